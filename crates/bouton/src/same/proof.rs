//! "The same at all sizes": the same rules, the same proved periods, or the same automaton of lost positions or values.

use super::matching::typed;
use super::{Difference, SameQuestion};
use crate::engines::heaps::heap_rule;
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::problem::Problem;
use crate::proof::period::{Period, near};
use crate::proof::{self, Finding, Proof, ProveQuestion};
use crate::report::{Sentence, numeration};
use crate::table::saved::identity;
use crate::table::{Cell, Show};
use bouton_compile::fragment::{Formula, Fragment, FragmentMove};
use bouton_engine::Budget;
use bouton_language::ast;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::value::Value;
use bouton_theory::arithmetic::compile;
use bouton_theory::automata::{Operation, Witness};
use bouton_theory::{Effort, Halt, Numeration};

/// What the theorems say.
pub(super) enum Verdict {
    /// The same everywhere, for this reason.
    Equal(Sentence),
    /// The same outcomes everywhere; nothing is known about values.
    Outcomes(Sentence),
    /// They differ here.
    Differ(Box<Difference>),
    /// Nothing is known.
    Open,
}

/// Steps of the search for an automaton: a few seconds at most.
const STEPS: u64 = 60_000_000;

/// Values that are compared for two periods, at most.
const LONGEST: usize = 10_000_000;

/// The reason why two games are the same by their rules alone.
pub(super) fn identical(a: &Game, b: &Game, show: Show) -> Option<Sentence> {
    let values = |g: &Game| g.interp().params().iter().map(identity::value).collect::<Vec<_>>();
    if identity::rules(a.rules()) == identity::rules(b.rules()) && values(a) == values(b) {
        return Some(["the rules of both say the same", "两者的规则相同"].into());
    }
    let by_values =
        matches!(show, Show::Grundy | Show::Win) && [a, b].iter().all(|g| g.kind().grundy.is_ok());
    if by_values
        && let (Some(left), Some(right)) = (heap_rule(a), heap_rule(b))
        && left == right
    {
        return Some(Sentence::from(match &a.facts().code {
            Some(code) => {
                [format!("both have the take-and-break code {code}"), format!("两者的取石分堆码都是 {code}")]
            }
            None => ["both take from the same set of numbers".into(), "两者可取的数相同".into()],
        }));
    }
    match (a.fragment(), b.fragment()) {
        // Lines that say a move twice count it twice.
        (Ok(left), Ok(right)) if show != Show::Moves && memoryless(a, b) && alike(left, right) => {
            Some(Sentence::from([
                "both have the same positions, moves and endings (compared as formulas)",
                "两者的局面、走法和终局相同（作为公式比较）",
            ]))
        }
        _ => None,
    }
}

/// Fields with a start could hold other starts in the two games.
fn memoryless(a: &Game, b: &Game) -> bool {
    [a, b].iter().all(|g| typed(g.rules()).len() == g.rules().shape.fields.len())
}

/// The same formulas; names and the order of the moves do not matter.
fn alike(a: &Fragment, b: &Fragment) -> bool {
    let within = |x: &[FragmentMove], y: &[FragmentMove]| {
        let same = |m: &FragmentMove, o: &FragmentMove| {
            (m.variables, &m.guard, &m.parts) == (o.variables, &o.guard, &o.parts)
        };
        x.iter().all(|m| y.iter().any(|o| same(m, o)))
    };
    coordinates_agree(a, b)
        && a.legal == b.legal
        && a.ends == b.ends
        && (a.stuck, a.block, a.sum) == (b.stuck, b.block, b.sum)
        && within(&a.moves, &b.moves)
        && within(&b.moves, &a.moves)
}

fn coordinates_agree(a: &Fragment, b: &Fragment) -> bool {
    let place = |f: &Fragment| f.coordinates.iter().map(|c| (c.field, c.place, c.flag)).collect::<Vec<_>>();
    place(a) == place(b)
}

