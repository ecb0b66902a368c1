(* ---- Grundy values by an automaton that accepts heaps with their values, in base 2 ---- *)

Record heap_way := { more : nat; when_allowed : cond; left : list (list nat) }.

Definition heap_moves (ws : list heap_way) (x : list Z) (ps : list (list Z)) : Prop :=
  exists v y, In v ws /\ Forall (Z.le 0) y /\ length y = more v /\ holds (when_allowed v) (x ++ y)
    /\ ps = map (fun sel => pick 0 sel (x ++ y)) (left v).

(* The same condition where two numbers stand behind the first d. *)
Fixpoint spread (d : nat) (c : cond) : cond :=
  match c with
  | Yes => Yes
  | No => No
  | Atom t cs k => Atom t (firstn d cs ++ [0; 0] ++ skipn d cs) k
  | Not c => Not (spread d c)
  | And c e => And (spread d c) (spread d e)
  | Or c e => Or (spread d c) (spread d e)
  end.

Lemma dot_spread x a b y : forall cs, dot (firstn (length x) cs ++ [0; 0] ++ skipn (length x) cs) (x ++ a :: b :: y) = dot cs (x ++ y).
Proof.
  induction x as [|n x IH]; intros [|c cs]; cbn [length firstn skipn app]; try (cbn [dot]; reflexivity).
  - cbn [dot]. specialize (IH []). cbn [firstn skipn app] in IH. destruct x; reflexivity.
  - cbn [dot app]. f_equal. apply IH.
Qed.

Lemma holds_spread x a b y c : holds (spread (length x) c) (x ++ a :: b :: y) <-> holds c (x ++ y).
Proof.
  induction c as [| |t cs k|c IH|c IHc e IHe|c IHc e IHe]; cbn [spread holds]; try reflexivity.
  - now rewrite dot_spread.
  - now rewrite IH.
  - now rewrite IHc, IHe.
  - now rewrite IHc, IHe.
Qed.

Lemma nth_before {T} (x y : list T) j none : (j < length x)%nat -> nth j (x ++ y) none = nth j x none.
Proof. apply app_nth1. Qed.

Lemma pick_before sel (x y : list Z) : Forall (fun j => (j < length x)%nat) sel -> pick 0 sel (x ++ y) = pick 0 sel x.
Proof. intros F. unfold pick. induction F as [|j sel lt F IH]; [reflexivity|]. cbn [map]. rewrite IH. f_equal. now apply app_nth1. Qed.

Lemma pick_app (a b : list nat) (x : list Z) : pick 0 (a ++ b) x = pick 0 a x ++ pick 0 b x.
Proof. apply map_app. Qed.

Lemma pick_seq (x y z : list Z) : pick 0 (seq (length x) (length y)) (x ++ y ++ z) = y.
Proof.
  revert x. induction y as [|a y IH]; intros x; [reflexivity|]. cbn [length seq pick map]. f_equal.
  - rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
  - specialize (IH (x ++ [a])). rewrite app_length in IH. cbn [length] in IH. rewrite Nat.add_1_r in IH.
    rewrite <- !app_assoc in IH. exact IH.
Qed.

Section Values.

Variable A : automaton.
Variable d : nat.
Variable legal_cond : cond.
Variable ws : list heap_way.
Variable fuel pad : nat.
Notation tops := [1].
Notation back := 0%nat.
Notation member := (member tops back A).

Lemma fine2 : numeration_ok tops back = true.
Proof. reflexivity. Qed.

Definition mine : list nat := seq 0 d.

(* The parts of a way with their values, which stand from [from] on; [at_] says where the numbers stand. *)
Fixpoint with_values (at_ : nat -> nat) (from : nat) (sels : list (list nat)) : list (list nat * bool) :=
  match sels with [] => [] | sel :: sels => (map at_ sel ++ [from], true) :: with_values at_ (S from) sels end.

Definition one_value : machine :=
  {| tracks := d + 2; condition := And legal_cond (Atom AtMost (repeat 0 d ++ [1; -1]) 1); even_tracks := [];
     members := [(mine ++ [d], true); (mine ++ [S d], true)] |}.

Definition some_value : list option_of :=
  [{| guesses := 1; goal := {| tracks := d + 1; condition := Yes; even_tracks := []; members := [(mine ++ [d], true)] |} |}].

Definition heaps_only : machine := {| tracks := d; condition := legal_cond; even_tracks := []; members := [] |}.

