"""An evening at the door, while `doorlist follow` and everything between it and a live pretix fails in turn. Followers and pretix are
killed with kill -9, the network fails, and answers are lost. pretix answers 500 and 429, and the token is revoked and replaced.

evening.py report: two followers report to pretix, where a list and a position are deleted at the end. evening.py both: pretix's own
device scans the same tickets. At the end both sides must say the same. They have each entry and exit once and nothing else, and agree
on who is inside.
"""

import collections
import concurrent.futures
import random
import re
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone

from ends import Ends, Network, options
from trial import Process, call, expect, wait_for

FOLLOWER_FAULTS = [*["kill -9 of a follower"] * 3, "no network", "500", "429", "lost answers"]
FAULTS = [*FOLLOWER_FAULTS, "kill -9 of pretix", "revoked token"]
FAULT_SECONDS = 4
CALM_SECONDS = 20
SETTLED_SECONDS = 180
TARGET_SECONDS = 10
ROWS = """SELECT list_id, position_id, type, extract(epoch FROM datetime), extract(epoch FROM created) FROM pretixbase_checkin
    WHERE successful ORDER BY datetime"""
# Finds messages about differences that stay: only the other side can undo it, later passages need it,
# or its list is gone. Each is said once.
NAMED = r"list (\d+)(?:: the (?:\S+) (?:for|of) ticket (\d+) ?(?:\(400\)|was annulled)?| is not there any more)"


