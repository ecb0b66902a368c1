//! What `pattern` found, on a terminal.

use crate::lang::Lang;
use crate::lang::say;
use crate::print;
use crate::terminal::layout::{BAD, DIM, GOOD, TITLE, left, paint, paragraph, right, terminal_width, width};
use bouton::answer::Status;
use bouton::pattern::{Found, Patterns, Values};
use bouton::table::{Drawing, Show};

/// Width of the label column.
const LABEL: usize = 8;

/// Side of a matrix that is shown.
const SIDE: usize = 16;

/// Findings shown in full.
const SHOWN: usize = 4;

/// Everything, as lines; `name` is what the game is called on the command line.
pub(crate) fn lines(patterns: &Patterns, name: Option<&str>, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(table) = &patterns.table {
        let what = table.show.name(lang);
        out.push(format!("{} · {what}", paint(TITLE, &patterns.game)));
        out.push(String::new());
    }
    let matrix = patterns.table.as_ref().filter(|t| t.drawing == Drawing::Matrix);
    match (&patterns.values, matrix) {
        (Some(Values { first, values }), _) => out.extend(strip(*first, values, patterns)),
        (None, Some(table)) => out.extend(
            print::table::lines(&table.corner(SIDE), lang).into_iter().skip(2).take_while(|l| !l.is_empty()),
        ),
        (None, None) => {}
    }
    out.push(String::new());
    for found in patterns.found.iter().take(SHOWN) {
        out.extend(finding(found, lang));
    }
    if patterns.found.is_empty() {
        let text = match &patterns.few {
            Some(few) => few.say(lang),
            None => lang.pick(
                "no pattern: no period, closed form, digit rule, recurrence, residues or known set fits",
                "没有找到规律：周期、公式、数位规律、递推、剩余类和已知集合都不吻合",
            ),
        };
        out.extend(labelled(lang.pick("found", "规律"), DIM, text));
    }
    for doubt in &patterns.doubts {
        out.extend(labelled(lang.pick("doubt", "存疑"), DIM, doubt.say(lang)));
    }
    for trap in &patterns.traps {
        let text = match lang {
            Lang::En => format!(
                "the first values look like {}, but that fails at {}: it says {}, the value is {}",
                trap.formula, trap.fails, trap.expected, trap.found
            ),
            Lang::Zh => format!(
                "前面的值看似 {}，但在 {} 处不成立：按它应为 {}，实为 {}",
                trap.formula, trap.fails, trap.expected, trap.found
            ),
        };
        out.extend(labelled(Status::False.name(lang), BAD, &text));
    }
    out.extend(next(patterns, name, lang));
    out
}

/// The first values, and their difference from n where that is small and says something.
fn strip(first: i64, values: &[i64], patterns: &Patterns) -> Vec<String> {
    let names = patterns.table.as_ref();
    let axis = names.and_then(|t| t.columns.first()).map_or("n", String::as_str);
    let key = match names.map(|t| t.show) {
        Some(Show::Grundy) => "g",
        Some(Show::Win) => "lost",
        Some(Show::Score) => "score",
        Some(_) => "v",
        None => "a",
    };
    let apart = format!("{key}-{axis}");
    let shown = values.len().min(40);
    let grows = patterns.found.iter().filter_map(|f| f.period.as_ref()).any(|p| p.saltus == p.period as i64);
    let text: Vec<[String; 3]> = (first..)
        .zip(&values[..shown])
        .map(|(n, v)| {
            let gap = v
                .checked_sub(n)
                .map_or(String::new(), |d| if d == 0 { "0".into() } else { format!("{d:+}") });
            [n.to_string(), v.to_string(), gap]
        })
        .collect();
    let label = width(axis).max(width(key)).max(if grows { width(&apart) } else { 0 });
    let room = terminal_width().saturating_sub(label + 6);
    let wide = |count: usize| {
        let rows = if grows { 3 } else { 2 };
        text.iter().take(count).flat_map(|t| &t[..rows]).map(|s| width(s)).max().unwrap_or(1)
    };
    let fit = (1..=shown).rev().find(|c| c * (wide(*c) + 1) <= room).unwrap_or(1);
    let cell = wide(fit);
    let row = |name: &str, i: usize| {
        let cells: Vec<String> = text.iter().take(fit).map(|t| right(&t[i], cell)).collect();
        let more = if values.len() > fit && i == 1 { " …" } else { "" };
        format!("  {}  {}{more}", left(name, label), cells.join(" "))
    };
    let mut out = vec![row(axis, 0), row(key, 1)];
    if grows {
        out.push(row(&apart, 2));
    }
    out
}

