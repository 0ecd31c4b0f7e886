"""What scripts that try Doorlist share: ports, processes that end with the script, waits with a limit, requests, and `doorlist up`
with demo data."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE_SECONDS = 60
LIST = "/demo/summer-festival/checkin_lists/1"


def expect(what, wanted, got):
    if wanted != got:
        raise AssertionError(f"{what}: expected {wanted!r}, got {got!r}")


def free_port():
    """Returns a free port. The system gives it to nobody who asks for any port, so it stays free during a build."""
    while True:
        try:
            with socket.socket() as at:
                at.bind(("127.0.0.1", port := random.randrange(20000, 32000)))
                return port
        except OSError:
            pass


def wait_for(what, ready, seconds=PATIENCE_SECONDS, detail=lambda: ""):
    """Waits until something is ready, and returns it. While it cannot be reached, it is not ready."""
    end = time.monotonic() + seconds
    while True:
        try:
            if found := ready():
                return found
        except OSError:
            pass
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s for {what}{detail()}")
        time.sleep(0.1)


def ask(method, url, token=None, body=None, scheme="Bearer", key=None):
    """Returns the status and the bytes of an answer. Requests with the same idempotency key count as one."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"{scheme} {token}"} if token else {})
    headers |= {"Idempotency-Key": key} if key else {}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=PATIENCE_SECONDS) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def call(*request, **more):
    """Returns the status and the JSON of an answer."""
    status, body = ask(*request, **more)
    return status, json.loads(body or b"{}")


def agrees(printed, said):
    """Returns whether an answer has what the docs print. Members that the docs leave out are not compared."""
    if isinstance(printed, dict):
        return isinstance(said, dict) and all(name in said and agrees(value, said[name]) for name, value in printed.items())
    if isinstance(printed, list):
        return isinstance(said, list) and len(printed) == len(said) and all(map(agrees, printed, said))
    if isinstance(printed, str) and printed.endswith("..."):
        return said.startswith(printed[:-3])
    return printed == said


def trust(store, certificate):
    """Installs a certificate authority as a person does, in a new certificate store for a browser."""
    store.mkdir(parents=True)
    for step in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "doorlist", "-i", str(certificate)]):
        subprocess.run(["certutil", "-d", f"sql:{store}", *step], check=True, timeout=PATIENCE_SECONDS)


class Process:
    """A program in a process group of its own, so that all of its processes end. It can be started again. Its output is added to a file."""

    def __init__(self, command, out, **environment):
        self.command, self.out, self.environment, self.process = command, Path(out), environment, None

    def start(self):
        with self.out.open("a") as file:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env={**os.environ, **self.environment},
                start_new_session=True)
        return self

    def end(self, how=signal.SIGKILL):
        """Ends the program if it runs, and returns its status."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
        return self.process.wait(timeout=PATIENCE_SECONDS) if self.process else None


class DoorlistUp(Process):
    """A host that a command starts. It is ready when a line of its output matches a pattern."""

    def __init__(self, command, work, ready):
        super().__init__(command, Path(work) / "host.out")
        self.ready = ready
        self.start()

    def start(self):
        self.out.write_text("")
        before = time.monotonic()
        super().start()
        wait_for(
            "doorlist up", lambda: self.process.poll() is not None or re.search(self.ready, self.out.read_text(), re.M), 300,
            self.out.read_text)
        if self.process.poll() is not None:
            raise AssertionError(self.out.read_text())
        self.seconds = time.monotonic() - before
        self.said = dict(line.split(" ", 1) for line in self.out.read_text().splitlines() if " " in line)

    def ask(self, method, path):
        """Returns the status and the JSON of an answer. Asks again while the table is too busy."""
        for _ in range(5):
            status, answer = call(method, self.said["ready"] + path, self.said["token"])
            if status != 503:
                break
            time.sleep(1)
        return status, answer

    def get(self, path):
        status, answer = self.ask("GET", path)
        expect(f"status of {path}", 200, status)
        return answer

    def all(self, path, member):
        found, page = [], 1
        while rows := self.get(f"{path}?items=250&page={page}")[member]:
            found += rows
            page += 1
        return found

    def count(self):
        return self.get(LIST)["checked_in_count"]

    def outside(self):
        """Returns the tickets that are not in yet."""
        there = set(self.checked_in())
        return [each for each in self.all(LIST + "/tickets", "tickets") if each["id"] not in there]

    def checked_in(self):
        """Returns the ids of the tickets that are in, one for each check-in."""
        return [each["ticket"]["id"] for each in self.all(LIST + "/checkins", "checkins")]
