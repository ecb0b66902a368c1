//! Documents and b-files: LaTeX that is well formed (and compiles, where there is a LaTeX), b-files that read back as the
//! table they were made from.

use bouton::language::diagnostic::Lang;
use bouton::table::{AxisRange, Show, TableQuestion};
use bouton::{Budget, Folder, Game, Solver};
use bouton_export::bfile::{BFile, NoBFile};
use bouton_export::document::Document;
use bouton_export::latex::{code, latex, math, text};
use std::process::{Command, Stdio};

const NOTHING: Folder = Folder { base: None };

fn solver() -> Solver {
    Solver::new(Budget::unlimited().fuse(200_000))
}

fn document(game: Game, lang: Lang) -> String {
    let question = TableQuestion::new(game);
    latex(&Document::about(&mut solver(), &question, &NOTHING).expect("a document"), lang)
}

/// Braces and environments are balanced outside of escapes, mathematics is closed, and only known commands are used.
fn well_formed(name: &str, text: &str) {
    let (mut braces, mut dollars, mut inline) = (0i64, 0, 0i64);
    let mut environments: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '%' if rest == text => length = rest.find('\n').unwrap_or(rest.len()),
            '%' | '#' | '~' if c != '~' => panic!("{name}: a bare {c}: {}", &rest[..rest.len().min(60)]),
            '{' => braces += 1,
            '}' => braces -= 1,
            '$' => dollars += 1,
            '\\' => {
                let after = &rest[1..];
                let word: String = after.chars().take_while(char::is_ascii_alphabetic).collect();
                if word.is_empty() {
                    match after.chars().next() {
                        Some('(' | '[') => inline += 1,
                        Some(')' | ']') => inline -= 1,
                        _ => {}
                    }
                    length += after.chars().next().map_or(0, char::len_utf8);
                } else {
                    length += word.len();
                    let argument =
                        || after[word.len()..].trim_start_matches('{').split('}').next().unwrap_or_default();
                    match word.as_str() {
                        "begin" => environments.push(argument().to_string()),
                        "end" => assert_eq!(environments.pop().as_deref(), Some(argument()), "{name}"),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        assert!(
            braces >= 0 && (0..=1).contains(&inline),
            "{name}: {}",
            &rest.chars().take(60).collect::<String>()
        );
        rest = &rest[length..];
    }
    assert_eq!((braces, dollars % 2, inline, environments.len()), (0, 0, 0, 0), "{name}");
}

/// Runs LaTeX over a document, where the machine has one.
fn compiles(name: &str, text: &str) {
    let engine = text.lines().next().and_then(|l| l.strip_prefix("% ")).expect("the engine");
    let there = Command::new(engine).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let class = if engine == "xelatex" { "ctexart.cls" } else { "booktabs.sty" };
    let has = |file: &str| Command::new("kpsewhich").arg(file).output().is_ok_and(|o| !o.stdout.is_empty());
    if there.is_err() || !has(class) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.tex"), text).expect("written");
    let run = Command::new(engine)
        .args(["-interaction=nonstopmode", "-halt-on-error", "a.tex"])
        .current_dir(folder.path())
        .output()
        .expect("LaTeX runs");
    let log = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{name}:\n{}\n{text}", &log[log.len().saturating_sub(1500)..]);
}

#[test]
fn documents_are_well_formed_and_compile() {
    let odd = "game 100% odd_title & {co} \\end{document} $x^2$ #1 ~ <a|b> \"q\"\n\
               note A note with % # & _ ^ ~ \\ $ { } and ☃.\nsource A_B & C: http://example.org/a_b#c%20\n\
               heaps n\nmove take k in {1,3,4}: n -> n - k say \"take {k}\" zh \"取 {k}\"\nclaim period 7\n";
    let (odd, _) = Game::from_text("odd.game", odd, &NOTHING).expect("rules");
    let load = |name: &str| Game::library(name).unwrap_or_else(|p| panic!("{name}: {p:?}"));
    let cases = [
        ("odd", odd.clone(), Lang::En, false, ["100\\% odd\\_title", "g(n + 7) = g(n)", "\\begin{theorem}"]),
        ("odd zh", odd, Lang::Zh, true, ["\\section*{规则}", "SG", "已证明"]),
        (
            "wythoff",
            load("wythoff"),
            Lang::En,
            false,
            ["\\lfloor \\varphi", "lost for the player", "Nieuw Archief"],
        ),
        ("kayles", load("kayles"), Lang::En, false, ["g(n + 12) = g(n)", "n \\ge 71", "Dudeney"]),
        ("lasker", load("lasker"), Lang::Zh, true, ["\\begin{cases}", "定理", "ctexart"]),
        ("ends", load("ends"), Lang::En, false, ["more points win", "move", "\\end{document}"]),
        (
            "bash",
            load("bash").misere().expect("misère"),
            Lang::En,
            false,
            ["Parameters: m = 3", "loses", "\\maketitle"],
        ),
    ];
    for (name, game, lang, han, expected) in cases {
        let text = document(game, lang);
        well_formed(name, &text);
        assert_eq!(text.contains("{ctexart}"), han, "{name}\n{text}");
        for piece in expected {
            assert!(text.contains(piece), "{name} has no {piece}\n{text}");
        }
        // How moves are worded is no rule.
        assert!(!text.contains("say\\ "), "{name}\n{text}");
        compiles(name, &text);
    }
}

/// Game, ranges, what, how far: the first index, and what `table` says.
#[test]
fn b_files_read_back() {
    type Case<'c> = (&'c str, &'c [(&'c str, i64, i64)], Show, i64);
    let table: &[Case] = &[
        ("kayles", &[], Show::Grundy, 0),
        ("lasker", &[("n", 5, 60)], Show::Grundy, 5),
        ("kayles", &[], Show::Moves, 0),
        ("subtract", &[], Show::Win, 1),
        ("wythoff", &[], Show::Grundy, 0),
    ];
    for (name, ranges, show, first) in table {
        let range =
            |(n, from, to): &(&str, i64, i64)| AxisRange { name: (*n).into(), from: *from, to: Some(*to) };
        let question = TableQuestion {
            ranges: ranges.iter().map(range).collect(),
            to: Some(40),
            show: Some(*show),
            ..TableQuestion::new(Game::library(name).expect("a game"))
        };
        let text = BFile::of(&mut solver(), &question).unwrap_or_else(|e| panic!("{name}: {e:?}")).text();
        assert!(text.is_ascii() && text.ends_with('\n'));
        let terms: Vec<(i64, String)> = text
            .lines()
            .filter(|l| !l.starts_with('#'))
            .map(|l| {
                l.split_once(' ').map(|(n, a)| (n.parse().expect("an index"), a.to_string())).expect("n a(n)")
            })
            .collect();
        assert!(terms.iter().zip(*first..).all(|((n, _), expected)| *n == expected), "{name}: {text}");
        let printed = solver().table(&question).expect("a table");
        assert_eq!(terms.iter().map(|t| t.1.clone()).collect::<Vec<_>>(), printed.sequence(), "{name}");
    }
    // Positions that are no numbers have no sequence.
    let question = TableQuestion {
        show: Some(Show::Win),
        ..TableQuestion::new(Game::library("wythoff").expect("a game"))
    };
    assert!(matches!(BFile::of(&mut solver(), &question), Err(NoBFile::Shape)));
}

