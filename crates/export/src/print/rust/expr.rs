//! Expressions of a Rust program: large values are passed by reference and cloned where they are kept.

use super::Rust;
use crate::ir::{Clause, Comp, E, Gather, Helper, Item, K, Op, Over, Ty, mentions};
use crate::print::cpp::quoted;
use crate::print::expr::{Expressions, strength};
use crate::print::layout::Lines;
use crate::print::prelude::Used;
use crate::print::statements::{Language, summed};

impl Expressions for Rust<'_> {
    const WORDS: [&'static str; 3] = ["&&", "||", "/"];
    const IN_OR: u8 = strength::AND;
    const CHECKS: bool = true;
    const INPUT: &'static str = "input";

    fn quoted(&self, text: &str) -> String {
        quoted(text)
    }

    fn used(&self) -> [&Used; 2] {
        [&self.used, &self.methods]
    }

    /// A large value that stands somewhere is cloned.
    fn form(&self, e: &E) -> (String, u8) {
        use strength::{ATOM, CMP, COND, NEG};
        if self.large(&e.ty) && self.is_place(e) {
            let copied = match (self.is_ref(e), &e.ty) {
                (true, Ty::Text | Ty::List(_)) => "to_vec",
                _ => "clone",
            };
            return (format!("{}.{copied}()", self.place(e)), ATOM);
        }
        let text = match &e.kind {
            K::Char(c) => letter(*c),
            K::Text(t) => format!("{}({})", self.note("text"), quoted(t)),
            K::Last(x) => return (format!("*{}.last().unwrap()", self.place(x)), NEG),
            K::Var(_) | K::Global(_) | K::Member(..) | K::At(..) => self.place(e),
            K::Make(all) => self.make(&e.ty, all),
            K::With(base, members) => self.with(base, members),
            K::New => self.new_of(&e.ty),
            K::Thaw(x) | K::Freeze(x) => return self.form(x),
            K::Move(x) => self.owned(x),
            K::Has(x, key) => {
                let method = if matches!(x.ty, Ty::Map(..)) { "contains_key" } else { "contains" };
                format!("{}.{method}({})", self.place(x), self.key(key))
            }
            K::Empty(x) => format!("{}.is_empty()", self.place(x)),
            K::Part(a, i) => format!("{}.{i}", self.place(a)),
            K::Tuple(all) => format!("({})", self.all(all)),
            K::List(items) => self.items(items, &e.ty),
            K::Set(items) => self.set(items, &e.ty),
            K::Comp(gather, c) => self.comp(*gather, c, &e.ty),
            K::Slice(a, from, to) => {
                let from = from.as_ref().map_or("1".to_string(), |x| self.ex(x));
                let to = to.as_ref().map_or_else(|| self.sized(a), |x| self.ex(x));
                format!("{}({}, {from}, {to})", self.note("slice_of"), self.borrow(a))
            }
            K::Invoke(name, args) => self.invoked(name, args),
            K::Help(h, args) => return self.help(*h, args),
            K::Size(x) if matches!(x.ty, Ty::Graph(_)) => {
                let nodes = format!("{}({})", self.note("nodes"), self.borrow(x));
                format!("{}(&{nodes})", self.note("size"))
            }
            K::Size(x) => self.sized(x),
            K::Cmp(rel, a, b) => {
                return (format!("{} {} {}", self.compared(a), rel.sign(), self.compared(b)), CMP);
            }
            K::Cond(arms, otherwise) => {
                let most = if otherwise.is_some() { arms.len() } else { arms.len() - 1 };
                let last = otherwise.as_deref().or(arms.last().map(|(_, v)| v)).unwrap_or(e);
                if most == 0 {
                    return self.form(last);
                }
                let arm = |(c, v): &(E, E)| format!("if {} {{ {} }} else ", self.ex(c), self.ex(v));
                let text: String = arms[..most].iter().map(arm).collect();
                return (format!("{text}{{ {} }}", self.ex(last)), COND);
            }
            _ => return self.shared(e),
        };
        (text, ATOM)
    }
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

    /// How many elements something has.
    fn sized(&self, x: &E) -> String {
        let function = if matches!(x.ty, Ty::Set(_)) { "members" } else { "size" };
        format!("{}({})", self.note(function), self.borrow(x))
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
        all.fold(first, |text, more| format!("{}(&{text}, &{more})", self.note("concat")))
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
        format!("{}(&{list})", self.note("to_set"))
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

    fn help(&self, h: Helper, args: &[E]) -> (String, u8) {
        let arg = |i: usize| self.ex(&args[i]);
        let lent = |i: usize| self.borrow(&args[i]);
        let base = || self.place(&args[0]);
        let text = match h {
            Helper::Within => {
                let name = match &args[0].ty {
                    Ty::List(of) if of.is_int() => "within_list",
                    Ty::List(_) => "within_rows",
                    _ => "within",
                };
                format!("{}({})", self.note(name), arg(0))
            }
            Helper::Abs => format!("{}.abs()", self.at(&args[0], strength::ATOM)),
            Helper::Min | Helper::Max => format!("{}({}, {})", h.name(), arg(0), arg(1)),
            Helper::CountOf => self.sized(&args[0]),
            Helper::SortedText => format!("{}({})", self.note("sorted_of"), lent(0)),
            Helper::AnyOf => format!("{}.contains(&true)", base()),
            Helper::AllOf => return (format!("!{}.contains(&false)", base()), strength::NEG),
            Helper::Contains | Helper::IsNode => {
                let method = if h == Helper::IsNode { "contains_key" } else { "contains" };
                let x = self.key(&args[1]);
                format!("{}.{method}({x})", base())
            }
            Helper::ToText => format!("vec![{}]", arg(0)),
            Helper::Letters | Helper::FromLetters => return self.form(&args[0]),
            Helper::Near => format!("{}[&{}].clone()", base(), self.at(&args[1], strength::NEG)),
            Helper::Distance => {
                let (from, to) = (self.key(&args[1]), self.key(&args[2]));
                format!("{}({}, {from}, {to})", self.note("distance_on"), lent(0))
            }
            Helper::Repeat => format!("{}({})", self.note("repeat"), self.all(args)),
            Helper::Regions => format!("{}({}, {})", self.note("regions"), lent(0), self.all(&args[1..])),
            Helper::Without | Helper::CountEqual => {
                let name = self.note(h.name());
                let x = self.key(&args[1]);
                format!("{name}({}, {x})", lent(0))
            }
            _ => {
                let name = self.note(h.name());
                let all: Vec<String> = args.iter().map(|x| self.borrow(x)).collect();
                format!("{name}({})", all.join(", "))
            }
        };
        (text, strength::ATOM)
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
