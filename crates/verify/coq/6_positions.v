(* ---- A game that is one position, and who wins ----
   [over x true] says that play has ended at x and is lost for the player to move, [over x false] that it is won. Who cannot move
   loses; in misère play he wins: won is a position where whoever can move at all can move to a lost one. Nothing else is won or
   lost: play that never ends would be neither. *)

Section Play.

Variable over : list Z -> bool -> Prop.
Variable move : list Z -> list Z -> Prop.
Variable misere : bool.

Definition going (x : list Z) : Prop := ~ over x true /\ ~ over x false.

Inductive lost : list Z -> Prop :=
| lost_over x : over x true -> lost x
| lost_going x : going x -> (misere = true -> exists y, move x y) -> (forall y, move x y -> won y) -> lost x
with won : list Z -> Prop :=
| won_over x : over x false -> won x
| won_move x y : going x -> move x y -> lost y -> won x
| won_misere x : going x -> misere = true -> ((exists z, move x z) -> exists y, move x y /\ lost y) -> won x.

End Play.

(* A family of moves: numbers are added to those of the position, a condition holds, and some of them are the result. *)
Record way := { extra : nat; allowed : cond; result : list nat }.

Record game := {
  size_of : nat;
  is_legal : cond;
  endings : list (cond * bool);
  ways : list way;
  is_misere : bool
}.

Definition moves (ws : list way) (x y : list Z) : Prop :=
  exists v g, In v ws /\ Forall (Z.le 0) g /\ length g = extra v /\ holds (allowed v) (x ++ g)
    /\ y = pick 0 (result v) (x ++ g).

(* The first ending whose condition holds counts. *)
Fixpoint ended (es : list (cond * bool)) (x : list Z) (b : bool) : Prop :=
  match es with
  | [] => False
  | (c, v) :: es => (holds c x /\ v = b) \/ (~ holds c x /\ ended es x b)
  end.

Lemma holds_dec c x : {holds c x} + {~ holds c x}.
Proof.
  induction c as [| |t cs k|c IH|c IHc d IHd|c IHc d IHd]; cbn [holds]; try tauto.
  destruct (passed t (dot cs x + k)) eqn:P; [left|right]; rewrite <- passed_iff; congruence.
Qed.

Section Positions.

Variable tops : list Z.
Variable back : nat.
Variable A : automaton.
Variable G : game.
Variable fuel pad : nat.
Hypothesis fine : numeration_ok tops back = true.
Notation member := (member tops back A).
Notation d := (size_of G).

Definition own : list nat := seq 0 d.

Definition about (k : nat) (c : cond) (ms : list (list nat * bool)) : machine :=
  {| tracks := k; condition := c; even_tracks := []; members := ms |}.

Fixpoint after_ends (c : cond) (es : list (cond * bool)) : cond :=
  match es with [] => c | (e, _) :: es => after_ends (And c (Not e)) es end.
Definition goes_on : cond := after_ends (is_legal G) (endings G).

Fixpoint ends_right (c : cond) (es : list (cond * bool)) : bool :=
  match es with
  | [] => true
  | (e, v) :: es => empty tops back A fuel (about d (And c e) [(own, negb v)]) && ends_right (And c (Not e)) es
  end.

Definition never_lost_to_lost (v : way) : bool :=
  empty tops back A fuel (about (d + extra v) (And goes_on (allowed v)) [(own, true); (result v, true)]).

Definition to_lost : list option_of :=
  map (fun v => {| guesses := extra v; goal := about (d + extra v) (allowed v) [(result v, true)] |}) (ways G).
Definition to_any : list option_of :=
  map (fun v => {| guesses := extra v; goal := about (d + extra v) (allowed v) [] |}) (ways G).

Definition others_move : bool :=
  if is_misere G then
    forallb (fun v =>
      covered tops back A d (about (d + extra v) (And goes_on (allowed v)) [(own, false)]) to_lost fuel pad) (ways G)
    && covered tops back A d (about d goes_on [(own, true)]) to_any fuel pad
  else covered tops back A d (about d goes_on [(own, false)]) to_lost fuel pad.

Definition right : bool :=
  numeration_ok tops back
  && ends_right (is_legal G) (endings G)
  && forallb never_lost_to_lost (ways G)
  && others_move.

(* The game as its file writes it. *)
Variable legal : list Z -> Prop.
Variable over : list Z -> bool -> Prop.
Variable move : list Z -> list Z -> Prop.
Variable weights : list Z.
Hypothesis legal_is : forall x, legal x -> length x = d /\ Forall (Z.le 0) x /\ holds (is_legal G) x.
Hypothesis over_is : forall x b, legal x -> (over x b <-> ended (endings G) x b).
Hypothesis move_is : forall x y, legal x -> (move x y <-> moves (ways G) x y).
Hypothesis falls : forall x y, legal x -> going over x -> move x y -> legal y /\ 0 <= dot weights y < dot weights x.

