//! Rows, bags and sums of any number of heaps, decided by a value at each place that counts.
//!
//! Let some places of a row *count*, by their remainder; let v be a function of what stands there. *Digit by digit* means: for every
//! binary digit, the number of counting places whose value has it is a multiple of m + 1. Suppose that
//! 1. every move changes from 1 to m counting places; for m = 1 it changes the value there, for m > 1 it makes none of the values larger and one of them smaller;
//! 2. at any 1 to m counting places the values may be made any smaller ones, by one move;
//! 3. play ends.
//!
//! Then a position is lost in normal play exactly if its values are 0 digit by digit. In misère play, where a move at a place of value 0 (or, if it
//! changes a place that counts, of that place) may be replaced by one to the value 1, it is lost exactly if some value is above 1
//! and they are 0 digit by digit, or if none is and the number of ones leaves 1 modulo m + 1. docs/proofs.md has the argument (Bouton, Moore).
//!
//! The values are those of a heap by itself, guessed from a table: arithmetic and periodic. The conditions speak of one move, so
//! they are linear arithmetic on rows of a fixed length, and are decided for all sizes; that short rows have the moves of all is
//! `bouton_compile::places`.

use crate::arithmetic::compile;
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::numeration::Numeration;
use crate::strategy::{Moves, Winning, solutions};
use bouton_budget::Halt;
use bouton_compile::fragment::{Fragment, FragmentMove};
use bouton_compile::places::{Local, Reach};
use bouton_language::ast::Verdict;
use bouton_linear::{Affine, Formula};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashSet;

const TWO: Numeration = Numeration::Base(2);

/// Heaps whose values are worked out for a guess.
const SAMPLES: u64 = 72;

/// Remainders by which places are told apart.
const REMAINDERS: usize = 3;

/// A function on the natural numbers: v(n + period) = v(n) + saltus for all n >= from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steady {
    /// From here on.
    pub from: usize,
    /// The period.
    pub period: usize,
    /// What a period adds.
    pub saltus: u64,
    /// The first from + period values.
    pub values: Vec<u64>,
}

impl Steady {
    /// Every number is its own value.
    pub fn identity() -> Steady {
        Steady { from: 0, period: 1, saltus: 1, values: vec![0] }
    }

    /// The function that begins with these values, if it is seen to go on for two periods and more.
    pub fn of(values: &[u64]) -> Option<Steady> {
        let most = values.len() / 3;
        let fits = |from: usize, period: usize| {
            let saltus = values[from + period].checked_sub(values[from])?;
            let all = (from..values.len() - period).all(|n| values[n + period] == values[n] + saltus);
            let (from, values) = (from, values[..from + period].to_vec());
            all.then_some(Steady { from, period, saltus, values })
        };
        (1..=most).find_map(|size| (0..size).rev().find_map(|from| fits(from, size - from)))
    }

    /// The value of a number.
    pub fn at(&self, n: &BigUint) -> BigUint {
        let first = |i: usize| BigUint::from(self.values.get(i).copied().unwrap_or(0));
        match n.to_usize().filter(|n| *n < self.from) {
            Some(n) => first(n),
            None => {
                let beyond = n - BigUint::from(self.from);
                let rest = (&beyond % self.period).to_usize().unwrap_or(0);
                first(self.from + rest) + beyond / self.period * self.saltus
            }
        }
    }

    /// That the value of a form is another form.
    fn is(&self, form: &Affine, value: &Affine) -> Result<Formula, Halt> {
        let mut any = Vec::new();
        for (n, v) in self.values.iter().enumerate() {
            let (n_int, v) = (n as i64, i64::try_from(*v).map_err(|_| Halt::Size)?);
            let from_here = form.shift(-n_int)?;
            if n < self.from {
                any.push(Formula::all([Formula::zero(from_here), Formula::zero(value.shift(-v)?)]));
                continue;
            }
            let (p, s) = (self.period as i64, i64::try_from(self.saltus).map_err(|_| Halt::Size)?);
            let step = value.shift(-v)?.times(p)?.plus(-s, &from_here)?;
            let mut all = vec![Formula::at_least_zero(from_here.clone()), Formula::zero(step)];
            if p > 1 {
                all.push(Formula::multiple(from_here, p));
            }
            any.push(Formula::all(all));
        }
        Ok(Formula::any(any))
    }
}

