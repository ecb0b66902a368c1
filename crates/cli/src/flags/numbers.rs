//! Numbers behind flags, as people type them: 200, 1e7, 10^7, 1_000_000.

use crate::lang::Lang;
use bouton::language::number;
use num_bigint::BigInt;
use std::fmt;
use std::fmt::Display;

/// What the value of a flag must look like, in English and Chinese.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted(String, String);

impl Wanted {
    pub(crate) fn new(en: impl Into<String>, zh: impl Into<String>) -> Wanted {
        Wanted(en.into(), zh.into())
    }

    pub(crate) fn say(&self, lang: Lang) -> &str {
        lang.pick(&self.0, &self.1)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wanted {}

/// A whole number that fits the flag.
pub(crate) fn whole<T: TryFrom<BigInt>>(text: &str) -> Result<T, Wanted> {
    number::fitting(text).ok_or_else(|| match number::parse(text) {
        Some(_) => Wanted::new("it is too large, or below zero", "它太大，或是负数"),
        None => Wanted::new("a whole number looks like 200, 1e7 or 2^20", "整数写成 200、1e7 或 2^20"),
    })
}

/// A whole number between two.
pub(crate) fn within<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, Wanted> + Clone
where
    T: TryFrom<BigInt> + PartialOrd + Display + Copy,
{
    move |text| {
        let outside = || {
            Wanted::new(
                format!("it must be between {least} and {most}"),
                format!("它应在 {least} 与 {most} 之间"),
            )
        };
        match whole(text) {
            Ok(n) if least <= n && n <= most => Ok(n),
            Ok(_) => Err(outside()),
            Err(_) if number::parse(text).is_some() => Err(outside()),
            Err(why) => Err(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use crate::input::words::arrange;
    use clap::CommandFactory;

    #[test]
    fn numbers_are_read() {
        assert_eq!(whole::<u64>("1e7"), Ok(10_000_000));
        assert_eq!(whole::<i64>("-2^10"), Ok(-1024));
        assert_eq!(whole::<usize>("1_000"), Ok(1000));
        for bad in ["", "x", "1.5", "-1", "1e30", "5-3"] {
            assert!(whole::<u64>(bad).is_err(), "{bad}");
        }
        assert_eq!(within(1u32, 100)("1e2"), Ok(100));
        assert_eq!(
            within(1u32, 100)("1e30"),
            Err(Wanted::new("it must be between 1 and 100", "它应在 1 与 100 之间"))
        );
    }

    /// What takes 12 and no letters takes 1.2e1.
    #[test]
    fn every_number_of_every_verb() {
        let command = Cli::command();
        let mut numbers = 0;
        for verb in command.get_subcommands() {
            for arg in verb.get_arguments().filter(|a| a.get_action().takes_values()) {
                let Some(long) = arg.get_long() else { continue };
                let takes = |value: &str| {
                    let line = [verb.get_name(), &format!("--{long}={value}")].map(String::from);
                    let found =
                        command.clone().ignore_errors(false).try_get_matches_from(arrange(&command, &line));
                    use clap::error::ErrorKind::{InvalidValue, ValueValidation};
                    found.map_or_else(|e| !matches!(e.kind(), InvalidValue | ValueValidation), |_| true)
                };
                for value in ["8", "12"] {
                    if takes(value) && !takes("x") && !takes("8e") {
                        numbers += 1;
                        let long_way = if value == "8" { "2^3" } else { "1.2e1" };
                        assert!(takes(long_way), "{} --{long} {long_way}", verb.get_name());
                    }
                }
            }
        }
        assert!(numbers > 60, "{numbers}");
    }
}
