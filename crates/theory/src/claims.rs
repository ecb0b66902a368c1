//! Claims as automata: conditions of linear arithmetic with the few terms beyond it that automata know in one numeration
//! (exclusive or and powers of two in base 2, golden multiples and Fibonacci numbers in Fibonacci digits), and with
//! definitions that call themselves, whose graphs are learned from their values and then proved.

use crate::arithmetic::{compile, together};
use crate::automata::Dfa;
use crate::effort::Effort;
use crate::learn::{Known, Learned, Learner};
use crate::numeration::Numeration;
use bouton_budget::Halt;
use bouton_compile::fragment::{Statement, Term, TermKind};
use bouton_language::value::KnownSet;
use bouton_linear::{Affine, Formula};

/// The graph of a definition that calls itself: pairs of a number and one more than its value, or 0 where it has none.
pub type Graph = (TermKind, Dfa);

/// The numerations in which a statement is an automaton, the likely ones first; none if its terms do not fit together.
pub fn numerations(statement: &Statement) -> Vec<Numeration> {
    let fits = |n: &Numeration| statement.terms.iter().all(|t| known(*n, t.kind));
    Numeration::ALL.into_iter().filter(fits).collect()
}

fn known(numeration: Numeration, kind: TermKind) -> bool {
    match kind {
        TermKind::Xor | TermKind::Member(KnownSet::Powers2) => numeration == Numeration::Base(2),
        TermKind::FloorPhi | TermKind::Member(KnownSet::Fibonacci) => numeration == Numeration::FIBONACCI,
        TermKind::Member(_) => false,
        TermKind::Defined { .. } => true,
    }
}

/// The positions for which a statement holds, over all coordinates; `None` if a term is no automaton in this numeration.
/// Definitions that call themselves are those of `graphs`.
pub fn compile_statement(
    numeration: Numeration,
    statement: &Statement,
    coordinates: usize,
    graphs: &[Graph],
    effort: &Effort,
) -> Result<Option<Dfa>, Halt> {
    let all: Vec<usize> = (0..coordinates).collect();
    let Some(whole) = whole(numeration, statement, graphs, None, effort)? else { return Ok(None) };
    let gone: Vec<usize> = whole.tracks().iter().copied().filter(|v| *v >= coordinates).collect();
    Ok(Some(whole.project(&gone, effort)?.widen(&all, effort)?))
}

/// A statement with its terms. `below` names a definition with the variable of its argument: its calls count for smaller
/// numbers only.
fn whole(
    numeration: Numeration,
    statement: &Statement,
    graphs: &[Graph],
    below: Option<(TermKind, usize)>,
    effort: &Effort,
) -> Result<Option<Dfa>, Halt> {
    if !statement.terms.iter().all(|t| known(numeration, t.kind)) {
        return Ok(None);
    }
    let mut parts = vec![compile(numeration, &statement.formula, effort)?];
    for t in &statement.terms {
        if !matches!(t.kind, TermKind::Defined { .. }) {
            parts.push(term(numeration, t, effort)?);
            continue;
        }
        let (Some((_, graph)), [argument]) =
            (graphs.iter().find(|g| g.0 == t.kind && g.1.numeration() == numeration), t.arguments.as_slice())
        else {
            return Ok(None);
        };
        let mut own = graph.rename(&[*argument, t.value], effort)?;
        if let Some((_, n)) = below.filter(|b| b.0 == t.kind) {
            let none = Dfa::zero(numeration, &Affine::variable(t.value), effort)?;
            own = if n == *argument {
                none
            } else {
                let less = Affine::new(&[(n, 1), (*argument, -1)], -1);
                let less = compile(numeration, &Formula::AtLeastZero(less), effort)?;
                let less = less.widen(&[n.min(*argument), n.max(*argument)], effort)?;
                let further = less.complement(effort)?.and(&none, effort)?;
                own.and(&less, effort)?.or(&further, effort)?
            };
        }
        parts.push(own);
    }
    together(numeration, parts, effort).map(Some)
}

