//! Looks at whole programs: every expression visited, constants found that need large numbers or wide letters.

use crate::ir::{Clause, E, K, Move, Over, Pieces, Place, Program, Search};

/// Calls `f` with an expression and everything in it.
pub(crate) fn visit(e: &E, f: &mut dyn FnMut(&E)) {
    f(e);
    e.children().into_iter().for_each(|x| visit(x, f));
}

fn visit_clause(c: &Clause, f: &mut dyn FnMut(&E)) {
    match c {
        Clause::If(e) | Clause::Let(_, e) | Clause::For(_, Over::All(e)) => visit(e, f),
        Clause::For(_, Over::Range(a, b)) => {
            visit(a, f);
            visit(b, f);
        }
    }
}

fn visit_search(s: &Search, f: &mut dyn FnMut(&E)) {
    s.legal.iter().for_each(|e| visit(e, f));
    s.endings.iter().for_each(|e| visit(&e.cond, f));
    s.stop.iter().chain(&s.block).for_each(|e| visit(e, f));
    s.moves.iter().for_each(|m| visit_move(m, f));
}

fn visit_move(m: &Move, f: &mut dyn FnMut(&E)) {
    m.clauses.iter().for_each(|c| visit_clause(c, f));
    m.gain.iter().chain(&m.again).for_each(|e| visit(e, f));
    for step in &m.steps {
        for change in &step.changes {
            change.guards.iter().for_each(|c| visit_clause(c, f));
            for (place, e) in &change.writes {
                visit(e, f);
                if let Place::Element(_, indices) = place {
                    indices.iter().for_each(|e| visit(e, f));
                }
            }
        }
        if let Some((guards, pieces)) = &step.parts {
            guards.iter().for_each(|c| visit_clause(c, f));
            for piece in pieces {
                let fields = match piece {
                    Pieces::One(fields) => fields,
                    Pieces::Copies(e, fields) | Pieces::Each(_, e, fields) => {
                        visit(e, f);
                        fields
                    }
                };
                fields.iter().for_each(|(_, e)| visit(e, f));
            }
        }
    }
}

/// Calls `f` with every expression of a program.
pub(crate) fn visit_program(p: &Program, f: &mut dyn FnMut(&E)) {
    p.params.iter().for_each(|x| visit(&x.value, f));
    p.fields.iter().filter_map(|x| x.start.as_ref()).for_each(|e| visit(e, f));
    p.functions.iter().for_each(|x| visit(&x.body, f));
    for formula in &p.formulas {
        visit(&formula.body, f);
        formula.only.iter().for_each(|e| visit(e, f));
    }
    if let Some(s) = &p.search {
        visit_search(s, f);
    }
    for piece in &p.answer.pieces {
        if let crate::ir::AnswerPiece::Value(e) = piece {
            visit(e, f);
        }
    }
}

/// Is there a letter beyond ASCII?
pub(crate) fn has_wide_letters(p: &Program) -> bool {
    let mut wide = false;
    visit_program(p, &mut |e| match &e.kind {
        K::Char(c) => wide |= !c.is_ascii(),
        K::Text(t) => wide |= !t.is_ascii(),
        _ => {}
    });
    wide
}

/// Does a constant need more than 64 bits?
pub(crate) fn huge_constant(p: &Program) -> bool {
    let mut huge = false;
    visit_program(p, &mut |e| {
        if let K::Int(n) = &e.kind {
            huge |= i64::try_from(n).is_err();
        }
    });
    huge
}
