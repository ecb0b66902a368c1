//! One member: a theorem with its certificate, or a pattern, or neither.

use crate::compare::{Compared, compare};
use crate::family::{Family, Member};
use crate::row::{Both, Kept, Row};
use bouton::language::diagnostic::{Lang, Wording};
use bouton::pattern::PatternQuestion;
use bouton::proof::{Finding, ProveQuestion, prove};
use bouton::report::json;
use bouton::theory::sequences::Search;
use bouton::{Budget, Game, Problem, Solver, Status};
use bouton_verify::{Limits, verify};
use serde_json::Value as Json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What one member may cost; the search for a theorem ends by counted work in any case.
#[derive(Clone)]
pub struct Cost {
    /// Bytes.
    pub memory: usize,
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Raised to stop everything.
    pub cancel: Arc<AtomicBool>,
}

impl Cost {
    /// The budget of a member, with a clock that starts now.
    fn budget(&self) -> Budget {
        let budget = Budget::unlimited().memory(self.memory).cancel(self.cancel.clone()).alone(true);
        match self.time {
            Some(time) => budget.time(time),
            None => budget,
        }
    }
}

/// What can be found out about a member; an error only where somebody stopped it.
pub fn examine(family: &Family, member: &Member, cost: &Cost) -> Result<Kept, Problem> {
    let begun = processor();
    let row = Row { number: member.number, member: member.values.clone(), ..Row::default() };
    let mut kept = Kept { row, certificate: None };
    let found = family.game(member).and_then(|game| {
        let game = game.cancelled_by(cost.cancel.clone());
        theorem(family, &game, &mut kept, cost)?;
        if kept.row.status.is_none() { pattern(&game, &mut kept.row, cost) } else { Ok(()) }
    });
    match found {
        _ if cost.cancel.load(Ordering::Relaxed) => return Err(Problem::Interrupted),
        Err(Problem::Interrupted) => return Err(Problem::Interrupted),
        Err(problem) => refused(&mut kept.row, &problem),
        Ok(()) => {}
    }
    kept.row.seconds = (processor() - begun).as_secs_f64();
    Ok(kept)
}

/// Why a row has nothing to show.
fn refused(row: &mut Row, problem: &Problem) {
    row.unfinished |= matches!(problem, Problem::Over(_));
    row.reason.get_or_insert_with(|| Both::new(|lang| problem.line(lang)));
}

/// What this thread has used of its processor.
fn processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Looks for a theorem; the checker is asked about its certificate, and plain recursion about a box.
fn theorem(family: &Family, game: &Game, kept: &mut Kept, cost: &Cost) -> Result<(), Problem> {
    let budget = cost.budget();
    let finding = match prove(&ProveQuestion::new(game.clone()), &budget) {
        Err(problem @ Problem::Over(_)) => {
            refused(&mut kept.row, &problem);
            return Ok(());
        }
        other => other?,
    };
    let row = &mut kept.row;
    let answer = Both::new(|lang| json(&finding.answer(game, lang), lang).to_string());
    let [en, zh] =
        [&answer.en, &answer.zh].map(|text| serde_json::from_str::<Json>(text).unwrap_or_default());
    let both = |key: &str| {
        let text = |json: &Json| json[key].as_str().map(String::from);
        Some(Both { en: text(&en)?, zh: text(&zh)? })
    };
    if matches!(finding, Finding::NotFound(_) | Finding::Outside(_)) {
        row.reason = both("reason");
        return Ok(());
    }
    row.sentence = both("theorem");
    let text = |key: &str| en[key].as_str().map(String::from);
    (row.formula, row.subject) = (text("formula"), text("subject"));
    row.states = en["states"].as_u64();
    row.numeration = en.get("numeration").cloned();
    row.period = en["period"].as_u64().zip(en["from"].as_u64());
    let claims = en["claims"].as_array().into_iter().flatten().filter(|c| c["aside"] != true);
    let claim = |c: &Json| Some((c["text"].as_str()?.to_string(), c["status"].as_str().map(String::from)));
    row.claims = claims.filter_map(claim).collect();
    row.status = Some(Status::Proved.word().to_string());
    match finding.certificate(None, family.misere, Lang::En) {
        Ok(certificate) => {
            row.key = Some(key(&certificate));
            let text = format!("{certificate}\n");
            row.verified = Some(accepted(&text, family, cost, row)?);
            kept.certificate = Some(text);
        }
        Err(en) => {
            let zh = finding.certificate(None, family.misere, Lang::Zh).err().unwrap_or_default();
            row.no_certificate = Some(Both { en, zh });
        }
    }
    match compare(game, &finding, &cost.budget()) {
        Ok(Some(Compared::Agrees(count))) => row.compared = Some(count),
        Ok(Some(Compared::Differs(at))) => wrong(row, &at),
        Ok(None) => {}
        // The theorem stands without the comparison.
        Err(Problem::Over(_)) => {}
        Err(other) => return Err(other),
    }
    Ok(())
}

