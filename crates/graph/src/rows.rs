//! A directed graph in compressed rows: for each node, the nodes it leads to, all in one array.
//!
//! Four bytes an edge and four a node. Every head is a node of the graph; solvers rely on it.

use crate::memory::{NoMemory, filled};
use crate::sort::{self, Edges};

/// Edges of each node, the nodes numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rows {
    /// `heads[starts[v]..starts[v + 1]]` is where node v leads; one more than there are nodes.
    starts: Vec<u32>,
    heads: Vec<u32>,
    direction: Option<Direction>,
}

/// How the nodes of a graph without cycles may be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Every edge leads to a smaller number.
    Down,
    /// Every edge leads to a larger number.
    Up,
}

impl Direction {
    /// The direction of all these edges, if they have one. No edges at all go down.
    fn of(edges: &[(u32, u32)]) -> Option<Direction> {
        /// Edges between two looks at what was found.
        const BLOCK: usize = 1 << 12;
        let (mut down, mut up) = (true, true);
        for block in edges.chunks(BLOCK) {
            down &= block.iter().fold(true, |all, edge| all & (edge.1 < edge.0));
            up &= block.iter().fold(true, |all, edge| all & (edge.1 > edge.0));
            if !down && !up {
                return None;
            }
        }
        Some(if down { Direction::Down } else { Direction::Up })
    }

    fn turned(self) -> Direction {
        match self {
            Direction::Down => Direction::Up,
            Direction::Up => Direction::Down,
        }
    }
}

/// Why rows cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// An edge has an end that is not a node.
    #[error("{node} is no node: there are {nodes}")]
    NoNode {
        /// The end.
        node: u32,
        /// The number of nodes.
        nodes: usize,
    },
    /// 2^32 edges or more.
    #[error("{edges} edges are too many: at most {} can be numbered", u32::MAX)]
    TooMany {
        /// The number of edges.
        edges: usize,
    },
    /// The machine has not enough memory.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
}

impl Default for Rows {
    fn default() -> Self {
        Rows { starts: vec![0], heads: Vec::new(), direction: Some(Direction::Down) }
    }
}

struct Pairs<'a>(&'a [(u32, u32)]);

impl Edges for Pairs<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn each(&self, mut f: impl FnMut(u32, u32)) {
        self.0.iter().for_each(|&(tail, head)| f(tail, head));
    }
}

struct Backward<'a>(&'a Rows);

impl Edges for Backward<'_> {
    fn count(&self) -> usize {
        self.0.heads.len()
    }

    #[inline(always)]
    fn each(&self, mut f: impl FnMut(u32, u32)) {
        for (tail, ends) in self.0.starts.windows(2).enumerate() {
            for &head in &self.0.heads[ends[0] as usize..ends[1] as usize] {
                f(head, tail as u32);
            }
        }
    }
}

impl Rows {
    /// The graph with these edges, each from its first end to its second. The edges of a node keep their order.
    ///
    /// ```
    /// use bouton_graph::Rows;
    ///
    /// let rows = Rows::from_edges(3, &[(2, 1), (0, 1), (2, 0)])?;
    /// assert_eq!(rows.of(2), [1, 0]);
    /// assert_eq!(rows.reversed()?.of(1), [0, 2]);
    /// # Ok::<(), bouton_graph::RowsError>(())
    /// ```
    pub fn from_edges(nodes: usize, edges: &[(u32, u32)]) -> Result<Rows, RowsError> {
        let most = edges.iter().fold(0, |most, edge| most.max(edge.0).max(edge.1));
        if most as usize >= nodes && !edges.is_empty() {
            return Err(RowsError::NoNode { node: most, nodes });
        }
        if edges.len() > u32::MAX as usize {
            return Err(RowsError::TooMany { edges: edges.len() });
        }
        if edges.is_sorted_by_key(|edge| edge.0) {
            return Ok(Self::from_sorted(nodes, edges)?);
        }
        let (starts, heads) = sort::rows(nodes, &Pairs(edges))?;
        Ok(Rows { starts, heads, direction: Direction::of(edges) })
    }

    /// The same where the edges are in order already: nothing to sort.
    fn from_sorted(nodes: usize, edges: &[(u32, u32)]) -> Result<Rows, NoMemory> {
        let mut starts = filled(nodes + 1, edges.len() as u32)?;
        let mut rows = 0;
        for (i, &(tail, _)) in edges.iter().enumerate() {
            while rows <= tail as usize {
                starts[rows] = i as u32;
                rows += 1;
            }
        }
        let mut heads = filled(edges.len(), 0)?;
        heads.iter_mut().zip(edges).for_each(|(head, edge)| *head = edge.1);
        Ok(Rows { starts, heads, direction: Direction::of(edges) })
    }

