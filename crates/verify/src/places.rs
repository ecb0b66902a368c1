//! Certificates of kind "places": who wins on a row or bag of any length, or with any number of heaps, by a value at each place that
//! counts.
//!
//! Checked: every move changes the value of exactly one place that counts; at each of these any smaller value can be had; in misère
//! play a move at a place of value 0 may be replaced by one that leaves 1 there; the sum of the numbers falls with every move, or it stays
//! and they go in one direction. A move looks at one place and its neighbourhood (`local`), so rows of a few places have the moves of all rows. Where
//! moves lower 1 to m numbers at will, nothing of this has to be decided. docs/certificates.md states and proves what follows.

use crate::Setting;
use crate::automatic::empty;
use crate::game::Game;
use crate::linear::{Cond, Lin, Var};
use crate::local::{Reach, bag, common, reach};
use crate::numeration::{Numeration, Systems};
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::values::plain;
use crate::walk::{Relation, Walk, Work};
use crate::ways::Way;
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::interp::Interp;
use bouton_language::rules::{End, Expr, ExprKind, Rules, Type};
use bouton_language::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// Rows of at most so many places are looked at.
const LONGEST: usize = 12;

/// Values that are listed.
const LISTED: usize = 512;

/// What is proved.
pub(crate) struct PlacesFound {
    /// The name of the row, bag or heap.
    pub(crate) name: String,
    pub(crate) heaps: bool,
    pub(crate) misere: bool,
    /// Places count by their remainder by this.
    pub(crate) modulus: usize,
    pub(crate) from_right: bool,
    pub(crate) counting: Vec<u64>,
    pub(crate) most: usize,
    /// v(n + period) = v(n) + saltus from a number on, and the values before.
    pub(crate) values: String,
}

/// v(n + period) = v(n) + saltus for n >= from.
struct Values {
    from: i64,
    period: i64,
    saltus: i64,
    first: Vec<i64>,
}

impl Values {
    fn read(object: &Object<'_>) -> Result<Values, Refused> {
        let object = object.object("values")?;
        let small = |key: &str| {
            let n = i64::try_from(object.natural(key)?).ok().filter(|n| *n <= LISTED as i64);
            n.ok_or_else(|| Why::Wrong { wanted: "a small number", zh: "较小的数" }.at(key))
        };
        let (from, period, saltus) = (small("from")?, small("period")?, small("saltus")?);
        let first: Vec<i64> =
            object.naturals("first")?.into_iter().map(|n| i64::try_from(n).unwrap_or(i64::MAX)).collect();
        if period < 1 || first.len() as i64 != from + period || first.iter().any(|v| *v > 1 << 30) {
            return Err(Why::Wrong {
                wanted: "from + period small numbers, period from 1 on",
                zh: "from + period 个较小的数，period 至少为 1",
            }
            .at("values"));
        }
        Ok(Values { from, period, saltus, first })
    }

    /// The value of a form is another form.
    fn is(&self, lin: &Lin, value: &Lin) -> Result<Cond, Why> {
        let mut any = Vec::new();
        for (n, v) in (0..).zip(&self.first) {
            let beyond = lin.plus(-n, &Lin::number(1))?;
            let above = value.plus(-v, &Lin::number(1))?;
            any.push(if n < self.from {
                Cond::equal(&beyond, &Lin::number(0))?.and(Cond::equal(&above, &Lin::number(0))?)
            } else {
                // period·(value - v) = saltus·(lin - n)
                let same = Cond::equal(&above.times(self.period)?, &beyond.times(self.saltus)?)?;
                let later = Cond::at_most(&Lin::number(n), lin)?;
                later.and(Cond::divides(self.period, &beyond)?).and(same)
            });
        }
        Ok(Cond::any(any))
    }
}

