"""Opp from Python: the C library through ctypes, without anything to build or to install.

    LIBOPP=/usr/local/lib/libopp.so python3 opp.py

As a module it has Rules and Session. As a script it runs an hour of one rule and prints what the README shows;
`opp.py --sessions 10000` makes and frees so many sessions, and prints by how much the process has grown (on Linux).
"""
import ctypes as C
import json
import os
import sys

_lib = C.CDLL(os.environ.get("LIBOPP", "libopp.dylib" if sys.platform == "darwin" else "libopp.so"))
_HANDLE = _RETURNED = C.c_void_p
_BYTES, _SIZE = C.c_char_p, C.POINTER(C.c_size_t)
for _name, _result, *_arguments in [
    ("opp_abi_version", C.c_uint32),
    ("opp_rules_new", _HANDLE, C.c_char_p),
    ("opp_rules_free", None, _HANDLE),
    ("opp_rules_describe", _RETURNED, _HANDLE),
    ("opp_session_new", _HANDLE, _HANDLE, C.c_char_p, _BYTES, C.c_size_t, C.POINTER(_RETURNED)),
    ("opp_session_free", None, _HANDLE),
    ("opp_session_step", _RETURNED, _HANDLE, C.c_int64, C.c_char_p),
    ("opp_session_requests", _RETURNED, _HANDLE, C.c_int64, C.c_char_p),
    ("opp_session_explain", _RETURNED, _HANDLE, C.c_char_p, C.c_char_p),
    ("opp_session_forget_requests", _RETURNED, _HANDLE, C.c_int64),
    ("opp_session_memory", _RETURNED, _HANDLE, _SIZE),
    ("opp_free", None, C.c_void_p),
]:
    _function = getattr(_lib, _name)
    _function.restype, _function.argtypes = _result, _arguments
if _lib.opp_abi_version() < 1:
    raise ImportError("libopp is too old")


