(* ---- The automaton, and machines that read several numbers at once ---- *)

(* Row s: does state s accept, and where does each letter lead? Letters are numbered by their digits. *)
Record automaton := { radix : Z; begin : nat; rows : list (bool * list (option nat)) }.

Definition sum (l : list Z) : Z := fold_right Z.add 0 l.
Definition xors (l : list Z) : Z := fold_right Z.lxor 0 l.

(* A condition on numbers; the automaton accepts some of them or not; the xor of some is 0. *)
Record machine := {
  tracks : nat;
  condition : cond;
  even_tracks : list nat;
  members : list (list nat * bool)
}.

Record thread := { states : list nat; runs : list (option nat); progress : known }.

Section Machines.

Variable tops : list Z.
Variable back : nat.
Notation N := (N tops back).
Notation follows := (follows tops back).
Notation valid := (valid tops back).
Notation vals := (vals tops back).
Notation truth := (truth tops back).
Notation word := (word tops back).
Notation inside := (inside tops).
Variable A : automaton.

Definition go (s : option nat) (l : list Z) : option nat :=
  match s with
  | None => None
  | Some s => nth (Z.to_nat (fold_left (fun a d => a * radix A + d) l 0)) (snd (nth s (rows A) (false, []))) None
  end.

Definition ends (s : option nat) : bool :=
  match s with None => false | Some s => fst (nth s (rows A) (false, [])) end.

Fixpoint accepted (s : option nat) (w : list (list Z)) : bool :=
  match w with [] => ends s | l :: w => accepted (go s l) w end.

(* Does the automaton accept the digits of these numbers? *)
Definition member (x : list Z) : bool := accepted (Some (begin A)) (word x).

Definition at_rest (n : nat) : bool :=
  match go (Some (begin A)) (repeat 0 n) with Some s => Nat.eqb s (begin A) | None => false end.

Hypothesis fine : numeration_ok tops back = true.

Lemma accepted_zeros n k w : at_rest n = true ->
  accepted (Some (begin A)) (zeros n k ++ w) = accepted (Some (begin A)) w.
Proof.
  unfold at_rest. intros rest. induction k as [|k IH]; [reflexivity|]. cbn [zeros repeat app accepted].
  destruct (go (Some (begin A)) (repeat 0 n)) as [s|]; [|discriminate]. apply Nat.eqb_eq in rest. subst s. exact IH.
Qed.

Lemma within_natural i qs xs : within tops back i qs xs -> Forall (Z.le 0) xs.
Proof. intros W. induction W as [|q x qs xs [_ b] W IH]; constructor; [lia|exact IH]. Qed.

Lemma vals_natural n w : valid (repeat 0%nat n) w = true -> Forall (Z.le 0) (vals n w).
Proof.
  intros V. pose proof (vals_within _ _ fine w _ (zeros_inside _ _ fine n) V) as W. rewrite repeat_length in W.
  exact (within_natural _ _ _ W).
Qed.

(* Every word for the same numbers gets the same answer. *)
Lemma member_word n w : at_rest n = true -> valid (repeat 0%nat n) w = true ->
  member (vals n w) = accepted (Some (begin A)) w.
Proof.
  intros rest V. unfold member.
  destruct (word_right _ _ fine (vals n w) (vals_natural n w V)) as [W E].
  rewrite (vals_length0 _ _ fine n w V) in W, E. set (v := word (vals n w)) in *.
  rewrite <- (accepted_zeros n (length w) v rest), <- (accepted_zeros n (length v) w rest). f_equal.
  apply (vals_unique _ _ fine) with (qs := repeat 0%nat n).
  - exact (zeros_inside _ _ fine n).
  - unfold zeros. rewrite !app_length, !repeat_length. lia.
  - now rewrite zeros_valid.
  - now rewrite zeros_valid.
  - rewrite repeat_length, !(zeros_vals _ _ fine) by assumption. exact E.
Qed.

