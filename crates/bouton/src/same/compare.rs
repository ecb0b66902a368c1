//! Two games solved on the same positions: as boxes of numbers where both are, otherwise position by position.

use super::matching::{Matching, typed};
use super::{Difference, Only, Plan, SameQuestion};
use crate::engines::solver::Solver;
use crate::game::Game;
use crate::game::positions::Positions;
use crate::problem::{NotApplicable, Problem};
use crate::report::Sentence;
use crate::table::axis::Steps;
use crate::table::fill::TablePlan;
use crate::table::layout::{Layout, Line, Site, Target};
use crate::table::{AxisRange, Cell, Drawing, MOST, Show, Table, TableQuestion, position_at};
use bouton_language::ast::ShapeKind;
use bouton_language::interp::Position;
use bouton_language::value::Value;

/// What was seen.
pub(super) struct Compared {
    pub(super) bound: Sentence,
    pub(super) count: u64,
    pub(super) differing: u64,
    pub(super) first: Option<Difference>,
    pub(super) only: [Only; 2],
    /// Grundy values of single numbers, where they were compared.
    pub(super) values: Option<Strip>,
    /// Parameters run over a range.
    pub(super) over_parameters: bool,
    /// The first game has no other positions.
    pub(super) whole: bool,
    pub(super) stopped: Option<Problem>,
    axes: usize,
}

/// Grundy values of single numbers in both games, from `first` on; `None` where there is no position.
pub(super) struct Strip {
    pub(super) first: i64,
    pub(super) values: [Vec<Option<u64>>; 2],
}

/// Without an upper end, positions are added until so much is spent on them: about a second.
const PATIENCE: u64 = 1_000_000;

/// The largest upper end by number of axes, where none is asked for.
const FARTHEST: [u64; 4] = [20_000, 20_000, 256, 48];

/// The largest size of listed positions, where none is asked for.
const LARGEST: u64 = 40;

impl Solver {
    /// Compares as far as is asked for, or as far as it gets by about a second's work.
    pub(super) fn compared(&mut self, question: &SameQuestion, plan: &Plan) -> Result<Compared, Problem> {
        if question.to.is_some() {
            return self.compared_to(question, plan, question.to);
        }
        let start = self.spent();
        let probe = Layout::new(&asked(question, plan, None), MOST)?;
        let by_size = probe.cells().is_none();
        let mut to = if by_size { probe.to } else { 12 };
        let mut seen = self.compared_to(question, plan, Some(to))?;
        let axes = seen.axes;
        let most = if by_size { LARGEST } else { FARTHEST.get(axes).copied().unwrap_or(12) };
        while to < most && seen.stopped.is_none() && self.spent().saturating_sub(start) * 4 <= PATIENCE {
            // Values of single numbers are wanted further than the first difference: they may be shifted.
            if seen.first.is_some() && seen.values.is_none() {
                break;
            }
            to = if by_size { to + 1 } else { (to * 2).min(most) };
            let further = self.compared_to(question, plan, Some(to))?;
            if further.stopped.is_some() {
                break;
            }
            let grew = further.count > seen.count;
            seen = further;
            if !grew {
                break;
            }
        }
        Ok(seen)
    }

    fn compared_to(
        &mut self,
        question: &SameQuestion,
        plan: &Plan,
        to: Option<u64>,
    ) -> Result<Compared, Problem> {
        let layout = Layout::new(&asked(question, plan, to), MOST)?;
        shared_parameters(question, &layout)?;
        let last = Positions::new(&question.games[0]).last_level();
        let mut seen = Compared {
            bound: layout.bound.clone().into(),
            count: 0,
            differing: 0,
            first: None,
            only: Default::default(),
            values: None,
            over_parameters: layout.lines.iter().any(|l| matches!(l.target, Target::Param(_))),
            whole: question.ranges.is_empty() && !plan.sums && last.is_some_and(|last| last <= layout.to),
            stopped: None,
            axes: layout.lines.len(),
        };
        // A position of one whole has one part; of a sum, a single part is not all there is.
        seen.whole &= question.games[0].rules().shape.kind == ShapeKind::Position;
        let theirs = match plan.matching.by_order() {
            true => counterpart(question, plan, &layout),
            false => None,
        };
        match theirs {
            Some(theirs) => self.in_boxes(question, plan, &layout, &theirs, &mut seen)?,
            None => {
                self.one_by_one(question, plan, &layout, &mut seen)?;
                if plan.matching.by_order() && question.ranges.is_empty() && seen.stopped.is_none() {
                    self.only_theirs(question, plan, to, &mut seen)?;
                }
            }
        }
        Ok(seen)
    }

