//! Tests on disk: a folder that appears complete or not at all, in the layout of a judge.
//!
//! Plain: `01.in`, `01.out` … Polygon: `tests/01`, `tests/01.a` … Both with `tests.json`, which says what every test is.

use crate::generate::{Test, Tests};
use crate::wrong::Wrong;
use bouton::Problem;
use bouton::answer::Status;
use bouton::language::diagnostic::Lang;
use serde_json::{Value as Json, json};
use std::fs;
use std::io;
use std::path::Path;

/// How the files are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Layout {
    /// `01.in`, `01.out`
    #[default]
    Plain,
    /// `tests/01`, `tests/01.a`, as Codeforces Polygon wants them.
    Polygon,
}

impl Tests {
    /// The number of a test as it is in file names.
    pub fn name(&self, i: usize) -> String {
        let digits = self.tests.len().to_string().len().max(2);
        format!("{:0digits$}", i + 1)
    }

    /// What the folder holds, as JSON.
    pub fn json(&self) -> Json {
        let test = |(i, t): (usize, &Test)| {
            json!({
                "name": self.name(i),
                "kind": t.origin.word(),
                "trap": t.idea.map(|i| i.word()),
                "cases": t.cases,
                "largest": t.largest.to_string(),
            })
        };
        let far = self.far.iter().map(|(status, claim, cases)| {
            let to = if let Status::Checked(to) = status { Some(to.say(Lang::En)) } else { None };
            json!({"status": status.word(), "checked_to": to, "claim": claim, "cases": cases})
        });
        json!({
            "game": self.game,
            "seed": self.seed,
            "in": self.template,
            "cases": self.cases,
            "any_winning_move": self.checker,
            "oracle": far.collect::<Vec<_>>(),
            "untried": self.untried.iter().map(|i| i.word()).collect::<Vec<_>>(),
            "harmless": self.harmless.iter().map(|i| i.word()).collect::<Vec<_>>(),
            "tests": self.tests.iter().enumerate().map(test).collect::<Vec<_>>(),
        })
    }

    /// Writes the folder, under another name until it is complete.
    pub fn write(&self, folder: &Path, layout: Layout) -> Result<(), Problem> {
        if folder.exists() {
            return Err(Wrong::Exists { path: folder.display().to_string() }.into());
        }
        let problem = |e: io::Error| Problem::File { path: folder.display().to_string(), why: e.to_string() };
        self.make(folder, layout).map_err(problem)
    }

    fn make(&self, folder: &Path, layout: Layout) -> io::Result<()> {
        let beside = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(beside)?;
        let place = tempfile::Builder::new().prefix(".bouton-gen-").tempdir_in(beside)?;
        let made = place.path().join("tests-made");
        let tests = match layout {
            Layout::Plain => made.clone(),
            Layout::Polygon => made.join("tests"),
        };
        fs::create_dir_all(&tests)?;
        for (i, test) in self.tests.iter().enumerate() {
            let name = self.name(i);
            let (input, output) = match layout {
                Layout::Plain => (format!("{name}.in"), format!("{name}.out")),
                Layout::Polygon => (name.clone(), format!("{name}.a")),
            };
            fs::write(tests.join(input), &test.input)?;
            fs::write(tests.join(output), &test.output)?;
        }
        for (name, text) in &self.extra {
            fs::write(made.join(name), text)?;
        }
        fs::write(made.join("tests.json"), format!("{:#}\n", self.json()))?;
        fs::rename(&made, folder)
    }
}
