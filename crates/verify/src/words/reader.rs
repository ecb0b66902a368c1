//! Rules read by running them on a word of which nothing is known.
//!
//! Expressions are worked out as if there were a word. Where the answer depends on it, a question is asked: does this letter stand there, is
//! one place before another? What is known already, and what follows from it, is the answer; otherwise the run is given up
//! and made anew once for each answer. So each run has a list of literals, its path, and all runs together are all cases.

use super::path::{END, Extent, Literal, Path, Spot, ZERO};
use crate::refused::Why;
use crate::walk::Work;
use bouton_language::ast::{BinaryOp, CompareOp};
use bouton_language::interp::{Interp, binary};
use bouton_language::rules::{Builtin, Clause, Comprehension, Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;

/// Runs at most, of one question.
const MOST_RUNS: usize = 20_000;
/// Definitions at most within one another.
const MOST_DEPTH: usize = 40;
/// Rounds of a loop at most.
const MOST_ROUNDS: i64 = 400;

/// What an expression is worth on a path.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// This.
    Is(Value),
    /// The number of a place.
    At(Spot),
    /// Stretches of the old word (from a place on and before another) and letters.
    Row(Vec<Bit>),
}

#[derive(Clone, Debug)]
pub(super) enum Bit {
    Old(Spot, Spot),
    New(Vec<Value>),
}

/// Why a run ends.
pub(super) enum Halt {
    /// A question that is open.
    Ask(Question),
    /// A condition that does not hold.
    Not,
    Why(Why),
}

impl From<Why> for Halt {
    fn from(why: Why) -> Halt {
        Halt::Why(why)
    }
}

pub(super) enum Question {
    /// Which letter stands there?
    Letter(Spot),
    /// Is the first at most the second?
    AtMost(Spot, Spot),
    /// Does one of these paths hold?
    Some(Vec<Path>),
    /// Which round of a loop is made?
    Round(usize),
}

/// An answer that was given.
#[derive(Clone, Debug)]
enum Answer {
    Literal(Literal),
    Round(usize),
}

type Result<T> = std::result::Result<T, Halt>;

pub(super) fn outside<T>() -> Result<T> {
    Err(Halt::Why(Why::Outside { en: "a word in a way that the checker does not read", zh: "对串的这种用法，校验器不认识" }))
}

/// A run through the rules.
pub(super) struct Reader<'r> {
    pub(super) interp: &'r Interp,
    pub(super) letters: &'r [Value],
    pub(super) mover: usize,
    pub(super) locals: Vec<Option<Val>>,
    /// Answers, in the order of their questions.
    answers: Vec<Answer>,
    /// Answers that were used up in this run (only rounds are taken in order).
    rounds: usize,
    /// Anchors that the run has chosen.
    pub(super) anchors: Vec<usize>,
    /// The number of the next anchor.
    next: usize,
    /// A path around this one, whose literals are known.
    outer: Vec<Literal>,
    depth: usize,
}

