//! Rules of play for a checker and an interactor: who wins, the moves that fit what was said of one, how they are printed.

use super::super::{Cpp, quoted};
use super::{Player, needs_numbers};
use crate::input::Written;
use crate::ir::{Clause, Goal, Length, Move, Over, Read, Search, Target, Ty};
use crate::print::layout::{Lines, comment};
use crate::testlib::Plan;
use bouton_contest::moves::{Hole, Word};

impl Cpp<'_> {
    /// The rules, who wins, and all moves that fit what was said of one.
    pub(super) fn rules_of_play(&self, player: &Player<'_>) -> String {
        let mut out = Lines::new();
        self.functions(&mut out);
        self.formulas(&mut out);
        self.position(&mut out);
        let Some(search) = &self.p.search else { return out.done() };
        self.search(search, &mut out);
        self.table(&mut out);
        self.verdict(&mut out);
        self.numbers_of(player, &mut out);
        self.fitting(search, player, &mut out);
        out.done()
    }

    /// Who wins: 1 for the player to move, 0 for a draw, -1.
    fn verdict(&self, out: &mut Lines) {
        out.gap();
        out.add("// For the player to move: 1 won, 0 drawn, -1 lost.");
        out.open("int verdict(vector<Position> parts, int mover) {");
        out.add("(void)mover;");
        if self.p.sums {
            if let [one] = self.p.fields.as_slice() {
                out.add(format!("vector<{}> heaps;", self.ty(&one.ty)));
                out.add(format!("for (const Position& part : parts) heaps.push_back(part.{});", one.name));
            }
        } else {
            for f in &self.p.fields {
                out.add(format!("{} {} = parts.at(0).{};", self.ty(&f.ty), f.name, f.name));
                out.add(format!("(void){};", f.name));
            }
        }
        self.result(out);
        match self.p.goal {
            Goal::Grundy => out.add("return result != 0 ? 1 : -1;"),
            _ => out.add("return result > 0 ? 1 : result < 0 ? -1 : 0;"),
        }
        out.close("}");
    }

    /// All numbers of a position, as `{to}` and `{before}` count them.
    fn numbers_of(&self, player: &Player<'_>, out: &mut Lines) {
        if !needs_numbers(player.form) {
            return;
        }
        out.gap();
        out.add("// All numbers that are typed.");
        out.open("vector<Int> numbers(const vector<Position>& parts) {");
        out.add("vector<Int> out;");
        out.open("for (const Position& p : parts) {");
        for f in self.p.fields.iter().filter(|f| f.start.is_none()) {
            match &f.ty {
                Ty::Int(_) => out.add(format!("out.push_back(p.{});", f.name)),
                _ => out.add(format!("out.insert(out.end(), p.{0}.begin(), p.{0}.end());", f.name)),
            }
        }
        out.close("}");
        out.add("return out;");
        out.close("}");
    }

    /// What may be said of a move, and the moves that fit it.
    fn fitting(&self, s: &Search, player: &Player<'_>, out: &mut Lines) {
        let mut chosen: Vec<(String, bool)> = Vec::new();
        for (_, w) in player.form.words() {
            if let Word::Hole(Hole::Choice(name)) = w {
                let text = s.moves.iter().flat_map(|m| &m.clauses).any(|c| match c {
                    Clause::For(v, Over::All(e)) => {
                        s.moves.iter().any(|m| m.chosen.iter().any(|(own, var)| own == name && var == v))
                            && matches!(e.ty.element(), Some(Ty::Char | Ty::Text))
                    }
                    _ => false,
                });
                if !chosen.iter().any(|(n, _)| n == name) {
                    chosen.push((name.clone(), text));
                }
            }
        }
        out.gap();
        out.add("// What is said of a move; what is not said is empty.");
        out.open("struct Said {");
        out.add("vector<Int> heap, before, after, to;");
        out.add("vector<string> name;");
        for (k, (name, text)) in chosen.iter().enumerate() {
            let ty = if *text { "Text" } else { "Int" };
            out.add(format!("vector<{ty}> choice{};  // {}", k + 1, comment(name)));
        }
        out.close("};");
        out.gap();
        out.add("// A move: where it leads, whether the same player moves again, and how it is printed.");
        out.open("struct Made {");
        out.add("vector<Position> parts;");
        out.add("bool again;");
        out.add("string text;");
        out.close("};");
        out.gap();
        if self.p.wide {
            self.used.note("shown");
        }
        out.add("// All moves that fit; at most so many.");
        out.open(
            "vector<Made> fitting(const vector<Position>& parts, int mover, const Said& said, size_t most) {",
        );
        out.add("vector<Made> found;");
        out.add("(void)mover;");
        out.open("for (size_t i = 0; i < parts.size(); i++) {");
        out.add("if (!said.heap.empty() && said.heap[0] != (Int)i) continue;");
        out.add("const Position& p = parts[i];");
        out.add("(void)p;");
        for m in &s.moves {
            self.fitting_line(s, m, player, &chosen, out);
        }
        out.close("}");
        out.add("return found;");
        out.close("}");
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
        self.with_base("p.", || {
            for c in &m.clauses {
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
                        out.open(format!("for (Int {v} = {v}from_; {v} <= {v}to_ && found.size() < most; {v}++) {{"));
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
        });
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
        let element = self.move_ty(s);
        inner.add(format!("vector<{element}> out;"));
        self.make(s, m, &mut inner);
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
            if self.is_loose() {
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
                    if self.is_loose() {
                        out.add("sort(said.to.begin(), said.to.end());");
                    }
                }
            }
        }
    }

    /// Helpers that read one word of a move.
    fn read_word(&self, out: &mut Lines) {
        out.gap();
        out.open("Int number_of(InStream& in, const string& word) {");
        out.add("size_t start = word[0] == '-' ? 1 : 0;");
        out.add("bool digits = word.size() > start && word.size() < start + 19;");
        out.add("for (size_t i = start; i < word.size(); i++) digits = digits && isdigit((unsigned char)word[i]);");
        out.add("if (!digits) in.quitf(_pe, \"a number was expected, not '%s'\", word.c_str());");
        out.add("return stoll(word);");
        out.close("}");
        out.gap();
        let word = self.wide_text("word".into());
        out.add(
            "void take(vector<Int>& to, InStream& in, const string& word) { to = {number_of(in, word)}; }",
        );
        out.add(format!("void take(vector<Text>& to, InStream&, const string& word) {{ to = {{{word}}}; }}"));
    }

    /// Is the answer of a stream right?
    pub(super) fn right(&self, player: &Player<'_>, out: &mut Lines) {
        self.read_word(out);
        out.gap();
        out.add("// Is the answer in a stream right? Anything else than a winning move ends the checker.");
        out.open("bool right(InStream& in, const vector<Position>& parts, int mover, int number) {");
        out.add("bool won = verdict(parts, mover) > 0;");
        let no: Vec<&str> = player.no.split_whitespace().collect();
        out.open("if (!won) {");
        for word in &no {
            out.add(format!(
                "if (in.readToken() != {}) in.quitf(_wa, \"case %d: there is no winning move\", number);",
                quoted(word)
            ));
        }
        out.add("return true;");
        out.close("}");
        for word in player.yes.into_iter().flat_map(str::split_whitespace) {
            out.add(format!(
                "if (in.readToken() != {}) in.quitf(_wa, \"case %d: there is a winning move\", number);",
                quoted(word)
            ));
        }
        out.add("Said said;");
        self.read_said(player, "in", no.first().copied(), out);
        out.add("vector<Made> moves = fitting(parts, mover, said, 1000000);");
        out.add("if (moves.empty()) in.quitf(_wa, \"case %d: this is not a legal move\", number);");
        out.open("for (const Made& m : moves) {");
        out.add("if (m.again ? verdict(m.parts, mover) > 0 : verdict(m.parts, 1 - mover) < 0) return true;");
        out.close("}");
        out.add("in.quitf(_wa, \"case %d: this move does not win\", number);");
        out.add("return false;");
        out.close("}");
    }

    /// One game with the contestant.
    pub(super) fn play(&self, plan: &Plan<'_>, player: &Player<'_>, out: &mut Lines) {
        self.read_word(out);
        out.gap();
        out.add("// One game: the contestant has the side that can win, and must.");
        out.open("void play(vector<Position> parts, int mover, int number) {");
        out.add("int due = verdict(parts, mover);");
        out.add("bool first = due >= 0;");
        out.add("bool mine = !first;  // the jury moves");
        self.told(plan, out);
        out.add("cout << (first ? \"first\" : \"second\") << endl;");
        out.add("Said anything;");
        out.open("while (true) {");
        out.add("vector<Made> some = fitting(parts, mover, anything, 100000);");
        out.open("if (some.empty()) {");
        out.add("int end = verdict(parts, mover);  // for the player who cannot move");
        out.add("int got = mine ? -end : end;");
        out.add("cout << (got > 0 ? \"win\" : got < 0 ? \"lose\" : \"draw\") << endl;");
        out.add(
            "if (got < (due != 0 ? 1 : 0)) quitf(_wa, \"case %d: the contestant could have won\", number);",
        );
        out.add("return;");
        out.close("}");
        out.add("Made made;");
        out.open("if (mine) {");
        out.add("vector<size_t> best;");
        out.open("for (int wanted = 1; wanted >= -1 && best.empty(); wanted--) {");
        out.open("for (size_t k = 0; k < some.size(); k++) {");
        out.add(
            "int v = some[k].again ? verdict(some[k].parts, mover) : -verdict(some[k].parts, 1 - mover);",
        );
        out.add("if (v == wanted) best.push_back(k);");
        out.close("}");
        out.close("}");
        out.add("made = some[best[rnd.next((int)best.size())]];");
        out.add("cout << made.text << endl;");
        out.back();
        out.open("} else {");
        out.add("Said said;");
        self.read_said(player, "ouf", None, out);
        out.add("vector<Made> meant = fitting(parts, mover, said, 1000);");
        out.open("if (meant.empty()) {");
        out.add("cout << \"lose\" << endl;");
        out.add("quitf(_wa, \"case %d: this is not a legal move\", number);");
        out.close("}");
        out.add("made = meant[0];");
        out.add("tout << made.text << endl;");
        out.close("}");
        out.add("parts = made.parts;");
        out.add("if (!made.again) { mover = 1 - mover; mine = !mine; }");
        out.close("}");
        out.close("}");
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
