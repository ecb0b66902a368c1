//! Values of one-parameter families of partizan games: periods, with a number that each period adds.
//!
//! Where moves take numbers of a finite set from a heap, a period that holds for as many heaps in a row as the largest number
//! taken holds for ever: the options of a larger heap repeat. Where a period adds a number, the values must be no numbers: then the number
//! may be taken out of the options (number translation).

use super::{Found, PatternQuestion, Patterns};
use crate::answer::Status;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::table::{Drawing, Show, TableQuestion};
use crate::value::halted;
use bouton_engine::Halt;
use bouton_language::both;
use bouton_values::{Style, Value, Values};

/// As many values are looked at where no number is asked for.
const USUAL: u64 = 60;

/// A period of values.
struct Period {
    period: usize,
    from: usize,
    adds: Value,
}

/// The most that a move takes from a heap of one number, where all moves take fixed numbers, whatever the heap.
fn most_taken(game: &Game) -> Option<usize> {
    let mut most = 0;
    for m in game.facts().vectors.as_ref()? {
        let ([base], [step], true) = (&m.base[..], &m.step[..], m.guards.is_empty()) else { return None };
        let last = if m.is_single() { m.from } else { m.to? };
        for k in [m.from, last] {
            let change = base.checked_add(step.checked_mul(k)?)?;
            most = most.max(usize::try_from(change.checked_neg()?).ok().filter(|n| *n > 0)?);
        }
    }
    Some(most)
}

/// The first period that all values but the first show, twice at least.
fn period(values: &mut Values, all: &[Value]) -> Result<Option<Period>, Halt> {
    for period in 1..=all.len() / 3 {
        let last = all.len() - 1;
        let adds = values.subtract(all[last], all[last - period])?;
        if !values.is_number(adds) {
            continue;
        }
        let mut from = last - period;
        while from > 0 && values.add(all[from - 1], adds)? == all[from - 1 + period] {
            from -= 1;
        }
        let mut holds = true;
        for n in from..last - period {
            holds &= values.add(all[n], adds)? == all[n + period];
        }
        if holds && all.len() - from >= 3 * period && from * 2 <= all.len() {
            return Ok(Some(Period { period, from, adds }));
        }
    }
    Ok(None)
}

impl Solver {
    /// The pattern of the values of single heaps.
    pub(super) fn value_pattern(&mut self, question: &PatternQuestion) -> Result<Patterns, Problem> {
        let to = question.to.unwrap_or(USUAL);
        let table = self.table(&TableQuestion {
            ranges: question.ranges.clone(),
            to: Some(to),
            show: Some(Show::Value),
            ..TableQuestion::new(question.game.clone())
        })?;
        let game = &question.game;
        if table.drawing != Drawing::Strip || table.over_parameters() || !question.ranges.is_empty() {
            return Err(Problem::NotApplicable(NotApplicable::Other([
                "Patterns of values are looked for in heaps of one number.".into(),
                "值的规律只在单个数的堆中寻找。".into(),
            ])));
        }
        let mut all = Vec::new();
        for row in table.rows() {
            let Some(typed) = table.position(&row) else { break };
            let position = game.position(&typed)?;
            all.push(self.position_value(game, &position)?);
        }
        let mut patterns = Patterns {
            game: game.title(),
            table: None,
            values: None,
            found: Vec::new(),
            traps: Vec::new(),
            few: None,
            doubts: Vec::new(),
            stopped: table.stopped.clone(),
        };
        let first =
            table.rows().first().and_then(|row| row.values.first().and_then(|v| v.as_int())).unwrap_or(0);
        let found =
            if all.is_empty() { None } else { period(&mut self.partizan.values, &all).map_err(halted)? };
        if let Some(found) = found {
            let finding = self.said_period(game, &all, first, &found).map_err(halted)?;
            patterns.found.push(finding);
        }
        patterns.table = Some(table);
        Ok(patterns)
    }

    fn said_period(&mut self, game: &Game, all: &[Value], first: i64, found: &Period) -> Result<Found, Halt> {
        let values = &mut self.partizan.values;
        let Period { period, from, adds } = *found;
        let plus = match adds == Value::ZERO {
            true => String::new(),
            false => format!(" + {}", values.text(adds, Style::Ascii, 100)?.text),
        };
        let begin = first + from as i64;
        // The window: as many heaps in a row as the most that is taken, all of which can be taken.
        let proved = match most_taken(game).filter(|_| first == 0) {
            None => None,
            Some(most) => {
                let window = from + most;
                let seen = window + 2 * period <= all.len();
                let hot = adds == Value::ZERO
                    || all.iter().skip(window).take(period).all(|value| !values.is_number(*value));
                (seen && hot).then_some(most)
            }
        };
        let last = first + all.len() as i64 - 1;
        let cycle: Result<Vec<String>, Halt> = all[from..]
            .iter()
            .take(period.min(12))
            .map(|value| Ok(values.text(*value, Style::Ascii, 40)?.text))
            .collect();
        let (cycle, more) = (cycle?.join(", "), if period > 12 { ", …" } else { "" });
        let reason = match proved {
            Some(most) => both!(
                "moves take at most {most}, and {most} heaps in a row repeat; v({begin}), …: {cycle}{more}",
                "每次至多取 {most}，而连续 {most} 堆重复；v({begin})、…：{cycle}{more}"
            ),
            None => both!("v({begin}), …: {cycle}{more}", "v({begin})、…：{cycle}{more}"),
        };
        Ok(Found {
            status: match proved {
                Some(_) => Status::Proved,
                None => Status::Checked(format!("n <= {last}").into()),
            },
            formula: format!("v(n + {period}) = v(n){plus} for every n >= {begin}"),
            reason: reason.into(),
            ..Found::new(if adds == Value::ZERO { "period" } else { "arithmetic period" })
        })
    }
}
