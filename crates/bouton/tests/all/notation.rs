//! Every legal move has a notation that means it alone: what is printed is read back as the same move, in every game of the
//! library, in random rules and in rules whose lines are hard to tell apart.

use crate::common::{found, game, on_lines, solver};
use bouton::Match;
use bouton::answer::entries::entry;
use bouton::answer::explain::in_term;
use bouton::engines::whole::State;
use bouton::game::catalogue;
use bouton::game::describe::starts;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Position, Turn};
use bouton::rng::Rng;
use bouton::{Game, Solver};
use bouton_samples::{few_or, sample};

/// So many moves of a position are tried.
const MOST: usize = 150;

/// Prints and reads every move of a state; what went wrong, and some states that follow.
fn read_back(games: &[Game], state: &State, solver: &mut Solver, wrong: &mut Vec<String>) -> Vec<State> {
    let moves = solver.raw_moves(Match::of(games, state)).unwrap_or_default();
    let step = moves.len() / MOST + 1;
    let mut followed = Vec::new();
    for m in moves.into_iter().step_by(step) {
        let shown = entry(Match::of(games, state), &m, None);
        let at: Vec<String> = games.iter().zip(&state.positions).map(|(g, p)| g.show(p)).collect();
        let place = format!("{} at {}: {}", games[0].title(), at.join(" + "), shown.notation);
        match solver.find_move(Match::of(games, state), &shown.notation) {
            Err(problem) => wrong.push(format!("{place}: {}", problem.line(Lang::En))),
            Ok(found) => {
                let one = (found.term, found.part, found.line, &found.choices, &found.to);
                if one != (m.term, m.part, m.line, &m.choices, &m.to) {
                    wrong.push(format!("{place} is read as another move"));
                }
            }
        }
        followed.push(m.to);
    }
    followed
}

/// Reads back the moves of a position and of some that come after it, whoever moves first.
fn walk(games: &[Game], positions: Vec<Position>, rng: &mut Rng, wrong: &mut Vec<String>) {
    let mut solver = solver();
    for mover in 0..2 {
        let mut state = State { positions: positions.clone(), turn: Turn { mover, turn: 0 } };
        for _ in 0..3 {
            let next = read_back(games, &state, &mut solver, wrong);
            match rng.pick(&next) {
                Some(next) => state = next.clone(),
                None => break,
            }
        }
    }
}

#[test]
fn of_every_game_of_the_library() {
    let mut wrong = Vec::new();
    let rng = &mut Rng::new(6);
    for id in catalogue::entries().map(|e| e.id) {
        let game = game(id);
        let typed = starts(&game);
        assert!(!typed.is_empty(), "{id} has no place to begin");
        for text in typed.iter().take(8) {
            let position = game.position(text).unwrap();
            walk(std::slice::from_ref(&game), vec![position], rng, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn of_random_rules() {
    let mut wrong = Vec::new();
    for seed in 0..few_or(60, 390) {
        let sample = sample(seed);
        let game = game(&sample.text);
        let rng = &mut bouton_samples::Rng::new(seed);
        for _ in 0..3 {
            let Ok(position) = game.position(&sample.position(rng, 9)) else { continue };
            walk(std::slice::from_ref(&game), vec![position], &mut Rng::new(seed), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn where_lines_are_hard_to_tell_apart() {
    let rows = [
        ("heaps n; octal 0.77", "10 3"),
        ("heaps n; octal 4.7f", "9"),
        // One name for several lines, with the same choices and with others.
        ("heaps n; move take k in 1..2: n -> n - k; move take k in 1..2: n -> n - 2 * k", "5 6"),
        ("heaps n; move take if n > 0: n -> n - 1; move take k in 2..3: n -> n - k", "5"),
        (
            "position a, b; move m i in 1..a, j in 1..b: a -> a - i, b -> b - j; move m j in 1..b, i in 1..a: a -> b - j, b -> a - i",
            "3 4",
        ),
        // No name at all.
        ("position a, b; move if a > 0: a -> a - 1; move if b > 0: b -> b - 1", "2 2"),
        (
            "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move x k in 1..b: b -> 0",
            "3 3",
        ),
        (
            "position a, b; move i in 1..a, j in 1..b: a -> a - i, b -> b - j; move j in 1..b, i in 1..a: a -> a - i",
            "3 3",
        ),
        // Nodes that are called like moves, commands and values.
        (
            "param g = graph { yes -> no move;no -> take ta;move -> take 是;take -> q H h;ta -> h;mov -> move }; position t in g; move v in g[t]: t -> v; move take v in g[t]: t -> v",
            "yes",
        ),
        ("position word w of \"abAB\"; move x in {\"a\", \"A\", \"ab\", \"\"} if |w| > 0: w -> \"\"", "ab"),
        ("position bag a; move b in below(a) if b != a: a -> b; move c in {1} if |a| > 1: a -> []", "1 2"),
    ];
    let mut wrong = Vec::new();
    for (text, position) in rows {
        let game = on_lines(text);
        let position = found(game.position(position), text);
        walk(std::slice::from_ref(&game), vec![position], &mut Rng::new(1), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn of_sums() {
    let games = ["nim", "dawson", "nim"].map(game);
    let positions = ["2 1", "7", "3"].iter().zip(&games).map(|(p, g)| g.position(p).unwrap());
    let mut wrong = Vec::new();
    walk(&games, positions.collect(), &mut Rng::new(1), &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(in_term("2: take 1", 3), (Some(1), "take 1"));
}

/// What gives every choice of a line means that line, and lines that read the same have numbers.
#[test]
fn lines_of_one_name_have_numbers() {
    let game = game("heaps n\nmove take k in 1..2: n -> n - k\nmove take k in 1..2: n -> n - 2 * k");
    let at = |position: &str| State::new(game.position(position).unwrap(), 0);
    let mut solver = solver();
    let notations = |solver: &mut Solver, position: &str| -> Vec<String> {
        let state = at(position);
        let moves = solver.raw_moves(game.at(&state)).unwrap();
        moves.iter().map(|m| entry(game.at(&state), m, None).notation).collect()
    };
    assert_eq!(notations(&mut solver, "5"), ["take/1 1", "take/1 2", "take/2 1", "take/2 2"]);
    assert_eq!(notations(&mut solver, "3"), ["take/1 1", "take 2", "take/2 1"]);
    for (typed, said) in [
        ("take 2", "\"take 2\" can mean several moves: take/1 2, take/2 2."),
        ("take/3 1", "2 move lines are called \"take\": write take/1 to take/2."),
        ("take/x 1", "2 move lines are called \"take\": write take/1 to take/2."),
    ] {
        let problem = solver.find_move(game.at(&at("5")), typed).expect_err(typed);
        assert_eq!(problem.line(Lang::En), said);
    }
    let dawson = crate::common::game("dawson");
    let state = State::new(dawson.position("10").unwrap(), 0);
    let found = solver.find_move(dawson.at(&state), "take 2").unwrap();
    assert_eq!(dawson.show(&found.to.positions[0]), "8");
}
