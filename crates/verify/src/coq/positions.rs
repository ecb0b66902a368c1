//! Automatic sets in Coq: the lost positions of a game that is one position.

use super::moves::{self, Written};
use super::text::{condition, data, exactly, integers, list, names, naturals};
use super::{AUTOMATA, automaton, outside};
use crate::automatic::leading_zeros;
use crate::game::Game;
use crate::linear::Cond;
use crate::numeration::Systems;
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::walk::Work;
use crate::{Limits, Setting};
use bouton_language::rules::End;

/// The development, without its head.
pub(super) fn write(
    object: &Object<'_>,
    setting: &Setting,
    limits: &Limits<'_>,
    work: &mut Work<'_>,
) -> Result<String, Refused> {
    let game = Game::new(&setting.interp)?;
    game.impartial()?;
    if game.blocked()? > 0 {
        return outside("forbidden options", "禁止走法");
    }
    let ways = game.ways()?;
    if !game.whole() && ways.iter().any(|w| w.parts.len() != 1) {
        return outside("a sum of parts where one position is wanted", "需要单一局面，而规则是若干部分之和");
    }
    let weights = object.integers("weights")?;
    if weights.iter().any(|w| *w < 0) {
        return outside("negative weights", "负的权重");
    }
    let own = names(&game.names(1));
    let Systems::One(numeration) = object.systems(own.len())? else {
        return outside("numbers in different numerations", "各数数制不同");
    };
    let mut dfa = object.automaton(numeration.digits(), own.len(), limits)?;
    leading_zeros(&mut dfa, &Systems::One(numeration), work)?;
    let legal = game.legal()?;
    let endings = game.endings()?;
    let misere = setting.interp.end() == End::Misere;
    let written: Vec<Written<'_>> =
        ways.iter().enumerate().map(|(i, w)| Written::new(w, i, &own)).collect::<Result<_, Why>>()?;

    let mut out = AUTOMATA.concat();
    out += "\n(* ---- The game ---- *)\n\n";
    out += &statement(&own, &legal, &endings, &written, misere);
    out += "\n(* ---- What is checked ---- *)\n\n";
    out += &automaton(&dfa);
    let ways: Vec<String> = written.iter().map(|w| w.way(true)).collect();
    let ends: Vec<String> = endings.iter().map(|(c, lost)| format!("({}, {lost})", data(c))).collect();
    let (tops, back) = numeration.parts();
    out += &format!(
        "Definition tops : list Z := {}.\nDefinition back : nat := {back}.\n\
         Definition weights : list Z := {}.\n\
         Definition G : game := {{|\n  size_of := {};\n  is_legal := {};\n  endings := [{}];\n  ways := [\n    {}];\n  is_misere := {misere}\n|}}.\n\n",
        integers(tops.iter().map(|t| i64::from(*t))),
        integers(weights.into_iter()),
        own.len(),
        data(&legal),
        ends.join(";\n    "),
        ways.join(";\n    "),
    );
    out += &lemmas(&own, &written);
    out += &order(&game.interchangeable(), own.len());
    Ok(out)
}

