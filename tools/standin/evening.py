"""evening.py fill|check URL STACK DOORLIST FILE: an evening on a stack, before and after another version is deployed over it.

`fill` imports an event, and makes tokens, a webhook and scans of every kind. It keeps requests and answers in FILE. `check`
repeats the requests with the same keys, and expects the same answers. DOORLIST is the command line of the version that fills or
checks.
"""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import uuid

from trial import call, expect, wait_for

SAMPLE = pathlib.Path(__file__).resolve().parents[1] / "bench/sample.ndjson"
EVENT = "/acme/spring-gala"
LIST = EVENT + "/checkin_lists/4"
ORDERS = 12
PEOPLE = 3
# Members of the event in the sample that an earlier commit refuses.
LATER = {"desk", "currency"}
# Members that differ in each answer.
OWN = {"request_id", "seconds_since"}


def lines():
    """Returns import lines with twelve orders. Each is like the first one in the sample, and has tickets for three people."""
    sample = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    for event in (line for line in sample if line["kind"] == "event"):
        for each in LATER:
            event.pop(each, None)
    order = next(line for line in sample if line["kind"] == "order")
    made = [line for line in sample if line["kind"] != "order"]
    for number in range(ORDERS):
        each = copy.deepcopy(order) | {"id": 100 + number, "reference": f"R{number}", "qr_code_identifier": f"o-{number}"}
        for place, ticket in enumerate(each["tickets"]):
            ticket |= {"id": 1000 + 10 * number + place, "reference": f"R{number}-{place}", "qr_code_identifier": code(number, place)}
        made.append(each)
    return made


def code(order, place):
    return f"t-{order}-{place}"


class Stack:
    def __init__(self, url, stack, program):
        self.url, self.stack, self.program = url, stack, program

    def doorlist(self, *arguments, said=None):
        # The host of a webhook is looked up when the webhook is added. This one has no address, so nothing is
        # sent to it.
        with tempfile.NamedTemporaryFile("w") as hosts:
            hosts.write("127.0.0.1 localhost\n9.9.9.9 hooks.example.com\n")
            hosts.flush()
            done = subprocess.run(
                [self.program, *arguments, "--stack", self.stack], input=said, capture_output=True, text=True, timeout=300,
                env=os.environ | {"JDK_JAVA_OPTIONS": f"-Djdk.net.hosts.file={hosts.name}"})
        if done.returncode:
            sys.exit(f"doorlist {' '.join(arguments[:2])} ends with {done.returncode}: {done.stderr[-2000:]}")
        return done.stdout

    def token(self, *options):
        said = self.doorlist("token", "create", "--json", "--account", "acme", *options)
        return json.loads(said.splitlines()[0])["token"]

    def ask(self, method, path, token, body=None, key=None):
        """Returns the status and the content of an answer. Asks again while the stack is busy."""
        for _ in range(20):
            status, said = call(method, self.url + path, token, body, key=key)
            if status not in (429, 502, 503, 504):
                break
        return [status, said]

    def events(self, token):
        return self.ask("GET", "/acme/webhooks/events", token)[1]["meta"]["pagination"]["count"]


def scan(order, place, **more):
    """Returns a scan as a phone sends it, with a key of its own."""
    return {"ticket_qr_token": code(order, place), "idempotency_key": str(uuid.uuid4()), "scanned_at": "2026-08-20T18:00:00Z"} | more


def scans():
    """Returns requests of phones with their keys, in order. Some are asked and others told. There are new ones, repeats,
    wrong codes, exits and a group."""
    def asked(order, place, what):
        said = {"scanned_at": "2026-08-20T18:00:00Z"}
        return ["POST", f"{LIST}/tickets/{code(order, place)}/{what}", said, str(uuid.uuid4())]

    entries = [asked(order, place, "checkins") for order in range(4) for place in range(PEOPLE)]
    exits = [asked(0, place, "exits") for place in range(PEOPLE)]
    again = [asked(1, 0, "checkins")]
    told = [scan(order, place, online=False) for order in (4, 5, 1) for place in range(PEOPLE)] + [scan(0, 1, type="exit", online=False)]
    told.append(scan(99, 0, online=False))
    upload = ["POST", f"{LIST}/checkins", {"scans": told, "waiting": 3}, None]
    group = ["POST", f"{LIST}/orders/o-6/checkins", {"tickets": {"adult": 2}}, str(uuid.uuid4())]
    return entries + exits + again + [upload, group]


