//! Which language is spoken.

use bouton_language::diagnostic::Lang;

#[test]
fn the_environment_is_read_in_order() {
    let table: &[(&[(&str, &str)], Lang)] = &[
        (&[], Lang::En),
        (&[("LANG", "zh_CN.UTF-8")], Lang::Zh),
        (&[("LANG", "C.UTF-8")], Lang::En),
        (&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "en_GB.UTF-8")], Lang::En),
        (&[("LANG", "en_US"), ("BOUTON_LANG", "zh")], Lang::Zh),
        (&[("LANG", "zh-Hans"), ("LC_ALL", "")], Lang::Zh),
        (&[("LC_MESSAGES", "zh"), ("LANG", "de_DE")], Lang::Zh),
    ];
    for (variables, expected) in table {
        let get = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| v.to_string());
        assert_eq!(Lang::from_environment(get), *expected, "{variables:?}");
    }
}
