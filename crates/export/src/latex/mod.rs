//! A [`Document`] as LaTeX that compiles by itself: pdflatex where all letters are Latin, xelatex where there is Chinese.

mod escape;
mod math;

use crate::document::{Document, Statement};
use bouton::answer::Status;
use bouton::language::diagnostic::Lang;
use bouton::table::{Cell, Drawing, Show, Table};
pub(crate) use escape::chinese;
pub use escape::{code, text};
pub use math::math;

/// Columns of a table.
const ACROSS: usize = 16;

/// Lines of a table, and blocks of a strip.
const DOWN: usize = 16;

/// Lost positions that are listed.
const LISTED: usize = 60;

/// The whole document.
pub fn latex(document: &Document, lang: Lang) -> String {
    let (theorem, conjecture) = (lang.pick("Theorem", "定理"), lang.pick("Observation", "观察"));
    let declared = format!(
        "\\newtheorem{{theorem}}{{{theorem}}}\n\\newtheorem{{observation}}[theorem]{{{conjecture}}}\n"
    );
    compiles(&text(lang.pick(&document.title[0], &document.title[1])), &declared, &body(document, lang))
}

/// A file that compiles by itself: a title, the environments that the body uses, and the body.
pub(crate) fn compiles(title: &str, declared: &str, body: &str) -> String {
    let (engine, class) = match [title, declared, body].into_iter().any(chinese) {
        true => ("xelatex", "\\documentclass[11pt,a4paper]{ctexart}"),
        false => (
            "pdflatex",
            "\\documentclass[11pt,a4paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}",
        ),
    };
    format!(
        "% {engine}\n{class}\n\\usepackage{{amsmath,amssymb,amsthm,booktabs,textcomp}}\n\\usepackage[margin=25mm]{{geometry}}\n\
         {declared}\\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\parskip}}{{6pt}}\n\\sloppy\n\n\
         \\title{{{title}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n{body}\\end{{document}}\n"
    )
}

fn body(d: &Document, lang: Lang) -> String {
    let mut out = String::new();
    let mut section = |name: &str, body: String| {
        if !body.is_empty() {
            out.push_str(&format!("\n\\section*{{{name}}}\n{body}"));
        }
    };
    section(lang.pick("Rules", "规则"), rules(d, lang));
    section(lang.pick("Values", "值"), d.table.as_ref().map(|t| table(t, lang)).unwrap_or_default());
    section(
        lang.pick("What is known", "已知的结论"),
        d.statements.iter().map(|s| statement(s, lang)).collect(),
    );
    if !d.references.is_empty() {
        out.push_str("\n\\begin{thebibliography}{9}\n");
        for (i, reference) in d.references.iter().enumerate() {
            out.push_str(&format!("\\bibitem{{r{}}} {}\n", i + 1, text(reference)));
        }
        out.push_str("\\end{thebibliography}\n");
    }
    out
}

fn rules(d: &Document, lang: Lang) -> String {
    let mut out: String = d.notes.iter().map(|n| format!("{}\n\n", text(n.pick(lang)))).collect();
    let [en, zh] = &d.ending;
    let end = lang.pick(en, zh);
    out.push_str(&match lang {
        Lang::En => format!("The end: {}.\n", text(end)),
        Lang::Zh => format!("终局：{}。\n", text(end)),
    });
    if !d.parameters.is_empty() {
        let list: Vec<String> = d.parameters.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        out.push_str(&match lang {
            Lang::En => format!("\nParameters: {}.\n", text(&list.join("; "))),
            Lang::Zh => format!("\n参数：{}。\n", text(&list.join("；"))),
        });
    }
    for (i, (name, lines)) in d.rules.iter().enumerate().filter(|(_, (_, lines))| !lines.is_empty()) {
        if i > 0 {
            out.push_str(&match lang {
                Lang::En => format!("\nIt is like \\texttt{{{}}}:\n", code(name)),
                Lang::Zh => format!("\n它同 \\texttt{{{}}}：\n", code(name)),
            });
        }
        out.push_str(&listing(lines));
    }
    out
}

/// Lines in typewriter letters.
fn listing(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|l| code(l)).collect();
    format!("\\begin{{quote}}\\small\\ttfamily\\raggedright\n{}\n\\end{{quote}}\n", lines.join("\\\\\n"))
}

fn name(show: Show, lang: Lang) -> &'static str {
    match show {
        Show::Grundy => lang.pick("Grundy values", "SG 值"),
        Show::Win => lang.pick("Who wins", "胜负"),
        Show::Best => lang.pick("Best moves", "最优走法"),
        Show::Value => lang.pick("Values", "值"),
        Show::Score => lang.pick("Scores", "得分"),
        Show::Moves => lang.pick("Numbers of moves", "走法数"),
        Show::Remoteness => lang.pick("Moves to the end", "距终局步数"),
    }
}

