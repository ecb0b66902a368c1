//! Machine code by Cranelift.
//!
//! A function takes an [`Env`] and the three spaces of words, and returns how it ended. Moves are shown through a
//! function pointer that is made for the visitor's type, so a visit costs one indirect call and no allocation.
//!
//! Why running it is sound: code reads and writes only at addresses that the lowering has checked (a list's address
//! and length stay inside its space, every index is compared with its length, allocations with the memory's size,
//! lengths in the part before anything else), and the slices behind the spaces are as long as the program says. The
//! fuzzer's build does not take this on trust ([`CHECKED`]).

// Calling generated code and handing it raw pointers cannot be expressed in safe Rust.
#![allow(unsafe_code)]

mod emit;

use super::help::{Help, MOST_ARGUMENTS, Reach};
use super::ir::{Function, GIVEN};
use super::lower::Lowered;
use super::scratch::Scratch;
use super::{CLOSURES_ONLY, Deopt, Entry, MOST_STEPS, Made, NoProgram};
use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use std::any::Any;
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Is there machine code for this machine?
pub(crate) const SUPPORTED: bool = cfg!(all(
    target_pointer_width = "64",
    target_endian = "little",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
));

/// How a function ends.
const DONE: i64 = 0;
const UNFIT: i64 = 1;
const STEPS: i64 = 2;
const OUTSIDE: i64 = 3;

/// Is every address compared with the end of its space before it is used? So it is where the program is fuzzed: what the
/// lowering has promised is then seen to hold.
const CHECKED: bool = cfg!(debug_assertions);

/// What takes a move: visitor, line, words, how many, gain, twice the parts and one more for `again`; not 0 to stop.
/// The number of words comes ready, because visitors mostly loop over them at once.
type Visit = unsafe extern "C" fn(*mut c_void, i64, *const i64, i64, i64, i64) -> i64;
/// Runs a [`Help`] on the arguments in the environment; 0 if it gave an answer.
type Aid = unsafe extern "C" fn(*mut Env, i64) -> i64;
/// A function: environment, part, constants, memory.
type Entered = unsafe extern "C" fn(*mut Env, *const i64, *const i64, *mut i64) -> i64;

/// What a call needs beside the spaces. Generated code knows the places of these fields.
#[repr(C)]
struct Env {
    given: [i64; GIVEN],
    steps: i64,
    result: i64,
    /// What a [`Help`] has answered.
    answer: i64,
    arguments: [i64; MOST_ARGUMENTS],
    visit: Visit,
    visitor: *mut c_void,
    aid: Aid,
    part: *const i64,
    part_len: usize,
    consts: *const i64,
    consts_len: usize,
    mem: *mut i64,
    mem_len: usize,
}

/// The functions of a program, and the module that owns them.
pub(crate) struct Code {
    functions: [Option<Entered>; 3],
    module: Mutex<Option<Box<JITModule>>>,
}

impl Drop for Code {
    fn drop(&mut self) {
        let module = self.module.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(module) = module {
            // SAFETY: the functions are reachable only through `self`, which is going away, and a call borrows it.
            unsafe { module.free_memory() }
        }
    }
}

fn isa() -> Option<&'static OwnedTargetIsa> {
    static ISA: OnceLock<Option<OwnedTargetIsa>> = OnceLock::new();
    ISA.get_or_init(|| {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("enable_probestack", "false"),
            ("unwind_info", "false"),
        ] {
            flags.set(name, value).ok()?;
        }
        let builder = cranelift_native::builder().ok()?;
        builder.finish(settings::Flags::new(flags)).ok()
    })
    .as_ref()
}

