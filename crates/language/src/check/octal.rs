//! Take-and-break codes such as `0.77` or `4.0`, written out as ordinary moves.
//!
//! The digit at place k (place 0 stands before the point) says what may be left of a heap after taking k from it:
//! bit 0 nothing, bit 1 one heap, bit 2 two heaps, bit 3 three heaps, none of them empty. The moves are written as
//! text and checked like any other, so that everything that reads moves reads them.

use super::Checker;
use super::problem::LineProblem;
use crate::ast::{FieldKind, LineKind, Text};
use crate::parse;
use crate::rules::Move;
use crate::span::Span;

/// Digits by place, or what is wrong with the code.
fn digits(code: &str) -> Result<Vec<u32>, LineProblem> {
    let shape = || LineProblem::OctalShape { code: code.to_string() };
    let (before, after) = code.split_once('.').ok_or_else(shape)?;
    if before.chars().count() != 1 || after.is_empty() {
        return Err(shape());
    }
    let mut digits = Vec::new();
    for c in before.chars().chain(after.chars()) {
        let wrong = || LineProblem::OctalDigit { code: code.to_string(), digit: c };
        digits.push(c.to_digit(16).ok_or_else(wrong)?);
    }
    match digits.first() {
        Some(d) if d & 3 != 0 => {
            Err(LineProblem::OctalBefore { digit: before.chars().next().unwrap_or('0') })
        }
        _ if digits.iter().all(|d| *d == 0) => Err(LineProblem::OctalEmpty { code: code.to_string() }),
        _ => Ok(digits),
    }
}

/// `{1, 2}`: the places from 1 whose digit passes a test; `None` where there are none.
fn places(digits: &[u32], test: impl Fn(u32) -> bool) -> Option<String> {
    let found: Vec<String> = (1..digits.len()).filter(|&k| test(digits[k])).map(|k| k.to_string()).collect();
    if found.is_empty() { None } else { Some(format!("{{{}}}", found.join(", "))) }
}

/// The moves as text. `n` is the heap, `k`, `a`, `b` are free names; `empty` says that a heap may be 0.
fn written(digits: &[u32], n: &str, [k, a, b]: [&str; 3], empty: bool) -> String {
    let mut lines = String::new();
    let mut add = |line: String| {
        lines.push_str(&line);
        lines.push('\n');
    };
    let take = format!("say \"take {{{k}}} from {{{n}}}\" zh \"从 {{{n}}} 中取 {{{k}}}\"");
    // Leaving nothing and leaving one heap is one line where an empty heap is a heap.
    let both = |d: u32| empty && d & 3 == 3;
    if let Some(ks) = places(digits, both) {
        add(format!("move take {k} in {ks}: {n} -> {n} - {k} {take}"));
    }
    if let Some(ks) = places(digits, |d| d & 1 != 0 && !both(d)) {
        let left = if empty { format!("{n} - {k}") } else { "nothing".to_string() };
        add(format!("move take {k} in {ks} if {n} = {k}: {n} -> {left} {take}"));
    }
    if let Some(ks) = places(digits, |d| d & 2 != 0 && !both(d)) {
        add(format!("move take {k} in {ks} if {n} > {k}: {n} -> {n} - {k} {take}"));
    }
    if let Some(ks) = places(digits, |d| d & 4 != 0) {
        add(format!(
            "move take {k} in {ks}, {a} in 1..({n} - {k}) div 2: {n} -> {a}, {n} - {k} - {a} \
             say \"take {{{k}}} from {{{n}}}, leave {{{a}}} and {{{n} - {k} - {a}}}\" \
             zh \"从 {{{n}}} 中取 {{{k}}}，留下 {{{a}}} 和 {{{n} - {k} - {a}}}\""
        ));
    }
    if let Some(ks) = places(digits, |d| d & 8 != 0) {
        add(format!(
            "move take {k} in {ks}, {a} in 1..({n} - {k}) div 3, {b} in {a}..({n} - {k} - {a}) div 2: \
             {n} -> {a}, {b}, {n} - {k} - {a} - {b} \
             say \"take {{{k}}} from {{{n}}}, leave {{{a}}}, {{{b}}} and {{{n} - {k} - {a} - {b}}}\" \
             zh \"从 {{{n}}} 中取 {{{k}}}，留下 {{{a}}}、{{{b}}} 和 {{{n} - {k} - {a} - {b}}}\""
        ));
    }
    if digits[0] & 4 != 0 {
        add(format!(
            "move split {a} in 1..{n} div 2: {n} -> {a}, {n} - {a} \
             say \"split {{{n}}} into {{{a}}} and {{{n} - {a}}}\" zh \"把 {{{n}}} 分成 {{{a}}} 和 {{{n} - {a}}}\""
        ));
    }
    if digits[0] & 8 != 0 {
        add(format!(
            "move split {a} in 1..{n} div 3, {b} in {a}..({n} - {a}) div 2: {n} -> {a}, {b}, {n} - {a} - {b} \
             say \"split {{{n}}} into {{{a}}}, {{{b}}} and {{{n} - {a} - {b}}}\" \
             zh \"把 {{{n}}} 分成 {{{a}}}、{{{b}}} 和 {{{n} - {a} - {b}}}\""
        ));
    }
    lines
}

impl Checker<'_> {
    /// The moves of a code.
    pub(super) fn octal(&mut self, code: &Text, span: Span) -> Vec<Move> {
        let one = match self.fields.as_slice() {
            [f] if f.kind == FieldKind::Number && self.is_sum() => Some((f.name.clone(), f.domain.is_none())),
            _ => None,
        };
        let Some((field, empty)) = one else {
            self.error(span, LineProblem::OctalField);
            return Vec::new();
        };
        let digits = match digits(&code.text) {
            Ok(digits) => digits,
            Err(problem) => {
                self.error(code.span, problem);
                return Vec::new();
            }
        };
        let names = ["k", "a", "b"].map(|n| self.free_name(n));
        let text = written(&digits, &field, [&names[0], &names[1], &names[2]], empty);
        let source = self.sources.add(format!("octal {}", code.text), text.as_str());
        let (file, problems) = parse::parse(source, &text);
        self.diagnostics.extend(problems);
        let lines = file.lines.iter().filter(|l| matches!(l.kind, LineKind::Move { .. }));
        let moves: Vec<Move> = lines.filter_map(|l| self.move_line(l)).collect();
        moves.into_iter().map(|m| Move { span, ..m }).collect()
    }

    /// A name for a choice that nothing else bears.
    fn free_name(&self, like: &str) -> String {
        let taken = |n: &String| {
            self.field_names.contains(n)
                || self.param_names.contains(n)
                || self.heads.iter().any(|h| h.name == *n)
        };
        let numbered = (1..).map(|i| format!("{like}{i}"));
        std::iter::once(like.to_string()).chain(numbered).find(|n| !taken(n)).unwrap_or_default()
    }
}
