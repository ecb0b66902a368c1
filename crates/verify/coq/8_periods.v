(* ---- Take-and-break codes and their periods (Guy and Smith, 1956) ----
   Digit k of a code says what may be left after k were taken: nothing, one heap, two heaps; none of them empty. *)

Definition allows (digit : bool * bool * bool) (heaps : nat) : bool :=
  match digit, heaps with
  | (a, _, _), O => a
  | (_, b, _), S O => b
  | (_, _, c), S (S O) => c
  | _, _ => false
  end.

Definition table_of (values : list Z) : PositiveMap.t Z :=
  fst (fold_left (fun tn v => (PositiveMap.add (snd tn) v (fst tn), Pos.succ (snd tn))) values (PositiveMap.empty Z, 1%positive)).

Section Periods.

Variable code : list (bool * bool * bool).
Variable table : PositiveMap.t Z.
Variable first period : Z.

Definition digit (k : nat) : bool * bool * bool := nth k code (false, false, false).

Definition coded (n : Z) (parts : list Z) : Prop :=
  exists k, (k < length code)%nat /\ Forall (Z.le 1) parts /\ sum parts = n - Z.of_nat k
    /\ allows (digit k) (length parts) = true.

Lemma coded_intro n parts z : Forall (Z.le 1) parts -> z = n - sum parts -> 0 <= z < Z.of_nat (length code) ->
  allows (digit (Z.to_nat z)) (length parts) = true -> coded n parts.
Proof. intros F -> B H. exists (Z.to_nat (n - sum parts)). repeat split; [lia|exact F|lia|exact H]. Qed.

Definition look (n : Z) : Z := match PositiveMap.find (Z.to_pos (n + 1)) table with Some v => v | None => 0 end.

(* The values, which repeat by definition: what is proved is that they are the Grundy values. *)
Definition g (n : Z) : Z := look (if n <? first + period then n else first + (n - first) mod period).

Definition options_of (n : Z) : list Z :=
  flat_map
    (fun k =>
      let left := n - Z.of_nat k in
      if left <? 0 then []
      else
        (if allows (digit k) 0 && (left =? 0) then [0] else [])
        ++ (if allows (digit k) 1 && (1 <=? left) then [g left] else [])
        ++ (if allows (digit k) 2
            then map (fun a => Z.lxor (g (Z.of_nat a)) (g (left - Z.of_nat a))) (seq 1 (Z.to_nat left - 1)) else []))
    (seq 0 (length code)).

Fixpoint below (v : nat) (l : list Z) : bool :=
  match v with O => true | S v => existsb (Z.eqb (Z.of_nat v)) l && below v l end.

Definition mex_seen (n : Z) : bool :=
  let l := options_of n in (0 <=? g n) && negb (existsb (Z.eqb (g n)) l) && below (Z.to_nat (g n)) l.

Definition bound : Z := 2 * (first + period) + Z.of_nat (length code).

Definition period_right : bool :=
  (1 <=? first) && (1 <=? period) && (g 0 =? 0)
  && forallb (fun n => mex_seen (Z.of_nat n)) (seq 0 (Z.to_nat bound)).

Hypothesis R : period_right = true.

Lemma right_facts : 1 <= first /\ 1 <= period /\ g 0 = 0 /\ forall n, 0 <= n < bound -> mex_seen n = true.
Proof.
  unfold period_right in R. rewrite !andb_true_iff, !Z.leb_le, Z.eqb_eq, forallb_forall in R.
  destruct R as [[[f p] z] all]. repeat split; auto. intros n B. rewrite <- (Z2Nat.id n) by lia. apply all, in_seq. lia.
Qed.

Lemma g_repeats n : first <= n -> g (n + period) = g n.
Proof.
  destruct right_facts as (f & p & _ & _). intros le. unfold g. f_equal.
  destruct (Z.ltb_spec (n + period) (first + period)); [lia|].
  replace (n + period - first) with (n - first + 1 * period) by lia. rewrite Z_mod_plus_full.
  destruct (Z.ltb_spec n (first + period)); [|reflexivity]. rewrite Z.mod_small by lia. lia.
