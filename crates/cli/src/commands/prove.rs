//! `prove`: a theorem about all sizes, found from the rules and proved; certificates and drawings on request.

use crate::commands::prelude::*;
use crate::flags::amounts::{parse_numeration, parse_row};
use bouton::answer::reasons::ending;
use bouton::language::diagnostic::Wording;
use bouton::proof::{
    At, ClaimProof, Decided, Finding, FiniteProof, Proof, ProveQuestion, RowFinding, Unfit, WordsProof,
    prove, prove_row,
};
use bouton::table::saved::write_file;
use bouton::theory::Numeration;
use bouton::{Budget, Folder};
use bouton_export::paper::paper;
use bouton_verify::{Limits, coq};
use std::path::{Path, PathBuf};

/// Find the lost positions from the rules and prove the statement for all sizes ¦ 由规则找出必败局面，并对任意大小证明
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton prove wythoff                              from the rules alone, for all sizes ¦ 只凭规则，对任意大小成立
  bouton prove lasker                               the Grundy values of heaps of every size ¦ 任意大小的堆的 SG 值
  bouton prove wythoff --certificate wythoff.proof  then: bouton verify wythoff.proof ¦ 然后：bouton verify wythoff.proof
  bouton prove \"position a, b; move k in 1..a: a -> a - k; move k in 1..b: b -> b - k\" --misere
  bouton prove wythoff 1000000000000000000000 1618033988749894848204
  bouton prove wythoff --explain                    the proof as a paper has it ¦ 像论文那样写出证明
  bouton prove kayles --explain --format latex      the same for LaTeX ¦ 同上，LaTeX 格式
  bouton prove kayles --coq kayles.v                then: coqc kayles.v ¦ 然后：coqc kayles.v
  bouton prove wythoff-diagonal --set t=3 --svg automaton.svg
  bouton prove chess-piece --rule                   the rule that reads digits ¦ 按数位判断的规则
  bouton prove wythoff --row b=3 --values           the Grundy values of one row ¦ 一行的 SG 值
  bouton prove bash --for-all m                     for every m at once ¦ 对每个 m 同时证明

The exit code is 0 when nothing was found too, and 1 when a claim of the file is false.
¦ 没有找到时退出码也是 0；文件中的猜想不成立时为 1。")]
pub(crate) struct Args {
    /// A game, and perhaps a position of any size to judge by the theorem ¦ 游戏，还可以加一个任意大小的局面，由定理判断
    #[arg(value_name = "GAME POSITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    change: Change,
    /// For all values of a parameter at once: it becomes a number of the position, before the others, that no move changes
    /// ¦ 对参数的一切值同时证明：它成为局面中的一个数，位于其他数之前，任何走法都不改变它
    #[arg(long = "for-all", value_name = "m,t", value_delimiter = ',', conflicts_with = "row")]
    for_all: Vec<String>,
    /// Only these digits: fibonacci, tribonacci, a base from 2 to 16, t=2 to t=9 for x*x = t*x + 1, or 3,2 for x*x = 3*x + 2 and the like (an expansion of 1)
    /// ¦ 只用这种数位：fibonacci、tribonacci、2 到 16 的进制、t=2 到 t=9（x*x = t*x + 1），或 3,2（x*x = 3*x + 2）之类（1 的展开式）
    #[arg(long, value_name = "DIGITS", value_parser = parse_numeration)]
    numeration: Option<Numeration>,
    /// One row: all numbers but one are fixed, what repeats along the last one is proved ¦ 一行：固定除一个以外的所有数，证明沿最后一个数的周期
    #[arg(long, value_name = "b=7,c=2", value_delimiter = ',', value_parser = parse_row, conflicts_with_all = ["numeration", "rule", "svg", "dot"])]
    row: Vec<(String, u64)>,
    /// With --row: Grundy values instead of who wins ¦ 与 --row 同用：SG 值而非胜负
    #[arg(long, requires = "row")]
    values: bool,
    /// Also write out the rule that reads digits ¦ 也写出按数位判断的规则
    #[arg(long)]
    rule: bool,
    /// Write a certificate that  bouton verify  checks ¦ 写出证书，可用 bouton verify 检验
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print the theorem with its proof as a paper would have it ¦ 像论文那样写出定理与证明
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// How --explain writes: markdown or latex ¦ --explain 的格式：markdown 或 latex
    #[arg(long, value_name = "FORMAT", requires = "explain", value_parser = ["markdown", "latex"], default_value = "markdown")]
    format: String,
    /// Write the theorem and its proof for Coq:  coqc FILE.v  checks it ¦ 写出供 Coq 检验的定理与证明：用 coqc FILE.v 检验
    #[arg(long, value_name = "FILE")]
    coq: Option<PathBuf>,
    /// Draw the automaton ¦ 画出自动机
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the automaton for Graphviz ¦ 写出自动机，供 Graphviz 使用
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// As JSON ¦ 以 JSON 输出
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cost: Cost,
}

