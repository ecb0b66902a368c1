//! A claim with a remainder by a number that is not fixed as the theorem about a game, say for all values of a parameter.

use super::certificate::head;
use super::claims::{self, ClaimProof};
use crate::game::Game;
use bouton_compile::fragment::{self, Fragment};
use bouton_engine::Halt;
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::rules::{Claim, ClaimBody, End};
use bouton_theory::Effort;
use bouton_theory::prove::{Limits, Says, decide_by_remainder};
use serde_json::{Value as Json, json};

/// A claim that holds for all positions.
#[derive(Clone)]
pub struct FamilyProof {
    /// The game.
    pub game: Game,
    /// The claims of the file; at least one of them is proved.
    pub claims: Vec<ClaimProof>,
    /// Which one is the theorem.
    claim: usize,
    /// Whether it gives Grundy values.
    values: bool,
    /// It speaks of one heap of a sum.
    alone: bool,
    names: Vec<String>,
    /// Every move makes the sum of weight times number smaller.
    weights: Vec<i64>,
}

impl FamilyProof {
    /// The theorem, if a claim of the file is one.
    pub(super) fn find(game: &Game, limits: &Limits<'_>) -> Result<Option<FamilyProof>, Halt> {
        let effort = &Effort::new(limits.budget).up_to(limits.steps);
        let mut first = None;
        let mut decided = Vec::new();
        for (i, claim) in game.rules().claims.iter().enumerate() {
            let proved = match proves(game, claim, effort) {
                Err(Halt::Size | Halt::Work) => None,
                found => found?,
            };
            decided.push(proved.is_some());
            if let (Some((fragment, weights)), None) = (proved, &first) {
                first = Some((i, fragment, weights));
            }
        }
        let Some((claim, fragment, weights)) = first else { return Ok(None) };
        let names = fragment.coordinates.iter().map(|c| c.name.clone()).collect();
        let values = matches!(game.rules().claims[claim].body, ClaimBody::Grundy(_));
        let alone = game.kind().parts && !values;
        let claims = claims::by_remainders(game, &decided);
        Ok(Some(FamilyProof { game: game.clone(), claims, claim, values, alone, names, weights }))
    }

    /// The names of the numbers of a position.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The claim that is the theorem, as it is written.
    pub fn claim(&self) -> &str {
        let own = self.claims.iter().find(|c| c.index == self.claim);
        own.map_or("", |c| c.text.as_str())
    }

    /// What the parameters that became numbers may be: `m in 1..`.
    pub fn domains(&self) -> Vec<String> {
        let (rules, sources) = (self.game.rules(), self.game.sources());
        let general = rules.made_general();
        let one = |name: &str| {
            let range = rules.params.iter().find(|p| p.name == name)?.range.as_ref()?;
            let spans: Vec<_> = range.ends().map(|e| e.span).collect();
            let text = sources.slice(spans.first()?.to(*spans.last()?));
            let open = matches!(range, bouton_language::rules::RangeExpr::Between(Some(_), None));
            Some(format!("{name} in {text}{}", if open { ".." } else { "" }))
        };
        general.iter().map(|name| one(name).unwrap_or_else(|| (*name).to_string())).collect()
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let all = self.names.join(", ");
        let claim = self.claim();
        let domains = self.domains().join(", ");
        let [en, zh] = match domains.is_empty() {
            true => [format!("for all {all}"), format!("对一切 {all}")],
            false => {
                [format!("for all {domains}, and all positions"), format!("对一切 {domains} 及一切局面")]
            }
        };
        match (self.values, self.alone) {
            (true, _) => lang.pick(
                format!("{en}: the Grundy value is as claimed, {claim}"),
                format!("{zh}：SG 值如猜想所言，{claim}"),
            ),
            (false, true) => lang.pick(
                format!("{en}: alone, a heap is lost as claimed, {claim}"),
                format!("{zh}：单独一堆的胜负如猜想所言，{claim}"),
            ),
            _ => lang.pick(
                format!("{en}: who wins is as claimed, {claim}"),
                format!("{zh}：胜负如猜想所言，{claim}"),
            ),
        }
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let mut out = vec![lang.pick(
            "by the claim of the file: the remainder is a number of its own, and what a move does to it is linear arithmetic; that no move leads from what is claimed to the same, and that every other position has one that does, was decided for all sizes by automata in base 2",
            "由文件中的猜想：余数作为一个独立的数，走法对它的影响是线性的；没有一步从所断言者走到同类，且其余局面皆有一步走到，由 2 进制自动机对任意大小判定",
        ).to_string()];
        let general = self.game.rules().made_general();
        if !general.is_empty() {
            let list = general.join(", ");
            out.push(lang.pick(
                format!("among the numbers of a position is {list} here, which no move changes"),
                format!("此处局面中的数包括 {list}，任何走法都不改变它"),
            ));
        }
        out
    }

    /// The certificate; `misere` says that the ending of the rules was turned over.
    pub fn certificate(&self, misere: bool) -> Json {
        let mut out = head(&self.game, "remainder", misere);
        out["claim"] = json!(self.claim);
        out["weights"] = json!(self.weights);
        out
    }
}

/// The rules as they were read, where a claim is proved by its remainder.
fn proves(game: &Game, claim: &Claim, effort: &Effort<'_>) -> Result<Option<(Fragment, Vec<i64>)>, Halt> {
    // What is proved for all values of a parameter is proved for those of which the claim speaks.
    if !game.rules().speaks_of_all(claim) {
        return Ok(None);
    }
    let core = game.core();
    let (e, says) = match &claim.body {
        ClaimBody::Iff(Verdict::Lose, e) => (e, Says::Lost),
        ClaimBody::Iff(Verdict::Win, e) => (e, Says::Won),
        ClaimBody::Grundy(e) => (e, Says::Value),
        _ => return Ok(None),
    };
    let read = match says {
        Says::Value => fragment::value_by_remainder(core, e, claim.locals),
        _ => fragment::condition_by_remainder(core, e, claim.locals),
    };
    let Ok(Some((formula, remainder))) = read else { return Ok(None) };
    // Values of heaps in normal play are those of any sum; who wins is told of one heap alone.
    let normal = says != Says::Value || game.end() == End::Normal;
    let Ok((rules, weights)) = fragment::derive_signed(core) else { return Ok(None) };
    Ok((normal && decide_by_remainder(&rules, &formula, &remainder, says, effort)?)
        .then_some((rules, weights)))
}
