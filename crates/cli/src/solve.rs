//! `solve`: who wins, every winning move, and why; one position, a sum, or a file of positions.

use crate::args::Solve;
use crate::budget::budget;
use crate::lang::Lang;
use crate::mistake::{Failure, Mistake};
use crate::out::Out;
use crate::print_answer;
use crate::progress::Progress;
use crate::question::{self, Term};
use crate::sample;
use crate::source::Source;
use bouton::answer::Answer;
use bouton::language::ast::Verdict;
use bouton::table::saved::SavedTable;
use bouton::{Problem, Question, Solver};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Runs the verb.
pub(crate) fn run(args: &Solve, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    if args.form.input.is_some() || args.form.cases.is_some() || args.expect.is_some() {
        return sample::run(args, lang, out);
    }
    let terms = question::terms(&args.words, &args.change, args.cost.memory)?;
    let first = args.first.as_deref().map(|name| question::player(&terms, name)).transpose()?;
    let progress = Progress::new(lang);
    let budget = budget(&args.cost, &progress);
    let mut solver = Solver::new(budget);
    if let Some(file) = &args.from {
        let [term] = terms.as_slice() else { return Err(Mistake::OneGame { verb: "--from" }.into()) };
        solver.use_saved(SavedTable::open(file, &term.game)?);
    }
    if let Some(file) = &args.batch {
        let result = batch(&terms, first, file, args, &mut solver, lang, out);
        progress.clear();
        return result;
    }
    let question = ask(&terms, first, args.all_moves)?;
    if args.plan {
        let plan = solver.plan(&question);
        progress.clear();
        if args.json {
            out.json(&plan.json(lang))?;
        } else {
            out.lines(&plan.say(lang))?;
        }
        return Ok(0);
    }
    let mut answer = solver.solve(&question);
    // No move wins a drawn position: what a reader wants to see there is which moves keep the draw.
    if matches!(&answer, Ok(a) if a.outcome == Some(Verdict::Draw) && a.score.is_none()) && !args.json {
        answer = solver.solve(&Question { all_moves: true, ..question });
    }
    progress.clear();
    let answer = answer?;
    if args.json {
        out.json(&answer.json(lang))?;
    } else {
        out.lines(&print_answer::lines(&answer, args.all_moves, lang))?;
    }
    Ok(exit_code(&answer))
}

/// The question that the terms ask.
pub(crate) fn ask(terms: &[Term], first: Option<usize>, all_moves: bool) -> Result<Question, Failure> {
    let mut read = Vec::with_capacity(terms.len());
    for term in terms {
        let position = term.game.position(&term.position)?;
        read.push((term.game.clone(), position));
    }
    Ok(Question { terms: read, first, turn: 0, all_moves })
}

/// 3 when the budget ran out before an answer. A shared score has no outcome of its own.
pub(crate) fn exit_code(answer: &Answer) -> u8 {
    if answer.outcome.is_none() && answer.score.is_none() { 3 } else { 0 }
}

/// One position a line in, one answer a line out. A bad line is answered with its mistake, the others all the same.
fn batch(
    terms: &[Term],
    first: Option<usize>,
    file: &Path,
    args: &Solve,
    solver: &mut Solver,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    let [term] = terms else { return Err(Mistake::BatchSum.into()) };
    if !term.position.is_empty() {
        return Err(Mistake::BatchPosition.into());
    }
    let standard = file == Path::new("-");
    if standard && term.source == Source::StandardInput {
        return Err(Mistake::StandardInputTwice.into());
    }
    let unreadable =
        |e: std::io::Error| Mistake::File { path: file.display().to_string(), why: e.to_string() };
    let input: Box<dyn BufRead> = if standard {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(std::fs::File::open(file).map_err(unreadable)?))
    };
    let mut code = 0;
    for (number, line) in input.split(b'\n').enumerate() {
        let line = line.map_err(unreadable)?;
        let typed = String::from_utf8_lossy(&line);
        let typed = typed.trim();
        solver.renew();
        let result = term.game.position(typed).and_then(|position| {
            let question = Question {
                terms: vec![(term.game.clone(), position)],
                first,
                turn: 0,
                all_moves: args.all_moves,
            };
            solver.solve(&question)
        });
        match result {
            Ok(answer) => {
                let text =
                    if args.json { answer.json(lang).to_string() } else { print_answer::one_line(&answer) };
                out.data(&text)?;
                code = worse(code, exit_code(&answer));
            }
            Err(Problem::Interrupted) => {
                out.flush()?;
                return Err(Problem::Interrupted.into());
            }
            Err(problem) => {
                let message = problem.line(lang).replace('\n', " ");
                let text = if args.json {
                    json!({"line": number + 1, "position": typed, "error": message}).to_string()
                } else {
                    format!("{typed}\terror\t{message}")
                };
                out.data(&text)?;
                code = worse(code, problem.exit_code());
            }
        }
        if standard {
            out.flush()?;
        }
    }
    Ok(code)
}

/// A mistake weighs more than a budget that ran out.
fn worse(a: u8, b: u8) -> u8 {
    match (a, b) {
        (2, _) | (_, 2) => 2,
        _ => a.max(b),
    }
}
