"""Writes files.csv, offsets.csv and locals.csv: zones by Python's zoneinfo.

    pip install tzdata==2026.6
    PYTHONTZPATH= python make_zones.py

files.csv holds the very zone files, so that the tables do not depend on the edition of the zone
database that a machine has. A local time that is skipped is the first second after the gap; one that
occurs twice is its first.
"""

import csv
import random
import sys
from datetime import datetime, timedelta, timezone
from importlib.metadata import version
from importlib.resources import files
from zoneinfo import ZoneInfo

NAMES = ["UTC", "Etc/GMT+5", "America/New_York", "America/Vancouver", "Europe/London", "Europe/Dublin",
         "Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca", "Africa/Monrovia",
         "Pacific/Kiritimati", "Pacific/Apia", "America/Asuncion", "Asia/Beirut", "Antarctica/Troll",
         "Asia/Gaza", "America/Nuuk", "Asia/Kolkata", "America/Caracas", "Pacific/Kwajalein",
         "America/Sao_Paulo", "Africa/Cairo", "Asia/Manila", "Australia/Sydney", "Asia/Tehran"]
EPOCH = datetime(1970, 1, 1)


def offset(zone, second):
    moment = (EPOCH + timedelta(seconds=second)).replace(tzinfo=timezone.utc)
    return int(moment.astimezone(zone).utcoffset().total_seconds())


def instant(zone, local):
    wall = EPOCH + timedelta(seconds=local)
    first = local - int(wall.replace(tzinfo=zone).utcoffset().total_seconds())
    if first + offset(zone, first) == local:
        return first
    # In a gap: its end lies between what the two offsets around it make of the local time.
    second = local - int(wall.replace(tzinfo=zone, fold=1).utcoffset().total_seconds())
    low, high = sorted((first, second))
    while low + 1 < high:
        middle = (low + high) // 2
        if middle + offset(zone, middle) > local:
            high = middle
        else:
            low = middle
    return high


def changes(zone, start, end, step):
    """The transitions between two seconds, found by looking every so often."""
    found, second = [], start
    while second < end:
        if offset(zone, second) != offset(zone, second + step):
            low, high = second, second + step
            while low + 1 < high:
                middle = (low + high) // 2
                if offset(zone, middle) == offset(zone, low):
                    low = middle
                else:
                    high = middle
            found.append(high)
        second += step
    return found


def samples(zone, name, count, random):
    year = 31_556_952
    seconds = [random.randrange(-130 * year, 130 * year) for _ in range(count)]
    seconds += [random.randrange(130 * year, 7000 * year) for _ in range(count // 4)]
    for start in (0, 230 * year):
        edges = changes(zone, start, start + 90 * year, 6 * 86_400)
        for edge in random.sample(edges, min(count // 4, len(edges))):
            seconds += [edge - 1, edge]
    return seconds


def main(names, files_folder, zone_of, count):
    with (open("files.csv", "w") as file_table, open("offsets.csv", "w") as offset_table,
          open("locals.csv", "w") as local_table):
        for table in (file_table, offset_table, local_table):
            print(f"# zoneinfo of Python {sys.version.split()[0]}, tzdata {version('tzdata')}", file=table)
        print("zone,file", file=file_table)
        print("zone,instant,offset", file=offset_table)
        print("zone,local,instant", file=local_table)
        for name in names:
            chance = random.Random(name)
            zone = zone_of(name)
            print(f"{name},{files_folder.joinpath(name).read_bytes().hex()}", file=file_table)
            for second in samples(zone, name, count, chance):
                here = offset(zone, second)
                print(f"{name},{second},{here}", file=offset_table)
                local = second + here + chance.choice((0, 0, 0, 1800, -1800, 3599, -3601, 7200))
                print(f"{name},{local},{instant(zone, local)}", file=local_table)


if __name__ == "__main__":
    main(NAMES, files("tzdata") / "zoneinfo", ZoneInfo, 16)
