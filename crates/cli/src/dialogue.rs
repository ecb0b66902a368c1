//! Asking a person and reading the answer, line by line. Works on a terminal and through a pipe.

use crate::mistake::Failure;
use std::io::{BufRead, IsTerminal, Write};

/// A conversation over standard input and output.
pub(crate) struct Dialogue<'a> {
    input: Box<dyn BufRead + 'a>,
    output: Box<dyn Write + 'a>,
    /// Answers that come through a pipe are written behind their questions, so that the record reads like a
    /// conversation.
    echo: bool,
}

impl Dialogue<'static> {
    /// Over standard input and output.
    pub(crate) fn standard() -> Dialogue<'static> {
        let stdin = std::io::stdin();
        let echo = !stdin.is_terminal();
        Dialogue { input: Box::new(stdin.lock()), output: Box::new(anstream::stdout()), echo }
    }
}

impl Dialogue<'_> {
    /// Says something.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }

    /// Says several lines.
    pub(crate) fn say_all(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Asks; `None` when the input has ended.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = Vec::new();
        // Ctrl-C during the question counts as the end of the input.
        let read = match self.input.read_until(b'\n', &mut line) {
            Ok(read) => read,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => 0,
            Err(e) => return Err(e.into()),
        };
        if read == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        // What is not text is no command and no move; it is answered like any other slip.
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if self.echo {
            writeln!(self.output, "{text}")?;
        }
        Ok(Some(text))
    }
}
