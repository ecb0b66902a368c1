//! Theorems about words, compared with plain recursion over the interpreted rules on all short words.

use crate::rules::game;
use bouton_compile::Core;
use bouton_compile::letters::{Letters, derive, derive_alone};
use bouton_language::ast::Verdict;
use bouton_language::interp::{Interp, Part, Position, Turn};
use bouton_language::value::Value;
use bouton_samples::{few_or, rows, strip};
use bouton_theory::letters::{ILLEGAL, NoWords, Subject, WordLimits, WordTheorem, options, prove_words};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// The truth about words by the definitions.
struct Words<'a> {
    interp: &'a Interp,
    letters: &'a Letters,
    known: HashMap<(Part, Subject), u32>,
}

impl Words<'_> {
    fn part(&self, word: &[u8]) -> Part {
        let letters: Vec<Value> = word.iter().map(|l| self.letters.alphabet[*l as usize].clone()).collect();
        self.interp.canonical_part(&Part::from([Value::list(letters)]))
    }

    fn word(&self, part: &Part) -> Vec<u8> {
        let items: Vec<Value> = match &part[0] {
            Value::List(items) => items.to_vec(),
            Value::Text(text) => text.chars().map(|c| Value::text(&c.to_string())).collect(),
            other => panic!("{other:?}"),
        };
        let at = |v: &Value| self.letters.alphabet.iter().position(|l| l == v).unwrap() as u8;
        items.iter().map(at).collect()
    }

    fn options(&self, part: &Part, mover: usize) -> BTreeSet<Vec<Part>> {
        let mut found = BTreeSet::new();
        let turn = Turn { mover, turn: 0 };
        let done = self.interp.moves(part, turn, &mut |made| {
            found.insert(made.parts.iter().map(|p| self.interp.canonical_part(p)).collect());
            ControlFlow::Continue(())
        });
        done.unwrap_or_else(|e| panic!("the rules fail at {part:?}: {e:?}"));
        found
    }

    fn label(&mut self, part: &Part, subject: Subject) -> u32 {
        if let Some(known) = self.known.get(&(part.clone(), subject)) {
            return *known;
        }
        let label = if self.interp.legal(part).is_err() {
            ILLEGAL
        } else if subject == Subject::Values {
            let options = self.options(part, 0);
            let seen: BTreeSet<u32> =
                options.iter().map(|o| o.iter().fold(0, |x, p| x ^ self.label(p, subject))).collect();
            (0..).find(|v| !seen.contains(v)).unwrap()
        } else {
            let players = self.letters.ways.len();
            (0..players).map(|p| u32::from(self.won(part, p, players)) << p).sum()
        };
        self.known.insert((part.clone(), subject), label);
        label
    }

    fn won(&mut self, part: &Part, player: usize, players: usize) -> bool {
        let turn = Turn { mover: player, turn: 0 };
        let options = self.options(part, player);
        let whole = Position { parts: vec![part.clone()] };
        let ended = self.interp.ended(&whole, turn, &|| Ok(options.is_empty())).unwrap();
        match ended {
            Some(end) => end.verdict == Verdict::Win,
            None if options.is_empty() => self.interp.at_end(turn) == Verdict::Win,
            None => {
                let other = (player + 1) % players;
                options.iter().any(|o| self.label(&o[0], Subject::Outcomes) >> other & 1 == 0)
            }
        }
    }
}

/// All words up to a length, as far as there are not too many.
fn words(letters: usize, most: usize) -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = vec![Vec::new()];
    let mut at = 0;
    while out.len() < most {
        let more = (0..letters as u8).map(|l| [&out[at][..], &[l]].concat()).collect::<Vec<_>>();
        out.extend(more);
        at += 1;
    }
    out
}

fn read(interp: &Interp) -> Letters {
    let core = Core::new(interp);
    derive(&core).or_else(|_| derive_alone(&core)).unwrap_or_else(|o| panic!("outside: {o:?}"))
}

