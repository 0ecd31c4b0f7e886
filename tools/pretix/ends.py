"""What the scripts beside this one know of both ends: a live pretix and a door."""

import argparse
import http.client
import json
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from trial import Process, call, wait_for

PATIENCE_SECONDS = 120
# How often `follow` asks the shop.
INTERVAL_SECONDS = 3


def options(*names):
    """Returns a parser of the options that `run` passes. All are required."""
    parser = argparse.ArgumentParser()
    for name in names:
        parser.add_argument("--" + name, required=True)
    return parser


class Network(ThreadingHTTPServer):
    """Passes requests on to the shop, unless it is told to fail."""

    daemon_threads = True

    def __init__(self, shop):
        super().__init__(("127.0.0.1", 0), Passing)
        self.shop, self.fault = shop.removeprefix("http://"), None
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass


class Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fault = self.server.fault
        if fault in ("500", "429"):
            return self.say(int(fault), {"Retry-After": "2"} if fault == "429" else {}, b"{}")
        answer = None if fault == "no network" else self.forward(body)
        if answer is None or fault == "lost answers":
            self.close_connection = True
            return None
        return self.say(*answer)

    def forward(self, body):
        connection = http.client.HTTPConnection(self.server.shop, timeout=30)
        try:
            connection.request(self.command, self.path, body, dict(self.headers))
            answer = connection.getresponse()
            kept = {name: answer.headers[name] for name in ("Content-Type", "Location") if answer.headers[name]}
            return answer.status, kept, answer.read()
        except OSError:
            return None
        finally:
            connection.close()

    do_POST = do_GET

    def say(self, status, headers, body):
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(body))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Ends:
    def __init__(self, arguments):
        self.shop = arguments.shop + "/api/v1/organizers/acme"
        self.work = Path(arguments.work)
        self.first = json.loads((self.work / "first.json").read_text())
        self.shop_token = self.first["token"]
        self.doorlist = arguments.doorlist
        if "door" in arguments:
            self.lists, self.door = arguments.door + "/acme/gala/checkin_lists", arguments.door

    def pretix(self, method, path, body=None):
        return call(method, self.shop + path, self.shop_token, body, "Token")

    def wait_for_pretix(self):
        wait_for("pretix", lambda: self.pretix("GET", "/")[0] == 200, PATIENCE_SECONDS)

    def must(self, method, path, body=None):
        """Sends a request about the event to pretix. Fails if pretix refuses it."""
        status, answer = self.pretix(method, "/events/gala" + path, body)
        if status >= 300:
            raise AssertionError(f"pretix answers {status} to {method} {path}: {answer}")
        return answer

    def sell(self, item, status="p"):
        position = {"item": item, "variation": None, "price": "23.00", "attendee_name_parts": {"full_name": "Guest"}, "answers": []}
        return self.must("POST", "/orders/", {
            "email": "guest@example.org", "locale": "en", "sales_channel": "web", "status": status, "testmode": False,
            "payment_provider": "manual", "force": True, "fees": [], "positions": [position, position]})

    def follower(self, url, log, token):
        command = [
            self.doorlist, "follow", "--from", "pretix", "--url", url, "--organizer", "acme", "--interval", str(INTERVAL_SECONDS),
            "--up", self.door]
        return Process(command, self.work / log, PRETIX_API_TOKEN=token)

    def begin_at_door(self):
        """Creates a token of the door as soon as `follow` has created the account, and waits for the event."""
        command = [self.doorlist, "token", "create", "--account=acme", "--json", "--up", self.door]

        def made():
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            return done.returncode == 0 and json.loads(done.stdout)["token"]

        self.token = wait_for("the account at the door", made, PATIENCE_SECONDS)
        wait_for("the event at the door", lambda: call("GET", self.lists, self.token)[0] == 200, PATIENCE_SECONDS)

    def at_door(self, method, path, body=None):
        """Sends a request about the event's lists to the door. Fails if the door refuses it."""
        status, answer = call(method, self.lists + path, self.token, body)
        if status >= 300:
            raise AssertionError(f"the door answers {status} to {method} {path}: {answer}")
        return answer

    def log(self, path):
        """Returns the rows of a list's log from all pages."""
        found, more = [], path
        while more:
            part = self.at_door("GET", more)
            found += part["log"]
            more = part["meta"]["next"] and path.rpartition("/")[0] + "/" + part["meta"]["next"]
        return found
