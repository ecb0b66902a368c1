//! The test bench: cases in, judged answers out. Several cases go into one run where the program can take them, runs go
//! to all cores, and what fails among others is asked again alone.

use crate::answers::{Answers, Fault, Reply, Said};
use crate::diagnose::Tested;
use crate::oracle::{Oracle, Truth};
use crate::program::{Cost, Ended, Program, Run};
use crate::supply::Written;
use bouton::Problem;
use bouton_template::{Batch, Case, Template};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Cases in one run, at first and at most.
const FIRST: usize = 16;
const MOST: usize = 400;

/// Failures of one run that are asked again alone.
const AGAIN: usize = 6;

/// Time for a part of a run that did not end, at least.
const PATIENCE: Duration = Duration::from_millis(250);

/// A program and how to talk to it.
pub struct Bench {
    /// The program.
    pub program: Program,
    /// How a case is written.
    pub template: Template,
    /// How several cases are put together, where they can be.
    pub batch: Option<Batch>,
    /// The batch is a guess of ours: the program seems to read until the end of its input.
    pub guessed: bool,
    /// What is wanted.
    pub answers: Answers,
    /// What a run may cost.
    pub cost: Cost,
    /// Runs at a time.
    pub workers: usize,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
    /// Runs so far.
    pub runs: u64,
    size: usize,
    /// The longest run that ended well.
    usual: Duration,
}

/// A judged answer.
#[derive(Clone)]
pub struct Checked {
    /// Case, truth and what was said.
    pub tested: Tested,
    /// As it was printed.
    pub text: String,
    /// How the run ended.
    pub ended: Ended,
    /// What it said on standard error.
    pub errors: String,
    /// The cases before it in the same run, where it fails only after them.
    pub after: Vec<(Case, Truth)>,
}

type Asked = (Case, Truth);

impl Bench {
    /// A bench.
    pub(crate) fn new(program: Program, written: Written, cost: Cost, stop: Arc<AtomicBool>) -> Bench {
        let Written { template, batch, answers } = written;
        let workers = std::thread::available_parallelism().map_or(2, |n| n.get()).min(8);
        Bench {
            program,
            template,
            batch,
            guessed: false,
            answers,
            cost,
            workers,
            stop,
            runs: 0,
            size: FIRST,
            usual: Duration::ZERO,
        }
    }

    /// The input of one run.
    pub fn input(&self, cases: &[Asked]) -> Result<String, Problem> {
        let text = |(i, (case, _)): (usize, &Asked)| case.text(&self.template, i);
        let texts = cases.iter().enumerate().map(text).collect::<Result<Vec<_>, _>>()?;
        Ok(self.batch.clone().unwrap_or_else(Batch::bare).join(&texts))
    }

    /// The input of a run of one case.
    fn single(&self, case: &Asked) -> Result<String, Problem> {
        self.input(std::slice::from_ref(case))
    }

    /// The right output of one run; `None` where a winning move is not known.
    pub fn output(&self, oracle: &mut Oracle, cases: &[Asked]) -> Result<Option<String>, Problem> {
        let mut out = String::new();
        for (i, (case, truth)) in cases.iter().enumerate() {
            match self.answers.right(oracle, case, truth, i)? {
                Some(text) => out.push_str(text.trim_end_matches('\n')),
                None => return Ok(None),
            }
            out.push('\n');
        }
        Ok(Some(out))
    }

    /// Runs inputs on all cores; the runs in order. Once a run takes all its time, or fails to end its output, no further
    /// ones are begun, since one such run is enough: those are `None`.
    fn parallel(&mut self, inputs: &[String], cost: Cost) -> Result<Vec<Option<Run>>, Problem> {
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        let done: Mutex<Vec<Option<Result<Run, Problem>>>> =
            Mutex::new((0..inputs.len()).map(|_| None).collect());
        std::thread::scope(|scope| {
            for _ in 0..self.workers.min(inputs.len()) {
                scope.spawn(|| {
                    while !enough.load(Ordering::Relaxed) {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(input) = inputs.get(i) else { break };
                        let run = self.program.run(input, &cost, &self.stop);
                        let well =
                            matches!(&run, Ok(r) if !matches!(r.ended, Ended::Timeout | Ended::Output));
                        enough.fetch_or(!well, Ordering::Relaxed);
                        if let Ok(mut done) = done.lock() {
                            done[i] = Some(run);
                        }
                    }
                });
            }
        });
        let mut out = Vec::new();
        for run in done.into_inner().unwrap_or_default() {
            let run = run.transpose()?;
            if let Some(run) = &run {
                self.runs += 1;
                if run.ended == Ended::Interrupted {
                    return Err(Problem::Interrupted);
                }
                if run.ended == Ended::Well {
                    self.usual = self.usual.max(run.time);
                }
            }
            out.push(run);
        }
        Ok(out)
    }