/// The last n up to which two periodic lists must agree to agree for ever (`g_A(n) = g_B(n + by)` from `from` on), if they
/// do; `look` is what of a value matters.
pub(super) fn agreement<T: PartialEq>(
    a: &Period,
    b: &Period,
    by: i64,
    from: i64,
    look: impl Fn(u64) -> T,
) -> Option<i64> {
    let common = lcm(a.period, b.period)?;
    let growth = |p: &Period| (common / p.period) as u64 * u64::from(p.saltus);
    if growth(a) != growth(b) {
        return None;
    }
    let begin = [a.from as i64, b.from as i64 - by, from, -by].into_iter().max()?;
    let last = begin.checked_add(i64::try_from(common).ok()?)? - 1;
    if last - from > LONGEST as i64 {
        return None;
    }
    let equal = |n: i64| {
        let value = |p: &Period, n: i64| p.small(usize::try_from(n).ok()?).map(&look);
        let (x, y) = (value(a, n), value(b, n + by));
        x.is_some() && x == y
    };
    (from..=last).all(equal).then_some(last)
}

fn lcm(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b).filter(|l| *l > 0 && *l <= LONGEST)
}

/// Why two periods that agree so far agree for ever.
pub(super) fn words_of_periods(a: &Period, b: &Period, last: i64) -> Sentence {
    Sentence::from([
        format!(
            "both have proved periods ({} from {}, {} from {}), and they agree to n = {last}: past both beginnings, a common period long",
            a.period, a.from, b.period, b.from
        ),
        format!(
            "两者的周期都已证明（{} 从 {} 起，{} 从 {} 起），且直到 n = {last} 都一致：越过两个起点并满一个公共周期",
            a.period, a.from, b.period, b.from
        ),
    ])
}

impl Solver {
    /// What theorems about both games say of all sizes.
    pub(super) fn for_all_sizes(&mut self, question: &SameQuestion, show: Show) -> Result<Verdict, Problem> {
        let [a, b] = &question.games;
        if !matches!(show, Show::Grundy | Show::Win) || !memoryless(a, b) {
            return Ok(Verdict::Open);
        }
        let to = question
            .to
            .and_then(|to| usize::try_from(to).ok())
            .unwrap_or(0)
            .clamp(near(a).min(near(b)), 1 << 20);
        let left = Period::find(a, to, None, self.budget())?;
        if let Some(left) = left
            && let Some(right) = Period::find(b, to, None, self.budget())?
        {
            let found = match show {
                Show::Grundy => agreement(&left, &right, 0, 0, |v| v),
                // Values that grow are zero only before they do.
                _ if left.saltus == 0 && right.saltus == 0 => agreement(&left, &right, 0, 0, |v| v == 0),
                _ => agreement(&left, &right, 0, 0, |v| v),
            };
            if let Some(last) = found {
                return Ok(Verdict::Equal(words_of_periods(&left, &right, last)));
            }
        }
        self.by_automata(question, show)
    }

    fn by_automata(&mut self, question: &SameQuestion, show: Show) -> Result<Verdict, Problem> {
        let [a, b] = &question.games;
        let Some(left) = self.automaton_of(a, None)? else { return Ok(Verdict::Open) };
        let Some(right) = self.automaton_of(b, None)? else { return Ok(Verdict::Open) };
        let (x, y) = (left.theorem.dfa.numeration(), right.theorem.dfa.numeration());
        let pair = if x == y {
            Some((left, right))
        } else if let Some(other) = self.automaton_of(b, Some(x))? {
            Some((left, other))
        } else {
            self.automaton_of(a, Some(y))?.map(|other| (other, right))
        };
        match pair {
            Some((left, right)) => self.two_automata(question, show, &left, &right),
            None => Ok(Verdict::Open),
        }
    }