    /// Both games as boxes of numbers.
    fn in_boxes(
        &mut self,
        question: &SameQuestion,
        plan: &Plan,
        layout: &Layout,
        theirs: &TableQuestion,
        seen: &mut Compared,
    ) -> Result<(), Problem> {
        let other = Layout::new(theirs, MOST)?;
        let mut values = Vec::new();
        let mut least: Option<(u64, u64, usize)> = None;
        for (round, mover) in plan.movers.iter().enumerate() {
            let left = self.whole_box(layout, plan.show, *mover)?;
            if left.stopped.is_some() {
                seen.stopped = left.stopped;
                return Ok(());
            }
            let right = self.whole_box(&other, plan.show, *mover)?;
            for place in 0..left.len().min(right.len()) {
                let at = place as u64;
                match (left.cell(place), right.cell(place)) {
                    (Cell::Unknown, _) | (_, Cell::Unknown) | (Cell::Illegal, Cell::Illegal) => {}
                    (_, Cell::Illegal) if round == 0 => seen.only[0].met(layout, at),
                    (Cell::Illegal, _) if round == 0 => seen.only[1].met(layout, at),
                    (Cell::Illegal, _) | (_, Cell::Illegal) => {}
                    (x, y) => {
                        seen.count += u64::from(round == 0);
                        if x != y {
                            seen.differing += 1;
                            let key = (weight_at(layout, at), at, *mover);
                            least = Some(least.map_or(key, |l| l.min(key)));
                        }
                    }
                }
            }
            seen.stopped = seen.stopped.take().or_else(|| right.stopped.clone());
            values.push((left, right));
        }
        if let Some((_, place, mover)) = least {
            let partizan = plan.movers.len() > 1;
            seen.first = Some(self.difference_at(question, plan.show, layout, place, mover, partizan)?);
        }
        let strip = layout.drawing() == Drawing::Strip && plan.show == Show::Grundy && !seen.over_parameters;
        if let (true, Some((left, right)), Some(Value::Int(first))) =
            (strip, values.pop(), layout.lines.first().and_then(|l| l.steps.get(0)))
        {
            let grundy = |table: &Table| {
                table.cells().map(|cell| if let Cell::Grundy(g) = cell { Some(g) } else { None }).collect()
            };
            seen.values = Some(Strip { first, values: [grundy(&left), grundy(&right)] });
        }
        Ok(())
    }

    /// Every place of a box.
    fn whole_box(&mut self, layout: &Layout, show: Show, mover: usize) -> Result<Table, Problem> {
        let mut plan = TablePlan { layout: layout.clone(), show, proved: false, mover };
        plan.proved = self.proves(&plan)?;
        self.filled(plan)
    }

    /// What both games say at a place of the box.
    fn difference_at(
        &mut self,
        question: &SameQuestion,
        show: Show,
        layout: &Layout,
        place: u64,
        mover: usize,
        partizan: bool,
    ) -> Result<Difference, Problem> {
        let [a, b] = &question.games;
        let values = layout.values_at(place);
        let named: Vec<(String, Value)> =
            layout.lines.iter().map(|l| l.name.clone()).zip(values.iter().cloned()).collect();
        let (a_game, position) = position_at(a, &named)?;
        let over: Vec<(String, Value)> = named
            .iter()
            .zip(&layout.lines)
            .filter(|(_, l)| matches!(l.target, Target::Param(_)))
            .map(|(n, _)| n.clone())
            .collect();
        let b_game = with_parameters(b, &over)?;
        let image = Matching::Order.image(a, &b_game, &position)?.ok_or_else(vanished)?;
        let cells = [self.cell(&a_game, &position, show, mover)?, self.cell(&b_game, &image, show, mover)?];
        Ok(Difference {
            position: a_game.show(&position),
            image: Some(b_game.show(&image)).filter(|i| *i != a_game.show(&position)),
            parameters: shown(&over),
            mover: partizan.then_some(mover + 1),
            cells,
            beyond: false,
        })
    }

