//! Statements that read a case, by the judge's template: from the input of a program, or from that of a judge's own
//! program, which is read to the last blank.

use super::{Here, binary, equals, made, new, part_value, position};
use crate::ir::{
    Clause, Do, E, Form, Gather, Goal, Helper, K, Length, Op, Over, Program, Read, Rel, S, Target, Ty,
};

/// Where a case comes from.
pub(crate) trait Source {
    /// A number.
    fn number(&self, what: Number<'_>) -> E;
    /// A text of a field or a parameter, or the letters of one.
    fn text(&self, t: Target, what: Text<'_>) -> E;
    /// The numbers or words of a line.
    fn line(&self, t: Target, numbers: bool, between: &str) -> E;
    /// Passes over what stands between two values, if it is more than blanks do; always yes.
    fn gap(&self, text: &str) -> Option<E>;
    /// What stands between elements.
    fn between<'f>(&'f self, form: &'f Form) -> &'f str;
    /// What was read is kept, even if the program does not need it.
    fn keeps(&self) -> bool;
}

/// A number that is read.
pub(crate) enum Number<'n> {
    /// A field, a parameter, or an element of one.
    Of(Target),
    /// How many elements follow.
    Count(&'n str),
    /// Who moves, from 1.
    Mover,
    /// The number of the case.
    Case,
}

/// A text that is read.
pub(crate) enum Text<'t> {
    /// A value of this type.
    Token(&'t Ty),
    /// Letters between blanks.
    Word,
    /// Letters in a line of their own.
    Line,
    /// A row of a board, or one of several heaps.
    Row,
}

/// The input of a program: blanks do not matter.
pub(super) struct Plain;

impl Source for Plain {
    fn number(&self, _: Number<'_>) -> E {
        number()
    }

    fn text(&self, _: Target, what: Text<'_>) -> E {
        next(if matches!(what, Text::Line) { "line" } else { "word" }, Vec::new(), Ty::Text)
    }

    fn line(&self, _: Target, numbers: bool, between: &str) -> E {
        pieces(numbers, vec![literal(between)])
    }

    fn gap(&self, text: &str) -> Option<E> {
        (!text.trim().is_empty()).then(|| expect(text))
    }

    fn between<'f>(&'f self, form: &'f Form) -> &'f str {
        if let Form::Between(sep) = form { sep } else { "" }
    }

    fn keeps(&self) -> bool {
        false
    }
}

/// A piece of the input, by a method of the prelude.
pub(crate) fn next(method: &'static str, args: Vec<E>, ty: Ty) -> E {
    E { kind: K::Read(method, args), ty }
}

/// The numbers or words of a line.
pub(crate) fn pieces(numbers: bool, args: Vec<E>) -> E {
    match numbers {
        true => next("numbers", args, Ty::list(Ty::Int(false))),
        false => next("words", args, Ty::list(Ty::Text)),
    }
}

pub(super) fn number() -> E {
    next("number", Vec::new(), Ty::Int(false))
}

pub(crate) fn literal(text: &str) -> E {
    E { kind: K::Literal(text.to_string()), ty: Ty::Text }
}

/// Passes over something.
pub(super) fn run(e: E) -> S {
    S::Do(Do::Run, vec![e])
}

pub(super) fn expect(words: &str) -> E {
    next("expect", vec![literal(words)], Ty::Bool)
}

/// A value from a piece of text.
fn from_text(ty: &Ty, text: E) -> E {
    match ty {
        Ty::Bool => {
            let yes = E { kind: K::Text("yes".into()), ty: Ty::Text };
            E::cmp(Rel::Eq, text, yes)
        }
        Ty::Char => E { kind: K::At(Box::new(text), Box::new(E::int(0))), ty: Ty::Char },
        _ => text,
    }
}

/// A list or set of what a loop gives.
fn comp(ty: &Ty, element: E, clauses: Vec<Clause>) -> E {
    let gather = if matches!(ty, Ty::Set(_)) { Gather::Set } else { Gather::List };
    E::comp(gather, element, clauses, ty.clone())
}

/// The letters of a text as elements.
fn letters(ty: &Ty, text: E) -> E {
    let c = E::var("c_", Ty::Char);
    let one = match ty.element().unwrap_or(Ty::Int(true)) {
        Ty::Int(_) | Ty::Unknown => E::help(Helper::Digit, vec![c], Ty::Int(true)),
        Ty::Bool => E::cmp(Rel::Eq, c, E { kind: K::Char('1'), ty: Ty::Char }),
        Ty::Text => E::help(Helper::ToText, vec![c], Ty::Text),
        _ => c,
    };
    comp(ty, one, vec![Clause::For("c_".into(), Over::All(text))])
}

/// How many elements there are, where that is known before they are read.
fn count(length: &Length) -> Option<E> {
    match length {
        Length::Var(name) => Some(E::var(name, Ty::Int(true))),
        Length::Fixed(n) => Some(E::int(*n)),
        Length::Line => None,
    }
}

pub(super) fn param(p: &Program, i: usize) -> E {
    E { kind: K::Global(p.params[i].name.clone()), ty: p.params[i].ty.clone() }
}

/// Does something need this length?
fn needed(p: &Program, name: &str) -> bool {
    let is = |l: &Length| matches!(l, Length::Var(v) if v == name);
    p.reads.iter().any(|r| match r {
        Read::Heaps(l, form, lines) => is(l) && (*lines || *form != Form::Letters || p.fields.len() > 1),
        Read::Items(_, l, form) => is(l) && *form != Form::Letters,
        Read::Board(_, a, b, form) => is(a) || is(b) && *form != Form::Letters,
        _ => false,
    })
}

/// Reads a case.
pub(crate) struct Reader<'r> {
    pub(crate) p: &'r Program,
    pub(crate) source: &'r dyn Source,
}

impl Reader<'_> {
    /// The statements that read something.
    pub(crate) fn read(&self, read: &Read, out: &mut Vec<S>) {
        let (p, keeps) = (self.p, self.source.keeps());
        let ty = |t: Target| match t {
            Target::Field(i) => &p.fields[i].ty,
            Target::Param(i) => &p.params[i].ty,
        };
        out.push(match read {
            Read::Expect(text) => run(expect(text)),
            Read::Skip => run(self.source.number(Number::Case)),
            Read::NewLine => run(next("line", Vec::new(), Ty::Text)),
            Read::Mover => {
                let mover = self.source.number(Number::Mover);
                match keeps || p.search.as_ref().is_some_and(|s| s.mover) || p.answer.named {
                    true => S::Let("mover".into(), binary(Op::Sub, mover, E::int(1))),
                    false => run(mover),
                }
            }
            Read::Count(name) => {
                let count = self.source.number(Number::Count(name));
                if keeps || needed(p, name) { S::Let(name.clone(), count) } else { run(count) }
            }
            Read::Field(i) => self.assign(Target::Field(*i), self.token(Target::Field(*i), &p.fields[*i].ty)),
            Read::Param(i) => self.assign(Target::Param(*i), self.token(Target::Param(*i), &p.params[*i].ty)),
            Read::Word(t, own) => {
                let text = self.source.text(*t, if *own { Text::Line } else { Text::Word });
                let value = match ty(*t) {
                    ty @ (Ty::Text | Ty::Char) => from_text(ty, text),
                    ty => letters(ty, text),
                };
                self.assign(*t, value)
            }
            Read::Items(t, length, form) => {
                self.assign(*t, self.many(*t, ty(*t), length, form, self.source.between(form)))
            }
            Read::Board(i, rows, columns, form) => {
                let (t, ty) = (Target::Field(*i), &p.fields[*i].ty);
                let row = ty.element().unwrap_or(Ty::Unknown);
                let row = self.many(t, &row, columns, form, self.source.between(form));
                self.assign(t, comp(ty, row, self.times("row_", rows, "\n")))
            }
            Read::Heaps(length, form, lines) => return self.heaps(length, form, *lines, out),
            Read::Graph(i) => return self.graph(*i, out),
        });
    }