/// How it is seen that play ends: the sum of the numbers falls, or stays while they move on in this direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falls {
    /// The sum falls.
    Sum,
    /// Or it stays, and the numbers go to the left.
    Left,
    /// Or to the right.
    Right,
}

/// The theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Which places count, by their remainder: place j, from 1, by `active[j mod len]`.
    pub active: Vec<bool>,
    /// Places are counted from the right end.
    pub from_right: bool,
    /// A move changes at most so many places that count.
    pub most: usize,
    /// The value of what stands at a place.
    pub values: Steady,
    /// Whoever cannot move wins.
    pub misere: bool,
    /// Rows of up to so many places were looked at.
    pub longest: usize,
    /// Why play ends.
    pub falls: Falls,
}

/// A row in fixed length, as far as the theorem looks at it.
struct Board<'f> {
    fragment: &'f Fragment,
    /// No place is empty before the move.
    full: bool,
}

impl Places {
    /// The theorem about rows or bags; `row` gives the rules on a row of so many places.
    pub fn of_rows(
        local: &Local,
        misere: bool,
        row: &dyn Fn(usize) -> Option<Fragment>,
        effort: &Effort,
    ) -> Result<Option<Places>, Halt> {
        if let Reach::Below(most) = local.moves {
            let (active, values, falls) = (vec![true], Steady::identity(), Falls::Sum);
            return Ok(Some(Places { active, from_right: false, most, values, misere, longest: 1, falls }));
        }
        let mut rows: Vec<Fragment> = Vec::new();
        for remainders in 1..=REMAINDERS {
            let Some(longest) = local.longest(remainders) else { return Ok(None) };
            while rows.len() < longest {
                let Some(fragment) = row(rows.len() + 1) else { return Ok(None) };
                rows.push(fragment);
            }
            let boards: Vec<Board> =
                rows[..longest].iter().map(|fragment| Board { fragment, full: local.bag }).collect();
            // All places alike were tried before.
            let kinds = if remainders == 1 { 1..2 } else { 1..(1 << remainders) - 1u32 };
            for kind in kinds {
                let active: Vec<bool> = (0..remainders).map(|r| kind >> r & 1 == 1).collect();
                for from_right in [false, true] {
                    let counting = Counting { active: active.clone(), from_right };
                    if from_right && remainders == 1 {
                        continue;
                    }
                    if let Some(found) = search(&boards, &counting, misere, true, effort)? {
                        return Ok(Some(found));
                    }
                }
            }
            if local.bag {
                break;
            }
        }
        Ok(None)
    }

    /// The theorem about sums of heaps of one number, by the rules of one heap.
    pub fn of_heaps(fragment: &Fragment, misere: bool, effort: &Effort) -> Result<Option<Places>, Halt> {
        let plain = fragment.ends.is_empty() && fragment.block == 0 && fragment.mover.is_none();
        if !plain || fragment.coordinates.len() != 1 || fragment.stuck == Verdict::Draw {
            return Ok(None);
        }
        // That play ends was seen when the rules were read.
        let counting = Counting { active: vec![true], from_right: false };
        search(&[Board { fragment, full: false }], &counting, misere, false, effort)
    }

    /// Does this place, from 1, count in a row of this length?
    pub fn counts(&self, place: usize, length: usize) -> bool {
        counts(&self.active, self.from_right, place - 1, length)
    }

    /// The values that count.
    pub fn values_of(&self, row: &[BigUint]) -> Vec<BigUint> {
        let counting = row.iter().enumerate().filter(|(i, _)| self.counts(i + 1, row.len()));
        counting.map(|(_, n)| self.values.at(n)).collect()
    }

    /// Is a row or bag lost for the player to move?
    pub fn lost(&self, row: &[BigUint]) -> bool {
        self.lost_values(&self.values_of(row))
    }

