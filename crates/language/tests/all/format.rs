//! The formatter: layouts as a table, and on the library, on odd texts and on random ones: formatting twice changes
//! nothing more, and the syntax tree stays what it was.

use crate::common::Library;
use bouton_language::format::format;
use bouton_language::parse::parse;
use bouton_random::Rng;

/// The syntax tree as text, without places and comments.
fn tree(text: &str) -> Option<String> {
    let (file, diagnostics) = parse(0, text);
    if !diagnostics.is_empty() {
        return None;
    }
    let mut out = String::new();
    let shown = format!("{:?}", file.lines);
    let mut parts = shown.split("Span { source: 0, start: ");
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        out.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    Some(out)
}

/// Formats and checks what every formatting must satisfy.
#[track_caller]
fn formatted(text: &str) -> String {
    let once = format(text).unwrap_or_else(|d| panic!("refused: {text:?}: {d:?}"));
    let again = format(&once).unwrap_or_else(|d| panic!("result refused: {text:?} gave {once:?}: {d:?}"));
    assert_eq!(again, once, "not stable: {text:?}");
    assert_eq!(tree(&once), tree(text), "other meaning: {text:?} gave {once:?}");
    let marks = |t: &str| parse(0, t).0.comments.len();
    assert_eq!(marks(&once), marks(text), "comments: {text:?} gave {once:?}");
    assert!(once.is_empty() || (once.ends_with('\n') && !once.ends_with("\n\n")), "{once:?}");
    assert!(!once.starts_with('\n') && !once.contains("\n\n\n") && !once.contains(" \n"), "{once:?}");
    once
}

#[test]
fn values_of_examples_are_text() {
    let value =
        |text: &str| tree(text).is_some_and(|tree| tree.contains("answer: Value(Text { text: \"{1/2|0}\""));
    assert!(value("example TT.F -> value {1/2|0}\n"));
    assert!(value("例 TT.F -> 值 {1/2|0}\n"));
    // A player may be called so.
    assert!(tree("example 3 -> value\n").unwrap().contains("answer: Player"));
}

