//! Theorems about words: a machine that reads the letters of a position from left to right and says who wins it, or its Grundy
//! value.

use super::certificate::head;
use super::winning::{At, Large, after};
use crate::game::Game;
use crate::problem::Problem;
use crate::tuning::WORD_STEP;
use bouton_compile::letters::{Letters, derive, derive_alone};
use bouton_engine::{Budget, Halt};
use bouton_language::diagnostic::Lang;
use bouton_language::interp::{Chosen as Typing, Part, Position, Turn};
use bouton_language::position::print_move;
use bouton_language::value::Value;
use bouton_theory::letters::{
    ILLEGAL, Machine, Measure, NoWords, Subject, WordLimits, WordTheorem, prove_words,
};
use bouton_theory::prove::Limits;
use serde_json::{Value as Json, json};
use std::fmt::Write;
use std::ops::ControlFlow;

/// A machine with at most this many states is written out.
const WRITTEN: usize = 24;

/// A machine that is right about all words.
#[derive(Clone)]
pub struct WordsProof {
    /// The game.
    pub game: Game,
    /// The theorem.
    pub theorem: WordTheorem,
    /// The theorem speaks of one part of a sum, played on its own.
    pub alone: bool,
    letters: Letters,
}

/// A search for such a machine that found none.
#[derive(Clone)]
pub struct WordsSearch {
    /// The game.
    pub game: Game,
    /// Why.
    pub why: NoWords,
    letters: Letters,
}

/// The rules as formulas about the places of a word; those of one part where the sum is not decided by values.
fn read(game: &Game) -> Option<(Letters, bool)> {
    match derive(game.core()) {
        Ok(letters) => Some((letters, false)),
        Err(_) => derive_alone(game.core()).ok().map(|letters| (letters, true)),
    }
}

/// May there be a theorem about words?
pub(crate) fn readable(game: &Game) -> bool {
    read(game).is_some()
}

/// Looks for a machine; `None` where positions are no words, or moves do more than is read here.
#[allow(clippy::type_complexity)] // a theorem, or a search without one
pub(super) fn find(
    game: &Game,
    limits: &Limits<'_>,
) -> Result<Option<Result<WordsProof, WordsSearch>>, Problem> {
    let Some((letters, alone)) = read(game) else { return Ok(None) };
    let game = game.clone();
    let of_words =
        WordLimits { steps: limits.steps / WORD_STEP, budget: limits.budget, ..WordLimits::default() };
    match prove_words(&letters, &of_words) {
        Ok(theorem) => Ok(Some(Ok(WordsProof { game, theorem, alone, letters }))),
        Err(NoWords::Halted(halt)) if !matches!(halt, Halt::Size | Halt::Work) => Err(Problem::halted(halt)),
        Err(NoWords::Fault(_)) => Ok(None),
        Err(why) => Ok(Some(Err(WordsSearch { game, why, letters }))),
    }
}

/// A word as it is typed.
fn typed(letters: &Letters, word: &[u8]) -> String {
    let shown = |l: &u8| match &letters.alphabet[*l as usize] {
        Value::Text(text) => text.to_string(),
        other => other.to_string(),
    };
    let short = word.iter().map(shown).collect::<Vec<_>>();
    // Letters that are numbers of several digits stand apart.
    let apart = letters.alphabet.iter().any(|v| v.as_int().is_some_and(|n| !(0..=9).contains(&n)));
    if short.is_empty() { "\"\"".into() } else { short.join(if apart { " " } else { "" }) }
}

/// The numbers of the letters of a part.
fn word(letters: &Letters, part: &Part) -> Option<Vec<u8>> {
    let at = |v: &Value| letters.alphabet.iter().position(|l| l == v).map(|l| l as u8);
    match part.first()? {
        Value::List(items) => items.iter().map(at).collect(),
        Value::Text(text) => text.chars().map(|c| at(&Value::text(c.encode_utf8(&mut [0; 4])))).collect(),
        _ => None,
    }
}

impl WordsProof {
    /// The letters, as they are typed.
    pub fn letters(&self) -> Vec<String> {
        (0..self.letters.alphabet.len() as u8).map(|l| typed(&self.letters, &[l])).collect()
    }

    /// Are there Grundy values?
    pub fn values(&self) -> bool {
        self.theorem.subject == Subject::Values
    }

    /// Do the rules tell players apart?
    fn partizan(&self) -> bool {
        self.letters.ways.len() == 2
    }

