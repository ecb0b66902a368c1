//! Diagnostics: what is wrong, where, and what to write instead, in English or Chinese.
//!
//! A problem is typed where it is found ([`crate::parse::Problem`], the checker,
//! [`crate::interp::Problem`]) and worded only here, at the edge, when somebody reads it.

use crate::span::{Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// The language of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// Simplified Chinese
    Zh,
}

impl Lang {
    /// Picks the wording.
    pub fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    /// The language that a word names (`en`, `zh_CN`, `中文`); `None` if it is neither.
    pub fn named(word: &str) -> Option<Lang> {
        let tag = word.to_ascii_lowercase();
        let tag = tag.split(['_', '-', '.']).next().unwrap_or("");
        match tag {
            "en" | "english" => Some(Lang::En),
            "zh" | "chinese" | "中文" => Some(Lang::Zh),
            _ => None,
        }
    }

    /// The language of the environment, of which the first variable that is set and not empty decides, as POSIX has it; English
    /// where it names neither.
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Lang {
        const VARIABLES: [&str; 4] = ["BOUTON_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];
        let value = VARIABLES.iter().find_map(|name| get(name).filter(|value| !value.is_empty()));
        value.and_then(|value| Lang::named(&value)).unwrap_or(Lang::En)
    }
}

/// Something that can be said to a person.
pub trait Wording: Debug + Send + Sync {
    /// One or two sentences: what is wrong and why.
    fn message(&self, lang: Lang) -> String;
    /// What to write instead.
    fn help(&self, lang: Lang) -> Option<String> {
        let _ = lang;
        None
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The game cannot be used.
    Error,
    /// It can, but looks like a slip.
    Warning,
}

/// A problem at a place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What.
    pub problem: Arc<dyn Wording>,
}

/// A text of its own, typed where a value or an expression is wanted, that cannot be used.
#[derive(Clone, Debug)]
pub struct Misread {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The text behind its place.
    pub sources: Sources,
}

impl Wording for Misread {
    fn message(&self, lang: Lang) -> String {
        self.diagnostic.problem.message(lang)
    }

    fn help(&self, lang: Lang) -> Option<String> {
        self.diagnostic.problem.help(lang)
    }
}

/// No message is longer than this, whatever was typed.
const LONGEST: usize = 1000;

/// A text of at most so many characters: its beginning and its end where it is longer.
pub(crate) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    // Bytes are at least as many as characters.
    if text.len() <= most || text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    let tail = most / 4;
    let head: String = text.chars().take(most.saturating_sub(tail + 3)).collect();
    let mut end: Vec<char> = text.chars().rev().take(tail).collect();
    end.reverse();
    Cow::Owned(format!("{head} … {}", end.into_iter().collect::<String>()))
}

/// The ending of a noun behind a number: none after 1.
pub fn plural(n: impl Display) -> &'static str {
    if n.to_string() == "1" { "" } else { "s" }
}

/// "all 5 positions"; "the one position".
pub fn all(n: impl Display, noun: &str) -> String {
    match n.to_string().as_str() {
        "1" => format!("the one {noun}"),
        n => format!("all {n} {noun}s"),
    }
}

/// A message that can be read.
pub fn bounded(message: String) -> String {
    match shortened(&message, LONGEST) {
        Cow::Borrowed(_) => message,
        Cow::Owned(short) => short,
    }
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, problem: impl Wording + 'static) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, problem: Arc::new(problem) }
    }

    /// A warning.
    pub fn warning(span: Span, problem: impl Wording + 'static) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, span, problem: Arc::new(problem) }
    }

    /// `nim.game:4  message help` on one line.
    pub fn line(&self, sources: &Sources, lang: Lang) -> String {
        let (file, line) = sources.line(self.span);
        let warning = match self.severity {
            Severity::Error => "",
            Severity::Warning => lang.pick("warning: ", "警告："),
        };
        let mut out = format!("{file}:{line}  {warning}{}", bounded(self.problem.message(lang)));
        if let Some(help) = self.problem.help(lang) {
            out.push_str(lang.pick(" ", ""));
            out.push_str(&help);
        }
        out
    }

    /// The message with the source line and a mark under the place; `color` for terminals that have it.
    pub fn render(&self, sources: &Sources, lang: Lang, color: bool) -> String {
        let message = bounded(self.problem.message(lang));
        let level = match self.severity {
            Severity::Error => Level::ERROR.with_name(lang.pick("error", "错误")),
            Severity::Warning => Level::WARNING.with_name(lang.pick("warning", "警告")),
        };
        let mut groups: Vec<Group<'_>> = Vec::new();
        let title = level.primary_title(&message);
        match sources.get(self.span.source) {
            Some(source) if !source.text.is_empty() => {
                let end = (self.span.end as usize).min(source.text.len());
                let start = (self.span.start as usize).min(end);
                let snippet = Snippet::source(&source.text)
                    .path(&source.name)
                    .annotation(AnnotationKind::Primary.span(start..end));
                groups.push(title.element(snippet));
            }
            Some(source) if !source.name.is_empty() => {
                groups.push(title.element(Origin::path(&source.name)));
            }
            _ => groups.push(Group::with_title(title)),
        }
        let help = self.problem.help(lang);
        if let Some(help) = &help {
            let level = Level::HELP.with_name(lang.pick("help", "提示"));
            groups.push(Group::with_title(level.secondary_title(help)));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&groups)
    }
}
