//! Places to begin a game: where it really starts, and a few others worth playing from: one that is easily won, one that
//! is lost for whoever moves, one by chance.
//!
//! They are found by playing at random from the starts that a game has: what comes up there is legal, belongs to a player
//! and is no larger than the game itself. Few of them are judged, each by work that is counted and not timed, so equal
//! seeds find equal places on every machine.

use crate::answer::entries::RawMove;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::Game;
use crate::game::describe::{opening, plain_heaps, starts};
use crate::rng::Rng;
use bouton_engine::Budget;
use bouton_language::ast::Verdict;
use bouton_language::interp::Position;
use bouton_language::rules::ScoreKind;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Why one would begin here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// The start of the game.
    Start,
    /// Few moves, and one of them wins.
    Easy,
    /// Every move loses against good play.
    Lost,
    /// By chance.
    Random,
}

/// A place to begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Why.
    pub kind: Opening,
    /// As it can be typed.
    pub position: String,
    /// Who moves there.
    #[schemars(range(min = 0, max = 1))]
    pub first: usize,
}

/// Starts from which games are played at random.
const MOST_STARTS: usize = 6;
/// Such games, and how far they go.
const GAMES: usize = 16;
const PLIES: usize = 8;
/// Positions that are judged, and how often the judge may look at its budget, which bounds its work.
const JUDGED: usize = 24;
const LOOKS: u64 = 2_000;
const MEMORY: usize = 32 << 20;
/// A position with fewer moves is taken only where there is no other.
const LEAST_MOVES: usize = 3;
/// A position with more moves is no place for a person.
const MOST_MOVES: u64 = 120;

/// A position that came up, and how many moves it has.
struct Seen {
    state: State,
    place: Place,
    moves: usize,
}

/// Places to begin, the start of the game first. `cancel` stops the search; what was found stays.
pub fn openings(game: &Game, seed: u64, cancel: Arc<AtomicBool>) -> Vec<Place> {
    let mut rng = Rng::new(seed);
    let mut solver = Solver::new(Budget::unlimited().memory(MEMORY).fuse(LOOKS).cancel(cancel).alone(true));
    let starts = starts(game);
    let mut out: Vec<Place> = (opening(game, &starts).into_iter())
        .map(|position| Place { kind: Opening::Start, position, first: 0 })
        .collect();
    let mut seen = walk(game, &starts, &mut solver, &mut rng);
    // One would rather have something to choose from.
    let (rich, poor): (Vec<usize>, Vec<usize>) = (0..seen.len()).partition(|&i| seen[i].moves >= LEAST_MOVES);
    if let Some(at) = rng.pick(if rich.is_empty() { &poor } else { &rich }).copied() {
        out.push(Place { kind: Opening::Random, ..seen.remove(at).place });
    }
    // Those with few moves are judged first: they cost least.
    seen.sort_by_key(|s| s.moves);
    let mut judged: Vec<(Verdict, Seen)> = Vec::new();
    // Nobody wins a common score.
    let many = if game.rules().score == Some(ScoreKind::Shared) { 0 } else { JUDGED };
    for one in seen.into_iter().take(many) {
        match solver.outcome(game.at(&one.state)) {
            Ok(verdict) => judged.push((verdict, one)),
            Err(_) => break,
        }
    }
    let won = || judged.iter().filter(|(v, _)| *v == Verdict::Win);
    let easy = won().find(|(_, s)| s.moves >= LEAST_MOVES).or_else(|| won().next());
    let lost = judged.iter().rfind(|(v, _)| *v == Verdict::Lose);
    let named = |kind, found: Option<&(Verdict, Seen)>| found.map(|(_, s)| Place { kind, ..s.place.clone() });
    // The one by chance stands last.
    let at = out.len().min(1);
    out.splice(at..at, named(Opening::Easy, easy).into_iter().chain(named(Opening::Lost, lost)));
    out
}

/// Positions of games played at random, each once, none of them a start; all with a choice of moves.
fn walk(game: &Game, starts: &[String], solver: &mut Solver, rng: &mut Rng) -> Vec<Seen> {
    let begins: Vec<State> = (starts.iter().take(MOST_STARTS))
        .filter_map(|s| game.position(s).ok())
        .chain(heaps(game, rng))
        .map(|position| State::new(position, 0))
        .collect();
    let mut out: Vec<Seen> = Vec::new();
    for _ in 0..GAMES {
        let Some(begin) = rng.pick(&begins) else { break };
        let mut state = begin.clone();
        for _ in 0..PLIES {
            let Some(moves) = moves(game, &state, solver) else { break };
            let place = Place {
                kind: Opening::Random,
                position: state.positions.first().map(|p| game.show(p)).unwrap_or_default(),
                first: state.turn.mover.min(1),
            };
            let known = starts.contains(&place.position) || out.iter().any(|s| s.place == place);
            if moves.len() > 1 && !known && !place.position.is_empty() {
                out.push(Seen { state: fresh(&state), place, moves: moves.len() });
            }
            match rng.pick(&moves) {
                Some(m) => state = m.to.clone(),
                None => break,
            }
        }
    }
    out
}

/// A few heaps by chance, where any heaps may be: examples are often smaller than one wants to play.
fn heaps(game: &Game, rng: &mut Rng) -> Vec<Position> {
    if !plain_heaps(game) {
        return Vec::new();
    }
    (0..MOST_STARTS)
        .filter_map(|_| {
            let sizes: Vec<String> = (0..1 + rng.below(3)).map(|_| (3 + rng.below(13)).to_string()).collect();
            game.position(&sizes.join(" ")).ok()
        })
        .collect()
}

/// The same position as a start: a game that begins there has made no move.
fn fresh(state: &State) -> State {
    let mut out = state.clone();
    out.turn.turn = 0;
    out
}

/// The moves of a position that is not over and has few enough of them.
fn moves(game: &Game, state: &State, solver: &mut Solver) -> Option<Vec<RawMove>> {
    let over = solver.with_whole(game.as_ref(), |whole| whole.over(state));
    if !matches!(over, Ok(None)) {
        return None;
    }
    let (moves, more) = solver.some_moves(game.at(state), MOST_MOVES).ok()?;
    (!more).then_some(moves)
}
