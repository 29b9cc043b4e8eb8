"""A PostgreSQL of one's own in a temporary folder, to try things with: no other is touched."""
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import psycopg


def program(name):
    """The path of a program of PostgreSQL, on the PATH or where Debian keeps it."""
    found = shutil.which(name) or max(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), default=None)
    if not found:
        raise SystemExit(f"{name} is not installed: it comes with PostgreSQL (apt-get install postgresql)")
    return found


class Cluster:
    """A server that has no network, only a socket in its folder. Root starts it as the user `postgres`."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="opp-town-"))
        self._user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self._user:
            shutil.chown(self.folder, "postgres")
        self._data = self.folder / "data"
        self.database = f"host={self.folder} user=postgres dbname=postgres"
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale")

    def _run(self, name, *arguments, check=True):
        done = subprocess.run(
            [*self._user, program(name), *map(str, arguments)], cwd=self.folder, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if check and done.returncode != 0:
            raise SystemExit(f"{name}: {done.stderr}")
        return done.returncode == 0

    def start(self):
        """Starts the server; after a kill it may take some tries until the last processes of the one before have gone."""
        arguments = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=50"
        until = time.monotonic() + 60
        while not self._run(
                "pg_ctl", "-D", self._data, "-l", self.folder / "server.log", "-o", arguments, "-w", "start", check=False):
            if time.monotonic() > until:
                raise SystemExit(f"PostgreSQL does not start: see {self.folder}/server.log")
            time.sleep(0.5)

    def stop(self, mode="fast"):
        self._run("pg_ctl", "-D", self._data, "-m", mode, "-w", "stop", check=False)

    def kill(self):
        """Kills the server without any warning."""
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def connect(self):
        return psycopg.connect(self.database, autocommit=True)

    def remove(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
