//! `same`: asks whether two games are equal and prints what came of it.

use crate::commands::prelude::*;
use crate::commands::table;
use crate::input::question::Term;
use crate::input::source::Source;
use crate::lang::say;
use crate::print::answer::INDENT;
use crate::print::table::long;
use bouton::answer::Status;
use bouton::game::line;
use bouton::game::source;
use bouton::language::diagnostic::plural;
use bouton::language::rules::End;
use bouton::same::{Difference, Same, SameQuestion, Shift};
use bouton::table::Show;

/// Are two games the same, position by position? ¦ 两个游戏是否逐个局面相同
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton same kayles \"heaps n; octal 0.77\"
  bouton same \"heaps n; octal 0.137\" \"heaps n; octal 0.07\"    the same values, shifted ¦ 值相同，但有平移
  bouton same bash subtract --set m=3 --set \"S={1,2,3}\"
  bouton same bash bash --set A.m=3 --set B.m=4
  bouton same \"position a, b; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k\" nim --map \"n = [a, b]\"
  bouton same nim nim --misere-b --show win

Fields are matched in order; --map says what each field of B is, where that is not so. --set A.m=5 changes one game.
Exit codes: 0 the same (as far as the status says), 1 they differ (with --shift: also after a shift).
¦ 字段按次序对应；否则用 --map 说明 B 的每个字段是什么。--set A.m=5 只改一个游戏的参数。
退出码：0 相同（可信程度见依据），1 不同（加 --shift 时指平移后也不同）。")]
pub(crate) struct Args {
    /// Two games (library names, files, rules in quotes), then ranges: n=0..50
    /// ¦ 两个游戏（库中的名字、文件或引号中的规则），然后是范围：n=0..50
    #[arg(value_name = "A B RANGES", required = true)]
    words: Vec<String>,
    /// Last mover loses in A (with --misere in both) ¦ A 用反常规则（--misere 则两者都用）
    #[arg(long)]
    misere_a: bool,
    /// Last mover loses in B ¦ B 用反常规则
    #[arg(long)]
    misere_b: bool,
    #[command(flatten)]
    change: Change,
    /// A field of B as an expression over A: "n = [a, b]"; may be repeated ¦ B 的字段，写成 A 的表达式："n = [a, b]"；可重复
    #[arg(long, value_name = "FIELD=EXPRESSION")]
    map: Vec<String>,
    /// Upper end of the ranges that are not given ¦ 未给出的范围的上界
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    to: Option<u64>,
    /// What to compare: grundy, win, score, moves or remoteness
    /// ¦ 比较什么：grundy、win（胜负）、score（得分）、moves（走法数）或 remoteness（步数）
    #[arg(long, value_parser = one_of(table::SHOW), value_name = "WHAT", hide_possible_values = true)]
    show: Option<Show>,
    /// Values that agree after a shift count as the same: exit code 0 ¦ 平移后相同也算相同：退出码为 0
    #[arg(long)]
    shift: bool,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let [a, b, ranges @ ..] = args.words.as_slice() else { return Err(Mistake::TwoGames.into()) };
    if [a, b].iter().all(|w| Source::of(w) == Some(Source::StandardInput)) {
        return Err(Mistake::StandardInputTwice.into());
    }
    let memory = args.cost.memory;
    let mut terms = [open(a, memory)?, open(b, memory)?];
    // What is no range gives a parameter a value: S=1,3,4, A.m=3.
    let sets = |word: &&String| {
        word.split_once('=').is_some_and(|(name, _)| name.contains('.') || line::ranges(word).is_err())
    };
    let (settings, ranges): (Vec<&String>, Vec<String>) = {
        let (settings, ranges): (Vec<_>, Vec<_>) = ranges.iter().partition(sets);
        (settings, ranges.into_iter().cloned().collect())
    };
    set(&mut terms, args.change.set.iter().chain(settings), memory)?;
    let misere = [args.misere_a, args.misere_b].map(|one| one || args.change.misere);
    for (term, misere) in terms.iter_mut().zip(misere) {
        if misere {
            term.game = term.game.misere()?;
        }
    }
    let names = [called(&terms[0], a, misere[0], lang), called(&terms[1], b, misere[1], lang)];
    let [a, b] = terms;
    let question = SameQuestion {
        games: [a.game, b.game],
        names,
        ranges: table::ranges(&ranges.join(" "))?,
        to: args.to,
        show: args.show,
        maps: args.map.clone(),
    };
    let same = args.cost.ask(lang, |solver| solver.same(&question))?;
    if args.json {
        out.json(&same, lang)?;
    } else {
        out.lines(&lines(&same, lang))?;
    }
    let equal = same.equal() || args.shift && same.shift.is_some();
    match &same.stopped {
        Some(problem) if same.difference.is_none() => out.stopped(Some(problem), lang),
        _ => Ok(u8::from(!equal)),
    }
}

