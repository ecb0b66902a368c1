//! `interact`: the jury of an interactive problem. It talks to a program that it starts, or over its own pipe.

use crate::commands::prelude::*;
use crate::commands::stress;
use crate::flags::groups::{Bounds, Size};
use crate::input::source::files;
use bouton_contest::Wrong;
use bouton_contest::interact::{Jury, Pipe, Played, Setup, Side, Verdicts, play, start};
use bouton_contest::oracle::{Oracle, Sources};
use bouton_contest::program::{self, Program};
use bouton_contest::space::Space;
use bouton_template::{Case, INPUT_NAMES, Limits, MoveForm, Origin, Template};
use serde_json::json;
use std::time::{Duration, Instant};

/// Be the jury of an interactive problem: play against a program over a pipe ¦ 交互题的评委：通过管道与选手程序对局
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton interact nim 3 4 5 --with \"python3 player.py\"
  bouton interact nim --to 100 --seed 7 --with player.cpp --move \"{heap} {k}\"
  bouton interact wythoff 5 8 --side choose --jury weak          over standard input and output ¦ 经标准输入输出

The jury writes the position, then first or second, then its moves; it reads the contestant's; last it writes win, lose
or draw. Exit codes as testlib has them: 0 ok, 1 wrong answer, 2 wrong output format, 3 the jury's fault, 8 unexpected eof.
¦ 评委先写局面，再写 first 或 second，然后写自己的走法并读选手的走法；最后写 win、lose 或 draw。
退出码同 testlib：0 通过，1 错误，2 格式错误，3 评委出错，8 输出提前结束。")]
pub(crate) struct Args {
    /// A game, then the position; without one, a random one ¦ 游戏，然后是局面；不写则随机
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// The contestant's program, started here; otherwise standard input and output are the pipe
    /// ¦ 由这里启动的选手程序；不给则用标准输入输出作管道
    #[arg(long, value_name = "PROGRAM")]
    with: Option<String>,
    /// How the position is written ¦ 局面的写法："{n}\n{heaps}"、"{a} {b}"；花括号里是规则语言的表达式
    #[arg(long = "in", value_name = "TEMPLATE")]
    input: Option<String>,
    /// How moves are written: "{heap} {k}"; otherwise as in the rules language: take 2 @1
    /// ¦ 走法的写法："{heap} {k}"；不给则按规则语言：take 2 @1
    #[arg(id = "form", long = "move", value_name = "TEMPLATE")]
    form: Option<String>,
    /// How the jury plays: perfect, or weak (as badly as can still win) ¦ 评委的水平：perfect（完美），或 weak（在仍能赢的前提下尽量差）
    #[arg(long, value_parser = one_of(JURIES), value_name = "HOW", default_value = "perfect", hide_possible_values = true)]
    jury: Jury,
    /// The contestant's side: winning, first, second, or choose ¦ 选手的一方：winning、first、second 或 choose
    #[arg(long, value_parser = one_of(SIDES), value_name = "SIDE", default_value = "winning", hide_possible_values = true)]
    side: Side,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    bounds: Bounds,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// How the jury plays.
const JURIES: &[Word<Jury>] = &[
    ("perfect", "Never gives anything away", Jury::Perfect),
    ("weak", "As badly as can still win", Jury::Weak),
];

/// The side of the contestant.
const SIDES: &[Word<Side>] = &[
    ("winning", "The one that can win", Side::Winning),
    ("first", "Moves first", Side::First),
    ("second", "Moves second", Side::Second),
    ("choose", "The contestant says it", Side::Choose),
];

/// How long claims are tested and a theorem looked for before the game begins.
const PREPARING: Duration = Duration::from_secs(2);

/// Runs the verb. What is wrong on the jury's side ends with testlib's code for that.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let played = match game(args, lang) {
        Ok(played) => played,
        Err(Failure::Problem(Problem::Interrupted)) => return Err(Problem::Interrupted.into()),
        Err(failure) => {
            if let Some(text) = failure.say(lang) {
                complain(&text);
            }
            return Ok(Verdicts::Fail.exit_code());
        }
    };
    let [en, zh] = &played.why;
    let line = format!("{}: {}", played.verdict.word(), lang.pick(en, zh));
    // Standard output belongs to the contestant where it is the pipe.
    if args.with.is_none() {
        complain(&line);
    } else if args.json {
        let moves: Vec<_> = played
            .moves
            .iter()
            .map(|(contestant, text)| json!({"player": if *contestant { "contestant" } else { "jury" }, "move": text}))
            .collect();
        out.json(
            &json!({
                "verdict": played.verdict.word(),
                "exit_code": played.verdict.exit_code(),
                "why": lang.pick(en, zh),
                "contestant": if played.first { "first" } else { "second" },
                "due": played.due.map(bouton::answer::word),
                "moves": moves,
            }),
            lang,
        )?;
    } else {
        for (contestant, text) in &played.moves {
            let who =
                if *contestant { lang.pick("contestant", "选手") } else { lang.pick("jury", "评委") };
            out.line(&format!("{}  {text}", crate::terminal::layout::left(who, 10)))?;
        }
        out.line(&line)?;
    }
    Ok(played.verdict.exit_code())
}

fn game(args: &Args, lang: Lang) -> Result<Played, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "interact")?;
    let files = files(term.source.folder(), args.cost.memory);
    let limits = stress::within(&term.game, &args.size, &[], &files)?;
    let progress = Progress::new(lang);
    let mut oracle = Oracle::new(
        &term.game,
        budget(&args.cost, &progress),
        Sources::Any,
        Some(Instant::now() + PREPARING),
    )?;
    let starts = term.game.rules().shape.fields.iter().all(|f| f.start.is_some());
    let random = term.position.is_empty() && !starts;
    let said = if random { limits.clone() } else { Limits::none(&term.game) };
    let text = args.input.clone().unwrap_or_else(|| Template::usual(&term.game, &said));
    let template = Template::new(&term.game, &text, &INPUT_NAMES)?;
    let case = if random {
        template.tells(&term.game, &limits)?;
        let mut space = Space::new(term.game.clone(), limits, template.sums(), false);
        start(&mut oracle, &mut space, args.size.seed)?.ok_or_else(|| Problem::from(Wrong::NoPositions))?
    } else {
        let position = term.game.position(&term.position)?;
        Case { game: term.game.clone(), position, mover: 0, origin: Origin::Random }
    };
    let setup = Setup {
        case,
        template,
        form: args.form.as_deref().map(|text| MoveForm::new(&term.game, text)).transpose()?,
        side: args.side,
        jury: args.jury,
        patience: args.bounds.time_limit,
        seed: args.size.seed,
        stop: interrupt::flag(),
    };
    let cost = program::Cost {
        // The whole game, not one answer; the clock of `ulimit` counts what is computed.
        time: args.bounds.time_limit.saturating_mul(100),
        memory: Some(args.bounds.memory_limit as u64),
        output: stress::OUTPUT,
    };
    let program = args.with.as_deref().map(Program::new).transpose()?;
    let mut pipe = match &program {
        Some(program) => Pipe::to(program, &cost)?,
        None => Pipe::standard(),
    };
    let played = play(&setup, &mut oracle, &mut pipe);
    progress.clear();
    Ok(played?)
}
