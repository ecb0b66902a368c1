//! Move lines in Coq: a constructor for each way through them, the same way as data for the checker, and the proof that the
//! two agree.

use super::text::{bracketed, condition, data, exactly, form, fresh, list, naturals, numerator};
use crate::automatic::{Told, told};
use crate::linear::{Cond, Lin, Test};
use crate::refused::Why;
use crate::ways::Way;

/// A way, and what is written of it.
pub(super) struct Written<'a> {
    way: &'a Way,
    told: Told,
    /// Names of the coordinates.
    own: &'a [String],
    /// Names of the choices, behind those of the coordinates.
    with_choices: Vec<String>,
    /// Names of the guessed numbers, behind those of the coordinates.
    with_guesses: Vec<String>,
    name: String,
}

impl<'a> Written<'a> {
    pub(super) fn new(way: &'a Way, index: usize, own: &'a [String]) -> Result<Written<'a>, Why> {
        let told = told(way, own.len())?;
        let names = |stem, count| [own, &fresh(stem, count, own)].concat();
        let (with_choices, with_guesses) = (names("k", way.choices.len()), names("y", told.guesses.len()));
        Ok(Written { way, told, own, with_choices, with_guesses, name: format!("move_{}", index + 1) })
    }

    /// The results, each of which may have a denominator.
    fn results(&self) -> impl Iterator<Item = &Lin> {
        self.way.parts.iter().flatten()
    }

    /// The parts as a list, or as one position; `forms` words a number.
    fn target(&self, whole: bool, forms: &dyn Fn(&Lin) -> String) -> String {
        let part = |p: &Vec<Lin>| list(&p.iter().map(forms).collect::<Vec<_>>());
        let parts: Vec<String> = self.way.parts.iter().map(part).collect();
        if whole { parts.join("") } else { list(&parts) }
    }

    /// The constructor of the move relation.
    pub(super) fn constructor(&self, relation: &str, whole: bool) -> String {
        let names = &self.with_choices;
        let choices = &names[self.own.len()..];
        let natural = |list: &[String]| list.iter().map(|n| format!("0 <= {n} -> ")).collect::<String>();
        let mut out = format!("| {} : forall {}, ", self.name, names.join(" "));
        out += &natural(self.own);
        out += &natural(choices);
        if self.way.cond != Cond::YES {
            out += &format!("{} -> ", bracket(&condition(&self.way.cond, names)));
        }
        for lin in self.results() {
            if lin.den != 1 {
                out += &format!("({}) mod {} = 0 -> ", numerator(lin, names), lin.den);
            }
            if lin.as_var().is_none() {
                out += &format!("0 <= {} -> ", form(lin, names));
            }
        }
        let target = self.target(whole, &|lin| form(lin, names));
        out + &format!("{relation} {} {target}", list(self.own))
    }

    /// The way as data.
    pub(super) fn way(&self, whole: bool) -> String {
        let (extra, allowed) = (self.told.guesses.len(), data(&lighter(&self.told.cond)));
        let parts: Vec<String> = self.told.parts.iter().map(|p| naturals(p.iter().copied())).collect();
        if whole {
            return format!("{{| extra := {extra}; allowed := {allowed}; result := {} |}}", parts.join(""));
        }
        format!("{{| more := {extra}; when_allowed := {allowed}; left := {} |}}", list(&parts))
    }

    /// What the moves of this way are as data: the guessed numbers from the choices.
    pub(super) fn guesses(&self) -> String {
        let guess = |lin: &Lin| form(lin, &self.with_choices);
        list(&self.told.guesses.iter().map(guess).collect::<Vec<_>>())
    }

    /// The pattern of the guessed numbers.
    pub(super) fn pattern(&self) -> String {
        exactly(self.guessed())
    }

    /// The names of the guessed numbers.
    pub(super) fn guessed(&self) -> &[String] {
        &self.with_guesses[self.own.len()..]
    }

    /// The result among coordinates and guessed numbers.
    pub(super) fn selected(&self, whole: bool) -> String {
        let name = |v: &usize| self.with_guesses[*v].clone();
        let part = |p: &Vec<usize>| list(&p.iter().map(name).collect::<Vec<_>>());
        let parts: Vec<String> = self.told.parts.iter().map(part).collect();
        if whole { parts.join("") } else { list(&parts) }
    }

    /// The constructor applied to the choices that follow from the guessed numbers.
    pub(super) fn applied(&self) -> String {
        let choices = self.told.choices.iter().map(|lin| bracketed(lin, &self.with_guesses));
        let all: Vec<String> = self.own.iter().cloned().chain(choices).collect();
        format!("{} {}", self.name, all.join(" "))
    }

    /// The result of that.
    pub(super) fn replaced(&self, whole: bool) -> String {
        let choices: Vec<String> =
            self.told.choices.iter().map(|lin| bracketed(lin, &self.with_guesses)).collect();
        let names = [self.own, &choices].concat();
        self.target(whole, &|lin| form(lin, &names))
    }

    /// The results, as forms of the coordinates and the choices, heap by heap where a heap is one number.
    pub(super) fn left(&self) -> Vec<String> {
        self.way.parts.iter().flatten().map(|lin| form(lin, &self.with_choices)).collect()
    }

    /// The tactic that reaches these heaps from the heap `n`, one text for each; `None` where choices do not follow from them.
    pub(super) fn reached(&self, heaps: &[&str]) -> Option<String> {
        let vars = self.told.parts.iter().flatten();
        let mut names: Vec<Option<String>> = vec![None; self.with_guesses.len()];
        names[0] = Some(self.own[0].clone());
        for (var, heap) in vars.zip(heaps) {
            match &names[*var] {
                Some(other) if other != heap => return None,
                _ => names[*var] = Some((*heap).to_string()),
            }
        }
        let names: Vec<String> = names.into_iter().collect::<Option<_>>()?;
        let choices: Vec<String> = self.told.choices.iter().map(|lin| bracketed(lin, &names)).collect();
        let all = [&names[..1], &choices].concat();
        let wanted = list(&heaps.iter().map(|h| format!("[{h}]")).collect::<Vec<_>>());
        let made = self.target(false, &|lin| form(lin, &all));
        // Of an empty list Coq would not know what it is a list of.
        let same = match heaps {
            [] => String::new(),
            _ => format!("replace {wanted} with {made} by (repeat f_equal; lia); "),
        };
        Some(format!(
            "(exists {wanted}; split; [{same}apply ({} {}); lia|same_xor])",
            self.name,
            all.join(" ")
        ))
    }
}

