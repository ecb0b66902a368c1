//! What a document about a game says: its rules, a table, what is known with its status, where the game comes from.

use bouton::answer::Status;
use bouton::answer::reasons::ending;
use bouton::claims::check::{CheckQuestion, ClaimVerdict};
use bouton::language::ast::{Extra, LineKind, Phrase, Say, ShapeKind};
use bouton::language::check::Loader;
use bouton::language::diagnostic::Lang;
use bouton::language::parse::parse;
use bouton::language::rules::End;
use bouton::language::span::Span;
use bouton::pattern::PatternQuestion;
use bouton::proof::{Finding, ProveQuestion, prove};
use bouton::table::{Table, TableQuestion};
use bouton::theory::sequences::Search;
use bouton::{Game, Problem, Solver};

/// A document.
pub struct Document {
    /// The title of the game, in both languages.
    pub title: [String; 2],
    /// The rules in words.
    pub notes: Vec<Phrase>,
    /// How the game ends, in both languages.
    pub ending: [String; 2],
    /// Parameters and their values.
    pub parameters: Vec<(String, String)>,
    /// The lines of the rules, by the text they stand in: the game's own first, then those it is like.
    pub rules: Vec<(String, Vec<String>)>,
    /// A table of values or outcomes, where there is one.
    pub table: Option<Table>,
    /// What is known, the surest first.
    pub statements: Vec<Statement>,
    /// Where the game comes from.
    pub references: Vec<String>,
}

/// Something known about the game.
pub struct Statement {
    /// It speaks of one heap of a sum.
    pub heap: bool,
    /// It speaks of play in which the last mover loses.
    pub misere: bool,
    /// In the rules language: `lose iff …`, `grundy = …`, `period …`.
    pub claim: String,
    /// Definitions that it needs.
    pub defines: Vec<String>,
    /// How far it can be trusted.
    pub status: Status,
    /// Why, in both languages.
    pub reason: [String; 2],
}

/// Findings of `pattern` beside what is claimed or proved.
const PATTERNS: usize = 2;

impl Document {
    /// Puts together what is known about a game.
    pub fn about(
        solver: &mut Solver,
        question: &TableQuestion,
        loader: &dyn Loader,
    ) -> Result<Document, Problem> {
        let game = &question.game;
        let rules = game.rules();
        let values = rules.params.iter().zip(game.interp().params());
        let table = match solver.table(question) {
            Ok(table) => Some(table),
            Err(Problem::Interrupted) => return Err(Problem::Interrupted),
            // A table that is asked for must be possible; the usual one need not be.
            Err(problem) if question.to.is_some() || !question.ranges.is_empty() => return Err(problem),
            Err(_) => None,
        };
        Ok(Document {
            title: [Lang::En, Lang::Zh].map(|lang| game.clone().speaking(lang).title()),
            notes: rules.notes.clone(),
            ending: ending(game).into(),
            parameters: values.map(|(p, v)| (p.name.clone(), v.to_string())).collect(),
            rules: lines(game),
            table,
            statements: statements(solver, game, loader)?,
            references: rules.citations.clone(),
        })
    }
}

/// The lines that say how the game is played, without comments and wordings.
pub(crate) fn lines(game: &Game) -> Vec<(String, Vec<String>)> {
    let mut out = Vec::new();
    for source in 0.. {
        let Some(text) = game.sources().get(source) else { break };
        let (file, _) = parse(source, &text.text);
        let mut kept = Vec::new();
        for line in &file.lines {
            let cut: Vec<Span> = match &line.kind {
                LineKind::Game(_)
                | LineKind::Note(_)
                | LineKind::Source(_)
                | LineKind::Alias(_)
                | LineKind::Claim { .. }
                | LineKind::Strategy { .. }
                | LineKind::Example(_) => continue,
                LineKind::Require { say: Some(say), .. } => vec![said(say)],
                LineKind::Move { effect, .. } => {
                    let says = effect.extras.iter().filter_map(|e| match e {
                        Extra::Say(say) => Some(said(say)),
                        _ => None,
                    });
                    says.collect()
                }
                _ => Vec::new(),
            };
            let comments = file.comments.iter().map(|c| c.span);
            kept.push(without(&text.text, line.span, &cut, comments));
        }
        out.push((text.name.clone(), used(kept)));
    }
    out
}

/// Without definitions that no other line mentions: those serve claims and strategies.
fn used(lines: Vec<String>) -> Vec<String> {
    let defined = |line: &str| {
        let rest = ["define ", "定义"].iter().find_map(|w| line.strip_prefix(w))?;
        rest.trim_start().split([' ', '(', '=']).next().map(str::to_string)
    };
    let mentions = |line: &str, name: &str| {
        line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
    };
    let mut kept: Vec<bool> = lines.iter().map(|l| defined(l).is_none()).collect();
    // What a line that is kept mentions is kept too.
    let wanted = |i: usize, kept: &[bool]| {
        let Some(name) = defined(&lines[i]) else { return false };
        (0..lines.len()).any(|j| j != i && kept[j] && mentions(&lines[j], &name))
    };
    while let Some(more) = (0..lines.len()).find(|i| !kept[*i] && wanted(*i, &kept)) {
        kept[more] = true;
    }
    lines.iter().zip(kept).filter(|(_, kept)| *kept).map(|(line, _)| line.clone()).collect()
}

/// From the first word of a wording to its last.
fn said(say: &Say) -> Span {
    say.zh.as_ref().map_or(say.en.span, |zh| say.en.span.to(zh.span))
}

