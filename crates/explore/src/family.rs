//! A family: rules in which holes and parameters take values, every combination one member.

use crate::values::{Unread, values};
use bouton::game::Folder as Files;
use bouton::language::problems;
use bouton::problem::quoted;
use bouton::{Game, Problem};
use std::path::PathBuf;
use std::sync::Arc;

/// The most members of a family.
pub const MOST: usize = 100_000;

/// Rules and what varies in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What the rules are called: `nim.game`, or `rules`.
    pub name: String,
    /// Their text, with holes `{{name}}`.
    pub rules: String,
    /// The last mover loses.
    pub misere: bool,
    /// Where `like` and `graph file` look for files.
    base: Option<PathBuf>,
    /// What varies, in the order in which it was named: holes and parameters, each with its values.
    variables: Vec<(String, Vec<String>)>,
}

/// One combination of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its place among all, from 0.
    pub number: usize,
    /// The value of each variable.
    pub values: Vec<(String, String)>,
}

problems! {
/// Why a family makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyProblem {
    /// A word that gives no values.
    Word { typed: String } => [
        "\"{typed}\" gives nothing its values. Write  m=1..9 ,  S=subsets(1..6, 3) ,  c=words(0..7, 3)  or one value, such as  m=4 .",
        "“{typed}”没有给出取值。请写  m=1..9 、 S=subsets(1..6, 3) 、 c=words(0..7, 3) ，或一个值，如  m=4 。";
        with typed = [quoted(typed), quoted(typed)]
    ];
    /// A range that is none.
    Values { typed: String } => [
        "\"{typed}\" lists no values. Ranges look like  1..9 , sets like  subsets(1..6, 3)  or  subsets({{1, 3, 4}}, 1..2) , words like  words(0..7, 3) .",
        "“{typed}”没有列出任何值。范围写成  1..9 ，集合写成  subsets(1..6, 3)  或  subsets({{1, 3, 4}}, 1..2) ，词写成  words(0..7, 3) 。";
        with typed = [quoted(typed), quoted(typed)]
    ];
    /// More members than are looked at.
    Many => [
        "These are more than {most} games. Give smaller ranges.", "超过 {most} 个游戏。请缩小范围。"; with most = [MOST; 2]
    ];
    /// A hole of the rules that is given no values.
    Hole { name: String } => [
        "The rules have a hole {hole}, which needs values: {name}=1..9 .",
        "规则中有空位 {hole}，需要取值：{name}=1..9 。"; with hole = [hole(name), hole(name)]
    ];
    /// Neither a hole nor a parameter.
    Unknown { name: String, known: Vec<String> } => [
        "{name} is neither a parameter of the rules nor a hole {hole} in them. They have: {known}.",
        "{name} 既不是规则的参数，也不是其中的空位 {hole}。它们有：{known}。";
        with hole = [hole(name), hole(name)], known = listed(known)
    ];
    /// Nothing varies.
    Nothing => [
        "Nothing varies: give a parameter or a hole of the rules values, such as  m=1..9 . For one game there is  bouton prove .",
        "没有变化的东西：请给规则的参数或空位取值，如  m=1..9 。只有一个游戏时请用  bouton prove 。"
    ];
}
}

impl From<FamilyProblem> for Problem {
    fn from(p: FamilyProblem) -> Problem {
        Problem::Input(Arc::new(p))
    }
}

