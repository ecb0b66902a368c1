//! Certificates of kind "values": the Grundy values of one-number heaps as the graph of a function in base 2.
//!
//! Checked: every part that a move leaves is smaller than the heap; the graph has exactly one value g(n) for every n;
//! no option has the value g(n); for every v < g(n) some option has the value v. By induction the graph is that of the
//! Grundy values, since the value of several parts is the xor of theirs.

use crate::automatic::{bound, empty, leading_zeros};
use crate::game::Game;
use crate::linear::{Cond, Lin};
use crate::numeration::Numeration;
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::walk::{Relation, Walk, Work};
use crate::{Limits, Setting};
use bouton_language::rules::End;

/// The given numbers: heap, its value, the value looked for among the options.
const N: usize = 0;
const G: usize = 1;
const V: usize = 2;

/// The rules of a sum of one-number heaps to which Sprague–Grundy applies.
pub(crate) fn heap_game(setting: &Setting) -> Result<Game<'_>, Why> {
    let game = Game::new(&setting.interp)?;
    game.impartial()?;
    let rules = setting.interp.rules();
    let plain = rules.whens.is_empty() && rules.block.is_none() && setting.interp.end() == End::Normal;
    if game.whole() || game.coordinates.len() != 1 || !plain {
        return Why::outside(
            "Grundy values are checked for sums of one-number heaps in normal play",
            "只检验正常规则下单数堆之和的 SG 值",
        );
    }
    Ok(game)
}

/// Checks a certificate; gives the name of the heap.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    limits: &Limits,
    work: &mut Work<'_>,
) -> Result<Vec<String>, Refused> {
    let game = heap_game(setting)?;
    let names = object.texts("coordinates")?;
    if names != game.names(0) {
        return Err(Why::Wrong { wanted: "the name of the heap", zh: "堆的名称" }.at("coordinates"));
    }
    let numeration = object.numeration()?;
    if numeration != Numeration::Base(2) {
        return Err(Why::Wrong { wanted: "base 2", zh: "二进制" }.at("numeration"));
    }
    let mut dfa = object.automaton(2, 2, limits)?;
    leading_zeros(&mut dfa, numeration, work)?;
    let legal = game.legal()?;
    let nothing = Dfa::nothing();
    let mut relations = Vec::new();
    for way in game.ways()? {
        let (guessed, cond, parts) = bound(&way, 1)?;
        for part in &parts {
            let rises = Cond::at_most(&Lin::var(N), &Lin::var(part[0]))?;
            if !empty(cond.clone().and(rises).and(legal.clone()), 1 + guessed, &nothing, work)? {
                return Err(Why::Weights { line: way.line }.into());
            }
        }
        let (guessed, cond, parts) = bound(&way, 3)?;
        let values: Vec<usize> = (0..parts.len()).map(|i| 3 + guessed + i).collect();
        let runs = parts.iter().zip(&values).map(|(part, v)| vec![part[0], *v]).collect();
        let even = std::iter::once(V).chain(values.iter().copied()).collect();
        relations.push(Relation::new(guessed + values.len(), &[cond], runs).even(even));
    }
    // One value for every heap.
    let itself = Relation::new(0, &[Cond::YES, legal.clone()], Vec::new());
    let graph = Relation::new(1, &[Cond::YES], vec![vec![0, 1]]);
    let walk = Walk { numeration, dfa: &dfa, given: 1, itself, relations: vec![graph], count: 2 };
    if let Some(n) = walk.fails(work, &mut |found| found.yes == u64::from(found.conds == [true]))? {
        return Err(Why::NotAFunction { n: n[0].to_string() }.at("automaton"));
    }
    // The least value that no option has.
    let below = Cond::at_most(&Lin::var(G), &Lin::var(V))?.not();
    let equal = Cond::equal(&Lin::var(G), &Lin::var(V))?;
    let itself = Relation::new(0, &[Cond::YES, below, equal], vec![vec![N, G]]);
    let walk = Walk { numeration, dfa: &dfa, given: 3, itself, relations, count: 1 };
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
        None => Ok(game.names(0)),
        Some(x) => {
            let (n, value) = (x[N].to_string(), x[V].to_string());
            let why = if repeats { Why::ValueRepeats { n, value } } else { Why::ValueMissing { n, value } };
            Err(why.at("automaton"))
        }
    }
}
