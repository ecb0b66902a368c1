//! The same rules under other names: every field, move, parameter, definition, local, player, alias and title.
//!
//! The syntax tree says where names stand, so keywords, built-in words and letters of words stay what they are.

use bouton::game::catalogue;
use bouton::language::ast::{
    Answer, Bind, Choice, Claim, Clause, Comprehension, Effect, EndKind, Expr, ExprKind, Extra, Guard, Ident,
    LineKind, Outcome, ParamValue, Part, Range, Say, Step, Target, Text,
};
use bouton::language::parse::{parse, parse_expr};
use bouton::language::{LoadError, Loader};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The new names, by number; a name that was met before keeps its new name.
#[derive(Default)]
pub(crate) struct Names(RefCell<Vec<String>>);

impl Names {
    fn fresh(&self, old: &str) -> String {
        let mut names = self.0.borrow_mut();
        let at = names.iter().position(|n| n == old).unwrap_or_else(|| {
            names.push(old.to_string());
            names.len() - 1
        });
        format!("zq{at}z")
    }

    /// A text with the old names put back.
    pub(crate) fn back(&self, text: &str) -> String {
        let names = self.0.borrow();
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("zq") {
            out.push_str(&rest[..at]);
            let digits = rest[at + 2..].find('z').map(|end| &rest[at + 2..at + 2 + end]);
            match digits.and_then(|d| names.get(d.parse::<usize>().ok()?).map(|name| (name, d.len()))) {
                Some((name, length)) => {
                    out.push_str(name);
                    rest = &rest[at + 3 + length..];
                }
                None => {
                    out.push_str("zq");
                    rest = &rest[at + 2..];
                }
            }
        }
        out + rest
    }

    /// A file of the library under new names.
    pub(crate) fn file(&self, text: &str) -> String {
        let (file, problems) = parse(0, text);
        assert!(problems.is_empty(), "{problems:?}");
        let mut walk = Walk { text, names: self, known: BTreeSet::new(), edits: Vec::new() };
        declared(text, &mut walk.known);
        for line in &file.lines {
            walk.line(&line.kind);
        }
        let mut edits = walk.edits;
        edits.sort();
        edits.dedup();
        let mut out = String::new();
        let mut at = 0;
        for (from, to, new) in edits {
            out.push_str(&text[at..from]);
            out.push_str(&new);
            at = to;
        }
        out + &text[at..]
    }
}

/// `like` finds the parent under its new names.
impl Loader for Names {
    fn like(&self, name: &str) -> Result<(String, String), LoadError> {
        let entry = catalogue::find(&self.back(name)).ok_or(LoadError::Refused)?;
        Ok((self.fresh(entry.id), self.file(entry.text)))
    }

    fn graph(&self, _: &str) -> Result<Box<dyn std::io::Read>, LoadError> {
        Err(LoadError::Refused)
    }
}

/// All names that a file and its parents declare.
fn declared(text: &str, known: &mut BTreeSet<String>) {
    let names = Names::default();
    let mut walk = Walk { text, names: &names, known: BTreeSet::new(), edits: Vec::new() };
    for line in parse(0, text).0.lines {
        walk.declare(&line.kind);
        if let LineKind::Like(parent) = &line.kind
            && let Some(entry) = catalogue::find(&parent.text)
        {
            declared(entry.text, known);
        }
    }
    known.extend(walk.known);
}

struct Walk<'t> {
    text: &'t str,
    names: &'t Names,
    known: BTreeSet<String>,
    edits: Vec<(usize, usize, String)>,
}

