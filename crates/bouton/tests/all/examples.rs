//! The programs of `examples/` do what they say.

use bouton::{Budget, Solver};
use std::path::Path;

#[allow(dead_code)]
#[path = "../../examples/own_game.rs"]
mod own_game;
#[allow(dead_code)]
#[path = "../../examples/prove.rs"]
mod prove;
#[allow(dead_code)]
#[path = "../../examples/solve.rs"]
mod solve;
#[allow(dead_code)]
#[path = "../../examples/table_npy.rs"]
mod table_npy;
#[allow(dead_code)]
#[path = "../../examples/worker.rs"]
mod worker;

#[test]
fn a_file_is_solved() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/nim.game");
    let text = solve::solve(&file, "1 2").unwrap();
    let expected = "Nim 1 2: Some(Win)\n  take 1 @1      → 0 2\n  take 1 @2      → 1 1      wins\n  take 2 @2      → 1 0\n";
    assert_eq!(text, expected);
    assert!(solve::solve(&file, "x").unwrap_err().to_string().contains('x'));
}

#[test]
fn a_game_in_rust_is_solved() {
    assert_eq!(own_game::worth(&[5]), "Win, value 4");
    assert_eq!(own_game::worth(&[3, 3]), "Lose, value 0");
}

#[test]
fn a_table_is_written_for_numpy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wythoff.npy");
    assert_eq!(table_npy::write("wythoff", 9, &file).unwrap(), "[10, 10] |u1");
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY"));
    // The first row, 0 to 9, and the first lost pair that is not 0 0.
    let cells = &bytes[bytes.len() - 100..];
    assert_eq!((&cells[..10], cells[12]), (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9][..], 0));
}

#[test]
fn a_theorem_is_proved_and_verified() {
    let said = prove::prove("bash").unwrap();
    assert!(!said.is_empty() && !said.contains("refused") && !said.contains("no theorem"), "{said}");
}

#[test]
fn a_worker_answers() {
    let mut solver = Solver::new(Budget::unlimited());
    let mut ask = |line: &str| worker::answer(&mut solver, line);
    assert_eq!(ask(r#"{"game": "nim", "position": "3 4 5"}"#)["grundy"], 2);
    let own = r#"{"rules": "heaps n; move take k in {1, 3, 4}: n -> n - k", "position": "7"}"#;
    assert_eq!(ask(own)["outcome"], "lose");
    assert!(ask(r#"{"game": "nimm"}"#)["error"].as_str().is_some_and(|e| e.contains("nim")));
}