    /// Does the program answer case after case until its input ends? Then many can go into one run.
    pub fn probe(&mut self, cases: &[Asked]) -> Result<(), Problem> {
        if self.batch.is_some() || cases.len() < 2 {
            return Ok(());
        }
        let mut inputs = cases.iter().map(|c| self.single(c)).collect::<Result<Vec<_>, _>>()?;
        inputs.push(Batch::bare().join(&inputs));
        let runs = self.parallel(&inputs, self.cost)?;
        let Some(mut runs) = runs.into_iter().collect::<Option<Vec<Run>>>() else { return Ok(()) };
        let Some(joined) = runs.pop() else { return Ok(()) };
        let well = runs.iter().chain([&joined]).all(|r| r.ended == Ended::Well);
        let single: Vec<&str> = runs.iter().flat_map(|r| r.output.split_whitespace()).collect();
        let each = runs.iter().all(|r| !r.output.trim().is_empty());
        if well && each && joined.output.split_whitespace().eq(single) {
            self.batch = Some(Batch::bare());
            self.guessed = true;
        }
        Ok(())
    }

    /// How many cases one step should take, for the clock to be looked at now and then.
    pub fn stride(&self) -> usize {
        if self.batch.is_some() { self.size * self.workers } else { 8 * self.workers }
    }

    /// Asks the program about cases and judges what it says.
    pub fn ask(&mut self, oracle: &mut Oracle, cases: &[Asked]) -> Result<Vec<Checked>, Problem> {
        let size = if self.batch.is_some() { self.size } else { 1 };
        self.ask_by(oracle, cases, size)
    }

    /// The same with so many cases a run.
    pub fn ask_by(
        &mut self,
        oracle: &mut Oracle,
        cases: &[Asked],
        size: usize,
    ) -> Result<Vec<Checked>, Problem> {
        let groups: Vec<&[Asked]> = cases.chunks(size.max(1)).collect();
        let inputs = groups.iter().map(|g| self.input(g)).collect::<Result<Vec<_>, _>>()?;
        let runs = self.parallel(&inputs, self.cost)?;
        let mut out = Vec::new();
        let mut slow = Duration::ZERO;
        for (group, run) in groups.iter().zip(&runs) {
            let Some(run) = run else { continue };
            slow = slow.max(run.time);
            match group {
                [one] => out.push(self.alone(oracle, one, run)?),
                many => self.many(oracle, many, run, &mut out)?,
            }
        }
        // Runs that take next to nothing can take more.
        if slow * 6 < self.cost.time.min(Duration::from_millis(1500)) {
            self.size = (self.size * 2).min(MOST);
        } else if slow * 2 > self.cost.time {
            self.size = (self.size / 2).max(1);
        }
        Ok(out)
    }

    /// Are all of these answered rightly in one run?
    pub fn together(&mut self, oracle: &mut Oracle, cases: &[Asked]) -> Result<bool, Problem> {
        let input = self.input(cases)?;
        let run = self.parallel(&[input], self.cost)?.pop().flatten();
        let Some(run) = run.filter(|r| r.ended == Ended::Well) else { return Ok(false) };
        let words: Vec<&str> = run.output.split_whitespace().collect();
        let mut at = 0;
        for (i, (case, truth)) in cases.iter().enumerate() {
            let reply = self.answers.read(oracle, case, truth, i, &words[at.min(words.len())..])?;
            let (None, Some(n)) = (reply.fault, reply.words) else { return Ok(false) };
            at += n;
        }
        Ok(at == words.len())
    }

    /// Cases go one by one from now on, if it was our idea to put them together.
    fn apart(&mut self) {
        if std::mem::take(&mut self.guessed) {
            self.batch = None;
        }
    }

    /// Judges a run of one case.
    fn alone(&self, oracle: &mut Oracle, asked: &Asked, run: &Run) -> Result<Checked, Problem> {
        let (case, truth) = asked;
        let words: Vec<&str> = run.output.split_whitespace().collect();
        let mut reply = self.answers.read(oracle, case, truth, 0, &words)?;
        match run.ended {
            Ended::Well => {
                let more = reply.words.is_some_and(|n| n < words.len());
                if more && reply.fault.is_none() {
                    reply.fault = Some(Fault::TooMuch);
                    reply.text = words.iter().take(12).copied().collect::<Vec<_>>().join(" ");
                }
            }
            Ended::Timeout | Ended::Interrupted => reply.fault = Some(Fault::Timeout),
            Ended::Output => reply.fault = Some(Fault::TooMuch),
            Ended::Code(_) | Ended::Signal(_) => {
                reply.fault = Some(if run.out_of_memory() { Fault::Memory } else { Fault::Crash });
            }
        }
        Ok(checked(asked, reply, run))
    }

