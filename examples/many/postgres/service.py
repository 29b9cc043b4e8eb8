"""A process of the service: steps the people whose time has come. Start as many as there are cores, and start them again when they end.

    python3 service.py DATABASE URL [--simulate END]

DATABASE is a connection string of PostgreSQL, URL where requests are fetched: it is sent the request and its hour as JSON, and
returns `arrived`. A process keeps nothing that is not in the database, and can be killed at any time.

It goes by the clock, or with --simulate by each person's own time up to the second END, as fast as it can: the second of a step
is then the person's `wake`, so that results do not depend on load.
"""
import argparse
import contextlib
import json
import pathlib
import sys
import threading
import time
import urllib.request

import psycopg

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import opp_worker

CLAIM = """
select id, zone, rules, state, present, wake, requests, hour from people person
where wake <= %s and id <> all(%s) and not exists (
  select from responses where request = any(person.requests) and responses.hour = person.hour and body is null)
order by wake limit %s for update skip locked
"""
SAVE = """
update people set state = (state - %s::text[]) || %s::jsonb, present = %s, wake = %s, requests = %s, hour = %s, problem = %s,
  steps = steps + %s
where id = %s
"""
# A failure is fetched again for whoever requests it a minute later.
REQUEST = """
insert into responses (request, hour, details) values (%s, %s, %s)
on conflict (request, hour) do update set body = null
where responses.body ? 'failure' and responses.fetched < now() - interval '1 minute'
"""
FIRE = """
insert into outbox (person, id, at, body, due) values (%s, %s, %s, %s, %s)
on conflict (person, id) do update set times = outbox.times + 1
"""
DELIVER = "update outbox set due = %s, dropped = %s where person = %s and id = %s"
MISSING = """
select request, hour, details from responses where body is null order by hour limit 1 for update skip locked
"""

ELSEWHERE = 60
"""The seconds for which a process leaves a person alone whose state a later version of the worker has written."""

LONGEST = 0.3
"""The seconds after which a transaction takes no further person: a kill loses little, and people with much to do delay nobody."""


class Turn:
    """The steps of a person within one transaction, and what they change.

    An arrival is taken with the step that takes it in: if a step is refused, its arrivals stay in the inbox.
    """

    def __init__(self, row, inbox):
        self.id, self.zone, self.rules, self.state, self.present, self.wake, self.requests, self.hour = row
        self.inbox = inbox
        self.taken, self.firings, self.deliveries, self.new_requests = [], [], [], []
        self.set, self.removed = {}, set()
        self.steps, self.problem = 0, None
        self._arriving = 0

    def message(self, at, responses):
        """The members of the step to a second."""
        # The inbox is in the order of the seconds.
        arrived = [body if second == at else {"at": second, **body} for _, second, body in self.inbox if second <= at]
        self._arriving = len(arrived)
        message = {"key": self.id, "at": at, "arrived": arrived, "responses": responses, "keep": True}
        if self.zone:
            message["zone"] = self.zone
        if self.steps == 0:
            message["state"] = self.state
        return message

    def add(self, reply):
        """Takes over what a step has returned."""
        at = self.present = reply["at"]
        self.steps += 1
        self.taken += [number for number, _, _ in self.inbox[:self._arriving]]
        self.inbox = self.inbox[self._arriving:]
        for rejected in reply.get("rejected", []):
            print(f"{self.id}: rejected: {json.dumps(rejected)}", file=sys.stderr, flush=True)
        self.firings += reply["firings"]
        self.deliveries += reply.get("deliveries", [])
        changes = reply["state"]
        opp_worker.apply(self.set, changes)
        self.removed = (self.removed | set(changes["removed"])) - set(changes["set"])
        self.requests, self.hour, self.new_requests = [], at // 3600, []
        for request in reply["requests"]:
            name = request["id"] if request.get("shared") else f"{self.id}/{request['id']}"
            self.requests.append(name)
            self.new_requests.append((name, self.hour, json.dumps(request)))
        waiting = [second for _, second, _ in self.inbox[:1]]
        if self.requests:
            self.wake = at + 1
        else:
            waiting += [reply["wake"]] if reply["wake"] is not None else []
            self.wake = max(min(waiting), at + 1) if waiting else None


