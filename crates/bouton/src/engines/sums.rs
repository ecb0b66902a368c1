//! The moves of a sum of independent parts, counted and valued without building what they lead to.
//!
//! A move changes one part, so what it is worth follows from values alone: the xor of all parts, without the part that
//! is moved in, with the parts that it becomes. Equal parts have equal moves, so each distinct part is looked at once,
//! and positions are built only for moves that somebody will see.

use crate::answer::entries::{MOST, RawMove, too_many};
use crate::engines::solver::Solver;
use crate::engines::whole::Fault;
use crate::game::Game;
use crate::game::Match;
use crate::problem::Problem;
use bouton_language::interp::{Made, Part};
use bouton_language::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// Good moves that an answer lists; more are counted.
pub(crate) const MOST_LISTED: usize = 200;

/// What there is to say about all moves of a sum.
#[derive(Default)]
pub(crate) struct SumMoves {
    /// The value of each part, by term.
    pub(crate) values: Vec<Vec<u64>>,
    /// The xor of all values.
    pub(crate) xor: u64,
    /// How many moves there are.
    pub(crate) moves: u64,
    /// How many of them win.
    pub(crate) winning: u64,
    /// Distinct options.
    pub(crate) options: u64,
    /// Has the part a winning move? By term.
    pub(crate) possible: Vec<Vec<bool>>,
    /// The first winning moves, as many as were asked for.
    pub(crate) good: Vec<RawMove>,
    /// Do the parts pair off as they stand, or after a move?
    pub(crate) mirror: Mirror,
    /// Of a single part: one move for each value that an option has, smallest first, at most [`MOST_LISTED`].
    pub(crate) mex: Vec<(u64, RawMove)>,
    /// Of a single part: how many values its options have, and the largest.
    pub(crate) met: (u64, u64),
}

/// A symmetry that decides.
#[derive(Default)]
pub(crate) enum Mirror {
    /// None was found.
    #[default]
    None,
    /// The parts pair off.
    Here,
    /// They do after this move.
    After(Box<RawMove>),
}

/// What is known of the part of an option.
#[derive(Clone, Copy)]
struct Known {
    number: u32,
    value: u64,
    /// Nobody can move in it, and the rules do not look at it: it is left out of keys.
    gone: bool,
    /// A single 0.
    zero: bool,
}

/// The moves of one distinct part.
#[derive(Default)]
struct OfPart {
    value: u64,
    moves: u64,
    winning: u64,
    /// The first winning moves, by number.
    good: Vec<u32>,
    /// The first winning move after which all parts pair off.
    mirror: Option<u32>,
    /// Of a single part: the first move to each value.
    first_of: FxHashMap<u64, u32>,
}

/// Numbers and values of the parts met.
#[derive(Default)]
struct Met {
    known: FxHashMap<(usize, Part), Known>,
    /// The same for parts that are one number, as they stand.
    numbers: FxHashMap<(usize, i64), Known>,
    /// Distinct options: the number of the part moved in, and the number of what it becomes.
    options: FxHashSet<(u32, u32)>,
    /// The same where it becomes none or several.
    others: FxHashSet<(u32, Vec<u32>)>,
}

impl Met {
    /// What is known of a part; its value is found where it is new.
    fn look(
        &mut self,
        solver: &mut Solver,
        games: &[Game],
        term: usize,
        part: &Part,
    ) -> Result<Known, Problem> {
        let [Value::Int(number)] = **part else { return self.canonical(solver, games, term, part) };
        if let Some(known) = self.numbers.get(&(term, number)) {
            return Ok(*known);
        }
        let known = self.canonical(solver, games, term, part)?;
        self.numbers.insert((term, number), known);
        Ok(known)
    }

    /// The same by the canonical form.
    fn canonical(
        &mut self,
        solver: &mut Solver,
        games: &[Game],
        term: usize,
        part: &Part,
    ) -> Result<Known, Problem> {
        let key = (term, games[term].interp().canonical_part(part));
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let part = &key.1;
        let value = solver.grundy_part(games, term, part)?;
        let gone = solver.with_whole(games, |w| Ok(w.drops(&games[term]) && w.is_dead(term, part)?))?;
        let zero = matches!(&**part, [Value::Int(0)]);
        let known = Known { number: self.known.len() as u32, value, gone, zero };
        self.known.insert(key, known);
        Ok(known)
    }

