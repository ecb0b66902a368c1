//! Statements, written down: what all languages share. A language says how a simple statement and the head of a block look.

use super::layout::{Lines, comment};
use crate::ir::{Code, Comp, Do, E, Fn, Gather, K, Op, Piece, S, Ty, any, inside};
use crate::sizes;

/// The head of a block: lines before it, the head itself, and lines that come first inside.
pub(super) struct Head {
    pub(super) before: Vec<String>,
    pub(super) head: String,
    pub(super) first: Vec<String>,
}

impl From<String> for Head {
    fn from(head: String) -> Head {
        Head { before: Vec::new(), head, first: Vec::new() }
    }
}

/// How a language writes statements.
pub(super) trait Language {
    /// What begins a comment.
    const COMMENT: &'static str;
    /// Between the two blocks of a condition, and behind the last one.
    const ENDS: (&'static str, &'static str);
    /// Comprehensions that are given a name are loops here.
    const LOOPS: bool;
    /// A block of one short statement stands behind its head.
    const SHORT: bool;

    /// A statement without blocks.
    fn simple(&self, s: &S) -> Vec<String>;
    /// The head of a block.
    fn head(&self, s: &S) -> Head;
    /// Are numbers so large that sums fit?
    fn wide(&self) -> bool;
    /// What the statements after this one should know of its names.
    fn declare(&self, _: &S) {}
    /// Names that were declared so far, to forget later ones.
    fn scope(&self) -> usize {
        0
    }
    /// Forgets names that were declared later.
    fn leave(&self, _: usize) {}

    /// Statements in their order.
    fn block(&self, body: &[S], out: &mut Lines) {
        let scope = self.scope();
        for s in body {
            self.statement(s, out);
        }
        self.leave(scope);
    }

    /// One statement.
    fn statement(&self, s: &S, out: &mut Lines) {
        if Self::LOOPS
            && let Some(all) = unfolded(s, self.wide())
        {
            all.iter().for_each(|s| self.statement(s, out));
            return;
        }
        match s {
            S::Note(text) => out.add(format!("{} {}", Self::COMMENT, comment(text))),
            S::Block(body) if Self::ENDS.1.is_empty() => self.block(body, out),
            S::Block(_) | S::If(..) | S::Look { .. } | S::While(..) | S::For(..) => self.compound(s, out),
            _ => {
                self.simple(s).into_iter().for_each(|line| out.add(line));
                self.declare(s);
            }
        }
    }

    /// A statement with blocks.
    fn compound(&self, s: &S, out: &mut Lines) {
        let made = self.head(s);
        made.before.iter().for_each(|line| out.add(line));
        let mut blocks = s.blocks().into_iter();
        let yes = blocks.next().unwrap_or_default();
        let no = blocks.next().unwrap_or_default();
        let scope = self.scope();
        let short = !matches!(s, S::Look { .. } | S::Block(_)) && no.is_empty() && Self::SHORT;
        if let (true, [one]) = (short, yes)
            && one.blocks().is_empty()
            && !matches!(one, S::Note(_) | S::Let(..) | S::Var(..))
            && unfolded(one, self.wide()).is_none()
            && let [line] = self.simple(one).as_slice()
            && made.head.len() + line.len() < 110
        {
            out.add(format!("{} {line}", made.head.trim_end_matches(" {")));
            return;
        }
        out.open(&made.head);
        self.declare(s);
        made.first.iter().for_each(|line| out.add(line));
        self.block(yes, out);
        self.leave(scope);
        if !no.is_empty() {
            out.back();
            out.open(Self::ENDS.0);
            self.block(no, out);
        }
        match Self::ENDS.1 {
            "" => out.back(),
            end => out.close(end),
        }
    }
}

