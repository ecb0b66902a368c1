//! Definitions, formulas and tables of a C++ program.

use super::Cpp;
use crate::ir::{E, Formula, Function, Gather, K, Ty};
use crate::print::layout::{Lines, comment};
use crate::print::tail;

impl Cpp<'_> {
    pub(super) fn functions(&self, out: &mut Lines) {
        if self.p.functions.len() > 1 || self.p.functions.iter().any(|f| f.remembers) {
            for f in &self.p.functions {
                out.add(format!("{};", self.head(f, &f.name)));
            }
        }
        for f in &self.p.functions {
            out.gap();
            out.add(format!("// {}", comment(&f.comment)));
            out.open(format!("{} {{", self.head(f, &f.anew())));
            if self.loops(f) {
                out.open("while (true) {");
                self.body(&f.body, Some(f), out);
                out.close("}");
            } else {
                self.body(&f.body, None, out);
            }
            out.close("}");
            if f.remembers {
                self.remembering(f, out);
            }
        }
    }

    /// A function that computes every value once.
    fn remembering(&self, f: &Function, out: &mut Lines) {
        let types: Vec<String> = f.args.iter().map(|(_, t)| self.ty(t)).collect();
        let names: Vec<&str> = f.args.iter().map(|(n, _)| n.as_str()).collect();
        let (key, names) = (format!("tuple<{}>", types.join(", ")), names.join(", "));
        out.gap();
        out.add(format!("map<{key}, {}> known_{};", self.ty(&f.ret), f.id));
        out.gap();
        out.open(format!("{} {{", self.head(f, &f.name)));
        out.add(format!("{key} key({names});"));
        out.add(format!("auto found = known_{}.find(key);", f.id));
        out.add(format!("if (found != known_{}.end()) return found->second;", f.id));
        out.add(format!("return known_{}[key] = {}({names});", f.id, f.anew()));
        out.close("}");
    }

    /// Does it end in a call of itself that can be another round of a loop?
    fn loops(&self, f: &Function) -> bool {
        tail(&f.body, f.id) && f.args.iter().all(|(_, t)| t.is_small())
    }

    fn head(&self, f: &Function, name: &str) -> String {
        let args: Vec<String> = f.args.iter().map(|(n, t)| format!("{} {n}", self.arg(t))).collect();
        format!("{} {name}({})", self.ty(&f.ret), args.join(", "))
    }

    /// The body of a function; a call of itself in the last place becomes another round of its loop.
    pub(super) fn body(&self, e: &E, looped: Option<&Function>, out: &mut Lines) {
        match (&e.kind, looped) {
            (K::Cond(arms, otherwise), _) => {
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    let again = looped.is_some_and(|f| tail(v, f.id));
                    if !again && !matches!(v.kind, K::Cond(..) | K::Comp(..)) {
                        out.add(format!("if ({}) return {};", self.ex(c), self.ex(v)));
                        continue;
                    }
                    out.open(format!("if ({}) {{", self.ex(c)));
                    self.body(v, looped, out);
                    out.close("}");
                }
                if let Some(last) = otherwise.as_deref().or(arms.last().map(|(_, v)| v)) {
                    self.body(last, looped, out);
                }
            }
            (K::Call(i, args), Some(f)) if *i == f.id => {
                let pairs = f.args.iter().map(|(n, t)| (n, t)).zip(args.iter().map(|a| self.ex(a)));
                let changed: Vec<_> = pairs.filter(|((n, _), v)| *n != v).collect();
                match changed.as_slice() {
                    [((n, _), v)] => out.add(format!("{n} = {v};")),
                    many => {
                        for (k, ((_, t), v)) in many.iter().enumerate() {
                            out.add(format!("{} new{} = {v};", self.ty(t), k + 1));
                        }
                        let set: Vec<String> = many
                            .iter()
                            .enumerate()
                            .map(|(k, ((n, _), _))| format!("{n} = new{};", k + 1))
                            .collect();
                        out.add(set.join(" "));
                    }
                }
                out.add("continue;");
            }
            (K::Comp(gather, c), _)
                if matches!(
                    gather,
                    Gather::Sum | Gather::Xor | Gather::Count | Gather::Any | Gather::All
                ) =>
            {
                if !matches!(gather, Gather::Any | Gather::All) {
                    out.add("Int result = 0;");
                }
                for clause in &c.clauses {
                    out.open(self.clause(clause));
                }
                let element = self.ex(&c.element);
                out.add(match gather {
                    Gather::Sum => self.summed(c, &element),
                    Gather::Xor => format!("result ^= {element};"),
                    Gather::Count => format!("if ({element}) result++;"),
                    Gather::Any => format!("if ({element}) return true;"),
                    _ => format!("if (!{}) return false;", self.at(&c.element, super::strength::NEG)),
                });
                for _ in &c.clauses {
                    out.back();
                }
                out.add(match gather {
                    Gather::Any => "return false;",
                    Gather::All => "return true;",
                    _ => "return result;",
                });
            }
            _ => out.add(format!("return {};", self.ex(e))),
        }
    }

    /// The arguments of a formula; what it does not look at has no name, so that compilers do not warn.
    fn formula_args(&self, f: &Formula, e: &E) -> String {
        if f.sum {
            return format!("const vector<{}>& heaps", self.part_ty());
        }
        let mut seen = vec![false; self.p.fields.len()];
        crate::bits::visit(e, &mut |x| {
            if let K::Field(i) = x.kind {
                seen[i] = true;
            }
        });
        let arg = |(f, seen): (&crate::ir::Field, bool)| match seen {
            true => format!("{} {}", self.arg(&f.ty), f.name),
            false => self.arg(&f.ty),
        };
        self.p.fields.iter().zip(seen).map(arg).collect::<Vec<_>>().join(", ")
    }

    /// One part as a value.
    pub(super) fn part_ty(&self) -> String {
        match self.p.fields.as_slice() {
            [one] => self.ty(&one.ty),
            many => {
                let all: Vec<Ty> = many.iter().map(|f| f.ty.clone()).collect();
                match all.iter().try_fold(Ty::Unknown, |t, x| t.join(x)) {
                    Some(of) => self.ty(&Ty::list(of)),
                    None => self.ty(&Ty::Tuple(all)),
                }
            }
        }
    }

    pub(super) fn formulas(&self, out: &mut Lines) {
        for f in &self.p.formulas {
            out.gap();
            for line in &f.comment {
                out.add(format!("// {}", comment(line)));
            }
            if let Some(only) = &f.only {
                out.open(format!("bool {}_speaks({}) {{", f.name, self.formula_args(f, only)));
                out.add(format!("return {};", self.ex(only)));
                out.close("}");
                out.gap();
            }
            let ret = if f.says.number() { "Int" } else { "bool" };
            out.open(format!("{ret} {}({}) {{", f.name, self.formula_args(f, &f.body)));
            self.body(&f.body, None, out);
            out.close("}");
        }
    }

    pub(super) fn table(&self, out: &mut Lines) {
        let Some(t) = &self.p.table else { return };
        out.gap();
        for line in &t.comment {
            out.add(format!("// {}", comment(line)));
        }
        if !t.values.is_empty() {
            out.open("const int TABLE[] = {");
            for row in t.values.chunks(24) {
                let row: Vec<String> = row.iter().map(u64::to_string).collect();
                out.add(format!("{},", row.join(", ")));
            }
            out.close("};");
            out.gap();
        }
        let look = |n: &str| match t.values.is_empty() {
            true => format!("grundy(Position{{{n}}})"),
            false => format!("TABLE[{n}]"),
        };
        out.open("Int table(Int n) {");
        out.add(format!("if (n < {}) return {};", t.from + t.period, look("n")));
        let place = look(&format!("{} + (n - {}) % {}", t.from, t.from, t.period));
        match t.saltus {
            0 => out.add(format!("return {place};")),
            s => out.add(format!("return {place} + {s} * ((n - {}) / {});", t.from, t.period)),
        }
        out.close("}");
    }
}
