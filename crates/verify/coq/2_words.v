(* ---- Tuples of numbers, digit by digit ----
   A letter has one digit of each number; a word of letters is read most significant letter first. *)

Section Words.

Variable tops : list Z.
Variable back : nat.
Notation N := (N tops back).
Notation follow := (follow tops back).
Hypothesis fine : numeration_ok tops back = true.

Fixpoint follows (qs : list nat) (l : list Z) : option (list nat) :=
  match qs, l with
  | [], [] => Some []
  | q :: qs, d :: l =>
    match follow q d with
    | None => None
    | Some q => match follows qs l with None => None | Some qs => Some (q :: qs) end
    end
  | _, _ => None
  end.

Fixpoint valid (qs : list nat) (w : list (list Z)) : bool :=
  match w with
  | [] => true
  | l :: w => match follows qs l with Some qs => valid qs w | None => false end
  end.

(* What a letter adds to numbers whose i last digits are known. *)
Fixpoint ahead (u : Z) (l xs : list Z) : list Z :=
  match l, xs with
  | d :: l, x :: xs => d * u + x :: ahead u l xs
  | _, _ => []
  end.

Fixpoint vals (n : nat) (w : list (list Z)) : list Z :=
  match w with
  | [] => repeat 0 n
  | l :: w => ahead (N (length w) 0%nat) l (vals n w)
  end.

Definition inside (qs : list nat) : Prop := Forall (fun q => (q < length tops)%nat) qs.

Lemma follows_length qs : forall l qs', follows qs l = Some qs' -> length l = length qs /\ length qs' = length qs.
Proof.
  induction qs as [|q qs IH]; intros [|d l] qs'; cbn [follows]; try discriminate; [intros [= <-]; split; reflexivity|].
  destruct (follow q d); [|discriminate]. destruct (follows qs l) as [r|] eqn:F; [|discriminate].
  intros [= <-]. cbn [length]. destruct (IH _ _ F). lia.
Qed.

