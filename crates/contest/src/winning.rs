//! What the oracle knows of moves: where they lead, whether they win, which ones do.

use crate::oracle::{Oracle, runs};
use bouton::answer::entries::{RawMove, wins};
use bouton::engines::whole::State;
use bouton::language::ast::Verdict;
use bouton::language::interp::Chosen;
use bouton::{Game, Problem, claims};
use bouton_template::{Case, MoveForm, Want};

/// Positions with more moves than this are not searched for winning ones.
const LISTED: u64 = 30_000;

impl Oracle {
    /// Where a move leads: the case there and whether the same player moves on. `None` if the move is not legal.
    pub fn after(&mut self, case: &Case, m: &Chosen) -> Result<Option<(Case, bool)>, Problem> {
        let games = std::slice::from_ref(&case.game);
        let state = case.state();
        let Some(part) = case.position.parts.get(m.part) else { return Ok(None) };
        let applied = case.game.interp().apply(part, m.line, &m.choices, state.turn);
        let Some(applied) = applied.map_err(|e| Problem::run(e, case.game.sources()))? else {
            return Ok(None);
        };
        let to = self
            .solver
            .with_whole(games, |w| Ok(w.after(&state, 0, m.part, &applied.parts, applied.again)))?;
        Ok(Some((case.there(&to), applied.again)))
    }

    /// Does a legal move win for the player who makes it? `None` where that is not known.
    pub fn wins(&mut self, case: &Case, m: &Chosen) -> Result<Option<bool>, Problem> {
        let Some((next, again)) = self.after(case, m)? else { return Ok(Some(false)) };
        let outcome = self.outcome(&next)?;
        Ok(outcome.map(|v| v == if again { Verdict::Win } else { Verdict::Lose }))
    }

    /// The outcome of a case, whether the game is over there or not.
    fn outcome(&mut self, case: &Case) -> Result<Option<Verdict>, Problem> {
        match self.over(case)? {
            None => Ok(self.truth(case, Want::Outcome)?.and_then(|t| t.outcome)),
            over => Ok(over),
        }
    }

    /// The legal moves that printed words can mean. `None`: they cannot be read as a move at all.
    pub fn meant(
        &mut self,
        form: &MoveForm,
        case: &Case,
        printed: &[&str],
    ) -> Result<Option<Vec<Chosen>>, Problem> {
        let Some(said) = form.read(case, printed) else { return Ok(None) };
        let mut out: Vec<Chosen> = Vec::new();
        for candidate in said.candidates(case) {
            if let Some((next, _)) = self.after(case, &candidate)?
                && said.fits(case, &candidate, &next.position)
                && !out.contains(&candidate)
            {
                out.push(candidate);
            }
        }
        if out.is_empty() {
            let moves = self.moves(case)?.unwrap_or_default();
            let fits = moves.iter().filter(|m| said.fits(case, &m.chosen(), &m.to.positions[0]));
            out.extend(fits.map(RawMove::chosen));
        }
        Ok(Some(out))
    }

    /// The outcome of a game that is over; `None` while it is not, or where the rules cannot be run to see.
    pub fn over(&mut self, case: &Case) -> Result<Option<Verdict>, Problem> {
        if runs(case) { self.ended(&case.game, &case.state()) } else { Ok(None) }
    }

    /// The same for a state of a game, which knows how many moves were made.
    pub fn ended(&mut self, game: &Game, state: &State) -> Result<Option<Verdict>, Problem> {
        match self.solver.with_whole(std::slice::from_ref(game), |w| w.over(state)) {
            Ok(Some((verdict, _))) => return Ok(Some(verdict)),
            Err(Problem::Over(_) | Problem::Run { .. }) => return Ok(None),
            Err(other) => return Err(other),
            Ok(None) => {}
        }
        for part in state.positions.iter().flat_map(|p| &p.parts) {
            match game.interp().can_move(part, state.turn) {
                Ok(false) => {}
                // Numbers that the rules cannot be run on have moves as far as anybody knows.
                Ok(true) | Err(_) => return Ok(None),
            }
        }
        Ok(Some(game.interp().at_end(state.turn)))
    }

    /// All moves of a case, if they are few.
    pub fn moves(&mut self, case: &Case) -> Result<Option<Vec<RawMove>>, Problem> {
        let games = std::slice::from_ref(&case.game);
        if !runs(case) {
            return Ok(None);
        }
        if !self.begin() {
            return Ok(None);
        }
        self.solver.limit_work(games, Some(LISTED));
        let moves = self.solver.raw_moves(case.game.at(&case.state()));
        self.solver.limit_work(games, None);
        match moves {
            Ok(moves) => Ok(Some(moves)),
            Err(Problem::Over(_) | Problem::Run { .. }) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Winning moves, and whether these are all: what the strategies of the rules list, which is all where they listed all
    /// wherever that was tried; without strategies, what is found by trying the moves, if they are few. Without `all`,
    /// one is enough.
    pub fn winning(&mut self, case: &Case, all: bool) -> Result<(Vec<Chosen>, bool), Problem> {
        let mut out = Vec::new();
        for (part, line, choices) in claims::strategy_moves(&case.game, &case.position)? {
            let m = Chosen { part, line, choices };
            if self.wins(case, &m)? == Some(true) {
                out.push(m);
            }
        }
        if !out.is_empty() && (self.strategies || !all) {
            return Ok((out, self.strategies));
        }
        let Some(moves) = self.moves(case)? else { return Ok((out, false)) };
        out.clear();
        let mut sure = true;
        for m in moves {
            match self.outcome(&case.there(&m.to))? {
                Some(v) if wins(&m, v) => out.push(m.chosen()),
                Some(_) => {}
                None => sure = false,
            }
            if !all && !out.is_empty() {
                return Ok((out, false));
            }
        }
        Ok((out, sure))
    }
}
