//! The lessons that there are: those that are part of the program, and those of a folder. Files are read anew each time, so that
//! whoever writes one sees it at once. Names are looked up in the list of what is there; no path of a request reaches the file system.

use crate::ask::lessons::Found;
use bouton::language::diagnostic::Lang;
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(RustEmbed)]
#[folder = "lessons/"]
struct Built;

/// Files of a folder that are looked at, and bytes of one.
const MOST_FILES: usize = 200;
const LARGEST: u64 = 256 << 10;

/// The lessons, each in the language that is wanted where there is one, in the order of their names. Those of the folder stand
/// in the place of others with their name, and behind them.
pub(super) fn lessons(folder: Option<&Path>, lang: Lang) -> Vec<Found> {
    let mut built: BTreeMap<String, (bool, String)> = BTreeMap::new();
    for name in Built::iter() {
        if let Some(file) = Built::get(&name) {
            add(&mut built, &name, lang, || Some(String::from_utf8_lossy(&file.data).into_owned()));
        }
    }
    let mut own: BTreeMap<String, (bool, String)> = BTreeMap::new();
    let entries = folder.and_then(|f| std::fs::read_dir(f).ok()).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.filter(|e| e.path().is_file()).map(|e| e.path()).collect();
    files.sort();
    for path in files.iter().take(MOST_FILES) {
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else { continue };
        add(&mut own, name, lang, || {
            let small = path.metadata().is_ok_and(|m| m.len() <= LARGEST);
            let bytes = small.then(|| std::fs::read(path).ok()).flatten();
            bytes.map(|b| String::from_utf8_lossy(&b).into_owned())
        });
    }
    built.retain(|id, _| !own.contains_key(id));
    built.into_iter().chain(own).map(|(id, (_, text))| Found { id, text }).collect()
}

/// Takes `ID.md`, `ID.en.md` or `ID.zh.md`: the wanted language goes before the other.
fn add(
    to: &mut BTreeMap<String, (bool, String)>,
    name: &str,
    lang: Lang,
    text: impl FnOnce() -> Option<String>,
) {
    let Some(stem) = name.strip_suffix(".md").filter(|s| !s.starts_with('.')) else { return };
    let (id, wanted) = match stem.rsplit_once('.') {
        Some((id, "en")) => (id, lang == Lang::En),
        Some((id, "zh")) => (id, lang == Lang::Zh),
        _ => (stem, false),
    };
    if to.get(id).is_some_and(|(held, _)| *held || !wanted) {
        return;
    }
    if let Some(text) = text() {
        to.insert(id.to_string(), (wanted, text));
    }
}
