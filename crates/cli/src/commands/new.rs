//! `new`: six questions, and a rules file that passes `check`.
//!
//! Every answer is tried at once (the lines so far are loaded, the example is solved), so a mistake is asked about
//! again where it was made, and nothing is written before all six answers fit together.

use crate::commands::prelude::*;
use crate::terminal::dialogue::Dialogue;
use bouton::answer::word;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Wording;
use bouton::problem::NotApplicable;
use bouton::{Budget, Folder, Question};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Describe a game of your own: six questions ¦ 描述你自己的游戏：六个问题
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton new
  bouton new mygame.game")]
pub(crate) struct Args {
    /// The file to write (otherwise asked for) ¦ 要写的文件（不给则询问）
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// What a position can be: the answer's number, the line it stands for, in words, and a move to show.
const SHAPES: [(&str, &str, &str, &str); 6] = [
    (
        "heaps n",
        "several heaps of stones; a move changes one heap",
        "若干堆石子，每步改变一堆",
        "take k in 1..n: n -> n - k",
    ),
    ("position n", "one number", "一个数", "take k in 1..3: n -> n - k"),
    ("position a, b", "two numbers", "两个数", "both k in 1..min(a, b): a -> a - k, b -> b - k"),
    ("position row a", "a row of numbers", "一行数", "left: a -> a[2..]"),
    (
        "position word s of 0..1",
        "a string of zeros and ones",
        "由 0 和 1 组成的串",
        "set i in 1..|s| if s[i] = 0: s[i] -> 1",
    ),
    (
        "position grid b of 0..1",
        "a board of squares, 0 = free, 1 = taken",
        "棋盘，0 = 空，1 = 已占",
        "mark r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0: b[r,c] -> 1",
    ),
];

/// How a game can end: the line, in words.
const ENDS: [(&str, &str, &str); 4] = [
    ("end normal", "who makes the last move wins", "走最后一步者胜"),
    ("end misere", "who makes the last move loses", "走最后一步者负"),
    ("end draw", "no move left is a draw", "无法走子即平局"),
    ("score", "who has more points wins (moves have  gain )", "得分多者胜（走法中写 gain）"),
];

/// The time an example may take to be solved.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, _: &mut Out) -> Result<u8, Failure> {
    let mut wizard = Wizard { talk: Dialogue::standard(), lang, lines: Vec::new() };
    wizard.title()?;
    wizard.shape()?;
    wizard.moves()?;
    wizard.end()?;
    wizard.example()?;
    let path = wizard.file(args.file.clone())?;
    let shown = path.display();
    wizard.talk.say(&match lang {
        Lang::En => format!("Written: {shown}. Try  bouton {shown} …  or  bouton check {shown} ."),
        Lang::Zh => format!("已写入 {shown}。试试  bouton {shown} …  或  bouton check {shown} 。"),
    })?;
    Ok(0)
}

struct Wizard {
    talk: Dialogue,
    lang: Lang,
    lines: Vec<String>,
}

impl Wizard {
    fn ask(&mut self) -> Result<String, Failure> {
        self.talk.ask("> ")?.ok_or_else(|| Mistake::InputEnded.into())
    }

    fn head(&mut self, number: u8, en: &str, zh: &str) -> Result<(), Failure> {
        let text = self.lang.pick(en, zh);
        self.talk.say(&format!("{number}/6  {text}"))
    }

    /// Loads the lines so far with one more.
    fn load(&self, more: &[String]) -> Result<Game, bouton::Problem> {
        let mut text = self.lines.join("\n");
        for line in more {
            text.push('\n');
            text.push_str(line);
        }
        text.push('\n');
        Game::from_text("new.game", &text, &Folder { base: Some(PathBuf::new()) }).map(|(game, _)| game)
    }

    fn complain(&mut self, problem: &bouton::Problem) -> Result<(), Failure> {
        let text = problem.line(self.lang);
        self.talk.say(&format!("  {text}"))
    }

