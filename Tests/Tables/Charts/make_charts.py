"""Writes charts.txt: random readings and rows, and the numbers of a chart over them.

    python make_charts.py 1000

Periods are found minute by minute with the wall clock of Python's zoneinfo: an hour begins where it shows minute 0, a day where the
date is another, and so on. Windows are loops over the readings. A line has eight parts, with instants in seconds since 1970:

    zone ; period ; number of them ; the present ; readings of x: second value ; rows: second amount ; what the chart is of ; from:value

`?` is a value that is unknown.
"""

import random
import sys
from datetime import datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

# Days near which clocks are changed, and one on which they are not. They are past: the rules of a zone for years to come may change.
ZONES = {
    "UTC": ["2024-06-21"],
    "Europe/Berlin": ["2024-03-31", "2024-10-27", "2024-06-21"],
    "America/New_York": ["2024-03-10", "2024-11-03"],
    "Australia/Lord_Howe": ["2024-04-07", "2024-10-06"],
    "Asia/Beirut": ["2024-03-31", "2024-10-27"],
    "America/Havana": ["2024-03-10", "2024-11-03"],
}


def begins(zone, unit, second):
    """Whether a period begins at a whole minute"""
    here = datetime.fromtimestamp(second, zone)
    if unit == "hour":
        return here.minute == 0
    before = datetime.fromtimestamp(second - 60, zone)
    if here.date() <= before.date():
        return False
    if unit == "week":
        return here.weekday() == 0
    if unit == "month":
        return here.day == 1
    if unit == "year":
        return here.day == 1 and here.month == 1
    return True


def jump(zone, unit, second, direction):
    """Minutes that may be left out, since no period begins within them"""
    if unit in ("hour", "day"):
        return second
    here = datetime.fromtimestamp(second, zone)
    days = {"week": here.weekday(), "month": here.day - 1, "year": here.timetuple().tm_yday - 1}[unit]
    length = {"week": 7, "month": 28, "year": 365}[unit]
    rest = days - 2 if direction < 0 else length - days - 3
    return second + direction * max(0, rest) * 86400


