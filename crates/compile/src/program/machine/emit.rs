//! Word-level code to Cranelift's.

use super::{CHECKED, DONE, Env, OUTSIDE, STEPS, UNFIT};
use crate::program::help::Help;
use crate::program::ir::{Block, E, Function, GIVEN, Op, S, Space, bin, int, not};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, InstBuilder, MemFlagsData, SigRef, Signature, Value, types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use rustc_hash::FxHashMap;
use std::mem::offset_of;

/// Copies of at most this many words are written out.
const WRITTEN_OUT: i64 = 12;

/// The signature of a function: environment, part, constants, memory; how it ended.
pub(super) fn entry_signature(isa: &dyn TargetIsa) -> Signature {
    signature(isa, 4)
}

/// So many words, and a word back.
fn signature(isa: &dyn TargetIsa, words: usize) -> Signature {
    let mut s = Signature::new(isa.default_call_conv());
    s.params.extend(std::iter::repeat_n(AbiParam::new(types::I64), words));
    s.returns.push(AbiParam::new(types::I64));
    s
}

/// Emits a function.
pub(super) fn emit(
    isa: &dyn TargetIsa,
    into: &mut ir::Function,
    context: &mut FunctionBuilderContext,
    function: &Function,
    width: usize,
) {
    let mut b = FunctionBuilder::new(into, context);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let [env, part, consts, mem] = b.block_params(entry)[..] else { return };
    let vars: Vec<Variable> = (0..function.vars).map(|_| b.declare_var(types::I64)).collect();
    let steps = b.declare_var(types::I64);
    let ends = [UNFIT, STEPS, OUTSIDE].map(|how| (b.create_block(), how));
    ends.iter().for_each(|end| b.set_cold_block(end.0));
    let visit = b.import_signature(signature(isa, 6));
    let aid = b.import_signature(signature(isa, 2));
    let labels = FxHashMap::default();
    let mut emit = Emit { b, env, part, consts, mem, vars, steps, ends, visit, aid, labels, width };
    emit.whole(function);
    emit.b.seal_all_blocks();
    emit.b.finalize(isa.frontend_config());
}

struct Emit<'f> {
    b: FunctionBuilder<'f>,
    env: Value,
    part: Value,
    consts: Value,
    mem: Value,
    vars: Vec<Variable>,
    steps: Variable,
    /// Where code goes that gives up, and how it ends there.
    ends: [(ir::Block, i64); 3],
    visit: SigRef,
    aid: SigRef,
    /// Where a block continues that is left.
    labels: FxHashMap<usize, ir::Block>,
    /// Words of a part.
    width: usize,
}

/// Words that nobody writes while code runs.
fn fixed() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly()
}

