//! Certificates of kind "words": a machine that reads the letters of a position from left to right and says in the state at the end
//! who wins it, or its Grundy value.
//!
//! `reader`, `eval` and `rules` read the rules by running them on a word of which nothing is known, `path` follows what such a run has asked
//! along a word, `field` follows all moves. `measure` sees that play ends. Here the statement is walked through for all words: with
//! one move beside the word, whose result may not be what the label forbids, and with all moves together, among which must be what it
//! demands.

mod eval;
mod field;
mod measure;
mod path;
mod reader;
mod rules;

use crate::Setting;
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::walk::Work;
use bouton_language::value::Value;
use field::{Field, Place, Thread};
use measure::Measure;
use rules::Rules;
use serde_json::Value as Json;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// At most this many entries are kept.
const MOST_KEPT: usize = 6_000_000;

/// What is proved.
pub(crate) struct WordsFound {
    pub(crate) values: bool,
    pub(crate) states: usize,
    /// Both players have the same moves, and the position is no sum.
    pub(crate) players: usize,
    pub(crate) names: [String; 2],
}

/// The machine of the file.
struct Machine {
    next: Vec<Vec<u32>>,
    /// Nothing for words that are no positions.
    label: Vec<Option<u64>>,
}

impl Machine {
    fn read(object: &Object<'_>, letters: usize, states: usize) -> Result<Machine, Refused> {
        let machine = object.object("machine")?;
        let rows = machine.rows("next")?;
        let label = machine.maybe_naturals("label")?;
        if rows.len() > states {
            return Err(Why::TooManyStates { most: states }.at("machine.next"));
        }
        let many = rows.len() as u64;
        let fits = |row: &Vec<u64>| row.len() == letters && row.iter().all(|to| *to < many);
        if rows.is_empty() || !rows.iter().all(fits) {
            return Err(Why::Wrong {
                wanted: "for each state a state for each letter",
                zh: "每个状态、每个字母对应一个状态",
            }
            .at("machine.next"));
        }
        if label.len() != rows.len() || label.iter().flatten().any(|l| *l >= 1 << 16) {
            return Err(Why::Wrong {
                wanted: "a small number or null for each state",
                zh: "每个状态一个不大的数或 null",
            }
            .at("machine.label"));
        }
        let next = rows.into_iter().map(|row| row.into_iter().map(|to| to as u32).collect()).collect();
        Ok(Machine { next, label })
    }

    fn run(&self, from: u32, word: &[u8]) -> u32 {
        word.iter().fold(from, |s, l| self.next[s as usize][*l as usize])
    }
}

/// How a letter stands in a certificate.
fn shown(letter: &Value) -> Json {
    match letter {
        Value::Text(text) => Json::from(&**text),
        other => Json::from(other.to_string()),
    }
}

/// Checks a certificate.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    states: usize,
    work: &mut Work<'_>,
) -> Result<WordsFound, Refused> {
    let values = match object.text("of")? {
        "values" => true,
        "outcomes" => false,
        _ => {
            return Err(Why::Wrong {
                wanted: "\"values\" or \"outcomes\"",
                zh: "\"values\" 或 \"outcomes\"",
            }
            .at("of"));
        }
    };
    let rules = rules::read(&setting.interp, values, work)?;
    let letters: Vec<Json> = rules.letters.iter().map(shown).collect();
    if object.optional("letters").and_then(Json::as_array) != Some(&letters) {
        return Err(Why::Wrong {
            wanted: "the letters in the order of the rules", zh: "按规则次序的字母"
        }
        .at("letters"));
    }
    let machine = Machine::read(object, letters.len(), states)?;
    let players = rules.ways.len();
    if !values && machine.label.iter().flatten().any(|l| *l >= 1 << players) {
        return Err(Why::Wrong { wanted: "a bit for each player", zh: "每个玩家一位" }.at("machine.label"));
    }
    let mut field = Field::new(&rules)?;
    let begin = field.begin(work)?;
    if !Measure::read(object, letters.len())?.falls(&mut field, work)? {
        return Err(Why::NoFall.at("measure"));
    }
    let mut walk = Walk { rules: &rules, machine: &machine, values, field };
    walk.positions(begin, work)?;
    for player in 0..players {
        let mut moves = Moves::new(player);
        walk.forbidden(begin, &mut moves, work)?;
        walk.demanded(begin, &mut moves, work)?;
    }
    let names = setting.interp.rules().players.clone();
    Ok(WordsFound { values, states: machine.label.len(), players, names })
}

/// A move beside a word: the thread, the last letters, and the machine on each word that it writes.
type Made = (Thread, Vec<u32>);

/// A move, the last letters and what is read.
type Read = (u32, Rc<[Option<u8>]>, Place);

