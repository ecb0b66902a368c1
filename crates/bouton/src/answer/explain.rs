//! `explain`: why a position is won, lost or drawn, as a tree of moves and answers; and what one move does.

use crate::answer::entries::{Listed, RawMove, entry, move_score, notation, wins};
use crate::answer::why::Why;
use crate::answer::{Answer, MoveEntry, reasons};
use crate::engines::solver::Solver;
use crate::game::{Game, Match, Question, squares};
use crate::problem::Problem;
use crate::report::Int;
use crate::report::{Sentence, exact};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Wording;
use bouton_language::interp::{Chosen, Position, Refused, Turn};
use bouton_language::position;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// Why a position is what it is.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Winner, winning moves and reasons, as for the plain question.
    pub answer: Answer,
    /// The tree of moves: every move of a lost position with an answer, the winning moves of a won one.
    pub tree: Node,
    /// The tree was cut because it grew too large.
    pub cut: bool,
}

/// A position of the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Node {
    /// As it can be typed.
    pub position: String,
    /// For the player to move there.
    pub outcome: Verdict,
    /// Score for the player to move there, in a score game.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Option<Int>")]
    pub score: Option<i64>,
    /// Who moves there, 0 or 1.
    #[schemars(range(min = 0, max = 1))]
    pub mover: usize,
    /// Is play over there?
    pub over: bool,
    /// The moves that matter: all options of a lost or drawn position, a winning (or best) move of a won one.
    pub branches: Vec<Branch>,
}

/// A move and where it leads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Branch {
    /// The move.
    #[serde(rename = "move")]
    pub by: MoveEntry,
    /// The position behind it.
    pub node: Node,
}

/// What one move does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveExplanation {
    /// The move.
    #[serde(rename = "move")]
    pub by: MoveEntry,
    /// The position before, for the player who moves.
    pub before: Verdict,
    /// What the move makes of it, for the same player.
    pub after: Verdict,
    /// In a score game.
    pub scores: Option<Scores>,
    /// The opponent's winning answer, where the move loses.
    pub refutation: Option<MoveEntry>,
    /// The winning (or best) moves instead, where this is none of them.
    pub better: Vec<MoveEntry>,
    /// Why the position behind the move is what it is.
    #[serde(serialize_with = "crate::report::reasons")]
    #[schemars(with = "Vec<crate::report::Reason<'static>>")]
    pub why: Vec<Why>,
}

/// What a position and a move in it are worth.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Scores {
    /// The best score.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Int")]
    pub best: i64,
    /// The score with this move.
    #[serde(serialize_with = "exact")]
    #[schemars(with = "Int")]
    pub this: i64,
}

/// Something that looks like a move and is none.
#[derive(Clone, Debug)]
pub struct IllegalMove {
    /// As it would be typed; choices behind the reason are left out.
    pub notation: String,
    /// Why not.
    pub why: Sentence,
}

/// Trees are cut at this many positions.
const MOST_NODES: usize = 3000;

/// Depths beyond this are no use to a reader.
const DEEPEST: usize = 40;

/// Listed at most.
const MOST_REFUSED: usize = 200;

impl Solver {
    /// Explains a position: rounds of move and answer up to `depth`.
    pub fn explain(&mut self, question: &Question, depth: usize) -> Result<Explanation, Problem> {
        let _watched = self.watched();
        let mut answer = self.solve(question)?;
        self.quote_theorem(question, &mut answer)?;
        let at = question.at();
        let mut nodes = 0;
        let depth = depth.min(DEEPEST);
        // A round is a move and its answer; a won position begins with the winning move, which is half a round more.
        let plies = match answer.outcome {
            None => 0,
            Some(Verdict::Win) => (2 * depth).saturating_sub(1),
            Some(_) => 2 * depth,
        };
        let tree = if answer.how == crate::answer::how::How::OverBudget
            || matches!(answer.how, crate::answer::how::How::Claim { .. } | crate::answer::how::How::Theorem)
        {
            let outcome = answer.outcome.unwrap_or(Verdict::Draw);
            let (position, mover) = (question.shown(), at.state.turn.mover);
            Node { position, outcome, score: None, mover, over: false, branches: Vec::new() }
        } else {
            self.node(at, plies, true, &mut nodes)?
        };
        Ok(Explanation { answer, tree, cut: nodes >= MOST_NODES })
    }

    /// Adds the theorem about all sizes that speaks of the position, where there is one.
    fn quote_theorem(&mut self, question: &Question, answer: &mut Answer) -> Result<(), Problem> {
        let Some((game, position)) = question.alone() else { return Ok(()) };
        if answer.outcome.is_none() || answer.why.iter().any(|w| matches!(w, Why::Theorem { .. })) {
            return Ok(());
        }
        if let Some((finding, _)) = self.theorem_at(game, position, 0)? {
            answer.why.extend(finding.quoted());
        }
        Ok(())
    }

