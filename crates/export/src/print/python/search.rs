//! Positions, moves and Grundy values of a Python program.

use super::{Python, quoted, strength};
use crate::ir::{Clause, E, Goal, K, Move, Over, Pieces, Place, Search, Step, Ty};
use crate::print::REPEATED;
use crate::print::layout::{Lines, comment};
use std::fmt::Write;

impl Python<'_> {
    pub(super) fn arguments(&self, s: &Search) -> String {
        let mut out = String::new();
        if s.mover {
            out += ", mover";
        }
        if s.turn {
            out += ", turn";
        }
        out
    }

    pub(super) fn search(&self, s: &Search, out: &mut Lines) {
        out.gap_two();
        let names: Vec<&str> = self.p.fields.iter().map(|f| f.name.as_str()).collect();
        let what = if s.heaps { "One part of a position." } else { "A position." };
        out.add(format!("# {what}"));
        out.add(format!("Position = namedtuple('Position', {})", quoted(&names.join(" "))));
        self.legal(s, out);
        self.arrange(out);
        self.moves(s, out);
        match s.goal {
            Goal::Grundy => self.grundy(s, out),
            _ => self.states(s, out),
        }
    }

    pub(super) fn legal(&self, s: &Search, out: &mut Lines) {
        if s.legal.is_empty() {
            return;
        }
        out.gap_two();
        out.open("def legal(p):");
        self.with_base("p.", || {
            let conds: Vec<String> = s.legal.iter().map(|e| self.at(e, strength::AND + 1)).collect();
            if conds.iter().map(String::len).sum::<usize>() < 90 {
                out.add(format!("return {}", conds.join(" and ")));
            } else {
                let mut first = true;
                for c in conds {
                    out.add(
                        format!("{} {c}", if first { "return (" } else { "        and" }).replace("( ", "("),
                    );
                    first = false;
                }
                out.add("        )");
            }
        });
        out.back();
    }

    /// What makes equal positions look the same: bags sorted, unordered fields in rising order.
    pub(super) fn arrange(&self, out: &mut Lines) {
        let bags: Vec<&str> = self.p.fields.iter().filter(|f| f.bag).map(|f| f.name.as_str()).collect();
        let loose: Vec<&str> =
            self.p.fields.iter().filter(|f| f.unordered).map(|f| f.name.as_str()).collect();
        if !bags.is_empty() {
            out.gap_two();
            out.add("# The order of a bag does not matter, nor do its zeros.");
            out.open("def tidy(p):");
            let each: Vec<String> =
                bags.iter().map(|f| format!("{f}=tuple(sorted(x for x in p.{f} if x != 0))")).collect();
            out.add(format!("return p._replace({})", each.join(", ")));
            out.back();
        }
        if loose.len() > 1 {
            out.gap_two();
            out.add(format!("# The order of {} does not matter.", loose.join(" and ")));
            out.open("def in_order(p):");
            let fields: Vec<String> = loose.iter().map(|f| format!("p.{f}")).collect();
            out.add(format!("{} = sorted(({}))", loose.join(", "), fields.join(", ")));
            let set: Vec<String> = loose.iter().map(|f| format!("{f}={f}")).collect();
            out.add(format!("return p._replace({})", set.join(", ")));
            out.back();
        }
    }

    pub(super) fn has_bags(&self) -> bool {
        self.p.fields.iter().any(|f| f.bag)
    }

    pub(super) fn is_loose(&self) -> bool {
        self.p.fields.iter().filter(|f| f.unordered).count() > 1
    }

    pub(super) fn moves(&self, s: &Search, out: &mut Lines) {
        out.gap_two();
        let pieces = match (s.splits, s.gain || s.again) {
            (false, false) => "All positions that a move leads to.",
            (true, false) => "All lists of parts that a move leads to.",
            (false, true) => "All positions that a move leads to, with what the move brings.",
            (true, true) => "All lists of parts that a move leads to, with what the move brings.",
        };
        out.add(format!("# {pieces}"));
        out.open(format!("def moves(p{}):", self.arguments(s)));
        out.add("out = []");
        for m in &s.moves {
            out.add(format!("# {}", comment(&m.comment)));
            let depth = self.with_base("p.", || self.open_clauses(&m.clauses, m.by, out));
            self.make(s, m, out);
            for _ in 0..depth {
                out.back();
            }
        }
        out.add("return out");
        out.back();
    }

    pub(super) fn open_clauses(&self, clauses: &[Clause], by: Option<usize>, out: &mut Lines) -> usize {
        let mut depth = 0;
        if let Some(player) = by {
            out.open(format!("if mover == {player}:"));
            depth += 1;
        }
        for c in clauses {
            match c {
                Clause::For(name, over) => {
                    out.open(format!("for {name} in {}:", self.over(over)));
                    depth += 1;
                }
                Clause::If(e) => {
                    out.open(format!("if {}:", self.ex(e)));
                    depth += 1;
                }
                Clause::Let(name, e) => out.add(format!("{name} = {}", self.ex(e))),
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
                self.with_base(&format!("{base}."), || self.step(step, &base, &next, out));
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
                let again = m.again.as_ref().map_or("False".to_string(), |e| self.ex(e));
                let _ = write!(extras, ", {again}");
            }
            extras
        });
        let checked = !s.legal.is_empty();
        if split {
            if self.has_bags() {
                out.add("parts = [tidy(part) for part in parts]");
            }
            if checked {
                out.open("if all(legal(part) for part in parts):");
            }
            let made = if self.is_loose() { "[in_order(part) for part in parts]" } else { "parts" };
            out.add(if extras.is_empty() {
                format!("out.append({made})")
            } else {
                format!("out.append(({made}{extras}))")
            });
            if checked {
                out.back();
            }
            return;
        }
        if self.has_bags() {
            out.add(format!("{base} = tidy({base})"));
        }
        if checked && base != "p" {
            out.open(format!("if legal({base}):"));
        }
        let made = if self.is_loose() { format!("in_order({base})") } else { base.clone() };
        let made = if s.splits { format!("[{made}]") } else { made };
        out.add(if extras.is_empty() {
            format!("out.append({made})")
        } else {
            format!("out.append(({made}{extras}))")
        });
        if checked && base != "p" {
            out.back();
        }
    }

    pub(super) fn step(&self, step: &Step, base: &str, next: &str, out: &mut Lines) {
        if step.changes.is_empty() {
            out.add(format!("{next} = {base}"));
            return;
        }
        let touched = |f: usize| {
            step.changes.iter().flat_map(move |c| {
                c.writes
                    .iter()
                    .filter(move |(p, _)| matches!(p, Place::Field(i) | Place::Element(i, _) if *i == f))
                    .map(move |w| (c, w))
            })
        };
        let mut set = Vec::new();
        let mut inline = Vec::new();
        for (i, field) in self.p.fields.iter().enumerate() {
            let all: Vec<_> = touched(i).collect();
            let name = &field.name;
            match all.as_slice() {
                [] => continue,
                [(c, (Place::Field(_), e))] if c.guards.is_empty() => {
                    inline.push(i);
                    let value = match c.add {
                        false => self.ex(e),
                        true => self.plus(&format!("{base}.{name}"), e),
                    };
                    set.push(format!("{name}={value}"));
                }
                many => {
                    let cells = many.iter().any(|(_, (p, _))| matches!(p, Place::Element(..)));
                    let rows =
                        many.iter().any(|(_, (p, _))| matches!(p, Place::Element(_, i) if i.len() > 1));
                    let from = format!("{base}.{name}");
                    let (start, end) = match (&field.ty, cells, rows) {
                        (_, _, true) => (
                            format!("[list(line) for line in {from}]"),
                            format!("tuple(map(tuple, new_{name}))"),
                        ),
                        (Ty::Text, true, _) => (format!("list({from})"), format!("''.join(new_{name})")),
                        (_, true, _) => (format!("list({from})"), format!("tuple(new_{name})")),
                        _ => (from, format!("new_{name}")),
                    };
                    out.add(format!("new_{name} = {start}"));
                    set.push(format!("{name}={end}"));
                }
            }
        }
        for c in &step.changes {
            let writes: Vec<_> = c
                .writes
                .iter()
                .filter(|(p, _)| !matches!(p, Place::Field(i) | Place::Element(i, _) if inline.contains(i)))
                .collect();
            if writes.is_empty() {
                continue;
            }
            let depth = self.open_clauses(&c.guards, None, out);
            for (place, e) in writes {
                let target = match place {
                    Place::Field(i) => format!("new_{}", self.p.fields[*i].name),
                    Place::Element(i, indices) => {
                        let at: Vec<String> =
                            indices.iter().map(|x| format!("[{}]", self.less_one(x))).collect();
                        format!("new_{}{}", self.p.fields[*i].name, at.concat())
                    }
                };
                match (c.add, &e.kind) {
                    (true, K::Neg(x)) => out.add(format!("{target} -= {}", self.ex(x))),
                    (true, _) => out.add(format!("{target} += {}", self.ex(e))),
                    (false, _) => out.add(format!("{target} = {}", self.ex(e))),
                }
            }
            for _ in 0..depth {
                out.back();
            }
        }
        out.add(format!("{next} = {base}._replace({})", set.join(", ")));
    }

    pub(super) fn plus(&self, place: &str, e: &E) -> String {
        match &e.kind {
            K::Neg(x) => format!("{place} - {}", self.at(x, strength::MUL)),
            _ => format!("{place} + {}", self.at(e, strength::MUL)),
        }
    }

    pub(super) fn part(&self, base: &str, fields: &[(usize, E)]) -> String {
        if fields.len() == self.p.fields.len() {
            let values: Vec<String> = (0..fields.len())
                .map(|i| fields.iter().find(|(f, _)| *f == i).map_or(String::new(), |(_, e)| self.ex(e)))
                .collect();
            return format!("Position({})", values.join(", "));
        }
        let set: Vec<String> =
            fields.iter().map(|(f, e)| format!("{}={}", self.p.fields[*f].name, self.ex(e))).collect();
        format!("{base}._replace({})", set.join(", "))
    }

    pub(super) fn parts(&self, step: &Step, base: &str, out: &mut Lines) {
        let Some((guards, pieces)) = &step.parts else { return };
        let plain = guards.is_empty() && pieces.iter().all(|p| matches!(p, Pieces::One(_)));
        if plain {
            let all: Vec<String> = pieces
                .iter()
                .map(|p| match p {
                    Pieces::One(fields) => self.part(base, fields),
                    _ => String::new(),
                })
                .collect();
            out.add(format!("parts = [{}]", all.join(", ")));
            return;
        }
        out.add("parts = []");
        let depth = self.open_clauses(guards, None, out);
        for piece in pieces {
            match piece {
                Pieces::One(fields) => out.add(format!("parts.append({})", self.part(base, fields))),
                Pieces::Copies(n, fields) => {
                    out.add(format!(
                        "parts += [{}] * {}",
                        self.part(base, fields),
                        self.at(n, strength::NEG)
                    ));
                }
                Pieces::Each(name, all, fields) => {
                    let all = self.in_comp(&Over::All(all.clone()));
                    out.add(format!("parts += [{} for {name} in {all}]", self.part(base, fields)));
                }
            }
        }
        for _ in 0..depth {
            out.back();
        }
    }

    pub(super) fn grundy(&self, s: &Search, out: &mut Lines) {
        out.gap_two();
        out.add("memo = {}");
        out.gap_two();
        out.add("# The least number that no option has; the value of an option is the xor over its parts.");
        out.open("def grundy(start):");
        out.add("stack = [] if start in memo else [(start, moves(start), set())]");
        if s.repeats {
            out.add("path = {start}  # where the search is");
        }
        out.open("while stack:");
        out.add("p, options, seen = stack[-1]");
        out.open("if not options:");
        out.add("value = 0");
        out.open("while value in seen:");
        out.add("value += 1");
        out.back();
        out.add("memo[p] = value");
        if s.repeats {
            out.add("path.remove(p)");
        }
        out.add("stack.pop()");
        out.add("continue");
        out.back();
        if s.splits {
            out.add("# Parts that are not known yet come first.");
            out.add("missing = [part for part in options[-1] if part not in memo]");
            out.open("if missing:");
            match s.repeats {
                true => {
                    self.step_onto("missing[-1]", out);
                    out.add("stack.append((missing[-1], moves(missing[-1]), set()))");
                }
                false => out.add("stack += [(part, moves(part), set()) for part in missing]"),
            }
            out.add("continue");
            out.back();
            out.add("value = 0");
            out.open("for part in options.pop():");
            out.add("value ^= memo[part]");
            out.back();
            out.add("seen.add(value)");
        } else {
            out.add("option = options[-1]");
            out.open("if option in memo:");
            out.add("seen.add(memo[option])");
            out.add("options.pop()");
            out.back();
            out.open("else:");
            if s.repeats {
                self.step_onto("option", out);
            }
            out.add("stack.append((option, moves(option), set()))");
            out.back();
        }
        out.back();
        out.add("return memo[start]");
        out.back();
    }

    /// Notices when play comes back.
    pub(super) fn step_onto(&self, next: &str, out: &mut Lines) {
        out.open(format!("if {next} in path:"));
        out.add(format!("sys.exit({})", quoted(REPEATED)));
        out.back();
        out.add(format!("path.add({next})"));
    }
}
