//! What is known of one member: plain data that a folder keeps and surfaces show.

use bouton::language::diagnostic::Lang;
use serde::{Deserialize, Serialize};

/// A text in English and Chinese.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Both {
    /// In English.
    pub en: String,
    /// In Chinese.
    pub zh: String,
}

impl Both {
    /// Worded by `say` in each language.
    pub fn new(say: impl Fn(Lang) -> String) -> Both {
        Both { en: say(Lang::En), zh: say(Lang::Zh) }
    }

    /// The text.
    pub fn say(&self, lang: Lang) -> &str {
        lang.pick(&self.en, &self.zh)
    }
}

/// One member of a family and what was found out about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its place in the family, from 0.
    pub number: usize,
    /// What varies, with the values it has here.
    pub member: Vec<(String, String)>,
    /// `PROVED`, `CHECKED`, `GUESSED`, `FALSE`; nothing where nothing was found.
    pub status: Option<String>,
    /// How far a pattern was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_to: Option<Both>,
    /// The theorem or the pattern in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<Both>,
    /// The same as a formula of the rules language, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// What a theorem speaks of: `lost`, `values`, `period`, `quotient`, `take-away`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The digits that its automaton reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numeration: Option<serde_json::Value>,
    /// The states of the automaton.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// A period of the values and the first n from which on it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<(u64, u64)>,
    /// Why nothing was found, or why a member is no game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Both>,
    /// Time or memory came to their end: with more there may be more to say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// Why a theorem has no certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_certificate: Option<Both>,
    /// The certificate's file in the folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The checker accepted the certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    /// So many positions were compared with plain recursion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<usize>,
    /// Two rows with the same key have the same theorem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The claims of the rules, each with what the theorem says of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<(String, Option<String>)>,
    /// Seconds of the processor.
    pub seconds: f64,
}

/// A row with what a folder keeps beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The row.
    pub row: Row,
    /// The certificate.
    pub certificate: Option<String>,
}

impl Row {
    /// `m=3 t=2`
    pub fn label(&self) -> String {
        let each: Vec<String> = self.member.iter().map(|(name, value)| format!("{name}={value}")).collect();
        each.join(" ")
    }

    /// Is it proved?
    pub fn proved(&self) -> bool {
        self.status.as_deref() == Some("PROVED")
    }

    /// What is to be read first: the formula, or the sentence, or why there is none.
    pub fn what(&self, lang: Lang) -> String {
        let said = |text: &Option<Both>| text.as_ref().map(|t| t.say(lang).to_string());
        self.formula
            .clone()
            .or_else(|| said(&self.sentence))
            .or_else(|| said(&self.reason))
            .unwrap_or_default()
    }
}
