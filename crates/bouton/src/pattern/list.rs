//! Patterns in one sequence of numbers: a strip of a table, or a bare list.

use super::{Found, Patterns, PeriodFound, Trap, Values, number};
use crate::answer::Status;
use crate::proof::period::Period;
use crate::report::Sentence;
use crate::table::{Show, Table};
use bouton_language::value::Value;
use bouton_theory::sequences::{self, Finding, Members, Search, Sequence, SetPattern, period, sets};

/// How the sequence is called.
struct Names<'a> {
    /// The argument.
    argument: &'a str,
    /// The function.
    function: &'a str,
    /// What a claim about its value begins with, if there is such a claim.
    claim: Option<&'a str>,
}

/// A period with more values than this is not written out.
const LONGEST_CYCLE: usize = 60;

/// Values of the prefix that traps are looked for in.
const TRAPS: [usize; 3] = [200, 1000, 4000];

/// Values that a proved period adds to a strip, at most.
const MOST: i64 = 1 << 20;

/// Patterns in a strip: in its values, and in the set of its lost positions. Where a period of the values is proved, they
/// are looked at until it was seen twice. Gives how many heaps were looked at, from 0 on.
pub(super) fn in_strip(
    table: &Table,
    period: Option<&Period>,
    search: &Search,
    patterns: &mut Patterns,
) -> usize {
    let Some((first, shown)) = values(table) else { return 0 };
    let mut values = shown.clone();
    if let Some(p) = period {
        let next = first + shown.len() as i64;
        let known = (next..((p.from + 2 * p.period) as i64).min(MOST)).map_while(|n| p.small(n as usize));
        values.extend(known.map_while(|v| i64::try_from(v).ok()));
    }
    let name = table.columns.first().map_or("n", String::as_str);
    let last = first + values.len() as i64 - 1;
    let checked = Status::Checked(format!("{name} <= {last}").into());
    let reason = Sentence::from([
        format!("it agrees with all values to {name} = {last}"),
        format!("与 {name} = {last} 以内的所有值一致"),
    ]);
    let settle = |mut f: Found| {
        if f.status != Status::Guessed {
            (f.status, f.reason) = (checked.clone(), reason.clone());
        }
        f
    };
    if table.show == Show::Win {
        let lost: Vec<bool> = values.iter().map(|v| *v == 1).collect();
        patterns.found.extend(in_set(first, &lost, name, search).map(settle));
    } else {
        let (function, claim) = match table.show {
            Show::Grundy => ("g", Some("grundy")),
            Show::Score => ("s", Some("score")),
            _ => ("v", None),
        };
        let names = Names { argument: name, function, claim };
        patterns.found.extend(in_values(first, &values, &names, search).into_iter().map(settle));
        if patterns.found.is_empty() {
            patterns.traps = traps(first, &values, &names, search);
        }
        if table.show == Show::Grundy && last - first >= 20 {
            let lost: Vec<bool> = values.iter().map(|v| *v == 0).collect();
            patterns.found.extend(in_set(first, &lost, name, search).map(settle));
        }
    }
    patterns.values = Some(Values { first, values: shown });
    (last + 1) as usize
}

/// Claims that the Grundy values g(0), g(1), … of heaps suggest, the simplest first, as lines of the rules.
pub(crate) fn suggested(name: &str, values: &[i64]) -> Vec<String> {
    let names = Names { argument: name, function: "g", claim: Some("grundy") };
    in_values(0, values, &names, &Search::default()).into_iter().filter_map(|f| f.claim).collect()
}

/// Patterns in a bare list of numbers, v(first), v(first + 1), …: nothing beyond them is known, so all are guesses.
pub fn in_numbers(first: i64, values: &[i64], search: &Search) -> Patterns {
    let names = Names { argument: "n", function: "a", claim: None };
    let mut found = in_values(first, values, &names, search);
    found.splice(0..0, two_values(first, values, &names, search));
    // Rising numbers may be the members of a set.
    if values.windows(2).all(|w| w[0] < w[1]) && values.len() >= 5 {
        let (low, high) = (values[0].min(0), values[values.len() - 1]);
        if low >= 0 && high < 1 << 20 {
            let inside: Vec<bool> = (low..=high).map(|n| values.binary_search(&n).is_ok()).collect();
            let set = in_set(low, &inside, "x", search).filter(|f| f.kind == "set" || f.kind == "residues");
            // A pattern of the list of members is found in the numbers as they stand.
            found.extend(set.and_then(|f| {
                let members = f.formula.strip_prefix("lose iff ")?;
                Some(Found { formula: format!("the numbers x with {members}"), claim: None, ..f })
            }));
        }
    }
    let count = values.len();
    for f in &mut found {
        f.status = Status::Guessed;
        f.reason = Sentence::from([
            format!("it agrees with all {count} numbers given; without rules nothing more can be said"),
            format!("与给出的全部 {count} 个数一致；没有规则，无法再进一步"),
        ]);
    }
    let traps = if found.is_empty() { traps(first, values, &names, search) } else { Vec::new() };
    let mut patterns = Patterns {
        game: String::new(),
        table: None,
        values: Some(Values { first, values: values.to_vec() }),
        found,
        traps,
        few: None,
        doubts: Vec::new(),
        stopped: None,
    };
    super::known::compare(None, false, &mut patterns);
    if patterns.found.is_empty() {
        patterns.few = few(first, values, names.argument, names.function).map(Sentence::from);
    }
    patterns
}

