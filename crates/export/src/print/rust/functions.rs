//! Definitions, formulas and tables of a Rust program.

use super::Rust;
use crate::ir::{E, Formula, Function, Gather, K, Ty};
use crate::print::layout::{Lines, comment};
use crate::print::tail;

impl Rust<'_> {
    pub(super) fn functions(&self, out: &mut Lines) {
        for f in &self.p.functions {
            let large = f.args.iter().filter(|(_, t)| self.large(t)).map(|(n, _)| n.clone());
            *self.refs.borrow_mut() = large.collect();
            out.gap();
            out.add(format!("/// {}", comment(&f.comment)));
            let loops = tail(&f.body, f.id) && f.args.iter().all(|(_, t)| t.is_small());
            let arg = |(n, t): &(String, Ty)| {
                let changes = loops && changed(&f.body, f, n);
                format!("{}{n}: {}", if changes { "mut " } else { "" }, self.arg(t))
            };
            let args: Vec<String> = f.args.iter().map(arg).collect();
            let params = self.params_arg(true);
            let head = format!("fn {}({params}{}) -> {} {{", f.anew(), args.join(", "), self.ty(&f.ret));
            out.open(head.replace("Params, )", "Params)"));
            if self.has_params() && !self.looks_at_params(&f.body) {
                out.add("let _ = params;");
            }
            if loops {
                out.open("loop {");
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
        self.refs.borrow_mut().clear();
    }

    /// A function that computes every value once.
    fn remembering(&self, f: &Function, out: &mut Lines) {
        let (ret, anew, known) = (self.ty(&f.ret), f.anew(), format!("KNOWN_{}", f.id));
        let types: String = f.args.iter().map(|(_, t)| format!("{},", self.ty(t))).collect();
        let args: Vec<String> = f.args.iter().map(|(n, t)| format!("{n}: {}", self.arg(t))).collect();
        let names: Vec<&str> = f.args.iter().map(|(n, _)| n.as_str()).collect();
        let owned = |(n, t): &(String, Ty)| match self.large(t) {
            true => format!("{n}.to_owned(),"),
            false => format!("{n},"),
        };
        let key: String = f.args.iter().map(owned).collect();
        out.gap();
        out.open("thread_local! {");
        let table = format!("std::cell::RefCell<HashMap<({types}), {ret}>>");
        out.add(format!("static {known}: {table} = std::cell::RefCell::new(HashMap::new());"));
        out.close("}");
        out.gap();
        out.open(format!("fn {}({}{}) -> {ret} {{", f.name, self.params_arg(true), args.join(", ")));
        out.add(format!("let key = ({key});"));
        out.add(format!("let found = {known}.with(|known| known.borrow().get(&key).cloned());"));
        out.open("if let Some(found) = found {");
        out.add("return found;");
        out.close("}");
        out.add(format!("let found = {anew}({}{});", self.params_arg(false), names.join(", ")));
        out.add(format!("{known}.with(|known| known.borrow_mut().insert(key, found.clone()));"));
        out.add("found");
        out.close("}");
    }

    /// Does an expression mention a parameter, by itself or through a call?
    pub(super) fn looks_at_params(&self, e: &E) -> bool {
        let mut found = false;
        crate::bits::visit(e, &mut |x| found |= matches!(x.kind, K::Param(_) | K::Call(..)));
        found
    }

    /// The body of a function; a call of itself in the last place becomes another round of its loop.
    pub(super) fn body(&self, e: &E, looped: Option<&Function>, out: &mut Lines) {
        match (&e.kind, looped) {
            (K::Cond(arms, otherwise), _) => {
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    out.open(format!("if {} {{", self.ex(c)));
                    match (&v.kind, looped) {
                        (K::Cond(..) | K::Comp(..), _) => self.body(v, looped, out),
                        (K::Call(i, _), Some(f)) if *i == f.id => self.body(v, looped, out),
                        _ => out.add(format!("return {};", self.ex(v))),
                    }
                    out.close("}");
                }
                if let Some(last) = otherwise.as_deref().or(arms.last().map(|(_, v)| v)) {
                    self.body(last, looped, out);
                }
            }
            (K::Call(i, args), Some(f)) if *i == f.id => {
                let pairs = f.args.iter().map(|(n, _)| n.clone()).zip(args.iter().map(|a| self.ex(a)));
                let (names, values): (Vec<_>, Vec<_>) = pairs.filter(|(n, v)| n != v).unzip();
                match names.as_slice() {
                    [one] => out.add(format!("{one} = {};", values[0])),
                    _ => out.add(format!("({}) = ({});", names.join(", "), values.join(", "))),
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
                    out.add("let mut result: Int = 0;");
                }
                for clause in &c.clauses {
                    out.open(format!("{} {{", self.clause(clause)));
                }
                let element = self.ex(&c.element);
                match gather {
                    Gather::Sum => out.add(self.summed(c, &element)),
                    Gather::Xor => out.add(format!("result ^= {element};")),
                    Gather::Count => {
                        out.open(format!("if {element} {{"));
                        out.add("result += 1;");
                        out.close("}");
                    }
                    Gather::Any => {
                        out.open(format!("if {element} {{"));
                        out.add("return true;");
                        out.close("}");
                    }
                    _ => {
                        out.open(format!("if !{} {{", self.at(&c.element, super::strength::NEG)));
                        out.add("return false;");
                        out.close("}");
                    }
                }
                for _ in &c.clauses {
                    out.close("}");
                }
                let end = match gather {
                    Gather::Any => "false",
                    Gather::All => "true",
                    _ => "result",
                };
                out.add(format!("return {end};"));
            }
            _ => out.add(format!("return {};", self.ex(e))),
        }
    }

    fn formula_args(&self, f: &Formula, e: &E) -> String {
        if f.sum {
            return format!("heaps: &[{}]", self.part_ty());
        }
        let mut seen = vec![false; self.p.fields.len()];
        crate::bits::visit(e, &mut |x| {
            if let K::Field(i) = x.kind {
                seen[i] = true;
            }
        });
        let arg = |(f, seen): (&crate::ir::Field, bool)| {
            format!("{}{}: {}", if seen { "" } else { "_" }, f.name, self.arg(&f.ty))
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
        self.field_refs.set(true);
        self.heaps_ref.set(true);
        for f in &self.p.formulas {
            out.gap();
            for line in &f.comment {
                out.add(format!("/// {}", comment(line)));
            }
            let params = |e: &E| match (self.has_params(), self.looks_at_params(e)) {
                (false, _) => "",
                (true, true) => "params: &Params, ",
                (true, false) => "_: &Params, ",
            };
            if let Some(only) = &f.only {
                out.open(format!(
                    "fn {}_speaks({}{}) -> bool {{",
                    f.name,
                    params(only),
                    self.formula_args(f, only)
                ));
                out.add(self.ex(only));
                out.close("}");
                out.gap();
            }
            let ret = if f.says.number() { "Int" } else { "bool" };
            out.open(format!(
                "fn {}({}{}) -> {ret} {{",
                f.name,
                params(&f.body),
                self.formula_args(f, &f.body)
            ));
            self.body(&f.body, None, out);
            out.close("}");
        }
        self.field_refs.set(false);
        self.heaps_ref.set(false);
    }

    pub(super) fn table(&self, out: &mut Lines) {
        let Some(t) = &self.p.table else { return };
        out.gap();
        for line in &t.comment {
            out.add(format!("// {}", comment(line)));
        }
        if !t.values.is_empty() {
            out.open(format!("const TABLE: [Int; {}] = [", t.values.len()));
            for row in t.values.chunks(24) {
                let row: Vec<String> = row.iter().map(u64::to_string).collect();
                out.add(format!("{},", row.join(", ")));
            }
            out.close("];");
            out.gap();
        }
        let field = self.p.fields.first().map_or("n", |f| f.name.as_str());
        let (more, pass) = match t.values.is_empty() {
            true => (", memo: &mut HashMap<Position, Int>", ", memo"),
            false => ("", ""),
        };
        let look = |n: &str| match t.values.is_empty() {
            true => format!("grundy({}&Position {{ {field}: {n} }}{pass})", self.params_arg(false)),
            false => format!("TABLE[({n}) as usize]").replace("[(n) as", "[n as"),
        };
        let params = if t.values.is_empty() { self.params_arg(true) } else { "" };
        out.open(format!("fn table({params}n: Int{more}) -> Int {{"));
        out.open(format!("if n < {} {{", t.from + t.period));
        out.add(format!("return {};", look("n")));
        out.close("}");
        let place = look(&format!("{} + (n - {}) % {}", t.from, t.from, t.period));
        match t.saltus {
            0 => out.add(place),
            s => out.add(format!("{place} + {s} * ((n - {}) / {})", t.from, t.period)),
        }
        out.close("}");
    }
}

/// Does a call of the function by itself change this argument?
fn changed(e: &E, f: &Function, name: &str) -> bool {
    let mut found = false;
    crate::bits::visit(e, &mut |x| {
        if let K::Call(i, args) = &x.kind
            && *i == f.id
        {
            let at = f.args.iter().position(|(n, _)| n == name);
            found |= at.and_then(|k| args.get(k)).is_some_and(|a| a.kind != K::Var(name.to_string()));
        }
    });
    found
}
