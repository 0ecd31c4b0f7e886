"""Follows a live pretix with `doorlist follow` while it sells, changes, cancels and refunds, and measures how soon each change shows at the door.

Halfway the follower is killed and started again; what is sold meanwhile must show too.
"""

import signal
import sys
import time

from ends import INTERVAL_SECONDS, Ends, call, options, wait_for

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
        status, answer = call("GET", f"{self.door}/acme/gala/checkin_lists/{self.list}/tickets/{code}", self.token, "Bearer")
        return answer["reason"] or answer["verdict"] if status == 200 else str(status)

    def shows(self, what, code, said, since):
        end = since + INTERVAL_SECONDS + GRACE_SECONDS
        while (now := self.look(code)) not in said and time.monotonic() < end + 30:
            time.sleep(0.1)
        took = time.monotonic() - since
        verdict = "" if now in said and took <= INTERVAL_SECONDS + GRACE_SECONDS else "LATE" if now in said else "WRONG"
        self.late += bool(verdict)
        print(f"{what:<52}{now:<22}{took:5.1f} s  {verdict}", flush=True)

    def step(self, what, said, change, code):
        """Changes something, and waits until the door says so of a code, or of that of what was changed."""
        at = time.monotonic()
        changed = change()
        self.shows(what, code(changed) if callable(code) else code, said, at)
        return changed

    def run(self):
        self.program.start()
        self.token = wait_for("the event at the door", self.make_token)
        self.item = self.must("GET", "/items/")["results"][0]["id"]
        print(f"{'in pretix':<52}{'at the door':<22}after (every {INTERVAL_SECONDS} s)")

        order = self.step("sold", {"admissible"}, lambda: self.sell(self.item), lambda sold: sold["positions"][0]["secret"])
        first, second = (position["secret"] for position in order["positions"])
        pending = self.step(
            "ordered, not paid", {"order_not_confirmed"}, lambda: self.sell(self.item, "n"), lambda sold: sold["positions"][0]["secret"])
        self.step(
            "paid", {"admissible"}, lambda: self.must("POST", f"/orders/{pending['code']}/mark_paid/", {}), pending["positions"][0]["secret"])

        position = f"/orderpositions/{order['positions'][0]['id']}/"
        at = time.monotonic()
        self.must("POST", position + "regenerate_secrets/", {})
        fresh = self.must("GET", position)["secret"]
        self.shows("code replaced: the old one", first, {"revoked"}, at)
        self.shows("code replaced: the new one", fresh, {"admissible"}, at)
        lost = {"name": "api:lost"}
        self.step("blocked", {"blocked"}, lambda: self.must("POST", position + "add_block/", lost), fresh)
        self.step("block taken away", {"admissible"}, lambda: self.must("POST", position + "remove_block/", lost), fresh)
        self.step(
            "valid until a time that is past", {"too_late"},
            lambda: self.must("PATCH", position, {"valid_until": "2020-01-01T00:00:00Z"}), fresh)
        self.step(
            "one ticket of the order cancelled", {"void", "revoked"},
            lambda: self.must("DELETE", f"/orderpositions/{order['positions'][1]['id']}/"), second)

        refunded = self.step("sold, to be refunded", {"admissible"}, lambda: self.sell(self.item), lambda sold: sold["positions"][0]["secret"])
        payment = self.must("GET", f"/orders/{refunded['code']}/payments/")["results"][0]["local_id"]
        refund = {
            "state": "done", "source": "admin", "amount": "46.00", "payment": payment, "provider": "manual", "execution_date": None, "comment": "",
            "mark_canceled": True}
        self.step(
            "refunded and cancelled", {"order_not_confirmed", "void"},
            lambda: self.must("POST", f"/orders/{refunded['code']}/refunds/", refund), refunded["positions"][0]["secret"])

        at = time.monotonic()
        self.item = self.must("POST", "/items/", {
            "name": {"en": "Late show"}, "default_price": "5.00", "category": None, "internal_name": None, "active": True, "description": None,
            "tax_rule": None, "admission": True, "position": 9, "picture": None, "available_from": None, "available_until": None,
            "require_voucher": False, "hide_without_voucher": False, "allow_cancel": True, "min_per_order": None, "max_per_order": None,
            "checkin_attention": False, "has_variations": False, "require_approval": False, "require_bundling": False, "variations": [], "addons": []})["id"]
        new = self.sell(self.item)["positions"][0]["secret"]
        self.shows("sold, of a product made a moment ago", new, {"admissible"}, at)

        self.killed()
        status = self.program.end(signal.SIGINT)
        print(f"\nCtrl-C ended it with status {status}; it said:")
        sys.stdout.write("".join(f"  {line}\n" for line in self.program.log.read_text().splitlines()))
        if status not in (0, 130):
            self.late += 1

    def killed(self):
        """kill -9 at some point of a poll, thirty orders meanwhile, and a restart."""
        before = [self.sell(self.item) for _ in range(10)]
        time.sleep(INTERVAL_SECONDS * 0.7)
        self.program.end()
        meanwhile = [self.sell(self.item) for _ in range(20)]
        at = time.monotonic()
        self.program.start()
        lost = [position["secret"] for order in before + meanwhile for position in order["positions"]]
        end = at + 60
        while lost and time.monotonic() < end:
            lost = [code for code in lost if self.look(code) != "admissible"]
        print(f"kill -9, 30 orders around it, started again: {len(lost)} of 60 tickets lost, all there after {time.monotonic() - at:.1f} s")
        self.late += bool(lost)


def main():
    evening = Evening(options("shop", "door", "table", "up-log", "work", "doorlist").parse_args())
    try:
        evening.run()
    finally:
        evening.program.end()
    sys.exit(1 if evening.late else 0)


main()
