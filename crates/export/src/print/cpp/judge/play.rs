//! Rules of play for a checker and an interactor: who wins, the moves that fit what was said of one, how they are printed.

use super::super::{Cpp, quoted};
use super::{Player, needs_numbers};
use crate::ir::{Clause, Length, Move, Over, Read, Search, Target, Ty};
use crate::print::expr::Expressions;
use crate::print::layout::{Lines, comment};
use crate::print::statements::Language;
use crate::skeleton;
use crate::testlib::Plan;
use bouton_template::{Hole, Word, Written};

impl Cpp<'_> {
    /// The rules, who wins, all moves that fit what was said of one; and the checker's or the interactor's own part.
    pub(super) fn rules_of_play(&self, plan: &Plan<'_>, player: &Player<'_>, checks: bool) -> String {
        let mut out = Lines::new();
        out.raw(&self.pieces());
        let Some(s) = &self.p.search else { return out.done() };
        if self.p.wide {
            self.used.note("shown");
        }
        let chosen = chosen(s, player);
        let mut holds = vec![if checks { "checks" } else { "plays" }];
        if needs_numbers(player.form) {
            holds.push("numbers");
        }
        let at = |depth: usize, make: &dyn Fn(&mut Lines)| {
            let mut lines = Lines::new();
            (0..depth).for_each(|_| lines.deeper());
            make(&mut lines);
            lines.done().trim_end().to_string()
        };
        let wrong = |words: &str, why: &str, out: &mut Lines| {
            for word in words.split_whitespace() {
                out.add(format!(
                    "if (in.readToken() != {}) in.quitf(_wa, \"case %d: {why}\", number);",
                    quoted(word)
                ));
            }
        };
        let no = player.no.split_whitespace().next();
        let texts = [
            ("typed", at(2, &|out| self.typed(out))),
            (
                "choices",
                at(1, &|out| {
                    for (k, (name, text)) in chosen.iter().enumerate() {
                        let ty = if *text { "Text" } else { "Int" };
                        out.add(format!("vector<{ty}> choice{};  // {}", k + 1, comment(name)));
                    }
                }),
            ),
            (
                "lines",
                at(2, &|out| {
                    s.moves.iter().for_each(|m| self.fitting_line(s, m, player, &chosen, out));
                }),
            ),
            ("word", if self.unicode { "wide(word)" } else { "word" }.to_string()),
            ("no", at(2, &|out| wrong(player.no, "there is no winning move", out))),
            ("yes", at(1, &|out| wrong(player.yes.unwrap_or(""), "there is a winning move", out))),
            (
                "said",
                match checks {
                    true => at(1, &|out| self.read_said(player, "in", no, out)),
                    false => at(3, &|out| self.read_said(player, "ouf", None, out)),
                },
            ),
            ("told", at(1, &|out| self.told(plan, out))),
        ];
        out.gap();
        out.raw(&skeleton::chosen(include_str!("../text/judge.cpp"), &holds, &texts));
        out.done()
    }

    /// All numbers of a position, as `{to}` and `{before}` count them.
    fn typed(&self, out: &mut Lines) {
        for f in self.p.fields.iter().filter(|f| f.start.is_none()) {
            match &f.ty {
                Ty::Int(_) => out.add(format!("out.push_back(p.{});", f.name)),
                _ => out.add(format!("out.insert(out.end(), p.{0}.begin(), p.{0}.end());", f.name)),
            }
        }
    }

    fn fitting_line(
        &self,
        s: &Search,
        m: &Move,
        player: &Player<'_>,
        chosen: &[(String, bool)],
        out: &mut Lines,
    ) {
        out.add(format!("// {}", comment(&m.comment)));
        let name = m.name.clone().unwrap_or_default();
        out.open(format!("if (said.name.empty() || said.name[0] == {}) {{", quoted(&name)));
        // A choice that this line does not have belongs to another line.
        let own = |name: &String| m.chosen.iter().find(|(n, _)| n == name).map(|(_, v)| v);
        for (k, (name, _)) in chosen.iter().enumerate() {
            if own(name).is_none() {
                out.open(format!("if (said.choice{}.empty()) {{", k + 1));
            }
        }
        let mut depth = 0;
        if let Some(player) = m.by {
            out.open(format!("if (mover == {player}) {{"));
            depth += 1;
        }
        for c in &skeleton::clauses(self.p, m) {
            let said = match c {
                Clause::For(v, over) => chosen
                    .iter()
                    .position(|(name, _)| own(name) == Some(v))
                    .map(|k| (v, over, format!("said.choice{}", k + 1))),
                _ => None,
            };
            match (c, said) {
                (Clause::Let(..), _) => out.add(self.clause(c)),
                (_, Some((v, Over::Range(a, b), said))) => {
                    let (lo, hi) = (self.ex(a), self.ex(b));
                    out.add(format!("Int {v}from_ = {lo}, {v}to_ = {hi};"));
                    out.add(format!(
                            "if (!{said}.empty()) {v}from_ = max<Int>({v}from_, {said}[0]), {v}to_ = min<Int>({v}to_, {said}[0]);"
                        ));
                    out.open(format!(
                        "for (Int {v} = {v}from_; {v} <= {v}to_ && found.size() < most; {v}++) {{"
                    ));
                    depth += 1;
                }
                (_, Some((v, Over::All(e), said))) => {
                    out.open(format!("{} {{", self.clause(c)));
                    depth += 1;
                    let value = match e.ty.element() {
                        Some(Ty::Char) => format!("Text(1, {v})"),
                        _ => v.clone(),
                    };
                    out.add(format!("if (!{said}.empty() && {said}[0] != {value}) continue;"));
                }
                (_, None) => {
                    out.open(format!("{} {{", self.clause(c)));
                    depth += 1;
                }
            }
        }
        self.made_here(s, m, player, out);
        for _ in 0..depth {
            out.close("}");
        }
        for (name, _) in chosen {
            if own(name).is_none() {
                out.close("}");
            }
        }
        out.close("}");
    }

    /// The position after a move, the text of the move, and whether both fit what was said.
    fn made_here(&self, s: &Search, m: &Move, player: &Player<'_>, out: &mut Lines) {
        out.open("{");
        let mut inner = Lines::new();
        // The steps are those of the search; what they make is taken from its list.
        let element = self.ty(&skeleton::move_ty(s));
        inner.add(format!("vector<{element}> out;"));
        self.block(&skeleton::make(self.p, s, m), &mut inner);
        out.raw(&inner.done());
        out.open(format!("for (const {element}& m_ : out) {{"));
        let to = if s.gain || s.again { "m_.to" } else { "m_" };
        out.add("vector<Position> next_ = parts;");
        match s.splits {
            true => {
                out.add("next_.erase(next_.begin() + i);");
                out.add(format!("next_.insert(next_.begin() + i, {to}.begin(), {to}.end());"));
            }
            false => out.add(format!("next_[i] = {to};")),
        }
        if needs_numbers(player.form) {
            out.add("vector<Int> old_ = numbers(parts), new_ = numbers(next_);");
            out.add("Int before_ = 0, after_ = 0;");
            out.open("for (size_t k = 0; k < old_.size() && k < new_.size(); k++) {");
            out.add("if (old_[k] != new_[k]) { before_ = old_[k]; after_ = new_[k]; break; }");
            out.close("}");
            out.add("if (!said.before.empty() && said.before[0] != before_) continue;");
            out.add("if (!said.after.empty() && said.after[0] != after_) continue;");
            if skeleton::is_loose(self.p) {
                out.add("sort(new_.begin(), new_.end());");
            }
            let has_to = player.form.words().iter().any(|(_, w)| *w == Word::Hole(Hole::To));
            if has_to {
                out.add("if (!said.to.empty() && said.to != new_) continue;");
            }
        }
        out.add("string text_;");
        let shown = |x: &str| match self.p.wide {
            true => format!("shown({x})"),
            false => format!("to_string({x})"),
        };
        for (k, (before, word)) in player.form.words().iter().enumerate() {
            if k > 0 {
                out.add(format!("text_ += {};", quoted(&before.to_string())));
            }
            let text = match word {
                Word::Literal(t) => quoted(t),
                Word::Hole(Hole::Name) => quoted(m.name.as_deref().unwrap_or("")),
                Word::Hole(Hole::Heap { from }) => format!("to_string(i + {from})"),
                Word::Hole(Hole::Before) => shown("before_"),
                Word::Hole(Hole::After) => shown("after_"),
                Word::Hole(Hole::To) => {
                    out.add(format!(
                        "for (size_t k = 0; k < new_.size(); k++) text_ += (k ? \" \" : \"\") + string({});",
                        shown("new_[k]")
                    ));
                    continue;
                }
                Word::Hole(Hole::Choice(name)) => match m.chosen.iter().find(|(n, _)| n == name) {
                    None => quoted("?"),
                    Some((_, v)) => {
                        let text = m.clauses.iter().any(|c| {
                            matches!(c, Clause::For(n, Over::All(e)) if n == v && matches!(e.ty.element(), Some(Ty::Char | Ty::Text)))
                        });
                        if text { format!("string(1, {v})") } else { shown(v) }
                    }
                },
            };
            out.add(format!("text_ += {text};"));
        }
        let again = if s.again { "m_.again" } else { "false" };
        out.add(format!("found.push_back({{next_, {again}, text_}});"));
        out.close("}");
        out.close("}");
    }

    /// Reads what a player says of a move. Where a word says that there is none, and there is, that is wrong.
    fn read_said(&self, player: &Player<'_>, stream: &str, none: Option<&str>, out: &mut Lines) {
        let mut choices: Vec<String> = Vec::new();
        out.add("string word;");
        for (k, (_, w)) in player.form.words().iter().enumerate() {
            let number = format!("number_of({stream}, word)");
            if *w != Word::Hole(Hole::To) {
                out.add(format!("word = {stream}.readToken();"));
            }
            if let (0, Some(none), false) = (k, none, *w == Word::Hole(Hole::To)) {
                let none = quoted(none);
                out.add(format!(
                    "if (word == {none}) {stream}.quitf(_wa, \"case %d: there is a winning move\", number);"
                ));
            }
            match w {
                Word::Literal(t) => {
                    let text = quoted(t);
                    out.add(format!("if (word != {text}) {stream}.quitf(_pe, \"a move was expected\");"));
                }
                Word::Hole(Hole::Choice(name)) => {
                    if !choices.contains(name) {
                        choices.push(name.clone());
                    }
                    let k = choices.iter().position(|n| n == name).map_or(0, |k| k + 1);
                    out.add(format!("take(said.choice{k}, {stream}, word);"));
                }
                Word::Hole(Hole::Name) => out.add("said.name = {word};"),
                Word::Hole(Hole::Heap { from }) => out.add(format!("said.heap = {{{number} - {from}}};")),
                Word::Hole(Hole::Before) => out.add(format!("said.before = {{{number}}};")),
                Word::Hole(Hole::After) => out.add(format!("said.after = {{{number}}};")),
                Word::Hole(Hole::To) => {
                    out.add("said.to.clear();");
                    out.open("for (size_t k = numbers(parts).size(); k > 0; k--) {");
                    out.add(format!("word = {stream}.readToken();"));
                    out.add(format!("said.to.push_back({number});"));
                    out.close("}");
                    if skeleton::is_loose(self.p) {
                        out.add("sort(said.to.begin(), said.to.end());");
                    }
                }
            }
        }
    }

    /// Tells the contestant the position, in the form of the input.
    fn told(&self, plan: &Plan<'_>, out: &mut Lines) {
        let single = self.p.fields.iter().filter(|f| f.start.is_none()).count() == 1;
        for piece in plan.written {
            match piece {
                Written::Text(text) => out.add(format!("cout << {};", quoted(text))),
                Written::Hole(read, between) => {
                    let gap = quoted(between);
                    match read {
                        Read::Skip => out.add("cout << number;"),
                        Read::Mover => out.add("cout << mover + 1;"),
                        Read::Param(i) => out.add(format!(
                            "cout << {};",
                            self.text_of(&self.p.params[*i].ty, &self.p.params[*i].name)
                        )),
                        Read::Field(i) => {
                            let f = &self.p.fields[*i];
                            out.add(format!(
                                "cout << {};",
                                self.text_of(&f.ty, &format!("parts[0].{}", f.name))
                            ));
                        }
                        Read::Count(name) => {
                            let of = self.p.reads.iter().find_map(|r| match r {
                                Read::Items(Target::Field(f), Length::Var(v), _) if v == name => Some(*f),
                                _ => None,
                            });
                            match of {
                                Some(f) => {
                                    out.add(format!("cout << parts[0].{}.size();", self.p.fields[f].name))
                                }
                                None => out.add("cout << parts.size();"),
                            }
                        }
                        Read::Heaps(..) => {
                            out.open("for (size_t k = 0; k < parts.size(); k++) {");
                            let outer = if single { gap } else { quoted("\n") };
                            out.add(format!("if (k > 0) cout << {outer};"));
                            let mut first = true;
                            for f in self.p.fields.iter().filter(|f| f.start.is_none()) {
                                if !std::mem::take(&mut first) {
                                    out.add("cout << \" \";");
                                }
                                out.add(format!(
                                    "cout << {};",
                                    self.text_of(&f.ty, &format!("parts[k].{}", f.name))
                                ));
                            }
                            out.close("}");
                        }
                        Read::Items(t, ..) | Read::Word(t, _) => {
                            let name = match t {
                                Target::Field(i) => format!("parts[0].{}", self.p.fields[*i].name),
                                Target::Param(i) => self.p.params[*i].name.clone(),
                            };
                            let ty = match t {
                                Target::Field(i) => &self.p.fields[*i].ty,
                                Target::Param(i) => &self.p.params[*i].ty,
                            };
                            let gap = if matches!(read, Read::Word(..)) { quoted("") } else { gap };
                            match ty {
                                Ty::Text => out.add(format!("cout << {name};")),
                                _ => {
                                    out.add("{ bool more_ = false;");
                                    let one = self.text_of(&ty.element().unwrap_or(Ty::Int(true)), "x_");
                                    out.add(format!("for (auto x_ : {name}) {{ if (more_) cout << {gap}; more_ = true; cout << {one}; }} }}"));
                                }
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        if !matches!(plan.written.last(), Some(Written::Text(t)) if t.ends_with('\n')) {
            out.add("cout << endl;");
        }
    }

    fn text_of(&self, ty: &Ty, x: &str) -> String {
        match ty {
            Ty::Int(_) if self.p.wide => format!("{}({x})", self.used.note("shown")),
            Ty::Bool => format!("({x} ? \"yes\" : \"no\")"),
            _ => x.to_string(),
        }
    }
}

/// The choices that a form of moves speaks of, and whether they are text.
fn chosen(s: &Search, player: &Player<'_>) -> Vec<(String, bool)> {
    let mut chosen: Vec<(String, bool)> = Vec::new();
    for (_, w) in player.form.words() {
        let Word::Hole(Hole::Choice(name)) = w else { continue };
        let own = |v: &String| s.moves.iter().any(|m| m.chosen.iter().any(|(n, var)| n == name && var == v));
        let text = s.moves.iter().flat_map(|m| &m.clauses).any(|c| match c {
            Clause::For(v, Over::All(e)) => own(v) && matches!(e.ty.element(), Some(Ty::Char | Ty::Text)),
            _ => false,
        });
        if !chosen.iter().any(|(n, _)| n == name) {
            chosen.push((name.clone(), text));
        }
    }
    chosen
}
