//! A run of many workers as a page that looks again every two seconds: what its first process wrote into the folder of the table.
//!
//! It is plain HTML made here, without scripts, so that it can be looked at with anything; `/api/run` has the same as JSON.

use super::answer::json;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Response, StatusCode};
use bouton::language::diagnostic::Lang;
use serde_json::Value;
use std::path::Path;
use std::time::SystemTime;

/// What a run writes, and the most of it that is read.
const NAME: &str = "progress";
const LARGEST: u64 = 64 << 10;

/// A run that has said nothing for so many seconds may be gone.
const SILENT: u64 = 30;

/// What the folder says, if a run wrote it.
fn read(folder: &Path) -> Option<Value> {
    let path = folder.join(NAME);
    let small = path.metadata().is_ok_and(|m| m.len() <= LARGEST);
    let text = small.then(|| std::fs::read_to_string(&path).ok()).flatten()?;
    serde_json::from_str(&text).ok().filter(Value::is_object)
}

/// The run as JSON; null where there is none yet.
pub(super) fn data(folder: &Path) -> Response<Body> {
    json(StatusCode::OK, read(folder).unwrap_or(Value::Null).to_string().into())
}

/// The run as a page.
pub(super) fn page(folder: &Path, lang: Lang) -> Response<Body> {
    let mut response = Response::new(Body::from(html(read(folder).as_ref(), now(), lang)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, axum::http::HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static("no-store"));
    response
}

fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

fn html(run: Option<&Value>, now: u64, lang: Lang) -> String {
    let title = lang.pick("A table by several workers", "多个工作者填表");
    let (locale, other, name) = lang.pick(("en", "zh", "中文"), ("zh", "en", "English"));
    let body = run.map_or_else(
        || {
            format!(
                "<p>{}</p>",
                lang.pick("No run has written into this folder yet.", "还没有运行写入此文件夹。")
            )
        },
        |run| lines(run, now, lang),
    );
    format!(
        "<!doctype html><html lang=\"{locale}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"2\"><title>{title}</title></head><body><main><h1>{title}</h1>{body}\
         <p><a href=\"/run?lang={other}\">{name}</a></p></main></body></html>"
    )
}

fn lines(run: &Value, now: u64, lang: Lang) -> String {
    let number = |name: &str| run[name].as_u64().or_else(|| run[name].as_f64().map(|n| n as u64));
    let shown = |n: u64| {
        let digits = n.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
        groups.join(" ")
    };
    let text = |name: &str| escaped(run[name].as_str().unwrap_or(""));
    let (filled, cells) = (number("filled").unwrap_or(0), number("cells").unwrap_or(0));
    let silent = now.saturating_sub(number("updated").unwrap_or(0));
    let state = match run["state"].as_str() {
        Some("complete") => lang.pick("complete", "已完成").to_string(),
        Some("stopped") => {
            lang.pick("stopped; the same command goes on", "已停止；再次运行同一命令即可继续").to_string()
        }
        _ if silent > SILENT => {
            lang.pick(format!("nothing was heard for {silent} s"), format!("已有 {silent} 秒没有消息"))
        }
        _ => lang.pick("running", "运行中").to_string(),
    };
    let steps = match (number("done"), number("of")) {
        (Some(done), Some(of)) => format!("{} / {}", shown(done), shown(of)),
        (done, _) => done.map(shown).unwrap_or_default(),
    };
    let most =
        |value: &Value| value["filled"].as_u64().map(|most| format!("{} ({})", value["worker"], shown(most)));
    let rows = [
        (lang.pick("state", "状态"), state),
        (lang.pick("workers", "工作者"), number("workers").map(shown).unwrap_or_default()),
        (lang.pick("cells filled", "已填格数"), format!("{} / {}", shown(filled), shown(cells))),
        (lang.pick("parts or rounds done", "已完成的部分或轮数"), steps),
        (lang.pick("cells a second", "每秒格数"), number("rate").map(shown).unwrap_or_default()),
        (lang.pick("seconds", "已用秒数"), number("seconds").map(shown).unwrap_or_default()),
        (lang.pick("seconds left, about", "约剩秒数"), number("left").map(shown).unwrap_or_default()),
        (lang.pick("bytes exchanged", "交换的字节"), number("bytes").map(shown).unwrap_or_default()),
        (
            lang.pick("busiest worker (cells)", "最忙的工作者（格数）"),
            most(&run["busiest"]).unwrap_or_default(),
        ),
        (
            lang.pick("last checkpoint", "最后一次存档"),
            run["checkpoint"]["generation"].as_u64().map(shown).unwrap_or_default(),
        ),
        (lang.pick("checksum", "校验和"), text("checksum")),
    ];
    let table: String = rows
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>"))
        .collect();
    format!(
        "<p>{}, {}</p><p><progress max=\"{}\" value=\"{filled}\" aria-label=\"{}\"></progress></p><table>{table}</table>",
        text("game"),
        text("values"),
        cells.max(1),
        lang.pick("cells filled", "已填格数")
    )
}

/// Text that is no markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_shown_and_a_silent_one_said() {
        let run = serde_json::json!({
            "game": "<b>Euclid", "values": "who wins", "state": "running", "workers": 2, "cells": 1_127_251, "filled": 500_000,
            "done": 8, "of": 17, "rate": 250_000.0, "left": 3.0, "bytes": 1_200, "busiest": { "worker": 1, "filled": 250_100 },
            "seconds": 2, "updated": 1000,
        });
        let page = html(Some(&run), 1001, Lang::En);
        for part in ["&lt;b&gt;Euclid", "500 000 / 1 127 251", "8 / 17", "250 000", "running", "1 (250 100)"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(html(Some(&run), 1100, Lang::Zh).contains("已有 100 秒没有消息"));
        assert!(html(None, 0, Lang::En).contains("No run"));
    }

    #[test]
    fn only_what_a_run_wrote_is_read() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).is_none());
        std::fs::write(folder.path().join(NAME), "{\"cells\": 3").unwrap();
        assert!(read(folder.path()).is_none());
        std::fs::write(folder.path().join(NAME), "{\"cells\": 3}\n").unwrap();
        assert_eq!(read(folder.path()).unwrap()["cells"], 3);
    }
}
