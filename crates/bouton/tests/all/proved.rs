//! Which claims of the library are proved for all sizes, as `list` shows it, computed again: nothing is listed that is not
//! proved. `BOUTON_BLESS=1 cargo test -p bouton --test all proved::` looks at all games and writes the table anew.

use bouton::game::catalogue;
use bouton::{Budget, Game, Solver};
use std::path::Path;

fn proved(game: &Game) -> usize {
    Solver::new(Budget::unlimited()).proved_claims(game).unwrap().len()
}

#[test]
fn the_table_of_proved_claims_is_right() {
    let bless = std::env::var_os("BOUTON_BLESS").is_some();
    let mut table = String::new();
    for entry in catalogue::entries() {
        let game = Game::library(entry.id).unwrap();
        let claims = game.rules().claims.len();
        if claims == 0 {
            continue;
        }
        if bless {
            table.push_str(&format!("{} {} {claims}\n", entry.id, proved(&game)));
            continue;
        }
        // Where nothing is listed there is nothing to test, and looking for what is not there takes longest.
        let (listed, all) = entry.proved().unwrap_or((0, claims));
        assert_eq!(all, claims, "{}", entry.id);
        assert!(listed == 0 || listed <= proved(&game), "{}: {listed} of {all} listed", entry.id);
    }
    if bless {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game/proved.txt");
        std::fs::write(file, &table).unwrap();
    }
}