/// A comprehension that is kept, returned or put somewhere, as loops.
fn unfolded(s: &S, wide: bool) -> Option<Vec<S>> {
    let (S::Let(_, e) | S::Return(e) | S::Set(_, e)) = s else {
        let S::Do(Do::Push, args) = s else { return None };
        let (row, mut all) = apart("row", args.get(1)?)?;
        all.push(S::Do(Do::Push, vec![args[0].clone(), row]));
        return Some(vec![S::Block(all)]);
    };
    let K::Comp(gather, c) = &e.kind else { return None };
    let result = E::var("result", e.ty.clone());
    let add = |s: S| inside(&c.clauses, vec![s]);
    let returned = |s: S, mut body: Vec<S>| {
        body.push(s);
        Some(body)
    };
    match (s, gather) {
        (S::Let(name, _), Gather::List | Gather::Set) => {
            let all = E::var(name, e.ty.clone());
            let kind = if *gather == Gather::Set { Do::Insert } else { Do::Push };
            let mut body = vec![S::Var(name.clone(), E { kind: K::New, ty: e.ty.clone() })];
            body.extend(add(S::Do(kind, vec![all, c.element.clone()])));
            Some(body)
        }
        (S::Set(place, _), Gather::List | Gather::Set) => {
            let (row, mut all) = apart("row", e)?;
            all.push(S::Set(place.clone(), row));
            Some(vec![S::Block(all)])
        }
        (S::Return(_), Gather::List | Gather::Set) => {
            let (_, body) = apart("result", e)?;
            returned(S::Return(result), body)
        }
        (S::Return(_), Gather::Any | Gather::All) => {
            let any = *gather == Gather::Any;
            let truth = |b: bool| S::Return(E::truth(b));
            let cond = match any {
                true => c.element.clone(),
                false => E { kind: K::Not(Box::new(c.element.clone())), ty: Ty::Bool },
            };
            returned(truth(!any), add(S::If(cond, vec![truth(any)], Vec::new())))
        }
        (S::Return(_), _) => {
            let mut body = vec![S::Var("result".into(), E::int(0))];
            body.extend(add(summed(*gather, c, &result, wide)));
            returned(S::Return(result), body)
        }
        _ => None,
    }
}

/// A list or set under a name of its own: what stands for it, and the statements that make it.
fn apart(name: &str, e: &E) -> Option<(E, Vec<S>)> {
    let K::Comp(Gather::List | Gather::Set, _) = e.kind else { return None };
    let all = E { kind: K::Move(Box::new(E::var(name, e.ty.clone()))), ty: e.ty.clone() };
    Some((all, vec![S::Let(name.into(), e.clone())]))
}

/// Adds an element to the result of a comprehension that counts or adds.
pub(super) fn summed(gather: Gather, c: &Comp, result: &E, wide: bool) -> S {
    let (result, element) = (result.clone(), c.element.clone());
    match gather {
        Gather::Xor => S::Change(Op::Xor, result, element),
        Gather::Count if element.kind == K::Bool(true) => S::Change(Op::Add, result, E::int(1)),
        Gather::Count => S::If(element, vec![S::Change(Op::Add, result, E::int(1))], Vec::new()),
        _ if sizes::sum_fits(wide, &element) => S::Change(Op::Add, result, element),
        _ => {
            let sum = K::Bin(Op::Add, Box::new(result.clone()), Box::new(element), true);
            S::Set(result, E { kind: sum, ty: Ty::Int(false) })
        }
    }
}

/// A table of numbers in rows.
pub(super) fn rows(values: &[u64], out: &mut Lines) {
    for row in values.chunks(24) {
        let row: Vec<String> = row.iter().map(u64::to_string).collect();
        out.add(format!("{},", row.join(", ")));
    }
}

/// Functions that are called before they stand in the code.
pub(super) fn ahead(code: &Code) -> Vec<&Fn> {
    let mut seen: Vec<&str> = Vec::new();
    let mut wanted: Vec<String> = Vec::new();
    for piece in &code.pieces {
        let Piece::Fn(f) = piece else { continue };
        seen.push(&f.name);
        any(&f.body, &mut |e| {
            if let K::Invoke(name, _) = &e.kind
                && !seen.contains(&name.as_str())
            {
                wanted.push(name.clone());
            }
            false
        });
    }
    code.functions().filter(|f| wanted.contains(&f.name)).collect()
}
