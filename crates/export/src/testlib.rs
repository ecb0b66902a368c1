//! What a setter needs beside tests, for testlib: a validator (is this input one of the problem's?), a checker (is this
//! output right, whichever winning move it names?) and an interactor (a jury that plays). They are C++ programs made of the
//! same pieces as those for contestants; `testlib.h` itself comes from the judge.

use crate::choose::{self, Made, Method, Setup};
use crate::ir::{E, Formula, Goal, Program, Read, Says, Target, Ty};
use crate::lower::Lower;
use crate::print::judge;
use crate::wrong::Wrong;
use bouton::{Budget, Problem};
use bouton_language::ast::{FieldKind, ShapeKind};
use bouton_language::rules::Expr;
use bouton_language::value::Value;
use bouton_template::{
    Added, Asked, Batch, Choice, Input, Limits, MoveForm, Sum, Task, Template, Written, written,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Elements of a list, and heaps, where no limit says how many.
const LONGEST: i64 = 1_000_000;

/// A problem whose files are wanted; without a way to put cases together an input has one.
pub struct Judge<'a> {
    /// The problem.
    pub task: &'a Task,
    /// The largest number where no limit says it.
    pub to: &'a BigInt,
    /// Bounds on sums over the cases, as typed.
    pub sums: &'a [String],
    /// Cases of one input, at most.
    pub per: usize,
    /// What checking claims and looking for theorems may cost.
    pub budget: Budget,
}

/// The files: names and texts.
pub struct Files {
    /// What could be written.
    pub files: Vec<(String, String)>,
    /// What could not, and why.
    pub refused: Vec<(String, Problem)>,
}

/// Bounds and letters of what is read, as testlib wants them.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// Numbers of a field, or of its elements.
    pub(crate) fields: Vec<(i64, i64)>,
    /// The words that a field, or its elements, may be, where they are listed.
    pub(crate) words: Vec<Option<Vec<String>>>,
    /// How many elements a field has.
    pub(crate) lengths: Vec<(i64, i64)>,
    pub(crate) params: Vec<(i64, i64)>,
    pub(crate) heaps: (i64, i64),
    pub(crate) per: usize,
    pub(crate) movers: (i64, i64),
}

/// All that a printer needs.
pub(crate) struct Plan<'p> {
    pub(crate) program: &'p Program,
    pub(crate) written: &'p [Written],
    pub(crate) batch: Option<&'p Batch>,
    pub(crate) bounds: &'p Bounds,
    /// Bounds on sums: the formula that gives what a case adds, or a count; the name; the bound.
    pub(crate) sums: &'p [(Adds, String, i64)],
}

/// What a case adds to a sum.
#[derive(Clone, Debug)]
pub(crate) enum Adds {
    /// How many heaps there are.
    Heaps,
    /// How many elements a field has.
    Length(usize),
    /// A formula of the program; one of a part is added over the parts.
    Formula(usize),
}

/// The files of a problem: a validator and a checker, and an interactor where a move is asked for.
pub fn files(judge: &Judge<'_>) -> Result<Files, Problem> {
    let mut out = Files { files: Vec::new(), refused: Vec::new() };
    let mut add = |name: &str, made: Result<String, Problem>| -> Result<(), Problem> {
        match made {
            Ok(text) => out.files.push((name.into(), text)),
            Err(problem @ Problem::Input(_)) => out.refused.push((name.into(), problem)),
            Err(other) => return Err(other),
        }
        Ok(())
    };
    let refuse = |en: &str, zh: &str| Problem::from(Wrong::Testlib { what: [en.into(), zh.into()] });
    let asked = &judge.task.answers;
    let cases = judge.task.cases.as_deref();
    let ends = cases.is_some_and(|c| !c.trim_end().trim_end_matches("\\n").ends_with("{cases}"));
    if ends {
        let why = || refuse("inputs that end by a line of their own", "以特定行结束的输入");
        add("validator.cpp", Err(why()))?;
        if asked.form.is_some() {
            add("checker.cpp", Err(why()))?;
        }
    } else {
        add("validator.cpp", validator(judge))?;
    }
    match &asked.form {
        None => add("checker.cpp", Ok(judge::compare(asked.ignore_case)))?,
        Some(_) if ends => {}
        Some(_) if asked.all && cases.is_some() && asked.yes.is_none() => {
            let why = refuse("lists of moves of several cases without --yes", "没有 --yes 的多组走法列表");
            add("checker.cpp", Err(why))?;
        }
        Some(form) if asked.all => {
            let words = MoveForm::new(&judge.task.game, form)?.words().len();
            add("checker.cpp", Ok(judge::compare_lines(words, asked.ignore_case)))?;
        }
        Some(form) => {
            add("checker.cpp", player(judge, form, true))?;
            add("interactor.cpp", player(judge, form, false))?;
        }
    }
    Ok(out)
}

