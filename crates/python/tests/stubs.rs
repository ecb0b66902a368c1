//! The stubs of the extension module name what it has, and nothing else. (What the module does is tested from Python: `python/check`.)

use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names behind a mark, up to the next sign.
fn names(text: &str, mark: &str) -> BTreeSet<String> {
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    text.split(mark).skip(1).map(name).collect()
}

#[test]
fn stubs_name_what_there_is() {
    let (module, stubs) = (read("src/lib.rs"), read("../../python/src/bouton/_bouton.pyi"));
    let last = |path: &str| path.rsplit("::").next().unwrap_or("").to_string();
    let functions: BTreeSet<String> = module
        .split("wrap_pyfunction!(")
        .skip(1)
        .filter_map(|rest| rest.split(',').next())
        .map(last)
        .collect();
    let classes: BTreeSet<String> =
        module.split("add_class::<").skip(1).filter_map(|rest| rest.split('>').next()).map(last).collect();
    assert!(functions.len() > 15 && classes.len() > 3);
    assert_eq!(functions, names(&stubs, "\ndef "));
    assert_eq!(classes, names(&stubs, "\nclass "));
}
