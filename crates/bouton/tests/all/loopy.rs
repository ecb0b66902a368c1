//! Values of games in which play may go round, from rules and as expressions.

use crate::common::{claimed, solver};
use bouton::claims::check::{CheckQuestion, ExampleVerdict};
use bouton::language::diagnostic::Lang;
use bouton::value::{LoopyAnswer, LoopyKind, Term, ValueQuestion, What};
use bouton::{Budget, Game, Question, Solver};

fn position(game: &Game, text: &str) -> Term {
    Term { times: 1, what: What::Position(game.clone(), game.position(text).unwrap()) }
}

fn expression(text: &str) -> Term {
    Term { times: 1, what: What::Expression(text.into()) }
}

fn ask(terms: Vec<Term>) -> LoopyAnswer {
    let question = ValueQuestion { terms };
    assert!(question.is_loopy());
    Solver::new(Budget::unlimited()).loopy(&question).unwrap()
}

/// The letters of a word may be turned by their owners; what is turned back goes round.
const RULES: &str = "\
players Left, Right
heaps word s of \"oxu0\"
move stay by Left if s = \"o\": s -> s
move go by Left if s = \"x\": s -> \"0\"
move stay by Right if s = \"x\": s -> s
move go by Right if s = \"u\": s -> \"0\"
move stay by Left if s = \"u\": s -> s
endless draw
";

#[test]
fn named_values_come_from_rules() {
    let game = Game::parse(RULES).unwrap();
    for (at, value, kind) in [
        ("o", "on", LoopyKind::Stopper),
        ("x", "over", LoopyKind::Stopper),
        ("u", "under", LoopyKind::Stopper),
        ("0", "0", LoopyKind::Short),
        ("x u", "over & under", LoopyKind::Sides),
        ("o x", "on", LoopyKind::Stopper),
    ] {
        let answer = ask(vec![position(&game, at)]);
        assert_eq!((answer.value.as_deref(), answer.kind), (Some(value), kind), "{at}");
    }
    let dud = ask(vec![position(&game, "o"), expression("off")]);
    assert_eq!(dud.kind, LoopyKind::Dud);
    assert_eq!(dud.winners, [None, None]);
}

/// Who wins, and by which moves, is what the solver of whole positions says.
#[test]
fn outcomes_and_moves_agree_with_search() {
    let game = Game::library("backsliding").unwrap();
    let mut solver = Solver::new(Budget::unlimited());
    for text in ["T.F", "TT.F", "T..F", "TF.", ".TF", "T.TF", "TT.FF", "T.F.", "F.T", "FT."] {
        let at = game.position(text).unwrap();
        let answer = ask(vec![position(&game, text)]);
        for (mover, player) in ["Left", "Right"].into_iter().enumerate() {
            let mut question = Question::new(game.clone(), at.clone());
            question.state.turn.mover = mover;
            let solved = solver.solve(&question).unwrap();
            let winner = answer.winners[mover].as_deref();
            let outcome = match winner {
                None => "draw",
                Some(winner) if winner == player => "win",
                Some(_) => "lose",
            };
            assert_eq!(format!("{:?}", solved.outcome.unwrap()).to_lowercase(), outcome, "{text} {player}");
            let mut mine: Vec<&str> =
                answer.winning_moves[mover].1.iter().map(|m| m.notation.as_str()).collect();
            let mut theirs: Vec<&str> = match outcome {
                "win" => solved.winning_moves.list.iter().map(|m| m.notation.as_str()).collect(),
                _ => Vec::new(),
            };
            mine.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(mine, theirs, "{text} {player}");
        }
        if answer.winners == [Some("Right".into()), Some("Left".into())] {
            assert_eq!(answer.value.as_deref(), Some("0"), "{text}: second player wins");
        }
    }
}

#[test]
fn what_has_no_loopy_value_says_why() {
    let said = |terms: Vec<Term>| {
        Solver::new(Budget::unlimited()).loopy(&ValueQuestion { terms }).unwrap_err().to_string()
    };
    let won = Game::parse(&RULES.replace("endless draw", "endless Left wins")).unwrap();
    assert!(said(vec![position(&won, "o")]).contains("Endless play is won by somebody"));
    let cats = Game::library("cat-mouse").unwrap();
    let start = bouton::game::describe::starts(&cats).swap_remove(0);
    assert!(said(vec![position(&cats, &start)]).contains("ending by condition"));
    assert!(said(vec![expression("heat(on, 1)")]).contains("defined for games that end"));
    assert!(said(vec![Term { times: 1000, ..expression("over") }]).contains("positions"));
}

#[test]
fn examples_tell_values() {
    let check = |told: &str| {
        let game = Game::parse(&format!("{RULES}example x -> value {told}\n")).unwrap();
        solver().check(&CheckQuestion { inductive: false, ..claimed(&game, None, None) }).unwrap()
    };
    assert!(check("over").ok());
    assert!(check("a{0|a}").ok());
    let wrong = check("^");
    assert!(
        wrong.examples[0].lines(Lang::En)[0].ends_with("is wrong: the value is over."),
        "{:?}",
        wrong.examples
    );
    assert!(matches!(check("{0|").examples[0].verdict, ExampleVerdict::Fails(_)));
}
