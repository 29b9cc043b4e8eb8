(** * The evaluator says what the contract says

    - [step_ok]: horizons and wakes are sound, for every operator and so for every expression.
    - [run_is_firings]: a run that looks at arrivals, horizons and wakes only fires as one that looks at
      every second.
    - [monotone]: to learn more never turns a decided truth, where neither [began] nor [known] is used. *)
From Coq Require Import ZArith List Bool Arith Lia.
From OppProofs Require Import Opp Engine.
Import ListNotations.

Local Arguments Z.mul : simpl never.
Local Arguments Z.add : simpl never.
Local Arguments Z.sub : simpl never.

(** ** Truth *)

Ltac truths := repeat match goal with v : truth |- _ => destruct v end; simpl; try congruence; auto.

Lemma disj_conj a b : disj a b = neg (conj (neg a) (neg b)).
Proof. truths. Qed.

Lemma neg_neg a : neg (neg a) = a.
Proof. truths. Qed.

Lemma greatest_least d c t : greatest d c t = neg (least d (fun s => neg (c s)) t).
Proof.
  revert t; induction d as [|d IH]; intros t; simpl; [now rewrite neg_neg|].
  rewrite disj_conj; destruct t; simpl; [now destruct (c 0)|]. now rewrite IH, neg_neg.
Qed.

(** ** Horizons *)

Definition before (s : nat) (h : horizon) : Prop := match h with Some h => s < h | None => True end.

Lemma before_earlier s a b : before s (earlier a b) <-> before s a /\ before s b.
Proof. destruct a, b; simpl; intuition lia. Qed.

Lemma before_later s a b : before s (later a b) -> before s a \/ before s b.
Proof. destruct a, b; simpl; auto; lia. Qed.

Lemma before_less s s' h : s <= s' -> before s' h -> before s h.
Proof. destruct h; simpl; auto; lia. Qed.

(** ** The least value of a window *)

(** The last second up to [t] at which [c] is [v] *)
Definition is_last (c : nat -> truth) (v : truth) (t : nat) (last : option nat) : Prop :=
  match last with
  | Some l => l <= t /\ c l = v /\ forall s, l < s <= t -> c s <> v
  | None => forall s, s <= t -> c s <> v
  end.

Lemma least_false c d t : least d c t = F <-> exists k, k <= d /\ k <= t /\ c (t - k) = F.
Proof.
  revert t; induction d as [|d IH]; intros t; simpl.
  - split; [intros H; exists 0; rewrite Nat.sub_0_r; auto with arith|].
    intros [k [A [B C]]]. replace k with 0 in C by lia. now rewrite Nat.sub_0_r in C.
  - split.
    + intros H. destruct (c t) eqn:E.
      * exists 0. rewrite Nat.sub_0_r. auto with arith.
      * destruct t; [discriminate|]. destruct (least d c t) eqn:L; try discriminate.
        apply IH in L as [k [A [B C]]]. exists (S k). repeat split; try lia. exact C.
      * destruct t; [discriminate|]. destruct (least d c t) eqn:L; try discriminate.
        apply IH in L as [k [A [B C]]]. exists (S k). repeat split; try lia. exact C.
    + intros [k [A [B C]]]. destruct k.
      * rewrite Nat.sub_0_r in C. now rewrite C.
      * destruct t; [lia|]. assert (least d c t = F) as ->; [|now destruct (c (S t))].
        apply IH. exists k. repeat split; try lia. exact C.
Qed.

Lemma least_true c d t : least d c t = T <-> d <= t /\ forall k, k <= d -> c (t - k) = T.
Proof.
  revert t; induction d as [|d IH]; intros t; simpl.
  - split; [intros H; split; [lia|]; intros k K; replace k with 0 by lia; now rewrite Nat.sub_0_r|].
    intros [_ H]. specialize (H 0 (le_n 0)). now rewrite Nat.sub_0_r in H.
  - split.
    + intros H. destruct (c t) eqn:E; try (destruct t; [|destruct (least d c t)]; discriminate).
      destruct t; [discriminate|]. destruct (least d c t) eqn:L; try discriminate.
      apply IH in L as [A B]. split; [lia|]. intros k K. destruct k; [now rewrite Nat.sub_0_r|].
      apply B; lia.
    + intros [A B]. destruct t; [lia|]. pose proof (B 0 (Nat.le_0_l _)) as C. rewrite Nat.sub_0_r in C.
      rewrite C. assert (least d c t = T) as ->; [|reflexivity].
      apply IH. split; [lia|]. intros k K. apply (B (S k)). lia.
Qed.

Lemma inside_spec c v d t last :
  is_last c v t last -> inside d t last = true <-> exists k, k <= d /\ k <= t /\ c (t - k) = v.
Proof.
  intros H. destruct last as [l|]; simpl in *.
  - destruct H as [A [B C]]. rewrite Nat.leb_le. split.
    + intros. exists (t - l). repeat split; try lia. now replace (t - (t - l)) with l by lia.
    + intros [k [D [E G]]]. destruct (le_lt_dec (t - k) l); [lia|].
      exfalso. apply (C (t - k)); [lia|exact G].
  - split; [discriminate|]. intros [k [D [E G]]]. exfalso. apply (H (t - k)); [lia|exact G].
Qed.

Definition memorises (c : nat -> truth) (t : nat) (m : memory) : Prop :=
  current m = c t /\ is_last c F t (last_false m) /\ is_last c U t (last_unknown m).

(** Three instants are all that [for] needs to know of the past. *)
Theorem least_of_memory c d t m : memorises c t m -> least_of d t m = least d c t.
Proof.
  intros [_ [A B]]. unfold least_of.
  pose proof (inside_spec c F d t _ A) as IF. pose proof (inside_spec c U d t _ B) as IU.
  pose proof (least_false c d t) as LF. pose proof (least_true c d t) as LT.
  destruct (inside d t (last_false m)); [symmetry; apply LF, IF; reflexivity|].
  assert (NF : least d c t <> F) by (intros N; apply LF, IF in N; discriminate).
  destruct (inside d t (last_unknown m) || (t <? d)) eqn:E.
  - assert (NT : least d c t <> T).
    { intros N. apply LT in N as [N1 N2]. apply orb_true_iff in E as [E|E].
      - apply IU in E as [k [K1 [K2 K3]]]. rewrite N2 in K3 by lia. discriminate.
      - apply Nat.ltb_lt in E. lia. }
    destruct (least d c t); congruence.
  - symmetry. apply LT. apply orb_false_iff in E as [E1 E2]. apply Nat.ltb_ge in E2.
    split; [exact E2|]. intros k K. destruct (c (t - k)) eqn:C; [|exfalso|reflexivity].
    + exfalso. apply NF, LF. exists k. repeat split; auto; lia.
    + assert (inside d t (last_unknown m) = true) by (apply IU; exists k; repeat split; auto; lia).
      congruence.
