"""Writes questions.csv: random conditions, and whether z3 finds values for which they are true.

    pip install z3-solver==5.4.0.0
    python make_questions.py 2000

The conditions are of linear arithmetic over readings, enums, Bools, weekdays and windows of the clock. All
readings are known; percentages lie in 0..100, and wind, rain and snow are not negative, as the prelude
promises.
"""

import csv
import random
import sys
from fractions import Fraction

from z3 import And, Bool, If, Int, Not, Or, Real, RealVal, Solver, sat

SKIES = ["clear", "clouds", "rain", "drizzle", "thunderstorm", "snow", "mist", "fog", "haze", "smoke",
         "dust", "sand", "ash", "squall", "tornado"]
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
RELATIONS = ["<", "<=", ">", ">=", "==", "!="]

temp, feels, humidity, clouds = Real("temp"), Real("feels"), Real("humidity"), Real("clouds")
wind, gust, rain, snow = Real("wind"), Real("gust"), Real("rain"), Real("snow")
sky, time, weekday, month = Int("sky"), Int("time"), Int("weekday"), Int("month")
raining, snowing = Bool("raining"), Bool("snowing")
WORLD = [humidity >= 0, humidity <= 100, clouds >= 0, clouds <= 100, wind >= 0, gust >= 0, rain >= 0,
         snow >= 0, sky >= 0, sky < len(SKIES), time >= 0, time < 86400, weekday >= 0, weekday < 7,
         month >= 1, month <= 12]
SCALE = {"C": Fraction(1), "%": Fraction(1), "m/s": Fraction(1), "km/h": Fraction(5, 18),
         "mm/h": Fraction(1, 3600000)}


def relate(relation, left, right):
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
            "==": left == right, "!=": left != right}[relation]


def exact(number, unit):
    value = Fraction(number) * SCALE[unit]
    return RealVal(f"{value.numerator}/{value.denominator}")


def clock(seconds):
    return f"{seconds // 3600}:{seconds // 60 % 60:02}"


def quantity(pick):
    """A quantity against a constant, in some unit."""
    name, variable, units, numbers = pick.choice([
        ("temp", temp, ["C"], ["0", "10", "20", "20.5", "30"]),
        ("feels_like", feels, ["C"], ["0", "10", "20", "30"]),
        ("humidity", humidity, ["%"], ["0", "30", "50", "99.5", "100", "120"]),
        ("weather.clouds", clouds, ["%"], ["0", "50", "100"]),
        ("wind", wind, ["m/s", "km/h"], ["0", "5", "18", "10.1"]),
        ("gust", gust, ["m/s", "km/h"], ["0", "5", "36", "10.1"]),
        ("rain", rain, ["mm/h"], ["0", "1", "2.5", "5"]),
    ])
    unit, number, relation = pick.choice(units), pick.choice(numbers), pick.choice(RELATIONS)
    return f"{name} {relation} {number}{unit}", relate(relation, variable, exact(number, unit))


def between(pick):
    low, high = sorted(pick.sample([0, 5, 10, 15, 20, 25, 30], 2))
    name, variable = pick.choice([("temp", temp), ("feels_like", feels)])
    return f"{name} in {low}C..{high}C", And(variable >= low, variable <= high)


def difference(pick):
    relation, number = pick.choice(RELATIONS), pick.choice(["0", "2", "5", "10"])
    form = pick.choice(["difference", "order", "fall", "speed", "humid"])
    if form == "difference":
        return f"temp - feels_like {relation} {number}C", relate(
            relation, temp - feels, exact(number, "C"))
    if form == "order":
        return f"temp {relation} feels_like", relate(relation, temp, feels)
    if form == "fall":
        factor = pick.choice([2, 3])
        return f"{factor} * rain + snow {relation} {number}mm/h", relate(
            relation, factor * rain + snow, exact(number, "mm/h"))
    if form == "speed":
        return f"gust - 2 * wind {relation} {number}m/s", relate(
            relation, gust - 2 * wind, exact(number, "m/s"))
    return f"humidity + weather.clouds {relation} {number}0%", relate(
        relation, humidity + clouds, exact(number + "0", "%"))


