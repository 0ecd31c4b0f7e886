"""Counts the classes for tools/house/closures, from the output of jdeps."""

import collections
import re
import sys

# The most classes to which each class may lead. A higher number needs a reason. Each class leads to the
# module table, which has about 24 classes. A function leads to 6 more of table.aws, and a class that
# judges scans to the 18 of the shop's rules. A scan that collects money writes orders, which takes 16
# more.
MOST = {
    "store.checkin.CheckinStore": 120,
    "authorizer.AuthorizerFunction": 56,
    "checkinlists.CheckinListsFunction": 278,
    "events.EventsFunction": 98,
    "orders.OrdersFunction": 230,
    "webhookevents.WebhookEventsFunction": 110,
    "webhookrecorder.WebhookRecorderFunction": 163,
    "webhooksender.WebhookSenderFunction": 96,
}
OURS = "io.doorlist."
EDGE = re.compile(r"\s+(io\.doorlist\.\S+)\s+-> (io\.doorlist\.\S+)")

leads = collections.defaultdict(set)
for line in sys.stdin:
    if edge := EDGE.match(line):
        one, other = (name.removeprefix(OURS).split("$")[0] for name in edge.groups())
        leads[one].add(other)


def closure(first):
    """Returns a class and all classes to which it leads."""
    seen = {first}
    left = [first]
    while left:
        found = leads[left.pop()] - seen
        seen |= found
        left += found
    return seen


names = sys.argv[1:]
for name in names:
    for each in sorted(closure(name.removeprefix(OURS))):
        print(each)
status = 0
for name, most in MOST.items():
    if names and name not in names:
        continue
    if name not in leads:
        sys.exit(f"closures: {name} is not compiled")
    count = len(closure(name))
    print(f"{name} {count} of {most}")
    if count > most:
        print(f"closures: {name} leads to {count} classes, and {most} are agreed", file=sys.stderr)
        status = 1
sys.exit(status)
