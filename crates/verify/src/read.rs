//! The certificate as it stands in the file: JSON, read key by key; whatever is not as it should be is refused with
//! its place.

use crate::Limits;
use crate::numeration::{Numeration, Systems};
use crate::refused::{Refused, Why};
use serde_json::{Map, Value as Json};

/// A deterministic automaton over tuples of digits.
pub(crate) struct Dfa {
    /// `u32::MAX` where nothing can be accepted.
    pub(crate) start: u32,
    accept: Vec<bool>,
    next: Vec<Vec<Option<u32>>>,
    radix: usize,
    pub(crate) arity: usize,
}

impl Dfa {
    /// An automaton for statements that need none.
    pub(crate) fn nothing() -> Dfa {
        Dfa { start: u32::MAX, accept: Vec::new(), next: Vec::new(), radix: 2, arity: 0 }
    }

    /// The state after a tuple; `None` where nothing can be accepted any more.
    pub(crate) fn next(&self, state: u32, digits: impl Iterator<Item = usize>) -> Option<u32> {
        let at = digits.fold(0, |at, d| at * self.radix + d);
        *self.next.get(state as usize)?.get(at)?
    }

    pub(crate) fn radix(&self) -> usize {
        self.radix
    }

    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.accept.get(state as usize).copied().unwrap_or(false)
    }

    /// For every state whether it accepts, and where each tuple leads.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (bool, &[Option<u32>])> {
        self.accept.iter().copied().zip(self.next.iter().map(|row| &row[..]))
    }

    /// Cuts off states from which nothing is accepted.
    fn trim(&mut self) {
        let mut live = self.accept.clone();
        let mut back: Vec<Vec<u32>> = vec![Vec::new(); live.len()];
        for (from, row) in self.next.iter().enumerate() {
            row.iter().flatten().for_each(|to| back[*to as usize].push(from as u32));
        }
        let mut queue: Vec<usize> = (0..live.len()).filter(|s| live[*s]).collect();
        while let Some(state) = queue.pop() {
            for from in &back[state] {
                if !std::mem::replace(&mut live[*from as usize], true) {
                    queue.push(*from as usize);
                }
            }
        }
        let keep = |to: &mut Option<u32>| *to = to.filter(|s| live[*s as usize]);
        self.next.iter_mut().flatten().for_each(keep);
        if !live[self.start as usize] {
            self.start = u32::MAX;
        }
    }
}

/// One JSON object, and where it stands.
pub(crate) struct Object<'j> {
    map: &'j Map<String, Json>,
    place: String,
}

fn wrong(place: &str, wanted: &'static str, zh: &'static str) -> Refused {
    Why::Wrong { wanted, zh }.at(place)
}

const NATURAL: [&str; 2] = ["a natural number", "自然数"];

fn natural(v: &Json) -> Option<u64> {
    match v {
        Json::String(s) => s.parse().ok(),
        v => v.as_u64(),
    }
}

fn natural_at(v: &Json, place: &str) -> Result<u64, Refused> {
    natural(v).ok_or_else(|| wrong(place, NATURAL[0], NATURAL[1]))
}

impl<'j> Object<'j> {
    /// The whole file.
    pub(crate) fn whole(json: &'j Json) -> Result<Object<'j>, Refused> {
        Object::of(json, String::new())
    }

    fn of(json: &'j Json, place: String) -> Result<Object<'j>, Refused> {
        match json {
            Json::Object(map) => Ok(Object { map, place }),
            _ => Err(wrong(if place.is_empty() { "{}" } else { &place }, "an object", "对象")),
        }
    }

    fn place(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_string() } else { format!("{}.{key}", self.place) }
    }

    pub(crate) fn optional(&self, key: &str) -> Option<&'j Json> {
        self.map.get(key)
    }

