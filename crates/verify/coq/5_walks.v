(* ---- Walks over all words ----
   A set of nodes is found by walking (of which nothing is proved; it stops at a node that is not good) and then seen to be
   closed (of which all is proved). *)

Section Closed.

Context {node : Type}.
Variable key : node -> positive.
Variable same : node -> node -> bool.
Variable nexts : node -> list node.
Variable good : node -> bool.
Hypothesis same_right : forall a b, same a b = true -> a = b.

Fixpoint explore (fuel : nat) (todo : list node) (seen : PositiveMap.t node) : PositiveMap.t node :=
  match fuel, todo with
  | S fuel, n :: todo =>
    if negb (good n) then seen else
    let (todo, seen) :=
      fold_left
        (fun ts m =>
          match PositiveMap.find (key m) (snd ts) with
          | Some _ => ts
          | None => (m :: fst ts, PositiveMap.add (key m) m (snd ts))
          end)
        (nexts n) (todo, seen) in
    explore fuel todo seen
  | _, _ => seen
  end.

Definition walked (fuel : nat) (n : node) : PositiveMap.t node :=
  explore fuel [n] (PositiveMap.add (key n) n (PositiveMap.empty node)).

Definition among (s : PositiveMap.t node) (n : node) : bool :=
  match PositiveMap.find (key n) s with Some m => same n m | None => false end.

Definition closed (s : PositiveMap.t node) (n : node) : bool :=
  among s n && forallb (fun e => good (snd e) && forallb (among s) (nexts (snd e))) (PositiveMap.elements s).

Lemma among_good s n m : closed s n = true -> among s m = true ->
  good m = true /\ forall m', In m' (nexts m) -> among s m' = true.
