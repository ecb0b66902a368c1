//! `value`: what a position of a partizan game, a sum of them or an expression is worth.

use crate::commands::prelude::*;
use crate::lang::say;
use bouton::report::Sentence;
use bouton::table::saved::write_file;
use bouton::value::{
    Compared, LoopyAnswer, LoopyTerm, SumAnswer, Term, TermValue, ValueAnswer, ValueQuestion, What,
    WinningMove,
};
use std::path::PathBuf;

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
  bouton value \"over + 1/2 - a{a|*}\"           loopy games: on, off, over, under, dud, braces with a name ¦ 循环游戏：on、off、over、under、dud、带名字的花括号

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
    /// Only who wins a sum of many parts, and how, by search of the hottest first ¦ 只求多个部分之和的胜负与走法，先搜索温度最高的部分
    #[arg(long, conflicts_with = "certificate")]
    outcome: bool,
    /// Write a certificate of a position's value, which bouton verify checks ¦ 写出局面之值的证书，可用 bouton verify 检验
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let question = ask(&args.words, &args.change, &args.cost)?;
    if args.outcome {
        let answer = args.cost.ask(lang, |solver| solver.hot_sum(&question))?;
        if args.json {
            out.json(&answer, lang)?;
        } else {
            out.lines(&outcome(&answer, args.ascii, lang))?;
        }
        return Ok(0);
    }
    if question.is_loopy() && args.certificate.is_none() {
        let answer = args.cost.ask(lang, |solver| solver.loopy(&question))?;
        if args.json {
            out.json(&answer, lang)?;
        } else {
            out.lines(&loopy(&answer, args.ascii, lang))?;
        }
        return Ok(u8::from(is_false(answer.compared.as_ref())));
    }
    let answer = args.cost.ask(lang, |solver| solver.value(&question))?;
    if args.json {
        out.json(&answer, lang)?;
    } else {
        out.lines(&lines(&answer, args.ascii, lang))?;
    }
    if let Some(path) = &args.certificate {
        let [Term { times: 1, what: What::Position(game, position) }] = question.terms.as_slice() else {
            complain(lang.pick(
                "There is no certificate: one is written of a single position.",
                "没有证书：只为单个局面写出证书。",
            ));
            return Ok(1);
        };
        let Some(certificate) = args.cost.ask(lang, |solver| solver.value_certificate(game, position))?
        else {
            complain(lang.pick(
                "There is no certificate: more than 50000 positions can follow.",
                "没有证书：其后的局面多于 50000 个。",
            ));
            return Ok(1);
        };
        let text = certificate.to_string();
        write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, text.as_bytes())))?;
        if !args.json {
            let path = path.display();
            let text = say!(lang, "certificate: {path}", "证书：{path}");
            out.line(&print::answer::label(lang.pick("written", "已写出"), &text))?;
        }
    }
    Ok(u8::from(is_false(answer.compared.as_ref())))
}

fn is_false(compared: Option<&Compared>) -> bool {
    compared.is_some_and(|c| c.holds == Some(false))
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
    let mut out = vec![title(&a.game, &a.position), String::new()];
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
    out.push(label(wide("class", "胜负"), &format!("{} · {}", said.class, a.who.say(lang))));
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
        out.extend(terms(&a.terms, ascii, lang));
    }
    out.extend(winning(&a.winning_moves, WINS, ascii, lang));
    out.push(String::new());
    out.extend(closing(&a.why, &a.how, lang));
    out
}

fn title(game: &str, position: &str) -> String {
    match game.is_empty() {
        true => paint(TITLE, position),
        false => format!("{} · {position}", paint(TITLE, game)),
    }
}

/// Why, and by what right.
fn closing(why: &[Sentence], how: &Sentence, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    for (i, why) in why.iter().enumerate() {
        let name = if i == 0 { lang.pick("why", "为什么") } else { "" };
        out.extend(folded(name, why.say(lang)));
    }
    let status = format!("{} · {}", lang.pick("PROVED", "已证明"), how.say(lang));
    out.push(print::answer::label(lang.pick("status", "依据"), &status));
    out
}