fn small(n: &BigInt) -> Result<i64, Problem> {
    n.to_i64().ok_or_else(|| {
        Wrong::Testlib { what: ["numbers beyond 64 bits".into(), "超过 64 位的数".into()] }.into()
    })
}

impl Bounds {
    fn new(judge: &Judge<'_>) -> Result<Bounds, Problem> {
        let (game, limits) = (&judge.task.game, &judge.task.limits);
        let rules = game.rules();
        let to = limits.to.as_ref().unwrap_or(judge.to);
        let mut bounds = Bounds {
            fields: Vec::new(),
            words: Vec::new(),
            lengths: Vec::new(),
            params: Vec::new(),
            heaps: (0, LONGEST),
            per: judge.per,
            movers: (1, 2),
        };
        for (i, f) in rules.shape.fields.iter().enumerate() {
            let (lo, hi) = game.interp().bounds(i).unwrap_or((Value::Int(0), None));
            let lo = lo.to_big().unwrap_or_default();
            let hi = hi.and_then(|v| v.to_big());
            let (lo, hi) = match &limits.fields[i] {
                Some((a, b)) => (lo.max(a.clone()), hi.map_or(b.clone(), |hi| hi.min(b.clone()))),
                None => (lo, hi.map_or(to.clone(), |hi| hi.min(to.clone()))),
            };
            bounds.fields.push((small(&lo)?, small(&hi)?));
            let listed = |items: &[Value]| items.iter().map(Value::to_string).collect::<Vec<_>>();
            bounds.words.push(match game.interp().members(i) {
                Some(Value::Text(t)) => Some(t.chars().map(String::from).collect()),
                Some(Value::Set(items) | Value::List(items)) => Some(listed(items)),
                Some(Value::Graph(g)) => Some(listed(g.nodes())),
                _ => None,
            });
            let fixed = game.interp().sizes(i).and_then(|s| s.first()?.as_int());
            let fixed = fixed.filter(|_| f.kind != FieldKind::Grid).map(|n| (n, n));
            let said = limits.lengths[i].map(|(a, b)| (a as i64, b.min(LONGEST as u64) as i64));
            bounds.lengths.push(fixed.or(said).unwrap_or((0, LONGEST)));
        }
        for (i, _) in rules.params.iter().enumerate() {
            let said = limits.params.iter().find(|(p, _)| *p == i).map(|(_, choices)| choices);
            let mut ends = (i64::MAX, i64::MIN);
            for choice in said.into_iter().flatten() {
                let (lo, hi) = match choice {
                    Choice::Between(lo, hi) | Choice::Like(lo, hi) => (small(lo)?, small(hi)?),
                    Choice::Is(v) => v.as_int().map_or((0, i64::MAX), |n| (n, n)),
                };
                ends = (ends.0.min(lo), ends.1.max(hi));
            }
            if ends.0 > ends.1 {
                let now = game.interp().params().get(i).and_then(Value::as_int);
                ends = now.map_or((i64::MIN, i64::MAX), |n| (n, n));
            }
            bounds.params.push(ends);
        }
        if let Some((lo, hi)) = limits.heaps {
            bounds.heaps = (lo as i64, hi.min(LONGEST as u64) as i64);
        }
        if let (Some(first), Some(last)) = (limits.movers.iter().min(), limits.movers.iter().max()) {
            bounds.movers = (*first as i64 + 1, *last as i64 + 1);
        }
        Ok(bounds)
    }
}

/// The validator: the format to the last blank, the limits, what the rules require, the sums.
fn validator(judge: &Judge<'_>) -> Result<String, Problem> {
    let game = &judge.task.game;
    let input = Input::new(judge.task)?;
    let bounds = Bounds::new(judge)?;
    let typed = judge.sums.iter().map(|s| Sum::read(game, input.sums, s)).collect::<Result<Vec<_>, _>>()?;
    let mut lower = Lower::new(game, &input.params).map_err(|c| choose::say(game, c))?;
    let settled = lower.settle(|l| {
        let mut formulas = Vec::new();
        if let Some(body) = E::all(l.lawful()?) {
            formulas.push(formula("legal", Says::Wins, false, body));
        }
        for (k, view) in judge.task.limits.wheres.iter().enumerate() {
            let body = l.in_frame(&[&view.expr], &[], |l| l.truth(&view.expr))?;
            formulas.push(formula(&format!("wanted{}", k + 1), Says::Wins, view.heaps, body));
        }
        let mut sums = Vec::new();
        for (k, sum) in typed.iter().enumerate() {
            sums.push(match &sum.added {
                Added::Count(None) => Adds::Heaps,
                Added::Count(Some(field)) => Adds::Length(*field),
                Added::View(view) => {
                    let expr: &Expr = &view.expr;
                    let body = l.in_frame(&[expr], &[], |l| l.number(expr))?;
                    formulas.push(formula(&format!("adds{}", k + 1), Says::Grundy, view.heaps, body));
                    Adds::Formula(formulas.len() - 1)
                }
            });
        }
        l.fields()?;
        Ok((formulas, sums))
    });
    let (formulas, adds) = settled.map_err(|c| choose::say(game, c))?;
    let setup = judge.setup(None);
    let header = vec!["The validator: is an input one of the problem's?".to_string()];
    let made = Made { formulas, table: None, search: None, goal: Goal::Outcome, wide: true };
    let program = choose::program(&setup, game, &input, false, lower, made, header)?;
    let mut sums = Vec::new();
    for (adds, sum) in adds.into_iter().zip(&typed) {
        sums.push((adds, sum.text.clone(), small(&sum.most)?));
    }
    let batch = judge.task.batch()?;
    let (written, batch) = (&input.written[..], batch.as_ref());
    Ok(judge::validator(&Plan { program: &program, written, batch, bounds: &bounds, sums: &sums }))
}

