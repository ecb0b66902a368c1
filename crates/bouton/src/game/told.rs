//! The rules put into words, for games whose file has no note: what a position is, what each move does, how play ends. Conditions
//! and changes stand as they are written; the sentences around them are in both languages.

use crate::answer::reasons::ending;
use crate::game::Game;
use crate::report::Sentence;
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::rules::{End, Field, Move, When};
use bouton_language::span::Span;

/// What a position is and what each move does, a sentence each.
pub(crate) fn told(game: &Game) -> Vec<Sentence> {
    let rules = game.rules();
    let mut out = vec![position(game)];
    let mut lines: Vec<Span> = Vec::new();
    for made in &rules.moves {
        // A code is one line with many moves.
        if !lines.contains(&made.span) {
            lines.push(made.span);
            out.push(one_move(game, made));
        }
    }
    out
}

/// How play ends, a sentence each.
pub(crate) fn ends(game: &Game) -> Vec<Sentence> {
    let rules = game.rules();
    let mut out: Vec<Sentence> = rules.whens.iter().map(|when| condition(game, when)).collect();
    if rules.score.is_some() || out.is_empty() {
        out.push(ending(game));
    } else {
        out.push(match game.end() {
            End::Normal => Sentence::from(["Whoever cannot move loses.", "无法走子者负。"]),
            End::Misere => Sentence::from(["Whoever cannot move wins.", "无法走子者胜。"]),
            End::Draw => Sentence::from(["It is a draw when nobody can move.", "无法走子时平局。"]),
            End::Wins(player) => {
                let name = &rules.players[player];
                Sentence::from([
                    format!("{name} wins when the player to move cannot."),
                    format!("轮到走的一方无法走子时 {name} 胜。"),
                ])
            }
        });
    }
    match rules.endless {
        None => {}
        Some(End::Wins(player)) => {
            let name = &rules.players[player];
            out.push(Sentence::from([
                format!("{name} wins if play never ends."),
                format!("走不完的对局由 {name} 胜。"),
            ]));
        }
        Some(_) => out.push(Sentence::from(["Play that never ends is a draw.", "走不完的对局是平局。"])),
    }
    out
}

fn position(game: &Game) -> Sentence {
    let shape = &game.rules().shape;
    let list = |lang: usize| {
        let names: Vec<String> = shape.fields.iter().map(|f| field(f)[lang].clone()).collect();
        names.join([", ", "、"][lang])
    };
    Sentence::from(if shape.kind == ShapeKind::Heaps {
        [
            format!("Any number of heaps, each {}; a turn changes one of them.", list(0)),
            format!("若干堆，每堆是{}；每次只动其中一堆。", list(1)),
        ]
    } else {
        [format!("A position is {}.", list(0)), format!("局面是{}。", list(1))]
    })
}

fn field(field: &Field) -> [String; 2] {
    let [en, zh] = match field.kind {
        FieldKind::Number => ["", " "],
        FieldKind::Row => ["a row ", "一行数 "],
        FieldKind::Bag => ["a bag ", "一袋数 "],
        FieldKind::Set => ["a set ", "集合 "],
        FieldKind::Word => ["a word ", "词 "],
        FieldKind::Grid => ["a board ", "棋盘 "],
    };
    [format!("{en}{}", field.name), format!("{zh}{}", field.name)]
}

fn one_move(game: &Game, made: &Move) -> Sentence {
    let text = slice(game, made.span);
    let text = [" say \"", " 说 \""].iter().fold(text.as_str(), |t, cut| t.split(cut).next().unwrap_or(t));
    let Some(at) = colon(text) else {
        let code = ["octal", "八进制"].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim();
        return Sentence::from([
            format!("The moves are those of the code {code}."),
            format!("走法由编码 {code} 给出。"),
        ]);
    };
    let (head, change) = (text[..at].trim(), text[at..].trim_start_matches([':', '：']).trim());
    let name = made.name.as_deref();
    let who = made.by.map(|p| game.rules().players[p].as_str());
    let chosen = choices(head, name, who);
    let en_who = who.unwrap_or("The player to move");
    let zh_who = zh_player(who);
    let [en_name, zh_name] = match name {
        Some(name) => [format!("may {name}"), format!("可以 {name}")],
        None => ["may move".to_string(), "可以走".to_string()],
    };
    let (en_for, zh_for) = if chosen.is_empty() {
        (String::new(), String::new())
    } else if chosen.starts_with("if ") || chosen.starts_with("若") {
        (format!(" {chosen}"), format!("，{chosen}"))
    } else {
        (format!(", for {chosen}"), format!("，其中 {chosen}"))
    };
    Sentence::from([
        format!("{en_who} {en_name}: {change}{en_for}."),
        format!("{zh_who}{zh_name}：{change}{zh_for}。"),
    ])
}

