//! Positions from which plain searches are quick: how many positions can be reached that no case before has reached (the
//! programs remember), counted up to a bound, and random moves made until there are few.

use bouton::reference::Reference;
use bouton::rng::Rng;
use bouton::{Solver, claims};
use bouton_contest::space::Space;
use bouton_language::ast::FieldKind;
use bouton_language::interp::{Position, Turn};
use bouton_template::Case;
use std::collections::HashSet;

/// So many new positions may be reached from one that is compared; more where a game has none so small.
const FEW: usize = 300;
const MANY: usize = 20_000;

/// Random moves that are made from a position from which too many can be reached.
const MOVES: u64 = 24;

/// How large random positions are: larger where all small ones were seen.
pub(crate) struct Sizes {
    /// The largest number.
    pub(crate) number: u64,
    seen: usize,
    large: usize,
    few: usize,
    /// Moves that are played before a position is looked at: as many as were needed lately.
    ahead: u64,
    /// Positions that a case before has reached.
    known: HashSet<Key>,
    /// All that a position in the middle of a game has can be written; and it may have several parts.
    whole: bool,
    sums: bool,
}

/// A position, who moves, and the number of the move where it matters.
type Key = (Position, usize, u64);

impl Sizes {
    pub(crate) fn new(numbers: bool, whole: bool, sums: bool) -> Sizes {
        Sizes {
            number: if numbers { 30 } else { 8 },
            seen: 0,
            large: 0,
            few: FEW,
            ahead: 0,
            known: HashSet::new(),
            whole,
            sums,
        }
    }

    /// A position came again; lists get longer where there is a space for them.
    pub(crate) fn again(&mut self, space: Option<&mut Space>, kinds: &[FieldKind]) {
        self.seen += 1;
        if !self.seen.is_multiple_of(12) {
            return;
        }
        let Some(space) = space else {
            self.number = (self.number + 1).min(100);
            return;
        };
        self.number = (self.number + self.number / 4 + 1).min(1_000_000);
        for (length, kind) in space.limits.lengths.iter_mut().zip(kinds) {
            *length = match (kind, *length) {
                (FieldKind::Number, _) => None,
                (FieldKind::Grid, now) => Some((1, (now.map_or(4, |n| n.1) + 1).min(6))),
                (_, now) => Some((0, (now.map_or(8, |n| n.1) + 1).min(14))),
            };
        }
    }

    /// A position was too large, whatever was played.
    pub(crate) fn too_large(&mut self) {
        self.large += 1;
        if self.large.is_multiple_of(8) {
            self.few = (self.few * 2).min(MANY);
        }
    }

    /// The position, or one that random play leads to, from which few positions can be reached.
    pub(crate) fn small(
        &mut self,
        space: &mut Space,
        solver: &mut Solver,
        case: Case,
        rng: &mut Rng,
    ) -> Option<Case> {
        if !self.whole {
            if self.few_reached(&case) {
                return Some(case);
            }
            self.smaller(space, rng);
            return None;
        }
        let mut made = rng.below(2 * self.ahead + 1);
        let mut case = match space.played(solver, &case, rng, made) {
            Ok(Some(there)) if self.sums || there.position.parts.len() == 1 => there,
            _ => case,
        };
        let mut first = true;
        while made <= MOVES {
            if self.few_reached(&case) {
                self.ahead -= u64::from(first && self.ahead > 0 && rng.below(4) == 0);
                return Some(case);
            }
            if first {
                first = false;
                self.ahead = (self.ahead + 1).min(MOVES / 2);
                self.smaller(space, rng);
            }
            let more = 2 + made / 2;
            case = space.played(solver, &case, rng, more).ok()??;
            if !self.sums && case.position.parts.len() != 1 {
                return None;
            }
            made += more;
        }
        None
    }

    /// Positions are too large.
    fn smaller(&mut self, space: &mut Space, rng: &mut Rng) {
        self.number = (self.number - self.number / 16).max(3);
        // Lists and boards of a fixed size stay within their limits.
        for length in space.limits.lengths.iter_mut().flatten() {
            let least = if length.0 == 1 { 4 } else { 8 };
            if length.1 > least && rng.below(8) == 0 {
                length.1 -= 1;
            }
        }
    }

    /// Can only few new positions be reached? Games of heaps whose values add are looked at heap by heap.
    fn few_reached(&mut self, case: &Case) -> bool {
        let game = &case.game;
        if !game.changed().is_empty() {
            // Programs that read parameters begin anew with every case.
            self.known.clear();
        }
        let rules = game.rules();
        let alone = claims::adds(game);
        let turns = rules.uses.turn || rules.stop.is_some();
        let reference = Reference::new(game);
        let mut fresh: Vec<Key> = Vec::new();
        let (mut next, mut edges) = (0, 0);
        let mut found = vec![(case.position.clone(), case.state().turn)];
        let few = loop {
            for (position, turn) in found.drain(..) {
                let mut parts = position.parts;
                parts.sort();
                let (mover, turn) = (if alone { 0 } else { turn.mover }, if turns { turn.turn } else { 0 });
                let all = match alone {
                    true => parts.into_iter().map(|p| Position { parts: vec![p] }).collect(),
                    false => vec![Position { parts }],
                };
                for p in all {
                    let key = (p, mover, turn);
                    if self.known.insert(key.clone()) {
                        fresh.push(key);
                    }
                }
            }
            if fresh.len() > self.few || edges > 40 * self.few {
                break false;
            }
            let Some((position, mover, turn)) = fresh.get(next) else { break true };
            next += 1;
            let turn = Turn { mover: *mover, turn: *turn };
            let Ok(options) = reference.options(position, turn) else { break false };
            let stuck = || Ok(options.is_empty());
            let ends = !rules.whens.is_empty() || rules.stop.is_some();
            if ends && !matches!(game.interp().ended(position, turn, &stuck), Ok(None)) {
                continue;
            }
            edges += options.len();
            found.extend(options.into_iter().map(|o| (o.to, o.turn)));
        };
        if !few {
            fresh.iter().for_each(|key| {
                self.known.remove(key);
            });
        }
        few
    }
}
