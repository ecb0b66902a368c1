//! What a person types on one line, and the pieces of it.

use crate::common::game;
use bouton::game::line::{Source, octal, ranges, read, settings, take_settings};
use bouton::game::source;
use bouton::language::diagnostic::Lang;

fn shown(line: &str) -> String {
    let others = ["list", "serve", "stress", "fmt", "starts"].map(String::from);
    match read(line, &others) {
        Ok(l) => {
            let terms: Vec<String> = l
                .terms
                .iter()
                .map(|(s, p)| match s {
                    Source::Library(id) => format!("{id}({p})"),
                    Source::Rules(text) => format!("<{text}>({p})"),
                })
                .collect();
            let mut out = format!("{} {}", l.verb, terms.join(" + "));
            for (name, value) in &l.set {
                out.push_str(&format!(" {name}:={value}"));
            }
            if l.misere {
                out.push_str(" misere");
            }
            for text in [l.ranges, l.claim, l.by, l.first, l.to.map(|n| n.to_string())].into_iter().flatten()
            {
                out.push_str(&format!(" [{text}]"));
            }
            out
        }
        Err(p) => p.line(Lang::En),
    }
}

#[test]
fn lines_are_read() {
    let table = [
        ("nim 3 4 5", "solve nim(3 4 5)"),
        ("$ bouton nim 3 4 5", "solve nim(3 4 5)"),
        ("尼姆 3 4 5", "solve nim(3 4 5)"),
        ("nim 3 4 + kayles 7", "solve nim(3 4) + kayles(7)"),
        ("ends 4 -10 -20 7", "solve ends(4 -10 -20 7)"),
        ("kayles 3 4 --misere", "solve kayles(3 4) misere"),
        ("nim.game 3", "solve nim(3)"),
        ("\"nim 3 4 5\"", "solve nim(3 4 5)"),
        ("\"nim 3 4 + kayles 7\" + \"bash 5\"", "solve nim(3 4) + kayles(7) + bash(5)"),
        ("0.77 9", "solve <game 0.77; heaps n; octal 0.77>(9)"),
        ("table .16 --to 1e3", "table <game 0.16; heaps n; octal 0.16>() [1000]"),
        ("bash 21 m=3", "solve bash(21) m:=3"),
        ("table bash n=0..1e2 m=3", "table bash() [n=0..1e2 m=3]"),
        ("table subtract S=1,3,4 n=0..9", "table subtract() S:=1,3,4 [n=0..9]"),
        ("bash 21 --set m=4", "solve bash(21) m:=4"),
        ("subtract 9 --set=S={1,3}", "solve subtract(9) S:={1,3}"),
        ("\"heaps n; move k in {1,3,4}: n -> n-k\" 10", "solve <heaps n; move k in {1,3,4}: n -> n-k>(10)"),
        ("heaps n; move k in 1..n: n -> n-k", "solve <heaps n; move k in 1..n: n -> n-k>()"),
        ("table wythoff a=0..50 b=0..50", "table wythoff() [a=0..50 b=0..50]"),
        ("pattern lasker --to 300", "pattern lasker() [300]"),
        ("check divide --claim \"lose iff n = 1\"", "check divide() [lose iff n = 1]"),
        ("explain nim 3 4 5 --move \"take 1 @1\"", "explain nim(3 4 5) [take 1 @1]"),
        ("play kayles 9", "play kayles(9)"),
        ("", "Type a game and a position, such as  nim 3 4 5 ."),
        ("play", "Type a game and a position, such as  nim 3 4 5 ."),
        ("\"nim 3", "A quotation mark has no partner."),
        (
            "nim 3 --csv=x",
            "--csv is not known here. Known are --misere, --set, --first, --to, --show, --claim, --move and --depth.",
        ),
        ("table wythoff a=9..3", "\"a=9..3\" is no range. Write  n=0..50 ."),
        ("table nim + kayles", "table takes one game, not a sum."),
        ("stress nim ./a.out", "stress works at the command line only."),
        ("nim 3 --to x", "--to needs a value, such as  100 ."),
        (
            "../secret.game 3",
            "There is no game \"../secret.game\". bouton list  shows the library; rules may also be given as a file or in quotes.",
        ),
        (
            "- 3",
            "There is no game \"-\". bouton list  shows the library; rules may also be given as a file or in quotes.",
        ),
    ];
    for (typed, expected) in table {
        assert_eq!(shown(typed), expected, "{typed}");
    }
    assert!(shown("nim 3 + kyles 7").contains("kayles"));
    assert!(shown("nimm 3").contains("nim"));
}

