//! Families as a whole: what is found agrees with plain recursion and with `prove`, folders are gone on with, nothing is believed
//! that the checker refuses.

use crate::{Claimed, Cost, Family, Folder, Groups, Scheme, Sweep, sweep, told};
use bouton::amounts::usual_memory;
use bouton::language::ast::Verdict;
use bouton::language::interp::Turn;
use bouton::reference::Reference;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn family(rules: &str, words: &[&str], misere: bool) -> Family {
    let words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
    Family::new(("rules".into(), rules.into()), &words, misere, None)
        .unwrap_or_else(|p| panic!("{rules}: {p}"))
}

fn refusal(rules: &str, words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
    Family::new(("rules".into(), rules.into()), &words, false, None)
        .err()
        .map_or_else(String::new, |p| p.to_string())
}

fn cost() -> Cost {
    Cost { memory: usual_memory(), time: None, cancel: Arc::default() }
}

fn swept(family: &Family, folder: Option<&Folder>) -> Sweep {
    sweep(family, folder, 2, &cost(), &|_| {})
}

const TAKE: &str = "param S = {1}; heaps n; move take k in S if k <= n: n -> n - k";
const BASH: &str = "param m in 1.. = 3; heaps n; move take k in 1..min(m, n): n -> n - k";

#[test]
fn members_are_all_combinations() {
    let family = family("param m = 1; heaps n; octal 0.{{c}}", &["c=words(1..2, 1)", "m=5..6", "m=9"], false);
    let labels: Vec<String> = (0..family.len()).map(|i| family.member(i).label()).collect();
    assert_eq!(labels, ["c=1 m=5", "c=1 m=6", "c=1 m=9", "c=2 m=5", "c=2 m=6", "c=2 m=9"]);
    assert_eq!(family.text(&family.member(3)), "param m = 1; heaps n; octal 0.2");
}

#[test]
fn families_that_make_no_sense_are_refused() {
    for (rules, words, wanted) in [
        (BASH, &[][..], "Nothing varies"),
        (BASH, &["k=1..3"], "k is neither"),
        (BASH, &["m"], "gives nothing its values"),
        (BASH, &["m=3..1"], "lists no values"),
        (BASH, &["m=1..10000000"], "more than 100000 games"),
        ("heaps n; octal 0.{{c}}", &["d=1"], "hole {{c}}"),
        ("heaps n; move {{c}}", &["c=x"], "rules:1"),
    ] {
        let said = refusal(rules, words);
        assert!(said.contains(wanted), "{words:?}: {said}");
    }
}

#[test]
fn what_is_proved_is_verified_compared_and_grouped() {
    let family = family(TAKE, &["S=subsets(1..4, 1..2)"], false);
    let sweep = swept(&family, None);
    assert_eq!((sweep.rows.len(), sweep.known), (10, 0));
    for row in &sweep.rows {
        assert!(row.proved() && row.verified == Some(true), "{row:?}");
        assert!(row.compared.is_some_and(|n| n > 100), "{row:?}");
    }
    // 1 and 1,3 leave the same values.
    let groups = Groups::of(&sweep.rows);
    let number =
        |set: &str| sweep.rows.iter().find(|r| r.label() == format!("S={set}")).map_or(99, |r| r.number);
    assert_eq!(groups.before(number("{1, 3}")), Some(number("{1}")));
    assert_eq!(groups.before(number("{2}")), None);
}

#[test]
fn equal_keys_are_equal_games_and_other_keys_are_not() {
    let rules = "position a, b; move k in 1..2 if k <= a: a -> a - k; move k in {{S}} if k <= b: b -> b - k";
    let family = family(rules, &["S=subsets(1..3)"], false);
    let sweep = swept(&family, None);
    let lost = |number: usize| -> Vec<bool> {
        let game = family.game(&family.member(number)).unwrap_or_else(|p| panic!("{p}"));
        let mut reference = Reference::new(&game);
        let cells = (0..12).flat_map(|a| (0..12).map(move |b| format!("{a} {b}")));
        let lost = |at: String| {
            let position = game.position(&at).unwrap_or_else(|p| panic!("{at}: {p}"));
            reference.outcome(&position, Turn::default()).unwrap_or(Verdict::Draw) == Verdict::Lose
        };
        cells.map(lost).collect()
    };
    let tables: Vec<Vec<bool>> = sweep.rows.iter().map(|r| lost(r.number)).collect();
    for (a, one) in sweep.rows.iter().enumerate() {
        assert!(one.proved(), "{one:?}");
        for (b, other) in sweep.rows.iter().enumerate() {
            assert_eq!(one.key == other.key, tables[a] == tables[b], "{} {}", one.label(), other.label());
        }
    }
}

#[test]
fn a_scheme_is_proved_value_by_value() {
    let family = family(BASH, &["m=1..6"], false);
    let sweep = swept(&family, None);
    let scheme = Scheme::of(&family, &sweep.rows).unwrap_or_else(|| panic!("{sweep:?}"));
    assert_eq!((scheme.formula.as_str(), scheme.range().as_str()), ("grundy = n mod (m + 1)", "1..6"));
}

