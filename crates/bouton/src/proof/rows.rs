//! Theorems about a row: all numbers of a position but one are fixed, and along the last one the values, or who wins, repeat.

use super::Reason;
use super::certificate::head;
use crate::answer::Status;
use crate::game::Game;
use crate::problem::{NotApplicable, Problem};
use crate::report::no;
use bouton_compile::fragment;
use bouton_engine::Budget;
use bouton_language::diagnostic::Lang;
use bouton_theory::prove::Limits;
use bouton_theory::prove::rows::{NoRow, Row, RowQuestion, RowTheorem, prove_row as search};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// A row that is proved to repeat.
#[derive(Clone)]
pub struct RowProof {
    /// The game.
    pub game: Game,
    /// The theorem.
    pub theorem: RowTheorem,
    /// The names of the coordinates.
    pub names: Vec<String>,
}

/// What came of a question about a row.
#[derive(Clone)]
pub enum RowFinding {
    /// A theorem.
    Proved(Box<RowProof>),
    /// None was found, or the rules are outside: the names of the fixed numbers, and why.
    Open(Vec<String>, NoRow),
    /// The rules are not linear arithmetic.
    Outside(Reason),
}

/// Looks for the period of a row, given by the names and values of all numbers but one.
pub fn prove_row(
    game: &Game,
    fixed: &[(String, u64)],
    values: bool,
    budget: &Budget,
) -> Result<RowFinding, Problem> {
    let fragment = match game.fragment() {
        Ok(fragment) => fragment.clone(),
        Err(outside) => match fragment::derive_alone(game.core()) {
            Ok(fragment) => fragment,
            Err(_) => return Ok(RowFinding::Outside(Reason::Rules(outside.clone()))),
        },
    };
    let names: Vec<String> = fragment.coordinates.iter().map(|c| c.name.clone()).collect();
    let question = asked(&names, fixed, values)?;
    let running = question.running;
    match search(&fragment, &question, Limits::default().steps, Some(budget)) {
        Ok(theorem) => Ok(RowFinding::Proved(Box::new(RowProof { game: game.clone(), theorem, names }))),
        Err(NoRow::Halted(halt))
            if !matches!(halt, bouton_engine::Halt::Size | bouton_engine::Halt::Work) =>
        {
            Err(Problem::halted(halt))
        }
        Err(NoRow::Outside(outside)) => Ok(RowFinding::Outside(Reason::Theory(outside))),
        Err(why) => {
            let others = names.into_iter().enumerate().filter(|(i, _)| *i != running);
            Ok(RowFinding::Open(others.map(|(_, name)| name).collect(), why))
        }
    }
}

/// The question, if it fixes all numbers but one.
fn asked(names: &[String], fixed: &[(String, u64)], values: bool) -> Result<RowQuestion, Problem> {
    let list = names.join(", ");
    let other = |en: String, zh: String| Problem::NotApplicable(NotApplicable::Other([en, zh]));
    let mut numbers: Vec<Option<u64>> = vec![None; names.len()];
    for (name, n) in fixed {
        let Some(i) = names.iter().position(|known| known == name) else {
            return Err(other(
                format!("There is no number \"{name}\" in a position of this game. Its numbers are {list}."),
                format!("这个游戏的局面中没有数“{name}”。它的数是 {list}。"),
            ));
        };
        numbers[i] = Some(*n);
    }
    let open: Vec<usize> = (0..names.len()).filter(|i| numbers[*i].is_none()).collect();
    let [running] = open[..] else {
        let example = names.iter().skip(1).map(|n| format!("{n}=7")).collect::<Vec<_>>().join(",");
        return Err(match names.len() {
            0 | 1 => other(
                "A row needs positions of at least two numbers.".to_string(),
                "行需要由至少两个数构成的局面。".to_string(),
            ),
            _ => other(
                format!(
                    "--row fixes all numbers of a position but one. The numbers are {list}: write  --row {example} ."
                ),
                format!("--row 要固定局面中除一个以外的所有数。数有 {list}：请写成  --row {example} 。"),
            ),
        });
    };
    let fixed = numbers.into_iter().map(Option::unwrap_or_default).collect();
    Ok(RowQuestion { running, fixed, values })
}

