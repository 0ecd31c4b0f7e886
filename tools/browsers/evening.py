"""An evening at one phone, in browsers that no other test uses: Firefox, and WebKit, which every iPhone has.

A page is paired, and asks for the camera. A ticket comes in, is refused the second time, and is undone. The host is killed, and the page
is closed and opened again. Now tickets come in by the page's copy. The host comes back and gets each of them once, and the board shows
them.
"""

import re
import sys
import tempfile
from pathlib import Path

from drivers import BROWSERS
from trial import LIST, DoorlistUp, expect, free_port, wait_for


class Host(DoorlistUp):
    """A host with plain http on loopback, or with TLS, as phones on a Wi-Fi have it."""

    def __init__(self, doorlist, work, lan):
        data = Path(work) / "data"
        self.authority = data / "authority" / "authority.crt" if lan else None
        port, trust = (str(free_port()) for _ in range(2))
        # All addresses in 127.0.0.0/8 are loopback.
        how = ["--host", "127.0.0.2", "--trust-port", trust, "--demo"] if lan else []
        command = [doorlist, "up", "--port", port, "--data", str(data), *how]
        super().__init__(command, work, "^full https" if lan else "^reference http")
        self.scanner = self.said["scanner"]
        self.board = self.said["full" if lan else "board"]

    def tickets(self, wanted):
        """Returns the codes and ids of tickets that are not in yet."""
        return [(row["qr_code_identifier"], row["id"]) for row in self.outside()[:wanted]]


class Phone:
    def __init__(self, browser, host):
        self.browser, self.host = browser, host

    def has(self, selector, text=""):
        return self.browser.run(
            "return [...document.querySelectorAll(arguments[0])].some(each => each.textContent.includes(arguments[1]))", selector, text)

    def text(self, selector="main, body"):
        return self.browser.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def await_(self, selector, text=""):
        wait_for(f"{selector} with '{text}'", lambda: self.has(selector, text), detail=lambda: "; the page says: " + self.text("body"))

    def press(self, selector, text=""):
        self.await_(selector, text)
        self.browser.run(
            "[...document.querySelectorAll(arguments[0])].find(each => each.textContent.includes(arguments[1])).click()", selector, text)

    def scan(self, code):
        """Types a code as a hand scanner does, and returns the kind of the verdict."""
        if self.has(".verdict .next"):
            self.press(".verdict .next")
        wait_for("the scanner", lambda: not self.has(".verdict"))
        self.await_("#code")
        self.browser.run(
            "const field = document.getElementById('code'); field.value = arguments[0]; field.form.requestSubmit();", code)
        wait_for("a verdict", lambda: self.browser.run(
            "const said = document.querySelector('.verdict'); return said !== null && !said.classList.contains('wait')"))
        return self.browser.run("return document.querySelector('.verdict').className.replace('verdict', '').trim().split(' ')[0]")


def evening(browser, host, say):
    phone = Phone(browser, host)
    (first, first_id), *others = host.tickets(5)
    browser.open(host.scanner)
    phone.await_("#code")
    able = browser.run(
        "return {secure: isSecureContext, worker: 'serviceWorker' in navigator, camera: 'mediaDevices' in navigator, locks: 'locks' in navigator}")
    say("pairs: " + ", ".join(f"{name} {'yes' if has else 'no'}" for name, has in able.items()))
    phone.press("button", "Start camera")
    phone.await_(".camera." + browser.camera)
    say("camera: " + (phone.text(".camera p") or browser.camera))

    expect("the first scan", "in", phone.scan(first))
    phone.press(".verdict button", "Undo")
    phone.await_(".verdict", "UNDONE")
    expect("after the undo", "in", phone.scan(first))
    expect("the second scan", "already", phone.scan(first))
    say("with the network: in, undone, in, already in")

    # A browser does this if it needs space, or if the page was in the background.
    browser.run(
        "const {transaction} = IDBDatabase.prototype;"
        "IDBDatabase.prototype.transaction = function (...given) { window.handle = this; return transaction.apply(this, given); };")
    expect("a scan whose database is watched", "already", phone.scan(first))
    browser.run("handle.close(); handle.dispatchEvent(new Event('close'));")
    expect("a scan after the database has ended", "already", phone.scan(first))
    browser.run("handle.close();")
    expect("a scan after it has ended without a word", "in", phone.scan(others[3][0]))
    say("the database has ended, told and untold: opened again")

    wait_for("a copy", lambda: not phone.has(".status", "No copy") and not phone.has(".status", "copied so far"))
    if able["worker"]:
        wait_for("a page that is kept", lambda: browser.run("return navigator.serviceWorker.controller !== null") or browser.open(host.scanner))
    host.end()
    expect("a scan without the host", "in", phone.scan(others[0][0]))
    expect("the same again", "already", phone.scan(others[0][0]))
    if able["worker"]:
        browser.open("about:blank")
        browser.open(host.scanner.split("#")[0])
        expect("a scan of the page opened again", "in", phone.scan(others[1][0]))
        expect("what was scanned before", "already", phone.scan(others[0][0]))
        say("without the host: in and already in, also after the page was closed and opened again")
    else:
        expect("another", "in", phone.scan(others[1][0]))
        say("without the host: in and already in; the page is not kept")
    expect("a code of nobody", "unknown", phone.scan("nobody-has-this-code"))

    host.start()
    phone.press(".verdict .next")
    phone.await_(".status:not(:has(.queue))")
    inside = host.checked_in()
    for _, ticket in [(first, first_id), *others[:2], others[3]]:
        expect(f"check-ins of ticket {ticket}", 1, inside.count(ticket))
    say("the host again: all sent, each ticket once")

    browser.open(host.board)

    def on_board():
        """Returns how many people are in at the list."""
        return int(re.sub(r"\D", "", phone.text("article[aria-labelledby=list-1] .came")) or -1)

    before = host.count()
    wait_for(f"a board with {before}", lambda: on_board() == before)
    expect("status of a check-in", 201, host.ask("POST", f"{LIST}/tickets/{others[2][0]}/checkins")[0])
    wait_for(f"a board with {before + 1}", lambda: on_board() == before + 1)
    say("the board shows who comes in")


def main(doorlist, lan, *browsers):
    failed = False
    for name in browsers:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
            host = browser = None
            try:
                host = Host(doorlist, work, lan)
                browser = BROWSERS[name](work, host.authority)
                title = f"{browser.name} {browser.version}"
                evening(browser, host, lambda what: print(f"{title}: {what}", flush=True))
            except (AssertionError, RuntimeError, OSError) as fault:
                failed = True
                print(f"{name}: FAILED: {fault}", flush=True)
            finally:
                for each in (browser, host):
                    if each:
                        each.end()
    sys.exit(1 if failed else 0)


main(*sys.argv[1:])
