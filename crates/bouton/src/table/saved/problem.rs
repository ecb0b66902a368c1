//! What can be wrong with a saved table, as sentences.

use crate::problem::Problem;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_saved::{Deed, SavedError, part_name};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a file is not the table that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// Other rules.
    Rules { saved: String, asked: String },
    /// A parameter has another value.
    Parameter { name: String, saved: String, asked: String },
    /// Other values.
    Show { saved: String, asked: String },
    /// Other positions.
    Table { saved: [String; 2], asked: [String; 2] },
    /// Begun with blocks of another size.
    Block { saved: u32, asked: u32 },
    /// Begun by another version of the program.
    Engine { saved: String },
    /// The description cannot be understood.
    Description,
    /// The position is not in the table.
    Outside { position: String, bound: [String; 2] },
    /// Best moves are no numbers.
    Best,
    /// The values in the file do not say what is asked.
    Useless { saved: String },
}

/// What is wrong, and with which file.
#[derive(Debug)]
enum Trouble {
    File(SavedError),
    Misfit { path: PathBuf, part: bool, why: Misfit },
}

/// A file that cannot be used.
pub(super) fn file(error: SavedError) -> Problem {
    Problem::Input(Arc::new(Trouble::File(error)))
}

impl From<SavedError> for Problem {
    fn from(error: SavedError) -> Problem {
        file(error)
    }
}

/// A file that holds something else; `part` if it is a table that was only begun.
pub(super) fn misfit(path: &Path, part: bool, why: Misfit) -> Problem {
    Problem::Input(Arc::new(Trouble::Misfit { path: path.to_path_buf(), part, why }))
}

impl Wording for Trouble {
    fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Trouble::File(error), Lang::En) => file_en(error),
            (Trouble::File(error), Lang::Zh) => file_zh(error),
            (Trouble::Misfit { path, part, why }, _) => {
                let name = if *part { part_name(path) } else { path.clone() };
                match lang {
                    Lang::En => misfit_en(&name.display().to_string(), *part, why),
                    Lang::Zh => misfit_zh(&name.display().to_string(), *part, why),
                }
            }
        }
    }
}

const AGAIN_EN: &str = "Remove it and save the table again, or choose another name.";
const AGAIN_ZH: &str = "请删除它并重新保存，或换一个文件名。";

fn file_en(error: &SavedError) -> String {
    let path = error.path().display();
    match error {
        SavedError::Io { deed: Deed::Read, error, .. } => match error.kind() {
            ErrorKind::NotFound => {
                format!("There is no file {path}. Save a table first: bouton table … --save {path}")
            }
            ErrorKind::IsADirectory => format!("{path} is a folder, not a saved table."),
            ErrorKind::PermissionDenied => format!("{path} may not be read: permission denied."),
            _ => format!("{path} cannot be read: {error}."),
        },
        SavedError::Io { deed: Deed::Write, error, .. } => match error.kind() {
            ErrorKind::NotFound => format!("{path} cannot be written: its folder does not exist."),
            ErrorKind::IsADirectory => format!("{path} is a folder: give the name of a file."),
            ErrorKind::PermissionDenied => format!("{path} may not be written: permission denied."),
            ErrorKind::ReadOnlyFilesystem => format!("{path} cannot be written: the disk is read-only."),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => format!(
                "{path} cannot grow any more: the disk or its quota is full ({error}). What was written is kept; make room and run the same command again."
            ),
            _ => format!("{path} cannot be written: {error}."),
        },
        SavedError::Busy { .. } => {
            format!("{path} is being written by another process. Wait for it, or choose another name.")
        }
        SavedError::NotATable { .. } => format!("{path} is no saved table."),
        SavedError::Newer { found, known, .. } => format!(
            "{path} was written by a later version (format {found}; this one reads up to {known}). Use that version, or save the table again."
        ),
        SavedError::Head { .. } => format!("{path} is damaged: its head was altered or cut. {AGAIN_EN}"),
        SavedError::CutShort { bytes, .. } => format!(
            "{path} is not whole: it has {bytes} bytes and does not end as a saved table ends, so it was cut short or something was appended. {AGAIN_EN}"
        ),
        SavedError::Index { expected, found, .. } => format!(
            "{path} is damaged: its index has the checksum {found:08x}, not {expected:08x}. {AGAIN_EN}"
        ),
        SavedError::Block { block, blocks, expected, found, .. } => format!(
            "{path} is damaged: block {block} of {blocks} has the checksum {found:08x}, not {expected:08x}. {AGAIN_EN}"
        ),
        SavedError::Nonsense { block, .. } => {
            format!("{path}: block {block} is whole, but makes no sense to this version. {AGAIN_EN}")
        }
    }
}

