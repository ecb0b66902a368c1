//! Tables of whole spaces of positions, filled by the threads of one or of many processes.
//!
//! What one machine does with [`bouton_engine::table::fill`] is done here by any number of workers, each of which owns some
//! blocks of the space ([`Cut`]). [Timely dataflow](https://docs.rs/timely) moves what they have to say to each other; the
//! rules are the same [`Generator`](bouton_engine::table::fill::Generator), the numbering the same
//! [`Index`](bouton_engine::table::Index), and the result is a table in a folder ([`bouton_saved::shards`]) with a checksum
//! that does not depend on who filled it.
//!
//! | file | what is in it |
//! |---|---|
//! | `cut` | which worker owns which cells |
//! | `post` | how workers talk: a dataflow, driven epoch by epoch |
//! | `layers`, `sorted`, `push` | spaces whose moves all lower a number: options are read from a copy, what is filled is pushed to others |
//! | `rounds` | spaces in which play may return: decided cells tell those that lead to them |
//! | `judge`, `store` | the value of a cell from those of its options; the numbers of values |
//! | `room`, `copy`, `spool` | large arrays, copies of tables and long lists: in memory, or in files beyond it |
//! | `window` | which values of others a process keeps |
//! | `run`, `steps`, `checkpoint` | the steps of a run, and what it leaves in its folder |
//! | `meet`, `link` | processes that prove to each other that they belong together, and lose each other without a panic |

mod checkpoint;
mod copy;
mod cut;
mod error;
mod judge;
mod layers;
mod link;
mod meet;
mod post;
mod push;
mod room;
mod rounds;
mod run;
mod sorted;
mod spool;
mod steps;
mod store;
mod window;

pub use cut::{Cut, MOST_OWNED};
pub use error::Fault;
pub use layers::TILE;
pub use link::Team;
pub use meet::{NoMeeting, Terms, key, meet, random};
pub use run::{Endless, Event, Job, Layer, Order, Summary, Tell, run};
