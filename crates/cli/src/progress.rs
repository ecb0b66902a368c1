//! Progress on standard error for anything that takes more than a second, if a person is watching.

use crate::lang::Lang;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How long to stay silent.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line that appears late and goes away when the answer comes.
#[derive(Clone)]
pub(crate) struct Progress {
    lang: Lang,
    watched: bool,
    bar: Arc<OnceLock<ProgressBar>>,
}

impl Progress {
    /// Silent until it is reported to.
    pub(crate) fn new(lang: Lang) -> Progress {
        Progress { lang, watched: std::io::stderr().is_terminal(), bar: Arc::default() }
    }

    /// To be called now and then with the positions examined and the time gone by.
    pub(crate) fn report(&self, positions: usize, elapsed: Duration) {
        if !self.watched || elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let seconds = elapsed.as_secs();
        bar.set_message(match self.lang {
            Lang::En => format!("{} positions, {seconds} s (Ctrl-C stops)", grouped(positions)),
            Lang::Zh => format!("{} 个局面，{seconds} 秒（Ctrl-C 停止）", grouped(positions)),
        });
        bar.tick();
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// 1234567 as 1 234 567.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_grouped() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (1234567, "1 234 567")] {
            assert_eq!(super::grouped(n), text);
        }
    }
}
