//! Moves as people type them: `take 2 @1`, `bowl k=2 left=0`, `2`.

use super::error::MoveProblem;
use super::value::read_value;
use crate::check::NoLoader;
use crate::interp::{Chosen, Interp, Made, Position, Turn};
use crate::lexer::narrow;
use crate::rules::Move;
use crate::suggest;
use crate::value::Value;
use std::ops::ControlFlow;

/// The name that a nameless move answers to.
const NAMELESS: &str = "move";
/// So many legal moves are shown beside an illegal one.
const SHOWN: usize = 8;

/// Name and choices: `take 2`, `bowl k=2 left=0`.
pub fn move_words(interp: &Interp, line: usize, choices: &[Value]) -> String {
    let Some(mv) = interp.rules().moves.get(line) else { return String::new() };
    let mut out: Vec<String> = mv.name.iter().cloned().collect();
    match (choices, &mv.chosen[..]) {
        ([], _) if out.is_empty() => out.push(NAMELESS.into()),
        ([one], _) => out.push(typed(one)),
        (many, names) => {
            out.extend(many.iter().zip(names).map(|(v, (_, name))| format!("{name}={}", typed(v))))
        }
    }
    out.join(" ")
}

/// A move as it would be typed; the part is named where there are several.
pub fn print_move(interp: &Interp, position: &Position, chosen: &Chosen) -> String {
    let mut out = move_words(interp, chosen.line, &chosen.choices);
    if position.parts.len() > 1 {
        out.push_str(&format!(" @{}", chosen.part + 1));
    }
    out
}

