//! Certificates of random rules: what is proved is true, the independent checker accepts it, and whatever it accepts of a certificate that was
//! changed is true as well.
//!
//! What a certificate says of a position is read here from the file alone, as docs/certificates.md has it.

use crate::common::number;
use crate::hostile::{compare, lost, positions};
use bouton::language::diagnostic::Lang;
use bouton::proof::{Finding, ProveQuestion, prove};
use bouton::reference::Reference;
use bouton::{Budget, Game};
use bouton_random::Rng;
use bouton_samples::{few_or, move_set, one_number, row_or_heaps, three_numbers};
use bouton_verify::{Limits, verify};
use serde_json::{Value as Json, json};
use std::time::Instant;

fn natural(json: &Json) -> u64 {
    json.as_u64().unwrap_or(u64::MAX)
}

fn naturals(json: &Json) -> Vec<u64> {
    json.as_array().map(|list| list.iter().map(natural).collect()).unwrap_or_default()
}

/// The digits of a number, most significant first, so many of them.
fn digits(numeration: &Json, mut n: u64, many: usize) -> Vec<u64> {
    let (tops, back) = match (&numeration["base"], &numeration["quadratic"], &numeration["parry"]) {
        (Json::Null, Json::Null, parry) => (naturals(&parry["tops"]), natural(&parry["back"]) as usize),
        (Json::Null, t, _) => (vec![natural(t), 0], 0),
        (base, ..) => (vec![natural(base) - 1], 0),
    };
    let mut words: Vec<Vec<u64>> = vec![vec![1; tops.len()]];
    for i in 0..many {
        let behind = |q: usize| words[i][if q + 1 < tops.len() { q + 1 } else { back }];
        words.push((0..tops.len()).map(|q| tops[q] * words[i][0] + behind(q)).collect());
    }
    let digit = |i: usize| {
        let d = n / words[i][0];
        n -= d * words[i][0];
        d
    };
    (0..many).rev().map(digit).collect()
}

/// Does the automaton of a certificate accept these numbers?
fn accepted(c: &Json, numbers: &[u64]) -> bool {
    let many = 10;
    let words: Vec<Vec<u64>> = numbers.iter().map(|n| digits(&c["numeration"], *n, many)).collect();
    let radix = match (&c["numeration"]["base"], &c["numeration"]["quadratic"]) {
        (Json::Null, Json::Null) => natural(&c["numeration"]["parry"]["tops"][0]) + 1,
        (Json::Null, t) => natural(t) + 1,
        (base, _) => natural(base),
    };
    let mut state = c["automaton"]["start"].clone();
    for i in 0..many {
        let tuple = words.iter().fold(0, |place, word| place * radix + word[i]);
        state = c["automaton"]["next"][natural(&state) as usize][tuple as usize].clone();
        if state.is_null() {
            return false;
        }
    }
    naturals(&c["automaton"]["accept"]).contains(&natural(&state))
}

/// v(n), where v is given up to from + period.
fn repeated(first: &[u64], from: u64, period: u64, saltus: u64, n: u64) -> u64 {
    match n < from {
        true => first[n as usize],
        false => first[(from + (n - from) % period) as usize] + (n - from) / period * saltus,
    }
}

/// Whether a certificate says that a position is lost; `None` for kinds that are not read here.
fn says(c: &Json, numbers: &[u64]) -> Option<bool> {
    match (c["kind"].as_str()?, numbers) {
        ("automatic set", _) => Some(accepted(c, numbers)),
        ("values", _) => Some(accepted(c, &[numbers, &[0]].concat())),
        ("period", [n]) => {
            let [period, saltus, from] = ["period", "saltus", "from"].map(|key| natural(&c[key]));
            Some(repeated(&naturals(&c["prefix"]), from, period, saltus, *n) == 0)
        }
        ("runs", [n]) => {
            let slope = |key: &str, m: i64| {
                let [a, b, c]: [i64; 3] = [0, 1, 2].map(|i| c[key][i].as_i64().unwrap());
                (a * m + b).div_euclid(c)
            };
            let (mut start, n) = (natural(&c["start"]) as i64, *n as i64);
            while slope("near", start) <= n {
                start = slope("far", slope("near", start) - 1);
            }
            Some(naturals(&c["lost"]).contains(&(n as u64)) || start <= n)
        }
        ("places", _) => {
            let (modulus, most) = (natural(&c["modulus"]), natural(&c["most"]));
            let v = |n: &u64| {
                let of = &c["values"];
                let [period, saltus, from] = ["period", "saltus", "from"].map(|key| natural(&of[key]));
                repeated(&naturals(&of["first"]), from, period, saltus, *n)
            };
            let place = |i: usize| if c["from"] == "right" { numbers.len() - i } else { i + 1 } as u64;
            let counts = |i: &usize| naturals(&c["counting"]).contains(&(place(*i) % modulus));
            let values: Vec<u64> = (0..numbers.len()).filter(counts).map(|i| v(&numbers[i])).collect();
            let multiple = |bit: u64| {
                (values.iter().filter(|v| *v >> bit & 1 == 1).count() as u64).is_multiple_of(most + 1)
            };
            let misere = c["misere"] == true || c["rules"].as_str()?.contains("end misere");
            let small = misere && values.iter().all(|v| *v <= 1);
            Some(match small {
                true => values.iter().sum::<u64>() % (most + 1) == 1,
                false => (0..40).all(multiple),
            })
        }
        _ => None,
    }
}

