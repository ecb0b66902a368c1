//! The border between Python and the engines: every question goes through [`run`].
//!
//! The interpreter's lock is given up while the engines work, so other threads of Python run meanwhile. The engines ask back a few
//! times a second ([`Budget::heed`]) on the thread that called: there Python tells of Ctrl-C. A panic ends here as an exception.

use crate::error;
use bouton::memory::held;
use bouton::{Budget, Problem, amounts};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What a question may cost, and who is told how it goes: seconds, bytes, `progress(done, of, seconds)`.
#[derive(Default, FromPyObject)]
pub(crate) struct Limits(Option<f64>, Option<usize>, Option<Py<PyAny>>);

/// What Python raised while the engines worked.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Takes what is behind a lock, whatever became of its last holder.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the process held when nobody was asking: not charged to questions. Measured anew when some questions were asked, because
/// to ask the system takes longer than a small question.
fn besides() -> usize {
    static HELD: AtomicUsize = AtomicUsize::new(0);
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    if ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(64) {
        HELD.store(held().unwrap_or(0), Ordering::Relaxed);
    }
    HELD.load(Ordering::Relaxed)
}

/// Memory where no limit is given, found out once.
pub(crate) fn usual_memory() -> usize {
    static USUAL: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *USUAL.get_or_init(amounts::usual_memory)
}

/// The budget of a question, and where what Python raises is put.
fn budget(limits: &Limits, py: Python<'_>) -> (Budget, Raised) {
    let raised = Raised::default();
    let cancel = Arc::new(AtomicBool::new(false));
    let stop = {
        let (raised, cancel) = (raised.clone(), cancel.clone());
        move |error: PyErr| {
            locked(&raised).get_or_insert(error);
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let heeding = stop.clone();
    let mut budget = Budget::unlimited()
        .memory(limits.1.unwrap_or_else(usual_memory))
        .measured_beside(held, besides())
        .cancel(cancel)
        .heed(move || Python::attach(|py| py.check_signals().map_err(&heeding).is_err()));
    if let Some(Ok(time)) = limits.0.map(Duration::try_from_secs_f64) {
        budget = budget.time(time);
    }
    if let Some(tell) = limits.2.as_ref().map(|tell| tell.clone_ref(py)) {
        let (goal, here) = (budget.goal().clone(), thread::current().id());
        budget = budget.progress(move |positions, elapsed| {
            // One thread speaks, the one that Python knows.
            if thread::current().id() != here {
                return;
            }
            let (done, of) = match goal.questions() {
                Some((done, of)) => (done, Some(of)),
                None => (positions as u64, goal.expected().filter(|of| *of > positions as u64)),
            };
            Python::attach(|py| {
                if let Err(error) = tell.call1(py, (done, of, elapsed.as_secs_f64())) {
                    stop(error);
                }
            });
        });
    }
    (budget, raised)
}

/// Asks a question with the interpreter's lock given up, and shows what came of it. What was found before Ctrl-C is part of the
/// exception.
pub(crate) fn run<'py, T: Send>(
    py: Python<'py>,
    limits: Option<Limits>,
    work: impl FnOnce(&Budget) -> Result<T, Problem> + Send,
    show: impl FnOnce(Python<'py>, T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (found, raised) = work_on(py, limits, work)?;
    let show = |py, found| {
        let shown = catch_unwind(AssertUnwindSafe(|| show(py, found)));
        shown.unwrap_or_else(|panic| Err(internal(py, &*panic)))
    };
    let Some(raised) = raised else {
        return found.map_err(|problem| error::exception(py, &problem)).and_then(|found| show(py, found));
    };
    if !raised.is_instance_of::<PyKeyboardInterrupt>(py) {
        return Err(raised);
    }
    let partial = found.ok().map(|found| show(py, found)).transpose()?;
    let text = Problem::Interrupted.line(crate::lang());
    Err(error::made(py, "Interrupted", &text, |fields| fields.set_item("partial", partial)))
}

/// Works with the interpreter's lock given up: what was found, and what Python raised meanwhile.
pub(crate) fn work_on<T: Send, E: Send>(
    py: Python<'_>,
    limits: Option<Limits>,
    work: impl FnOnce(&Budget) -> Result<T, E> + Send,
) -> PyResult<(Result<T, E>, Option<PyErr>)> {
    let (budget, raised) = budget(&limits.unwrap_or_default(), py);
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&budget))));
    let found = done.map_err(|panic| internal(py, &*panic))?;
    let raised = locked(&raised).take();
    Ok((found, raised))
}

/// A fault of the program itself.
fn internal(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let text = crate::lang().pick(
        format!("This is a fault of bouton, not of yours: {text}"),
        format!("这是 bouton 自身的错误，不是你的错误：{text}"),
    );
    error::made(py, "InternalError", &text, |_| Ok(()))
}

/// `2G` in bytes, `30s` in seconds.
#[pyfunction]
pub(crate) fn amount(kind: &str, text: &str) -> PyResult<f64> {
    let (found, wanted) = match kind {
        "memory" => {
            (amounts::memory(text).map(|n| n as f64), ["a size looks like 500M or 2G", "大小写成 500M 或 2G"])
        }
        _ => (
            amounts::time(text).map(|t| t.as_secs_f64()),
            ["a time looks like 30s, 5m or 250ms", "时间写成 30s、5m 或 250ms"],
        ),
    };
    let [en, zh] = wanted;
    found.ok_or_else(|| PyValueError::new_err(format!("{kind}={text:?}: {}", crate::lang().pick(en, zh))))
}

/// An engine that panics, for the test that no panic crosses the border.
#[pyfunction]
pub(crate) fn broken(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let engine = |_: &Budget| -> Result<(), Problem> { panic!("an engine of the tests broke") };
    run(py, None, engine, |py, ()| Ok(py.None().into_bound(py)))
}
