//! Flags for tables that several workers fill: threads of this process, processes of this machine, or of many.

use crate::flags::amounts::parse_time;
use crate::flags::numbers::within;
use crate::mistake::Mistake;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The variable that the key of a run may stand in.
pub(crate) const KEY: &str = "BOUTON_CLUSTER_KEY";

/// The most processes or threads.
const MOST: usize = 4096;

/// Who fills a table.
#[derive(Debug, Default, Args)]
pub(crate) struct Crew {
    /// Fill the table by so many threads of a process, into a folder (--save DIR)
    /// ¦ 每个进程用这么多线程填表，存入文件夹（--save DIR）
    #[arg(long, value_name = "N", value_parser = within::<usize>(1, MOST))]
    pub(crate) workers: Option<usize>,
    /// Fill the table by so many processes of this machine, which are started again if one is killed
    /// ¦ 用本机的这么多个进程填表；若有进程被杀死则自动重新启动
    #[arg(long, value_name = "N", conflicts_with = "hosts", value_parser = within::<usize>(1, MOST))]
    pub(crate) local: Option<usize>,
    /// Fill the table together with the processes of this list, one HOST:PORT a line
    /// ¦ 与此列表中的进程一起填表，每行一个 主机:端口
    #[arg(long, value_name = "FILE")]
    pub(crate) hosts: Option<PathBuf>,
    /// The line of this process in --hosts, counted from 0 ¦ 本进程在 --hosts 中的行号，从 0 数起
    #[arg(long, value_name = "K", requires = "hosts", value_parser = within::<usize>(0, MOST))]
    pub(crate) process: Option<usize>,
}

impl Crew {
    /// Is anybody asked for?
    pub(crate) fn wanted(&self) -> bool {
        self.workers.is_some() || self.local.is_some() || self.hosts.is_some()
    }

    /// Threads of a process.
    pub(crate) fn threads(&self) -> usize {
        self.workers.unwrap_or(1)
    }

    /// The list of hosts, if there is one.
    pub(crate) fn listed(&self) -> Result<Option<Vec<String>>, Mistake> {
        self.hosts.as_deref().map(hosts).transpose()
    }

    /// All processes that there will be.
    pub(crate) fn processes(&self) -> Result<usize, Mistake> {
        Ok(self.listed()?.map_or(self.local.unwrap_or(1), |hosts| hosts.len()))
    }
}

/// How a run goes on after it was stopped, and who may take part.
#[derive(Debug, Default, Args)]
pub(crate) struct Keep {
    /// The key of the run, the same in all processes (- reads a line of the input); otherwise BOUTON_CLUSTER_KEY
    /// ¦ 运行的密钥，所有进程相同（- 表示从输入读一行）；否则取自 BOUTON_CLUSTER_KEY
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(crate) key: Option<PathBuf>,
    /// Time between checkpoints, at least (60s) ¦ 两次存档之间的最短时间（60s）
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) checkpoint: Option<Duration>,
}

impl Keep {
    /// Time between checkpoints.
    pub(crate) fn every(&self) -> Duration {
        self.checkpoint.unwrap_or(Duration::from_secs(60))
    }

    /// The key of the run.
    pub(crate) fn key(&self) -> Result<[u8; 32], Mistake> {
        Ok(bouton_cluster::key(&self.secret()?))
    }

    /// The text of the key: a file, the first line that is typed in, or the variable.
    pub(crate) fn secret(&self) -> Result<Vec<u8>, Mistake> {
        let text = match &self.key {
            Some(path) if path.as_os_str() == "-" => {
                let mut line = String::new();
                std::io::stdin().read_line(&mut line).map_err(|e| unreadable(path, &e))?;
                line.into_bytes()
            }
            Some(path) => std::fs::read(path).map_err(|e| unreadable(path, &e))?,
            None => std::env::var(KEY).map_err(|_| Mistake::NoKey)?.into_bytes(),
        };
        let text = text.trim_ascii();
        if text.len() < 16 { Err(Mistake::ShortKey { most: text.len() }) } else { Ok(text.to_vec()) }
    }

    /// Is a key named, here or in the environment?
    pub(crate) fn named(&self) -> bool {
        self.key.is_some() || std::env::var_os(KEY).is_some()
    }

    /// Does the key come from whoever looks after this process?
    pub(crate) fn typed(&self) -> bool {
        self.key.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Mistake {
    Mistake::File { path: path.display().to_string(), why: error.to_string() }
}

/// The lines of a list of hosts; `#` begins a remark.
fn hosts(path: &Path) -> Result<Vec<String>, Mistake> {
    let text = std::fs::read_to_string(path).map_err(|e| unreadable(path, &e))?;
    let mut hosts = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let port = line
            .rsplit_once(':')
            .and_then(|(host, port)| port.parse::<u16>().ok().filter(|port| *port > 0 && !host.is_empty()));
        if port.is_none() {
            let (path, typed) = (path.display().to_string(), line.to_string());
            return Err(Mistake::Host { path, number, typed });
        }
        if hosts.iter().any(|other| other == line) {
            let (path, typed) = (path.display().to_string(), line.to_string());
            return Err(Mistake::HostTwice { path, number, typed });
        }
        hosts.push(line.to_string());
    }
    if hosts.is_empty() {
        return Err(Mistake::NoHosts { path: path.display().to_string() });
    }
    Ok(hosts)
}
