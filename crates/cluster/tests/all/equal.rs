//! Tables filled by one to five threads and processes, in memory and in files, against the engines of one machine, cell by cell and by their checksums.

use crate::common::{Case, by_processes, case, fill, job, meeting, outcome_code, rows, solved_code, terms};
use bouton::engines::filled::{Ask, Filled, Numbered};
use bouton::language::rules::End;
use bouton_cluster::{Event, Fault, NoMeeting, Team, run};
use bouton_engine::table::fill::{Generator, Made};
use bouton_engine::{Budget, Outcome, Retrograde, Solved, Step};
use bouton_saved::shards::{Shards, mix};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Game ¦ parameters ¦ far corner ¦ what is asked.
const ACYCLIC: &str = "
kayles                ¦          ¦ 40            ¦ grundy
lasker                ¦          ¦ 60            ¦ grundy
grundys-game          ¦          ¦ 50            ¦ grundy
wythoff               ¦          ¦ 24 31         ¦ grundy
wythoff               ¦          ¦ 40 40         ¦ win
wythoff               ¦          ¦ 25 25         ¦ remoteness
rook                  ¦          ¦ 12 15         ¦ grundy
euclid                ¦          ¦ 30 40         ¦ win
chomp-two-rows        ¦          ¦ 25 25         ¦ win
fibonacci             ¦          ¦ 40            ¦ win
clobber-strip         ¦          ¦ XOXOX.XO      ¦ win
toads-frogs           ¦          ¦ TT..FF        ¦ remoteness
tictactoe             ¦          ¦               ¦ win
hexapawn              ¦          ¦               ¦ remoteness
dawson                ¦          ¦ 40            ¦ grundy
rook                  ¦          ¦ 3 300         ¦ grundy
";

const CYCLIC: &str = "
cat-mouse             ¦          ¦               ¦ win
cat-mouse             ¦          ¦               ¦ remoteness
pong-hau-ki           ¦          ¦               ¦ remoteness
backsliding           ¦          ¦ TT.FF         ¦ remoteness
northcott             ¦ width=4  ¦ [1 1] [3 3]   ¦ win
position n in 0..40 = 7; move k in 1..3: n -> (n + k) mod 41; lose when n = 0; endless draw    ¦ ¦ ¦ remoteness
position n in 0..50 = 7; move up: n -> (n * 2) mod 51; move down: n -> (n + 50) mod 51; lose when n in {0, 17}; endless draw    ¦ ¦ ¦ remoteness
players A, B; position n in 0..30 = 7, t in 0..1 = 0; move by A k in 1..2: n -> (n + k) mod 31; move by B k in 1..3: n -> (n + 31 - k) mod 31; win A when n = 0; draw when n = 12; endless B wins    ¦ ¦ ¦ remoteness
";

/// The table of the single-machine engine, in the numbering of the space.
fn by_one_machine(case: &Case) -> Vec<Option<u64>> {
    let Case { space, game, corner, .. } = case;
    let filled = Filled::of(game, corner, space.ask, &Budget::unlimited(), 1).unwrap();
    let verdict = |v| {
        outcome_code(bouton_engine::Outcome::of_sign(match v {
            bouton::language::ast::Verdict::Lose => -1,
            bouton::language::ast::Verdict::Draw => 0,
            bouton::language::ast::Verdict::Win => 1,
        }))
    };
    let code = |cell| {
        let (part, mover) = space.position(cell);
        // A cell that is no legal position has no moves; engines with shortcuts give it any value.
        if game.interp().legal(&part).is_err() {
            let stuck = space.rules.stuck(mover);
            let remoteness = (stuck != Outcome::Draw).then_some(0);
            return Some(match space.ask {
                Ask::Grundy => 0,
                Ask::Remoteness => solved_code(Solved { outcome: stuck, remoteness }),
                _ => outcome_code(stuck),
            });
        }
        match space.ask {
            Ask::Grundy => filled.grundy(&part),
            Ask::Remoteness => filled.solved(&part, mover).map(solved_code),
            _ => filled.outcome(&part, mover).map(verdict),
        }
    };
    (0..space.cells()).map(code).collect()
}

