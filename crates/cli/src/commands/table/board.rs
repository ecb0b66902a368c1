//! What a run has to show: its last events in one line of JSON, in a file of its folder that `serve --run` reads.

use bouton_cluster::Event;
use bouton_saved::write_whole;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The name of the file.
const NAME: &str = "progress";

/// Time between two writings, at least.
const EVERY: Duration = Duration::from_secs(1);

/// What is known of a run.
pub(super) struct Board {
    path: PathBuf,
    state: Value,
    begun: Instant,
    written: Option<Instant>,
    /// Cells that were filled when this run began.
    before: Option<u64>,
}

impl Board {
    pub(super) fn new(folder: &Path, game: &str, values: &str) -> Board {
        let state = json!({ "game": game, "values": values, "state": "running" });
        Board { path: folder.join(NAME), state, begun: Instant::now(), written: None, before: None }
    }

    /// Takes an event.
    pub(super) fn hear(&mut self, event: &Event) {
        match event {
            Event::Begun { workers, cells, .. } => {
                self.state["workers"] = json!(workers);
                self.state["cells"] = json!(cells);
            }
            Event::Step { done, of, filled, bytes, busiest: (worker, most), .. } => {
                let before = *self.before.get_or_insert(*filled);
                let fresh = filled.saturating_sub(before) as f64;
                let rate = fresh / self.begun.elapsed().as_secs_f64().max(0.001);
                let left = self.state["cells"].as_u64().unwrap_or(0).saturating_sub(*filled) as f64 / rate;
                let busiest = json!({ "worker": worker, "filled": most });
                let known = [
                    ("done", json!(done)),
                    ("of", json!(of)),
                    ("filled", json!(filled)),
                    ("bytes", json!(bytes)),
                    ("busiest", busiest),
                ];
                known.into_iter().for_each(|(name, value)| self.state[name] = value);
                self.state["rate"] = json!(rate.round());
                // A table of rounds may be done long before all of its cells are decided.
                self.state["left"] =
                    if of.is_some() && left.is_finite() { json!(left.round()) } else { Value::Null };
                if self.written.is_some_and(|at| at.elapsed() < EVERY) {
                    return;
                }
            }
            Event::Kept { generation, round } => {
                self.state["checkpoint"] = json!({ "generation": generation, "round": round });
            }
        }
        self.write();
    }

    /// Says how it ended.
    pub(super) fn end(&mut self, state: &str, checksum: Option<u64>) {
        self.state["state"] = json!(state);
        self.state["checksum"] = json!(checksum.map(|sum| format!("{sum:016x}")));
        self.write();
    }

    fn write(&mut self) {
        self.written = Some(Instant::now());
        self.state["seconds"] = json!(self.begun.elapsed().as_secs());
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_secs());
        self.state["updated"] = json!(now);
        // Nobody has to look, and a run does not end because this cannot be written.
        let text = self.state.to_string();
        let _ = write_whole(&self.path, |out| {
            writeln!(out, "{text}").map_err(|error| bouton_saved::SavedError::Io {
                path: self.path.clone(),
                deed: bouton_saved::Deed::Write,
                error,
            })
        });
    }
}
