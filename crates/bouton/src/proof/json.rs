//! Findings as JSON.

use super::claims::{ClaimProof, Decided};
use super::{At, Finding, Traced};
use crate::answer::Status;
use crate::game::Game;
use crate::report::no;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use bouton_theory::Numeration;
use bouton_theory::letters::ILLEGAL;
use bouton_theory::prove::{Ended, Tried};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;

/// A theorem about all sizes, or why there is none.
#[derive(Serialize, JsonSchema)]
pub struct ProveAnswer {
    game: String,
    #[serde(flatten)]
    status: Status,
    #[serde(flatten)]
    reason: Option<NotProved>,
    #[serde(flatten)]
    theorem: Option<TheoremAnswer>,
    #[serde(flatten)]
    automaton: Option<AutomatonAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<WordsAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    how: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<Vec<ClaimProved>>,
    #[serde(flatten)]
    period: Option<PeriodAnswer>,
    /// The automaton drawn, for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Lines for the rules, for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// The automaton in words, for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automaton_text: Option<String>,
    /// What the theorem says of the position that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<JudgedPosition>,
    /// The way of that position through the automaton, for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traced: Option<Traced>,
    /// Why no certificate was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_certificate: Option<String>,
    /// Why no development for Coq was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_coq: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct NotProved {
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<Vec<TriedAnswer>>,
    #[serde(skip_serializing_if = "no")]
    outside: bool,
}

#[derive(Serialize, JsonSchema)]
struct TriedAnswer {
    numeration: Digits,
    table: u64,
    ended: &'static str,
    states: usize,
    too_large: bool,
}

#[derive(Serialize, JsonSchema)]
struct TheoremAnswer {
    subject: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_part: Option<bool>,
    theorem: String,
    formula: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defines: Option<Vec<String>>,
    coordinates: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct AutomatonAnswer {
    numeration: Digits,
    states: usize,
    weights: Vec<u64>,
    automaton: Automaton,
}

/// A machine that reads the letters of a word; state 0 is the first.
#[derive(Serialize, JsonSchema)]
struct WordsAnswer {
    letters: Vec<String>,
    states: usize,
    /// Next state by state and letter.
    next: Vec<Vec<u32>>,
    /// By state a Grundy value, or a bit for each player who wins moving first; none: no position.
    label: Vec<Option<u32>>,
}

impl WordsAnswer {
    fn new(proof: &super::WordsProof) -> WordsAnswer {
        let machine = &proof.theorem.machine;
        WordsAnswer {
            letters: proof.letters(),
            states: machine.states(),
            next: machine.next.clone(),
            label: machine.label.iter().map(|l| (*l != ILLEGAL).then_some(*l)).collect(),
        }
    }
}

/// Next state by state and letter; none: never accepted.
#[derive(Serialize, JsonSchema)]
struct Automaton {
    start: usize,
    accept: Vec<usize>,
    next: Vec<Vec<Option<usize>>>,
}

/// A numeration, as certificates write it too.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Digits {
    Base(u8),
    Quadratic(u8),
    Parry {
        tops: Vec<u8>,
        back: usize,
    },
    /// One for each number.
    Mixed(Vec<Digits>),
}

#[derive(Serialize, JsonSchema)]
struct PeriodAnswer {
    period: usize,
    saltus: u32,
    from: usize,
}

#[derive(Serialize, JsonSchema)]
struct ClaimProved {
    text: String,
    line: usize,
    #[serde(flatten)]
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "no")]
    aside: bool,
}

/// A position as a theorem judges it.
#[derive(Serialize, JsonSchema)]
pub struct JudgedPosition {
    position: String,
    outcome: Verdict,
    grundy: Option<Value>,
    winning_move: Option<WinningMove>,
}

#[derive(Serialize, JsonSchema)]
struct WinningMove {
    r#move: Option<String>,
    part: usize,
    to: String,
}

