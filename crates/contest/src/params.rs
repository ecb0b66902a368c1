//! Random values of parameters that are no numbers: sets, lists, graphs, drawn to look like the default of the rules.

use crate::space::uniform;
use bouton::language::NoLoader;
use bouton::language::graph::Graph;
use bouton::language::position::read_value;
use bouton::language::value::Value;
use bouton::rng::Rng;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Elements of a random set.
const MEMBERS: u64 = 6;

/// Letters of a random word, and how many there are to choose from: few, so that words meet.
const LETTERS: u64 = 5;

/// A value like `default`: a set of numbers between `lo` and `hi`, a list of so many elements, a graph of so many nodes.
pub(crate) fn draw(default: &Value, rng: &mut Rng, lo: &BigInt, hi: &BigInt) -> Option<Value> {
    match default {
        Value::Set(_) | Value::Known(_) => {
            let count = 1 + rng.below(MEMBERS);
            Some(Value::set((0..count).map(|_| Value::big(uniform(rng, lo, hi))).collect()))
        }
        Value::List(items) => {
            let count = uniform(rng, lo, hi).to_u64()?;
            let words = items.iter().any(|v| matches!(v, Value::Text(_)));
            let most = items.iter().filter_map(Value::to_big).max().unwrap_or_else(|| BigInt::from(20));
            let least = items.iter().filter_map(Value::to_big).min().unwrap_or_default().min(BigInt::from(0));
            let mut out: Vec<Value> = (0..count)
                .map(|_| if words { word(rng) } else { Value::big(uniform(rng, &least, &most)) })
                .collect();
            if items.is_sorted() {
                out.sort();
                out.dedup();
            }
            Some(Value::list(out))
        }
        Value::Graph(like) => {
            let nodes = uniform(rng, lo, hi).to_usize().filter(|n| *n <= 2000)?;
            graph(like, rng, nodes)
        }
        _ => None,
    }
}

fn word(rng: &mut Rng) -> Value {
    let length = 1 + rng.below(4);
    let letter = |n: u64| char::from(b'a' + n as u8);
    let text: String = (0..length).map(|_| letter(rng.below(LETTERS))).collect();
    Value::text(&text)
}

/// A graph on 0, 1, 2 …: with edges both ways if the default has them so, without cycles if it has none.
fn graph(like: &Graph, rng: &mut Rng, nodes: usize) -> Option<Value> {
    let has = |a: usize, b: usize| like.near(a).contains(&(b as u32));
    let both = (0..like.len()).all(|a| like.near(a).iter().all(|b| has(*b as usize, a)));
    let acyclic = !both && like.cycle().ok()?.is_none();
    let density = 1 + rng.below(3);
    let mut rows = Vec::new();
    for a in 0..nodes {
        let mut to: Vec<usize> = Vec::new();
        // Every node has a neighbour, so that nobody is stuck from the start.
        let others: Vec<usize> = (0..nodes).filter(|b| *b != a && !(acyclic && *b <= a)).collect();
        for _ in 0..density {
            to.extend(rng.pick(&others));
        }
        if both && a == 0 {
            to.truncate(1 + rng.below(2) as usize);
        }
        to.sort_unstable();
        to.dedup();
        let list: Vec<String> = to.iter().map(usize::to_string).collect();
        rows.push(format!("{a} {} {}", if both { "-" } else { "->" }, list.join(" ")));
    }
    read_value(&format!("graph {{ {} }}", rows.join("; ")), &NoLoader).ok()
}
