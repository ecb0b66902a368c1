//! Flags whose value is one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A word, what it means, and what it stands for.
pub(crate) type Word<T> = (&'static str, &'static str, T);

/// Reads one of some words.
pub(crate) fn one_of<T>(words: &'static [Word<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let listed = words.iter().map(|(word, means, _)| PossibleValue::new(*word).help(*means));
    PossibleValuesParser::new(listed).try_map(|typed| {
        let found = words.iter().find(|(word, ..)| *word == typed);
        found.map(|(.., value)| *value).ok_or_else(|| std::io::Error::other(typed))
    })
}
