//! `help`: the rules language on one screen. Words that the code knows are listed by the code.

use crate::commands::prelude::*;
use crate::commands::verbs;
use crate::terminal::layout::labelled;
use bouton::game::catalogue;
use bouton::language::rules::Builtin;
use bouton::language::suggest;
use bouton::language::value::KnownSet;

/// Help on a verb, or on the rules language: help rules ¦ 动词的帮助，或规则语言的帮助：help rules
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton help rules                the rules language on one screen ¦ 规则语言，一屏看完
  bouton help table                as bouton table --help ¦ 同 bouton table --help")]
pub(crate) struct Args {
    /// A verb, or rules ¦ 动词，或 rules
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
}

/// A game, line by line, with what each line says.
const GAME: &[(&str, &str)] = &[
    ("game Take 1 to m", "a title"),
    ("param m in 1.. = 3", "a number that  m=5  changes"),
    ("heaps n", "a sum of heaps; a whole is  position a, b"),
    ("move take k in 1..m:  n -> n - k", "choose k; n becomes n - k"),
    ("claim lose iff n mod (m + 1) = 0", "what you believe: bouton check tests it"),
    ("example 4 -> lose", "what you were told"),
];

/// The same in Chinese.
const GAME_ZH: &[(&str, &str)] = &[
    ("游戏 取 1 到 m 颗", "标题"),
    ("参数 m 属于 1.. = 3", "可用 m=5 改变的数"),
    ("堆 n", "若干堆之和；整体则写 局面 a, b"),
    ("走法 取 k 属于 1..m：n -> n - k", "选 k；n 变为 n - k"),
    ("猜想 必败 当且仅当 n 模 (m + 1) = 0", "你的猜想：bouton check 检验它"),
    ("例 4 -> 必败", "已知的例子"),
];

/// A kind of thing in both languages, and the ways in which it is written.
type Row = (&'static str, &'static str, &'static str);

/// Between two ways of writing.
const GAP: &str = "   ";

const ROWS: &[Row] = &[
    (
        "the game",
        "游戏",
        "\
        game TEXT   alias NAME, NAME   note TEXT   source TEXT   like GAME   players A, B   \
        param m in 1.. = 3   define f(x) = x * x",
    ),
    (
        "positions",
        "局面",
        "\
        heaps FIELDS   position FIELDS   position a, b unordered   require CONDITION   setup N -> LIST",
    ),
    (
        "fields",
        "字段",
        "\
        n   n in 1..8   row a   row a[3]   bag a   set s   word w of \"+-\"   grid b[3,3] of 0..2   \
        v in G   limit = n - 1",
    ),
    ("typed", "输入", "show b as \".XO\"   sides m, n: b = repeat(repeat(0, n), m)"),
    ("moves", "走法", "move [NAME] [by PLAYER] CHOICES: CHANGES   octal 0.77   block 1"),
    ("choices", "选择", "k in 1..n   k in {1, 3, 4}   w in G[v]   if CONDITION   let x = VALUE"),
    (
        "changes",
        "变化",
        "\
        n -> n - k   a[i] -> 0   a[i] -= k   x -> e when C   a[i] -> e for i in R   stay   … then …",
    ),
    ("new heaps", "新的堆", "n -> a, n - a   n -> k of e   n -> each L   n -> nothing"),
    ("beside it", "附加", "gain e   cost e   again   again if C   say \"take {k}\" zh \"取 {k}\""),
    (
        "the end",
        "终局",
        "\
        end normal   end misere   end draw   end NAME wins   win when C   lose when C   draw when C   \
        score   score shared   stop after 20 moves   endless draw",
    ),
    (
        "beliefs",
        "猜想",
        "\
        claim lose iff C   claim grundy = E for m in 1..6   claim score = E if C   \
        claim period 12 from 71   strategy MOVE: k = E if C",
    ),
    ("examples", "例子", "example 4 -> win   example 3 4 5 with m=4 -> win to 1 4 5   example 7 -> grundy 3"),
    (
        "operators",
        "运算",
        "\
        or and not   = != < <= > >=   in   + - xor ++   * div mod **   |x|   a[i]   a[2..]   1e6   \
        (1 if C, 0 otherwise)   [x*x for x in 1..9 if C]",
    ),
];

/// Names that are always there.
const NAMES: &str = "mover opponent turn stuck heaps yes no";

/// Runs the verb. Help on verbs has been answered before.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    match args.topic.join(" ").as_str() {
        "rules" | "language" | "规则" | "语言" | "规则语言" => {
            out.lines(&screen(lang, terminal_width()))?;
            Ok(0)
        }
        topic => {
            let verbs = verbs();
            let near = suggest::nearest(topic, verbs.iter().map(String::as_str).chain(["rules"]));
            let game = catalogue::find(topic).is_some();
            Err(Mistake::NoTopic { topic: topic.to_string(), near: near.map(String::from), game }.into())
        }
    }
}

