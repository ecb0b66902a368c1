//! `check`: the examples, claims and strategies of games, or one claim of the user's.

use crate::commands::prelude::*;
use crate::lang::say;
use bouton::answer::Status;
use bouton::claims::aside::Aside;
use bouton::claims::check::{CheckQuestion, ClaimVerdict, ExampleVerdict, Report, SEED, StrategyVerdict};
use bouton::language::diagnostic::plural;
use bouton::report::json;

/// Test the examples and claims of a game, or a claim of your own ¦ 检验游戏的例子和猜想，或检验你自己的猜想
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton check nim
  bouton check mygame.game other.game
  bouton check divide --claim \"lose iff n = 1 or n in primes\" --to 400
  bouton check wythoff --inductive --to 100

The exit code is 1 when a claim or an example is false.
¦ 有猜想或例子不成立时，退出码为 1。")]
pub(crate) struct Args {
    /// Games or files ¦ 游戏或文件
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Test this claim instead of those of the file ¦ 检验这个猜想，而不是文件中的
    #[arg(long, value_name = "CLAIM")]
    claim: Option<String>,
    /// Test up to this size ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// Test the claim step by step (no claimed-lost position reaches another, every other one does)
    /// ¦ 逐步检验猜想（必败局面走不到必败局面，其余局面都能走到）
    #[arg(long)]
    inductive: bool,
    /// Seed for positions chosen at random ¦ 随机抽取局面的种子
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// What came of all games together.
#[derive(Default)]
struct Tally {
    games: usize,
    wrong: usize,
    unread: usize,
    unfinished: usize,
}

impl Tally {
    fn code(&self) -> u8 {
        match (self.unread, self.wrong, self.unfinished) {
            (0, 0, 0) => 0,
            (0, 0, _) => 3,
            (0, _, _) => 1,
            _ => 2,
        }
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let progress = Progress::new(lang);
    let mut tally = Tally::default();
    let mut reports = Vec::new();
    let (games, change) = question::apart(&args.games, &args.change);
    for name in &games {
        let result = one(name, &change, args, &progress);
        progress.clear();
        tally.games += 1;
        match result {
            Ok(report) => {
                tally.wrong += usize::from(!report.ok());
                tally.unfinished += usize::from(report.ok() && report.unfinished());
                if args.json {
                    reports.push(json(&report.answer(false, lang), lang));
                } else {
                    out.lines(&lines(name, &report, args, lang))?;
                }
            }
            // The other games are tested all the same, unless there are none.
            Err(failure) if games.len() > 1 => {
                out.go_on(failure, lang)?;
                tally.unread += 1;
            }
            Err(failure) => return Err(failure),
        }
    }
    if args.json {
        out.json(&if reports.len() == 1 { reports.remove(0) } else { reports.into() }, lang)?;
    } else if games.len() > 1 {
        out.line(&summary(&tally, lang))?;
    }
    Ok(tally.code())
}

fn one(name: &str, change: &Change, args: &Args, progress: &Progress) -> Result<Report, Failure> {
    let term = question::one(&[name.to_string()], change, args.cost.memory, "check")?;
    let folder = term.source.folder();
    let question = CheckQuestion {
        game: &term.game,
        claim: args.claim.as_deref(),
        to: args.to,
        inductive: args.inductive,
        seed: args.seed.unwrap_or(SEED),
        loader: &folder,
    };
    Ok(Solver::new(budget(&args.cost, progress)).check(&question)?)
}

fn lines(name: &str, report: &Report, args: &Args, lang: Lang) -> Vec<String> {
    if args.claim.is_some() {
        return report.claims.iter().flat_map(|c| print::claim::lines(c, lang)).collect();
    }
    let mut out = vec![format!("{}  {}", paint(TITLE, name), paint(DIM, &report.game))];
    let right = report.examples.iter().filter(|e| matches!(e.verdict, ExampleVerdict::Right)).count();
    if right > 0 {
        let text = match lang {
            Lang::En => format!("{right} {} right", if right == 1 { "example is" } else { "examples are" }),
            Lang::Zh => format!("{right} 个例子正确"),
        };
        out.push(good(&text, lang));
    }
    let aside: Vec<&Aside> = report
        .examples
        .iter()
        .filter_map(|e| match &e.verdict {
            ExampleVerdict::Aside(aside) => Some(aside),
            _ => None,
        })
        .collect();
    if let Some(first) = aside.first() {
        // Those that set other parameters themselves may be about less; the first says enough.
        out.push(set_aside(&match (aside.len(), lang) {
            (1, Lang::En) => format!("1 example is set aside: {}", first.say(lang)),
            (n, Lang::En) => format!("{n} examples are set aside: {}", first.say_all(lang)),
            (n, Lang::Zh) => format!("{n} 个例子不予检验：{}", first.say_all(lang)),
        }));
    }
    for example in report
        .examples
        .iter()
        .filter(|e| !matches!(e.verdict, ExampleVerdict::Right | ExampleVerdict::Aside(_)))
    {
        let lines = example.lines(lang);
        let mut lines = lines.into_iter();
        let first = lines.next().unwrap_or_default();
        out.push(if example.is_wrong() { bad(&first, lang) } else { unsure(&first) });
        out.extend(lines.map(|l| format!("           {l}")));
    }
    for claim in &report.claims {
        match &claim.verdict {
            ClaimVerdict::Holds | ClaimVerdict::Period(_) => {
                out.push(good(&print::claim::holds(claim, lang), lang))
            }
            ClaimVerdict::False(_) | ClaimVerdict::FalsePeriod(_) => out.push(bad(&claim.say(lang), lang)),
            ClaimVerdict::Silent | ClaimVerdict::NotApplicable(_) => out.push(unsure(&claim.say(lang))),
            ClaimVerdict::Aside(_) => out.push(set_aside(&claim.say(lang))),
        }
        out.extend(print::claim::remarks(claim, lang).into_iter().map(|l| format!("           {l}")));
    }
    if let Some(s) = &report.strategies {
        out.push(match &s.verdict {
            StrategyVerdict::Wrong { .. } => bad(&s.say(lang), lang),
            StrategyVerdict::Aside(_) => set_aside(&s.say(lang)),
            StrategyVerdict::Holds => good(&print::claim::strategies(s, lang), lang),
        });
    }
    if report.examples.is_empty() && report.claims.is_empty() && report.strategies.is_none() {
        out.push(unsure(
            lang.pick("nothing to test: no example, no claim", "没有可检验的：没有例子，也没有猜想"),
        ));
    }
    out
}

/// What became of one line of the rules.
fn verdict(style: anstyle::Style, word: &str, text: &str) -> String {
    format!("  {}  {text}", paint(style, &left(word, 7)))
}

fn good(text: &str, lang: Lang) -> String {
    verdict(GOOD, lang.pick("ok", "成立"), text)
}

fn bad(text: &str, lang: Lang) -> String {
    verdict(BAD, Status::False.name(lang), text)
}

fn unsure(text: &str) -> String {
    verdict(DIM, "?", text)
}

fn set_aside(text: &str) -> String {
    verdict(DIM, "–", text)
}

fn summary(t: &Tally, lang: Lang) -> String {
    let fine = t.games - t.wrong - t.unread - t.unfinished;
    let mut out = match lang {
        Lang::En => {
            format!("{fine} of {} game{} hold{}", t.games, plural(t.games), if fine == 1 { "s" } else { "" })
        }
        Lang::Zh => format!("{} 个游戏中有 {fine} 个全部成立", t.games),
    };
    for (count, en, zh) in [
        (t.wrong, "false", "有误"),
        (t.unread, "could not be read", "无法读取"),
        (t.unfinished, "over budget", "超出预算"),
    ] {
        if count > 0 {
            out.push_str(&say!(lang, ", {count} {en}", "，{count} 个{zh}"));
        }
    }
    out
}
