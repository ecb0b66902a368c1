//! The parser on whole files, on single mistakes and on nonsense.

use crate::common::{Library, lines};
use bouton_language::ast::{Line, LineKind};
use bouton_language::diagnostic::Lang;
use bouton_language::parse::parse;
use bouton_language::span::Sources;
use bouton_samples::rows;

fn messages(text: &str, lang: Lang) -> Vec<String> {
    let mut sources = Sources::default();
    let source = sources.add("t.game", text);
    parse(source, text).1.iter().map(|d| d.line(&sources, lang)).collect()
}

#[test]
fn every_library_file_parses() {
    let games = Library.games();
    for (name, text) in &games {
        assert_eq!(messages(text, Lang::En), Vec::<String>::new(), "{name}");
    }
    assert!(games.len() >= 64, "only {} files in the library", games.len());
}

#[test]
fn mistakes_are_worded() {
    let table = rows(
        r##"
        heaps n; move take k in 1..n: n -> n ^ k
          ¦ t.game:2  ^ means xor to programmers and power to mathematicians. Write  a xor b  or  a ** b .
          ¦ t.game:2  ^ 对程序员是异或，对数学家是乘方。请写 a xor b 或 a ** b。
        heaps n; mvoe take: n -> n - 1
          ¦ t.game:2  No line begins with "mvoe". Did you mean  move ? ¦ t.game:2  没有以“mvoe”开头的行。是不是 move？
        row a; move take: a -> []
          ¦ t.game:1  No line begins with "row". Did you mean  position row a ?
          ¦ t.game:1  没有以“row”开头的行。是不是 position row a？
        claim grundy = n - 1 if n mod 4 = 0, n + 1, n
          ¦ t.game:1  two answers without a condition. Write the rest as  … , n otherwise .
          ¦ t.game:1  有两个不带条件的答案。其余情况请写成 … , n otherwise。
        move take k in 1..2n: n -> n - k
          ¦ t.game:1  A sign is missing between 2 and n. Write  2 * n . ¦ t.game:1  2 和 n 之间缺少运算符。请写 2 * n。
        move take if n > 1 && n < 5: n -> n - 1
          ¦ t.game:1  && is not a sign of the rules language. Write  and . ¦ t.game:1  规则语言里没有 && 这个符号。请写 and。
        position a b
          ¦ t.game:1  The line is complete before  b ; what follows does not belong to it. Write  a, b .
          ¦ t.game:1  这一行在 b 之前已经完整，后面的内容多余。请写 a, b。
        move k in 1..n if k is odd: n -> n - k
          ¦ t.game:1  Here stands  is , but a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect was expected. Write  k mod 2 = 1 .
          ¦ t.game:1  这里写的是 is，但应是一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号。请写 k mod 2 = 1。
        move k in 1..n if n divisible by k: n -> n - k
          ¦ t.game:1  Here stands  divisible , but a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect was expected. Write  n mod k = 0 .
          ¦ t.game:1  这里写的是 divisible，但应是一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号。请写 n mod k = 0。
        move k in 1..n if k divides n: n -> n - k
          ¦ t.game:1  Here stands  divides , but a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect was expected. Write  n mod k = 0 .
          ¦ t.game:1  这里写的是 divides，但应是一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号。请写 n mod k = 0。
        move k in powers of 2: n -> n - k
          ¦ t.game:1  Here stands  of , but a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect was expected. Write  powers2 .
          ¦ t.game:1  这里写的是 of，但应是一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号。请写 powers2。
        move k from 1 to 3: n -> n - k
          ¦ t.game:1  Here stands  from , but a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect was expected. Write  k in 1..3 .
          ¦ t.game:1  这里写的是 from，但应是一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号。请写 k in 1..3。
        lose when n is even
          ¦ t.game:1  The line is complete before  is ; what follows does not belong to it. Write  n mod 2 = 0 .
          ¦ t.game:1  这一行在 is 之前已经完整，后面的内容多余。请写 n mod 2 = 0。
        move k in {1, 2, 4, 8, ...}: n -> n - k
          ¦ t.game:1  ... is not a sign of the rules language. Write  {2**i for i in 0..20} . ¦ t.game:1  规则语言里没有 ... 这个符号。请写 {2**i for i in 0..20}。
        走 k in 1..3: n -> n - k
          ¦ t.game:1  No line begins with "走". Did you mean  走法 ?
          ¦ t.game:1  没有以“走”开头的行。是不是 走法？
        example 3 4 5
          ¦ t.game:1  An example needs an arrow and an answer. Write  example 3 4 5 -> win .
          ¦ t.game:1  例子需要箭头和答案。请写 example 3 4 5 -> win。
        example #.# -> win
          ¦ t.game:1  # begins a comment, so this example ends before it. Put a position with # into quotes:  example "#.#" -> win .
          ¦ t.game:1  # 开始注释，所以这个例子在它之前就结束了。含有 # 的局面请写在引号里：example "#.#" -> win。
        example 3 4 5   # told on Monday
          ¦ t.game:1  An example needs an arrow and an answer. Write  example 3 4 5 -> win .
          ¦ t.game:1  例子需要箭头和答案。请写 example 3 4 5 -> win。
        move take k in 1..n
          ¦ t.game:1  The line ends here, but a choice ( k in 1..n ), a condition ( if … ), let, or the colon before the effect should follow.
          ¦ t.game:1  这一行到此为止，但后面应有一个选择（k in 1..n）、条件（if …）、let，或效果前的冒号。
        move take: 3 -> n
          ¦ t.game:1  This cannot be changed: only a field or a place in one can. Write  n -> … ,  a[i] -> …  or  (x, y) -> … .
          ¦ t.game:1  它不能被改变：只有字段或字段中的位置可以。请写 n -> …、a[i] -> … 或 (x, y) -> …。
    "##,
    );
    for [text, en, zh] in table {
        let rules = lines(&text);
        assert_eq!(messages(&rules, Lang::En), [en], "{text}");
        assert_eq!(messages(&rules, Lang::Zh), [zh], "{text}");
    }
}

