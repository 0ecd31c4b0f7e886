"""Takes webhooks on loopback and verifies each with the Standard Webhooks project's own library.

receiver.py ANSWERS: prints the port on a line of its own, then one JSON object a message. ANSWERS are the statuses to
answer with, such as 500,204; the last one is repeated. The secret is read from standard input, once it is known.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

answers = [int(word) for word in sys.argv[1].split(",")]
secret = []
known = threading.Event()


def verified(body, headers):
    try:
        Webhook(secret[0]).verify(body, headers)
        return True
    except WebhookVerificationError:
        return False


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        known.wait()
        headers = dict(self.headers.items())
        message = {
            "verified": verified(body, headers),
            "verified_if_changed": verified(body + b" ", headers),
            "webhook_id": self.headers["webhook-id"],
            "body": json.loads(body),
        }
        print(json.dumps(message), flush=True)
        self.send_response(answers.pop(0) if len(answers) > 1 else answers[0])
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
secret.append(sys.stdin.readline().strip())
known.set()
threading.Event().wait()
