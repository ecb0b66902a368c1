//! Random formulas against brute force over small numbers: whatever is done to a formula, it means the same; and what is
//! said to follow does.

use bouton_linear::{Affine, Evaluator, Facts, Formula, Nest, Poly, entail, unbind};
use bouton_random::Rng;
use std::ops::ControlFlow;

/// Free variables, and how far all variables run.
const FREE: usize = 3;
const MOST: i64 = 5;

/// Whether a formula holds, by trying all small numbers for bound variables.
fn holds(f: &Formula, x: &mut Vec<i64>) -> bool {
    match f {
        Formula::All(fs) => fs.iter().all(|g| holds(g, x)),
        Formula::Any(fs) => fs.iter().any(|g| holds(g, x)),
        Formula::Not(g) => !holds(g, x),
        Formula::AtLeastZero(a) => a.value(x) >= 0,
        Formula::Zero(a) => a.value(x) == 0,
        Formula::Multiple(a, m) => a.value(x) % m == 0,
        Formula::Exists(v, g) => {
            if x.len() <= *v {
                x.resize(v + 1, 0);
            }
            let before = x[*v];
            let found = (0..=MOST).any(|n| {
                x[*v] = n;
                holds(g, x)
            });
            x[*v] = before;
            found
        }
    }
}

fn tuples() -> impl Iterator<Item = Vec<i64>> {
    let side = MOST + 1;
    (0..side.pow(FREE as u32)).map(move |i| (0..FREE as u32).map(|v| i / side.pow(v) % side).collect())
}

fn form(rng: &mut Rng, variables: usize) -> Affine {
    let coefficient = |rng: &mut Rng| if rng.percent(60) { rng.range(-3, 3) } else { 0 };
    let terms: Vec<(usize, i64)> = (0..variables).map(|v| (v, coefficient(rng))).collect();
    Affine::new(&terms, rng.range(-6, 6))
}

/// A formula over variables below `variables`. Bound variables are at most [`MOST`], so that trying small numbers is right.
fn formula(rng: &mut Rng, variables: usize, depth: u32) -> Formula {
    let list = |rng: &mut Rng| (0..1 + rng.index(3)).map(|_| formula(rng, variables, depth - 1)).collect();
    match if depth == 0 { rng.below(4) } else { rng.below(10) } {
        0 | 1 => Formula::AtLeastZero(form(rng, variables)),
        2 => Formula::Zero(form(rng, variables)),
        3 => Formula::Multiple(form(rng, variables), rng.range(1, 4)),
        4 | 5 => Formula::All(list(rng)),
        6 | 7 => Formula::Any(list(rng)),
        8 => Formula::Not(Box::new(formula(rng, variables, depth - 1))),
        _ => {
            let small = Formula::AtLeastZero(Affine::new(&[(variables, -1)], MOST));
            let body = Formula::All(vec![small, formula(rng, variables + 1, depth - 1)]);
            Formula::Exists(variables, Box::new(body))
        }
    }
}

#[test]
fn formulas_keep_their_meaning() {
    for seed in 0..600 {
        let rng = &mut Rng::new(seed);
        let f = formula(rng, FREE, 3);
        let plain = f.plain(&mut f.width()).unwrap();
        let alternatives = plain.alternatives(64);
        let evaluator = Evaluator::new(&f);
        let parts = [Formula::any([f.clone()]), f.clone().simplified(), plain.clone()];
        let listed = Formula::any(alternatives.into_iter().map(Formula::all));
        for x in tuples() {
            let right = holds(&f, &mut x.clone());
            assert_eq!(holds(&f.clone().negated(), &mut x.clone()), !right, "{f:?} at {x:?}");
            for same in parts.iter().chain([&listed]) {
                assert_eq!(holds(same, &mut x.clone()), right, "{seed}: {f:?}\nis not\n{same:?}\nat {x:?}");
            }
            if let Ok(evaluator) = &evaluator {
                let mut numbers = x.clone();
                numbers.resize(evaluator.size().max(FREE), 0);
                assert_eq!(evaluator.holds(&mut numbers), right, "{seed}: {f:?} at {x:?}");
            }
        }
    }
}