impl Emit<'_> {
    fn whole(&mut self, function: &Function) {
        let field = |at: usize| at as i32;
        for i in 0..GIVEN.min(function.vars) {
            let at = field(offset_of!(Env, given) + 8 * i);
            let word = self.b.ins().load(types::I64, MemFlagsData::trusted(), self.env, at);
            self.b.def_var(self.vars[i], word);
        }
        // Paths that do not set a variable do not read it either; Cranelift wants a word all the same.
        let zero = self.b.ins().iconst(types::I64, 0);
        for v in GIVEN..function.vars {
            self.b.def_var(self.vars[v], zero);
        }
        let steps = field(offset_of!(Env, steps));
        let steps = self.b.ins().load(types::I64, MemFlagsData::trusted(), self.env, steps);
        self.b.def_var(self.steps, steps);
        if self.block(&function.body) {
            self.finish(DONE);
        }
        for (block, how) in self.ends {
            self.b.switch_to_block(block);
            self.finish(how);
        }
    }

    fn finish(&mut self, how: i64) {
        let how = self.int(how);
        self.b.ins().return_(&[how]);
    }

    fn int(&mut self, i: i64) -> Value {
        self.b.ins().iconst(types::I64, i)
    }

    /// Where code goes that gives up so.
    fn end(&self, how: i64) -> ir::Block {
        self.ends[(how - UNFIT) as usize].0
    }

    /// Gives up so where the flag is set; goes on in a new block.
    fn end_if(&mut self, flag: Value, how: i64) {
        let (end, on) = (self.end(how), self.b.create_block());
        self.b.ins().brif(flag, end, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    fn unfit_if(&mut self, flag: Value) {
        self.end_if(flag, UNFIT);
    }

    fn tick(&mut self, n: Value) {
        let steps = self.b.use_var(self.steps);
        let steps = self.b.ins().isub(steps, n);
        self.b.def_var(self.steps, steps);
        let over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, steps, 0);
        self.end_if(over, STEPS);
    }

    /// Where a space begins, and where in the environment its length is.
    fn base(&self, space: Space) -> (Value, usize) {
        match space {
            Space::Part => (self.part, offset_of!(Env, part_len)),
            Space::Const => (self.consts, offset_of!(Env, consts_len)),
            Space::Mem => (self.mem, offset_of!(Env, mem_len)),
        }
    }

    /// Address and offset of so many words.
    fn address(&mut self, space: Space, at: &E, count: &E) -> (Value, i32) {
        if CHECKED {
            self.inside(space, at, count);
        }
        let base = self.base(space).0;
        let (rest, offset) = match at {
            E::Int(i) => (None, *i),
            E::Bin(Op::AddIn, x, c) => match **c {
                E::Int(c) => (Some(&**x), c),
                _ => (Some(at), 0),
            },
            at => (Some(at), 0),
        };
        let (rest, bytes) = match offset.checked_mul(8).and_then(|o| i32::try_from(o).ok()) {
            Some(bytes) => (rest, bytes),
            None => (Some(at), 0),
        };
        match rest {
            None => (base, bytes),
            Some(e) => {
                let words = self.value(e);
                let offset = self.b.ins().ishl_imm_s(words, 3);
                (self.b.ins().iadd(base, offset), bytes)
            }
        }
    }

    /// Stops where words do not lie in their space. No words lie anywhere.
    fn inside(&mut self, space: Space, at: &E, count: &E) {
        let length = self.pointer(self.base(space).1);
        let (at, count) = (self.value(at), self.value(count));
        let (end, over) = self.b.ins().uadd_overflow(at, count);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, end, length);
        let some = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, count, 0);
        let bad = self.b.ins().bor(over, beyond);
        let bad = self.b.ins().band(bad, some);
        self.end_if(bad, OUTSIDE);
    }

    fn load(&mut self, space: Space, at: &E) -> Value {
        let flags = match space {
            // Always there, so it may be read at any time.
            Space::Part | Space::Const if matches!(at, E::Int(_)) => fixed().with_can_move(),
            Space::Part | Space::Const => fixed(),
            Space::Mem => MemFlagsData::trusted(),
        };
        let (address, offset) = self.address(space, at, &int(1));
        self.b.ins().load(types::I64, flags, address, offset)
    }

    fn value(&mut self, e: &E) -> Value {
        match e {
            E::Int(i) => self.int(*i),
            E::Var(v) => self.b.use_var(self.vars[*v]),
            E::Load(space, at) => self.load(*space, at),
            E::Bin(op, a, b) => self.binary(*op, a, b, e),
            E::Place(i, n) => {
                let (i, n) = (self.value(i), self.value(n));
                let place = self.b.ins().iadd_imm_s(i, -1);
                let outside = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, place, n);
                self.unfit_if(outside);
                place
            }
            E::If(c, a, b) => {
                if is_simple(a) && is_simple(b) {
                    let flag = self.flag(c);
                    let (a, b) = (self.value(a), self.value(b));
                    return self.b.ins().select(flag, a, b);
                }
                let (yes, no, end) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
                let result = self.b.append_block_param(end, types::I64);
                self.branch(c, yes, no);
                for (block, e) in [(yes, a), (no, b)] {
                    self.b.switch_to_block(block);
                    let v = self.value(e);
                    self.b.ins().jump(end, &[BlockArg::Value(v)]);
                }
                self.b.switch_to_block(end);
                result
            }
            E::Help(help, args) => self.help(*help, args),
        }
    }

    fn binary(&mut self, op: Op, a: &E, b: &E, whole: &E) -> Value {
        match op {
            Op::And | Op::Or | Op::Eq | Op::Ne | Op::Lt | Op::Le => {
                let flag = self.flag(whole);
                return self.b.ins().uextend(types::I64, flag);
            }
            Op::AddIn => {
                let x = self.value(a);
                if let E::Int(c) = b {
                    return self.b.ins().iadd_imm_s(x, *c);
                }
                let y = self.value(b);
                return self.b.ins().iadd(x, y);
            }
            Op::Div | Op::Mod => {
                if let E::Int(c) = *b
                    && c > 0
                    && c.count_ones() == 1
                {
                    let x = self.value(a);
                    return match op {
                        Op::Div => self.b.ins().sshr_imm_s(x, i64::from(c.trailing_zeros())),
                        _ => self.b.ins().band_imm_s(x, c - 1),
                    };
                }
            }
            _ => {}
        }
        let (x, y) = (self.value(a), self.value(b));
        match op {
            Op::Add | Op::Sub | Op::Mul => {
                let (result, over) = match op {
                    Op::Add => self.b.ins().sadd_overflow(x, y),
                    Op::Sub => self.b.ins().ssub_overflow(x, y),
                    _ => self.b.ins().smul_overflow(x, y),
                };
                self.unfit_if(over);
                result
            }
            Op::SubIn => self.b.ins().isub(x, y),
            Op::MulIn => self.b.ins().imul(x, y),
            Op::Div | Op::Mod => {
                if !matches!(b, E::Int(c) if *c > 0) {
                    let bad = self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, y, 0);
                    self.unfit_if(bad);
                }
                let rest = self.b.ins().srem(x, y);
                let below = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, rest, 0);
                if op == Op::Mod {
                    let lifted = self.b.ins().iadd(rest, y);
                    return self.b.ins().select(below, lifted, rest);
                }
                let quotient = self.b.ins().sdiv(x, y);
                let one = self.b.ins().uextend(types::I64, below);
                self.b.ins().isub(quotient, one)
            }
            Op::Xor | Op::Both | Op::Either => {
                let both = self.b.ins().bor(x, y);
                let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, both, 0);
                self.unfit_if(negative);
                match op {
                    Op::Xor => self.b.ins().bxor(x, y),
                    Op::Both => self.b.ins().band(x, y),
                    _ => both,
                }
            }
            Op::Min => self.b.ins().smin(x, y),
            Op::Max => self.b.ins().smax(x, y),
            Op::Bit => {
                let low = self.b.ins().sshr(x, y);
                self.b.ins().band_imm_s(low, 1)
            }
            // Handled above.
            Op::AddIn | Op::And | Op::Or | Op::Eq | Op::Ne | Op::Lt | Op::Le => x,
        }
    }

    /// The truth of an expression as a flag.
    fn flag(&mut self, e: &E) -> Value {
        match e {
            E::Bin(op @ (Op::Eq | Op::Ne | Op::Lt | Op::Le), a, b) => {
                let cc = condition(*op);
                let x = self.value(a);
                if let E::Int(c) = **b {
                    return self.b.ins().icmp_imm_s(cc, x, c);
                }
                let y = self.value(b);
                self.b.ins().icmp(cc, x, y)
            }
            E::Bin(Op::And | Op::Or, ..) => {
                let (yes, no, end) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
                let result = self.b.append_block_param(end, types::I8);
                self.branch(e, yes, no);
                for (block, flag) in [(yes, 1), (no, 0)] {
                    self.b.switch_to_block(block);
                    let v = self.b.ins().iconst(types::I8, flag);
                    self.b.ins().jump(end, &[BlockArg::Value(v)]);
                }
                self.b.switch_to_block(end);
                result
            }
            e => {
                let v = self.value(e);
                self.b.ins().icmp_imm_s(IntCC::NotEqual, v, 0)
            }
        }
    }

    /// Goes to one of two blocks.
    fn branch(&mut self, e: &E, yes: ir::Block, no: ir::Block) {
        match e {
            E::Bin(op @ (Op::And | Op::Or), a, b) => {
                let second = self.b.create_block();
                match op {
                    Op::And => self.branch(a, second, no),
                    _ => self.branch(a, yes, second),
                }
                self.b.switch_to_block(second);
                self.branch(b, yes, no);
            }
            E::Bin(Op::Eq, a, z) if matches!(**z, E::Int(0)) && is_truth(a) => self.branch(a, no, yes),
            e => {
                let flag = self.flag(e);
                self.b.ins().brif(flag, yes, &[], no, &[]);
            }
        }
    }

    fn help(&mut self, help: Help, args: &[E]) -> Value {
        if let (Help::Popcount | Help::Log2, [a]) = (help, args) {
            let a = self.value(a);
            let least = i64::from(help == Help::Log2);
            let bad = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, a, least);
            self.unfit_if(bad);
            if help == Help::Popcount {
                return self.b.ins().popcnt(a);
            }
            let zeros = self.b.ins().clz(a);
            let top = self.int(63);
            return self.b.ins().isub(top, zeros);
        }
        let words: Vec<Value> = args.iter().map(|a| self.value(a)).collect();
        for (i, word) in words.into_iter().enumerate() {
            let at = (offset_of!(Env, arguments) + 8 * i) as i32;
            self.b.ins().store(MemFlagsData::trusted(), word, self.env, at);
        }
        let callee = self.pointer(offset_of!(Env, aid));
        let which = Help::ALL.iter().position(|h| *h == help).unwrap_or(Help::ALL.len());
        let which = self.int(which as i64);
        let call = self.b.ins().call_indirect(self.aid, callee, &[self.env, which]);
        let failed = self.b.inst_results(call)[0];
        self.unfit_if(failed);
        let at = offset_of!(Env, answer) as i32;
        self.b.ins().load(types::I64, MemFlagsData::trusted(), self.env, at)
    }

    /// A pointer in the environment that does not change.
    fn pointer(&mut self, at: usize) -> Value {
        self.b.ins().load(types::I64, fixed().with_can_move(), self.env, at as i32)
    }

    /// Emits statements; says whether they run off their end.
    fn block(&mut self, block: &Block) -> bool {
        block.iter().all(|s| self.statement(s))
    }

    fn statement(&mut self, s: &S) -> bool {
        match s {
            S::Set(v, e) => {
                let word = self.value(e);
                self.b.def_var(self.vars[*v], word);
            }
            S::Store(at, e) => {
                let word = self.value(e);
                let (address, offset) = self.address(Space::Mem, at, &int(1));
                self.b.ins().store(MemFlagsData::trusted(), word, address, offset);
            }
            S::If(c, yes, no) => return self.choice(c, yes, no),
            S::For { var, from, to, body, short } => self.counted((*var, from, to), body, *short),
            S::Loop(body) => {
                let head = self.b.create_block();
                self.b.ins().jump(head, &[]);
                self.b.switch_to_block(head);
                let one = self.int(1);
                self.tick(one);
                if self.block(body) {
                    self.b.ins().jump(head, &[]);
                }
                return false;
            }
            S::Label(label, body) => {
                let end = self.b.create_block();
                self.labels.insert(*label, end);
                if self.block(body) {
                    self.b.ins().jump(end, &[]);
                }
                self.b.switch_to_block(end);
            }
            S::Leave(label) => {
                let to = self.labels.get(label).copied().unwrap_or(self.end(UNFIT));
                self.b.ins().jump(to, &[]);
                return false;
            }
            S::Copy { to, space, from, len } => self.copy(to, Some((*space, from)), len),
            S::Zero { to, len } => self.copy(to, None, len),
            S::Check(e) => {
                let on = self.b.create_block();
                self.branch(e, on, self.end(UNFIT));
                self.b.switch_to_block(on);
            }
            S::Tick(e) => {
                let n = self.value(e);
                self.tick(n);
            }
            S::Visit { line, at, parts, gain, again } => {
                let words = bin(Op::MulIn, parts.clone(), int(self.width as i64));
                let count = self.value(&words);
                let twice = bin(Op::MulIn, parts.clone(), int(2));
                let parts = self.value(&bin(Op::AddIn, twice, truth(again)));
                let gain = self.value(gain);
                let (address, offset) = self.address(Space::Mem, at, &words);
                let words = self.b.ins().iadd_imm_s(address, i64::from(offset));
                let line = self.int(*line as i64);
                let visitor = self.pointer(offset_of!(Env, visitor));
                let callee = self.pointer(offset_of!(Env, visit));
                let given = [visitor, line, words, count, gain, parts];
                let call = self.b.ins().call_indirect(self.visit, callee, &given);
                let stop = self.b.inst_results(call)[0];
                let (end, on) = (self.b.create_block(), self.b.create_block());
                self.b.set_cold_block(end);
                self.b.ins().brif(stop, end, &[], on, &[]);
                self.b.switch_to_block(end);
                self.finish(DONE);
                self.b.switch_to_block(on);
            }
            S::Return(e) => {
                let word = self.value(e);
                let at = offset_of!(Env, result) as i32;
                self.b.ins().store(MemFlagsData::trusted(), word, self.env, at);
                self.finish(DONE);
                return false;
            }
        }
        true
    }

    fn choice(&mut self, c: &E, yes: &Block, no: &Block) -> bool {
        let (then, end) = (self.b.create_block(), self.b.create_block());
        let other = if no.is_empty() { end } else { self.b.create_block() };
        self.branch(c, then, other);
        let mut goes_on = no.is_empty();
        let blocks = [(then, yes), (other, no)];
        for (block, code) in blocks.into_iter().take(if no.is_empty() { 1 } else { 2 }) {
            self.b.switch_to_block(block);
            if self.block(code) {
                self.b.ins().jump(end, &[]);
                goes_on = true;
            }
        }
        if goes_on {
            self.b.switch_to_block(end);
        }
        goes_on
    }

    fn counted(&mut self, (var, from, to): (usize, &E, &E), body: &Block, short: bool) {
        let (from, to) = (self.value(from), self.value(to));
        let (head, next, end) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, from, to);
        self.b.def_var(self.vars[var], from);
        self.b.ins().brif(some, head, &[], end, &[]);
        self.b.switch_to_block(head);
        if !short {
            let one = self.int(1);
            self.tick(one);
        }
        if self.block(body) {
            let i = self.b.use_var(self.vars[var]);
            let last = self.b.ins().icmp(IntCC::Equal, i, to);
            self.b.ins().brif(last, end, &[], next, &[]);
            self.b.switch_to_block(next);
            let i = self.b.ins().iadd_imm_s(i, 1);
            self.b.def_var(self.vars[var], i);
            self.b.ins().jump(head, &[]);
        }
        self.b.switch_to_block(end);
    }

    /// Copies words into memory, or zeros.
    fn copy(&mut self, to: &E, from: Option<(Space, &E)>, len: &E) {
        let flags = MemFlagsData::trusted();
        let (to, to_at) = self.address(Space::Mem, to, len);
        let from = from.map(|(space, from)| self.address(space, from, len));
        let zero = self.int(0);
        if let E::Int(n) = *len
            && n <= WRITTEN_OUT
        {
            // All are read before one is written.
            let mut words = Vec::new();
            for i in 0..n as i32 {
                words.push(match from {
                    None => zero,
                    Some((from, at)) => self.b.ins().load(types::I64, flags, from, at + 8 * i),
                });
            }
            for (i, word) in words.into_iter().enumerate() {
                self.b.ins().store(flags, word, to, to_at + 8 * i as i32);
            }
            return;
        }
        let len = self.value(len);
        let bytes = self.b.ins().ishl_imm_s(len, 3);
        let (head, end) = (self.b.create_block(), self.b.create_block());
        let at = self.b.append_block_param(head, types::I64);
        let some = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, len, 0);
        self.b.ins().brif(some, head, &[BlockArg::Value(zero)], end, &[]);
        self.b.switch_to_block(head);
        let word = match from {
            None => zero,
            Some((from, offset)) => {
                let address = self.b.ins().iadd(from, at);
                self.b.ins().load(types::I64, flags, address, offset)
            }
        };
        let address = self.b.ins().iadd(to, at);
        self.b.ins().store(flags, word, address, to_at);
        let next = self.b.ins().iadd_imm_s(at, 8);
        let more = self.b.ins().icmp(IntCC::SignedLessThan, next, bytes);
        self.b.ins().brif(more, head, &[BlockArg::Value(next)], end, &[]);
        self.b.switch_to_block(end);
    }
}

fn condition(op: Op) -> IntCC {
    match op {
        Op::Eq => IntCC::Equal,
        Op::Ne => IntCC::NotEqual,
        Op::Lt => IntCC::SignedLessThan,
        _ => IntCC::SignedLessThanOrEqual,
    }
}

/// Cheap, and cannot give up.
fn is_simple(e: &E) -> bool {
    match e {
        E::Int(_) | E::Var(_) => true,
        E::Load(Space::Part | Space::Const, at) => matches!(**at, E::Int(_)),
        E::Bin(Op::AddIn | Op::SubIn, a, b) => is_simple(a) && is_simple(b),
        _ => false,
    }
}

/// A truth as 0 or 1.
fn truth(e: &E) -> E {
    if is_truth(e) || matches!(e, E::Int(0 | 1)) { e.clone() } else { not(not(e.clone())) }
}

/// Is it a truth, 0 or 1?
fn is_truth(e: &E) -> bool {
    matches!(e, E::Bin(Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::And | Op::Or, ..))
}
