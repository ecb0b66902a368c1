//! What a player typed: a command, a move, or a slip that is answered with a sentence.

use crate::commands::prelude::*;
use bouton::answer::MoveEntry;
use bouton::answer::entries::RawMove;
use bouton::answer::explain::in_term;
use bouton::engines::whole::State;
use bouton::play::{Options, Playing};

/// What was meant.
pub(super) enum Typed {
    /// The move with this index.
    Move(usize),
    /// A hint.
    Hint,
    /// Who is winning?
    Who,
    /// Take back.
    Undo,
    /// The list of moves.
    Moves,
    /// Stop.
    Quit,
    /// Nothing of the kind; the sentence to answer with.
    Slip(String),
}

/// Understands a line. A move that is written like a command is the move: every command has another word, every move only
/// its own.
pub(super) fn typed(line: &str, session: &mut Playing, options: &Options, lang: Lang) -> Typed {
    match line.to_lowercase().as_str() {
        _ if options.entries.iter().any(|e| e.notation == line) => {}
        "h" | "hint" | "提示" => return Typed::Hint,
        "w" | "who" => return Typed::Who,
        "u" | "undo" | "悔棋" => return Typed::Undo,
        "?" | "？" | "moves" | "走法" => return Typed::Moves,
        "q" | "quit" | "exit" | "退出" => return Typed::Quit,
        "" => {
            return Typed::Slip(
                lang.pick("Type a move, or  ?  for the list of moves.", "请输入走法，或输入 ? 查看走法。")
                    .into(),
            );
        }
        _ => {}
    }
    match a_move(line, session, options, lang) {
        Ok(index) => Typed::Move(index),
        Err(sentence) => Typed::Slip(sentence),
    }
}

/// A move: as it is listed, `#3` for the third of the list, or in any notation that means exactly one move.
pub(super) fn a_move(
    line: &str,
    session: &mut Playing,
    options: &Options,
    lang: Lang,
) -> Result<usize, String> {
    if let Some(number) = line.strip_prefix('#') {
        let wanted = number.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        return wanted.and_then(|n| options.allowed().nth(n)).ok_or_else(|| {
            lang.pick("There is no move of that number.", "没有这个编号的走法。").to_string()
        });
    }
    let (term, line) = in_term(line, session.games().len());
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let wanted = plain(line);
    let same = |i: &usize| {
        let entry = &options.entries[*i];
        let bare = in_term(&entry.notation, session.games().len()).1;
        term.is_none_or(|t| entry.term == Some(t + 1)) && (plain(bare) == wanted || entry.text(lang) == line)
    };
    let mut listed = options.allowed().filter(same);
    if let Some(index) = listed.next() {
        let another = listed.any(|other| options.entries[other].to != options.entries[index].to);
        if !another {
            return Ok(index);
        }
    }
    if (0..options.moves.len()).any(|i| same(&i)) && !options.allowed().any(|i| same(&i)) {
        return Err(forbidden(lang));
    }
    parsed(line, term, session, options, lang)
}

/// A move in free notation, in the game of the sum that was named or in any.
fn parsed(
    line: &str,
    only: Option<usize>,
    session: &mut Playing,
    options: &Options,
    lang: Lang,
) -> Result<usize, String> {
    let (solver, at) = session.ask();
    let found = match only {
        None => solver.find_move(at, line),
        Some(term) => {
            let alone = State { positions: vec![at.state.positions[term].clone()], turn: at.state.turn };
            solver.find_move(at.games[term].at(&alone), line).map(|m| RawMove { term, ..m })
        }
    };
    match found {
        Ok(by) => {
            let same = |m: &RawMove| {
                m.term == by.term && m.part == by.part && m.line == by.line && m.choices == by.choices
            };
            options.allowed().find(|&i| same(&options.moves[i])).ok_or_else(|| forbidden(lang))
        }
        Err(problem) => {
            let more = lang.pick("  (? lists the moves)", "（? 列出走法）");
            Err(format!("{}{more}", problem.line(lang)))
        }
    }
}

fn forbidden(lang: Lang) -> String {
    lang.pick("This move is forbidden for this turn.", "这一步本回合被禁止。").to_string()
}

/// The list of moves, numbered, with the way to type them.
pub(super) fn listing(moves: &[MoveEntry], lang: Lang, most: usize) -> Vec<String> {
    let several = print::answer::several_boards(moves.iter());
    let rows: Vec<Vec<String>> = moves
        .iter()
        .take(most)
        .enumerate()
        .map(|(i, m)| {
            let mut row = vec![format!("  #{}", i + 1), m.notation.clone()];
            if m.text(lang) != m.notation {
                row.push(m.text(lang).to_string());
            }
            if !m.squares.is_empty() {
                row.push(print::answer::squares(m, several));
            }
            row
        })
        .collect();
    let mut out = columns(&rows, 2);
    if moves.len() > most {
        out.push(match lang {
            Lang::En => format!("  … and {} more", moves.len() - most),
            Lang::Zh => format!("  ……还有 {} 种", moves.len() - most),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton::game::catalogue;
    use bouton::game::describe::starts;
    use bouton::language::check::NoLoader;
    use bouton::{Budget, Game, Question, Solver};

    /// Types every move of a position as it is listed; what was not understood as that move.
    fn misread(game: &Game, position: &str) -> Vec<String> {
        let question = Question::new(game.clone(), game.position(position).expect(position));
        let solver = Solver::new(Budget::unlimited());
        let mut session = Playing::new(question, solver);
        let options = session.options().expect(position);
        let mut wrong = Vec::new();
        for i in options.allowed().take(200) {
            let entry = &options.entries[i];
            let read = typed(&entry.notation, &mut session, &options, Lang::En);
            let same = |j: usize| {
                let (a, b) = (&options.moves[i], &options.moves[j]);
                (a.part, a.line, &a.choices) == (b.part, b.line, &b.choices)
            };
            if !matches!(read, Typed::Move(j) if same(j)) {
                wrong.push(format!("{} {position}: {}", game.title(), entry.notation));
            }
        }
        wrong
    }

    #[test]
    fn every_move_is_read_as_it_is_listed() {
        let mut wrong = Vec::new();
        for id in catalogue::entries().map(|e| e.id) {
            let game = Game::library(id).unwrap();
            wrong.extend(starts(&game).iter().take(4).flat_map(|position| misread(&game, position)));
        }
        // Nodes that are called like commands.
        let text = "param g = graph { a -> h q u w hint quit }\nposition t in g\nmove v in g[t]: t -> v";
        let (game, _) =
            Game::from_text("rules", text, &NoLoader).unwrap_or_else(|p| panic!("{}", p.line(Lang::En)));
        wrong.extend(misread(&game, "a"));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
