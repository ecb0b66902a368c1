//! Random numbers that are the same on every machine.

use bouton::rng::Rng;

#[test]
fn numbers_are_the_published_ones() {
    // First outputs of splitmix64 for the seed 1234567.
    let mut rng = Rng::new(1_234_567);
    assert_eq!([rng.bits(), rng.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
}

#[test]
fn below_stays_below_and_chance_is_fair() {
    let mut rng = Rng::new(1);
    assert!((0..1000).all(|_| rng.below(7) < 7));
    assert_eq!(rng.below(0), 0);
    let hits = (0..10_000).filter(|_| rng.chance(0.1)).count();
    assert!((800..1200).contains(&hits), "{hits}");
    assert!((0..100).all(|_| !rng.chance(0.0) && rng.chance(1.0)));
}