/// All runs of `run`, each with its path and what it gives.
pub(super) fn runs<'r, T>(
    interp: &'r Interp,
    letters: &'r [Value],
    mover: usize,
    around: Option<&Reader<'r>>,
    work: &mut Work<'_>,
    run: &mut dyn FnMut(&mut Reader<'r>, &mut Work<'_>) -> Result<T>,
) -> std::result::Result<Vec<(Path, T)>, Why> {
    let mut open: Vec<Vec<Answer>> = vec![Vec::new()];
    let mut out = Vec::new();
    let mut made = 0;
    while let Some(answers) = open.pop() {
        work.spend(20)?;
        made += 1;
        if made > MOST_RUNS {
            return Why::outside("too many cases", "情形过多");
        }
        let mut reader = Reader {
            interp,
            letters,
            mover,
            locals: around.map_or_else(Vec::new, |a| a.locals.clone()),
            answers,
            rounds: 0,
            anchors: Vec::new(),
            next: around.map_or(END + 1, |a| a.next),
            outer: around.map_or_else(Vec::new, Reader::known),
            depth: around.map_or(0, |a| a.depth),
        };
        match run(&mut reader, work) {
            Ok(found) => {
                let literals = reader.literals();
                out.push((Path { anchors: reader.anchors, literals }, found));
            }
            Err(Halt::Not) => {}
            Err(Halt::Why(why)) => return Err(why),
            Err(Halt::Ask(question)) => {
                let mut with = |answer| {
                    let mut more = reader.answers.clone();
                    more.push(answer);
                    open.push(more);
                };
                match question {
                    Question::Letter(at) => {
                        (0..letters.len() as u8).rev().for_each(|l| with(Answer::Literal(Literal::Letter(at, l))));
                    }
                    Question::AtMost(a, b) => {
                        with(Answer::Literal(Literal::AtMost(Spot { steps: b.steps + 1, ..b }, a)));
                        with(Answer::Literal(Literal::AtMost(a, b)));
                    }
                    Question::Some(paths) => {
                        with(Answer::Literal(Literal::Some(paths.clone(), false)));
                        with(Answer::Literal(Literal::Some(paths, true)));
                    }
                    Question::Round(many) => (0..many).rev().for_each(|i| with(Answer::Round(i))),
                }
            }
        }
    }
    Ok(out)
}

impl<'r> Reader<'r> {
    fn literals(&self) -> Vec<Literal> {
        let literal = |a: &Answer| match a {
            Answer::Literal(l) => Some(l.clone()),
            Answer::Round(_) => None,
        };
        self.answers.iter().filter_map(literal).collect()
    }

    fn known(&self) -> Vec<Literal> {
        self.outer.iter().cloned().chain(self.literals()).collect()
    }

    /// A place of the word that this run chooses.
    pub(super) fn place(&mut self) -> Spot {
        self.anchors.push(self.next);
        self.next += 1;
        Spot { anchor: self.next - 1, steps: 0 }
    }

    pub(super) fn bind(&mut self, slot: usize, val: Val) {
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(val);
    }

    /// The longest that `from` may stand before `to` by what is known: an upper bound of from − to, if there is one.
    fn bound(&self, from: usize, to: usize) -> Option<i64> {
        // 0 <= every anchor <= end, and what was answered: a + s <= b + t is a − b <= t − s.
        let top = self.next;
        let mut edges: Vec<(usize, usize, i64)> = vec![(ZERO, END, -1)];
        for anchor in END + 1..top {
            edges.extend([(ZERO, anchor, 0), (anchor, END, 0)]);
        }
        for literal in self.outer.iter().chain(self.answers.iter().filter_map(|a| match a {
            Answer::Literal(l) => Some(l),
            Answer::Round(_) => None,
        })) {
            if let Literal::AtMost(a, b) = literal {
                edges.push((a.anchor, b.anchor, b.steps - a.steps));
            }
        }
        // Shortest ways: from − x <= best[x].
        let mut best: Vec<Option<i64>> = vec![None; top.max(from + 1).max(to + 1)];
        best[from] = Some(0);
        for _ in 0..top {
            for (a, b, most) in &edges {
                if let Some(d) = best[*a] {
                    let d = d.saturating_add(*most);
                    if best[*b].is_none_or(|known| d < known) {
                        best[*b] = Some(d);
                    }
                }
            }
        }
        best[to]
    }

    /// Is one place at most another?
    pub(super) fn at_most(&mut self, a: Spot, b: Spot) -> Result<bool> {
        if a.steps.abs().max(b.steps.abs()) > MOST_ROUNDS {
            return outside();
        }
        if self.bound(a.anchor, b.anchor).is_some_and(|d| d <= b.steps - a.steps) {
            return Ok(true);
        }
        if self.bound(b.anchor, a.anchor).is_some_and(|d| d <= a.steps - b.steps - 1) {
            return Ok(false);
        }
        Err(Halt::Ask(Question::AtMost(a, b)))
    }

