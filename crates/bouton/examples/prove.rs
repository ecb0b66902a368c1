//! Proves a theorem about all sizes of a game, and has its certificate checked by a crate that shares nothing with the prover:
//! `cargo run --example prove -- wythoff`

use bouton::proof::Finding;
use bouton::{Game, Problem};

fn main() -> Result<(), Problem> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "wythoff".into());
    println!("{}", prove(&name)?);
    Ok(())
}

/// The theorem as the checker states it, or why there is none.
pub(crate) fn prove(name: &str) -> Result<String, Problem> {
    let game = Game::library(name)?;
    let certificate = match game.prove()? {
        Finding::Proved(proof) => proof.certificate(false),
        Finding::Period(proof) => proof.certificate(false),
        Finding::Quotient(proof) => proof.certificate(),
        Finding::TakeAway(proof) => Some(proof.certificate()),
        Finding::Words(proof) => Some(proof.certificate(false)),
        Finding::Family(proof) => Some(proof.certificate(false)),
        Finding::Places(proof) => Some(proof.certificate(false)),
        Finding::Runs(proof) => Some(proof.certificate(false)),
        Finding::NoWords(_) | Finding::NotFound(_) | Finding::Outside(_) => None,
    };
    let Some(certificate) = certificate else { return Ok(format!("{name}: no theorem")) };
    Ok(match bouton_verify::verify(&certificate.to_string(), &bouton_verify::Limits::default()) {
        Ok(verified) => verified.en,
        Err(refused) => format!("refused: {refused}"),
    })
}
