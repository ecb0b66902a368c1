//! Runs of lost heaps as the theorem about a game: windows with two moving ends, whose conditions the theory room decides.

use super::certificate::head;
use super::claims::{self, ClaimProof};
use super::winning::{At, tuple};
use crate::game::Game;
use bouton_compile::fragment::Fragment;
use bouton_engine::{Budget, Halt};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_theory::Effort;
use bouton_theory::prove::{Limits, Runs, Slope};
use bouton_theory::strategy::Ways;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};
use std::sync::{Arc, OnceLock};

/// Runs that are shown.
const SHOWN: usize = 6;

/// A game of one heap that is lost in runs, for heaps of every size.
#[derive(Clone)]
pub struct RunsProof {
    /// The game.
    pub game: Game,
    /// Where the runs are.
    pub runs: Runs,
    /// The claims of the file: what could be decided without the theorem.
    pub claims: Vec<ClaimProof>,
    fragment: Fragment,
    ways: OnceLock<Option<Arc<Ways>>>,
}

impl RunsProof {
    /// The theorem, if the game is one of runs.
    pub(super) fn find(game: &Game, limits: &Limits<'_>) -> Result<Option<RunsProof>, Halt> {
        let Ok(fragment) = game.fragment() else { return Ok(None) };
        let effort = &Effort::new(limits.budget);
        let found = match Runs::new(fragment, effort) {
            Err(Halt::Size | Halt::Work) => return Ok(None),
            found => found?,
        };
        let Some(runs) = found else { return Ok(None) };
        let claims = claims::alone(game, fragment, limits, effort).1;
        let (game, fragment) = (game.clone(), fragment.clone());
        Ok(Some(RunsProof { game, runs, claims, fragment, ways: OnceLock::new() }))
    }

    /// The name of the heap.
    pub fn name(&self) -> &str {
        &self.fragment.coordinates[0].name
    }

    /// Is every run a single heap?
    fn single(&self) -> bool {
        self.runs.near == Slope { factor: 1, plus: 1, over: 1 }
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let (n, Runs { near, far, lost, .. }) = (self.name(), &self.runs);
        let first = self.runs.first(SHOWN);
        let sep = lang.pick(", ", "、");
        let small = lost.iter().map(i64::to_string).collect::<Vec<_>>().join(sep);
        if self.single() {
            let list = first.iter().map(|[s, _]| s.to_string()).collect::<Vec<_>>().join(sep);
            let all = if small.is_empty() { list } else { format!("{small}{sep}{list}") };
            let (start, next) = (self.runs.start, far.text("h"));
            return lang.pick(
                format!("lost exactly if {n} is one of {all}, …; from {start} on, behind h comes {next}"),
                format!("必败，当且仅当 {n} 为 {all}……之一；从 {start} 起，h 之后是 {next}"),
            );
        }
        let run = |[s, e]: &[BigUint; 2]| if s == e { s.to_string() } else { format!("{s}..{e}") };
        let list = first.iter().map(run).collect::<Vec<_>>().join(sep);
        let (end, next) = (near.text("s"), far.text("e"));
        let also = match lost.is_empty() {
            true => [String::new(), String::new()],
            false => [format!("one of {small}, or "), format!("为 {small} 之一，或")],
        };
        lang.pick(
            format!("lost exactly if {n} is {}in one of the runs {list}, …; a run s..e ends before {end}, and behind it the next begins at {next}", also[0]),
            format!("必败，当且仅当 {n} {}在 {list}……各段之一；段 s..e 止于 {end} 之前，其后一段从 {next} 开始", also[1]),
        )
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let (n, Runs { near, far, from, .. }) = (self.name(), &self.runs);
        let (near, far) = (near.text("m"), far.text("m"));
        vec![lang.pick(
            format!("by the theorem on windows with two moving ends: from {n} = {from} on, a move leads from {n} to m exactly if {near} <= {n} < {far}, which was decided for all sizes by automata in base 2; heaps up to the end of the first run by definition"),
            format!("由两端移动的窗口的定理：自 {n} = {from} 起，从 {n} 可走到 m，当且仅当 {near} <= {n} < {far}，由 2 进制自动机对任意大小判定；第一段结束之前的堆按定义算出"),
        )]
    }

    /// The certificate; `misere` says that the ending of the rules was turned over.
    pub fn certificate(&self, misere: bool) -> Json {
        let Runs { from, near, far, lost, start } = &self.runs;
        let slope = |s: &Slope| json!([s.factor, s.plus, s.over]);
        let mut out = head(&self.game, "runs", misere);
        (out["from"], out["near"], out["far"]) = (json!(from), slope(near), slope(far));
        (out["lost"], out["start"]) = (json!(lost), json!(start));
        out
    }

    /// What the theorem says about a position, with so many winning moves at most.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let effort = &Effort::new(Some(budget));
        let [part] = position.parts.as_slice() else { return Ok(None) };
        let Some(numbers) = tuple(&self.fragment, part) else { return Ok(None) };
        let [heap] = numbers.as_slice() else { return Ok(None) };
        let mut at = At::new(self.game.show(position), self.runs.lost(heap));
        if at.lost {
            return Ok(Some(at));
        }
        if most == 0 {
            at.complete = false;
            return Ok(Some(at));
        }
        let made = || Ways::new(&self.fragment, effort).ok().map(Arc::new);
        let Some(ways) = self.ways.get_or_init(made) else { return Ok(None) };
        // Below the first run some of these are no options.
        let (left, all) = self.runs.winning(heap, most.saturating_add(self.runs.lost.len()));
        at.complete = all;
        for to in left {
            let room = most.saturating_sub(at.winning.len());
            if room == 0 {
                at.complete = false;
                break;
            }
            let moves = ways.leading(&numbers, &[vec![to]], room, effort)?;
            at.add(&self.game, &self.fragment, moves, position, 0);
        }
        Ok(Some(at.sorted()))
    }
}
