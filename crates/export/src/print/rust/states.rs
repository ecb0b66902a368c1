//! Whole states of a Rust program: who moves, how many moves were made, all parts.

use super::{Rust, strength};
use crate::ir::{EndValue, Goal, Search};
use crate::print::layout::{Lines, mentions};

impl Rust<'_> {
    /// Is a state more than a position?
    pub(super) fn has_state(&self, s: &Search) -> bool {
        s.heaps || s.mover || s.turn
    }

    pub(super) fn states(&self, s: &Search, out: &mut Lines) {
        out.gap();
        if self.has_state(s) {
            out.add("/// All that matters for the rest of a game.");
            out.add(self.derived());
            out.open("struct State {");
            out.add(if s.heaps { "parts: Vec<Position>," } else { "p: Position," });
            if s.mover {
                out.add("mover: Int,");
            }
            if s.turn {
                out.add("turn: Int,");
            }
            out.close("}");
        } else {
            out.add("type State = Position;");
        }
        self.options(s, out);
        if !s.endings.is_empty() || s.stop.is_some() {
            self.ended(s, out);
        }
        self.enter(s, out);
        match s.endless {
            Some(lucky) => self.endless(s, lucky, out),
            None => self.value(s, out),
        }
    }

    fn option_ty(&self, s: &Search) -> &'static str {
        if s.gain || s.again { "Choice" } else { "State" }
    }

    fn options(&self, s: &Search, out: &mut Lines) {
        let extra = s.gain || s.again;
        out.gap();
        if extra {
            out.add("/// A state that a move leads to, and what the move brings.");
            if s.block.is_some() {
                out.add(self.derived());
            }
            out.open("struct Choice {");
            out.add("to: State,");
            if s.gain {
                out.add("gain: Int,");
            }
            if s.again {
                out.add("again: bool,");
            }
            out.close("}");
            out.gap();
        }
        let ty = self.option_ty(s);
        out.open(format!("fn options({}s: &State) -> Vec<{ty}> {{", self.params_arg(true)));
        out.add("let mut out = Vec::new();");
        let mut args = String::new();
        if s.mover {
            args += ", s.mover";
        }
        if s.turn {
            args += ", s.turn";
        }
        let mut next = Vec::new();
        if s.mover {
            next.push(match s.again {
                true => "mover: if m.again { s.mover } else { 1 - s.mover }",
                false => "mover: 1 - s.mover",
            });
        }
        if s.turn {
            next.push("turn: s.turn + 1");
        }
        let brings = match (s.gain, s.again) {
            (true, true) => ", gain: m.gain, again: m.again",
            (true, false) => ", gain: m.gain",
            (false, true) => ", again: m.again",
            _ => "",
        };
        let to = if extra { "m.to" } else { "m" };
        let whole = |first: &str| {
            let mut all = vec![first.to_string()];
            all.extend(next.iter().map(|x| x.to_string()));
            let state = match self.has_state(s) {
                true => format!("State {{ {} }}", all.join(", ")),
                false => first.to_string(),
            };
            match extra {
                true => format!("out.push(Choice {{ to: {state}{brings} }});"),
                false => format!("out.push({state});"),
            }
        };
        let params = self.params_arg(false);
        if s.heaps {
            out.open("for i in 0..s.parts.len() {");
            out.open(format!("for m in moves({params}&s.parts[i]{args}) {{"));
            out.add("let mut parts = s.parts.clone();");
            out.add("parts.remove(i);");
            out.add(if s.splits { format!("parts.extend({to});") } else { format!("parts.push({to});") });
            out.add("parts.sort();");
            out.add(whole("parts"));
            out.close("}");
            out.close("}");
        } else {
            let position = if self.has_state(s) { "&s.p" } else { "s" };
            out.open(format!("for m in moves({params}{position}{args}) {{"));
            out.add(whole(&if self.has_state(s) { format!("p: {to}") } else { to.to_string() }));
            out.close("}");
        }
        out.add("out");
        out.close("}");
    }

    /// Names for what a state holds, where an expression looks at them.
    fn unpack(&self, s: &Search, body: &str, out: &mut Lines) {
        let looked = |word: &str| mentions(body, word);
        if looked("p") {
            out.add(format!("let p = {};", if self.has_state(s) { "&s.p" } else { "s" }));
        }
        if looked("mover") {
            out.add("let mover = s.mover;");
        }
        if looked("turn") {
            out.add("let turn = s.turn;");
        }
        if looked("heaps") {
            out.add(format!(
                "let heaps: Vec<{}> = s.parts.iter().map(|part| {}).collect();",
                self.part_ty(),
                self.part_value("part")
            ));
        }
    }

    /// A part as a value.
    pub(super) fn part_value(&self, part: &str) -> String {
        let one = |f: &crate::ir::Field| match self.small(&f.ty) {
            true => format!("{part}.{}", f.name),
            false => format!("{part}.{}.clone()", f.name),
        };
        match self.p.fields.as_slice() {
            [f] => one(f),
            many => {
                let all: Vec<String> = many.iter().map(one).collect();
                match self.part_ty().starts_with("Vec<") {
                    true => format!("vec![{}]", all.join(", ")),
                    false => format!("({})", all.join(", ")),
                }
            }
        }
    }

    fn ended(&self, s: &Search, out: &mut Lines) {
        out.gap();
        out.add("/// How play has ended here for the player to move: 1 won, 0 drawn, -1 lost.");
        let mut body = Lines::new();
        body.deeper();
        self.with_base("p.", || {
            for e in &s.endings {
                let value = match e.player {
                    Some(player) if e.value != 0 => {
                        format!("if mover == {player} {{ {} }} else {{ {} }}", e.value, -e.value)
                    }
                    _ => e.value.to_string(),
                };
                body.open(format!("if {} {{", self.ex(&e.cond)));
                body.add(format!("return Some({value});"));
                body.close("}");
            }
            if let Some(stop) = &s.stop {
                body.open(format!("if turn >= {} {{", self.at(stop, strength::CMP + 1)));
                body.add("return Some(0);");
                body.close("}");
            }
        });
        let body = body.done();
        let stuck = if s.stuck { ", stuck: bool" } else { "" };
        let params = match (self.has_params(), body.contains("params")) {
            (false, _) => "",
            (true, true) => "params: &Params, ",
            (true, false) => "_: &Params, ",
        };
        out.open(format!("fn ended({params}s: &State{stuck}) -> Option<Int> {{"));
        self.unpack(s, &body, out);
        out.back();
        out.raw(&body);
        out.deeper();
        out.add("None");
        out.close("}");
    }

    /// What a state has to offer: its options, or its value where play has ended.
    fn enter(&self, s: &Search, out: &mut Lines) {
        let option = self.option_ty(s);
        out.gap();
        out.add("/// A state whose options are being looked at, and the best that was found so far.");
        out.open("struct Frame {");
        out.add("state: State,");
        out.add(format!("options: Vec<{option}>,"));
        out.add("best: Int,");
        if s.endless.is_none() {
            out.add("next: usize,");
        }
        out.close("}");
        out.gap();
        let params = self.params_arg(false);
        out.open(format!("fn enter({}state: State) -> Frame {{", self.params_arg(true)));
        let score = matches!(s.goal, Goal::Score | Goal::Shared);
        let end = match s.end {
            _ if score => "0".to_string(),
            EndValue::Is(v) => v.to_string(),
            EndValue::Wins(p) => format!("if state.mover == {p} {{ 1 }} else {{ -1 }}"),
        };
        let next = if s.endless.is_none() { ", next: 0" } else { "" };
        let ends = !s.endings.is_empty() || s.stop.is_some();
        if ends {
            let stuck = match s.stuck {
                true => format!(", options({params}&state).is_empty()"),
                false => String::new(),
            };
            let value = if score { "_value" } else { "value" };
            out.open(format!("if let Some({value}) = ended({params}&state{stuck}) {{"));
            let best = if score { "best: 0" } else { "best: value" };
            out.add(format!("return Frame {{ state, options: Vec::new(), {best}{next} }};"));
            out.close("}");
        }
        if s.block.is_some() {
            out.add("// Options are counted once, however many moves lead there.");
            out.add(format!("let mut options = options({params}&state);"));
            out.add("options.sort();");
            out.add("options.dedup();");
        } else {
            out.add(format!("let options = options({params}&state);"));
        }
        out.add(format!("let best = {end};"));
        out.add(format!("Frame {{ state, options, best{next} }}"));
        out.close("}");
    }

    fn value(&self, s: &Search, out: &mut Lines) {
        out.gap();
        out.add(match s.goal {
            Goal::Score => "/// What the player to move gets more than the other, with best play.",
            Goal::Shared => {
                "/// The common total with best play: the first player makes it large, the second small."
            }
            _ => "/// 1 if the player to move wins, -1 if that player loses, 0 for a draw.",
        });
        let (typed, params) = (self.params_arg(true), self.params_arg(false));
        let to = if s.gain || s.again { "option.to" } else { "option" };
        let lent = if s.gain || s.again { "&option.to" } else { "option" };
        out.open(format!("fn value({typed}start: State, memo: &mut HashMap<State, Int>) -> Int {{"));
        out.add("let mut stack = Vec::new();");
        if s.repeats {
            self.path("start.clone()", out);
        }
        out.open("if !memo.contains_key(&start) {");
        out.add(format!("stack.push(enter({params}start.clone()));"));
        out.close("}");
        out.open("while let Some(f) = stack.last_mut() {");
        out.open("let Some(option) = f.options.get(f.next) else {");
        if let Some(block) = &s.block {
            let block = self.with_base("p.", || self.ex(block));
            out.open("if !f.options.is_empty() {");
            out.add("// The opponent forbids the best ones; to forbid all leaves the mover stuck.");
            match s.again {
                true => out.add("let one = |o: &Choice| if o.again { memo[&o.to] } else { -memo[&o.to] };"),
                false => out.add("let one = |o: &State| -memo[o];"),
            }
            out.add("let mut results: Vec<Int> = f.options.iter().map(one).collect();");
            out.add("results.sort_by(|a, b| b.cmp(a));");
            out.add("results.push(f.best);");
            let mut names = Lines::new();
            self.unpack(s, &block, &mut names);
            let names = names.done();
            if !names.is_empty() {
                out.add("let s = &f.state;");
                out.raw(&names);
            }
            out.add(format!("let most = min({block}, f.options.len() as Int) as usize;"));
            out.add("f.best = results[..=most].iter().copied().min().unwrap_or(f.best);");
            out.close("}");
        }
        out.add("memo.insert(f.state.clone(), f.best);");
        if s.repeats {
            out.add("path.remove(&f.state);");
        }
        out.add("stack.pop();");
        out.add("continue;");
        out.close("};");
        out.open(format!("let Some(&there) = memo.get({lent}) else {{"));
        out.add(format!("let next = {to}.clone();"));
        if s.repeats {
            self.step_onto("next", out);
        }
        out.add(format!("stack.push(enter({params}next));"));
        out.add("continue;");
        out.close("};");
        if s.block.is_some() {
            out.add("let _ = there;");
            out.add("f.next += 1;");
        } else {
            let there = match (s.goal, s.again) {
                (Goal::Shared, _) => "there",
                (_, true) => "if option.again { there } else { -there }",
                _ => "-there",
            };
            match s.gain {
                true if s.large_totals => {
                    let add = self.used.note("add");
                    out.add(format!("let mine = {there};"));
                    out.add(format!("let result = {add}(option.gain, mine);"));
                }
                true if there.starts_with("if") => {
                    out.add(format!("let mine = {there};"));
                    out.add("let result = option.gain + mine;");
                }
                true if there.starts_with('-') => out.add("let result = option.gain - there;"),
                true => out.add(format!("let result = option.gain + {there};")),
                false => out.add(format!("let result = {there};")),
            }
            match s.goal {
                Goal::Shared => out
                    .add("let better = if f.state.mover == 0 { result > f.best } else { result < f.best };"),
                _ => out.add("let better = result > f.best;"),
            }
            out.open("if f.next == 0 || better {");
            out.add("f.best = result;");
            out.close("}");
            match s.goal {
                Goal::Outcome => out.add("f.next = if f.best == 1 { f.options.len() } else { f.next + 1 };"),
                _ => out.add("f.next += 1;"),
            }
        }
        out.close("}");
        out.add("memo[&start]");
        out.close("}");
    }

    fn endless(&self, s: &Search, lucky: Option<usize>, out: &mut Lines) {
        let (typed, params) = (self.params_arg(true), self.params_arg(false));
        out.gap();
        out.add("/// 1 if the player to move wins, -1 if that player loses, 0 for a draw. Play may go round for ever, so all");
        out.add("/// states that can arise are listed, and what a player can force is found from the ends backwards.");
        out.open(format!("fn value({typed}start: State, memo: &mut HashMap<State, Int>) -> Int {{"));
        out.open("if let Some(&known) = memo.get(&start) {");
        out.add("return known;");
        out.close("}");
        out.add("let mut number = HashMap::from([(start.clone(), 0)]);");
        out.add("let mut states = vec![start.clone()];");
        out.add("// 0 and 1 the players, 2 nobody, -1 where play goes on; options; states before.");
        out.add("let (mut winner, mut left, mut before): (Vec<Int>, Vec<usize>, Vec<Vec<usize>>) = (vec![], vec![], vec![vec![]]);");
        out.add("let mut here = 0;");
        out.open("while here < states.len() {");
        out.add(format!("let f = enter({params}states[here].clone());"));
        out.add("let mover = f.state.mover;");
        out.add("left.push(f.options.len());");
        out.open("winner.push(match f.best {");
        out.add("_ if !f.options.is_empty() => -1,");
        out.add("0 => 2,");
        out.add("best if best > 0 => mover,");
        out.add("_ => 1 - mover,");
        out.close("});");
        out.open("for option in f.options {");
        out.add(if s.gain || s.again { "let to = option.to;" } else { "let to = option;" });
        out.open("let at = *number.entry(to.clone()).or_insert_with(|| {");
        out.add("states.push(to);");
        out.add("before.push(vec![]);");
        out.add("states.len() - 1");
        out.close("});");
        out.add("before[at].push(here);");
        out.close("}");
        out.add("here += 1;");
        out.close("}");
        out.add("// Where can this player force one of these ends?");
        out.open("let forces = |player: Int, good: &[Int]| {");
        out.add("let mut count = left.clone();");
        out.add("let mut done: Vec<bool> = winner.iter().map(|w| good.contains(w)).collect();");
        out.add("let mut waiting: Vec<usize> = (0..done.len()).filter(|&i| done[i]).collect();");
        out.open("while let Some(i) = waiting.pop() {");
        out.open("for &j in &before[i] {");
        out.add("count[j] -= 1;");
        out.open("if !done[j] && (states[j].mover == player || count[j] == 0) {");
        out.add("done[j] = true;");
        out.add("waiting.push(j);");
        out.close("}");
        out.close("}");
        out.close("}");
        out.add("done");
        out.close("};");
        let other = match lucky {
            None => {
                out.add("let (wins, loses) = (forces(0, &[0]), forces(1, &[1]));");
                out.open("for (i, state) in states.iter().enumerate() {");
                out.add("let result = if wins[i] { 1 } else if loses[i] { -1 } else { 0 };");
                0
            }
            Some(lucky) => {
                let other = 1 - lucky;
                out.add(format!(
                    "let (wins, holds) = (forces({other}, &[{other}]), forces({other}, &[{other}, 2]));"
                ));
                out.open("for (i, state) in states.iter().enumerate() {");
                out.add("let result = if wins[i] { 1 } else if holds[i] { 0 } else { -1 };");
                other
            }
        };
        out.add(format!(
            "memo.insert(state.clone(), if state.mover == {other} {{ result }} else {{ -result }});"
        ));
        out.close("}");
        out.add("memo[&start]");
        out.close("}");
    }
}
