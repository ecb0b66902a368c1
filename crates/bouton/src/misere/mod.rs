//! The misère quotient of a game: what decides every sum of its heaps, or of the positions that follow from some, when whoever cannot
//! move wins.
//!
//! The rules say what the options of a heap are; `bouton-misere` finds the quotient heap by heap and proves it. Where the rules are a
//! take-and-break code, a period makes it hold for heaps of every size. [`text`] writes it for other programs.

mod parts;
pub mod text;

use crate::answer::Status;
use crate::answer::why::Why;
use crate::engines::heaps::heap_rule;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::proof::certificate::{MOST_PARTS, head};
use crate::report::Sentence;
use crate::tuning::QUOTIENT_LOOKS;
use bouton_engine::Budget;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::End;
use bouton_misere::{Code, Genera, Genus, Presentation, Quotient, Stop, Theory, letter, word};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
pub(crate) use parts::Parts;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::time::Duration;

/// How long a search without bounds goes on.
pub const USUAL: Duration = Duration::from_secs(10);

/// Heaps of a take-and-break code are added up to here where nobody says how far, unless a period is proved before.
const FARTHEST: usize = 1000;

/// The same for other rules, whose heaps may have many options.
const FAR: usize = 50;

/// Sums that are looked at for the genera of heaps: some hundredths of a second.
const SUMS: usize = 4000;

/// "What is the misère quotient of this game?"
#[derive(Clone)]
pub struct MisereQuestion {
    /// The game; it does not matter which ending its rules have.
    pub game: Game,
    /// The position from which everything else follows; without one all heaps are meant.
    pub position: Option<Position>,
    /// The largest heap.
    pub to: Option<usize>,
}

/// A misère quotient and what it is the quotient of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "MisereAnswer")]
pub struct Misere {
    /// The number of elements of Q.
    pub order: usize,
    /// Is it the quotient of a Nim game?
    pub tame: bool,
    /// The n of a tame quotient T_n.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim: Option<u32>,
    /// The generators with the heap or position that each is.
    pub generators: Vec<Element>,
    /// Pairs of words that are equal.
    pub relations: Vec<[String; 2]>,
    /// The lost elements, P.
    pub lost: Vec<String>,
    /// What each heap (or position) is, Φ.
    pub heaps: Vec<Element>,
    /// The take-and-break code of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Φ(n + length) = Φ(n) for every n from a heap on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Repeats>,
    /// PROVED for all sums of heaps of any size, or of the positions that follow from one; CHECKED for sums of heaps to a size.
    #[serde(flatten)]
    pub status: Status,
    /// For which sums, and by what.
    pub reason: Sentence,
    /// The names of all elements, the unit first.
    pub elements: Vec<String>,
    /// Products by the numbers of elements.
    pub table: Vec<Vec<u32>>,
    /// The numbers of the lost elements.
    #[serde(skip)]
    p: Vec<u32>,
    /// The elements of the heaps 0, 1, 2, … of a code by their numbers.
    #[serde(skip)]
    images: Vec<u32>,
    /// Why it went no further, where more was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Problem>,
}

/// A heap or a position and its element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "HeapElement")]
pub struct Element {
    /// The heap or position, as it is typed.
    pub heap: String,
    /// The name of its element.
    pub element: String,
    /// Its genus, as in 4^146, where it was worth the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// No position of Nim has this genus.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wild: bool,
}

impl Element {
    fn new(heap: String, element: String) -> Self {
        Self { heap, element, genus: None, wild: false }
    }

    fn with(&mut self, genus: Option<&Genus>) {
        self.genus = genus.map(Genus::to_string);
        self.wild = genus.is_some_and(|genus| !genus.tame());
    }
}

/// A period of Φ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ElementPeriod")]
pub struct Repeats {
    /// The period.
    pub length: usize,
    /// The heap from which on it holds.
    pub from: usize,
    /// The heap before which the theorem compares.
    pub compared_below: usize,
}

