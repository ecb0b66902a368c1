//! Moves as people type them: `take 2 @1`, `bowl k=2 left=0`, `2`.
//!
//! What is printed means its move alone. Lines may share a name: what gives every choice of one line is read before what
//! leaves something open in another, and where two lines would still read the same, the line is named: `take/2 1`.

use super::error::MoveProblem;
use super::value::read_value;
use crate::check::NoLoader;
use crate::interp::{Chosen, Interp, Made, Part, Position, Turn};
use crate::lexer::narrow;
use crate::number;
use crate::rules::Move;
use crate::suggest;
use crate::value::Value;
use std::ops::ControlFlow;

/// The name that a nameless move answers to.
const NAMELESS: &str = "move";
/// Between a name and the number of the line among those of that name.
const LINE: char = '/';
/// A text that leaves choices open is read as so many moves at most.
pub const MOST_MEANT: usize = 1 << 12;
/// So many legal moves are shown beside an illegal one.
const SHOWN: usize = 8;

/// Name and choices: `take 2`, `bowl k=2 left=0`.
pub fn move_words(interp: &Interp, line: usize, choices: &[Value]) -> String {
    let Some(mv) = interp.rules().moves.get(line) else { return String::new() };
    words(mv, choices, mv.name.clone())
}

fn words(mv: &Move, choices: &[Value], name: Option<String>) -> String {
    let mut out: Vec<String> = name.into_iter().collect();
    match (choices, &mv.chosen[..]) {
        ([], _) if out.is_empty() => out.push(NAMELESS.into()),
        ([one], _) => out.push(typed(one)),
        (many, names) => {
            out.extend(many.iter().zip(names).map(|(v, (_, name))| format!("{name}={}", typed(v))))
        }
    }
    out.join(" ")
}

/// A move as it would be typed; the part is named where there are several, and the line where another reads the same.
pub fn print_move(interp: &Interp, position: &Position, turn: Turn, chosen: &Chosen) -> String {
    let Chosen { part, line, choices } = chosen;
    let part_of = position.parts.get(*part);
    let mut out = match interp.rules().moves.get(*line) {
        Some(mv) if part_of.is_some_and(|p| !is_clear(interp, p, turn, *line, choices)) => {
            words(mv, choices, Some(line_name(&interp.rules().moves, *line)))
        }
        _ => move_words(interp, *line, choices),
    };
    if position.parts.len() > 1 {
        out.push_str(&format!(" @{}", part + 1));
    }
    out
}

/// Do the plain words of a move mean no move of another line?
fn is_clear(interp: &Interp, part: &Part, turn: Turn, line: usize, choices: &[Value]) -> bool {
    let moves = &interp.rules().moves;
    let mv = &moves[line];
    let named = mv.name.is_some() || choices.is_empty();
    // A bare word that is the name of a move is read as that.
    if let (false, [Value::Text(word)]) = (named, choices)
        && moves.iter().any(|m| name_of(m) == &**word)
    {
        return false;
    }
    let rivals = (0..moves.len()).filter(|&i| i != line);
    rivals.filter(|&i| !named || name_of(&moves[i]) == name_of(mv)).all(|i| {
        match as_choices(mv, choices, &moves[i]) {
            None => true,
            Some(given) => matches!(interp.apply(part, i, &given, turn), Ok(None)),
        }
    })
}

/// The choices of another line that the words of a move give in full.
fn as_choices(mv: &Move, choices: &[Value], other: &Move) -> Option<Vec<Value>> {
    if mv.chosen.len() != other.chosen.len() {
        return None;
    }
    if choices.len() < 2 {
        return Some(choices.to_vec());
    }
    let of = |name: &String| mv.chosen.iter().position(|(_, n)| n == name);
    other.chosen.iter().map(|(_, name)| choices.get(of(name)?).cloned()).collect()
}

/// The name that means one line alone: `take`, or `take/2` where several lines have the name.
fn line_name(moves: &[Move], line: usize) -> String {
    let name = name_of(&moves[line]);
    let same: Vec<usize> = lines_named(moves, name);
    match same.iter().position(|&i| i == line) {
        Some(at) if same.len() > 1 => format!("{name}{LINE}{}", at + 1),
        _ => name.to_string(),
    }
}

fn lines_named(moves: &[Move], name: &str) -> Vec<usize> {
    (0..moves.len()).filter(|&i| name_of(&moves[i]) == name).collect()
}

