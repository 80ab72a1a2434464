#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau merge and landau export against naive.py, on random profiles.

usage: commands.py LANDAU
"""
import csv
import io
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from naive import Profile, random_text  # noqa: E402

__file__ = os.path.abspath(__file__)
LANDAU = os.path.abspath(sys.argv.pop())
csv.field_size_limit(10**9)


def landau(*arguments, status=0, **options):
    done = subprocess.run([LANDAU, *arguments], capture_output=True, check=False, **options)
    if done.returncode != status:
        raise AssertionError(f"landau {arguments} exits {done.returncode}: {done.stderr.decode()}")
    if status == 0:
        assert done.stderr == b"", done.stderr
        return done.stdout
    assert done.stderr.startswith(b"landau: ") and done.stderr.count(b"\n") == 1, done.stderr
    return done.stderr.decode()


def shown(string):
    """What a JSON reader sees of bytes: what is not UTF-8 becomes U+FFFD, one a byte."""
    result, at = "", 0
    while at < len(string):
        for length in (1, 2, 3, 4):
            try:
                result += string[at:at + length].decode("utf-8")
                break
            except UnicodeDecodeError:
                continue
        else:
            result, length = result + "\ufffd", 1
        at += length
    return result


def rows(table, count):
    """Rows of the JSON export: the sum of squares is not in them."""
    return [[n, *row[:4], *row[5:]][:count] for n, row in sorted(table.items())]


class InDirectory(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)

    def write(self, name, seed, contexts=False):
        text = random_text(seed, contexts)
        pathlib.Path(name).write_bytes(text)
        return text


class Merge(InDirectory):
    def test_merges_as_the_naive_way(self):
        for seed in range(60):
            count = seed % 5 + 1
            names = [f"{i}.data" for i in range(count)]
            expected = Profile()
            for i, name in enumerate(names):
                expected.add_text(self.write(name, 100 * seed + i, seed % 2))
            landau("merge", "-o", "out", *names)
            first = pathlib.Path("out").read_bytes()
            self.assertEqual(Profile().add_text(first), expected)
            landau("merge", "--output=out", *reversed(names))
            self.assertEqual(pathlib.Path("out").read_bytes(), first)
            self.assertEqual(landau("merge", "-o", "-", "out"), first)

    def test_output_may_be_an_input(self):
        self.write("a", 1)
        self.write("b", 2)
        expected = landau("merge", "-o-", "a", "b")
        landau("merge", "-o", "a", "a", "b")
        self.assertEqual(pathlib.Path("a").read_bytes(), expected)
        self.assertEqual(sorted(os.listdir()), ["a", "b"])

    def test_many_files(self):
        names = [f"{i}.data" for i in range(100)]
        expected = Profile()
        for i, name in enumerate(names):
            expected.add_text(self.write(name, i))
        self.assertEqual(Profile().add_text(landau("merge", "-o-", *names)), expected)

    def test_bad_usage_and_input(self):
        self.write("good", 1)
        self.write("contexts", 1, contexts=True)
        pathlib.Path("bad").write_bytes(b"landau 1\ncost bb\ncell 4\ncontexts no\nwhat\n")
        for arguments, message in [
            (["good"], "merge: no output file is given; use -o OUT"),
            (["-o", "out"], "merge: no profile is given"),
            (["-o"], "merge: -o needs an argument"),
            (["--bad"], "merge: --bad is not an option; see 'landau merge --help'"),
            (["-o", "out", "good", "bad"], "bad:5: this kind of line is not known"),
            (["-o", "out", "good", "none"],
             "none: cannot be opened: No such file or directory; 'landau record' writes one"),
            (["-o", "out", "good", "contexts"],
             "contexts: cannot be merged: it has calling contexts, good has none"),
            (["-o", "out/of/reach", "good"],
             "out/of/reach: cannot be written: No such file or directory"),
            (["-o", "/dev/full", "good"], "/dev/full: cannot be written: No space left on device"),
        ]:
            self.assertEqual(landau("merge", *arguments, status=2), f"landau: {message}\n")
        self.assertFalse(os.path.exists("out"))

    def test_help(self):
        self.assertIn(b"usage: landau merge -o OUT FILE...", landau("merge", "--help"))


class Replay(InDirectory):
    def test_from_a_trace_to_json(self):
        trace = """
            call 1 main
            cost 1 3
            kwrite 1 0x1000 8
            call 1 sum
            read 1 0x1000 12
            cost 1 10
            return 1
            call 2 put
            write 2 0x1000 4
            return 2
            call 1 sum
            read 1 0x1000 4
            cost 1 4
            return 1
            return 1
        """
        profile = landau("replay", "-o-", input=trace.encode())
        found = json.loads(landau("export", "--format=json", "-", input=profile))
        self.assertEqual([found["engine"], found["cell"], found["exit"]],
                         ["replay", 4, {"kind": "exit", "code": 0}])
        self.assertEqual(found["totals"], {"cost": 17, "calls": 4, "thread_input": 1,
                                           "external_input": 2})
        names = [r["name"] for r in found["routines"]]
        self.assertEqual(names, ["main", "put", "sum"])
        main, _, total = found["routines"]
        self.assertEqual(total["trms"], [[1, 1, 4, 4, 4, 1, 1, 0], [3, 1, 10, 10, 10, 3, 0, 2]])
        self.assertEqual(main["trms"], [[4, 1, 17, 17, 17, 3, 1, 2]])
        self.assertEqual(main["rms"], [[3, 1, 17, 17, 17]])
        self.assertEqual([main["cost"], main["self"]], [17, 3])
        self.assertEqual(main["callees"], [{"routine": 2, "name": "sum", "calls": 2, "cost": 14,
                                            "by_size": [[4, 1, 2, 2, 2]]}])


class Manual(InDirectory):
    def test_the_example_is_a_profile(self):
        page = (pathlib.Path(__file__).parents[2] / "docs/man/landau.data.5").read_bytes()
        example = page.split(b"\n.nf\n")[1].split(b"\n.fi\n")[0] + b"\n"
        self.assertEqual(landau("merge", "-o-", "-", input=example), example)


class Json(InDirectory):
    ROUTINE_KEYS = ["name", "object", "file", "line", "calls", "cost", "self", "trms", "rms",
                    "threads", "richness", "input_volume", "thread_input", "external_input", "model"]
    MODEL_KEYS = ["class", "formula", "exponent", "exponent_low", "exponent_high", "runner_up",
                  "verdict", "statement", "classes", "reason"]

    def export(self, *arguments):
        # Strict on both layers: bytes must be UTF-8, and no NaN is JSON.
        text = landau("export", "--format=json", *arguments).decode("utf-8", errors="strict")
        return json.loads(text, parse_constant=self.fail)

    def check_routine(self, found, profile, key, order):
        self.assertEqual([k for k in found if k in self.ROUTINE_KEYS], self.ROUTINE_KEYS)
        self.assertEqual([found["name"], found["object"], found["file"]], [shown(k) for k in key])
        self.assertEqual(found["line"], profile.routines[key])
        calls, cost, own, trms, rms = profile.summary(key)
        self.assertEqual([found["calls"], found["cost"], found["self"]], [calls, cost, own])
        self.assertEqual(found["trms"], rows(trms, 8))
        self.assertEqual(found["rms"], rows(rms, 5))
        threads = sorted({k[1] for k in profile.records if k[0] == key})
        self.assertEqual([t["id"] for t in found["threads"]], threads)
        for thread in found["threads"]:
            calls, cost, own, of_trms, of_rms = profile.summary(key, thread["id"])
            self.assertEqual([thread["calls"], thread["cost"], thread["self"]], [calls, cost, own])
            self.assertEqual(thread["trms"], rows(of_trms, 8))
            self.assertEqual(thread["rms"], rows(of_rms, 5))
        self.check_measures(found, trms, rms)
        expected = [{"routine": order.index(callee), "name": shown(callee[0]), "calls": sums[0],
                     "cost": sums[1], "by_size": rows(sums[2], 5)}
                    for callee, sums in sorted(profile.callees(key).items())]
        self.assertEqual(found["callees"], expected)
        self.assertEqual({kind: of_runs["points"] for kind, of_runs in
                          found.get("by_run", {}).items()}, profile.by_run(key))

        for model in (found["model"], found["mean_model"]):
            self.assertEqual(list(model), self.MODEL_KEYS)
            self.assertIn(model["verdict"], ["ok", "too few sizes", "too narrow a range",
                                             "no clear trend"])
            self.assertEqual(model["class"] is None, model["verdict"] != "ok")

    def test_model(self):
        """The greatest cost is quadratic, the mean is linear: each is told as it is."""
        lines = ["landau 1", "cost bb", "cell 4", "contexts no", "run replay exit 0 p",
                 "thread 1 0 0 0 -", "routine 0 0 f - -", "record 0 1 - 300000000 0 0 same"]
        for n in [10 * k for k in range(1, 31)]:
            low, high = 3 * n, 2 * n * n
            lines.append(f"t {n} 10000000 {low} {high} {low * 9999999 + high} 0 {n} 0 0")
        lines.append(f"end {len(lines) + 1}")
        text = "\n".join(lines) + "\n"
        routine, = json.loads(landau("export", "-fjson", "-", input=text.encode()))["routines"]
        self.assertEqual([routine["model"]["verdict"], routine["model"]["class"]], ["ok", "n^2"])
        self.assertTrue(1.9 < routine["model"]["exponent"] < 2.1)
        self.assertEqual([thread["model"] for thread in routine["threads"]], [routine["model"]])
        self.assertEqual([routine["mean_model"]["verdict"], routine["mean_model"]["class"]],
                         ["ok", "n"])
        self.assertTrue(0.9 < routine["mean_model"]["exponent"] < 1.1)

    def check_measures(self, found, trms, rms):
        sum_trms = sum(n * row[0] for n, row in trms.items())
        sum_rms = sum(row[5] for row in trms.values())
        thread = sum(row[6] for row in trms.values())
        external = sum(row[7] for row in trms.values())
        for key, value in [
            ("richness", (len(trms) - len(rms)) / len(rms) if rms else 0),
            ("input_volume", 1 - sum_rms / sum_trms if sum_trms else 0),
            ("thread_input", 100 * thread / (thread + external) if thread + external else 0),
            ("external_input", 100 * external / (thread + external) if thread + external else 0),
        ]:
            self.assertIsInstance(found[key], float)
            self.assertTrue(math.isclose(found[key], value, rel_tol=1e-12, abs_tol=1e-12), key)

    def check_runs(self, found, profile):
        def as_key(run):
            strings = [run["engine"], run["exit"]["kind"], run["program"], *run["command"]]
            return strings + [run["exit"]["code"]]
        def with_size(run):
            return as_key(run) + [run.get("unit", ""), run.get("size", 0)]
        expected = [[shown(run[0]), shown(run[1]), *map(shown, run[3]), run[2], shown(run[4]),
                     run[5]] for run in profile.runs]
        self.assertCountEqual([with_size(run) for run in found["runs"]], expected)
        self.assertEqual(as_key(found), as_key(found["runs"][0]))

    def test_exports_as_the_naive_way(self):
        for seed in range(60):
            profile = Profile().add_text(self.write("landau.data", seed, seed % 2))
            found = self.export()
            self.assertEqual(list(found)[:10], [
                "schema", "program", "command", "engine", "cost", "cell", "exit", "totals",
                "threads", "routines"])
            self.assertEqual([found["schema"], found["cost"], found["cell"]],
                             ["landau-profile/1", "instr", 8])
            self.check_runs(found, profile)
            sums = [min(sum(t[i] for t in profile.threads.values()), 2**64 - 1) for i in range(3)]
            self.assertEqual(found["totals"], {
                "cost": sums[0], "calls": sum(r[0] for r in profile.records.values()),
                "thread_input": sums[1], "external_input": sums[2]})
            self.assertEqual(
                [(t["id"], t["cost"], t["thread_input"], t["external_input"], t["name"])
                 for t in found["threads"]],
                [(i, *t[:3], shown(t[3])) for i, t in sorted(profile.threads.items())])
            order = sorted(profile.routines)
            self.assertEqual(len(found["routines"]), len(order))
            for routine, key in zip(found["routines"], order):
                self.check_routine(routine, profile, key, order)
            self.check_contexts(found, profile, order)

    def check_contexts(self, found, profile, order):
        self.assertEqual("contexts" in found, bool(profile.paths))
        paths = []
        for context in found.get("contexts", []):
            parent = () if context["parent"] is None else paths[context["parent"]]
            paths.append(parent + (order[context["routine"]],))
        self.assertEqual(paths, sorted(profile.paths))
        records = {(paths[r["context"]][-1], r["thread"], paths[r["context"]]):
                   [r["calls"], r["cost"], r["self"], r["trms"]]
                   for r in found.get("context_records", [])}
        if profile.paths:
            self.assertEqual(records, {key: record[:3] + [rows(record[3], 8)]
                                       for key, record in profile.records.items()})

    def test_output(self):
        self.write("some.data", 3)
        expected = landau("export", "-f", "json", "some.data")
        landau("export", "--format", "json", "-o", "out.json", "some.data")
        self.assertEqual(pathlib.Path("out.json").read_bytes(), expected)
        text = pathlib.Path("some.data").read_bytes()
        self.assertEqual(landau("export", "-fjson", "-", input=text), expected)
        self.assertEqual(sorted(os.listdir()), ["out.json", "some.data"])

    def test_bad_usage_and_input(self):
        pathlib.Path("landau.data").write_bytes(b"landau 1\n")
        self.write("good", 1)
        for arguments, message in [
            ([], "export: no format is given; use --format=json, for example"),
            (["-f", "xml"], "export: 'xml' is not a format; see 'landau export --help'"),
            (["--format"], "export: --format needs an argument"),
            (["-x"], "export: -x is not an option; see 'landau export --help'"),
            (["-f", "json", "a", "b"], "export: only one profile can be exported at a time; "
             "'landau merge' combines several"),
            (["-f", "json"], "landau.data:1: a line that starts with 'cost' is missing here"),
            (["-f", "json", "-o", "/dev/full", "good"],
             "/dev/full: cannot be written: No space left on device"),
            (["-f", "csv", "-o", "/dev/full", "good"],
             "/dev/full: cannot be written: No space left on device"),
        ]:
            self.assertEqual(landau("export", *arguments, status=2), f"landau: {message}\n")

    def test_help(self):
        text = landau("export", "--help").decode()
        self.assertIn("usage: landau export --format=FORMAT", text)
        for name in ("json", "csv"):
            self.assertIn(f"\n  {name} ", text)


class Csv(InDirectory):
    @staticmethod
    def head(profile, key, thread):
        # What a spreadsheet would take for a formula gets an apostrophe.
        names = ["'" * (k[:1] in (b"=", b"+", b"-", b"@", b"\t", b"\r")) + k.decode("latin-1") for k in key]
        return names + [str(profile.routines[key]), str(thread)]

    def test_exports_as_the_naive_way(self):
        for seed in range(60):
            profile = Profile().add_text(self.write("landau.data", seed, seed % 2))
            text = landau("export", "--format=csv").decode("latin-1")
            found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            self.assertEqual(
                ",".join(found[0]), "routine,object,file,line,thread,metric,n,calls,min,max,sum,"
                "sum_of_squares,rms_sum,thread_sum,external_sum")
            expected = []
            for key, thread in sorted({k[:2] for k in profile.records}):
                *_, trms, rms = profile.summary(key, thread)
                head = self.head(profile, key, thread)
                for n, row in sorted(trms.items()):
                    expected.append(head + ["trms", *map(str, [n, *row])])
                for n, row in sorted(rms.items()):
                    expected.append(head + ["rms", *map(str, [n, *row[:4]])] + [""] * 4)
            for key in sorted(profile.routines):
                for kind, of_runs in profile.by_run(key).items():
                    head = self.head(profile, key, "")
                    expected += [head + [f"run_{kind}", *map(str, row)] + [""] * 4
                                 for row in of_runs]
            for key, thread in sorted(profile.curves):
                head = self.head(profile, key, thread)
                for number, (*_, marks) in enumerate(profile.curves[key, thread], 1):
                    expected += [head + [f"within_{number}", *map(str, [n, 1, *[cost] * 3, cost**2, *inputs])]
                                 for cost, n, *inputs in marks]
            self.assertEqual(found[1:], expected)


unittest.main(verbosity=2)
