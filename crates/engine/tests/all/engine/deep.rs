//! Deep and wide games: a line of hundreds of thousands of moves, and heaps with as many options as counters.

use std::convert::Infallible;

use bouton_engine::search::Nimbers;
use bouton_engine::{
    Budget, Game, Grundy, Nimber, Outcome, Outcomes, Retrograde, Scores, Solved, Step, Stop, Whole,
};

/// Take 1..=most counters; each is worth a point.
struct Take {
    most: u32,
}

impl Game for Take {
    type Position = u32;
    type Error = Infallible;

    fn ended(&self, _: &u32) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, heap: &u32, out: &mut Vec<Step<u32>>) -> Result<(), Infallible> {
        let takes = 1..=self.most.min(*heap);
        out.extend(takes.map(|take| Step { to: heap - take, gain: i64::from(take), again: false }));
        Ok(())
    }

    fn stuck(&self, _: &u32) -> Outcome {
        Outcome::Lose
    }
}

#[test]
fn hundreds_of_thousands_of_moves() {
    let heap = 300_000;
    let game = Take { most: 1 };
    let budget = Budget::unlimited().memory(120 << 20);
    let solved = Solved { outcome: Outcome::Lose, remoteness: Some(heap) };
    assert_eq!(Outcomes::new(&game).solve(&heap, &budget), Ok(Outcome::Lose));
    assert_eq!(Retrograde::new(&game).solve(&heap, &budget), Ok(solved));
    assert_eq!(Scores::new(&game).value(&heap, &budget), Ok(0));
    assert_eq!(Grundy::new(Whole(&game)).value(&heap, &budget), Ok(Nimber(0)));
    assert_eq!(Nimbers::new(Whole(&game)).value(&heap, &budget), Ok(Nimber(0)));
}

#[test]
fn lists_too_long_to_keep() {
    let heap = 2000;
    let game = Take { most: heap };
    // All lists at once would take more than three times this much.
    let budget = Budget::unlimited().memory(5 << 20);
    let mut outcomes = Outcomes::new(&game);
    assert_eq!(outcomes.solve(&heap, &budget), Ok(Outcome::Win));
    let mut scores = Scores::new(&game);
    assert_eq!(scores.value(&heap, &budget), Ok(i64::from(heap)));
    let mut grundy = Grundy::new(Whole(&game));
    assert_eq!(grundy.value(&heap, &budget), Ok(Nimber(heap)));
    let mut nimbers = Nimbers::packed(Whole(&game));
    assert_eq!(nimbers.value(&heap, &budget), Ok(Nimber(heap)));
}

/// A token walks along a line; from its end it goes back to `back`, for ever.
struct Lasso {
    end: u32,
    back: u32,
}

impl Game for Lasso {
    type Position = u32;
    type Error = Infallible;

    fn ended(&self, _: &u32) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, place: &u32, out: &mut Vec<Step<u32>>) -> Result<(), Infallible> {
        let next = if *place == self.end { self.back } else { place + 1 };
        out.push(Step::new(next));
        Ok(())
    }

    fn stuck(&self, _: &u32) -> Outcome {
        Outcome::Lose
    }
}

#[test]
fn cycles_are_shown_in_order() {
    let budget = Budget::unlimited();
    for (end, back) in [(5, 2), (0, 0), (100_000, 99_990), (7, 0)] {
        let game = Lasso { end, back };
        let round: Vec<u32> = (back..=end).collect();
        let outcome = Outcomes::new(&game).solve(&0, &budget);
        assert_eq!(outcome, Err(Stop::Cycle(round.clone())));
        let score = Scores::new(&game).value(&0, &budget);
        assert_eq!(score, Err(Stop::Cycle(round.clone())));
        let value = Grundy::new(Whole(&game)).value(&0, &budget);
        assert_eq!(value, Err(Stop::Cycle(round.clone())));
        let value = Nimbers::new(Whole(&game)).value(&0, &budget);
        assert_eq!(value, Err(Stop::Cycle(round)));
        let drawn = Solved { outcome: Outcome::Draw, remoteness: None };
        assert_eq!(Retrograde::new(&game).solve(&0, &budget), Ok(drawn));
    }
}
