//! Values against their definitions, against published values, and as text.

mod budget;
mod loopy;
mod random;
mod reference;
mod text;
mod truth;
