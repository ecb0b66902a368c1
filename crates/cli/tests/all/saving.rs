//! Saved tables against the real command: kills, Ctrl-C, disks that are full, damaged files, and NumPy.

use bouton_saved::{Found, Reader, look, part_name};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Halving one number while the other falls: no engine has a shortcut for it.
const RULES: &str = "position a, b; move i in 1..a: a -> a-i, b -> b div 2; move j in 1..b: b -> b-j";

/// Positions a block.
const BLOCK: &str = "500";

fn bouton(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    for name in ["LANG", "LC_ALL", "LC_MESSAGES", "BOUTON_LANG"] {
        command.env_remove(name);
    }
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Saves the table of positions to `n` under a name.
fn saving(folder: &Path, n: u64, name: &str) -> Command {
    let to = n.to_string();
    bouton(folder, &["table", RULES, "--to", &to, "--save", name, "--block", BLOCK])
}

/// A table that takes about half a second on this machine, the time it takes, and its file.
fn half_a_second(folder: &Path) -> (u64, Duration, PathBuf) {
    let mut n = 40;
    loop {
        let name = format!("whole-{n}");
        let start = Instant::now();
        let done = saving(folder, n, &name).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        let took = start.elapsed();
        if took > Duration::from_millis(400) {
            return (n, took, folder.join(name));
        }
        n += n / 4;
    }
}

/// Whole blocks of a table that was begun, and the bytes behind them; the file is not touched.
fn whole_blocks(folder: &Path, name: &str) -> (u64, u64) {
    let copy = folder.join("copy");
    let part = part_name(&folder.join(name));
    if !part.exists() {
        return (0, 0);
    }
    fs::copy(part, part_name(&copy)).unwrap();
    match look(&copy).unwrap() {
        Found::Part(part) => {
            let (_, kept) = part.resume().unwrap();
            (kept.blocks, kept.torn)
        }
        // Killed before the head was written.
        _ => (0, 0),
    }
}

#[cfg(unix)]
#[test]
fn fifty_kills_lose_nothing_that_was_finished() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (n, took, whole) = half_a_second(folder);
    let whole = fs::read(whole).unwrap();
    let mut random = bouton::rng::Rng::new(7);
    let (mut kills, mut tables) = (0, 0);
    while kills < 50 {
        tables += 1;
        let name = format!("table-{tables}");
        let mut kept = 0;
        loop {
            let mut child =
                saving(folder, n, &name).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            if kills < 50 {
                // Often early, when files are young; sometimes near the end.
                let share = random.below(100) * random.below(100);
                std::thread::sleep(took * share as u32 / 10_000);
                child.kill().unwrap();
            }
            let done = child.wait_with_output().unwrap();
            let said = text(&done.stderr);
            if kept > 0 && (done.status.success() || !said.is_empty()) {
                assert!(said.starts_with(&format!("Going on after block {kept}:")), "{said}");
            }
            kills += usize::from(!done.status.success());
            // It may be killed when all is done but to say so.
            if folder.join(&name).exists() {
                break;
            }
            let (blocks, torn) = whole_blocks(folder, &name);
            assert!(blocks >= kept, "{kept} blocks were there, {blocks} are left");
            assert!(torn < 4096, "{torn} bytes are more than one torn block");
            kept = blocks;
        }
        assert_eq!(fs::read(folder.join(&name)).unwrap(), whole, "after kills the table is another");
        assert!(!part_name(&folder.join(&name)).exists());
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished_and_says_how_to_go_on() {
    for (lang, said) in [("en", "the same command goes on there."), ("zh", "再次运行同一命令即可继续。")]
    {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let args = ["table", RULES, "--to", "5000", "--save", "t", "--block", "100", "--lang", lang];
        let child = bouton(folder, &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let started = Instant::now();
        while whole_blocks(folder, "t").0 < 3 {
            assert!(started.elapsed() < Duration::from_secs(1200), "no block is ever finished");
            std::thread::sleep(Duration::from_millis(20));
        }
        interrupt(&child);
        let done = child.wait_with_output().unwrap();
        let error = text(&done.stderr);
        assert_eq!((done.status.code(), text(&done.stdout)), (Some(130), String::new()), "{error}");
        assert!(error.contains("t.part") && error.trim_end().ends_with(said), "{error}");
        let (blocks, torn) = whole_blocks(folder, "t");
        assert!(blocks >= 3 && torn == 0);
        assert!(!folder.join("t").exists());
    }
}

/// A table that was begun is not taken for another, nor begun anew.
#[test]
fn a_table_that_was_begun_is_guarded() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |args: &[&str]| {
        let mut all = vec!["table", RULES];
        all.extend(args);
        bouton(folder, &all).output().unwrap()
    };
    let stopped = run(&["--to", "3000", "--save", "t", "--time", "0s"]);
    let said = text(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(3), "{said}");
    let kept = "0 of 9 006 001 positions (0 blocks) are kept in t.part; the same command goes on there.\n";
    assert!(said.starts_with("Time ran out") && said.ends_with(kept), "{said}");
    for (args, said) in [
        (
            ["--to", "20", "--save", "t"].as_slice(),
            "t.part was begun as another table of this game: a <= 3000, b <= 3000, and a <= 20, b <= 20 is asked for.",
        ),
        (
            &["--to", "3000", "--save", "t", "--block", "7"],
            "t.part was begun as a table with 65536 cells a block, and 7 are asked for.",
        ),
        (
            &["--to", "3000", "--save", "t", "--show", "win", "--lang", "zh"],
            "t.part 中断的是 grundy 的表，而这里要的是 win。",
        ),
    ] {
        let done = run(args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert!(text(&done.stderr).starts_with(said), "{}", text(&done.stderr));
    }
}

/// A limit on the size of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_costs_nothing_finished() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let save = "\"$0\" table wythoff a=0..300 b=0..300 --save t --block 2000";
    let limited = Command::new("sh")
        .args(["-c", &format!("ulimit -f 20; trap '' XFSZ; {save}"), env!("CARGO_BIN_EXE_bouton")])
        .env("BOUTON_LANG", "en")
        .current_dir(folder)
        .output()
        .unwrap();
    let said = text(&limited.stderr);
    assert_eq!(limited.status.code(), Some(2), "{said}");
    assert!(
        said.contains("t.part cannot grow any more") && said.contains("run the same command again"),
        "{said}"
    );
    let (blocks, _) = whole_blocks(folder, "t");
    assert!(blocks > 0);
    let free = bouton(folder, &["table", "wythoff", "a=0..300", "b=0..300", "--save", "t"]).output().unwrap();
    assert!(free.status.success());
    assert!(
        text(&free.stderr).starts_with(&format!("Going on after block {blocks}:")),
        "{}",
        text(&free.stderr)
    );
    Reader::open(&folder.join("t")).unwrap().verify().unwrap();
}

/// What the command says about a file that is not as it should be.
#[test]
fn files_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = |args: &[&str]| bouton(folder, args).output().unwrap();
    assert!(run(&["table", "wythoff", "--to", "50", "--save", "w", "--block", "100"]).status.success());
    let good = fs::read(folder.join("w")).unwrap();
    let altered = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(folder.join(name), bytes).unwrap();
    };
    altered("cut", &|b| b.truncate(b.len() / 2));
    altered("block", &|b| {
        let middle = b.len() / 2;
        b[middle] ^= 1;
    });
    altered("head", &|b| b[40] ^= 1);
    altered("later", &|b| b[8] = 2);
    fs::write(folder.join("text"), "a,b,grundy\n").unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    let table = |name: &'static str| run(&["table", "wythoff", "--from", name, "--csv"]);
    let save = |name: &'static str| run(&["table", "wythoff", "--to", "50", "--save", name]);
    for (done, said) in [
        (table("cut"), "cut is not whole: it has "),
        (table("block"), "block is damaged: block 1"),
        (table("head"), "head is damaged: its head was altered or cut."),
        (table("later"), "later was written by a later version (format 2; this one reads up to 1)."),
        (table("text"), "text is no saved table."),
        (table("nothing"), "There is no file nothing."),
        (table("folder"), "folder is a folder, not a saved table."),
        (save("block"), "block is damaged: block 1"),
        (save("text"), "text is no saved table."),
        (save("no/w"), "no/w.part cannot be written: its folder does not exist."),
        (
            run(&["table", "wythoff", "--to", "5", "--npy", "no/w.npy"]),
            "no/w.npy cannot be written: its folder does not exist.",
        ),
        (
            run(&["table", "wythoff", "--to", "5", "--csv=folder"]),
            "folder is a folder: give the name of a file.",
        ),
        (
            run(&["table", "wythoff", "--to", "5", "--show", "best", "--save", "x"]),
            "Best moves and values of partizan games are no numbers",
        ),
        (run(&["wythoff", "3", "70", "--from", "w"]), "3 70 is not in w, which holds a <= 50, b <= 50."),
        (run(&["nim", "3", "+", "nim", "4", "--from", "w"]), "--from works on one game"),
    ] {
        let error = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{said}\n{error}");
        assert!(error.starts_with(said), "{error}\n  should be: {said}");
    }
    // A table that is not begun leaves nothing behind.
    assert!(!part_name(&folder.join("x")).exists());
    let left: Vec<_> =
        fs::read_dir(folder).unwrap().filter_map(|e| e.unwrap().file_name().into_string().ok()).collect();
    assert!(left.iter().all(|name| !name.starts_with(".bouton")), "{left:?}");
}