    fn title(&mut self) -> Result<(), Failure> {
        self.head(1, "What is the game called?", "游戏叫什么名字？")?;
        loop {
            let title = self.ask()?;
            if title.is_empty() || title.starts_with('#') {
                let text = self.lang.pick("  A game needs a name.", "  游戏需要一个名字。");
                self.talk.say(text)?;
                continue;
            }
            self.lines.push(format!("game {title}"));
            return Ok(());
        }
    }

    fn shape(&mut self) -> Result<(), Failure> {
        self.head(
            2,
            "What is a position? A number, or a line of your own such as  position row a of 0..9",
            "局面是什么？输入编号，或自己写一行，如  position row a of 0..9",
        )?;
        for (i, (line, en, zh, _)) in SHAPES.iter().enumerate() {
            let text = self.lang.pick(*en, *zh);
            self.talk.say(&format!("  {}  {text}   ({line})", i + 1))?;
        }
        loop {
            let typed = self.ask()?;
            let line = match typed.parse::<usize>() {
                Ok(i) if (1..=SHAPES.len()).contains(&i) => SHAPES[i - 1].0.to_string(),
                Ok(_) => {
                    let text = self.lang.pick("  A number from 1 to 6, please.", "  请输入 1 到 6 的编号。");
                    self.talk.say(text)?;
                    continue;
                }
                Err(_) => typed,
            };
            // A shape alone is not a game yet: a move that changes nothing stands in for the real ones.
            match self.load(&[line.clone(), "move wait: stay".into(), "endless draw".into()]) {
                Ok(_) => {
                    self.lines.push(line);
                    return Ok(());
                }
                Err(problem) => self.complain(&problem)?,
            }
        }
    }

