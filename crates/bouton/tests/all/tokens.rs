//! Token games by the graph engine and by the general engines: the same answers on random graphs, whatever the
//! ending, and the same games whatever they are called.

use crate::common::{FOLDER, asked, game};
use bouton::Match;
use bouton::engines::whole::State;
use bouton::rng::Rng;
use bouton::{Budget, Game, Problem, Solver, Tuning};
use bouton_language::interp::{Position, Turn};

/// A graph as the rules write it; some nodes have names, and it may have cycles.
fn random_graph(random: &mut Rng, cyclic: bool) -> String {
    let nodes = 1 + random.below(24);
    let named = random.below(3) == 0;
    let name = |v: u64| if named && v.is_multiple_of(2) { format!("v{v}") } else { (v * 3).to_string() };
    let mut rows = Vec::new();
    for v in 0..nodes {
        let mut row = format!("{} ->", name(v));
        for _ in 0..random.below(4) {
            let to = if cyclic { random.below(nodes) } else { random.below(v.max(1)) };
            if cyclic || to < v {
                row += &format!(" {}", name(to));
            }
        }
        rows.push(row);
    }
    format!("graph {{ {} }}", rows.join("; "))
}

fn by_graph() -> Solver {
    Solver::tuned(Budget::unlimited(), Tuning { graph: 0, ..Tuning::default() })
}

fn in_general() -> Solver {
    Solver::tuned(Budget::unlimited(), Tuning { graph: usize::MAX, ..Tuning::default() })
}

/// All positions with one token.
fn nodes(game: &Game) -> Vec<State> {
    let graph = game.facts().tokens.as_ref().expect("a game of tokens").graph.clone();
    let state = |i| State {
        positions: vec![Position { parts: vec![[graph.node(i)].into()] }],
        turn: Turn::default(),
    };
    (0..graph.len()).map(state).collect()
}

#[test]
fn the_same_answers_as_the_general_engines() {
    let mut random = Rng::new(7_777_777);
    let endings = ["", "\nend misere", "\nend draw", "\nendless draw", "\nendless draw\nend misere"];
    let mut cycles = 0;
    for round in 0..200 {
        let ending = endings[round % 5];
        let graph = random_graph(&mut random, round % 3 > 0);
        for shape in ["heaps", "position"] {
            let text = format!("param H = {graph}\n{shape} at in H\nmove go to in H[at]: at -> to{ending}");
            let games = [game(&text)];
            let (mut ours, mut general) = (by_graph(), in_general());
            for state in nodes(&games[0]) {
                let found = ours.outcome(Match::of(&games, &state));
                match (&found, &general.outcome(Match::of(&games, &state))) {
                    (Ok(a), Ok(b)) => assert_eq!(a, b, "{text} {state:?}"),
                    (Err(Problem::Cycle { steps, .. }), Err(Problem::Cycle { .. })) => {
                        cycles += 1;
                        assert_eq!(steps.first(), steps.last(), "{text}");
                    }
                    // A search may meet a cycle that the players need not enter.
                    (Ok(_), Err(Problem::Cycle { .. })) if shape == "position" || !ending.is_empty() => {}
                    other => panic!("{text} {state:?} {other:?}"),
                }
                if ending.contains("endless") {
                    let both =
                        [ours.solved(Match::of(&games, &state)), general.solved(Match::of(&games, &state))];
                    let [Ok(a), Ok(b)] = both else { panic!("{text}") };
                    assert_eq!(a, b, "{text} {state:?}");
                }
                if ending.is_empty() && shape == "heaps" && found.is_ok() {
                    let part = &state.positions[0].parts[0];
                    let value = |s: &mut Solver| s.grundy_part(&games, 0, part).ok();
                    assert_eq!(value(&mut ours), value(&mut general), "{text} {state:?}");
                }
            }
        }
    }
    assert!(cycles > 100, "{cycles} cycles");
}

#[test]
fn what_is_a_token_game() {
    let graph = "param G = graph { 0 -> 1 2; 1 -> 2 }; param H = graph { 0 -> 1; 1 -> 2 };";
    let rows = [
        ("heaps v in G; move w in G[v]: v -> w", true),
        ("position x in G; move y in G[x]: x -> y; endless draw", true),
        ("position x in G; move a y in G[x]: x -> y; move b y in G[x]: x -> y", true),
        ("heaps v in G; move w in H[v]: v -> w", false),
        ("heaps v in G; move w in G[v] if w > 0: v -> w", false),
        ("heaps v in G; move w in G[v]: v -> w again if w = 1", false),
        ("position v in G, n; move w in G[v]: v -> w", false),
        ("position v in G; require v < 2; move w in G[v]: v -> w", false),
        ("heaps v in G; move w in G: v -> w", false),
    ];
    for (rules, expected) in rows {
        assert_eq!(game(&format!("{graph} {rules}")).facts().tokens.is_some(), expected, "{rules}");
    }
}

#[test]
fn many_tokens_on_one_graph() {
    let random = &mut Rng::new(99);
    let rows: Vec<String> =
        (1..3000u64).map(|v| format!("{v} -> {} {}", random.below(v), random.below(v))).collect();
    let dag = game("dag").set("G", &format!("graph {{ {} }}", rows.join("; ")), &FOLDER).expect("a graph");
    let (mut ours, mut general) = (Solver::new(Budget::unlimited()), in_general());
    for typed in ["17", "2999 2998", "5 17 1000 2500", "0"] {
        let question = asked(&dag, typed);
        let (a, b) = (ours.solve(&question), general.solve(&question));
        let (Ok(a), Ok(b)) = (a, b) else { panic!("{typed}") };
        assert_eq!((a.outcome, &a.grundy, a.moves), (b.outcome, &b.grundy, b.moves), "{typed}");
        let moves =
            |answer: &bouton::Answer| answer.winning_moves.iter().map(|m| m.to.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&a), moves(&b), "{typed}");
    }
}