    /// Some rules fail where this does not hold: then they are refused.
    pub(super) fn must(&mut self, a: Spot, b: Spot) -> Result<()> {
        if self.at_most(a, b)? {
            return Ok(());
        }
        outside()
    }

    /// The letter at a place that must exist.
    pub(super) fn letter(&mut self, at: Spot) -> Result<u8> {
        self.must(Spot { anchor: ZERO, steps: 1 }, at)?;
        self.must(at, Spot { anchor: END, steps: -1 })?;
        let stands = |l: &Literal| match l {
            Literal::Letter(spot, letter) if *spot == at => Some(*letter),
            _ => None,
        };
        let given = self.answers.iter().filter_map(|a| match a {
            Answer::Literal(l) => Some(l),
            Answer::Round(_) => None,
        });
        self.outer.iter().chain(given).find_map(stands).map_or(Err(Halt::Ask(Question::Letter(at))), Ok)
    }

    /// Which of so many rounds does this run make?
    fn round(&mut self, many: usize) -> Result<usize> {
        if many == 0 {
            return Err(Halt::Not);
        }
        let mut given = self.answers.iter().filter_map(|a| match a {
            Answer::Round(i) => Some(*i),
            Answer::Literal(_) => None,
        });
        match given.nth(self.rounds) {
            Some(i) => {
                self.rounds += 1;
                Ok(i)
            }
            None => Err(Halt::Ask(Question::Round(many))),
        }
    }

    /// One value of a range: which one is for the answers to say.
    pub(super) fn choose(&mut self, range: &RangeExpr, work: &mut Work<'_>) -> Result<Val> {
        match range {
            RangeExpr::Between(from, to) => {
                let from = match from {
                    Some(e) => self.eval(e, work)?,
                    None => Val::Is(Value::Int(0)),
                };
                let Some(to) = to else { return outside() };
                let to = self.eval(to, work)?;
                let (Some(a), Some(b)) = (spot(&from), spot(&to)) else { return outside() };
                if a.anchor == b.anchor {
                    let many = (b.steps - a.steps + 1).max(0);
                    if many > MOST_ROUNDS {
                        return outside();
                    }
                    let i = self.round(many as usize)?;
                    return Ok(number(Spot { steps: a.steps + i as i64, ..a }));
                }
                if !self.at_most(a, b)? {
                    return Err(Halt::Not);
                }
                // What is chosen must be a place.
                self.must(Spot { anchor: ZERO, steps: 0 }, a)?;
                self.must(b, Spot { anchor: END, steps: 0 })?;
                let here = self.place();
                if self.at_most(a, here)? && self.at_most(here, b)? { Ok(Val::At(here)) } else { Err(Halt::Not) }
            }
            RangeExpr::Of(e) => match &e.kind {
                ExprKind::List(items) | ExprKind::Set(items) => {
                    let i = self.round(items.len())?;
                    match &items[i] {
                        RangeExpr::Of(e) => self.eval(e, work),
                        between => self.choose(between, work),
                    }
                }
                _ => match self.eval(e, work)? {
                    Val::Is(Value::List(items) | Value::Set(items)) => {
                        let i = self.round(items.len())?;
                        Ok(Val::Is(items[i].clone()))
                    }
                    Val::Is(Value::Text(text)) => {
                        let items = split(&text);
                        let i = self.round(items.len())?;
                        Ok(Val::Is(items[i].clone()))
                    }
                    _ => outside(),
                },
            },
        }
    }

    /// A condition.
    pub(super) fn truth(&mut self, e: &Expr, work: &mut Work<'_>) -> Result<bool> {
        match self.eval(e, work)? {
            Val::Is(Value::Bool(b)) => Ok(b),
            _ => outside(),
        }
    }

