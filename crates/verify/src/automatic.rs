//! Certificates of kind "automatic set": the lost positions of a game that is one position, or of one heap on its own where
//! every move leaves one heap.
//!
//! Checked: leading zeros do not matter; the weights fall with every move, so play ends and there is exactly one set
//! L with "x is in L if and only if x has ended lost, or has not ended and has no move into L (and is not won for
//! want of a move)"; the automaton's set is that L.

use crate::game::Game;
use crate::linear::{Cond, Lin, Var};
use crate::numeration::{Numeration, Systems};
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::walk::{Relation, Walk, Work};
use crate::ways::Way;
use crate::{Limits, Setting};
use bouton_language::interp::Interp;
use bouton_language::rules::End;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Options that may be forbidden, at most.
const MOST_BLOCKED: u64 = 8;

/// What an accepted certificate speaks of.
pub(crate) struct Subject {
    /// The names of the coordinates.
    pub(crate) names: Vec<String>,
    /// Is it one heap of a sum, played on its own?
    pub(crate) heap: bool,
}

/// Checks a certificate.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    limits: &Limits,
    work: &mut Work<'_>,
) -> Result<Subject, Refused> {
    let game = Game::new(&setting.interp)?;
    game.impartial()?;
    let ways = game.ways()?;
    let heap = !game.whole();
    let ends = !game.rules.whens.is_empty() || game.rules.block.is_some();
    if heap && (ends || ways.iter().any(|w| w.parts.len() != 1)) {
        return Err(Why::Outside {
            en: "a sum of parts where one position is wanted: a move leaves none or several, or the sum has endings of its own",
            zh: "需要单一局面，而规则是若干部分之和：有走法留下零个或多个部分，或另有终局条件",
        }
        .into());
    }
    let names = object.texts("coordinates")?;
    if names != game.names(0) && names != game.names(1) {
        return Err(Why::Wrong {
            wanted: "the numbers of a position in the order of the rules",
            zh: "按规则次序的各数",
        }
        .at("coordinates"));
    }
    let systems = object.systems(names.len())?;
    let mut dfa = object.automaton(systems.digits(), names.len(), limits)?;
    leading_zeros(&mut dfa, &systems, work)?;
    let weights = object.integers("weights")?;
    fall(&game, &ways, &weights, work)?;
    let swaps = game.interchangeable();
    for pair in swaps.windows(2) {
        let swap = |i: usize| {
            if i == pair[0] {
                pair[1]
            } else if i == pair[1] {
                pair[0]
            } else {
                i
            }
        };
        let alike = systems.of(pair[0]) == systems.of(pair[1]);
        if !alike || !same(&dfa, &systems, (dfa.start, dfa.start), &swap, work)? {
            return Err(Why::Order.at("automaton"));
        }
    }
    statement(&game, &ways, systems, &dfa, !swaps.is_empty(), &setting.interp, work)?;
    Ok(Subject { names: game.names(1), heap })
}

/// Do two states accept the same numbers, when the second reads its coordinates in another order?
fn same(
    dfa: &Dfa,
    systems: &Systems,
    (a, b): (u32, u32),
    order: &dyn Fn(usize) -> usize,
    work: &mut Work<'_>,
) -> Result<bool, Why> {
    let radix = systems.digits();
    let mut seen = std::collections::HashSet::from([(a, b, 0)]);
    let mut queue = vec![(a, b, 0)];
    while let Some((a, b, states)) = queue.pop() {
        if dfa.accepts(a) != dfa.accepts(b) {
            return Ok(false);
        }
        for tuple in 0..radix.pow(dfa.arity as u32) {
            work.spend(1)?;
            let digit = |i: usize| tuple / radix.pow((dfa.arity - 1 - i) as u32) % radix;
            let digits: Vec<usize> = (0..dfa.arity).map(digit).collect();
            let Some(states) = systems.follow(states, &digits) else { continue };
            let a = dfa.next(a, (0..dfa.arity).map(digit)).unwrap_or(u32::MAX);
            let b = dfa.next(b, (0..dfa.arity).map(|i| digit(order(i)))).unwrap_or(u32::MAX);
            let place = (a, b, states);
            if seen.insert(place) {
                queue.push(place);
            }
        }
    }
    Ok(true)
}

