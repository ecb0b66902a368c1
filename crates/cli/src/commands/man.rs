//! `man`: the manual page, made from the same description of the command that parses it.

use crate::commands::prelude::*;
use crate::flags::help;

/// The manual page ¦ 手册页
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  bouton man | man -l -")]
pub(crate) struct Args {}

/// The manual page: the command, then every verb.
pub(crate) fn run(_: &Args, _: Lang, out: &mut Out) -> Result<u8, Failure> {
    let mut command = help::command(Lang::En);
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render(&mut page)?;
    for verb in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let title = format!(".SH \"BOUTON {}\"\n", verb.get_name().to_uppercase());
        page.extend_from_slice(title.as_bytes());
        let part = clap_mangen::Man::new(verb.clone());
        part.render_description_section(&mut page)?;
        part.render_synopsis_section(&mut page)?;
        part.render_options_section(&mut page)?;
        part.render_extra_section(&mut page)?;
    }
    out.text(&String::from_utf8_lossy(&page))?;
    Ok(0)
}