    /// Does one of some paths hold?
    fn some(&mut self, paths: Vec<Path>) -> Result<bool> {
        // What comes after does not take the numbers of the anchors inside.
        let mut extent = Extent { steps: 0, anchors: self.next };
        paths.iter().for_each(|p| extent.path(p));
        self.next = extent.anchors;
        if paths.is_empty() {
            return Ok(false);
        }
        if paths.iter().any(|p| p.literals.is_empty()) {
            return Ok(true);
        }
        let given = self.answers.iter().find_map(|a| match a {
            Answer::Literal(Literal::Some(known, yes)) if *known == paths => Some(*yes),
            _ => None,
        });
        given.map_or(Err(Halt::Ask(Question::Some(paths))), Ok)
    }

    /// Is there an element for which the condition is `wanted`?
    fn any(&mut self, of: &Comprehension, wanted: bool, work: &mut Work<'_>) -> Result<bool> {
        let (interp, letters, mover) = (self.interp, self.letters, self.mover);
        let found = runs(interp, letters, mover, Some(self), work, &mut |inner, work| {
            for clause in &of.clauses {
                match clause {
                    Clause::For { slot, range } => {
                        let val = inner.choose(range, work)?;
                        inner.bind(*slot, val);
                    }
                    Clause::If(cond) => {
                        if !inner.truth(cond, work)? {
                            return Err(Halt::Not);
                        }
                    }
                }
            }
            if inner.truth(&of.element, work)? == wanted { Ok(()) } else { Err(Halt::Not) }
        })?;
        self.some(found.into_iter().map(|(path, ())| path).collect())
    }

    /// Do these letters stand somewhere in a stretch?
    fn occurs(&mut self, word: &[Value], from: Spot, until: Spot, work: &mut Work<'_>) -> Result<bool> {
        let (interp, letters, mover) = (self.interp, self.letters, self.mover);
        let size = word.len() as i64;
        let found = runs(interp, letters, mover, Some(self), work, &mut |inner, _| {
            let here = inner.place();
            if !inner.at_most(from, here)? || !inner.at_most(Spot { steps: size, ..here }, until)? {
                return Err(Halt::Not);
            }
            for (i, wanted) in word.iter().enumerate() {
                let letter = inner.letter(Spot { steps: i as i64, ..here })?;
                if inner.letters[letter as usize] != *wanted {
                    return Err(Halt::Not);
                }
            }
            Ok(())
        })?;
        self.some(found.into_iter().map(|(path, ())| path).collect())
    }

