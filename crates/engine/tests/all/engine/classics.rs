//! Published values.

use std::convert::Infallible;

use bouton_engine::{Budget, Game, Grundy, Outcome, Outcomes, Retrograde, Scores, Step, Sum};

/// Take-and-break games by octal code (Guy and Smith 1956), as parts.
struct Octal(&'static [u8]);

impl Sum for Octal {
    type Part = u32;
    type Error = Infallible;

    fn options(&self, heap: &u32, out: &mut Vec<Vec<u32>>) -> Result<(), Infallible> {
        for (take, digit) in (1..=*heap).zip(self.0) {
            let left = heap - take;
            if digit & 1 != 0 && left == 0 {
                out.push(vec![]);
            }
            if digit & 2 != 0 && left > 0 {
                out.push(vec![left]);
            }
            if digit & 4 != 0 {
                out.extend((1..=left / 2).map(|part| vec![part, left - part]));
            }
        }
        Ok(())
    }
}

#[test]
fn octal_games() {
    let rows: [(&str, Octal, &[u32]); 3] = [
        ("Kayles 0.77", Octal(&[7, 7]), &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]),
        ("Dawson's Kayles 0.07", Octal(&[0, 7]), &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]),
        ("Treblecross 0.007", Octal(&[0, 0, 7]), &[0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1]),
    ];
    let budget = Budget::unlimited();
    for (name, game, expected) in rows {
        let mut solver = Grundy::new(game);
        for (heap, value) in (0..).zip(expected) {
            let found = solver.value(&heap, &budget).map(|nimber| nimber.0);
            assert_eq!(found, Ok(*value), "{name} {heap}");
        }
    }
}

/// Misère Kayles on whole collections of rows.
struct MisereKayles;

impl Game for MisereKayles {
    type Position = Vec<u32>;
    type Error = Infallible;

    fn ended(&self, _: &Vec<u32>) -> Result<Option<Outcome>, Infallible> {
        Ok(None)
    }

    fn options(&self, rows: &Vec<u32>, out: &mut Vec<Step<Vec<u32>>>) -> Result<(), Infallible> {
        for (at, &row) in rows.iter().enumerate() {
            for hit in 1..=2.min(row) {
                for left in 0..=(row - hit) / 2 {
                    let mut to = rows.clone();
                    to.swap_remove(at);
                    to.extend([left, row - hit - left]);
                    to.retain(|row| *row > 0);
                    to.sort_unstable();
                    out.push(Step::new(to));
                }
            }
        }
        Ok(())
    }

    fn stuck(&self, _: &Vec<u32>) -> Outcome {
        Outcome::Win
    }
}

#[test]
fn misere_kayles() {
    let mut solver = Outcomes::new(MisereKayles);
    let budget = Budget::unlimited();
    let lost = (1..=21).filter(|row| solver.solve(&vec![*row], &budget) == Ok(Outcome::Lose));
    // Sibert and Conway 1992.
    assert_eq!(lost.collect::<Vec<u32>>(), [1, 4, 9, 12, 20]);
    let two = solver.solve(&vec![3, 4], &budget);
    assert_eq!(two, Ok(Outcome::Win));
}

/// Rake It In (ICPC 2017): turn a 2 by 2 block of a 4 by 4 board and add its sum to a common score, which
/// the first player raises and the second lowers. The total is what the first player has gained more.
struct Rake;

type Board = ([u8; 16], u8);

impl Game for Rake {
    type Position = Board;
    type Error = Infallible;

    fn ended(&self, (_, left): &Board) -> Result<Option<Outcome>, Infallible> {
        Ok((*left == 0).then_some(Outcome::Draw))
    }

    fn options(&self, (board, left): &Board, out: &mut Vec<Step<Board>>) -> Result<(), Infallible> {
        for corner in [0, 1, 2, 4, 5, 6, 8, 9, 10] {
            let cells = [corner, corner + 1, corner + 5, corner + 4];
            let sum: i64 = cells.iter().map(|cell| i64::from(board[*cell])).sum();
            let mut to = *board;
            for (at, cell) in cells.iter().enumerate() {
                to[*cell] = board[cells[(at + 1) % 4]];
            }
            out.push(Step { to: (to, left - 1), gain: if left % 2 == 0 { sum } else { -sum }, again: false });
        }
        Ok(())
    }

