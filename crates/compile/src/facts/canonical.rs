//! Canonical text: two move lines get the same text when they differ only in the names of their choices, the
//! order of independent choices and the order of what commutes.
//!
//! The text can be taken with fields renamed, which is how [`crate::facts::symmetry`] compares a game with its mirror
//! image. Equal texts mean equal moves; different texts mean nothing.

use bouton_core::{
    Action, Change, Choice, Clause, Comprehension, Guard, Kind, Move, Piece, Range, Real, Relation, Target,
    Term,
};
use bouton_language::ast::BinaryOp;
use bouton_language::rules::Builtin;
use bouton_language::value::Value;

/// A writer of canonical text.
pub(crate) struct Writer<'a> {
    /// The new index of each field: field `i` is written as field `fields[i]`.
    fields: &'a [usize],
    locals: Vec<Option<String>>,
    bound: usize,
    depth: usize,
}

/// Deeper expressions have no text; lines with one never compare equal.
const DEPTH: usize = 150;

impl<'a> Writer<'a> {
    /// A writer under a renaming of fields.
    pub(crate) fn new(fields: &'a [usize]) -> Writer<'a> {
        Writer { fields, locals: Vec::new(), bound: 0, depth: 0 }
    }

    fn name(&mut self, slot: usize, name: String) {
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(name);
    }

    fn field(&self, f: usize) -> usize {
        self.fields.get(f).copied().unwrap_or(f)
    }

    fn bind(&mut self, slot: usize) -> String {
        self.bound += 1;
        let name = format!("v{}", self.bound);
        self.name(slot, name.clone());
        name
    }

    /// The text of an expression.
    pub(crate) fn expr(&mut self, e: &Term) -> Option<String> {
        if self.depth > DEPTH {
            return None;
        }
        self.depth += 1;
        let out = self.kind(e);
        self.depth -= 1;
        out
    }

    /// The text of an expression, or of there being none.
    fn or(&mut self, e: Option<&Term>, none: &str) -> Option<String> {
        e.map_or_else(|| Some(none.to_string()), |e| self.expr(e))
    }

    fn list(&mut self, items: &[Term]) -> Option<Vec<String>> {
        items.iter().map(|e| self.expr(e)).collect()
    }

    fn listed(&mut self, items: &[Term]) -> Option<String> {
        Some(self.list(items)?.join(","))
    }

    /// Several texts in order, where their order does not matter.
    fn sorted(&self, mut parts: Vec<String>, sign: &str) -> String {
        parts.sort();
        parts.join(sign)
    }

    fn kind(&mut self, e: &Term) -> Option<String> {
        Some(match &e.kind {
            Kind::Value(v) => format!("{v}"),
            Kind::Field(f) => format!("f{}", self.field(*f)),
            Kind::Local(s) => self.locals.get(*s)?.clone()?,
            Kind::Mover => "mover".into(),
            Kind::Turn => "turn".into(),
            Kind::Stuck => "stuck".into(),
            Kind::Heaps => "heaps".into(),
            Kind::Tuple(items) => format!("({})", self.listed(items)?),
            Kind::List(pieces) => format!("[{}]", self.ranges(pieces)?.join(",")),
            Kind::Set(pieces) => {
                let parts = self.ranges(pieces)?;
                format!("{{{}}}", self.sorted(parts, ","))
            }
            Kind::Fold(gather, c) => format!("{gather:?}({})", self.comprehension(c)?),
            Kind::Index(base, places) => {
                let base = self.expr(base)?;
                format!("{base}[{}]", self.listed(places)?)
            }
            Kind::Slice(base, from, to) => {
                let base = self.expr(base)?;
                let (from, to) = (self.or(from.as_deref(), "")?, self.or(to.as_deref(), "")?);
                format!("{base}[{from}..{to}]")
            }
            Kind::Call(f, args) => {
                let mut parts = self.list(args)?;
                if matches!(
                    f,
                    Builtin::Min | Builtin::Max | Builtin::Gcd | Builtin::Xor | Builtin::Band | Builtin::Bor
                ) {
                    parts.sort();
                }
                format!("{}({})", f.name(), parts.join(","))
            }
            Kind::Define(d, args) => format!("d{d}({})", self.listed(args)?),
            Kind::Size(x) => {
                // An absolute value does not see the sign.
                let (plain, turned) = (self.sum(x, true)?, self.sum(x, false)?);
                format!("|{}|", if plain <= turned { plain } else { turned })
            }
            Kind::Not(x) => format!("!{}", self.expr(x)?),
            Kind::And(..) => self.flat(e, "&")?,
            Kind::Or(..) => self.flat(e, "or")?,
            Kind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => self.sum(e, true)?,
            Kind::Binary(op, a, b) => {
                let mut parts = [self.expr(a)?, self.expr(b)?];
                if matches!(op, BinaryOp::Mul | BinaryOp::Xor) {
                    parts.sort();
                }
                format!("({} {op:?} {})", parts[0], parts[1])
            }
            Kind::Compare(relation, a, b) => {
                let mut parts = [self.expr(a)?, self.expr(b)?];
                if matches!(relation, Relation::Eq | Relation::Ne) {
                    parts.sort();
                }
                format!("({} {relation:?} {})", parts[0], parts[1])
            }
            Kind::In(x, range) => format!("({} in {})", self.expr(x)?, self.range(range)?),
            Kind::Cases(arms) => {
                let mut out = String::from("cases(");
                for (value, cond) in arms {
                    let cond = self.or(cond.as_ref(), "else")?;
                    out.push_str(&format!("{} if {cond};", self.expr(value)?));
                }
                out + ")"
            }
            Kind::Floor(r) => format!("floor({})", self.real(r)?),
        })
    }

    fn real(&mut self, r: &Real) -> Option<String> {
        Some(match r {
            Real::Int(e) => self.expr(e)?,
            Real::Phi => "phi".into(),
            Real::Sqrt(e) => format!("sqrt({})", self.expr(e)?),
            Real::Add(a, b) => format!("({}+{})", self.real(a)?, self.real(b)?),
            Real::Sub(a, b) => format!("({}-{})", self.real(a)?, self.real(b)?),
            Real::Mul(a, b) => format!("({}*{})", self.real(a)?, self.real(b)?),
            Real::Div(a, b) => format!("({}/{})", self.real(a)?, self.real(b)?),
            Real::Neg(a) => format!("-{}", self.real(a)?),
        })
    }

    /// `and` and `or` chains, in order of their texts.
    fn flat(&mut self, e: &Term, sign: &str) -> Option<String> {
        let mut open = vec![e];
        let mut parts = Vec::new();
        while let Some(e) = open.pop() {
            match (&e.kind, sign) {
                (Kind::And(a, b), "&") | (Kind::Or(a, b), "or") => open.extend([&**a, &**b]),
                _ => parts.push(self.expr(e)?),
            }
        }
        Some(format!("({})", self.sorted(parts, sign)))
    }

    /// Sums, with the terms in order and signs pulled to the front.
    fn sum(&mut self, e: &Term, sign: bool) -> Option<String> {
        let mut open = vec![(sign, e)];
        let mut terms = Vec::new();
        while let Some((plus, e)) = open.pop() {
            match &e.kind {
                Kind::Binary(BinaryOp::Add, a, b) => open.extend([(plus, &**a), (plus, &**b)]),
                Kind::Binary(BinaryOp::Sub, a, b) => open.extend([(plus, &**a), (!plus, &**b)]),
                Kind::Value(Value::Int(0)) => {}
                _ => terms.push(format!("{}{}", if plus { "+" } else { "-" }, self.expr(e)?)),
            }
        }
        Some(format!("({})", self.sorted(terms, "")))
    }

    /// The text of a range.
    pub(crate) fn range(&mut self, r: &Range) -> Option<String> {
        match r {
            Range::Of(e) => self.expr(e),
            Range::Between(lo, hi) => {
                let (lo, hi) = (self.or(lo.as_ref(), "0")?, self.or(hi.as_ref(), "")?);
                Some(format!("{lo}..{hi}"))
            }
        }
    }

    /// The text of a local that runs over a range.
    fn drawn(&mut self, slot: usize, range: &Range) -> Option<String> {
        let range = self.range(range)?;
        Some(format!("{} in {range}", self.bind(slot)))
    }

    fn ranges(&mut self, pieces: &[Range]) -> Option<Vec<String>> {
        pieces.iter().map(|p| self.range(p)).collect()
    }

    fn comprehension(&mut self, c: &Comprehension) -> Option<String> {
        let mut out = String::new();
        for clause in &c.clauses {
            match clause {
                Clause::For { slot, range } => out.push_str(&format!(" for {}", self.drawn(*slot, range)?)),
                Clause::If(cond) => out.push_str(&format!(" if {}", self.expr(cond)?)),
            }
        }
        Some(format!("{}{out}", self.expr(&c.element)?))
    }

    fn choices(&mut self, choices: &[&Choice]) -> Option<String> {
        let mut out = String::new();
        for choice in choices {
            match choice {
                Choice::In { slot, range, .. } => {
                    out.push_str(&format!("{};", self.drawn(*slot, range)?));
                }
                Choice::If(cond) => out.push_str(&format!("if {};", self.expr(cond)?)),
                // A let is its value: lines that name it differently, or not at all, are still the same.
                Choice::Let { slot, value } => {
                    let value = self.expr(value)?;
                    self.name(*slot, value);
                }
            }
        }
        Some(out)
    }

    fn changes(&mut self, changes: &[Change]) -> Option<String> {
        let mut parts = Vec::new();
        for c in changes {
            let mut guards = String::new();
            for g in &c.guards {
                match g {
                    Guard::When(cond) => guards.push_str(&format!(" when {}", self.expr(cond)?)),
                    Guard::For { slot, range } => {
                        guards.push_str(&format!(" for {}", self.drawn(*slot, range)?));
                    }
                }
            }
            let target = match &c.target {
                Target::Field(f) => format!("f{}", self.field(*f)),
                Target::Element(f, places) => {
                    format!("f{}[{}]", self.field(*f), self.listed(places)?)
                }
                Target::Fields(fs) => {
                    let names: Vec<String> = fs.iter().map(|&f| format!("f{}", self.field(f))).collect();
                    format!("({})", names.join(","))
                }
            };
            let action = match &c.action {
                Action::Become(e) => format!("->{}", self.expr(e)?),
                Action::Add(e) => format!("+={}", self.expr(e)?),
                Action::Sub(e) => format!("-={}", self.expr(e)?),
                Action::Parts(parts) => {
                    let mut texts = Vec::new();
                    for p in parts {
                        texts.push(match p {
                            Piece::One(e) => self.expr(e)?,
                            Piece::Copies(n, e) => format!("{} of {}", self.expr(n)?, self.expr(e)?),
                            Piece::Each(e) => format!("each {}", self.expr(e)?),
                        });
                    }
                    format!("->parts {}", self.sorted(texts, ","))
                }
            };
            parts.push(format!("{target}{action}{guards}"));
        }
        Some(self.sorted(parts, ","))
    }

    /// The result of a single step that replaces whole fields: one text for each field.
    fn results(&mut self, m: &Move, count: usize) -> Option<Vec<Vec<String>>> {
        let [step] = m.steps.as_slice() else { return None };
        let mut result: Vec<String> = (0..count).map(|f| format!("f{}", self.field(f))).collect();
        for c in &step.changes {
            if !c.guards.is_empty() {
                return None;
            }
            match (&c.target, &c.action) {
                (Target::Field(f), Action::Become(e)) => *result.get_mut(*f)? = self.expr(e)?,
                (Target::Field(f), Action::Add(e) | Action::Sub(e)) => {
                    let sign = if matches!(c.action, Action::Add(_)) { "+" } else { "-" };
                    let terms = vec![format!("+f{}", self.field(*f)), format!("{sign}{}", self.expr(e)?)];
                    *result.get_mut(*f)? = format!("({})", self.sorted(terms, ""));
                }
                (Target::Fields(fs), Action::Become(Term { kind: Kind::Tuple(items), .. }))
                    if fs.len() == items.len() =>
                {
                    for (f, e) in fs.iter().zip(items) {
                        *result.get_mut(*f)? = self.expr(e)?;
                    }
                }
                (Target::Fields(fs), Action::Parts(parts)) if step.changes.len() == 1 => {
                    let mut out = Vec::new();
                    for p in parts {
                        let Piece::One(Term { kind: Kind::Tuple(items), .. }) = p else { return None };
                        let mut part = result.clone();
                        for (f, e) in fs.iter().zip(items) {
                            *part.get_mut(*f)? = self.expr(e)?;
                        }
                        out.push(part);
                    }
                    return Some(out);
                }
                _ => return None,
            }
        }
        Some(vec![result])
    }
}

/// The texts of a move line: the first with the result's fields renamed as well, the second with the result left
/// in the old order (the same move where the order of the fields does not matter).
pub(crate) fn line(m: &Move, fields: &[usize], count: usize) -> Option<(String, Option<String>)> {
    let mut best: Option<(String, Option<String>)> = None;
    for order in orders(&m.choices) {
        let mut w = Writer::new(fields);
        let choices = w.choices(&order)?;
        let (gain, again) = (w.or(m.gain.as_ref(), "")?, w.or(m.again.as_ref(), "")?);
        let head = format!("{:?}|{choices}|{gain}|{again}|", m.by);
        let texts = match w.results(m, count) {
            Some(parts) => {
                let write = |moved: bool| {
                    let place = |f: usize| if moved { w.field(f) } else { f };
                    let text = |part: &Vec<String>| {
                        let mut at = vec![""; count];
                        part.iter().enumerate().for_each(|(f, text)| at[place(f)] = text);
                        at.join(",")
                    };
                    format!("{head}{}", w.sorted(parts.iter().map(text).collect(), " / "))
                };
                (write(true), Some(write(false)))
            }
            None => {
                let steps: Option<Vec<String>> = m.steps.iter().map(|s| w.changes(&s.changes)).collect();
                let steps = steps?;
                (format!("{head}{}", steps.join(" then ")), None)
            }
        };
        if best.as_ref().is_none_or(|b| texts.0 < b.0) {
            best = Some(texts);
        }
    }
    best
}

/// The orders in which independent choices may be written.
fn orders<'c>(choices: &'c [Choice]) -> Vec<Vec<&'c Choice>> {
    let plain: Vec<&Choice> = choices.iter().collect();
    let draws = choices.iter().take_while(|c| matches!(c, Choice::In { .. })).count();
    if !(2..=4).contains(&draws) {
        return vec![plain];
    }
    let (choices, rest) = choices.split_at(draws);
    let mut out: Vec<Vec<&Choice>> = vec![vec![]];
    for _ in 0..draws {
        let longer = |done: Vec<&'c Choice>| {
            let left = choices.iter().filter(|c| !done.iter().any(|d| std::ptr::eq(*d, *c)));
            left.map(|c| [&done[..], &[c]].concat()).collect::<Vec<_>>()
        };
        out = out.into_iter().flat_map(longer).collect();
    }
    // An order that uses a choice before it is drawn has no text: such orders are left out.
    out.retain(|order| Writer::new(&[]).choices(order).is_some());
    for order in &mut out {
        order.extend(rest);
    }
    if out.is_empty() { vec![plain] } else { out }
}
