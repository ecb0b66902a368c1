//! Wrong ideas that people have about games, as programs: what would someone answer who believed this?
//!
//! A stress test compares a faulty program's answers with them, to say what the mistake looks like; a test set holds
//! positions at which each of them is wrong.

use crate::oracle::Oracle;
use crate::wrong::Wrong;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::rules::End;
use bouton::language::value::Value;
use bouton::{Game, Problem};
use bouton_template::{Case, Want, least};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A wrong idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Idea {
    /// The xor of the numbers decides, as in Nim.
    Xor,
    /// The parity of their sum decides.
    Parity,
    /// The parity of how many there are (heaps, elements) decides.
    Count,
    /// Both players always make the largest move.
    Greedy,
    /// Whoever cannot move wins, where that player loses; or the other way round.
    Misere,
    /// The answer for one less or one more in every number.
    OffByOne,
    /// Arithmetic of 32 bits.
    Overflow,
    /// Floating point instead of integers.
    Float,
    /// The pattern of the first values goes on for ever.
    Period,
    /// Empty heaps and empty lists are forgotten.
    Zero,
}

/// What an idea answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guessed {
    /// Who wins.
    Outcome(Verdict),
    /// A Grundy value.
    Number(BigInt),
}

/// Positions of a greedy game that are looked at.
const GREEDY_STEPS: usize = 200;

/// Positions up to this size are solved with the other ending, or played greedily.
const SOLVED: u32 = 200;

/// Values that someone who sees patterns too early looks at.
const SEEN: usize = 120;

/// The ideas: the word on the command line and in file names, and a sentence without its end in both languages.
const IDEAS: [(Idea, &str, [&str; 2]); 10] = [
    (Idea::Xor, "xor", ["the xor of the numbers decides, as in Nim", "像尼姆那样，由各数的异或决定"]),
    (Idea::Parity, "parity", ["whether the sum of the numbers is odd decides", "由各数之和的奇偶决定"]),
    (
        Idea::Count,
        "count",
        ["whether the number of heaps or elements is odd decides", "由堆（元素）个数的奇偶决定"],
    ),
    (Idea::Greedy, "greedy", ["both players always make the largest move", "双方总是走最大的一步（贪心）"]),
    (
        Idea::Misere,
        "misere",
        [
            "the other ending: normal play taken for misère, or the reverse",
            "终局弄反：把正常规则当成反常规则，或相反",
        ],
    ),
    (
        Idea::OffByOne,
        "off-by-one",
        ["the answer for a number that is one off", "差一：回答的是相差 1 的局面"],
    ),
    (Idea::Overflow, "overflow", ["numbers cut to 32 bits", "数被截成 32 位"]),
    (Idea::Float, "float", ["floating point in place of integers", "用浮点数代替整数"]),
    (
        Idea::Period,
        "period",
        ["the pattern of the first values, taken to go on for ever", "把开头的规律当成永远成立"],
    ),
    (Idea::Zero, "zero", ["an empty heap or list forgotten", "漏掉空堆或空列表"]),
];

impl Idea {
    /// All of them.
    pub fn all() -> Vec<Idea> {
        IDEAS.map(|(idea, ..)| idea).to_vec()
    }

    /// The word on the command line and in file names.
    pub fn word(self) -> &'static str {
        IDEAS[self as usize].1
    }

    /// The words of all.
    pub fn names() -> Vec<&'static str> {
        IDEAS.map(|(_, word, _)| word).to_vec()
    }

    /// The idea with this word.
    pub fn named(word: &str) -> Result<Idea, Problem> {
        let meant = if word == "doubles" { "float" } else { word };
        let found = IDEAS.iter().find(|(_, word, _)| *word == meant);
        found.map(|(idea, ..)| *idea).ok_or_else(|| Wrong::Trap { name: word.to_string() }.into())
    }

    /// The idea as a sentence without its end.
    pub fn say(self, lang: Lang) -> &'static str {
        let [en, zh] = IDEAS[self as usize].2;
        lang.pick(en, zh)
    }
}

/// A game, its first values, and from where on with which period they seem to repeat.
type Pattern = (Game, Vec<Option<Guessed>>, Option<(usize, usize)>);

/// Knows what believers of each idea would answer.
#[derive(Default)]
pub struct Believers {
    /// Games with the other ending, by name of the case's settings.
    flipped: Vec<(Game, Option<Game>)>,
    /// The first values of a game of one number, and the period they seem to have.
    pattern: Option<Pattern>,
}

impl Believers {
    /// What someone with this idea answers; `None` where the idea says nothing.
    pub fn answer(
        &mut self,
        idea: Idea,
        oracle: &mut Oracle,
        case: &Case,
        want: Want,
    ) -> Result<Option<Guessed>, Problem> {
        let numbers = || case.cells().into_iter().map(|(_, n)| n);
        let outcome = |won: bool| Guessed::Outcome(if won { Verdict::Win } else { Verdict::Lose });
        let outcome_only = want == Want::Outcome;
        Ok(match idea {
            Idea::Xor if numbers().any(|n| n.is_negative()) => None,
            Idea::Xor => {
                let total = numbers().fold(BigInt::zero(), |a, b| a ^ b);
                Some(if outcome_only { outcome(!total.is_zero()) } else { Guessed::Number(total) })
            }
            Idea::Parity => {
                let odd = numbers().sum::<BigInt>().is_odd();
                Some(if outcome_only { outcome(odd) } else { Guessed::Number(BigInt::from(u8::from(odd))) })
            }
            Idea::Count => outcome_only.then(|| outcome(numbers().count() % 2 == 1)),
            Idea::Greedy if outcome_only => greedy(oracle, case)?.map(Guessed::Outcome),
            Idea::Misere if outcome_only => self.flipped(oracle, case)?.map(Guessed::Outcome),
            Idea::OffByOne => shifted(oracle, case, want, -1)?,
            Idea::Overflow => cut(oracle, case, want)?,
            Idea::Period => self.periodic(oracle, case, want)?,
            Idea::Greedy | Idea::Misere | Idea::Float | Idea::Zero => None,
        })
    }

