//! What a position of this game looks like, in a few words with an example.

use crate::ast::{FieldKind, ShapeKind};
use crate::diagnostic::Lang;
use crate::interp::Interp;
use crate::rules::{Field, Type};
use crate::value::Value;

/// What to type, with an example: "heap sizes, such as 3 4 5".
pub fn expected_form(interp: &Interp, lang: Lang) -> String {
    let rules = interp.rules();
    let fields = &rules.shape.fields;
    let needed: Vec<&Field> = fields.iter().filter(|f| f.start.is_none()).collect();
    let shown: Vec<&Field> = if needed.is_empty() { fields.iter().collect() } else { needed };
    let what = match (rules.shape.kind, &shown[..]) {
        (ShapeKind::Heaps, [one]) => match one.kind {
            FieldKind::Number if one.domain.is_none() && one.ty == Type::Int => {
                lang.pick("heap sizes".into(), "各堆的大小".into())
            }
            FieldKind::Number => lang
                .pick(format!("a value of {} for each part", one.name), format!("每一部分的 {}", one.name)),
            kind => {
                let kind = describe(kind, "", lang);
                lang.pick(format!("{kind} for each part"), format!("每一部分的{kind}"))
            }
        },
        (ShapeKind::Heaps, several) => {
            let names = names(several);
            lang.pick(format!("({names}) for each part"), format!("每一部分的 ({names})"))
        }
        (ShapeKind::Position, [one]) if one.kind != FieldKind::Number => {
            describe(one.kind, &format!(" {}", one.name), lang)
        }
        (ShapeKind::Position, several) => {
            let names = several.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(" ");
            lang.pick(names.clone(), format!(" {names} "))
        }
    };
    let example = example(interp, &shown);
    lang.pick(format!("{what}, such as {example}"), format!("{what}，例如 {example}"))
}

/// Both languages.
pub(super) fn forms(interp: &Interp) -> (String, String) {
    (expected_form(interp, Lang::En), expected_form(interp, Lang::Zh))
}

fn names(fields: &[&Field]) -> String {
    fields.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(",")
}

/// A field of this kind and name (with a blank before it).
fn describe(kind: FieldKind, name: &str, lang: Lang) -> String {
    let (en, zh) = match kind {
        FieldKind::Number => ("a number", "数"),
        FieldKind::Row => ("the numbers of the row", "序列"),
        FieldKind::Bag => ("the numbers of the bag", "多重集"),
        FieldKind::Set => ("the elements of the set", "集合"),
        FieldKind::Word => ("the word", "串"),
        FieldKind::Grid => ("the rows of the board", "用 / 分隔各行的棋盘"),
    };
    let between = if kind == FieldKind::Grid { " with / between them" } else { "" };
    lang.pick(format!("{en}{name}{between}"), format!("{zh}{name}"))
}

/// The game's own first example that types something, or one made from the domains.
fn example(interp: &Interp, shown: &[&Field]) -> String {
    let rules = interp.rules();
    let told = rules.examples.iter().find(|e| !e.setup && e.with.is_empty() && !e.position.trim().is_empty());
    if let Some(e) = told {
        return e.position.trim().to_string();
    }
    let value = |f: &Field| {
        let i = rules.shape.fields.iter().position(|g| g.name == f.name).unwrap_or(0);
        let shown = rules.shown(i).map(|s| s.letters.iter().take(3).map(char::to_string).collect());
        let atoms: Vec<String> = match interp.members(i) {
            _ if let Some(letters) = shown => letters,
            Some(Value::Graph(g)) => (0..g.len().min(3)).map(|i| bare(&g.node(i))).collect(),
            Some(Value::Set(v) | Value::List(v)) => v.iter().take(3).map(bare).collect(),
            Some(Value::Text(t)) => t.chars().take(3).map(String::from).collect(),
            _ => match interp.bounds(i) {
                Some((lo, Some(hi))) if interp.digits(i) => [&hi, &lo, &hi].map(Value::to_string).to_vec(),
                _ => ["3", "4", "5"].map(String::from).to_vec(),
            },
        };
        match f.kind {
            FieldKind::Number => atoms.first().cloned().unwrap_or_default(),
            FieldKind::Word => atoms.concat(),
            FieldKind::Grid => {
                let gap = if rules.shown(i).is_some() { "" } else { " " };
                let row = atoms.iter().take(2).cloned().collect::<Vec<_>>().join(gap);
                format!("{row} / {row}")
            }
            _ if rules.shown(i).is_some() => atoms.concat(),
            _ => atoms.join(" "),
        }
    };
    match (rules.shape.kind, shown) {
        (ShapeKind::Heaps, [one]) if one.kind == FieldKind::Number && interp.members(0).is_none() => {
            "3 4 5".into()
        }
        (_, [one]) => value(one),
        (kind, several) => {
            let inner: Vec<String> = several
                .iter()
                .map(|f| match f.kind {
                    FieldKind::Number | FieldKind::Word => value(f),
                    _ => format!("[{}]", value(f)),
                })
                .collect();
            match kind {
                ShapeKind::Heaps => format!("({})", inner.join(",")),
                ShapeKind::Position => inner.join(" "),
            }
        }
    }
}

fn bare(v: &Value) -> String {
    super::print::print_atom(v, "")
}
