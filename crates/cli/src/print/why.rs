//! The reasons of an answer on a terminal: the binary table of a sum, the set behind a mex, the refutation of every
//! move, the mirror, the claim, the best line.

use crate::lang::Lang;
use crate::lang::say;
use crate::print::answer::{FOLD, INDENT, label};
use crate::terminal::layout::{columns, left, paint, prose, right, terminal_width, width, wrap};
use bouton::answer::why::{MexSet, Refutation, Why, XorTable};
use bouton::answer::{Answer, LineMove};
use bouton::language::value::Value;

/// The widest value for which bits are worth reading.
const MOST_BITS: usize = 24;

/// The reasons as labelled lines.
pub(crate) fn lines(why: &Why, a: &Answer, lang: Lang) -> Vec<String> {
    match why {
        Why::Xor(table) => xor(table, lang.pick("why", "理由"), lang),
        Why::Line => line(a, lang),
        other => after(other, lang),
    }
}

/// The reasons for the position that a move leads to. The best line of a score game belongs to whole answers only.
pub(crate) fn after(why: &Why, lang: Lang) -> Vec<String> {
    let name = lang.pick("why", "理由");
    match why {
        Why::Xor(table) => xor_table(table, name, lang),
        Why::Mex(set) => mex(set, name, lang),
        Why::Refuted { moves } => refuted(moves, name, lang),
        Why::Mirror { .. } => why.say(lang).iter().map(|t| label(lang.pick("mirror", "对称"), t)).collect(),
        Why::Claim { .. } | Why::Over { .. } => why.say(lang).iter().map(|t| label(name, t)).collect(),
        Why::Theorem { .. } => theorem(why, lang),
        Why::Line => Vec::new(),
    }
}

/// Puts the label on the first line and blanks before the others.
pub(crate) fn labelled(name: &str, lines: Vec<String>) -> Vec<String> {
    let mut out = Vec::with_capacity(lines.len());
    for (i, line) in lines.into_iter().enumerate() {
        out.push(if i == 0 { label(name, &line) } else { format!("{}{line}", " ".repeat(INDENT)) });
    }
    out
}

fn xor(t: &XorTable, name: &str, lang: Lang) -> Vec<String> {
    let mut out = xor_table(t, name, lang);
    let pad = " ".repeat(INDENT);
    let then = label(lang.pick("then", "之后"), t.then(lang));
    let Some(rule) = t.must(lang) else {
        out.push(then);
        return out;
    };
    let fate = |can: Option<bool>| match can {
        Some(true) => lang.pick(" yes", " 可以"),
        Some(false) => lang.pick(" no", " 不行"),
        None => "",
    };
    let each = t.rows.iter().take(FOLD).map(|r| format!("{}→{}{}", r.value, r.target, fate(r.possible)));
    let mut each: Vec<String> = each.collect();
    if t.rows.len() > FOLD {
        each.push("…".into());
    }
    let one = format!("{rule}  {}", each.join("   "));
    if width(&one) + INDENT <= terminal_width() {
        out.push(format!("{pad}{one}"));
    } else {
        out.push(format!("{pad}{rule}"));
        let lines = wrap(each, "   ", terminal_width().saturating_sub(INDENT + 2));
        out.extend(lines.into_iter().map(|l| format!("{pad}  {l}")));
    }
    out.push(then);
    out
}

