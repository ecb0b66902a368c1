//! Asking a person and reading the answer, line by line: with line editing and a history at a terminal, plainly through a
//! pipe.

use crate::mistake::Failure;
use crate::terminal::interrupt;
use crate::terminal::layout::{fold, fold_width};
use bouton::Problem;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use std::io::{BufRead, IsTerminal, Write};

/// A conversation over standard input and output.
pub(crate) struct Dialogue {
    input: Input,
    output: Box<dyn Write>,
    /// What is said is folded at this width, if it is known.
    columns: Option<usize>,
}

/// Where answers come from.
enum Input {
    /// A person at a terminal: the line can be edited, earlier ones come back with the arrows.
    Terminal(Box<DefaultEditor>),
    /// Lines as they come. Those from a pipe are written behind their questions, so that the record reads like a
    /// conversation.
    Lines { echo: bool },
}

impl Dialogue {
    /// Over standard input and output.
    pub(crate) fn standard() -> Dialogue {
        let person = std::io::stdin().is_terminal();
        let plain = Config::builder().bracketed_paste(false).build();
        let editor =
            (person && std::io::stdout().is_terminal()).then(|| DefaultEditor::with_config(plain).ok());
        let input = match editor.flatten() {
            Some(editor) => Input::Terminal(Box::new(editor)),
            None => Input::Lines { echo: !person },
        };
        let columns = fold_width(&std::io::stdout());
        Dialogue { input, output: Box::new(anstream::stdout()), columns }
    }

    /// Says something.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        let Some(columns) = self.columns else {
            writeln!(self.output, "{text}")?;
            return Ok(());
        };
        for line in text.split('\n').flat_map(|line| fold(line, columns)) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    /// Says several lines.
    pub(crate) fn say_all(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Asks; `None` when the input has ended. Ctrl-C stops at once.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.output.flush()?;
        match &mut self.input {
            Input::Terminal(editor) => match interrupt::at_once(|| editor.readline(prompt)) {
                Ok(line) => {
                    let text = line.trim().to_string();
                    if !text.is_empty() {
                        editor.add_history_entry(&text).map_err(unread)?;
                    }
                    Ok(Some(text))
                }
                Err(ReadlineError::Interrupted) => Err(Problem::Interrupted.into()),
                Err(ReadlineError::Eof) => {
                    writeln!(self.output)?;
                    Ok(None)
                }
                Err(other) => Err(unread(other)),
            },
            Input::Lines { echo } => {
                write!(self.output, "{prompt}")?;
                self.output.flush()?;
                let mut line = Vec::new();
                let read = interrupt::at_once(|| std::io::stdin().lock().read_until(b'\n', &mut line))?;
                if read == 0 {
                    writeln!(self.output)?;
                    return Ok(None);
                }
                // What is not text is no command and no move; it is answered like any other slip.
                let text = String::from_utf8_lossy(&line).trim().to_string();
                if *echo {
                    writeln!(self.output, "{text}")?;
                }
                Ok(Some(text))
            }
        }
    }
}

fn unread(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => error.into(),
        other => std::io::Error::other(other.to_string()).into(),
    }
}
