//! Heaps of one number: what can be taken, and into how many parts the rest may fall.
//!
//! Every way of a move is brought into the form "take K, leave these parts". To show that taking K may leave ANY
//! r positive parts, arbitrary parts z1 … zr are put in for what the move leaves, its choices are solved for, and
//! its conditions must follow from z >= 1 alone; to show that it never leaves r parts, they must contradict it.
//! Both are proofs for heaps of every size. [`crate::facts::octal`] and [`crate::facts::subtraction`] read their answers off it.

use crate::facts::quantity::form;
use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{AtomKind, Session};
use bouton_language::ast::FieldKind;
use bouton_language::rules::Type;
use bouton_language::value::KnownSet;
use bouton_linear::entail::{bounds, covered, infeasible};
use bouton_linear::{Atom, Poly};

/// At most so many parts are followed.
const PARTS: usize = 4;

/// One way of a move.
struct Way {
    parts: Vec<Poly>,
    conds: Vec<Poly>,
    defs: Vec<Poly>,
    /// What it takes: at least, at most.
    takes: (Option<i128>, Option<i128>),
}

/// All ways of a game of one number.
pub(crate) struct Splits {
    number: Atom,
    legal: Vec<Poly>,
    ways: Vec<Way>,
    /// The smallest legal number.
    pub(crate) low: i128,
    /// The named set that the one way takes from.
    pub(crate) drawn: Option<KnownSet>,
}

/// What is asked of the parts that are left, each at least so large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sizes {
    /// Nothing more.
    Any,
    /// Each is smaller than the next.
    Rising,
    /// All are equal.
    Equal,
}

/// How much a move takes.
#[derive(Clone, Debug)]
pub(crate) enum Takes {
    /// This much.
    Just(i128),
    /// Any amount from here on, up to the second where there is one.
    Any(i128, Option<i128>),
}

impl Splits {
    /// The ways of the game, if its parts are one number each and all moves are fully understood.
    pub(crate) fn of(session: &mut Session<'_>, transitions: &[Transition]) -> Option<Splits> {
        let [field] = session.core.shape.fields.as_slice() else { return None };
        if field.kind != FieldKind::Number || field.ty != Type::Int || !session.core.whens.is_empty() {
            return None;
        }
        if session.core.moves.iter().any(|m| m.by.is_some() || m.gain.is_some() || m.again.is_some()) {
            return None;
        }
        let start = session.start();
        let number = session.atom(AtomKind::Field(0));
        let legal = start.all();
        let low = bounds(&legal, &Poly::atom(number)).0?;
        if !start.exact {
            return None;
        }
        let mut ways = Vec::new();
        let mut drawn = None;
        for t in transitions {
            if !t.path.exact || !t.counted || t.parts.len() > PARTS {
                return None;
            }
            match t.path.drawn.as_slice() {
                [] => {}
                [(_, set)] if transitions.len() == 1 => drawn = Some(*set),
                _ => return None,
            }
            let parts: Vec<Poly> = t.parts.iter().map(|part| form(part.first()?)).collect::<Option<_>>()?;
            let taken = parts.iter().fold(Poly::atom(number), |sum, p| sum.sub(p));
            let takes = bounds(&t.path.all(), &taken);
            ways.push(Way { parts, conds: t.path.conds.clone(), defs: t.path.defs.clone(), takes });
        }
        if ways.is_empty() {
            return None;
        }
        Some(Splits { number, legal, ways, low, drawn })
    }

    /// The most parts a move leaves.
    pub(crate) fn most_parts(&self) -> usize {
        self.ways.iter().map(|w| w.parts.len()).max().unwrap_or(0)
    }

    /// Does every move leave one part, and not none?
    pub(crate) fn one_part(&self) -> bool {
        self.ways.iter().all(|w| w.parts.len() == 1)
    }

    /// The least and the greatest amount taken; `None` at the top if there is no bound. `None` if a move may add.
    pub(crate) fn range(&self) -> Option<(i128, Option<i128>)> {
        let low = self.ways.iter().map(|w| w.takes.0).collect::<Option<Vec<_>>>()?.into_iter().min()?;
        let high = self.ways.iter().try_fold(0, |high, w| Some(w.takes.1?.max(high)));
        (low >= 0).then_some((low, high))
    }

    /// The last amount to be looked at by itself, where that is at most `limit`, and from where on all look alike, if any.
    pub(crate) fn amounts(&self, limit: i128) -> Option<(i128, Option<i128>)> {
        let (last, tail) = match self.range()?.1 {
            Some(most) => (most, None),
            None => (self.settled()? - 1, self.settled()),
        };
        (last <= limit).then_some((last, tail))
    }

    /// From here on all amounts look alike to the conditions: beyond every bound that a way has.
    fn settled(&self) -> Option<i128> {
        let beyond = |w: &Way| Some(w.takes.0?.max(w.takes.1.map_or(0, |high| high + 1)));
        self.ways.iter().try_fold(0, |from: i128, w| Some(from.max(beyond(w)?)))
    }

    /// May a move take this much and leave any `parts` parts (each at least `least`, further ones exactly 0)?
    /// `None` if it depends on the parts or cannot be shown.
    pub(crate) fn leaves(
        &self,
        session: &mut Session<'_>,
        takes: &Takes,
        parts: usize,
        least: i128,
    ) -> Option<bool> {
        self.leaves_such(session, takes, parts, least, Sizes::Any)
    }

