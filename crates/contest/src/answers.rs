//! What a program may answer: a word, a number, or a winning move; and whether it is right.
//!
//! Output is compared word by word; blanks and line ends do not matter, as with most judges' checkers.

use crate::oracle::{Oracle, Truth};
use bouton::language::ast::{FieldKind, Verdict};
use bouton::language::interp::{Chosen, Part};
use bouton::language::rules::Field;
use bouton::language::value::Value;
use bouton::{Game, Problem};
use bouton_template::{Asked, Case, MoveForm, Template, Want, Words, Wrong};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Answers in a series, at most.
const SERIES: u64 = 100_000;

/// What is wanted of a program.
pub struct Answers {
    kind: Kind,
    template: Template,
    plain: bool,
    ignore_case: bool,
    /// The answers for 1, 2, 3 … up to this field, one after the other.
    each: Option<usize>,
}

enum Kind {
    /// Words for won, lost and drawn.
    Words(Words),
    /// A number; beside it, where words were named, `{answer}` is one of them.
    Value(Want, Option<Words>),
    /// A winning move, or all of them, behind `yes` if there is such a word; `no` where there is none.
    Move { form: MoveForm, all: bool, yes: Option<String>, no: Vec<String> },
}

/// What a program said about a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Who wins.
    Outcome(Verdict),
    /// A number.
    Number(BigInt),
    /// Legal moves that its output can mean.
    Moves(Vec<Chosen>),
    /// Something else.
    Text,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Not what is true.
    Wrong,
    /// A move that does not win.
    BadMove,
    /// A move that is not legal.
    IllegalMove,
    /// Neither of the words, no number.
    Garbage,
    /// Nothing, or too little.
    Missing,
    /// More than was asked for.
    TooMuch,
    /// Ended by a signal, or with an exit code other than 0.
    Crash,
    /// Took too long.
    Timeout,
    /// Used too much memory.
    Memory,
}

/// An answer that was read.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What was said.
    pub said: Said,
    /// As it was printed.
    pub text: String,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    /// The words it took; `None` where nobody knows where the next answer begins.
    pub words: Option<usize>,
}

impl Answers {
    /// What the flags ask for. A score game with a common score, or one asked by `{score}`, wants the score.
    pub fn new(game: &Game, asked: &Asked) -> Result<Answers, Problem> {
        let rules = game.rules();
        let template = asked.template(game)?;
        let kind = if let Some(form) = &asked.form {
            if rules.score.is_some() || rules.block.is_some() {
                return Err(Wrong::NoValue { what: "move" }.into());
            }
            let form = MoveForm::new(game, form)?;
            let no = Words::new(game, asked).lost().to_vec();
            Kind::Move { form, all: asked.all, yes: asked.yes.clone(), no }
        } else if let Some(want) = asked.number(game)? {
            Kind::Value(want, (!asked.wordless()).then(|| Words::new(game, asked)))
        } else {
            Kind::Words(Words::new(game, asked))
        };
        let plain = template.text() == "{answer}";
        let number = |name: &String| {
            let is = |f: &Field| f.name == *name && f.kind == FieldKind::Number && f.start.is_none();
            let found = rules.shape.fields.iter().position(is);
            found.ok_or_else(|| Wrong::Each { name: name.clone() })
        };
        let each = asked.each.as_ref().map(number).transpose()?;
        Ok(Answers { kind, template, plain, ignore_case: asked.ignore_case || asked.wordless(), each })
    }

    /// What must be known to judge.
    pub fn want(&self) -> Want {
        match self.kind {
            Kind::Value(want, _) => want,
            _ => Want::Outcome,
        }
    }

    /// Are there several right answers: any winning move?
    pub fn any_move(&self) -> bool {
        matches!(self.kind, Kind::Move { all: false, .. })
    }

    fn same(&self, a: &str, b: &str) -> bool {
        a == b || self.ignore_case && a.to_lowercase() == b.to_lowercase()
    }

    fn begins(&self, words: &[&str], text: &str) -> Option<usize> {
        let wanted: Vec<&str> = text.split_whitespace().collect();
        let same = wanted.len() <= words.len() && wanted.iter().zip(words).all(|(a, b)| self.same(a, b));
        (same && !wanted.is_empty()).then_some(wanted.len())
    }

