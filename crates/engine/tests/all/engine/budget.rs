//! Budgets: solvers stop in time, stay within their memory, keep what they know, and go on when asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bouton_engine::search::Nimbers;
use bouton_engine::{
    Budget, Game, Grundy, Halt, Nimber, Outcome, Outcomes, Retrograde, Scores, Step, Stop, Sum,
};

/// Nim as one position, its heaps in a list on the heap; each counter taken is a point.
struct Nim;

type Heaps = Vec<u8>;

impl Game for Nim {
    type Position = Heaps;
    type Error = String;

    fn ended(&self, _: &Heaps) -> Result<Option<Outcome>, String> {
        Ok(None)
    }

    fn options(&self, heaps: &Heaps, out: &mut Vec<Step<Heaps>>) -> Result<(), String> {
        if heaps.contains(&u8::MAX) {
            return Err("a heap of 255 is against the rules".to_owned());
        }
        for (at, heap) in heaps.iter().enumerate() {
            for left in 0..*heap {
                let mut to = heaps.clone();
                to[at] = left;
                to.sort_unstable();
                let gain = i64::from(heap - left);
                out.push(Step { to, gain, again: false });
            }
        }
        Ok(())
    }

    fn stuck(&self, _: &Heaps) -> Outcome {
        Outcome::Lose
    }

    fn bytes(&self, heaps: &Heaps) -> usize {
        size_of::<Heaps>() + heaps.capacity()
    }
}

/// The same heaps as one part, for the solver of sums.
struct Whole;

impl Sum for Whole {
    type Part = Heaps;
    type Error = String;

    fn options(&self, heaps: &Heaps, out: &mut Vec<Vec<Heaps>>) -> Result<(), String> {
        let mut steps = Vec::new();
        Nim.options(heaps, &mut steps)?;
        out.extend(steps.into_iter().map(|step| vec![step.to]));
        Ok(())
    }
}

/// One question to one solver; whether it is answered, the memory it takes, its positions.
type Ask = Box<dyn FnMut(&Heaps, &Budget) -> (Result<bool, Stop<Heaps, String>>, usize, usize)>;

