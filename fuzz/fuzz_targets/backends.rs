//! Any rules that compile run alike as closures and as machine code: the same moves, endings and blocks, or both give up; and
//! where they do not give up, the interpreter agrees. In this build machine code compares every address with the end of its
//! space before it is used.
#![no_main]

use bouton_compile::Core;
use bouton_compile::program::{Backend, Deopt, Layout, Program};
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::position::parse_position;
use bouton_language::{NoLoader, load};
use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Moves that are compared at a part, at most.
const MOVES: usize = 400;
/// Positions that are begun from, and moves that are made from each.
const STARTS: usize = 4;
const LENGTH: usize = 5;

/// A move: line, what the part becomes, gain, again.
type Seen = (usize, Vec<Part>, i64, bool);

fn flow(seen: usize) -> ControlFlow<()> {
    if seen < MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn moves(program: &Program, words: &[i64], turn: Turn) -> Result<Vec<Seen>, Deopt> {
    let layout = program.layout();
    let mut out = Vec::new();
    program.moves(words, turn, |made| {
        let parts = made.words.chunks_exact(layout.width().max(1)).map(|part| layout.read(part));
        let parts = if layout.width() == 0 { vec![layout.read(&[]); made.parts] } else { parts.collect() };
        out.push((made.line, parts, made.gain, made.again));
        flow(out.len())
    })?;
    Ok(out)
}

/// Compares everything at one part, and gives the moves.
fn compare(interp: &Interp, programs: &[Program; 2], part: &Part, turn: Turn) -> Option<Vec<Seen>> {
    let [closures, machine] = programs;
    let mut words = vec![0; closures.layout().width()];
    if !closures.layout().write(part, &mut words) {
        return None;
    }
    let found = moves(closures, &words, turn);
    assert_eq!(found, moves(machine, &words, turn), "moves of {part:?}");
    let (ended, blocked) = (closures.ended(&words, turn), closures.blocked(&words, turn));
    assert_eq!(ended, machine.ended(&words, turn), "the end of {part:?}");
    assert_eq!(blocked, machine.blocked(&words, turn), "blocks of {part:?}");
    let found = found.ok()?;
    let mut truth = Vec::new();
    let run = interp.moves(part, turn, &mut |made| {
        truth.push((made.line, std::mem::take(made.parts), made.gain, made.again));
        flow(truth.len())
    });
    run.expect("rules that run as a program run");
    assert_eq!(found, truth, "moves of {part:?} by the interpreter");
    let alone = Position { parts: vec![part.clone()] };
    if let Ok(ended) = ended {
        let stuck = || interp.can_move(part, turn).map(|m| !m);
        assert_eq!(Some(ended), interp.ended(&alone, turn, &stuck).ok(), "the end of {part:?}");
    }
    if let Ok(blocked) = blocked {
        assert_eq!(Some(blocked), interp.blocked(&alone, turn).ok(), "blocks of {part:?}");
    }
    Some(found)
}

/// Plays from a part, as the bytes of the input will have it.
fn play(interp: &Interp, start: &Part, bytes: &[u8]) {
    let core = Core::new(interp);
    let Ok(layout) = Layout::of(&core, start) else { return };
    let made = [Backend::Closures, Backend::Machine].map(|b| Program::new(&core, layout.clone(), b).ok());
    let [Some(closures), Some(machine)] = made else { return };
    let programs = [closures, machine];
    let (mut part, mut turn) = (start.clone(), Turn::default());
    for at in 0..LENGTH {
        let other = Turn { mover: 1 - turn.mover, turn: turn.turn };
        compare(interp, &programs, &part, other);
        let Some(mut moves) = compare(interp, &programs, &part, turn) else { return };
        if moves.is_empty() {
            return;
        }
        let byte = usize::from(bytes.iter().rev().nth(at).copied().unwrap_or(1));
        let (_, mut parts, _, again) = moves.swap_remove(byte % moves.len());
        if parts.is_empty() {
            return;
        }
        part = parts.swap_remove(byte % parts.len());
        turn = turn.next(again);
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Some(rules) = load("fuzz.game", &text, &NoLoader).rules else { return };
    let Ok(interp) = Interp::new(Arc::new(rules), &[]) else { return };
    let typed = interp.rules().examples.iter().filter(|e| !e.setup && e.with.is_empty()).map(|e| e.position.as_str());
    for typed in typed.take(STARTS).chain(["", "2", "7 3", "3 1 2", "0 1 / 2 0"]) {
        let Ok(position) = parse_position(&interp, typed) else { continue };
        position.parts.iter().take(2).for_each(|part| play(&interp, part, data));
    }
});