Lemma pick_own x g : length x = d -> pick 0 own (x ++ g) = x.
Proof.
  unfold own. intros <-. unfold pick. induction x as [|a x IH]; [reflexivity|]. cbn [length seq map app nth]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma pick_own_alone x : length x = d -> pick 0 own x = x.
Proof. intros L. rewrite <- (app_nil_r x) at 1. now apply pick_own. Qed.

Lemma meets_about k c ms x :
  meets tops back A (about k c ms) x <-> holds c x /\ Forall (fun m => member (pick 0 (fst m) x) = snd m) ms.
Proof. unfold meets, about. cbn [condition even_tracks members]. split; [tauto|]. intros [H M]. split; [exact H|]. split; [reflexivity|exact M]. Qed.

Lemma holds_longer n c : forall x g, narrow n c = true -> (n <= length x)%nat -> (holds c (x ++ g) <-> holds c x).
Proof.
  intros x g. induction c as [| |t cs k|c IH|c IHc e IHe|c IHc e IHe]; cbn [narrow holds]; intros th le; try reflexivity.
  - rewrite andb_true_iff, Nat.leb_le in th. destruct th as [th _].
    assert (dot cs (x ++ g) = dot cs x) as ->; [|reflexivity].
    assert (length cs <= length x)%nat as short by lia. clear th le. revert x short.
    induction cs as [|c cs IH]; intros [|a x]; cbn [dot app length]; intros; try lia.
    rewrite IH by lia. reflexivity.
  - rewrite IH by assumption. reflexivity.
  - rewrite andb_true_iff in th. rewrite IHc, IHe by tauto. reflexivity.
  - rewrite andb_true_iff in th. rewrite IHc, IHe by tauto. reflexivity.
Qed.

Lemma ended_after x : forall es c, holds c x -> (forall b, ~ ended es x b) <-> holds (after_ends c es) x.
Proof.
  induction es as [|[e v] es IH]; intros c C; cbn [ended after_ends].
  - split; [intros _; exact C|tauto].
  - destruct (holds_dec e x) as [H|H].
    + split.
      * intros no. destruct (no v). now left.
      * intros after_. exfalso.
        assert (forall es c, holds (after_ends c es) x -> holds c x) as back_.
        { clear. induction es as [|[e v] es IH]; intros c; cbn [after_ends]; [tauto|]. intros H. apply IH in H. cbn in H. tauto. }
        apply back_ in after_. cbn in after_. tauto.
    + rewrite <- IH by (cbn; tauto). split; intros no b; specialize (no b); tauto.
Qed.

Lemma ends_right_member x : length x = d -> Forall (Z.le 0) x ->
  forall es c, ends_right c es = true -> holds c x -> forall b, ended es x b -> member x = b.
Proof.
  intros L natural. induction es as [|[e v] es IH]; intros c; cbn [ends_right ended]; [tauto|].
  rewrite andb_true_iff. intros [E R] C b [[H ->]|[H En]].
  - pose proof (empty_right _ _ _ fine _ _ E x natural L) as no. rewrite meets_about in no.
    destruct (Bool.bool_dec (member x) b) as [same|differ]; [exact same|]. exfalso. apply no.
    split; [split; assumption|]. constructor; [|constructor]. cbn [fst snd]. rewrite (pick_own_alone x L).
    destruct (member x), b; cbn [negb] in *; congruence.
  - apply (IH _ R); [cbn; tauto|exact En].
Qed.

Hypothesis R : right = true.

Lemma right_parts : ends_right (is_legal G) (endings G) = true /\ forallb never_lost_to_lost (ways G) = true /\ others_move = true.
Proof. unfold right in R. rewrite !andb_true_iff in R. tauto. Qed.

Lemma going_holds x : legal x -> (going over x <-> holds goes_on x).
Proof.
  intros Lx. destruct (legal_is x Lx) as (L & natural & H). unfold goes_on. rewrite <- (ended_after x (endings G) _ H).
  unfold going. rewrite !over_is by exact Lx. split; [intros [a b] [|]; assumption|]. intros all. split; apply all.
Qed.

Lemma over_member x b : legal x -> over x b -> member x = b.
Proof.
  intros Lx O. destruct (legal_is x Lx) as (L & natural & H). rewrite over_is in O by exact Lx.
  exact (ends_right_member x L natural _ _ (proj1 right_parts) H b O).
Qed.

Lemma empty_thin M : empty tops back A fuel M = true -> narrow (tracks M) (condition M) = true.
Proof. unfold empty. cbv zeta. unfold machine_ok. rewrite !andb_true_iff. tauto. Qed.

