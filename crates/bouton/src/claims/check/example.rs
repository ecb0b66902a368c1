//! One example against the rules, with the evidence where it is wrong.

use super::{Place, flat};
use crate::answer::entries::wins;
use crate::answer::why::Refutation;
use crate::answer::{LineMove, MoveEntry, reasons};
use crate::claims::aside::Aside;
use crate::engines::solver::Solver;
use crate::engines::whole::State;
use crate::game::{Game, Match, Method, Question};
use crate::problem::{Over, Problem};
use bouton_language::ast::Verdict;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Position;
use bouton_language::number;
use bouton_language::rules::{Example, ExampleAnswer};
use bouton_language::value::Value;
use std::ops::ControlFlow;

/// What became of an example.
#[derive(Clone, Debug)]
pub struct ExampleResult {
    /// The example as written.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// What was found.
    pub verdict: ExampleVerdict,
}

/// What was found about an example.
#[derive(Clone, Debug)]
pub enum ExampleVerdict {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong(Box<WrongExample>),
    /// The position cannot be read, or the rules fail on it.
    Fails(Box<Problem>),
    /// The budget ended first.
    Unknown(Over),
    /// It is about other parameters or another ending.
    Aside(Aside),
}

/// A wrong example.
#[derive(Clone, Debug)]
pub struct WrongExample {
    /// What was told.
    pub told: Told,
    /// What is true.
    pub truth: Truth,
    /// Is it about the player who sets up?
    pub setup: bool,
    /// Why the truth is the truth.
    pub evidence: Evidence,
}

/// What an example tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// For the player to move (or who sets up).
    Outcome(Verdict),
    /// A winning move leads there.
    To(String),
    /// This player wins.
    Player(String),
    /// Grundy value.
    Grundy(Value),
    /// Score.
    Score(Value),
    /// The value of a partizan position.
    Worth(String),
}

/// What is true instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// For the player to move (or who sets up).
    Outcome(Verdict),
    /// The winning moves lead to these.
    Options(Vec<String>),
    /// This player wins; `None`: a draw.
    Player(Option<String>),
    /// Grundy value.
    Grundy(u64),
    /// Score.
    Score(i64),
    /// The value of a partizan position.
    Worth(String),
}

/// Why the truth is the truth.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Nothing to show.
    None,
    /// Every move has an answer.
    Refuted(Vec<Refutation>),
    /// A winning move.
    Wins(Box<MoveEntry>),
    /// The best line of a score game.
    Line(Vec<LineMove>),
    /// A start that wins for the player who sets up.
    Start(String),
}

impl ExampleResult {
    /// Is it wrong, or can it not be read?
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict, ExampleVerdict::Wrong(_) | ExampleVerdict::Fails(_))
    }

    /// The sentence with its place, and the evidence below it.
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let (place, text) = (&self.place, &self.text);
        match &self.verdict {
            ExampleVerdict::Right => {
                vec![lang.pick(format!("{place}  {text} is right."), format!("{place}  {text} 正确。"))]
            }
            ExampleVerdict::Fails(p) => {
                let why = p.line(lang);
                vec![lang.pick(
                    format!("{place}  {text} cannot be tested: {why}"),
                    format!("{place}  {text} 无法检验：{why}"),
                )]
            }
            ExampleVerdict::Unknown(over) => {
                let why = over.say(lang);
                vec![lang.pick(
                    format!("{place}  {text} was not tested: {why}"),
                    format!("{place}  {text} 未检验：{why}"),
                )]
            }
            ExampleVerdict::Aside(aside) => {
                let why = aside.say(lang);
                vec![lang.pick(
                    format!("{place}  {text} is set aside: {why}."),
                    format!("{place}  {text} 不予检验：{why}。"),
                )]
            }
            ExampleVerdict::Wrong(w) => {
                let truth = w.say(lang);
                let mut lines = vec![lang.pick(
                    format!("{place}  {text} is wrong: {truth}."),
                    format!("{place}  {text} 有误：{truth}。"),
                )];
                lines.extend(w.evidence.lines(lang));
                lines
            }
        }
    }
}

