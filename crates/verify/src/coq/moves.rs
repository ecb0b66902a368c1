//! Move lines in Coq: a constructor for each way through them, the same way as data for the checker, and the proof that the
//! two agree.

use super::text::{bracketed, condition, data, exactly, form, fresh, list, naturals, numerator};
use crate::automatic::{Told, told};
use crate::linear::{Cond, Lin, Test};
use crate::refused::Why;
use crate::ways::Way;

/// A way, and what is written of it.
pub(super) struct Written<'a> {
    way: &'a Way,
    told: Told,
    /// Names of the coordinates.
    own: &'a [String],
    /// Names of the choices, behind those of the coordinates.
    with_choices: Vec<String>,
    /// Names of the guessed numbers, behind those of the coordinates.
    with_guesses: Vec<String>,
    name: String,
}

impl<'a> Written<'a> {
    pub(super) fn new(way: &'a Way, index: usize, own: &'a [String]) -> Result<Written<'a>, Why> {
        let told = told(way, own.len())?;
        let names = |stem, count| [own, &fresh(stem, count, own)].concat();
        let (with_choices, with_guesses) = (names("k", way.choices.len()), names("y", told.guesses.len()));
        Ok(Written { way, told, own, with_choices, with_guesses, name: format!("move_{}", index + 1) })
    }

    /// The results, each of which may have a denominator.
    fn results(&self) -> impl Iterator<Item = &Lin> {
        self.way.parts.iter().flatten()
    }

    /// The parts as a list, or as one position; `forms` words a number.
    fn target(&self, whole: bool, forms: &dyn Fn(&Lin) -> String) -> String {
        let part = |p: &Vec<Lin>| list(&p.iter().map(forms).collect::<Vec<_>>());
        let parts: Vec<String> = self.way.parts.iter().map(part).collect();
        if whole { parts.join("") } else { list(&parts) }
    }

    /// The constructor of the move relation.
    pub(super) fn constructor(&self, relation: &str, whole: bool) -> String {
        let names = &self.with_choices;
        let choices = &names[self.own.len()..];
        let natural = |list: &[String]| list.iter().map(|n| format!("0 <= {n} -> ")).collect::<String>();
        let mut out = format!("| {} : forall {}, ", self.name, names.join(" "));
        out += &natural(self.own);
        out += &natural(choices);
        if self.way.cond != Cond::YES {
            out += &format!("{} -> ", bracket(&condition(&self.way.cond, names)));
        }
        for lin in self.results() {
            if lin.den != 1 {
                out += &format!("({}) mod {} = 0 -> ", numerator(lin, names), lin.den);
            }
            if lin.as_var().is_none() {
                out += &format!("0 <= {} -> ", form(lin, names));
            }
        }
        let target = self.target(whole, &|lin| form(lin, names));
        out + &format!("{relation} {} {target}", list(self.own))
    }

    /// The way as data.
    pub(super) fn way(&self) -> String {
        let result = self.told.parts.iter().flatten().copied();
        format!(
            "{{| extra := {}; allowed := {}; result := {} |}}",
            self.told.guesses.len(),
            data(&lighter(&self.told.cond)),
            naturals(result)
        )
    }

    /// What the moves of this way are as data: the guessed numbers from the choices.
    pub(super) fn guesses(&self) -> String {
        let guess = |lin: &Lin| form(lin, &self.with_choices);
        list(&self.told.guesses.iter().map(guess).collect::<Vec<_>>())
    }

    /// The pattern of the guessed numbers.
    pub(super) fn pattern(&self) -> String {
        exactly(self.guessed())
    }

    /// The names of the guessed numbers.
    pub(super) fn guessed(&self) -> &[String] {
        &self.with_guesses[self.own.len()..]
    }

    /// The result among coordinates and guessed numbers.
    pub(super) fn selected(&self) -> String {
        let name = |v: &usize| self.with_guesses[*v].clone();
        list(&self.told.parts.iter().flatten().map(name).collect::<Vec<_>>())
    }

    /// The constructor applied to the choices that follow from the guessed numbers.
    pub(super) fn applied(&self) -> String {
        let choices = self.told.choices.iter().map(|lin| bracketed(lin, &self.with_guesses));
        let all: Vec<String> = self.own.iter().cloned().chain(choices).collect();
        format!("{} {}", self.name, all.join(" "))
    }

    /// The result of that.
    pub(super) fn replaced(&self, whole: bool) -> String {
        let choices: Vec<String> =
            self.told.choices.iter().map(|lin| bracketed(lin, &self.with_guesses)).collect();
        let names = [self.own, &choices].concat();
        self.target(whole, &|lin| form(lin, &names))
    }

    /// How many parts are left.
    pub(super) fn parts(&self) -> usize {
        self.way.parts.len()
    }
}

/// The same condition on natural numbers without inequalities that go without saying, by themselves or by an equation
/// beside them: each costs the checker carries.
fn lighter(cond: &Cond) -> Cond {
    let Cond::All(conds) = cond else { return if plain(cond) { Cond::YES } else { cond.clone() } };
    let equation = |c: &Cond| matches!(c, Cond::Atom(a) if a.test == Test::Zero);
    let equations: Vec<Lin> = conds.iter().filter(|c| equation(c)).filter_map(sum).collect();
    let follows = |c: &Cond| {
        let Some(lin) = sum(c).filter(|_| !equation(c)) else { return false };
        let with = equations.iter().flat_map(|e| [lin.plus(1, e), lin.plus(-1, e)]);
        with.flatten().any(|lin| plain(&Cond::at_most_zero(&lin)))
    };
    Cond::all(conds.iter().filter(|c| !plain(c) && !follows(c)).cloned().collect())
}

/// Does an inequality hold for all natural numbers?
fn plain(cond: &Cond) -> bool {
    match cond {
        Cond::Atom(a) => a.test == Test::AtMost && a.constant <= 0 && a.terms.iter().all(|t| t.1 <= 0),
        cond => *cond == Cond::YES,
    }
}

/// The form of an inequality or an equation.
fn sum(cond: &Cond) -> Option<Lin> {
    match cond {
        Cond::Atom(a) if !matches!(a.test, Test::Divides(_)) => {
            Some(Lin { terms: a.terms.iter().copied().collect(), constant: a.constant, den: 1 })
        }
        _ => None,
    }
}

/// A premise in brackets, unless it is one comparison.
fn bracket(text: &str) -> String {
    if text.contains(['/', '\\', '~']) { format!("({text})") } else { text.to_string() }
}
