//! `pattern`: the rule behind the values of a game, or behind a bare list of numbers.

use crate::commands::prelude::*;
use crate::commands::table;
use crate::input::source::read_standard_input;
use bouton::language::number;
use bouton::pattern::{PatternQuestion, Patterns, in_numbers};
use bouton::table::Show;
use bouton::theory::sequences::{LARGEST, Search};
use std::io::IsTerminal;

/// The rule behind the values of a game, or of a list of numbers ¦ 游戏的值或一列数背后的规律
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton pattern lasker
  bouton pattern kayles --json
  bouton pattern wythoff
  bouton pattern subtract S=1,3,4 --to 200
  bouton pattern 0.16              an octal code ¦ 八进制码
  bouton pattern kiki rows=1..9 cols=1..9
  bouton pattern 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2
  bouton table lasker --oeis | bouton pattern

What is found is a formula of the rules language where there is one, ready to be pasted as a claim.
¦ 找到的规律尽可能写成规则语言的公式，可以直接作为猜想使用。")]
pub(crate) struct Args {
    /// A game, then ranges: n=0..50; or a list of numbers; without either, numbers from standard input
    /// ¦ 游戏，然后是范围：n=0..50；或一列数；都不给则从标准输入读数
    #[arg(value_name = "GAME RANGES | NUMBERS")]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Upper end of the ranges that are not given ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// What to look at: grundy, win, score or moves ¦ 在什么中找规律：grundy、win（胜负）、score（得分）或 moves（走法数）
    #[arg(long, value_parser = one_of(table::SHOW), value_name = "WHAT", hide_possible_values = true)]
    show: Option<Show>,
    /// The longest period to look for ¦ 要找的最长周期
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    max_period: Option<usize>,
    /// How many exceptions a closed form may have (10) ¦ 公式最多允许的例外个数（10）
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    exceptions: Option<usize>,
    /// The index of the first number of a list (0) ¦ 数列第一项的下标（0）
    #[arg(long, value_name = "N", value_parser = within::<i64>(-1_000_000_000, 1_000_000_000))]
    start: Option<i64>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// More numbers than this are not read.
const MOST: usize = 1_000_000;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let search = Search {
        longest_period: args.max_period,
        exceptions: args.exceptions.unwrap_or(Search::default().exceptions),
    };
    let mut asked = args.words.clone();
    // Standard input by name may be a list or rules.
    if asked == ["-"] {
        asked = vec![read_standard_input()?];
    }
    let bare = asked.first().is_none_or(|w| numbers(w).is_some_and(|n| !n.is_empty()));
    if bare {
        let list = list(&asked)?;
        let found = in_numbers(args.start.unwrap_or(0), &list, &search);
        return print(&found, None, args, lang, out);
    }
    let term = question::one(&asked, &args.change, args.cost.memory, "pattern")?;
    if matches!(args.show, Some(Show::Best | Show::Remoteness)) {
        return Err(Mistake::PatternShow.into());
    }
    let ranges = table::ranges(&term.position)?;
    let question = PatternQuestion { game: term.game, ranges, to: args.to, show: args.show, search };
    let found = args.cost.ask(lang, |solver| solver.pattern(&question))?;
    print(&found, asked.first().map(String::as_str), args, lang, out)
}

fn print(
    found: &Patterns,
    name: Option<&str>,
    args: &Args,
    lang: Lang,
    out: &mut Out,
) -> Result<u8, Failure> {
    if args.json {
        out.json(&found, lang)?;
    } else {
        out.lines(&print::pattern::lines(found, name, lang))?;
    }
    out.stopped(found.stopped.as_ref(), lang)
}

/// The numbers of a list: typed as words, or on standard input.
fn list(typed: &[String]) -> Result<Vec<i64>, Failure> {
    let text = if typed.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(Mistake::PatternOfWhat.into());
        }
        read_standard_input()?
    } else {
        typed.join(" ")
    };
    let list = match numbers(&text) {
        Some(list) => list,
        None => return Err(Mistake::ListNumber { typed: wrong(&text) }.into()),
    };
    if list.is_empty() {
        return Err(Mistake::PatternOfWhat.into());
    }
    if list.len() > MOST {
        return Err(Mistake::ListLong { count: list.len(), most: MOST }.into());
    }
    Ok(list)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "，,;；[](){}".contains(c)).filter(|w| !w.is_empty())
}

fn one(word: &str) -> Option<i64> {
    let plain = word.strip_prefix('+').unwrap_or(word).replace('−', "-");
    number::fitting::<i64>(&plain).filter(|n| n.unsigned_abs() <= LARGEST as u64)
}

/// Numbers separated by blanks or commas; `None` if something else is among them.
fn numbers(text: &str) -> Option<Vec<i64>> {
    split(text).map(one).collect()
}

/// The first word that is no number.
fn wrong(text: &str) -> String {
    let word = split(text).find(|w| one(w).is_none()).unwrap_or_default();
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        assert_eq!(numbers("0, 1, 2,-3\n4"), Some(vec![0, 1, 2, -3, 4]));
        assert_eq!(numbers("[0 1 2]"), Some(vec![0, 1, 2]));
        assert_eq!(numbers("1 two 3"), None);
        assert_eq!(wrong("1 two 3"), "two");
        assert_eq!(numbers("99999999999999999999"), None);
        assert_eq!(numbers("9223372036854775807"), None);
    }
}