/// A value as it is typed in a move.
fn typed(v: &Value) -> String {
    match v {
        Value::Text(t) => {
            let word = is_name(t) && !matches!(&**t, "yes" | "no" | "是" | "否");
            if word { t.to_string() } else { v.to_string() }
        }
        Value::List(items) => format!("[{}]", items.iter().map(typed_inside).collect::<Vec<_>>().join(",")),
        Value::Set(items) => format!("{{{}}}", items.iter().map(typed_inside).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// A value inside brackets, where a bare word would be a name.
fn typed_inside(v: &Value) -> String {
    match v {
        Value::Text(_) => v.to_string(),
        other => typed(other),
    }
}

/// Reads a move of a position; all legal moves that fit what was typed. Choices that were left out may be anything.
pub fn parse_move(
    interp: &Interp,
    position: &Position,
    turn: Turn,
    text: &str,
) -> Result<Vec<Chosen>, MoveProblem> {
    let rules = interp.rules();
    let mut known: Vec<String> = Vec::new();
    for mv in &rules.moves {
        let name = name_of(mv).to_string();
        if !known.contains(&name) {
            known.push(name);
        }
    }
    let mut request = Request::read(text, &known)?;
    if request.name.is_none() && request.given.is_empty() && request.part.is_none() {
        return Err(MoveProblem::Empty { known });
    }
    let lines: Vec<usize> = (0..rules.moves.len())
        .filter(|&i| request.name.as_deref().is_none_or(|n| n == name_of(&rules.moves[i])))
        .collect();
    let parts: Vec<usize> = match request.part.take() {
        None => (0..position.parts.len()).collect(),
        Some(text) => match text.parse::<usize>() {
            Ok(p) if (1..=position.parts.len()).contains(&p) => vec![p - 1],
            _ => return Err(MoveProblem::NoSuchPart { text, parts: position.parts.len() }),
        },
    };
    let mut found = Vec::new();
    let mut misfit = None;
    let mut complete = Vec::new();
    for &line in &lines {
        let wanted = match request.choices(&rules.moves[line]) {
            Ok(wanted) => wanted,
            Err(problem) => {
                misfit.get_or_insert(problem);
                continue;
            }
        };
        for &part in &parts {
            match wanted.iter().cloned().collect::<Option<Vec<Value>>>() {
                Some(choices) => {
                    let chosen = Chosen { part, line, choices };
                    let applied = interp.apply(&position.parts[part], line, &chosen.choices, turn);
                    if applied.map_err(MoveProblem::Failed)?.is_some() {
                        found.push(chosen);
                    } else {
                        complete.push(chosen);
                    }
                }
                None => {
                    interp
                        .moves(&position.parts[part], turn, &mut |made: Made<'_>| {
                            let fits = made
                                .choices
                                .iter()
                                .zip(&wanted)
                                .all(|(v, w)| w.as_ref().is_none_or(|w| w == v));
                            if made.line == line && fits {
                                found.push(Chosen { part, line, choices: made.choices.to_vec() });
                            }
                            ControlFlow::Continue(())
                        })
                        .map_err(MoveProblem::Failed)?;
                }
            }
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    match misfit {
        Some(problem) if complete.is_empty() => Err(problem),
        _ => Err(illegal(interp, position, turn, &complete)),
    }
}

/// Why nothing fits: one reason where one move was meant, and some moves that are legal.
fn illegal(interp: &Interp, position: &Position, turn: Turn, complete: &[Chosen]) -> MoveProblem {
    let why = match complete {
        [one] => interp.why_illegal(&position.parts[one.part], one.line, &one.choices, turn).ok().flatten(),
        _ => None,
    };
    let mut legal = Vec::new();
    for (part, fields) in position.parts.iter().enumerate() {
        // A position too large to list moves for shows none.
        let _ = interp.moves(fields, turn, &mut |made| {
            let chosen = Chosen { part, line: made.line, choices: made.choices.to_vec() };
            legal.push(print_move(interp, position, &chosen));
            if legal.len() < SHOWN { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if legal.len() >= SHOWN {
            legal.truncate(SHOWN);
            legal.push("…".into());
            break;
        }
    }
    MoveProblem::Illegal { why, legal }
}

fn name_of(mv: &Move) -> &str {
    mv.name.as_deref().unwrap_or(NAMELESS)
}

/// What was typed.
struct Request {
    name: Option<String>,
    /// Values in order, with the name of their choice if it was given.
    given: Vec<(Option<String>, Value)>,
    part: Option<String>,
}

impl Request {
    fn read(text: &str, known: &[String]) -> Result<Request, MoveProblem> {
        let mut chunks = chunks(text);
        let mut part = None;
        if let Some(at) = chunks.iter().position(|c| c.starts_with('@')) {
            let tail: Vec<String> = chunks.drain(at..).collect();
            part = Some(tail.concat().trim_start_matches('@').to_string());
        }
        let mut request = Request { name: None, given: Vec::new(), part };
        for (i, chunk) in chunks.iter().enumerate() {
            if i == 0 && known.iter().any(|n| n == chunk) {
                request.name = Some(chunk.clone());
                continue;
            }
            let (name, value) = match chunk.split_once('=') {
                Some((n, v)) if is_name(n) => (Some(n.to_string()), v),
                _ => (None, chunk.as_str()),
            };
            let value = read(value).ok_or_else(|| MoveProblem::NotAValue { text: chunk.clone() })?;
            // A first word that is no move may be a slip of its name; otherwise it is a value such as a node.
            if i == 0 && name.is_none() && matches!(value, Value::Text(_)) && !chunk.starts_with('"') {
                let near = suggest::nearest(chunk, known.iter().map(String::as_str)).map(String::from);
                if chunks.len() > 1 || near.is_some() {
                    let (name, known) = (chunk.clone(), known.to_vec());
                    return Err(MoveProblem::UnknownName { name, known, near });
                }
            }
            request.given.push((name, value));
        }
        Ok(request)
    }

    /// The choices of a line that were given: by name first, the others in order.
    fn choices(&self, mv: &Move) -> Result<Vec<Option<Value>>, MoveProblem> {
        let names = || mv.chosen.iter().map(|(_, n)| n.clone()).collect::<Vec<String>>();
        let mut out: Vec<Option<Value>> = vec![None; mv.chosen.len()];
        for (name, value) in &self.given {
            let Some(name) = name else { continue };
            let Some(i) = mv.chosen.iter().position(|(_, n)| n == name) else {
                let known = names();
                let near = suggest::nearest(name, known.iter().map(String::as_str)).map(String::from);
                return Err(MoveProblem::UnknownChoice { name: name.clone(), known, near });
            };
            out[i] = Some(value.clone());
        }
        for (_, value) in self.given.iter().filter(|(name, _)| name.is_none()) {
            match out.iter_mut().find(|slot| slot.is_none()) {
                Some(slot) => *slot = Some(value.clone()),
                None => return Err(MoveProblem::TooMany { choices: names() }),
            }
        }
        Ok(out)
    }
}

fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A plain value, or an expression without names.
fn read(text: &str) -> Option<Value> {
    match text {
        "yes" | "是" => return Some(Value::Bool(true)),
        "no" | "否" => return Some(Value::Bool(false)),
        _ => {}
    }
    if let Ok(n) = text.parse::<num_bigint::BigInt>() {
        return Some(Value::big(n));
    }
    if is_name(text) {
        return Some(Value::text(text));
    }
    read_value(text, &NoLoader).ok()
}

/// Cuts at blanks and commas outside brackets and quotes; `a = 1` is one piece, `@` begins one.
fn chunks(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut now = String::new();
    let (mut depth, mut quoted) = (0usize, false);
    for raw in text.chars() {
        let c = if quoted { raw } else { narrow(raw) };
        match c {
            '"' => {
                quoted = !quoted;
                now.push(c);
            }
            _ if quoted => now.push(c),
            '[' | '{' | '(' => {
                depth += 1;
                now.push(c);
            }
            ']' | '}' | ')' => {
                depth = depth.saturating_sub(1);
                now.push(c);
            }
            '@' if depth == 0 => {
                out.push(std::mem::take(&mut now));
                now.push(c);
            }
            '=' if depth == 0 && now.is_empty() => {
                now = out.pop().unwrap_or_default();
                now.push(c);
            }
            c if depth == 0 && (c.is_whitespace() || c == ',') => {
                if !now.ends_with('=') {
                    out.push(std::mem::take(&mut now));
                }
            }
            c => now.push(c),
        }
    }
    out.push(now);
    out.retain(|c| !c.is_empty());
    out
}
