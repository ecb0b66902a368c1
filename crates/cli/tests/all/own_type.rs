//! The example of the README in which the engines are given a game of another type.

#[test]
fn own_type() {
    queen();
}

use bouton::engine::{Budget, Game, Outcome, Outcomes, Step};
use std::convert::Infallible;

/// A queen goes left, down or both at once, any number of squares. Whoever brings her into the corner wins.
struct Queen;

impl Game for Queen {
    type Position = (u32, u32);
    type Error = Infallible;

    fn ended(&self, _: &(u32, u32)) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, &(x, y): &(u32, u32), out: &mut Vec<Step<(u32, u32)>>) -> Result<(), Infallible> {
        out.extend((0..x).map(|to| Step::new((to, y))));
        out.extend((0..y).map(|to| Step::new((x, to))));
        out.extend((1..=x.min(y)).map(|k| Step::new((x - k, y - k))));
        Ok(())
    }

    fn stuck(&self, _: &(u32, u32)) -> Outcome {
        Outcome::Lose
    }
}

fn queen() {
    let outcome = Outcomes::new(Queen).solve(&(4, 7), &Budget::unlimited());
    assert_eq!(outcome, Ok(Outcome::Lose));
}