    fn node(&mut self, at: Match<'_>, plies: usize, root: bool, nodes: &mut usize) -> Result<Node, Problem> {
        *nodes += 1;
        let ended = self.with_whole(at.games, |w| w.over(at.state))?;
        let worth = self.worth(at)?;
        let shown: Vec<String> = at.games.iter().zip(&at.state.positions).map(|(g, p)| g.show(p)).collect();
        let mut node = Node {
            position: shown.join(" + "),
            outcome: ended.map_or(worth.verdict, |(v, _)| v),
            score: worth.score,
            mover: at.state.turn.mover,
            over: ended.is_some(),
            branches: Vec::new(),
        };
        if node.over {
            return Ok(node);
        }
        if plies == 0 || *nodes >= MOST_NODES {
            node.over = self.raw_moves(at)?.is_empty();
            return Ok(node);
        }
        let listed = self.listed(at)?;
        node.over = listed.moves.is_empty();
        for i in self.telling(at.games, &listed, &node, root)? {
            if *nodes >= MOST_NODES {
                break;
            }
            let (m, w) = (&listed.moves[i], listed.worth[i]);
            let next = self.node(at.to(&m.to), plies - 1, false, nodes)?;
            node.branches.push(Branch { by: entry(at, m, Some(w)), node: next });
        }
        Ok(node)
    }

    /// The moves worth showing, each option once: of a won position the winning ones (at the root all, below one), of
    /// a score game the best ones, otherwise all.
    fn telling(
        &mut self,
        games: &[Game],
        listed: &Listed,
        node: &Node,
        root: bool,
    ) -> Result<Vec<usize>, Problem> {
        let good = |i: usize| match (node.score, listed.worth[i].score) {
            (Some(best), Some(s)) => move_score(games, &listed.moves[i], s) == best,
            _ => wins(&listed.moves[i], listed.worth[i].verdict),
        };
        let scored = node.score.is_some();
        let only_good =
            scored && !root || !scored && node.outcome == Verdict::Win && games[0].rules().block.is_none();
        let mut seen = Vec::new();
        let mut out = Vec::new();
        for i in 0..listed.moves.len() {
            if only_good && !good(i) {
                continue;
            }
            let m = &listed.moves[i];
            let key = (self.with_whole(games, |w| w.key(&m.to))?, m.gain, m.again);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            out.push(i);
            if only_good && !root {
                break;
            }
        }
        Ok(out)
    }

    /// Explains one move, as typed: `take 2 @1`. A move that is not legal is a problem that says why.
    pub fn explain_move(&mut self, question: &Question, typed: &str) -> Result<MoveExplanation, Problem> {
        let at = question.at();
        let _watched = self.watched();
        let m = self.find_move(at, typed)?;
        let worth = self.worth(at.to(&m.to))?;
        let before = self.worth(at)?;
        let after = if m.again { worth.verdict } else { worth.verdict.opposite() };
        let scores = match (before.score, worth.score) {
            (Some(best), Some(to)) => Some(Scores { best, this: move_score(at.games, &m, to) }),
            _ => None,
        };
        let best = match scores {
            Some(Scores { best, this }) => best == this,
            None => after.rank() >= before.verdict.rank(),
        };
        let better = if best { Vec::new() } else { self.best_moves(at)? };
        let there = self.with_whole(at.games, |w| w.over(&m.to))?;
        let (refutation, why) = match there {
            Some((verdict, line)) => {
                (None, vec![Why::Over { rule: reasons::rule(&at.games[0], &line), outcome: verdict }])
            }
            None => {
                let answer = if m.again || scores.is_some() {
                    None
                } else {
                    reasons::winning_reply(self, at.to(&m.to))?
                };
                let listed = self.listed(at.to(&m.to))?;
                (answer, reasons::reasons(self, at.to(&m.to), &listed, worth.verdict)?)
            }
        };
        let by = entry(at, &m, Some(worth));
        Ok(MoveExplanation { by, before: before.verdict, after, scores, refutation, why, better })
    }

    /// The one move that was typed. In a sum of games it may be a move of any term.
    pub fn find_move(&mut self, at: Match<'_>, typed: &str) -> Result<RawMove, Problem> {
        let (only, typed) = in_term(typed, at.games.len());
        let mut problem = None;
        let mut found: Vec<(usize, Chosen)> = Vec::new();
        for (t, game) in at.games.iter().enumerate().filter(|(t, _)| only.is_none_or(|o| o == *t)) {
            match position::parse_move(game.interp(), &at.state.positions[t], at.state.turn, typed) {
                Ok(list) => found.extend(list.into_iter().map(|c| (t, c))),
                Err(p) => problem = problem.or(Some(p)),
            }
        }
        if found.is_empty()
            && let Some(by) = self.by_squares(at, only, typed)?
        {
            return Ok(by);
        }
        let Some((term, chosen)) = found.first().cloned() else {
            let p = problem.unwrap_or(position::MoveProblem::Empty { known: Vec::new() });
            return Err(Problem::Input(Arc::new(p)));
        };
        let several = found.len() >= position::MOST_MEANT;
        if several || found.len() > 1 && !self.same_result(at, &found)? {
            let list: Vec<String> = found.iter().take(8).map(|(t, c)| notation(at, *t, c)).collect();
            let list = list.join(", ");
            return Err(Problem::NotApplicable(crate::problem::NotApplicable::Other([
                format!("\"{typed}\" can mean several moves: {list}."),
                format!("“{typed}”可以指多种走法：{list}。"),
            ])));
        }
        self.make(at, term, &chosen)
    }

