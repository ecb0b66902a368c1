//! Whole states of a Python program: who moves, how many moves were made, all parts.

use super::{Python, strength};
use crate::ir::{EndValue, Goal, Search, Ty};
use crate::print::layout::Lines;

impl Python<'_> {
    /// The names of a state, for taking it apart: `parts, mover, turn`.
    pub(super) fn state(&self, s: &Search) -> String {
        let mut all = vec![if s.heaps { "parts" } else { "p" }];
        if s.mover {
            all.push("mover");
        }
        if s.turn {
            all.push("turn");
        }
        if all.len() == 1 { all[0].to_string() } else { all.join(", ") }
    }

    pub(super) fn next_state(&self, s: &Search, to: &str) -> String {
        let mut all = vec![to.to_string()];
        if s.mover {
            all.push(if s.again { "mover if again else 1 - mover" } else { "1 - mover" }.to_string());
        }
        if s.turn {
            all.push("turn + 1".to_string());
        }
        if all.len() == 1 { to.to_string() } else { format!("({})", all.join(", ")) }
    }

    pub(super) fn states(&self, s: &Search, out: &mut Lines) {
        self.options(s, out);
        let ends = !s.endings.is_empty() || s.stop.is_some();
        if ends {
            self.ended(s, out);
        }
        self.enter(s, ends, out);
        out.gap_two();
        out.add("memo = {}");
        out.gap_two();
        match s.endless {
            Some(lucky) => self.endless(s, lucky, out),
            None => self.value(s, out),
        }
    }

    pub(super) fn options(&self, s: &Search, out: &mut Lines) {
        out.gap_two();
        let extra = match (s.gain, s.again) {
            (true, true) => ", gain, again",
            (true, false) => ", gain",
            (false, true) => ", again",
            _ => "",
        };
        out.add(format!(
            "# The states that a move leads to{}.",
            if extra.is_empty() { "" } else { ", with what it brings" }
        ));
        out.open("def options(state):");
        let names = self.state(s);
        out.add(format!("{names} = state"));
        out.add("out = []");
        let args = self.arguments(s);
        let push = |to: &str| match extra.is_empty() {
            true => format!("out.append({})", self.next_state(s, to)),
            false => format!("out.append(({}{extra}))", self.next_state(s, to)),
        };
        if s.heaps {
            out.open("for i in range(len(parts)):");
            out.open(format!("for to{extra} in moves(parts[i]{args}):"));
            let more = if s.splits { "tuple(to)" } else { "(to,)" };
            let sets = self.p.fields.iter().any(|f| matches!(f.ty, Ty::Set(_)));
            let key = if sets { ", key=repr" } else { "" };
            out.add(format!("rest = tuple(sorted(parts[:i] + parts[i + 1:] + {more}{key}))"));
            out.add(push("rest"));
            out.back();
            out.back();
        } else {
            out.open(format!("for to{extra} in moves(p{args}):"));
            out.add(push("to"));
            out.back();
        }
        out.add("return out");
        out.back();
    }

    pub(super) fn ended(&self, s: &Search, out: &mut Lines) {
        out.gap_two();
        out.add("# How play has ended here for the player to move: 1 won, 0 drawn, -1 lost; None while it goes on.");
        let stuck = if s.stuck { ", stuck" } else { "" };
        out.open(format!("def ended(state{stuck}):"));
        out.add(format!("{} = state", self.state(s)));
        if s.sees_heaps {
            out.add(format!("heaps = {}", self.heap_values("parts")));
        }
        self.with_base("p.", || {
            for e in &s.endings {
                out.open(format!("if {}:", self.ex(&e.cond)));
                let value = match e.player {
                    Some(player) if e.value != 0 => {
                        format!("{} if mover == {player} else {}", e.value, -e.value)
                    }
                    _ => e.value.to_string(),
                };
                out.add(format!("return {value}"));
                out.back();
            }
            if let Some(stop) = &s.stop {
                out.open(format!("if turn >= {}:", self.at(stop, strength::CMP + 1)));
                out.add("return 0");
                out.back();
            }
        });
        out.add("return None");
        out.back();
    }

    pub(super) fn heap_values(&self, parts: &str) -> String {
        match self.p.fields.as_slice() {
            [one] => format!("tuple(part.{} for part in {parts})", one.name),
            _ => parts.to_string(),
        }
    }

    pub(super) fn end_value(&self, s: &Search) -> String {
        match s.end {
            EndValue::Is(v) => v.to_string(),
            EndValue::Wins(p) => format!("1 if {} == {p} else -1", self.mover_of(s, "state")),
        }
    }

    pub(super) fn mover_of(&self, s: &Search, state: &str) -> String {
        if s.mover { format!("{state}[1]") } else { "0".to_string() }
    }

    /// What a state has to offer: its options, or its value where play has ended.
    pub(super) fn enter(&self, s: &Search, ends: bool, out: &mut Lines) {
        out.gap_two();
        out.add("# The options of a state; where there are none, what the player to move gets.");
        out.open("def enter(state):");
        let score = matches!(s.goal, Goal::Score | Goal::Shared);
        match (ends, s.stuck) {
            (true, true) => {
                out.add("found = options(state)");
                out.add("over = ended(state, not found)");
            }
            (true, false) => out.add("over = ended(state)"),
            _ => {}
        }
        if ends {
            out.open("if over is not None:");
            out.add(if score { "return [], 0" } else { "return [], over" });
            out.back();
        }
        if !s.stuck {
            out.add("found = options(state)");
        }
        if s.block.is_some() {
            out.add("# Options are counted once, however many moves lead there.");
            out.add("found = sorted(set(found))");
        }
        out.add(format!("return found, {}", if score { "0".into() } else { self.end_value(s) }));
        out.back();
    }

    pub(super) fn value(&self, s: &Search, out: &mut Lines) {
        let what = match s.goal {
            Goal::Score => "# What the player to move gets more than the other, with best play.",
            Goal::Shared => {
                "# The common total with best play: the first player makes it large, the second small."
            }
            _ => "# 1 if the player to move wins, -1 if that player loses, 0 for a draw.",
        };
        out.add(what);
        out.open("def value(start):");
        out.add("stack = []");
        if s.repeats {
            out.add("path = {start}  # where the search is");
        }
        out.open("if start not in memo:");
        out.add("found, over = enter(start)");
        out.add("stack.append([start, found, 0, over])");
        out.back();
        out.open("while stack:");
        out.add("frame = stack[-1]");
        out.add("state, found, at, best = frame");
        out.open("if at == len(found):");
        if let Some(block) = &s.block {
            out.add("# The opponent forbids the best ones; to forbid all leaves the mover stuck.");
            out.open("if found:");
            out.add(format!("{} = state", self.state(s)));
            if s.sees_heaps {
                out.add(format!("heaps = {}", self.heap_values("parts")));
            }
            let block = self.with_base("p.", || self.ex(block));
            let flip = if s.again { "memo[o[0]] if o[1] else -memo[o[0]]" } else { "-memo[o]" };
            out.add(format!("results = sorted(({flip} for o in found), reverse=True)"));
            out.add("results.append(best)");
            out.add(format!("best = min(results[:min({block}, len(found)) + 1])"));
            out.back();
        }
        out.add("memo[state] = best");
        if s.repeats {
            out.add("path.remove(state)");
        }
        out.add("stack.pop()");
        out.add("continue");
        out.back();
        let parts = match (s.gain, s.again) {
            (true, true) => "to, gain, again",
            (true, false) => "to, gain",
            (false, true) => "to, again",
            _ => "to",
        };
        out.add(format!("{parts} = found[at]"));
        out.open("if to not in memo:");
        if s.repeats {
            self.step_onto("to", out);
        }
        out.add("found, over = enter(to)");
        out.add("stack.append([to, found, 0, over])");
        out.add("continue");
        out.back();
        if s.block.is_some() {
            out.add("frame[2] = at + 1");
        } else {
            let there = match (s.goal, s.again) {
                (Goal::Shared, _) => "memo[to]",
                (_, true) => "(memo[to] if again else -memo[to])",
                _ => "-memo[to]",
            };
            let gained = match (s.gain, there.starts_with('-')) {
                (true, true) => format!("gain - {}", &there[1..]),
                (true, false) => format!("gain + {there}"),
                _ => there.to_string(),
            };
            out.add(format!("result = {gained}"));
            let better = match s.goal {
                Goal::Shared => format!("(max if {} == 0 else min)(best, result)", self.mover_of(s, "state")),
                _ => "max(best, result)".to_string(),
            };
            out.add(format!("frame[3] = best = result if at == 0 else {better}"));
            match s.goal {
                Goal::Outcome => out.add("frame[2] = at + 1 if best < 1 else len(found)"),
                _ => out.add("frame[2] = at + 1"),
            }
        }
        out.back();
        out.add("return memo[start]");
        out.back();
    }

    pub(super) fn endless(&self, s: &Search, lucky: Option<usize>, out: &mut Lines) {
        out.add("# 1 if the player to move wins, -1 if that player loses, 0 for a draw. Play may go round for ever, so all");
        out.add("# states that can arise are listed, and what a player can force is found from the ends backwards.");
        out.open("def value(start):");
        out.open("if start in memo:");
        out.add("return memo[start]");
        out.back();
        out.add("number, states, winner, before, left = {start: 0}, [start], [], [[]], []");
        out.open("while len(left) < len(states):");
        out.add("here = len(left)");
        out.add("found, over = enter(states[here])");
        out.add("left.append(len(found))");
        out.add("mover = states[here][1]");
        out.add("winner.append(None if found else mover if over > 0 else 1 - mover if over < 0 else 2)");
        out.open("for to in found:");
        if s.again {
            out.add("to = to[0]");
        }
        out.open("if to not in number:");
        out.add("number[to] = len(states)");
        out.add("states.append(to)");
        out.add("before.append([])");
        out.back();
        out.add("before[number[to]].append(here)");
        out.back();
        out.back();
        out.gap();
        out.open("def forces(player, good):");
        out.add("# Where can this player force one of these ends?");
        out.add("count, done = left[:], [w in good for w in winner]");
        out.add("waiting = [i for i, d in enumerate(done) if d]");
        out.open("for i in waiting:");
        out.open("for j in before[i]:");
        out.add("count[j] -= 1");
        out.open("if not done[j] and (states[j][1] == player or count[j] == 0):");
        out.add("done[j] = True");
        out.add("waiting.append(j)");
        out.back();
        out.back();
        out.back();
        out.add("return done");
        out.back();
        out.gap();
        match lucky {
            None => {
                out.add("first, second = forces(0, (0,)), forces(1, (1,))");
                out.open("for i, state in enumerate(states):");
                out.add("result = 1 if first[i] else -1 if second[i] else 0");
                out.add("memo[state] = result if state[1] == 0 else -result");
                out.back();
            }
            Some(lucky) => {
                let other = 1 - lucky;
                out.add(format!("wins, holds = forces({other}, ({other},)), forces({other}, ({other}, 2))"));
                out.open("for i, state in enumerate(states):");
                out.add("result = 1 if wins[i] else 0 if holds[i] else -1");
                out.add(format!("memo[state] = result if state[1] == {other} else -result"));
                out.back();
            }
        }
        out.add("return memo[start]");
        out.back();
    }
}
