//! Certificates that are right are accepted.

use crate::common;
use bouton_verify::{Limits, verify};

#[test]
fn right_certificates_are_accepted() {
    let all = [
        common::games::automatic_sets(),
        common::games::values(),
        common::games::periods(),
        common::games::positions(),
        common::games::take_aways(),
        common::games::pairs(),
        common::games::rows(),
        common::games::runs(),
    ];
    let mut failed = Vec::new();
    for case in all.into_iter().flatten() {
        let states = case.json["automaton"]["next"].as_array().map_or(0, Vec::len);
        let clock = std::time::Instant::now();
        let found = verify(&case.json.to_string(), &Limits::default());
        println!("{:28} {states:4} states {:8.2?}", case.name, clock.elapsed());
        if let Err(refused) = found {
            failed.push(format!("{}: {refused}", case.name));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
