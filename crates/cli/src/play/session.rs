//! The game that is being played: where it stands, what can be done, what was done.

use crate::lang::Lang;
use bouton::answer::MoveEntry;
use bouton::entries::{RawMove, entry, wins};
use bouton::judge::Mistake;
use bouton::language::ast::Verdict;
use bouton::language::interp::Position;
use bouton::language::rules::{End, ScoreKind};
use bouton::rng::Rng;
use bouton::whole::State;
use bouton::{Game, Problem, Solver, reasons};

/// What the player to move can do.
pub(super) struct Options {
    /// The moves as made.
    pub(super) moves: Vec<RawMove>,
    /// The same as they are shown.
    pub(super) entries: Vec<MoveEntry>,
    /// Forbidden by the opponent for this turn.
    forbidden: Vec<bool>,
}

impl Options {
    /// Indices of the moves that are not forbidden.
    pub(super) fn allowed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).filter(|&i| !self.forbidden[i])
    }

    /// Forbids the moves that lead to these positions.
    pub(super) fn forbid(&mut self, results: &[String]) {
        for (i, entry) in self.entries.iter().enumerate() {
            self.forbidden[i] |= results.contains(&entry.to);
        }
    }

    /// Was anything forbidden?
    pub(super) fn restricted(&self) -> bool {
        self.forbidden.contains(&true)
    }
}

/// A game in progress.
pub(super) struct Session {
    games: Vec<Game>,
    start: State,
    state: State,
    solver: Solver,
    played: Vec<RawMove>,
}

impl Session {
    /// A game at its start.
    pub(super) fn new(games: Vec<Game>, start: State, solver: Solver) -> Session {
        Session { games, state: start.clone(), start, solver, played: Vec::new() }
    }

    pub(super) fn games(&self) -> &[Game] {
        &self.games
    }

