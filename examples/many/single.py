"""The town by a single worker, one person after the other: what every service must agree with.

    python3 single.py [PEOPLE] > firings.txt
"""
import sys

import opp_worker
import town


def run(worker, person, weather, begin=town.BEGIN, end=town.END):
    """The firings of a person's day, each a dictionary as the worker gives it."""
    if not worker.has_rules(person.rules):
        worker.add_rules(
            person.rules, person.rules_text, zone=town.ZONE, supplies=town.SUPPLIES, options=town.OPTIONS)
    pushes = person.arrivals(begin)
    firings, responses, state = [], [], {"state": {}, "keep": True}
    now = begin
    while now is not None and now < end:
        arrived = [body for second, body in pushes if second <= now]
        pushes = [(second, body) for second, body in pushes if second > now]
        reply = worker.step(
            person.rules, key=person.id, at=now, arrived=arrived, responses=responses, returns="none", **state)
        state = {}
        firings += reply["firings"]
        responses = [
            town.response(request, weather.fields(request["position"], now), now) for request in reply["requests"]]
        waiting = [second for second, _ in pushes[:1]] + [reply["wake"] or end]
        now = reply["at"] + 1 if responses else max(min(waiting), reply["at"] + 1)
    worker.send(op="drop", key=person.id)
    return firings


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    weather = town.Weather()
    with opp_worker.Worker() as worker:
        for number in range(count):
            person = town.Person(number)
            for firing in run(worker, person, weather):
                print(person.id, firing["id"], firing.get("text", ""), sep="\t")


if __name__ == "__main__":
    main()