/// A space as a game of its cells, for the retrograde engine.
struct Cells<'c>(&'c Numbered);

impl bouton_engine::Game for Cells<'_> {
    type Position = usize;
    type Error = ();
    fn ended(&self, cell: &usize) -> Result<Option<Outcome>, ()> {
        let (words, mover) = self.words(*cell);
        self.0.rules.ended(&words, mover).map_err(|_| ())
    }
    fn options(&self, cell: &usize, out: &mut Vec<Step<usize>>) -> Result<(), ()> {
        let (words, mover) = self.words(*cell);
        let listed = self.0.rules.options(&words, mover, |made: Made<'_>| {
            let to = self.0.index.encode(made.words).unwrap();
            let to = if self.0.sides { 2 * to + if made.again { mover } else { 1 - mover } } else { to };
            out.push(Step { to, gain: 0, again: made.again });
            ControlFlow::Continue(())
        });
        listed.map_err(|_| ())
    }
    fn stuck(&self, cell: &usize) -> Outcome {
        self.0.rules.stuck(self.words(*cell).1)
    }
    fn endless(&self, cell: &usize) -> Outcome {
        match self.0.endless {
            Some(End::Wins(player)) if player == self.words(*cell).1 => Outcome::Win,
            Some(End::Wins(_)) => Outcome::Lose,
            _ => Outcome::Draw,
        }
    }
}

impl Cells<'_> {
    fn words(&self, cell: usize) -> (Vec<i64>, usize) {
        let movers = if self.0.sides { 2 } else { 1 };
        let mut words = vec![0; self.0.index.width()];
        self.0.index.decode(cell / movers, &mut words);
        (words, cell % movers)
    }
}

fn by_retrograde(case: &Case) -> Vec<Option<u64>> {
    let mut engine = Retrograde::new(Cells(&case.space));
    let outcomes = case.space.ask == Ask::Outcome;
    let code = |cell| {
        let code = solved_code(engine.solve(&cell, &Budget::unlimited()).unwrap());
        Some(if outcomes { code & 3 } else { code })
    };
    (0..case.space.cells()).map(code).collect()
}

fn compare(table: &str, truth: impl Fn(&Case) -> Vec<Option<u64>>) {
    for row in rows(table) {
        let case = case(&row);
        let expected = truth(&case);
        let sum = (0..).zip(&expected).fold(0_u64, |sum, (cell, code)| sum.wrapping_add(mix(cell, *code)));
        for workers in 1..=5 {
            let folder = tempfile::tempdir().unwrap();
            let summary = fill(&row, workers, folder.path());
            let mut saved = Shards::open(folder.path()).unwrap();
            for (cell, code) in (0..).zip(&expected) {
                let shown = || {
                    case.game.show(&bouton::Position { parts: vec![case.space.position(cell as usize).0] })
                };
                assert_eq!(
                    saved.cell(cell).unwrap(),
                    *code,
                    "{} with {workers} workers: cell {cell} {}",
                    case.name,
                    shown()
                );
            }
            assert_eq!(summary.checksum, sum, "{} with {workers} workers", case.name);
            assert_eq!(saved.checksum().unwrap(), sum);
        }
        for processes in 1..=5 {
            let folder = tempfile::tempdir().unwrap();
            let sums = by_processes(&row, processes, 1, folder.path()).into_iter().map(|s| s.checksum);
            assert!(sums.eq(std::iter::repeat_n(sum, processes)), "{} with {processes} processes", case.name);
        }
    }
}

#[test]
fn layers_agree_with_tables_of_one_machine() {
    compare(ACYCLIC, by_one_machine);
}

#[test]
fn rounds_agree_with_retrograde_analysis() {
    compare(CYCLIC, by_retrograde);
}

