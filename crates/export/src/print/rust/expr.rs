//! Expressions of a Rust program: large values are passed by reference and cloned where they are kept.

use super::Rust;
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Ty, mentions};
use crate::print::PUT;
use crate::print::cpp::quoted;
use crate::print::layout::Lines;
use crate::print::statements::{Language, summed};

/// Binding strengths.
pub(super) mod strength {
    pub(in crate::print::rust) const COND: u8 = 1;
    pub(in crate::print::rust) const OR: u8 = 3;
    pub(in crate::print::rust) const AND: u8 = 4;
    pub(in crate::print::rust) const CMP: u8 = 5;
    pub(in crate::print::rust) const XOR: u8 = 7;
    pub(in crate::print::rust) const ADD: u8 = 10;
    pub(in crate::print::rust) const MUL: u8 = 11;
    pub(in crate::print::rust) const NEG: u8 = 13;
    pub(in crate::print::rust) const ATOM: u8 = 14;
}

impl Rust<'_> {
    /// The name of a type.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(_) | Ty::Unknown | Ty::Known(_) => "Int".into(),
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Text => "Text".into(),
            Ty::List(t) => format!("Vec<{}>", self.ty(t)),
            Ty::Set(t) => format!("BTreeSet<{}>", self.ty(t)),
            Ty::Tuple(all) => format!("({})", all.iter().map(|t| self.ty(t)).collect::<Vec<_>>().join(", ")),
            Ty::Graph(t) => format!("BTreeMap<{}, Vec<{}>>", self.ty(t), self.ty(t)),
            Ty::Struct(name) => name.clone(),
            Ty::Map(key, of) => format!("HashMap<{}, {}>", self.ty(key), self.ty(of)),
        }
    }

    pub(super) fn large(&self, ty: &Ty) -> bool {
        !ty.is_small() && *ty != Ty::Unknown
    }

    /// The type of an argument.
    pub(super) fn arg(&self, ty: &Ty) -> String {
        match ty {
            Ty::Text => "&[char]".into(),
            Ty::List(t) => format!("&[{}]", self.ty(t)),
            ty if self.large(ty) => format!("&{}", self.ty(ty)),
            ty => self.ty(ty),
        }
    }

    /// A value; a large one that stands somewhere is cloned.
    pub(super) fn ex(&self, e: &E) -> String {
        self.at(e, strength::COND)
    }

    pub(super) fn is_place(&self, e: &E) -> bool {
        match &e.kind {
            K::Var(_) | K::Global(_) => true,
            K::Part(a, _) | K::Member(a, _) | K::At(a, _) | K::Last(a) => self.is_place(a),
            K::Help(Helper::Near, args) => self.is_place(&args[0]),
            _ => false,
        }
    }

    fn is_ref(&self, e: &E) -> bool {
        match &e.kind {
            K::Var(name) => {
                self.names.borrow().iter().rev().find(|(n, _)| n == name).is_some_and(|(_, r)| *r)
            }
            K::Last(_) => true,
            _ => false,
        }
    }

    /// Where a large value stands, without a copy.
    pub(super) fn place(&self, e: &E) -> String {
        match &e.kind {
            K::Var(name) => name.clone(),
            K::Global(name) => match self.code.params.iter().any(|g| g.name == *name) {
                true => format!("params.{name}"),
                false => name.clone(),
            },
            K::Part(a, i) => format!("{}.{i}", self.place(a)),
            K::Member(x, name) => format!("{}.{name}", self.place(x)),
            K::At(x, key) if matches!(x.ty, Ty::Map(..)) => format!("{}[{}]", self.place(x), self.key(key)),
            K::At(x, i) => format!("{}[{}]", self.place(x), self.counted(i)),
            K::Last(x) => format!("{}.last().unwrap()", self.place(x)),
            K::Help(Helper::Near, args) if self.is_place(e) => {
                format!("{}[&{}]", self.place(&args[0]), self.at(&args[1], strength::NEG))
            }
            _ => self.at(e, strength::ATOM),
        }
    }

    /// The same where it changes.
    pub(super) fn changed(&self, e: &E) -> String {
        match &e.kind {
            K::Last(x) => format!("{}.last_mut().unwrap()", self.changed(x)),
            K::Member(x, name) => format!("{}.{name}", self.changed(x)),
            K::At(x, i) => format!("{}[{}]", self.changed(x), self.counted(i)),
            _ => self.place(e),
        }
    }

    /// A number as the place of an element.
    pub(super) fn counted(&self, i: &E) -> String {
        match &i.kind {
            K::Int(n) => n.to_string(),
            K::Help(Helper::Inside, _) => self.ex(i),
            _ => format!("{} as usize", self.at(i, strength::ATOM)),
        }
    }

    /// A key of a map or set, as it is looked up.
    pub(super) fn key(&self, e: &E) -> String {
        match self.large(&e.ty) {
            true => self.borrow(e),
            false => format!("&{}", self.at(e, strength::NEG)),
        }
    }

    /// A reference to a large value, or a small one as it is.
    pub(super) fn borrow(&self, e: &E) -> String {
        match (self.large(&e.ty), self.is_ref(e)) {
            (false, _) => self.ex(e),
            (true, true) => self.place(e),
            (true, false) => format!("&{}", self.place(e)),
        }
    }

    /// A value that is not needed where it stands any more.
    pub(super) fn owned(&self, e: &E) -> String {
        match &e.kind {
            K::Var(_) | K::Member(..) if !self.is_ref(e) => self.place(e),
            _ => self.ex(e),
        }
    }

    /// Two values side by side in a comparison.
    fn compared(&self, e: &E) -> String {
        match (self.large(&e.ty), self.is_place(e)) {
            (true, true) if self.is_ref(e) => format!("*{}", self.place(e)),
            (true, true) => self.place(e),
            _ => self.at(e, strength::CMP + 1),
        }
    }

    /// An expression where something binds as strongly as this around it.
    pub(super) fn at(&self, e: &E, around: u8) -> String {
        use strength::*;
        if self.large(&e.ty) && self.is_place(e) {
            return match (self.is_ref(e), &e.ty) {
                (true, Ty::Text | Ty::List(_)) => format!("{}.to_vec()", self.place(e)),
                _ => format!("{}.clone()", self.place(e)),
            };
        }
        let (text, own) = match &e.kind {
            K::Int(n) => (n.to_string(), if n.sign() == num_bigint::Sign::Minus { NEG } else { ATOM }),
            K::Bool(b) => (b.to_string(), ATOM),
            K::Char(c) => (letter(*c), ATOM),
            K::Text(t) => (format!("{}({})", self.used.note("text"), quoted(t)), ATOM),
            K::Last(x) => (format!("*{}.last().unwrap()", self.place(x)), NEG),
            K::Var(_) | K::Global(_) | K::Member(..) | K::At(..) => (self.place(e), ATOM),
            K::Make(all) => (self.make(&e.ty, all), ATOM),
            K::With(base, members) => (self.with(base, members), ATOM),
            K::New => (self.new_of(&e.ty), ATOM),
            K::Thaw(x) | K::Freeze(x) => return self.at(x, around),
            K::Move(x) => return self.owned(x),
            K::Has(x, key) => {
                let method = if matches!(x.ty, Ty::Map(..)) { "contains_key" } else { "contains" };
                (format!("{}.{method}({})", self.place(x), self.key(key)), ATOM)
            }
            K::Empty(x) => (format!("{}.is_empty()", self.place(x)), ATOM),
            K::Read(method, args) => {
                (format!("input.{}({})", self.methods.note(method), self.all(args)), ATOM)
            }
            K::Literal(text) => (quoted(text), ATOM),
            K::Part(a, i) => (format!("{}.{i}", self.place(a)), ATOM),
            K::Tuple(all) => (format!("({})", self.all(all)), ATOM),
            K::List(items) => (self.items(items, &e.ty), ATOM),
            K::Set(items) => (self.set(items, &e.ty), ATOM),
            K::Comp(gather, c) => (self.comp(*gather, c, &e.ty), ATOM),
            K::Slice(a, from, to) => {
                let name = self.used.note("slice_of");
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let all = self.borrow(a);
                let to = match to {
                    Some(x) => self.ex(x),
                    None => format!("{}({})", self.used.note("size"), self.borrow(a)),
                };
                (format!("{name}({all}, {from}, {to})"), ATOM)
            }
            K::Invoke(name, args) => (self.invoked(name, args), ATOM),
            K::Help(h, args) => return self.help(*h, args, around),
            K::Size(x) => match x.ty {
                Ty::Set(_) => (format!("{}({})", self.used.note("members"), self.borrow(x)), ATOM),
                Ty::Graph(_) => {
                    let nodes = format!("{}({})", self.used.note("nodes"), self.borrow(x));
                    (format!("{}(&{nodes})", self.used.note("size")), ATOM)
                }
                _ => (format!("{}({})", self.used.note("size"), self.borrow(x)), ATOM),
            },
            K::Neg(x) => (format!("-{}", self.at(x, NEG)), NEG),
            K::Not(x) => (format!("!{}", self.at(x, NEG)), NEG),
            K::And(all) => (self.joined(all, " && ", AND), AND),
            K::Or(all) => (self.joined(all, " || ", OR), OR),
            K::Bin(op, a, b, true) if matches!(op, Op::Add | Op::Sub | Op::Mul) => {
                let name = self.used.note(match op {
                    Op::Add => "add",
                    Op::Sub => "sub",
                    _ => "mul",
                });
                (format!("{name}({}, {})", self.ex(a), self.ex(b)), ATOM)
            }
            K::Bin(op, a, b, _) => {
                let own = match op {
                    Op::Add | Op::Sub => ADD,
                    Op::Mul | Op::Div | Op::Mod => MUL,
                    Op::Xor => XOR,
                };
                let sign = op.sign();
                (format!("{} {sign} {}", self.at(a, own), self.at(b, own + 1)), own)
            }
            K::Cmp(rel, a, b) => (format!("{} {} {}", self.compared(a), rel.sign(), self.compared(b)), CMP),
            K::Cond(arms, otherwise) => {
                let mut text = String::new();
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                for (c, v) in &arms[..most] {
                    text += &format!("if {} {{ {} }} else ", self.ex(c), self.ex(v));
                }
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v));
                let last = last.map_or(String::new(), |v| self.ex(v));
                if most == 0 {
                    return self.at(arms.last().map_or(e, |(_, v)| v), around);
                }
                (format!("{text}{{ {last} }}"), COND)
            }
            K::Field(_) | K::Param(_) | K::Call(..) | K::Mover | K::Index(..) => unreachable!("{PUT}"),
            K::Opponent | K::Turn | K::Stuck | K::Heaps => unreachable!("{PUT}"),
        };
        if own < around { format!("({text})") } else { text }
    }

    fn invoked(&self, name: &str, args: &[E]) -> String {
        let needs = self.needs(name);
        let main = self.main.get();
        let mut all = Vec::new();
        all.extend(needs.params.then(|| if main { "&params".to_string() } else { "params".to_string() }));
        all.extend(args.iter().map(|x| self.borrow(x)));
        all.extend(needs.maps.iter().map(|map| if main { format!("&mut {map}") } else { map.clone() }));
        format!("{name}({})", all.join(", "))
    }

    fn make(&self, ty: &Ty, all: &[E]) -> String {
        let Some(made) = self.code.structure(ty) else { return String::new() };
        let values = made.members.iter().zip(all).map(|((n, _), e)| (n.as_str(), self.ex(e)));
        format!("{} {{ {} }}", made.name, members(values))
    }

    /// A value with other members; where only small ones change, the rest of the old one is cloned at once.
    fn with(&self, base: &E, changed: &[(String, E)]) -> String {
        let Some(made) = self.code.structure(&base.ty) else { return String::new() };
        let value = |name: &str| changed.iter().find(|(n, _)| n == name).map(|(_, e)| self.ex(e));
        let small = changed.iter().all(|(_, e)| !self.large(&e.ty));
        if small && changed.len() < made.members.len() {
            let values = changed.iter().map(|(n, e)| (n.as_str(), self.ex(e)));
            return format!("{} {{ {}, ..{}.clone() }}", made.name, members(values), self.place(base));
        }
        let values = made.members.iter().map(|(n, ty)| {
            let old = || self.ex(&base.clone().member(n, ty.clone()));
            (n.as_str(), value(n).unwrap_or_else(old))
        });
        format!("{} {{ {} }}", made.name, members(values))
    }

    /// A new collection.
    pub(super) fn new_of(&self, ty: &Ty) -> String {
        match ty {
            Ty::Set(_) => "BTreeSet::new()",
            Ty::Map(..) => "HashMap::new()",
            Ty::Graph(_) => "BTreeMap::new()",
            _ => "Vec::new()",
        }
        .into()
    }

    fn all(&self, all: &[E]) -> String {
        all.iter().map(|x| self.ex(x)).collect::<Vec<_>>().join(", ")
    }

    fn joined(&self, all: &[E], word: &str, own: u8) -> String {
        all.iter().map(|x| self.at(x, own + 1)).collect::<Vec<_>>().join(word)
    }

    fn items(&self, items: &[Item], ty: &Ty) -> String {
        let of = ty.element().unwrap_or(Ty::Unknown);
        if items.is_empty() {
            return format!("Vec::<{}>::new()", self.ty(&of));
        }
        let list = |items: &[Item]| {
            let one = |item: &Item| match item {
                Item::One(e) => self.ex(e),
                Item::Range(a, _) => self.ex(a),
            };
            format!("vec![{}]", items.iter().map(one).collect::<Vec<_>>().join(", "))
        };
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            return list(items);
        }
        let piece = |item: &Item| match item {
            Item::One(_) => list(std::slice::from_ref(item)),
            Item::Range(a, b) => {
                format!(
                    "({}..={}).collect::<Vec<Int>>()",
                    self.at(a, strength::ATOM),
                    self.at(b, strength::ATOM)
                )
            }
        };
        let mut all = items.iter().map(piece);
        let first = all.next().unwrap_or_default();
        all.fold(first, |text, more| format!("{}(&{text}, &{more})", self.used.note("concat")))
    }

    fn set(&self, items: &[Item], ty: &Ty) -> String {
        let of = ty.element().unwrap_or(Ty::Unknown);
        if items.is_empty() {
            return format!("BTreeSet::<{}>::new()", self.ty(&of));
        }
        if items.iter().all(|i| matches!(i, Item::One(_))) {
            let list = self.items(items, &Ty::list(of));
            return format!("BTreeSet::from({})", list.trim_start_matches("vec!"));
        }
        let list = self.items(items, &Ty::list(of));
        format!("{}(&{list})", self.used.note("to_set"))
    }

    /// The head of a loop.
    pub(super) fn loop_head(&self, name: &str, over: &Over) -> String {
        match over {
            Over::Range(a, b) => match &b.kind {
                K::Bin(Op::Sub, end, one, _) if one.kind == K::Int(1.into()) => {
                    format!("for {name} in {}..{}", self.at(a, strength::OR), self.at(end, strength::OR))
                }
                _ => format!("for {name} in {}..={}", self.at(a, strength::OR), self.at(b, strength::OR)),
            },
            Over::All(e) if self.is_place(e) => {
                let of = e.ty.element().unwrap_or(Ty::Unknown);
                let copied = if self.large(&of) { "" } else { ".copied()" };
                format!("for {name} in {}.iter(){copied}", self.place(e))
            }
            Over::All(e) => format!("for {name} in {}", self.at(e, strength::OR)),
        }
    }

    /// Is a variable that runs over this a reference?
    pub(super) fn refers(&self, over: &Over) -> bool {
        match over {
            Over::All(e) => self.is_place(e) && e.ty.element().is_some_and(|of| self.large(&of)),
            Over::Range(..) => false,
        }
    }

    /// Loops and conditions of a comprehension; then `inner`, which may look at their variables.
    fn clauses(&self, clauses: &[Clause], seen: &dyn Fn(&str) -> bool, inner: &dyn Fn() -> String) -> String {
        let Some((first, rest)) = clauses.split_first() else { return inner() };
        let seen_there = |name: &str| {
            let looks = |c: &Clause| match c {
                Clause::If(e) | Clause::Let(_, e) | Clause::For(_, Over::All(e)) => mentions(e, name),
                Clause::For(_, Over::Range(a, b)) => mentions(a, name) || mentions(b, name),
            };
            seen(name) || rest.iter().any(looks)
        };
        let shown = |name: &str| if seen_there(name) { name.to_string() } else { format!("_{name}") };
        let scope = self.scope();
        let head = match first {
            Clause::For(name, over) => {
                let head = self.loop_head(&shown(name), over);
                self.names.borrow_mut().push((name.clone(), self.refers(over)));
                format!("{head} {{")
            }
            Clause::If(e) => format!("if {} {{", self.ex(e)),
            Clause::Let(name, e) => {
                let text = format!("{{ let {} = {};", shown(name), self.ex(e));
                self.names.borrow_mut().push((name.clone(), false));
                text
            }
        };
        let body = self.clauses(rest, seen, inner);
        self.leave(scope);
        format!("{head} {body} }}")
    }

    fn comp(&self, gather: Gather, c: &Comp, ty: &Ty) -> String {
        let inner = || match gather {
            Gather::List => format!("result.push({});", self.ex(&c.element)),
            Gather::Set => format!("result.insert({});", self.ex(&c.element)),
            Gather::Any => format!("if {} {{ return true; }}", self.ex(&c.element)),
            Gather::All => format!("if !{} {{ return false; }}", self.at(&c.element, strength::NEG)),
            _ => {
                let mut out = Lines::new();
                let result = E::var("result", Ty::Int(false));
                self.statement(&summed(gather, c, &result, self.p.wide), &mut out);
                out.done().split_whitespace().collect::<Vec<_>>().join(" ")
            }
        };
        let (start, end) = match gather {
            Gather::List | Gather::Set => {
                (format!("let mut result: {} = {}; ", self.ty(ty), self.new_of(ty)), "result")
            }
            Gather::Any => (String::new(), "false"),
            Gather::All => (String::new(), "true"),
            _ => ("let mut result: Int = 0; ".into(), "result"),
        };
        let body = self.clauses(&c.clauses, &|name| mentions(&c.element, name), &inner);
        format!("(|| {{ {start}{body} {end} }})()")
    }

    fn help(&self, h: Helper, args: &[E], around: u8) -> String {
        let arg = |i: usize| self.ex(&args[i]);
        let lent = |i: usize| self.borrow(&args[i]);
        let base = || self.place(&args[0]);
        match h {
            Helper::Within => {
                let name = match &args[0].ty {
                    Ty::List(of) if of.is_int() => "within_list",
                    Ty::List(_) => "within_rows",
                    _ => "within",
                };
                format!("{}({})", self.used.note(name), arg(0))
            }
            Helper::Abs => format!("{}.abs()", self.at(&args[0], strength::ATOM)),
            Helper::Min | Helper::Max => format!("{}({}, {})", h.name(), arg(0), arg(1)),
            Helper::CountOf => match args[0].ty {
                Ty::Set(_) => format!("{}({})", self.used.note("members"), lent(0)),
                _ => format!("{}({})", self.used.note("size"), lent(0)),
            },
            Helper::SortedText => format!("{}({})", self.used.note("sorted_of"), lent(0)),
            Helper::AnyOf => format!("{}.contains(&true)", base()),
            Helper::AllOf => {
                let text = format!("!{}.contains(&false)", base());
                if strength::NEG < around { format!("({text})") } else { text }
            }
            Helper::Contains | Helper::IsNode => {
                let method = if h == Helper::IsNode { "contains_key" } else { "contains" };
                let x = self.key(&args[1]);
                format!("{}.{method}({x})", base())
            }
            Helper::ToText => format!("vec![{}]", arg(0)),
            Helper::Letters | Helper::FromLetters => self.at(&args[0], around),
            Helper::Near => format!("{}[&{}].clone()", base(), self.at(&args[1], strength::NEG)),
            Helper::Distance => {
                let (from, to) = (self.key(&args[1]), self.key(&args[2]));
                format!("{}({}, {from}, {to})", self.used.note("distance_on"), lent(0))
            }
            Helper::Repeat => format!("{}({}, {})", self.used.note("repeat"), arg(0), arg(1)),
            Helper::Regions => {
                format!("{}({}, {}, {})", self.used.note("regions"), lent(0), arg(1), arg(2))
            }
            Helper::Without | Helper::CountEqual => {
                let name = self.used.note(h.name());
                let x = self.key(&args[1]);
                format!("{name}({}, {x})", lent(0))
            }
            _ => {
                let name = self.used.note(h.name());
                let all: Vec<String> = args.iter().map(|x| self.borrow(x)).collect();
                format!("{name}({})", all.join(", "))
            }
        }
    }
}

/// Members and their values.
fn members<'m>(all: impl Iterator<Item = (&'m str, String)>) -> String {
    let one = |(name, value): (&str, String)| if name == value { value } else { format!("{name}: {value}") };
    all.map(one).collect::<Vec<_>>().join(", ")
}

fn letter(c: char) -> String {
    match c {
        '\'' | '\\' => format!("'\\{c}'"),
        c => format!("'{c}'"),
    }
}