    /// What is proved, in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let states = self.theorem.machine.states();
        let name = self.game.rules().shape.fields.first().map_or("s", |f| f.name.as_str());
        if self.values() {
            return lang.pick(
                format!("for every {name} of any length, the Grundy value is what the machine of {states} states says when it has read {name}"),
                format!("对任意长度的 {name}，SG 值就是这台有 {states} 个状态的机器读完 {name} 时所给出的数"),
            );
        }
        let [one, one_zh] = if self.alone { ["alone, ", "单独一个 "] } else { ["", ""] };
        if self.partizan() {
            return lang.pick(
                format!("{one}every {name} of any length is won by whom the machine of {states} states names when it has read {name}, whoever moves first"),
                format!("{one_zh}对任意长度的 {name}，无论谁先走，胜者就是这台有 {states} 个状态的机器读完 {name} 时所给出的"),
            );
        }
        lang.pick(
            format!("{one}a {name} of any length is lost for the player to move exactly if the machine of {states} states says so when it has read {name}"),
            format!("{one_zh}对任意长度的 {name}：先手必败，当且仅当这台有 {states} 个状态的机器读完 {name} 时这样说"),
        )
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let WordTheorem { words, measure, .. } = &self.theorem;
        let learned = lang.pick(
            format!("learned from {words} words that were worked out by the definitions"),
            format!("由按定义算出的 {words} 个串学得"),
        );
        let proved = match self.values() {
            true => lang.pick(
                "proved for all lengths: no word has an option of its own value, and each has options of all smaller values; the moves as transducers, decided by reading letter by letter",
                "对任意长度证明：没有串的后继与它同值，且每个更小的值都有后继；走法化为转换器，逐个字母判定",
            ),
            false => lang.pick(
                "proved for all lengths: no lost word has a lost option, and every won word has one, but where the rules end play; the moves as transducers, decided by reading letter by letter",
                "对任意长度证明：除规则终局处外，必败的串没有必败的后继，必胜的串都有；走法化为转换器，逐个字母判定",
            ),
        };
        vec![learned, proved.to_string(), self.ends(measure, lang)]
    }

    fn ends(&self, measure: &Measure, lang: Lang) -> String {
        let letters = |numbers: &[u64]| {
            let one = |(i, n): (usize, &u64)| format!("{} {n}", typed(&self.letters, &[i as u8]));
            numbers.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
        };
        match measure {
            Measure::Weights(weights) => {
                let list = letters(weights);
                lang.pick(
                    format!(
                        "play ends, as every move makes the sum of these weights of letters smaller: {list}"
                    ),
                    format!("对局必终，因为每一步都使字母权重之和变小：{list}"),
                )
            }
            Measure::Order { ranks, right } => {
                let mut order: Vec<usize> = (0..ranks.len()).collect();
                order.sort_by_key(|l| ranks[*l]);
                let list: Vec<String> = order.iter().map(|l| typed(&self.letters, &[*l as u8])).collect();
                let [side, side_zh] = if *right { ["right", "右"] } else { ["left", "左"] };
                let list = list.join(" < ");
                lang.pick(
                    format!("play ends, as every move makes the word smaller in the order of a dictionary, read from the {side}: {list}"),
                    format!("对局必终，因为每一步都使串按字典序（从{side_zh}边读）变小：{list}"),
                )
            }
        }
    }

    /// What a label says, in a word.
    fn said(&self, label: u32, lang: Lang) -> String {
        if label == ILLEGAL {
            return lang.pick("no position", "非法").into();
        }
        if self.values() {
            return label.to_string();
        }
        let players = &self.game.rules().players;
        match (self.partizan(), label) {
            (false, 0) => lang.pick("lost", "必败").into(),
            (false, _) => lang.pick("won", "必胜").into(),
            (true, 0) => lang.pick("who moves second", "后手").into(),
            (true, 1) => players[0].clone(),
            (true, 2) => players[1].clone(),
            (true, _) => lang.pick("who moves first", "先手").into(),
        }
    }

    /// The machine as a table, where it is small: where each letter leads from each state, and what it says there.
    pub fn table(&self, lang: Lang) -> Option<Vec<String>> {
        let machine = &self.theorem.machine;
        if machine.states() > WRITTEN {
            return None;
        }
        let letters = 0..self.letters.alphabet.len() as u8;
        let mut head = vec![lang.pick("state", "状态").to_string()];
        head.extend(letters.map(|l| typed(&self.letters, &[l])));
        head.push(if self.values() { "g".into() } else { lang.pick("wins", "结果").to_string() });
        let mut rows = vec![head];
        for (state, (next, label)) in machine.next.iter().zip(&machine.label).enumerate() {
            let mut row = vec![state.to_string()];
            row.extend(next.iter().map(u32::to_string));
            row.push(self.said(*label, lang));
            rows.push(row);
        }
        let wide = |c: usize| rows.iter().map(|r| r[c].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(wide).collect();
        let line = |row: &Vec<String>| {
            let cell = |(c, text): (usize, &String)| format!("{text:>0$}", widths[c]);
            row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")
        };
        Some(rows.iter().map(line).collect())
    }

    /// The machine for Graphviz.
    pub fn dot(&self) -> String {
        let Machine { next, label } = &self.theorem.machine;
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = String::from("digraph words {\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;\n");
        for (state, (row, label)) in next.iter().zip(label).enumerate() {
            let shape = if *label == 0 { "doublecircle" } else { "circle" };
            let text = format!("{state}: {}", self.said(*label, Lang::En));
            let _ = writeln!(out, "  {state} [shape={shape}, label=\"{}\"];", quoted(&text));
            let mut to: Vec<u32> = row.clone();
            to.sort_unstable();
            to.dedup();
            for to in to {
                let letters = (0..row.len() as u8).filter(|l| row[*l as usize] == to);
                let letters: Vec<String> = letters.map(|l| typed(&self.letters, &[l])).collect();
                let _ = writeln!(out, "  {state} -> {to} [label=\"{}\"];", quoted(&letters.join(" ")));
            }
        }
        out.push_str("}\n");
        out
    }

    /// The certificate.
    pub fn certificate(&self, misere: bool) -> Json {
        let WordTheorem { machine, measure, .. } = &self.theorem;
        let letter = |v: &Value| match v {
            Value::Text(text) => json!(&**text),
            other => json!(other.to_string()),
        };
        let label = machine.label.iter().map(|l| if *l == ILLEGAL { Json::Null } else { json!(l) });
        let mut out = head(&self.game, "words", misere);
        out["of"] = json!(if self.values() { "values" } else { "outcomes" });
        out["letters"] = self.letters.alphabet.iter().map(letter).collect();
        out["machine"] = json!({ "next": machine.next, "label": label.collect::<Json>() });
        out["measure"] = match measure {
            Measure::Weights(weights) => json!({ "weights": weights }),
            Measure::Order { ranks, right } => {
                json!({ "order": ranks, "from": if *right { "right" } else { "left" } })
            }
        };
        out
    }

    /// The label of a part; `None` where it is no position.
    fn label(&self, part: &Part) -> Option<u32> {
        let label = self.theorem.machine.says(&word(&self.letters, part)?);
        (label != ILLEGAL).then_some(label)
    }

    /// What the theorem says about a position, with the first player to move and so many winning moves at most.
    pub fn at(&self, position: &Position, most: usize, budget: &Budget) -> Result<Option<At>, Halt> {
        let labels: Option<Vec<u32>> = position.parts.iter().map(|p| self.label(p)).collect();
        let Some(labels) = labels else { return Ok(None) };
        let shown = self.game.show(position);
        let mut at = if self.values() {
            let values: Vec<_> = labels.iter().map(|l| (*l).into()).collect();
            At::of_values(shown, &values).0
        } else {
            let [label] = labels[..] else { return Ok(None) };
            At::new(shown, label & 1 == 0)
        };
        let total = labels.iter().fold(0, |x, l| x ^ l);
        for (i, part) in position.parts.iter().enumerate() {
            if at.lost || at.winning.len() >= most {
                at.complete = at.lost;
                break;
            }
            self.winning(&mut at, position, i, (part, total ^ labels[i]), most, budget)?;
        }
        Ok(Some(at.sorted()))
    }

    /// The winning moves in one part: those that leave this value, or a position that is lost for the opponent.
    fn winning(
        &self,
        at: &mut At,
        position: &Position,
        i: usize,
        (part, target): (&Part, u32),
        most: usize,
        budget: &Budget,
    ) -> Result<(), Halt> {
        let (interp, mut halted) = (self.game.interp(), Ok(()));
        let other = if self.partizan() { 1 } else { 0 };
        let done = interp.moves(part, Turn::default(), &mut |made| {
            halted = budget.check(0);
            let left = made.parts.iter().try_fold(0, |sum, p| Some(sum ^ self.label(p)?));
            let wins = left.is_some_and(|l| if self.values() { l == target } else { l >> other & 1 == 0 });
            if wins {
                let left: Vec<Part> = made.parts.iter().map(|p| interp.canonical_part(p)).collect();
                let typed = (made.line, made.choices.to_vec());
                let chosen = Typing { part: i, line: typed.0, choices: typed.1.clone() };
                at.winning.push(Large {
                    notation: Some(print_move(interp, position, Turn::default(), &chosen)),
                    typed: Some(typed),
                    part: i,
                    to: after(&self.game, position, i, &left),
                    left,
                });
            }
            match halted.is_err() || at.winning.len() >= most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        at.complete &= at.winning.len() < most && done.is_ok();
        halted
    }
}

impl WordsSearch {
    /// Why there is no theorem.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        match &self.why {
            NoWords::Searched(learned) => {
                let (states, words) = (learned.states, learned.words);
                let mut out = vec![lang.pick(
                    format!("not regular as far as seen: a machine that reads the letters had {states} states, learned from {words} words, when the search ended"),
                    format!("就所见而言不是正则的：搜索结束时，读字母的机器有 {states} 个状态，由 {words} 个串学得"),
                )];
                if let Some(word) = &learned.counterexample {
                    let word = typed(&self.letters, word);
                    out.push(lang.pick(
                        format!("the last machine that was put to the proof fails first at {word}"),
                        format!("最后一台被检验的机器，最短的反例是 {word}"),
                    ));
                }
                out
            }
            NoWords::Measure => {
                vec![lang
                .pick(
                    "neither a sum of weights of letters nor the order of a dictionary falls with every move",
                    "每一步都变小的字母权重之和或字典序没有找到",
                )
                .into()]
            }
            _ => vec![
                lang.pick(
                    "the moves as transducers are too large, or the rules of a kind that is not decided",
                    "走法的转换器过大，或规则的种类不能判定",
                )
                .into(),
            ],
        }
    }
}