Qed.

Lemma options_right n v : In v (options_of n) <-> exists parts, coded n parts /\ xors (map g parts) = v.
Proof.
  unfold options_of. rewrite in_flat_map. split.
  - intros (k & K & I). apply in_seq in K. destruct (Z.ltb_spec (n - Z.of_nat k) 0) as [neg|pos]; [destruct I|].
    rewrite !in_app_iff in I. destruct I as [I|[I|I]].
    + destruct (allows (digit k) 0 && (n - Z.of_nat k =? 0)) eqn:E; [|destruct I]. rewrite andb_true_iff, Z.eqb_eq in E.
      destruct I as [<-|[]]. exists []. split; [|reflexivity]. exists k. cbn [length sum fold_right]. repeat split; [lia|constructor|lia|tauto].
    + destruct (allows (digit k) 1 && (1 <=? n - Z.of_nat k)) eqn:E; [|destruct I]. rewrite andb_true_iff, Z.leb_le in E.
      destruct I as [<-|[]]. exists [n - Z.of_nat k]. split; [|apply Z.lxor_0_r].
      exists k. cbn [length sum fold_right]. repeat split; [lia|constructor; [lia|constructor]|lia|tauto].
    + destruct (allows (digit k) 2) eqn:E; [|destruct I]. apply in_map_iff in I. destruct I as (a & <- & A). apply in_seq in A.
      exists [Z.of_nat a; n - Z.of_nat k - Z.of_nat a]. split; [|cbn [map xors fold_right]; now rewrite Z.lxor_0_r].
      exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact E].
  - intros (parts & (k & K & F & S & A) & <-). exists k. split; [apply in_seq; lia|].
    assert (0 <= sum parts) as pos.
    { clear -F. induction F as [|a l le F IH]; cbn [sum fold_right]; [lia|]. fold (sum l). lia. }
    destruct (Z.ltb_spec (n - Z.of_nat k) 0) as [neg|_]; [lia|]. rewrite !in_app_iff.
    destruct parts as [|a [|b [|c parts]]]; cbn [length] in A; cbn [sum fold_right] in S.
    + left. rewrite A. rewrite (proj2 (Z.eqb_eq _ _)) by lia. now left.
    + right. left. rewrite A. inversion F; subst. rewrite (proj2 (Z.leb_le _ _)) by lia. left.
      cbn [map xors fold_right]. rewrite Z.lxor_0_r. f_equal. lia.
    + right. right. rewrite A. inversion F as [|? ? la Fb]; subst. inversion Fb; subst. apply in_map_iff.
      exists (Z.to_nat a). split; [|apply in_seq; lia]. cbn [map xors fold_right]. rewrite Z.lxor_0_r, Z2Nat.id by lia.
      do 2 f_equal. lia.
    + destruct (digit k) as [[x y] z]. discriminate.
Qed.

Definition mex_at (n : Z) : Prop :=
  0 <= g n /\ (forall parts, coded n parts -> xors (map g parts) <> g n)
  /\ (forall v, 0 <= v < g n -> exists parts, coded n parts /\ xors (map g parts) = v).