#[test]
fn layouts() {
    let table: &[(&str, &str, &str)] = &[
        ("nothing", "", ""),
        ("blanks only", " \n\n  \n", ""),
        (
            "a value as it is typed",
            "example  TT.F ->  value  {*,^|*,v}\n",
            "example TT.F -> value {*,^|*,v}\n",
        ),
        ("a value in Chinese", "例 XO -> 值 ^*\n", "例 XO -> 值 ^*\n"),
        ("a one-liner", "heaps n;move k in 1..n:n->n-k", "heaps n\nmove k in 1..n:  n -> n-k\n"),
        ("a title in a one-liner", "game Nim; heaps n", "game Nim\nheaps n\n"),
        ("a semicolon in a note", "\nnote a; b\n", "note a; b\n"),
        ("free text is folded", "note  a   b\n  c\n", "note a b\n     c\n"),
        ("a title in Chinese", "game  Nim  zh  \"尼姆\"\n", "game Nim zh \"尼姆\"\n"),
        (
            "Chinese goes on below without a blank",
            "note One zh \"每次取走\n  一颗石子 5\n  5\"\n",
            "note One zh \"每次取走\n     一颗石子 5\n     5\"\n",
        ),
        ("letters", "show  b  as\".#\"\n", "show b as \".#\"\n"),
        ("letters in Chinese", "显示 b为“.#”\n", "显示 b 为 \".#\"\n"),
        ("sides", "sides m,n:b=repeat( 0,m ) ,c = n\n", "sides m, n: b = repeat(0, m), c = n\n"),
        ("sides in Chinese", "边长 m，n：b = 1\n", "边长 m, n: b = 1\n"),
        ("bits", "block a  band b  bor  1 shl k\n", "block a band b bor 1 shl k\n"),
        ("signs in free text stay", "note a,b—c：d  “x”\n", "note a,b—c：d “x”\n"),
        ("signs", "require a≤b and b≥c and a≠ c\n", "require a <= b and b >= c and a != c\n"),
        ("wide signs", "走法 取 k 属于 1..n：n→n−k\n", "走法 取 k 属于 1..n:  n -> n-k\n"),
        (
            "Chinese without blanks",
            "终局反常\n猜想必败当且仅当n模4=0\n",
            "终局 反常\n猜想 必败 当且仅当 n 模 4 = 0\n",
        ),
        ("wide digits and names", "堆　ｎ\n禁 １０\n", "堆 n\n禁 10\n"),
        ("words for signs", "block a⊕b∈S∧¬c\n", "block a xor b in S and not c\n"),
        ("other spellings stay", "block a==b%2//3\n", "block a == b%2//3\n"),
        ("tight stays tight", "block n-1+2*k\n", "block n-1+2*k\n"),
        ("half tight is loose", "block n -1+ 2* k\n", "block n - 1 + 2 * k\n"),
        ("unary minus", "block - n + - 1 - ( - 2 )\n", "block -n + -1 - (-2)\n"),
        ("powers", "block 2**k ** - 1\n", "block 2**k ** -1\n"),
        ("sizes", "block | a | - | b[ 1 ] |\n", "block |a| - |b[1]|\n"),
        ("sizes in sizes", "block | |a| - |b| |\n", "block | |a| - |b| |\n"),
        ("ranges", "param k in 1 .. = 2\n", "param k in 1.. = 2\n"),
        (
            "open ranges",
            "move k in 1 .. if a[ .. k ]=b[k ..]: stay\n",
            "move k in 1.. if a[..k] = b[k..]:  stay\n",
        ),
        ("negative ends", "block x in - 3 .. - 1\n", "block x in -3..-1\n"),
        ("calls and lists", "block f ( a,b )in[ 1,2 ]\n", "block f(a, b) in [1, 2]\n"),
        ("words before parentheses", "block not(a) and(b) xor(c)\n", "block not (a) and (b) xor (c)\n"),
        ("a function called like a sign", "block n xor xor (heaps)\n", "block n xor xor(heaps)\n"),
        ("not in", "block a not in[1]\n", "block a not in [1]\n"),
        ("indices", "block b[r,c] + b[r, c+1]\n", "block b[r,c] + b[r, c+1]\n"),
        ("sets", "param S={ 1,3 ,4 }\n", "param S = {1, 3, 4}\n"),
        ("graphs", "param G=graph{0->1,2;1-3 ;}\n", "param G = graph { 0 -> 1, 2; 1 - 3; }\n"),
        ("comprehensions", "block sum( x for x in a if x>0 )\n", "block sum(x for x in a if x > 0)\n"),
        (
            "fields",
            "position row a[ 3 ]of 0..1=[0,0,1],m=0 unordered\n",
            "position row a[3] of 0..1 = [0, 0, 1], m = 0 unordered\n",
        ),
        (
            "ends",
            "stop after(2)moves\nlose when(a=0)\nend  draw\n",
            "stop after (2) moves\nlose when (a = 0)\nend draw\n",
        ),
        ("claims", "claim period(3)from 2\n", "claim period (3) from 2\n"),
        ("a strategy", "strategy take:k=n-1,j = 2 if k=0\n", "strategy take: k=n-1, j = 2 if k = 0\n"),
        (
            "names like keywords",
            "position gain\nmove a: gain->gain - 1\n",
            "position gain\nmove a:  gain -> gain - 1\n",
        ),
        ("aliases", "alias a，b、 c d\n", "alias a, b, c d\n"),
        ("an example", "example  3   4->win   to 1  2\n", "example 3 4 -> win to 1 2\n"),
        ("positions stay raw", "example TT．F[ 1,2 ]→lose\n", "example TT．F[ 1,2 ] -> lose\n"),
        (
            "with and first",
            "example 3 with m=4,G=graph{1-2} first  B -> score - 2\n",
            "example 3 with m=4, G=graph { 1 - 2 } first B -> score -2\n",
        ),
        ("a Chinese example", "例3 4→必胜到2\n例 1 变为 SG 3\n", "例 3 4 -> 必胜 到 2\n例 1 变为 SG 3\n"),
        (
            "effects share a column",
            "move a:x->1\nmove bcd k in 1..2:x->2\n",
            "move a:              x -> 1\nmove bcd k in 1..2:  x -> 2\n",
        ),
        (
            "wordings share a column",
            "move a:x->1 say \"1\"\nmove b:x->100 say \"2\"\n",
            "move a:  x -> 1     say \"1\"\nmove b:  x -> 100   say \"2\"\n",
        ),
        (
            "a blank line divides columns",
            "move a:x->1\n\nmove bcd:x->2\n",
            "move a:  x -> 1\n\nmove bcd:  x -> 2\n",
        ),
        (
            "heads too different",
            "move a:x->1\nmove b k in 1..2, l in 1..3, m in 1..4:x->2\n",
            "move a:  x -> 1\nmove b k in 1..2, l in 1..3, m in 1..4:  x -> 2\n",
        ),
        ("breaks in place stay", "move a:\n x -> 1\n  say \"1\"\n", "move a:\n     x -> 1\n     say \"1\"\n"),
        ("other breaks go", "move a\n  k\n in 1..2 : x\n -> 1\n", "move a k in 1..2:  x -> 1\n"),
        (
            "gain, again",
            "move a: x -> 1 gain 2 again if x>0\n",
            "move a:  x -> 1   gain 2   again if x > 0\n",
        ),
        ("comments beside", "heaps n # a\nend misere      # b\n", "heaps n     # a\nend misere  # b\n"),
        ("own comments", "   # a\nheaps n\n\n\n\n  # b\n", "# a\nheaps n\n\n# b\n"),
        ("comments inside a line", "move a: # x\n  n -> 1 # y\n", "# x\nmove a:\n     n -> 1  # y\n"),
        ("comments inside an example", "example 3 # x\n  4 -> win # y\n", "# x\nexample 3 4 -> win  # y\n"),
        ("a comment in free text", "note a #1 # b\n", "note a #1  # b\n"),
        ("a wide hash", "heaps n ＃ a\n", "heaps n  # a\n"),
        ("a note, then a comment", "note x; #c", "#c\nnote x\n"),
        ("carriage returns", "heaps n\r\n\r\nmove a: n -> 1\r\n", "heaps n\n\nmove a:  n -> 1\n"),
        ("a byte order mark", "\u{feff}heaps n\n", "heaps n\n"),
        ("strings stay", "require a say “x  ，y”zh\"z\"\n", "require a say \"x  ，y\" zh \"z\"\n"),
    ];
    for (name, before, after) in table {
        assert_eq!(formatted(before), *after, "{name}");
    }
}

