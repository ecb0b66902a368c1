//! Word-level code as closures: the portable backend, and the reference for the other.

use super::help::{Help, MOST_ARGUMENTS, Reach};
use super::ir::{Block, E, GIVEN, Op, S, Space, Var, compute};
use super::lower::Lowered;
use super::scratch::Scratch;
use super::{Deopt, Entry, MOST_STEPS, Made};

/// What takes moves; says whether to stop.
type Show<'s> = dyn FnMut(Made<'_>) -> bool + 's;

/// A call under way.
struct Env<'e> {
    part: &'e [i64],
    consts: &'e [i64],
    mem: &'e mut [i64],
    vars: &'e mut [i64],
    /// Words of a part.
    width: usize,
    steps: i64,
    show: &'e mut Show<'e>,
}

/// How a statement ends.
enum Flow {
    On,
    Leave(usize),
    Return(i64),
    Give(Deopt),
}

type Word = Result<i64, Deopt>;
type Expr = Box<dyn Fn(&mut Env<'_>) -> Word + Send + Sync>;
type Statement = Box<dyn Fn(&mut Env<'_>) -> Flow + Send + Sync>;

/// The functions of a program.
pub(crate) struct Code {
    functions: [Option<Statement>; 3],
    width: usize,
}

impl Code {
    pub(crate) fn new(lowered: &Lowered) -> Code {
        let functions = lowered.functions.each_ref().map(|f| f.as_ref().map(|f| block(&f.body)));
        Code { functions, width: lowered.width }
    }

    /// Runs a function; and how many steps it took.
    pub(crate) fn run(
        &self,
        entry: Entry,
        part: &[i64],
        consts: &[i64],
        scratch: &mut Scratch,
        given: [i64; GIVEN],
        show: &mut Show<'_>,
    ) -> (Word, u64) {
        let Some(code) = &self.functions[entry as usize] else { return (Ok(0), 0) };
        let Some(first) = scratch.vars.get_mut(..GIVEN) else { return (Err(Deopt::Unfit), 0) };
        first.copy_from_slice(&given);
        let (mem, vars) = (&mut scratch.mem[..], &mut scratch.vars[..]);
        let mut show = |made: Made<'_>| show(made);
        let (width, steps) = (self.width, MOST_STEPS);
        let mut env = Env { part, consts, mem, vars, width, steps, show: &mut show };
        let done = match code(&mut env) {
            Flow::Return(v) => Ok(v),
            Flow::On | Flow::Leave(_) => Ok(0),
            Flow::Give(d) => Err(d),
        };
        (done, (MOST_STEPS - env.steps).max(0) as u64)
    }
}

impl Env<'_> {
    #[inline]
    fn load(&self, space: Space, at: i64) -> Word {
        let words: &[i64] = match space {
            Space::Part => self.part,
            Space::Const => self.consts,
            Space::Mem => self.mem,
        };
        usize::try_from(at).ok().and_then(|at| words.get(at)).copied().ok_or(Deopt::Unfit)
    }

    #[inline]
    fn tick(&mut self, n: i64) -> Result<(), Deopt> {
        self.steps = self.steps.saturating_sub(n.max(0));
        if self.steps < 0 { Err(Deopt::Steps) } else { Ok(()) }
    }

    fn own(&mut self, at: i64, len: i64) -> Option<&mut [i64]> {
        let (at, len) = (usize::try_from(at).ok()?, usize::try_from(len).ok()?);
        self.mem.get_mut(at..at.checked_add(len)?)
    }

    fn copy(&mut self, to: i64, space: Space, from: i64, len: i64) -> Option<()> {
        let (to, from, len) =
            (usize::try_from(to).ok()?, usize::try_from(from).ok()?, usize::try_from(len).ok()?);
        let words = match space {
            Space::Part => self.part.get(from..from.checked_add(len)?)?,
            Space::Const => self.consts.get(from..from.checked_add(len)?)?,
            Space::Mem => {
                if from.checked_add(len)? > self.mem.len() || to.checked_add(len)? > self.mem.len() {
                    return None;
                }
                self.mem.copy_within(from..from + len, to);
                return Some(());
            }
        };
        self.mem.get_mut(to..to.checked_add(len)?)?.copy_from_slice(words);
        Some(())
    }
}

/// An expression.
fn expr(e: &E) -> Expr {
    match e {
        E::Int(i) => {
            let i = *i;
            Box::new(move |_| Ok(i))
        }
        E::Var(v) => {
            let v = *v;
            Box::new(move |env| Ok(env.vars[v]))
        }
        E::Load(space, at) => {
            let space = *space;
            if let E::Int(at) = **at {
                return Box::new(move |env| env.load(space, at));
            }
            let at = expr(at);
            Box::new(move |env| {
                let at = at(env)?;
                env.load(space, at)
            })
        }
        E::Bin(op, a, b) => binary(*op, a, b),
        E::Place(i, n) => {
            let (i, n) = (expr(i), expr(n));
            Box::new(move |env| {
                let (i, n) = (i(env)?, n(env)?);
                if 1 <= i && i <= n { Ok(i - 1) } else { Err(Deopt::Unfit) }
            })
        }
        E::If(c, a, b) => {
            let (c, a, b) = (expr(c), expr(a), expr(b));
            Box::new(move |env| if c(env)? != 0 { a(env) } else { b(env) })
        }
        E::Help(help, args) => call(*help, args),
    }
}

fn call(help: Help, args: &[E]) -> Expr {
    let args: Vec<Expr> = args.iter().map(expr).collect();
    Box::new(move |env| {
        let mut given = [0; MOST_ARGUMENTS];
        for (to, arg) in given.iter_mut().zip(&args) {
            *to = arg(env)?;
        }
        let given = given.get(..help.arity()).ok_or(Deopt::Unfit)?;
        let mut reach = Reach { part: env.part, consts: env.consts, mem: env.mem };
        reach.run(help, given).ok_or(Deopt::Unfit)
    })
}

/// The commonest operations have closures of their own, also with a constant on the right.
fn binary(op: Op, a: &E, b: &E) -> Expr {
    macro_rules! each {
        ($($op:ident => $f:expr),* $(,)?) => {
            match (op, a, b) {
                $(
                    (Op::$op, E::Var(x), E::Int(y)) => {
                        let (x, y) = (*x, *y);
                        Box::new(move |env| $f(env.vars[x], y))
                    }
                    (Op::$op, a, E::Int(y)) => {
                        let (a, y) = (expr(a), *y);
                        Box::new(move |env| $f(a(env)?, y))
                    }
                    (Op::$op, E::Var(x), E::Var(y)) => {
                        let (x, y) = (*x, *y);
                        Box::new(move |env| $f(env.vars[x], env.vars[y]))
                    }
                    (Op::$op, a, b) => {
                        let (a, b) = (expr(a), expr(b));
                        Box::new(move |env| $f(a(env)?, b(env)?))
                    }
                )*
                (Op::And, a, b) => {
                    let (a, b) = (expr(a), expr(b));
                    Box::new(move |env| if a(env)? == 0 { Ok(0) } else { Ok(i64::from(b(env)? != 0)) })
                }
                (Op::Or, a, b) => {
                    let (a, b) = (expr(a), expr(b));
                    Box::new(move |env| if a(env)? != 0 { Ok(1) } else { Ok(i64::from(b(env)? != 0)) })
                }
                (op, a, b) => {
                    let (a, b) = (expr(a), expr(b));
                    Box::new(move |env| compute(op, a(env)?, b(env)?).ok_or(Deopt::Unfit))
                }
            }
        };
    }
    each! {
        Add => |a: i64, b: i64| a.checked_add(b).ok_or(Deopt::Unfit),
        Sub => |a: i64, b: i64| a.checked_sub(b).ok_or(Deopt::Unfit),
        AddIn => |a: i64, b: i64| Ok(a.wrapping_add(b)),
        SubIn => |a: i64, b: i64| Ok(a.wrapping_sub(b)),
        Eq => |a: i64, b: i64| Ok(i64::from(a == b)),
        Ne => |a: i64, b: i64| Ok(i64::from(a != b)),
        Lt => |a: i64, b: i64| Ok(i64::from(a < b)),
        Le => |a: i64, b: i64| Ok(i64::from(a <= b)),
        Min => |a: i64, b: i64| Ok(a.min(b)),
        Max => |a: i64, b: i64| Ok(a.max(b)),
    }
}

/// The value of an expression inside a statement; gives up with it.
macro_rules! get {
    ($e:expr) => {
        match $e {
            Ok(v) => v,
            Err(d) => return Flow::Give(d),
        }
    };
}

fn block(block: &Block) -> Statement {
    let mut all: Vec<Statement> = block.iter().map(statement).collect();
    match (all.len(), all.pop()) {
        (1, Some(one)) => one,
        (_, None) => Box::new(|_| Flow::On),
        (2, Some(second)) => match all.pop() {
            Some(first) => Box::new(move |env| match first(env) {
                Flow::On => second(env),
                other => other,
            }),
            None => second,
        },
        (_, Some(last)) => {
            all.push(last);
            Box::new(move |env| {
                for s in &all {
                    match s(env) {
                        Flow::On => {}
                        other => return other,
                    }
                }
                Flow::On
            })
        }
    }
}

fn statement(s: &S) -> Statement {
    match s {
        S::Set(v, e) => {
            let (v, e): (Var, Expr) = (*v, expr(e));
            Box::new(move |env| {
                env.vars[v] = get!(e(env));
                Flow::On
            })
        }
        S::Store(at, e) => {
            let (at, e) = (expr(at), expr(e));
            Box::new(move |env| {
                let (at, word) = (get!(at(env)), get!(e(env)));
                match usize::try_from(at).ok().and_then(|at| env.mem.get_mut(at)) {
                    Some(to) => *to = word,
                    None => return Flow::Give(Deopt::Unfit),
                }
                Flow::On
            })
        }
        S::If(c, yes, no) => {
            let (c, yes, no) = (expr(c), block(yes), (!no.is_empty()).then(|| block(no)));
            Box::new(move |env| match (get!(c(env)) != 0, &no) {
                (true, _) => yes(env),
                (false, Some(no)) => no(env),
                (false, None) => Flow::On,
            })
        }
        S::For { var, from, to, body, short } => {
            let (var, from, to, body) = (*var, expr(from), expr(to), block(body));
            let steps = i64::from(!short);
            Box::new(move |env| {
                let (from, to) = (get!(from(env)), get!(to(env)));
                for i in from..=to {
                    get!(env.tick(steps));
                    env.vars[var] = i;
                    match body(env) {
                        Flow::On => {}
                        other => return other,
                    }
                }
                Flow::On
            })
        }
        S::Loop(body) => {
            let body = block(body);
            Box::new(move |env| {
                loop {
                    get!(env.tick(1));
                    match body(env) {
                        Flow::On => {}
                        other => return other,
                    }
                }
            })
        }
        S::Label(label, body) => {
            let (label, body) = (*label, block(body));
            Box::new(move |env| match body(env) {
                Flow::Leave(l) if l == label => Flow::On,
                other => other,
            })
        }
        S::Leave(label) => {
            let label = *label;
            Box::new(move |_| Flow::Leave(label))
        }
        S::Copy { to, space, from, len } => {
            let (to, space, from, len) = (expr(to), *space, expr(from), expr(len));
            Box::new(move |env| {
                let (to, from, len) = (get!(to(env)), get!(from(env)), get!(len(env)));
                match env.copy(to, space, from, len) {
                    Some(()) => Flow::On,
                    None => Flow::Give(Deopt::Unfit),
                }
            })
        }
        S::Zero { to, len } => {
            let (to, len) = (expr(to), expr(len));
            Box::new(move |env| {
                let (to, len) = (get!(to(env)), get!(len(env)));
                match env.own(to, len) {
                    Some(words) => words.fill(0),
                    None => return Flow::Give(Deopt::Unfit),
                }
                Flow::On
            })
        }
        S::Check(e) => {
            let e = expr(e);
            Box::new(move |env| if get!(e(env)) != 0 { Flow::On } else { Flow::Give(Deopt::Unfit) })
        }
        S::Tick(e) => {
            let e = expr(e);
            Box::new(move |env| {
                let n = get!(e(env));
                get!(env.tick(n));
                Flow::On
            })
        }
        S::Visit { line, at, parts, gain, again } => {
            let (line, at, parts) = (*line, expr(at), expr(parts));
            let (gain, again) = (expr(gain), expr(again));
            Box::new(move |env| {
                let (at, parts) = (get!(at(env)), get!(parts(env)));
                let (gain, again) = (get!(gain(env)), get!(again(env)) != 0);
                let (Ok(at), Ok(parts)) = (usize::try_from(at), usize::try_from(parts)) else {
                    return Flow::Give(Deopt::Unfit);
                };
                let words = env.mem.get(at..at + parts * env.width).unwrap_or(&[]);
                let stop = (env.show)(Made { line, words, parts, gain, again });
                if stop { Flow::Return(0) } else { Flow::On }
            })
        }
        S::Return(e) => {
            let e = expr(e);
            Box::new(move |env| Flow::Return(get!(e(env))))
        }
    }
}
