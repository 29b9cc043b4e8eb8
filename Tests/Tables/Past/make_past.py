"""Writes ago.txt, age.txt, windows.txt and latches.txt: random readings, and what an expression is at each second.

    python make_past.py 1000

Every second is looked at by a plain loop, word by word as the language reference has it. A line has four parts:

    source ; readings: second, number, truth ; expression ; stretches: second value

The source s has the fields x and c and keeps its readings; f has y and d, and its readings are fresh for 20 s. `?` is a field that a reading does not have, and a value
that is unknown.
"""

import math
import random
import sys
from fractions import Fraction

END = 160
FRESH = 20
FIELDS = {"s": ("x", "c"), "f": ("y", "d")}


def readings(draw):
    count = draw.randint(1, 8)
    seconds = sorted(draw.choices(range(END), k=count))
    if draw.random() < 0.5:
        seconds[0] = 0
    result = []
    for second in seconds:
        number = None if draw.random() < 0.15 else draw.randint(-3, 9)
        truth = None if draw.random() < 0.15 else draw.random() < 0.5
        result.append((second, number, truth))
    return result


def current(source, rows, second):
    """The reading that counts at a second: the last one up to it, while it is fresh."""
    known = [row for row in rows if row[0] <= second]
    if not known or source == "f" and second > known[-1][0] + FRESH:
        return (None, None)
    return known[-1][1:]


def ago(column, second):
    return column[second] if second >= 0 else None


def age(rows, second, field):
    """The time since the latest reading that had the field and was not replaced in its own second."""
    latest = {}
    for row in rows:
        if row[0] <= second:
            latest[row[0]] = row
    had = [at for at, row in latest.items() if row[1 + field] is not None]
    return second - max(had) if had else None


def events(column):
    """At which seconds a condition is true and, when last known, was false."""
    last, result = None, []
    for second, truth in enumerate(column):
        result.append(truth is True and last is False)
        if truth is not None:
            last = truth
    return result


def window(function, x, c, at, near, far):
    first, last = at - far, at - near
    closed = [ago(x, second) for second in range(first, last + 1)]
    known = [value for value in closed if value is not None]
    half = closed[:-1]
    if function in ("min", "max"):
        return (min if function == "min" else max)(known) if known else None
    if function == "average":
        known = [value for value in half if value is not None]
        return Fraction(sum(known), len(known)) if known else None
    if function == "change":
        return None if closed[0] is None or closed[-1] is None else closed[-1] - closed[0]
    if function == "increase":
        if any(value is None or value < 0 for value in closed):
            return None
        mark, total = closed[0], 0
        for value in closed[1:]:
            if value >= mark:
                mark, total = value, total + value - mark
            elif 10 * value < 9 * mark:
                mark, total = value, total + value
        return total
    truths = [ago(c, second) for second in range(first, last + 1)]
    if function == "total":
        return None if None in truths[:-1] else sum(truths[:-1])
    if function == "times":
        if all(truth is None for truth in truths[:-1]):
            return None
        happened = events(c)
        return sum(happened[second] for second in range(max(first, 0), max(last, 0)))
    assert function == "within"
    return True if True in truths else None if None in truths else False


def both(left, right):
    return False if left is False or right is False else None if left is None or right is None else True


def either(left, right):
    return negation(both(negation(left), negation(right)))


def negation(truth):
    return None if truth is None else not truth


def latch(begins, ends):
    """At each second `not d and (c or what it was the second before)`; before the first one it is unknown."""
    result, before = [], None
    for begin, end in zip(begins, ends):
        before = both(negation(end), either(begin, before))
        result.append(before)
    return result


def written(value):
    return {None: "?", True: "true", False: "false"}.get(value) if value is None or isinstance(value, bool) else str(value)


def stretches(values):
    result = []
    for second, value in enumerate(values):
        if not result or result[-1][1] != written(value):
            result.append((second, written(value)))
    return ", ".join(f"{second} {value}" for second, value in result)


def line(source, rows, expression, values):
    parts = ", ".join(f"{second} {written(number)} {written(truth)}" for second, number, truth in rows)
    return f"{source} ; {parts} ; {expression} ; {stretches(values)}"


def start(draw):
    source, rows = draw.choice("sf"), readings(draw)
    columns = [current(source, rows, second) for second in range(END)]
    return source, rows, [column[0] for column in columns], [column[1] for column in columns]


def ago_case(draw):
    source, rows, x, c = start(draw)
    back = draw.choice([0, 1, draw.randint(2, 30), draw.randint(20, 170)])
    field, column = draw.choice([(0, x), (1, c)])
    return line(source, rows, f"ago({FIELDS[source][field]}, {back}s)",
                [ago(column, second - back) for second in range(END)])


def age_case(draw):
    source, rows, _, _ = start(draw)
    field = draw.randint(0, 1)
    ages = [age(rows, second, field) for second in range(END)]
    limit = draw.randint(0, 60)
    sign, holds = draw.choice([(">", lambda a: a > limit), ("<=", lambda a: a <= limit), ("==", lambda a: a == limit)])
    return line(source, rows, f"age({FIELDS[source][field]}) {sign} {limit}s",
                [None if a is None else holds(a) for a in ages])


def window_case(draw):
    source, rows, x, c = start(draw)
    near = draw.choice([0, 1, draw.randint(2, 60)])
    far = near + draw.choice([1, draw.randint(2, 60)])
    function = draw.choice(["min", "max", "average", "change", "increase", "total", "times", "within"])
    values = [window(function, x, c, second, near, far) for second in range(END)]
    span = f"last {near}s..{far}s"
    if function == "within":
        return line(source, rows, f"{FIELDS[source][1]} within {span}", values)
    name = FIELDS[source][1 if function in ("total", "times") else 0]
    expression = f"{function}({name}, {span})"
    if function == "average":
        # What drifts is compared by its tenths, away from where it is one exactly.
        expression = f"floor({expression} * 10 + 0.0137)"
        values = [None if v is None else math.floor(v * 10 + Fraction(137, 10000)) for v in values]
    if function == "total":
        expression = f"floor({expression} / 1s)"
    return line(source, rows, expression, values)


def latch_case(draw):
    source, rows, x, c = start(draw)
    number, truth = FIELDS[source]

    def part():
        limit = draw.randint(-3, 9)
        sign, holds = draw.choice([(">", lambda v: v > limit), ("<", lambda v: v < limit), ("==", lambda v: v == limit)])
        return draw.choice([
            (f"{number} {sign} {limit}", [None if v is None else holds(v) for v in x]),
            (truth, c),
            (f"(not {truth})", [negation(t) for t in c]),
            (f"(known({number}) and {truth})", [both(v is not None, t) for v, t in zip(x, c)]),
        ])

    (begin, begins), (end, ends) = part(), part()
    values = latch(begins, ends)
    expression = f"{begin} until {end}"
    if draw.random() < 0.3:
        outer, outers = part()
        if draw.random() < 0.5:
            values, expression = latch(values, outers), f"({expression}) until {outer}"
        else:
            values, expression = latch(outers, values), f"{outer} until ({expression})"
    return line(source, rows, expression, values)


def main(count):
    cases = (("ago", ago_case, 1), ("age", age_case, 2), ("windows", window_case, 3), ("latches", latch_case, 4))
    for name, case, seed in cases:
        draw = random.Random(seed)
        with open(f"{name}.txt", "w", encoding="utf-8") as file:
            file.write(f"# make_past.py {count}, Python {sys.version.split()[0]}\n")
            for _ in range(count):
                file.write(case(draw) + "\n")


main(int(sys.argv[1]))