    /// A value between blanks.
    fn token(&self, t: Target, ty: &Ty) -> E {
        match ty {
            Ty::Int(_) | Ty::Unknown => self.source.number(Number::Of(t)),
            _ => from_text(ty, self.source.text(t, Text::Token(ty))),
        }
    }

    /// So many times, with something between.
    fn times(&self, name: &str, length: &Length, between: &str) -> Vec<Clause> {
        let over = Over::Range(E::int(1), count(length).unwrap_or(E::int(0)));
        let mut clauses = vec![Clause::For(name.into(), over)];
        if let Some(gap) = self.source.gap(between) {
            let first = equals(E::var(name, Ty::Int(true)), 1);
            clauses.push(Clause::If(E { kind: K::Or(vec![first, gap]), ty: Ty::Bool }));
        }
        clauses
    }

    /// The elements of a list.
    fn many(&self, t: Target, ty: &Ty, length: &Length, form: &Form, between: &str) -> E {
        let of = ty.element().unwrap_or(Ty::Int(true));
        match (form, length) {
            (Form::Letters, _) => letters(ty, self.source.text(t, Text::Row)),
            (_, Length::Line) => {
                let all = self.source.line(t, of.is_int(), between);
                if of.is_int() && matches!(ty, Ty::List(_)) {
                    return E { kind: K::Freeze(Box::new(all)), ty: ty.clone() };
                }
                let x = E::var("x_", all.ty.element().unwrap_or(Ty::Unknown));
                let one = if of.is_int() { x } else { from_text(&of, x) };
                comp(ty, one, vec![Clause::For("x_".into(), Over::All(all))])
            }
            _ => comp(ty, self.token(t, &of), self.times("at_", length, between)),
        }
    }