/// The lemmas that the moves of the rules are those of the data, both ways: `relation` is what the data say.
pub(super) fn lemmas(ways: &[Written<'_>], own: &[String], whole: bool) -> String {
    let (all, says, within) = match whole {
        true => ("ways G", "moves", "extra length allowed holds passes dot app"),
        false => ("ws", "heap_moves", "more length when_allowed holds passes dot app"),
    };
    let (unfold, cbn_in) = if whole { ("unfold G; ", "ways In") } else { ("unfold ws; ", "In") };
    let results = if whole { "result pick map nth app" } else { "left pick map nth app" };
    let apart = format!("destruct x_ as {}; try contradiction", exactly(own));
    let mut out = format!(
        "Lemma moves_of x_ y_ : legal x_ -> move x_ y_ -> {says} ({all}) x_ y_.\nProof.\n  intros L_ M_. revert L_. destruct M_ as [{}]; intros L_.\n",
        vec![" "; ways.len()].join("|"),
    );
    for (i, way) in ways.iter().enumerate() {
        out += &format!(
            "  - eexists _, {}. split; [{unfold}cbn [{cbn_in}]; {}left; reflexivity|].\n    \
             split; [repeat (apply Forall_cons; [lia|]); apply Forall_nil|].\n    \
             cbn [{within}]. split; [reflexivity|]. split; [lia|].\n    cbn [{results}]. reflexivity.\n",
            way.guesses(),
            "right; ".repeat(i),
        );
    }
    out += &format!(
        "Qed.\n\nLemma moves_back x_ y_ : legal x_ -> {says} ({all}) x_ y_ -> move x_ y_.\nProof.\n  \
         intros L_ (v_ & g_ & I_ & N_ & E_ & H_ & ->). {apart}. unfold legal in L_.\n  {} cbn [{cbn_in}] in I_.\n",
        if whole { "unfold G in I_." } else { "unfold ws in I_." },
    );
    for way in ways {
        out += &format!(
            "  destruct I_ as [<-|I_].\n  {{ destruct g_ as {}; try discriminate E_. cbn [{within}] in H_.\n    \
             rewrite ?Forall_cons_iff in N_. cbn [{results}].\n    \
             replace {} with {} by (repeat f_equal; lia).\n    apply ({}); lia. }}\n",
            way.pattern(),
            way.selected(whole),
            way.replaced(whole),
            way.applied(),
        );
    }
    out + "  contradiction.\nQed.\n\n"
}

/// The legal positions, for people, and what the data say of them; `data` names the condition, `size` the number of coordinates.
pub(super) fn legal(legal: &Cond, own: &[String]) -> String {
    let natural: Vec<String> = own.iter().map(|n| format!("0 <= {n}")).collect();
    let more = if *legal == Cond::YES { String::new() } else { format!(" /\\ ({})", condition(legal, own)) };
    format!(
        "Definition legal (x_ : list Z) : Prop :=\n  match x_ with {} => {}{more} | _ => False end.\n\n",
        list(own),
        natural.join(" /\\ "),
    )
}

/// The proof of that.
pub(super) fn legal_is(own: &[String], size: &str, data: &str, unfold: &str) -> String {
    format!(
        "Lemma legal_is x_ : legal x_ -> length x_ = {size} /\\ Forall (Z.le 0) x_ /\\ holds {data} x_.\n\
         Proof.\n  destruct x_ as {}; try contradiction.\n  unfold legal. cbn [{unfold} holds passes dot length]. intros L_.\n  \
         split; [reflexivity|]. split; [|lia].\n  repeat (apply Forall_cons; [lia|]). apply Forall_nil.\nQed.\n\n",
        exactly(own)
    )
}

/// The same condition on natural numbers without inequalities that go without saying, by themselves or by an equation
/// beside them: each costs the checker carries.
fn lighter(cond: &Cond) -> Cond {
    let Cond::All(conds) = cond else { return if plain(cond) { Cond::YES } else { cond.clone() } };
    let equation = |c: &Cond| matches!(c, Cond::Atom(a) if a.test == Test::Zero);
    let equations: Vec<Lin> = conds.iter().filter(|c| equation(c)).filter_map(sum).collect();
    let follows = |c: &Cond| {
        let Some(lin) = sum(c).filter(|_| !equation(c)) else { return false };
        let with = equations.iter().flat_map(|e| [lin.plus(1, e), lin.plus(-1, e)]);
        with.flatten().any(|lin| plain(&Cond::at_most_zero(&lin)))
    };
    Cond::all(conds.iter().filter(|c| !plain(c) && !follows(c)).cloned().collect())
}

/// Does an inequality hold for all natural numbers?
fn plain(cond: &Cond) -> bool {
    match cond {
        Cond::Atom(a) => a.test == Test::AtMost && a.constant <= 0 && a.terms.iter().all(|t| t.1 <= 0),
        cond => *cond == Cond::YES,
    }
}

/// The form of an inequality or an equation.
fn sum(cond: &Cond) -> Option<Lin> {
    match cond {
        Cond::Atom(a) if !matches!(a.test, Test::Divides(_)) => {
            Some(Lin { terms: a.terms.iter().copied().collect(), constant: a.constant, den: 1 })
        }
        _ => None,
    }
}

/// A premise in brackets, unless it is one comparison.
fn bracket(text: &str) -> String {
    if text.contains(['/', '\\', '~']) { format!("({text})") } else { text.to_string() }
}
