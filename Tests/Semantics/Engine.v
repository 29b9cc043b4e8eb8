(** * The evaluator: a value, its drift, and until when that holds

    It looks only at some seconds. Of a second it tells the value, a [horizon] before which the value
    goes on as told unless something arrives, and a [wake]: the second by which a memory inside has to
    look again, though the value may be decided for longer. *)
From Coq Require Import ZArith List Bool Arith.
From OppProofs Require Import Opp.
Import ListNotations.

(** ** Horizons *)

Definition horizon := option nat.       (** [None]: never *)

Definition earlier (a b : horizon) : horizon :=
  match a, b with Some a, Some b => Some (Nat.min a b) | Some a, None => Some a | None, b => b end.

Definition later (a b : horizon) : horizon :=
  match a, b with Some a, Some b => Some (Nat.max a b) | _, _ => None end.

(** ** What is told of a second *)

Definition now (k : kind) : Type := match k with Bool => truth | Num => option (Z * Z) end.

Record look (k : kind) := Look { val : now k; hor : horizon; wake : horizon }.
Arguments Look {k}. Arguments val {k}. Arguments hor {k}. Arguments wake {k}.

(** Decided by one part, it lasts as long as the one that lasts longer of those that decide it. *)
Definition joined (decides : bool) (decides' : bool) (a b : horizon) : horizon :=
  match decides, decides' with
  | true, true => later a b | true, false => a | false, true => b | false, false => earlier a b
  end.

Definition join_and (a b : look Bool) : look Bool :=
  Look (k := Bool) (conj (val a) (val b)) (joined (isF (val a)) (isF (val b)) (hor a) (hor b))
    (earlier (wake a) (wake b)).

Definition negated (a : look Bool) : look Bool :=
  Look (k := Bool) (neg (val a)) (hor a) (wake a).

Definition isN {A} (x : option A) := match x with None => true | Some _ => false end.

Definition linear (f : Z -> Z -> Z) (x y : look Num) : look Num :=
  Look (k := Num)
    (match val x, val y with Some (v, r), Some (v', r') => Some (f v v', f r r') | _, _ => None end)
    (joined (isN (val x)) (isN (val y)) (hor x) (hor y)) (earlier (wake x) (wake y)).

Definition instead (x y : look Num) : look Num :=
  match val x with
  | Some _ => Look (k := Num) (val x) (hor x) (earlier (wake x) (wake y))
  | None => Look (k := Num) (val y) (earlier (hor x) (hor y)) (earlier (wake x) (wake y))
  end.

(** The first second after [t] at which [v + r * (s - t) <= 0] is another *)
Definition crossing (t : nat) (v r : Z) : horizon :=
  if (0 <? r)%Z then if (v <=? 0)%Z then Some (t + Z.to_nat ((- v) / r) + 1) else None
  else if (r <? 0)%Z then if (v <=? 0)%Z then None else Some (t + Z.to_nat ((v - r - 1) / (- r)))
  else None.

Definition at_most_zero (t : nat) (x : look Num) : look Bool :=
  match val x with
  | Some (v, r) =>
      Look (k := Bool) (decide (v <=? 0)%Z) (earlier (hor x) (crossing t v r)) (wake x)
  | None => Look (k := Bool) U (hor x) (wake x)
  end.

(** ** The memory of [for] and [within last]: three instants, whatever D is *)

Record memory := Memory {
  current : truth;               (** the operand where it was last looked at *)
  last_false : option nat;
  last_unknown : option nat      (** besides the time before memory *)
}.

Definition mark (is : truth -> bool) (t : nat) (before now : truth) (last : option nat) :=
  if is now then Some t else if is before then Some (t - 1) else last.

Definition remember (t : nat) (v : truth) (m : memory) : memory :=
  Memory v (mark isF t (current m) v (last_false m)) (mark isU t (current m) v (last_unknown m)).

Definition inside (d t : nat) (last : option nat) : bool :=
  match last with Some l => t <=? l + d | None => false end.

Definition least_of (d t : nat) (m : memory) : truth :=
  if inside d t (last_false m) then F
  else if inside d t (last_unknown m) || (t <? d) then U else T.

Definition leaves (d t : nat) (last : option nat) : horizon :=
  match last with Some l => if t <=? l + d then Some (l + d + 1) else None | None => None end.

Definition turn (d t : nat) (m : memory) : horizon :=
  match current m with
  | F => None
  | U => leaves d t (last_false m)
  | T => earlier (leaves d t (last_false m))
      (earlier (leaves d t (last_unknown m)) (if t <? d then Some d else None))
  end.

Definition lasting (d t : nat) (c : look Bool) (m : memory) : memory * look Bool :=
  let m := remember t (val c) m in
  (m, Look (k := Bool) (least_of d t m) (earlier (hor c) (turn d t m)) (earlier (wake c) (hor c))).

(** ** State: what is kept from one look to the next, and over a restart *)

Fixpoint state {k} (e : expr k) : Type :=
  match e with
  | Truth _ | Number _ | Signal _ | Now | TimeOfDay _ => unit
  | Plus x y | Minus x y | Otherwise x y | AtMost x y => state x * state y
  | Known x => state x
  | Not c => state c
  | And a b | Or a b => state a * state b
  | For _ c | Within _ c => state c * memory
  | Until c d => state c * state d * truth
  | Began c => state c * (truth * option Z)
  | LastChange x => state x * option (Z * Z)
  end%type.

Definition blank := Memory T None None.

Fixpoint start {k} (e : expr k) : state e :=
  match e with
  | Truth _ | Number _ | Signal _ | Now | TimeOfDay _ => tt
  | Plus x y | Minus x y | Otherwise x y | AtMost x y => (start x, start y)
  | Known x => start x
  | Not c => start c
  | And a b | Or a b => (start a, start b)
  | For _ c | Within _ c => (start c, blank)
  | Until c d => (start c, start d, U)
  | Began c => (start c, (U, None))
  | LastChange x => (start x, None)
  end.

Definition read (w : world) (i t : nat) : look Num :=
  match latest w i t with
  | Some r => if fresh r t
      then Look (k := Num)
        (option_map (fun v => (v + rate r * (Z.of_nat t - Z.of_nat (from r)), rate r))%Z (value r))
        (option_map S (until r)) None
      else Look (k := Num) None None None
  | None => Look (k := Num) None None None
  end.

(** The second after [t] where a value drifts, because it is another one there *)
Definition next_value (t : nat) (x : option (Z * Z)) : horizon :=
  match x with Some (_, r) => if (r =? 0)%Z then None else Some (t + 1) | None => None end.

Fixpoint step {k} (w : world) (e : expr k) (t : nat) : state e -> state e * look k :=
  match e in expr k return state e -> state e * look k with
  | Truth v => fun s => (s, Look (k := Bool) v None None)
  | Number z => fun s => (s, Look (k := Num) (Some (z, 0%Z)) None None)
  | Signal i => fun s => (s, read w i t)
  | Now => fun s => (s, Look (k := Num) (Some (Z.of_nat t, 1%Z)) None None)
  | TimeOfDay start => fun s =>
      let v := ((start + Z.of_nat t) mod day)%Z in
      (s, Look (k := Num) (Some (v, 1%Z)) (Some (t + Z.to_nat (day - v))) None)
  | Plus x y => fun s =>
      let (sx, x) := step w x t (fst s) in let (sy, y) := step w y t (snd s) in
      (sx, sy, linear Z.add x y)
  | Minus x y => fun s =>
      let (sx, x) := step w x t (fst s) in let (sy, y) := step w y t (snd s) in
      (sx, sy, linear Z.sub x y)
  | AtMost x y => fun s =>
      let (sx, x) := step w x t (fst s) in let (sy, y) := step w y t (snd s) in
      (sx, sy, at_most_zero t (linear Z.sub x y))
  | Otherwise x y => fun s =>
      let (sx, x) := step w x t (fst s) in let (sy, y) := step w y t (snd s) in
      (sx, sy, instead x y)
  | Known x => fun s =>
      let (sx, x) := step w x t s in
      (sx, Look (k := Bool) (decide (negb (isN (val x)))) (hor x) (wake x))
  | Not c => fun s => let (sc, c) := step w c t s in (sc, negated c)
  | And a b => fun s =>
      let (sa, a) := step w a t (fst s) in let (sb, b) := step w b t (snd s) in
      (sa, sb, join_and a b)
  | Or a b => fun s =>
      let (sa, a) := step w a t (fst s) in let (sb, b) := step w b t (snd s) in
      (sa, sb, negated (join_and (negated a) (negated b)))
  | For d c => fun s =>
      let (sc, c) := step w c t (fst s) in let (m, l) := lasting d t c (snd s) in (sc, m, l)
  | Within d c => fun s =>
      let (sc, c) := step w c t (fst s) in
      let (m, l) := lasting d t (negated c) (snd s) in (sc, m, negated l)
  | Until c d => fun s =>
      let (sc, c) := step w c t (fst (fst s)) in let (sd, d) := step w d t (snd (fst s)) in
      let v := conj (neg (val d)) (disj (val c) (snd s)) in
      let h := earlier (hor c) (hor d) in
      (sc, sd, v, Look (k := Bool) v h (earlier h (earlier (wake c) (wake d))))
  | Began c => fun s =>
      let (sc, c) := step w c t (fst s) in
      let (before, since) := snd s in
      let since := if isT (val c) && negb (isT before) then Some (Z.of_nat t) else since in
      (sc, (val c, since),
        Look (k := Num) (option_map (fun z => (z, 0%Z)) since) (hor c) (earlier (wake c) (hor c)))
  | LastChange x => fun s =>
      let (sx, x) := step w x t (fst s) in
      let m := notice t (option_map fst (val x)) (snd s) in
      let h := earlier (hor x) (next_value t (val x)) in
      (sx, m,
        Look (k := Num) (if isN (val x) then None else option_map (fun p => (snd p, 0%Z)) m) h
          (earlier (wake x) h))
  end.

(** ** A run that looks at arrivals, horizons and wakes only *)

Definition next_arrival (w : world) (t : nat) : horizon :=
  fold_right (fun r h => if t <? from r then earlier (Some (from r)) h else h) None w.

Definition next_look {k} (w : world) (t stop : nat) (l : look k) : nat :=
  match earlier (earlier (hor l) (wake l)) (next_arrival w t) with
  | Some n => Nat.min stop (Nat.max (t + 1) n)
  | None => stop
  end.

(** The truth of every second, from looks at some *)
Fixpoint trace (w : world) (e : expr Bool) (stop fuel t : nat) (s : state e) : list truth :=
  match fuel with
  | 0 => []
  | S fuel =>
      if t <? stop then
        let (s, l) := step w e t s in
        let next := next_look w t stop l in
        repeat (val l : truth) (next - t) ++ trace w e stop fuel next s
      else []
  end.

Definition truths (w : world) (e : expr Bool) (stop : nat) := trace w e stop stop 0 (start e).

(** The seconds looked at, and whether it fires there *)
Fixpoint run (on : bool) (w : world) (e : expr Bool) (stop fuel t : nat) (s : state e) (known : truth)
    : list (nat * bool) :=
  match fuel with
  | 0 => []
  | S fuel =>
      if t <? stop then
        let (s, l) := step w e t s in
        let fired := isT (val l) && (if on then isF known else negb (isT known)) in
        (t, fired) ::
          run on w e stop fuel (next_look w t stop l) s (if isU (val l) then known else val l)
      else []
  end.

Definition looks (on : bool) w e stop := run on w e stop stop 0 (start e) U.

Definition fired (l : list (nat * bool)) : list nat := map fst (filter snd l).
