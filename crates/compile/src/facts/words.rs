//! Words: every fact as a sentence, in English and Chinese.

use crate::facts::kind::Sides;
use crate::facts::measure::{Measure, Terms};
use crate::facts::quantity::Quantity;
use crate::facts::subtraction::TakeSet;
use crate::facts::symbolic::Side;
use crate::facts::symmetry::Declared;
use crate::facts::vectors::VectorMove;
use crate::{Estimate, Facts};
use bouton_language::diagnostic::Lang;
use bouton_language::rules::{End, ScoreKind};
use bouton_language::value::Value;

impl Facts {
    /// All facts worth saying, in plain sentences.
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let mut out = vec![self.say_sides(lang), self.say_end(lang)];
        out.extend(self.say_sum(lang));
        out.push(self.say_measure(lang));
        for g in &self.graphs {
            if let Some(cycle) = &g.cycle {
                let walk = round(cycle);
                let name = self.field(g.field);
                out.push(lang.pick(
                    format!("the graph of {name} has a cycle: {walk}"),
                    format!("{name} 所在的图有环：{walk}"),
                ));
            }
        }
        if let Some(tokens) = &self.tokens {
            let (nodes, edges) = (tokens.graph.len(), tokens.graph.rows().edges());
            out.push(lang.pick(
                format!("every move goes along an edge of one graph ({nodes} nodes, {edges} edges)"),
                format!("每一步都沿同一个图的边走（{nodes} 个顶点，{edges} 条边）"),
            ));
        }
        out.extend(self.say_symmetry(lang));
        out.extend(self.takes.as_ref().map(|t| say_takes(t, lang)));
        // A code without splitting says no more than the subtraction set.
        if let Some(code) = self.code.as_ref().filter(|c| self.takes.is_none() || c.most_parts() > 1) {
            out.push(lang.pick(
                format!("take-and-break game with code {code}"),
                format!("取石分堆类游戏，编码 {code}"),
            ));
        }
        for c in &self.end_cuts {
            let name = self.field(c.field);
            let (en, zh) = match (c.left, c.right) {
                (true, true) => ("its ends", "两端"),
                (true, false) => ("its left end", "左端"),
                _ => ("its right end", "右端"),
            };
            let mut text = lang.pick(format!("{name} is only cut at {en}"), format!("{name} 只从{zh}截短"));
            if c.gains_taken {
                text.push_str(
                    lang.pick(", and the gain is the sum of what is taken", "，得分等于所取各数之和"),
                );
            }
            out.push(text);
        }
        if self.takes.is_none() {
            out.extend(self.vectors.as_ref().map(|v| self.say_vectors(v, lang)));
        }
        out
    }

    fn field(&self, f: usize) -> &str {
        self.names.get(f).map_or("?", String::as_str)
    }

    fn player(&self, p: usize) -> &str {
        self.players.get(p).map_or("?", String::as_str)
    }

    fn say_sides(&self, lang: Lang) -> String {
        let (en, zh) = match self.kind.sides {
            Sides::Impartial => ("impartial: both players have the same moves", "公平博弈：双方走法相同"),
            Sides::NamedEnding => (
                "both players have the same moves, but an ending names a player",
                "双方走法相同，但终局规则区分玩家",
            ),
            Sides::LooksAtMover => {
                ("partizan: what may be done depends on who is to move", "非公平博弈：规则与轮到谁走有关")
            }
            Sides::OwnMoves => {
                ("partizan: some moves belong to one player", "非公平博弈：有的走法只属于一方")
            }
        };
        lang.pick(en, zh).to_string()
    }

    fn say_end(&self, lang: Lang) -> String {
        let (a, b) = (self.player(0), self.player(1));
        let plain = |en: &str, zh: &str| lang.pick(en, zh).to_string();
        let mut text = match (self.kind.score, self.kind.end) {
            (Some(ScoreKind::Own), _) => {
                return plain(
                    "played for a score: the value is mover minus opponent",
                    "计分游戏：以走子方得分减对方得分为值",
                );
            }
            (Some(ScoreKind::Shared), _) => {
                return lang.pick(
                    format!("played for one common score, which {a} raises and {b} lowers"),
                    format!("公共得分：{a} 求大，{b} 求小"),
                );
            }
            (None, End::Normal) => plain("normal play: who cannot move loses", "正常规则：无法走者负"),
            (None, End::Misere) => plain("misère play: who cannot move wins", "反常规则：无法走者胜"),
            (None, End::Draw) => plain("no move left is a draw", "无法走时为平局"),
            (None, End::Wins(p)) => {
                let name = self.player(p);
                lang.pick(format!("{name} wins when there is no move left"), format!("无法走时 {name} 胜"))
            }
        };
        if self.kind.whens {
            text.push_str(lang.pick("; there are endings by condition", "；另有条件终局"));
        }
        text
    }

    fn say_sum(&self, lang: Lang) -> Option<String> {
        if !self.kind.parts {
            return None;
        }
        Some(match self.kind.grundy.map_err(|why| why.say(lang)) {
            Ok(()) => lang
                .pick(
                    "a sum of independent parts: the Grundy value is the xor of the parts'",
                    "独立部分之和：SG 值为各部分 SG 值的异或",
                )
                .to_string(),
            Err(why) => lang.pick(
                format!("a sum of parts, but Grundy values cannot be added: {why}; whole sums are solved"),
                format!("由若干部分组成，但 SG 值不可相加：{why}；因此整体求解"),
            ),
        })
    }

    fn say_measure(&self, lang: Lang) -> String {
        let plain = |en: &str, zh: &str| lang.pick(en, zh).to_string();
        match &self.measure {
            None => plain(
                "no measure found; cycles are watched for while solving",
                "未找到递减量；求解时会检查循环",
            ),
            Some(Measure::Stop(n)) => {
                lang.pick(format!("play stops after {n} moves"), format!("走满 {n} 步即停"))
            }
            Some(Measure::Sum { terms, drop }) => self.say_fall(terms, *drop, lang),
            Some(Measure::Lexicographic(list)) => {
                let piece = |(i, terms): (usize, &Terms)| {
                    let name = self.say_terms(terms, lang);
                    let (en, zh) = match (i, self.splits) {
                        (0, false) => {
                            (format!("every move lowers {name}"), format!("每一步都使 {name} 减少"))
                        }
                        (0, true) => (
                            format!("in every part that a move leaves, {name} is smaller than before"),
                            format!("每一步留下的各部分，其 {name} 都变小"),
                        ),
                        (_, false) => (
                            format!(", or keeps that and lowers {name}"),
                            format!("，或保持不变而使 {name} 减少"),
                        ),
                        (_, true) => (
                            format!(", or the same and {name} is smaller"),
                            format!("，或不变而 {name} 变小"),
                        ),
                    };
                    lang.pick(en, zh)
                };
                list.iter().enumerate().map(piece).collect()
            }
        }
    }

    /// Every move lowers a sum.
    fn say_fall(&self, terms: &Terms, drop: i128, lang: Lang) -> String {
        let what = self.say_terms(terms, lang);
        let (en, zh) = match terms.as_slice() {
            [] => ("every move ends its part".to_string(), "每一步都使该部分消失".to_string()),
            [(1, Quantity::Room(f, bound))] if !self.is_flag(*f) => {
                let name = self.field(*f);
                (
                    format!("every move raises {name}, and none raises it beyond {bound}"),
                    format!("每一步都使 {name} 增大，且不超过 {bound}"),
                )
            }
            _ if self.splits => (
                format!("in every part that a move leaves, {what} is smaller than in the part it came from"),
                format!("每一步留下的各部分，其 {what} 都比原来的小"),
            ),
            [(_, Quantity::Dictionary(..))] => {
                (format!("every move lowers {what}"), format!("每一步都使{what}变小"))
            }
            _ => (
                format!("every move lowers {what} by at least {drop}"),
                format!("每一步都使 {what} 至少减少 {drop}"),
            ),
        };
        lang.pick(en, zh)
    }

    fn say_terms(&self, terms: &Terms, lang: Lang) -> String {
        let several = terms.len() > 1;
        let part = |(w, q): &(i128, Quantity)| {
            let name = self.say_quantity(q, lang);
            let text = match (w, q) {
                (1, _) => name,
                (_, Quantity::Number(_)) => format!("{w}·{name}"),
                _ => lang.pick(format!("{w} times {name}"), format!("{name}的 {w} 倍")),
            };
            match q {
                Quantity::Room(f, _) if several && !self.is_flag(*f) => format!("({text})"),
                Quantity::RoomTo(..) if several => format!("({text})"),
                _ => text,
            }
        };
        let parts: Vec<String> = terms.iter().map(part).collect();
        // A formula, or words.
        let form =
            |q: &Quantity| matches!(q, Quantity::Number(_) | Quantity::Room(..) | Quantity::RoomTo(..));
        let plain = terms.iter().all(|(_, q)| form(q));
        parts.join(if plain { " + " } else { lang.pick(" plus ", " 加 ") })
    }

    fn is_flag(&self, f: usize) -> bool {
        self.flags.get(f).copied().unwrap_or(false)
    }

    /// A quantity in words.
    fn say_quantity(&self, q: &Quantity, lang: Lang) -> String {
        let side = |s: &Side| match s {
            Side::Left => lang.pick("left", "左"),
            Side::Right => lang.pick("right", "右"),
            Side::Top => lang.pick("top", "上"),
            Side::Bottom => lang.pick("bottom", "下"),
        };
        let name = self.field(q.field());
        let flag = self.is_flag(q.field());
        let (en, zh) = match q {
            Quantity::Number(_) if flag => return format!("[{name} = yes]"),
            Quantity::Number(_) => return name.to_string(),
            Quantity::Room(..) if flag => return format!("[{name} = no]"),
            Quantity::Room(_, bound) => return format!("{bound} − {name}"),
            Quantity::RoomTo(_, c, others) => {
                let times = |factor: i128| if factor == 1 { String::new() } else { format!("{factor}·") };
                let terms = others.iter().map(|(g, factor)| format!("{}{}", times(*factor), self.field(*g)));
                let constant = (*c != 0).then(|| c.to_string());
                let sum = terms.chain(constant).collect::<Vec<_>>().join(" + ");
                return format!("{sum} − {name}");
            }
            Quantity::Length(_) => (format!("the length of {name}"), format!("{name} 的长度")),
            Quantity::Total(..) => (format!("the sum of {name}"), format!("{name} 各项之和")),
            Quantity::Weighted(_, s) => (
                format!("the sum of {name}, each element times its place from the {}", side(s)),
                format!("{name} 各项乘以其位置（从{}数起）之和", side(s)),
            ),
            Quantity::Count(_, v) => {
                let v = bare(v);
                (format!("the number of {v} in {name}"), format!("{name} 中 {v} 的个数"))
            }
            Quantity::Places(_, v, s) => (
                format!("the sum of the places of {} in {name}, counted from the {}", bare(v), side(s)),
                format!("{name} 中各 {} 的位置之和（从{}数起）", bare(v), side(s)),
            ),
            Quantity::Size(_) => (format!("the size of {name}"), format!("{name} 的元素个数")),
            Quantity::SetTotal(_) => (format!("the sum of {name}"), format!("{name} 各元素之和")),
            Quantity::Missing(_, universe) => {
                let n = universe.size();
                (
                    format!("the number of elements that {name} lacks (of {n})"),
                    format!("{name} 尚缺的元素个数（共 {n}）"),
                )
            }
            Quantity::Rank(_, ranking) => {
                let (en, zh) = ranking.longest().map_or_else(Default::default, |most| {
                    (format!(" (at most {most})"), format!("（至多 {most}）"))
                });
                (format!("the longest walk left from {name}{en}"), format!("从 {name} 出发的最长路{zh}"))
            }
            Quantity::Ranks(..) => (
                format!("the sum of the longest walks left from the nodes in {name}"),
                format!("{name} 中各结点最长路之和"),
            ),
            Quantity::Dictionary(_, s) => (
                format!("{name}, read from the {} like a word in a dictionary", side(s)),
                format!("{name}（从{}起按字典序）", side(s)),
            ),
        };
        lang.pick(en, zh)
    }

    fn say_symmetry(&self, lang: Lang) -> Vec<String> {
        let mut out: Vec<String> = self
            .symmetry
            .groups
            .iter()
            .map(|g| {
                let names: Vec<&str> = g.iter().map(|&f| self.field(f)).collect();
                let text = names.join(lang.pick(", ", "、"));
                lang.pick(format!("symmetric: {text} may be exchanged"), format!("对称：{text} 可以互换"))
            })
            .collect();
        if self.symmetry.declared == Declared::NotVerified {
            out.push(
                lang.pick(
                    "declared unordered; not verified from the text of the rules",
                    "声明为无序，但未能由规则文本验证",
                )
                .to_string(),
            );
        }
        out
    }

    fn say_vectors(&self, list: &[VectorMove], lang: Lang) -> String {
        let mut texts: Vec<String> = list.iter().take(SHOWN).map(|v| say_vector(v, lang)).collect();
        if list.len() > SHOWN {
            texts.push("…".to_string());
        }
        let names = self.names.join(", ");
        lang.pick(
            format!("every move adds a fixed vector to ({names}): {}", texts.join("; ")),
            format!("每一步都给 ({names}) 加上固定向量：{}", texts.join("；")),
        )
    }
}

