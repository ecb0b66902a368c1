//! The main function of a C++ program: reads the cases, prints the answers.

use super::{Cpp, quoted};
use crate::ir::{AnswerPiece, EndValue, Form, Formula, Goal, Length, Read, Says, Search, Target, Ty};
use crate::print::layout::Lines;

impl Cpp<'_> {
    pub(super) fn main(&self, out: &mut Lines) {
        out.open("int main() {");
        out.add("Input in;");
        let batch = &self.p.batch;
        for piece in &batch.before {
            match piece {
                None => out.add(format!("Int cases = in.{}();", self.methods.note("number"))),
                Some(text) => out.add(format!("in.{}({});", self.methods.note("expect"), quoted(text))),
            }
        }
        if batch.counted() && batch.by_line {
            out.add(format!("in.{}();", self.methods.note("line")));
        }
        let numbered = self.p.answer.pieces.contains(&AnswerPiece::Case);
        let end = self.methods.note(if batch.by_line { "end_of_lines" } else { "end" });
        let more = match (batch.counted(), batch.after.is_empty()) {
            (true, _) => "number <= cases".to_string(),
            (false, true) => format!("!in.{end}()"),
            (false, false) => {
                format!("!in.{end}() && !in.{}({})", self.methods.note("stands"), quoted(&batch.after))
            }
        };
        match numbered || batch.counted() {
            true => out.open(format!("for (Int number = 1; {more}; number++) {{")),
            false => out.open(format!("while ({more}) {{")),
        }
        for read in &self.p.reads {
            self.read(read, out);
        }
        let varied = self.p.params.iter().any(|x| x.used && (x.read || x.derived));
        for x in self.p.params.iter().filter(|x| x.used && x.derived) {
            out.add(format!("{} = {};", x.name, self.ex(&x.value)));
        }
        if varied && self.p.search.is_some() {
            out.add("memo.clear();");
        }
        for f in self.p.functions.iter().filter(|f| varied && f.remembers) {
            out.add(format!("known_{}.clear();", f.id));
        }
        if !self.p.sums {
            for (i, f) in self.p.fields.iter().enumerate() {
                if let (Some(start), false) = (&f.start, self.reads_field(i)) {
                    out.add(format!("{} {} = {};", self.ty(&f.ty), f.name, self.ex(start)));
                }
            }
        }
        self.result(out);
        self.answer(out);
        out.close("}");
        out.close("}");
    }

    fn reads_field(&self, i: usize) -> bool {
        self.p.reads.iter().any(|r| match r {
            Read::Field(f) | Read::Board(f, ..) => *f == i,
            Read::Items(Target::Field(f), ..) | Read::Word(Target::Field(f), _) => *f == i,
            Read::Heaps(..) => true,
            _ => false,
        })
    }

    /// A word of the input as text of the program.
    fn text(&self, bytes: String) -> String {
        if self.p.unicode { format!("{}({bytes})", self.used.note("wide")) } else { bytes }
    }

    /// One value between blanks.
    fn token(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(_) | Ty::Unknown => format!("in.{}()", self.methods.note("number")),
            Ty::Bool => format!("in.{}() == \"yes\"", self.methods.note("word")),
            Ty::Char => format!("{}.at(0)", self.text(format!("in.{}()", self.methods.note("word")))),
            _ => self.text(format!("in.{}()", self.methods.note("word"))),
        }
    }

    /// What is read goes into a new variable, or into a parameter that exists.
    fn place(&self, t: Target) -> (String, &Ty) {
        match t {
            Target::Field(i) => {
                let f = &self.p.fields[i];
                (format!("{} {}", self.ty(&f.ty), f.name), &f.ty)
            }
            Target::Param(i) => {
                let x = &self.p.params[i];
                let declared = if x.used { x.name.clone() } else { format!("{} {}", self.ty(&x.ty), x.name) };
                (declared, &x.ty)
            }
        }
    }

    fn name(&self, t: Target) -> &str {
        match t {
            Target::Field(i) => &self.p.fields[i].name,
            Target::Param(i) => &self.p.params[i].name,
        }
    }

    /// Adds the elements of a list to a variable that exists.
    fn fill(&self, name: &str, ty: &Ty, length: &Length, form: &Form, out: &mut Lines) {
        let of = ty.element().unwrap_or(Ty::Int(true));
        let add = if matches!(ty, Ty::Set(_)) { "insert" } else { "push_back" };
        let letter = |c: &str| match &of {
            Ty::Int(_) => format!("{c} - '0'"),
            Ty::Bool => format!("{c} == '1'"),
            _ => c.to_string(),
        };
        match (length, form) {
            (_, Form::Letters) => {
                let word = self.text(format!("in.{}()", self.methods.note("word")));
                out.add(format!("for (auto c_ : {word}) {name}.{add}({});", letter("c_")));
            }
            (Length::Line, _) if of.is_int() => {
                out.add(format!("for (Int x_ : in.{}()) {name}.{add}(x_);", self.methods.note("numbers")));
            }
            (Length::Line, _) => {
                out.add(format!("istringstream rest(in.{}());", self.methods.note("line")));
                out.add("string one;");
                let value = match &of {
                    Ty::Bool => "one == \"yes\"".to_string(),
                    Ty::Char => format!("{}.at(0)", self.text("one".into())),
                    _ => self.text("one".into()),
                };
                out.add(format!("while (rest >> one) {name}.{add}({value});"));
            }
            (_, Form::Between(sep)) => {
                let n = self.length(length);
                out.open(format!("for (Int at_ = 0; at_ < {n}; at_++) {{"));
                out.add(format!("if (at_ > 0) in.{}({});", self.methods.note("expect"), quoted(sep)));
                out.add(format!("{name}.{add}({});", self.token(&of)));
                out.close("}");
            }
            (_, Form::Blanks) => {
                let n = self.length(length);
                out.add(format!("for (Int at_ = 0; at_ < {n}; at_++) {name}.{add}({});", self.token(&of)));
            }
        }
    }

    fn length(&self, l: &Length) -> String {
        match l {
            Length::Var(name) => name.clone(),
            Length::Fixed(e) => self.ex(e),
            Length::Line => "0".to_string(),
        }
    }

    fn read(&self, read: &Read, out: &mut Lines) {
        match read {
            Read::Expect(text) => out.add(format!("in.{}({});", self.methods.note("expect"), quoted(text))),
            Read::Skip => out.add(format!("in.{}();", self.methods.note("number"))),
            Read::NewLine => out.add(format!("in.{}();", self.methods.note("line"))),
            Read::Mover => {
                let used = self.p.search.as_ref().is_some_and(|s| s.mover) || self.p.answer.named;
                let number = self.methods.note("number");
                out.add(if used {
                    format!("int mover = in.{number}() - 1;")
                } else {
                    format!("in.{number}();")
                });
            }
            Read::Count(name) => {
                let number = self.methods.note("number");
                out.add(match self.counts(name) {
                    true => format!("Int {name} = in.{number}();"),
                    false => format!("in.{number}();"),
                });
            }
            Read::Field(i) => {
                let (place, ty) = self.place(Target::Field(*i));
                out.add(format!("{place} = {};", self.token(ty)));
            }
            Read::Param(i) => {
                let (place, ty) = self.place(Target::Param(*i));
                out.add(format!("{place} = {};", self.token(ty)));
            }
            Read::Word(t, own) => {
                let (place, ty) = self.place(*t);
                let word =
                    self.text(format!("in.{}()", self.methods.note(if *own { "line" } else { "word" })));
                match ty {
                    Ty::Text => out.add(format!("{place} = {word};")),
                    Ty::Char => out.add(format!("{place} = {word}.at(0);")),
                    _ => {
                        self.declare(*t, &place, out);
                        let of = ty.element().unwrap_or(Ty::Int(true));
                        let add = if matches!(ty, Ty::Set(_)) { "insert" } else { "push_back" };
                        let value = if of.is_int() { "c_ - '0'" } else { "c_" };
                        out.add(format!("for (auto c_ : {word}) {}.{add}({value});", self.name(*t)));
                    }
                }
            }
            Read::Items(t, length, form) => {
                let (place, ty) = self.place(*t);
                self.declare(*t, &place, out);
                self.fill(self.name(*t), ty, length, form, out);
            }
            Read::Board(i, rows, columns, form) => {
                let f = &self.p.fields[*i];
                let n = self.length(rows);
                let row = f.ty.element().unwrap_or(Ty::Unknown);
                out.add(format!("{} {};", self.ty(&f.ty), f.name));
                out.open(format!("for (Int row_ = 0; row_ < {n}; row_++) {{"));
                out.add(format!("{} row;", self.ty(&row)));
                self.fill("row", &row, columns, form, out);
                out.add(format!("{}.push_back(row);", f.name));
                out.close("}");
            }
            Read::Heaps(length, form, lines) => self.read_heaps(length, form, *lines, out),
            Read::Graph(i) => {
                let x = &self.p.params[*i];
                let node = match &x.ty {
                    Ty::Graph(t) => (**t).clone(),
                    _ => Ty::Int(true),
                };
                let number = self.methods.note("number");
                let (place, _) = self.place(Target::Param(*i));
                self.declare(Target::Param(*i), &place, out);
                out.add(format!("in.{number}();  // nodes"));
                out.open(format!("for (Int edges = in.{number}(); edges > 0; edges--) {{"));
                out.add(format!("{} a = {};", self.ty(&node), self.token(&node)));
                out.add(format!("{} b = {};", self.ty(&node), self.token(&node)));
                out.add(format!("{}[a].push_back(b);", x.name));
                out.add(format!("{}[b];", x.name));
                out.close("}");
            }
        }
    }

    /// A new variable, or a parameter emptied for the next case.
    fn declare(&self, t: Target, place: &str, out: &mut Lines) {
        match t {
            Target::Param(i) if self.p.params[i].used => out.add(format!("{place}.clear();")),
            _ => out.add(format!("{place};")),
        }
    }

    /// Does something need this length?
    fn counts(&self, name: &str) -> bool {
        let is = |l: &Length| matches!(l, Length::Var(v) if v == name);
        self.p.reads.iter().any(|r| match r {
            Read::Heaps(l, ..) => is(l),
            Read::Items(_, l, form) => is(l) && *form != Form::Letters,
            Read::Board(_, a, b, form) => is(a) || is(b) && *form != Form::Letters,
            _ => false,
        })
    }

    /// Heaps of one field are read as values, others as structures.
    fn read_heaps(&self, length: &Length, form: &Form, lines: bool, out: &mut Lines) {
        let one = &self.p.fields[0];
        let n = self.length(length);
        if self.p.fields.len() > 1 {
            out.add("vector<Position> parts;");
            out.open(format!("for (Int heap_ = 0; heap_ < {n}; heap_++) {{"));
            for f in &self.p.fields {
                let value = f.start.as_ref().map_or_else(|| self.token(&f.ty), |start| self.ex(start));
                out.add(format!("{} {} = {value};", self.ty(&f.ty), f.name));
            }
            out.add(format!("parts.push_back({});", self.made()));
            out.close("}");
            return;
        }
        let list = Ty::list(one.ty.clone());
        out.add(format!("{} heaps;", self.ty(&list)));
        if lines {
            out.open(format!("for (Int heap_ = 0; heap_ < {n}; heap_++) {{"));
            let line = |c: &Self| c.text(format!("in.{}()", c.methods.note("line")));
            match &one.ty {
                Ty::Text => out.add(format!("Text {} = {};", one.name, line(self))),
                ty if *form == Form::Letters => {
                    out.add(format!("{} {};", self.ty(ty), one.name));
                    let add = if matches!(ty, Ty::Set(_)) { "insert" } else { "push_back" };
                    let value = if ty.element().is_some_and(|t| t.is_int()) { "c_ - '0'" } else { "c_" };
                    out.add(format!("for (auto c_ : {}) {}.{add}({value});", line(self), one.name));
                }
                ty => {
                    out.add(format!("{} {};", self.ty(ty), one.name));
                    self.fill(&one.name, ty, &Length::Line, form, out);
                }
            }
            out.add(format!("heaps.push_back({});", one.name));
            out.close("}");
        } else {
            self.fill("heaps", &list, length, form, out);
        }
        if self.p.search.is_some() && self.p.goal != Goal::Grundy {
            out.add("vector<Position> parts;");
            out.add(format!(
                "for ({} {} : heaps) parts.push_back({});",
                self.arg(&one.ty),
                one.name,
                self.made()
            ));
        }
    }

    /// A position from variables with the names of its fields.
    fn made(&self) -> String {
        let names: Vec<&str> = self.p.fields.iter().map(|f| f.name.as_str()).collect();
        let mut text = format!("Position{{{}}}", names.join(", "));
        if self.p.search.is_some() {
            if self.has_bags() {
                text = format!("tidy({text})");
            }
            if self.is_loose() {
                text = format!("in_order({text})");
            }
        }
        text
    }

    fn formula_value(&self, f: &Formula, args: &str) -> String {
        let call = format!("{}({args})", f.name);
        match (f.says, self.p.goal) {
            (Says::Wins, _) => format!("{call} ? 1 : -1"),
            (Says::Loses, _) => format!("{call} ? -1 : 1"),
            (Says::Grundy, Goal::Outcome) => format!("{call} != 0 ? 1 : -1"),
            _ => call,
        }
    }

    pub(super) fn result(&self, out: &mut Lines) {
        let names: Vec<&str> = self.p.fields.iter().map(|f| f.name.as_str()).collect();
        let list = names.join(", ");
        let wants_heaps = self.p.goal != Goal::Grundy && self.p.formulas.iter().any(|f| f.sum);
        if wants_heaps && !(self.p.sums && names.len() == 1) {
            out.add(format!("vector<{}> heaps;", self.part_ty()));
            match self.p.sums {
                true => out.add(format!(
                    "for (const Position& part : parts) heaps.push_back({});",
                    self.part_value("part")
                )),
                false if names.len() == 1 => out.add(format!("heaps.push_back({list});")),
                false => out.add(format!("heaps.push_back({{{list}}});")),
            }
        }
        if self.p.goal == Goal::Grundy {
            out.add("Int result = 0;");
            if self.p.sums {
                match names.len() == 1 {
                    true => {
                        let (ty, name) = (self.arg(&self.p.fields[0].ty), names[0]);
                        self.part_result(&format!("for ({ty} {name} : heaps)"), &list, out);
                    }
                    false => {
                        let list: Vec<String> = names.iter().map(|n| format!("p.{n}")).collect();
                        self.part_result("for (const Position& p : parts)", &list.join(", "), out);
                    }
                }
            } else {
                self.part_result("", &list, out);
            }
            return;
        }
        out.add("Int result;");
        let mut first = true;
        for f in &self.p.formulas {
            let args = if f.sum { "heaps" } else { list.as_str() };
            let line = format!("result = {};", self.formula_value(f, args));
            out.add(self.chain(f, args, line, &mut first));
            if f.only.is_none() {
                return;
            }
        }
        if let Some(s) = &self.p.search {
            let call = self.search_call(s);
            out.add(if first { call } else { format!("else {call}") });
        }
    }

    fn chain(&self, f: &Formula, args: &str, line: String, first: &mut bool) -> String {
        let text = match (&f.only, *first) {
            (Some(_), true) => format!("if ({}_speaks({args})) {line}", f.name),
            (Some(_), false) => format!("else if ({}_speaks({args})) {line}", f.name),
            (None, true) => line,
            (None, false) => format!("else {line}"),
        };
        *first = false;
        text
    }

    /// Adds the Grundy value of one part, or of each in a loop.
    fn part_result(&self, head: &str, list: &str, out: &mut Lines) {
        let mut lines = Vec::new();
        if self.p.table.is_some() {
            lines.push(format!("result ^= table({list});"));
        } else {
            let mut first = true;
            let mut all = false;
            for f in &self.p.formulas {
                let line = format!("result ^= {};", self.formula_value(f, list));
                lines.push(self.chain(f, list, line, &mut first));
                all |= f.only.is_none();
            }
            if !all {
                let position = match (head.is_empty(), self.p.fields.len()) {
                    (false, n) if n > 1 => "p".to_string(),
                    _ => self.made(),
                };
                let line = format!("result ^= grundy({position});");
                lines.push(if first { line } else { format!("else {line}") });
            }
        }
        match (head.is_empty(), lines.len()) {
            (true, _) => lines.iter().for_each(|l| out.add(l)),
            (false, 1) => out.add(format!("{head} {}", lines[0])),
            (false, _) => {
                out.open(format!("{head} {{"));
                lines.iter().for_each(|l| out.add(l));
                out.close("}");
            }
        }
    }

    fn search_call(&self, s: &Search) -> String {
        let mut state = Vec::new();
        let mut before = String::new();
        if s.heaps {
            if self.p.sums {
                before = "sort(parts.begin(), parts.end()), ".to_string();
                state.push("parts".to_string());
            } else {
                state.push(format!("{{{}}}", self.made()));
            }
        } else {
            state.push(self.made());
        }
        if s.mover {
            state.push(if self.p.reads.contains(&Read::Mover) { "mover" } else { "0" }.to_string());
        }
        if s.turn {
            state.push("0".to_string());
        }
        match self.has_state(s) {
            true => format!("{before}result = value(State{{{}}});", state.join(", ")),
            false => format!("result = value({});", state[0]),
        }
    }

    fn answer(&self, out: &mut Lines) {
        let a = &self.p.answer;
        let [yes, no, draw] = a.words.clone().map(|w| quoted(&w));
        let number =
            |x: &str| if self.p.wide { format!("{}({x})", self.used.note("shown")) } else { x.to_string() };
        let word = if a.number {
            number("result")
        } else {
            let by_name = a.named && self.p.reads.contains(&Read::Mover);
            let (won, lost) = match by_name {
                true => (format!("(mover == 0 ? {yes} : {no})"), format!("(mover == 0 ? {no} : {yes})")),
                false => (yes, no),
            };
            match self.p.goal {
                Goal::Grundy => format!("(result != 0 ? {won} : {lost})"),
                _ if !self.draws() => format!("(result > 0 ? {won} : {lost})"),
                _ => format!("(result > 0 ? {won} : result < 0 ? {lost} : {draw})"),
            }
        };
        let each = |piece: &AnswerPiece| match piece {
            AnswerPiece::Text(t) => quoted(t),
            AnswerPiece::Answer => word.clone(),
            AnswerPiece::Case => number("number"),
            AnswerPiece::Value(e) if e.ty.is_int() => number(&self.at(e, super::strength::ATOM)),
            AnswerPiece::Value(e) => self.at(e, super::strength::ATOM),
        };
        let all: Vec<String> = a.pieces.iter().map(each).collect();
        out.add(format!("cout << {} << \"\\n\";", all.join(" << ")));
    }

    fn draws(&self) -> bool {
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
