//! Tables that several workers fill, against the real command: threads, processes, kills, keys, and answers out of the folder.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Play may return, so it is filled in rounds; some thousand positions.
const ROUNDS: [&str; 4] = ["table", "cat-mouse", "--show", "remoteness"];

fn bouton(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    for name in ["LANG", "LC_ALL", "LC_MESSAGES", "BOUTON_LANG", "BOUTON_CLUSTER_KEY", "BOUTON_CLUSTER_CHILD"]
    {
        command.env_remove(name);
    }
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
}

/// The checksum that a run prints.
fn checksum(output: &Output) -> String {
    let (code, said) = said(output);
    assert_eq!(code, Some(0), "{said}");
    let sum = said.split("checksum ").nth(1).map(|rest| rest.trim().chars().take(16).collect());
    sum.unwrap_or_else(|| panic!("no checksum: {said}"))
}

#[test]
fn threads_and_processes_fill_the_same_table_and_it_answers() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let fill = |more: &[&str]| bouton(at, &[&ROUNDS[..], more].concat()).output().unwrap();
    let one = checksum(&fill(&["--save", "one", "--workers", "1"]));
    assert_eq!(checksum(&fill(&["--save", "two", "--local", "2"])), one);
    let again = fill(&["--save", "two", "--workers", "3"]);
    assert_eq!(checksum(&again), one);
    assert!(text(&again.stderr).contains("complete already"), "{}", text(&again.stderr));
    // Winning moves of both players come out of the folder as they are found without it.
    for first in ["Mouse", "Cat"] {
        let ask = |more: &[&str]| {
            let set = "G=graph { 0 - 2 5; 1 - 3; 2 - 4 5; 3 - 4 5 }";
            let words = [&["cat-mouse", "2 4", "--set", set, "--first", first, "--json"], more].concat();
            let output = bouton(at, &words).output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
            let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            (answer["outcome"].clone(), answer["winning_moves"].clone())
        };
        assert_eq!(ask(&["--from", "two"]), ask(&[]), "{first}");
    }
    // A table of layers, as rows.
    let layers = ["table", "wythoff", "a=0..12", "b=0..9", "--show", "win"];
    let rows =
        |more: &[&str]| text(&bouton(at, &[&layers[..], more, &["--csv"]].concat()).output().unwrap().stdout);
    assert_eq!(rows(&["--save", "w", "--workers", "2"]), rows(&[]));
    assert_eq!(rows(&["--from", "w"]), rows(&[]));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("hosts"), "127.0.0.1:1\n127.0.0.1\n").unwrap();
    std::fs::write(at.join("good"), "127.0.0.1:1\n").unwrap();
    std::fs::write(at.join("key"), "short").unwrap();
    let cases: [(&[&str], i32, &str); 9] = [
        (&["table", "wythoff", "--workers", "2"], 2, "name it with --save DIR"),
        (&["table", "wythoff", "--save", "good", "--workers", "2"], 2, "good is a file"),
        (&["table", "wythoff", "--save", "d", "--hosts", "hosts", "--process", "0"], 2, "line 2"),
        (&["table", "wythoff", "--save", "d", "--hosts", "good"], 2, "--process K"),
        (&["table", "wythoff", "--save", "d", "--hosts", "good", "--process", "1"], 2, "no line in the list"),
        (&["table", "wythoff", "--save", "d", "--hosts", "good", "--process", "0"], 2, "key of the run"),
        (
            &["table", "wythoff", "--save", "d", "--hosts", "good", "--process", "0", "--key", "key"],
            2,
            "at least 16",
        ),
        (&["table", "ends", "--to", "4", "--save", "d", "--workers", "2"], 2, "Workers fill"),
        (&["cluster", "run", "wythoff", "--to", "9", "--save", "d"], 2, "list of hosts"),
    ];
    for (args, code, what) in cases {
        let (found, said) = said(&bouton(at, args).output().unwrap());
        assert_eq!(found, Some(code), "{args:?}: {said}");
        assert!(said.contains(what), "{args:?}: {said}");
    }
    // A folder with another table is left alone.
    checksum(
        &bouton(at, &["table", "wythoff", "--to", "9", "--save", "d", "--workers", "1"]).output().unwrap(),
    );
    let (code, said) = said(
        &bouton(at, &["table", "euclid", "--to", "9", "--save", "d", "--workers", "1"]).output().unwrap(),
    );
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("another table"), "{said}");
}

