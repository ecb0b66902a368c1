//! `export`: a program that a contestant could submit. It is made by the export room and only put out here.

use crate::args_export::{Export as Args, Method as Wanted};
use crate::budget::budget;
use crate::lang::Lang;
use crate::layout::{GOOD, paint};
use crate::mistake::{Failure, Mistake};
use crate::out::Out;
use crate::progress::Progress;
use crate::{export_document, question};
use bouton::answer::Status;
use bouton::table::saved::write_file;
use bouton_contest::answers::Asked;
use bouton_export::{CHECKS, Exported, Method, Setup, Target, export};

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    if args.target.latex || args.target.bfile {
        return export_document::run(args, lang, out);
    }
    let (games, change) = question::apart(&args.words, &args.change);
    let [game] = games.as_slice() else { return Err(Mistake::OneGame { verb: "export" }.into()) };
    let term = question::one(std::slice::from_ref(game), &change, args.cost.memory, "export")?;
    let progress = Progress::new(lang);
    let setup = Setup {
        game: term.game,
        template: args.input.clone(),
        cases: args.cases.clone(),
        answers: Asked {
            yes: args.yes.clone(),
            no: args.no.clone(),
            draw: args.draw.clone(),
            value: args.value.clone(),
            answer: args.answer.clone(),
            ..Asked::default()
        },
        method: args.method.map(|m| match m {
            Wanted::Formula => Method::Formula,
            Wanted::Table => Method::Table,
            Wanted::Search => Method::Search,
        }),
        checks: CHECKS,
        budget: budget(&args.cost, &progress),
    };
    let target = match (args.target.cpp, args.target.python) {
        (true, _) => Target::Cpp,
        (_, true) => Target::Python,
        _ => Target::Rust,
    };
    let made = export(&setup, target);
    progress.clear();
    let made = made?;
    if let Some(path) = &args.out {
        write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, made.text.as_bytes())))?;
    }
    match (args.json, &args.out) {
        (true, _) => out.json(&made.json())?,
        (false, Some(path)) => out.line(&written(&made, &path.display().to_string(), lang))?,
        (false, None) => out.text(&made.text)?,
    }
    Ok(0)
}

/// What was written, and how far it can be trusted.
fn written(made: &Exported, path: &str, lang: Lang) -> String {
    let method = match made.method {
        Method::Formula => lang.pick("closed form", "公式"),
        Method::Table => lang.pick("table with its period", "带周期的表"),
        Method::Search => lang.pick("search by the rules", "按规则搜索"),
    };
    let status = match &made.status {
        Status::Checked(to) => {
            lang.pick(format!("CHECKED for {}", to.say(lang)), format!("CHECKED（{}）", to.say(lang)))
        }
        other => other.word().to_string(),
    };
    match lang {
        Lang::En => format!("{}  {path}: {method}, {status}", paint(GOOD, "written")),
        Lang::Zh => format!("{}  {path}：{method}，{status}", paint(GOOD, "已写出")),
    }
}