/// The quotient of a game, as far as the budget goes.
pub fn quotient(question: &MisereQuestion, budget: &Budget) -> Result<Misere, Problem> {
    let game = question.game.ending(End::Normal)?;
    if let Err(why) = game.kind().grundy {
        let say = |lang: Lang| why.say(lang);
        return Err(not_for([
            format!("This game has no misère quotient: {}.", say(Lang::En)),
            format!("这个游戏没有反常商：{}。", say(Lang::Zh)),
        ]));
    }
    match &question.position {
        Some(position) => of_position(&game, position, budget),
        None => of_heaps(&game, question.to, budget),
    }
}

/// The same with a little work that is counted, for whoever does not want to wait.
pub fn briefly(question: &MisereQuestion, budget: &Budget) -> Result<Misere, Problem> {
    quotient(question, &budget.clone().fuse(QUOTIENT_LOOKS))
}

pub(crate) fn not_for(why: [String; 2]) -> Problem {
    Problem::NotApplicable(NotApplicable::Other(why))
}

fn stopped(stop: Stop) -> Problem {
    match stop {
        Stop::Halt(halt) => halt.into(),
        Stop::TooLong => not_for([
            "A play can last longer than 2^63 moves.".to_string(),
            "一局可能超过 2^63 步。".to_string(),
        ]),
    }
}

/// The take-and-break code of a game's heaps, as it is written and for the solver, where sums of them have a quotient; it does
/// not matter which ending the rules have.
pub(crate) fn code(game: &Game) -> Option<(String, Code)> {
    heap_rule(game)?;
    game.ending(End::Normal).ok()?.kind().grundy.ok()?;
    let code = game.facts().code.as_ref().filter(|code| code.is_finite())?;
    Some((code.to_string(), Code::new(code.digits.clone())?))
}

/// What is known of the heaps of a code, in words.
pub(crate) fn of_theory(written: &str, code: &Code, theory: &Theory) -> Misere {
    let elements: Vec<(String, u32)> =
        (1..=theory.heaps).map(|heap| (heap.to_string(), theory.quotient.heap(heap - 1))).collect();
    let period = theory.period.map(|period| Repeats {
        length: period.length,
        from: period.from,
        compared_below: period.bound(code),
    });
    let (status, reason) = match period {
        Some(period) => (Status::Proved, for_ever(period)),
        None => to_heap(theory.heaps),
    };
    let heaps = match period {
        Some(period) => &elements[..(period.from.max(1) + period.length - 1).min(elements.len())],
        None => &elements[..],
    };
    let mut out = worded(&theory.quotient, heaps, &elements, status, reason);
    (out.code, out.period) = (Some(written.to_string()), period);
    out.images = (0..=theory.heaps).filter_map(|heap| theory.element(heap)).collect();
    out.stopped = theory.stop.map(stopped);
    out
}

/// The heaps of a game, one after another.
fn of_heaps(game: &Game, to: Option<usize>, budget: &Budget) -> Result<Misere, Problem> {
    if let Some((written, code)) = code(game) {
        let mut out = of_theory(&written, &code, &code.theory(to.unwrap_or(FARTHEST), budget));
        let mut genera = Genera::new();
        for (heap, one) in (1..).zip(&mut out.heaps) {
            let parts = |parts: Vec<usize>| parts.into_iter().map(|part| part - 1).collect();
            let genus = genera.add(code.options(heap).into_iter().map(parts), SUMS);
            if genus.is_none() {
                break;
            }
            one.with(genus.as_ref());
        }
        return Ok(out);
    }
    let mut parts = Parts::new(game);
    let mut elements = Vec::new();
    let mut last = 0;
    let mut stop = None;
    for heap in 0..=to.unwrap_or(FAR) {
        match parts.heap(heap, budget) {
            Ok(Some(at)) => {
                elements.push((heap.to_string(), at));
                last = heap;
            }
            Ok(None) => {}
            Err(problem @ (Problem::Over(_) | Problem::Interrupted)) => {
                stop = Some(problem);
                break;
            }
            Err(problem) => return Err(problem),
        }
    }
    if elements.is_empty() && stop.is_none() {
        return Err(not_for([
            "Its positions are not heaps of one number: say from which position the others follow."
                .to_string(),
            "它的局面不是由一个数表示的堆：请给出一个局面，其他局面由它得到。".to_string(),
        ]));
    }
    let quotient = parts.quotient();
    let genera: Vec<Option<Genus>> =
        elements.iter().map(|(_, at)| parts.genus.get((*at)?).cloned().flatten()).collect();
    let elements: Vec<(String, u32)> =
        elements.into_iter().map(|(heap, at)| (heap, at.map_or(0, |at| quotient.heap(at)))).collect();
    let (status, reason) = to_heap(last);
    let mut out = worded(&quotient, &elements, &elements, status, reason);
    out.heaps.iter_mut().zip(&genera).for_each(|(one, genus)| one.with(genus.as_ref()));
    out.stopped = stop;
    Ok(out)
}

