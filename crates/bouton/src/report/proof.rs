//! Theorems and what was tried for them, in words.

use crate::answer::Status;
use crate::game::Game;
use crate::proof::claims::{ClaimProof, Decided, Open, Says};
use crate::proof::{Proof, Reason, Search};
use bouton_language::diagnostic::{Lang, plural};
use bouton_theory::Numeration;
use bouton_theory::prove::{Ended, Fault, Outside, Pairs, Tried, What, best};
use num_bigint::BigUint;

/// The name of a numeration: `base 2`, `Fibonacci digits`.
pub(crate) fn numeration(n: Numeration, lang: Lang) -> String {
    match n {
        Numeration::Base(b) => lang.pick(format!("base {b}"), format!(" {b} 进制")),
        Numeration::Quadratic(1) => lang.pick("Fibonacci digits", "斐波那契数位").to_string(),
        Numeration::Quadratic(t) => {
            let (b, c) = (t + 1, u32::from(t) * u32::from(t + 1) + 1);
            lang.pick(
                format!("digits with the place values 1, {b}, {c}, … (x*x = {t}*x + 1)"),
                format!("位值为 1、{b}、{c}……的数位（x*x = {t}*x + 1）"),
            )
        }
        Numeration::Parry(_) => {
            let places = n.first_places(6);
            let list = |by: &str| places.iter().map(BigUint::to_string).collect::<Vec<_>>().join(by);
            let one = n.expansion();
            lang.pick(
                format!("digits with the place values {}, … (1 = 0.{one} in their base)", list(", ")),
                format!("位值为 {}……的数位（在其底中 1 = 0.{one}）", list("、")),
            )
        }
        Numeration::Mixed(mixed) => {
            let own: Vec<String> = mixed.systems().into_iter().map(|n| numeration(n, lang)).collect();
            lang.pick(
                format!("digits of their own ({})", own.join(", ")),
                format!("各自的数位（{}）", own.join("、").replace("、 ", "、")),
            )
        }
    }
}

/// `a + b`, `2*n + limit`: what falls with every move.
fn weighted(names: &[String], weights: &[u64]) -> String {
    let term = |(n, w): (&String, &u64)| match w {
        0 => None,
        1 => Some(n.clone()),
        w => Some(format!("{w}*{n}")),
    };
    let terms: Vec<String> = names.iter().zip(weights).filter_map(term).collect();
    if terms.is_empty() { "0".to_string() } else { terms.join(" + ") }
}

impl Proof {
    /// What is proved where no formula says it: `lose iff automaton(a, b)`.
    pub(crate) fn unnamed(&self) -> String {
        let names: Vec<&str> = self.fragment.coordinates.iter().map(|c| c.name.as_str()).collect();
        let claims = if self.values() { "grundy =" } else { "lose iff" };
        format!("{claims} automaton({})", names.join(", "))
    }

