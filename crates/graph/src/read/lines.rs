//! Lines to edges: two numbers by a short path, everything else word by word.

use std::fmt;

use super::names::{self, Words};
use super::{EdgeList, ReadError};

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// More than two words.
    Words {
        /// How many.
        count: usize,
    },
    /// An arrow without a node on each side.
    Arrow,
    /// Bytes that are not UTF-8 text.
    NotText,
    /// METIS: no head line of two to four numbers.
    Head,
    /// METIS: a neighbour that is no node.
    Neighbour {
        /// The last node.
        most: u32,
    },
    /// METIS: a neighbour without the weight that the head announces.
    Weight,
    /// METIS: another number of lines than the head says.
    Nodes {
        /// By the head.
        said: u32,
        /// Fewer than that; `None` for more.
        found: Option<u32>,
    },
    /// METIS: another number of edges than the head says.
    Edges {
        /// By the head.
        said: u64,
        /// On all lines.
        found: u64,
    },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Words { count } => write!(f, "{count} words"),
            Mistake::Arrow => f.write_str("an arrow without a node on each side"),
            Mistake::NotText => f.write_str("not text"),
            Mistake::Head => f.write_str("no head line"),
            Mistake::Neighbour { most } => write!(f, "a node outside 1 to {most}"),
            Mistake::Weight => f.write_str("a node without its weight"),
            Mistake::Nodes { said, found: Some(found) } => write!(f, "{found} of {said} lines of nodes"),
            Mistake::Nodes { said, found: None } => write!(f, "more than {said} lines of nodes"),
            Mistake::Edges { said, found } => write!(f, "{said} edges said, {found} found"),
        }
    }
}

/// Collects edges. Ends are numbers as they are written, until a word is met that is not a number of 32 bits.
pub(super) struct Reader {
    edges: Vec<(u32, u32)>,
    alone: Vec<u32>,
    words: Option<Words>,
    line: usize,
    limit: usize,
}

impl Reader {
    pub(super) fn new(limit: usize) -> Self {
        Reader { edges: Vec::new(), alone: Vec::new(), words: None, line: 0, limit }
    }

    /// Reads whole lines.
    pub(super) fn lines(&mut self, text: &[u8]) -> Result<(), ReadError> {
        let mut at = 0;
        while at < text.len() {
            if self.words.is_none()
                && let Some((edge, len)) = two_numbers(&text[at..])
            {
                self.edges.push(edge);
                self.line += 1;
                at += len;
                continue;
            }
            let end = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| at + n);
            self.line += 1;
            self.one(&text[at..end])?;
            at = end + 1;
        }
        self.room()
    }

    /// A line of any form.
    fn one(&mut self, line: &[u8]) -> Result<(), ReadError> {
        let mistake = |mistake, number| {
            let text = String::from_utf8_lossy(line).trim().chars().take(60).collect();
            Err(ReadError::Line { line: number, text, mistake })
        };
        let Ok(text) = str::from_utf8(line) else { return mistake(Mistake::NotText, self.line) };
        // Some editors put a mark before the first line.
        let text = text.strip_prefix('\u{FEFF}').filter(|_| self.line == 1).unwrap_or(text).trim();
        let said = text.split('#').next().unwrap_or("").trim();
        if said.is_empty() || said.starts_with('%') {
            return Ok(());
        }
        let (said, arrow) = match said.split_once("->").or_else(|| said.split_once('→')) {
            Some((a, b)) if words(a).count() == 1 && words(b).count() == 1 => (format!("{a} {b}"), false),
            Some(_) => (String::new(), true),
            None => (said.to_string(), false),
        };
        let mut found = words(&said);
        match (found.next(), found.next(), found.count()) {
            _ if arrow => return mistake(Mistake::Arrow, self.line),
            (Some(u), None, _) => self.node(u),
            (Some(u), Some(v), 0) => self.edge(u, v),
            (None, ..) => return mistake(Mistake::Words { count: 0 }, self.line),
            (.., more) => return mistake(Mistake::Words { count: more + 2 }, self.line),
        }
        Ok(())
    }

    fn edge(&mut self, u: &str, v: &str) {
        if self.words.is_none() {
            if let (Some(u), Some(v)) = (number(u), number(v)) {
                self.edges.push((u, v));
                return;
            }
            self.name_all();
        }
        if let Some(words) = &mut self.words {
            let (u, v) = (words.place(u), words.place(v));
            self.edges.push((u, v));
        }
    }

    fn node(&mut self, u: &str) {
        if self.words.is_none() {
            if let Some(u) = number(u) {
                self.alone.push(u);
                return;
            }
            self.name_all();
        }
        if let Some(words) = &mut self.words {
            words.place(u);
        }
    }

    /// From now on all ends are words: those read so far become words too.
    fn name_all(&mut self) {
        let mut words = Words::default();
        for edge in &mut self.edges {
            *edge = (words.place(&edge.0.to_string()), words.place(&edge.1.to_string()));
        }
        self.alone.drain(..).for_each(|n| _ = words.place(&n.to_string()));
        self.words = Some(words);
    }

    fn room(&self) -> Result<(), ReadError> {
        super::room(&self.edges, self.words.as_ref().map_or(0, Words::bytes), self.limit)
    }

    pub(super) fn finish(mut self) -> Result<EdgeList, ReadError> {
        let names = match self.words {
            Some(words) => words.finish(),
            None => names::number(&mut self.edges, &self.alone)?,
        };
        Ok(EdgeList { names, edges: self.edges })
    }
}

