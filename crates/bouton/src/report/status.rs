//! How far something can be trusted: PROVED, CHECKED up to a bound, GUESSED, FALSE.

use super::schema_of;
use crate::answer::Status;
use bouton_language::diagnostic::Lang;
use schemars::JsonSchema;
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Status {
    /// The status in a language, without the bound; nothing where nothing is known.
    pub fn name(&self, lang: Lang) -> &'static str {
        match self {
            Status::Proved => lang.pick("PROVED", "已证明"),
            Status::Checked(_) => lang.pick("CHECKED", "已检验"),
            Status::Guessed => lang.pick("GUESSED", "猜测"),
            Status::False => lang.pick("FALSE", "不成立"),
            Status::Open => "",
        }
    }

    /// The status in a language, with the bound to which it was checked.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Status::Checked(to) if !to.is_empty() => {
                format!("{} {}", lang.pick("CHECKED for", "已检验到"), to.say(lang))
            }
            other => other.name(lang).to_string(),
        }
    }

    /// The same as entries of a larger map.
    pub(crate) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("status", &Some(self.word()).filter(|_| *self != Status::Open))?;
        if let Status::Checked(bound) = self {
            map.serialize_entry("checked_to", bound)?;
        }
        Ok(())
    }

    /// Its fixed word; nothing where nothing is known.
    pub fn word(&self) -> &'static str {
        self.name(Lang::En)
    }
}

/// `status`, and `checked_to` beside CHECKED: the keys of whatever has a status.
impl Serialize for Status {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

/// The word alone, where the bound stands elsewhere.
pub(crate) fn status_word<S: Serializer>(status: &&Status, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(status.word())
}

/// The fixed words.
#[derive(JsonSchema)]
#[schemars(rename = "Status", rename_all = "UPPERCASE")]
#[expect(dead_code, reason = "describes what is written")]
pub(crate) enum StatusWord {
    Proved,
    Checked,
    Guessed,
    False,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes what is written")]
struct StatusKeys {
    status: Option<StatusWord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked_to: Option<String>,
}

schema_of! { Status: StatusKeys }