    fn lost_values(&self, values: &[BigUint]) -> bool {
        let by = self.most as u64 + 1;
        let digit = |i: u64| values.iter().filter(|v| v.bit(i)).count() as u64 % by;
        if self.misere && values.iter().all(|v| v.bits() <= 1) {
            return digit(0) == 1;
        }
        let long = values.iter().map(BigUint::bits).max().unwrap_or(0);
        (0..long).all(|i| digit(i) == 0)
    }

    /// The single heaps that are lost, as an automaton: in misère play those of value 1.
    pub fn lost_heaps(&self, legal: &Formula, effort: &Effort) -> Result<Dfa, Halt> {
        let value = Affine::int(i64::from(self.misere));
        let lost = Formula::all([legal.clone(), self.values.is(&Affine::variable(0), &value)?]);
        compile(TWO, &lost, effort)?.widen(&[0], effort)
    }

    /// The value that a move must leave at a place, where it changes no other that counts.
    fn wanted(&self, values: &[(usize, BigUint)], place: usize) -> BigUint {
        let others = values.iter().filter(|v| v.0 != place).map(|v| &v.1);
        let total = others.clone().fold(BigUint::zero(), |x, v| x ^ v);
        if self.misere && others.clone().all(|v| v.bits() <= 1) {
            return BigUint::from(u8::from(total.is_zero()));
        }
        total
    }

    /// Moves to lost positions, for games in which a move changes one place that counts; `row` is the fragment of a row of this length.
    pub fn winning(
        &self,
        row: &Fragment,
        numbers: &[BigUint],
        most: usize,
        effort: &Effort,
    ) -> Result<Moves, Halt> {
        let counting: Vec<(usize, BigUint)> = (0..numbers.len())
            .filter(|i| self.counts(i + 1, numbers.len()))
            .map(|i| (i, self.values.at(&numbers[i])))
            .collect();
        let wanted = |i: usize| self.wanted(&counting, i);
        self.leading(row, numbers, &wanted, most, effort)
    }

    /// Moves of one heap of a sum to lost positions, beside heaps of these numbers.
    pub fn winning_heap(
        &self,
        heap: &Fragment,
        number: &BigUint,
        others: &[BigUint],
        most: usize,
        effort: &Effort,
    ) -> Result<Moves, Halt> {
        let values: Vec<(usize, BigUint)> =
            others.iter().enumerate().map(|(i, n)| (i + 1, self.values.at(n))).collect();
        self.leading(heap, std::slice::from_ref(number), &|_| self.wanted(&values, 0), most, effort)
    }

    fn leading(
        &self,
        fragment: &Fragment,
        numbers: &[BigUint],
        wanted: &dyn Fn(usize) -> BigUint,
        most: usize,
        effort: &Effort,
    ) -> Result<Moves, Halt> {
        let mut found = Moves::default();
        let d = fragment.coordinates.len();
        for (source, family) in fragment.moves.iter().enumerate() {
            effort.check()?;
            let [place] = changed(family, &|c| self.counts(c + 1, d))[..] else { continue };
            let Some(after) = family.parts.first() else { continue };
            let value = family.variables;
            let leads = self.values.is(&after[place], &Affine::variable(value))?;
            let all = Formula::all([family.guard.clone(), leads]);
            let choices: Vec<usize> = (d..family.variables).collect();
            let dfa = compile(TWO, &all, effort)?.widen(&choices, effort)?;
            let goal = wanted(place);
            let mut given: Vec<(usize, &BigUint)> = numbers.iter().enumerate().collect();
            given.push((value, &goal));
            let room = (most + 1).saturating_sub(found.list.len());
            for solution in solutions(&dfa, &given, room, effort)? {
                let number = |v: usize| {
                    let own = solution.iter().find(|s| s.0 == v).map(|s| &s.1);
                    BigInt::from(own.or(numbers.get(v).filter(|_| v < d)).cloned().unwrap_or_default())
                };
                let form = |a: &Affine| {
                    let sum = a.terms.iter().fold(BigInt::from(a.constant), |n, (v, c)| n + number(*v) * c);
                    sum.to_biguint().unwrap_or_default()
                };
                let choices = choices.iter().map(|v| number(*v).to_biguint().unwrap_or_default()).collect();
                found.list.push(Winning { source, choices, parts: vec![after.iter().map(form).collect()] });
            }
            if found.list.len() > most {
                found.list.truncate(most);
                found.all = false;
                break;
            }
        }
        Ok(found)
    }

