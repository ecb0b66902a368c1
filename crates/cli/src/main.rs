//! The bouton command.
fn main() {}