    fn get(&self, key: &str) -> Result<&'j Json, Refused> {
        self.optional(key).ok_or_else(|| Why::Missing.at(self.place(key)))
    }

    pub(crate) fn object(&self, key: &str) -> Result<Object<'j>, Refused> {
        Object::of(self.get(key)?, self.place(key))
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'j String, &'j Json)> {
        self.map.iter()
    }

    pub(crate) fn text(&self, key: &str) -> Result<&'j str, Refused> {
        self.get(key)?.as_str().ok_or_else(|| wrong(&self.place(key), "a text", "文本"))
    }

    pub(crate) fn natural(&self, key: &str) -> Result<u64, Refused> {
        natural_at(self.get(key)?, &self.place(key))
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, Refused> {
        match self.optional(key) {
            None => Ok(false),
            Some(Json::Bool(b)) => Ok(*b),
            Some(_) => Err(wrong(&self.place(key), "true or false", "true 或 false")),
        }
    }

    fn list(&self, key: &str) -> Result<&'j [Json], Refused> {
        match self.get(key)? {
            Json::Array(items) => Ok(items),
            _ => Err(wrong(&self.place(key), "a list", "列表")),
        }
    }

    /// The items of a list, each of which must be what is wanted.
    fn items<T>(
        &self,
        key: &str,
        [wanted, zh]: [&'static str; 2],
        item: impl Fn(&'j Json) -> Option<T>,
    ) -> Result<Vec<T>, Refused> {
        let place = |i: usize| format!("{}[{i}]", self.place(key));
        let items = self.list(key)?.iter().enumerate();
        items.map(|(i, v)| item(v).ok_or_else(|| wrong(&place(i), wanted, zh))).collect()
    }

    pub(crate) fn naturals(&self, key: &str) -> Result<Vec<u64>, Refused> {
        self.items(key, NATURAL, natural)
    }

    /// A list of natural numbers, `null` where there is none.
    pub(crate) fn maybe_naturals(&self, key: &str) -> Result<Vec<Option<u64>>, Refused> {
        self.items(key, ["a natural number or null", "自然数或 null"], |v| match v {
            Json::Null => Some(None),
            v => natural(v).map(Some),
        })
    }

    /// A list of objects.
    pub(crate) fn objects(&self, key: &str) -> Result<Vec<Object<'j>>, Refused> {
        let place = |i: usize| format!("{}[{i}]", self.place(key));
        self.list(key)?.iter().enumerate().map(|(i, v)| Object::of(v, place(i))).collect()
    }

    /// A list of lists of natural numbers.
    pub(crate) fn rows(&self, key: &str) -> Result<Vec<Vec<u64>>, Refused> {
        self.items(key, ["a list of natural numbers", "自然数的列表"], |v| {
            v.as_array()?.iter().map(natural).collect()
        })
    }

    pub(crate) fn integers(&self, key: &str) -> Result<Vec<i64>, Refused> {
        self.items(key, ["an integer", "整数"], |v| match v {
            Json::String(s) => s.parse().ok(),
            v => v.as_i64(),
        })
    }

    pub(crate) fn texts(&self, key: &str) -> Result<Vec<&'j str>, Refused> {
        self.items(key, ["a text", "文本"], Json::as_str)
    }

    /// A list of pairs of texts.
    pub(crate) fn pairs(&self, key: &str) -> Result<Vec<(&'j str, &'j str)>, Refused> {
        self.items(key, ["a pair of texts", "一对文本"], |v| match v.as_array().map(|v| &v[..]) {
            Some([Json::String(a), Json::String(b)]) => Some((a.as_str(), b.as_str())),
            _ => None,
        })
    }

    pub(crate) fn numeration(&self) -> Result<Numeration, Refused> {
        self.object("numeration")?.system()
    }

    /// How the coordinates are written: all in one numeration, or each in its own.
    pub(crate) fn systems(&self, coordinates: usize) -> Result<Systems, Refused> {
        let object = self.object("numeration")?;
        if object.optional("mixed").is_none() {
            return object.system().map(Systems::One);
        }
        let list = object.list("mixed")?;
        if list.len() != coordinates {
            return Err(wrong("numeration", "a numeration for each coordinate", "每个坐标一个数制"));
        }
        let one = |json| Object::of(json, "numeration".to_string())?.system();
        list.iter().map(one).collect::<Result<_, _>>().map(Systems::Each)
    }

    fn system(&self) -> Result<Numeration, Refused> {
        let small = |key: &str, range: std::ops::RangeInclusive<u64>| {
            let n = self.optional(key).and_then(Json::as_u64).filter(|n| range.contains(n));
            n.map(|n| n as u8)
        };
        let named = |key: &str| self.optional(key).is_some();
        let found = match ["base", "quadratic", "parry"].map(named) {
            [true, false, false] => small("base", 2..=16).and_then(|b| Numeration::new(&[b - 1], 0)),
            [false, true, false] => small("quadratic", 1..=9).and_then(|t| Numeration::new(&[t, 0], 0)),
            [false, false, true] => {
                let object = self.object("parry")?;
                let tops = object.naturals("tops")?.into_iter();
                let tops: Option<Vec<u8>> = tops.map(|t| u8::try_from(t).ok().filter(|t| *t < 16)).collect();
                let back = usize::try_from(object.natural("back")?).ok();
                tops.zip(back).and_then(|(tops, back)| Numeration::new(&tops, back))
            }
            _ => None,
        };
        found.ok_or_else(|| {
            wrong(
                "numeration",
                "a base from 2 to 16, a quadratic t from 1 to 9, or a parry with one to six tops below 16, none above the first, and back",
                "2 到 16 的进制、1 到 9 的二次数制 t，或 parry：一到六个小于 16 且不超过首项的 tops 及 back",
            )
        })
    }

    /// The automaton over tuples of `arity` digits.
    pub(crate) fn automaton(&self, radix: usize, arity: usize, limits: &Limits) -> Result<Dfa, Refused> {
        let object = self.object("automaton")?;
        let rows = object.list("next")?;
        if rows.len() > limits.states {
            return Err(Why::TooManyStates { most: limits.states }.at("automaton.next"));
        }
        let width = u32::try_from(arity).ok().and_then(|a| radix.checked_pow(a));
        let state = |n: u64, place: &str| match u32::try_from(n) {
            Ok(s) if (s as usize) < rows.len() => Ok(s),
            _ => Err(wrong(place, "the number of a state", "状态的编号")),
        };
        let mut next = Vec::with_capacity(rows.len());
        for (i, row) in rows.iter().enumerate() {
            let place = format!("automaton.next[{i}]");
            let row = row.as_array().filter(|r| Some(r.len()) == width);
            let Some(row) = row else {
                return Err(wrong(
                    &place,
                    "a list with one entry for every tuple of digits",
                    "每个数字组合一项的列表",
                ));
            };
            let to = |v: &Json| match v {
                Json::Null => Ok(None),
                v => state(natural_at(v, &place)?, &place).map(Some),
            };
            next.push(row.iter().map(to).collect::<Result<Vec<_>, Refused>>()?);
        }
        let mut accept = vec![false; rows.len()];
        for n in object.naturals("accept")? {
            accept[state(n, "automaton.accept")? as usize] = true;
        }
        let start = state(object.natural("start")?, "automaton.start")?;
        let mut dfa = Dfa { start, accept, next, radix, arity };
        dfa.trim();
        Ok(dfa)
    }
}
