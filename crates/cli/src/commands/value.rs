//! `value`: what a position of a partizan game, a sum of them or an expression is worth.

use crate::commands::prelude::*;
use bouton::value::{ValueAnswer, ValueQuestion, WinningMove, class_words};

/// The value of a partizan position, a sum of them, or an expression ¦ 非对等游戏的局面、其和，或表达式的值
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton value hackenbush BRR                  1/4: a number ¦ 1/4：一个数
  bouton value toads-frogs TT..FF              class, stops, temperature, mean ¦ 胜负类、终值、温度、均值
  bouton value toads-frogs TT.F + clobber XOXO  a sum of positions ¦ 局面之和
  bouton value \"toads-frogs TT.F - 2 * clobber XO\"
  bouton value \"{1|-1} + * - ^\"               a calculator: ^ up, v down, *2 nimber, +-1 switch ¦ 计算器：^ 上，v 下，*2 尼姆数，+-1 开关
  bouton value \"cool({4|0}, 1)\"                also heat, overheat, norton, ordinal, tiny, miny ¦ 还有 heat、overheat、norton、ordinal、tiny、miny
  bouton value \"tiny(2) < ^\"                   is it so? ¦ 成立吗？

The first player that a game names is Left. bouton thermograph draws stops against temperature.
¦ 游戏中先列出的玩家为左方。bouton thermograph 画出终值随温度的变化。")]
pub(crate) struct Args {
    /// A game and a position, several joined by + and -, or an expression ¦ 游戏和局面，可用 + 和 - 相连，或表达式
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// Answer as JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    /// Write values in ASCII alone: ^, v, +-1, tiny(2) ¦ 只用 ASCII 写值：^、v、+-1、tiny(2)
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let question = ask(&args.words, &args.change, &args.cost)?;
    let answer = args.cost.ask(lang, |solver| solver.value(&question))?;
    if args.json {
        out.json(&answer, lang)?;
    } else {
        out.lines(&lines(&answer, args.ascii, lang))?;
    }
    let false_said = answer.compared.as_ref().is_some_and(|c| c.holds == Some(false));
    Ok(u8::from(false_said))
}

/// The question that the words ask.
pub(crate) fn ask(words: &[String], change: &Change, cost: &Cost) -> Result<ValueQuestion, Failure> {
    question::values(words, change, cost.memory)
}

fn pick<'a>(ascii: bool, plain: &'a str, unicode: &'a str) -> &'a str {
    if ascii { plain } else { unicode }
}

/// The answer as lines.
pub(crate) fn lines(a: &ValueAnswer, ascii: bool, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    let title = match a.game.is_empty() {
        true => paint(TITLE, &a.position),
        false => format!("{} · {}", paint(TITLE, &a.game), a.position),
    };
    out.extend([title, String::new()]);
    let said = &a.said;
    let label = |name: &str, text: &str| print::answer::label(name, text);
    let wide = |en: &'static str, zh: &'static str| lang.pick(en, zh);
    out.push(label(wide("value", "值"), &paint(GOOD, pick(ascii, &said.value, &said.unicode))));
    if let Some(compared) = &a.compared {
        out.push(label(
            wide("order", "比较"),
            &relation(compared, pick(ascii, &said.value, &said.unicode), lang),
        ));
    }
    let class = class_words(said.class, &a.players, lang);
    out.push(label(wide("class", "胜负"), &format!("{} · {class}", said.class)));
    let (left, right) = (&a.players[0], &a.players[1]);
    out.push(label(
        wide("stops", "终值"),
        &match lang {
            Lang::En => format!("{left} first {}, {right} first {}", said.left_stop, said.right_stop),
            Lang::Zh => format!("{left} 先走 {}，{right} 先走 {}", said.left_stop, said.right_stop),
        },
    ));
    out.push(label(
        wide("heat", "温度"),
        &match lang {
            Lang::En => format!("temperature {}, mean {}", said.temperature, said.mean),
            Lang::Zh => format!("温度 {}，均值 {}", said.temperature, said.mean),
        },
    ));
    let mut form = match lang {
        Lang::En => format!(
            "born on day {}, {} follower{s}",
            said.birthday,
            said.followers,
            s = if said.followers == 1 { "" } else { "s" }
        ),
        Lang::Zh => format!("生于第 {} 天，{} 个后继", said.birthday, said.followers),
    };
    if let Some(weight) = &said.atomic_weight {
        form += &match lang {
            Lang::En => format!(", atomic weight {weight}"),
            Lang::Zh => format!("，原子重量 {weight}"),
        };
    }
    out.push(label(wide("form", "标准形"), &form));
    if !a.terms.is_empty() {
        out.push(String::new());
        let rows: Vec<Vec<String>> = a
            .terms
            .iter()
            .map(|term| {
                let times = match term.times {
                    1 => String::new(),
                    -1 => "-".to_string(),
                    n => format!("{n} *"),
                };
                let name = term.game.clone().unwrap_or_default();
                vec![
                    times,
                    name,
                    term.position.clone(),
                    pick(ascii, &term.said.value, &term.said.unicode).to_string(),
                    format!("{} {}", wide("temperature", "温度"), term.said.temperature),
                ]
            })
            .collect();
        out.extend(columns(&rows, 2).into_iter().map(|line| format!("    {}", line.trim_end())));
    }
    out.extend(winning(a, ascii, lang));
    out.push(String::new());
    for (i, why) in a.why.iter().enumerate() {
        let name = if i == 0 { wide("why", "为什么") } else { "" };
        out.extend(folded(name, why.say(lang)));
    }
    out.push(label(
        wide("status", "依据"),
        &format!("{} · {}", lang.pick("PROVED", "已证明"), a.how.say(lang)),
    ));
    out
}

