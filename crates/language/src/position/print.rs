//! Writes positions so that they parse back.

use super::items::is_mark;
use super::read::alphabet;
use crate::ast::{FieldKind, ShapeKind};
use crate::interp::{Interp, Position, element_type};
use crate::lexer::narrow;
use crate::rules::{Field, Type};
use crate::value::Value;

/// A position as it would be typed. Memory fields appear where they differ from their starts.
pub fn print_position(interp: &Interp, position: &Position) -> String {
    let printer = Printer { interp, fields: &interp.rules().shape.fields, alphabet: alphabet(interp) };
    match (interp.rules().shape.kind, &position.parts[..]) {
        (ShapeKind::Heaps, []) => "nothing".into(),
        (ShapeKind::Position, parts) => parts.iter().map(|p| printer.whole(p)).collect::<Vec<_>>().join(" "),
        (ShapeKind::Heaps, parts) => {
            parts.iter().map(|p| printer.part(p, parts.len() == 1)).collect::<Vec<_>>().join(" ")
        }
    }
}

/// One part as it would be typed alone.
pub fn print_part(interp: &Interp, part: &[Value]) -> String {
    print_position(interp, &Position { parts: vec![part.into()] })
}

/// A value of a field as it is typed in a list: numbers, words, yes or no.
pub(super) fn print_atom(v: &Value, alphabet: &str) -> String {
    match v {
        Value::Text(t) => print_word(t, alphabet),
        other => other.to_string(),
    }
}

/// A word, in quotes where it would not come back otherwise.
fn print_word(t: &str, alphabet: &str) -> String {
    let safe = |c: char| {
        (alphabet.contains(c) && !c.is_whitespace())
            || (!is_mark(c) && c != '\\' && narrow(c) == c && !c.is_whitespace())
    };
    if !t.is_empty() && t.chars().all(safe) {
        return t.into();
    }
    let mut out = String::from('"');
    for c in t.chars() {
        // A letter that looks like a quote would end the word as well.
        if c == '\\' || narrow(c) == '"' {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

struct Printer<'i> {
    interp: &'i Interp,
    fields: &'i [Field],
    alphabet: String,
}

impl Printer<'_> {
    /// Which memory fields hold something else than their start, given the fields before them.
    fn changed(&self, part: &[Value]) -> Vec<bool> {
        let differs = |i: usize| {
            self.fields[i].start.is_some() && self.interp.start_of(part, i).as_ref() != Some(&part[i])
        };
        (0..part.len()).map(differs).collect()
    }

    /// The one part of a `position` game.
    fn whole(&self, part: &[Value]) -> String {
        let needed: Vec<usize> = (0..part.len()).filter(|&i| self.fields[i].start.is_none()).collect();
        let shown: Vec<usize> = if needed.is_empty() { (0..part.len()).collect() } else { needed.clone() };
        let alone = shown.len() == 1;
        let mut out: Vec<String> = shown.iter().map(|&i| self.field(i, &part[i], alone)).collect();
        if !needed.is_empty() {
            for (i, changed) in self.changed(part).into_iter().enumerate() {
                if changed {
                    out.push(format!("{}={}", self.fields[i].name, self.field(i, &part[i], false)));
                }
            }
        }
        out.join(" ")
    }

    /// One part of a sum.
    fn part(&self, part: &[Value], alone: bool) -> String {
        let needed: Vec<usize> = (0..part.len()).filter(|&i| self.fields[i].start.is_none()).collect();
        let all = needed.is_empty() || self.changed(part).contains(&true);
        let shown: Vec<usize> = if all { (0..part.len()).collect() } else { needed };
        if let [only] = shown[..] {
            return self.field(only, &part[only], alone);
        }
        let inner: Vec<String> = shown.iter().map(|&i| self.field(i, &part[i], false)).collect();
        format!("({})", inner.join(","))
    }

    /// A field; `alone` may leave out the brackets.
    fn field(&self, i: usize, v: &Value, alone: bool) -> String {
        let field = &self.fields[i];
        let atom = |v: &Value| print_atom(v, &self.alphabet);
        let shown = self.interp.rules().shown(i);
        // All of a row in its letters.
        let lettered = |cells: &[Value]| {
            let letter = |v: &Value| shown.and_then(|s| s.letter(v.as_int()?));
            let text: Option<String> = cells.iter().map(letter).collect();
            text.filter(|t| !t.is_empty()).map(|t| print_word(&t, &self.alphabet))
        };
        match (field.kind, v) {
            (FieldKind::Word | FieldKind::Row, Value::List(cells)) if let Some(text) = lettered(cells) => {
                let bare = alone || field.kind == FieldKind::Word;
                if bare { text } else { format!("[{text}]") }
            }
            (FieldKind::Word, Value::List(digits)) => {
                if digits.iter().all(|d| (Value::Int(0)..=Value::Int(9)).contains(d)) {
                    let text: String = digits.iter().map(Value::to_string).collect();
                    print_word(&text, &self.alphabet)
                } else {
                    brackets(digits.iter().map(atom).collect(), " ", false)
                }
            }
            (FieldKind::Grid, Value::List(rows)) => {
                let letters = *element_type(field) == Type::Text;
                let row = |row: &Value| match row {
                    Value::List(cells) if cells.is_empty() => "\"\"".into(),
                    Value::List(cells) if letters => {
                        let text: String = cells
                            .iter()
                            .map(|c| if let Value::Text(t) = c { t.to_string() } else { c.to_string() })
                            .collect();
                        print_word(&text, &self.alphabet)
                    }
                    Value::List(cells) => lettered(cells)
                        .unwrap_or_else(|| cells.iter().map(atom).collect::<Vec<_>>().join(" ")),
                    other => atom(other),
                };
                brackets(rows.iter().map(row).collect(), " / ", alone)
            }
            (FieldKind::Number | FieldKind::Word, v) => atom(v),
            (_, Value::List(items) | Value::Set(items)) => {
                brackets(items.iter().map(atom).collect(), " ", alone)
            }
            (_, v) => atom(v),
        }
    }
}

fn brackets(items: Vec<String>, by: &str, alone: bool) -> String {
    let text = items.join(by);
    if alone && !text.is_empty() { text } else { format!("[{text}]") }
}
