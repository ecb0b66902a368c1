//! Rules read by running them on a word of which nothing is known.
//!
//! Expressions are worked out as if there were a word. Where the answer depends on it, a question is asked: does this letter stand there, is
//! one place before another? What is known already, and what follows from it, is the answer; otherwise the run is given up
//! and made anew once for each answer. So each run has a list of literals, its path, and all runs together are all cases.

use super::path::{END, Extent, Literal, Path, Spot, ZERO};
use crate::refused::Why;
use crate::walk::Work;
use bouton_language::interp::Interp;
use bouton_language::rules::{Clause, Comprehension, Expr, ExprKind, RangeExpr};
use bouton_language::value::Value;

/// Runs at most, of one question.
const MOST_RUNS: usize = 20_000;
/// Rounds of a loop at most.
pub(super) const MOST_ROUNDS: i64 = 400;

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

pub(super) type Result<T> = std::result::Result<T, Halt>;

pub(super) fn outside<T>() -> Result<T> {
    Err(Halt::Why(Why::Outside {
        en: "a word in a way that the checker does not read",
        zh: "对串的这种用法，校验器不认识",
    }))
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
    pub(super) depth: usize,
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
                        (0..letters.len() as u8)
                            .rev()
                            .for_each(|l| with(Answer::Literal(Literal::Letter(at, l))));
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
        let given = self.answers.iter().filter_map(|a| match a {
            Answer::Literal(l) => Some(l),
            Answer::Round(_) => None,
        });
        let pairs = self.outer.iter().chain(given).filter_map(|l| match l {
            Literal::AtMost(a, b) => Some((a.anchor, b.anchor, b.steps - a.steps)),
            _ => None,
        });
        let mut edges: Vec<(usize, usize, i64)> = pairs.collect();
        // What was answered may speak of anchors that this run comes to later.
        let top = edges.iter().fold(self.next, |top, (a, b, _)| top.max(a + 1).max(b + 1));
        edges.push((ZERO, END, -1));
        for anchor in END + 1..top {
            edges.extend([(ZERO, anchor, 0), (anchor, END, 0)]);
        }
        // Shortest ways: from − x <= best[x].
        let mut best: Vec<Option<i64>> = vec![None; top];
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
        if self.bound(b.anchor, a.anchor).is_some_and(|d| d < a.steps - b.steps) {
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
        self.outer.iter().chain(given).find_map(stands).ok_or(Halt::Ask(Question::Letter(at)))
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
                if self.at_most(a, here)? && self.at_most(here, b)? {
                    Ok(Val::At(here))
                } else {
                    Err(Halt::Not)
                }
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
    pub(super) fn some(&mut self, paths: Vec<Path>) -> Result<bool> {
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
        given.ok_or(Halt::Ask(Question::Some(paths)))
    }

    /// Is there an element for which the condition is `wanted`?
    pub(super) fn any(&mut self, of: &Comprehension, wanted: bool, work: &mut Work<'_>) -> Result<bool> {
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
    pub(super) fn occurs(
        &mut self,
        word: &[Value],
        from: Spot,
        until: Spot,
        work: &mut Work<'_>,
    ) -> Result<bool> {
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
pub(super) fn number(at: Spot) -> Val {
    if at.anchor == ZERO { Val::Is(Value::Int(at.steps)) } else { Val::At(at) }
}

/// The place of the word that has this number in a stretch.
pub(super) fn counted(from: Spot, at: Spot) -> Result<Spot> {
    match (from.anchor, at.anchor) {
        (ZERO, _) => Ok(Spot { steps: at.steps + from.steps - 1, ..at }),
        (_, ZERO) => Ok(Spot { steps: from.steps + at.steps - 1, ..from }),
        _ => outside(),
    }
}
