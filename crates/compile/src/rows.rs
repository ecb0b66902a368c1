//! Rows that are only ever cut at their ends, and gains that are the sum of what was cut.
//!
//! Then every position that can be reached is a run of neighbours of the first row, and two numbers name it.

use crate::entail::entails;
use crate::moves::Transition;
use crate::symbolic::{ListSym, Session, Sym};
use bouton_language::ast::FieldKind;

/// A row or word of which moves cut off ends and change nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndCuts {
    /// The field.
    pub field: usize,
    /// Some move cuts on the left.
    pub left: bool,
    /// Some move cuts on the right.
    pub right: bool,
    /// Every move that cuts gains exactly the sum of what it cuts off.
    pub gains_taken: bool,
}

/// The rows that are only cut at their ends.
pub(crate) fn find(session: &mut Session<'_>, transitions: &[Transition]) -> Vec<EndCuts> {
    let mut out = Vec::new();
    for (f, field) in session.rules.shape.fields.iter().enumerate() {
        if matches!(field.kind, FieldKind::Row | FieldKind::Word)
            && let Some(cuts) = cuts(session, transitions, f)
        {
            out.push(cuts);
        }
    }
    out
}

fn cuts(session: &mut Session<'_>, transitions: &[Transition], f: usize) -> Option<EndCuts> {
    let mut found = EndCuts { field: f, left: false, right: false, gains_taken: true };
    for t in transitions {
        let Some(Sym::List(ListSym::Base(own))) = t.before.get(f) else { return None };
        let (len, total) = {
            let info = session.info(*own);
            (info.len.clone(), info.total.clone())
        };
        for part in &t.parts {
            let Some(Sym::List(new)) = part.get(f) else { return None };
            match new {
                ListSym::Base(id) if id == own => continue,
                ListSym::Items(items) if items.is_empty() => {}
                ListSym::Slice(inner, from, to) => {
                    if !matches!(**inner, ListSym::Base(id) if id == *own) {
                        return None;
                    }
                    if *to == len {
                        found.left = true;
                    } else if from.as_int() == Some(1) {
                        found.right = true;
                    } else {
                        found.left = true;
                        found.right = true;
                    }
                }
                _ => return None,
            }
            let same = match (&t.gain, session.total(new)) {
                (Some(gain), Some(rest)) => {
                    let gap = total.sub(&rest).sub(gain);
                    let mut facts = t.path.all();
                    let more = session.prefix_facts(&facts, &gap);
                    facts.extend(more);
                    entails(&facts, &gap) && entails(&facts, &gap.neg())
                }
                _ => false,
            };
            found.gains_taken &= same;
        }
    }
    (found.left || found.right).then_some(found)
}
