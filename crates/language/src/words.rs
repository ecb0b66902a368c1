//! Problems as tables: what is wrong and what to write instead, in English and in Chinese, side by side.

use crate::diagnostic::{Lang, Wording};

/// A text in English and in Chinese; both may name what is in scope.
#[macro_export]
macro_rules! both {
    ($en:literal, $zh:literal $(,)?) => {
        [format_args!($en).to_string(), format_args!($zh).to_string()]
    };
}

/// A message and its advice, in English and in Chinese.
#[derive(Clone, Debug)]
pub struct Words {
    message: [String; 2],
    help: Option<[String; 2]>,
}

impl Words {
    /// A message and perhaps its advice in each language.
    pub fn new(en: (String, Option<String>), zh: (String, Option<String>)) -> Words {
        Words { message: [en.0, zh.0], help: en.1.zip(zh.1).map(|(en, zh)| [en, zh]) }
    }

    /// With this advice.
    pub fn help(mut self, help: [String; 2]) -> Words {
        self.help = Some(help);
        self
    }

    /// `Did you mean …?`, where something is near.
    pub fn near(self, near: &Option<String>) -> Words {
        match near {
            Some(n) => self.help(both!("Did you mean  {n} ?", "是否想写  {n} ？")),
            None => self,
        }
    }

    /// The message.
    pub fn message(self, lang: Lang) -> String {
        let [en, zh] = self.message;
        lang.pick(en, zh)
    }

    /// The advice.
    pub fn advice(self, lang: Lang) -> Option<String> {
        self.help.map(|[en, zh]| lang.pick(en, zh))
    }
}

/// The message of a reason, in both languages.
pub fn in_both(why: &impl Wording) -> [String; 2] {
    [why.message(Lang::En), why.message(Lang::Zh)]
}

/// The message in both languages; after a semicolon the advice, or something near; after `with`, pairs of words for names that
/// differ between the languages.
#[macro_export]
macro_rules! said {
    (
        $en:literal, $zh:literal
        $(; near($near:ident))?
        $(; $help:literal, $help_zh:literal)?
        $(; with $($name:ident = $pair:expr),+)?
    ) => {{
        let en = {
            $($(let [$name, _] = $pair;)+)?
            (format_args!($en).to_string(), None::<String>$(.or(Some(format_args!($help).to_string())))?)
        };
        let zh = {
            $($(let [_, $name] = $pair;)+)?
            (format_args!($zh).to_string(), None::<String>$(.or(Some(format_args!($help_zh).to_string())))?)
        };
        $crate::words::Words::new(en, zh)$(.near($near))?
    }};
}

/// An enum of problems, each with its words: `Variant { fields } => [what said! takes];` or `=> { an expression };`.
#[macro_export]
macro_rules! problems {
    (
        $(#[$meta:meta])*
        $vis:vis enum $enum:ident {
            $($(#[$doc:meta])* $variant:ident
                $({ $($field:ident: $type:ty),* })? $(($inner:ident: $inner_type:ty))? => $words:tt;)*
        }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs, reason = "what a field is stands in the words")]
        $vis enum $enum {
            $($(#[$doc])* $variant $({ $($field: $type),* })? $(($inner_type))?,)*
        }

        impl $enum {
            #[allow(unused_variables, reason = "not every field is shown in both languages")]
            fn words(&self) -> $crate::words::Words {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($inner))? => $crate::row!($words),)*
                }
            }
        }

        impl $crate::diagnostic::Wording for $enum {
            fn message(&self, lang: $crate::diagnostic::Lang) -> String {
                self.words().message(lang)
            }

            fn help(&self, lang: $crate::diagnostic::Lang) -> Option<String> {
                self.words().advice(lang)
            }
        }
    };
}

/// The right side of a row of [`problems`].
#[doc(hidden)]
#[macro_export]
macro_rules! row {
    ([$($said:tt)*]) => { $crate::said!($($said)*) };
    ({ $($block:tt)* }) => {{ $($block)* }};
}