#[test]
fn long_lines() {
    let long = "x".repeat(40);
    let text = format!(
        "move take k in 1..{long} if k > 0 and k < 10:  n -> n - 2 * {long} say \"{long}\" zh \"{long}\"\n\
         define f(x) = {long} + 1 if x = {long}, {long} + 2 if x = {long} + 1, 0 otherwise\n\
         sides m, n: bb = {long}{long}, c = {long}\n\
         note {}\n\
         example {} -> win\n",
        "word ".repeat(40),
        "12 ".repeat(60),
    );
    let out = formatted(&text);
    assert!(out.lines().all(|l| l.chars().count() <= 110), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with("k < 10:"), "{out}");
    assert!(lines[1].starts_with("     n -> n - 2 * x"), "{out}");
    assert!(lines[2].starts_with("     say \""), "{out}");
    assert!(lines[3].ends_with(&format!("x = {long},")), "{out}");
    assert!(out.contains(&format!("sides m, n: bb = {long}{long},\n     c = {long}")), "{out}");
}

#[test]
fn mistakes_are_refused() {
    for text in [
        "heaps",
        "heaps n\nmove take k in 1..n",
        "example \"a -> win",
        "block 1 ^ 2",
        "note",
        "what",
        "note# x",
    ] {
        let refused = format(text).expect_err(text);
        assert!(!refused.is_empty(), "{text}");
    }
}

#[test]
fn the_library_keeps_its_meaning() {
    for (_, text) in Library.games() {
        formatted(&text);
    }
}

/// Texts that once were, or could be, read differently after formatting.
#[test]
fn odd_texts() {
    let table = [
        "note #1\n",
        "note\n  #1\n  a\n",
        "note a\t# b\n",
        "游戏甲# b",
        "说明每次\"取\n  # x\n 走",
        "\u{2003}note a # b",
        "note \u{feff}a\u{feff}b\n",
        "note a; heaps b\n",
        "\n\nnote #1;b",
        "example {\"}\"->win",
        "example {\"}\"->win to }",
        "example a->b->win",
        "example 3 －＞ a->b",
        "example setup 3 -> lose",
        "example -> draw",
        "example with first=3 -> win",
        "example with m=a⊕first -> win",
        "example first A with m = 2 -> A",
        "alias \"a, b # c\", d",
        "alias {a；b}",
        "octal ０．７７",
        "like \"a ; b\"",
        "block 2⊕x模y",
        "block a - - - b",
        "block - -1",
        "block |x in 1..|a||+1|",
        "param G = graph {\n# c\n 1 -> 2;\n 2 }",
        "param G = graph { }",
        "param G = graph file \"a#b\"",
        "move if: stay",
        "move if in in 1..2 if if > 0: if -> if - 1",
        "move by by by in 1..2: by -> by",
        "move a: stay then stay gain -1 cost (2) again if -1 < 0 say \"\"",
        "move a: n -> nothing again gain 3",
        "move a: n -> each each, 2 of of",
        "move: (x) -> (1), (y, z) -> 1, 2, each [3]",
        "claim grundy = 0 if n = 0, (1 if a, 2 otherwise) if b, 3 otherwise for n in 1.. if n > 2",
        "heaps n ; ; # a\n;# b\n  # c",
    ];
    let mut read = 0;
    for text in table {
        if tree(text).is_some() {
            formatted(text);
            read += 1;
        }
    }
    assert!(read >= 30, "only {read} of these are rules");
}

