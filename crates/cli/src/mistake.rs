//! What can go wrong on the command line itself, typed here and worded here, in both languages.

use crate::lang::Lang;
use crate::terminal::interrupt;
use bouton::Problem;
use bouton::language::diagnostic::{Wording, bounded};
use bouton::language::{both, problems, said};
use bouton::problem::quoted;
use std::io;

/// Why a verb did not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The question could not be answered.
    Problem(Problem),
    /// The command line makes no sense.
    Mistake(Mistake),
    /// Output could not be written. A broken pipe is no failure: nobody reads any more.
    Output(io::Error),
}

problems! {
/// A slip on the command line.
#[derive(Debug)]
pub(crate) enum Mistake {
    /// A `+` with nothing on one side.
    EmptyTerm => ["+ adds games: write a game on both sides of it.", "+ 把游戏相加：两边都要写游戏。"];
    /// Two things want to read standard input.
    StandardInputTwice => [
        "Standard input can be read only once: give the rules or the positions in a file.",
        "标准输入只能读一次：请把规则或局面放在文件里。"
    ];
    /// `--set` without `=`.
    Set { typed: String } => [
        "--set {typed} has no value. Write it as  --set name=value .",
        "--set {typed} 没有给出值。请写成  --set 名字=值 。"
    ];
    /// `--row` beside a position.
    RowPosition => [
        "--row asks about all positions of a row: leave the position out.",
        "--row 问的是一行的所有局面：请不要再写局面。"
    ];
    /// Neither en nor zh.
    Language { typed: String } => ["I speak en and zh, not \"{typed}\".", "我会说 en 和 zh，不会“{typed}”。"];
    /// The verb takes one game.
    OneGame { verb: &'static str } => [
        "{verb} works on one game, not on a sum of games.",
        "{verb} 只处理一个游戏，不处理游戏之和。"
    ];
    /// A range that cannot be read.
    Range { typed: String } => [
        "\"{typed}\" is no range. Write it as  n=0..50 , the smaller number first, or  n=7  for one value.",
        "“{typed}”不是范围。请写成  n=0..50 （小的在前），只取一个值时写  n=7 。"
    ];
    /// What is given to a `setup` line is no number.
    Given { typed: String } => ["A number is expected, not \"{typed}\".", "这里应是一个数，而不是“{typed}”。"];
    /// `--batch` with a position on the command line.
    BatchPosition => [
        "--batch and --in read the positions from a file or standard input: leave out the one on the command line.",
        "--batch 与 --in 从文件或标准输入读取局面：命令行上不要再写局面。"
    ];
    /// How answers are written, where no judge's input is read.
    Unjudged { flag: &'static str } => [
        "{flag} says how a judge's answers are written: say with --in how the positions are, such as  --in \"{{n}}\" .",
        "{flag} 规定题目答案的写法：请同时用 --in 说明局面的写法，如  --in \"{{n}}\" 。"
    ];
    /// `--batch` with a sum of games.
    BatchSum => ["--batch works on one game, not on a sum.", "--batch 只处理一个游戏，不处理游戏之和。"];
    /// A file exists already.
    Exists { path: String } => ["{path} exists already; I do not write over it.", "{path} 已经存在，不会覆盖。"];
    /// A file could not be read or written.
    File { path: String, why: String } => ["{path}: {why}", "{path}: {why}"];
    /// A file cannot be made where it was asked for.
    Write { path: String, error: io::Error } => [
        "{path} cannot be written: {why}.", "无法写入 {path}：{why}。"; with why = unwritable(error)
    ];
    /// Workers without a folder to fill.
    CrewSave => [
        "--workers, --local and --hosts fill a table in a folder: name it with --save DIR.",
        "--workers、--local、--hosts 把表填入文件夹：请用 --save DIR 指定。"
    ];
    /// Workers write in blocks of their own.
    CrewBlock => [
        "--block is for tables in one file; workers choose the size of their blocks. Leave it out.",
        "--block 用于单个文件中的表；工作进程自行决定块的大小。请去掉它。"
    ];
    /// Where a folder is expected there is a file.
    CrewFile { path: String } => [
        "{path} is a file: workers fill a folder. Choose another name.",
        "{path} 是文件，而工作进程填写的是文件夹。请换一个名字。"
    ];
    /// `cluster run` without a list of hosts.
    RunHosts => [
        "A run needs a list of hosts: --hosts FILE, one  HOST:PORT  a line. For processes of this machine write  bouton table … --local N .",
        "运行需要主机列表：--hosts FILE，每行一个  主机:端口 。若用本机的进程，请写  bouton table … --local N 。"
    ];
    /// `--hosts` without `--process`.
    NoProcess { count: usize } => [
        "--hosts needs the number of this process: --process K, from 0 to {last}.",
        "--hosts 需要本进程的编号：--process K，从 0 到 {last}。"; with last = [count - 1; 2]
    ];
    /// `--process` beyond the list.
    ProcessBeyond { process: usize, count: usize } => [
        "--process {process} has no line in the list of hosts: they are numbered from 0 to {last}.",
        "--process {process} 在主机列表中没有对应的行：编号从 0 到 {last}。"; with last = [count - 1; 2]
    ];
    /// A line of the list of hosts that is no address.
    Host { path: String, number: usize, typed: String } => [
        "{path}, line {number}: \"{typed}\" is no address. Write  HOST:PORT , one process a line.",
        "{path} 第 {number} 行：“{typed}”不是地址。请写成  主机:端口 ，每行一个进程。"
    ];
    /// An address that stands twice in the list of hosts.
    HostTwice { path: String, number: usize, typed: String } => [
        "{path}, line {number}: {typed} stands there already. Every process needs a port of its own.",
        "{path} 第 {number} 行：{typed} 已经出现过。每个进程都要有自己的端口。"
    ];
    /// An empty list of hosts.
    NoHosts { path: String } => [
        "{path} names no hosts. Write  HOST:PORT , one process a line.",
        "{path} 中没有主机。请写  主机:端口 ，每行一个进程。"
    ];
    /// `--hosts` without a key.
    NoKey => [
        "Processes on a network need a key of the run: --key FILE, or BOUTON_CLUSTER_KEY in the environment. Any 16 or more bytes that nobody else knows; the same for all processes.",
        "网络上的进程需要运行的密钥：--key 文件，或环境变量 BOUTON_CLUSTER_KEY。任何别人不知道的 16 字节以上内容均可；所有进程相同。"
    ];
    /// A key that can be guessed.
    ShortKey { most: usize } => [
        "The key of the run has {most} bytes. Take at least 16 that nobody can guess:  head -c 32 /dev/urandom | base64 > key",
        "运行的密钥只有 {most} 字节。请至少用 16 个无法猜出的字节：  head -c 32 /dev/urandom | base64 > key"
    ];
    /// Rules from standard input for several processes.
    CrewInput => [
        "Several processes cannot read the rules from one standard input: give them in a file.",
        "多个进程无法从同一个标准输入读取规则：请放在文件里。"
    ];
    /// `same` without two games.
    TwoGames => [
        "Name two games: bouton same kayles \"heaps n; octal 0.77\"",
        "请写出两个游戏：bouton same kayles \"heaps n; octal 0.77\""
    ];
    /// `export --bfile` of what is no sequence of numbers.
    NoSequence => [
        "A b-file lists numbers: values of positions of one number without gaps, or of two (by antidiagonals), or lost positions of one number (--show lost).",
        "b-file 列出的是数：一个数且无空缺的局面的值，或两个数的局面的值（按反对角线），或一个数的必败局面（--show lost）。"
    ];
    /// `stress` without a program.
    Program => [
        "Name a game and a program: bouton stress nim ./a.out",
        "请写出游戏和程序：bouton stress nim ./a.out"
    ];
    /// `pattern` without a game and without numbers.
    PatternOfWhat => [
        "A pattern of what? Name a game ( bouton pattern lasker ), or give numbers ( bouton pattern 0 1 2 0 1 2 0 1 2 … , or on standard input).",
        "要找什么的规律？请写游戏（ bouton pattern lasker ），或给出一列数（ bouton pattern 0 1 2 0 1 2 0 1 2 … ，也可从标准输入给出）。"
    ];
    /// `pattern` of something that is no number.
    PatternShow => [
        "Patterns are looked for in numbers: --show grundy, win, score or moves.",
        "规律只在数中寻找：--show grundy、win、score 或 moves。"
    ];
    /// Something in a list is no number, or too large a one.
    ListNumber { typed: String } => [
        "\"{typed}\" is no number that can be used here. Write whole numbers up to 2^62, separated by blanks or commas.",
        "“{typed}”不是可用的数。请写不超过 2^62 的整数，用空格或逗号隔开。"
    ];
    /// A list is too long.
    ListLong { count: usize, most: usize } => [
        "{count} numbers are too many: give at most {most}.",
        "{count} 个数太多了：最多 {most} 个。"
    ];
    /// `--color` with something else than when.
    Color => ["--color is always, never or auto.", "--color 可以是 always、never 或 auto。"];
    /// `help` on something unknown: a verb that may have been meant, or a game.
    NoTopic { topic: String, near: Option<String>, game: bool } => {
        let topic = quoted(topic);
        match near {
            _ if *game => said!(
                "{topic} is a game:  bouton show {topic}  prints its rules and notes.",
                "{topic} 是游戏：  bouton show {topic}  显示它的规则和说明。"
            ),
            Some(near) => said!(
                "There is no help on \"{topic}\". Did you mean  bouton help {near} ?",
                "没有关于“{topic}”的帮助。你是不是想写  bouton help {near} ？"
            ),
            None => said!(
                "There is no help on \"{topic}\". There is help on every verb ( bouton --help ) and on rules.",
                "没有关于“{topic}”的帮助。每个动词（ bouton --help ）和 rules 都有帮助。"
            ),
        }
    };
    /// Built without the feature.
    NoParquet => [
        "This bouton was built without Parquet. Build it with  cargo install --path crates/cli --features parquet , or use --csv=FILE or --npy FILE.",
        "这个 bouton 编译时没有加入 Parquet。请用  cargo install --path crates/cli --features parquet  重新编译，或改用 --csv=文件 或 --npy 文件。"
    ];
    /// The port is taken.
    PortTaken { port: u16 } => {
        let next = port.checked_add(1).unwrap_or(8001);
        said!(
            "Port {port} is taken, perhaps by another bouton serve. Choose another:  bouton serve --port {next} , or 0 for any that is free.",
            "端口 {port} 已被占用，也许另一个 bouton serve 正在运行。请换一个：bouton serve --port {next}，或用 0 由系统选择。"
        )
    };
    /// No origin of a site.
    NoOrigin { typed: String } => [
        "\"{typed}\" is no origin of a site. Write  --embed https://school.example.org , with a port if it has one, or  --embed '*'  for all sites.",
        "“{typed}”不是网站的来源。请写 --embed https://school.example.org（如有端口请加上），或用 --embed '*' 表示所有网站。"
    ];
    /// The server cannot listen.
    Listen { port: u16, error: io::Error } => [
        "I cannot listen on port {port}: {error}. Try  bouton serve --port 8001 .",
        "无法监听端口 {port}：{error}。可试 bouton serve --port 8001。"
    ];
    /// Input ended in the middle of a dialogue.
    InputEnded => [
        "The answers ended before the last question; nothing was written.",
        "回答在最后一个问题之前就结束了；没有写任何文件。"
    ];
    /// Flags: what clap found, already worded.
    Flags(text: String) => ["{text}", "{text}"];
}
}

/// Why a file cannot be written.
fn unwritable(error: &io::Error) -> [String; 2] {
    match error.kind() {
        io::ErrorKind::NotFound => both!("its folder does not exist", "所在文件夹不存在"),
        io::ErrorKind::PermissionDenied => both!("permission denied", "没有权限"),
        _ => both!("{error}", "{error}"),
    }
}

impl Failure {
    /// What to tell the person; `None` where there is nothing to say.
    pub(crate) fn say(&self, lang: Lang) -> Option<String> {
        match self {
            Failure::Problem(problem) => Some(problem.render(lang, true)),
            Failure::Mistake(mistake) => Some(bounded(mistake.message(lang))),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Failure::Output(error) => Some(match lang {
                Lang::En => format!("The output could not be written: {error}"),
                Lang::Zh => format!("无法写出结果：{error}"),
            }),
        }
    }

    /// The exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Problem(Problem::Interrupted) => interrupt::CODE,
            Failure::Problem(problem) => problem.exit_code(),
            Failure::Mistake(_) => 2,
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Output(_) => 2,
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(problem)
    }
}

impl From<Mistake> for Failure {
    fn from(mistake: Mistake) -> Failure {
        Failure::Mistake(mistake)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
