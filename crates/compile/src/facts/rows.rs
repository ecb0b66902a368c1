//! Rows that are only ever cut at their ends, and gains that are the sum of what was cut.
//!
//! Then every position that can be reached is a run of neighbours of the first row, and two numbers name it. Where
//! what may be cut depends on nothing but the length, the moves are given as a list of [`Cut`]s.

use crate::facts::symbolic::moves::Transition;
use crate::facts::symbolic::{AtomKind, Session, Sym};
use bouton_language::ast::FieldKind;
use bouton_linear::entail::entails;
use bouton_linear::{Atom, Poly};

/// A row or word of which moves cut off ends and change nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndCuts {
    /// The field.
    pub field: usize,
    /// Some move cuts on the left.
    pub left: bool,
    /// Some move cuts on the right.
    pub right: bool,
    /// Every move that cuts gains exactly the sum of what it cuts off.
    pub gains_taken: bool,
    /// Every move that cuts gains this many times the sum of what it cuts off, and this many times that of what stays.
    pub gains: Option<[i64; 2]>,
    /// The moves, where the row is all there is, they are exactly these and making them never fails.
    pub cuts: Option<Vec<Cut>>,
}

/// A family of cuts of a row of n: for every k from 0 on, as long as k < `count` and what is left has `keep` elements
/// at least, `first + k*step` elements go at each end, if n lies between `shortest` and `longest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The move line.
    pub line: usize,
    /// The smallest cut, on the left and on the right; not nothing.
    pub first: [u64; 2],
    /// What each k adds; zeros for a single cut.
    pub step: [u64; 2],
    /// How many there are; `None` where only the row's length limits them.
    pub count: Option<u64>,
    /// So many elements stay at least.
    pub keep: u64,
    /// The shortest row that it applies to.
    pub shortest: u64,
    /// The longest one; `None` if all are.
    pub longest: Option<u64>,
}

/// The rows that are only cut at their ends.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> Vec<EndCuts> {
    let mut out = Vec::new();
    for (f, field) in session.core.shape.fields.iter().enumerate() {
        if matches!(field.kind, FieldKind::Row | FieldKind::Word)
            && let Some(mut found) = ends(session, transitions, f)
        {
            found.cuts = cuts(session, transitions);
            out.push(found);
        }
    }
    out
}

/// Multiples of what is cut off and of what stays that gains are tried as.
const GAINS: [[i64; 2]; 6] = [[1, 0], [0, 1], [1, 1], [-1, 0], [0, -1], [1, -1]];

fn ends(session: &mut Session<'_>, transitions: &[Transition], f: usize) -> Option<EndCuts> {
    let mut found =
        EndCuts { field: f, left: false, right: false, gains_taken: false, gains: None, cuts: None };
    let mut gains = GAINS.to_vec();
    for t in transitions {
        let own = t.before.get(f)?.base()?;
        let info = session.info(own);
        let (len, total) = (info.len.clone(), info.total.clone());
        for part in &t.parts {
            let new = part.get(f)?;
            if new.base() == Some(own) {
                continue;
            }
            if !new.is_empty() {
                let (from, to) = new.run(own)?;
                let (whole_left, whole_right) = (from.as_int() == Some(1), *to == len);
                found.left |= whole_right || !whole_left;
                found.right |= !whole_right;
            }
            let Sym::List(new) = new else { return None };
            let (Some(gain), Some(rest)) = (&t.gain, session.total(new)) else {
                gains.clear();
                continue;
            };
            let taken = total.sub(&rest);
            gains.retain(|[of_taken, of_rest]| {
                let told = taken.scale(i128::from(*of_taken)).add(&rest.scale(i128::from(*of_rest)));
                let (gap, facts) = (told.sub(gain), t.path.all());
                session.shows(&facts, &gap) && session.shows(&facts, &gap.neg())
            });
        }
    }
    found.gains = gains.first().copied();
    found.gains_taken = found.gains == Some([1, 0]);
    (found.left || found.right).then_some(found)
}

/// The moves of a game of one row, where all of them are cuts.
fn cuts(session: &mut Session<'_>, transitions: &[Transition]) -> Option<Vec<Cut>> {
    let [field] = session.core.shape.fields.as_slice() else { return None };
    if !field.size.is_empty() || !session.start().exact {
        return None;
    }
    let out: Vec<Cut> = transitions.iter().map(|t| cut(session, t)).collect::<Option<_>>()?;
    session.surely_run().then_some(out)
}

