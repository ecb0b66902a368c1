//! Positions, moves and Grundy values of a C++ program.

use super::{Cpp, strength};
use crate::ir::{Clause, E, Goal, K, Move, Pieces, Place, Search, Step, Ty};
use crate::print::REPEATED;
use crate::print::layout::{Lines, comment, mentions};
use std::fmt::Write;

impl Cpp<'_> {
    /// Who moves and how many moves were made, as arguments.
    pub(super) fn arguments(&self, s: &Search, typed: bool) -> String {
        let mut out = String::new();
        if s.mover {
            out += if typed { ", int mover" } else { ", mover" };
        }
        if s.turn {
            out += if typed { ", Int turn" } else { ", turn" };
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
        out.add(if self.p.heaps { "// One part of a position." } else { "// A position." });
        out.open("struct Position {");
        for f in &self.p.fields {
            out.add(format!("{} {};", self.ty(&f.ty), f.name));
        }
        if self.p.search.is_some() {
            let mine: Vec<String> = self.p.fields.iter().map(|f| f.name.clone()).collect();
            let other: Vec<String> = self.p.fields.iter().map(|f| format!("o.{}", f.name)).collect();
            out.gap();
            out.add(format!(
                "bool operator<(const Position& o) const {{ return tie({}) < tie({}); }}",
                mine.join(", "),
                other.join(", ")
            ));
        }
        out.close("};");
        let bags: Vec<&str> = self.p.fields.iter().filter(|f| f.bag).map(|f| f.name.as_str()).collect();
        if !bags.is_empty() && self.p.search.is_some() {
            out.gap();
            out.add("// The order of a bag does not matter, nor do its zeros.");
            out.open("Position tidy(Position p) {");
            for f in bags {
                out.add(format!("p.{f}.erase(remove(p.{f}.begin(), p.{f}.end(), (Int)0), p.{f}.end());"));
                out.add(format!("sort(p.{f}.begin(), p.{f}.end());"));
            }
            out.add("return p;");
            out.close("}");
        }
        let loose: Vec<&str> = self.loose();
        if loose.len() > 1 && self.p.search.is_some() {
            out.gap();
            out.add(format!("// The order of {} does not matter.", loose.join(" and ")));
            out.open("Position in_order(Position p) {");
            if let [a, b] = loose[..] {
                out.add(format!("if (p.{a} > p.{b}) swap(p.{a}, p.{b});"));
            } else {
                let places: Vec<String> = loose.iter().map(|f| format!("p.{f}")).collect();
                out.add(format!("vector<Int> all = {{{}}};", places.join(", ")));
                out.add("sort(all.begin(), all.end());");
                for (i, place) in places.iter().enumerate() {
                    out.add(format!("{place} = all[{i}];"));
                }
            }
            out.add("return p;");
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
            out.gap();
            out.open("bool legal(const Position& p) {");
            self.with_base("p.", || {
                let around = if s.legal.len() > 1 { strength::AND + 1 } else { strength::COND };
                let conds: Vec<String> = s.legal.iter().map(|e| self.at(e, around)).collect();
                out.add(format!("return {};", conds.join("\n        && ")));
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
            (false, true) => "vector<Position>",
            (false, false) => "Position",
        }
    }

    fn moves(&self, s: &Search, out: &mut Lines) {
        out.gap();
        if s.gain || s.again {
            out.add("// A move: where it leads, and what it brings.");
            out.open("struct Move {");
            out.add(if s.splits { "vector<Position> to;" } else { "Position to;" });
            if s.gain {
                out.add("Int gain;");
            }
            if s.again {
                out.add("bool again;");
            }
            out.close("};");
            out.gap();
        }
        let ty = self.move_ty(s);
        out.add(if s.splits {
            "// All lists of parts that a move leads to."
        } else {
            "// All that a move leads to."
        });
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
        let mut head = format!("vector<{ty}> moves(const Position& p{})", self.arguments(s, true));
        // What the moves do not look at has no name.
        for (word, typed) in [("mover", "int mover"), ("turn", "Int turn")] {
            if !mentions(&body, word) {
                head = head
                    .replace(&format!(", {typed}"), &format!(", {}", typed.split(' ').next().unwrap_or("")));
            }
        }
        out.open(format!("{head} {{"));
        out.add(format!("vector<{ty}> out;"));
        out.back();
        out.raw(&body);
        out.deeper();
        out.add("return out;");
        out.close("}");
    }

    /// Opens loops and conditions in braces; gives how many.
    fn open_clauses(&self, clauses: &[Clause], by: Option<usize>, out: &mut Lines) -> usize {
        let mut depth = 0;
        let mut braces = false;
        if let Some(player) = by {
            out.open(format!("if (mover == {player}) {{"));
            depth += 1;
            braces = true;
        }
        if !braces && !matches!(clauses.first(), Some(Clause::For(..) | Clause::If(_))) {
            // Names of one move must not meet those of the next.
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
    pub(super) fn make(&self, s: &Search, m: &Move, out: &mut Lines) {
        let mut base = "p".to_string();
        let mut split = false;
        for (k, step) in m.steps.iter().enumerate() {
            let next = if k == 0 { "next".to_string() } else { format!("next{}", k + 1) };
            if step.parts.is_some() {
                self.with_base(&format!("{base}."), || self.parts(step, &base, out));
                split = true;
            } else {
                out.add(format!("Position {next} = {base};"));
                self.with_base(&format!("{base}."), || self.step(step, &next, out));
                base = next;
            }
        }
        let extras = self.with_base("p.", || {
            let mut extras = String::new();
            if s.gain {
                let gain = m.gain.as_ref().map_or("0".to_string(), |e| self.ex(e));
                let _ = write!(extras, ", {gain}");
            }
            if s.again {
                let again = m.again.as_ref().map_or("false".to_string(), |e| self.ex(e));
                let _ = write!(extras, ", {again}");
            }
            extras
        });
        let checked = !s.legal.is_empty();
        let brought = |made: String| match extras.is_empty() {
            true => format!("out.push_back({made});"),
            false => format!("out.push_back({{{made}{extras}}});"),
        };
        if split {
            if self.has_bags() {
                out.add("for (Position& part : parts) part = tidy(part);");
            }
            if self.is_loose() {
                // Legal first, since the fields may have different domains.
                let test = if checked { "if (all_of(parts.begin(), parts.end(), legal)) " } else { "" };
                out.open(format!("{test}{{"));
                out.add("for (Position& part : parts) part = in_order(part);");
                out.add(brought("parts".into()));
                out.close("}");
                return;
            }
            let test = if checked { "if (all_of(parts.begin(), parts.end(), legal)) " } else { "" };
            out.add(format!("{test}{}", brought("parts".into())));
            return;
        }
        if self.has_bags() {
            out.add(format!("{base} = tidy({base});"));
        }
        let made = if self.is_loose() { format!("in_order({base})") } else { base.clone() };
        let made = if s.splits { format!("vector<Position>{{{made}}}") } else { made };
        let test = if checked && base != "p" { format!("if (legal({base})) ") } else { String::new() };
        out.add(format!("{test}{}", brought(made)));
    }

    fn step(&self, step: &Step, next: &str, out: &mut Lines) {
        for c in &step.changes {
            let one = c.guards.len() == 1 && c.writes.len() == 1;
            let mut lines = Vec::new();
            for (place, e) in &c.writes {
                let target = match place {
                    Place::Field(i) => format!("{next}.{}", self.p.fields[*i].name),
                    Place::Element(i, indices) => {
                        let at: Vec<String> =
                            indices.iter().map(|x| format!("[{}]", self.less_one(x))).collect();
                        format!("{next}.{}{}", self.p.fields[*i].name, at.concat())
                    }
                };
                if c.add && c.grows {
                    let within = self.used.note("within");
                    let sum = match &e.kind {
                        K::Neg(x) => format!("{target} - {}", self.at(x, strength::ADD + 1)),
                        _ => format!("{target} + {}", self.at(e, strength::ADD + 1)),
                    };
                    lines.push(format!("{target} = {within}({sum});"));
                    continue;
                }
                lines.push(match (c.add, &e.kind) {
                    (true, K::Neg(x)) => format!("{target} -= {};", self.ex(x)),
                    (true, _) => format!("{target} += {};", self.ex(e)),
                    (false, _) => format!("{target} = {};", self.ex(e)),
                });
            }
            if one {
                out.add(format!("{} {}", self.clause(&c.guards[0]), lines[0]));
                continue;
            }
            for g in &c.guards {
                out.open(format!("{} {{", self.clause(g)));
            }
            for line in lines {
                out.add(line);
            }
            for _ in &c.guards {
                out.close("}");
            }
        }
    }

    /// A part with some fields changed.
    fn part(&self, base: &str, fields: &[(usize, E)]) -> String {
        let value = |(i, f): (usize, &crate::ir::Field)| match fields.iter().find(|(k, _)| *k == i) {
            Some((_, e)) => self.ex(e),
            None => format!("{base}.{}", f.name),
        };
        let all: Vec<String> = self.p.fields.iter().enumerate().map(value).collect();
        format!("Position{{{}}}", all.join(", "))
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
            out.add(format!("vector<Position> parts = {{{}}};", all.join(", ")));
            return;
        }
        out.add("vector<Position> parts;");
        for g in guards {
            out.open(format!("{} {{", self.clause(g)));
        }
        for piece in pieces {
            out.add(match piece {
                Pieces::One(fields) => format!("parts.push_back({});", self.part(base, fields)),
                Pieces::Copies(n, fields) => {
                    format!(
                        "parts.insert(parts.end(), (size_t)({}), {});",
                        self.ex(n),
                        self.part(base, fields)
                    )
                }
                Pieces::Each(name, all, fields) => {
                    let of = all.ty.element().unwrap_or(Ty::Unknown);
                    format!(
                        "for ({} {name} : {}) parts.push_back({});",
                        self.arg(&of),
                        self.ex(all),
                        self.part(base, fields)
                    )
                }
            });
        }
        for _ in guards {
            out.close("}");
        }
    }

    fn grundy(&self, s: &Search, out: &mut Lines) {
        let option = self.move_ty(s);
        out.gap();
        out.add("map<Position, Int> memo;");
        out.gap();
        out.add("// The least number that no option has; the value of an option is the xor over its parts.");
        out.open("Int grundy(const Position& start) {");
        out.open("struct Frame {");
        out.add("Position p;");
        out.add(format!("vector<{option}> options;"));
        out.add("set<Int> seen;");
        out.close("};");
        out.add("vector<Frame> stack;");
        if s.repeats {
            self.path("Position", out);
        }
        out.add("if (!memo.count(start)) stack.push_back({start, moves(start), {}});");
        out.open("while (!stack.empty()) {");
        out.add("Frame& f = stack.back();");
        out.open("if (f.options.empty()) {");
        out.add("Int value = 0;");
        out.add("while (f.seen.count(value)) value++;");
        out.add("memo[f.p] = value;");
        if s.repeats {
            out.add("path.erase(f.p);");
        }
        out.add("stack.pop_back();");
        out.add("continue;");
        out.close("}");
        if s.splits {
            out.add("// Parts that are not known yet come first.");
            out.add("vector<Position> missing;");
            out.add("Int value = 0;");
            out.open("for (const Position& part : f.options.back()) {");
            out.add("auto found = memo.find(part);");
            out.add("if (found == memo.end()) missing.push_back(part);");
            out.add("else value ^= found->second;");
            out.close("}");
            out.open("if (missing.empty()) {");
            out.add("f.seen.insert(value);");
            out.add("f.options.pop_back();");
            out.close("}");
            match s.repeats {
                true => {
                    out.open("if (!missing.empty()) {");
                    out.add("Position next = missing.back();");
                    self.step_onto("next", out);
                    out.add("stack.push_back({next, moves(next), {}});");
                    out.close("}");
                }
                false => {
                    out.add("for (const Position& part : missing) stack.push_back({part, moves(part), {}});")
                }
            }
        } else {
            out.add("auto found = memo.find(f.options.back());");
            out.open("if (found != memo.end()) {");
            out.add("f.seen.insert(found->second);");
            out.add("f.options.pop_back();");
            out.back();
            out.open("} else {");
            out.add("// That position first.");
            out.add("Position next = f.options.back();");
            if s.repeats {
                self.step_onto("next", out);
            }
            out.add("stack.push_back({next, moves(next), {}});");
            out.close("}");
        }
        out.close("}");
        out.add("return memo[start];");
        out.close("}");
    }

    /// Where the search is, so that it notices when play comes back.
    pub(super) fn path(&self, ty: &str, out: &mut Lines) {
        out.add(format!("set<{ty}> path = {{start}};  // where the search is"));
    }

    pub(super) fn step_onto(&self, next: &str, out: &mut Lines) {
        let stop = self.used.note("stop");
        out.add(format!("if (!path.insert({next}).second) {stop}(\"{REPEATED}\");"));
    }
}
