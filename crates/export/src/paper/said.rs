//! What the paper about a theorem says.

use super::{Block, Kind, Paper};
use crate::document::lines;
use bouton::answer::reasons::ending;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::{Lang, plural};
use bouton::proof::{Finding, Period, PlacesProof, Proof, RunsProof, TakeAwayProof};
use bouton::theory::Numeration;
use bouton::theory::prove::Pairs;
use bouton::{Budget, Game};
use num_bigint::BigUint;
use std::collections::VecDeque;

/// Automata with more states, or more letters, are not gone through case by case.
const SMALL: usize = 16;
/// Examples of positions.
const EXAMPLES: usize = 4;
/// Values of small heaps that are listed.
const LISTED: usize = 200;

/// The paper about what was found; `None` where nothing was proved, and for misère quotients, which have a document of their own
/// (`bouton misere`).
pub fn paper(finding: &Finding, game: &Game, lang: Lang, budget: &Budget) -> Option<Paper> {
    let mut blocks = vec![Block::Heading(lang.pick("The game", "游戏").into()), Block::Code(rules(game))];
    let end = ending(game).say(lang).to_string();
    blocks.push(Block::Text(lang.pick(
        format!("Two players move in turn; {end}. A position is *lost* if the player to move loses, whatever he does, and *won* otherwise."),
        format!("双方轮流走子；{end}。轮到走的一方无论怎样走都输的局面称为*必败*，否则称为*必胜*。"),
    )));
    match finding {
        Finding::Proved(proof) if proof.values() => match &proof.period {
            // Of two proofs the one that a person can follow.
            Some(known) => {
                let name = &proof.fragment.coordinates[0].name;
                period(game, known, name, proof.theorem(lang), &mut blocks, lang);
            }
            None => values(proof, &mut blocks, lang),
        },
        Finding::Proved(proof) if proof.theorem.pairs.is_some() => pairs(proof, &mut blocks, lang),
        Finding::Proved(proof) => lost(proof, &mut blocks, lang),
        Finding::Period(proof) => {
            period(game, &proof.period, proof.name(), proof.theorem(lang), &mut blocks, lang);
        }
        Finding::TakeAway(proof) => take_away(proof, &mut blocks, lang),
        Finding::Places(proof) => places(proof, &mut blocks, lang),
        Finding::Runs(proof) => runs(proof, &mut blocks, lang),
        Finding::Quotient(_)
        | Finding::Family(_)
        | Finding::Words(_)
        | Finding::NoWords(_)
        | Finding::NotFound(_)
        | Finding::Outside(_) => return None,
    }
    examples(finding, game, &mut blocks, lang, budget);
    blocks.push(Block::Heading(lang.pick("To check this", "检验").into()));
    blocks.push(Block::Text(lang.pick(
        "`bouton prove … --certificate FILE` writes the automaton, the values or the function of this proof down, and `bouton verify FILE` checks it with a program that shares nothing with the prover; `--coq FILE.v` writes a proof that `coqc` checks, where there is one."
            .into(),
        "`bouton prove … --certificate FILE` 写出本证明所用的自动机、值或函数，`bouton verify FILE` 用与证明程序无共用代码的程序检验；`--coq FILE.v` 写出可由 `coqc` 检验的证明（若有）。"
            .into(),
    )));
    Some(Paper { title: game.title(), blocks })
}

/// The lines of the rules that say how it is played.
fn rules(game: &Game) -> Vec<String> {
    lines(game).into_iter().flat_map(|(_, lines)| lines).collect()
}

/// The digits, in a sentence.
fn digits(numeration: Numeration, lang: Lang) -> String {
    let places: Vec<String> = numeration.first_places(7).iter().map(ToString::to_string).collect();
    let top = numeration.digits() - 1;
    let (en, zh) = (places.join(", "), places.join("、"));
    match numeration {
        Numeration::Base(b) => lang.pick(
            format!("Numbers are written in base {b}."),
            format!("数用 {b} 进制书写。"),
        ),
        Numeration::Quadratic(1) => lang.pick(
            format!("Numbers are written in Zeckendorf's way: the places are worth {en}, …, every digit is 0 or 1, and no two digits 1 stand side by side. Every natural number has exactly one such representation, up to leading zeros."),
            format!("数按齐肯多夫方式书写：各位的位值为 {zh}……，每位是 0 或 1，且没有两个相邻的 1。不计前导零，每个自然数恰有一种这样的写法。"),
        ),
        Numeration::Mixed(mixed) => {
            let own = mixed.systems().into_iter().zip(1..).map(|(n, i)| format!("({i}) {}", digits(n, lang)));
            let own = own.collect::<Vec<_>>().join(" ");
            lang.pick(
                format!("Each number is written in its own way, in the order in which they are read: {own}"),
                format!("各数按读入次序各有写法：{own}"),
            )
        }
        _ => lang.pick(
            format!("The places are worth {en}, …; digits go up to {top}, and a digit that is as large as it may be restricts the next (the expansion of 1 is {}). Every natural number has exactly one such representation, up to leading zeros.", numeration.expansion()),
            format!("各位的位值为 {zh}……；每位至多为 {top}，取到最大时限制下一位（1 的展开式为 {}）。不计前导零，每个自然数恰有一种这样的写法。", numeration.expansion()),
        ),
    }
}

