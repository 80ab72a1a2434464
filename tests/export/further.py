#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau export of further costs, as CSV and as SQLite, of calls whose memory is known; and nothing of it where one cost was counted.

usage: further.py LANDAU yes|no        yes: landau was built with SQLite
"""
import collections
import csv
import gzip
import io
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

WITH_SQLITE = sys.argv.pop() == "yes"
LANDAU = os.path.abspath(sys.argv.pop())


def landau(*arguments):
    return subprocess.run([LANDAU, *arguments], capture_output=True, check=True, encoding="utf-8").stdout


SIZES = (5, 10, 20, 40, 80, 160, 320, 640)
# Of fill by its n, and of the thread as a whole: it keeps n bytes, and has had n^2 at a time.
SPACE = {"live": (lambda n: n, 0), "peak": (lambda n: n * n, 640 * 640 + sum(SIZES[:-1]))}


def record_space(further=True):
    """A profile of fill, which has a call for each size that allocates and one that does not; its text."""
    trace = []
    for block, n in enumerate(SIZES):
        call = ["call 1 fill", f"read 1 0x1000 {4 * n}", f"cost 1 {n}"]
        spent = [f"alloc 1 {0x10000 + block} {n * n - n}", f"alloc 1 {0x20000 + block} {n}", f"free 1 {0x10000 + block}"]
        trace += call + (spent if further else []) + ["return 1"] + call + ["return 1"]
    trace += ["call 2 other", "read 2 0x1000 12"] + (["alloc 2 0x30000 9"] if further else []) + ["return 2"]
    pathlib.Path("trace").write_text("\n".join(trace), encoding="utf-8")
    landau("replay", "-o", "landau.data", "trace")
    return pathlib.Path("landau.data").read_bytes()


class InDirectory(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)


@unittest.skipUnless(WITH_SQLITE, "built without SQLite")
class Sqlite(InDirectory):
    @staticmethod
    def rows(database, query):
        return database.execute(query).fetchall()

    def test_further_costs(self):
        record_space()
        landau("export", "--format=sqlite", "-o", "out.db")
        database = sqlite3.connect("out.db")
        self.addCleanup(database.close)
        self.assertEqual(self.rows(database, "PRAGMA foreign_key_check"), [])
        self.assertEqual(self.rows(database, "SELECT * FROM costs ORDER BY id"), [(0, "bb"), (1, "alloc"), (2, "allocs"), (3, "live"), (4, "peak")])
        for cost, (square, _) in SPACE.items():
            self.assertEqual(
                self.rows(database, "SELECT thread, n, p.calls, min, max, sum FROM further_points p JOIN routines r ON r.id = routine "
                                    f"WHERE name = 'fill' AND p.cost = '{cost}' ORDER BY n"),
                [(1, n, 2, 0, square(n), square(n)) for n in SIZES])
        self.assertEqual(self.rows(database, "SELECT thread, n, p.calls, min, max, sum FROM further_points p JOIN routines r "
                                             "ON r.id = routine WHERE name = 'other' AND p.cost = 'peak'"), [(2, 3, 1, 9, 9, 9)])
        self.assertEqual(self.rows(database, "SELECT DISTINCT name FROM v_further WHERE max > 0 ORDER BY name"),
                         [("fill",), ("other",)])
        self.assertEqual(self.rows(database, "SELECT cost, class, max, sizes, largest FROM v_further WHERE name = 'fill' "
                                             "AND cost IN ('live', 'peak')"),
                         [("live", "n", 640, 8, 640), ("peak", "n^2", 640 * 640, 8, 640)])
        self.assertEqual(self.rows(database, "SELECT name, thread, f.cost, total FROM further_totals f LEFT JOIN routines r "
                                             "ON r.id = routine WHERE f.cost = 'peak' ORDER BY total, name DESC"),
                         [("other", 2, "peak", 9), (None, 2, "peak", 9), ("fill", 1, "peak", 640 * 640),
                          (None, 1, "peak", SPACE["peak"][1])])


class Csv(InDirectory):
    def test_further_costs(self):
        record_space()
        rows = list(csv.DictReader(io.StringIO(landau("export", "--format=csv"))))
        of_metric = collections.Counter(row["metric"] for row in rows)
        self.assertEqual(of_metric["trms_live"], of_metric["trms"])
        self.assertEqual(of_metric["trms_peak"], of_metric["trms"])
        for cost, (square, _) in SPACE.items():
            own = [row for row in rows if row["routine"] == "fill" and row["metric"] == f"trms_{cost}"]
            self.assertEqual([[int(row[key]) for key in ("thread", "n", "calls", "min", "max", "sum")] for row in own],
                             [[1, n, 2, 0, square(n), square(n)] for n in SIZES])
            self.assertEqual({row["sum_of_squares"] + row["rms_sum"] for row in own}, {""})


def protobuf(data):
    """Fields of a message: number, value."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
        else:
            length = number()
            yield key >> 3, data[at:at + length]
            at += length