/// The screen at a width.
fn screen(lang: Lang, columns: usize) -> Vec<String> {
    let head = lang.pick(
        "One line is one rule; a line that begins with a blank continues the one above, # begins a comment, and between quotes ; ends a line.",
        "一行是一条规则；以空格开头的行接着上一行，# 开始注释，写在引号里时 ; 代替换行。关键字中英文皆可，可以混用。",
    );
    let mut out = prose(head, columns);
    out.push(String::new());
    let game = lang.pick(GAME, GAME_ZH);
    let widest = game.iter().map(|(line, _)| width(line)).max().unwrap_or(0);
    for (line, what) in game {
        let beside = 2 + widest + 2 + width(what) <= columns;
        let what = if beside { paint(DIM, what) } else { String::new() };
        out.push(format!("  {}  {what}", left(line, widest)).trim_end().to_string());
    }
    out.push(String::new());
    for (en, zh, items) in ROWS {
        out.extend(row(lang.pick(en, zh), items.split(GAP).map(String::from), GAP, columns));
    }
    let functions = Builtin::ALL.iter().map(|(name, ..)| *name).chain(["floor"]).map(String::from);
    out.extend(row(lang.pick("functions", "函数"), functions, " ", columns));
    let sets = KnownSet::ALL.iter().map(|(name, _)| name.to_string());
    out.extend(row(lang.pick("sets", "集合"), sets, " ", columns));
    out.extend(row(lang.pick("names", "名字"), NAMES.split(' ').map(String::from), " ", columns));
    out.push(String::new());
    out.extend(prose(
        lang.pick(
            "bouton show GAME  prints the rules of a game; docs/language.md explains every word with examples.",
            "bouton show 游戏  显示一个游戏的规则；docs/language.md 逐一解释每个词并举例。",
        ),
        columns,
    ));
    out
}

/// A label and what belongs to it, folded to the width.
fn row(label: &str, items: impl Iterator<Item = String>, gap: &str, columns: usize) -> Vec<String> {
    const LABEL: usize = 11;
    labelled(label, TITLE, LABEL, wrap(items, gap, columns.saturating_sub(LABEL).max(20)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton::claims::check::CheckQuestion;
    use bouton::language::keywords;
    use bouton::{Budget, Folder, Game, Solver};

    fn plain(line: &str) -> String {
        anstream::adapter::strip_str(line).to_string()
    }

    #[test]
    fn one_screen_at_every_width() {
        for lang in [Lang::En, Lang::Zh] {
            for (columns, most) in [(60, 60), (80, 48), (120, 40)] {
                let lines = screen(lang, columns);
                assert!(lines.len() <= most, "{} lines at {columns}", lines.len());
                for line in lines.iter().map(|l| plain(l)) {
                    assert!(width(&line) <= columns, "{columns}: {line}");
                }
            }
            // Every kind of line is named, and every function and set.
            let text: Vec<String> = screen(lang, 100).iter().map(|l| plain(l)).collect();
            let text = text.join("\n");
            let has = |word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
            for word in keywords::LINES {
                assert!(has(word), "{word} is missing");
            }
        }
    }

    #[test]
    fn the_game_on_it_is_true() {
        for game in [GAME, GAME_ZH] {
            let text: Vec<&str> = game.iter().map(|(line, _)| *line).collect();
            let folder = Folder { base: None };
            let (game, warnings) = Game::from_text("help.game", &text.join("\n"), &folder)
                .unwrap_or_else(|p| panic!("{}", p.line(Lang::En)));
            assert!(warnings.is_empty());
            let question = CheckQuestion {
                game: &game,
                claim: None,
                to: Some(30),
                inductive: false,
                seed: 1,
                loader: &folder,
            };
            let report = Solver::new(Budget::unlimited()).check(&question).unwrap();
            assert!(report.ok() && report.examples.len() == 1 && report.claims.len() == 1);
        }
    }

    /// Each way of writing, put into a game that it fits, is one.
    #[test]
    fn what_is_written_can_be_written() {
        let frames: &[(&str, &str)] = &[
            ("positions", "{}; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k"),
            ("fields", "param G = graph { 0 -> 1; 1 -> }; position n, {}; move k in 1..n: n -> n - k"),
            ("typed", "position grid b of 0..2; {}; move r in 1..|b|: b[r,1] -> 1"),
            ("choices", "param G = graph { 0 -> 1; 1 -> }; position n, v in G; move {}: n -> n - 1"),
            ("new heaps", "heaps n; move a in 1..n, k in 1..2, let e = a: {}"),
            ("beside it", "position n; move k in 1..n, let e = 1, let C = k > 1: n -> n - k {}; score"),
        ];
        for (label, frame) in frames {
            let (.., items) = ROWS.iter().find(|(en, ..)| en == label).unwrap();
            for item in items.split(GAP).filter(|i| !i.contains(|c: char| c.is_ascii_uppercase() && c != 'G'))
            {
                // `n` stands in the frame already.
                if *label == "fields" && item.starts_with('n') {
                    continue;
                }
                let text = frame.replace("{}", item);
                let found = Game::from_text("help.game", &text, &Folder { base: None });
                assert!(
                    found.is_ok(),
                    "{text}: {}",
                    found.err().map(|p| p.line(Lang::En)).unwrap_or_default()
                );
            }
        }
    }
}
