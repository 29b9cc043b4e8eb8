"""The town's day by a service whose parts are killed, and which is started again until the day is over.

The services on Flink and Spark have a `day.py` each, which is what follows with an engine's checkpoints and parts.
"""
import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import opp_worker
import processes
import single
import town

EVERYTHING = "all"
LATE = 900
"""The seconds by which a row may come late."""


class Day:
    """A run of a service from its first start to its end, over its kills.

    First each of `parts`, a name and a text of a command line, is killed, which the engine itself starts again; then the
    service with everything that it has started, as often as `options.kills` says.
    """

    parts = {}
    lost_task = None
    """A text of the service's log for each task that the engine has lost and tried again."""

    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self._seen = set()
        self.due = [*self.parts, *[EVERYTHING] * options.kills] if options.kills else []
        self.kills = []
        self.ends = 0

    def write_arrivals(self):
        """Writes what arrives in the day, as the service reads it."""
        raise NotImplementedError

    def command(self):
        """The command that starts the service, or goes on from the last checkpoint that is whole."""
        raise NotImplementedError

    def checkpoints(self):
        """The checkpoints in the order in which they were begun, each a name and `True` where it is whole."""
        raise NotImplementedError

    def stage(self, checkpoint):
        """The stage in which a checkpoint that is not whole has been found, where it is one for a kill."""
        return "in its midst"

    def delivered(self):
        """The firings that the service has delivered, as a counter of their lines."""
        raise NotImplementedError

    def run(self):
        while not self._start():
            pass

    def _start(self):
        """Starts the service; returns whether it came to its end."""
        command = self.command()
        self._seen.update(name for name, _ in self.checkpoints())
        with open(self.folder / "log.txt", "a") as log:
            service = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                self._kill_in_checkpoints(service)
                code = service.wait()
            finally:
                processes.kill_tree(service.pid)
        if code > 0:
            # An engine that gives up is started again by whoever runs it.
            self.ends += 1
            if self.ends > 3 or not self.kills:
                sys.exit((self.folder / "log.txt").read_text()[-3000:])
        return code == 0

    def _kill_in_checkpoints(self, service):
        """Kills what is due, each in the midst of a checkpoint after some others, up to the end of the service."""
        begun = set()
        while self.due and service.poll() is None:
            for name, is_whole in self.checkpoints():
                if name in self._seen:
                    continue
                begun.add(name)
                stage = self.stage(name) if len(begun) > self.options.every and not is_whole else None
                if stage and self._kill(service, self.due[0]):
                    if dict(self.checkpoints()).get(name, True):
                        stage = "at its end"
                    self.kills.append(f"{self.due.pop(0)} in {name}, {stage}")
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
        process = processes.find(self.parts[name], service.pid)
        if process is not None:
            processes.kill(process)
        return process is not None


def expected(people):
    """The firings of a single worker, as a counter of the lines that a service has."""
    weather, found = town.Weather(), collections.Counter()
    with opp_worker.Worker() as worker:
        for number in range(people):
            person = town.Person(number)
            for firing in single.run(worker, person, weather):
                found["\t".join([person.id, firing["id"], firing.get("text", "")])] += 1
    return found


def parser(description):
    """The options that every day has."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("--people", type=int, default=300)
    result.add_argument("--kills", type=int, default=2, help="how often everything is killed; 0 kills nothing")
    result.add_argument("--every", type=int, default=5, help="the checkpoints before a kill")
    return result


def run(make, options):
    """Runs the day that `make` makes in a folder, compares it with that of a single worker, and exits: with 1 where they differ."""
    began = time.monotonic()
    reference = expected(options.people)
    single_seconds = time.monotonic() - began
    with tempfile.TemporaryDirectory() as name:
        day = make(pathlib.Path(name), options)
        day.write_arrivals()
        began = time.monotonic()
        day.run()
        seconds = time.monotonic() - began
        found = day.delivered()
        log = (day.folder / "log.txt").read_text()
    missing, extra = reference - found, found - reference
    print(f"people     {options.people}")
    print(f"firings    {sum(found.values())} in {seconds:.0f} s, of a single worker {sum(reference.values())} in {single_seconds:.0f} s")
    print(f"kills      {len(day.kills)}" + "".join(f"\n           {kill}" for kill in day.kills))
    if day.due:
        print(f"           not {', '.join(day.due)}: the day was over before")
    print(f"restarts   {day.ends + sum(kill.startswith(EVERYTHING) for kill in day.kills)}, after the service had ended by itself {day.ends}")
    if day.lost_task:
        print(f"lost tasks {log.count(day.lost_task)}, tried again")
    print(f"load       {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")
    print(f"lost       {sum(missing.values())}")
    print(f"doubled    {sum(count - 1 for count in found.values())}")
    print(f"different  {len([line for line in extra if line not in reference])}")
    sys.exit(1 if missing or extra else 0)
