//! Examples, claims and strategies that were made for other parameters or another ending than the question asks about:
//! they are set aside, and said to be, because nothing here can judge them.

use crate::game::Game;
use bouton_language::diagnostic::Lang;
use bouton_language::interp::Interp;
use bouton_language::rules::{Claim, End, Example};
use bouton_language::value::Value;

/// How a game was changed from what its rules say.
pub struct Changes<'g> {
    game: &'g Game,
    /// Parameters with another value than in the rules, and the value there.
    params: Vec<(usize, Value)>,
    /// Who cannot move wins instead of losing, or the other way round.
    ending: bool,
}

/// What something that was set aside is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// In English and Chinese: `t = 2`.
    about: [String; 2],
}

impl Aside {
    /// "it is about t = 2"
    pub fn say(&self, lang: Lang) -> String {
        let about = lang.pick(&self.about[0], &self.about[1]);
        lang.pick(format!("it is about {about}"), format!("它说的是{about}"))
    }

    /// "they are about t = 2"
    pub fn say_all(&self, lang: Lang) -> String {
        let about = lang.pick(&self.about[0], &self.about[1]);
        lang.pick(format!("they are about {about}"), format!("它们说的是{about}"))
    }
}

impl<'g> Changes<'g> {
    /// The changes that were made to a game.
    pub fn of(game: &'g Game) -> Changes<'g> {
        let mut params = Vec::new();
        if !game.changed().is_empty()
            && let Ok(own) = Interp::new(game.rules().clone(), &[])
        {
            let values = game.interp().params().iter().zip(own.params()).enumerate();
            params.extend(values.filter(|(_, (now, own))| now != own).map(|(i, (_, own))| (i, own.clone())));
        }
        Changes { game, params, ending: game.end() != game.own_end() }
    }

    /// An example is about the parameters of the rules, except those that it sets itself.
    pub fn example(&self, example: &Example) -> Option<Aside> {
        self.about(|param| example.with.iter().any(|(p, _)| *p == param))
    }

    /// A claim of the rules is about their parameters, except those that it mentions. One that was added is about the game
    /// as it is.
    pub fn claim(&self, claim: &Claim) -> Option<Aside> {
        let added = &self.game.rules().claims[self.game.own_claims()..];
        if added.iter().any(|c| c.span == claim.span) {
            return None;
        }
        self.about(|param| self.game.rules().claim_mentions(claim, param))
    }

    /// The strategies, taken together.
    pub fn strategies(&self) -> Option<Aside> {
        self.about(|param| self.game.rules().strategies_mention(param))
    }

    fn about(&self, covered: impl Fn(usize) -> bool) -> Option<Aside> {
        let mut about = [Vec::new(), Vec::new()];
        for (param, value) in self.params.iter().filter(|(p, _)| !covered(*p)) {
            let name = &self.game.rules().params[*param].name;
            about[0].push(format!("{name} = {value}"));
            about[1].push(format!(" {name} = {value}"));
        }
        if self.ending {
            let (en, zh) = match self.game.own_end() {
                End::Misere => ("play in which the last mover loses", "最后走子者负的规则"),
                _ => ("play in which the last mover wins", "最后走子者胜的规则"),
            };
            about[0].push(en.to_string());
            about[1].push(zh.to_string());
        }
        let [en, zh] = about;
        (!en.is_empty()).then(|| Aside { about: [en.join(", "), zh.join("、")] })
    }
}
