"""The latency of one `opp worker` that keeps nothing: the state goes in with each step, its changes come out.

    python3 latency.py [--rate 100] [--seconds 60] [--people 200]

The load is an open loop: a step is due each hundredth of a second whether or not the one before has been returned, and its
latency counts from then. People have thirty-two rules, with the calendar, the position and the weather of ../town.py, and have
spent a morning before the measurement begins.
"""
import argparse
import json
import os
import pathlib
import queue
import re
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import opp_worker
import town

MORNING = town.BEGIN + 9 * 3600


class Pipeline(opp_worker.Worker):
    """A worker that is sent the next message before it has replied to the one before."""

    def post(self, **message):
        self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._process.stdin.flush()

    def receive(self):
        return json.loads(self._process.stdout.readline())

    def cpu_seconds(self):
        """The seconds of a core that the process has taken."""
        fields = pathlib.Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Person:
    """A person with state, as a service would have it in its database."""

    def __init__(self, number):
        person = town.Person(number)
        self.id, self.rules = person.id, f"{person.rules}+"
        # Everybody has the rules twice, the second time with another hour and other limits.
        more = town.RULES.format(
            hour=person.hour - 1, next=person.hour, warm=person.warm - 3, hot=person.warm + 4)
        more = re.sub(r"^let .*$", "", more, flags=re.MULTILINE)
        self.rules_text = person.rules_text + re.sub(r'^opp "', 'opp "Also: ', more, flags=re.MULTILINE)
        self.state, self.now, self.responses, self.pushes = {}, town.BEGIN, [], person.arrivals()

    def message(self):
        """The members of the next step."""
        arrived = [body for second, body in self.pushes if second <= self.now]
        self.pushes = [(second, body) for second, body in self.pushes if second > self.now]
        return {
            "rules": self.rules, "key": self.id, "at": self.now, "state": self.state, "arrived": arrived,
            "responses": self.responses, "returns": "changes"}

    def add(self, reply, weather):
        """Takes over what a step has returned."""
        at = reply["at"]
        opp_worker.apply(self.state, reply["state"])
        self.responses = [
            town.response(request, weather.fields(request["position"], at), at) for request in reply["requests"]]
        waiting = [second for second, _ in self.pushes[:1]] + [reply["wake"] or at + 3600]
        self.now = at + 1 if self.responses else max(min(waiting), at + 1)


def measure(worker, people, weather, options):
    """The latencies of the steps, in seconds, and the number of firings."""
    free, due = queue.Queue(), queue.Queue()
    for person in people:
        free.put(person)
    latencies, firings = [], 0

    def receive():
        nonlocal firings
        for _ in range(count):
            reply = worker.receive()
            second, person = due.get()
            latencies.append(time.monotonic() - second)
            firings += len(reply["firings"])
            person.add(reply, weather)
            free.put(person)

    count = options.rate * options.seconds
    reader = threading.Thread(target=receive)
    reader.start()
    began = time.monotonic()
    for number in range(count):
        second = began + number / options.rate
        time.sleep(max(0, second - time.monotonic()))
        person = free.get()
        due.put((second, person))
        worker.post(op="step", **person.message())
    reader.join()
    return sorted(latencies), firings


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=int, default=100, help="steps a second")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--people", type=int, default=200)
    options = parser.parse_args()
    people, weather = [Person(number) for number in range(options.people)], town.Weather()
    with Pipeline() as worker:
        for person in people:
            if not worker.has_rules(person.rules):
                reply = worker.add_rules(
                    person.rules, person.rules_text, zone=town.ZONE, supplies=town.SUPPLIES, options=town.OPTIONS)
            while person.now < MORNING:
                person.add(worker.step(**person.message()), weather)
        cpu, began = worker.cpu_seconds(), time.monotonic()
        latencies, firings = measure(worker, people, weather, options)
        cpu, seconds = worker.cpu_seconds() - cpu, time.monotonic() - began
    count = len(latencies)
    state = sum(len(json.dumps(person.state)) for person in people) / len(people)
    print(f"people     {len(people)}, {len(reply['opps'])} rules each, {len({each.rules for each in people})} rule sets")
    print(f"state      {state:.0f} bytes a person")
    print(f"steps      {count} in {seconds:.1f} s, {firings} firings")
    print(f"latency    p50 {1000 * latencies[count // 2]:.1f} ms, p99 {1000 * latencies[count * 99 // 100]:.1f} ms, "
          f"largest {1000 * latencies[-1]:.1f} ms")
    print(f"worker     {100 * cpu / seconds:.1f} % of a core, {1000 * cpu / count:.2f} ms a step")
    print(f"load       {', '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