/// Part, value and its bits, one row a part, and the xor under a common column.
fn xor_table(t: &XorTable, name: &str, lang: Lang) -> Vec<String> {
    let bits = t.bits <= MOST_BITS && t.rows.iter().all(|r| r.binary.is_some()) && t.xor_binary.is_some();
    let shown = |binary: &Option<String>, value: &Value| match binary {
        Some(binary) if bits => binary.chars().map(String::from).collect::<Vec<_>>().join(" "),
        _ => value.to_string(),
    };
    let mut rows: Vec<(String, String, String)> = Vec::new();
    let shown_rows = if t.rows.len() > FOLD { FOLD } else { t.rows.len() };
    for r in t.rows.iter().take(shown_rows) {
        let value = if t.plain || !bits { String::new() } else { r.value.to_string() };
        rows.push((r.part.clone(), value, shown(&r.binary, &r.value)));
    }
    if t.rows.len() > shown_rows {
        rows.push(("…".into(), String::new(), String::new()));
    }
    let end = match t.xor == Value::Int(0) {
        true => "  = 0".to_string(),
        false => lang.pick(format!("  = {}, not 0", t.xor), format!("  = {}，不为 0", t.xor)),
    };
    let end = if bits { end } else { end.replacen(&format!("= {}", t.xor), "", 1).replacen(", ", "", 1) };
    rows.push(("xor".into(), String::new(), format!("{}{end}", shown(&t.xor_binary, &t.xor))));
    let part = rows.iter().map(|r| width(&r.0)).max().unwrap_or(0);
    let value = rows.iter().map(|r| width(&r.1)).max().unwrap_or(0);
    // Values in words above the column where they are not plainly the sizes.
    let mut out: Vec<String> = Vec::new();
    for (p, v, b) in rows {
        let v = if value == 0 { String::new() } else { format!("  {}", right(&v, value)) };
        out.push(format!("{}{v}   {b}", right(&p, part)).trim_end().to_string());
    }
    if value > 0 {
        let head = lang.pick("part, Grundy value, in binary", "部分、SG 值、二进制");
        out.insert(0, paint(crate::terminal::layout::DIM, head));
    }
    labelled(name, out)
}

fn mex(set: &MexSet, name: &str, lang: Lang) -> Vec<String> {
    if set.options.is_empty() {
        return vec![label(name, &set.say(FOLD, lang))];
    }
    let head = set.say(FOLD, lang);
    let mut out = vec![head];
    let rows: Vec<Vec<String>> = set
        .options
        .iter()
        .take(FOLD)
        .map(|o| vec![format!("{}:", o.value), o.by.clone(), format!("→ {}", o.to)])
        .collect();
    out.extend(columns(&rows, 2).into_iter().map(|l| format!("  {l}")));
    if set.values > FOLD as u64 {
        out.push("  …".into());
    }
    labelled(name, out)
}

/// Every move of a lost position with the answer to it.
pub(crate) fn refuted(list: &[Refutation], name: &str, lang: Lang) -> Vec<String> {
    let mut out = vec![lang.pick("every move has an answer:", "每一步都有应对：").to_string()];
    let rows: Vec<Vec<String>> = list.iter().take(FOLD).map(|r| refutation(r, lang)).collect();
    out.extend(columns(&rows, 3).into_iter().map(|l| format!("  {l}")));
    if list.len() > FOLD {
        let rest = list.len() - FOLD;
        out.push(say!(lang, "  … and {rest} more (bouton explain)", "  ……还有 {rest} 种（bouton explain）"));
    }
    labelled(name, out)
}

/// One move and its answer as cells.
pub(crate) fn refutation(r: &Refutation, lang: Lang) -> Vec<String> {
    let mut cells = vec![r.text.say(lang).to_string(), format!("→ {}", r.to)];
    if let Some(answer) = &r.answer {
        let answer = answer.say(lang);
        let to = r.answer_to.as_ref().map_or(String::new(), |to| format!("  → {to}"));
        cells.push(say!(lang, "answer: {answer}{to}", "应对：{answer}{to}"));
    }
    cells
}

/// A theorem about all sizes, and under it its proof.
fn theorem(why: &Why, lang: Lang) -> Vec<String> {
    let columns = terminal_width().saturating_sub(INDENT).max(20);
    let lines = why.say(lang).iter().flat_map(|text| prose(text, columns)).collect();
    labelled(lang.pick("proved", "定理"), lines)
}

/// The best line of a score game.
fn line(a: &Answer, lang: Lang) -> Vec<String> {
    let Some(line) = a.winning_moves.line.as_ref().filter(|line| !line.is_empty()) else { return Vec::new() };
    let who = line.iter().map(|m| width(&m.player)).max().unwrap_or(0);
    let cells = |m: &LineMove| {
        let to = if m.to.is_empty() { "→".to_string() } else { format!("→ {}", m.to) };
        vec![format!("{}  {}", left(&m.player, who), m.text.say(lang)), to]
    };
    let mut out = columns(&line.iter().take(2 * FOLD).map(cells).collect::<Vec<_>>(), 3);
    if line.len() > 2 * FOLD {
        out.push("…".into());
    }
    labelled(lang.pick("line", "着法"), out)
}
