//! What kind of game: who may make which moves, how it ends, and whether Grundy values apply.
//!
//! All of it is read off the rules; nothing needs proof.

use bouton_language::ast::ShapeKind;
use bouton_language::diagnostic::Lang;
use bouton_language::rules::{End, Rules, ScoreKind};

/// How far the rules tell the two players apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Both players have the same moves and the same endings.
    Impartial,
    /// Both have the same moves, but an ending names a player.
    NamedEnding,
    /// A move or an ending looks at who is to move.
    LooksAtMover,
    /// A move belongs to one of the players.
    OwnMoves,
}

impl Sides {
    /// Do both players have the same moves, and does every ending treat them alike?
    pub fn is_impartial(self) -> bool {
        self == Sides::Impartial
    }
}

/// Why positions have no Grundy values that could be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGrundy {
    /// A move belongs to one of the players.
    OwnMoves,
    /// The rules look at `mover` or `opponent`.
    Mover,
    /// The rules look at `turn`.
    Turn,
    /// The rules look at all parts at once.
    Heaps,
    /// The player who cannot move does not lose.
    End(End),
    /// There is an ending by condition.
    When,
    /// Play is for a score.
    Score,
    /// A move may be followed by another of the same player.
    Again,
    /// Endless play has a meaning.
    Endless,
    /// Play stops after a number of moves.
    Stop,
    /// The opponent may forbid options.
    Block,
}

impl NoGrundy {
    /// The reason, as the second half of a sentence.
    pub fn say(self, lang: Lang) -> &'static str {
        match self {
            NoGrundy::OwnMoves => lang.pick("some moves belong to one player", "有的走法只属于一方"),
            NoGrundy::Mover => lang.pick("the rules look at who is to move", "规则与轮到谁走有关"),
            NoGrundy::Turn => lang.pick("the rules look at the number of moves made", "规则与已走步数有关"),
            NoGrundy::Heaps => lang.pick("the rules look at all parts at once", "规则同时涉及所有部分"),
            NoGrundy::End(End::Misere) => lang.pick("play is misère", "采用反常规则"),
            NoGrundy::End(_) => {
                lang.pick("the player who cannot move does not simply lose", "无法走者并非一律判负")
            }
            NoGrundy::When => lang.pick("there is an ending by condition", "有条件终局"),
            NoGrundy::Score => lang.pick("play is for a score", "按得分计胜负"),
            NoGrundy::Again => lang.pick("a player may move again", "有连走"),
            NoGrundy::Endless => lang.pick("endless play is allowed", "允许无限进行"),
            NoGrundy::Stop => lang.pick("play stops after a number of moves", "走满步数即停"),
            NoGrundy::Block => lang.pick("the opponent may forbid options", "对方可以禁着"),
        }
    }
}

/// The kind of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Is a position a sum of parts?
    pub parts: bool,
    /// Impartial or partizan.
    pub sides: Sides,
    /// What happens to a player who cannot move.
    pub end: End,
    /// Are there endings by condition?
    pub whens: bool,
    /// Whose score, if play is for one.
    pub score: Option<ScoreKind>,
    /// Grundy values exist, and that of a sum is the xor of its parts'; or why not.
    pub grundy: Result<(), NoGrundy>,
}

impl Kind {
    /// Reads the kind off the rules.
    pub fn of(rules: &Rules) -> Kind {
        Kind {
            parts: rules.shape.kind == ShapeKind::Heaps,
            sides: sides(rules),
            end: rules.end,
            whens: !rules.whens.is_empty(),
            score: rules.score,
            grundy: grundy(rules),
        }
    }

    /// Does it matter who moves?
    pub fn partizan(self) -> bool {
        !self.sides.is_impartial() || self.score == Some(ScoreKind::Shared)
    }
}

fn sides(rules: &Rules) -> Sides {
    let named = matches!(rules.end, End::Wins(_))
        || matches!(rules.endless, Some(End::Wins(_)))
        || rules.whens.iter().any(|w| w.player.is_some());
    if rules.moves.iter().any(|m| m.by.is_some()) {
        Sides::OwnMoves
    } else if rules.uses.mover {
        Sides::LooksAtMover
    } else if named {
        Sides::NamedEnding
    } else {
        Sides::Impartial
    }
}

fn grundy(rules: &Rules) -> Result<(), NoGrundy> {
    let reasons = [
        (rules.moves.iter().any(|m| m.by.is_some()), NoGrundy::OwnMoves),
        (rules.uses.mover, NoGrundy::Mover),
        (rules.score.is_some(), NoGrundy::Score),
        (!rules.whens.is_empty(), NoGrundy::When),
        (rules.end != End::Normal, NoGrundy::End(rules.end)),
        (rules.moves.iter().any(|m| m.again.is_some()), NoGrundy::Again),
        (rules.endless.is_some(), NoGrundy::Endless),
        (rules.stop.is_some(), NoGrundy::Stop),
        (rules.block.is_some(), NoGrundy::Block),
        (rules.uses.turn, NoGrundy::Turn),
        (rules.uses.heaps, NoGrundy::Heaps),
    ];
    match reasons.into_iter().find(|r| r.0) {
        Some((_, why)) => Err(why),
        None => Ok(()),
    }
}
