//! Lines with their indentation.

/// A text under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines::default()
    }

    /// A line.
    pub(crate) fn add(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// The lines that follow stand deeper.
    pub(crate) fn deeper(&mut self) {
        self.depth += 1;
    }

    /// The lines that follow stand less deep.
    pub(crate) fn back(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// A line, after which the next ones stand deeper.
    pub(crate) fn open(&mut self, line: impl AsRef<str>) {
        self.add(line);
        self.deeper();
    }

    /// Ends such lines.
    pub(crate) fn close(&mut self, line: impl AsRef<str>) {
        self.back();
        self.add(line);
    }

    /// Lines of comments.
    pub(crate) fn comments(&mut self, mark: &str, lines: &[String]) {
        lines.iter().for_each(|line| self.add(format!("{mark} {}", comment(line)).trim_end()));
    }

    /// Text that is laid out already.
    pub(crate) fn raw(&mut self, text: &str) {
        for line in text.trim_end().lines() {
            self.add(line);
        }
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Two empty lines, as Python has them between functions.
    pub(crate) fn gap_two(&mut self) {
        if !self.text.trim().is_empty() {
            let end = self.text.trim_end_matches('\n').len();
            self.text.truncate(end);
            self.text.push_str("\n\n\n");
        }
    }

    pub(crate) fn done(self) -> String {
        self.text
    }
}

/// A comment of one line, safe behind `//` and `#`.
pub(crate) fn comment(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // A backslash at the end would join the next line to a comment of C++.
    clean.trim_end_matches(['\\', ' ']).to_string()
}
