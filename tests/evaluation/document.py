#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""document.py BUILD - the evaluation on recordings whose numbers are known, and how its document is put together.

The recordings are made by landau replay, in place of the programs': `evaluation/run --reuse` takes them.
"""
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

sys.dont_write_bytecode = True
BUILD = pathlib.Path(sys.argv.pop()).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "evaluation"))
import assemble  # noqa: E402
import charts  # noqa: E402
import common  # noqa: E402
import chart  # noqa: E402
import libvips  # noqa: E402
import performance  # noqa: E402
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
        exported["routines"].append(routine("wbuffer_write_thread", [4]))
        self.assertEqual(vips.write_thread(exported), "wbuffer_write_thread")

    def test_what_was_left_out_is_in_the_text_and_in_the_status(self):
        self.results("table", [4])
        (self.output / "table" / "compare.txt").write_text("left out, not installed: zstd\nall else\n", encoding="utf-8")
        said = self.run_parts("--output", self.output, "--reuse", "table", status=1)
        self.assertIn("evaluation: left something out: table", said)
        text = (self.output / "evaluation.md").read_text(encoding="utf-8")
        self.assertIn("Left out, not installed: zstd.", text)
        self.assertIn("| kernel | 1.0 |", text)


class Libvips(unittest.TestCase):
    """What is fetched to build it, and what happens where it cannot be."""

    def test_sources_are_where_packages_are(self):
        self.assertEqual(libvips.source_lists("http://a/debian/ bookworm main\n\nhttp://a/debian/ bookworm main\n"
                                              "http://b/ sid contrib\n"),
                         "deb-src http://a/debian/ bookworm main\ndeb-src http://b/ sid contrib\n")

    def test_packages_that_are_missing(self):
        self.assertEqual(libvips.new_packages(
            "Reading lists\nInst new (1.2-3 Debian:12/stable [amd64])\nInst old [1] (2:4+b1 Debian:12 [amd64]) []\n"
            "Conf new (1.2-3 Debian:12/stable [amd64])\n"), ["new=1.2-3", "old=2:4+b1"])

    def test_unpacked_files_lead_to_where_they_are(self):
        with tempfile.TemporaryDirectory() as name:
            builder = libvips.Builder(pathlib.Path(name))
            tree = pathlib.Path(name) / "tree"
            (tree / "DEBIAN").mkdir(parents=True)
            (tree / "DEBIAN" / "control").write_text("Package: x\nVersion: 1\nArchitecture: all\nMaintainer: x <x@x>\n"
                                                     "Description: x\n", encoding="utf-8")
            (tree / "usr/lib/pkgconfig").mkdir(parents=True)
            (tree / "usr/lib/pkgconfig/x.pc").write_text("prefix=/usr\nName: x\n", encoding="utf-8")
            (tree / "usr/lib/libx.so").symlink_to("libx.so.1")
            subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, pathlib.Path(name) / "x.deb"], check=True,
                           stdout=subprocess.DEVNULL)
            with mock.patch.object(libvips, "LIBRARIES", ()):
                builder.fetch_libraries()
            self.assertIn(f"prefix={builder.root}/usr\n", (builder.root / "usr/lib/pkgconfig/x.pc").read_text())
            self.assertEqual(os.readlink(builder.root / "usr/lib/libx.so"), "/usr/lib/libx.so.1")

    def test_debians_package_takes_its_place(self):
        with tempfile.TemporaryDirectory() as name, mock.patch.dict(os.environ, PATH="/nowhere"), \
                mock.patch.object(common.Evaluation, "need"), contextlib.redirect_stderr(io.StringIO()):
            folder = pathlib.Path(name)
            program, kind, told = vips.choose(common.Evaluation(BUILD, folder, folder), folder / "libvips")
        self.assertEqual((program, kind), ("vips", "package"))
        self.assertIn("libvips with symbols could not be had here (`apt-get` is not installed)", told)

    def test_a_command_that_fails(self):
        with tempfile.TemporaryDirectory() as name:
            builder = libvips.Builder(pathlib.Path(name))
            self.assertEqual(builder.run("echo", "this"), "this\n")
            with self.assertRaisesRegex(common.Missing, "`ls` ended with 2"):
                builder.run("ls", "nothing")
            self.assertIn("nothing", builder.log.read_text(encoding="utf-8"))


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
        self.assertIn("evaluation: failed: mariadb", done.stderr)
        kept = re.search(r"kept for a look at what failed: (\S+)", done.stderr).group(1)
        self.assertTrue(pathlib.Path(kept).is_dir())
        shutil.rmtree(kept)

    def remove_kept(self, said):
        for kept in re.findall(r"kept for a look at what failed: (\S+)", said):
            shutil.rmtree(kept)

    def test_other_parts_go_on(self):
        """Even where a part fails in a way that nobody has thought of; its place in the document stays."""
        self.results("table", [4])
        before = assemble.old_text(self.evaluate("table"), "table")
        self.results("threads", [1, 2])
        (self.output / "table" / "results.json").write_text("{}", encoding="utf-8")
        said = self.run_parts("--output", self.output, "--reuse", "table", "threads", status=1)
        self.remove_kept(said)
        self.assertIn("== table: FAILED", said)
        self.assertIn("== threads: done", said)
        self.assertIn("evaluation: failed: table\n", said)
        text = (self.output / "evaluation.md").read_text(encoding="utf-8")
        self.assertEqual(assemble.old_text(text, "table"), before)
        self.assertIn("| 2 | 2.50 | 2.00 | 2.00 | 2.20 |", text)

    def test_only_parts_that_were_run_are_replaced(self):
        self.results("table", [4])
        self.results("threads", [1, 2])
        self.evaluate("table", "threads")
        path = self.output / "evaluation.md"
        path.write_text(path.read_text(encoding="utf-8").replace("| kernel | 1.0 |", "| changed | 1.0 |"), encoding="utf-8")
        self.assertIn("| changed | 1.0 |", self.evaluate("threads"))
        self.assertIn("| kernel | 1.0 |", self.evaluate("table"))

    def test_pictures_that_are_drawn_no_longer_go(self):
        pictures = self.output / assemble.PICTURES
        pictures.mkdir(parents=True)
        for name in ("table-old.svg", "threads-old.svg"):
            (pictures / name).touch()
        self.results("table", [4])
        self.evaluate("table")
        self.assertEqual({path.name for path in pictures.iterdir()}, {"table-time.svg", "threads-old.svg"})

    def test_a_part_that_takes_too_long(self):
        self.mariadb(lambda r: 1000 * r)
        said = self.run_parts("--output", self.output, "--quick", "--reuse", "--limit=0.01", "mariadb", status=1)
        self.remove_kept(said)
        self.assertIn("evaluation: mariadb: not done within 0.01 s", said)
        self.assertIn("`./bootstrap evaluate mariadb` fills this place",
                      (self.output / "evaluation.md").read_text(encoding="utf-8"))

    def test_verdicts_are_counted(self):
        self.mariadb(lambda r: 1000 * r)
        self.results("table", [4])
        text = self.evaluate("mariadb", "table")
        for part, line in (("mariadb", r"\| \[MariaDB\]\(#mariadb\) \| (\d+) \| (\d+) \|"),
                           ("table", r"\| \[Time and memory\]\(#time-and-memory\) \| (\d+) \| (\d+) \|")):
            section = assemble.old_text(text, part)
            counted = tuple(map(int, re.search(line, text).groups()))
            self.assertEqual(counted, (section.count("| agrees |"), len(re.findall(r"\*\*(?:differs|lower|higher)\*\*", section))))
            self.assertGreater(min(counted), 0)
        self.assertNotIn("(#libvips)", text)

    def test_circumstances(self):
        self.results("table", [4])
        self.assertIn("It is not known when and where this was recorded.", self.evaluate("table"))
        (self.output / "table" / "circumstances.txt").write_text("Taken long ago.\n", encoding="utf-8")
        self.assertIn("Taken long ago. Written from the same recordings on 20", self.evaluate("table"))

    def test_cases_in_the_wild_that_fail(self):
        done = subprocess.run([ROOT / "evaluation" / "wild" / "run", "--quick", self.output, "substitution", "union"],
                              env=dict(os.environ, LANDAU="false"), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("substitution: failed: ", done.stderr)
        self.assertIn("union: failed: ", done.stderr)
        self.assertFalse((self.output / "wild.md").exists())


class Numbers(unittest.TestCase):
    def test_what_went_on_beside(self):
        now = common.Circumstances(BUILD / "landau")
        with subprocess.Popen(["sh", "-c", "while :; do :; done"]) as other:
            deadline = time.monotonic() + 30
            while common.busy_seconds() - now.busy < 1 and time.monotonic() < deadline:
                time.sleep(0.05)
            text = now.text()
            other.kill()
        self.assertRegex(text, r"^Taken on 20\d\d-\d\d-\d\d in \d+ s: .*, \d+ processors, .*landau \d+\.\d+")
        self.assertRegex(text, r"The load average was \d+\.\d before and \d+\.\d after")
        self.assertGreater(float(re.search(r"other programs had (\d+\.\d) processors' time", text).group(1)), 0)

    def test_bars_of_many_programs_are_in_two_rows(self):
        row = {"native": measured(1, 1), "none": measured(2, 1), "landau": measured(6, 1)}
        self.assertEqual(chart.greatest({"a": row}), 3)
        picture = performance.bars_in_two_rows({name: row for name in "abcde"})
        self.assertEqual([len(re.findall(r"<title>\w, landau: 3.00<", group)) for group in picture.split("<g ")[1:]], [3, 2])

    def test_curves_are_staircases(self):
        self.assertEqual(charts.steps([1, 3, 1, 1]), [(0, 3), (25, 3), (25, 1), (100, 1)])

    def test_growth_from_the_median_on(self):
        rows = [[n, 1, 10 * n, 10 * n, 10 * n, min(n, 50), 0, 0] for n in range(10, 101, 10)]
        self.assertEqual(common.upper_half({"trms": rows}), (100 / 60, 1, 1000 / 600))
        self.assertEqual(common.apparent_exponent({"trms": rows}), float("inf"))
        self.assertEqual([common.apparent_words(x) for x in (float("inf"), 26.7, 2.04)],
                         ["rms does not grow", "rms hardly grows", "exponent 2.0"])


if __name__ == "__main__":
    unittest.main()
