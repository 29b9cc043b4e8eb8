(** * What the manual says of conditions in time, as theorems about the definitions

    Each is what a writer, a linter or an optimiser may rely on. *)
From Coq Require Import ZArith List Bool Arith Lia.
From OppProofs Require Import Opp Engine Sound.

(** [not (c for D)] is [(not c) within last D], in all three values. *)
Theorem not_for d c t : neg (least d c t) = greatest d (fun s => neg (c s)) t.
Proof.
  rewrite greatest_least. f_equal. revert t. induction d as [|d IH]; intros t; simpl; [now destruct (c t)|].
  destruct t; [now destruct (c 0)|]. rewrite IH. now destruct (c (S t)).
Qed.

(** [(a and b) for D] is [a for D and b for D]. *)
Theorem for_and d a b t : least d (fun s => conj (a s) (b s)) t = conj (least d a t) (least d b t).
Proof.
  revert t. induction d as [|d IH]; intros t; simpl; [reflexivity|].
  destruct t; [now destruct (a 0), (b 0)|]. rewrite IH.
  destruct (a (S t)), (b (S t)), (least d a t), (least d b t); reflexivity.
Qed.

(** [(c for D) for E] is [c for (D+E)]. *)
Theorem for_for d e c t : least e (least d c) t = least (d + e) c t.
Proof.
  assert (A : forall v, least e (least d c) t = v <-> least (d + e) c t = v).
  { assert (FF : least e (least d c) t = F <-> least (d + e) c t = F).
    { rewrite !least_false. split.
      - intros [k [K1 [K2 K3]]]. apply least_false in K3 as [j [J1 [J2 J3]]].
        exists (k + j). repeat split; try lia. now replace (t - (k + j)) with (t - k - j) by lia.
      - intros [k [K1 [K2 K3]]]. exists (k - d). repeat split; try lia. apply least_false.
        exists (k - (k - d)). repeat split; try lia. now replace (t - (k - d) - (k - (k - d))) with (t - k) by lia. }
    assert (TT : least e (least d c) t = T <-> least (d + e) c t = T).
    { rewrite !least_true. split.
      - intros [E H]. pose proof (H e (le_n e)) as H'. apply least_true in H' as [D _].
        split; [lia|]. intros k K. destruct (le_lt_dec k e).
        + specialize (H k l). apply least_true in H as [_ H]. specialize (H 0). rewrite Nat.sub_0_r in H. apply H. lia.
        + specialize (H e (le_n e)). apply least_true in H as [_ H]. specialize (H (k - e)).
          replace (t - e - (k - e)) with (t - k) in H by lia. apply H. lia.
      - intros [E H]. split; [lia|]. intros k K. apply least_true. split; [lia|]. intros j J.
        replace (t - k - j) with (t - (k + j)) by lia. apply H. lia. }
    intros v. destruct v; [exact FF| |exact TT].
    destruct (least e (least d c) t) eqn:X, (least (d + e) c t) eqn:Y; intuition congruence. }
  now apply A.
Qed.

(** "If c holds on [s, e), [c for D] holds on [s+D, e)" *)
Theorem for_interval d c s e t :
  (forall x, c x = T <-> s <= x < e) -> least d c t = T <-> s + d <= t < e.
Proof.
  intros C. rewrite least_true. split.
  - intros [D H]. pose proof (proj1 (C _) (H 0 (Nat.le_0_l d))). pose proof (proj1 (C _) (H d (le_n d))). lia.
  - intros H. split; [lia|]. intros k K. apply C. lia.
Qed.

(** "… and [c within last D] on [s, e+D)" *)
Theorem within_interval d c s e t :
  s < e -> (forall x, c x = T <-> s <= x < e) -> greatest d c t = T <-> s <= t < e + d.
Proof.
  intros SE C. rewrite greatest_least.
  assert (A : neg (least d (fun x => neg (c x)) t) = T <-> least d (fun x => neg (c x)) t = F)
    by (destruct (least d _ t); simpl; intuition congruence).
  rewrite A, least_false. split.
  - intros [k [K1 [K2 K3]]]. assert (c (t - k) = T) as H by (destruct (c (t - k)); simpl in K3; congruence).
    apply C in H. lia.
  - intros H. destruct (le_lt_dec (t + 1) e).
    + exists 0. repeat split; try lia. now rewrite Nat.sub_0_r, (proj2 (C t)) by lia.
    + exists (t - (e - 1)). repeat split; try lia. replace (t - (t - (e - 1))) with (e - 1) by lia.
      now rewrite (proj2 (C (e - 1))) by lia.
Qed.

(** "[q until (not p)] is: p, since q was true" *)
Theorem until_since q p t :
  latch q (fun s => neg (p s)) t = T <-> exists s, s <= t /\ q s = T /\ forall x, s <= x <= t -> p x = T.
