//! The main function: reads the cases, prints the answers.

use super::input::{self, literal, next, number, run};
use super::{Here, choice, equals, functions, invoke, made, of_parts, part_ty, part_value, position, search};
use crate::ir::{
    AnswerPiece, Do, E, EndValue, Fn, Formula, Goal, Helper, K, Op, Over, Program, Quotient, Read, Rel, S,
    Says, Search, Target, Ty, mentioned, mentions,
};

/// The main function.
pub(super) fn main(p: &Program) -> Fn {
    let mut body = Vec::new();
    for piece in &p.around.before {
        body.push(match piece {
            None => S::Let("cases".into(), number()),
            Some(text) => run(input::expect(text)),
        });
    }
    let counted = p.around.counted();
    if counted && p.around.by_line {
        body.push(run(next("line", Vec::new(), Ty::Text)));
    }
    let mut one = Vec::new();
    let reader = input::Reader { p, source: &input::Plain };
    p.reads.iter().for_each(|read| reader.read(read, &mut one));
    begin(p, &mut one);
    one.extend(result(p));
    one.push(answer(p));
    if counted {
        let over = Over::Range(E::int(1), E::var("cases", Ty::Int(true)));
        body.push(S::For("number".into(), over, one));
    } else {
        if p.answer.pieces.contains(&AnswerPiece::Case) {
            let number = E::var("number", Ty::Int(true));
            body.push(S::Var("number".into(), E::int(0)));
            one.insert(0, S::Change(Op::Add, number, E::int(1)));
        }
        body.push(S::While(more(p), one));
    }
    Fn { comment: Vec::new(), name: "main".into(), args: Vec::new(), ret: None, body }
}

/// Is there another case?
fn more(p: &Program) -> E {
    let not = |e: E| E { kind: K::Not(Box::new(e)), ty: Ty::Bool };
    let end = next(if p.around.by_line { "end_of_lines" } else { "end" }, Vec::new(), Ty::Bool);
    if p.around.after.is_empty() {
        return not(end);
    }
    let stands = next("stands", vec![literal(&p.around.after)], Ty::Bool);
    E { kind: K::And(vec![not(end), not(stands)]), ty: Ty::Bool }
}

/// What follows from what was read: parameters that depend on others, fields that have their starts.
fn begin(p: &Program, out: &mut Vec<S>) {
    let here = Here::variables(p);
    for (i, x) in p.params.iter().enumerate().filter(|(_, x)| x.used && x.derived) {
        out.push(S::Set(input::param(p, i), here.put(&x.value)));
    }
    if p.params.iter().any(|x| x.used && (x.read || x.derived)) {
        let clear = |map: E| S::Do(Do::Clear, vec![map]);
        if let Some(s) = &p.search {
            let key = if s.goal == Goal::Grundy { position() } else { search::state_ty(s) };
            let ty = Ty::Map(Box::new(key), Box::new(Ty::Int(false)));
            out.push(clear(E { kind: K::Global("memo".into()), ty }));
        }
        out.extend(p.functions.iter().filter(|f| f.remembers).map(|f| clear(functions::known(f))));
    }
    if !p.sums {
        starts(p, out);
    }
}

/// Fields that are not read take their starts.
pub(crate) fn starts(p: &Program, out: &mut Vec<S>) {
    let read = |i: usize| {
        p.reads.iter().any(|r| match r {
            Read::Field(f) | Read::Board(f, ..) => *f == i,
            Read::Items(Target::Field(f), ..) | Read::Word(Target::Field(f), _) => *f == i,
            Read::Heaps(..) => true,
            _ => false,
        })
    };
    for (i, f) in p.fields.iter().enumerate() {
        if let (Some(start), false) = (&f.start, read(i)) {
            out.push(S::Let(f.name.clone(), Here::variables(p).put(start)));
        }
    }
}

/// The value of a formula for the goal.
fn formula_value(p: &Program, f: &Formula, args: Vec<E>) -> E {
    let ret = if f.says.number() { Ty::Int(false) } else { Ty::Bool };
    let call = invoke(&f.name, args, ret);
    match (f.says, p.goal) {
        (Says::Wins, _) => choice(call, E::int(1), E::int(-1)),
        (Says::Loses, _) => choice(call, E::int(-1), E::int(1)),
        (Says::Grundy, Goal::Outcome) => choice(E::cmp(Rel::Ne, call, E::int(0)), E::int(1), E::int(-1)),
        _ => call,
    }
}

