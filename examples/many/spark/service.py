"""The town's day on Spark's structured streaming: rows keyed by person, timers at the worker's wakes, states in Spark's keyed state.

    python3 service.py ARRIVALS OUTPUT CHECKPOINT [--files 1] [--late 900]

ARRIVALS is a folder of files of rows in the order of arrival, CHECKPOINT that from which a second start goes on. OUTPUT has files
of firings: those that its log in `_spark_metadata` names, each once. A firing is a line with the person, its identity and its text.
"""
import argparse
import json
import os
import pathlib
import sys

MANY = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(MANY))

from pyspark.sql import Row, SparkSession, functions
from pyspark.sql.streaming import StatefulProcessor

import opp_worker
import steps


class Kept(steps.Kept):
    """Everything that Spark's keyed state has of the person whose key is current, as one JSON text."""

    def __init__(self, value):
        self._value = value
        text = value.get()
        kept = json.loads(text[0]) if text else {"rows": {}, "progress": {}, "state": {}}
        self._state = kept["state"]
        rows = {int(second): bodies for second, bodies in kept["rows"].items()}
        super().__init__(rows, kept["progress"], lambda: self._state)

    def apply(self, changes):
        opp_worker.apply(self._state, changes)

    def write(self):
        kept = {"rows": self.rows, "progress": self.progress, "state": self._state}
        self._value.update((json.dumps(kept, separators=(",", ":")),))


class Rules(StatefulProcessor):
    """The rules of each person: a row only sets a timer, and steps follow in the batch whose watermark has passed it.

    The first step of a person in a batch has the state of the last commit with it. A session that the worker has from an
    earlier batch is not used: the task in which it came about may have failed and be done again, and another worker may have
    stepped the person since. The rows are Spark's own and not pandas', as people have few in a batch:
    https://spark.apache.org/docs/latest/streaming/structured-streaming-transform-with-state.html
    """

    def init(self, handle):
        self._handle = handle
        self._value = handle.getValueState("kept", "text string")

    def handleInputRows(self, key, rows, timerValues):
        id, = key
        if id:
            kept = Kept(self._value)
            for row in rows:
                kept.rows.setdefault(row.second, []).append(json.loads(row.body))
                self._handle.registerTimer(row.second * 1000)
            kept.write()
        return iter([])

    def handleExpiredTimer(self, key, timerValues, expiredTimerInfo):
        id, = key
        kept = Kept(self._value)
        stepper = steps.Stepper(opp_worker.shared(), steps.weather())
        passed = timerValues.getCurrentWatermarkInMs() // 1000
        for line in stepper.run(id, kept, passed, cached=False):
            yield Row(line=line)
        kept.write()
        second = kept.next_second()
        if second is not None:
            self._handle.registerTimer(second * 1000)


def session():
    """Spark with its states in RocksDB, of which a checkpoint gets only the changes."""
    # Its Python processes find the modules of this folder's neighbours by the path; on a cluster addPyFile sends them.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(MANY), os.environ.get("PYTHONPATH")]))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    provider = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
    return (
        SparkSession.builder.master("local[2,4]").appName("opp town")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2").config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.streaming.stateStore.providerClass", provider)
        .config("spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled", "true")
        .config("spark.python.authenticate.socketTimeout", "120s").getOrCreate())


def start(spark, options):
    """Starts the query: the files in the order of arrival, the rules by person, and the files of firings."""
    lines = spark.readStream.option("maxFilesPerTrigger", options.files).schema(
        "person string, second long, body string").json(str(options.arrivals))
    # The watermark is a single one, of all files that were read, and moves between batches:
    # https://spark.apache.org/docs/latest/api/python/reference/pyspark.sql/api/pyspark.sql.DataFrame.withWatermark.html
    rows = lines.withColumn("time", functions.timestamp_seconds("second")).withWatermark("time", f"{options.late} seconds")
    # Ticks are left out by Rules, as Spark moves a filter that does not read the time in front of the watermark.
    firings = rows.groupBy("person").transformWithState(Rules(), "line string", "Append", "EventTime")
    return (
        firings.writeStream.format("text").option("path", str(options.output))
        .option("checkpointLocation", str(options.checkpoint)).outputMode("append").trigger(availableNow=True).start())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("arrivals", "output", "checkpoint"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--files", type=int, default=1, help="the files of a batch")
    parser.add_argument("--late", type=int, default=900, help="the bound of arrivals.py")
    parser.add_argument("--log-level", default="ERROR", help="of Spark; WARN has lost tasks")
    options = parser.parse_args()
    spark = session()
    spark.sparkContext.setLogLevel(options.log_level)
    query = start(spark, options)
    query.awaitTermination()
    operators = [each for progress in query.recentProgress for each in progress.stateOperators]
    spark.stop()
    # Spark drops rows that come later than the bound before anybody sees them, but counts them.
    dropped = sum(each.numRowsDroppedByWatermark for each in operators)
    if dropped:
        sys.exit(f"{dropped} rows came later than the bound")


if __name__ == "__main__":
    main()
