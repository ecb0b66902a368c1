//! Certificates of kind "pairs": two heaps, from one of which any number may be taken, or from both, if the larger take is less than
//! `times` the smaller one plus `more`.
//!
//! Checked, for all numbers: a move leads from (x, y) to (x', y') if and only if one take is 0 and the other is not, or both are at
//! least 1 and each is less than `times` the other one plus `more`. Then A. S. Fraenkel's theorem (1998) applies, which
//! docs/certificates.md states and proves.

use crate::Setting;
use crate::automatic::empty;
use crate::game::Game;
use crate::linear::{Cond, Lin};
use crate::question::moves_are;
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::walk::Work;
use bouton_language::rules::End;

/// Numbers of the file are at most this.
const MOST: u64 = 1 << 20;

/// What is proved.
pub(crate) struct Pairs {
    pub(crate) names: [String; 2],
    pub(crate) times: i64,
    pub(crate) more: i64,
}

/// Checks a certificate.
pub(crate) fn check(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<Pairs, Refused> {
    let game = Game::new(&setting.interp)?;
    game.impartial()?;
    let rules = setting.interp.rules();
    let plain = rules.whens.is_empty() && rules.block.is_none() && setting.interp.end() == End::Normal;
    let Ok(names) = <[String; 2]>::try_from(game.names(1)) else {
        return Err(Why::Outside { en: "pairs are two heaps", zh: "数对须为两堆" }.into());
    };
    if !plain || !game.whole() {
        return Err(Why::Outside {
            en: "pairs are a position of two heaps in normal play without other endings",
            zh: "数对须为正常规则下、没有其他终局条件的两堆局面",
        }
        .into());
    }
    let number = |key: &str| -> Result<i64, Refused> {
        match object.natural(key)? {
            n @ 1..=MOST => Ok(n.cast_signed()),
            _ => Err(Why::Wrong { wanted: "a number from 1 to 1048576", zh: "1 到 1048576 的数" }.at(key)),
        }
    };
    let (times, more) = (number("times")?, number("more")?);
    let dfa = Dfa::nothing();
    let everything = empty(game.legal()?.not(), 2, &dfa, work)?;
    // Variables 0 and 1 before the move, 2 and 3 after it.
    let taken = |i: usize| Lin::var(i).plus(-1, &Lin::var(i + 2));
    let (one, other) = (taken(0)?, taken(1)?);
    let some = |lin: &Lin| Cond::at_most(&Lin::number(1), lin);
    let none = |lin: &Lin| Cond::equal(lin, &Lin::number(0));
    // Less than `times` the other one plus `more`.
    let near = |a: &Lin, b: &Lin| Cond::at_most(a, &b.times(times)?.plus(1, &Lin::number(more - 1))?);
    let wanted = Cond::any(vec![
        some(&one)?.and(none(&other)?),
        none(&one)?.and(some(&other)?),
        Cond::all(vec![some(&one)?, some(&other)?, near(&one, &other)?, near(&other, &one)?]),
    ]);
    let same = everything && moves_are(&game.ways()?, 4, &[2, 3], &Cond::YES, &wanted, work)?;
    if !same {
        return Err(Why::NoTheorem {
            en: "the moves are not those of two heaps with these numbers",
            zh: "走法不是两堆与这两个数所规定的",
        }
        .at("times"));
    }
    Ok(Pairs { names, times, more })
}
