//! The one place where a method is chosen, from what is known about the game and what is asked.

use crate::claims;
use crate::ir::{Answer, AnswerPiece, Formula, Function, Goal, Program, Quotient, Search, Table, Ty};
use crate::lower::Lower;
use crate::print::Target;
use crate::wrong::{Cannot, Wrong};
use crate::{outside, print, sizes};
use bouton::answer::Status;
use bouton::claims::{Trusted, adds};
use bouton::misere::{Misere, Repeats};
use bouton::proof::{Finding, Period};
use bouton::{Budget, Game, Problem, Solver};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::diagnostic::Lang;
use bouton_language::rules::{End, Rules, ScoreKind};
use bouton_template::{Asked, Input, NAMES, Piece, Task, Want, What, written};
use serde_json::{Value as Json, json};

/// Moves that the check of a claim usually generates.
pub const CHECKS: u64 = 60_000;

/// Values of heaps that are written into a program; longer lists are computed by it.
const WRITTEN: u64 = 4000;

/// Elements of a misère quotient whose products are written into a program.
const LARGEST_QUOTIENT: usize = 200;

/// How a program finds its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A closed form.
    Formula,
    /// Values that repeat.
    Table,
    /// The misère quotient of the heaps.
    Quotient,
    /// The rules, followed to the end, with memory.
    Search,
}

impl Method {
    /// All, in the order in which they are tried.
    const ALL: [Method; 4] = [Method::Formula, Method::Table, Method::Quotient, Method::Search];

    /// The word on the command line and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Method::Formula => "formula",
            Method::Table => "table",
            Method::Quotient => "quotient",
            Method::Search => "search",
        }
    }
}

/// What is asked for.
pub struct Setup {
    /// The problem; its cases follow one another until the input ends where nothing else is said.
    pub task: Task,
    /// This method and no other.
    pub method: Option<Method>,
    /// Moves that the check of a claim may generate: [`CHECKS`] for people.
    pub checks: u64,
    /// What checking claims and looking for theorems may cost.
    pub budget: Budget,
}

/// A program before it is printed in a language.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// How it finds its answers.
    pub method: Method,
    /// How far it can be trusted.
    pub status: Status,
    /// How a case is read.
    pub template: String,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Its text.
    pub text: String,
    /// Its language.
    pub target: Target,
    /// How it finds its answers.
    pub method: Method,
    /// How far it can be trusted.
    pub status: Status,
    /// How a case is read.
    pub template: String,
}

impl Exported {
    /// As JSON.
    pub fn json(&self) -> Json {
        let mut out = json!({
            "language": self.target.word(),
            "method": self.method.word(),
            "status": self.status.word(),
        });
        if let Status::Checked(to) = &self.status {
            out["checked_to"] = json!(to.say(Lang::En));
        }
        out["template"] = json!(self.template);
        out["program"] = json!(self.text);
        out
    }
}

/// A program for a game in one language. A method that the language cannot express gives way to the next.
pub fn export(setup: &Setup, target: Target) -> Result<Exported, Problem> {
    first(setup, |prepared| {
        let text = prepared.print(target)?;
        let Prepared { method, status, template, .. } = prepared;
        Some(Exported { text, target, method, status, template })
    })
}

/// The same before it is printed, so that one program can be printed in several languages.
pub fn prepare(setup: &Setup) -> Result<Prepared, Problem> {
    first(setup, Some)
}

/// The first method that applies and gives something.
fn first<T>(setup: &Setup, give: impl Fn(Prepared) -> Option<T>) -> Result<T, Problem> {
    let wanted: Vec<Method> = match setup.method {
        Some(method) => vec![method],
        None => Method::ALL.to_vec(),
    };
    let mut solver = Solver::new(setup.budget.clone());
    let mut refused: Option<Problem> = None;
    for method in wanted {
        match attempt(setup, method, &mut solver) {
            Ok(Some(prepared)) => {
                if let Some(made) = give(prepared) {
                    return Ok(made);
                }
            }
            Ok(None) => {}
            Err(problem @ Problem::Input(_)) => refused = Some(problem),
            Err(other) => return Err(other),
        }
    }
    Err(refused.unwrap_or_else(|| {
        let method = setup.method.unwrap_or(Method::Search);
        Wrong::Method { method: method.word() }.into()
    }))
}

