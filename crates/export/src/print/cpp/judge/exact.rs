//! Inputs read by testlib to the last blank, as the template writes them.

use super::super::{Cpp, quoted};
use super::pattern;
use crate::input::Written;
use crate::ir::{Form, Length, Read, Target, Ty};
use crate::print::layout::Lines;
use crate::testlib::{Bounds, Plan, fixed, target_name};
use bouton_contest::template::{Raw, split};

impl Cpp<'_> {
    /// Reads all cases and does something with each.
    pub(super) fn cases(&self, plan: &Plan<'_>, out: &mut Lines, each: &dyn Fn(&Self, &mut Lines)) {
        let one = |out: &mut Lines| {
            for x in self.p.params.iter().filter(|x| x.read && !x.used) {
                out.add(format!("{} {}{{}};", self.ty(&x.ty), x.name));
            }
            let mut eaten = false;
            for piece in plan.written {
                match piece {
                    Written::Text(text) => {
                        self.blanks(text.strip_prefix('\n').filter(|_| eaten).unwrap_or(text), out)
                    }
                    Written::Hole(read, between) => {
                        self.exactly(read, between, plan.bounds, out);
                    }
                }
                eaten = matches!(piece, Written::Hole(Read::Word(_, true), _));
            }
            if !eaten && !matches!(plan.written.last(), Some(Written::Text(t)) if t.ends_with('\n')) {
                out.add("inf.readEoln();");
            }
            for x in self.p.params.iter().filter(|x| x.used && x.derived) {
                out.add(format!("{} = {};", x.name, self.ex(&x.value)));
            }
            each(self, out);
        };
        let Some(text) = plan.cases else {
            out.add("int number = 1;");
            one(out);
            return;
        };
        let mut counted = false;
        let mut last = String::new();
        for piece in split(text).unwrap_or_default() {
            match piece {
                Raw::Text(text) => {
                    self.blanks(&text, out);
                    last = text;
                }
                Raw::Hole(h) if h == "cases" => {
                    let most = match counted {
                        true => "cases".to_string(),
                        false => plan.bounds.per.to_string(),
                    };
                    out.open(format!("for (int number = 1; number <= {most}; number++) {{"));
                    if !counted {
                        out.add("if (inf.eof()) break;");
                    }
                    one(out);
                    out.close("}");
                    last = "\n".into();
                }
                Raw::Hole(_) => {
                    out.add(format!("int cases = inf.readInt(1, {}, \"t\");", plan.bounds.per));
                    counted = true;
                }
            }
        }
        if !last.ends_with('\n') {
            out.add("inf.readEoln();");
        }
    }

    /// Text that stands between values.
    fn blanks(&self, text: &str, out: &mut Lines) {
        for c in text.chars() {
            out.add(match c {
                ' ' => "inf.readSpace();".to_string(),
                '\n' => "inf.readEoln();".to_string(),
                c => format!("inf.readChar({});", self.letter(c)),
            });
        }
    }

    /// One number or word of a field or parameter.
    fn exact(&self, t: Target, ty: &Ty, bounds: &Bounds) -> String {
        let name = quoted(target_name(self.p, t));
        let words = match t {
            Target::Field(i) => bounds.words[i].as_ref(),
            Target::Param(_) => None,
        };
        let (lo, hi) = match t {
            Target::Field(i) => bounds.fields[i],
            Target::Param(i) => bounds.params[i],
        };
        match (ty, words) {
            (Ty::Bool, _) => format!("inf.readToken(\"yes|no\", {name}) == \"yes\""),
            (Ty::Char, Some(words)) => {
                format!(
                    "{}.at(0)",
                    self.wide_text(format!("inf.readToken({}, {name})", quoted(&pattern(words))))
                )
            }
            (Ty::Text, Some(words)) => {
                self.wide_text(format!("inf.readToken({}, {name})", quoted(&pattern(words))))
            }
            (Ty::Char, None) => {
                format!("{}.at(0)", self.wide_text(format!("inf.readToken(\"[^ ]\", {name})")))
            }
            (Ty::Text, None) => self.wide_text(format!("inf.readToken(\"[^ ]{{1,1000000}}\", {name})")),
            _ => format!("inf.readLong({lo}LL, {hi}LL, {name})"),
        }
    }

    pub(super) fn wide_text(&self, bytes: String) -> String {
        if self.p.unicode { format!("{}({bytes})", self.used.note("wide")) } else { bytes }
    }

    fn exactly(&self, read: &Read, between: &str, bounds: &Bounds, out: &mut Lines) {
        match read {
            Read::Expect(_) | Read::NewLine => {}
            Read::Skip => out.add("inf.readInt(number, number, \"i\");"),
            Read::Mover => {
                let (lo, hi) = bounds.movers;
                out.add(format!("int mover = inf.readInt({lo}, {hi}, \"mover\") - 1;"));
            }
            Read::Count(name) => {
                let heaps =
                    self.p.reads.iter().any(|r| matches!(r, Read::Heaps(Length::Var(v), ..) if v == name));
                let of = self.p.reads.iter().find_map(|r| match r {
                    Read::Items(Target::Field(f), Length::Var(v), _) if v == name => Some(*f),
                    _ => None,
                });
                let (lo, hi) = match (heaps, of) {
                    (true, _) => bounds.heaps,
                    (false, Some(f)) => bounds.lengths[f],
                    (false, None) => (0, 1_000_000),
                };
                out.add(format!("Int {name} = inf.readLong({lo}LL, {hi}LL, {});", quoted(name)));
                out.add(format!("(void){name};"));
            }
            Read::Field(i) => {
                let f = &self.p.fields[*i];
                out.add(format!(
                    "{} {} = {};",
                    self.ty(&f.ty),
                    f.name,
                    self.exact(Target::Field(*i), &f.ty, bounds)
                ));
            }
            Read::Param(i) => {
                let x = &self.p.params[*i];
                out.add(format!("{} = {};", x.name, self.exact(Target::Param(*i), &x.ty, bounds)));
            }
            Read::Word(t, own) => self.exact_word(*t, *own, bounds, out),
            Read::Items(t, length, form) => {
                let name = target_name(self.p, *t).to_string();
                let ty = match t {
                    Target::Field(i) => self.p.fields[*i].ty.clone(),
                    Target::Param(i) => self.p.params[*i].ty.clone(),
                };
                match t {
                    Target::Field(_) => out.add(format!("{} {name};", self.ty(&ty))),
                    Target::Param(_) => out.add(format!("{name}.clear();")),
                }
                self.exact_items(*t, &name, &ty, length, form, between, bounds, out);
            }
            Read::Board(i, rows, columns, form) => {
                let f = &self.p.fields[*i];
                let row = f.ty.element().unwrap_or(Ty::Unknown);
                out.add(format!("{} {};", self.ty(&f.ty), f.name));
                let n = self.exact_length(rows);
                out.open(format!("for (Int row_ = 0; row_ < {n}; row_++) {{"));
                out.add("if (row_ > 0) inf.readEoln();");
                out.add(format!("{} row;", self.ty(&row)));
                self.exact_items(Target::Field(*i), "row", &row, columns, form, between, bounds, out);
                out.add(format!("{}.push_back(row);", f.name));
                out.close("}");
            }
            Read::Heaps(length, form, lines) => self.exact_heaps(length, form, *lines, between, bounds, out),
            Read::Graph(i) => {
                let x = &self.p.params[*i];
                let node = match &x.ty {
                    Ty::Graph(t) => (**t).clone(),
                    _ => Ty::Int(true),
                };
                let token = match &node {
                    Ty::Int(_) => "inf.readLong()".to_string(),
                    _ => self.wide_text("inf.readToken()".into()),
                };
                out.add(format!("{}.clear();", x.name));
                out.add("inf.readInt(1, 1000000, \"nodes\");");
                out.add("inf.readSpace();");
                out.add("int edges = inf.readInt(0, 1000000, \"edges\");");
                out.open("for (; edges > 0; edges--) {");
                out.add("inf.readEoln();");
                out.add(format!("{} a = {token};", self.ty(&node)));
                out.add("inf.readSpace();");
                out.add(format!("{} b = {token};", self.ty(&node)));
                out.add(format!("{}[a].push_back(b);", x.name));
                out.add(format!("{}[b];", x.name));
                out.close("}");
            }
        }
    }

    fn exact_length(&self, l: &Length) -> String {
        match l {
            Length::Var(name) => name.clone(),
            Length::Fixed(e) => fixed(e).map_or_else(|| self.ex(e), |n| n.to_string()),
            Length::Line => "0".to_string(),
        }
    }

    /// A word, alone in its line or between blanks.
    fn exact_word(&self, t: Target, own: bool, bounds: &Bounds, out: &mut Lines) {
        let name = target_name(self.p, t).to_string();
        let (ty, (lo, hi), words) = match t {
            Target::Field(i) => (&self.p.fields[i].ty, bounds.lengths[i], bounds.words[i].clone()),
            Target::Param(i) => (&self.p.params[i].ty, (0, 1_000_000), None),
        };
        let digits = ty.element().is_some_and(|t| t.is_int());
        let letters = match (&words, digits) {
            (Some(words), _) => pattern(words),
            (None, true) => "[0-9]".to_string(),
            (None, false) => "[^ ]".to_string(),
        };
        let (method, least) = if own { ("readLine", lo) } else { ("readToken", lo.max(1)) };
        let text =
            format!("inf.{method}({}, {})", quoted(&format!("{letters}{{{least},{hi}}}")), quoted(&name));
        let declared = match t {
            Target::Field(_) => format!("{} {name}", self.ty(ty)),
            Target::Param(_) => name.clone(),
        };
        match ty {
            Ty::Text => out.add(format!("{declared} = {};", self.wide_text(text))),
            Ty::Char => out.add(format!("{declared} = {}.at(0);", self.wide_text(text))),
            _ => {
                out.add(match t {
                    Target::Field(_) => format!("{declared};"),
                    Target::Param(_) => format!("{name}.clear();"),
                });
                let add = if matches!(ty, Ty::Set(_)) { "insert" } else { "push_back" };
                let value = if digits { "c_ - '0'" } else { "c_" };
                out.add(format!("for (auto c_ : {}) {name}.{add}({value});", self.wide_text(text)));
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // what is read, where it goes, and how it is written
    fn exact_items(
        &self,
        t: Target,
        name: &str,
        ty: &Ty,
        length: &Length,
        form: &Form,
        between: &str,
        bounds: &Bounds,
        out: &mut Lines,
    ) {
        let of = ty.element().unwrap_or(Ty::Int(true));
        let add = if matches!(ty, Ty::Set(_)) { "insert" } else { "push_back" };
        if *form == Form::Letters {
            let words = match t {
                Target::Field(i) => bounds.words[i].as_ref(),
                Target::Param(_) => None,
            };
            let letters = words.map_or("[0-9]".to_string(), |w| pattern(w));
            let value = if of.is_int() { "c_ - '0'" } else { "c_" };
            let token =
                format!("inf.readToken({}, {})", quoted(&format!("{letters}{{1,1000000}}")), quoted(name));
            out.add(format!("for (auto c_ : {}) {name}.{add}({value});", self.wide_text(token)));
            return;
        }
        let mut gap = Lines::new();
        self.blanks(between, &mut gap);
        let gap = gap.done().replace('\n', " ");
        let element = self.exact(t, &of, bounds);
        match length {
            Length::Line => {
                out.open("for (bool first_ = true; !inf.eoln(); first_ = false) {");
                out.add(format!("if (!first_) {{ {gap}}}"));
            }
            _ => {
                out.open(format!("for (Int at_ = 0; at_ < {}; at_++) {{", self.exact_length(length)));
                out.add(format!("if (at_ > 0) {{ {gap}}}"));
            }
        }
        out.add(format!("{name}.{add}({element});"));
        out.close("}");
    }

    fn exact_heaps(
        &self,
        length: &Length,
        form: &Form,
        lines: bool,
        between: &str,
        bounds: &Bounds,
        out: &mut Lines,
    ) {
        let fields = &self.p.fields;
        let typed: Vec<usize> = (0..fields.len()).filter(|i| fields[*i].start.is_none()).collect();
        out.add(format!("vector<{}> heaps;", self.part_ty()));
        if let ([one], 1) = (typed.as_slice(), fields.len()) {
            let ty = &fields[*one].ty;
            if !lines {
                let list = Ty::list(ty.clone());
                self.exact_items(Target::Field(*one), "heaps", &list, length, form, between, bounds, out);
                return;
            }
            out.open(format!("for (Int heap_ = 0; heap_ < {}; heap_++) {{", self.exact_length(length)));
            out.add("if (heap_ > 0) inf.readEoln();");
            match ty {
                Ty::Text => {
                    let letters = bounds.words[*one].as_ref().map_or("[^ ]".to_string(), |w| pattern(w));
                    let token = format!(
                        "inf.readToken({}, {})",
                        quoted(&format!("{letters}{{1,1000000}}")),
                        quoted(&fields[*one].name)
                    );
                    out.add(format!("heaps.push_back({});", self.wide_text(token)));
                }
                ty => {
                    out.add(format!("{} one;", self.ty(ty)));
                    self.exact_items(Target::Field(*one), "one", ty, &Length::Line, form, " ", bounds, out);
                    out.add("heaps.push_back(one);");
                }
            }
            out.close("}");
            return;
        }
        out.open(format!("for (Int heap_ = 0; heap_ < {}; heap_++) {{", self.exact_length(length)));
        let separator = if typed.len() > 1 { "\n" } else { between };
        let mut gap = Lines::new();
        self.blanks(separator, &mut gap);
        out.add(format!("if (heap_ > 0) {{ {}}}", gap.done().replace('\n', " ")));
        let mut first = true;
        for (i, f) in fields.iter().enumerate() {
            if f.start.is_none() && !std::mem::take(&mut first) {
                out.add("inf.readSpace();");
            }
            let value =
                f.start.as_ref().map_or_else(|| self.exact(Target::Field(i), &f.ty, bounds), |e| self.ex(e));
            out.add(format!("{} {} = {value};", self.ty(&f.ty), f.name));
        }
        let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
        out.add(format!("heaps.push_back({{{}}});", names.join(", ")));
        out.close("}");
    }

    /// Fields that are not read take their starts.
    pub(super) fn at_start(&self, out: &mut Lines) {
        for (i, f) in self.p.fields.iter().enumerate() {
            let read = self.p.reads.iter().any(|r| match r {
                Read::Field(k) | Read::Board(k, ..) => *k == i,
                Read::Items(Target::Field(k), ..) | Read::Word(Target::Field(k), _) => *k == i,
                _ => false,
            });
            if let (Some(start), false) = (&f.start, read) {
                out.add(format!("{} {} = {};", self.ty(&f.ty), f.name, self.ex(start)));
            }
        }
    }
}
