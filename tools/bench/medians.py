"""Prints the medians of the reports that tools/bench/pairs has in a folder.

medians.py FOLDER reads other-1.txt, this-1.txt and so on. It prints all figures, because a median
alone does not show how far they are apart.
"""

import pathlib
import re
import statistics
import sys

FIGURE = re.compile(r"-?[\d,]+(?:\.\d+)?$")


def report(path):
    """Returns the columns of a report, and its figures by row."""
    columns, rows = [], {}
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = re.split(r" {2,}", line.strip())
        if line.startswith(" ") and not columns:
            columns = cells
        elif columns and len(cells) == len(columns) + 1:
            if all(FIGURE.match(cell) for cell in cells[1:]):
                rows[cells[0]] = [float(cell.replace(",", "")) for cell in cells[1:]]
    return columns, rows


def main():
    folder = pathlib.Path(sys.argv[1])
    figures = {}
    for side in ("other", "this"):
        for path in sorted(folder.glob(side + "-*.txt")):
            columns, rows = report(path)
            if not rows:
                sys.exit(f"medians: {path} has no figures")
            for row, values in rows.items():
                for column, value in zip(columns, values):
                    figures.setdefault((row, column), {}).setdefault(side, []).append(value)
    for (row, column), sides in figures.items():
        medians = {side: statistics.median(values) for side, values in sides.items()}
        ratio = ""
        if medians.get("other") and "this" in medians:
            ratio = f"  x{medians['this'] / medians['other']:.2f}"
        told = ", ".join(
            f"{side} {medians[side]:g} ({' '.join(f'{value:g}' for value in values)})"
            for side, values in sides.items()
        )
        print(f"{row}, {column}: {told}{ratio}")


main()
