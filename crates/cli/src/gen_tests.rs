//! `gen`: a folder of tests for a judge. What is in it is made by the contest room.

use crate::args::Cost;
use crate::args_contest::{Gen as Args, Layout as Called};
use crate::budget::budget;
use crate::files::Files;
use crate::lang::Lang;
use crate::layout::{DIM, GOOD, TITLE, left, paint, prose, terminal_width};
use crate::mistake::{Failure, Mistake};
use crate::out::Out;
use crate::progress::{Progress, grouped};
use crate::{interrupt, question, stress};
use bouton::Problem;
use bouton::answer::Status;
use bouton_contest::case::Origin;
use bouton_contest::generate::{Setup, Tests, USUAL, generate};
use bouton_contest::ideas::Idea;
use bouton_contest::layout::Layout;
use bouton_export::testlib::{self, Judge};
use std::time::Instant;

/// Width of the label column.
const LABEL: usize = 12;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let Some((game, limits)) = args.words.split_first() else { return Err(Mistake::EmptyTerm.into()) };
    let term = question::one(std::slice::from_ref(game), &args.change, args.cost.memory, "gen")?;
    let files = Files::of(term.source.folder(), args.cost.memory);
    let limits = stress::within(&term.game, &args.size, limits, &files)?;
    let traps = args.traps.iter().map(|w| Idea::named(w.trim())).collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(lang);
    let (game, judged, answers) = (term.game.clone(), limits.clone(), stress::asked(&args.form));
    let setup = Setup {
        game: term.game,
        template: args.form.input.clone(),
        cases: args.form.cases.clone(),
        answers: stress::asked(&args.form),
        limits,
        tests: args.tests as usize,
        per: args.per as usize,
        sums: args.sums.clone(),
        traps,
        seed: args.size.seed,
        any_order: args.size.any_order,
        // The time is that of all tests together, not of a question.
        budget: budget(&Cost { memory: args.cost.memory, time: None }, &progress),
        time: args.cost.time,
        stop: interrupt::flag(),
    };
    let began = Instant::now();
    let tests = generate(setup, &mut |made| progress.report(made as usize, began.elapsed()));
    progress.clear();
    let mut tests = tests?;
    let mut refused = Vec::new();
    if args.testlib {
        let files = testlib::files(&Judge {
            game: &game,
            template: Some(&tests.template),
            cases: tests.cases.as_deref(),
            asked: &answers,
            limits: &judged,
            to: &USUAL.parse().unwrap_or_default(),
            sums: &args.sums,
            per: args.per as usize,
            budget: budget(&args.cost, &progress),
        });
        progress.clear();
        let files = files?;
        tests.extra = files.files;
        refused = files.refused;
    }
    let layout = match args.layout {
        Called::Plain => Layout::Plain,
        Called::Polygon => Layout::Polygon,
    };
    tests.write(&args.out, layout)?;
    if args.json {
        out.json(&tests.json())?;
    } else {
        out.lines(&lines(&tests, &refused, &args.out.display().to_string(), lang))?;
    }
    Ok(0)
}

