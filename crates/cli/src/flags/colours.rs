//! Colours on the command line: when there are any, and what they stand for in a picture.

use crate::flags::numbers::{Wanted, within};
use bouton_plot::Colour;

/// `value`, `outcome`, `mod 3`
pub(crate) fn parse_colour(text: &str) -> Result<Colour, Wanted> {
    let wrong = || {
        Wanted::new(
            "colours are by value, by outcome, or by a residue: \"mod 3\" (2 to 64)",
            "着色依据可以是 value、outcome，或余数：\"mod 3\"（2 到 64）",
        )
    };
    match text.trim() {
        "value" => Ok(Colour::Value),
        "outcome" => Ok(Colour::Outcome),
        other => {
            let p = other.strip_prefix("mod").ok_or_else(wrong)?.trim_start_matches([' ', '=', ':', '-']);
            within(2, 64)(p).map(Colour::Mod).map_err(|_| wrong())
        }
    }
}

/// What `--color` says: when there are colours, or for pictures by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Always, never, or where the output is a terminal.
    When(anstream::ColorChoice),
    /// As `--colour` of `plot`.
    By(Colour),
}

/// `always`, `never`, `auto`, or what `--colour` takes.
pub(crate) fn parse_paint(text: &str) -> Result<Paint, Wanted> {
    match text.trim() {
        "always" => Ok(Paint::When(anstream::ColorChoice::Always)),
        "never" => Ok(Paint::When(anstream::ColorChoice::Never)),
        "auto" => Ok(Paint::When(anstream::ColorChoice::Auto)),
        by => parse_colour(by).map(Paint::By).map_err(|_| {
            Wanted::new("colours are always, never or auto", "颜色可以是 always、never 或 auto")
        }),
    }
}