/// Values of a definition: one more than each, 0 where there is none.
struct Values {
    listed: Vec<u32>,
    members: Vec<u32>,
}

impl Known for Values {
    fn width(&self) -> usize {
        2
    }

    fn look(&self, tuple: &[i64]) -> Option<bool> {
        let [n, value] = tuple else { return None };
        let own = self.listed.get(usize::try_from(*n).ok()?)?;
        Some(i64::from(*own) == *value)
    }

    fn members(&self) -> &[u32] {
        &self.members
    }

    fn size(&self) -> usize {
        4 * self.listed.len()
    }

    fn weights(&self) -> &[u64] {
        &[1, 0]
    }

    fn capped(&self, track: usize) -> bool {
        track == 0
    }
}

/// The graph of a definition, guessed from the values for 0, 1, 2, … (one more than each, 0 for none) and proved: the
/// statement of the definition, where variable `at` is the number and the one behind it the value, gives the graph back
/// when its calls are looked up in it for smaller numbers, so it is the graph by induction. `None`: no guess was right.
pub fn graph(
    numeration: Numeration,
    kind: TermKind,
    statement: &Statement,
    at: usize,
    listed: Vec<u32>,
    others: &[Graph],
    effort: &Effort,
) -> Result<Option<Dfa>, Halt> {
    let members = listed.iter().zip(0..).flat_map(|(value, n)| [n, *value]).collect();
    let known = Values { listed, members };
    let most = (known.listed.len() / 8).max(8);
    let Learned::Fits(guess) =
        Learner::new(&known, numeration, &[], usize::MAX, effort)?.fit(most, effort)?
    else {
        return Ok(None);
    };
    let mut graphs = others.to_vec();
    graphs.push((kind, guess.clone()));
    let Some(whole) = whole(numeration, statement, &graphs, Some((kind, at)), effort)? else {
        return Ok(None);
    };
    let gone: Vec<usize> = whole.tracks().iter().copied().filter(|v| *v != at && *v != at + 1).collect();
    let given = whole.project(&gone, effort)?.widen(&[at, at + 1], effort)?;
    // One more than the value, and 0 where there is none.
    let more = Affine::new(&[(at + 1, 1), (at + 2, -1)], 1);
    let shifted = given.and(&Dfa::zero(numeration, &more, effort)?, effort)?.project(&[at + 1], effort)?;
    let none = Dfa::zero(numeration, &Affine::variable(at + 2), effort)?;
    let silent = shifted.project(&[at + 2], effort)?.complement(effort)?.and(&none, effort)?;
    let made = shifted.or(&silent, effort)?.rename(&[0, 1], effort)?;
    Ok((made == guess).then_some(guess))
}

fn term(numeration: Numeration, t: &Term, effort: &Effort) -> Result<Dfa, Halt> {
    match (t.kind, t.arguments.as_slice()) {
        (TermKind::FloorPhi, [n]) => Dfa::golden_multiple(*n, t.value, effort),
        (TermKind::Member(_), [n]) => {
            let inside = Dfa::place_values(numeration, *n, effort)?;
            let value = |v: i64| {
                let form = Affine::new(&[(t.value, 1)], -v);
                Dfa::zero(numeration, &form, effort)
            };
            let outside = inside.complement(effort)?;
            inside.and(&value(1)?, effort)?.or(&outside.and(&value(0)?, effort)?, effort)
        }
        (TermKind::Xor, arguments) => {
            // An argument that stands twice falls out.
            let mut tracks: Vec<usize> = Vec::new();
            for v in arguments.iter().chain([&t.value]) {
                match tracks.iter().position(|w| w == v) {
                    Some(i) => {
                        tracks.remove(i);
                    }
                    None => tracks.push(*v),
                }
            }
            tracks.sort_unstable();
            Dfa::xor_zero(&tracks, effort)
        }
        _ => Err(Halt::Size),
    }
}