    /// What an expression is worth.
    pub(super) fn eval(&mut self, e: &Expr, work: &mut Work<'_>) -> Result<Val> {
        work.spend(1)?;
        let truth = |b: bool| Ok(Val::Is(Value::Bool(b)));
        match &e.kind {
            ExprKind::Const(v) => Ok(Val::Is(v.clone())),
            ExprKind::Param(i) => Ok(Val::Is(self.interp.params()[*i].clone())),
            ExprKind::Field(0) => Ok(whole()),
            ExprKind::Local(slot) => match self.locals.get(*slot).cloned().flatten() {
                Some(val) => Ok(val),
                None => outside(),
            },
            ExprKind::Mover => Ok(Val::Is(Value::Int(self.mover as i64 + 1))),
            ExprKind::Opponent => Ok(Val::Is(Value::Int(2 - self.mover as i64))),
            ExprKind::Not(x) => truth(!self.truth(x, work)?),
            ExprKind::And(a, b) => truth(self.truth(a, work)? && self.truth(b, work)?),
            ExprKind::Or(a, b) => truth(self.truth(a, work)? || self.truth(b, work)?),
            ExprKind::Fold(Builtin::Any, of) => truth(self.any(of, true, work)?),
            ExprKind::Fold(Builtin::All, of) => truth(!self.any(of, false, work)?),
            ExprKind::Compare(first, chain) => {
                let mut left = self.eval(first, work)?;
                for (op, range) in chain {
                    if let CompareOp::In | CompareOp::NotIn = op {
                        let inside = self.inside(&left, range, work)?;
                        if inside != (*op == CompareOp::In) {
                            return truth(false);
                        }
                        continue;
                    }
                    let RangeExpr::Of(right) = range else { return outside() };
                    let right = self.eval(right, work)?;
                    if !self.compare(*op, &left, &right)? {
                        return truth(false);
                    }
                    left = right;
                }
                truth(true)
            }
            ExprKind::Cases(arms) => {
                for (value, cond) in arms {
                    if match cond {
                        Some(cond) => self.truth(cond, work)?,
                        None => true,
                    } {
                        return self.eval(value, work);
                    }
                }
                outside()
            }
            ExprKind::Define(i, args) => {
                let rules = self.interp.rules().clone();
                let define = &rules.defines[*i];
                let args: Vec<Option<Val>> =
                    args.iter().map(|a| self.eval(a, work).map(Some)).collect::<Result<_>>()?;
                if self.depth > MOST_DEPTH {
                    return outside();
                }
                let outer = std::mem::replace(&mut self.locals, args);
                self.depth += 1;
                let found = self.eval(&define.body, work);
                self.depth -= 1;
                self.locals = outer;
                found
            }
            ExprKind::Index(base, at) => {
                let ([at], base) = (&at[..], self.eval(base, work)?) else { return outside() };
                let at = self.eval(at, work)?;
                let Some(at) = spot(&at) else { return outside() };
                match base {
                    Val::Row(bits) => {
                        let [Bit::Old(from, until)] = bits[..] else { return outside() };
                        let at = counted(from, at)?;
                        self.must(from, at)?;
                        self.must(Spot { steps: at.steps + 1, ..at }, until)?;
                        let letter = self.letter(at)?;
                        Ok(Val::Is(self.letters[letter as usize].clone()))
                    }
                    Val::Is(Value::List(items)) => item(&items, at),
                    Val::Is(Value::Text(text)) => item(&split(&text), at),
                    _ => outside(),
                }
            }
            ExprKind::Slice(base, from, to) => {
                let base = self.eval(base, work)?;
                let Val::Row(bits) = base else { return outside() };
                let [Bit::Old(first, behind)] = bits[..] else { return outside() };
                let mut end = |e: &Option<Box<Expr>>, me: &mut Self| match e {
                    None => Ok(None),
                    Some(e) => match spot(&me.eval(e, work)?) {
                        Some(at) => counted(first, at).map(Some),
                        None => outside(),
                    },
                };
                let from = end(from, self)?.unwrap_or(first);
                let until = end(to, self)?.map_or(behind, |to| Spot { steps: to.steps + 1, ..to });
                self.must(first, from)?;
                self.must(until, behind)?;
                self.must(from, until)?;
                Ok(Val::Row(vec![Bit::Old(from, until)]))
            }
            ExprKind::Size(x) => match self.eval(x, work)? {
                Val::Row(bits) => match bits[..] {
                    [Bit::Old(from, until)] if from.anchor == until.anchor => {
                        Ok(Val::Is(Value::Int(until.steps - from.steps)))
                    }
                    [Bit::Old(from, until)] if from.anchor == ZERO => {
                        Ok(number(Spot { steps: until.steps - from.steps, ..until }))
                    }
                    _ => outside(),
                },
                Val::Is(Value::Text(text)) => Ok(Val::Is(Value::Int(text.chars().count() as i64))),
                Val::Is(Value::List(items)) => Ok(Val::Is(Value::Int(items.len() as i64))),
                Val::Is(Value::Int(n)) => Ok(Val::Is(Value::Int(n.saturating_abs()))),
                _ => outside(),
            },
            ExprKind::List(items) => {
                let mut out = Vec::new();
                for item in items {
                    let RangeExpr::Of(item) = item else { return outside() };
                    let Val::Is(v) = self.eval(item, work)? else { return outside() };
                    out.push(v);
                }
                Ok(Val::Is(Value::list(out)))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a, work)?, self.eval(b, work)?);
                plus(*op, a, b)
            }
            ExprKind::Call(by @ (Builtin::Min | Builtin::Max), args) if args.len() == 2 => {
                let (a, b) = (self.eval(&args[0], work)?, self.eval(&args[1], work)?);
                let (Some(x), Some(y)) = (spot(&a), spot(&b)) else { return outside() };
                let first = self.at_most(x, y)? == (*by == Builtin::Min);
                Ok(if first { a } else { b })
            }
            // Whatever looks at no position is a value.
            _ => match self.interp.known(e, 100_000) {
                Some(v) => Ok(Val::Is(v)),
                None => outside(),
            },
        }
    }

    fn inside(&mut self, x: &Val, range: &RangeExpr, work: &mut Work<'_>) -> Result<bool> {
        match range {
            RangeExpr::Between(from, to) => {
                let from = from.as_ref().map(|e| self.eval(e, work)).transpose()?;
                let to = to.as_ref().map(|e| self.eval(e, work)).transpose()?;
                if let Some(from) = from
                    && !self.compare(CompareOp::Le, &from, x)?
                {
                    return Ok(false);
                }
                to.map_or(Ok(true), |to| self.compare(CompareOp::Le, x, &to))
            }
            RangeExpr::Of(e) => {
                if let ExprKind::List(items) | ExprKind::Set(items) = &e.kind {
                    for item in items {
                        let among = match item {
                            RangeExpr::Of(item) => {
                                let item = self.eval(item, work)?;
                                self.compare(CompareOp::Eq, x, &item)?
                            }
                            between => self.inside(x, between, work)?,
                        };
                        if among {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                match (x, self.eval(e, work)?) {
                    (Val::Is(Value::Text(x)), Val::Is(Value::Text(y))) => Ok(y.contains(&**x)),
                    (x, Val::Is(Value::List(items) | Value::Set(items))) => {
                        for item in items.iter() {
                            if self.compare(CompareOp::Eq, x, &Val::Is(item.clone()))? {
                                return Ok(true);
                            }
                        }
                        Ok(false)
                    }
                    (Val::Is(x), Val::Row(bits)) => {
                        let [Bit::Old(from, until)] = bits[..] else { return outside() };
                        let word = match x {
                            Value::Text(text) => split(text),
                            other => vec![other.clone()],
                        };
                        if word.is_empty() { Ok(true) } else { self.occurs(&word, from, until, work) }
                    }
                    _ => outside(),
                }
            }
        }
    }

    fn compare(&mut self, op: CompareOp, x: &Val, y: &Val) -> Result<bool> {
        if let (Val::Is(x), Val::Is(y)) = (x, y) {
            let numbers = x.is_int() && y.is_int();
            return match op {
                CompareOp::Eq => Ok(x == y),
                CompareOp::Ne => Ok(x != y),
                CompareOp::Lt if numbers => Ok(x < y),
                CompareOp::Le if numbers => Ok(x <= y),
                CompareOp::Gt if numbers => Ok(x > y),
                CompareOp::Ge if numbers => Ok(x >= y),
                _ => outside(),
            };
        }
        if let (Some(a), Some(b)) = (spot(x), spot(y)) {
            return match op {
                CompareOp::Eq => Ok(self.at_most(a, b)? && self.at_most(b, a)?),
                CompareOp::Ne => Ok(!(self.at_most(a, b)? && self.at_most(b, a)?)),
                CompareOp::Lt => Ok(!self.at_most(b, a)?),
                CompareOp::Le => self.at_most(a, b),
                CompareOp::Gt => Ok(!self.at_most(a, b)?),
                CompareOp::Ge => self.at_most(b, a),
                CompareOp::In | CompareOp::NotIn => outside(),
            };
        }
        let (Val::Row(bits), Val::Is(v)) = (match (x, y) {
            (Val::Is(_), Val::Row(_)) => (y, x),
            _ => (x, y),
        }) else {
            return outside();
        };
        let [Bit::Old(from, until)] = bits[..] else { return outside() };
        let word = match v {
            Value::Text(text) => split(text),
            Value::List(items) => items.to_vec(),
            _ => return outside(),
        };
        let behind = Spot { steps: from.steps + word.len() as i64, ..from };
        let mut same = self.at_most(behind, until)? && self.at_most(until, behind)?;
        for (i, wanted) in word.iter().enumerate() {
            if same {
                let letter = self.letter(Spot { steps: from.steps + i as i64, ..from })?;
                same = self.letters[letter as usize] == *wanted;
            }
        }
        match op {
            CompareOp::Eq => Ok(same),
            CompareOp::Ne => Ok(!same),
            _ => outside(),
        }
    }
}

fn plus(op: BinaryOp, a: Val, b: Val) -> Result<Val> {
    if op == BinaryOp::Concat && (matches!(a, Val::Row(_)) || matches!(b, Val::Row(_))) {
        let bits = |v: Val| match v {
            Val::Row(bits) => Ok(bits),
            Val::Is(Value::Text(text)) => Ok(vec![Bit::New(split(&text))]),
            Val::Is(Value::List(items)) => Ok(vec![Bit::New(items.to_vec())]),
            _ => outside(),
        };
        let mut all = bits(a)?;
        all.extend(bits(b)?);
        return Ok(Val::Row(all));
    }
    match (op, a, b) {
        (op, Val::Is(a), Val::Is(b)) => binary(op, &a, &b).map_or_else(|_| outside(), |v| Ok(Val::Is(v))),
        (BinaryOp::Add, Val::At(at), Val::Is(Value::Int(n))) | (BinaryOp::Add, Val::Is(Value::Int(n)), Val::At(at)) => {
            shifted(at, Some(n))
        }
        (BinaryOp::Sub, Val::At(at), Val::Is(Value::Int(n))) => shifted(at, n.checked_neg()),
        (BinaryOp::Sub, Val::At(a), Val::At(b)) if a.anchor == b.anchor => Ok(Val::Is(Value::Int(a.steps - b.steps))),
        _ => outside(),
    }
}

fn shifted(at: Spot, by: Option<i64>) -> Result<Val> {
    match by.filter(|n| n.abs() <= MOST_ROUNDS) {
        Some(n) => Ok(number(Spot { steps: at.steps + n, ..at })),
        None => outside(),
    }
}

/// The letters of a text.
pub(super) fn split(text: &str) -> Vec<Value> {
    text.chars().map(|c| Value::text(&c.to_string())).collect()
}

/// The word itself.
pub(super) fn whole() -> Val {
    Val::Row(vec![Bit::Old(Spot { anchor: ZERO, steps: 1 }, Spot { anchor: END, steps: 0 })])
}

/// The place with this number.
pub(super) fn spot(v: &Val) -> Option<Spot> {
    match v {
        Val::At(at) => Some(*at),
        Val::Is(Value::Int(steps)) => Some(Spot { anchor: ZERO, steps: *steps }),
        _ => None,
    }
}

/// A place as a number: a value where it is counted from 0.
fn number(at: Spot) -> Val {
    if at.anchor == ZERO { Val::Is(Value::Int(at.steps)) } else { Val::At(at) }
}

/// The place of the word that has this number in a stretch.
fn counted(from: Spot, at: Spot) -> Result<Spot> {
    match (from.anchor, at.anchor) {
        (ZERO, _) => Ok(Spot { steps: at.steps + from.steps - 1, ..at }),
        (_, ZERO) => Ok(Spot { steps: from.steps + at.steps - 1, ..from }),
        _ => outside(),
    }
}

fn item(items: &[Value], at: Spot) -> Result<Val> {
    let i = usize::try_from(at.steps - 1).ok().filter(|_| at.anchor == ZERO);
    i.and_then(|i| items.get(i)).map_or_else(outside, |v| Ok(Val::Is(v.clone())))
}
