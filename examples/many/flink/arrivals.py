"""Writes what arrives from the town in a day, out of order within a bound, as the partitions of a topic would have it.

    python3 arrivals.py FOLDER [--people 300] [--partitions 2] [--late 900]

Each file is a partition: its people's rows, one JSON object a line, in the order of arrival. A row has the person, the second
of which it is, and the body for the worker; it arrives up to `--late` seconds after its second. Every five minutes
a partition has a tick, a row of nobody, so that its time goes on where nobody moves.
"""
import argparse
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import town

TICK = 300


def rows(numbers, late, chance):
    """The rows of a partition's people, in the order of arrival."""
    found = [
        {"person": "", "second": second, "arrived": second, "body": None}
        for second in range(town.BEGIN, town.BEGIN + town.DAY + 1, TICK)
    ]
    for number in numbers:
        person = town.Person(number)
        for second, body in person.arrivals():
            arrived = second + chance.randrange(late)
            found.append({"person": person.id, "second": second, "arrived": arrived, "body": body})
    return sorted(found, key=lambda row: row["arrived"])


def write(folder, people, partitions, late):
    """Writes the partitions, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for partition in range(partitions):
        chance = random.Random(partition)
        path = folder / f"partition-{partition}.jsonl"
        with open(path, "w") as file:
            for row in rows(range(partition, people, partitions), late, chance):
                file.write(json.dumps(row, separators=(",", ":")) + "\n")
        paths.append(path)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--partitions", type=int, default=2)
    parser.add_argument("--late", type=int, default=900)
    options = parser.parse_args()
    write(options.folder, options.people, options.partitions, options.late)


if __name__ == "__main__":
    main()