fn formula(name: &str, says: Says, sum: bool, body: E) -> Formula {
    Formula { name: name.into(), says, sum, only: None, body, comment: Vec::new() }
}

impl Judge<'_> {
    fn setup(&self, method: Option<Method>) -> Setup {
        let answers = Asked { form: None, answer: None, value: None, ..self.task.answers.clone() };
        let task = Task { answers, ..self.task.clone() };
        Setup { task, method, checks: choose::CHECKS, budget: self.budget.clone() }
    }
}

/// A checker of winning moves, or an interactor: both know the rules, and who wins.
fn player(judge: &Judge<'_>, form: &str, checks: bool) -> Result<String, Problem> {
    let refuse = |en: &str, zh: &str| Problem::from(Wrong::Testlib { what: [en.into(), zh.into()] });
    let task = judge.task;
    let rules = task.game.rules();
    if rules.uses.turn || rules.stop.is_some() {
        return Err(refuse("rules that count moves", "计步数的规则"));
    }
    if rules.endless.is_some() && !checks {
        return Err(refuse("play without an end", "可能无限进行的对局"));
    }
    let form = MoveForm::new(&task.game, form)?;
    let input = Input::new(task)?;
    let heaps = rules.shape.kind == ShapeKind::Heaps;
    // A move may leave several heaps, or none: what decides knows all of them.
    let read = Limits {
        params: input.params.iter().map(|p| (*p, Vec::new())).collect(),
        ..Limits::none(&task.game)
    };
    let usual = (heaps && !input.sums).then(|| Template::usual(&task.game, &read));
    let setup = |method| {
        let Setup { task, .. } = judge.setup(method);
        Setup {
            task: Task { template: usual.clone().or(task.template.clone()), ..task },
            ..judge.setup(method)
        }
    };
    let mut made = choose::prepare(&setup(None))?.program;
    // Claims speak of the player who begins: where it matters who moves, the rules are searched.
    let searched = choose::prepare(&setup(Some(Method::Search)))?.program;
    let by_mover = searched.search.as_ref().is_some_and(|s| s.mover);
    if by_mover || made.table.is_none() && made.formulas.is_empty() {
        made = searched;
    } else {
        let goal = made.goal;
        made.functions = merged(made.functions, searched.functions);
        for (mine, other) in made.params.iter_mut().zip(&searched.params) {
            mine.used |= other.used;
        }
        made.search = made.search.or(searched.search);
        made.goal = goal;
    }
    // Who moves is an argument of what decides.
    if by_mover && !made.reads.contains(&Read::Mover) {
        made.reads.push(Read::Mover);
    }
    let bounds = Bounds::new(judge)?;
    let typed = |f: &crate::ir::Field| match &f.ty {
        Ty::Int(_) => true,
        Ty::List(of) => of.is_int(),
        _ => false,
    };
    let numbers = made.fields.iter().all(|f| f.start.is_some() || typed(f));
    if !numbers && judge::needs_numbers(&form) {
        return Err(refuse(
            "positions that are not made of numbers, by {to}, {before} and {after}",
            "不由数组成的局面（{to}、{before}、{after}）",
        ));
    }
    let batch = task.batch()?;
    let batch = batch.as_ref();
    let plan = Plan { program: &made, written: &input.written, batch, bounds: &bounds, sums: &[] };
    let words = written(&task.answers);
    let player = judge::Player { form: &form, yes: task.answers.yes.as_deref(), no: &words[1] };
    Ok(judge::player(&plan, &player, checks))
}

/// Definitions of two programs of the same rules, each once.
fn merged(mut mine: Vec<crate::ir::Function>, more: Vec<crate::ir::Function>) -> Vec<crate::ir::Function> {
    for f in more {
        if !mine.iter().any(|m| m.id == f.id) {
            mine.push(f);
        }
    }
    mine
}

/// A target of reading, for the printer.
pub(crate) fn target_name(program: &Program, t: Target) -> &str {
    match t {
        Target::Field(i) => &program.fields[i].name,
        Target::Param(i) => &program.params[i].name,
    }
}
