"""The host of an evening with browsers: `doorlist up` with the demo data, killed and started again on the same folder."""

import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

PATIENCE_SECONDS = 60
LIST = "/demo/summer-festival/checkin_lists/1"


def expect(what, wanted, got):
    if wanted != got:
        raise AssertionError(f"{what}: expected {wanted!r}, got {got!r}")


def free_port():
    with socket.socket() as at:
        at.bind(("127.0.0.1", 0))
        return at.getsockname()[1]


class Process:
    """A program with its own group, so that all of it ends."""

    def __init__(self, command, out, **environment):
        with open(out, "w") as file:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env={**os.environ, **environment},
                start_new_session=True)

    def end(self, how=signal.SIGKILL):
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(timeout=PATIENCE_SECONDS)


class DoorlistUp:
    """Started by a command, and ready when it has said a line that a pattern finds. Who extends it asks the API by `get`."""

    def __init__(self, command, work, ready):
        self.command, self.work, self.ready, self.starts = command, Path(work), ready, 0
        self.start()

    def start(self):
        self.starts += 1
        out = self.work / f"host{self.starts}.out"
        before = time.monotonic()
        self.process = Process(self.command, out)
        while not re.search(self.ready, out.read_text(), re.M):
            if self.process.process.poll() is not None or time.monotonic() - before > 300:
                raise RuntimeError(out.read_text())
            time.sleep(0.1)
        self.seconds = time.monotonic() - before
        self.said = dict(line.split(" ", 1) for line in out.read_text().splitlines() if " " in line)

    def kill(self):
        self.process.end()

    def all(self, path, member):
        found, page = [], 1
        while rows := self.get(f"{path}?items=250&page={page}")[member]:
            found += rows
            page += 1
        return found

    def count(self):
        return self.get(LIST)["checked_in_count"]

    def checked_in(self):
        """Returns the ids of the tickets that are in, one for each check-in."""
        return [each["ticket"]["id"] for each in self.all(LIST + "/checkins", "checkins")]
