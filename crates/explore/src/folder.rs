//! A folder that keeps what is done: `family.json`, a row a file in `rows`, and the certificates. Files are written whole or not at
//! all, so that work may end at any moment.

use crate::family::Family;
use crate::row::{Kept, Row};
use bouton::Problem;
use bouton::language::problems;
use bouton_saved::{SavedError, write_whole};
use serde_json::{Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the rows of a family are kept.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

problems! {
/// Why a folder does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FolderProblem {
    /// It holds another family.
    Other { path: String } => [
        "{path} holds another family: other rules, other values or another ending. Choose another folder.",
        "{path} 中是另一个游戏族：规则、取值或终局不同。请换一个文件夹。"
    ];
    /// It was written by another version.
    Version { path: String, version: String } => [
        "{path} was written by version {version}, whose theorems need not be those of this one. Choose another folder.",
        "{path} 由版本 {version} 写出，其结果未必与本版本相同。请换一个文件夹。"
    ];
    /// It is a folder of something else.
    Foreign { path: String } => [
        "{path} is not empty and holds no family. Choose another folder.", "{path} 不是空的，其中也没有游戏族。请换一个文件夹。"
    ];
}
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn failed(path: &Path, error: &std::io::Error) -> Problem {
    Problem::File { path: path.display().to_string(), why: error.to_string() }
}

/// An error of a file, as a problem.
struct Unwritten(SavedError);

impl From<SavedError> for Unwritten {
    fn from(error: SavedError) -> Unwritten {
        Unwritten(error)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Problem> {
    let done = write_whole::<Unwritten>(path, |out| {
        out.write_all(text.as_bytes()).map_err(|error| {
            Unwritten(SavedError::Io { path: path.into(), deed: bouton_saved::Deed::Write, error })
        })
    });
    done.map_err(|Unwritten(e)| Problem::File { path: path.display().to_string(), why: e.to_string() })
}

/// What says which family it is.
fn head(family: &Family) -> Json {
    json!({
        "bouton": "family", "version": VERSION, "name": family.name, "rules": family.rules, "misere": family.misere,
        "variables": family.variables(),
    })
}

impl Folder {
    /// Opens the folder of a family, or makes it.
    pub fn open(path: &Path, family: &Family) -> Result<Folder, Problem> {
        let folder = Folder { path: path.to_path_buf() };
        let (file, head) = (path.join("family.json"), head(family));
        let shown = || path.display().to_string();
        match fs::read_to_string(&file) {
            Ok(text) => {
                let there: Json = serde_json::from_str(&text).unwrap_or_default();
                let version = there["version"].as_str().unwrap_or("?").to_string();
                let other = |key: &str| there[key] != head[key];
                if other("bouton") {
                    return Err(Problem::Input(Arc::new(FolderProblem::Foreign { path: shown() })));
                }
                if version != VERSION {
                    return Err(Problem::Input(Arc::new(FolderProblem::Version { path: shown(), version })));
                }
                if there != head {
                    return Err(Problem::Input(Arc::new(FolderProblem::Other { path: shown() })));
                }
            }
            Err(_) => {
                fs::create_dir_all(path).map_err(|e| failed(path, &e))?;
                if fs::read_dir(path).map_err(|e| failed(path, &e))?.next().is_some() {
                    return Err(Problem::Input(Arc::new(FolderProblem::Foreign { path: shown() })));
                }
                write(&file, &format!("{head:#}\n"))?;
            }
        }
        for part in ["rows", "certificates"] {
            let part = path.join(part);
            fs::create_dir_all(&part).map_err(|e| failed(&part, &e))?;
        }
        Ok(folder)
    }

    fn row(&self, number: usize) -> PathBuf {
        self.path.join("rows").join(format!("{number:06}.json"))
    }

    /// The row of a member that is done; one that is damaged, has lost its certificate or came to the end of its budget is not.
    pub fn done(&self, family: &Family, number: usize) -> Option<Row> {
        let row: Row = serde_json::from_str(&fs::read_to_string(self.row(number)).ok()?).ok()?;
        let whole = row.certificate.as_ref().is_none_or(|name| self.path.join(name).is_file());
        let own = row.number == number && row.member == family.member(number).values;
        (whole && own && !row.unfinished).then_some(row)
    }

    /// Keeps a row: its certificate first, so that no row names one that is not there.
    pub fn keep(&self, kept: &mut Kept) -> Result<(), Problem> {
        if let Some(text) = &kept.certificate {
            let name = format!("certificates/{:06}.json", kept.row.number);
            write(&self.path.join(&name), text)?;
            kept.row.certificate = Some(name);
        }
        let text = serde_json::to_string_pretty(&kept.row).unwrap_or_default();
        write(&self.row(kept.row.number), &format!("{text}\n"))
    }
}
