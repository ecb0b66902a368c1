//! Which language to speak: `--lang`, else BOUTON_LANG, LC_ALL, LC_MESSAGES, LANG.
//!
//! The phrases of the command stand where they are used, both languages side by side in `lang.pick(english, chinese)` or [`say`].

pub(crate) use bouton::language::diagnostic::Lang;
use std::sync::OnceLock;

/// The text in one language; it may name what is in scope.
macro_rules! say {
    ($lang:expr, $en:literal, $zh:literal $(,)?) => {
        match $lang {
            $crate::lang::Lang::En => format_args!($en).to_string(),
            $crate::lang::Lang::Zh => format_args!($zh).to_string(),
        }
    };
}
pub(crate) use say;

/// The first of these that is set and not empty decides, as POSIX has it.
const VARIABLES: [&str; 4] = ["BOUTON_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of a `--lang` value; `None` if it is neither.
pub(crate) fn named(word: &str) -> Option<Lang> {
    let tag = word.to_ascii_lowercase();
    let tag = tag.split(['_', '-', '.']).next().unwrap_or("");
    match tag {
        "en" | "english" => Some(Lang::En),
        "zh" | "chinese" | "中文" => Some(Lang::Zh),
        _ => None,
    }
}

/// The language of the environment; English where it names neither.
pub(crate) fn from_environment(get: impl Fn(&str) -> Option<String>) -> Lang {
    let value = VARIABLES.iter().find_map(|name| get(name).filter(|value| !value.is_empty()));
    value.and_then(|value| named(&value)).unwrap_or(Lang::En)
}

/// The language that this run of the command speaks.
static SPOKEN: OnceLock<Lang> = OnceLock::new();

/// Settles the language of this run; the first word counts.
pub(crate) fn speak(lang: Lang) {
    SPOKEN.get_or_init(|| lang);
}

/// The language of this run, in which games give their titles.
pub(crate) fn spoken() -> Lang {
    SPOKEN.get().copied().unwrap_or(Lang::En)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(from_environment(get), *expected, "{variables:?}");
        }
    }
}
