//! Programs for a judge with testlib: the validator, the checker and the interactor. Inputs are read to the last blank, as
//! the template writes them; moves are read by their form, and what is not printed of a move is tried.

mod exact;
mod play;

use super::Cpp;
use crate::ir::{E, Read};
use crate::print::expr::Expressions;
use crate::print::layout::{Lines, comment};
use crate::print::prelude;
use crate::sizes;
use crate::skeleton::{self, Here};
use crate::testlib::{Adds, Plan};
use bouton_template::{Hole, MoveForm, Word, Written};

/// How a player talks.
pub(crate) struct Player<'p> {
    pub(crate) form: &'p MoveForm,
    /// Stands before a winning move.
    pub(crate) yes: Option<&'p str>,
    /// There is none.
    pub(crate) no: &'p str,
}

/// Does a form of moves speak of all numbers of a position?
pub(crate) fn needs_numbers(form: &MoveForm) -> bool {
    form.words().iter().any(|(_, w)| matches!(w, Word::Hole(Hole::To | Hole::Before | Hole::After)))
}

/// A checker that compares word by word.
pub(crate) fn compare(ignore_case: bool) -> String {
    include_str!("../text/compare.cpp").replace("IGNORE_CASE", if ignore_case { "true" } else { "false" })
}

/// A checker that compares moves of so many words in any order.
pub(crate) fn compare_lines(words: usize, ignore_case: bool) -> String {
    include_str!("../text/compare_moves.cpp")
        .replace("IGNORE_CASE", if ignore_case { "true" } else { "false" })
        .replace("WORDS", &words.max(1).to_string())
}

/// The validator.
pub(crate) fn validator(plan: &Plan<'_>) -> String {
    let code = skeleton::rules(plan.program);
    let cpp = Cpp::new(plan.program, &code);
    let body = cpp.pieces();
    let mut main = Lines::new();
    main.open("int main(int argc, char* argv[]) {");
    main.add("registerValidation(argc, argv);");
    main.add("Input in;");
    for (k, (_, name, most)) in plan.sums.iter().enumerate() {
        main.add(format!("Int total{} = 0;  // of {}, at most {most}", k + 1, comment(name)));
    }
    cpp.cases(plan, &mut main, &|cpp, out| cpp.validate(plan, out));
    main.add("inf.readEof();");
    main.close("}");
    cpp.judged(&body, &main.done())
}

/// The checker of winning moves, or the interactor: there the contestant has the side that can win.
pub(crate) fn player(plan: &Plan<'_>, player: &Player<'_>, checks: bool) -> String {
    let code = skeleton::rules_of_play(plan.program);
    let cpp = Cpp::new(plan.program, &code);
    let body = cpp.rules_of_play(plan, player, checks);
    let mut main = Lines::new();
    main.open("int main(int argc, char* argv[]) {");
    main.add(if checks { "registerTestlibCmd(argc, argv);" } else { "registerInteraction(argc, argv);" });
    main.add("Input in;");
    cpp.cases(plan, &mut main, &|cpp, out| {
        cpp.gathered(plan, out);
        if !checks {
            out.add("play(parts, mover, number);");
            return;
        }
        out.add("bool jury = right(ans, parts, mover, number);");
        out.add("bool found = right(ouf, parts, mover, number);");
        out.add("if (!jury || !found) quitf(_fail, \"case %d: the jury's answer is wrong\", number);");
    });
    if checks {
        main.add("if (!ouf.seekEof()) quitf(_pe, \"more than the answers\");");
    }
    let end = if checks { "every answer is right" } else { "the contestant won" };
    main.add(format!("quitf(_ok, \"{end}\");"));
    main.close("}");
    cpp.judged(&body, &main.done())
}

/// Are all heaps read, and not one part?
fn reads_heaps(plan: &Plan<'_>) -> bool {
    plan.written.iter().any(|w| matches!(w, Written::Hole(Read::Heaps(..), _)))
}

/// A pattern of testlib for one of these words.
fn pattern(words: &[String]) -> String {
    let escaped = |w: &String| {
        w.chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\\\{c}") })
            .collect::<String>()
    };
    match words.iter().all(|w| w.chars().count() == 1) {
        true => format!("[{}]", words.iter().map(escaped).collect::<String>()),
        false => format!("({})", words.iter().map(escaped).collect::<Vec<_>>().join("|")),
    }
}