Lemma covered_thin n M os : covered tops back A n M os fuel pad = true -> narrow (tracks M) (condition M) = true.
Proof. unfold covered, options_ok, machine_ok. rewrite !andb_true_iff. tauto. Qed.

Lemma own_longer c x g : narrow d c = true -> length x = d -> holds c x -> holds c (x ++ g).
Proof. intros th L H. apply (holds_longer d); [exact th|lia|exact H]. Qed.

(* The condition to go on speaks of the position alone. *)
Hypothesis going_thin : narrow d goes_on = true.

Lemma lost_not_to_lost x y : legal x -> going over x -> member x = true -> move x y -> member y = false.
Proof.
  intros Lx Gx Mx Mv. destruct (legal_is x Lx) as (L & natural & _).
  apply move_is in Mv; [|exact Lx]. destruct Mv as (v & g & Iv & Ng & Lg & Al & ->).
  pose proof (proj1 (proj2 right_parts)) as all. rewrite forallb_forall in all. specialize (all v Iv).
  unfold never_lost_to_lost in all.
  pose proof (empty_right _ _ _ fine _ _ all (x ++ g)) as no. rewrite meets_about in no.
  destruct (member (pick 0 (result v) (x ++ g))) eqn:E; [|reflexivity]. exfalso. apply no.
  - now apply Forall_app.
  - cbn [about tracks]. rewrite app_length. congruence.
  - split; [split; [|exact Al]|].
    + apply own_longer; [exact going_thin|exact L|]. now apply going_holds.
    + constructor; [|constructor; [|constructor]]; cbn [fst snd]; [|exact E].
      rewrite pick_own by exact L. exact Mx.
Qed.

Lemma firstn_own (x g : list Z) : length x = d -> firstn d (x ++ g) = x.
Proof. intros <-. rewrite firstn_app, Nat.sub_diag, firstn_all. cbn. apply app_nil_r. Qed.

Lemma others_to_lost x : legal x -> going over x -> member x = false ->
  (is_misere G = true -> exists z, move x z) -> exists y, move x y /\ member y = true.
Proof.
  intros Lx Gx Mx some. destruct (legal_is x Lx) as (L & natural & _).
  pose proof (proj2 (proj2 right_parts)) as all. unfold others_move in all.
  apply going_holds in Gx; [|exact Lx].
  assert (forall o g, In o to_lost -> Forall (Z.le 0) g -> length g = guesses o -> meets tops back A (goal o) (x ++ g) ->
    exists y, move x y /\ member y = true) as enough.
  { intros o g Io Ng Lg Me. unfold to_lost in Io. apply in_map_iff in Io. destruct Io as (v & <- & Iv). cbn [guesses goal] in Lg, Me.
    rewrite meets_about in Me. destruct Me as (Al & Mem). inversion Mem as [|? ? Me _]; subst. cbn [fst snd] in Me.
    exists (pick 0 (result v) (x ++ g)). split; [|exact Me]. apply move_is; [exact Lx|].
    exists v, g. repeat split; assumption. }
  destruct (is_misere G).
  - destruct (some eq_refl) as [z Mz]. apply move_is in Mz; [|exact Lx]. destruct Mz as (v & g & Iv & Ng & Lg & Al & ->).
    rewrite andb_true_iff, forallb_forall in all. destruct all as [all _]. specialize (all v Iv).
    destruct (covered_right _ _ _ fine _ _ _ _ _ all (x ++ g)) as (o & h & Io & Nh & Lh & Me).
    + now apply Forall_app.
    + cbn [about tracks]. rewrite app_length. congruence.
    + apply meets_about. split; [split; [|exact Al]|].
      * apply own_longer; [exact going_thin|exact L|exact Gx].
      * constructor; [|constructor]. cbn [fst snd]. rewrite pick_own by exact L. exact Mx.
    + rewrite firstn_own in Me by exact L. exact (enough o h Io Nh Lh Me).
  - destruct (covered_right _ _ _ fine _ _ _ _ _ all x natural L) as (o & h & Io & Nh & Lh & Me).
    + apply meets_about. split; [exact Gx|]. constructor; [|constructor]. cbn [fst snd]. rewrite pick_own_alone by exact L. exact Mx.
    + rewrite <- (app_nil_r x) in Me at 1. rewrite firstn_own in Me by exact L. exact (enough o h Io Nh Lh Me).
Qed.

