//! Examples under `--help` of the verbs for problem setters and contestants, and the Chinese words of their flags.

pub(crate) const STRESS: &str = "\
Examples:
  bouton stress wythoff ./a.out --in \"{a} {b}\" --yes A --no B --to 1e9
  bouton stress nim sol.cpp --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\" --yes Yes --no No
  bouton stress lasker sol.py --value grundy --in \"{n}\" --to 2^40
  bouton stress nim sol.py --move \"{heap} {k}\" --no lose
  bouton stress bash sol.cpp n=1..1e9 m=1..1000 --in \"{n} {m}\"
  bouton stress stone-game-2 sol.py --in \"{|a|}\\n{a}\" --answer \"{(sum(a) + score) div 2}\"

Small positions are all tried, then lost ones of any size and their neighbours, the ends of number types, random ones.
Exit codes: 0 nothing found, 1 a failure (its input is saved), 2 a mistake on the command line, 3 too few cases to say anything.";

pub(crate) const GEN: &str = "\
Examples:
  bouton gen wythoff --to 1e9 --in \"{a} {b}\" --yes A --no B
  bouton gen nim n=1..1e9 heaps=1..10 --in \"{n}\\n{heaps}\" --cases \"{t}\\n{cases}\" --yes Yes --no No
  bouton gen subtract n=0..1000 S=1..20 --in \"{n} {|S|}\\n{S}\" --out stones
  bouton gen factorial-take --traps period --to 100000 --layout polygon
  bouton gen cat-mouse G=3..8 --in \"{[G[v] for v in G]:json}\" --yes 1 --no 2 --draw 0

Ideas with traps: xor, parity, count, greedy, misere, off-by-one, overflow, float, period, zero.
Equal seeds make equal tests; tests.json in the folder says what every test is.";

pub(crate) const INTERACT: &str = "\
Examples:
  bouton interact nim 3 4 5 --with \"python3 player.py\"
  bouton interact nim --to 100 --seed 7 --with player.cpp --move \"{heap} {k}\"
  bouton interact wythoff 5 8 --side choose --jury weak          over standard input and output

The jury writes the position, then first or second, then its moves; it reads the contestant's; last it writes win, lose
or draw. Exit codes as testlib has them: 0 ok, 1 wrong answer, 2 wrong output format, 3 the jury's fault, 8 unexpected eof.";

/// What the flags mean, in Chinese: verb, flag, text. An empty verb stands for all.
pub(crate) const FLAGS: &[(&str, &str, &str)] = &[
    ("stress", "words", "游戏、程序（命令，或 C++、Python 源文件），还可以加范围：n=1..1e18"),
    ("", "input", "局面的写法：\"{n}\\n{heaps}\"、\"{a} {b}\"；花括号里是规则语言的表达式"),
    ("", "cases", "一次运行中多组数据的写法：\"{t}\\n{cases}\"、\"{cases}0 0\\n\""),
    ("", "yes", "表示先手必胜的词"),
    ("", "no", "表示先手必败的词"),
    ("", "draw", "表示平局的词"),
    (
        "",
        "value",
        "答案是数：grundy、score、winning（取胜走法的个数）、remoteness（距终局的步数），或含有它们的表达式",
    ),
    ("", "form", "答案是取胜的一步：\"{heap} {k}\"；\"{to}\" 为走后的各数"),
    ("", "answer", "整个答案的写法：\"Case {i}: {answer}\""),
    ("", "ignore_case", "答案不分大小写"),
    ("stress", "to", "最大的数：1e9、10^18、2^31-1"),
    ("", "limits", "范围：n=1..1e18、heaps=1..10、|a|=1..100、m=2..9；可重复"),
    ("stress", "seed", "随机选择的种子"),
    ("", "any_order", "无序的数按任意次序写出"),
    ("", "time_limit", "程序每次运行的时间"),
    ("", "memory_limit", "程序每次运行的内存"),
    ("", "near_p", "主要测试必败局面及其邻居"),
    ("", "oracle", "真相从何而来：auto、claim（猜想）或 force（暴力）"),
    ("", "folder", "保存出错测试（fail-001.in 和 .out）的文件夹"),
    ("gen", "words", "游戏，还可以加范围：n=1..1e9 heaps=1..10"),
    ("gen", "to", "最大的数：1e9、10^18、2^31-1"),
    ("gen", "seed", "随机选择的种子"),
    ("", "tests_folder", "要生成的文件夹"),
    ("", "tests", "每一类的文件数"),
    ("", "per", "用 --cases 合并时每个文件的局面数"),
    ("", "traps", "只生成针对这些想法的陷阱：xor,parity,greedy,float,period …"),
    ("", "sums", "一个文件内各组数据的总和上限：\"n<=2e5\"、\"sum(heaps)<=1e6\"；可重复"),
    ("", "testlib", "另外写出 testlib 用的 validator.cpp、checker.cpp，要求走法时还有 interactor.cpp"),
    ("", "layout", "文件的命名：plain 或 polygon"),
    ("interact", "words", "游戏，然后是局面；不写则随机"),
    ("interact", "to", "最大的数：1e9、10^18、2^31-1"),
    ("interact", "seed", "随机选择的种子"),
    ("interact", "form", "走法的写法：\"{heap} {k}\"；不给则按规则语言：take 2 @1"),
    ("interact", "time_limit", "每次回答的时间"),
    ("", "with", "由这里启动的选手程序；不给则用标准输入输出作管道"),
    ("", "jury", "评委的水平：perfect（完美），或 weak（在仍能赢的前提下尽量差）"),
    ("", "side", "选手的一方：winning、first、second 或 choose"),
];

/// Sentences under the examples, in Chinese.
pub(crate) const TAILS: &[(&str, &str)] = &[
    (
        "Small positions are all tried, then lost ones of any size and their neighbours, the ends of number types, random ones.",
        "先试所有小局面，再试任意大小的必败局面及其邻居、整数类型的边界、随机局面。",
    ),
    (
        "Exit codes: 0 nothing found, 1 a failure (its input is saved), 2 a mistake on the command line, 3 too few cases to say anything.",
        "退出码：0 没有发现错误，1 发现错误（输入已保存），2 命令行有误，3 局面太少，说明不了什么。",
    ),
    (
        "Ideas with traps: xor, parity, count, greedy, misere, off-by-one, overflow, float, period, zero.",
        "有陷阱的想法：xor、parity、count、greedy、misere、off-by-one、overflow、float、period、zero。",
    ),
    (
        "Equal seeds make equal tests; tests.json in the folder says what every test is.",
        "相同的种子生成相同的数据；文件夹中的 tests.json 说明每组测试是什么。",
    ),
    (
        "The jury writes the position, then first or second, then its moves; it reads the contestant's; last it writes win, lose\nor draw. Exit codes as testlib has them: 0 ok, 1 wrong answer, 2 wrong output format, 3 the jury's fault, 8 unexpected eof.",
        "评委先写局面，再写 first 或 second，然后写自己的走法并读选手的走法；最后写 win、lose 或 draw。\n退出码同 testlib：0 通过，1 错误，2 格式错误，3 评委出错，8 输出提前结束。",
    ),
];
