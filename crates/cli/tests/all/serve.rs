//! `bouton serve` as a process: every route, what is refused, what is cancelled, what strangers can do.
//!
//! The examples of `docs/api.md` (blocks with the tag `api`) and of the OpenAPI description are sent to a server and its
//! answers compared with them.

mod client;
mod compare;

use client::{Answer, Server};
use compare::{misfit, unlike};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Rules that never end: every position leads to a larger one.
const ENDLESS: &str = "position n\\nmove k in 1..3: n -> n + k\\nend draw\\nendless draw";

/// Rules whose single evaluation takes for ever.
const SLOW: &str =
    "heaps n\\ndefine f(n) = sum(i mod 7 for i in 1..90000000)\\nmove k in 1..n if f(n) > 0: n -> n - k";

fn solve(rules: &str, position: &str) -> String {
    format!("{{\"terms\":[{{\"game\":{{\"rules\":\"{rules}\"}},\"position\":\"{position}\"}}]}}")
}

const NIM: &str = r#"{"terms":[{"game":{"name":"nim"},"position":"3 4 5"}]}"#;

#[test]
fn the_documents_are_true() {
    let server = Server::start(&[]);
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md")).unwrap();
    let mut failures = Vec::new();
    let mut tried = 0;
    for block in text.split("```api\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (request, shown) = block.split_once("\n\n").unwrap();
        let (line, body) = request.split_once('\n').unwrap_or((request, ""));
        let (method, path) = line.split_once(' ').unwrap();
        let answer = if method == "GET" { server.get(path) } else { server.post(path, body) };
        let shown: Json = serde_json::from_str(shown).unwrap_or_else(|e| panic!("{line}: {e} in {shown}"));
        tried += 1;
        if answer.status != 200 {
            failures.push(format!("{line} {body}: {} {}", answer.status, answer.body));
        } else if let Some(why) = misfit(&shown, &answer.json(), "answer") {
            failures.push(format!("{line} {body}\n  {why}"));
        }
    }
    assert!(tried > 15, "the examples of docs/api.md were not found");
    let description = server.get("/api/openapi.json").json();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            let sent = &about["requestBody"]["content"]["application/json"];
            let answer = match method.as_str() {
                "get" => server.get(&path.replace("{id}", "lasker").replace("{lesson}", "1-take-away")),
                _ => {
                    if let Some(why) = unlike(&sent["schema"], &sent["example"], &description, "example") {
                        failures.push(format!("openapi {path}: {why}"));
                    }
                    server.post(path, &sent["example"].to_string())
                }
            };
            let schema = &about["responses"]["200"]["content"]["application/json"]["schema"];
            if answer.status != 200 {
                failures.push(format!("openapi {path}: {} {}", answer.status, answer.body));
            } else if let Some(why) = unlike(schema, &answer.json(), &description, "answer") {
                failures.push(format!("openapi {path}: {why}"));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn answers_are_those_of_the_command() {
    let server = Server::start(&[]);
    let cases: &[(&str, &str, &[&str])] = &[
        ("/api/solve", NIM, &["nim", "3", "4", "5", "--json", "--all-moves"]),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"name":"nim"},"position":"3 4"},{"game":{"name":"kayles"},"position":"7"}]}"#,
            &["nim", "3", "4", "+", "kayles", "7", "--json", "--all-moves"],
        ),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"name":"kayles","misere":true},"position":"3 4"}]}"#,
            &["kayles", "3", "4", "--misere", "--json", "--all-moves"],
        ),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"name":"ends"},"position":"4 -10 7"}]}"#,
            &["ends", "4", "-10", "7", "--json", "--all-moves"],
        ),
        (
            "/api/check",
            r#"{"game":{"name":"lasker"},"claim":"grundy = n","to":20}"#,
            &["check", "lasker", "--claim", "grundy = n", "--to", "20", "--json"],
        ),
        (
            "/api/pattern",
            r#"{"numbers":[1,2,4,8,16,32,64,128,256,512,1024]}"#,
            &["pattern", "1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "--json"],
        ),
        (
            "/api/value",
            r#"{"terms":[{"game":{"name":"toads-frogs"},"position":"TT.F"},{"game":{"name":"clobber"},"position":"XOXO"}]}"#,
            &["thermograph", "toads-frogs", "TT.F", "+", "clobber", "XOXO", "--json"],
        ),
        (
            "/api/value",
            r#"{"terms":[{"game":{"name":"domineering"},"position":"3x3"}],"moves":["vertical r=1 c=1"]}"#,
            &["thermograph", "domineering", "#../#../...", "--json"],
        ),
        (
            "/api/value",
            r#"{"terms":[{"game":{"name":"domineering"},"position":"2x2"},{"game":{"name":"domineering"},"position":"2x3"}],"outcome":true}"#,
            &["value", "domineering", "2x2", "+", "domineering", "2x3", "--outcome", "--json"],
        ),
    ];
    for (path, body, command) in cases {
        let answer = server.post(path, body);
        assert_eq!(answer.status, 200, "{body}: {answer:?}");
        let found = answer.json();
        let found = if *path == "/api/solve" { &found["answer"] } else { &found };
        let output =
            Command::new(env!("CARGO_BIN_EXE_bouton")).args(["--lang", "en"]).args(*command).output();
        let printed: Json = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        assert_eq!(misfit(&printed, found, "answer"), None, "{command:?}");
    }
    // In Chinese on request.
    let zh = server.post("/api/solve?lang=zh", NIM).json();
    assert!(zh["answer"]["winning_moves"][0]["text"].as_str().is_some_and(|t| t.contains('颗')), "{zh}");
}