/// What follows from a position: its parts and those of all positions after it.
fn of_position(game: &Game, position: &Position, budget: &Budget) -> Result<Misere, Problem> {
    let mut parts = Parts::new(game);
    for part in &position.parts {
        parts.add(part, budget)?;
    }
    let quotient = parts.quotient();
    let elements: Vec<(String, u32)> = parts.named().map(|(name, at)| (name, quotient.heap(at))).collect();
    let count = elements.len();
    let reason = Sentence::new(|lang| match lang {
        Lang::En => format!("for all sums of the {count} positions that follow, each any number of times"),
        Lang::Zh => format!("对由此得到的 {count} 个局面的任意和成立（每个可出现任意多次）"),
    });
    let mut out = worded(&quotient, &elements, &elements, Status::Proved, reason);
    out.heaps.iter_mut().zip(&parts.genus).for_each(|(one, genus)| one.with(genus.as_ref()));
    Ok(out)
}

fn for_ever(period: Repeats) -> Sentence {
    let Repeats { length, from, compared_below: bound } = period;
    let from = from.max(1);
    Sentence::new(|lang| match lang {
        Lang::En => format!(
            "for all sums of heaps of any size (periodicity theorem: Φ(n + {length}) = Φ(n) holds for {from} <= n < {bound})"
        ),
        Lang::Zh => format!(
            "对任意大小的堆的任意和成立（周期定理：Φ(n + {length}) = Φ(n) 对 {from} <= n < {bound} 成立）"
        ),
    })
}

fn to_heap(last: usize) -> (Status, Sentence) {
    let bound =
        Sentence::from([format!("all sums of heaps up to {last}"), format!("不超过 {last} 的堆的任意和")]);
    let reason = Sentence::from([
        format!("for all sums of heaps up to {last}"),
        format!("对不超过 {last} 的堆的任意和成立"),
    ]);
    (Status::Checked(bound), reason)
}

/// A quotient in words: `heaps` are listed, `all` generate it.
fn worded(
    quotient: &Quotient,
    heaps: &[(String, u32)],
    all: &[(String, u32)],
    status: Status,
    reason: Sentence,
) -> Misere {
    let present = Presentation::of(quotient);
    let name = |element: u32| present.name(element);
    let of =
        |element: u32| all.iter().find(|one| one.1 == element).map_or(String::new(), |one| one.0.clone());
    let generators = present.generators.iter().enumerate();
    let generators =
        generators.map(|(at, heap)| Element::new(of(quotient.heap(*heap)), letter(at))).collect();
    let order = quotient.order() as u32;
    let nim = quotient.tame();
    Misere {
        order: quotient.order(),
        tame: nim.is_some(),
        nim,
        generators,
        relations: present.relations.iter().map(|(left, right)| [word(left), word(right)]).collect(),
        lost: (0..order).filter(|element| quotient.lost(*element)).map(name).collect(),
        heaps: heaps.iter().map(|(heap, at)| Element::new(heap.clone(), name(*at))).collect(),
        code: None,
        period: None,
        status,
        reason,
        elements: (0..order).map(name).collect(),
        table: (0..order).map(|x| (0..order).map(|y| quotient.product(x, y)).collect()).collect(),
        p: (0..order).filter(|element| quotient.lost(*element)).collect(),
        images: Vec::new(),
        stopped: None,
    }
}