impl Cpp<'_> {
    /// The whole text: the prelude, parameters, functions, the main function.
    fn judged(&self, body: &str, main: &str) -> String {
        let params = self.params("");
        self.methods.note("input");
        let methods = self.methods.texts(&prelude::entries(include_str!("../text/exact.cpp"), "\n//="));
        if self.unicode {
            self.used.note("wide");
        }
        let texts = self.used.texts(&prelude::entries(include_str!("../text/prelude.cpp"), "\n//="));
        let mut out = Lines::new();
        out.comments("//", &self.p.header);
        out.gap();
        out.add("#include \"testlib.h\"");
        out.add("#include <bits/stdc++.h>");
        out.add("using namespace std;");
        out.gap();
        out.add("namespace game {");
        out.gap();
        out.add(self.int());
        out.add(format!("const Int LARGEST = {}LL;", sizes::largest(self.p)));
        self.letters().iter().for_each(|(name, ty)| out.add(format!("using {name} = {ty};")));
        for text in texts.into_iter().chain([params.as_str(), body]).filter(|t| !t.is_empty()) {
            out.gap();
            out.raw(text);
        }
        out.gap();
        self.input(&methods, &mut out);
        out.gap();
        out.add("}  // namespace game");
        out.add("using namespace game;");
        out.gap();
        out.raw(main);
        out.done()
    }

    /// One part as a value.
    fn part_ty(&self) -> String {
        self.ty(&skeleton::part_ty(self.p))
    }

    /// An expression of the rules, where fields are variables.
    fn put(&self, e: &E) -> String {
        self.ex(&Here::variables(self.p).put(e))
    }

    /// What the validator looks at, once a case is read.
    fn validate(&self, plan: &Plan<'_>, out: &mut Lines) {
        let sums = reads_heaps(plan);
        if !sums {
            self.at_start(out);
        }
        let names: Vec<&str> = self.p.fields.iter().map(|f| f.name.as_str()).collect();
        let list = names.join(", ");
        let wants_heaps = self.p.formulas.iter().any(|f| f.sum);
        if !sums && wants_heaps {
            out.add(format!(
                "vector<{}> heaps = {{{}}};",
                self.part_ty(),
                if names.len() == 1 { list.clone() } else { format!("{{{list}}}") }
            ));
        }
        // One part at a time.
        let each = |call: &str| -> String {
            match (sums, names.len()) {
                (false, _) => format!("{call}({list})"),
                (true, 1) => format!("{call}(part_)"),
                (true, n) => {
                    let all: Vec<String> = (0..n).map(|k| self.nth("part_", k)).collect();
                    format!("{call}({})", all.join(", "))
                }
            }
        };
        for f in self.p.formulas.iter().filter(|f| !f.says.number()) {
            let what = if f.name == "legal" {
                "the rules do not allow this position"
            } else {
                "this position does not meet a condition"
            };
            let test = |call: String| format!("ensuref({call}, \"case %d: {what}\", number);");
            match (f.sum, sums) {
                (true, _) => out.add(test(format!("{}(heaps)", f.name))),
                (false, false) => out.add(test(each(&f.name))),
                (false, true) => out.add(format!("for (const auto& part_ : heaps) {}", test(each(&f.name)))),
            }
        }
        for (k, (adds, name, most)) in plan.sums.iter().enumerate() {
            let total = format!("total{}", k + 1);
            match adds {
                Adds::Heaps if sums => out.add(format!("{total} += (Int)heaps.size();")),
                Adds::Heaps => out.add(format!("{total} += 1;")),
                Adds::Length(f) => out.add(format!("{total} += (Int){}.size();", self.p.fields[*f].name)),
                Adds::Formula(i) => {
                    let f = &self.p.formulas[*i];
                    match (f.sum, sums) {
                        (true, _) => out.add(format!("{total} += {}(heaps);", f.name)),
                        (false, false) => out.add(format!("{total} += {};", each(&f.name))),
                        (false, true) => {
                            out.add(format!("for (const auto& part_ : heaps) {total} += {};", each(&f.name)));
                        }
                    }
                }
            }
            let what = comment(name).replace('"', "'").replace('%', "%%");
            out.add(format!(
                "ensuref({total} <= {most}LL, \"the sum of {what} over the cases is more than {most}\");"
            ));
        }
    }

    /// The k-th value of a part that is a tuple or a list.
    fn nth(&self, part: &str, k: usize) -> String {
        match self.part_ty().starts_with("tuple") {
            true => format!("get<{k}>({part})"),
            false => format!("{part}[{k}]"),
        }
    }

    /// The case that was read as a list of parts.
    fn gathered(&self, plan: &Plan<'_>, out: &mut Lines) {
        if !plan.written.iter().any(|w| matches!(w, Written::Hole(Read::Mover, _))) {
            out.add("int mover = 0;");
        }
        if reads_heaps(plan) {
            out.add("vector<Position> parts;");
            let fields = self.p.fields.len();
            let all: Vec<String> = match fields {
                1 => vec!["part_".into()],
                n => (0..n).map(|k| self.nth("part_", k)).collect(),
            };
            out.add(format!(
                "for (const auto& part_ : heaps) parts.push_back(Position{{{}}});",
                all.join(", ")
            ));
        } else {
            self.at_start(out);
            let names: Vec<&str> = self.p.fields.iter().map(|f| f.name.as_str()).collect();
            out.add(format!("vector<Position> parts = {{Position{{{}}}}};", names.join(", ")));
        }
    }
}