/// The automaton: its table, and each state in words.
fn automaton(proof: &Proof, accepts: [&str; 2], blocks: &mut Vec<Block>, lang: Lang) {
    let dfa = &proof.theorem.dfa;
    let tracks = proof.tracks();
    let (beside, filled) = match tracks.len() {
        1 => ("", ""),
        _ => (" side by side", "; shorter numbers are filled up with leading zeros"),
    };
    blocks.push(Block::Text(format!(
        "{} {}",
        digits(dfa.numeration(), lang),
        lang.pick(
            format!("The digits of {} are read{beside}, most significant first{filled}. An automaton of {} state{} reads them.", list(&tracks, lang), dfa.states(), plural(dfa.states())),
            format!("{} 的各位从高位起并排读入，较短的数以前导零补齐。读它们的自动机有 {} 个状态。", list(&tracks, lang), dfa.states()),
        )
    )));
    if dfa.states() > SMALL || dfa.letters() > SMALL {
        blocks.push(Block::Text(lang.pick(
            "It is too large to be gone through here; `--svg` draws it and the certificate lists it.".into(),
            "它过大，不在此逐一列出；`--svg` 可画出，证书中有全表。".into(),
        )));
        return;
    }
    let (accept, next) = dfa.table();
    let count = tracks.len();
    let radix = dfa.numeration().digits();
    let letter = |l: usize| -> String {
        (0..count).map(|t| (l / radix.pow((count - 1 - t) as u32) % radix).to_string()).collect()
    };
    let read: Vec<usize> = (0..dfa.letters()).filter(|l| next.iter().any(|row| row[*l].is_some())).collect();
    let mut rows = vec![vec![lang.pick("state", "状态").to_string()]];
    rows[0].extend(read.iter().map(|l| letter(*l)));
    rows[0].push(lang.pick("accepts", "接受").into());
    for (s, row) in next.iter().enumerate() {
        let mut cells = vec![s.to_string()];
        cells.extend(read.iter().map(|l| row[*l].map_or("–".to_string(), |to| to.to_string())));
        let yes = accept.contains(&s);
        cells.push(if yes { lang.pick("yes", "是") } else { lang.pick("no", "否") }.into());
        rows.push(cells);
    }
    blocks.push(Block::Table(rows));
    // The smallest word that leads to each state, as numbers.
    let mut words: Vec<Option<Vec<usize>>> = vec![None; next.len()];
    words[0] = Some(Vec::new());
    let mut queue = VecDeque::from([0]);
    while let Some(s) = queue.pop_front() {
        for (l, to) in next[s].iter().enumerate() {
            if let Some(to) = to.filter(|to| words[*to].is_none()) {
                let longer = words[s].iter().flatten().copied().chain([l]).collect();
                words[to] = Some(longer);
                queue.push_back(to);
            }
        }
    }
    let numbers = |word: &[usize]| -> String {
        let places = dfa.numeration().first_places(word.len().max(1));
        let number = |t: usize| {
            let digit = |l: usize| l / radix.pow((count - 1 - t) as u32) % radix;
            let terms = word.iter().rev().zip(&places).map(|(l, p)| p * digit(*l));
            terms.sum::<BigUint>().to_string()
        };
        let all: Vec<String> = (0..count).map(number).collect();
        if count == 1 { all.concat() } else { format!("({})", all.join(", ")) }
    };
    let cases = next.iter().enumerate().map(|(s, row)| {
        let seen = words[s].as_deref().map_or(String::new(), |w| {
            lang.pick(
                format!(" (reached first by {})", numbers(w)),
                format!("（最先由 {} 到达）", numbers(w)),
            )
        });
        let verdict = match accept.contains(&s) {
            true => lang.pick(accepts[0], accepts[1]),
            false => lang.pick(
                "if the digits end here, the automaton does not accept",
                "若数位到此结束，自动机不接受",
            ),
        };
        let goes: Vec<String> = (0..dfa.letters())
            .filter_map(|l| row[l].map(|to| (l, to)))
            .map(|(l, to)| {
                lang.pick(format!("{} leads to {to}", letter(l)), format!("{} 到 {to}", letter(l)))
            })
            .collect();
        let other = if goes.is_empty() {
            lang.pick("no further digits are accepted".to_string(), "再有数位便不接受".to_string())
        } else {
            // Where every letter leads on there is nothing else.
            let all = goes.len() == dfa.letters();
            let (rest, rest_zh) = if all {
                ("", "")
            } else {
                ("; whatever else follows is not accepted", "；其余一概不接受")
            };
            lang.pick(format!("{}{rest}", goes.join(", ")), format!("{}{rest_zh}", goes.join("，")))
        };
        lang.pick(
            format!("State {s}{seen}: {verdict}; {other}."),
            format!("状态 {s}{seen}：{verdict}；{other}。"),
        )
    });
    blocks.push(Block::Items(cases.collect()));
}

