//! What a failure is: more evidence, a smaller case, a guess at the mistake. It has a few seconds of its own, beyond the
//! time in which failures are looked for.

use crate::answers::Fault;
use crate::bench::Checked;
use crate::diagnose::{self, Guess, Kind};
use crate::oracle::Truth;
use crate::shrink;
use crate::stress::{Failure, Stress};
use bouton::Problem;
use bouton_template::Case;
use num_bigint::BigInt;
use std::time::{Duration, Instant};

/// Time for cases beside the failure.
const GATHER: Duration = Duration::from_millis(1500);

/// Time to make it smaller; a program that does not end takes its time limit for every try.
const SHRINK: Duration = Duration::from_millis(1200);
const SHRINK_SLOW: Duration = Duration::from_millis(3000);

/// Time to compare the program's answers with wrong ideas, and to write the right ones.
const GUESS: Duration = Duration::from_millis(1500);

/// Smaller cases that a failing one is put behind.
const COMPANY: usize = 300;

fn left_over(en: String, zh: String) -> Guess {
    Guess { kind: Kind::State, evidence: [en, zh] }
}

impl Stress {
    /// More evidence, a smaller case, a guess.
    pub(crate) fn explain(&mut self, found: Checked) -> Result<Failure, Problem> {
        let first = found.tested.case.show();
        let slow = matches!(found.tested.fault, Some(Fault::Timeout));
        let state = !found.after.is_empty();
        if !slow && !state {
            self.gather(&found)?;
        }
        let better = self.failing.take().filter(|c| c.tested.case.size() < found.tested.case.size());
        let found = better.unwrap_or(found);
        let deadline = Instant::now() + if slow { SHRINK_SLOW } else { SHRINK };
        self.supply.allow(deadline);
        let small =
            shrink::shrink(&mut self.bench, &mut self.supply.oracle, &self.supply.space, found, deadline)?;
        self.supply.allow(Instant::now() + GUESS);
        let t = &small.tested;
        let guess = if !small.after.is_empty() {
            let n = small.after.len();
            left_over(
                format!("alone the case is answered rightly; after {n} other in the same run it is not"),
                format!("单独运行时答案正确；在同一次运行中排在另外 {n} 组之后就出错"),
            )
        } else if let Some(n) = self.in_company(&small)? {
            left_over(
                format!(
                    "alone the case is answered wrongly; after {n} smaller ones in the same run, rightly"
                ),
                format!("单独运行时答案错误；在同一次运行中排在 {n} 组较小的数据之后反而正确"),
            )
        } else {
            diagnose::guess(&mut self.supply.oracle, &self.evidence, t, self.bench.answers.want())?
        };
        let mut run = small.after.clone();
        run.push((t.case.clone(), t.truth.clone()));
        let input = self.bench.input(&run)?;
        let output = self.bench.output(&mut self.supply.oracle, &run)?;
        let mut right = self.bench.answers.shown(&t.case, &t.truth);
        if right.is_empty()
            && let Some(text) = self.bench.answers.right(&mut self.supply.oracle, &t.case, &t.truth, 0)?
        {
            right = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let position = t.case.show();
        Ok(Failure {
            shrunk_from: (first != position).then_some(first),
            position,
            origin: t.case.origin,
            fault: t.fault.unwrap_or(Fault::Wrong),
            ended: small.ended.clone(),
            errors: small.errors.trim().to_string(),
            printed: small.text.clone(),
            right,
            outcome: t.truth.outcome,
            status: self.supply.oracle.status(t.truth.basis),
            input,
            output,
            after: small.after.len(),
            guess,
            largest: t.case.largest(),
        })
    }

    /// A case that fails alone: is it answered rightly after smaller ones in the same run? After how many?
    fn in_company(&mut self, small: &Checked) -> Result<Option<usize>, Problem> {
        if small.tested.fault != Some(Fault::Wrong) {
            return Ok(None);
        }
        let t = &small.tested;
        let size = t.case.size();
        let mut smaller: Vec<(Case, Truth)> = self
            .evidence
            .iter()
            .filter(|e| e.case.game.same(&t.case.game) && e.case.size() < size)
            .map(|e| (e.case.clone(), e.truth.clone()))
            .collect();
        smaller.sort_by_cached_key(|(c, _)| (c.size(), c.key()));
        smaller.dedup_by(|a, b| a.0.key() == b.0.key());
        // The nearest ones, all of them if they are few.
        let skip = smaller.len().saturating_sub(COMPANY);
        let mut run = smaller.split_off(skip);
        let n = run.len();
        run.push((t.case.clone(), t.truth.clone()));
        Ok((n > 0 && self.bench.together(&mut self.supply.oracle, &run)?).then_some(n))
    }

    /// Some cases more, of every kind, to tell one mistake from another.
    fn gather(&mut self, found: &Checked) -> Result<(), Problem> {
        self.supply.allow(Instant::now() + GATHER);
        let keep = self.failing.take();
        let mut cases = Vec::new();
        let game = found.tested.case.game.clone();
        let (_, mut positions, sizes) = self.supply.space.by_size(&game);
        for size in sizes.take(60) {
            match self.supply.space.level(&game, &mut positions, size, 400) {
                Some(level) if cases.len() < 300 => cases.extend(level),
                _ => break,
            }
        }
        let large = found.tested.case.largest() > BigInt::from(100);
        if large {
            let top: BigInt = found.tested.case.largest() * 8;
            let to = self.supply.to.clone();
            self.supply.to = top.min(to.clone());
            let drawn = self.drawn(0, &self.supply.at_most(3000))?;
            self.supply.to = to;
            cases.splice(0..0, drawn);
        }
        let asked = self.known(cases)?;
        for chunk in asked.chunks(self.bench.stride()) {
            if self.supply.up() {
                break;
            }
            let checked = self.bench.ask(&mut self.supply.oracle, chunk)?;
            self.note(checked);
        }
        if self.failing.is_none() {
            self.failing = keep;
        }
        Ok(())
    }
}
