//! Programs: rules compiled to a generator of moves over words.
//!
//! A [`Layout`] says how a part is laid out in words; a [`Program`] lists the moves of such a part, the same moves in
//! the same order as the interpreter, and says whether play has ended. It knows nothing of errors: wherever the
//! interpreter would word one, or a number leaves 64 bits, or a list outgrows its room, the program gives up with
//! [`Deopt`] and the caller asks the interpreter instead.
//!
//! ```text
//! core + Layout ──lower──▶ word-level code ──▶ closures | machine code
//! ```

mod closures;
mod help;
mod ir;
mod layout;
mod lower;
#[cfg(feature = "machine")]
mod machine;
mod scratch;

pub use layout::{Cell, FieldLayout, Layout, Sequence};

use bouton_core::Core;
use bouton_language::ast::Verdict;
use bouton_language::interp::{Ending, EndingLine, Turn};
use bouton_language::rules::Builtin;
use lower::Lowered;
use scratch::Scratch;
use std::ops::ControlFlow;
#[cfg(feature = "machine")]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Steps (rounds of loops, words of lists that are made) that one call may take.
const MOST_STEPS: i64 = 1 << 26;

/// Why rules have no program. The interpreter runs them all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProgram {
    /// They look at all parts of a sum.
    Heaps,
    /// They look at a field where there is none.
    NoPart,
    /// A field holds values of several kinds.
    Mixed {
        /// Which.
        field: usize,
    },
    /// A part takes too many words.
    TooWide,
    /// The code would be too long.
    TooLong,
    /// A value has no fixed kind, or one that does not fit its place.
    Kinds,
    /// Lists of lists where words are needed.
    Nested,
    /// A name that no part can hold, or an order of names.
    Name,
    /// A number beyond 64 bits.
    Big,
    /// Real numbers.
    Real,
    /// No case can hold.
    NoCase,
    /// A range without an end.
    NoEnd,
    /// A definition that calls itself other than last.
    Recursion,
    /// A function that is not compiled.
    Generator(Builtin),
    /// A field is written as a whole and in part.
    ChangedTwice,
    /// There is no machine code for this machine.
    Machine,
}

/// Why a call gave up. What it has shown so far is to be forgotten: the interpreter knows the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deopt {
    /// It takes too many steps.
    Steps,
    /// Something that words cannot express: an error of the rules, a large number, a list without room.
    Unfit,
}

/// What runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Closures, on every machine.
    Closures,
    /// Machine code.
    #[cfg(feature = "machine")]
    Machine,
    /// Closures for the first calls, then machine code, where there is any. Short questions do not wait for it.
    Warming,
}

impl Default for Backend {
    /// The faster one that this build has.
    fn default() -> Backend {
        #[cfg(feature = "machine")]
        if machine::SUPPORTED && !CLOSURES_ONLY.load(Ordering::Relaxed) {
            return Backend::Machine;
        }
        Backend::Closures
    }
}

static CLOSURES_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on no machine code is made in this process. There is no way back, and it holds for everybody: a process that runs
/// rules of strangers need not look for a solver that was not told.
pub fn closures_only() {
    CLOSURES_ONLY.store(true, Ordering::Relaxed);
}

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub struct Made<'m> {
    /// Index of its line in `rules.moves`.
    pub line: usize,
    /// What the part becomes: parts one after another, each [`Layout::width`] words.
    pub words: &'m [i64],
    /// How many parts.
    pub parts: usize,
    /// What the mover gains.
    pub gain: i64,
    /// Does the same player move again?
    pub again: bool,
}

/// Which function of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Moves,
    Ended,
    Blocked,
}

enum Code {
    Closures(closures::Code),
    #[cfg(feature = "machine")]
    Machine(machine::Code),
    Warming(Warming),
}

/// Closures, and machine code once there was enough to do.
struct Warming {
    closures: closures::Code,
    /// `None` inside where there is none for this machine.
    #[cfg(feature = "machine")]
    machine: OnceLock<Option<machine::Code>>,
    /// Calls, moves and rounds of loops so far.
    heat: AtomicU64,
}