/// The array as NumPy sees it: `shape dtype`, then what a program prints. `None` if there is no NumPy here.
fn numpy(folder: &Path, file: &str, print: &str) -> Option<String> {
    let program = format!("import numpy as np\nt = np.load('{file}')\nprint(t.shape, t.dtype)\n{print}");
    let run: Output = Command::new("python3").args(["-c", &program]).current_dir(folder).output().ok()?;
    if text(&run.stderr).contains("No module named") {
        return None;
    }
    assert!(run.status.success(), "{}", text(&run.stderr));
    Some(text(&run.stdout))
}

#[test]
fn arrays_are_what_numpy_expects() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mixed = "position a, b in 1..; move k in 1..a: a -> a-k; move k in 1..b-1: b -> b-k";
    let three =
        "position a, b, c; move k in 1..a: a -> a-k; move k in 1..b: b -> b-k; move k in 1..c: c -> c-k";
    for (args, print, expected) in [
        (
            vec!["kayles", "--to", "20"],
            "print(*t)",
            "(21,) uint8\n0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1\n",
        ),
        (vec!["wythoff", "a=0..300", "b=2..5"], "print(*t[3])", "(301, 4) uint16\n5 6 2 0\n"),
        (
            vec!["wythoff", "--to", "5", "--show", "win"],
            "print(np.argwhere(t == -1).tolist())",
            "(6, 6) int8\n[[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]\n",
        ),
        (
            vec![three, "--to", "9"],
            "i = np.arange(10)\nprint((t == i[:, None, None] ^ i[:, None] ^ i).all())",
            "(10, 10, 10) uint8\nTrue\n",
        ),
        (
            vec![mixed, "a=0..3", "b=0..3"],
            "print(t.tolist())",
            "(4, 4) int8\n[[-128, 0, 1, 2], [-128, 1, 0, 3], [-128, 2, 3, 0], [-128, 3, 2, 1]]\n",
        ),
        (
            vec!["wythoff", "--to", "2", "--show", "remoteness"],
            "print(t.tolist())",
            "(3, 3, 2) int8\n[[[-1, 0], [1, 1], [1, 1]], [[1, 1], [1, 1], [-1, 2]], [[1, 1], [-1, 2], [1, 1]]]\n",
        ),
    ] {
        let mut all = vec!["table"];
        all.extend(args);
        all.extend(["--npy", "t.npy"]);
        let done = bouton(folder, &all).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        match numpy(folder, "t.npy", print) {
            Some(found) => assert_eq!(found, expected, "{all:?}"),
            None => eprintln!("NumPy is missing here: {all:?} is not compared"),
        }
    }
}
