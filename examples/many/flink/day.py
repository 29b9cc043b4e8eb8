"""The town's day on Flink with kills in the midst of checkpoints.

    python3 day.py [--people 300] [--kills 2] [--speed 720] [--rocksdb]

First an `opp worker` is killed and then a Python worker, which Flink itself starts again; then all of Flink as often as `--kills`
says, each time started again from the last checkpoint that is whole. Exits with 1 where a firing is lost, doubled or different
from those of a single worker.
"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import arrivals
import opp_worker
import processes
import single
import town

PARTS = {"opp worker": " worker ", "Python worker": "beam_boot"}
"""The parts that are killed, and a text of their command lines."""
EVERYTHING = "all"
SERVICE = pathlib.Path(__file__).resolve().parent / "service.py"


class Day:
    """A run of the service from its first start to its end, over its kills."""

    def __init__(self, folder, options):
        self._folder = folder
        self._options = options
        self._seen = set()
        self._due = [*PARTS, *[EVERYTHING] * options.kills] if options.kills else []
        self.kills = []
        self.ends = 0

    def run(self):
        while not self._start():
            pass

    def _checkpoints(self):
        """The folders of the checkpoints, the last one last, with `True` for those that are whole."""
        found = []
        for path in self._folder.glob("checkpoints/*/chk-*"):
            try:
                found.append((path.stat().st_ctime, path, (path / "_metadata").exists()))
            except FileNotFoundError:
                continue  # Flink has removed it, as newer ones are whole.
        return [(path, whole) for _, path, whole in sorted(found)]

    def _start(self):
        """Starts the service, from the last checkpoint where there is one; returns whether it came to its end."""
        command = [
            sys.executable, str(SERVICE), *(str(self._folder / name) for name in ("arrivals", "output", "checkpoints")),
            "--speed", str(self._options.speed), *(["--rocksdb"] if self._options.rocksdb else []),
        ]
        whole = [path for path, is_whole in self._checkpoints() if is_whole]
        if whole:
            command += ["--restore", str(whole[-1])]
        self._seen.update(path for path, _ in self._checkpoints())
        with open(self._folder / "log.txt", "a") as log:
            service = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                self._kill_in_checkpoints(service)
                code = service.wait()
            finally:
                processes.kill_tree(service.pid)
        if code > 0:
            # On RocksDB the JVM may end with a task that has failed; whoever runs Flink starts it again.
            self.ends += 1
            if self.ends > 3 or not self.kills:
                sys.exit((self._folder / "log.txt").read_text()[-3000:])
        return code == 0

    def _kill_in_checkpoints(self, service):
        """Kills what is due, each in the midst of a checkpoint after three others, up to the end of the service."""
        begun = set()
        while self._due and service.poll() is None:
            for path, is_whole in self._checkpoints():
                if path in self._seen:
                    continue
                begun.add(path)
                if len(begun) > 3 and not is_whole and self._kill(service, self._due[0]):
                    state = "at its end" if (path / "_metadata").exists() else "in its midst"
                    self.kills.append(f"{self._due.pop(0)} in {path.name}, {state}")
                    self._seen |= begun
                    begun = set()
                    break
            time.sleep(0.002)

    def _kill(self, service, name):
        """Kills a part of the service, or it and all that it has started; returns whether there was one."""
        if name == EVERYTHING:
            processes.kill_tree(service.pid)
            service.wait()
            return True
        process = processes.find(PARTS[name], service.pid)
        if process is not None:
            processes.kill(process)
        return process is not None


def expected(people):
    """The firings of a single worker, as lines of the service's files."""
    weather, found = town.Weather(), collections.Counter()
    with opp_worker.Worker() as worker:
        for number in range(people):
            person = town.Person(number)
            for firing in single.run(worker, person, weather):
                found["\t".join([person.id, firing["id"], firing.get("text", "")])] += 1
    return found


def delivered(folder):
    """The lines of the files that the sink has completed."""
    found = collections.Counter()
    for path in folder.glob("output/*/part-*"):
        found.update(path.read_text().splitlines())
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--speed", type=float, default=720, help="seconds of the day in a second; 0 is as fast as it goes")
    parser.add_argument("--rocksdb", action="store_true")
    options = parser.parse_args()
    began = time.monotonic()
    reference = expected(options.people)
    single_seconds = time.monotonic() - began
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        arrivals.write(folder / "arrivals", options.people, partitions=2, late=900)
        began = time.monotonic()
        day = Day(folder, options)
        day.run()
        seconds = time.monotonic() - began
        found = delivered(folder)
    missing, extra = reference - found, found - reference
    doubled = sum(count - 1 for count in found.values())
    print(f"{options.people} people, {sum(reference.values())} firings of a single worker in {single_seconds:.0f} s")
    print(f"{sum(found.values())} firings of Flink in {seconds:.0f} s; killed: {'; '.join(day.kills) or 'nothing'}; ended by itself: {day.ends}")
    print(f"{sum(missing.values())} lost, {sum(extra.values())} others, {doubled} doubled")
    sys.exit(1 if missing or extra else 0)


if __name__ == "__main__":
    main()
