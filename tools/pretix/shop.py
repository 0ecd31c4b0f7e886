"""Fills a pretix with unusual tickets by `shop.py first FILE`, and later by `shop.py later FILE`. `shop.py report FILE
TICKETS` fills it with ordinary tickets and two lists.

FILE gets, as JSON, the API token and the cases: which code to scan at which check-in list. Nobody in it is real.
"""

import itertools
import json
import os
import sys
from copy import copy
from datetime import timedelta
from decimal import Decimal

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop_settings")

import django  # noqa: E402

django.setup()

from django.db import transaction  # noqa: E402
from django.utils.crypto import get_random_string  # noqa: E402
from django.utils.timezone import now  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402
from pretix.base.models import (  # noqa: E402
    Event, Order, OrderPosition, Organizer, Team,
)
from pretix.base.models.devices import generate_api_token  # noqa: E402
from pretix.base.services.orders import OrderChangeManager  # noqa: E402

NOW = now().replace(microsecond=0)
DAY = timedelta(days=1)
PAID, PENDING = Order.STATUS_PAID, Order.STATUS_PENDING


class Shop:
    def __init__(self):
        self.cases, self.codes = [], itertools.count(100)

    def ask(self, name, door, code):
        self.cases.append({"case": name, "event": door.event.slug, "list": door.pk, "code": code})

    def event(self, organizer, slug, currency="EUR", series=False, signed=False):
        event = organizer.events.create(
            name=slug.title(), slug=slug, currency=currency, live=True, has_subevents=series,
            date_from=NOW + DAY, date_to=NOW + 2 * DAY, plugins="pretix.plugins.banktransfer")
        if signed:
            event.settings.ticket_secret_generator = "pretix_sig1"
        event.items.create(name="Adult", default_price=Decimal("23.00"))
        event.items.create(name="Dinner", default_price=Decimal("12.00"), checkin_attention=True, checkin_text="Ask for the menu")
        return event

    def order(self, event, code, *positions, status=PAID, **members):
        code = code or f"N{next(self.codes)}"
        channel = event.organizer.sales_channels.get(identifier="web")
        order = Order.objects.create(
            event=event, code=code, status=status, email="guest@example.org", locale="en", datetime=NOW, expires=NOW + 9 * DAY,
            total=Decimal("23.00") * len(positions), sales_channel=channel, **members)
        made = []
        for number, wanted in enumerate(positions, 1):
            wanted = dict(wanted)
            item = event.items.get(name=wanted.pop("item", "Adult"))
            position = OrderPosition(
                order=order, positionid=number, item=item, price=Decimal("23.00"), tax_rate=Decimal("0"), tax_value=Decimal("0"),
                attendee_name_parts={"_scheme": "full", "full_name": f"Guest {code} {number}"}, **wanted)
            position.save()
            made.append(position)
        return made

    def one(self, name, door, member=None, code=None, **members):
        """Makes an order of one ticket. Its code becomes a case."""
        (ticket,) = self.order(door.event, code, member or {}, **members)
        self.ask(name, door, ticket.secret)
        return ticket

    def many(self, event, count):
        """Makes copies of an order of four tickets, all at once, because single ones take minutes. Returns their positions."""
        first = self.order(event, "G0", {}, {}, {}, {})
        orders = [copy(first[0].order) for _ in range(count // 4 - 1)]
        for number, order in enumerate(orders, 1):
            order.pk, order.code, order.secret = None, f"G{number}", get_random_string(16).lower()
        Order.objects.bulk_create(orders, batch_size=500)
        more = [(order, copy(position)) for order in orders for position in first]
        for order, position in more:
            position.pk, position.order = None, order
            position.secret, position.web_secret = get_random_string(32).lower(), get_random_string(16).lower()
            position.pseudonymization_id = get_random_string(10, "ABCDEFGHJKLMNPQRSTUVWXYZ3789")
        OrderPosition.objects.bulk_create([position for _, position in more], batch_size=500)
        return first + [position for _, position in more]

    def ordinary(self, gala, everybody):
        doors = gala.checkin_lists
        for name, members in {
            "ordinary": {},
            "blocked ticket": {"blocked": ["admin"]},
            "valid from in five days": {"valid_from": NOW + 5 * DAY},
            "valid until five days ago": {"valid_until": NOW - 5 * DAY},
            "valid from yesterday until tomorrow": {"valid_from": NOW - DAY, "valid_until": NOW + DAY},
            "code with =, + and /": {"secret": "ab=/c+d//e=="},
            "code with a space": {"secret": "row 7 seat 12"},
            "code with an umlaut": {"secret": "müßig-übel"},
            "code with % and ,": {"secret": "100%,half%2Fdone"},
            "code with # and ?": {"secret": "gate#3?x=1&y=2;z"},
            "code of 255 characters": {"secret": "x" * 255},
            "code with dots": {"secret": "../../etc"},
            "code beside the plain alphabet": {"secret": "票-123-🎟"},
            "cancelled position": {"canceled": True},
        }.items():
            self.one(name, everybody, members)
        for code in ("ABCDEFGHIJK", "ABCDEFGHIJKLMNOP"):
            self.one(f"order code of {len(code)} characters", everybody, code=code)

        pending_too = doors.create(name="Pending too", all_products=True, include_pending=True)
        for name, members in {
            "pending order": {},
            "pending order that is valid if pending": {"valid_if_pending": True},
            "pending order that is not approved": {"require_approval": True},
            "pending, valid if pending, not approved": {"valid_if_pending": True, "require_approval": True},
        }.items():
            self.one(name, everybody, status=PENDING, **members)
            self.one(name + ", at a list with pending orders", pending_too, status=PENDING, **members)
        for status in (Order.STATUS_EXPIRED, Order.STATUS_CANCELED):
            self.one("order of status " + status, pending_too, status=status)

        main, addon = self.with_addons(gala, {}, {"item": "Dinner"})
        dinner = doors.create(name="Dinner", all_products=False)
        dinner.limit_products.add(gala.items.get(name="Dinner"))
        self.ask("add-on at its own list", dinner, addon.secret)
        self.ask("its main ticket there", dinner, main.secret)
        self.addons(gala)
        self.comings(gala)
        size = gala.items.create(name="Shirt", default_price=Decimal("5.00"))
        small = size.variations.create(value="Small")
        shirt = self.one("product with a variation", everybody, {"item": "Shirt", "variation": small})
        self.ask("product with a variation, at another product's list", dinner, shirt.secret)
        for name, comparison, when in (
            ("list that opens tomorrow", "isAfter", NOW + DAY),
            ("list that opened yesterday", "isAfter", NOW - DAY),
            ("list that closed yesterday", "isBefore", NOW - DAY),
            ("list that closes tomorrow", "isBefore", NOW + DAY),
        ):
            rule = {"and": [{comparison: [{"var": "now"}, {"buildTime": ["custom", when.isoformat()]}, None]}]}
            self.one(name, doors.create(name=name, all_products=True, rules=rule))
        self.one("test mode", everybody, testmode=True)

    def comings(self, gala):
        """Makes lists that let people in again, and lists that do not."""
        for name, members in {
            "list that lets in at will": {"allow_multiple_entries": True},
            "list that lets in after an exit": {"allow_entry_after_exit": True},
            "list that lets in once": {"allow_entry_after_exit": False},
            "list that empties": {"exit_all_at": NOW + DAY, "consider_tickets_used": False},
        }.items():
            door = gala.checkin_lists.create(name=name, all_products=True, **members)
            self.ask(name + ", once more", door, self.one(name, door).secret)

    def addons(self, gala):
        """Makes lists at which a main ticket checks in its add-on."""
        lunch, tour = (gala.items.create(name=name, default_price=Decimal("9.00")) for name in ("Lunch", "Guided tour"))
        one, two, pending = (
            gala.checkin_lists.create(name=name, all_products=False, addon_match=True, include_pending=name.startswith("Pending"))
            for name in ("Lunch", "Lunch and tour", "Pending lunch"))
        for door in (one, two, pending):
            door.limit_products.add(lunch)
        two.limit_products.add(tour)
        later, over = {"valid_from": NOW + 5 * DAY}, {"valid_until": NOW - 5 * DAY}
        for name, door, *members in (
            ("one add-on", one, {"item": "Lunch"}),
            ("no add-on", one),
            ("an add-on of another list", one, {"item": "Guided tour"}),
            ("two add-ons, one of them here", one, {"item": "Lunch"}, {"item": "Guided tour"}),
            ("two add-ons, both here", two, {"item": "Lunch"}, {"item": "Guided tour"}),
            ("the same add-on twice", one, {"item": "Lunch"}, {"item": "Lunch"}),
            ("two add-ons, one of them for later", two, {"item": "Lunch", **later}, {"item": "Guided tour"}),
            ("two add-ons, one of them over", two, {"item": "Lunch"}, {"item": "Guided tour", **over}),
            ("two add-ons, over and for later", two, {"item": "Lunch", **over}, {"item": "Guided tour", **later}),
            ("two add-ons, one of them cancelled", two, {"item": "Lunch", "canceled": True}, {"item": "Guided tour"}),
            ("its one add-on cancelled", one, {"item": "Lunch", "canceled": True}),
            ("its one add-on blocked", one, {"item": "Lunch", "blocked": ["admin"]}),
        ):
            self.addon_match("add-on match: " + name, door, {}, *members)
        for status, door in ((PENDING, one), (PENDING, pending), (Order.STATUS_CANCELED, one)):
            self.addon_match(f"add-on match: order of status {status} at '{door.name}'", door, {"status": status}, {"item": "Lunch"})

    def with_addons(self, event, order, *members):
        main, *addons = self.order(event, None, {}, *members, **order)
        for addon in addons:
            addon.addon_to = main
            addon.save()
        return main, *addons

    def addon_match(self, name, door, order, *members):
        main, *addons = self.with_addons(door.event, order, *members)
        self.ask(name, door, main.secret)
        self.ask(name + ", once more", door, main.secret)
        for addon in addons:
            self.ask(name + ", an add-on's own code", door, addon.secret)

    def series(self, tour):
        days = [tour.subevents.create(name=f"Day {n}", date_from=NOW + n * DAY, active=True) for n in (1, 2)]
        first, second = [tour.checkin_lists.create(name=day.name, all_products=True, subevent=day) for day in days]
        everything = tour.checkin_lists.create(name="Every day", all_products=True)
        for number, day in enumerate(days, 1):
            for door in (first, second, everything):
                self.one(f"series: ticket of day {number} at the door of '{door.name}'", door, {"subevent": day})

    def changes_to_come(self, gala, signed):
        for event in (gala, signed):
            for word, tickets in {"ANEW": 2, "GONE": 1, "SPLIT": 3, "VOIDED": 2, "LATER": 2}.items():
                self.order(event, self.code(event, word), *[{}] * tickets)
            self.order(event, self.code(event, "PAYS"), {}, status=PENDING)

    def code(self, event, word):
        """Returns a new code. Two orders of an organiser never have the same."""
        return event.slug[0].upper() + word

    def change(self, event):
        door = event.checkin_lists.get(name="Everybody")
        kind = " (signed)" if event.slug == "signed" else ""

        anew = Order.objects.get(code=self.code(event, "ANEW"))
        old, kept = (position.secret for position in anew.positions.all())
        self.manage(anew, lambda manager, positions: manager.regenerate_secret(positions[0]))
        self.ask("code replaced: the old one" + kind, door, old)
        self.ask("code replaced: the new one" + kind, door, anew.positions.first().secret)
        self.ask("code replaced: the order's other ticket" + kind, door, kept)

        gone = Order.objects.get(code=self.code(event, "GONE"))
        old = gone.positions.first().secret
        self.manage(gone, lambda manager, positions: manager.regenerate_secret(positions[0]))
        gone.status = Order.STATUS_CANCELED
        gone.save()
        for name, code in (("old code", old), ("new code", gone.positions.first().secret)):
            self.ask(f"code replaced, then the order cancelled: {name}" + kind, door, code)

        split = Order.objects.get(code=self.code(event, "SPLIT"))
        old = split.positions.last().secret
        manager = self.manage(split, lambda manager, positions: manager.split(positions[2]))
        moved = manager.split_order.positions.first()
        Order.objects.filter(pk=manager.split_order.pk).update(status=PAID)
        self.ask("position split off: its old code" + kind, door, old)
        self.ask("position split off: its new code" + kind, door, moved.secret)
        self.ask("position split off: one that stayed" + kind, door, split.positions.first().secret)

        voided = Order.objects.get(code=self.code(event, "VOIDED"))
        first, second = (position.secret for position in voided.positions.all())
        self.manage(voided, lambda manager, positions: manager.cancel(positions[1]))
        self.ask("position cancelled" + kind, door, second)
        self.ask("position cancelled: the order's other ticket" + kind, door, first)

        later = Order.objects.get(code=self.code(event, "LATER"))
        blocked, over = later.positions.all()
        blocked.blocked, over.valid_until = ["admin"], NOW - DAY
        for position, what in ((blocked, "blocked"), (over, "valid until yesterday")):
            position.save()
            self.ask(f"{what}, since it was read" + kind, door, position.secret)
        pays = Order.objects.get(code=self.code(event, "PAYS"))
        pays.status = PAID
        for order in (later, pays):
            order.save()
        self.ask("paid since it was read" + kind, door, pays.positions.first().secret)
        event.items.create(name="Late show", default_price=Decimal("5.00"))
        self.one("sold since, of a new product" + kind, door, {"item": "Late show"}, code=self.code(event, "SHOW"))

    def manage(self, order, operation):
        manager = OrderChangeManager(order, notify=False)
        operation(manager, list(order.positions.all()))
        manager.commit(check_quotas=False)
        return manager


def open_shop():
    organizer = Organizer.objects.create(name="Acme", slug="acme")
    team = Team.objects.create(organizer=organizer, name="Door", all_events=True, all_event_permissions=True, all_organizer_permissions=True)
    return organizer, team.tokens.create(name="comparison").token


def main(stage, path, tickets=0):
    shop = Shop()
    if stage == "report":
        organizer, token = open_shop()
        gala = shop.event(organizer, "gala")
        everybody, side = (gala.checkin_lists.create(name=name, all_products=True) for name in ("Everybody", "Side door"))
        sold = shop.many(gala, int(tickets))
        team = organizer.teams.get()
        door = team.tokens.create(name="door")
        device = organizer.devices.create(name="Phone", all_events=True, initialized=NOW, api_token=generate_api_token())
        answer = {
            "token": token, "list": everybody.pk, "side": side.pk, "tokens": f"/teams/{team.pk}/tokens/",
            "door": {"id": door.pk, "token": door.token}, "device": device.api_token,
            "tickets": [{"id": position.pk, "code": position.secret} for position in sold]}
    elif stage == "first":
        organizer, token = open_shop()
        gala, signed = shop.event(organizer, "gala"), shop.event(organizer, "signed", signed=True)
        everybody = gala.checkin_lists.create(name="Everybody", all_products=True)
        shop.ordinary(gala, everybody)
        shop.series(shop.event(organizer, "tour", series=True))
        shop.one("signed code", signed.checkin_lists.create(name="Everybody", all_products=True))
        for slug, currency in (("yen", "JPY"), ("dinar", "KWD")):
            event = shop.event(organizer, slug, currency)
            shop.one("order in " + currency, event.checkin_lists.create(name="Everybody", all_products=True))
        shop.changes_to_come(gala, signed)
        answer = {"token": token, "cases": shop.cases}
    else:
        for slug in ("gala", "signed"):
            shop.change(Event.objects.get(slug=slug))
        answer = {"cases": shop.cases}
    with open(path, "w") as file:
        json.dump(answer, file)


if __name__ == "__main__":
    with scopes_disabled(), transaction.atomic():
        main(*sys.argv[1:])
