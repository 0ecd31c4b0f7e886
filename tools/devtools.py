"""Drives Chromium by the DevTools protocol over a pipe. It needs no packages."""

import base64
import fcntl
import json
import os
import select
import subprocess
import time
from pathlib import Path

FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-quic --lang=en-US
    --use-fake-device-for-media-stream --use-fake-ui-for-media-stream --remote-debugging-pipe""".split()


class Chromium:
    """A browser with a home folder of its own, so it also has its own certificate store and profile."""

    def __init__(self, label, home, size="400,800", before=(), flags=()):
        """Starts it. `before` is a command that runs it, and `label` is its name in messages."""
        self.label = label
        flags = [*FLAGS, f"--window-size={size}", f"--user-data-dir={home}/profile", *flags]
        asks, self._ask = os.pipe()
        self._answer, answers = os.pipe()
        # The browser reads from descriptor 3, and writes to 4.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 50) for end in (asks, answers)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", *before, "chromium", *flags],
            env={**os.environ, "HOME": str(home)}, pass_fds=ends, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for end in [asks, answers, *ends]:
            os.close(end)
        self._number = 0
        self._read = b""
        self._answers = {}
        self.session = self.target = None

    def ask(self, method, params=None, session=None):
        """Sends a command, and returns its number."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        os.write(self._ask, json.dumps(message).encode() + b"\0")
        return self._number

    def answer(self, number, seconds=90):
        """Waits for the answer to a command."""
        latest = time.monotonic() + seconds
        while number not in self._answers:
            left = latest - time.monotonic()
            if left <= 0 or not select.select([self._answer], [], [], left)[0]:
                raise TimeoutError(f"{self.label}: the browser does not answer")
            part = os.read(self._answer, 1 << 20)
            if not part:
                raise EOFError(f"{self.label}: the browser has ended")
            *messages, self._read = (self._read + part).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self._answers[message["id"]] = message
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{self.label}: {answer['error']}")
        return answer["result"]

    def call(self, method, session=None, **params):
        return self.answer(self.ask(method, params, session))

    def open(self, url):
        """Opens a page in a new tab, and closes the former tab. Returns the error, if there is one."""
        before = self.target
        self.target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        if before:
            self.call("Target.closeTarget", targetId=before)
        return self.go(url)

    def go(self, url):
        """Opens a page in the same tab. Returns the error, if there is one."""
        return self.call("Page.navigate", self.session, url=url).get("errorText")

    def start(self, script):
        """Starts a script in the page. `finish` waits for its value."""
        return self.ask("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True}, self.session)

    def finish(self, number):
        result = self.answer(number)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{self.label}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def evaluate(self, script):
        return self.finish(self.start(script))

    def keep_downloads(self, folder):
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def picture(self, file):
        """Writes what the page shows as a PNG."""
        shot = self.call("Page.captureScreenshot", self.session, format="png")
        Path(file).write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._ask)
        os.close(self._answer)
