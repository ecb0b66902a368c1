//! What went wrong, as a status and JSON.

use bouton::Problem;
use bouton::game::editor::{self, Diagnosed};
use bouton::language::diagnostic::{Diagnostic, Lang};
use bouton::language::span::Sources;
use bouton::problem::quoted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The request makes no sense, in the words of whoever read it.
    Request {
        /// The status.
        status: u16,
        /// The message in both languages.
        message: [String; 2],
    },
    /// The question could not be answered.
    Problem(Problem),
}

/// What a client is told.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ProblemBody")]
pub(crate) struct ErrorBody {
    kind: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<Diagnosed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Vec<String>>,
}

impl ErrorBody {
    fn new(kind: &str, message: &str) -> ErrorBody {
        ErrorBody { kind: kind.into(), message: message.into(), diagnostics: None, near: None }
    }
}

/// A fault on its way to the client.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    /// The status.
    pub(crate) status: u16,
    /// See [`ErrorBody`].
    pub(crate) error: Json,
}

impl Refusal {
    /// A refusal that is no question's fault.
    pub(crate) fn new(status: u16, kind: &str, message: &str) -> Refusal {
        Refusal { status, error: json!(ErrorBody::new(kind, message)) }
    }

    /// The body.
    pub(crate) fn body(&self) -> Json {
        json!({"error": self.error})
    }
}

impl Fault {
    /// JSON that cannot be read.
    pub(crate) fn request(error: &serde_json::Error) -> Fault {
        let en = format!("The request cannot be read: {error}.");
        let zh = format!("无法读取请求：{error}。");
        Fault::Request { status: 400, message: [en, zh] }
    }

    /// JSON that can be read and makes no sense.
    pub(crate) fn wrong(message: [&str; 2]) -> Fault {
        Fault::Request { status: 400, message: message.map(str::to_string) }
    }

    /// For the client, in a language.
    pub(crate) fn refusal(&self, lang: Lang) -> Refusal {
        let problem = match self {
            Fault::Request { status, message } => {
                return Refusal::new(*status, "request", lang.pick(&message[0], &message[1]));
            }
            Fault::Problem(problem) => problem,
        };
        let kind = match problem {
            Problem::Rules { .. } => "rules",
            Problem::Run { .. } => "run",
            Problem::Input(_) => "position",
            Problem::UnknownGame { .. } => "unknown_game",
            Problem::Cycle { .. } => "cycle",
            Problem::NotApplicable(_) => "not_applicable",
            Problem::Over(_) | Problem::Interrupted => "over_budget",
            Problem::File { .. } => "internal",
        };
        let mut error = ErrorBody::new(kind, &problem.line(lang));
        let texts = |list: &[Diagnostic], sources: &Sources| {
            Some(editor::diagnostics(list, sources.get(0).map_or("", |s| s.text.as_str())))
        };
        match problem {
            Problem::Rules { diagnostics, sources } => error.diagnostics = texts(diagnostics, sources),
            Problem::Run { diagnostic, sources, .. } => {
                error.diagnostics = texts(std::slice::from_ref(diagnostic), sources);
            }
            Problem::UnknownGame { name, near } => {
                let name = quoted(name);
                error.near = Some(near.clone());
                // The command's advice about files and its list is of no use here.
                if near.is_empty() {
                    error.message = lang.pick(
                        format!("There is no game \"{name}\" in the library. Write its rules to have it."),
                        format!("游戏库中没有“{name}”。可以写出它的规则。"),
                    );
                }
            }
            _ => {}
        }
        Refusal { status: if kind == "internal" { 500 } else { 422 }, error: json!(error) }
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault::Problem(problem)
    }
}