    /// The move to show for the shape that was chosen.
    fn sample(&self) -> &'static str {
        let shape = self.lines.last().map_or("", String::as_str);
        let kinds = [" word ", " grid ", " row ", ","];
        let places = [4, 5, 3, 2];
        let kind = kinds.iter().zip(places).find(|(kind, _)| shape.contains(*kind)).map(|(_, place)| place);
        let place = kind.unwrap_or(usize::from(!shape.starts_with(SHAPES[0].0)));
        SHAPES[place].3
    }

    fn moves(&mut self) -> Result<(), Failure> {
        self.head(
            3,
            "What are the moves? One a line; an empty line ends the list. For example:",
            "有哪些走法？每行一个，空行结束。例如：",
        )?;
        let sample = self.sample();
        let one_number = self.lines.last().is_some_and(|l| l == SHAPES[0].0 || l == SHAPES[1].0);
        self.talk.say(&format!("  {sample}"))?;
        if one_number {
            let text = self.lang.pick(
                "  or just how many may be taken: 1..3, or 1,3,4, or any",
                "  或者只写可以取几个：1..3，或 1,3,4，或 any（任意个）",
            );
            self.talk.say(text)?;
        }
        let mut moves: Vec<String> = Vec::new();
        loop {
            let typed = self.ask()?;
            if typed.is_empty() {
                if moves.is_empty() {
                    let text = self.lang.pick("  A game needs a move.", "  游戏至少要有一种走法。");
                    self.talk.say(text)?;
                    continue;
                }
                self.lines.extend(moves);
                return Ok(());
            }
            let line = move_line(&typed, one_number);
            // Points are allowed before it is known whether the game is one for points.
            let mut tried = moves.clone();
            tried.push(line.clone());
            let mut scored = tried.clone();
            scored.push("score".into());
            match self.load(&tried).or_else(|problem| self.load(&scored).map_err(|_| problem)) {
                Ok(_) => moves.push(line),
                Err(problem) => self.complain(&problem)?,
            }
        }
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.head(
            4,
            "Who wins when there is no move left? A number, or lines of your own such as  lose when n = 1  (an empty line ends them)",
            "无法走子时谁赢？输入编号，或自己写几行，如  lose when n = 1（空行结束）",
        )?;
        for (i, (_, en, zh)) in ENDS.iter().enumerate() {
            let text = self.lang.pick(*en, *zh);
            self.talk.say(&format!("  {}  {text}", i + 1))?;
        }
        let mut own: Vec<String> = Vec::new();
        loop {
            let typed = self.ask()?;
            let chosen = typed.parse::<usize>().ok().and_then(|i| ENDS.get(i.wrapping_sub(1)));
            if typed.is_empty() && !own.is_empty() {
                self.lines.extend(own);
                return Ok(());
            }
            let line = match (chosen, typed.is_empty()) {
                (Some((line, ..)), _) => line.to_string(),
                (None, true) => ENDS[0].0.to_string(),
                (None, false) => typed,
            };
            let mut tried = own.clone();
            tried.push(line.clone());
            match self.load(&tried) {
                Ok(_) => {
                    own.push(line);
                    if chosen.is_some() || own[0] == ENDS[0].0 {
                        self.lines.extend(own);
                        return Ok(());
                    }
                }
                Err(problem) => self.complain(&problem)?,
            }
        }
    }

    fn example(&mut self) -> Result<(), Failure> {
        self.head(
            5,
            "A position to try, perhaps with what you expect:  3 4 5  or  3 4 5 -> win  (empty: none)",
            "给一个例子局面，可写上你预期的结果：3 4 5  或  3 4 5 -> win（空行：不给）",
        )?;
        loop {
            let typed = self.ask()?;
            if typed.is_empty() {
                return Ok(());
            }
            let (position, expected) = match typed.split_once("->").or_else(|| typed.split_once('→')) {
                Some((position, expected)) => (position.trim(), Some(expected.trim())),
                None => (typed.as_str(), None),
            };
            match self.solved(position) {
                Ok(found) => {
                    self.talk.say(&match self.lang {
                        Lang::En => format!("  The rules say: {found}"),
                        Lang::Zh => format!("  按规则：{found}"),
                    })?;
                    if let Some(expected) = expected.filter(|e| !agrees(e, &found)) {
                        self.talk.say(&match self.lang {
                            Lang::En => format!(
                                "  That is not {expected}. Give another example, or an empty line; the moves can be changed in the file."
                            ),
                            Lang::Zh => format!("  与 {expected} 不符。请另给一个例子，或输入空行；走法可以在文件里修改。"),
                        })?;
                        continue;
                    }
                    self.lines.push(format!("example {position} -> {found}"));
                    return Ok(());
                }
                Err(problem) => self.complain(&problem)?,
            }
        }
    }

    /// What the rules say of a position, as an example says it.
    fn solved(&self, position: &str) -> Result<String, bouton::Problem> {
        let game = self.load(&[])?;
        let position = game.position(position)?;
        let mut solver = Solver::new(Budget::unlimited().memory(1 << 30).time(PATIENCE));
        let answer = solver.solve(&Question::new(game, position))?;
        match (answer.score, answer.outcome) {
            (Some(score), _) => Ok(format!("score {score}")),
            (None, Some(outcome)) => Ok(word(outcome).to_string()),
            (None, None) => Err(bouton::Problem::NotApplicable(NotApplicable::Other(
                answer.known.unwrap_or_default().into(),
            ))),
        }
    }

    fn file(&mut self, given: Option<PathBuf>) -> Result<PathBuf, Failure> {
        let title = self.lines.first().map_or("", |l| l.trim_start_matches("game ")).to_string();
        let suggested = format!("{}.game", slug(&title));
        let text = format!("{}\n", self.lines.join("\n"));
        let text = bouton::language::format::format(&text).unwrap_or(text);
        match self.lang {
            Lang::En => self.head(6, &format!("Which file? (empty: {suggested})"), ""),
            Lang::Zh => self.head(6, "", &format!("写到哪个文件？（空行：{suggested}）")),
        }?;
        let mut given = given;
        loop {
            let path = match given.take() {
                Some(path) => {
                    self.talk.say(&format!("> {}", path.display()))?;
                    path
                }
                None => {
                    let typed = self.ask()?;
                    let name = if typed.is_empty() { suggested.clone() } else { typed };
                    let plain = Path::new(&name).extension().is_none();
                    PathBuf::from(if plain { format!("{name}.game") } else { name })
                }
            };
            match write_new(&path, &text) {
                Ok(()) => return Ok(path),
                Err(mistake) => self.talk.say(&format!("  {}", mistake.message(self.lang)))?,
            }
        }
    }
}

