//! What explodes is stopped: by memory, by time, by depth; afterwards the next question is answered.

use bouton_budget::{Budget, Halt};
use bouton_values::{Failed, Undefined, Values, evaluate};
use std::time::Duration;

/// A sum of many different hot games has an enormous canonical form.
fn exploding() -> String {
    let parts: Vec<_> = (1..40).map(|n| format!("{{{}|{{{n}|-{}}}}}", 3 * n, 2 * n)).collect();
    parts.join(" + ")
}

fn stopped(budget: Budget) -> Halt {
    let mut values = Values::new();
    values.limit(&budget);
    let found = evaluate(&mut values, &exploding());
    let Err(Failed::Undefined(Undefined::Halt(halt))) = found else { panic!("{found:?}") };
    values.limit(&Budget::unlimited());
    let one = evaluate(&mut values, "1/2 + 1/2").unwrap();
    assert_eq!(values.as_number(one).unwrap().to_string(), "1");
    halt
}

#[test]
fn work_stops_at_its_limits() {
    assert!(matches!(stopped(Budget::unlimited().memory(4 << 20)), Halt::Memory { .. }));
    assert!(matches!(stopped(Budget::unlimited().time(Duration::from_millis(30))), Halt::Time { .. }));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    assert_eq!(stopped(Budget::unlimited().cancel(flag)), Halt::Interrupted);
}

#[test]
fn what_is_too_deep_or_too_large_is_refused() {
    let mut values = Values::new();
    for text in [
        "{0|^100000} + {1|-1}",
        "{1|-1} + *1000000 + ^100000",
        "1000000000000 * {1|{0|-1}}",
        "9000000000000000000 * ^ + 9000000000000000000 * ^",
        "1 : 100000",
    ] {
        assert_eq!(
            evaluate(&mut values, text),
            Err(Failed::Undefined(Undefined::Halt(Halt::Size))),
            "{text}"
        );
    }
    // Numbers have no depth.
    let text = "{1000000|-1000000} + 1000000000000000";
    let value = evaluate(&mut values, text).unwrap();
    assert_eq!(values.birthday(value).unwrap(), 1_000_000_001_000_001);
    let stalk = (0..5000).fold(bouton_values::Dyadic::integer(1), |x, _| x.half());
    let deep = values.number(stalk);
    let up = values.ups(1);
    assert!(values.at_most(up, deep).unwrap());
}
