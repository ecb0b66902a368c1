//! Rows, bags and sums of any number of heaps as the theorem about a game: a value at each place that counts, digit by digit.

use super::certificate::head;
use super::claims::{self, ClaimProof};
use super::place_claims::Reading;
use super::winning::{At, Large, after, tuple};
use crate::game::Game;
use bouton_compile::fragment::{self, Fragment};
use bouton_compile::places::{self, Local, Reach};
use bouton_engine::{Budget, Halt};
use bouton_language::ast::ShapeKind;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Chosen as Typing, Part, Position, Turn};
use bouton_language::position::print_move;
use bouton_language::rules::End;
use bouton_language::value::Value;
use bouton_theory::Effort;
use bouton_theory::prove::{Falls, Limits, Places, Steady};
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

/// Winning moves are looked for in rows of up to so many places.
const LONGEST: usize = 64;

/// Rows, bags or heaps, as many as one likes.
#[derive(Clone)]
pub struct PlacesProof {
    /// The game.
    pub game: Game,
    /// What is proved.
    pub places: Places,
    /// The claims of the file.
    pub claims: Vec<ClaimProof>,
    /// What the rules are, where a position is a row or bag; a sum of heaps otherwise.
    pub(crate) local: Option<Local>,
    /// The moves of one heap of a sum.
    heap: Option<Fragment>,
}

/// May there be a theorem about rows, bags or heaps of any number?
pub(crate) fn readable(game: &Game) -> bool {
    let core = game.core();
    match core.shape.kind {
        ShapeKind::Heaps => game.end() == End::Misere && fragment::derive_alone(core).is_ok(),
        ShapeKind::Position => places::derive(core).is_some(),
    }
}

impl PlacesProof {
    /// The theorem, if the game has it.
    pub(super) fn find(game: &Game, limits: &Limits<'_>) -> Result<Option<PlacesProof>, Halt> {
        let effort = &Effort::new(limits.budget).up_to(limits.steps);
        let (core, misere) = (game.core(), game.end() == End::Misere);
        let (mut local, mut heap) = (None, None);
        let found = if core.shape.kind == ShapeKind::Heaps {
            // In normal play the values of the heaps say more.
            let Some(alone) = fragment::derive_alone(core).ok().filter(|_| misere) else { return Ok(None) };
            heap = Some(alone.clone());
            Places::of_heaps(&alone, misere, effort)
        } else {
            let Some(read) = places::derive(core) else { return Ok(None) };
            let row = |length: usize| fragment::derive(&places::sized(core, length)).ok();
            let found = Places::of_rows(&read, misere, &row, effort);
            local = Some(read);
            found
        };
        let places = match found {
            Err(Halt::Size | Halt::Work) => None,
            found => found?,
        };
        let Some(places) = places else { return Ok(None) };
        let bag = local.as_ref().is_some_and(|l| l.bag);
        let reading = Reading { core, places: &places, least: u64::from(bag) };
        let claims = claims::by_places(game, &reading, heap.as_ref(), limits);
        Ok(Some(PlacesProof { game: game.clone(), places, claims, local, heap }))
    }

    /// The name of the row, the bag or the number of a heap.
    pub fn name(&self) -> &str {
        self.game.rules().shape.fields.first().map_or("a", |f| f.name.as_str())
    }

    /// Is a position a row, in which places have an order?
    pub fn row(&self) -> bool {
        self.local.as_ref().is_some_and(|l| !l.bag)
    }

    /// `if j mod 2 = 1`, where not all places count.
    fn condition(&self) -> String {
        let by = self.places.active.len();
        let counting: Vec<String> =
            (0..by).filter(|r| self.places.active[*r]).map(|r| r.to_string()).collect();
        let j = match self.places.from_right {
            true => format!("(|{}| + 1 - j)", self.name()),
            false => "j".into(),
        };
        match counting.as_slice() {
            all if all.len() == by => String::new(),
            [one] => format!(" if {j} mod {by} = {one}"),
            some => format!(" if {j} mod {by} in {{{}}}", some.join(", ")),
        }
    }

    /// `a[j] mod 4`, and what it runs over, as the rules language has it; `None` where the values have no short form.
    fn element(&self) -> Option<[String; 2]> {
        let Steady { from, period, saltus, values } = &self.places.values;
        let name = self.name();
        let (what, over) = match &self.local {
            None => ("h".to_string(), "for h in heaps".to_string()),
            Some(_) if self.condition().is_empty() => ("h".into(), format!("for h in {name}")),
            Some(_) => (format!("{name}[j]"), format!("for j in 1..|{name}|{}", self.condition())),
        };
        let counted = values.iter().copied().eq(0..values.len() as u64);
        let what = match (from, saltus) {
            (0, 1) if *period == 1 && counted => what,
            (0, 0) if counted => format!("{what} mod {period}"),
            _ => return None,
        };
        Some([what, over])
    }

