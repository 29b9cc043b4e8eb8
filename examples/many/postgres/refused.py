"""People whose steps a worker refuses, on a cluster of its own: nothing that arrived for them is lost, and all others go on.

    python3 refused.py

Four people have the same day. In the midst of it the state of one is that of a later worker, that of another is damaged, and the steps of
a third are refused once something has arrived that costs too much. What is wrong is mended in the evening. Everybody must
then have had the same firings as the fourth, and it exits with 1 if somebody has not.
"""
import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import cluster
import opp_worker
import service

BEGIN = 1_782_000_000
NOON = BEGIN + 43_200
RULES = """
set zone "UTC"
table doors by id { id: Text  open: Bool }
opp "Door" for each d in doors on d.open notify "{d.id}"
"""
PEOPLE = ["well", "newer", "damaged", "costly"]


class RefusingWorker(opp_worker.Worker):
    """A worker that refuses the steps of some people, as one does whose limit of work is lower."""

    refused = set()

    def step(self, rules, **message):
        if message["key"] in self.refused:
            raise opp_worker.WorkerError({"code": "over-work", "message": "the step would cost too much"})
        return super().step(rules, **message)


def door(name, is_open):
    return json.dumps({"table": "doors", "rows": [{"id": name, "open": is_open}]})


def fill(connection):
    connection.execute((HERE / "schema.sql").read_text())
    supplies = {"supplies": {"doors": {"pushed": True}}, "options": {"lateness": 86_400}}
    connection.execute("insert into rules values ('r', %s, %s)", (RULES, json.dumps(supplies)))
    for person in PEOPLE:
        connection.execute("insert into people (id, rules) values (%s, 'r')", (person,))
        arrive(connection, person, BEGIN, door("front", False))
        arrive(connection, person, BEGIN + 60, door("front", True))


def arrive(connection, person, second, item):
    connection.execute(
        "update people set wake = coalesce(wake, %s) where id = %s and problem is null", (second, person))
    connection.execute("select arrive(%s, %s, %s)", (person, second, item))


def run(process):
    """Steps everybody as far as the process does."""
    for _ in range(100):
        if not process.turn():
            return
    sys.exit("the process goes on with somebody for ever")


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    server = cluster.Cluster()
    wrong = []
    options = argparse.Namespace(simulate=BEGIN + 86_400, people=10, steps=20)

    def expect(is_right, words):
        if not is_right:
            wrong.append(words)

    try:
        server.start()
        with server.connect() as connection:
            fill(connection)
            opp_worker.Worker = RefusingWorker
            process = service.Service(connection, options)
            run(process)
            whole = {}
            for person in PEOPLE:
                whole[person], = connection.execute("select state from people where id = %s", (person,)).fetchone()
            # The morning is over; at noon another door opens for everybody.
            later = {key: text.replace("1 ", "9 ", 1) for key, text in whole["newer"].items()}
            connection.execute("update people set state = %s where id = 'newer'", (json.dumps(later),))
            connection.execute("update people set state = %s where id = 'damaged'", (json.dumps({"opp": "?"}),))
            RefusingWorker.refused = {"costly"}
            for person in PEOPLE:
                arrive(connection, person, NOON, door("back", False))
                arrive(connection, person, NOON + 60, door("back", True))
            run(process)
            problems = dict(connection.execute("select id, problem from people").fetchall())
            waiting = dict(connection.execute("select person, count(*) from inbox group by person").fetchall())
            print("refused   " + ", ".join(f"{id}: {problem}" for id, problem in sorted(problems.items()) if problem))
            expect(waiting == {"newer": 2, "damaged": 2, "costly": 2}, f"what waits is {waiting}")
            expect(problems["newer"] is None, f"the person of a later worker is out of service: {problems['newer']}")
            expect(problems["damaged"] and problems["costly"], "a refused step is no problem")
            # The evening: a later process goes on with the first, and somebody mends the others.
            for person in ("newer", "damaged"):
                connection.execute("update people set state = %s where id = %s", (json.dumps(whole[person]), person))
            RefusingWorker.refused = set()
            for person in ("damaged", "costly"):
                connection.execute("select resume(%s)", (person,))
            process.close()
            process = service.Service(connection, options)
            run(process)
            process.close()
            firings = {person: [] for person in PEOPLE}
            for person, id in connection.execute("select person, id from outbox order by at"):
                firings[person].append(id)
            left, = connection.execute("select count(*) from inbox").fetchone()
    finally:
        server.remove()
    expect(left == 0, f"{left} arrivals are left")
    expect(len(firings["well"]) == 2, f"the firings of the first are {firings['well']}")
    for person in PEOPLE[1:]:
        expect(firings[person] == firings["well"], f"{person} has {firings[person]}, not {firings['well']}")
    print(f"firings   {firings['well']} for each of {len(PEOPLE)}" if not wrong else "\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