class Evening(Ends):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.random = random.Random(arguments.seed)
        self.list, self.side, self.tokens, self.given, self.device = (
            self.first[name] for name in ("list", "side", "tokens", "door", "device"))
        self.gone, self.beside, *self.tickets = self.first["tickets"]
        self.both, self.rate, self.actions = arguments.kind == "both", int(arguments.rate), int(arguments.actions)
        self.rows = [*arguments.rows.split(), "-c", ROWS]
        self.network = Network(arguments.shop)
        self.server = Process(
            [arguments.gunicorn, "--chdir", arguments.work, "--bind", self.network.shop, "--workers", "2", "--threads", "2",
             "--log-level", "warning", "pretix.wsgi"], self.work / "shop.log")
        self.followers = [
            self.follower(self.network.url, f"follow-{n}.log", self.given["token"]) for n in range(1 if self.both else 2)]
        self.done = collections.Counter()
        self.names = 0
        self.calm = (float("inf"), float("inf"))

    def begin(self):
        self.server.start()
        self.wait_for_pretix()
        for each in self.followers:
            each.start()
        self.begin_at_door()
        last = f"/{self.list}/tickets/{self.tickets[-1]['code']}"
        wait_for("the last ticket", lambda: self.try_at_door("GET", last)[0] == 200, 120 + len(self.tickets) // 20)

    def try_at_door(self, method, path, body=None):
        return call(method, self.lists + path, self.token, body)

    def at_pretix(self, path, **body):
        return call("POST", f"{self.shop}/checkinrpc/{path}/", self.device, {"lists": [self.list], **body}, "Device")

    def scan_at_pretix(self, ticket, kind, offline, nonce):
        """pretix's app sends `force` with scans that it decided without a network."""
        return self.at_pretix(
            "redeem", secret=ticket["code"], type=kind, force=offline, nonce=nonce, ignore_unpaid=True, questions_supported=False,
            datetime=some_seconds_ago(self.random.random() * 20 if offline else 0))

    def scan_here(self, ticket, kind, offline, key):
        if not offline:
            return self.try_at_door("POST", f"/{self.list}/tickets/{ticket['code']}/{'exits' if kind == 'exit' else 'checkins'}")
        scan = {"ticket_qr_token": ticket["code"], "type": kind, "online": False, "idempotency_key": key,
                "scanned_at": some_seconds_ago(self.random.random() * 20)}
        return self.try_at_door("POST", f"/{self.list}/checkins", {"scans": [scan]})

    def act(self, together, offline=0.3):
        """Scans a ticket at one end or at both. Some scans are undone at the end where they were made."""
        ticket = self.random.choice(self.tickets)
        kind = self.random.choice(["entry", "entry", "exit"])
        offline = self.random.random() < offline
        where = self.random.choice(["here", "pretix", "both"]) if self.both else "here"
        scans = {}
        for end, scan in (("here", self.scan_here), ("pretix", self.scan_at_pretix)):
            if where in (end, "both"):
                self.names += 1
                scans[end] = together.submit(scan, ticket, kind, offline, f"evening-{self.names}")
        for end, scan in scans.items():
            status, answer = scan.result()
            expect(f"that {end} takes or refuses a scan ({status}: {answer})", True, status in (200, 201, 400, 409))
            self.done[f"{end} {kind} {'taken' if status < 300 else 'refused'}"] += 1
        if where == "pretix" and self.random.random() < 0.3:
            status, _ = self.at_pretix("annul", nonce=f"evening-{self.names}")
            self.done[f"pretix annulled, {status}"] += 1
        elif where == "here" and status == 201 and self.random.random() < 0.1:
            status, _ = self.try_at_door("DELETE", f"/{self.list}/checkins/{answer.get('passage', answer)['id']}")
            self.done[f"here undone, {status}"] += 1

    def fail(self, fault):
        """Breaks something, and returns a function that repairs it."""
        self.done[fault] += 1
        program = {"kill -9 of pretix": self.server, "kill -9 of a follower": self.random.choice(self.followers)}.get(fault)
        if program:
            program.end()
            return program.start
        if fault == "revoked token":
            wait_for("pretix", lambda: self.pretix("DELETE", f"{self.tokens}{self.given['id']}/")[0] == 200)
            return self.give_token
        self.network.fault = fault
        return lambda: setattr(self.network, "fault", None)

    def give_token(self):
        status, self.given = self.pretix("POST", self.tokens, {"name": "another"})
        expect("status of a new token", 201, status)
        for each in self.followers:
            each.end()
            each.environment["PRETIX_API_TOKEN"] = self.given["token"]
            each.start()

    def run(self):
        mend, until = None, 0
        begun = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(2) as together:
            for number in range(self.actions):
                time.sleep(max(0, begun + number / self.rate - time.monotonic()))
                self.act(together)
                if time.monotonic() < until:
                    continue
                if mend:
                    mend()
                mend, until = None, time.monotonic() + self.random.random() * FAULT_SECONDS
                if self.random.random() < 0.8:
                    mend, until = self.fail(self.random.choice(FOLLOWER_FAULTS if self.both else FAULTS)), until + 1
            if mend:
                mend()
            print(f"{time.monotonic() - begun:.0f} s: " + ", ".join(f"{what} {count}" for what, count in sorted(self.done.items())))
            self.wait_for_pretix()
            if not self.both:
                self.settle()
                self.begin_calm(together)
                self.delete_there()

    def begin_calm(self, together):
        """For a while nothing fails. This measures how soon pretix knows of scans."""
        begun = time.time()
        for number in range(int(CALM_SECONDS * self.rate)):
            time.sleep(max(0, begun + number / self.rate - time.time()))
            self.act(together, offline=0)
        self.calm = (begun, time.time())
        self.settle()

    def delete_there(self):
        """For a while nobody reports. Meanwhile a list and a position are deleted in pretix."""
        self.network.fault = "no network"
        for door, ticket in ((self.list, self.gone), (self.side, self.beside)):
            self.at_door("POST", f"/{door}/tickets/{ticket['code']}/checkins")
        for what in (f"/orderpositions/{self.gone['id']}/", f"/checkinlists/{self.side}/"):
            self.must("DELETE", what)
        self.network.fault = None

    def there(self):
        """Returns what pretix's own rows have of each ticket at each list. Also returns how late it learnt of scans while nothing
        failed."""
        told, delays = collections.defaultdict(lambda: [0, 0, False]), []
        rows = subprocess.run(self.rows, capture_output=True, text=True, timeout=120, check=True).stdout
        for door, position, kind, happened, learnt in (row.split("|") for row in rows.splitlines()):
            ticket = told[int(door), int(position)]
            ticket[kind == "exit"] += 1
            ticket[2] = kind == "entry"
            if self.calm[0] <= float(happened) <= self.calm[1]:
                delays.append(float(learnt) - float(happened))
        return told, sorted(delays)

    def here(self):
        """Returns what the door has of each ticket: entries, exits, and whether it is inside."""
        told = collections.defaultdict(lambda: [0, 0, False])
        for door in (self.list, self.side):
            for each in self.log(f"/{door}/log?items=250"):
                if each["type"] in ("check_in", "entry", "exit", "wrong") and not each["undone"]:
                    told[door, each["ticket"]["id"]][each["type"] == "exit"] += 1
        for ticket in self.tickets if self.both else []:
            told[self.list, ticket["id"]][2] = self.at_door("GET", f"/{self.list}/tickets/{ticket['code']}")["inside"]
        return told

    def settle(self):
        """Waits until both ends say the same, or until nothing changes any more. Returns what differs, and how late pretix was."""
        before, end = None, 0
        while True:
            here, (there, delays) = self.here(), self.there()
            if (here, there) != before:
                before, end = (here, there), time.monotonic() + SETTLED_SECONDS
            said = collections.Counter(re.findall(NAMED, "".join(each.out.read_text() for each in self.followers)))
            different = {}
            for key in here.keys() | there.keys():
                ends = [told.get(key, [0, 0, False])[:3 if self.both else 2] for told in (here, there)]
                if ends[0] != ends[1]:
                    names = said[str(key[0]), str(key[1])] + said[str(key[0]), ""]
                    different[key] = (*ends, names == 1 or self.both and names > 0)
            if all(named for _, _, named in different.values()) or time.monotonic() > end:
                return different, here, delays
            time.sleep(2)

    def end(self):
        different, here, delays = self.settle()
        for key, (ours, theirs, named) in sorted(different.items()):
            print("list %s, ticket %s: " % key + f"{'named' if named else 'WRONG'}: here {ours}, in pretix {theirs} (entries, exits, inside)")
        wrong = sum(not named for _, _, named in different.values())
        late = delays[int(len(delays) * 0.95)] if delays else float("inf")
        print(f"{sum(entries + exits for entries, exits, _ in here.values())} entries and exits: {wrong} differences, "
              f"{len(different) - wrong} that were named; {len(delays)} while nothing failed, p95 {late:.1f} s")
        return not wrong and (self.both or late <= TARGET_SECONDS)


def some_seconds_ago(seconds):
    return (datetime.now(timezone.utc) - timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def main():
    parser = options("shop", "door", "work", "doorlist", "gunicorn", "rows", "actions", "rate", "seed")
    parser.add_argument("kind", choices=["report", "both"])
    evening = Evening(parser.parse_args())
    try:
        evening.begin()
        evening.run()
        good = evening.end()
    finally:
        for each in (*evening.followers, evening.server):
            each.end()
    sys.exit(0 if good else 1)


main()
