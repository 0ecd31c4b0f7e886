"""Imports a shop's data into Doorlist like an organiser, sends the same codes to both doors, and prints their answers."""

import argparse
import base64
import hashlib
import json
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PATIENCE_SECONDS = 120

# What Doorlist may answer if pretix gives this reason.
REASONS = {
    "blocked": {"blocked"},
    "unapproved": {"blocked"},
    "invalid_time": {"too_early", "too_late"},
    "rules": {"rules"},
    "product": {"wrong_list"},
    "ambiguous": {"ambiguous"},
    "already_redeemed": {"already_checked_in"},
    "unpaid": {"order_not_confirmed"},
    "canceled": {"void", "order_not_confirmed"},
    # A cancelled position gets a new code, which the data export does not show.
    "revoked": {"revoked", "void"},
    # pretix forgets a replaced code unless it is signed, gives a cancelled ticket a new code, and
    # does not check other dates.
    "invalid": {"not_found", "revoked", "void", "order_not_confirmed", "wrong_list"},
}


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


class Comparison:
    def __init__(self, arguments):
        self.shop = arguments.shop + "/api/v1/organizers/acme"
        self.door = arguments.door
        self.doorlist = arguments.doorlist
        self.work = Path(arguments.work)
        self.later = arguments.later.split()
        first = json.loads((self.work / "first.json").read_text())
        self.shop_token, self.cases = first["token"], first["cases"]
        self.events = sorted({case["event"] for case in self.cases})
        wait_for("pretix", lambda: self.get("/")[0] == 200)
        log = Path(arguments.up_log)
        wait_for("doorlist up", lambda: "ready http" in log.read_text())
        self.endpoint = arguments.table

    def get(self, path):
        return call("GET", self.shop + path, self.shop_token, "Token")

    def run(self, *command, **options):
        done = subprocess.run([self.doorlist, *command, "--endpoint", self.endpoint], capture_output=True, text=True, timeout=PATIENCE_SECONDS, **options)
        if command[0] == "import":
            print(f"doorlist {' '.join(command[:3])} ...: {done.stdout.strip()}")
        sys.stdout.write("".join(f"  {line}\n" for line in done.stderr.splitlines()))
        return done

    def pages(self, name, path):
        """Saves a resource page by page."""
        files = []
        url = self.shop + path
        while url:
            status, page = call("GET", url, self.shop_token, "Token")
            if status != 200:
                sys.exit(f"pretix answers {status} to {path}")
            files.append(str(self.work / f"{name}-{len(files) + 1}.json"))
            Path(files[-1]).write_text(json.dumps(page))
            url = page.get("next")
        return files

    def definitions(self):
        files = []
        for event in self.events:
            for resource in ("", "items/", "checkinlists/", "subevents/"):
                path = f"/events/{event}/{resource}"
                if resource != "subevents/" or event == "tour":
                    files += self.pages(f"{event}-{resource.strip('/') or 'event'}", path)
        return files

    def bring_over(self):
        self.run("import", "-", input='{"kind":"account","slug":"acme","name":"Acme"}\n')
        orders = self.pages("orders", "/orders/?include_canceled_positions=true")
        self.run("import", "--from=pretix", "--account=acme", *self.definitions(), *orders)

    def change(self):
        subprocess.run(self.later, check=True, timeout=PATIENCE_SECONDS)
        later = json.loads((self.work / "later.json").read_text())
        self.cases += later["cases"]
        orders = self.pages("gala-orders", "/events/gala/orders/?include_canceled_positions=true")
        self.run("import", "--from=pretix", "--account=acme", "--currency=EUR", *orders)
        export = self.work / "signed-export.json"
        export.write_text(json.dumps(later["export"]))
        self.run("import", "--from=pretix", "--account=acme", "--currency=EUR", f"--as-of={later['exported_at']}", str(export))
        # Importing the same data again changes nothing.
        self.run("import", "--from=pretix", "--account=acme", "--currency=EUR", *orders)

    def ask_pretix(self, case):
        body = {"lists": [case["list"]], "secret": case["code"], "ignore_unpaid": True, "questions_supported": False}
        status, answer = call("POST", self.shop + "/checkinrpc/redeem/", self.shop_token, "Token", body)
        return "in" if status < 300 else answer.get("reason", str(status))

    def ask_doorlist(self, case, token):
        code = case["code"]
        if "/" in code or "%" in code or len(code) > 128:
            digest = hashlib.sha256(code.encode()).digest()
            code = "sha256-" + base64.urlsafe_b64encode(digest).decode().rstrip("=")
        path = f"/acme/{case['event']}/checkin_lists/{case['list']}/tickets/{urllib.parse.quote(code, safe='')}/checkins"
        status, answer = call("POST", self.door + path, token, "Bearer")
        return "in" if status == 201 else answer.get("reason") or answer.get("code") or str(status)

    def compare(self):
        made = self.run("token", "create", "--account=acme", "--json")
        token = json.loads(made.stdout)["token"]
        differences = 0
        width = max(len(case["case"]) for case in self.cases)
        print(f"\n{'case':<{width}}  {'pretix':<18}{'Doorlist':<20}")
        for case in self.cases:
            theirs, ours = self.ask_pretix(case), self.ask_doorlist(case, token)
            if (theirs == "in") != (ours == "in"):
                verdict = "expected: a token has a mode" if case["case"] == "test mode" else "DIFFERENT"
            else:
                verdict = "" if theirs == "in" or ours in REASONS.get(theirs, ()) else "same verdict, OTHER REASON"
            differences += verdict.isupper() or "OTHER" in verdict
            print(f"{case['case']:<{width}}  {theirs:<18}{ours:<20}{verdict}")
        print(f"\n{len(self.cases)} codes asked at both doors, {differences} differences")
        return differences


def main():
    parser = argparse.ArgumentParser()
    for option in ("shop", "door", "table", "up-log", "work", "doorlist", "later"):
        parser.add_argument("--" + option, required=True)
    comparison = Comparison(parser.parse_args())
    comparison.bring_over()
    comparison.change()
    sys.exit(1 if comparison.compare() else 0)


if __name__ == "__main__":
    main()