impl Finding {
    /// The fixed JSON form.
    pub fn answer(&self, game: &Game, lang: Lang) -> ProveAnswer {
        let claims = |list: &[ClaimProof]| Some(list.iter().map(|c| ClaimProved::new(c, lang)).collect());
        let mut out = ProveAnswer {
            game: game.title(),
            status: Status::Proved,
            reason: None,
            theorem: None,
            automaton: None,
            words: None,
            how: Vec::new(),
            claims: None,
            period: None,
            svg: None,
            lines: None,
            automaton_text: None,
            position: None,
            traced: None,
            no_certificate: None,
            no_coq: None,
        };
        let period = |p: &super::Period| PeriodAnswer { period: p.period, saltus: p.saltus, from: p.from };
        match self {
            Finding::Proved(proof) => {
                let (fragment, theorem) = proof.moving();
                let (accept, next) = theorem.dfa.table();
                out.theorem = Some(TheoremAnswer {
                    subject: if proof.values() { "values" } else { "lost" },
                    one_part: Some(proof.alone),
                    theorem: proof.theorem(lang),
                    formula: proof.formula.clone(),
                    defines: Some(proof.defines.clone()),
                    coordinates: fragment.coordinates.iter().map(|c| c.name.clone()).collect(),
                });
                out.automaton = Some(AutomatonAnswer {
                    numeration: theorem.dfa.numeration().into(),
                    states: theorem.dfa.states(),
                    weights: theorem.weights.clone(),
                    automaton: Automaton { start: 0, accept, next },
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
                out.period = proof.period.as_deref().map(period);
            }
            Finding::Period(proof) => {
                out.theorem = Some(TheoremAnswer {
                    subject: "period",
                    one_part: None,
                    theorem: proof.theorem(lang),
                    formula: Some(proof.period.claim()),
                    defines: None,
                    coordinates: vec![proof.name().into()],
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
                out.period = Some(period(&proof.period));
            }
            Finding::Quotient(proof) => {
                out.theorem = Some(TheoremAnswer {
                    subject: "quotient",
                    one_part: None,
                    theorem: proof.theorem(lang),
                    formula: Some(proof.claim()),
                    defines: None,
                    coordinates: vec![proof.name().into()],
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
                out.period =
                    proof.misere.period.map(|p| PeriodAnswer { period: p.length, saltus: 0, from: p.from });
            }
            Finding::TakeAway(proof) => {
                out.theorem = Some(TheoremAnswer {
                    subject: "take-away",
                    one_part: None,
                    theorem: proof.theorem(lang),
                    formula: None,
                    defines: None,
                    coordinates: proof.names().map(String::from).to_vec(),
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
            }
            Finding::Words(proof) => {
                let fields = proof.game.rules().shape.fields.iter();
                out.theorem = Some(TheoremAnswer {
                    subject: if proof.values() { "values" } else { "outcomes" },
                    one_part: Some(proof.alone),
                    theorem: proof.theorem(lang),
                    formula: None,
                    defines: None,
                    coordinates: fields.map(|f| f.name.clone()).collect(),
                });
                out.words = Some(WordsAnswer::new(proof));
                out.how = proof.how(lang);
            }
            Finding::NoWords(search) => {
                out.status = Status::Open;
                let reason = search.say(lang).join("; ");
                out.reason = Some(NotProved { reason, tried: None, outside: false });
            }
            Finding::Family(proof) => {
                out.theorem = Some(TheoremAnswer {
                    subject: "claim",
                    one_part: None,
                    theorem: proof.theorem(lang),
                    formula: Some(proof.claim().to_string()),
                    defines: None,
                    coordinates: proof.names().to_vec(),
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
            }
            Finding::Places(proof) => {
                out.theorem = Some(TheoremAnswer {
                    subject: "places",
                    one_part: None,
                    theorem: proof.theorem(lang),
                    formula: proof.formula(),
                    defines: None,
                    coordinates: vec![proof.name().into()],
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
            }
            Finding::Runs(proof) => {
                out.theorem = Some(TheoremAnswer {
                    subject: "runs",
                    one_part: None,
                    theorem: proof.theorem(lang),
                    formula: None,
                    defines: None,
                    coordinates: vec![proof.name().into()],
                });
                out.how = proof.how(lang);
                out.claims = claims(&proof.claims);
            }
            Finding::NotFound(search) => {
                let tried = Some(search.tried.iter().map(TriedAnswer::new).collect());
                out.status = Status::Open;
                out.reason = Some(NotProved { reason: search.say(lang).join("; "), tried, outside: false });
                out.claims = claims(&search.claims);
            }
            Finding::Outside(reason) => {
                out.status = Status::Open;
                out.reason = Some(NotProved { reason: reason.say(game, lang), tried: None, outside: true });
            }
        }
        out
    }
}

impl TriedAnswer {
    fn new(tried: &Tried) -> TriedAnswer {
        TriedAnswer {
            numeration: tried.numeration.into(),
            table: tried.table,
            ended: match tried.ended {
                Ended::Unfit => "unfit",
                Ended::Wrong => "wrong",
                Ended::Large => "large",
                Ended::Untried => "untried",
                Ended::Cut => "cut",
            },
            states: tried.states,
            too_large: tried.too_large,
        }
    }
}

impl From<Numeration> for Digits {
    fn from(n: Numeration) -> Digits {
        match n {
            Numeration::Base(b) => Digits::Base(b),
            Numeration::Quadratic(t) => Digits::Quadratic(t),
            Numeration::Parry(t) => Digits::Parry { tops: t.tops().to_vec(), back: t.back() },
            Numeration::Mixed(m) => Digits::Mixed(m.systems().into_iter().map(Digits::from).collect()),
        }
    }
}

impl ClaimProved {
    fn new(claim: &ClaimProof, lang: Lang) -> ClaimProved {
        let mut out = ClaimProved {
            text: claim.text.clone(),
            line: claim.line,
            status: Status::Open,
            counterexample: None,
            reason: None,
            aside: matches!(claim.decided, Decided::Aside(_)),
        };
        match &claim.decided {
            Decided::Proved => out.status = Status::Proved,
            Decided::False { position, .. } => {
                out.status = Status::False;
                out.counterexample = Some(position.iter().map(number).collect());
            }
            Decided::Open(_) | Decided::Aside(_) => out.reason = claim.say(&[], lang),
        }
        out
    }
}

impl At {
    /// What the theorem says about a position.
    pub fn answer(&self) -> JudgedPosition {
        JudgedPosition {
            position: self.position.clone(),
            outcome: if self.lost { Verdict::Lose } else { Verdict::Win },
            grundy: self.grundy.as_ref().map(number),
            winning_move: self.winning.first().map(|m| WinningMove {
                r#move: m.notation.clone(),
                part: m.part + 1,
                to: m.to.clone(),
            }),
        }
    }
}

fn number(n: &BigUint) -> Value {
    Value::big(n.clone().into())
}
