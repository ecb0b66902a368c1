//! How answers are said: their words in English and Chinese, and their JSON.
//!
//! The other rooms find things out and hand over data; the files here put it into sentences, one room of the house a file. JSON
//! comes by `derive` from the same data: a type that is a sentence to a reader writes itself in the language that [`json`] was
//! asked for. This is a module and no crate, because serde's trait must be implemented beside the types or where it is declared.

pub mod how;
pub(crate) mod loopy;
mod moves;
mod plan;
mod proof;
mod rows;
mod same;
mod status;
pub(crate) mod value;
mod why;

pub(crate) use plan::{at_most, estimate};
pub(crate) use proof::numeration;
pub(crate) use same::{both_games, equality, key, only};
pub(crate) use status::StatusWord;
pub(crate) use status::status_word;
pub use why::{Reason, reasons};

use crate::problem::Problem;
use bouton_language::diagnostic::Lang;
use bouton_language::value::Value;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Deref;

thread_local! {
    /// The language of the reader while something is written as JSON.
    static READER: Cell<Lang> = const { Cell::new(Lang::En) };
}

/// An answer as JSON, with its sentences in a language.
pub fn json(answer: &(impl Serialize + ?Sized), lang: Lang) -> Json {
    let before = READER.replace(lang);
    let json = serde_json::to_value(answer);
    READER.set(before);
    // Only keys that are no text can fail, and there are none.
    json.unwrap_or_default()
}

/// The language of the reader.
pub(crate) fn reader() -> Lang {
    READER.get()
}

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence([String; 2]);

impl Sentence {
    /// Worded by `say` in each language.
    pub fn new(say: impl Fn(Lang) -> String) -> Sentence {
        Sentence([say(Lang::En), say(Lang::Zh)])
    }

    /// The text.
    pub fn say(&self, lang: Lang) -> &str {
        lang.pick(&self.0[0], &self.0[1])
    }

    /// Is there nothing to be said?
    pub fn is_empty(&self) -> bool {
        self.0[0].is_empty()
    }
}

impl From<String> for Sentence {
    /// A text in signs alone.
    fn from(text: String) -> Sentence {
        Sentence([text.clone(), text])
    }
}

impl<T: Into<String>> From<[T; 2]> for Sentence {
    fn from(both: [T; 2]) -> Sentence {
        Sentence(both.map(T::into))
    }
}

impl From<Sentence> for [String; 2] {
    fn from(words: Sentence) -> [String; 2] {
        words.0
    }
}

/// Describes what a type is written as by another type.
macro_rules! schema_of {
    ($($type:ty: $like:ty),* $(,)?) => {$(
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$like>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$like>::json_schema(generator)
            }
        }
    )*};
}
use schema_of;

/// Types that are sentences to a reader.
macro_rules! sentences {
    ($($type:ty: $say:ident),* $(,)?) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.$say(reader()).as_ref())
            }
        }

        schema_of! { $type: String }
    )*};
}

sentences! {
    Sentence: say,
    Problem: line,
    how::How: say,
    crate::claims::sweep::Bound: say,
}

/// Named values, written as an object in this order.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Named<T>(#[schemars(with = "BTreeMap<String, T>")] pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Named<T> {
        Named(Vec::new())
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(values: I) -> Named<T> {
        Named(values.into_iter().collect())
    }
}

impl<T> Deref for Named<T> {
    type Target = [(String, T)];

    fn deref(&self) -> &[(String, T)] {
        &self.0
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(name, value)| (name, value)))
    }
}

/// A number, as a text where readers of JSON may lose digits.
pub fn exact<S: Serializer>(number: &(impl Into<Option<i64>> + Copy), to: S) -> Result<S::Ok, S::Error> {
    let number: Option<i64> = (*number).into();
    number.map(Value::Int).serialize(to)
}

/// See [`exact`].
pub(crate) fn exact_list<S: Serializer>(numbers: &[i64], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(numbers.iter().map(|n| Value::Int(*n)))
}

/// Data with its sentence beside it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}")]
pub struct Told<'a, T> {
    /// The data.
    #[serde(flatten)]
    pub data: &'a T,
    /// The sentence.
    pub say: Sentence,
}

/// The schema of [`exact`] numbers.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum Int {
    /// Up to 2^53.
    Number(i64),
    /// Beyond, in decimal digits.
    Text(String),
}

/// Was nothing cut off?
pub(crate) fn complete<S: Serializer>(stopped: &Option<Problem>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_bool(stopped.is_none())
}

/// For what is written only if there is some.
pub(crate) fn none(count: &u64) -> bool {
    *count == 0
}

/// For what is written only if it is not so.
pub(crate) fn yes(yes: &bool) -> bool {
    *yes
}

/// For what is written only if it is so.
pub(crate) fn no(yes: &bool) -> bool {
    !*yes
}
