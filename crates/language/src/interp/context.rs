//! One evaluation under way: whose turn it is, the frame of locals, the steps spent.

use super::error::{Error, Problem};
use super::watch::halted;
use super::{Interp, Part, Turn};
use crate::span::Span;
use crate::value::Value;
use bouton_budget::Halt;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Steps that all interpreters have taken on this thread: a clock that does not depend on the machine.
pub fn steps_taken() -> u64 {
    TAKEN.get()
}

/// Why a walk over values is left before its end.
pub(crate) enum Exit {
    /// Enough was seen.
    Stop,
    /// It failed.
    Failed(Error),
}

impl From<Error> for Exit {
    fn from(error: Error) -> Exit {
        Exit::Failed(error)
    }
}

/// What a visitor says: go on, or leave.
pub(crate) type Flow = Result<(), Exit>;

/// What a visitor from outside says.
pub(crate) fn told(answer: ControlFlow<()>) -> Flow {
    if answer.is_break() { Err(Exit::Stop) } else { Ok(()) }
}

/// The end of a walk: whoever has seen enough is content.
pub(crate) fn walked(flow: Flow) -> Result<(), Error> {
    match flow {
        Err(Exit::Failed(error)) => Err(error),
        Ok(()) | Err(Exit::Stop) => Ok(()),
    }
}

/// A visitor of values.
pub(crate) type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Cx<'a>, Value) -> Flow;

/// Definitions nest at most this deep.
pub(crate) const MOST_CALLS: u32 = 1000;
/// ... and use at most this much of the stack, whatever the build: threads have 2 MiB.
pub(crate) const MOST_STACK: usize = 768 << 10;

/// Steps that are worth remembering what they led to, for every few words of arguments.
const DEAR: u64 = 256;

/// Words of arguments and values that one evaluation remembers.
const MOST_REMEMBERED: usize = 1 << 23;

/// How many words a value fills, roughly.
fn weight(v: &Value) -> usize {
    match v {
        Value::List(items) | Value::Set(items) => 4 + items.iter().map(weight).sum::<usize>(),
        Value::Text(t) => 4 + t.len() / 8,
        Value::Big(b) => 4 + b.bits() as usize / 64,
        _ => 4,
    }
}

/// One evaluation under way.
pub(crate) struct Cx<'a> {
    pub(crate) interp: &'a Interp,
    pub(crate) turn: Turn,
    /// All parts, where `heaps` may be asked for.
    pub(crate) heaps: Option<&'a [Part]>,
    pub(crate) heaps_value: Option<Value>,
    /// Has the mover no move? Only asked in endings.
    pub(crate) stuck: Option<&'a dyn Fn() -> Result<bool, Error>>,
    /// May integers leave 64 bits?
    pub(crate) exact: bool,
    /// Do two equal heaps of a `k of e` cancel, so that one or two stand for all?
    pub(crate) cancels: bool,
    pub(crate) frame: Vec<Value>,
    pub(crate) base: usize,
    /// What depends on nothing but all heaps together, by where it stands in the rules (`None`: more); kept where the same
    /// expressions are asked for every heap.
    pub(super) alike: Option<FxHashMap<usize, Option<Value>>>,
    /// Values of definitions that call themselves several times, by definition and arguments.
    known: Vec<FxHashMap<Box<[Value]>, Value>>,
    remembered: usize,
    /// The squares that a move writes, and whether a `for` does; kept where someone asks.
    pub(super) touched: Option<Vec<(super::squares::Place, bool)>>,
    pub(super) steps: u64,
    pub(crate) calls: u32,
    pub(crate) stack: usize,
}

/// Roughly where the stack is.
pub(crate) fn stack_address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}

