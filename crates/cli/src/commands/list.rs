//! `list`: the games of the library.

use crate::commands::prelude::*;
use crate::lang::say;
use bouton::game::catalogue::{self, About, Entry};
use serde_json::Value as Json;

/// The games of the library ¦ 游戏库
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton list
  bouton list hdu                  games that mention HDU ¦ 提到 HDU 的游戏
  bouton list --json")]
pub(crate) struct Args {
    /// Only games in which every one of these words occurs ¦ 只列出含有所有这些词的游戏
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let wanted: Vec<String> = args.words.iter().map(|w| w.to_lowercase()).collect();
    let games: Vec<(Entry, About)> =
        catalogue::listed().map(|e| (e, e.about())).filter(|(e, a)| e.mentions(a, &wanted)).collect();
    if args.json {
        let list: Vec<Json> = games.iter().map(|(e, a)| e.json(a, lang)).collect();
        out.json(&list, lang)?;
        return Ok(0);
    }
    let ids = games.iter().map(|(e, _)| width(e.id)).max().unwrap_or(0);
    for (entry, about) in &games {
        let mark = mark(entry, lang).map_or_else(String::new, |m| format!("  {}", paint(GOOD, &m)));
        out.line(&format!("{}  {}{mark}", paint(TITLE, &left(entry.id, ids)), heading(about, lang)))?;
        let note = about.notes.first().map_or("", |n| beginning(n.pick(lang)));
        for line in prose(note, terminal_width().saturating_sub(ids + 4)) {
            out.line(&format!("{}    {line}", " ".repeat(ids)))?;
        }
    }
    let count = games.len();
    let last = match (lang, args.words.is_empty()) {
        (Lang::En, true) => format!(
            "{count} games.  bouton show GAME prints the rules.  [PROVED]: the claims of the file hold for all sizes."
        ),
        (Lang::En, false) => format!("{count} {} found.", if count == 1 { "game" } else { "games" }),
        (Lang::Zh, true) => {
            format!("共 {count} 个游戏。bouton show 游戏 显示规则。[已证明]：文件中的猜想对任意大小成立。")
        }
        (Lang::Zh, false) => format!("找到 {count} 个游戏。"),
    };
    out.line(&last)?;
    Ok(0)
}

/// What is proved of its claims.
fn mark(entry: &Entry, lang: Lang) -> Option<String> {
    let (proved, claims) = entry.proved().filter(|p| p.0 > 0)?;
    Some(match proved == claims {
        true => say!(lang, "[PROVED]", "[已证明]"),
        false => say!(lang, "[{proved} of {claims} claims PROVED]", "[{claims} 条猜想中 {proved} 条已证明]"),
    })
}

/// Title and other names.
fn heading(about: &About, lang: Lang) -> String {
    let title = about.title.pick(lang);
    let others: Vec<&str> = about.aliases.iter().map(String::as_str).filter(|name| *name != title).collect();
    if others.is_empty() { title.to_string() } else { format!("{title} · {}", others.join(", ")) }
}

/// Columns that the beginning of a note should fill: "Heaps of stones." alone says little.
const ENOUGH: usize = 30;

/// The first sentence, or as many as say something.
fn beginning(note: &str) -> &str {
    let end = note.char_indices().find(|&(i, c)| {
        let after = note[i + c.len_utf8()..].chars().next();
        let stop = c == '。' || (c == '.' && after.is_none_or(char::is_whitespace));
        stop && width(&note[..i]) >= ENOUGH
    });
    end.map_or(note, |(i, c)| &note[..i + c.len_utf8()])
}

#[cfg(test)]
mod tests {
    #[test]
    fn sentences_end() {
        let long = "A row of many stones lies on the table. More.";
        for (note, first) in [
            (long, "A row of many stones lies on the table."),
            (
                "One heap. A move takes between one and three. More.",
                "One heap. A move takes between one and three.",
            ),
            ("若干堆石子，每次从一堆中取走至少一颗。先手胜。", "若干堆石子，每次从一堆中取走至少一颗。"),
            ("Code 0.77 here", "Code 0.77 here"),
        ] {
            assert_eq!(super::beginning(note), first);
        }
    }
}