fn table(t: &Table, lang: Lang) -> String {
    // Bounds of numbers are formulas, those of sizes words.
    let bound = match t.drawing {
        Drawing::List => text(lang.pick(&t.bound[0], &t.bound[1])),
        Drawing::Strip | Drawing::Matrix => format!("\\({}\\)", math(&t.bound[0])),
    };
    let head = match lang {
        Lang::En => format!("{} ({bound}).\n", name(t.show, lang)),
        Lang::Zh => format!("{}（{bound}）。\n", name(t.show, lang)),
    };
    let drawn = match t.drawing {
        Drawing::Strip if t.show != Show::Win && t.show.is_number() => strip(t),
        Drawing::Matrix if t.show.is_number() => matrix(t, lang),
        _ => lost(t, lang),
    };
    if drawn.is_empty() { drawn } else { head + &drawn }
}

fn strip(t: &Table) -> String {
    let mut rows = t.rows();
    rows.truncate(ACROSS * DOWN);
    let axis = t.columns.first().map_or("n", String::as_str);
    let key = if t.show == Show::Grundy { format!("g({axis})") } else { t.show.key().to_string() };
    let mut out = String::new();
    for block in rows.chunks(ACROSS) {
        let numbers: Vec<String> = block
            .iter()
            .map(|r| format!("\\({}\\)", math(&r.values.first().map_or(String::new(), ToString::to_string))))
            .collect();
        let values: Vec<String> = block.iter().map(|r| cell(&r.cell)).collect();
        out.push_str(&format!(
            "\\begin{{center}}\\small\\setlength{{\\tabcolsep}}{{4pt}}\\begin{{tabular}}{{r|{}}}\n\\toprule\n\\({}\\) & {} \\\\\n\\midrule\n\\({}\\) & {} \\\\\n\\bottomrule\n\\end{{tabular}}\\end{{center}}\n",
            "r".repeat(block.len()),
            math(axis),
            numbers.join(" & "),
            math(&key),
            values.join(" & ")
        ));
    }
    out
}

