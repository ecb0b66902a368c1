//! Where values are kept: one node for each value in canonical form, found again by its options, so that equal values are
//! equal numbers.
//!
//! A number plus a multiple of up plus a nimber (most of what is met) is kept as these three; its options are written down
//! when somebody asks. Every node knows its stops, which settle most comparisons.

use crate::cache::{Answers, Pairs};
use crate::dyadic::Dyadic;
use bouton_budget::{Budget, Halt, Meter};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The value of a short game: equal values of one [`Values`] are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub(crate) u32);

impl Value {
    /// Nothing: whoever moves first loses. The same in every [`Values`].
    pub const ZERO: Value = Value(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number, plus so many ups, plus a nimber.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Simple {
    /// The number.
    pub number: Dyadic,
    /// How many ups; downs are negative.
    pub ups: i64,
    /// The size of the nim heap.
    pub nimber: u32,
}

impl Simple {
    /// A number alone.
    pub fn number(number: Dyadic) -> Simple {
        Simple { number, ups: 0, nimber: 0 }
    }

    /// Is it a number?
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

/// Nesting deeper than this is refused: comparison and addition go down both sides by recursion.
pub(crate) const DEEPEST: u32 = 1000;

/// Nim heaps whose options are written out.
const LARGEST_HEAP: u32 = 1 << 12;

/// Options are not written down yet.
const UNWRITTEN: u32 = u32::MAX;

/// No [`Simple`] value.
const GENERAL: u32 = u32::MAX;

/// One value. Stops are floats where floats are exact, else NaN.
pub(crate) struct Node {
    pub(crate) left_stop: f64,
    pub(crate) right_stop: f64,
    /// The stops as values.
    stops: (Value, Value),
    /// Where in the pool the options begin, Left's first.
    first: u32,
    lefts: u32,
    rights: u32,
    /// Which of `simples` it is.
    simple: u32,
    /// How deep options are nested, numbers not counted.
    height: u32,
    pub(crate) number: bool,
    negative: Value,
}

/// Not computed yet.
const UNKNOWN: Value = Value(u32::MAX);

/// Values that are compared, added and asked about together.
pub struct Values {
    pub(crate) nodes: Vec<Node>,
    pool: Vec<Value>,
    simples: Vec<Simple>,
    simple_ids: FxHashMap<Simple, Value>,
    /// General values by a hash of their options: open addressing.
    table: Vec<Value>,
    general: usize,
    pub(crate) orders: Answers,
    pub(crate) sums: Pairs,
    pub(crate) thermographs: FxHashMap<Value, Arc<crate::Thermograph>>,
    pub(crate) weights: FxHashMap<Value, Option<Value>>,
    pub(crate) form_orders: FxHashMap<u64, bool>,
    pub(crate) spare: Vec<Vec<Value>>,
    budget: Budget,
    ticks: u32,
}

impl Default for Values {
    fn default() -> Self {
        Self::new()
    }
}

impl Values {
    /// No values but zero; no limits.
    pub fn new() -> Values {
        let mut values = Values {
            nodes: Vec::new(),
            pool: Vec::new(),
            simples: Vec::new(),
            simple_ids: FxHashMap::default(),
            table: vec![UNKNOWN; 64],
            general: 0,
            orders: Answers::new(),
            sums: Pairs::new(),
            thermographs: FxHashMap::default(),
            weights: FxHashMap::default(),
            form_orders: FxHashMap::default(),
            spare: Vec::new(),
            budget: Budget::unlimited(),
            ticks: 0,
        };
        values.keep(Simple::number(Dyadic::ZERO));
        values
    }

    /// From here on, work stops at these limits. What is known stays known.
    pub fn limit(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        let most = (budget.memory_limit() / 8).max(1 << 16);
        self.orders.limit(most);
        self.sums.limit(most);
        self.ticks = 0;
    }

    /// The limits.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many values there are.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        // A thermograph and an atomic weight take about as much as a few nodes.
        self.nodes.capacity() * size_of::<Node>()
            + (self.pool.capacity() + self.table.capacity()) * size_of::<Value>()
            + self.simples.capacity() * size_of::<Simple>() * 3
            + (self.thermographs.capacity() + self.weights.capacity()) * 256
            + self.orders.bytes()
            + self.sums.bytes()
    }

    /// To be called for every piece of work.
    pub(crate) fn tick(&mut self) -> Result<(), Halt> {
        if self.ticks > 0 {
            self.ticks -= 1;
            return Ok(());
        }
        self.ticks = 64;
        let meter = Meter::new(&self.budget);
        meter.room(self.nodes.len(), self.bytes())?;
        self.budget.check(self.nodes.len())
    }

    /// The value of a number, ups and a nimber.
    pub fn simple(&mut self, simple: Simple) -> Value {
        match self.simple_ids.get(&simple) {
            Some(value) => *value,
            None => self.keep(simple),
        }
    }

    /// The value of a number.
    pub fn number(&mut self, number: Dyadic) -> Value {
        self.simple(Simple::number(number))
    }

    /// The value of an integer.
    pub fn integer(&mut self, n: i64) -> Value {
        self.number(Dyadic::integer(n))
    }

    /// The value of a nim heap.
    pub fn nimber(&mut self, size: u32) -> Value {
        self.simple(Simple { number: Dyadic::ZERO, ups: 0, nimber: size })
    }

    /// So many ups.
    pub fn ups(&mut self, ups: i64) -> Value {
        self.simple(Simple { number: Dyadic::ZERO, ups, nimber: 0 })
    }

    /// What this value is as a number, ups and a nimber, if it is that.
    pub fn as_simple(&self, value: Value) -> Option<&Simple> {
        self.simples.get(self.nodes[value.index()].simple as usize)
    }

    /// The number that this value is, if it is one.
    pub fn as_number(&self, value: Value) -> Option<&Dyadic> {
        self.as_simple(value).filter(|simple| simple.is_number()).map(|simple| &simple.number)
    }

    /// Is it a number?
    pub fn is_number(&self, value: Value) -> bool {
        self.nodes[value.index()].number
    }

    pub(crate) fn height(&self, value: Value) -> u32 {
        self.nodes[value.index()].height
    }

    /// Refuses what would be gone down too deep.
    pub(crate) fn depth(&self, values: &[Value]) -> Result<(), Halt> {
        let height = values.iter().fold(0u32, |sum, value| sum.saturating_add(self.height(*value)));
        if height > 2 * DEEPEST { Err(Halt::Size) } else { Ok(()) }
    }

    fn keep(&mut self, simple: Simple) -> Value {
        let float = simple.number.exact_float();
        let number = simple.is_number();
        let beside = (!number).then(|| self.number(simple.number.clone()));
        let value = Value(self.nodes.len() as u32);
        let stop = beside.unwrap_or(value);
        let height = match number {
            true => 0,
            false => u32::try_from(simple.ups.unsigned_abs())
                .unwrap_or(u32::MAX)
                .saturating_add(simple.nimber)
                .saturating_add(1),
        };
        self.nodes.push(Node {
            left_stop: float,
            right_stop: float,
            stops: (stop, stop),
            first: UNWRITTEN,
            lefts: 0,
            rights: 0,
            simple: self.simples.len() as u32,
            height,
            number,
            negative: UNKNOWN,
        });
        self.simple_ids.insert(simple.clone(), value);
        self.simples.push(simple);
        value
    }

    /// The places of Left's and of Right's options in the pool.
    pub(crate) fn options(&mut self, value: Value) -> Result<Spans, Halt> {
        if self.nodes[value.index()].first == UNWRITTEN {
            self.write_options(value)?;
        }
        let node = &self.nodes[value.index()];
        let (first, lefts, rights) = (node.first as usize, node.lefts as usize, node.rights as usize);
        Ok(Spans { first, middle: first + lefts, end: first + lefts + rights })
    }

    pub(crate) fn at(&self, place: usize) -> Value {
        self.pool[place]
    }

    /// Left's options in canonical form.
    pub fn lefts(&mut self, value: Value) -> Result<Vec<Value>, Halt> {
        let spans = self.options(value)?;
        Ok(self.pool[spans.first..spans.middle].to_vec())
    }

    /// Right's options in canonical form.
    pub fn rights(&mut self, value: Value) -> Result<Vec<Value>, Halt> {
        let spans = self.options(value)?;
        Ok(self.pool[spans.middle..spans.end].to_vec())
    }

    /// The options of a number plus ups plus a nimber, in canonical form.
    fn write_options(&mut self, value: Value) -> Result<(), Halt> {
        self.tick()?;
        let Some(Simple { number, ups, nimber }) = self.as_simple(value).cloned() else { return Ok(()) };
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        let beside = |ups, nimber| Simple { number: number.clone(), ups, nimber };
        if ups == 0 && nimber == 0 {
            let unit = number.unit();
            if !number.is_integer() || number.signum() > 0 {
                lefts.push(self.number(&number - &unit));
            }
            if !number.is_integer() || number.signum() < 0 {
                rights.push(self.number(&number + &unit));
            }
        } else if ups == 0 {
            if nimber > LARGEST_HEAP {
                return Err(Halt::Size);
            }
            lefts.extend((0..nimber).map(|heap| self.simple(beside(0, heap))));
            rights.clone_from(&lefts);
        } else {
            // n ups and a heap of k: {0 | n-1 ups and a heap of k xor 1}, and up and star: {0, star | 0}.
            let step = ups.signum();
            let mut own = vec![self.simple(beside(0, 0))];
            if ups.abs() == 1 && nimber == 1 {
                own.push(self.simple(beside(0, 1)));
            }
            let others = vec![self.simple(beside(ups - step, nimber ^ 1))];
            (lefts, rights) = if ups > 0 { (own, others) } else { (others, own) };
        }
        let first = self.write(&lefts, &rights);
        let node = &mut self.nodes[value.index()];
        (node.first, node.lefts, node.rights) = (first, lefts.len() as u32, rights.len() as u32);
        Ok(())
    }

    fn write(&mut self, lefts: &[Value], rights: &[Value]) -> u32 {
        let first = self.pool.len() as u32;
        self.pool.extend_from_slice(lefts);
        self.pool.extend_from_slice(rights);
        first
    }

    /// The number, ups and nimber that have these options in canonical form, if there are such.
    pub(crate) fn recognise(&self, lefts: &[Value], rights: &[Value]) -> Option<Simple> {
        let x = &self.as_simple(*lefts.first()?)?.number;
        let part = |value: &Value| {
            let simple = self.as_simple(*value)?;
            (simple.number == *x).then_some((simple.ups, simple.nimber))
        };
        let found = |ups, nimber| Some(Simple { number: x.clone(), ups, nimber });
        if lefts == rights {
            let mut heaps = lefts
                .iter()
                .map(|v| part(v).filter(|p| p.0 == 0).map(|p| p.1))
                .collect::<Option<Vec<_>>>()?;
            heaps.sort_unstable();
            return if heaps.iter().zip(0..).all(|(a, b)| *a == b) {
                found(0, heaps.len() as u32)
            } else {
                None
            };
        }
        let one_sided = |own: &[Value], others: &[Value], sign: i64| {
            let [other] = others else { return None };
            let (ups, nimber) = part(other)?;
            let own = own.iter().map(part).collect::<Option<Vec<_>>>()?;
            match own[..] {
                [(0, 0)] if ups * sign > 0 || (ups == 0 && nimber > 0) => Some((ups + sign, nimber ^ 1)),
                [(0, 0), (0, 1)] | [(0, 1), (0, 0)] if ups == 0 && nimber == 0 => Some((sign, 1)),
                _ => None,
            }
        };
        let (ups, nimber) = one_sided(lefts, rights, 1).or_else(|| one_sided(rights, lefts, -1))?;
        found(ups, nimber)
    }

    /// The value with these options, which are its canonical form, and no number. Both lists are sorted.
    pub(crate) fn intern(&mut self, lefts: &[Value], rights: &[Value]) -> Result<Value, Halt> {
        if let Some(simple) = self.recognise(lefts, rights) {
            return Ok(self.simple(simple));
        }
        let mask = self.table.len() - 1;
        let mut slot = hash(lefts, rights) as usize & mask;
        while self.table[slot] != UNKNOWN {
            let value = self.table[slot];
            let node = &self.nodes[value.index()];
            let (first, lefts_end) = (node.first as usize, (node.first + node.lefts) as usize);
            if node.lefts as usize == lefts.len()
                && node.rights as usize == rights.len()
                && self.pool[first..lefts_end] == *lefts
                && self.pool[lefts_end..lefts_end + rights.len()] == *rights
            {
                return Ok(value);
            }
            slot = (slot + 1) & mask;
        }
        let height = 1 + lefts.iter().chain(rights).map(|value| self.height(*value)).max().unwrap_or(0);
        if height > DEEPEST || self.nodes.len() >= 1 << 31 || self.pool.len() >= UNWRITTEN as usize / 2 {
            return Err(Halt::Size);
        }
        let value = Value(self.nodes.len() as u32);
        let first = self.write(lefts, rights);
        let left_stop = self.furthest(lefts, |values, v| values.nodes[v.index()].stops.1, false);
        let right_stop = self.furthest(rights, |values, v| values.nodes[v.index()].stops.0, true);
        self.nodes.push(Node {
            left_stop: self.nodes[left_stop.index()].left_stop,
            right_stop: self.nodes[right_stop.index()].left_stop,
            stops: (left_stop, right_stop),
            first,
            lefts: lefts.len() as u32,
            rights: rights.len() as u32,
            simple: GENERAL,
            height,
            number: false,
            negative: UNKNOWN,
        });
        self.table[slot] = value;
        self.general += 1;
        if self.general * 2 > self.table.len() {
            self.grow();
        }
        Ok(value)
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![UNKNOWN; mask + 1];
        for value in self.table.iter().copied().filter(|value| *value != UNKNOWN) {
            let node = &self.nodes[value.index()];
            let (first, middle) = (node.first as usize, (node.first + node.lefts) as usize);
            let mut slot = hash(&self.pool[first..middle], &self.pool[middle..middle + node.rights as usize])
                as usize
                & mask;
            while table[slot] != UNKNOWN {
                slot = (slot + 1) & mask;
            }
            table[slot] = value;
        }
        self.table = table;
    }

    /// The greatest, or the least, of the numbers that `of` gives for these values; zero for none.
    pub(crate) fn furthest(
        &self,
        values: &[Value],
        of: impl Fn(&Values, Value) -> Value,
        least: bool,
    ) -> Value {
        let numbers = values.iter().map(|value| of(self, *value));
        numbers
            .reduce(|best, next| {
                let less = self.number_less(next, best);
                if less == least && next != best { next } else { best }
            })
            .unwrap_or(Value::ZERO)
    }

    /// Of two values that are numbers: is the first less?
    pub(crate) fn number_less(&self, a: Value, b: Value) -> bool {
        let (x, y) = (self.nodes[a.index()].left_stop, self.nodes[b.index()].left_stop);
        if x.is_nan() || y.is_nan() { self.as_number(a) < self.as_number(b) } else { x < y }
    }

    /// The left and the right stop: the numbers at which play ends when Left, when Right begins and both play well.
    pub fn stops(&self, value: Value) -> (Dyadic, Dyadic) {
        let number = |stop: Value| self.as_number(stop).cloned().unwrap_or(Dyadic::ZERO);
        let (left, right) = self.nodes[value.index()].stops;
        (number(left), number(right))
    }

    /// The stops as values.
    pub(crate) fn stop_values(&self, value: Value) -> (Value, Value) {
        self.nodes[value.index()].stops
    }

    pub(crate) fn known_negative(&self, value: Value) -> Option<Value> {
        Some(self.nodes[value.index()].negative).filter(|negative| *negative != UNKNOWN)
    }

    pub(crate) fn set_negative(&mut self, value: Value, negative: Value) {
        self.nodes[value.index()].negative = negative;
        self.nodes[negative.index()].negative = value;
    }

    /// A list to fill, with room from earlier use.
    pub(crate) fn list(&mut self) -> Vec<Value> {
        self.spare.pop().unwrap_or_default()
    }

    pub(crate) fn give_back(&mut self, mut list: Vec<Value>) {
        list.clear();
        self.spare.push(list);
    }
}

/// Where the options of a value stand: Left's from `first`, Right's from `middle`.
#[derive(Clone, Copy)]
pub(crate) struct Spans {
    pub(crate) first: usize,
    pub(crate) middle: usize,
    pub(crate) end: usize,
}

fn hash(lefts: &[Value], rights: &[Value]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    lefts.hash(&mut hasher);
    rights.hash(&mut hasher);
    let bits = hasher.finish();
    bits ^ (bits >> 32)
}
