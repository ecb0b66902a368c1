//! What rules say, as a hash: two texts with the same one are the same game.
//!
//! The checked rules are walked and every part that can change a value is fed to BLAKE3 with a tag, so that no two trees
//! give the same bytes. Comments, titles, notes, names of moves and of players, wordings, claims, strategies and
//! examples are left out: they change no value. Names of fields and parameters are in, because a table's ranges use
//! them. Parameters are compared one by one, with names, by [`value`].

use bouton_language::ast::{BinaryOp, CompareOp, FieldKind, ShapeKind, Verdict};
use bouton_language::rules::{
    Action, Change, Choice, Clause, Comprehension, Define, End, Expr, ExprKind, Field, Guard, Move, PartExpr,
    RangeExpr, Real, Rules, ScoreKind, Target,
};
use bouton_language::value::Value;

/// The hash of what the rules say; parameters by name only, their values apart.
pub(crate) fn rules(rules: &Rules) -> String {
    let mut walk = Walk(blake3::Hasher::new());
    walk.rules(rules);
    walk.0.finalize().to_hex().to_string()
}

/// The hash of a value, graphs with all their edges.
pub(crate) fn value(v: &Value) -> String {
    let mut walk = Walk(blake3::Hasher::new());
    walk.value(v);
    walk.0.finalize().to_hex()[..16].to_string()
}

/// The hash of an expression.
pub(super) fn expr(e: &Expr) -> String {
    let mut walk = Walk(blake3::Hasher::new());
    walk.expr(e);
    walk.0.finalize().to_hex()[..16].to_string()
}

/// Feeds a tree to the hash. Every node begins with a tag of its own and every list with its length.
struct Walk(blake3::Hasher);

impl Walk {
    fn tag(&mut self, tag: u8) {
        self.0.update(&[tag]);
    }