impl WrongExample {
    /// "the first player LOSES"
    pub fn say(&self, lang: Lang) -> String {
        let who = if self.setup {
            lang.pick("the player who sets up", "布局者")
        } else {
            lang.pick("the first player", "先手")
        };
        match &self.truth {
            Truth::Outcome(Verdict::Win) => lang.pick(format!("{who} WINS"), format!("{who}必胜")),
            Truth::Outcome(Verdict::Lose) => lang.pick(format!("{who} LOSES"), format!("{who}必败")),
            Truth::Outcome(Verdict::Draw) | Truth::Player(None) => lang.pick("it is a DRAW", "是平局").into(),
            Truth::Player(Some(p)) => lang.pick(format!("{p} wins"), format!("{p} 胜")),
            Truth::Grundy(g) => lang.pick(format!("the Grundy value is {g}"), format!("SG 值是 {g}")),
            Truth::Score(s) => lang.pick(format!("the score is {s}"), format!("得分是 {s}")),
            Truth::Worth(v) => lang.pick(format!("the value is {v}"), format!("值是 {v}")),
            Truth::Options(options) => {
                let list = options.join(lang.pick(", ", "、"));
                match options.is_empty() {
                    true => lang.pick("no move wins", "没有必胜走法").into(),
                    false => {
                        lang.pick(format!("the winning moves lead to {list}"), format!("必胜走法通向 {list}"))
                    }
                }
            }
        }
    }
}

impl Evidence {
    /// One line a move.
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        match self {
            Evidence::None => Vec::new(),
            Evidence::Start(start) => {
                vec![lang.pick(format!("the start {start} wins"), format!("开局 {start} 获胜"))]
            }
            Evidence::Wins(m) => {
                let (said, to) = (m.text(lang), &m.to);
                vec![lang.pick(format!("{said} → {to} wins"), format!("{said} → {to} 获胜"))]
            }
            Evidence::Line(line) => {
                line.iter().map(|m| format!("{}: {} → {}", m.player, m.text.say(lang), m.to)).collect()
            }
            Evidence::Refuted(list) => list
                .iter()
                .map(|r| {
                    let first = format!("{} → {}", r.text.say(lang), r.to);
                    match (&r.answer, &r.answer_to) {
                        (Some(a), Some(to)) => {
                            let answer = a.say(lang);
                            lang.pick(
                                format!("{first}   answer: {answer} → {to}"),
                                format!("{first}   应对：{answer} → {to}"),
                            )
                        }
                        _ => first,
                    }
                })
                .collect(),
        }
    }
}

/// Moves that may be generated before the game's claims are asked.
const QUICK: u64 = 500_000;

pub(super) fn set_aside(game: &Game, example: &Example, aside: Aside) -> ExampleResult {
    let (text, place) = (flat(game, example.span), Place::of(game, example.span));
    ExampleResult { text, place, verdict: ExampleVerdict::Aside(aside) }
}

pub(super) fn check(solver: &mut Solver, game: &Game, example: &Example) -> Result<ExampleResult, Problem> {
    let verdict = match test(solver, game, example) {
        Ok(None) => ExampleVerdict::Right,
        Ok(Some(wrong)) => ExampleVerdict::Wrong(Box::new(wrong)),
        Err(Problem::Over(over)) => ExampleVerdict::Unknown(over),
        Err(Problem::Interrupted) => return Err(Problem::Interrupted),
        Err(other) => ExampleVerdict::Fails(Box::new(other)),
    };
    Ok(ExampleResult { text: flat(game, example.span), place: Place::of(game, example.span), verdict })
}