/// A sentence behind its label, folded to the width of the terminal.
fn folded(name: &str, text: &str) -> Vec<String> {
    let wide = terminal_width().saturating_sub(print::answer::INDENT);
    let mut lines = prose(text, wide).into_iter();
    let first = print::answer::label(name, &lines.next().unwrap_or_default());
    let rest = lines.map(|line| format!("{}{line}", " ".repeat(print::answer::INDENT)));
    std::iter::once(first).chain(rest).collect()
}

fn relation(compared: &bouton::value::Compared, value: &str, lang: Lang) -> String {
    let sentence = match (compared.relation, lang) {
        ("||", Lang::En) => "confused: neither is at least the other",
        ("||", Lang::Zh) => "不可比：谁也不大于等于对方",
        ("=", Lang::En) => "equal",
        ("=", Lang::Zh) => "相等",
        ("<", Lang::En) => "less",
        ("<", Lang::Zh) => "小于",
        (_, Lang::En) => "greater",
        (_, Lang::Zh) => "大于",
    };
    let holds = match compared.holds {
        None => String::new(),
        Some(true) => format!(" · {}", paint(GOOD, lang.pick("TRUE", "成立"))),
        Some(false) => format!(" · {}", paint(BAD, lang.pick("FALSE", "不成立"))),
    };
    format!("{value} {} {} · {sentence}{holds}", compared.relation, compared.with)
}

/// The winning first moves of each player.
fn winning(a: &ValueAnswer, ascii: bool, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    for (player, moves) in a.winning_moves.iter() {
        if moves.is_empty() {
            continue;
        }
        out.push(String::new());
        out.push(match (moves.len(), lang) {
            (1, Lang::En) => format!("  {player}, moving first, wins by 1 move:"),
            (n, Lang::En) => format!("  {player}, moving first, wins by {n} moves:"),
            (n, Lang::Zh) => format!("  {player} 先走，有 {n} 种必胜走法："),
        });
        let row = |m: &WinningMove| {
            vec![
                m.text.say(lang).to_string(),
                format!("→ {}", m.to),
                pick(ascii, &m.value, &m.unicode).to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = moves.iter().take(print::answer::FOLD).map(row).collect();
        out.extend(columns(&rows, 3).into_iter().map(|line| format!("    {}", line.trim_end())));
        let more = moves.len().saturating_sub(print::answer::FOLD);
        if more > 0 {
            out.push(match lang {
                Lang::En => format!("    … and {more} more"),
                Lang::Zh => format!("    ……还有 {more} 种"),
            });
        }
    }
    out
}
