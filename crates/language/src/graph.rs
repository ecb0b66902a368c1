//! Graphs as parameters: labelled nodes, neighbours in compressed rows.
//!
//! Built from a literal in the rules or from an edge list (one edge `u v` a line, `#` comments); a million nodes
//! are ordinary, so neighbours are ranges of one array and labels are looked up by hash.

use crate::value::Value;
use rustc_hash::FxHashMap;
use std::fmt;

/// A directed graph whose nodes are numbers or names.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    labels: Vec<Value>,
    index: FxHashMap<Value, u32>,
    starts: Vec<u32>,
    heads: Vec<Value>,
    /// Set when it was read from a file: printed as the file's name, not as a million edges.
    origin: Option<String>,
}

/// Collects nodes and edges.
#[derive(Default)]
pub struct GraphBuilder {
    labels: Vec<Value>,
    index: FxHashMap<Value, u32>,
    edges: Vec<(u32, u32)>,
}

impl GraphBuilder {
    /// The node with this label, made if new. Nodes keep the order in which they were first named.
    pub fn node(&mut self, label: Value) -> u32 {
        if let Some(&i) = self.index.get(&label) {
            return i;
        }
        let i = self.labels.len() as u32;
        self.labels.push(label.clone());
        self.index.insert(label, i);
        i
    }

    /// An edge from `a` to `b`.
    pub fn edge(&mut self, a: u32, b: u32) {
        self.edges.push((a, b));
    }

    /// The finished graph: nodes sorted by label, neighbours in the order given, repeated edges once.
    pub fn build(self, origin: Option<String>) -> Graph {
        let n = self.labels.len();
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by(|&a, &b| self.labels[a as usize].cmp(&self.labels[b as usize]));
        let mut place = vec![0u32; n];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let labels: Vec<Value> = order.iter().map(|&o| self.labels[o as usize].clone()).collect();
        let index = labels.iter().enumerate().map(|(i, l)| (l.clone(), i as u32)).collect();
        let mut counts = vec![0u32; n + 1];
        for &(a, _) in &self.edges {
            counts[place[a as usize] as usize + 1] += 1;
        }
        for i in 0..n {
            counts[i + 1] += counts[i];
        }
        let mut fill = counts.clone();
        let mut heads = vec![0u32; self.edges.len()];
        for &(a, b) in &self.edges {
            let slot = &mut fill[place[a as usize] as usize];
            heads[*slot as usize] = place[b as usize];
            *slot += 1;
        }
        // Repeated edges are one edge: keep the first of each.
        let mut starts = Vec::with_capacity(n + 1);
        let mut kept = Vec::with_capacity(heads.len());
        let mut seen = vec![u32::MAX; n];
        starts.push(0);
        for v in 0..n {
            for &w in &heads[counts[v] as usize..counts[v + 1] as usize] {
                if seen[w as usize] != v as u32 {
                    seen[w as usize] = v as u32;
                    kept.push(labels[w as usize].clone());
                }
            }
            starts.push(kept.len() as u32);
        }
        Graph { labels, index, starts, heads: kept, origin }
    }
}

impl Graph {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Has it no node?
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> &[Value] {
        &self.labels
    }

    /// Is this a node?
    pub fn contains(&self, label: &Value) -> bool {
        self.index.contains_key(label)
    }

    /// Where a node stands in [`Graph::nodes`].
    pub fn place(&self, label: &Value) -> Option<usize> {
        self.index.get(label).map(|&i| i as usize)
    }

    /// Neighbours of a node; `None` if it is not a node.
    pub fn neighbours(&self, label: &Value) -> Option<&[Value]> {
        let i = *self.index.get(label)? as usize;
        Some(&self.heads[self.starts[i] as usize..self.starts[i + 1] as usize])
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Graph {}

impl PartialOrd for Graph {
    fn partial_cmp(&self, other: &Graph) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Graph {
    fn cmp(&self, other: &Graph) -> std::cmp::Ordering {
        let key = |g: &Graph| (g.labels.clone(), g.starts.clone(), g.heads.clone());
        key(self).cmp(&key(other))
    }
}

/// The literal that gives this graph again, or the file it came from.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.origin {
            return write!(f, "graph file \"{file}\"");
        }
        let bare = |v: &Value| match v {
            Value::Text(t) => t.to_string(),
            other => other.to_string(),
        };
        f.write_str("graph {")?;
        for (i, label) in self.labels.iter().enumerate() {
            write!(f, "{} {} ->", if i > 0 { ";" } else { "" }, bare(label))?;
            for w in &self.heads[self.starts[i] as usize..self.starts[i + 1] as usize] {
                write!(f, " {}", bare(w))?;
            }
        }
        f.write_str(" }")
    }
}
