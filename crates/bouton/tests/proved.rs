//! Which claims of the library are proved for all sizes, as `list` shows it, computed again: nothing is listed that is not
//! proved. What is proved beyond the list is printed.
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
    for line in found.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (proved, claims): (usize, usize) = (words[1].parse().unwrap(), words[2].parse().unwrap());
        let entry = catalogue::find(words[0]).unwrap();
        let (listed, all) = entry.proved().unwrap_or((0, claims));
        assert!(listed <= proved && all == claims, "{line}: {listed} of {all} listed");
        if listed < proved {
            println!("{line}: {listed} listed; BOUTON_BLESS=1 cargo test -p bouton --test proved");
        }
    }
}
