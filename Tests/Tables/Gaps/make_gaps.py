"""Writes gaps.txt: random rows, and the times between two instants that they leave free.

    python make_gaps.py 1000

Every minute of some days, or every second of an hour, is looked at by a plain loop, with the wall clock of Python's
zoneinfo. A line has seven parts, with instants in seconds since 1970:

    zone ; day of the clock ; from to ; hours of the day, or - ; rows: begins ends done ; another table's rows ; gaps: begins ends

`?` is a field that a row does not have, and a value that is unknown.
"""

import random
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

# Days near which clocks are changed, and one on which they are not.
ZONES = {
    "UTC": ["2026-06-21"],
    "Europe/Berlin": ["2026-03-28", "2026-10-24", "2026-06-21"],
    "America/New_York": ["2026-03-07", "2026-10-31"],
    "Australia/Lord_Howe": ["2026-04-04", "2026-10-03"],
    "Asia/Beirut": ["2026-03-28", "2026-10-24"],
}


def hour_text(seconds):
    return f"{seconds // 3600}:{seconds // 60 % 60:02}" + (f":{seconds % 60:02}" if seconds % 60 else "")


def second_of_day(zone, second):
    local = datetime.fromtimestamp(second, zone)
    return local.hour * 3600 + local.minute * 60 + local.second


def is_in(hours, time):
    low, high = hours
    return low <= time < high if low < high else low == high or low <= time or time < high


def rows_of(draw, start, length, step):
    rows = []
    for _ in range(draw.randint(0, 6)):
        begin = start + draw.randint(-length // 4, length) // step * step
        end = begin + draw.choice([0, draw.randint(0, length // 3), draw.randint(-length // 8, length // 2)]) // step * step
        if rows and draw.random() < 0.3:
            begin = rows[-1][1] if rows[-1][1] is not None else begin
        rows.append([begin, end, draw.random() < 0.15])
    for row in rows:
        if draw.random() < 0.02:
            row[draw.randint(0, 2)] = None
    return rows


def gaps(zone, start, end, hours, rows, others, step):
    members = [row for row in rows if row[2] is not True] + others
    if any(None in row for row in members):
        return None
    result = []
    was_free = False
    for second in range(start, end, step):
        free = not any(row[0] <= second < row[1] for row in members)
        if free and hours is not None:
            free = is_in(hours, second_of_day(zone, second))
        if free and not was_free:
            result.append([second, end])
        if was_free and not free:
            result[-1][1] = second
        was_free = free
    return result


def text(value):
    return "?" if value is None else str(value).lower()


def case(draw):
    name = draw.choice(list(ZONES))
    zone = ZoneInfo(name)
    day = draw.choice(ZONES[name])
    midnight = int(datetime.fromisoformat(day).replace(tzinfo=zone).timestamp())
    if draw.random() < 0.25:
        step, length = 1, 3600
    else:
        step, length = 60, draw.choice([12, 24, 72]) * 3600
    start = midnight + draw.randint(0, 86400) // step * step
    end = start + draw.choice([length] * 8 + [-step, 0])
    hours = None
    if draw.random() < 0.6:
        hours = [draw.randint(0, 86399) // step * step for _ in range(2)]
        if draw.random() < 0.1:
            hours[1] = hours[0]
        if draw.random() < 0.3:
            hours = draw.choice([[7200, 10800], [9000, 9600], [0, 3600], [82800, 7200], [5400, 8100]])
    rows = rows_of(draw, start, length, step)
    others = [[a, b, False] for a, b, _ in rows_of(draw, start, length, step)] if draw.random() < 0.4 else []
    found = gaps(zone, start, end, hours, rows, others, step)
    return " ; ".join([
        name, day, f"{start} {end}", "-" if hours is None else "..".join(map(hour_text, hours)),
        ", ".join(" ".join(map(text, row)) for row in rows) or "-",
        ", ".join(" ".join(map(text, row[:2])) for row in others) or "-",
        "?" if found is None else ", ".join(f"{a} {b}" for a, b in found) or "-"])


def main(count):
    draw = random.Random(4)
    with open("gaps.txt", "w", encoding="utf-8") as file:
        file.write(f"# make_gaps.py {count}, Python {sys.version.split()[0]}\n")
        for _ in range(count):
            file.write(case(draw) + "\n")


main(int(sys.argv[1]))
