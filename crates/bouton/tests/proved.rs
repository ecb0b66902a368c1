//! Which claims of the library are proved for all sizes, as `list` shows it, computed again.
//! `BOUTON_BLESS=1 cargo test -p bouton --test proved` writes the table anew.

use bouton::{Budget, Game, Solver, catalogue};
use std::path::Path;

#[test]
fn the_table_of_proved_claims_is_right() {
    let mut found = String::new();
    for entry in catalogue::entries() {
        let game = Game::load(entry.id).unwrap();
        let claims = game.rules().claims.len();
        if claims > 0 {
            let proved = Solver::new(Budget::unlimited()).proved_claims(&game).unwrap().len();
            found.push_str(&format!("{} {proved} {claims}\n", entry.id));
        }
    }
    if std::env::var_os("BOUTON_BLESS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/proved.txt");
        std::fs::write(file, &found).unwrap();
        return;
    }
    let listed: String = catalogue::entries()
        .filter_map(|e| e.proved().map(|(proved, claims)| format!("{} {proved} {claims}\n", e.id)))
        .collect();
    assert_eq!(listed, found, "BOUTON_BLESS=1 cargo test -p bouton --test proved");
}
