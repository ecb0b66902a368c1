//! Published outcomes of boards: what others have found, by hand or by programs of their own, is what the rules give.
//!
//! A row is a game of the library, a parameter or `-`, the position as it is typed, and what is known of it: a class (`N` whoever moves
//! first, `P` whoever moves second, `L` Left, `R` Right), `win`, `lose`, `draw`, `grundy 2` or `score 3`.
//! The tables of Domineering, m,n,k games, Connect Four and Cram are cited from memory of their sources.
//! `cargo test --release -p bouton --test all published:: -- --ignored --nocapture` prints the time that each large one takes.

use crate::common::{FOLDER, found, game, solver};
use bouton::answer::word;
use bouton::{Budget, Question, Solver};
use bouton_samples::rows;
use std::time::{Duration, Instant};

/// Small ones: all together a second or two.
const SMALL: &str = "
    # Domineering: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Solving 8 x 8 Domineering, Theoretical
    # Computer Science 230 (2000), with Left upright; G. C. Drummond-Cole, An update on Domineering, Integers 14 (2014)
    domineering ¦ - ¦ 2x2 ¦ N
    domineering ¦ - ¦ 2x3 ¦ N
    domineering ¦ - ¦ 2x4 ¦ R
    domineering ¦ - ¦ 2x5 ¦ L
    domineering ¦ - ¦ 2x6 ¦ N
    domineering ¦ - ¦ 3x3 ¦ N
    domineering ¦ - ¦ 3x4 ¦ R
    domineering ¦ - ¦ 3x5 ¦ R
    domineering ¦ - ¦ 4x4 ¦ N
    domineering ¦ - ¦ 4x5 ¦ L
    # m,n,k games: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative (2000)
    mnk ¦ k=3 ¦ 3x3 ¦ draw
    mnk ¦ k=3 ¦ 3x4 ¦ win
    mnk ¦ k=3 ¦ 4x4 ¦ win
    mnk ¦ k=4 ¦ 3x4 ¦ draw
    # Connect-Four: V. Allis (1988); J. Tromp, John's Connect Four Playground
    connect ¦ k=4 ¦ 4x4 ¦ draw
    # Clobber on full boards: values computed by the program cgt (tests/truth/partizan/values.csv)
    clobber ¦ - ¦ 2x3 ¦ P
    clobber ¦ - ¦ 3x3 ¦ N
    clobber ¦ - ¦ 3x4 ¦ P
    # Snort and Col on empty boards: the same
    snort ¦ - ¦ 2x4 ¦ P
    snort ¦ - ¦ 3x3 ¦ N
    col ¦ - ¦ 3x3 ¦ P
    # Hexapawn: M. Gardner (1962)
    hexapawn ¦ - ¦ 3x3 ¦ lose
    # Dots and Boxes: Winning Ways, chapter 16 (the first player wins 2 x 2 boxes by 3 to 1)
    dots-and-boxes ¦ - ¦ 2x2 ¦ score 2
    # Node Kayles: OEIS A316632
    node-kayles-grid ¦ - ¦ 3x4 ¦ grundy 0
    node-kayles-grid ¦ - ¦ 3x5 ¦ grundy 3
    node-kayles-grid ¦ - ¦ 3x6 ¦ grundy 3
    node-kayles-grid ¦ - ¦ 4x4 ¦ grundy 0
    # Cram: J. Lemoine and S. Viennot, Nimbers are inevitable (2010)
    cram ¦ - ¦ 3x5 ¦ grundy 1
    cram ¦ - ¦ 4x5 ¦ grundy 2
";

