//! Groups of flags that several verbs have.

use crate::flags::amounts::{budget, parse_memory, parse_time};
use crate::flags::colours::{Paint, parse_paint};
use crate::flags::numbers::whole;
use crate::lang::Lang;
use crate::terminal::progress::Progress;
use bouton::{Problem, Question, Solver};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use std::time::Duration;

/// Flags that every verb knows.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Language of the output: en or zh (otherwise from BOUTON_LANG, LC_ALL, LC_MESSAGES, LANG)
    /// ¦ 输出语言：en 或 zh（否则看 BOUTON_LANG、LC_ALL、LC_MESSAGES、LANG）
    #[arg(long, global = true, value_name = "LANG")]
    pub(crate) lang: Option<String>,
    /// Colours: always, never, or auto (only where the output is a terminal; never with NO_COLOR)
    /// ¦ 颜色：always（总用）、never（不用）或 auto（只在终端中用；设了 NO_COLOR 则不用）
    #[arg(long, global = true, value_name = "WHEN", value_parser = parse_paint)]
    pub(crate) color: Option<Paint>,
    /// No colours: as --color never ¦ 不用颜色，同 --color never
    #[arg(long, global = true)]
    pub(crate) no_color: bool,
}

/// How the rules are changed before the question is asked.
#[derive(Debug, Default, Args)]
pub(crate) struct Change {
    /// Last mover loses ¦ 反常规则：走最后一步者负
    #[arg(long)]
    pub(crate) misere: bool,
    /// Give a parameter a value; may be repeated ¦ 给参数赋值，可重复
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

/// What a question may cost.
#[derive(Debug, Default, Args)]
pub(crate) struct Cost {
    /// Memory to use at most: 500M, 2G ¦ 最多使用的内存：500M、2G
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory: Option<usize>,
    /// Time to use at most: 30s, 5m ¦ 最多使用的时间：30s、5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
}

impl Cost {
    /// Asks the library within the budget; progress is shown meanwhile.
    pub(crate) fn ask<T>(&self, lang: Lang, question: impl FnOnce(&mut Solver) -> T) -> T {
        let progress = Progress::new(lang);
        let answer = question(&mut Solver::new(budget(self, &progress)));
        progress.clear();
        answer
    }
}

/// Who answers.
#[derive(Debug, Default, Args)]
pub(crate) struct Forced {
    /// Ask this engine and no other (bouton engines lists them) ¦ 只用这个引擎（bouton engines 列出全部）
    #[arg(long, value_name = "ID", value_parser = engine_ids(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
}

fn engine_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(bouton::engines::registry::engines().map(|engine| engine.id))
}

impl Forced {
    /// Makes a solver ask that engine alone.
    pub(crate) fn on(&self, solver: &mut Solver) -> Result<(), Problem> {
        self.engine.as_deref().map_or(Ok(()), |id| solver.force(id))
    }

    /// The same, if it can answer this question.
    pub(crate) fn at(&self, solver: &mut Solver, question: &Question) -> Result<(), Problem> {
        self.on(solver)?;
        solver.suits(question)
    }
}

/// The words of a judge for who wins.
#[derive(Debug, Args)]
pub(crate) struct Words {
    /// The word for: the player to move wins ¦ 表示先手必胜的词
    #[arg(long, value_name = "WORD")]
    pub(crate) yes: Option<String>,
    /// The word for: the player to move loses ¦ 表示先手必败的词
    #[arg(long, value_name = "WORD")]
    pub(crate) no: Option<String>,
    /// The word for a draw ¦ 表示平局的词
    #[arg(long, value_name = "WORD")]
    pub(crate) draw: Option<String>,
}

