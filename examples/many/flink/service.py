"""The town's day on Flink: rows keyed by person, timers at the worker's wakes, states in Flink's keyed state.

    python3 service.py ARRIVALS OUTPUT CHECKPOINTS [--restore CHECKPOINT] [--speed 720] [--rocksdb]

ARRIVALS is a folder that arrivals.py has written. OUTPUT has files of firings, each exactly once: those that begin with a dot
are not part of it. A firing is a line with the person, its identity and its text.
"""
import argparse
import json
import pathlib
import sys
import time

MANY = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(MANY))

from pyflink.common import Configuration, Duration, Encoder, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, MapFunction, StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import FileSink, FileSource, RollingPolicy, StreamFormat
from pyflink.datastream.state import MapStateDescriptor, ValueStateDescriptor

import opp_worker
import town

END = town.BEGIN + town.DAY
ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()])
"""A person, a second, and what arrived at it as JSON."""


class Pace(MapFunction):
    """The rows of a partition, each when it arrives: the recorded day at a multiple of its speed."""

    def __init__(self, speed):
        self._speed = speed
        self._previous = None

    def map(self, line):
        row = json.loads(line)
        if self._speed and self._previous is not None:
            time.sleep(max(0, row["arrived"] - self._previous) / self._speed)
        self._previous = row["arrived"]
        return row["person"], row["second"], json.dumps(row["body"])


class SecondOfRow(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1] * 1000


