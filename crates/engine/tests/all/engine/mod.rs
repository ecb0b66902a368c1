//! The solvers against plain recursion on random games, against published values, and against their
//! budgets.

mod budget;
mod classics;
mod deep;
mod random;
mod reference;
mod search;
mod versus;