#[test]
fn members_that_are_no_games_are_rows_too() {
    let family = family("heaps n; octal 0.{{c}}", &["c=words(0..1, 1)"], false);
    let sweep = swept(&family, None);
    assert!(sweep.rows[0].status.is_none() && sweep.rows[0].reason.is_some(), "{:?}", sweep.rows[0]);
    assert!(sweep.rows[1].proved(), "{:?}", sweep.rows[1]);
}

#[test]
fn misere_families_are_proved_as_such() {
    let family = family(TAKE, &["S={1}", "S={1, 2}"], true);
    let sweep = swept(&family, None);
    for row in &sweep.rows {
        assert!(row.proved(), "{row:?}");
        assert!(row.compared.is_some_and(|n| n > 0), "{row:?}");
    }
}

#[test]
fn a_folder_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let path = folder.path().join("bash");
    let mine = family(BASH, &["m=1..5"], false);
    let open = |family: &Family| Folder::open(&path, family);
    let kept = open(&mine).unwrap_or_else(|p| panic!("{p}"));
    // Stopped behind the second row: what is done stays.
    let stop = Cost { cancel: Arc::new(AtomicBool::new(false)), ..cost() };
    let told = |done: usize| stop.cancel.store(done >= 2, Ordering::Relaxed);
    let first = sweep(&mine, Some(&kept), 1, &stop, &told);
    assert!(first.stopped.is_some() && first.rows.len() == 2, "{first:?}");
    let kept = open(&mine).unwrap_or_else(|p| panic!("{p}"));
    let count = AtomicUsize::new(0);
    let second = sweep(&mine, Some(&kept), 1, &cost(), &|_| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!((second.known, second.rows.len(), count.into_inner()), (2, 5, 3));
    for row in &second.rows {
        let file = path.join(row.certificate.as_deref().unwrap_or_default());
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        bouton_verify::verify(&text, &bouton_verify::Limits::default()).unwrap_or_else(|e| panic!("{e:?}"));
    }
    // A row without its certificate, and one that is damaged, are made again.
    let file = |name: &str| path.join(name);
    std::fs::remove_file(file("certificates/000003.json")).unwrap_or_else(|e| panic!("{e}"));
    std::fs::write(file("rows/000001.json"), "{").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(swept(&mine, Some(&kept)).known, 3);
    // Another family, another ending, another version and other files are refused.
    for other in [family(BASH, &["m=1..6"], false), family(BASH, &["m=1..5"], true)] {
        assert!(open(&other).is_err_and(|p| p.to_string().contains("another family")));
    }
    let head = std::fs::read_to_string(file("family.json")).unwrap_or_default();
    std::fs::write(file("family.json"), head.replace("\"version\": \"", "\"version\": \"x"))
        .unwrap_or_default();
    assert!(open(&mine).is_err_and(|p| p.to_string().contains("was written by version")));
    assert!(Folder::open(folder.path(), &mine).is_err_and(|p| p.to_string().contains("holds no family")));
}

#[test]
fn a_claim_is_proved_for_the_members_for_which_it_holds() {
    let rules = format!("{BASH}; claim lose iff n mod (m + 1) = 0; claim lose iff n mod 4 = 0");
    let family = family(&rules, &["m=1..5"], false);
    let sweep = swept(&family, None);
    let all = Claimed::of(&sweep.rows);
    let [uniform, single] = all.as_slice() else { panic!("{all:?}") };
    // The other claim is about the value in the rules alone.
    assert_eq!(
        (told(&family, &single.proved), single.wrong.len(), single.open.len()),
        ("m = 3".into(), 0, 0)
    );
    assert!(
        uniform.text.contains("m + 1") && uniform.wrong.is_empty() && uniform.open.is_empty(),
        "{uniform:?}"
    );
    assert_eq!(told(&family, &uniform.proved), "m = 1..5");
    let rules = format!("{BASH}; claim lose iff n mod (m + 1) = 0 and m != 4 or m = 4 and n = 0");
    let family = self::family(&rules, &["m=3..5"], false);
    let all = Claimed::of(&swept(&family, None).rows);
    let [varied] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(
        (told(&family, &varied.proved), told(&family, &varied.wrong)),
        ("m = 3, 5".into(), "m = 4".into())
    );
}

/// The certificates beside docs/discoveries.md are accepted by the checker, each a file of its own.
#[test]
fn discoveries_are_accepted() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/discoveries");
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut count = 0;
    for file in files {
        let path = file.unwrap_or_else(|e| panic!("{e}")).path();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let found = bouton_verify::verify(&text, &bouton_verify::Limits::default());
        assert!(found.is_ok(), "{}: {found:?}", path.display());
        count += 1;
    }
    assert!(count >= 10, "{count}");
}
