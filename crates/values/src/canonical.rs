//! Canonical forms: of all games that are equal, the one with the fewest options (On Numbers and Games, chapter 10).
//!
//! An option that another of the same player is at least as good as is *dominated* and left out. An option to which the
//! opponent has an answer at least as good for him as not having played is *reversible*: he will give it, so it is
//! replaced by what follows the answer. When neither is left the form is the only one. If a number lies between Left's
//! options and Right's, the value is the simplest one (simplicity theorem), which the stops of the options show.

use crate::dyadic::Dyadic;
use crate::store::{DEEPEST, Value, Values};
use bouton_budget::Halt;

/// Options that are not a canonical form yet, of a game that is no number.
struct Form {
    lefts: Vec<Value>,
    rights: Vec<Value>,
    left_stop: f64,
    right_stop: f64,
}

impl Values {
    /// The value of the game with these options.
    pub fn game(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, Halt> {
        let (mut left, mut right) = (self.list(), self.list());
        left.extend_from_slice(lefts);
        right.extend_from_slice(rights);
        self.make(left, right)
    }

    /// The same of lists that are given away.
    pub(crate) fn make(&mut self, mut lefts: Vec<Value>, mut rights: Vec<Value>) -> Result<Value, Halt> {
        self.tick()?;
        for list in [&mut lefts, &mut rights] {
            list.sort_unstable();
            list.dedup();
        }
        let value = match self.number_between(&lefts, &rights)? {
            Some(number) => self.number(number),
            None => return self.reduce(lefts, rights),
        };
        self.give_back(lefts);
        self.give_back(rights);
        Ok(value)
    }

    /// The number that the game is, if it is one.
    fn number_between(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Option<Dyadic>, Halt> {
        let low = self.furthest(lefts, |values, value| values.stop_values(value).1, false);
        let high = self.furthest(rights, |values, value| values.stop_values(value).0, true);
        let bounded = !lefts.is_empty() && !rights.is_empty();
        if bounded && self.number_less(high, low) {
            return Ok(None);
        }
        // A bound may be taken itself if no option on it is at least, or at most, that number.
        let (mut above, mut below) = (true, true);
        for left in lefts {
            if self.stop_values(*left).1 == low && self.le(low, *left)? {
                above = false;
                break;
            }
        }
        if bounded && low == high && !above {
            return Ok(None);
        }
        for right in rights {
            if self.stop_values(*right).0 == high && self.le(*right, high)? {
                below = false;
                break;
            }
        }
        let low = if lefts.is_empty() { None } else { self.as_number(low).map(|x| (x, above)) };
        let high = if rights.is_empty() { None } else { self.as_number(high).map(|x| (x, below)) };
        Ok(Dyadic::simplest(low, high))
    }

    /// The value of a game that is no number.
    fn reduce(&mut self, lefts: Vec<Value>, rights: Vec<Value>) -> Result<Value, Halt> {
        let low = self.furthest(&rights, |values, value| values.stop_values(value).0, true);
        let high = self.furthest(&lefts, |values, value| values.stop_values(value).1, false);
        let height =
            lefts.iter().chain(&rights).map(|v| self.height(*v)).max().unwrap_or(0).saturating_add(1);
        let (left_stop, right_stop) = (self.nodes[high.index()].left_stop, self.nodes[low.index()].left_stop);
        if height > DEEPEST {
            return Err(Halt::Size);
        }
        let mut form = Form { lefts, rights, left_stop, right_stop };
        self.undominated_lefts(&mut form.lefts)?;
        self.undominated_rights(&mut form.rights)?;
        if !self.form_orders.is_empty() {
            self.form_orders.clear();
        }
        self.bypass_lefts(&mut form)?;
        self.bypass_rights(&mut form)?;
        form.lefts.sort_unstable();
        form.rights.sort_unstable();
        let value = self.intern(&form.lefts, &form.rights)?;
        self.give_back(form.lefts);
        self.give_back(form.rights);
        Ok(value)
    }

    fn undominated_lefts(&mut self, lefts: &mut Vec<Value>) -> Result<(), Halt> {
        let mut kept = 0;
        for i in 0..lefts.len() {
            kept = self.admit(lefts, kept, i, |values, a, b| values.le(a, b))?;
        }
        lefts.truncate(kept);
        Ok(())
    }

    fn undominated_rights(&mut self, rights: &mut Vec<Value>) -> Result<(), Halt> {
        let mut kept = 0;
        for i in 0..rights.len() {
            kept = self.admit(rights, kept, i, |values, a, b| values.le(b, a))?;
        }
        rights.truncate(kept);
        Ok(())
    }

    /// Option `i` beside the `kept` first, none of which dominates another: how many there are then.
    fn admit(
        &mut self,
        list: &mut [Value],
        kept: usize,
        i: usize,
        worse: impl Fn(&mut Values, Value, Value) -> Result<bool, Halt>,
    ) -> Result<usize, Halt> {
        let new = list[i];
        let (mut end, mut j) = (kept, 0);
        while j < end {
            if worse(self, new, list[j])? {
                return Ok(end);
            }
            if worse(self, list[j], new)? {
                end -= 1;
                list[j] = list[end];
            } else {
                j += 1;
            }
        }
        list[end] = new;
        Ok(end + 1)
    }

    /// Bypasses Left's reversible options. What an option's answer leads to joins the others and is looked at too.
    fn bypass_lefts(&mut self, form: &mut Form) -> Result<(), Halt> {
        let mut i = 0;
        'options: while i < form.lefts.len() {
            let spans = self.options(form.lefts[i])?;
            for place in spans.middle..spans.end {
                let answer = self.at(place);
                if self.le_form(answer, form)? {
                    let through = self.options(answer)?;
                    form.lefts.remove(i);
                    for place in through.first..through.middle {
                        let new = self.at(place);
                        i = self.join(&mut form.lefts, new, i, |values, a, b| values.le(a, b))?;
                    }
                    continue 'options;
                }
            }
            i += 1;
        }
        Ok(())
    }

    fn bypass_rights(&mut self, form: &mut Form) -> Result<(), Halt> {
        let mut i = 0;
        'options: while i < form.rights.len() {
            let spans = self.options(form.rights[i])?;
            for place in spans.first..spans.middle {
                let answer = self.at(place);
                if self.ge_form(answer, form)? {
                    let through = self.options(answer)?;
                    form.rights.remove(i);
                    for place in through.middle..through.end {
                        let new = self.at(place);
                        i = self.join(&mut form.rights, new, i, |values, a, b| values.le(b, a))?;
                    }
                    continue 'options;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// A new option at the end of a list whose first `sure` are known not to be reversible: it may be dominated, or
    /// dominate. Gives how many of the first are left.
    fn join(
        &mut self,
        list: &mut Vec<Value>,
        new: Value,
        mut sure: usize,
        worse: impl Fn(&mut Values, Value, Value) -> Result<bool, Halt>,
    ) -> Result<usize, Halt> {
        let mut j = 0;
        while j < list.len() {
            if worse(self, new, list[j])? {
                return Ok(sure);
            }
            if worse(self, list[j], new)? {
                list.remove(j);
                sure -= usize::from(j < sure);
            } else {
                j += 1;
            }
        }
        list.push(new);
        Ok(sure)
    }

    /// Is a value at most the game with this form?
    fn le_form(&mut self, x: Value, form: &Form) -> Result<bool, Halt> {
        let node = &self.nodes[x.index()];
        if node.left_stop > form.left_stop || node.right_stop > form.right_stop {
            return Ok(false);
        }
        if node.left_stop < form.right_stop {
            return Ok(true);
        }
        let number = node.number;
        let key = u64::from(x.0) << 1;
        if let Some(known) = self.form_orders.get(&key) {
            return Ok(*known);
        }
        self.tick()?;
        let mut answer = true;
        for i in 0..form.rights.len() {
            if self.le(form.rights[i], x)? {
                answer = false;
                break;
            }
        }
        if answer && !number {
            let spans = self.options(x)?;
            for place in spans.first..spans.middle {
                let left = self.at(place);
                if self.ge_form(left, form)? {
                    answer = false;
                    break;
                }
            }
        }
        self.form_orders.insert(key, answer);
        Ok(answer)
    }

    /// Is a value at least the game with this form?
    fn ge_form(&mut self, x: Value, form: &Form) -> Result<bool, Halt> {
        let node = &self.nodes[x.index()];
        if node.left_stop < form.left_stop || node.right_stop < form.right_stop {
            return Ok(false);
        }
        if node.right_stop > form.left_stop {
            return Ok(true);
        }
        let number = node.number;
        let key = u64::from(x.0) << 1 | 1;
        if let Some(known) = self.form_orders.get(&key) {
            return Ok(*known);
        }
        self.tick()?;
        let mut answer = true;
        for i in 0..form.lefts.len() {
            if self.le(x, form.lefts[i])? {
                answer = false;
                break;
            }
        }
        if answer && !number {
            let spans = self.options(x)?;
            for place in spans.middle..spans.end {
                let right = self.at(place);
                if self.le_form(right, form)? {
                    answer = false;
                    break;
                }
            }
        }
        self.form_orders.insert(key, answer);
        Ok(answer)
    }
}
