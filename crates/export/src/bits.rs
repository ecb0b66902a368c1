//! Looks at whole programs: every expression visited, constants that need large numbers found, and sums and products
//! that might leave 128 bits marked, so that the printed program checks them.
//!
//! Numbers that are read have 63 bits. Arguments of definitions that keep growing are taken to have any size.

use crate::ir::{Clause, Comp, E, Helper, Item, K, Move, Op, Over, Pieces, Place, Program, Search};
use std::collections::HashMap;

/// Numbers of the input.
const READ: u32 = 63;
/// A result of so many bits may not fit.
const FULL: u32 = 127;

/// Calls `f` with an expression and everything in it.
pub(crate) fn visit(e: &E, f: &mut dyn FnMut(&E)) {
    f(e);
    match &e.kind {
        K::Tuple(all) | K::Call(_, all) | K::Help(_, all) | K::And(all) | K::Or(all) => {
            all.iter().for_each(|x| visit(x, f));
        }
        K::List(items) | K::Set(items) => {
            for item in items {
                match item {
                    Item::One(x) => visit(x, f),
                    Item::Range(a, b) => {
                        visit(a, f);
                        visit(b, f);
                    }
                }
            }
        }
        K::Comp(_, c) => {
            visit(&c.element, f);
            c.clauses.iter().for_each(|c| visit_clause(c, f));
        }
        K::Index(a, b) | K::Bin(_, a, b, _) | K::Cmp(_, a, b) => {
            visit(a, f);
            visit(b, f);
        }
        K::Part(x, _) | K::Size(x) | K::Neg(x) | K::Not(x) => visit(x, f),
        K::Slice(x, a, b) => {
            visit(x, f);
            a.iter().chain(b).for_each(|x| visit(x, f));
        }
        K::Cond(arms, otherwise) => {
            for (c, v) in arms {
                visit(c, f);
                visit(v, f);
            }
            otherwise.iter().for_each(|x| visit(x, f));
        }
        _ => {}
    }
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

/// The same for a search.
pub(crate) fn visit_search(s: &Search, f: &mut dyn FnMut(&E)) {
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

/// How large the numbers of a program can get.
struct Sizes {
    /// Of the arguments of a definition, and of its value.
    functions: HashMap<usize, (Vec<(String, u32)>, u32)>,
    params: Vec<u32>,
    vars: HashMap<String, u32>,
    changed: bool,
    widen: bool,
}

/// Marks the sums and products of formulas and definitions that might not fit 128 bits.
pub(crate) fn mark(p: &mut Program) {
    let bits_of = |e: &E| match &e.kind {
        K::Int(n) => n.bits() as u32,
        _ => READ,
    };
    let mut sizes = Sizes {
        functions: p
            .functions
            .iter()
            .map(|f| (f.id, (f.args.iter().map(|(n, _)| (n.clone(), 0)).collect(), 0)))
            .collect(),
        params: p.params.iter().map(|x| if x.read || x.derived { READ } else { bits_of(&x.value) }).collect(),
        vars: HashMap::new(),
        changed: true,
        widen: false,
    };
    let mut round = 0;
    while sizes.changed && round < 40 {
        sizes.changed = false;
        sizes.widen = round > 8;
        sizes.program(p);
        round += 1;
    }
}

impl Sizes {
    fn program(&mut self, p: &mut Program) {
        for f in &mut p.formulas {
            self.vars.clear();
            self.of(&mut f.body);
            if let Some(e) = &mut f.only {
                self.of(e);
            }
        }
        for f in &mut p.functions {
            let Some((args, _)) = self.functions.get(&f.id) else { continue };
            self.vars = args.iter().cloned().collect();
            let bits = self.of(&mut f.body);
            let widen = self.widen;
            if let Some((_, ret)) = self.functions.get_mut(&f.id)
                && bits > *ret
            {
                *ret = if widen { FULL } else { bits };
                self.changed = true;
            }
        }
    }

    fn clause(&mut self, c: &mut Clause) {
        match c {
            Clause::If(e) => {
                self.of(e);
            }
            Clause::Let(name, e) => {
                let bits = self.of(e);
                self.vars.insert(name.clone(), bits);
            }
            Clause::For(name, Over::Range(a, b)) => {
                let bits = self.of(a).max(self.of(b));
                self.vars.insert(name.clone(), bits);
            }
            Clause::For(name, Over::All(e)) => {
                let bits = self.of(e);
                self.vars.insert(name.clone(), bits);
            }
        }
    }

    fn comp(&mut self, c: &mut Comp) -> u32 {
        c.clauses.iter_mut().for_each(|c| self.clause(c));
        self.of(&mut c.element)
    }

    /// The bits of a number, or of the largest number in a collection.
    fn of(&mut self, e: &mut E) -> u32 {
        match &mut e.kind {
            K::Int(n) => n.bits() as u32,
            K::Bool(_) | K::Char(_) | K::Text(_) | K::Stuck => 1,
            K::Mover | K::Opponent => 2,
            K::Field(_) | K::Heaps | K::Turn => READ,
            K::Param(i) => self.params.get(*i).copied().unwrap_or(READ),
            K::Var(name) => self.vars.get(name).copied().unwrap_or(READ),
            K::Tuple(all) => all.iter_mut().map(|x| self.of(x)).max().unwrap_or(1),
            K::And(all) | K::Or(all) => {
                all.iter_mut().for_each(|x| {
                    self.of(x);
                });
                1
            }
            K::List(items) | K::Set(items) => {
                let each = |item: &mut Item| match item {
                    Item::One(x) => self.of(x),
                    Item::Range(a, b) => self.of(a).max(self.of(b)),
                };
                items.iter_mut().map(each).max().unwrap_or(1)
            }
            K::Comp(gather, c) => {
                let bits = self.comp(c);
                match gather {
                    crate::ir::Gather::Sum => (bits + 32).min(FULL),
                    crate::ir::Gather::Count => 32,
                    _ => bits,
                }
            }
            K::Index(a, i) => {
                self.of(i);
                self.of(a)
            }
            K::Part(x, _) | K::Neg(x) => self.of(x),
            K::Not(x) => {
                self.of(x);
                1
            }
            K::Size(x) => {
                self.of(x);
                40
            }
            K::Slice(x, a, b) => {
                for end in [a, b].into_iter().flatten() {
                    self.of(end);
                }
                self.of(x)
            }
            K::Cmp(_, a, b) => {
                self.of(a);
                self.of(b);
                1
            }
            K::Cond(arms, otherwise) => {
                let mut bits = 1;
                for (c, v) in arms {
                    self.of(c);
                    bits = bits.max(self.of(v));
                }
                otherwise.iter_mut().fold(bits, |b, x| b.max(self.of(x)))
            }
            K::Call(i, args) => {
                let given: Vec<u32> = args.iter_mut().map(|x| self.of(x)).collect();
                let (widen, mut changed) = (self.widen, false);
                let Some((have, ret)) = self.functions.get_mut(i) else { return FULL };
                for ((_, have), given) in have.iter_mut().zip(given) {
                    if given > *have {
                        // Growth that does not stop soon goes as far as the input, and then anywhere.
                        *have = match (widen, given <= READ) {
                            (false, _) => given,
                            (true, true) => READ,
                            (true, false) => FULL,
                        };
                        changed = true;
                    }
                }
                let ret = *ret;
                self.changed |= changed;
                ret
            }
            K::Help(h, args) => {
                let given: Vec<u32> = args.iter_mut().map(|x| self.of(x)).collect();
                let most = given.iter().copied().max().unwrap_or(1);
                match h {
                    Helper::Isqrt => most / 2 + 1,
                    Helper::Log2
                    | Helper::Popcount
                    | Helper::CountOf
                    | Helper::CountTrue
                    | Helper::CountEqual => 32,
                    Helper::SumOf => (most + 32).min(FULL),
                    Helper::FloorRoot => {
                        let [p, q, d, _] = given[..] else { return FULL };
                        (p.max(q + d / 2 + 1) + 1).min(FULL)
                    }
                    Helper::Power => FULL,
                    Helper::FloorMod => given.get(1).copied().unwrap_or(FULL),
                    _ => most,
                }
            }
            K::Bin(op, a, b, checked) => {
                let (x, y) = (self.of(a), self.of(b));
                let bits = match op {
                    Op::Add | Op::Sub => x.max(y) + 1,
                    Op::Mul => x + y,
                    Op::Div => x,
                    Op::Mod => x.min(y),
                    Op::Xor => x.max(y),
                };
                *checked = bits >= FULL;
                bits.min(FULL)
            }
        }
    }
}