/// Refuses an automaton whose answers change with leading zeros; makes its start the state after many of them.
pub(crate) fn leading_zeros(dfa: &mut Dfa, systems: &Systems, work: &mut Work<'_>) -> Result<(), Refused> {
    let zero = |state| dfa.next(state, std::iter::repeat_n(0, dfa.arity)).unwrap_or(u32::MAX);
    let after = zero(dfa.start);
    if !same(dfa, systems, (dfa.start, after), &|i| i, work)? {
        return Err(Why::LeadingZeros.at("automaton"));
    }
    let mut start = dfa.start;
    let mut steps = 0;
    while zero(start) != start {
        work.spend(1)?;
        (start, steps) = (zero(start), steps + 1);
        // A cycle of states that are equal and not one: a minimal automaton has none.
        if steps > 100_000 {
            return Err(Why::LeadingZeros.at("automaton"));
        }
    }
    dfa.start = start;
    Ok(())
}

/// A way whose results are variables: those of the position, choices, and new ones.
struct Bound {
    cond: Cond,
    parts: Vec<Vec<Lin>>,
    open: Vec<Var>,
    next: Var,
    /// Choices that follow from other variables, in the order in which that was seen.
    solved: Vec<(Var, Lin)>,
}

impl Bound {
    fn new(way: &Way, given: usize) -> Bound {
        // Choices are numbered from the coordinates on; other given numbers may stand between.
        let shift: BTreeMap<Var, Var> =
            way.choices.iter().enumerate().map(|(i, c)| (*c, given + i)).collect();
        let parts = way.parts.iter().map(|p| p.iter().map(|l| l.renamed(&shift)).collect()).collect();
        let open: Vec<Var> = shift.values().copied().collect();
        let next = open.iter().max().map_or(given, |v| v + 1);
        Bound { cond: way.cond.renamed(&shift), parts, open, next, solved: Vec::new() }
    }

    /// Makes a result equal to a variable: some choice follows from it, or it is one more equation.
    fn equate(&mut self, lin: &Lin, v: Var) -> Result<(), Why> {
        let choice = self.open.iter().filter_map(|k| Some((lin.terms.get(k)?.abs(), *k))).min();
        let Some((_, k)) = choice else {
            self.cond = self.cond.clone().and(Cond::equal(lin, &Lin::var(v))?);
            return Ok(());
        };
        // lin = (c·k + rest) / den = v, so k = (den·v - rest) / c.
        let c = lin.terms.get(&k).copied().unwrap_or(1);
        let rest = Lin { den: 1, ..lin.clone() }.with(k, &Lin::number(0))?;
        let above = Lin::var(v).times(lin.den)?.plus(-1, &rest)?.times(c.signum())?;
        let whole = Cond::divides(c.abs(), &above)?;
        let is = above.over(c.abs())?;
        self.open.retain(|o| *o != k);
        self.solved.push((k, is.clone()));
        let natural = Cond::at_most(&Lin::number(0), &is)?;
        self.cond = self.cond.with(k, &is)?.and(whole).and(natural);
        for lin in self.parts.iter_mut().flatten() {
            *lin = lin.with(k, &is)?;
        }
        Ok(())
    }

    /// A variable for one result.
    fn variable(&mut self, part: usize, at: usize) -> Result<Var, Why> {
        let lin = self.parts[part][at].clone();
        if let Some(v) = lin.as_var() {
            // A choice that is a result is guessed with it.
            self.open.retain(|o| *o != v);
            return Ok(v);
        }
        let v = self.next;
        self.next += 1;
        self.equate(&lin, v)?;
        Ok(v)
    }

    /// New numbers, from `given` on, of what is guessed.
    fn guessed(&self, given: usize, vars: &[Var]) -> BTreeMap<Var, Var> {
        let mut guessed: Vec<Var> = vars.iter().chain(&self.open).copied().filter(|v| *v >= given).collect();
        guessed.sort_unstable();
        guessed.dedup();
        guessed.iter().enumerate().map(|(i, v)| (*v, given + i)).collect()
    }

    /// Numbers what is guessed from `given` on, and gives the relation's condition and the variables renamed.
    fn close(self, given: usize, vars: &[Var]) -> (usize, Cond, Vec<Var>) {
        let names = self.guessed(given, vars);
        let vars = vars.iter().map(|v| names.get(v).copied().unwrap_or(*v)).collect();
        (names.len(), self.cond.renamed(&names), vars)
    }
}