    /// One position after another.
    fn one_by_one(
        &mut self,
        question: &SameQuestion,
        plan: &Plan,
        layout: &Layout,
        seen: &mut Compared,
    ) -> Result<(), Problem> {
        let b = &question.games[1];
        let params = layout.lines.iter().take_while(|l| matches!(l.target, Target::Param(_)));
        let names: Vec<String> = params.map(|l| l.name.clone()).collect();
        let mut theirs: Option<(Vec<(String, Value)>, Game)> = None;
        let mut least: Option<u64> = None;
        let walked = layout.visit(0, &mut |site: Site<'_>| {
            let Some(position) = site.position else { return Ok(()) };
            if seen.stopped.is_some() {
                return Ok(());
            }
            let over: Vec<(String, Value)> = layout
                .lines
                .iter()
                .zip(&site.values)
                .filter(|(l, _)| names.contains(&l.name))
                .map(|(l, v)| (l.name.clone(), v.clone()))
                .collect();
            if theirs.as_ref().is_none_or(|(have, _)| *have != over) {
                theirs = Some((over.clone(), with_parameters(b, &over)?));
            }
            let Some((_, other)) = &theirs else { return Ok(()) };
            let Some(image) = plan.matching.image(site.game, other, position)? else {
                seen.only[0].add(|| site.game.show(position));
                return Ok(());
            };
            let mut differ = None;
            for mover in &plan.movers {
                let solved = self
                    .cell(site.game, position, plan.show, *mover)
                    .and_then(|x| Ok([x, self.cell(other, &image, plan.show, *mover)?]));
                match solved {
                    Ok([x, y]) if x == y => {}
                    Ok(cells) => {
                        seen.differing += 1;
                        differ.get_or_insert((*mover, cells));
                    }
                    Err(p @ (Problem::Over(_) | Problem::Interrupted)) => {
                        seen.stopped = Some(p);
                        return Ok(());
                    }
                    Err(other) => return Err(other),
                }
            }
            seen.count += 1;
            let weight = size(position);
            if let Some((mover, cells)) = differ.filter(|_| least.is_none_or(|l| weight < l)) {
                least = Some(weight);
                seen.first = Some(Difference {
                    position: site.game.show(position),
                    image: Some(other.show(&image)).filter(|i| *i != site.game.show(position)),
                    parameters: shown(&over),
                    mover: (plan.movers.len() > 1).then_some(mover + 1),
                    cells,
                    beyond: false,
                });
            }
            Ok(())
        });
        match walked {
            // Sizes with too many positions to be listed: what came before them stands.
            Err(p @ Problem::Over(_)) => seen.stopped = seen.stopped.take().or(Some(p)),
            other => other?,
        }
        Ok(())
    }

    /// Counts the positions of the second game that the first does not have.
    fn only_theirs(
        &mut self,
        question: &SameQuestion,
        plan: &Plan,
        to: Option<u64>,
        seen: &mut Compared,
    ) -> Result<(), Problem> {
        let [a, b] = &question.games;
        let table = TableQuestion { to, sums: plan.sums, ..TableQuestion::new(b.clone()) };
        let Ok(layout) = Layout::new(&table, MOST) else { return Ok(()) };
        let walked = layout.visit(0, &mut |site: Site<'_>| {
            if let Some(position) = site.position
                && plan.matching.image(b, a, position)?.is_none()
            {
                seen.only[1].add(|| b.show(position));
            }
            Ok(())
        });
        match walked {
            Ok(()) | Err(Problem::Over(_)) => Ok(()),
            Err(other) => Err(other),
        }
    }
}

