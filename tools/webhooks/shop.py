"""An example of what a shop does with Doorlist's webhooks. It needs only Python.

shop.py FILE PORT takes messages on loopback and keeps in FILE (SQLite) who came. The secret
of `./doorlist webhook add` is in DOORLIST_WEBHOOK_SECRET, a token of role `full` in DOORLIST_TOKEN.
docs/apps.md explains it; `tools/webhooks/verify` runs it.
"""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["DOORLIST_WEBHOOK_SECRET"].removeprefix("whsec_"))
OLDEST_SECONDS = 300

database = sqlite3.connect(sys.argv[1])
database.executescript("""
    CREATE TABLE IF NOT EXISTS messages (webhook_id TEXT PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS tickets (ticket INTEGER, list TEXT, came INTEGER, told_by INTEGER, PRIMARY KEY (ticket, list));
    CREATE TABLE IF NOT EXISTS passages (passage INTEGER, list TEXT, ticket INTEGER, type TEXT, at TEXT, PRIMARY KEY (list, passage));
""")


def genuine(headers, body):
    """Returns whether Doorlist signed these bytes, and did so recently. While a secret is being replaced, there are two signatures."""
    sent = headers.get("webhook-timestamp", "")
    if not (sent.isascii() and sent.isdigit()) or abs(time.time() - int(sent)) > OLDEST_SECONDS:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, each.encode()) for each in headers.get("webhook-signature", "").split())


def fetch(url):
    """Returns the object of a message that was too large to contain it."""
    request = urllib.request.Request(url, headers={"Authorization": "Bearer " + os.environ["DOORLIST_TOKEN"]})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)["data"]["object"]


def take(webhook_id, message):
    """Takes each message once. Its content and the note that it was taken are committed together, before the answer."""
    with database:
        if not database.execute("INSERT OR IGNORE INTO messages VALUES (?)", (webhook_id,)).rowcount:
            return
        kind = message["type"]
        if kind not in ("ticket.checked_in", "ticket.checkin_deleted", "ticket.checked_out", "ticket.reentered", "ticket.admitted_again"):
            return
        ticket, said = message["data"]["id"], message["data"]["object"] or fetch(message["url"])
        # Ids of lists and passages are unique only within an event and a mode.
        place = f"{message['event']}/{message['mode']}/{said['checkin_list']['id']}"
        if kind in ("ticket.checked_in", "ticket.checkin_deleted"):
            # A message may overtake another. The one with the greater id is later, and wins.
            database.execute(
                "INSERT INTO tickets VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET came = excluded.came, told_by = excluded.told_by"
                " WHERE excluded.told_by > told_by",
                (ticket, place, kind == "ticket.checked_in", message["id"]))
        elif "passage" in said:
            # Passages are only added, so the order of messages does not matter. Sort passages by their time to
            # see who is inside.
            passage = said["passage"]
            database.execute(
                "INSERT OR IGNORE INTO passages VALUES (?, ?, ?, ?, ?)",
                (passage["id"], place, ticket, passage["type"], passage["scanned_at"] or passage["created_at"]))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not genuine(self.headers, body):
            self.send_response(401)
        else:
            try:
                take(self.headers["webhook-id"], json.loads(body))
                self.send_response(204)
            except Exception as failure:  # The message was not taken, so Doorlist sends it again.
                print(f"shop: {type(failure).__name__}", file=sys.stderr, flush=True)
                self.send_response(503)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[2])), Receiver).serve_forever()