    /// Counts an option: the part moved in, and what it becomes.
    fn option(&mut self, part: Known, becomes: &[Known]) {
        let left = || becomes.iter().filter(|k| !k.gone).map(|k| k.number);
        if let (Some(one), None) = (left().next(), left().nth(1)) {
            self.options.insert((part.number, one));
            return;
        }
        let mut key: Vec<u32> = left().collect();
        key.sort_unstable();
        self.others.insert((part.number, key));
    }
}

/// The parts of a sum as they stand.
struct Standing<'s> {
    /// Each distinct part once.
    distinct: Vec<(usize, &'s Part, Known)>,
    /// Which of them each part is, by term.
    typed: Vec<Vec<usize>>,
    /// The canonical parts that have no twin.
    single: FxHashSet<u32>,
    /// Parts that are not a single 0.
    live: usize,
    xor: u64,
}

impl Solver {
    /// The moves of a sum, with this many of the winning ones built; the caller knows that values decide.
    pub(crate) fn sum_moves(&mut self, at: Match<'_>, most: usize) -> Result<SumMoves, Problem> {
        let mut met = Met::default();
        let standing = self.standing(at, &mut met)?;
        let mut out = SumMoves { xor: standing.xor, ..SumMoves::default() };
        if standing.live > 0 && standing.single.is_empty() {
            out.mirror = Mirror::Here;
        }
        let mut parts: Vec<OfPart> = Vec::with_capacity(standing.distinct.len());
        let mut left = MOST;
        for nth in 0..standing.distinct.len() {
            parts.push(self.of_part(at, &standing, nth, most, &mut met, &mut left)?);
        }
        out.options = (met.options.len() + met.others.len()) as u64;
        for (term, row) in standing.typed.iter().enumerate() {
            for (i, &nth) in row.iter().enumerate() {
                let of = &parts[nth];
                out.moves += of.moves;
                out.winning += of.winning;
                let room = most.saturating_sub(out.good.len());
                let some = &of.good[..of.good.len().min(room)];
                out.good.extend(self.build(at, term, i, some)?);
                if let (Some(number), Mirror::None) = (of.mirror, &out.mirror) {
                    let first = self.build(at, term, i, &[number])?.pop();
                    out.mirror = first.map_or(Mirror::None, |m| Mirror::After(Box::new(m)));
                }
                if !of.first_of.is_empty() {
                    self.mex_moves(at, (term, i), &of.first_of, &mut out)?;
                }
            }
            out.values.push(row.iter().map(|nth| parts[*nth].value).collect());
            out.possible.push(row.iter().map(|nth| parts[*nth].winning > 0).collect());
        }
        Ok(out)
    }

