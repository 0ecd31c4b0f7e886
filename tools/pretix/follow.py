"""Follows a live pretix with `doorlist follow` while it sells, changes, cancels and refunds, and measures how soon each change shows at the door.

At last the follower is killed and started again; what is sold meanwhile must show too.
"""

import signal
import sys
import time

from ends import INTERVAL_SECONDS, Ends, options
from trial import call

# A poll of the shop takes a while, and so does a request to the door.
GRACE_SECONDS = 10


class Evening(Ends):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.list = self.first["list"]
        self.program = self.follower(arguments.shop, "follow.log", self.shop_token)
        self.late = 0
        self.wait_for_pretix()

    def look(self, code):
        """Returns the door's verdict on a code, in a word."""
        status, answer = call("GET", f"{self.lists}/{self.list}/tickets/{code}", self.token)
        return answer["reason"] or answer["verdict"] if status == 200 else str(status)

    def shows(self, what, code, said, since):
        target = INTERVAL_SECONDS + GRACE_SECONDS
        while (now := self.look(code)) not in said and time.monotonic() < since + target + 30:
            time.sleep(0.1)
        took = time.monotonic() - since
        verdict = "WRONG" if now not in said else "LATE" if took > target else ""
        self.late += bool(verdict)
        print(f"{what:<52}{now:<22}{took:5.1f} s  {verdict}", flush=True)

    def step(self, what, said, code, *request):
        """Changes something in the shop, and waits until the door says so of a code."""
        at = time.monotonic()
        self.must(*request)
        self.shows(what, code, said, at)

    def sold(self, what, said, status="p"):
        at = time.monotonic()
        order = self.sell(self.item, status)
        self.shows(what, order["positions"][0]["secret"], said, at)
        return order

    def run(self):
        self.program.start()
        self.begin_at_door()
        self.item = self.must("GET", "/items/")["results"][0]["id"]
        print(f"{'in pretix':<52}{'at the door':<22}after (every {INTERVAL_SECONDS} s)")

        order = self.sold("sold", {"admissible"})
        (first, one), (second, two) = ((each["secret"], f"/orderpositions/{each['id']}/") for each in order["positions"])
        pending = self.sold("ordered, not paid", {"order_not_confirmed"}, "n")
        self.step("paid", {"admissible"}, pending["positions"][0]["secret"], "POST", f"/orders/{pending['code']}/mark_paid/", {})
        self.step("code replaced: the old one", {"revoked"}, first, "POST", one + "regenerate_secrets/", {})
        fresh = self.must("GET", one)["secret"]
        self.shows("code replaced: the new one", fresh, {"admissible"}, time.monotonic())
        lost = {"name": "api:lost"}
        self.step("blocked", {"blocked"}, fresh, "POST", one + "add_block/", lost)
        self.step("block taken away", {"admissible"}, fresh, "POST", one + "remove_block/", lost)
        self.step("valid until a time that is past", {"too_late"}, fresh, "PATCH", one, {"valid_until": "2020-01-01T00:00:00Z"})
        self.step("one ticket of the order cancelled", {"void", "revoked"}, second, "DELETE", two)

        refunded = self.sold("sold, to be refunded", {"admissible"})
        path = f"/orders/{refunded['code']}/"
        payment = self.must("GET", path + "payments/")["results"][0]["local_id"]
        self.step("refunded and cancelled", {"order_not_confirmed", "void"}, refunded["positions"][0]["secret"], "POST", path + "refunds/", {
            "state": "done", "source": "admin", "amount": "46.00", "payment": payment, "provider": "manual", "execution_date": None,
            "comment": "", "mark_canceled": True})
        self.item = self.must("POST", "/items/", {"name": {"en": "Late show"}, "default_price": "5.00"})["id"]
        self.sold("sold, of a product made a moment ago", {"admissible"})
        self.killed()
        status = self.program.end(signal.SIGINT)
        print(f"\nCtrl-C ended it with status {status}; it said:\n{self.program.out.read_text()}")
        self.late += status not in (0, 130)

    def killed(self):
        """kill -9 at some point of a poll, thirty orders meanwhile, and a restart."""
        before = [self.sell(self.item) for _ in range(10)]
        time.sleep(INTERVAL_SECONDS * 0.7)
        self.program.end()
        meanwhile = [self.sell(self.item) for _ in range(20)]
        at = time.monotonic()
        self.program.start()
        lost = [position["secret"] for order in before + meanwhile for position in order["positions"]]
        while lost and time.monotonic() < at + 60:
            lost = [code for code in lost if self.look(code) != "admissible"]
        print(f"kill -9, 30 orders around it, started again: {len(lost)} of 60 tickets lost, all there after {time.monotonic() - at:.1f} s")
        self.late += bool(lost)


def main():
    evening = Evening(options("shop", "door", "table", "work", "doorlist").parse_args())
    try:
        evening.run()
    finally:
        evening.program.end()
    sys.exit(1 if evening.late else 0)


main()
