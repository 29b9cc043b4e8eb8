#!/usr/bin/env python3
"""Compares random conditions over random readings in three ways: the definitions of Opp.v, the evaluator of Engine.v,
and a binary of opp. Of each condition it compares the truth at each second, and the firings of `when` and of `on`.

    python3 agree.py OPP SEED WORLDS

A world has four conditions. OCaml's `ocamlfind ocamlopt`, which Debian's `coq` brings along, compiles what Coq extracts.
Exits with 1 if a result differs.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

END = 120  # seconds
DAY = "2026-06-21"
# The source and its field, its type, and for how many seconds a reading is fresh (None: until the next).
SOURCES = [("s0", "v0", "Bool", 20), ("s1", "v1", "Bool", None), ("s2", "v2", "Number", 30), ("s3", "v3", "Number", None)]
BOOLS, NUMBERS = (0, 1), (2, 3)


def instant(second):
    return f"{DAY}T00:{second // 60:02d}:{second % 60:02d}Z"


def second(text):
    return int(text[11:13]) * 3600 + int(text[14:16]) * 60 + int(text[17:19])


class Generator:
    """Random readings and conditions; an expression is a pair of its OCaml term and its text in the language."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def readings(self):
        choice = self.random.choice
        found = []
        for source, (_, _, kind, fresh) in enumerate(SOURCES):
            at = 0 if source == 1 else choice([0, 0, 0, 3, 11])
            while at < END:
                value = None
                if self.random.random() >= 0.15:
                    value = self.random.randint(0, 1) if kind == "Bool" else self.random.randint(-3, 6)
                found.append((source, at, None if fresh is None else at + fresh, value))
                at += choice([1, 1, 2, 3, 5, 7, 12, 20, 21, 22, 33])
        return found

    def constant(self):
        value = self.random.randint(-3, 6)
        return f"(Number ({value}))", str(value)

    def signal(self, sources):
        source = self.random.choice(sources)
        return f"(Signal {source})", SOURCES[source][1]

    def number(self):
        term, text = self.constant() if self.random.random() < 0.3 else self.signal(NUMBERS)
        if self.random.random() < 0.1:
            other, written = self.constant() if self.random.random() < 0.3 else self.signal(NUMBERS)
            return f"(Otherwise ({term}, {other}))", f"({text} otherwise {written})"
        return term, text

    def comparison(self):
        (left, a), (right, b) = self.number(), self.number()
        if self.random.random() < 0.3:
            term, text = self.number()
            left, a = f"(Plus ({left}, {term}))", f"({a} + {text})"
        if self.random.random() < 0.3:
            term, text = self.number()
            right, b = f"(Minus ({right}, {term}))", f"({b} - {text})"
        sign, term = self.random.choice([
            ("<=", f"(AtMost ({left}, {right}))"),
            ("<", f"(Not (AtMost ({right}, {left})))"),
            ("==", f"(And (AtMost ({left}, {right}), AtMost ({right}, {left})))"),
            (">=", f"(AtMost ({right}, {left}))"),
        ])
        return term, f"({a} {sign} {b})"

    def since(self, term, text):
        """An Instant that lies some seconds back."""
        least = self.random.randint(0, 20)
        return f"(AtMost (Number {least}, Minus (Now, {term})))", f"(now - {text} >= {least}s)"

    def leaf(self):
        kind = self.random.random()
        if kind < 0.35:
            term, text = self.signal(BOOLS)
            return f"(AtMost (Number 1, {term}))", text
        if kind < 0.65:
            return self.comparison()
        if kind < 0.75:
            term, text = self.signal(NUMBERS)
            return f"(Known {term})", f"known({text})"
        if kind < 0.87:
            term, text = self.signal(BOOLS + NUMBERS)
            return self.since(f"(LastChange {term})", f"last_change({text})")
        a, b = self.random.randint(0, END - 1), self.random.randint(0, END - 1)
        clock = [f"00:{x // 60:02d}:{x % 60:02d}" for x in (a, b)]
        return f"(timeIn 0 {a} {b})", f"(time in {clock[0]}..{clock[1]})"

    def condition(self, depth):
        if depth == 0 or self.random.random() < 0.18:
            return self.leaf()
        kind = self.random.choice(
            ["Not", "And", "And", "Or", "Or", "For", "For", "Within", "Within", "Until", "Began"])
        term, text = self.condition(depth - 1)
        if kind == "Not":
            return f"(Not {term})", f"(not {text})"
        if kind == "Began":
            return self.since(f"(Began {term})", f"began({text})")
        if kind in ("For", "Within"):
            span = self.random.choice([1, 1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 30])
            return f"({kind} ({span}, {term}))", f"({text} {'for' if kind == 'For' else 'within last'} {span}s)"
        other, written = self.condition(depth - 1)
        return f"({kind} ({term}, {other}))", f"({text} {kind.lower()} {written})"

    def worlds(self, count):
        depths = [1, 2, 2, 3, 3, 4]
        return [(self.readings(), [self.condition(self.random.choice(depths)) for _ in range(4)]) for _ in range(count)]


# MARK: What Coq says

