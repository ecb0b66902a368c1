//! What kind of mistake a faulty program seems to make: a guess, with the evidence for it.
//!
//! First whatever can be read off all its answers (always the other way round, always the same), then the wrong ideas
//! whose answers it gives in every case tried ([`crate::ideas`]), then where its failures begin.

use crate::answers::{Fault, Said};
use crate::ideas::{Believers, Guessed, Idea, shifted};
use crate::oracle::{Oracle, Truth};
use bouton::Problem;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::Chosen;
use bouton_template::{Case, Origin, Want};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

/// A case that was run, with what came out.
#[derive(Clone)]
pub struct Tested {
    /// The case.
    pub case: Case,
    /// What is true.
    pub truth: Truth,
    /// What was said.
    pub said: Said,
    /// What is wrong with that.
    pub fault: Option<Fault>,
}

/// What the mistake looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Won and lost exchanged.
    Swapped,
    /// The same answer to everything.
    Constant,
    /// A wrong idea.
    Idea(Idea),
    /// A type of so many bits ends.
    Overflow(u32),
    /// A product overflows a type of so many bits.
    Product(u32),
    /// Whole numbers beyond 2^53 in floating point.
    Precision,
    /// Something is left over from another case, or from another call.
    State,
    /// It does not end, or runs out of something, for large input.
    Large,
    /// Only the very first positions are wrong.
    Start,
    /// A move takes the Grundy value instead of going to it.
    TakesXor,
    /// It seems to read another form of input.
    Form,
    /// Nothing familiar.
    Unknown,
}

/// A guess and what speaks for it.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The guess.
    pub kind: Kind,
    /// The evidence, in both languages.
    pub evidence: [String; 2],
}

impl Guess {
    fn new(kind: Kind, en: String, zh: String) -> Guess {
        Guess { kind, evidence: [en, zh] }
    }

    /// The word in JSON.
    pub fn word(&self) -> String {
        self.kind.said().0
    }

    /// The guess as a sentence without its end.
    pub fn say(&self, lang: Lang) -> String {
        let (_, [en, zh]) = self.kind.said();
        lang.pick(en, zh)
    }
}

impl Kind {
    /// The word in JSON, and a sentence without its end in both languages.
    fn said(&self) -> (String, [String; 2]) {
        let (word, en, zh) = match self {
            Kind::Idea(idea) => {
                return (idea.word().into(), [Lang::En, Lang::Zh].map(|lang| idea.say(lang).into()));
            }
            Kind::Overflow(bits) => {
                let end = bits - 1;
                return (
                    format!("overflow-{bits}"),
                    [
                        format!("overflow: a type of {bits} bits ends at 2^{end}"),
                        format!("溢出：{bits} 位整数到 2^{end} 为止"),
                    ],
                );
            }
            Kind::Product(bits) => {
                return (
                    format!("product-overflow-{bits}"),
                    [
                        format!("overflow: a product of two numbers leaves {bits} bits"),
                        format!("溢出：两数之积超出 {bits} 位"),
                    ],
                );
            }
            Kind::Swapped => ("swapped", "won and lost are exchanged", "胜负颠倒"),
            Kind::Constant => ("constant", "the same answer to everything", "对一切局面给出同一答案"),
            Kind::Precision => (
                "float",
                "floating point: a double holds whole numbers up to 2^53 only",
                "浮点误差：double 只能精确表示到 2^53 的整数",
            ),
            Kind::State => (
                "state",
                "something is left over from another case or call (a global array, a memo, a mark)",
                "别的数据或递归调用的残留（全局数组、记忆化或标记没有清空）",
            ),
            Kind::Large => (
                "large-input",
                "large input: too slow, too deep a recursion, or an array too small",
                "大数据：太慢、递归太深或数组太小",
            ),
            Kind::Start => (
                "first-values",
                "the first values: a base case, or  <  for  <=",
                "开头的值：边界情形，或把 <= 写成 <",
            ),
            Kind::TakesXor => (
                "takes-the-xor",
                "the move takes the xor itself instead of leaving  heap xor it",
                "取走的是异或值本身，而不是取到“堆 异或 该值”",
            ),
            Kind::Form => (
                "input-form",
                "positions may be written in another way than it reads them (--in, --cases)",
                "局面的写法可能与程序读入的格式不同（--in、--cases）",
            ),
            Kind::Unknown => ("unknown", "none of the familiar mistakes", "不像任何常见的错误"),
        };
        (word.into(), [en.into(), zh.into()])
    }
}