    /// The theorem about a game by an automaton, perhaps in given digits.
    fn automaton_of(
        &mut self,
        game: &Game,
        digits: Option<Numeration>,
    ) -> Result<Option<Box<Proof>>, Problem> {
        let asked = ProveQuestion { numeration: digits, automaton: true, ..ProveQuestion::new(game.clone()) };
        match proof::within(&asked, STEPS, self.budget()) {
            Ok(Finding::Proved(proof)) => Ok(Some(proof)),
            Ok(_) | Err(Problem::Over(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn two_automata(
        &mut self,
        question: &SameQuestion,
        show: Show,
        left: &Proof,
        right: &Proof,
    ) -> Result<Verdict, Problem> {
        let comparable = left.theorem.subject == right.theorem.subject
            && coordinates_agree(&left.fragment, &right.fragment);
        if !comparable {
            return Ok(Verdict::Open);
        }
        let budget = self.budget().clone();
        let effort = Effort::new(Some(&budget)).up_to(STEPS);
        let digits = left.theorem.dfa.numeration();
        let count = left.theorem.dfa.states();
        let states = if count == 1 { "1 state".to_string() } else { format!("{count} states") };
        match apart(left, right, &effort) {
            Err(_) => Ok(Verdict::Open),
            Ok(None) => {
                let en = numeration(digits, Lang::En);
                let zh = numeration(digits, Lang::Zh);
                Ok(match (left.values(), show) {
                    (true, _) => Verdict::Equal(Sentence::from([
                        format!(
                            "the values of both are proved for all sizes and agree (automata in {en}, {states})"
                        ),
                        format!("两者的 SG 值都已对任意大小证明，并且相同（{zh}的自动机，{count} 个状态）"),
                    ])),
                    (false, show) => {
                        let why = Sentence::from([
                            format!(
                                "the lost positions of both are proved for all sizes and agree (automata in {en}, {states})"
                            ),
                            format!(
                                "两者的必败局面都已对任意大小证明，并且相同（{zh}的自动机，{count} 个状态）"
                            ),
                        ]);
                        if show == Show::Win { Verdict::Equal(why) } else { Verdict::Outcomes(why) }
                    }
                })
            }
            Ok(Some(witness)) => {
                let found = far_difference(question, left, right, &witness);
                Ok(found.map_or(Verdict::Open, |d| Verdict::Differ(Box::new(d))))
            }
        }
    }
}

/// A place at which two automata differ on positions that both games have.
fn apart(left: &Proof, right: &Proof, effort: &Effort<'_>) -> Result<Option<Witness>, Halt> {
    let (x, y) = (&left.theorem.dfa, &right.theorem.dfa);
    let differ = x.combine(y, Operation::Differ, effort)?;
    let (p, q) = (&left.fragment.legal, &right.fragment.legal);
    if p == q {
        return differ.shortest(effort);
    }
    let legal = Formula::All(vec![p.clone(), q.clone()]);
    let legal = compile(x.numeration(), &legal, effort)?;
    differ.common(&legal, effort)
}

/// The position of a witness and what the two theorems say of it.
fn far_difference(
    question: &SameQuestion,
    left: &Proof,
    right: &Proof,
    witness: &Witness,
) -> Option<Difference> {
    let position = |proof: &Proof, game: &Game| -> Option<Position> {
        let mut typed = vec![None; game.rules().shape.fields.len()];
        for (i, c) in proof.fragment.coordinates.iter().enumerate() {
            let number = witness.iter().find(|(v, _)| *v == i)?.1.clone();
            // Rows of fixed length are compared up to a bound only.
            if c.place.is_some() {
                return None;
            }
            let number = Value::big(number.into());
            typed[c.field] = Some(if c.flag { Value::Bool(number != Value::Int(0)) } else { number });
        }
        let part = game.interp().part(typed).ok()?.ok()?;
        Some(Position { parts: vec![part] })
    };
    let [a, b] = &question.games;
    let (here, there) = (position(left, a)?, position(right, b)?);
    let cell = |proof: &Proof, position: &Position| {
        let at = proof.at(position, 0, &Budget::unlimited()).ok()??;
        Some(match at.grundy {
            Some(g) => Cell::Grundy(u64::try_from(g).ok()?),
            None => Cell::Outcome(if at.lost { ast::Verdict::Lose } else { ast::Verdict::Win }),
        })
    };
    let cells = [cell(left, &here)?, cell(right, &there)?];
    (cells[0] != cells[1]).then(|| Difference {
        position: a.show(&here),
        image: Some(b.show(&there)).filter(|i| *i != a.show(&here)),
        parameters: String::new(),
        mover: None,
        cells,
        beyond: true,
    })
}