fn list(names: &[String], lang: Lang) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            lang.pick(format!("{} and {last}", rest.join(", ")), format!("{}与 {last}", rest.join("、")))
        }
        _ => quoted.join(""),
    }
}

/// What falls with every move.
fn weight(proof: &Proof) -> String {
    let names = proof.fragment.coordinates.iter().map(|c| c.name.as_str());
    let term = |(n, w): (&str, &u64)| match w {
        0 => None,
        1 => Some(n.to_string()),
        w => Some(format!("{w}*{n}")),
    };
    let terms: Vec<String> = names.zip(&proof.theorem.weights).filter_map(term).collect();
    if terms.is_empty() { "0".into() } else { terms.join(" + ") }
}

fn statement(text: String, formula: &[String], blocks: &mut Vec<Block>, lang: Lang) {
    let stop = lang.pick(".", "。");
    blocks.push(Block::Heading(lang.pick("The theorem", "定理").into()));
    let mut letters = text.chars();
    let first: String = letters.next().map_or_else(String::new, |c| c.to_uppercase().collect());
    // A formula stands as it is.
    let text = if text.starts_with("g(") { text.clone() } else { format!("{first}{}", letters.as_str()) };
    blocks.push(Block::Statement(Kind::Theorem, format!("{text}{stop}")));
    if !formula.is_empty() {
        blocks.push(Block::Code(formula.to_vec()));
    }
}

/// Lost positions by an automaton.
fn lost(proof: &Proof, blocks: &mut Vec<Block>, lang: Lang) {
    statement(proof.theorem(lang), &proof.lines(), blocks, lang);
    blocks.push(Block::Heading(lang.pick("The set L", "集合 L").into()));
    if proof.formula.is_some() {
        blocks.push(Block::Text(lang.pick(
            "Let L be the set of positions that the theorem names. It is also the set that the following automaton accepts; that the two agree for all sizes is decided by comparing automata.".into(),
            "设 L 为定理所说的局面的集合。它也是下面的自动机所接受的集合；二者对任意大小一致，由自动机的比较判定。".into(),
        )));
    }
    let ends = ["if the digits end here, the position is in L", "若数位到此结束，局面属于 L"];
    automaton(proof, ends, blocks, lang);
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    let (misere, block) = (proof.fragment.stuck == Verdict::Win, proof.fragment.block);
    if !proof.fragment.ends.is_empty() {
        blocks.push(Block::Text(lang.pick(
            "Positions at which the rules end play are in L exactly if they are lost there. This is one comparison of automata; the lemmas speak of the other positions.".into(),
            "规则规定终局的局面属于 L，当且仅当它在那里算输；这由自动机的一次比较判定。以下引理只谈其余局面。".into(),
        )));
    }
    let w = weight(proof);
    blocks.push(Block::Statement(
        Kind::Lemma,
        lang.pick(
            format!("Every move makes `{w}` smaller, so every play ends."),
            format!("每一步都使 `{w}` 变小，所以每局都会结束。"),
        ),
    ));
    blocks.push(Block::Proof(vec![lang.pick(
        "For each move line of the rules, that this sum does not fall is a condition of linear arithmetic on the position and the choices; it is seen to have no solution in natural numbers.".into(),
        "对规则的每一行走法，“此和不减小”是关于局面与选取的线性算术条件；它在自然数中无解。".into(),
    )]));
    if block > 0 {
        blocks.push(Block::Statement(Kind::Lemma, lang.pick(
            format!("From a position in L at most {block} different options are in L, and from every other position more are."),
            format!("L 中的局面至多有 {block} 个不同的后继属于 L；其余每个局面都多于此数。"),
        )));
        blocks.push(Block::Proof(vec![reading(lang, true)]));
    } else {
        blocks.push(Block::Statement(
            Kind::Lemma,
            lang.pick(
                "No move leads from a position in L to a position in L.".into(),
                "没有一步从 L 中的局面走到 L 中的局面。".into(),
            ),
        ));
        blocks.push(Block::Proof(vec![reading(lang, false)]));
        blocks.push(Block::Statement(Kind::Lemma, if misere {
            lang.pick("From every position that is not in L and has a move, some move leads to a position in L; every position in L has a move.".to_string(), "不属于 L 且有路可走的每个局面，都有一步走到 L 中的局面；L 中的每个局面都有路可走。".to_string())
        } else {
            lang.pick("From every position that is not in L some move leads to a position in L.".to_string(), "不属于 L 的每个局面，都有一步走到 L 中的局面。".to_string())
        }));
        blocks.push(Block::Proof(vec![reading(lang, true)]));
    }
    blocks.push(Block::Proof(vec![theorem_from_lemmas(&w, lang)]));
    blocks.push(Block::Heading(lang.pick("The winning move, from the digits", "由数位求必胜走法").into()));
    blocks.push(Block::Text(lang.pick(
        "Let x be a position outside of L. Write the digits of its numbers one above the other, and below them leave room for those of the option y. From the left, keep a list of what may be so far: the state of the automaton on the digits of y, and for each equation or inequality of a move line the difference that is still pending. A column of digits of x turns each entry, by every choice of digits of y, into entries again; one whose difference can no longer be made good, or whose state accepts nothing, is dropped. By the last lemma some entry is left at the end whose differences hold and whose state accepts: its digits are the y to move to. The list has a bounded length, so the work is that of reading the numbers once.".into(),
        "设局面 x 不属于 L。把它各数的数位上下对齐，下面留出后继 y 的数位。从左到右，记下目前为止一切可能：自动机读 y 的数位所到的状态，以及走法中每个等式、不等式尚欠的差。每读一列 x 的数位，每一项按 y 的各种数位变成若干项；差额无法再补足、或其状态不接受任何数的项舍去。由最后一条引理，读完时必有一项，其差额全部满足且状态接受：它的数位就是要走到的 y。表的长度有界，所以工作量只相当于把这些数读一遍。".into(),
    )));
}