fn open(word: &str, memory: Option<usize>) -> Result<Term, Failure> {
    question::one(&[word.to_string()], &Change::default(), memory, "same")
}

/// `--set m=5` for both games, `--set A.m=5` for one.
fn set<'s>(
    terms: &mut [Term; 2],
    settings: impl Iterator<Item = &'s String>,
    memory: Option<usize>,
) -> Result<(), Failure> {
    for typed in settings {
        for (name, value) in line::settings(typed).map_err(|typed| Mistake::Set { typed })? {
            let (which, name) = match name.split_once('.') {
                Some(("A" | "a", rest)) => (&mut terms[..1], rest.to_string()),
                Some(("B" | "b", rest)) => (&mut terms[1..], rest.to_string()),
                _ => (&mut terms[..], name),
            };
            question::set(which, &name, &value, memory)?;
        }
    }
    Ok(())
}

/// A game and how the flags have changed it.
fn called(term: &Term, word: &str, misere: bool, lang: Lang) -> String {
    let game = &term.game;
    let mut out = vec![named(term, word)];
    let params = &game.rules().params;
    out.extend(game.changed().iter().filter_map(|(i, v)| Some(format!("{} = {v}", params.get(*i)?.name))));
    if misere && game.end() == End::Misere {
        out.push(lang.pick("the last mover loses", "最后走子者负").into());
    }
    out.join(" · ")
}

/// The title of a game; of rules without one, the rules as they were typed.
fn named(term: &Term, word: &str) -> String {
    if !term.game.rules().title.text.is_empty()
        || !matches!(term.source, Source::Named(source::Source::Rules(_)))
    {
        return term.game.title();
    }
    const MOST: usize = 70;
    let whole: String = word.split_whitespace().collect::<Vec<_>>().join(" ");
    match whole.chars().count() > MOST {
        true => whole.chars().take(MOST).chain(['…']).collect(),
        false => whole,
    }
}

fn lines(same: &Same, lang: Lang) -> Vec<String> {
    let what = same.show.name(lang);
    let mut out = vec![
        format!("A  {}", paint(TITLE, &same.names[0])),
        format!("B  {}", paint(TITLE, &same.names[1])),
        String::new(),
    ];
    match &same.difference {
        Some(difference) => {
            out.push(format!("  {}", paint(BAD, lang.pick("DIFFERENT", "不同"))));
            out.extend(labelled(lang.pick("first", "首个"), &at(difference, lang)));
            for (key, cell) in ["A", "B"].into_iter().zip(&difference.cells) {
                out.push(label("", &format!("{key}  {}", long(cell, lang))));
            }
            if !difference.beyond {
                out.push(label(lang.pick("in all", "共计"), &counted(same, lang)));
            }
        }
        None if same.status == Status::Open => {
            out.push(format!("  {}", paint(DIM, lang.pick("NOT KNOWN", "未知"))));
        }
        None => {
            let said = match (same.show, lang) {
                (Show::Win, Lang::En) => "the same player wins everywhere".to_string(),
                (_, Lang::En) => format!("the same {what} everywhere"),
                (_, Lang::Zh) => format!("{what}处处相同"),
            };
            out.push(format!("  {}   {said}", paint(GOOD, lang.pick("SAME", "相同"))));
        }
    }
    if let Some(shift) = &same.shift {
        out.extend(shifted(shift, lang));
    } else if !same.status.word().is_empty() && same.difference.is_none() {
        out.extend(labelled(lang.pick("status", "依据"), &trust(same, lang)));
    }
    if let Some(outcomes) = &same.outcomes {
        let why = outcomes.reason.say(lang);
        out.extend(labelled("", &say!(lang, "who wins: PROVED · {why}", "胜负：已证明 · {why}")));
    }
    out.extend(notes(same, lang));
    out
}