    /// The theorem in a sentence.
    pub fn theorem(&self, lang: Lang) -> String {
        let names: Vec<String> = self.fragment.coordinates.iter().map(|c| c.name.clone()).collect();
        let list = names.join(", ");
        let place = if names.len() == 1 { list.clone() } else { format!("({list})") };
        let formula = self.formula.as_deref();
        if self.values() {
            let (heap, heap_zh) = match names.len() {
                1 => (format!("a heap of {list}"), format!("大小为 {list} 的堆")),
                _ => (format!("a heap {place}"), format!("堆 {place} ")),
            };
            if let Some(text) = formula.and_then(|f| f.strip_prefix("grundy = ")) {
                return lang.pick(
                    format!("for every {list}, the Grundy value of {heap} is {text}"),
                    format!("对每个 {list}，{heap_zh}的 SG 值为 {text}"),
                );
            }
            if let Some((period, saltus, from)) = formula.and_then(period) {
                let plus = if saltus == "0" { String::new() } else { format!(" + {saltus}") };
                return lang.pick(
                    format!("g({list} + {period}) = g({list}){plus} for every {list} >= {from}, where g is the Grundy value of a heap"),
                    format!("对每个 {list} >= {from}，g({list} + {period}) = g({list}){plus}，其中 g 是堆的 SG 值"),
                );
            }
            return lang.pick(
                format!("for every {list}, the Grundy value of {heap} is the g that the automaton accepts beside it"),
                format!("对每个 {list}，{heap_zh}的 SG 值就是自动机与之一同接受的 g"),
            );
        }
        let what = match (self.alone, lang) {
            (true, Lang::En) => format!("a single heap {place}"),
            (true, Lang::Zh) => format!("单独一堆 {place}"),
            (false, Lang::En) => format!("a position {place}"),
            (false, Lang::Zh) => format!("局面 {place}"),
        };
        if let Some(players) = &self.players {
            let first = formula.and_then(|f| f.strip_prefix("lose iff "));
            return self.by_players(&what, &list, first, players.second.as_deref(), lang);
        }
        match (formula.map(|f| (f.strip_prefix("lose iff "), f.strip_prefix("win iff "))), lang) {
            (Some((Some(text), _)), Lang::En) => {
                format!("{what} is lost for the player to move exactly when {text}, for all {list}")
            }
            (Some((Some(text), _)), Lang::Zh) => format!("对一切 {list}：{what} 对先手必败，当且仅当 {text}"),
            (Some((_, Some(text))), Lang::En) => {
                format!("{what} is won for the player to move exactly when {text}, for all {list}")
            }
            (Some((_, Some(text))), Lang::Zh) => format!("对一切 {list}：{what} 对先手必胜，当且仅当 {text}"),
            (_, Lang::En) => {
                format!(
                    "{what} is lost for the player to move exactly when the automaton accepts it, for all {list}"
                )
            }
            (_, Lang::Zh) => format!("对一切 {list}：{what} 对先手必败，当且仅当自动机接受它"),
        }
    }

    /// The theorem where players differ: for each of them, if it is their turn.
    fn by_players(
        &self,
        what: &str,
        list: &str,
        first: Option<&str>,
        second: Option<&str>,
        lang: Lang,
    ) -> String {
        let [left, right] = &self.game.rules().players;
        let when = |formula: Option<&str>, n: u8| match (formula, lang) {
            (Some(f), _) => f.to_string(),
            (None, Lang::En) => format!("the automaton accepts it with mover = {n}"),
            (None, Lang::Zh) => format!("自动机以 mover = {n} 接受它"),
        };
        let (first, second) = (when(first, 1), when(second, 2));
        lang.pick(
            format!(
                "{what} is lost for {left} to move exactly when {first}, and for {right} to move exactly when {second}, for all {list}"
            ),
            format!("对一切 {list}：{what} 轮到 {left} 走时 {left} 必败，当且仅当 {first}；轮到 {right} 走时 {right} 必败，当且仅当 {second}"),
        )
    }

    /// Lines to paste into the rules: definitions, and the claim.
    pub fn lines(&self) -> Vec<String> {
        let claim = self.formula.iter().map(|f| format!("claim {f}"));
        self.defines.iter().cloned().chain(claim).collect()
    }

    /// The automaton: how many states, what it reads.
    pub fn automaton(&self, lang: Lang) -> String {
        let dfa = &self.moving().1.dfa;
        let states = dfa.states();
        let tracks = self.tracks().join(", ");
        let digits = numeration(dfa.numeration(), lang);
        let s = plural(states);
        lang.pick(
            format!("{states} state{s}; reads {tracks} in {digits}, most significant digit first"),
            format!("{states} 个状态；按{digits}从高位到低位读 {tracks}"),
        )
    }

    /// How it was found and why it is true.
    pub fn how(&self, lang: Lang) -> Vec<String> {
        let mut lines = self.by_automaton(lang);
        if self.players.is_some() {
            let [left, right] = &self.game.rules().players;
            lines.push(lang.pick(
                format!("mover is 1 where {left} is to move, and 2 where {right} is"),
                format!("轮到 {left} 走时 mover 为 1，轮到 {right} 走时为 2"),
            ));
        }
        if let Some(period) = &self.period {
            let own = lang.pick(&period.reason[0], &period.reason[1]).clone();
            lines.push(
                lang.pick(format!("the period also by a theorem: {own}"), format!("周期另由定理得出：{own}")),
            );
        }
        lines
    }

