//! What can be wrong with a saved table, as sentences.

use crate::problem::Problem;
use bouton_language::diagnostic::{Lang, Wording};
use bouton_language::said;
use bouton_language::words::Words;
use bouton_saved::{Deed, SavedError, part_name};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a file is not the table that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
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
pub(crate) fn misfit(path: &Path, part: bool, why: Misfit) -> Problem {
    Problem::Input(Arc::new(Trouble::Misfit { path: path.to_path_buf(), part, why }))
}

impl Wording for Trouble {
    fn message(&self, lang: Lang) -> String {
        let words = match self {
            Trouble::File(error) => unusable(error),
            Trouble::Misfit { path, part, why } => {
                let name = if *part { part_name(path) } else { path.clone() };
                unlike(&name.display().to_string(), *part, why)
            }
        };
        words.message(lang)
    }
}

/// What to do about a file that is of no use.
const AGAIN: [&str; 2] =
    ["Remove it and save the table again, or choose another name.", "请删除它并重新保存，或换一个文件名。"];

fn unusable(error: &SavedError) -> Words {
    let path = error.path().display();
    match error {
        SavedError::Io { deed: Deed::Read, error, .. } => match error.kind() {
            ErrorKind::NotFound => said!(
                "There is no file {path}. Save a table first: bouton table … --save {path}",
                "没有文件 {path}。请先保存一张表：bouton table … --save {path}"
            ),
            ErrorKind::IsADirectory => {
                said!("{path} is a folder, not a saved table.", "{path} 是文件夹，不是保存的表。")
            }
            ErrorKind::PermissionDenied => {
                said!("{path} may not be read: permission denied.", "没有读取 {path} 的权限。")
            }
            _ => said!("{path} cannot be read: {error}.", "无法读取 {path}：{error}。"),
        },
        SavedError::Io { deed: Deed::Write, error, .. } => match error.kind() {
            ErrorKind::NotFound => said!(
                "{path} cannot be written: its folder does not exist.",
                "无法写入 {path}：所在文件夹不存在。"
            ),
            ErrorKind::IsADirectory => {
                said!("{path} is a folder: give the name of a file.", "{path} 是文件夹：请给出文件名。")
            }
            ErrorKind::PermissionDenied => {
                said!("{path} may not be written: permission denied.", "没有写入 {path} 的权限。")
            }
            ErrorKind::ReadOnlyFilesystem => {
                said!("{path} cannot be written: the disk is read-only.", "无法写入 {path}：磁盘只读。")
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => said!(
                "{path} cannot grow any more: the disk or its quota is full ({error}). What was written is kept; make room and run the same command again.",
                "{path} 无法继续写入：磁盘或配额已满（{error}）。已写入的内容保留；腾出空间后再运行同一命令即可。"
            ),
            _ => said!("{path} cannot be written: {error}.", "无法写入 {path}：{error}。"),
        },
        SavedError::Busy { .. } => said!(
            "{path} is being written by another process. Wait for it, or choose another name.",
            "另一个进程正在写 {path}。请等它结束，或换一个文件名。"
        ),
        SavedError::NotATable { .. } => said!("{path} is no saved table.", "{path} 不是保存的表。"),
        SavedError::Newer { found, known, .. } => said!(
            "{path} was written by a later version (format {found}; this one reads up to {known}). Use that version, or save the table again.",
            "{path} 由更新的版本写成（格式 {found}，本版本最多读到 {known}）。请用那个版本，或重新保存。"
        ),
        SavedError::Unfinished { .. } => said!(
            "{path} holds a table that is not complete yet. Run the command that makes it again: it goes on where it was stopped.",
            "{path} 中的表尚未完成。再次运行生成它的命令即可继续。"
        ),
        SavedError::Head { .. } => said!(
            "{path} is damaged: its head was altered or cut. {again}",
            "{path} 已损坏：文件头被改动或截断。{again}"; with again = AGAIN
        ),
        SavedError::CutShort { bytes, .. } => said!(
            "{path} is not whole: it has {bytes} bytes and does not end as a saved table ends, so it was cut short or something was appended. {again}",
            "{path} 不完整：共 {bytes} 字节，结尾没有结束标记，可能被截断或被追加了内容。{again}"; with again = AGAIN
        ),
        SavedError::Index { expected, found, .. } => said!(
            "{path} is damaged: its index has the checksum {found:08x}, not {expected:08x}. {again}",
            "{path} 已损坏：索引的校验和是 {found:08x}，应为 {expected:08x}。{again}"; with again = AGAIN
        ),
        SavedError::Block { block, blocks, expected, found, .. } => said!(
            "{path} is damaged: block {block} of {blocks} has the checksum {found:08x}, not {expected:08x}. {again}",
            "{path} 已损坏：第 {block} 块（共 {blocks} 块）的校验和是 {found:08x}，应为 {expected:08x}。{again}"; with again = AGAIN
        ),
        SavedError::Nonsense { block, .. } => said!(
            "{path}: block {block} is whole, but makes no sense to this version. {again}",
            "{path}：第 {block} 块完好，但本版本无法理解其内容。{again}"; with again = AGAIN
        ),
    }
}

fn unlike(path: &str, part: bool, why: &Misfit) -> Words {
    let holds = if part { ["was begun as", "中断的是"] } else { ["holds", "保存的是"] };
    match why {
        Misfit::Rules { saved, asked } if saved == asked => said!(
            "{path} {holds} a table of other rules for {saved}: they were changed since, or end differently (--misere). {again}",
            "{path} {holds}“{saved}”另一套规则的表：规则已经改动，或终局规则不同（--misere）。{again}";
            with holds = holds, again = AGAIN
        ),
        Misfit::Rules { saved, asked } => said!(
            "{path} {holds} a table of another game: {saved}, not {asked}. Choose another name.",
            "{path} {holds}另一个游戏的表：{saved}，而不是 {asked}。请换一个文件名。"; with holds = holds
        ),
        Misfit::Parameter { name, saved, asked } => said!(
            "{path} {holds} a table with other parameters: {name} = {saved}, and {asked} is asked for. Choose another name, or --set {name}={saved}.",
            "{path} {holds}其他参数的表：{name} = {saved}，而这里要的是 {asked}。请换一个文件名，或用 --set {name}={saved}。";
            with holds = holds
        ),
        Misfit::Show { saved, asked } => said!(
            "{path} {holds} a table of {saved}, and {asked} is asked for. Choose another name, or --show {saved}.",
            "{path} {holds} {saved} 的表，而这里要的是 {asked}。请换一个文件名，或用 --show {saved}。";
            with holds = holds
        ),
        Misfit::Table { saved, asked } => said!(
            "{path} {holds} another table of this game: {saved}, and {asked} is asked for. Choose another name.",
            "{path} {holds}这个游戏的另一张表：{saved}，而这里要的是 {asked}。请换一个文件名。";
            with holds = holds, saved = saved, asked = asked
        ),
        Misfit::Block { saved, asked } => said!(
            "{path} {holds} a table with {saved} cells a block, and {asked} are asked for. Leave out --block to go on with it, or remove it.",
            "{path} {holds}每块 {saved} 格的表，而这里要的是 {asked} 格。不写 --block 即可继续，或删除该文件。";
            with holds = holds
        ),
        Misfit::Engine { saved } => said!(
            "{path} was begun by version {saved} of bouton. Go on with that version, or remove the file.",
            "{path} 由 bouton {saved} 版开始。请用那个版本继续，或删除该文件。"
        ),
        Misfit::Description => said!(
            "{path} is a saved table, but its description makes no sense to this version. {again}",
            "{path} 是保存的表，但本版本看不懂它的说明。{again}"; with again = AGAIN
        ),
        Misfit::Outside { position, bound } => said!(
            "{position} is not in {path}, which holds {bound}. Leave out --from to solve it.",
            "{position} 不在 {path} 中，它只有 {bound}。不写 --from 即可求解。"; with bound = bound
        ),
        Misfit::Best => said!(
            "Best moves and values of partizan games are no numbers and cannot be saved. Save the values instead: --show grundy, win or score.",
            "最优走法和双方不同游戏的值不是数值，不能保存。可改为保存数值：--show grundy、win 或 score。"
        ),
        Misfit::Useless { saved } => said!(
            "{path} holds {saved}, which does not say who wins. Leave out --from to solve the position.",
            "{path} 保存的是 {saved}，不能说明胜负。不写 --from 即可求解。"
        ),
    }
}
