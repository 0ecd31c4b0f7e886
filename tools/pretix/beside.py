"""Measures the door by TLS while `doorlist follow` reads a live pretix that sells an order a second, into the same table.

The shop's organiser has an account of its own there: the bench knows every ticket of its event.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from compare import call, wait_for

POSITION = {"variation": None, "price": "23.00", "attendee_name_parts": {"full_name": "Guest"}, "answers": []}


def sell(shop, token, ended, sold):
    events = shop + "/api/v1/organizers/acme/events/gala"
    status, items = call("GET", events + "/items/", token, "Token")
    order = {
        "email": "guest@example.org", "locale": "en", "sales_channel": "web", "status": "p", "testmode": False, "payment_provider": "manual",
        "force": True, "fees": [], "positions": [{**POSITION, "item": items["results"][0]["id"]}] * 2}
    while not ended.wait(1):
        status, answer = call("POST", events + "/orders/", token, "Token", order)
        if status != 201:
            sys.exit(f"pretix answers {status} to an order: {answer}")
        sold.append(answer["code"])


def main():
    parser = argparse.ArgumentParser()
    for option in ("shop", "work", "doorlist"):
        parser.add_argument("--" + option, required=True)
    parser.add_argument("bench", nargs="+")
    arguments = parser.parse_args()
    token = json.loads((Path(arguments.work) / "first.json").read_text())["token"]
    log = Path(arguments.work) / "follow.log"
    wait_for("pretix", lambda: call("GET", arguments.shop + "/api/v1/organizers/acme/", token, "Token")[0] == 200)
    follow = f"{arguments.doorlist} follow --from pretix --url {arguments.shop} --organizer acme --account shop --interval 3"
    ended, sold = threading.Event(), []
    seller = threading.Thread(target=sell, args=(arguments.shop, token, ended, sold), daemon=True)
    seller.start()
    status = subprocess.run(
        [*arguments.bench, "--beside", f'exec {follow} --endpoint "$TABLE" >>{log} 2>&1'], env={**os.environ, "PRETIX_API_TOKEN": token}).returncode
    selling = seller.is_alive()
    ended.set()
    brought = sum(int(each) for each in re.findall(r"(\d+) created", log.read_text()))
    print(f"{len(sold)} orders sold meanwhile; follow created {brought} things")
    if brought < len(sold) / 2:
        print(log.read_text()[-2000:])
    sys.exit(status if selling and brought >= len(sold) / 2 else 1)


main()