/// The moves as transducers are those of the interpreter, on all short words.
fn same_moves(text: &str, interp: &Interp, letters: &Letters) {
    let truth = Words { interp, letters, known: HashMap::new() };
    let mut words = words(letters.alphabet.len(), 130);
    words.retain(|word| interp.legal(&truth.part(word)).is_ok());
    for player in 0..letters.ways.len() {
        let all = match options(letters, player, &words) {
            Err(NoWords::Kind) => return,
            all => all.unwrap_or_else(|why| panic!("{text}: {why:?}")),
        };
        for (word, mut found) in words.iter().zip(all) {
            let right = truth.options(&truth.part(word), player);
            let right: BTreeSet<Vec<Vec<u8>>> =
                right.iter().map(|o| o.iter().map(|p| truth.word(p)).collect()).collect();
            found.retain(|parts| parts.iter().all(|w| interp.legal(&truth.part(w)).is_ok()));
            assert_eq!(found, right, "{text} at {word:?}, player {player}");
        }
    }
}

/// A theorem agrees with the definitions on all short words.
fn compare(text: &str, interp: &Interp, letters: &Letters, theorem: &WordTheorem) {
    let mut truth = Words { interp, letters, known: HashMap::new() };
    for word in words(letters.alphabet.len(), 600) {
        let part = truth.part(&word);
        assert_eq!(theorem.machine.says(&word), truth.label(&part, theorem.subject), "{text} at {word:?}");
    }
}

fn limits() -> WordLimits<'static> {
    WordLimits { states: 100, steps: 4_000_000, budget: None }
}

/// Rules on words: name, rules, and how many states the theorem has (0: none is found).
const GAMES: &str = "
    ones ¦ position word s of \"01\"; move i in 1..|s| if s[i] = \"1\": s[i] -> \"0\" ¦ 2
    ones, misere ¦ position word s of \"01\"; move i in 1..|s| if s[i] = \"1\": s[i] -> \"0\"; end misere ¦ 2
    numbers ¦ position row a of 0..2; move i in 1..|a|: a[i] -> a[i] - 1 ¦ 2
    lower ¦ position word d of 0..3; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x ¦ 4
    cut ¦ heaps word s of \"ab\"; move i in 1..|s| if s[i] = \"a\": s -> s[..i-1], s[i+1..] ¦ 2
    first ¦ heaps word s of \"BR\"; players L, R; move by L i in 1..|s| if s[i] = \"B\": s -> s[..i-1]; move by R i in 1..|s| if s[i] = \"R\": s -> s[..i-1] ¦ 3
    carry ¦ position word s of \"01\"; move i in 1..|s|-1 if s[i..i+1] = \"10\": s[i] -> \"0\", s[i+1] -> \"1\" ¦ 4
    three in a row ¦ position word s of \".X\"; move i in 1..|s| if s[i] = \".\": s[i] -> \"X\"; lose when \"XXX\" in s ¦ 0
    pairs ¦ position word s of \"01\"; move i in 1..|s|-1 if s[i] = s[i+1]: s -> s[..i-1] ++ s[i+2..] ¦ 0
";

#[test]
fn known_games() {
    let mut seen = Vec::new();
    for [name, text, wanted] in rows(GAMES) {
        let interp = game(&text);
        let letters = read(&interp);
        same_moves(&text, &interp, &letters);
        let states = match prove_words(&letters, &limits()) {
            Ok(theorem) => {
                compare(&text, &interp, &letters, &theorem);
                theorem.machine.states()
            }
            Err(NoWords::Searched(_)) => 0,
            Err(why) => panic!("{name}: {why:?}"),
        };
        if states.to_string() != wanted {
            seen.push(format!("{name}: {states}"));
        }
    }
    assert!(seen.is_empty(), "{seen:#?}");
}

#[test]
fn random_strips() {
    let (mut proved, mut open, mut outside) = (0, 0, 0);
    for seed in 0..few_or(30, 1500) {
        let text = strip(seed);
        let interp = game(&text.replace('\n', ";"));
        let letters = read(&interp);
        same_moves(&text, &interp, &letters);
        match prove_words(&letters, &WordLimits { states: 60, steps: 1_000_000, budget: None }) {
            Ok(theorem) => {
                compare(&text, &interp, &letters, &theorem);
                proved += 1;
            }
            Err(NoWords::Searched(_)) => open += 1,
            Err(NoWords::Kind) => outside += 1,
            Err(why) => panic!("{text}: {why:?}"),
        }
    }
    eprintln!("{proved} proved, {open} not, {outside} outside");
    assert!(proved > open, "{proved} {open}");
}