/// Legal positions, endings and moves as the rules have them.
fn statement(
    own: &[String],
    legal: &Cond,
    ends: &[(Cond, bool)],
    ways: &[Written<'_>],
    misere: bool,
) -> String {
    let at = list(own);
    let mut out = moves::legal(legal, own);
    // The first ending that holds counts.
    let verdict = |wanted: bool| {
        ends.iter().rev().fold("False".to_string(), |rest, (cond, lost)| {
            let cond = condition(cond, own);
            let here = if *lost == wanted { "True" } else { "False" };
            format!("(({cond}) /\\ {here}) \\/ (~ ({cond}) /\\ ({rest}))")
        })
    };
    out += "(* Play has ended: [true] is lost for the player to move, [false] is won. *)\n";
    out += &format!(
        "Definition over (x_ : list Z) (lost_ : bool) : Prop :=\n  match x_ with {at} => if lost_ then {} else {} | _ => False end.\n\n",
        verdict(true),
        verdict(false),
    );
    out += "Inductive move : list Z -> list Z -> Prop :=";
    for way in ways {
        out += &format!("\n{}", way.constructor("move", true));
    }
    let play = if misere { "who cannot move wins" } else { "who cannot move loses" };
    out + &format!(
        ".\n\n(* Here {play}. *)\nDefinition is_lost : list Z -> Prop := lost over move {misere}.\n\
         Definition is_won : list Z -> Prop := won over move {misere}.\n"
    )
}

/// What the checker needs to know of the game, and the theorem.
fn lemmas(own: &[String], ways: &[Written<'_>]) -> String {
    let apart = format!("destruct x_ as {}; try contradiction", exactly(own));
    let mut out = moves::legal_is(own, "size_of G", "(is_legal G)", "G is_legal size_of");
    out += &format!(
        "Lemma over_is x_ b_ : legal x_ -> (over x_ b_ <-> ended (endings G) x_ b_).\n\
         Proof.\n  {apart}.\n  unfold legal, over. cbn [G endings ended holds passes dot]. intros _.\n  \
         destruct b_; intuition (try discriminate; lia).\nQed.\n\n\
         Lemma falls x_ y_ : legal x_ -> going over x_ -> move x_ y_ -> legal y_ /\\ 0 <= dot weights y_ < dot weights x_.\n\
         Proof.\n  intros L_ G_ M_. revert L_ G_. destruct M_; intros L_ G_; unfold going in G_; unfold legal, over, weights in *; cbn [dot] in *; lia.\nQed.\n\n"
    );
    out += &moves::lemmas(ways, own, true);
    out += "Definition fuel : nat := Z.to_nat 200000.\nDefinition pad : nat := 16.\n\n\
        Lemma fine : numeration_ok tops back = true.\nProof. reflexivity. Qed.\n\n\
        Lemma thin : narrow (size_of G) (goes_on G) = true.\nProof. reflexivity. Qed.\n\n\
        Lemma checked : right tops back A G fuel pad = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n\n\
        (* Does the automaton accept the digits of these numbers? *)\n\
        Definition accepts (x : list Z) : bool := member tops back A x.\n\n\
        Lemma move_is x_ y_ : legal x_ -> (move x_ y_ <-> moves (ways G) x_ y_).\n\
        Proof. intros L_. split; [now apply moves_of|now apply moves_back]. Qed.\n\n\
        Theorem solved : forall x, legal x ->\n  (accepts x = true -> is_lost x /\\ ~ is_won x) /\\ (accepts x = false -> is_won x /\\ ~ is_lost x).\n\
        Proof. exact (decided tops back A G fuel pad fine legal over move weights legal_is over_is move_is falls checked thin). Qed.\n\n\
        (* Whatever word of digits is read for the numbers, with leading zeros or without. *)\n\
        Theorem by_digits : forall w, valid tops back (repeat 0%nat (size_of G)) w = true ->\n  \
        accepts (vals tops back (size_of G) w) = accepted A (Some (begin A)) w.\n\
        Proof. intros w V. apply (member_word _ _ _ fine); [reflexivity|exact V]. Qed.\n\n\
        Print Assumptions solved.\nPrint Assumptions by_digits.\n";
    out
}

/// Where the numbers of a position may stand in any order: the automaton says the same of every order.
fn order(swaps: &[usize], count: usize) -> String {
    let mut out = String::new();
    for (i, pair) in swaps.windows(2).enumerate() {
        let turned = |v: usize| match v {
            v if v == pair[0] => pair[1],
            v if v == pair[1] => pair[0],
            v => v,
        };
        let sel = naturals((0..count).map(turned));
        out += &format!(
            "\n(* Two numbers may change places. *)\n\
             Theorem order_{0} : forall x, length x = size_of G -> Forall (Z.le 0) x -> accepts (pick 0 {sel} x) = accepts x.\n\
             Proof.\n  intros x L natural.\n  \
             assert (forall b, empty tops back A fuel (about {count} Yes [(own G, b); ({sel}, negb b)]) = true) as E by (intros []; vm_compute; reflexivity).\n  \
             pose proof (empty_right _ _ _ fine _ _ (E (accepts x)) x natural L) as no.\n  \
             rewrite (meets_about tops back A) in no. unfold accepts in *.\n  \
             destruct (Bool.bool_dec (member tops back A (pick 0 {sel} x)) (member tops back A x)) as [e|ne]; [exact e|].\n  \
             exfalso. apply no. split; [exact I|]. constructor; [|constructor; [|constructor]]; cbn [fst snd].\n  \
             - now rewrite (pick_own_alone G x L).\n  \
             - destruct (member tops back A (pick 0 {sel} x)), (member tops back A x); cbn [negb] in *; congruence.\nQed.\n\
             Print Assumptions order_{0}.\n",
            i + 1,
        );
    }
    out
}