/// Fewer values do not tell a pattern from chance.
const FEW: usize = 9;

/// That values in which nothing was found are too few to say that there is nothing.
pub(super) fn few(first: i64, values: &[i64], n: &str, f: &str) -> Option<[String; 2]> {
    let count = values.len();
    let Some((period, saltus, enough)) = period::hinted(&Sequence::new(first, values)?) else {
        return (count < FEW).then(|| {
            [
                format!("{count} values are too few to tell a pattern from chance; give {FEW} or more"),
                format!("{count} 个值太少，无法区分规律与巧合；请给出至少 {FEW} 个"),
            ]
        });
    };
    let plus = match saltus {
        0 => String::new(),
        s if s < 0 => format!(" - {}", s.unsigned_abs()),
        s => format!(" + {s}"),
    };
    let fits = format!("{f}({n} + {period}) = {f}({n}){plus}");
    Some([
        format!("{count} values are too few: {fits} fits them all, and is believed from {enough} values on"),
        format!("{count} 个值太少：{fits} 与它们全部吻合，但至少 {enough} 个值才可信"),
    ])
}

/// A list of two values says which numbers belong to a set: `a(n) = 1 if n in squares, 0 otherwise`.
fn two_values(first: i64, values: &[i64], names: &Names<'_>, search: &Search) -> Option<Found> {
    let (low, high) = (*values.iter().min()?, *values.iter().max()?);
    if low == high || values.iter().any(|v| *v != low && *v != high) {
        return None;
    }
    let (n, f) = (names.argument, names.function);
    [(high, low), (low, high)].into_iter().find_map(|(one, other)| {
        let inside: Vec<bool> = values.iter().map(|v| *v == one).collect();
        let pattern = sets::find(&Members { first, inside: &inside }, search)?;
        // Residues and finite sets are periods, which say it better.
        if !matches!(pattern, SetPattern::Known { .. } | SetPattern::Apart { .. } | SetPattern::Listed { .. })
        {
            return None;
        }
        let (condition, None) = pattern.condition(n)? else { return None };
        let mut found = Found::new("set");
        found.formula = format!("{f}({n}) = {one} if {condition}, {other} otherwise");
        if let SetPattern::Known { more, fewer, .. } = &pattern {
            found.exceptions = more.iter().chain(fewer).map(i64::to_string).collect();
        }
        Some(found)
    })
}

/// The values of a strip without a gap, from its first legal position on.
pub(super) fn values(table: &Table) -> Option<(i64, Vec<i64>)> {
    let mut found = Vec::new();
    let mut first = None;
    for row in table.rows() {
        let ([Value::Int(n)], Some(v)) = (row.values.as_slice(), number(&row.cell)) else { break };
        let start = *first.get_or_insert(*n);
        if *n != start + found.len() as i64 {
            break;
        }
        found.push(v);
    }
    Some((first?, found))
}

fn in_values(first: i64, values: &[i64], names: &Names<'_>, search: &Search) -> Vec<Found> {
    let Some(sequence) = Sequence::new(first, values) else { return Vec::new() };
    sequences::find(&sequence, search).iter().map(|f| describe(f, first, values.len(), names)).collect()
}