    /// Smaller values for some of these, up to `most` of them, that make the position lost: Moore's rule. For games in which any smaller numbers may be left.
    pub fn lowered(&self, numbers: &[BigUint]) -> Option<Vec<BigUint>> {
        let by = self.most + 1;
        let mut now = numbers.to_vec();
        let mut free: Vec<usize> = Vec::new();
        let long = numbers.iter().map(BigUint::bits).max().unwrap_or(0);
        for digit in (0..long).rev() {
            let fixed: Vec<usize> =
                (0..now.len()).filter(|i| !free.contains(i) && now[*i].bit(digit)).collect();
            let over = fixed.len() % by;
            free.iter().for_each(|i| now[*i].set_bit(digit, false));
            if over > 0 && over + free.len() >= by {
                free.iter().take(by - over).for_each(|i| now[*i].set_bit(digit, true));
            } else {
                for i in &fixed[..over] {
                    now[*i].set_bit(digit, false);
                    free.push(*i);
                }
            }
        }
        let small = |n: &BigUint| n.bits() <= 1;
        if self.misere && now.iter().all(small) {
            now = self.last_ones(numbers)?;
        }
        self.lost(&now).then_some(now).filter(|now| now != numbers)
    }

    /// In misère play, where no large number is left: as many ones as leave 1.
    fn last_ones(&self, numbers: &[BigUint]) -> Option<Vec<BigUint>> {
        let by = self.most + 1;
        let one = BigUint::from(1u8);
        let large: Vec<usize> = (0..numbers.len()).filter(|i| numbers[*i] > one).collect();
        let ones: Vec<usize> = (0..numbers.len()).filter(|i| numbers[*i] == one).collect();
        let mut now = numbers.to_vec();
        // So many of the large ones become 1, so many ones go.
        for (kept, gone) in (0..=large.len()).flat_map(|k| (0..=ones.len()).map(move |g| (k, g))) {
            let touched = large.len() + gone;
            if (1..by).contains(&touched) && (ones.len() - gone + kept) % by == 1 {
                large.iter().enumerate().for_each(|(k, i)| now[*i] = BigUint::from(u8::from(k < kept)));
                ones[..gone].iter().for_each(|i| now[*i] = BigUint::zero());
                return Some(now);
            }
        }
        None
    }
}

/// The coordinates that a family changes, of those that count.
fn changed(family: &FragmentMove, counts: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let Some(after) = family.parts.first() else { return Vec::new() };
    (0..after.len()).filter(|c| counts(*c) && after[*c] != Affine::variable(*c)).collect()
}

/// Does a place, from 0, count in a row of this length?
fn counts(active: &[bool], from_right: bool, place: usize, length: usize) -> bool {
    let place = if from_right { length - place } else { place + 1 };
    active[place % active.len()]
}

/// Which places count.
struct Counting {
    active: Vec<bool>,
    from_right: bool,
}

impl Counting {
    /// The places of a row of this length.
    fn of(&self, length: usize) -> impl Fn(usize) -> bool + '_ {
        move |c| counts(&self.active, self.from_right, c, length)
    }
}