fn cut(session: &Session<'_>, t: &Transition) -> Option<Cut> {
    let path = &t.path;
    let plain = path.exact && path.by.is_none() && path.drawn.is_empty() && t.counted;
    let ([part], true) = (t.parts.as_slice(), plain) else { return None };
    let own = t.before.first()?.base()?;
    let (from, to) = part.first()?.run(own)?;
    let length = session.info(own).len.as_atom()?;
    let mut ends = [from.shift(-1), Poly::atom(length).sub(to)];
    let mut conds = path.conds.clone();
    let mut choice = None;
    for atom in ends.iter().chain(&conds).flat_map(|p| p.atoms()).filter(|a| *a != length) {
        let is_choice = matches!(session.kind(atom), Some(AtomKind::Choice(_)));
        if !is_choice || choice.is_some_and(|c| c != atom) {
            return None;
        }
        choice = Some(atom);
    }
    let linear = |p: &Poly| p.is_known() && p.terms().iter().all(|t| t.0.single().is_some());
    if !ends.iter().chain(&conds).all(linear) {
        return None;
    }
    // Where one end alone depends on the choice, count by what is cut there: `a[..i-1]` cuts n + 1 - i.
    if let (Some(c), [left, right]) = (choice, &ends) {
        let varies = |p: &Poly| p.coefficient(c) != 0;
        let by = match (varies(left), varies(right)) {
            (true, false) => left.clone(),
            (false, true) => right.clone(),
            _ => Poly::int(0),
        };
        let sign = by.coefficient(c);
        if sign.abs() == 1 {
            // by = sign*c + rest, so c = sign*(by - rest)
            let rest = by.sub(&Poly::atom(c).scale(sign));
            let new = Poly::atom(c).sub(&rest).scale(sign);
            let turned = |p: &Poly| p.replace(&|a| (a == c).then(|| new.clone()));
            ends = ends.map(|p| turned(&p));
            conds = conds.iter().map(turned).collect();
        }
    }
    Family { length, choice, ends }.cut(t.line, &conds)
}

/// What goes at each end, as forms in the choice.
struct Family {
    length: Atom,
    choice: Option<Atom>,
    ends: [Poly; 2],
}

impl Family {
    fn cut(&self, line: usize, conds: &[Poly]) -> Option<Cut> {
        if self.ends.iter().any(|p| p.coefficient(self.length) != 0) {
            return None;
        }
        let step = self.ends.each_ref().map(|p| self.choice.map_or(0, |c| p.coefficient(c)));
        let (mut least, mut most) = (None::<i128>, None::<i128>);
        let (mut shortest, mut longest) = (0, None::<i128>);
        // n - step*k >= room
        let mut room = None::<i128>;
        let mut known = vec![Poly::atom(self.length)];
        let mut other = Vec::new();
        for cond in conds {
            let n = cond.coefficient(self.length);
            let k = self.choice.map_or(0, |c| cond.coefficient(c));
            let low = |by: i128| {
                (-cond.constant()).div_euclid(by) + i128::from((-cond.constant()).rem_euclid(by) != 0)
            };
            let high = |by: i128| cond.constant().div_euclid(by);
            let both = step[0].checked_add(step[1])?;
            match (n, k) {
                (0, 0) if cond.constant() >= 0 => {}
                (1.., 0) => shortest = shortest.max(low(n)),
                (..=-1, 0) => longest = Some(longest.map_or(high(-n), |old| old.min(high(-n)))),
                (0, 1..) => least = Some(least.map_or(low(k), |old: i128| old.max(low(k)))),
                (0, ..=-1) => most = Some(most.map_or(high(-k), |old| old.min(high(-k)))),
                (1.., _) if Some(-k) == n.checked_mul(both) => {
                    room = Some(room.map_or(low(n), |old| old.max(low(n))))
                }
                _ => {
                    other.push(cond);
                    continue;
                }
            }
            known.push(cond.clone());
        }
        if other.iter().any(|cond| !entails(&known, cond)) {
            return None;
        }
        let least = if self.choice.is_some() { least? } else { 0 };
        let at = |p: &Poly, by: i128| p.constant().checked_add(by.checked_mul(least)?);
        let first = [at(&self.ends[0], step[0])?, at(&self.ends[1], step[1])?];
        let natural = |v: i128| u64::try_from(v).ok();
        let count = match most {
            _ if step == [0, 0] => Some(i128::from(most.is_none_or(|m| m >= least))),
            Some(most) => Some((most - least + 1).max(0)),
            None => None,
        };
        // n - step*k >= room, and what is left is n - step*k - constant.
        let fixed = self.ends[0].constant().checked_add(self.ends[1].constant())?;
        let cut = Cut {
            line,
            first: [natural(first[0])?, natural(first[1])?],
            step: [natural(step[0])?, natural(step[1])?],
            count: count.map(u64::try_from).transpose().ok()?,
            keep: natural(room.map_or(0, |room| room - fixed).max(0))?,
            shortest: natural(shortest)?,
            longest: longest.map(u64::try_from).transpose().ok()?,
        };
        (cut.first != [0, 0]).then_some(cut)
    }
}
