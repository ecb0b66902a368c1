//! What became of a claim, on a terminal.

use crate::lang::Lang;
use crate::lang::say;
use crate::terminal::layout::{self, BAD, DIM, GOOD, left, terminal_width, width, wrap};
use bouton::answer::Status;
use bouton::claims::Said;
use bouton::claims::check::{ClaimResult, ClaimVerdict, Failure, StrategyResult};
use bouton::claims::sweep::Bound;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::all;

/// Width of the label column.
const LABEL: usize = 8;
/// Exceptions listed of each kind.
const MOST: usize = 30;

/// A claim of the user's: the finding in full.
pub(crate) fn lines(c: &ClaimResult, lang: Lang) -> Vec<String> {
    let mut out = match &c.verdict {
        ClaimVerdict::Holds | ClaimVerdict::Period(_) if c.status == Status::Proved => {
            let text = match lang {
                Lang::En if c.bound == Bound::All => {
                    format!(
                        "{} holds on {} that there {}.",
                        c.text,
                        all(c.tested, "position"),
                        if c.tested == 1 { "is" } else { "are" }
                    )
                }
                Lang::Zh if c.bound == Bound::All => {
                    format!("{} 对全部 {} 个局面成立。", c.text, c.tested)
                }
                Lang::En => format!("{} holds for all sizes (bouton prove).", c.text),
                Lang::Zh => format!("{} 对任意大小成立（bouton prove）。", c.text),
            };
            labelled(c.status.name(lang), GOOD, vec![text])
        }
        ClaimVerdict::Holds | ClaimVerdict::Period(_) => {
            let text = match lang {
                Lang::En => {
                    format!("{} holds on {} with {}.", c.text, all(c.tested, "position"), c.bound.say(lang))
                }
                Lang::Zh => format!("{} 对 {} 的全部 {} 个局面成立。", c.text, c.bound.say(lang), c.tested),
            };
            labelled(c.status.name(lang), GOOD, vec![text])
        }
        ClaimVerdict::False(failure) => false_claim(c, failure, lang),
        ClaimVerdict::FalsePeriod(f) => {
            labelled(Status::False.name(lang), BAD, vec![format!("{} {}", c.text, f.say(lang))])
        }
        ClaimVerdict::Silent => {
            let text =
                lang.pick("says nothing about any position that was tried.", "没有涉及所检验的任何局面。");
            labelled("?", DIM, vec![format!("{} {text}", c.text)])
        }
        ClaimVerdict::Aside(_) => labelled("?", DIM, vec![c.say(lang)]),
        ClaimVerdict::NotApplicable(why) => labelled("?", DIM, vec![lang.pick(&why[0], &why[1]).clone()]),
    };
    out.extend(remarks(c, lang).into_iter().map(|l| format!("{}{l}", " ".repeat(LABEL))));
    out
}

fn labelled(name: &str, style: anstyle::Style, lines: Vec<String>) -> Vec<String> {
    layout::labelled(name, style, LABEL, lines)
}

fn false_claim(c: &ClaimResult, f: &Failure, lang: Lang) -> Vec<String> {
    let (at, why) = (&f.smallest.place, f.smallest.reason(lang));
    let mut text = vec![say!(lang, "smallest counterexample {at}: {why}.", "最小反例 {at}：{why}。")];
    text.push(f.extent(c.tested, &c.bound, lang));
    text.extend(exceptions(f, lang));
    if !f.factors.is_empty() {
        text.push(f.factors.iter().map(|(n, how)| format!("{n} = {how}")).collect::<Vec<_>>().join(", "));
    }
    let mut out = labelled(Status::False.name(lang), BAD, text);
    if let Some(repair) = &f.repair {
        let holds = match lang {
            Lang::En if repair.proved => "→ holds for all sizes (PROVED)".to_string(),
            Lang::Zh if repair.proved => "→ 对任意大小成立（已证明）".to_string(),
            Lang::En => format!("→ holds on {} (CHECKED)", c.bound.say(lang)),
            Lang::Zh => format!("→ 对 {} 成立（已检验）", c.bound.say(lang)),
        };
        out.extend(labelled(lang.pick("try", "可改为"), GOOD, vec![repair.text.clone(), holds]));
    }
    out
}

/// Both kinds of exceptions to an `iff`.
fn exceptions(f: &Failure, lang: Lang) -> Vec<String> {
    let verdict = match f.smallest.said {
        Said::Is(v) | Said::IsNot(v) => v,
        _ => return Vec::new(),
    };
    let word = match (verdict, lang) {
        (Verdict::Win, Lang::En) => "won",
        (Verdict::Lose, Lang::En) => "lost",
        (Verdict::Draw, Lang::En) => "drawn",
        (Verdict::Win, Lang::Zh) => "必胜",
        (Verdict::Lose, Lang::Zh) => "必败",
        (Verdict::Draw, Lang::Zh) => "平局",
    };
    let names = match lang {
        Lang::En => [format!("claimed {word}, but not so :"), format!("{word}, but not claimed :")],
        Lang::Zh => [format!("猜想为{word}，其实不是："), format!("其实{word}，猜想没有包括：")],
    };
    let column = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let mut out = Vec::new();
    for (name, list) in names.iter().zip([&f.claimed, &f.missed]) {
        if list.is_empty() {
            continue;
        }
        let mut words: Vec<String> = list.iter().take(MOST).cloned().collect();
        if list.len() > MOST {
            words.push("…".into());
        }
        let room = terminal_width().saturating_sub(LABEL + 4 + column).max(20);
        for (i, line) in wrap(words, "  ", room).into_iter().enumerate() {
            let head = if i == 0 { left(name, column) } else { " ".repeat(column) };
            out.push(format!("  {head}  {line}"));
        }
    }
    out
}

/// `claim grundy = n   CHECKED for n <= 400`
pub(crate) fn holds(c: &ClaimResult, lang: Lang) -> String {
    format!("{}   {}", c.text, c.status.say(lang))
}

/// What else is known: larger positions tried, the test step by step, a shorter period, a budget that ended.
pub(crate) fn remarks(c: &ClaimResult, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    if let ClaimVerdict::Period(notes) = &c.verdict {
        out.extend(notes.iter().map(|n| n.say(lang)));
    }
    if let Some(s) =
        c.sampled.as_ref().filter(|s| s.positions > 0 && !c.is_false() && c.status != Status::Proved)
    {
        out.push(match lang {
            Lang::En => format!("and on {} larger positions chosen at random (up to {})", s.positions, s.to),
            Lang::Zh => format!("另随机抽查了 {} 个更大的局面（不超过 {}）", s.positions, s.to),
        });
    }
    if let Some(inductive) = &c.inductive {
        out.push(inductive.say(lang));
    }
    if let Some(over) = &c.over {
        out.push(over.say(lang));
    }
    out
}

/// Strategies that hold.
pub(crate) fn strategies(s: &StrategyResult, lang: Lang) -> String {
    let (names, to) = (s.moves.join(", "), s.bound.say(lang));
    say!(
        lang,
        "strategy {names} lists exactly the winning moves   CHECKED for {to}",
        "策略 {names} 恰好给出必胜走法   已检验到 {to}"
    )
}
