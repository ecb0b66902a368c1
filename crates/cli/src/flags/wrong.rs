//! What clap found wrong with the flags, worded for a person, in both languages. Help and version come this way too.

use crate::flags::numbers::Wanted;
use crate::lang::Lang;
use crate::lang::say;
use crate::mistake::{Failure, Mistake};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Prints help or version, or gives the mistake, with where the verb is explained.
pub(crate) fn explain(error: &clap::Error, verb: Option<&str>, lang: Lang) -> Result<u8, Failure> {
    if !error.use_stderr() {
        let text = error.render().ansi().to_string();
        let mut out = crate::terminal::out::Out::standard();
        out.line(text.trim_end_matches('\n'))?;
        out.flush()?;
        return Ok(0);
    }
    Err(Mistake::Flags(sentence(error, verb, lang)).into())
}

fn sentence(error: &clap::Error, verb: Option<&str>, lang: Lang) -> String {
    let get = |kind: ContextKind| error.get(kind).map(text).unwrap_or_default();
    let arg = get(ContextKind::InvalidArg).trim_end_matches("...").to_string();
    let value = get(ContextKind::InvalidValue);
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand]
        .into_iter()
        .map(get)
        .find(|s| !s.is_empty());
    let valid = get(ContextKind::ValidValue);
    let reason = std::error::Error::source(error).map(|e| match e.downcast_ref::<Wanted>() {
        Some(wanted) => wanted.say(lang).to_string(),
        None => e.to_string(),
    });
    let mut out = match error.kind() {
        ErrorKind::UnknownArgument => say!(lang, "This verb has no flag {arg}.", "这个动词没有选项 {arg}。"),
        ErrorKind::InvalidValue if value.is_empty() => {
            say!(lang, "{arg} needs a value.", "{arg} 需要一个值。")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => match reason {
            Some(r) => {
                say!(lang, "\"{value}\" is no value for {arg}: {r}.", "“{value}”不能作为 {arg} 的值：{r}。")
            }
            None => say!(lang, "\"{value}\" is no value for {arg}.", "“{value}”不能作为 {arg} 的值。"),
        },
        ErrorKind::MissingRequiredArgument => say!(lang, "Something is missing: {arg}.", "缺少：{arg}。"),
        ErrorKind::ArgumentConflict => lang.pick(
            format!("{arg} and {} do not go together.", get(ContextKind::PriorArg)),
            format!("{arg} 与 {} 不能同时使用。", get(ContextKind::PriorArg)),
        ),
        _ => return error.render().to_string().trim_end().to_string(),
    };
    if !valid.is_empty() {
        out.push_str(&say!(lang, " Possible values: {valid}.", "可用的值：{valid}。"));
    } else if let Some(near) = near {
        out.push_str(&say!(lang, " Did you mean  {near} ?", "你是不是想写  {near} ？"));
    }
    let verb = verb.map_or(String::new(), |verb| format!("{verb} "));
    out.push_str(&say!(lang, " See  bouton {verb}--help .", "请看  bouton {verb}--help 。"));
    out
}

fn text(value: &ContextValue) -> String {
    match value {
        ContextValue::String(s) => s.clone(),
        ContextValue::Strings(list) => list.join(", "),
        other => other.to_string(),
    }
}
