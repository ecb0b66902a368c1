//! Tables as Parquet files come back as they were: `cargo test -p bouton --features parquet --test parquet`.

use bouton::language::diagnostic::Lang;
use bouton::table::saved::SaveEnd;
use bouton::table::{Show, TableQuestion};
use bouton::{Budget, Game, Solver};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;

/// The rows of a file, each as its values separated by blanks.
fn rows(path: &std::path::Path) -> (String, Vec<String>) {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = schema.columns().iter().map(|c| c.name()).collect();
    let row = |r: parquet::record::Row| {
        r.get_column_iter().map(|(_, v)| v.to_string()).collect::<Vec<_>>().join(" ")
    };
    (names.join(" "), reader.get_row_iter(None).unwrap().map(|r| row(r.unwrap())).collect())
}

#[test]
fn rows_come_back() {
    let folder = tempfile::tempdir().unwrap();
    for (id, to, show, head, count, some) in [
        ("wythoff", 20, None, "a b grundy", 441, (5 * 21 + 3, "5 3 0")),
        ("wythoff", 4, Some(Show::Win), "a b outcome", 25, (1, "0 1 \"win\"")),
        ("wythoff", 4, Some(Show::Remoteness), "a b outcome remoteness", 25, (7, "1 2 \"lose\" 2")),
        ("kayles", 600_000, None, "n grundy", 600_001, (70, "70 6")),
    ] {
        let game = Game::library(id).unwrap();
        let question = TableQuestion { to: Some(to), show, ..TableQuestion::new(game) };
        let (table, file) = (folder.path().join("t"), folder.path().join("t.parquet"));
        let mut solver = Solver::new(Budget::unlimited());
        let mut saved = match solver.save(&question, &table, None, &mut |_| {}) {
            Ok(SaveEnd::Complete(saved)) => saved,
            Ok(SaveEnd::Stopped { problem, .. }) | Err(problem) => panic!("{}", problem.line(Lang::En)),
        };
        saved.write_parquet(&file).unwrap();
        let (names, rows) = rows(&file);
        assert_eq!(
            (names.as_str(), rows.len(), rows[some.0].as_str()),
            (head, count, some.1),
            "{id} {show:?}"
        );
        std::fs::remove_file(table).unwrap();
    }
}