/// How a statement about all positions is decided by reading digits.
fn reading(lang: Lang, exists: bool) -> String {
    if exists {
        return lang.pick(
            "The digits of a position x are read beside the set of all runs that some option y can have: the state of the automaton on y and the pending differences of the move's equations and inequalities. There are finitely many such sets. Walking through all that can be reached, at every place where the digits of x may end the set is compared with what the automaton says of x; it agrees everywhere.".into(),
            "读局面 x 的数位，同时记下后继 y 一切可能的运行之集合：自动机读 y 所到的状态，以及走法的等式、不等式尚欠的差。这样的集合只有有限个。走遍一切可到达的集合，在 x 的数位可能结束的每一处，都与自动机对 x 的判断比较；处处一致。".into(),
        );
    }
    lang.pick(
        "The digits of a position x and of its option y are read side by side, with the state of the automaton on each and the pending differences of the move's equations and inequalities. A difference that can no longer be made good is dropped and one that is settled is forgotten, so finitely many places can be reached. At none of them do both states accept while the move is legal.".into(),
        "并排读局面 x 与其后继 y 的数位，同时记下自动机读二者所到的状态，以及走法的等式、不等式尚欠的差。无法再补足的舍去，已成定局的忘掉，所以可到达的情形只有有限个。其中没有一处是走法合法而两个状态都接受的。".into(),
    )
}

fn theorem_from_lemmas(w: &str, lang: Lang) -> String {
    lang.pick(
        format!("(of the theorem) By induction on `{w}`, which falls with every move: if every smaller position is lost exactly if it is in L, then by the lemmas a position in L has no move to a lost one and is lost, and any other has one and is won."),
        format!("（定理）对 `{w}` 归纳，它每一步都变小：若一切更小的局面必败当且仅当属于 L，则由引理，L 中的局面没有走到必败局面的走法，故必败；其余局面有这样的走法，故必胜。"),
    )
}

/// Grundy values by an automaton.
fn values(proof: &Proof, blocks: &mut Vec<Block>, lang: Lang) {
    statement(proof.theorem(lang), &proof.lines(), blocks, lang);
    blocks.push(Block::Text(grundy(lang)));
    blocks.push(Block::Heading(lang.pick("The graph of the values", "值的图").into()));
    let ends = [
        "if the digits end here, the last number is the value of the heap",
        "若数位到此结束，最后一个数就是该堆的值",
    ];
    automaton(proof, ends, blocks, lang);
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    let w = weight(proof);
    for (en, zh) in [
        ("For every heap the automaton accepts exactly one value g.", "对每个堆，自动机恰好接受一个值 g。"),
        ("No option of a heap has its value.", "堆的后继没有一个与它同值。"),
        (
            "Every natural number below the value of a heap is the value of one of its options.",
            "小于堆之值的每个自然数，都是它某个后继的值。",
        ),
    ] {
        blocks.push(Block::Statement(Kind::Lemma, lang.pick(en, zh).into()));
        let exists = !en.starts_with("No option");
        blocks.push(Block::Proof(vec![reading(lang, exists)]));
    }
    blocks.push(Block::Proof(vec![lang.pick(
        format!("(of the theorem) By induction on `{w}`, which falls with every move: if the automaton is right for all smaller heaps, then by the lemmas g is the least number that is not the value of an option."),
        format!("（定理）对 `{w}` 归纳，它每一步都变小：若自动机对一切更小的堆正确，则由引理，g 是不等于任一后继之值的最小数。"),
    )]));
}

