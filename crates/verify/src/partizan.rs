//! Certificates of kind "partizan value": what one position is worth, in canonical form, shown by strategies.
//!
//! The file lists values as forms, each by the numbers of its options before it; pairs x ≤ y; and all positions that can follow, each
//! with its value. A pair holds if Right, moving second in x − y, has an answer to every move that leads to a pair of the list: the options of a
//! form have smaller numbers, so the strategy ends. With them every form is seen to be canonical (no option dominated, none
//! reversible), and every position to equal its value: whoever moves first in the difference, the other has an answer.

use crate::Setting;
use crate::position::Play;
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::walk::Work;
use bouton_language::interp::{Position, Turn};
use bouton_language::rules::End;
use std::collections::{HashMap, HashSet};

/// What is proved.
pub(crate) struct Worth {
    pub(crate) position: String,
    pub(crate) value: String,
    /// L, R, N or P.
    pub(crate) class: char,
}

/// A form: the numbers of Left's and of Right's options.
struct Form {
    lefts: Vec<u32>,
    rights: Vec<u32>,
}

struct Forms {
    forms: Vec<Form>,
    /// Pairs x ≤ y.
    at_most: HashSet<(u32, u32)>,
    /// The numbers among them: numerator and power of two below it.
    numbers: Vec<Option<(i64, u32)>>,
}

/// The number that a canonical form is.
fn number(form: &Form, numbers: &[Option<(i64, u32)>]) -> Option<(i64, u32)> {
    let side = |options: &[u32]| match options {
        [] => Some(None),
        [one] => numbers[*one as usize].map(Some),
        _ => None,
    };
    match (side(&form.lefts)?, side(&form.rights)?) {
        (None, None) => Some((0, 0)),
        (Some((n, 0)), None) if n >= 0 => Some((n.checked_add(1)?, 0)),
        (None, Some((n, 0))) if n <= 0 => Some((n.checked_sub(1)?, 0)),
        (Some((a, p)), Some((b, q))) => {
            let power = p.max(q);
            let wide = |n: i64, own: u32| n.checked_mul(1_i64.checked_shl(power - own)?);
            let (a, b) = (wide(a, p)?, wide(b, q)?);
            // The canonical form of a number has it in the middle of its options.
            (b.checked_sub(a)? == 1 && power < 60).then_some((a.checked_add(b)?, power + 1))
        }
        _ => None,
    }
}