/// What the formulas say, each where it speaks, and otherwise something else.
fn chain(p: &Program, args: &dyn std::ops::Fn(&Formula) -> Vec<E>, otherwise: Option<E>) -> E {
    let mut arms = Vec::new();
    let mut last = otherwise;
    for f in &p.formulas {
        let value = formula_value(p, f, args(f));
        if f.only.is_none() {
            last = Some(value);
            break;
        }
        arms.push((invoke(&format!("{}_speaks", f.name), args(f), Ty::Bool), value));
    }
    match (arms.is_empty(), last) {
        (true, Some(value)) => value,
        (_, last) => E { kind: K::Cond(arms, last.map(Box::new)), ty: Ty::Int(false) },
    }
}

/// The value of what was read, as the variable `result`.
pub(crate) fn result(p: &Program) -> Vec<S> {
    let mut out = Vec::new();
    let here = Here::variables(p);
    if p.goal == Goal::Grundy {
        let result = E::var("result", Ty::Int(false));
        if !p.sums {
            out.push(S::Let("result".into(), part_result(p, here, made(here))));
            return out;
        }
        out.push(S::Var("result".into(), E::int(0)));
        let add = |value: E| vec![S::Change(Op::Xor, result.clone(), value)];
        out.push(match p.fields.as_slice() {
            [one] => {
                let over = Over::All(E::var("heaps", Ty::list(one.ty.clone())));
                S::For(one.name.clone(), over, add(part_result(p, here, made(here))))
            }
            _ => {
                let the = E::var("p", position());
                let over = Over::All(E::var("parts", Ty::list(position())));
                S::For("p".into(), over, add(part_result(p, Here::of(p, &the), the.clone())))
            }
        });
        return out;
    }
    if let Some(q) = p.table.as_ref().and_then(|t| t.quotient.as_ref()) {
        return by_quotient(p, q);
    }
    let wants = |e: &AnswerPiece| matches!(e, AnswerPiece::Value(e) if mentions(&here.put(e), "heaps"));
    let wants_heaps = p.formulas.iter().any(|f| f.sum) || p.answer.pieces.iter().any(wants);
    if wants_heaps && !(p.sums && p.fields.len() == 1) {
        let ty = Ty::list(part_ty(p));
        let value = match p.sums {
            true => of_parts(E::var("parts", Ty::list(position())), |part| part_value(Here::of(p, part)), ty),
            false => E::listed([part_value(here)], ty),
        };
        out.push(S::Let("heaps".into(), value));
    }
    let args = |f: &Formula| match f.sum {
        true => vec![E::var("heaps", Ty::list(part_ty(p)))],
        false => here.fields(),
    };
    let search = p.search.as_ref().map(|s| search_call(p, s));
    out.push(S::Let("result".into(), chain(p, &args, search)));
    out
}

/// The same by a misère quotient: the product of the heaps' elements.
fn by_quotient(p: &Program, q: &Quotient) -> Vec<S> {
    let here = Here::variables(p);
    let element = E::var("element", Ty::Int(true));
    let times = |heap: E| {
        let row = E::bin(Op::Mul, element.clone(), E::int(q.order as i64), false);
        functions::entry("PRODUCT", E::bin(Op::Add, row, heap, false))
    };
    let heap = invoke("table", here.fields(), Ty::Int(true));
    let mut out = match p.sums {
        true => {
            let one = &p.fields[0];
            let over = Over::All(E::var("heaps", Ty::list(one.ty.clone())));
            let body = vec![S::Set(element.clone(), times(heap))];
            vec![S::Var("element".into(), E::int(0)), S::For(one.name.clone(), over, body)]
        }
        false => vec![S::Let("element".into(), heap)],
    };
    let lost = equals(functions::entry("LOST", element), 1);
    out.push(S::Let("result".into(), choice(lost, E::int(-1), E::int(1))));
    out
}

