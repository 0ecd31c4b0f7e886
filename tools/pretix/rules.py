"""Lets a live pretix decide random pairs of a rule and a history: `rules.py COUNT SEED FILE`.

FILE gets a line for each pair, as `judge` reads it: the scan, what happened before, the rule, and whether pretix lets it in.
Rules that pretix would not store are left out.
"""

import itertools
import json
import logging
import os
import random
import sys
from datetime import datetime, timezone
from decimal import Decimal
from types import SimpleNamespace
from zoneinfo import ZoneInfo

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop_settings")

import django  # noqa: E402

django.setup()

from django.db import transaction  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402
from pretix.base.models import (  # noqa: E402
    Checkin, CheckinList, Gate, Order, OrderPosition, Organizer,
)
from pretix.base.services.checkin import CheckInError, perform_checkin  # noqa: E402

ZONES = [
    "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Havana", "America/St_Johns", "Africa/Cairo", "Africa/Casablanca",
    "Asia/Beirut", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Apia", "UTC",
]
MINUTE, HOUR, DAY = 60, 3600, 86400
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
COUNTS = ["entries_number", "entries_today", "entries_days"]
MINUTES = ["minutes_since_last_entry", "minutes_since_first_entry"]
ODD = [None, True, False, "1", "0", "2.5", "x", "", 1.0, 0.5, "present"]