def looks(stack, tokens):
    """Returns what everybody sees: the organiser, a phone, the board, the desk, and readers of a report."""
    full, phone, desk = tokens["full"], tokens["phone"], tokens["desk"]
    seen = {path: stack.ask("GET", path, full) for path in (
        "/acme/events", f"{EVENT}/checkin_lists", f"{LIST}/checkins?items=250", f"{LIST}/log?items=250", f"{LIST}/orders?items=250",
        f"{LIST}/tickets?items=250", f"{EVENT}/orders/100", f"{EVENT}/orders?items=250")}
    seen["desk"] = stack.ask("GET", f"{EVENT}/tickets?q=ada", desk)
    seen["history"] = stack.ask("GET", f"{EVENT}/tickets/R1-0/history", desk)
    seen["phone"] = [stack.ask("GET", f"{LIST}/tickets/{code(order, 0)}", phone) for order in range(ORDERS)]
    seen["report"] = stack.doorlist("report", "--account", "acme", "--event", "spring-gala", "--format", "ndjson")
    seen["tokens"] = stack.doorlist("token", "list", "--account", "acme")
    seen["webhooks"] = stack.doorlist("webhook", "list", "--account", "acme")
    return seen


def fill(stack, file):
    stack.doorlist("import", "-", said="\n".join(map(json.dumps, lines())) + "\n")
    names = {"full": [], "phone": ["--role", "scanner", "--event", "spring-gala"], "desk": ["--role", "desk", "--event", "spring-gala"]}
    tokens = {name: stack.token("--name", name, *options) for name, options in names.items()}
    stack.doorlist("webhook", "add", "--account", "acme", "--url", "https://hooks.example.com/door", "--types", "ticket.checked_in")
    requests = scans()
    answers = [stack.ask(method, path, tokens["phone"], body, key) for method, path, body, key in requests]
    wrong = [(request, answer) for request, answer in zip(requests, answers) if answer[0] not in (200, 201, 409, 422)]
    expect("requests that were not understood", [], wrong)
    expect("entries", 4 * PEOPLE, sum(answer[0] == 201 for answer in answers[:4 * PEOPLE]))
    # Undoes the first check-in of order 3, whose people did nothing else.
    undone = ["DELETE", f"{LIST}/checkins/{answers[3 * PEOPLE][1]['id']}"]
    expect("status of the undo", 204, stack.ask(*undone, tokens["full"])[0])
    # Webhook events are recorded a while after the answers.
    wait_for("webhook events", lambda: stack.events(tokens["full"]) > 10)
    expect("webhooks", 1, stack.doorlist("webhook", "list", "--account", "acme").count("https://hooks.example.com/door"))
    copy_of_phone = stack.ask("GET", f"{LIST}/door", tokens["phone"])[1]
    file.write_text(json.dumps({
        "tokens": tokens, "requests": requests, "answers": answers, "door": copy_of_phone, "seen": looks(stack, tokens)}))


def check(stack, file):
    before = json.loads(file.read_text())
    tokens, seen = before["tokens"], looks(stack, before["tokens"])
    for what, said in before["seen"].items():
        # A later version may add members.
        expect(what, [], list(lost(said, seen[what])))
    for request, answer in zip(before["requests"], before["answers"]):
        said = stack.ask(*request[:2], tokens["phone"], *request[2:])
        expect(f"{request[1]} again, with its key", [], list(lost(answer, said)))
    expect("the log after that", [], list(lost(seen[f"{LIST}/log?items=250"], stack.ask("GET", f"{LIST}/log?items=250", tokens["full"]))))
    # The phone goes on with its copy. First it hears of nothing new, and then of the guests who
    # come now.
    kept = before["door"]["version"]
    status, door = stack.ask("GET", f"{LIST}/door?have={kept}", tokens["phone"])
    expect("the phone's copy", [200, kept], [status, door["have"]])
    events = stack.events(tokens["full"])
    now = [stack.ask("POST", f"{LIST}/tickets/{code(9, place)}/checkins", tokens["phone"], {}) for place in range(PEOPLE)]
    expect("entries after the deployment", [201] * PEOPLE, [status for status, _ in now])
    wait_for("their webhook events", lambda: stack.events(tokens["full"]) >= events + PEOPLE)
    status, door = stack.ask("GET", f"{LIST}/door?have={kept}", tokens["phone"])
    expect("the phone's copy", [200, kept], [status, door["have"]])


def lost(before, now, at=""):
    """Yields what answers said before and do not say any more. Members may be added, but values may not change."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name, value in before.items():
            if name in OWN:
                continue
            yield from lost(value, now.get(name), f"{at}/{name}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, value in enumerate(before):
            yield from lost(value, now[place], f"{at}/{place}")
    elif before != now:
        yield f"{at}: {before!r} is {now!r}"


def main(what, url, stack, program, file):
    {"fill": fill, "check": check}[what](Stack(url, stack, program), pathlib.Path(file))


main(*sys.argv[1:])
