//! The jury of an interactive problem: plays against a contestant's program over a pipe, line by line.
//!
//! The jury writes the position, then `first` or `second` (what the contestant is), then its moves; the contestant writes
//! moves; at the end the jury writes `win`, `lose` or `draw`, for the contestant. docs/interact.md has the protocol.
//! Verdicts have the exit codes of testlib.

use crate::oracle::Oracle;
use crate::program::{Cost, Program, end};
use crate::space::uniform;
use bouton::answer::entries::RawMove;
use bouton::engines::whole::State;
use bouton::language::ast::Verdict;
use bouton::language::diagnostic::Lang;
use bouton::language::interp::{Chosen, Turn};
use bouton::language::position::{parse_move, print_move};
use bouton::language::value::Value;
use bouton::play::opponent::{Opponent, Strength};
use bouton::rng::Rng;
use bouton::{Game, Match, Method, Problem};
use bouton_template::{Case, MoveForm, Origin, Template, Want};
use num_bigint::BigInt;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// Moves of a game, at most.
const MOVES: usize = 20_000;

/// Letters of a line that a contestant may write.
const LINE: u64 = 1 << 20;

/// Moves that may be generated for one move of the jury.
const WORK: u64 = 500_000;

/// Numbers beyond this have too many moves to try each.
const LISTABLE: u32 = 3000;

/// How the jury plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Jury {
    /// Never gives anything away, and makes a lost position as hard as it can.
    #[default]
    Perfect,
    /// Keeps a win if it has one, but by the move that wins latest; anything else it plays at random.
    Weak,
}

/// The side of the contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Side {
    /// The one that can win; the first mover in a draw.
    #[default]
    Winning,
    /// Moves first.
    First,
    /// Moves second.
    Second,
    /// The contestant says it.
    Choose,
}

/// What the jury says in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdicts {
    /// The contestant got what best play gives, or more.
    Accepted,
    /// Less than that, or an illegal move.
    WrongAnswer,
    /// A line that cannot be read.
    Presentation,
    /// The jury could not go on.
    Fail,
    /// The contestant's output ended too early.
    Ended,
    /// The contestant took too long.
    Timeout,
}

impl Verdicts {
    /// The exit code: those of testlib, and 1 for a contestant who takes too long.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdicts::Accepted => 0,
            Verdicts::WrongAnswer | Verdicts::Timeout => 1,
            Verdicts::Presentation => 2,
            Verdicts::Fail => 3,
            Verdicts::Ended => 8,
        }
    }

    /// The word, as testlib has it.
    pub fn word(self) -> &'static str {
        match self {
            Verdicts::Accepted => "ok",
            Verdicts::WrongAnswer => "wrong answer",
            Verdicts::Presentation => "wrong output format",
            Verdicts::Fail => "FAIL",
            Verdicts::Ended => "unexpected eof",
            Verdicts::Timeout => "time limit exceeded",
        }
    }
}

/// What is asked for.
pub struct Setup {
    /// The position to play.
    pub case: Case,
    /// How it is written.
    pub template: Template,
    /// How moves are written; as the rules language writes them where it is not given.
    pub form: Option<MoveForm>,
    /// The contestant's side.
    pub side: Side,
    /// How the jury plays.
    pub jury: Jury,
    /// Time for one answer.
    pub patience: Duration,
    /// Seed for the jury's choices.
    pub seed: u64,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
}

/// A game that was played.
pub struct Played {
    /// The verdict.
    pub verdict: Verdicts,
    /// Why, in both languages.
    pub why: [String; 2],
    /// Who moved (the contestant?) and what was written.
    pub moves: Vec<(bool, String)>,
    /// The side of the contestant.
    pub first: bool,
    /// What best play gives the contestant.
    pub due: Option<Verdict>,
}

/// A line to the contestant and lines from it.
pub struct Pipe {
    out: Box<dyn Write>,
    lines: mpsc::Receiver<String>,
    child: Option<Child>,
}

