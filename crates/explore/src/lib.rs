//! Families of games: rules with holes and parameters, each with its values; every member is proved or given a conjecture, theorems
//! that are the same are brought together.
//!
//! [`Family`] reads what varies ([`values`] how values are written), [`examine`] makes the [`Row`] of one member: a theorem whose
//! certificate the independent checker has accepted and which agrees with plain recursion, or a pattern with the status it has earned. [`sweep`] does so
//! for all members with several threads, a [`Scheme`] says many theorems in one formula, [`Claimed`] for which members a claim is proved, and a [`Folder`] keeps what is done, so that it can be gone on with.

mod claims;
mod compare;
mod examine;
mod family;
mod folder;
mod groups;
mod row;
mod scheme;
mod sweep;
#[cfg(test)]
mod tests;
mod values;

pub use claims::{Claimed, told};
pub use examine::{Cost, examine};
pub use family::{Family, FamilyProblem, MOST, Member};
pub use folder::Folder;
pub use groups::Groups;
pub use row::{Both, Kept, Row};
pub use scheme::Scheme;
pub use sweep::{Sweep, sweep};
