//! Exported programs against bouton: random positions with their answers, compilers, runs.

use bouton::claims::{self, Said};
use bouton::rng::Rng;
use bouton::{Budget, Game, Solver};
use bouton_contest::answers::Answers;
use bouton_contest::oracle::{Basis, Oracle, Sources, Truth};
use bouton_contest::space::Space;
use bouton_export::{Method, Prepared, Setup, Target, prepare};
use bouton_language::ast::{FieldKind, Verdict};
use bouton_language::interp::Position;
use bouton_language::value::Value;
use bouton_template::{Asked, Case, INPUT_NAMES, Limits, Origin, Task, Template, Want};
use num_bigint::BigInt;
use reach::Sizes;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

mod reach;

/// A game whose positions are found slowly is compared on fewer; `BOUTON_EXPORT_SECONDS` says how long to look for them.
fn patience() -> Duration {
    let said = std::env::var("BOUTON_EXPORT_SECONDS").ok().and_then(|n| n.parse().ok());
    Duration::from_secs(said.unwrap_or(if thorough() { 20 } else { 2 }))
}

/// Messages are compared in English.
pub(crate) const EN: bouton::language::diagnostic::Lang = bouton::language::diagnostic::Lang::En;

/// Inputs and the answers that are right.
pub(crate) struct Known {
    pub(crate) input: String,
    pub(crate) answers: Vec<String>,
    pub(crate) shown: Vec<String>,
}

pub(crate) fn setup(game: &Game, method: Option<Method>, asked: Asked) -> Setup {
    let task = Task { answers: asked, ..Task::new(game.clone()) };
    // Claims of the library are checked elsewhere.
    Setup { task, method, checks: 4_000, budget: Budget::unlimited() }
}

/// A program for a game, as a person would ask for it.
pub(crate) fn prepared(game: &Game, method: Option<Method>, asked: Asked) -> Result<Prepared, String> {
    prepare(&setup(game, method, asked)).map_err(|p| p.render(EN, false))
}

/// Moves that the truth about one position may cost where nothing is searched by the program.
const WORK: u64 = 3_000;

/// The truth about a small position, by complete computation.
fn solved(oracle: &mut Solver, case: &Case, want: Want) -> Option<Truth> {
    let score = case.game.rules().score;
    let (outcome, value) = match want {
        Want::Grundy => {
            let g = oracle.grundy(case.game.at(&case.state())).ok()? as i64;
            (Some(if g == 0 { Verdict::Lose } else { Verdict::Win }), Some(Value::Int(g)))
        }
        _ if score.is_some() => {
            let s = oracle.score(case.game.at(&case.state())).ok()?;
            let sign = match s.signum() {
                1 => Verdict::Win,
                0 => Verdict::Draw,
                _ => Verdict::Lose,
            };
            (Some(sign), Some(Value::Int(s)))
        }
        _ => (Some(oracle.outcome(case.game.at(&case.state())).ok()?), None),
    };
    Some(Truth { outcome, value, basis: Basis::Force })
}

/// The truth about a large position: what a claim of the file says of it, or the theorem about heaps.
fn told(case: &Case, want: Want, solver: &mut Solver) -> Option<Truth> {
    let (game, position) = (&case.game, &case.position);
    let mut values: Option<BigInt> = None;
    if claims::adds(game) {
        let mut total = BigInt::from(0);
        let mut all = true;
        for part in &position.parts {
            let alone = Position { parts: vec![part.clone()] };
            let said = game.rules().claims.iter().find_map(|c| match claims::said(game, c, &alone) {
                Ok(Some(Said::Grundy(v))) => v.to_big(),
                _ => None,
            });
            match said {
                Some(v) => total ^= v,
                None => all = false,
            }
        }
        values = all.then_some(total);
    }
    if values.is_none() && claims::adds(game) {
        let (_, at) = solver.theorem_at(game, position, 0).ok()??;
        values = at.grundy.map(BigInt::from);
    }
    if let Some(v) = values {
        let outcome = if v == BigInt::from(0) { Verdict::Lose } else { Verdict::Win };
        return Some(Truth { outcome: Some(outcome), value: Some(Value::big(v)), basis: Basis::Theorem });
    }
    if want != Want::Outcome {
        return None;
    }
    let (verdict, _) = claims::verdict(game, &game.rules().claims, position).ok()??;
    Some(Truth { outcome: Some(verdict), value: None, basis: Basis::Theorem })
}

