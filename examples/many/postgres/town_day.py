"""A day of a town on PostgreSQL, and whether it was the same day as that of a single process.

    python3 town_day.py [--people 200] [--services 2] [--kill] [--every 3] [--seed 1]

Makes a cluster in a temporary folder, fills it with a town, starts the weather and some services, and waits until everybody's
day is over. With --kill it kills services, their workers, the weather and PostgreSQL at random meanwhile, and starts them again.
Then it compares the firings with those of ../single.py, and exits with 1 if one is lost, doubled or different.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import zlib

import psycopg

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import cluster
import opp_worker
import single
import town


def fill(connection, people):
    """Puts people, rules and what arrives in the day into an empty database."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute((HERE / "schema.sql").read_text())
        members = json.dumps({"zone": town.ZONE, "supplies": town.SUPPLIES, "options": town.OPTIONS})
        cursor.executemany(
            "insert into rules values (%s, %s, %s)",
            [(hash, text, members) for hash, text in {each.rules: each.rules_text for each in people}.items()])
        with cursor.copy("copy people (id, rules) from stdin") as copy:
            for person in people:
                copy.write_row((person.id, person.rules))
        with cursor.copy("copy inbox (person, at, body) from stdin") as copy:
            for person in people:
                for second, body in person.arrivals():
                    copy.write_row((person.id, second, json.dumps(body)))
        cursor.execute("update people set wake = (select min(at) from inbox where person = people.id)")
    connection.execute("vacuum analyze")


class Parts:
    """The processes of the service, each of which is started again when it has ended."""

    def __init__(self, server, count):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.requests = server.folder / "requests.txt"
        self._log = open(server.folder / "services.log", "ab")
        self._commands = {"weather": [HERE / "weather_service.py", port, self.requests]}
        for number in range(count):
            self._commands[f"service {number + 1}"] = [
                HERE / "service.py", server.database, f"http://127.0.0.1:{port}/", "--simulate", town.END]
        self._running = {}

    def start(self):
        """Starts what does not run."""
        for name, command in self._commands.items():
            if name not in self._running or self._running[name].poll() is not None:
                self._running[name] = subprocess.Popen(
                    [sys.executable, *map(str, command)], stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)

    def services(self):
        return [process for name, process in self._running.items() if name != "weather" and process.poll() is None]

    def weather(self):
        return self._running["weather"]

    def stop(self):
        for process in self._running.values():
            process.kill()
            process.wait()


def worker_of(service):
    """The process of `opp worker` that a service has started, if it has one."""
    try:
        children = pathlib.Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split()
    except OSError:
        return None
    return int(children[0]) if children else None


class Killer:
    """A source of kills at random, which nothing expects."""

    def __init__(self, server, parts, seed):
        self._server, self._parts, self._chance = server, parts, random.Random(seed)
        self._next = []
        self.counts = {}

    def kill(self):
        """Ends something: of ten kills three are of a service, three of a worker, and all else is one."""
        if not self._next:
            self._next = 3 * [self.service, self.worker] + [
                self.weather, self.everything, self.postgres_immediate, self.postgres_kill]
            self._chance.shuffle(self._next)
        kind = self._next.pop()
        if kind():
            name = kind.__name__.replace("_", " ")
            self.counts[name] = self.counts.get(name, 0) + 1

    def service(self):
        services = self._parts.services()
        if services:
            self._chance.choice(services).kill()
        return bool(services)

    def worker(self):
        workers = [pid for pid in map(worker_of, self._parts.services()) if pid]
        try:
            if workers:
                os.kill(self._chance.choice(workers), signal.SIGKILL)
        except ProcessLookupError:
            return False
        return bool(workers)

    def weather(self):
        self._parts.weather().kill()
        return True

    def everything(self):
        for process in self._parts.services():
            process.kill()
        self._parts.weather().kill()
        return self.postgres_kill()

    def postgres_immediate(self):
        self._server.stop("immediate")
        self._server.start()
        return True

    def postgres_kill(self):
        self._server.kill()
        self._server.start()
        return True