    /// Judges a run of several cases.
    fn many(
        &mut self,
        oracle: &mut Oracle,
        group: &[Asked],
        run: &Run,
        out: &mut Vec<Checked>,
    ) -> Result<(), Problem> {
        if run.ended != Ended::Well {
            return self.halves(oracle, group, run, out);
        }
        let words: Vec<&str> = run.output.split_whitespace().collect();
        let mut at = 0;
        let mut replies = Vec::new();
        for (i, (case, truth)) in group.iter().enumerate() {
            let reply = self.answers.read(oracle, case, truth, i, &words[at.min(words.len())..])?;
            let lost = reply.words.is_none();
            at += reply.words.unwrap_or(0);
            replies.push(reply);
            if lost {
                break;
            }
        }
        let read = replies.iter().take_while(|r| r.words.is_some()).count();
        // What nobody could read, and a few of the wrong answers, are asked again alone.
        let wrong = (0..read).filter(|i| replies[*i].fault.is_some()).take(AGAIN);
        let unread = (read..group.len()).take(AGAIN * 2);
        let again: Vec<usize> = wrong.chain(unread).collect();
        let inputs = again.iter().map(|i| self.single(&group[*i])).collect::<Result<Vec<_>, _>>()?;
        let runs = self.parallel(&inputs, self.cost)?;
        let mut alone = Vec::new();
        for (i, run) in again.iter().zip(&runs) {
            let Some(run) = run else { continue };
            alone.push((*i, self.alone(oracle, &group[*i], run)?));
        }
        let differs = alone
            .iter()
            .find(|(i, c)| c.tested.fault.is_none() && replies.get(*i).is_none_or(|r| r.fault.is_some()));
        let together = differs.map(|(i, c)| (*i, c.clone()));
        if together.is_some() {
            self.apart();
        }
        for (i, reply) in replies.iter().enumerate().take(read) {
            match alone.iter().find(|(j, _)| *j == i) {
                Some((_, c)) => out.push(c.clone()),
                None if reply.fault.is_some() && together.is_some() => {}
                None => out.push(checked(&group[i], reply.clone(), run)),
            }
        }
        out.extend(alone.iter().filter(|(i, _)| *i >= read).map(|(_, c)| c.clone()));
        if let (Some((i, c)), true) = (together, self.batch.is_some()) {
            let reply = replies.get(i).cloned();
            let text = reply.as_ref().map(|r| r.text.clone()).unwrap_or_default();
            let said = reply.as_ref().map_or(Said::Text, |r| r.said.clone());
            let fault = reply.and_then(|r| r.fault).or(Some(Fault::Missing));
            let tested = Tested { said, fault, ..c.tested };
            out.push(Checked {
                tested,
                text,
                ended: run.ended.clone(),
                errors: String::new(),
                after: group[..i].to_vec(),
            });
        }
        Ok(())
    }

    /// A run of several cases that ended badly: which of them was it? Parts of a run that does not end are given much
    /// longer than runs usually take and no more; the case itself then has all the time allowed.
    fn halves(
        &mut self,
        oracle: &mut Oracle,
        group: &[Asked],
        run: &Run,
        out: &mut Vec<Checked>,
    ) -> Result<(), Problem> {
        let patience = (self.usual * 8).max(PATIENCE).min(self.cost.time);
        let brief = Cost { time: patience, ..self.cost };
        let mut work: Vec<(Vec<Asked>, Run)> = vec![(group.to_vec(), run.clone())];
        let mut guilty = false;
        let mut tries = 0;
        while let Some((cases, run)) = work.pop() {
            match cases.as_slice() {
                [one] => {
                    let again = if run.ended == Ended::Timeout && brief.time < self.cost.time {
                        self.parallel(&[self.single(one)?], self.cost)?.pop().flatten()
                    } else {
                        None
                    };
                    let found = self.alone(oracle, one, again.as_ref().unwrap_or(&run))?;
                    guilty |= found.tested.fault.is_some();
                    out.push(found);
                }
                // One culprit is enough.
                _ if guilty || tries > 24 => {}
                _ if run.ended == Ended::Well => self.many(oracle, &cases, &run, out)?,
                _ => {
                    tries += 1;
                    let (left, right) = cases.split_at(cases.len() / 2);
                    let inputs = [self.input(left)?, self.input(right)?];
                    let mut runs = self.parallel(&inputs, brief)?.into_iter();
                    // The left half is looked at first, so it goes onto the stack last.
                    let (a, b) = (runs.next().flatten(), runs.next().flatten());
                    work.extend(b.map(|b| (right.to_vec(), b)));
                    work.extend(a.map(|a| (left.to_vec(), a)));
                }
            }
        }
        if !guilty {
            self.apart();
        }
        // Too much at once is no fault of the program.
        self.size = (self.size / 2).max(1);
        Ok(())
    }
}

fn checked(asked: &Asked, reply: Reply, run: &Run) -> Checked {
    let (case, truth) = asked.clone();
    let tested = Tested { case, truth, said: reply.said, fault: reply.fault };
    Checked {
        tested,
        text: reply.text,
        ended: run.ended.clone(),
        errors: run.errors.clone(),
        after: Vec::new(),
    }
}
