//! Loopy games: the named ones, and random graphs against plain search in sums.

use bouton_random::Rng;
use bouton_values::loopy::{Loopy, Outcome, Unsettled, Worth};
use bouton_values::text::{Expression, Line};
use bouton_values::{Style, Undefined, Values};
use std::cmp::Ordering;

fn game(values: &mut Values, text: &str) -> Loopy {
    Loopy::work_out(values, &Expression::parse(text).unwrap()).unwrap()
}

fn worth(text: &str) -> String {
    let mut values = Values::new();
    let worth = game(&mut values, text).worth(&mut values).unwrap();
    worth.text(&mut values, Style::Ascii, 500).unwrap().map_or("?".into(), |text| text.text)
}

#[test]
fn named_games() {
    for (text, is) in [
        ("on", "on"),
        ("a{a|}", "on"),
        ("off", "off"),
        ("-on", "off"),
        ("over", "over"),
        ("-over", "under"),
        ("dud", "dud"),
        ("on + off", "dud"),
        ("dud + 7", "dud"),
        ("on + 3", "on"),
        ("on - ^ + *2", "on"),
        ("on + on", "on"),
        ("over + over", "over"),
        ("over + ^3", "over"),
        ("3 * over", "over"),
        ("over + 1", "a{1|a}"),
        ("over - over", "over & under"),
        ("a{0|{1|a}}", "1"),
        ("a{0|{a|0}}", "1 & {0|-1}"),
        // Different ways to write one game, and games that end after all.
        ("a{0|b{0|a}}", "over"),
        ("{on|0}", "{on|0}"),
        ("{0|off}", "{0|off}"),
        ("{on|off}", "{on|off}"),
        ("a{-1,a|}", "on"),
        ("a{b{a|{|b}}|}", "0"),
        ("a{{a|b{c{b|{|c}}|}}|{b{|c{{c|}|b}}|a}}", "0"),
        ("a{b{a|{c{|d{{d|}|c}}|b}}|b{e{b|{|e}}|}}", "*"),
        ("{off|on}", "0"),
        ("{off|1}", "0"),
    ] {
        assert_eq!(worth(text), is, "{text}");
    }
}

#[test]
fn comparison() {
    let mut values = Values::new();
    for (line, holds) in [
        ("over > 0", true),
        ("over > ^5", true),
        ("over < 1/64", true),
        ("on > 1000", true),
        ("on > over", true),
        ("dud || 0", true),
        ("a{a|*} > 0", true),
        ("a{a|*} > ^", true),
        ("under < v9", true),
        ("on >= dud", true),
        ("off <= dud", true),
    ] {
        let Ok(Line::Compare(left, relation, right)) = Line::parse(line) else { panic!("{line}") };
        let [left, right] = [left, right].map(|side| {
            let game = Loopy::work_out(&mut values, &side).unwrap();
            game.worth(&mut values).unwrap()
        });
        let order: Option<Ordering> = left.compare(&right, &mut values).unwrap().unwrap();
        assert_eq!(relation.holds(order), Some(holds), "{line}: {order:?}");
    }
}

/// A random graph: mostly few options, as games have.
fn graph(random: &mut Rng) -> Loopy {
    let count = 2 + random.index(4);
    let mut side = || {
        (0..count)
            .map(|_| {
                let many = [0, 1, 1, 2][random.index(4)];
                let mut list: Vec<u32> = (0..many).map(|_| random.index(count) as u32).collect();
                list.sort_unstable();
                list.dedup();
                list
            })
            .collect::<Vec<_>>()
    };
    let (lefts, rights) = (side(), side());
    Loopy::new(lefts, rights, 0)
}

fn whole_is_lost(g: &Loopy) -> bool {
    g.outcome() == [Outcome::Right, Outcome::Left]
}