Definition repeats (v : heap_way) : machine :=
  let own := (d + more v)%nat in
  {| tracks := own + 1 + length (left v); condition := And legal_cond (when_allowed v);
     even_tracks := own :: seq (own + 1) (length (left v));
     members := (mine ++ [own], true) :: with_values (fun j => j) (own + 1) (left v) |}.

Definition smaller : machine :=
  {| tracks := d + 2; condition := And legal_cond (Atom AtMost (repeat 0 d ++ [-1; 1]) 1); even_tracks := [];
     members := [(mine ++ [d], true)] |}.

Definition moved (j : nat) : nat := if Nat.ltb j d then j else (j + 2)%nat.

Definition reaches (v : heap_way) : option_of :=
  let own := (d + 2 + more v)%nat in
  {| guesses := more v + length (left v);
     goal := {| tracks := own + length (left v); condition := spread d (when_allowed v);
                even_tracks := S d :: seq own (length (left v));
                members := with_values moved own (left v) |} |}.

Definition inside_way (v : heap_way) : bool :=
  narrow (d + more v) (when_allowed v)
  && forallb (forallb (fun j => Nat.ltb j (d + more v))) (left v).

Definition values_right : bool :=
  narrow d legal_cond && forallb inside_way ws
  && empty tops back A fuel one_value
  && covered tops back A d heaps_only some_value fuel pad
  && forallb (fun v => empty tops back A fuel (repeats v)) ws
  && covered tops back A (d + 2) smaller (map reaches ws) fuel pad.

Variable legal : list Z -> Prop.
Variable option : list Z -> list (list Z) -> Prop.
Variable weights : list Z.
Hypothesis legal_is : forall x, legal x -> length x = d /\ Forall (Z.le 0) x /\ holds legal_cond x.
Hypothesis option_is : forall x ps, legal x -> (option x ps <-> heap_moves ws x ps).
Hypothesis lighter : forall x ps, legal x -> option x ps ->
  Forall legal ps /\ Forall (fun p => 0 <= dot weights p < dot weights x) ps.
Hypothesis R : values_right = true.

Definition value (x : list Z) (v : Z) : Prop := legal x /\ 0 <= v /\ member (x ++ [v]) = true.

Lemma parts_of_right : narrow d legal_cond = true /\ forallb inside_way ws = true /\ empty tops back A fuel one_value = true
  /\ covered tops back A d heaps_only some_value fuel pad = true
  /\ forallb (fun v => empty tops back A fuel (repeats v)) ws = true
  /\ covered tops back A (d + 2) smaller (map reaches ws) fuel pad = true.
Proof. unfold values_right in R. rewrite !andb_true_iff in R. tauto. Qed.

Lemma pick_mine (x y : list Z) : length x = d -> pick 0 mine (x ++ y) = x.
Proof. intros L. unfold mine. rewrite <- L. exact (pick_seq [] x y). Qed.

Lemma pick_one (x y : list Z) (v : Z) j : j = length x -> pick 0 [j] (x ++ v :: y) = [v].
Proof. intros ->. cbn [pick map]. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. Qed.

Lemma dot_zeros n : forall cs x y, length x = n -> dot (repeat 0 n ++ cs) (x ++ y) = dot cs y.
Proof. induction n as [|n IH]; intros cs [|a x] y; cbn [length repeat app]; try discriminate; [reflexivity|]. intros [= L]. cbn [dot]. rewrite IH by exact L. lia. Qed.

