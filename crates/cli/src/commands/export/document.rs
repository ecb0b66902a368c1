//! `export --latex` and `--bfile`: what is no program. Both are made by the export room and only put out here.

use super::Args;
use crate::commands::prelude::*;
use crate::commands::table;
use crate::input::source::files;
use bouton::table::TableQuestion;
use bouton::table::saved::write_file;
use bouton_export::bfile::{BFile, NoBFile};
use bouton_export::document::Document;
use bouton_export::latex::latex;

/// Runs the verb for a document or a list.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "export")?;
    let files = files(term.source.folder(), args.cost.memory);
    let ranges = table::ranges(&term.position)?;
    let question = TableQuestion { ranges, to: args.to, show: args.show, ..TableQuestion::new(term.game) };
    let progress = Progress::new(lang);
    let mut solver = Solver::new(budget(&args.cost, &progress));
    let made = match args.target.latex {
        true => Document::about(&mut solver, &question, &files)
            .map(|document| latex(&document, lang))
            .map_err(Failure::from),
        false => BFile::of(&mut solver, &question).map(|list| list.text()).map_err(|why| match why {
            NoBFile::Problem(problem) => problem.into(),
            NoBFile::Shape => Mistake::NoSequence.into(),
        }),
    };
    progress.clear();
    let text = made?;
    match &args.out {
        Some(path) => {
            write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, text.as_bytes())))?;
            out.line(&label(lang.pick("written", "已写出"), &path.display().to_string()))?;
        }
        None => out.text(&text)?,
    }
    Ok(0)
}
