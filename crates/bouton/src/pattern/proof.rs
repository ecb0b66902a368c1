//! Findings put to the proof: periods of heaps by the theorems on subtraction sets and take-and-break codes, formulas by
//! the automata of [`crate::proof`].

use super::{Found, Patterns, PeriodFound};
use crate::answer::Status;
use crate::far::heap_rule;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::{self, Finding, ProveQuestion};
use crate::solver::Solver;
use crate::table::Show;
use bouton_compile::fragment::derive;
use bouton_engine::Budget;
use bouton_engine::heaps::{self, HeapRule, HeapStop, Sequence};
use bouton_theory::Effort;
use bouton_theory::prove::Window;
use bouton_theory::sequences::{self, Search};
use std::time::{Duration, Instant};

/// Heaps up to here are listed in the search for a period.
const FARTHEST: usize = 1 << 20;

/// Steps of the search for an automaton: a few seconds at most.
const STEPS: u64 = 60_000_000;

/// No longer heaps are tried once the search has taken so long.
const PATIENCE: Duration = Duration::from_secs(40);

impl Solver {
    /// Proves the period of a strip of Grundy values, where a theorem applies to the rules.
    pub(super) fn prove_strip(
        &mut self,
        game: &Game,
        show: Show,
        grow: bool,
        patterns: &mut Patterns,
    ) -> Result<(), Problem> {
        if show != Show::Grundy {
            return Ok(());
        }
        let Some(rule) = heap_rule(game) else { return Ok(()) };
        let seen = patterns.values.as_ref().map_or(0, |(first, v)| *first as usize + v.len());
        let grow = grow && provable(game);
        let Some(heaps) = self.proved_tail(&rule, seen.max(1) - 1, grow)? else { return Ok(()) };
        let Some(tail) = heaps.tail() else { return Ok(()) };
        let (period, saltus) = (tail.period, i64::from(tail.step));
        // The first n from which it holds: the theorem's n may be larger than need be.
        let mut from = tail.from;
        let value = |n: usize| heaps.get(n as u64).and_then(|v| i64::try_from(v).ok());
        while from > 0 && value(from - 1 + period) == value(from - 1).and_then(|v| v.checked_add(saltus)) {
            from -= 1;
        }
        let reason = reason(game, period, from.max(1));
        let known = patterns.found.iter_mut().find(|f| {
            f.period.as_ref().is_some_and(|p| {
                f.kind.ends_with("period")
                    && (p.period, p.saltus, p.from) == (period as u64, saltus, from as i64)
            })
        });
        if let Some(found) = known {
            found.status = Status::Proved;
            found.reason = reason;
        } else {
            let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
            let words = if saltus == 0 { String::new() } else { format!(" saltus {saltus}") };
            patterns.found.retain(|f| !f.kind.ends_with("period"));
            patterns.found.insert(
                0,
                Found {
                    kind: if saltus == 0 { "period" } else { "arithmetic period" },
                    status: Status::Proved,
                    formula: format!("g(n + {period}) = g(n){plus} for n >= {from}"),
                    claim: Some(format!("claim period {period}{words} from {from}")),
                    reason,
                    period: Some(PeriodFound {
                        period: period as u64,
                        saltus,
                        from: from as i64,
                        cycle: Vec::new(),
                    }),
                    exceptions: Vec::new(),
                },
            );
        }
        // What the values say of the lost heaps is proved with them, once it is seen over a whole period.
        if seen >= from + 2 * period {
            for found in &mut patterns.found {
                let repeats = found.period.as_ref().is_some_and(|p| (period as u64).is_multiple_of(p.period));
                if found.kind == "finite" || found.kind == "residues" && repeats && saltus == 0 {
                    found.status = Status::Proved;
                    found.reason =
                        ["it follows from the period of the values".into(), "由 SG 值的周期得出".into()];
                }
            }
        }
        Ok(())
    }

    /// The heaps with a proved period, if one shows: only heaps up to the size that was asked for are looked at, or longer
    /// and longer ones where no size was.
    fn proved_tail(&self, rule: &HeapRule, asked: usize, grow: bool) -> Result<Option<Sequence>, Problem> {
        let start = Instant::now();
        let mut to = asked;
        loop {
            match heaps::values(rule, to, self.budget()) {
                Ok(found) if found.tail().is_some() => return Ok(Some(found)),
                Ok(_) => {}
                Err(HeapStop::Interrupted) => return Err(Problem::Interrupted),
                Err(HeapStop::OverMemory { .. } | HeapStop::OverTime { .. }) => return Ok(None),
            }
            if !grow || to >= FARTHEST || start.elapsed() * 4 > PATIENCE {
                return Ok(None);
            }
            to = (to * 4).clamp(10_000, FARTHEST);
        }
    }