def window(pick):
    kind = pick.choice(["window", "time", "hour", "minute"])
    if kind == "window":
        start, end = pick.sample(range(0, 96), 2)
        start, end = start * 900, end * 900
        inside = And(time >= start, time < end) if start < end else Or(time >= start, time < end)
        return f"time in {clock(start)}..{clock(end)}", inside
    if kind == "time":
        at, relation = pick.randrange(0, 24) * 3600, pick.choice(["<", "<=", ">", ">="])
        return f"time {relation} {clock(at)}", relate(relation, time, at)
    relation = pick.choice(RELATIONS)
    if kind == "hour":
        at = pick.randrange(0, 24)
        return f"time.hour {relation} {at}", relate(relation, time / 3600, at)
    at = pick.choice([0, 15, 30, 59])
    return f"time.minute {relation} {at}", relate(relation, (time / 60) % 60, at)


def finite(pick):
    kind = pick.choice(["sky", "skies", "weekday", "days", "month", "raining", "snowing"])
    if kind == "sky":
        index, relation = pick.randrange(4), pick.choice(["==", "!="])
        return f"sky {relation} {SKIES[index]}", relate(relation, sky, index)
    if kind == "skies":
        some = sorted(pick.sample(range(6), pick.randrange(2, 4)))
        return f"sky in [{', '.join(SKIES[i] for i in some)}]", Or(*[sky == i for i in some])
    if kind == "weekday":
        index, relation = pick.randrange(7), pick.choice(["==", "!="])
        return f"weekday {relation} {DAYS[index]}", relate(relation, weekday, index)
    if kind == "days":
        a, b = pick.sample(range(7), 2)
        inside = And(weekday >= a, weekday <= b) if a <= b else Or(weekday >= a, weekday <= b)
        return f"weekday in {DAYS[a]}..{DAYS[b]}", inside
    if kind == "month":
        a, b = pick.sample(range(1, 13), 2)
        inside = And(month >= a, month <= b) if a <= b else Or(month >= a, month <= b)
        return f"month in {MONTHS[a - 1]}..{MONTHS[b - 1]}", inside
    return (kind, raining) if kind == "raining" else (kind, snowing)


def condition(pick, depth):
    if depth == 0 or pick.random() < 0.12:
        return pick.choice([quantity, between, difference, difference, window, window, finite])(pick)
    kind = pick.random()
    if kind < 0.12:
        text, formula = condition(pick, depth - 1)
        return f"not ({text})", Not(formula)
    if kind < 0.18:
        (a, fa), (b, fb), (c, fc) = (condition(pick, depth - 1) for _ in range(3))
        return f"(if {a} then {b} else {c})", If(fa, fb, fc)
    parts = [condition(pick, depth - 1) for _ in range(pick.randrange(2, 5))]
    word = "and" if kind < 0.72 else "or"
    text = f" {word} ".join(f"({part})" for part, _ in parts)
    formulas = [formula for _, formula in parts]
    return text, And(*formulas) if word == "and" else Or(*formulas)


def main():
    count = int(sys.argv[1])
    pick = random.Random(2026)
    rows, totals = [], {True: 0, False: 0}
    while len(rows) < count:
        parts = [condition(pick, pick.randrange(0, 3)) for _ in range(pick.randrange(2, 6))]
        text = " and ".join(f"({part})" for part, _ in parts)
        if len(text) > 600:
            continue
        solver = Solver()
        solver.add(*WORLD, *[formula for _, formula in parts])
        is_possible = solver.check() == sat
        # As many that are possible as that are not.
        if totals[is_possible] >= (count + 1) // 2:
            continue
        totals[is_possible] += 1
        rows.append((int(is_possible), text))
    with open("questions.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n", delimiter="\t", quoting=csv.QUOTE_NONE)
        writer.writerow(["possible", "condition"])
        writer.writerows(rows)


main()