/// The words of a line.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// A number of 32 bits.
fn number(word: &str) -> Option<u32> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// `123 45` and the end of the line: the two numbers, and the bytes they take with it. Nothing else.
#[inline(always)]
fn two_numbers(text: &[u8]) -> Option<((u32, u32), usize)> {
    let (u, at) = digits(text, 0)?;
    if !matches!(text.get(at)?, b' ' | b'\t') {
        return None;
    }
    let (v, mut at) = digits(text, at + 1)?;
    if *text.get(at)? == b'\r' {
        at += 1;
    }
    (*text.get(at)? == b'\n').then_some(((u, v), at + 1))
}

/// The number at a place, and where it ends. Nine digits at most: they fit without a look at every one.
#[inline(always)]
fn digits(text: &[u8], from: usize) -> Option<(u32, usize)> {
    let mut value = 0u32;
    let mut at = from;
    while let Some(digit) = text.get(at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
        if at - from == 9 {
            return None;
        }
        value = value * 10 + u32::from(digit);
        at += 1;
    }
    (at > from).then_some((value, at))
}

#[cfg(test)]
mod tests {
    use super::super::{Names, edge_list};
    use super::*;
    use std::io::{Read, Write};

    fn read(text: &[u8]) -> Result<EdgeList, ReadError> {
        edge_list(text, usize::MAX)
    }

    #[test]
    fn lists() {
        let words = |list: &[&str]| Names::Words(list.iter().map(|&w| w.into()).collect());
        let run = |first, count| Names::Run { first, count };
        type Case<'a> = (&'a str, Names, &'a [(u32, u32)]);
        let table: &[Case<'_>] = &[
            ("", run(0, 0), &[]),
            ("\n\n# nothing\n% nothing\n", run(0, 0), &[]),
            ("0 1\n1 2", run(0, 3), &[(0, 1), (1, 2)]),
            ("0 1\r\n1 2\r\n\r\n", run(0, 3), &[(0, 1), (1, 2)]),
            ("  7\t8  # an edge\n9\n", run(7, 3), &[(0, 1)]),
            ("3 -> 4\n4→5\n5,3\n", run(3, 3), &[(0, 1), (1, 2), (2, 0)]),
            ("\u{FEFF}1 2\n2 1\n", run(1, 2), &[(0, 1), (1, 0)]),
            ("10 30\n30 20\n0030 10\n", Names::Numbers(vec![10, 20, 30]), &[(0, 2), (2, 1), (2, 0)]),
            ("1 4294967295\n", Names::Numbers(vec![1, 4_294_967_295]), &[(0, 1)]),
            ("1 4294967296\n01 2\n", words(&["1", "4294967296", "2"]), &[(0, 1), (0, 2)]),
            (
                "5\n5 6\na b\n6 a\n-01 -1\n",
                words(&["5", "6", "a", "b", "-1"]),
                &[(0, 1), (2, 3), (1, 2), (4, 4)],
            ),
            ("甲 乙\n乙 甲 # 注\n", words(&["甲", "乙"]), &[(0, 1), (1, 0)]),
        ];
        for (text, names, edges) in table {
            let list = read(text.as_bytes()).unwrap_or_else(|e| panic!("{text:?}: {e}"));
            // A node alone is numbered after the edges where there are only numbers, and named in order here.
            if let (Names::Words(a), Names::Words(b)) = (&list.names, names) {
                let sorted = |w: &[Box<str>]| {
                    let mut w = w.to_vec();
                    w.sort();
                    w
                };
                assert_eq!(sorted(a), sorted(b), "{text:?}");
            } else {
                assert_eq!(list.names, *names, "{text:?}");
            }
            assert_eq!(list.edges, *edges, "{text:?}");
        }
    }

