//! The engines over compiled games, with the size of a packed position hidden.

use super::codec::{Codec, Packed};
use super::game::{Core, Fault, One, Several, Single};
use crate::engines::whole::State;
use bouton_engine::search::{Outcomes, PackedNimbers, PackedOutcomes, PackedScores, Scores};
use bouton_engine::{self as engine, Budget, Halt, Nimber, Outcome, Retrograde, Solved, Stop, search};
use bouton_language::interp::{Part, Position};

/// Why there was no answer.
pub(crate) enum Failure {
    /// The interpreter must be asked.
    Unfit,
    /// The engine stopped, in states that a reader can be shown; the rules fail by the budget alone.
    Stop(Stop<State, Halt>),
}

/// What whole positions are asked.
pub(crate) trait Wholes: Send {
    /// Win, lose or draw.
    fn outcome(&mut self, state: &State, budget: &Budget) -> Result<Outcome, Failure>;
    /// The same with remoteness, where play may never end.
    fn solved(&mut self, state: &State, budget: &Budget) -> Result<Solved, Failure>;
    /// The score for the player to move.
    fn score(&mut self, state: &State, budget: &Budget) -> Result<i64, Failure>;
    /// An outcome that is known already.
    fn known(&self, state: &State) -> Option<Outcome>;
    /// Takes an outcome from somebody who knows it.
    fn learn_outcome(&mut self, state: &State, outcome: Outcome, budget: &Budget) -> Result<(), Failure>;
    /// Takes a score for the player to move from somebody who knows it.
    fn learn_score(&mut self, state: &State, score: i64, budget: &Budget) -> Result<(), Failure>;
    /// Positions stored.
    fn positions(&self) -> usize;
    /// The memory taken.
    fn bytes(&self) -> usize;
}

/// What single parts are asked.
pub(crate) trait Values: Send {
    /// The Grundy value.
    fn value(&mut self, part: &Part, budget: &Budget) -> Result<u64, Failure>;
    /// A value that is known already.
    fn known(&self, part: &Part) -> Option<u64>;
    /// Takes a value from somebody who knows it.
    fn learn(&mut self, part: &Part, value: u32, budget: &Budget) -> Result<(), Failure>;
    /// Parts stored.
    fn positions(&self) -> usize;
    /// The memory taken.
    fn bytes(&self) -> usize;
}

/// A game whose packed positions can be made from states and turned back.
pub(crate) trait Packs: engine::Game<Error = Fault> + Clone + Send {
    /// Packs a state.
    fn packed(&self, state: &State) -> Result<Self::Position, Fault>;
    /// The state behind a packed position.
    fn state(&self, packed: &Self::Position) -> State;
}

impl Core {
    /// The canonical words of a part.
    pub(super) fn words(&self, part: &Part) -> Result<Vec<i64>, Fault> {
        let mut words = vec![0; self.program.layout().width()];
        if !self.program.layout().write(part, &mut words) {
            return Err(Fault::Unfit);
        }
        self.form.tidy(&mut words);
        Ok(words)
    }

    /// The part behind its packed words.
    pub(super) fn part<const N: usize>(&self, codec: &Codec, packed: &Packed<N>) -> Part {
        let mut words = vec![0; self.program.layout().width()];
        codec.unpack(packed, &mut words);
        self.program.layout().read(&words)
    }
}

impl<const N: usize> Packs for One<N> {
    fn packed(&self, state: &State) -> Result<Packed<N>, Fault> {
        let [Position { parts }] = state.positions.as_slice() else { return Err(Fault::Unfit) };
        let [part] = parts.as_slice() else { return Err(Fault::Unfit) };
        self.pack(&self.core.words(part)?, state.turn)
    }

    fn state(&self, packed: &Packed<N>) -> State {
        let part = self.core.part(&self.codec, packed);
        State { positions: vec![Position { parts: vec![part] }], turn: self.turn(packed) }
    }
}

impl<const N: usize> Packs for Several<N> {
    fn packed(&self, state: &State) -> Result<Packed<N>, Fault> {
        let [Position { parts }] = state.positions.as_slice() else { return Err(Fault::Unfit) };
        let mut codes = Vec::with_capacity(parts.len());
        for part in parts {
            codes.extend(self.part(&self.core.words(part)?)?);
        }
        self.pack(&mut codes, state.turn)
    }

    fn state(&self, packed: &Packed<N>) -> State {
        let mut codes = Vec::new();
        self.many.unpack(packed, &mut codes);
        let parts = codes.iter().map(|&code| self.core.part(&self.codec, &[code])).collect();
        State { positions: vec![Position { parts }], turn: self.turn(packed) }
    }
}

/// The engines of one game of whole positions.
pub(crate) struct Whole<G: Packs<Position: search::Packed>> {
    game: G,
    outcomes: Option<PackedOutcomes<G>>,
    retrograde: Option<Retrograde<G>>,
    scores: Option<PackedScores<G>>,
}

impl<G: Packs<Position: search::Packed>> Whole<G> {
    pub(crate) fn new(game: G) -> Whole<G> {
        Whole { game, outcomes: None, retrograde: None, scores: None }
    }

