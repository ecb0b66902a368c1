//! Answers by theorem: positions of any size, decided by what a short search proves about the rules.
//!
//! The search runs once for a game, and only where the ordinary engines would refuse or a theorem is to be quoted.

use crate::answer::entries::{RawMove, entry};
use crate::answer::how::How;
use crate::answer::solve::{blank, vast};
use crate::answer::why::{Why, XorTable};
use crate::answer::{Answer, Status};
use crate::claims::Want;
use crate::engines::heaps::heap_rule;
use crate::engines::solver::Solver;
use crate::game::{Game, Match, Method, Question};
use crate::problem::Problem;
use crate::proof::{self, At, ClaimProof, Finding, Large, ProveQuestion};
use crate::report::Sentence;
use crate::table::fill::TablePlan;
use crate::table::{Cell, Show};
use crate::tuning::{PROOF_STEPS, THEOREMS_KEPT};
use bouton_engine::Halt;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Part, Position};
use bouton_language::value::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Winning moves that are listed.
pub(crate) const LISTED: usize = 200;

/// Winning moves that are shown where there are more than that.
const SHOWN: usize = 3;

/// What searches of some length have proved about games; it outlives the tables of their sessions.
#[derive(Default)]
pub(crate) struct Theorems {
    found: Vec<(Game, u64, Option<Arc<Finding>>)>,
    /// Games on rows of one length, by the game and the lengths.
    sized: Vec<(Game, Vec<Option<usize>>, Game)>,
}

impl Theorems {
    /// What a search of so many steps finds, if that is known.
    fn known(&self, game: &Game, steps: u64) -> Option<Option<Arc<Finding>>> {
        let (_, spent, found) = self.found.iter().find(|(g, ..)| g.same(game))?;
        // A search that ended by itself has nothing to gain from more steps.
        let ended = !matches!(found.as_deref(), None | Some(Finding::NotFound(_) | Finding::NoWords(_)));
        (ended || *spent >= steps).then(|| found.clone())
    }

    fn keep(&mut self, game: &Game, steps: u64, found: Option<Arc<Finding>>) {
        self.found.retain(|(g, ..)| !g.same(game));
        if self.found.len() >= THEOREMS_KEPT {
            self.found.remove(0);
        }
        self.found.push((game.clone(), steps, found));
    }

    /// The game on rows as long as those of a position, where no move changes how long they are.
    fn sized(&mut self, game: &Game, position: &Position) -> Result<Option<Game>, Problem> {
        let Some(lengths) = game.lengths(position) else { return Ok(None) };
        if let Some((.., sized)) = self.sized.iter().find(|(g, l, _)| g.same(game) && *l == lengths) {
            return Ok(Some(sized.clone()));
        }
        let sized = game.sized(&lengths)?;
        if self.sized.len() >= THEOREMS_KEPT {
            self.sized.remove(0);
        }
        self.sized.push((game.clone(), lengths, sized.clone()));
        Ok(Some(sized))
    }
}

impl Solver {
    /// The theorem about a game that a short search finds; searched for once.
    pub fn theorem_of(&mut self, game: &Game) -> Result<Option<Arc<Finding>>, Problem> {
        self.theorem_within(game, PROOF_STEPS)
    }

    /// The same with so many steps.
    fn theorem_within(&mut self, game: &Game, steps: u64) -> Result<Option<Arc<Finding>>, Problem> {
        let _watched = self.watched();
        if let Some(known) = self.theorems.known(game, steps) {
            return Ok(known);
        }
        // Rules outside of linear arithmetic cost nothing.
        let inside = game.fragment().is_ok()
            || heap_rule(game).is_some()
            || proof::readable(game)
            || proof::places_readable(game);
        let found = match inside {
            true => match proof::within(&ProveQuestion::new(game.clone()), steps, self.budget()) {
                Ok(finding) => Some(Arc::new(finding)),
                Err(Problem::Over(_)) => None,
                Err(other) => return Err(other),
            },
            false => None,
        };
        self.theorems.keep(game, if inside { steps } else { u64::MAX }, found.clone());
        Ok(found)
    }

    /// The claims of a game that a short search proves for all sizes, by their index.
    pub fn proved_claims(&mut self, game: &Game) -> Result<Vec<usize>, Problem> {
        Ok(self.theorem_of(game)?.map_or_else(Vec::new, |theorem| theorem.proved_claims()))
    }