/// Vectors that a sentence lists.
const SHOWN: usize = 8;

fn say_vector(v: &VectorMove, lang: Lang) -> String {
    let tuple = |x: &[i64]| {
        let items: Vec<String> = x.iter().map(i64::to_string).collect();
        format!("({})", items.join(","))
    };
    let step = tuple(&v.step);
    let (en, zh) = match (v.from, v.to) {
        (1, None) => (format!("any multiple of {step}"), format!("{step} 的任意倍")),
        (from, None) => (format!("at least {from} times {step}"), format!("{step} 的至少 {from} 倍")),
        (from, Some(to)) if from == to => (format!("{from} times {step}"), format!("{step} 的 {from} 倍")),
        (from, Some(to)) => (format!("{from} to {to} times {step}"), format!("{step} 的 {from} 到 {to} 倍")),
    };
    let times = lang.pick(en, zh);
    let text = if v.is_single() {
        tuple(&v.base)
    } else if v.base.iter().all(|&b| b == 0) {
        times
    } else {
        format!("{} + {times}", tuple(&v.base))
    };
    match v.guards.is_empty() {
        true => text,
        false => format!("{text}{}", lang.pick(" under conditions", "（有条件）")),
    }
}

impl Estimate {
    /// "at most about 1.2e17 positions"
    pub fn sentence(&self, lang: Lang) -> String {
        let n = if self.positions < 1e6 {
            format!("{}", self.positions.round())
        } else {
            format!("{:.1e}", self.positions)
        };
        match self.proved {
            true => lang.pick(format!("at most {n} positions"), format!("至多 {n} 个局面")),
            false => lang.pick(format!("about {n} positions"), format!("约 {n} 个局面")),
        }
    }
}

