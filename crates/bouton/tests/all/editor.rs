//! What an editor of rules is told: mistakes with their places, and names.

use crate::common::FOLDER;
use bouton::game::editor::check;
use serde_json::json;

#[test]
fn places_count_as_browsers_do() {
    // The Chinese letters are one unit each, the face is two.
    let text = "# 尼姆😀\nheaps n\nmove take k in 1..m: n -> n - k";
    let found = check(text, &FOLDER);
    assert!(found.game.is_none());
    let d = &found.diagnostics[0];
    assert_eq!((&d["line"], &d["column"], &d["end_column"]), (&json!(3), &json!(19), &json!(20)));
    let offset = d["from"].as_u64().unwrap_or(0) as usize;
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16_lossy(&units[offset..offset + 1]), "m");
    assert!(d["message"]["zh"].as_str().is_some_and(|m| !m.is_ascii()));
    let names: Vec<&str> = found.names.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["n", "take", "k"]);
}

#[test]
fn good_rules_become_a_game() {
    let found = check("heaps n\nmove k in 1..n: n -> n - k", &FOLDER);
    assert!(found.game.is_some() && found.diagnostics.is_empty());
    let refused = check("param G = graph file \"x\"\nheaps v in G\nmove w in G[v]: v -> w", &FOLDER);
    assert!(refused.game.is_none() && !refused.diagnostics.is_empty());
}