    /// The theorem as a claim of the rules language.
    pub fn formula(&self) -> Option<String> {
        let [what, over] = self.element()?;
        let (by, name) = (self.places.most + 1, self.name());
        if self.places.most == 1 {
            let right = match self.places.misere {
                true => format!("(1 if all({what} <= 1 {over}), 0 otherwise)"),
                false => "0".into(),
            };
            return Some(format!("lose iff xor({what} {over}) = {right}"));
        }
        let digits = format!(
            "all(count((h div 2**i) mod 2 = 1 for h in {name}) mod {by} = 0 for i in 0..log2(max(sum({name}), 1)))"
        );
        Some(match self.places.misere {
            true => format!(
                "lose iff (count(h = 1 for h in {name}) mod {by} = 1 if all(h <= 1 for h in {name}), {digits} otherwise)"
            ),
            false => format!("lose iff {digits}"),
        })
    }

    /// The places that count, in words.
    fn which(&self, lang: Lang) -> String {
        let by = self.places.active.len();
        let list: Vec<String> = (0..by).filter(|r| self.places.active[*r]).map(|r| r.to_string()).collect();
        let [en, zh] =
            if self.places.from_right { [", from the right", "（从右数起）"] } else { ["", ""] };
        match (&self.local, list.as_slice(), by) {
            (None | Some(Local { bag: true, .. }), ..) => lang.pick("heaps", "各堆").into(),
            (Some(_), all, _) if all.len() == by => lang.pick("numbers", "各数").into(),
            (_, [one], 2) => match (one.as_str(), lang) {
                ("1", _) => lang.pick(format!("numbers at odd places{en}"), format!("奇数位置{zh}上的各数")),
                _ => lang.pick(format!("numbers at even places{en}"), format!("偶数位置{zh}上的各数")),
            },
            (_, some, _) => lang.pick(
                format!("numbers at places j with j mod {by} in {{{}}}{en}", some.join(", ")),
                format!("位置 j{zh}满足 j mod {by} 属于 {{{}}} 的各数", some.join("、")),
            ),
        }
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let Steady { from, period, saltus, values } = &self.places.values;
        let (by, which) = (self.places.most + 1, self.which(lang));
        let plain = self.places.values == Steady::identity();
        let first = values.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let of = match (plain, self.element().is_some()) {
            (true, _) => [String::new(), String::new()],
            (false, true) => [format!(" modulo {period}"), format!("模 {period} 的余数")],
            (false, false) => [" by their values v".to_string(), "的值 v ".to_string()],
        };
        let digits = match self.places.most {
            1 => lang
                .pick(format!("the xor of the {which}{} is 0", of[0]), format!("{which}{}的异或为 0", of[1])),
            _ => lang.pick(
                format!("every binary digit is in a multiple of {by} of the {which}"),
                format!("每个二进制位在{which}中出现的次数都是 {by} 的倍数"),
            ),
        };
        let mut text = match (&self.local, self.places.misere) {
            (None, _) => {
                lang.pick("a sum of any number of heaps is lost exactly if ", "任意多堆的和必败，当且仅当")
            }
            (Some(Local { bag: true, .. }), _) => {
                lang.pick("any number of heaps are lost exactly if ", "任意多堆必败，当且仅当")
            }
            _ => lang.pick("a row of any length is lost exactly if ", "任意长度的序列必败，当且仅当"),
        }
        .to_string();
        text += &digits;
        if self.places.misere {
            let one = match by {
                2 => lang.pick("is odd".into(), "是奇数".to_string()),
                _ => lang.pick(format!("leaves 1 modulo {by}"), format!("除以 {by} 余 1")),
            };
            text += &lang.pick(
                format!("; but where none of these is above 1, exactly if the number of ones {one}"),
                format!("；但若其中没有大于 1 的，则当且仅当 1 的个数{one}"),
            );
        }
        if !plain && self.element().is_none() {
            let plus = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
            text += &lang.pick(
                format!(
                    "; v is {first}, … from 0 on, and v(n + {period}) = v(n){plus} for every n >= {from}"
                ),
                format!("；v 从 0 起为 {first}……，且对每个 n >= {from} 有 v(n + {period}) = v(n){plus}"),
            );
        }
        text
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let most = self.places.most;
        let mut out = Vec::new();
        if matches!(self.local, Some(Local { moves: Reach::Below(_), .. })) {
            out.push(lang.pick(
                format!("by the theorem on values digit by digit (Moore): a move leaves any smaller numbers of 1 to {most} heaps, and nothing else"),
                format!("由逐位取值的定理（Moore）：一步把 1 至 {most} 堆各变为任意较小的数，别无他法"),
            ));
        } else {
            let rows = self.places.longest;
            out.push(lang.pick(
                "by the theorem on values digit by digit: every move changes the value at exactly one place that counts, and any smaller value can be had there; decided for all sizes by automata in base 2".to_string(),
                "由逐位取值的定理：每一步恰好改变一个起作用的位置的值，且每个更小的值都可达到；由 2 进制自动机对任意大小判定".to_string(),
            ));
            if self.row() {
                out.push(lang.pick(
                    format!("a move looks at one place and its neighbourhood, so rows of up to {rows} places have the moves of all rows"),
                    format!("每一步只看一个位置及其邻近，故不超过 {rows} 个位置的序列已含一切序列的走法"),
                ));
            }
            if self.places.misere {
                out.push(lang.pick(
                    "a move at a place of value 0 can be replaced by one that leaves 1 there, so the last moves can be chosen".to_string(),
                    "在值为 0 的位置上的走法可换成使该处值为 1 的走法，因此可选择最后几步".to_string(),
                ));
            }
        }
        let [en, zh] = match (self.local.is_some(), self.places.falls) {
            (false, _) => ["a heap becomes smaller with every move", "每一步使一堆变小"],
            (true, Falls::Sum) => ["the sum of the numbers falls with every move", "每一步使各数之和变小"],
            (true, Falls::Left) => [
                "with every move the sum of the numbers falls, or it stays and they go to the left",
                "每一步使各数之和变小，或和不变而左移",
            ],
            (true, Falls::Right) => [
                "with every move the sum of the numbers falls, or it stays and they go to the right",
                "每一步使各数之和变小，或和不变而右移",
            ],
        };
        out.push(lang.pick(format!("play ends: {en}"), format!("对局必终：{zh}")));
        out
    }

