"""Compares the mutants that no test killed with the list of those that are explained.

usage: survivors.py MUTATIONS EXPLAINED CLASSES

MUTATIONS is PIT's CSV of these classes, patterns with commas between them, which are compared with
the lines of EXPLAINED about them. Each has five columns with tabs between them: class without io.doorlist,
method, mutator, how many such mutants pass, and why. Line numbers would change too often. On a busy
machine such a mutant may run out of time or memory instead, which says nothing about the list.
"""

import collections
import csv
import fnmatch
import sys


def survivors(path):
    """Returns the mutants that passed, with their lines; how many were undecided; how many there are in all."""
    passed = collections.defaultdict(list)
    undecided = collections.Counter()
    total = 0
    with open(path, newline="") as file:
        for row in csv.reader(file):
            class_name, mutator, method, line, status = row[1:6]
            total += 1
            kind = class_name.removeprefix("io.doorlist."), method, mutator.rpartition(".")[2]
            if status in ("SURVIVED", "NO_COVERAGE"):
                passed[kind].append(int(line))
            elif status in ("TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR"):
                undecided[kind] += 1
    return passed, undecided, total


def explained(path, classes):
    """Returns how many mutants of a kind are explained, of classes that fit a pattern."""
    counts = {}
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#") or not line.strip():
                continue
            columns = line.rstrip("\n").split("\t")
            if len(columns) != 5 or not columns[4].strip():
                sys.exit(f"{path}:{number}: class, method, mutator, how many, why")
            if any(fnmatch.fnmatchcase("io.doorlist." + columns[0], each) for each in classes):
                counts[tuple(columns[:3])] = int(columns[3])
    return counts


def main():
    passed, undecided, total = survivors(sys.argv[1])
    known = explained(sys.argv[2], sys.argv[3].split(","))
    wrong = 0
    for kind, lines in sorted(passed.items()):
        if len(lines) > known.get(kind, 0):
            wrong += 1
            print(f"{' '.join(kind)}: {len(lines)} pass, {known.get(kind, 0)} explained, lines {sorted(lines)}")
    for kind, count in known.items():
        if len(passed.get(kind, [])) + undecided[kind] < count:
            wrong += 1
            print(f"{' '.join(kind)}: {len(passed.get(kind, []))} pass, {count} explained: correct the list")
    count = sum(len(lines) for lines in passed.values())
    print(f"{total} mutants, {total - count} killed, {count} pass")
    sys.exit(1 if wrong else 0)


main()
