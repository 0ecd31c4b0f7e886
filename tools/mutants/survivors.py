"""Compares the mutants that no test killed with the list of explained ones.

usage: survivors.py MUTATIONS EXPLAINED CLASSES

MUTATIONS is PIT's CSV. CLASSES are patterns of classes, with commas between them. A line of EXPLAINED has five columns with tabs
between them: the class without io.doorlist, the method, the mutator, how many such mutants pass, and why. On a busy machine, a
mutant may run out of time or memory. That says nothing about the list.
"""

import collections
import csv
import fnmatch
import sys


def survivors(path):
    """Returns the mutants that passed with their lines, the number of undecided ones, and the number of all."""
    passed, undecided, total = collections.defaultdict(list), collections.Counter(), 0
    with open(path, newline="") as file:
        for _, class_name, mutator, method, line, status, *_ in csv.reader(file):
            total += 1
            kind = class_name.removeprefix("io.doorlist."), method, mutator.rpartition(".")[2]
            if status in ("SURVIVED", "NO_COVERAGE"):
                passed[kind].append(int(line))
            elif status in ("TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR"):
                undecided[kind] += 1
    return passed, undecided, total


def explained(path, classes):
    """Returns how many mutants of each kind are explained, for classes that match a pattern."""
    with open(path) as file:
        rows = [line.split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {(name, method, mutator): int(count) for name, method, mutator, count, _ in rows
            if any(fnmatch.fnmatchcase("io.doorlist." + name, each) for each in classes)}


def main():
    passed, undecided, total = survivors(sys.argv[1])
    known = explained(sys.argv[2], sys.argv[3].split(","))
    wrong = 0
    for kind in sorted(passed.keys() | known.keys()):
        lines, count = sorted(passed.get(kind, [])), known.get(kind, 0)
        if len(lines) > count or len(lines) + undecided[kind] < count:
            wrong += 1
            print(f"{' '.join(kind)}: {len(lines)} pass, {count} explained, lines {lines}")
    count = sum(map(len, passed.values()))
    print(f"{total} mutants, {total - count} killed, {count} pass")
    sys.exit(1 if wrong else 0)


main()