impl Code {
    pub(crate) fn new(lowered: &Lowered) -> Result<Code, NoProgram> {
        if CLOSURES_ONLY.load(Ordering::Relaxed) {
            return Err(NoProgram::Machine);
        }
        let isa = isa().ok_or(NoProgram::Machine)?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa.clone(), default_libcall_names()));
        let compiled = Code::compile(&mut module, lowered);
        let Ok(functions) = compiled else {
            // SAFETY: no function of the module was handed out.
            unsafe { module.free_memory() }
            return Err(NoProgram::Machine);
        };
        Ok(Code { functions, module: Mutex::new(Some(Box::new(module))) })
    }

    fn compile(module: &mut JITModule, lowered: &Lowered) -> Result<[Option<Entered>; 3], NoProgram> {
        let mut context = module.make_context();
        let mut builder = FunctionBuilderContext::new();
        let mut ids = [None; 3];
        let width = lowered.width;
        let names = ["moves", "ended", "blocked"];
        for ((function, name), id) in lowered.functions.iter().zip(names).zip(&mut ids) {
            if let Some(function) = function {
                *id = Some(define(module, &mut context, &mut builder, name, (function, width))?);
            }
        }
        module.finalize_definitions().map_err(|_| NoProgram::Machine)?;
        Ok(ids.map(|id| {
            let code = module.get_finalized_function(id?);
            // SAFETY: `define` has given the function this signature, with the host's own way of calling.
            Some(unsafe { std::mem::transmute::<*const u8, Entered>(code) })
        }))
    }

    /// Shows the moves of a part.
    pub(crate) fn moves<F>(
        &self,
        part: &[i64],
        consts: &[i64],
        scratch: &mut Scratch,
        given: [i64; GIVEN],
        visit: &mut F,
    ) -> Result<i64, Deopt>
    where
        F: FnMut(Made<'_>) -> ControlFlow<()>,
    {
        let mut visitor = Visitor { visit, panic: None };
        let to = std::ptr::from_mut(&mut visitor).cast();
        let done = self.run(Entry::Moves, (part, consts, scratch), given, visited::<F>, to);
        match visitor.panic {
            Some(payload) => resume_unwind(payload),
            None => done,
        }
    }

    /// Runs another function.
    pub(crate) fn call(
        &self,
        entry: Entry,
        part: &[i64],
        consts: &[i64],
        scratch: &mut Scratch,
        given: [i64; GIVEN],
    ) -> Result<i64, Deopt> {
        self.run(entry, (part, consts, scratch), given, unvisited, std::ptr::null_mut())
    }

    #[inline]
    fn run(
        &self,
        entry: Entry,
        (part, consts, scratch): (&[i64], &[i64], &mut Scratch),
        given: [i64; GIVEN],
        visit: Visit,
        visitor: *mut c_void,
    ) -> Result<i64, Deopt> {
        let Some(code) = self.functions[entry as usize] else { return Ok(0) };
        let mem = &mut scratch.mem;
        let mut env = Env {
            given,
            steps: MOST_STEPS,
            result: 0,
            answer: 0,
            arguments: [0; MOST_ARGUMENTS],
            visit,
            visitor,
            aid,
            part: part.as_ptr(),
            part_len: part.len(),
            consts: consts.as_ptr(),
            consts_len: consts.len(),
            mem: mem.as_mut_ptr(),
            mem_len: mem.len(),
        };
        let (part, consts, mem) = (env.part, env.consts, env.mem);
        // SAFETY: the pointers are those of the slices for which the program was compiled, which stay borrowed while
        // it runs; the module lives as long as `self`. See the top of this file for what the code does with them.
        match unsafe { code(&raw mut env, part, consts, mem) } {
            DONE => Ok(env.result),
            STEPS => Err(Deopt::Steps),
            OUTSIDE => panic!("machine code left its memory"),
            _ => Err(Deopt::Unfit),
        }
    }
}

fn define(
    module: &mut JITModule,
    context: &mut Context,
    builder: &mut FunctionBuilderContext,
    name: &str,
    (function, width): (&Function, usize),
) -> Result<cranelift_module::FuncId, NoProgram> {
    context.func.signature = emit::entry_signature(module.isa());
    let id = module
        .declare_function(name, Linkage::Local, &context.func.signature)
        .map_err(|_| NoProgram::Machine)?;
    emit::emit(module.isa(), &mut context.func, builder, function, width);
    module.define_function(id, context).map_err(|_| NoProgram::Machine)?;
    module.clear_context(context);
    Ok(id)
}

/// A visitor on its way through generated code.
struct Visitor<'v, F> {
    visit: &'v mut F,
    /// A panic may not unwind through generated code: it waits here.
    panic: Option<Box<dyn Any + Send>>,
}

/// Shows a move to the visitor.
unsafe extern "C" fn visited<F>(
    visitor: *mut c_void,
    line: i64,
    words: *const i64,
    count: i64,
    gain: i64,
    parts: i64,
) -> i64
where
    F: FnMut(Made<'_>) -> ControlFlow<()>,
{
    // SAFETY: `Code::moves` hands this function out together with a visitor of this type, which it borrows meanwhile.
    let visitor = unsafe { &mut *visitor.cast::<Visitor<'_, F>>() };
    // SAFETY: generated code shows whole parts that it has written into its memory, and waits.
    let words = unsafe { std::slice::from_raw_parts(words, count as usize) };
    let made = Made { line: line as usize, words, parts: (parts >> 1) as usize, gain, again: parts & 1 != 0 };
    let visit = &mut *visitor.visit;
    match catch_unwind(AssertUnwindSafe(|| visit(made))) {
        Ok(flow) => i64::from(flow.is_break()),
        Err(payload) => {
            visitor.panic = Some(payload);
            1
        }
    }
}

/// Where there is nothing to show.
unsafe extern "C" fn unvisited(_: *mut c_void, _: i64, _: *const i64, _: i64, _: i64, _: i64) -> i64 {
    1
}

/// Runs a function on the arguments in the environment.
unsafe extern "C" fn aid(env: *mut Env, which: i64) -> i64 {
    // SAFETY: `Code::run` made the environment from slices that stay borrowed, and generated code waits for the
    // answer: nothing else reads or writes the memory meanwhile.
    let (env, part, consts, mem) = unsafe {
        let env = &mut *env;
        let part = std::slice::from_raw_parts(env.part, env.part_len);
        let consts = std::slice::from_raw_parts(env.consts, env.consts_len);
        let mem = std::slice::from_raw_parts_mut(env.mem, env.mem_len);
        (env, part, consts, mem)
    };
    let help = usize::try_from(which).ok().and_then(|i| Help::ALL.get(i));
    let answer = help.and_then(|help| {
        let arguments = env.arguments.get(..help.arity())?;
        Reach { part, consts, mem }.run(*help, arguments)
    });
    match answer {
        Some(answer) => {
            env.answer = answer;
            DONE
        }
        None => UNFIT,
    }
}
