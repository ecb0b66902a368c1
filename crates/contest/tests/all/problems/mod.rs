//! The problems of online judges: games, the judges' forms of input and output, limits.

use bouton::{Folder, Game};
use bouton_template::{Asked, Limits, Task};

/// A problem and how its judge asks.
pub(crate) struct Problem {
    pub(crate) id: &'static str,
    /// A game of the library, or rules.
    pub(crate) game: &'static str,
    /// How a case is written, and several of them.
    pub(crate) template: &'static str,
    pub(crate) cases: Option<&'static str>,
    pub(crate) limits: &'static [&'static str],
    /// A condition on positions.
    pub(crate) only: &'static str,
    pub(crate) want: Want,
    /// The whole answer, where there is more to it.
    pub(crate) answer: Option<&'static str>,
    /// Answers for all numbers up to this field.
    pub(crate) each: Option<&'static str>,
}

/// What is asked for.
pub(crate) enum Want {
    Words(&'static str, &'static str),
    Draw(&'static str, &'static str, &'static str),
    Value(&'static str),
    /// A move: its form, the word before it, the word where there is none.
    Move(&'static str, Option<&'static str>, &'static str),
    /// All winning moves.
    Moves(&'static str, Option<&'static str>, &'static str),
    Winner,
}

use Want::{Draw, Move, Moves, Value, Winner, Words};

impl Problem {
    /// The game with the judge's forms and limits.
    pub(crate) fn task(&self) -> Task {
        let folder = Folder { base: None };
        let game = match self.game.contains('\n') {
            true => Game::from_text("rules", self.game, &folder).unwrap().0,
            false => Game::library(self.game).unwrap(),
        };
        let typed: Vec<String> = self.limits.iter().map(|l| (*l).to_string()).collect();
        let mut limits = Limits::read(&game, &typed, None, &folder).unwrap();
        if !self.only.is_empty() {
            limits.only(&game, self.only).unwrap();
        }
        let (template, cases) = (Some(self.template.to_string()), self.cases.map(String::from));
        Task { game, template, cases, answers: self.asked(), limits }
    }

    fn asked(&self) -> Asked {
        let word = |w: &str| Some(w.to_string());
        let asked = match self.want {
            Words(yes, no) => Asked { yes: word(yes), no: word(no), ..Asked::default() },
            Draw(yes, no, draw) => {
                Asked { yes: word(yes), no: word(no), draw: word(draw), ..Asked::default() }
            }
            Value(what) => Asked { value: word(what), ..Asked::default() },
            Move(form, yes, no) | Moves(form, yes, no) => Asked {
                form: word(form),
                all: matches!(self.want, Moves(..)),
                yes: yes.map(String::from),
                no: word(no),
                ..Asked::default()
            },
            Winner => Asked::default(),
        };
        Asked { answer: self.answer.map(String::from), each: self.each.map(String::from), ..asked }
    }
}

const HEAPS: &str = "{n}\\n{heaps}";
const COUNTED: Option<&str> = Some("{t}\\n{cases}");
const TO_THE_END: Option<&str> = Some("{cases}");
const TO_ZERO: Option<&str> = Some("{cases}0\\n");
const TO_ZEROS: Option<&str> = Some("{cases}0 0\\n");
const ONE: Option<&str> = None;

/// Wythoff's game with the moves in the order in which its judge wants them.
const WYTHOFF: &str = "position a, b unordered
move both k in 1..min(a, b): a -> a - k, b -> b - k
move one k in 1..a: a -> a - k
move other k in 1..b: b -> b - k
claim lose iff min(a, b) = floor(phi * abs(a - b))
define step(x) = floor(phi * (x + 1)) - x - 1
define partner(x) = x + step(x) if floor(phi * step(x)) = x, step(x) otherwise
strategy both: k = min(a, b) - floor(phi * abs(a - b)) if k > 0
strategy one: k = a - partner(b) if partner(b) < a
strategy other: k = b - partner(a) if partner(a) < b
";

const fn problem(
    id: &'static str,
    game: &'static str,
    template: &'static str,
    cases: Option<&'static str>,
    limits: &'static [&'static str],
    want: Want,
) -> Problem {
    Problem { id, game, template, cases, limits, only: "", want, answer: None, each: None }
}

#[rustfmt::skip]
pub(crate) const PROBLEMS: &[Problem] = &[
    problem("51nod1066", "bash", "{n} {m}", COUNTED, &["n=1..1e9", "m=1..1e9"], Words("A", "B")),
    problem("51nod1068", "power-bash", "{n}", COUNTED, &["n=1..10^1000"], Words("A", "B")),
    problem("51nod1070", "fibonacci", "{n}", COUNTED, &["n=2..1e9"], Words("A", "B")),
    Problem { only: "h1 <= |b| and h2 <= |b| and w1 <= |b[1]| and w2 <= |b[1]|", ..problem("AtCoderABC228F", "stamp-game", "{|b|} {|b[1]|} {h1} {w1} {h2} {w2}\\n{b}", ONE, &["|b|=3..4", "b=1..100", "h1=1..3", "w1=1..3", "h2=1..3", "w2=1..3"], Value("score")) },
    problem("AtCoderDPK", "subtract", "{|S|} {n}\\n{S}", ONE, &["S=1..20", "n=1..10000"], Words("First", "Second")),
    problem("CF1527B2", "palindrome", "{|s|}\\n{s}", COUNTED, &["|s|=1..8"], Draw("ALICE", "BOB", "DRAW")),
    problem("CSES1099", "stair-game", "{n}\\n{p}", COUNTED, &["|p|=1..20", "p=0..1e9"], Words("first", "second")),
    Problem { only: "1 in S", each: Some("n"), ..problem("CSES1729", "subtract", "{n} {|S|}\\n{S}", ONE, &["S=1..20", "n=1..500"], Words("W", "L")) },
    problem("HDU1404", "digits", "{d}", TO_THE_END, &["|d|=1..6"], Words("Yes", "No")),
    Problem { answer: Some("Case {i}:\\n{answer}"), ..problem("HDU1729", "boxes", HEAPS, TO_ZERO, &["s=0..1000", "c=0..1000", "heaps=1..10"], Words("Yes", "No")) },
    problem("HDU1730", "northcott", "{n} {width}\\n{[[w[i], b[i]] for i in 1..|w|]}", TO_THE_END, &["width=3..6", "|w|=1..3", "|b|=1..3"], Words("I WIN!", "BAD LUCK!")),
    problem("HDU1848", "fibonacci-take", "{heaps}", Some("{cases}0 0 0\\n"), &["heaps=3", "n=1..1000"], Words("Fibo", "Nacci")),
    problem("HDU2147", "kiki", "{rows} {cols}", TO_ZEROS, &["rows=1..2000", "cols=1..2000"], Words("Wonderful!", "What a pity!")),
    problem("HDU2176", "nim", HEAPS, TO_ZERO, &["n=1..1e9", "heaps=1..10"], Moves("{before} {after}", Some("Yes"), "No")),
    Problem { only: "a <= b and b > 0", ..problem("HDU2177", WYTHOFF, "{a} {b}", TO_ZEROS, &["a=0..1e6", "b=1..1e6"], Moves("{to}", Some("1"), "0")) },
    problem("HDU2516", "fibonacci", "{n}", TO_ZERO, &["n=2..2^31-1"], Words("First win", "Second win")),
    problem("HDU3032", "lasker", HEAPS, COUNTED, &["n=1..2^31-1", "heaps=1..10"], Words("Alice", "Bob")),
    Problem { only: "all(count(heaps, h) = 1 for h in heaps)", ..problem("HDU3537", "mock-turtles", "{n}\\n{[h - 1 for h in heaps]}", TO_THE_END, &["n=1..1e8", "heaps=1..10"], Words("No", "Yes")) },
    problem("HDU4764", "stone-4764", "{N} {k}", TO_ZEROS, &["N=1..1000", "k=1..100"], Winner),
    problem("ICPC2017RakeItIn", "rake", "{k}\\n{b}", COUNTED, &["k=1..3", "b=1..10"], Value("score")),
    problem("LeetCode0294", "flip-game", "currentState = \"{s}\"", ONE, &["|s|=1..20"], Words("true", "false")),
    problem("LeetCode0913", "cat-mouse", "graph = {[G[v] for v in 0..|G|-1]:json}", ONE, &["G=3..7"], Draw("1", "2", "0")),
    problem("LeetCode1140", "stone-game-2", "piles = {a:json}", ONE, &["|a|=1..10", "a=1..100"], Value("(sum(a) + score) div 2")),
    problem("LeetCode1510", "square-take", "n = {n}", ONE, &["n=1..100000"], Words("true", "false")),
    problem("LeetCode1927", "sum-game", "num = \"{s}\"", ONE, &["|s|=2..6"], Words("true", "false")),
    problem("LeetCode2868", "wording-game", "a = {A:json}, b = {B:json}", ONE, &["A=1..5", "B=1..5"], Words("true", "false")),
    problem("LeetCode3222", "coin-115", "x = {x}, y = {y}", ONE, &["x=1..100", "y=1..100"], Words("\"Alice\"", "\"Bob\"")),
    problem("LuoguB4227", "palindrome-deletion", "{|a| div 2}\\n{a}", COUNTED, &["|a|=2..6", "a=1..3"], Words("Win", "Lose")),
    problem("LuoguP1247", "nim", HEAPS, ONE, &["n=1..1e9", "heaps=1..10"], Move("{k} {heap}\\n{to}", None, "lose")),
    problem("LuoguP1290", "euclid", "{a} {b}", COUNTED, &["a=1..2^31-1", "b=1..2^31-1"], Words("Stan wins", "Ollie wins")),
    problem("LuoguP2197", "nim", HEAPS, COUNTED, &["n=0..2^31-1", "heaps=1..10"], Words("Yes", "No")),
    problem("LuoguP8144", "bbwwbb", "{(\"B\" if mover = 1, \"W\" otherwise)} {[1 + sum(g[1..i-1]) for i in 1..|c|]}", COUNTED, &["c=BBWWBB", "|c|=6", "|g|=5", "g=1..3", "mover=1..2"], Draw("No", "No", "Yes")),
    problem("POJ1067", "wythoff", "{a} {b}", TO_THE_END, &["a=0..1e9", "b=0..1e9"], Words("1", "0")),
    problem("POJ1704", "georgia-bob", "{n}\\n{p}", COUNTED, &["|p|=1..8", "p=1..10000"], Words("Georgia will win", "Bob will win")),
    problem("POJ1740", "redistribute", "{n}\\n{a}", TO_ZERO, &["|a|=1..4", "a=1..4"], Words("1", "0")),
    problem("POJ2484", "ring-coins", "{n}", TO_ZERO, &["n=1..1e6"], Words("Alice", "Bob")),
    problem("POJ2960", "subtract", "{|S|} {S}\\n1\\n{n} {heaps}", TO_ZERO, &["S=1..20", "n=0..10000", "heaps=1..10"], Words("W", "L")),
    problem("POJ2975", "nim", HEAPS, TO_ZERO, &["n=1..1e9", "heaps=1..10"], Value("winning")),
    problem("TopCoderScoreDifference", "score-difference", "{b}", ONE, &["b=1..16"], Value("score")),
];
