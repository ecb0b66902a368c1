//! Writes stoppers down: `on`, `off`, `over`, `under`, and for others braces with a name that stands again where play comes back:
//! `a{0|{1|a}}`. What is written reads back as the same game; options are ordered by what they are.

use super::simplest::at_least;
use super::{Loopy, Unsettled, Worth};
use crate::store::{Value, Values};
use crate::text::{Style, Text};
use bouton_budget::Halt;
use std::cmp::Ordering;

/// The names of braces; v is down.
const NAMES: &str = "abcdefghijklmnopqrstuwxyz";

/// Names before they are put in order: a sign for each depth.
const FIRST_SIGN: u32 = 0xE000;

impl Worth {
    /// As text of about `limit` bytes at most; nothing where no sides are known.
    pub fn text(&self, values: &mut Values, style: Style, limit: usize) -> Result<Option<Text>, Halt> {
        Ok(Some(match self {
            Worth::Short(value) => values.text(*value, style, limit)?,
            Worth::Stopper(game) => game.text(values, style, limit)?,
            Worth::Sides(sides) => {
                let [Some(on), Some(off)] =
                    [sides[0].text(values, style, limit)?, sides[1].text(values, style, limit)?]
                else {
                    return Ok(None);
                };
                if on.text == "on" && off.text == "off" {
                    Text { text: "dud".into(), whole: true }
                } else {
                    Text { text: format!("{} & {}", on.text, off.text), whole: on.whole && off.whole }
                }
            }
            Worth::Unknown => return Ok(None),
        }))
    }

    /// How one value stands to another; `None` inside where they are confused, outside where no sides are known.
    pub fn compare(&self, other: &Worth, values: &mut Values) -> Result<Option<Option<Ordering>>, Unsettled> {
        let (Some(mine), Some(theirs)) = (self.sides(values)?, other.sides(values)?) else { return Ok(None) };
        let (mut least, mut most) = (true, true);
        for (a, b) in mine.iter().zip(&theirs) {
            least &= at_least(values, a, b)?;
            most &= at_least(values, b, a)?;
        }
        Ok(Some(match (least, most) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }))
    }

    /// Onside and offside as games.
    fn sides(&self, values: &mut Values) -> Result<Option<[Loopy; 2]>, Halt> {
        Ok(match self {
            Worth::Short(value) => {
                let game = Loopy::short(values, *value)?;
                Some([game.clone(), game])
            }
            Worth::Stopper(game) => Some([game.clone(), game.clone()]),
            Worth::Sides(sides) => match [sides[0].sides(values)?, sides[1].sides(values)?] {
                [Some([on, _]), Some([_, off])] => Some([on, off]),
                _ => None,
            },
            Worth::Unknown => None,
        })
    }
}

struct Writer<'v> {
    values: &'v mut Values,
    game: &'v Loopy,
    shorts: Vec<Option<Value>>,
    /// The place of each position in an order that depends on the game alone.
    order: Vec<usize>,
    style: Style,
    limit: usize,
    /// The braces that are open, and whether each was named.
    path: Vec<(u32, bool)>,
    text: String,
    whole: bool,
}

impl Loopy {
    /// A game in its simplest form as text.
    fn text(&self, values: &mut Values, style: Style, limit: usize) -> Result<Text, Halt> {
        let shorts = self.shorts(values)?;
        let order = self.order(values, &shorts)?;
        let mut writer = Writer {
            values,
            game: self,
            shorts,
            order,
            style,
            limit,
            path: Vec::new(),
            text: String::new(),
            whole: true,
        };
        writer.position(self.start)?;
        let (mut text, mut whole) = (String::new(), writer.whole);
        let mut signs = Vec::new();
        for c in writer.text.chars() {
            if !(FIRST_SIGN..FIRST_SIGN + 0x1000).contains(&(c as u32)) {
                text.push(c);
                continue;
            }
            let place = signs.iter().position(|sign| *sign == c).unwrap_or_else(|| {
                signs.push(c);
                signs.len() - 1
            });
            text.push(NAMES.chars().nth(place).unwrap_or('…'));
            whole &= place < NAMES.len();
        }
        Ok(Text { text, whole })
    }

