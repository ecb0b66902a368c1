//! Tests of the checker: what it says, and what it gives.

mod given;
mod said;

use bouton_language::check::{LoadError, Loader, load};
use bouton_language::diagnostic::Lang;
use bouton_language::rules::Rules;

/// A few games and graphs in memory.
struct Shelf;

impl Loader for Shelf {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        let text = match name {
            "nim" => "game Nim\nheaps n\nmove take k in 1..n: n -> n - k\nclaim grundy = n\nexample 1 -> win",
            "misere" => "like nim\nend misere",
            "loop" => "like loop2",
            "loop2" => "like loop",
            "bash" => "param m = 3\nparam most = m + 1\nheaps n\nmove take k in 1..m if k < most: n -> n - k",
            "broken" => "heaps n\nmove take k in 1..n n -> n - k",
            "locked" => return Err(LoadError::Unreadable { why: "permission denied".into() }),
            _ => return Err(LoadError::NotFound { known: vec!["nim".into(), "misere".into()] }),
        };
        Ok((format!("{name}.game"), text.to_string()))
    }

    fn graph(&self, path: &str) -> Result<Box<dyn std::io::Read>, LoadError> {
        match path {
            "edges.txt" => Ok(Box::new("# a path\n1 2\n2 -> 3   # arrow\n\nend\n".as_bytes())),
            "bad.txt" => Ok(Box::new("1 2\n1 2 3\n".as_bytes())),
            _ => Err(LoadError::NotFound { known: vec!["edges.txt".into()] }),
        }
    }
}

fn messages(text: &str, lang: Lang) -> Vec<String> {
    let loaded = load("t", text, &Shelf);
    loaded.diagnostics.iter().map(|d| d.line(&loaded.sources, lang)).collect()
}

fn rules(text: &str) -> Rules {
    let loaded = load("t", text, &Shelf);
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| d.line(&loaded.sources, Lang::En)).collect();
    assert!(said.is_empty(), "{text}\n{said:#?}");
    loaded.rules.expect("rules without diagnostics")
}

const TAKE: &str = "heaps n\nmove take k in 1..n: n -> n - k\n";

#[test]
fn brackets_around_what_is_folded_make_no_list() {
    let condition = |claim: &str| {
        let rules = rules(&format!("position a, b\nmove k in 1..a: a -> a - k\nclaim {claim}"));
        format!("{:?}", rules.claims[0])
    };
    for f in ["sum", "count", "min", "max", "xor"] {
        let said = condition(&format!("lose iff {f}([x for x in [a, b] if x > 0]) > 2"));
        assert!(said.contains("Fold(") && !said.contains("ListOf("), "{f}: {said}");
    }
    let said = condition("lose iff sum(sorted([x for x in [a, b]])) > 2");
    assert!(said.contains("ListOf("), "{said}");
}
