//! Certificates of kind "row": all numbers of a position but one are fixed; along the last one the Grundy values, or who wins,
//! repeat from some number on, with a constant added in every period.
//!
//! The file lists the rows that play can reach, each behind those that it leads to, and links that say where moves lead from large
//! numbers. Checked here, by walks over digits: from the bound on every number of every row is a position that has not ended, and a
//! move leads from it to a place of a row if and only if a link says so. Below the bound the interpreter lists the moves. No move
//! raises the running number, and one that stays in its row lowers it, so play ends. `row_period` sees to the rest.

use crate::Setting;
use crate::automatic::{bound_to, empty};
use crate::game::Game;
use crate::linear::{Cond, Lin, Var};
use crate::read::{Dfa, Object};
use crate::refused::{Refused, Why};
use crate::row_period::{Line, Rows};
use crate::walk::Work;
use crate::ways::Way;
use bouton_language::ast::{FieldKind, Verdict};
use bouton_language::interp::{Part, Position, Turn, element_type};
use bouton_language::rules::{End, Type};
use bouton_language::value::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Rows and the sizes of everything else are at most this.
const MOST: u64 = 1 << 22;
/// Rows at most.
const MOST_ROWS: usize = 4096;
/// The bound is at most this: below it moves are listed one by one.
const MOST_BOUND: u64 = 4096;

/// What is proved.
pub(crate) struct RowFound {
    /// `b = 7`.
    pub(crate) at: String,
    pub(crate) running: String,
    pub(crate) values: bool,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    pub(crate) from: u64,
}

/// Where moves lead from one row into another: to fixed places, by fixed amounts, and to every place from `start` on by at least
/// `least` that leaves one of the residues.
pub(crate) struct Link {
    pub(crate) row: usize,
    pub(crate) to: usize,
    pub(crate) places: Vec<u64>,
    pub(crate) taken: Vec<u64>,
    pub(crate) start: u64,
    pub(crate) least: u64,
    pub(crate) modulus: u64,
    pub(crate) residues: Vec<u64>,
}

/// Checks a certificate.
pub(crate) fn check(
    object: &Object<'_>,
    setting: &Setting,
    work: &mut Work<'_>,
) -> Result<RowFound, Refused> {
    let values = match object.text("of")? {
        "values" => true,
        "outcomes" => false,
        _ => {
            return Err(Why::Wrong {
                wanted: "\"values\" or \"outcomes\"",
                zh: "\"values\" 或 \"outcomes\"",
            }
            .at("of"));
        }
    };
    let game = kind(setting, values)?;
    let names = game.names(1);
    let running = object.text("running")?;
    let Some(r) = names.iter().position(|n| n == running) else {
        return Err(Why::Wrong {
            wanted: "the name of a number of the position", zh: "局面中某个数的名称"
        }
        .at("running"));
    };
    let bound = object.natural("bound")?;
    if bound > MOST_BOUND {
        return Err(Why::Wrong { wanted: "at most 4096", zh: "不超过 4096 的数" }.at("bound"));
    }
    let lines = lines(object, names.len() - 1)?;
    let links = links(object, lines.len(), bound)?;
    let field = Field { setting, game: &game, running: r, lines: &lines, links: &links, bound };
    let ways = game.ways()?;
    for row in 0..lines.len() {
        field.linked(row, &ways, work)?;
    }
    let mut rows =
        Rows { lines: &lines, links: &links, bound, values, stuck_lost: setting.interp.end() == End::Normal };
    let (period, saltus, from) =
        (object.natural("period")?, object.natural("saltus")?, object.natural("from")?);
    rows.check(
        &mut |row, a, known, work| field.small(row, a, values, known, work),
        [period, saltus, from],
        object,
        work,
    )?;
    let fixed = names.iter().enumerate().filter(|(i, _)| *i != r).zip(&lines[lines.len() - 1].at);
    let at: Vec<String> = fixed.map(|((_, name), n)| format!("{name} = {n}")).collect();
    Ok(RowFound { at: at.join(", "), running: running.to_string(), values, period, saltus, from })
}

