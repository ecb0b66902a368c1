//! Definitions, formulas and tables of a Python program.

use super::Python;
use crate::ir::{E, Formula, Function, K};
use crate::print::layout::{Lines, comment};
use crate::print::tail;

impl Python<'_> {
    pub(super) fn functions(&self, out: &mut Lines) {
        for f in &self.p.functions {
            out.gap_two();
            out.add(format!("# {}", comment(&f.comment)));
            let args: Vec<&str> = f.args.iter().map(|(n, _)| n.as_str()).collect();
            let args = args.join(", ");
            out.open(format!("def {}({args}):", f.anew()));
            if tail(&f.body, f.id) {
                out.open("while True:");
                self.body(&f.body, Some(f), out);
                out.back();
            } else {
                self.body(&f.body, None, out);
            }
            out.back();
            if f.remembers {
                let id = f.id;
                out.gap_two();
                out.add(format!("known_{id} = {{}}"));
                out.gap_two();
                out.open(format!("def {}({args}):", f.name));
                out.open(format!("if ({args},) not in known_{id}:"));
                out.add(format!("known_{id}[{args},] = {}({args})", f.anew()));
                out.back();
                out.add(format!("return known_{id}[{args},]"));
                out.back();
            }
        }
    }

    /// The body of a function; a call of itself in the last place becomes another round of its loop.
    pub(super) fn body(&self, e: &E, looped: Option<&Function>, out: &mut Lines) {
        match (&e.kind, looped) {
            (K::Cond(arms, otherwise), _) => {
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    out.open(format!("if {}:", self.ex(c)));
                    self.body(v, looped, out);
                    if looped.is_some_and(|f| matches!(&v.kind, K::Call(i, _) if *i == f.id)) {
                        out.add("continue");
                    }
                    out.back();
                }
                if let Some(last) = otherwise.as_deref().or(arms.last().map(|(_, v)| v)) {
                    self.body(last, looped, out);
                }
            }
            (K::Call(i, args), Some(f)) if *i == f.id => {
                let pairs = f.args.iter().map(|(n, _)| n.clone()).zip(args.iter().map(|a| self.ex(a)));
                let (names, values): (Vec<_>, Vec<_>) = pairs.filter(|(n, v)| n != v).unzip();
                out.add(format!("{} = {}", names.join(", "), values.join(", ")));
            }
            _ => out.add(format!("return {}", self.ex(e))),
        }
    }

    pub(super) fn formula_args(&self, f: &Formula) -> String {
        match f.sum {
            true => "heaps".to_string(),
            false => self.p.fields.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(", "),
        }
    }

    pub(super) fn formulas(&self, out: &mut Lines) {
        for f in &self.p.formulas {
            out.gap_two();
            for line in &f.comment {
                out.add(format!("# {}", comment(line)));
            }
            let args = self.formula_args(f);
            if let Some(only) = &f.only {
                out.open(format!("def {}_speaks({args}):", f.name));
                out.add(format!("return {}", self.ex(only)));
                out.back();
                out.gap_two();
            }
            out.open(format!("def {}({args}):", f.name));
            self.body(&f.body, None, out);
            out.back();
        }
    }

    pub(super) fn table(&self, out: &mut Lines) {
        let Some(t) = &self.p.table else { return };
        out.gap_two();
        for line in &t.comment {
            out.add(format!("# {}", comment(line)));
        }
        if !t.values.is_empty() {
            out.open("TABLE = (");
            for row in t.values.chunks(24) {
                let row: Vec<String> = row.iter().map(u64::to_string).collect();
                out.add(format!("{},", row.join(", ")));
            }
            out.close(")");
            out.gap_two();
        }
        let look = |n: &str| match t.values.is_empty() {
            true => format!("grundy(Position({n}))"),
            false => format!("TABLE[{n}]"),
        };
        out.open("def table(n):");
        out.open(format!("if n < {}:", t.from + t.period));
        out.add(format!("return {}", look("n")));
        out.back();
        let place = look(&format!("{} + (n - {}) % {}", t.from, t.from, t.period));
        match t.saltus {
            0 => out.add(format!("return {place}")),
            s => out.add(format!("return {place} + {s} * ((n - {}) // {})", t.from, t.period)),
        }
        out.back();
    }
}
