(** * What conditions mean, second by second

    The contract (Truth.md, Windows.md, Opps.md) as definitions that can be run. Nothing here knows of
    horizons, rates or wakes; [Engine.v] does, and [Sound.v] proves that both say the same. Second 0 is
    the first second of memory. *)
From Coq Require Import ZArith List Bool Arith.
Import ListNotations.

(** ** Kleene's three values *)

Inductive truth := F | U | T.

Definition neg v := match v with F => T | U => U | T => F end.
Definition conj v w := match v, w with F, _ | _, F => F | T, T => T | _, _ => U end.
Definition disj v w := match v, w with T, _ | _, T => T | F, F => F | _, _ => U end.
Definition isT v := match v with T => true | _ => false end.
Definition isU v := match v with U => true | _ => false end.
Definition isF v := match v with F => true | _ => false end.
Definition decide (b : bool) := if b then T else F.

(** ** Readings

    "A reading counts from the first whole second not before its own instant, until the next reading of
    its source, or until it is older than its source's freshness." *)

Record reading := Reading {
  source : nat;
  from : nat;              (** the first second at which it counts *)
  until : option nat;      (** the last second at which it is fresh; [None]: it lasts *)
  value : option Z;        (** at [from]; [None]: the reading does not have it *)
  rate : Z                 (** what is added each second, as free time falls by 1 *)
}.

Definition world := list reading.

(** Of one second, the reading that stands later in the list has arrived later. *)
Definition latest (w : world) (i t : nat) : option reading :=
  fold_left (fun found r => if (source r =? i) && (from r <=? t) then Some r else found) w None.

Definition fresh (r : reading) (t : nat) : bool :=
  match until r with Some u => t <=? u | None => true end.

Definition signal (w : world) (i t : nat) : option Z :=
  match latest w i t with
  | Some r => if fresh r t
      then option_map (fun v => v + rate r * (Z.of_nat t - Z.of_nat (from r)))%Z (value r) else None
  | None => None
  end.

(** ** Expressions *)

Inductive kind := Bool | Num.

Inductive expr : kind -> Type :=
| Truth (v : truth) : expr Bool
| Number (z : Z) : expr Num
| Signal (i : nat) : expr Num
| Now : expr Num
| TimeOfDay (start : Z) : expr Num          (** [start]: the time of day at second 0 *)
| Plus (x y : expr Num) : expr Num
| Minus (x y : expr Num) : expr Num
| Otherwise (x y : expr Num) : expr Num     (** y where x is unknown *)
| AtMost (x y : expr Num) : expr Bool       (** [x <= y] *)
| Known (x : expr Num) : expr Bool
| Not (c : expr Bool) : expr Bool
| And (a b : expr Bool) : expr Bool
| Or (a b : expr Bool) : expr Bool
| For (d : nat) (c : expr Bool) : expr Bool
| Within (d : nat) (c : expr Bool) : expr Bool
| Until (c d : expr Bool) : expr Bool
| Began (c : expr Bool) : expr Num
| LastChange (x : expr Num) : expr Num.     (** the language takes no [x] that drifts *)

(** The others are written with these. *)
Definition Less x y := Not (AtMost y x).
Definition Equal x y := And (AtMost x y) (AtMost y x).

(** "[a..b] on times of day includes a and stops before b; one whose end is not after its start runs
    over midnight; if both are equal it is the whole day." *)
Definition TimeIn (start a b : Z) : expr Bool :=
  let after := AtMost (Number a) (TimeOfDay start) in
  let before := Less (TimeOfDay start) (Number b) in
  if (a <? b)%Z then And after before else Or after before.

(** ** What they mean *)

Definition day := 86400%Z.

(** "The least value of c over the seconds t-D … t, both included"; before memory it is unknown. *)
Fixpoint least (d : nat) (c : nat -> truth) (t : nat) : truth :=
  match d with
  | 0 => c t
  | S d => conj (c t) (match t with 0 => U | S t => least d c t end)
  end.

(** "The greatest over t-D … t" *)
Fixpoint greatest (d : nat) (c : nat -> truth) (t : nat) : truth :=
  match d with
  | 0 => c t
  | S d => disj (c t) (match t with 0 => U | S t => greatest d c t end)
  end.

(** "At each second it is [not d and (c or what it was the second before)]; before memory it was unknown." *)
Fixpoint latch (c d : nat -> truth) (t : nat) : truth :=
  conj (neg (d t)) (disj (c t) (match t with 0 => U | S t => latch c d t end)).

(** "The first second of the present or latest interval in which c is true" *)
Fixpoint began (c : nat -> truth) (t : nat) : option Z :=
  match t with
  | 0 => if isT (c 0) then Some 0%Z else None
  | S t' => if isT (c t) && negb (isT (c t')) then Some (Z.of_nat t) else began c t'
  end.

(** "The Instant at which x became what it is …; before the first change, the second at which it was first
    known; unknown while x is unknown. A change is from the last known value to another, also over
    unknown seconds": the last known value, and since when it is that *)
Definition notice (t : nat) (x : option Z) (m : option (Z * Z)) : option (Z * Z) :=
  match x, m with
  | None, _ => m
  | Some v, Some (v', _) => if (v =? v')%Z then m else Some (v, Z.of_nat t)
  | Some v, None => Some (v, Z.of_nat t)
  end.

Fixpoint noticed (x : nat -> option Z) (t : nat) : option (Z * Z) :=
  notice t (x t) (match t with 0 => None | S t => noticed x t end).

Definition last_change (x : nat -> option Z) (t : nat) : option Z :=
  match x t with Some _ => option_map snd (noticed x t) | None => None end.

Definition both (f : Z -> Z -> Z) (x y : option Z) : option Z :=
  match x, y with Some x, Some y => Some (f x y) | _, _ => None end.

Definition sem (k : kind) : Type := match k with Bool => truth | Num => option Z end.

Fixpoint den {k} (w : world) (e : expr k) : nat -> sem k :=
  match e in expr k return nat -> sem k with
  | Truth v => fun _ => v
  | Number z => fun _ => Some z
  | Signal i => signal w i
  | Now => fun t => Some (Z.of_nat t)
  | TimeOfDay start => fun t => Some ((start + Z.of_nat t) mod day)%Z
  | Plus x y => fun t => both Z.add (den w x t) (den w y t)
  | Minus x y => fun t => both Z.sub (den w x t) (den w y t)
  | Otherwise x y => fun t => match den w x t with Some z => Some z | None => den w y t end
  | AtMost x y => fun t =>
      match both Z.sub (den w x t) (den w y t) with Some z => decide (z <=? 0)%Z | None => U end
  | Known x => fun t => match den w x t with Some _ => T | None => F end
  | Not c => fun t => neg (den w c t)
  | And a b => fun t => conj (den w a t) (den w b t)
  | Or a b => fun t => disj (den w a t) (den w b t)
  | For d c => least d (den w c)
  | Within d c => greatest d (den w c)
  | Until c d => latch (den w c) (den w d)
  | Began c => began (den w c)
  | LastChange x => last_change (den w x)
  end.

(** ** When an Opp fires

    "Without [on] an Opp fires at a second of truth when the last known value before it was false, or
    there is none"; [on c] needs it to have been false. *)

Fixpoint last_known (c : nat -> truth) (t : nat) : truth :=
  match t with 0 => U | S t => if isU (c t) then last_known c t else c t end.

Definition fires (on : bool) (c : nat -> truth) (t : nat) : bool :=
  isT (c t) && (if on then isF (last_known c t) else negb (isT (last_known c t))).

Definition firings (on : bool) (w : world) (e : expr Bool) (stop : nat) : list nat :=
  filter (fires on (den w e)) (seq 0 stop).