    fn flipped(&mut self, oracle: &mut Oracle, case: &Case) -> Result<Option<Verdict>, Problem> {
        let other = match case.game.end() {
            End::Normal => End::Misere,
            End::Misere => End::Normal,
            _ => return Ok(None),
        };
        if case.game.rules().score.is_some() || case.size() > BigInt::from(SOLVED) {
            return Ok(None);
        }
        if !self.flipped.iter().any(|(g, _)| g.same(&case.game)) {
            if self.flipped.len() > 50 {
                self.flipped.clear();
            }
            self.flipped.push((case.game.clone(), case.game.ending(other).ok()));
        }
        let game = self.flipped.iter().find(|(g, _)| g.same(&case.game)).and_then(|(_, f)| f.clone());
        let Some(game) = game else { return Ok(None) };
        let there = Case { game, ..case.clone() };
        Ok(oracle.force(&there, Want::Outcome)?.and_then(|t| t.outcome))
    }

    /// The answer by the period of the first values, for games of one number.
    fn periodic(&mut self, oracle: &mut Oracle, case: &Case, want: Want) -> Result<Option<Guessed>, Problem> {
        let places = case.cells();
        let [(cell, n)] = places.as_slice() else { return Ok(None) };
        let begin = least(&case.game, cell.field);
        let n = n - &begin;
        if !self.pattern.as_ref().is_some_and(|(g, ..)| g.same(&case.game)) {
            let mut seen = Vec::new();
            for i in 0..SEEN {
                seen.push(truth(oracle, case.with(*cell, &(&begin + i)), want)?);
            }
            let period = period(&seen);
            self.pattern = Some((case.game.clone(), seen, period));
        }
        let Some((_, seen, Some((from, period)))) = &self.pattern else { return Ok(None) };
        let at = match n.to_usize() {
            Some(n) if n < seen.len() => n,
            _ => from + ((&n - *from) % *period).to_usize().unwrap_or(0),
        };
        Ok(seen.get(at).cloned().flatten())
    }
}

/// The shortest period that the values seen have twice over, from one of the first places on.
fn period<T: PartialEq>(seen: &[Option<T>]) -> Option<(usize, usize)> {
    for period in 1..=seen.len() / 3 {
        for from in 0..=seen.len() / 4 {
            let tail = &seen[from..];
            if tail.iter().all(Option::is_some) && tail.iter().zip(&tail[period..]).all(|(a, b)| a == b) {
                return Some((from, period));
            }
        }
    }
    None
}

fn truth(oracle: &mut Oracle, case: Option<Case>, want: Want) -> Result<Option<Guessed>, Problem> {
    let Some(case) = case else { return Ok(None) };
    Ok(oracle.truth(&case, want)?.and_then(|t| match want {
        Want::Outcome => t.outcome.map(Guessed::Outcome),
        _ => t.value.as_ref().and_then(Value::to_big).map(Guessed::Number),
    }))
}

/// The truth where every number is one more or less.
pub(crate) fn shifted(
    oracle: &mut Oracle,
    case: &Case,
    want: Want,
    by: i32,
) -> Result<Option<Guessed>, Problem> {
    let changed = case.with_all(case.cells().into_iter().map(|(cell, n)| (cell, n + by)));
    truth(oracle, changed, want)
}

/// The truth where numbers are cut to 31 bits.
fn cut(oracle: &mut Oracle, case: &Case, want: Want) -> Result<Option<Guessed>, Problem> {
    let end = BigInt::one() << 32;
    let low: Vec<_> = case.cells().into_iter().map(|(cell, n)| (cell, n.mod_floor(&end))).collect();
    // Negative by then: nobody knows what happens.
    if low.iter().any(|(_, n)| n.bits() > 31) {
        return Ok(None);
    }
    truth(oracle, case.with_all(low), want)
}

/// Who wins if both always make the move that leaves least.
fn greedy(oracle: &mut Oracle, case: &Case) -> Result<Option<Verdict>, Problem> {
    if case.game.rules().score.is_some() || case.size() > BigInt::from(SOLVED) {
        return Ok(None);
    }
    let mut state = case.state();
    for _ in 0..GREEDY_STEPS {
        let here = case.there(&state);
        if let Some(verdict) = oracle.over(&here)? {
            let own = state.turn.mover == case.mover;
            return Ok(Some(match (verdict, own) {
                (Verdict::Win, true) | (Verdict::Lose, false) => Verdict::Win,
                (Verdict::Draw, _) => Verdict::Draw,
                _ => Verdict::Lose,
            }));
        }
        let Some(moves) = oracle.moves(&here)? else { return Ok(None) };
        let Some(best) = moves.iter().min_by_key(|m| case.there(&m.to).size()) else { return Ok(None) };
        state = best.to.clone();
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_of_what_was_seen() {
        let seen = |text: &str| text.chars().map(Some).collect::<Vec<_>>();
        assert_eq!(period(&seen("abcabcabcabc")), Some((0, 3)));
        assert_eq!(period(&seen("xabababababa")), Some((1, 2)));
        assert_eq!(period(&seen("abcdefghijkl")), None);
    }

    #[test]
    fn ideas_have_names() {
        for idea in Idea::all() {
            assert_eq!(Idea::named(idea.word()).unwrap(), idea);
        }
        assert!(Idea::named("magic").is_err());
    }
}
