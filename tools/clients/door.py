"""`door.py VECTORS` decides as docs/door.md says, and compares the results with the test vectors. It was written from that page alone."""
import base64
import hashlib
import itertools
import json
import sys

BEFORE_ALL = float("-inf")


def agrees(expected, own):
    """Returns whether our members are those of a vector. Members that the vector leaves out are not compared."""
    if isinstance(expected, dict):
        return all(name in own and agrees(value, own[name]) for name, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(own) and all(map(agrees, expected, own))
    return expected == own


def decide(vector):
    """Returns the verdict of the rule, line by line."""
    doors, at = vector["list"], vector["at"]
    if vector.get("code") == "unknown":
        return {"verdict": "unknown"}
    if vector.get("code") == "revoked":
        return refused("revoked")
    if "ticket" not in vector:
        return decide_order(vector)
    ticket = vector["ticket"]
    if ticket["in_since"] is not None:
        return {"verdict": "already_checked_in", "since": ticket["in_since"]}
    for applies, reason in ((not ticket["admitted_here"], "wrong_list"), (ticket["voided"], "void"), (ticket["blocked"], "blocked"),
                            (not confirmed(ticket["order"], doors), "order_not_confirmed")):
        if applies:
            return refused(reason)
    return outside(doors, "list", "opens_at", "closes_at", at) or outside(ticket, "ticket", "valid_from", "valid_until", at) \
        or {"verdict": "admissible"}


def meant(vector):
    """Returns the tickets that a code stands for at a list that matches add-ons."""
    admitted = [ticket for ticket in vector["tickets"] if ticket["admitted_here"] and not ticket["voided"]]
    of = {None: [], "too_early": [], "too_late": []}
    for ticket in (ticket for ticket in admitted if not ticket["blocked"]):
        of[(outside(ticket, "ticket", "valid_from", "valid_until", vector["at"]) or {}).get("reason")].append(ticket)
    ahead = sorted(of["too_early"], key=lambda ticket: ticket["valid_from"])[:1]
    over = sorted(of["too_late"], key=lambda ticket: -ticket["valid_until"])[:1]
    return [ticket["id"] for ticket in of[None] or ahead or over or admitted[:1]]


def decide_order(order):
    """Decides on an order's code. Its tickets may have types that the event lacks, and have no windows of their own."""
    for applies, reason in ((not order["types_known"], "unknown_ticket_type"), (not order["admitted_here"], "wrong_list"),
                            (not confirmed(order["order"], order["list"]), "order_not_confirmed")):
        if applies:
            return refused(reason)
    return outside(order["list"], "list", "opens_at", "closes_at", order["at"]) or {"verdict": "admissible"}


def refused(reason):
    return {"verdict": "not_admissible", "reason": reason}


def confirmed(order, doors):
    return order == "confirmed" or order == "pending" and doors["include_pending"]


def outside(facts, by, begins, ends, at):
    """A list is closed from closes_at on, but a ticket is still valid at valid_until."""
    begin, end = facts[begins], facts[ends]
    late = end is not None and (at >= end if by == "list" else at > end)
    if begin is not None and at < begin or late:
        return refused("too_early" if begin is not None and at < begin else "too_late") | {"decided_by": by, begins: begin, ends: end}
    return None


def fold(vector):
    """Returns the state of a ticket after its passages, and what they add to the counts of the area."""
    emptied = sorted(moment * 1000 for moment in vector["empties_at"])
    passages = sorted(vector["passages"], key=lambda each: (each["at"], each["tie"], each["type"] == "exit"))
    counts = dict.fromkeys(("entries", "exits", "unexplained_entries", "unexplained_exits"), 0)
    inside, since, changes, last = False, None, [], BEFORE_ALL
    for each in passages:
        inside = inside and not any(last < moment <= each["at"] for moment in emptied)
        last = each["at"]
        if each["type"] == "exit":
            counts["exits"] += 1
            counts["unexplained_exits"] += not inside
            changes += [(last, -1)] if inside else []
            inside = False
            continue
        never_again = each["reentry"] == "never" and counts["entries"] > 0
        counts["unexplained_entries"] += never_again or inside and each["reentry"] != "always"
        counts["entries"] += 1
        if not inside:
            inside, since = True, last
            changes.append((last, 1))
    now = vector["now"]
    inside = inside and not any(last < moment <= now for moment in emptied)
    peak, minute = 0, None
    for at, _ in changes:
        end = at // 60_000 * 60_000 + 59_999
        begin = max((moment for moment in emptied if moment <= end), default=BEFORE_ALL)
        number = sum(change for moment, change in changes if begin <= moment <= end)
        if number > peak:
            peak, minute = number, at // 60_000
    return counts | {"inside": inside, "since": since, "peak": peak, "peak_minute": minute,
                     "admits": {"never": counts["entries"] == 0, "after_exit": not inside, "always": True}}


def digest(vector):
    return {"digest": hashlib.sha256(base64.b64decode(vector["salt"]) + vector["code"].encode()).digest()[:8].hex()}


class Columns:
    """The bytes of a copy, read part by part."""

    def __init__(self, octets):
        self.octets, self.at = octets, 0

    def take(self, count):
        self.at += count
        return self.octets[self.at - count:self.at]

    def number(self):
        value, shift, octet = 0, 0, 128
        while octet >= 128:
            [octet] = self.take(1)
            value |= (octet & 127) << shift
            shift += 7
        return value

    def signed(self):
        folded = self.number()
        return folded >> 1 if folded % 2 == 0 else -(folded + 1 >> 1)

    def ascending(self):
        return self.summed(self.number(), self.number)

    def differences(self, count):
        return self.summed(count, self.signed)

    @staticmethod
    def summed(count, read):
        return list(itertools.accumulate(read() for _ in range(count)))


def read_columns(vector):
    columns = Columns(base64.b64decode(vector["columns"]))
    [form] = columns.take(1)
    types = [columns.take(columns.number()).decode() for _ in range(columns.number())]
    ordinals = columns.ascending()
    tickets = [{"ordinal": ordinal, "id": number} for ordinal, number in zip(ordinals, columns.differences(len(ordinals)))]
    for each in tickets:
        each |= {"digest": columns.take(8).hex(), "valid_from": None, "valid_until": None}
    for each in tickets:
        each["type"] = types[columns.number()]
    for position in columns.ascending():
        [bits] = columns.take(1)
        each = tickets[position]
        each["valid_from"] = columns.signed() if bits & 2 else None
        each["valid_until"] = columns.signed() if bits & 4 else None
        each["unpaid"], each["noted"] = bool(bits & 16), bool(bits & 32)
        if bits & 8:
            each["main"] = columns.take(8).hex()
    left = columns.ascending()
    places = columns.ascending()
    ids, seconds = columns.differences(len(places)), columns.differences(len(places))
    checkins = [{"place": place, "ticket_id": number, "at": at} for place, number, at in zip(places, ids, seconds)]
    undone = columns.ascending()
    passages, withdrawn = [], []
    if form > 1:
        ties = [columns.number() for _ in range(columns.number())]
        for each in checkins:
            each["door_time"] = each["at"] * 1000 + columns.signed()
        for each in checkins:
            each["tie"] = ties[columns.number()]
        ordinals = columns.ascending()
        ids, times = columns.differences(len(ordinals)), columns.differences(len(ordinals))
        of = [ties[columns.number()] for _ in ordinals]
        for ordinal, number, time, tie in zip(ordinals, ids, times, of):
            [bits] = columns.take(1)
            passages.append({"ordinal": ordinal, "ticket_id": number, "at": time, "tie": tie, "type": ["entry", "exit"][bits & 1],
                             "reentry": ["never", "after_exit", "always"][bits >> 1]})
        withdrawn = columns.ascending()
    if columns.at != len(columns.octets):
        sys.exit("door: bytes are left over")
    return {"tickets": tickets, "left": left, "checkins": checkins, "undone": undone, "passages": passages, "withdrawn": withdrawn}


def main():
    with open(sys.argv[1]) as file:
        vectors = json.load(file)
    checks = {
        "decisions": (decide, lambda vector: vector["verdict"]),
        "orders": (decide, lambda vector: vector["verdict"]),
        "addons": (meant, lambda vector: vector["meant"]),
        "passages": (fold, lambda vector: without(vector, "name", "empties_at", "passages", "now")),
        "digests": (digest, lambda vector: without(vector, "salt", "code")),
        "columns": (read_columns, lambda vector: without(vector, "name", "columns"))}
    wrong = 0
    for kind, (check, expected) in checks.items():
        if not vectors[kind]:
            sys.exit(f"door: no vectors of {kind}")
        for vector in vectors[kind]:
            if not agrees(expected(vector), check(vector)):
                wrong += 1
                print(f"door: {kind}: {vector.get('name', vector)}: {expected(vector)} but {check(vector)}")
    print(f"door: {sum(len(vectors[kind]) for kind in checks) - wrong} vectors agree, {wrong} do not;"
          f" not compared: {', '.join(vectors.keys() - checks.keys()) or 'none'}")
    sys.exit(1 if wrong else 0)


def without(vector, *names):
    return {name: value for name, value in vector.items() if name not in names}


if __name__ == "__main__":
    main()
