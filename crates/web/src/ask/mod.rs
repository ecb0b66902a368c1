//! Questions and answers: a route and a body become the JSON that goes back. This runs in a worker, which may be stopped
//! or ended at any time; nothing here knows of connections.
//!
//! A file a kind of question. Nothing is computed here: requests are read, the library is asked, its answers are put into
//! JSON.

mod board;
mod games;
pub(crate) mod lessons;
mod plays;
mod positions;
mod request;
mod rules;
#[cfg(test)]
pub(crate) mod schema;
mod setup;
mod tables;
mod theory;
mod values;

use crate::fault::Fault;
use bouton::language::diagnostic::Lang;
use bouton::report::json;
use bouton::{Budget, Folder, Game, Solver};
pub(crate) use request::lang;
use request::{GameRequest, Where, read_at};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A question that can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Route {
    Games,
    Game,
    Describe,
    Picture,
    Language,
    Rules,
    Format,
    Parse,
    Solve,
    Explain,
    Moves,
    Tree,
    Edit,
    Starts,
    Play,
    Hint,
    History,
    Table,
    Pattern,
    Prove,
    Misere,
    Value,
    Check,
    Lessons,
    Lesson,
    Answer,
}

impl Route {
    /// The questions that come with a body, and where they are asked.
    pub(crate) const POSTED: [(&'static str, Route); 20] = [
        ("/api/describe", Route::Describe),
        ("/api/picture", Route::Picture),
        ("/api/rules", Route::Rules),
        ("/api/format", Route::Format),
        ("/api/parse", Route::Parse),
        ("/api/solve", Route::Solve),
        ("/api/explain", Route::Explain),
        ("/api/moves", Route::Moves),
        ("/api/tree", Route::Tree),
        ("/api/edit", Route::Edit),
        ("/api/starts", Route::Starts),
        ("/api/play", Route::Play),
        ("/api/hint", Route::Hint),
        ("/api/history", Route::History),
        ("/api/table", Route::Table),
        ("/api/pattern", Route::Pattern),
        ("/api/prove", Route::Prove),
        ("/api/misere", Route::Misere),
        ("/api/value", Route::Value),
        ("/api/check", Route::Check),
    ];

    /// Does it take a second even if it is easy? Tables for patterns grow for about that long.
    pub(crate) fn takes_time(self) -> bool {
        matches!(self, Route::Pattern | Route::Prove | Route::Check)
    }
}

/// An answer.
pub(crate) struct Reply {
    /// The body.
    pub(crate) json: Json,
    /// The budget ended before the question was decided: more time may decide it.
    pub(crate) open: bool,
}

impl Reply {
    fn done(answer: &impl Serialize, lang: Lang) -> Reply {
        Reply::new(answer, false, lang)
    }

    fn new(answer: &impl Serialize, open: bool, lang: Lang) -> Reply {
        Reply { json: json(answer, lang), open }
    }
}

/// Games that are remembered, with the solver that knows them.
const REMEMBERED: usize = 6;

/// Asks the library, and remembers the last games.
pub(crate) struct Asker {
    cancel: Arc<AtomicBool>,
    solver: Option<Solver>,
    budget: Budget,
    games: Vec<(String, Game)>,
    /// The language of the question.
    lang: Lang,
    /// Words for the verbs of the command.
    verbs: Vec<String>,
}

impl Asker {
    /// Every question may cost this much; `cancel` stops the one under way.
    pub(crate) fn new(budget: Budget, cancel: Arc<AtomicBool>, verbs: Vec<String>) -> Asker {
        Asker { cancel, solver: None, budget, games: Vec::new(), lang: Lang::En, verbs }
    }

    /// Answers a question.
    pub(crate) fn ask(&mut self, route: Route, body: &str, lang: Lang) -> Result<Reply, Fault> {
        self.lang = lang;
        // Nobody knows yet how much there is to do.
        self.budget.goal().expect(0);
        self.budget.goal().reached(0, 0);
        match route {
            Route::Games => Ok(games::list(lang)),
            Route::Game => games::one(body, lang),
            Route::Describe => games::describe(self, &read(body)?, lang),
            Route::Picture => at(self, body, lang, games::pictures),
            Route::Language => Ok(Reply::done(&bouton::game::editor::language(), lang)),
            Route::Rules => rules::check(&read(body)?, lang),
            Route::Format => rules::format(&read(body)?, lang),
            Route::Parse => rules::parse(self, &read(body)?, lang),
            Route::Solve => at(self, body, lang, positions::solve),
            Route::Explain => at(self, body, lang, positions::explain),
            Route::Moves => at(self, body, lang, board::moves),
            Route::Tree => at(self, body, lang, positions::game_tree),
            Route::Edit => at(self, body, lang, setup::edit),
            Route::Starts => board::starts(self, &read(body)?, lang),
            Route::Play => at(self, body, lang, plays::reply),
            Route::Hint => at(self, body, lang, plays::hint),
            Route::History => at(self, body, lang, plays::history),
            Route::Table => tables::table(self, &read(body)?, lang),
            Route::Pattern => theory::pattern(self, &read(body)?, lang),
            Route::Prove => theory::prove(self, &read(body)?, lang),
            Route::Misere => theory::misere(self, &read(body)?, lang),
            Route::Value => at(self, body, lang, values::value),
            Route::Lessons => Ok(lessons::list(self, &read::<Vec<lessons::Found>>(body)?, lang)),
            Route::Lesson => lessons::one(self, &read(body)?, lang),
            Route::Answer => lessons::judge(self, &read(body)?, lang),
            Route::Check => theory::check(self, &read(body)?, lang),
        }
    }

    /// The game that a request means.
    fn game(&mut self, request: &GameRequest) -> Result<Game, Fault> {
        let key = request.key();
        if let Some(at) = self.games.iter().position(|(k, _)| *k == key) {
            let found = self.games.remove(at);
            let game = found.1.clone().speaking(self.lang);
            self.games.push(found);
            return Ok(game);
        }
        let game = request.game()?.cancelled_by(self.cancel.clone());
        if self.games.len() >= REMEMBERED {
            self.games.remove(0);
        }
        self.games.push((key, game.clone()));
        Ok(game.speaking(self.lang))
    }

    /// The solver, with a clock that starts now. What it learnt about other games before is kept while there is room.
    fn solver(&mut self) -> Solver {
        match self.solver.take().filter(|s| !s.budget().crowded()) {
            Some(mut solver) => {
                solver.renew();
                solver
            }
            None => Solver::new(self.budget.restarted()),
        }
    }

    /// Keeps what a solver has learnt.
    fn keep(&mut self, solver: Solver) {
        self.solver = Some(solver);
    }

    /// Forgets everything that was learnt.
    pub(crate) fn forget(&mut self) {
        self.solver = None;
        self.games.clear();
    }

    /// The budget, with a clock that starts now.
    fn budget(&self) -> Budget {
        self.budget.restarted()
    }
}

/// Asks about a position.
fn at<T: DeserializeOwned>(
    asker: &mut Asker,
    body: &str,
    lang: Lang,
    answer: fn(&mut Asker, &Where, &T, Lang) -> Result<Reply, Fault>,
) -> Result<Reply, Fault> {
    let (place, request) = read_at(body)?;
    answer(asker, &place, &request, lang)
}

/// `like` finds games of the library, and nothing reads files.
fn loader() -> Folder {
    Folder { base: None }
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|e| Fault::request(&e))
}
