//! Whole states of a C++ program: who moves, how many moves were made, all parts.

use super::{Cpp, strength};
use crate::ir::{EndValue, Goal, Search};
use crate::print::layout::{Lines, mentions};

impl Cpp<'_> {
    /// Is a state more than a position?
    pub(super) fn has_state(&self, s: &Search) -> bool {
        s.heaps || s.mover || s.turn
    }

    pub(super) fn states(&self, s: &Search, out: &mut Lines) {
        out.gap();
        let big = self.has_state(s);
        if big {
            out.add("// All that matters for the rest of a game.");
            out.open("struct State {");
            let mut names = Vec::new();
            if s.heaps {
                out.add("vector<Position> parts;");
                names.push("parts");
            } else {
                out.add("Position p;");
                names.push("p");
            }
            if s.mover {
                out.add("int mover;");
                names.push("mover");
            }
            if s.turn {
                out.add("Int turn;");
                names.push("turn");
            }
            let other: Vec<String> = names.iter().map(|n| format!("o.{n}")).collect();
            out.gap();
            out.add(format!(
                "bool operator<(const State& o) const {{ return tie({}) < tie({}); }}",
                names.join(", "),
                other.join(", ")
            ));
            out.close("};");
        } else {
            out.add("using State = Position;");
        }
        self.options(s, out);
        if !s.endings.is_empty() || s.stop.is_some() {
            self.ended(s, out);
        }
        self.enter(s, out);
        out.gap();
        out.add("map<State, Int> memo;");
        out.gap();
        match s.endless {
            Some(lucky) => self.endless(s, lucky, out),
            None => self.value(s, out),
        }
    }

    fn option_ty(&self, s: &Search) -> &'static str {
        if s.gain || s.again { "Option" } else { "State" }
    }

    fn options(&self, s: &Search, out: &mut Lines) {
        out.gap();
        let extra = s.gain || s.again;
        if extra {
            out.add("// A state that a move leads to, and what the move brings.");
            out.open("struct Option {");
            out.add("State to;");
            if s.gain {
                out.add("Int gain;");
            }
            if s.again {
                out.add("bool again;");
            }
            if s.block.is_some() {
                out.gap();
                out.add(
                    "bool operator<(const Option& o) const { return tie(to, again) < tie(o.to, o.again); }",
                );
            }
            out.close("};");
            out.gap();
        }
        let ty = self.option_ty(s);
        out.open(format!("vector<{ty}> options(const State& s) {{"));
        out.add(format!("vector<{ty}> out;"));
        let mut args = String::new();
        if s.mover {
            args += ", s.mover";
        }
        if s.turn {
            args += ", s.turn";
        }
        let mut next = Vec::new();
        if s.mover {
            next.push(if s.again { "m.again ? s.mover : 1 - s.mover" } else { "1 - s.mover" });
        }
        if s.turn {
            next.push("s.turn + 1");
        }
        let brings = match (s.gain, s.again) {
            (true, true) => ", m.gain, m.again",
            (true, false) => ", m.gain",
            (false, true) => ", m.again",
            _ => "",
        };
        let to = if extra { "m.to" } else { "m" };
        let whole = |first: &str| {
            let mut all = vec![first.to_string()];
            all.extend(next.iter().map(|x| x.to_string()));
            match (self.has_state(s), extra) {
                (true, true) => format!("out.push_back({{State{{{}}}{brings}}});", all.join(", ")),
                (true, false) => format!("out.push_back({{{}}});", all.join(", ")),
                (false, true) => format!("out.push_back({{{first}{brings}}});"),
                (false, false) => format!("out.push_back({first});"),
            }
        };
        let each = self.move_ty(s);
        if s.heaps {
            out.open("for (size_t i = 0; i < s.parts.size(); i++) {");
            out.open(format!("for (const {each}& m : moves(s.parts[i]{args})) {{"));
            out.add("vector<Position> parts = s.parts;");
            out.add("parts.erase(parts.begin() + i);");
            match s.splits {
                true => out.add(format!("parts.insert(parts.end(), {to}.begin(), {to}.end());")),
                false => out.add(format!("parts.push_back({to});")),
            }
            out.add("sort(parts.begin(), parts.end());");
            out.add(whole("parts"));
            out.close("}");
            out.close("}");
        } else {
            let position = if self.has_state(s) { "s.p" } else { "s" };
            out.add(format!("for (const {each}& m : moves({position}{args})) {}", whole(to)));
        }
        out.add("return out;");
        out.close("}");
    }

    /// Names for what a state holds, where an expression looks at them.
    fn unpack(&self, s: &Search, body: &str, out: &mut Lines) {
        let looked = |word: &str| mentions(body, word);
        if looked("p") {
            out.add(format!("const Position& p = {};", if self.has_state(s) { "s.p" } else { "s" }));
        }
        if looked("mover") {
            out.add("int mover = s.mover;");
        }
        if looked("turn") {
            out.add("Int turn = s.turn;");
        }
        if looked("heaps") {
            out.add(format!("vector<{}> heaps;", self.part_ty()));
            out.add(format!(
                "for (const Position& part : s.parts) heaps.push_back({});",
                self.part_value("part")
            ));
        }
    }

    /// A part as a value.
    pub(super) fn part_value(&self, part: &str) -> String {
        match self.p.fields.as_slice() {
            [one] => format!("{part}.{}", one.name),
            many => {
                let all: Vec<String> = many.iter().map(|f| format!("{part}.{}", f.name)).collect();
                format!("{{{}}}", all.join(", "))
            }
        }
    }

    fn ended(&self, s: &Search, out: &mut Lines) {
        out.gap();
        out.add(
            "// Has play ended here? Then value says how, for the player to move: 1 won, 0 drawn, -1 lost.",
        );
        let mut body = Lines::new();
        body.deeper();
        self.with_base("p.", || {
            for e in &s.endings {
                let value = match e.player {
                    Some(player) if e.value != 0 => format!("mover == {player} ? {} : {}", e.value, -e.value),
                    _ => e.value.to_string(),
                };
                body.add(format!("if ({}) {{ value = {value}; return true; }}", self.ex(&e.cond)));
            }
            if let Some(stop) = &s.stop {
                let stop = self.at(stop, strength::CMP + 1);
                body.add(format!("if (turn >= {stop}) {{ value = 0; return true; }}"));
            }
        });
        let body = body.done();
        let stuck = if s.stuck { ", bool stuck" } else { "" };
        out.open(format!("bool ended(const State& s{stuck}, Int& value) {{"));
        self.unpack(s, &body, out);
        out.back();
        out.raw(&body);
        out.deeper();
        out.add("return false;");
        out.close("}");
    }

    /// What a state has to offer: its options, or its value where play has ended.
    fn enter(&self, s: &Search, out: &mut Lines) {
        let option = self.option_ty(s);
        out.gap();
        out.add("// A state whose options are being looked at, and the best that was found so far.");
        out.open("struct Frame {");
        out.add("State state;");
        out.add(format!("vector<{option}> options;"));
        out.add("Int best;");
        out.add("size_t next = 0;");
        out.close("};");
        out.gap();
        out.open("Frame enter(const State& s) {");
        let score = matches!(s.goal, Goal::Score | Goal::Shared);
        let end = match s.end {
            _ if score => "0".to_string(),
            EndValue::Is(v) => v.to_string(),
            EndValue::Wins(p) => format!("s.mover == {p} ? 1 : -1"),
        };
        let found = match s.block.is_some() {
            true => {
                out.add(format!("vector<{option}> all = options(s);"));
                out.add("// Options are counted once, however many moves lead there.");
                out.add(format!("set<{option}> some(all.begin(), all.end());"));
                format!("vector<{option}>(some.begin(), some.end())")
            }
            false => "options(s)".to_string(),
        };
        let ends = !s.endings.is_empty() || s.stop.is_some();
        if ends {
            out.add("Int value;");
        }
        if s.stuck {
            out.add(format!("vector<{option}> found = {found};"));
            out.add(format!(
                "if (ended(s, found.empty(), value)) return {{s, {{}}, {}}};",
                if score { "0" } else { "value" }
            ));
            out.add(format!("return {{s, found, {end}}};"));
        } else {
            if ends {
                out.add(format!(
                    "if (ended(s, value)) return {{s, {{}}, {}}};",
                    if score { "0" } else { "value" }
                ));
            }
            out.add(format!("return {{s, {found}, {end}}};"));
        }
        out.close("}");
    }

    fn value(&self, s: &Search, out: &mut Lines) {
        out.add(match s.goal {
            Goal::Score => "// What the player to move gets more than the other, with best play.",
            Goal::Shared => {
                "// The common total with best play: the first player makes it large, the second small."
            }
            _ => "// 1 if the player to move wins, -1 if that player loses, 0 for a draw.",
        });
        let to = if s.gain || s.again { "f.options[f.next].to" } else { "f.options[f.next]" };
        out.open("Int value(const State& start) {");
        out.add("vector<Frame> stack;");
        if s.repeats {
            self.path("State", out);
        }
        out.add("if (!memo.count(start)) stack.push_back(enter(start));");
        out.open("while (!stack.empty()) {");
        out.add("Frame& f = stack.back();");
        out.open("if (f.next == f.options.size()) {");
        if let Some(block) = &s.block {
            let block = self.with_base("p.", || self.ex(block));
            out.add("// The opponent forbids the best ones; to forbid all leaves the mover stuck.");
            out.add("vector<Int> results;");
            match s.again {
                true => out.add(
                    "for (const Option& o : f.options) results.push_back(o.again ? memo[o.to] : -memo[o.to]);",
                ),
                false => out.add("for (const State& o : f.options) results.push_back(-memo[o]);"),
            }
            out.add("sort(results.rbegin(), results.rend());");
            out.add("results.push_back(f.best);");
            out.add("const State& s = f.state;");
            self.unpack(s, &block, out);
            if !block.contains("p.")
                && !block.contains("mover")
                && !block.contains("heaps")
                && !block.contains("turn")
            {
                out.add("(void)s;");
            }
            out.add(format!("Int most = min<Int>({block}, f.options.size());"));
            out.add(
                "if (!f.options.empty()) f.best = *min_element(results.begin(), results.begin() + most + 1);",
            );
        }
        out.add("memo[f.state] = f.best;");
        if s.repeats {
            out.add("path.erase(f.state);");
        }
        out.add("stack.pop_back();");
        out.add("continue;");
        out.close("}");
        out.add(format!("auto found = memo.find({to});"));
        out.open("if (found == memo.end()) {");
        out.add(format!("State next = {to};"));
        if s.repeats {
            self.step_onto("next", out);
        }
        out.add("stack.push_back(enter(next));");
        out.add("continue;");
        out.close("}");
        if s.block.is_some() {
            out.add("f.next++;");
        } else {
            let there = match (s.goal, s.again) {
                (Goal::Shared, _) => "found->second",
                (_, true) => "(f.options[f.next].again ? found->second : -found->second)",
                _ => "-found->second",
            };
            let gain = "f.options[f.next].gain";
            out.add(match (s.gain, s.large_totals) {
                (true, true) => format!("Int result = {}({gain}, {there});", self.used.note("add")),
                (true, false) => format!("Int result = {gain} + {there};"),
                _ => format!("Int result = {there};"),
            });
            let better = match s.goal {
                Goal::Shared => "f.state.mover == 0 ? max(f.best, result) : min(f.best, result)",
                _ => "max(f.best, result)",
            };
            out.add(format!("f.best = f.next == 0 ? result : {better};"));
            match s.goal {
                Goal::Outcome => out.add("f.next = f.best == 1 ? f.options.size() : f.next + 1;"),
                _ => out.add("f.next++;"),
            }
        }
        out.close("}");
        out.add("return memo[start];");
        out.close("}");
    }

    fn endless(&self, s: &Search, lucky: Option<usize>, out: &mut Lines) {
        let to = if s.gain || s.again { "option.to" } else { "option" };
        out.add("// 1 if the player to move wins, -1 if that player loses, 0 for a draw. Play may go round for ever, so all");
        out.add("// states that can arise are listed, and what a player can force is found from the ends backwards.");
        out.open("Int value(const State& start) {");
        out.add("if (memo.count(start)) return memo[start];");
        out.add("map<State, int> number = {{start, 0}};");
        out.add("vector<State> states = {start};");
        out.add(
            "vector<int> winner, left;  // 0 and 1 the players, 2 nobody, -1 where play goes on; options",
        );
        out.add("vector<vector<int>> before(1);");
        out.open("for (size_t here = 0; here < states.size(); here++) {");
        out.add("Frame f = enter(states[here]);");
        out.add("int mover = states[here].mover;");
        out.add("left.push_back(f.options.size());");
        out.add(
            "winner.push_back(!f.options.empty() ? -1 : f.best > 0 ? mover : f.best < 0 ? 1 - mover : 2);",
        );
        out.open(format!("for (const {}& option : f.options) {{", self.option_ty(s)));
        out.add(format!("auto [at, added] = number.insert({{{to}, (int)states.size()}});"));
        out.open("if (added) {");
        out.add(format!("states.push_back({to});"));
        out.add("before.emplace_back();");
        out.close("}");
        out.add("before[at->second].push_back(here);");
        out.close("}");
        out.close("}");
        out.add("// Where can this player force one of these ends?");
        out.open("auto forces = [&](int player, set<int> good) {");
        out.add("vector<int> count = left, waiting;");
        out.add("vector<bool> done(states.size());");
        out.open("for (size_t i = 0; i < states.size(); i++)");
        out.add("if (good.count(winner[i])) done[i] = true, waiting.push_back(i);");
        out.back();
        out.open("for (size_t i = 0; i < waiting.size(); i++)");
        out.open("for (int j : before[waiting[i]]) {");
        out.add("count[j]--;");
        out.add("if (!done[j] && (states[j].mover == player || count[j] == 0)) done[j] = true, waiting.push_back(j);");
        out.close("}");
        out.back();
        out.add("return done;");
        out.close("};");
        match lucky {
            None => {
                out.add("vector<bool> first = forces(0, {0}), second = forces(1, {1});");
                out.open("for (size_t i = 0; i < states.size(); i++) {");
                out.add("Int result = first[i] ? 1 : second[i] ? -1 : 0;");
                out.add("memo[states[i]] = states[i].mover == 0 ? result : -result;");
            }
            Some(lucky) => {
                let other = 1 - lucky;
                out.add(format!("vector<bool> wins = forces({other}, {{{other}}}), holds = forces({other}, {{{other}, 2}});"));
                out.open("for (size_t i = 0; i < states.size(); i++) {");
                out.add("Int result = wins[i] ? 1 : holds[i] ? 0 : -1;");
                out.add(format!("memo[states[i]] = states[i].mover == {other} ? result : -result;"));
            }
        }
        out.close("}");
        out.add("return memo[start];");
        out.close("}");
    }
}
