//! Certificates of kind "position": who wins one finite position, shown by a strategy.
//!
//! Every listed lost position, with the loser to move, has ended lost or each of its options has ended won or has an
//! answer: a legal move to a listed position. Play that follows the answers never comes back to a position, so it ends,
//! and the one who answers wins. Only the interpreter's moves and endings are used.

use crate::Setting;
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::walk::Work;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::interp::{Interp, Position, Turn};
use bouton_language::position::{parse_position, print_position};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// What is proved.
pub(crate) struct Outcome {
    pub(crate) position: String,
    pub(crate) wins: bool,
}

pub(crate) struct Play<'a> {
    pub(crate) interp: &'a Interp,
}

/// Checks a certificate.
pub(crate) fn check(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<Outcome, Refused> {
    let interp = &setting.interp;
    let rules = interp.rules();
    let again = rules.moves.iter().any(|m| m.again.is_some());
    if again || rules.score.is_some() || rules.stop.is_some() || rules.uses.turn || rules.block.is_some() {
        return Err(Why::Outside {
            en: "scores, turns, second moves or forbidden options",
            zh: "计分、轮次、再走一步或禁止走法",
        }
        .into());
    }
    let play = Play { interp };
    let start = play.read(object.text("position")?, "position")?;
    let wins = match object.text("outcome")? {
        "win" => true,
        "lose" => false,
        _ => {
            return Err(Why::Wrong { wanted: "\"win\" or \"lose\"", zh: "\"win\" 或 \"lose\"" }.at("outcome"));
        }
    };
    // Whoever moves first from the start is player 0; the loser moves from every listed position.
    let loser = Turn { mover: usize::from(wins), turn: 0 };
    let winner = loser.next(false);
    let mut lost: HashMap<Position, usize> = HashMap::new();
    let mut listed = Vec::new();
    for (i, text) in object.texts("lost")?.into_iter().enumerate() {
        let position = play.read(text, &format!("lost[{i}]"))?;
        if lost.insert(position.clone(), i).is_none() {
            listed.push(position);
        }
        work.spend(1)?;
    }
    let mut answers: HashMap<Position, Position> = HashMap::new();
    for (i, (option, answer)) in object.pairs("answers")?.into_iter().enumerate() {
        let place = format!("answers[{i}]");
        let (option, answer) = (play.read(option, &place)?, play.read(answer, &place)?);
        if answers.insert(option, answer.clone()).is_some_and(|other| other != answer) {
            return Err(Why::Wrong { wanted: "one answer to each option", zh: "每个后继一个应对" }.at(place));
        }
        work.spend(1)?;
    }
    // From a lost position: the answers to all options.
    let mut next: HashMap<Position, Vec<Position>> = HashMap::new();
    for position in &listed {
        let mut after = Vec::new();
        if !play.over(position, loser, Verdict::Lose)? {
            for option in play.options(position, loser)? {
                work.spend(1)?;
                if let Some(answer) = play.answer(&option, winner, &answers, &lost, position)? {
                    after.push(answer);
                }
            }
        }
        next.insert(position.clone(), after);
    }
    let first =
        if wins { play.answer(&start, winner, &answers, &lost, &start)? } else { Some(start.clone()) };
    if !wins && !lost.contains_key(&start) {
        return Err(Why::NoAnswer { from: play.print(&start), option: play.print(&start) }.at("lost"));
    }
    if let Some(first) = first {
        play.ends(first, &next, work)?;
    }
    Ok(Outcome { position: play.print(&start), wins })
}

impl Play<'_> {
    pub(crate) fn print(&self, position: &Position) -> String {
        print_position(self.interp, position)
    }

    pub(crate) fn read(&self, text: &str, place: &str) -> Result<Position, Refused> {
        let wrong =
            |w: &dyn Wording| Why::Position { en: w.message(Lang::En), zh: w.message(Lang::Zh) }.at(place);
        let position = parse_position(self.interp, text).map_err(|e| wrong(&e))?;
        for part in &position.parts {
            self.interp.legal(part).map_err(|e| wrong(&e))?;
        }
        Ok(self.interp.canonical(&position))
    }

    /// The distinct options of a position.
    pub(crate) fn options(&self, position: &Position, turn: Turn) -> Result<BTreeSet<Position>, Why> {
        let mut out = BTreeSet::new();
        for (i, part) in position.parts.iter().enumerate() {
            let found = self.interp.moves(part, turn, &mut |made| {
                let mut parts = position.parts.clone();
                parts.splice(i..=i, made.parts.drain(..));
                out.insert(self.interp.canonical(&Position { parts }));
                ControlFlow::Continue(())
            });
            found.map_err(|e| crate::failed(&e))?;
        }
        Ok(out)
    }

    /// Is play over here? Then it must be with this verdict for the player to move.
    fn over(&self, position: &Position, turn: Turn, wanted: Verdict) -> Result<bool, Refused> {
        let stuck = || {
            for part in &position.parts {
                if self.interp.can_move(part, turn)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let ended = self.interp.ended(position, turn, &stuck).map_err(|e| crate::failed(&e))?;
        let verdict = match ended {
            Some(ending) => ending.verdict,
            None if stuck().map_err(|e| crate::failed(&e))? => self.interp.at_end(turn),
            None => return Ok(false),
        };
        if verdict == wanted { Ok(true) } else { Err(Why::Ending { position: self.print(position) }.into()) }
    }

    /// The winner's answer at an option; `None` where play is over and won.
    fn answer(
        &self,
        option: &Position,
        winner: Turn,
        answers: &HashMap<Position, Position>,
        lost: &HashMap<Position, usize>,
        from: &Position,
    ) -> Result<Option<Position>, Refused> {
        if self.over(option, winner, Verdict::Win)? {
            return Ok(None);
        }
        let Some(answer) = answers.get(option) else {
            return Err(Why::NoAnswer { from: self.print(from), option: self.print(option) }.at("answers"));
        };
        if !lost.contains_key(answer) || !self.options(option, winner)?.contains(answer) {
            let (option, answer) = (self.print(option), self.print(answer));
            return Err(Why::BadAnswer { option, answer }.at("answers"));
        }
        Ok(Some(answer.clone()))
    }

    /// Does all play from here end?
    fn ends(
        &self,
        first: Position,
        next: &HashMap<Position, Vec<Position>>,
        work: &mut Work<'_>,
    ) -> Result<(), Refused> {
        // On the way (false) or done (true).
        let mut state: HashMap<&Position, bool> = HashMap::new();
        let Some((first, _)) = next.get_key_value(&first) else { return Ok(()) };
        let mut stack: Vec<(&Position, usize)> = vec![(first, 0)];
        state.insert(first, false);
        while let Some((position, at)) = stack.pop() {
            work.spend(1)?;
            let Some(to) = next.get(position).and_then(|n| n.get(at)) else {
                state.insert(position, true);
                continue;
            };
            stack.push((position, at + 1));
            match state.get(to) {
                Some(true) => {}
                Some(false) => return Err(Why::Cycle { position: self.print(to) }.at("answers")),
                None => {
                    state.insert(to, false);
                    stack.push((to, 0));
                }
            }
        }
        Ok(())
    }
}
