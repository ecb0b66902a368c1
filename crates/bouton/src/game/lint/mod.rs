//! `lint`: slips that are not errors. What a reading of the rules cannot see is looked for by running them on small
//! positions: nothing moves, a line never moves, a claim says nothing.

mod survey;

use crate::claims;
use crate::claims::sweep::{Domain, Limits};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::problem::Problem;
use bouton_language::diagnostic::Diagnostic;
use bouton_language::interp::{Part, WhyIllegal};
use bouton_language::rules::{Action, Choice, Move, RangeExpr};
use bouton_language::span::Span;
use bouton_language::value::Value;
use bouton_language::words::in_both;
use bouton_language::{both, problems, said};
use std::ops::ControlFlow;
use survey::{Seen, Survey};

/// What lint found.
#[derive(Clone, Debug)]
pub struct LintReport {
    /// Warnings, in order of place.
    pub warnings: Vec<Diagnostic>,
    /// What would make the file better.
    pub hints: Vec<Diagnostic>,
    /// Results that left a domain (and so were no moves) among the positions looked at.
    pub dropped: u64,
    /// Moves that were made there.
    pub made: u64,
    /// Positions looked at.
    pub positions: u64,
}

problems! {
/// A slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slip {
    /// No position up to a size has a move.
    NothingMoves { to: u64, why: Option<NoMove> } => [
        "no position up to {to} has a move{why}",
        "大小不超过 {to} 的局面都没有走法{why}"; with why = because(why)
    ];
    /// A line gives no move in any position up to a size.
    LineNeverMoves { name: Option<String>, to: u64, why: Option<NoMove> } => {
        let line = match name {
            Some(n) => both!("the move \"{n}\"", "走法“{n}”"),
            None => both!("this move", "这个走法"),
        };
        said!(
            "{line} is not possible in any position up to {to}{why}",
            "{line}在大小不超过 {to} 的局面中都不能使用{why}"; with line = &line, why = because(why)
        )
    };
    /// There is no legal position up to a size.
    NoPosition { to: u64 } => [
        "there is no legal position up to {to}.",
        "大小不超过 {to} 的合法局面一个也没有。"
    ];
    /// A claim, as written, says nothing about any small position.
    SilentClaim { text: String } => [
        "{text} says nothing about any small position: its ranges or its condition leave none.",
        "{text} 没有涉及任何小局面：它的范围或条件排除了所有局面。"
    ];
    /// Play can come back, the first position again at the end, and the rules do not say what endless play means.
    Endless { path: Vec<String> } => {
        let path = path.join(" → ");
        said!(
            "this game can go on for ever: {path}.",
            "这个游戏可以无限进行：{path}。";
            "If endless play is a draw, add the line:  endless draw", "如果无限进行算平局，请加一行：endless draw"
        )
    };
    /// No reason was found why play ends, though no cycle was met.
    MayNotEnd => [
        "nothing was found that goes down with every move; the small positions all end.",
        "没有找到随每一步递减的量；不过小局面都会结束。"
    ];
    /// No example.
    NoExample => ["the game has no example.", "这个游戏没有例子。";
        "Add what the statement tells:  example 3 4 5 -> win", "请加上题目给出的例子：example 3 4 5 -> win"
    ];
    /// No claim.
    NoClaim => ["the game has no claim.", "这个游戏没有猜想。";
        "If you have a conjecture, add:  claim lose iff …", "如有猜想，可加：claim lose iff …"
    ];
    /// No source.
    NoSource => ["the game does not say where it comes from.", "这个游戏没有注明来源。";
        "Add a line:  source …", "请加一行：source …"
    ];
    /// The title or a note is not in Chinese, though others are.
    NotInChinese => [
        "the title and the notes are not all in Chinese, though some are.",
        "标题和说明只有一部分给出了中文。";
        "Write behind the text:  zh \"…\"", "请在原文后面写：zh \"…\""
    ];
}
}