def changes(zone):
    """Returns the times at which a zone changes its clock from 2025 to 2027. All changes are at full or half hours."""
    start = int(datetime(2025, 1, 1, tzinfo=timezone.utc).timestamp())
    offsets = [(at, datetime.fromtimestamp(at, zone).utcoffset()) for at in range(start, start + 3 * 365 * DAY, HOUR // 2)]
    return [at for (_, before), (at, after) in itertools.pairwise(offsets) if before != after]


class Cases:
    """Draws rules and visits. The same seed gives the same ones."""

    def __init__(self, seed, shop):
        self.random, self.places, self.gates = random.Random(seed), shop.places, shop.gates
        self.changes = {name: changes(ZoneInfo(name)) for name in ZONES}

    def near(self, at):
        """Returns a time near another one: the same, a second away, or minutes, hours or days away."""
        draw = self.random
        return at + draw.choice([0, 0, 1, -1, draw.randint(-90, 90), draw.randint(-3 * HOUR, 3 * HOUR), draw.randint(-3 * DAY, 3 * DAY)])

    def midnight(self, at, zone):
        day = datetime.fromtimestamp(at, zone).replace(hour=0, minute=0, second=0, microsecond=0)
        return int(day.timestamp())

    def now(self, name):
        draw, zone = self.random, ZoneInfo(name)
        now = draw.randint(1_735_700_000, 1_830_000_000)
        if self.changes[name] and draw.random() < 0.5:
            now = draw.choice(self.changes[name]) + draw.randint(-5 * HOUR, 5 * HOUR)
        elif draw.random() < 0.5:
            now = self.near(self.midnight(now, zone))
        return now

    def visit(self):
        draw = self.random
        name = draw.choice(ZONES)
        zone = ZoneInfo(name)
        now = self.now(name)
        history = []
        kind = "entry"
        for _ in range(draw.choice([0, 0, 1, 1, 2, 3, 5])):
            base = draw.choice([now, self.midnight(now, zone), *(passage["at"] for passage in history)])
            at = min(self.near(base), now + draw.choice([0, 0, 0, 0, 90]))
            while any(passage["at"] == at for passage in history):
                at -= 1
            history.append({"at": at, "type": kind})
            kind = "exit" if kind == "entry" and draw.random() < 0.5 else "entry"
        start = self.near(now)
        place = self.places[name, draw.random() < 0.5]
        product, variation = draw.choice(place.items), draw.choice([None, *place.variations])
        return {
            "place": place, "zone": name, "now": now, "history": history, "product": product, "variation": variation,
            "gate": draw.choice([None, *self.gates]), "date_from": start, "date_to": draw.choice([None, start + draw.randint(0, DAY)]),
            "date_admission": draw.choice([None, start - draw.randint(0, 3 * HOUR)]),
        }

    def build_time(self, visit):
        draw, zone = self.random, ZoneInfo(visit["zone"])
        kind = draw.choice(["custom", "customtime", "customtime", "date_from", "date_to", "date_admission"])
        near = self.near(draw.choice([visit["now"], *(passage["at"] for passage in visit["history"])]))
        if kind == "custom":
            at = datetime.fromtimestamp(near, draw.choice([timezone.utc, zone]))
            text = draw.choice([at.isoformat(), at.isoformat(" "), at.isoformat(timespec="milliseconds")])
            if at.utcoffset().seconds % 60 == 0 and at.tzinfo is timezone.utc:
                text = draw.choice([text, text.replace("+00:00", "Z")])
            return {"buildTime": ["custom", text]}
        if kind == "customtime":
            at = datetime.fromtimestamp(near, zone)
            return {"buildTime": ["customtime", draw.choice([at.strftime("%H:%M"), at.strftime("%H:%M:%S"), "00:00:00"])]}
        return {"buildTime": draw.choice([[kind], [kind, None], kind])}

    def var(self, name):
        return {"var": self.random.choice([name, [name]])}

    def number(self, name, visit):
        draw = self.random
        if draw.random() < 0.04:
            return draw.choice(ODD)
        if name == "now_isoweekday":
            return draw.randint(1, 7)
        if name in MINUTES:
            entries = [passage["at"] for passage in visit["history"] if passage["type"] == "entry"]
            since = [(visit["now"] - at) // MINUTE for at in entries]
            return draw.choice([-1, 0, 60, *since, *(minutes + draw.randint(-1, 1) for minutes in since)])
        return draw.randint(0, 4)

    def objects(self, kind, numbers):
        draw = self.random
        chosen = draw.sample(numbers, draw.randint(0, len(numbers)))
        listed = [{"lookup": [kind, draw.choice([number, str(number)]), f"{kind} {number}"]} for number in chosen]
        return {"objectList": listed[0] if len(listed) == 1 and draw.random() < 0.3 else listed}

    def time(self, visit):
        draw = self.random
        operands = [self.var("now"), self.build_time(visit)]
        if draw.random() < 0.1:
            operands = [self.build_time(visit), draw.choice([self.var("now"), self.build_time(visit)])]
        if draw.random() < 0.5:
            operands.append(draw.choice([None, 0, 5, 60, -30, 0.5, "15", 1440]))
        return {draw.choice(["isBefore", "isAfter"]): operands}

    def leaf(self, visit):
        draw = self.random
        kind = draw.choice(["object", "object", "time", "time", "time", "status", "count", "count", "count", "minutes", "minutes", "weekday", "cutoff", "cutoff", "odd"])
        if kind == "object":
            place = visit["place"]
            name, numbers = draw.choice([("product", place.items), ("variation", place.variations), ("gate", [*self.gates])])
            if draw.random() < 0.1:
                return {draw.choice(COMPARISONS): [self.var(name), draw.choice([*numbers, str(numbers[0]), None])]}
            return {"inList": [self.var(name), self.objects(name, numbers)]}
        if kind == "time":
            return self.time(visit)
        if kind == "status":
            return {draw.choice(["==", "==", "!=", "<"]): [self.var("entry_status"), draw.choice(["present", "absent"])]}
        if kind == "odd":
            return draw.choice([True, False, self.var("entries_number"), self.var("variation"), {"and": []}, {"or": []}, {"==": [1, 1.0]}, {"<": [0, self.var("entries_today"), 3]}])
        name = {"weekday": "now_isoweekday"}.get(kind) or draw.choice(MINUTES if kind == "minutes" else COUNTS)
        value = self.var(name)
        if kind == "cutoff":
            operator = draw.choice(["entries_since", "entries_before", "entries_days_since", "entries_days_before"])
            built = self.build_time(visit)
            value = {operator: draw.choice([built, [built]])}
        operands = [value, self.number(name, visit)]
        if draw.random() < 0.1:
            operands.reverse()
        return {draw.choice(COMPARISONS): operands}

    def rule(self, visit, depth=0):
        draw = self.random
        if depth == 3 or (depth and draw.random() < 0.55):
            return self.leaf(visit)
        return {draw.choice(["and", "or"]): [self.rule(visit, depth + 1) for _ in range(draw.choice([1, 2, 2, 3]))]}


class Shop:
    """A pretix with an event and a series in each time zone."""

    def __init__(self):
        self.organizer = Organizer.objects.create(name="Rules", slug="rules")
        gates = [Gate.objects.create(organizer=self.organizer, name=name, identifier=name.lower()) for name in ("North", "South")]
        self.gates = {gate.pk: gate for gate in gates}
        self.places = {
            (zone, series): self.place(f"e{number}{'s' if series else ''}", zone, series)
            for number, zone in enumerate(ZONES) for series in (False, True)}

    def place(self, slug, zone, series):
        start = datetime(2026, 1, 1, tzinfo=timezone.utc)
        event = self.organizer.events.create(name=slug, slug=slug, currency="EUR", live=True, has_subevents=series, date_from=start, plugins="")
        event.settings.timezone = zone
        item = event.items.create(name="Adult", default_price=Decimal("1.00"))
        door = event.checkin_lists.create(name="Door", all_products=True, allow_multiple_entries=True)
        order = Order.objects.create(
            event=event, code=slug.upper() + "A", status=Order.STATUS_PAID, email="guest@example.org", locale="en", datetime=start, expires=start,
            total=Decimal("1.00"), sales_channel=self.organizer.sales_channels.get(identifier="web"))
        subevent = event.subevents.create(name="Date", date_from=start, active=True) if series else None
        position = OrderPosition.objects.create(
            order=order, positionid=1, item=item, price=Decimal("1.00"), tax_rate=Decimal("0"), tax_value=Decimal("0"), subevent=subevent)
        dinner = event.items.create(name="Dinner", default_price=Decimal("1.00"))
        sizes = [dinner.variations.create(value=value).pk for value in ("Small", "Large")]
        return SimpleNamespace(event=event, door=door, position=position, items=[item.pk, dinner.pk], variations=sizes)

    def decide(self, visit, rule):
        """Returns whether pretix lets this visit in. Nothing of the visit is kept."""
        CheckinList.validate_rules(rule)
        with transaction.atomic():
            place = visit["place"]
            position = place.position
            OrderPosition.all.filter(pk=position.pk).update(item_id=visit["product"], variation_id=visit["variation"])
            dates = {name: visit[name] and time(visit[name]) for name in ("date_from", "date_to", "date_admission")}
            dated = position.subevent or place.event
            type(dated).objects.filter(pk=dated.pk).update(**dates)
            Checkin.objects.bulk_create(
                [Checkin(position=position, list=place.door, type=passage["type"], datetime=time(passage["at"])) for passage in visit["history"]])
            door = CheckinList.objects.select_related("event").get(pk=place.door.pk)
            door.rules = rule
            gate = self.gates.get(visit["gate"])
            try:
                let_in = perform_checkin(
                    OrderPosition.all.get(pk=position.pk), door, {}, simulate=True, datetime=time(visit["now"]), gate=gate) is True
            except CheckInError as refusal:
                assert refusal.code == "rules", refusal.code
                let_in = False
            except Exception:  # pretix may fail to say why it refuses. Its API answers 500, which lets nobody in
                let_in = False
            transaction.set_rollback(True)
        return let_in


def time(at):
    return datetime.fromtimestamp(at, timezone.utc)


def main(count, seed, path):
    logging.disable(logging.CRITICAL)
    shop = Shop()
    cases = Cases(seed, shop)
    let_in = 0
    with open(path, "w") as file:
        for _ in range(count):
            visit = cases.visit()
            rule = cases.rule(visit)
            answer = shop.decide(visit, rule)
            passages = " ".join(("+" if passage["type"] == "entry" else "-") + str(passage["at"]) for passage in visit["history"])
            facts = ("zone", "now", "product", "variation", "gate", "date_from", "date_to", "date_admission")
            columns = ["in" if answer else "out", *(visit[name] for name in facts), passages, json.dumps(rule, separators=(",", ":"))]
            file.write("\t".join("" if column is None else str(column) for column in columns) + "\n")
            let_in += answer
    print(f"pretix: {count} pairs, {let_in} let in", file=sys.stderr)


if __name__ == "__main__":
    with scopes_disabled():
        main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
