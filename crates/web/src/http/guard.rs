//! Who may come in, and what every answer says about itself.
//!
//! A page of another site can make a browser send requests here. It cannot read answers (no CORS), and a name of its own
//! that it points at this machine (DNS rebinding) is refused by the Host header.

use crate::options::Options;
use axum::http::Uri;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use std::net::{IpAddr, Ipv6Addr};

/// What every answer says. Scripts, styles and connections come from here alone; nothing is framed.
static HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Adds what every answer says.
pub(super) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in &HEADERS {
        headers.insert(name.clone(), HeaderValue::from_static(value));
    }
}

/// Lets pages of these sites show an answer in a frame.
pub(super) fn allow_frames(headers: &mut HeaderMap, sites: &[String]) {
    let [(_, policy), ..] = &HEADERS;
    let policy = policy.replace("frame-ancestors 'none'", &format!("frame-ancestors {}", sites.join(" ")));
    // Sites were looked at when the server was started; a header that cannot be made leaves the stricter one.
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.remove(header::X_FRAME_OPTIONS);
    }
}

/// The client for whom a proxy on this machine asks: the last address in X-Forwarded-For, which the proxy itself has written;
/// what stands before it anybody may have sent. A request that comes from elsewhere speaks for itself.
pub(super) fn behind(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !peer.is_loopback() {
        return peer;
    }
    let last = headers.get_all("x-forwarded-for").iter().next_back().and_then(|v| v.to_str().ok());
    let named = last.and_then(|list| list.rsplit(',').next()).and_then(|a| a.trim().parse::<IpAddr>().ok());
    named.map_or(peer, |address| address.to_canonical())
}

/// The names under which this server may be reached.
pub(super) struct Hosts {
    public: bool,
    names: Vec<String>,
}

impl Hosts {
    pub(super) fn new(options: &Options) -> Hosts {
        Hosts { public: options.public, names: options.hosts.iter().map(|h| h.to_lowercase()).collect() }
    }

    /// Is this request meant for us, and does it come from a page of ours if it comes from a page? A whole address in the
    /// first line (`GET http://name/`) says for whom it is as the Host header does, and both must say the same.
    pub(super) fn admit(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let Ok(host) = host.to_str() else { return false };
        let other = uri.authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host));
        if other || !self.ours(host) {
            return false;
        }
        match headers.get(header::ORIGIN) {
            None => true,
            Some(origin) => origin.to_str().is_ok_and(|origin| {
                let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
                bare == Some(host)
            }),
        }
    }

    /// A loopback name; for a public server also a name that was given, or a bare address, which no resolver can turn
    /// into another.
    fn ours(&self, host: &str) -> bool {
        let Some(name) = name(host) else { return false };
        let name = name.to_lowercase();
        if name == "localhost" {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        let address: Option<IpAddr> = match bare {
            Some(v6) => v6.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => name.parse().ok(),
        };
        match address {
            Some(address) => self.public || address.is_loopback(),
            None => self.names.contains(&name),
        }
    }
}

/// The host without its port.
fn name(host: &str) -> Option<&str> {
    let end = match host.rfind(']') {
        Some(bracket) => bracket + 1,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let digits = |p: &str| !p.is_empty() && p.len() <= 5 && p.bytes().all(|b| b.is_ascii_digit());
    let fine = port.is_empty() || port.strip_prefix(':').is_some_and(digits);
    (fine && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_names_are_admitted() {
        let local = Hosts { public: false, names: vec![] };
        let public = Hosts { public: true, names: vec!["games.example.org".into()] };
        // host, origin, local, public
        let table: &[(&str, Option<&str>, bool, bool)] = &[
            ("localhost:8001", None, true, true),
            ("LOCALHOST", None, true, true),
            ("127.0.0.1:8001", None, true, true),
            ("127.3.2.1", None, true, true),
            ("[::1]:8001", None, true, true),
            ("192.168.1.7:8001", None, false, true),
            ("games.example.org", None, false, true),
            ("games.example.org:8001", Some("http://games.example.org:8001"), false, true),
            ("evil.example.org", None, false, false),
            ("localhost.evil.example.org", None, false, false),
            ("127.0.0.1.evil.example.org", None, false, false),
            ("localhost:8001", Some("http://localhost:8001"), true, true),
            ("localhost:8001", Some("http://evil.example.org"), false, false),
            ("localhost:8001", Some("http://localhost:9000"), false, false),
            ("localhost:8001", Some("null"), false, false),
            ("localhost:x", None, false, false),
            ("", None, false, false),
        ];
        for (host, origin, in_local, in_public) in table {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap_or(HeaderValue::from_static("")));
            if let Some(origin) = origin {
                headers.insert(
                    header::ORIGIN,
                    HeaderValue::from_str(origin).unwrap_or(HeaderValue::from_static("")),
                );
            }
            let uri = Uri::from_static("/api/games");
            assert_eq!(local.admit(&uri, &headers), *in_local, "{host} {origin:?} local");
            assert_eq!(public.admit(&uri, &headers), *in_public, "{host} {origin:?} public");
        }
        let whole: &[(&'static str, bool)] = &[
            ("http://localhost:8001/api/games", true),
            ("http://LOCALHOST:8001/", true),
            ("http://evil.example.org/api/games", false),
            ("http://localhost:9000/", false),
            ("http://someone@localhost:8001/", false),
            ("evil.example.org:80", false),
        ];
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost:8001"))]);
        for (uri, admitted) in whole {
            assert_eq!(local.admit(&Uri::from_static(uri), &headers), *admitted, "{uri}");
        }
        let uri = Uri::from_static("/");
        let mut twice = HeaderMap::new();
        twice.append(header::HOST, HeaderValue::from_static("localhost"));
        twice.append(header::HOST, HeaderValue::from_static("evil.example.org"));
        assert!(!local.admit(&uri, &twice));
        assert!(!local.admit(&uri, &HeaderMap::new()));
    }

    #[test]
    fn frames_are_for_the_sites_that_are_named() {
        let mut headers = HeaderMap::new();
        add_headers(&mut headers);
        assert_eq!(headers[header::X_FRAME_OPTIONS], "DENY");
        allow_frames(&mut headers, &["https://a.example".into(), "http://localhost:1".into()]);
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with("frame-ancestors https://a.example http://localhost:1"), "{policy}");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!headers.contains_key(header::X_FRAME_OPTIONS));
    }

    #[test]
    fn a_proxy_says_for_whom_it_asks() {
        let own = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
        let stranger: IpAddr = "203.0.113.9".parse().unwrap();
        let headers = |values: &[&str]| {
            let mut map = HeaderMap::new();
            for v in values {
                map.append("x-forwarded-for", v.parse().unwrap());
            }
            map
        };
        assert_eq!(behind(own, &headers(&["203.0.113.9"])), stranger);
        // What was there before the proxy added its line is the client's own invention.
        assert_eq!(behind(own, &headers(&["1.2.3.4, 203.0.113.9"])), stranger);
        assert_eq!(behind(own, &headers(&["1.2.3.4", "5.6.7.8, 203.0.113.9"])), stranger);
        assert_eq!(behind(own, &headers(&["nonsense"])), own);
        assert_eq!(behind(own, &headers(&[])), own);
        assert_eq!(behind(stranger, &headers(&["1.2.3.4"])), stranger);
    }
}
