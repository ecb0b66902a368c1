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
        match self.kind.sides {
            Sides::Impartial => {
                lang.pick("impartial: both players have the same moves", "公平博弈：双方走法相同")
            }
            Sides::NamedEnding => lang.pick(
                "both players have the same moves, but an ending names a player",
                "双方走法相同，但终局规则区分玩家",
            ),
            Sides::LooksAtMover => lang.pick(
                "partizan: what may be done depends on who is to move",
                "非公平博弈：规则与轮到谁走有关",
            ),
            Sides::OwnMoves => {
                lang.pick("partizan: some moves belong to one player", "非公平博弈：有的走法只属于一方")
            }
        }
        .to_string()
    }

    fn say_end(&self, lang: Lang) -> String {
        match self.kind.score {
            Some(ScoreKind::Own) => {
                return lang
                    .pick(
                        "played for a score: the value is mover minus opponent",
                        "计分游戏：以走子方得分减对方得分为值",
                    )
                    .to_string();
            }
            Some(ScoreKind::Shared) => {
                let (a, b) = (self.player(0), self.player(1));
                return lang.pick(
                    format!("played for one common score, which {a} raises and {b} lowers"),
                    format!("公共得分：{a} 求大，{b} 求小"),
                );
            }
            None => {}
        }
        let mut text = match self.kind.end {
            End::Normal => {
                lang.pick("normal play: who cannot move loses", "正常规则：无法走者负").to_string()
            }
            End::Misere => lang.pick("misère play: who cannot move wins", "反常规则：无法走者胜").to_string(),
            End::Draw => lang.pick("no move left is a draw", "无法走时为平局").to_string(),
            End::Wins(p) => {
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
        let why = match self.kind.grundy {
            Ok(()) if self.kind.parts => {
                return Some(
                    lang.pick(
                        "a sum of independent parts: the Grundy value is the xor of the parts'",
                        "独立部分之和：SG 值为各部分 SG 值的异或",
                    )
                    .to_string(),
                );
            }
            Ok(()) => return None,
            Err(_) if !self.kind.parts => return None,
            Err(why) => why,
        };
        let why = why.say(lang);
        Some(lang.pick(
            format!("a sum of parts, but Grundy values cannot be added: {why}; whole sums are solved"),
            format!("由若干部分组成，但 SG 值不可相加：{why}；因此整体求解"),
        ))
    }

    fn say_measure(&self, lang: Lang) -> String {
        let Some(measure) = &self.measure else {
            return lang
                .pick(
                    "no measure found; cycles are watched for while solving",
                    "未找到递减量；求解时会检查循环",
                )
                .to_string();
        };
        match measure {
            Measure::Sum { terms, .. } if terms.is_empty() => {
                lang.pick("every move ends its part", "每一步都使该部分消失").to_string()
            }
            Measure::Sum { terms, drop } => {
                if let [(1, Quantity::Room(f, bound))] = terms.as_slice()
                    && !self.is_flag(*f)
                {
                    let name = self.field(*f);
                    return lang.pick(
                        format!("every move raises {name}, and none raises it beyond {bound}"),
                        format!("每一步都使 {name} 增大，且不超过 {bound}"),
                    );
                }
                let what = self.say_terms(terms, lang);
                if self.splits {
                    return lang.pick(
                        format!(
                            "in every part that a move leaves, {what} is smaller than in the part it came from"
                        ),
                        format!("每一步留下的各部分，其 {what} 都比原来的小"),
                    );
                }
                if matches!(terms.as_slice(), [(_, Quantity::Dictionary(..))]) {
                    return lang.pick(format!("every move lowers {what}"), format!("每一步都使{what}变小"));
                }
                lang.pick(
                    format!("every move lowers {what} by at least {drop}"),
                    format!("每一步都使 {what} 至少减少 {drop}"),
                )
            }
            Measure::Lexicographic(list) => {
                let names: Vec<String> = list.iter().map(|t| self.say_terms(t, lang)).collect();
                let mut text = String::new();
                for (i, name) in names.iter().enumerate() {
                    let piece = match (i, self.splits) {
                        (0, false) => {
                            lang.pick(format!("every move lowers {name}"), format!("每一步都使 {name} 减少"))
                        }
                        (0, true) => lang.pick(
                            format!("in every part that a move leaves, {name} is smaller than before"),
                            format!("每一步留下的各部分，其 {name} 都变小"),
                        ),
                        (_, false) => lang.pick(
                            format!(", or keeps that and lowers {name}"),
                            format!("，或保持不变而使 {name} 减少"),
                        ),
                        (_, true) => lang.pick(
                            format!(", or the same and {name} is smaller"),
                            format!("，或不变而 {name} 变小"),
                        ),
                    };
                    text.push_str(&piece);
                }
                text
            }
            Measure::Stop(n) => lang.pick(format!("play stops after {n} moves"), format!("走满 {n} 步即停")),
        }
    }

    fn say_terms(&self, terms: &Terms, lang: Lang) -> String {
        let parts: Vec<String> = terms
            .iter()
            .map(|(w, q)| {
                let name = self.say_quantity(q, lang);
                match (w, q) {
                    (1, _) => name,
                    (_, Quantity::Number(_)) => format!("{w}·{name}"),
                    _ => lang.pick(format!("{w} times {name}"), format!("{name}的 {w} 倍")),
                }
            })
            .collect();
        let plain = terms.iter().all(|(_, q)| is_form(q));
        let parts: Vec<String> = match parts.len() {
            0 | 1 => parts,
            _ => terms
                .iter()
                .zip(parts)
                .map(|((_, q), text)| match q {
                    Quantity::Room(f, _) if self.is_flag(*f) => text,
                    Quantity::Room(..) | Quantity::RoomTo(..) => format!("({text})"),
                    _ => text,
                })
                .collect(),
        };
        parts.join(if plain { " + " } else { lang.pick(" plus ", " 加 ") })
    }

    fn is_flag(&self, f: usize) -> bool {
        self.flags.get(f).copied().unwrap_or(false)
    }

    /// A quantity in words.
    pub fn say_quantity(&self, q: &Quantity, lang: Lang) -> String {
        let side = |s: &Side| match s {
            Side::Left => lang.pick("left", "左"),
            Side::Right => lang.pick("right", "右"),
            Side::Top => lang.pick("top", "上"),
            Side::Bottom => lang.pick("bottom", "下"),
        };
        match q {
            Quantity::Number(f) if self.is_flag(*f) => format!("[{} = yes]", self.field(*f)),
            Quantity::Number(f) => self.field(*f).to_string(),
            Quantity::Room(f, _) if self.is_flag(*f) => format!("[{} = no]", self.field(*f)),
            Quantity::Room(f, bound) => format!("{bound} − {}", self.field(*f)),
            Quantity::RoomTo(f, c, others) => {
                let mut text = String::new();
                for (g, factor) in others {
                    let sign = if text.is_empty() { "" } else { " + " };
                    let times = if *factor == 1 { String::new() } else { format!("{factor}·") };
                    text.push_str(&format!("{sign}{times}{}", self.field(*g)));
                }
                if *c != 0 {
                    text.push_str(&format!(" + {c}"));
                }
                format!("{text} − {}", self.field(*f))
            }
            Quantity::Length(f) => {
                let name = self.field(*f);
                lang.pick(format!("the length of {name}"), format!("{name} 的长度"))
            }
            Quantity::Total(f, _) => {
                let name = self.field(*f);
                lang.pick(format!("the sum of {name}"), format!("{name} 各项之和"))
            }
            Quantity::Weighted(f, s) => {
                let name = self.field(*f);
                lang.pick(
                    format!("the sum of {name}, each element times its place from the {}", side(s)),
                    format!("{name} 各项乘以其位置（从{}数起）之和", side(s)),
                )
            }
            Quantity::Count(f, v) => {
                let (name, v) = (self.field(*f), bare(v));
                lang.pick(format!("the number of {v} in {name}"), format!("{name} 中 {v} 的个数"))
            }
            Quantity::Places(f, v, s) => {
                let (name, v) = (self.field(*f), bare(v));
                lang.pick(
                    format!("the sum of the places of {v} in {name}, counted from the {}", side(s)),
                    format!("{name} 中各 {v} 的位置之和（从{}数起）", side(s)),
                )
            }
            Quantity::Size(f) => {
                let name = self.field(*f);
                lang.pick(format!("the size of {name}"), format!("{name} 的元素个数"))
            }
            Quantity::SetTotal(f) => {
                let name = self.field(*f);
                lang.pick(format!("the sum of {name}"), format!("{name} 各元素之和"))
            }
            Quantity::Missing(f, universe) => {
                let (name, n) = (self.field(*f), universe.size());
                lang.pick(
                    format!("the number of elements that {name} lacks (of {n})"),
                    format!("{name} 尚缺的元素个数（共 {n}）"),
                )
            }
            Quantity::Rank(f, ranking) => {
                let name = self.field(*f);
                let most = ranking.longest();
                let (en, zh) = most.map_or_else(Default::default, |most| {
                    (format!(" (at most {most})"), format!("（至多 {most}）"))
                });
                lang.pick(
                    format!("the longest walk left from {name}{en}"),
                    format!("从 {name} 出发的最长路{zh}"),
                )
            }
            Quantity::Ranks(f, _) => {
                let name = self.field(*f);
                lang.pick(
                    format!("the sum of the longest walks left from the nodes in {name}"),
                    format!("{name} 中各结点最长路之和"),
                )
            }
            Quantity::Dictionary(f, s) => {
                let name = self.field(*f);
                lang.pick(
                    format!("{name}, read from the {} like a word in a dictionary", side(s)),
                    format!("{name}（从{}起按字典序）", side(s)),
                )
            }
        }
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

/// Is the quantity written as a formula?
fn is_form(q: &Quantity) -> bool {
    matches!(q, Quantity::Number(_) | Quantity::Room(..) | Quantity::RoomTo(..))
}

/// Vectors that a sentence lists.
const SHOWN: usize = 8;

fn say_vector(v: &VectorMove, lang: Lang) -> String {
    let tuple = |x: &[i64]| {
        let items: Vec<String> = x.iter().map(i64::to_string).collect();
        format!("({})", items.join(","))
    };
    let step = tuple(&v.step);
    let times = match (v.from, v.to) {
        (1, None) => lang.pick(format!("any multiple of {step}"), format!("{step} 的任意倍")),
        (from, None) => {
            lang.pick(format!("at least {from} times {step}"), format!("{step} 的至少 {from} 倍"))
        }
        (from, Some(to)) if from == to => {
            lang.pick(format!("{from} times {step}"), format!("{step} 的 {from} 倍"))
        }
        (from, Some(to)) => {
            lang.pick(format!("{from} to {to} times {step}"), format!("{step} 的 {from} 到 {to} 倍"))
        }
    };
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
    let text = match takes {
        TakeSet::Known(set) => set.name().to_string(),
        TakeSet::Runs { .. } => {
            if let Some(but) = takes.all_but() {
                if but.is_empty() {
                    return lang
                        .pick("subtraction game: any amount may be taken", "减法游戏：可取任意多")
                        .to_string();
                }
                let list: Vec<String> = but.iter().map(u64::to_string).collect();
                let list = list.join(", ");
                return lang.pick(
                    format!("subtraction game: any amount but {list} may be taken"),
                    format!("减法游戏：除 {list} 外可取任意多"),
                );
            }
            let TakeSet::Runs { runs, .. } = takes else { return String::new() };
            let list: Vec<String> =
                runs.iter().map(|&(a, b)| if a == b { a.to_string() } else { format!("{a}..{b}") }).collect();
            format!("{{{}}}", list.join(", "))
        }
    };
    lang.pick(
        format!("subtraction game: a move takes one of {text}"),
        format!("减法游戏：每步取走的数目属于 {text}"),
    )
}