/// The rules as linear arithmetic, where they are of the kind that is checked here.
fn kind(setting: &Setting, values: bool) -> Result<Game<'_>, Why> {
    let game = Game::new(&setting.interp)?;
    game.impartial()?;
    let rules = setting.interp.rules();
    let normal = rules.whens.is_empty() && setting.interp.end() == End::Normal;
    if rules.block.is_some()
        || (values && !normal)
        || (!values && !game.whole())
        || game.coordinates.len() < 2
    {
        return Why::outside(
            "rows are checked for positions of several numbers without forbidden options, values in normal play without endings by condition",
            "只检验由若干数构成、没有禁止走法的局面的行；SG 值须在无条件终局的正常规则下",
        );
    }
    Ok(game)
}

/// The rows of the file.
fn lines(object: &Object<'_>, numbers: usize) -> Result<Vec<Line>, Refused> {
    let mut lines: Vec<Line> = Vec::new();
    for one in object.objects("rows")? {
        let at = one.naturals("at")?;
        let line = Line {
            at,
            period: one.natural("period")?,
            saltus: one.natural("saltus")?,
            from: one.natural("from")?,
            begin: one.natural("begin")?,
        };
        let small = |n: &u64| *n <= MOST;
        let fits = line.at.len() == numbers
            && line.period >= 1
            && line.at.iter().all(small)
            && [line.period, line.saltus, line.from, line.begin].iter().all(small);
        if !fits || lines.iter().any(|l| l.at == line.at) || lines.len() >= MOST_ROWS {
            return Err(Why::Wrong {
                wanted: "different rows, each with a number for every coordinate but the running one, and a positive period",
                zh: "互不相同的行，每行对除变动数外的每个坐标各有一个数，周期为正",
            }
            .at("rows"));
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return Err(Why::Wrong { wanted: "at least one row", zh: "至少一行" }.at("rows"));
    }
    Ok(lines)
}

/// The links of the file.
fn links(object: &Object<'_>, rows: usize, bound: u64) -> Result<Vec<Link>, Refused> {
    let mut links: Vec<Link> = Vec::new();
    for one in object.objects("links")? {
        let link = Link {
            row: one.natural("row")? as usize,
            to: one.natural("to")? as usize,
            places: one.naturals("places")?,
            taken: one.naturals("taken")?,
            start: one.natural("start")?,
            least: one.natural("least")?,
            modulus: one.natural("modulus")?,
            residues: one.naturals("residues")?,
        };
        let own = link.row == link.to;
        let small = |n: &u64| *n <= bound;
        let fits = link.row < rows
            && link.to <= link.row
            && link.taken.iter().chain([&link.start, &link.least]).all(small)
            && link.start + link.least <= bound
            && link.places.iter().all(|b| *b < bound)
            && (1..=MOST_BOUND).contains(&link.modulus)
            && link.residues.iter().all(|r| *r < link.modulus)
            && !(own && (link.taken.contains(&0) || link.least == 0))
            && links.iter().all(|l| (l.row, l.to) != (link.row, link.to));
        if !fits {
            return Err(Why::Wrong {
                wanted: "one link from a row to itself or one before it, with places below the bound, that lowers the number within its row",
                zh: "从一行到其自身或之前的行的一条连接，位置小于 bound，且在本行内使数变小",
            }
            .at("links"));
        }
        links.push(link);
    }
    Ok(links)
}

struct Field<'a> {
    setting: &'a Setting,
    game: &'a Game<'a>,
    running: usize,
    lines: &'a [Line],
    links: &'a [Link],
    bound: u64,
}