    /// What is read goes into a new variable, or into a parameter that exists.
    fn assign(&self, t: Target, value: E) -> S {
        match t {
            Target::Field(i) => S::Let(self.p.fields[i].name.clone(), value),
            Target::Param(i) if self.p.params[i].used => S::Set(param(self.p, i), value),
            Target::Param(i) if self.source.keeps() => S::Let(self.p.params[i].name.clone(), value),
            Target::Param(_) => run(value),
        }
    }

    /// Heaps of one field are read as values, others as positions, unless they are kept as they were read.
    fn heaps(&self, length: &Length, form: &Form, lines: bool, out: &mut Vec<S>) {
        let (p, keeps) = (self.p, self.source.keeps());
        let here = Here::variables(p);
        let parts = Ty::list(position());
        let between = self.source.between(form);
        let [one] = p.fields.as_slice() else {
            let (name, element) = if keeps { ("heaps", part_value(here)) } else { ("parts", made(here)) };
            let ty = Ty::list(element.ty.clone());
            out.push(S::Var(name.into(), new(ty.clone())));
            let mut body = Vec::new();
            let mut typed = 0;
            for (i, f) in p.fields.iter().enumerate() {
                if f.start.is_none() {
                    typed += 1;
                    body.extend(self.source.gap(" ").filter(|_| typed > 1).map(run));
                }
                let value = || self.token(Target::Field(i), &f.ty);
                body.push(S::Let(f.name.clone(), f.start.as_ref().map_or_else(value, |e| here.put(e))));
            }
            body.push(S::Do(Do::Push, vec![E::var(name, ty), element]));
            let between = if typed > 1 { "\n" } else { between };
            out.extend(crate::ir::inside(&self.times("heap_", length, between), body));
            return;
        };
        let (t, list) = (Target::Field(0), Ty::list(one.ty.clone()));
        let value = match (lines, &one.ty, form) {
            (false, ..) => self.many(t, &list, length, form, between),
            (true, Ty::Text, _) => comp(&list, self.heap(), self.times("heap_", length, "\n")),
            (true, ty, Form::Letters) => {
                comp(&list, letters(ty, self.heap()), self.times("heap_", length, "\n"))
            }
            (true, ty, _) => {
                let between = if keeps { " " } else { between };
                let one = self.many(t, ty, &Length::Line, form, between);
                comp(&list, one, self.times("heap_", length, "\n"))
            }
        };
        out.push(S::Let("heaps".into(), value));
        if !keeps && p.search.is_some() && p.goal != Goal::Grundy {
            let clause = Clause::For(one.name.clone(), Over::All(E::var("heaps", list)));
            out.push(S::Let("parts".into(), comp(&parts, made(here), vec![clause])));
        }
    }

    /// The letters of one of several heaps, which has a line of its own.
    fn heap(&self) -> E {
        self.source.text(Target::Field(0), if self.source.keeps() { Text::Row } else { Text::Line })
    }

    fn graph(&self, i: usize, out: &mut Vec<S>) {
        let (p, t) = (self.p, Target::Param(i));
        let ty = p.params[i].ty.clone();
        let node = self.token(t, &ty.element().unwrap_or(Ty::Int(true)));
        let graph = E::var("graph_", ty.clone());
        let end = |name: &str| E::var(name, node.ty.clone());
        let gap = |text: &str| self.source.gap(text).map(run);
        out.push(S::Note("Nodes, edges, and the edges.".into()));
        out.push(run(self.source.number(Number::Count("nodes"))));
        out.extend(gap(" "));
        out.push(S::Let("edges_".into(), self.source.number(Number::Count("edges"))));
        out.push(S::Var("graph_".into(), new(ty.clone())));
        let mut body: Vec<S> = gap("\n").into_iter().collect();
        body.push(S::Let("tail_".into(), node.clone()));
        body.extend(gap(" "));
        body.push(S::Let("head_".into(), node.clone()));
        body.push(S::Do(Do::Link, vec![graph.clone(), end("tail_"), end("head_")]));
        out.push(S::For("edge_".into(), Over::Range(E::int(1), E::var("edges_", Ty::Int(true))), body));
        let moved = E { kind: K::Move(Box::new(graph)), ty };
        if p.params[i].used || self.source.keeps() {
            out.push(self.assign(t, moved));
        }
    }
}