impl Prepared {
    /// The text in a language; `None` where it has no numbers large enough for a constant.
    pub fn print(&self, target: Target) -> Option<String> {
        print::print(&self.program, target)
    }
}

/// What the program computes, as the flags and the rules say; and whether a number is printed.
fn goal(task: &Task) -> Result<(Goal, bool), Problem> {
    let (game, rules) = (&task.game, task.game.rules());
    if task.answers.form.is_some() {
        return Err(Wrong::Answer { what: "--move".into() }.into());
    }
    Ok(match task.answers.number(game)? {
        Some(Want::Grundy) => (Goal::Grundy, true),
        Some(Want::Score) if rules.score == Some(ScoreKind::Shared) => (Goal::Shared, true),
        Some(Want::Score) => (Goal::Score, true),
        Some(want) => return Err(Wrong::Answer { what: want.word().into() }.into()),
        None if rules.score.is_some() => (Goal::Score, false),
        None if rules.shape.kind == ShapeKind::Heaps && adds(game) => (Goal::Grundy, false),
        None => (Goal::Outcome, false),
    })
}

/// The words of an answer, and whether they are the players' names.
fn words(rules: &Rules, asked: &Asked) -> ([String; 3], bool) {
    let named = rules.players_named && asked.yes.is_none() && asked.no.is_none();
    if named {
        let draw = asked.draw.clone().unwrap_or_else(|| "draw".into());
        return ([rules.players[0].clone(), rules.players[1].clone(), draw], true);
    }
    (written(asked), false)
}

fn answer(lower: &mut Lower<'_>, task: &Task, number: bool) -> Result<Answer, Problem> {
    let (words, named) = words(lower.rules, &task.answers);
    let mut pieces = Vec::new();
    for piece in task.answers.template(&task.game)?.pieces() {
        let (hole, what) = match piece {
            Piece::Text(text) => {
                pieces.push(AnswerPiece::Text(text.clone()));
                continue;
            }
            Piece::Hole { hole, what, .. } => (hole, what),
        };
        let refuse = || Problem::from(Wrong::Answer { what: format!("{{{hole}}}") });
        pieces.push(match what {
            What::Given(i) => match NAMES[*i] {
                "answer" => AnswerPiece::Answer,
                "i" => AnswerPiece::Case,
                "grundy" | "score" if number => AnswerPiece::Answer,
                _ => return Err(refuse()),
            },
            What::View(view) => {
                let made = lower.in_frame(&[&view.expr], &[], |l| {
                    l.give(1, "result", Ty::Int(false));
                    l.give(2, "result", Ty::Int(false));
                    l.expr(&view.expr)
                });
                let made = made.map_err(|_| refuse())?;
                if !matches!(made.ty, Ty::Int(_) | Ty::Text) {
                    return Err(refuse());
                }
                AnswerPiece::Value(made)
            }
            What::Count(_) | What::Heaps => return Err(refuse()),
        });
    }
    Ok(Answer { pieces, words, named, number })
}

/// A method, if it applies.
fn attempt(setup: &Setup, method: Method, solver: &mut Solver) -> Result<Option<Prepared>, Problem> {
    let game = &setup.task.game;
    let input = Input::new(&setup.task)?;
    let (goal, number) = goal(&setup.task)?;
    match method {
        Method::Formula => {
            let mut goals = vec![goal];
            // One heap, or one whole position, may have an outcome claim where values have none.
            if goal == Goal::Grundy && !number {
                goals.push(Goal::Outcome);
            }
            for goal in goals {
                let (more, trusted) = claims::trusted(solver, game, &input, goal, setup.checks)?;
                if trusted.is_empty() {
                    continue;
                }
                // A formula that cannot be written is no obstacle to the next method.
                if let Ok(Some(made)) = formula(setup, &more, &input, goal, number, &trusted) {
                    return Ok(Some(made));
                }
            }
            Ok(None)
        }
        Method::Table => {
            let single = matches!(game.rules().shape.fields.as_slice(), [f] if f.kind == FieldKind::Number);
            if goal != Goal::Grundy || !single || !input.params.is_empty() {
                return Ok(None);
            }
            let finding = solver.theorem_of(game)?;
            let period = match finding.as_deref() {
                Some(Finding::Period(p)) => Some(p.period.clone()),
                Some(Finding::Proved(p)) => p.period.clone(),
                _ => None,
            };
            match period {
                Some(period) => table(setup, &input, number, &period),
                None => Ok(None),
            }
        }
        Method::Quotient if goal != Goal::Outcome || !input.params.is_empty() => Ok(None),
        Method::Quotient => match solver.quotient_of(game) {
            Some(found) => quotient(setup, &input, &found),
            None => Ok(None),
        },
        Method::Search => search(setup, &input, goal, number).map(Some),
    }
}

