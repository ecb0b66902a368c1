//! Inputs read by testlib to the last blank, as the template writes them.

use super::super::{Cpp, quoted};
use super::pattern;
use crate::ir::{E, Form, Length, Program, Read, Target, Ty};
use crate::print::layout::Lines;
use crate::print::statements::Language;
use crate::skeleton;
use crate::skeleton::input::{Number, Reader, Source, Text, literal, next, pieces};
use crate::testlib::{Bounds, Plan, target_name};
use bouton_template::{Slot, Written};

/// A judge's input: numbers and words have bounds, and every blank is where it should be.
struct Exact<'p> {
    p: &'p Program,
    bounds: &'p Bounds,
    /// What stands between the elements of a list.
    between: &'p str,
}

impl Exact<'_> {
    fn words(&self, t: Target) -> Option<&Vec<String>> {
        match t {
            Target::Field(i) => self.bounds.words[i].as_ref(),
            Target::Param(_) => None,
        }
    }

    fn name(&self, t: Target) -> E {
        literal(target_name(self.p, t))
    }

    /// The bounds of a number, and its name.
    fn bounded(&self, (least, most): (i64, i64), name: E) -> Vec<E> {
        vec![E::int(least.max(-i64::MAX)), E::int(most), name]
    }

    fn ends(&self, t: Target) -> (i64, i64) {
        match t {
            Target::Field(i) => self.bounds.fields[i],
            Target::Param(i) => self.bounds.params[i],
        }
    }

    /// The bounds of a number of elements.
    fn count(&self, name: &str) -> (i64, i64) {
        let mut bounds = (0, 1_000_000);
        for r in &self.p.reads {
            match r {
                Read::Heaps(Length::Var(v), ..) if v == name => return self.bounds.heaps,
                Read::Items(Target::Field(f), Length::Var(v), _) if v == name => {
                    bounds = self.bounds.lengths[*f];
                }
                _ => {}
            }
        }
        bounds
    }
}

impl Source for Exact<'_> {
    fn number(&self, what: Number<'_>) -> E {
        let args = match what {
            Number::Of(t) => self.bounded(self.ends(t), self.name(t)),
            Number::Count(name) => self.bounded(self.count(name), literal(name)),
            Number::Mover => self.bounded(self.bounds.movers, literal("mover")),
            Number::Case => {
                let number = E::var("number", Ty::Int(true));
                vec![number.clone(), number, literal("i")]
            }
        };
        next("number", args, Ty::Int(false))
    }

    fn text(&self, t: Target, what: Text<'_>) -> E {
        let digits = match t {
            Target::Field(i) => innermost(&self.p.fields[i].ty).is_int(),
            Target::Param(i) => innermost(&self.p.params[i].ty).is_int(),
        };
        let letters = match (self.words(t), digits) {
            (Some(words), _) => pattern(words),
            (None, true) => "[0-9]".to_string(),
            (None, false) => "[^ ]".to_string(),
        };
        let (least, most) = match t {
            Target::Field(i) => self.bounds.lengths[i],
            Target::Param(_) => (0, 1_000_000),
        };
        let shown = match what {
            Text::Token(Ty::Bool) => "yes|no".to_string(),
            Text::Token(Ty::Char) => letters,
            Text::Token(_) if self.words(t).is_some() => letters,
            Text::Token(_) | Text::Row => format!("{letters}{{1,1000000}}"),
            Text::Word => format!("{letters}{{{},{most}}}", least.max(1)),
            Text::Line => format!("{letters}{{{least},{most}}}"),
        };
        let method = if matches!(what, Text::Line) { "line" } else { "word" };
        next(method, vec![literal(&shown), self.name(t)], Ty::Text)
    }

    fn line(&self, t: Target, numbers: bool, between: &str) -> E {
        let mut args = match numbers {
            true => self.bounded(self.ends(t), self.name(t)),
            false => {
                let words = self.words(t).map_or("[^ ]{1,1000000}".to_string(), |w| pattern(w));
                vec![literal(&words), self.name(t)]
            }
        };
        args.push(literal(between));
        pieces(numbers, args)
    }

    fn gap(&self, text: &str) -> Option<E> {
        (!text.is_empty()).then(|| next("gap", vec![literal(text)], Ty::Bool))
    }

    fn between<'f>(&'f self, _: &'f Form) -> &'f str {
        self.between
    }

    fn keeps(&self) -> bool {
        true
    }
}

/// The type of the letters or numbers in a field.
fn innermost(ty: &Ty) -> &Ty {
    match ty {
        Ty::List(of) | Ty::Set(of) => innermost(of),
        other => other,
    }
}

impl Cpp<'_> {
    /// Reads all cases and does something with each.
    pub(super) fn cases(&self, plan: &Plan<'_>, out: &mut Lines, each: &dyn Fn(&Self, &mut Lines)) {
        let one = |out: &mut Lines| {
            let mut eaten = false;
            for piece in plan.written {
                match piece {
                    Written::Text(text) => {
                        self.pass(text.strip_prefix('\n').filter(|_| eaten).unwrap_or(text), out)
                    }
                    Written::Hole(read, between) => {
                        let source = Exact { p: self.p, bounds: plan.bounds, between };
                        let mut body = Vec::new();
                        Reader { p: self.p, source: &source }.read(read, &mut body);
                        body.iter().for_each(|s| self.statement(s, out));
                        if let Read::Count(name) = read {
                            out.add(format!("(void){name};"));
                        }
                    }
                }
                eaten = matches!(piece, Written::Hole(Read::Word(_, true), _));
            }
            if !eaten && !matches!(plan.written.last(), Some(Written::Text(t)) if t.ends_with('\n')) {
                out.add("inf.readEoln();");
            }
            for x in self.p.params.iter().filter(|x| x.read && !x.used) {
                out.add(format!("(void){};", x.name));
            }
            for x in self.p.params.iter().filter(|x| x.used && x.derived) {
                out.add(format!("{} = {};", x.name, self.put(&x.value)));
            }
            each(self, out);
        };
        let Some(batch) = plan.batch else {
            out.add("int number = 1;");
            one(out);
            return;
        };
        let mut counted = false;
        let mut last = String::new();
        for slot in batch.slots() {
            match slot {
                Slot::Text(text) => {
                    self.pass(text, out);
                    last = text.clone();
                }
                Slot::Cases => {
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
                Slot::Count => {
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
    fn pass(&self, text: &str, out: &mut Lines) {
        if !text.is_empty() {
            out.add(format!("in.{}({});", self.methods.note("gap"), quoted(text)));
        }
    }

    /// Fields that are not read take their starts.
    pub(super) fn at_start(&self, out: &mut Lines) {
        let mut body = Vec::new();
        skeleton::starts(self.p, &mut body);
        body.iter().for_each(|s| self.statement(s, out));
    }
}
