//! Writes the development for Coq of a certificate: `cargo run -p bouton-verify --example coq CERTIFICATE > FILE.v`.
//! The statement is not checked here, so that a false certificate can be shown not to compile.

use bouton_verify::{Limits, coq};
use std::process::ExitCode;

fn main() -> ExitCode {
    let text = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok());
    match coq(&text.unwrap_or_default(), &Limits::default()) {
        Ok(development) => {
            print!("{development}");
            ExitCode::SUCCESS
        }
        Err(refused) => {
            eprintln!("{refused}");
            ExitCode::FAILURE
        }
    }
}
