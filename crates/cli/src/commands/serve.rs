//! `serve`: the page, until Ctrl-C.

use crate::commands::prelude::*;
use bouton_web::Options;
use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

/// Open the page: play, tables, patterns in a browser ¦ 打开网页：在浏览器中下棋、看表、找规律
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton serve --open              the page at http://localhost:8001/ ¦ 网页在 http://localhost:8001/
  bouton serve --port 0            any port that is free ¦ 任意空闲端口
  bouton serve --public --host games.example.org
  bouton serve --embed https://school.example.org   its pages may show games ¦ 该网站的网页可嵌入游戏
  bouton serve --run DIR           a table that workers fill, at /run ¦ 在 /run 显示工作者填表的进度

Ctrl-C ends it. Without --public only programs of this machine can reach it.
¦ 按 Ctrl-C 结束。不加 --public 时只有本机的程序能访问。")]
pub(crate) struct Args {
    /// The port to listen on; 0 lets the system choose ¦ 监听的端口；0 表示由系统选择
    #[arg(long, value_name = "PORT", default_value_t = 8001, value_parser = whole::<u16>)]
    port: u16,
    /// Open the page in the browser ¦ 在浏览器中打开网页
    #[arg(long)]
    open: bool,
    /// For strangers too: listen on all addresses, with stricter limits ¦ 也供他人使用：监听所有地址，限制更严
    #[arg(long)]
    public: bool,
    /// A name under which the server may be reached; may be repeated ¦ 可用来访问服务器的名称，可重复
    #[arg(long, value_name = "NAME", requires = "public")]
    host: Vec<String>,
    /// Clients come through a proxy on this machine: count them by its X-Forwarded-For ¦ 客户经本机代理访问：按 X-Forwarded-For 区分客户
    #[arg(long, requires = "public")]
    trust_proxy: bool,
    /// A site whose pages may show games of this server in a frame: its origin, or * for all; may be repeated ¦ 可在框架中嵌入本服务器游戏的网站：其来源，或 * 表示全部；可重复
    #[arg(long, value_name = "ORIGIN")]
    embed: Vec<String>,
    /// A folder with lessons of one's own (see docs/lessons.md) ¦ 存放自编课程的文件夹（见 docs/lessons.md）
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    lessons: Option<std::path::PathBuf>,
    /// Show the run that fills a table in this folder, at /run ¦ 在 /run 显示正在填写此文件夹中表的运行
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    run: Option<std::path::PathBuf>,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, _: &mut Out) -> Result<u8, Failure> {
    let worker = vec!["serve-worker".into()];
    let mut options = match args.public {
        true => Options::public(args.port, args.host.clone(), worker),
        false => Options::local(args.port, worker),
    };
    if let Some(time) = args.cost.time {
        options.time = time;
    }
    if let Some(memory) = args.cost.memory {
        options.memory = memory;
    }
    options.trust_proxy = args.trust_proxy;
    if let Some(wrong) = args.embed.iter().find(|site| !bouton_web::is_origin(site)) {
        return Err(Mistake::NoOrigin { typed: wrong.clone() }.into());
    }
    options.embed = args.embed.clone();
    if let Some(folder) = &args.lessons {
        // A folder that is not there would be silence.
        if let Err(error) = std::fs::read_dir(folder) {
            return Err(Problem::File { path: folder.display().to_string(), why: error.to_string() }.into());
        }
        options.lessons = Some(folder.clone());
    }
    options.run = args.run.clone();
    let served = bouton_web::serve(options, interrupt::flag(), |address| welcome(args, address, lang));
    match served {
        Ok(()) => Ok(0),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            Err(Mistake::PortTaken { port: args.port }.into())
        }
        Err(error) => Err(Mistake::Listen { port: args.port, error }.into()),
    }
}

/// The hidden verb by which a server starts its workers.
pub(crate) mod worker {
    use crate::commands::{prelude::*, verbs};

    /// Answers questions for a server ¦ 为服务器回答问题
    #[derive(Debug, clap::Args)]
    pub(crate) struct Args {}

    /// Answers questions until the server goes away.
    pub(crate) fn run(_: &Args, _: Lang, _: &mut Out) -> Result<u8, Failure> {
        bouton_web::worker::run(verbs())?;
        Ok(0)
    }
}

/// Says where the page is, and opens it if that was asked for.
fn welcome(args: &Args, address: SocketAddr, lang: Lang) {
    let page = format!("http://localhost:{}/", address.port());
    let ends = lang.pick("Ctrl-C ends it.", "按 Ctrl-C 结束。");
    let line = match (args.public, lang) {
        (false, Lang::En) => format!("The page is at {page}"),
        (false, Lang::Zh) => format!("网页地址：{page}"),
        (true, Lang::En) => {
            format!("The page is at {page} and on all addresses of this machine, port {}.", address.port())
        }
        (true, Lang::Zh) => format!("网页地址：{page}，也可经本机所有地址访问，端口 {}。", address.port()),
    };
    anstream::println!("{line}   {}", paint(DIM, ends));
    // A program that waits for this line reads from a pipe.
    let _ = std::io::stdout().flush();
    if args.open && !open(&page) {
        let sorry = lang
            .pick("No browser could be started: open the page by hand.", "无法启动浏览器，请手动打开网页。");
        complain(sorry);
    }
}

/// Opens a page in the browser; false if nothing here can do that.
fn open(page: &str) -> bool {
    let programs: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else if cfg!(target_os = "windows") {
        &[("rundll32", &["url.dll,FileProtocolHandler"])]
    } else {
        &[("xdg-open", &[]), ("gio", &["open"]), ("sensible-browser", &[]), ("wslview", &[])]
    };
    programs.iter().any(|(program, args)| {
        let mut command = Command::new(program);
        command.args(*args).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    })
}