    /// The one move that is about the squares that were typed; `None` if no squares were.
    fn by_squares(
        &mut self,
        at: Match<'_>,
        only: Option<usize>,
        typed: &str,
    ) -> Result<Option<RawMove>, Problem> {
        if !at.games.iter().any(squares::has_board) {
            return Ok(None);
        }
        let Some(meant) = squares::Typed::read(typed, at) else { return Ok(None) };
        let mut fitting: Vec<(u8, RawMove)> = Vec::new();
        for m in self.raw_moves(at)? {
            self.tick()?;
            if only.is_none_or(|term| term == m.term)
                && let Some(rank) = meant.fits(at, &m)
            {
                fitting.push((rank, m));
            }
        }
        let Some(best) = fitting.iter().map(|(rank, _)| *rank).min() else {
            return Err(Problem::NotApplicable(crate::problem::NotApplicable::Other([
                format!("No move is about {typed} here."),
                format!("这里没有涉及 {typed} 的走法。"),
            ])));
        };
        let found: Vec<RawMove> =
            fitting.into_iter().filter(|(rank, _)| *rank == best).map(|(_, m)| m).collect();
        let same = |m: &RawMove| m.to == found[0].to && m.gain == found[0].gain;
        if found.iter().all(same) {
            return Ok(found.into_iter().next());
        }
        let shown = |m: &RawMove| {
            let squares: Vec<String> = squares::named(at, m).iter().map(ToString::to_string).collect();
            format!("{} ({})", notation(at, m.term, &m.chosen()), squares.join(" "))
        };
        let mut list: Vec<String> = found.iter().take(8).map(shown).collect();
        if found.len() > 8 {
            list.push("…".to_string());
        }
        let list = list.join(", ");
        Err(Problem::NotApplicable(crate::problem::NotApplicable::Other([
            format!("\"{typed}\" can mean several moves: {list}."),
            format!("“{typed}”可以指多种走法：{list}。"),
        ])))
    }

    fn make(&mut self, at: Match<'_>, term: usize, chosen: &Chosen) -> Result<RawMove, Problem> {
        let game = &at.games[term];
        let Chosen { part, line, choices } = chosen.clone();
        let from: &Position = &at.state.positions[term];
        let applied = game
            .interp()
            .apply(&from.parts[part], line, &choices, at.state.turn)
            .map_err(|e| game.fail(e))?;
        let Some(applied) = applied else {
            let p = position::MoveProblem::Illegal { why: None, legal: Vec::new() };
            return Err(Problem::Input(Arc::new(p)));
        };
        let to =
            self.with_whole(at.games, |w| Ok(w.after(at.state, term, part, &applied.parts, applied.again)))?;
        Ok(RawMove { term, part, line, choices, gain: applied.gain, again: applied.again, to })
    }

    /// Do several readings of a move come to the same?
    fn same_result(&mut self, at: Match<'_>, found: &[(usize, Chosen)]) -> Result<bool, Problem> {
        let mut first = None;
        for (term, chosen) in found {
            let m = self.make(at, *term, chosen)?;
            let key = (self.with_whole(at.games, |w| w.key(&m.to))?, m.gain, m.again);
            if *first.get_or_insert_with(|| key.clone()) != key {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What looks like a move of a position and is none, with the reasons.
pub fn illegal_moves(game: &Game, position: &Position, turn: Turn) -> Result<Vec<IllegalMove>, Problem> {
    let mut out = Vec::new();
    for (i, part) in position.parts.iter().enumerate() {
        let refused =
            game.interp().refused(part, turn, MOST_REFUSED - out.len()).map_err(|e| game.fail(e))?;
        for Refused { line, choices, why } in refused {
            let chosen = Chosen { part: i, line, choices };
            let notation = position::print_move(game.interp(), position, turn, &chosen);
            out.push(IllegalMove { notation, why: Sentence::new(|lang| why.message(lang)) });
        }
    }
    Ok(out)
}

impl MoveExplanation {
    /// Does the move keep what the player had?
    pub fn is_good(&self) -> bool {
        match self.scores {
            Some(Scores { best, this }) => best == this,
            None => self.after.rank() >= self.before.rank(),
        }
    }
}

/// `2: take 1 @1` names a game of a sum by its number; the game (from 0) and the rest.
pub fn in_term(typed: &str, games: usize) -> (Option<usize>, &str) {
    let split = typed.split_once([':', '：']).filter(|_| games > 1);
    match split.and_then(|(number, rest)| Some((number.trim().parse::<usize>().ok()?, rest))) {
        Some((number, rest)) if (1..=games).contains(&number) => (Some(number - 1), rest.trim()),
        _ => (None, typed),
    }
}