/// What `bouton` prints for these words.
fn printed(words: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bouton")).args(["--lang", "en"]).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The cells of `--csv`: the last column.
fn cells_of_csv(text: &str) -> Vec<String> {
    text.lines().skip(1).filter_map(|line| line.rsplit(',').next()).map(String::from).collect()
}

/// The cells of a page's table whose numbers are bytes.
fn cells_of_page(table: &Json) -> Vec<String> {
    let packed = &table["packed"];
    assert_eq!(packed["type"], "u8", "{table}");
    let sextet = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = packed["data"].as_str().unwrap().trim_end_matches('=');
    let bits: Vec<u32> = text.bytes().map(|c| u32::from(sextet(c))).collect();
    let bytes = bits.chunks(4).flat_map(|four| {
        let joined = (0..4).fold(0, |all, i| all << 6 | four.get(i).copied().unwrap_or(0));
        [joined >> 16, joined >> 8, joined]
            .into_iter()
            .map(|b| b & 255)
            .take(four.len() - 1)
            .collect::<Vec<_>>()
    });
    let word = |n: u32| match (table["show"].as_str(), n) {
        (Some("win"), n) => ["lose", "win", "draw"][n as usize].to_string(),
        (_, n) => n.to_string(),
    };
    bytes.map(word).collect()
}

/// The cells of a plot in letters.
fn cells_of_plot(text: &str) -> Vec<String> {
    let lines = text.lines().skip(3).take_while(|line| !line.trim().is_empty());
    let letters = lines.filter_map(|line| line.split_whitespace().last()).collect::<String>();
    let word = |c: char| match c {
        '#' => "lose".to_string(),
        '.' => "win".to_string(),
        '=' => "draw".to_string(),
        'A'..='Z' => (c as u32 - 'A' as u32 + 36).to_string(),
        c => c.to_digit(36).unwrap().to_string(),
    };
    letters.chars().map(word).collect()
}

/// One table behind all surfaces: the command, files, pictures and the page show the same cells, far out too, where a theorem
/// fills them.
#[test]
fn every_surface_shows_the_same_cells() {
    let server = Server::start(&[]);
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("wythoff", "a=10^12..", None),
        ("wythoff", "a=1618033988745..1618033988752 b=2618033988740..2618033988755", None),
        ("wythoff", "a=10^12..1000000000005 b=10^12..", Some("win")),
        ("wythoff", "a=0..9 b=2..9", None),
        ("wythoff", "a=3..", Some("win")),
        ("kayles", "n=5..30", None),
        ("kayles", "n=10^6..", None),
        ("subtract", "", None),
        ("bash", "m=1..4 n=0..12", Some("win")),
        ("euclid", "a=1..9 b=1..9", Some("remoteness")),
    ];
    for (i, (name, ranges, show)) in cases.into_iter().enumerate() {
        let mut words = vec![name];
        words.extend(ranges.split_whitespace());
        words.extend(["--to", "20"]);
        words.extend(show.iter().flat_map(|show| ["--show", *show]));
        let file = folder.path().join(i.to_string());
        let file = file.to_str().unwrap();
        let table = |more: &[&str]| printed(&[&["table"], words.as_slice(), more].concat());
        let cells = cells_of_csv(&table(&["--csv"]));
        assert!(cells.len() > 20 && !cells.iter().any(String::is_empty), "{words:?}: {cells:?}");
        let json: Json = serde_json::from_str(&table(&["--json"])).unwrap();
        let rows = json["rows"].as_array().unwrap().iter();
        let key = json["show"].as_str().unwrap();
        let said: Vec<String> = rows.map(|r| r[key].to_string().trim_matches('"').to_string()).collect();
        assert_eq!(said, cells, "{words:?} --json");
        table(&["--save", file]);
        let saved = printed(&[&["table"], words.as_slice(), &["--from", file, "--csv"]].concat());
        assert_eq!(cells_of_csv(&saved), cells, "{words:?} --from");
        if show == Some("remoteness") {
            continue;
        }
        assert_eq!(cells_of_plot(&printed(&[&["plot"], words.as_slice()].concat())), cells, "{words:?} plot");
        let body = json!({"game": {"name": name}, "ranges": ranges, "to": 20, "show": show});
        let page = server.post("/api/table", &body.to_string()).json();
        assert_eq!(cells_of_page(&page), cells, "{body}");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let server = Server::start(&[]);
    // The opponent of a person who plays well loses, that of one who plays badly wins.
    let mut moves: Vec<String> = vec!["take 2 @1".into()];
    for turn in 0..40 {
        let ask =
            json!({"terms": [{"game": {"name": "nim"}, "position": "3 4 5"}], "moves": moves, "seed": 3});
        let path = if turn % 2 == 0 { "/api/play" } else { "/api/hint" };
        let mut body = ask.clone();
        if turn % 2 == 1 {
            body["step"] = json!(3);
            body.as_object_mut().unwrap().remove("seed");
        }
        let answer = server.post(path, &body.to_string());
        assert_eq!(answer.status, 200, "{body}: {answer:?}");
        match answer.json()["move"]["move"].as_str() {
            Some(by) => moves.push(by.to_string()),
            None => break,
        }
    }
    let end = json!({"terms": [{"game": {"name": "nim"}, "position": "3 4 5"}], "moves": moves});
    let history = server.post("/api/history", &end.to_string()).json();
    // The first player made the last move: whoever moves now has lost, and it is the second player.
    assert_eq!(history["over"], json!("lose"), "{history}");
    let last = history["states"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["mover"], &last["position"]), (&json!(1), &json!("0 0 0")), "{history}");
    assert_eq!(history["mistakes"], json!([]), "{history}");
}

