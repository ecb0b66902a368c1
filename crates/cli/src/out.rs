//! Standard output: lines, JSON, and a style that goes away where there is no colour.

use crate::mistake::Failure;
use serde_json::Value as Json;
use std::io::{BufWriter, Write};

/// Where answers go.
pub(crate) struct Out {
    stream: BufWriter<Box<dyn Write>>,
}

impl Out {
    /// Standard output.
    pub(crate) fn standard() -> Out {
        Out { stream: BufWriter::new(Box::new(anstream::stdout())) }
    }

    /// One line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
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
        Ok(())
    }
}