/// How a hole stands in the rules.
fn hole(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

fn listed(known: &[String]) -> [String; 2] {
    match known {
        [] => ["nothing that varies".into(), "没有可变的东西".into()],
        known => [known.join(", "), known.join("、")],
    }
}

/// The names in holes, each once.
fn holes(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for piece in text.split("{{").skip(1) {
        let Some((name, _)) = piece.split_once("}}") else { continue };
        let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if plain && !out.iter().any(|o| o == name) {
            out.push(name.to_string());
        }
    }
    out
}

impl Family {
    /// Reads what varies: words such as `m=1..9`; a name that stands there again has further values.
    pub fn new(
        (name, rules): (String, String),
        words: &[String],
        misere: bool,
        base: Option<PathBuf>,
    ) -> Result<Family, Problem> {
        let mut family = Family { name, rules, misere, base, variables: Vec::new() };
        for word in words {
            let typed = || word.clone();
            let (name, text) = word
                .split_once(['=', '＝'])
                .filter(|(name, text)| !name.trim().is_empty() && !text.trim().is_empty())
                .ok_or_else(|| FamilyProblem::Word { typed: typed() })?;
            let more = values(text).map_err(|why| match why {
                Unread::Form => FamilyProblem::Values { typed: typed() },
                Unread::Many => FamilyProblem::Many,
            })?;
            let name = name.trim();
            match family.variables.iter_mut().find(|(n, _)| n == name) {
                Some((_, all)) => all.extend(more),
                None => family.variables.push((name.to_string(), more)),
            }
        }
        family.sound()?;
        Ok(family)
    }

    /// Is everything that varies in the rules, and has everything that must vary its values?
    fn sound(&self) -> Result<(), Problem> {
        let holes = holes(&self.rules);
        if let Some(name) = holes.iter().find(|h| !self.varies(h)) {
            return Err(FamilyProblem::Hole { name: name.clone() }.into());
        }
        let count = self.variables.iter().try_fold(1usize, |n, (_, all)| n.checked_mul(all.len()));
        if self.variables.is_empty() {
            return Err(FamilyProblem::Nothing.into());
        }
        if count.is_none_or(|n| n > MOST) {
            return Err(FamilyProblem::Many.into());
        }
        // What some member has as parameters, the others have.
        let game = self.readable()?;
        let params: Vec<String> = game.rules().params.iter().map(|p| p.name.clone()).collect();
        match self.variables.iter().find(|(name, _)| !holes.contains(name) && !params.contains(name)) {
            Some((name, _)) => {
                let known = params.into_iter().chain(holes).collect();
                Err(FamilyProblem::Unknown { name: name.clone(), known }.into())
            }
            None => Ok(()),
        }
    }

    /// The rules of a member that can be read, before parameters are set; the mistakes of the first member, where none can.
    fn readable(&self) -> Result<Game, Problem> {
        let first = self.written(&self.member(0));
        first.or_else(|why| {
            (1..self.len().min(20)).find_map(|i| self.written(&self.member(i)).ok()).ok_or(why)
        })
    }

    fn varies(&self, name: &str) -> bool {
        self.variables.iter().any(|(n, _)| n == name)
    }

    /// What varies, with its values.
    pub fn variables(&self) -> &[(String, Vec<String>)] {
        &self.variables
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.variables.iter().map(|(_, all)| all.len()).product()
    }

    /// Is there no member? There is always one.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A member; the last variable changes first.
    pub fn member(&self, number: usize) -> Member {
        let mut rest = number;
        let mut values: Vec<(String, String)> = Vec::new();
        for (name, all) in self.variables.iter().rev() {
            values.push((name.clone(), all[rest % all.len()].clone()));
            rest /= all.len();
        }
        values.reverse();
        Member { number, values }
    }

    /// The text of a member's rules.
    pub fn text(&self, member: &Member) -> String {
        member.values.iter().fold(self.rules.clone(), |text, (name, value)| text.replace(&hole(name), value))
    }

    fn written(&self, member: &Member) -> Result<Game, Problem> {
        Ok(Game::from_text(&self.name, &self.text(member), &self.files())?.0)
    }

    /// Where its members look for other rules and for graphs.
    pub(crate) fn files(&self) -> Files {
        Files { base: self.base.clone() }
    }

    /// A member as a game.
    pub fn game(&self, member: &Member) -> Result<Game, Problem> {
        let (files, holes) = (self.files(), holes(&self.rules));
        let mut game = self.written(member)?;
        for (name, value) in member.values.iter().filter(|(name, _)| !holes.contains(name)) {
            game = game.set(name, value, &files)?;
        }
        if self.misere { game.misere() } else { Ok(game) }
    }
}

impl Member {
    /// `m=3 t=2`
    pub fn label(&self) -> String {
        let each: Vec<String> = self.values.iter().map(|(name, value)| format!("{name}={value}")).collect();
        each.join(" ")
    }
}
