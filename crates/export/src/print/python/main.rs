//! The main function of a Python program: reads the cases, prints the answers.

use super::{Python, quoted};
use crate::ir::{AnswerPiece, EndValue, Form, Formula, Goal, K, Length, Read, Says, Search, Target, Ty};
use crate::print::layout::Lines;

impl Python<'_> {
    pub(super) fn main(&self, out: &mut Lines) {
        out.open("def main():");
        let read_params: Vec<&str> = self
            .p
            .params
            .iter()
            .filter(|x| x.used && (x.read || x.derived))
            .map(|x| x.name.as_str())
            .collect();
        if !read_params.is_empty() {
            out.add(format!("global {}", read_params.join(", ")));
        }
        out.add("data = Input()");
        let batch = &self.p.batch;
        for piece in &batch.before {
            match piece {
                None => out.add(format!("cases = data.{}()", self.methods.note("number"))),
                Some(text) => out.add(format!("data.{}({})", self.methods.note("expect"), quoted(text))),
            }
        }
        if batch.counted() && batch.by_line {
            out.add(format!("data.{}()", self.methods.note("line")));
        }
        let numbered = self.p.answer.pieces.contains(&AnswerPiece::Case);
        if batch.counted() {
            out.open("for number in range(1, cases + 1):");
        } else {
            if numbered {
                out.add("number = 0");
            }
            let end = self.methods.note(if batch.by_line { "end_of_lines" } else { "end" });
            match batch.after.is_empty() {
                true => out.open(format!("while not data.{end}():")),
                false => {
                    let stands = self.methods.note("stands");
                    out.open(format!(
                        "while not data.{end}() and not data.{stands}({}):",
                        quoted(&batch.after)
                    ));
                }
            }
            if numbered {
                out.add("number += 1");
            }
        }
        for read in &self.p.reads {
            self.read(read, out);
        }
        for x in self.p.params.iter().filter(|x| x.used && x.derived) {
            out.add(format!("{} = {}", x.name, self.ex(&x.value)));
        }
        if !read_params.is_empty() && self.p.search.is_some() {
            out.add("memo.clear()");
        }
        for f in self.p.functions.iter().filter(|f| !read_params.is_empty() && f.remembers) {
            out.add(format!("known_{}.clear()", f.id));
        }
        if !self.p.sums {
            self.starts(out);
        }
        self.result(out);
        self.answer(out);
        out.back();
        out.back();
        out.gap_two();
        out.open("if __name__ == '__main__':");
        let deep = self.p.functions.iter().any(|f| {
            let mut calls = false;
            crate::bits::visit(&f.body, &mut |e| calls |= matches!(e.kind, K::Call(..)));
            calls
        });
        if deep {
            out.add("sys.setrecursionlimit(10000)");
        }
        out.add("main()");
        out.back();
    }

    /// Fields that are not read take their starts.
    pub(super) fn starts(&self, out: &mut Lines) {
        for (i, f) in self.p.fields.iter().enumerate() {
            if let (Some(start), false) = (&f.start, self.reads_field(i)) {
                out.add(format!("{} = {}", f.name, self.ex(start)));
            }
        }
    }

    pub(super) fn reads_field(&self, i: usize) -> bool {
        self.p.reads.iter().any(|r| match r {
            Read::Field(f) | Read::Board(f, ..) => *f == i,
            Read::Items(Target::Field(f), ..) | Read::Word(Target::Field(f), _) => *f == i,
            Read::Heaps(..) => true,
            _ => false,
        })
    }

    pub(super) fn token(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(_) => format!("data.{}()", self.methods.note("number")),
            Ty::Bool => format!("data.{}() == 'yes'", self.methods.note("word")),
            _ => format!("data.{}()", self.methods.note("word")),
        }
    }

    pub(super) fn target(&self, t: Target) -> (&str, &Ty) {
        match t {
            Target::Field(i) => (&self.p.fields[i].name, &self.p.fields[i].ty),
            Target::Param(i) => (&self.p.params[i].name, &self.p.params[i].ty),
        }
    }

    pub(super) fn length(&self, l: &Length) -> String {
        match l {
            Length::Var(name) => name.clone(),
            Length::Fixed(e) => self.ex(e),
            Length::Line => String::new(),
        }
    }

    /// A list from text without blanks, or with something between.
    pub(super) fn cut(&self, text: &str, form: &Form, of: &Ty) -> String {
        let pieces = match form {
            Form::Letters => text.to_string(),
            Form::Blanks => format!("{text}.split()"),
            Form::Between(sep) => format!("{text}.split({})", quoted(sep)),
        };
        match of {
            Ty::Int(_) => format!("tuple(int(x) for x in {pieces})"),
            Ty::Bool => format!("tuple(x == 'yes' for x in {pieces})"),
            _ => format!("tuple({pieces})"),
        }
    }

    /// So many elements.
    pub(super) fn many(&self, length: &Length, form: &Form, of: &Ty) -> String {
        match (length, form) {
            (_, Form::Letters) => self.cut(&format!("data.{}()", self.methods.note("word")), form, of),
            (Length::Line, _) => self.cut(&format!("data.{}()", self.methods.note("line")), form, of),
            (_, Form::Between(sep)) => {
                self.methods.note("expect");
                format!(
                    "tuple(({} if i == 0 else (data.expect({}), {})[1]) for i in range({}))",
                    self.token(of),
                    quoted(sep),
                    self.token(of),
                    self.length(length)
                )
            }
            (_, Form::Blanks) => format!("tuple({} for _ in range({}))", self.token(of), self.length(length)),
        }
    }

    pub(super) fn read(&self, read: &Read, out: &mut Lines) {
        match read {
            Read::Expect(text) => out.add(format!("data.{}({})", self.methods.note("expect"), quoted(text))),
            Read::Skip => out.add(format!("data.{}()", self.methods.note("number"))),
            Read::NewLine => out.add(format!("data.{}()", self.methods.note("line"))),
            Read::Mover => out.add(format!("mover = data.{}() - 1", self.methods.note("number"))),
            Read::Count(name) => out.add(format!("{name} = data.{}()", self.methods.note("number"))),
            Read::Field(i) => {
                out.add(format!("{} = {}", self.p.fields[*i].name, self.token(&self.p.fields[*i].ty)))
            }
            Read::Param(i) => {
                out.add(format!("{} = {}", self.p.params[*i].name, self.token(&self.p.params[*i].ty)))
            }
            Read::Word(t, own) => {
                let (name, ty) = self.target(*t);
                let text = format!("data.{}()", self.methods.note(if *own { "line" } else { "word" }));
                match ty {
                    Ty::Text | Ty::Char => out.add(format!("{name} = {text}")),
                    _ => {
                        let of = ty.element().unwrap_or(Ty::Int(true));
                        out.add(format!("{name} = {}", self.kept(ty, self.cut(&text, &Form::Letters, &of))));
                    }
                }
            }
            Read::Items(t, length, form) => {
                let (name, ty) = self.target(*t);
                let of = ty.element().unwrap_or(Ty::Int(true));
                out.add(format!("{name} = {}", self.kept(ty, self.many(length, form, &of))));
            }
            Read::Board(i, rows, columns, form) => {
                let field = &self.p.fields[*i];
                let of = field.ty.element().and_then(|t| t.element()).unwrap_or(Ty::Int(true));
                let row = self.many(columns, form, &of);
                out.add(format!("{} = tuple({row} for _ in range({}))", field.name, self.length(rows)));
            }
            Read::Heaps(length, form, lines) => self.read_heaps(length, form, *lines, out),
            Read::Graph(i) => {
                let name = &self.p.params[*i].name;
                let number = self.methods.note("number");
                out.add(format!("nodes, edges = data.{number}(), data.{number}()"));
                out.add(format!("{name} = {{}}"));
                out.open("for _ in range(edges):");
                let node = match &self.p.params[*i].ty {
                    Ty::Graph(t) => self.token(t),
                    _ => self.token(&Ty::Int(true)),
                };
                out.add(format!("a, b = {node}, {node}"));
                out.add(format!("{name}[a] = {name}.get(a, ()) + (b,)"));
                out.add(format!("{name}.setdefault(b, ())"));
                out.back();
            }
        }
    }

    /// Sets are sets.
    pub(super) fn kept(&self, ty: &Ty, list: String) -> String {
        match ty {
            Ty::Set(_) => format!("frozenset({list})"),
            _ => list,
        }
    }

    pub(super) fn read_heaps(&self, length: &Length, form: &Form, lines: bool, out: &mut Lines) {
        let single = self.p.fields.len() == 1;
        let ty = &self.p.fields[0].ty;
        let values = match (single, lines) {
            (true, false) => self.many(length, form, ty),
            (true, true) => {
                let line = format!("data.{}()", self.methods.note("line"));
                let one = match ty {
                    Ty::Text => line,
                    _ => self.kept(ty, self.cut(&line, form, &ty.element().unwrap_or(Ty::Int(true)))),
                };
                format!("tuple({one} for _ in range({}))", self.length(length))
            }
            (false, _) if self.p.fields.iter().any(|f| f.start.is_some()) => {
                out.add("heaps = ()");
                out.open(format!("for _ in range({}):", self.length(length)));
                for f in &self.p.fields {
                    let value = f.start.as_ref().map_or_else(|| self.token(&f.ty), |start| self.ex(start));
                    out.add(format!("{} = {value}", f.name));
                }
                let names: Vec<String> = self.p.fields.iter().map(|f| f.name.clone()).collect();
                out.add(format!("heaps += (({}),)", names.join(", ")));
                out.back();
                return;
            }
            (false, _) => {
                let all: Vec<String> = self.p.fields.iter().map(|f| self.token(&f.ty)).collect();
                format!("tuple(({}) for _ in range({}))", all.join(", "), self.length(length))
            }
        };
        out.add(format!("heaps = {values}"));
    }

    /// The value of a formula for the goal.
    pub(super) fn formula_value(&self, f: &Formula, args: &str) -> String {
        let call = format!("{}({args})", f.name);
        match (f.says, self.p.goal) {
            (Says::Wins, _) => format!("1 if {call} else -1"),
            (Says::Loses, _) => format!("-1 if {call} else 1"),
            (Says::Grundy, Goal::Outcome) => format!("1 if {call} else -1"),
            _ => call,
        }
    }

    pub(super) fn result(&self, out: &mut Lines) {
        let fields: Vec<&str> = self.p.fields.iter().map(|f| f.name.as_str()).collect();
        let list = fields.join(", ");
        if self.p.goal == Goal::Grundy {
            if self.p.sums {
                out.add("result = 0");
                out.open(format!("for {list} in heaps:"));
                self.part_value(&list, "result ^= ", out);
                out.back();
            } else {
                self.part_value(&list, "result = ", out);
            }
            return;
        }
        let mut first = true;
        for f in &self.p.formulas {
            let args = match (f.sum, self.p.sums) {
                (true, true) => "heaps".to_string(),
                (true, false) if fields.len() == 1 => format!("({list},)"),
                (true, false) => format!("(({list}),)"),
                (false, _) => list.clone(),
            };
            let value = self.formula_value(f, &args);
            self.chain(f, &args, &format!("result = {value}"), &mut first, out);
            if f.only.is_none() {
                return;
            }
        }
        if let Some(s) = &self.p.search {
            let nested = !first;
            if nested {
                out.open("else:");
            }
            self.search_call(s, &list, out);
            if nested {
                out.back();
            }
        }
    }

    pub(super) fn chain(&self, f: &Formula, args: &str, line: &str, first: &mut bool, out: &mut Lines) {
        match &f.only {
            Some(_) => {
                let word = if *first { "if" } else { "elif" };
                out.open(format!("{word} {}_speaks({args}):", f.name));
                out.add(line);
                out.back();
            }
            None if *first => out.add(line),
            None => {
                out.open("else:");
                out.add(line);
                out.back();
            }
        }
        *first = false;
    }

    /// The Grundy value of one part.
    pub(super) fn part_value(&self, list: &str, assign: &str, out: &mut Lines) {
        if self.p.table.is_some() {
            out.add(format!("{assign}table({list})"));
            return;
        }
        let mut first = true;
        for f in &self.p.formulas {
            let value = self.formula_value(f, list);
            self.chain(f, list, &format!("{assign}{value}"), &mut first, out);
            if f.only.is_none() {
                return;
            }
        }
        let nested = !first;
        if nested {
            out.open("else:");
        }
        out.add(format!("{assign}grundy({})", self.position(list)));
        if nested {
            out.back();
        }
    }

    pub(super) fn position(&self, list: &str) -> String {
        let mut text = format!("Position({list})");
        if self.has_bags() {
            text = format!("tidy({text})");
        }
        if self.is_loose() {
            text = format!("in_order({text})");
        }
        text
    }

    pub(super) fn search_call(&self, s: &Search, list: &str, out: &mut Lines) {
        let position = if s.heaps {
            let sets = self.p.fields.iter().any(|f| matches!(f.ty, Ty::Set(_)));
            let key = if sets { ", key=repr" } else { "" };
            match self.p.sums {
                true => format!("tuple(sorted(({} for {list} in heaps){key}))", self.position(list)),
                false => format!("({},)", self.position(list)),
            }
        } else {
            self.position(list)
        };
        let mut state = vec![position];
        if s.mover {
            let mover = if self.p.reads.contains(&Read::Mover) { "mover" } else { "0" };
            state.push(mover.to_string());
        }
        if s.turn {
            state.push("0".to_string());
        }
        let state = if state.len() == 1 { state.remove(0) } else { format!("({})", state.join(", ")) };
        out.add(format!("result = value({state})"));
    }

    pub(super) fn answer(&self, out: &mut Lines) {
        let a = &self.p.answer;
        let [yes, no, draw] = a.words.clone().map(|w| quoted(&w));
        let word = if a.number {
            "result".to_string()
        } else {
            let by_name = a.named && self.p.reads.contains(&Read::Mover);
            let (won, lost) = match by_name {
                true => (format!("({yes}, {no})[mover]"), format!("({yes}, {no})[1 - mover]")),
                false => (yes, no),
            };
            match self.p.goal {
                Goal::Grundy => format!("{won} if result else {lost}"),
                _ if !self.draws() => format!("{won} if result > 0 else {lost}"),
                _ => format!("{won} if result > 0 else {lost} if result < 0 else {draw}"),
            }
        };
        if a.pieces == [AnswerPiece::Answer] {
            out.add(format!("print({word})"));
            return;
        }
        let each = |piece: &AnswerPiece| match piece {
            AnswerPiece::Text(t) => quoted(t),
            AnswerPiece::Answer => format!("str({word})"),
            AnswerPiece::Case => "str(number)".to_string(),
            AnswerPiece::Value(e) => format!("str({})", self.ex(e)),
        };
        out.add(format!("print({})", a.pieces.iter().map(each).collect::<Vec<_>>().join(" + ")));
    }

    pub(super) fn draws(&self) -> bool {
        match &self.p.search {
            None => self.p.goal == Goal::Score,
            Some(s) => {
                s.goal != Goal::Outcome
                    || s.endless.is_some()
                    || s.stop.is_some()
                    || s.end == EndValue::Is(0)
                    || s.endings.iter().any(|e| e.value == 0)
            }
        }
    }
}