/// Where they differ, and what was compared.
fn at(difference: &Difference, lang: Lang) -> String {
    let mut out =
        if difference.position.is_empty() { "\"\"".to_string() } else { difference.position.clone() };
    if let Some(image) = &difference.image {
        out.push_str(&say!(lang, " in A, {image} in B", "（A），{image}（B）"));
    }
    if !difference.parameters.is_empty() {
        out.push_str(&format!(" · {}", difference.parameters));
    }
    if let Some(mover) = difference.mover {
        out.push_str(match mover {
            1 => lang.pick(" · the first player moves first", " · 由第一位玩家先走"),
            _ => lang.pick(" · the second player moves first", " · 由第二位玩家先走"),
        });
    }
    if difference.beyond {
        out.push_str(lang.pick(
            " · beyond what was compared: the theorems about the two games differ there",
            " · 超出比较的范围：两个游戏的定理在此不同",
        ));
    }
    out
}

fn counted(same: &Same, lang: Lang) -> String {
    let (all, bound) = (grouped(same.compared as usize), same.bound.say(lang));
    let n = grouped(same.differing as usize);
    match lang {
        Lang::En => format!(
            "{n} of {all} position{} differ{} ({bound}; {})",
            plural(&all),
            if same.differing == 1 { "s" } else { "" },
            same.show.name(lang)
        ),
        Lang::Zh => format!("{all} 个局面中有 {n} 个不同（{bound}；{}）", same.show.name(lang)),
    }
}

fn trust(same: &Same, lang: Lang) -> String {
    let all = grouped(same.compared as usize);
    let bound = same.bound.say(lang);
    let reason = same.reason.say(lang);
    match &same.status {
        Status::Proved => format!("{} · {reason}", same.status.name(lang)),
        _ => say!(lang, "CHECKED · all {all} positions with {bound}", "已检验 · {bound} 的全部 {all} 个局面"),
    }
}

fn shifted(shift: &Shift, lang: Lang) -> Vec<String> {
    let Shift { formula, from, .. } = shift;
    let text = say!(lang, "{formula} for every n >= {from}", "对每个 n >= {from}，{formula}");
    let mut out = labelled(lang.pick("but", "但是"), &text);
    let reason = match &shift.status {
        Status::Checked(bound) => bound.say(lang),
        _ => shift.reason.say(lang),
    };
    let status = format!("{} · {reason}", shift.status.name(lang));
    out.extend(labelled(lang.pick("status", "依据"), &status));
    out
}

fn notes(same: &Same, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    let mut note = |text: String| out.extend(labelled(lang.pick("note", "注意"), &text));
    if same.sums && same.difference.is_none() && same.status != Status::Open {
        note(
            lang.pick(
                "single heaps were compared; sums of heaps with these values are the same too",
                "比较的是单独一堆；由这些值的堆组成的和因此也相同",
            )
            .to_string(),
        );
    }
    for ((here, there), only) in [("A", "B"), ("B", "A")].into_iter().zip(&same.only) {
        let Some(first) = &only.first else { continue };
        let n = grouped(only.count as usize);
        note(say!(
            lang,
            "not compared: positions of {here} that {there} does not have, {n} there, first {first}",
            "未比较：{there} 没有而 {here} 有的局面，共 {n} 个，首个为 {first}"
        ));
    }
    if same.stopped.is_some() {
        note(lang.pick("not complete", "不完整").to_string());
    }
    out
}

/// A label and prose behind it.
fn labelled(head: &str, text: &str) -> Vec<String> {
    let wide = terminal_width().saturating_sub(INDENT).max(30);
    print::why::labelled(head, prose(text, wide))
}
