//! Graphs as parameters: named nodes, and the edges between them in compressed rows.
//!
//! Built from a literal in the rules or from an edge list; ten million nodes and a hundred million edges are
//! ordinary, so an edge is four bytes, and names that are numbers in a row are not stored at all. Nodes stand in the
//! order of their names, and a node is handled by its place in that order wherever there may be many.

use crate::value::Value;
use bouton_graph::memory::NoMemory;
use bouton_graph::read::{EdgeList, Names};
use bouton_graph::{Rows, RowsError, distance, order};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A directed graph whose nodes are numbers or names.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    labels: Labels,
    rows: Rows,
    /// Set when it was read from a file: printed as the file's name, not as a million edges.
    origin: Option<String>,
    /// Nodes and heads as values, made when they are first asked for.
    nodes: OnceLock<Vec<Value>>,
    /// A way round, found when it is first asked for.
    cycle: OnceLock<Result<Option<Vec<u32>>, NoMemory>>,
    heads: OnceLock<Vec<Value>>,
    /// From each node of a small graph the distances to all, found when they are first asked for.
    distances: OnceLock<Vec<OnceLock<Vec<u32>>>>,
}

/// Distances between so many nodes are remembered: 16 MiB.
const REMEMBERED: usize = 2048;

/// Names by place, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Labels {
    /// `first`, `first + 1`, …: as many as there are rows.
    Run(i64),
    /// Numbers from small to large.
    Numbers(Vec<u32>),
    /// Anything.
    Any(Named),
}

#[derive(Clone, Debug)]
struct Named {
    list: Vec<Value>,
    index: FxHashMap<Value, u32>,
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Named {}

impl PartialOrd for Named {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Named {
    fn cmp(&self, other: &Self) -> Ordering {
        self.list.cmp(&other.list)
    }
}

impl Default for Labels {
    fn default() -> Self {
        Labels::Run(0)
    }
}

impl Labels {
    /// The shortest form of sorted names.
    fn new(list: Vec<Value>) -> Labels {
        let first = list.first().and_then(Value::as_int).unwrap_or(0);
        let row =
            |(i, v): (usize, &Value)| v.as_int().is_some_and(|v| v.checked_sub(first) == Some(i as i64));
        if list.iter().enumerate().all(row) {
            return Labels::Run(first);
        }
        let index = list.iter().enumerate().map(|(i, l)| (l.clone(), i as u32)).collect();
        Labels::Any(Named { list, index })
    }
}

/// A node's name: a number where it is one.
pub fn label(text: &str) -> Value {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<BigInt>() {
        Ok(n) if number => Value::big(n),
        _ => Value::text(text),
    }
}

/// Collects nodes and edges.
#[derive(Default)]
pub struct GraphBuilder {
    labels: Vec<Value>,
    index: FxHashMap<Value, u32>,
    edges: Vec<(u32, u32)>,
}

impl GraphBuilder {
    /// The node with this label, made if new.
    pub fn node(&mut self, label: Value) -> u32 {
        if let Some(&i) = self.index.get(&label) {
            return i;
        }
        let i = self.labels.len() as u32;
        self.labels.push(label.clone());
        self.index.insert(label, i);
        i
    }

    /// An edge from `a` to `b`, which [`GraphBuilder::node`] gave.
    pub fn edge(&mut self, a: u32, b: u32) {
        self.edges.push((a, b));
    }

    /// The finished graph: nodes sorted by label, neighbours in the order given, repeated edges once.
    pub fn build(self, origin: Option<String>) -> Result<Graph, RowsError> {
        Graph::sorted(self.labels, self.edges, origin)
    }
}

impl Graph {
    /// The graph of an edge list that was read from `origin`.
    pub(crate) fn from_list(list: EdgeList, origin: String) -> Result<Graph, RowsError> {
        let EdgeList { names, edges } = list;
        let labels = match names {
            Names::Words(words) => {
                let words = words.iter().map(|w| label(w)).collect();
                return Graph::sorted(words, edges, Some(origin));
            }
            Names::Run { first, count } => (Labels::Run(first.into()), count),
            Names::Numbers(numbers) => {
                let count = numbers.len();
                (Labels::Numbers(numbers), count)
            }
        };
        Graph::new(labels.0, labels.1, edges, Some(origin))
    }

    /// The graph whose nodes still have to be put in order.
    fn sorted(
        labels: Vec<Value>,
        mut edges: Vec<(u32, u32)>,
        origin: Option<String>,
    ) -> Result<Graph, RowsError> {
        let count = labels.len();
        let mut order: Vec<u32> = (0..count as u32).collect();
        order.sort_by(|&a, &b| labels[a as usize].cmp(&labels[b as usize]));
        let mut place = vec![0u32; count];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        edges.iter_mut().for_each(|e| *e = (place[e.0 as usize], place[e.1 as usize]));
        let labels = order.iter().map(|&o| labels[o as usize].clone()).collect();
        Graph::new(Labels::new(labels), count, edges, origin)
    }

