//! Certificates of kind "values": the Grundy values of heaps of one number, or of several, as the graph of a function in
//! base 2.
//!
//! Checked: every part that a move leaves weighs less than the heap; the graph has exactly one value g(x) for every x;
//! no option has the value g(x); for every v < g(x) some option has the value v. By induction the graph is that of the
//! Grundy values, since the value of several parts is the xor of theirs.

use crate::automatic::{bound, fall, leading_zeros};
use crate::game::Game;
use crate::linear::{Cond, Lin};
use crate::numeration::{Numeration, Systems};
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::walk::{Relation, Walk, Work};
use crate::{Limits, Setting};
use bouton_language::rules::End;
use num_bigint::BigUint;

/// The rules of a sum of heaps to which Sprague–Grundy applies.
pub(crate) fn heap_game(setting: &Setting) -> Result<Game<'_>, Why> {
    let game = normal(setting)?;
    if game.whole() {
        return Why::outside(
            "values of sums are checked for rules that say heaps",
            "只有写明 heaps 的规则才检验和的 SG 值",
        );
    }
    Ok(game)
}

/// The rules of heaps of a sum, or of a position on its own, with Grundy values.
pub(crate) fn normal(setting: &Setting) -> Result<Game<'_>, Why> {
    plain(setting, &[End::Normal])
}

/// Rules in which play ends when no move is left, in one of these ways.
pub(crate) fn plain<'a>(setting: &'a Setting, ends: &[End]) -> Result<Game<'a>, Why> {
    let game = Game::new(&setting.interp)?;
    game.impartial()?;
    let rules = setting.interp.rules();
    let plain = rules.whens.is_empty() && rules.block.is_none() && ends.contains(&setting.interp.end());
    if !plain || !game.interchangeable().is_empty() {
        return Why::outside(
            "sums are checked for heaps of ordered numbers where play ends when no move is left (Grundy values: in normal play)",
            "只检验无路可走时终局、各数有序的堆的和（SG 值只在正常规则下检验）",
        );
    }
    Ok(game)
}

/// Checks a certificate; gives the names of the numbers of a heap.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    limits: &Limits,
    work: &mut Work<'_>,
) -> Result<Vec<String>, Refused> {
    let game = heap_game(setting)?;
    let names = object.texts("coordinates")?;
    if names != game.names(0) && names != game.names(1) {
        return Err(Why::Wrong { wanted: "the name of the heap", zh: "堆的名称" }.at("coordinates"));
    }
    let numeration = object.numeration()?;
    if numeration != Numeration::TWO {
        return Err(Why::Wrong { wanted: "base 2", zh: "二进制" }.at("numeration"));
    }
    // The given numbers: those of the heap, its value, the value looked for among the options.
    let d = names.len();
    let (value, sought) = (d, d + 1);
    let mut dfa = object.automaton(2, d + 1, limits)?;
    let systems = || Systems::One(numeration);
    leading_zeros(&mut dfa, &systems(), work)?;
    let legal = game.legal()?;
    let ways = game.ways()?;
    // One number that falls is its own weight.
    let weights = if d == 1 { vec![1] } else { object.integers("weights")? };
    fall(&game, &ways, &weights, work)?;
    let mut relations = Vec::new();
    for way in &ways {
        let (guessed, cond, parts) = bound(way, d + 2)?;
        let values: Vec<usize> = (0..parts.len()).map(|i| d + 2 + guessed + i).collect();
        let with_value = |(part, v): (&Vec<usize>, &usize)| part.iter().copied().chain([*v]).collect();
        let runs = parts.iter().zip(&values).map(with_value).collect();
        let even = std::iter::once(sought).chain(values.iter().copied()).collect();
        relations.push(Relation::new(guessed + values.len(), &[cond], runs).even(even));
    }
    // One value for every heap.
    let itself = Relation::new(0, &[Cond::YES, legal.clone()], Vec::new());
    let graph = Relation::new(1, &[Cond::YES], vec![(0..=d).collect()]);
    let walk = Walk { systems: systems(), dfa: &dfa, given: d, itself, relations: vec![graph], count: 2 };
    if let Some(x) = walk.fails(work, &mut |found| found.yes == u64::from(found.conds == [true]))? {
        return Err(Why::NotAFunction { at: at(&names, &x) }.at("automaton"));
    }
    // The least value that no option has.
    let below = Cond::at_most(&Lin::var(value), &Lin::var(sought))?.not();
    let equal = Cond::equal(&Lin::var(value), &Lin::var(sought))?;
    let itself = Relation::new(0, &[Cond::YES, below, equal], vec![(0..=d).collect()]);
    let walk = Walk { systems: systems(), dfa: &dfa, given: d + 2, itself, relations, count: 1 };
    let mut repeats = false;
    let failed = walk.fails(work, &mut |found| {
        repeats = found.conds == [false, true];
        match found.conds {
            _ if found.accepts != [true] => true,
            [true, _] => found.yes > 0,
            [_, true] => found.yes == 0,
            _ => true,
        }
    })?;
    match failed.as_deref() {
        None => Ok(game.names(1)),
        Some(x) => {
            let (at, value) = (at(&names, x), x[sought].to_string());
            let why = if repeats { Why::ValueRepeats { at, value } } else { Why::ValueMissing { at, value } };
            Err(why.at("automaton"))
        }
    }
}

/// `n = 5`, `a = 2, b = 3`.
fn at(names: &[&str], x: &[BigUint]) -> String {
    names.iter().zip(x).map(|(n, v)| format!("{n} = {v}")).collect::<Vec<_>>().join(", ")
}