Qed.

Definition steady {A} (c : nat -> A) (t t' : nat) : Prop := forall s, t < s < t' -> c s = c t.

Lemma mark_last c v (is : truth -> bool) t t' last :
  (forall x, is x = true <-> x = v) -> is_last c v t last -> t < t' -> steady c t t' ->
  is_last c v t' (mark is t' (c t) (c t') last).
Proof.
  intros I L A S. unfold mark. destruct (is (c t')) eqn:E.
  - apply I in E. simpl. repeat split; auto. intros; lia.
  - assert (N : c t' <> v) by (intros X; apply I in X; congruence).
    destruct (is (c t)) eqn:E'.
    + apply I in E'. simpl. repeat split; try lia.
      * destruct (Nat.eq_dec (t' - 1) t) as [->|]; [assumption|]. rewrite S; [assumption|lia].
      * intros s Hs. now replace s with t' by lia.
    + assert (N' : c t <> v) by (intros X; apply I in X; congruence).
      destruct last as [l|]; simpl in *.
      * destruct L as [L1 [L2 L3]]. repeat split; try lia; auto. intros s Hs.
        destruct (le_lt_dec s t); [apply L3; lia|]. destruct (Nat.eq_dec s t') as [->|]; [assumption|].
        rewrite S by lia. assumption.
      * intros s Hs. destruct (le_lt_dec s t); [auto|]. destruct (Nat.eq_dec s t') as [->|]; [assumption|].
        rewrite S by lia. assumption.
Qed.

Lemma isF_spec x : isF x = true <-> x = F. Proof. destruct x; simpl; intuition congruence. Qed.
Lemma isU_spec x : isU x = true <-> x = U. Proof. destruct x; simpl; intuition congruence. Qed.

Lemma remember_ok c t t' m :
  memorises c t m -> t < t' -> steady c t t' -> memorises c t' (remember t' (c t') m).
Proof.
  intros [A [B C]] L S. unfold memorises, remember; simpl. rewrite A.
  repeat split; eapply mark_last; eauto using isF_spec, isU_spec.
Qed.

Lemma remember_first c : memorises c 0 (remember 0 (c 0) blank).
Proof.
  unfold memorises, remember, mark, blank; simpl. split; [reflexivity|].
  split; destruct (c 0) eqn:E; simpl; repeat split; auto; try (intros; lia);
    intros s Hs; replace s with 0 by lia; congruence.
Qed.

(** While its operand stays what it is, [for] stays what it is up to its own turn. *)
Lemma least_horizon c d t m s :
  memorises c t m -> t < s -> (forall x, t < x <= s -> c x = c t) -> before s (turn d t m) ->
  least d c s = least d c t.
Proof.
  intros M L S H. pose proof M as [A [B C]].
  assert (M' : memorises c s (remember s (c s) m)).
  { apply (remember_ok c t); auto. intros x Hx; apply S; lia. }
  rewrite <- (least_of_memory _ _ _ _ M), <- (least_of_memory _ _ _ _ M').
  unfold turn in H. unfold least_of, remember, mark; simpl. rewrite A in *. rewrite (S s) by lia.
  assert (IN : forall last, before s (leaves d t last) -> inside d s last = inside d t last).
  { intros [l|]; simpl; auto. destruct (t <=? l + d) eqn:E; simpl; intros K.
    - apply Nat.leb_le. lia.
    - apply Nat.leb_gt in E. apply Nat.leb_gt. lia. }
  destruct (c t) eqn:E; simpl.
  - replace (s <=? s + d) with true by (symmetry; apply Nat.leb_le; lia).
    replace (inside d t (last_false m)) with true; [reflexivity|]. symmetry.
    apply (inside_spec c F d t _ B). exists 0. rewrite Nat.sub_0_r. auto with arith.
  - replace (s <=? s + d) with true by (symmetry; apply Nat.leb_le; lia).
    rewrite (IN _ H). destruct (inside d t (last_false m)); [reflexivity|]. simpl.
    replace (inside d t (last_unknown m)) with true; [reflexivity|]. symmetry.
    apply (inside_spec c U d t _ C). exists 0. rewrite Nat.sub_0_r. auto with arith.
  - apply before_earlier in H as [H1 H]. apply before_earlier in H as [H2 H3].
    rewrite (IN _ H1), (IN _ H2). replace (s <? d) with (t <? d); [reflexivity|].
    destruct (t <? d) eqn:K; simpl in H3; symmetry; [apply Nat.ltb_lt|apply Nat.ltb_ge; apply Nat.ltb_ge in K]; lia.
Qed.

(** ** Latches *)

Lemma latch_horizon c d t s :
  t <= s -> (forall x, t < x <= s -> c x = c t /\ d x = d t) -> latch c d s = latch c d t.
Proof.
  induction s as [|s IH]; intros L K; [now replace t with 0 by lia|].
  destruct (Nat.eq_dec t (S s)) as [->|]; [reflexivity|].
  destruct (K (S s)) as [A B]; [lia|]. simpl latch at 1. rewrite A, B.
  rewrite IH; [|lia|intros; apply K; lia]. clear.
  destruct t; simpl.
  - now destruct (c 0), (d 0).
  - destruct (c (S t)), (d (S t)), (latch c d t); reflexivity.
Qed.

Lemma began_horizon c t s :
  t <= s -> (forall x, t < x <= s -> c x = c t) -> began c s = began c t.
Proof.
  induction s as [|s IH]; intros L K; [now replace t with 0 by lia|].
  destruct (Nat.eq_dec t (S s)) as [->|]; [reflexivity|]. simpl began at 1.
  rewrite IH; [|lia|intros; apply K; lia].
  rewrite (K (S s)) by lia.
  replace (c s) with (c t); [now destruct (c t)|].
  destruct (Nat.eq_dec t s) as [->|]; [reflexivity|]. symmetry; apply K; lia.
Qed.

(** ** The last change *)

Lemma noticed_value x t v : x t = Some v -> exists z, noticed x t = Some (v, z).
Proof.
  intros E. destruct t as [|t]; simpl; rewrite E; simpl; [now eexists|].
  destruct (noticed x t) as [[v' z]|]; [|now eexists].
  destruct (v =? v')%Z eqn:V; [apply Z.eqb_eq in V as ->|]; now eexists.
Qed.

Lemma notice_again t v z : notice t (Some v) (Some (v, z)) = Some (v, z).
Proof. simpl. now rewrite Z.eqb_refl. Qed.

Lemma noticed_horizon x t s :
  t <= s -> (forall y, t < y <= s -> x y = x t) -> noticed x s = noticed x t.
Proof.
  induction s as [|s IH]; intros L K; [now replace t with 0 by lia|].
  destruct (Nat.eq_dec t (S s)) as [->|]; [reflexivity|]. simpl noticed at 1.
  rewrite IH; [|lia|intros; apply K; lia]. rewrite (K (S s)) by lia.
  destruct (x t) as [v|] eqn:E; [|reflexivity].
  destruct (noticed_value x t v E) as [z ->]. apply notice_again.
Qed.

(** ** Drift *)

Lemma crossing_ok t v r s :
  t < s -> before s (crossing t v r) ->
  (v + r * (Z.of_nat s - Z.of_nat t) <=? 0)%Z = (v <=? 0)%Z.
Proof.
  unfold crossing. intros L. set (k := (Z.of_nat s - Z.of_nat t)%Z). assert (K : (0 < k)%Z) by lia.
  destruct (0 <? r)%Z eqn:R.
  - apply Z.ltb_lt in R. destruct (v <=? 0)%Z eqn:V; simpl; intros H.
    + apply Z.leb_le in V. apply Z.leb_le.
      assert (0 <= - v / r)%Z by (apply Z.div_pos; lia).
      assert (k <= - v / r)%Z by lia.
      pose proof (Z.mul_div_le (- v) r R). nia.
    + apply Z.leb_gt in V. apply Z.leb_gt. nia.
  - apply Z.ltb_ge in R. destruct (r <? 0)%Z eqn:R'.
    + apply Z.ltb_lt in R'. destruct (v <=? 0)%Z eqn:V; simpl; intros H.
      * apply Z.leb_le in V. apply Z.leb_le. nia.
      * apply Z.leb_gt in V. apply Z.leb_gt.
        assert (0 <= (v - r - 1) / - r)%Z by (apply Z.div_pos; lia).
        assert (Q : (k <= (v - r - 1) / - r - 1)%Z) by lia.
        pose proof (Z.mul_div_le (v - r - 1) (- r)). nia.
    + apply Z.ltb_ge in R'. intros _. replace r with 0%Z by lia. now rewrite Z.mul_0_l, Z.add_0_r.
Qed.

Lemma time_of_day (start : Z) t s :
  t < s -> s < t + Z.to_nat (day - (start + Z.of_nat t) mod day) ->
  ((start + Z.of_nat s) mod day = (start + Z.of_nat t) mod day + 1 * (Z.of_nat s - Z.of_nat t))%Z.
Proof.
  intros L H. assert (D : (0 < day)%Z) by reflexivity.
  pose proof (Z.mod_pos_bound (start + Z.of_nat t) day D).
  symmetry. apply Z.mod_unique with (q := ((start + Z.of_nat t) / day)%Z); [left; lia|].
  pose proof (Z.div_mod (start + Z.of_nat t) day). lia.
Qed.

(** ** What is told is so *)

Section World.
Variable w : world.

(** Nothing arrives after [t], up to [s]. *)
Definition quiet (t s : nat) : Prop := forall r, In r w -> ~ t < from r <= s.

Lemma quiet_less t s s' : s <= s' -> quiet t s' -> quiet t s.
Proof. intros L Q r I. specialize (Q r I). lia. Qed.

Lemma latest_quiet i t s : t <= s -> quiet t s -> latest w i s = latest w i t.
Proof.
  intros L Q. unfold latest. generalize (@None reading) as found. unfold quiet in Q.
  induction w as [|r l IH]; intros found; simpl; [reflexivity|].
  assert (E : (from r <=? s) = (from r <=? t)).
  { specialize (Q r (or_introl eq_refl)).
    destruct (from r <=? t) eqn:E; [apply Nat.leb_le in E; apply Nat.leb_le; lia|].
    apply Nat.leb_gt in E. apply Nat.leb_gt. lia. }
  rewrite E. apply IH. intros r' I. apply Q. now right.
Qed.

(** What a look at [t] says of the second [s] *)
Definition foretold {k} (n : now k) (t s : nat) : sem k :=
  match k return now k -> sem k with
  | Bool => fun v => v
  | Num => option_map (fun p => fst p + snd p * (Z.of_nat s - Z.of_nat t))%Z
  end n.

Definition reached (t s : nat) (h : horizon) : Prop := s = t \/ t < s /\ before s h /\ quiet t s.

(** Horizon soundness *)
Definition sound {k} (e : expr k) (t : nat) (l : look k) : Prop :=
  forall s, reached t s (hor l) -> den w e s = foretold (val l) t s.

(** The memories say what they should. *)
Fixpoint remembers {k} (e : expr k) (t : nat) : state e -> Prop :=
  match e in expr k return state e -> Prop with
  | Truth _ | Number _ | Signal _ | Now | TimeOfDay _ => fun _ => True
  | Plus x y | Minus x y | Otherwise x y | AtMost x y => fun s => remembers x t (fst s) /\ remembers y t (snd s)
  | Known x => remembers x t
  | Not c => remembers c t
  | And a b | Or a b => fun s => remembers a t (fst s) /\ remembers b t (snd s)
  | For _ c => fun s => remembers c t (fst s) /\ memorises (den w c) t (snd s)
  | Within _ c => fun s => remembers c t (fst s) /\ memorises (fun s => neg (den w c s)) t (snd s)
  | Until c d => fun s =>
      (remembers c t (fst (fst s)) /\ remembers d t (snd (fst s))) /\ snd s = latch (den w c) (den w d) t
  | Began c => fun s =>
      remembers c t (fst s) /\ fst (snd s) = den w c t /\ snd (snd s) = began (den w c) t
  | LastChange x => fun s => remembers x t (fst s) /\ snd s = noticed (den w x) t
  end.

(** Between two looks no memory missed a change of its operand. *)
Fixpoint calm {k} (e : expr k) (t t' : nat) : Prop :=
  match e with
  | Truth _ | Number _ | Signal _ | Now | TimeOfDay _ => True
  | Plus x y | Minus x y | Otherwise x y | AtMost x y => calm x t t' /\ calm y t t'
  | Known x => calm x t t'
  | Not c => calm c t t'
  | And a b | Or a b => calm a t t' /\ calm b t t'
  | For _ c | Within _ c | Began c => calm c t t' /\ steady (den w c) t t'
  | LastChange x => calm x t t' /\ steady (den w x) t t'
  | Until c d => (calm c t t' /\ calm d t t') /\ steady (den w c) t t' /\ steady (den w d) t t'
  end.

Definition undisturbed (t t' : nat) (h : horizon) : Prop :=
  forall s, t < s < t' -> before s h /\ quiet t s.

(** Whoever looks again by the wake misses nothing. *)
Definition wakes {k} (e : expr k) (t : nat) (l : look k) : Prop :=
  forall t', t < t' -> undisturbed t t' (wake l) -> calm e t t'.

Definition entered {k} (e : expr k) (t : nat) (s : state e) : Prop :=
  t = 0 /\ s = start e \/ exists t0, t0 < t /\ remembers e t0 s /\ calm e t0 t.

Lemma undisturbed_earlier t t' a b :
  undisturbed t t' (earlier a b) -> undisturbed t t' a /\ undisturbed t t' b.
Proof. intros H; split; intros s L; destruct (H s L) as [B Q]; apply before_earlier in B; tauto. Qed.

Lemma sound_steady (c : expr Bool) t t' (l : look Bool) :
  sound c t l -> undisturbed t t' (hor l) -> steady (den w c) t t'.
Proof.
  intros S H s L. destruct (H s L) as [B Q].
  rewrite (S s) by (right; repeat split; auto; lia). rewrite (S t) by now left. reflexivity.
Qed.

(** A number is the same until it drifts. *)
Lemma sound_value (x : expr Num) t s l :
  sound x t l -> t < s -> before s (earlier (hor l) (next_value t (val l))) -> quiet t s ->
  den w x s = den w x t.
Proof.
  intros S L B Q. apply before_earlier in B as [B D].
  rewrite (S s) by (right; auto). rewrite (S t) by now left. simpl.
  destruct (val l) as [[v r]|]; [|reflexivity]. simpl in *.
  destruct (r =? 0)%Z eqn:R; [apply Z.eqb_eq in R as ->; simpl; f_equal; ring|simpl in D; lia].
Qed.

Lemma sound_here {k} (e : expr k) t l : sound e t l -> den w e t = foretold (val l) t t.
Proof. intros S. apply S. now left. Qed.

Lemma sound_later (c : expr Bool) t s l :
  sound c t l -> t < s -> before s (hor l) -> quiet t s -> forall x, t < x <= s -> den w c x = den w c t.
Proof.
  intros S L B Q x X. rewrite (S x), (S t); [reflexivity|now left|].
  right. split; [lia|split]; [apply before_less with s|apply quiet_less with s]; auto; lia.
Qed.

Lemma reached_joined t s p q a b :
  reached t s (joined p q a b) ->
  (p = true /\ reached t s a) \/ (q = true /\ reached t s b) \/ (reached t s a /\ reached t s b).
Proof.
  unfold reached. intros [->|[L [B Q]]]; [tauto|].
  destruct p, q; simpl in B; try (apply before_earlier in B; tauto); try tauto.
  apply before_later in B; tauto.
Qed.

Lemma sound_and a b t la lb : sound a t la -> sound b t lb -> sound (And a b) t (join_and la lb).
Proof.
  intros A B s R. simpl in *. apply reached_joined in R as [[E R]|[[E R]|[R R']]].
  - rewrite (A s R). apply isF_spec in E. simpl. now rewrite E.
  - rewrite (B s R). apply isF_spec in E. simpl. rewrite E. now destruct (den w a s), (val la).
  - now rewrite (A s R), (B s R').
Qed.

Lemma sound_not c t l : sound c t l -> sound (Not c) t (negated l).
Proof. intros C s R. simpl in *. now rewrite (C s R). Qed.

Lemma sound_linear (f : Z -> Z -> Z) x y t lx ly s :
  (forall a b c d k, f (a + b * k) (c + d * k) = f a c + f b d * k)%Z ->
  sound x t lx -> sound y t ly -> reached t s (hor (linear f lx ly)) ->
  both f (den w x s) (den w y s) = foretold (val (linear f lx ly)) t s.
Proof.
  intros LF X Y R. simpl in R. apply reached_joined in R as [[E R]|[[E R]|[R R']]].
  - rewrite (X s R). simpl. destruct (val lx); [discriminate|reflexivity].
  - rewrite (Y s R). simpl. destruct (val ly); [discriminate|]. now destruct (den w x s), (val lx) as [[]|].
  - rewrite (X s R), (Y s R'). simpl. destruct (val lx) as [[]|], (val ly) as [[]|]; simpl; auto.
    now rewrite LF.
Qed.

Ltac enter H :=
  destruct H as [[-> ->]|[?t0 [? [? ?]]]]; simpl in *;
  [left; auto | right; eexists; repeat split; eauto; tauto].

Ltac operand IH t s l :=
  let H := fresh "H" in
  match goal with |- context [step w ?e t ?st] =>
    assert (H : entered e t st); [|
      apply IH in H; destruct (step w e t st) as [s l]; simpl in H;
      let R := fresh "R" in let S := fresh "S" in let W := fresh "W" in destruct H as [R [S W]]]
  end.

Ltac parts := split; [|split].

Theorem step_ok k (e : expr k) : forall t st, entered e t st ->
  remembers e t (fst (step w e t st)) /\ sound e t (snd (step w e t st)) /\ wakes e t (snd (step w e t st)).
Proof.
  induction e; intros t st E.
  - (* Truth *) simpl. parts; auto; now intros.
  - (* Number *) simpl. parts; [auto| |now intros]. intros s _. simpl. f_equal. lia.
  - (* Signal *)
    simpl. parts; [auto| |now intros]. intros s R. simpl. unfold signal, read in *.
    assert (LQ : latest w i s = latest w i t).
    { destruct R as [->|[L [_ Q]]]; [reflexivity|]. apply latest_quiet; auto; lia. }
    rewrite LQ. destruct (latest w i t) as [r|]; [|reflexivity].
    assert (FR : fresh r s = fresh r t).
    { destruct R as [->|[L [B Q]]]; [reflexivity|].
      unfold fresh in *. destruct (until r) as [u|]; [|reflexivity].
      destruct (t <=? u) eqn:EU; simpl in B.
      - apply Nat.leb_le. lia.
      - apply Nat.leb_gt in EU. apply Nat.leb_gt. lia. }
    rewrite FR. destruct (fresh r t); [|reflexivity].
    simpl. destruct (value r); simpl; [f_equal; lia|reflexivity].
  - (* Now *) simpl. parts; [auto| |now intros]. intros s _. simpl. f_equal. lia.
  - (* TimeOfDay *)
    simpl. parts; [auto| |now intros]. intros s [->|[L [B Q]]]; simpl in *.
    + f_equal. lia.
    + f_equal. now apply time_of_day.
  - (* Plus *)
    simpl. operand IHe1 t sx lx; [enter E|]. operand IHe2 t sy ly; [enter E|]. simpl. parts; auto.
    + intros s R'. simpl. apply sound_linear; auto. intros; ring.
    + intros t' L W'. apply undisturbed_earlier in W' as []. simpl; auto.
  - (* Minus *)
    simpl. operand IHe1 t sx lx; [enter E|]. operand IHe2 t sy ly; [enter E|]. simpl. parts; auto.
    + intros s R'. simpl. apply sound_linear; auto. intros; ring.
    + intros t' L W'. apply undisturbed_earlier in W' as []. simpl; auto.
  - (* Otherwise *)
    simpl. operand IHe1 t sx lx; [enter E|]. operand IHe2 t sy ly; [enter E|]. simpl. parts; auto.
    + intros s R'. simpl. unfold instead in *. destruct (val lx) as [p|] eqn:V; simpl in *.
      * rewrite (S s R'), V. reflexivity.
      * assert (RR : reached t s (hor lx) /\ reached t s (hor ly)).
        { destruct R' as [->|[L [B Q]]]; [split; now left|]. apply before_earlier in B as [].
          split; right; auto. }
        destruct RR as [R1 R2]. rewrite (S s R1), V, (S0 s R2). reflexivity.
    + intros t' L W'. replace (wake _) with (earlier (wake lx) (wake ly)) in W'.
      * apply undisturbed_earlier in W' as []. simpl; auto.
      * unfold instead. now destruct (val lx).
  - (* AtMost *)
    simpl. operand IHe1 t sx lx; [enter E|]. operand IHe2 t sy ly; [enter E|]. simpl. parts; auto.
    + intros s R'. simpl.
      assert (LIN : reached t s (hor (linear Z.sub lx ly)) ->
        both Z.sub (den w e1 s) (den w e2 s) = foretold (val (linear Z.sub lx ly)) t s).
      { intros X. apply sound_linear; auto. intros; ring. }
      unfold at_most_zero in *. remember (linear Z.sub lx ly) as l. destruct (val l) as [[v r]|]; simpl in *.
      * destruct R' as [->|[L [B Q]]].
        -- rewrite LIN by now left. simpl. now rewrite Z.sub_diag, Z.mul_0_r, Z.add_0_r.
        -- apply before_earlier in B as [B B']. rewrite LIN by (right; auto). simpl.
           now rewrite crossing_ok.
      * now rewrite LIN.
    + intros t' L W'. simpl. replace (wake _) with (earlier (wake lx) (wake ly)) in W'.
      * apply undisturbed_earlier in W' as []. auto.
      * unfold at_most_zero. now destruct (val (linear Z.sub lx ly)) as [[]|].
  - (* Known *)
    simpl in *. operand IHe t sx lx; [enter E|]. simpl. parts; auto.
    intros s R'. simpl in *. rewrite (S s R'). simpl. now destruct (val lx).
  - (* Not *)
    simpl in *. operand IHe t sc lc; [enter E|]. simpl. repeat split; auto. now apply sound_not.
  - (* And *)
    simpl. operand IHe1 t sa la; [enter E|]. operand IHe2 t sb lb; [enter E|]. simpl. parts; auto.
    + now apply sound_and.
    + intros t' L W'. apply undisturbed_earlier in W' as []. simpl; auto.
  - (* Or *)
    simpl. operand IHe1 t sa la; [enter E|]. operand IHe2 t sb lb; [enter E|]. simpl. parts; auto.
    + intros s R'. simpl. rewrite disj_conj.
      exact (sound_not _ _ _ (sound_and _ _ _ _ _ (sound_not _ _ _ S) (sound_not _ _ _ S0)) s R').
    + intros t' L W'. apply undisturbed_earlier in W' as []. simpl; auto.
  - (* For *)
    simpl. operand IHe t sc lc; [enter E|]. simpl.
    assert (M : memorises (den w e) t (remember t (val lc) (snd st))).
    { replace (val lc) with (den w e t) by apply (sound_here _ _ _ S).
      destruct E as [[-> ->]|[t0 [L [[_ M] [_ C]]]]]; [apply remember_first|eapply remember_ok; eauto]. }
    parts; [auto| |].
    + intros s [->|[L [B Q]]]; simpl; [symmetry; now apply least_of_memory|].
      apply before_earlier in B as [B B'].
      rewrite (least_of_memory _ _ _ _ M). eapply least_horizon; eauto. eapply sound_later; eauto.
    + intros t' L W'. simpl in W'. apply undisturbed_earlier in W' as [W1 W2].
      split; [auto|eapply sound_steady; eauto].
  - (* Within *)
    simpl. operand IHe t sc lc; [enter E|]. simpl. set (n := fun s => neg (den w e s)).
    assert (M : memorises n t (remember t (neg (val lc)) (snd st))).
    { replace (neg (val lc)) with (n t) by (unfold n; f_equal; apply (sound_here _ _ _ S)).
      destruct E as [[-> ->]|[t0 [L [[_ M] [_ C]]]]]; [apply remember_first|].
      apply (remember_ok n t0); auto. intros s Hs. unfold n. now rewrite (C s Hs). }
    parts; [auto| |].
    + intros s [->|[L [B Q]]]; simpl; rewrite greatest_least; f_equal; [symmetry; now apply least_of_memory|].
      apply before_earlier in B as [B B'].
      rewrite (least_of_memory _ _ _ _ M). eapply least_horizon; eauto.
      intros x X. unfold n. f_equal. revert x X. eapply sound_later; eauto.
    + intros t' L W'. simpl in W'. apply undisturbed_earlier in W' as [W1 W2].
      split; [auto|eapply sound_steady; eauto].
  - (* Until *)
    simpl. operand IHe1 t sc lc; [enter E|]. operand IHe2 t sd ld; [enter E|]. simpl.
    assert (V : conj (neg (val ld)) (disj (val lc) (snd st)) = latch (den w e1) (den w e2) t).
    { pose proof (sound_here _ _ _ S) as V1. pose proof (sound_here _ _ _ S0) as V2. simpl in V1, V2.
      rewrite <- V1, <- V2. destruct E as [[-> ->]|[t0 [L [[_ M] [_ [C D]]]]]]; [reflexivity|].
      destruct t as [|t]; [lia|]. simpl. do 2 f_equal. rewrite M. symmetry.
      apply latch_horizon; [lia|]. intros x X. split; [apply C|apply D]; lia. }
    split; [tauto|]. split.
    + intros s [->|[L [B Q]]]; simpl; rewrite V; [reflexivity|].
      apply before_earlier in B as [B B']. apply latch_horizon; [lia|].
      intros x X. split; revert x X; eapply sound_later; eauto.
    + intros t' L W'. simpl in W'. apply undisturbed_earlier in W' as [W1 W2].
      apply undisturbed_earlier in W1 as [W1 W1']. apply undisturbed_earlier in W2 as [W2 W2'].
      simpl. repeat split; auto; eapply sound_steady; eauto.
  - (* Began *)
    simpl. operand IHe t sc lc; [enter E|]. destruct st as [s0 [v0 z0]]. simpl in *.
    pose proof (sound_here _ _ _ S) as V. simpl in V.
    assert (B : (if isT (val lc) && negb (isT v0) then Some (Z.of_nat t) else z0) = began (den w e) t).
    { rewrite <- V. destruct E as [[-> E]|[t0 [L [[_ [M1 M2]] [_ C]]]]].
      - injection E as _ -> ->. simpl. now destruct (den w e 0).
      - destruct t as [|t]; [lia|]. simpl in *. rewrite M1, M2.
        assert (P : den w e t = den w e t0).
        { destruct (Nat.eq_dec t t0) as [->|]; [reflexivity|]. apply C; lia. }
        rewrite P, (began_horizon _ t0 t); [reflexivity|lia|]. intros x X. apply C; lia. }
    rewrite B. parts; [auto| |].
    + intros s [->|[L [B' Q]]]; simpl.
      * destruct (began (den w e) t); simpl; [f_equal; lia|reflexivity].
      * rewrite (began_horizon _ t s); [|lia|eapply sound_later; eauto].
        destruct (began (den w e) t); simpl; [f_equal; lia|reflexivity].
    + intros t' L W'. simpl in W'. apply undisturbed_earlier in W' as [W1 W2].
      split; [auto|eapply sound_steady; eauto].
  - (* LastChange *)
    simpl. operand IHe t sx lx; [enter E|]. destruct st as [s0 m0]. simpl in *.
    pose proof (sound_here _ _ _ S) as V. simpl in V.
    assert (H : option_map fst (val lx) = den w e t).
    { rewrite V. destruct (val lx) as [[v r]|]; simpl; [f_equal; lia|reflexivity]. }
    assert (M : notice t (option_map fst (val lx)) m0 = noticed (den w e) t).
    { rewrite H. destruct E as [[-> E]|[t0 [L [[_ M] [_ C]]]]].
      - injection E as _ ->. reflexivity.
      - destruct t as [|t]; [lia|]. simpl in *. rewrite M. f_equal. symmetry.
        apply noticed_horizon; [lia|]. intros y Y. apply C; lia. }
    rewrite M. parts; [auto| |].
    + intros s R'.
      assert (X : den w e s = den w e t /\ noticed (den w e) s = noticed (den w e) t).
      { destruct R' as [->|[L [B Q]]]; [auto|].
        assert (K : forall y, t < y <= s -> den w e y = den w e t).
        { intros y Y. eapply sound_value; eauto; [lia|eapply before_less; [|exact B]; lia|].
          eapply quiet_less; [|exact Q]; lia. }
        split; [apply K; lia|apply noticed_horizon; auto; lia]. }
      destruct X as [X1 X2]. simpl. unfold last_change. rewrite X1, X2, <- H.
      destruct (val lx) as [[v r]|]; simpl; [|reflexivity].
      destruct (noticed (den w e) t) as [[v' z]|]; simpl; [f_equal; lia|reflexivity].
    + intros t' L W'. simpl in W'. apply undisturbed_earlier in W' as [W1 W2].
      split; [auto|]. intros s Hs. destruct (W2 s Hs) as [B Q]. eapply sound_value; eauto. lia.
Qed.

(** ** No look asks for a look that is over *)

Definition ahead (t : nat) (h : horizon) : Prop := match h with Some h => t < h | None => True end.

Lemma ahead_earlier t a b : ahead t a -> ahead t b -> ahead t (earlier a b).
Proof. destruct a, b; simpl; auto; lia. Qed.

Lemma ahead_joined t p q a b : ahead t a -> ahead t b -> ahead t (joined p q a b).
Proof. destruct p, q, a, b; simpl; auto; lia. Qed.

Lemma ahead_crossing t v r : ahead t (crossing t v r).
Proof.
  unfold crossing. destruct (0 <? r)%Z; [destruct (v <=? 0)%Z; simpl; auto; lia|].
  destruct (r <? 0)%Z eqn:R; [|exact I]. destruct (v <=? 0)%Z eqn:V; simpl; [exact I|].
  apply Z.ltb_lt in R. apply Z.leb_gt in V.
  assert (1 <= (v - r - 1) / - r)%Z by (apply Z.div_le_lower_bound; lia). lia.
Qed.

Lemma ahead_turn d t m : ahead t (turn d t m).
Proof.
  assert (L : forall last, ahead t (leaves d t last)).
  { intros [l|]; simpl; auto. destruct (t <=? l + d) eqn:E; simpl; auto. apply Nat.leb_le in E. lia. }
  unfold turn. destruct (current m); auto using ahead_earlier; [exact I|].
  apply ahead_earlier; auto. apply ahead_earlier; auto.
  destruct (t <? d) eqn:E; simpl; auto. now apply Nat.ltb_lt in E.
Qed.

Local Arguments instead : simpl never.

Theorem progress k (e : expr k) : forall t st,
  ahead t (hor (snd (step w e t st))) /\ ahead t (wake (snd (step w e t st))).
Proof.
  induction e; intros t st; simpl; auto;
    try (specialize (IHe1 t); specialize (IHe2 t)); try (specialize (IHe t)).
  3-6, 9-10: specialize (IHe1 (fst st)); specialize (IHe2 (snd st));
    destruct (step w e1 t (fst st)) as [? l1], (step w e2 t (snd st)) as [? l2]; simpl in *;
    try (unfold at_most_zero; destruct (val (linear _ _ _)) as [[]|]);
    try (progress unfold instead; destruct (val l1)); simpl;
    intuition auto using ahead_earlier, ahead_joined, ahead_crossing.
  - unfold read. destruct (latest w i t) as [r|]; simpl; auto. unfold fresh.
    destruct (until r) as [u|]; simpl; auto. destruct (t <=? u) eqn:E; simpl; auto.
    apply Nat.leb_le in E. split; auto. lia.
  - split; auto. match goal with |- context [(?a mod day)%Z] => pose proof (Z.mod_pos_bound a day eq_refl) end. lia.
  - specialize (IHe st). now destruct (step w e t st).
  - specialize (IHe st). now destruct (step w e t st).
  - specialize (IHe (fst st)). destruct (step w e t (fst st)) as [? l]; simpl in *.
    intuition auto using ahead_earlier, ahead_turn.
  - specialize (IHe (fst st)). destruct (step w e t (fst st)) as [? l]; simpl in *.
    intuition auto using ahead_earlier, ahead_turn.
  - specialize (IHe1 (fst (fst st))); specialize (IHe2 (snd (fst st))).
    destruct (step w e1 t (fst (fst st))), (step w e2 t (snd (fst st))); simpl in *.
    intuition auto using ahead_earlier.
  - specialize (IHe (fst st)). destruct (step w e t (fst st)) as [? l], (snd st); simpl in *.
    intuition auto using ahead_earlier.
  - specialize (IHe (fst st)). destruct (step w e t (fst st)) as [? l]; simpl in *.
    assert (ahead t (next_value t (val l))).
    { unfold next_value. destruct (val l) as [[v r]|]; [|exact I]. destruct (r =? 0)%Z; simpl; [exact I|lia]. }
    intuition auto using ahead_earlier.
Qed.

(** ** Waking is enough *)

Lemma last_known_steady c t s :
  t < s -> (forall x, t < x < s -> c x = c t) ->
  last_known c s = if isU (c t) then last_known c t else c t.
Proof.
  induction s as [|s IH]; intros L K; [lia|]. simpl.
  destruct (Nat.eq_dec t s) as [->|]; [reflexivity|].
  rewrite (K s), IH; try lia; [now destruct (isU (c t))|]. intros; apply K; lia.
Qed.

Lemma no_firing_between on c t s :
  t < s -> (forall x, t < x <= s -> c x = c t) -> fires on c s = false.
Proof.
  intros L K. unfold fires. rewrite (last_known_steady c t s); auto; [|intros; apply K; lia].
  rewrite (K s) by lia. now destruct (c t), on.
Qed.

Lemma next_arrival_quiet t s : before s (next_arrival w t) -> quiet t s.
Proof.
  unfold quiet, next_arrival. induction w as [|r l IH]; [intros _ r []|]. cbn [fold_right].
  intros B r' [<-|I].
  - destruct (t <? from r) eqn:E.
    + apply before_earlier in B as [B _]. simpl in B. lia.
    + apply Nat.ltb_ge in E. lia.
  - apply IH; auto. destruct (t <? from r); [now apply before_earlier in B as []|assumption].
Qed.

Lemma next_look_later {k} t stop (l : look k) : t < stop -> t < next_look w t stop l <= stop.
Proof. intros L. unfold next_look. destruct (earlier _ _); lia. Qed.

Lemma next_look_between {k} t stop (l : look k) s :
  t < s -> s < next_look w t stop l -> before s (hor l) /\ before s (wake l) /\ quiet t s.
Proof.
  intros L N. assert (B : before s (earlier (earlier (hor l) (wake l)) (next_arrival w t))).
  { unfold next_look in N. destruct (earlier _ _); simpl; [|exact I]. lia. }
  apply before_earlier in B as [B Q]. apply before_earlier in B as [B B'].
  auto using next_arrival_quiet.
Qed.

Lemma seq_split t m n : t <= m <= n -> seq t (n - t) = seq t (m - t) ++ seq m (n - m).
Proof.
  intros L. replace (n - t) with ((m - t) + (n - m)) by lia. rewrite seq_app. f_equal. f_equal. lia.
Qed.

Lemma filter_none {A} (f : A -> bool) l : (forall x, In x l -> f x = false) -> filter f l = [].
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|].
  rewrite (H x) by auto. apply IH. auto.
Qed.

Lemma between_looks (e : expr Bool) t stop s :
  entered e t s -> t < stop ->
  let (s', l) := step w e t s in
  val l = den w e t /\
  forall t', t < t' <= next_look w t stop l ->
    (forall x, t < x < t' -> den w e x = den w e t) /\ entered e t' s'.
Proof.
  intros E L. pose proof (step_ok _ e t s E) as H. destruct (step w e t s) as [s' l].
  simpl in H. destruct H as [R [So W]]. pose proof (sound_here _ _ _ So) as V. simpl in V.
  split; [auto|]. intros t' T'.
  assert (B : forall x, t < x < t' -> before x (hor l) /\ before x (wake l) /\ quiet t x).
  { intros x X. apply (next_look_between t stop); lia. }
  split.
  - intros x X. rewrite V. apply So. right. destruct (B x X) as [? [? ?]]. split; [lia|tauto].
  - right. exists t. split; [lia|]. split; [assumption|]. apply W; [lia|]. intros x X.
    now destruct (B x X) as [? [? ?]].
Qed.

Lemma map_constant {A} (f : nat -> A) v t n : (forall x, t <= x < t + n -> f x = v) -> map f (seq t n) = repeat v n.
Proof.
  revert t. induction n as [|n IH]; intros t H; [reflexivity|]. simpl. rewrite H, IH; auto; [|lia].
  intros x X. apply H. lia.
Qed.

(** Looks at some seconds tell the truth of all. *)
Lemma trace_ok (e : expr Bool) stop fuel : forall t s,
  stop - t <= fuel -> entered e t s -> trace w e stop fuel t s = map (den w e) (seq t (stop - t)).
Proof.
  induction fuel as [|fuel IH]; intros t s Fu E.
  - now replace (stop - t) with 0 by lia.
  - simpl. destruct (t <? stop) eqn:L.
    2:{ apply Nat.ltb_ge in L. now replace (stop - t) with 0 by lia. }
    apply Nat.ltb_lt in L. pose proof (between_looks e t stop s E L) as H.
    destruct (step w e t s) as [s' l]. destruct H as [V H]. pose proof (next_look_later t stop l L) as N.
    destruct (H (next_look w t stop l)) as [ST E']; [lia|].
    rewrite (seq_split t (next_look w t stop l) stop) by lia. rewrite map_app, IH by (auto; lia).
    f_equal. symmetry. apply map_constant. intros x X. rewrite V.
    destruct (Nat.eq_dec x t) as [->|]; [reflexivity|]. apply ST. lia.
Qed.

Theorem truths_are_so (e : expr Bool) stop : truths w e stop = map (den w e) (seq 0 stop).
Proof. unfold truths. rewrite trace_ok; [now rewrite Nat.sub_0_r|lia|left; auto]. Qed.

Lemma run_ok on (e : expr Bool) stop fuel : forall t s known,
  stop - t <= fuel -> entered e t s -> known = last_known (den w e) t ->
  fired (run on w e stop fuel t s known) = filter (fires on (den w e)) (seq t (stop - t)).
Proof.
  induction fuel as [|fuel IH]; intros t s known Fu E K.
  - replace (stop - t) with 0 by lia. reflexivity.
  - simpl. destruct (t <? stop) eqn:L.
    2:{ apply Nat.ltb_ge in L. now replace (stop - t) with 0 by lia. }
    apply Nat.ltb_lt in L. pose proof (between_looks e t stop s E L) as H.
    destruct (step w e t s) as [s' l]. destruct H as [V H]. pose proof (next_look_later t stop l L) as N.
    destruct (H (next_look w t stop l)) as [ST E']; [lia|].
    unfold fired in *. rewrite (seq_split t (next_look w t stop l) stop) by lia.
    rewrite filter_app, <- (IH (next_look w t stop l) s' (if isU (val l) then known else val l)).
    + replace (next_look w t stop l - t) with (S (next_look w t stop l - t - 1)) by lia.
      simpl seq. simpl. rewrite (filter_none _ (seq (S t) _)).
      * unfold fires at 1. rewrite <- V, <- K.
        now destruct (isT (val l) && (if on then isF known else negb (isT known))).
      * intros x X. apply in_seq in X. eapply no_firing_between with (t := t); [lia|].
        intros y Y. apply ST. lia.
    + lia.
    + exact E'.
    + rewrite (last_known_steady _ t); [|lia|intros; apply ST; lia]. now rewrite <- V, K.
Qed.

(** Wake soundness *)
Theorem run_is_firings on (e : expr Bool) stop : fired (looks on w e stop) = firings on w e stop.
Proof.
  unfold looks, firings. rewrite run_ok; [now rewrite Nat.sub_0_r|lia|left; auto|reflexivity].
Qed.

(** Restart: what a look leaves behind, kept and taken up again at any second up to that of the next look,
    gives the firings that there would have been. *)
Theorem restart on (e : expr Bool) stop t s known t' :
  entered e t s -> known = last_known (den w e) t -> t < stop ->
  let (s', l) := step w e t s in
  t < t' <= next_look w t stop l ->
  fired (run on w e stop stop t' s' (if isU (val l) then known else val l))
  = filter (fires on (den w e)) (seq t' (stop - t')).
Proof.
  intros E K L. pose proof (between_looks e t stop s E L) as H. destruct (step w e t s) as [s' l].
  destruct H as [V H]. intros T'. destruct (H t' T') as [ST E']. apply run_ok; [lia|exact E'|].
  rewrite (last_known_steady _ t); auto; [|lia]. now rewrite <- V, K.
Qed.

End World.

(** ** To learn more turns no decided truth *)

Definition refines {k} (a b : sem k) : Prop :=
  match k return sem k -> sem k -> Prop with
  | Bool => fun a b => a = U \/ a = b
  | Num => fun a b => a = None \/ a = b
  end a b.

(** Where neither [began] nor [known] is used *)
Fixpoint plain {k} (e : expr k) : bool :=
  match e with
  | Truth _ | Number _ | Signal _ | Now | TimeOfDay _ => true
  | Plus x y | Minus x y | AtMost x y => plain x && plain y
  | Known _ | Began _ | LastChange _ | Otherwise _ _ => false
  | Not c | For _ c | Within _ c => plain c
  | And a b | Or a b | Until a b => plain a && plain b
  end.

Lemma refines_conj (a b a' b' : truth) :
  refines (k := Bool) a a' -> refines (k := Bool) b b' -> refines (k := Bool) (conj a b) (conj a' b').
Proof. simpl. destruct a, b, a', b'; intuition congruence. Qed.

Lemma refines_disj (a b a' b' : truth) :
  refines (k := Bool) a a' -> refines (k := Bool) b b' -> refines (k := Bool) (disj a b) (disj a' b').
Proof. simpl. destruct a, b, a', b'; intuition congruence. Qed.

Lemma refines_neg (a a' : truth) : refines (k := Bool) a a' -> refines (k := Bool) (neg a) (neg a').
Proof. simpl. destruct a, a'; intuition congruence. Qed.

Lemma refines_both f a b a' b' :
  refines (k := Num) a a' -> refines (k := Num) b b' -> refines (k := Num) (both f a b) (both f a' b').
Proof. simpl. intros [->| ->] [->| ->]; auto. left. now destruct a'. Qed.

Theorem monotone w w' : (forall i t, refines (k := Num) (signal w i t) (signal w' i t)) ->
  forall k (e : expr k), plain e = true -> forall t, refines (den w e t) (den w' e t).
Proof.
  intros R k e. induction e; simpl plain; intros P t; try discriminate;
    try (apply andb_true_iff in P as [P1 P2]); try (right; reflexivity).
  - apply R.
  - apply refines_both; auto.
  - apply refines_both; auto.
  - pose proof (refines_both Z.sub _ _ _ _ (IHe1 P1 t) (IHe2 P2 t)) as X. simpl in X |- *.
    destruct X as [->| ->]; auto.
  - apply refines_neg, IHe, P.
  - apply refines_conj; auto.
  - apply refines_disj; auto.
  - specialize (IHe P). simpl. revert t. induction d as [|d IH]; intros t; simpl; [apply IHe|].
    apply refines_conj; [apply IHe|]. destruct t; [now left|apply IH].
  - specialize (IHe P). simpl. revert t. induction d as [|d IH]; intros t; simpl; [apply IHe|].
    apply refines_disj; [apply IHe|]. destruct t; [now left|apply IH].
  - specialize (IHe1 P1). specialize (IHe2 P2). induction t as [|t IH]; simpl;
      (apply refines_conj; [apply refines_neg, IHe2|apply refines_disj; [apply IHe1|]]); [now left|exact IH].
Qed.

(** With [began] it would not hold: a reading that comes to be known one second earlier moves a known
    instant. The manual's "first second of the interval in which c is true" says that it does. *)
Definition late := [Reading 0 4 None (Some 1%Z) 0].
Definition early := [Reading 0 3 None (Some 1%Z) 0].
Definition on_since := Began (AtMost (Number 1) (Signal 0)).

Example began_is_not_monotone :
  (forall i t, refines (k := Num) (signal late i t) (signal early i t)) /\
  den late on_since 5 = Some 4%Z /\ den early on_since 5 = Some 3%Z.
Proof.
  repeat split. intros i t. unfold signal, latest; simpl.
  destruct i; simpl; [|now left]. destruct t as [|[|[|[|t]]]]; simpl; try (now left). now right.
Qed.

Print Assumptions step_ok.
Print Assumptions run_is_firings.
Print Assumptions monotone.
