//! Compiled rules against the interpreter: the same moves in the same order, gains, turns, endings and blocks, on the
//! library's games and on random ones, by every backend.

mod common;

use bouton_compile::program::{Backend, Layout, NoProgram, Program};
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::position::{parse_position, print_part};
use common::{Random, game, games};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A move: line, what the part becomes, gain, again.
type Seen = (usize, Vec<Part>, i64, bool);

/// The most moves that are compared at one part.
const MOST: usize = 3000;

/// The backends of this build.
fn backends() -> Vec<Backend> {
    let mut all = vec![Backend::Closures];
    if Backend::default() != Backend::Closures {
        all.push(Backend::default());
    }
    all
}

fn by_interpreter(interp: &Interp, part: &Part, turn: Turn) -> Option<Vec<Seen>> {
    let mut out = Vec::new();
    let done = interp.moves(part, turn, &mut |made| {
        out.push((made.line, std::mem::take(made.parts), made.gain, made.again));
        if out.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done.is_ok().then_some(out)
}

fn by_program(program: &Program, words: &[i64], turn: Turn) -> Option<Vec<Seen>> {
    let (layout, width) = (program.layout(), program.layout().width());
    let mut out = Vec::new();
    let done = program.moves(words, turn, |made| {
        assert_eq!(made.words.len(), made.parts * width);
        let parts: Vec<Part> = (0..made.parts)
            .map(|i| {
                let words = &made.words[i * width..(i + 1) * width];
                let part = layout.read(words);
                let mut again = vec![0; width];
                assert!(layout.write(&part, &mut again) && again == words, "{words:?} is not {again:?}");
                part
            })
            .collect();
        out.push((made.line, parts, made.gain, made.again));
        if out.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done.is_ok().then_some(out)
}

/// What happened at the parts that were compared.
#[derive(Default, Debug)]
struct Tally {
    same: usize,
    moves: usize,
    /// The program gave up where the interpreter did not.
    gave_up: usize,
}

/// Compares everything at one part; gives the interpreter's moves.
fn compare(
    name: &str,
    interp: &Interp,
    programs: &[Program],
    part: &Part,
    turn: Turn,
    tally: &mut Tally,
) -> Vec<Seen> {
    let expected = by_interpreter(interp, part, turn);
    let at = || format!("{name} at {} for {turn:?}", print_part(interp, part));
    for program in programs {
        let mut words = vec![0; program.layout().width()];
        if !program.layout().write(part, &mut words) {
            continue;
        }
        assert_eq!(program.layout().read(&words), *part, "{}", at());
        match (by_program(program, &words, turn), &expected) {
            (None, None) => {}
            (None, Some(_)) => tally.gave_up += 1,
            (Some(found), Some(expected)) => {
                assert_eq!(found.len(), expected.len(), "{}\n{found:?}\n{expected:?}", at());
                for (f, e) in found.iter().zip(expected) {
                    assert_eq!(f, e, "{}", at());
                }
                tally.same += 1;
                tally.moves += found.len();
            }
            (Some(found), None) => panic!("{}: the interpreter fails, the program found {found:?}", at()),
        }
        let alone = Position { parts: vec![part.clone()] };
        let stuck = || interp.can_move(part, turn).map(|m| !m);
        match (program.ended(&words, turn), interp.ended(&alone, turn, &stuck)) {
            (Ok(found), expected) => assert_eq!(Some(found), expected.ok(), "{}", at()),
            (Err(_), Ok(_)) => tally.gave_up += 1,
            (Err(_), Err(_)) => {}
        }
        match (program.blocked(&words, turn), interp.blocked(&alone, turn)) {
            (Ok(found), expected) => assert_eq!(Some(found), expected.ok(), "{}", at()),
            (Err(_), Ok(_)) => tally.gave_up += 1,
            (Err(_), Err(_)) => {}
        }
    }
    expected.unwrap_or_default()
}

fn programs(interp: &Interp, start: &Part) -> Result<Vec<Program>, NoProgram> {
    let layout = Layout::of(interp.rules(), interp.params(), start)?;
    backends().into_iter().map(|b| Program::new(interp.rules(), interp.params(), layout.clone(), b)).collect()
}

/// Plays at random from a part, comparing on the way.
fn play(
    name: &str,
    interp: &Interp,
    start: &Part,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), NoProgram> {
    let programs = programs(interp, start)?;
    for _ in 0..3 {
        let (mut part, mut turn) = (start.clone(), Turn::default());
        for _ in 0..12 {
            let other = Turn { mover: 1 - turn.mover, turn: turn.turn };
            compare(name, interp, &programs, &part, other, tally);
            let moves = compare(name, interp, &programs, &part, turn, tally);
            if moves.is_empty() {
                break;
            }
            let (_, mut parts, _, again) = moves[random.below(moves.len())].clone();
            if parts.is_empty() {
                break;
            }
            part = parts.swap_remove(random.below(parts.len()));
            turn = turn.next(again);
        }
    }
    Ok(())
}

/// Positions to start from: those of the examples, and the one that needs no typing.
fn starts(interp: &Interp) -> Vec<Position> {
    let examples = interp.rules().examples.iter().filter(|e| !e.setup && e.with.is_empty());
    let mut out: Vec<Position> = examples.filter_map(|e| parse_position(interp, &e.position).ok()).collect();
    out.extend(parse_position(interp, ""));
    out
}

#[test]
fn library_games_agree() {
    let mut random = Random(1);
    let mut refused: BTreeMap<String, NoProgram> = BTreeMap::new();
    let mut total = Tally::default();
    let all = games();
    for (name, interp) in &all {
        let mut tally = Tally::default();
        for position in starts(interp) {
            for part in &position.parts {
                if let Err(why) = play(name, interp, part, &mut random, &mut tally) {
                    refused.insert(name.clone(), why);
                }
            }
        }
        if tally.gave_up > 0 {
            println!("{name}: {tally:?}");
        }
        total.same += tally.same;
        total.moves += tally.moves;
        total.gave_up += tally.gave_up;
    }
    println!("{} games, {total:?}", all.len());
    println!("not compiled: {refused:?}");
    assert!(refused.len() <= all.len() / 20, "{refused:?}");
    assert!(total.gave_up * 100 <= total.same, "{total:?}");
}

#[test]
fn random_games_agree() {
    let games: u64 = std::env::var("BOUTON_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let first: u64 = std::env::var("BOUTON_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut total = Tally::default();
    let mut refused: BTreeMap<u64, NoProgram> = BTreeMap::new();
    for seed in first..first + games {
        let sample = bouton_samples::sample(seed);
        let interp = game("random", &sample.text);
        let mut rng = bouton_samples::Rng::new(seed);
        let mut random = Random(seed);
        for _ in 0..4 {
            let typed = sample.position(&mut rng, 8);
            let Ok(position) = parse_position(&interp, &typed) else { continue };
            let name = format!("seed {seed}\n{}", sample.text);
            for part in &position.parts {
                if let Err(why) = play(&name, &interp, part, &mut random, &mut total) {
                    refused.insert(seed, why);
                }
            }
        }
    }
    println!("{games} games, {total:?}");
    println!("not compiled: {refused:?}");
    assert!(refused.len() as u64 <= games / 10, "{refused:?}");
    assert!(total.gave_up * 50 <= total.same, "{total:?}");
}