Lemma lost_has_move x : is_misere G = true -> legal x -> going over x -> member x = true -> exists y, move x y.
Proof.
  intros mis Lx Gx Mx. destruct (legal_is x Lx) as (L & natural & _).
  pose proof (proj2 (proj2 right_parts)) as all. unfold others_move in all. rewrite mis, andb_true_iff in all.
  apply going_holds in Gx; [|exact Lx].
  destruct (covered_right _ _ _ fine _ _ _ _ _ (proj2 all) x natural L) as (o & h & Io & Nh & Lh & Me).
  - apply meets_about. split; [exact Gx|]. constructor; [|constructor]. cbn [fst snd]. rewrite pick_own_alone by exact L. exact Mx.
  - rewrite <- (app_nil_r x) in Me at 1. rewrite firstn_own in Me by exact L.
    unfold to_any in Io. apply in_map_iff in Io. destruct Io as (v & <- & Iv). cbn [guesses goal] in Lh, Me.
    rewrite meets_about in Me. destruct Me as (Al & _).
    exists (pick 0 (result v) (x ++ h)). apply move_is; [exact Lx|]. exists v, h. repeat split; assumption.
Qed.

Lemma going_or_over x : legal x -> going over x \/ exists b, over x b.
Proof.
  intros Lx. assert (forall es, (exists b, ended es x b) \/ forall b, ~ ended es x b) as dec.
  { induction es as [|[e v] es IH]; [right; cbn; tauto|]. cbn [ended]. destruct (holds_dec e x).
    - left. exists v. now left.
    - destruct IH as [[b En]|no]; [left; exists b; tauto|]. right. intros b. specialize (no b). tauto. }
  destruct (dec (endings G)) as [[b En]|no].
  - right. exists b. now apply over_is.
  - left. split; rewrite over_is by exact Lx; apply no.
Qed.

(* Lost is what the automaton accepts, and all else is won. *)
Theorem decided : forall x, legal x ->
  (member x = true -> lost over move (is_misere G) x /\ ~ won over move (is_misere G) x)
  /\ (member x = false -> won over move (is_misere G) x /\ ~ lost over move (is_misere G) x).
Proof.
  assert (forall n x, (Z.to_nat (dot weights x) < n)%nat -> legal x ->
    (member x = true -> lost over move (is_misere G) x /\ ~ won over move (is_misere G) x)
    /\ (member x = false -> won over move (is_misere G) x /\ ~ lost over move (is_misere G) x)) as all.
  2: { intros x Lx. exact (all (S (Z.to_nat (dot weights x))) x (Nat.lt_succ_diag_r _) Lx). }
  induction n as [|n IH]; intros x small Lx; [lia|].
  assert (forall y, going over x -> move x y -> legal y /\ (Z.to_nat (dot weights y) < n)%nat) as next.
  { intros y Gx My. destruct (falls x y Lx Gx My). split; [assumption|lia]. }
  split; intros Mx.
  - split.
    + destruct (going_or_over x Lx) as [Gx|[b O]].
      * apply lost_going; [exact Gx|intros mis; now apply lost_has_move|].
        intros y My. pose proof (lost_not_to_lost x y Lx Gx Mx My) as My'. destruct (next y Gx My) as [Ly lt].
        exact (proj1 (proj2 (IH y lt Ly) My')).
      * pose proof (over_member x b Lx O) as E. rewrite Mx in E. subst b. now apply lost_over.
    + intros W. inversion W as [? O|? y Gx My Ly|? Gx mis some]; subst.
      * pose proof (over_member x false Lx O). congruence.
      * pose proof (lost_not_to_lost x y Lx Gx Mx My) as My'. destruct (next y Gx My) as [Ly' lt].
        exact (proj2 (proj2 (IH y lt Ly') My') Ly).
      * destruct (some (lost_has_move x mis Lx Gx Mx)) as (y & My & Ly).
        pose proof (lost_not_to_lost x y Lx Gx Mx My) as My'. destruct (next y Gx My) as [Ly' lt].
        exact (proj2 (proj2 (IH y lt Ly') My') Ly).
  - split.
    + destruct (going_or_over x Lx) as [Gx|[b O]].
      * assert ((is_misere G = true -> exists z, move x z) -> exists y, move x y /\ lost over move (is_misere G) y) as has.
        { intros some. destruct (others_to_lost x Lx Gx Mx some) as (y & My & Ly). destruct (next y Gx My) as [Ly' lt].
          exists y. split; [exact My|]. exact (proj1 (proj1 (IH y lt Ly') Ly)). }
        destruct (is_misere G) eqn:mis.
        -- apply won_misere; [exact Gx|reflexivity|]. intros some. apply has. intros _. exact some.
        -- destruct has as (y & My & Ly); [discriminate|]. exact (won_move _ _ _ x y Gx My Ly).
      * pose proof (over_member x b Lx O) as E. rewrite Mx in E. subst b. now apply won_over.
    + intros W. inversion W as [? O|? Gx has all]; subst.
      * pose proof (over_member x true Lx O). congruence.
      * destruct (others_to_lost x Lx Gx Mx has) as (y & My & Ly). destruct (next y Gx My) as [Ly' lt].
        exact (proj2 (proj1 (IH y lt Ly') Ly) (all y My)).
Qed.

End Positions.