/// What Grundy values are.
fn grundy(lang: Lang) -> String {
    lang.pick(
        "The *Grundy value* of a heap is the least natural number that is not the value of an option; an option that leaves several heaps has the xor of their values. A sum of heaps is lost exactly if the xor of their values is 0 (Sprague 1935, Grundy 1939).",
        "堆的 *SG 值*是不等于其任一后继之值的最小自然数；留下几堆的后继，其值为各堆之值的异或。若干堆之和必败，当且仅当各堆之值的异或为 0（Sprague 1935，Grundy 1939）。",
    )
    .to_string()
}

/// A period.
fn period(game: &Game, period: &Period, n: &str, theorem: String, blocks: &mut Vec<Block>, lang: Lang) {
    statement(theorem, &[format!("claim {}", period.claim())], blocks, lang);
    blocks.push(Block::Text(grundy(lang)));
    blocks.push(Block::Heading(lang.pick("The values of small heaps", "小堆的值").into()));
    let shown = (period.from + 2 * period.period).min(LISTED);
    let value = |n: usize| period.value(&n.into()).map_or("?".to_string(), |v| v.to_string());
    let all: Vec<String> = (0..shown).map(value).collect();
    blocks.push(Block::Text(lang.pick(
        format!("By the definition, the least natural number that is not the value of an option, g({n}) for {n} = 0, …, {} is {}.", shown.saturating_sub(1), all.join(", ")),
        format!("按定义（不等于任一后继之值的最小自然数），{n} = 0、……、{} 时 g({n}) 依次为 {}。", shown.saturating_sub(1), all.join("、")),
    )));
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    let facts = game.facts();
    let (p, from) = (period.period, period.from.max(1));
    let parts = facts.code.as_ref().map_or(1, |code| code.most_parts().max(1)) as usize;
    if facts.takes.is_none() && facts.code.is_some() && period.saltus == 0 {
        let most = facts.code.as_ref().map_or(0, |c| c.digits.len().saturating_sub(1));
        let (bound, far) = (parts * from + (parts - 1) * p + most, parts * (from + p) + most);
        blocks.push(Block::Statement(Kind::Lemma, lang.pick(
            format!("A move takes at most {most} and leaves at most {parts} heaps. If g(n + {p}) = g(n) for {from} <= n < {bound}, then for all n >= {from}."),
            format!("一步至多取 {most} 颗，至多留下 {parts} 堆。若对 {from} <= n < {bound} 有 g(n + {p}) = g(n)，则对一切 n >= {from} 成立。"),
        )));
        blocks.push(Block::Proof(vec![lang.pick(
            format!("Let m = n + {p} be the first heap for which it is not yet known, so m >= {far}. The largest heap of an option of m has at least (m - {most}) / {parts} >= {} stones; made smaller by {p} it has at least {from} and, by what is known, the same value, and the option becomes one of n. Conversely the largest heap of an option of n has at least {from} stones and may be made larger by {p}. So n and m have options of the same values, and the least missing number is the same.", from + p),
            format!("设 m = n + {p} 是尚未知的第一个堆，则 m >= {far}。m 的后继中最大的一堆至少有 (m - {most}) / {parts} >= {} 颗；减去 {p} 后至少有 {from} 颗，由已知其值不变，而后继变成 n 的后继。反之，n 的后继中最大的一堆至少有 {from} 颗，可加上 {p}。所以 n 与 m 的后继取同样的值，缺少的最小数相同。", from + p),
        )]));
        blocks.push(Block::Text(lang.pick(
            format!("The values above, continued to n = {}, satisfy the condition of the lemma; this is a finite computation.", bound + p - 1),
            format!("把上面的值续算到 n = {}，引理的条件成立；这是有限的计算。", bound + p - 1),
        )));
    } else {
        let own = lang.pick(&period.reason[0], &period.reason[1]);
        blocks.push(Block::Proof(vec![own.clone()]));
    }
}

