"""Makes the workbooks of this folder by programs that others wrote.

You need LibreOffice, and openpyxl, XlsxWriter from PyPI in an environment of your own:

    python3 -B make.py FOLDER

A file ends with the program that wrote it. LibreOffice also calculates formulas.
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

import openpyxl
import xlsxwriter

FOLDER = pathlib.Path(sys.argv[1])

# Each namespace of Transitional Open XML has another one in Strict (ISO/IEC 29500-1).
STRICT = {
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main":
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships":
        "http://purl.oclc.org/ooxml/officeDocument/relationships",
}


def convert(source, kind, target):
    """Converts a file with LibreOffice."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
             "--convert-to", kind, "--outdir", folder, str(source)],
            check=True, capture_output=True, timeout=300)
        made = pathlib.Path(folder) / f"{source.stem}.{kind}"
        target.write_bytes(made.read_bytes())


def by_openpyxl(name, fill):
    book = openpyxl.Workbook()
    fill(book)
    path = FOLDER / f"{name}-openpyxl.xlsx"
    book.save(path)
    return path


def rows(sheet, *lines):
    for line in lines:
        sheet.append(line)


def merged(book):
    sheet = book.active
    rows(sheet,
         ["Name", "Code", "Status", "Table"],
         ["Ann Lee", "A1", "Cancelled", 7],
         ["Ben Fox", "A2", None, None],
         ["Cid Ray", "A3", None, None],
         ["Dan Orr", "A4", "Paid", None],
         ["Eve Poe", "A5", "Paid", 8])
    sheet.merge_cells("C2:C4")
    sheet.merge_cells("D2:D5")


def formulas(book):
    sheet = book.active
    rows(sheet,
         ["Name", "Code", "Paid", "Void", "Seat"],
         ["Ann Lee", "A1", 20, '=IF(C2>0,"","Void")', '="Row "&C2'],
         ["Ben Fox", "A2", 0, '=IF(C3>0,"","Void")', '="Row "&C3'],
         ["Cid Ray", '="A"&3', 20, None, None],
         ["Dan Orr", "A4", 20, None, '="Row "&C5'],
         ["Eve Poe", "A5", 20, None, None])
    sheet["C1"] = "Euros"


def sheets(book):
    old = book.active
    old.title = "Last year"
    old.sheet_state = "hidden"
    rows(old, ["Name", "Code"], ["Old Guest", "OLD"])
    cover = book.create_sheet("Cover")
    rows(cover, ["Gala of the year"], ["Made by Zoe"], ["Guests", 2])
    rows(book.create_sheet("Guests"), ["Name", "Code"], ["Ann Lee", "A1"], ["Ben Fox", "A2"])
    rows(book.create_sheet("Crew & Press"), ["Name", "Code"], ["Cid Ray", "C1"])
    book.active = 1


def hidden(book):
    sheet = book.active
    rows(sheet,
         ["Name", "Code", "Status"],
         ["Ann Lee", "A1", "Paid"], ["Ben Fox", "A2", "Paid"], ["Cid Ray", "A3", "Paid"],
         ["Dan Orr", "A4", "Paid"])
    sheet.row_dimensions[3].hidden = True
    sheet.auto_filter.ref = "A1:C5"
    sheet.auto_filter.add_filter_column(0, ["Ann Lee", "Cid Ray"])
    sheet.row_dimensions[5].hidden = True


def plain(book):
    rows(book.active, ["Name", "Code"], ["Ann Lee", "A1"])


def formats(path):
    """Formats by XlsxWriter; its formulas have the value 0, and say that they are not calculated."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Guests")
    for column, title in enumerate(["Name", "Code", "Order", "Amount", "Persons"]):
        sheet.write(0, column, title)
    codes = [
        (12, "00000"),                   # 00012
        (12, '"T-"0000'),                # T-0012
        (1234567890, "000-000-0000"),    # 123-456-7890
        (12, r"\A\-000"),
        (12, "0_)"),                     # 12
        (1234567, "#,##0"),              # 1234567: separators depend on the country
        (-5, '"in "0;"out "0'),          # out 5
        (7, '[Blue][$K-409]00'),         # K07
        (123456789012345, "0"),          # all of its 15 digits
        (123456789012345, "General"),
        (1234567890123456, "0"),         # 16: refused
        (123456789012, "0.00E+00"),      # refused
        (0.5, "# ?/?"),                  # refused
        (12.345, "0"),                   # shows 12: refused
        (12, '[<100]"low "0;"high "0'),  # refused
    ]
    for number, (value, form) in enumerate(codes, 1):
        style = book.add_format({"num_format": form})
        sheet.write(number, 0, f"Guest {chr(64 + number)} Lee")
        sheet.write_number(number, 1, value, style)
        sheet.write_number(number, 3, 12.5, book.add_format({"num_format": "0.00 €"}))
        sheet.write_number(number, 4, 2, book.add_format({"num_format": '0" Pers."'}))
    last = len(codes) + 1
    sheet.write(last, 0, "Text Lee")
    sheet.write_string(last, 1, "77", book.add_format({"num_format": '"No. "@'}))
    sheet.write(last + 1, 0, "Formula Lee")
    sheet.write_formula(last + 1, 1, '="F"&1')
    book.close()


def strict(source, target):
    with zipfile.ZipFile(source) as parts, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        for part in parts.infolist():
            content = parts.read(part).decode()
            for transitional, own in STRICT.items():
                content = content.replace(transitional, own)
            out.writestr(part.filename, content)


for name, fill in [("merged", merged), ("formulas", formulas), ("sheets", sheets),
                   ("hidden", hidden), ("plain", plain)]:
    made = by_openpyxl(name, fill)
    if name != "plain":
        convert(made, "xlsx", FOLDER / f"{name}-libreoffice.xlsx")
formats(FOLDER / "formats-xlsxwriter.xlsx")
convert(FOLDER / "formats-xlsxwriter.xlsx", "xlsx", FOLDER / "formats-libreoffice.xlsx")
convert(FOLDER / "plain-openpyxl.xlsx", "ods", FOLDER / "plain-libreoffice.ods")
convert(FOLDER / "plain-openpyxl.xlsx", "xls", FOLDER / "plain-libreoffice.xls")
convert(FOLDER / "plain-openpyxl.xlsx", "html", FOLDER / "plain-libreoffice.html")
strict(FOLDER / "plain-openpyxl.xlsx", FOLDER / "plain-strict.xlsx")