/// What runs a call.
enum Ready<'c> {
    /// Closures; and what they warm.
    Closures(&'c closures::Code, Option<&'c Warming>),
    #[cfg(feature = "machine")]
    Machine(&'c machine::Code),
}

/// So much heat takes about as long as making machine code.
#[cfg(feature = "machine")]
const HOT: u64 = 1 << 10;

impl Warming {
    fn new(lowered: &Lowered) -> Warming {
        Warming {
            closures: closures::Code::new(lowered),
            #[cfg(feature = "machine")]
            machine: OnceLock::new(),
            heat: AtomicU64::new(0),
        }
    }

    fn cold(&self) -> Ready<'_> {
        Ready::Closures(&self.closures, Some(self))
    }

    fn heat(&self, by: u64) {
        self.heat.fetch_add(by, Ordering::Relaxed);
    }

    #[cfg(feature = "machine")]
    #[inline]
    fn ready(&self, lowered: &Lowered) -> Ready<'_> {
        match self.machine.get() {
            Some(Some(code)) => Ready::Machine(code),
            Some(None) => self.cold(),
            None => self.look(lowered),
        }
    }

    #[cfg(feature = "machine")]
    #[cold]
    fn look(&self, lowered: &Lowered) -> Ready<'_> {
        if self.heat.load(Ordering::Relaxed) < HOT {
            return self.cold();
        }
        match self.machine.get_or_init(|| machine::Code::new(lowered).ok()) {
            Some(code) => Ready::Machine(code),
            None => self.cold(),
        }
    }

    #[cfg(not(feature = "machine"))]
    fn ready(&self, _: &Lowered) -> Ready<'_> {
        self.cold()
    }
}

/// Compiled rules.
pub struct Program {
    layout: Layout,
    lowered: Lowered,
    memory: scratch::Size,
    code: Code,
    /// Verdict and player of the `when` lines.
    whens: Vec<(Verdict, Option<usize>)>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl Program {
    /// Compiles rules for parts of this layout.
    pub fn new(core: &Core, layout: Layout, backend: Backend) -> Result<Program, NoProgram> {
        Program::lowered(core, layout, backend, false)
    }

    /// The same for whoever adds heaps by xor, where two equal ones cancel: of the heaps of a `k of e` only one or two
    /// are made, as k is odd or even.
    pub fn by_parity(core: &Core, layout: Layout, backend: Backend) -> Result<Program, NoProgram> {
        Program::lowered(core, layout, backend, true)
    }

    fn lowered(core: &Core, layout: Layout, backend: Backend, cancels: bool) -> Result<Program, NoProgram> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let lowered = lower::lower(core, &layout, cancels)?;
        let memory = scratch::Size {
            program: COUNT.fetch_add(1, Ordering::Relaxed),
            words: lowered.memory,
            first: lowered.first,
            vars: lowered.functions.iter().flatten().map(|f| f.vars).max().unwrap_or(0),
        };
        let code = match backend {
            Backend::Closures => Code::Closures(closures::Code::new(&lowered)),
            #[cfg(feature = "machine")]
            Backend::Machine => Code::Machine(machine::Code::new(&lowered)?),
            Backend::Warming => Code::Warming(Warming::new(&lowered)),
        };
        Ok(Program {
            layout,
            lowered,
            memory,
            code,
            whens: core.whens.iter().map(|w| (w.verdict, w.player)).collect(),
        })
    }