fn matrix(t: &Table, lang: Lang) -> String {
    let [down, across] = t.axes.as_slice() else { return String::new() };
    let columns = across.values.len().min(ACROSS + 1);
    let heads: Vec<String> = across.values[..columns].iter().map(|v| text(&v.to_string())).collect();
    let mut out = format!(
        "\\begin{{center}}\\small\\setlength{{\\tabcolsep}}{{4pt}}\\begin{{tabular}}{{r|{}}}\n\\toprule\n\\({} \\backslash {}\\) & {} \\\\\n\\midrule\n",
        "r".repeat(columns),
        math(&down.name),
        math(&across.name),
        heads.join(" & ")
    );
    for (i, value) in down.values.iter().take(t.height().min(DOWN + 1)).enumerate() {
        let cells: Vec<String> =
            (0..columns).map(|j| t.at(i, j).map_or(String::new(), |c| cell(&c))).collect();
        out.push_str(&format!("{} & {} \\\\\n", text(&value.to_string()), cells.join(" & ")));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\\end{center}\n");
    if t.show == Show::Win {
        out.push_str(lang.pick(
            "A dot \\(\\bullet\\) is a position that is lost for the player to move.\n",
            "\\(\\bullet\\) 表示先手必败。\n",
        ));
    }
    out
}

fn cell(cell: &Cell) -> String {
    match (cell, cell.lost()) {
        (Cell::Outcome(_), Some(true)) => "\\(\\bullet\\)".into(),
        (Cell::Outcome(_), _) if cell.short() == "." => String::new(),
        (_, Some(true)) => format!("\\textbf{{{}}}", text(&cell.short())),
        (Cell::Score(n), _) => format!("\\({n}\\)"),
        _ => text(&cell.short()),
    }
}

/// The lost positions, as they are typed.
fn lost(t: &Table, lang: Lang) -> String {
    let all = t.lost();
    let shown: Vec<String> = all.iter().take(LISTED).map(|p| format!("\\texttt{{{}}}", code(p))).collect();
    if shown.is_empty() {
        return String::new();
    }
    let more = if all.len() > shown.len() { ", \\ldots" } else { "" };
    match lang {
        Lang::En => format!("Lost for the player to move: {}{more}.\n", shown.join(", ")),
        Lang::Zh => format!("先手必败：{}{more}。\n", shown.join("，")),
    }
}

fn statement(s: &Statement, lang: Lang) -> String {
    let kind = if s.status == Status::Proved { "theorem" } else { "observation" };
    let mut out = format!("\\begin{{{kind}}}\n{}\n\\end{{{kind}}}\n", claim(s, lang));
    if !s.defines.is_empty() {
        out.push_str(lang.pick("where\n", "其中\n"));
        out.push_str(&listing(&s.defines));
    }
    let status = text(&s.status.say(lang));
    let reason = lang.pick(&s.reason[0], &s.reason[1]);
    out.push_str(&match (reason.is_empty(), lang) {
        (true, Lang::En) => format!("{status}.\n\n"),
        (true, Lang::Zh) => format!("{status}。\n\n"),
        (false, Lang::En) => format!("{status}: {}.\n\n", text(reason)),
        (false, Lang::Zh) => format!("{status}：{}。\n\n", text(reason)),
    });
    out
}

/// A claim of the rules language as a sentence.
fn claim(Statement { claim: said, heap, misere, .. }: &Statement, lang: Lang) -> String {
    let (what, what_zh) = if *heap { ("single heap", "单独一堆") } else { ("position", "局面") };
    let iff = |word: &str, zh: &str, condition: &str| match lang {
        Lang::En => {
            format!("A {what} is {word} for the player to move exactly when \\({}\\).", math(condition))
        }
        Lang::Zh => format!("{what_zh}对先手{zh}，当且仅当 \\({}\\)。", math(condition)),
    };
    if let Some(rest) = said.strip_prefix("lose iff ") {
        return iff("lost", "必败", rest);
    }
    if let Some(rest) = said.strip_prefix("win iff ") {
        return iff("won", "必胜", rest);
    }
    if let Some(rest) = said.strip_prefix("draw iff ") {
        return iff("drawn", "为平局", rest);
    }
    let (value, value_zh) = if *heap {
        ("The Grundy value of a heap is", "一堆的 SG 值为")
    } else {
        ("The Grundy value is", "SG 值为")
    };
    for (prefix, en, zh) in [("grundy = ", value, value_zh), ("score = ", "The score is", "得分为")] {
        if let Some(rest) = said.strip_prefix(prefix) {
            return format!("{} {}", lang.pick(en, zh), cases(rest, lang));
        }
    }
    if let Some(period) = said.strip_prefix("period ").and_then(|p| period(p, *misere, lang)) {
        return period;
    }
    format!("\\texttt{{{}}}", code(said))
}

/// `e if c, f if d, g otherwise`, one under the other where there are several.
fn cases(said: &str, lang: Lang) -> String {
    let mut arms: Vec<&str> = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (i, c) in said.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                arms.push(&said[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    arms.push(&said[start..]);
    let guarded = |a: &&str| a.contains(" if ") || a.contains("otherwise");
    if arms.len() < 2 || !arms.iter().all(guarded) {
        return format!("\\({}\\){}", math(said), lang.pick(".", "。"));
    }
    let line = |arm: &str| match arm.split_once(" if ") {
        Some((value, condition)) => format!("{} & \\text{{if }} {}", math(value), math(condition)),
        None => format!("{} & \\text{{otherwise}}", math(arm.trim_end().trim_end_matches("otherwise"))),
    };
    let lines: Vec<String> = arms.iter().map(|a| line(a.trim())).collect();
    format!("\\[\\begin{{cases}}\n{}\n\\end{{cases}}\\]", lines.join(" \\\\\n"))
}

/// `12 saltus 4 from 71`
fn period(said: &str, misere: bool, lang: Lang) -> Option<String> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|w| *w == word).and_then(|i| words.get(i + 1)).copied();
    let number = |text: &str| text.parse::<u64>().ok();
    let period = number(words.first()?)?;
    let from = number(after("from").unwrap_or("0"))?;
    let plus = match number(after("saltus").unwrap_or("0"))? {
        0 => String::new(),
        n => format!(" + {n}"),
    };
    if misere {
        return Some(lang.pick(
            format!(
                "\\(\\Phi(n + {period}) = \\Phi(n)\\) for every \\(n \\ge {from}\\), where \\(\\Phi\\) is the element of a heap in the mis\u{e8}re quotient."
            ),
            format!(
                "对每个 \\(n \\ge {from}\\)，\\(\\Phi(n + {period}) = \\Phi(n)\\)，其中 \\(\\Phi\\) 是堆在反常商中的元素。"
            ),
        ));
    }
    Some(match lang {
        Lang::En => format!(
            "\\(g(n + {period}) = g(n){plus}\\) for every \\(n \\ge {from}\\), where \\(g\\) is the Grundy value of a heap."
        ),
        Lang::Zh => format!(
            "对每个 \\(n \\ge {from}\\)，\\(g(n + {period}) = g(n){plus}\\)，其中 \\(g\\) 是堆的 SG 值。"
        ),
    })
}
