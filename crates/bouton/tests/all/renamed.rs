//! No engine is reached through a name: the library under other names has the same plans and the same answers.

use crate::common::{FOLDER, on_two_threads, solver};
use crate::rename;

use bouton::game::catalogue;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::{Game, Question, Solver};
use bouton_samples::few_or;
use rename::Names;

/// The facts, the plan and the answer of every example, as text.
fn told(game: &Game) -> Vec<String> {
    let mut solver = solver();
    let mut out = game.facts().sentences(Lang::En);
    for example in game.rules().examples.iter().filter(|e| !e.setup) {
        let set = game.interp().example_params(example).expect("parameters of an example");
        let here = if set.is_empty() { game.clone() } else { game.with_values(&set).expect("a game") };
        let position = here.position(&example.position).expect("a position");
        let mut question = Question::new(here, position);
        question.state.turn.mover = example.first.unwrap_or(0);
        // What it costs is measured, and never twice the same.
        let plan = Solver::new(solver.budget().clone()).outline(&question);
        out.push(format!("{}: {}\n{:?}", question.shown(), plan.say(Lang::En).join("\n"), plan.engines));
        match solver.solve(&question) {
            Ok(answer) => {
                let mover = answer.outcome.map(|v: Verdict| format!("{v:?}"));
                // Two threads that share a table meet other positions every time: of large searches the number is
                // not compared.
                let told = format!("{:#}", bouton::report::json(&answer, Lang::En));
                let count = answer.positions.to_string();
                let alike =
                    if answer.positions > 8000 { told.replace(&count, "many") } else { told + &count };
                out.push(format!("{mover:?} {alike}"));
            }
            Err(e) => out.push(e.line(Lang::En)),
        }
    }
    out
}

fn compare(entry: &catalogue::Entry) {
    let (game, _) = Game::from_text("a.game", entry.text, &FOLDER).expect("a library game");
    let names = Names::default();
    let text = names.file(entry.text);
    let (other, _) = Game::from_text("a.game", &text, &names)
        .unwrap_or_else(|e| panic!("{}: {}\n{text}", entry.id, e.line(Lang::En)));
    let (told, again) = (told(&game), told(&other));
    assert_eq!(told.len(), again.len(), "{}", entry.id);
    for (one, two) in told.iter().zip(&again) {
        assert_eq!(*one, names.back(two), "{}\n{text}", entry.id);
    }
}

#[test]
fn renamed_games_have_the_same_plans_and_answers() {
    // One in three of them, or all with `BOUTON_LONG=1`.
    let step = few_or(3, 1);
    let entries: Vec<_> = catalogue::entries().step_by(step).collect();
    on_two_threads(&entries, compare);
}

#[test]
fn names_change_and_words_of_the_language_stay() {
    let rules = [
        "game Set and move",
        "alias a-b, c",
        "players X, O",
        "param rows in 1.. = 3",
        "define f(x) = x + rows",
        "position word s of \"XO.\", set = no",
        "move set by X i in 1..|s| if s[i] = \"X\" and set = no: s[i] -> \".\", set -> yes say \"at {f(i)}\"",
        "example XO. set=yes with rows=2 first O -> X",
    ];
    let renamed = [
        "game zq0z",
        "alias zq1z",
        "players zq2z, zq3z",
        "param zq4z in 1.. = 3",
        "define zq5z(zq6z) = zq6z + zq4z",
        "position word zq7z of \"XO.\", zq8z = no",
        "move zq8z by zq2z zq9z in 1..|zq7z| if zq7z[zq9z] = \"X\" and zq8z = no: zq7z[zq9z] -> \".\", zq8z -> yes say \"at {zq5z(zq9z)}\"",
        "example XO. zq8z=yes with zq4z=2 first zq3z -> zq2z",
    ];
    let names = Names::default();
    assert_eq!(names.file(&rules.join("\n")), renamed.join("\n"));
    assert_eq!(names.back(renamed[4]), rules[4]);
}
