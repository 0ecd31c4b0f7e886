"""A live pretix's own device and Doorlist scan the same few tickets at the same time, while `doorlist follow` is killed at random moments and
what it asks is lost.

At the end both sides must tell the same of each ticket: how many entries and exits stand, and whether it is inside.
"""

import collections
import concurrent.futures
import random
import re
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone

from ends import Ends, call, options, wait_for
from report import Network

FAULTS = ["no network", "lost answers", "500"]
KILLED_AFTER_SECONDS = (1, 9)
FAULT_SECONDS = (1, 4)
SETTLED_SECONDS = 90
# What only the other side can undo, or must stay for others, is said once; those tickets may differ.
NAMED = r"list (\d+): the (?:undo for|entry of) ticket (\d+)(?: \(400\): pretix lets only| was annulled)"


class Both(Ends):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.random = random.Random(arguments.seed)
        self.list, self.device = self.first["list"], self.first["device"]
        self.tickets = self.first["tickets"][:arguments.tickets]
        self.door_list = f"{self.door}/acme/gala/checkin_lists/{self.list}"
        self.rows = arguments.rows.split() + [
            "-c", "SELECT position_id, type FROM pretixbase_checkin WHERE successful ORDER BY datetime"]
        self.network = Network(arguments.shop.removeprefix("http://"))
        self.follow = self.follower(f"http://127.0.0.1:{self.network.server_port}", "follow.log", self.first["door"]["token"])
        self.done = collections.Counter()
        self.names = 0

    def begin(self):
        self.wait_for_pretix()
        self.follow.start()
        self.token = wait_for("the event at the door", self.make_token)
        wait_for("the last ticket", lambda: self.at_door("GET", f"/tickets/{self.tickets[-1]['code']}")[0] == 200)

    def at_door(self, method, path, body=None):
        return call(method, self.door_list + path, self.token, "Bearer", body)

    def at_pretix(self, path, **body):
        return call("POST", f"{self.shop}/checkinrpc/{path}/", self.device, "Device", {"lists": [self.list], **body})

    def name(self):
        self.names += 1
        return f"both-{self.names}"

    def scan_at_pretix(self, ticket, kind, offline, nonce):
        """pretix's app sends `force` with what it decided without a network."""
        return self.at_pretix(
            "redeem", secret=ticket["code"], type=kind, force=offline, nonce=nonce, ignore_unpaid=True, questions_supported=False,
            datetime=some_seconds_ago(self.random.random() * 20 if offline else 0))

    def scan_here(self, ticket, kind, offline, key):
        if not offline:
            return self.at_door("POST", f"/tickets/{ticket['code']}/{'exits' if kind == 'exit' else 'checkins'}")
        scan = {"ticket_qr_token": ticket["code"], "type": kind, "online": False, "idempotency_key": key,
                "scanned_at": some_seconds_ago(self.random.random() * 20)}
        return self.at_door("POST", "/checkins", {"scans": [scan]})

    def act(self, together):
        """One or both ends scan a ticket; some scans are undone where they were made."""
        ticket = self.random.choice(self.tickets)
        kind = self.random.choice(["entry", "entry", "exit"])
        offline = self.random.random() < 0.3
        where = self.random.choice(["here", "pretix", "both"])
        scans = [
            (end, together.submit(scan, ticket, kind, offline, self.name()))
            for end, scan in (("here", self.scan_here), ("pretix", self.scan_at_pretix)) if where in (end, "both")]
        for end, scan in scans:
            status, answer = scan.result()
            if status not in (200, 201, 400, 409):
                sys.exit(f"{end} answers {status} to a scan: {answer}")
            self.done[f"{end} {kind} {'taken' if status < 300 else 'refused'}"] += 1
        if where == "pretix" and self.random.random() < 0.3:
            status, _ = self.at_pretix("annul", nonce=f"both-{self.names}")
            self.done[f"pretix annulled, {status}"] += 1
        elif where == "here" and status == 201 and self.random.random() < 0.2:
            status, _ = self.at_door("DELETE", f"/checkins/{answer.get('passage', answer)['id']}")
            self.done[f"here undone, {status}"] += 1

    def run(self, seconds):
        end = time.monotonic() + seconds
        kill = fault = time.monotonic()
        kills = 0
        with concurrent.futures.ThreadPoolExecutor(2) as together:
            while (now := time.monotonic()) < end:
                if now >= kill:
                    self.follow.end()
                    self.follow.start()
                    kills, kill = kills + 1, now + self.random.uniform(*KILLED_AFTER_SECONDS)
                if now >= fault:
                    self.network.fault = None if self.network.fault else self.random.choice(FAULTS)
                    fault = now + self.random.uniform(*FAULT_SECONDS)
                self.act(together)
                time.sleep(self.random.random() * 0.15)
        self.network.fault = None
        print(f"{kills} kills of the follower; " + ", ".join(f"{what} {count}" for what, count in sorted(self.done.items())))

    def there(self):
        """Returns what pretix has of each ticket: entries, exits, and whether it is inside."""
        told = collections.defaultdict(lambda: [0, 0, False])
        for row in subprocess.run(self.rows, capture_output=True, text=True, timeout=60, check=True).stdout.splitlines():
            position, kind = row.split("|")
            ticket = told[int(position)]
            ticket[kind == "exit"] += 1
            ticket[2] = kind == "entry"
        return told

    def here(self):
        told = collections.defaultdict(lambda: [0, 0, False])
        path = "/log?items=250"
        while path:
            status, part = self.at_door("GET", path)
            if status != 200:
                sys.exit(f"the door answers {status} to its log: {part}")
            for each in part["log"]:
                if each["type"] in ("check_in", "entry", "exit", "wrong") and not each["undone"]:
                    told[each["ticket"]["id"]][each["type"] == "exit"] += 1
            path = part["meta"]["next"] and "/" + part["meta"]["next"]
        for ticket in self.tickets:
            told[ticket["id"]][2] = self.at_door("GET", f"/tickets/{ticket['code']}")[1]["inside"]
        return told

    def differences(self):
        named = {int(ticket) for _, ticket in re.findall(NAMED, self.follow.log.read_text())}
        here, there = self.here(), self.there()
        different = {
            ticket["id"]: (here[ticket["id"]], there[ticket["id"]]) for ticket in self.tickets if here[ticket["id"]] != there[ticket["id"]]}
        return different, named

    def settle(self):
        end = time.monotonic() + SETTLED_SECONDS
        while True:
            different, named = self.differences()
            if set(different) <= named or time.monotonic() > end:
                return different, named
            time.sleep(3)

    def end(self):
        different, named = self.settle()
        for ticket, (here, there) in sorted(different.items()):
            how = "differs, and was named" if ticket in named else "WRONG"
            print(f"ticket {ticket}: {how}: here {here}, in pretix {there} (entries, exits, inside)")
        wrong = len(set(different) - named)
        print(f"{len(self.tickets)} tickets at both ends: {wrong} differences, {len(set(different) & named)} that were named")
        return not wrong


def some_seconds_ago(seconds):
    return (datetime.now(timezone.utc) - timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def main():
    arguments = options("shop", "door", "table", "up-log", "work", "doorlist", "rows", numbers=("seed", "seconds", "tickets")).parse_args()
    both = Both(arguments)
    try:
        both.begin()
        both.run(arguments.seconds)
        good = both.end()
    finally:
        both.follow.end()
    sys.exit(0 if good else 1)


main()
