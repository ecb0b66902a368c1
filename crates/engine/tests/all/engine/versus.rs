//! Every solver against the reference: every position of many random games, in random order, one solver
//! for all questions about a game, now and then stopped by a small budget in between.

use bouton_engine::{
    Budget, Game, Grundy, Halt, Nimber, Outcome, Outcomes, Retrograde, Scores, Solved, Stop, Whole,
    WholeError,
};
use bouton_random::Rng;

use super::random::{Kind, RandomGame, RandomSum, seeds};
use super::reference;

const ACYCLIC: Kind = Kind { cyclic: false, endless_winner: false, size: 12 };

/// Scores need room for windows to matter.
const LARGE: Kind = Kind { size: 40, ..ACYCLIC };

/// All positions in random order, and for each a question with too little memory first, or not.
fn questions(size: usize, rng: &mut Rng) -> Vec<(usize, Option<Budget>)> {
    let mut order: Vec<usize> = (0..size).collect();
    for last in (1..size).rev() {
        order.swap(last, rng.below(last as u64 + 1) as usize);
    }
    let small = |rng: &mut Rng| Budget::unlimited().memory(rng.below(1500) as usize);
    let mut ask = |position| (position, (rng.below(3) == 0).then(|| small(rng)));
    order.into_iter().map(&mut ask).collect()
}

#[test]
fn outcomes() {
    let plenty = Budget::unlimited();
    seeds(1500, |rng| {
        let game = RandomGame::new(rng, ACYCLIC);
        let mut solver = Outcomes::new(&game);
        for (position, small) in questions(game.0.len(), rng) {
            if let Some(small) = small {
                let stopped = solver.solve(&position, &small);
                assert!(matches!(stopped, Ok(_) | Err(Stop::Halt(Halt::Memory { .. }))));
            }
            let expected = reference::outcome(&game, position);
            assert_eq!(solver.solve(&position, &plenty), Ok(expected), "{game:?}");
        }
    });
}

#[test]
fn outcomes_of_games_with_cycles_are_right_or_refused() {
    let kind = Kind { cyclic: true, ..ACYCLIC };
    seeds(1500, |rng| {
        let game = RandomGame::new(rng, kind);
        let expected = reference::with_cycles(&game);
        let mut solver = Outcomes::new(&game);
        for (position, _) in questions(game.0.len(), rng) {
            match solver.solve(&position, &Budget::unlimited()) {
                Ok(outcome) => assert_eq!(outcome, expected[position].0, "{position} {game:?}"),
                Err(Stop::Cycle(round)) => assert_cycle(&game, &round),
                Err(other) => panic!("{other:?}"),
            }
        }
    });
}

/// Each position leads to the next, and the last to the first.
fn assert_cycle(game: &RandomGame, round: &[usize]) {
    assert!(!round.is_empty());
    for (from, to) in round.iter().zip(round.iter().cycle().skip(1)) {
        assert!(game.0[*from].steps.iter().any(|step| step.to == *to));
    }
}

#[test]
fn retrograde() {
    let plenty = Budget::unlimited();
    for (cyclic, endless_winner) in [(false, false), (true, false), (false, true), (true, true)] {
        let kind = Kind { cyclic, endless_winner, ..ACYCLIC };
        seeds(1500, |rng| {
            let game = RandomGame::new(rng, kind);
            let expected = reference::with_cycles(&game);
            let mut solver = Retrograde::new(&game);
            for (position, small) in questions(game.0.len(), rng) {
                if let Some(small) = small {
                    let stopped = solver.solve(&position, &small);
                    assert!(matches!(stopped, Ok(_) | Err(Stop::Halt(Halt::Memory { .. }))));
                }
                let (outcome, remoteness) = expected[position];
                let expected = Solved { outcome, remoteness };
                let solved = solver.solve(&position, &plenty);
                assert_eq!(solved, Ok(expected), "{position} {game:?}");
            }
        });
    }
}

#[test]
fn scores() {
    let plenty = Budget::unlimited();
    seeds(1500, |rng| {
        let game = RandomGame::new(rng, LARGE);
        let scores = reference::scores(&game);
        let mut solver = Scores::new(&game);
        for (position, small) in questions(game.0.len(), rng) {
            if rng.below(4) == 0 {
                // Else what was asked before answers all but the first few questions.
                solver = Scores::new(&game);
            }
            if let Some(small) = small {
                let stopped = solver.value(&position, &small);
                assert!(matches!(stopped, Ok(_) | Err(Stop::Halt(Halt::Memory { .. }))));
            }
            let value = solver.value(&position, &plenty);
            assert_eq!(value, Ok(scores[position]), "{position} {game:?}");
        }
    });
}

#[test]
fn scores_of_games_with_cycles_end() {
    let kind = Kind { cyclic: true, ..ACYCLIC };
    seeds(1500, |rng| {
        let game = RandomGame::new(rng, kind);
        let mut solver = Scores::new(&game);
        for position in 0..game.0.len() {
            match solver.value(&position, &Budget::unlimited()) {
                Ok(_) => {}
                Err(Stop::Cycle(round)) => assert_cycle(&game, &round),
                Err(other) => panic!("{other:?}"),
            }
        }
    });
}

#[test]
fn grundy_values() {
    let plenty = Budget::unlimited();
    seeds(1500, |rng| {
        let game = RandomSum::new(rng);
        let mut solver = Grundy::new(&game);
        for (part, small) in questions(game.0.len(), rng) {
            if let Some(small) = small {
                let stopped = solver.value(&part, &small);
                assert!(matches!(stopped, Ok(_) | Err(Stop::Halt(Halt::Memory { .. }))));
            }
            let expected = Nimber(reference::grundy(&game, part));
            assert_eq!(solver.value(&part, &plenty), Ok(expected), "{game:?}");
            assert_eq!(solver.known(&part), Some(expected));
        }
    });
}

#[test]
fn grundy_values_of_whole_games() {
    let plenty = Budget::unlimited();
    seeds(1500, |rng| {
        let mut game = RandomGame::new(rng, ACYCLIC);
        let spoilt = rng.below(4) == 0;
        if !spoilt {
            for node in &mut game.0 {
                (node.ended, node.stuck, node.block) = (None, Outcome::Lose, 0);
                node.steps.iter_mut().for_each(|step| step.again = false);
            }
        }
        let parts = |node: &super::random::Node| node.steps.iter().map(|s| vec![s.to]).collect();
        let sum = RandomSum(game.0.iter().map(parts).collect());
        let mut solver = Grundy::new(Whole(&game));
        for position in 0..game.0.len() {
            match solver.value(&position, &plenty) {
                Ok(value) => {
                    let lost = game.ended(&position) == Ok(Some(Outcome::Lose));
                    if !spoilt || lost {
                        let expected = reference::grundy(&sum, position);
                        assert_eq!(value.0, if lost { 0 } else { expected });
                    }
                    assert_eq!(value.outcome(), reference::outcome(&game, position));
                }
                Err(Stop::Rules(WholeError::NotNormal(_))) => assert!(spoilt),
                Err(other) => panic!("{other:?}"),
            }
        }
    });
}
