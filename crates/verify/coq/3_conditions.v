(* ---- Conditions of linear arithmetic, and what is known of them while digits are read ---- *)

Inductive test := AtMost | Zero | Divides (m : Z).

Inductive cond :=
| Yes
| No
| Atom (t : test) (cs : list Z) (k : Z)
| Not (c : cond)
| And (c d : cond)
| Or (c d : cond).

Definition passes (t : test) (v : Z) : Prop :=
  match t with AtMost => v <= 0 | Zero => v = 0 | Divides m => v mod m = 0 end.

(* A condition on numbers: the forms have coefficients cs and the constant k. *)
Fixpoint holds (c : cond) (x : list Z) : Prop :=
  match c with
  | Yes => True
  | No => False
  | Atom t cs k => passes t (dot cs x + k)
  | Not c => ~ holds c x
  | And c d => holds c x /\ holds d x
  | Or c d => holds c x \/ holds d x
  end.

Definition passed (t : test) (v : Z) : bool :=
  match t with AtMost => v <=? 0 | Zero => v =? 0 | Divides m => v mod m =? 0 end.

Lemma passed_iff t v : passed t v = true <-> passes t v.
Proof. destruct t; cbn; rewrite ?Z.leb_le, ?Z.eqb_eq; reflexivity. Qed.

(* What is known: a truth, or the number that an atom has so far, arranged as the condition is. *)
Inductive known := Is (b : bool) | At (P : list Z) | One (k : known) | Two (k l : known).

Section Conditions.

Variable tops : list Z.
Variable back : nat.
Notation N := (N tops back).
Notation worth := (worth tops back).
Notation carry_on := (carry_on tops back).
Notation follows := (follows tops back).
Notation valid := (valid tops back).
Notation vals := (vals tops back).
Hypothesis fine : numeration_ok tops back = true.

(* The truth, if the last i digits stand for xs. *)
Fixpoint truth (c : cond) (k : known) (i : nat) (xs : list Z) {struct k} : bool :=
  match k with
  | Is b => b
  | At P => match c with Atom t cs a => passed t (worth i 0 P + dot cs xs + a) | _ => false end
  | One k => match c with Not c => negb (truth c k i xs) | _ => false end
  | Two k l =>
    match c with
    | And c d => truth c k i xs && truth d l i xs
    | Or c d => truth c k i xs || truth d l i xs
    | _ => false
    end
  end.

Fixpoint nothing_read (c : cond) : known :=
  match c with
  | Yes => Is true
  | No => Is false
  | Atom _ _ _ => At (repeat 0 (length tops))
  | Not c => One (nothing_read c)
  | And c d | Or c d => Two (nothing_read c) (nothing_read d)
  end.

(* The truth is settled where the least possible value says so. *)
Definition settle (t : test) (cs : list Z) (a : Z) (qs : list nat) (P : list Z) : known :=
  match t with
  | Divides m => At (map (fun p => p mod m) P)
  | _ =>
    match least cs a qs P with
    | Some b => if 1 <=? b then Is false else At P
    | None =>
      match least (map Z.opp cs) (- a) qs (map Z.opp P) with
      | Some b =>
        match t with
        | AtMost => if 0 <=? b then Is true else At P
        | _ => if 1 <=? b then Is false else At P
        end
      | None => At P
      end
    end
  end.

Definition both (k l : known) : known :=
  match k, l with
  | Is false, _ | _, Is false => Is false
  | Is true, Is true => Is true
  | _, _ => Two k l
  end.

Definition either (k l : known) : known :=
  match k, l with
  | Is true, _ | _, Is true => Is true
  | Is false, Is false => Is false
  | _, _ => Two k l
  end.

Fixpoint read (c : cond) (qs : list nat) (l : list Z) (k : known) {struct k} : known :=
  match k with
  | Is b => Is b
  | At P => match c with Atom t cs a => settle t cs a qs (carry_on (dot cs l) P) | _ => k end
  | One k1 =>
    match c with
    | Not c => match read c qs l k1 with Is b => Is (negb b) | k => One k end
    | _ => k
    end
  | Two k1 k2 =>
    match c with
    | And c d => both (read c qs l k1) (read d qs l k2)
    | Or c d => either (read c qs l k1) (read d qs l k2)
    | _ => k
    end
  end.

