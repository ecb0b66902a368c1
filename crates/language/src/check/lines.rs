//! The file: every line is put in its place, in an order in which names are known before they are used:
//! players, headings of definitions, parameters, bodies, fields, then all that looks at positions.

use super::ends::Endings;
use super::inherit::Given;
use super::problem::{LineProblem, NameProblem, Needs, What};
use super::scope::{LocalKind, Place, Scope};
use super::{Checker, Head, recursion};
use crate::ast::{self, Line, LineKind, ShapeKind};
use crate::rules::{Define, Param, Require, Rules, ScoreKind, Setup, Shape, Type};
use crate::span::Span;
use std::collections::HashSet;

/// Lines that a game has once; the word is the keyword to name in the message.
pub(super) fn single(kind: &LineKind) -> Option<&'static str> {
    Some(match kind {
        LineKind::Game(_) => "game",
        LineKind::Players(..) => "players",
        LineKind::Fields { .. } => "heaps/position",
        LineKind::Sides { .. } => "sides",
        LineKind::Setup { .. } => "setup",
        LineKind::Octal { .. } => "octal",
        LineKind::Block(_) => "block",
        LineKind::End(_) => "end",
        LineKind::Score { .. } => "score",
        LineKind::Stop(_) => "stop",
        LineKind::Endless(_) => "endless",
        _ => return None,
    })
}

