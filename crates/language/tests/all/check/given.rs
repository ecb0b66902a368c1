//! What rules become: bounds, written-out codes, inherited lines, graphs.

use super::{Shelf, TAKE, messages, rules};
use crate::common::Library;
use bouton_language::ast::ShapeKind;
use bouton_language::check::load;
use bouton_language::diagnostic::{Lang, Severity};
use bouton_language::rules::{Choice, ExprKind, RangeExpr, Rules};
use bouton_language::value::Value;

#[test]
fn like_inherits_and_replaces() {
    let r = rules("game Mine\nlike misere\nmove take k in {1, 2}: n -> n - k\nmove other: n -> 0");
    assert_eq!((r.title.text.as_str(), r.end), ("Mine", bouton_language::rules::End::Misere));
    assert_eq!(r.moves.len(), 2);
    assert!(r.claims.is_empty() && r.examples.is_empty());
    assert_eq!(r.sources.line(r.shape.span), ("nim.game", 2));
    // A parameter keeps its place before those that use it.
    let r = rules("like bash\nparam m = 5");
    assert_eq!(r.params.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["m", "most"]);
    assert!(matches!(r.params[0].default.kind, ExprKind::Const(Value::Int(5))));
    // Mistakes of the other file are shown there, and there only.
    let said = messages("like broken\nclaim lose iff q = 1", Lang::En);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().any(|m| m.starts_with("broken.game:2")), "{said:?}");
}

#[test]
fn graphs() {
    let r = rules("param G = graph file \"edges.txt\"\nheaps v in G\nmove t w in G[v]: v -> w");
    let ExprKind::Const(Value::Graph(g)) = &r.params[0].default.kind else { panic!("no graph") };
    assert_eq!(g.nodes(), [Value::Int(1), Value::Int(2), Value::Int(3), Value::text("end")]);
    assert_eq!(g.neighbours(&Value::Int(1)), Some(&[Value::Int(2)][..]));
    let r = rules("param G = graph { a - b; b -> c }\nheaps v in G\nmove t w in G[v]: v -> w");
    let ExprKind::Const(Value::Graph(g)) = &r.params[0].default.kind else { panic!("no graph") };
    assert_eq!(g.neighbours(&Value::text("b")), Some(&[Value::text("a"), Value::text("c")][..]));
}

#[test]
fn octal_codes_become_moves() {
    /// Code, field, and the moves: name and number of choices.
    type Row = (&'static str, &'static str, &'static [(&'static str, usize)]);
    let rows: [Row; 5] = [
        ("0.77", "n", &[("take", 1), ("take", 2)]),
        ("0.137", "n", &[("take", 1), ("take", 1), ("take", 2)]),
        ("4.0", "n", &[("split", 1)]),
        ("c.8", "n", &[("take", 3), ("split", 1), ("split", 2)]),
        ("0.3", "n in 1..", &[("take", 1), ("take", 1)]),
    ];
    for (code, field, expected) in rows {
        let r = rules(&format!("heaps {field}\noctal {code}"));
        let found: Vec<(&str, usize)> =
            r.moves.iter().map(|m| (m.name.as_deref().unwrap_or(""), m.chosen.len())).collect();
        assert_eq!(found, expected, "{code}");
        assert!(r.moves.iter().all(|m| m.say.as_ref().is_some_and(|s| s.zh.is_some())));
        assert!(r.moves.iter().all(|m| r.sources.line(m.span) == ("t", 2)));
    }
    // Names that are taken are not used again.
    let r = rules("heaps k\noctal 0.7");
    assert_eq!(r.moves[1].chosen, [(0, "k1".to_string()), (1, "a".to_string())]);
}

