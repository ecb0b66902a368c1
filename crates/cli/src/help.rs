//! Examples under `--help`, one text a verb, and the Chinese words of the help.

use crate::{help_compare, help_contest, help_export};
use clap::Command;

pub(crate) const TOP: &str = "\
Examples:
  bouton nim 3 4 5                 who wins, every winning move, and why
  bouton kayles 3 4 --misere       the last mover loses
  bouton nim 3 4 + kayles 7        a sum of two games
  bouton \"heaps n; move k in {1,3,4}: n -> n-k\" 7 9
  bouton table lasker --to 16      a table of values
  bouton pattern lasker            the rule behind the table
  bouton prove wythoff             a theorem for all sizes
  bouton play kayles 9             play against a perfect opponent
  bouton list                      the library
  bouton help rules                how rules are written, on one screen";

pub(crate) const SOLVE: &str = "\
Examples:
  bouton nim 3 4 5
  bouton ends 4 -10 -20 7          negative numbers are part of the position
  bouton fibonacci 12 limit=4      a memory field is set by its name
  bouton bash 21 m=3               so is a parameter, or by --set m=3
  bouton subtract 1e6 S=1,3,4      a set of numbers; S=@numbers.txt reads a file
  bouton dag 0 1 --set \"G=graph { 0 -> 1 2; 1 -> 2; 2 -> }\"
  bouton nim 3 4 + kayles 7        + adds games
  bouton mygame.game 5             rules from a file
  bouton nim --batch heaps.txt --json
  bouton wythoff 4180 2583 --from w.table       out of a saved table

The game may be written between quotes; `;` stands for a new line. `--` ends the flags.";

pub(crate) const TABLE: &str = "\
Examples:
  bouton table lasker --to 16
  bouton table kayles --misere --to 21 --show win
  bouton table wythoff a=0..12 b=0..12
  bouton table kiki rows=1..9 cols=1..9 --csv
  bouton table subtract S=1,3,4 --to 50 --oeis
  bouton table wythoff --to 5000 --save w.table    again after Ctrl-C: goes on
  bouton table wythoff a=0..9 b=0..9 --from w.table
  bouton table wythoff --from w.table --npy w.npy";

pub(crate) const PATTERN: &str = "\
Examples:
  bouton pattern lasker
  bouton pattern kayles --json
  bouton pattern wythoff
  bouton pattern subtract S=1,3,4 --to 200
  bouton pattern 0.16              an octal code
  bouton pattern kiki rows=1..9 cols=1..9
  bouton pattern 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2
  bouton table lasker --oeis | bouton pattern

What is found is a formula of the rules language where there is one, ready to be pasted as a claim.";

pub(crate) const CHECK: &str = "\
Examples:
  bouton check nim
  bouton check mygame.game other.game
  bouton check divide --claim \"lose iff n = 1 or n in primes\" --to 400
  bouton check wythoff --inductive --to 100

The exit code is 1 when a claim or an example is false.";

pub(crate) const PROVE: &str = "\
Examples:
  bouton prove wythoff                              from the rules alone, for all sizes
  bouton prove lasker                               the Grundy values of heaps of every size
  bouton prove wythoff --certificate wythoff.proof  then: bouton verify wythoff.proof
  bouton prove \"position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k\" --misere
  bouton prove wythoff 1000000000000000000000 1618033988749894848204
  bouton prove wythoff-diagonal --set t=3 --svg automaton.svg
  bouton prove chess-piece --rule                   the rule that reads digits

The exit code is 0 when nothing was found too, and 1 when a claim of the file is false.";

pub(crate) const VERIFY: &str = "\
Examples:
  bouton verify wythoff.certificate
  bouton verify kayles.certificate --json
  bouton verify - < wythoff.certificate

The checker reads the rules in the file and trusts nothing else in it.
Exit codes: 0 accepted, 1 refused, 2 the file cannot be read, 3 not decided in time.";

pub(crate) const EXPLAIN: &str = "\
Examples:
  bouton explain nim 1 2 3                   every move and its answer
  bouton explain kayles 4 --misere --depth 2
  bouton explain nim 3 4 5 --move \"take 2 @1\"
  bouton explain tictactoe 1 2 0 / 0 1 0 / 2 0 0 --illegal";

