#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau export to callgrind, collapsed, extrap, pprof and sqlite, against naive.py on random profiles.

usage: formats.py LANDAU yes|no        yes: landau was built with SQLite
"""
import collections
import gzip
import json
import os
import pathlib
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "profile"))
from naive import MOST, Profile, random_text  # noqa: E402

WITH_SQLITE = sys.argv.pop() == "yes"
LANDAU = os.path.abspath(sys.argv.pop())
SEEDS = 40
SCHEMA = pathlib.Path(__file__).resolve().parents[2].joinpath("docs/sqlite.md").read_text(
    encoding="utf-8")
OUTSIDE = "(outside of all routines)"


def landau(*arguments, status=0, **options):
    done = subprocess.run([LANDAU, *arguments], capture_output=True, check=False, **options)
    if done.returncode != status:
        raise AssertionError(f"landau {arguments} exits {done.returncode}: {done.stderr.decode()}")
    if status == 0:
        assert done.stderr == b"", done.stderr
        return done.stdout.decode("utf-8")
    assert done.stderr.startswith(b"landau: ") and done.stderr.count(b"\n") == 1, done.stderr
    return done.stderr.decode("utf-8", "replace")


def text(string, reserved="", substitute="?"):
    """A name as text formats show it: one line of UTF-8."""
    result, at = "", 0
    while at < len(string):
        for length in (1, 2, 3, 4):
            try:
                character = string[at:at + length].decode("utf-8")
                break
            except UnicodeDecodeError:
                continue
        else:
            character, length = "\ufffd", 1
        if character < " " or "\x7f" <= character < "\xa0" or character in reserved:
            character = substitute
        result += character
        at += length
    return result


def total_of(profile):
    within = sum(record[2] for record in profile.records.values())
    return min(max(within, sum(thread[0] for thread in profile.threads.values())), MOST)


class InDirectory(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)

    def profiles(self):
        for seed in range(SEEDS):
            content = random_text(seed, seed % 2)
            pathlib.Path("landau.data").write_bytes(content)
            yield Profile().add_text(content)


TRACE = """
    call 1 main
    cost 1 5
    call 1 read
    kwrite 1 0x1000 40
    read 1 0x1000 40
    cost 1 20
    return 1
    call 1 walk
    cost 1 3
    read 1 0x1000 40
    call 1 walk
    cost 1 4
    call 1 visit
    cost 1 50
    return 1
    return 1
    call 1 visit
    cost 1 7
    return 1
    return 1
    call 1 visit
    cost 1 11
    return 1
    call 2 other
    cost 2 100
    read 2 0x1000 8
    return 2
    return 1
