(* ---- Sums of heaps: the theorem of Sprague and Grundy ----
   A heap is a list of numbers, a position a list of heaps. A move replaces one heap by those that an option of it has. *)

Section Sums.

Variable heap_ok : list Z -> Prop.
Variable option : list Z -> list (list Z) -> Prop.

Inductive sum_move : list (list Z) -> list (list Z) -> Prop :=
| in_first h parts rest : option h parts -> sum_move (h :: rest) (parts ++ rest)
| in_rest h rest rest' : sum_move rest rest' -> sum_move (h :: rest) (h :: rest').

(* Who cannot move loses. *)
Inductive sum_lost : list (list Z) -> Prop :=
| lost_all hs : (forall hs', sum_move hs hs' -> sum_won hs') -> sum_lost hs
with sum_won : list (list Z) -> Prop :=
| won_some hs hs' : sum_move hs hs' -> sum_lost hs' -> sum_won hs.

(* [value h g]: the heap h has the Grundy value g. The value of several heaps is the xor of theirs. *)
Variable value : list Z -> Z -> Prop.
Definition values (hs : list (list Z)) (g : Z) : Prop := exists gs, Forall2 value hs gs /\ g = xors gs.

Variable weight : list Z -> Z.
Hypothesis lighter : forall h parts, heap_ok h -> option h parts ->
  Forall heap_ok parts /\ Forall (fun p => 0 <= weight p < weight h) parts.
Hypothesis value_natural : forall h g, value h g -> 0 <= g.
Hypothesis value_exists : forall h, heap_ok h -> exists g, value h g.
Hypothesis value_unique : forall h g g', heap_ok h -> value h g -> value h g' -> g = g'.
(* The least natural number that is not the value of an option. *)
Hypothesis not_same : forall h g parts, heap_ok h -> value h g -> option h parts -> ~ values parts g.
Hypothesis all_less : forall h g v, heap_ok h -> value h g -> 0 <= v < g -> exists parts, option h parts /\ values parts v.

Lemma xors_app a b : xors (a ++ b) = Z.lxor (xors a) (xors b).
Proof.
  induction a as [|x a IH]; cbn [app]; [symmetry; apply Z.lxor_0_l|].
  change (Z.lxor x (xors (a ++ b)) = Z.lxor (Z.lxor x (xors a)) (xors b)). rewrite IH. symmetry. apply Z.lxor_assoc.
Qed.

Lemma values_exist hs : Forall heap_ok hs -> exists gs, Forall2 value hs gs.
Proof.
  intros F. induction F as [|h hs H F [gs IH]]; [exists []; constructor|].
  destruct (value_exists h H) as [g V]. exists (g :: gs). now constructor.
Qed.

Lemma values_unique hs : Forall heap_ok hs -> forall gs gs', Forall2 value hs gs -> Forall2 value hs gs' -> gs = gs'.
Proof.
  intros F. induction F as [|h hs H F IH]; intros gs gs' V V'; inversion V; inversion V'; subst; [reflexivity|].
  f_equal; [eapply value_unique; eassumption|now apply IH].
Qed.

Lemma xors_natural hs gs : Forall2 value hs gs -> 0 <= xors gs.
Proof.
  intros V. induction V as [|h g hs gs V1 V IH]; [cbn; lia|]. cbn [xors fold_right]. fold (xors gs).
  apply Z.lxor_nonneg. pose proof (value_natural h g V1). tauto.
Qed.

(* No move keeps the xor. *)
Lemma move_changes hs hs' : sum_move hs hs' -> Forall heap_ok hs ->
  forall gs gs', Forall2 value hs gs -> Forall2 value hs' gs' -> xors gs' <> xors gs.
Proof.
  intros M. induction M as [h parts rest O|h rest rest' M IH]; intros F gs gs' V V' same.
  - inversion F as [|? ? Hh Fr]; subst. inversion V as [|? g ? gr Vh Vr]; subst.
    apply Forall2_app_inv_l in V'. destruct V' as (gp & gr' & Vp & Vr' & ->).
    rewrite (values_unique rest Fr gr' gr Vr' Vr) in same. rewrite xors_app in same.
    change (xors (g :: gr)) with (Z.lxor g (xors gr)) in same.
    apply (not_same h g parts Hh Vh O). exists gp. split; [exact Vp|].
    assert (Z.lxor (Z.lxor g (xors gr)) (xors gr) = Z.lxor (Z.lxor (xors gp) (xors gr)) (xors gr)) as E by congruence.
    rewrite !Z.lxor_assoc, !Z.lxor_nilpotent, !Z.lxor_0_r in E. exact E.
  - inversion F as [|? ? Hh Fr]; subst. inversion V as [|? g ? gr Vh Vr]; subst. inversion V' as [|? g' ? gr' Vh' Vr']; subst.
    rewrite (value_unique h g' g Hh Vh' Vh) in same.
    change (Z.lxor g (xors gr') = Z.lxor g (xors gr)) in same. apply (IH Fr gr gr' Vr Vr').
    assert (Z.lxor g (Z.lxor g (xors gr')) = Z.lxor g (Z.lxor g (xors gr))) as E by congruence.
    rewrite <- !Z.lxor_assoc, !Z.lxor_nilpotent, !Z.lxor_0_l in E. exact E.
Qed.

(* Two natural numbers of which one is less in the highest place where they differ. *)
Lemma lxor_less x g : 0 <= g -> 0 < x -> Z.testbit g (Z.log2 x) = true -> 0 <= Z.lxor g x < g.
Proof.
  intros G X B. assert (0 <= Z.lxor g x) as natural by (apply Z.lxor_nonneg; lia). split; [exact natural|].
  set (i := Z.log2 x) in *. assert (0 <= i) as I by apply Z.log2_nonneg.
  assert (Z.lxor g x / 2 ^ i < g / 2 ^ i) as D.
  { rewrite lxor_div by exact I.
    assert (x / 2 ^ i = 1) as ->.
    { destruct (Z.log2_spec x X) as [lo hi]. fold i in lo, hi. rewrite Z.pow_succ_r in hi by exact I.
      apply Z.le_antisymm; [|apply Z.div_le_lower_bound; lia].
      enough (x / 2 ^ i < 2) by lia. apply Z.div_lt_upper_bound; lia. }
    rewrite Z.testbit_odd, Z.shiftr_div_pow2 in B by exact I.
    assert (0 <= g / 2 ^ i) as Q by (apply Z.div_pos; lia).
    set (q := g / 2 ^ i) in *. apply Z.odd_spec in B. destruct B as [m E].
    assert (Z.lxor q 1 = 2 * m) as ->; [|lia]. subst q. rewrite E.
    apply Z.bits_inj'. intros n Hn. rewrite Z.lxor_spec. destruct (Z.eq_dec n 0) as [->|ne].
    - now rewrite Z.testbit_odd_0, Z.testbit_even_0.
    - replace n with (Z.succ (n - 1)) by lia. rewrite Z.testbit_odd_succ, Z.testbit_even_succ by lia.
      change 1 with (2 * 0 + 1). rewrite Z.testbit_odd_succ by lia. rewrite Z.bits_0. apply xorb_false_r. }
  destruct (Z_lt_le_dec (Z.lxor g x) g) as [lt|le]; [exact lt|].
  pose proof (Z.div_le_mono g (Z.lxor g x) (2 ^ i) ltac:(lia) le). lia.
Qed.

Lemma xors_bit_somewhere gs i : Z.testbit (xors gs) i = true -> exists before g behind, gs = before ++ g :: behind /\ Z.testbit g i = true.
Proof.
  induction gs as [|g gs IH]; cbn [xors fold_right]; [now rewrite Z.bits_0|]. fold (xors gs). rewrite Z.lxor_spec.
  destruct (Z.testbit g i) eqn:B.
  - intros _. exists [], g, gs. now split.
  - rewrite xorb_false_l. intros H. destruct (IH H) as (before & g' & behind & -> & B').
    exists (g :: before), g', behind. now split.
Qed.

Lemma move_there before h parts behind : option h parts -> sum_move (before ++ h :: behind) (before ++ parts ++ behind).
Proof. intros O. induction before as [|b before IH]; cbn [app]; [now constructor|now apply in_rest]. Qed.

(* If the xor is not 0, some move makes it 0. *)
Lemma move_to_zero hs gs : Forall heap_ok hs -> Forall2 value hs gs -> xors gs <> 0 ->
  exists hs' gs', sum_move hs hs' /\ Forall2 value hs' gs' /\ xors gs' = 0.
Proof.
  intros F V not0. pose proof (xors_natural hs gs V) as natural. set (x := xors gs) in *.
  assert (0 < x) as X by lia.
  destruct (xors_bit_somewhere gs (Z.log2 x)) as (gb & g & ga & -> & B); [apply Z.bit_log2; exact X|].
  apply Forall2_app_inv_r in V. destruct V as (hb & hr & Vb & Vr & ->).
  inversion Vr as [|h ? ha ? Vh Va]; subst. apply Forall_app in F. destruct F as [Fb Fr]. inversion Fr as [|? ? Hh Fa]; subst.
  pose proof (lxor_less x g (value_natural h g Vh) X B) as less.
  destruct (all_less h g (Z.lxor g x) Hh Vh less) as (parts & O & gp & Vp & E).
  exists (hb ++ parts ++ ha), (gb ++ gp ++ ga). split; [now apply move_there|]. split.
  { apply Forall2_app; [exact Vb|]. now apply Forall2_app. }
  rewrite !xors_app, <- E. unfold x. rewrite xors_app. change (xors (g :: ga)) with (Z.lxor g (xors ga)).
  generalize (xors gb) (xors ga). intros p q.
  apply Z.bits_inj'. intros n _. rewrite !Z.lxor_spec, Z.bits_0.
  destruct (Z.testbit p n), (Z.testbit g n), (Z.testbit q n); reflexivity.
Qed.

(* Play ends: a multiset order would say so; an induction over the largest weights does. *)
Lemma ends_well : forall hs, Forall heap_ok hs -> Acc (fun b a => sum_move a b) hs.
Proof.
  assert (forall hs, Acc (fun b a => sum_move a b) hs -> forall h, heap_ok h ->
    (forall n, (Z.to_nat (weight h) < n)%nat -> Acc (fun b a => sum_move a b) (h :: hs))) as one.
  2: { intros hs F. induction F as [|h hs H F IH].
       - constructor. intros y M. inversion M.
       - exact (one hs IH h H (S (Z.to_nat (weight h))) (Nat.lt_succ_diag_r _)). }
  intros hs A h H n. revert h H hs A. induction n as [|n IH]; intros h H hs A small; [lia|].
  induction A as [hs A IHA]. constructor. intros y M. inversion M as [? parts ? O|? ? hs' M']; subst.
  - destruct (lighter h parts H O) as [Fp Wp]. clear M O.
    assert (Acc (fun b a => sum_move a b) hs) as Ahs by (constructor; exact A).
    induction parts as [|p parts IHp]; [exact Ahs|]. inversion Fp; inversion Wp; subst. cbn [app].
    apply IH; [assumption|now apply IHp|]. lia.
  - now apply IHA.
Qed.

Lemma move_ok hs hs' : sum_move hs hs' -> Forall heap_ok hs -> Forall heap_ok hs'.
Proof.
  intros M. induction M as [h parts rest O|h rest rest' M IH]; intros F; inversion F; subst.
  - apply Forall_app. split; [|assumption]. now destruct (lighter h parts).
  - constructor; [assumption|now apply IH].
Qed.

(* The theorem of Sprague and Grundy. *)
Theorem sprague_grundy : forall hs gs, Forall heap_ok hs -> Forall2 value hs gs ->
  (xors gs = 0 -> sum_lost hs /\ ~ sum_won hs) /\ (xors gs <> 0 -> sum_won hs /\ ~ sum_lost hs).
Proof.
  intros hs gs F. revert gs. pose proof (ends_well hs F) as A. revert F. induction A as [hs _ IH]. intros F gs V. split.
  - intros zero. split.
    + constructor. intros hs' M. pose proof (move_ok _ _ M F) as F'. destruct (values_exist hs' F') as [gs' V'].
      apply (IH hs' M F' gs' V'). rewrite <- zero. exact (move_changes _ _ M F gs gs' V V').
    + intros W. inversion W as [? hs' M L]; subst. pose proof (move_ok _ _ M F) as F'. destruct (values_exist hs' F') as [gs' V'].
      refine (proj2 (proj2 (IH hs' M F' gs' V') _) L). rewrite <- zero. exact (move_changes _ _ M F gs gs' V V').
  - intros not0. destruct (move_to_zero hs gs F V not0) as (hs' & gs' & M & V' & zero).
    pose proof (move_ok _ _ M F) as F'. destruct (proj1 (IH hs' M F' gs' V') zero) as [L nW]. split.
    + exact (won_some hs hs' M L).
    + intros L'. inversion L' as [? all]; subst. exact (nW (all hs' M)).
Qed.

End Sums.
