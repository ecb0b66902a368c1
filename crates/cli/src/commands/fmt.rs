//! `fmt`: lays out rules files. A file is replaced as a whole or not at all.

use crate::commands::prelude::*;
use crate::input::source::read_standard_input;
use bouton::game::source::read;
use bouton::language::format::format;
use bouton::language::span::Sources;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Lay out rules files ¦ 整理规则文件的排版
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton fmt mygame.game
  bouton fmt --check games/*.game
  bouton fmt - < mygame.game")]
pub(crate) struct Args {
    /// Files (`-`: standard input to standard output) ¦ 文件（-：从标准输入到标准输出）
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; fail if a file is not laid out ¦ 不改动；若有文件未排好则失败
    #[arg(long)]
    check: bool,
}

/// Runs the verb. With `--check` the exit code is 1 if some file would change.
pub(crate) fn run(args: &Args, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let mut code = 0;
    for path in &args.files {
        match one(path, args.check, lang, out) {
            Ok(done) => code = code.max(done),
            Err(failure) => code = code.max(out.go_on(failure, lang)?),
        }
    }
    Ok(code)
}

fn one(path: &Path, check: bool, lang: Lang, out: &mut Out) -> Result<u8, Failure> {
    let standard = path == Path::new("-");
    let text = if standard { read_standard_input()? } else { read(path)? };
    let name = path.file_name().map_or_else(|| "rules".to_string(), |n| n.to_string_lossy().into_owned());
    let laid_out = format(&text).map_err(|diagnostics| {
        let mut sources = Sources::default();
        sources.add(&name, &text);
        Problem::Rules { diagnostics, sources }
    })?;
    let same = laid_out == text;
    if check {
        if !same {
            out.line(&match lang {
                Lang::En => format!("{} is not laid out", path.display()),
                Lang::Zh => format!("{} 尚未排好", path.display()),
            })?;
        }
        return Ok(u8::from(!same));
    }
    if standard {
        out.text(&laid_out)?;
    } else if !same {
        replace(path, &laid_out)?;
        out.line(&match lang {
            Lang::En => format!("{} laid out", path.display()),
            Lang::Zh => format!("{} 已排好", path.display()),
        })?;
    }
    Ok(0)
}

/// Writes beside the file, then puts the new one in the place of the old. A link stays a link: what it points to is
/// replaced.
fn replace(path: &Path, text: &str) -> Result<(), Mistake> {
    let failed = |e: std::io::Error| Mistake::File { path: path.display().to_string(), why: e.to_string() };
    let path = path.canonicalize().map_err(failed)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    let permissions = std::fs::metadata(&path).map_err(failed)?.permissions();
    file.as_file().set_permissions(permissions).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&path).map_err(|e| failed(e.error))?;
    Ok(())
}
