//! Values against their definitions, against published values, and as text.

mod budget;
mod random;
mod reference;
mod text;
mod truth;