impl Misere {
    /// The certificate of a quotient that is proved for all heaps. There is none otherwise, or where a move leaves more heaps than the checker reads.
    pub fn certificate(&self, game: &Game) -> Option<Json> {
        let complete = self.complete()?;
        if game.facts().code.as_ref()?.most_parts() > MOST_PARTS {
            return None;
        }
        let mut out = head(game, "misere quotient", false);
        out["table"] = json!(complete.table);
        out["lost"] = json!(complete.lost);
        out["heaps"] = json!(complete.heaps);
        out["period"] = json!(complete.period.length);
        out["from"] = json!(complete.period.from);
        Some(out)
    }

    /// Q, P and Φ by numbers, where they are proved for heaps of every size.
    pub fn complete(&self) -> Option<Complete<'_>> {
        Some(Complete { table: &self.table, lost: &self.p, heaps: &self.images, period: self.period? })
    }

    /// The element of a heap of a code, where something is known of it.
    pub(crate) fn element(&self, heap: &BigUint) -> Option<u32> {
        if let Some(element) = heap.to_usize().and_then(|n| self.images.get(n)) {
            return Some(*element);
        }
        let period = self.period?;
        let from = period.from.max(1);
        let place = from + ((heap - from) % period.length).to_usize()?;
        self.images.get(place).copied()
    }

    /// The product of some elements.
    pub(crate) fn product(&self, elements: impl IntoIterator<Item = u32>) -> u32 {
        elements.into_iter().fold(0, |x, y| self.table[x as usize][y as usize])
    }

    /// Is a sum with this element lost?
    pub(crate) fn is_lost(&self, element: u32) -> bool {
        self.p.contains(&element)
    }

    /// Why a sum of these heaps is won or lost: its product; `None` where nothing is known of one of them.
    pub(crate) fn why(&self, heaps: &[BigUint]) -> Option<Why> {
        let elements: Vec<u32> = heaps.iter().map(|heap| self.element(heap)).collect::<Option<_>>()?;
        let all = self.product(elements.iter().copied());
        let name = |element: u32| self.elements[element as usize].clone();
        let factors = heaps.iter().zip(&elements).map(|(heap, element)| (heap.to_string(), name(*element)));
        Some(product_decides(factors, &name(all), self.is_lost(all), self.order))
    }
}

/// Why a sum is won or lost: its parts with the names of their elements, and their product.
pub(crate) fn product_decides(
    factors: impl Iterator<Item = (String, String)>,
    all: &str,
    lost: bool,
    order: usize,
) -> Why {
    let (heaps, names): (Vec<String>, Vec<String>) =
        factors.map(|(part, name)| (format!("Φ({part})"), name)).unzip();
    let product = if heaps.len() > 1 { format!(" = {all}") } else { String::new() };
    let (left, right) = (heaps.join(" · "), names.join(" · "));
    let is = if lost { "∈" } else { "∉" };
    Why::Theorem {
        theorem: Sentence::from([
            format!(
                "in the misère quotient, {left} = {right}{product} {is} P; a move wins if it leaves an element of P"
            ),
            format!("在反常商中，{left} = {right}{product} {is} P；走到 P 中元素的走法获胜"),
        ]),
        how: Sentence::from([
            format!("the quotient has order {order} and is proved by its transition algebra (bouton misere)"),
            format!("商的阶为 {order}，由转移代数证明（bouton misere）"),
        ]),
    }
}

/// A quotient that is proved for heaps of every size. Elements are numbers, the unit is 0.
#[derive(Clone, Copy, Debug)]
pub struct Complete<'q> {
    /// Products.
    pub table: &'q [Vec<u32>],
    /// P.
    pub lost: &'q [u32],
    /// Φ of the heaps 0, 1, 2, …, past the first period.
    pub heaps: &'q [u32],
    /// How Φ goes on.
    pub period: Repeats,
}
