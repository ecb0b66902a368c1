//! The printed languages: how a program of [`crate::ir`] is written in each of them.
//!
//! A printer is syntax: how types, operators and statements are written, and a prelude of which only the functions that
//! are used are printed. The code itself is made once, in [`crate::skeleton`].

mod cpp;
mod expr;
mod layout;
mod prelude;
mod python;
mod rust;
mod statements;

pub(crate) use cpp::judge;

use crate::ir::{E, K, Program};
use crate::skeleton;

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

/// What the skeleton has put into expressions of the rules before they are printed.
const PUT: &str = "the skeleton has put something else here";

/// The text of a program; `None` where the language has no numbers large enough for a constant.
pub(crate) fn print(program: &Program, target: Target) -> Option<String> {
    let code = skeleton::code(program);
    let huge = |e: &E| matches!(&e.kind, K::Int(n) if i64::try_from(n).is_err());
    match target {
        Target::Python => Some(python::print(program, &code)),
        _ if code.any(&mut |e| huge(e)) => None,
        Target::Cpp => Some(cpp::print(program, &code)),
        Target::Rust => Some(rust::print(program, &code)),
    }
}