/// What the failures look like. `tested` holds what agreed as well; `smallest` is the smallest failure known.
pub fn guess(
    oracle: &mut Oracle,
    tested: &[Tested],
    smallest: &Tested,
    want: Want,
) -> Result<Guess, Problem> {
    let failed: Vec<&Tested> = tested.iter().filter(|t| t.fault.is_some()).chain([smallest]).collect();
    let passed: Vec<&Tested> = tested.iter().filter(|t| t.fault.is_none()).collect();
    let facts = Facts { failed: &failed, passed: &passed, all: tested, smallest };
    if let Some(found) = facts.unread().or_else(|| facts.ended()).or_else(|| facts.always()) {
        return Ok(found);
    }
    if let Some(found) = facts.takes_xor(oracle)?.or_else(|| facts.ends()).or_else(|| facts.empty()) {
        return Ok(found);
    }
    if let Some(found) = facts.ideas(oracle, want)?.or_else(|| facts.late(want)) {
        return Ok(found);
    }
    Ok(facts.early().unwrap_or_else(|| {
        let (bad, of) = (failed.len() - 1, tested.len());
        Guess::new(
            Kind::Unknown,
            format!("{bad} of the {of} cases tried here fail"),
            format!("这里试过的 {of} 个局面中有 {bad} 个出错"),
        )
    }))
}

struct Facts<'f> {
    /// With the smallest again at the end.
    failed: &'f [&'f Tested],
    passed: &'f [&'f Tested],
    all: &'f [Tested],
    smallest: &'f Tested,
}

