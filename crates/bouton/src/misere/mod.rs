//! The misère quotient of a game: what decides every sum of its heaps, or of the positions that follow from some, when whoever cannot
//! move wins.
//!
//! The rules say what the options of a heap are; `bouton-misere` finds the quotient heap by heap and proves it. Where the rules are a
//! take-and-break code, a period makes it hold for heaps of every size. [`text`] writes it for other programs.

mod parts;
pub mod text;

use crate::answer::Status;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::proof::certificate::head;
use crate::report::Sentence;
use bouton_engine::Budget;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::rules::End;
use bouton_misere::{Code, Presentation, Quotient, Stop, letter, word};
use parts::Parts;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// Heaps of a take-and-break code are added up to here where nobody says how far, unless a period is proved before.
const FARTHEST: usize = 1000;

/// The same for other rules, whose heaps may have many options.
const FAR: usize = 50;

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
#[derive(Clone, Debug, Serialize)]
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
    pub status: Status,
    /// For which sums, and by what.
    pub reason: Sentence,
    /// The names of all elements, the unit first.
    pub elements: Vec<String>,
    /// Products by the numbers of elements.
    pub table: Vec<Vec<u32>>,
    /// Q, P and Φ for a certificate, where the period makes them hold for ever.
    #[serde(skip)]
    proved: Option<(Quotient, Vec<u32>)>,
    /// Why it went no further, where more was asked for.
    #[serde(skip)]
    pub stopped: Option<Problem>,
}

/// A heap or a position and its element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// The heap or position, as it is typed.
    pub heap: String,
    /// The name of its element.
    pub element: String,
}

/// A period of Φ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

/// The heaps of a game, one after another.
fn of_heaps(game: &Game, to: Option<usize>, budget: &Budget) -> Result<Misere, Problem> {
    let code = game.facts().code.as_ref().filter(|code| code.is_finite());
    if let Some((written, code)) =
        code.and_then(|code| Some((code.to_string(), Code::new(code.digits.clone())?)))
    {
        let theory = code.theory(to.unwrap_or(FARTHEST), budget);
        let elements: Vec<(String, u32)> =
            (1..=theory.heaps).map(|heap| (heap.to_string(), theory.quotient.heap(heap - 1))).collect();
        let period = theory.period.map(|period| Repeats {
            length: period.length,
            from: period.from,
            compared_below: period.bound(&code),
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
        (out.code, out.period) = (Some(written), period);
        out.proved = period.map(|_| {
            let heaps = (0..=theory.heaps).filter_map(|heap| theory.element(heap)).collect();
            (theory.quotient.clone(), heaps)
        });
        // A code without a period is not complete unless a size was asked for.
        out.stopped = theory.stop.map(stopped);
        return Ok(out);
    }
    let mut parts = Parts::new(game, budget);
    let mut elements = Vec::new();
    let mut last = 0;
    let mut stop = None;
    for heap in 0..=to.unwrap_or(FAR) {
        match parts.heap(heap) {
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
    let elements: Vec<(String, u32)> =
        elements.into_iter().map(|(heap, at)| (heap, at.map_or(0, |at| quotient.heap(at)))).collect();
    let (status, reason) = to_heap(last);
    let mut out = worded(&quotient, &elements, &elements, status, reason);
    out.stopped = stop;
    Ok(out)
}

/// What follows from a position: its parts and those of all positions after it.
fn of_position(game: &Game, position: &Position, budget: &Budget) -> Result<Misere, Problem> {
    let mut parts = Parts::new(game, budget);
    for part in &position.parts {
        parts.add(part)?;
    }
    let quotient = parts.quotient();
    let elements: Vec<(String, u32)> = parts.named().map(|(name, at)| (name, quotient.heap(at))).collect();
    let count = elements.len();
    let reason = Sentence::new(|lang| match lang {
        Lang::En => format!("for all sums of the {count} positions that follow, each any number of times"),
        Lang::Zh => format!("对由此得到的 {count} 个局面的任意和成立（每个可出现任意多次）"),
    });
    Ok(worded(&quotient, &elements, &elements, Status::Proved, reason))
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
    let bound = Sentence::new(|lang| match lang {
        Lang::En => format!("for all sums of heaps up to {last}"),
        Lang::Zh => format!("对不超过 {last} 的堆的任意和成立"),
    });
    (Status::Checked(bound.clone()), bound)
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
    let generators = generators
        .map(|(at, heap)| Element { heap: of(quotient.heap(*heap)), element: letter(at) })
        .collect();
    let order = quotient.order() as u32;
    let nim = quotient.tame();
    Misere {
        order: quotient.order(),
        tame: nim.is_some(),
        nim,
        generators,
        relations: present.relations.iter().map(|(left, right)| [word(left), word(right)]).collect(),
        lost: (0..order).filter(|element| quotient.lost(*element)).map(name).collect(),
        heaps: heaps.iter().map(|(heap, at)| Element { heap: heap.clone(), element: name(*at) }).collect(),
        code: None,
        period: None,
        status,
        reason,
        elements: (0..order).map(name).collect(),
        table: (0..order).map(|x| (0..order).map(|y| quotient.product(x, y)).collect()).collect(),
        proved: None,
        stopped: None,
    }
}

impl Misere {
    /// The certificate of a quotient that is proved for all heaps. There is none otherwise, where heaps break into three and more,
    /// or where the rules themselves are those of misère play: the checker reads codes of two heaps in normal play.
    pub fn certificate(&self, game: &Game) -> Option<Json> {
        let (quotient, heaps) = self.proved.as_ref()?;
        let period = self.period?;
        if game.own_end() != End::Normal || game.facts().code.as_ref()?.most_parts() > 2 {
            return None;
        }
        let mut out = head(game, "misere quotient", false);
        let order = quotient.order() as u32;
        out["table"] = json!(self.table);
        out["lost"] = json!((0..order).filter(|x| quotient.lost(*x)).collect::<Vec<_>>());
        out["heaps"] = json!(heaps);
        out["period"] = json!(period.length);
        out["from"] = json!(period.from);
        Some(out)
    }
}
