#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""document.py BUILD - the evaluation on recordings whose numbers are known, and how its document is put together.

The recordings are made by landau replay, in place of the programs': `evaluation/run --reuse` takes them.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
BUILD = pathlib.Path(sys.argv.pop()).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "evaluation"))
import assemble  # noqa: E402
import charts  # noqa: E402
import common  # noqa: E402
import vips  # noqa: E402

BUFFER = 100  # cells that are filled again and again


def reader(name, rounds, cost):
    """A routine that reads a buffer which the kernel fills `rounds` times."""
    lines = [f"call 1 {name}"]
    for _ in range(rounds):
        lines += [f"kwrite 1 0x1000 {4 * BUFFER}", f"read 1 0x1000 {4 * BUFFER}"]
    return lines + [f"cost 1 {cost}", "return 1"]


def measured(cpu, mb):
    return {"cpu": cpu, "wall": cpu, "mb": mb}


class Output(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.output = pathlib.Path(directory.name)

    def run_parts(self, *arguments, status=0):
        done = subprocess.run([ROOT / "evaluation" / "run", "--build", BUILD, *arguments], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def evaluate(self, *parts):
        self.run_parts("--output", self.output, "--quick", "--reuse", *parts)
        return (self.output / "evaluation.md").read_text(encoding="utf-8")

    def recording(self, part, name, lines):
        path = self.output / part / "recordings" / f"{name}.data"
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([BUILD / "landau", "replay", "-o", path], input="\n".join(lines) + "\n", text=True, check=True)

    def mariadb(self, cost):
        rounds = range(1, 31)
        for engine in ("myisam", "innodb"):
            self.recording("mariadb", f"select-{engine}",
                           [line for r in rounds for line in reader("mysql_select", r, cost(r))])
        self.recording("mariadb", "clients", reader("Protocol::net_send_eof", 1, 1) * 20)
        self.recording("mariadb", "flush", reader("flush_key_blocks", 1, 1))

    def results(self, part, threads):
        row = {"native": measured(1, 100), "none": measured(8, 150), "memcheck": measured(20, 300),
               "landau": measured(16, 330)}
        means = {"time_over_native": {"none": 8, "memcheck": 20, "landau": 16},
                 "time_over_none": {"memcheck": 2.5, "landau": 2},
                 "memory_over_native": {"none": 1.5, "memcheck": 3, "landau": 3.3},
                 "memory_over_none": {"memcheck": 2, "landau": 2.2}}
        folder = self.output / part
        folder.mkdir(parents=True)
        folder.joinpath("results.json").write_text(json.dumps({
            "threads": {str(t): {"kernel": {**row, "landau-native": measured(3, 400)}, "program": row} for t in threads},
            "means": {str(t): means for t in threads}}), encoding="utf-8")


class Parts(Output):
    def test_a_routine_that_reads_through_a_buffer(self):
        self.mariadb(lambda r: 1000 * r)
        text = self.evaluate("mariadb")
        self.assertIn("| `mysql_select` is linear by trms | myisam: n, innodb: n | agrees |", text)
        self.assertIn("myisam: rms does not grow, innodb: rms does not grow | agrees |", text)
        self.assertIn(f"| largest trms | {30 * BUFFER} | {30 * BUFFER} |", text)
        self.assertIn(f"| largest rms | {BUFFER} | {BUFFER} |", text)
        self.assertIn("| external input | 100.0 % | 100.0 % |", text)
        for name in re.findall(r"\]\((\S+\.svg)\)", text):
            self.assertTrue((self.output / name).exists(), name)

    def test_a_verdict_can_be_the_other_one(self):
        self.mariadb(lambda r: 1000 * r * r)
        self.assertIn("| `mysql_select` is linear by trms | myisam: n^2, innodb: n^2 | **differs** |",
                      self.evaluate("mariadb"))

    def test_the_table_and_what_is_missing_in_it(self):
        self.results("table", [4])
        text = self.evaluate("table")
        self.assertIn("| kernel | 1.0 | 8.0 | 20.0 | 16.0 | 3.0 |", text)
        self.assertIn("| program | 1.0 | 8.0 | 20.0 | 16.0 | – |", text)
        self.assertIn("no column `landau-rms`", text)
        self.assertIn("| memory, trms over native: 3.30 | 3.30 | agrees |", text)
        self.assertIn("| time, trms over none: 5.97 | 2.00 | **lower** |", text)
        for line, following in zip(text.split("\n"), text.split("\n")[1:]):
            self.assertFalse(line and not line.startswith("|") and following.startswith("|"), line)

    def test_threads(self):
        self.results("threads", [1, 2, 16])
        text = self.evaluate("threads")
        self.assertIn("| 16 | 2.50 | 2.00 | 2.00 | 2.20 |", text)
        self.assertIn("2.20 with 1, 2.20 with 16 | agrees |", text)

    def test_the_thread_that_writes_is_found(self):
        def routine(name, threads, callees=(), where="/lib/libvips.so.42"):
            return {"name": name, "object": where, "threads": [{"id": i} for i in threads],
                    "callees": [{"routine": i, "calls": 1} for i in callees]}

        exported = {"threads": [{"id": i} for i in range(1, 6)], "routines": [
            routine("vips_target_write", [1, 2]), routine("a block", [2], [0]), routine("writes", [2, 3], [1]),
            routine("every thread", [2, 3, 4, 5], [2]), routine("the header", [1], [0]),
            routine("main", [1], [4], "vips")]}
        self.assertEqual(vips.write_thread(exported), "writes")


class Document(Output):
    def test_parts_that_were_not_run_stay(self):
        self.results("threads", [1, 2])
        text = self.evaluate("threads")
        self.assertIn("`./bootstrap evaluate table` fills this place", text)
        self.results("table", [4])
        both = self.evaluate("table")
        self.assertIn("| kernel | 1.0 | 8.0 |", both)
        self.assertNotIn("evaluate table` fills", both)
        self.assertIn(assemble.old_text(text, "threads"), both)

    def test_nothing_changes_where_nothing_is_new(self):
        """docs/evaluation.md is what its texts and parts make of it: nobody has written into it by hand."""
        written = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
        (self.output / "evaluation.md").write_text(written, encoding="utf-8")
        self.run_parts("--output", self.output, "--assemble")
        self.assertEqual((self.output / "evaluation.md").read_text(encoding="utf-8"), written)

    def test_every_picture_is_there_and_used(self):
        text = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
        used = set(re.findall(r"\]\((images/evaluation/\S+)\)", text))
        there = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs" / "images" / "evaluation").glob("*")}
        self.assertEqual(used, there)

    def test_refusals(self):
        self.assertIn("there is no part 'nowhere'", self.run_parts("nowhere", status=2))
        self.assertIn("--quick needs --output", self.run_parts("--quick", "table", status=2))

    def test_a_part_that_fails_is_said(self):
        environment = dict(os.environ, PATH="/nowhere")
        done = subprocess.run([sys.executable, ROOT / "evaluation" / "run", "--build", BUILD, "--output", self.output,
                               "mariadb"], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("evaluation: mariadb: mariadb", done.stderr)


class Numbers(unittest.TestCase):
    def test_curves_are_staircases(self):
        self.assertEqual(charts.steps([1, 3, 1, 1]), [(0, 3), (25, 3), (25, 1), (100, 1)])

    def test_growth_from_the_median_on(self):
        rows = [[n, 1, 10 * n, 10 * n, 10 * n, min(n, 50), 0, 0] for n in range(10, 101, 10)]
        self.assertEqual(common.upper_half({"trms": rows}), (100 / 60, 1, 1000 / 600))
        self.assertEqual(common.apparent_exponent({"trms": rows}), float("inf"))


if __name__ == "__main__":
    unittest.main()