fn test(solver: &mut Solver, game: &Game, example: &Example) -> Result<Option<WrongExample>, Problem> {
    let set = game.interp().example_params(example).map_err(|e| game.fail(e))?;
    let game = if set.is_empty() { game.clone() } else { game.with_values(&set)? };
    if example.setup {
        return setup(solver, &game, example);
    }
    let games = [game.clone()];
    let position = game.position(&example.position)?;
    let mover = example.first.unwrap_or(0).min(1);
    let state = State::new(position.clone(), mover);
    let players = &game.rules().players;
    let (told, truth) = match &example.answer {
        ExampleAnswer::Grundy(v) => {
            let g = solver.grundy(Match::of(&games, &state))?;
            (Told::Grundy(v.clone()), (Value::big(g.into()) != *v).then_some(Truth::Grundy(g)))
        }
        ExampleAnswer::Score(v) => {
            let s = solver.score(Match::of(&games, &state))?;
            (Told::Score(v.clone()), (Value::Int(s) != *v).then_some(Truth::Score(s)))
        }
        ExampleAnswer::Worth(text) => {
            (Told::Worth(text.clone()), solver.other_value(&game, &position, text)?.map(Truth::Worth))
        }
        ExampleAnswer::Player(p) => {
            let truth = outcome(solver, &game, &position, mover)?;
            let winner = match truth {
                Verdict::Win => Some(mover),
                Verdict::Lose => Some(1 - mover),
                Verdict::Draw => None,
            };
            let name = |p: usize| players[p.min(1)].clone();
            (Told::Player(name(*p)), (winner != Some(*p)).then(|| Truth::Player(winner.map(name))))
        }
        ExampleAnswer::Outcome(v, to) => {
            let truth = outcome(solver, &game, &position, mover)?;
            match to {
                Some(to) if truth == *v => {
                    let options = not_reached(solver, &game, &position, mover, to)?;
                    (Told::To(to.clone()), options.map(Truth::Options))
                }
                _ => (Told::Outcome(*v), (truth != *v).then_some(Truth::Outcome(truth))),
            }
        }
    };
    let Some(truth) = truth else { return Ok(None) };
    let evidence = evidence(solver, Match::of(&games, &state), &truth).or_else(|p| match p {
        Problem::Over(_) => Ok(Evidence::None),
        other => Err(other),
    })?;
    Ok(Some(WrongExample { told, truth, setup: false, evidence }))
}

/// The outcome for the player to move, by search or (for positions beyond it) by the game's claims.
fn outcome(solver: &mut Solver, game: &Game, position: &Position, mover: usize) -> Result<Verdict, Problem> {
    let mut question = Question::new(game.clone(), position.clone());
    question.state.turn.mover = mover;
    let claims = !game.rules().claims.is_empty();
    if !question.huge() {
        solver.count_work(game.as_ref(), claims.then_some(QUICK));
        let quick = solver.outcome(game.at(&question.state));
        solver.count_work(game.as_ref(), None);
        match quick {
            Err(Problem::Over(Over::Work)) => {}
            other => return other,
        }
    }
    match solver.by_claim(&question).transpose()?.and_then(|a| a.outcome) {
        Some(verdict) => Ok(verdict),
        None if question.huge() => {
            let answer = solver.solve(&question)?;
            answer
                .outcome
                .ok_or_else(|| Problem::Over(Over::Size { what: answer.known.unwrap_or_default().into() }))
        }
        None => solver.outcome(game.at(&question.state)),
    }
}

