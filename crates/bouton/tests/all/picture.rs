//! What is drawn of games and positions.

use crate::common::{found, game};
use bouton::game::picture::{Kind, kind, picture};

#[test]
fn kinds_follow_from_the_rules() {
    let table = [
        ("nim", Kind::Heaps),
        ("wythoff", Kind::Numbers),
        ("staircase", Kind::Staircase),
        ("staircase-zh", Kind::Staircase),
        ("staircase-two", Kind::Staircase),
        ("nimble", Kind::Row),
        ("treblecross", Kind::Word),
        ("tictactoe", Kind::Board),
        ("cram", Kind::Board),
        ("clobber", Kind::Board),
        ("dag", Kind::Graph),
        ("geography", Kind::Graph),
        ("node-kayles", Kind::Graph),
        ("pong-hau-ki", Kind::Graph),
    ];
    for (name, expected) in table {
        assert_eq!(kind(&game(name)), expected, "{name}");
    }
}

#[test]
fn positions_become_pictures() {
    let table = [
        ("nim", "3 4", r#"[[{"name":"n","as":"stones","value":3}],[{"name":"n","as":"stones","value":4}]]"#),
        ("staircase", "2 1", r#"[[{"name":"a","as":"stairs","value":[2,1],"first":1}]]"#),
        ("treblecross", "..X", r#"[[{"name":"s","as":"word","value":"..X","letters":[".",".","X"]}]]"#),
        (
            "notakto",
            "0 1 0 / 0 0 0 / 0 0 1",
            r#"[[{"name":"b","as":"board","value":[[0,1,0],[0,0,0],[0,0,1]],"cells":[[".","X","."],[".",".","."],[".",".","X"]]}]]"#,
        ),
        ("clobber", "1x2", r#"[[{"name":"b","as":"board","value":[[1,2]],"cells":[["X","O"]]}]]"#),
        (
            "position row a of 0..1; show a as \".X\"; move i in 1..|a|: a[i] -> 0",
            ".X",
            r#"[[{"name":"a","as":"word","value":".X","letters":[".","X"]}]]"#,
        ),
        ("dag", "0", r#"[[{"name":"v","as":"node","value":"0","graph":"G"}]]"#),
    ];
    for (name, typed, expected) in table {
        let game = game(name);
        let position = found(game.position(typed), name);
        let drawn = bouton::report::json(&picture(&game, &position), Default::default());
        assert_eq!(drawn["parts"].to_string(), expected, "{name} {typed}");
    }
}
