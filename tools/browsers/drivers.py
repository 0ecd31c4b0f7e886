"""Browsers that are driven as their makers mean it: WebKit by WebDriver, Firefox by Marionette, Chromium by DevTools. No packages are needed.

Each takes an authority that it trusts, and a folder for what it downloads.
"""

import base64
import json
import os
import shutil
import socket
from pathlib import Path

import devtools
from trial import PATIENCE_SECONDS, Process, call, free_port, trust, wait_for


def connect(port):
    return wait_for("a driver", lambda: socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS))


class Firefox:
    """Firefox by Marionette: lengths and JSON over a socket."""

    name = "Firefox"
    camera = "on"
    # A camera that shows a pattern, and nobody to ask whether the page may have it.
    PREFERENCES = {
        "media.navigator.streams.fake": True, "media.navigator.permission.disabled": True,
        "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
        "toolkit.telemetry.reportingpolicy.firstRun": False, "app.update.disabledForTesting": True}
    DOWNLOADS = {
        "browser.download.folderList": 2, "browser.download.useDownloadDir": True, "browser.download.alwaysOpenPanel": False,
        "browser.helperApps.neverAsk.saveToDisk": "application/pdf,text/csv", "pdfjs.disabled": True}

    def __init__(self, work, authority=None, downloads=None):
        port = free_port()
        self.downloads = downloads
        profile = Path(work) / "firefox"
        if authority:
            trust(profile, authority)
        else:
            profile.mkdir(parents=True)
        preferences = {**self.PREFERENCES, "marionette.port": port}
        if downloads:
            preferences |= {**self.DOWNLOADS, "browser.download.dir": str(downloads)}
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in preferences.items()))
        self.process = Process(
            [shutil.which("firefox-esr") or "firefox", "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            Path(work) / "firefox.log", HOME=str(work)).start()
        self.socket = connect(port)
        self.buffer = b""
        self.number = 0
        self.read()
        self.version = self.ask("WebDriver:NewSession", {})["capabilities"]["browserVersion"]
        self.ask("Marionette:SetContext", {"value": "content"})

    def read(self):
        while b":" not in self.buffer:
            self.receive()
        length, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(length):
            self.receive()
        message, self.buffer = self.buffer[: int(length)], self.buffer[int(length):]
        return json.loads(message)

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise OSError("Firefox has ended")
        self.buffer += data

    def ask(self, command, parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def open(self, url):
        self.ask("WebDriver:Navigate", {"url": url})

    def run(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments), "sandbox": None})["value"]

    def picture(self, file):
        Path(file).write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})["value"]))

    def end(self):
        self.process.end()


class WebKit:
    """WebKit by its own WebDriver, on a screen that nobody sees."""

    name = "WebKit"
    # Debian's WebKit has no camera that a test could give it.
    camera = "none"

    # It says nowhere where it keeps a download.
    downloads = None

    def __init__(self, work, authority=None, downloads=None):
        """Goes past the warning of a certificate authority: Debian's WebKit trusts only what the whole system does."""
        self.processes = []
        Path(work).mkdir(parents=True, exist_ok=True)
        port = free_port()
        # Several of them run at once.
        display = f":{port}"
        self.processes.append(Process(["Xvfb", display, "-screen", "0", "800x900x24", "-nolisten", "tcp"], Path(work) / "xvfb.log").start())
        self.processes.append(
            Process(
                ["WebKitWebDriver", f"--port={port}"], Path(work) / "webkit.log", DISPLAY=display, HOME=str(work), GDK_BACKEND="x11",
                WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1", LIBGL_ALWAYS_SOFTWARE="1", XDG_RUNTIME_DIR=str(work)).start())
        connect(port).close()
        self.url = f"http://127.0.0.1:{port}/session"
        session = self.ask("POST", "", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": authority is not None}}})
        self.url += "/" + session["sessionId"]
        self.version = session["capabilities"]["browserVersion"]

    def ask(self, method, path, body=None):
        status, answer = call(method, self.url + path, body=body)
        if status != 200:
            raise RuntimeError(f"{path}: {answer['value']['error']}: {answer['value']['message']}")
        return answer["value"]

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def picture(self, file):
        Path(file).write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def end(self):
        for each in reversed(self.processes):
            each.end()


class Chromium:
    """Chromium, whose camera can show a film."""

    name = "Chromium"
    camera = "on"

    def __init__(self, work, authority=None, downloads=None, film=None, size="1280,900"):
        self.downloads = downloads
        home = Path(work) / "chromium"
        home.mkdir(parents=True)
        # Debian's Chromium reads the first, newer ones the second.
        for store in (".pki/nssdb", ".local/share/pki/nssdb") if authority else ():
            trust(home / store, authority)
        flags = [f"--use-file-for-fake-video-capture={film}"] if film else []
        self.page = devtools.Chromium(self.name, home, size, flags=flags)
        self.version = self.page.call("Browser.getVersion")["product"].split("/")[-1]
        if downloads:
            self.page.keep_downloads(downloads)
        self.open("about:blank")

    def open(self, url):
        (self.page.go if self.page.session else self.page.open)(url)

    def run(self, script, *arguments):
        return self.page.evaluate(f"(function () {{{script}}}).apply(null, {json.dumps(arguments)})")

    def picture(self, file):
        self.page.picture(file)

    def end(self):
        self.page.close()


BROWSERS = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}