/// Checks a certificate.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    work: &mut Work<'_>,
) -> Result<PlacesFound, Refused> {
    let rules: &Rules = setting.interp.rules();
    let heaps = rules.shape.kind == ShapeKind::Heaps;
    let misere = setting.interp.end() == End::Misere;
    let modulus = usize::try_from(object.natural("modulus")?).ok().filter(|m| (1..=LONGEST).contains(m));
    let modulus =
        modulus.ok_or_else(|| Why::Wrong { wanted: "a small number", zh: "较小的数" }.at("modulus"))?;
    let counting = object.naturals("counting")?;
    let listed = counting.windows(2).all(|w| w[0] < w[1]) && counting.iter().all(|r| *r < modulus as u64);
    if counting.is_empty() || !listed {
        return Err(Why::Wrong { wanted: "remainders by modulus, rising", zh: "按升序的余数" }.at("counting"));
    }
    let from_right = match object.text("from")? {
        "left" => false,
        "right" => true,
        _ => return Err(Why::Wrong { wanted: "left or right", zh: "left 或 right" }.at("from")),
    };
    let most = usize::try_from(object.natural("most")?).unwrap_or(0);
    let values = Values::read(object)?;
    let falls = Falls::read(object)?;
    let theorem = Theorem { counting: &counting, modulus, from_right, values: &values, falls, misere };
    let alike = modulus == 1;
    let mut seen = HashSet::new();
    let wrong = |key: &str| Why::Wrong { wanted: "what the moves say", zh: "与走法相符的值" }.at(key);
    if heaps {
        if most != 1 || !alike || falls != Falls::Sum {
            return Err(wrong("most"));
        }
        let game = plain(setting, &[End::Normal, End::Misere])?;
        theorem.row(&game, false, &mut seen, work)?;
    } else {
        let bag = bag(rules)?;
        match reach(&setting.interp, bag)? {
            Reach::Below(lowered) => {
                // Anything else that would end play, or stand in its way, is refused as in short rows.
                plain(&sized(setting, 1)?, &[End::Normal, End::Misere])?;
                let identity =
                    values.from == 0 && values.period == 1 && values.saltus == 1 && values.first == [0];
                if most != lowered || !alike || !identity || falls != Falls::Sum {
                    return Err(wrong("most"));
                }
            }
            Reach::Near([left, right, own, reach]) => {
                if most != 1 || (bag && (!alike || falls != Falls::Sum)) {
                    return Err(wrong("most"));
                }
                let both = common(own, modulus);
                let longest = if bag { 1 } else { left + right + 2 * (reach + both) };
                if longest > LONGEST {
                    return Err(Why::Outside {
                        en: "moves that tell many places apart",
                        zh: "走法区分过多的位置",
                    }
                    .into());
                }
                for length in 1..=longest {
                    let setting = sized(setting, length)?;
                    let game = plain(&setting, &[End::Normal, End::Misere])?;
                    theorem.row(&game, bag, &mut seen, work)?;
                }
            }
        }
    }
    let list = values.first.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let text = format!("{list}; v(n + {}) = v(n) + {}, n >= {}", values.period, values.saltus, values.from);
    let name = rules.shape.fields.first().map_or(String::new(), |f| f.name.clone());
    Ok(PlacesFound { name, heaps, misere, modulus, from_right, counting, most, values: text })
}

/// The same rules on a row of this length.
fn sized(setting: &Setting, length: usize) -> Result<Setting, Refused> {
    let old = &setting.interp;
    let mut rules: Rules = (**old.rules()).clone();
    if let Some(field) = rules.shape.fields.first_mut() {
        field.kind = FieldKind::Row;
        field.size =
            vec![Expr { kind: ExprKind::Const(Value::Int(length as i64)), span: field.span, ty: Type::Int }];
    }
    let set: Vec<(usize, Value)> = old.params().iter().cloned().enumerate().collect();
    let interp = Interp::new(Arc::new(rules), &set).map_err(|_| Refused::from(Why::Overflow))?;
    Ok(Setting { interp: interp.with_end(old.end()) })
}

#[derive(Clone, Copy, PartialEq)]
enum Falls {
    Sum,
    Left,
    Right,
}

impl Falls {
    fn read(object: &Object<'_>) -> Result<Falls, Refused> {
        match object.text("falls")? {
            "sum" => Ok(Falls::Sum),
            "left" => Ok(Falls::Left),
            "right" => Ok(Falls::Right),
            _ => Err(Why::Wrong { wanted: "sum, left or right", zh: "sum、left 或 right" }.at("falls")),
        }
    }
}

/// What is to be shown of every row.
struct Theorem<'a> {
    counting: &'a [u64],
    modulus: usize,
    from_right: bool,
    values: &'a Values,
    falls: Falls,
    misere: bool,
}

/// A way of a row, with what it says of places that change.
struct Changing<'w> {
    way: &'w Way,
    cond: Cond,
    after: &'w [Lin],
    /// The place that counts and changes.
    place: Var,
}