impl Only {
    fn add(&mut self, name: impl FnOnce() -> String) {
        if self.count == 0 {
            self.first = Some(name());
        }
        self.count += 1;
    }

    fn met(&mut self, layout: &Layout, place: u64) {
        self.add(|| {
            let values = layout.values_at(place);
            values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        });
    }
}

/// The table of the first game.
fn asked(question: &SameQuestion, plan: &Plan, to: Option<u64>) -> TableQuestion {
    TableQuestion {
        ranges: question.ranges.clone(),
        to,
        show: Some(plan.show),
        sums: plan.sums,
        ..TableQuestion::new(question.games[0].clone())
    }
}

/// The same box in the second game, where the first is a box of runs of numbers.
fn counterpart(question: &SameQuestion, plan: &Plan, layout: &Layout) -> Option<TableQuestion> {
    layout.cells()?;
    let [a, b] = &question.games;
    let (ours, fields) = (typed(a.rules()), typed(b.rules()));
    let range = |line: &Line| {
        let Steps::Run(from, to) = line.steps else { return None };
        let name = match line.target {
            Target::Field(f) => {
                let place = ours.iter().position(|(i, _)| *i == f)?;
                fields.get(place)?.1.name.clone()
            }
            Target::Param(_) | Target::Side { .. } => line.name.clone(),
        };
        Some(AxisRange { name, from, to: Some(to) })
    };
    let ranges = layout.lines.iter().map(range).collect::<Option<Vec<_>>>()?;
    Some(TableQuestion { ranges, show: Some(plan.show), ..TableQuestion::new(b.clone()) })
}

/// Parameters that run must exist in both games.
fn shared_parameters(question: &SameQuestion, layout: &Layout) -> Result<(), Problem> {
    let b = question.games[1].rules();
    let missing = layout
        .lines
        .iter()
        .find(|l| matches!(l.target, Target::Param(_)) && !b.params.iter().any(|p| p.name == l.name));
    match missing {
        None => Ok(()),
        Some(line) => {
            let name = &line.name;
            Err(Problem::NotApplicable(NotApplicable::Other([
                format!(
                    "{name} is a parameter of the first game only, so it cannot run over a range. Give it one value: --set A.{name}=…"
                ),
                format!("{name} 只是第一个游戏的参数，不能取一个范围。请给它一个值：--set A.{name}=…"),
            ])))
        }
    }
}

fn with_parameters(game: &Game, over: &[(String, Value)]) -> Result<Game, Problem> {
    if over.is_empty() {
        return Ok(game.clone());
    }
    let params = &game.rules().params;
    let place = |name: &String| params.iter().position(|p| p.name == *name);
    let values: Vec<(usize, Value)> = over.iter().filter_map(|(n, v)| Some((place(n)?, v.clone()))).collect();
    game.with_values(&values)
}

/// `m=3 k=2`
fn shown(over: &[(String, Value)]) -> String {
    over.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ")
}

/// The size of a position: numbers by their absolute values, lists by their lengths as well.
fn size(position: &Position) -> u64 {
    fn of(v: &Value) -> u64 {
        match v {
            Value::Int(i) => i.unsigned_abs(),
            Value::List(items) | Value::Set(items) => {
                items.iter().map(of).fold(items.len() as u64, u64::saturating_add)
            }
            Value::Text(t) => t.chars().count() as u64,
            _ => 0,
        }
    }
    position.parts.iter().flat_map(|p| p.iter()).map(of).fold(0, u64::saturating_add)
}

fn weight_at(layout: &Layout, place: u64) -> u64 {
    let values = layout.values_at(place);
    values.iter().filter_map(Value::as_int).map(i64::unsigned_abs).fold(0, u64::saturating_add)
}

fn vanished() -> Problem {
    Problem::NotApplicable(NotApplicable::Other([
        "There is no legal position at this place.".into(),
        "这里没有合法的局面。".into(),
    ]))
}