    /// The whole answer with this in place of `{answer}`.
    fn whole(&self, case: &Case, i: usize, answer: Value, truth: &Truth) -> Result<String, Problem> {
        if self.plain {
            return Ok(match answer {
                Value::Text(t) => t.to_string(),
                v => v.to_string(),
            });
        }
        let number = truth.value.clone().unwrap_or(Value::Int(0));
        let players = &case.game.rules().players;
        let winner = match truth.outcome {
            Some(Verdict::Win) => players[case.mover].clone(),
            Some(Verdict::Lose) => players[1 - case.mover].clone(),
            _ => "draw".to_string(),
        };
        let given = [
            answer,
            number.clone(),
            number.clone(),
            number,
            Value::text(&winner),
            Value::Int(i as i64 + 1),
            Value::Int(case.mover as i64 + 1),
            truth.value.clone().unwrap_or(Value::Int(0)),
        ];
        self.template.render(&case.game, &case.position, &given)
    }

    /// The right answer, for a judge's file; a move is the first winning one. `None` where it is not known.
    pub fn right(
        &self,
        oracle: &mut Oracle,
        case: &Case,
        truth: &Truth,
        i: usize,
    ) -> Result<Option<String>, Problem> {
        let answer = match &self.kind {
            _ if self.each.is_some() => match self.series(oracle, case)? {
                Some(text) => Value::text(&text),
                None => return Ok(None),
            },
            Kind::Value(_, words) => valued(case, truth, words.as_ref()),
            Kind::Words(words) => Value::text(&words.own(case, truth.outcome)),
            Kind::Move { form, all, yes, no } => match truth.outcome {
                Some(Verdict::Win) => {
                    let Some(moves) = printed(oracle, case, form, *all)? else { return Ok(None) };
                    let lines = yes.iter().chain(&moves).map(String::as_str);
                    Value::text(&lines.collect::<Vec<_>>().join("\n"))
                }
                _ => Value::text(no.first().map_or("", String::as_str)),
            },
        };
        self.whole(case, i, answer, truth).map(Some)
    }

    /// The answers for 1, 2, 3 … up to the number of a field: letters without anything between, words one a line.
    fn series(&self, oracle: &mut Oracle, case: &Case) -> Result<Option<String>, Problem> {
        let places = case.cells();
        let last = places.iter().find(|(c, _)| Some(c.field) == self.each);
        let Some((cell, Some(last))) = last.map(|(c, n)| (*c, n.to_u64().filter(|n| *n <= SERIES))) else {
            return Ok(None);
        };
        let mut out: Vec<String> = Vec::new();
        for n in 1..=last {
            let Some(there) = case.with(cell, &BigInt::from(n)) else { return Ok(None) };
            let Some(truth) = oracle.truth(&there, self.want())? else { return Ok(None) };
            out.push(self.shown(&there, &truth));
        }
        let letters = matches!(self.kind, Kind::Words(_)) && out.iter().all(|w| w.chars().count() == 1);
        Ok(Some(out.join(if letters { "" } else { "\n" })))
    }

    /// The truth in the words of the problem, for a report.
    pub fn shown(&self, case: &Case, truth: &Truth) -> String {
        match &self.kind {
            Kind::Value(..) => truth.value.as_ref().map_or_else(String::new, Value::to_string),
            Kind::Words(words) => words.own(case, truth.outcome),
            Kind::Move { no, .. } => match truth.outcome {
                Some(Verdict::Win) => String::new(),
                _ => no.first().cloned().unwrap_or_default(),
            },
        }
    }

