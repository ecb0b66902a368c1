//! Members that have the same theorem.

use crate::row::Row;
use std::collections::HashMap;

/// The rows of a family by their theorems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// Numbers of rows with the same theorem, the first first; theorems that one member has alone are here too.
    pub groups: Vec<Vec<usize>>,
}

impl Groups {
    /// Brings together what is the same. Equal keys are equal theorems; whether others say the same in another way is not asked.
    pub fn of(rows: &[Row]) -> Groups {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for row in rows {
            let Some(key) = &row.key else { continue };
            let place = *places.entry(key).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(row.number);
        }
        Groups { groups }
    }

    /// The first member with the theorem of this one, if it is another one.
    pub fn before(&self, number: usize) -> Option<usize> {
        let group = self.groups.iter().find(|g| g.contains(&number))?;
        group.first().copied().filter(|first| *first != number)
    }
}
