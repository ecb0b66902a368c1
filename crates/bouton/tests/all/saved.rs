//! Saved tables hold what the solver finds, answer what it answers, and refuse what they do not hold.

use crate::common::{FOLDER, asked, game as rules, range, solver};
use bouton::game::catalogue;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::table::saved::{Begun, SaveEnd, SavedTable};
use bouton::table::{Cell, Show, Table, TableQuestion, code};
use bouton::{Budget, Game, Problem, Solver, Tuning};
use bouton_engine::heaps::{self, HeapRule};
use bouton_saved::Found;
use serde_json::Value as Json;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Saves a table that must become complete; what was found under its name, too.
fn save(question: &TableQuestion, path: &Path, block: Option<u32>) -> (SavedTable, Begun) {
    let mut begun = None;
    match solver().save(question, path, block, &mut |b| begun = Some(b.clone())) {
        Ok(SaveEnd::Complete(table)) => (*table, begun.unwrap()),
        Ok(SaveEnd::Stopped { problem, .. }) | Err(problem) => panic!("{}", problem.line(Lang::En)),
    }
}

fn said(problem: Result<impl Sized, Problem>) -> String {
    problem.err().map_or("no problem".into(), |p| p.line(Lang::En))
}

/// Every value of the file, as the solver's own table shows it.
pub(crate) fn same_as_solved(question: &TableQuestion, saved: &mut SavedTable) {
    same_as(&solver().table(question).unwrap(), saved);
}

fn same_as(table: &Table, saved: &mut SavedTable) {
    let mut rows = table.rows().into_iter().filter(|r| r.cell != Cell::Illegal);
    saved
        .each(&mut |values, cell| {
            let row = rows.next().expect("as many positions as the table has");
            assert_eq!((values, cell), (row.values.as_slice(), &row.cell));
            Ok(())
        })
        .unwrap();
    assert!(rows.next().is_none());
}

/// The answers of the solver and of the file to every position of a table.
fn same_answers(question: &TableQuestion, path: &Path) {
    let table = solver().table(question).unwrap();
    let mut plain = solver();
    let mut reading = solver();
    reading.use_saved(SavedTable::open(path, &question.game).unwrap());
    for row in table.rows().iter().filter_map(|r| table.position(r)) {
        let asked = asked(&question.game, &row);
        let (a, b) = (plain.solve(&asked).unwrap(), reading.solve(&asked).unwrap());
        assert_eq!((a.outcome, a.score, &a.winning_moves), (b.outcome, b.score, &b.winning_moves), "{row}");
        assert!(b.how.say(Lang::En).starts_with("read from the saved table"));
    }
}

