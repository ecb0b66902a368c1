//! The rules as moves in linear arithmetic: what the coordinates are, which positions are legal,
//! which have ended.

use crate::cases::Val;
use crate::linear::{Cond, Lin};
use crate::refused::Why;
use crate::symbol::Symbols;
use bouton_language::ast::{FieldKind, ShapeKind, Verdict};
use bouton_language::interp::{Interp, element_type};
use bouton_language::rules::{End, RangeExpr, Rules, Type};
use bouton_language::value::Value;

/// At most this many coordinates.
const MOST_COORDINATES: usize = 12;

/// One number of a position.
pub(crate) struct Coordinate {
    pub(crate) field: usize,
    /// Its place in a row, from 0.
    pub(crate) place: Option<usize>,
    pub(crate) bounded: bool,
}
/// A game in linear arithmetic.
pub(crate) struct Game<'a> {
    pub(crate) rules: &'a Rules,
    interp: &'a Interp,
    pub(crate) coordinates: Vec<Coordinate>,
    /// The fields of a position whose coordinates are the variables.
    pub(crate) start: Vec<Val>,
}

impl<'a> Game<'a> {
    pub(crate) fn new(interp: &'a Interp) -> Result<Game<'a>, Why> {
        let rules: &Rules = interp.rules();
        let mut coordinates = Vec::new();
        let mut start = Vec::new();
        for (i, field) in rules.shape.fields.iter().enumerate() {
            let truth = match element_type(field) {
                Type::Int => false,
                Type::Bool => true,
                _ => return Why::outside("a field that is not a number", "不是数的字段"),
            };
            let places = match (field.kind, interp.sizes(i)) {
                (FieldKind::Number, _) => None,
                (FieldKind::Row, Some([Value::Int(n)])) if (0..=MOST_COORDINATES as i64).contains(n) => {
                    Some(*n as usize)
                }
                _ => {
                    return Why::outside(
                        "a field that is neither a number nor a row of fixed size",
                        "既非数也非定长序列的字段",
                    );
                }
            };
            let bounded = truth || interp.bounds(i).is_some_and(|(_, hi)| hi.is_some());
            let mut next = |place| {
                let v = coordinates.len();
                coordinates.push(Coordinate { field: i, place, bounded });
                if truth {
                    Ok(Val::Truth(Cond::equal(&Lin::var(v), &Lin::number(1))?))
                } else {
                    Ok(Val::Num(Lin::var(v)))
                }
            };
            start.push(match places {
                None => next(None)?,
                Some(n) => Val::List((0..n).map(|p| next(Some(p))).collect::<Result<_, Why>>()?),
            });
        }
        if coordinates.is_empty() || coordinates.len() > MOST_COORDINATES {
            return Why::outside("no coordinates, or too many", "坐标数为零或过多");
        }
        let game = Game { rules, interp, coordinates, start };
        for field in &rules.shape.fields {
            let domain = field.domain.as_ref();
            domain.map_or(Ok(()), |d| natural(&mut game.symbols(game.start.clone(), field.locals), d))?;
        }
        Ok(game)
    }

    /// Refuses what has no meaning in the statements proved here: players, scores, turns, draws.
    pub(crate) fn impartial(&self) -> Result<(), Why> {
        let rules = self.rules;
        let moves = rules.moves.iter().any(|m| m.by.is_some() || m.again.is_some() || m.gain.is_some());
        let whens = rules.whens.iter().any(|w| w.player.is_some() || w.verdict == Verdict::Draw);
        let uses = rules.uses.mover || rules.uses.turn || rules.uses.heaps;
        let end = !matches!(self.interp.end(), End::Normal | End::Misere);
        if moves || whens || uses || end || rules.score.is_some() || rules.stop.is_some() {
            return Why::outside(
                "scores, turns, draws or different players",
                "计分、轮次、平局或双方不同的规则",
            );
        }
        Ok(())
    }

    /// The names of the coordinates, with places counted from `first`.
    pub(crate) fn names(&self, first: usize) -> Vec<String> {
        let name = |c: &Coordinate| {
            let field = self.rules.shape.fields.get(c.field).map_or("", |f| &f.name);
            c.place.map_or(field.to_string(), |p| format!("{field}[{}]", p + first))
        };
        self.coordinates.iter().map(name).collect()
    }

    /// Coordinates that may change places in an `unordered` game.
    pub(crate) fn interchangeable(&self) -> Vec<usize> {
        let plain = |c: &Coordinate| {
            let field = &self.rules.shape.fields[c.field];
            field.kind == FieldKind::Number && field.start.is_none() && field.ty != Type::Bool
        };
        let all = self.coordinates.iter().enumerate().filter(|(_, c)| plain(c)).map(|(i, _)| i);
        if self.rules.shape.unordered { all.collect() } else { Vec::new() }
    }

    pub(crate) fn symbols(&self, fields: Vec<Val>, locals: usize) -> Symbols<'a> {
        let (rules, params) = (self.rules, self.interp.params());
        Symbols {
            rules,
            params,
            fields,
            locals: vec![None; locals],
            slots: Vec::new(),
            depth: 0,
            steps: 0,
            remainder: None,
        }
    }