impl Pipe {
    /// Talks to a program that is started here.
    pub fn to(program: &Program, cost: &Cost) -> Result<Pipe, Problem> {
        let mut child = program.spawn(cost)?;
        let out: Box<dyn Write> = match child.stdin.take() {
            Some(pipe) => Box::new(pipe),
            None => Box::new(std::io::sink()),
        };
        let input: Box<dyn Read + Send> = match child.stdout.take() {
            Some(pipe) => Box::new(pipe),
            None => Box::new(std::io::empty()),
        };
        if let Some(mut errors) = child.stderr.take() {
            std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::stderr()));
        }
        Ok(Pipe { out, lines: listen(input), child: Some(child) })
    }

    /// Talks over standard input and output.
    pub fn standard() -> Pipe {
        Pipe { out: Box::new(std::io::stdout()), lines: listen(Box::new(std::io::stdin())), child: None }
    }

    fn write(&mut self, text: &str) {
        // A contestant who is gone is noticed when nothing comes back.
        let _ = self.out.write_all(text.as_bytes());
        if !text.ends_with('\n') {
            let _ = self.out.write_all(b"\n");
        }
        let _ = self.out.flush();
    }

    fn read(&mut self, patience: Duration, stop: &AtomicBool) -> Result<String, Silence> {
        let until = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(line.trim().to_string()),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(mpsc::RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    return Err(Silence::Stop);
                }
                Err(mpsc::RecvTimeoutError::Timeout) if Instant::now() >= until => return Err(Silence::Late),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            end(child);
        }
    }
}

enum Silence {
    Ended,
    Late,
    Stop,
}

fn listen(input: Box<dyn Read + Send>) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(input);
        loop {
            let mut line = Vec::new();
            match (&mut reader).take(LINE).read_until(b'\n', &mut line) {
                Ok(1..) if send.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
                _ => break,
            }
        }
    });
    receive
}

/// Plays one game.
pub fn play(setup: &Setup, oracle: &mut Oracle, pipe: &mut Pipe) -> Result<Played, Problem> {
    let mut table = Table { setup, oracle, rng: Rng::new(setup.seed), moves: Vec::new(), scores: [0, 0] };
    table.play(pipe)
}

struct Table<'t> {
    setup: &'t Setup,
    oracle: &'t mut Oracle,
    rng: Rng,
    moves: Vec<(bool, String)>,
    /// Points of both players, in score games.
    scores: [i64; 2],
}

