//! Findings put to the proof: periods of heaps by the theorems on subtraction sets and take-and-break codes, formulas by
//! the automata of [`crate::proof`].

use super::{Found, Patterns, PeriodFound, Values, list};
use crate::answer::Status;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::period::{FARTHEST, Period};
use crate::proof::{self, Decided, Finding, ProveQuestion};
use crate::report::Sentence;
use crate::table::{Show, Table};
use bouton_compile::fragment::derive;
use bouton_engine::Budget;
use bouton_language::diagnostic::plural;
use bouton_theory::Effort;
use bouton_theory::prove::Window;
use bouton_theory::sequences::{self, Search};
use num_bigint::BigUint;

/// Steps of the search for an automaton: a few seconds at most.
const STEPS: u64 = 60_000_000;

impl Solver {
    /// The period of a strip of Grundy values, where a theorem applies to the rules.
    pub(super) fn period_of_strip(
        &mut self,
        game: &Game,
        table: &Table,
        grow: bool,
    ) -> Result<Option<Period>, Problem> {
        if table.show != Show::Grundy || table.axes.first().is_some_and(|a| a.parameter) {
            return Ok(None);
        }
        let seen = list::values(table).map_or(0, |(first, v)| first as usize + v.len());
        Period::find(game, seen.max(1) - 1, grow.then_some(FARTHEST), self.budget())
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
        let question = ProveQuestion::new(game.clone());
        let proof = match proof::within(&question, STEPS, self.budget()) {
            Ok(Finding::Proved(proof)) if to.is_none_or(|to| proof.theorem.table <= to) => proof,
            Ok(_) | Err(Problem::Over(_)) => return Ok(()),
            Err(other) => return Err(other),
        };
        let states = proof.theorem.dfa.states();
        let reason = Sentence::from([
            format!(
                "decided for all sizes by an automaton of {states} state{} (bouton prove)",
                plural(states)
            ),
            format!("由 {states} 个状态的自动机对任意大小判定（bouton prove）"),
        ]);
        let names: Vec<&str> = proof.fragment.coordinates.iter().map(|c| c.name.as_str()).collect();
        let doubts = &mut patterns.doubts;
        patterns.found.retain_mut(|found| {
            let claim = found.claim.as_deref().filter(|_| found.status != Status::Proved);
            match claim.and_then(|claim| proof.decided(claim)) {
                Some(Decided::Proved) => (found.status, found.reason) = (Status::Proved, reason.clone()),
                Some(Decided::False { position, .. }) => {
                    let at = |(n, v): (&&str, &BigUint)| format!("{n} = {v}");
                    let at = names.iter().zip(&position).map(at).collect::<Vec<_>>().join(", ");
                    doubts.push(Sentence::from([
                        format!("{} holds in the table and is false at {at} (bouton prove)", found.formula),
                        format!("{} 在表内成立，但在 {at} 处不成立（bouton prove）", found.formula),
                    ]));
                    return false;
                }
                Some(Decided::Open(_) | Decided::Aside(_)) | None => {}
            }
            true
        });
        if patterns.found.iter().all(|f| f.status != Status::Proved) {
            let claim = proof.formula.as_ref().map(|formula| {
                let lines = proof.defines.iter().cloned().chain([format!("claim {formula}")]);
                lines.collect::<Vec<_>>().join("\n")
            });
            // Where no formula says it, the automaton is the finding.
            let found = Found {
                kind: "automaton",
                status: Status::Proved,
                formula: proof.formula.clone().unwrap_or_else(|| proof.unnamed()),
                claim,
                reason,
                period: None,
                exceptions: Vec::new(),
                quotient: None,
            };
            patterns.found.insert(0, found);
        }
        Ok(())
    }
}

/// Says of the findings in a strip of Grundy values what their proved period proves; `seen` values were looked at.
pub(super) fn by_period(proved: &Period, seen: usize, patterns: &mut Patterns) {
    let (period, from, saltus) = (proved.period, proved.from, i64::from(proved.saltus));
    let reason = Sentence::from(proved.reason.clone());
    let known = patterns.found.iter_mut().find(|f| {
        f.period.as_ref().is_some_and(|p| {
            f.kind.ends_with("period") && (p.period, p.saltus, p.from) == (period as u64, saltus, from as i64)
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
                quotient: None,
            },
        );
    }
    // What the values say of the lost heaps is proved with them, once it is seen over a whole period.
    if seen >= from + 2 * period {
        for found in &mut patterns.found {
            let repeats = found.period.as_ref().is_some_and(|p| (period as u64).is_multiple_of(p.period));
            if found.kind == "finite" || found.kind == "residues" && repeats && saltus == 0 {
                found.status = Status::Proved;
                found.reason = ["it follows from the period of the values", "由 SG 值的周期得出"].into();
            }
        }
    }
}

/// Proves a rule by digits where the options of a heap are a window that slides.
pub(super) fn by_window(game: &Game, search: &Search, budget: &Budget, patterns: &mut Patterns) {
    let Some(found) = patterns.found.iter_mut().find(|f| f.kind == "digits" && f.status != Status::Proved)
    else {
        return;
    };
    let Some(Values { first, values }) = &patterns.values else { return };
    let Ok(fragment) = derive(game.core()) else { return };
    let effort = Effort::new(Some(budget)).up_to(STEPS);
    let Ok(Some(window)) = Window::new(&fragment, &effort) else { return };
    let Some(sequence) = sequences::Sequence::new(*first, values) else { return };
    let proves = |finding: &sequences::Finding| match finding {
        sequences::Finding::Similar(s) => window.proves(s, &effort).unwrap_or(false),
        _ => false,
    };
    if sequences::find(&sequence, search).iter().any(proves) {
        found.status = Status::Proved;
        found.reason = Sentence::from([
            "the options are all heaps from L(n) to n - 1, where L grows by at most 1: the values of L(n) to n are 0 to n - L(n), each once (sliding window)",
            "后继恰为 L(n) 到 n - 1 的所有堆，且 L 每步至多增 1：L(n) 到 n 的 SG 值恰为 0 到 n - L(n) 各一次（滑动窗口）",
        ]);
    }
}
