//! The printed languages: how a program of [`crate::ir`] is written in each of them.
//!
//! A printer is a table of how types and operators are written, a solver's skeleton, and a prelude of which only the
//! functions that are used are printed.

mod cpp;
mod layout;
mod prelude;
mod python;
mod rust;

pub(crate) use cpp::judge;

use crate::ir::{E, K, Program};

/// A language that programs are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// C++17, one file.
    Cpp,
    /// Python 3 with its standard library.
    Python,
    /// Rust 2021 with its standard library.
    Rust,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 3] = [Target::Cpp, Target::Python, Target::Rust];

    /// The word in JSON, and of the flag.
    pub fn word(self) -> &'static str {
        match self {
            Target::Cpp => "cpp",
            Target::Python => "python",
            Target::Rust => "rust",
        }
    }

    /// How files of it end.
    pub fn extension(self) -> &'static str {
        match self {
            Target::Cpp => "cpp",
            Target::Python => "py",
            Target::Rust => "rs",
        }
    }
}

/// What a search says where play comes back to a position, and the rules do not say what that means.
const REPEATED: &str = "Play can come back to the same position here, and the rules have no endless line.";

/// The text of a program.
pub(crate) fn print(program: &Program, target: Target) -> String {
    match target {
        Target::Cpp => cpp::print(program),
        Target::Python => python::print(program),
        Target::Rust => rust::print(program),
    }
}

/// Does a function end in a call of itself, and call itself nowhere else?
fn tail(e: &E, id: usize) -> bool {
    fn ends(e: &E, id: usize) -> bool {
        match &e.kind {
            K::Call(i, _) => *i == id,
            K::Cond(arms, otherwise) => {
                arms.iter().any(|(_, v)| ends(v, id)) || otherwise.as_ref().is_some_and(|v| ends(v, id))
            }
            _ => false,
        }
    }
    ends(e, id)
}