    fn number(&mut self, n: usize) {
        self.0.update(&(n as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.update(text.as_bytes());
    }

    fn each<T>(&mut self, items: &[T], mut one: impl FnMut(&mut Walk, &T)) {
        self.number(items.len());
        items.iter().for_each(|item| one(self, item));
    }

    fn maybe<T>(&mut self, item: Option<&T>, one: impl FnOnce(&mut Walk, &T)) {
        self.tag(u8::from(item.is_some()));
        if let Some(item) = item {
            one(self, item);
        }
    }

    fn rules(&mut self, r: &Rules) {
        self.each(&r.params, |w, p| {
            w.text(&p.name);
            w.maybe(p.range.as_ref(), Walk::range);
        });
        self.each(&r.defines, |w, Define { arity, body, locals, .. }| {
            w.number(*arity);
            w.number(*locals);
            w.expr(body);
        });
        self.tag(match r.shape.kind {
            ShapeKind::Heaps => 0,
            ShapeKind::Position => 1,
        });
        self.tag(u8::from(r.shape.unordered));
        self.each(&r.shape.fields, Walk::field);
        self.each(&r.requires, |w, q| w.expr(&q.cond));
        self.each(&r.moves, Walk::a_move);
        self.maybe(r.block.as_ref(), Walk::expr);
        self.end(r.end);
        self.each(&r.whens, |w, when| {
            w.tag(match when.verdict {
                Verdict::Win => 0,
                Verdict::Lose => 1,
                Verdict::Draw => 2,
            });
            w.number(when.player.map_or(0, |p| p + 1));
            w.expr(&when.cond);
        });
        self.tag(match r.score {
            None => 0,
            Some(ScoreKind::Own) => 1,
            Some(ScoreKind::Shared) => 2,
        });
        self.maybe(r.stop.as_ref(), Walk::expr);
        self.maybe(r.endless.as_ref(), |w, end| w.end(*end));
    }

    fn end(&mut self, end: End) {
        match end {
            End::Normal => self.tag(0),
            End::Misere => self.tag(1),
            End::Draw => self.tag(2),
            End::Wins(player) => {
                self.tag(3);
                self.number(player);
            }
        }
    }

    fn field(&mut self, field: &Field) {
        self.text(&field.name);
        self.tag(match field.kind {
            FieldKind::Number => 0,
            FieldKind::Row => 1,
            FieldKind::Bag => 2,
            FieldKind::Set => 3,
            FieldKind::Word => 4,
            FieldKind::Grid => 5,
        });
        self.each(&field.size, Walk::expr);
        self.maybe(field.domain.as_ref(), Walk::range);
        self.maybe(field.start.as_ref(), Walk::expr);
    }

    fn a_move(&mut self, m: &Move) {
        self.number(m.by.map_or(0, |p| p + 1));
        self.each(&m.choices, |w, choice| match choice {
            Choice::In { slot, range, upto, .. } => {
                w.tag(0);
                w.number(*slot);
                w.range(range);
                w.maybe(upto.as_ref(), Walk::expr);
            }
            Choice::If(cond) => {
                w.tag(1);
                w.expr(cond);
            }
            Choice::Let { slot, value } => {
                w.tag(2);
                w.number(*slot);
                w.expr(value);
            }
        });
        self.each(&m.steps, |w, step| w.each(&step.changes, Walk::change));
        self.maybe(m.gain.as_ref(), Walk::expr);
        self.maybe(m.again.as_ref(), Walk::expr);
    }

    fn change(&mut self, change: &Change) {
        match &change.target {
            Target::Field(f) => {
                self.tag(0);
                self.number(*f);
            }
            Target::Element(f, index) => {
                self.tag(1);
                self.number(*f);
                self.each(index, Walk::expr);
            }
            Target::Fields(fields) => {
                self.tag(2);
                self.each(fields, |w, f| w.number(*f));
            }
        }
        match &change.action {
            Action::Become(e) => self.tagged(0, e),
            Action::Add(e) => self.tagged(1, e),
            Action::Sub(e) => self.tagged(2, e),
            Action::Parts(parts) => {
                self.tag(3);
                self.each(parts, |w, part| match part {
                    PartExpr::One(e) => w.tagged(0, e),
                    PartExpr::Copies(count, e) => {
                        w.tagged(1, count);
                        w.expr(e);
                    }
                    PartExpr::Each(e) => w.tagged(2, e),
                });
            }
        }
        self.each(&change.guards, |w, guard| match guard {
            Guard::When(e) => w.tagged(0, e),
            Guard::For { slot, range } => {
                w.tag(1);
                w.number(*slot);
                w.range(range);
            }
        });
    }

    fn range(&mut self, range: &RangeExpr) {
        match range {
            RangeExpr::Between(from, to) => {
                self.tag(0);
                self.maybe(from.as_ref(), Walk::expr);
                self.maybe(to.as_ref(), Walk::expr);
            }
            RangeExpr::Of(e) => self.tagged(1, e),
        }
    }

    fn tagged(&mut self, tag: u8, e: &Expr) {
        self.tag(tag);
        self.expr(e);
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Const(v) => {
                self.tag(0);
                self.value(v);
            }
            ExprKind::Field(i) => self.slot(1, *i),
            ExprKind::Param(i) => self.slot(2, *i),
            ExprKind::Local(i) => self.slot(3, *i),
            ExprKind::Mover => self.tag(4),
            ExprKind::Opponent => self.tag(5),
            ExprKind::Turn => self.tag(6),
            ExprKind::Stuck => self.tag(7),
            ExprKind::Heaps => self.tag(8),
            ExprKind::Tuple(items) => self.items(9, items),
            ExprKind::List(ranges) => {
                self.tag(10);
                self.each(ranges, Walk::range);
            }
            ExprKind::Set(ranges) => {
                self.tag(11);
                self.each(ranges, Walk::range);
            }
            ExprKind::ListOf(c) => {
                self.tag(12);
                self.comprehension(c);
            }
            ExprKind::SetOf(c) => {
                self.tag(13);
                self.comprehension(c);
            }
            ExprKind::Index(of, at) => {
                self.tagged(14, of);
                self.each(at, Walk::expr);
            }
            ExprKind::Slice(of, from, to) => {
                self.tagged(15, of);
                self.maybe(from.as_deref(), Walk::expr);
                self.maybe(to.as_deref(), Walk::expr);
            }
            ExprKind::Call(function, arguments) => {
                self.tag(16);
                self.text(&format!("{function:?}"));
                self.each(arguments, Walk::expr);
            }
            ExprKind::Fold(function, c) => {
                self.tag(17);
                self.text(&format!("{function:?}"));
                self.comprehension(c);
            }
            ExprKind::Define(i, arguments) => {
                self.slot(18, *i);
                self.each(arguments, Walk::expr);
            }
            ExprKind::Size(e) => self.tagged(19, e),
            ExprKind::Neg(e) => self.tagged(20, e),
            ExprKind::Not(e) => self.tagged(21, e),
            ExprKind::And(a, b) => {
                self.tagged(22, a);
                self.expr(b);
            }
            ExprKind::Or(a, b) => {
                self.tagged(23, a);
                self.expr(b);
            }
            ExprKind::Binary(op, a, b) => {
                self.tag(24);
                self.tag(binary(*op));
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Compare(first, rest) => {
                self.tagged(25, first);
                self.each(rest, |w, (op, range)| {
                    w.tag(compare(*op));
                    w.range(range);
                });
            }
            ExprKind::Cases(cases) => {
                self.tag(26);
                self.each(cases, |w, (value, cond)| {
                    w.expr(value);
                    w.maybe(cond.as_ref(), Walk::expr);
                });
            }
            ExprKind::Floor(r) => {
                self.tag(27);
                self.real(r);
            }
        }
    }

    fn slot(&mut self, tag: u8, slot: usize) {
        self.tag(tag);
        self.number(slot);
    }

    fn items(&mut self, tag: u8, items: &[Expr]) {
        self.tag(tag);
        self.each(items, Walk::expr);
    }

    fn comprehension(&mut self, c: &Comprehension) {
        self.expr(&c.element);
        self.each(&c.clauses, |w, clause| match clause {
            Clause::For { slot, range } => {
                w.slot(0, *slot);
                w.range(range);
            }
            Clause::If(cond) => w.tagged(1, cond),
        });
    }

    fn real(&mut self, r: &Real) {
        let mut two = |tag: u8, a: &Real, b: &Real| {
            self.tag(tag);
            self.real(a);
            self.real(b);
        };
        match r {
            Real::Add(a, b) => two(0, a, b),
            Real::Sub(a, b) => two(1, a, b),
            Real::Mul(a, b) => two(2, a, b),
            Real::Div(a, b) => two(3, a, b),
            Real::Int(e) => self.tagged(4, e),
            Real::Phi => self.tag(5),
            Real::Sqrt(e) => self.tagged(6, e),
            Real::Neg(a) => {
                self.tag(7);
                self.real(a);
            }
        }
    }

    fn value(&mut self, v: &Value) {
        match v {
            Value::Int(i) => {
                self.tag(0);
                self.0.update(&i.to_le_bytes());
            }
            Value::Big(b) => {
                self.tag(1);
                self.text(&b.to_string());
            }
            Value::Bool(b) => self.tag(2 + u8::from(*b)),
            Value::Text(t) => {
                self.tag(4);
                self.text(t);
            }
            Value::List(items) => {
                self.tag(5);
                self.each(items, Walk::value);
            }
            Value::Set(items) => {
                self.tag(6);
                self.each(items, Walk::value);
            }
            Value::Known(k) => {
                self.tag(7);
                self.text(k.name());
            }
            Value::Graph(g) => {
                self.tag(8);
                self.number(g.len());
                for node in g.nodes() {
                    self.value(node);
                    self.each(g.neighbours(node).unwrap_or(&[]), Walk::value);
                }
            }
        }
    }
}

fn binary(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Add => 0,
        BinaryOp::Sub => 1,
        BinaryOp::Xor => 2,
        BinaryOp::Concat => 3,
        BinaryOp::Mul => 4,
        BinaryOp::Div => 5,
        BinaryOp::Mod => 6,
        BinaryOp::Pow => 7,
        BinaryOp::Over => 8,
    }
}

fn compare(op: CompareOp) -> u8 {
    match op {
        CompareOp::Eq => 0,
        CompareOp::Ne => 1,
        CompareOp::Lt => 2,
        CompareOp::Le => 3,
        CompareOp::Gt => 4,
        CompareOp::Ge => 5,
        CompareOp::In => 6,
        CompareOp::NotIn => 7,
    }
}
