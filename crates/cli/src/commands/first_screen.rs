//! What `bouton` alone prints.

use crate::commands::prelude::*;
use bouton::game::catalogue;

/// A command and what it does, in both languages.
const FIRST: [(&str, &str, &str); 6] = [
    ("bouton nim 3 4 5", "who wins, every winning move, and why", "谁赢、所有必胜走法、为什么"),
    ("bouton table lasker", "a table of values", "打表"),
    ("bouton pattern lasker", "print the table, find the pattern", "打表找规律"),
    ("bouton play kayles 9", "play against a perfect opponent", "与完美的对手下棋"),
    ("bouton new", "describe your own game (6 questions)", "描述你自己的游戏（六个问题）"),
    ("bouton --help", "all verbs and flags", "所有动词和选项"),
];

/// Prints the screen.
pub(crate) fn run(lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    out.line(lang.pick(
        "bouton solves two-player games from a few lines of rules.",
        "bouton：几行规则，求解双人游戏。",
    ))?;
    let rows: Vec<Vec<String>> = FIRST
        .iter()
        .map(|(command, en, zh)| vec![format!("  {command}"), lang.pick(*en, *zh).to_string()])
        .collect();
    out.lines(&columns(&rows, 5))?;
    let games = catalogue::listed().count();
    out.line(&match lang {
        Lang::En => format!("{games} games in the library: bouton list          中文: bouton --lang zh"),
        Lang::Zh => format!("库中有 {games} 个游戏：bouton list          English: bouton --lang en"),
    })?;
    Ok(0)
}