/// A theorem that plain recursion contradicts is none.
fn wrong(row: &mut Row, at: &str) {
    disproved(row);
    row.reason = Some(Both {
        en: format!("plain recursion finds otherwise at {at}: please report this"),
        zh: format!("直接递归在 {at} 处得到不同的结果：请报告此错误"),
    });
}

/// Nothing follows from it.
fn disproved(row: &mut Row) {
    row.status = Some(Status::False.word().to_string());
    row.key = None;
    row.claims.clear();
}

/// Does the checker accept the certificate? One that it refuses proves nothing.
fn accepted(text: &str, family: &Family, cost: &Cost, row: &mut Row) -> Result<bool, Problem> {
    let (files, cancel) = (family.files(), cost.cancel.clone());
    let stop = || cancel.load(Ordering::Relaxed);
    let limits = Limits { loader: &files, cancel: cost.cancel.clone(), stop: &stop, ..Limits::default() };
    match verify(text, &limits) {
        Ok(_) => Ok(true),
        Err(_) if stop() => Err(Problem::Interrupted),
        Err(refused) => {
            let said = |lang: Lang, why: String| {
                lang.pick(format!("the checker does not accept it: {why}"), format!("校验器不接受：{why}"))
            };
            row.reason = Some(Both::new(|lang| said(lang, refused.message(lang))));
            if !refused.why.is_limit() {
                disproved(row);
            }
            Ok(false)
        }
    }
}

/// What a certificate says, whatever rules it says it of.
fn key(certificate: &Json) -> String {
    let mut said = certificate.clone();
    let (from, period) = (said["from"].as_u64(), said["period"].as_u64());
    if let Some(object) = said.as_object_mut() {
        // How much of a table is written depends on the rules.
        for name in ["rules", "parameters", "misere", "weights", "coordinates", "theorem"] {
            object.shift_remove(name);
        }
        if let (Some(Json::Array(values)), Some(from), Some(period)) =
            (object.get_mut("prefix"), from, period)
        {
            values.truncate(usize::try_from(from + period).unwrap_or(usize::MAX));
        }
    }
    blake3::hash(said.to_string().as_bytes()).to_hex().as_str()[..32].to_string()
}

/// Looks for a pattern, where there is no theorem.
fn pattern(game: &Game, row: &mut Row, cost: &Cost) -> Result<(), Problem> {
    let question = PatternQuestion {
        game: game.clone(),
        ranges: Vec::new(),
        to: None,
        show: None,
        search: Search::default(),
    };
    let found = match Solver::new(cost.budget()).pattern(&question) {
        Err(problem @ Problem::Over(_)) => {
            refused(row, &problem);
            return Ok(());
        }
        // What has no table has no pattern either.
        Err(Problem::NotApplicable(_)) => return Ok(()),
        other => other?,
    };
    let best = found.found.iter().find(|f| !matches!(f.status, Status::False | Status::Open));
    let Some(best) = best.filter(|_| found.doubts.is_empty()) else { return Ok(()) };
    row.status = Some(best.status.word().to_string());
    if let Status::Checked(bound) = &best.status {
        row.checked_to = Some(Both::new(|lang| bound.say(lang).to_string()));
    }
    row.formula = Some(best.formula.clone());
    row.period = best.period.as_ref().and_then(|p| Some((p.period, u64::try_from(p.from).ok()?)));
    Ok(())
}