/// Take-away with memory.
fn take_away(proof: &TakeAwayProof, blocks: &mut Vec<Block>, lang: Lang) {
    statement(proof.theorem(lang), &[], blocks, lang);
    let [n, limit] = proof.names();
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    blocks.push(Block::Text(lang.pick(
        format!("After k was taken, at most f(k) may be, where f(k) >= k and f never falls; that the moves of the rules are just these, for all sizes, is decided by automata in base 2. The *rungs* of `{n}` are the numbers of the ladder whose sum it is, each as large as it can be (A. J. Schwenk, 1970)."),
        format!("取走 k 之后至多可取 f(k)，其中 f(k) >= k 且 f 不减；规则的走法正是如此，这由 2 进制自动机对任意大小判定。`{n}` 的*级*是阶梯中逐次取最大而和为 `{n}` 的各数（A. J. Schwenk，1970）。"),
    )));
    blocks.push(Block::Statement(Kind::Lemma, lang.pick("A sum of falling rungs is that of some number's rungs exactly if f(g) < h for every rung h and the rung g behind it.".into(), "一串递降的级恰为某数的级，当且仅当对每个级 h 及其后的级 g 有 f(g) < h。".into())));
    blocks.push(Block::Proof(vec![lang.pick("What is left after h is less than the next rung less h, which is the first rung that reaches h, so g is a smaller one; and conversely, by induction, what follows such an h is less than that rung.".into(), "减去 h 后的余数小于下一级与 h 之差，而此差是第一个够到 h 的级，所以 g 更小；反之由归纳，这样的 h 之后各级之和小于那一级。".into())]));
    blocks.push(Block::Statement(Kind::Lemma, lang.pick(format!("If `{limit}` allows the last rung of `{n}`, taking it leaves a lost position; otherwise every move leaves a won one."), format!("若 `{limit}` 允许取走 `{n}` 的最后一级，取走它便留下必败局面；否则每一步都留下必胜局面。"))));
    blocks.push(Block::Proof(vec![lang.pick(
        "Let g be the last rung. If it is taken, f(g) is less than the rung before it, which is now the last one, or nothing is left. If k < g is taken, the rungs of g - k, put in place of g, are the rungs of what is left. Were f(k) less than the last of them, the rungs of k could be put behind those of g - k, since none exceeds k: two sums of rungs for g. So f(k) reaches the last rung of what is left.".into(),
        "设 g 为最后一级。取走它，则 f(g) 小于它前面的一级，那一级现在成为最后一级，或已取尽。若取 k < g，则以 g - k 的各级代替 g，便得余数的各级。假如 f(k) 小于其中最后一级，就可把 k 的各级接在 g - k 的各级之后（它们都不超过 k），于是 g 有两种写法，矛盾。所以 f(k) 够到余数的最后一级。".into(),
    )]));
}

/// Pairs whose larger number is s times the smaller one and t for each pair more.
fn pairs(proof: &Proof, blocks: &mut Vec<Block>, lang: Lang) {
    let Some(Pairs { times: s, more: t }) = proof.theorem.pairs else { return };
    statement(proof.theorem(lang), &proof.lines(), blocks, lang);
    let ends = ["if the digits end here, the position is in L", "若数位到此结束，局面属于 L"];
    automaton(proof, ends, blocks, lang);
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    blocks.push(Block::Text(lang.pick(
        format!("From one heap any number may be taken, or k from one and l >= k >= 1 from the other with l < {s}k + {t}; that these are the moves of the rules is decided by automata in base 2. In the numeration of L it is decided that L consists of pairs (A, B), in both orders, such that every number is in exactly one pair, and that, in the order of A, the n-th pair has B = {s}A + {t}n, beginning with (0, 0)."),
        format!("可从一堆中取任意数，或从一堆取 k、另一堆取 l，其中 l >= k >= 1 且 l < {s}k + {t}；规则的走法正是如此，这由 2 进制自动机判定。在 L 的记数系统中判定：L 由数对 (A, B) 及其倒序组成，每个数恰在一对中，且按 A 的次序，第 n 对满足 B = {s}A + {t}n，从 (0, 0) 开始。"),
    )));
    blocks.push(Block::Statement(
        Kind::Lemma,
        lang.pick(
            "No move leads from L to L, and from every other position some move does.".into(),
            "没有一步从 L 走到 L；其余每个局面都有一步走到 L。".into(),
        ),
    ));
    blocks.push(Block::Proof(vec![
        lang.pick(
            format!("Two pairs with a number in common are the same, so a move from L to L takes from both heaps. From the n-th pair to the m-th it takes k and {s}k + {t}(n - m), too much; in the other order, still more."),
            format!("有公共数的两对相同，所以从 L 到 L 的一步要从两堆取。从第 n 对到第 m 对取 k 与 {s}k + {t}(n - m)，太多；倒序则更多。"),
        ),
        lang.pick(
            format!("Let (x, y) with x <= y be outside of L. If x is some B, y may be made its A. Otherwise x is the A of the n-th pair. If y > B, it may be made B. If {s}x <= y < B, let m be (y - {s}x) div {t}, less than n: going to the m-th pair takes k and {s}k + (y - {s}x) mod {t}. If y < {s}x, all of both may be taken."),
            format!("设 (x, y) 不在 L 中，x <= y。若 x 是某个 B，可把 y 变为其 A。否则 x 是第 n 对的 A。若 y > B，可把 y 变为 B。若 {s}x <= y < B，令 m = (y - {s}x) div {t}，小于 n：走到第 m 对取 k 与 {s}k + (y - {s}x) mod {t}。若 y < {s}x，可把两堆全部取走。"),
        ),
    ]));
}

