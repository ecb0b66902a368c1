//! What can go wrong on the command line itself, typed here and worded here, in both languages.

use crate::lang::Lang;
use crate::terminal::interrupt;
use bouton::Problem;
use bouton::language::diagnostic::bounded;
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

/// A slip on the command line.
#[derive(Debug)]
pub(crate) enum Mistake {
    /// The first word is no game and no verb.
    UnknownGame {
        /// As typed.
        name: String,
        /// Games and verbs that may have been meant, the nearest first.
        near: Vec<String>,
    },
    /// A `+` with nothing on one side.
    EmptyTerm,
    /// Two things want to read standard input.
    StandardInputTwice,
    /// `--set` without `=`.
    Set {
        /// As typed.
        typed: String,
    },
    /// No game of the question has this parameter.
    NoParameter {
        /// As typed.
        name: String,
        /// The parameters that exist.
        known: Vec<String>,
    },
    /// No player of that name.
    NoPlayer {
        /// As typed.
        name: String,
        /// The players.
        players: [String; 2],
    },
    /// `--first` or `--me` with a name in a sum of games.
    PlayersOfSum,
    /// Neither en nor zh.
    Language {
        /// As typed.
        typed: String,
    },
    /// The verb takes one game.
    OneGame {
        /// The verb.
        verb: &'static str,
    },
    /// A range that cannot be read.
    Range {
        /// As typed.
        typed: String,
    },
    /// What is given to a `setup` line is no number.
    Given {
        /// As typed.
        typed: String,
    },
    /// `--batch` with a position on the command line.
    BatchPosition,
    /// `--batch` with a sum of games.
    BatchSum,
    /// A file exists already.
    Exists {
        /// Which.
        path: String,
    },
    /// A file could not be read or written.
    File {
        /// Which.
        path: String,
        /// Why.
        why: String,
    },
    /// A file cannot be made where it was asked for.
    Write {
        /// Which.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// `same` without two games.
    TwoGames,
    /// `plot` of what is not one or two numbers.
    NoPicture,
    /// `export --bfile` of what is no sequence of numbers.
    NoSequence,
    /// `stress` without a program.
    Program,
    /// `pattern` without a game and without numbers.
    PatternOfWhat,
    /// `pattern` of something that is no number.
    PatternShow,
    /// Something in a list is no number, or too large a one.
    ListNumber {
        /// As typed.
        typed: String,
    },
    /// A list is too long.
    ListLong {
        /// Its length.
        count: usize,
        /// The most.
        most: usize,
    },
    /// `--color` with something else than when.
    Color,
    /// `help` on something unknown.
    NoTopic {
        /// As typed.
        topic: String,
        /// A verb that may have been meant.
        near: Option<String>,
        /// Is it a game?
        game: bool,
    },
    /// Built without the feature.
    NoParquet,
    /// The port is taken.
    PortTaken {
        /// Which.
        port: u16,
    },
    /// The server cannot listen.
    Listen {
        /// Where.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// Input ended in the middle of a dialogue.
    InputEnded,
    /// Flags: what clap found, already worded.
    Flags(String),
}

impl Mistake {
    /// The sentence.
    pub(crate) fn say(&self, lang: Lang) -> String {
        match self {
            Mistake::UnknownGame { name, near } => unknown_game(name, near, lang),
            Mistake::EmptyTerm => lang
                .pick("+ adds games: write a game on both sides of it.", "+ 把游戏相加：两边都要写游戏。")
                .into(),
            Mistake::StandardInputTwice => lang
                .pick(
                    "Standard input can be read only once: give the rules or the positions in a file.",
                    "标准输入只能读一次：请把规则或局面放在文件里。",
                )
                .into(),
            Mistake::Set { typed } => match lang {
                Lang::En => format!("--set {typed} has no value. Write it as  --set name=value ."),
                Lang::Zh => format!("--set {typed} 没有给出值。请写成  --set 名字=值 。"),
            },
            Mistake::NoParameter { name, known } => no_parameter(name, known, lang),
            Mistake::NoPlayer { name, players: [a, b] } => match lang {
                Lang::En => format!("\"{name}\" is no player of this game. The players are {a} and {b}."),
                Lang::Zh => format!("这个游戏没有玩家“{name}”。玩家是 {a} 和 {b}。"),
            },
            Mistake::PlayersOfSum => lang
                .pick(
                    "The players of a sum of games have no names of their own: say first or second.",
                    "游戏之和的玩家没有自己的名字：请写 first 或 second。",
                )
                .into(),
            Mistake::Language { typed } => match lang {
                Lang::En => format!("I speak en and zh, not \"{typed}\"."),
                Lang::Zh => format!("我会说 en 和 zh，不会“{typed}”。"),
            },
            Mistake::OneGame { verb } => match lang {
                Lang::En => format!("{verb} works on one game, not on a sum of games."),
                Lang::Zh => format!("{verb} 只处理一个游戏，不处理游戏之和。"),
            },
            Mistake::Range { typed } => match lang {
                Lang::En => {
                    format!("\"{typed}\" is no range. Write it as  n=0..50 , or  n=7  for one value.")
                }
                Lang::Zh => format!("“{typed}”不是范围。请写成  n=0..50 ，只取一个值时写  n=7 。"),
            },
            Mistake::Given { typed } => match lang {
                Lang::En => format!("A number is expected, not \"{typed}\"."),
                Lang::Zh => format!("这里应是一个数，而不是“{typed}”。"),
            },
            Mistake::BatchPosition => lang
                .pick(
                    "--batch reads the positions from its file: leave out the one on the command line.",
                    "--batch 从文件读取局面：命令行上不要再写局面。",
                )
                .into(),
            Mistake::BatchSum => lang
                .pick("--batch works on one game, not on a sum.", "--batch 只处理一个游戏，不处理游戏之和。")
                .into(),
            Mistake::Exists { path } => match lang {
                Lang::En => format!("{path} exists already; I do not write over it."),
                Lang::Zh => format!("{path} 已经存在，不会覆盖。"),
            },
            Mistake::File { path, why } => format!("{path}: {why}"),
            Mistake::Write { path, error } => unwritable(path, error, lang),
            Mistake::TwoGames => lang
                .pick(
                    "Name two games: bouton same kayles \"heaps n; octal 0.77\"",
                    "请写出两个游戏：bouton same kayles \"heaps n; octal 0.77\"",
                )
                .into(),
            Mistake::NoPicture => lang
                .pick(
                    "A picture needs positions of one or two numbers. Where there are more, hold the others at one value: c=3; where there are none, let parameters run: rows=1..9",
                    "图只能画一个或两个数的局面。数更多时，请固定其余的数：c=3；没有数时，让参数取一个范围：rows=1..9",
                )
                .into(),
            Mistake::NoSequence => lang
                .pick(
                    "A b-file lists numbers: values of positions of one number without gaps, or of two (by antidiagonals), or lost positions of one number (--show lost).",
                    "b-file 列出的是数：一个数且无空缺的局面的值，或两个数的局面的值（按反对角线），或一个数的必败局面（--show lost）。",
                )
                .into(),
            Mistake::Program => lang
                .pick(
                    "Name a game and a program: bouton stress nim ./a.out",
                    "请写出游戏和程序：bouton stress nim ./a.out",
                )
                .into(),
            Mistake::PatternOfWhat => lang
                .pick(
                    "A pattern of what? Name a game ( bouton pattern lasker ), or give numbers ( bouton pattern 0 1 2 0 1 2 0 1 2 … , or on standard input).",
                    "要找什么的规律？请写游戏（ bouton pattern lasker ），或给出一列数（ bouton pattern 0 1 2 0 1 2 0 1 2 … ，也可从标准输入给出）。",
                )
                .into(),
            Mistake::PatternShow => lang
                .pick(
                    "Patterns are looked for in numbers: --show grundy, win, score or moves.",
                    "规律只在数中寻找：--show grundy、win、score 或 moves。",
                )
                .into(),
            Mistake::ListNumber { typed } => match lang {
                Lang::En => format!("\"{typed}\" is no number that can be used here. Write whole numbers up to 2^62, separated by blanks or commas."),
                Lang::Zh => format!("“{typed}”不是可用的数。请写不超过 2^62 的整数，用空格或逗号隔开。"),
            },
            Mistake::ListLong { count, most } => match lang {
                Lang::En => format!("{count} numbers are too many: give at most {most}."),
                Lang::Zh => format!("{count} 个数太多了：最多 {most} 个。"),
            },
            Mistake::Color => lang
                .pick("--color is always, never or auto.", "--color 可以是 always、never 或 auto。")
                .into(),
            Mistake::NoTopic { topic, near, game } => no_topic(topic, near.as_deref(), *game, lang),
            Mistake::NoParquet => lang
                .pick(
                    "This bouton was built without Parquet. Build it with  cargo install --path crates/cli --features parquet , or use --csv=FILE or --npy FILE.",
                    "这个 bouton 编译时没有加入 Parquet。请用  cargo install --path crates/cli --features parquet  重新编译，或改用 --csv=文件 或 --npy 文件。",
                )
                .into(),
            Mistake::PortTaken { port } => {
                let next = port.checked_add(1).unwrap_or(8001);
                match lang {
                    Lang::En => format!(
                        "Port {port} is taken, perhaps by another bouton serve. Choose another:  bouton serve --port {next} , or 0 for any that is free."
                    ),
                    Lang::Zh => format!(
                        "端口 {port} 已被占用，也许另一个 bouton serve 正在运行。请换一个：bouton serve --port {next}，或用 0 由系统选择。"
                    ),
                }
            }
            Mistake::Listen { port, error } => match lang {
                Lang::En => format!("I cannot listen on port {port}: {error}. Try  bouton serve --port 8001 ."),
                Lang::Zh => format!("无法监听端口 {port}：{error}。可试 bouton serve --port 8001。"),
            },
            Mistake::InputEnded => lang
                .pick(
                    "The answers ended before the last question; nothing was written.",
                    "回答在最后一个问题之前就结束了；没有写任何文件。",
                )
                .into(),
            Mistake::Flags(text) => text.clone(),
        }
    }
}

fn no_topic(topic: &str, near: Option<&str>, game: bool, lang: Lang) -> String {
    let topic = quoted(topic);
    match (near, game, lang) {
        (_, true, Lang::En) => {
            format!("{topic} is a game:  bouton show {topic}  prints its rules and notes.")
        }
        (_, true, Lang::Zh) => format!("{topic} 是游戏：  bouton show {topic}  显示它的规则和说明。"),
        (Some(near), _, Lang::En) => {
            format!("There is no help on \"{topic}\". Did you mean  bouton help {near} ?")
        }
        (Some(near), _, Lang::Zh) => format!("没有关于“{topic}”的帮助。你是不是想写  bouton help {near} ？"),
        (None, _, Lang::En) => {
            format!(
                "There is no help on \"{topic}\". There is help on every verb ( bouton --help ) and on rules."
            )
        }
        (None, _, Lang::Zh) => {
            format!("没有关于“{topic}”的帮助。每个动词（ bouton --help ）和 rules 都有帮助。")
        }
    }
}

fn unwritable(path: &str, error: &io::Error, lang: Lang) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => lang.pick("its folder does not exist", "所在文件夹不存在").to_string(),
        io::ErrorKind::PermissionDenied => lang.pick("permission denied", "没有权限").to_string(),
        _ => error.to_string(),
    };
    match lang {
        Lang::En => format!("{path} cannot be written: {why}."),
        Lang::Zh => format!("无法写入 {path}：{why}。"),
    }
}

