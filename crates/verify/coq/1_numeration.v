(* ---- Numbers and their digits ----
   A numeration is given by the largest digits that may stand one after the other. While a number is written, most
   significant digit first, the writer is in a state, at first 0; in state q the digit is at most [top q]; a smaller one
   leads to state 0, the largest to state [after q]. [N i q] words of i digits can be written from state q, and they stand
   for the numbers below [N i q], each for one. Base b is the list [b - 1] with back 0, Zeckendorf's digits are [1; 0]. *)

Require Import ZArith List Bool Lia Permutation FMapPositive.
Import ListNotations.
Open Scope Z_scope.

Section Numeration.

Variable tops : list Z.
Variable back : nat.

Definition top (q : nat) : Z := nth q tops 0.
Definition after (q : nat) : nat := if Nat.ltb (S q) (length tops) then S q else back.

Fixpoint N (i q : nat) : Z :=
  match i with
  | O => 1
  | S i => top q * N i 0%nat + N i (after q)
  end.

Definition follow (q : nat) (d : Z) : option nat :=
  if (0 <=? d) && (d <? top q) then Some 0%nat else if d =? top q then Some (after q) else None.

Definition numeration_ok : bool :=
  forallb (Z.leb 0) tops && (1 <=? top 0) && Nat.ltb back (length tops).

Hypothesis fine : numeration_ok = true.

Lemma top_natural q : 0 <= top q.
Proof.
  unfold numeration_ok in fine. rewrite !andb_true_iff, forallb_forall in fine. destruct fine as [[all _] _].
  unfold top. destruct (le_lt_dec (length tops) q) as [far|near].
  - rewrite nth_overflow by lia. lia.
  - apply Z.leb_le, all, nth_In, near.
Qed.

Lemma top_first : 1 <= top 0.
Proof.
  unfold numeration_ok in fine. rewrite !andb_true_iff in fine. destruct fine as [[_ one] _].
  now apply Z.leb_le.
Qed.

Lemma back_inside : (back < length tops)%nat.
Proof.
  unfold numeration_ok in fine. rewrite !andb_true_iff in fine. destruct fine as [_ inside].
  now apply Nat.ltb_lt.
Qed.

Lemma N_positive i : forall q, 1 <= N i q.
Proof.
  induction i as [|i IH]; intros q; cbn [N]; [lia|].
  pose proof (IH 0%nat). pose proof (IH (after q)). pose proof (top_natural q). nia.
Qed.

Lemma N_large i : Z.of_nat i < N i 0%nat.
Proof.
  induction i as [|i IH]; [cbn; lia|].
  cbn [N]. pose proof top_first. pose proof (N_positive i (after 0)). pose proof (N_positive i 0). nia.
Qed.

Lemma follow_digit q d q' : follow q d = Some q' -> 0 <= d <= top q.
Proof.
  unfold follow. pose proof (top_natural q).
  destruct (0 <=? d) eqn:A, (d <? top q) eqn:B; cbn; try (destruct (d =? top q) eqn:C; try discriminate);
    rewrite ?Z.leb_le, ?Z.leb_gt, ?Z.ltb_lt, ?Z.ltb_ge, ?Z.eqb_eq in *; intros; lia.
Qed.

(* A digit and a number that can be written behind it make a number that can be written. *)
Lemma follow_bound i q d q' r : follow q d = Some q' -> 0 <= r < N i q' -> 0 <= d * N i 0%nat + r < N (S i) q.
Proof.
  unfold follow. cbn [N]. pose proof (N_positive i 0). pose proof (N_positive i (after q)). pose proof (top_natural q).
  destruct ((0 <=? d) && (d <? top q)) eqn:A.
  - rewrite andb_true_iff, Z.leb_le, Z.ltb_lt in A. intros [= <-]. nia.
  - destruct (d =? top q) eqn:B; [|discriminate]. apply Z.eqb_eq in B. subst d. intros [= <-]. nia.
Qed.

Lemma follow_inside q d q' : follow q d = Some q' -> (q' < length tops)%nat.
Proof.
  pose proof back_inside. unfold follow, after. destruct (_ && _); [intros [= <-]; lia|].
  destruct (d =? top q); [|discriminate]. intros [= <-]. destruct (Nat.ltb_spec (S q) (length tops)); lia.
Qed.

(* The first digit follows from the number. *)
Lemma follow_unique i q d e qd qe r s :
  follow q d = Some qd -> follow q e = Some qe -> 0 <= r < N i qd -> 0 <= s < N i qe ->
  d * N i 0%nat + r = e * N i 0%nat + s -> d = e /\ r = s.
Proof.
  intros D E R S equal. pose proof (N_positive i 0) as P.
  assert (forall a qa t, follow q a = Some qa -> 0 <= t < N i qa -> a < top q -> t < N i 0%nat) as small.
  { intros a qa t F T lt. unfold follow in F. rewrite (proj2 (Z.ltb_lt a (top q)) lt) in F.
    destruct (0 <=? a); cbn [andb] in F; [injection F as <-; lia|].
    destruct (a =? top q) eqn:Eq; [apply Z.eqb_eq in Eq; lia|discriminate]. }
  pose proof (follow_digit _ _ _ D). pose proof (follow_digit _ _ _ E).
  destruct (Z.lt_trichotomy d e) as [lt|[<-|gt]].
  - pose proof (small _ _ _ D R). nia.
  - split; [reflexivity|nia].
  - pose proof (small _ _ _ E S). nia.
Qed.

(* The first of i + 1 digits of a number, with the state and the number behind it. *)
Definition lead (i q : nat) (v : Z) : Z * (nat * Z) :=
  if v <? top q * N i 0%nat then (v / N i 0%nat, (0%nat, v mod N i 0%nat))
  else (top q, (after q, v - top q * N i 0%nat)).

Lemma lead_right i q v : 0 <= v < N (S i) q ->
  follow q (fst (lead i q v)) = Some (fst (snd (lead i q v)))
  /\ 0 <= snd (snd (lead i q v)) < N i (fst (snd (lead i q v)))
  /\ fst (lead i q v) * N i 0%nat + snd (snd (lead i q v)) = v.
Proof.
  cbn [N]. intros bound. pose proof (N_positive i 0) as P. unfold lead. destruct (v <? top q * N i 0%nat) eqn:A; cbn [fst snd].
  - apply Z.ltb_lt in A. pose proof (Z.div_mod v (N i 0%nat)) as D. pose proof (Z.mod_pos_bound v (N i 0%nat)) as M.
    assert (0 <= v / N i 0%nat) by (apply Z.div_pos; lia).
    assert (v / N i 0%nat < top q) by (apply Z.div_lt_upper_bound; nia).
    unfold follow. rewrite (proj2 (Z.leb_le 0 (v / N i 0%nat))) by lia.
    rewrite (proj2 (Z.ltb_lt (v / N i 0%nat) (top q))) by lia. cbn [andb]. split; [reflexivity|]. split; lia.
  - apply Z.ltb_ge in A. unfold follow. rewrite (proj2 (Z.ltb_ge (top q) (top q))) by lia.
    rewrite andb_false_r, Z.eqb_refl. split; [reflexivity|]. split; lia.
Qed.

Lemma follow_zero : follow 0 0 = Some 0%nat.
Proof. unfold follow. pose proof top_first. now rewrite (proj2 (Z.ltb_lt 0 (top 0))) by lia. Qed.

(* ---- A number that is known in part ----
   While i digits are to come, what was read of a sum of digits is kept as a list P with one number for each state, which
   stands for the sum of P q times N i q. *)

Fixpoint worth (i q : nat) (P : list Z) : Z :=
  match P with
  | [] => 0
  | p :: P => p * N i q + worth i (S q) P
  end.

Fixpoint dot (a b : list Z) : Z :=
  match a, b with
  | x :: a, y :: b => x * y + dot a b
  | _, _ => 0
  end.

Fixpoint bump (k : nat) (z : Z) (P : list Z) : list Z :=
  match P, k with
  | [], _ => []
  | p :: P, O => p + z :: P
  | p :: P, S k => p :: bump k z P
  end.

(* One more digit sum s. *)
Definition carry_on (s : Z) (P : list Z) : list Z := bump back (last P 0) (s + dot P tops :: removelast P).

Lemma bump_length k z P : length (bump k z P) = length P.
Proof. revert k; induction P as [|p P IH]; intros [|k]; cbn; congruence. Qed.

Lemma worth_bump i P : forall k z q, (k < length P)%nat -> worth i q (bump k z P) = worth i q P + z * N i (q + k).
Proof.
  induction P as [|p P IH]; intros [|k] z q; cbn [length bump worth]; intros; try lia.
  - rewrite Nat.add_0_r. lia.
  - rewrite IH by lia. rewrite <- plus_n_Sm. cbn [plus]. lia.
Qed.

Lemma removelast_length {A} (x : A) l : length (removelast (x :: l)) = length l.
Proof. revert x; induction l as [|y l IH]; intros x; [reflexivity|]. cbn [removelast length] in *. now rewrite IH. Qed.

Lemma carry_on_length s P : length P = length tops -> length (carry_on s P) = length tops.
Proof.
  intros L. unfold carry_on. rewrite bump_length. pose proof back_inside.
  destruct P as [|p P]; cbn [length] in *; [lia|]. rewrite removelast_length. exact L.
Qed.

Lemma worth_shift i P : forall q ts,
  (q + length P = length tops)%nat -> P <> [] -> ts = skipn q tops ->
  worth (S i) q P = dot P ts * N i 0%nat + worth i (S q) (removelast P) + last P 0 * N i back.
Proof.
  induction P as [|p P IH]; intros q ts L nonempty E; [congruence|].
  assert (exists rest, ts = top q :: rest /\ rest = skipn (S q) tops) as (rest & -> & R).
  { subst ts. exists (skipn (S q) tops). split; [|reflexivity]. unfold top.
    assert (q < length tops)%nat as lt by (cbn [length] in L; lia). clear -lt. revert lt. generalize tops.
    induction q as [|q IH]; intros [|t l]; cbn [length]; intros; try lia; [reflexivity|]. cbn. apply IH. lia. }
  destruct P as [|p' P].
  - cbn [worth removelast last dot N]. unfold after. cbn [length] in L.
    destruct (Nat.ltb_spec (S q) (length tops)); [lia|]. lia.
  - change (last (p :: p' :: P) 0) with (last (p' :: P) 0).
    change (removelast (p :: p' :: P)) with (p :: removelast (p' :: P)).
    cbn [worth]. change (p' * N (S i) (S q) + worth (S i) (S (S q)) P) with (worth (S i) (S q) (p' :: P)).
    change (dot (p :: p' :: P) (top q :: rest)) with (p * top q + dot (p' :: P) rest).
    rewrite (IH (S q) rest); [|cbn [length] in *; lia|congruence|exact R].
    cbn [N]. unfold after. cbn [length] in L. destruct (Nat.ltb_spec (S q) (length tops)); [|lia].
    generalize (dot (p' :: P) rest) (worth i (S (S q)) (removelast (p' :: P))) (last (p' :: P) 0). intros. lia.
Qed.

Lemma worth_carry_on i s P :
  length P = length tops -> worth i 0 (carry_on s P) = s * N i 0%nat + worth (S i) 0 P.
Proof.
  intros L. pose proof back_inside as B. destruct P as [|p P]; [cbn [length] in L; lia|].
  rewrite (worth_shift i (p :: P) 0 tops L); [|congruence|reflexivity].
  unfold carry_on. rewrite worth_bump.
  - cbn [worth plus]. lia.
  - cbn [length]. rewrite removelast_length. cbn [length] in L. lia.
Qed.

(* No entry negative: then at least the sum of the entries. *)
Lemma worth_least i P : forall q, forallb (Z.leb 0) P = true -> fold_right Z.add 0 P <= worth i q P.
Proof.
  induction P as [|p P IH]; intros q; cbn [forallb fold_right worth]; [lia|].
  rewrite andb_true_iff, Z.leb_le. intros [p0 rest]. pose proof (IH (S q) rest). pose proof (N_positive i q). nia.
Qed.

Lemma worth_opp i P : forall q, worth i q (map Z.opp P) = - worth i q P.
Proof. induction P as [|p P IH]; intros q; cbn [map worth]; [lia|]. rewrite IH. lia. Qed.

Lemma dot_opp a : forall b, dot (map Z.opp a) b = - dot a b.
Proof. induction a as [|x a IH]; intros [|y b]; cbn [map dot]; try lia. rewrite IH. lia. Qed.

(* What is taken from P for the numbers with negative coefficients, at most their largest values. *)
Fixpoint lowered (cs : list Z) (qs : list nat) (P : list Z) : list Z :=
  match cs, qs with
  | c :: cs, q :: qs => lowered cs qs (if c <? 0 then bump q c P else P)
  | _, _ => P
  end.

Fixpoint negatives (cs : list Z) : Z :=
  match cs with
  | [] => 0
  | c :: cs => (if c <? 0 then - c else 0) + negatives cs
  end.

(* A lower bound of the form with coefficients cs and constant k, whatever digits come, if one is seen. *)
Definition least (cs : list Z) (k : Z) (qs : list nat) (P : list Z) : option Z :=
  let Q := lowered cs qs P in
  if forallb (Z.leb 0) Q then Some (fold_right Z.add 0 Q + negatives cs + k) else None.

(* The states are those of the numeration, the numbers are below the number of words. *)
Definition within (i : nat) (qs : list nat) (xs : list Z) : Prop :=
  Forall2 (fun q x => (q < length tops)%nat /\ 0 <= x < N i q) qs xs.

Lemma lowered_bound i cs : forall qs xs P,
  within i qs xs -> (length cs <= length xs)%nat -> length P = length tops ->
  worth i 0 (lowered cs qs P) + negatives cs <= worth i 0 P + dot cs xs.
Proof.
  induction cs as [|c cs IH]; intros qs xs P W L LP.
  - cbn. destruct qs; cbn [lowered]; lia.
  - destruct W as [|q x qs xs [qin bound] W]; cbn [length] in L; [lia|].
    cbn [lowered negatives dot]. destruct (c <? 0) eqn:C.
    + apply Z.ltb_lt in C. pose proof (IH qs xs (bump q c P) W) as H.
      rewrite bump_length in H. rewrite worth_bump in H by lia. cbn [plus] in H. nia.
    + apply Z.ltb_ge in C. pose proof (IH qs xs P W). nia.
Qed.

Lemma least_right i cs k qs xs P b :
  within i qs xs -> (length cs <= length xs)%nat -> length P = length tops ->
  least cs k qs P = Some b -> b <= worth i 0 P + dot cs xs + k.
Proof.
  unfold least. intros W L LP. destruct (forallb _ _) eqn:F; [|discriminate]. intros [= <-].
  pose proof (lowered_bound i cs qs xs P W L LP). pose proof (worth_least i _ 0 F). lia.
Qed.

End Numeration.