fn file_zh(error: &SavedError) -> String {
    let path = error.path().display();
    match error {
        SavedError::Io { deed: Deed::Read, error, .. } => match error.kind() {
            ErrorKind::NotFound => format!("没有文件 {path}。请先保存一张表：bouton table … --save {path}"),
            ErrorKind::IsADirectory => format!("{path} 是文件夹，不是保存的表。"),
            ErrorKind::PermissionDenied => format!("没有读取 {path} 的权限。"),
            _ => format!("无法读取 {path}：{error}。"),
        },
        SavedError::Io { deed: Deed::Write, error, .. } => match error.kind() {
            ErrorKind::NotFound => format!("无法写入 {path}：所在文件夹不存在。"),
            ErrorKind::IsADirectory => format!("{path} 是文件夹：请给出文件名。"),
            ErrorKind::PermissionDenied => format!("没有写入 {path} 的权限。"),
            ErrorKind::ReadOnlyFilesystem => format!("无法写入 {path}：磁盘只读。"),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => format!(
                "{path} 无法继续写入：磁盘或配额已满（{error}）。已写入的内容保留；腾出空间后再运行同一命令即可。"
            ),
            _ => format!("无法写入 {path}：{error}。"),
        },
        SavedError::Busy { .. } => format!("另一个进程正在写 {path}。请等它结束，或换一个文件名。"),
        SavedError::NotATable { .. } => format!("{path} 不是保存的表。"),
        SavedError::Newer { found, known, .. } => format!(
            "{path} 由更新的版本写成（格式 {found}，本版本最多读到 {known}）。请用那个版本，或重新保存。"
        ),
        SavedError::Head { .. } => format!("{path} 已损坏：文件头被改动或截断。{AGAIN_ZH}"),
        SavedError::CutShort { bytes, .. } => {
            format!("{path} 不完整：共 {bytes} 字节，结尾没有结束标记，可能被截断或被追加了内容。{AGAIN_ZH}")
        }
        SavedError::Index { expected, found, .. } => {
            format!("{path} 已损坏：索引的校验和是 {found:08x}，应为 {expected:08x}。{AGAIN_ZH}")
        }
        SavedError::Block { block, blocks, expected, found, .. } => format!(
            "{path} 已损坏：第 {block} 块（共 {blocks} 块）的校验和是 {found:08x}，应为 {expected:08x}。{AGAIN_ZH}"
        ),
        SavedError::Nonsense { block, .. } => {
            format!("{path}：第 {block} 块完好，但本版本无法理解其内容。{AGAIN_ZH}")
        }
    }
}

fn misfit_en(path: &str, part: bool, why: &Misfit) -> String {
    let holds = if part { "was begun as" } else { "holds" };
    match why {
        Misfit::Rules { saved, asked } if saved == asked => {
            format!("{path} {holds} a table of other rules for {saved}: they were changed since, or end differently (--misere). {AGAIN_EN}")
        }
        Misfit::Rules { saved, asked } => {
            format!("{path} {holds} a table of another game: {saved}, not {asked}. Choose another name.")
        }
        Misfit::Parameter { name, saved, asked } => format!(
            "{path} {holds} a table with other parameters: {name} = {saved}, and {asked} is asked for. Choose another name, or --set {name}={saved}."
        ),
        Misfit::Show { saved, asked } => {
            format!("{path} {holds} a table of {saved}, and {asked} is asked for. Choose another name, or --show {saved}.")
        }
        Misfit::Table { saved, asked } => format!(
            "{path} {holds} another table of this game: {}, and {} is asked for. Choose another name.",
            saved[0], asked[0]
        ),
        Misfit::Block { saved, asked } => format!(
            "{path} {holds} a table with {saved} cells a block, and {asked} are asked for. Leave out --block to go on with it, or remove it."
        ),
        Misfit::Engine { saved } => {
            format!("{path} was begun by version {saved} of bouton. Go on with that version, or remove the file.")
        }
        Misfit::Description => {
            format!("{path} is a saved table, but its description makes no sense to this version. {AGAIN_EN}")
        }
        Misfit::Outside { position, bound } => {
            format!("{position} is not in {path}, which holds {}. Leave out --from to solve it.", bound[0])
        }
        Misfit::Best => "Best moves are no numbers and cannot be saved. Save the values instead: --show grundy, win or score.".into(),
        Misfit::Useless { saved } => {
            format!("{path} holds {saved}, which does not say who wins. Leave out --from to solve the position.")
        }
    }
}

fn misfit_zh(path: &str, part: bool, why: &Misfit) -> String {
    let holds = if part { "中断的是" } else { "保存的是" };
    match why {
        Misfit::Rules { saved, asked } if saved == asked => {
            format!(
                "{path} {holds}“{saved}”另一套规则的表：规则已经改动，或终局规则不同（--misere）。{AGAIN_ZH}"
            )
        }
        Misfit::Rules { saved, asked } => {
            format!("{path} {holds}另一个游戏的表：{saved}，而不是 {asked}。请换一个文件名。")
        }
        Misfit::Parameter { name, saved, asked } => format!(
            "{path} {holds}其他参数的表：{name} = {saved}，而这里要的是 {asked}。请换一个文件名，或用 --set {name}={saved}。"
        ),
        Misfit::Show { saved, asked } => {
            format!(
                "{path} {holds} {saved} 的表，而这里要的是 {asked}。请换一个文件名，或用 --show {saved}。"
            )
        }
        Misfit::Table { saved, asked } => format!(
            "{path} {holds}这个游戏的另一张表：{}，而这里要的是 {}。请换一个文件名。",
            saved[1], asked[1]
        ),
        Misfit::Block { saved, asked } => {
            format!(
                "{path} {holds}每块 {saved} 格的表，而这里要的是 {asked} 格。不写 --block 即可继续，或删除该文件。"
            )
        }
        Misfit::Engine { saved } => {
            format!("{path} 由 bouton {saved} 版开始。请用那个版本继续，或删除该文件。")
        }
        Misfit::Description => format!("{path} 是保存的表，但本版本看不懂它的说明。{AGAIN_ZH}"),
        Misfit::Outside { position, bound } => {
            format!("{position} 不在 {path} 中，它只有 {}。不写 --from 即可求解。", bound[1])
        }
        Misfit::Best => "最优走法不是数值，不能保存。可改为保存数值：--show grundy、win 或 score。".into(),
        Misfit::Useless { saved } => {
            format!("{path} 保存的是 {saved}，不能说明胜负。不写 --from 即可求解。")
        }
    }
}
