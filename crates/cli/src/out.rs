//! Standard output: lines, JSON, and a style that goes away where there is no colour.

use crate::interrupt;
use crate::mistake::Failure;
use bouton::Problem;
use serde_json::Value as Json;
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where answers go. Ctrl-C while something long is printed ends it; what is printed because of Ctrl-C (a table as far as it
/// is known) is printed whole.
pub(crate) struct Out {
    stream: BufWriter<Box<dyn Write>>,
    interrupted: Arc<AtomicBool>,
    /// Printing has begun before any interrupt.
    calm: bool,
}

impl Out {
    /// Standard output.
    pub(crate) fn standard() -> Out {
        let stream = BufWriter::new(Box::new(anstream::stdout()) as Box<dyn Write>);
        Out { stream, interrupted: interrupt::flag(), calm: false }
    }

    /// One line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        match self.interrupted.load(Ordering::Relaxed) {
            false => self.calm = true,
            true if self.calm => return Err(Problem::Interrupted.into()),
            true => {}
        }
        writeln!(self.stream, "{text}")?;
        Ok(())
    }

    /// Several lines.
    pub(crate) fn lines(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Text that ends as it ends.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.stream.write_all(text.as_bytes())?;
        Ok(())
    }

    /// JSON over several lines, for one answer.
    pub(crate) fn json(&mut self, value: &Json) -> Result<(), Failure> {
        self.line(&format!("{value:#}"))
    }

    /// Everything written so far is on its way.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stream.flush()?;
        self.calm = false;
        Ok(())
    }
}