impl Field<'_> {
    /// The coordinates that are fixed in a row, with their numbers.
    fn fixed(&self, row: usize) -> impl Iterator<Item = (Var, i64)> {
        let others = (0..self.game.coordinates.len()).filter(|v| *v != self.running);
        others.zip(&self.lines[row].at).map(|(v, n)| (v, *n as i64))
    }

    /// A condition on the numbers before a move (0..d), with those of a row put in; the running number and others keep their names.
    fn put(&self, cond: &Cond, row: usize, first: Var) -> Result<Cond, Why> {
        let mut cond = cond.clone();
        for (v, n) in self.fixed(row) {
            cond = cond.with(first + v, &Lin::number(n))?;
        }
        Ok(cond)
    }

    fn put_lin(&self, lin: &Lin, row: usize) -> Result<Lin, Why> {
        self.fixed(row).try_fold(lin.clone(), |lin, (v, n)| lin.with(v, &Lin::number(n)))
    }

    /// Refuses a row whose moves from the bound on are not those of its links.
    fn linked(&self, row: usize, ways: &[Way], work: &mut Work<'_>) -> Result<(), Refused> {
        let d = self.game.coordinates.len();
        let nothing = Dfa::nothing();
        let a = Lin::var(0);
        let large = Cond::at_most(&Lin::number(self.bound as i64), &a)?;
        let no = |row: usize, en, zh| Err(Why::NoTheorem { en, zh }.at(format!("rows[{row}]")));
        // All are positions that have not ended. The running number is variable 0 from here on.
        let mut over = self.game.legal()?.not();
        for (end, _) in self.game.endings()? {
            over = over.or(end);
        }
        let name = BTreeMap::from([(self.running, 0)]);
        let over = self.put(&over, row, 0)?.renamed(&name);
        if !empty(over.and(large.clone()), 1, &nothing, work)? {
            return no(
                row,
                "from the bound on every number must be a position that has not ended",
                "自 bound 起每个数都须是尚未终局的局面",
            );
        }
        let own: Vec<&Link> = self.links.iter().filter(|l| l.row == row).collect();
        // Every move is that of a link.
        for way in ways {
            let [part] = way.parts.as_slice() else {
                return no(row, "every move must leave one part", "每步须恰好留下一部分");
            };
            let names: BTreeMap<Var, Var> =
                way.choices.iter().enumerate().map(|(i, c)| (*c, i + 1)).chain([(self.running, 0)]).collect();
            let put = |lin: &Lin| Ok::<_, Why>(self.put_lin(lin, row)?.renamed(&names));
            let mut cond = self.put(&way.cond, row, 0)?.renamed(&names).and(large.clone());
            let mut part_now = Vec::new();
            for lin in part {
                let lin = put(lin)?;
                cond = cond.and(Cond::at_most(&Lin::number(0), &lin)?);
                part_now.push(lin);
            }
            let mut linked = Vec::new();
            for link in &own {
                let mut same = vec![link.cond(&a, &part_now[self.running])?];
                for (v, n) in self.fixed(link.to) {
                    same.push(Cond::equal(&part_now[v], &Lin::number(n))?);
                }
                linked.push(Cond::all(same));
            }
            let other = cond.and(Cond::any(linked).not());
            if !empty(other, 1 + way.choices.len(), &nothing, work)? {
                return no(
                    row,
                    "a move from a large number is that of no link",
                    "有一步从大数出发的走法不属于任何连接",
                );
            }
        }
        // Every link has its moves: variables 0 and 1 are the running number before and after.
        for link in own {
            let mut any = Vec::new();
            for way in ways {
                let (guessed, cond) = bound_to(way, 2 * d, &[(d..2 * d).collect()])?;
                if guessed > 0 {
                    return Err(Why::Outside {
                        en: "choices that do not follow from the option",
                        zh: "选择不能由结果确定",
                    }
                    .into());
                }
                any.push(self.put(&self.put(&cond, row, 0)?, link.to, d)?);
            }
            // The number after the move is named first, so that neither name is taken twice.
            let made = Cond::any(any).renamed(&BTreeMap::from([(self.running, 0), (d + self.running, 1)]));
            let wanted = link.cond(&a, &Lin::var(1))?.and(large.clone());
            if !empty(wanted.and(made.not()), 2, &nothing, work)? {
                return no(row, "a link says more than the moves do", "某条连接多于实际的走法");
            }
        }
        Ok(())
    }

    /// The value of a small position by the interpreter; `None` where there is none. `known` gives values of smaller ones.
    fn small(
        &self,
        row: usize,
        a: u64,
        values: bool,
        known: &dyn Fn(usize, u64) -> Option<u64>,
        work: &mut Work<'_>,
    ) -> Result<Option<u64>, Refused> {
        let interp = &self.setting.interp;
        let place = || format!("rows[{row}]");
        let Some(part) = self.part(row, a).filter(|p| interp.legal(p).is_ok()) else { return Ok(None) };
        let mut options: Vec<u64> = Vec::new();
        let mut stopped = Ok(());
        let listed = interp.moves(&part, Turn::default(), &mut |made| {
            stopped = work.spend(100).map_err(Refused::from).and_then(|()| {
                let [to] = made.parts.as_slice() else { return Err(Why::Missing.at(place())) };
                let value = self.place(to).filter(|(to, b)| *b <= a && (*to < row || (*to == row && *b < a)));
                let value = value.and_then(|(to, b)| known(to, b));
                options.push(value.ok_or_else(|| {
                    Why::NoTheorem {
                        en: "a move leads to no row that is listed before, or raises the running number",
                        zh: "有一步走到未在之前列出的行，或使变动的数变大",
                    }
                    .at(place())
                })?);
                Ok(())
            });
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        listed.map_err(|e| Refused::from(crate::failed(&e)))?;
        stopped?;
        let whole = Position { parts: vec![part] };
        let ended = interp.ended(&whole, Turn::default(), &|| Ok(options.is_empty()));
        let ended = ended.map_err(|e| Refused::from(crate::failed(&e)))?;
        Ok(Some(match ended {
            Some(end) => u64::from(end.verdict == Verdict::Win),
            None if options.is_empty() => u64::from(interp.at_end(Turn::default()) == Verdict::Win),
            None if values => (0..).find(|v| !options.contains(v)).unwrap_or(0),
            None => u64::from(options.contains(&0)),
        }))
    }

    /// The part with the numbers of a row.
    fn part(&self, row: usize, a: u64) -> Option<Part> {
        let mut numbers = vec![a as i64; self.game.coordinates.len()];
        self.fixed(row).for_each(|(v, n)| numbers[v] = n);
        let fields = &self.game.rules.shape.fields;
        let mut out: Vec<Value> = Vec::new();
        for (i, field) in fields.iter().enumerate() {
            let own = self.game.coordinates.iter().zip(&numbers).filter(|(c, _)| c.field == i);
            let truth = *element_type(field) == Type::Bool;
            let items: Option<Vec<Value>> = own
                .map(|(_, n)| match (truth, *n) {
                    (false, n) => Some(Value::Int(n)),
                    (true, n @ 0..=1) => Some(Value::Bool(n == 1)),
                    _ => None,
                })
                .collect();
            out.push(match field.kind {
                FieldKind::Row => Value::list(items?),
                _ => items?.first()?.clone(),
            });
        }
        Some(out.into())
    }

    /// The row of a part and its running number.
    fn place(&self, part: &Part) -> Option<(usize, u64)> {
        let mut numbers: Vec<u64> = Vec::new();
        let mut read = |v: &Value| {
            numbers.push(match v {
                Value::Bool(b) => u64::from(*b),
                v => u64::try_from(v.as_int()?).ok()?,
            });
            Some(())
        };
        for v in part.iter() {
            match v {
                Value::List(items) => items.iter().try_for_each(&mut read)?,
                v => read(v)?,
            }
        }
        let a = (self.running < numbers.len()).then(|| numbers.remove(self.running))?;
        Some((self.lines.iter().position(|l| l.at == numbers)?, a))
    }
}

impl Link {
    /// Does the link lead from the number a to the number b?
    fn cond(&self, a: &Lin, b: &Lin) -> Result<Cond, Why> {
        let by = a.plus(-1, b)?;
        let mut any = Vec::new();
        for place in &self.places {
            any.push(Cond::equal(b, &Lin::number(*place as i64))?);
        }
        for amount in &self.taken {
            any.push(Cond::equal(&by, &Lin::number(*amount as i64))?);
        }
        for r in &self.residues {
            any.push(Cond::all(vec![
                Cond::at_most(&Lin::number(self.start as i64), b)?,
                Cond::at_most(&Lin::number(self.least as i64), &by)?,
                Cond::divides(self.modulus as i64, &by.plus(-1, &Lin::number(*r as i64))?)?,
            ]));
        }
        Ok(Cond::any(any))
    }
}