impl Walk<'_> {
    /// Notes the names that a line gives; those inside expressions are noted by the walk itself.
    fn declare(&mut self, line: &LineKind) {
        let mut know = |id: &Ident| {
            self.known.insert(id.text.clone());
        };
        match line {
            LineKind::Players(a, b) => [a, b].into_iter().for_each(know),
            LineKind::Param { name, .. } | LineKind::Setup { name, .. } => know(name),
            LineKind::Define { name, params, .. } => {
                know(name);
                params.iter().for_each(know);
            }
            LineKind::Fields { fields, .. } => fields.iter().for_each(|f| know(&f.name)),
            LineKind::Move { choices, effect, .. } => {
                for c in choices {
                    if let Choice::In(name, _) | Choice::Let(name, _) = c {
                        know(name);
                    }
                }
                for step in &effect.steps {
                    let Step::Changes(changes) = step else { continue };
                    for guard in changes.iter().flat_map(|c| &c.guards) {
                        if let Guard::For(name, _) = guard {
                            know(name);
                        }
                    }
                }
            }
            LineKind::Sides { rows, columns, .. } => [rows, columns].into_iter().for_each(know),
            LineKind::Claim { ranges, .. } => ranges.iter().for_each(|(name, _)| know(name)),
            _ => {}
        }
        // Variables of comprehensions.
        self.line(line);
        self.edits.clear();
    }

    fn put(&mut self, start: u32, end: u32, old: &str) {
        self.edits.push((start as usize, end as usize, self.names.fresh(old)));
    }

    /// A name that stands for something the file declares, whatever it is.
    fn always(&mut self, id: &Ident) {
        self.put(id.span.start, id.span.end, &id.text);
    }

    fn ident(&mut self, id: &Ident) {
        if self.known.contains(&id.text) {
            self.always(id);
        }
    }

    fn line(&mut self, line: &LineKind) {
        match line {
            LineKind::Game(title) => self.put(title.span.start, title.span.end, &title.text),
            LineKind::Note(_) | LineKind::Source(_) | LineKind::Octal { .. } | LineKind::Score { .. } => {}
            LineKind::Alias(names) => {
                if let [first, .., last] | [first @ last] = names.as_slice() {
                    self.put(first.span.start, last.span.end, &first.text);
                }
            }
            LineKind::Like(parent) => self.always(parent),
            LineKind::Players(a, b) => [a, b].into_iter().for_each(|p| self.always(p)),
            LineKind::Param { name, range, value } => {
                self.always(name);
                range.iter().for_each(|r| self.range(r));
                self.value(value);
            }
            LineKind::Define { name, params, body } => {
                self.always(name);
                params.iter().for_each(|p| self.always(p));
                self.expr(body);
            }
            LineKind::Fields { fields, .. } => {
                for f in fields {
                    self.always(&f.name);
                    f.size.iter().chain(&f.start).for_each(|e| self.expr(e));
                    f.of.iter().chain(&f.within).for_each(|r| self.range(r));
                }
            }
            LineKind::Show { field, .. } => self.always(field),
            LineKind::Sides { rows, columns, values } => {
                [rows, columns].into_iter().for_each(|name| self.always(name));
                for (field, value) in values {
                    self.always(field);
                    self.expr(value);
                }
            }
            LineKind::Require { cond, say } => {
                self.expr(cond);
                say.iter().for_each(|s| self.say(s));
            }
            LineKind::Setup { name, choice } => {
                self.always(name);
                self.expr(choice);
            }
            LineKind::Move { name, by, choices, effect } => {
                name.iter().chain(by).for_each(|n| self.always(n));
                for c in choices {
                    match c {
                        Choice::In(name, range) => {
                            self.always(name);
                            self.range(range);
                        }
                        Choice::If(e) => self.expr(e),
                        Choice::Let(name, e) => {
                            self.always(name);
                            self.expr(e);
                        }
                    }
                }
                self.effect(effect);
            }
            LineKind::Block(e) | LineKind::Stop(e) => self.expr(e),
            LineKind::End(end) | LineKind::Endless(end) => {
                if let EndKind::Wins(player) = end {
                    self.always(player);
                }
            }
            LineKind::When { player, cond, .. } => {
                player.iter().for_each(|p| self.always(p));
                self.expr(cond);
            }
            LineKind::Claim { claim, ranges, only } => {
                match claim {
                    Claim::Iff(_, e) | Claim::Grundy(e) | Claim::Score(e) => self.expr(e),
                    Claim::Period { period, saltus, from } => {
                        self.expr(period);
                        saltus.iter().chain(from).for_each(|e| self.expr(e));
                    }
                }
                for (name, range) in ranges {
                    self.always(name);
                    self.range(range);
                }
                only.iter().for_each(|e| self.expr(e));
            }
            LineKind::Strategy { name, binds, only } => {
                self.always(name);
                for bind in binds {
                    match bind {
                        Bind::Is(name, e) => {
                            self.always(name);
                            self.expr(e);
                        }
                        Bind::In(name, range) => {
                            self.always(name);
                            self.range(range);
                        }
                    }
                }
                only.iter().for_each(|e| self.expr(e));
            }
            LineKind::Example(e) => {
                self.typed(&e.position);
                for (name, value) in &e.with {
                    self.always(name);
                    self.value(value);
                }
                e.first.iter().for_each(|p| self.always(p));
                match &e.answer {
                    Answer::Player(p) => self.always(p),
                    Answer::Outcome(_, Some(to), _) => self.typed(to),
                    _ => {}
                }
            }
        }
    }

    /// Names in a typed position: `limit=2`.
    fn typed(&mut self, position: &Text) {
        let is_name = |c: char| c == '_' || c.is_alphanumeric();
        let text = &self.text[position.span.start as usize..position.span.end as usize];
        for (at, _) in text.match_indices('=') {
            let before = text[..at].trim_end();
            let name = before.trim_end_matches(is_name).len();
            if self.known.contains(&before[name..]) {
                let start = position.span.start as usize + name;
                let end = position.span.start as usize + before.len();
                self.edits.push((start, end, self.names.fresh(&before[name..])));
            }
        }
    }

    fn value(&mut self, value: &ParamValue) {
        if let ParamValue::Expr(e) = value {
            self.expr(e);
        }
    }

    fn say(&mut self, say: &Say) {
        for text in [Some(&say.en), say.zh.as_ref()].into_iter().flatten() {
            let (from, to) = (text.span.start as usize, text.span.end as usize);
            let mut at = from;
            while let Some(open) = self.text[at..to].find('{').map(|i| at + i) {
                let close = self.text[open..to].find('}').map(|i| open + i).expect("a closed hole");
                let hole = parse_expr(0, self.text, open + 1, close).expect("a hole that was checked");
                self.expr(&hole);
                at = close + 1;
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        for step in &effect.steps {
            let Step::Changes(changes) = step else { continue };
            for change in changes {
                match &change.target {
                    Target::Place(name, indices) => {
                        self.ident(name);
                        indices.iter().for_each(|e| self.expr(e));
                    }
                    Target::Tuple(names, _) => names.iter().for_each(|n| self.ident(n)),
                }
                match &change.result {
                    Outcome::Value(e) => self.expr(e),
                    Outcome::Nothing(_) => {}
                    Outcome::Parts(parts) => {
                        for part in parts {
                            match part {
                                Part::One(e) | Part::Each(e) => self.expr(e),
                                Part::Copies(k, e) => [k, e].into_iter().for_each(|e| self.expr(e)),
                            }
                        }
                    }
                }
                for guard in &change.guards {
                    match guard {
                        Guard::When(e) => self.expr(e),
                        Guard::For(name, range) => {
                            self.always(name);
                            self.range(range);
                        }
                    }
                }
            }
        }
        for extra in &effect.extras {
            match extra {
                Extra::Gain(e) | Extra::Cost(e) => self.expr(e),
                Extra::Again(_, e) => e.iter().for_each(|e| self.expr(e)),
                Extra::Say(say) => self.say(say),
            }
        }
    }

    fn range(&mut self, range: &Range) {
        match range {
            Range::Span { from, to, .. } => from.iter().chain(to).for_each(|e| self.expr(e)),
            Range::Value(e) => self.expr(e),
        }
    }

    fn comprehension(&mut self, c: &Comprehension) {
        self.expr(&c.element);
        for clause in &c.clauses {
            match clause {
                Clause::For(name, range) => {
                    self.known.insert(name.text.clone());
                    self.always(name);
                    self.range(range);
                }
                Clause::If(e) => self.expr(e),
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(name) => {
                if self.known.contains(name) {
                    self.put(e.span.start, e.span.end, name);
                }
            }
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Str(_) => {}
            ExprKind::Tuple(items) => items.iter().for_each(|x| self.expr(x)),
            ExprKind::List(items) | ExprKind::Set(items) => items.iter().for_each(|r| self.range(r)),
            ExprKind::ListOf(c) | ExprKind::SetOf(c) => self.comprehension(c),
            ExprKind::Index(base, indices) => {
                self.expr(base);
                indices.iter().for_each(|x| self.expr(x));
            }
            ExprKind::Slice(base, from, to) => {
                self.expr(base);
                from.iter().chain(to).for_each(|x| self.expr(x));
            }
            ExprKind::Call(name, items) => {
                self.ident(name);
                items.iter().for_each(|x| self.expr(x));
            }
            ExprKind::CallOver(name, c) => {
                self.ident(name);
                self.comprehension(c);
            }
            ExprKind::Paren(x) | ExprKind::Size(x) | ExprKind::Neg(x) | ExprKind::Not(x) => self.expr(x),
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Compare(first, links) => {
                self.expr(first);
                links.iter().for_each(|(_, r)| self.range(r));
            }
            ExprKind::Cases(arms) => {
                for (value, cond) in arms {
                    self.expr(value);
                    cond.iter().for_each(|c| self.expr(c));
                }
            }
        }
    }
}