impl Theorem<'_> {
    /// Does the place, from 0, count in a row of this length?
    fn counts(&self, place: usize, length: usize) -> bool {
        let place = if self.from_right { length - place } else { place + 1 };
        self.counting.contains(&((place % self.modulus) as u64))
    }

    /// All that is asked of a row of fixed length, or of a heap.
    fn row(
        &self,
        game: &Game<'_>,
        full: bool,
        seen: &mut HashSet<String>,
        work: &mut Work<'_>,
    ) -> Result<(), Refused> {
        let d = game.coordinates.len();
        let heap = !game.whole();
        if heap && d != 1 {
            return Err(Why::Outside { en: "heaps of several numbers", zh: "由多个数组成的堆" }.into());
        }
        let legal = parts(game.legal()?);
        let mut given = legal.clone();
        for place in (0..d).filter(|_| full) {
            given.push(Cond::at_most(&Lin::number(1), &Lin::var(place))?);
        }
        let ways = game.ways()?;
        let mut changing = Vec::new();
        for way in &ways {
            let ([after], place) = (&way.parts[..], None::<Var>) else {
                return Err(Why::Outside {
                    en: "moves that do not leave one heap",
                    zh: "并非恰留一堆的走法",
                }
                .into());
            };
            // What is said of places that stay is known before.
            let cond =
                Cond::all(parts(way.cond.clone()).into_iter().filter(|c| !legal.contains(c)).collect());
            let (mut place, mut cond) = (place, cond);
            for (c, lin) in after.iter().enumerate().filter(|(c, lin)| lin.as_var() != Some(*c)) {
                // What would fall below 0 is no move.
                cond = cond.and(Cond::at_most(&Lin::number(0), lin)?);
                if self.counts(c, d) && place.replace(c).is_some() {
                    return Err(unlike("counting"));
                }
            }
            let Some(place) = place else { return Err(unlike("counting")) };
            changing.push(Changing { way, cond, after, place });
        }
        // Behind the coordinates and the choices of a way stand the values.
        let free = d + changing.iter().map(|c| c.way.choices.len()).max().unwrap_or(0);
        let question = &mut Question { given: &given, seen, work };
        for c in &changing {
            let value = Lin::var(free);
            let same =
                self.values.is(&Lin::var(c.place), &value)?.and(self.values.is(&c.after[c.place], &value)?);
            if !question.never(c.cond.clone().and(same))? {
                return Err(unlike("values"));
            }
            if !question.never(c.cond.clone().and(self.stays(c.after)?))? {
                return Err(Why::NoFall.at("falls"));
            }
        }
        for place in (0..d).filter(|c| self.counts(*c, d)) {
            let (own, less) = (free, free + 1);
            let was = self.values.is(&Lin::var(place), &Lin::var(own))?;
            let smaller = Cond::at_most(&Lin::var(own), &Lin::var(less))?.not();
            self.possible(&changing, place, was.and(smaller), &Lin::var(less), question)?;
        }
        for c in changing.iter().filter(|_| self.misere) {
            let zero = self.values.is(&Lin::var(c.place), &Lin::number(0))?;
            self.possible(&changing, c.place, c.cond.clone().and(zero), &Lin::number(1), question)?;
        }
        Ok(())
    }

    /// The sum of the numbers does not fall, nor stays while they go where they should.
    fn stays(&self, after: &[Lin]) -> Result<Cond, Why> {
        let (mut sum, mut gone) = (Lin::number(0), Lin::number(0));
        for (c, lin) in after.iter().enumerate() {
            let gain = lin.plus(-1, &Lin::var(c))?;
            sum = sum.plus(1, &gain)?;
            gone = gone.plus(c as i64, &gain)?;
        }
        let zero = Lin::number(0);
        let wrong = match self.falls {
            Falls::Sum => Cond::YES,
            Falls::Left => Cond::at_most(&zero, &gone)?,
            Falls::Right => Cond::at_most(&gone, &zero)?,
        };
        Ok(Cond::at_most(&Lin::number(1), &sum)?.or(Cond::equal(&sum, &zero)?.and(wrong)))
    }

    /// Wherever a condition holds, some way leaves a value at the place.
    fn possible(
        &self,
        changing: &[Changing<'_>],
        place: Var,
        when: Cond,
        value: &Lin,
        question: &mut Question<'_, '_>,
    ) -> Result<(), Refused> {
        let mut ways = Vec::new();
        for c in changing.iter().filter(|c| c.place == place) {
            ways.push((c.cond.clone().and(self.values.is(&c.after[place], value)?), &c.way.choices[..]));
        }
        if question.always(when, &ways)? { Ok(()) } else { Err(unlike("values")) }
    }
}

