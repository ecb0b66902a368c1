//! Random rules files, exported as searches and compared with bouton.

use crate::common;
use bouton::language::NoLoader;
use bouton::{Game, Problem};
use bouton_export::{Method, Target};
use bouton_samples::sample;
use bouton_template::Asked;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rules files, and positions of each.
const FILES: u64 = 15;
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

/// Rules with functions that random files seldom have, in every language.
#[test]
fn functions_are_the_same_in_every_language() {
    let text = "param G = graph { 0 - 1; 1 - 2; 2 - 3; 4 }\n\
        position n in 0..60, v in G\n\
        define f(k) = k if k < 2, f(k - 1) + f(k - 2) otherwise\n\
        move bits if n > 0: n -> n band (n - 1)\n\
        move digit d in digits(n, 3) ++ digits(n)[1..1] if d > 0: n -> n - d\n\
        move half if n shr 1 bor 1 < n: n -> n shr 1 bor 1\n\
        move far w in G if n > 0 and distance(G, v, w) = 2: v -> w, n -> n - 1\n\
        move apart w in G if n > 9 and distance(G, v, w) = |G|: v -> w, n -> n - 9\n\
        move take k in 3..40 if f(k) <= n and f(k) shl 1 > n: n -> n - f(k)";
    let game = Game::from_text("functions", text, &NoLoader)
        .unwrap_or_else(|e| panic!("{}", e.render(common::EN, false)));
    let made =
        common::prepared(&game.0, Some(Method::Search), Asked::default()).unwrap_or_else(|e| panic!("{e}"));
    let known = common::known(&game.0, &made, &Asked::default(), POSITIONS, 1);
    assert!(known.answers.len() > POSITIONS / 2, "only {} positions", known.answers.len());
    for target in Target::ALL {
        if let Err(e) = common::compare("functions", &made, &known, target) {
            panic!("{e}\n{}", made.print(target).unwrap_or_default());
        }
    }
}