/// A move as a rules line: `take k in 1..n: n -> n - k`, or just what may be taken.
fn move_line(typed: &str, one_number: bool) -> String {
    let bare = typed.chars().all(|c| c.is_ascii_digit() || "., ".contains(c));
    let set = match typed {
        "any" | "任意" => Some("1..n".to_string()),
        _ if bare && typed.contains("..") => Some(typed.trim().to_string()),
        _ if bare => {
            let numbers: Vec<&str> = typed.split([',', ' ']).filter(|s| !s.is_empty()).collect();
            Some(format!("{{{}}}", numbers.join(", ")))
        }
        _ => None,
    };
    match set.filter(|_| one_number) {
        Some(set) => format!(
            "move take k in {set}: n -> n - k say \"take {{k}} of {{n}}\" zh \"从 {{n}} 个中取走 {{k}} 个\""
        ),
        None if typed.starts_with("move ") || typed.starts_with("走法") || typed.starts_with("octal ") => {
            typed.to_string()
        }
        None => format!("move {typed}"),
    }
}

/// Does what was expected say the same as what was found?
fn agrees(expected: &str, found: &str) -> bool {
    let expected = bouton::language::keywords::english(expected).to_lowercase();
    let same = expected.split_whitespace().eq(found.split_whitespace());
    let verdict = [Verdict::Win, Verdict::Lose, Verdict::Draw].map(word);
    // A score says who wins as well.
    let by_score =
        found.strip_prefix("score ").and_then(|s| s.parse::<i64>().ok()).map(|s| match s.signum() {
            1 => verdict[0],
            -1 => verdict[1],
            _ => verdict[2],
        });
    same || by_score == Some(expected.as_str())
}

/// Lower case, letters and digits, words joined by `-`.
fn slug(title: &str) -> String {
    let words: Vec<String> = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .take(6)
        .collect();
    if words.is_empty() { "my-game".into() } else { words.join("-") }
}

/// Writes a file that does not exist yet; all of it or nothing.
fn write_new(path: &Path, text: &str) -> Result<(), Mistake> {
    let shown = path.display().to_string();
    let failed = |e: std::io::Error| Mistake::File { path: shown.clone(), why: e.to_string() };
    if path.exists() {
        return Err(Mistake::Exists { path: shown });
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.persist_noclobber(path).map_err(|e| failed(e.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_short() {
        assert!(move_line("1..3", true).starts_with("move take k in 1..3: n -> n - k"));
        assert!(move_line("1, 3,4", true).starts_with("move take k in {1, 3, 4}:"));
        assert!(move_line("any", true).starts_with("move take k in 1..n:"));
        assert_eq!(move_line("left: a -> a[2..]", false), "move left: a -> a[2..]");
        assert_eq!(move_line("move x: stay", false), "move x: stay");
    }

    #[test]
    fn names_of_files() {
        assert_eq!(slug("Take One, Two or Three!"), "take-one-two-or-three");
        assert_eq!(slug("取石子"), "取石子");
        assert_eq!(slug("…"), "my-game");
    }

    #[test]
    fn expectations() {
        for (expected, found, same) in [
            ("win", "win", true),
            ("必胜", "win", true),
            ("lose", "win", false),
            ("win", "score 3", true),
            ("score 3", "score 3", true),
        ] {
            assert_eq!(agrees(expected, found), same, "{expected} {found}");
        }
    }
}