/// What is known of a loopy game, as lines.
fn loopy(a: &LoopyAnswer, ascii: bool, lang: Lang) -> Vec<String> {
    let label = |name: &str, text: &str| print::answer::label(name, text);
    let mut out = vec![title(&a.game, &a.position), String::new()];
    let value = |plain: &Option<String>, unicode: &Option<String>| {
        let shown = if ascii { plain } else { unicode };
        shown.clone().unwrap_or_else(|| lang.pick("not found", "未求出").to_string())
    };
    let shown = value(&a.value, &a.unicode);
    out.push(label(lang.pick("value", "值"), &paint(GOOD, &shown)));
    if let Some(compared) = &a.compared {
        out.push(label(lang.pick("order", "比较"), &relation(compared, &shown, lang)));
    }
    out.extend(folded(lang.pick("class", "胜负"), a.who.say(lang)));
    if !a.terms.is_empty() {
        out.push(String::new());
        let row = |term: &LoopyTerm| {
            let value = value(&term.value, &term.unicode);
            vec![times(term.times), term.game.clone().unwrap_or_default(), term.position.clone(), value]
        };
        out.extend(table(&a.terms.iter().map(row).collect::<Vec<_>>(), 2));
    }
    out.extend(winning(&a.winning_moves, WINS, ascii, lang));
    out.extend(winning(&a.drawing_moves, ["draws", "和"], ascii, lang));
    out.push(String::new());
    out.extend(closing(&a.why, &a.how, lang));
    out
}

/// How many times a term is taken.
fn times(times: i64) -> String {
    match times {
        1 => String::new(),
        -1 => "-".to_string(),
        n => format!("{n} *"),
    }
}

fn table(rows: &[Vec<String>], gap: usize) -> Vec<String> {
    columns(rows, gap).into_iter().map(|line| format!("    {}", line.trim_end())).collect()
}

/// The terms of a sum with their values.
fn terms(terms: &[TermValue], ascii: bool, lang: Lang) -> Vec<String> {
    let row = |term: &TermValue| {
        vec![
            times(term.times),
            term.game.clone().unwrap_or_default(),
            term.position.clone(),
            pick(ascii, &term.said.value, &term.said.unicode).to_string(),
            format!("{} {}", lang.pick("temperature", "温度"), term.said.temperature),
        ]
    };
    let rows: Vec<Vec<String>> = terms.iter().map(row).collect();
    table(&rows, 2)
}

/// Who wins a sum, as lines.
fn outcome(a: &SumAnswer, ascii: bool, lang: Lang) -> Vec<String> {
    let label = |name: &str, text: &str| print::answer::label(name, text);
    let mut out = vec![
        title(&a.game, &a.position),
        String::new(),
        label(lang.pick("class", "胜负"), &format!("{} · {}", a.class, a.who.say(lang))),
    ];
    if let Some(term) = a.hottest.and_then(|i| a.terms.get(i)) {
        let (part, heat) = (&term.position, &term.said.temperature);
        let text = say!(lang, "hottest part {part}, temperature {heat}", "最热的部分 {part}，温度 {heat}");
        out.push(label(lang.pick("heat", "温度"), &text));
    }
    out.push(String::new());
    out.extend(terms(&a.terms, ascii, lang));
    out.extend(winning(&a.winning_moves, WINS, ascii, lang));
    out.push(String::new());
    out.extend(closing(&[], &a.how, lang));
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

fn relation(compared: &Compared, value: &str, lang: Lang) -> String {
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

/// What a winning move does, in English and in Chinese.
const WINS: [&str; 2] = ["wins", "必胜"];

/// The first moves of each player that win, or draw.
fn winning(
    found: &[(String, Vec<WinningMove>)],
    [does, zh]: [&str; 2],
    ascii: bool,
    lang: Lang,
) -> Vec<String> {
    let mut out = Vec::new();
    for (player, moves) in found {
        if moves.is_empty() {
            continue;
        }
        out.push(String::new());
        out.push(match (moves.len(), lang) {
            (1, Lang::En) => format!("  {player}, moving first, {does} by 1 move:"),
            (n, Lang::En) => format!("  {player}, moving first, {does} by {n} moves:"),
            (n, Lang::Zh) => format!("  {player} 先走，有 {n} 种{zh}走法："),
        });
        let row = |m: &WinningMove| {
            vec![
                m.text.say(lang).to_string(),
                format!("→ {}", m.to),
                pick(ascii, &m.value, &m.unicode).to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = moves.iter().take(print::answer::FOLD).map(row).collect();
        out.extend(table(&rows, 3));
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
