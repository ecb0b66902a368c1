//! The general engines on interpreted rules: they answer every question, one position at a time.

use crate::engines::parts::Parts;
use crate::engines::registry::{About, Engine, Found, Query, What};
use crate::engines::session::Session;
use crate::engines::solver::Solver;
use crate::engines::whole::Whole;
use crate::problem::Problem;
use bouton_engine::{Grundy, Nimber, Outcomes, Retrograde, Scores};

/// The engine.
pub(crate) struct Interpreted;

/// The general engines of one set of games, each started when it is first needed.
#[derive(Default)]
pub(crate) struct General {
    grundy: Option<Grundy<Parts>>,
    outcomes: Option<Outcomes<Whole>>,
    retrograde: Option<Retrograde<Whole>>,
    scores: Option<Scores<Whole>>,
}

impl General {
    /// Positions and parts stored, and the memory that they hold.
    pub(crate) fn sizes(&self) -> (u64, usize) {
        let sizes = [
            self.grundy.as_ref().map(|e| (e.positions(), e.bytes())),
            self.outcomes.as_ref().map(|e| (e.positions(), e.bytes())),
            self.retrograde.as_ref().map(|e| (e.positions(), e.bytes())),
            self.scores.as_ref().map(|e| (e.positions(), e.bytes())),
        ];
        sizes.into_iter().flatten().fold((0, 0), |(n, size), (m, more)| (n + m as u64, size + more))
    }
}

impl Engine for Interpreted {
    fn about(&self) -> About {
        About {
            id: "interpreted",
            purpose: [
                "every game: search with memory over the rules as they are written",
                "任何游戏：按写成的规则作带记忆的搜索",
            ],
            value: ["by mex", "按 mex 求出"],
            whole: ["search of whole positions with memory", "带记忆地搜索整个局面"],
            endless: Some([
                "all positions that can arise, then backward from the ends (remoteness comes with it)",
                "列出所有可能出现的局面，再从终局倒推（同时得到步数）",
            ]),
            score: Some(["best play by alpha-beta with memory", "带记忆的 alpha-beta 搜索最优得分"]),
        }
    }

    fn admits(&self, _solver: &mut Solver, _query: &Query<'_>) -> bool {
        true
    }

    fn run(&self, solver: &mut Solver, query: &Query<'_>) -> Result<Option<Found>, Problem> {
        answer(solver, query).map(Some)
    }

    fn searches(&self) -> bool {
        true
    }

    fn known(&self, session: &Session, query: &Query<'_>) -> Option<Found> {
        let general = &session.general;
        let Some(state) = query.state else {
            let engine = general.grundy.as_ref()?;
            return engine
                .known(&engine.game().key(query.term, query.alone()?))
                .map(|n| Found::value(n.0.into()));
        };
        let key = session.whole.key(state).ok()?;
        match query.what {
            What::Outcome => general.outcomes.as_ref()?.known(&key).map(Found::from),
            What::Remoteness => general.retrograde.as_ref()?.known(&key).map(Found::from),
            What::Value | What::Score => None,
        }
    }

    fn learn(&self, solver: &mut Solver, query: &Query<'_>, found: Found) -> Result<bool, Problem> {
        let budget = solver.budget().clone();
        let s = solver.session_of(query.games);
        let whole = || Whole::new(s.games.clone(), s.work.clone());
        let Some(state) = query.state else {
            let (Ok(value), Some(part)) = (u32::try_from(found.number), query.alone()) else {
                return Ok(false);
            };
            let parts = || Grundy::new(Parts::new(s.games.clone(), s.work.clone()));
            let engine = s.general.grundy.get_or_insert_with(parts);
            let key = engine.game().key(query.term, part);
            engine.learn(key, Nimber(value), &budget);
            return Ok(true);
        };
        let key = s.whole.key(state).map_err(|f| s.problem(f))?;
        match query.what {
            What::Outcome => {
                let engine = s.general.outcomes.get_or_insert_with(|| Outcomes::new(whole()));
                engine.learn(key, found.outcome, &budget);
            }
            What::Score => {
                let score = found.number.saturating_mul(s.whole.sign(state.turn.mover));
                s.general.scores.get_or_insert_with(|| Scores::new(whole())).learn(key, score, &budget);
            }
            What::Remoteness | What::Value => return Ok(false),
        }
        Ok(true)
    }
}

/// The answer to any question.
pub(crate) fn answer(solver: &mut Solver, query: &Query<'_>) -> Result<Found, Problem> {
    let budget = solver.budget().clone();
    let s = solver.session_of(query.games);
    let whole = || Whole::new(s.games.clone(), s.work.clone());
    let Some(state) = query.state else {
        let parts = || Grundy::new(Parts::new(s.games.clone(), s.work.clone()));
        let engine = s.general.grundy.get_or_insert_with(parts);
        let mut total = 0;
        for part in query.parts {
            let key = engine.game().key(query.term, part);
            match engine.value(&key, &budget) {
                Ok(value) => total ^= value.0,
                Err(stop) => return Err(s.stop_parts(stop)),
            }
        }
        return Ok(Found::value(total.into()));
    };
    let key = s.whole.key(state).map_err(|f| s.problem(f))?;
    let found = match query.what {
        What::Remoteness => {
            let engine = s.general.retrograde.get_or_insert_with(|| Retrograde::new(whole()));
            engine.solve(&key, &budget).map(Found::from)
        }
        What::Score => {
            let engine = s.general.scores.get_or_insert_with(|| Scores::new(whole()));
            let sign = s.whole.sign(state.turn.mover);
            engine.value(&key, &budget).map(|value| Found::score(value * sign))
        }
        What::Outcome | What::Value => {
            let engine = s.general.outcomes.get_or_insert_with(|| Outcomes::new(whole()));
            engine.solve(&key, &budget).map(Found::from)
        }
    };
    found.map_err(|e| s.stop(e))
}
