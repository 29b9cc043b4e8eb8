"""Writes occurrences.csv: the instants of `every D from X`, by Python's datetime, dateutil and zoneinfo.

    pip install tzdata==2026.6 python-dateutil==4.0.0
    PYTHONTZPATH= python make_occurrences.py

Each row has a zone, X, D, a second and the first of X, X + D, … that is not before it. Where D is whole days they are
dates of dateutil's daily rule at the local time of X: a time that a clock change skips is the first second after the
gap, one that occurs twice its first. Most of the seconds lie within three days of a clock change.
"""

import random
import sys
from datetime import datetime, timedelta, timezone
from importlib.metadata import version
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, rrule

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Asuncion", "Pacific/Apia",
         "Africa/Casablanca", "Asia/Kolkata", "Antarctica/Troll"]
COUNT = 1000
DAY = 86_400
EPOCH = datetime(1970, 1, 1)
FIRST, LAST = 1_262_304_000, 1_893_456_000  # 2010 to 2030


def offset(zone, second):
    moment = (EPOCH + timedelta(seconds=second)).replace(tzinfo=timezone.utc)
    return int(moment.astimezone(zone).utcoffset().total_seconds())


def wall(zone, second):
    return EPOCH + timedelta(seconds=second + offset(zone, second))


def instant(zone, local):
    """The first second whose clock shows a local time, or the first after the gap that it is in."""
    seconds = round((local - EPOCH).total_seconds())
    found = [second for second in sorted({seconds - offset(zone, seconds + way * DAY) for way in (-1, 0, 1)})
             if wall(zone, second) == local]
    if found:
        return found[0]
    low, high = seconds - 2 * DAY, seconds + 2 * DAY
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if wall(zone, middle) > local else (middle, high)
    return high


def changes(zone):
    found = []
    for start in range(FIRST, LAST, 7 * DAY):
        low, high = start, start + 7 * DAY
        if offset(zone, low) == offset(zone, high):
            continue
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(zone, middle) == offset(zone, start) else (low, middle)
        found.append(high)
    return found


def occurrence(zone, start, period, second):
    if second <= start:
        return start
    if period % DAY:
        found = start
        while found < second:
            found += period * max(1, (second - found) // period)
        return found
    rule = rrule(DAILY, interval=period // DAY, dtstart=wall(zone, start))
    for number, local in enumerate(rule):
        # The first is X itself, also where its local time occurs twice.
        found = instant(zone, local) if number else start
        if found >= second:
            return found


def main():
    chance = random.Random("occurrences")
    edges = {name: changes(ZoneInfo(name)) or [1_500_000_000] for name in ZONES}
    with open("occurrences.csv", "w") as table:
        print(f"# zoneinfo of Python {sys.version.split()[0]}, tzdata {version('tzdata')}, "
              f"dateutil {version('python-dateutil')}", file=table)
        print("zone,start,period,second,occurrence", file=table)
        for _ in range(COUNT):
            name = chance.choice(ZONES)
            zone = ZoneInfo(name)
            second = chance.choice(edges[name]) + chance.randrange(-3 * DAY, 3 * DAY)
            start = second + chance.randrange(-400 * DAY, 2 * DAY)
            if chance.random() < 0.5:  # a local time that the change skips or repeats
                start = chance.choice(edges[name]) + chance.randrange(-7200, 7200)
            period = chance.choice([DAY, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 36 * 3600, 25 * 3600, 5400, 1, 61])
            if chance.random() < 0.5:  # right at one of them, or a second after it
                second = occurrence(zone, start, period, second) + chance.choice([0, 1])
            print(f"{name},{start},{period},{second},{occurrence(zone, start, period, second)}", file=table)


if __name__ == "__main__":
    main()
