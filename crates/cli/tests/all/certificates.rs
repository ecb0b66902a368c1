//! Certificates end to end: `prove` writes them, `verify` accepts them, and refuses them with one thing wrong.

use serde_json::{Value as Json, json};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder of this test's own.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_bouton")).args(args).current_dir(self.0.path()).output().unwrap()
    }

    /// Proves with a certificate: the exit code, and the certificate if one was written.
    fn prove(&self, args: &[&str]) -> (i32, Option<Json>) {
        let file = self.0.path().join("c.json");
        let _ = std::fs::remove_file(&file);
        let code =
            self.run(&[&["prove"], args, &["--certificate", "c.json"]].concat()).status.code().unwrap();
        let text = std::fs::read_to_string(&file).ok();
        (code, text.map(|t| serde_json::from_str(&t).unwrap()))
    }

    fn verify(&self, certificate: &Json) -> i32 {
        std::fs::write(self.0.path().join("v.json"), certificate.to_string()).unwrap();
        self.run(&["verify", "v.json"]).status.code().unwrap()
    }
}

#[test]
fn what_is_proved_is_accepted() {
    let folder = Folder::new();
    std::fs::write(
        folder.0.path().join("pins.game"),
        "game Pins with another name\nheaps pins\nmove k in 1..2, left in 0..pins-k: pins -> left, pins-k-left\n",
    )
    .unwrap();
    let table: [(&[&str], &str); 18] = [
        (&["kayles"], "period"),
        (&["pins.game"], "period"),
        (&["heaps n; octal 0.137"], "period"),
        (&["heaps n; octal 0.45"], "period"),
        (&["heaps stones; move k in {2,5,7}: stones -> stones-k"], "period"),
        (&["subtract", "--set", "S={2,3,7}"], "period"),
        (&["position n; move k in {2,5,7}: n -> n-k"], "automatic set"),
        (&["lasker"], "values"),
        (&["wythoff"], "automatic set"),
        (&["position word d of 0..2; move i in 1..|d|, x in 0..d[i]-1: d[i] -> x"], "words"),
        (&["nim", "1 2 3"], "position"),
        (&["pins.game", "9"], "position"),
        (&["kayles", "9", "--misere"], "position"),
        (&["wythoff", "6", "10"], "position"),
        (&["fibonacci", "20"], "position"),
        (&["toads-frogs", "TT..FF"], "position"),
        (&["hexapawn"], "position"),
        (
            &["position a, b; move k in 1..a: a -> a-k; move if b > 0: a -> a+b, b -> b-1", "2", "2"],
            "position",
        ),
    ];
    for (args, kind) in table {
        let (code, certificate) = folder.prove(args);
        let certificate = certificate.unwrap_or_else(|| panic!("{args:?}: none"));
        assert_eq!((code, certificate["kind"].as_str()), (0, Some(kind)), "{args:?}");
        assert_eq!(folder.verify(&certificate), 0, "{args:?}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_with_a_reason() {
    let folder = Folder::new();
    for (args, code, said) in [
        (&["kayles", "1000000000000"] as &[&str], 3, "positions can follow"),
        (&["nim", "100000000000000000000000"], 3, "positions can follow"),
        (&["tictactoe"], 0, "the position is drawn"),
        (&["ends", "3", "4", "5"], 0, "do not speak of scores"),
        (&["dim"], 0, "there is no theorem"),
    ] {
        let out = folder.run(&[&["prove"], args, &["--certificate", "c.json"]].concat());
        let text = String::from_utf8(out.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(out.status.code(), Some(code), "{args:?}: {text}");
        assert!(text.contains(said), "{args:?}: {text}");
        assert!(!folder.0.path().join("c.json").exists(), "{args:?}");
    }
}

/// One thing wrong in a period: every number of its head off by one, the values cut or changed.
fn wrong_periods(right: &Json) -> Vec<Json> {
    let mut out = Vec::new();
    let mut with = |key: &str, value: Json| {
        let mut json = right.clone();
        json[key] = value;
        out.push(json);
    };
    for key in ["period", "from"] {
        let n = right[key].as_u64().unwrap();
        with(key, json!(n + 1));
        with(key, json!(n.saturating_sub(1).max(u64::from(key == "period" && n == 1) * 2)));
    }
    with("saltus", json!(1));
    with("rules", json!("heaps n; move k in 1..n: n -> n-k"));
    let prefix = right["prefix"].as_array().unwrap();
    with("prefix", json!(prefix[..prefix.len() - 1]));
    for at in (0..prefix.len()).step_by(prefix.len() / 8 + 1) {
        let mut wrong = prefix.clone();
        wrong[at] = json!(wrong[at].as_u64().unwrap() + 1);
        with("prefix", json!(wrong));
    }
    out.retain(|json| json != right);
    out
}

/// One thing wrong in a strategy: an answer or a lost position missing, an answer that stays, the other winner.
fn wrong_strategies(right: &Json) -> Vec<Json> {
    let mut out = Vec::new();
    for key in ["answers", "lost"] {
        for at in 0..right[key].as_array().unwrap().len() {
            let mut json = right.clone();
            json[key].as_array_mut().unwrap().remove(at);
            out.push(json);
        }
    }
    for at in 0..right["answers"].as_array().unwrap().len() {
        let mut json = right.clone();
        json["answers"][at][1] = json["answers"][at][0].clone();
        out.push(json);
    }
    let mut json = right.clone();
    json["outcome"] = if json["outcome"] == "win" { json!("lose") } else { json!("win") };
    out.push(json);
    out
}

#[test]
fn mutants_of_written_certificates_are_refused() {
    let folder = Folder::new();
    let limits = bouton_verify::Limits { loader: &bouton::Folder { base: None }, ..Default::default() };
    let mut refused = 0;
    let periods: [&[&str]; 4] = [
        &["kayles"],
        &["heaps n; octal 0.07"],
        &["heaps n; move k in {1,3,4}: n -> n-k"],
        &["heaps n; move k in {2,5}: n -> n-k"],
    ];
    let positions: [&[&str]; 4] =
        [&["kayles", "8"], &["nim", "2 4 6"], &["wythoff", "3", "5"], &["toads-frogs", "TT..FF"]];
    for args in periods.iter().chain(&positions) {
        let certificate = folder.prove(args).1.unwrap_or_else(|| panic!("{args:?}: none"));
        let wrong = match certificate["kind"].as_str() {
            Some("period") => wrong_periods(&certificate),
            _ => wrong_strategies(&certificate),
        };
        assert!(wrong.len() >= 10, "{args:?}");
        for json in wrong {
            let found = bouton_verify::verify(&json.to_string(), &limits);
            assert!(found.is_err(), "{args:?} accepted with something wrong: {json}");
            refused += 1;
        }
    }
    println!("{refused} refused");
    assert!(refused >= 200, "{refused}");
}
