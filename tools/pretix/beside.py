"""Measures the door by TLS. Meanwhile `doorlist follow` reads a live pretix, which sells an order a second, into the same table.

The shop's organiser has an account of its own in it, because the bench must know every ticket of
its own event.
"""

import os
import re
import subprocess
import sys
import threading

from ends import Ends, options


def sell(ends, ended, sold):
    item = ends.must("GET", "/items/")["results"][0]["id"]
    while not ended.wait(1):
        sold.append(ends.sell(item)["code"])


def main():
    parser = options("shop", "work", "doorlist")
    parser.add_argument("bench", nargs="+")
    arguments = parser.parse_args()
    ends = Ends(arguments)
    ends.wait_for_pretix()
    log = ends.work / "follow.log"
    follow = f"{arguments.doorlist} follow --from pretix --url {arguments.shop} --organizer acme --account shop --interval 3"
    ended, sold = threading.Event(), []
    seller = threading.Thread(target=sell, args=(ends, ended, sold), daemon=True)
    seller.start()
    status = subprocess.run(
        [*arguments.bench, "--beside", f'exec {follow} --up "$UP" >>{log} 2>&1'], env={**os.environ, "PRETIX_API_TOKEN": ends.shop_token}).returncode
    selling = seller.is_alive()
    ended.set()
    brought = sum(int(each) for each in re.findall(r"(\d+) created", log.read_text()))
    print(f"{len(sold)} orders sold meanwhile; follow created {brought} things")
    sys.exit(status if selling and brought >= len(sold) / 2 else 1)


main()
