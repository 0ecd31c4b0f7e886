"""A phone: Chromium in a network namespace."""

import json

from devtools import Chromium
from trial import wait_for

# Types codes one after the other, as a hand scanner does. Resolves to the kinds of their verdicts.
SCAN = """
async (codes) => {
  const press = (key) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const verdict = () => document.querySelector('.verdict');
  // While the server is being asked, there is no verdict yet.
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


class Browser(Chromium):
    """A phone is a browser with a home folder of its own, so it also has its own certificate store and profile."""

    def __init__(self, namespace, home):
        self.namespace = namespace
        super().__init__(namespace, home, before=["ip", "netns", "exec", namespace])

    def run(self, script):
        return self.evaluate(script)

    def scan(self, codes):
        """Types codes, and returns the kinds of their verdicts."""
        return self.finish(self.start_scan(codes))

    def start_scan(self, codes):
        return self.start(f"({SCAN})({json.dumps(codes)})")

    def wait_for(self, selector, text="", seconds=60):
        """Waits until the page shows an element with a text."""
        shown = f"""[...document.querySelectorAll({json.dumps(selector)})]
            .some((each) => each.innerText.includes({json.dumps(text)}))"""
        page = "location.pathname + '\\n' + document.body.innerText"
        wait_for(f"{selector} {text!r} at {self.namespace} on ", lambda: self.run(shown), seconds, lambda: self.run(page))
