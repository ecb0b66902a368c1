//! A judge's sample: `bouton GAME --in TEMPLATE < sample.in` (or `--batch sample.in`) prints the answers as the judge writes them, and `--expect` compares
//! them with `sample.out`.

use super::Args;
use crate::commands::prelude::*;
use crate::commands::stress;
use crate::input::source::Source;
use bouton::answer::Status;
use bouton_contest::Wrong;
use bouton_contest::answers::Answers;
use bouton_contest::oracle::{Basis, Oracle, Sources, Truth};
use bouton_template::{Case, Limits, read_cases};
use serde_json::json;
use std::path::Path;

/// Where the answers and the file part.
struct Difference {
    case: usize,
    position: String,
    ours: String,
    theirs: String,
}

/// Runs the verb on standard input.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "--in")?;
    if !term.position.is_empty() {
        return Err(Mistake::BatchPosition.into());
    }
    let file = args.batch.as_deref().filter(|file| *file != Path::new("-"));
    if file.is_none() && term.source == Source::StandardInput {
        return Err(Mistake::StandardInputTwice.into());
    }
    let text = file.map_or_else(|| std::io::read_to_string(std::io::stdin()), std::fs::read_to_string);
    let unreadable = |e: std::io::Error| {
        let path = file.map_or_else(|| "-".into(), |file| file.display().to_string());
        Mistake::File { path, why: e.to_string() }
    };
    let text = text.map_err(unreadable)?;
    let limits = Limits::none(&term.game);
    let task = stress::task(term.game, &args.form, limits);
    let cases = read_cases(&task, &text)?;
    let answers = Answers::new(&task.game, &task.answers)?;
    let progress = Progress::new(lang);
    let budget = budget(&args.cost, &progress);
    let mut oracle = Oracle::new(&task.game, budget, Sources::Any, None)?.patient();
    args.forced.on(&mut oracle.solver)?;
    let known = solve(&mut oracle, &answers, cases);
    progress.clear();
    let known = known?;
    let code = match &args.expect {
        None => {
            let mut lines = Vec::new();
            for (i, (case, truth)) in known.iter().enumerate() {
                let text = answers.right(&mut oracle, case, truth, i)?;
                let text =
                    text.ok_or_else(|| bouton::Problem::from(Wrong::Unknown { position: case.show() }))?;
                lines.push(text.trim_end_matches('\n').to_string());
            }
            match args.json {
                true => out.json(&json!({"answers": lines}), lang)?,
                false => lines.iter().try_for_each(|l| out.line(l))?,
            }
            0
        }
        Some(path) => compare(path, args.json, &known, &answers, &mut oracle, lang, out)?,
    };
    tell_basis(&known, &oracle, lang);
    Ok(code)
}

fn solve(
    oracle: &mut Oracle,
    answers: &Answers,
    cases: Vec<Case>,
) -> Result<Vec<(Case, Truth)>, bouton::Problem> {
    let mut out = Vec::with_capacity(cases.len());
    for case in cases {
        let truth = oracle.truth(&case, answers.want())?;
        let truth = truth.ok_or_else(|| bouton::Problem::from(Wrong::Unknown { position: case.show() }))?;
        out.push((case, truth));
    }
    Ok(out)
}

/// The first answer of a file that is not right, if there is one.
fn differs(
    known: &[(Case, Truth)],
    answers: &Answers,
    oracle: &mut Oracle,
    words: &[&str],
) -> Result<Option<Difference>, bouton::Problem> {
    let mut at = 0;
    for (i, (case, truth)) in known.iter().enumerate() {
        let rest = &words[at.min(words.len())..];
        let reply = answers.read(oracle, case, truth, i, rest)?;
        match (reply.fault, reply.words) {
            (None, Some(n)) => at += n,
            _ => {
                let ours = answers.right(oracle, case, truth, i)?.unwrap_or_default();
                return Ok(Some(Difference {
                    case: i + 1,
                    position: case.show(),
                    ours: ours.trim_end().to_string(),
                    theirs: reply.text,
                }));
            }
        }
    }
    Ok((at < words.len()).then(|| Difference {
        case: known.len() + 1,
        position: String::new(),
        ours: String::new(),
        theirs: words[at..].iter().take(6).copied().collect::<Vec<_>>().join(" "),
    }))
}

fn compare(
    path: &Path,
    json: bool,
    known: &[(Case, Truth)],
    answers: &Answers,
    oracle: &mut Oracle,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    let unreadable =
        |e: std::io::Error| Mistake::File { path: path.display().to_string(), why: e.to_string() };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = differs(known, answers, oracle, &words)?;
    let (n, file) = (known.len(), path.display().to_string());
    if json {
        out.json(
            &json!({
                "same": found.is_none(),
                "answers": n,
                "difference": found.as_ref().map(|d| json!({
                    "case": d.case, "position": d.position, "answer": d.ours, "expected": d.theirs,
                })),
            }),
            lang,
        )?;
        return Ok(u8::from(found.is_some()));
    }
    let nothing = lang.pick("nothing", "没有内容");
    let shown = |text: &str| if text.is_empty() { nothing.to_string() } else { text.to_string() };
    let (style, label, line) = match &found {
        None => (
            GOOD,
            lang.pick("same", "相同"),
            match lang {
                Lang::En => format!("{n} answer{} as in {file}", if n == 1 { "" } else { "s" }),
                Lang::Zh => format!("{n} 个答案与 {file} 一致"),
            },
        ),
        Some(d) => (BAD, lang.pick("DIFFERS", "不同"), {
            let at = if d.position.is_empty() {
                String::new()
            } else {
                lang.pick(format!(" ({})", d.position), format!("（{}）", d.position))
            };
            let (ours, theirs) = (shown(&d.ours), shown(&d.theirs));
            match lang {
                Lang::En => format!("case {}{at}: {ours} here, {theirs} in {file}", d.case),
                Lang::Zh => format!("第 {} 个局面{at}：这里是 {ours}，{file} 中是 {theirs}", d.case),
            }
        }),
    };
    out.line(&format!("{}  {line}", paint(style, label)))?;
    Ok(u8::from(found.is_some()))
}

/// Answers that rest on a claim that is not proved are no certainty, which is said beside them.
fn tell_basis(known: &[(Case, Truth)], oracle: &Oracle, lang: Lang) {
    let mut bases: Vec<Basis> = known.iter().map(|(_, t)| t.basis).collect();
    let all = bases.clone();
    bases.sort();
    bases.dedup();
    for basis in bases {
        if let (Status::Checked(to), Some(claim)) = oracle.status(basis) {
            let n = all.iter().filter(|b| **b == basis).count();
            anstream::eprintln!(
                "{}",
                lang.pick(
                    format!("note: {n} of the answers rest on \"{claim}\" (CHECKED {})", to.say(Lang::En)),
                    format!("注：其中 {n} 个答案依据“{claim}”（已检验到 {}）", to.say(Lang::Zh)),
                )
            );
        }
    }
}
