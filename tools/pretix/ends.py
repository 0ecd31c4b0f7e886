"""What compares, follows and reports knows of both ends: a live pretix and a door."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE_SECONDS = 120
# How often a follower asks the shop.
INTERVAL_SECONDS = 3


def options(*names, numbers=()):
    """Returns a parser of options that `run` gives, all of them."""
    parser = argparse.ArgumentParser()
    for name in (*names, *numbers):
        parser.add_argument("--" + name, required=True, type=int if name in numbers else str)
    return parser


def call(method, url, token, scheme, body=None):
    headers = {"Authorization": f"{scheme} {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def wait_for(what, attempt, seconds=PATIENCE_SECONDS):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = attempt()
            if found:
                return found
        except OSError:
            pass
        time.sleep(0.2)
    sys.exit(f"{what} did not come up in {seconds} s")


class Program:
    """A process that is ended and started again; what it says is added to one file."""

    def __init__(self, command, log, **environment):
        self.command, self.log, self.environment, self.process = command, log, environment, None

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env={**os.environ, **self.environment}, cwd=self.log.parent, start_new_session=True)

    def end(self, how=signal.SIGKILL):
        """Ends it, if it runs, and returns its status."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
        return self.process.wait(timeout=60) if self.process else None


class Ends:
    def __init__(self, arguments):
        self.shop = arguments.shop + "/api/v1/organizers/acme"
        self.work = Path(arguments.work)
        self.first = json.loads((self.work / "first.json").read_text())
        self.shop_token = self.first["token"]
        self.doorlist = arguments.doorlist
        if "door" in arguments:
            self.door, self.endpoint = arguments.door, arguments.table
            wait_for("doorlist up", lambda: "ready http" in Path(arguments.up_log).read_text())

    def pretix(self, method, path, body=None):
        return call(method, self.shop + path, self.shop_token, "Token", body)

    def wait_for_pretix(self):
        wait_for("pretix", lambda: self.pretix("GET", "/")[0] == 200)

    def must(self, method, path, body=None):
        """Asks pretix about the event, and ends everything if it refuses."""
        status, answer = self.pretix(method, "/events/gala" + path, body)
        if status >= 300:
            sys.exit(f"pretix answers {status} to {method} {path}: {answer}")
        return answer

    def sell(self, item, status="p"):
        position = {"item": item, "variation": None, "price": "23.00", "attendee_name_parts": {"full_name": "Guest"}, "answers": []}
        return self.must("POST", "/orders/", {
            "email": "guest@example.org", "locale": "en", "sales_channel": "web", "status": status, "testmode": False,
            "payment_provider": "manual", "force": True, "fees": [], "positions": [position, position]})

    def follower(self, url, log, token):
        command = [
            self.doorlist, "follow", "--from", "pretix", "--url", url, "--organizer", "acme", "--interval", str(INTERVAL_SECONDS),
            "--endpoint", self.endpoint]
        return Program(command, self.work / log, PRETIX_API_TOKEN=token)

    def make_token(self):
        """Returns a token of the door, or none while the event is not there."""
        made = subprocess.run(
            [self.doorlist, "token", "create", "--account=acme", "--json", "--event=gala", "--endpoint", self.endpoint],
            capture_output=True, text=True, timeout=60)
        return json.loads(made.stdout)["token"] if made.returncode == 0 else None
