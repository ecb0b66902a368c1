//! The words that programs print for won, lost and drawn: those that were named, and where none was, those that are
//! usual. What a program uses is remembered, so that right answers can be told in its own words.

use crate::asked::Asked;
use crate::case::Case;
use bouton::Game;
use bouton::claims::can_draw;
use bouton::language::ast::Verdict;
use std::cell::RefCell;

/// Words that are understood where none was named, without regard to case: for "the player to move wins", "loses" and
/// "draw". Words of one row belong together.
const USUAL: &[[&str; 3]] = &[
    ["yes", "no", "draw"],
    ["first", "second", "draw"],
    ["win", "lose", "draw"],
    ["wins", "loses", "tie"],
    ["alice", "bob", "tie"],
    ["true", "false", "draw"],
    ["1", "0", "draw"],
    ["1", "-1", "0"],
    ["w", "l", "d"],
    ["a", "b", "draw"],
    ["n", "p", "draw"],
    ["先手", "后手", "平局"],
    ["胜", "负", "平"],
    ["是", "否", "平局"],
];

/// The words for won, lost and drawn: those that were named, and where some were not, those that go with the others.
pub fn written(asked: &Asked) -> [String; 3] {
    let named = [&asked.yes, &asked.no, &asked.draw].map(Option::as_deref);
    let given: Vec<(usize, &str)> = (0..3).filter_map(|i| Some((i, named[i]?))).collect();
    let fits = |row: &&[&str; 3]| given.iter().all(|(i, w)| row[*i] == w.to_lowercase());
    let row = USUAL.iter().find(fits).filter(|_| !given.is_empty());
    [0, 1, 2].map(|i| match (named[i], row, given.first()) {
        (Some(word), ..) => word.to_string(),
        (None, Some(row), Some((_, printed))) => like(printed, row[i]),
        (None, ..) => ["First", "Second", "Draw"][i].to_string(),
    })
}

/// Words for the three outcomes.
pub struct Words {
    /// Those that are understood for won, lost and drawn.
    lists: [Vec<String>; 3],
    /// Those that are written.
    written: [String; 3],
    /// No words were named, and the players are: the winner's name is an answer.
    by_name: bool,
    /// The usual words that the program printed.
    used: RefCell<Vec<String>>,
}

/// A place among the words of one outcome.
fn place(verdict: Option<Verdict>) -> usize {
    match verdict {
        Some(Verdict::Win) => 0,
        Some(Verdict::Lose) => 1,
        _ => 2,
    }
}

impl Words {
    /// The words of a problem. Where games can be drawn, 1, 0 and -1 are won, drawn and lost; elsewhere 0 is lost.
    pub fn new(game: &Game, asked: &Asked) -> Words {
        let rules = game.rules();
        let drawn = can_draw(game);
        let named = [&asked.yes, &asked.no, &asked.draw];
        let lists = [0, 1, 2].map(|at| match named[at] {
            Some(word) => vec![word.clone()],
            None => {
                let mut out: Vec<String> = Vec::new();
                if rules.players_named && at < 2 {
                    out.push(rules.players[at].clone());
                }
                let rows = USUAL.iter().filter(|row| !(drawn && row[1] == "0"));
                out.extend(rows.map(|row| row[at].to_string()));
                out.dedup();
                out
            }
        });
        let by_name = rules.players_named && asked.yes.is_none() && asked.no.is_none();
        Words { lists, written: written(asked), by_name, used: RefCell::default() }
    }

    /// Everything that may be printed, with what it means where this player moves.
    pub fn meanings(&self, case: &Case) -> Vec<(&str, Verdict)> {
        let rules = case.game.rules();
        let minus = self.used.borrow().iter().any(|w| w == "-1");
        let mut out = Vec::new();
        for (at, verdict) in [Verdict::Win, Verdict::Lose, Verdict::Draw].into_iter().enumerate() {
            for word in &self.lists[at] {
                // A player's name stands for that player's win, whoever moves.
                let name = self.lists[at].len() > 1 && rules.players_named && rules.players.contains(word);
                let verdict = if name && case.mover == 1 { verdict.opposite() } else { verdict };
                // Who says -1 for lost does not say 0 for it.
                let usual = self.lists[at].len() > 1;
                if !(usual && minus && at == 1 && word == "0") {
                    out.push((word.as_str(), verdict));
                }
            }
        }
        out
    }

    /// Words for lost, where a move is wanted.
    pub fn lost(&self) -> &[String] {
        &self.lists[1]
    }

    /// Remembers a word that the program printed.
    pub fn note(&self, said: &str) {
        let word = said.to_lowercase();
        let usual = USUAL.iter().any(|row| row.contains(&word.as_str()));
        let mut used = self.used.borrow_mut();
        if usual && !used.iter().any(|w| w.to_lowercase() == word) {
            used.push(said.to_string());
        }
    }

    /// The word for an outcome, as a judge writes it; where players are named and no words were given, the name of the
    /// winner.
    pub fn judge<'w>(&'w self, case: &'w Case, outcome: Option<Verdict>) -> &'w str {
        let players = &case.game.rules().players;
        match (self.by_name, outcome) {
            (true, Some(Verdict::Win)) => &players[case.mover],
            (true, Some(Verdict::Lose)) => &players[1 - case.mover],
            (true, _) if self.lists[2].len() > 1 => "draw",
            _ => &self.written[place(outcome)],
        }
    }

    /// The same in the words of the program, where it was left to it which.
    pub fn own(&self, case: &Case, outcome: Option<Verdict>) -> String {
        let at = place(outcome);
        let usual = self.judge(case, outcome).to_string();
        let used = self.used.borrow();
        let row = |row: &&[&str; 3]| used.iter().all(|w| row.contains(&w.to_lowercase().as_str()));
        match (used.first(), USUAL.iter().find(row)) {
            (Some(printed), Some(row)) if self.lists[at].len() > 1 => like(printed, row[at]),
            _ => usual,
        }
    }
}

/// A word with small and capital letters as in another.
fn like(printed: &str, word: &str) -> String {
    let upper = |c: &char| c.is_uppercase();
    match (printed.chars().next().filter(upper), printed.chars().all(|c| upper(&c) || !c.is_alphabetic())) {
        (Some(_), true) if printed.chars().count() > 1 => word.to_uppercase(),
        (Some(_), _) => {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
        }
        (None, _) => word.to_string(),
    }
}
