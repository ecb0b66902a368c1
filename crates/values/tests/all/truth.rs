//! Values that another program computed (`tests/truth/partizan`): canonical forms read back, what is said of them, sums.

use bouton_values::{Style, Value, Values, evaluate};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;

/// The rows of a table, each with its fields by name.
fn rows(name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/truth/partizan").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    (lines.next().expect("a header"), lines.collect())
}

fn value(values: &mut Values, text: &str) -> Value {
    evaluate(values, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Long forms stand in the tables as the FNV-1a hash and the length of their text: options sorted as text, no names but those of
/// numbers, ups and nimbers.
fn is_form(values: &mut Values, found: Value, form: &str) -> bool {
    let Some(hash) = form.strip_prefix("fnv64:") else { return value(values, form) == found };
    let text = plain(values, found, &mut HashMap::new());
    let bits = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |bits, b| (bits ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{bits:016x}:{}", text.len()) == hash
}

fn plain(values: &mut Values, value: Value, known: &mut HashMap<Value, String>) -> String {
    if values.as_simple(value).is_some() {
        return values.text(value, Style::Ascii, 1000).unwrap().text;
    }
    if let Some(text) = known.get(&value) {
        return text.clone();
    }
    let mut side = |values: &mut Values, options: Vec<Value>| {
        let mut texts: Vec<_> = options.into_iter().map(|option| plain(values, option, known)).collect();
        texts.sort();
        texts.join(",")
    };
    let (lefts, rights) = (values.lefts(value).unwrap(), values.rights(value).unwrap());
    let text = format!("{{{}|{}}}", side(values, lefts), side(values, rights));
    known.insert(value, text.clone());
    text
}

/// The text of a value reads back as the value, in both styles.
fn reads_back(values: &mut Values, given: Value) {
    for style in [Style::Ascii, Style::Unicode] {
        let written = values.text(given, style, 100_000).unwrap();
        assert!(written.whole);
        assert_eq!(value(values, &written.text), given, "{}", written.text);
    }
}

#[test]
fn what_is_said_of_published_values() {
    let mut values = Values::new();
    let (mut weights, mut hashed) = (0, 0);
    for (name, count) in [
        ("clobber_board.tsv", 117),
        ("clobber_strip.tsv", 1022),
        ("cutcake.tsv", 256),
        ("domineering_rect.tsv", 74),
        ("hackenbush_stalk.tsv", 811),
        ("snort_path.tsv", 412),
        ("toads_frogs.tsv", 1231),
    ] {
        let (header, rows) = rows(name);
        assert_eq!(rows.len(), count, "{name}");
        for row in rows {
            let field =
                |wanted: &str| header.iter().position(|h| h == wanted).and_then(|i| row.get(i).cloned());
            let place = format!("{name} {}", row[0]);
            // Long forms are compared where they are computed from rules.
            if row[1].starts_with("fnv64:") {
                hashed += 1;
                continue;
            }
            let g = value(&mut values, &row[1]);
            reads_back(&mut values, g);
            let thermograph = values.thermograph(g).unwrap();
            let (left, right) = values.stops(g);
            for (wanted, found) in [
                ("outcome", values.class(g).unwrap().letter().to_string()),
                ("mean", thermograph.mean.to_string()),
                ("temp", thermograph.temperature.to_string()),
                ("lstop", left.to_string()),
                ("rstop", right.to_string()),
                ("nodes", values.count_followers(g).unwrap().to_string()),
                ("birthday", values.birthday(g).unwrap().to_string()),
            ] {
                assert_eq!(field(wanted), Some(found), "{place}: {wanted}");
            }
            if let Some(weight) = field("atomic") {
                let mine = values.atomic_weight(g).unwrap();
                if weight.is_empty() || weight == "-" {
                    assert_eq!(mine, None, "{place}");
                } else {
                    assert_eq!(mine, Some(value(&mut values, &weight)), "{place}: atomic weight");
                    weights += 1;
                }
            }
        }
    }
    assert!(weights > 1000 && hashed == 5, "{weights} {hashed}");
}

#[test]
fn sums_and_comparisons_of_published_values() {
    let mut values = Values::new();
    let (_, rows) = rows("sums.tsv");
    assert_eq!(rows.len(), 250);
    for row in rows {
        let [a, b, relation, sum, difference, temperature, mean, outcome, nodes] = &row[..] else {
            panic!("{row:?}")
        };
        let (x, y) = (value(&mut values, a), value(&mut values, b));
        let order = match values.compare(x, y).unwrap() {
            Some(Ordering::Less) => "<",
            Some(Ordering::Greater) => ">",
            Some(Ordering::Equal) => "=",
            None => "||",
        };
        assert_eq!(order, relation, "{a} and {b}");
        let found = values.add(x, y).unwrap();
        assert!(is_form(&mut values, found, sum), "{a} + {b}");
        let minus = values.subtract(x, y).unwrap();
        assert!(is_form(&mut values, minus, difference), "{a} - {b}");
        let thermograph = values.thermograph(found).unwrap();
        assert_eq!(thermograph.temperature.to_string(), *temperature, "{sum}");
        assert_eq!(thermograph.mean.to_string(), *mean, "{sum}");
        assert_eq!(values.class(found).unwrap().letter().to_string(), *outcome, "{sum}");
        assert_eq!(values.count_followers(found).unwrap().to_string(), *nodes, "{sum}");
        reads_back(&mut values, found);
    }
}

/// `values.csv`: positions of games with canonical form, temperature and mean.
#[test]
fn temperatures_and_means_of_published_starts() {
    let mut values = Values::new();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/truth/partizan/values.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut count = 0;
    for line in text.lines().skip(1) {
        // The canonical form may have commas, and quotes around it.
        let (front, mean) = line.rsplit_once(',').unwrap();
        let (front, temperature) = front.rsplit_once(',').unwrap();
        let mut front = front.splitn(3, ',');
        let (game, start, form) = (front.next().unwrap(), front.next().unwrap(), front.next().unwrap());
        count += 1;
        if form.contains('…') {
            continue;
        }
        let g = value(&mut values, form.trim_matches('"'));
        let thermograph = values.thermograph(g).unwrap();
        assert_eq!(thermograph.temperature.to_string(), temperature, "{game} {start}");
        assert_eq!(thermograph.mean.to_string(), mean, "{game} {start}");
    }
    assert_eq!(count, 127);
}