fn lines(tests: &Tests, refused: &[(String, Problem)], folder: &str, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    let of = |keep: &dyn Fn(Origin, Option<Idea>) -> bool| {
        let some: Vec<_> = tests.tests.iter().filter(|t| keep(t.origin, t.idea)).collect();
        let cases: usize = some.iter().map(|t| t.cases).sum();
        (some.len(), cases, some.iter().map(|t| t.largest.clone()).max().unwrap_or_default())
    };
    let mut tell = |name: &str, (files, cases, largest): (usize, usize, num_bigint::BigInt), what: &str| {
        if files > 0 {
            let count = match lang {
                Lang::En => {
                    let (f, c) = (plural(files), plural(cases));
                    format!("{files} file{f}, {} case{c}, numbers to {largest}{what}", grouped(cases))
                }
                Lang::Zh => format!("{files} 个文件，{} 个局面，数至 {largest}{what}", grouped(cases)),
            };
            out.extend(labelled(name, DIM, &count));
        }
    };
    for (origin, en, zh) in [
        (Origin::Small, "small", "小局面"),
        (Origin::Random, "random", "随机"),
        (Origin::Near, "near lost", "必败附近"),
        (Origin::Extreme, "extreme", "边界"),
    ] {
        tell(lang.pick(en, zh), of(&|o, _| o == origin), "");
    }
    for idea in Idea::ALL {
        let what = match lang {
            Lang::En => format!(" — {}", idea.say(lang)),
            Lang::Zh => format!("——{}", idea.say(lang)),
        };
        tell(idea.word(), of(&|_, i| i == Some(idea)), &what);
    }
    if !tests.harmless.is_empty() {
        let names: Vec<&str> = tests.harmless.iter().map(|i| i.word()).collect();
        let text = match lang {
            Lang::En => {
                format!("no trap for {}: no position was found at which the idea is wrong", names.join(", "))
            }
            Lang::Zh => format!("没有针对 {} 的陷阱：没有找到该想法出错的局面", names.join("、")),
        };
        out.extend(labelled(lang.pick("none", "无"), DIM, &text));
    }
    if !tests.untried.is_empty() {
        let names: Vec<&str> = tests.untried.iter().map(|i| i.word()).collect();
        let text = match lang {
            Lang::En => format!("no time for traps against {}", names.join(", ")),
            Lang::Zh => format!("时间不够，没有为 {} 制作陷阱", names.join("、")),
        };
        out.extend(labelled(lang.pick("time", "时间"), DIM, &text));
    }
    for (status, claim, cases) in &tests.far {
        let trust = match status {
            Status::Checked(to) => {
                lang.pick(format!("CHECKED for {}", to.say(lang)), format!("CHECKED，{}", to.say(lang)))
            }
            other => other.word().to_string(),
        };
        let what = claim.clone().unwrap_or_else(|| lang.pick("theorem", "定理").to_string());
        let text = match lang {
            Lang::En => format!(
                "{} cases by \"{what}\" ({trust}), the others by brute force",
                grouped(*cases as usize)
            ),
            Lang::Zh => format!("{} 个局面依据“{what}”（{trust}），其余为完全计算", grouped(*cases as usize)),
        };
        out.extend(labelled(lang.pick("answers", "答案"), DIM, &text));
    }
    for (name, problem) in refused {
        out.extend(labelled(
            lang.pick("not written", "未写出"),
            TITLE,
            &format!("{name}: {}", problem.line(lang)),
        ));
    }
    if !tests.extra.is_empty() {
        let names: Vec<&str> = tests.extra.iter().map(|(name, _)| name.as_str()).collect();
        let text = lang.pick(
            format!("{} (they include testlib.h, which is not written)", names.join(", ")),
            format!("{}（它们包含 testlib.h，该文件需自备）", names.join("、")),
        );
        out.extend(labelled("testlib", DIM, &text));
    }
    if tests.checker && !tests.extra.iter().any(|(name, _)| name == "checker.cpp") {
        let text = lang.pick(
            "any winning move is right: the output files hold one of them, so the problem needs a checker",
            "任何取胜的走法都算对：输出文件只写了其中之一，本题需要 checker",
        );
        out.extend(labelled(lang.pick("checker", "检验器"), TITLE, text));
    }
    let n = tests.tests.len();
    let text = match lang {
        Lang::En => format!("{folder}: {n} tests, seed {}", tests.seed),
        Lang::Zh => format!("{folder}：{n} 组测试，种子 {}", tests.seed),
    };
    out.extend(labelled(lang.pick("written", "已写出"), GOOD, &text));
    out
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

fn labelled(name: &str, style: anstyle::Style, text: &str) -> Vec<String> {
    let lines = prose(text, terminal_width().saturating_sub(LABEL).max(20));
    let head = |i: usize| if i == 0 { paint(style, &left(name, LABEL)) } else { " ".repeat(LABEL) };
    lines.iter().enumerate().map(|(i, l)| format!("{}{l}", head(i)).trim_end().to_string()).collect()
}
