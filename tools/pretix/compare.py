"""Imports a shop's data into Doorlist like an organiser, sends the same codes to both doors, and prints their answers."""

import base64
import hashlib
import json
import subprocess
import sys
import urllib.parse
from pathlib import Path

from ends import PATIENCE_SECONDS, Ends, call, options

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
    "revoked": {"revoked", "void"},
    # pretix forgets a replaced code unless it is signed, gives a cancelled ticket a new code, and
    # does not check other dates.
    "invalid": {"not_found", "revoked", "void", "order_not_confirmed", "wrong_list"},
}


class Comparison(Ends):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.later = arguments.later.split()
        self.cases = self.first["cases"]
        self.events = sorted({case["event"] for case in self.cases})
        self.wait_for_pretix()

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
        self.cases += json.loads((self.work / "later.json").read_text())["cases"]
        orders = [
            file for event in ("gala", "signed")
            for file in self.pages(f"{event}-orders", f"/events/{event}/orders/?include_canceled_positions=true")]
        # Importing the same data again changes nothing.
        for _ in range(2):
            self.run("import", "--from=pretix", "--account=acme", "--currency=EUR", *orders)

    def ask_pretix(self, case):
        body = {"lists": [case["list"]], "secret": case["code"], "ignore_unpaid": True, "questions_supported": False}
        status, answer = self.pretix("POST", "/checkinrpc/redeem/", body)
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
    comparison = Comparison(options("shop", "door", "table", "up-log", "work", "doorlist", "later").parse_args())
    comparison.bring_over()
    comparison.change()
    sys.exit(1 if comparison.compare() else 0)


if __name__ == "__main__":
    main()