/// The moves of one player, numbered as they are met.
struct Moves {
    player: usize,
    known: HashMap<Made, u32>,
    list: Vec<Made>,
    /// By move, the last letters and what is read.
    next: HashMap<Read, Rc<[u32]>>,
}

impl Moves {
    fn new(player: usize) -> Moves {
        Moves { player, known: HashMap::new(), list: Vec::new(), next: HashMap::new() }
    }

    fn number(&mut self, made: Made) -> u32 {
        if let Some(id) = self.known.get(&made) {
            return *id;
        }
        self.known.insert(made.clone(), self.list.len() as u32);
        self.list.push(made);
        self.list.len() as u32 - 1
    }
}

struct Walk<'r> {
    rules: &'r Rules,
    machine: &'r Machine,
    values: bool,
    field: Field<'r>,
}

impl Walk<'_> {
    fn show(&self, word: &[u8]) -> String {
        let letters = word.iter().map(|l| &self.rules.letters[*l as usize]);
        let text: Vec<String> = letters
            .map(|v| match v {
                Value::Text(text) => text.to_string(),
                other => other.to_string(),
            })
            .collect();
        if text.is_empty() { "\"\"".into() } else { text.concat() }
    }

    /// The machine knows which words are positions.
    fn positions(&mut self, begin: u32, work: &mut Work<'_>) -> Result<(), Refused> {
        let mut seen = HashSet::from([(begin, 0u32)]);
        let mut open = VecDeque::from([(begin, 0u32, Vec::new())]);
        while let Some((known, state, word)) = open.pop_front() {
            let said = self.field.said(known, work)?;
            if said.legal != self.machine.label[state as usize].is_some() {
                return Err(Why::WordFails { word: self.show(&word) }.at("machine"));
            }
            for letter in 0..self.rules.letters.len() as u8 {
                let to = (self.field.after(known, letter, work)?, self.machine.run(state, &[letter]));
                if seen.insert(to) {
                    open.push_back((to.0, to.1, [&word[..], &[letter]].concat()));
                }
            }
        }
        Ok(())
    }

    /// Where a move may be behind a letter.
    fn after(
        &mut self,
        moves: &mut Moves,
        made: u32,
        before: &Rc<[Option<u8>]>,
        place: Place,
        work: &mut Work<'_>,
    ) -> Result<Rc<[u32]>, Why> {
        work.spend(1)?;
        let key = (made, before.clone(), place);
        if let Some(known) = moves.next.get(&key) {
            return Ok(known.clone());
        }
        let (thread, states) = moves.list[made as usize].clone();
        let mut out = Vec::new();
        for (to, written) in self.field.steps(moves.player, &thread, before, place, work)? {
            let reached = states.iter().zip(&written).map(|(s, w)| self.machine.run(*s, w)).collect();
            out.push(moves.number((to, reached)));
        }
        out.sort_unstable();
        out.dedup();
        let out: Rc<[u32]> = out.into();
        moves.next.insert(key, out.clone());
        if moves.next.len() > MOST_KEPT {
            return Err(Why::TooLarge { most: MOST_KEPT });
        }
        Ok(out)
    }

    /// All moves before the first letter.
    fn first(&mut self, moves: &mut Moves, work: &mut Work<'_>) -> Result<Vec<u32>, Why> {
        let mut out = Vec::new();
        let size = self.field.list.first().map_or(0, |k| k.before.len());
        let before: Rc<[Option<u8>]> = vec![None; size].into();
        for thread in self.field.threads(moves.player) {
            let Thread::Open(way, ..) = thread else { continue };
            let states = vec![0; self.field.parts(moves.player, way)];
            let made = moves.number((thread, states));
            out.extend(self.after(moves, made, &before, Place::First, work)?.iter());
        }
        out.sort_unstable();
        out.dedup();
        Ok(out)
    }

    fn before(&self, known: u32) -> Rc<[Option<u8>]> {
        self.field.list[known as usize].before.clone().into()
    }

    /// The labels of what a move leaves if the word ends here.
    fn options(
        &mut self,
        moves: &mut Moves,
        made: u32,
        known: u32,
        work: &mut Work<'_>,
    ) -> Result<Vec<u64>, Why> {
        let before = self.before(known);
        let ended = self.after(moves, made, &before, Place::Last, work)?;
        let labels = |id: &u32| {
            let mut each = moves.list[*id as usize].1.iter().map(|s| self.machine.label[*s as usize]);
            each.try_fold(0, |sum, l| Some(sum ^ l?))
        };
        Ok(ended.iter().filter_map(labels).collect())
    }

    /// Has the opponent of this player lost there?
    fn lost(&self, option: u64, player: usize) -> bool {
        option >> ((player + 1) % self.rules.ways.len()) & 1 == 0
    }

    /// No move leads where the label forbids it.
    fn forbidden(&mut self, begin: u32, moves: &mut Moves, work: &mut Work<'_>) -> Result<(), Refused> {
        let player = moves.player;
        let mut seen: HashSet<(u32, u32, u32)> = HashSet::new();
        let mut open = VecDeque::new();
        for made in self.first(moves, work)? {
            if seen.insert((begin, 0, made)) {
                open.push_back((begin, 0u32, made, Vec::new()));
            }
        }
        while let Some((known, state, made, word)) = open.pop_front() {
            let said = self.field.said(known, work)?;
            if let (Some(label), true, None) =
                (self.machine.label[state as usize], said.legal, said.ended[player])
            {
                for option in self.options(moves, made, known, work)? {
                    let bad = match self.values {
                        true => option == label,
                        false => label >> player & 1 == 0 && self.lost(option, player),
                    };
                    if bad {
                        return Err(Why::WordFails { word: self.show(&word) }.at("machine"));
                    }
                }
            }
            let before = self.before(known);
            for letter in 0..self.rules.letters.len() as u8 {
                let (k, s) = (self.field.after(known, letter, work)?, self.machine.run(state, &[letter]));
                for to in self.after(moves, made, &before, Place::Letter(letter), work)?.iter() {
                    if seen.insert((k, s, *to)) {
                        open.push_back((k, s, *to, [&word[..], &[letter]].concat()));
                    }
                }
            }
            if seen.len() > MOST_KEPT {
                return Err(Why::TooLarge { most: MOST_KEPT }.into());
            }
        }
        Ok(())
    }

    /// Some move leads where the label demands it. Sets of moves that contain another that was met at the same place are passed over: whatever
    /// follows, they have more to offer.
    fn demanded(&mut self, begin: u32, moves: &mut Moves, work: &mut Work<'_>) -> Result<(), Refused> {
        let first: Rc<[u32]> = self.first(moves, work)?.into();
        let mut seen: HashMap<(u32, u32), Vec<Rc<[u32]>>> =
            HashMap::from([((begin, 0), vec![first.clone()])]);
        let mut open = VecDeque::from([(begin, 0u32, first, Vec::new())]);
        let mut kept = 0;
        while let Some((known, state, set, word)) = open.pop_front() {
            if !self.content(known, state, &set, moves, work)? {
                return Err(Why::WordFails { word: self.show(&word) }.at("machine"));
            }
            let before = self.before(known);
            for letter in 0..self.rules.letters.len() as u8 {
                let place = (self.field.after(known, letter, work)?, self.machine.run(state, &[letter]));
                let mut to = Vec::new();
                for made in set.iter() {
                    to.extend(self.after(moves, *made, &before, Place::Letter(letter), work)?.iter());
                }
                to.sort_unstable();
                to.dedup();
                let others = seen.entry(place).or_default();
                work.spend((others.len() * 4 + to.len()) as u64)?;
                if others.iter().any(|less| contained(less, &to)) {
                    continue;
                }
                others.retain(|more| !contained(&to, more));
                let to: Rc<[u32]> = to.into();
                others.push(to.clone());
                kept += to.len() + word.len();
                if kept > MOST_KEPT * 8 {
                    return Err(Why::TooLarge { most: MOST_KEPT * 8 }.into());
                }
                open.push_back((place.0, place.1, to, [&word[..], &[letter]].concat()));
            }
        }
        Ok(())
    }

    /// Is everything there that the label of a word demands?
    fn content(
        &mut self,
        known: u32,
        state: u32,
        set: &[u32],
        moves: &mut Moves,
        work: &mut Work<'_>,
    ) -> Result<bool, Why> {
        let (said, player) = (self.field.said(known, work)?, moves.player);
        let (Some(label), true) = (self.machine.label[state as usize], said.legal) else { return Ok(true) };
        let won = label >> player & 1 == 1;
        if !self.values {
            if let Some(ended) = said.ended[player] {
                return Ok(ended == won);
            }
            if said.stuck[player] {
                return Ok(won);
            }
            if !won {
                return Ok(true);
            }
        }
        let mut wanted: HashSet<u64> = if self.values { (0..label).collect() } else { HashSet::from([0]) };
        for made in set {
            if wanted.is_empty() {
                break;
            }
            for option in self.options(moves, *made, known, work)? {
                if self.values {
                    wanted.remove(&option);
                } else if self.lost(option, player) {
                    wanted.clear();
                }
            }
        }
        Ok(wanted.is_empty())
    }
}

/// Is a rising list part of another?
fn contained(less: &[u32], more: &[u32]) -> bool {
    less.len() <= more.len() && less.iter().all(|x| more.binary_search(x).is_ok())
}
