//! Progress on standard error for anything that takes more than a second, if a person is watching.
//!
//! Engines tell how many positions they have, loops how many questions they have answered ([`Goal`]). Shown are the
//! count, the rate of the last seconds, and the time that is left where the end is known. A search for a theorem has no end that
//! is known: shown are the digits that it reads, its table, and the automaton that it learned last.

use crate::lang::Lang;
use crate::terminal::layout::{fold_width, width};
use bouton::language::diagnostic::plural;
use bouton::{Attempt, Goal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// How long to stay silent.
const PATIENCE: Duration = Duration::from_secs(1);

/// Rates are taken over this time.
const WINDOW: Duration = Duration::from_secs(8);

/// What is counted, in both languages.
type Counted = [&'static str; 2];

const POSITIONS: Counted = ["position", "局面"];
const GAMES: Counted = ["game", "游戏"];

/// A line that appears late and goes away when the answer comes.
#[derive(Clone)]
pub(crate) struct Progress {
    lang: Lang,
    counted: Counted,
    watched: bool,
    shown: Arc<Shown>,
}

/// The line, and what it is made of.
#[derive(Default)]
struct Shown {
    bar: OnceLock<ProgressBar>,
    goal: OnceLock<Arc<Goal>>,
    pace: Mutex<Pace>,
}

impl Progress {
    /// Silent until it is reported to.
    pub(crate) fn new(lang: Lang) -> Progress {
        Progress { lang, counted: POSITIONS, watched: std::io::stderr().is_terminal(), shown: Arc::default() }
    }

    /// The same for work that is done game by game.
    pub(crate) fn of_games(lang: Lang) -> Progress {
        Progress { counted: GAMES, ..Progress::new(lang) }
    }

    /// Where to read how much there is to do.
    pub(crate) fn towards(&self, goal: &Arc<Goal>) {
        let _ = self.shown.goal.set(goal.clone());
    }

    /// To be called now and then with the positions examined and the time gone by.
    pub(crate) fn report(&self, positions: usize, elapsed: Duration) {
        if !self.watched {
            return;
        }
        let goal = self.shown.goal.get();
        let attempt = goal.filter(|g| g.questions().is_none()).and_then(|g| g.attempt());
        let head = match goal.and_then(|g| g.questions()) {
            Some((done, of)) => Headway { done, of: Some(of), sure: true, counted: self.counted },
            None => {
                let of = goal.and_then(|g| g.expected()).filter(|of| *of > positions as u64);
                Headway { done: positions as u64, of, sure: false, counted: self.counted }
            }
        };
        let Ok(mut pace) = self.shown.pace.lock() else { return };
        let rate = pace.rate(head.done, elapsed);
        if elapsed < PATIENCE {
            return;
        }
        let bar = self.shown.bar.get_or_init(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let columns = fold_width(&std::io::stderr()).unwrap_or(80).saturating_sub(3);
        let words = match attempt {
            Some(attempt) => busy(&attempt, elapsed, self.lang),
            None => head.say(rate, elapsed, self.lang),
        };
        bar.set_message(within(&words, self.lang, columns));
        bar.tick();
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.shown.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// How far it is.
struct Headway {
    done: u64,
    of: Option<u64>,
    /// Is the end known, or only a bound?
    sure: bool,
    counted: Counted,
}

impl Headway {
    /// `1 200 000 of 4 000 000 positions`, `300 000 a second`, `9 s left`
    fn say(&self, rate: Option<f64>, elapsed: Duration, lang: Lang) -> Vec<String> {
        let count = |n: u64| grouped(n as usize);
        let [en, zh] = self.counted;
        let mut words = vec![match (self.of, self.sure, lang) {
            (Some(of), true, Lang::En) => {
                format!("{} of {} {en}{}", count(self.done), count(of), plural(of))
            }
            (Some(of), true, Lang::Zh) => format!("{} / {} 个{zh}", count(self.done), count(of)),
            (Some(of), false, Lang::En) => {
                format!("{} of at most {} {en}s", count(self.done), rounded(of))
            }
            (Some(of), false, Lang::Zh) => format!("{} 个{zh}（至多 {}）", count(self.done), rounded(of)),
            (None, _, Lang::En) => format!("{} {en}{}", count(self.done), plural(self.done)),
            (None, _, Lang::Zh) => format!("{} 个{zh}", count(self.done)),
        }];
        let rate = rate.filter(|r| *r > 0.0);
        words.extend(rate.map(|r| match lang {
            Lang::En => format!("{} a second", rounded(r.round() as u64)),
            Lang::Zh => format!("每秒 {}", rounded(r.round() as u64)),
        }));
        let left = self.of.zip(rate).map(|(of, rate)| (of - self.done.min(of)) as f64 / rate);
        words.push(match (left, self.sure, lang) {
            (Some(left), true, Lang::En) => format!("{} left", span(left, lang)),
            (Some(left), false, Lang::En) => format!("at most {} left", span(left, lang)),
            (Some(left), true, Lang::Zh) => format!("还需 {}", span(left, lang)),
            (Some(left), false, Lang::Zh) => format!("至多还需 {}", span(left, lang)),
            (None, ..) => span(elapsed.as_secs_f64(), lang),
        });
        words
    }
}

/// `base 2, table to 1 024`, `automaton of 153 states`, `9 s`
fn busy(attempt: &Attempt, elapsed: Duration, lang: Lang) -> Vec<String> {
    let (digits, table) = (attempt.numeration.as_str(), grouped(attempt.table as usize));
    let digits = match digits {
        "1,1" => lang.pick("Fibonacci digits", "斐波那契数位").to_string(),
        _ if digits.contains(',') => lang.pick(format!("digits {digits}"), format!("数位 {digits}")),
        base => lang.pick(format!("base {base}"), format!("{base} 进制")),
    };
    let mut words = vec![lang.pick(format!("{digits}, table to {table}"), format!("{digits}，表到 {table}"))];
    words.extend(attempt.states.map(|n| match lang {
        Lang::En => format!("automaton of {} state{}", grouped(n), plural(n)),
        Lang::Zh => format!("自动机有 {} 个状态", grouped(n)),
    }));
    words.push(span(elapsed.as_secs_f64(), lang));
    words
}

/// As much as fits a line of the terminal: how to stop it is left out first, then what stands in the middle, then the time.
fn within(words: &[String], lang: Lang, columns: usize) -> String {
    let (comma, stops) = (lang.pick(", ", "，"), lang.pick(" (Ctrl-C stops)", "（Ctrl-C 停止）"));
    let whole = words.join(comma);
    let ends: Vec<&str> = match words {
        [first, _, last] => vec![first, last],
        all => all.iter().map(String::as_str).collect(),
    };
    let ways =
        [format!("{whole}{stops}"), whole, ends.join(comma), words.first().cloned().unwrap_or_default()];
    ways.into_iter().find(|way| width(way) <= columns).unwrap_or_default()
}

/// Counts of the last seconds.
#[derive(Default)]
struct Pace {
    samples: VecDeque<(Duration, u64)>,
}

impl Pace {
    /// Takes a count; the rate a second since the oldest one kept. A count that falls is that of another engine.
    fn rate(&mut self, count: u64, now: Duration) -> Option<f64> {
        if self.samples.back().is_some_and(|(time, last)| count < *last || now < *time) {
            self.samples.clear();
        }
        self.samples.push_back((now, count));
        while self.samples.len() > 2 && self.samples.front().is_some_and(|(time, _)| now - *time > WINDOW) {
            self.samples.pop_front();
        }
        let (start, first) = *self.samples.front()?;
        let seconds = (now - start).as_secs_f64();
        (seconds >= 0.2).then(|| (count - first) as f64 / seconds)
    }
}

/// 1234567 as 1 234 567.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// Two digits say enough: 1 234 567 as 1 200 000, and 2.5e13.
fn rounded(n: u64) -> String {
    if n >= 1_000_000_000_000 {
        return format!("{:.1e}", n as f64);
    }
    let scale = 10u64.pow(n.checked_ilog10().unwrap_or(0).saturating_sub(1));
    grouped((n / scale * scale) as usize)
}

/// A time as people say it.
fn span(seconds: f64, lang: Lang) -> String {
    let (n, unit) = match seconds {
        s if s < 90.0 => (s, lang.pick("s", "秒")),
        s if s < 5400.0 => (s / 60.0, lang.pick("min", "分钟")),
        s if s < 172_800.0 => (s / 3600.0, lang.pick("h", "小时")),
        s if s < 63_072_000.0 => (s / 86400.0, lang.pick("days", "天")),
        s => (s / 31_557_600.0, lang.pick("years", "年")),
    };
    format!("{} {unit}", rounded(n.ceil() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (1234567, "1 234 567")] {
            assert_eq!(grouped(n), text);
        }
        for (n, text) in [(0, "0"), (7, "7"), (99, "99"), (1234567, "1 200 000"), (u64::MAX, "1.8e19")] {
            assert_eq!(rounded(n), text);
        }
    }

    #[test]
    fn rates_are_those_of_the_last_seconds() {
        let mut pace = Pace::default();
        let at = Duration::from_millis;
        assert_eq!(pace.rate(0, at(0)), None);
        assert_eq!(pace.rate(1000, at(1000)), Some(1000.0));
        // Slow from here on: after a while the quick beginning is forgotten.
        let rates: Vec<f64> = (2..40).filter_map(|s| pace.rate(1000 + s * 10, at(s * 1000))).collect();
        assert!(rates[0] > 400.0 && *rates.last().unwrap() < 11.0, "{rates:?}");
        // Another engine begins anew.
        assert_eq!(pace.rate(5, at(41_000)), None);
        assert_eq!(pace.rate(105, at(42_000)), Some(100.0));
    }

    #[test]
    fn lines() {
        let after = Duration::from_secs(3);
        let line = |done, of, sure, rate, lang, columns| {
            within(&Headway { done, of, sure, counted: POSITIONS }.say(rate, after, lang), lang, columns)
        };
        let say = |done, of, sure, rate, lang| line(done, of, sure, rate, lang, 200);
        let narrow = |columns| line(1_234_567, Some(98_765_432), false, Some(12_345.0), Lang::En, columns);
        assert_eq!(
            narrow(80),
            "1 234 567 of at most 98 000 000 positions, 12 000 a second, at most 3 h left"
        );
        assert_eq!(narrow(60), "1 234 567 of at most 98 000 000 positions, at most 3 h left");
        assert_eq!(narrow(45), "1 234 567 of at most 98 000 000 positions");
        assert_eq!(
            say(1_200_000, Some(4_000_000), true, Some(300_000.0), Lang::En),
            "1 200 000 of 4 000 000 positions, 300 000 a second, 10 s left (Ctrl-C stops)"
        );
        assert_eq!(
            say(1_234_567, Some(98_765_432), false, Some(12_345.0), Lang::En),
            "1 234 567 of at most 98 000 000 positions, 12 000 a second, at most 3 h left (Ctrl-C stops)"
        );
        assert_eq!(say(77, None, true, None, Lang::En), "77 positions, 3 s (Ctrl-C stops)");
        assert_eq!(
            say(1200, Some(4000), true, Some(10.0), Lang::Zh),
            "1 200 / 4 000 个局面，每秒 10，还需 5 分钟（Ctrl-C 停止）"
        );
        assert_eq!(say(77, None, true, Some(25.5), Lang::Zh), "77 个局面，每秒 26，3 秒（Ctrl-C 停止）");
        let attempt =
            |numeration: &str, states| Attempt { numeration: numeration.into(), table: 1024, states };
        let search = |numeration: &str, states, lang, columns| {
            within(&busy(&attempt(numeration, states), after, lang), lang, columns)
        };
        assert_eq!(
            search("2", Some(1153), Lang::En, 80),
            "base 2, table to 1 024, automaton of 1 153 states, 3 s (Ctrl-C stops)"
        );
        assert_eq!(
            search("5,1", Some(1), Lang::En, 60),
            "digits 5,1, table to 1 024, automaton of 1 state, 3 s"
        );
        assert_eq!(search("1,1", Some(9), Lang::En, 45), "Fibonacci digits, table to 1 024, 3 s");
        assert_eq!(search("2,(1)", None, Lang::Zh, 80), "数位 2,(1)，表到 1 024，3 秒（Ctrl-C 停止）");
        assert_eq!(
            search("1,1", Some(9), Lang::Zh, 80),
            "斐波那契数位，表到 1 024，自动机有 9 个状态，3 秒（Ctrl-C 停止）"
        );
    }
}