Lemma seen_at n : mex_seen n = true -> mex_at n.
Proof.
  unfold mex_seen. cbv zeta. rewrite !andb_true_iff, negb_true_iff, Z.leb_le. intros [[pos no] all].
  split; [exact pos|]. split.
  - intros parts C E. assert (In (g n) (options_of n)) as I by (apply options_right; eauto).
    enough (existsb (Z.eqb (g n)) (options_of n) = true) by congruence.
    apply existsb_exists. exists (g n). split; [exact I|apply Z.eqb_refl].
  - intros v V. apply options_right.
    assert (forall m, below m (options_of n) = true -> forall u, (u < m)%nat -> In (Z.of_nat u) (options_of n)) as each.
    { induction m as [|m IH]; cbn [below]; [lia|]. rewrite andb_true_iff. intros [e b] u lt.
      destruct (Nat.eq_dec u m) as [->|ne]; [|apply IH; [exact b|lia]].
      apply existsb_exists in e. destruct e as (x & I & E). apply Z.eqb_eq in E. now subst x. }
    rewrite <- (Z2Nat.id v) by lia. apply (each _ all). lia.
Qed.

(* Some heap of an option is so large that a period more or less changes nothing. *)
Lemma coded_up n parts : 2 * first + Z.of_nat (length code) <= n -> coded n parts ->
  exists parts', coded (n + period) parts' /\ xors (map g parts') = xors (map g parts).
Proof.
  destruct right_facts as (f & p & _ & _). intros le (k & K & F & S & A).
  destruct parts as [|a [|b [|c parts]]]; cbn [length] in A; cbn [sum fold_right] in S.
  - lia.
  - exists [a + period]. inversion F; subst. split; [|cbn [map]; now rewrite g_repeats by lia].
    exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact A].
  - inversion F as [|? ? la Fb]; subst. inversion Fb; subst. destruct (Z_le_gt_dec first a).
    + exists [a + period; b]. split; [|cbn [map]; now rewrite g_repeats by lia].
      exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact A].
    + exists [a; b + period]. split; [|cbn [map]; now rewrite g_repeats by lia].
      exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact A].
  - destruct (digit k) as [[x y] z]. discriminate.
Qed.

Lemma coded_down n parts : bound <= n -> coded n parts ->
  exists parts', coded (n - period) parts' /\ xors (map g parts') = xors (map g parts).
Proof.
  destruct right_facts as (f & p & _ & _). unfold bound. intros le (k & K & F & S & A).
  assert (forall a, first + period <= a -> g (a - period) = g a) as back_.
  { intros a la. rewrite <- (g_repeats (a - period)) by lia. f_equal. lia. }
  destruct parts as [|a [|b [|c parts]]]; cbn [length] in A; cbn [sum fold_right] in S.
  - lia.
  - exists [a - period]. split; [|cbn [map]; now rewrite back_ by lia].
    exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact A].
  - inversion F as [|? ? la Fb]; subst. inversion Fb; subst. destruct (Z_le_gt_dec (first + period) a).
    + exists [a - period; b]. split; [|cbn [map]; now rewrite back_ by lia].
      exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact A].
    + exists [a; b - period]. split; [|cbn [map]; now rewrite back_ by lia].
      exists k. cbn [length sum fold_right]. repeat split; [lia|repeat constructor; lia|lia|exact A].
  - destruct (digit k) as [[x y] z]. discriminate.
Qed.

Theorem mex_everywhere : forall n, 0 <= n -> mex_at n.
Proof.
  destruct right_facts as (f & p & _ & all).
  assert (forall m n, (Z.to_nat n < m)%nat -> 0 <= n -> mex_at n) as ind.
  2: { intros n pos. exact (ind (S (Z.to_nat n)) n (Nat.lt_succ_diag_r _) pos). }
  induction m as [|m IH]; intros n small pos; [lia|].
  destruct (Z_lt_le_dec n bound) as [near|far]; [apply seen_at, all; lia|].
  assert (first <= n - period /\ 2 * first + Z.of_nat (length code) <= n - period) as [early late] by (unfold bound in far; lia).
  assert (g n = g (n - period)) as same by (rewrite <- (g_repeats (n - period)) by lia; f_equal; lia).
  destruct (IH (n - period)) as (gn & no & every); [lia|lia|]. rewrite <- same in *. split; [exact gn|]. split.
  - intros parts C. destruct (coded_down n parts far C) as (parts' & C' & <-). now apply no.
  - intros v V. destruct (every v V) as (parts & C & <-). destruct (coded_up (n - period) parts late C) as (parts' & C' & E).
    exists parts'. split; [|exact E]. now replace (n - period + period) with n in C' by lia.
