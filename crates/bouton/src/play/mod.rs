//! The game that is being played: where it stands, what can be done, what was done.

pub mod hint;
pub mod judge;
pub mod openings;
pub mod opponent;

use crate::answer::entries::{RawMove, Worth, entry, wins};
use crate::answer::{MoveEntry, reasons};
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match, Question};
use crate::play::hint::{Hint, Nudge};
use crate::play::judge::Mistake;
use crate::play::opponent::{Choice, Opponent};
use crate::problem::Problem;
use crate::report::exact;
use crate::rng::Rng;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::{End, ScoreKind};
use schemars::JsonSchema;
use serde::Serialize;

/// What the player to move can do.
pub struct Options {
    /// The moves as made.
    pub moves: Vec<RawMove>,
    /// The same as they are shown.
    pub entries: Vec<MoveEntry>,
    /// Forbidden by the opponent for this turn.
    forbidden: Vec<bool>,
}

impl Options {
    /// Indices of the moves that are not forbidden.
    pub fn allowed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.moves.len()).filter(|&i| !self.forbidden[i])
    }

    /// Forbids the moves that lead to these positions.
    pub fn forbid(&mut self, results: &[String]) {
        for (i, entry) in self.entries.iter().enumerate() {
            self.forbidden[i] |= results.contains(&entry.to);
        }
    }

    /// Was anything forbidden?
    pub fn restricted(&self) -> bool {
        self.forbidden.contains(&true)
    }
}

/// The first moves of a position, in words.
pub struct FirstMoves {
    /// As made and as shown.
    pub moves: Vec<(RawMove, MoveEntry)>,
    /// There are more.
    pub more: bool,
}

/// A state that the game went through.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Past {
    /// As it can be typed.
    pub position: String,
    /// Who moves there, 0 or 1.
    #[schemars(range(min = 0, max = 1))]
    pub mover: usize,
    /// What it is worth to that player; none where it is too big to tell.
    pub outcome: Option<Verdict>,
    /// Its Grundy value, where the method gives it.
    pub grundy: Option<u64>,
    /// Its score.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Option<crate::report::Int>")]
    pub score: Option<i64>,
    /// The move that led there; none at the start.
    #[serde(rename = "move")]
    pub by: Option<MoveEntry>,
}

/// A game in progress.
pub struct Playing {
    games: Vec<Game>,
    start: State,
    state: State,
    solver: Solver,
    played: Vec<RawMove>,
}

impl Playing {
    /// A game at its start.
    pub fn new(Question { games, state, .. }: Question, solver: Solver) -> Playing {
        Playing { games, start: state.clone(), state, solver, played: Vec::new() }
    }

    /// The solver, with all that it has learnt.
    pub fn into_solver(self) -> Solver {
        self.solver
    }

    /// The games.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Where they stand.
    pub fn positions(&self) -> &[Position] {
        &self.state.positions
    }