/// A way with a variable for every result, and how one comes from the other.
pub(crate) struct Told {
    /// The condition on the coordinates and the guessed numbers behind them.
    pub(crate) cond: Cond,
    /// The variables of the parts.
    pub(crate) parts: Vec<Vec<Var>>,
    /// Each guessed number, from the coordinates and the choices of the way.
    pub(crate) guesses: Vec<Lin>,
    /// Each choice of the way, from the coordinates and the guessed numbers.
    pub(crate) choices: Vec<Lin>,
}

/// A way told by its results; the choices of a way are numbered behind the coordinates.
pub(crate) fn told(way: &Way, coordinates: usize) -> Result<Told, Why> {
    let mut bound = Bound::new(way, coordinates);
    let mut vars = Vec::new();
    let mut new = BTreeMap::new();
    for (part, lins) in way.parts.iter().enumerate() {
        for (at, lin) in lins.iter().enumerate() {
            let v = bound.variable(part, at)?;
            if v >= coordinates + way.choices.len() {
                new.insert(v, lin.clone());
            }
            vars.push(v);
        }
    }
    let names = bound.guessed(coordinates, &vars);
    let guesses = names.keys().map(|v| new.get(v).cloned().unwrap_or_else(|| Lin::var(*v))).collect();
    let mut known: BTreeMap<Var, Lin> = BTreeMap::new();
    for (k, lin) in bound.solved.iter().rev() {
        let told = known.iter().try_fold(lin.clone(), |lin, (v, is)| lin.with(*v, is))?;
        known.insert(*k, told);
    }
    let choice = |v: &Var| known.get(v).cloned().unwrap_or_else(|| Lin::var(*v)).renamed(&names);
    let choices = way.choices.iter().map(choice).collect();
    let (_, cond, vars) = bound.close(coordinates, &vars);
    let mut vars = vars.into_iter();
    let parts = way.parts.iter().map(|p| vars.by_ref().take(p.len()).collect()).collect();
    Ok(Told { cond, parts, guesses, choices })
}

/// A way with a variable for every result: how many are guessed, the condition, the variables part by part. `given`
/// numbers stand before the guessed ones.
pub(crate) fn bound(way: &Way, given: usize) -> Result<(usize, Cond, Vec<Vec<Var>>), Why> {
    let mut bound = Bound::new(way, given);
    let mut vars = Vec::new();
    for part in 0..bound.parts.len() {
        for at in 0..bound.parts[part].len() {
            vars.push(bound.variable(part, at)?);
        }
    }
    let (guessed, cond, vars) = bound.close(given, &vars);
    let mut vars = vars.into_iter();
    let parts = way.parts.iter().map(|p| vars.by_ref().take(p.len()).collect()).collect();
    if guessed > 16 {
        return Why::outside("too many numbers at once", "同时涉及的数过多");
    }
    Ok((guessed, cond, parts))
}

/// A way whose results are the given variables, part by part.
pub(crate) fn bound_to(way: &Way, given: usize, to: &[Vec<Var>]) -> Result<(usize, Cond), Why> {
    let mut bound = Bound::new(way, given);
    for (part, vars) in to.iter().enumerate() {
        for (at, v) in vars.iter().enumerate() {
            let Some(lin) = bound.parts.get(part).and_then(|p| p.get(at)).cloned() else {
                return Err(Why::Overflow);
            };
            bound.equate(&lin, *v)?;
        }
    }
    let (guessed, cond, _) = bound.close(given, &[]);
    Ok((guessed, cond))
}

/// Is a condition on natural numbers (variables 0..count) false everywhere?
pub(crate) fn empty(cond: Cond, count: usize, dfa: &Dfa, work: &mut Work<'_>) -> Result<bool, Why> {
    let walk = Walk {
        systems: Systems::One(Numeration::TWO),
        dfa,
        given: 0,
        itself: Relation::new(0, &[Cond::YES], Vec::new()),
        relations: vec![Relation::new(count, &[cond], Vec::new())],
        count: 1,
    };
    Ok(walk.fails(work, &mut |found| found.yes == 0)?.is_none())
}

