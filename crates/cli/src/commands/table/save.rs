//! Tables that go into files: saved to be gone on with and asked again, or exported for other programs.
//!
//! Whatever is exported is saved first (in a file that goes away if no name was given for it), so that tables of any
//! size pass through in blocks.

use super::Args;
use crate::commands::prelude::*;
use crate::lang::say;
use crate::print::table::{csv_head, csv_line};
use bouton::language::diagnostic::plural;
use bouton::problem::bytes;
use bouton::table::TableQuestion;
use bouton::table::saved::{Begun, SaveEnd, SavedTable, write_file};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Does the command line ask for a file?
pub(crate) fn wanted(args: &Args) -> bool {
    args.save.is_some() || args.npy.is_some() || args.parquet.is_some() || matches!(args.csv, Some(Some(_)))
}

/// Saves and exports.
pub(crate) fn run(
    args: &Args,
    question: &TableQuestion,
    solver: &mut Solver,
    progress: &Progress,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    if args.parquet.is_some() && cfg!(not(feature = "parquet")) {
        return Err(Mistake::NoParquet.into());
    }
    let passing = match (&args.save, target(args)) {
        (None, Some(target)) => Some(Passing::beside(target)?),
        _ => None,
    };
    let path = args.save.clone().or(passing.as_ref().map(|p| p.file())).unwrap_or_default();
    let end = solver.save(question, &path, args.block, &mut |begun| {
        if args.save.is_some() {
            progress.clear();
            note(begun, &path, lang);
        }
    });
    progress.clear();
    let mut saved = match end? {
        SaveEnd::Complete(saved) => *saved,
        SaveEnd::Stopped { problem, blocks, cells, of, part } => {
            complain(&problem.line(lang));
            if args.save.is_some() {
                complain(&kept(blocks, cells, of, &part, lang));
            }
            return Ok(problem.exit_code());
        }
    };
    if args.save.is_some() && !(args.json || args.oeis || args.csv == Some(None)) {
        out.line(&summary(&saved, lang))?;
    }
    hand_over(args, &mut saved, lang, out)?;
    if args.json || args.oeis {
        solver.use_saved(saved);
        let shown = solver.table(question)?;
        if args.json {
            out.json(&shown.listed(), lang)?;
        } else {
            out.data(&shown.sequence().join(", "))?;
        }
        return out.stopped(shown.stopped.as_ref(), lang);
    }
    Ok(0)
}

/// Writes a whole saved table to the files that are asked for, or its rows to standard output.
pub(crate) fn hand_over(
    args: &Args,
    saved: &mut SavedTable,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    if args.parquet.is_some() && cfg!(not(feature = "parquet")) {
        return Err(Mistake::NoParquet.into());
    }
    export(args, saved, lang, out)?;
    if args.csv == Some(None) {
        print_csv(saved, out)?;
    }
    Ok(0)
}

/// The first file that is exported to.
fn target(args: &Args) -> Option<&Path> {
    let csv = args.csv.as_ref().and_then(Option::as_deref);
    csv.or(args.npy.as_deref()).or(args.parquet.as_deref())
}

/// A saved table that goes away when everything is exported.
struct Passing(tempfile::TempDir);

impl Passing {
    /// In the folder of the export: there is room for one, so there should be for the other.
    fn beside(target: &Path) -> Result<Passing, Failure> {
        let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let made = tempfile::Builder::new().prefix(".bouton-").tempdir_in(folder);
        let made = made.map_err(|e| Mistake::Write { path: target.display().to_string(), error: e })?;
        Ok(Passing(made))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("table")
    }
}