    /// The condition that a position at the coordinates' variables is legal.
    pub(crate) fn legal(&self) -> Result<Cond, Why> {
        let mut all = self.legal_fields(&self.start)?;
        for (v, c) in self.coordinates.iter().enumerate() {
            if *element_type(&self.rules.shape.fields[c.field]) == Type::Bool {
                all = all.and(Cond::at_most(&Lin::var(v), &Lin::number(1))?);
            }
        }
        Ok(all)
    }

    /// Domains and `require`. That numbers are not negative goes without saying: coordinates are natural.
    pub(crate) fn legal_fields(&self, fields: &[Val]) -> Result<Cond, Why> {
        let mut all = Cond::YES;
        for (field, v) in self.rules.shape.fields.iter().zip(fields) {
            let Some(domain) = &field.domain else { continue };
            let elements = match v {
                Val::List(items) => &items[..],
                single => std::slice::from_ref(single),
            };
            for v in elements {
                let mut symbols = self.symbols(fields.to_vec(), field.locals);
                all = all.and(symbols.within(v, domain)?);
            }
        }
        for require in &self.rules.requires {
            all = all.and(self.symbols(fields.to_vec(), require.locals).truth(&require.cond)?);
        }
        Ok(all)
    }

    /// The endings by condition, in order: is the player to move lost?
    pub(crate) fn endings(&self) -> Result<Vec<(Cond, bool)>, Why> {
        let whens = self.rules.whens.iter();
        whens
            .map(|w| {
                let cond = self.symbols(self.start.clone(), w.locals).truth(&w.cond)?;
                Ok((cond, w.verdict == Verdict::Lose))
            })
            .collect()
    }

    /// How many options the opponent may forbid.
    pub(crate) fn blocked(&self) -> Result<u64, Why> {
        let Some(e) = &self.rules.block else { return Ok(0) };
        match &self.symbols(Vec::new(), 0).value(e)?[..] {
            [(_, Val::Num(n))] => n.as_number().and_then(|n| u64::try_from(n).ok()).ok_or(Why::Overflow),
            _ => Why::outside("a number of forbidden options that is not fixed", "禁止的数目不是定数"),
        }
    }

    /// Is the game one whole position?
    pub(crate) fn whole(&self) -> bool {
        self.rules.shape.kind == ShapeKind::Position
    }
}

/// Refuses domains with negative numbers, and those whose lower end may be one.
fn natural(symbols: &mut Symbols<'_>, domain: &RangeExpr) -> Result<(), Why> {
    let least = match domain {
        RangeExpr::Between(None, _) => return Ok(()),
        RangeExpr::Between(Some(e), _) => symbols.value(e)?,
        of => symbols.listed(of)?,
    };
    for (_, v) in least {
        let fine = match v {
            Val::Num(n) => n.constant >= 0 && n.terms.values().all(|c| *c >= 0),
            Val::Truth(_) => true,
            Val::List(_) => false,
        };
        if !fine {
            return Why::outside("a domain with negative numbers", "含负数的取值范围");
        }
    }
    Ok(())
}
