//! The server: connections come in, are looked at, and become questions or files of the page.

mod answer;
mod guard;
mod listen;
mod page;
mod run;
mod shelf;

use crate::ask::{Route, lang};
use crate::fault::Refusal;
use crate::lanes::{Lanes, Outcome};
use crate::openapi;
use crate::options::Options;
use answer::{json, not_allowed, refuse, respond};
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use bouton::language::diagnostic::Lang;
use bytes::Bytes;
use guard::Hosts;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::OnceCell;

pub(crate) use listen::bind;

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) options: Options,
    lanes: Arc<Lanes>,
    hosts: Hosts,
    /// The library does not change: its list is made once for each language.
    games: [OnceCell<Bytes>; 2],
    language: OnceCell<Bytes>,
}

impl Shared {
    pub(crate) fn new(options: Options) -> Shared {
        let lanes = Arc::new(Lanes::new(&options));
        let hosts = Hosts::new(&options);
        Shared { options, lanes, hosts, games: [OnceCell::new(), OnceCell::new()], language: OnceCell::new() }
    }
}

/// The page for frames of other pages, without what stands around it.
const EMBED: &str = "/embed";

/// Answers a request.
pub(crate) async fn serve(shared: Arc<Shared>, client: IpAddr, request: Request<Body>) -> Response<Body> {
    let framed = request.uri().path() == EMBED;
    let mut response = route(shared.clone(), client, request).await;
    guard::add_headers(response.headers_mut());
    if framed && !shared.options.embed.is_empty() {
        guard::allow_frames(response.headers_mut(), &shared.options.embed);
    }
    response
}

async fn route(shared: Arc<Shared>, client: IpAddr, request: Request<Body>) -> Response<Body> {
    let lang = asked_language(request.uri().query());
    let client = if shared.options.trust_proxy { guard::behind(client, request.headers()) } else { client };
    if !shared.hosts.admit(request.uri(), request.headers()) {
        let words = lang.pick(
            "This server does not answer to that name. Use http://localhost with its port.",
            "本服务器不以该名称应答。请使用 http://localhost 加端口号。",
        );
        return refuse(&Refusal::new(421, "host", words));
    }
    let path = request.uri().path().to_string();
    if path == "/api/answer" {
        return answer::judge(shared, lang, client, request).await;
    }
    if let Some((_, route)) = Route::POSTED.iter().find(|(at, _)| *at == path) {
        return answer::post(shared, *route, lang, client, request).await;
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if let Some(rest) = path.strip_prefix("/api/") {
        if !reads {
            return not_allowed("GET", lang);
        }
        return get(&shared, rest, lang, client).await;
    }
    if !reads {
        return not_allowed("GET", lang);
    }
    if let (Some(folder), "/run") = (&shared.options.run, path.as_str()) {
        return run::page(folder, lang);
    }
    let path = if path == EMBED && !shared.options.embed.is_empty() { "/" } else { path.as_str() };
    page::file(path, request.headers()).unwrap_or_else(|| missing(lang))
}

async fn get(shared: &Arc<Shared>, path: &str, lang: Lang, client: IpAddr) -> Response<Body> {
    match path {
        "health" => {
            let health = serde_json::json!({
                "ok": true,
                "version": env!("CARGO_PKG_VERSION"),
                "embed": !shared.options.embed.is_empty(),
            });
            json(StatusCode::OK, health.to_string().into())
        }
        "run" => shared.options.run.as_deref().map_or_else(|| missing(lang), run::data),
        "openapi.json" => json(StatusCode::OK, Bytes::from_static(openapi::TEXT.as_bytes())),
        "games" => {
            let [english, chinese] = &shared.games;
            respond(once(shared, lang.pick(english, chinese), Route::Games, lang, client).await)
        }
        "lessons" => {
            let body = serde_json::to_string(&shelf::lessons(shared.options.lessons.as_deref(), lang))
                .unwrap_or_default();
            respond(answer::get(shared, Route::Lessons, body, lang, client).await)
        }
        "language" => respond(once(shared, &shared.language, Route::Language, Lang::En, client).await),
        _ if path.starts_with("lessons/") => {
            let id = percent_decoded(&path["lessons/".len()..]);
            let found =
                shelf::lessons(shared.options.lessons.as_deref(), lang).into_iter().find(|l| l.id == id);
            let Some(found) = found else { return missing(lang) };
            let body = serde_json::to_string(&found).unwrap_or_default();
            respond(answer::get(shared, Route::Lesson, body, lang, client).await)
        }
        _ => match path.strip_prefix("games/") {
            Some(id) if !id.contains('/') => {
                let name = percent_decoded(id);
                let body = serde_json::Value::String(name).to_string();
                respond(answer::get(shared, Route::Game, body, lang, client).await)
            }
            _ => missing(lang),
        },
    }
}

/// An answer that is the same for ever.
async fn once(
    shared: &Arc<Shared>,
    cell: &OnceCell<Bytes>,
    route: Route,
    lang: Lang,
    client: IpAddr,
) -> Outcome {
    let make = || answer::get(shared, route, String::new(), lang, client);
    cell.get_or_try_init(make).await.cloned()
}

fn missing(lang: Lang) -> Response<Body> {
    refuse(&Refusal::new(404, "request", lang.pick("There is nothing here.", "这里什么也没有。")))
}

/// `lang=zh` among the parameters of an address.
fn asked_language(query: Option<&str>) -> Lang {
    let pairs = query.unwrap_or("").split('&').filter_map(|p| p.split_once('='));
    lang(pairs.filter(|(name, _)| *name == "lang").map(|(_, value)| value).next())
}

/// `%E5%B0%BC` as it was typed; what is no text stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let hex = |at: usize| bytes.get(at).and_then(|b| (*b as char).to_digit(16));
        match (bytes[i], hex(i + 1), hex(i + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                i += 3;
            }
            (b, ..) => {
                out.push(b);
                i += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}