impl<'a> Cx<'a> {
    pub(crate) fn new(interp: &'a Interp, turn: Turn, locals: usize) -> Cx<'a> {
        Cx {
            interp,
            turn,
            heaps: None,
            heaps_value: None,
            stuck: None,
            exact: interp.exact,
            cancels: false,
            frame: vec![Value::Int(0); locals],
            base: 0,
            alike: None,
            known: Vec::new(),
            remembered: 0,
            touched: None,
            steps: 0,
            calls: 0,
            stack: stack_address(),
        }
    }

    /// The same with integers of any size.
    pub(crate) fn exactly(interp: &'a Interp, turn: Turn, locals: usize) -> Cx<'a> {
        let mut cx = Cx::new(interp, turn, locals);
        cx.exact = true;
        cx
    }

    /// Makes the frame large enough for another line of the rules.
    pub(crate) fn reserve(&mut self, locals: usize) {
        if self.frame.len() < self.base + locals {
            self.frame.resize(self.base + locals, Value::Int(0));
        }
    }

    /// Sets a local.
    #[inline]
    pub(crate) fn set(&mut self, slot: usize, v: Value) {
        let i = self.base + slot;
        if i >= self.frame.len() {
            self.reserve(slot + 1);
        }
        self.frame[i] = v;
    }

    /// Reads a local.
    pub(crate) fn local(&self, slot: usize) -> Value {
        self.frame.get(self.base + slot).cloned().unwrap_or(Value::Int(0))
    }

    /// Runs `f` with a fresh frame above the present one.
    pub(crate) fn framed<T>(
        &mut self,
        locals: usize,
        f: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (base, len) = (self.base, self.frame.len());
        self.base = len;
        self.frame.resize(len + locals, Value::Int(0));
        let out = f(self);
        self.frame.truncate(len);
        self.base = base;
        out
    }

    /// The value of a definition, if this evaluation has found it before; the arguments lie at the end of the frame.
    pub(crate) fn known(&self, define: usize, from: usize) -> Option<Value> {
        self.known.get(define)?.get(&self.frame[from..]).cloned()
    }

    /// Has this evaluation remembered any value of a definition?
    pub(crate) fn knows(&self, define: usize) -> bool {
        self.known.get(define).is_some_and(|known| !known.is_empty())
    }

    /// Were the steps since `before` far more than it takes to look up these arguments?
    pub(crate) fn is_dear(&self, before: u64, args: Range<usize>) -> bool {
        let taken = self.steps - before;
        taken > DEAR && taken / DEAR > self.frame[args].iter().map(weight).sum::<usize>() as u64 / 8
    }

    /// Remembers the value of a definition while there is room; what is kept is paid for.
    pub(crate) fn learn(
        &mut self,
        define: usize,
        args: Box<[Value]>,
        v: &Value,
        span: Span,
    ) -> Result<(), Error> {
        let size: usize = args.iter().chain([v]).map(weight).sum();
        self.tick(size as u64, span)?;
        self.remembered += size;
        if self.remembered > MOST_REMEMBERED {
            return Ok(());
        }
        if self.known.len() <= define {
            self.known.resize_with(define + 1, FxHashMap::default);
        }
        self.known[define].insert(args, v.clone());
        Ok(())
    }

    /// Puts the steps down and begins to count anew, as if this were another evaluation.
    pub(super) fn settle(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        if steps > 0 {
            self.interp.spent.fetch_add(steps, Ordering::Relaxed);
            TAKEN.set(TAKEN.get().saturating_add(steps));
        }
    }

    /// Counts `n` steps; every few thousand looks at the limit, at the cancel flag and at the thread's watch.
    #[inline]
    pub(crate) fn tick(&mut self, n: u64, span: Span) -> Result<(), Error> {
        let before = self.steps;
        self.steps = before.saturating_add(n);
        if (before ^ self.steps) >> 12 != 0 { self.look(span) } else { Ok(()) }
    }

    #[cold]
    fn look(&self, span: Span) -> Result<(), Error> {
        if self.steps > self.interp.limit {
            return Err(Error::new(span, Problem::TooManySteps { limit: self.interp.limit }));
        }
        if self.interp.cancel.load(Ordering::Relaxed) {
            return Err(Error::new(span, Problem::Halted(Halt::Interrupted)));
        }
        match halted() {
            Some(halt) => Err(Error::new(span, Problem::Halted(halt))),
            None => Ok(()),
        }
    }

    /// The source text of an expression, for messages.
    pub(crate) fn source(&self, span: Span) -> String {
        let text = self.interp.rules.sources.slice(span);
        if text.is_empty() { "…".into() } else { text.split_whitespace().collect::<Vec<_>>().join(" ") }
    }
}

impl Drop for Cx<'_> {
    fn drop(&mut self) {
        self.settle();
    }
}
