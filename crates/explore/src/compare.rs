//! A theorem beside plain recursion over the interpreted rules: nothing that proves is believed without it.

use bouton::engine::Halt;
use bouton::language::ast::{FieldKind, Verdict};
use bouton::language::interp::{Position, Turn};
use bouton::language::rules::{Field, Type};
use bouton::language::value::Value;
use bouton::proof::Finding;
use bouton::reference::Reference;
use bouton::{Budget, Game, Problem};
use num_bigint::BigUint;

/// Numbers are compared below these, by how many a position has.
const BELOW: [i64; 5] = [0, 160, 24, 9, 5];

/// What came of it.
pub(crate) enum Compared {
    /// So many positions are as the theorem says.
    Agrees(usize),
    /// This one is not.
    Differs(String),
}

/// Compares a theorem with plain recursion on a box, as far as plain recursion goes; `None` where positions are no numbers, or
/// players differ.
pub(crate) fn compare(game: &Game, finding: &Finding, budget: &Budget) -> Result<Option<Compared>, Problem> {
    let Some(positions) = positions(game).filter(|_| !game.kind().partizan()) else { return Ok(None) };
    let mut reference = Reference::new(game);
    let mut count = 0;
    for position in positions {
        budget.check(0)?;
        // Where the theorem says nothing, or plain recursion goes no further, so it is with the larger ones behind.
        let Some(agrees) = agrees(finding, &position, &mut reference, budget)? else { break };
        if !agrees {
            return Ok(Some(Compared::Differs(game.show(&position))));
        }
        count += 1;
    }
    Ok(Some(Compared::Agrees(count)))
}

/// Is the position what the theorem says? `None` where one of both has nothing to say.
fn agrees(
    finding: &Finding,
    position: &Position,
    reference: &mut Reference<'_>,
    budget: &Budget,
) -> Result<Option<bool>, Halt> {
    match finding {
        Finding::Proved(proof) if proof.values() => {
            let Ok(g) = reference.grundy(position) else { return Ok(None) };
            let Some(mut tuple) = numbers(position) else { return Ok(None) };
            tuple.push(g.into());
            Ok(Some(proof.theorem.dfa.contains(&tuple)))
        }
        Finding::Period(proof) => {
            let (Ok(g), Some(tuple)) = (reference.grundy(position), numbers(position)) else {
                return Ok(None);
            };
            Ok(tuple.first().and_then(|n| proof.period.value(n)).map(|v| v == g.into()))
        }
        finding => {
            let Some(at) = finding.at(position, 0, budget)? else { return Ok(None) };
            let outcome = reference.outcome(position, Turn::default()).ok();
            Ok(outcome.map(|o| o == if at.lost { Verdict::Lose } else { Verdict::Win }))
        }
    }
}

/// The numbers of a position of one part.
fn numbers(position: &Position) -> Option<Vec<BigUint>> {
    let [part] = position.parts.as_slice() else { return None };
    let number = |v: &Value| match v {
        Value::Bool(b) => Some(BigUint::from(u8::from(*b))),
        v => v.to_big()?.try_into().ok(),
    };
    part.iter().map(number).collect()
}

/// The legal positions of a box that have one part, small ones first; `None` where they are no numbers.
fn positions(game: &Game) -> Option<Vec<Position>> {
    let fields = &game.rules().shape.fields;
    let typed: Vec<&Field> = fields.iter().filter(|f| f.start.is_none()).collect();
    let below = *BELOW.get(typed.len()).filter(|_| !typed.is_empty())?;
    let mut boxed: Vec<Vec<Option<Value>>> = vec![Vec::new()];
    for field in fields {
        let values: Vec<Option<Value>> = match (&field.start, field.kind, &field.ty) {
            (Some(_), ..) => vec![None],
            (None, FieldKind::Number, Type::Bool) => [false, true].map(|b| Some(Value::Bool(b))).to_vec(),
            (None, FieldKind::Number, Type::Int) => (0..below).map(|n| Some(Value::Int(n))).collect(),
            _ => return None,
        };
        boxed = boxed
            .iter()
            .flat_map(|p| values.iter().map(|v| [&p[..], std::slice::from_ref(v)].concat()))
            .collect();
    }
    let size = |p: &Vec<Option<Value>>| -> i64 {
        p.iter().map(|v| if let Some(Value::Int(n)) = v { *n } else { 0 }).sum()
    };
    boxed.sort_by_key(size);
    let legal = |typed: Vec<Option<Value>>| {
        let part = game.interp().part(typed).ok()?.ok()?;
        game.interp().legal(&part).ok().map(|()| Position { parts: vec![part] })
    };
    Some(boxed.into_iter().filter_map(legal).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton::proof::{ProveQuestion, prove};

    /// Compares the theorem about one game with plain recursion over another.
    fn compared(rules: &str, theorem: &str) -> Option<Compared> {
        let game = |text: &str| Game::parse(text).unwrap_or_else(|p| panic!("{text}: {p}"));
        let budget = Budget::unlimited();
        let finding = prove(&ProveQuestion::new(game(theorem)), &budget).unwrap_or_else(|p| panic!("{p}"));
        compare(&game(rules), &finding, &budget).unwrap_or_else(|p| panic!("{p}"))
    }

    #[test]
    fn a_theorem_about_another_game_is_noticed() {
        let bash = |m: u32| format!("heaps n; move take k in 1..min({m}, n): n -> n - k");
        let two = |cond: &str| {
            format!("position a, b; move k in 1..a: a -> a - k; move k in 1..b if {cond}: b -> b - k")
        };
        let kayles = ["heaps n; octal 0.77", "heaps n; octal 0.73"];
        let (three, four) = (bash(3), bash(4));
        let (all, odd) = (two("yes"), two("k mod 2 = 1"));
        for [one, other] in [[&*three, &*four], [&*all, &*odd], kayles] {
            assert!(matches!(compared(one, one), Some(Compared::Agrees(n)) if n > 10), "{one}");
            assert!(matches!(compared(one, other), Some(Compared::Differs(_))), "{one} beside {other}");
        }
    }
}
