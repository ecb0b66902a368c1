//! `engines`: what can answer a question, in the order in which it is asked.

use crate::commands::prelude::*;
use serde_json::{Value as Json, json};

/// The engines that answer questions, and what each is for ¦ 回答问题的各个引擎及其用途
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton engines
  bouton engines --json
  bouton wythoff 40 30 --plan                which of them would answer ¦ 将由哪个引擎回答
  bouton wythoff 40 30 --engine compiled     this one and no other ¦ 只用这一个引擎")]
pub(crate) struct Args {
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let engines =
        || bouton::engines::registry::engines().map(|e| (e.id, lang.pick(e.purpose[0], e.purpose[1])));
    if args.json {
        out.json(
            &engines().map(|(id, purpose)| json!({ "engine": id, "for": purpose })).collect::<Json>(),
            lang,
        )?;
        return Ok(0);
    }
    let ids = engines().map(|(id, _)| width(id)).max().unwrap_or(0) + 2;
    for (id, purpose) in engines() {
        out.lines(&paragraph(id, TITLE, ids, purpose))?;
    }
    out.line(lang.pick(
        "A question goes to the first that it suits.  --plan tells which,  --engine ID takes another.",
        "问题交给第一个适合它的引擎。--plan 说明是哪一个，--engine 名字 另选一个。",
    ))?;
    Ok(0)
}