"""


class Callgrind(InDirectory):
    def read(self):
        """Summary, totals, and routines as (object, file, name): [self, {callee: [calls, cost]}]."""
        names = {"ob": {}, "fl": {}, "fn": {}}
        kinds = {"ob": "ob", "cob": "ob", "fl": "fl", "cfi": "fl", "fn": "fn", "cfn": "fn"}
        here, there, calls, inlined = {}, {}, None, False
        sums, routines = {}, collections.defaultdict(lambda: [0, collections.Counter(),
                                                             collections.Counter(), set()])
        content = landau("export", "--format=callgrind")
        self.assertTrue(content.startswith("# callgrind format\nversion: 1\n"))
        for line in content.split("\n")[1:]:
            key, mark, rest = re.match(r"([a-z]*)(=|: |)(.*)", line).groups()
            if mark == ": ":
                sums[key] = rest
            elif key in kinds:
                number, name = re.match(r"(?:\((\d+)\) ?)?(.*)", rest).groups()
                known = names[kinds[key]]
                if number and name:
                    self.assertNotIn(number, known, "a name is written once")
                    known[number] = name
                elif number:
                    name = known[number]
                if key == "fn":
                    here["fn"] = name
                    there = {}
                elif key[0] == "c":
                    there[kinds[key]] = name
                else:
                    here[key] = name
            elif key in ("fi", "fe"):
                inlined = key == "fi"
            elif key == "calls":
                calls = int(rest.split()[0])
            elif line:
                position, cost = line.split()
                routine = routines[here["ob"], here["fl"], here["fn"]]
                routine[3] |= set() if inlined else {int(position)}
                if calls is None:
                    routine[0] += int(cost)
                else:
                    callee = tuple(there.get(part, here[part]) for part in ("ob", "fl", "fn"))
                    routine[1][callee] += calls
                    routine[2][callee] += int(cost)
                    there, calls = {}, None
        self.assertEqual(sums["summary"], sums["totals"])
        self.assertEqual(sums["events"], sums["event"].split(" : ")[0])
        return int(sums["summary"]), routines

    def test_random_profiles(self):
        for profile in self.profiles():
            total, routines = self.read()
            self.assertEqual(total, total_of(profile))
            expected = collections.defaultdict(lambda: [0, collections.Counter(), collections.Counter(), set()])
            counted = collections.defaultdict(set)

            def key(routine):
                name, obj, file = (text(part) or "???" for part in routine)
                return obj, file, name

            for routine, line in profile.routines.items():
                row = expected[key(routine)]
                row[0] += profile.summary(routine)[2]
                row[3].add(line)
                counted[key(routine)] |= {at for of, file, at, _ in profile.lines if (of, file) == (routine, routine[2])}
                for callee, (calls, cost, _) in profile.callees(routine).items():
                    row[1][key(callee)] += calls
                    row[2][key(callee)] += cost
            outside = routines.pop(("???", "???", OUTSIDE), None)
            if outside:
                within = sum(record[2] for record in profile.records.values())
                self.assertEqual(outside[0], total - within)
            for one, row in routines.items():
                self.assertLessEqual(row[3] - expected[one][3], counted[one])
                row[3] &= expected[one][3]
            self.assertEqual(dict(routines), dict(expected))

    def test_callgrind_annotate(self):
        pathlib.Path("trace").write_text(TRACE, encoding="utf-8")
        landau("replay", "-o", "landau.data", "trace")
        landau("export", "--format=callgrind", "-o", "callgrind.out")
        annotate = shutil.which("callgrind_annotate")
        if not annotate:
            self.skipTest("no callgrind_annotate here")

        def read(*options):
            done = subprocess.run([annotate, *options, "--threshold=100", "callgrind.out"],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            return {name: int(cost.replace(",", "")) for cost, name in re.findall(
                r"^ *([\d,]+) \([ \d.]+%\)  (?:\?\?\?:)?(\S.*?)(?: \[.*\])?$", done.stdout, re.M)}

        own = read()
        self.assertEqual(own.pop("PROGRAM TOTALS"), 200)
        self.assertEqual(own, {"main": 5, "read": 20, "walk": 7, "visit": 68, "other": 100})
        inclusive = read("--inclusive=yes")
        self.assertEqual(inclusive, {"PROGRAM TOTALS": 200, "main": 100, "read": 20, "walk": 64,
                                     "visit": 68, "other": 100})


class Collapsed(InDirectory):
    def read(self):
        stacks = collections.Counter()
        for line in landau("export", "--format=collapsed").splitlines():
            stack, cost = line.rsplit(" ", 1)
            self.assertGreater(int(cost), 0)
            stacks[tuple(stack.split(";"))] += int(cost)
        return stacks

    def test_random_profiles(self):
        for profile in self.profiles():
            stacks = self.read()
            expected = collections.Counter()
            outside = stacks.pop((OUTSIDE,), 0)
            if profile.head[2] == b"contexts yes":
                for (_, _, path), record in profile.records.items():
                    frames = tuple(text(routine[0], ";", ":") or "???" for routine in path)
                    expected[frames] += record[2]
            else:
                for (routine, _, _), record in profile.records.items():
                    expected[(text(routine[0], ";", ":") or "???",)] += record[2]
                last = collections.Counter()
                edges = {tuple(text(r[0], ";", ":") or "???" for r in key[:2])
                         for key in profile.edges}
                for stack, cost in stacks.items():
                    self.assertTrue(len(stack) == 1 or stack in edges, stack)
                    last[stack[-1:]] += cost
                stacks = last
            expected = collections.Counter({k: v for k, v in expected.items() if v})
            if max(expected.values(), default=0) < MOST:
                self.assertEqual(stacks, expected)
                self.assertEqual(sum(stacks.values()) + outside,
                                 max(total_of(profile), sum(expected.values())))

    def test_shares_by_the_cost_of_calls(self):
        pathlib.Path("trace").write_text(TRACE, encoding="utf-8")
        landau("replay", "-o", "landau.data", "trace")
        self.assertEqual(self.read(), {
            ("main",): 5, ("main", "read"): 20, ("main", "walk"): 7, ("walk", "visit"): 57,
            ("main", "visit"): 11, ("other",): 100})


class Pprof(InDirectory):
    """profile.proto, read by a decoder of protocol buffers that knows nothing of who wrote it."""

    @staticmethod
    def number(data, at):
        value = shift = 0
        while True:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at

    def fields(self, data):
        """Each field of a message: a list of numbers and strings of bytes."""
        found, at = collections.defaultdict(list), 0
        while at < len(data):
            key, at = self.number(data, at)
            value, at = self.number(data, at)
            if key & 7 == 2:
                value, at = data[at:at + value], at + value
            else:
                self.assertEqual(key & 7, 0)
            found[key >> 3].append(value)
        self.assertEqual(at, len(data))
        return found

    def packed(self, data):
        numbers, at = [], 0
        while at < len(data):
            value, at = self.number(data, at)
            numbers.append(value)
        return numbers

    def read(self):
        """Costs of stacks of (name, file, line, object), the outermost first, with the growth of the innermost."""
        done = subprocess.run([LANDAU, "export", "--format=pprof"], capture_output=True, check=True)
        self.assertEqual(done.stdout[4:8], bytes(4), "no time: the same profile makes the same bytes")
        profile = self.fields(gzip.decompress(done.stdout))
        strings = [string.decode("utf-8") for string in profile[6]]
        self.assertEqual(strings[0], "")
        (kind,) = map(self.fields, profile[1])
        self.assertEqual(strings[kind[2][0]], "count")
        functions = {f[1][0]: (strings[f[2][0]], strings[f[4][0]], f[5][0])
                     for f in map(self.fields, profile[5])}
        mappings = {m[1][0]: strings[m[5][0]] for m in map(self.fields, profile[3])}
        locations = {}
        for location in map(self.fields, profile[4]):
            (line,) = map(self.fields, location[4])
            function = functions[line[1][0]]
            self.assertEqual(line[2][0], function[2])
            mapping = location[2][0]
            locations[location[1][0]] = (*function, mappings[mapping] if mapping else "")
        stacks, growths = collections.Counter(), {}
        for sample in map(self.fields, profile[2]):
            (value,) = self.packed(sample[2][0])
            stack = tuple(locations[i] for i in reversed(self.packed(sample[1][0])))
            self.assertGreater(value, 0)
            stacks[stack] += value
            for label in map(self.fields, sample[3]):
                self.assertEqual(strings[label[1][0]], "growth")
                growths[stack[-1]] = strings[label[2][0]]
        return strings[kind[1][0]], stacks, growths

    def test_random_profiles(self):
        for profile in self.profiles():
            kind, stacks, growths = self.read()
            self.assertEqual(kind, json.loads(landau("export", "--format=json"))["cost"])
            known = {(text(name) or "???", text(file), line, text(obj))
                     for (name, obj, file), line in profile.routines.items()}
            folded = collections.Counter()
            for stack, cost in stacks.items():
                for frame in stack:
                    self.assertTrue(frame in known or frame == (OUTSIDE, "", 0, ""), frame)
                self.assertEqual(stack[-1] in growths, stack[-1] in known)
                folded[tuple(re.sub("[;:]", "?", frame[0]) for frame in stack)] += cost
            expected = collections.Counter()
            for line in landau("export", "--format=collapsed").splitlines():
                stack, cost = line.rsplit(" ", 1)
                frames = stack.replace(":", "?").split(";")
                expected[tuple(frames)] += min(int(cost), 2 ** 63 - 1)
            self.assertEqual(folded, expected)

    def test_growth_is_that_of_show(self):
        lines = [f"call 1 f\nread 1 4096 {4 * n}\ncost 1 {n * n}\nreturn 1" for n in range(8, 400, 9)]
        pathlib.Path("trace").write_text("\n".join(lines) + "\n", encoding="utf-8")
        landau("replay", "-o", "landau.data", "trace")
        _, stacks, growths = self.read()
        self.assertEqual(sum(stacks.values()), sum(n * n for n in range(8, 400, 9)))
        self.assertEqual([*growths.values()], ["n^2"])
        self.assertEqual(json.loads(landau("show", "--json", "f"))["model"]["class"], "n^2")


class ExtraP(InDirectory):
    def read(self, *options):
        """The points and, for each region, a list of values for each metric."""
        points, regions, parameters = None, {}, []
        metric = region = None
        for line in landau("export", "--format=extrap", *options).splitlines():
            if not line or line.startswith("#"):
                continue
            field, value = line.split(" ", 1)
            if field == "PARAMETER":
                parameters.append(value)
            elif field == "POINTS":
                self.assertIsNone(points)
                points = [int(p) for p in re.fullmatch(r"\((\d+(?:\) \(\d+)*)\)", value)[1]
                          .split(") (")]
            elif field == "REGION":
                self.assertNotIn(value, regions)
                self.assertNotIn("->", value)
                region = regions[value] = {}
            elif field == "METRIC":
                metric = region[value] = []
            else:
                self.assertEqual(field, "DATA")
                self.assertRegex(value, r"^\d+(\.\d*)?$")
                metric.append(value)
        self.assertEqual(parameters, ["n"])
        for region in regions.values():
            for values in region.values():
                self.assertEqual(len(values), len(points), "Extra-P wants a value for each point")
        return points, regions

    def test_random_profiles(self):
        shared = 0
        for profile in self.profiles():
            for routine in profile.routines:
                points = {n: row for n, row in profile.summary(routine)[3].items() if n > 0}
                name = text(routine[0])
                if not points or not routine[0].isalnum() or \
                        sum(r[0] == routine[0] for r in profile.routines) > 1:
                    continue
                sizes, regions = self.read("--routine=" + name)
                self.assertEqual(sizes, sorted(points))
                self.assertEqual([int(v) for v in regions[name]["instr_max"]],
                                 [points[n][2] for n in sizes])
                for value, n in zip(regions[name]["instr_mean"], sizes):
                    mean = points[n][3] / points[n][0]
                    self.assertAlmostEqual(float(value), mean, delta=1e-6 + mean * 1e-12)
                have_all = sum(set(points) <= set(profile.summary(r)[3]) for r in profile.routines)
                self.assertEqual(len(regions), have_all)
                shared += have_all - 1
        self.assertGreater(shared, 0)

    def test_the_first_of_the_report(self):
        trace = []
        for n in (5, 10, 20, 40, 80, 160, 320, 640):
            for name, cost in (("square", n * n), ("operator->", 3 * n), ("two", n)):
                trace += [f"call 1 {name}", f"read 1 0x1000 {4 * n}", f"cost 1 {cost}", "return 1"]
        trace += ["call 1 two", "read 1 0x1000 28", "return 1"]
        pathlib.Path("trace").write_text("\n".join(trace), encoding="utf-8")
        landau("replay", "-o", "landau.data", "trace")
        points, regions = self.read()
        self.assertEqual(points, [5, 10, 20, 40, 80, 160, 320, 640])
        self.assertEqual(set(regions), {"square", "operator- >", "two"})
        self.assertEqual([int(v) for v in regions["square"]["bb_max"]], [n * n for n in points])
        points, regions = self.read("--routine=two")
        self.assertEqual(points, [5, 7, 10, 20, 40, 80, 160, 320, 640])
        self.assertEqual(set(regions), {"two"})

    def test_nothing_to_write(self):
        pathlib.Path("trace").write_text("call 1 idle\ncost 1 3\nreturn 1\n", encoding="utf-8")
        landau("replay", "-o", "landau.data", "trace")
        self.assertIn("idle never had any input", landau("export", "-fextrap", status=2))
        self.assertIn("no routine", landau("export", "-fextrap", "--routine=none", status=2))


@unittest.skipUnless(WITH_SQLITE, "built without SQLite")
class Sqlite(InDirectory):
    def open(self):
        landau("export", "--format=sqlite", "-o", "out.db")
        database = sqlite3.connect("out.db")
        self.addCleanup(database.close)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
        return database

    @staticmethod
    def number(value):
        return value if value < 2**63 else float(value)

    def rows(self, database, query):
        return [tuple(row) for row in database.execute(query)]

    def test_random_profiles(self):
        for profile in self.profiles():
            database = self.open()
            routines = sorted(profile.routines)
            index = {routine: i for i, routine in enumerate(routines)}
            number = self.number
            self.assertEqual(
                self.rows(database, "SELECT id, name, object, file, line, calls, cost, self "
                                    "FROM routines ORDER BY id"),
                [(i, *map(text, r), profile.routines[r], *map(number, profile.summary(r)[:3]))
                 for i, r in enumerate(routines)])
            self.assertEqual(
                self.rows(database, "SELECT * FROM threads ORDER BY id"),
                [(i, text(t[3]), *map(number, t[:3])) for i, t in sorted(profile.threads.items())])
            points, rms_points = [], []
            for routine in routines:
                for thread in sorted({k[1] for k in profile.records if k[0] == routine}):
                    summary = profile.summary(routine, thread)
                    points += [(index[routine], thread, *map(number, (n, *row)))
                               for n, row in sorted(summary[3].items())]
                    rms_points += [(index[routine], thread, *map(number, (n, *row[:4])))
                                   for n, row in sorted(summary[4].items())]
            order = "ORDER BY routine, thread, n"
            self.assertEqual(self.rows(database, f"SELECT * FROM points {order}"), points)
            self.assertEqual(self.rows(database, f"SELECT * FROM rms_points {order}"), rms_points)
            edges = [(index[k[0]], index[k[1]], k[2], number(e[0]), number(e[1]),
                      tuple((n, *row) for n, row in sorted(e[2].items())))
                     for k, e in profile.edges.items()]
            found = []
            for edge, *row in self.rows(database, "SELECT id, caller, callee, thread, calls, cost "
                                                  "FROM edges"):
                found.append((*row, tuple(self.rows(
                    database, f"SELECT n, activations, min, max, sum FROM calls_by_size "
                              f"WHERE edge = {edge} ORDER BY n"))))
            self.assertEqual(sorted(found), sorted(edges))
            self.assertEqual(self.rows(database, "SELECT count(*), count(DISTINCT routine) "
                                                 "FROM models WHERE kind NOT LIKE 'within%'"),
                             [(2 * len(routines) + 3 * sum(bool(profile.by_run(r))
                                                           for r in routines), len(routines))])
            self.assertEqual(
                self.rows(database, "SELECT * FROM run_totals ORDER BY routine, kind, size"),
                sorted((index[r], kind, *map(number, row)) for r in routines
                       for kind, of_runs in profile.by_run(r).items() for row in of_runs))
            runs = self.rows(database, "SELECT program, engine, exit_kind, exit_code FROM runs")
            self.assertEqual(sorted(runs), sorted(
                (text(r[3][0]), r[0].decode(), r[1].decode(), r[2]) for r in profile.runs))
            sizes = self.rows(database, "SELECT coalesce(unit, ''), coalesce(size, 0) FROM runs")
            self.assertEqual(sorted(sizes), sorted(
                (r[4].decode(), number(r[5])) for r in profile.runs))
            contexts = self.rows(database, "SELECT count(*), count(parent) FROM contexts")
            self.assertEqual(contexts, [(len(profile.paths),
                                         sum(len(path) > 1 for path in profile.paths))])

    def test_views(self):
        trace = []
        for n in (5, 10, 20, 40, 80, 160, 320, 640):
            for name, cost in (("line", 4 * n), ("square", n * n)):
                trace += ["call 2 put", f"write 2 0x1000 {4 * n}", "return 2", f"call 1 {name}",
                          f"read 1 0x1000 {4 * n}", f"cost 1 {cost}"]
                trace += ["call 1 leaf", "return 1"] * (n // 5) + ["return 1"]
        pathlib.Path("trace").write_text("\n".join(trace), encoding="utf-8")
        landau("replay", "-o", "landau.data", "trace")
        database = self.open()
        self.assertEqual(self.rows(database, "SELECT name, class, sizes, largest, verdict, statement "
                                             "FROM v_worst LIMIT 2"),
                         [("square", "n^2", 8, 640, "ok", "n^2"), ("line", "n", 8, 640, "ok", "n")])
        factors = dict(self.rows(database, "SELECT name, growth_factor FROM models JOIN routines ON id = routine "
                                           "WHERE kind = 'worst'"))
        self.assertAlmostEqual(factors["square"], 100, delta=5)
        self.assertAlmostEqual(factors["line"], 10, delta=1)
        share = self.rows(database, "SELECT sum(percent) FROM v_worst WHERE name != 'leaf'")
        self.assertAlmostEqual(share[0][0], 100)
        self.assertEqual(self.rows(database, "SELECT name, thread, input, from_threads, "
                                             "from_kernel FROM v_thread_input"),
                         [("line", 1, 1275, 1275, 0), ("square", 1, 1275, 1275, 0)])
        self.assertEqual(self.rows(database, "SELECT n, calls, min, max, mean FROM v_points "
                                             "WHERE name = 'line' AND n > 100"),
                         [(n, 1, 4 * n, 4 * n, 4.0 * n) for n in (160, 320, 640)])
        self.assertEqual(self.rows(database, "SELECT callee_name, calls, cost FROM v_calls "
                                             "WHERE caller_name = 'line'"), [("leaf", 255, 0)])
        self.assertEqual(self.rows(database, "SELECT n, mean FROM v_calls_by_size "
                                             "WHERE caller_name = 'line' AND n > 100"),
                         [(160, 32.0), (320, 64.0), (640, 128.0)])

    def test_the_schema_is_as_documented(self):
        next(self.profiles())
        database = self.open()
        names = [name for name, in self.rows(
            database, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
        documented = {}
        for line in SCHEMA.splitlines():
            row = re.match(r"\| `(\w+)` \| (.*)", line)
            if row:
                documented[row[1]] = re.findall(r"`(\w+)`", row[2])
        self.assertEqual(sorted(names), sorted(documented))
        for name in names:
            columns = [row[1] for row in self.rows(database, f"PRAGMA table_info({name})")]
            self.assertEqual(columns, documented[name][:len(columns)], name)
        examples = re.findall(r"^(SELECT.*?);$|'(SELECT [^\n]*)'$", SCHEMA, re.M | re.S)
        self.assertEqual(len(examples), 6)
        for example in examples:
            self.rows(database, "".join(example))

    def test_replaces_whole_files_only(self):
        next(self.profiles())
        pathlib.Path("out.db").write_text("what was there", encoding="utf-8")
        self.open().close()
        self.assertEqual(sorted(os.listdir()), ["landau.data", "out.db"])
        self.assertIn("sqlite cannot be written to standard output; use -o OUT", landau("export", "-fsqlite", status=2))
        self.assertIn("regular file", landau("export", "-fsqlite", "-o/dev/null", status=2))
        self.assertIn("none/out.db: cannot be written",
                      landau("export", "-fsqlite", "-onone/out.db", status=2))


class Usage(InDirectory):
    def test_help_lists_the_formats(self):
        words = landau("export", "--help").split()
        for name in ("json", "csv", "callgrind", "collapsed", "extrap", "sqlite", "svg"):
            self.assertIn(name, words)

    def test_errors(self):
        next(self.profiles())
        for name in ("callgrind", "collapsed", "extrap", "csv", "json"):
            self.assertIn("cannot be written", landau("export", "-f", name, "-o", "/dev/full",
                                                      status=2))
        self.assertIn("--routine is for extrap",
                      landau("export", "-fcallgrind", "--routine=f", status=2))
        self.assertIn("none.data: cannot be opened",
                      landau("export", "-fcallgrind", "none.data", status=2))

    @unittest.skipIf(WITH_SQLITE, "built with SQLite")
    def test_without_sqlite(self):
        next(self.profiles())
        self.assertIn("built without SQLite", landau("export", "-fsqlite", "-oout.db", status=2))


class Progress(InDirectory):
    def test_merge_says_how_far_it_is_on_a_terminal(self):
        """A pipe keeps it waiting for longer than it stays silent."""
        next(self.profiles())
        os.mkfifo("pipe")
        terminal, other_end = pty.openpty()
        merge = subprocess.Popen([LANDAU, "merge", "-o", "out", "landau.data", "pipe",
                                  "landau.data"], stderr=other_end)
        with merge:
            os.close(other_end)
            time.sleep(0.7)
            pathlib.Path("pipe").write_bytes(pathlib.Path("landau.data").read_bytes())
            seen = b""
            try:
                while piece := os.read(terminal, 1000):
                    seen += piece
            except OSError:
                pass
        os.close(terminal)
        self.assertEqual(merge.returncode, 0)
        self.assertEqual(seen, b"\rlandau: reading profiles: 2 of 3\x1b[K\r\x1b[K")


unittest.main(verbosity=0)