def run_day(server, parts, killer, options):
    """Waits until nobody has a step left in the day; returns the seconds it took."""
    began = shown = time.monotonic()
    chance = random.Random(options.seed)
    due = began + chance.uniform(0, 2 * options.every)
    while True:
        parts.start()
        with server.connect() as connection:
            left, = connection.execute("select count(*) from people where wake < %s", (town.END,)).fetchone()
            now = time.monotonic()
            if left == 0:
                return now - began
            if now - shown > 30:
                shown = now
                hour, = connection.execute(
                    "select avg(least(wake, %s) - %s) / 3600 from people", (town.END, town.BEGIN)).fetchone()
                print(f"  {now - began:.0f} s: {left} people have a mean of {hour:.1f} hours behind them", flush=True)
        if killer and now > due:
            killer.kill()
            due = time.monotonic() + chance.uniform(0, 2 * options.every)
        time.sleep(0.2)


def differences(connection, people):
    """The firings that are lost, doubled or different, and the number of all."""
    found, doubled = {}, []
    for person, body, times in connection.execute("select person, body, times from outbox"):
        found.setdefault(person, {})[body["id"]] = body
        if times != 1:
            doubled.append(f"{person} {body['id']}")
    lost, different, count = [], [], 0
    weather = town.Weather()
    with opp_worker.Worker() as worker:
        for person in people:
            theirs = found.get(person.id, {})
            for firing in single.run(worker, person, weather):
                count += 1
                if firing["id"] not in theirs:
                    lost.append(f"{person.id} {firing['id']}")
                elif theirs.pop(firing["id"]) != firing:
                    different.append(f"{person.id} {firing['id']}")
            different += [f"{person.id} {id}" for id in theirs]
    return {"lost": lost, "doubled": doubled, "different": different}, count


def report(connection, parts, killer, options, seconds):
    """Prints the figures of the day; true if it was as it should be."""
    steps, problems = connection.execute("select sum(steps)::bigint, count(problem) from people").fetchone()
    states = [json.dumps(state).encode() for state, in connection.execute("select state from people")]
    stored, = connection.execute("select avg(pg_column_size(state))::float from people").fetchone()
    requests = parts.requests.read_text().splitlines()
    print("comparing with a single process …", flush=True)
    wrong, firings = differences(connection, [town.Person(number) for number in range(options.people)])
    kept = connection.execute("select count(*) from outbox").fetchone()[0]
    mean = sum(map(len, states)) / len(states)
    packed = sum(len(zlib.compress(state)) for state in states) / len(states)
    kills = killer.counts if killer else {}
    print(f"people            {options.people}")
    print(f"steps             {steps} in {seconds:.1f} s with {options.services} services: {steps / seconds:.0f} a second")
    print(f"firings           {kept}, of a single process {firings}")
    print(f"weather requests  {len(requests)}, of {len(set(requests))} cells and hours")
    print(f"kills             {sum(kills.values())}" + "".join(f", {name} {count}" for name, count in sorted(kills.items())))
    print(f"state a person    {mean:.0f} bytes, compressed {packed:.0f}, in PostgreSQL {stored:.0f}")
    print(f"load              {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")
    for name, items in wrong.items():
        print(f"{name:17} {len(items)}" + "".join(f"\n  {each}" for each in items[:5]))
    print(f"out of service    {problems}")
    return not problems and not any(wrong.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--services", type=int, default=2)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--every", type=float, default=3, help="the mean of the seconds between kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cell", type=float, default=town.CELL, help="the size of a cell of the weather, in degrees")
    parser.add_argument("--log", help="where to copy what the services have written")
    options = parser.parse_args()
    town.SUPPLIES["weather"]["cell"] = options.cell
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    server = cluster.Cluster()
    parts = None
    try:
        server.start()
        with server.connect() as connection:
            fill(connection, [town.Person(number) for number in range(options.people)])
        parts = Parts(server, options.services)
        killer = Killer(server, parts, options.seed) if options.kill else None
        seconds = run_day(server, parts, killer, options)
        with server.connect() as connection:
            equal = report(connection, parts, killer, options, seconds)
    finally:
        if parts:
            parts.stop()
        if options.log:
            shutil.copy(server.folder / "services.log", options.log)
        server.remove()
    sys.exit(0 if equal else 1)


if __name__ == "__main__":
    main()
