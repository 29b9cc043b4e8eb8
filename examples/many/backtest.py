"""Replays many people's rules over a recorded year on Spark: a person a row, a broken rule file a row with its diagnostic.

    python3 backtest.py OUTPUT [--people 1000] [--broken 20] [--master 'local[2,4]'] [--single]

OUTPUT is a folder of Parquet files with the columns person, opp, row, at, text and problem. With --single one process makes
the same table without Spark.
"""
import argparse
import os
import pathlib
import sys
import time

import pandas

import opp_worker
import town

COLUMNS = ["person", "opp", "row", "at", "text", "problem"]
SCHEMA = "person string, opp string, row string, at long, text string, problem string"
DATA = pathlib.Path(__file__).resolve().parent.parent / "opportunity/data"

def table(person, rules, folder):
    """The rows of a person: firings, or what is wrong with the rules."""
    # The worker's recording stays loaded from one person to the next.
    worker = opp_worker.shared()
    found = worker.send(
        op="rules", rules=person, files=[{"path": "rules.opp", "text": rules}], zone=town.ZONE)
    if not found["runnable"]:
        errors = [each for each in found["diagnostics"] if each["severity"] == "error"]
        problem = "\n".join(f"{each['line']}:{each['column']}: {each['message']}" for each in errors)
        return [(person, None, None, None, None, problem)]
    reply = worker.send(op="replay", rules=person, data=str(folder))
    worker.send(op="drop", rules=person)
    return [
        (person, firing["opp"], firing.get("row"), firing["at"], firing.get("text"), None)
        for firing in reply["firings"]
    ]


def backtest(batches):
    """The rows of batches of people, as `mapInPandas` has it. A worker that ends fails the task, and Spark tries it again."""
    for batch in batches:
        rows = []
        for person, rules in zip(batch["person"], batch["rules"]):
            rows += table(person, rules, DATA)
        frame = pandas.DataFrame(rows, columns=COLUMNS)
        frame["at"] = frame["at"].astype("Int64")
        yield frame


def people(count, broken):
    """People and their rules; those of `broken` of them have a mistake."""
    step = max(1, count // broken) if broken else count + 1
    result = []
    for number in range(count):
        person = town.Person(number)
        text = person.rules_text
        if broken and number % step == 0 and number // step < broken:
            text = text.replace("temp in 8C", "temp in 8")
        result.append((person.id, text))
    return result


def run_spark(options):
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    here = pathlib.Path(__file__).resolve().parent
    session = (
        SparkSession.builder.master(options.master).appName("opp backtest")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "20")
        .config("spark.executorEnv.OPP", os.environ.get("OPP", "opp"))
        .config("spark.python.authenticate.socketTimeout", "120s").getOrCreate())
    session.sparkContext.setLogLevel(options.log_level)
    for name in ("opp_worker.py", "town.py"):
        session.sparkContext.addPyFile(str(here / name))
    frame = session.createDataFrame(people(options.people, options.broken), "person string, rules string")
    frame.repartition(options.partitions).mapInPandas(backtest, SCHEMA).write.mode("overwrite").parquet(options.output)
    session.stop()


def run_single(options):
    everybody = pandas.DataFrame(people(options.people, options.broken), columns=["person", "rules"])
    batches = (everybody[first:first + 20] for first in range(0, len(everybody), 20))
    os.makedirs(options.output, exist_ok=True)
    for number, frame in enumerate(backtest(batches)):
        frame.to_parquet(pathlib.Path(options.output) / f"part-{number:05d}.parquet")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--broken", type=int, default=20)
    parser.add_argument("--partitions", type=int, default=20)
    parser.add_argument("--master", default="local[2,4]")
    parser.add_argument("--log-level", default="ERROR", help="of Spark; WARN has lost tasks")
    parser.add_argument("--single", action="store_true")
    options = parser.parse_args()
    began = time.monotonic()
    (run_single if options.single else run_spark)(options)
    frame = pandas.read_parquet(options.output)
    broken = frame["problem"].notna().sum()
    print(
        f"{len(frame) - broken} firings of {frame['person'].nunique()} people, {broken} of whom have broken rules, "
        f"in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