/// The theorem in which these places count, if it holds.
fn search(
    boards: &[Board],
    counting: &Counting,
    misere: bool,
    ends: bool,
    effort: &Effort,
) -> Result<Option<Places>, Halt> {
    for board in boards {
        let counts = counting.of(board.fragment.coordinates.len());
        let one = |m: &FragmentMove| m.parts.len() == 1 && changed(m, &counts).len() == 1;
        if !board.fragment.moves.iter().all(one) {
            return Ok(None);
        }
    }
    let Some(last) = boards.last() else { return Ok(None) };
    let places = last.fragment.coordinates.len();
    // A place in the middle.
    let counts = counting.of(places);
    let middle = (0..places).filter(|c| counts(*c)).min_by_key(|c| c.abs_diff(places / 2));
    let Some(middle) = middle else { return Ok(None) };
    let Some(values) = guess(last, middle, effort)? else { return Ok(None) };
    let mut seen = FxHashSet::default();
    let mut falls =
        if ends && !last.full { vec![Falls::Sum, Falls::Left, Falls::Right] } else { vec![Falls::Sum] };
    for board in boards {
        let counts = counting.of(board.fragment.coordinates.len());
        let fine = board.changes(&counts, &values, &mut seen, effort)?
            && board.reaches(&counts, &values, &mut seen, effort)?
            && (!misere || board.replaces(&counts, &values, &mut seen, effort)?);
        if !fine {
            return Ok(None);
        }
        if ends {
            let mut kept = Vec::new();
            for f in falls {
                if board.ends(f, &mut seen, effort)? {
                    kept.push(f);
                }
            }
            falls = kept;
        }
    }
    let Some(falls) = falls.first().copied() else { return Ok(None) };
    let (active, from_right) = (counting.active.clone(), counting.from_right);
    Ok(Some(Places { active, from_right, most: 1, values, misere, longest: boards.len(), falls }))
}

/// The values of a place by itself as far as moves make its number smaller: a guess.
fn guess(board: &Board, place: usize, effort: &Effort) -> Result<Option<Steady>, Halt> {
    let Some(moves) = board.downward(place, effort)? else { return Ok(None) };
    let mut values: Vec<u64> = Vec::new();
    for n in 0..SAMPLES {
        effort.spend(n)?;
        let options: FxHashSet<u64> =
            (0..n).filter(|m| moves.contains_small(&[n, *m])).map(|m| values[m as usize]).collect();
        values.extend((0..).find(|v| !options.contains(v)));
    }
    Ok(Steady::of(&values))
}

