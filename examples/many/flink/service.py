"""The town's day on Flink: rows keyed by person, timers at the worker's wakes, states in Flink's keyed state.

    python3 service.py ARRIVALS OUTPUT CHECKPOINTS [--restore CHECKPOINT] [--speed 720] [--rocksdb]

ARRIVALS is a folder that arrivals.py has written. OUTPUT has files of firings, each exactly once: those that begin with a dot
are not part of it. A firing is a line with the person, its identity and its text.
"""
import argparse
import json
import os
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
import steps
import town

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


class Kept(steps.Kept):
    """The contents of Flink's keyed state for the person whose key is current, written as they change."""

    def __init__(self, rows, entries, progress):
        self._rows, self._entries, self._progress = rows, entries, progress
        super().__init__(
            {second: json.loads(bodies) for second, bodies in rows.items()}, json.loads(progress.value() or "{}"),
            lambda: dict(entries.items()))

    def take(self, second):
        for each in self.rows:
            if each <= second:
                self._rows.remove(each)
        return super().take(second)

    def apply(self, changes):
        for key in changes["removed"]:
            self._entries.remove(key)
        for key, value in changes["set"].items():
            self._entries.put(key, value)

    def write(self):
        self._progress.update(json.dumps(self.progress))


class Rules(KeyedProcessFunction):
    """The rules of each person: a row only sets a timer, and steps follow when the watermark has passed it.

    The worker keeps the session as a cache; the truth is in Flink's state, to which each reply's changes are applied, and
    which a checkpoint has together with the timers.
    """

    def __init__(self, service):
        self._service = service

    def open(self, context):
        # A new worker has no sessions: after a failure nothing is left of steps that no checkpoint has.
        self._worker = opp_worker.Worker()
        self._stepper = steps.Stepper(self._worker, steps.SharedWeather(self._service))
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
        kept = Kept(self._rows, self._entries, self._progress)
        yield from self._stepper.run(context.get_current_key(), kept, timers.current_watermark() // 1000, cached=True)
        kept.write()
        second = kept.next_second()
        if second is not None:
            timers.register_event_time_timer(second * 1000)


def configuration(options):
    settings = Configuration()
    settings.set_string("python.executable", sys.executable)
    settings.set_string("python.client.executable", sys.executable)
    # A bundle is what Python is given at once. A watermark and a checkpoint wait for its end.
    settings.set_string("python.fn-execution.bundle.size", "10")
    settings.set_string("python.fn-execution.bundle.time", "50")
    # A Python process for each operator. One for all operators of a slot outlives the first that is closed, and what it still requests
    # of the state then reaches a RocksDB that is closed, which ends the JVM in native code.
    # https://cwiki.apache.org/confluence/display/FLINK/FLIP-141:+Intra-Slot+Managed+Memory+Sharing
    settings.set_string("python.fn-execution.memory.managed", "false")
    settings.set_string("execution.checkpointing.interval", "2 s")
    settings.set_string("execution.checkpointing.mode", "EXACTLY_ONCE")
    settings.set_string("execution.checkpointing.dir", options.checkpoints.absolute().as_uri())
    settings.set_string("execution.checkpointing.num-retained", "3")
    # A job that fails for good removes its checkpoints by default, and a start from the beginning would double every firing.
    settings.set_string("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION")
    settings.set_string("state.backend.type", "rocksdb" if options.rocksdb else "hashmap")
    settings.set_string("restart-strategy.type", "fixed-delay")
    settings.set_string("restart-strategy.fixed-delay.attempts", "5")
    settings.set_string("restart-strategy.fixed-delay.delay", "1 s")
    # A task that fails to close ends its TaskManager, and there is no other here: the job shall fail soon, and be started again.
    settings.set_string("slot.request.timeout", "20 s")
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
        partitions.append(lines.map(Pace(options.speed), output_type=ROW).assign_timestamps_and_watermarks(strategy))
    sink = FileSink.for_row_format(str(options.output.absolute()), Encoder.simple_string_encoder())
    sink = sink.with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy()).build()
    rows = partitions[0].union(*partitions[1:]).filter(lambda row: row[0] != "")
    firings = rows.key_by(lambda row: row[0], key_type=Types.STRING()).process(
        Rules(town.Weather()), output_type=Types.STRING()).set_parallelism(options.parallelism)
    firings.uid("rules").sink_to(sink).uid("firings")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("arrivals", "output", "checkpoints"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--restore", type=pathlib.Path, help="a checkpoint to go on from")
    parser.add_argument("--speed", type=float, default=0, help="seconds of the day in a second; 0 is as fast as it goes")
    parser.add_argument("--late", type=int, default=900, help="the bound of arrivals.py")
    parser.add_argument("--parallelism", type=int, default=2, help="of the rules; all else has 1")
    parser.add_argument("--rocksdb", action="store_true")
    options = parser.parse_args()
    # Python workers as processes, as a cluster has them; a local Flink else runs them as threads of this one.
    os.environ.setdefault("_python_worker_execution_mode", "process")
    environment = StreamExecutionEnvironment.get_execution_environment(configuration(options))
    environment.set_parallelism(1)
    for name in ("opp_worker.py", "steps.py", "town.py"):
        environment.add_python_file(str(MANY / name))
    build(environment, options)
    environment.execute("opp town")


if __name__ == "__main__":
    main()
