//! As much of Markdown as the documents use: fenced blocks with their tags, links, headings, tables under a mark.

use std::fs;
use std::path::{Path, PathBuf};

/// A document of the project.
pub(crate) struct Document {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its lines.
    pub(crate) lines: Vec<String>,
}

/// A fenced block.
pub(crate) struct Block {
    /// What stands behind the opening fence: `console`, `game`, `file mine.game`.
    pub(crate) tag: String,
    /// Index of its first line, behind the opening fence.
    pub(crate) first: usize,
    /// Index of the closing fence.
    pub(crate) end: usize,
}

impl Document {
    /// README.md and all of docs/, in order.
    pub(crate) fn all() -> Vec<Document> {
        let root = root();
        let mut paths: Vec<PathBuf> =
            fs::read_dir(root.join("docs")).unwrap().map(|e| e.unwrap().path()).collect();
        paths.retain(|p| p.extension().is_some_and(|e| e == "md"));
        paths.push(root.join("README.md"));
        paths.sort();
        paths.into_iter().map(Document::read).collect()
    }

    /// The document with this path below the project.
    pub(crate) fn named(name: &str) -> Document {
        Document::read(root().join(name))
    }

    fn read(path: PathBuf) -> Document {
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Document { path, lines: text.lines().map(str::to_string).collect() }
    }

    /// Writes the lines back, at once: other tests may be reading.
    pub(crate) fn write(&self) {
        let text: String = self.lines.iter().map(|l| format!("{l}\n")).collect();
        let aside = self.path.with_extension("new");
        fs::write(&aside, text).unwrap();
        fs::rename(&aside, &self.path).unwrap();
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap().to_string_lossy().into_owned()
    }

    /// `guide.md:12`, for a line counted from 0.
    pub(crate) fn place(&self, line: usize) -> String {
        format!("{}:{}", self.name(), line + 1)
    }

    /// The fenced blocks in order.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<(String, usize)> = None;
        for (i, line) in self.lines.iter().enumerate() {
            match (line.strip_prefix("```"), open.take()) {
                (Some(tag), None) => open = Some((tag.trim().to_string(), i + 1)),
                (Some(_), Some((tag, first))) => blocks.push(Block { tag, first, end: i }),
                (None, still) => open = still,
            }
        }
        assert!(open.is_none(), "{}: a fenced block never ends", self.name());
        blocks
    }

    /// The text of a block.
    pub(crate) fn text(&self, block: &Block) -> String {
        self.lines[block.first..block.end].iter().map(|l| format!("{l}\n")).collect()
    }

    /// Lines outside fenced blocks, with their numbers.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let blocks = self.blocks();
        let inside = move |i: usize| blocks.iter().any(|b| b.first <= i + 1 && i <= b.end);
        self.lines.iter().enumerate().filter(move |(i, _)| !inside(*i)).map(|(i, l)| (i, l.as_str()))
    }

    /// Targets of links `[text](target)`, with their lines.
    pub(crate) fn links(&self) -> Vec<(usize, String)> {
        let mut links = Vec::new();
        for (i, line) in self.prose() {
            for piece in line.split("](").skip(1) {
                if let Some((target, _)) = piece.split_once(')') {
                    links.push((i, target.to_string()));
                }
            }
        }
        links
    }

    /// What links to headings are called: lower case, blanks to hyphens, punctuation dropped.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let headings = self.prose().filter_map(|(_, l)| {
            let text = l.trim_start_matches('#');
            (text.len() < l.len()).then(|| text.trim())
        });
        let kept = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == ' ';
        headings
            .map(|h| h.to_lowercase().chars().filter(|c| kept(*c)).collect::<String>().replace(' ', "-"))
            .collect()
    }

    /// The cells of the table under `<!-- table: NAME -->`, row by row, without heading, backticks and line breaks.
    pub(crate) fn table(&self, name: &str) -> Vec<Vec<String>> {
        let mark = format!("<!-- table: {name} -->");
        let at = self.lines.iter().position(|l| *l == mark);
        let at = at.unwrap_or_else(|| panic!("{}: there is no {mark}", self.name()));
        let rows =
            self.lines[at + 1..].iter().skip_while(|l| l.is_empty()).take_while(|l| l.starts_with('|'));
        rows.skip(2).map(|row| cells(row)).collect()
    }
}

/// The cells of a row; `\|` is a bar inside one.
fn cells(row: &str) -> Vec<String> {
    let hidden = row.replace("\\|", "\u{1}");
    let inner = hidden.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|c| c.trim().replace('`', "").replace('\u{1}', "|")).collect()
}

/// The folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
