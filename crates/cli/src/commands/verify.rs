//! `verify`: does a certificate prove what it says? Asks the checker, which shares nothing with the provers.

use crate::commands::prelude::*;
use crate::flags::amounts::parse_time;
use crate::input::source::read_standard_input;
use bouton::Folder;
use bouton::game::source::read;
use bouton::language::diagnostic::Wording;
use bouton_verify::{Limits, Why, answer, verify};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Check a certificate: does it prove what it says? ¦ 检验证书：它是否证明了所说的结论？
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton verify wythoff.certificate
  bouton verify kayles.certificate --json
  bouton verify - < wythoff.certificate

The checker reads the rules in the file and trusts nothing else in it.
Exit codes: 0 accepted, 1 refused, 2 the file cannot be read, 3 not decided in time.
¦ 检验程序只读文件中的规则，其余一概不轻信。
退出码：0 接受，1 拒绝，2 文件无法读取，3 限时内未定。")]
pub(crate) struct Args {
    /// The certificate (`-`: standard input) ¦ 证书（- 为标准输入）
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    /// Time to use at most: 30s, 5m ¦ 最多使用的时间：30s、5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
}

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
        out.json(&answer(&found, &name, lang), lang)?;
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
            out.line(&refused.message(lang))?;
        }
    }
    Ok(code)
}