    /// Puts the claims of the findings to the proof by automata; where nothing was found, an automaton is a finding.
    /// With `to`, an automaton that was learned from larger positions does not count: a table cut short proves nothing
    /// beyond it.
    pub(super) fn prove_claims(
        &mut self,
        game: &Game,
        to: Option<u64>,
        patterns: &mut Patterns,
    ) -> Result<(), Problem> {
        let settled = patterns.found.iter().all(|f| f.status == Status::Proved);
        if settled && !patterns.found.is_empty() {
            return Ok(());
        }
        let question = ProveQuestion { game: game.clone(), numeration: None };
        let proof = match proof::within(&question, STEPS, self.budget()) {
            Ok(Finding::Proved(proof)) if to.is_none_or(|to| proof.theorem.table <= to) => proof,
            Ok(_) | Err(Problem::Over(_)) => return Ok(()),
            Err(other) => return Err(other),
        };
        let states = proof.theorem.dfa.states();
        let reason = [
            format!("decided for all sizes by an automaton of {states} states (bouton prove)"),
            format!("由 {states} 个状态的自动机对任意大小判定（bouton prove）"),
        ];
        for found in patterns.found.iter_mut().filter(|f| f.status != Status::Proved) {
            if found.claim.as_deref().is_some_and(|claim| proof.implies(claim)) {
                (found.status, found.reason) = (Status::Proved, reason.clone());
            }
        }
        if patterns.found.iter().all(|f| f.status != Status::Proved)
            && let Some(formula) = &proof.formula
        {
            let mut claim = proof.defines.clone();
            claim.push(format!("claim {formula}"));
            let found = Found {
                kind: "automaton",
                status: Status::Proved,
                formula: formula.clone(),
                claim: Some(claim.join("\n")),
                reason,
                period: None,
                exceptions: Vec::new(),
            };
            patterns.found.insert(0, found);
        }
        Ok(())
    }
}

/// Proves a rule by digits where the options of a heap are a window that slides.
pub(super) fn by_window(game: &Game, search: &Search, budget: &Budget, patterns: &mut Patterns) {
    let Some(found) = patterns.found.iter_mut().find(|f| f.kind == "digits" && f.status != Status::Proved)
    else {
        return;
    };
    let Some((first, values)) = &patterns.values else { return };
    let Ok(fragment) = derive(game.rules(), game.interp().params()) else { return };
    let stop = || budget.check::<(), ()>(0).is_err();
    let effort = Effort::new(&stop).up_to(STEPS);
    let Ok(Some(window)) = Window::new(&fragment, &effort) else { return };
    let Some(sequence) = sequences::Sequence::new(*first, values) else { return };
    let proves = |finding: &sequences::Finding| match finding {
        sequences::Finding::Similar(s) => window.proves(s, &effort).unwrap_or(false),
        _ => false,
    };
    if sequences::find(&sequence, search).iter().any(proves) {
        found.status = Status::Proved;
        found.reason = [
            "the options are all heaps from L(n) to n - 1, where L grows by at most 1: the values of L(n) to n are 0 to n - L(n), each once (sliding window)"
                .into(),
            "后继恰为 L(n) 到 n - 1 的所有堆，且 L 每步至多增 1：L(n) 到 n 的 SG 值恰为 0 到 n - L(n) 各一次（滑动窗口）".into(),
        ];
    }
}

/// Is there a theorem that may prove a period of these heaps? Not where any number may be taken and heaps break.
fn provable(game: &Game) -> bool {
    let facts = game.facts();
    facts.takes.is_some() || facts.code.as_ref().is_some_and(|code| code.tail == 0)
}

/// The theorem behind a period of heaps.
fn reason(game: &Game, period: usize, from: usize) -> [String; 2] {
    let facts = game.facts();
    if facts.takes.as_ref().is_some_and(|t| t.all_but().is_some()) {
        return [
            "all amounts but finitely many may be taken; once twice as many values return, a constant added, as the largest forbidden amount, all do"
                .into(),
            "除有限个数以外都可以取；一旦连续重现（加上同一常数）的值达到最大禁取数的两倍，其后全部重现".into(),
        ];
    }
    if facts.takes.is_some() {
        return [
            "the rules are a subtraction set: once as many values return as the largest amount taken, all do"
                .into(),
            "规则是取子集合：一旦重现的连续值达到最大取数那么多，其后全部重现".into(),
        ];
    }
    let Some(code) = &facts.code else { return Default::default() };
    let most = code.digits.len().saturating_sub(1);
    let parts = code.most_parts().max(1) as usize;
    let bound = parts * from + (parts - 1) * period + most;
    let sum = match parts {
        1 => format!("{from} + {most}"),
        2 => format!("2*{from} + {period} + {most}"),
        p => format!("{p}*{from} + {}*{period} + {most}", p - 1),
    };
    [
        format!(
            "take-and-break code {code}: the period holds for {from} <= n < {bound} = {sum}, so it holds for ever (Guy-Smith)"
        ),
        format!(
            "取石分堆码 {code}：周期在 {from} <= n < {bound} = {sum} 上成立，因而永远成立（Guy–Smith 定理）"
        ),
    ]
}