/// The end of a sentence that may give a reason.
fn because(why: &Option<NoMove>) -> [String; 2] {
    match why.as_ref().map(in_both) {
        Some([en, zh]) => [format!(": {en}."), format!("：{zh}。")],
        None => both!(".", "。"),
    }
}

problems! {
/// Why a line gives no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// The result, such as `n - k`, is always negative, for choices such as `k in S = {60, 70}`.
    Negative { result: String, choices: String } => {
        match choices.is_empty() {
            true => said!("{result} is always negative", "{result} 总是负数"),
            false => said!("{result} is negative for every {choices}", "对每个 {choices}，{result} 都是负数"),
        }
    };
    /// The result is never in the domain: what was tried last, worded.
    Outside { example: [String; 2] } => [
        "{why}",
        "{why}"; with why = example.each_ref().map(|text| text.trim_end_matches(['.', '。']))
    ];
    /// This condition is never true.
    Condition { text: String } => ["the condition  {text}  is never true", "条件  {text}  从不成立"];
    /// The range of a choice, such as `k in 1..n-60`, is always empty.
    Empty { choices: String } => ["there is never any {choices}", "从来没有 {choices}"];
}
}

/// Small positions are those up to this size, counted from the first that has any ...
const TO: u64 = 50;
/// ... and no more than this many.
const POSITIONS: u64 = 2000;
/// Steps that looking at them may take.
const STEPS: u64 = 500_000;

impl Solver {
    /// Looks for slips in a game.
    pub fn lint(&mut self, game: &Game) -> Result<LintReport, Problem> {
        let _watched = self.watched();
        let rules = game.rules().clone();
        let mut report =
            LintReport { warnings: Vec::new(), hints: Vec::new(), dropped: 0, made: 0, positions: 0 };
        let before = game.interp().dropped();
        let mut survey = Survey::new(game);
        survey.examples();
        let limits = Limits { to: None, moves: u64::MAX, positions: POSITIONS, steps: STEPS };
        let most = Positions::new(game).first().saturating_add(TO);
        let reach = Domain::all(true).visit(self, game, limits, &mut |_, point| {
            let Some(part) = point.position.parts.first() else { return Ok(ControlFlow::Continue(())) };
            if report.positions > 0 && size_of_part(part) > most {
                return Ok(ControlFlow::Break(()));
            }
            report.positions += 1;
            survey.begin(part);
            Ok(ControlFlow::Continue(()))
        })?;
        survey.explore()?;
        survey.other_parameters()?;
        report.made = survey.made;
        let seen = &survey.seen;
        report.dropped = game.interp().dropped() - before;
        let to = reach.size.unwrap_or(most).min(most);
        let mut warn = |span: Span, slip: Slip| report.warnings.push(Diagnostic::warning(span, slip));
        if report.positions == 0 {
            warn(rules.shape.span, Slip::NoPosition { to });
        } else if seen.iter().all(|s| !s.moved) {
            let line = rules.moves.first();
            let why = line.and_then(|m| seen.first().and_then(|s| reason(game, m, s)));
            warn(line.map_or(rules.shape.span, |m| m.span), Slip::NothingMoves { to, why });
        } else {
            for (m, s) in rules.moves.iter().zip(seen).filter(|(_, s)| !s.moved) {
                warn(m.span, Slip::LineNeverMoves { name: m.name.clone(), to, why: reason(game, m, s) });
            }
        }
        let open = game.facts().measure.is_none() && rules.endless.is_none() && rules.stop.is_none();
        let cycle = if open { survey.cycle() } else { None };
        if let Some(path) = &cycle {
            warn(rules.shape.span, Slip::Endless { path: path.clone() });
        }
        for claim in &rules.claims {
            if !matches!(claim.body, bouton_language::rules::ClaimBody::Period { .. })
                && silent(self, game, claim)?
            {
                let text = game.sources().slice(claim.span).split_whitespace().collect::<Vec<_>>().join(" ");
                warn(claim.span, Slip::SilentClaim { text });
            }
        }
        report.warnings.sort_by_key(|d| (d.span.source, d.span.start));
        let mut hint = |slip: Slip| report.hints.push(Diagnostic::warning(rules.shape.span, slip));
        if open && cycle.is_none() {
            hint(Slip::MayNotEnd);
        }
        if rules.examples.is_empty() {
            hint(Slip::NoExample);
        }
        if rules.claims.is_empty() {
            hint(Slip::NoClaim);
        }
        if rules.citations.is_empty() {
            hint(Slip::NoSource);
        }
        // Words in Chinese help where all of them are there.
        let words = || std::iter::once(&rules.title).chain(&rules.notes).filter(|p| !p.text.is_empty());
        if words().any(|p| p.zh.is_some()) {
            for phrase in words().filter(|p| p.zh.is_none()) {
                report.hints.push(Diagnostic::warning(phrase.span, Slip::NotInChinese));
            }
        }
        Ok(report)
    }
}