    /// Positions in an order that does not depend on their numbers: short games by their forms, the others by their options, again and
    /// again until nothing is parted any more.
    fn order(&self, values: &mut Values, shorts: &[Option<Value>]) -> Result<Vec<usize>, Halt> {
        let mut forms: Vec<Value> = Vec::new();
        for value in shorts.iter().flatten() {
            let mut place = forms.len();
            while place > 0 && values.by_form(*value, forms[place - 1])? == Ordering::Less {
                place -= 1;
            }
            if place == 0 || forms[place - 1] != *value {
                forms.insert(place, *value);
            }
        }
        let form = |value: &Value| forms.iter().position(|form| form == value);
        let mut order: Vec<usize> =
            shorts.iter().map(|value| value.as_ref().and_then(form).unwrap_or(forms.len())).collect();
        loop {
            let look = |at: usize| {
                let options = [0, 1].map(|player| {
                    let mut list: Vec<usize> =
                        self.options[player][at].iter().map(|to| order[*to as usize]).collect();
                    list.sort_unstable();
                    list
                });
                (order[at], options)
            };
            let looks: Vec<_> = (0..self.positions())
                .map(|at| if shorts[at].is_some() { (order[at], Default::default()) } else { look(at) })
                .collect();
            let mut kinds = looks.clone();
            kinds.sort_unstable();
            kinds.dedup();
            let next: Vec<usize> =
                looks.iter().map(|look| kinds.partition_point(|kind| kind < look)).collect();
            if next == order {
                return Ok(order);
            }
            order = next;
        }
    }
}

impl Writer<'_> {
    fn position(&mut self, at: u32) -> Result<(), Halt> {
        if let Some(value) = self.shorts[at as usize] {
            let left = self.limit.saturating_sub(self.text.len());
            let text = self.values.text(value, self.style, left)?;
            self.text += &text.text;
            self.whole &= text.whole;
            return Ok(());
        }
        if let Some(depth) = self.path.iter().position(|(open, _)| *open == at) {
            self.path[depth].1 = true;
            self.text.extend(char::from_u32(FIRST_SIGN + depth as u32));
            return Ok(());
        }
        if let Some(name) = self.name(at) {
            self.text += name;
            return Ok(());
        }
        if self.text.len() >= self.limit || self.path.len() > 200 {
            self.whole = false;
            self.text.push('…');
            return Ok(());
        }
        self.values.tick()?;
        let from = self.text.len();
        self.path.push((at, false));
        for (player, sign) in [(0, '{'), (1, '|')] {
            self.text.push(sign);
            let mut options = self.game.options(player, at).to_vec();
            options.sort_unstable_by_key(|to| self.order[*to as usize]);
            for (i, to) in options.into_iter().enumerate() {
                if i > 0 {
                    self.text.push(',');
                }
                self.position(to)?;
            }
        }
        self.text.push('}');
        if let Some((_, true)) = self.path.pop()
            && let Some(sign) = char::from_u32(FIRST_SIGN + self.path.len() as u32)
        {
            self.text.insert(from, sign);
        }
        Ok(())
    }

    /// The games that everybody calls by a name.
    fn name(&self, at: u32) -> Option<&'static str> {
        let zero = |to: u32| self.shorts[to as usize] == Some(Value::ZERO);
        match (self.game.options(0, at), self.game.options(1, at)) {
            ([a], []) if *a == at => Some("on"),
            ([], [a]) if *a == at => Some("off"),
            ([a], [b]) if zero(*a) && *b == at => Some("over"),
            ([a], [b]) if *a == at && zero(*b) => Some("under"),
            _ => None,
        }
    }
}
