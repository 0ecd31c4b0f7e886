"""Browsers that are driven as their makers mean it: WebKit by WebDriver, Firefox by Marionette. No packages are needed."""

import json
import os
import shutil
import socket
from pathlib import Path

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

    def __init__(self, work, authority=None):
        port = free_port()
        profile = Path(work) / "firefox"
        if authority:
            trust(profile, authority)
        else:
            profile.mkdir()
        preferences = {**self.PREFERENCES, "marionette.port": port}
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

    def end(self):
        self.process.end()


class WebKit:
    """WebKit by its own WebDriver, on a screen that nobody sees."""

    name = "WebKit"
    # Debian's WebKit has no camera that a test could give it.
    camera = "none"

    def __init__(self, work, authority=None):
        """Goes past the warning of a certificate authority: Debian's WebKit trusts only what the whole system does."""
        self.processes = []
        display = f":{90 + os.getpid() % 900}"
        self.processes.append(Process(["Xvfb", display, "-screen", "0", "800x900x24", "-nolisten", "tcp"], Path(work) / "xvfb.log").start())
        port = free_port()
        self.processes.append(
            Process(
                ["WebKitWebDriver", f"--port={port}"], Path(work) / "webkit.log", DISPLAY=display, HOME=str(work), GDK_BACKEND="x11",
                WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1", LIBGL_ALWAYS_SOFTWARE="1", XDG_RUNTIME_DIR=str(work)).start())
        connect(port).close()
        self.url = f"http://127.0.0.1:{port}/session"
        session = self.ask("POST", "", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": authority is not None}}})
        self.url += "/" + session["sessionId"]
        self.version = session["capabilities"]["browserVersion"]

    def ask(self, method, path, body):
        status, answer = call(method, self.url + path, body=body)
        if status != 200:
            raise RuntimeError(f"{path}: {answer['value']['error']}: {answer['value']['message']}")
        return answer["value"]

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def end(self):
        for each in reversed(self.processes):
            each.end()


BROWSERS = {"firefox": Firefox, "webkit": WebKit}
