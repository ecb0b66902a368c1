//! Which language this run speaks: `--lang`, else that of the environment ([`Lang::from_environment`]).
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
