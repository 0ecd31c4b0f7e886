"""Staff correct guests at the door, make their tickets void and give them new codes, while a live pretix goes on. Each round brings a new
version of every order, which changes some of the same values. In every other round `doorlist follow` does not run, and at the end it
reads the whole shop again. A correction holds as long as the shop has the value that it replaced, and gives way to another value (ADR
0070).
"""

import collections
import os
import random
import subprocess
import sys
import uuid

from ends import PATIENCE_SECONDS, Ends, options
from trial import call, expect, wait_for

FIELDS = ("name", "email", "company", "note", "code", "state")
# The probability that a desk corrects a value in a round, and that the shop changes it.
DESK, SHOP = 0.2, 0.1


class Value:
    """A value of a guest: that of the shop, the one that the door last heard, the one that it shows, and the one that a
    correction replaced."""

    def __init__(self, said):
        self.shop = self.heard = self.shown = said
        self.replaced = ()

    def correct(self, value):
        self.shown, self.replaced = value, self.replaced or (self.heard,)

    def hear(self):
        """Lets the door hear the shop's value. Returns what becomes of a correction, if there is one."""
        self.heard, replaced = self.shop, self.replaced
        if replaced == (self.heard,):
            return "held"
        self.shown, self.replaced = self.heard, ()
        return "gave way" if replaced else ""