    pub(super) fn positions(&self) -> &[Position] {
        &self.state.positions
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// What a question about the position at hand needs.
    pub(super) fn ask(&mut self) -> (&mut Solver, &[Game], &State) {
        (&mut self.solver, &self.games, &self.state)
    }

    /// The player to move.
    pub(super) fn mover(&self) -> usize {
        self.state.turn.mover.min(1)
    }

    /// Points so far; a shared total is the first one's.
    pub(super) fn totals(&self) -> [i64; 2] {
        let shared = self.score() == Some(ScoreKind::Shared);
        let mut totals = [0i64; 2];
        let mut mover = self.start.turn.mover.min(1);
        for m in &self.played {
            let gainer = if shared { 0 } else { mover };
            totals[gainer] = totals[gainer].saturating_add(m.gain);
            mover = m.to.turn.mover.min(1);
        }
        totals
    }

    /// Points of the player to move minus those of the other.
    pub(super) fn lead(&self) -> i64 {
        let totals = self.totals();
        totals[self.mover()].saturating_sub(totals[1 - self.mover()])
    }

    /// Whose points they are, in a game for points.
    pub(super) fn score(&self) -> Option<ScoreKind> {
        self.games[0].rules().score
    }

    /// The name that the rules give a player.
    pub(super) fn player_name(&self, player: usize) -> Option<String> {
        let rules = self.games[0].rules();
        (self.games.len() == 1 && rules.players_named).then(|| rules.players[player.min(1)].clone())
    }

    /// The ending in force, worded.
    pub(super) fn ending(&self, lang: Lang) -> String {
        let [en, zh] = reasons::ending(&self.games[0]);
        lang.pick(en, zh)
    }

    /// What can be done here.
    pub(super) fn options(&mut self) -> Result<Options, Problem> {
        self.solver.renew();
        let over = self.ended()?.is_some();
        let moves = if over { Vec::new() } else { self.solver.raw_moves(&self.games, &self.state)? };
        let entries = moves.iter().map(|m| entry(&self.games, &self.state, m, None)).collect();
        let forbidden = vec![false; moves.len()];
        Ok(Options { moves, entries, forbidden })
    }

    /// The end by a rule, for the player to move.
    fn ended(&mut self) -> Result<Option<Verdict>, Problem> {
        let state = &self.state;
        let over = self.solver.with_whole(&self.games, |whole| whole.over(state))?;
        Ok(over.map(|(verdict, _)| verdict))
    }

    /// Is the game over, and how for the player to move? Also after a position has come three times in a game that
    /// may go on for ever, and where everything was forbidden.
    pub(super) fn over(&mut self, options: &Options) -> Result<Option<Verdict>, Problem> {
        let verdict = match self.ended()? {
            Some(verdict) => Some(verdict),
            None if options.allowed().next().is_none() => {
                Some(self.games[0].interp().at_end(self.state.turn))
            }
            None => self.repeated(),
        };
        Ok(match (verdict, self.score()) {
            (Some(_), Some(ScoreKind::Own)) => Some(by_points(self.lead())),
            (verdict, _) => verdict,
        })
    }

    fn repeated(&self) -> Option<Verdict> {
        let endless = self.games[0].rules().endless?;
        let here = |s: &State| s.positions == self.state.positions && s.turn.mover == self.state.turn.mover;
        let times =
            [&self.start].into_iter().chain(self.played.iter().map(|m| &m.to)).filter(|s| here(s)).count();
        if times < 3 {
            return None;
        }
        Some(match endless {
            End::Wins(player) if player == self.mover() => Verdict::Win,
            End::Wins(_) => Verdict::Lose,
            _ => Verdict::Draw,
        })
    }

    /// How many options the opponent of the player to move may forbid here.
    pub(super) fn may_forbid(&self) -> Result<u64, Problem> {
        let [game] = self.games.as_slice() else { return Ok(0) };
        game.interp()
            .blocked(&self.state.positions[0], self.state.turn)
            .map_err(|error| Problem::run(error, game.sources()))
    }

    /// What a perfect opponent of the player to move forbids: options that win, as many as allowed.
    pub(super) fn best_to_forbid(&mut self, options: &Options, most: u64) -> Result<Vec<String>, Problem> {
        let mut winning = Vec::new();
        for (m, entry) in options.moves.iter().zip(&options.entries) {
            if winning.len() as u64 >= most {
                break;
            }
            match self.solver.outcome(&self.games, &m.to) {
                Ok(verdict) if wins(m, verdict) && !winning.contains(&entry.to) => {
                    winning.push(entry.to.clone())
                }
                Ok(_) | Err(Problem::Over(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(winning)
    }

    /// A winning move among those that are allowed, else any of them.
    pub(super) fn allowed_move(&mut self, options: &Options, rng: &mut Rng) -> Result<usize, Problem> {
        let all: Vec<usize> = options.allowed().collect();
        for &i in &all {
            match self.solver.outcome(&self.games, &options.moves[i].to) {
                Ok(verdict) if wins(&options.moves[i], verdict) => return Ok(i),
                Ok(_) | Err(Problem::Over(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(rng.pick(&all).copied().unwrap_or(0))
    }

    /// Makes a move.
    pub(super) fn make(&mut self, by: RawMove) {
        self.state = by.to.clone();
        self.played.push(by);
    }

    /// Goes back to the last position in which one of the people had to move; false if there is none.
    pub(super) fn undo(&mut self, is_person: impl Fn(usize) -> bool) -> bool {
        let before = |i: usize| if i == 0 { &self.start } else { &self.played[i - 1].to };
        let at = (0..self.played.len()).rev().find(|&i| is_person(before(i).turn.mover));
        let Some(at) = at else { return false };
        self.state = before(at).clone();
        self.played.truncate(at);
        true
    }

    /// The last move by which this player, who has lost, gave something away; `None` where there was none or the game
    /// is too big to be judged.
    pub(super) fn mistake(&mut self, loser: usize) -> Result<Option<Mistake>, Problem> {
        self.solver.renew();
        match self.solver.judge(&self.games, &self.start, &self.played) {
            Ok(list) => Ok(list.into_iter().rfind(|m| m.player == loser)),
            Err(Problem::Over(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }
}

fn by_points(lead: i64) -> Verdict {
    match lead.signum() {
        1 => Verdict::Win,
        -1 => Verdict::Lose,
        _ => Verdict::Draw,
    }
}