Lemma value_is_unique x v v' : legal x -> value x v -> value x v' -> v = v'.
Proof.
  assert (forall v v', legal x -> value x v -> value x v' -> ~ v < v') as no.
  { clear v v'. intros v v' L (_ & Nv & M) (_ & Nv' & M') lt. destruct (legal_is x L) as (Lx & Nx & H).
    destruct parts_of_right as (th & _ & E & _).
    apply (empty_right _ _ _ fine2 _ _ E (x ++ [v; v'])).
    - apply Forall_app. split; [exact Nx|]. repeat constructor; assumption.
    - rewrite app_length, Lx. reflexivity.
    - unfold meets, one_value. cbn [condition even_tracks members holds]. split; [split|].
      + apply (holds_longer d); [exact th|lia|exact H].
      + cbn [passes]. rewrite dot_zeros by exact Lx. cbn [dot]. lia.
      + split; [reflexivity|]. constructor; [|constructor; [|constructor]]; cbn [fst snd]; rewrite pick_app, pick_mine by exact Lx.
        * rewrite (pick_one x [v'] v d) by now symmetry. exact M.
        * change (x ++ [v; v']) with (x ++ [v] ++ [v']). rewrite app_assoc.
          rewrite (pick_one (x ++ [v]) [] v' (S d)); [exact M'|]. rewrite app_length, Lx. cbn. lia. }
  intros L V V'. pose proof (no v v' L V V'). pose proof (no v' v L V' V). lia.
Qed.

Lemma value_is_there x : legal x -> exists v, value x v.
Proof.
  intros L. destruct (legal_is x L) as (Lx & Nx & H). destruct parts_of_right as (th & _ & _ & C & _).
  destruct (covered_right _ _ _ fine2 _ _ _ _ _ C x Nx Lx) as (o & y & [<-|[]] & Ny & Ly & Me).
  - unfold meets, heaps_only. cbn [condition even_tracks members]. repeat split; [exact H|constructor].
  - cbn [guesses] in Ly. destruct y as [|v [|? ?]]; try discriminate Ly. inversion Ny; subst.
    rewrite <- (app_nil_r x), firstn_app in Me at 1. rewrite <- Lx, Nat.sub_diag, firstn_all in Me. cbn [firstn] in Me.
    rewrite app_nil_r in Me. exists v. split; [exact L|]. split; [assumption|].
    destruct Me as (_ & _ & Mem). cbn [goal members] in Mem. inversion Mem as [|? ? M _]; subst. cbn [fst snd] in M.
    rewrite pick_app, pick_mine in M by exact Lx. rewrite (pick_one x [] v (length x)) in M by reflexivity. exact M.
Qed.

(* The members of a way with values: each part with its own. *)
Lemma with_values_members at_ (X pre : list Z) (gs : list Z) : forall sels from ps rest,
  X = pre ++ gs ++ rest -> from = length pre -> length gs = length sels ->
  ps = map (fun sel => pick 0 (map at_ sel) X) sels ->
  (Forall (fun m => member (pick 0 (fst m) X) = snd m) (with_values at_ from sels)
   <-> Forall2 (fun p v => member (p ++ [v]) = true) ps gs).
Proof.
  intros sels. revert X pre gs. induction sels as [|sel sels IH]; intros X pre [|v gs] from ps rest EX -> Lg ->; cbn [length] in Lg; try discriminate.
  - cbn [map with_values]. split; constructor.
  - injection Lg as Lg. cbn [map with_values].
    specialize (IH X (pre ++ [v]) gs (S (length pre)) (map (fun sel => pick 0 (map at_ sel) X) sels) rest).
    assert (X = (pre ++ [v]) ++ gs ++ rest) as EX' by (rewrite EX, <- app_assoc; reflexivity).
    specialize (IH EX'). assert (S (length pre) = length (pre ++ [v])) as Ll by (rewrite app_length; cbn; lia).
    specialize (IH Ll Lg eq_refl).
    assert (pick 0 (map at_ sel ++ [length pre]) X = pick 0 (map at_ sel) X ++ [v]) as E.
    { rewrite pick_app. f_equal. rewrite EX. cbn [app]. now apply pick_one. }
    split; intros F; inversion F; subst; constructor; cbn [fst snd] in *.
    + rewrite <- E. assumption.
    + now apply IH.
    + rewrite E. assumption.
    + now apply IH.
Qed.

Lemma inside_parts v : In v ws -> narrow (d + more v) (when_allowed v) = true
  /\ Forall (fun sel => Forall (fun j => (j < d + more v)%nat) sel) (left v).
Proof.
  intros I. destruct parts_of_right as (_ & all & _). rewrite forallb_forall in all. specialize (all v I).
  unfold inside_way in all. rewrite andb_true_iff in all. destruct all as [th all]. split; [exact th|].
  rewrite forallb_forall in all. apply Forall_forall. intros sel J. specialize (all sel J). rewrite forallb_forall in all.
  apply Forall_forall. intros j K. now apply Nat.ltb_lt, all.
Qed.

Lemma not_the_same x g ps : legal x -> value x g -> option x ps -> ~ values value ps g.
Proof.
  intros L (_ & Ng & M) O (gs & V & E). destruct (legal_is x L) as (Lx & Nx & H).
  apply option_is in O; [|exact L]. destruct O as (v & y & I & Ny & Ly & Al & ->).
  destruct (inside_parts v I) as [thv sels]. destruct parts_of_right as (th & _ & _ & _ & all & _).
  rewrite forallb_forall in all. specialize (all v I).
  assert (length gs = length (left v)) as Lg.
  { clear -V. remember (map _ _) as ps eqn:Ep. assert (length ps = length (left v)) by (subst; apply map_length).
    assert (length ps = length gs) by (clear -V; induction V; cbn; congruence). congruence. }
  set (X := (x ++ y) ++ [g] ++ gs).
  assert (length (x ++ y) = (d + more v)%nat) as Lxy by (rewrite app_length; lia).
  apply (empty_right _ _ _ fine2 _ _ all X).
  - unfold X. rewrite !Forall_app. repeat split; auto. clear -V. induction V as [|p u ps gs (_ & N & _) V IH]; constructor; assumption.
  - unfold X, repeats. cbn [tracks]. rewrite !app_length in *. cbn [length]. lia.
  - unfold meets, repeats. cbn [condition even_tracks members holds]. split; [split|].
    + unfold X. rewrite <- app_assoc. apply (holds_longer d); [exact th|lia|exact H].
    + unfold X. apply (holds_longer (d + more v)); [exact thv|lia|exact Al].
    + split.
      * change ((d + more v)%nat :: seq (d + more v + 1) (length (left v))) with ([(d + more v)%nat] ++ seq (d + more v + 1) (length (left v))).
        rewrite pick_app. unfold X. rewrite (pick_one (x ++ y) gs g) by now symmetry.
        rewrite app_assoc. replace (d + more v + 1)%nat with (length ((x ++ y) ++ [g])) by (rewrite app_length, Lxy; reflexivity).
        rewrite <- Lg. rewrite <- (app_nil_r gs) at 2. rewrite pick_seq.
        cbn [app xors fold_right]. fold (xors gs). rewrite <- E. apply Z.lxor_nilpotent.
      * constructor; cbn [fst snd].
        -- rewrite pick_app. unfold X. rewrite <- app_assoc, pick_mine by exact Lx. rewrite app_assoc.
           cbn [app]. rewrite (pick_one (x ++ y) gs g) by now symmetry. exact M.
        -- apply (with_values_members (fun j => j) X ((x ++ y) ++ [g]) gs (left v) _ (map (fun sel => pick 0 sel (x ++ y)) (left v)) []).
           ++ unfold X. rewrite app_nil_r. apply app_assoc.
           ++ rewrite app_length, Lxy. reflexivity.
           ++ exact Lg.
           ++ apply map_ext_in. intros sel J. rewrite map_id. unfold X. symmetry. apply pick_before.
              rewrite Forall_forall in sels. rewrite Lxy. now apply sels.
           ++ clear -V. induction V as [|p u ps gs (_ & _ & M) V IH]; constructor; assumption.
Qed.

Lemma pick_moved (x : list Z) a b (y z : list Z) sel : length x = d -> Forall (fun j => (j < length (x ++ y))%nat) sel ->
  pick 0 (map moved sel) (x ++ a :: b :: y ++ z) = pick 0 sel (x ++ y).
Proof.
  intros L F. unfold pick. rewrite map_map. apply map_ext_in. intros j J. rewrite Forall_forall in F. specialize (F j J).
  rewrite app_length in F. unfold moved. destruct (Nat.ltb_spec j d).
  - rewrite !app_nth1 by lia. reflexivity.
  - rewrite app_nth2 by lia. rewrite (app_nth2 x) by lia. replace (j + 2 - length x)%nat with (S (S (j - length x))) by lia.
    cbn [nth]. apply app_nth1. lia.
Qed.

Lemma everything_less x g v : legal x -> value x g -> 0 <= v < g -> exists ps, option x ps /\ values value ps v.
Proof.
  intros L (_ & Ng & M) B. destruct (legal_is x L) as (Lx & Nx & H).
  destruct parts_of_right as (th & _ & _ & _ & _ & C).
  destruct (covered_right _ _ _ fine2 _ _ _ _ _ C (x ++ [g; v])) as (o & yv & I & Ny & Ly & Me).
  - apply Forall_app. split; [exact Nx|]. repeat constructor; lia.
  - unfold smaller. cbn [tracks]. rewrite app_length, Lx. reflexivity.
  - unfold meets, smaller. cbn [condition even_tracks members holds]. split; [split|].
    + apply (holds_longer d); [exact th|lia|exact H].
    + cbn [passes]. rewrite dot_zeros by exact Lx. cbn [dot]. lia.
    + split; [reflexivity|]. constructor; [|constructor]. cbn [fst snd]. rewrite pick_app, pick_mine by exact Lx.
      rewrite (pick_one x [v] g d) by now symmetry. exact M.
  - apply in_map_iff in I. destruct I as (w & <- & I). destruct (inside_parts w I) as [thw sels].
    unfold reaches in Ly, Me. cbn [guesses goal] in Ly, Me.
    assert (firstn (d + 2) (x ++ [g; v]) = x ++ [g; v]) as F by (apply firstn_all2; rewrite app_length, Lx; cbn; lia).
    rewrite F in Me. clear F.
    set (y := firstn (more w) yv) in *. set (vs := skipn (more w) yv) in *.
    assert (yv = y ++ vs) as Ey by (symmetry; apply firstn_skipn).
    assert (length y = more w) as Lny by (unfold y; rewrite firstn_length; lia).
    assert (length vs = length (left w)) as Lvs by (unfold vs; rewrite skipn_length; lia).
    rewrite Ey in Me, Ny. apply Forall_app in Ny. destruct Ny as [Ny Nvs].
    replace ((x ++ [g; v]) ++ y ++ vs) with (x ++ g :: v :: y ++ vs) in Me by now rewrite <- app_assoc.
    destruct Me as (Al & Ev & Mem). cbn [condition even_tracks members] in Al, Ev, Mem.
    assert (holds (when_allowed w) (x ++ y)) as Al'.
    { rewrite <- Lx in Al. apply holds_spread in Al. rewrite app_assoc in Al.
      apply (holds_longer (d + more w)) in Al; [exact Al|exact thw|rewrite app_length; lia]. }
    exists (map (fun sel => pick 0 sel (x ++ y)) (left w)).
    assert (option x (map (fun sel => pick 0 sel (x ++ y)) (left w))) as O.
    { apply option_is; [exact L|]. exists w, y. repeat split; assumption. }
    split; [exact O|]. exists vs.
    apply (with_values_members moved (x ++ g :: v :: y ++ vs) ((x ++ [g; v]) ++ y) vs (left w) _
      (map (fun sel => pick 0 sel (x ++ y)) (left w)) []) in Mem.
    + split.
      * destruct (lighter x _ L O) as [Leg _]. revert Mem Leg Nvs. clear.
        generalize (map (fun sel => pick 0 sel (x ++ y)) (left w)). intros ps F. induction F as [|p u ps vs M F IH]; intros Leg N; [constructor|].
        inversion Leg; inversion N; subst. constructor; [repeat split; assumption|now apply IH].
      * change (S d :: seq (d + 2 + more w) (length (left w))) with ([S d] ++ seq (d + 2 + more w) (length (left w))) in Ev.
        rewrite pick_app in Ev.
        assert (pick 0 [S d] (x ++ g :: v :: y ++ vs) = [v]) as E1.
        { change (x ++ g :: v :: y ++ vs) with (x ++ [g] ++ v :: y ++ vs). rewrite app_assoc. apply pick_one.
          rewrite app_length, Lx. cbn. lia. }
        assert (pick 0 (seq (d + 2 + more w) (length (left w))) (x ++ g :: v :: y ++ vs) = vs) as E2.
        { replace (x ++ g :: v :: y ++ vs) with (((x ++ [g; v]) ++ y) ++ vs ++ []) by (rewrite app_nil_r, <- !app_assoc; reflexivity).
          replace (d + 2 + more w)%nat with (length ((x ++ [g; v]) ++ y)) by (rewrite !app_length, Lx, Lny; reflexivity).
          rewrite <- Lvs. apply pick_seq. }
        rewrite E1, E2 in Ev. cbn [app xors fold_right] in Ev. fold (xors vs) in Ev. now apply Z.lxor_eq.
    + rewrite app_nil_r, <- !app_assoc. reflexivity.
    + rewrite !app_length, Lx, Lny. reflexivity.
    + exact Lvs.
    + apply map_ext_in. intros sel J. symmetry. apply pick_moved; [exact Lx|].
      rewrite Forall_forall in sels. rewrite app_length, Lx, Lny. now apply sels.
Qed.

(* Who wins a sum of heaps: by the xor of the values that the automaton accepts. *)
Theorem sums_by_automaton : forall hs gs, Forall legal hs -> Forall2 value hs gs ->
  (xors gs = 0 -> sum_lost option hs /\ ~ sum_won option hs) /\ (xors gs <> 0 -> sum_won option hs /\ ~ sum_lost option hs).
Proof.
  apply (sprague_grundy legal option value (dot weights)).
  - exact lighter.
  - intros h v (_ & N & _). exact N.
  - exact value_is_there.
  - exact value_is_unique.
  - exact not_the_same.
  - exact everything_less.
Qed.

End Values.