    /// The proof in a sentence.
    pub fn briefly(&self, lang: Lang) -> String {
        if let Some(period) = &self.period {
            return lang.pick(&period.reason[0], &period.reason[1]).clone();
        }
        let dfa = &self.moving().1.dfa;
        let (states, digits) = (dfa.states(), numeration(dfa.numeration(), lang));
        lang.pick(
            format!("decided for all sizes by an automaton of {states} state{} in {digits}", plural(states)),
            format!("由{digits}下 {states} 个状态的自动机对任意大小判定"),
        )
    }

    /// By the theorem on pairs.
    fn by_pairs(&self, Pairs { times, more }: Pairs, lang: Lang) -> Vec<String> {
        let digits = numeration(self.theorem.dfa.numeration(), lang);
        vec![lang.pick(
            format!("by Fraenkel's theorem on pairs: of two takes the larger is less than {times} times the smaller plus {more}, which was decided for all sizes by automata in base 2"),
            format!("由 Fraenkel 关于数对的定理：同时取两堆时，较大数小于较小数的 {times} 倍加 {more}，由 2 进制自动机对任意大小判定"),
        ), lang.pick(
            format!("decided for all sizes, in {digits}: every number is in exactly one accepted pair x <= y, and from pair to pair y - {times}*x grows by {more}"),
            format!("在{digits}下对任意大小判定：每个数恰在一个被接受的数对 x <= y 中，且相邻数对的 y - {times}*x 增加 {more}"),
        )]
    }

    fn by_automaton(&self, lang: Lang) -> Vec<String> {
        if let Some(pairs) = self.theorem.pairs {
            return self.by_pairs(pairs, lang);
        }
        let names: Vec<String> = self.fragment.coordinates.iter().map(|c| c.name.clone()).collect();
        let falls = weighted(&names, &self.theorem.weights);
        let (en, zh) = match (self.theorem.table, self.values()) {
            (0, _) => ("given by a claim of the file", "由文件中的猜想给出"),
            (_, true) => ("learned from the values of small heaps", "由小堆的 SG 值学得"),
            (_, false) => ("learned from a table of small positions", "由小局面的表学得"),
        };
        let found = lang.pick(en, zh).to_string();
        let why = match (self.values(), self.fragment.block, lang) {
            (true, _, Lang::En) => {
                "decided for all sizes: no option of a heap has its value, and every smaller value is that of an option"
                    .to_string()
            }
            (true, _, Lang::Zh) => "对任意大小判定：没有后继与堆同值，每个更小的值都是某个后继的值".to_string(),
            (false, 0, Lang::En) => {
                "decided for all sizes: no accepted position has a move to an accepted one, every other has one"
                    .to_string()
            }
            (false, 0, Lang::Zh) => "对任意大小判定：被接受的局面走不到被接受的局面，其余局面都能走到".to_string(),
            (false, b, Lang::En) => {
                format!("decided for all sizes: accepted are exactly the positions with at most {b} accepted options")
            }
            (false, b, Lang::Zh) => format!("对任意大小判定：被接受的恰是至多有 {b} 个被接受的后继的局面"),
        };
        let ends = match lang {
            Lang::En => format!("{falls} falls with every move, so only one set does that"),
            Lang::Zh => format!("每一步 {falls} 都减小，所以只有一个这样的集合"),
        };
        vec![found, why, ends]
    }
}