/// Random texts; a failure can be repeated.
struct Random(Rng);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.index(n)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn blank(&mut self) -> &'static str {
        self.pick(&["", "", " ", " ", " ", "  ", "\n ", "\t", "　", " # c\n  ", "\n\n  ", "\n# c\n  "])
    }

    /// An expression that is mostly well formed; `fuel` bounds its size.
    fn expr(&mut self, fuel: usize) -> String {
        if fuel == 0 {
            return self
                .pick(&["n", "k", "12", "０３", "甲", "yes", "heaps", "\"T. #\"", "of", "gain", "x1"])
                .into();
        }
        let fuel = fuel - 1;
        let (a, b) = (self.expr(fuel / 2), self.expr(fuel / 2));
        let (s, t) = (self.blank(), self.blank());
        match self.below(16) {
            0..=3 => {
                let op = self.pick(&["+", "-", "*", "**", "++", "//", "%", "/", "−", "×"]);
                format!("{a}{s}{op}{t}{b}")
            }
            4 => format!(
                "{a} {}{t} {b}",
                self.pick(&["xor", "mod", "div", "模", "异或", "and", "or", "且", "⊕"])
            ),
            5 => format!(
                "{a}{s}{}{t}{b}",
                self.pick(&["=", "==", "!=", "<", "≤", ">=", "∈", " in ", " not in "])
            ),
            6 => format!("-{s}{a}"),
            7 => format!("|{s}{a}{t}|"),
            8 => format!("({s}{a}{t})"),
            9 => format!("f{s}({a},{t}{b})"),
            10 => format!("a{s}[{a}{t},{b}]"),
            11 => format!("[{a}..{s}{b},{t}{a}]"),
            12 => format!("{{{a} for k in {b}{s} if {a}}}"),
            13 => format!("({a} if {b},{s}{a} otherwise)"),
            14 => format!("not {a}"),
            _ => format!("min({a}{s}，{b})"),
        }
    }

    fn line(&mut self) -> String {
        let (a, b, c) = (self.expr(5), self.expr(4), self.expr(3));
        let (s, t) = (self.blank(), self.blank());
        match self.below(16) {
            0..=3 => {
                let tail = self.pick(&[
                    "",
                    " gain k",
                    " again if n > 0",
                    " say \"a # b\" zh \"甲\"",
                    " then n -> 1",
                ]);
                format!("move take{s} k in {a}..{t}{b}{s} if {c}:{t}n{s}->{a}{t}, m += {b} when {c}{tail}")
            }
            4 => format!("走法 {s}k 属于 {a}：{t}n → {b}{s} 得分 {c}"),
            5 => format!("claim grundy = {a} if {b}, {c} otherwise{s} for n in 1..{t} if {b}"),
            6 => format!("strategy take{s}: k{t}={s}{a} if {b}"),
            7 => format!("example 3{s} [1{t} 2] with m={a},{s}k = {b} first B{t} -> win to {s}4 x"),
            8 => format!("note a{s} b; #1 {t}c \"d {a}"),
            9 => format!("position row a[{a}]{s} of {b}, m{t}= {c}"),
            10 => format!("define f(x,{s}y) = {a}"),
            11 => format!("param G = graph {{1->2{s}3;{t}2 - 甲}}"),
            12 => format!("show b{s} as{t}\".#\""),
            13 => format!("sides m{s},{t}n:{s}b ={t}{a}{s},c={b}"),
            14 => format!("alias a{s},b {t}c，d"),
            _ => format!("require {a}{s} say \"x\""),
        }
    }
}

#[test]
fn random_rules() {
    let mut random = Random(Rng::new(7));
    let mut read = 0;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..1 + random.below(4) {
            text.push_str(&random.line());
            text.push_str(random.pick(&["\n", "\n", "\n\n\n", ";", " # tail\n", "\r\n"]));
        }
        if tree(&text).is_some() {
            formatted(&text);
            read += 1;
        }
    }
    assert!(read > 250, "only {read} texts were rules");
}

/// Tokens in any order after a keyword: few of them are rules, and those must survive.
#[test]
fn random_tokens() {
    const SOUP: &[&str] = &[
        "n", "k", "1", "甲", "in", "if", "->", "=", ":", ",", "(", ")", "[", "]", "{", "}", "|", "-", "+",
        "..", "\"s\"", "of", "each", "then", "gain", "not", "stay", "for", "#c\n ", "\n ", " ", " ", " ",
        "∈", "，", "：", "xor",
    ];
    let mut random = Random(Rng::new(11));
    let mut read = 0;
    for _ in 0..30000 {
        let mut text = random
            .pick(&["move ", "block ", "heaps ", "claim lose iff ", "note ", "example ", "alias "])
            .to_string();
        for _ in 0..1 + random.below(9) {
            text.push_str(random.pick(SOUP));
        }
        if tree(&text).is_some() {
            formatted(&text);
            read += 1;
        }
    }
    assert!(read > 2000, "only {read} texts were rules");
}
