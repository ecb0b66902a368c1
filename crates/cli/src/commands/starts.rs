//! `starts`: which starts are lost for the player who moves first; for a `setup` game, how to set up.

use crate::commands::prelude::*;
use crate::commands::table;
use bouton::answer::starts::{LostStarts, SetupStarts, Start, Starts};
use bouton::language::diagnostic::plural;
use bouton::language::number;
use bouton::language::value::Value;
use bouton::table::{Table, TableQuestion};

/// Which starts are lost for the player who moves first ¦ 哪些开局对先手是必败的
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton starts split-nim 10       how to split ten stones ¦ 怎样分十颗石子
  bouton starts nim n=0..20
  bouton starts wythoff --to 30 --count")]
pub(crate) struct Args {
    /// A game, then what is given (`split-nim 10`) or ranges (`n=0..50`) ¦ 游戏，然后是给定的数（split-nim 10）或范围（n=0..50）
    #[arg(value_name = "GAME GIVEN", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Only count them ¦ 只给出个数
    #[arg(long)]
    count: bool,
    /// List at most this many ¦ 最多列出这么多个
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>)]
    limit: usize,
    /// Upper end of the ranges that are not given ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "starts")?;
    let setup = term.game.rules().setup.is_some();
    let (given, ranges) = if setup && !term.position.is_empty() && !term.position.contains('=') {
        let typed = term.position.clone();
        let number = number::fitting(&typed).ok_or(Mistake::Given { typed })?;
        (Some(Value::Int(number)), Vec::new())
    } else {
        (None, table::ranges(&term.position)?)
    };
    let question = TableQuestion { ranges, to: args.to, ..TableQuestion::new(term.game) };
    match args.cost.ask(lang, |solver| solver.starts(&question, given.as_ref(), args.limit))? {
        Starts::Setup(starts) => setup_starts(&starts, args, lang, out),
        Starts::Lost(table) => lost(&table, args, lang, out),
    }
}

fn setup_starts(s: &SetupStarts, args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    if args.json {
        out.json(s, lang)?;
    } else {
        out.lines(&sentences(s, args.count, lang))?;
    }
    out.stopped(s.stopped.as_ref(), lang)
}

fn sentences(s: &SetupStarts, count: bool, lang: Lang) -> Vec<String> {
    let who = match (s.named, lang) {
        (true, Lang::En) => format!("the player who sets up ({})", s.player),
        (true, Lang::Zh) => format!("布局者（{}）", s.player),
        (false, Lang::En) => "the player who sets up".into(),
        (false, Lang::Zh) => "布局者".into(),
    };
    let given = format!("{} = {}", s.name, s.given);
    let (winning, total) = (s.winning, s.total);
    let none = winning == 0;
    let mut out = vec![match (none, lang) {
        (true, Lang::En) => {
            format!("{given}; the other player moves first. None of the {total} starts wins for {who}.")
        }
        (true, Lang::Zh) => format!("{given}，由对方先走。{total} 种开局中，没有一种能使{who}获胜。"),
        (false, Lang::En) => {
            let end = if count { "." } else { ":" };
            format!("{given}; the other player moves first. {winning} of {total} starts win for {who}{end}")
        }
        (false, Lang::Zh) => {
            let end = if count { "。" } else { "：" };
            format!("{given}，由对方先走。{total} 种开局中有 {winning} 种使{who}获胜{end}")
        }
    }];
    if s.drawn > 0 {
        out.push(match lang {
            Lang::En => format!("{} more are drawn.", s.drawn),
            Lang::Zh => format!("另有 {} 种平局。", s.drawn),
        });
    }
    if !count && !none {
        let mut words: Vec<String> = s.list.iter().map(short).collect();
        if (words.len() as u64) < winning {
            words.push("…".into());
        }
        out.extend(
            wrap(words, "   ", terminal_width().saturating_sub(2)).into_iter().map(|l| format!("  {l}")),
        );
    }
    out
}

/// Heaps joined by `+` where each is one word.
fn short(start: &Start) -> String {
    let plain = start.parts.len() > 1 && start.parts.iter().all(|p| !p.contains(char::is_whitespace));
    if plain { start.parts.join("+") } else { start.position.clone() }
}

fn lost(t: &Table, args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let LostStarts { total, lost, .. } = LostStarts::of(t, 0);
    let bound = lang.pick(&t.bound[0], &t.bound[1]);
    let within = match (bound.is_empty(), lang) {
        (true, _) => String::new(),
        (false, Lang::En) => format!(" ({bound})"),
        (false, Lang::Zh) => format!("（{bound}）"),
    };
    let are = if lost == 1 { "is" } else { "are" };
    let s = plural(total);
    let count = match lang {
        Lang::En => format!("{lost} of {total} position{s} {are} lost for the player to move{within}"),
        Lang::Zh => format!("{total} 个局面中有 {lost} 个先手必败{within}"),
    };
    if args.json {
        out.json(&LostStarts::of(t, args.limit), lang)?;
    } else if args.count {
        out.line(&format!("{count}{}", lang.pick(".", "。")))?;
    } else {
        let all = t.lost();
        let simple = all.iter().all(|p| !p.contains(char::is_whitespace));
        let mut words: Vec<String> = all.into_iter().take(args.limit).collect();
        if lost > words.len() {
            words.push("…".into());
        }
        out.line(&format!("{count}{}", lang.pick(":", "：")))?;
        let gap = if simple { " " } else { "   " };
        let lines = wrap(words, gap, terminal_width().saturating_sub(2));
        out.lines(&lines.into_iter().map(|l| format!("  {l}")).collect::<Vec<_>>())?;
    }
    out.stopped(t.stopped.as_ref(), lang)
}
