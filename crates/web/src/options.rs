//! How a server is to behave: where it listens, and what a question may cost.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// How a server is to behave.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens: the loopback unless it is public.
    pub address: IpAddr,
    /// The port; 0 lets the system choose.
    pub port: u16,
    /// Is it for strangers on other machines?
    pub public: bool,
    /// Names under which it may be reached, besides those of the loopback and bare addresses.
    pub hosts: Vec<String>,
    /// Time for a question.
    pub time: Duration,
    /// Memory for a question, in bytes.
    pub memory: usize,
    /// Requests come through a proxy on this machine, which says for whom it asks.
    pub trust_proxy: bool,
    /// Sites whose pages may show `/embed` in a frame: origins such as `https://school.example.org`, or `*` for all.
    pub embed: Vec<String>,
    /// A folder with more lessons.
    pub lessons: Option<PathBuf>,
    /// The folder of a table that workers fill, shown at `/run`.
    pub run: Option<PathBuf>,
    /// The command that runs [`crate::worker`].
    pub worker: (PathBuf, Vec<OsString>),
}

impl Options {
    /// For one person at this machine; the worker is this program with these arguments.
    pub fn local(port: u16, worker: Vec<OsString>) -> Options {
        Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port,
            public: false,
            hosts: Vec::new(),
            time: Duration::from_secs(60),
            memory: 1 << 30,
            trust_proxy: false,
            embed: Vec::new(),
            lessons: None,
            run: None,
            worker: (this_program(), worker),
        }
    }

    /// For everybody: stricter limits, all addresses of the machine.
    pub fn public(port: u16, hosts: Vec<String>, worker: Vec<OsString>) -> Options {
        Options {
            address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            public: true,
            hosts,
            time: Duration::from_secs(10),
            memory: 256 << 20,
            ..Options::local(port, worker)
        }
    }

    /// Bytes of a request's body.
    pub(crate) fn largest_body(&self) -> usize {
        if self.public { 64 << 10 } else { 1 << 20 }
    }

    /// Connections at a time.
    pub(crate) fn connections(&self) -> usize {
        if self.public { 1024 } else { 256 }
    }

    /// Connections of one address at a time. Strangers on this machine come through a proxy or a test.
    pub(crate) fn connections_of(&self, address: IpAddr) -> usize {
        if self.public && !address.is_loopback() { 64 } else { self.connections() }
    }
}

/// Is this the origin of a site: `*`, or `https://` or `http://` and a name or address, with a port perhaps? Nothing else may come into a header.
pub fn is_origin(text: &str) -> bool {
    let Some(host) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return text == "*";
    };
    let (name, port) = host.split_once(':').unwrap_or((host, "1"));
    let label = |l: &str| !l.is_empty() && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    name.split('.').all(label)
        && port.len() <= 5
        && !port.is_empty()
        && port.bytes().all(|b| b.is_ascii_digit())
}

/// This program, also if its file is replaced while it runs.
fn this_program() -> PathBuf {
    let here = PathBuf::from("/proc/self/exe");
    if here.exists() { here } else { std::env::current_exe().unwrap_or(here) }
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn origins_are_what_a_header_may_hold() {
        for good in [
            "*",
            "https://example.org",
            "http://localhost:8080",
            "https://a.b-c.example:443",
            "http://10.0.0.1",
        ] {
            assert!(is_origin(good), "{good}");
        }
        for bad in [
            "",
            "example.org",
            "https://",
            "https://a b",
            "https://a;b",
            "https://*.example.org",
            "https://a/b",
            "https://a:",
            "https://a:x",
            "'none'",
        ] {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
