//! Take-away with memory as the theorem about a game: Schwenk's theorem, whose conditions the theory room decides.

use super::certificate::head;
use super::claims::{self, ClaimProof};
use super::winning::{At, tuple};
use crate::game::Game;
use bouton_compile::fragment::Fragment;
use bouton_engine::{Budget, Halt};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_theory::Effort;
use bouton_theory::prove::{Limits, Recurrence, TakeAway};
use bouton_theory::strategy::Ways;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};
use std::sync::{Arc, OnceLock};

/// Rungs that are shown.
const SHOWN: usize = 10;

/// A game of take-away, for heaps and limits of every size.
#[derive(Clone)]
pub struct TakeAwayProof {
    /// The game.
    pub game: Game,
    /// What may be taken.
    pub take: TakeAway,
    /// The claims of the file: what could be decided without the theorem.
    pub claims: Vec<ClaimProof>,
    fragment: Fragment,
    recurrence: Option<Recurrence>,
    ways: OnceLock<Option<Arc<Ways>>>,
}

impl TakeAwayProof {
    /// The theorem, if the game is one of take-away for which an automaton would be large: f(k) = k and f(k) = 2k have small
    /// ones, which say more.
    pub(super) fn find(game: &Game, limits: &Limits<'_>) -> Result<Option<TakeAwayProof>, Halt> {
        let Ok(fragment) = game.fragment() else { return Ok(None) };
        let effort = &Effort::new(limits.budget);
        let found = match TakeAway::new(fragment, effort) {
            Err(Halt::Size | Halt::Work) => return Ok(None),
            found => found?,
        };
        let small = |t: &TakeAway| t.plus == 0 && t.over == 1 && t.factor <= 2;
        let Some(take) = found.filter(|t| !small(t)) else { return Ok(None) };
        let claims = claims::alone(game, fragment, limits, effort).1;
        let recurrence = take.recurrence();
        let (game, fragment) = (game.clone(), fragment.clone());
        Ok(Some(TakeAwayProof { game, take, claims, fragment, recurrence, ways: OnceLock::new() }))
    }

    /// The names of the heap and the limit.
    pub fn names(&self) -> [&str; 2] {
        let name = |i: usize| self.fragment.coordinates[i].name.as_str();
        [name(self.take.heap), name(1 - self.take.heap)]
    }

    /// `3*k >= x`: when a rung may be added behind the rung x.
    fn reaches(&self) -> String {
        let TakeAway { factor, plus, over, .. } = self.take;
        let right = if over == 1 { "h".to_string() } else { format!("{over}*h") };
        match plus {
            0 => format!("{factor}*g >= {right}"),
            n if n < 0 => format!("{factor}*g - {} >= {right}", -n),
            n => format!("{factor}*g + {n} >= {right}"),
        }
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let [n, limit] = self.names();
        let first = self.take.ladder(&BigUint::ZERO, SHOWN);
        let list = |by: &str| first.iter().map(BigUint::to_string).collect::<Vec<_>>().join(by);
        let reaches = self.reaches();
        let mut text = lang.pick(
            format!(
                "lost exactly if {n} = 0 or {limit} is less than the last part of {n}, where {n} is written as a sum of numbers of the ladder {}, …, each as large as it can be; behind h the ladder has h + g with its first number g for which {reaches}",
                list(", ")
            ),
            format!(
                "必败，当且仅当 {n} = 0，或 {limit} 小于 {n} 的最后一部分；其中把 {n} 逐次写成阶梯 {}……中不超过余数的最大数之和；阶梯中 h 之后是 h + g，g 是其中第一个满足 {reaches} 的数",
                list("、")
            ),
        );
        if let Some(Recurrence { lag, from }) = self.recurrence {
            let back = if lag == 0 { "H(j)".to_string() } else { format!("H(j - {lag})") };
            text += &lang.pick(
                format!("; H(j + 1) = H(j) + {back} for every j >= {from}, with H(0) = 1"),
                format!("；对每个 j >= {from} 有 H(j + 1) = H(j) + {back}，其中 H(0) = 1"),
            );
        }
        text
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let by = lang.pick(
            "by Schwenk's theorem on take-away games (1970); that the moves are those of its games, for all sizes, was decided by automata in base 2",
            "由 Schwenk 关于取石子游戏的定理（1970）；走法正是该类游戏的走法，由 2 进制自动机对任意大小判定",
        );
        vec![by.to_string()]
    }

    /// The certificate.
    pub fn certificate(&self) -> Json {
        let TakeAway { factor, plus, over, .. } = self.take;
        let mut out = head(&self.game, "take-away", false);
        out["heap"] = json!(self.names()[0]);
        out["limit"] = json!([factor, plus, over]);
        if let Some(Recurrence { lag, from }) = self.recurrence {
            (out["lag"], out["from"]) = (json!(lag), json!(from));
        }
        out
    }

    /// What the theorem says about a position, with so many winning moves at most.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let effort = &Effort::new(Some(budget));
        let [part] = position.parts.as_slice() else { return Ok(None) };
        let Some(numbers) = tuple(&self.fragment, part) else { return Ok(None) };
        let (heap, limit) = (&numbers[self.take.heap], &numbers[1 - self.take.heap]);
        let mut at = At::new(self.game.show(position), self.take.lost(heap, limit));
        let winning = self.take.winning(heap, limit);
        if winning.is_empty() || most == 0 {
            at.complete = winning.is_empty();
            return Ok(Some(at));
        }
        let made = || Ways::new(&self.fragment, effort).ok().map(Arc::new);
        let Some(ways) = self.ways.get_or_init(made) else { return Ok(None) };
        for taken in &winning {
            let room = most.saturating_sub(at.winning.len());
            if room == 0 {
                at.complete = false;
                break;
            }
            let mut left = vec![heap - taken, self.take.limit(taken)];
            if self.take.heap == 1 {
                left.reverse();
            }
            let moves = ways.leading(&numbers, &[left], room, effort)?;
            at.add(&self.game, &self.fragment, moves, position, 0);
        }
        Ok(Some(at.sorted()))
    }
}