    fn packed(&self, state: &State) -> Result<G::Position, Failure> {
        self.game.packed(state).map_err(|_| Failure::Unfit)
    }

    fn failure(&self, stop: Stop<G::Position, Fault>) -> Failure {
        failure(stop, |packed| self.game.state(packed))
    }
}

/// The failure in terms of positions that can be shown.
pub(crate) fn failure<P>(stop: Stop<P, Fault>, show: impl Fn(&P) -> State) -> Failure {
    Failure::Stop(match stop {
        Stop::Rules(Fault::Unfit) => return Failure::Unfit,
        Stop::Rules(Fault::Halted(halt)) => Stop::Rules(halt),
        Stop::Cycle(cycle) => Stop::Cycle(cycle.iter().map(show).collect()),
        Stop::Overflow(at) => Stop::Overflow(show(&at)),
        Stop::Halt(halt) => halt.into(),
    })
}

impl<G: Packs<Position: search::Packed>> Wholes for Whole<G> {
    fn outcome(&mut self, state: &State, budget: &Budget) -> Result<Outcome, Failure> {
        let packed = self.packed(state)?;
        let engine = self.outcomes.get_or_insert_with(|| Outcomes::packed(self.game.clone()).every_core());
        let found = engine.solve(&packed, budget);
        found.map_err(|stop| self.failure(stop))
    }

    fn solved(&mut self, state: &State, budget: &Budget) -> Result<Solved, Failure> {
        let packed = self.packed(state)?;
        let engine = self.retrograde.get_or_insert_with(|| Retrograde::new(self.game.clone()));
        let found = engine.solve(&packed, budget);
        found.map_err(|stop| self.failure(stop))
    }

    fn score(&mut self, state: &State, budget: &Budget) -> Result<i64, Failure> {
        let packed = self.packed(state)?;
        let engine = self.scores.get_or_insert_with(|| Scores::packed(self.game.clone()).every_core());
        let found = engine.value(&packed, budget);
        found.map_err(|stop| self.failure(stop))
    }

    fn known(&self, state: &State) -> Option<Outcome> {
        let packed = self.game.packed(state).ok()?;
        let searched = self.outcomes.as_ref().and_then(|e| e.known(&packed));
        searched.or_else(|| Some(self.retrograde.as_ref()?.known(&packed)?.outcome))
    }

    fn learn_outcome(&mut self, state: &State, outcome: Outcome, budget: &Budget) -> Result<(), Failure> {
        let packed = self.packed(state)?;
        let engine = self.outcomes.get_or_insert_with(|| Outcomes::packed(self.game.clone()).every_core());
        engine.learn(packed, outcome, budget);
        Ok(())
    }

    fn learn_score(&mut self, state: &State, score: i64, budget: &Budget) -> Result<(), Failure> {
        let packed = self.packed(state)?;
        let engine = self.scores.get_or_insert_with(|| Scores::packed(self.game.clone()).every_core());
        engine.learn(packed, score, budget);
        Ok(())
    }

    fn positions(&self) -> usize {
        let counts = [
            self.outcomes.as_ref().map(Outcomes::positions),
            self.retrograde.as_ref().map(Retrograde::positions),
            self.scores.as_ref().map(Scores::positions),
        ];
        counts.into_iter().flatten().sum()
    }

    fn bytes(&self) -> usize {
        let engines = [
            self.outcomes.as_ref().map(Outcomes::bytes),
            self.retrograde.as_ref().map(Retrograde::bytes),
            self.scores.as_ref().map(Scores::bytes),
        ];
        engines.into_iter().flatten().sum()
    }
}

impl<const N: usize> Single<N> {
    fn packed(&self, part: &Part) -> Result<Packed<N>, Fault> {
        self.codec.pack(&self.core.words(part)?, &[]).ok_or(Fault::Unfit)
    }

    fn state(&self, packed: &Packed<N>) -> State {
        let part = self.core.part(&self.codec, packed);
        State::new(Position { parts: vec![part] }, 0)
    }
}

impl<const N: usize> Values for PackedNimbers<Single<N>> {
    fn value(&mut self, part: &Part, budget: &Budget) -> Result<u64, Failure> {
        let packed = self.game().packed(part).map_err(|_| Failure::Unfit)?;
        let found = PackedNimbers::value(self, &packed, budget);
        found.map(|nimber| u64::from(nimber.0)).map_err(|stop| failure(stop, |p| self.game().state(p)))
    }

    fn known(&self, part: &Part) -> Option<u64> {
        let packed = self.game().packed(part).ok()?;
        PackedNimbers::known(self, &packed).map(|nimber| u64::from(nimber.0))
    }

    fn learn(&mut self, part: &Part, value: u32, budget: &Budget) -> Result<(), Failure> {
        let packed = self.game().packed(part).map_err(|_| Failure::Unfit)?;
        PackedNimbers::learn(self, packed, Nimber(value), budget);
        Ok(())
    }

    fn positions(&self) -> usize {
        PackedNimbers::positions(self)
    }

    fn bytes(&self) -> usize {
        PackedNimbers::bytes(self)
    }
}