#[test]
fn tables_of_all_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let game = |id: &str| TableQuestion::new(rules(id));
    let with = |q: TableQuestion, to: u64, show: Option<Show>| TableQuestion { to: Some(to), show, ..q };
    let mixed = "position a, b in 1..9\nmove k in 1..a: a -> a-k\nmove k in 1..b-1: b -> b-k";
    let memory = "heaps n, last = 0\nmove k in 1..3 if k != last: n -> n-k, last -> k";
    let cases = [
        ("strip", with(game("kayles"), 60, None)),
        ("long strip by the heap engines", with(game("kayles"), 1500, None)),
        ("who wins", with(game("kayles"), 1200, Some(Show::Win))),
        ("matrix", with(game("wythoff"), 20, None)),
        ("matrix by the table engine", with(game("wythoff"), 70, None)),
        ("lost cells by the table engine", with(game("wythoff"), 80, Some(Show::Win))),
        ("rows", with(game("chomp"), 6, None)),
        ("sums", TableQuestion { sums: true, ..with(game("nim"), 9, None) }),
        ("scores of rows", with(game("ends"), 5, None)),
        ("moves", with(game("lasker"), 20, Some(Show::Moves))),
        ("remoteness", with(game("wythoff"), 8, Some(Show::Remoteness))),
        ("cells without a position", with(TableQuestion::new(rules(mixed)), 12, None)),
        ("memory", with(TableQuestion::new(rules(memory)), 30, None)),
        ("parameters", TableQuestion { ranges: vec![range("m", 1, 5)], ..with(game("bash"), 30, None) }),
        (
            "ranges in another order",
            TableQuestion { ranges: vec![range("b", 3, 70), range("a", 5, 90)], ..game("wythoff") },
        ),
        ("misère", with(TableQuestion::new(rules("kayles").misere().unwrap()), 20, None)),
    ];
    for (name, question) in cases {
        println!("{name}");
        let path = folder.path().join(name);
        let (mut saved, begun) = save(&question, &path, Some(100));
        assert_eq!(begun, Begun::New);
        same_as_solved(&question, &mut saved);
        let bytes = fs::read(&path).unwrap();
        let (_, begun) = save(&question, &path, None);
        assert_eq!(begun, Begun::Complete, "{name}");

        // Cut anywhere, it becomes the same file again.
        fs::remove_file(&path).unwrap();
        for share in [1, 4, 7, 9] {
            fs::write(bouton_saved::part_name(&path), &bytes[..bytes.len() * share / 10]).unwrap();
            let (_, begun) = save(&question, &path, None);
            assert!(matches!(begun, Begun::Part { .. } | Begun::New), "{name}: {begun:?}");
            // Cut inside its head it is begun anew, with blocks of the usual size.
            if begun != Begun::New {
                assert_eq!(fs::read(&path).unwrap(), bytes, "{name}, cut at {share}/10");
            }
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn answers_are_read() {
    let folder = tempfile::tempdir().unwrap();
    for (id, to, show) in [
        ("wythoff", 4, Some(Show::Grundy)),
        ("wythoff", 4, Some(Show::Win)),
        ("kayles", 30, None),
        ("chomp", 5, None),
        ("ends", 4, None),
        ("lasker", 25, Some(Show::Win)),
    ] {
        let question = TableQuestion { to: Some(to), show, ..TableQuestion::new(rules(id)) };
        let path = folder.path().join(format!("{id}-{show:?}"));
        save(&question, &path, Some(16));
        same_answers(&question, &path);
    }
    // Sums of heaps are added from the values of single heaps.
    let nim = rules("kayles");
    let mut reading = solver();
    reading.use_saved(SavedTable::open(&folder.path().join("kayles-None"), &nim).unwrap());
    let sum = asked(&nim, "5 17 23");
    assert_eq!(reading.solve(&sum).unwrap().grundy, solver().solve(&sum).unwrap().grundy);
    assert_eq!(reading.positions(std::slice::from_ref(&nim)), 0, "nothing is solved");
    assert!(said(reading.solve(&asked(&nim, "5 31"))).contains("5 31 is not in"));
}

#[test]
fn a_large_table_is_not_read_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let game = rules("heaps n\nmove k in {1, 3, 4}: n -> n-k");
    let question = TableQuestion { to: Some(3_000_000), ..TableQuestion::new(game.clone()) };
    let (saved, _) = save(&question, &path, None);
    assert_eq!(saved.len(), 3_000_001);
    let mut reading = solver();
    reading.use_saved(SavedTable::open(&path, &game).unwrap());
    let answer = reading.solve(&asked(&game, "2999998")).unwrap();
    assert_eq!(answer.winning_moves.len(), 1);
    let (blocks, read) = reading.saved().unwrap().blocks();
    assert!(blocks > 40 && read <= 2, "{read} of {blocks} blocks were read");
}

/// A resumed table costs no more than the rest of it: what the file knows is not solved again.
#[test]
fn what_is_saved_is_not_solved_again() {
    let folder = tempfile::tempdir().unwrap();
    let game = rules("position a, b\nmove i in 1..a: a -> a-i, b -> b div 2\nmove j in 1..b: b -> b-j");
    let games = std::slice::from_ref(&game);
    for show in [Show::Grundy, Show::Win] {
        let path = folder.path().join(format!("{show:?}"));
        let question = TableQuestion { to: Some(60), show: Some(show), ..TableQuestion::new(game.clone()) };
        save(&question, &path, Some(60));
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        // The largest number of moves that is not enough for the whole table; the last tenth needs less.
        let limited = |moves: u64| {
            let mut solver = solver();
            solver.limit_work(games, Some(moves));
            let mut begun = None;
            let end = solver.save(&question, &path, Some(60), &mut |b| begun = Some(b.clone())).unwrap();
            (matches!(end, SaveEnd::Complete(_)), begun)
        };
        let mut moves = 1000;
        while !limited(moves).0 {
            fs::remove_file(bouton_saved::part_name(&path)).unwrap();
            moves *= 2;
        }
        fs::remove_file(&path).unwrap();
        fs::write(bouton_saved::part_name(&path), &bytes[..bytes.len() * 9 / 10]).unwrap();
        let (complete, begun) = limited(moves / 2);
        assert!(matches!(begun, Some(Begun::Part { cells, .. }) if cells > 3000), "{begun:?}");
        assert!(complete, "{show:?}: the last tenth takes more than {} moves, the whole {moves}", moves / 2);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn another_table_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let bash = rules("bash");
    let question = TableQuestion { to: Some(50), ..TableQuestion::new(bash.clone()) };
    save(&question, &path, None);
    let open = |game: &Game| said(SavedTable::open(&path, game));
    let again = |q: &TableQuestion| said(solver().save(q, &path, None, &mut |_| {}).map(drop));
    for (found, words) in [
        (open(&rules("nim")), "holds a table of another game"),
        (open(&bash.set("m", "7", &FOLDER).unwrap()), "with other parameters: m = 3, and 7 is asked for"),
        (open(&bash.misere().unwrap()), "a table of other rules"),
        (open(&bash), "no problem"),
        (again(&TableQuestion { to: Some(60), ..question.clone() }), "n <= 50, and n <= 60 is asked for"),
        (
            again(&TableQuestion { show: Some(Show::Win), ..question.clone() }),
            "of grundy, and win is asked for",
        ),
        (again(&TableQuestion { show: Some(Show::Best), ..question.clone() }), "cannot be saved"),
    ] {
        assert!(found.contains(words), "{found}\n   should say: {words}");
    }
}

/// Tables that are filled at once hold what is found cell by cell.
#[test]
fn tables_filled_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "move i in 1..a: a -> a-i, b -> b div 2\nmove j in 1..min(b, 3): b -> b-j";
    let points = "players A, B\nposition a, b\nmove i in 1..2: a -> a-i, b -> b div 2 gain b mod 5\nmove: b -> b-1 gain -2\nscore";
    for (name, text, show) in [
        ("grundy", format!("position a, b\n{moves}"), Show::Grundy),
        ("win", format!("position a, b\n{moves}\nend misere"), Show::Win),
        ("score", points.to_string(), Show::Score),
    ] {
        let game = rules(&text);
        let question = TableQuestion { to: Some(70), show: Some(show), ..TableQuestion::new(game) };
        let (mut table, _) = save(&question, &folder.path().join(name), None);
        let tuning = Tuning { filled: usize::MAX, ..Tuning::default() };
        let plain = Solver::tuned(Budget::unlimited(), tuning).table(&question).unwrap();
        same_as(&plain, &mut table);
    }
}

/// Time that runs out keeps what was finished.
#[test]
fn time_that_runs_out_loses_nothing_finished() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t");
    let game = rules("position a, b\nmove i in 1..a: a -> a-i, b -> b div 2\nmove j in 1..b: b -> b-j");
    let question = TableQuestion { to: Some(130), ..TableQuestion::new(game) };
    let mut kept = 0;
    // The time is up after so many looks at it; more, where there is no headway.
    let mut looks = 500;
    for round in 0.. {
        let mut short = Solver::new(Budget::unlimited().fuse(looks));
        match short.save(&question, &path, Some(131), &mut |_| {}).unwrap() {
            SaveEnd::Complete(mut table) => {
                same_as_solved(&question, &mut table);
                assert!(round > 0, "this was too quick to be interrupted");
                break;
            }
            SaveEnd::Stopped { cells, of, .. } => {
                assert!(cells >= kept && of == Some(131 * 131));
                if cells == kept {
                    looks *= 2;
                }
                kept = cells;
            }
        }
        assert!(round < 300, "no headway is made");
    }
}