/// Width of the label column.
const LABEL: usize = 11;

/// Width of what became of a claim.
const WORD: usize = 8;

/// Runs the verb.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let term = question::one(&args.words, &args.change, args.cost.memory, "prove")?;
    let game = if args.for_all.is_empty() { term.game } else { term.game.for_all(&args.for_all)? };
    if !args.row.is_empty() {
        return row(&game, &term.position, args, lang, out);
    }
    let position = match term.position.as_str() {
        // There is but one position where nothing is typed.
        "" if args.certificate.is_some() && game.rules().shape.fields.iter().all(|f| f.start.is_some()) => {
            Some(game.position("")?)
        }
        "" => None,
        typed => Some(game.position(typed)?),
    };
    let progress = Progress::new(lang);
    let automaton = args.svg.is_some() || args.dot.is_some() || args.rule;
    let asked = ProveQuestion { game: game.clone(), numeration: args.numeration, automaton };
    let finding = prove(&asked, &budget(&args.cost, &progress));
    let finite = match (&position, &args.certificate, &finding) {
        (Some(position), Some(_), Ok(_)) => {
            Some(Solver::new(budget(&args.cost, &progress)).prove_position(&game, position))
        }
        _ => None,
    };
    progress.clear();
    let (finding, finite) = (finding?, finite.transpose()?);
    let mut written = files(&finding, finite.as_ref(), args, lang)?;
    if let Some(path) = &args.coq {
        let free = Budget::unlimited().cancel(interrupt::flag());
        match development(&finding, &asked, args.change.misere, &free, lang)? {
            Ok(text) => {
                written.lines.push(write("coq", path, &text)?);
                written.lines.extend(misnamed(path, lang));
            }
            Err(why) => {
                written
                    .lines
                    .push(lang.pick(format!("nothing for Coq: {why}"), format!("没有 Coq 证明：{why}")));
                written.no_coq = Some(why);
            }
        }
    }
    let free = Budget::unlimited().cancel(interrupt::flag());
    // A walk that grows too large says no more than that there is nothing to say.
    let by_theorem = position.as_ref().and_then(|p| finding.at(p, 1, &free).unwrap_or(None));
    let at = by_theorem.or_else(|| finite.as_ref()?.as_ref().ok().map(FiniteProof::at));
    if args.json {
        let mut answer = finding.answer(&game, lang);
        answer.position = at.as_ref().map(At::answer);
        answer.no_certificate = written.no_certificate.clone();
        answer.no_coq = written.no_coq.clone();
        out.json(&answer, lang)?;
    } else if let Some(paper) = args.explain.then(|| paper(&finding, &game, lang, &free)).flatten() {
        let latex = args.format == "latex";
        out.text(&if latex { paper.latex(lang) } else { paper.markdown(lang) })?;
    } else {
        out.lines(&lines(&game, &finding, args, lang))?;
        if position.is_some() {
            out.lines(&at_lines(at.as_ref(), lang))?;
        }
        if args.explain {
            let none = lang.pick(
                "no paper: there is none for a finding of this kind",
                "没有论文：这类结论还不能写成论文",
            );
            written.lines.push(none.to_string());
        }
        for line in &written.lines {
            out.lines(&labelled(lang.pick("written", "已写出"), DIM, line))?;
        }
    }
    let too_big = matches!(&finite, Some(Err(Unfit::Size { .. })));
    let wrong = finding.claims().iter().any(|c| matches!(c.decided, Decided::False { .. }));
    Ok(if too_big { 3 } else { u8::from(wrong) })
}