fn unlike(key: &str) -> Refused {
    Why::NoTheorem {
        en: "the moves do not do what the theorem asks of them", zh: "走法不满足定理的要求"
    }
    .at(key)
}

/// The conditions that hold together.
fn parts(cond: Cond) -> Vec<Cond> {
    match cond {
        Cond::All(list) => list,
        Cond::Known(true) => Vec::new(),
        other => vec![other],
    }
}

/// The variables of a condition.
fn variables(cond: &Cond, into: &mut BTreeSet<Var>) {
    match cond {
        Cond::Known(_) => {}
        Cond::Atom(a) => into.extend(a.terms.iter().map(|t| t.0)),
        Cond::Not(c) => variables(c, into),
        Cond::All(list) | Cond::Any(list) => list.iter().for_each(|c| variables(c, into)),
    }
}

/// Questions about all legal rows of one length; what was answered before is not asked again.
pub(crate) struct Question<'q, 'w> {
    given: &'q [Cond],
    seen: &'q mut HashSet<String>,
    work: &'q mut Work<'w>,
}

impl<'q, 'w> Question<'q, 'w> {
    pub(crate) fn new(
        given: &'q [Cond],
        seen: &'q mut HashSet<String>,
        work: &'q mut Work<'w>,
    ) -> Question<'q, 'w> {
        Question { given, seen, work }
    }

    /// With what is given of the variables that are spoken of.
    fn with_given(&self, cond: Cond, about: &BTreeSet<Var>) -> Cond {
        let touches = |c: &&Cond| {
            let mut own = BTreeSet::new();
            variables(c, &mut own);
            own.iter().any(|v| about.contains(v))
        };
        Cond::all(self.given.iter().filter(touches).cloned().chain([cond]).collect())
    }

    /// Does the condition hold nowhere?
    pub(crate) fn never(&mut self, cond: Cond) -> Result<bool, Why> {
        let mut about = BTreeSet::new();
        variables(&cond, &mut about);
        let cond = self.with_given(cond, &about);
        variables(&cond, &mut about);
        let names: BTreeMap<Var, Var> = about.iter().copied().zip(0..).collect();
        let cond = cond.renamed(&names);
        let key = format!("{cond:?}");
        if self.seen.contains(&key) {
            return Ok(true);
        }
        let never = empty(cond, names.len(), &Dfa::nothing(), self.work)?;
        if never {
            self.seen.insert(key);
        }
        Ok(never)
    }

    /// Where a condition holds, can the choices of some way be such that its condition holds?
    pub(crate) fn always(&mut self, when: Cond, ways: &[(Cond, &[Var])]) -> Result<bool, Why> {
        let mut about = BTreeSet::new();
        variables(&when, &mut about);
        for (cond, choices) in ways {
            let mut own = BTreeSet::new();
            variables(cond, &mut own);
            about.extend(own.into_iter().filter(|v| !choices.contains(v)));
        }
        let when = self.with_given(when, &about);
        variables(&when, &mut about);
        let names: BTreeMap<Var, Var> = about.iter().copied().zip(0..).collect();
        let itself = Relation::new(0, &[Cond::YES, when.renamed(&names)], Vec::new());
        let mut key = format!("{:?}", when.renamed(&names));
        let mut relations = Vec::new();
        for (cond, choices) in ways {
            // The choices are guessed, also those that stand for other things in what is given.
            let mut own = names.clone();
            own.extend(choices.iter().copied().zip(names.len()..));
            let cond = cond.renamed(&own);
            key += &format!("{cond:?}{}", choices.len());
            relations.push(Relation::new(choices.len(), &[cond], Vec::new()));
        }
        if self.seen.contains(&key) {
            return Ok(true);
        }
        let dfa = Dfa::nothing();
        let walk = Walk {
            systems: Systems::One(Numeration::TWO),
            dfa: &dfa,
            given: names.len(),
            itself,
            relations,
            count: 1,
        };
        let failed = walk.fails(self.work, &mut |found| found.conds != [true] || found.yes > 0)?;
        if failed.is_none() {
            self.seen.insert(key);
        }
        Ok(failed.is_none())
    }
}
