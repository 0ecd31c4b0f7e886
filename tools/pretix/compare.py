"""Lets `doorlist follow` read a shop. Then it sends the same codes to both doors, and prints their answers."""

import base64
import hashlib
import json
import signal
import subprocess
import sys
import urllib.parse

from ends import PATIENCE_SECONDS, Ends, options
from trial import call, wait_for

# The answers that Doorlist may give if pretix gives this reason.
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
        self.program = self.follower(arguments.shop, "follow.log", self.shop_token)
        self.wait_for_pretix()

    def read(self):
        """Lets `follow` read what is new in the shop."""
        before = len(self.program.out.read_text()) if self.program.out.exists() else 0
        self.program.start()
        wait_for("what it read", lambda: " created," in self.program.out.read_text()[before:], PATIENCE_SECONDS)
        self.program.end(signal.SIGINT)
        print(self.program.out.read_text()[before:])

    def change(self):
        subprocess.run(self.later, check=True, timeout=PATIENCE_SECONDS)
        self.cases += json.loads((self.work / "later.json").read_text())["cases"]

    def ask_pretix(self, case):
        body = {"lists": [case["list"]], "secret": case["code"], "ignore_unpaid": True, "questions_supported": False}
        status, answer = self.pretix("POST", "/checkinrpc/redeem/", body)
        return "in" if status < 300 else answer.get("reason", str(status))

    def ask_doorlist(self, case):
        code = case["code"]
        if "/" in code or "%" in code or len(code) > 128:
            digest = hashlib.sha256(code.encode()).digest()
            code = "sha256-" + base64.urlsafe_b64encode(digest).decode().rstrip("=")
        lists = self.lists.replace("gala", case["event"])
        status, answer = call("POST", f"{lists}/{case['list']}/tickets/{urllib.parse.quote(code, safe='')}/checkins", self.token)
        return "in" if status == 201 else answer.get("reason") or answer.get("code") or str(status)

    def compare(self):
        differences = 0
        width = max(len(case["case"]) for case in self.cases)
        print(f"\n{'case':<{width}}  {'pretix':<18}{'Doorlist':<20}")
        for case in self.cases:
            theirs, ours = self.ask_pretix(case), self.ask_doorlist(case)
            if (theirs == "in") != (ours == "in"):
                verdict = "expected: a token has a mode" if case["case"] == "test mode" else "DIFFERENT"
            else:
                verdict = "" if theirs == "in" or ours in REASONS.get(theirs, ()) else "same verdict, OTHER REASON"
            differences += verdict.isupper() or "OTHER" in verdict
            print(f"{case['case']:<{width}}  {theirs:<18}{ours:<20}{verdict}")
        print(f"\n{len(self.cases)} codes asked at both doors, {differences} differences")
        return differences


def main():
    comparison = Comparison(options("shop", "door", "work", "doorlist", "later").parse_args())
    try:
        comparison.read()
        comparison.begin_at_door()
        comparison.change()
        comparison.read()
        sys.exit(1 if comparison.compare() else 0)
    finally:
        comparison.program.end()


main()