Proof.
  induction t as [|t IH]; simpl.
  - split.
    + intros H. exists 0. destruct (p 0) eqn:P, (q 0) eqn:Q; simpl in H; try discriminate.
      repeat split; auto. intros x X. now replace x with 0 by lia.
    + intros [s [S [Q P]]]. replace s with 0 in * by lia. rewrite Q, P by lia. reflexivity.
  - split.
    + intros H. destruct (p (S t)) eqn:P; try (destruct (disj (q (S t)) _); discriminate).
      destruct (q (S t)) eqn:Q.
      3:{ exists (S t). repeat split; auto. intros x X. now replace x with (S t) by lia. }
      all: destruct (latch q (fun s => neg (p s)) t); try discriminate;
        destruct (proj1 IH eq_refl) as [s [L [A B]]]; exists s; repeat split; auto; intros x X;
        destruct (Nat.eq_dec x (S t)) as [->|]; [assumption|apply B; lia].
    + intros [s [L [Q P]]]. rewrite (P (S t)) by lia. simpl.
      destruct (Nat.eq_dec s (S t)) as [->|]; [now rewrite Q|].
      rewrite (proj2 IH); [now destruct (q (S t))|]. exists s. repeat split; auto; [lia|].
      intros x X. apply P. lia.
Qed.

(** "Where both are true at once, d decides." *)
Theorem until_end_decides c d t : d t = T -> latch c d t = F.
Proof. intros H. destruct t; simpl; now rewrite H. Qed.

(** "The Instant at which x became what it is": there x had its value, and none other since. *)
Theorem last_change_since x t v z :
  x t = Some v -> last_change x t = Some z ->
  exists n, z = Z.of_nat n /\ n <= t /\ x n = Some v /\ forall s, n <= s <= t -> x s = None \/ x s = Some v.
Proof.
  intros X H. unfold last_change in H. rewrite X in H.
  destruct (noticed_value x t v X) as [z' E]. rewrite E in H. injection H as <-. clear X.
  revert v z' E. induction t as [|t IH]; intros v z' E; simpl in E.
  - destruct (x 0) as [u|] eqn:X; simpl in E; [|discriminate]. injection E as -> <-.
    exists 0. repeat split; auto. intros s S. replace s with 0 by lia. now right.
  - destruct (x (S t)) as [u|] eqn:X; simpl in E.
    + destruct (noticed x t) as [[v' y]|] eqn:N.
      * destruct (u =? v')%Z eqn:Q.
        -- injection E as -> ->. apply Z.eqb_eq in Q as ->.
           destruct (IH v z' eq_refl) as [n [A [B [C D]]]]. exists n. repeat split; auto.
           intros s S. destruct (Nat.eq_dec s (Datatypes.S t)) as [->|]; [now right|apply D; lia].
        -- injection E as -> <-. exists (S t). repeat split; auto. intros s S. replace s with (Datatypes.S t) by lia. now right.
      * injection E as -> <-. exists (S t). repeat split; auto. intros s S. replace s with (Datatypes.S t) by lia. now right.
    + destruct (IH v z' E) as [n [A [B [C D]]]]. exists n. repeat split; auto.
      intros s S. destruct (Nat.eq_dec s (Datatypes.S t)) as [->|]; [now left|apply D; lia].
Qed.

(** An Opp fires once for each stretch: between two firings its condition was false. *)
Lemma last_known_true c t : last_known c t = T -> exists s, s < t /\ c s = T /\ forall x, s < x < t -> c x = U.
Proof.
  induction t as [|t IH]; simpl; [discriminate|]. destruct (c t) eqn:C; simpl; intros H; try discriminate.
  - destruct (IH H) as [s [L [S N]]]. exists s. repeat split; auto. intros x X.
    destruct (Nat.eq_dec x t) as [->|]; [assumption|apply N; lia].
  - exists t. repeat split; auto. intros x X. lia.
Qed.

Theorem false_between_firings c s t :
  s < t -> fires false c s = true -> fires false c t = true -> exists x, s < x < t /\ c x = F.
Proof.
  unfold fires. intros L A B. apply andb_true_iff in A as [A _]. apply andb_true_iff in B as [_ B].
  revert B. induction t as [|t IH]; [lia|]. simpl. destruct (Nat.eq_dec s t) as [->|].
  - destruct (c t); discriminate.
  - destruct (c t) eqn:C; simpl; intros B; try discriminate.
    + exists t. repeat split; auto; lia.
    + destruct IH as [x [X1 X2]]; auto; [lia|]. exists x. split; [lia|assumption].
Qed.

(** A window of times of day means what the manual says, over midnight too. *)
Theorem time_in w start a b t :
  let time := ((start + Z.of_nat t) mod day)%Z in
  den w (TimeIn start a b) t = T <->
  (if a <? b then a <= time < b else a <= time \/ time < b)%Z.
Proof.
  intros time. unfold TimeIn, Less. destruct (a <? b)%Z eqn:E; simpl; fold time;
    destruct (a - time <=? 0)%Z eqn:A, (b - time <=? 0)%Z eqn:B; simpl;
    repeat match goal with H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
      | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H end; split; try discriminate; try lia; auto.
Qed.

(** A rule fires only on [true]. *)
Theorem unknown_never_fires on c t : c t = U -> fires on c t = false.
Proof. unfold fires. now intros ->. Qed.
