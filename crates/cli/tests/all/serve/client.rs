//! A server process on a free port of the loopback, and a client that speaks plain HTTP over a socket.

use serde_json::Value as Json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) port: u16,
}

impl Server {
    /// Starts `bouton serve --port 0` with more flags and waits until it listens.
    pub(crate) fn start(flags: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(["serve", "--port", "0", "--lang", "en"])
            .args(flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let after = line.split("localhost:").nth(1).unwrap_or_else(|| panic!("no address in {line:?}"));
        let port = after.split('/').next().unwrap().parse().unwrap();
        Server { process, port }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(1200))).unwrap();
        stream
    }

    /// Sends a request as it stands and reads the answer to its end.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        Answer::read(stream)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
            self.port
        ))
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(&self.posting(path, body, ""))
    }

    /// A POST with more header lines.
    pub(crate) fn posting(&self, path: &str, body: &str, headers: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.port,
            body.len()
        )
    }

    /// The processes that the server has started: number, and whether it is at work (or would be, had it a processor).
    pub(crate) fn workers(&self) -> Vec<(u32, bool)> {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let numbers = all.filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
        let child = |n: u32| {
            let text = std::fs::read_to_string(format!("/proc/{n}/stat")).ok()?;
            let mut fields = text.rsplit(')').next()?.split_whitespace();
            let running = fields.next()? == "R";
            let parent: u32 = fields.next()?.parse().ok()?;
            (parent == self.process.id()).then_some((n, running))
        };
        numbers.filter_map(child).collect()
    }

    /// Waits until its workers are at work, or have been idle for a while.
    pub(crate) fn wait_for(&self, work: bool) {
        let began = Instant::now();
        let mut times = 0;
        while times < 10 {
            assert!(began.elapsed() < Duration::from_secs(1200), "at work: {:?}", self.workers());
            std::thread::sleep(Duration::from_millis(50));
            let running = self.workers().iter().any(|w| w.1);
            times = if running == work { times + 1 } else { 0 };
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // A connection that is reset after the answer has told everything.
        let _ = stream.read_to_end(&mut bytes);
        Answer::of(&bytes)
    }

    pub(crate) fn of(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let rest = bytes.get(end + 4..).unwrap_or(&[]);
        let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
            unchunked(rest)
        } else {
            rest.to_vec()
        };
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Answer { status, head, body: String::from_utf8_lossy(&body).into_owned() }
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    pub(crate) fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap_or("").to_string()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|l| l.split_once(": "));
        lines.filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v).next()
    }

    /// Events of a stream: name and data.
    pub(crate) fn events(&self) -> Vec<(String, Json)> {
        let blocks = self.body.split("\n\n");
        let field = |block: &str, name: &str| {
            block.lines().find_map(|l| l.strip_prefix(name)).map(|v| v.trim_start().to_string())
        };
        blocks
            .filter_map(|b| Some((field(b, "event:")?, serde_json::from_str(&field(b, "data:")?).ok()?)))
            .collect()
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).ok().and_then(|s| usize::from_str_radix(s, 16).ok());
        let Some(size @ 1..) = size else { break };
        out.extend_from_slice(bytes.get(end + 2..end + 2 + size).unwrap_or(&[]));
        bytes = bytes.get(end + 4 + size..).unwrap_or(&[]);
    }
    out
}