def start(zone, unit, second):
    at = jump(zone, unit, second // 60 * 60, -1)
    while not begins(zone, unit, at):
        at -= 60
    return at


def end(zone, unit, first):
    at = jump(zone, unit, first, 1) + 60
    while not begins(zone, unit, at):
        at += 60
    return at


def periods(zone, unit, count, now):
    found = []
    second = now
    for _ in range(count):
        first = start(zone, unit, second)
        found.append((first, end(zone, unit, first)))
        second = first - 1
    return found[::-1]


def value_at(readings, second):
    found = None
    for at, value in readings:
        if at <= second:
            found = value
    return found


def stretches(readings, first, last):
    """The parts of first..<last in which x does not change, each with its value"""
    cuts = [first] + [at for at, _ in readings if first < at < last] + [last]
    return [(a, b, value_at(readings, a)) for a, b in zip(cuts, cuts[1:]) if a < b]


def number(kind, readings, rows, first, after, now):
    last = min(after - 1, now)
    to = after if after <= now else now
    parts = stretches(readings, first, to)
    known = [(a, b, x) for a, b, x in parts if x is not None]
    if kind == "count":
        return sum(1 for at, _ in rows if first <= at < after)
    if kind == "sum":
        return sum(amount for at, amount in rows if first <= at < after)
    if kind == "late":
        return sum(amount for at, amount in rows if first <= at < after and at <= last)
    if kind == "x":
        return value_at(readings, last)
    if kind == "average":
        length = sum(b - a for a, b, _ in known)
        return Fraction(sum((b - a) * x for a, b, x in known), length) if length else None
    if kind in ("min", "max"):
        seen = [x for _, _, x in stretches(readings, first, last + 1) if x is not None]
        return (min if kind == "min" else max)(seen) if seen else None
    if kind == "total":
        return None if len(known) < len(parts) else sum(b - a for a, b, x in known if x > 5)
    if kind == "mixed":
        on = number("total", readings, rows, first, after, now)
        x = value_at(readings, last)
        return None if on is None or x is None else Fraction(on, 60) + x
    if kind == "times":
        if not known:
            return None
        count, was = 0, None
        for at, x in readings:
            if was is False and x > 5 and first <= at < to:
                count += 1
            was = x > 5
        return count
    before, after = value_at(readings, first), value_at(readings, to)
    if before is None or after is None:
        return None
    if kind == "change":
        return after - before
    # increase
    total = 0
    x = before
    for at, value in readings:
        if first < at <= to and value >= x:
            total, x = total + value - x, value
        elif first < at <= to and 10 * value < 9 * x:
            total, x = total + value, value
    return total


KINDS = {
    "count": "count(rows where at in period)",
    "sum": "sum(rows where at in period each amount)",
    "late": "sum(rows where at in period and at <= now each amount)",
    "x": "x",
    "average": "average(x, since period)",
    "min": "min(x, since period)",
    "max": "max(x, since period)",
    "total": "total(x > 5, since period)",
    "mixed": "total(x > 5, since period) / 1min + x",
    "times": "times(x > 5, since period)",
    "change": "change(x, since period)",
    "increase": "increase(x, since period)",
}

SPANS = {"hour": 3600, "day": 86400, "week": 7 * 86400, "month": 30 * 86400, "year": 365 * 86400}


def text(value):
    return "?" if value is None else repr(float(value)) if isinstance(value, Fraction) else str(value)


def case(draw):
    name = draw.choice(list(ZONES))
    zone = ZoneInfo(name)
    unit = draw.choice(["hour", "hour", "day", "day", "week", "month", "year"])
    count = draw.randint(1, {"hour": 12, "day": 5, "week": 4, "month": 4, "year": 2}[unit])
    day = datetime.fromisoformat(draw.choice(ZONES[name])).replace(tzinfo=zone)
    now = int(day.timestamp()) + draw.randint(0, 36 * 60) * 60 + draw.choice([30, 59, 59, 1])
    if draw.random() < 0.3:
        now += draw.randint(0, SPANS[unit])
        now = now // 60 * 60 + 59
    span = SPANS[unit] * count
    readings = {}
    for _ in range(draw.choice([0, 3, 8, 20])):
        at = now - draw.randint(0, span * 5 // 4)
        readings[at // 60 * 60 if draw.random() < 0.5 else at] = draw.randint(0, 9)
    bounds = [second for pair in periods(zone, unit, count, now) for second in pair]
    for _ in range(draw.choice([0, 2])):
        at = draw.choice(bounds) - draw.choice([0, 1])
        if at <= now:
            readings[at] = draw.randint(0, 9)
    readings = sorted(readings.items())
    rows = [(now - draw.randint(-span // 8, span * 5 // 4), draw.randint(0, 9)) for _ in range(draw.choice([0, 5, 15]))]
    rows += [(draw.choice(bounds) - draw.choice([0, 1]), draw.randint(0, 9)) for _ in range(draw.choice([0, 4]))]
    kind = draw.choice(list(KINDS))
    found = [(first, number(kind, readings, rows, first, after, now))
             for first, after in periods(zone, unit, count, now)]
    return " ; ".join([
        name, unit, str(count), str(now), ", ".join(f"{a} {x}" for a, x in readings) or "-",
        ", ".join(f"{a} {x}" for a, x in rows) or "-", KINDS[kind],
        ", ".join(f"{first}:{text(value)}" for first, value in found)])


def main(count):
    draw = random.Random(6)
    with open("charts.txt", "w", encoding="utf-8") as file:
        file.write(f"# make_charts.py {count}, Python {sys.version.split()[0]}\n")
        for _ in range(count):
            file.write(case(draw) + "\n")


main(int(sys.argv[1]))
