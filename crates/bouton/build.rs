//! Embeds the library: every file of `games/` becomes an entry (id, text) of the binary, sorted by id.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("games");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&root)?
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "game"))
        .collect();
    files.sort();
    let mut code = String::from("pub(super) static FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let id = file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let text = fs::read_to_string(file)?;
        writeln!(code, "    ({id:?}, {text:?}),").map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("library.rs"), code)
}