    fn standing<'s>(&mut self, at: Match<'s>, met: &mut Met) -> Result<Standing<'s>, Problem> {
        let mut places: FxHashMap<(usize, &Part), usize> = FxHashMap::default();
        let (distinct, typed, single) = (Vec::new(), Vec::new(), FxHashSet::default());
        let mut out = Standing { distinct, typed, single, live: 0, xor: 0 };
        for (term, position) in at.state.positions.iter().enumerate() {
            let mut row = Vec::with_capacity(position.parts.len());
            for part in &position.parts {
                let nth = match places.get(&(term, part)) {
                    Some(nth) => *nth,
                    None => {
                        let known = met.look(self, at.games, term, part)?;
                        places.insert((term, part), out.distinct.len());
                        out.distinct.push((term, part, known));
                        out.distinct.len() - 1
                    }
                };
                let known = out.distinct[nth].2;
                out.xor ^= known.value;
                if !known.zero {
                    out.live += 1;
                    toggle(&mut out.single, known.number);
                }
                row.push(nth);
            }
            out.typed.push(row);
        }
        Ok(out)
    }

    /// Goes through the moves of one distinct part, of which there may be so many left.
    fn of_part(
        &mut self,
        at: Match<'_>,
        standing: &Standing<'_>,
        nth: usize,
        most: usize,
        met: &mut Met,
        left: &mut u64,
    ) -> Result<OfPart, Problem> {
        let (term, part, known) = standing.distinct[nth];
        let wanted = (standing.xor != 0).then_some(known.value ^ standing.xor);
        let alone = standing.typed.iter().map(Vec::len).sum::<usize>() == 1;
        let mut of = OfPart { value: known.value, ..OfPart::default() };
        let mut becomes: Vec<Known> = Vec::new();
        let (work, game) = (self.session_of(at.games).work.clone(), at.games[term].clone());
        let mut look = |made: Made<'_>| -> Result<(), Problem> {
            work.spend(part).map_err(|halt| self.session_of(at.games).problem(halt.into()))?;
            *left = left.checked_sub(1).ok_or_else(too_many)?;
            let number = of.moves as u32;
            of.moves += 1;
            becomes.clear();
            for part in made.parts.iter() {
                becomes.push(met.look(self, at.games, term, part)?);
            }
            let value = becomes.iter().fold(0, |xor, known| xor ^ known.value);
            met.option(known, &becomes);
            if alone {
                of.first_of.entry(value).or_insert(number);
            }
            if wanted == Some(value) {
                of.winning += 1;
                if of.good.len() < most {
                    of.good.push(number);
                }
                if of.mirror.is_none() && standing.pairs_off(known, &becomes) {
                    of.mirror = Some(number);
                }
            }
            Ok(())
        };
        let mut problem = None;
        let made = game.interp().moves_by_parity(part, at.state.turn, &mut |made| match look(made) {
            Ok(()) => ControlFlow::Continue(()),
            Err(p) => {
                problem = Some(p);
                ControlFlow::Break(())
            }
        });
        made.map_err(|e| at.games[term].fail(e))?;
        problem.map_or(Ok(of), Err)
    }

    /// A move to each value of the options of a single part.
    fn mex_moves(
        &mut self,
        at: Match<'_>,
        (term, part): (usize, usize),
        first_of: &FxHashMap<u64, u32>,
        out: &mut SumMoves,
    ) -> Result<(), Problem> {
        let mut values: Vec<(u64, u32)> = first_of.iter().map(|(v, n)| (*v, *n)).collect();
        values.sort_unstable();
        out.met = (values.len() as u64, values.last().map_or(0, |v| v.0));
        values.truncate(MOST_LISTED);
        let mut numbers: Vec<u32> = values.iter().map(|v| v.1).collect();
        numbers.sort_unstable();
        let built = self.build(at, term, part, &numbers)?;
        let by = |number: u32| built.get(numbers.partition_point(|n| *n < number)).cloned();
        out.mex = values.iter().filter_map(|(value, number)| Some((*value, by(*number)?))).collect();
        Ok(())
    }

    /// The move with this number of all moves of a state, from 0.
    pub(crate) fn nth_move(&mut self, at: Match<'_>, mut number: u64) -> Result<Option<RawMove>, Problem> {
        for (term, position) in at.state.positions.iter().enumerate() {
            for part in 0..position.parts.len() {
                let count =
                    self.with_whole(at.games, |w| w.count_of(term, &position.parts[part], at.state.turn))?;
                if number < count {
                    return Ok(self.build(at, term, part, &[number as u32])?.pop());
                }
                number -= count;
            }
        }
        Ok(None)
    }

    /// The moves of one part that have these numbers, ascending.
    fn build(
        &mut self,
        at: Match<'_>,
        term: usize,
        part: usize,
        numbers: &[u32],
    ) -> Result<Vec<RawMove>, Problem> {
        let mut out = Vec::with_capacity(numbers.len());
        if numbers.is_empty() {
            return Ok(out);
        }
        self.with_whole(at.games, |w| {
            let mut number = 0;
            let mut visit = |m: Made<'_>| {
                if numbers.get(out.len()) == Some(&number) {
                    let to = w.after(at.state, term, part, m.parts, m.again);
                    let choices = m.choices.to_vec();
                    out.push(RawMove { term, part, line: m.line, choices, gain: m.gain, again: m.again, to });
                }
                number += 1;
                if out.len() < numbers.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            // They were paid for when they were counted.
            let made = at.games[term].interp().moves(
                &at.state.positions[term].parts[part],
                at.state.turn,
                &mut visit,
            );
            made.map_err(|e| Fault::Rules(term, e))
        })?;
        Ok(out)
    }
}

impl Standing<'_> {
    /// Do all parts pair off when this one becomes these?
    fn pairs_off(&self, part: Known, becomes: &[Known]) -> bool {
        if self.single.len() > becomes.len() + 1 {
            return false;
        }
        let mut left = self.single.clone();
        let mut live = self.live;
        if !part.zero {
            live -= 1;
            toggle(&mut left, part.number);
        }
        for known in becomes.iter().filter(|k| !k.zero) {
            live += 1;
            toggle(&mut left, known.number);
        }
        left.is_empty() && live > 0
    }
}

/// In or out.
fn toggle(set: &mut FxHashSet<u32>, number: u32) {
    if !set.remove(&number) {
        set.insert(number);
    }
}
