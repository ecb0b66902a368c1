//! `misere`: the misère quotient of a game's heaps, or of what follows from a position.

use crate::commands::prelude::*;
use crate::lang::say;
use crate::print::answer::INDENT;
use bouton::misere::{Misere, MisereQuestion, USUAL, quotient, text};
use bouton::table::saved::write_file;
use std::path::PathBuf;

/// The misère quotient: what decides every sum when whoever cannot move wins
/// ¦ 反常商：无法走子者胜时，由它判断任意的和
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton misere kayles                       for sums of rows of any length ¦ 对任意长的行的任意和成立
  bouton misere \"heaps n; octal 0.07\" --to 20
  bouton misere nim --to 7                   a tame game: as Nim ¦ 驯服的游戏：与 Nim 相同
  bouton misere kayles 9                     what follows from a row of 9 ¦ 由一行 9 颗得到的局面
  bouton misere kayles --certificate kayles.quotient
  bouton misere kayles --gap                 the table of products for GAP and Sage ¦ 乘法表，供 GAP 和 Sage 使用

Without --to and --time it stops after ten seconds, with what was found.
¦ 没有 --to 和 --time 时，十秒后停止，给出已求得的结果。")]
pub(crate) struct Args {
    /// A game, and perhaps a position from which the others follow ¦ 游戏，还可以加一个局面，其他局面由它得到
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    /// Give a parameter a value; may be repeated ¦ 给参数赋值，可重复
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// The largest heap ¦ 最大的堆
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    to: Option<usize>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long, conflicts_with_all = ["latex", "gap"])]
    json: bool,
    /// As LaTeX ¦ 以 LaTeX 输出
    #[arg(long, conflicts_with = "gap")]
    latex: bool,
    /// As a table for GAP ¦ 以 GAP 的表输出
    #[arg(long)]
    gap: bool,
    /// Write a certificate that  bouton verify  checks ¦ 写出证书，可用 bouton verify 检验
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let change = Change { misere: false, set: args.set.clone() };
    let term = question::one(&args.words, &change, args.cost.memory, "misere")?;
    let game = term.game;
    let position = match term.position.as_str() {
        "" if game.kind().parts => None,
        typed => Some(game.position(typed)?),
    };
    let progress = Progress::new(lang);
    let mut budget = budget(&args.cost, &progress);
    if args.to.is_none() && args.cost.time.is_none() {
        budget = budget.time(USUAL);
    }
    let found = quotient(&MisereQuestion { game: game.clone(), position, to: args.to }, &budget);
    progress.clear();
    let misere = found?;
    let certificate = args.certificate.as_ref().zip(misere.certificate(&game));
    if let Some((path, certificate)) = &certificate {
        let text = certificate.to_string();
        write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, text.as_bytes())))?;
    }
    if args.json {
        out.json(&misere, lang)?;
    } else if args.latex || args.gap {
        out.data(&if args.gap { text::gap(&misere) } else { text::latex(&misere) })?;
    } else {
        out.lines(&lines(&game, &misere, lang))?;
        if let Some((path, _)) = &certificate {
            let path = path.display();
            let text = say!(lang, "certificate: {path}", "证书：{path}");
            out.lines(&labelled(lang.pick("written", "已写出"), &text))?;
        }
    }
    if args.certificate.is_some() && certificate.is_none() && misere.stopped.is_none() {
        complain(lang.pick(
            "There is no certificate: one is written where the quotient is proved for all heaps of a take-and-break code that leaves at most two heaps, in rules of normal play.",
            "没有证书：只有对取分码（至多分成两堆、正常规则）的所有堆证明了反常商时才写出证书。",
        ));
        return Ok(1);
    }
    out.stopped(misere.stopped.as_ref(), lang)
}

fn lines(game: &Game, misere: &Misere, lang: Lang) -> Vec<String> {
    let mut out = vec![paint(TITLE, &game.title()).to_string(), String::new()];
    let (order, lost) = (misere.order, misere.lost.len());
    let kind = match misere.nim {
        Some(n) => say!(lang, "tame: T_{n}, as in misère Nim", "驯服：T_{n}，与反常 Nim 相同"),
        None => lang.pick("wild", "狂野").to_string(),
    };
    out.extend(labelled(
        lang.pick("order", "阶"),
        &say!(lang, "{order}, {lost} of them lost · {kind}", "{order}，其中必败 {lost} 个 · {kind}"),
    ));
    let generators: Vec<&str> = misere.generators.iter().map(|one| one.element.as_str()).collect();
    let relations: Vec<String> =
        misere.relations.iter().map(|[left, right]| format!("{left}={right}")).collect();
    out.extend(labelled("Q", &format!("<{} | {}>", generators.join(", "), relations.join(", "))));
    out.extend(labelled("P", &format!("{{{}}}", misere.lost.join(", "))));
    let heaps: Vec<String> =
        misere.heaps.iter().map(|one| format!("Φ({})={}", one.heap, one.element)).collect();
    out.extend(labelled(lang.pick("heaps", "堆"), &heaps.join(", ")));
    let genera: Vec<String> = misere
        .heaps
        .iter()
        .filter_map(|one| {
            Some(format!("Γ({})={}{}", one.heap, one.genus.as_ref()?, if one.wild { "*" } else { "" }))
        })
        .collect();
    if !genera.is_empty() {
        let wild = misere.heaps.iter().any(|one| one.wild);
        let note = if wild { lang.pick(" (* wild)", "（* 狂野）") } else { "" };
        out.extend(labelled("genus", &format!("{}{note}", genera.join(", "))));
    }
    if let Some(period) = misere.period {
        let (length, from) = (period.length, period.from);
        out.extend(labelled(
            lang.pick("period", "周期"),
            &say!(lang, "{length} from {from}", "从 {from} 起为 {length}"),
        ));
    }
    let status = format!("{} · {}", misere.status.name(lang), misere.reason.say(lang));
    out.extend(labelled(lang.pick("status", "依据"), &status));
    out
}

/// A label and prose behind it.
fn labelled(head: &str, text: &str) -> Vec<String> {
    let wide = terminal_width().saturating_sub(INDENT).max(30);
    print::why::labelled(head, prose(text, wide))
}
