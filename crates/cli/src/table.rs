//! `table`: asks for a table and prints it as a strip, a matrix, a list, CSV, JSON or a sequence.

use crate::args::{ShowWhat, Table as Args};
use crate::budget::budget;
use crate::lang::Lang;
use crate::mistake::{Failure, Mistake};
use crate::out::Out;
use crate::print_table;
use crate::progress::Progress;
use crate::{plot, question, save};
use bouton::Solver;
use bouton::game::line;
use bouton::table::saved::SavedTable;
use bouton::table::{AxisRange, Show, Table, TableQuestion};

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "table")?;
    let ranges = ranges(&term.position)?;
    let first = match args.first.as_deref() {
        Some(name) => question::player(std::slice::from_ref(&term), name)?,
        None => 0,
    };
    let show = args.show.map(show);
    let progress = Progress::new(lang);
    let mut solver = Solver::new(budget(&args.cost, &progress));
    let mut question = TableQuestion { game: term.game, ranges, to: args.to, show, first, sums: args.sums };
    if let Some(file) = &args.from {
        let mut saved = SavedTable::open(file, &question.game)?;
        let whole = saved.question();
        question = overridden(&whole, question, args);
        if question.same_table(&whole) && (save::wanted(args) || args.csv.is_some()) {
            return save::hand_over(args, &mut saved, lang, out);
        }
        solver.use_saved(saved);
    }
    if args.picture.png.is_some() || args.picture.svg.is_some() {
        let code = plot::of_table(&args.picture, &question, &mut solver, &progress, lang, out)?;
        if code != 0 || !(save::wanted(args) || args.csv.is_some() || args.oeis || args.json) {
            return Ok(code);
        }
    }
    if save::wanted(args) {
        return save::run(args, &question, &mut solver, &progress, lang, out);
    }
    let table = solver.table(&question);
    progress.clear();
    let table = table?;
    if args.csv.is_some() {
        print_table::csv(&table).iter().try_for_each(|line| out.data(line))?;
    } else if args.oeis {
        out.data(&table.sequence().join(", "))?;
    } else if args.json {
        out.json(&table.json(lang))?;
    } else {
        out.lines(&print_table::lines(&table, lang))?;
    }
    stopped(&table, lang, out)
}

/// What the word behind `--show` asks for.
pub(crate) fn show(what: ShowWhat) -> Show {
    match what {
        ShowWhat::Grundy => Show::Grundy,
        ShowWhat::Win => Show::Win,
        ShowWhat::Best => Show::Best,
        ShowWhat::Score => Show::Score,
        ShowWhat::Moves => Show::Moves,
        ShowWhat::Remoteness => Show::Remoteness,
    }
}

/// The question that a saved table answers, changed as the command line says.
fn overridden(saved: &TableQuestion, asked: TableQuestion, args: &Args) -> TableQuestion {
    TableQuestion {
        ranges: if asked.ranges.is_empty() { saved.ranges.clone() } else { asked.ranges },
        to: asked.to.or(saved.to),
        show: asked.show.or(saved.show),
        first: if args.first.is_some() { asked.first } else { saved.first },
        sums: asked.sums || saved.sums,
        game: asked.game,
    }
}

/// Says why a table is not complete; the exit code.
pub(crate) fn stopped(table: &Table, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let Some(problem) = &table.stopped else { return Ok(0) };
    out.flush()?;
    crate::out::complain(&problem.line(lang));
    Ok(problem.exit_code())
}

/// `n=0..50 b=3`
pub(crate) fn ranges(words: &str) -> Result<Vec<AxisRange>, Mistake> {
    line::ranges(words).map_err(|typed| Mistake::Range { typed })
}