/// Refuses weights under which some part that a move leaves does not weigh less than what it came from.
pub(crate) fn fall(
    game: &Game<'_>,
    ways: &[Way],
    weights: &[i64],
    work: &mut Work<'_>,
) -> Result<(), Refused> {
    let d = game.coordinates.len();
    if weights.len() != d {
        return Err(
            Why::Wrong { wanted: "one weight for every coordinate", zh: "每个坐标一个权重" }.at("weights")
        );
    }
    for ((w, c), name) in weights.iter().zip(&game.coordinates).zip(game.names(1)) {
        if *w < 0 && !c.bounded {
            return Err(Why::Unbounded { name }.at("weights"));
        }
    }
    let mut going = game.legal()?;
    for (cond, _) in game.endings()? {
        going = going.and(cond.not());
    }
    let sum =
        |lins: &[Lin]| lins.iter().zip(weights).try_fold(Lin::number(0), |sum, (lin, w)| sum.plus(*w, lin));
    let before = sum(&(0..d).map(Lin::var).collect::<Vec<_>>())?;
    // Any numeration will do here, since only the moves matter.
    let dfa = Dfa::nothing();
    for way in ways {
        let (guessed, cond, parts) = bound(way, d)?;
        for part in &parts {
            let after = sum(&part.iter().copied().map(Lin::var).collect::<Vec<_>>())?;
            let heavy = cond.clone().and(going.clone()).and(Cond::at_most(&before, &after)?);
            if !empty(heavy, d + guessed, &dfa, work)? {
                return Err(Why::Weights { line: way.line }.at("weights"));
            }
        }
    }
    Ok(())
}

fn statement(
    game: &Game<'_>,
    ways: &[Way],
    systems: Systems,
    dfa: &Dfa,
    unordered: bool,
    interp: &Interp,
    work: &mut Work<'_>,
) -> Result<(), Refused> {
    let d = game.coordinates.len();
    let (block, misere) = (game.blocked()?, interp.end() == End::Misere);
    let mut relations = Vec::new();
    if block == 0 {
        for way in ways {
            let (guessed, cond, parts) = bound(way, d)?;
            relations.push(Relation::new(guessed, &[cond], parts).keeping(misere));
        }
    } else {
        if block > MOST_BLOCKED || unordered {
            return Err(Why::Outside {
                en: "forbidden options of unordered numbers, or very many of them",
                zh: "无序数中的禁止走法，或禁止数过多",
            }
            .into());
        }
        // Options are counted, so one condition says of x and y that some move leads from x to y.
        let mut any = Vec::new();
        for way in ways {
            let (guessed, cond) = bound_to(way, 2 * d, &[(d..2 * d).collect()])?;
            if guessed > 0 {
                return Err(Why::Outside {
                    en: "choices that do not follow from the option, where options are forbidden",
                    zh: "有禁止走法时，选择不能由结果确定",
                }
                .into());
            }
            any.push(cond);
        }
        relations.push(Relation::new(d, &[Cond::any(any)], vec![(d..2 * d).collect()]).keeping(misere));
    }
    let endings = game.endings()?;
    let mut conds = vec![Cond::YES, game.legal()?];
    conds.extend(endings.iter().map(|(c, _)| c.clone()));
    let itself = Relation::new(0, &conds, vec![(0..d).collect()]).keeping(true);
    let walk = Walk { systems, dfa, given: d, itself, relations, count: block + 1 };
    let mut illegal = false;
    let mut says_lost = false;
    let failed = walk.fails(work, &mut |found| {
        let (legal, ended) = found.conds.split_first().unwrap_or((&false, &[]));
        says_lost = found.accepts == [true];
        illegal = !legal;
        let lost = match ended.iter().position(|e| *e) {
            _ if illegal => false,
            Some(i) => endings[i].1,
            // The opponent forbids the moves to lost positions; misère, somebody must be left with a move.
            None => found.yes <= block && (!misere || found.no > 0),
        };
        says_lost == lost
    })?;
    match failed {
        None => Ok(()),
        Some(x) if illegal => Err(Why::NotAPosition { position: written(&x) }.at("automaton")),
        Some(x) => Err(Why::FailsAt { position: written(&x), says_lost }.at("automaton")),
    }
}

fn written(x: &[BigUint]) -> String {
    format!("({})", x.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", "))
}