/// Rows, bags and heaps of any number.
fn places(proof: &PlacesProof, blocks: &mut Vec<Block>, lang: Lang) {
    let formula: Vec<String> = proof.formula().iter().map(|f| format!("claim {f}")).collect();
    statement(proof.theorem(lang), &formula, blocks, lang);
    let most = proof.places.most;
    let by = most + 1;
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    blocks.push(Block::Text(lang.pick("Of the rules this is used:".into(), "所用到的规则如下：".into())));
    blocks.extend(proof.how(lang).into_iter().map(|how| Block::Text(format!("- {how}."))));
    blocks.push(Block::Text(lang.pick(
        format!("Let v be the value of what stands at a place that counts. The values are *balanced* if every binary digit is in a number of them that is a multiple of {by}."),
        format!("记 v 为起作用的位置的值。若每个二进制位在各值中出现的次数都是 {by} 的倍数，则称各值*平衡*。"),
    )));
    blocks.push(Block::Statement(
        Kind::Lemma,
        lang.pick(
            "No move leads from balanced values to balanced ones.".into(),
            "没有一步从平衡走到平衡。".into(),
        ),
    ));
    blocks.push(Block::Proof(vec![match most {
        1 => lang.pick(
            "Exactly one value changes, so some digit is in one value more or one less.".into(),
            "恰有一个值改变，故有某一位的出现次数多一或少一。".into(),
        ),
        _ => lang.pick(
            format!("Let d be the highest digit in which a value changes. Where it does, it goes from 1 to 0, as values become smaller; that are 1 to {most} values, no multiple of {by}."),
            format!("设 d 为有值改变的最高位。改变处都由 1 变 0，因为值变小；这样的值有 1 至 {most} 个，不是 {by} 的倍数。"),
        ),
    }]));
    blocks.push(Block::Statement(
        Kind::Lemma,
        lang.pick(
            "From values that are not balanced a move leads to balanced ones.".into(),
            "从不平衡的值有一步走到平衡。".into(),
        ),
    ));
    blocks.push(Block::Proof(vec![match most {
        1 => lang.pick(
            "Let x be the xor of the values and d its highest digit. Some value v has the digit d; v xor x is smaller than v, so a move leaves it.".into(),
            "设 x 为各值的异或，d 为其最高位。某个值 v 含第 d 位；v 异或 x 小于 v，故有一步使其成为该值。".into(),
        ),
        _ => lang.pick(
            format!("Go through the digits from the highest down and keep the heaps that were made smaller; their lower digits are free. If r is the number of the other heaps with this digit modulo {by}, and f heaps are free: where r + f <= {most}, make r of those heaps smaller here and let the free ones have 0; otherwise let {by} - r of the free ones have 1. So at most {most} heaps are changed."),
            format!("从最高位向下逐位进行，记下已变小的堆；它们的较低位可任选。设其余堆中含此位的个数除以 {by} 余 r，可任选的有 f 堆：若 r + f <= {most}，在此位把其中 r 堆变小，可任选的取 0；否则令可任选的中有 {by} - r 堆取 1。如此至多改变 {most} 堆。"),
        ),
    }]));
    if proof.places.misere {
        blocks.push(Block::Statement(
            Kind::Lemma,
            lang.pick("In misère play the same holds, but that among values of 0 and 1 alone the number of ones must leave 1.".into(), "反常规则下亦然，只是当各值只有 0 与 1 时，1 的个数须余 1。".into()),
        ));
        blocks.push(Block::Proof(vec![lang.pick(
            format!("Call values of more than 1 large. Among balanced values with a large one there are at least {by}, so a move leaves one, and what it leaves is not balanced. Where none is large, a move from a number of ones that leaves 1 changes that remainder, or makes one value large, which is not balanced. If the values are not balanced and some is large, a move leads to balanced ones; where that leaves no large one, the large values can be made 0 or 1, and with them ones 0, so that the number of ones leaves 1. If none is large and the number of ones does not leave 1, ones can be made 0 until it does; with no ones at all, whoever has no move has won, and a move can be replaced by one that leaves the value 1."),
            format!("称大于 1 的值为大。平衡且有大值时，大值至少 {by} 个，故一步之后仍有大值，且不再平衡。没有大值且 1 的个数余 1 时，一步改变这个余数，或使一个值变大而不平衡。不平衡且有大值时，有一步走到平衡；若由此不再有大值，则可把大值变为 0 或 1，并把若干 1 变为 0，使 1 的个数余 1。没有大值且 1 的个数不余 1 时，可把若干 1 变为 0 使之余 1；若一个 1 也没有，无路可走者已胜，否则该步可换成使值为 1 的一步。"),
        )]));
    }
}

