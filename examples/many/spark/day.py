"""The town's day on Spark's structured streaming with kills in the midst of batches.

    python3 day.py [--people 300] [--kills 6] [--every 8] [--stretch 900]

First an `opp worker` is killed and then a Python worker, whose tasks Spark itself tries again; then all of Spark as often as
`--kills` says, each time started again from the checkpoint: in turn when a batch's tasks run, when some of its states are
written, and when its firings are, but not its commit. Exits with 1 where a firing is lost, doubled or different from those of
a single worker.
"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import arrivals
import killed_day
import service

SERVICE = pathlib.Path(__file__).resolve().parent / "service.py"


class Day(killed_day.Day):
    """A day on Spark: a checkpoint is a batch, begun with its offsets and whole with its commit."""

    parts = {"opp worker": " worker ", "Python worker": "pyspark.daemon"}
    lost_task = "Lost task"

    def __init__(self, folder, options):
        super().__init__(folder, options)
        self._files = {}

    def write_arrivals(self):
        arrivals.write_stretches(self.folder / "arrivals", self.options.people, self.options.stretch, killed_day.LATE)

    def command(self):
        paths = [str(self.folder / name) for name in ("arrivals", "output", "checkpoint")]
        return [sys.executable, str(SERVICE), *paths, "--log-level", "WARN"]

    def checkpoints(self):
        batches = {
            name: sorted(int(path.name) for path in self.folder.glob(f"checkpoint/{name}/*") if path.name.isdigit())
            for name in ("offsets", "commits")
        }
        return [(batch, batch in batches["commits"]) for batch in batches["offsets"]]

    def stage(self, checkpoint):
        wanted = sum(kill.startswith(killed_day.EVERYTHING) for kill in self.kills) % 3
        # A batch writes the version of the states with which the next begins.
        states, output = self.folder / "checkpoint/state/0", self.folder / "output/_spark_metadata"
        names = [f"*/{checkpoint + 1}.changelog", f"*/{checkpoint + 1}.zip"]
        if wanted == 1:
            return "with states written" if any(any(states.glob(name)) for name in names) else None
        if wanted == 2:
            written = any((output / name).exists() for name in (f"{checkpoint}", f"{checkpoint}.compact"))
            return "with firings written" if written else None
        # A task makes its file when it starts.
        files = sum(1 for _ in output.parent.glob("part-*"))
        return "with tasks running" if files > self._files.setdefault(checkpoint, files) else None

    def delivered(self):
        # Spark reads only files that the sink's log has: a batch that was killed may have left others.
        spark = service.session()
        found = collections.Counter(row.value for row in spark.read.text(str(self.folder / "output")).collect())
        spark.stop()
        return found


def main():
    parser = killed_day.parser(__doc__.splitlines()[0])
    parser.add_argument("--stretch", type=int, default=900, help="the seconds of the day in a batch")
    parser.set_defaults(kills=6, every=8)
    killed_day.run(Day, parser.parse_args())


if __name__ == "__main__":
    main()