#[test]
fn values_by_cases_as_other_languages_write_them() {
    for value in [
        "(3 if n > 5 else 2)",
        "(n > 5 ? 3 : 2)",
        "(if n > 5 then 3 else 2)",
        "(若 n > 5 则 3 否则 2)",
        "[3 when n > 5]",
        "3 if n > 5 else 2",
    ] {
        let mut sources = Sources::default();
        let text = format!("heaps n\nmove k in {value}: n -> n - k");
        let said = parse(sources.add("t.game", &text), &text).1;
        let help = said[0].problem.help(Lang::En).unwrap_or_default();
        assert!(
            help.contains("(3 if n > 5, 2 otherwise)"),
            "{value}: {:?} {help}",
            messages(&text, Lang::En)
        );
    }
}

#[test]
fn several_mistakes_in_one_go() {
    let text = "heaps n,\nmove take k in : n -> n - k\nend wrong\nexample 3 -> win";
    assert_eq!(messages(text, Lang::En).len(), 3);
}

#[test]
fn semicolons_separate_rules_on_one_line() {
    let (file, diagnostics) =
        parse(0, "game A; B; heaps n; param G = graph { 1 -> 2; 2 -> 3 }; move k in {1,3,4}: n -> n-k");
    assert!(diagnostics.len() == 1, "B is no line");
    assert_eq!(file.lines.len(), 4);
}

#[test]
fn nonsense_is_refused_in_peace() {
    let deep = format!("define a = {}1", "(".repeat(100_000));
    let minus = format!("define a = {}1", "-".repeat(100_000));
    let nots = format!("define a = {}1", "not ".repeat(100_000));
    let sizes = format!("define a = {}1", "|".repeat(100_000));
    let index = format!("define a = b{}", "[1]".repeat(100_000));
    let list = [
        "\u{0}",
        "#",
        ";",
        "   ",
        "example ->",
        "例→",
        "move",
        "move :",
        "graph",
        "param G = graph {",
        "\"",
        "a\\",
        "\u{feff}heaps n",
    ];
    for text in list.iter().copied().chain([&deep, &minus, &nots, &sizes, &index].map(String::as_str)) {
        let _ = messages(text, Lang::Zh);
    }
}

/// Title and notes of rules: the text, and the text in Chinese.
fn phrases(text: &str) -> Vec<(String, Option<String>)> {
    let (file, problems) = parse(0, text);
    assert!(problems.is_empty(), "{text}: {:?}", messages(text, Lang::En));
    let phrase = |line: Line| match line.kind {
        LineKind::Game(p) | LineKind::Note(p) => Some((p.text, p.zh)),
        _ => None,
    };
    file.lines.into_iter().filter_map(phrase).collect()
}

#[test]
fn titles_and_notes_in_two_languages() {
    let table: &[(&str, &str, Option<&str>)] = &[
        ("game Nim", "Nim", None),
        ("game Nim zh \"尼姆\"", "Nim", Some("尼姆")),
        ("game Nim 中文 “尼姆”", "Nim", Some("尼姆")),
        ("游戏 尼姆", "尼姆", None),
        ("game Nim zh \"尼姆\"; heaps n", "Nim", Some("尼姆")),
        // The last quote of the line closes; those between belong to the text.
        ("note Set --set \"A=1\" zh \"设 --set \"A=1\"\"", "Set --set \"A=1\"", Some("设 --set \"A=1\"")),
        // Chinese goes on below without a blank, other words with one.
        ("note One\n  two zh \"一\n  二 A\n  B 三\"\n", "One two", Some("一二 A B 三")),
        ("note 一行\n  又一行\n", "一行又一行", None),
        ("note about zh alone", "about zh alone", None),
    ];
    for (text, english, chinese) in table {
        let expected = vec![(english.to_string(), chinese.map(String::from))];
        assert_eq!(phrases(text), expected, "{text}");
    }
    assert_eq!(messages("game Nim zh \"尼姆", Lang::En).len(), 1);
    assert_eq!(messages("game zh \"尼姆\"", Lang::En).len(), 1);
}

#[test]
fn words_that_mean_the_same_in_chinese() {
    let [one, other] = [
        "状态 n\n操作 取 k 属于 1..3 如果 k <= n 并且 n 取模 2 = 0 或者 k = 1: n -> n - k",
        "position n\nmove 取 k in 1..3 if k <= n and n mod 2 = 0 or k = 1: n -> n - k",
    ];
    assert!(messages(one, Lang::En).is_empty());
    assert!(messages(other, Lang::En).is_empty());
}