    /// What the theorem about a game says of a position, with so many winning moves at most.
    pub fn theorem_at(
        &mut self,
        game: &Game,
        position: &Position,
        most: usize,
    ) -> Result<Option<(Arc<Finding>, At)>, Problem> {
        self.theorem_at_within(game, position, most, PROOF_STEPS)
    }

    fn theorem_at_within(
        &mut self,
        game: &Game,
        position: &Position,
        most: usize,
        steps: u64,
    ) -> Result<Option<(Arc<Finding>, At)>, Problem> {
        if let Some(finding) = self.theorem_within(game, steps)? {
            match finding.at(position, most, self.budget()) {
                Ok(Some(at)) => return Ok(Some((finding, at))),
                Err(Halt::Interrupted) => return Err(Problem::Interrupted),
                // A walk that grows too large says nothing.
                Ok(None) | Err(_) => {}
            }
        }
        match self.theorems.sized(game, position)? {
            Some(sized) => self.theorem_at_within(&sized, position, most, steps),
            None => Ok(None),
        }
    }

    /// The answer by the theorem about a game that a short search finds, whatever the size of the position; `None` where
    /// there is none that speaks of it.
    pub fn theorem_answer(&mut self, question: &Question) -> Result<Option<Answer>, Problem> {
        self.by_theorem(question, PROOF_STEPS)
    }

    /// The answer by a theorem that a search of so many steps finds; `None` where there is none that speaks of the position.
    pub(crate) fn by_theorem(&mut self, question: &Question, steps: u64) -> Result<Option<Answer>, Problem> {
        let Some((game, position)) = question.alone() else { return Ok(None) };
        // Where players differ, theorems are told for the first of them.
        if question.state.turn.mover != 0 && game.kind().partizan() {
            return Ok(None);
        }
        let Some((finding, at)) = self.theorem_at_within(game, position, LISTED, steps)? else {
            return Ok(None);
        };
        let in_quotient = match &*finding {
            Finding::Quotient(proof) => proof.why(position),
            _ => None,
        };
        let Some(quoted) = in_quotient.or_else(|| finding.quoted()) else { return Ok(None) };
        let mut answer = blank(question);
        answer.outcome = Some(if at.lost { Verdict::Lose } else { Verdict::Win });
        answer.grundy = at.grundy.clone().map(|g| Value::big(g.into()));
        answer.status = Status::Proved;
        self.theorem_moves(question, &at, &mut answer)?;
        if let Some(table) = xor_table(game, position, &at, answer.complete) {
            answer.why.push(Why::Xor(table));
        }
        answer.why.push(quoted);
        answer.how = How::Theorem;
        Ok(Some(answer))
    }

    /// Is a table so far out that a theorem had better fill it, and is there one?
    pub(crate) fn proves(&mut self, plan: &TablePlan) -> Result<bool, Problem> {
        let game = plan.layout.game().clone();
        // A theorem about a game that treats players differently is told for the first of them.
        let speaks = plan.mover == 0 || !game.kind().partizan();
        let known = matches!(plan.show, Show::Win | Show::Grundy) && speaks && self.saved().is_none();
        let Some(corner) = plan.layout.corner().filter(|_| known) else {
            return Ok(false);
        };
        let question = Question::new(game.clone(), Position { parts: vec![corner] });
        // Values of large heaps are listed by their own engine, which copies a period as well.
        if !vast(&question) || game.method() == Method::Sum {
            return Ok(false);
        }
        Ok(self.proved_cell(&game, &question.state.positions[0], plan.show)?.is_some())
    }

    /// A cell of a table by the theorem, where it says it.
    pub(crate) fn proved_cell(
        &mut self,
        game: &Game,
        position: &Position,
        show: Show,
    ) -> Result<Option<Cell>, Problem> {
        let want = if show == Show::Grundy { Want::Grundy } else { Want::Outcome };
        let Some(known) = self.told_by_theorem(game, position, want)? else { return Ok(None) };
        Ok(match want {
            Want::Grundy => known.value.and_then(|v| u64::try_from(v.to_big()?).ok()).map(Cell::Grundy),
            _ => known.outcome.map(Cell::Outcome),
        })
    }