#[test]
fn what_is_wrong_is_said() {
    let server = Server::start(&["--public", "--host", "games.example.org"]);
    let port = server.port;
    let large = format!("{{\"rules\":\"{}\"}}", "x".repeat(70_000));
    let deep = format!("{{\"terms\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    let cases: &[(&str, &str, u16, &str)] = &[
        ("/api/solve", "{", 400, "request"),
        ("/api/solve", "{}", 400, "request"),
        ("/api/solve", r#"{"terms":[]}"#, 400, "request"),
        ("/api/solve", r#"{"terms":[{"game":{"name":"nim"}}],"extra":1}"#, 400, "request"),
        ("/api/solve", r#"{"terms":[{"game":{"name":"nim","rules":"x"}}]}"#, 400, "request"),
        ("/api/solve", &deep, 400, "request"),
        ("/api/solve", r#"{"terms":[{"game":{"name":"nim"},"position":"x"}]}"#, 422, "position"),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"name":"nim"},"position":"3"}],"moves":["take 9"]}"#,
            422,
            "position",
        ),
        ("/api/solve", r#"{"terms":[{"game":{"name":"nosuch"}}]}"#, 422, "unknown_game"),
        ("/api/solve", r#"{"terms":[{"game":{"name":"../Cargo.toml"}}]}"#, 422, "unknown_game"),
        ("/api/solve", r#"{"terms":[{"game":{"name":"/etc/passwd"}}]}"#, 422, "unknown_game"),
        ("/api/solve", r#"{"terms":[{"game":{"rules":"heaps n; move"}}]}"#, 422, "rules"),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"rules":"param G = graph file \"/etc/passwd\"; heaps v in G; move w in G[v]: v -> w"},"position":"1"}]}"#,
            422,
            "rules",
        ),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"name":"dag","set":{"G":"@/etc/passwd"}},"position":"1"}]}"#,
            422,
            "position",
        ),
        (
            "/api/solve",
            r#"{"terms":[{"game":{"name":"dag","set":{"G":"graph file \"/etc/passwd\""}},"position":"1"}]}"#,
            422,
            "position",
        ),
        ("/api/table", r#"{"game":{"name":"nim"},"ranges":"n=9..1"}"#, 422, "position"),
        ("/api/table", r#"{"game":{"name":"nim"},"ranges":"n=0..99999999"}"#, 422, "over_budget"),
        ("/api/table", r#"{"game":{"name":"ends"},"show":"grundy"}"#, 422, "not_applicable"),
        ("/api/hint", r#"{"terms":[{"game":{"name":"nim"},"position":"3"}],"step":9}"#, 400, "request"),
        ("/api/value", r#"{"terms":[{"game":{"name":"cat-mouse"}}]}"#, 422, "not_applicable"),
        (
            "/api/value",
            r#"{"terms":[{"game":{"name":"nim"},"position":"3"}],"line":"nim 3"}"#,
            400,
            "request",
        ),
        ("/api/value", r#"{"terms":[]}"#, 400, "request"),
        ("/api/parse", r#"{"line":"nim 3 --csv"}"#, 422, "position"),
        ("/api/rules", &large, 413, "large"),
        ("/api/nothing", "{}", 405, "request"),
    ];
    for (path, body, status, kind) in cases {
        let answer = server.post(path, body);
        assert_eq!((answer.status, answer.kind().as_str()), (*status, *kind), "{path} {body}: {answer:?}");
        assert!(!answer.body.contains("root:"), "{body}: {answer:?}");
    }
    // Raw requests: host, method, type, paths.
    let host = format!("localhost:{port}");
    let raw: &[(&str, &str, &str, u16)] = &[
        ("GET", "/api/health", &host, 200),
        ("GET", "/", &host, 200),
        ("GET", "/", "games.example.org", 200),
        ("GET", "/", "evil.example.org", 421),
        ("GET", "/api/games", "evil.example.org:80", 421),
        ("GET", "/api/solve", &host, 405),
        ("POST", "/api/games", &host, 405),
        ("DELETE", "/", &host, 405),
        ("GET", "/api/nothing", &host, 404),
        ("GET", "/nothing.html", &host, 404),
        ("GET", "/../Cargo.toml", &host, 404),
        ("GET", "/..%2f..%2fetc%2fpasswd", &host, 404),
        ("GET", "//etc/passwd", &host, 404),
        ("GET", "/api/games/..%2fnim", &host, 422),
        ("GET", "/api/games/%E5%B0%BC%E5%A7%86", &host, 200),
    ];
    for (method, path, host, status) in raw {
        let answer =
            server.raw(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(answer.status, *status, "{method} {path} {host}: {answer:?}");
        let policy = answer.header("content-security-policy").unwrap_or("");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{answer:?}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{answer:?}");
    }
    let packed = format!(
        "GET /api/games HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(server.raw(&packed).header("content-encoding"), Some("gzip"));
    let plain = server.posting("/api/solve", NIM, "").replace("application/json", "text/plain");
    assert_eq!(server.raw(&plain).status, 415);
    let foreign = server.posting("/api/solve", NIM, "Origin: http://evil.example.org\r\n");
    assert_eq!(server.raw(&foreign).status, 421);
    assert_eq!(server.raw("NONSENSE\r\n\r\n").status, 400);
}

#[test]
fn local_servers_answer_to_loopback_names_only() {
    let server = Server::start(&[]);
    let port = server.port;
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        ("192.168.1.7".into(), 421),
        ("games.example.org".into(), 421),
    ] {
        let answer =
            server.raw(&format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(answer.status, status, "{host}");
    }
}

#[test]
fn hostile_rules_cost_their_author_alone() {
    let server = Server::start(&["--public", "--time", "4s", "--memory", "128M"]);
    let cases = [
        ("endless", solve(ENDLESS, "0")),
        ("slow", solve(SLOW, "5")),
        ("wide", solve("position row a = repeat(1, 99999999)\\nmove i in 1..|a|: a[i] -= 1", "")),
        (
            "long",
            solve("position row a = [1]\\nmove k in 1..2: a -> a[1..|a|] + repeat(k, 200000)\\nend draw\\nendless draw", ""),
        ),
        ("board", r#"{"terms":[{"game":{"name":"cram"},"position":"0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0 / 0 0 0 0 0 0 0 0 0"}]}"#.to_string()),
        ("deep", solve("heaps n\\ndefine f(n) = f(n + 1)\\nmove k in 1..n if f(n) > 0: n -> n - k", "5")),
    ];
    let mut waiting = Vec::new();
    for (name, body) in &cases {
        let mut stream = server.connect();
        stream.write_all(server.posting("/api/solve", body, "").as_bytes()).unwrap();
        waiting.push((name, stream));
    }
    // Honest questions are answered meanwhile.
    for _ in 0..20 {
        let answer = server.post("/api/solve", NIM);
        assert_eq!(answer.json()["answer"]["grundy"], json!(2));
    }
    for (name, stream) in waiting {
        let answer = Answer::read(stream);
        let undecided = answer.status == 200 && answer.json()["answer"]["outcome"].is_null();
        let refused = answer.status == 422;
        assert!(undecided || refused, "{name}: {answer:?}");
    }
    assert_eq!(server.get("/api/health").status, 200);
}

/// Rules that are compiled and run hot: tables of them take many moves.
const HOT: &str = "position a, b, c\\nmove k in 1..a: a -> a - k\\nmove k in 1..b: b -> b - k, c -> (c + k) mod 7\\nmove if c > 0: c -> c - 1";

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[test]
fn workers_are_closed_off_and_make_no_machine_code_for_strangers() {
    for (flags, code) in [(&["--public"][..], false), (&[][..], true)] {
        let server = Server::start(flags);
        let answer = server.post("/api/solve", &solve(HOT, "30 30 6"));
        assert_eq!(answer.status, 200, "{answer:?}");
        let workers = server.workers();
        assert!(!workers.is_empty());
        let mut made = false;
        for (worker, _) in workers {
            for thread in std::fs::read_dir(format!("/proc/{worker}/task")).unwrap().flatten() {
                let status = std::fs::read_to_string(thread.path().join("status")).unwrap();
                assert!(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"), "{status}");
            }
            // Memory of no file that can be run: machine code.
            let maps = std::fs::read_to_string(format!("/proc/{worker}/maps")).unwrap();
            made |= maps.lines().any(|l| l.contains(" r-xp ") && l.split_whitespace().count() == 5);
        }
        assert_eq!(made, code, "{flags:?}");
    }
}

#[test]
fn slow_bodies_are_given_up() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    let head = server.posting("/api/solve", NIM, "");
    stream.write_all(&head.as_bytes()[..head.len() - 20]).unwrap();
    let answer = Answer::read(stream);
    assert_eq!(answer.status, 408, "{answer:?}");
}

#[test]
fn progress_is_streamed() {
    // A machine that is busy with other things gets more time until there is something to tell.
    let mut told = false;
    let mut server = Server::start(&["--time", "4s"]);
    for seconds in [4, 32, 256] {
        server = Server::start(&["--time", &format!("{seconds}s")]);
        let request = server.posting("/api/solve", &solve(ENDLESS, "0"), "Accept: text/event-stream\r\n");
        let answer = server.raw(&request);
        assert_eq!(answer.header("content-type"), Some("text/event-stream"));
        let events = answer.events();
        let (last, before) = events.split_last().unwrap_or_else(|| panic!("{answer:?}"));
        assert!(last.0 == "answer" || last.0 == "error", "{events:?}");
        told = before.iter().any(|(name, data)| name == "progress" && data["positions"].is_u64());
        if told {
            break;
        }
    }
    assert!(told, "no progress is told");
    // A small question as a stream is just its answer.
    let small = server.raw(&server.posting("/api/solve", NIM, "Accept: text/event-stream\r\n")).events();
    assert_eq!(small.len(), 1, "{small:?}");
    assert_eq!((small[0].0.as_str(), &small[0].1["answer"]["grundy"]), ("answer", &json!(2)));
}

#[test]
#[cfg(target_os = "linux")]
fn closing_the_connection_stops_the_work() {
    let server = Server::start(&[]);
    for events in ["", "Accept: text/event-stream\r\n"] {
        let mut stream = server.connect();
        stream.write_all(server.posting("/api/solve", &solve(ENDLESS, "0"), events).as_bytes()).unwrap();
        server.wait_for(true);
        drop(stream);
        server.wait_for(false);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_it_and_its_workers() {
    let mut server = Server::start(&[]);
    assert_eq!(server.post("/api/solve", NIM).status, 200);
    let workers = server.workers();
    assert!(!workers.is_empty());
    let number = server.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
    let began = Instant::now();
    let status = loop {
        if let Some(status) = server.process.try_wait().unwrap() {
            break status;
        }
        assert!(began.elapsed() < Duration::from_secs(1200), "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
    for (worker, _) in workers {
        let there = || {
            let name = std::fs::read_to_string(format!("/proc/{worker}/comm")).unwrap_or_default();
            name.starts_with("bouton")
        };
        while there() {
            assert!(began.elapsed() < Duration::from_secs(1200), "worker {worker} is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_taken_port_is_said() {
    let server = Server::start(&[]);
    let port = server.port.to_string();
    let output =
        Command::new(env!("CARGO_BIN_EXE_bouton")).args(["serve", "--port", &port, "--lang", "en"]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains(&format!("Port {port} is taken")), "{said}");
}

#[test]
fn only_sites_that_are_named_may_show_games() {
    let server = Server::start(&["--embed", "https://school.example.org", "--embed", "http://localhost:9"]);
    let framed = server.get("/embed?game=nim&at=3+4+5");
    let policy = framed.header("content-security-policy").unwrap_or_default();
    assert_eq!(framed.status, 200);
    assert!(policy.ends_with("frame-ancestors https://school.example.org http://localhost:9"), "{policy}");
    assert!(framed.header("x-frame-options").is_none() && framed.body.contains("<html"));
    assert_eq!(server.get("/api/health").json()["embed"], true);
    // Everything else is framed by nobody.
    for path in ["/", "/api/games"] {
        let answer = server.get(path);
        assert!(
            answer.header("content-security-policy").unwrap_or_default().ends_with("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
    }
    let without = Server::start(&[]);
    assert_eq!(without.get("/embed?game=nim").status, 404);
    assert_eq!(without.get("/api/health").json()["embed"], false);
    for (lang, said) in [("en", "is no origin of a site"), ("zh", "不是网站的来源")] {
        let words = ["serve", "--port", "0", "--embed", "school.example.org/games", "--lang", lang];
        let output = Command::new(env!("CARGO_BIN_EXE_bouton")).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{output:?}");
    }
}

#[test]
fn streams_are_packed_for_strangers() {
    let packed = |server: &Server, more: &str| {
        let body = r#"{"game": {"name": "wythoff"}, "to": 60}"#;
        let answer =
            server.raw(&server.posting("/api/table", body, &format!("Accept-Encoding: gzip\r\n{more}")));
        assert_eq!(answer.status, 200);
        answer.header("content-encoding") == Some("gzip")
    };
    let public = Server::start(&["--public"]);
    assert!(packed(&public, "") && packed(&public, "Accept: text/event-stream\r\n"));
    let local = Server::start(&[]);
    assert!(packed(&local, "") && !packed(&local, "Accept: text/event-stream\r\n"));
}
