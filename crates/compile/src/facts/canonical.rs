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

/// Where fields go: field `i` is written as field `fields[i]`.
pub(crate) struct Renaming<'a> {
    /// The new index of each field.
    pub(crate) fields: &'a [usize],
}

/// A writer of canonical text.
pub(crate) struct Writer<'a> {
    fields: &'a [usize],
    locals: Vec<Option<String>>,
    bound: usize,
    depth: usize,
}

/// Deeper expressions have no text; lines with one never compare equal.
const DEPTH: usize = 150;

impl<'a> Writer<'a> {
    /// A writer under a renaming.
    pub(crate) fn new(renaming: &Renaming<'a>) -> Writer<'a> {
        Writer { fields: renaming.fields, locals: Vec::new(), bound: 0, depth: 0 }
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

    fn list(&mut self, items: &[Term]) -> Option<Vec<String>> {
        items.iter().map(|e| self.expr(e)).collect()
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
            Kind::Tuple(items) => format!("({})", self.list(items)?.join(",")),
            Kind::List(pieces) => format!("[{}]", self.ranges(pieces)?.join(",")),
            Kind::Set(pieces) => {
                let mut parts = self.ranges(pieces)?;
                parts.sort();
                format!("{{{}}}", parts.join(","))
            }
            Kind::Fold(gather, c) => format!("{gather:?}({})", self.comprehension(c)?),
            Kind::Index(base, places) => {
                let base = self.expr(base)?;
                format!("{base}[{}]", self.list(places)?.join(","))
            }
            Kind::Slice(base, from, to) => {
                let base = self.expr(base)?;
                let from = from.as_ref().map_or(Some(String::new()), |e| self.expr(e))?;
                let to = to.as_ref().map_or(Some(String::new()), |e| self.expr(e))?;
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
            Kind::Define(d, args) => format!("d{d}({})", self.list(args)?.join(",")),
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
                    let cond = cond.as_ref().map_or(Some("else".into()), |c| self.expr(c))?;
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
        parts.sort();
        Some(format!("({})", parts.join(sign)))
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
        terms.sort();
        Some(format!("({})", terms.concat()))
    }

    /// The text of a range.
    pub(crate) fn range(&mut self, r: &Range) -> Option<String> {
        match r {
            Range::Of(e) => self.expr(e),
            Range::Between(lo, hi) => {
                let lo = lo.as_ref().map_or(Some("0".into()), |e| self.expr(e))?;
                let hi = hi.as_ref().map_or(Some(String::new()), |e| self.expr(e))?;
                Some(format!("{lo}..{hi}"))
            }
        }
    }

    fn ranges(&mut self, pieces: &[Range]) -> Option<Vec<String>> {
        pieces.iter().map(|p| self.range(p)).collect()
    }

    fn comprehension(&mut self, c: &Comprehension) -> Option<String> {
        let mut out = String::new();
        for clause in &c.clauses {
            match clause {
                Clause::For { slot, range } => {
                    let range = self.range(range)?;
                    let name = self.bind(*slot);
                    out.push_str(&format!(" for {name} in {range}"));
                }
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
                    let range = self.range(range)?;
                    let name = self.bind(*slot);
                    out.push_str(&format!("{name} in {range};"));
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
                        let range = self.range(range)?;
                        let name = self.bind(*slot);
                        guards.push_str(&format!(" for {name} in {range}"));
                    }
                }
            }
            let target = match &c.target {
                Target::Field(f) => format!("f{}", self.field(*f)),
                Target::Element(f, places) => {
                    format!("f{}[{}]", self.field(*f), self.list(places)?.join(","))
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
                    texts.sort();
                    format!("->parts {}", texts.join(","))
                }
            };
            parts.push(format!("{target}{action}{guards}"));
        }
        parts.sort();
        Some(parts.join(","))
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
                (Target::Field(f), Action::Sub(e)) => {
                    let mut terms = [format!("+f{}", self.field(*f)), format!("-{}", self.expr(e)?)];
                    terms.sort();
                    *result.get_mut(*f)? = format!("({})", terms.concat());
                }
                (Target::Field(f), Action::Add(e)) => {
                    let mut terms = [format!("+f{}", self.field(*f)), format!("+{}", self.expr(e)?)];
                    terms.sort();
                    *result.get_mut(*f)? = format!("({})", terms.concat());
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
        let mut w = Writer::new(&Renaming { fields });
        let choices = w.choices(&order)?;
        let gain = m.gain.as_ref().map_or(Some(String::new()), |e| w.expr(e))?;
        let again = m.again.as_ref().map_or(Some(String::new()), |e| w.expr(e))?;
        let head = format!("{:?}|{choices}|{gain}|{again}|", m.by);
        let texts = match w.results(m, count) {
            Some(parts) => {
                let write = |moved: bool| {
                    let mut list: Vec<String> = parts
                        .iter()
                        .map(|part| {
                            let mut at = vec![String::new(); count];
                            for (f, text) in part.iter().enumerate() {
                                let to = if moved { fields.get(f).copied().unwrap_or(f) } else { f };
                                if let Some(slot) = at.get_mut(to) {
                                    slot.clone_from(text);
                                }
                            }
                            at.join(",")
                        })
                        .collect();
                    list.sort();
                    format!("{head}{}", list.join(" / "))
                };
                (write(true), Some(write(false)))
            }
            None => {
                let mut steps = Vec::new();
                for s in &m.steps {
                    steps.push(w.changes(&s.changes)?);
                }
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
fn orders(choices: &[Choice]) -> Vec<Vec<&Choice>> {
    let plain: Vec<&Choice> = choices.iter().collect();
    let draws = choices.iter().take_while(|c| matches!(c, Choice::In { .. })).count();
    if !(2..=4).contains(&draws) {
        return vec![plain];
    }
    let (choices, rest) = choices.split_at(draws);
    let mut out: Vec<Vec<&Choice>> = vec![vec![]];
    for _ in 0..draws {
        let mut next = Vec::new();
        for done in out {
            for c in choices {
                if done.iter().any(|d| std::ptr::eq(*d, c)) {
                    continue;
                }
                let mut longer = done.clone();
                longer.push(c);
                next.push(longer);
            }
        }
        out = next;
    }
    // An order that uses a choice before it is drawn has no text: such orders are left out.
    let fields: [usize; 0] = [];
    out.retain(|order| Writer::new(&Renaming { fields: &fields }).choices(order).is_some());
    for order in &mut out {
        order.extend(rest);
    }
    if out.is_empty() { vec![plain] } else { out }
}