Fixpoint run_all (ms : list (list nat * bool)) (rs : list (option nat)) (l : list Z) : option (list (option nat)) :=
  match ms, rs with
  | (sel, b) :: ms, r :: rs =>
    match go r (pick 0 sel l), b with
    | None, true => None
    | r, _ => match run_all ms rs l with Some rs => Some (r :: rs) | None => None end
    end
  | _, _ => Some []
  end.

Definition step (M : machine) (t : thread) (l : list Z) : option thread :=
  match follows (states t) l with
  | None => None
  | Some qs =>
    if Z.even (sum (pick 0 (even_tracks M) l)) then
      match run_all (members M) (runs t) l with
      | None => None
      | Some rs =>
        match read tops back (condition M) qs l (progress t) with
        | Is false => None
        | k => Some {| states := qs; runs := rs; progress := k |}
        end
      end
    else None
  end.

Lemma step_states M t l t' : step M t l = Some t' -> follows (states t) l = Some (states t').
Proof.
  unfold step. destruct (follows (states t) l) as [qs|]; [|discriminate].
  destruct (Z.even _); [|discriminate]. destruct (run_all _ _ _) as [rs|]; [|discriminate].
  destruct (read tops back (condition M) qs l (progress t)) as [[|]| | |]; try discriminate; now intros [= <-].
Qed.

Fixpoint agree (ms : list (list nat * bool)) (rs : list (option nat)) (w : list (list Z)) : bool :=
  match ms, rs with
  | (sel, b) :: ms, r :: rs => Bool.eqb (accepted r (map (pick 0 sel) w)) b && agree ms rs w
  | _, _ => true
  end.

Definition final (M : machine) (t : thread) : bool :=
  truth (condition M) (progress t) 0 (repeat 0 (tracks M)) && agree (members M) (runs t) [].

Fixpoint run (M : machine) (t : thread) (w : list (list Z)) : bool :=
  match w with
  | [] => final M t
  | l :: w => match step M t l with None => false | Some t => run M t w end
  end.

Definition evens (M : machine) (w : list (list Z)) : bool :=
  forallb (fun l => Z.even (sum (pick 0 (even_tracks M) l))) w.

Lemma accepted_dead w : accepted None w = false.
Proof. induction w as [|l w IH]; [reflexivity|exact IH]. Qed.

Lemma run_all_none ms : forall rs l w, run_all ms rs l = None -> agree ms rs (l :: w) = false.
Proof.
  induction ms as [|[sel b] ms IH]; intros [|r rs] l w; cbn [run_all agree map accepted]; try discriminate.
  destruct (go r (pick 0 sel l)) as [s|] eqn:G.
  - destruct (run_all ms rs l) eqn:R; [discriminate|]. intros _. rewrite (IH _ _ w R). apply andb_false_r.
  - destruct b.
    + intros _. rewrite accepted_dead. reflexivity.
    + destruct (run_all ms rs l) eqn:R; [discriminate|]. intros _. rewrite (IH _ _ w R). apply andb_false_r.
Qed.

Lemma run_all_some ms : forall rs l rs' w, run_all ms rs l = Some rs' -> agree ms rs' w = agree ms rs (l :: w).
Proof.
  induction ms as [|[sel b] ms IH]; intros [|r rs] l rs' w; cbn [run_all]; try (intros [= <-]; reflexivity).
  destruct (go r (pick 0 sel l)) as [s|] eqn:G.
  - destruct (run_all ms rs l) as [q|] eqn:R; [|discriminate]. intros [= <-]. cbn [agree map accepted]. rewrite G, (IH _ _ _ w R). reflexivity.
  - destruct b; [discriminate|]. destruct (run_all ms rs l) as [q|] eqn:R; [|discriminate]. intros [= <-].
    cbn [agree map accepted]. rewrite G, (IH _ _ _ w R). reflexivity.
Qed.

Lemma run_is M w : narrow (tracks M) (condition M) = true ->
  forall t, length (states t) = tracks M -> inside (states t) -> fits tops (condition M) (progress t) ->
  run M t w = valid (states t) w && evens M w && truth (condition M) (progress t) (length w) (vals (tracks M) w)
    && agree (members M) (runs t) w.
Proof.
  intros thin. induction w as [|l w IH]; intros t L In Fit; [reflexivity|].
  cbn [run valid length evens forallb]. unfold step.
  destruct (follows (states t) l) as [qs|] eqn:F; [|reflexivity].
  destruct (Z.even (sum (pick 0 (even_tracks M) l))); [|now rewrite andb_false_r].
  destruct (valid qs w) eqn:V; cycle 1.
  { cbn [andb]. destruct (run_all (members M) (runs t) l) as [rs|]; [|reflexivity].
    assert (forall k, fits tops (condition M) k -> run M {| states := qs; runs := rs; progress := k |} w = false) as no.
    { intros k Fk. rewrite IH; cbn [states progress]; [now rewrite V| |exact (follows_inside _ _ fine _ _ _ F)|exact Fk].
      now rewrite (proj2 (follows_length _ _ _ _ _ F)). }
    assert (fits tops (condition M) (read tops back (condition M) qs l (progress t))) as Fr.
    { destruct (follows_length _ _ _ _ _ F) as [Ll Lq].
      pose proof (follows_inside _ _ fine _ _ _ F) as Iq.
      assert (within tops back 0 qs (repeat 0 (length qs))) as W.
      { clear -Iq. induction Iq as [|q qs qin Iq IHq]; cbn; constructor; [split; [exact qin|cbn; lia]|exact IHq]. }
      refine (proj2 (read_truth _ _ fine _ _ _ 0 _ W _ _ _ Fit)); rewrite repeat_length; [lia|].
      now rewrite Lq, L. }
    destruct (read tops back (condition M) qs l (progress t)) as [[|]| | |]; auto; now apply no. }
  destruct (follows_length _ _ _ _ _ F) as [Ll Lq]. pose proof (follows_inside _ _ fine _ _ _ F) as Iq.
  pose proof (vals_within _ _ fine w qs Iq V) as W. rewrite Lq, L in W.
  assert (length (vals (tracks M) w) = tracks M) as Lv by (rewrite (within_length _ _ _ _ _ W); lia).
  destruct (read_truth _ _ fine (condition M) qs l (length w) _ W) with (k := progress t) as [T Fit'];
    [lia|now rewrite Lv|exact Fit|].
  change (vals (tracks M) (l :: w)) with (ahead (N (length w) 0%nat) l (vals (tracks M) w)).
  rewrite <- T. cbn [andb].
  destruct (run_all (members M) (runs t) l) as [rs|] eqn:R.
  - assert (run M {| states := qs; runs := rs; progress := read tops back (condition M) qs l (progress t) |} w
      = evens M w && truth (condition M) (read tops back (condition M) qs l (progress t)) (length w) (vals (tracks M) w)
        && agree (members M) (runs t) (l :: w)) as E.
    { rewrite IH; cbn [states runs progress]; [|lia|exact Iq|exact Fit']. rewrite V. cbn [andb].
      now rewrite (run_all_some _ _ _ _ w R). }
    unfold evens in E. rewrite <- E. destruct (read tops back (condition M) qs l (progress t)) as [[|]| | |]; try reflexivity.
    rewrite E. simpl. rewrite andb_false_r. reflexivity.
  - rewrite (run_all_none _ _ _ w R). now rewrite andb_false_r.
Qed.

(* ---- xor in base 2 ---- *)

Lemma lxor_div a b i : 0 <= i -> Z.lxor a b / 2 ^ i = Z.lxor (a / 2 ^ i) (b / 2 ^ i).
Proof. intros. rewrite <- !Z.shiftr_div_pow2 by assumption. apply Z.shiftr_lxor. Qed.

Lemma lxor_mod a b i : 0 <= i -> Z.lxor a b mod 2 ^ i = Z.lxor (a mod 2 ^ i) (b mod 2 ^ i).
Proof.
  intros. rewrite <- !Z.land_ones by assumption. apply Z.bits_inj'. intros n _.
  rewrite ?Z.land_spec, ?Z.lxor_spec, ?Z.land_spec.
  destruct (Z.testbit a n), (Z.testbit b n), (Z.testbit (Z.ones i) n); reflexivity.
Qed.

Lemma odd_lxor a b : Z.odd (Z.lxor a b) = xorb (Z.odd a) (Z.odd b).
Proof. rewrite <- !Z.bit0_odd. apply Z.lxor_spec. Qed.

Definition bit (d : Z) : Prop := d = 0 \/ d = 1.

Lemma xors_bit l : Forall bit l -> bit (xors l).
Proof.
  intros F. induction F as [|d l [-> | ->] F IH]; [now left| |]; cbn [xors fold_right]; fold (xors l);
    destruct IH as [-> | ->]; cbn; unfold bit; auto.
Qed.

Lemma xors_parity l : Forall bit l -> (xors l = 0 <-> Z.even (sum l) = true).
Proof.
  intros F.
  assert (Z.odd (xors l) = Z.odd (sum l)) as same.
  { clear F. induction l as [|d l IH]; [reflexivity|]. cbn [xors sum fold_right]. rewrite odd_lxor, Z.odd_add.
    unfold xors, sum in IH. now rewrite IH. }
  rewrite <- Z.negb_odd, <- same. destruct (xors_bit l F) as [-> | ->]; cbn; intuition discriminate.
Qed.

Lemma xors_ahead i ds : forall vs, length ds = length vs -> Forall bit ds -> Forall (fun v => 0 <= v < 2 ^ Z.of_nat i) vs ->
  xors (ahead (2 ^ Z.of_nat i) ds vs) / 2 ^ Z.of_nat i = xors ds
  /\ xors (ahead (2 ^ Z.of_nat i) ds vs) mod 2 ^ Z.of_nat i = xors vs.
Proof.
  assert (0 < 2 ^ Z.of_nat i) as P by (apply Z.pow_pos_nonneg; lia).
  induction ds as [|d ds IH]; intros [|v vs]; cbn [length ahead]; try discriminate.
  - intros. unfold xors. cbn [fold_right]. split; [apply Zdiv_0_l|apply Zmod_0_l].
  - intros [= L] B V. inversion B; inversion V; subst. destruct (IH vs L) as [D M]; [assumption|assumption|].
    cbn [xors fold_right]. fold (xors (ahead (2 ^ Z.of_nat i) ds vs)) (xors ds) (xors vs).
    rewrite lxor_div, lxor_mod, D, M by lia. split; f_equal.
    + rewrite Z.div_add_l by lia. rewrite Z.div_small by assumption. lia.
    + rewrite Z.add_comm, Z_mod_plus_full. now apply Z.mod_small.
Qed.

Definition binary : bool := match tops, back with [1], O => true | _, _ => false end.

Lemma binary_N : binary = true -> forall i, N i 0%nat = 2 ^ Z.of_nat i.
Proof.
  intros B. assert (top tops 0 = 1 /\ after tops back 0 = 0%nat) as [T F].
  { unfold binary in B. destruct tops as [|t [|]]; try discriminate; destruct t as [|[]|]; try discriminate;
      destruct back; try discriminate; split; reflexivity. }
  induction i as [|i IH]; [reflexivity|].
  assert (N (S i) 0%nat = top tops 0 * N i 0%nat + N i (after tops back 0)) as -> by reflexivity.
  rewrite T, F, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
Qed.

Lemma binary_digit q d q' : binary = true -> follow tops back q d = Some q' -> bit d.
Proof.
  intros B F. pose proof (follow_digit _ _ fine _ _ _ F) as D. unfold binary in B. unfold top in D.
  destruct tops as [|t [|]]; try discriminate; destruct t as [|[]|]; try discriminate.
  unfold bit. destruct q as [|[|q]]; cbn in D; lia.
Qed.

Lemma evens_xors M w : binary = true -> forall qs, inside qs -> Forall (fun j => (j < length qs)%nat) (even_tracks M) ->
  valid qs w = true -> (evens M w = true <-> xors (pick 0 (even_tracks M) (vals (length qs) w)) = 0).
Proof.
  intros B. induction w as [|l w IH]; intros qs In Sel; cbn [valid evens forallb].
  - intros _. split; [|reflexivity]. intros _. unfold pick. clear. cbn. induction (even_tracks M) as [|j sel IH]; [reflexivity|].
    cbn [map xors fold_right]. fold (xors (map (fun j => nth j (repeat 0 (length qs)) 0) sel)). rewrite IH, nth_repeat. reflexivity.
  - destruct (follows qs l) as [qs'|] eqn:F; [|discriminate]. intros V.
    destruct (follows_length _ _ _ _ _ F) as [Ll Lq]. pose proof (follows_inside _ _ fine _ _ _ F) as Iq.
    pose proof (vals_within _ _ fine w qs' Iq V) as W. rewrite Lq in W. pose proof (within_length _ _ _ _ _ W) as Lv.
    change (vals (length qs) (l :: w)) with (ahead (N (length w) 0%nat) l (vals (length qs) w)).
    rewrite <- (ahead_pick _ l); [|congruence|now rewrite Ll].
    pose proof (binary_N B (length w)) as E. rewrite E.
    assert (Forall bit (pick 0 (even_tracks M) l)) as Bits.
    { apply Forall_map. eapply Forall_impl; [|exact Sel]. intros j lt. cbv beta in *.
      exact (binary_digit _ _ _ B (follows_nth _ _ _ _ _ _ F lt)). }
    assert (Forall (fun v => 0 <= v < 2 ^ Z.of_nat (length w)) (pick 0 (even_tracks M) (vals (length qs) w))) as Small.
    { apply Forall_map. eapply Forall_impl; [|exact Sel]. intros j lt. cbv beta in *.
      assert (forall qs xs, within tops back (length w) qs xs -> (j < length qs)%nat ->
        0 <= nth j xs 0 < N (length w) (nth j qs 0%nat) /\ (nth j qs 0%nat < length tops)%nat) as one.
      { clear. intros qs xs W. revert j. induction W as [|q x qs xs [qin b] W IHW]; intros j; cbn [length]; [lia|].
        destruct j as [|j]; cbn [nth]; [split; assumption|]. intros. apply IHW. lia. }
      destruct (one qs' (vals (length qs) w)) as [b qin]; [exact W|lia|].
      assert (nth j qs' 0%nat = 0%nat) as Z0.
      { unfold binary in B. destruct tops as [|t [|t' l']]; [discriminate|cbn [length] in qin; lia|]. destruct t as [|[]|]; discriminate. }
      rewrite Z0, E in b. exact b. }
    assert (length (pick 0 (even_tracks M) l) = length (pick 0 (even_tracks M) (vals (length qs) w))) as Len
      by (unfold pick; now rewrite !map_length).
    destruct (xors_ahead (length w) _ _ Len Bits Small) as [D Mo].
    specialize (IH qs' Iq). rewrite Lq in IH. specialize (IH Sel V).
    rewrite andb_true_iff. fold (evens M w). rewrite IH, <- (xors_parity _ Bits).
    assert (0 < 2 ^ Z.of_nat (length w)) as P by (apply Z.pow_pos_nonneg; lia).
    set (big := xors (ahead _ _ _)) in *. rewrite <- D, <- Mo. split.
    + intros [d m]. pose proof (Z.div_mod big (2 ^ Z.of_nat (length w))). nia.
    + intros ->. split; [apply Zdiv_0_l|apply Zmod_0_l].
Qed.

(* ---- What a machine says of numbers ---- *)

Definition meets (M : machine) (x : list Z) : Prop :=
  holds (condition M) x /\ xors (pick 0 (even_tracks M) x) = 0
  /\ Forall (fun m => member (pick 0 (fst m) x) = snd m) (members M).

Definition machine_ok (M : machine) : bool :=
  narrow (tracks M) (condition M)
  && forallb (fun j => Nat.ltb j (tracks M)) (even_tracks M)
  && (match even_tracks M with [] => true | _ => binary end)
  && forallb (fun m => forallb (fun j => Nat.ltb j (tracks M)) (fst m) && at_rest (length (fst m))) (members M).

Definition start (M : machine) : thread :=
  {| states := repeat 0%nat (tracks M); runs := map (fun _ => Some (begin A)) (members M);
     progress := nothing_read tops (condition M) |}.

Lemma pick_zeros sel n : Forall (fun j => (j < n)%nat) sel -> pick 0%nat sel (repeat 0%nat n) = repeat 0%nat (length sel).
Proof. intros F. unfold pick. induction F as [|j sel lt F IH]; [reflexivity|]. cbn. now rewrite IH, nth_repeat. Qed.

Lemma ltb_all n sel : forallb (fun j => Nat.ltb j n) sel = true -> Forall (fun j => (j < n)%nat) sel.
Proof. rewrite forallb_forall, Forall_forall. intros H j I. now apply Nat.ltb_lt, H. Qed.

Lemma run_meets M w : machine_ok M = true -> valid (repeat 0%nat (tracks M)) w = true ->
  (run M (start M) w = true <-> meets M (vals (tracks M) w)).
Proof.
  unfold machine_ok. rewrite !andb_true_iff. intros [[[thin sel] bin] mem] V.
  pose proof (zeros_inside _ _ fine (tracks M)) as Iz.
  rewrite run_is; [|exact thin|apply repeat_length|exact Iz|apply nothing_read_fits].
  cbn [start states progress runs]. rewrite V. cbn [andb]. rewrite !andb_true_iff, nothing_read_truth.
  unfold meets.
  assert (evens M w = true <-> xors (pick 0 (even_tracks M) (vals (tracks M) w)) = 0) as X.
  { destruct (even_tracks M) as [|j js] eqn:E.
    - unfold evens. rewrite E. cbn. split; [reflexivity|]. intros _. apply forallb_forall. reflexivity.
    - rewrite <- E in *. rewrite (evens_xors M w) with (qs := repeat 0%nat (tracks M));
        [now rewrite repeat_length| | | |]; auto.
      rewrite repeat_length. now apply ltb_all. }
  assert (agree (members M) (map (fun _ => Some (begin A)) (members M)) w = true
    <-> Forall (fun m => member (pick 0 (fst m) (vals (tracks M) w)) = snd m) (members M)) as Y.
  { clear X bin sel thin. induction (members M) as [|[s b] ms IH]; [split; [constructor|reflexivity]|].
    cbn [forallb fst] in mem. rewrite !andb_true_iff in mem. destruct mem as [[inn rest] mem].
    cbn [map agree]. rewrite andb_true_iff, (IH mem), eqb_true_iff. apply ltb_all in inn.
    destruct (pick_word _ _ fine w (repeat 0%nat (tracks M)) s Iz V) as [Vp Ep]; [now rewrite repeat_length|].
    rewrite pick_zeros in Vp by assumption. rewrite repeat_length in Ep.
    pose proof (member_word _ _ rest Vp) as Mw. rewrite Ep in Mw. rewrite <- Mw. split.
    - intros [H1 H2]. constructor; assumption.
    - intros H. inversion H; subst. split; assumption. }
  rewrite X, Y. tauto.
Qed.

Lemma run_valid M w : machine_ok M = true -> run M (start M) w = true -> valid (repeat 0%nat (tracks M)) w = true.
Proof.
  unfold machine_ok. rewrite !andb_true_iff. intros [[[thin _] _] _]. rewrite run_is; [|exact thin| | |].
  - cbn [start states]. rewrite !andb_true_iff. tauto.
  - apply repeat_length.
  - apply (zeros_inside _ _ fine).
  - apply nothing_read_fits.
Qed.

End Machines.