fn finding(found: &Found, lang: Lang) -> Vec<String> {
    let mut out = labelled(lang.pick("found", "规律"), GOOD, &found.formula);
    let mut more = Vec::new();
    if let Some(p) = &found.period {
        let cycle: Vec<String> = p.cycle.iter().map(i64::to_string).collect();
        let named = found.kind.ends_with("period");
        let head = match (lang, p.saltus) {
            (Lang::En, 0) => format!("period {} from n = {}", p.period, p.from),
            (Lang::Zh, 0) => format!("从 n = {} 起周期为 {}", p.from, p.period),
            (Lang::En, s) => format!("period {} with {s} added, from n = {}", p.period, p.from),
            (Lang::Zh, s) => format!("从 n = {} 起每 {} 个增加 {s}", p.from, p.period),
        };
        let exception = match (lang, p.from) {
            (_, from) if from <= 0 => String::new(),
            (Lang::En, from) => format!(" (last exception {})", from - 1),
            (Lang::Zh, from) => format!("（最后一个例外 {}）", from - 1),
        };
        if named && !cycle.is_empty() && p.period > 1 && p.saltus == 0 {
            more.push(format!("{head}{exception}:  {}", cycle.join(" ")));
        } else if named && p.period > 1 {
            more.push(format!("{head}{exception}"));
        }
    }
    if let Some(q) = &found.quotient {
        let kind = match q.nim {
            Some(n) => say!(lang, "tame: T_{n}, as in misère Nim", "驯服：T_{n}，与反常 Nim 相同"),
            None => lang.pick("wild", "狂野").to_string(),
        };
        more.push(say!(lang, "the misère quotient of the heaps · {kind}", "各堆的反常商 · {kind}"));
    }
    // Formulas name their exceptions; a recurrence cannot.
    if !found.exceptions.is_empty() && found.kind == "recurrence" {
        let list = found.exceptions.join(", ");
        more.push(say!(lang, "exceptions: {list}", "例外：{list}"));
    }
    for line in more {
        out.extend(labelled("", DIM, &line));
    }
    let reason = found.reason.say(lang);
    let status = match &found.status {
        checked @ Status::Checked(_) => checked.say(lang),
        other => format!("{}{}{reason}", other.name(lang), lang.pick(": ", "：")),
    };
    out.extend(labelled(lang.pick("status", "依据"), DIM, &status));
    out
}

/// What to do with it.
fn next(patterns: &Patterns, name: Option<&str>, lang: Lang) -> Vec<String> {
    let Some(name) = name.filter(|n| n.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c))) else {
        return Vec::new();
    };
    let open = patterns.found.iter().find(|f| f.status != Status::Proved);
    let mut commands = Vec::new();
    let claim = open.and_then(|f| f.claim.as_deref()).filter(|c| !c.contains('\n'));
    if let Some(claim) = claim.and_then(|c| c.strip_prefix("claim ")) {
        commands.push(format!("bouton check {name} --claim \"{claim}\""));
    }
    if patterns.found.is_empty() {
        commands.push(format!("bouton table {name}"));
    }
    let head = lang.pick("next", "下一步");
    commands
        .into_iter()
        .enumerate()
        .map(|(i, c)| format!("{}{c}", paint(DIM, &left(if i == 0 { head } else { "" }, LABEL))))
        .collect()
}

fn labelled(name: &str, style: anstyle::Style, text: &str) -> Vec<String> {
    paragraph(name, style, LABEL, text)
}