/// Up to so many random positions of a game with their answers. Formulas and tables are also asked about large ones.
pub(crate) fn known(game: &Game, made: &Prepared, asked: &Asked, most: usize, seed: u64) -> Known {
    let template = Template::new(game, &made.template, &INPUT_NAMES).expect("the template is one");
    let answers = Answers::new(game, asked).expect("the answers exist");
    let mut oracle = Oracle::new(game, Budget::unlimited(), Sources::Force, None).expect("an oracle");
    let memory = template.tells_memory(game);
    let mut space = Space::new(game.clone(), Limits::none(game), template.sums(), memory);
    let mut rng = Rng::new(seed);
    let mut out = Known { input: String::new(), answers: Vec::new(), shown: Vec::new() };
    let mut seen = HashSet::new();
    let far: BigInt = "1000000000000000000".parse().expect("a number");
    // Where the program searches, positions must be small for a plain search.
    let searches = made.print(Target::Python).is_some_and(|text| text.contains("def moves("));
    // Large positions grow until a claim takes long to be asked.
    let (mut top, mut slow) = (BigInt::from(10_000), false);
    let kinds: Vec<FieldKind> = game.rules().shape.fields.iter().map(|f| f.kind).collect();
    let whole = game.rules().shape.fields.iter().all(|f| f.start.is_none() || template.names(&f.name));
    let numbers = kinds.iter().all(|k| *k == FieldKind::Number);
    let mut sizes = Sizes::new(numbers, whole, template.sums());
    let (mut tries, began) = (0, Instant::now());
    while out.answers.len() < most
        && tries < most * 10
        && (began.elapsed() < patience() || out.answers.len() < 4)
    {
        tries += 1;
        let large = made.method != Method::Search && tries % 2 == 0;
        let scale = match large {
            false => BigInt::from(1 + rng.below(sizes.number)),
            true => bouton_contest::space::log_uniform(&mut rng, &BigInt::from(1000), &top),
        };
        let case = space.random_case(&mut oracle.solver, &mut rng, &scale, &[], Origin::Random);
        let Ok(Some(mut case)) = case else { continue };
        let written = |case: &Case, number: usize| case.text(&template, number).ok();
        // An empty board has no first row to be measured.
        let Some(mut text) = written(&case, out.answers.len()) else { continue };
        if !large && searches && !seen.contains(&text) {
            match sizes.small(&mut space, &mut oracle.solver, case, &mut rng) {
                Some(small) => case = small,
                None => {
                    sizes.too_large();
                    continue;
                }
            }
            let Some(there) = written(&case, out.answers.len()) else { continue };
            text = there;
        }
        if seen.contains(&text) && seen.len() > 12 {
            sizes.again(searches.then_some(&mut space), &kinds);
            continue;
        }
        let truth = match large {
            true => {
                let began = Instant::now();
                let truth = told(&case, answers.want(), &mut oracle.solver);
                slow |= began.elapsed() > Duration::from_millis(40);
                if !slow {
                    top = std::cmp::min(&top * 10i32, far.clone());
                }
                truth
            }
            false if searches => solved(&mut oracle.solver, &case, answers.want()),
            false => {
                let mut fresh = Solver::new(Budget::unlimited());
                fresh.limit_work(std::slice::from_ref(&case.game), Some(WORK));
                solved(&mut fresh, &case, answers.want())
            }
        };
        let Some(truth) = truth else { continue };
        let Ok(Some(right)) = answers.right(&mut oracle, &case, &truth, out.answers.len()) else { continue };
        out.input += &text;
        if !text.ends_with('\n') {
            out.input.push('\n');
        }
        seen.insert(text);
        out.answers.push(right);
        out.shown.push(case.show());
    }
    out
}

/// Is the long comparison asked for? Then programs are worth optimising.
pub(crate) fn thorough() -> bool {
    std::env::var_os("BOUTON_EXPORT").is_some()
}

fn optimised() -> &'static str {
    if thorough() { "-O1" } else { "-O0" }
}

/// A header that is compiled once, since most of the time of a compiler goes into it.
fn precompiled(folder: &Path) -> PathBuf {
    static HEADER: OnceLock<PathBuf> = OnceLock::new();
    HEADER
        .get_or_init(|| {
            let place = folder.join("all.h");
            std::fs::write(&place, "#include <bits/stdc++.h>\n").expect("a header");
            let made = Command::new("g++")
                .args(["-std=c++17", optimised(), "-x", "c++-header"])
                .arg(&place)
                .status();
            assert!(made.is_ok_and(|s| s.success()), "the header compiles");
            place
        })
        .clone()
}