(* The lists have the lengths that they should have. *)
Fixpoint fits (c : cond) (k : known) {struct k} : Prop :=
  match k with
  | Is _ => True
  | At P => match c with Atom _ _ _ => length P = length tops | _ => False end
  | One k => match c with Not c => fits c k | _ => False end
  | Two k l => match c with And c d | Or c d => fits c k /\ fits d l | _ => False end
  end.

Fixpoint narrow (n : nat) (c : cond) : bool :=
  match c with
  | Yes | No => true
  | Atom t cs _ => Nat.leb (length cs) n && match t with Divides m => 1 <=? m | _ => true end
  | Not c => narrow n c
  | And c d | Or c d => narrow n c && narrow n d
  end.

Lemma nothing_read_fits c : fits c (nothing_read c).
Proof. induction c; cbn; auto. apply repeat_length. Qed.

Lemma worth_repeat i n : forall q, worth i q (repeat 0 n) = 0.
Proof. induction n as [|n IH]; intros q; [reflexivity|]. cbn. rewrite IH. reflexivity. Qed.

Lemma nothing_read_truth c i xs : truth c (nothing_read c) i xs = true <-> holds c xs.
Proof.
  induction c as [| |t cs k|c IH|c IHc d IHd|c IHc d IHd]; cbn [nothing_read truth holds].
  - tauto.
  - split; [discriminate|tauto].
  - rewrite worth_repeat, passed_iff. reflexivity.
  - rewrite negb_true_iff. rewrite <- IH. destruct (truth c (nothing_read c) i xs); split; intuition discriminate.
  - rewrite andb_true_iff. tauto.
  - rewrite orb_true_iff. tauto.
Qed.

Lemma worth_mod i m P : forall q, 0 < m -> (worth i q (map (fun p => p mod m) P)) mod m = (worth i q P) mod m.
Proof.
  induction P as [|p P IH]; intros q pos; [reflexivity|]. cbn.
  rewrite Zplus_mod, IH, <- Zplus_mod by lia. rewrite Zplus_mod, Zmult_mod_idemp_l, <- Zplus_mod. reflexivity.
Qed.

Lemma settle_truth t cs a qs P i xs :
  within tops back i qs xs -> (length cs <= length xs)%nat -> length P = length tops ->
  (match t with Divides m => 1 <= m | _ => True end) ->
  truth (Atom t cs a) (settle t cs a qs P) i xs = passed t (worth i 0 P + dot cs xs + a)
  /\ fits (Atom t cs a) (settle t cs a qs P).
Proof.
  intros W L LP M.
  assert (forall b, least cs a qs P = Some b -> b <= worth i 0 P + dot cs xs + a) as low
    by (intros b; now apply least_right).
  assert (forall b, least (map Z.opp cs) (- a) qs (map Z.opp P) = Some b -> b <= - (worth i 0 P + dot cs xs + a)) as high.
  { intros b B. apply (least_right tops back fine i) with (xs := xs) in B; [|exact W|now rewrite map_length|now rewrite map_length].
    rewrite worth_opp, dot_opp in B. lia. }
  unfold settle.
  destruct t as [| |m].
  - destruct (least cs a qs P) as [b|].
    + specialize (low b eq_refl). destruct (Z.leb_spec 1 b); [|split; [reflexivity|exact LP]].
      split; [|exact I]. cbn. symmetry. apply Z.leb_gt. lia.
    + destruct (least (map Z.opp cs) (- a) qs (map Z.opp P)) as [b|]; [|split; [reflexivity|exact LP]].
      specialize (high b eq_refl). destruct (Z.leb_spec 0 b); [|split; [reflexivity|exact LP]].
      split; [|exact I]. cbn. symmetry. apply Z.leb_le. lia.
  - destruct (least cs a qs P) as [b|].
    + specialize (low b eq_refl). destruct (Z.leb_spec 1 b); [|split; [reflexivity|exact LP]].
      split; [|exact I]. cbn. symmetry. apply Z.eqb_neq. lia.
    + destruct (least (map Z.opp cs) (- a) qs (map Z.opp P)) as [b|]; [|split; [reflexivity|exact LP]].
      specialize (high b eq_refl). destruct (Z.leb_spec 1 b); [|split; [reflexivity|exact LP]].
      split; [|exact I]. cbn. symmetry. apply Z.eqb_neq. lia.
  - split; [|cbn; now rewrite map_length]. cbn [truth passed].
    rewrite <- !Z.add_assoc. rewrite Zplus_mod, worth_mod, <- Zplus_mod by lia. reflexivity.