    /// Puts the winning moves of a theorem into an answer.
    pub(crate) fn theorem_moves(
        &mut self,
        question: &Question,
        proved: &At,
        answer: &mut Answer,
    ) -> Result<(), Problem> {
        let at = question.at();
        answer.complete = proved.lost || proved.complete;
        answer.winning_moves.clear();
        // Where there are too many to list, a few are as good as two hundred.
        let shown = if proved.complete { proved.winning.len() } else { SHOWN };
        for large in proved.winning.iter().take(shown) {
            match self.typed(at, large)? {
                Some(m) => answer.winning_moves.push(entry(at, &m, None)),
                None => answer.complete = false,
            }
        }
        Ok(())
    }

    fn typed(&mut self, at: Match<'_>, large: &Large) -> Result<Option<RawMove>, Problem> {
        let Some((line, choices)) = large.typed.clone() else { return Ok(None) };
        let part = large.part;
        let to = self.with_whole(at.games, |w| Ok(w.after(at.state, 0, part, &large.left, false)))?;
        Ok(Some(RawMove { term: 0, part, line, choices, gain: 0, again: false, to }))
    }

    /// Are the winning moves of an answer exactly those of a theorem?
    pub(crate) fn moves_proved(&mut self, question: &Question, answer: &Answer) -> Result<bool, Problem> {
        let Some((game, position)) = question.alone() else { return Ok(false) };
        let Some((_, at)) = self.theorem_at(game, position, LISTED)? else { return Ok(false) };
        if !at.complete || at.lost || !answer.complete {
            return Ok(false);
        }
        let canonical = |text: &str| game.position(text).map(|p| game.interp().canonical(&p));
        let proved = at.winning.iter().map(|w| canonical(&w.to)).collect::<Result<BTreeSet<_>, _>>();
        let listed =
            answer.winning_moves.iter().map(|m| canonical(&m.to)).collect::<Result<BTreeSet<_>, _>>();
        Ok(matches!((proved, listed), (Ok(a), Ok(b)) if a == b))
    }
}

/// The values of several heaps, their xor, and what each must become.
fn xor_table(game: &Game, position: &Position, at: &At, complete: bool) -> Option<XorTable> {
    let values = at.values.as_ref().filter(|_| at.grundy.is_some() && position.parts.len() > 1)?;
    let shown = |part: &Part| game.show(&Position { parts: vec![part.clone()] });
    let values = position.parts.iter().map(shown).zip(values.iter().map(|v| v.clone().into()));
    Some(XorTable::of(values, |i, part| {
        let possible = at.winning.iter().any(|w| w.part == i);
        (complete || possible).then_some(possible && !part.balanced)
    }))
}

impl Finding {
    /// The theorem and how it was proved, as a reason; `None` where there is none.
    pub fn quoted(&self) -> Option<Why> {
        let (theorem, how) = match self {
            Finding::Proved(p) => (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.briefly(l))),
            Finding::Period(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).pop().unwrap_or_default()))
            }
            Finding::Quotient(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).join(l.pick("; ", "；"))))
            }
            Finding::TakeAway(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).join(l.pick("; ", "；"))))
            }
            Finding::Family(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).join(l.pick("; ", "；"))))
            }
            Finding::Places(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).join(l.pick("; ", "；"))))
            }
            Finding::Runs(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).join(l.pick("; ", "；"))))
            }
            Finding::Words(p) => {
                (Sentence::new(|l| p.theorem(l)), Sentence::new(|l| p.how(l).join(l.pick("; ", "；"))))
            }
            Finding::NoWords(_) | Finding::NotFound(_) | Finding::Outside(_) => return None,
        };
        Some(Why::Theorem { theorem, how })
    }

    /// The claims of the file and what became of them.
    pub fn claims(&self) -> &[ClaimProof] {
        match self {
            Finding::Proved(proof) => &proof.claims,
            Finding::Period(proof) => &proof.claims,
            Finding::Quotient(proof) => &proof.claims,
            Finding::TakeAway(proof) => &proof.claims,
            Finding::Family(proof) => &proof.claims,
            Finding::Places(proof) => &proof.claims,
            Finding::Runs(proof) => &proof.claims,
            Finding::NotFound(search) => &search.claims,
            Finding::Words(_) | Finding::NoWords(_) | Finding::Outside(_) => &[],
        }
    }

    /// The claims of the file that are proved for all sizes, by their index.
    pub(crate) fn proved_claims(&self) -> Vec<usize> {
        let proved = self.claims().iter().filter(|c| matches!(c.decided, proof::Decided::Proved));
        proved.map(|c| c.index).collect()
    }
}
