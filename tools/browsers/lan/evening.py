"""The evening that `run` prepares. The phones and the host are in network namespaces, with a Wi-Fi without internet between them."""

import hashlib
import json
import pathlib
import re
import signal
import ssl
import subprocess
import sys
import time

from browser import Browser
from trial import DoorlistUp, expect, trust, wait_for

ADDRESS = "192.168.77.1"

doorlist, work, door, *phone_spaces = sys.argv[1:]
work = pathlib.Path(work)


def inside(namespace, *command):
    return subprocess.run(
        ["ip", "netns", "exec", namespace, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


class Host(DoorlistUp):
    """`doorlist up --lan` in the door's namespace."""

    def __init__(self):
        command = ["ip", "netns", "exec", door, doorlist, "up", "--lan", "--demo", "--data", str(work / "data")]
        # The last line is a link for the last role.
        super().__init__(command, work, r"^scanner https://\S+$")

    def ask(self, method, path):
        """Calls the API on the loopback interface of the door, with the token that `up` printed."""
        answer = inside(
            door, "curl", "-sS", "--retry", "5", "-w", r"\n%{http_code}", "-X", method, "-H",
            f"Authorization: Bearer {self.said['token']}", self.said["ready"] + path)
        expect(f"status of curl ({answer.stderr})", 0, answer.returncode)
        body, status = answer.stdout.rsplit("\n", 1)
        return int(status), json.loads(body)

    def pair(self, name):
        """Prints a code for one more phone, and returns its link."""
        answer = inside(
            door, doorlist, "pair", "--account", "demo", "--event", "summer-festival",
            "--list", "1", "--role", "scanner", "--name", name)
        expect(f"status of pair ({answer.stderr})", 0, answer.returncode)
        return re.search(r"^scanner (https://\S+)$", answer.stdout, re.M).group(1)


def air(phone, up):
    """Turns a phone's airplane mode on or off."""
    state = "up" if up else "down"
    subprocess.run(["ip", "-n", phone.namespace, "link", "set", "air", state], check=True)


def strangers(host):
    """Checks what the Wi-Fi sees of the host, from the namespace of a phone."""
    space = phone_spaces[1]
    listening = inside(door, "ss", "-Hltn").stdout
    ports = sorted({int(line.split()[3].rsplit(":", 1)[1]) for line in listening.splitlines()})
    open_ports = [port for port in ports if inside(space, "bash", "-c", f"exec 3<>/dev/tcp/{ADDRESS}/{port}").returncode == 0]
    expect("ports that the Wi-Fi reaches", [3000, 3080], open_ports)
    lan = host.said["lan"]
    pages = [lan + "/-/scan", lan + "/-/board", lan + "/-/tickets", lan + "/-/docs", host.said["trust"]]
    for page in pages:
        body = inside(space, "curl", "-skL", page).stdout
        if "dl_live_" in body or not body:
            raise AssertionError(f"{page} shows a token, or nothing")
    print(f"strangers: ports {open_ports} of {len(listening.splitlines())} listeners; no token")


def without_authority(host):
    """Checks what a browser does if it does not trust the authority."""
    phone = Browser(phone_spaces[1], work / "untrusting")
    try:
        expect("opening the trust page", None, phone.open(host.said["trust"]))
        phone.wait_for("body:not(.trusted) #steps")
        expect("what the browser says", "net::ERR_CERT_AUTHORITY_INVALID", phone.open(host.pair("Nobody")))
        phone.wait_for("#details-button")
        phone.run("document.getElementById('proceed-link').click()")
        phone.wait_for(".status:not(:has(.none))")
        kept = phone.run("navigator.serviceWorker.getRegistration().then((found) => Boolean(found))")
        expect("a service worker without the authority", False, kept)
    finally:
        phone.close()
    print("without the authority: the trust page shows its steps, the browser warns of the scanner, and keeps no page")


def main():
    began = time.monotonic()
    host = Host()
    print(f"host: ready in {host.seconds:.1f} s at {host.said['lan']}")
    expect("its address", f"https://{ADDRESS}:3000", host.said["lan"])

    certificate = work / "doorlist.crt"
    got = inside(phone_spaces[0], "curl", "-fsS", "-o", str(certificate), host.said["trust"].rstrip("/") + "/doorlist.crt")
    expect(f"status of curl ({got.stderr})", 0, got.returncode)
    der = certificate.read_bytes()
    if der.startswith(b"-----"):
        der = ssl.PEM_cert_to_DER_cert(der.decode())
    expect("the fingerprint in the terminal", hashlib.sha256(der).hexdigest(),
           re.sub("[^0-9a-f]", "", host.said["fingerprint"].lower()))

    before = host.count()
    there = set(host.checked_in())
    take = iter(each for each in host.outside() if each["ticket_type"] in ("Day", "Weekend"))
    let_in = []

    def some(number):
        taken = [next(take) for _ in range(number)]
        let_in.extend(each["id"] for each in taken)
        return [each["qr_code_identifier"] for each in taken]

    phones = []
    try:
        for number, space in enumerate(phone_spaces, 1):
            home = work / f"phone{number}"
            # Debian's Chromium reads the first, newer ones the second.
            for store in (".pki/nssdb", ".local/share/pki/nssdb"):
                trust(home / store, certificate)
            phone = Browser(space, home)
            phones.append(phone)
            expect("opening the trust page", None, phone.open(host.said["trust"]))
            phone.wait_for(".trusted #done")
            expect("opening the link", None, phone.open(host.pair(f"Gate {number}")))
            phone.wait_for(".status:not(:has(.none))")
            camera = phone.run("navigator.mediaDevices.getUserMedia({video: true}).then(() => 'opens', String)")
            expect("the camera", "opens", camera)
        one, two = phones
        print(f"phones: both are paired, with cameras and copies, {time.monotonic() - began:.1f} s after `doorlist up --lan` began")

        for phone in phones:
            last = some(5)
            expect("scans with network", ["in"] * 5, phone.scan(last))
            phone.run("navigator.serviceWorker.ready.then(() => true)")
            wrong = phone.call("Page.getInstallabilityErrors", phone.session)["installabilityErrors"]
            expect("what keeps the page from being installed", [], wrong)
        two.wait_for(".status:not(:has(.queue))")
        page = one.run("location.origin + location.pathname")
        expect("a ticket of the other phone", ["already"], one.scan(last[-1:]))

        # The first phone has no network. Its page is closed and opened again.
        air(one, False)
        one.wait_for(".status.offline")
        expect("scans in airplane mode", ["in"] * 20, one.scan(some(20)))
        both = some(1)
        expect("the same ticket at one phone", ["in"], one.scan(both))
        expect("opening the page without network", None, one.open(page))
        one.wait_for(".status .queue", "21 to send")
        expect("scans in the page opened again", ["in"] * 5, one.scan(some(5)))
        expect("the same ticket at the other phone", ["in"], two.scan(both))

        # The host is killed while the second phone scans, and comes back after more scans.
        scans = two.start_scan(some(40))
        at_kill = host.count()
        wait_for("five more check-ins", lambda: host.count() >= at_kill + 5)
        host.end()
        expect("scans while the host was killed", ["in"] * 40, two.finish(scans))
        expect("scans while it was down", ["in"] * 10, two.scan(some(10)))
        queued = [int(phone.run("document.querySelector('.status .queue').innerText").split()[0]) for phone in phones]
        down = time.monotonic()
        host.start()
        print(f"host: killed by SIGKILL in the middle, ready again in {host.seconds:.1f} s;"
              f" the phones had {queued} scans to send")
        air(one, True)
        for phone in (two, one):
            phone.wait_for(".status:not(:has(.queue))", seconds=120)
        print(f"phones: all sent {time.monotonic() - down - host.seconds:.1f} s after that")
        one.wait_for(".notice", "already in")

        # The laptop's lid is closed: connections open, but nobody answers.
        host.process.send_signal(signal.SIGSTOP)
        asleep = time.monotonic()
        expect("scans while the lid is closed", ["in"] * 5, two.scan(some(5)))
        slept = time.monotonic() - asleep
        two.wait_for(".status .queue", "to send")
        host.process.send_signal(signal.SIGCONT)
        two.wait_for(".status:not(:has(.queue))", seconds=120)
        print(f"phones: 5 scans while the lid was closed took {slept:.1f} s; all sent after it opened")

        expect("the count", before + len(let_in), host.count())
        new = [ticket for ticket in host.checked_in() if ticket not in there]
        expect("who is in, once each", sorted(let_in), sorted(new))
        expect("scans after all that", ["in"] * 5, one.scan(some(5)))
        one.wait_for(".status:not(:has(.queue))")
        expect("the count at the end", before + len(let_in), host.count())
        print(f"counts: {len(let_in)} tickets let in, {len(let_in)} check-ins, each once;"
              " the ticket that both phones let in is named")
    finally:
        for phone in phones:
            phone.close()
    strangers(host)
    without_authority(host)
    host.end(signal.SIGTERM)
    print(f"the whole evening took {time.monotonic() - began:.0f} s")


main()