/// Checks a certificate.
pub(crate) fn check(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<Worth, Refused> {
    let interp = &setting.interp;
    let rules = interp.rules();
    let odd = rules.score.is_some()
        || !rules.whens.is_empty()
        || interp.end() != End::Normal
        || rules.endless.is_some()
        || rules.stop.is_some()
        || rules.block.is_some()
        || rules.uses.turn
        || rules.uses.heaps
        || rules.moves.iter().any(|m| m.again.is_some());
    if odd {
        return Err(Why::Outside {
            en: "scores, endings by condition, turns, second moves, forbidden options or play without end",
            zh: "计分、条件终局、轮次、再走一步、禁止走法或无限进行",
        }
        .into());
    }
    let forms = Forms::read(object)?;
    forms.check(work)?;
    let play = Play { interp };
    let value_of = |n: u64, place: &str| match u32::try_from(n) {
        Ok(v) if (v as usize) < forms.forms.len() => Ok(v),
        _ => Err(Why::Wrong { wanted: "the number of a value", zh: "值的编号" }.at(place)),
    };
    let numbers = object.naturals("worth")?;
    let mut known: HashMap<Position, u32> = HashMap::new();
    for (i, text) in object.texts("positions")?.into_iter().enumerate() {
        let place = format!("positions[{i}]");
        let position = play.read(text, &place)?;
        let number = numbers.get(i).ok_or_else(|| Why::Missing.at(format!("worth[{i}]")))?;
        let value = value_of(*number, &format!("worth[{i}]"))?;
        let mut sides = [Vec::new(), Vec::new()];
        for (mover, side) in sides.iter_mut().enumerate() {
            for option in play.options(&position, Turn { mover, turn: 0 })? {
                work.spend(1)?;
                let Some(worth) = known.get(&option) else {
                    let (from, option) = (play.print(&position), play.print(&option));
                    return Err(Why::NotListed { from, option }.at(place));
                };
                side.push(*worth);
            }
        }
        if !forms.equals(&sides, value, work)? {
            return Err(Why::NotWorth { position: play.print(&position) }.at(format!("worth[{i}]")));
        }
        known.insert(position, value);
    }
    let start = play.read(object.text("position")?, "position")?;
    let Some(value) = known.get(&start) else {
        let shown = play.print(&start);
        return Err(Why::NotListed { from: shown.clone(), option: shown }.at("position"));
    };
    let shown = forms.text(*value, &mut 200);
    if object.text("value")? != shown {
        return Err(Why::OtherValue { value: shown }.at("value"));
    }
    let class = forms.class(*value).ok_or_else(|| Refused::from(Why::NoClass))?;
    Ok(Worth { position: play.print(&start), value: shown, class })
}

impl Forms {
    fn read(object: &Object<'_>) -> Result<Forms, Refused> {
        let (mut forms, mut numbers) = (Vec::new(), Vec::new());
        let (lefts, rights) = (object.rows("lefts")?, object.rows("rights")?);
        if lefts.len() != rights.len() {
            return Err(Why::Wrong {
                wanted: "as many lists as in lefts", zh: "与 lefts 一样多的列表"
            }
            .at("rights"));
        }
        for (i, sides) in lefts.iter().zip(&rights).enumerate() {
            let earlier = |n: &u64, key: &str| match u32::try_from(*n) {
                Ok(v) if (v as usize) < i => Ok(v),
                _ => Err(Why::Wrong { wanted: "numbers of earlier values", zh: "之前的值的编号" }
                    .at(format!("{key}[{i}]"))),
            };
            let lefts = sides.0.iter().map(|n| earlier(n, "lefts")).collect::<Result<_, _>>()?;
            let rights = sides.1.iter().map(|n| earlier(n, "rights")).collect::<Result<_, _>>()?;
            let form = Form { lefts, rights };
            numbers.push(number(&form, &numbers));
            forms.push(form);
        }
        let mut at_most = HashSet::new();
        for (i, pair) in object.rows("at_most")?.into_iter().enumerate() {
            let value = |n: u64| u32::try_from(n).ok().filter(|v| (*v as usize) < forms.len());
            let pair = match pair[..] {
                [x, y] => value(x).zip(value(y)),
                _ => None,
            };
            let wrong = || Why::Wrong { wanted: "a pair of numbers of values", zh: "一对值的编号" };
            at_most.insert(pair.ok_or_else(|| wrong().at(format!("at_most[{i}]")))?);
        }
        Ok(Forms { forms, at_most, numbers })
    }

    fn lefts(&self, x: u32) -> &[u32] {
        &self.forms[x as usize].lefts
    }

    fn rights(&self, x: u32) -> &[u32] {
        &self.forms[x as usize].rights
    }

    fn le(&self, x: u32, y: u32) -> bool {
        self.at_most.contains(&(x, y))
    }

    /// Can Left, moving first in x − y, reach a pair that says that he wins?
    fn not_le(&self, x: u32, y: u32) -> bool {
        self.lefts(x).iter().any(|left| self.le(y, *left))
            || self.rights(y).iter().any(|right| self.le(*right, x))
    }

    /// All pairs hold and all forms are canonical.
    fn check(&self, work: &mut Work<'_>) -> Result<(), Refused> {
        for &(x, y) in &self.at_most {
            work.spend(1 + self.lefts(x).len() as u64 + self.rights(y).len() as u64)?;
            let after_left = |left: &u32| {
                self.rights(*left).iter().any(|answer| self.le(*answer, y))
                    || self.lefts(y).iter().any(|answer| self.le(*left, *answer))
            };
            let after_right = |right: &u32| {
                self.lefts(*right).iter().any(|answer| self.le(x, *answer))
                    || self.rights(x).iter().any(|answer| self.le(*answer, *right))
            };
            if !self.lefts(x).iter().all(after_left) || !self.rights(y).iter().all(after_right) {
                return Err(Why::NotAtMost { x, y }.at("at_most"));
            }
        }
        for (i, form) in self.forms.iter().enumerate() {
            let own = i as u32;
            for (options, left) in [(&form.lefts, true), (&form.rights, false)] {
                for (k, a) in options.iter().enumerate() {
                    work.spend(1 + options.len() as u64)?;
                    let better = |b: &u32| if left { self.not_le(*a, *b) } else { self.not_le(*b, *a) };
                    let others = options.iter().enumerate().filter(|(j, _)| *j != k);
                    let undominated = others.map(|(_, b)| b).all(better);
                    let answers = if left { self.rights(*a) } else { self.lefts(*a) };
                    let stays = |b: &u32| if left { self.not_le(*b, own) } else { self.not_le(own, *b) };
                    if !undominated || !answers.iter().all(stays) {
                        return Err(Why::NotCanonical { value: own }.at(format!("lefts[{i}]")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Is a game whose options are worth this equal to a value? Whoever moves first in the difference, the other has an answer.
    fn equals(
        &self,
        [lefts, rights]: &[Vec<u32>; 2],
        value: u32,
        work: &mut Work<'_>,
    ) -> Result<bool, Refused> {
        work.spend(1 + (lefts.len() * rights.len()) as u64)?;
        let left_answered = |w: &u32| {
            self.rights(*w).iter().any(|answer| self.le(*answer, value))
                || self.lefts(value).iter().any(|answer| self.le(*w, *answer))
        };
        let right_answered = |w: &u32| {
            self.lefts(*w).iter().any(|answer| self.le(value, *answer))
                || self.rights(value).iter().any(|answer| self.le(*answer, *w))
        };
        let left_matched = |option: &u32| lefts.iter().any(|w| self.le(*option, *w));
        let right_matched = |option: &u32| rights.iter().any(|w| self.le(*w, *option));
        Ok(lefts.iter().all(left_answered)
            && rights.iter().all(right_answered)
            && self.lefts(value).iter().all(left_matched)
            && self.rights(value).iter().all(right_matched))
    }

    /// Who wins, if the pairs say how the value stands to zero.
    fn class(&self, value: u32) -> Option<char> {
        let zero = self.forms.iter().position(|form| form.lefts.is_empty() && form.rights.is_empty())? as u32;
        let no = |x: u32, y: u32| !self.le(x, y) && self.not_le(x, y);
        match (self.le(zero, value), self.le(value, zero)) {
            (true, true) => Some('P'),
            (true, false) => no(value, zero).then_some('L'),
            (false, true) => no(zero, value).then_some('R'),
            (false, false) => (no(value, zero) && no(zero, value)).then_some('N'),
        }
    }

    /// A canonical form as text; what does not fit is left out.
    fn text(&self, value: u32, room: &mut usize) -> String {
        if let Some((n, power)) = self.numbers[value as usize] {
            return if power == 0 { n.to_string() } else { format!("{n}/{}", 1_u64 << power.min(63)) };
        }
        if *room == 0 {
            return "…".into();
        }
        *room -= 1;
        let mut list = |options: &[u32]| {
            options.iter().map(|option| self.text(*option, room)).collect::<Vec<_>>().join(",")
        };
        let (lefts, rights) = (list(self.lefts(value)), list(self.rights(value)));
        format!("{{{lefts}|{rights}}}")
    }
}