pub(crate) const PLAY: &str = "\
Examples:
  bouton play kayles 9
  bouton play nim 3 4 5 --me second --mistakes 10%
  bouton play tictactoe --two

During the game: a move as it is listed, or h = hint, w = who is winning, u = undo, ? = moves, q = quit.";

pub(crate) const STARTS: &str = "\
Examples:
  bouton starts split-nim 10       how to split ten stones
  bouton starts nim n=0..20
  bouton starts wythoff --to 30 --count";

pub(crate) const LIST: &str = "\
Examples:
  bouton list
  bouton list hdu                  games that mention HDU
  bouton list --json";

pub(crate) const SHOW: &str = "\
Examples:
  bouton show nim
  bouton show tictactoe 1 2 0 / 0 1 0 / 2 0 0";

pub(crate) const LINT: &str = "\
Examples:
  bouton lint mygame.game
  bouton lint nim kayles";

pub(crate) const FMT: &str = "\
Examples:
  bouton fmt mygame.game
  bouton fmt --check games/*.game
  bouton fmt - < mygame.game";

pub(crate) const NEW: &str = "\
Examples:
  bouton new
  bouton new mygame.game";

pub(crate) const SERVE: &str = "\
Examples:
  bouton serve --open              the page at http://localhost:8001/
  bouton serve --port 0            any port that is free
  bouton serve --public --host games.example.org

Ctrl-C ends it. Without --public only programs of this machine can reach it.";

pub(crate) const HELP: &str = "\
Examples:
  bouton help rules                the rules language on one screen
  bouton help table                as bouton table --help";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  bouton completions bash > ~/.local/share/bash-completion/completions/bouton
  bouton completions fish > ~/.config/fish/completions/bouton.fish";

pub(crate) const MAN: &str = "\
Examples:
  bouton man | man -l -";

/// Verb and what it does, in Chinese.
const VERBS: &[(&str, &str)] = &[
    ("solve", "谁赢、所有必胜走法、为什么（动词可省略）"),
    ("table", "一个范围内的值：一行、矩阵或列表"),
    ("pattern", "游戏的值或一列数背后的规律"),
    ("check", "检验游戏的例子和猜想，或检验你自己的猜想"),
    ("prove", "由规则找出必败局面，并对任意大小证明"),
    ("verify", "检验证书：它是否证明了所说的结论？"),
    ("explain", "解释一个局面，或其中的一步"),
    ("play", "与完美的或会犯错的对手下棋"),
    ("starts", "哪些开局对先手是必败的"),
    ("plot", "画出一张表：在终端中，或写成 PNG、SVG"),
    ("same", "两个游戏是否逐个局面相同"),
    ("stress", "用真相检验一个程序：找出使它出错的测试"),
    ("gen", "生成评测数据：小规模、随机、必败局面附近、针对错误想法的陷阱"),
    ("interact", "交互题的评委：通过管道与选手程序对局"),
    ("export", "可以提交的程序：C++、Python 或 Rust"),
    ("list", "游戏库"),
    ("show", "游戏的规则、说明和来源"),
    ("lint", "检查规则中的疏漏"),
    ("fmt", "整理规则文件的排版"),
    ("new", "描述你自己的游戏：六个问题"),
    ("serve", "打开网页：在浏览器中下棋、看表、找规律"),
    ("serve-worker", "供 serve 使用的进程，一次回答一个问题"),
    ("completions", "命令行补全脚本"),
    ("man", "手册页"),
    ("help", "动词的帮助，或规则语言的帮助：help rules"),
];

/// Argument and what it means, in Chinese; the same for every verb that has it unless the verb is named.
const FLAGS: &[(&str, &str, &str)] = &[
    ("", "lang", "输出语言：en 或 zh（否则看 BOUTON_LANG、LC_ALL、LC_MESSAGES、LANG）"),
    ("", "color", "颜色：always（总用）、never（不用）或 auto（只在终端中用；设了 NO_COLOR 则不用）"),
    ("", "no_color", "不用颜色，同 --color never"),
    ("", "topic", "动词，或 rules"),
    ("", "misere", "反常规则：走最后一步者负"),
    ("", "set", "给参数赋值，可重复"),
    ("", "memory", "最多使用的内存：500M、2G"),
    ("", "time", "最多使用的时间：30s、5m"),
    ("", "first", "由这位玩家先走"),
    ("", "json", "以 JSON 输出"),
    ("", "help", "显示帮助"),
    ("", "version", "显示版本"),
    ("solve", "words", "游戏（库中的名字、文件、- 表示标准输入，或引号中的规则），然后是局面"),
    ("", "all_moves", "列出每一步及其结果"),
    ("", "plan", "说明对规则的分析和求解方法"),
    ("", "expect", "从标准输入读题目的输入（--in 说明格式），并与此文件中的答案比较"),
    ("", "batch", "从文件读局面，每行一个（- 为标准输入），每行给出一个答案"),
    ("table", "words", "游戏，然后是范围：n=0..50"),
    ("", "to", "未给出的范围的上界"),
    (
        "",
        "show",
        "显示什么：grundy、win（胜负）、best（最优走法）、score（得分）、moves（走法数）或 remoteness（步数）",
    ),
    ("prove", "words", "游戏，还可以加一个任意大小的局面，由定理判断"),
    ("", "numeration", "只用这种数位：fibonacci、2 到 10 的进制，或 t=2 到 t=5（x*x = t*x + 1）"),
    ("", "rule", "也写出按数位判断的规则"),
    ("", "certificate", "写出证书，可用 bouton verify 检验"),
    ("", "svg", "画出自动机"),
    ("", "dot", "写出自动机，供 Graphviz 使用"),
    ("verify", "file", "证书（- 为标准输入）"),
    ("pattern", "words", "游戏，然后是范围：n=0..50；或一列数；都不给则从标准输入读数"),
    ("pattern", "show", "在什么中找规律：grundy、win（胜负）、score（得分）或 moves（走法数）"),
    ("", "max_period", "要找的最长周期"),
    ("", "exceptions", "公式最多允许的例外个数（10）"),
    ("", "start", "数列第一项的下标（0）"),
    ("", "sums", "列出任意多堆之和，而不是单独一堆"),
    ("", "csv", "逗号分隔，每个局面一行；写 =文件 则存入文件"),
    ("", "save", "把表保存到文件；中断后再次运行同一命令即可继续"),
    ("", "block", "每次保存多少个局面"),
    ("table", "from", "从保存的表中读取值"),
    ("", "from", "从保存的表中读取答案（bouton table … --save 文件）"),
    ("", "npy", "写出 NumPy 数组"),
    ("", "parquet", "写出 Parquet 文件"),
    ("", "oeis", "按 OEIS 的写法：值之间用逗号"),
    ("", "games", "游戏或文件"),
    ("", "claim", "检验这个猜想，而不是文件中的"),
    ("", "inductive", "逐步检验猜想（必败局面走不到必败局面，其余局面都能走到）"),
    ("play", "seed", "对手选择的随机种子"),
    ("check", "seed", "随机抽取局面的种子"),
    ("explain", "words", "游戏，然后是局面"),
    ("play", "words", "游戏，然后是局面"),
    ("", "move", "解释这一步"),
    ("", "depth", "反驳的深度（步数）"),
    ("", "illegal", "也显示看似合法而不合法的走法及原因"),
    ("", "me", "你先走（first）、后走（second），或你的玩家名"),
    ("", "mistakes", "对手随机乱走的比例"),
    ("", "beginner", "对手是初学者，随便走"),
    ("", "hint", "每步之前给出提示"),
    ("", "two", "两个人对下"),
    ("starts", "words", "游戏，然后是给定的数（split-nim 10）或范围（n=0..50）"),
    ("", "count", "只给出个数"),
    ("", "limit", "最多列出这么多个"),
    ("list", "words", "只列出含有所有这些词的游戏"),
    ("show", "words", "游戏，还可以加一个要画出来的局面"),
    ("", "files", "文件（-：从标准输入到标准输出）"),
    ("", "check", "不改动；若有文件未排好则失败"),
    ("", "file", "要写的文件（不给则询问）"),
    ("", "port", "监听的端口；0 表示由系统选择"),
    ("", "open", "在浏览器中打开网页"),
    ("", "public", "也供他人使用：监听所有地址，限制更严"),
    ("", "host", "可用来访问服务器的名称，可重复"),
    ("", "shell", "你的 shell"),
];

/// Sentences under the examples.
const TAILS: &[(&str, &str)] = &[
    ("Examples:", "例："),
    (
        "The game may be written between quotes; `;` stands for a new line. `--` ends the flags.",
        "规则可以直接写在引号里，; 代表换行。-- 之后不再是选项。",
    ),
    (
        "What is found is a formula of the rules language where there is one, ready to be pasted as a claim.",
        "找到的规律尽可能写成规则语言的公式，可以直接作为猜想使用。",
    ),
    ("The exit code is 1 when a claim or an example is false.", "有猜想或例子不成立时，退出码为 1。"),
    (
        "The exit code is 0 when nothing was found too, and 1 when a claim of the file is false.",
        "没有找到时退出码也是 0；文件中的猜想不成立时为 1。",
    ),
    (
        "The checker reads the rules in the file and trusts nothing else in it.",
        "检验程序只读文件中的规则，其余一概不轻信。",
    ),
    (
        "Exit codes: 0 accepted, 1 refused, 2 the file cannot be read, 3 not decided in time.",
        "退出码：0 接受，1 拒绝，2 文件无法读取，3 限时内未定。",
    ),
    (
        "Ctrl-C ends it. Without --public only programs of this machine can reach it.",
        "按 Ctrl-C 结束。不加 --public 时只有本机的程序能访问。",
    ),
    (
        "During the game: a move as it is listed, or h = hint, w = who is winning, u = undo, ? = moves, q = quit.",
        "下棋时：输入列出的走法，或 h = 提示，w = 谁占优，u = 悔棋，? = 走法，q = 退出。",
    ),
];

const TEMPLATE_ZH: &str = "{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}";

/// The same command with `{n}` in its help texts, which clap takes for a line break: a style that changes nothing
/// stands inside, and is never printed.
pub(crate) fn with_holes(command: Command) -> Command {
    let apart = |text: &clap::builder::StyledStr| text.to_string().replace("{n}", "{\u{1b}[0mn}");
    let after = command.get_after_help().map(apart);
    let command = command.mut_subcommands(with_holes).mut_args(|arg| match arg.get_help().map(apart) {
        Some(text) => arg.help(text),
        None => arg,
    });
    match after {
        Some(after) => command.after_help(after),
        None => command,
    }
}

/// The same command with its help in Chinese.
pub(crate) fn chinese(mut command: Command) -> Command {
    // Building first gives every verb its global flags and its --help, so that they can be reworded too.
    command.build();
    let command = reword(command, "").about("几行规则，求解双人游戏").subcommand_help_heading("动词");
    command.mut_subcommands(|verb| {
        let name = verb.get_name().to_string();
        let about = VERBS.iter().find(|(v, _)| *v == name).map(|(_, about)| *about);
        let verb = reword(verb, &name);
        match about {
            Some(about) => verb.about(about),
            None => verb,
        }
    })
}

fn reword(command: Command, verb: &str) -> Command {
    let after = command.get_after_help().map(|text| {
        let tails =
            TAILS.iter().chain(help_contest::TAILS).chain(help_compare::TAILS).chain(help_export::TAILS);
        tails.fold(text.to_string(), |text, (en, zh)| text.replace(en, zh))
    });
    let command = command.help_template(TEMPLATE_ZH).mut_args(|arg| {
        let id = arg.get_id().to_string();
        let mut flags =
            FLAGS.iter().chain(help_contest::FLAGS).chain(help_compare::FLAGS).chain(help_export::FLAGS);
        let text = flags
            .clone()
            .find(|(v, flag, _)| *v == verb && *flag == id)
            .or_else(|| flags.find(|(v, flag, _)| v.is_empty() && *flag == id));
        let heading = if arg.is_positional() { "参数" } else { "选项" };
        let arg = arg.help_heading(heading);
        match text {
            Some((.., text)) => arg.help(*text),
            None => arg,
        }
    });
    match after {
        Some(after) => command.after_help(after),
        None => command,
    }
}
