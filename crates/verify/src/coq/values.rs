//! Values of heaps in Coq: an automaton that accepts heaps with their Grundy values, in base 2.

use super::moves::{self, Written};
use super::text::{data, integers, names};
use super::{AUTOMATA, HEAPS, VALUES, automaton, outside};
use crate::automatic::leading_zeros;
use crate::numeration::{Numeration, Systems};
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::values::heap_game;
use crate::walk::Work;
use crate::{Limits, Setting};

/// The development, without its head.
pub(super) fn write(
    object: &Object<'_>,
    setting: &Setting,
    limits: &Limits<'_>,
    work: &mut Work<'_>,
) -> Result<String, Refused> {
    let game = heap_game(setting)?;
    let ways = game.ways()?;
    let own = names(&game.names(1));
    let weights = if own.len() == 1 { vec![1] } else { object.integers("weights")? };
    if weights.iter().any(|w| *w < 0) {
        return outside("negative weights", "负的权重");
    }
    if object.numeration()? != Numeration::TWO {
        return outside("values in another base than 2", "不是二进制的 SG 值");
    }
    let mut dfa = object.automaton(2, own.len() + 1, limits)?;
    leading_zeros(&mut dfa, &Systems::One(Numeration::TWO), work)?;
    let legal = game.legal()?;
    let written: Vec<Written<'_>> =
        ways.iter().enumerate().map(|(i, w)| Written::new(w, i, &own)).collect::<Result<_, Why>>()?;

    let mut out = AUTOMATA.concat() + HEAPS + VALUES;
    out += "\n(* ---- The game: a move takes a heap and leaves heaps ---- *)\n\n";
    out += &moves::legal(&legal, &own);
    out += "Inductive move : list Z -> list (list Z) -> Prop :=";
    for way in &written {
        out += &format!("\n{}", way.constructor("move", false));
    }
    out += ".\n\n(* A position is a list of heaps; who cannot move loses. *)\n\
        Definition is_lost : list (list Z) -> Prop := sum_lost move.\nDefinition is_won : list (list Z) -> Prop := sum_won move.\n\n\
        (* ---- What is checked ---- *)\n\n";
    out += &automaton(&dfa);
    let ways: Vec<String> = written.iter().map(|w| w.way(false)).collect();
    out += &format!(
        "Definition weights : list Z := {}.\nDefinition legal_cond : cond := {}.\nDefinition ws : list heap_way := [\n  {}].\n\n",
        integers(weights.into_iter()),
        data(&legal),
        ways.join(";\n  "),
    );
    out += &moves::legal_is(&own, &format!("{}%nat", own.len()), "legal_cond", "legal_cond");
    out += &moves::lemmas(&written, &own, false);
    let size = own.len();
    out += &format!(
        "Lemma move_is x_ y_ : legal x_ -> (move x_ y_ <-> heap_moves ws x_ y_).\n\
         Proof. intros L_. split; [now apply moves_of|now apply moves_back]. Qed.\n\n\
         Lemma lighter x_ y_ : legal x_ -> move x_ y_ ->\n  Forall legal y_ /\\ Forall (fun p_ => 0 <= dot weights p_ < dot weights x_) y_.\n\
         Proof.\n  intros L_ M_. revert L_. destruct M_; intros L_; unfold legal, weights in *; cbn [dot];\n    \
         (split; repeat (apply Forall_cons; [cbn [dot]; lia|]); apply Forall_nil).\nQed.\n\n\
         Definition fuel : nat := Z.to_nat 200000.\nDefinition pad : nat := 16.\n\n\
         Lemma checked : values_right A {size} legal_cond ws fuel pad = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n\n\
         (* The automaton accepts the digits of a heap together with those of v. *)\n\
         Definition has_value : list Z -> Z -> Prop := value A legal.\n\n\
         (* Every heap has one value, the least natural number that is not the value of what a move leaves (xor where that is\n   several heaps). *)\n\
         Theorem one_value_each : forall x, legal x -> exists v, has_value x v /\\ forall u, has_value x u -> u = v.\n\
         Proof.\n  intros x L. destruct (value_is_there A {size} legal_cond ws fuel pad legal legal_is checked x L) as [v V].\n  \
         exists v. split; [exact V|]. intros u U. exact (value_is_unique A {size} legal_cond ws fuel pad legal legal_is checked x u v L U V).\nQed.\n\n\
         Theorem least_missing : forall x v, legal x -> has_value x v ->\n  \
         (forall parts, move x parts -> ~ values has_value parts v)\n  /\\ (forall u, 0 <= u < v -> exists parts, move x parts /\\ values has_value parts u).\n\
         Proof.\n  intros x v L V. split.\n  \
         - intros parts. exact (not_the_same A {size} legal_cond ws fuel pad legal move legal_is move_is checked x v parts L V).\n  \
         - intros u U. exact (everything_less A {size} legal_cond ws fuel pad legal move weights legal_is move_is lighter checked x v u L V U).\nQed.\n\n\
         (* Who wins a sum of heaps of any sizes. *)\n\
         Theorem solved : forall hs gs, Forall legal hs -> Forall2 has_value hs gs ->\n  \
         (xors gs = 0 -> is_lost hs /\\ ~ is_won hs) /\\ (xors gs <> 0 -> is_won hs /\\ ~ is_lost hs).\n\
         Proof. exact (sums_by_automaton A {size} legal_cond ws fuel pad legal move weights legal_is move_is lighter checked). Qed.\n\n\
         Print Assumptions one_value_each.\nPrint Assumptions least_missing.\nPrint Assumptions solved.\n",
    );
    Ok(out)
}
