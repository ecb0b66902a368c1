//! A question over HTTP: its body is read within limits, its answer goes back as JSON or as a stream of events.

use super::{Shared, shelf};
use crate::ask::Route;
use crate::ask::lessons::{AnswerRequest, Judge};
use crate::fault::Refusal;
use crate::lanes::{Event, Outcome, Query, Ticket, about};
use axum::body::Body;
use axum::http::header::{ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use bouton::language::diagnostic::Lang;
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// A body has so long to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// A comment is sent so often where nothing happens, so that a closed connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(3);

/// What a question brings: its headers, its body as it stands, and what the body says.
async fn read<T: DeserializeOwned>(
    shared: &Shared,
    lang: Lang,
    request: Request<Body>,
) -> Result<(HeaderMap, String, T), Box<Response<Body>>> {
    if request.method() != Method::POST {
        return Err(Box::new(not_allowed("POST", lang)));
    }
    let headers = request.headers().clone();
    let body = body(shared, &headers, lang, request.into_body())
        .await
        .map_err(|refusal| Box::new(refuse(&refusal)))?;
    match serde_json::from_str(&body) {
        Ok(parsed) => Ok((headers, body, parsed)),
        Err(error) => Err(Box::new(refuse(&crate::fault::Fault::request(&error).refusal(lang)))),
    }
}

/// Answers a question with a body.
pub(super) async fn post(
    shared: Arc<Shared>,
    route: Route,
    lang: Lang,
    client: IpAddr,
    request: Request<Body>,
) -> Response<Body> {
    let (headers, body, parsed) = match read::<Json>(&shared, lang, request).await {
        Ok(read) => read,
        Err(refused) => return *refused,
    };
    let (about, strange) = about(&parsed);
    let query = Query { route, lang, body, client, strange, about };
    if accepts_events(&headers) {
        let (tell, events) = mpsc::channel(16);
        let ticket = shared.lanes.ask(query, Some(tell));
        return stream_of(ticket, events).into_response();
    }
    let mut ticket = shared.lanes.ask(query, None);
    respond(ticket.outcome().await)
}

/// Judges an answer to a question of a lesson: the text of the lesson goes along to the worker.
pub(super) async fn judge(
    shared: Arc<Shared>,
    lang: Lang,
    client: IpAddr,
    request: Request<Body>,
) -> Response<Body> {
    let asked: AnswerRequest = match read(&shared, lang, request).await {
        Ok((_, _, asked)) => asked,
        Err(refused) => return *refused,
    };
    let found =
        shelf::lessons(shared.options.lessons.as_deref(), lang).into_iter().find(|l| l.id == asked.lesson);
    let Some(found) = found else {
        return refuse(&Refusal::new(404, "request", lang.pick("There is no such lesson.", "没有这一课。")));
    };
    let judge = Judge { text: found.text, question: asked.question, answer: asked.answer };
    let body = serde_json::to_string(&judge).unwrap_or_default();
    // What a pupil claims is text of a stranger.
    let query = Query { route: Route::Answer, lang, body, client, strange: true, about: 0 };
    respond(shared.lanes.ask(query, None).outcome().await)
}

/// Answers a question without a body, once and for all.
pub(super) async fn get(
    shared: &Arc<Shared>,
    route: Route,
    body: String,
    lang: Lang,
    client: IpAddr,
) -> Outcome {
    let query = Query { route, lang, body, client, strange: false, about: 0 };
    shared.lanes.ask(query, None).outcome().await
}

async fn body(shared: &Shared, headers: &HeaderMap, lang: Lang, body: Body) -> Result<String, Refusal> {
    let kind = headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    if !kind.split(';').next().is_some_and(|k| k.trim().eq_ignore_ascii_case("application/json")) {
        let words = lang.pick(
            "A request is JSON: Content-Type: application/json.",
            "请求须为 JSON：Content-Type: application/json。",
        );
        return Err(Refusal::new(415, "request", words));
    }
    let most = shared.options.largest_body();
    let collected = tokio::time::timeout(BODY_TIME, Limited::new(body, most).collect()).await;
    let bytes = match collected {
        Err(_) => {
            let words = lang.pick("The request did not arrive in time.", "请求未能及时到达。");
            return Err(Refusal::new(408, "slow", words));
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let words = lang.pick(
                format!("The request is too large: {most} bytes at most."),
                format!("请求过大：至多 {most} 字节。"),
            );
            return Err(Refusal::new(413, "large", &words));
        }
        Ok(Err(_)) => {
            let words = lang.pick("The request ended early.", "请求提前结束。");
            return Err(Refusal::new(400, "request", words));
        }
        Ok(Ok(collected)) => collected.to_bytes(),
    };
    String::from_utf8(bytes.to_vec()).map_err(|_| {
        Refusal::new(400, "request", lang.pick("The request is not UTF-8 text.", "请求不是 UTF-8 文本。"))
    })
}

fn accepts_events(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains("text/event-stream"))
}

/// The answer as JSON.
pub(super) fn respond(outcome: Outcome) -> Response<Body> {
    match outcome {
        Ok(bytes) => json(StatusCode::OK, bytes),
        Err(refusal) => refuse(&refusal),
    }
}

/// A refusal as JSON.
pub(super) fn refuse(refusal: &Refusal) -> Response<Body> {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = json(status, serde_json::to_vec(&refusal.body()).unwrap_or_default().into());
    if let Some(seconds) = refusal.error.get("retry_after").and_then(Json::as_u64) {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    // What was not read of a body must not be taken for the next request.
    if matches!(refusal.status, 408 | 413) {
        response.headers_mut().insert("connection", HeaderValue::from_static("close"));
    }
    response
}

/// Another method is wanted.
pub(super) fn not_allowed(method: &'static str, lang: Lang) -> Response<Body> {
    let words = lang.pick(format!("Ask with {method}."), format!("请使用 {method}。"));
    let mut response = refuse(&Refusal::new(405, "request", &words));
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(method));
    response
}

pub(super) fn json(status: StatusCode, bytes: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What is still to come of a question.
struct Under {
    ticket: Ticket,
    events: mpsc::Receiver<Event>,
}

/// The events of a question; dropping the stream drops the ticket, which stops the work.
fn stream_of(
    ticket: Ticket,
    events: mpsc::Receiver<Event>,
) -> Sse<axum::response::sse::KeepAliveStream<impl Stream<Item = Result<sse::Event, Infallible>>>> {
    let under = Some(Under { ticket, events });
    let stream = stream::unfold(under, |under| async {
        let mut under = under?;
        let event = tokio::select! {
            biased;
            Some(event) = under.events.recv() => match event {
                Event::Waiting(ahead) => sse::Event::default().event("waiting").data(format!("{{\"ahead\":{ahead}}}")),
                Event::Progress(bytes) => sse::Event::default().event("progress").data(text(&bytes)),
            },
            outcome = under.ticket.outcome() => {
                let last = match outcome {
                    Ok(bytes) => sse::Event::default().event("answer").data(text(&bytes)),
                    Err(refusal) => {
                        let both = serde_json::json!({"status": refusal.status, "error": refusal.error});
                        sse::Event::default().event("error").data(both.to_string())
                    }
                };
                return Some((Ok(last), None));
            }
        };
        Some((Ok(event), Some(under)))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}

/// JSON has no line breaks outside its texts, and none inside that are not escaped.
fn text(bytes: &Bytes) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
