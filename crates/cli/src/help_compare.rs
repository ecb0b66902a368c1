//! Examples under `--help` of the verbs that set games side by side or draw them, and the Chinese words of their flags.

pub(crate) const SAME: &str = "\
Examples:
  bouton same kayles \"heaps n; octal 0.77\"
  bouton same \"heaps n; octal 0.137\" \"heaps n; octal 0.07\"    the same values, shifted
  bouton same bash subtract --set m=3 --set \"S={1,2,3}\"
  bouton same bash bash --set A.m=3 --set B.m=4
  bouton same \"position a, b; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k\" nim --map \"n = [a, b]\"
  bouton same nim nim --misere-b --show win

Fields are matched in order; --map says what each field of B is, where that is not so. --set A.m=5 changes one game.
Exit codes: 0 the same (as far as the status says), 1 they differ (with --shift: also after a shift).";

pub(crate) const PLOT: &str = "\
Examples:
  bouton plot wythoff                              in the terminal
  bouton plot wythoff --to 100 --png wythoff.png
  bouton plot wythoff --colour \"mod 3\" --svg wythoff.svg
  bouton plot kayles --to 240 --wrap 12            the period as columns
  bouton plot wythoff --to 160 --braille           the lost positions alone
  bouton plot bash n=0..40 m=1..10 --show win

Lost positions are orange on a scale of blues, which colour blindness leaves apart. Without colours, letters stand for
values: 0-9, a-z, A-Z, + beyond; # lost, . won, = drawn.";

/// What the flags mean, in Chinese: verb, flag, text.
pub(crate) const FLAGS: &[(&str, &str, &str)] = &[
    ("same", "words", "两个游戏（库中的名字、文件或引号中的规则），然后是范围：n=0..50"),
    ("same", "misere_a", "A 用反常规则（--misere 则两者都用）"),
    ("same", "misere_b", "B 用反常规则"),
    ("same", "map", "B 的字段，写成 A 的表达式：\"n = [a, b]\"；可重复"),
    ("same", "show", "比较什么：grundy、win（胜负）、score（得分）、moves（走法数）或 remoteness（步数）"),
    ("same", "shift", "平移后相同也算相同：退出码为 0"),
    ("plot", "words", "游戏，然后是范围：a=0..60 b=0..60；只有一个值的字段（c=3）不成为坐标轴"),
    (
        "plot",
        "show",
        "画什么：grundy、win（胜负）、best（最优走法的个数）、score（得分）、moves（走法数）或 remoteness（步数）",
    ),
    ("", "png", "写出 PNG 图"),
    ("plot", "svg", "写出 SVG 图"),
    ("table", "svg", "写出 SVG 图"),
    ("plot", "colour", "着色依据：value（值）、outcome（胜负），或余数：\"mod 3\"（也可写 --color）"),
    ("plot", "lost", "标出必败局面"),
    ("plot", "braille", "只用盲文点画出必败局面（在终端中）"),
    ("plot", "wrap", "单行的图每行多少格：周期会显示为竖列"),
    ("plot", "cell", "每格的边长（像素）"),
    ("plot", "scale", "整体放大倍数"),
    ("plot", "dark", "深色背景"),
];

/// Sentences under the examples, in Chinese.
pub(crate) const TAILS: &[(&str, &str)] = &[
    (
        "Fields are matched in order; --map says what each field of B is, where that is not so. --set A.m=5 changes one game.\nExit codes: 0 the same (as far as the status says), 1 they differ (with --shift: also after a shift).",
        "字段按次序对应；否则用 --map 说明 B 的每个字段是什么。--set A.m=5 只改一个游戏的参数。\n退出码：0 相同（可信程度见依据），1 不同（加 --shift 时指平移后也不同）。",
    ),
    (
        "Lost positions are orange on a scale of blues, which colour blindness leaves apart. Without colours, letters stand for\nvalues: 0-9, a-z, A-Z, + beyond; # lost, . won, = drawn.",
        "必败局面为橙色，其余为深浅不同的蓝色，色盲者也能分辨。没有颜色时用字母表示值：0-9、a-z、A-Z，更大的为 +；# 必败，. 必胜，= 平局。",
    ),
];
