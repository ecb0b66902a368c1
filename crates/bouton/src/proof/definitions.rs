//! Definitions that call themselves, in claims: their graphs, guessed from the values that the interpreter gives and proved
//! by what the definitions say.

use crate::game::Game;
use bouton_compile::fragment::{self, Fragment, Statement, TermKind};
use bouton_language::rules::{Expr, ExprKind, Type};
use bouton_language::value::Value;
use bouton_theory::claims::{Graph, graph};
use bouton_theory::prove::Window;
use bouton_theory::{Effort, Halt, Numeration};

/// From so many values graphs are learned, one after the other.
const LISTED: [u32; 3] = [64, 512, 2048];

/// How many definitions deep a claim may go.
const DEPTH: usize = 4;

/// The graphs of all definitions that a statement calls; `None` where one of them was not found in these digits.
pub(super) fn graphs(
    game: &Game,
    numeration: Numeration,
    statement: &Statement,
    effort: &Effort<'_>,
) -> Result<Option<Vec<Graph>>, Halt> {
    let mut found = Vec::new();
    let all = add(game, numeration, statement, &mut Vec::new(), &mut found, effort)?;
    Ok(all.then_some(found))
}

/// Adds the graphs that a statement needs; `path` are the definitions that are being worked on.
fn add(
    game: &Game,
    numeration: Numeration,
    statement: &Statement,
    path: &mut Vec<TermKind>,
    found: &mut Vec<Graph>,
    effort: &Effort<'_>,
) -> Result<bool, Halt> {
    for term in &statement.terms {
        let TermKind::Defined { define, modulus } = term.kind else { continue };
        if path.last() == Some(&term.kind) || found.iter().any(|g| g.0 == term.kind) {
            continue;
        }
        // Definitions that call each other are not decided one by one.
        if path.len() >= DEPTH || path.contains(&term.kind) {
            return Ok(false);
        }
        let Ok(definition) = fragment::definition(game.core(), define, modulus) else { return Ok(false) };
        path.push(term.kind);
        let others = add(game, numeration, &definition, path, found, effort)?;
        path.pop();
        if !others {
            return Ok(false);
        }
        let at = game.fragment().map_or(0, |f| f.coordinates.len());
        let mut proved = None;
        for many in LISTED {
            let Some(values) = values(game, define, modulus, many) else { return Ok(false) };
            proved = graph(numeration, term.kind, &definition, at, values, found, effort)?;
            if proved.is_some() {
                break;
            }
        }
        let Some(proved) = proved else { return Ok(false) };
        found.push((term.kind, proved));
    }
    Ok(true)
}

/// Does a definition that calls itself give the values of heaps whose options are a window that slides?
pub(super) fn by_window(
    game: &Game,
    fragment: &Fragment,
    claimed: &Statement,
    effort: &Effort<'_>,
) -> Result<bool, Halt> {
    let [term] = claimed.terms.as_slice() else { return Ok(false) };
    let TermKind::Defined { define, modulus: 0 } = term.kind else { return Ok(false) };
    let Some(window) = Window::new(fragment, effort)? else { return Ok(false) };
    let definition = fragment::definition(game.core(), define, 0);
    let Ok(definition) = definition else { return Ok(false) };
    // What is called gives the values, so what calls it does, if it says the same.
    Ok(window.defines(&definition, 1, effort)? && window.defines(claimed, 0, effort)?)
}

/// One more than each value, 0 where there is none; `None` if one is negative or very large.
fn values(game: &Game, define: usize, modulus: i64, many: u32) -> Option<Vec<u32>> {
    let span = game.rules().defines.get(define)?.body.span;
    let expr = |kind: ExprKind| Expr { kind, span, ty: Type::Int };
    let one = |n: u32| {
        let call = ExprKind::Define(define, vec![expr(ExprKind::Const(Value::Int(n.into())))]);
        match game.interp().constant(&expr(call)) {
            Ok(value) => {
                let value = value.as_int()?;
                let value = if modulus > 0 { value.rem_euclid(modulus) } else { value };
                u32::try_from(value).ok()?.checked_add(1)
            }
            Err(_) => Some(0),
        }
    };
    (0..many).map(one).collect()
}