#[test]
fn settings_are_split() {
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    assert_eq!(settings("m=5").ok(), Some(vec![pair("m", "5")]));
    assert_eq!(settings("m=5,k = 3").ok(), Some(vec![pair("m", "5"), pair("k", "3")]));
    assert_eq!(settings("S={1,3,4}").ok(), Some(vec![pair("S", "{1,3,4}")]));
    assert_eq!(settings("S={1,3},m=2").ok(), Some(vec![pair("S", "{1,3}"), pair("m", "2")]));
    let graph = "G=graph { 0 -> 1, 2 }";
    assert_eq!(settings(graph).ok(), Some(vec![pair("G", "graph { 0 -> 1, 2 }")]));
    assert!(settings("m").is_err());
    assert!(settings("m=").is_err());
}

#[test]
fn ranges_are_read() {
    let found = ranges("n=0..50 b=-3..4 c=7 d=..9 e=5..").unwrap_or_default();
    let shown: Vec<_> = found.iter().map(|r| (r.name.as_str(), r.from, r.to)).collect();
    assert_eq!(
        shown,
        [("n", 0, Some(50)), ("b", -3, Some(4)), ("c", 7, Some(7)), ("d", 0, Some(9)), ("e", 5, None)]
    );
    let found = ranges("n=1e3..10^4 b=..2^10-1 c=1_000").unwrap_or_default();
    let shown: Vec<_> = found.iter().map(|r| (r.from, r.to)).collect();
    assert_eq!(shown, [(1000, Some(10_000)), (0, Some(1023)), (1000, Some(1000))]);
    for bad in ["n", "5", "n=", "n=..", "n=9..3", "=1..2", "n=a..b", "n=1e30", "n=5-3"] {
        assert!(ranges(bad).is_err(), "{bad}");
    }
}

#[test]
fn settings_stand_behind_games() {
    let taken = |name: &str, typed: &str, by_ranges: bool| {
        let mut rest = typed.to_string();
        let set = take_settings(&game(name), &mut rest, by_ranges);
        let set: Vec<String> = set.iter().map(|(name, value)| format!("{name}:={value}")).collect();
        format!("{} | {rest}", set.join(" "))
    };
    let table = [
        ("bash", "21 m=3", false, "m:=3 | 21"),
        ("bash", "m=3 21", false, "m:=3 | 21"),
        ("bash", "n=0..9 m=3", true, " | n=0..9 m=3"),
        ("subtract", "9 S=1,3,4", false, "S:=1,3,4 | 9"),
        ("subtract", "9 S={1, 3, 4} 7", false, "S:={1, 3, 4} | 9 7"),
        ("subtract", "S=1,3 n=0..9", true, "S:=1,3 | n=0..9"),
        ("dag", "0 G=graph { 0 -> 1; 1 -> } 1", false, "G:=graph { 0 -> 1; 1 -> } | 0 1"),
        ("fibonacci", "12 limit=4", false, " | 12 limit=4"),
    ];
    for (game, typed, by_ranges, expected) in table {
        assert_eq!(taken(game, typed, by_ranges), expected, "{game} {typed}");
    }
}

#[test]
fn octal_codes_are_games() {
    assert_eq!(octal("0.77").as_deref(), Some("game 0.77; heaps n; octal 0.77"));
    assert_eq!(octal(".F").as_deref(), Some("game 0.F; heaps n; octal 0.F"));
    for no in ["77", "0.", ".", "1..3", "12.3", "a.b", "3.x", "./x"] {
        assert_eq!(octal(no), None, "{no}");
    }
}

#[test]
fn what_is_a_game() {
    let file = |p: &str| Some(source::Source::File(p.into()));
    let rules = |r: &str| Some(source::Source::Rules(r.into()));
    let table: &[(&str, Option<source::Source>)] = &[
        ("nim", Some(source::Source::Library("nim"))),
        ("NIM", Some(source::Source::Library("nim"))),
        ("尼姆", Some(source::Source::Library("nim"))),
        ("./nim", file("./nim")),
        ("my.game", file("my.game")),
        ("nim.game", Some(source::Source::Library("nim"))),
        ("./nim.game", file("./nim.game")),
        ("0.77", rules("game 0.77; heaps n; octal 0.77")),
        ("heaps n; move k in 1..n: n -> n-k", rules("heaps n; move k in 1..n: n -> n-k")),
        ("octal 0.77", rules("octal 0.77")),
        ("八进制 0.77", rules("八进制 0.77")),
        ("heaps", None),
        ("/", None),
        ("3", None),
        ("2,0", None),
        ("(2,0)", None),
        ("limit=2", None),
        ("nosuchgame", None),
    ];
    for (word, expected) in table {
        assert_eq!(source::Source::of(word), *expected, "{word}");
    }
}
