//! `explain`: a position as a tree of moves and answers, one move, or what is no move and why.

use crate::commands::prelude::*;
use crate::commands::solve;
use crate::flags::groups::Forced;
use bouton::Question;
use bouton::answer::explain::{Branch, Explanation, MoveExplanation, Node, illegal_moves};
use bouton::answer::why::Why;
use bouton::language::ast::Verdict;

/// Explain a position, or one move in it ¦ 解释一个局面，或其中的一步
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton explain nim 1 2 3                   every move and its answer ¦ 每一步及其应对
  bouton explain kayles 4 --misere --depth 2
  bouton explain nim 3 4 5 --move \"take 2 @1\"
  bouton explain tictactoe XO./.X./O.. --illegal")]
pub(crate) struct Args {
    /// A game, then the position ¦ 游戏，然后是局面
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// This player moves first ¦ 由这位玩家先走
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Explain this move ¦ 解释这一步
    #[arg(long, value_name = "MOVE")]
    r#move: Option<String>,
    /// How many moves deep to refute ¦ 反驳的深度（步数）
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "move", value_parser = whole::<usize>)]
    depth: usize,
    /// Also show what looks like a move and is none, with the reason ¦ 也显示看似合法而不合法的走法及原因
    #[arg(long, conflicts_with = "move")]
    illegal: bool,
    #[command(flatten)]
    forced: Forced,
    #[command(flatten)]
    cost: Cost,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let terms = question::terms(&args.words, &args.change, args.cost.memory)?;
    let first = args.first.as_deref().map(|name| question::player(&terms, name)).transpose()?;
    let question = solve::ask(&terms, first, false)?;
    let code = match &args.r#move {
        Some(typed) => {
            let explained = args.cost.ask(lang, |solver| {
                args.forced.at(solver, &question)?;
                solver.explain_move(&question, typed)
            })?;
            out.lines(&one_move(&explained, &question, lang))?;
            0
        }
        None => {
            let explained = args.cost.ask(lang, |solver| {
                args.forced.at(solver, &question)?;
                solver.explain(&question, args.depth)
            })?;
            out.lines(&position(&explained, lang))?;
            solve::exit_code(&explained.answer)
        }
    };
    if args.illegal {
        out.lines(&illegal(&question, lang)?)?;
    }
    Ok(code)
}

fn position(e: &Explanation, lang: Lang) -> Vec<String> {
    let a = &e.answer;
    let mut out = vec![print::answer::title(a, lang), String::new()];
    out.push(format!("  {}", print::answer::banner(a, a.good_moves(), lang)));
    // The tree says the same as the list of refutations, and more; the best line of a score game is in the tree too.
    for why in a.why.iter().filter(|w| !matches!(w, Why::Refuted { .. } | Why::Line)) {
        out.extend(print::why::lines(why, a, lang));
    }
    if !e.tree.branches.is_empty() {
        out.push(String::new());
        out.push(format!("  {}", heading(&e.tree, lang)));
        branches(&e.tree, 4, lang, &mut out);
    }
    if e.cut {
        out.push(lang.pick("  … (cut: the tree is too large)", "  ……（树太大，已截断）").to_string());
    }
    out
}

fn heading(tree: &Node, lang: Lang) -> String {
    match (tree.score, tree.outcome, lang) {
        (Some(_), _, Lang::En) => "The moves and what each is worth:".into(),
        (Some(_), _, Lang::Zh) => "各走法及其价值：".into(),
        (None, Verdict::Lose, Lang::En) => format!("{} Every move has an answer:", paint(BAD, "LOST.")),
        (None, Verdict::Lose, Lang::Zh) => format!("{}每一步都有应对：", paint(BAD, "必败。")),
        (None, Verdict::Win, Lang::En) => format!("{} The winning moves:", paint(GOOD, "WON.")),
        (None, Verdict::Win, Lang::Zh) => format!("{}必胜走法：", paint(GOOD, "必胜。")),
        (None, Verdict::Draw, Lang::En) => format!("{} No move wins:", paint(EVEN, "DRAWN.")),
        (None, Verdict::Draw, Lang::Zh) => format!("{}没有必胜走法：", paint(EVEN, "平局。")),
    }
}

/// The moves of a position, one a line with the answer behind it; what follows the answer is indented below.
fn branches(node: &Node, indent: usize, lang: Lang, out: &mut Vec<String>) {
    let rows: Vec<Vec<String>> = node.branches.iter().map(|b| cells(node, b, lang)).collect();
    for (line, branch) in columns(&rows, 3).into_iter().zip(&node.branches) {
        out.push(format!("{}{line}", " ".repeat(indent)));
        match answer(branch) {
            Some(reply) => branches(&reply.node, indent + 4, lang, out),
            None => branches(&branch.node, indent + 4, lang, out),
        }
    }
}

/// The one answer to a move, where there is one to show on the same line.
fn answer(branch: &Branch) -> Option<&Branch> {
    match branch.node.branches.as_slice() {
        [reply] if !branch.by.again => Some(reply),
        _ => None,
    }
}

fn cells(node: &Node, b: &Branch, lang: Lang) -> Vec<String> {
    let to = |b: &Branch| {
        let over = if b.node.over { lang.pick("  (the game is over)", "（游戏结束）") } else { "" };
        format!("→ {}{over}", b.by.to)
    };
    let mut cells = vec![b.by.text(lang).to_string(), to(b)];
    match (b.by.score, node.outcome, b.by.leads_to) {
        (Some(score), ..) => cells.push(format!("{score:+}")),
        (None, Verdict::Draw, Some(v)) => {
            cells.push(print::answer::mover_result(v, b.by.again, lang).to_string())
        }
        _ => {}
    }
    if let Some(reply) = answer(b) {
        cells.push(match lang {
            Lang::En => format!("answer: {}  {}", reply.by.text(lang), to(reply)),
            Lang::Zh => format!("应对：{}  {}", reply.by.text(lang), to(reply)),
        });
    }
    cells
}

fn one_move(e: &MoveExplanation, question: &Question, lang: Lang) -> Vec<String> {
    let mut out = vec![format!("{} · {}", paint(TITLE, &question.title()), question.shown()), String::new()];
    out.push(format!("  {}", e.say(lang)));
    for why in &e.why {
        out.extend(print::why::after(why, lang));
    }
    if !e.better.is_empty() {
        out.push(String::new());
        out.push(format!("  {}", lang.pick("Better:", "更好的走法：")));
        out.extend(print::answer::moves(&e.better.iter().collect::<Vec<_>>(), e.better.len() as u64, lang));
    }
    out
}

fn illegal(question: &Question, lang: Lang) -> Result<Vec<String>, Failure> {
    let mut out = vec![String::new()];
    let turn = question.state.turn;
    let mut rows = Vec::new();
    for (game, position) in question.terms() {
        for m in illegal_moves(game, position, turn)? {
            rows.push(vec![m.notation, m.why.say(lang).to_string()]);
        }
    }
    if rows.is_empty() {
        let text =
            lang.pick("Nothing that looks like a move is illegal here.", "这里没有看似合法而不合法的走法。");
        out.push(format!("  {text}"));
        return Ok(out);
    }
    out.push(format!("  {}", lang.pick("No moves, and why:", "不合法的走法及原因：")));
    out.extend(columns(&rows, 3).into_iter().map(|l| format!("    {l}")));
    Ok(out)
}