/// The sum of the absolute values of a part's numbers, and its lengths.
fn size_of_part(part: &Part) -> u64 {
    fn size(v: &Value) -> u64 {
        match v {
            Value::Int(i) => i.unsigned_abs(),
            Value::List(items) | Value::Set(items) => items.len() as u64,
            Value::Text(t) => t.chars().count() as u64,
            _ => 0,
        }
    }
    part.iter().map(size).fold(0, u64::saturating_add)
}

/// Why a line never moved, as far as one reason covers all that was seen.
fn reason(game: &Game, m: &Move, seen: &Seen) -> Option<NoMove> {
    let slice = |span: Span| game.sources().slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let ranges: Vec<String> = m.choices.iter().filter_map(|c| chosen(game, m, c)).collect();
    let choices = ranges.join(", ");
    let Some(why) = &seen.refused else {
        return (!choices.is_empty()).then_some(NoMove::Empty { choices });
    };
    if seen.negative && !seen.others {
        let result = m.steps.last().and_then(|s| s.changes.first()).and_then(|c| match &c.action {
            Action::Become(e) => Some(slice(e.span)),
            _ => None,
        });
        if let Some(result) = result {
            return Some(NoMove::Negative { result, choices });
        }
    }
    match why {
        WhyIllegal::Condition { text, .. } if !seen.negative => {
            Some(NoMove::Condition { text: text.clone() })
        }
        WhyIllegal::Result(_) => Some(NoMove::Outside { example: in_both(why) }),
        _ => None,
    }
}

/// `k in S = {60, 70}`
fn chosen(game: &Game, m: &Move, choice: &Choice) -> Option<String> {
    let Choice::In { slot, range, .. } = choice else { return None };
    let name = &m.chosen.iter().find(|(s, _)| s == slot)?.1;
    let slice = |span: Span| game.sources().slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    Some(match range {
        RangeExpr::Of(e) => match &e.kind {
            bouton_language::rules::ExprKind::Param(p) => {
                let value = game.interp().params().get(*p)?;
                format!("{name} in {} = {value}", slice(e.span))
            }
            _ => format!("{name} in {}", slice(e.span)),
        },
        RangeExpr::Between(a, b) => {
            let text = |e: &Option<bouton_language::rules::Expr>| {
                e.as_ref().map(|e| slice(e.span)).unwrap_or_default()
            };
            format!("{name} in {}..{}", text(a), text(b))
        }
    })
}

/// Does a claim say nothing about any small position?
fn silent(solver: &mut Solver, game: &Game, claim: &bouton_language::rules::Claim) -> Result<bool, Problem> {
    let mut silent = true;
    let limits = Limits { to: None, moves: u64::MAX, positions: POSITIONS, steps: STEPS };
    Domain::of(claim).visit(solver, game, limits, &mut |_, point| {
        silent = claims::said(point.game, claim, point.position)?.is_none();
        Ok(if silent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(silent)
}
