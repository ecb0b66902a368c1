//! `play` and `new` at a terminal: lines are edited, earlier ones come back, and Ctrl-C stops at once; through a pipe too.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing here takes long; what takes so long hangs.
const HANGS: Duration = Duration::from_secs(100);

/// The command at a terminal of its own.
struct Screen {
    child: Child,
    keys: File,
    shown: Receiver<Vec<u8>>,
    seen: String,
}

impl Screen {
    fn start(args: &[&str]) -> Screen {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let side = || OpenOptions::new().read(true).write(true).open(path).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(args)
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env_remove("LANG")
            .env_remove("LC_ALL")
            .env_remove("BOUTON_LANG")
            .stdin(Stdio::from(side()))
            .stdout(Stdio::from(side()))
            .stderr(Stdio::from(side()))
            .spawn()
            .unwrap();
        let keys = File::from(master);
        let mut screen = keys.try_clone().unwrap();
        let (send, shown) = channel();
        // A terminal whose program has ended cannot be read any more.
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(n @ 1..) = screen.read(&mut piece) {
                if send.send(piece[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Screen { child, keys, shown, seen: String::new() }
    }

    /// Presses keys.
    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for a text, and forgets what was shown up to it.
    fn wait_for(&mut self, text: &str) {
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            match self.shown.recv_timeout(HANGS) {
                Ok(piece) => self.seen.push_str(&String::from_utf8_lossy(&piece)),
                Err(_) => panic!("\"{text}\" is not shown: {:?}", self.seen),
            }
        }
    }

    fn end(mut self) -> ExitStatus {
        end(&mut self.child)
    }
}

fn end(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if began.elapsed() > HANGS {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn lines_are_edited_and_come_back() {
    let mut screen = Screen::start(&["play", "nim", "3", "4", "5", "--two"]);
    screen.wait_for("first> ");
    // Typed wrong, mended with the arrows in the middle of the line.
    screen.press("tke 1 @1\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[Da\r");
    screen.wait_for("second> ");
    // The line before comes back with the arrow upwards, and its last letter is replaced.
    screen.press("\x1b[A\x7f2\r");
    screen.wait_for("first> ");
    screen.press("?\r");
    screen.wait_for("take 3 @2");
    screen.wait_for("first> ");
    // Both moves were made: two, three and five stones are left.
    assert!(!screen.seen.contains("take 4 @2"));
    screen.press("q\r");
    assert_eq!(screen.end().code(), Some(0));
}

#[test]
fn ctrl_c_stops_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.game");
    for (args, prompt) in [
        (&["play", "nim", "3", "4", "5"][..], "you> "),
        (&["play", "wythoff-block", "4", "6", "--me", "second"], "> "),
        (&["new", file.to_str().unwrap()], "> "),
    ] {
        let mut screen = Screen::start(args);
        screen.wait_for(prompt);
        screen.press("half a li\x03");
        assert_eq!(screen.end().code(), Some(130), "{args:?}");
        // A signal from elsewhere, and the end of the input.
        let screen = {
            let mut screen = Screen::start(args);
            screen.wait_for(prompt);
            interrupt(&screen.child);
            screen
        };
        assert_eq!(screen.end().code(), Some(130), "{args:?}");
    }
    let mut screen = Screen::start(&["play", "nim", "3", "4", "5"]);
    screen.wait_for("you> ");
    screen.press("\x04");
    assert_eq!(screen.end().code(), Some(0));
}

#[test]
fn ctrl_c_stops_at_once_through_a_pipe() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["play", "nim", "3", "4", "5"])
        .env("BOUTON_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut output = child.stdout.take().unwrap();
    while !said.contains("you> ") {
        let mut piece = [0; 4096];
        let n = output.read(&mut piece).unwrap();
        assert!(n > 0, "{said}");
        said.push_str(&String::from_utf8_lossy(&piece[..n]));
    }
    // The question stands, the pipe stays open.
    interrupt(&child);
    assert_eq!(end(&mut child).code(), Some(130));
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}
