//! Lessons for a page: what stands in them, without the answers; and whether an answer is right.

use super::rules::{ParsedTerm, terms};
use super::{Asker, Reply, loader};
use crate::fault::Fault;
use crate::lesson::{self, About, Ask, Block, Mistake};
use bouton::claims::check::CheckQuestion;
use bouton::game::State;
use bouton::game::line;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::report::json;
use bouton::{Problem, Question};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Letters of an answer.
const LONGEST: usize = 2000;

/// A lesson as the server found it.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Found {
    pub(crate) id: String,
    pub(crate) text: String,
}

/// A lesson on the list.
#[derive(Serialize, JsonSchema)]
pub(super) struct LessonCard {
    id: String,
    title: String,
    /// Questions and games to be won.
    tasks: usize,
    /// What is wrong with the file, if something is.
    problem: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LessonsAnswer {
    lessons: Vec<LessonCard>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LessonAnswer {
    id: String,
    title: String,
    blocks: Vec<ShownBlock>,
}

/// A piece of a lesson; nothing of it is an answer.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ShownBlock {
    Text {
        text: String,
    },
    Play {
        say: String,
        terms: Vec<ParsedTerm>,
        win: bool,
        mistakes: Option<u8>,
        second: bool,
    },
    Ask {
        number: usize,
        question: String,
        about: &'static str,
        terms: Vec<ParsedTerm>,
        choices: Vec<String>,
        draws: bool,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    pub(crate) lesson: String,
    pub(crate) question: usize,
    pub(crate) answer: String,
}

/// What is to be judged, with the text of the lesson.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Judge {
    pub(crate) text: String,
    pub(crate) question: usize,
    pub(crate) answer: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct JudgeAnswer {
    right: bool,
    /// What the lesson says to it: more of the matter, or a hint. Markdown.
    say: String,
    /// What the solver says to it.
    found: String,
}

/// The lessons that there are.
pub(super) fn list(asker: &mut Asker, found: &[Found], lang: Lang) -> Reply {
    let card = |one: &Found| match lesson::read(&one.text) {
        Err(mistake) => LessonCard {
            id: one.id.clone(),
            title: one.id.clone(),
            tasks: 0,
            problem: Some(mistake.say(lang)),
        },
        Ok(lesson) => {
            let task = |b: &&Block| matches!(b, Block::Ask(_)) || matches!(b, Block::Play(p) if p.win);
            LessonCard {
                id: one.id.clone(),
                tasks: lesson.blocks.iter().filter(task).count(),
                problem: shown(asker, &lesson.blocks).err().map(|m| m.say(lang)),
                title: lesson.title,
            }
        }
    };
    Reply::done(&LessonsAnswer { lessons: found.iter().map(card).collect() }, lang)
}

pub(super) fn one(asker: &mut Asker, found: &Found, lang: Lang) -> Result<Reply, Fault> {
    let lesson = lesson::read(&found.text).map_err(|m| wrong(&m))?;
    let blocks = shown(asker, &lesson.blocks).map_err(|m| wrong(&m))?;
    Ok(Reply::done(&LessonAnswer { id: found.id.clone(), title: lesson.title, blocks }, lang))
}

fn wrong(mistake: &Mistake) -> Fault {
    Fault::Request { status: 422, message: [mistake.say(Lang::En), mistake.say(Lang::Zh)] }
}

/// The blocks, their games read. What is wrong with a game is told with the line of its block.
fn shown(asker: &mut Asker, blocks: &[Block]) -> Result<Vec<ShownBlock>, Mistake> {
    let mut number = 0;
    let mut games = |line: usize, text: &str| {
        let said = |fault: Fault| {
            let word = |lang| fault.refusal(lang).error["message"].as_str().unwrap_or_default().to_string();
            Mistake::new(line, word(Lang::En), word(Lang::Zh))
        };
        terms(asker, text).map_err(said)
    };
    let mut one = |block: &Block| {
        Ok(match block {
            Block::Text(text) => ShownBlock::Text { text: text.clone() },
            Block::Play(play) => ShownBlock::Play {
                say: play.say.clone(),
                terms: games(play.line, &play.game)?,
                win: play.win,
                mistakes: play.mistakes,
                second: play.second,
            },
            Block::Ask(ask) => {
                number += 1;
                let terms =
                    ask.game.as_ref().map(|text| games(ask.line, text)).transpose()?.unwrap_or_default();
                ShownBlock::Ask {
                    number: number - 1,
                    question: ask.question.clone(),
                    about: ask.about.word(),
                    draws: terms.iter().any(|t| t.draws),
                    terms,
                    choices: ask.choices.clone(),
                }
            }
        })
    };
    blocks.iter().map(&mut one).collect()
}

/// Is an answer right?
pub(super) fn judge(asker: &mut Asker, request: &Judge, lang: Lang) -> Result<Reply, Fault> {
    let lesson = lesson::read(&request.text).map_err(|m| wrong(&m))?;
    let asks = lesson.blocks.iter().filter_map(|b| if let Block::Ask(ask) = b { Some(ask) } else { None });
    let Some(ask) = asks.into_iter().nth(request.question) else {
        return Err(Fault::wrong(["This lesson has no such question.", "本课没有这个问题。"]));
    };
    if request.answer.len() > LONGEST {
        return Err(Fault::wrong(["This answer is too long.", "回答过长。"]));
    }
    let (right, found) = check(asker, ask, request.answer.trim(), lang)?;
    let say = if right { ask.after.clone() } else { ask.hint.clone() };
    Ok(Reply::done(&JudgeAnswer { right, say, found }, lang))
}

/// Whether it is right, and what the solver has to say to it. Of a wrong answer nothing is said that is the right one.
fn check(asker: &mut Asker, ask: &Ask, answer: &str, lang: Lang) -> Result<(bool, String), Fault> {
    if let About::Answer(list) = &ask.about {
        return Ok((list.iter().any(|text| plain(text) == plain(answer)), String::new()));
    }
    let text = ask.game.as_deref().unwrap_or_default();
    match &ask.about {
        About::Claim => return claim(asker, text, answer, lang),
        About::Lost(numbers) => {
            let Some(said) = numbers_of(answer) else {
                return Err(Fault::wrong(["Type numbers, such as 3 6 9.", "请输入数，例如 3 6 9。"]));
            };
            let mut lost = BTreeSet::new();
            for n in numbers.clone() {
                let question = question(asker, &format!("{text} {n}"))?;
                if outcome(asker, &question)? == Verdict::Lose {
                    lost.insert(i64::from(n));
                }
            }
            return Ok((said == lost, String::new()));
        }
        _ => {}
    }
    let question = question(asker, text)?;
    let right = match &ask.about {
        About::Outcome => match answer {
            "win" => outcome(asker, &question)? == Verdict::Win,
            "lose" => outcome(asker, &question)? == Verdict::Lose,
            "draw" => outcome(asker, &question)? == Verdict::Draw,
            _ => {
                return Err(Fault::wrong([
                    "The answer is win, lose or draw.",
                    "回答须为 win、lose 或 draw。",
                ]));
            }
        },
        About::Value => {
            let mut solver = asker.solver();
            let found = solver.worth(question.at())?.grundy;
            asker.keep(solver);
            let Ok(said) = answer.parse::<u64>() else {
                return Err(Fault::wrong(["The answer is a number, such as 3.", "回答须为一个数，例如 3。"]));
            };
            found == Some(said)
        }
        _ => {
            let mut solver = asker.solver();
            let found = solver.explain_move(&question, answer)?;
            asker.keep(solver);
            found.before != Verdict::Lose && found.after == found.before
        }
    };
    Ok((right, String::new()))
}

fn claim(asker: &mut Asker, text: &str, answer: &str, lang: Lang) -> Result<(bool, String), Fault> {
    let found = terms(asker, text)?;
    let Some(term) = found.first() else { return Ok((false, String::new())) };
    let game = asker.game(&term.game)?;
    let loader = loader();
    let asked = CheckQuestion {
        game: &game,
        claim: Some(answer),
        to: None,
        inductive: false,
        seed: 1,
        loader: &loader,
    };
    let mut solver = asker.solver();
    let report = solver.check(&asked)?;
    asker.keep(solver);
    let told = json(&report.answer(true, lang), lang);
    let first = &told["claims"][0];
    let right = matches!(first["status"].as_str(), Some("PROVED" | "CHECKED"));
    Ok((right, first["message"].as_str().unwrap_or_default().to_string()))
}

/// The question that a line asks.
fn question(asker: &mut Asker, text: &str) -> Result<Question, Fault> {
    let read = line::read(text, &asker.verbs)?;
    let (mut games, mut positions) = (Vec::new(), Vec::new());
    for term in terms(asker, text)? {
        let game = asker.game(&term.game)?;
        positions.push(game.position(&term.position)?);
        games.push(game);
    }
    let first = read.first.as_deref().and_then(|name| Question::player(&games, name).ok()).unwrap_or(0);
    let turn = bouton::language::interp::Turn { mover: first, turn: 0 };
    Ok(Question { games, state: State { positions, turn }, all_moves: false })
}

fn outcome(asker: &mut Asker, question: &Question) -> Result<Verdict, Problem> {
    let mut solver = asker.solver();
    let found = solver.outcome(question.at());
    asker.keep(solver);
    found
}

/// Small and large letters and blanks make no difference.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Numbers between blanks and commas.
fn numbers_of(text: &str) -> Option<BTreeSet<i64>> {
    let words = text.split(|c: char| c.is_whitespace() || ",，、;；".contains(c)).filter(|w| !w.is_empty());
    words.map(|w| w.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Route;
    use bouton::Budget;
    use serde_json::{Value as Json, json as value};
    use std::path::Path;
    use std::sync::Arc;

    /// A right and a wrong answer to every question of the lessons.
    const ANSWERS: &[(&str, &[(&str, &str)])] = &[
        ("1-take-away", &[("lose", "win"), ("4 8 12", "4 8"), ("take 3", "take 1"), ("5,10,15", "5 10")]),
        ("2-nim", &[("lose", "win"), ("2", "3"), ("take 2 @1", "take 2 @2"), ("take 1 @1", "take 1 @2")]),
        ("3-grundy", &[("2", "5"), ("1", "0"), ("2", "1"), ("3", "1"), ("2 7 9 14", "2 7 9")]),
        ("4-sums", &[("2", "0"), ("take 1 @1", "take 1 @2"), ("win", "lose"), ("lose", "win")]),
        ("5-staircase", &[("lose", "win"), ("lose", "win"), ("step 3 1", "step 1 1")]),
        ("6-wythoff", &[("lose", "win"), ("6  10", "5 9"), ("both 2", "both 1"), ("lose", "win")]),
        (
            "7-fibonacci",
            &[("lose", "win"), ("take 1", "take 2"), ("2 3 5 8 13", "2 3 5 8 12"), ("take 3", "take 1")],
        ),
        ("8-misere", &[("lose", "win"), ("take 4 @3", "take 5 @3"), ("lose", "win"), ("lose", "win")]),
        (
            "9-theorem",
            &[
                ("lose iff n mod 4 = 0", "lose iff n mod 5 = 0"),
                ("12", "11"),
                ("15", "16"),
                (
                    "grundy = 0 if n = 0, n - 1 if n mod 4 = 0, n + 1 if n mod 4 = 3, n otherwise",
                    "grundy = n",
                ),
                ("period 12 from 71", "period 12 from 60"),
            ],
        ),
    ];

    fn asker() -> Asker {
        Asker::new(Budget::unlimited(), Arc::default(), Vec::new())
    }

    fn text(id: &str, lang: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lessons/{id}.{lang}.md"));
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    fn ask(asker: &mut Asker, route: Route, body: &Json, lang: Lang) -> Json {
        match asker.ask(route, &body.to_string(), lang) {
            Ok(reply) => reply.json,
            Err(fault) => panic!("{body}: {fault:?}"),
        }
    }

    /// Both languages ask the same, right answers are right and wrong ones wrong; and every lesson is in the table.
    #[test]
    fn lessons_judge_their_answers() {
        let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons")).unwrap().count();
        assert_eq!(files, 2 * ANSWERS.len());
        let mut asker = asker();
        for (id, answers) in ANSWERS {
            let mut shapes = Vec::new();
            for (lang, name) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
                let text = text(id, name);
                let shown = ask(&mut asker, Route::Lesson, &value!({"id": id, "text": text}), lang);
                let blocks = shown["blocks"].as_array().unwrap();
                let asked = blocks.iter().filter(|b| b["kind"] == "ask").count();
                assert_eq!(asked, answers.len(), "{id} {name}");
                shapes.push(
                    blocks
                        .iter()
                        .map(|b| {
                            value!([
                                b["kind"],
                                b["about"],
                                b["terms"][0]["game"],
                                b["terms"][0]["position"],
                                b["win"]
                            ])
                        })
                        .collect::<Vec<_>>(),
                );
                for (number, (right, wrong)) in answers.iter().enumerate() {
                    for (answer, holds) in [(right, true), (wrong, false)] {
                        let body = value!({"text": text, "question": number, "answer": answer});
                        let judged = ask(&mut asker, Route::Answer, &body, lang);
                        assert_eq!(judged["right"], value!(holds), "{id} {name} {number} {answer}: {judged}");
                    }
                }
            }
            assert_eq!(shapes[0], shapes[1], "{id}");
        }
    }

    /// A game that a lesson wants won can be won.
    #[test]
    fn what_must_be_won_can_be_won() {
        let mut asker = asker();
        for (id, _) in ANSWERS {
            let lesson = lesson::read(&text(id, "en")).unwrap();
            for block in &lesson.blocks {
                let Block::Play(play) = block else { continue };
                let question = question(&mut asker, &play.game).unwrap();
                let wanted = if play.second { Verdict::Lose } else { Verdict::Win };
                if play.win {
                    assert_eq!(outcome(&mut asker, &question).unwrap(), wanted, "{id}: {}", play.game);
                }
            }
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, line, part) in [
            ("Text", 1, "# Title"),
            ("# T\n\n```ask\nquestion: x", 3, "no end"),
            ("# T\n```ask\nnonsense\n```", 3, "key: value"),
            ("# T\n```ask\nquestion: x\nabout: size\n```", 2, "about: outcome"),
            ("# T\n```ask\nquestion: x\nabout: value\n```", 2, "game: nim 3 4 5"),
            ("# T\n```ask\nquestion: x\ngame: bash\nabout: lost\nnumbers: 1..999\n```", 6, "100 of them"),
            ("# T\n```play\ngame: nim 3\nopponent: god\n```", 4, "errs 30"),
            ("# T\n```play\ngame: nim 3\ncolour: red\n```", 4, "Known are game"),
        ] {
            let mistake = lesson::read(text).unwrap_err();
            assert_eq!(mistake.line, line, "{text}");
            assert!(mistake.say(Lang::En).contains(part), "{}", mistake.say(Lang::En));
            assert!(mistake.say(Lang::Zh).starts_with(&format!("第 {line} 行")));
        }
        let blocks = lesson::read("# T\n```play\ngame: no-such-game 3\n```\n").unwrap().blocks;
        let mistake = shown(&mut asker(), &blocks).err().unwrap();
        assert_eq!(mistake.line, 2);
    }
}