    #[inline]
    fn ready(&self) -> Ready<'_> {
        match &self.code {
            Code::Closures(code) => Ready::Closures(code, None),
            #[cfg(feature = "machine")]
            Code::Machine(code) => Ready::Machine(code),
            Code::Warming(warming) => warming.ready(&self.lowered),
        }
    }

    /// How parts are laid out.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Shows every legal move of a part, in the interpreter's order. The part must be legal itself; `part` is its
    /// words, as [`Layout::write`] writes them.
    pub fn moves<F>(&self, part: &[i64], turn: Turn, mut visit: F) -> Result<(), Deopt>
    where
        F: FnMut(Made<'_>) -> ControlFlow<()>,
    {
        let given = given(turn, 0).ok_or(Deopt::Unfit)?;
        let part = part.get(..self.layout.width()).ok_or(Deopt::Unfit)?;
        let mut scratch = Scratch::take(&self.memory);
        let consts = &self.lowered.consts[..];
        let done = match self.ready() {
            #[cfg(feature = "machine")]
            Ready::Machine(code) => code.moves(part, consts, &mut scratch, given, &mut visit),
            Ready::Closures(code, warming) => {
                let mut moves = 0;
                let mut show = |made: Made<'_>| {
                    moves += 1;
                    visit(made).is_break()
                };
                let (done, steps) = code.run(Entry::Moves, part, consts, &mut scratch, given, &mut show);
                if let Some(warming) = warming {
                    warming.heat(1 + steps + moves);
                }
                done
            }
        };
        scratch.give_back();
        done.map(|_| ())
    }

    /// Has this part a legal move?
    pub fn can_move(&self, part: &[i64], turn: Turn) -> Result<bool, Deopt> {
        let mut found = false;
        self.moves(part, turn, |_| {
            found = true;
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Can play end other than by a player who cannot move?
    pub fn has_endings(&self) -> bool {
        self.lowered.functions[Entry::Ended as usize].is_some()
    }

    /// Has play ended, where only the number of moves decides that? `None` where the part must be looked at.
    #[inline]
    pub fn stopped(&self, turn: Turn) -> Option<bool> {
        let most = self.lowered.stop?;
        Some(u64::try_from(most).map_or(true, |most| most <= turn.turn))
    }

    /// Has play ended by a `when` line or by `stop after`? In a sum these lines look at no part: any will do.
    pub fn ended(&self, part: &[i64], turn: Turn) -> Result<Option<Ending>, Deopt> {
        if !self.has_endings() {
            return Ok(None);
        }
        if let Some(over) = self.stopped(turn) {
            return Ok(over.then_some(Ending { verdict: Verdict::Draw, line: EndingLine::Stop }));
        }
        let mut line = self.call(Entry::Ended, part, turn, -1)?;
        if line == lower::ASK {
            let stuck = !self.can_move(part, turn)?;
            line = self.call(Entry::Ended, part, turn, i64::from(stuck))?;
        }
        let Some(line) = usize::try_from(line).ok().and_then(|l| l.checked_sub(1)) else { return Ok(None) };
        Ok(Some(match self.whens.get(line) {
            None => Ending { verdict: Verdict::Draw, line: EndingLine::Stop },
            Some(&(verdict, player)) => {
                let verdict = match (player, verdict) {
                    (Some(p), Verdict::Win) if p != turn.mover => Verdict::Lose,
                    (Some(p), Verdict::Lose) if p != turn.mover => Verdict::Win,
                    (_, verdict) => verdict,
                };
                Ending { verdict, line: EndingLine::When(line) }
            }
        }))
    }

    /// How many options the opponent may forbid here.
    pub fn blocked(&self, part: &[i64], turn: Turn) -> Result<u64, Deopt> {
        if self.lowered.functions[Entry::Blocked as usize].is_none() {
            return Ok(0);
        }
        self.call(Entry::Blocked, part, turn, 0).map(|n| n.max(0) as u64)
    }

    fn call(&self, entry: Entry, part: &[i64], turn: Turn, stuck: i64) -> Result<i64, Deopt> {
        let given = given(turn, stuck).ok_or(Deopt::Unfit)?;
        let part = part.get(..self.layout.width()).ok_or(Deopt::Unfit)?;
        let mut scratch = Scratch::take(&self.memory);
        let done = match self.ready() {
            #[cfg(feature = "machine")]
            Ready::Machine(code) => code.call(entry, part, &self.lowered.consts, &mut scratch, given),
            Ready::Closures(code, warming) => {
                let consts = &self.lowered.consts;
                let (done, steps) = code.run(entry, part, consts, &mut scratch, given, &mut |_| true);
                if let Some(warming) = warming {
                    warming.heat(1 + steps);
                }
                done
            }
        };
        scratch.give_back();
        done
    }
}

/// Player (1 or 2), turn and whether the player is stuck, as code takes them.
fn given(turn: Turn, stuck: i64) -> Option<[i64; ir::GIVEN]> {
    Some([i64::try_from(turn.mover).ok()? + 1, i64::try_from(turn.turn).ok()?, stuck])
}