#[test]
fn letters_with_a_meaning_are_named() {
    let table = [
        ("100% & #1_a", "100\\% \\& \\#1\\_a"),
        ("\\end{document}", "\\textbackslash{}end\\{document\\}"),
        ("$x^2$ ~ a", "\\$x\\textasciicircum{}2\\$ \\textasciitilde{} a"),
        ("é ≤ 威 ☃", "é $\\le$ 威 [U+2603]"),
    ];
    for (plain, expected) in table {
        assert_eq!(text(plain), expected);
    }
    assert_eq!(code("  n -> n - k"), "~~n\\ {-}\\textgreater{}\\ n\\ {-}\\ k");
}

#[test]
fn formulas() {
    let table = [
        ("n mod 4 >= 1", "n\\bmod 4\\ge 1"),
        (
            "min(a, b) = floor(phi * abs(a - b))",
            "\\min (a,b)=\\lfloor \\varphi \\cdot \\lvert a-b\\rvert \\rfloor",
        ),
        ("a xor b = 0 and n in {1,3}", "a\\oplus b=0\\text{ and }n\\in \\{1,3\\}"),
        ("heap_1 = \"x\"", "\\text{heap\\_1}=\\text{\\textquotedbl{}}x\\text{\\textquotedbl{}}"),
        ("g(n + 12) = g(n)", "g(n+12)=g(n)"),
        ("step(x) + 12n", "\\mathrm{step}(x)+12n"),
        ("))(", "))("),
        (
            "n in {1,2,3,4,5,6,7,8,9,10}",
            "n\\in \\{1,\\allowbreak 2,\\allowbreak 3,\\allowbreak 4,\\allowbreak 5,\\allowbreak 6,\\allowbreak 7,\\allowbreak 8,\\allowbreak 9,\\allowbreak 10\\}",
        ),
    ];
    for (formula, expected) in table {
        assert_eq!(math(formula), expected, "{formula}");
    }
}