impl Board<'_> {
    /// What is so before a move, about these variables.
    fn before(&self, about: &[usize]) -> Formula {
        let d = self.fragment.coordinates.len();
        let full = (0..d).filter(|_| self.full).map(|c| Formula::AtLeastZero(Affine::new(&[(c, 1)], -1)));
        let all = self.legal().into_iter().chain(full);
        Formula::all(all.filter(|f| f.free().iter().any(|v| about.contains(v))))
    }

    /// The conditions that make a row legal.
    fn legal(&self) -> Vec<Formula> {
        match &self.fragment.legal {
            Formula::All(list) => list.clone(),
            other => vec![other.clone()],
        }
    }

    /// When a move of a family may be made in a legal row: what is said of places that stay is known.
    fn guard(&self, family: &FragmentMove) -> Formula {
        let legal = self.legal();
        match &family.guard {
            Formula::All(list) => Formula::all(list.iter().filter(|f| !legal.contains(f)).cloned()),
            other => other.clone(),
        }
    }

    /// Above every variable of the moves.
    fn top(&self) -> usize {
        let own = self.fragment.moves.iter().map(|m| m.variables.max(m.guard.width()));
        own.max().unwrap_or(0).max(self.fragment.coordinates.len())
    }

    /// Whether a condition holds in no legal row; what was decided before is not decided again.
    fn never(&self, f: Formula, seen: &mut FxHashSet<Formula>, effort: &Effort) -> Result<bool, Halt> {
        let f = Formula::all([self.before(&f.free()), f]);
        // The same condition about other places reads the same.
        let mut names: Vec<(usize, usize)> = f.free().into_iter().zip(0..).collect();
        let mut next = names.len();
        let f = f.numbered(&mut names, &mut next);
        if seen.contains(&f) {
            return Ok(true);
        }
        let never = compile(TWO, &f, effort)?.is_empty();
        if never {
            seen.insert(f);
        }
        Ok(never)
    }

    /// From which number to which smaller one a place may come, as an automaton over both.
    fn downward(&self, place: usize, effort: &Effort) -> Result<Option<Dfa>, Halt> {
        let to = self.top();
        let mut any: Option<Dfa> = None;
        for family in &self.fragment.moves {
            let Some(after) = family.parts.first().filter(|p| p[place] != Affine::variable(place)) else {
                continue;
            };
            let less = Formula::AtLeastZero(Affine::new(&[(place, 1), (to, -1)], -1));
            let lands = Formula::zero(after[place].plus(-1, &Affine::variable(to))?);
            let all = Formula::all([self.guard(family), less, lands]);
            let mut all = Formula::all([self.before(&all.free()), all]);
            for v in all.free() {
                if v != place && v != to {
                    all = Formula::exists(v, all);
                }
            }
            let found = compile(TWO, &all, effort)?.widen(&[place, to], effort)?;
            any = Some(match any {
                Some(other) => other.or(&found, effort)?,
                None => found,
            });
        }
        Ok(any)
    }

    /// Every move changes the value of the place that counts.
    fn changes(
        &self,
        counts: &dyn Fn(usize) -> bool,
        values: &Steady,
        seen: &mut FxHashSet<Formula>,
        effort: &Effort,
    ) -> Result<bool, Halt> {
        let value = Affine::variable(self.top());
        for family in &self.fragment.moves {
            for place in changed(family, counts) {
                let was = values.is(&Affine::variable(place), &value)?;
                let is = values.is(&family.parts[0][place], &value)?;
                if !self.never(Formula::all([self.guard(family), was, is]), seen, effort)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Some move that changes a place leaves a value there.
    fn leaves(&self, place: usize, value: &Affine, values: &Steady) -> Result<Formula, Halt> {
        let d = self.fragment.coordinates.len();
        let mut any = Vec::new();
        for family in &self.fragment.moves {
            let after = &family.parts[0][place];
            if *after == Affine::variable(place) {
                continue;
            }
            let f = Formula::all([self.guard(family), values.is(after, value)?]);
            any.push((d..family.variables).rev().fold(f, |f, v| Formula::exists(v, f)));
        }
        Ok(Formula::any(any))
    }

    /// At every place that counts, the value may be made any smaller one.
    fn reaches(
        &self,
        counts: &dyn Fn(usize) -> bool,
        values: &Steady,
        seen: &mut FxHashSet<Formula>,
        effort: &Effort,
    ) -> Result<bool, Halt> {
        let (own, less) = (self.top(), self.top() + 1);
        for place in (0..self.fragment.coordinates.len()).filter(|c| counts(*c)) {
            let was = values.is(&Affine::variable(place), &Affine::variable(own))?;
            let smaller = Formula::AtLeastZero(Affine::new(&[(own, 1), (less, -1)], -1));
            let never = self.leaves(place, &Affine::variable(less), values)?.negated();
            if !self.never(Formula::all([was, smaller, never]), seen, effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A move at a place of value 0 may be replaced by one that leaves the value 1 there.
    fn replaces(
        &self,
        counts: &dyn Fn(usize) -> bool,
        values: &Steady,
        seen: &mut FxHashSet<Formula>,
        effort: &Effort,
    ) -> Result<bool, Halt> {
        for family in &self.fragment.moves {
            for place in changed(family, counts) {
                let was = values.is(&Affine::variable(place), &Affine::int(0))?;
                let never = self.leaves(place, &Affine::int(1), values)?.negated();
                let wrong = Formula::all([self.guard(family), was, never]);
                if !self.never(wrong, seen, effort)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Every move makes the sum smaller, or leaves it and goes in this direction.
    fn ends(&self, falls: Falls, seen: &mut FxHashSet<Formula>, effort: &Effort) -> Result<bool, Halt> {
        for family in &self.fragment.moves {
            let (mut sum, mut moved) = (Affine::int(0), Affine::int(0));
            for (c, after) in family.parts[0].iter().enumerate() {
                let gain = after.plus(-1, &Affine::variable(c))?;
                sum = sum.plus(1, &gain)?;
                moved = moved.plus(c as i64, &gain)?;
            }
            let stays = match falls {
                Falls::Sum => Formula::yes(),
                Falls::Left => Formula::at_least_zero(moved),
                Falls::Right => Formula::at_least_zero(moved.times(-1)?),
            };
            let wrong = Formula::any([
                Formula::at_least_zero(sum.shift(-1)?),
                Formula::all([Formula::zero(sum), stays]),
            ]);
            if !self.never(Formula::all([self.guard(family), wrong]), seen, effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