/// Heaps whose values were found before a stop are kept, where an engine lists them all at once too.
#[test]
fn heaps_before_a_stop_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["grundys-game", "heaps n; octal 0.6"] {
        let question = TableQuestion { to: Some(400_000), ..TableQuestion::new(rules(text)) };
        let path = folder.path().join(text.replace([' ', ';'], "-"));
        let mut kept = 0;
        for looks in [100, 120] {
            let mut short = Solver::new(Budget::unlimited().fuse(looks));
            let end = short.save(&question, &path, None, &mut |_| {}).unwrap();
            let SaveEnd::Stopped { cells, .. } = end else { panic!("{text}: too quick to be interrupted") };
            assert!(cells > kept, "{text}: {cells} after {kept}");
            kept = cells;
        }
        assert!(kept > 2000, "{text}: {kept}");
    }
}

/// Every game of the library has a default table that can be saved and read back.
#[test]
fn the_library_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    for entry in catalogue::entries() {
        let game = rules(entry.id);
        let question = TableQuestion { to: Some(3), ..TableQuestion::new(game) };
        let path = folder.path().join(entry.id);
        let mut quick = Solver::new(Budget::unlimited().time(Duration::from_millis(100)));
        match quick.save(&question, &path, Some(7), &mut |_| {}) {
            Ok(SaveEnd::Complete(mut table)) => same_as_solved(&question, &mut table),
            Ok(SaveEnd::Stopped { .. }) => {}
            // What has no table has none to save either.
            Err(problem) => {
                assert!(solver().table(&question).is_err(), "{}: {}", entry.id, problem.line(Lang::En))
            }
        }
    }
}