impl Checker<'_> {
    /// The rules of a file; `None` where not even a position is declared.
    pub(super) fn file(&mut self, file: &ast::File) -> Option<Rules> {
        let given = self.inherit(file);
        let lines: Vec<&Line> = given.iter().map(|g| &g.line).collect();
        self.once(&lines);
        self.players(&lines);
        for line in &lines {
            if let LineKind::Score { shared } = line.kind {
                self.score = Some(if shared { ScoreKind::Shared } else { ScoreKind::Own });
            }
        }
        self.headings(&lines);
        let params = self.params(&lines);
        let defines = self.defines(&lines);
        let shape = self.shape(&lines, file)?;
        let (shown, sides) = self.boards(&given);
        let requires = self.requires(&lines);
        let setup = self.setup(&lines);
        let moves = self.moves(&lines);
        let is_move = |l: &&Line| matches!(l.kind, LineKind::Move { .. } | LineKind::Octal { .. });
        if !lines.iter().any(is_move) && !self.broken {
            self.error(shape.span, LineProblem::NoMoves);
        }
        let Endings { end, whens, endless, block, stop } = self.endings(&lines);
        let mut rules = Rules {
            title: Default::default(),
            aliases: Vec::new(),
            notes: Vec::new(),
            citations: Vec::new(),
            players: self.players.clone(),
            players_named: self.players_named,
            params,
            defines,
            shape,
            shown,
            sides,
            requires,
            setup,
            moves,
            block,
            end,
            whens,
            score: self.score,
            stop,
            endless,
            claims: Vec::new(),
            strategies: Vec::new(),
            examples: Vec::new(),
            sources: self.sources.clone(),
            uses: self.uses,
        };
        for line in &lines {
            match &line.kind {
                LineKind::Game(t) => rules.title = t.clone(),
                LineKind::Note(t) => rules.notes.push(t.clone()),
                LineKind::Source(t) => rules.citations.push(t.text.clone()),
                LineKind::Alias(names) => rules.aliases.extend(names.iter().map(|n| n.text.clone())),
                _ => {}
            }
        }
        self.claims(&lines, &mut rules);
        rules.sources = self.sources.clone();
        if self.errors() == 0 {
            self.unused(&given);
        }
        Some(rules)
    }

    /// Reports second lines of a kind that stands once.
    fn once(&mut self, lines: &[&Line]) {
        let mut seen = HashSet::new();
        for line in lines {
            if let Some(keyword) = single(&line.kind).filter(|k| !seen.insert(*k)) {
                self.error(line.span, LineProblem::Repeated { keyword });
            }
        }
    }

    /// The names of definitions, fields and parameters, before any expression is looked at.
    fn headings(&mut self, lines: &[&Line]) {
        for line in lines {
            match &line.kind {
                LineKind::Define { name, params, .. } => {
                    if self.heads.iter().any(|h| h.name == name.text) {
                        let problem = NameProblem::Taken { name: name.text.clone(), what: What::Define };
                        self.error(name.span, problem);
                    }
                    let head = Head {
                        name: name.text.clone(),
                        arity: params.len(),
                        ty: Type::Any,
                        used: false,
                        endless: false,
                    };
                    self.heads.push(head);
                }
                LineKind::Fields { fields, .. } => {
                    self.field_names.extend(fields.iter().map(|f| f.name.text.clone()));
                }
                LineKind::Param { name, .. } => {
                    if self.param_names.contains(&name.text) {
                        let problem = NameProblem::Taken { name: name.text.clone(), what: What::Param };
                        self.error(name.span, problem);
                    }
                    self.param_names.push(name.text.clone());
                }
                _ => {}
            }
        }
    }

    fn params(&mut self, lines: &[&Line]) -> Vec<Param> {
        for line in lines {
            let LineKind::Param { name, range, value } = &line.kind else { continue };
            let scope = &mut Scope::new(Place::Param);
            let default = self.value(scope, value);
            let range = range.as_ref().map(|r| {
                let (range, inner) = self.range(scope, r, super::expr::RangeUse::Domain);
                self.need(&default, &inner, Needs::Bound(name.text.clone()));
                range
            });
            self.params.push(Param { name: name.text.clone(), range, default, span: line.span });
            self.params_used.push(false);
        }
        self.params.clone()
    }

    fn defines(&mut self, lines: &[&Line]) -> Vec<Define> {
        let mut defines = Vec::new();
        for line in lines {
            let LineKind::Define { name, params, body } = &line.kind else { continue };
            let at = defines.len();
            let taken = match () {
                _ if self.field_names.contains(&name.text) => Some(What::Field),
                _ if self.param_names.contains(&name.text) => Some(What::Param),
                _ => None,
            };
            if let Some(what) = taken.filter(|_| params.is_empty()) {
                self.error(name.span, NameProblem::Taken { name: name.text.clone(), what });
            }
            let scope = &mut Scope::new(Place::Define);
            for p in params {
                self.declare(scope, p, Type::Any, LocalKind::Bound);
            }
            let used: Vec<bool> = self.heads.iter().map(|h| h.used).collect();
            let body = self.expr(scope, body);
            // A definition that only calls itself is not used.
            self.heads[at].used = used[at];
            self.heads[at].endless = params.is_empty() && self.endless(&body);
            self.heads[at].ty = body.ty.clone();
            let (name, arity, locals) = (name.text.clone(), params.len(), scope.size());
            defines.push(Define { name, arity, body, locals, branches: false, span: line.span });
        }
        recursion::mark(&mut defines);
        defines
    }

    fn shape(&mut self, lines: &[&Line], file: &ast::File) -> Option<Shape> {
        for line in lines {
            if let LineKind::Fields { kind, fields, unordered } = &line.kind {
                self.kind = *kind;
                self.fields(fields);
                let numbers = self.fields.iter().filter(|f| f.kind == ast::FieldKind::Number).count();
                if let Some(span) = unordered.filter(|_| numbers < 2) {
                    self.error(span, LineProblem::Unordered);
                }
                let (fields, unordered) = (self.fields.clone(), unordered.is_some());
                return Some(Shape { kind: *kind, fields, unordered, span: line.span });
            }
        }
        if !self.broken {
            let at = file.lines.first().map_or(Span::default(), |l| l.span);
            self.error(at, LineProblem::NoShape);
        }
        None
    }

    fn requires(&mut self, lines: &[&Line]) -> Vec<Require> {
        let mut requires = Vec::new();
        for line in lines {
            let LineKind::Require { cond, say } = &line.kind else { continue };
            let scope = &mut Scope::new(Place::Require);
            let cond = self.condition(scope, cond);
            let say = say.as_ref().map(|s| self.say(scope, s));
            requires.push(Require { cond, say, locals: scope.size(), span: line.span });
        }
        requires
    }

    fn setup(&mut self, lines: &[&Line]) -> Option<Setup> {
        let (line, name, choice) = lines.iter().find_map(|l| match &l.kind {
            LineKind::Setup { name, choice } => Some((l, name, choice)),
            _ => None,
        })?;
        let scope = &mut Scope::new(Place::Setup);
        self.declare(scope, name, Type::Int, LocalKind::Bound);
        let choice = self.expr(scope, choice);
        self.finite(&choice);
        self.elements(&choice, Needs::Setup);
        Some(Setup { name: name.text.clone(), choice, locals: scope.size(), span: line.span })
    }

    /// Warns of parameters and definitions of this very file that nothing uses.
    fn unused(&mut self, given: &[Given]) {
        let (mut param, mut define) = (0, 0);
        for g in given {
            match &g.line.kind {
                LineKind::Param { name, .. } => {
                    if !g.inherited && !self.params_used[param] {
                        self.warn(name.span, LineProblem::UnusedParam { name: name.text.clone() });
                    }
                    param += 1;
                }
                LineKind::Define { name, .. } => {
                    if !g.inherited && !self.heads[define].used {
                        self.warn(name.span, LineProblem::UnusedDefine { name: name.text.clone() });
                    }
                    define += 1;
                }
                _ => {}
            }
        }
    }

    /// Is this game a sum?
    pub(super) fn is_sum(&self) -> bool {
        self.kind == ShapeKind::Heaps
    }
}
