//! Writes values down, with the names of *Winning Ways*. What is written reads back as the same value, whatever the history
//! of the [`Values`]: options are ordered by what they are.

use crate::store::{Simple, Value, Values};
use bouton_budget::Halt;
use std::cmp::Ordering;

/// Which signs are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `^`, `v`, `+-1`, `tiny(2)`.
    Ascii,
    /// `↑`, `⇓`, `±1`, `⧾₂`.
    Unicode,
}

/// A value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text; what was left out is an ellipsis.
    pub text: String,
    /// Is it all? A text that is not does not read back.
    pub whole: bool,
}

struct Writer<'v> {
    values: &'v mut Values,
    style: Style,
    text: String,
    limit: usize,
    whole: bool,
}

impl Values {
    /// The value as text of about `limit` bytes at most: forms share options, so they can be exponentially long written out.
    pub fn text(&mut self, value: Value, style: Style, limit: usize) -> Result<Text, Halt> {
        let mut writer = Writer { values: self, style, text: String::new(), limit, whole: true };
        writer.value(value)?;
        let Writer { text, whole, .. } = writer;
        Ok(Text { text, whole })
    }

    /// An order of values by what they are, not by when they were found.
    pub(crate) fn by_form(&mut self, a: Value, b: Value) -> Result<Ordering, Halt> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        match (self.as_simple(a), self.as_simple(b)) {
            (Some(x), Some(y)) => {
                return Ok(x.number.cmp(&y.number).then(x.ups.cmp(&y.ups)).then(x.nimber.cmp(&y.nimber)));
            }
            (Some(_), None) => return Ok(Ordering::Less),
            (None, Some(_)) => return Ok(Ordering::Greater),
            (None, None) => {}
        }
        self.tick()?;
        let unlike = self.height(a).cmp(&self.height(b));
        if unlike != Ordering::Equal {
            return Ok(unlike);
        }
        for left in [true, false] {
            let (x, y) = (self.ordered(a, left)?, self.ordered(b, left)?);
            let unlike = x.len().cmp(&y.len());
            if unlike != Ordering::Equal {
                return Ok(unlike);
            }
            for (x, y) in x.into_iter().zip(y) {
                let unlike = self.by_form(x, y)?;
                if unlike != Ordering::Equal {
                    return Ok(unlike);
                }
            }
        }
        Ok(Ordering::Equal)
    }

    /// The options of one player in that order.
    pub fn ordered(&mut self, value: Value, left: bool) -> Result<Vec<Value>, Halt> {
        let options = if left { self.lefts(value)? } else { self.rights(value)? };
        let mut sorted: Vec<Value> = Vec::with_capacity(options.len());
        for option in options {
            let mut place = sorted.len();
            while place > 0 && self.by_form(option, sorted[place - 1])? == Ordering::Less {
                place -= 1;
            }
            sorted.insert(place, option);
        }
        Ok(sorted)
    }

    /// The G of tiny G = {0 | {0 | −G}}, if this value is that.
    fn as_tiny(&mut self, value: Value) -> Result<Option<Value>, Halt> {
        if self.lefts(value)? != [Value::ZERO] {
            return Ok(None);
        }
        let [inner] = self.rights(value)?[..] else { return Ok(None) };
        if self.lefts(inner)? != [Value::ZERO] || self.as_simple(inner).is_some() {
            return Ok(None);
        }
        let [threat] = self.rights(inner)?[..] else { return Ok(None) };
        let positive = threat != Value::ZERO && self.at_most(threat, Value::ZERO)?;
        if positive { self.negate(threat).map(Some) } else { Ok(None) }
    }
}

/// `↑`, `^3`, `1/2v*2`.
pub(crate) fn simple_text(simple: &Simple, style: Style) -> String {
    let Simple { number, ups, nimber } = simple;
    let mut text = String::new();
    if number.signum() != 0 || simple.is_number() {
        text = number.to_string();
    }
    let count = ups.unsigned_abs();
    let arrows = match (style, *ups > 0) {
        (Style::Ascii, true) => ("^", ""),
        (Style::Ascii, false) => ("v", ""),
        (Style::Unicode, true) => ("↑", "⇑"),
        (Style::Unicode, false) => ("↓", "⇓"),
    };
    match count {
        0 => {}
        1 => text += arrows.0,
        2 if style == Style::Unicode => text += arrows.1,
        n => text += &format!("{}{n}", arrows.0),
    }
    match nimber {
        0 => {}
        1 => text += "*",
        n => text += &format!("*{n}"),
    }
    text
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.text += text;
    }

    fn value(&mut self, value: Value) -> Result<(), Halt> {
        if let Some(simple) = self.values.as_simple(value) {
            let text = simple_text(simple, self.style);
            self.put(&text);
            return Ok(());
        }
        if self.text.len() >= self.limit {
            self.whole = false;
            self.put("…");
            return Ok(());
        }
        self.values.tick()?;
        let negative = self.values.negate(value)?;
        if negative == value {
            return self.switch(value);
        }
        if let Some(size) = self.values.as_tiny(value)? {
            return self.tiny(size, true);
        }
        if let Some(size) = self.values.as_tiny(negative)? {
            return self.tiny(size, false);
        }
        self.put("{");
        let lefts = self.values.ordered(value, true)?;
        self.list(&lefts)?;
        self.put("|");
        let rights = self.values.ordered(value, false)?;
        self.list(&rights)?;
        self.put("}");
        Ok(())
    }

    fn list(&mut self, options: &[Value]) -> Result<(), Halt> {
        for (i, option) in options.iter().enumerate() {
            if i > 0 {
                self.put(",");
            }
            if self.text.len() >= self.limit {
                self.whole = false;
                self.put("…");
                return Ok(());
            }
            self.value(*option)?;
        }
        Ok(())
    }

    /// A value that is its own negative, but no nimber.
    fn switch(&mut self, value: Value) -> Result<(), Halt> {
        self.put(if self.style == Style::Ascii { "+-" } else { "±" });
        match self.values.ordered(value, true)?[..] {
            [one] if self.values.as_simple(one).is_some_and(|s| s.is_number() && s.number.signum() > 0) => {
                self.value(one)
            }
            [one] if self.values.as_simple(one).is_none() && self.values.negate(one)? != one => {
                self.value(one)
            }
            ref many => {
                self.put("(");
                self.list(many)?;
                self.put(")");
                Ok(())
            }
        }
    }

    fn tiny(&mut self, size: Value, tiny: bool) -> Result<(), Halt> {
        let whole = self.values.as_number(size).and_then(|x| x.to_i64()).filter(|n| *n >= 0);
        if self.style == Style::Unicode {
            self.put(if tiny { "⧾" } else { "⧿" });
            if let Some(n) = whole {
                let digits = n.to_string();
                let low = digits.bytes().filter_map(|b| char::from_u32(0x2080 + u32::from(b - b'0')));
                self.text.extend(low);
                return Ok(());
            }
            self.put("(");
        } else {
            self.put(if tiny { "tiny(" } else { "miny(" });
        }
        self.value(size)?;
        self.put(")");
        Ok(())
    }
}