/// Stops a run at some steps, goes on with another number of workers, and compares the end with a run that nobody stopped.
fn stopped_and_gone_on_with(row: &[String], stops: &[(usize, u64)]) {
    let whole = tempfile::tempdir().unwrap();
    let expected = fill(row, 1, whole.path()).checksum;
    let folder = tempfile::tempdir().unwrap();
    for (workers, steps) in stops {
        let (flag, from) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(true));
        let (raise, first, last) = (Arc::clone(&flag), std::sync::atomic::AtomicU64::new(0), *steps);
        let tell = move |event: &Event| {
            if let Event::Step { done, .. } = event {
                if from.swap(false, Ordering::Relaxed) {
                    first.store(*done, Ordering::Relaxed);
                }
                raise.store(*done >= first.load(Ordering::Relaxed) + last, Ordering::Relaxed);
            }
        };
        let budget = Budget::unlimited().cancel(flag);
        let end =
            run(job(row, folder.path(), Duration::ZERO), Team::Threads(*workers), &budget, Arc::new(tell));
        assert!(matches!(end, Err(Fault::Halted(_))), "{row:?}: {end:?}");
        assert!(Shards::open(folder.path()).is_err());
    }
    let resumed = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&resumed);
    let tell = move |event: &Event| {
        if matches!(event, Event::Begun { resumed: Some(_), .. }) {
            heard.store(true, Ordering::Relaxed);
        }
    };
    let job_left = job(row, folder.path(), Duration::from_secs(60));
    let end = run(job_left, Team::Threads(2), &Budget::unlimited(), Arc::new(tell)).unwrap();
    assert!(resumed.load(Ordering::Relaxed));
    assert_eq!(end.checksum, expected, "{row:?}");
    let again = fill(row, 3, folder.path());
    assert!(again.already && again.checksum == expected);
}

#[test]
fn what_was_stopped_is_gone_on_with_by_other_workers() {
    for row in rows(
        "wythoff ¦ ¦ 24 31 ¦ grundy \n toads-frogs ¦ ¦ TT..FF ¦ remoteness \n backsliding ¦ ¦ TT.FF ¦ remoteness",
    ) {
        stopped_and_gone_on_with(&row, &[(3, 1), (1, 1), (2, 0)]);
    }
}

#[test]
fn another_table_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let both = rows("wythoff ¦ ¦ 9 9 ¦ grundy \n wythoff ¦ ¦ 9 9 ¦ win");
    fill(&both[0], 2, folder.path());
    let other = job(&both[1], folder.path(), Duration::ZERO);
    let end = run(other, Team::Threads(2), &Budget::unlimited(), Arc::new(|_| {}));
    assert!(matches!(end, Err(Fault::Other)), "{end:?}");
}

#[test]
fn processes_that_do_not_belong_together_are_refused() {
    let own = || terms("a key of the run", "1", "nim", 1);
    let kinds = |ends: &[Result<Vec<Option<std::net::TcpStream>>, NoMeeting>]| {
        let kind = |e: &Result<_, NoMeeting>| e.as_ref().err().map(ToString::to_string).unwrap_or_default();
        ends.iter().map(kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&meeting(vec![own(), own(), own()])), ["", "", ""]);
    let other = terms("another key", "1", "nim", 1);
    assert_eq!(kinds(&meeting(vec![own(), other])), ["process 1 did not come", "process 0 has another key"]);
    for (other, what) in [
        (terms("a key of the run", "2", "nim", 1), "is of another version"),
        (terms("a key of the run", "1", "kayles", 1), "works on another table"),
        (terms("a key of the run", "1", "nim", 2), "has another list of hosts"),
    ] {
        let expected = [format!("process 1 {what}"), format!("process 0 {what}")];
        assert_eq!(kinds(&meeting(vec![own(), other])), expected);
    }
}

#[test]
fn processes_of_several_threads_fill_one_table() {
    for row in rows("wythoff ¦ ¦ 24 31 ¦ grundy \n backsliding ¦ ¦ TT.FF ¦ remoteness") {
        let (whole, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let expected = fill(&row, 1, whole.path()).checksum;
        for summary in by_processes(&row, 2, 2, folder.path()) {
            assert_eq!(summary.checksum, expected, "{row:?}");
        }
    }
}