/// A folder for sources and programs, for as long as the tests run.
pub(crate) fn folder() -> &'static Path {
    static FOLDER: OnceLock<(Option<tempfile::TempDir>, PathBuf)> = OnceLock::new();
    let made = FOLDER.get_or_init(|| match std::env::var_os("BOUTON_EXPORT_KEEP") {
        Some(kept) => (None, PathBuf::from(kept)),
        None => {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().to_path_buf();
            (Some(folder), path)
        }
    });
    &made.1
}

/// Compiles a program where it must be, and gives what starts it.
pub(crate) fn build(name: &str, text: &str, target: Target) -> Result<Vec<String>, String> {
    let source = folder().join(format!("{name}.{}", target.extension()));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let binary = folder().join(format!("{name}-{}", target.word()));
    let mut compiler = match target {
        Target::Python => {
            let words = bouton_samples::python().split(' ').map(String::from);
            return Ok(words.chain([source.display().to_string()]).collect());
        }
        Target::Cpp => {
            let header = precompiled(folder());
            let mut c = Command::new("g++");
            c.args(["-std=c++17", optimised(), "-Wall", "-Wextra", "-Werror", "-include"])
                .arg(header)
                .arg(&source);
            c
        }
        Target::Rust => {
            let mut c = Command::new("rustc");
            c.args([
                "--edition",
                "2021",
                "-C",
                if thorough() { "opt-level=1" } else { "opt-level=0" },
                "-D",
                "warnings",
                "--crate-name",
                "program",
            ])
            .arg(&source);
            c
        }
    };
    let made = compiler.arg("-o").arg(&binary).output().map_err(|e| e.to_string())?;
    match made.status.success() {
        true => Ok(vec![binary.display().to_string()]),
        false => {
            let said = String::from_utf8_lossy(&made.stderr).lines().take(30).collect::<Vec<_>>().join("\n");
            Err(format!("{name} does not compile:\n{said}"))
        }
    }
}

/// Runs a program; gives its lines.
pub(crate) fn run(words: &[String], input: &str) -> Result<Vec<String>, String> {
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    let mut pipe = child.stdin.take().expect("a pipe");
    let text = input.to_string();
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(text.as_bytes());
    });
    let done = child.wait_with_output().map_err(|e| e.to_string())?;
    let _ = writer.join();
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let lines: Vec<&str> = said.lines().collect();
        return Err(format!(
            "it ended with {}: {}",
            done.status,
            lines[lines.len().saturating_sub(6)..].join("\n")
        ));
    }
    Ok(String::from_utf8_lossy(&done.stdout).lines().map(str::to_string).collect())
}

/// Compares a program with what is known; gives the first difference.
pub(crate) fn compare(name: &str, made: &Prepared, known: &Known, target: Target) -> Result<(), String> {
    let Some(text) = made.print(target) else { return Ok(()) };
    let words = build(name, &text, target)?;
    let said = run(&words, &known.input).map_err(|e| format!("{name} in {}: {e}", target.word()))?;
    if said.len() != known.answers.len() {
        return Err(format!(
            "{name} in {}: {} answers to {} cases",
            target.word(),
            said.len(),
            known.answers.len()
        ));
    }
    for ((said, right), shown) in said.iter().zip(&known.answers).zip(&known.shown) {
        if said != right {
            return Err(format!("{name} in {}: at {shown} it says {said}, right is {right}", target.word()));
        }
    }
    Ok(())
}

/// Files for testlib, compiled beside a stand-in of its header.
pub(crate) fn testlib(files: &[(String, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("testlib.h"), include_str!("testlib.h")).expect("a file");
    for (name, text) in files {
        let (source, binary) = (folder.path().join(name), folder.path().join(name.trim_end_matches(".cpp")));
        std::fs::write(&source, text).expect("a file");
        let made = Command::new("g++")
            .args(["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(binary)
            .arg(source)
            .output();
        let made = made.expect("a compiler");
        let said: Vec<String> =
            String::from_utf8_lossy(&made.stderr).lines().take(30).map(String::from).collect();
        assert!(made.status.success(), "{name} does not compile:\n{}", said.join("\n"));
    }
    folder
}

/// Runs one of them in their folder; gives the exit code.
pub(crate) fn code(folder: &tempfile::TempDir, name: &str, args: &[&str], input: &str) -> i32 {
    let mut child = Command::new(folder.path().join(name))
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program");
    // A program that is done closes its input: that is no failure.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait().expect("an end").code().unwrap_or(-1)
}
