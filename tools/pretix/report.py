"""An evening at the door that two `doorlist follow` report to a live pretix, while everything between them fails in turn.

Both followers and pretix are killed with kill -9, the network goes, in a whole evening once for minutes, answers are lost, pretix says 500
and 429, the token is revoked and replaced, a list and a position are deleted there. At the end pretix must know every entry and exit once,
and nothing else.
"""

import collections
import http.client
import random
import re
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ends import Ends, Program, call, options, wait_for

FAULTS = ["kill -9 of a follower", "kill -9 of pretix", "no network", "500", "429", "lost answers", "revoked token"]
FAULT_SECONDS = 6
AWAY_SECONDS = 150
CALM_SECONDS = 20
EVENING_TICKETS = 1000
FASTEST_SECONDS = 30
SETTLED_SECONDS = 180
TARGET_SECONDS = 10


class Network(ThreadingHTTPServer):
    """Passes requests on to the shop, unless told otherwise."""

    daemon_threads = True

    def __init__(self, shop):
        super().__init__(("127.0.0.1", 0), Passing)
        self.shop = shop
        self.fault = None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass


class Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        fault = self.server.fault
        if fault == "no network":
            self.close_connection = True
            return
        if fault in ("500", "429"):
            self.say(int(fault), {"Retry-After": "2"} if fault == "429" else {}, b"{}")
            return
        connection = http.client.HTTPConnection(self.server.shop, timeout=30)
        try:
            connection.request(self.command, self.path, body, dict(self.headers))
            answer = connection.getresponse()
            data = answer.read()
        except OSError:
            self.close_connection = True
            return
        finally:
            connection.close()
        if fault == "lost answers":
            self.close_connection = True
            return
        self.say(answer.status, {name: answer.headers[name] for name in ("Content-Type", "Location") if answer.headers[name]}, data)

    do_POST = do_GET

    def say(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Evening(Ends):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.random = random.Random(arguments.seed)
        self.list, self.side, self.tickets, self.tokens, self.given = (
            self.first[name] for name in ("list", "side", "tickets", "tokens", "door"))
        self.rate, self.whole = arguments.rate, len(self.tickets) >= EVENING_TICKETS
        self.rows = arguments.rows.split() + [
            "-c", "SELECT list_id, position_id, type, extract(epoch FROM datetime), extract(epoch FROM created) FROM pretixbase_checkin"
            " WHERE successful"]
        self.lists = self.door + "/acme/gala/checkin_lists"
        host = arguments.shop.removeprefix("http://")
        self.network = Network(host)
        self.server = Program(
            [arguments.gunicorn, "--bind", host, "--workers", "2", "--threads", "2", "--log-level", "warning", "pretix.wsgi"],
            self.work / "shop.log")
        shop = f"http://127.0.0.1:{self.network.server_port}"
        self.followers = [self.follower(shop, f"follow-{n}.log", self.given["token"]) for n in (1, 2)]
        self.expected = collections.Counter()
        self.inside, self.outside = [], []
        self.doubles = 0
        self.fresh = list(self.tickets)
        self.random.shuffle(self.fresh)
        self.calm = (float("inf"), float("inf"))

    def at_door(self, method, path, body=None):
        status, answer = call(method, self.lists + path, self.token, "Bearer", body)
        if status >= 300:
            sys.exit(f"the door answers {status} to {method} {path}: {answer}")
        return answer

    def begin(self):
        self.server.start()
        self.wait_for_pretix()
        for each in self.followers:
            each.start()
        self.token = wait_for("the event at the door", self.make_token)
        ticket = f"{self.lists}/{self.list}/tickets/{self.tickets[-1]['code']}"
        wait_for("the last ticket", lambda: call("GET", ticket, self.token, "Bearer")[0] == 200, 120 + len(self.tickets) // 20)

    def act(self):
        """Somebody comes, goes, comes again, was a mistake, or came twice, by a phone without network."""
        chance = self.random.random()
        if chance < 0.01 and self.inside:
            position, code = self.random.choice(self.inside)
            scan = {"ticket_qr_token": code, "scanned_at": time.strftime("%FT%TZ", time.gmtime()), "online": False,
                    "idempotency_key": f"double-{self.doubles}"}
            self.at_door("POST", f"/{self.list}/checkins", {"scans": [scan]})
            # Where people may come again it is an entry too, which pretix is told of.
            self.expected[(self.list, position, "entry")] += 1
            self.doubles += 1
        elif chance < 0.15 and self.inside:
            position, code = self.some(self.inside)
            self.at_door("POST", f"/{self.list}/tickets/{code}/exits")
            self.expected[(self.list, position, "exit")] += 1
            self.outside.append((position, code))
        elif chance < 0.25 and self.outside:
            position, code = self.some(self.outside)
            self.at_door("POST", f"/{self.list}/tickets/{code}/checkins")
            self.expected[(self.list, position, "entry")] += 1
            self.inside.append((position, code))
        elif len(self.fresh) > 2:
            ticket = self.fresh.pop()
            checkin = self.at_door("POST", f"/{self.list}/tickets/{ticket['code']}/checkins")
            if chance > 0.96:
                self.at_door("DELETE", f"/{self.list}/checkins/{checkin['id']}")
                self.fresh.insert(0, ticket)
            else:
                self.expected[(self.list, ticket["id"], "entry")] += 1
                self.inside.append((ticket["id"], ticket["code"]))

    def some(self, people):
        number = self.random.randrange(len(people))
        people[number], people[-1] = people[-1], people[number]
        return people.pop()

    def fail(self, fault):
        """Breaks something, and mends it a few seconds later."""
        program = {"kill -9 of pretix": self.server, "kill -9 of a follower": self.random.choice(self.followers)}.get(fault)
        if program:
            program.end()
        elif fault == "revoked token":
            wait_for("pretix", lambda: self.pretix("DELETE", f"{self.tokens}{self.given['id']}/")[0] == 200)
        else:
            self.network.fault = fault

        def mend():
            if program:
                program.start()
            elif fault == "revoked token":
                self.give_token()
            else:
                self.network.fault = None

        return mend

    def give_token(self):
        status, self.given = self.pretix("POST", self.tokens, {"name": "another"})
        if status != 201:
            sys.exit(f"pretix answers {status} to a new token")
        for each in self.followers:
            each.end()
            each.environment["PRETIX_API_TOKEN"] = self.given["token"]
            each.start()

    def run(self, actions):
        faults = FAULTS * (5 if self.whole else 2)
        self.random.shuffle(faults)
        if self.whole:
            faults[len(faults) // 2] = "no network for long"
        moments = sorted(self.random.sample(range(actions // 20, actions), len(faults)))
        mend, until = None, 0
        begun = time.monotonic()
        for number in range(actions):
            time.sleep(max(0, begun + number / self.rate - time.monotonic()))
            self.act()
            if mend and time.monotonic() >= until:
                mend()
                mend = None
            if not mend and moments and number >= moments[0]:
                moments.pop(0)
                fault = faults.pop()
                seconds = AWAY_SECONDS if fault == "no network for long" else FAULT_SECONDS
                mend, until = self.fail(fault.removesuffix(" for long")), time.monotonic() + seconds
                self.say(fault)
        if mend:
            mend()
        self.say(f"{actions} actions in {time.monotonic() - begun:.0f} s")
        self.wait_for_pretix()
        self.settle()
        self.both_up()
        self.delete_there()

    def say(self, what):
        if self.whole:
            behind = self.expected.total() - self.known()[0].total()
            print(f"pretix: {time.strftime('%T')} {what}; {self.expected.total()} entries and exits, {behind} behind", file=sys.stderr)

    def both_up(self):
        """Nothing fails for a while: so soon does pretix know."""
        begun = time.time()
        for number in range(int(CALM_SECONDS * self.rate)):
            time.sleep(max(0, begun + number / self.rate - time.time()))
            self.act()
        self.calm = (begun, time.time())
        self.settle()

    def delete_there(self):
        """Nobody reports for a while; then a list is gone in pretix, and a position."""
        self.network.fault = "no network"
        gone, there = self.fresh.pop(), self.fresh.pop()
        self.at_door("POST", f"/{self.list}/tickets/{gone['code']}/checkins")
        self.at_door("POST", f"/{self.side}/tickets/{there['code']}/checkins")
        for what in (f"/orderpositions/{gone['id']}/", f"/checkinlists/{self.side}/"):
            self.must("DELETE", what)
        self.network.fault = None
        self.expected[(self.list, gone["id"], "entry")] += 1
        self.expected[(self.side, there["id"], "entry")] += 1

    def known(self):
        """Returns what pretix knows by its own rows, how long it took to learn what happened while both ends were up, and when it learnt each."""
        known, delays, learnt = collections.Counter(), [], []
        rows = subprocess.run(self.rows, capture_output=True, text=True, timeout=120, check=True).stdout
        for row in rows.splitlines():
            door, position, kind, happened, told = row.split("|")
            known[(int(door), int(position), kind)] += 1
            learnt.append(float(told))
            if self.calm[0] <= float(happened) <= self.calm[1]:
                delays.append(float(told) - float(happened))
        return known, sorted(delays), sorted(learnt)

    def settle(self):
        """Waits until pretix knows all or learns nothing more, and returns what is wrong, what it knows, and the times."""
        total, end = None, 0
        while True:
            known, delays, learnt = self.known()
            if known.total() != total:
                total, end = known.total(), time.monotonic() + SETTLED_SECONDS
            wrong = {key: (self.expected[key], known[key]) for key in self.expected | known if self.expected[key] != known[key]}
            if not wrong or time.monotonic() > end or all(self.refusals(key) == 1 for key in wrong):
                return wrong, known, delays, learnt
            time.sleep(2)

    def refusals(self, key):
        """Returns how often the followers have named a list, or a ticket of a list, that pretix refused."""
        said = "".join(each.log.read_text() for each in self.followers)
        where = rf"list {key[0]}( is not there any more|: the {key[2]} of ticket {key[1]} )"
        return len(re.findall(where, said))

    def end(self):
        wrong, known, delays, learnt = self.settle()
        doubles, more = 0, "log?open=true&items=250"
        while more:
            part = self.at_door("GET", f"/{self.list}/{more}")
            doubles, more = doubles + len(part["log"]), part["meta"]["next"]
        refused = {key for key in wrong if self.refusals(key) == 1 and not known[key]}
        for key, (happened, knows) in wrong.items():
            how = "refused, and named once" if key in refused else f"WRONG: {happened} happened, pretix knows {knows}"
            print("list %s, position %s, %s: " % key + how)
        percentile = delays[int(len(delays) * 0.95)] if delays else float("inf")
        print(
            f"{self.expected.total()} entries and exits, pretix knows {known.total()}: {len(wrong) - len(refused)} differences, "
            f"{len(refused)} refused by pretix; {len(delays)} while both ends were up, p95 {percentile:.1f} s; "
            f"{doubles} of {self.doubles} double admissions; pretix took {fastest(learnt):.0f} a second at most")
        return len(wrong) == len(refused) and doubles == self.doubles and percentile <= TARGET_SECONDS


def fastest(learnt):
    """Returns the most that were learnt a second, for as long as it took to catch up."""
    most, first = 0, 0
    for last, moment in enumerate(learnt):
        while learnt[first] < moment - FASTEST_SECONDS:
            first += 1
        most = max(most, last - first + 1)
    return most / FASTEST_SECONDS


def main():
    arguments = options(
        "shop", "door", "table", "up-log", "work", "doorlist", "gunicorn", "rows", numbers=("actions", "rate", "seed")).parse_args()
    evening = Evening(arguments)
    try:
        evening.begin()
        evening.run(arguments.actions)
        good = evening.end()
    finally:
        for each in (*evening.followers, evening.server):
            each.end()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