    /// The graph with every edge turned round.
    pub fn reversed(&self) -> Result<Rows, NoMemory> {
        let (starts, heads) = sort::rows(self.nodes(), &Backward(self))?;
        Ok(Rows { starts, heads, direction: self.direction.map(Direction::turned) })
    }

    /// The bytes that [`Rows::reversed`] or [`Rows::from_edges`] needs at its peak, what it gives included.
    pub fn peak(nodes: usize, edges: usize) -> usize {
        sort::peak(nodes, edges)
    }

    /// The same graph with repeated edges once: of each, the first.
    pub fn without_repeats(mut self) -> Result<Rows, NoMemory> {
        /// Rows up to this long are compared pair by pair, longer ones by a mark on every node.
        const SHORT: usize = 24;
        let mut marks: Vec<u32> = Vec::new();
        let (mut kept, mut start) = (0, 0);
        for node in 0..self.nodes() {
            let (from, to) = (start, self.starts[node + 1] as usize);
            start = to;
            self.starts[node] = kept as u32;
            if to - from <= SHORT {
                let first = kept;
                for i in from..to {
                    let head = self.heads[i];
                    let seen = self.heads[first..kept].iter().fold(false, |seen, &h| seen | (h == head));
                    self.heads[kept] = head;
                    kept += usize::from(!seen);
                }
            } else {
                if marks.is_empty() {
                    marks = filled(self.nodes(), u32::MAX)?;
                }
                for i in from..to {
                    let head = self.heads[i];
                    self.heads[kept] = head;
                    kept += usize::from(marks[head as usize] != node as u32);
                    marks[head as usize] = node as u32;
                }
            }
        }
        if let Some(last) = self.starts.last_mut() {
            *last = kept as u32;
        }
        self.heads.truncate(kept);
        Ok(self)
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.heads.len()
    }

    /// The direction of all edges, if they have one; then the numbers of the nodes are an order of play.
    pub fn direction(&self) -> Option<Direction> {
        self.direction
    }

    /// Where a node leads; nowhere if there is no such node.
    #[inline]
    pub fn of(&self, node: u32) -> &[u32] {
        match (self.starts.get(node as usize), self.starts.get(node as usize + 1)) {
            (Some(&from), Some(&to)) => &self.heads[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Where the rows start in [`Rows::heads`]: one more than there are nodes, never falling.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// All rows one after another.
    pub fn heads(&self) -> &[u32] {
        &self.heads
    }

    /// The memory taken.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.heads.capacity()) * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream of numbers below `n`.
    fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
        let mut s = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        move |n| {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            (((s >> 32) * u64::from(n)) >> 32) as u32
        }
    }

    /// Rows as one would make them by hand.
    fn plain(nodes: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut rows = vec![Vec::new(); nodes];
        edges.iter().for_each(|&(a, b)| rows[a as usize].push(b));
        rows
    }

    fn listed(rows: &Rows) -> Vec<Vec<u32>> {
        (0..rows.nodes() as u32).map(|v| rows.of(v).to_vec()).collect()
    }

    #[test]
    fn the_same_rows_at_every_size() {
        for (seed, nodes, count) in [
            (1, 1, 0),
            (2, 1, 5),
            (3, 7, 40),
            (4, 1000, 5000),
            (5, 40_000, 100_000),
            (6, 70_000, 30),
            (7, 32_769, 200_000),
        ] {
            let mut next = numbers(seed);
            let mut edges: Vec<(u32, u32)> = (0..count).map(|_| (next(nodes), next(nodes))).collect();
            for _ in 0..2 {
                let rows = Rows::from_edges(nodes as usize, &edges).expect("nodes of the graph");
                assert_eq!(listed(&rows), plain(nodes as usize, &edges), "{nodes} nodes");
                let mut back: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (b, a)).collect();
                // Turned round, a row lists its tails in order.
                back.sort_by_key(|edge| edge.1);
                assert_eq!(listed(&rows.reversed().expect("memory")), plain(nodes as usize, &back));
                let once: Vec<Vec<u32>> = plain(nodes as usize, &edges)
                    .into_iter()
                    .map(|row| {
                        let mut seen = std::collections::HashSet::new();
                        row.into_iter().filter(|&h| seen.insert(h)).collect()
                    })
                    .collect();
                assert_eq!(listed(&rows.without_repeats().expect("memory")), once);
                // Once more with the edges in order.
                edges.sort_by_key(|edge| edge.0);
            }
        }
    }

    #[test]
    fn ends_that_are_no_nodes() {
        assert_eq!(Rows::from_edges(2, &[(0, 2)]), Err(RowsError::NoNode { node: 2, nodes: 2 }));
        assert_eq!(Rows::from_edges(0, &[]).map(|r| (r.nodes(), r.edges())), Ok((0, 0)));
        assert_eq!(Rows::default().of(0), []);
    }
}