impl Search {
    /// What was tried, precisely.
    pub fn say(&self, lang: Lang) -> Vec<String> {
        let mut groups: Vec<(&Tried, Vec<Numeration>)> = Vec::new();
        for tried in &self.tried {
            let key = |t: &Tried| (t.table, t.ended, t.states, t.too_large, wrong(t).cloned());
            match groups.iter_mut().find(|g| key(g.0) == key(tried)) {
                Some(group) => group.1.push(tried.numeration),
                None => groups.push((tried, vec![tried.numeration])),
            }
        }
        let line = |(tried, list): &(&Tried, Vec<Numeration>)| {
            let Tried { table, ended, states, too_large, .. } = tried;
            let names: Vec<String> = list.iter().map(|n| numeration(*n, lang)).collect();
            let names = names.join(lang.pick(", ", "、"));
            let seen = match (self.values, lang) {
                (true, Lang::En) => format!("the values of the heaps below {table}"),
                (true, Lang::Zh) => format!("小于 {table} 的堆的 SG 值"),
                (false, Lang::En) => format!("the table to {table}"),
                (false, Lang::Zh) => format!("到 {table} 为止的表"),
            };
            let s = plural(states);
            let mut text = match (ended, lang) {
                (Ended::Unfit, Lang::En) => {
                    format!("no automaton with up to {states} state{s} was found that fits {seen} in {names}")
                }
                (Ended::Unfit, Lang::Zh) => {
                    format!("在{names}下，未找到至多 {states} 个状态、符合{seen}的自动机")
                }
                (Ended::Wrong, Lang::En) => {
                    format!(
                        "an automaton of {states} state{s} was learned from {seen} in {names}, and is wrong"
                    )
                }
                (Ended::Wrong, Lang::Zh) => {
                    format!("在{names}下，由{seen}学得 {states} 个状态的自动机，但它不对")
                }
                (Ended::Large, Lang::En) => {
                    format!(
                        "an automaton of {states} state{s} fits {seen} in {names}; its proof grew too large"
                    )
                }
                (Ended::Large, Lang::Zh) => {
                    format!("在{names}下，由{seen}学得 {states} 个状态的自动机；其证明过大")
                }
                (Ended::Untried, Lang::En) => {
                    format!("an automaton of {states} state{s} fits {seen} in {names}; no proof was tried")
                }
                (Ended::Untried, Lang::Zh) => {
                    format!("在{names}下，有 {states} 个状态的自动机符合{seen}；未尝试证明")
                }
                (Ended::Cut, Lang::En) => format!("given up before {seen} was gone through in {names}"),
                (Ended::Cut, Lang::Zh) => format!("在{names}下，未看完{seen}就停止了"),
            };
            if let Some(fault) = wrong(tried) {
                text.push_str(&format!("{}{}", lang.pick(": ", "："), blame(fault, lang)));
            }
            if *too_large && *ended != Ended::Large {
                text.push_str(lang.pick(" (one on the way grew too large)", "（途中有自动机过大）"));
            }
            text
        };
        if groups.is_empty() {
            return vec![lang.pick("no table could be filled", "无法填出任何表").to_string()];
        }
        groups.iter().map(line).chain(self.closest(lang)).collect()
    }

    /// The automaton that is right farthest, and where it is wrong first.
    fn closest(&self, lang: Lang) -> Option<String> {
        let best = best(&self.tried)?;
        let (digits, states, right) =
            (numeration(best.dfa.numeration(), lang), best.dfa.states(), best.right);
        let text = lang.pick(
            format!(
                "closest: {states} state{} in {digits}, right wherever all numbers are below {right}",
                plural(states)
            ),
            format!("最接近的：{digits}下 {states} 个状态，所有数小于 {right} 时正确"),
        );
        let fault =
            best.fault.as_ref().map(|fault| format!("{}{}", lang.pick("; ", "；"), blame(fault, lang)));
        Some(format!("{text}{}", fault.unwrap_or_default()))
    }
}

/// Where an automaton fails that was put to the proof.
fn wrong(tried: &Tried) -> Option<&Fault> {
    tried.candidate.as_ref().filter(|_| tried.ended == Ended::Wrong).and_then(|c| c.fault.as_ref())
}

/// What an automaton is wrong about.
fn blame(fault: &Fault, lang: Lang) -> String {
    let at = fault.position.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    match fault.what {
        What::Lost => {
            lang.pick(format!("({at}) is lost, and it says won"), format!("({at}) 必败，而它说必胜"))
        }
        What::Won => {
            lang.pick(format!("({at}) is won, and it says lost"), format!("({at}) 必胜，而它说必败"))
        }
        What::Illegal => lang
            .pick(format!("({at}) is no position, and it says lost"), format!("({at}) 不是局面，而它说必败")),
        What::Value => {
            lang.pick(format!("the value of ({at}) is another one"), format!("({at}) 的 SG 值与它不同"))
        }
        What::Near => lang.pick(format!("the statement fails at ({at})"), format!("命题在 ({at}) 处不成立")),
    }
}

