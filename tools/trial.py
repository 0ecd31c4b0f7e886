"""What scripts that try Doorlist share: ports, processes that end, waiting with an end, requests, and `doorlist up` with demo data."""

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
    """Returns a port that nobody has, and that the system gives nobody who asks for any: it stays free while something is built."""
    while True:
        try:
            with socket.socket() as at:
                at.bind(("127.0.0.1", port := random.randrange(20000, 32000)))
                return port
        except OSError:
            pass


def wait_for(what, ready, seconds=PATIENCE_SECONDS, detail=lambda: ""):
    """Waits until something is there, and returns it. What cannot be reached is not there yet."""
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
    """Returns the status and the bytes of an answer; a request with an idempotency key is one, however often it comes."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"{scheme} {token}"} if token else {})
    headers |= {"Idempotency-Key": key} if key else {}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=PATIENCE_SECONDS) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def call(*request, **more):
    """Returns the status of an answer and its JSON."""
    status, body = ask(*request, **more)
    return status, json.loads(body or b"{}")


def agrees(printed, said):
    """Returns whether an answer has what is printed; members that are left out there are not compared."""
    if isinstance(printed, dict):
        return isinstance(said, dict) and all(name in said and agrees(value, said[name]) for name, value in printed.items())
    if isinstance(printed, list):
        return isinstance(said, list) and len(printed) == len(said) and all(map(agrees, printed, said))
    if isinstance(printed, str) and printed.endswith("..."):
        return said.startswith(printed[:-3])
    return printed == said


def trust(store, certificate):
    """What a person does who installs a certificate authority: it goes into a browser's store, a new one."""
    store.mkdir(parents=True)
    for step in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "doorlist", "-i", str(certificate)]):
        subprocess.run(["certutil", "-d", f"sql:{store}", *step], check=True, timeout=PATIENCE_SECONDS)


class Process:
    """A program with its own group, so that all of it ends; it can be started again. What it says is added to a file."""

    def __init__(self, command, out, **environment):
        self.command, self.out, self.environment, self.process = command, Path(out), environment, None

    def start(self):
        with self.out.open("a") as file:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env={**os.environ, **self.environment},
                start_new_session=True)
        return self

    def end(self, how=signal.SIGKILL):
        """Ends it, if it runs, and returns its status."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
        return self.process.wait(timeout=PATIENCE_SECONDS) if self.process else None


class DoorlistUp(Process):
    """Started by a command, and ready when it has said a line that a pattern finds."""

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
        """Returns status and JSON; asks again while the table is too busy."""
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
