//! Standard output: lines folded to the terminal, data as it is, JSON, and a style that goes away where there is no colour.

use crate::lang::Lang;
use crate::mistake::Failure;
use crate::terminal::interrupt;
use crate::terminal::layout::{fold, fold_width};
use bouton::Problem;
use bouton::report::json;
use serde::Serialize;
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
    /// Lines for people are folded at this width, if somebody looks at them.
    columns: Option<usize>,
}

impl Out {
    /// Standard output.
    pub(crate) fn standard() -> Out {
        let stream = BufWriter::new(Box::new(anstream::stdout()) as Box<dyn Write>);
        let columns = fold_width(&std::io::stdout());
        Out { stream, interrupted: interrupt::flag(), calm: false, columns }
    }

    /// One line for people; perhaps several that were laid out together.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        let Some(columns) = self.columns else { return self.data(text) };
        for line in text.split('\n') {
            for piece in fold(line, columns) {
                self.data(&piece)?;
            }
        }
        Ok(())
    }

    /// Several lines for people.
    pub(crate) fn lines(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// One line for programs, of any width.
    pub(crate) fn data(&mut self, text: &str) -> Result<(), Failure> {
        match self.interrupted.load(Ordering::Relaxed) {
            false => self.calm = true,
            true if self.calm => return Err(Problem::Interrupted.into()),
            true => {}
        }
        writeln!(self.stream, "{text}")?;
        Ok(())
    }

    /// Text that ends as it ends.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.stream.write_all(text.as_bytes())?;
        Ok(())
    }

    /// JSON over several lines, for one answer.
    pub(crate) fn json(&mut self, answer: &(impl Serialize + ?Sized), lang: Lang) -> Result<(), Failure> {
        self.data(&format!("{:#}", json(answer, lang)))
    }

    /// Says why an answer that was printed is not complete, if it is not; the exit code.
    pub(crate) fn stopped(&mut self, why: Option<&Problem>, lang: Lang) -> Result<u8, Failure> {
        let Some(problem) = why else { return Ok(0) };
        self.flush()?;
        complain(&problem.line(lang));
        Ok(problem.exit_code())
    }

    /// Complains of one of several games or files, and goes on with the others; the exit code. What is no fault of a game
    /// ends everything.
    pub(crate) fn go_on(&mut self, failure: Failure, lang: Lang) -> Result<u8, Failure> {
        match failure {
            Failure::Output(_) | Failure::Problem(Problem::Interrupted) => Err(failure),
            failure => {
                self.flush()?;
                if let Some(text) = failure.say(lang) {
                    complain(&text);
                }
                Ok(failure.exit_code())
            }
        }
    }

    /// Everything written so far is on its way.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stream.flush()?;
        self.calm = false;
        Ok(())
    }
}

/// Says something on standard error, folded if somebody looks at it. Lines that show a place in a source stay whole.
pub(crate) fn complain(text: &str) {
    let columns = fold_width(&std::io::stderr());
    for line in text.split('\n') {
        let shown = anstream::adapter::strip_str(line).to_string();
        let source = shown.trim_start_matches([' ', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0']);
        match columns.filter(|_| !source.starts_with(['|', '-'])) {
            Some(columns) => fold(line, columns).iter().for_each(|piece| anstream::eprintln!("{piece}")),
            None => anstream::eprintln!("{line}"),
        }
    }
}