    /// Reads the answer to the i-th case of a run off the words that are left.
    pub fn read(
        &self,
        oracle: &mut Oracle,
        case: &Case,
        truth: &Truth,
        i: usize,
        words: &[&str],
    ) -> Result<Reply, Problem> {
        if words.is_empty() {
            return Ok(Reply::unread(words, Fault::Missing));
        }
        match &self.kind {
            Kind::Move { all: true, .. } => self.read_text(oracle, case, truth, i, words),
            _ if self.each.is_some() => self.read_text(oracle, case, truth, i, words),
            Kind::Words(list) => self.read_word(case, truth, i, words, list),
            Kind::Value(_, known) => {
                self.read_number(case, truth, i, words, valued(case, truth, known.as_ref()))
            }
            Kind::Move { form, yes, no, .. } => {
                let lost = no.iter().find_map(|w| self.begins(words, w));
                // A word that could also be a move (0, 1) is a move where the lengths say so.
                let length = form.length(case) + yes.as_ref().map_or(0, |w| w.split_whitespace().count());
                if let Some(n) = lost.filter(|n| *n != length || truth.outcome == Some(Verdict::Lose)) {
                    let fault = (truth.outcome == Some(Verdict::Win)).then_some(Fault::Wrong);
                    return Ok(reply(Said::Outcome(Verdict::Lose), &words[..n], fault));
                }
                self.read_move(oracle, case, truth, words, form, yes.as_deref())
            }
        }
    }

    fn read_word(
        &self,
        case: &Case,
        truth: &Truth,
        i: usize,
        words: &[&str],
        list: &Words,
    ) -> Result<Reply, Problem> {
        let mut found: Option<(Verdict, usize, &str)> = None;
        for (word, verdict) in list.meanings(case) {
            let told = Truth { outcome: Some(verdict), ..truth.clone() };
            let whole = self.whole(case, i, Value::text(word), &told)?;
            let Some(n) = self.begins(words, &whole) else { continue };
            // A word may stand for several outcomes: the true one is meant, if it is among them. The longest of
            // several readings otherwise.
            let true_one = |v: Verdict| truth.outcome == Some(v);
            let better = |(v, m, _): (Verdict, usize, &str)| (n, true_one(verdict)) > (m, true_one(v));
            if found.is_none_or(better) {
                found = Some((verdict, n, word));
            }
        }
        if let Some((verdict, n, word)) = found {
            let said = words[..n].join(" ");
            // Alone it stands as it was printed, small or capital.
            list.note(if said.to_lowercase() == word.to_lowercase() { &said } else { word });
            let fault = (truth.outcome != Some(verdict)).then_some(Fault::Wrong);
            return Ok(reply(Said::Outcome(verdict), &words[..n], fault));
        }
        Ok(Reply::unread(words, Fault::Garbage))
    }

    /// An answer of many words: all winning moves, in any order, or a series.
    fn read_text(
        &self,
        oracle: &mut Oracle,
        case: &Case,
        truth: &Truth,
        i: usize,
        words: &[&str],
    ) -> Result<Reply, Problem> {
        let Some(right) = self.right(oracle, case, truth, i)? else {
            return Ok(Reply { said: Said::Text, text: some(words), fault: None, words: None });
        };
        let mut said = words[..right.split_whitespace().count().min(words.len())].to_vec();
        let mut wanted: Vec<&str> = right.split_whitespace().collect();
        let text = some(&said);
        if let Kind::Move { form, yes, .. } = &self.kind
            && truth.outcome == Some(Verdict::Win)
            && said.len() == wanted.len()
        {
            let head = yes.as_ref().map_or(0, |w| w.split_whitespace().count());
            let size = form.length(case).max(1);
            for list in [&mut said, &mut wanted] {
                let mut moves: Vec<Vec<&str>> = list[head..].chunks(size).map(<[&str]>::to_vec).collect();
                moves.sort_unstable();
                list.truncate(head);
                list.extend(moves.into_iter().flatten());
            }
        }
        let n = wanted.len();
        let same = said.len() == n && said.iter().zip(&wanted).all(|(a, b)| self.same(a, b));
        Ok(match same {
            true => Reply { said: Said::Text, text, fault: None, words: Some(n) },
            false => Reply::unread(words, Fault::Wrong),
        })
    }

