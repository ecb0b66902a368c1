//! Periods in Coq: the Grundy values of a take-and-break code that leaves at most two heaps.

use super::moves::{self, Written};
use super::text::{exactly, names};
use super::{AUTOMATA, HEAPS, PERIODS, outside};
use crate::Setting;
use crate::period::{code, most_parts};
use crate::read::Object;
use crate::refused::{Refused, Why};
use crate::values::normal;
use crate::walk::Work;

/// A code has at most this many places here: each is a case of a proof.
const MOST_PLACES: usize = 64;
/// Values beyond so many would take long to check.
const MOST_VALUES: u64 = 4000;

/// The development, without its head.
pub(super) fn write(object: &Object<'_>, setting: &Setting, work: &mut Work<'_>) -> Result<String, Refused> {
    let game = normal(setting)?;
    if game.coordinates.len() != 1 {
        return outside("heaps of several numbers", "由几个数构成的堆");
    }
    let ways = game.ways()?;
    let legal = game.legal()?;
    let mut digits = code(&setting.interp, &ways, &legal, work)?;
    let last = digits.iter().rposition(|d| *d != 0).map_or(0, |k| k + 1);
    digits.truncate(last);
    let prefix = object.naturals("prefix")?;
    let (period, from) = (object.natural("period")?, object.natural("from")?);
    let first = from.max(1);
    if object.natural("saltus")? != 0 {
        return outside("a saltus", "有增量的周期");
    }
    if most_parts(&digits) > 2 || digits.len() > MOST_PLACES {
        return outside("codes with three heaps or with very many places", "分成三堆以上或位数很多的码");
    }
    let values = match usize::try_from(first.saturating_add(period)) {
        Ok(n) if first + period <= MOST_VALUES && n <= prefix.len() => &prefix[..n],
        _ => return outside("very long periods", "很长的周期"),
    };
    let own = names(&game.names(1));
    let written: Vec<Written<'_>> =
        ways.iter().enumerate().map(|(i, w)| Written::new(w, i, &own)).collect::<Result<_, Why>>()?;

    // Of what is said about digits only xor and lists are needed, but the file is the same for all.
    let mut out = AUTOMATA.concat() + HEAPS + PERIODS;
    out += "\n(* ---- The game: a move takes a heap and leaves heaps ---- *)\n\n";
    out += &moves::legal(&legal, &own);
    out += "Inductive move : list Z -> list (list Z) -> Prop :=";
    for way in &written {
        out += &format!("\n{}", way.constructor("move", false));
    }
    out += ".\n\n(* A position is a list of heaps; who cannot move loses. *)\n\
        Definition is_lost : list (list Z) -> Prop := sum_lost move.\nDefinition is_won : list (list Z) -> Prop := sum_won move.\n\n\
        (* ---- What is checked ---- *)\n\n";
    let digit = |d: &u8| format!("({}, {}, {})", d & 1 != 0, d & 2 != 0, d & 4 != 0);
    out += &format!(
        "Definition code : list (bool * bool * bool) := [{}].\nDefinition table : PositiveMap.t Z := Eval vm_compute in table_of [{}].\n\
         Definition first : Z := {first}.\nDefinition period : Z := {period}.\n\n\
         (* The value of a heap of n. *)\nDefinition grundy : Z -> Z := g table first period.\nDefinition of_heap (h : list Z) : Z := grundy (nth 0 h 0).\n\n\
         Lemma checked : period_right code table first period = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n\n\
         Lemma grundy_zero : g table first period 0 = 0.\nProof. vm_compute. reflexivity. Qed.\n\n\
         Ltac same_xor := unfold gh; cbn [map nth xors fold_right]; rewrite ?grundy_zero, ?Z.lxor_0_r, ?Z.lxor_0_l, ?Z.lxor_0_r;\n  \
         first [reflexivity | apply Z.lxor_comm].\n\n",
        digits.iter().map(digit).collect::<Vec<_>>().join("; "),
        values.iter().map(u64::to_string).collect::<Vec<_>>().join("; "),
    );
    out += &translated(&digits, &written, &own);
    out += &theorems(from, &own);
    Ok(out)
}