PROGRAM = f"""open Oracle
let reading i t u v = {{source = i; from = t; until = u; value = v; rate = 0}}
let letter = function T -> 'T' | F -> 'F' | U -> 'U'
let line l = String.concat "" (List.map (fun t -> String.make 1 (letter t)) l)
let seconds l = String.concat "," (List.map string_of_int l)
let meaning w e =
  let truth : int -> truth = Obj.magic (den Bool w e) in
  List.init {END} truth
(* The definitions look back anew at each second, so nested memories take them long: the evaluator stands for them there. *)
let print isShort w e =
  let evaluated on = seconds (fired (looks on w e {END})) in
  let defined on = if isShort then seconds (firings on w e {END}) else evaluated on in
  Printf.printf "%s %s %s %s %s %s %d\\n%!"
    (line (if isShort then meaning w e else truths w e {END})) (line (truths w e {END}))
    (defined false) (evaluated false) (defined true) (evaluated true)
    (List.length (looks true w e {END}))
"""


def option(value):
    return "None" if value is None else f"(Some ({value}))"


def ask_coq(worlds, folder):
    """The line of PROGRAM for each condition"""
    here = os.path.dirname(os.path.abspath(__file__))
    program = [PROGRAM]
    for index, (readings, conditions) in enumerate(worlds):
        listed = "; ".join(f"reading {i} {at} {option(until)} {option(value)}" for i, at, until, value in readings)
        program.append(f"let w{index} = [{listed}]")
        for term, _ in conditions:
            memories = len(re.findall(r"\b(?:For|Within|Until|Began|LastChange)\b", term))
            program.append(f"let () = print {'true' if memories <= 1 else 'false'} w{index} {term}")
    with open(os.path.join(folder, "main.ml"), "w") as file:
        file.write("\n".join(program) + "\n")
    for name in ("Opp", "Engine", "Extract"):
        shutil.copy(os.path.join(here, f"{name}.v"), folder)
        subprocess.run(["coqc", "-R", ".", "OppProofs", f"{name}.v"], cwd=folder, check=True)
    subprocess.run(
        ["ocamlfind", "ocamlopt", "-w", "-a", "oracle.mli", "oracle.ml", "main.ml", "-o", "main"], cwd=folder, check=True)
    printed = subprocess.run(["./main"], cwd=folder, capture_output=True, text=True, check=True)
    return [line.split(" ") for line in printed.stdout.splitlines()]


# MARK: What opp says


def ask_opp(opp, readings, conditions, folder):
    """The truths and the firings of `when` and `on` of each condition, as the program prints them"""
    os.makedirs(os.path.join(folder, "data"), exist_ok=True)
    for index, (source, field, kind, _) in enumerate(SOURCES):
        with open(os.path.join(folder, "data", f"{source}.csv"), "w") as file:
            file.write(f"time,{field}\n")
            for i, at, _, value in readings:
                if i == index:
                    text = "" if value is None else ("false", "true")[value] if kind == "Bool" else str(value)
                    file.write(f"{instant(at)},{text}\n")
    with open(os.path.join(folder, "rules.opp"), "w") as file:
        for source, field, kind, fresh in SOURCES:
            file.write(f"source {source} {f'fresh for {fresh}s ' if fresh else ''}{{ {field}: {kind} }}\n")
        for index, (_, text) in enumerate(conditions):
            file.write(f'opp "when {index}" when {text}\nopp "on {index}" on {text}\n')
    command = [opp, "eval", folder, "--from", instant(0), "--to", instant(END), "--format", "json"]

    def lines(*options):
        result = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with {result.returncode}: {result.stderr}")
        return [json.loads(line) for line in result.stdout.splitlines() if line]

    firings = {}
    for line in lines():
        if line.get("type") == "firing":
            firings.setdefault(line["opp"], []).append(second(line["at"]))
    truths = {}
    for line in lines(*(option for _, text in conditions for option in ("-e", text))):
        shown = truths.setdefault(line["expression"], ["?"] * END)
        for x in range(second(line["from"]), min(END, second(line["to"]))):
            shown[x] = {True: "T", False: "F", None: "U", "true": "T", "false": "F", "unknown": "U"}[
                line["truth"] if "truth" in line else line["value"]]
    return [
        ("".join(truths.get(text, "?")), *(",".join(map(str, firings.get(f"{kind} {index}", []))) for kind in ("when", "on")))
        for index, (_, text) in enumerate(conditions)]


def main():
    opp, seed, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    worlds = Generator(seed).worlds(count)
    with tempfile.TemporaryDirectory() as folder:
        answers = iter(ask_coq(worlds, folder))
        conditions = differences = looks = 0
        for readings, of_world in worlds:
            for (_, text), found in zip(of_world, ask_opp(opp, readings, of_world, os.path.join(folder, "rules"))):
                meant, evaluated, when, when_evaluated, on, on_evaluated, looked = next(answers)
                conditions += 1
                looks += int(looked)
                if (meant, when, on) != (evaluated, when_evaluated, on_evaluated):
                    differences += 1
                    print(f"definition and evaluator differ: {text}")
                if found != (meant, when, on):
                    differences += 1
                    print(f"opp differs: {text}\n  meant {meant} {when} {on}\n  opp   {' '.join(found)}")
    print(f"{conditions} conditions, {differences} differences; the evaluator looked at {looks} of {conditions * END} seconds")
    sys.exit(1 if differences else 0)


main()
