"""Runs backtest.py on a Spark of several processes, kills some of them, and compares its table with that of one process.

    python3 backtest_kills.py [--people 1000] [--broken 20] [--reference FOLDER]

An `opp worker` is killed once a quarter of the parts is written, a Python worker of Spark at a half of them, and an executor with
everything that it has started at three quarters. Exits with 1 where the tables differ. FOLDER is a table of `backtest.py --single`.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import processes

HERE = pathlib.Path(__file__).resolve().parent
MASTER = "local-cluster[2,1,1024]"
PARTITIONS = 40
VICTIMS = [("opp worker", " worker "), ("Python worker", "pyspark.daemon"), ("executor", "CoarseGrainedExecutorBackend")]
"""The names of those that are killed, and a part of their command lines."""


def finished_parts(output):
    """The number of parts of a table that Spark has written and not yet moved to their place."""
    return len(list(output.glob("_temporary/*/task_*")))


def run(output, arguments):
    """Runs the backtest with its kills, and prints what Spark says of it."""
    kills = []
    with open(output.parent / "log.txt", "w") as log:
        command = [sys.executable, str(HERE / "backtest.py"), str(output), *arguments]
        command += ["--master", MASTER, "--partitions", str(PARTITIONS), "--log-level", "WARN"]
        backtest = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            while backtest.poll() is None:
                time.sleep(0.1)
                due = finished_parts(output) * (len(VICTIMS) + 1) // PARTITIONS
                if len(kills) < min(due, len(VICTIMS)):
                    name, part = VICTIMS[len(kills)]
                    process = processes.find(part, backtest.pid)
                    if process is None:
                        continue
                    if name == "executor":
                        processes.kill_tree(process)
                    else:
                        processes.kill(process)
                    kills.append(f"{name} after {finished_parts(output)} parts")
        finally:
            processes.kill_tree(backtest.pid)
    text = (output.parent / "log.txt").read_text()
    if backtest.returncode != 0:
        sys.exit(text[-3000:])
    lost = text.count("Lost task")
    print(f"Spark: {text.strip().splitlines()[-1]}")
    print(f"killed: {', '.join(kills)}; {lost} tasks lost and tried again")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", default="1000")
    parser.add_argument("--broken", default="20")
    parser.add_argument("--reference", type=pathlib.Path)
    options = parser.parse_args()
    arguments = ["--people", options.people, "--broken", options.broken]
    with tempfile.TemporaryDirectory() as name:
        reference = options.reference or pathlib.Path(name) / "single"
        if not options.reference:
            subprocess.run([sys.executable, str(HERE / "backtest.py"), str(reference), *arguments, "--single"], check=True)
        output = pathlib.Path(name) / "spark"
        run(output, arguments)
        sys.exit(subprocess.run([sys.executable, str(HERE / "compare.py"), str(output), str(reference)]).returncode)


if __name__ == "__main__":
    main()