    /// The position at hand, with whose turn it is.
    pub fn at(&self) -> Match<'_> {
        Match::of(&self.games, &self.state)
    }

    /// What a question about the position at hand needs.
    pub fn ask(&mut self) -> (&mut Solver, Match<'_>) {
        (&mut self.solver, Match::of(&self.games, &self.state))
    }

    /// The player to move.
    pub fn mover(&self) -> usize {
        self.state.turn.mover.min(1)
    }

    /// Points so far; a shared total is the first one's.
    pub fn totals(&self) -> [i64; 2] {
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
    pub fn lead(&self) -> i64 {
        let totals = self.totals();
        totals[self.mover()].saturating_sub(totals[1 - self.mover()])
    }

    /// Whose points they are, in a game for points.
    pub fn score(&self) -> Option<ScoreKind> {
        self.games[0].rules().score
    }

    /// The name that the rules give a player.
    pub fn player_name(&self, player: usize) -> Option<String> {
        let rules = self.games[0].rules();
        (self.games.len() == 1 && rules.players_named).then(|| rules.players[player.min(1)].clone())
    }

    /// The ending in force, worded.
    pub fn ending(&self, lang: Lang) -> String {
        reasons::ending(&self.games[0]).say(lang).into()
    }

    /// What can be done here.
    pub fn options(&mut self) -> Result<Options, Problem> {
        self.solver.renew();
        let over = self.ended()?.is_some();
        let moves =
            if over { Vec::new() } else { self.solver.raw_moves(Match::of(&self.games, &self.state))? };
        let entries = moves.iter().map(|m| entry(Match::of(&self.games, &self.state), m, None)).collect();
        let forbidden = vec![false; moves.len()];
        Ok(Options { moves, entries, forbidden })
    }

    /// The first so many moves; `None` where numbers are beyond 64 bits.
    pub fn first_moves(&mut self, most: u64) -> Result<Option<FirstMoves>, Problem> {
        if self.question().huge() {
            return Ok(None);
        }
        let at = Match::of(&self.games, &self.state);
        let (moves, more) = self.solver.some_moves(at, most)?;
        let worded = |m: RawMove| {
            let entry = entry(Match::of(&self.games, &self.state), &m, None);
            (m, entry)
        };
        Ok(Some(FirstMoves { moves: moves.into_iter().map(worded).collect(), more }))
    }

    /// The moves so far, in words, each with the player who made it. Nothing is judged.
    pub fn record(&self) -> Vec<(usize, MoveEntry)> {
        let one = |i: usize| {
            let before = self.before(i);
            (before.turn.mover.min(1), entry(Match::of(&self.games, before), &self.played[i], None))
        };
        (0..self.played.len()).map(one).collect()
    }

    /// The game of a sum in which the last move was made, from 0, and where it stood before it.
    pub fn last_change(&self) -> Option<(usize, &Position)> {
        let last = self.played.len().checked_sub(1)?;
        let term = self.played[last].term;
        Some((term, self.before(last).positions.get(term)?))
    }

    /// Where move number `ply` (from 0) was made.
    fn before(&self, ply: usize) -> &State {
        if ply == 0 { &self.start } else { &self.played[ply - 1].to }
    }

    /// The end by a rule, for the player to move.
    fn ended(&mut self) -> Result<Option<Verdict>, Problem> {
        let state = &self.state;
        let over = self.solver.with_whole(&self.games, |whole| whole.over(state))?;
        Ok(over.map(|(verdict, _)| verdict))
    }

    /// Is the game over, and how for the player to move? Also after a position has come three times in a game that
    /// may go on for ever, and where everything was forbidden.
    pub fn over(&mut self, options: &Options) -> Result<Option<Verdict>, Problem> {
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

    /// The same without a list of moves, of which a large position has too many.
    pub fn over_here(&mut self) -> Result<Option<Verdict>, Problem> {
        let mut verdict = self.ended()?;
        if verdict.is_none() {
            verdict = if self.can_move()? {
                self.repeated()
            } else {
                Some(self.games[0].interp().at_end(self.state.turn))
            };
        }
        Ok(match (verdict, self.score()) {
            (Some(_), Some(ScoreKind::Own)) => Some(by_points(self.lead())),
            (verdict, _) => verdict,
        })
    }

    /// Has the player to move a move? Positions beyond 64 bits are not over.
    fn can_move(&self) -> Result<bool, Problem> {
        if self.question().huge() {
            return Ok(true);
        }
        for (game, position) in self.games.iter().zip(&self.state.positions) {
            for part in &position.parts {
                let found = game.interp().can_move(part, self.state.turn);
                if found.map_err(|error| Problem::run(error, game.sources()))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
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
    pub fn may_forbid(&self) -> Result<u64, Problem> {
        let [game] = self.games.as_slice() else { return Ok(0) };
        game.interp()
            .blocked(&self.state.positions[0], self.state.turn)
            .map_err(|error| Problem::run(error, game.sources()))
    }

    /// What a perfect opponent of the player to move forbids: options that win, as many as allowed.
    pub fn best_to_forbid(&mut self, options: &Options, most: u64) -> Result<Vec<String>, Problem> {
        let mut winning = Vec::new();
        for (m, entry) in options.moves.iter().zip(&options.entries) {
            if winning.len() as u64 >= most {
                break;
            }
            match self.solver.outcome(Match::of(&self.games, &m.to)) {
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
    pub fn allowed_move(&mut self, options: &Options, rng: &mut Rng) -> Result<usize, Problem> {
        let all: Vec<usize> = options.allowed().collect();
        for &i in &all {
            match self.solver.outcome(Match::of(&self.games, &options.moves[i].to)) {
                Ok(verdict) if wins(&options.moves[i], verdict) => return Ok(i),
                Ok(_) | Err(Problem::Over(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(rng.pick(&all).copied().unwrap_or(0))
    }

    /// Makes a move as it is typed.
    pub fn follow(&mut self, typed: &str) -> Result<(), Problem> {
        let by = self.solver.find_move(Match::of(&self.games, &self.state), typed)?;
        self.make(by);
        Ok(())
    }

    /// The question "who wins here?" about the position at hand.
    pub fn question(&self) -> Question {
        Question { games: self.games.clone(), state: self.state.clone(), all_moves: false }
    }

    /// The opponent's move; where moves are forbidden, one of those that are left. `None` if there is no move.
    pub fn reply(
        &mut self,
        opponent: &mut Opponent,
        options: &Options,
        rng: &mut Rng,
    ) -> Result<Option<Choice>, Problem> {
        if !options.restricted()
            && let Some(choice) = opponent.choose(&mut self.solver, Match::of(&self.games, &self.state))?
        {
            return Ok(Some(choice));
        }
        if options.allowed().next().is_none() {
            return Ok(None);
        }
        let index = self.allowed_move(options, rng)?;
        Ok(Some(Choice { by: options.moves[index].clone(), meant: true, sure: true }))
    }

    /// The library's hint for the position at hand; `None` where it is too big to be solved in time.
    pub fn hint(&mut self) -> Result<Option<Hint>, Problem> {
        self.solver.renew();
        match self.solver.hint(Match::of(&self.games, &self.state)) {
            Ok(hint) => Ok(Some(hint)),
            Err(Problem::Over(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// A hint in words; the higher the step (1 to 3), the more it gives away.
    pub fn hint_text(&self, hint: &Hint, step: usize, lang: Lang) -> String {
        let (Some(by), false) = (&hint.by, matches!(hint.nudge, Nudge::None | Nudge::Paired)) else {
            let mut out = self.standing(hint, lang);
            if let Some(what) = hint.what(lang) {
                out.push_str(lang.pick(" ", ""));
                out.push_str(&what);
            }
            return out;
        };
        match step {
            0 | 1 => self.standing(hint, lang),
            2 => hint.what(lang).unwrap_or_else(|| self.standing(hint, lang)),
            _ => format!("{}   → {}   [{}]", by.text(lang), by.to, by.notation),
        }
    }

    /// Who is winning, the points that were made so far included.
    pub fn standing(&self, hint: &Hint, lang: Lang) -> String {
        match (self.score(), hint.score) {
            (Some(ScoreKind::Shared), Some(more)) => {
                let total = self.totals()[0].saturating_add(more);
                lang.pick(
                    format!("With best play the score ends at {total}."),
                    format!("双方都走最佳时，总分为 {total}。"),
                )
            }
            (Some(ScoreKind::Own), Some(more)) => {
                Hint { score: Some(self.lead().saturating_add(more)), ..hint.clone() }.who(lang)
            }
            _ => hint.who(lang),
        }
    }

    /// Every state of the game so far with the move that led to it, and what it is worth to the player to move there
    /// (`None` where it is too big to tell).
    pub fn history(&mut self) -> Result<Vec<Past>, Problem> {
        let mut out = Vec::with_capacity(self.played.len() + 1);
        for ply in 0..=self.played.len() {
            let state = if ply == 0 { &self.start } else { &self.played[ply - 1].to };
            let ended = self.solver.with_whole(&self.games, |w| w.over(state))?;
            let worth = match (ended, self.solver.worth(Match::of(&self.games, state))) {
                (Some((verdict, _)), Ok(worth)) => Some(Worth { verdict, ..worth }),
                (Some((verdict, _)), Err(_)) => Some(Worth { verdict, grundy: None, score: None }),
                (None, Ok(worth)) => Some(worth),
                (None, Err(Problem::Over(_))) => None,
                (None, Err(other)) => return Err(other),
            };
            let shown: Vec<String> =
                self.games.iter().zip(&state.positions).map(|(g, p)| g.show(p)).collect();
            let by = ply
                .checked_sub(1)
                .map(|i| entry(Match::of(&self.games, self.before(i)), &self.played[i], worth));
            out.push(Past {
                position: shown.join(" + "),
                mover: state.turn.mover.min(1),
                outcome: worth.map(|w| w.verdict),
                grundy: worth.and_then(|w| w.grundy),
                score: worth.and_then(|w| w.score),
                by,
            });
        }
        Ok(out)
    }

    /// Every move that gave something away; none where the game is too big to be judged.
    pub fn mistakes(&mut self) -> Result<Vec<Mistake>, Problem> {
        match self.solver.judge(&self.games, &self.start, &self.played) {
            Ok(list) => Ok(list),
            Err(Problem::Over(_)) => Ok(Vec::new()),
            Err(other) => Err(other),
        }
    }

    /// Makes a move.
    pub fn make(&mut self, by: RawMove) {
        self.state = by.to.clone();
        self.played.push(by);
    }

    /// Goes back to the last position in which one of the people had to move; false if there is none.
    pub fn undo(&mut self, is_person: impl Fn(usize) -> bool) -> bool {
        let at = (0..self.played.len()).rev().find(|&i| is_person(self.before(i).turn.mover));
        let Some(at) = at else { return false };
        self.state = self.before(at).clone();
        self.played.truncate(at);
        true
    }

    /// The last move by which this player, who has lost, gave something away; `None` where there was none or the game
    /// is too big to be judged.
    pub fn mistake(&mut self, loser: usize) -> Result<Option<Mistake>, Problem> {
        self.solver.renew();
        Ok(self.mistakes()?.into_iter().rfind(|m| m.player == loser))
    }
}

fn by_points(lead: i64) -> Verdict {
    match lead.signum() {
        1 => Verdict::Win,
        -1 => Verdict::Lose,
        _ => Verdict::Draw,
    }
}
