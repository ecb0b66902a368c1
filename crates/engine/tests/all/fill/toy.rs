//! Small games for the tests of filled tables, and what they are worth by definition.

use bouton_engine::table::fill::{Generator, Hole, Made};
use bouton_engine::{Nimber, Outcome};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// An option of a toy: parts, gain, again, line.
#[derive(Clone)]
pub(crate) struct Opt {
    pub(crate) parts: Vec<Vec<i64>>,
    pub(crate) gain: i64,
    pub(crate) again: bool,
    pub(crate) line: usize,
}

pub(crate) fn to(words: Vec<i64>) -> Opt {
    Opt { parts: vec![words], gain: 0, again: false, line: 0 }
}

pub(crate) type Listed = Option<Vec<Opt>>;
pub(crate) type List = dyn Fn(&[i64], usize) -> Listed + Sync;
pub(crate) type End = dyn Fn(&[i64], usize) -> Option<Outcome> + Sync;

/// A game for the tests: `None` as options means that the rules fail there.
pub(crate) struct Toy {
    pub(crate) list: Box<List>,
    pub(crate) ended: Box<End>,
    pub(crate) stuck: Outcome,
    /// Lines that rays stand for.
    pub(crate) rays: Vec<usize>,
}

impl Toy {
    pub(crate) fn new(list: impl Fn(&[i64], usize) -> Listed + Sync + 'static) -> Toy {
        Toy { list: Box::new(list), ended: Box::new(|_, _| None), stuck: Outcome::Lose, rays: vec![] }
    }

    pub(crate) fn simple(list: impl Fn(&[i64]) -> Vec<Vec<i64>> + Sync + 'static) -> Toy {
        Toy::new(move |words, _| Some(list(words).into_iter().map(to).collect()))
    }

    fn walk(
        &self,
        words: &[i64],
        mover: usize,
        skip: &[usize],
        mut visit: impl FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<(), Hole> {
        for opt in (self.list)(words, mover).ok_or(Hole)? {
            if skip.contains(&opt.line) {
                continue;
            }
            let Opt { parts, gain, again, line } = opt;
            let made = Made { line, words: &parts.concat(), parts: parts.len(), gain, again };
            if visit(made).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Outcome (-1, 0, 1) or score by the definition; `None` where the rules fail.
    pub(crate) fn best(&self, words: &[i64], mover: usize, score: bool, known: &mut Known) -> Option<i64> {
        let key = (words.to_vec(), mover);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let value = self.best_fresh(words, mover, score, known);
        known.insert(key, value);
        value
    }

    fn best_fresh(&self, words: &[i64], mover: usize, score: bool, known: &mut Known) -> Option<i64> {
        if let Some(outcome) = (self.ended)(words, mover) {
            return Some(if score { 0 } else { outcome as i64 - 1 });
        }
        let options = (self.list)(words, mover)?;
        if options.is_empty() {
            return Some(if score { 0 } else { self.stuck as i64 - 1 });
        }
        let mut values = Vec::new();
        for opt in options {
            let next = if opt.again { mover } else { 1 - mover };
            let value = self.best(&opt.parts[0], next, score, known);
            let gain = if score { opt.gain } else { 0 };
            values.push(value.map(|v| gain + if opt.again { v } else { -v }));
        }
        if !score && values.contains(&Some(1)) {
            return Some(1);
        }
        values.into_iter().collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    /// Outcome and distance from the end, as a table says it: a win in n moves is n + 1, a loss -n - 1, a draw 0.
    pub(crate) fn soonest(&self, words: &[i64], mover: usize, known: &mut Known) -> Option<i64> {
        let key = (words.to_vec(), mover);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let value = self.soonest_fresh(words, mover, known);
        known.insert(key, value);
        value
    }

    fn soonest_fresh(&self, words: &[i64], mover: usize, known: &mut Known) -> Option<i64> {
        if let Some(outcome) = (self.ended)(words, mover) {
            return Some(outcome as i64 - 1);
        }
        let mut values = Vec::new();
        for opt in (self.list)(words, mover)? {
            let next = if opt.again { mover } else { 1 - mover };
            let value = self.soonest(&opt.parts[0], next, known)?;
            let mine = if opt.again { value } else { -value };
            values.push(mine + mine.signum());
        }
        let won = values.iter().copied().filter(|v| *v > 0).min();
        let drawn = values.contains(&0).then_some(0);
        let lost = values.iter().copied().min();
        Some(won.or(drawn).or(lost).unwrap_or(self.stuck as i64 - 1))
    }

    pub(crate) fn grundy(&self, words: &[i64], known: &mut Known) -> Option<i64> {
        let key = (words.to_vec(), 0);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let mut values = Vec::new();
        for opt in (self.list)(words, 0)? {
            let mut sum = 0;
            for part in &opt.parts {
                sum ^= self.grundy(part, known)?;
            }
            values.push(Nimber(sum as u32));
        }
        let value = Some(i64::from(Nimber::mex(values).0));
        known.insert(key, value);
        value
    }
}

pub(crate) type Known = HashMap<(Vec<i64>, usize), Option<i64>>;

impl Generator for Toy {
    fn options<F: FnMut(Made<'_>) -> ControlFlow<()>>(
        &self,
        words: &[i64],
        mover: usize,
        visit: F,
    ) -> Result<(), Hole> {
        self.walk(words, mover, &[], visit)
    }

    fn other_options<F: FnMut(Made<'_>) -> ControlFlow<()>>(
        &self,
        words: &[i64],
        mover: usize,
        visit: F,
    ) -> Result<(), Hole> {
        self.walk(words, mover, &self.rays, visit)
    }

    fn ended(&self, words: &[i64], mover: usize) -> Result<Option<Outcome>, Hole> {
        Ok((self.ended)(words, mover))
    }

    fn stuck(&self, _mover: usize) -> Outcome {
        self.stuck
    }
}