#[test]
fn what_is_beyond_the_memory_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let layers = ["table", "euclid", "a=0..200", "b=0..200", "--show", "win"];
    for (name, table) in [("rounds", &ROUNDS[..]), ("layers", &layers[..])] {
        let fill = |more: &[&str]| checksum(&bouton(at, &[table, more].concat()).output().unwrap());
        let whole = fill(&["--save", name, "--workers", "1"]);
        assert_eq!(fill(&["--save", &format!("{name}-2"), "--workers", "2", "--memory", "1K"]), whole);
        assert_eq!(fill(&["--save", &format!("{name}-3"), "--local", "3", "--memory", "1K"]), whole);
        let left = std::fs::read_dir(at.join(format!("{name}-3"))).unwrap().flatten();
        let names: Vec<_> = left.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        assert!(!names.iter().any(|n| n.starts_with("scratch")), "{names:?}");
    }
}

/// A list of free addresses of this machine.
fn addresses(at: &Path, count: usize) {
    let ports: Vec<_> = (0..count).map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let hosts: String = ports.iter().map(|p| format!("{}\n", p.local_addr().unwrap())).collect();
    std::fs::write(at.join("hosts"), hosts).unwrap();
}

#[test]
#[cfg(unix)]
fn a_run_over_ssh_is_looked_after() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // What stands in for ssh runs the command here; the first time it ends one of the processes soon.
    let script = "#!/bin/sh\necho \"$1\" >> calls\n\
        if mkdir once 2>/dev/null; then exec 3<&0; sh -c \"$2\" <&3 & sleep 1; kill -9 $! 2>/dev/null; exit 255; fi\nexec sh -c \"$2\"\n";
    for (name, text) in [("ssh", script), ("away", "#!/bin/sh\necho \"no route to $1\" >&2; exit 255\n")] {
        std::fs::write(at.join(name), text).unwrap();
        std::fs::set_permissions(at.join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    addresses(at, 2);
    let table = ["euclid", "a=0..500", "b=0..500", "--show", "win"];
    let whole = bouton(at, &[&["table"], &table[..], &["--save", "whole", "--workers", "1"]].concat());
    let whole = checksum(&{ whole }.output().unwrap());
    let run = |save: &str, ssh: &str| {
        let words = ["--save", save, "--hosts", "hosts", "--ssh", ssh, "--checkpoint", "20ms"];
        bouton(at, &[&["cluster", "run"], &table[..], &words].concat()).output().unwrap()
    };
    let end = run("run", "./ssh");
    assert_eq!(checksum(&end), whole, "{}", text(&end.stderr));
    let calls = std::fs::read_to_string(at.join("calls")).unwrap();
    assert!(calls.lines().count() >= 2 && calls.lines().all(|host| host == "127.0.0.1"), "{calls}");
    for (ssh, what) in [("./away", "no route to 127.0.0.1"), ("./nothing", "nothing")] {
        let (code, said) = said(&run("other", ssh));
        assert!(code == Some(2) && said.contains(what), "{code:?} {said}");
    }
}

#[test]
fn another_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    addresses(at, 2);
    let start = |process: &str, key: &str| {
        let mut command =
            bouton(at, &[&ROUNDS[..], &["--save", "d", "--hosts", "hosts", "--process", process]].concat());
        command.env("BOUTON_CLUSTER_KEY", key).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut first = start("0", "a key that is long enough");
    let second = start("1", "a key that is another one").wait_with_output().unwrap();
    assert_eq!(said(&second).0, Some(2), "{}", said(&second).1);
    assert!(said(&second).1.contains("another key"), "{}", said(&second).1);
    // The right one comes later, and the work is done.
    let second = start("1", "a key that is long enough").wait_with_output().unwrap();
    assert_eq!(said(&second).0, Some(0), "{}", said(&second).1);
    assert!(first.wait().unwrap().success());
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let parent = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = all.filter_map(|e| e.file_name().to_string_lossy().parse::<u32>().ok());
    pids.filter(|pid| parent(pid) == Some(of)).collect()
}

/// A table that some seconds are enough for in this build: filled by two processes that look after each other.
fn long(at: &Path, n: &str, name: &str, workers: [&str; 2]) -> Command {
    let b = format!("b=0..{n}");
    let a = format!("a=0..{n}");
    let words = ["table", "euclid", &a, &b, "--show", "win", "--save", name, "--checkpoint", "50ms"];
    bouton(at, &[&words[..], &workers].concat())
}

/// Kills processes of a run at moments of its own choosing; gives the end of the run and how many were killed.
fn with_kills(mut run: Child, kills: usize, ready: impl Fn(usize, Duration) -> bool) -> (Output, usize) {
    let mut done = 0;
    for kill in 0..kills {
        let since = Instant::now();
        while !ready(kill, since.elapsed()) && run.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let alive = children(run.id());
        let Some(pid) = alive.get(kill % alive.len().max(1)) else { continue };
        let killed =
            Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status().unwrap();
        done += usize::from(killed.success());
    }
    (run.wait_with_output().unwrap(), done)
}

/// Gives how many processes were killed before the table was done; a table that is done before is made larger.
fn kills_change_nothing(to: u64, kills: usize, ready: impl Fn(&Path, usize, Duration) -> bool) -> usize {
    let larger = (0..6).map(|times| to << times);
    larger
        .map(|n| killed_on_the_way(&n.to_string(), kills, &ready))
        .find(|killed| *killed > 0)
        .expect("kills")
}

/// Gives how many processes were killed, none if no run was started again.
fn killed_on_the_way(n: &str, kills: usize, ready: &impl Fn(&Path, usize, Duration) -> bool) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let whole = checksum(&long(at, n, "whole", ["--workers", "2"]).output().unwrap());
    let run = long(at, n, "killed", ["--local", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (end, killed) = with_kills(run, kills, |kill, time| ready(at, kill, time));
    assert_eq!(checksum(&end), whole);
    let told = text(&end.stderr).matches("started again").count();
    println!("{killed} kills, {told} times started again");
    if told > 0 { killed } else { 0 }
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_process_is_started_again() {
    // The first checkpoint is there, the end is not.
    kills_change_nothing(600, 1, |at, _, _| at.join("killed/manifest").exists());
}

/// Is a shard being written?
fn writing(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|e| e.file_name().to_string_lossy().into_owned()).any(|n| n.ends_with(".part"))
}

#[test]
#[ignore = "some minutes"]
#[cfg(target_os = "linux")]
fn thirty_kills_change_nothing() {
    let n = std::env::var("BOUTON_KILLS_TO").ok().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let mut killed = 0;
    while killed < 30 {
        // In turn: any moment from the first (no checkpoint yet, the processes still meet) to a second and a half; while a
        // checkpoint is being written; right after the processes were started again; late enough for the work to get on.
        killed += kills_change_nothing(n, 30 - killed, |at, kill, time| {
            let millis = |n: u64| time > Duration::from_millis(n);
            match (kill + killed) % 4 {
                0 => millis(100 + ((kill + killed) as u64 * 271) % 1400),
                1 => millis(50) && (writing(&at.join("killed")) || millis(5000)),
                2 => millis(((kill + killed) as u64 * 37) % 200),
                _ => millis(3000),
            }
        });
    }
    println!("{killed} kills in all");
}
