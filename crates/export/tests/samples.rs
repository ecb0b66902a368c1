//! Random rules files, exported as searches and compared with bouton.

mod common;

use bouton::language::NoLoader;
use bouton::{Game, Problem};
use bouton_contest::answers::Asked;
use bouton_export::{Method, Target};
use bouton_samples::sample;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rules files, and positions of each.
const FILES: u64 = 30;
const POSITIONS: usize = 40;

#[test]
fn random_rules_agree_with_bouton() {
    let said = std::env::var("BOUTON_EXPORT").ok().and_then(|n| n.parse::<u64>().ok());
    let files = if said.is_some() { 10 * FILES } else { FILES };
    let langs: &[Target] = if said.is_some() { &Target::ALL } else { &[Target::Cpp, Target::Python] };
    let (next, wrong, told) = (AtomicU64::new(0), Mutex::new(Vec::new()), Mutex::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= files {
                        break;
                    }
                    let text = sample(seed).text;
                    let game = match Game::from_text(&format!("random{seed}"), &text, &NoLoader) {
                        Ok((game, _)) => game,
                        // The file says that its fields are unordered, and its moves say otherwise.
                        Err(Problem::Run { .. }) => continue,
                        Err(other) => panic!("{}\n{text}", other.render(common::EN, false)),
                    };
                    let made = match common::prepared(&game, Some(Method::Search), Asked::default()) {
                        Ok(made) => made,
                        Err(why) => {
                            wrong.lock().unwrap().push(format!("{why}\n{text}"));
                            continue;
                        }
                    };
                    let known = common::known(&game, &made, &Asked::default(), POSITIONS, seed);
                    *told.lock().unwrap() += known.answers.len();
                    for target in langs {
                        // The compiler for a part of the files, where not all are asked for.
                        if said.is_none() && *target == Target::Cpp && seed % 4 != 1 {
                            continue;
                        }
                        if let Err(e) = common::compare(&format!("random{seed}"), &made, &known, *target) {
                            wrong.lock().unwrap().push(format!("{e}\n{text}"));
                        }
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} files differ:\n{}", wrong.len(), wrong.join("\n\n"));
    let told = told.into_inner().unwrap();
    assert!(told > FILES as usize * POSITIONS / 3, "only {told} positions were compared");
}
