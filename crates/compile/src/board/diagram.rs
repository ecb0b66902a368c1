//! Decision diagrams over the cells of a board, with values at the leaves: what an expression is worth for every
//! filling of the board, shared and reduced (algebraic decision diagrams with tests of many branches; Bahar et al. 1993).

use super::Unfit;
use bouton_language::value::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// A diagram, by the number of its root.
pub(super) type Node = u32;

#[derive(Clone, PartialEq, Eq, Hash)]
enum Vertex {
    /// The value, whatever stands on the cells not asked.
    Leaf(Value),
    /// The rules fail here: an index outside, a sum too large.
    Fails,
    /// Which value a cell has: a branch for each.
    Test(u32, Rc<[Node]>),
}

/// A few diagrams.
type Args = SmallVec<[Node; 4]>;

/// All diagrams of one board.
pub(super) struct Diagrams {
    vertices: Vec<Vertex>,
    index: FxHashMap<Vertex, Node>,
    /// Steps that may still be taken.
    left: u64,
}

/// More than this is not a board that is worth it.
const MOST_VERTICES: usize = 100_000;
const MOST_STEPS: u64 = 3_000_000;

/// One way through a diagram: the values that each cell asked may have, as bits, rising by cell.
pub(super) type Way = Vec<(u32, u32)>;

impl Diagrams {
    pub(super) fn new() -> Diagrams {
        let leaves = [Vertex::Leaf(Value::Bool(false)), Vertex::Leaf(Value::Bool(true)), Vertex::Fails];
        let index = leaves.iter().cloned().zip(0..).collect();
        Diagrams { vertices: leaves.to_vec(), index, left: MOST_STEPS }
    }

    fn add(&mut self, vertex: Vertex) -> Result<Node, Unfit> {
        if let Some(&node) = self.index.get(&vertex) {
            return Ok(node);
        }
        if self.vertices.len() >= MOST_VERTICES {
            return Err(Unfit);
        }
        let node = self.vertices.len() as Node;
        self.vertices.push(vertex.clone());
        self.index.insert(vertex, node);
        Ok(node)
    }

    /// Counts work.
    pub(super) fn tick(&mut self) -> Result<(), Unfit> {
        self.left = self.left.checked_sub(1).ok_or(Unfit)?;
        Ok(())
    }

    pub(super) fn leaf(&mut self, value: Value) -> Result<Node, Unfit> {
        self.add(Vertex::Leaf(value))
    }

    pub(super) fn truth(&self, yes: bool) -> Node {
        Node::from(yes)
    }

    pub(super) fn fails(&self) -> Node {
        2
    }

    /// The value of a cell that may have these.
    pub(super) fn cell(&mut self, cell: usize, values: &[Value]) -> Result<Node, Unfit> {
        let next = values.iter().map(|v| self.leaf(v.clone())).collect::<Result<Args, _>>()?;
        self.test(cell as u32, &next)
    }

    fn test(&mut self, cell: u32, next: &[Node]) -> Result<Node, Unfit> {
        match next.first() {
            Some(&first) if next.iter().all(|n| *n == first) => Ok(first),
            Some(_) => self.add(Vertex::Test(cell, next.into())),
            None => Err(Unfit),
        }
    }

    /// The value, where it is the same for all boards.
    pub(super) fn value(&self, node: Node) -> Option<&Value> {
        match &self.vertices[node as usize] {
            Vertex::Leaf(v) => Some(v),
            _ => None,
        }
    }

