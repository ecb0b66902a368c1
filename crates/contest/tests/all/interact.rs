//! The jury and its verdicts, against contestants of every kind.

use bouton::{Budget, Game};
use bouton_contest::interact::{Jury, Pipe, Played, Setup, Side, Verdicts, play};
use bouton_contest::oracle::{Oracle, Sources};
use bouton_contest::program::{Cost, Program};
use bouton_template::{Case, INPUT_NAMES, MoveForm, Origin, Template};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn nim() -> (Game, Oracle) {
    let game = Game::library("nim").unwrap();
    let until = Some(Instant::now() + Duration::from_secs(1200));
    let oracle = Oracle::new(&game, Budget::unlimited(), Sources::Any, until).unwrap();
    (game, oracle)
}

fn played(game: &Game, oracle: &mut Oracle, row: (&str, &str, Jury, Side)) -> Played {
    let (position, contestant, jury, side) = row;
    let position = game.position(position).unwrap();
    let setup = Setup {
        case: Case { game: game.clone(), position, mover: 0, origin: Origin::Random },
        template: Template::new(game, "{n}\\n{heaps}", &INPUT_NAMES).unwrap(),
        form: Some(MoveForm::new(game, "{heap} {k}").unwrap()),
        side,
        jury,
        patience: Duration::from_secs(if contestant == "slow" { 1 } else { 1200 }),
        seed: 3,
        stop: Arc::default(),
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/player.py");
    let program =
        Program::new(&format!("{} {} {contestant}", bouton_samples::python(), script.display())).unwrap();
    let cost = Cost { time: Duration::from_secs(1200), memory: Some(1 << 30), output: 1 << 20 };
    let mut pipe = Pipe::to(&program, &cost).unwrap();
    play(&setup, oracle, &mut pipe).unwrap()
}

#[test]
fn verdicts() {
    use Verdicts::{Accepted, Ended, Presentation, Timeout, WrongAnswer};
    let table = [
        ("3 4 5", "right", Jury::Perfect, Side::Winning, Accepted),
        ("3 4 5", "right", Jury::Weak, Side::Winning, Accepted),
        // A lost start: the contestant moves second, and wins.
        ("1 2 3", "right", Jury::Perfect, Side::Winning, Accepted),
        // Numbers beyond brute force: the jury plays by the strategies of the rules.
        ("1000000000000 3000000000007 5", "right", Jury::Perfect, Side::Winning, Accepted),
        ("3 4 5", "greedy", Jury::Perfect, Side::Winning, WrongAnswer),
        ("30 41 57", "greedy", Jury::Weak, Side::Winning, WrongAnswer),
        ("3 4 5", "illegal", Jury::Perfect, Side::Winning, WrongAnswer),
        ("3 4 5", "words", Jury::Perfect, Side::Winning, Presentation),
        ("3 4 5", "silent", Jury::Perfect, Side::Winning, Ended),
        ("3 4 5", "slow", Jury::Perfect, Side::Winning, Timeout),
    ];
    let (game, mut oracle) = nim();
    for (position, contestant, jury, side, verdict) in table {
        let played = played(&game, &mut oracle, (position, contestant, jury, side));
        assert_eq!(played.verdict, verdict, "{position} {contestant} {jury:?}: {}", played.why[0]);
    }
}