/// What is chosen and on which conditions: the head of a move line behind its keyword, name and player.
fn choices<'t>(head: &'t str, name: Option<&str>, by: Option<&str>) -> &'t str {
    let mut words = vec!["move", "走法"];
    words.extend(name);
    if let Some(player) = by {
        words.extend(["by", "由", player]);
    }
    words.into_iter().fold(head, |rest, word| match rest.strip_prefix(word) {
        Some(behind) if !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_') => behind.trim_start(),
        _ => rest,
    })
}

/// A name stands apart from what is said of it.
fn zh_player(name: Option<&str>) -> String {
    name.map_or_else(|| "轮到走的一方".to_string(), |name| format!("{name} "))
}

fn condition(game: &Game, when: &When) -> Sentence {
    let rules = game.rules();
    let cond = slice(game, when.cond.span);
    let who = when.player.map(|p| rules.players[p].as_str());
    let en = who.unwrap_or("the player to move");
    let zh = zh_player(who);
    Sentence::from(match when.verdict {
        Verdict::Win => [format!("Play ends when {cond}: {en} wins."), format!("{cond} 时结束：{zh}胜。")],
        Verdict::Lose => [format!("Play ends when {cond}: {en} loses."), format!("{cond} 时结束：{zh}负。")],
        Verdict::Draw => [format!("Play ends when {cond}: a draw."), format!("{cond} 时结束：平局。")],
    })
}

/// Where the head of a move line ends: the first colon that stands in no brackets and no quotes.
fn colon(text: &str) -> Option<usize> {
    let mut deep = 0_i32;
    let mut quoted = false;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => deep += 1,
            ')' | ']' | '}' if !quoted => deep -= 1,
            _ => {}
        }
        ((c == ':' || c == '：') && deep == 0 && !quoted).then_some(at)
    })
}

/// As it is written, on one line.
fn slice(game: &Game, span: Span) -> String {
    game.rules().sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{ends, told};
    use crate::game::Game;
    use bouton_language::diagnostic::Lang;

    fn said(rules: &str, lang: Lang) -> Vec<String> {
        let game = Game::parse(rules).expect("these are rules");
        told(&game).into_iter().chain(ends(&game)).map(|s| s.say(lang).to_string()).collect()
    }

    #[test]
    fn rules_are_put_into_words() {
        let chase = "players Runner, Guard\nparam G = graph { 1 - 2 3; 2 - 3 }\nposition r in G = 1, g in G = 3\n\
                     move run by Runner w in G[r] if w != g: r -> w say \"run: {w}\"\nmove by Guard w in G[g]: g -> w\n\
                     win Runner when r = 3\nlose when r = g\nendless draw\n";
        assert_eq!(
            said(chase, Lang::En),
            [
                "A position is r, g.",
                "Runner may run: r -> w, for w in G[r] if w != g.",
                "Guard may move: g -> w, for w in G[g].",
                "Play ends when r = 3: Runner wins.",
                "Play ends when r = g: the player to move loses.",
                "Whoever cannot move loses.",
                "Play that never ends is a draw.",
            ]
        );
        assert_eq!(
            said(
                "heaps n\nmove halve if n mod 2 = 0 and n > 0: n -> n div 2\nmove k in {1, 3}: n -> n - k\nend misere",
                Lang::En
            ),
            [
                "Any number of heaps, each n; a turn changes one of them.",
                "The player to move may halve: n -> n div 2 if n mod 2 = 0 and n > 0.",
                "The player to move may move: n -> n - k, for k in {1, 3}.",
                "last mover loses",
            ]
        );
        assert_eq!(
            said("堆 n\n走法 取 k 属于 1..3：n → n - k 说 \"take {k}\"\n终局 反常", Lang::Zh),
            [
                "若干堆，每堆是 n；每次只动其中一堆。",
                "轮到走的一方可以 取：n → n - k，其中 k 属于 1..3。",
                "最后走子者负"
            ]
        );
        assert_eq!(said("heaps n; octal 0.77", Lang::En)[1], "The moves are those of the code 0.77.");
    }
}