/// A theorem about one row.
fn row(game: &Game, typed: &str, args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    if !typed.is_empty() {
        return Err(Mistake::RowPosition.into());
    }
    let progress = Progress::new(lang);
    let finding = prove_row(game, &args.row, args.values, &budget(&args.cost, &progress));
    progress.clear();
    let finding = finding?;
    let mut written = Vec::new();
    if let (Some(path), RowFinding::Proved(proof)) = (&args.certificate, &finding) {
        let text = format!("{}\n", proof.certificate(args.change.misere));
        write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, text.as_bytes())))?;
        written.push(format!("{} (row): {}", lang.pick("certificate", "证书"), path.display()));
    }
    if args.json {
        out.json(&finding.answer(game, lang), lang)?;
        return Ok(0);
    }
    let title = format!("{} · {}", paint(TITLE, &game.title()), ending(game).say(lang));
    let mut lines = vec![title, String::new()];
    match &finding {
        RowFinding::Proved(proof) => {
            lines.extend(theorem(&proof.theorem(lang), &[], lang));
            if args.values {
                lines.extend(labelled(lang.pick("values", "值"), DIM, &proof.first()));
            }
            lines.extend(listed(lang.pick("rows", "各行"), DIM, &proof.rows(lang)));
            lines.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
        }
        RowFinding::Outside(_) => {
            let why = finding.open(game, lang).unwrap_or_default();
            lines.extend(labelled(lang.pick("outside", "不适用"), BAD, &why));
        }
        RowFinding::Open(..) => {
            let why = finding.open(game, lang).unwrap_or_default();
            lines.extend(labelled(lang.pick("not found", "未找到"), BAD, &why));
            if args.certificate.is_some() {
                let none = lang.pick("no certificate, as there is no theorem", "没有证书：没有定理");
                written.push(none.to_string());
            }
        }
    }
    out.lines(&lines)?;
    for line in &written {
        out.lines(&labelled(lang.pick("written", "已写出"), DIM, line))?;
    }
    Ok(0)
}

/// What became of the files that were asked for.
#[derive(Default)]
struct Written {
    /// What each file is, or why there is none.
    lines: Vec<String>,
    /// Why there is no certificate.
    no_certificate: Option<String>,
    /// Why there is nothing for Coq.
    no_coq: Option<String>,
}

fn write(what: &str, path: &Path, text: &str) -> Result<String, Failure> {
    write_file(path, |sink| sink.put(|out| std::io::Write::write_all(out, text.as_bytes())))?;
    Ok(format!("{what}: {}", path.display()))
}

/// Coq takes the name of a file for that of a module: what is said of one that is none.
fn misnamed(path: &Path, lang: Lang) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let stem = name.strip_suffix(".v").unwrap_or(&name);
    let mut right: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !right.starts_with(|c: char| c.is_ascii_alphabetic()) {
        right.insert(0, 'g');
    }
    right += ".v";
    (right != name).then(|| {
        lang.pick(
            format!("coqc reads no file of this name: call it {right}"),
            format!("coqc 不读这样命名的文件：请改名为 {right}"),
        )
    })
}

/// The development for Coq of what was found, or why there is none. Where the theorem is of a kind that Coq is not told, an automaton is
/// looked for.
fn development(
    finding: &Finding,
    asked: &ProveQuestion,
    misere: bool,
    budget: &Budget,
    lang: Lang,
) -> Result<Result<String, String>, Failure> {
    let loader = Folder { base: None };
    let limits = Limits { loader: &loader, cancel: interrupt::flag(), ..Limits::default() };
    let told = |finding: &Finding| {
        let certificate = finding.certificate(None, misere, lang)?;
        coq(&certificate.to_string(), &limits).map_err(|refused| refused.why.message(lang))
    };
    Ok(match told(finding) {
        Err(why) if !asked.automaton && !matches!(finding, Finding::Outside(_)) => {
            let again = ProveQuestion { automaton: true, ..asked.clone() };
            told(&prove(&again, budget)?).map_err(|_| why)
        }
        done => done,
    })
}

/// Writes what was asked for.
fn files(
    finding: &Finding,
    finite: Option<&Result<FiniteProof, Unfit>>,
    args: &Args,
    lang: Lang,
) -> Result<Written, Failure> {
    let mut done = Written::default();
    if let Finding::Proved(proof) = finding {
        if let Some(path) = &args.svg {
            done.lines.push(write("svg", path, &proof.svg())?);
        }
        if let Some(path) = &args.dot {
            done.lines.push(write("dot", path, &proof.dot())?);
        }
    } else if let Finding::Words(proof) = finding {
        if let Some(path) = &args.dot {
            done.lines.push(write("dot", path, &proof.dot())?);
        }
        if args.svg.is_some() {
            let none = lang.pick(
                "no SVG: a machine that reads letters is drawn by --dot",
                "没有 SVG：读字母的机器请用 --dot 画出",
            );
            done.lines.push(none.to_string());
        }
    } else if args.svg.is_some() || args.dot.is_some() {
        done.lines.push(lang.pick("no drawing, as there is no automaton", "没有图：没有自动机").to_string());
    }
    let Some(path) = &args.certificate else { return Ok(done) };
    let made = finding.certificate(finite, args.change.misere, lang);
    match made {
        Ok(certificate) => {
            let what = lang.pick("certificate", "证书");
            let kind = certificate["kind"].as_str().unwrap_or_default();
            done.lines.push(write(&format!("{what} ({kind})"), path, &format!("{certificate}\n"))?);
        }
        Err(why) => {
            done.lines.push(lang.pick(format!("no certificate: {why}"), format!("没有证书：{why}")));
            done.no_certificate = Some(why);
        }
    }
    Ok(done)
}