/// Writes the files for other programs.
fn export(args: &Args, saved: &mut SavedTable, lang: Lang, out: &mut Out) -> Result<(), Failure> {
    if let Some(Some(path)) = &args.csv {
        let mut rows = 0;
        write_file(path, |sink| {
            sink.put(|out| writeln!(out, "{}", csv_head(saved.columns(), saved.show())))?;
            let show = saved.show();
            saved.each(&mut |values, cell| {
                rows += 1;
                go_on()?;
                sink.put(|out| writeln!(out, "{}", csv_line(values, cell, show)))
            })
        })?;
        let shown = path.display();
        out.line(&match lang {
            Lang::En => format!("{shown}: {} row{}", grouped(rows), plural(rows)),
            Lang::Zh => format!("{shown}：{} 行", grouped(rows)),
        })?;
    }
    if let Some(path) = &args.npy {
        let (shape, kind) = saved.write_npy(path)?;
        let (shown, shape) =
            (path.display(), shape.iter().map(u64::to_string).collect::<Vec<_>>().join(" × "));
        out.line(&say!(lang, "{shown}: array {shape} of {kind}", "{shown}：{shape} 的数组，类型 {kind}"))?;
    }
    #[cfg(feature = "parquet")]
    if let Some(path) = &args.parquet {
        saved.write_parquet(path)?;
        out.line(&path.display().to_string())?;
    }
    Ok(())
}

/// The rows on standard output.
fn print_csv(saved: &mut SavedTable, out: &mut Out) -> Result<(), Failure> {
    let show = saved.show();
    out.data(&csv_head(saved.columns(), show))?;
    let mut failed = None;
    let read = saved.each(&mut |values, cell| {
        go_on()?;
        out.data(&csv_line(values, cell, show)).map_err(|failure| {
            // Nobody reads any more, or the disk is full: the walk ends like an interrupted one.
            failed = Some(failure);
            Problem::Interrupted
        })
    });
    match failed {
        Some(failure) => Err(failure),
        None => read.map_err(Failure::from),
    }
}

/// Ctrl-C stops an export, too.
fn go_on() -> Result<(), Problem> {
    if interrupt::flag().load(Ordering::Relaxed) { Err(Problem::Interrupted) } else { Ok(()) }
}

/// What was found under the name of the table, on standard error.
fn note(begun: &Begun, path: &Path, lang: Lang) {
    let shown = path.display();
    let text = match begun {
        Begun::New | Begun::Part { blocks: 0, .. } => return,
        Begun::Complete => say!(
            lang,
            "{shown} is complete already: nothing has to be computed.",
            "{shown} 已经完整，无需计算。"
        ),
        Begun::Part { blocks, cells, of, .. } => lang.pick(
            format!("Going on after block {blocks}: {} are there already.", positions(*cells, *of, lang)),
            format!("从第 {blocks} 块之后继续：已有 {}。", positions(*cells, *of, lang)),
        ),
    };
    complain(&text);
}

/// What is kept of a table that was stopped, and how to go on.
fn kept(blocks: u64, cells: u64, of: Option<u64>, part: &Path, lang: Lang) -> String {
    let (part, positions) = (part.display(), positions(cells, of, lang));
    say!(
        lang,
        "{positions} ({blocks} blocks) are kept in {part}; the same command goes on there.",
        "{positions}（{blocks} 块）保存在 {part}；再次运行同一命令即可继续。"
    )
}

/// `7 000 of 10 000 positions`
fn positions(cells: u64, of: Option<u64>, lang: Lang) -> String {
    let number = |n: u64| grouped(n as usize);
    match of {
        Some(of) => lang.pick(
            format!("{} of {} position{}", number(cells), number(of), plural(of)),
            format!("{} / {} 个局面", number(cells), number(of)),
        ),
        None => lang.pick(
            format!("{} position{}", number(cells), plural(cells)),
            format!("{} 个局面", number(cells)),
        ),
    }
}

/// What was saved, in a line.
fn summary(saved: &SavedTable, lang: Lang) -> String {
    let [en, zh] = saved.bound();
    let (path, values, size) = (saved.path().display(), saved.show().name(lang), bytes(saved.bytes()));
    let cells = positions(saved.len(), None, lang);
    say!(lang, "{path}: {cells}, {values}, {en} ({size})", "{path}：{cells}，{values}，{zh}（{size}）")
}