class Service:
    """A worker, and a connection to the database."""

    def __init__(self, connection, options):
        self._connection = connection
        self._options = options
        self._worker = opp_worker.Worker()
        self._responses = {}
        self._elsewhere = {}

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self._worker.close()

    def run(self):
        while True:
            if not self.turn():
                time.sleep(0.02 if self._options.simulate else 0.2)

    def turn(self):
        """Steps some people in one transaction; returns their number."""
        limit = self._options.simulate - 1 if self._options.simulate else int(time.time())
        with self._connection.transaction(), self._connection.cursor() as cursor:
            rows = cursor.execute(CLAIM, (limit, self._left_alone(), self._options.people)).fetchall()
            if not rows:
                return 0
            inboxes = {row[0]: [] for row in rows}
            cursor.execute(
                "select person, number, at, body from inbox where person = any(%s) order by at, number", (list(inboxes),))
            for person, *item in cursor:
                inboxes[person].append(item)
            turns = []
            until = time.monotonic() + LONGEST
            for row in rows:
                turns.append(Turn(row, inboxes[row[0]]))
                self._advance(cursor, turns[-1], limit)
                if time.monotonic() > until:
                    break
            self._save(cursor, turns)
        return len(turns)

    def _advance(self, cursor, turn, limit):
        """Steps a person until its wake is later than the limit, a response is missing, or others should have their turn."""
        try:
            while turn.wake is not None and turn.wake <= limit and turn.steps < self._options.steps:
                responses = self._responses_of(cursor, turn)
                if responses is None:
                    break
                at = turn.wake if self._options.simulate else max(limit, (turn.present or 0) + 1)
                self._add_rules(cursor, turn.rules)
                turn.add(self._worker.step(turn.rules, returns="changes", **turn.message(at, responses)))
        except opp_worker.WorkerError as error:
            self._refuse(turn, error)
        self._worker.send(op="drop", key=turn.id)

    def _refuse(self, turn, error):
        """Ends the turn of a person whose step the worker has refused; the steps before it count."""
        if error.code == "newer-state":
            # A process with a later worker goes on with the person, as in an upgrade one process after the other.
            self._elsewhere[turn.id] = time.monotonic() + ELSEWHERE
            print(f"{turn.id}: left to another process: {error}", file=sys.stderr, flush=True)
        elif error.code not in ("unknown-key", "other-rules"):
            # The person has to wait for somebody, see the function `resume`; all others go on.
            turn.problem, turn.wake = str(error), None

    def _left_alone(self):
        """The people who are left to other processes for now."""
        now = time.monotonic()
        self._elsewhere = {person: until for person, until in self._elsewhere.items() if until > now}
        return list(self._elsewhere)

    def _responses_of(self, cursor, turn):
        """The responses that a person waits for, or nothing if one is missing."""
        result = []
        for name in turn.requests:
            found = self._responses.get((name, turn.hour))
            if not found:
                row = cursor.execute(
                    "select details ->> 'id', body from responses where request = %s and hour = %s and body is not null",
                    (name, turn.hour)).fetchone()
                if not row:
                    return None
                found = {"id": row[0], **row[1]}
                if "failure" not in found:
                    if len(self._responses) > 1000:
                        self._responses.clear()
                    self._responses[name, turn.hour] = found
            result.append(found)
        return result

    def _add_rules(self, cursor, hash):
        """Sends rules that this worker has never had."""
        if not self._worker.has_rules(hash):
            text, members = cursor.execute("select text, members from rules where hash = %s", (hash,)).fetchone()
            self._worker.add_rules(hash, text, **members)

    def _save(self, cursor, turns):
        """Writes what the turns have changed; a turn without a step or a problem has changed nothing."""
        turns = [turn for turn in turns if turn.steps or turn.problem]
        # In one order for all processes, or two of them could wait for each other.
        requests = sorted({request[:2]: request for turn in turns for request in turn.new_requests}.values())
        cursor.executemany(REQUEST, requests)
        cursor.executemany(SAVE, [
            (list(turn.removed), json.dumps(turn.set), turn.present, turn.wake, turn.requests, turn.hour, turn.problem,
             turn.steps, turn.id) for turn in turns])
        cursor.executemany(FIRE, [
            (turn.id, firing["id"], firing["at"], json.dumps(firing), None if firing.get("held") else firing["at"])
            for turn in turns for firing in turn.firings])
        cursor.executemany(DELIVER, [
            (each.get("due"), each.get("dropped"), turn.id, each["firing"]) for turn in turns for each in turn.deliveries])
        cursor.execute("delete from inbox where number = any(%s)", ([number for turn in turns for number in turn.taken],))


class Fetcher:
    """The fetches of a process, one at a time: a request that one process fetches is locked, and others leave it to that one."""

    def __init__(self, connection, options):
        self._connection = connection
        self._options = options

    def close(self):
        pass

    def run(self):
        while True:
            if not self.fetch():
                time.sleep(0.02 if self._options.simulate else 0.2)

    def fetch(self):
        """Fetches a response that is missing; false if none is."""
        with self._connection.transaction(), self._connection.cursor() as cursor:
            row = cursor.execute(MISSING).fetchone()
            if row:
                request, hour, details = row
                body = self._body(details, hour)
                cursor.execute(
                    "update responses set body = %s, fetched = now() where request = %s and hour = %s",
                    (json.dumps(body) if body else None, request, hour))
        return row is not None

    def _body(self, details, hour):
        """The body of a response: a failure where it is not there in time; when simulated nothing, and it is fetched again."""
        message = json.dumps({"request": details, "hour": hour}).encode()
        try:
            with urllib.request.urlopen(self._options.url, message, timeout=10) as response:
                return {"arrived": json.load(response)["arrived"]}
        except (OSError, ValueError, KeyError) as error:
            time.sleep(0.1)
            return None if self._options.simulate else {"failure": {"kind": "unreachable", "reason": str(error)}}


def forever(part, options):
    """Runs a part, and again with a new connection and a new worker whenever the database or the worker has ended."""
    while True:
        try:
            with psycopg.connect(options.database, autocommit=True) as connection:
                running = part(connection, options)
                try:
                    running.run()
                finally:
                    running.close()
        except (psycopg.OperationalError, EOFError) as error:
            print(f"{part.__name__}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("database")
    parser.add_argument("url")
    parser.add_argument("--simulate", type=int, metavar="END")
    parser.add_argument("--people", type=int, default=10, help="people in a transaction")
    parser.add_argument("--steps", type=int, default=20, help="steps of a person in a transaction")
    options = parser.parse_args()
    threading.Thread(target=forever, args=(Fetcher, options), daemon=True).start()
    forever(Service, options)


if __name__ == "__main__":
    main()
