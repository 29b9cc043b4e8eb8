"""The town's day on Flink with kills in the midst of checkpoints.

    python3 day.py [--people 300] [--kills 2] [--every 5] [--speed 720] [--rocksdb]

First an `opp worker` is killed and then a Python worker, which Flink itself starts again; then all of Flink as often as `--kills`
says, each time started again from the last checkpoint that is whole. Exits with 1 where a firing is lost, doubled or different
from those of a single worker.
"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import arrivals
import killed_day

SERVICE = pathlib.Path(__file__).resolve().parent / "service.py"


class Day(killed_day.Day):
    """A day on Flink: a checkpoint is a folder, whole when it has its metadata."""

    parts = {"opp worker": " worker ", "Python worker": "beam_boot"}

    def write_arrivals(self):
        arrivals.write_partitions(self.folder / "arrivals", self.options.people, partitions=2, late=killed_day.LATE)

    def _folders(self):
        """The folders of the checkpoints in their order, each with `True` where it is whole."""
        found = []
        for path in self.folder.glob("checkpoints/*/chk-*"):
            try:
                found.append((path.stat().st_ctime, path, (path / "_metadata").exists()))
            except FileNotFoundError:
                continue  # Flink has removed it, as newer ones are whole.
        return [(path, is_whole) for _, path, is_whole in sorted(found)]

    def checkpoints(self):
        return [(f"{path.parent.name[:4]}/{path.name}", is_whole) for path, is_whole in self._folders()]

    def command(self):
        command = [
            sys.executable, str(SERVICE), *(str(self.folder / name) for name in ("arrivals", "output", "checkpoints")),
            "--speed", str(self.options.speed), *(["--rocksdb"] if self.options.rocksdb else []),
        ]
        whole = [path for path, is_whole in self._folders() if is_whole]
        return command + (["--restore", str(whole[-1])] if whole else [])

    def delivered(self):
        found = collections.Counter()
        for path in self.folder.glob("output/*/part-*"):
            found.update(path.read_text().splitlines())
        return found


def main():
    parser = killed_day.parser(__doc__.splitlines()[0])
    parser.add_argument("--speed", type=float, default=720, help="seconds of the day in a second; 0 is as fast as it goes")
    parser.add_argument("--rocksdb", action="store_true")
    killed_day.run(Day, parser.parse_args())


if __name__ == "__main__":
    main()
