#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau sweep as a command: sizes, inputs, runners, failures.

usage: commands.py LANDAU
"""
import base64
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

LANDAU = os.path.abspath(sys.argv.pop())

# Costs n * n in square; forks for n = 6, and waits for a file "go" for n = 7.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) long square(volatile int *data, int n)
{
	long sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			sum += data[j];
	return sum;
}
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	int *data = calloc((size_t)n + 1, sizeof(*data));
	if (n == 6 && fork() == 0)
		return square(data, 3) != 0;
	while (wait(NULL) > 0)
		;
	while (n == 7 && access("go", F_OK) != 0)
		usleep(10000);
	if (n == 8)
		abort();
	if (n == 9) {
		fputs("nine is too many\n", stderr);
		return 9;
	}
	printf("%ld\n", square(data, n));
	return argc < 0;
}
"""


class Sweep(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.programs.cleanup)
        source = pathlib.Path(cls.programs.name, "prog.c")
        source.write_text(PROGRAM, encoding="utf-8")
        subprocess.run(["gcc", "-O1", "-g", "-fno-stack-protector", "-o", source.with_suffix(""),
                        source], check=True)

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)
        shutil.copy(os.path.join(self.programs.name, "prog"), "prog")

    def sweep(self, *arguments, status=0):
        done = subprocess.run([LANDAU, "sweep", *arguments], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("\r", done.stderr)
        left = [name for name in os.listdir() if ".sweep-" in name]
        self.assertEqual(left, [])
        return done

    def export(self, path="landau.data"):
        done = subprocess.run([LANDAU, "export", "--format=json", path], capture_output=True,
                              check=True)
        return json.loads(done.stdout)

    def points(self, name="square", path="landau.data"):
        """Number of calls for each cost-determining size of a routine of the program."""
        found = [r for r in self.export(path)["routines"]
                 if r["name"] == name and r["object"].endswith("prog")]
        return {row[0]: row[1] for r in found for row in r["trms"]}

    def commands(self, path="landau.data"):
        return sorted(run["command"][1] for run in self.export(path)["runs"])

    def test_merges_and_reports(self):
        pathlib.Path("landau.data").write_text("old", encoding="utf-8")
        done = self.sweep("--sizes=10..400:x2", "--jobs=2", "--", "./prog", "{n}")
        self.assertEqual(self.points(), {n: 1 for n in (10, 20, 40, 80, 160, 320)})
        self.assertRegex(done.stdout, r"(?m)^n\^2 .*square")
        self.assertIn("6 runs", done.stdout)
        self.assertRegex(done.stdout, r"\nnext: landau show \S+\n$")
        self.assertEqual(done.stderr, "landau: landau.data: 6 of 6 runs\n")
        self.assertEqual(pathlib.Path("landau.data.old").read_text(encoding="utf-8"), "old")
        self.assertEqual(sorted(os.listdir()), ["landau.data", "landau.data.old", "prog"])

    def routine(self, name):
        return next(r for r in self.export()["routines"]
                    if r["name"] == name and r["object"].endswith("prog"))

    def test_the_sizes_of_runs_are_kept(self):
        """Also where a run has two processes, and a size two runs."""
        self.sweep("-q", "--sizes=4,5,6,10,20,20,40,80", "--", "./prog", "{n}")
        self.assertEqual(sorted((run["size"], run["unit"]) for run in self.export()["runs"]),
                         [(n, "n") for n in (4, 5, 6, 6, 10, 20, 20, 40, 80)])
        found = self.routine("square")
        of_trms = {row[0]: row[4] // row[1] for row in found["trms"]}
        by_run = {kind: value["points"] for kind, value in found["by_run"].items()}
        cost = {n: of_trms[n] for n in (4, 5, 6, 10, 20, 40, 80)}
        largest = [[n, 1 + (n == 20), c, c, c * (1 + (n == 20))] for n, c in cost.items()]
        self.assertEqual(by_run["largest"], largest)
        cost[6] += of_trms[3]  # the process that was forked is part of the run
        self.assertEqual(by_run["cost"], [[n, 1 + (n == 20), c, c, c * (1 + (n == 20))]
                                          for n, c in cost.items()])
        self.assertEqual(by_run["calls"],
                         [[n, 1, 1, 1, 1] if n not in (6, 20) else
                          [n, 1, 2, 2, 2] if n == 6 else [n, 2, 1, 1, 2] for n in cost])

    def test_what_reads_little_grows_with_the_runs(self):
        """main reads the same few cells whatever n is, and its cost grows as the square of n."""
        self.sweep("-q", "--sizes=10..400:x1.5", "--", "./prog", "{n}")
        report = subprocess.run([LANDAU, "report"], capture_output=True, text=True, check=True)
        self.assertRegex(report.stdout, r"\Aagainst {n}, 10 sizes from 10 to 384: main grows as n\^2, "
                                        r"9\d % of it in square\n")
        self.assertRegex(report.stdout, r"(?m)^n\^2 +1 +n\^2 +\d+\.\d%  main$")
        for arguments in ["--name=square"], ["--thread=1"], ["--object=prog"]:
            part = subprocess.run([LANDAU, "report", *arguments], capture_output=True, text=True,
                                  check=True)
            self.assertNotIn("against", part.stdout)
        show = subprocess.run([LANDAU, "show", "main@prog"], capture_output=True, text=True,
                              check=True)
        self.assertRegex(show.stdout, r"(?m)^against {n}, 10 sizes of runs:\n  all calls +n\^2   .*\n"
                                      r"  their number +1   .*\n  the largest +n\^2   ")
        subprocess.run([LANDAU, "html", "-o", "page.html"], check=True)
        data = re.search(r'<script type="application/x-landau"[^>]*>([^<]*)<',
                         pathlib.Path("page.html").read_text(encoding="utf-8"))[1]
        data = zlib.decompress(base64.b64decode(data))
        header = json.loads(data[8:8 + int.from_bytes(data[4:8], "little")])
        page = dict(zip(header["routines"]["name"], header["routines"]["by_run"]))
        self.assertEqual(page["main"], [10, 4, "n^2", "1", "n^2"])
        self.assertRegex(show.stdout, r"\nno class against its own input: [^;]*\n\Z")
        self.assertNotIn("next:", show.stdout)
        shown = json.loads(subprocess.run([LANDAU, "show", "--json", "main@prog"],
                                          capture_output=True, check=True).stdout)
        reported = json.loads(subprocess.run([LANDAU, "report", "--json", "--name=main"],
                                             capture_output=True, check=True).stdout)
        main = self.routine("main")
        self.assertEqual(shown["by_run"], main["by_run"])
        self.assertEqual(reported["routines"][0]["by_run"], main["by_run"])
        self.assertIsNone(main["model"]["class"])
        self.assertEqual(main["by_run"]["cost"]["model"]["class"], "n^2")
        self.assertEqual(main["by_run"]["calls"]["model"]["class"], "1")

    def test_few_sizes_of_runs_say_nothing(self):
        done = self.sweep("--sizes=10,20,40", "--", "./prog", "{n}")
        self.assertRegex(done.stdout, r"\Aagainst {n}, 3 sizes from 10 to 40: the growth of \w+ is not "
                                      r"known; it was seen with 3 sizes\n\n")

    def test_a_sweep_of_files_says_so(self):
        self.sweep("-q", "--sizes=3,4", "--", "cat", "{file}")
        self.assertEqual({run["unit"] for run in self.export()["runs"]}, {"lines"})
        os.rename("landau.data", "lines.data")
        self.sweep("-q", "--sizes=3,4", "--input=bytes", "--", "cat", "{file}")
        self.assertEqual({run["unit"] for run in self.export()["runs"]}, {"bytes"})
        self.assertTrue(all("by_run" in r for r in self.export()["routines"] if r["calls"] > 0))
        # Lines and bytes say nothing together.
        subprocess.run([LANDAU, "merge", "-o", "landau.data", "landau.data", "lines.data"],
                       check=True)
        self.assertFalse(any("by_run" in r for r in self.export()["routines"]))

    def test_sizes(self):
        for text, expected in [("12,11,12", [12, 11, 12]), ("10..31:+10", [10, 20, 30]),
                               ("2..5:x1.5", [2, 3, 5]), ("4..4:x2", [4])]:
            self.sweep("-q", "-s", text, "--keep-output=kept", "--", "echo", "a{n}b{n}")
            self.assertEqual({name: pathlib.Path("kept", name).read_text(encoding="utf-8")
                              for name in os.listdir("kept") if name.endswith(".out")},
                             {f"{i + 1}-{n}.out": f"a{n}b{n}\n" for i, n in enumerate(expected)})
            shutil.rmtree("kept")

    def test_input(self):
        for kind in "lines", "bytes":
            self.sweep("-q", "--sizes=5,300", f"--input={kind}", "--keep-output=kept", "--cell=8",
                       "--", "cat", "{file}")
            small, large = (pathlib.Path("kept", name).read_bytes()
                            for name in ("1-5.out", "2-300.out"))
            self.assertEqual(len(small if kind == "bytes" else small.splitlines()), 5)
            self.assertEqual(len(large if kind == "bytes" else large.splitlines()), 300)
            self.assertTrue(large.startswith(small))
            self.assertTrue(large.isascii() and len(set(large)) > 9)
        self.assertEqual(self.export()["cell"], 8)

    def test_lines_of_a_file(self):
        pathlib.Path("words.txt").write_text("one\ntwo three\nfour", encoding="utf-8")
        for options in (["--", "cat", "{file}"], ["--stdin", "--", "cat"],
                        ["--stdin", "--runner=sh {commands}", "--", "cat"]):
            self.sweep("-q", "--sizes=2,7", "--input=words.txt", "--keep-output=kept", *options)
            self.assertEqual([pathlib.Path("kept", name).read_text(encoding="utf-8")
                              for name in ("1-2.out", "2-7.out")],
                             ["one\ntwo three\n", "one\ntwo three\nfour\n" * 2 + "one\n"])
            shutil.rmtree("kept")
        pathlib.Path("nothing").touch()
        done = self.sweep("--sizes=2", "--input=nothing", "--stdin", "cat", status=2)
        self.assertIn("No data available", done.stderr)

    def test_standard_input(self):
        self.sweep("-q", "--sizes=5,300", "--stdin", "--keep-output=kept", "--", "cat")
        small, large = (pathlib.Path("kept", name).read_text(encoding="utf-8").split()
                        for name in ("1-5.out", "2-300.out"))
        self.assertEqual((len(small), len(large), large[:5]), (5, 300, small))
        self.assertTrue(all(line.isdigit() for line in large))

    def test_failures_are_named_and_the_rest_is_kept(self):
        pathlib.Path("go").touch()
        done = self.sweep("--sizes=4..10:+1", "-j2", "-o", "out.data", "--cost=instr", "--",
                          "./prog", "{n}", status=1)
        self.assertIn("landau: sweep: n = 8: killed by signal 6 (Aborted)\n", done.stderr)
        self.assertIn("landau: sweep: n = 9: exit status 9\n  | nine is too many\n", done.stderr)
        self.assertIn("landau: out.data: 5 of 7 runs\n", done.stderr)
        self.assertRegex(done.stdout, r"\nnext: landau show \S+ out.data\n$")
        self.assertEqual(self.points(path="out.data"), {n: 1 for n in (3, 4, 5, 6, 7, 10)})
        self.assertEqual(self.export("out.data")["cost"], "instr")
        self.assertEqual(self.commands("out.data"), ["10", "4", "5", "6", "6", "7"])

    def test_ignore_status(self):
        self.sweep("-q", "--sizes=8,9,10", "--ignore-status", "--", "./prog", "{n}")
        self.assertEqual(self.commands(), ["10", "8", "9"])

    def test_all_fail(self):
        done = self.sweep("--sizes=8,9", "--", "./prog", "{n}", status=2)
        self.assertIn("no run has written a profile, so there is nothing to merge", done.stderr)
        self.assertFalse(os.path.exists("landau.data"))

    def test_runner(self):
        self.sweep("-q", "--sizes=3,4", "--runner=env 'MARK=a  b' OMPI_COMM_WORLD_RANK=3",
                   "--keep-output=kept", "--", "sh", "-c", 'echo "$MARK" {n}')
        self.assertEqual(pathlib.Path("kept/2-4.out").read_text(encoding="utf-8"), "a  b 4\n")
        self.assertEqual(len(self.export()["runs"]), 2)

    def test_all_commands_at_once(self):
        os.mkdir("a folder")
        done = self.sweep("-q", "--sizes=4,9,5", "--runner=sh {commands}",
                          "--output=a folder/it's", "--", "./prog", "{n}", "{file}", status=1)
        self.assertEqual(done.stderr,
                         "landau: sweep: n = 9: exit status 9\n  | nine is too many\n")
        self.assertEqual(self.commands("a folder/it's"), ["4", "5"])
        self.assertEqual(os.listdir("a folder"), ["it's"])
        done = self.sweep("-q", "--sizes=4,5", "--runner=test -s {commands}", "--", "./prog", "{n}",
                          status=2)
        self.assertIn("n = 4: no profile was written\n", done.stderr)

    def test_a_signal_stops_and_keeps_what_is_done(self):
        sweep = subprocess.Popen([LANDAU, "sweep", "-q", "--sizes=4,5,7,10", "--", "./prog", "{n}"],
                                 stderr=subprocess.PIPE, text=True)
        with sweep:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                started = [p for p in pathlib.Path().glob("landau.data.sweep-*/3/errors")]
                if started:
                    break
                time.sleep(0.05)
            time.sleep(0.5)
            sweep.send_signal(signal.SIGTERM)
            errors = sweep.communicate(timeout=60)[1]
        self.assertEqual(sweep.returncode, 128 + signal.SIGTERM)
        self.assertIn("n = 7: killed by signal 15", errors)
        self.assertNotIn("n = 10", errors)
        self.assertEqual(self.commands(), ["4", "5"])
        self.assertEqual(sorted(os.listdir()), ["landau.data", "prog"])

    def test_progress_on_a_terminal(self):
        terminal, other_end = pty.openpty()
        sweep = subprocess.Popen([LANDAU, "sweep", "--sizes=4,5,7", "--", "./prog", "{n}"],
                                 stdout=subprocess.DEVNULL, stderr=other_end)
        with sweep:
            os.close(other_end)
            seen = b""
            while b"\rlandau: sweep: n = 7; done 2 of 3" not in seen:
                seen += os.read(terminal, 1000)
            pathlib.Path("go").touch()
            try:
                while piece := os.read(terminal, 1000):
                    seen += piece
            except OSError:
                pass
        os.close(terminal)
        self.assertEqual(sweep.returncode, 0)
        self.assertTrue(seen.endswith(b"\r\x1b[Klandau: landau.data: 3 of 3 runs\r\n"), seen)

    def test_bad_usage(self):
        program = ["./prog", "{n}"]
        for arguments, message in [
            (["--sizes=3"], "sweep: no program is given; see 'landau sweep --help'"),
            (program, "sweep: no sizes are given; use --sizes=1000..100000:x2, for example"),
            (["--sizes=3", "./prog", "n"], "neither {n} nor {file}"),
            (["--sizes=3", "--jobs=0", *program], "--jobs must be a number from 1"),
            (["--sizes=3", "--input=words", *program], "--input must be lines, bytes or a file to take lines from, not 'words': No such file"),
            (["--sizes=3", "--runner=a 'b", *program], "a quote is not closed"),
            (["--sizes=3", "--runner= ", *program], "--runner needs a command"),
            (["--sizes=3", "--runner=no-such-runner", *program], "no-such-runner cannot be started"),
            (["--sizes=3", "./none", "{n}"], "./none"),
            (["--sizes=3", "-o", "no/where", *program], "no/where"),
            (["--sizes=1..99999:+1", *program], "has more than 10000 sizes"),
            (["--bad", *program], "--bad is not an option"),
            (["--sizes=1..5", *program], "'1..5' needs a step, for example 1..5:x2"),
            *(([f"--sizes={bad}", *program], "is not a list of sizes")
              for bad in ("", "0", "-3", "x", "1,", ",1", "1..", "..5", "5..1:x2", "1..5:x1",
                          "1..5:x", "1..5:+0", "1..5:+", "1..5:*2", "1,2..5:x2", "1..5:x2,7",
                          "99999999999999999999", "1..5:xnan", "1..5:xinf")),
        ]:
            done = self.sweep(*arguments, status=2)
            self.assertIn(message, done.stderr)
            self.assertTrue(done.stderr.startswith("landau: "), done.stderr)
        self.assertEqual(os.listdir(), ["prog"])

    def test_a_script_of_env_is_named(self):
        script = pathlib.Path("script")
        script.write_text("#!/usr/bin/env sh\nexit 0\n", encoding="utf-8")
        script.chmod(0o755)
        result = self.sweep("--sizes=1,2", "--", "./script", "{n}")
        self.assertIn("is started by env", result.stderr)
        result = self.sweep("--sizes=1,2", "--trace-children", "--", "./script", "{n}")
        self.assertNotIn("is started by env", result.stderr)

    def test_programs_that_runs_execute_are_not_missed_silently(self):
        shell = ["--", "/bin/sh", "-c", "./prog {n}; exec ./prog {n}"]
        result = self.sweep("--sizes=2,3", *shell)
        self.assertIn("4 processes of these runs executed another program, which was not recorded", result.stderr)
        result = self.sweep("--sizes=2,3", "--trace-children", *shell)
        self.assertNotIn("not recorded", result.stderr)
        self.assertNotIn("not recorded", self.sweep("--sizes=2,3", "--", "./prog", "{n}").stderr)

    def test_a_program_that_is_a_pipe_is_not_waited_for(self):
        os.mkfifo("pipe", 0o755)
        self.assertIn("pipe", self.sweep("--sizes=1,2", "--", "./pipe", "{n}", status=2).stderr)

    def test_help(self):
        self.assertIn("usage: landau sweep --sizes=SIZES", self.sweep("--help").stdout)


unittest.main(verbosity=0)