class Corrections(Ends):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.random, self.rounds = random.Random(arguments.seed), int(arguments.rounds)
        self.done, self.wrong = collections.Counter(), 0
        self.wait_for_pretix()
        self.orders, self.guests, self.old_codes = {}, {}, collections.defaultdict(set)
        for order in self.sold():
            company = Value(None)
            for ticket in order["positions"]:
                self.orders[ticket["id"]] = order["code"]
                self.guests[ticket["id"]] = {
                    "name": Value(ticket["attendee_name"]), "email": Value(ticket["attendee_email"]), "company": company,
                    "note": Value(None), "code": Value(ticket["secret"]), "state": Value("valid")}
        self.values = {id(value): value for guest in self.guests.values() for value in guest.values()}.values()
        self.follow = self.follower(arguments.shop, "follow.log", self.shop_token)

    def sold(self):
        found, page = [], 1
        while page:
            part = self.must("GET", f"/orders/?page={page}")
            found, page = found + part["results"], part["next"] and page + 1
        return found

    def here(self, method, path, body=None):
        """Asks the door about the event."""
        return call(method, self.lists.removesuffix("/checkin_lists") + path, self.token, body)

    def shown(self):
        """Returns the guests as the door has them, by ticket, and the addresses of the buyers."""
        guests, buyers, page = {}, set(), 1
        while page:
            part = self.here("GET", f"/orders?items=250&page={page}")[1]
            for order in (self.here("GET", f"/orders/{each['id']}")[1] for each in part["orders"]):
                buyers.add(order["customer"]["email"])
                guests |= {ticket["id"]: {"email": ticket["email"]} for ticket in order["tickets"]}
            page = page < part["meta"]["pagination"]["pages"] and page + 1
        after, more = "", True
        while more:
            part = self.here("GET", "/guests" + after)[1]
            for each in part["guests"]:
                guests[each["id"]] |= {name: each[name] for name in ("name", "company", "note", "state")} | {"code": each["qr_code_identifier"]}
            after, more = "?after=" + part["version"], part["more"]
        return guests, buyers

    def correct(self, ticket, field):
        """Does what a desk does in a round."""
        guest = self.guests[ticket]
        text = f"desk-{self.random.randrange(10**6)}" + "@example.org" * (field == "email")
        if field == "code":
            key = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
            status, answer = self.here("POST", f"/guests/{ticket}/code", {"idempotency_key": key})
            if guest["state"].shown == "void":
                expect("status of a new code for a void ticket", 422, status)
                return
        elif field == "state":
            status, answer = self.here("POST", f"/guests/{ticket}/void")
        else:
            status, answer = self.here("PATCH", f"/guests/{ticket}", {field: text})
        expect(f"status of {field} ({answer})", 200, status)
        if field == "code":
            self.old_codes[ticket].add(guest["code"].shown)
        guest[field].correct({"code": answer["qr_code_identifier"], "state": "void"}.get(field, text))
        self.done["corrected"] += 1

    def change(self, ticket, field):
        """Changes the value in the shop."""
        value, text, position = self.guests[ticket][field], f"shop-{self.random.randrange(10**6)}", f"/orderpositions/{ticket}/"
        if field == "name":
            value.shop = self.must("PATCH", position, {"attendee_name_parts": {"_scheme": "full", "full_name": text}})["attendee_name"]
        elif field == "email":
            value.shop = self.must("PATCH", position, {"attendee_email": text + "@example.org"})["attendee_email"]
        elif field == "company":
            address = {"is_business": True, "company": text}
            value.shop = self.must("PATCH", f"/orders/{self.orders[ticket]}/", {"invoice_address": address})["invoice_address"]["company"]
        elif field == "code":
            value.shop = self.must("POST", position + "regenerate_secrets/", {})["secret"]
        self.done["changed by the shop"] += field not in ("note", "state")

    def play(self, number):
        alive = number % 2 == 0
        if not alive:
            self.follow.end()
            self.done["kills"] += 1
        deeds = [
            (deed, ticket, field) for deed, odds in ((self.correct, DESK), (self.change, SHOP)) for ticket in self.guests
            for field in FIELDS if self.random.random() < odds]
        if not alive:
            # If the shop changes a value first, the door hears of it only after the correction.
            self.random.shuffle(deeds)
        for deed, ticket, field in deeds:
            deed(ticket, field)
        buyer = f"version-{number}@example.org"
        for code in set(self.orders.values()):
            self.must("PATCH", f"/orders/{code}/", {"email": buyer})
        if not alive:
            self.follow.start()
        wait_for("the new versions", lambda: self.shown()[1] == {buyer}, PATIENCE_SECONDS)
        self.compare(f"round {number}")

    def compare(self, when):
        self.done.update(filter(None, (value.hear() for value in self.values)))
        guests, _ = self.shown()
        for ticket, values in self.guests.items():
            for field, value in values.items():
                self.done["compared"] += 1
                if guests[ticket][field] != value.shown:
                    self.wrong += 1
                    print(f"{when}, {field} of ticket {ticket}: {guests[ticket][field]!r} instead of {value.shown!r}, {vars(value)}")

    def try_codes(self):
        """Checks that each guest's code opens the door, unless the ticket is void. A replaced code must not."""
        for ticket, values in self.guests.items():
            for code, good in [(values["code"].shown, values["state"].shown == "valid"), *((old, False) for old in self.old_codes[ticket])]:
                status, _ = call("POST", f"{self.lists}/{self.first['list']}/tickets/{code}/checkins", self.token)
                self.done["codes tried"] += 1
                if (status == 201) != good:
                    self.wrong += 1
                    print(f"code {code} of ticket {ticket}: {status}, which is wrong")

    def run(self):
        self.follow.start()
        self.begin_at_door()
        wait_for("all guests", lambda: self.shown()[0].keys() == self.guests.keys(), PATIENCE_SECONDS)
        for number in range(self.rounds):
            self.play(number)
        self.follow.end()
        anew = [*self.follow.command, "--once", "--all"]
        subprocess.run(anew, env={**os.environ, **self.follow.environment}, check=True, timeout=PATIENCE_SECONDS, stdout=subprocess.DEVNULL)
        self.compare("the whole shop anew")
        self.try_codes()
        print(", ".join(f"{what} {count}" for what, count in sorted(self.done.items())) + f": {self.wrong} differences")
        return not self.wrong


def main():
    corrections = Corrections(options("shop", "door", "work", "doorlist", "seed", "rounds").parse_args())
    try:
        good = corrections.run()
    finally:
        corrections.follow.end()
    sys.exit(0 if good else 1)


main()
