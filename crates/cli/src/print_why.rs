//! The reasons of an answer on a terminal: the binary table of a sum, the set behind a mex, the refutation of every
//! move, the mirror, the claim, the best line.

use crate::lang::Lang;
use crate::layout::{columns, left, paint, right, terminal_width, width, wrap};
use crate::print_answer::{FOLD, INDENT, label};
use bouton::answer::Answer;
use bouton::language::ast::Verdict;
use bouton::language::value::Value;
use bouton::why::{MexSet, Refutation, Why, XorTable};

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
        Why::Refuted(list) => refuted(list, name, lang),
        Why::Mirror { first, position } => mirror(first.as_deref(), position, lang),
        Why::Claim { text, value } => claim(text, value, name, lang),
        Why::Over { rule, verdict } => over(rule.as_deref(), *verdict, name, lang),
        Why::Line => Vec::new(),
    }
}

/// Puts the label on the first line and blanks before the others.
fn labelled(name: &str, lines: Vec<String>) -> Vec<String> {
    let mut out = Vec::with_capacity(lines.len());
    for (i, line) in lines.into_iter().enumerate() {
        out.push(if i == 0 { label(name, &line) } else { format!("{}{line}", " ".repeat(INDENT)) });
    }
    out
}

fn xor(t: &XorTable, name: &str, lang: Lang) -> Vec<String> {
    let zero = t.xor == Value::Int(0);
    let mut out = xor_table(t, name, lang);
    let pad = " ".repeat(INDENT);
    if zero {
        let text = lang.pick(
            "every move makes the xor non-zero; the opponent makes it 0 again.",
            "任何走法都使异或不为 0，对手总能再把它变回 0。",
        );
        out.push(label(lang.pick("then", "之后"), text));
        return out;
    }
    let x = &t.xor;
    let rule = match (t.plain, lang) {
        (true, Lang::En) => format!("a heap x must become x xor {x} and get smaller:"),
        (true, Lang::Zh) => format!("一堆 x 须变为 x xor {x}，并且变小："),
        (false, Lang::En) => format!("a part of value v must become one of value v xor {x}:"),
        (false, Lang::Zh) => format!("值为 v 的部分须变为值 v xor {x}："),
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
    let text = lang.pick(
        "whatever the opponent does makes the xor non-zero; you make it 0 again.",
        "此后对手怎么走都使异或不为 0，你再把它变回 0。",
    );
    out.push(label(lang.pick("then", "之后"), text));
    out
}

/// Part, value and its bits, one row a part, and the xor under a common column.
fn xor_table(t: &XorTable, name: &str, lang: Lang) -> Vec<String> {
    let bits: Option<Vec<String>> = t.rows.iter().map(|r| &r.value).chain([&t.xor]).map(binary).collect();
    let most = bits.iter().flatten().map(String::len).max().unwrap_or(0);
    let bits = bits.filter(|_| most <= MOST_BITS);
    let shown = |i: usize, value: &Value| match &bits {
        Some(bits) => spaced(&bits[i], most),
        None => value.to_string(),
    };
    let mut rows: Vec<(String, String, String)> = Vec::new();
    let shown_rows = if t.rows.len() > FOLD { FOLD } else { t.rows.len() };
    for (i, r) in t.rows.iter().take(shown_rows).enumerate() {
        let value = if t.plain || bits.is_none() { String::new() } else { r.value.to_string() };
        rows.push((r.part.clone(), value, shown(i, &r.value)));
    }
    if t.rows.len() > shown_rows {
        rows.push(("…".into(), String::new(), String::new()));
    }
    let end = match (t.xor == Value::Int(0), lang) {
        (true, _) => "  = 0".to_string(),
        (false, Lang::En) => format!("  = {}, not 0", t.xor),
        (false, Lang::Zh) => format!("  = {}，不为 0", t.xor),
    };
    let end =
        if bits.is_some() { end } else { end.replacen(&format!("= {}", t.xor), "", 1).replacen(", ", "", 1) };
    rows.push(("xor".into(), String::new(), format!("{}{end}", shown(t.rows.len(), &t.xor))));
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
        out.insert(0, paint(crate::layout::DIM, head));
    }
    labelled(name, out)
}

/// The bits of a natural number; `None` for anything else.
fn binary(v: &Value) -> Option<String> {
    match v {
        Value::Int(i) if *i >= 0 => Some(format!("{i:b}")),
        // Numbers beyond 64 bits have more bits than a line has room for.
        Value::Big(_) => Some("1".repeat(65)),
        _ => None,
    }
}