Proof.
  unfold closed. rewrite andb_true_iff, forallb_forall. intros [_ all] A. unfold among in A.
  destruct (PositiveMap.find (key m) s) as [m'|] eqn:F; [|discriminate]. apply same_right in A. subst m'.
  specialize (all (key m, m) (PositiveMap.elements_correct _ _ F)). cbn [snd] in all.
  rewrite andb_true_iff, forallb_forall in all. exact all.
Qed.

Lemma closed_start s n : closed s n = true -> among s n = true.
Proof. unfold closed. now rewrite andb_true_iff. Qed.

End Closed.

(* ---- Equality and keys of what is met on a walk ---- *)

Fixpoint same_list {T} (same : T -> T -> bool) (a b : list T) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same x y && same_list same a b
  | _, _ => false
  end.

Lemma same_list_right {T} (same : T -> T -> bool) : (forall a b, same a b = true -> a = b) ->
  forall a b, same_list same a b = true -> a = b.
Proof.
  intros R. induction a as [|x a IH]; intros [|y b]; cbn; try discriminate; [reflexivity|].
  rewrite andb_true_iff. intros [E F]. now rewrite (R _ _ E), (IH _ F).
Qed.

Fixpoint same_known (a b : known) : bool :=
  match a, b with
  | Is a, Is b => Bool.eqb a b
  | At a, At b => same_list Z.eqb a b
  | One a, One b => same_known a b
  | Two a c, Two b d => same_known a b && same_known c d
  | _, _ => false
  end.

Lemma same_known_right a : forall b, same_known a b = true -> a = b.
Proof.
  induction a as [x|P|a IH|a IHa c IHc]; intros [y|Q|b|b d]; cbn; try discriminate.
  - intros E. apply eqb_prop in E. congruence.
  - intros E. f_equal. revert E. apply same_list_right. intros. now apply Z.eqb_eq.
  - intros E. f_equal. now apply IH.
  - rewrite andb_true_iff. intros [E F]. now rewrite (IHa _ E), (IHc _ F).
Qed.

Definition same_state (a b : option nat) : bool :=
  match a, b with Some a, Some b => Nat.eqb a b | None, None => true | _, _ => false end.

Definition same_thread (a b : thread) : bool :=
  same_list Nat.eqb (states a) (states b) && same_list same_state (runs a) (runs b)
  && same_known (progress a) (progress b).

Lemma same_thread_right a b : same_thread a b = true -> a = b.
Proof.
  destruct a as [qs rs k], b as [qs' rs' k']. unfold same_thread. cbn. rewrite !andb_true_iff. intros [[Q R] K]. f_equal.
  - revert Q. apply same_list_right. intros. now apply Nat.eqb_eq.
  - revert R. apply same_list_right. intros [x|] [y|]; cbn; try discriminate; [|reflexivity].
    intros E. f_equal. now apply Nat.eqb_eq.
  - now apply same_known_right.
Qed.

Fixpoint put (p acc : positive) : positive :=
  match p with
  | xH => xO (xO acc)
  | xO p => put p (xI (xO acc))
  | xI p => put p (xI (xI acc))
  end.
Definition put_nat (n : nat) (acc : positive) : positive := put (Pos.of_succ_nat n) acc.
Definition put_Z (z : Z) (acc : positive) : positive :=
  match z with Z0 => put xH acc | Zpos p => put (xO p) acc | Zneg p => put (xI p) acc end.
Definition put_state (s : option nat) (acc : positive) : positive :=
  match s with None => put xH acc | Some n => put (xO (Pos.of_succ_nat n)) acc end.
Fixpoint put_known (k : known) (acc : positive) : positive :=
  match k with
  | Is false => put 1 acc
  | Is true => put 2 acc
  | At P => fold_left (fun a p => put_Z p a) P (put 3 acc)
  | One k => put_known k (put 4 acc)
  | Two k l => put_known l (put_known k (put 5 acc))
  end.
Definition put_thread (t : thread) (acc : positive) : positive :=
  put_known (progress t)
    (fold_left (fun a s => put_state s a) (runs t) (fold_left (fun a q => put_nat q a) (states t) acc)).

Section Walks.

Variable tops : list Z.
Variable back : nat.
Variable A : automaton.
Hypothesis fine : numeration_ok tops back = true.
Notation follows := (follows tops back).
Notation valid := (valid tops back).
Notation vals := (vals tops back).
Notation word := (word tops back).
Notation step := (step tops back A).
Notation run := (run tops back A).
Notation final := (final tops back A).
Notation start := (start tops A).
Notation meets := (meets tops back A).
Notation machine_ok := (machine_ok tops back A).

Definition largest : Z := fold_right Z.max 0 tops.
Definition all_digits : list Z := map Z.of_nat (seq 0 (S (Z.to_nat largest))).

Fixpoint letters (n : nat) : list (list Z) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun l => map (fun d => d :: l) all_digits) (letters n)
  end.

Lemma digit_listed q d q' : follow tops back q d = Some q' -> In d all_digits.
Proof.
  intros F. pose proof (follow_digit _ _ fine _ _ _ F) as B.
  assert (top tops q <= largest) as T.
  { unfold top, largest. clear. revert q. induction tops as [|t l IH]; intros [|q]; cbn [nth fold_right]; try lia.
    specialize (IH q). lia. }
  unfold all_digits. apply in_map_iff. exists (Z.to_nat d). split; [lia|]. apply in_seq. lia.
Qed.

Lemma letter_listed qs : forall l qs', follows qs l = Some qs' -> In l (letters (length qs)).
Proof.
  induction qs as [|q qs IH]; intros [|d l] qs' E; try discriminate; [now left|].
  destruct (follows_parts _ _ _ _ _ _ _ E) as (q' & r & D & F). cbn [length letters].
  apply in_flat_map. exists l. split; [exact (IH _ _ F)|]. apply in_map_iff. exists d. split; [reflexivity|].
  exact (digit_listed _ _ _ D).
Qed.

Lemma step_letter M t l t' : step M t l = Some t' -> In l (letters (length (states t))) /\ length (states t') = length (states t).
Proof.
  intros E. apply step_states in E. split; [exact (letter_listed _ _ _ E)|exact (proj2 (follows_length _ _ _ _ _ E))].
Qed.

(* ---- Nothing meets a machine ---- *)

Definition thread_nexts (M : machine) (ls : list (list Z)) (t : thread) : list thread :=
  flat_map (fun l => match step M t l with Some t => [t] | None => [] end) ls.

Definition empty (fuel : nat) (M : machine) : bool :=
  let nexts := thread_nexts M (letters (tracks M)) in
  let key := fun t => put_thread t 1 in
  let good := fun t => negb (final M t) in
  machine_ok M && closed key same_thread nexts good (walked key nexts good fuel (start M)) (start M).

Lemma empty_right fuel M : empty fuel M = true ->
  forall x, Forall (Z.le 0) x -> length x = tracks M -> ~ meets M x.
Proof.
  unfold empty. rewrite andb_true_iff. intros [ok C] x natural L.
  destruct (word_right _ _ fine x natural) as [V E]. rewrite L in V, E. rewrite <- E at 1.
  rewrite <- (run_meets _ _ A fine M _ ok V).
  assert (forall w t, length (states t) = tracks M ->
    among (fun t => put_thread t 1) same_thread (walked (fun t => put_thread t 1) (thread_nexts M (letters (tracks M)))
      (fun t => negb (final M t)) fuel (start M)) t = true ->
    run M t w = false) as all.
  { induction w as [|l w IH]; intros t Lt In_t; cbn.
    - destruct (among_good _ _ _ _ same_thread_right _ _ _ C In_t) as [G _]. now apply negb_true_iff in G.
    - destruct (step M t l) as [t'|] eqn:S; [|reflexivity]. destruct (step_letter _ _ _ _ S) as [I Lt'].
      rewrite Lt in I, Lt'. apply IH; [exact Lt'|].
      apply (proj2 (among_good _ _ _ _ same_thread_right _ _ _ C In_t)). unfold thread_nexts. apply in_flat_map.
      exists l. split; [exact I|]. rewrite S. now left. }
  rewrite (all _ (start M)); [discriminate|apply repeat_length|exact (closed_start _ _ _ _ _ _ C)].
Qed.

(* ---- Whatever meets one machine can be continued so that it meets one of several others ----
   Of what the first machine reads, the first n numbers are shared; the others have numbers of their own. *)

Record option_of := { guesses : nat; goal : machine }.
Definition no_option : option_of := {| guesses := 0; goal := {| tracks := 0; condition := No; even_tracks := []; members := [] |} |}.

Section Cover.

Variable n : nat.
Variable demand : machine.
Variable options : list option_of.

Notation nth_option i := (nth i options no_option).

Definition place := (thread * list (nat * thread))%type.

Definition put_tagged (a : positive) (it : nat * thread) : positive := put_thread (snd it) (put_nat (fst it) a).
Definition place_key (p : place) : positive := fold_left put_tagged (snd p) (put_thread (fst p) 1).
Definition same_tagged (a b : nat * thread) : bool := Nat.eqb (fst a) (fst b) && same_thread (snd a) (snd b).
Definition same_place (a b : place) : bool :=
  same_thread (fst a) (fst b) && same_list same_tagged (snd a) (snd b).

Lemma same_place_right a b : same_place a b = true -> a = b.
Proof.
  destruct a as [t T], b as [u U]. unfold same_place. cbn. rewrite andb_true_iff. intros [E F].
  apply same_thread_right in E. subst u. f_equal. revert F. apply same_list_right.
  intros [i x] [j y]. unfold same_tagged. cbn. rewrite andb_true_iff. intros [G H].
  apply Nat.eqb_eq in G. apply same_thread_right in H. congruence.
Qed.

Definition tagged_nexts (l : list Z) (it : nat * thread) : list (nat * thread) :=
  let o := nth_option (fst it) in
  flat_map
    (fun g => match step (goal o) (snd it) (firstn n l ++ g) with Some t => [(fst it, t)] | None => [] end)
    (letters (guesses o)).

Definition distinct (T : list (nat * thread)) : list (nat * thread) :=
  map snd (PositiveMap.elements
    (fold_left (fun m it => PositiveMap.add (put_tagged 1 it) it m) T (PositiveMap.empty (nat * thread)))).

Lemma distinct_in T it : In it (distinct T) -> In it T.
Proof.
  unfold distinct. intros I. apply in_map_iff in I. destruct I as [[k it'] [<- I]]. cbn [snd].
  apply PositiveMap.elements_complete in I. revert I.
  assert (forall T m, PositiveMap.find k (fold_left (fun m it => PositiveMap.add (put_tagged 1 it) it m) T m) = Some it' ->
    In it' T \/ PositiveMap.find k m = Some it') as all.
  { clear. induction T as [|x T IH]; intros m; cbn [fold_left]; [now right|]. intros F.
    destruct (IH _ F) as [I|F']; [left; now right|].
    destruct (Pos.eq_dec k (put_tagged 1 x)) as [->|ne].
    - rewrite PositiveMap.gss in F'. injection F' as <-. left. now left.
    - rewrite PositiveMap.gso in F' by exact ne. now right. }
  intros F. destruct (all _ _ F) as [I|I]; [exact I|]. rewrite PositiveMap.gempty in I. discriminate.
Qed.

Definition place_next (l : list Z) (p : place) : list place :=
  match step demand (fst p) l with
  | None => []
  | Some t => [(t, distinct (flat_map (tagged_nexts l) (snd p)))]
  end.

Definition place_nexts (ls : list (list Z)) (p : place) : list place := flat_map (fun l => place_next l p) ls.

Definition place_good (p : place) : bool :=
  negb (final demand (fst p)) || existsb (fun it => final (goal (nth_option (fst it))) (snd it)) (snd p).

Definition first_place : place :=
  (start demand, map (fun i => (i, start (goal (nth_option i)))) (seq 0 (length options))).

(* Leading zeros first, since an option may have more digits. *)
Fixpoint padded (k : nat) (p : place) : option place :=
  match k with
  | O => Some p
  | S k => match place_next (repeat 0 (tracks demand)) p with [p] => padded k p | _ => None end
  end.

Definition options_ok : bool :=
  forallb (fun o => machine_ok (goal o) && Nat.eqb (tracks (goal o)) (n + guesses o)) options
  && machine_ok demand && Nat.leb n (tracks demand).

(* Were the leading zeros too few, the walk would fail. A demand that does not survive leading zeros is met by nothing. *)
Definition covered (fuel pad : nat) : bool :=
  options_ok &&
  match padded pad first_place with
  | None => true
  | Some p =>
    let nexts := place_nexts (letters (tracks demand)) in
    closed place_key same_place nexts place_good (walked place_key nexts place_good fuel p) p
  end.

Fixpoint join (w g : list (list Z)) : list (list Z) :=
  match w, g with
  | l :: w, h :: g => (firstn n l ++ h) :: join w g
  | _, _ => []
  end.

Definition answered (w : list (list Z)) (T : list (nat * thread)) : Prop :=
  exists it g, In it T /\ length g = length w /\ run (goal (nth_option (fst it))) (snd it) (join w g) = true.

Lemma answered_back l w T : answered w (distinct (flat_map (tagged_nexts l) T)) -> answered (l :: w) T.
Proof.
  intros ([i t] & g & I & Lg & R). apply distinct_in, in_flat_map in I. destruct I as ([j u] & I & J).
  unfold tagged_nexts in J. cbn [fst snd] in *. apply in_flat_map in J. destruct J as (h & _ & J).
  destruct (step (goal (nth_option j)) u (firstn n l ++ h)) as [t'|] eqn:S; [|destruct J].
  destruct J as [[= -> ->]|[]]. exists (i, u), (h :: g). cbn [fst snd length join]. repeat split; [exact I|congruence|].
  cbn. rewrite S. exact R.
Qed.

Lemma closed_answered s p : closed place_key same_place (place_nexts (letters (tracks demand))) place_good s p = true ->
  forall w q, length (states (fst q)) = tracks demand -> among place_key same_place s q = true ->
  run demand (fst q) w = true -> answered w (snd q).
Proof.
  intros C. induction w as [|l w IH]; intros [t T] Lt In_q; cbn [fst snd] in *.
  - cbn. intros R. destruct (among_good _ _ _ _ same_place_right _ _ _ C In_q) as [G _]. unfold place_good in G.
    cbn [fst snd] in G. rewrite R in G. cbn [negb orb] in G. apply existsb_exists in G. destruct G as [it [I F]].
    exists it, []. repeat split; [exact I|exact F].
  - cbn. destruct (step demand t l) as [t'|] eqn:S; [|discriminate]. intros R.
    destruct (step_letter _ _ _ _ S) as [Il Lt']. rewrite Lt in Il, Lt'.
    apply answered_back. apply (IH (t', distinct (flat_map (tagged_nexts l) T))); [exact Lt'| |exact R].
    apply (proj2 (among_good _ _ _ _ same_place_right _ _ _ C In_q)). unfold place_nexts. apply in_flat_map.
    exists l. split; [exact Il|]. unfold place_next. cbn [fst snd]. rewrite S. now left.
Qed.

Lemma padded_answered k : forall p q w, padded k p = Some q ->
  (length (states (fst p)) = tracks demand) ->
  (run demand (fst q) w = true -> answered w (snd q)) ->
  length (states (fst q)) = tracks demand /\
  (run demand (fst p) (zeros (tracks demand) k ++ w) = true -> answered (zeros (tracks demand) k ++ w) (snd p)).
Proof.
  induction k as [|k IH]; intros p q w; cbn [padded].
  - intros [= ->] Lp H. split; [exact Lp|exact H].
  - unfold place_next. destruct (step demand (fst p) (repeat 0 (tracks demand))) as [t|] eqn:S; [|discriminate].
    intros P Lp H. destruct (step_letter _ _ _ _ S) as [_ Lt].
    destruct (IH _ _ w P) as [Lq G]; [cbn [fst]; congruence|exact H|]. split; [exact Lq|].
    cbn [fst snd] in G. cbn [zeros repeat app]. intros R. apply answered_back. apply G.
    cbn in R. rewrite S in R. exact R.
Qed.

Lemma padded_none k : forall p w, padded k p = None -> run demand (fst p) (zeros (tracks demand) k ++ w) = false.
Proof.
  induction k as [|k IH]; intros p w; cbn [padded]; [discriminate|]. unfold place_next. cbn [zeros repeat app].
  destruct (step demand (fst p) (repeat 0 (tracks demand))) as [t|] eqn:S; intros P; cbn; rewrite S; [|reflexivity].
  exact (IH _ w P).
Qed.

Lemma padded_states k : forall p q, padded k p = Some q -> length (states (fst p)) = tracks demand ->
  length (states (fst q)) = tracks demand.
Proof.
  induction k as [|k IH]; intros p q; cbn [padded]; [now intros [= ->]|].
  unfold place_next. destruct (step demand (fst p) (repeat 0 (tracks demand))) as [t|] eqn:S; [|discriminate].
  intros P Lp. apply (IH _ _ P). cbn [fst]. now rewrite (proj2 (step_letter _ _ _ _ S)).
Qed.

(* The numbers of a joined word are the first of the demand and others. *)
Lemma join_length w : forall g, length g = length w -> length (join w g) = length w.
Proof. induction w as [|l w IH]; intros [|h g]; cbn [length join]; try discriminate; [reflexivity|]. intros [= L]. now rewrite IH. Qed.

Lemma firstn_ahead u k l : forall xs, firstn k (ahead u l xs) = ahead u (firstn k l) (firstn k xs).
Proof.
  revert k. induction l as [|d l IH]; intros [|k] [|x xs]; cbn [ahead firstn]; try reflexivity. now rewrite IH.
Qed.

Lemma join_vals m k w : forall g qs, (n <= m)%nat -> (n <= k)%nat -> length g = length w ->
  length qs = k -> valid qs (join w g) = true -> Forall (fun l => length l = m) w ->
  firstn n (vals k (join w g)) = firstn n (vals m w).
Proof.
  induction w as [|l w IH]; intros [|h g] qs nm nk; cbn [length join]; try discriminate.
  - intros _ _ _ _. cbn. rewrite <- (firstn_skipn n (repeat 0 k)), <- (firstn_skipn n (repeat 0 m)) at 1.
    assert (forall j, (n <= j)%nat -> firstn n (repeat 0 j) = repeat 0 n) as F.
    { clear. induction n as [|i IHi]; intros [|j] le; cbn; try reflexivity; [lia|]. rewrite IHi by lia. reflexivity. }
    rewrite !firstn_skipn. rewrite !F by assumption. reflexivity.
  - intros [= Lg] Lq V All. cbn in V. destruct (follows qs (firstn n l ++ h)) as [qs'|] eqn:E; [|discriminate].
    inversion All as [|? ? Ll All']; subst. cbn. rewrite !firstn_ahead, join_length by exact Lg.
    rewrite (IH g qs' nm nk Lg) by (try assumption; exact (proj2 (follows_length _ _ _ _ _ E))).
    f_equal. rewrite firstn_app, firstn_firstn, Nat.min_id, firstn_length. replace (n - Nat.min n (length l))%nat with 0%nat by lia.
    cbn [firstn]. apply app_nil_r.
Qed.

Lemma valid_letters w : forall qs, valid qs w = true -> Forall (fun l => length l = length qs) w.
Proof.
  induction w as [|l w IH]; intros qs; [constructor|]. cbn. destruct (follows qs l) as [qs'|] eqn:F; [|discriminate].
  intros V. destruct (follows_length _ _ _ _ _ F) as [Ll Lq]. constructor; [exact Ll|]. rewrite <- Lq. now apply IH.
Qed.

Lemma covered_right fuel pad : covered fuel pad = true ->
  forall x, Forall (Z.le 0) x -> length x = tracks demand -> meets demand x ->
  exists o g, In o options /\ Forall (Z.le 0) g /\ length g = guesses o /\ meets (goal o) (firstn n x ++ g).
Proof.
  unfold covered, options_ok. rewrite !andb_true_iff, forallb_forall, Nat.leb_le. intros [[[all okd] le] C] x natural L Mx.
  destruct (word_right _ _ fine x natural) as [V E]. rewrite L in V, E. set (w := word x) in *.
  assert (valid (repeat 0%nat (tracks demand)) (zeros (tracks demand) pad ++ w) = true) as Vz by now rewrite zeros_valid.
  assert (vals (tracks demand) (zeros (tracks demand) pad ++ w) = x) as Ez by (rewrite zeros_vals; assumption).
  assert (run demand (start demand) (zeros (tracks demand) pad ++ w) = true) as R.
  { rewrite (run_meets _ _ A fine demand _ okd Vz), Ez. exact Mx. }
  assert (length (states (fst first_place)) = tracks demand) as Lf by apply repeat_length.
  destruct (padded pad first_place) as [p|] eqn:P.
  2: { pose proof (padded_none _ _ w P) as no. cbn [first_place fst] in no. congruence. }
  pose proof (padded_states _ _ _ P Lf) as Lp.
  destruct (padded_answered pad first_place p w P Lf) as [_ H].
  { apply (closed_answered _ _ C w p Lp). exact (closed_start _ _ _ _ _ _ C). }
  specialize (H R). destruct H as ([i t] & g & I & Lg & Rg). cbn [fst snd] in *.
  unfold first_place in I. cbn [snd] in I. apply in_map_iff in I. destruct I as (j & [= <- <-] & J).
  apply in_seq in J. set (o := nth_option j) in *.
  assert (In o options) as Io by (apply nth_In; lia).
  destruct (proj1 (andb_true_iff _ _) (all o Io)) as [oko To]. apply Nat.eqb_eq in To.
  set (wz := zeros (tracks demand) pad ++ w) in *.
  pose proof (run_valid _ _ A fine _ _ oko Rg) as Vg.
  rewrite (run_meets _ _ A fine _ _ oko Vg) in Rg.
  assert (firstn n (vals (tracks (goal o)) (join wz g)) = firstn n x) as F.
  { rewrite <- Ez. apply (join_vals _ _ _ _ (repeat 0%nat (tracks (goal o)))); auto; [lia|apply repeat_length|].
    pose proof (valid_letters _ _ Vz) as Al. rewrite repeat_length in Al. exact Al. }
  exists o, (skipn n (vals (tracks (goal o)) (join wz g))).
  pose proof (vals_length0 _ _ fine _ _ Vg) as Lv.
  pose proof (vals_natural _ _ fine _ _ Vg) as Nat_.
  split; [exact Io|]. split.
  { rewrite <- (firstn_skipn n) in Nat_. now apply Forall_app in Nat_. }
  split; [rewrite skipn_length; lia|]. rewrite <- F, firstn_skipn. exact Rg.
Qed.

End Cover.

End Walks.