Qed.

Lemma both_truth c d k l i xs : truth (And c d) (both k l) i xs = truth c k i xs && truth d l i xs.
Proof.
  destruct k as [[|]| | |], l as [[|]| | |]; cbn [both truth]; rewrite ?andb_true_r, ?andb_false_r; reflexivity.
Qed.

Lemma either_truth c d k l i xs : truth (Or c d) (either k l) i xs = truth c k i xs || truth d l i xs.
Proof.
  destruct k as [[|]| | |], l as [[|]| | |]; cbn [either truth]; rewrite ?orb_true_r, ?orb_false_r; reflexivity.
Qed.

Lemma both_fits c d k l : fits c k -> fits d l -> fits (And c d) (both k l).
Proof. destruct k as [[|]| | |], l as [[|]| | |]; cbn [both fits]; tauto. Qed.

Lemma either_fits c d k l : fits c k -> fits d l -> fits (Or c d) (either k l).
Proof. destruct k as [[|]| | |], l as [[|]| | |]; cbn [either fits]; tauto. Qed.

Lemma dot_ahead u cs : forall l xs, length l = length xs -> dot cs (ahead u l xs) = u * dot cs l + dot cs xs.
Proof.
  induction cs as [|c cs IH]; intros [|d l] [|x xs]; cbn [length dot ahead]; try discriminate; try lia.
  intros [= L]. rewrite IH by exact L. lia.
Qed.

(* One letter more: what is known has the same truth. *)
Lemma read_truth c qs l i xs :
  within tops back i qs xs -> length l = length xs -> narrow (length xs) c = true ->
  forall k, fits c k ->
  truth c (read c qs l k) i xs = truth c k (S i) (ahead (N i 0%nat) l xs) /\ fits c (read c qs l k).
Proof.
  intros W L. induction c as [| |t cs a|c IH|c IHc d IHd|c IHc d IHd]; cbn [narrow]; intros narrow_c k F;
    destruct k as [b|P|k|k1 k2]; cbn [fits] in F; try contradiction; try (split; [reflexivity|exact I]).
  - cbn [read]. rewrite andb_true_iff, Nat.leb_le in narrow_c. destruct narrow_c as [short modulus].
    pose proof (carry_on_length tops back fine (dot cs l) P F) as LC.
    destruct (settle_truth t cs a qs (carry_on (dot cs l) P) i xs W short LC) as [T Fit].
    { destruct t; auto. now apply Z.leb_le. }
    split; [|exact Fit]. rewrite T. cbn [truth]. rewrite (worth_carry_on _ _ fine) by exact F.
    rewrite dot_ahead by exact L. f_equal. lia.
  - cbn [read]. destruct (IH narrow_c k F) as [T Fit]. cbn [truth].
    destruct (read c qs l k) as [b|P|k'|k1 k2]; cbn [truth fits] in *; (split; [|auto]); now rewrite <- T.
  - rewrite andb_true_iff in narrow_c. destruct narrow_c as [nc nd], F as [Fc Fd]. cbn [read truth].
    destruct (IHc nc k1 Fc) as [Tc Gc], (IHd nd k2 Fd) as [Td Gd]. rewrite both_truth, Tc, Td.
    split; [reflexivity|now apply both_fits].
  - rewrite andb_true_iff in narrow_c. destruct narrow_c as [nc nd], F as [Fc Fd]. cbn [read truth].
    destruct (IHc nc k1 Fc) as [Tc Gc], (IHd nd k2 Fd) as [Td Gd]. rewrite either_truth, Tc, Td.
    split; [reflexivity|now apply either_fits].
Qed.

End Conditions.