    fn stuck(&self, _: &Board) -> Outcome {
        Outcome::Draw
    }
}

/// The score of the best move.
fn best(solver: &mut Scores<Rake>, start: &Board) -> Option<i64> {
    let (mut steps, budget) = (Vec::new(), Budget::unlimited());
    let Ok(()) = Rake.options(start, &mut steps);
    let value = |step: &Step<Board>| solver.value(&step.to, &budget).map(|value| step.gain - value);
    steps.iter().map(value).collect::<Result<Vec<i64>, _>>().ok()?.into_iter().max()
}

#[test]
fn rake_it_in() {
    let rows: [(u8, [u8; 16], i64); 4] = [
        (1, [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4], 20),
        (2, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4], 40),
        (3, [1, 1, 4, 4, 4, 4, 1, 1, 1, 1, 4, 4, 1, 4, 1, 4], 63),
        (3, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1], 71),
    ];
    let budget = Budget::unlimited();
    for (k, board, expected) in rows {
        let mut solver = Scores::new(Rake);
        let start = (board, 2 * k);
        assert_eq!(solver.value(&start, &budget), Ok(expected));
        assert_eq!(best(&mut solver, &start), Some(expected));
    }
}

#[test]
fn rake_it_in_eight_turns() {
    // All numbers different, so that few positions meet again.
    let board: [u8; 16] = std::array::from_fn(|cell| (cell * 7 % 16) as u8 + 1);
    let budget = Budget::unlimited();
    let mut solver = Scores::new(Rake);
    let value = solver.value(&(board, 8), &budget);
    let positions = solver.positions();
    assert!(positions < 300_000, "{positions} positions searched");
    assert_eq!(best(&mut Scores::new(Rake), &(board, 8)), value.ok());
}

/// Cat and Mouse on a small graph: the mouse wins in the hole 0, the cat (who may not enter it) by
/// meeting the mouse.
struct CatAndMouse(&'static [&'static [u8]]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Chase {
    mouse: u8,
    cat: u8,
    mouse_moves: bool,
}

impl Game for CatAndMouse {
    type Position = Chase;
    type Error = Infallible;

    fn ended(&self, at: &Chase) -> Result<Option<Outcome>, Infallible> {
        let for_mover = |mouse_won: bool| {
            if mouse_won == at.mouse_moves { Outcome::Win } else { Outcome::Lose }
        };
        Ok(if at.mouse == 0 { Some(for_mover(true)) } else { (at.mouse == at.cat).then(|| for_mover(false)) })
    }

    fn options(&self, at: &Chase, out: &mut Vec<Step<Chase>>) -> Result<(), Infallible> {
        let (mouse_moves, mut to) = (!at.mouse_moves, *at);
        to.mouse_moves = mouse_moves;
        let from = if at.mouse_moves { at.mouse } else { at.cat };
        for &place in self.0[usize::from(from)] {
            if at.mouse_moves {
                to.mouse = place;
            } else if place != 0 {
                to.cat = place;
            } else {
                continue;
            }
            out.push(Step::new(to));
        }
        Ok(())
    }

    fn stuck(&self, _: &Chase) -> Outcome {
        Outcome::Lose
    }
}

#[test]
fn cat_and_mouse() {
    // LeetCode 913.
    let rows: [(&[&[u8]], Outcome); 2] = [
        (&[&[2, 5], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]], Outcome::Draw),
        (&[&[1, 3], &[0], &[3], &[0, 2]], Outcome::Win),
    ];
    for (graph, expected) in rows {
        let start = Chase { mouse: 1, cat: 2, mouse_moves: true };
        let solved = Retrograde::new(CatAndMouse(graph)).solve(&start, &Budget::unlimited());
        assert_eq!(solved.map(|solved| solved.outcome), Ok(expected));
    }
}