impl RowProof {
    /// The name of the running number.
    pub fn running(&self) -> &str {
        &self.names[self.theorem.question.running]
    }

    /// The names of the fixed numbers.
    pub(crate) fn fixed(&self) -> impl Iterator<Item = &String> {
        let running = self.theorem.question.running;
        self.names.iter().enumerate().filter(move |(i, _)| *i != running).map(|(_, name)| name)
    }

    /// `b = 7, c = 2` for a row.
    pub(crate) fn at(&self, row: &Row) -> String {
        let pair = |(name, n): (&String, &u64)| format!("{name} = {n}");
        self.fixed().zip(&row.at).map(pair).collect::<Vec<_>>().join(", ")
    }

    /// The running numbers of lost positions: all before the period begins, and those of one period.
    pub(crate) fn lost(&self) -> (Vec<usize>, Vec<usize>) {
        let RowTheorem { from, period, .. } = self.theorem;
        let lost = |a: &usize| self.theorem.row().cells.get(*a) == Some(&Some(0));
        ((0..from).filter(lost).collect(), (from..from + period).filter(lost).collect())
    }

    /// The certificate; `misere` says that the ending of the rules was turned over.
    pub fn certificate(&self, misere: bool) -> Json {
        let theorem = &self.theorem;
        let mut out = head(&self.game, "row", misere);
        out["of"] = json!(if theorem.question.values { "values" } else { "outcomes" });
        out["running"] = json!(self.running());
        out["bound"] = json!(theorem.bound);
        let row = |r: &Row| json!({ "at": r.at, "period": r.period, "saltus": r.saltus, "from": r.from, "begin": r.begin });
        out["rows"] = theorem.rows.iter().map(row).collect();
        let links = theorem.links.iter().map(|l| {
            json!({
                "row": l.row, "to": l.to, "places": l.places, "taken": l.taken,
                "start": l.start, "least": l.least, "modulus": l.modulus, "residues": l.residues,
            })
        });
        out["links"] = links.collect();
        (out["period"], out["saltus"]) = (json!(theorem.period), json!(theorem.saltus));
        out["from"] = json!(theorem.from);
        out["prefix"] = json!(theorem.row().cells[..theorem.from + theorem.period]);
        out
    }
}

/// A theorem about a row, or why there is none, as JSON.
#[derive(Serialize, JsonSchema)]
pub struct RowAnswer {
    game: String,
    #[serde(flatten)]
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "no")]
    outside: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<OneRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first: Vec<Option<u64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    how: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct OneRow {
    at: Vec<u64>,
    period: usize,
    saltus: u64,
    from: usize,
}

impl RowFinding {
    /// The fixed JSON form.
    pub fn answer(&self, game: &Game, lang: Lang) -> RowAnswer {
        let mut out = RowAnswer {
            game: game.title(),
            status: Status::Open,
            reason: self.open(game, lang),
            outside: matches!(self, RowFinding::Outside(_)),
            theorem: None,
            subject: None,
            running: None,
            rows: Vec::new(),
            first: Vec::new(),
            how: Vec::new(),
        };
        if let RowFinding::Proved(proof) = self {
            let theorem = &proof.theorem;
            out.status = Status::Proved;
            out.theorem = Some(proof.theorem(lang));
            out.subject = Some(if theorem.question.values { "values" } else { "outcomes" });
            out.running = Some(proof.running().to_string());
            out.how = proof.how(lang);
            let last = theorem.rows.len() - 1;
            let one = |(i, r): (usize, &Row)| match i == last {
                true => OneRow {
                    at: r.at.clone(),
                    period: theorem.period,
                    saltus: theorem.saltus,
                    from: theorem.from,
                },
                false => OneRow { at: r.at.clone(), period: r.period, saltus: r.saltus, from: r.from },
            };
            out.rows = theorem.rows.iter().enumerate().map(one).collect();
            out.first = theorem.row().cells[..theorem.from + theorem.period].to_vec();
        }
        out
    }
}
