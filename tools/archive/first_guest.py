"""The steps of first-guest, for a user with an archive, a list from Excel and a phone, but no
terminal."""

import base64
import csv
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from drivers import BROWSERS
from trial import Process, expect, wait_for

GUESTS = 200
LIST = "200 guests.xlsx"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FRAME = (1280, 720)

# Presses the first element with exactly this text.
PRESS = """
    const [selector, text] = arguments;
    const found = [...document.querySelectorAll(selector)].find((each) => each.textContent.trim() === text);
    found?.click();
    return Boolean(found);
"""


def spreadsheet():
    """Returns a list as Excel saves it. The title of its column of ticket types is unknown, and no guest has a code yet."""
    rows = [["Name", "E-Mail", "Farbe"]]
    for number in range(1, GUESTS + 1):
        rows.append([f"Guest Number{number:03}", f"guest{number}@example.org", "Gold" if number % 4 == 0 else "Silver"])
    cells = "".join(
        f'<row r="{number}">' + "".join(
            f'<c r="{column}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>' for column, cell in zip("ABC", row)) + "</row>"
        for number, row in enumerate(rows, 1))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    def relation(what, to):
        return (f'<Relationships xmlns="{package}/relationships">'
                f'<Relationship Id="rId1" Type="{office}/{what}" Target="{to}"/></Relationships>')

    parts = {
        "[Content_Types].xml":
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml":
            f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="Guests" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>'}
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
            for name, text in parts.items():
                book.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' + text)
        file.seek(0)
        return file.read()


class Laptop:
    """Doorlist as a double click starts it, with a fake browser that says what it was given."""

    def __init__(self, archive, work):
        with tarfile.open(archive) as all_files:
            all_files.extractall(work, filter="data")
        (folder,) = work.glob("doorlist-*")
        home = work / "home"
        (home / "bin").mkdir(parents=True)
        self.opened = home / "opened"
        opener = home / "bin" / "xdg-open"
        opener.write_text(f'#!/bin/sh\nprintf %s "$1" >"{self.opened}"\n')
        opener.chmod(0o755)
        # Without a Wi-Fi, phones find it at another loopback address.
        self.process = Process(
            [str(folder / "doorlist"), "--host", "127.0.0.2"], work / "window", HOME=str(home), XDG_DATA_HOME=str(home / "data"),
            XDG_CACHE_HOME=str(home / "cache"), DISPLAY="", WAYLAND_DISPLAY="", PATH=f"{home}/bin:/usr/bin:/bin").start()
        wait_for(
            "the organiser's page", lambda: self.opened.exists() and "\noffice " in "\n" + self.window() or self.check(),
            detail=self.window)
        self.data = home / "data" / "doorlist"
        self.authority = self.data / "authority" / "authority.crt"

    def window(self):
        return self.process.out.read_text()

    def check(self):
        if self.process.process.poll() is not None:
            raise AssertionError("Doorlist ended: " + self.window())
        return False

    def page(self):
        return Path(self.opened.read_text()).as_uri()

    def end(self):
        """Ends it as closing its window does, and returns the text of the window."""
        self.process.end(signal.SIGHUP)
        return self.window()


class Page:
    """A page, used by the texts that a person reads on it."""

    def __init__(self, browser):
        self.browser = browser

    def has(self, selector, text=""):
        try:
            return self.browser.run(
                "return [...document.querySelectorAll(arguments[0])].some((each) => each.textContent.includes(arguments[1]))", selector, text)
        except RuntimeError:
            # The page is being replaced by another.
            return False

    def text(self):
        return "; the page says: " + str(self.browser.run("return document.body.innerText"))

    def await_(self, selector, text="", seconds=60):
        wait_for(f"{selector} with '{text}'", lambda: self.has(selector, text), seconds, self.text)

    def press(self, text, selector="button"):
        wait_for(f"'{text}'", lambda: self.browser.run(PRESS, selector, text))

    def fill(self, name, value):
        self.browser.run(
            "const [name, value] = arguments; const field = document.querySelector(`[name=${name}]`);"
            "field.value = value; field.dispatchEvent(new Event('change', {bubbles: true}));", name, value)

    def drop(self, name, data, kind):
        """Drops a file on the page's field for files."""
        self.browser.run(
            "const [name, text, type] = arguments; const dataTransfer = new DataTransfer();"
            "dataTransfer.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name, {type}));"
            "document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}));",
            name, base64.b64encode(data).decode(), kind)

    def choose(self, title, kind):
        """Sets what a column has, in the column's menu."""
        self.browser.run(
            "const [title, kind] = arguments;"
            "const menu = [...document.querySelectorAll('th')].find((each) => each.textContent.includes(title)).querySelector('select');"
            "menu.value = kind; menu.dispatchEvent(new Event('change', {bubbles: true}));", title, kind)

    def download(self, button, path, ending):
        """Returns the file that a button downloads."""
        folder = self.browser.downloads
        if folder is None:
            # This browser keeps no downloads, so this follows the page's link itself.
            return self.linked(path)
        self.press(button)

        def kept():
            return [each for each in folder.glob("*" + ending) if each.stat().st_size and not list(folder.glob("*.part"))]

        (file,) = wait_for(f"a download of '{button}'", kept)
        data = file.read_bytes()
        file.unlink()
        return data

    def linked(self, path):
        self.browser.run(
            "window.link = undefined; fetch('/-/office/links?to=' + encodeURIComponent(arguments[0]), {method: 'POST',"
            "headers: {Authorization: 'Bearer ' + sessionStorage.getItem('doorlist-office')}})"
            ".then((answer) => answer.text()).then((text) => { window.link = location.origin + text; });", path)
        link = wait_for("a link", lambda: self.browser.run("return window.link ?? ''"))
        with urllib.request.urlopen(link, timeout=60) as answer:
            return answer.read()


def picture_of(pdf, work):
    """Returns the first page of a PDF as it is printed: width, height and grey pixels."""
    (work / "tickets.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-gray", "-r", "110", "-f", "1", "-l", "1", str(work / "tickets.pdf")]
    grey = subprocess.run(command, check=True, capture_output=True, timeout=60).stdout
    magic, width, height = grey.split(maxsplit=3)[:3]
    expect("the kind of picture", b"P5", magic)
    width, height = int(width), int(height)
    return width, height, grey[-width * height:]


def film_of(picture, work):
    """Makes a film of a ticket in front of a camera. Chromium plays it as its camera."""
    width, height, pixels = picture
    wide, high = FRAME
    file = work / "ticket.y4m"
    with file.open("wb") as film:
        film.write(f"YUV4MPEG2 W{wide} H{high} F10:1 Ip A1:1 C420jpeg\n".encode())
        for shift in (0, 3, 6, 3):
            left, top = (wide - width) // 2 + shift, (high - height) // 2
            grey = bytearray(b"\x50" * (wide * high))
            for row in range(height):
                at = (top + row) * wide + left
                grey[at:at + width] = pixels[row * width:(row + 1) * width]
            film.write(b"FRAME\n" + grey + b"\x80" * (wide * high // 2))
    return file


# A camera that shows a ticket, for browsers that cannot play a film.
CAMERA = """
    const [width, height, text] = arguments;
    const grey = atob(text);
    const pixels = new Uint32Array(grey.length);
    for (let i = 0; i < grey.length; i++) {
      pixels[i] = 0xff000000 | (grey.charCodeAt(i) * 0x010101);
    }
    const canvas = document.createElement('canvas');
    Object.assign(canvas, {width, height});
    const pen = canvas.getContext('2d');
    const image = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
    setInterval(() => pen.putImageData(image, 0, 0), 50);
    const devices = {getUserMedia: async () => canvas.captureStream(), enumerateDevices: async () => []};
    Object.defineProperty(navigator, 'mediaDevices', {value: devices, configurable: true});
"""


# Notes who is let in. A verdict disappears by itself, and a busy machine may look too late.
WATCH = """
    const look = () => {
      const name = document.querySelector('.verdict[data-kind=in] .name')?.textContent.trim();
      window.letIn ??= name;
    };
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
    look();
"""


def first_guest(kind, archive, work, say, keep):
    laptop = own = phone = None
    try:
        laptop = Laptop(archive, work)
        say("the archive is unpacked and started by its double click; a browser is opened")
        downloads = work / "downloads"
        downloads.mkdir()
        own = BROWSERS[kind](work / "laptop", downloads=downloads)
        page = Page(own)
        own.open(laptop.page())
        page.await_("h1", "Office")
        expect("what is left of the code in the address", "", own.run("return location.hash"))
        say("the organiser's page is there")

        page.press("New event")
        page.await_("form", "Name")
        for name, value in (("title", "Gala"), ("date", "2026-12-05"), ("place", "Town hall")):
            page.fill(name, value)
        keep(own, "1-event")
        page.press("Save")
        page.await_(".said", "Saved.")
        page.press("Guests", "nav button")
        page.await_(".drop")
        page.drop(LIST, spreadsheet(), XLSX)
        page.await_("#preview", LIST)
        page.await_("section", f"This list makes {GUESTS} tickets.")
        page.choose("Farbe", "type")
        page.await_("section p", f"Gold: {GUESTS // 4}")
        keep(own, "2-preview")
        say("an event, a list that was dropped, and one column that was corrected")
        page.press("Import")
        page.await_("li", f"Imported: {GUESTS} new")
        keep(own, "3-imported")
        page.press("Paper", "nav button")
        tickets = page.download("Tickets as PDF", "events/gala/tickets", ".pdf")
        keep(own, "4-paper")
        say("imported, and tickets made")

        ticket = picture_of(tickets, work)
        film = {"film": film_of(ticket, work), "size": "420,860"} if kind == "chromium" else {}
        phone = BROWSERS[kind](work / "phone", laptop.authority, **film)
        held = Page(phone)
        trust = own_trust(page)
        phone.open(trust)
        held.await_("#done, #steps")
        page.fill("name", "Gate 1, phone 3")
        page.press("Show the code")
        link = wait_for("a pairing code", lambda: own.run("return document.querySelector('img.pairing')?.dataset.link ?? ''"))
        keep(own, "5-pairing")
        phone.open(link)
        phone.run(WATCH)
        held.await_("#code, .camera")
        if kind != "chromium":
            width, height, pixels = ticket
            phone.run(CAMERA, width, height, base64.b64encode(pixels).decode())
        wait_for("the camera", lambda: phone.run(
            "const button = [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Start camera'));"
            "button?.click(); return Boolean(document.querySelector('.camera.on, .verdict'))"))
        name = wait_for("a guest who is let in", lambda: phone.run("return window.letIn ?? ''"), detail=held.text)
        keep(phone, "6-first-guest")
        say(f"a phone is paired, and lets in the first guest, {name}, by the code of the PDF")

        page.press("The evening", "nav button")
        page.await_("li", f"1 of {GUESTS} came")
        keep(own, "7-evening")
        # A browser under test opens no new tab for a press that no finger made.
        own.run("window.open = () => ({location: {replace: (to) => { window.board = to; }}, close: () => {}});")
        page.press("Open the board")
        board = wait_for("a board", lambda: own.run("return window.board ?? ''"))
        own.open(board)
        page.await_("body", "1 person came")
        keep(own, "8-board")
        own.open(board.split("/-/")[0] + "/-/office")
        page.await_("h1", "Office")
        page.press("Afterwards", "nav button")
        report = page.download("Who came, as a spreadsheet", "events/gala/report?format=csv", ".csv")
        keep(own, "9-report")
        rows = list(csv.reader(report.decode("utf-8-sig").splitlines()))
        expect("rows of the report", 2, len(rows))
        if name not in rows[1]:
            raise AssertionError(f"{name} is not in the report: {rows}")
        say("the board says 1, and the report says who")
    finally:
        for each in (phone, own):
            if each:
                each.end()
        window = laptop.end() if laptop else ""
    if "Exception" in window:
        raise AssertionError(window)


def own_trust(page):
    """Returns the address of the page that each phone opens once. The laptop shows it."""
    page.press("Phones", "nav button")
    return wait_for("the trust page", lambda: page.browser.run("return document.querySelector('img.code')?.alt ?? ''"))


def main(archive, pictures, *kinds):
    failed = False
    for kind in kinds:
        began = time.monotonic()

        def say(what):
            print(f"{kind}: {time.monotonic() - began:.1f} s: {what}", flush=True)

        def keep(browser, name):
            if pictures:
                os.makedirs(pictures, exist_ok=True)
                browser.picture(Path(pictures) / f"{name}.png")

        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
            try:
                first_guest(kind, archive, Path(work), say, keep)
            except (AssertionError, RuntimeError, OSError, EOFError) as fault:
                failed = True
                say(f"FAILED: {fault}")
    sys.exit(1 if failed else 0)


main(*sys.argv[1:])
