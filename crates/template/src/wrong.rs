//! What a person can get wrong about templates, limits and answers, typed here and worded in both languages.

use bouton::Problem;
use bouton::language::{both, problems, said};
use std::sync::Arc;

problems! {
/// A mistake of the person who asks.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// A brace of a template has no partner.
    Brace { template: String } => [
        "A brace of the template \"{template}\" has no partner.",
        "模板“{template}”中的花括号不成对。";
        "Write a brace that is meant as such twice: {{{{ or }}}}.",
        "要输出花括号本身，请写两遍：{{{{ 或 }}}}。"
    ];
    /// What stands in a hole of a template makes no sense, for this reason in both languages.
    Hole { hole: String, why: [String; 2] } => [
        "{{{hole}}} in the template: {why}",
        "模板中的 {{{hole}}}：{why}"; with why = why
    ];
    /// `{n}` where there is nothing to count; the names that could be meant.
    NothingToCount { known: Vec<String> } => [
        "{{n}} in the template: this game has no field or parameter n, and no heaps or single list to count.",
        "模板中的 {{n}}：这个游戏没有名为 n 的字段或参数，也没有可以计数的堆或唯一的列表。";
        "Known here: {known}.", "可用的名字：{known}。"; with known = listed(known)
    ];
    /// A template of one heap's fields and `{heaps}` at once.
    Mixed => [
        "The template names a field of one heap and {{heaps}} as well.",
        "模板同时写了单独一堆的字段和 {{heaps}}。";
        "Use {{heaps}} for all of them, or only the fields for positions of one heap.",
        "写 {{heaps}} 表示所有堆，或只写字段表示只有一堆的局面。"
    ];
    /// A template that does not tell everything that varies.
    Untold { template: String, missing: Vec<String> } => {
        let first = &missing[0];
        let more: Vec<String> = missing.iter().map(|m| format!("{{{m}}}")).collect();
        let whole = format!("{} {template}", more.join(" "));
        said!(
            "The template \"{template}\" does not write {missing}, of which there are several values: such a test has no answer.",
            "模板“{template}”没有写出 {missing}，而它有多种取值：这样的测试无法作答。";
            "Write --in \"{whole}\" for example, or give one value: {first}=….",
            "例如写 --in \"{whole}\"，或只给一个值：{first}=……。"; with missing = listed(missing)
        )
    };
    /// A hole of `--cases` other than `{t}` and `{cases}`, or no `{cases}`.
    Cases { template: String } => [
        "\"{template}\" must hold {{cases}} once, and besides it only {{t}}.",
        "“{template}”中必须有一处 {{cases}}，此外只能有 {{t}}。";
        "For example --cases \"{{t}}\\n{{cases}}\", or --cases \"{{cases}}0 0\\n\".",
        "例如 --cases \"{{t}}\\n{{cases}}\"，或 --cases \"{{cases}}0 0\\n\"。"
    ];
    /// A limit that cannot be read.
    Limit { typed: String } => ["\"{typed}\" is no limit.", "“{typed}”不是范围。";
        "A limit looks like n=1..1e18, heaps=1..10, |a|=1..100, m=2..9 or S={{1,3,4}}.",
        "范围的写法：n=1..1e18、heaps=1..10、|a|=1..100、m=2..9 或 S={{1,3,4}}。"
    ];
    /// A limit for a name that the game does not have; names that would do.
    LimitName { name: String, known: Vec<String> } => [
        "The game has nothing called \"{name}\" that could be limited.",
        "这个游戏没有名为“{name}”、可以限定范围的东西。";
        "Known here: {known}.", "可用的名字：{known}。"; with known = listed(known)
    ];
    /// A condition that is none, for this reason in both languages.
    Where { typed: String, why: [String; 2] } => [
        "--where \"{typed}\": {why}",
        "--where “{typed}”：{why}";
        "--where \"{typed}\": {why}", "--where “{typed}”：{why}"; with why = why
    ];
    /// A bound on a sum that is none, for this reason in both languages, where more can be said.
    Sum { typed: String, why: Option<[String; 2]> } => {
        let why = match why {
            Some([en, zh]) => [en.as_str(), zh],
            None => ["this is no bound on a sum.", "这不是总和的上限。"],
        };
        said!(
            "--sum \"{typed}\": {why}",
            "--sum “{typed}”：{why}";
            "A bound looks like --sum \"n<=200000\" or --sum \"sum(heaps)<=1e6\".",
            "写法：--sum \"n<=200000\" 或 --sum \"sum(heaps)<=1e6\"。"; with why = why
        )
    };
    /// `--each` of something that is not a number of the position.
    Each { name: String } => [
        "--each {name}: the position has no number called \"{name}\".",
        "--each {name}：局面中没有名为“{name}”的数。";
        "--each {name}: the position has no number called \"{name}\".",
        "--each {name}：局面中没有名为“{name}”的数。"
    ];
    /// The answers wanted do not exist in this game: `grundy`, `score`, `remoteness` or `move`.
    NoValue { what: &'static str } => {
        match *what {
            "grundy" => said!("This game has no Grundy values.", "这个游戏没有 SG 值。"),
            "score" => said!("This game is not played for a score.", "这个游戏不计分。"),
            "remoteness" => said!(
                "A game for points, or one where moves may be forbidden, is not a race to its end: it has no remoteness.",
                "计分或可禁止走法的游戏没有“距终局步数”。"
            ),
            _ => said!(
                "In a game for points, or one where moves may be forbidden, no single move wins.",
                "计分或可禁止走法的游戏里，没有“取胜的一步”可言。"
            ),
        }
    };
    /// A hole of an input template that cannot be read.
    Unreadable { hole: String, why: Unread } => {
        let because = match why {
            Unread::Expression => [
                "a program cannot undo an expression; only fields, parameters, heaps and their numbers can be read",
                "程序无法还原表达式；只能读入字段、参数、heaps 及其个数",
            ],
            Unread::Length => ["nothing says where the list ends", "没有说明列表在哪里结束"],
            Unread::Runs => [
                "nothing says where one value ends and the next begins",
                "没有说明一个值在哪里结束、下一个从哪里开始",
            ],
            Unread::Json => ["JSON is not read by exported programs", "导出的程序不读 JSON"],
        };
        let words = said!(
            "{{{hole}}} in the template: {because}.",
            "模板中的 {{{hole}}}：{because}。"; with because = because
        );
        match why {
            Unread::Length => words.help(both!(
                "Write its length before it, as in --in \"{{|a|}}\\n{{a}}\", or give it a line of its own.",
                "请在前面写出长度，如 --in \"{{|a|}}\\n{{a}}\"，或让它独占一行。"
            )),
            Unread::Runs => {
                words.help(both!("Put a blank or a line break between them.", "请在它们之间加上空格或换行。"))
            }
            Unread::Expression | Unread::Json => words,
        }
    };
    /// A field without a start that the template does not mention.
    Missing { field: String } => [
        "The template does not say what {field} is, and the rules give it no start.",
        "模板没有给出 {field}，规则中它也没有初值。";
        "Add it to --in.", "请把它写进 --in。"
    ];
    /// An input that is not as the template says: the case, from 1, or 0 before the first; the line, from 1; what should stand
    /// there, in both languages; what stands there.
    Input { case: usize, line: usize, wanted: [String; 2], found: String } => {
        let case = match case {
            0 => Default::default(),
            n => both!(" (case {n})", "（第 {n} 个局面）"),
        };
        let words = match found.is_empty() {
            true => said!(
                "Line {line} of the input{case}: it ends where {wanted} should stand.",
                "输入第 {line} 行{case}：这里应有{wanted}，输入却结束了。"; with case = &case, wanted = wanted
            ),
            false => said!(
                "Line {line} of the input{case}: \"{found}\" stands where {wanted} should.",
                "输入第 {line} 行{case}：这里应有{wanted}，却是“{found}”。"; with case = &case, wanted = wanted
            ),
        };
        words.help(both!(
            "Say by --in and --cases how the input is written, such as --in \"{{n}}\\n{{heaps}}\" --cases \"{{t}}\\n{{cases}}\".",
            "请用 --in 和 --cases 说明输入的格式，如 --in \"{{n}}\\n{{heaps}}\" --cases \"{{t}}\\n{{cases}}\"。"
        ))
    };
    /// A position of an input, by its case from 1, that the rules do not allow, for this reason in both languages.
    Illegal { case: usize, position: String, why: [String; 2] } => [
        "Case {case} of the input, {position}: {why}",
        "输入的第 {case} 个局面 {position}：{why}"; with why = why
    ];
}
}

/// Why a hole cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It holds an expression.
    Expression,
    /// How many elements there are cannot be known.
    Length,
    /// Heaps of lists, or text that runs into the next.
    Runs,
    /// JSON.
    Json,
}

fn listed(names: &[impl AsRef<str>]) -> [String; 2] {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    [names.join(", "), names.join("、")]
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Problem {
        Problem::Input(Arc::new(wrong))
    }
}
