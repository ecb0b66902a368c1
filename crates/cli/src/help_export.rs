//! Examples under `--help` of `export`, and the Chinese words of its flags.

pub(crate) const EXPORT: &str = "\
Examples:
  bouton export wythoff --cpp > a.cpp                 then: bouton stress wythoff a.cpp
  bouton export nim --python --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\" --yes Yes --no No
  bouton export lasker --rust --value grundy --out lasker.rs
  bouton export bash --cpp --in \"{n} {m}\" --yes first --no second
  bouton export \"heaps n; move k in {1, 3, 4}: n -> n - k\" --python
  bouton export kayles --cpp --method search
  bouton export wythoff --latex --out wythoff.tex     rules, table, theorem, references
  bouton export kayles --bfile --to 1000 --out b002186.txt
  bouton export subtract S=1,3,4 --bfile --show lost --to 100

A closed form where a claim or a theorem is proved or checked, a table where values are proved to repeat, otherwise a
search made from the rules. The program says at its top which it is, and how far it can be trusted.
Exit codes: 0 written, 2 a mistake, or rules that have no translation.";

/// What the flags mean, in Chinese: verb, flag, text.
pub(crate) const FLAGS: &[(&str, &str, &str)] = &[
    (
        "export",
        "words",
        "游戏（库中的名字、文件、- 表示标准输入，或引号中的规则）；--latex 和 --bfile 还可以加范围：n=0..50",
    ),
    ("export", "cpp", "C++17 程序"),
    ("export", "python", "Python 3 程序"),
    ("export", "rust", "Rust 程序"),
    ("export", "input", "局面的读法：\"{n}\\n{heaps}\"、\"{a} {b}\"；花括号里是字段、参数、heaps 或长度"),
    ("export", "cases", "多组数据的写法：\"{t}\\n{cases}\"、\"{cases}0 0\\n\""),
    ("export", "value", "答案是数：grundy、score，或含有它们的表达式"),
    ("export", "method", "只用这种方法：formula（公式）、table（表）或 search（搜索）"),
    ("export", "latex", "LaTeX 文档：规则、表、已知的结论、参考文献"),
    ("export", "bfile", "OEIS 的 b-file：每行一项 n a(n)"),
    ("export", "to", "表或数列的上界（--latex、--bfile）"),
    (
        "export",
        "show",
        "表或数列的内容：grundy、lost（必败局面）、score（得分）、moves（走法数）或 remoteness（步数）",
    ),
    ("export", "export_file", "写入文件，而不是标准输出"),
];

/// Sentences under the examples, in Chinese.
pub(crate) const TAILS: &[(&str, &str)] = &[(
    "A closed form where a claim or a theorem is proved or checked, a table where values are proved to repeat, otherwise a\nsearch made from the rules. The program says at its top which it is, and how far it can be trusted.\nExit codes: 0 written, 2 a mistake, or rules that have no translation.",
    "有已证明或已检验的猜想、定理时写出公式，值已证明有周期时写出表，否则按规则搜索。\n程序开头说明用的是哪一种，以及可信程度。\n退出码：0 已写出，2 有误，或规则无法翻译。",
)];
