"""Chromium in a network namespace, driven over the DevTools protocol by a pipe: no packages."""

import fcntl
import json
import os
import select
import subprocess
import time

from trial import wait_for

# Types codes as a hand scanner does, one after the other; resolves to the kinds of their verdicts.
SCAN = """
async (codes) => {
  const press = (key) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const verdict = () => document.querySelector('.verdict');
  // That the server is still asked is no verdict yet.
  const told = () => verdict() && verdict().querySelector('h2').textContent !== 'CHECKING';
  const until = async (so) => {
    const latest = performance.now() + 30_000;
    while (!so()) {
      if (performance.now() > latest) throw new Error(document.body.innerText);
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const kinds = [];
  for (const code of codes) {
    press('Escape');
    await until(() => !verdict());
    [...code, 'Enter'].forEach(press);
    await until(told);
    kinds.push(verdict().dataset.kind);
  }
  press('Escape');
  await until(() => !verdict());
  return kinds;
}
"""

FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-quic --lang=en-US --window-size=400,800
    --use-fake-device-for-media-stream --use-fake-ui-for-media-stream --remote-debugging-pipe""".split()


class Browser:
    """One phone: a browser with a home, and so a certificate store and a profile, of its own."""

    def __init__(self, namespace, home):
        self.namespace = namespace
        flags = [*FLAGS, f"--user-data-dir={home}/profile"]
        asks, self._ask = os.pipe()
        self._answer, answers = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 50) for end in (asks, answers)]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", "ip", "netns", "exec", namespace, "chromium", *flags],
            env={**os.environ, "HOME": str(home)}, pass_fds=ends, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for end in [asks, answers, *ends]:
            os.close(end)
        self._number = 0
        self._read = b""
        self._answers = {}
        self.session = self.target = None

    def ask(self, method, params=None, session=None):
        """Sends a command; returns its number."""
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
                raise TimeoutError(f"{self.namespace}: the browser does not answer")
            part = os.read(self._answer, 1 << 20)
            if not part:
                raise EOFError(f"{self.namespace}: the browser has ended")
            *messages, self._read = (self._read + part).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self._answers[message["id"]] = message
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{self.namespace}: {answer['error']}")
        return answer["result"]

    def call(self, method, session=None, **params):
        return self.answer(self.ask(method, params, session))

    def open(self, url):
        """Opens a page in a new tab, and closes the tab before; returns the error, if any."""
        before = self.target
        self.target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        if before:
            self.call("Target.closeTarget", targetId=before)
        return self.call("Page.navigate", self.session, url=url).get("errorText")

    def start(self, script):
        """Starts a script in the page; `finish` waits for its value."""
        return self.ask("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True}, self.session)

    def finish(self, number):
        result = self.answer(number)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{self.namespace}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def run(self, script):
        return self.finish(self.start(script))

    def scan(self, codes):
        """Types codes; returns the kinds of their verdicts."""
        return self.finish(self.start_scan(codes))

    def start_scan(self, codes):
        return self.start(f"({SCAN})({json.dumps(codes)})")

    def wait_for(self, selector, text="", seconds=60):
        """Waits until the page shows an element with a text."""
        shown = f"""[...document.querySelectorAll({json.dumps(selector)})]
            .some((each) => each.innerText.includes({json.dumps(text)}))"""
        page = "location.pathname + '\\n' + document.body.innerText"
        wait_for(f"{selector} {text!r} at {self.namespace} on ", lambda: self.run(shown), seconds, lambda: self.run(page))

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._ask)
        os.close(self._answer)