pub(crate) fn say(game: &Game, cannot: Cannot) -> Problem {
    let sources = game.sources();
    let (file, line) = sources.line(cannot.span);
    let text = sources.slice(cannot.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(80).collect();
    Wrong::Construct { what: cannot.what, place: format!("{file}:{line}"), text }.into()
}

/// What was translated, before it becomes a program.
pub(crate) struct Made {
    pub(crate) formulas: Vec<Formula>,
    pub(crate) table: Option<Table>,
    pub(crate) search: Option<Search>,
    pub(crate) goal: Goal,
    /// Numbers have 128 bits.
    pub(crate) wide: bool,
}

fn formula(
    setup: &Setup,
    game: &Game,
    input: &Input,
    goal: Goal,
    number: bool,
    trusted: &[Trusted],
) -> Result<Option<Prepared>, Problem> {
    let mut lower = Lower::new(game, &input.params).map_err(|c| say(game, c))?;
    let rules: &Rules = game.rules();
    let settled = lower.settle(|l| {
        let mut formulas: Vec<Formula> = Vec::new();
        let mut used: Vec<usize> = Vec::new();
        for (k, t) in trusted.iter().enumerate() {
            let Some(claim) = rules.claims.get(t.index) else { continue };
            let name = match formulas.len() {
                0 => "formula".to_string(),
                n => format!("formula{}", n + 1),
            };
            // One that cannot be written is passed over.
            let Ok(Some(made)) = l.formula(claim, input, t.from, &name) else { continue };
            let all = made.only.is_none();
            formulas.push(made);
            used.push(k);
            if all {
                break;
            }
        }
        let complete = formulas.last().is_some_and(|f| f.only.is_none());
        // A sum is decided by values of all its parts; formulas about values and about outcomes do not mix.
        let search = if complete { None } else { Some(l.search(goal)?) };
        l.fields()?;
        Ok((formulas, used, search))
    });
    let (mut formulas, used, search) = settled.map_err(|c| say(game, c))?;
    if formulas.is_empty() {
        return Ok(None);
    }
    let mut status = Status::Proved;
    for (f, k) in formulas.iter_mut().zip(&used) {
        let t = &trusted[*k];
        let Some(claim) = rules.claims.get(t.index) else { continue };
        let words: Vec<&str> = game.sources().slice(claim.span).split_whitespace().collect();
        let earned = t.status.say(Lang::En);
        let found = t.index >= setup.task.game.rules().claims.len();
        let source = if found { "a theorem found from the rules" } else { "a claim of the rules" };
        f.comment = vec![words.join(" "), format!("{earned}: {source}")];
        if status == Status::Proved {
            status = t.status.clone();
        }
    }
    let mut method = vec![format!("Method: closed form, {}.", status.say(Lang::En))];
    if search.is_some() {
        method.push("Where the formula says nothing, the rules are searched.".into());
    }
    let made = Made { formulas, table: None, search, goal, wide: true };
    let program = program(setup, game, input, number, lower, made, method)?;
    Ok(Some(Prepared { program, method: Method::Formula, status, template: input.template.clone() }))
}

fn table(setup: &Setup, input: &Input, number: bool, period: &Period) -> Result<Option<Prepared>, Problem> {
    let game = &setup.task.game;
    let length = period.from as u64 + period.period as u64;
    let n = &game.rules().shape.fields[0].name;
    let plus = if period.saltus == 0 { String::new() } else { format!(" + {}", period.saltus) };
    let comment = vec![
        format!("g({n} + {}) = g({n}){plus} for every {n} >= {}", period.period, period.from),
        format!("PROVED: {}", period.reason[0]),
    ];
    let values: Option<Vec<u64>> = match length <= WRITTEN {
        true => (0..length).map(|n| period.value(&n.into()).and_then(|v| u64::try_from(v).ok())).collect(),
        false => Some(Vec::new()),
    };
    let Some(values) = values else { return Ok(None) };
    let mut lower = Lower::new(game, &input.params).map_err(|c| say(game, c))?;
    let computed = values.is_empty();
    let settled = lower.settle(|l| {
        l.fields()?;
        if computed { l.search(Goal::Grundy).map(Some) } else { Ok(None) }
    });
    let search = settled.map_err(|c| say(game, c))?;
    let (from, saltus) = (period.from as u64, u64::from(period.saltus));
    let table = Table { values, from, period: period.period as u64, saltus, comment, quotient: None };
    let made = Made { formulas: Vec::new(), table: Some(table), search, goal: Goal::Grundy, wide: false };
    let method = vec!["Method: table of the values of single heaps with its period, PROVED.".to_string()];
    let program = program(setup, game, input, number, lower, made, method)?;
    Ok(Some(Prepared {
        program,
        method: Method::Table,
        status: Status::Proved,
        template: input.template.clone(),
    }))
}

/// The table of a misère quotient that decides sums of heaps of every size; none where it is not proved so far, or too large.
fn quotient(setup: &Setup, input: &Input, found: &Misere) -> Result<Option<Prepared>, Problem> {
    let Some(complete) = found.complete() else { return Ok(None) };
    let (order, Repeats { length, from, .. }) = (found.order, complete.period);
    let length = (from + length).max(1);
    if length as u64 > WRITTEN || order > LARGEST_QUOTIENT || complete.heaps.len() < length {
        return Ok(None);
    }
    let game = &setup.task.game;
    let mut lower = Lower::new(game, &input.params).map_err(|c| say(game, c))?;
    lower.settle(|l| l.fields()).map_err(|c| say(game, c))?;
    let n = &game.rules().shape.fields[0].name;
    let period = complete.period.length;
    let mut lost = vec![0; order];
    complete.lost.iter().for_each(|element| lost[*element as usize] = 1);
    let table = Table {
        values: complete.heaps[..length].iter().map(|element| u64::from(*element)).collect(),
        from: from as u64,
        period: period as u64,
        saltus: 0,
        comment: vec![
            format!("The element of a heap: that of {n} + {period} is that of {n} for every {n} >= {from}."),
            format!("PROVED {}", found.reason.say(Lang::En)),
        ],
        quotient: Some(Quotient {
            order: order as u64,
            products: complete.table.iter().flatten().map(|element| u64::from(*element)).collect(),
            lost,
            comment: vec![format!(
                "Products in the misere quotient, of order {order}: a row for each element, 0 is the empty sum."
            )],
        }),
    };
    let made =
        Made { formulas: Vec::new(), table: Some(table), search: None, goal: Goal::Outcome, wide: false };
    let method = vec![format!(
        "Method: the misere quotient of the heaps, of order {order}, with the period of their elements, PROVED."
    )];
    let program = program(setup, game, input, false, lower, made, method)?;
    let template = input.template.clone();
    Ok(Some(Prepared { program, method: Method::Quotient, status: Status::Proved, template }))
}

fn search(setup: &Setup, input: &Input, goal: Goal, number: bool) -> Result<Prepared, Problem> {
    let game = &setup.task.game;
    let mut lower = Lower::new(game, &input.params).map_err(|c| say(game, c))?;
    let settled = lower.settle(|l| {
        l.fields()?;
        l.search(goal)
    });
    let search = settled.map_err(|c| say(game, c))?;
    let made = Made { formulas: Vec::new(), table: None, search: Some(search), goal, wide: false };
    let method = vec![
        "Method: the rules themselves, followed to the end with memory, PROVED where it finishes."
            .to_string(),
    ];
    let program = program(setup, game, input, number, lower, made, method)?;
    Ok(Prepared { program, method: Method::Search, status: Status::Proved, template: input.template.clone() })
}

/// A whole program of what was translated, in which everything that might miss is looked at.
pub(crate) fn program(
    setup: &Setup,
    game: &Game,
    input: &Input,
    number: bool,
    mut lower: Lower<'_>,
    made: Made,
    method: Vec<String>,
) -> Result<Program, Problem> {
    let rules: &Rules = game.rules();
    let answer = lower.settled_answer(&setup.task, number)?;
    let functions: Vec<Function> = lower.functions().map_err(|c| say(game, c))?;
    let fields = lower.fields().map_err(|c| say(game, c))?;
    let params = lower.params().map_err(|c| say(game, c))?;
    let used = lower.mentioned();
    let mut program = Program {
        header: header(&setup.task.game, input, &method, &lower.names.renamed),
        wide: made.wide,
        params,
        fields,
        functions,
        formulas: made.formulas,
        table: made.table,
        search: made.search,
        reads: input.reads.clone(),
        heaps: rules.shape.kind == ShapeKind::Heaps,
        sums: input.sums,
        around: input.around.clone(),
        answer,
        goal: made.goal,
    };
    for (param, used) in program.params.iter_mut().zip(used) {
        param.used = used;
    }
    sizes::mark(&mut program);
    outside::mark(&mut program);
    Ok(program)
}

impl Lower<'_> {
    /// What is printed; its expressions may call definitions, whose types then settle again.
    fn settled_answer(&mut self, task: &Task, number: bool) -> Result<Answer, Problem> {
        let mut refused = None;
        let made = self.settle(|l| match answer(l, task, number) {
            Ok(made) => Ok(Some(made)),
            Err(problem) => {
                refused = Some(problem);
                Ok(None)
            }
        });
        match (made, refused) {
            (_, Some(problem)) => Err(problem),
            (Ok(Some(made)), None) => Ok(made),
            _ => Err(Wrong::Answer { what: "--answer".into() }.into()),
        }
    }
}