/// The numbers of a position of one part, or of heaps of one number.
fn numbers(game: &Game, p: &bouton::language::interp::Position) -> Option<Vec<u64>> {
    let text = game.show(p);
    let list: Option<Vec<u64>> = text.split_whitespace().map(|n| n.parse().ok()).collect();
    match text.as_str() {
        "[]" | "nothing" => Some(Vec::new()),
        _ => list,
    }
}

/// Where numbers stand in a certificate.
fn leaves(json: &Json, at: &str, out: &mut Vec<String>) {
    match json {
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| leaves(item, &format!("{at}/{i}"), out))
        }
        Json::Object(all) => all
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "version" | "parameters"))
            .for_each(|(key, item)| leaves(item, &format!("{at}/{key}"), out)),
        Json::Number(_) | Json::Null => out.push(at.to_string()),
        _ => {}
    }
}

/// One number changed a little.
fn changed(certificate: &Json, random: &mut Rng) -> Json {
    let mut all = Vec::new();
    leaves(certificate, "", &mut all);
    let at = &all[random.index(all.len())];
    let mut out = certificate.clone();
    if let Some(leaf) = out.pointer_mut(at) {
        *leaf = match leaf.as_i64() {
            Some(n) if random.percent(50) => json!(n + 1),
            Some(n) => json!((n - 1).max(0)),
            None => json!(random.below(4)),
        };
    }
    out
}

/// What came of one kind of rules.
#[derive(Default)]
struct Share {
    proved: usize,
    changed: usize,
    accepted: usize,
    times: Vec<f64>,
    wrong: Vec<String>,
}

impl Share {
    fn take(&mut self, rules: &str, random: &mut Rng) -> Result<(), String> {
        let game = Game::parse(rules).map_err(|e| e.to_string())?;
        let begun = Instant::now();
        let found = prove(&ProveQuestion::new(game.clone()), &Budget::unlimited().fuse(few_or(400, 20_000)));
        self.times.push(begun.elapsed().as_secs_f64());
        let Ok(found) = found else { return Ok(()) };
        compare(&game, &found)?;
        if matches!(found, Finding::NoWords(_) | Finding::NotFound(_) | Finding::Outside(_)) {
            return Ok(());
        }
        self.proved += 1;
        let Ok(right) = found.certificate(None, false, Lang::En) else { return Ok(()) };
        let check = |c: &Json| verify(&c.to_string(), &Limits::default());
        check(&right).map_err(|refused| format!("{} refused: {refused}", right["kind"]))?;
        let mut truth = Reference::new(&game);
        let known: Vec<(Vec<u64>, bool)> = positions(&game)
            .iter()
            .filter(|p| p.parts.len() <= 1 || right["kind"] == "places")
            .filter_map(|p| Some((numbers(&game, p)?, lost(&game, &mut truth, p)?)))
            .collect();
        let wrong = |c: &Json| known.iter().find(|(x, lost)| says(c, x).is_some_and(|says| says != *lost));
        if let Some((x, lost)) = wrong(&right) {
            return Err(format!("{x:?}, lost {lost}: {right}"));
        }
        for _ in 0..few_or(3, 8) {
            let other = changed(&right, random);
            self.changed += usize::from(other != right);
            if other != right && check(&other).is_ok() {
                self.accepted += 1;
                if let Some((x, lost)) = wrong(&other) {
                    return Err(format!("accepted though wrong: {x:?}, lost {lost}: {other}"));
                }
            }
        }
        Ok(())
    }
}

/// `BOUTON_SEED` is the first seed, `BOUTON_GAMES` how many rules of each kind, `BOUTON_KIND` one of them.
#[test]
fn certificates_of_random_rules() {
    let (first, many) = (number("BOUTON_SEED", 910_000), number("BOUTON_GAMES", few_or(5, 100)));
    type Kind = (&'static str, fn(u64) -> String);
    let kinds: [Kind; 4] = [
        ("two numbers", move_set),
        ("three numbers", three_numbers),
        ("one number", one_number),
        ("rows, bags and heaps", row_or_heaps),
    ];
    let only = std::env::var("BOUTON_KIND").unwrap_or_default();
    for (kind, text) in kinds.into_iter().filter(|k| k.0.contains(&only)) {
        let (mut share, mut random) = (Share::default(), Rng::new(first));
        // Of these most are not proved.
        let many = if kind.starts_with("rows") { 4 * many } else { many };
        for seed in first..first + many {
            let rules = text(seed);
            if let Err(why) = share.take(&rules, &mut random) {
                share.wrong.push(format!("{seed}: {rules}: {why}"));
            }
        }
        share.times.sort_by(f64::total_cmp);
        println!(
            "{kind}: {} of {many} proved, median {:.3} s, longest {:.1} s; {} changed certificates, of which {} say the same truth",
            share.proved,
            share.times[share.times.len() / 2],
            share.times[share.times.len() - 1],
            share.changed,
            share.accepted
        );
        assert!(share.wrong.is_empty(), "{}", share.wrong.join("\n"));
        assert!(share.proved > 0 && share.accepted * 2 < share.changed, "{kind}");
    }
}
