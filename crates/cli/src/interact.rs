//! `interact`: the jury of an interactive problem. It talks to a program that it starts, or over its own pipe.

use crate::args_contest::{Interact as Args, Jury as Plays, Side as Sits};
use crate::budget::budget;
use crate::files::Files;
use crate::lang::Lang;
use crate::mistake::Failure;
use crate::out::Out;
use crate::progress::Progress;
use crate::{interrupt, question, stress};
use bouton::Problem;
use bouton_contest::Wrong;
use bouton_contest::answers::INPUT_NAMES;
use bouton_contest::case::{Case, Origin};
use bouton_contest::interact::{Jury, Pipe, Played, Setup, Side, Verdicts, play, start};
use bouton_contest::limits::Limits;
use bouton_contest::moves::MoveForm;
use bouton_contest::oracle::{Oracle, Sources};
use bouton_contest::program::{Cost, Program};
use bouton_contest::space::Space;
use bouton_contest::template::Template;
use serde_json::json;
use std::time::{Duration, Instant};

/// How long claims are tested and a theorem looked for before the game begins.
const PREPARING: Duration = Duration::from_secs(2);

/// Runs the verb. What is wrong on the jury's side ends with testlib's code for that.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let played = match game(args, lang) {
        Ok(played) => played,
        Err(Failure::Problem(Problem::Interrupted)) => return Err(Problem::Interrupted.into()),
        Err(failure) => {
            if let Some(text) = failure.say(lang) {
                crate::out::complain(&text);
            }
            return Ok(Verdicts::Fail.exit_code());
        }
    };
    let [en, zh] = &played.why;
    let line = format!("{}: {}", played.verdict.word(), lang.pick(en, zh));
    // Standard output belongs to the contestant where it is the pipe.
    if args.with.is_none() {
        crate::out::complain(&line);
    } else if args.json {
        let moves: Vec<_> = played
            .moves
            .iter()
            .map(|(contestant, text)| json!({"player": if *contestant { "contestant" } else { "jury" }, "move": text}))
            .collect();
        out.json(&json!({
            "verdict": played.verdict.word(),
            "exit_code": played.verdict.exit_code(),
            "why": lang.pick(en, zh),
            "contestant": if played.first { "first" } else { "second" },
            "due": played.due.map(bouton::answer::word),
            "moves": moves,
        }))?;
    } else {
        for (contestant, text) in &played.moves {
            let who =
                if *contestant { lang.pick("contestant", "选手") } else { lang.pick("jury", "评委") };
            out.line(&format!("{}  {text}", crate::layout::left(who, 10)))?;
        }
        out.line(&line)?;
    }
    Ok(played.verdict.exit_code())
}

fn game(args: &Args, lang: Lang) -> Result<Played, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "interact")?;
    let files = Files::of(term.source.folder(), args.cost.memory);
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
        side: match args.side {
            Sits::Winning => Side::Winning,
            Sits::First => Side::First,
            Sits::Second => Side::Second,
            Sits::Choose => Side::Choose,
        },
        jury: match args.jury {
            Plays::Perfect => Jury::Perfect,
            Plays::Weak => Jury::Weak,
        },
        patience: args.bounds.time_limit,
        seed: args.size.seed,
        stop: interrupt::flag(),
    };
    let cost = Cost {
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