/// The numbers that stand in a file are read back as the values they were.
#[test]
fn values_come_back() {
    let cells = [
        (Show::Grundy, Cell::Grundy(0)),
        (Show::Grundy, Cell::Grundy(u64::MAX)),
        (Show::Moves, Cell::Moves(7)),
        (Show::Score, Cell::Score(0)),
        (Show::Score, Cell::Score(i64::MIN)),
        (Show::Score, Cell::Score(i64::MAX)),
        (Show::Score, Cell::Score(-3)),
        (Show::Win, Cell::Outcome(Verdict::Lose)),
        (Show::Win, Cell::Outcome(Verdict::Win)),
        (Show::Win, Cell::Outcome(Verdict::Draw)),
        (Show::Win, Cell::Illegal),
        (Show::Remoteness, Cell::Remoteness(Verdict::Lose, Some(0))),
        (Show::Remoteness, Cell::Remoteness(Verdict::Win, Some(17))),
        (Show::Remoteness, Cell::Remoteness(Verdict::Draw, None)),
    ];
    for (show, value) in cells {
        assert_eq!(code::cell(show, code::of(&value)), value);
    }
}

/// Which rules and which parameters a file says that its table is of.
fn identity(game: Game, path: &Path) -> Option<(Json, Json)> {
    let question = TableQuestion { to: Some(1), ..TableQuestion::new(game) };
    let mut brief = Solver::new(Budget::unlimited().fuse(2000));
    brief.save(&question, path, None, &mut |_| {}).ok()?;
    let text = match bouton_saved::look(path).unwrap() {
        Found::Complete(reader) => reader.text().to_string(),
        Found::Part(part) => part.text().to_string(),
        Found::Nothing => panic!("nothing was saved"),
    };
    let about: Json = serde_json::from_str(&text).unwrap();
    Some((about["rules"].clone(), about["params"].clone()))
}

#[test]
fn only_what_changes_values_counts() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = 0;
    let mut hash = |text: &str| {
        files += 1;
        identity(rules(text), &folder.path().join(files.to_string())).expect("a table").0
    };
    let first = hash("heaps n\nmove take k in 1..3: n -> n - k");
    assert!(first.as_str().is_some_and(|h| h.len() == 64), "{first}");
    for same in [
        "# a comment\nheaps n\nmove take k in 1..3: n -> n - k",
        "game Other title\nnote said\nheaps n\nmove grab j in 1..3: n -> n-j say \"grab {j}\"",
        "heaps n\nmove take k in 1..3: n -> n - k\nclaim lose iff n mod 4 = 0\nexample 4 -> lose",
    ] {
        assert_eq!(hash(same), first, "{same}");
    }
    for other in [
        "heaps n\nmove take k in 1..4: n -> n - k",
        "heaps n\nmove take k in 1..3: n -> n - k\nend misere",
        "heaps n\nmove take k in {1,2,3}: n -> n - k",
        "position n\nmove take k in 1..3: n -> n - k",
        "heaps m\nmove take k in 1..3: m -> m - k",
        "heaps n in 1..\nmove take k in 1..3: n -> n - k",
        "heaps n\nmove take k in 1..3: n -> n - k\nmove one: n -> n - 1",
    ] {
        assert_ne!(hash(other), first, "{other}");
    }
}