class Others(InDirectory):
    """Formats that have several costs of a routine; those that are no sum stay out of those that add up."""

    def test_callgrind(self):
        record_space()
        lines = landau("export", "--format=callgrind").splitlines()
        amount = sum(n * n for n in SIZES)
        total = 2 * sum(SIZES)
        self.assertIn("events: bb alloc allocs", lines)
        self.assertIn("event: alloc : bytes", lines)
        self.assertEqual([line for line in lines if line.startswith(("summary", "totals"))],
                         [f"summary: {total} {amount + 9} {2 * len(SIZES) + 1}", f"totals: {total} {amount + 9} {2 * len(SIZES) + 1}"])
        self.assertIn(f"0 {total} {amount} {2 * len(SIZES)}", lines)
        self.assertIn("0 0 9 1", lines)

    def test_pprof(self):
        record_space()
        landau("export", "--format=pprof", "-o", "out.pb.gz")
        message = list(protobuf(gzip.decompress(pathlib.Path("out.pb.gz").read_bytes())))
        strings = [value.decode() for field, value in message if field == 6]
        types = [[strings[value] for _, value in protobuf(part)] for field, part in message if field == 1]
        self.assertEqual(types, [["bb", "count"], ["alloc", "bytes"], ["allocs", "count"]])
        sums = [0, 0, 0]
        for part in (part for field, part in message if field == 2):
            values = [value for number, value in protobuf(part) if number == 2]
            packed = [value for _, value in protobuf(b"".join(b"\x08" + piece for piece in varints(values[0])))]
            self.assertEqual(len(packed), 3)
            sums = [a + b for a, b in zip(sums, packed)]
        self.assertEqual(sums, [2 * sum(SIZES), sum(n * n for n in SIZES) + 9, 2 * len(SIZES) + 1])

    def test_extrap(self):
        record_space()
        text = landau("export", "--format=extrap", "--routine=fill")
        for cost, (square, _) in SPACE.items():
            data = text.split(f"METRIC {cost}_max\n")[1].splitlines()[:len(SIZES)]
            self.assertEqual(data, [f"DATA {square(n)}" for n in SIZES])

    def test_another_main_cost(self):
        record_space()
        self.assertIn(f"fill {sum(n * n for n in SIZES)}\n", landau("export", "--format=collapsed", "--by=alloc"))
        self.assertIn('"cost": "live"', landau("export", "--format=json", "--by=live"))


def varints(data):
    """Each of those that are packed."""
    piece = b""
    for byte in data:
        piece += bytes([byte])
        if byte < 128:
            yield piece
            piece = b""


class OneCost(InDirectory):
    def test_nothing_is_said_of_further_costs(self):
        """What was recorded with one cost is as it was before there were further ones."""
        record_space(further=False)
        content = pathlib.Path("landau.data").read_bytes()
        kinds = {line.split()[0] for line in content.splitlines()}
        self.assertEqual(kinds, {b"landau", b"cost", b"cell", b"contexts", b"run", b"thread", b"routine", b"record", b"t", b"end"})
        self.assertNotIn("trms_", landau("export", "--format=csv"))
        self.assertNotIn('"costs"', landau("export", "--format=json"))
        with_space = record_space()
        kept = [line for line in with_space.splitlines() if not line.startswith((b"x-cost", b"end"))]
        self.assertEqual([line for line in content.splitlines() if not line.startswith(b"end")], kept)


unittest.main(verbosity=0)