class SharedWeather:
    """The weather service behind a cache: a request of an hour is made once by a process, whoever needs it."""

    def __init__(self, service):
        self._service = service
        self._fields = {}

    def response(self, request, second):
        key = (request["id"], second // 3600)
        if key not in self._fields:
            self._fields[key] = self._service.fields(request["position"], second)
        return town.response(request, self._fields[key], second)


class Rules(KeyedProcessFunction):
    """The rules of each person: rows wait until the watermark passes them, and steps follow in the order of time.

    A step needs the rows of every second up to its own, and those of another partition, or of a slow phone, may come
    later. So nothing is decided on arrival: a row only sets a timer. The worker keeps the session as a cache; the truth
    is in Flink's state, to which each reply's changes are applied, and which a checkpoint has together with the timers.
    """

    def __init__(self, service):
        self._service = service

    def open(self, context):
        # A new worker has no sessions: after a failure nothing is left of steps that no checkpoint has.
        self._worker = opp_worker.Worker()
        self._weather = SharedWeather(self._service)
        self._rows = context.get_map_state(MapStateDescriptor("rows", Types.LONG(), Types.STRING()))
        self._entries = context.get_map_state(MapStateDescriptor("entries", Types.STRING(), Types.STRING()))
        self._progress = context.get_state(ValueStateDescriptor("progress", Types.STRING()))

    def close(self):
        self._worker.close()

    def process_element(self, row, context):
        _, second, body = row
        bodies = json.loads(self._rows.get(second) or "[]")
        self._rows.put(second, json.dumps(bodies + [json.loads(body)]))
        context.timer_service().register_event_time_timer(second * 1000)

    def on_timer(self, timestamp, context):
        timers = context.timer_service()
        passed = min(timers.current_watermark() // 1000, END - 1)
        person = town.Person(int(context.get_current_key().rpartition("-")[2]))
        progress = json.loads(self._progress.value() or "{}")
        second = self._next(progress)
        while second is not None and second <= passed:
            reply = self._step(person, second, progress)
            for firing in reply["firings"]:
                yield "\t".join([person.id, firing["id"], firing.get("text", "")])
            progress = {
                "decided": reply["at"], "wake": reply["wake"],
                "responses": [self._weather.response(request, second) for request in reply["requests"]],
            }
            second = self._next(progress)
        self._progress.update(json.dumps(progress))
        if second is not None and second < END:
            timers.register_event_time_timer(second * 1000)

    def _next(self, progress):
        """The second of a person's next step: a response, a row or the wake; None where nothing waits."""
        earliest = progress.get("decided", -1) + 1
        if progress.get("responses"):
            return earliest
        waiting = [second for second in self._rows.keys()]
        if progress.get("wake") is not None:
            waiting.append(progress["wake"])
        return max(min(waiting), earliest) if waiting else None

    def _step(self, person, second, progress):
        """A step of a person; its changes are in Flink's state."""
        arrived = []
        for row in sorted(row for row in self._rows.keys() if row <= second):
            arrived += json.loads(self._rows.get(row))
            self._rows.remove(row)
        if not self._worker.has_rules(person.rules):
            self._worker.add_rules(
                person.rules, person.rules_text, zone=town.ZONE, supplies=town.SUPPLIES, options=town.OPTIONS)
        message = {
            "key": person.id, "at": second, "arrived": arrived, "responses": progress.get("responses", []),
            "keep": True, "returns": "changes",
        }
        try:
            reply = self._worker.step(person.rules, **message)
        except opp_worker.WorkerError as error:
            if error.code != "unknown-key":
                raise
            reply = self._worker.step(person.rules, state=dict(self._entries.items()), **message)
        if reply.get("late"):
            raise RuntimeError(f"rows of {person.id} came after their second had been decided")
        for key in reply["state"]["removed"]:
            self._entries.remove(key)
        for key, value in reply["state"]["set"].items():
            self._entries.put(key, value)
        return reply


def configuration(options):
    settings = Configuration()
    settings.set_string("python.executable", sys.executable)
    settings.set_string("python.client.executable", sys.executable)
    # A bundle is what Python is given at once. A watermark and a checkpoint wait for its end.
    settings.set_string("python.fn-execution.bundle.size", "50")
    settings.set_string("python.fn-execution.bundle.time", "50")
    settings.set_string("execution.checkpointing.interval", "2 s")
    settings.set_string("execution.checkpointing.mode", "EXACTLY_ONCE")
    settings.set_string("execution.checkpointing.dir", options.checkpoints.absolute().as_uri())
    settings.set_string("execution.checkpointing.num-retained", "3")
    settings.set_string("state.backend.type", "rocksdb" if options.rocksdb else "hashmap")
    settings.set_string("restart-strategy.type", "fixed-delay")
    settings.set_string("restart-strategy.fixed-delay.attempts", "5")
    settings.set_string("restart-strategy.fixed-delay.delay", "1 s")
    if options.restore:
        settings.set_string("execution.state-recovery.path", options.restore.absolute().as_uri())
    return settings


def build(environment, options):
    """The job: a source for each partition with its own watermarks, the rules by person, and the files of firings."""
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(options.late))
    strategy = strategy.with_timestamp_assigner(SecondOfRow())
    partitions = []
    for path in sorted(options.arrivals.glob("partition-*.jsonl")):
        source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(path.absolute())).build()
        lines = environment.from_source(source, WatermarkStrategy.no_watermarks(), path.stem).uid(path.stem)
        rows = lines.set_parallelism(1).map(Pace(options.speed), output_type=ROW).set_parallelism(1)
        partitions.append(rows.assign_timestamps_and_watermarks(strategy).set_parallelism(1))
    sink = FileSink.for_row_format(str(options.output.absolute()), Encoder.simple_string_encoder())
    sink = sink.with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy()).build()
    rows = partitions[0].union(*partitions[1:]).filter(lambda row: row[0] != "")
    firings = rows.key_by(lambda row: row[0], key_type=Types.STRING()).process(
        Rules(town.Weather()), output_type=Types.STRING())
    firings.uid("rules").sink_to(sink).uid("firings")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("arrivals", "output", "checkpoints"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--restore", type=pathlib.Path, help="a checkpoint to go on from")
    parser.add_argument("--speed", type=float, default=0, help="seconds of the day in a second; 0 is as fast as it goes")
    parser.add_argument("--late", type=int, default=900, help="the bound of arrivals.py")
    parser.add_argument("--parallelism", type=int, default=2)
    parser.add_argument("--rocksdb", action="store_true")
    options = parser.parse_args()
    environment = StreamExecutionEnvironment.get_execution_environment(configuration(options))
    environment.set_parallelism(options.parallelism)
    for name in ("opp_worker.py", "town.py"):
        environment.add_python_file(str(MANY / name))
    build(environment, options)
    environment.execute("opp town")


if __name__ == "__main__":
    main()
