//! Papers of every kind of theorem, in both languages and forms.

use super::{Block, Kind, Paper, paper};
use bouton::language::diagnostic::Lang;
use bouton::proof::{ProveQuestion, prove};
use bouton::{Budget, Game};

fn written(rules: &str, lang: Lang) -> Paper {
    let game = Game::parse(rules).unwrap().speaking(lang);
    let budget = Budget::unlimited();
    let finding = prove(&ProveQuestion::new(game.clone()), &budget).unwrap();
    paper(&finding, &game, lang, &budget).unwrap()
}

/// Braces and environments are closed in the order in which they were opened.
fn balanced(latex: &str) {
    let mut open = Vec::new();
    let mut depth = 0i32;
    let mut rest = latex;
    while let Some(at) = rest.find(['\\', '{', '}']) {
        let tail = &rest[at..];
        let taken = if let Some(name) = tail.strip_prefix("\\begin{") {
            open.push(name.split('}').next().unwrap());
            "\\begin".len()
        } else if let Some(name) = tail.strip_prefix("\\end{") {
            assert_eq!(open.pop(), name.split('}').next(), "{latex}");
            "\\end".len()
        } else if let Some(name) = tail.strip_prefix('\\') {
            // A letter by its name, or an escaped brace.
            1 + name.chars().next().map_or(0, char::len_utf8)
        } else {
            depth += if tail.starts_with('{') { 1 } else { -1 };
            assert!(depth >= 0, "{latex}");
            1
        };
        rest = &tail[taken..];
    }
    assert!(open.is_empty() && depth == 0, "{open:?} {depth}");
}

const GAMES: &[&str] = &[
    "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; move k in 1..min(a, b): a -> a - k, b -> b - k",
    "heaps n; move k in 1..n: n -> n - k; move a in 1..n div 2: n -> a, n - a",
    "heaps n; octal 0.77",
    "position n, limit = max(n - 1, 0); move k in 1..min(n, limit): n -> n - k, limit -> 3*k",
    "position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k; end misere",
    "position n; move k in {1, 3, 4}: n -> n - k; lose when n = 2",
];

#[test]
fn papers_of_all_kinds() {
    for rules in GAMES {
        for lang in [Lang::En, Lang::Zh] {
            let paper = written(rules, lang);
            let theorems =
                paper.blocks.iter().filter(|b| matches!(b, Block::Statement(Kind::Theorem, _))).count();
            assert_eq!(theorems, 1, "{rules}");
            assert!(paper.blocks.iter().any(|b| matches!(b, Block::Proof(_))), "{rules}");
            let markdown = paper.markdown(lang);
            assert_eq!(markdown.matches('`').count() % 2, 0, "{markdown}");
            let latex = paper.latex(lang);
            balanced(&latex);
            assert_eq!(latex.starts_with("% xelatex"), lang == Lang::Zh, "{rules}");
        }
    }
}

/// The automaton of Wythoff's game is small: every state is a case.
#[test]
fn small_automata_case_by_case() {
    let paper = written(GAMES[0], Lang::En);
    let items =
        paper.blocks.iter().find_map(|b| if let Block::Items(i) = b { Some(i) } else { None }).unwrap();
    assert!(items.len() >= 5 && items[0].starts_with("State 0"), "{items:?}");
    // (1, 2) is the first lost position but (0, 0).
    assert!(items.iter().any(|i| i.contains("by (1, 2)") && i.contains("the position is in L")), "{items:?}");
    assert!(paper.markdown(Lang::En).contains("**Lemma 2.**"));
}