#[test]
fn eliminated_variables_leave_the_same() {
    let (mut gone, mut all) = (0, 0);
    for seed in 0..1200 {
        let rng = &mut Rng::new(seed);
        let small = Formula::AtLeastZero(Affine::new(&[(FREE, -1)], MOST));
        let body = Formula::All(vec![small, formula(rng, FREE + 1, 2)]);
        let mut fresh = body.width();
        let body = body.plain(&mut fresh).unwrap();
        let left = unbind(FREE, &body, &mut fresh).unwrap();
        all += 1;
        gone += usize::from(!left.free().contains(&FREE) && !matches!(left, Formula::Exists(..)));
        let bound = Formula::exists(FREE, body);
        for x in tuples() {
            let right = holds(&bound, &mut x.clone());
            assert_eq!(holds(&left, &mut x.clone()), right, "{seed}: {bound:?}\nis not\n{left:?}\nat {x:?}");
        }
    }
    assert!(gone > all / 2, "{gone} of {all}");
}

#[test]
fn loops_visit_every_solution_once() {
    let mut compared = 0;
    for seed in 0..2000 {
        let rng = &mut Rng::new(seed);
        let mut parts: Vec<Formula> = (0..1 + rng.index(3)).map(|_| formula(rng, FREE, 0)).collect();
        parts.extend((1..FREE).map(|v| Formula::AtLeastZero(Affine::new(&[(v, -1)], MOST))));
        let Ok(nest) = Nest::new(&parts, &[0], &[1, 2]) else { continue };
        let whole = Formula::All(parts);
        for given in 0..=MOST {
            let mut numbers = vec![0; nest.size().max(FREE)];
            numbers[0] = given;
            let mut found: Vec<Vec<i64>> = Vec::new();
            let _ = nest.run(&mut numbers, &mut |x| {
                found.push(x[..FREE].to_vec());
                ControlFlow::Continue(())
            });
            found.sort();
            let mut right: Vec<Vec<i64>> =
                tuples().filter(|x| x[0] == given && holds(&whole, &mut x.clone())).collect();
            right.sort();
            assert_eq!(found, right, "{seed}: {whole:?} from {given}");
            compared += 1;
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// What follows holds wherever the conditions do; and most of what holds in all small cases is found to follow.
#[test]
fn what_follows_holds() {
    let (mut shown, mut true_in_small) = (0, 0);
    for seed in 0..3000 {
        let rng = &mut Rng::new(seed);
        let conditions: Vec<Affine> = (0..1 + rng.index(4)).map(|_| form(rng, FREE)).collect();
        let goal = form(rng, FREE);
        let mut facts = Facts::default();
        conditions.iter().for_each(|c| facts.assume(&Formula::AtLeastZero(c.clone())));
        let follows = facts.entails(&goal);
        let poly = |a: &Affine| {
            a.terms.iter().fold(Poly::int(a.constant.into()), |sum, (v, c)| {
                sum.plus((*c).into(), &Poly::atom(*v as u32))
            })
        };
        let mut polys: Vec<Poly> = conditions.iter().map(poly).collect();
        polys.extend((0..FREE as u32).map(Poly::atom));
        let (low, high) = entail::bounds(&polys, &poly(&goal));
        let empty = entail::infeasible(&polys);
        let halves = [vec![poly(&goal)], vec![poly(&goal).neg().shift(-1)]];
        assert!(entail::covered(&polys, &halves), "a form is not negative, or it is: {goal:?}");
        let alone = entail::covered(&polys, &halves[..1]);
        let mut every = true;
        for x in tuples().filter(|x| conditions.iter().all(|c| c.value(x) >= 0)) {
            let value = goal.value(&x);
            assert!(!empty, "{seed}: {conditions:?} at {x:?}");
            assert!(value >= 0 || !(follows || alone), "{seed}: {conditions:?} |= {goal:?} at {x:?}");
            let value = i128::from(value);
            assert!(low.is_none_or(|l| l <= value) && high.is_none_or(|h| value <= h), "{seed} at {x:?}");
            every &= value >= 0;
        }
        shown += usize::from(follows);
        true_in_small += usize::from(every);
    }
    assert!(2 * shown > true_in_small, "{shown} of {true_in_small}");
}