fn lines(game: &Game, finding: &Finding, args: &Args, lang: Lang) -> Vec<String> {
    let title = format!("{} · {}", paint(TITLE, &game.title()), ending(game).say(lang));
    let mut out = vec![title, String::new()];
    let names: Vec<String>;
    let claims: &[ClaimProof];
    match finding {
        Finding::Proved(proof) => {
            out.extend(theorem(&proof.theorem(lang), &proof.lines(), lang));
            out.extend(labelled(lang.pick("automaton", "自动机"), DIM, &proof.automaton(lang)));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            if proof.formula.is_none() || args.rule {
                out.extend(rule(proof, lang));
            }
            names = proof.fragment.coordinates.iter().map(|c| c.name.clone()).collect();
            claims = &proof.claims;
        }
        Finding::Period(proof) => {
            let claim = format!("claim {}", proof.period.claim());
            out.extend(theorem(&proof.theorem(lang), &[claim], lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            names = vec![proof.name().to_string()];
            claims = &proof.claims;
        }
        Finding::Quotient(proof) => {
            let claim = format!("claim {}", proof.claim());
            out.extend(theorem(&proof.theorem(lang), &[claim], lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            names = vec![proof.name().to_string()];
            claims = &proof.claims;
        }
        Finding::TakeAway(proof) => {
            out.extend(theorem(&proof.theorem(lang), &[], lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            names = proof.names().map(String::from).to_vec();
            claims = &proof.claims;
        }
        Finding::Family(proof) => {
            out.extend(theorem(&proof.theorem(lang), &[format!("claim {}", proof.claim())], lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            names = proof.names().to_vec();
            claims = &proof.claims;
        }
        Finding::Places(proof) => {
            let claim: Vec<String> = proof.formula().iter().map(|f| format!("claim {f}")).collect();
            out.extend(theorem(&proof.theorem(lang), &claim, lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            names = vec![proof.name().to_string()];
            claims = &proof.claims;
        }
        Finding::Runs(proof) => {
            out.extend(theorem(&proof.theorem(lang), &[], lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            names = vec![proof.name().to_string()];
            claims = &proof.claims;
        }
        Finding::Words(proof) => {
            out.extend(theorem(&proof.theorem(lang), &[], lang));
            out.extend(listed(lang.pick("how", "方法"), DIM, &proof.how(lang)));
            out.extend(machine(proof, lang));
            names = Vec::new();
            claims = &[];
        }
        Finding::NoWords(search) => {
            out.extend(listed(lang.pick("not found", "未找到"), BAD, &search.say(lang)));
            names = Vec::new();
            claims = &[];
        }
        Finding::NotFound(search) => {
            out.extend(listed(lang.pick("not found", "未找到"), BAD, &search.say(lang)));
            names = game.rules().shape.fields.iter().map(|f| f.name.clone()).collect();
            claims = &search.claims;
        }
        Finding::Outside(reason) => {
            out.extend(labelled(lang.pick("outside", "不适用"), BAD, &reason.say(game, lang)));
            names = Vec::new();
            claims = &[];
        }
    }
    let open = matches!(finding, Finding::NoWords(_) | Finding::NotFound(_) | Finding::Outside(_));
    if open && !args.for_all.is_empty() {
        let each: Vec<String> = args.for_all.iter().map(|name| format!("{name}=1..9")).collect();
        let name = args.words.first().map_or("GAME", String::as_str);
        // Rules on the command line stand in quotes.
        let name = if name.contains(char::is_whitespace) { format!("\"{name}\"") } else { name.to_string() };
        let each = each.join(" ");
        let text = lang.pick(
            format!("nothing was found for all values at once; each by itself: bouton explore {name} {each}"),
            format!("没有找到对一切值同时成立的定理；逐个尝试：bouton explore {name} {each}"),
        );
        out.extend(labelled(lang.pick("instead", "另外"), DIM, &text));
    }
    for (i, claim) in claims.iter().enumerate() {
        let label = if i == 0 { lang.pick("claims", "猜想") } else { "" };
        let style = match claim.decided {
            Decided::Proved => GOOD,
            Decided::False { .. } => BAD,
            Decided::Open(_) | Decided::Aside(_) => DIM,
        };
        let more = claim.say(&names, lang);
        let text = match &more {
            Some(more) => format!("{} · {more}", claim.text),
            None => claim.text.clone(),
        };
        let width = terminal_width().saturating_sub(LABEL + WORD).max(20);
        for (k, line) in prose(&text, width).iter().enumerate() {
            let (label, word) = if k == 0 { (label, claim.word(lang)) } else { ("", "") };
            let head = paint(DIM, &left(label, LABEL));
            out.push(format!("{head}{}{line}", paint(style, &left(word, WORD))));
        }
    }
    out
}

/// What was proved, as a formula too.
fn theorem(text: &str, formula: &[String], lang: Lang) -> Vec<String> {
    let sentence = format!("{text}{}", lang.pick(".", "。"));
    let mut out = labelled(lang.pick("theorem", "定理"), TITLE, &sentence);
    out.extend(listed(lang.pick("formula", "公式"), DIM, formula));
    let status = lang.pick("PROVED for all sizes", "已证明，对任意大小成立");
    out.extend(labelled(lang.pick("status", "状态"), GOOD, status));
    out
}

/// A label before the first of several paragraphs.
fn listed(name: &str, style: anstyle::Style, texts: &[String]) -> Vec<String> {
    let head = |i: usize| if i == 0 { name } else { "" };
    texts.iter().enumerate().flat_map(|(i, text)| labelled(head(i), style, text)).collect()
}

/// The machine that reads letters, where it is small.
fn machine(proof: &WordsProof, lang: Lang) -> Vec<String> {
    let label = lang.pick("machine", "机器");
    let Some(table) = proof.table(lang) else {
        let text = lang.pick(
            "too large to write out: see --dot FILE or --json",
            "过大，不便写出：可用 --dot 文件 或 --json",
        );
        return labelled(label, DIM, text);
    };
    let text = lang.pick(
        "begin in state 0, read the letters from the left, go where the table says; the last column says what a word is that ends there",
        "从状态 0 开始，从左到右读字母，按表转移；最后一列说明在此结束的串是什么",
    );
    let mut out = labelled(label, DIM, text);
    out.extend(table.iter().map(|line| format!("{}{line}", " ".repeat(LABEL))));
    out
}

/// The rule that reads digits, where it is short.
fn rule(proof: &Proof, lang: Lang) -> Vec<String> {
    let Some(table) = proof.rule(lang) else {
        let text = lang.pick(
            "too large to write out: draw it with --svg FILE or --dot FILE",
            "过大，不便写出：可用 --svg 文件 或 --dot 文件 画出",
        );
        return labelled(lang.pick("rule", "规则"), DIM, text);
    };
    let tracks = proof.tracks().join(", ");
    let text = match lang {
        Lang::En => format!(
            "begin in state 0, read the digits of {tracks} together from the left, go where the table says; - is \
             never accepted; the last column says whether to accept when the digits end there"
        ),
        Lang::Zh => format!(
            "从状态 0 开始，从左到右同时读 {tracks} 的各位，按表转移；- 表示不接受；最后一列表示读完时是否接受"
        ),
    };
    let mut out = labelled(lang.pick("rule", "规则"), DIM, &text);
    out.extend(table.iter().map(|line| format!("{}{line}", " ".repeat(LABEL))));
    out
}

fn at_lines(at: Option<&At>, lang: Lang) -> Vec<String> {
    let label = lang.pick("position", "局面");
    let Some(at) = at else {
        let text = lang.pick("the theorem says nothing about this position", "定理没有涉及这个局面");
        return labelled(label, DIM, text);
    };
    let (word, style) = match at.lost {
        true => (lang.pick("LOST for the player to move", "先手必败"), BAD),
        false => (lang.pick("WON for the player to move", "先手必胜"), GOOD),
    };
    let mut text = format!("{}   {}", at.position, paint(style, word));
    if let Some(g) = &at.grundy {
        text.push_str(&format!("   {} {g}", lang.pick("Grundy value", "SG 值")));
    }
    let mut out = labelled(label, DIM, &text);
    if let Some(large) = at.winning.first() {
        let name = large.notation.as_deref().unwrap_or(lang.pick("move", "走"));
        out.extend(labelled(lang.pick("move", "走法"), GOOD, &format!("{name} → {}", large.to)));
    }
    out
}

fn labelled(name: &str, style: anstyle::Style, text: &str) -> Vec<String> {
    paragraph(name, style, LABEL, text)
}