/// The comment at the top: the game, its rules, the method, the input.
fn header(game: &Game, input: &Input, method: &[String], renamed: &[(String, String)]) -> Vec<String> {
    let mut out = vec![game.clone().speaking(Lang::En).title(), String::new()];
    out.extend(rules_text(game));
    for (i, v) in game.changed() {
        if let Some(p) = game.rules().params.get(*i).filter(|_| !input.params.contains(i)) {
            out.push(format!("with {} = {v}", p.name));
        }
    }
    if game.end() != game.own_end() {
        out.push(if game.end() == End::Misere { "end misere" } else { "end normal" }.to_string());
    }
    out.push(String::new());
    out.extend(method.iter().cloned());
    out.push(format!("Input: cases of the form {}", input.template.trim_end_matches("\\n")));
    for (from, to) in renamed {
        out.push(format!("{from} is called {to} here."));
    }
    out
}

/// The lines of the rules that say how to play.
fn rules_text(game: &Game) -> Vec<String> {
    const APART: [&str; 16] = [
        "game", "alias", "note", "source", "example", "strategy", "claim", "游戏", "别名", "说明", "来源",
        "例", "策略", "猜想", "示例", "#",
    ];
    let mut out = Vec::new();
    for source in (0..).map_while(|i| game.sources().get(i)) {
        if source.name.starts_with("octal ") {
            continue;
        }
        let mut kept = false;
        let one = !source.text.contains('\n');
        for line in source.text.split(['\n', if one { ';' } else { '\n' }]) {
            let continued = line.starts_with(char::is_whitespace) && !one;
            if !continued {
                let word = line.split_whitespace().next().unwrap_or("");
                kept = !word.is_empty() && !APART.contains(&word) && !word.starts_with('#');
            } else if line.trim_start().starts_with("say ") || line.trim_start().starts_with("说 ") {
                continue;
            }
            if kept && !line.trim().is_empty() {
                let line = line.split(" say \"").next().unwrap_or(line);
                let line = if one { line.trim() } else { line.trim_end() };
                out.push(line.to_string());
            }
        }
    }
    out
}
