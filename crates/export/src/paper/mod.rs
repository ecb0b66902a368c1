//! A theorem and its proof as a paper would have them: the statement, the two lemmas, the automaton case by case where it is small,
//! how to find a winning move, examples. [`said`] puts the sentences together, [`Paper::markdown`] and [`Paper::latex`] write them down.
//!
//! In sentences `…` is what the rules language would write.

mod said;

use crate::latex::{code, compiles, text};
use bouton::language::diagnostic::Lang;
pub use said::paper;

/// A paper.
pub struct Paper {
    /// The title.
    pub title: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a paper.
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Lines of the rules language.
    Code(Vec<String>),
    /// A statement with its name: theorem, lemma.
    Statement(Kind, String),
    /// The paragraphs of a proof.
    Proof(Vec<String>),
    /// Items of a list.
    Items(Vec<String>),
    /// A table; the first row is its head.
    Table(Vec<Vec<String>>),
}

/// What a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What is proved.
    Theorem,
    /// A step of the proof.
    Lemma,
}

impl Kind {
    fn name(self, lang: Lang) -> &'static str {
        match self {
            Kind::Theorem => lang.pick("Theorem", "定理"),
            Kind::Lemma => lang.pick("Lemma", "引理"),
        }
    }
}

impl Paper {
    /// As Markdown.
    pub fn markdown(&self, lang: Lang) -> String {
        let mut out = format!("# {}\n", self.title);
        let mut numbers = [0; 2];
        for block in &self.blocks {
            out.push('\n');
            match block {
                Block::Heading(name) => out.push_str(&format!("## {name}\n")),
                Block::Text(text) => out.push_str(&format!("{text}\n")),
                Block::Code(lines) => out.push_str(&format!("```\n{}\n```\n", lines.join("\n"))),
                Block::Statement(kind, text) => {
                    numbers[*kind as usize] += 1;
                    let number = match kind {
                        Kind::Theorem => String::new(),
                        Kind::Lemma => format!(" {}", numbers[*kind as usize]),
                    };
                    out.push_str(&format!(
                        "**{}{number}{}** {text}\n",
                        kind.name(lang),
                        lang.pick(".", "。")
                    ));
                }
                Block::Proof(texts) => {
                    let name = lang.pick("*Proof.*", "*证明。*");
                    out.push_str(&format!("{name} {} ∎\n", texts.join("\n\n")));
                }
                Block::Items(items) => {
                    items.iter().for_each(|item| out.push_str(&format!("- {item}\n")));
                }
                Block::Table(rows) => out.push_str(&table(rows)),
            }
        }
        out
    }

    /// As LaTeX that compiles by itself: pdflatex where all letters are Latin, xelatex where there is Chinese.
    pub fn latex(&self, lang: Lang) -> String {
        let mut body = String::new();
        for block in &self.blocks {
            body.push('\n');
            body.push_str(&match block {
                Block::Heading(name) => format!("\\section*{{{}}}\n", inline(name)),
                Block::Text(text) => format!("{}\n", inline(text)),
                Block::Code(lines) => {
                    let lines: Vec<String> = lines.iter().map(|l| code(l)).collect();
                    format!(
                        "\\begin{{quote}}\\small\\ttfamily\\raggedright\n{}\n\\end{{quote}}\n",
                        lines.join("\\\\\n")
                    )
                }
                Block::Statement(kind, text) => {
                    let name = if *kind == Kind::Theorem { "theorem" } else { "lemma" };
                    format!("\\begin{{{name}}}\n{}\n\\end{{{name}}}\n", inline(text))
                }
                Block::Proof(texts) => {
                    let texts: Vec<String> = texts.iter().map(|t| inline(t)).collect();
                    format!("\\begin{{proof}}\n{}\n\\end{{proof}}\n", texts.join("\n\n"))
                }
                Block::Items(items) => {
                    let items: String = items.iter().map(|i| format!("\\item {}\n", inline(i))).collect();
                    format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
                }
                Block::Table(rows) => tabular(rows),
            });
        }
        let declared = format!(
            "\\newtheorem*{{theorem}}{{{}}}\n\\newtheorem{{lemma}}{{{}}}\n\\renewcommand{{\\proofname}}{{{}}}\n",
            Kind::Theorem.name(lang),
            Kind::Lemma.name(lang),
            lang.pick("Proof", "证明")
        );
        compiles(&inline(&self.title), &declared, &body)
    }
}

/// A sentence with pieces of the rules language between backticks.
fn inline(sentence: &str) -> String {
    let pieces = sentence.split('`').enumerate();
    pieces.map(|(i, p)| if i % 2 == 0 { text(p) } else { format!("\\texttt{{{}}}", code(p)) }).collect()
}

/// A table in Markdown.
fn table(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | ").replace("||", "| |"));
    let mut out = String::new();
    for (i, row) in rows.iter().enumerate() {
        out.push_str(&line(row));
        if i == 0 {
            out.push_str(&format!("|{}\n", "---|".repeat(row.len())));
        }
    }
    out
}

/// A table in LaTeX.
fn tabular(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(1, Vec::len);
    let line = |row: &Vec<String>| row.iter().map(|c| inline(c)).collect::<Vec<_>>().join(" & ") + " \\\\\n";
    let mut out = format!("\\begin{{center}}\\begin{{tabular}}{{{}}}\n\\toprule\n", "c".repeat(columns));
    for (i, row) in rows.iter().enumerate() {
        out.push_str(&line(row));
        if i == 0 {
            out.push_str("\\midrule\n");
        }
    }
    out + "\\bottomrule\n\\end{tabular}\\end{center}\n"
}

#[cfg(test)]
mod tests;
