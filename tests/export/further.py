#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau export of further costs, as CSV and as SQLite, of calls whose memory is known; and nothing of it where one cost was counted.

usage: further.py LANDAU yes|no        yes: landau was built with SQLite
"""
import collections
import csv
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