const SHORT: [&str; 18] = [
    "0", "1", "-1", "*", "^", "v", "1/2", "-1/2", "2", "-2", "*2", "+-1", "{2|0}", "{0|-2}", "tiny(1)",
    "miny(1)", "^*", "{1|v}",
];

/// With draws for Left a game is as good as its onside, with draws for Right as its offside, beside every short game.
#[test]
fn sides_decide_sums() {
    sums(17, 600);
}

#[test]
#[ignore = "minutes: cargo test --release -p bouton-values -- --ignored"]
fn sides_decide_many_sums() {
    sums(18, 20_000);
}

fn sums(seed: u64, games: usize) {
    let mut random = Rng::new(seed);
    let mut values = Values::new();
    let (mut stoppers, mut sided, mut unknown) = (0, 0, 0);
    for _ in 0..games {
        let g = graph(&mut random);
        let worth = g.worth(&mut values).unwrap();
        let (on, off) = match &worth {
            Worth::Unknown => {
                unknown += 1;
                continue;
            }
            Worth::Sides(sides) => {
                sided += 1;
                (sides[0].clone(), sides[1].clone())
            }
            one => {
                stoppers += usize::from(matches!(one, Worth::Stopper(_)));
                (one.clone(), one.clone())
            }
        };
        let as_game = |values: &mut Values, worth: &Worth| match worth {
            Worth::Short(value) => Loopy::short(values, *value).unwrap(),
            Worth::Stopper(game) => game.clone(),
            _ => panic!("{worth:?}"),
        };
        let (on, off) = (as_game(&mut values, &on), as_game(&mut values, &off));
        assert!(on.is_stopper() && off.is_stopper());
        for text in SHORT {
            let x = game(&mut values, text);
            let outcome = |values: &mut Values, g: &Loopy| {
                Loopy::sum(values, &[g.clone(), x.clone()]).unwrap().0.outcome()
            };
            let (whole, on, off) =
                (outcome(&mut values, &g), outcome(&mut values, &on), outcome(&mut values, &off));
            for first in 0..2 {
                assert_eq!(whole[first] != Outcome::Right, on[first] == Outcome::Left, "{g:?} + {text}");
                assert_eq!(whole[first] == Outcome::Left, off[first] == Outcome::Left, "{g:?} + {text}");
            }
        }
        // What is written reads back as the same value.
        let written = worth.text(&mut values, Style::Ascii, 2000).unwrap().unwrap();
        if !written.text.contains('&') && written.whole {
            // Where whoever moves first loses, a stopper is zero.
            if whole_is_lost(&g) {
                assert_eq!(written.text, "0", "{g:?}");
            }
            let again = game(&mut values, &written.text).worth(&mut values).unwrap();
            let text = again.text(&mut values, Style::Ascii, 2000).unwrap().unwrap();
            assert_eq!(text, written, "{g:?}");
            assert_eq!(again.compare(&worth, &mut values).unwrap(), Some(Some(Ordering::Equal)));
        }
    }
    assert!(stoppers > 20 && sided > 20, "{stoppers} stoppers, {sided} sided, {unknown} unknown");
    assert!(unknown * 20 < stoppers + sided, "{stoppers} stoppers, {sided} sided, {unknown} unknown");
}

#[test]
fn what_is_not_defined_is_said() {
    let mut values = Values::new();
    let mut ask = |text: &str| Loopy::work_out(&mut values, &Expression::parse(text).unwrap());
    assert_eq!(ask("cool(on, 1)"), Err(Unsettled::Undefined(Undefined::Loopy)));
    assert_eq!(ask("a{0|a + 1}"), Err(Unsettled::Undefined(Undefined::Loopy)));
    assert_eq!(ask("1/2 * over"), Err(Unsettled::Undefined(Undefined::NotInteger)));
    assert!(matches!(ask("1000 * over"), Err(Unsettled::Large { .. })));
    assert!(Expression::parse("a{0|b}").is_err());
    assert!(Expression::parse("a{0|a").is_err());
}