    /// The same for parts of such sizes.
    pub(crate) fn leaves_such(
        &self,
        session: &mut Session<'_>,
        takes: &Takes,
        parts: usize,
        least: i128,
        such: Sizes,
    ) -> Option<bool> {
        let mut base = Vec::new();
        let taken = match takes {
            Takes::Just(k) => Poly::int(*k),
            Takes::Any(from, to) => {
                let k = session.fresh();
                base.push(k.shift(-from));
                if let Some(to) = to {
                    base.push(k.neg().shift(*to));
                }
                k
            }
        };
        let sizes: Vec<Poly> = (0..parts).map(|_| session.fresh()).collect();
        let mut whole = taken;
        for z in &sizes {
            base.push(z.shift(-least));
            whole = whole.add(z);
        }
        for pair in sizes.windows(2) {
            let more = pair[1].sub(&pair[0]);
            match such {
                Sizes::Any => {}
                Sizes::Rising => base.push(more.shift(-1)),
                Sizes::Equal => base.extend([more.neg(), more]),
            }
        }
        base.extend(self.legal.iter().map(|c| self.put(c, &whole)));
        if infeasible(&base) {
            return Some(false);
        }
        let mut solved = Vec::new();
        let mut possible = false;
        for way in &self.ways {
            for slots in placements(way.parts.len(), parts) {
                let fitted = self.fit(session, way, &slots, &sizes, &whole);
                let mut all = base.clone();
                all.extend(fitted.conds.iter().cloned());
                all.extend(fitted.defs.iter().cloned());
                if infeasible(&all) {
                    continue;
                }
                possible = true;
                if fitted.closed {
                    base.extend(fitted.defs);
                    solved.push(fitted.conds);
                }
            }
        }
        if !possible {
            return Some(false);
        }
        covered(&base, &solved).then_some(true)
    }

    fn put(&self, c: &Poly, whole: &Poly) -> Poly {
        c.replace(&|a| (a == self.number).then(|| whole.clone()))
    }

    /// The conditions under which a way leaves these sizes: slot `j` of the way gets size `slots[j]`, or 0.
    fn fit(
        &self,
        session: &mut Session<'_>,
        way: &Way,
        slots: &[Option<usize>],
        sizes: &[Poly],
        whole: &Poly,
    ) -> Fitted {
        let mut equations: Vec<Poly> = way
            .parts
            .iter()
            .zip(slots)
            .map(|(p, slot)| self.put(p, whole).sub(&slot.map_or(Poly::int(0), |i| sizes[i].clone())))
            .collect();
        let mut conds: Vec<Poly> = way.conds.iter().map(|c| self.put(c, whole)).collect();
        // Conditions such as n = k are equations too.
        for (i, c) in conds.iter().enumerate() {
            let opposite = c.neg();
            if conds[i + 1..].contains(&opposite) {
                equations.push(c.clone());
            }
        }
        let mut defs: Vec<Poly> = way.defs.iter().map(|c| self.put(c, whole)).collect();
        let mut i = 0;
        while i < equations.len() {
            let eq = equations[i].clone();
            let pivot = eq.terms().iter().find_map(|&(m, c)| {
                let a = m.single()?;
                let choice = matches!(session.kind(a), Some(AtomKind::Choice(_)));
                (choice && c.abs() == 1).then_some((a, c))
            });
            let Some((a, c)) = pivot else {
                i += 1;
                continue;
            };
            // eq = c*a + rest = 0, so a = -rest/c.
            let value = eq.plus(-c, &Poly::atom(a)).scale(-c);
            equations.remove(i);
            let by = |x: Atom| (x == a).then(|| value.clone());
            for list in [&mut equations, &mut conds, &mut defs] {
                for form in list.iter_mut() {
                    *form = form.replace(&by);
                }
            }
            i = 0;
        }
        for eq in equations {
            conds.push(eq.neg());
            conds.push(eq);
        }
        // Quotients keep their definitions, under names of their own.
        let mut renamed: Vec<(Atom, Poly)> = Vec::new();
        let mut closed = true;
        for form in conds.iter().chain(&defs) {
            for a in form.atoms() {
                match session.kind(a) {
                    Some(AtomKind::Div(..)) if !renamed.iter().any(|r| r.0 == a) => {
                        let fresh = session.fresh();
                        renamed.push((a, fresh));
                    }
                    Some(AtomKind::Div(..) | AtomKind::Fresh(_)) => {}
                    _ => closed = false,
                }
            }
        }
        let by = |x: Atom| renamed.iter().find(|r| r.0 == x).map(|r| r.1.clone());
        let rename = |list: Vec<Poly>| list.iter().map(|c| c.replace(&by)).collect::<Vec<_>>();
        Fitted { conds: rename(conds), defs: rename(defs), closed }
    }
}

struct Fitted {
    conds: Vec<Poly>,
    defs: Vec<Poly>,
    /// All choices were solved for.
    closed: bool,
}

/// All ways to put `parts` different sizes into `slots` slots; the other slots stay empty.
fn placements(slots: usize, parts: usize) -> Vec<Vec<Option<usize>>> {
    let mut out = vec![vec![None; slots]];
    if parts > slots {
        return Vec::new();
    }
    for size in 0..parts {
        let filled = |p: Vec<Option<usize>>| {
            let empty = (0..slots).filter(|at| p[*at].is_none());
            let put = |at: usize| (0..slots).map(|i| if i == at { Some(size) } else { p[i] }).collect();
            empty.map(put).collect::<Vec<_>>()
        };
        out = out.into_iter().flat_map(filled).collect();
    }
    out
}
