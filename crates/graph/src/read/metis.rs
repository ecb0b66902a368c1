//! Graphs in the form of METIS, which collections of graphs have: a head line `nodes edges [format [weights]]`, then for
//! every node from 1 on a line with the nodes it leads to. `%` begins a comment line, a blank line is a node without
//! edges. Weights are passed over.

use super::{EdgeList, Mistake, Names, ReadError, open, room};
use std::io::{BufRead, BufReader, Read};

/// What the head line says.
#[derive(Clone, Copy)]
struct Head {
    nodes: u32,
    edges: u64,
    /// Words before the neighbours of a node.
    before: usize,
    /// Is there a weight after every neighbour?
    weighted: bool,
}

/// Reads a graph in the form of METIS: text, or text packed by gzip or zstd. The graph made of it may take `limit`
/// bytes at most. Every word of a node's line is an edge from that node; the head may count edges once, or at both ends.
///
/// ```
/// use bouton_graph::read::{Names, metis};
///
/// let list = metis("% a way of three nodes\n3 2\n2\n1 3\n2\n".as_bytes(), usize::MAX)?;
/// assert_eq!(list.names, Names::Run { first: 1, count: 3 });
/// assert_eq!(list.edges, [(0, 1), (1, 0), (1, 2), (2, 1)]);
/// # Ok::<(), bouton_graph::read::ReadError>(())
/// ```
pub fn metis(input: impl Read, limit: usize) -> Result<EdgeList, ReadError> {
    let mut input = BufReader::new(open::unpacked(input)?);
    let (mut bytes, mut number) = (Vec::new(), 0);
    let mut head: Option<(Head, usize)> = None;
    let mut node = 0;
    let mut edges = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        number += 1;
        let wrong = |mistake| wrong(number, &bytes, mistake);
        let line = str::from_utf8(&bytes).map_err(|_| wrong(Mistake::NotText))?.trim();
        if line.starts_with('%') {
            continue;
        }
        let Some((head, _)) = head else {
            if !line.is_empty() {
                head = Some((Head::read(line).ok_or_else(|| wrong(Mistake::Head))?, number));
            }
            continue;
        };
        if node == head.nodes {
            if line.is_empty() {
                continue;
            }
            return Err(wrong(Mistake::Nodes { said: head.nodes, found: None }));
        }
        let mut words = line.split_ascii_whitespace().skip(head.before);
        while let Some(word) = words.next() {
            let to = word.parse().ok().filter(|to| (1..=head.nodes).contains(to));
            let to: u32 = to.ok_or_else(|| wrong(Mistake::Neighbour { most: head.nodes }))?;
            if head.weighted && words.next().is_none() {
                return Err(wrong(Mistake::Weight));
            }
            edges.push((node, to - 1));
        }
        node += 1;
        room(&edges, 0, limit)?;
    }
    let Some((head, line)) = head else { return Err(wrong(number.max(1), b"", Mistake::Head)) };
    if node < head.nodes {
        return Err(wrong(number, &bytes, Mistake::Nodes { said: head.nodes, found: Some(node) }));
    }
    let found = edges.len() as u64;
    if found != head.edges && head.edges.checked_mul(2) != Some(found) {
        return Err(wrong(line, b"", Mistake::Edges { said: head.edges, found }));
    }
    Ok(EdgeList { names: Names::Run { first: 1, count: head.nodes as usize }, edges })
}

fn wrong(line: usize, bytes: &[u8], mistake: Mistake) -> ReadError {
    let text = String::from_utf8_lossy(bytes).trim().chars().take(60).collect();
    ReadError::Line { line, text, mistake }
}

impl Head {
    fn read(line: &str) -> Option<Head> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (counts, format) = words.split_at_checked(2)?;
        // Node places and their number stay below what 32 bits hold.
        let nodes = counts[0].parse().ok().filter(|n| *n < u32::MAX)?;
        let edges = counts[1].parse().ok()?;
        let (format, weights) = match *format {
            [] => ("0", 1),
            [format] => (format, 1),
            [format, weights] => (format, weights.parse().ok()?),
            _ => return None,
        };
        let digits = format.len() <= 3 && format.bytes().all(|b| matches!(b, b'0' | b'1'));
        let digit = |from_end: usize| format.bytes().rev().nth(from_end) == Some(b'1');
        let before = usize::from(digit(2)) + if digit(1) { weights } else { 0 };
        digits.then_some(Head { nodes, edges, before, weighted: digit(0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(u32, u32)>, String> {
        metis(text.as_bytes(), usize::MAX).map(|list| list.edges).map_err(|e| e.to_string())
    }

    #[test]
    fn graphs_are_read() {
        let both = [(0, 1), (1, 0), (1, 2), (2, 1)];
        for text in [
            "3 2\n2\n1 3\n2\n",
            "% a comment\n3 2\n 2\n% another\n1 3\n2",
            "3 2 1\n2 5\n1 5 3 7\n2 7\n",
            "3 2 011 2\n8 9 2 5\n8 9 1 5 3 7\n8 9 2 7\n",
            "3 2 110\n4 6 2\n4 6 1 3\n4 6 2\n\n",
        ] {
            assert_eq!(read(text), Ok(both.to_vec()), "{text}");
        }
        assert_eq!(read("3 2\r\n2 3\r\n\r\n\r\n"), Ok(vec![(0, 1), (0, 2)]));
        assert_eq!(read("0 0\n"), Ok(vec![]));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, said) in [
            ("", "line 1 is not an edge: no head line"),
            ("% nothing\n", "line 1 is not an edge: no head line"),
            ("3\n", "line 1 is not an edge: no head line"),
            ("3 2 7\n", "line 1 is not an edge: no head line"),
            ("x 2\n", "line 1 is not an edge: no head line"),
            ("2 1\n2\n3\n", "line 3 is not an edge: a node outside 1 to 2"),
            ("2 1\n2\n0\n", "line 3 is not an edge: a node outside 1 to 2"),
            ("2 1\n2\n1.5\n", "line 3 is not an edge: a node outside 1 to 2"),
            ("2 1 1\n2 4\n1\n", "line 3 is not an edge: a node without its weight"),
            ("2 1\n2\n", "line 2 is not an edge: 1 of 2 lines of nodes"),
            ("2 1\n2\n1\n1\n", "line 4 is not an edge: more than 2 lines of nodes"),
            ("% c\n2 3\n2\n1\n", "line 2 is not an edge: 3 edges said, 2 found"),
        ] {
            assert_eq!(read(text), Err(said.to_string()), "{text}");
        }
        let large = metis("2 1\n2\n1\n".as_bytes(), 10);
        assert!(matches!(large, Err(ReadError::OverMemory { .. })));
    }
}