Qed.

(* ---- The game whose options are those of the code ---- *)

Variable heap_ok : list Z -> Prop.
Variable option : list Z -> list (list Z) -> Prop.
Definition gh (h : list Z) : Z := g (nth 0 h 0).
Hypothesis one_number : forall h, heap_ok h -> exists n, h = [n] /\ 0 <= n.
Hypothesis to_code : forall n ps, heap_ok [n] -> option [n] ps ->
  exists parts, coded n parts /\ xors (map gh ps) = xors (map g parts).
Hypothesis of_code : forall n parts, heap_ok [n] -> coded n parts ->
  exists ps, option [n] ps /\ xors (map gh ps) = xors (map g parts).
Hypothesis lighter : forall h parts, heap_ok h -> option h parts ->
  Forall heap_ok parts /\ Forall (fun p => 0 <= nth 0 p 0 < nth 0 h 0) parts.

(* The value of a heap is the least natural number that is not the value of an option. *)
Theorem least_missing : forall n, heap_ok [n] ->
  0 <= g n /\ (forall ps, option [n] ps -> xors (map gh ps) <> g n)
  /\ (forall v, 0 <= v < g n -> exists ps, option [n] ps /\ xors (map gh ps) = v).
Proof.
  intros n H. destruct (one_number _ H) as (n' & [= <-] & pos). destruct (mex_everywhere n pos) as (gn & no & every).
  split; [exact gn|]. split.
  - intros ps O. destruct (to_code n ps H O) as (parts & C & ->). now apply no.
  - intros v V. destruct (every v V) as (parts & C & <-). exact (of_code n parts H C).
Qed.

(* Who wins a sum of heaps. *)
Theorem sums_by_values : forall hs, Forall heap_ok hs ->
  (xors (map gh hs) = 0 -> sum_lost option hs /\ ~ sum_won option hs)
  /\ (xors (map gh hs) <> 0 -> sum_won option hs /\ ~ sum_lost option hs).
Proof.
  intros hs F.
  set (value := fun (h : list Z) (v : Z) => heap_ok h /\ v = gh h).
  assert (forall hs, Forall heap_ok hs -> Forall2 value hs (map gh hs)) as V.
  { intros l Fl. induction Fl as [|h l H Fl IH]; constructor; [split; [exact H|reflexivity]|exact IH]. }
  assert (forall l gs, Forall2 value l gs -> gs = map gh l) as E.
  { intros l gs W. induction W as [|h v l gs [_ ->] W IH]; [reflexivity|]. cbn [map]. now rewrite IH. }
  assert (forall n, gh [n] = g n) as single by reflexivity.
  apply (sprague_grundy heap_ok option value (fun h => nth 0 h 0)) with (gs := map gh hs); auto.
  - intros h v [H ->]. destruct (one_number h H) as (n & -> & _). rewrite single. exact (proj1 (least_missing n H)).
  - intros h H. exists (gh h). now split.
  - intros h v v' _ [_ ->] [_ ->]. reflexivity.
  - intros h v parts H [_ ->] O (gs & W & same). rewrite (E _ _ W) in same.
    destruct (one_number h H) as (n & -> & _). rewrite single in same. symmetry in same. revert same.
    exact (proj1 (proj2 (least_missing n H)) parts O).
  - intros h v u H [_ ->] U. destruct (one_number h H) as (n & -> & _). rewrite single in U.
    destruct (proj2 (proj2 (least_missing n H)) u U) as (ps & O & <-). exists ps. split; [exact O|].
    exists (map gh ps). split; [|reflexivity]. apply V. exact (proj1 (lighter _ _ H O)).
Qed.

End Periods.
