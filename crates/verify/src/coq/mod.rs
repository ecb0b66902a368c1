//! Certificates as developments for Coq: one file with the rules as an inductive move relation, who wins by its definition, a checker
//! that is proved right (the library in `coq/`), and the theorem by computation.
//!
//! What is written is not checked here: a false certificate gives a file that does not compile. The rules are translated by the
//! same code that checks certificates; that translation stands in the file for everyone to read.

mod moves;
mod periods;
mod positions;
mod text;
mod values;

use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::walk::Work;
use crate::{Limits, opened, setting};

/// The library: numbers and their digits, words, conditions, machines, walks, play.
const AUTOMATA: [&str; 6] = [
    include_str!("../../coq/1_numeration.v"),
    include_str!("../../coq/2_words.v"),
    include_str!("../../coq/3_conditions.v"),
    include_str!("../../coq/4_machines.v"),
    include_str!("../../coq/5_walks.v"),
    include_str!("../../coq/6_positions.v"),
];

/// Sums of heaps, which need some of what stands before.
const HEAPS: &str = include_str!("../../coq/7_heaps.v");
/// Periods of take-and-break codes.
const PERIODS: &str = include_str!("../../coq/8_periods.v");
/// Values of heaps by an automaton.
const VALUES: &str = include_str!("../../coq/9_values.v");

/// A development for Coq that proves what a certificate states, or why there is none. The statement is not checked.
pub fn coq(certificate: &str, limits: &Limits<'_>) -> Result<String, Refused> {
    let json = opened(certificate, limits)?;
    let object = Object::whole(&json)?;
    let setting = setting(&object, limits)?;
    let mut work = Work { left: limits.work, most: limits.work, stop: limits.stop };
    let kind = object.text("kind")?;
    let body = match kind {
        "automatic set" => positions::write(&object, &setting, limits, &mut work)?,
        "period" => periods::write(&object, &setting, &mut work)?,
        "values" => values::write(&object, &setting, limits, &mut work)?,
        _ => return outside("certificates of this kind", "这一类证书"),
    };
    Ok(head(object.text("rules")?, kind) + &arithmetic(body))
}

/// Where the rules divide, `lia` has to know what quotients and remainders are.
fn arithmetic(body: String) -> String {
    let at = body.find("(* ---- The game").unwrap_or(0);
    let (library, game) = body.split_at(at);
    if !game.contains(" mod ") && !game.contains(" / ") && !game.contains("Divides") {
        return body;
    }
    format!("{library}Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.\n\n{game}")
}

/// What the file is.
fn head(rules: &str, kind: &str) -> String {
    let rules: String = text::comment(rules).lines().map(|l| format!("     {l}\n")).collect();
    format!(
        "(* A theorem about a game, for all sizes, with its proof (written by Bouton from a certificate of kind '{kind}').\n   \
         coqc checks it; at the end it must say 'Closed under the global context'.\n   The game:\n\n{rules}*)\n\n"
    )
}

/// There is no development of this.
fn outside<T>(en: &'static str, zh: &'static str) -> Result<T, Refused> {
    Err(Why::NoCoq { en, zh }.into())
}

/// The automaton as data.
fn automaton(dfa: &Dfa) -> String {
    let to = |s: &Option<u32>| s.map_or("None".to_string(), |s| format!("Some {s}%nat"));
    let row = |(accepts, next): (bool, &[Option<u32>])| {
        format!("({accepts}, [{}])", next.iter().map(to).collect::<Vec<_>>().join("; "))
    };
    let mut rows: Vec<String> = dfa.rows().map(row).collect();
    // Nothing is accepted at all: a state that says so.
    let start = match usize::try_from(dfa.start).ok().filter(|s| *s < rows.len()) {
        Some(start) => start,
        None => {
            let letters = dfa.radix().pow(dfa.arity as u32);
            rows.push(format!("(false, repeat (Some {}%nat) {letters})", rows.len()));
            rows.len() - 1
        }
    };
    format!(
        "Definition A : automaton := {{| radix := {}; begin := {start}; rows := [\n  {}] |}}.\n\n",
        dfa.radix(),
        rows.join(";\n  ")
    )
}