    /// Every value at a leaf; whether it may fail is not told.
    pub(super) fn values(&self, node: Node) -> Vec<Value> {
        let (mut open, mut seen, mut out) = (vec![node], rustc_hash::FxHashSet::default(), Vec::new());
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            match &self.vertices[node as usize] {
                Vertex::Leaf(v) => out.push(v.clone()),
                Vertex::Fails => {}
                Vertex::Test(_, next) => open.extend(next.iter()),
            }
        }
        out.sort();
        out
    }

    /// The cell that is asked first by any of these.
    fn first(&self, nodes: &[Node]) -> Option<u32> {
        let asked = |n: &Node| match &self.vertices[*n as usize] {
            Vertex::Test(cell, _) => Some(*cell),
            _ => None,
        };
        nodes.iter().filter_map(asked).min()
    }

    fn branch(&self, node: Node, cell: u32, value: usize) -> Node {
        match &self.vertices[node as usize] {
            Vertex::Test(c, next) if *c == cell => next[value],
            _ => node,
        }
    }

    fn branches(&self, nodes: &[Node], cell: u32) -> usize {
        let of = |n: &Node| match &self.vertices[*n as usize] {
            Vertex::Test(c, next) if *c == cell => next.len(),
            _ => 0,
        };
        nodes.iter().map(of).max().unwrap_or(0)
    }

    /// What a function makes of values; where it gives none, or a value failed, the rules fail.
    pub(super) fn map(
        &mut self,
        args: &[Node],
        f: &dyn Fn(&[&Value]) -> Option<Value>,
    ) -> Result<Node, Unfit> {
        self.map_in(args, f, &mut FxHashMap::default())
    }

    fn map_in(
        &mut self,
        args: &[Node],
        f: &dyn Fn(&[&Value]) -> Option<Value>,
        known: &mut FxHashMap<Args, Node>,
    ) -> Result<Node, Unfit> {
        self.tick()?;
        let Some(cell) = self.first(args) else {
            let values: Option<SmallVec<[&Value; 4]>> = args.iter().map(|n| self.value(*n)).collect();
            return match values.and_then(|values| f(&values)) {
                Some(value) => self.leaf(value),
                None => Ok(self.fails()),
            };
        };
        if let Some(&node) = known.get(args) {
            return Ok(node);
        }
        let next = (0..self.branches(args, cell))
            .map(|value| {
                let inner: Args = args.iter().map(|n| self.branch(*n, cell, value)).collect();
                self.map_in(&inner, f, known)
            })
            .collect::<Result<Args, _>>()?;
        let node = self.test(cell, &next)?;
        known.insert(args.into(), node);
        Ok(node)
    }

    /// One diagram where a condition holds, another where it does not. What is not chosen may fail.
    pub(super) fn choose(&mut self, cond: Node, yes: Node, no: Node) -> Result<Node, Unfit> {
        self.choose_in([cond, yes, no], &mut FxHashMap::default())
    }

    fn choose_in(&mut self, args: [Node; 3], known: &mut FxHashMap<[Node; 3], Node>) -> Result<Node, Unfit> {
        self.tick()?;
        let [cond, yes, no] = args;
        match &self.vertices[cond as usize] {
            Vertex::Leaf(Value::Bool(true)) => return Ok(yes),
            Vertex::Leaf(Value::Bool(false)) => return Ok(no),
            Vertex::Leaf(_) | Vertex::Fails => return Ok(self.fails()),
            Vertex::Test(..) => {}
        }
        if let Some(&node) = known.get(&args) {
            return Ok(node);
        }
        let Some(cell) = self.first(&args) else { return Err(Unfit) };
        let next = (0..self.branches(&args, cell))
            .map(|value| self.choose_in(args.map(|n| self.branch(n, cell, value)), known))
            .collect::<Result<Args, _>>()?;
        let node = self.test(cell, &next)?;
        known.insert(args, node);
        Ok(node)
    }

    pub(super) fn and(&mut self, a: Node, b: Node) -> Result<Node, Unfit> {
        self.choose(a, b, self.truth(false))
    }

    pub(super) fn or(&mut self, a: Node, b: Node) -> Result<Node, Unfit> {
        self.choose(a, self.truth(true), b)
    }

    /// Every way to a leaf, at most so many; a way on which the rules fail has no value.
    pub(super) fn ways(&self, node: Node, most: usize) -> Result<Vec<(Way, Option<Value>)>, Unfit> {
        let mut out = Vec::new();
        let mut open = vec![(node, Way::new())];
        while let Some((node, way)) = open.pop() {
            match &self.vertices[node as usize] {
                Vertex::Leaf(v) => out.push((way, Some(v.clone()))),
                Vertex::Fails => out.push((way, None)),
                Vertex::Test(cell, next) => {
                    let mut done = Vec::new();
                    for target in next.iter() {
                        if done.contains(target) {
                            continue;
                        }
                        done.push(*target);
                        let same = next.iter().enumerate().filter(|(_, n)| *n == target);
                        let set = same.fold(0, |set, (value, _)| set | 1_u32 << value);
                        let mut longer = way.clone();
                        longer.push((*cell, set));
                        open.push((*target, longer));
                    }
                }
            }
            if out.len() + open.len() > most {
                return Err(Unfit);
            }
        }
        Ok(out)
    }
}
