"""A client of `opp worker`: a process that decides steps of many people's rules, one JSON object a line.

The protocol is the page "Many people" of the manual. The program is `opp` on the PATH, or what OPP names.
"""
import functools
import json
import os
import subprocess


class WorkerError(Exception):
    """A reply with an error; `code` is what programs compare."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


class Worker:
    """One process, and the rules that it was sent."""

    def __init__(self):
        program = os.environ.get("OPP", "opp")
        self._process = subprocess.Popen(
            [program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._rules = {}

    def send(self, **message):
        """The reply to a message.

        Raises WorkerError where it is an error, and EOFError where the process has ended.
        """
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise EOFError("the worker has ended") from error
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("the worker has ended")
        reply = json.loads(line)
        if "error" in reply:
            raise WorkerError(reply["error"])
        return reply

    def add_rules(self, name, text, **members):
        """Sends rules, and has them sent again whenever the worker has forgotten them; returns the reply."""
        self._rules[name] = {"files": [{"path": "rules.opp", "text": text}], **members}
        return self.send(op="rules", rules=name, **self._rules[name])

    def has_rules(self, name):
        return name in self._rules

    def step(self, rules, **message):
        """A step of a session: the reply with firings, requests, the next wake and changes of the state."""
        try:
            return self.send(op="step", rules=rules, **message)
        except WorkerError as error:
            if error.code != "unknown-rules" or rules not in self._rules:
                raise
        self.send(op="rules", rules=rules, **self._rules[rules])
        return self.send(op="step", rules=rules, **message)

    def close(self):
        self._process.stdin.close()
        self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


@functools.cache
def shared():
    """The worker of this process.

    It is here and not in a script: Spark sends a script's functions with globals of their own to each task.
    """
    return Worker()


def apply(state, changes):
    """Applies the changes that a reply has to a state."""
    for key in changes["removed"]:
        state.pop(key, None)
    state.update(changes["set"])
    return state