fn describe(finding: &Finding, first: i64, count: usize, names: &Names<'_>) -> Found {
    let (n, g) = (names.argument, names.function);
    let listed = |from: i64| -> Vec<String> { (first..from).map(|i| i.to_string()).collect() };
    let valued = |text: String| match names.claim {
        Some(word) => format!("claim {word} = {text}"),
        None => text,
    };
    let mut found = Found::new("formula");
    match finding {
        Finding::Period(p) => {
            let plus = match p.saltus {
                0 => String::new(),
                s if s < 0 => format!(" - {}", s.unsigned_abs()),
                s => format!(" + {s}"),
            };
            found.kind = if p.saltus == 0 { "period" } else { "arithmetic period" };
            let from = if p.from > first { format!(" for {n} >= {}", p.from) } else { String::new() };
            let cases = p.cases(n, first);
            found.formula = match &cases {
                Some(cases) if p.period == 1 || p.period <= 12 && cases.len() < 90 => {
                    format!("{g}({n}) = {cases}")
                }
                _ => format!("{g}({n} + {}) = {g}({n}){plus}{from}", p.period),
            };
            found.claim = names.claim.filter(|c| *c == "grundy").map(|_| {
                let saltus = if p.saltus == 0 { String::new() } else { format!(" saltus {}", p.saltus) };
                let from = if p.from == 0 { String::new() } else { format!(" from {}", p.from) };
                match cases {
                    Some(cases) => valued(cases),
                    None => format!("claim period {}{saltus}{from}", p.period),
                }
            });
            let cycle = if p.period <= LONGEST_CYCLE { p.cycle.clone() } else { Vec::new() };
            found.period =
                Some(PeriodFound { period: p.period as u64, saltus: p.saltus, from: p.from, cycle });
            if p.before.len() <= LONGEST_CYCLE {
                found.exceptions = listed(p.from);
            }
            if p.compared < 2 * p.period && p.compared < p.before.len() + p.period {
                found.status = Status::Guessed;
                found.reason = Sentence::from([
                    format!("it was compared at {} places only, of {count} values", p.compared),
                    format!("{count} 个值中只比较了 {} 处", p.compared),
                ]);
            }
        }
        Finding::Similar(s) => {
            found.kind = "digits";
            found.formula = s.equations(g).join(", ").replace("(n", &format!("({n}"));
            if s.from > first && !s.before.is_empty() {
                let begin: Vec<String> =
                    s.before.iter().zip(first..).map(|(v, i)| format!("{g}({i}) = {v}")).collect();
                found.formula = format!("{}; {}", begin.join(", "), found.formula);
            }
            found.claim = names
                .claim
                .map(|word| format!("define {g}(n) = {}\nclaim {word} = {g}({n})", s.definition(g, first)));
        }
        Finding::Form(f) => {
            let cases = f.cases(n, first);
            found.formula = format!("{g}({n}) = {cases}");
            found.claim = names.claim.map(|_| valued(cases));
            found.exceptions = listed(f.from);
        }
        Finding::Recurrence(r) => {
            found.kind = "recurrence";
            found.formula = r.equation(g);
            found.exceptions = listed(r.from - r.coefficients.len() as i64);
        }
    }
    found
}

/// The pattern of the lost positions.
fn in_set(first: i64, inside: &[bool], name: &str, search: &Search) -> Option<Found> {
    let pattern = sets::find(&Members { first, inside }, search)?;
    let condition = pattern.condition(name);
    let mut found = Found::new("set");
    match &pattern {
        SetPattern::Residues { modulus, from, compared, .. } => {
            found.kind = "residues";
            found.period =
                Some(PeriodFound { period: *modulus as u64, saltus: 0, from: *from, cycle: Vec::new() });
            if condition.is_none() {
                found.formula =
                    format!("lose at {name} + {modulus} iff lose at {name}, for {name} >= {from}");
            }
            if (*compared as i64) < 2 * modulus {
                found.status = Status::Guessed;
                found.reason = Sentence::from([
                    format!("it was compared at {compared} places only"),
                    format!("只比较了 {compared} 处"),
                ]);
            }
        }
        SetPattern::Known { more, fewer, .. } => {
            found.exceptions = more.iter().chain(fewer).map(i64::to_string).collect();
        }
        SetPattern::Listed { finding, begin } => {
            let names = Names { argument: "i", function: "a", claim: None };
            let said = describe(finding, 1, begin.len(), &names).formula.replace("(n", "(i");
            let begin: Vec<String> = begin.iter().map(i64::to_string).collect();
            found.formula = format!("lost: {}, …, the i-th is {said}", begin.join(", "));
        }
        SetPattern::Apart { .. } => {}
        SetPattern::Finite(_) => found.kind = "finite",
    }
    match condition {
        Some((condition, definition)) => {
            found.formula = format!("lose iff {condition}");
            let definition = definition.map(|d| format!("{d}\n")).unwrap_or_default();
            found.claim = Some(format!("{definition}claim lose iff {condition}"));
        }
        None if found.formula.is_empty() => return None,
        None => {}
    }
    Some(found)
}

/// Patterns that the first values show and later ones break.
fn traps(first: i64, values: &[i64], names: &Names<'_>, search: &Search) -> Vec<Trap> {
    let mut out: Vec<Trap> = Vec::new();
    for count in TRAPS.into_iter().filter(|c| *c < values.len()) {
        let Some(sequence) = Sequence::new(first, &values[..count]) else { continue };
        for finding in sequences::find(&sequence, search) {
            let value = |n: i64| match &finding {
                Finding::Period(p) => p.value(n),
                Finding::Form(f) => f.kind.value(n),
                Finding::Similar(_) | Finding::Recurrence(_) => None,
            };
            let later = (first..).zip(values).skip(count);
            let broken = later.into_iter().find_map(|(n, v)| {
                value(n).filter(|e| *e != i128::from(*v)).and_then(|e| Some((n, i64::try_from(e).ok()?, *v)))
            });
            let Some((fails, expected, found)) = broken else { continue };
            let formula = describe(&finding, first, count, names).formula;
            if !out.iter().any(|t| t.formula == formula) {
                out.push(Trap { formula, fails, expected, found });
            }
        }
    }
    out
}