/// A line of the rules on one line, without some pieces (and the word `say` before them).
fn without(text: &str, line: Span, cut: &[Span], comments: impl Iterator<Item = Span>) -> String {
    let mut gone: Vec<(usize, usize)> = comments.map(|c| (c.start as usize, c.end as usize)).collect();
    for piece in cut {
        let before = text.get(line.start as usize..piece.start as usize).unwrap_or_default();
        let word = ["say", "说"].iter().filter_map(|w| before.rfind(w)).max();
        let start = word.map_or(piece.start as usize, |at| line.start as usize + at);
        gone.push((start, piece.end as usize));
    }
    let kept: String = text
        .char_indices()
        .filter(|(i, _)| (line.start as usize..line.end as usize).contains(i))
        .map(|(i, c)| if gone.iter().any(|(a, b)| (*a..*b).contains(&i)) { ' ' } else { c })
        .collect();
    // Quotes of a wording may lie outside of its span.
    let kept =
        if cut.is_empty() { kept.as_str() } else { kept.trim_end_matches([' ', '"', '”', '“', '\n']) };
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn statements(solver: &mut Solver, game: &Game, loader: &dyn Loader) -> Result<Vec<Statement>, Problem> {
    let mut out: Vec<Statement> = Vec::new();
    let heap = game.rules().shape.kind == ShapeKind::Heaps;
    let misere = game.end() == End::Misere;
    let part = |claim: &str| heap && !claim.contains("heaps") && !claim.contains("各堆");
    match prove(&ProveQuestion::new(game.clone()), solver.budget()) {
        Ok(Finding::Proved(proof)) => {
            if let Some(formula) = &proof.formula {
                let [en, zh] = both(|lang| proof.briefly(lang));
                out.push(Statement {
                    heap,
                    misere,
                    claim: formula.clone(),
                    defines: proof.defines.clone(),
                    status: Status::Proved,
                    reason: [en, zh],
                });
            }
        }
        Ok(Finding::Period(proof)) => out.push(Statement {
            heap,
            misere,
            claim: proof.period.claim(),
            defines: Vec::new(),
            status: Status::Proved,
            reason: proof.period.reason.clone(),
        }),
        Ok(Finding::Quotient(proof)) => out.push(Statement {
            heap,
            misere,
            claim: proof.claim(),
            defines: Vec::new(),
            status: Status::Proved,
            reason: both(|lang| proof.theorem(lang)),
        }),
        Ok(_) | Err(Problem::Over(_)) => {}
        Err(other) => return Err(other),
    }
    solver.renew();
    let check = CheckQuestion { game, claim: None, to: None, inductive: false, seed: 1, loader };
    match solver.check(&check) {
        Ok(report) => {
            for claim in report.claims {
                let text = claim.text.trim_start_matches("claim").trim().to_string();
                let holds = matches!(claim.verdict, ClaimVerdict::Holds | ClaimVerdict::Period(_));
                if !holds || out.iter().any(|s| said_already(s, &text, part(&text))) {
                    continue;
                }
                let defines = game.rules().defines.iter().filter(|d| text.contains(&format!("{}(", d.name)));
                let defines = defines.map(|d| game.sources().slice(d.span).to_string()).collect();
                out.push(Statement {
                    heap,
                    misere,
                    claim: text,
                    defines,
                    status: claim.status,
                    reason: Default::default(),
                });
            }
        }
        Err(Problem::Interrupted) => return Err(Problem::Interrupted),
        Err(_) => {}
    }
    solver.renew();
    let asked = PatternQuestion {
        game: game.clone(),
        ranges: Vec::new(),
        to: None,
        show: None,
        search: Search::default(),
    };
    match solver.pattern(&asked) {
        Ok(patterns) => {
            let mut left = PATTERNS;
            for found in patterns.found {
                let Some(claim) = found.claim.as_deref().and_then(|c| c.lines().last().map(str::to_string))
                else {
                    continue;
                };
                let claim = claim.trim_start_matches("claim").trim().to_string();
                if left == 0 || out.iter().any(|s| said_already(s, &claim, part(&claim))) {
                    continue;
                }
                left -= 1;
                let lines = found.claim.as_deref().unwrap_or_default().lines();
                let defines = lines.filter(|l| l.starts_with("define")).map(str::to_string).collect();
                out.push(Statement {
                    heap: part(&claim),
                    misere,
                    claim,
                    defines,
                    status: found.status,
                    reason: found.reason.into(),
                });
            }
        }
        Err(Problem::Interrupted) => return Err(Problem::Interrupted),
        Err(_) => {}
    }
    out.sort_by_key(|s| match s.status {
        Status::Proved => 0,
        Status::Checked(_) => 1,
        _ => 2,
    });
    Ok(out)
}

fn both(say: impl Fn(bouton::language::diagnostic::Lang) -> String) -> [String; 2] {
    use bouton::language::diagnostic::Lang::{En, Zh};
    [say(En), say(Zh)]
}

/// Is a claim said by a statement? Two proved claims of one kind describe the same set or the same values.
fn said_already(statement: &Statement, claim: &str, heap: bool) -> bool {
    let squeeze = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let kind =
        |s: &str| ["lose iff", "win iff", "draw iff", "grundy ="].into_iter().find(|k| s.starts_with(k));
    let settled = statement.status == Status::Proved && kind(claim).is_some() && statement.heap == heap;
    squeeze(&statement.claim) == squeeze(claim) || settled && kind(&statement.claim) == kind(claim)
}