Lemma follows_inside qs : forall l qs', follows qs l = Some qs' -> inside qs'.
Proof.
  induction qs as [|q qs IH]; intros [|d l] qs'; cbn [follows]; try discriminate; [intros [= <-]; constructor|].
  destruct (follow q d) as [q'|] eqn:D; [|discriminate]. destruct (follows qs l) as [r|] eqn:F; [|discriminate].
  intros [= <-]. constructor; [eapply follow_inside; eassumption|eapply IH; eassumption].
Qed.

Lemma follows_parts q qs d l qs' : follows (q :: qs) (d :: l) = Some qs' ->
  exists q' r, follow q d = Some q' /\ follows qs l = Some r.
Proof.
  cbn [follows]. destruct (follow q d) as [q'|]; [|discriminate]. destruct (follows qs l) as [r|]; [|discriminate]. eauto.
Qed.

Lemma ahead_within i qs : forall l qs' xs,
  inside qs -> follows qs l = Some qs' -> within tops back i qs' xs -> within tops back (S i) qs (ahead (N i 0%nat) l xs).
Proof.
  induction qs as [|q qs IH]; intros [|d l] qs' xs; cbn [follows]; try discriminate.
  - intros _ [= <-] W. inversion W; subst. constructor.
  - destruct (follow q d) as [q'|] eqn:D; [|discriminate]. destruct (follows qs l) as [r|] eqn:F; [|discriminate].
    intros I [= <-] W. inversion W as [|? x ? xs' [_ b] W']; subst. inversion I as [|? ? qin I']; subst. cbn [ahead].
    constructor; [split; [exact qin|exact (follow_bound _ _ fine _ _ _ _ _ D b)]|eapply IH; eassumption].
Qed.

Lemma vals_within w : forall qs, inside qs -> valid qs w = true -> within tops back (length w) qs (vals (length qs) w).
Proof.
  induction w as [|l w IH]; intros qs I; cbn [valid vals length].
  - intros _. clear -I. induction I as [|q qs qin I IH]; cbn; constructor; [|exact IH]. split; [exact qin|cbn; lia].
  - destruct (follows qs l) as [qs'|] eqn:F; [|discriminate]. intros V.
    destruct (follows_length _ _ _ F) as [_ L]. rewrite <- L.
    exact (ahead_within _ _ _ _ _ I F (IH _ (follows_inside _ _ _ F) V)).
Qed.

Lemma within_length i qs xs : within tops back i qs xs -> length xs = length qs.
Proof. intros W. induction W as [|q x qs xs _ W IH]; cbn [length]; congruence. Qed.

Lemma vals_length w : forall qs, inside qs -> valid qs w = true -> length (vals (length qs) w) = length qs.
Proof. intros qs I V. exact (within_length _ _ _ (vals_within w qs I V)). Qed.

Lemma ahead_unique i qs : forall l m ql qm xs ys,
  follows qs l = Some ql -> follows qs m = Some qm -> within tops back i ql xs -> within tops back i qm ys ->
  ahead (N i 0%nat) l xs = ahead (N i 0%nat) m ys -> l = m /\ xs = ys.
Proof.
  induction qs as [|q qs IH]; intros [|d l] [|e m] ql qm xs ys; cbn [follows]; try discriminate.
  - intros [= <-] [= <-] A B. inversion A; inversion B; subst. now split.
  - destruct (follow q d) as [qd|] eqn:D; [|discriminate]. destruct (follows qs l) as [ql'|] eqn:Fl; [|discriminate].
    destruct (follow q e) as [qe|] eqn:E; [|discriminate]. destruct (follows qs m) as [qm'|] eqn:Fm; [|discriminate].
    intros [= <-] [= <-] A B. inversion A as [|? x ? xs' [_ bx] A']; inversion B as [|? y ? ys' [_ by_] B']; subst.
    cbn [ahead]. intros [= one rest].
    destruct (follow_unique _ _ fine _ _ _ _ _ _ _ _ D E bx by_ one) as [-> ->].
    destruct (IH _ _ _ _ _ _ Fl Fm A' B' rest) as [-> ->]. now split.
Qed.

(* Words of one length that stand for the same numbers are the same. *)
Lemma vals_unique w : forall v qs, inside qs -> length v = length w -> valid qs w = true -> valid qs v = true ->
  vals (length qs) w = vals (length qs) v -> w = v.
Proof.
  induction w as [|l w IH]; intros [|m v] qs I; cbn [length valid vals]; try discriminate; [reflexivity|].
  intros [= L]. destruct (follows qs l) as [ql|] eqn:Fl; [|discriminate].
  destruct (follows qs m) as [qm|] eqn:Fm; [|discriminate]. intros W V equal.
  pose proof (follows_inside _ _ _ Fl) as Il. pose proof (follows_inside _ _ _ Fm) as Im.
  destruct (follows_length _ _ _ Fl) as [_ Ll]. destruct (follows_length _ _ _ Fm) as [_ Lm].
  pose proof (vals_within _ _ Il W) as A. pose proof (vals_within _ _ Im V) as B. rewrite Ll in A. rewrite Lm, L in B.
  rewrite L in equal. destruct (ahead_unique _ _ _ _ _ _ _ _ Fl Fm A B equal) as [-> same].
  rewrite Fl in Fm. injection Fm as <-. f_equal. eapply IH; eauto. now rewrite Ll.
Qed.

Fixpoint encode (i : nat) (st : list (nat * Z)) : list (list Z) :=
  match i with
  | O => []
  | S i =>
    map (fun s => fst (lead tops back i (fst s) (snd s))) st
      :: encode i (map (fun s => snd (lead tops back i (fst s) (snd s))) st)
  end.

Lemma encode_length i : forall st, length (encode i st) = i.
Proof. induction i as [|i IH]; intros st; cbn [encode length]; [reflexivity|]. now rewrite IH. Qed.

Lemma encode_right i : forall st,
  Forall (fun s => 0 <= snd s < N i (fst s)) st ->
  valid (map fst st) (encode i st) = true /\ vals (length st) (encode i st) = map snd st.
Proof.
  induction i as [|i IH]; intros st A; cbn [encode valid vals].
  - split; [reflexivity|]. induction A as [|s st b A IH]; [reflexivity|]. cbn [length repeat map]. rewrite IH. f_equal. cbn in b. lia.
  - set (next := map (fun s => snd (lead tops back i (fst s) (snd s))) st).
    assert (Forall (fun s => 0 <= snd s < N i (fst s)) next) as B.
    { unfold next. apply Forall_map. eapply Forall_impl; [|exact A]. intros s b. cbv beta.
      exact (proj1 (proj2 (lead_right _ _ fine _ _ _ b))). }
    assert (follows (map fst st) (map (fun s => fst (lead tops back i (fst s) (snd s))) st) = Some (map fst next)) as F.
    { unfold next. clear -A fine. induction A as [|s st b A IH]; [reflexivity|]. cbn [map follows].
      rewrite (proj1 (lead_right _ _ fine _ _ _ b)), IH. reflexivity. }
    rewrite F. destruct (IH next B) as [V E]. split; [exact V|].
    rewrite encode_length. unfold next in E at 1. rewrite map_length in E. rewrite E. unfold next. clear -A fine.
    induction A as [|s st b A IH]; [reflexivity|]. cbn [map ahead]. f_equal; [|exact IH].
    exact (proj2 (proj2 (lead_right _ _ fine _ _ _ b))).
Qed.

(* Leading zeros. *)
Lemma follows_zeros n : follows (repeat 0%nat n) (repeat 0 n) = Some (repeat 0%nat n).
Proof. induction n as [|n IH]; cbn [repeat follows]; [reflexivity|]. now rewrite (follow_zero _ _ fine), IH. Qed.

Lemma ahead_zeros u xs : ahead u (repeat 0 (length xs)) xs = xs.
Proof. induction xs as [|x xs IH]; cbn [length repeat ahead]; [reflexivity|]. rewrite IH. f_equal. Qed.

Lemma zeros_inside n : inside (repeat 0%nat n).
Proof. pose proof (back_inside _ _ fine). apply Forall_forall. intros q J. apply repeat_spec in J. subst. lia. Qed.

Definition zeros (n k : nat) : list (list Z) := repeat (repeat 0 n) k.

Lemma zeros_valid n k w : valid (repeat 0%nat n) (zeros n k ++ w) = valid (repeat 0%nat n) w.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [zeros repeat app valid]. rewrite follows_zeros. exact IH. Qed.

Lemma vals_length0 n w : valid (repeat 0%nat n) w = true -> length (vals n w) = n.
Proof.
  intros V. pose proof (vals_length w _ (zeros_inside n) V) as L. rewrite repeat_length in L. exact L.
Qed.

Lemma zeros_vals n k w : valid (repeat 0%nat n) w = true -> vals n (zeros n k ++ w) = vals n w.
Proof.
  intros V. induction k as [|k IH]; [reflexivity|]. cbn [zeros repeat app vals]. unfold zeros in IH. rewrite IH.
  rewrite <- (vals_length0 n w V) at 2. apply ahead_zeros.
Qed.

(* Every tuple of natural numbers is read by some word. *)
Definition size (xs : list Z) : nat := Z.to_nat (fold_right Z.max 0 xs).
Definition word (xs : list Z) : list (list Z) := encode (size xs) (map (pair 0%nat) xs).

Lemma word_right xs : Forall (Z.le 0) xs ->
  valid (repeat 0%nat (length xs)) (word xs) = true /\ vals (length xs) (word xs) = xs.
Proof.
  intros natural. unfold word.
  destruct (encode_right (size xs) (map (pair 0%nat) xs)) as [V E].
  - apply Forall_map. cbn [fst snd]. apply Forall_forall. intros x I. rewrite Forall_forall in natural.
    split; [exact (natural x I)|]. pose proof (N_large _ _ fine (size xs)). unfold size in *.
    enough (x <= fold_right Z.max 0 xs) by lia. clear -I. induction xs as [|y xs IH]; [destruct I|].
    cbn [fold_right]. destruct I as [->|I]; [lia|]. specialize (IH I). lia.
  - rewrite map_length in E. rewrite E, map_map. cbn [snd]. rewrite map_id. split; [|reflexivity].
    rewrite map_map in V. cbn [fst] in V. rewrite <- V. f_equal. clear. induction xs as [|x xs IH]; [reflexivity|].
    cbn. now rewrite IH.
Qed.

(* Some of the numbers. *)
Definition pick {A} (none : A) (sel : list nat) (l : list A) : list A := map (fun j => nth j l none) sel.

Lemma follows_nth qs : forall l qs' j, follows qs l = Some qs' -> (j < length qs)%nat ->
  follow (nth j qs 0%nat) (nth j l 0) = Some (nth j qs' 0%nat).
Proof.
  induction qs as [|q qs IH]; intros [|d l] qs' j; cbn [follows length]; try discriminate; [lia|].
  destruct (follow q d) as [q'|] eqn:D; [|discriminate]. destruct (follows qs l) as [r|] eqn:F; [|discriminate].
  intros [= <-] lt. destruct j as [|j]; cbn [nth]; [exact D|]. apply IH; [exact F|lia].
Qed.

Lemma follows_pick sel : forall qs l qs', follows qs l = Some qs' -> Forall (fun j => (j < length qs)%nat) sel ->
  follows (pick 0%nat sel qs) (pick 0 sel l) = Some (pick 0%nat sel qs').
Proof.
  induction sel as [|j sel IH]; intros qs l qs' F A; cbn [pick map follows]; [reflexivity|].
  inversion A; subst. rewrite (follows_nth _ _ _ _ F) by assumption. unfold pick in IH. now rewrite (IH _ _ _ F).
Qed.

Lemma ahead_nth u l : forall xs j, length l = length xs -> (j < length l)%nat ->
  nth j (ahead u l xs) 0 = nth j l 0 * u + nth j xs 0.
Proof.
  induction l as [|d l IH]; intros [|x xs] j; cbn [length ahead]; try lia. intros [= L] lt.
  destruct j as [|j]; cbn [nth]; [reflexivity|]. apply IH; [exact L|lia].
Qed.

Lemma ahead_pick u l xs sel : length l = length xs -> Forall (fun j => (j < length l)%nat) sel ->
  ahead u (pick 0 sel l) (pick 0 sel xs) = pick 0 sel (ahead u l xs).
Proof.
  intros L A. unfold pick. induction A as [|j sel lt A IH]; [reflexivity|]. cbn [map ahead]. rewrite IH. f_equal.
  symmetry. now apply ahead_nth.
Qed.

Lemma pick_word w : forall qs sel, inside qs -> valid qs w = true -> Forall (fun j => (j < length qs)%nat) sel ->
  valid (pick 0%nat sel qs) (map (pick 0 sel) w) = true
  /\ vals (length sel) (map (pick 0 sel) w) = pick 0 sel (vals (length qs) w).
Proof.
  induction w as [|l w IH]; intros qs sel I; cbn [map valid vals].
  - intros _ A. split; [reflexivity|]. unfold pick. induction A as [|j sel lt A IH]; [reflexivity|].
    cbn [length repeat map]. rewrite IH, nth_repeat. reflexivity.
  - destruct (follows qs l) as [qs'|] eqn:F; [|discriminate]. intros V A.
    rewrite (follows_pick _ _ _ _ F A). destruct (follows_length _ _ _ F) as [Ll L].
    pose proof (follows_inside _ _ _ F) as I'.
    destruct (IH qs' sel I' V) as [Vp Ep]; [now rewrite L|]. split; [exact Vp|].
    rewrite map_length, Ep, L. pose proof (vals_length _ _ I' V) as Lv. rewrite L in Lv.
    apply ahead_pick; [congruence|]. now rewrite Ll.
Qed.

End Words.
