//! `completions` and `man`, made from the same description of the command that parses it.

use crate::args::{Cli, Completions};
use crate::mistake::Failure;
use crate::out::Out;
use clap::CommandFactory;

/// A completion script. The verb may be left out, so games are words like any other and are not completed.
pub(crate) fn completions(args: &Completions, out: &mut Out) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bouton", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

/// The manual page: the command, then every verb.
pub(crate) fn man(out: &mut Out) -> Result<u8, Failure> {
    let mut command = Cli::command();
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
