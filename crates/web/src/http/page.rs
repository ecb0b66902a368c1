//! The page: files that were built into the program. No path of a request reaches the file system.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Response, StatusCode};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "dist/"]
struct Dist;

/// The file of a path.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let found = Dist::get(name)?;
    let hash: String = found.metadata.sha256_hash().iter().take(12).map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // Names of files stay when their contents change, so a browser asks whether what it has is still right.
    let builder = Response::builder().header(ETAG, &tag).header(CACHE_CONTROL, "no-cache");
    let known = headers.get(IF_NONE_MATCH).is_some_and(|t| t.as_bytes() == tag.as_bytes());
    if known {
        return builder.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok();
    }
    let kind = found.metadata.mimetype();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    builder.header(CONTENT_TYPE, kind).body(Body::from(found.data.into_owned())).ok()
}