fn unknown_game(name: &str, near: &[String], lang: Lang) -> String {
    let name = quoted(name);
    let maybe = &near[..near.len().min(5)];
    let mut out = match lang {
        Lang::En => format!("There is no game called \"{name}\"."),
        Lang::Zh => format!("没有叫“{name}”的游戏。"),
    };
    if !maybe.is_empty() {
        out.push_str(&match lang {
            Lang::En => format!(" Did you mean  {} ?", maybe.join("  or  ")),
            Lang::Zh => format!("你是不是想写  {} ？", maybe.join("  或  ")),
        });
    }
    out.push_str(lang.pick(
        "\nAll games: bouton list.  A game may also be a file, or rules in quotes: \"heaps n; move k in {1,3,4}: n -> n-k\"",
        "\n全部游戏：bouton list。也可以给出文件，或引号中的规则：\"heaps n; move k in {1,3,4}: n -> n-k\"",
    ));
    out
}

fn no_parameter(name: &str, known: &[String], lang: Lang) -> String {
    let list = known.join(", ");
    match (known.is_empty(), lang) {
        (true, Lang::En) => format!("There is no parameter \"{name}\": this game has none."),
        (true, Lang::Zh) => format!("没有参数“{name}”：这个游戏没有参数。"),
        (false, Lang::En) => format!("There is no parameter \"{name}\". This game has: {list}."),
        (false, Lang::Zh) => format!("没有参数“{name}”。这个游戏的参数：{list}。"),
    }
}

impl Failure {
    /// What to tell the person; `None` where there is nothing to say.
    pub(crate) fn say(&self, lang: Lang) -> Option<String> {
        match self {
            Failure::Problem(problem) => Some(problem.render(lang, true)),
            Failure::Mistake(mistake) => Some(bounded(mistake.say(lang))),
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
