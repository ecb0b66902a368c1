//! Chinese keywords: each stands for one English word, and the two mix freely.
//!
//! The lexer keeps a word as written and notes the English word it may stand for; the parser asks for the English
//! word where the grammar expects a keyword, so a field or a move may bear any of these names. Where several stand for one English word,
//! the first is the one that messages and examples use.

/// Chinese word, English word.
pub const CHINESE: &[(&str, &str)] = &[
    ("游戏", "game"),
    ("说明", "note"),
    ("来源", "source"),
    ("别名", "alias"),
    ("同", "like"),
    ("玩家", "players"),
    ("参数", "param"),
    ("定义", "define"),
    ("堆", "heaps"),
    ("局面", "position"),
    ("状态", "position"),
    ("显示", "show"),
    ("为", "as"),
    ("边长", "sides"),
    ("要求", "require"),
    ("序列", "row"),
    ("多重集", "bag"),
    ("集合", "set"),
    ("串", "word"),
    ("棋盘", "grid"),
    ("图", "graph"),
    ("文件", "file"),
    ("八进制", "octal"),
    ("无序", "unordered"),
    ("布局", "setup"),
    ("走法", "move"),
    ("操作", "move"),
    ("由", "by"),
    ("属于", "in"),
    ("若", "if"),
    ("如果", "if"),
    ("令", "let"),
    ("变为", "->"),
    ("然后", "then"),
    ("不动", "stay"),
    ("无", "nothing"),
    ("各", "each"),
    ("个", "of"),
    ("得分", "gain"),
    ("代价", "cost"),
    ("再走", "again"),
    ("说", "say"),
    ("中文", "zh"),
    ("禁", "block"),
    ("终局", "end"),
    ("正常", "normal"),
    ("反常", "misere"),
    ("必胜", "win"),
    ("必败", "lose"),
    ("平局", "draw"),
    ("当", "when"),
    ("计分", "score"),
    ("公共", "shared"),
    ("停", "stop"),
    ("之后", "after"),
    ("步", "moves"),
    ("无限", "endless"),
    ("胜", "wins"),
    ("猜想", "claim"),
    ("对", "for"),
    ("周期", "period"),
    ("起", "from"),
    ("增量", "saltus"),
    ("策略", "strategy"),
    ("例", "example"),
    ("设", "with"),
    ("先手", "first"),
    ("到", "to"),
    ("当且仅当", "iff"),
    ("否则", "otherwise"),
    ("且", "and"),
    ("并且", "and"),
    ("或", "or"),
    ("或者", "or"),
    ("非", "not"),
    ("异或", "xor"),
    ("模", "mod"),
    ("取模", "mod"),
    ("整除", "div"),
    ("按位与", "band"),
    ("按位或", "bor"),
    ("左移", "shl"),
    ("右移", "shr"),
    ("数位", "digits"),
    ("距离", "distance"),
    ("最小", "min"),
    ("最大", "max"),
    ("和", "sum"),
    ("各堆", "heaps"),
    ("SG", "grundy"),
    ("是", "yes"),
    ("否", "no"),
];

/// Words that can begin a line.
pub const LINES: &[&str] = &[
    "game", "alias", "note", "source", "like", "players", "param", "define", "heaps", "position", "show",
    "sides", "require", "setup", "move", "octal", "block", "end", "win", "lose", "draw", "score", "stop",
    "endless", "claim", "strategy", "example",
];

/// The English word that `word` stands for; `word` itself where it is no Chinese keyword.
pub fn english(word: &str) -> &str {
    CHINESE.iter().find(|(zh, _)| *zh == word).map_or(word, |(_, en)| en)
}

/// Is this a Chinese keyword?
pub fn is_chinese(word: &str) -> bool {
    CHINESE.iter().any(|(zh, _)| *zh == word)
}

/// Splits a run of Chinese characters into keywords, longest first; `None` if it is not made of them alone.
pub fn split(run: &str) -> Option<Vec<&str>> {
    let mut rest = run;
    let mut words = Vec::new();
    while !rest.is_empty() {
        let (word, _) =
            CHINESE.iter().filter(|(zh, _)| rest.starts_with(zh)).max_by_key(|(zh, _)| zh.len())?;
        words.push(&rest[..word.len()]);
        rest = &rest[word.len()..];
    }
    Some(words)
}
