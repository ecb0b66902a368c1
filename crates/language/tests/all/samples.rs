//! Random rules files load, their positions are read, and their moves never fail.

use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Interp, Position, Turn};
use bouton_language::{NoLoader, load, position};
use bouton_samples::{FAMILIES, Rng, sample};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

#[test]
fn samples_are_legal_and_their_moves_never_fail() {
    let mut moving: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..1300 {
        let sample = sample(seed);
        let loaded = load("random.game", &sample.text, &NoLoader);
        let said: Vec<String> =
            loaded.diagnostics.iter().map(|d| d.line(&loaded.sources, Lang::En)).collect();
        let rules =
            loaded.rules.unwrap_or_else(|| panic!("seed {seed}: {}\n{}", said.join("\n"), sample.text));
        let interp = Interp::new(Arc::new(rules), &[]).expect("parameters are legal");
        let rng = &mut Rng::new(seed);
        let mut moves = 0;
        for size in [3, 6, 12] {
            let text = sample.position(rng, size);
            let Ok(mut position) = position::parse_position(&interp, &text) else {
                assert!(sample.text.contains("require"), "seed {seed}: {text} is not read\n{}", sample.text);
                continue;
            };
            // A random line of play.
            for turn in 0..20 {
                let turn = Turn { mover: (turn % 2) as usize, turn };
                let ended = interp.ended(&position, turn, &|| Ok(false));
                assert!(ended.is_ok(), "seed {seed}: {text}\n{}", sample.text);
                let mut options: Vec<Position> = Vec::new();
                for (i, part) in position.parts.iter().enumerate() {
                    let listed = interp.moves(part, turn, &mut |made| {
                        let mut to = position.clone();
                        to.parts.splice(i..=i, made.parts.iter().cloned());
                        options.push(to);
                        ControlFlow::Continue(())
                    });
                    assert!(listed.is_ok(), "seed {seed}: {part:?} {listed:?}\n{}", sample.text);
                }
                if options.is_empty() || ended.is_ok_and(|e| e.is_some()) {
                    break;
                }
                moves += 1;
                position = options.swap_remove(rng.below(options.len() as u64) as usize);
            }
        }
        *moving.entry(format!("{:?}", sample.family)).or_default() += u64::from(moves > 2);
    }
    for family in FAMILIES {
        let count = moving.get(&format!("{family:?}")).copied().unwrap_or(0);
        assert!(count >= 60, "only {count} of 100 games of {family:?} move: {moving:?}");
    }
}