/// That the moves of the rules and of the code leave heaps of the same values.
fn translated(digits: &[u8], ways: &[Written<'_>], own: &[String]) -> String {
    let n = &own[0];
    let mut out = String::new();
    for heaps in 0..3 {
        let places: Vec<String> =
            (0..digits.len()).filter(|k| digits[*k] >> heaps & 1 == 1).map(|k| format!("z_ = {k}")).collect();
        let any = if places.is_empty() { "False".to_string() } else { places.join(" \\/ ") };
        out += &format!(
            "Lemma allowed_{heaps} z_ : {any} -> allows (digit code (Z.to_nat z_)) {heaps} = true.\n\
             Proof. intuition (subst; reflexivity). Qed.\n\n"
        );
    }
    out += &format!(
        "Lemma to_code {n} ps_ : legal [{n}] -> move [{n}] ps_ ->\n  exists parts_, coded code {n} parts_ /\\ xors (map (gh table first period) ps_) = xors (map (g table first period) parts_).\n\
         Proof.\n  intros L_ M_. unfold legal in L_. remember [{n}] as h_ eqn:E_. revert E_ L_.\n  destruct M_ as [{}]; intros E_ L_; injection E_ as ->.\n",
        vec![" "; ways.len()].join("|"),
    );
    for way in ways {
        out += &format!("  - {}\n", cases(&way.left(), n, digits.len()));
    }
    out += "Qed.\n\n";
    out += &format!(
        "Lemma of_code {n} parts_ : legal [{n}] -> coded code {n} parts_ ->\n  exists ps_, move [{n}] ps_ /\\ xors (map (gh table first period) ps_) = xors (map (g table first period) parts_).\n\
         Proof.\n  intros L_ (k_ & K_ & F_ & S_ & A_). unfold legal in L_.\n"
    );
    for digit in digits {
        out += "  destruct k_ as [|k_].\n  { clear K_. destruct parts_ as [|a_ [|b_ [|c_ r_]]]; rewrite ?Forall_cons_iff in F_;\n      \
            cbn [sum fold_right Z.of_nat Pos.of_succ_nat Pos.succ] in S_; try discriminate A_.\n";
        for heaps in (0..3).filter(|h| digit >> h & 1 == 1) {
            let found: Vec<String> = ways.iter().flat_map(|w| ways_to(w, heaps)).collect();
            // Which of two heaps is called first may depend on which is larger.
            let split = if heaps == 2 { "destruct (Z_le_gt_dec a_ b_); " } else { "" };
            out += &format!("    - {split}first [{}].\n", found.join("\n        | "));
        }
        out += "  }\n";
    }
    out + "  exfalso. cbn [code length] in K_. lia.\nQed.\n\n"
}

/// The heaps that a way leaves, empty ones left out: a case for each choice of those, by binary digits of `kept`.
fn cases(left: &[String], n: &str, places: usize) -> String {
    fn case(left: &[String], kept: &mut Vec<bool>, n: &str, places: usize) -> String {
        let Some(next) = left.get(kept.len()) else { return leaf(left, kept, n, places) };
        let i = kept.len();
        let mut branch = |keep: bool| {
            kept.push(keep);
            let text = case(left, kept, n, places);
            kept.pop();
            text
        };
        format!("destruct (Z.eq_dec ({next}) 0) as [Z{i}_|Z{i}_]; [{}|{}]", branch(false), branch(true))
    }
    case(left, &mut Vec::new(), n, places) + "."
}

/// One case: these heaps are not empty.
fn leaf(left: &[String], kept: &[bool], n: &str, places: usize) -> String {
    let stay: Vec<&str> = left.iter().zip(kept).filter(|(_, k)| **k).map(|(h, _)| h.as_str()).collect();
    let zero = |h: &String| {
        format!(
            "try (assert (g table first period ({h}) = 0) as -> by (try replace ({h}) with 0 by lia; exact grundy_zero)); "
        )
    };
    let zeros: String = left.iter().zip(kept).filter(|(_, k)| !**k).map(|(h, _)| zero(h)).collect();
    let taken: String = stay.iter().map(|h| format!(" - ({h})")).collect();
    let parts = format!("[{}]", stay.join("; "));
    format!(
        "first [exfalso; lia|exists {parts}; split; [apply (coded_intro code _ {parts} ({n}{taken})); \
         [repeat (apply Forall_cons; [lia|]); apply Forall_nil|cbn [sum fold_right]; lia|change (Z.of_nat (length code)) with {places}; lia\
         |cbn [length]; apply allowed_{}; lia]|unfold gh; cbn [map nth]; {zeros}same_xor]]",
        stay.len().min(2),
    )
}

/// The ways to leave so many heaps by a way, in every order, with empty heaps beside them.
fn ways_to(way: &Written<'_>, heaps: usize) -> Vec<String> {
    let places = way.left().len();
    let mut out = Vec::new();
    let names = ["a_", "b_"];
    let at = |i: usize| 0..if heaps > i { places } else { 1 };
    for a in at(0) {
        for b in at(1) {
            if heaps == 2 && a == b {
                continue;
            }
            let mut left = vec!["0"; places];
            for (i, place) in [a, b].into_iter().enumerate().take(heaps) {
                let Some(slot) = left.get_mut(place) else { continue };
                *slot = names[i];
            }
            if left.iter().filter(|l| **l != "0").count() == heaps {
                out.extend(way.reached(&left));
            }
        }
    }
    out
}

fn theorems(from: u64, own: &[String]) -> String {
    let n = &own[0];
    let repeats = match from {
        0 => {
            "intros n le. destruct (Z.eq_dec n 0) as [->|ne]; [vm_compute; reflexivity|].\n  apply (g_repeats code table first period checked). unfold first. lia."
        }
        _ => "intros n le. exact (g_repeats code table first period checked n le).",
    };
    let mut out = format!(
        "Lemma one_number h_ : legal h_ -> exists n_, h_ = [n_] /\\ 0 <= n_.\n\
         Proof. destruct h_ as {}; try contradiction. unfold legal. intros L_. exists {n}. split; [reflexivity|lia]. Qed.\n\n\
         Lemma lighter x_ y_ : legal x_ -> move x_ y_ ->\n  Forall legal y_ /\\ Forall (fun p_ => 0 <= nth 0 p_ 0 < nth 0 x_ 0) y_.\n\
         Proof.\n  intros L_ M_. revert L_. destruct M_; intros L_; unfold legal in *; cbn [nth];\n    \
         (split; repeat (apply Forall_cons; [cbn [nth]; lia|]); apply Forall_nil).\nQed.\n\n\
         (* The value of a heap is the least natural number that is not the value of what a move leaves, the xor of the values. *)\n\
         Theorem least_missing_value : forall n, legal [n] ->\n  0 <= grundy n /\\ (forall ps, move [n] ps -> xors (map of_heap ps) <> grundy n)\n  \
         /\\ (forall v, 0 <= v < grundy n -> exists ps, move [n] ps /\\ xors (map of_heap ps) = v).\n\
         Proof. exact (least_missing code table first period checked legal move one_number to_code of_code). Qed.\n\n\
         (* Who wins a sum of heaps of any sizes. *)\n\
         Theorem solved : forall hs, Forall legal hs ->\n  (xors (map of_heap hs) = 0 -> is_lost hs /\\ ~ is_won hs) /\\ (xors (map of_heap hs) <> 0 -> is_won hs /\\ ~ is_lost hs).\n\
         Proof. exact (sums_by_values code table first period checked legal move one_number to_code of_code lighter). Qed.\n\n\
         Theorem periodic : forall n, {from} <= n -> grundy (n + period) = grundy n.\nProof. {repeats} Qed.\n\n",
        exactly(own),
    );
    if from > 0 {
        out += &format!(
            "Theorem not_before : grundy ({0} + period) <> grundy {0}.\nProof. vm_compute. discriminate. Qed.\n\n",
            from - 1
        );
    }
    out + "Print Assumptions least_missing_value.\nPrint Assumptions solved.\nPrint Assumptions periodic.\n"
}