    fn new(
        labels: Labels,
        nodes: usize,
        edges: Vec<(u32, u32)>,
        origin: Option<String>,
    ) -> Result<Graph, RowsError> {
        let rows = Rows::from_edges(nodes, &edges)?;
        drop(edges);
        Ok(Graph { labels, rows: rows.without_repeats()?, origin, ..Graph::default() })
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.rows.nodes()
    }

    /// Has it no node?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges, by the places of their nodes.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The node at a place, which must be below [`Graph::len`].
    pub fn node(&self, place: usize) -> Value {
        match &self.labels {
            Labels::Run(first) => Value::Int(first + place as i64),
            Labels::Numbers(numbers) => Value::Int(numbers[place].into()),
            Labels::Any(named) => named.list[place].clone(),
        }
    }

    /// All nodes in order, as a list: for graphs of a size that is looked at as a whole.
    pub fn nodes(&self) -> &[Value] {
        match &self.labels {
            Labels::Any(named) => &named.list,
            _ => self.nodes.get_or_init(|| (0..self.len()).map(|i| self.node(i)).collect()),
        }
    }

    /// Is this a node?
    pub fn contains(&self, label: &Value) -> bool {
        self.place(label).is_some()
    }

    /// Where a node stands in the order of all nodes.
    pub fn place(&self, label: &Value) -> Option<usize> {
        match (&self.labels, label) {
            (Labels::Run(first), Value::Int(i)) => {
                usize::try_from(i.checked_sub(*first)?).ok().filter(|&place| place < self.len())
            }
            (Labels::Numbers(numbers), Value::Int(i)) => numbers.binary_search(&u32::try_from(*i).ok()?).ok(),
            (Labels::Any(named), _) => named.index.get(label).map(|&i| i as usize),
            _ => None,
        }
    }

    /// The places of the neighbours of the node at a place.
    pub fn near(&self, place: usize) -> &[u32] {
        u32::try_from(place).map_or(&[], |place| self.rows.of(place))
    }

    /// A short cycle by the places of its nodes, the first not repeated at the end; `None` if there is none.
    pub fn cycle(&self) -> Result<Option<&[u32]>, NoMemory> {
        let found = self.cycle.get_or_init(|| order::cycle(&self.rows));
        found.as_ref().map(Option::as_deref).map_err(|&e| e)
    }

    /// The edges of a shortest way between the nodes at two places, as many as there are nodes where there is no way;
    /// `pay` is told of the steps that it takes, and may stop it.
    pub fn distance<E>(
        &self,
        from: usize,
        to: usize,
        pay: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<u32, E> {
        if self.len() > REMEMBERED {
            return Ok(distance::from(&self.rows, from as u32, Some(to as u32), pay)?[to]);
        }
        let all = self.distances.get_or_init(|| vec![OnceLock::new(); self.len()]);
        if let Some(row) = all[from].get() {
            return Ok(row[to]);
        }
        let row = distance::from(&self.rows, from as u32, None, pay)?;
        Ok(all[from].get_or_init(|| row)[to])
    }

    /// Neighbours of a node as a list, `None` if it is not a node: for graphs that are looked at as a whole.
    pub fn neighbours(&self, label: &Value) -> Option<&[Value]> {
        let place = self.place(label)?;
        let heads = self.heads.get_or_init(|| {
            let heads = self.rows.heads();
            heads.iter().map(|&head| self.node(head as usize)).collect()
        });
        let starts = self.rows.starts();
        Some(&heads[starts[place] as usize..starts[place + 1] as usize])
    }
}

/// Nodes and edges; where they came from does not matter.
impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        std::ptr::eq(self, other) || (self.rows == other.rows && self.labels == other.labels)
    }
}

impl Eq for Graph {}

impl PartialOrd for Graph {
    fn partial_cmp(&self, other: &Graph) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Graph {
    fn cmp(&self, other: &Graph) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        self.labels.cmp(&other.labels).then_with(|| self.rows.cmp(&other.rows))
    }
}

/// The literal that gives this graph again, or the file it came from.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.origin {
            return write!(f, "graph file \"{file}\"");
        }
        let bare = |place: usize| match self.node(place) {
            Value::Text(t) => t,
            other => Arc::from(other.to_string()),
        };
        f.write_str("graph {")?;
        for place in 0..self.len() {
            write!(f, "{} {} ->", if place > 0 { ";" } else { "" }, bare(place))?;
            for &head in self.near(place) {
                write!(f, " {}", bare(head as usize))?;
            }
        }
        f.write_str(" }")
    }
}