/// The solvers, each answering whether its value is what Nim's should be.
fn solvers() -> [(&'static str, Ask); 5] {
    let won = |heaps: &Heaps| heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
    let outcome = move |heaps: &Heaps| [Outcome::Lose, Outcome::Win][usize::from(won(heaps))];
    let mut outcomes = Outcomes::new(Nim);
    let mut retrograde = Retrograde::new(Nim);
    let mut scores = Scores::new(Nim);
    let mut grundy = Grundy::new(Whole);
    let mut nimbers = Nimbers::new(Whole);
    [
        (
            "outcomes",
            Box::new(move |heaps, budget| {
                let right = outcomes.solve(heaps, budget).map(|o| o == outcome(heaps));
                (right, outcomes.bytes(), outcomes.positions())
            }),
        ),
        (
            "retrograde",
            Box::new(move |heaps, budget| {
                let solved = retrograde.solve(heaps, budget);
                let right = solved.map(|solved| solved.outcome == outcome(heaps));
                (right, retrograde.bytes(), retrograde.positions())
            }),
        ),
        (
            "scores",
            Box::new(move |heaps, budget| {
                // All counters are taken by somebody, so the difference has the parity of the total.
                let total: i64 = heaps.iter().map(|heap| i64::from(*heap)).sum();
                let value = scores.value(heaps, budget);
                let right = value.map(|value| (value - total) % 2 == 0 && value.abs() <= total);
                (right, scores.bytes(), scores.positions())
            }),
        ),
        (
            "grundy",
            Box::new(move |heaps, budget| {
                let sum = heaps.iter().fold(0, |sum, heap| sum ^ u32::from(*heap));
                let right = grundy.value(heaps, budget).map(|value| value == Nimber(sum));
                (right, grundy.bytes(), grundy.positions())
            }),
        ),
        (
            "nimbers",
            Box::new(move |heaps, budget| {
                let sum = heaps.iter().fold(0, |sum, heap| sum ^ u32::from(*heap));
                let right = nimbers.value(heaps, budget).map(|value| value == Nimber(sum));
                (right, nimbers.bytes(), nimbers.positions())
            }),
        ),
    ]
}

#[test]
fn memory() {
    for (name, mut ask) in solvers() {
        let heaps = vec![11, 13, 14, 15];
        let mut limit = 1000;
        loop {
            let (answer, bytes, positions) = ask(&heaps, &Budget::unlimited().memory(limit));
            // A position, a page and the list of one position's options may come on top.
            assert!(bytes <= limit + (1 << 18), "{name}: {bytes} of {limit}");
            match answer {
                Ok(right) => break assert!(right, "{name}"),
                Err(Stop::Halt(Halt::Memory { limit: said, .. })) => assert_eq!(said, limit),
                Err(other) => panic!("{name}: {other:?}"),
            }
            assert!(limit < 1 << 27, "{name}: {positions} positions");
            limit *= 2;
        }
        assert!(limit > 8000, "{name}: nothing to stop");
    }
}

#[test]
fn time_and_cancel() {
    for (name, mut ask) in solvers() {
        let limit = Duration::from_millis(20);
        let budget = Budget::unlimited().time(limit);
        let (answer, ..) = ask(&vec![40; 8], &budget);
        assert!(matches!(answer, Err(Stop::Halt(Halt::Time { limit: said, .. })) if said == limit), "{name}");
        // The time of this budget is used up, and that of a new one is not.
        let (answer, ..) = ask(&vec![5, 6], &budget);
        assert!(matches!(answer, Err(Stop::Halt(Halt::Time { .. }))), "{name}");
        let (answer, ..) = ask(&vec![5, 6], &budget.restarted().time(Duration::from_secs(3600)));
        assert_eq!(answer, Ok(true), "{name}");

        let flag = Arc::new(AtomicBool::new(true));
        let budget = Budget::unlimited().cancel(flag.clone());
        assert_eq!(ask(&vec![7, 8], &budget).0, Err(Stop::Halt(Halt::Interrupted)), "{name}");
        flag.store(false, Ordering::Relaxed);
        assert_eq!(ask(&vec![7, 8], &budget).0, Ok(true), "{name}");
    }
}

#[test]
fn progress() {
    for (name, mut ask) in solvers() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = calls.clone();
        // However long it takes, the third report ends it; each comes a tenth of a second after the last.
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        let budget = Budget::unlimited().cancel(flag).progress(move |positions, elapsed| {
            let nth = 1 + counted.fetch_add(1, Ordering::Relaxed);
            assert!(positions > 0 && elapsed >= Duration::from_millis(100) * nth as u32);
            raised.store(nth == 3, Ordering::Relaxed);
        });
        let (answer, ..) = ask(&vec![40; 8], &budget);
        assert!(matches!(answer, Err(Stop::Halt(Halt::Interrupted))), "{name}");
        assert_eq!(calls.load(Ordering::Relaxed), 3, "{name}");
    }
}

#[test]
fn errors_of_the_rules_pass_through() {
    for (name, mut ask) in solvers() {
        let (answer, ..) = ask(&vec![3, 255], &Budget::unlimited());
        assert!(matches!(answer, Err(Stop::Rules(reason)) if reason.contains("255")), "{name}");
        assert_eq!(ask(&vec![1, 3], &Budget::unlimited()).0, Ok(true), "{name}");
    }
}

/// A gain beyond 64 bits, at one move, and as a total only.
#[test]
fn scores_do_not_wrap() {
    struct Steps(Vec<i64>);
    impl Game for Steps {
        type Position = usize;
        type Error = String;
        fn ended(&self, at: &usize) -> Result<Option<Outcome>, String> {
            Ok((*at == self.0.len()).then_some(Outcome::Lose))
        }
        fn options(&self, at: &usize, out: &mut Vec<Step<usize>>) -> Result<(), String> {
            out.push(Step { to: at + 1, gain: self.0[*at], again: true });
            Ok(())
        }
        fn stuck(&self, _: &usize) -> Outcome {
            Outcome::Lose
        }
    }
    let big = i64::MAX - 1;
    let rows = [
        (vec![big], Ok(big)),
        (vec![1, big], Err(Stop::Overflow(0))),
        (vec![-3, big], Ok(big - 3)),
        (vec![0, -2, -big], Err(Stop::Overflow(1))),
        (vec![i64::MIN], Err(Stop::Overflow(0))),
        (vec![], Ok(0)),
    ];
    for (gains, expected) in rows {
        let mut solver = Scores::new(Steps(gains));
        assert_eq!(solver.value(&0, &Budget::unlimited()), expected);
    }
}