/// Runs of lost heaps.
fn runs(proof: &RunsProof, blocks: &mut Vec<Block>, lang: Lang) {
    statement(proof.theorem(lang), &[], blocks, lang);
    let (n, runs) = (proof.name(), &proof.runs);
    let (near, far, from, start) = (runs.near.text("m"), runs.far.text("m"), runs.from, runs.start);
    blocks.push(Block::Heading(lang.pick("The proof", "证明").into()));
    blocks.push(Block::Text(lang.pick(
        format!("Let near(m) = {near} and far(m) = {far}; neither ever falls. For every `{n}` >= {from} there is a move from `{n}` to m exactly if near(m) <= `{n}` < far(m); and near(m) > m, near(m + 1) <= far(m) for every m >= {from}. This is decided for all sizes by automata in base 2. Heaps below near({start}) are decided by definition: those from {start} on are all lost."),
        format!("记 near(m) = {near}，far(m) = {far}，二者皆不减。对每个 `{n}` >= {from}，从 `{n}` 可走到 m，当且仅当 near(m) <= `{n}` < far(m)；对每个 m >= {from} 有 near(m) > m、near(m + 1) <= far(m)。这由 2 进制自动机对任意大小判定。小于 near({start}) 的堆按定义算出：从 {start} 起都必败。"),
    )));
    blocks.push(Block::Statement(Kind::Lemma, lang.pick("If s, …, e with e = near(s) - 1 are lost, then the next lost heaps are far(e), …, near(far(e)) - 1.".into(), "若 s, …, e 都必败，其中 e = near(s) - 1，则其后的必败堆是 far(e), …, near(far(e)) - 1。".into())));
    blocks.push(Block::Proof(vec![lang.pick(
        "A heap from near(s) = e + 1 to far(e) - 1 may be made one of s, …, e, since the intervals from near(m) to far(m) - 1 overlap or touch: it is won. What a heap from far(e) to near(far(e)) - 1 may be made is above e, because far never falls, and below far(e), because near never falls; all of that is won, so the heap is lost.".into(),
        "从 near(s) = e + 1 到 far(e) - 1 的堆可走到 s, …, e 之一，因为各区间 near(m), …, far(m) - 1 相交或相接：它必胜。从 far(e) 到 near(far(e)) - 1 的堆所能走到的，因 far 不减而大于 e，因 near 不减而小于 far(e)；这些都必胜，故该堆必败。".into(),
    )]));
}

/// The digits of a position and of an option, of one length, where a proof reads digits of a position.
fn beside(finding: &Finding, from: &str, to: &str) -> Option<[String; 2]> {
    let Finding::Proved(proof) = finding else { return None };
    let numeration = proof.theorem.dfa.numeration();
    let numbers = |text: &str| -> Option<Vec<Vec<u8>>> {
        let all: Option<Vec<BigUint>> = text.split(' ').map(|n| n.parse().ok()).collect();
        let all = all.filter(|all| !proof.values() && all.len() == proof.fragment.coordinates.len())?;
        Some(all.iter().map(|n| numeration.write(n)).collect())
    };
    let (from, to) = (numbers(from)?, numbers(to)?);
    let width = from.iter().chain(&to).map(Vec::len).max()?;
    let shown = |list: &[Vec<u8>]| {
        let one = |digits: &Vec<u8>| {
            let zeros = std::iter::repeat_n(0, width - digits.len());
            let text = zeros.chain(digits.iter().copied()).map(|d| format!("{d:x}")).collect::<String>();
            format!("`{text}`")
        };
        list.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    Some([shown(&from), shown(&to)])
}

/// Some positions, with the move.
fn examples(finding: &Finding, game: &Game, blocks: &mut Vec<Block>, lang: Lang, budget: &Budget) {
    let count = game.rules().shape.fields.len();
    let tried: [&[u64]; 6] = [
        &[12, 7, 5, 3],
        &[20, 31, 9, 4],
        &[100, 50, 25, 10],
        &[6, 10, 3, 2],
        &[13, 8, 2, 1],
        &[1000, 617, 382, 11],
    ];
    let mut items = Vec::new();
    for numbers in tried {
        let typed: Vec<String> = numbers.iter().take(count).map(u64::to_string).collect();
        let Ok(position) = game.position(&typed.join(" ")) else { continue };
        let Ok(Some(at)) = finding.at(&position, 1, budget) else { continue };
        let shown = &at.position;
        items.push(match (at.lost, at.winning.first()) {
            (true, _) => lang.pick(format!("`{shown}` is lost."), format!("`{shown}` 必败。")),
            (false, Some(large)) => {
                let name = large.notation.as_deref().unwrap_or(lang.pick("move", "走"));
                let digits = beside(finding, shown, &large.to).map_or_else(String::new, |[x, y]| {
                    lang.pick(format!(" In digits: {x} becomes {y}."), format!("写成数位：{x} 变为 {y}。"))
                });
                lang.pick(
                    format!("`{shown}` is won: `{name}` leads to `{}`.{digits}", large.to),
                    format!("`{shown}` 必胜：`{name}`，走到 `{}`。{digits}", large.to),
                )
            }
            (false, None) => lang.pick(format!("`{shown}` is won."), format!("`{shown}` 必胜。")),
        });
        if items.len() == EXAMPLES {
            break;
        }
    }
    if !items.is_empty() {
        blocks.push(Block::Heading(lang.pick("Examples", "例").into()));
        blocks.push(Block::Items(items));
    }
}
