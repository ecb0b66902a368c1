//! Any bytes as rules: reading, checking and wording never panic; formatting is stable and keeps the meaning.
#![no_main]

use bouton_language::diagnostic::Lang;
use bouton_language::format::format;
use bouton_language::parse::parse;
use bouton_language::{NoLoader, load};
use libfuzzer_sys::fuzz_target;

/// The syntax tree as text, without places.
fn tree(text: &str) -> String {
    let shown = format!("{:?}", parse(0, text).0.lines);
    let mut parts = shown.split("Span { source: 0, start: ");
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        out.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    out
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let loaded = load("fuzz.game", &text, &NoLoader);
    for d in &loaded.diagnostics {
        for lang in [Lang::En, Lang::Zh] {
            let line = d.line(&loaded.sources, lang);
            assert!(!line.is_empty() && !d.render(&loaded.sources, lang, false).is_empty());
        }
    }
    if let Ok(once) = format(&text) {
        match format(&once) {
            Ok(again) => assert_eq!(again, once, "formatting is not stable"),
            Err(d) => panic!("the formatted text is refused: {once:?}: {d:?}"),
        }
        assert_eq!(tree(&once), tree(&text), "formatting changed the meaning: {once:?}");
        let comments = |t: &str| parse(0, t).0.comments.len();
        assert_eq!(comments(&once), comments(&text), "formatting lost a comment: {once:?}");
    }
});