/// A value as it is typed in a move.
fn typed(v: &Value) -> String {
    match v {
        Value::Text(t) => {
            let word = is_name(t) && !matches!(&**t, "yes" | "no" | "是" | "否");
            if word && t.chars().all(|c| narrow(c) == c) { t.to_string() } else { v.to_string() }
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

/// Reads a move of a position; all legal moves that fit what was typed. What gives every choice of a line means that line;
/// otherwise choices that were left out may be anything, and the first [`MOST_MEANT`] moves are listed.
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
    let nothing = request.name.is_none() && request.given.is_empty();
    if nothing && request.part.is_none() {
        return Err(MoveProblem::Empty { known });
    }
    let lines = request.lines(&rules.moves)?;
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
    let mut open: Vec<Option<Vec<Option<Value>>>> = vec![None; rules.moves.len()];
    for &line in &lines {
        let wanted = match request.choices(&rules.moves[line]) {
            Ok(wanted) => wanted,
            Err(problem) => {
                misfit.get_or_insert(problem);
                continue;
            }
        };
        match wanted.iter().cloned().collect::<Option<Vec<Value>>>() {
            Some(choices) if !nothing => {
                for &part in &parts {
                    let chosen = Chosen { part, line, choices: choices.clone() };
                    match interp.apply(&position.parts[part], line, &chosen.choices, turn) {
                        Ok(Some(_)) => found.push(chosen),
                        Ok(None) => complete.push(chosen),
                        Err(error) => {
                            misfit.get_or_insert(MoveProblem::Failed(error));
                        }
                    }
                }
            }
            _ => open[line] = Some(wanted),
        }
    }
    if found.is_empty() && open.iter().any(Option::is_some) {
        for &part in &parts {
            let listed = interp.moves(&position.parts[part], turn, &mut |made: Made<'_>| {
                let fits = |wanted: &Vec<Option<Value>>| {
                    made.choices.iter().zip(wanted).all(|(v, w)| w.as_ref().is_none_or(|w| w == v))
                };
                if open[made.line].as_ref().is_some_and(fits) {
                    found.push(Chosen { part, line: made.line, choices: made.choices.to_vec() });
                }
                if found.len() < MOST_MEANT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            listed.map_err(MoveProblem::Failed)?;
            if found.len() >= MOST_MEANT {
                break;
            }
        }
    }
    if !found.is_empty() {
        return Ok(found);
    }
    match (request.slip.take(), misfit) {
        (Some(near), _) => Err(near),
        (None, Some(problem)) if complete.is_empty() => Err(problem),
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
            legal.push(print_move(interp, position, turn, &chosen));
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
    /// The number of a line among those of the name, as typed.
    line: Option<String>,
    /// Values in order, with the name of their choice if it was given.
    given: Vec<(Option<String>, Value)>,
    part: Option<String>,
    /// What to say if the first word is no value after all.
    slip: Option<MoveProblem>,
}

impl Request {
    fn read(text: &str, known: &[String]) -> Result<Request, MoveProblem> {
        let mut chunks = chunks(text);
        let mut part = None;
        if let Some(at) = chunks.iter().position(|c| c.starts_with('@')) {
            let tail: Vec<String> = chunks.drain(at..).collect();
            part = Some(tail.concat().trim_start_matches('@').to_string());
        }
        let mut request = Request { name: None, line: None, given: Vec::new(), part, slip: None };
        for (i, chunk) in chunks.iter().enumerate() {
            let (word, line) = match chunk.split_once(LINE) {
                Some((word, line)) => (word, Some(line.to_string())),
                None => (chunk.as_str(), None),
            };
            if i == 0 && known.iter().any(|n| n == word) {
                request.name = Some(word.to_string());
                request.line = line;
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
                    request.slip = Some(MoveProblem::UnknownName { name, known, near });
                }
            }
            request.given.push((name, value));
        }
        Ok(request)
    }

    /// The lines that may be meant.
    fn lines(&self, moves: &[Move]) -> Result<Vec<usize>, MoveProblem> {
        let Some(name) = &self.name else { return Ok((0..moves.len()).collect()) };
        let lines = lines_named(moves, name);
        let Some(number) = &self.line else { return Ok(lines) };
        let at = number.parse::<usize>().ok().and_then(|n| lines.get(n.checked_sub(1)?));
        at.map(|&line| vec![line])
            .ok_or_else(|| MoveProblem::NoSuchLine { name: name.clone(), lines: lines.len() })
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
    if let Some(n) = number::parse(text.strip_prefix('+').unwrap_or(text)) {
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