#[test]
fn no_two_games_of_the_library_are_one() {
    // Two entries may well be the same rules under two names; what must not happen is that all are.
    let folder = tempfile::tempdir().unwrap();
    let mut seen: HashMap<String, Vec<&str>> = HashMap::new();
    let mut none = 0;
    for entry in catalogue::entries() {
        match identity(rules(entry.id), &folder.path().join(entry.id)) {
            Some((rules, params)) => seen.entry(format!("{rules} {params}")).or_default().push(entry.id),
            None => none += 1,
        }
    }
    assert!(none * 10 < seen.len(), "{none} games have no table, {} have one", seen.len());
    let twins: Vec<_> = seen.values().filter(|ids| ids.len() > 1).collect();
    assert!(twins.len() * 10 < seen.len(), "{twins:?}");
}

/// Heaps 0 to this one in the long tables below.
const LAST: u64 = 9_999;

/// A solver that hands over tables of more than a hundred heaps while their values are found.
fn streaming(budget: Budget) -> Solver {
    Solver::tuned(budget, Tuning { listed: 100, ..Tuning::default() })
}

/// A long table of heaps under an octal code, and the truth about them.
fn long_heaps(code: &str, show: Show) -> (TableQuestion, Vec<u64>) {
    let game = rules(&format!("heaps n\noctal {code}"));
    let question = TableQuestion { to: Some(LAST), show: Some(show), ..TableQuestion::new(game) };
    let rule = HeapRule::from_code(code).unwrap_or_else(|e| panic!("{e}"));
    let truth = heaps::values(&rule, LAST as usize, &Budget::unlimited()).unwrap_or_else(|e| panic!("{e}"));
    (question, (0..=LAST).filter_map(|heap| truth.get(heap)).collect())
}

/// Every cell of a saved table.
fn cells_of(table: &mut SavedTable) -> Vec<Cell> {
    let mut cells = Vec::new();
    table
        .each(&mut |_, cell| {
            cells.push(cell.clone());
            Ok(())
        })
        .unwrap();
    cells
}

/// How many cells are kept when the time is up after so many looks at it; `None` if all were found.
fn stream(question: &TableQuestion, path: &Path, looks: u64) -> Option<u64> {
    match streaming(Budget::unlimited().fuse(looks)).save(question, path, Some(1000), &mut |_| {}).unwrap() {
        SaveEnd::Complete(_) => None,
        SaveEnd::Stopped { cells, .. } => Some(cells),
    }
}

#[test]
fn a_stream_that_was_cut_off_goes_on_from_what_it_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let (question, truth) = long_heaps("0.6", Show::Grundy);
    let truth: Vec<Cell> = truth.into_iter().map(Cell::Grundy).collect();
    // At the beginning, in the middle, and far on.
    for (looks, least) in [(8, 1), (128, LAST / 5), (256, LAST / 2)] {
        let path = folder.path().join(looks.to_string());
        let kept = stream(&question, &path, looks).expect("the time is up before the end");
        assert!(kept >= least, "{kept} cells after {looks} looks");
        let mut begun = None;
        let mut solver = streaming(Budget::unlimited());
        let end = solver.save(&question, &path, Some(1000), &mut |b| begun = Some(b.clone()));
        let Ok(SaveEnd::Complete(mut table)) = end else { panic!("nothing stops it") };
        assert!(matches!(begun, Some(Begun::Part { cells, .. }) if cells == kept), "{begun:?}");
        assert!(cells_of(&mut table) == truth, "cut off after {kept} cells");
    }
}

#[test]
fn a_stream_tells_who_wins_and_ends_at_a_period() {
    let folder = tempfile::tempdir().unwrap();
    let saved = |question: &TableQuestion, name: &str, budget: Budget| {
        let end = streaming(budget).save(question, &folder.path().join(name), None, &mut |_| {});
        let Ok(SaveEnd::Complete(mut table)) = end else { panic!("{name}: it was stopped") };
        cells_of(&mut table)
    };
    let (question, truth) = long_heaps("0.6", Show::Win);
    let outcome = |v: u64| Cell::Outcome(if v == 0 { Verdict::Lose } else { Verdict::Win });
    let truth: Vec<Cell> = truth.into_iter().map(outcome).collect();
    assert!(saved(&question, "win", Budget::unlimited()) == truth);
    // Kayles has a period of 12. Once it is proved, the rest costs next to nothing: so many looks are not enough above.
    let (question, truth) = long_heaps("0.77", Show::Grundy);
    let truth: Vec<Cell> = truth.into_iter().map(Cell::Grundy).collect();
    assert!(saved(&question, "period", Budget::unlimited().fuse(256)) == truth);
}
