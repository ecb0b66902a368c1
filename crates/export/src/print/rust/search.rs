//! Positions, moves and Grundy values of a Rust program.

use super::{Rust, strength};
use crate::ir::{Clause, E, Goal, K, Move, Pieces, Place, Search, Step, Ty};
use crate::print::REPEATED;
use crate::print::layout::{Lines, comment, mentions};
use std::fmt::Write;

/// What structures of positions can do.
const DERIVED: &str = "#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]";

impl Rust<'_> {
    /// Who moves and how many moves were made, as arguments.
    pub(super) fn arguments(&self, s: &Search, typed: bool) -> String {
        let mut out = String::new();
        if s.mover {
            out += if typed { ", mover: Int" } else { ", mover" };
        }
        if s.turn {
            out += if typed { ", turn: Int" } else { ", turn" };
        }
        out
    }

    /// Is there a structure for positions?
    pub(super) fn has_position(&self) -> bool {
        self.p.search.is_some() || self.p.sums && self.p.fields.len() > 1
    }

    pub(super) fn position(&self, out: &mut Lines) {
        if !self.has_position() {
            return;
        }
        out.gap();
        out.add(if self.p.heaps { "/// One part of a position." } else { "/// A position." });
        if self.p.search.is_some() {
            out.add(DERIVED);
        }
        out.open("struct Position {");
        for f in &self.p.fields {
            out.add(format!("{}: {},", f.name, self.ty(&f.ty)));
        }
        out.close("}");
        let bags: Vec<&str> = self.p.fields.iter().filter(|f| f.bag).map(|f| f.name.as_str()).collect();
        if !bags.is_empty() && self.p.search.is_some() {
            out.gap();
            out.add("/// The order of a bag does not matter, nor do its zeros.");
            out.open("fn tidy(mut p: Position) -> Position {");
            for f in bags {
                out.add(format!("p.{f}.retain(|x| *x != 0);"));
                out.add(format!("p.{f}.sort();"));
            }
            out.add("p");
            out.close("}");
        }
        let loose = self.loose();
        if loose.len() > 1 && self.p.search.is_some() {
            out.gap();
            out.add(format!("/// The order of {} does not matter.", loose.join(" and ")));
            out.open("fn in_order(mut p: Position) -> Position {");
            let places: Vec<String> = loose.iter().map(|f| format!("p.{f}")).collect();
            out.add(format!("let mut all = [{}];", places.join(", ")));
            out.add("all.sort();");
            out.add(format!("[{}] = all;", places.join(", ")));
            out.add("p");
            out.close("}");
        }
    }

    fn loose(&self) -> Vec<&str> {
        self.p.fields.iter().filter(|f| f.unordered).map(|f| f.name.as_str()).collect()
    }

    pub(super) fn has_bags(&self) -> bool {
        self.p.fields.iter().any(|f| f.bag)
    }

    pub(super) fn is_loose(&self) -> bool {
        self.loose().len() > 1
    }

    pub(super) fn search(&self, s: &Search, out: &mut Lines) {
        if !s.legal.is_empty() {
            let looks = s.legal.iter().any(|e| self.looks_at_params(e));
            let params = match (self.has_params(), looks) {
                (false, _) => "",
                (true, true) => "params: &Params, ",
                (true, false) => "_: &Params, ",
            };
            out.gap();
            out.open(format!("fn legal({params}p: &Position) -> bool {{"));
            self.with_base("p.", || {
                let around = if s.legal.len() > 1 { strength::AND + 1 } else { strength::COND };
                let conds: Vec<String> = s.legal.iter().map(|e| self.at(e, around)).collect();
                out.add(conds.join("\n        && "));
            });
            out.close("}");
        }
        self.moves(s, out);
        match s.goal {
            Goal::Grundy => self.grundy(s, out),
            _ => self.states(s, out),
        }
    }

    /// What one move is: a position, a list of parts, or these with what the move brings.
    pub(super) fn move_ty(&self, s: &Search) -> &'static str {
        match (s.gain || s.again, s.splits) {
            (true, _) => "Move",
            (false, true) => "Vec<Position>",
            (false, false) => "Position",
        }
    }

    fn moves(&self, s: &Search, out: &mut Lines) {
        out.gap();
        if s.gain || s.again {
            out.add("/// A move: where it leads, and what it brings.");
            out.open("struct Move {");
            out.add(if s.splits { "to: Vec<Position>," } else { "to: Position," });
            if s.gain {
                out.add("gain: Int,");
            }
            if s.again {
                out.add("again: bool,");
            }
            out.close("}");
            out.gap();
        }
        let ty = self.move_ty(s);
        let mut body = Lines::new();
        body.deeper();
        for m in &s.moves {
            body.add(format!("// {}", comment(&m.comment)));
            let depth = self.with_base("p.", || self.open_clauses(&m.clauses, m.by, &mut body));
            self.make(s, m, &mut body);
            for _ in 0..depth {
                body.close("}");
            }
        }
        let body = body.done();
        let mut head = format!("{}p: &Position{}", self.params_arg(true), self.arguments(s, true));
        // What the moves do not look at has no name.
        for word in ["params", "mover", "turn"] {
            if !mentions(&body, word) {
                head = head.replace(&format!("{word}: "), "_: ");
            }
        }
        out.add(if s.splits {
            "/// All lists of parts that a move leads to."
        } else {
            "/// All that a move leads to."
        });
        out.open(format!("fn moves({head}) -> Vec<{ty}> {{"));
        out.add("let mut out = Vec::new();");
        out.back();
        out.raw(&body);
        out.deeper();
        out.add("out");
        out.close("}");
    }

    /// Opens loops and conditions; gives how many.
    fn open_clauses(&self, clauses: &[Clause], by: Option<usize>, out: &mut Lines) -> usize {
        let mut depth = 0;
        if let Some(player) = by {
            out.open(format!("if mover == {player} {{"));
            depth += 1;
        } else if !matches!(clauses.first(), Some(Clause::For(..) | Clause::If(_))) {
            out.open("{");
            depth += 1;
        }
        for c in clauses {
            match c {
                Clause::Let(..) => out.add(self.clause(c)),
                _ => {
                    out.open(format!("{} {{", self.clause(c)));
                    depth += 1;
                }
            }
        }
        depth
    }

    /// The steps of a move, and the option they make.
    fn make(&self, s: &Search, m: &Move, out: &mut Lines) {
        let mut base = "p".to_string();
        let mut split = false;
        for (k, step) in m.steps.iter().enumerate() {
            let next = if k == 0 { "next".to_string() } else { format!("next{}", k + 1) };
            if step.parts.is_some() {
                self.with_base(&format!("{base}."), || self.parts(step, &base, out));
                split = true;
            } else {
                let mutable = if step.changes.is_empty() { "" } else { "mut " };
                out.add(format!("let {mutable}{next} = {base}.clone();"));
                self.with_base(&format!("{base}."), || self.step(step, &next, out));
                base = next;
            }
        }
        let extras = self.with_base("p.", || {
            let mut extras = String::new();
            if s.gain {
                let gain = m.gain.as_ref().map_or("0".to_string(), |e| self.ex(e));
                let _ = write!(extras, ", gain: {gain}");
            }
            if s.again {
                let again = m.again.as_ref().map_or("false".to_string(), |e| self.ex(e));
                let _ = write!(extras, ", again: {again}");
            }
            extras
        });
        let params = self.params_arg(false);
        let brought = |made: String| match extras.is_empty() {
            true => format!("out.push({made});"),
            false => format!("out.push(Move {{ to: {made}{extras} }});"),
        };
        let checked = !s.legal.is_empty();
        if split {
            if self.has_bags() {
                out.add("let parts: Vec<Position> = parts.into_iter().map(tidy).collect();");
            }
            let made = match self.is_loose() {
                true => "parts.into_iter().map(in_order).collect()",
                false => "parts",
            };
            if checked {
                out.open(format!("if parts.iter().all(|part| legal({params}part)) {{"));
            }
            out.add(brought(made.to_string()));
            if checked {
                out.close("}");
            }
            return;
        }
        if self.has_bags() {
            out.add(format!("let {base} = tidy({});", if base == "p" { "p.clone()" } else { &base }));
        }
        let own = if base == "p" && !self.has_bags() { "p.clone()".to_string() } else { base.clone() };
        let made = if self.is_loose() { format!("in_order({own})") } else { own };
        let made = if s.splits { format!("vec![{made}]") } else { made };
        if checked && base != "p" {
            out.open(format!("if legal({params}&{base}) {{"));
        }
        out.add(brought(made));
        if checked && base != "p" {
            out.close("}");
        }
    }

    fn step(&self, step: &Step, next: &str, out: &mut Lines) {
        for c in &step.changes {
            for g in &c.guards {
                out.open(format!("{} {{", self.clause(g)));
            }
            for (place, e) in &c.writes {
                let target = match place {
                    Place::Field(i) => format!("{next}.{}", self.p.fields[*i].name),
                    Place::Element(i, indices) => {
                        let at: Vec<String> =
                            indices.iter().map(|x| format!("[{}]", self.index(x))).collect();
                        format!("{next}.{}{}", self.p.fields[*i].name, at.concat())
                    }
                };
                if c.add && c.grows {
                    let within = self.used.note("within");
                    let sum = match &e.kind {
                        K::Neg(x) => format!("{target} - {}", self.at(x, strength::ADD + 1)),
                        _ => format!("{target} + {}", self.at(e, strength::ADD + 1)),
                    };
                    out.add(format!("{target} = {within}({sum});"));
                    continue;
                }
                out.add(match (c.add, &e.kind) {
                    (true, K::Neg(x)) => format!("{target} -= {};", self.ex(x)),
                    (true, _) => format!("{target} += {};", self.ex(e)),
                    (false, _) => format!("{target} = {};", self.ex(e)),
                });
            }
            for _ in &c.guards {
                out.close("}");
            }
        }
    }

    /// A part with some fields changed.
    fn part(&self, base: &str, fields: &[(usize, E)]) -> String {
        let set: Vec<String> = fields
            .iter()
            .map(|(f, e)| {
                let (name, value) = (&self.p.fields[*f].name, self.ex(e));
                if *name == value { value } else { format!("{name}: {value}") }
            })
            .collect();
        let rest =
            if fields.len() < self.p.fields.len() { format!(", ..{base}.clone()") } else { String::new() };
        format!("Position {{ {}{rest} }}", set.join(", "))
    }

    fn parts(&self, step: &Step, base: &str, out: &mut Lines) {
        let Some((guards, pieces)) = &step.parts else { return };
        let plain = guards.is_empty() && pieces.iter().all(|p| matches!(p, Pieces::One(_)));
        if plain {
            let each = |p: &Pieces| match p {
                Pieces::One(fields) => self.part(base, fields),
                _ => String::new(),
            };
            let all: Vec<String> = pieces.iter().map(each).collect();
            let ty = if all.is_empty() { ": Vec<Position>" } else { "" };
            out.add(format!("let parts{ty} = vec![{}];", all.join(", ")));
            return;
        }
        out.add("let mut parts: Vec<Position> = Vec::new();");
        for g in guards {
            out.open(format!("{} {{", self.clause(g)));
        }
        for piece in pieces {
            match piece {
                Pieces::One(fields) => out.add(format!("parts.push({});", self.part(base, fields))),
                Pieces::Copies(n, fields) => {
                    out.open(format!("for _ in 0..{} {{", self.at(n, strength::OR)));
                    out.add(format!("parts.push({});", self.part(base, fields)));
                    out.close("}");
                }
                Pieces::Each(name, all, fields) => {
                    let over = crate::ir::Over::All(all.clone());
                    out.open(format!("{} {{", self.clause(&Clause::For(name.clone(), over))));
                    // The variable is not needed any more.
                    let moved = |e: &E| matches!(&e.kind, K::Var(n) if n == name && self.large(&e.ty));
                    let text = match fields.as_slice() {
                        [(f, e)] if moved(e) && self.p.fields.len() == 1 => {
                            format!("Position {{ {}: {name} }}", self.p.fields[*f].name)
                        }
                        _ => self.part(base, fields),
                    };
                    out.add(format!("parts.push({text});"));
                    out.close("}");
                }
            }
        }
        for _ in guards {
            out.close("}");
        }
    }

    fn grundy(&self, s: &Search, out: &mut Lines) {
        let (typed, params) = (self.params_arg(true), self.params_arg(false));
        out.gap();
        out.add("/// The least number that no option has; the value of an option is the xor over its parts.");
        out.open(format!("fn grundy({typed}start: &Position, memo: &mut HashMap<Position, Int>) -> Int {{"));
        out.add("let mut stack = Vec::new();");
        if s.repeats {
            self.path("start.clone()", out);
        }
        out.open("if !memo.contains_key(start) {");
        out.add(format!("stack.push((start.clone(), moves({params}start), BTreeSet::new()));"));
        out.close("}");
        out.open("while let Some((p, options, seen)) = stack.last_mut() {");
        out.open("let Some(option) = options.last() else {");
        out.add("let mut value = 0;");
        out.open("while seen.contains(&value) {");
        out.add("value += 1;");
        out.close("}");
        out.add("memo.insert(p.clone(), value);");
        if s.repeats {
            out.add("path.remove(p);");
        }
        out.add("stack.pop();");
        out.add("continue;");
        out.close("};");
        if s.splits {
            out.add("// Parts that are not known yet come first.");
            out.add("let missing: Vec<Position> = option.iter().filter(|part| !memo.contains_key(part)).cloned().collect();");
            out.open("if missing.is_empty() {");
            out.add("seen.insert(option.iter().fold(0, |value, part| value ^ memo[part]));");
            out.add("options.pop();");
            out.close("}");
            out.open(match s.repeats {
                true => "if let Some(part) = missing.into_iter().next_back() {",
                false => "for part in missing {",
            });
            if s.repeats {
                self.step_onto("part", out);
            }
            out.add(format!("let found = moves({params}&part);"));
            out.add("stack.push((part, found, BTreeSet::new()));");
            out.close("}");
        } else {
            out.open("match memo.get(option) {");
            out.open("Some(&value) => {");
            out.add("seen.insert(value);");
            out.add("options.pop();");
            out.close("}");
            out.open("None => {");
            out.add("let next = option.clone();");
            if s.repeats {
                self.step_onto("next", out);
            }
            out.add(format!("let found = moves({params}&next);"));
            out.add("stack.push((next, found, BTreeSet::new()));");
            out.close("}");
            out.close("}");
        }
        out.close("}");
        out.add("memo[start]");
        out.close("}");
    }

    /// The type of a list of parts, for structures.
    pub(super) fn derived(&self) -> &'static str {
        DERIVED
    }

    /// Is a value of this type copied without a thought?
    pub(super) fn small(&self, ty: &Ty) -> bool {
        !self.large(ty)
    }

    /// Where the search is, so that it notices when play comes back.
    pub(super) fn path(&self, start: &str, out: &mut Lines) {
        out.add("// Where the search is.");
        out.add(format!("let mut path = HashSet::from([{start}]);"));
    }

    pub(super) fn step_onto(&self, next: &str, out: &mut Lines) {
        let stop = self.used.note("stop");
        out.open(format!("if !path.insert({next}.clone()) {{"));
        out.add(format!("{stop}(\"{REPEATED}\");"));
        out.close("}");
    }
}