fn bare(v: &Value) -> String {
    match v {
        Value::Text(t) => t.to_string(),
        other => other.to_string(),
    }
}

/// A cycle as a reader can follow it: all of it if it is short, its first and last nodes if it is long.
fn round(cycle: &[Value]) -> String {
    const SHOWN: usize = 12;
    let mut walk: Vec<String> = cycle.iter().map(bare).collect();
    if walk.len() > SHOWN {
        walk.splice(SHOWN - 3..walk.len() - 2, ["…".to_string()]);
    }
    walk.join(" → ")
}

fn say_takes(takes: &TakeSet, lang: Lang) -> String {
    let list = |all: &[String]| all.join(", ");
    let (en, zh) = match (takes, takes.all_but()) {
        (_, Some(but)) if but.is_empty() => ("any amount may be taken".to_string(), "可取任意多".to_string()),
        (_, Some(but)) => {
            let but = list(&but.iter().map(u64::to_string).collect::<Vec<_>>());
            (format!("any amount but {but} may be taken"), format!("除 {but} 外可取任意多"))
        }
        (takes, None) => {
            let run = |&(a, b): &(u64, u64)| if a == b { a.to_string() } else { format!("{a}..{b}") };
            let text = match takes {
                TakeSet::Known(set) => set.name().to_string(),
                TakeSet::Runs { runs, .. } => {
                    format!("{{{}}}", list(&runs.iter().map(run).collect::<Vec<_>>()))
                }
            };
            (format!("a move takes one of {text}"), format!("每步取走的数目属于 {text}"))
        }
    };
    lang.pick(format!("subtraction game: {en}"), format!("减法游戏：{zh}"))
}