    fn read_number(
        &self,
        case: &Case,
        truth: &Truth,
        i: usize,
        words: &[&str],
        right: Value,
    ) -> Result<Reply, Problem> {
        let whole = self.whole(case, i, right, truth)?;
        let wanted: Vec<&str> = whole.split_whitespace().collect();
        let said: Vec<&str> = words.iter().take(wanted.len()).copied().collect();
        if said.len() < wanted.len() {
            return Ok(Reply::unread(words, Fault::Missing));
        }
        let same = |(a, b): (&&str, &&str)| self.same(a, b) || equal_numbers(a, b);
        let differs = wanted.iter().zip(&said).position(|pair| !same(pair));
        let told = said[differs.unwrap_or(wanted.len().saturating_sub(1))];
        Ok(match (differs, told.parse::<BigInt>()) {
            (None, Ok(n)) => reply(Said::Number(n), &said, None),
            (None, Err(_)) => reply(Said::Text, &said, None),
            (Some(_), Ok(n)) => reply(Said::Number(n), &said, Some(Fault::Wrong)),
            (Some(_), Err(_)) => Reply::unread(words, Fault::Garbage),
        })
    }

    fn read_move(
        &self,
        oracle: &mut Oracle,
        case: &Case,
        truth: &Truth,
        words: &[&str],
        form: &MoveForm,
        yes: Option<&str>,
    ) -> Result<Reply, Problem> {
        let garbage = || Ok(Reply::unread(words, Fault::Garbage));
        let Some(head) = yes.map_or(Some(0), |word| self.begins(words, word)) else { return garbage() };
        let end = head + form.length(case);
        let Some(printed) = words.get(head..end) else { return garbage() };
        let Some(moves) = oracle.meant(form, case, printed)? else { return garbage() };
        let mut fault = if moves.is_empty() { Some(Fault::IllegalMove) } else { Some(Fault::BadMove) };
        for m in &moves {
            if oracle.wins(case, m)? != Some(false) {
                fault = None;
            }
        }
        if truth.outcome == Some(Verdict::Lose) {
            fault = Some(fault.unwrap_or(Fault::Wrong));
        }
        let mut out = reply(Said::Moves(moves), &words[..end], fault);
        if fault == Some(Fault::IllegalMove) {
            out.said = Said::Text;
        }
        Ok(out)
    }
}

/// What stands for `{answer}` where a number is asked for: the number, or the word beside it.
fn valued(case: &Case, truth: &Truth, words: Option<&Words>) -> Value {
    match words {
        Some(words) => Value::text(words.judge(case, truth.outcome)),
        None => truth.value.clone().unwrap_or(Value::Int(0)),
    }
}

/// Winning moves as they are printed: the first, or all, each once. `None` where they are not known.
fn printed(
    oracle: &mut Oracle,
    case: &Case,
    form: &MoveForm,
    all: bool,
) -> Result<Option<Vec<String>>, Problem> {
    let (moves, complete) = oracle.winning(case, all)?;
    let mut out: Vec<String> = Vec::new();
    let mut left: Vec<Vec<Part>> = Vec::new();
    for m in moves.iter().take(if all { moves.len() } else { 1 }) {
        let Some((next, _)) = oracle.after(case, m)? else { return Ok(None) };
        // Two moves that leave the same are one; equal heaps are two heaps.
        let parts = next.position.parts.iter().map(|p| case.game.interp().canonical_part(p)).collect();
        if !left.contains(&parts) {
            left.push(parts);
            out.push(form.print(case, m, &next.position));
        }
    }
    Ok((!out.is_empty() && (complete || !all)).then_some(out))
}

impl Reply {
    /// An answer after which nobody knows where the next one begins.
    fn unread(words: &[&str], fault: Fault) -> Reply {
        Reply { said: Said::Text, text: some(words), fault: Some(fault), words: None }
    }
}

fn reply(said: Said, words: &[&str], fault: Option<Fault>) -> Reply {
    Reply { said, text: words.join(" "), fault, words: Some(words.len()) }
}

/// The beginning of an output, for a report.
fn some(words: &[&str]) -> String {
    let text: String = words.iter().take(6).copied().collect::<Vec<_>>().join(" ");
    text.chars().take(80).collect()
}

fn equal_numbers(a: &str, b: &str) -> bool {
    match (a.parse::<BigInt>(), b.parse::<BigInt>()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}