    /// The certificate; `misere` says that the ending of the rules was turned over.
    pub fn certificate(&self, misere: bool) -> Json {
        let Places { active, from_right, most, values, falls, .. } = &self.places;
        let mut out = head(&self.game, "places", misere);
        out["modulus"] = json!(active.len());
        out["from"] = json!(if *from_right { "right" } else { "left" });
        out["counting"] = (0..active.len()).filter(|r| active[*r]).collect();
        out["most"] = json!(most);
        out["values"] = json!({ "from": values.from, "period": values.period, "saltus": values.saltus, "first": values.values });
        out["falls"] = json!(match falls {
            Falls::Sum => "sum",
            Falls::Left => "left",
            Falls::Right => "right",
        });
        out
    }

    /// What the theorem says about a position, with so many winning moves at most.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let effort = &Effort::new(Some(budget));
        if let Some(heap) = &self.heap {
            return self.sum(heap, position, most, effort);
        }
        let [part] = position.parts.as_slice() else { return Ok(None) };
        let Some(numbers) = row(part) else { return Ok(None) };
        let mut at = At::new(self.game.show(position), self.places.lost(&numbers));
        if at.lost {
            return Ok(Some(at));
        }
        if most == 0 {
            at.complete = false;
            return Ok(Some(at));
        }
        if matches!(self.local, Some(Local { moves: Reach::Below(_), .. })) {
            // One of many; where a move changes one heap, those of the other heaps would be others.
            at.complete = false;
            at.winning.extend(self.lowered(position, part, &numbers));
            return Ok(Some(at));
        }
        let fragment = match numbers.len() {
            n if n <= LONGEST => fragment::derive(&places::sized(self.game.core(), n)).ok(),
            _ => None,
        };
        match fragment {
            Some(fragment) => {
                let found = self.places.winning(&fragment, &numbers, most, effort)?;
                at.add(&self.game, &fragment, found, position, 0);
            }
            None => at.complete = false,
        }
        Ok(Some(at.sorted()))
    }

    fn sum(
        &self,
        heap: &Fragment,
        position: &Position,
        most: usize,
        effort: &Effort<'_>,
    ) -> Result<Option<At>, Halt> {
        let number = |p: &Part| tuple(heap, p)?.into_iter().next();
        let Some(numbers) = position.parts.iter().map(number).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let mut at = At::new(self.game.show(position), self.places.lost(&numbers));
        for (i, n) in numbers.iter().enumerate() {
            let room = most.saturating_sub(at.winning.len());
            if at.lost || room == 0 {
                at.complete = at.lost;
                break;
            }
            let others: Vec<BigUint> = [&numbers[..i], &numbers[i + 1..]].concat();
            let found = self.places.winning_heap(heap, n, &others, room, effort)?;
            at.add(&self.game, heap, found, position, i);
        }
        Ok(Some(at.sorted()))
    }

    /// A move to smaller numbers, made by the interpreter.
    fn lowered(&self, position: &Position, part: &Part, numbers: &[BigUint]) -> Option<Large> {
        let interp = self.game.interp();
        let left = self.places.lowered(numbers)?;
        let choices = vec![Value::list(left.iter().map(|n| Value::big(n.clone().into())).collect())];
        (0..self.game.rules().moves.len()).find_map(|line| {
            let made = interp.apply(part, line, &choices, Turn::default()).ok()??;
            let left: Vec<Part> = made.parts.iter().map(|p| interp.canonical_part(p)).collect();
            // What the move leaves is tested again.
            row(left.first()?).filter(|n| self.places.lost(n))?;
            let chosen = Typing { part: 0, line, choices: choices.clone() };
            Some(Large {
                notation: Some(print_move(interp, position, Turn::default(), &chosen)),
                typed: Some((line, choices.clone())),
                part: 0,
                to: after(&self.game, position, 0, &left),
                left,
            })
        })
    }
}

/// The numbers of a row.
fn row(part: &Part) -> Option<Vec<BigUint>> {
    let [Value::List(items)] = &**part else { return None };
    items.iter().map(|v| v.to_big()?.try_into().ok()).collect()
}