    #[test]
    fn mistakes_are_named_by_line() {
        let table: &[(&[u8], usize, &str, Mistake)] = &[
            (b"1 2\n3 4 5\n", 2, "3 4 5", Mistake::Words { count: 3 }),
            (b"\n# c\r\n1 2 3 4", 3, "1 2 3 4", Mistake::Words { count: 4 }),
            (b"1 2\n1 ->\n", 2, "1 ->", Mistake::Arrow),
            (b"-> 2\n", 1, "-> 2", Mistake::Arrow),
            (b"a -> b c\n", 1, "a -> b c", Mistake::Arrow),
            (b",\n", 1, ",", Mistake::Words { count: 0 }),
            (b"1 2\n\xFF\xFE 3\n", 2, "\u{FFFD}\u{FFFD} 3", Mistake::NotText),
        ];
        for (text, number, said, wrong) in table {
            match read(text) {
                Err(ReadError::Line { line, text, mistake }) => {
                    assert_eq!((line, text.as_str(), mistake), (*number, *said, *wrong));
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn packed_files_of_many_blocks() {
        let mut text = String::new();
        let mut edges = Vec::new();
        for i in 0..200_000u32 {
            edges.push((i * 7919 % 50_000, i % 50_000));
            text += &format!("{} {}\n", i * 7919 % 50_000, i % 50_000);
        }
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text.as_bytes()).expect("memory");
        let packed = [
            text.clone().into_bytes(),
            gzip.finish().expect("memory"),
            zstd::encode_all(text.as_bytes(), 1).expect("memory"),
        ];
        for bytes in &packed {
            let list = read(bytes).expect("a good file");
            assert_eq!(list.names, Names::Run { first: 0, count: 50_000 });
            assert!(list.edges == edges);
            // Half a packed file is damaged, and half a text ends in the middle of a line.
            let half = read(&bytes[..bytes.len() / 2]);
            assert_eq!(half.is_err(), bytes != text.as_bytes());
        }
        // The same in small pieces.
        struct Drops<'a>(&'a [u8]);
        impl Read for Drops<'_> {
            fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
                let count = out.len().min(self.0.len()).min(7);
                out[..count].copy_from_slice(&self.0[..count]);
                self.0 = &self.0[count..];
                Ok(count)
            }
        }
        assert!(edge_list(Drops(&text.as_bytes()[..100_000]), usize::MAX).is_ok());
        assert!(matches!(edge_list(text.as_bytes(), 1_000_000), Err(ReadError::OverMemory { .. })));
        assert!(matches!(read(b"BZh91AY"), Err(ReadError::Compressed { how: "bzip2" })));
    }

    #[test]
    fn a_very_long_line() {
        let text = format!("1 2\n{} 3\n", "x".repeat(1 << 20));
        let list = read(text.as_bytes()).expect("a long name");
        assert_eq!(list.names.len(), 4);
    }
}