/// Large ones.
const LARGE: &str = "
    # Domineering: as above
    domineering ¦ - ¦ 2x7 ¦ N
    domineering ¦ - ¦ 2x8 ¦ R
    domineering ¦ - ¦ 2x9 ¦ L
    domineering ¦ - ¦ 3x6 ¦ R
    domineering ¦ - ¦ 3x7 ¦ R
    domineering ¦ - ¦ 3x8 ¦ R
    domineering ¦ - ¦ 3x9 ¦ R
    domineering ¦ - ¦ 4x6 ¦ N
    domineering ¦ - ¦ 4x7 ¦ L
    domineering ¦ - ¦ 4x8 ¦ R
    domineering ¦ - ¦ 4x9 ¦ L
    domineering ¦ - ¦ 5x5 ¦ P
    domineering ¦ - ¦ 5x6 ¦ R
    domineering ¦ - ¦ 5x7 ¦ R
    domineering ¦ - ¦ 5x8 ¦ R
    domineering ¦ - ¦ 5x9 ¦ R
    domineering ¦ - ¦ 6x6 ¦ N
    # m,n,k: as above
    mnk ¦ k=4 ¦ 4x4 ¦ draw
    # Connect-Four: as above
    connect ¦ k=4 ¦ 4x5 ¦ draw
    connect ¦ k=4 ¦ 5x4 ¦ draw
    # Clobber: as above
    clobber ¦ - ¦ 3x5 ¦ N
    # Not published: what the search found, so that a change is seen
    clobber ¦ - ¦ 4x5 ¦ N
    # NoGo: M. Müller, Solving NoGo on small board sizes
    nogo ¦ - ¦ 3x3 ¦ N
    nogo ¦ - ¦ 4x4 ¦ P
    # Hex: J. Nash, the first player wins
    hex ¦ - ¦ 3x3 ¦ N
    # Dots and Boxes: a table of all positions, filled backwards by a program for this game alone
    dots-and-boxes ¦ - ¦ 2x3 ¦ score -2
    dots-and-boxes ¦ - ¦ 3x3 ¦ score -3
    # Cram: as above
    cram ¦ - ¦ 5x5 ¦ grundy 0
";

/// Asks a row, within so much memory and time; what came out.
fn answered([name, set, typed, _]: &[String; 4], budget: Budget) -> (String, Duration) {
    let rules = game(name);
    let rules = match set.split_once('=') {
        Some((name, value)) => found(rules.set(name, value, &FOLDER), set),
        None => rules,
    };
    let started = Instant::now();
    let mut asker = Solver::new(budget);
    let question = Question::new(rules.clone(), found(rules.position(typed), typed));
    let answer = found(asker.solve(&question), typed);
    let known = match (answer.score, answer.grundy.as_ref(), answer.class) {
        (Some(score), ..) => format!("score {score}"),
        (_, Some(value), _) => format!("grundy {value}"),
        (.., Some(class)) => class.to_string(),
        _ => answer.outcome.map_or_else(|| "unknown".into(), |v| word(v).to_string()),
    };
    (known, started.elapsed())
}

/// Is this what is known? Where one of the two is a class and the other the first player's outcome, the outcomes are compared.
fn agrees(row: &[String; 4], answer: &str) {
    let [name, set, typed, wanted] = row;
    let first = |known: &str| match known {
        "N" | "L" => "win".to_string(),
        "P" | "R" => "lose".to_string(),
        other => other.to_string(),
    };
    let both = [answer, wanted].iter().all(|known| known.len() == 1);
    let same = if both { answer == wanted } else { first(answer) == first(wanted) };
    assert!(same, "{name} {set} {typed}: {answer}, but {wanted} is published");
}

fn table(text: &str) -> Vec<[String; 4]> {
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim_start().starts_with('#')).collect();
    rows(&lines.join("\n"))
}

#[test]
fn small_boards_are_as_published() {
    for row in table(SMALL) {
        let (answer, _) = answered(&row, solver().budget().clone());
        agrees(&row, &answer);
    }
}

#[test]
#[ignore = "takes minutes"]
fn large_boards_are_as_published() {
    let mut undecided = Vec::new();
    for row in table(LARGE) {
        let budget = Budget::unlimited().memory(2 << 30).time(Duration::from_secs(600));
        let (answer, time) = answered(&row, budget);
        println!("{:>8.2} s  {} {} {}: {answer}", time.as_secs_f64(), row[0], row[1], row[2]);
        if answer == "unknown" {
            undecided.push(row);
        } else {
            agrees(&row, &answer);
        }
    }
    assert!(undecided.is_empty(), "not decided within the limits: {undecided:?}");
}
