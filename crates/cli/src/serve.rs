//! `serve`: the page, until Ctrl-C.

use crate::args::Serve;
use crate::interrupt;
use crate::lang::Lang;
use crate::layout::{DIM, paint};
use crate::mistake::{Failure, Mistake};
use bouton_web::Options;
use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

/// Runs the verb.
pub(crate) fn run(args: &Serve, lang: Lang) -> Result<u8, Failure> {
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
    let served = bouton_web::serve(options, interrupt::flag(), |address| welcome(args, address, lang));
    match served {
        Ok(()) => Ok(0),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            Err(Mistake::PortTaken { port: args.port }.into())
        }
        Err(error) => Err(Mistake::Listen { port: args.port, error }.into()),
    }
}

/// Answers questions for a server.
pub(crate) fn worker() -> Result<u8, Failure> {
    bouton_web::worker::run()?;
    Ok(0)
}

/// Says where the page is, and opens it if that was asked for.
fn welcome(args: &Serve, address: SocketAddr, lang: Lang) {
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
        crate::out::complain(sorry);
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