impl Table<'_> {
    fn games(&self) -> [Game; 1] {
        [self.setup.case.game.clone()]
    }

    fn play(&mut self, pipe: &mut Pipe) -> Result<Played, Problem> {
        let case = &self.setup.case;
        pipe.write(&case.text(&self.setup.template, 0)?);
        let value = self.value(case)?;
        let first = match self.setup.side {
            Side::First => true,
            Side::Second => false,
            Side::Winning => value.is_none_or(|v| v.0 != Verdict::Lose),
            Side::Choose => match pipe.read(self.setup.patience, &self.setup.stop) {
                Ok(line) if line.eq_ignore_ascii_case("first") => true,
                Ok(line) if line.eq_ignore_ascii_case("second") => false,
                Ok(line) => {
                    let why = [
                        format!("\"{line}\" is neither first nor second"),
                        format!("“{line}”既不是 first 也不是 second"),
                    ];
                    return Ok(self.end(Verdicts::Presentation, why, true, None));
                }
                Err(silence) => return self.silent(silence, true, None),
            },
        };
        pipe.write(if first { "first" } else { "second" });
        // What the contestant can have at least; when they chose the wrong side, that is what they could have had.
        let due = value.map(|(v, score)| match (self.setup.side, first) {
            (Side::Choose, _) => (best(v, v.opposite()), score.map(i64::abs)),
            (_, true) => (v, score),
            (_, false) => (v.opposite(), score.map(|s| -s)),
        });
        let mut state = case.state();
        let mine = |state: &State| (state.turn.mover == case.mover) != first;
        for _ in 0..MOVES {
            if self.setup.stop.load(Ordering::Relaxed) {
                return Err(Problem::Interrupted);
            }
            let here = case.there(&state);
            // The number of the move matters in some games, so the state itself is asked.
            if let Some(verdict) = self.oracle.ended(&case.game, &state)? {
                let verdict = if mine(&state) { verdict.opposite() } else { verdict };
                return Ok(self.finish(pipe, verdict, first, due));
            }
            let chosen = if mine(&state) {
                let Some(chosen) = self.choose(&here, &state)? else {
                    let why = ["the jury has no move to make".to_string(), "评委无棋可走".to_string()];
                    return Ok(self.end(Verdicts::Fail, why, first, due.map(|d| d.0)));
                };
                let text = self.write(&here, &chosen)?;
                pipe.write(&text);
                self.moves.push((false, text));
                chosen
            } else {
                let line = match pipe.read(self.setup.patience, &self.setup.stop) {
                    Ok(line) => line,
                    Err(silence) => return self.silent(silence, first, due.map(|d| d.0)),
                };
                match self.read(&here, &line)? {
                    Ok(chosen) => {
                        self.moves.push((true, line));
                        chosen
                    }
                    Err((verdict, why)) => {
                        pipe.write("lose");
                        self.moves.push((true, line));
                        return Ok(self.end(verdict, why, first, due.map(|d| d.0)));
                    }
                }
            };
            state = self.after(&here, &state, &chosen)?;
        }
        let endless = case.game.rules().endless.is_some();
        if endless {
            return Ok(self.finish(pipe, Verdict::Draw, first, due));
        }
        let why = [format!("the game is not over after {MOVES} moves"), format!("走了 {MOVES} 步仍未结束")];
        Ok(self.end(Verdicts::Fail, why, first, due.map(|d| d.0)))
    }

    /// What best play gives the player to move, and in score games how much.
    fn value(&mut self, case: &Case) -> Result<Option<(Verdict, Option<i64>)>, Problem> {
        let score = case.game.rules().score.is_some();
        let truth = self.oracle.truth(case, if score { Want::Score } else { Want::Outcome })?;
        Ok(truth.and_then(|t| Some((t.outcome?, t.value.and_then(|v| v.as_int())))))
    }

    /// The game is over: did the contestant get what is due?
    fn finish(
        &mut self,
        pipe: &mut Pipe,
        verdict: Verdict,
        first: bool,
        due: Option<(Verdict, Option<i64>)>,
    ) -> Played {
        let own = if first { self.setup.case.mover } else { 1 - self.setup.case.mover };
        let difference = self.scores[own].saturating_sub(self.scores[1 - own]);
        let scored = self.setup.case.game.rules().score.is_some();
        let got = match (scored, difference.signum()) {
            (false, _) => verdict,
            (true, 1) => Verdict::Win,
            (true, -1) => Verdict::Lose,
            (true, _) => Verdict::Draw,
        };
        pipe.write(bouton::answer::word(got));
        let enough = match due {
            None => got == Verdict::Win,
            Some((_, Some(wanted))) => difference >= wanted,
            Some((wanted, None)) => got.rank() >= wanted.rank(),
        };
        let n = self.moves.len();
        let (en, zh) = match got {
            Verdict::Win => ("won", "获胜"),
            Verdict::Lose => ("lost", "落败"),
            Verdict::Draw => ("drew", "平局"),
        };
        let why = match enough {
            true => [format!("the contestant {en} after {n} moves"), format!("选手走完 {n} 步后{zh}")],
            false => [
                format!("the contestant {en} after {n} moves; best play gives more"),
                format!("选手走完 {n} 步后{zh}；最优走法可以更好"),
            ],
        };
        self.end(
            if enough { Verdicts::Accepted } else { Verdicts::WrongAnswer },
            why,
            first,
            due.map(|d| d.0),
        )
    }

    fn end(&mut self, verdict: Verdicts, why: [String; 2], first: bool, due: Option<Verdict>) -> Played {
        Played { verdict, why, moves: std::mem::take(&mut self.moves), first, due }
    }

    fn silent(&mut self, silence: Silence, first: bool, due: Option<Verdict>) -> Result<Played, Problem> {
        let (verdict, why) = match silence {
            Silence::Stop => return Err(Problem::Interrupted),
            Silence::Ended => (Verdicts::Ended, ["the contestant's output ended", "选手的输出提前结束"]),
            Silence::Late => {
                (Verdicts::Timeout, ["the contestant did not answer in time", "选手没有按时回答"])
            }
        };
        Ok(self.end(verdict, why.map(String::from), first, due))
    }

    /// A move as it is written.
    fn write(&mut self, here: &Case, chosen: &Chosen) -> Result<String, Problem> {
        let Some(form) = &self.setup.form else {
            let turn = Turn { mover: here.mover, turn: self.moves.len() as u64 };
            return Ok(print_move(here.game.interp(), &here.position, turn, chosen));
        };
        let to = self.oracle.after(here, chosen)?.map(|(next, _)| next.position);
        Ok(form.print(here, chosen, &to.unwrap_or_default()))
    }

    /// The move that a contestant wrote, or what is wrong with it.
    #[allow(clippy::type_complexity, reason = "a move or a verdict, inside what may go wrong with the rules")]
    fn read(&mut self, here: &Case, line: &str) -> Result<Result<Chosen, (Verdicts, [String; 2])>, Problem> {
        let turn = Turn { mover: here.mover, turn: self.moves.len() as u64 };
        let illegal = [format!("\"{line}\" is not a legal move"), format!("“{line}”不是合法的走法")];
        let unread = [format!("\"{line}\" cannot be read as a move"), format!("“{line}”无法读作走法")];
        let Some(form) = &self.setup.form else {
            return Ok(match parse_move(here.game.interp(), &here.position, turn, line) {
                Ok(found) => match found.into_iter().next() {
                    Some(chosen) => Ok(chosen),
                    None => Err((Verdicts::WrongAnswer, illegal)),
                },
                Err(error) => {
                    use bouton::language::diagnostic::Wording;
                    let said = [error.message(Lang::En), error.message(Lang::Zh)];
                    Err((Verdicts::WrongAnswer, said.map(|s| format!("\"{line}\": {s}"))))
                }
            });
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != form.length(here) {
            return Ok(Err((Verdicts::Presentation, unread)));
        }
        Ok(match self.oracle.meant(form, here, &words)? {
            None => Err((Verdicts::Presentation, unread)),
            Some(moves) => moves.into_iter().next().ok_or((Verdicts::WrongAnswer, illegal)),
        })
    }

    fn after(&mut self, here: &Case, state: &State, chosen: &Chosen) -> Result<State, Problem> {
        let games = self.games();
        let part = &here.position.parts[chosen.part];
        let applied = here.game.interp().apply(part, chosen.line, &chosen.choices, state.turn);
        let Some(applied) = applied.map_err(|e| Problem::run(e, here.game.sources()))? else {
            return Ok(state.clone());
        };
        self.scores[state.turn.mover] = self.scores[state.turn.mover].saturating_add(applied.gain);
        self.oracle
            .solver
            .with_whole(&games, |w| Ok(w.after(state, 0, chosen.part, &applied.parts, applied.again)))
    }

    /// The jury's move.
    fn choose(&mut self, here: &Case, state: &State) -> Result<Option<Chosen>, Problem> {
        let games = self.games();
        let listable = here.largest() <= BigInt::from(LISTABLE);
        if listable && self.setup.jury == Jury::Perfect || here.game.method() == Method::Score {
            let strength = Strength::Perfect;
            self.oracle.solver.renew();
            self.oracle.solver.limit_work(&games, Some(WORK));
            let found = Opponent::new(strength, self.rng.bits())
                .choose(&mut self.oracle.solver, Match::of(&games, state));
            self.oracle.solver.limit_work(&games, None);
            match found {
                Ok(Some(choice)) if choice.sure => return Ok(Some(choice.by.chosen())),
                Ok(_) | Err(Problem::Over(_) | Problem::Run { .. }) => {}
                Err(other) => return Err(other),
            }
        }
        let (winning, _) = self.oracle.winning(here, self.setup.jury == Jury::Weak)?;
        if !winning.is_empty() {
            return self.latest(here, winning).map(Some);
        }
        let some = self.some_moves(here, state)?;
        Ok(self.rng.pick(&some).cloned())
    }

    /// Of winning moves, one that leaves most; a perfect jury takes any.
    fn latest(&mut self, here: &Case, winning: Vec<Chosen>) -> Result<Chosen, Problem> {
        let mut rated = Vec::new();
        for m in winning {
            let left = self.oracle.after(here, &m)?.map(|(next, _)| next.size()).unwrap_or_default();
            rated.push((left, m));
        }
        if self.setup.jury == Jury::Weak {
            let most = rated.iter().map(|(left, _)| left).max().cloned().unwrap_or_default();
            rated.retain(|(left, _)| *left == most);
        }
        let at = self.rng.below(rated.len() as u64) as usize;
        Ok(rated.swap_remove(at).1)
    }

    /// Legal moves: all of them, or some where there are too many.
    fn some_moves(&mut self, here: &Case, state: &State) -> Result<Vec<Chosen>, Problem> {
        if let Some(moves) = self.oracle.moves(here)? {
            return Ok(moves.iter().map(RawMove::chosen).collect());
        }
        let mut out = Vec::new();
        // Numbers of the position as choices: large moves as well as small ones, so that the game comes to an end.
        let numbers: Vec<BigInt> = here.numbers();
        for _ in 0..300 {
            let part = self.rng.below(here.position.parts.len() as u64) as usize;
            let line = self.rng.below(here.game.rules().moves.len() as u64) as usize;
            let Some(fields) = here.position.parts.get(part) else { continue };
            let count = here.game.rules().moves.get(line).map_or(0, |m| m.chosen.len());
            let mut choices = Vec::new();
            for _ in 0..count {
                let top = self.rng.pick(&numbers).cloned().unwrap_or_default();
                choices.push(Value::big(uniform(&mut self.rng, &BigInt::from(0), &top)));
            }
            let legal = here.game.interp().apply(fields, line, &choices, state.turn);
            if matches!(legal, Ok(Some(_))) {
                out.push(Chosen { part, line, choices });
            }
        }
        for (part, fields) in here.position.parts.iter().enumerate() {
            let mut some = 0;
            if !out.is_empty() {
                break;
            }
            // Rules that cannot be run on numbers so large give what they gave until then.
            let _ = here.game.interp().moves(fields, state.turn, &mut |made| {
                some += 1;
                out.push(Chosen { part, line: made.line, choices: made.choices.to_vec() });
                if some < 500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        Ok(out)
    }
}

/// A position for a game of which none was named: random within the limits, and one that its mover wins where it can be.
pub fn start(
    oracle: &mut Oracle,
    space: &mut crate::space::Space,
    seed: u64,
) -> Result<Option<Case>, Problem> {
    let mut rng = Rng::new(seed);
    let to = space.to(&BigInt::from(30));
    let mut last = None;
    for _ in 0..50 {
        let Some(case) = space.random_case(&mut oracle.solver, &mut rng, &to, &[], Origin::Random)? else {
            continue;
        };
        if oracle.over(&case)?.is_some() {
            continue;
        }
        let known = oracle.truth(&case, Want::Outcome)?.is_some();
        last = Some(case);
        if known {
            break;
        }
    }
    Ok(last)
}

fn best(a: Verdict, b: Verdict) -> Verdict {
    if a.rank() >= b.rank() { a } else { b }
}