/// Who wins: the value of a position as 1, 0 or -1.
pub(super) fn verdict(p: &Program) -> Fn {
    let parts = E::var("parts", Ty::list(position()));
    let inner = result(p);
    let mut body = Vec::new();
    match (p.sums, p.fields.as_slice()) {
        (true, [one]) => {
            let heaps = of_parts(parts, |part| Here::of(p, part).field(one), Ty::list(one.ty.clone()));
            body.push(S::Let("heaps".into(), heaps));
        }
        (true, _) => {}
        (false, fields) => {
            let first = E { kind: K::At(Box::new(parts), Box::new(E::int(0))), ty: position() };
            let here = Here::of(p, &first);
            let looked = fields.iter().filter(|f| mentioned(&inner, &f.name));
            body.extend(looked.map(|f| S::Let(f.name.clone(), here.field(f))));
        }
    }
    body.extend(inner);
    let result = |rel: Rel| E::cmp(rel, E::var("result", Ty::Int(false)), E::int(0));
    body.push(S::Return(match p.goal {
        Goal::Grundy => choice(result(Rel::Ne), E::int(1), E::int(-1)),
        _ => {
            let arms = vec![(result(Rel::Gt), E::int(1)), (result(Rel::Lt), E::int(-1))];
            E { kind: K::Cond(arms, Some(Box::new(E::int(0)))), ty: Ty::Int(false) }
        }
    }));
    let args = vec![("parts".into(), Ty::list(position())), ("mover".into(), Ty::Int(true))];
    let comment = vec!["For the player to move: 1 won, 0 drawn, -1 lost.".into()];
    Fn { comment, name: "verdict".into(), args, ret: Some(Ty::Int(false)), body }
}

/// The Grundy value of one part.
fn part_result(p: &Program, here: Here<'_>, part: E) -> E {
    if p.table.is_some() {
        return invoke("table", here.fields(), Ty::Int(true));
    }
    let search = p.search.is_some().then(|| invoke("grundy", vec![part], Ty::Int(false)));
    chain(p, &|_| here.fields(), search)
}

fn search_call(p: &Program, s: &Search) -> E {
    let list = Ty::list(position());
    let one = made(Here::variables(p));
    let mut all = vec![match (s.heaps, p.sums) {
        (true, true) => E::help(Helper::Sorted, vec![E::var("parts", list.clone())], list),
        (true, false) => E::listed([one], list),
        (false, _) => one,
    }];
    if s.mover {
        let read = p.reads.contains(&Read::Mover);
        all.push(if read { E::var("mover", Ty::Int(true)) } else { E::int(0) });
    }
    all.extend(s.turn.then(|| E::int(0)));
    let state = match search::has_state(s) {
        true => E { kind: K::Make(all), ty: search::state_ty(s) },
        false => all.remove(0),
    };
    invoke("value", vec![state], Ty::Int(false))
}

/// The line that is printed for a case.
fn answer(p: &Program) -> S {
    let a = &p.answer;
    let result = E::var("result", Ty::Int(false));
    let [yes, no, draw] = a.words.each_ref().map(|w| literal(w));
    let word = if a.number {
        result
    } else {
        let by_name = a.named && p.reads.contains(&Read::Mover);
        let (won, lost) = match by_name {
            true => {
                let first = || equals(E::var("mover", Ty::Int(true)), 0);
                (choice(first(), yes.clone(), no.clone()), choice(first(), no, yes))
            }
            false => (yes, no),
        };
        let zero = |rel: Rel| E::cmp(rel, result.clone(), E::int(0));
        match p.goal {
            Goal::Grundy => choice(zero(Rel::Ne), won, lost),
            _ if !draws(p) => choice(zero(Rel::Gt), won, lost),
            _ => {
                let arms = vec![(zero(Rel::Gt), won), (zero(Rel::Lt), lost)];
                E { kind: K::Cond(arms, Some(Box::new(draw))), ty: Ty::Text }
            }
        }
    };
    let each = |piece: &AnswerPiece| match piece {
        AnswerPiece::Text(text) => literal(text),
        AnswerPiece::Answer => word.clone(),
        AnswerPiece::Case => E::var("number", Ty::Int(true)),
        AnswerPiece::Value(e) => Here::variables(p).put(e),
    };
    S::Print(a.pieces.iter().map(each).collect())
}

fn draws(p: &Program) -> bool {
    match &p.search {
        None => p.goal == Goal::Score,
        Some(s) => {
            s.goal != Goal::Outcome
                || s.endless.is_some()
                || s.stop.is_some()
                || s.end == EndValue::Is(0)
                || s.endings.iter().any(|e| e.value == 0)
        }
    }
}
