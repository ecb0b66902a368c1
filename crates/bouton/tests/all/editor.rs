//! What an editor of rules is told: mistakes with their places, and names.

use crate::common::FOLDER;
use bouton::game::editor::check;
use bouton::language::diagnostic::Lang;

#[test]
fn places_count_as_browsers_do() {
    // The Chinese letters are one unit each, the face is two.
    let text = "# 尼姆😀\nheaps n\nmove take k in 1..m: n -> n - k";
    let found = check(text, &FOLDER, Lang::En);
    assert!(found.game.is_none());
    let d = &found.diagnostics[0];
    assert_eq!((d.line, d.column, d.end_column), (3, 19, 20));
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16_lossy(&units[d.from..d.from + 1]), "m");
    assert!(!d.message.zh.is_ascii());
    let names: Vec<&str> = found.names.iter().map(|n| n.name.as_str()).collect();
    assert_eq!(names, ["n", "take", "k"]);
}

#[test]
fn good_rules_become_a_game() {
    let found = check("heaps n\nmove k in 1..n: n -> n - k", &FOLDER, Lang::En);
    assert!(found.game.is_some() && found.diagnostics.is_empty());
    let refused =
        check("param G = graph file \"x\"\nheaps v in G\nmove w in G[v]: v -> w", &FOLDER, Lang::En);
    assert!(refused.game.is_none() && !refused.diagnostics.is_empty());
}
