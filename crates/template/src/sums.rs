//! Bounds on sums over the cases of one file: `--sum "n<=200000"`, as judges have them beside a bound for each case.

use crate::case::Case;
use crate::template;
use crate::wrong::Wrong;
use bouton::language::check::{View, view};
use bouton::language::diagnostic::{Lang, Wording};
use bouton::language::interp::Position;
use bouton::language::number;
use bouton::{Game, Problem};
use num_bigint::BigInt;

/// What is added up.
#[derive(Clone, Debug)]
pub enum Added {
    /// The number of heaps, or of the elements of this field.
    Count(Option<usize>),
    /// An expression; one that looks at a field of heaps is added over the heaps.
    View(View),
}

/// A bound on a sum.
#[derive(Clone, Debug)]
pub struct Sum {
    /// What is added up, as typed.
    pub text: String,
    /// The same.
    pub added: Added,
    /// The sum is at most this.
    pub most: BigInt,
}

impl Sum {
    /// Reads `n<=2e5`. Where the template writes all heaps, `n` is how many there are, as in the template.
    pub fn read(game: &Game, heaps: bool, typed: &str) -> Result<Sum, Problem> {
        let wrong = || Wrong::Sum { typed: typed.to_string(), why: None };
        let (text, most) = typed.split_once("<=").ok_or_else(wrong)?;
        let (text, most) = (text.trim(), number::parse(most.trim()).ok_or_else(wrong)?);
        let rules = game.rules();
        let added = match template::counts(rules, text, heaps) {
            true => Added::Count(template::counted(rules).ok_or_else(wrong)?),
            false => {
                let found = view(rules, text, &[]).map_err(|e| {
                    let why = [Lang::En, Lang::Zh].map(|l| e.message(l));
                    Wrong::Sum { typed: typed.to_string(), why: Some(why) }
                })?;
                Added::View(found)
            }
        };
        Ok(Sum { text: text.to_string(), added, most })
    }

    /// What a case adds.
    pub fn of(&self, case: &Case) -> Result<BigInt, Problem> {
        let parts = &case.position.parts;
        match &self.added {
            Added::Count(None) => Ok(parts.len().into()),
            Added::Count(Some(field)) => {
                Ok(parts.first().and_then(|p| p.get(*field)).map_or(0, template::length).into())
            }
            Added::View(view) => {
                let each = view.field && case.game.kind().parts;
                let places: Vec<Position> = match each {
                    true => parts.iter().map(|p| Position { parts: vec![p.clone()] }).collect(),
                    false => vec![case.position.clone()],
                };
                let mut total = BigInt::from(0);
                for place in places {
                    let value = case.game.interp().eval_view(view, &place, &[]);
                    let value = value.map_err(|e| Problem::run(e, case.game.sources()))?;
                    total +=
                        value.to_big().ok_or_else(|| Wrong::Sum { typed: self.text.clone(), why: None })?;
                }
                Ok(total)
            }
        }
    }
}