impl Reason {
    /// The reason with its place, as a sentence.
    pub fn say(&self, game: &Game, lang: Lang) -> String {
        match self {
            Reason::Rules(outside) => {
                let (file, line) = game.sources().line(outside.span);
                let why = outside.say(lang);
                match lang {
                    Lang::En => format!("{file}:{line}  not linear arithmetic: {why}"),
                    Lang::Zh => format!("{file}:{line}  不属于线性算术：{why}"),
                }
            }
            Reason::Theory(outside) => {
                let (en, zh) = match outside {
                    Outside::Draw => ("the game can end in a draw", "游戏可能以平局结束"),
                    Outside::Sum => ("the sum is not decided by Grundy values", "这个和不由 SG 值决定"),
                    Outside::Weights => (
                        "no weighted sum of the numbers falls with every move",
                        "没有一个加权和在每一步都减小",
                    ),
                    Outside::Unbounded => {
                        ("the moves cannot be listed from a position", "无法由局面列出所有走法")
                    }
                };
                lang.pick(en, zh).to_string()
            }
        }
    }
}

impl ClaimProof {
    /// PROVED, FALSE or the sign that it was not decided.
    pub fn word(&self, lang: Lang) -> &'static str {
        match self.decided {
            Decided::Proved => Status::Proved.name(lang),
            Decided::False { .. } => Status::False.name(lang),
            Decided::Open(_) => "?",
            Decided::Aside(_) => "–",
        }
    }

    /// What is to be said beside the word.
    pub fn say(&self, names: &[String], lang: Lang) -> Option<String> {
        match &self.decided {
            Decided::Proved => None,
            Decided::False { position, says } => {
                let at = |(n, v): (&String, &BigUint)| format!("{n} = {v}");
                let at = names.iter().zip(position).map(at).collect::<Vec<_>>().join(", ");
                let number = |n: &Option<BigUint>| match n {
                    Some(n) => n.to_string(),
                    None => lang.pick("no natural number", "非自然数").to_string(),
                };
                Some(match (says, lang) {
                    (Says::Lost(true), Lang::En) => {
                        format!("smallest counterexample {at}: claimed lost, but won")
                    }
                    (Says::Lost(false), Lang::En) => {
                        format!("smallest counterexample {at}: claimed won, but lost")
                    }
                    (Says::Lost(true), Lang::Zh) => format!("最小反例 {at}：猜想为必败，其实必胜"),
                    (Says::Lost(false), Lang::Zh) => format!("最小反例 {at}：猜想为必胜，其实必败"),
                    (Says::Told(other), Lang::En) => {
                        format!(
                            "smallest counterexample {at}: some sum tells it from {other}, their elements differ"
                        )
                    }
                    (Says::Told(other), Lang::Zh) => {
                        format!("最小反例 {at}：有某个和能把它与 {other} 区分开，两者的元素不同")
                    }
                    (Says::Value(claimed, truth), Lang::En) => format!(
                        "smallest counterexample {at}: the claim gives {}, the rules give {}",
                        number(claimed),
                        number(truth)
                    ),
                    (Says::Value(claimed, truth), Lang::Zh) => {
                        format!("最小反例 {at}：猜想给出 {}，规则给出 {}", number(claimed), number(truth))
                    }
                })
            }
            Decided::Aside(aside) => {
                let why = aside.say(lang);
                Some(lang.pick(format!("set aside: {why}"), format!("不予判定：{why}")))
            }
            Decided::Open(open) => Some(match open {
                Open::NotLinear(outside) => {
                    let why = outside.say(lang);
                    lang.pick(format!("not decided: {why}"), format!("未判定：{why}"))
                }
                Open::Sums => lang
                    .pick("not decided: it speaks of sums of several parts", "未判定：它说的是多个部分之和")
                    .to_string(),
                Open::OtherSubject => lang
                    .pick("not decided: it speaks of something else", "未判定：它说的不是这个定理的对象")
                    .to_string(),
                Open::Numeration => lang
                    .pick("not decided: it needs other digits than the theorem", "未判定：它需要另一种数位")
                    .to_string(),
                Open::TooLarge => {
                    lang.pick("not decided: an automaton grew too large", "未判定：自动机过大").to_string()
                }
            }),
        }
    }
}

/// `period 12 saltus 4 from 71`: its three numbers, 0 where one is not given.
fn period(formula: &str) -> Option<(&str, &str, &str)> {
    let mut words = formula.strip_prefix("period ")?.split_whitespace();
    let (period, mut saltus, mut from) = (words.next()?, "0", "0");
    while let (Some(word), Some(number)) = (words.next(), words.next()) {
        match word {
            "saltus" => saltus = number,
            "from" => from = number,
            _ => return None,
        }
    }
    Some((period, saltus, from))
}
