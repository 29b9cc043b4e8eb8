"""Writes what arrives from the town in a day, out of order within a bound.

    python3 arrivals.py FOLDER [--people 300] [--partitions 2] [--late 900] [--stretch 900]

Each file is a partition of a topic, or with `--stretch` what arrives in so many seconds: rows, one JSON object a line, in the
order of arrival. A row has the person, the second of which it is, and the body for the worker; it arrives up to `--late` seconds
after its second. Every five minutes a partition has a tick, a row of nobody, so that its time goes on where nobody moves,
until nothing of the day can come any more.
"""
import argparse
import itertools
import json
import os
import pathlib
import random

import town

TICK = 300


def rows(numbers, late, chance):
    """The rows of a partition's people, in the order of arrival."""
    found = [
        {"person": "", "second": second, "arrived": second, "body": None}
        for second in range(town.BEGIN, town.END + late + TICK, TICK)
    ]
    for number in numbers:
        person = town.Person(number)
        for second, body in person.arrivals():
            arrived = second + chance.randrange(late)
            found.append({"person": person.id, "second": second, "arrived": arrived, "body": body})
    return sorted(found, key=lambda row: row["arrived"])


def write_file(path, rows):
    with open(path, "w") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


def write_partitions(folder, people, partitions, late):
    """Writes a file for each partition."""
    folder.mkdir(parents=True, exist_ok=True)
    for partition in range(partitions):
        numbers = range(partition, people, partitions)
        write_file(folder / f"partition-{partition}.jsonl", rows(numbers, late, random.Random(partition)))


def write_stretches(folder, people, stretch, late):
    """Writes a file for each stretch of time, modified at its beginning: readers take files in the order of these times."""
    folder.mkdir(parents=True, exist_ok=True)
    everything = rows(range(people), late, random.Random(0))
    for begin, part in itertools.groupby(everything, lambda row: row["arrived"] - row["arrived"] % stretch):
        path = folder / f"stretch-{begin}.jsonl"
        write_file(path, part)
        os.utime(path, (begin, begin))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--partitions", type=int, default=2)
    parser.add_argument("--late", type=int, default=900)
    parser.add_argument("--stretch", type=int, help="the seconds of a file, in place of partitions")
    options = parser.parse_args()
    if options.stretch:
        write_stretches(options.folder, options.people, options.stretch, options.late)
    else:
        write_partitions(options.folder, options.people, options.partitions, options.late)


if __name__ == "__main__":
    main()