/// How positions are written and answers read.
#[derive(Debug, Args)]
pub(crate) struct Form {
    /// How a position is written: "{n}\n{heaps}", "{a} {b}"; holes are expressions of the rules language
    /// ¦ 局面的写法："{n}\n{heaps}"、"{a} {b}"；花括号里是规则语言的表达式
    #[arg(long = "in", value_name = "TEMPLATE")]
    pub(crate) input: Option<String>,
    /// How the cases of one run are put together: "{t}\n{cases}", "{cases}0 0\n"
    /// ¦ 一次运行中多组数据的写法："{t}\n{cases}"、"{cases}0 0\n"
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) cases: Option<String>,
    #[command(flatten)]
    pub(crate) words: Words,
    /// The answer is a number: grundy, score, winning (how many winning moves), remoteness (moves to the end), or an expression with one of them
    /// ¦ 答案是数：grundy、score、winning（取胜走法的个数）、remoteness（距终局的步数），或含有它们的表达式
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["yes", "no", "draw", "form"])]
    pub(crate) value: Option<String>,
    /// The answer is a winning move: "{heap} {k}", "{to}" for the numbers after it
    /// ¦ 答案是取胜的一步："{heap} {k}"；"{to}" 为走后的各数
    #[arg(id = "form", long = "move", value_name = "TEMPLATE")]
    pub(crate) form: Option<String>,
    /// The answer is all winning moves, one a line, in any order ¦ 答案是所有取胜的走法，每行一个，次序任意
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["value", "form"])]
    pub(crate) moves: Option<String>,
    /// The answer is one for every number 1, 2, 3 … up to this field ¦ 对 1、2、3 … 直到这个字段的每个数各答一个
    #[arg(long, value_name = "FIELD", conflicts_with_all = ["form", "moves"])]
    pub(crate) each: Option<String>,
    /// The whole answer: "Case {i}: {answer}" ¦ 整个答案的写法："Case {i}: {answer}"
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) answer: Option<String>,
    /// Capital and small letters of answers are the same ¦ 答案不分大小写
    #[arg(long)]
    pub(crate) ignore_case: bool,
}

impl Form {
    /// A flag that was given and says how answers are written.
    pub(crate) fn of_answers(&self) -> Option<&'static str> {
        let Form {
            input: _,
            cases: _,
            words: Words { yes, no, draw },
            value,
            form,
            moves,
            each,
            answer,
            ignore_case,
        } = self;
        let given = [
            ("--yes", yes),
            ("--no", no),
            ("--draw", draw),
            ("--value", value),
            ("--move", form),
            ("--moves", moves),
            ("--each", each),
            ("--answer", answer),
        ];
        let flag = given.iter().find(|(_, value)| value.is_some()).map(|(flag, _)| *flag);
        flag.or(ignore_case.then_some("--ignore-case"))
    }
}

/// How large positions are.
#[derive(Debug, Args)]
pub(crate) struct Size {
    /// The largest number: 1e9, 10^18, 2^31-1 ¦ 最大的数：1e9、10^18、2^31-1
    #[arg(long, value_name = "N")]
    pub(crate) to: Option<String>,
    /// A limit: n=1..1e18, heaps=1..10, |a|=1..100, m=2..9; may be repeated
    /// ¦ 范围：n=1..1e18、heaps=1..10、|a|=1..100、m=2..9；可重复
    #[arg(id = "limits", long = "limit", value_name = "NAME=RANGE")]
    pub(crate) limits: Vec<String>,
    /// Only positions at which this is true: "a <= b", "gcd(a, b) = 1"; may be repeated
    /// ¦ 只取满足此条件的局面："a <= b"、"gcd(a, b) = 1"；可重复
    #[arg(id = "wheres", long = "where", value_name = "CONDITION")]
    pub(crate) wheres: Vec<String>,
    /// Seed for everything that is chosen at random ¦ 随机选择的种子
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
    /// Write unordered numbers in any order ¦ 无序的数按任意次序写出
    #[arg(long)]
    pub(crate) any_order: bool,
}

/// What a program may use.
#[derive(Debug, Args)]
pub(crate) struct Bounds {
    /// Time for one run of the program ¦ 程序每次运行的时间
    #[arg(long, visible_alias = "tl", value_name = "TIME", default_value = "2s", value_parser = parse_time)]
    pub(crate) time_limit: Duration,
    /// Memory for one run of the program ¦ 程序每次运行的内存
    #[arg(long, visible_alias = "ml", value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
    pub(crate) memory_limit: usize,
}

/// Where a picture goes and how it looks.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    /// Write a PNG ¦ 写出 PNG 图
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Write an SVG ¦ 写出 SVG 图
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}
