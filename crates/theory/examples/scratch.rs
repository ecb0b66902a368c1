//! scratch
use bouton_compile::fragment::derive;
use bouton_language::interp::Interp;
use bouton_language::{NoLoader, load};
use bouton_theory::Numeration;
use bouton_theory::prove::{Limits, prove};
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let lines = args[1].split(';').map(str::trim).collect::<Vec<_>>().join("\n");
    let loaded = load("rules", &lines, &NoLoader);
    let interp = Interp::new(Arc::new(loaded.rules.clone().unwrap()), &[]).unwrap();
    let g = derive(&bouton_compile::Core::new(&interp)).unwrap();
    let numerations = args[2..].iter().map(|n| Numeration::named(n).unwrap()).collect();
    let limits = Limits { numerations, ..Limits::default() };
    let begun = std::time::Instant::now();
    match prove(&g, &limits) {
        Ok(t) => println!(
            "proved {} states {:?} table {} {:?}",
            t.dfa.states(),
            t.dfa.numeration(),
            t.table,
            t.time
        ),
        Err(e) => println!("{e:?} {:?}", begun.elapsed()),
    }
}