/// The options of the winning moves, if the one that was told is not among them.
fn not_reached(
    solver: &mut Solver,
    game: &Game,
    position: &Position,
    mover: usize,
    told: &str,
) -> Result<Option<Vec<String>>, Problem> {
    let wanted = game.interp().canonical(&game.position(told)?);
    let state = State::new(position.clone(), mover);
    let mut options: Vec<String> = Vec::new();
    let best = (game.method() == Method::Score).then(|| solver.score(game.at(&state))).transpose()?;
    let live = |p: &Position| {
        // An emptied heap and no heap are the same to a reader.
        let mut p = p.clone();
        p.parts.retain(|part| !matches!(&**part, [Value::Int(0)]));
        p
    };
    for m in solver.raw_moves(game.at(&state))? {
        let worth = solver.worth(game.at(&m.to))?;
        let good = match (best, worth.score) {
            (Some(best), Some(s)) => crate::answer::entries::move_score(game.as_ref(), &m, s) == best,
            _ => wins(&m, worth.verdict),
        };
        if !good {
            continue;
        }
        if live(&game.interp().canonical(&m.to.positions[0])) == live(&wanted) {
            return Ok(None);
        }
        let shown = game.show(&m.to.positions[0]);
        if !options.contains(&shown) {
            options.push(shown);
        }
    }
    Ok(Some(options))
}

fn evidence(solver: &mut Solver, at: Match<'_>, truth: &Truth) -> Result<Evidence, Problem> {
    if at.method == Method::Score {
        return Ok(Evidence::Line(reasons::best_line(solver, at)?));
    }
    let verdict = match truth {
        Truth::Outcome(v) => *v,
        Truth::Player(_) => solver.outcome(at)?,
        _ => return Ok(Evidence::None),
    };
    Ok(match verdict {
        Verdict::Win => match reasons::winning_reply(solver, at)? {
            Some(m) => Evidence::Wins(Box::new(m)),
            None => Evidence::None,
        },
        Verdict::Lose if solver.with_whole(at.games, |w| w.over(at.state))?.is_none() => {
            let listed = solver.listed(at)?;
            Evidence::Refuted(reasons::refutations(solver, at, &listed)?)
        }
        _ => Evidence::None,
    })
}

/// `example setup N`: can the player who sets up win?
fn setup(solver: &mut Solver, game: &Game, example: &Example) -> Result<Option<WrongExample>, Problem> {
    let given = number::fitting::<i64>(&example.position).map(Value::Int).ok_or_else(|| {
        Problem::NotApplicable(crate::problem::NotApplicable::Other([
            format!("{} is not a number to set up with.", example.position),
            format!("{} 不是可用于布局的数。", example.position),
        ]))
    })?;
    let first = example.first.unwrap_or(0).min(1);
    let mut starts = Vec::new();
    game.interp()
        .setups(&given, &mut |p| {
            starts.push(p);
            ControlFlow::Continue(())
        })
        .map_err(|e| game.fail(e))?;
    let mut truth = Verdict::Lose;
    let mut best = None;
    for p in &starts {
        // What is lost for the one who moves is won for the one who set up.
        match outcome(solver, game, p, first)? {
            Verdict::Lose => {
                (truth, best) = (Verdict::Win, Some(p));
                break;
            }
            Verdict::Draw => (truth, best) = (Verdict::Draw, Some(p)),
            Verdict::Win => {}
        }
    }
    let players = &game.rules().players;
    let (told, truth) = match &example.answer {
        ExampleAnswer::Outcome(v, _) => (Told::Outcome(*v), (truth != *v).then_some(Truth::Outcome(truth))),
        ExampleAnswer::Player(p) => {
            let winner = match truth {
                Verdict::Win => Some(1 - first),
                Verdict::Lose => Some(first),
                Verdict::Draw => None,
            };
            let name = |p: usize| players[p.min(1)].clone();
            (Told::Player(name(*p)), (winner != Some(*p)).then(|| Truth::Player(winner.map(name))))
        }
        ExampleAnswer::Grundy(_) | ExampleAnswer::Score(_) | ExampleAnswer::Worth(_) => {
            return Err(Problem::NotApplicable(crate::problem::NotApplicable::Other([
                "An example with setup tells who wins, not a value.".into(),
                "带 setup 的例子只能给出胜负，不能给出数值。".into(),
            ])));
        }
    };
    let evidence = best.map_or(Evidence::None, |p| Evidence::Start(game.show(p)));
    Ok(truth.map(|truth| WrongExample { told, truth, setup: true, evidence }))
}