impl Facts<'_> {
    /// Not one case was answered.
    fn unread(&self) -> Option<Guess> {
        let answered = |t: &Tested| !matches!(t.fault, Some(f) if !matches!(f, Fault::Wrong | Fault::BadMove | Fault::IllegalMove));
        let n = self.all.len();
        (n > 0 && !self.all.iter().any(answered) && !answered(self.smallest)).then(|| {
            Guess::new(
                Kind::Form,
                format!("none of the {n} cases tried is answered"),
                format!("试过的 {n} 个局面没有一个得到回答"),
            )
        })
    }

    /// Programs that end badly.
    fn ended(&self) -> Option<Guess> {
        let (en, zh) = match self.smallest.fault {
            Some(Fault::Timeout) => ("it does not end in time", "未在时限内结束"),
            Some(Fault::Crash) => ("it crashes", "程序崩溃"),
            Some(Fault::Memory) => ("it runs out of memory", "内存不足"),
            _ => return None,
        };
        let size = self.smallest.case.size();
        let below = self.passed.iter().filter(|t| t.case.size() < size).count();
        if below < 5 || size < BigInt::from(20) {
            return None;
        }
        Some(Guess::new(
            Kind::Large,
            format!("{en} here, and the {below} smaller cases tried are answered"),
            format!("这里{zh}，而试过的 {below} 个较小局面都能回答"),
        ))
    }

    /// Answers that are always exchanged, or always the same.
    fn always(&self) -> Option<Guess> {
        let said: Vec<(Verdict, Verdict)> = self
            .all
            .iter()
            .filter_map(|t| match (&t.said, t.truth.outcome) {
                (Said::Outcome(v), Some(truth)) => Some((*v, truth)),
                _ => None,
            })
            .collect();
        let n = said.len();
        let both =
            said.iter().any(|(_, t)| *t == Verdict::Win) && said.iter().any(|(_, t)| *t == Verdict::Lose);
        if n < 6 || n < self.all.len() || !both {
            return None;
        }
        if said
            .iter()
            .all(|(v, t)| matches!((v, t), (Verdict::Draw, Verdict::Draw)) || (v != t && *v != Verdict::Draw))
        {
            return Some(Guess::new(
                Kind::Swapped,
                format!("all {n} answers are the opposite of the truth"),
                format!("{n} 个答案全部相反"),
            ));
        }
        if said.iter().all(|(v, _)| *v == said[0].0) {
            return Some(Guess::new(
                Kind::Constant,
                format!("all {n} answers are the same"),
                format!("{n} 个答案完全相同"),
            ));
        }
        None
    }

    /// The first failure lies where a type ends, and nothing below fails.
    fn ends(&self) -> Option<Guess> {
        let least = self.failed.iter().map(|t| t.case.largest()).min()?;
        let below = self.passed.iter().filter(|t| t.case.largest() < least).count();
        let tall = self.passed.iter().map(|t| t.case.largest()).filter(|n| *n < least).max()?;
        if below < 10 {
            return None;
        }
        let power = |k: u32| BigInt::one() << k;
        // Smaller cases beyond half of the end speak for it; a gap between them and the first failure does not.
        let reaches = |end: &BigInt| least >= *end && &least / 8 <= *end && &tall * 64 >= *end;
        let evidence = |end: &str| {
            [
                format!(
                    "nothing below {end} fails ({below} cases, the largest number {tall}), the smallest failure holds {least}"
                ),
                format!("{end} 以下没有出错（{below} 个局面，最大的数 {tall}），最小的错误含有 {least}"),
            ]
        };
        for bits in [64u32, 63, 32, 31, 16, 15] {
            if reaches(&power(bits)) {
                let kind = Kind::Overflow(bits.next_multiple_of(16));
                return Some(Guess { kind, evidence: evidence(&format!("2^{bits}")) });
            }
        }
        if reaches(&power(53)) {
            return Some(Guess { kind: Kind::Precision, evidence: evidence("2^53") });
        }
        for bits in [63u32, 31] {
            let root = power(bits).sqrt();
            if least >= root && &least / 3 <= root && &tall * 64 >= root {
                return Some(Guess {
                    kind: Kind::Product(bits + 1),
                    evidence: evidence(&format!("sqrt(2^{bits})")),
                });
            }
        }
        None
    }

    /// Every failure has an empty heap or list, or nothing at all.
    fn empty(&self) -> Option<Guess> {
        let zero = |t: &Tested| {
            let numbers = t.case.numbers();
            numbers.is_empty() || numbers.iter().any(Zero::is_zero)
        };
        let without = self.passed.iter().filter(|t| !zero(t)).count();
        if without < 5 || !self.failed.iter().all(|t| zero(t)) {
            return None;
        }
        Some(Guess::new(
            Kind::Idea(Idea::Zero),
            format!(
                "every failure has an empty heap or a 0, and the {without} cases tried without one are right"
            ),
            format!("每个错误都含有空堆或 0，而试过的 {without} 个不含 0 的局面都正确"),
        ))
    }

    /// A wrong idea that gives all its answers.
    fn ideas(&self, oracle: &mut Oracle, want: Want) -> Result<Option<Guess>, Problem> {
        let mut believers = Believers::default();
        let mut best: Option<(Idea, usize)> = None;
        for idea in
            [Idea::Misere, Idea::Xor, Idea::Parity, Idea::Count, Idea::Greedy, Idea::Period, Idea::Overflow]
        {
            if let Some(n) =
                self.believes(|oracle, case| believers.answer(idea, oracle, case, want), oracle)?
                && best.is_none_or(|(_, m)| n > m)
            {
                best = Some((idea, n));
                // The wrong ending explains more than a formula that happens to be its answer.
                if idea == Idea::Misere {
                    break;
                }
            }
        }
        for by in [-1, 1] {
            if let Some(n) = self.believes(|oracle, case| shifted(oracle, case, want, by), oracle)?
                && best.is_none_or(|(_, m)| n > m)
            {
                best = Some((Idea::OffByOne, n));
            }
        }
        Ok(best.map(|(idea, n)| {
            Guess::new(
                Kind::Idea(idea),
                format!("this idea gives the same answers in all {n} cases tried where it says anything"),
                format!("在试过的 {n} 个局面中，这种想法给出的答案与程序完全一致"),
            )
        }))
    }

    /// In how many cases the program answers as a believer would, if it always does and that explains its failures.
    fn believes(
        &self,
        mut answer: impl FnMut(&mut Oracle, &Case) -> Result<Option<Guessed>, Problem>,
        oracle: &mut Oracle,
    ) -> Result<Option<usize>, Problem> {
        let (mut same, mut explained) = (0, 0);
        // Failures first: most ideas are out after a few of them.
        let some = self.failed.iter().take(60).chain(self.passed.iter().take(200));
        for t in some {
            let said = match &t.said {
                Said::Outcome(v) => Guessed::Outcome(*v),
                Said::Number(n) => Guessed::Number(n.clone()),
                _ => return Ok(None),
            };
            match answer(oracle, &t.case)? {
                Some(guessed) if guessed == said => {
                    same += 1;
                    explained += usize::from(t.fault.is_some());
                }
                Some(_) => return Ok(None),
                None => {}
            }
        }
        let enough = same >= 8 && explained * 2 >= self.failed.len().min(60);
        Ok(enough.then_some(same))
    }

    /// Many small cases are right, and failures begin late.
    fn late(&self, want: Want) -> Option<Guess> {
        let least = self.failed.iter().map(|t| t.case.size()).min().unwrap_or_default();
        let below = self.passed.iter().filter(|t| t.case.size() < least).count();
        if below < 30 || least < BigInt::from(100) {
            return None;
        }
        let one = self.all.iter().all(|t| t.case.numbers().len() == 1);
        if one && let Some(period) = self.period() {
            return Some(Guess::new(
                Kind::Idea(Idea::Period),
                format!("its answers have period {period} throughout; the game's do so only below {least}"),
                format!("程序的答案始终以 {period} 为周期，而游戏只在 {least} 以下如此"),
            ));
        }
        // Only beside lost positions, while random ones of the same size are right.
        let large = self.passed.iter().filter(|t| t.case.size() >= least).count();
        let near = self
            .failed
            .iter()
            .all(|t| t.truth.outcome == Some(Verdict::Lose) || t.case.origin == Origin::Near);
        if near && large >= 1 && least > BigInt::from(100_000) && want == Want::Outcome {
            let lost = self.smallest.truth.outcome == Some(Verdict::Lose);
            let (en, zh) = if lost {
                ("a lost position", "必败局面")
            } else {
                ("beside a lost position", "必败局面的旁边")
            };
            return Some(Guess::new(
                Kind::Idea(Idea::Float),
                format!(
                    "the {below} smaller cases and {large} of this size and above are right; the failures are lost positions or their neighbours, where a rounded formula is decided by the last digit. This one is {en}. Use integers (isqrt)"
                ),
                format!(
                    "较小的 {below} 个局面和同样大小以上的 {large} 个都正确；出错的是必败局面或其邻居，舍入的公式在那里由末位决定。这里是{zh}。请用整数（isqrt）"
                ),
            ));
        }
        None
    }

    /// The period that all answers about one number have, if they have a short one.
    fn period(&self) -> Option<u64> {
        let mut said: Vec<(u64, &Said)> = Vec::new();
        for t in self.all {
            said.push((t.case.numbers().first()?.to_u64()?, &t.said));
        }
        (2..=200).find(|p| {
            let mut seen: Vec<Option<&Said>> = vec![None; *p as usize];
            let mut twice = 0;
            // The first few values may be exceptions.
            for (n, s) in said.iter().filter(|(n, _)| *n >= *p) {
                let slot = &mut seen[(n % p) as usize];
                match slot {
                    Some(old) if *old != *s => return false,
                    Some(_) => twice += 1,
                    None => *slot = Some(s),
                }
            }
            twice >= 2 * seen.iter().flatten().count()
                && twice >= 20
                && seen.iter().flatten().any(|a| Some(*a) != seen.iter().flatten().next().copied())
        })
    }

    /// Only the smallest positions fail.
    fn early(&self) -> Option<Guess> {
        let most = self.failed.iter().map(|t| t.case.size()).max()?;
        let above = self.passed.iter().filter(|t| t.case.size() > most).count();
        (above >= 20 && most <= BigInt::from(12)).then(|| {
            Guess::new(
                Kind::Start,
                format!("only cases of size {most} and below fail; {above} larger ones are right"),
                format!("只有大小不超过 {most} 的局面出错；更大的 {above} 个都正确"),
            )
        })
    }

    /// Moves that take exactly the Grundy value of the position.
    fn takes_xor(&self, oracle: &mut Oracle) -> Result<Option<Guess>, Problem> {
        let mut same = 0;
        let mut looked = 0;
        for t in self.failed.iter().take(40) {
            let Said::Moves(moves) = &t.said else { continue };
            let Some(g) = oracle.value(&t.case).ok().flatten() else { return Ok(None) };
            looked += 1;
            // All of a heap where the value is more than that.
            let cells = t.case.cells();
            let all = |part: usize| {
                cells.iter().filter(|(c, _)| c.part == part).map(|(_, n)| n.clone()).max().unwrap_or_default()
            };
            let taken = |m: &Chosen| g.clone().min(all(m.part));
            let takes = moves.iter().any(|m| m.choices.iter().any(|v| v.to_big() == Some(taken(m))));
            same += usize::from(takes);
        }
        let moves = self.failed.iter().any(|t| matches!(t.fault, Some(Fault::BadMove | Fault::IllegalMove)));
        Ok((moves && looked >= 2 && same * 3 >= looked * 2).then(|| {
            Guess::new(
                Kind::TakesXor,
                format!("{same} of {looked} wrong moves take exactly the xor of the heaps' values"),
                format!("{looked} 个错误走法中有 {same} 个恰好取走各堆 SG 值的异或"),
            )
        }))
    }
}
