"""operate.py URL STACK WORK: types on a stack of ministack what the docs print and tools/deployed/run cannot type, as moto runs no
function, no alarm and no query, and looks at what came of it. WORK is a folder for files.
"""
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import urllib.parse

from trial import ask, call, expect, wait_for

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tools/deployed"))
import documented  # noqa: E402

PAGE = "docs/operations.md"
SAMPLE = TOP / "tools/bench/sample.ndjson"
LIST = "/acme/spring-gala/checkin_lists/4"
# The exit status of curl when the answer is no 2xx.
REFUSED = 22
# As many people a second as two busy cores can take, and only for a short time.
SHORT = "--rates 1 --warm-up 20 --seconds 20"


class Operator:
    def __init__(self, url, stack, work):
        self.url, self.stack, self.work = url, stack, pathlib.Path(work)
        self.page = documented.commands(PAGE)
        self.environment = os.environ | {"DOORLIST_STACK": stack, "url": url}
        for name in ("doorlist", "template.yaml"):
            (self.work / name).symlink_to(TOP / name)

    def run(self, text, status=0):
        """Runs a shell script and returns its output. The script can use the functions of the page."""
        shell = documented.SHELL.replace("export DOORLIST_STACK=doorlist-prod", "")
        done = subprocess.run(
            ["bash", "-ec", shell + text], cwd=self.work, env=self.environment, capture_output=True, text=True, timeout=600)
        if done.returncode != status:
            sys.exit(f"operate: {text}\nends with {done.returncode}: {done.stdout[-1000:]}{done.stderr[-3000:]}")
        return done.stdout

    def type(self, *beginnings, status=0, **placeholders):
        """Types the page's commands that begin like this in one shell, and returns their output."""
        lines = []
        for beginning in beginnings:
            found = [each for each in self.page if each.startswith(beginning)]
            if not found:
                sys.exit(f"operate: {PAGE} prints nothing like {beginning}")
            lines += [documented.typed(each, documented.PLACEHOLDERS | placeholders) for each in found]
        return self.run("\n".join(lines), status)

    def token(self, *options):
        said = self.run(f"./doorlist token create --json --account acme --name one {' '.join(options)}")
        return json.loads(said.splitlines()[0])["token"]

    def events(self, token, state=""):
        return call("GET", f"{self.url}/acme/webhooks/events{state}", token)[1]


def first_deployment(operator):
    """Creates a token, and types the first curl. The page uses the gateway's own address, but the stand-in has another one."""
    operator.run(f"./doorlist import {SAMPLE}")
    token = operator.token()
    printed = operator.type("url=$(aws") + operator.run(
        "aws cloudformation describe-stacks --stack-name \"$DOORLIST_STACK\" --query 'Stacks[0].Outputs' --output json")
    expect("the stack says its address", True, urllib.parse.urlsplit(operator.url).path.split("/")[2] in printed)
    # A function's first start here may take longer than a request may.
    lists = f"{operator.url}/acme/spring-gala/checkin_lists"
    wait_for("the stack's first answer", lambda: ask("GET", lists, token)[0] == 200, 300)
    said = json.loads(operator.type("curl -fsS -H", TOKEN=token))
    expect("lists of the first curl", [3, 4], sorted(each["id"] for each in said["checkin_lists"]))
    return token


class Pings(http.server.BaseHTTPRequestHandler):
    """The service that misses pings."""

    def do_GET(self):
        self.server.heard += 1
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        """Says nothing."""


def silence(operator):
    """The line for cron pings if the stack answers its token, and does not if it refuses the token."""
    secret = operator.token("--role scanner")
    header = operator.work / "header"
    with http.server.HTTPServer(("127.0.0.1", 0), Pings) as server:
        server.heard = 0
        threading.Thread(target=server.serve_forever, daemon=True).start()
        here = {"PING": f"http://127.0.0.1:{server.server_port}/", "/etc/doorlist": str(header), "https://door.example.org": operator.url}
        for token, status in ((secret, 0), ("dl_live_" + "0" * 36, REFUSED)):
            header.write_text(f"Authorization: Bearer {token}\n")
            operator.type("curl -fsS -m 20", status=status, **here)
            expect("pings", 1, server.heard)
        server.shutdown()


