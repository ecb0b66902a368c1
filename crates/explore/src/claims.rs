//! For which members each claim of the rules is proved.

use crate::family::Family;
use crate::row::Row;

/// A claim of the rules and what became of it, member by member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    /// The claim as it is written.
    pub text: String,
    /// Numbers of the members for which it is proved.
    pub proved: Vec<usize>,
    /// Those for which it is false.
    pub wrong: Vec<usize>,
    /// Those for which it was not decided.
    pub open: Vec<usize>,
}

impl Claimed {
    /// The claims of the rules, in their order.
    pub fn of(rows: &[Row]) -> Vec<Claimed> {
        let mut all: Vec<Claimed> = Vec::new();
        for row in rows {
            for (text, status) in &row.claims {
                let place = all.iter().position(|c| c.text == *text).unwrap_or(all.len());
                if place == all.len() {
                    all.push(Claimed { text: text.clone(), ..Claimed::default() });
                }
                let list = match status.as_deref() {
                    Some("PROVED") => &mut all[place].proved,
                    Some("FALSE") => &mut all[place].wrong,
                    _ => &mut all[place].open,
                };
                list.push(row.number);
            }
        }
        all
    }
}

/// `t = 2..8` for members that differ in one number; otherwise their labels one by one, a few of them.
pub fn told(family: &Family, numbers: &[usize]) -> String {
    const SHOWN: usize = 6;
    let members: Vec<_> = numbers.iter().map(|n| family.member(*n)).collect();
    if let [(name, _)] = family.variables() {
        let value = |m: &crate::Member| m.values.first().and_then(|(_, v)| v.parse::<i64>().ok());
        if let Some(values) = members.iter().map(value).collect::<Option<Vec<_>>>() {
            return format!("{name} = {}", range(&values));
        }
    }
    let labels: Vec<String> = members.iter().take(SHOWN).map(|m| m.label()).collect();
    let more = if members.len() > SHOWN { format!(", … ({})", members.len()) } else { String::new() };
    format!("{}{more}", labels.join(", "))
}

/// `1..9`, or the numbers one by one.
pub(crate) fn range(values: &[i64]) -> String {
    let run = values.len() > 2 && values.windows(2).all(|w| w[0].checked_add(1) == Some(w[1]));
    match (values.first(), values.last()) {
        (Some(first), Some(last)) if run => format!("{first}..{last}"),
        _ => values.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
    }
}