class OppError(Exception):
    """An error of the library; `code` is what programs compare."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


def _text(value):
    """A text for C. One with a zero byte would end there, and is refused as JSON refuses it."""
    data = value.encode()
    if b"\0" in data:
        raise ValueError("a text with a zero byte")
    return data


def _take(pointer):
    """Copies a text that the library returned, and frees it."""
    if not pointer:
        raise MemoryError
    try:
        reply = json.loads(C.string_at(pointer))
    finally:
        _lib.opp_free(pointer)
    if "error" in reply:
        raise OppError(reply["error"])
    return reply


class Rules:
    """Rules, parsed and checked: any number of sessions, on any threads, share them."""

    def __init__(self, files):
        """`files` is the text of a rule set, or texts by path."""
        if isinstance(files, str):
            files = {"rules.opp": files}
        message = {"files": [{"path": path, "text": text} for path, text in files.items()]}
        self._handle = _lib.opp_rules_new(_text(json.dumps(message)))

    def describe(self):
        """What `opp check` would say, as a dictionary: runnable, opps, sources, diagnostics."""
        return _take(_lib.opp_rules_describe(self._handle))

    def __del__(self):
        _lib.opp_rules_free(getattr(self, "_handle", None))


class Session:
    """A rule set that runs for a person, on one thread at a time: `with Session(…) as session`, or close() it."""

    def __init__(self, rules, at=None, *, zone=None, supplies=None, options=None, memory=b""):
        settings = {"supplies": supplies or {}, "options": options or {}}
        if at is not None:
            settings["at"] = at
        if zone is not None:
            settings["zone"] = zone
        error = _RETURNED()
        self._handle = _lib.opp_session_new(
            rules._handle, _text(json.dumps(settings)), memory, len(memory), C.byref(error))
        if not self._handle:
            _take(error.value)

    def step(self, at, arrived=(), responses=(), commands=()):
        """Runs up to a second, and returns what fires, what to request, and the second of the next step."""
        return _take(_lib.opp_session_step(self._handle, at, self._step(arrived, responses, commands)))

    def requests(self, at, arrived=(), responses=(), commands=()):
        """The requests that such a step would make; it is not taken."""
        message = self._step(arrived, responses, commands)
        return _take(_lib.opp_session_requests(self._handle, at, message))["requests"]

    def explain(self, opp, row=None):
        """Why an Opp is true, false or unknown at the last second."""
        row = None if row is None else _text(row)
        return _take(_lib.opp_session_explain(self._handle, _text(opp), row))["explanation"]

    def forget_requests(self, at):
        """Forgets the requests of a process that was killed: what is needed is requested again, at once."""
        _take(_lib.opp_session_forget_requests(self._handle, at))

    def memory(self):
        """The memory as bytes, to keep beside the firings and to go on from."""
        size = C.c_size_t()
        pointer = _lib.opp_session_memory(self._handle, C.byref(size))
        if not pointer:
            raise RuntimeError("the session is closed, or was over its work")
        try:
            return C.string_at(pointer, size.value)
        finally:
            _lib.opp_free(pointer)

    def close(self):
        handle, self._handle = getattr(self, "_handle", None), None
        _lib.opp_session_free(handle)

    @staticmethod
    def _step(arrived, responses, commands):
        return _text(json.dumps(
            {"arrived": list(arrived), "responses": list(responses), "commands": list(commands)}))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()


# The script

RULE = 'opp "Warm" when temp > 20C for 10min notify "It is {temp}."'
NOON = 1782036000
SUPPLIES = {"weather": {"cell": 0.1, "shared": True}, "location": {"pushed": True}}


def main():
    rules = Rules(RULE)
    print("Opps:", *rules.describe()["opps"])
    mistake = Rules('opp "Warm" when temp > 20 notify "Warm."').describe()["diagnostics"][0]
    print(f"a mistake: {mistake['line']}:{mistake['column']}: {mistake['message']}")

    with Session(rules, NOON, zone="Europe/Amsterdam", supplies=SUPPLIES) as session:
        here = {"source": "location", "fields": {"position": {"lat": 52.13, "lon": 5.08}}}
        reply = session.step(NOON, arrived=[here])
        request = reply["requests"][0]
        print("a request:", request["source"], "at", request["position"])
        weather = {"source": "weather", "fields": {"temp": 22, "sky": "sunny"}}
        reply = session.step(NOON + 1, responses=[{"id": request["id"], "arrived": [weather]}])
        print("wake:", reply["wake"] - NOON, "seconds after noon")
        memory, wake = session.memory(), reply["wake"]

    # Another process goes on from the memory.
    with Session(rules, zone="Europe/Amsterdam", supplies=SUPPLIES, memory=memory) as session:
        for firing in session.step(wake)["firings"]:
            print("a firing:", firing["id"], "|", firing["text"])
        explanation = session.explain("Warm")
        print(f"why: {explanation['condition']['text']} is {explanation['truth']}")
        try:
            session.explain("Cold")
        except OppError as error:
            print("an error:", error)


def resident():
    """The memory of this process, in KiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def make_sessions(count):
    """Makes, steps and frees sessions, and rules for every hundred, and prints the growth after the first tenth."""
    before = 0
    for number in range(count):
        if number == count // 10:
            before = resident()
        if number % 100 == 0:
            rules, memory = Rules(RULE), b""
            rules.describe()
        at = NOON + number % 100
        with Session(rules, at, zone="Europe/Amsterdam", supplies=SUPPLIES, memory=memory) as session:
            session.step(at, arrived=[{"source": "weather", "fields": {"temp": 22}}])
            session.requests(at + 1)
            session.explain("Warm")
            memory = session.memory()
        try:
            Session(rules)
        except OppError:
            pass
    print(f"{count} sessions: {resident() - before} KiB more")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--sessions"]:
        make_sessions(int(sys.argv[2]))
    else:
        main()
