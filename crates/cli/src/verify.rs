//! `verify`: does a certificate prove what it says? Asks the checker, which shares nothing with the provers.

use crate::args::Verify as Args;
use crate::interrupt;
use crate::lang::Lang;
use crate::mistake::Failure;
use crate::out::Out;
use crate::source::{read, read_standard_input};
use bouton::language::diagnostic::Wording;
use bouton::{Folder, Problem};
use bouton_verify::{Limits, Refused, Verified, Why, verify};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Runs the verb: 0 for a certificate that was accepted, 1 for one that was refused, 3 where the time ran out.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let name = args.file.display().to_string();
    let text = if name == "-" { read_standard_input()? } else { read(&args.file)? };
    let (flag, begun) = (interrupt::flag(), Instant::now());
    let stop = || flag.load(Ordering::Relaxed) || args.time.is_some_and(|time| begun.elapsed() > time);
    // Rules may lean on games of the library; files of this machine are none of a certificate's business.
    let loader = Folder { base: None };
    let limits = Limits { stop: &stop, cancel: flag.clone(), loader: &loader, ..Limits::default() };
    let found = verify(&text, &limits);
    if flag.load(Ordering::Relaxed) {
        return Err(Problem::Interrupted.into());
    }
    let code = match &found {
        Ok(_) => 0,
        Err(refused) if refused.why.is_limit() => 3,
        Err(_) => 1,
    };
    if args.json {
        out.json(&match &found {
            Ok(Verified { kind, title, en, zh }) => json!({
                "file": name, "accepted": true, "kind": kind, "game": title.pick(lang), "statement": lang.pick(en, zh),
            }),
            Err(Refused { place, .. }) => json!({
                "file": name, "accepted": false, "undecided": code == 3, "place": place, "reason": reason(&found, lang),
            }),
        })?;
        return Ok(code);
    }
    match &found {
        Ok(verified) => {
            out.line(&format!("{name}  {}", lang.pick("ACCEPTED", "接受")))?;
            if !verified.title.text.is_empty() {
                out.line(verified.title.pick(lang))?;
            }
            out.line(&verified.message(lang))?;
        }
        Err(refused) => {
            let undecided = matches!(refused.why, Why::Interrupted) || code == 3;
            let word =
                if undecided { lang.pick("NOT DECIDED", "未定") } else { lang.pick("REFUSED", "拒绝") };
            out.line(&format!("{name}  {word}"))?;
            out.line(&reason(&found, lang))?;
        }
    }
    Ok(code)
}

fn reason(found: &Result<Verified, Refused>, lang: Lang) -> String {
    found.as_ref().err().map_or_else(String::new, |refused| refused.message(lang))
}
