"""The steps of people whose rows wait in the keyed state of a stream engine: the same for Flink and Spark.

A step needs the rows of every second up to its own, and those of another partition, or of a slow phone, may come later. So
nothing is decided on arrival: rows wait until the watermark has passed them, and steps then follow in the order of time.
"""
import functools

import opp_worker
import town


class SharedWeather:
    """The weather service behind a cache: a request of an hour is made once, whoever needs it."""

    def __init__(self, service):
        self._service = service
        self._fields = {}

    def response(self, request, second):
        key = (request["id"], second // 3600)
        if key not in self._fields:
            self._fields[key] = self._service.fields(request["position"], second)
        return town.response(request, self._fields[key], second)


@functools.cache
def weather():
    """The weather of this process, which is loaded at its first use."""
    return SharedWeather(town.Weather())


class Kept:
    """Everything that an engine keeps of a person; each engine has a class of its own that also writes it.

    `rows` has what waits by its second, `progress` what follows from the steps that are done, and `state` is a function that
    returns the state of the session.
    """

    def __init__(self, rows, progress, state):
        self.rows, self.progress, self.state = rows, progress, state

    def take(self, second):
        """Takes the rows up to a second; returns them in the order of time."""
        taken = sorted(each for each in self.rows if each <= second)
        return [body for each in taken for body in self.rows.pop(each)]

    def apply(self, changes):
        """Applies a reply's changes to the state."""
        raise NotImplementedError

    def next_second(self):
        """The second of the next step: a response, a row or the wake; None where nothing waits or the day is over."""
        earliest = self.progress.get("decided", -1) + 1
        waiting = [earliest] if self.progress.get("responses") else list(self.rows)
        if self.progress.get("wake") is not None:
            waiting.append(self.progress["wake"])
        second = max(min(waiting), earliest) if waiting else town.END
        return second if second < town.END else None


class Stepper:
    """The steps of people by one worker."""

    def __init__(self, worker, weather):
        self._worker, self._weather = worker, weather

    def run(self, id, kept, passed, cached):
        """The steps of a person up to a second: lines of the person, the identity and the text of each firing.

        `cached` says whether a session that the worker has is that of the state; otherwise the first step has the state.
        """
        person = town.Person(int(id.rpartition("-")[2]))
        while (second := kept.next_second()) is not None and second <= passed:
            reply = self._step(person, second, kept, cached)
            cached = True
            for firing in reply["firings"]:
                yield "\t".join([person.id, firing["id"], firing.get("text", "")])
            kept.progress = {
                "decided": reply["at"], "wake": reply["wake"],
                "responses": [self._weather.response(request, second) for request in reply["requests"]],
            }

    def _step(self, person, second, kept, cached):
        """A step of a person, whose changes are applied to what is kept."""
        if not self._worker.has_rules(person.rules):
            self._worker.add_rules(
                person.rules, person.rules_text, zone=town.ZONE, supplies=town.SUPPLIES, options=town.OPTIONS)
        message = {
            "key": person.id, "at": second, "arrived": kept.take(second), "responses": kept.progress.get("responses", []),
            "keep": True, "returns": "changes",
        }
        try:
            reply = self._worker.step(person.rules, **message, **({} if cached else {"state": kept.state()}))
        except opp_worker.WorkerError as error:
            if error.code != "unknown-key":
                raise
            reply = self._worker.step(person.rules, state=kept.state(), **message)
        if reply.get("late"):
            raise RuntimeError(f"rows of {person.id} came after their second had been decided")
        kept.apply(reply["state"])
        return reply