def complaint(operator, token):
    """Refuses people for each reason that the page's query looks for. The log must have all members that the
    query needs.

    ministack runs the query, but does not know fields of JSON in a log. So this reads the lines that it
    finds.
    """
    def come(checkin_list, code):
        return ask("POST", f"{operator.url}/acme/spring-gala/checkin_lists/{checkin_list}/tickets/{code}/checkins", token)[0]

    expect("in, in already, of a type for another list, unknown", [201, 409, 422, 404],
           [come(4, "t-K7QX2-1"), come(4, "t-K7QX2-1"), come(3, "t-K7QX2-3"), come(4, "nobody")])
    [query] = [each for each in operator.page if each.startswith("aws logs start-query")]
    wanted = set(re.findall(r"[A-Za-z_]+", re.search(r"fields @timestamp,(.*)", query)[1])) | set(re.findall(r"ispresent\((\w+)\)", query))

    def lacking():
        started = json.loads(operator.type("aws logs start-query"))["queryId"]
        rows = json.loads(operator.type("aws logs get-query-results", QUERY=started))["results"]
        pointers = [each["value"] for row in rows for each in row if each["field"] == "@ptr"]
        records = [json.loads(operator.run(f"aws logs get-log-record --log-record-pointer {each}"))["logRecord"]["@message"]
                   for each in pointers]
        return wanted - {name for each in records if each.startswith("{") for name in json.loads(each)}

    wait_for("the fields of the query in the log", lambda: not lacking(), detail=lambda: f": without {lacking()}")


def dead_letter(operator, token):
    """Passes a change to the recorder again. It must not record anything twice."""
    count = lambda: operator.events(token)["meta"]["pagination"]["count"]
    wait_for("the first event", count)
    before = count()
    operator.type("iterator=", "aws dynamodbstreams get-records", "aws lambda invoke")
    expect("changes to hand over", True, len(json.loads((operator.work / "changes.json").read_text())["Records"]) > 0)
    expect("what the recorder gives back", {"batchItemFailures": []}, json.loads((operator.work / "answer.json").read_text()))
    expect("events", before, count())


def alarms(operator):
    """Checks that the two alarms of a game day ring, each at its topic."""
    # For queues, the AWS command line ignores AWS_ENDPOINT_URL.
    sqs, heard = 'aws --endpoint-url "$AWS_ENDPOINT_URL" sqs', {}
    for topic in ("AlarmTopic", "NoticeTopic"):
        queue = operator.run(f"{sqs} create-queue --queue-name {topic} --query QueueUrl --output text").strip()
        operator.run(
            f'aws sns subscribe --topic-arn "$(resource {topic})" --protocol sqs --notification-endpoint "$({sqs} get-queue-attributes'
            f' --queue-url {queue} --attribute-names QueueArn --query Attributes.QueueArn --output text)"')
        heard[topic] = queue
    operator.type("aws cloudwatch set-alarm-state")
    for topic, alarm in {"AlarmTopic": "SlowCheckinsAlarm", "NoticeTopic": "KeepWarmAlarm"}.items():
        said = wait_for(topic, lambda: operator.run(
            f"{sqs} receive-message --queue-url {heard[topic]} --query 'Messages[].Body | [0]' --output text").replace("None", "").strip())
        expect(f"{topic} hears of {alarm}", True, alarm in said and "game day" in said)


def week_before(operator):
    """Lets made-up people come, and checks that all of them are in."""
    prose = " ".join((TOP / PAGE).read_text().split())
    written = re.search(r"`(tools/bench/run door --url) https://\S+(/acme/load [^`]*) --import load\.ndjson`", prose)
    created = re.search(r"`(\./doorlist token create [^`]*--event load [^`]*)`", prose)
    run = f"{TOP}/{written[1]} {operator.url}" + re.sub("--rates [0-9]+", SHORT, written[2])
    operator.run(f"{run} --import load.ndjson")
    operator.run("./doorlist import load.ndjson")
    secret = json.loads(operator.run(f"{created[1]} --json --name load").splitlines()[0])["token"]
    # Here each function is a program that may take longer to start than a request may take. So the first people only start them.
    for _ in range(2):
        done = subprocess.run(["bash", "-c", f"{run} --token {secret}"], cwd=operator.work, capture_output=True, text=True, timeout=600)
        print(done.stdout, done.stderr[-500:], flush=True)
    # How long they waited depends on this machine. Whether all are in does not.
    expect("everybody is in", ["everybody is in or was in already"], re.findall("^holds +[0-9]+/s: (every.*)", done.stdout, re.MULTILINE))
    real = [each["checked_in_count"] for each in call("GET", f"{operator.url}/acme/load/checkin_lists", operator.token())[1]["checkin_lists"]]
    expect("real guests of that event who are in", [0], real)


def main(url, stack, work):
    operator = Operator(url, stack, work)
    token = first_deployment(operator)
    silence(operator)
    complaint(operator, token)
    dead_letter(operator, token)
    alarms(operator)
    week_before(operator)


if __name__ == "__main__":
    main(*sys.argv[1:])