fn spaced(bits: &str, columns: usize) -> String {
    let filled = format!("{}{bits}", "0".repeat(columns.saturating_sub(bits.len())));
    filled.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

fn mex(set: &MexSet, name: &str, lang: Lang) -> Vec<String> {
    if set.options.is_empty() {
        let text = lang.pick("no move: the value is 0", "没有走法：值为 0");
        return vec![label(name, text)];
    }
    let values: Vec<String> = set.options.iter().map(|(v, ..)| v.to_string()).collect();
    let values = if values.len() > 2 * FOLD {
        format!("{} … {}", values[..FOLD].join(" "), values[values.len() - 1])
    } else {
        values.join(" ")
    };
    let head = match lang {
        Lang::En => format!("the options have the values {{{values}}}; the least missing is {}", set.mex),
        Lang::Zh => format!("各后继的值为 {{{values}}}，其中没有的最小值是 {}", set.mex),
    };
    let mut out = vec![head];
    let rows: Vec<Vec<String>> = set
        .options
        .iter()
        .take(FOLD)
        .map(|(value, text, to)| vec![format!("{value}:"), text.clone(), format!("→ {to}")])
        .collect();
    out.extend(columns(&rows, 2).into_iter().map(|l| format!("  {l}")));
    if set.options.len() > FOLD {
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
        out.push(match lang {
            Lang::En => format!("  … and {rest} more (bouton explain)"),
            Lang::Zh => format!("  ……还有 {rest} 种（bouton explain）"),
        });
    }
    labelled(name, out)
}

/// One move and its answer as cells.
pub(crate) fn refutation(r: &Refutation, lang: Lang) -> Vec<String> {
    let mut cells = vec![lang.pick(&r.text[0], &r.text[1]).clone(), format!("→ {}", r.to)];
    if let Some(answer) = &r.answer {
        let answer = lang.pick(&answer[0], &answer[1]);
        let to = r.answer_to.as_ref().map_or(String::new(), |to| format!("  → {to}"));
        cells.push(match lang {
            Lang::En => format!("answer: {answer}{to}"),
            Lang::Zh => format!("应对：{answer}{to}"),
        });
    }
    cells
}

fn mirror(first: Option<&str>, position: &str, lang: Lang) -> Vec<String> {
    let text = match (first, lang) {
        (Some(first), Lang::En) => {
            format!("{first} leaves {position}, which is symmetric; then copy every move on the other side.")
        }
        (Some(first), Lang::Zh) => format!("{first} 之后得到对称的 {position}；此后在另一边照样走。"),
        (None, Lang::En) => {
            format!("{position} is symmetric: the opponent copies every move on the other side.")
        }
        (None, Lang::Zh) => format!("{position} 是对称的：对手在另一边照样走。"),
    };
    vec![label(lang.pick("mirror", "对称"), &text)]
}

fn claim(text: &str, value: &str, name: &str, lang: Lang) -> Vec<String> {
    let text = match lang {
        Lang::En => format!("{text}   here: {value}"),
        Lang::Zh => {
            let value = match value {
                "win" => "必胜",
                "lose" => "必败",
                "draw" => "平局",
                other => other,
            };
            format!("{text}   此处：{value}")
        }
    };
    vec![label(name, &text)]
}

/// The best line of a score game.
fn line(a: &Answer, lang: Lang) -> Vec<String> {
    if a.line.is_empty() {
        return Vec::new();
    }
    let who = a.line.iter().map(|(who, _)| width(who)).max().unwrap_or(0);
    let rows: Vec<Vec<String>> = a
        .line
        .iter()
        .take(2 * FOLD)
        .map(|(player, m)| {
            let to = if m.to.is_empty() { "→".to_string() } else { format!("→ {}", m.to) };
            vec![format!("{}  {}", left(player, who), m.text(lang)), to]
        })
        .collect();
    let mut out = columns(&rows, 3);
    if a.line.len() > 2 * FOLD {
        out.push("…".into());
    }
    labelled(lang.pick("line", "着法"), out)
}

fn over(rule: Option<&str>, verdict: Verdict, name: &str, lang: Lang) -> Vec<String> {
    let text = match (rule, verdict, lang) {
        (Some(rule), ..) => rule.to_string(),
        (None, Verdict::Draw, Lang::En) => "the player to move cannot move: a draw".into(),
        (None, Verdict::Draw, Lang::Zh) => "轮到走的一方无法走子：平局".into(),
        (None, Verdict::Win, Lang::En) => "the player to move cannot move, and so wins".into(),
        (None, Verdict::Win, Lang::Zh) => "轮到走的一方无法走子，因此胜".into(),
        (None, Verdict::Lose, Lang::En) => "the player to move cannot move, and so loses".into(),
        (None, Verdict::Lose, Lang::Zh) => "轮到走的一方无法走子，因此负".into(),
    };
    vec![label(name, &text)]
}
