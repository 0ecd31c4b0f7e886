"""Drives browsers by their makers' own protocols: WebKit by WebDriver, Firefox by Marionette, Chromium by DevTools. It needs no packages.

Each browser gets an authority to trust, and a folder for downloads.
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
    """Firefox, driven by Marionette: messages are a length and JSON, over a socket."""

    name = "Firefox"
    camera = "on"
    # The camera shows a pattern, and Firefox does not ask whether the page may use it.
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
    """WebKit, driven by its own WebDriver, on an invisible screen."""

    name = "WebKit"
    # A test cannot give Debian's WebKit a camera.
    camera = "none"

    # It does not say where it keeps a download.
    downloads = None

    def __init__(self, work, authority=None, downloads=None):
        """Passes the warning about a certificate. Debian's WebKit trusts only the authorities of the whole system."""
        self.processes = []
        Path(work).mkdir(parents=True, exist_ok=True)
        port = free_port()
        # Several browsers run at the same time.
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
    """Chromium. Its camera can show a film."""

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