#[test]
fn endless_choices_are_bounded() {
    let upto = |text: &str| -> Option<String> {
        let r = rules(text);
        let Choice::In { upto, .. } = &r.moves[0].choices.iter().find(|c| matches!(c, Choice::In { range, .. } if
            matches!(range, RangeExpr::Of(e) if matches!(e.kind, ExprKind::Const(Value::Known(_)) | ExprKind::Param(_)))
            || matches!(range, RangeExpr::Between(_, None))))?
        else {
            return None;
        };
        upto.as_ref().map(|e| show(e, &r))
    };
    let rows = [
        ("heaps n\nmove t k in fibonacci: n -> n - k", "n"),
        ("heaps n in 1..\nmove t k in primes: n -> n - k", "n - 1"),
        ("heaps n\nmove t k in primes: n -> n - 2*k", "n div 2"),
        ("heaps n\nmove t k in primes: n -= k", "n"),
        ("heaps n in 0..20\nmove t k in primes: n -> n + k", "20 - n"),
        ("param m = 9\nheaps n in 0..m\nmove t k in primes: n += k", "m - n"),
        ("heaps n\nmove t k in squares if 3*k < n + 1: n -> n xor k", "n + 1 - 1 div 3"),
        ("heaps n\nmove t k in squares let r = n - k if r >= 2: n -> r", "n - 2"),
        ("heaps n\nmove t k in powers2, a in 0..n-k: n -> a, n - k - a", "n - 0"),
        ("heaps n\nmove t k in 2..: n -> n - k", "n"),
        ("param S = primes\nheaps n\nmove t k in S: n -> n - k", "n"),
        ("position row a\nmove t i in 1..|a|, k in primes: a[i] -= k", "a[]"),
        ("position a, b\nmove t k in primes: (a, b) -> (a + k, b - k)", "b"),
    ];
    for (text, expected) in rows {
        assert_eq!(
            upto(text).map(|s| s.replace("n - 0", "n")),
            Some(expected.replace("n - 0", "n")),
            "{text}"
        );
    }
    // A bound must not read what a condition guards.
    let guarded = "position row a\nmove t k in primes if |a| > 0 and k <= a[1]: a -> a[2..]";
    assert_eq!(messages(guarded, Lang::En).len(), 1);
    rules("position row a\nmove t if |a| > 0, k in primes if k <= a[1]: a -> a[2..]");
}

/// An expression in rough words, enough to tell bounds apart.
fn show(e: &bouton_language::rules::Expr, r: &Rules) -> String {
    match &e.kind {
        ExprKind::Const(v) => v.to_string(),
        ExprKind::Field(i) => r.shape.fields[*i].name.clone(),
        ExprKind::Param(i) => r.params[*i].name.clone(),
        ExprKind::Index(base, _) => format!("{}[]", show(base, r)),
        ExprKind::Binary(op, a, b) => {
            format!("{} {} {}", show(a, r), op.sign(), show(b, r))
        }
        _ => "…".into(),
    }
}

#[test]
fn what_moves_look_at_is_noted() {
    let r = rules(
        "players A, B\nheaps n\nmove t by A: n -> n - 1\nmove u if turn > 3: n -> n - 2\nlose when |heaps| = 0",
    );
    assert!(r.uses.mover && r.uses.turn && r.uses.heaps);
    assert_eq!(r.shape.kind, ShapeKind::Heaps);
    let r = rules(TAKE);
    assert_eq!(r.uses, bouton_language::rules::Uses::default());
}

#[test]
fn long_and_deep_lines_do_not_overflow() {
    let texts = [
        format!("heaps n\nmove t: n -> {}", vec!["1"; 100_000].join("+")),
        format!("heaps n\nmove t: n -> {}", vec!["1"; 900].join("+")),
        format!("heaps n\nmove t if {}: n -> 0", vec!["n = 1"; 900].join(" or ")),
        format!("heaps n\nmove t: n -> floor({} * n)", vec!["phi"; 900].join("+")),
        format!("heaps n\nmove t: n -> {}1{}", "(".repeat(90), ")".repeat(90)),
        format!("heaps n\nmove t: n -> {}", "[".repeat(50_000)),
        format!("heaps n\nmove t k in primes, {} if x9 <= n: n -> k", doubled()),
    ];
    for text in texts {
        load("t", &text, &Shelf);
    }
}

/// Lets that double ten times over, each ten times.
fn doubled() -> String {
    let mut lets = "let x0 = k ".to_string();
    for i in 1..10 {
        let before = vec![format!("x{}", i - 1); 10].join(" + ");
        lets.push_str(&format!("let x{i} = {before} "));
    }
    lets
}

/// Every game of the library checks without an error.
#[test]
fn the_library_checks() {
    for (name, text) in Library.games() {
        let loaded = load(&name, &text, &Library);
        let said: Vec<String> = loaded
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| d.line(&loaded.sources, Lang::En))
            .collect();
        assert!(said.is_empty() && loaded.rules.is_some(), "{said:#?}");
    }
}
