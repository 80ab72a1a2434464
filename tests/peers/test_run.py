#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""tests/peers/run on a suite of six tiny programs: what it counts, what is known, what it calls a surprise.

usage: test_run.py LANDAU
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
LANDAU = os.path.abspath(sys.argv.pop())
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import directives  # noqa: E402

# What has the block counter of the engine is the program with Landau.
SUITES = """
import pathlib
from programs import Program
from sources import Missing
import collections
Suite = collections.namedtuple("Suite", "about engine compilers programs")
HERE = pathlib.Path(__file__).resolve().parent
NAMES = "same", "timed", "varies", "status", "output", "broken"


def programs(fetch):
    return [Program(name, f"$CC -g {HERE / name}.c -ldl -o t", ["word"], idle="in .*") for name in NAMES]


def missing(fetch):
    raise Missing("there is no moon")


SUITES = {"tiny": Suite("tiny programs", "native", {"CC": "gcc"}, programs),
          "moon": Suite("the moon's", "native", {"CC": "gcc"}, missing)}
"""
TELLS = "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n" \
        "static int landau(void) { return dlsym(RTLD_DEFAULT, \"__landau_native\") != NULL; }\n"
PROGRAMS = {
    "same": "#include <stdio.h>\nint main(int n, char **v) { printf(\"%d %s\\n\", n, v[1]); return 3; }\n",
    "status": TELLS + "int main(void) { return landau(); }\n",
    "output": TELLS + "int main(void) { printf(\"%d\\n\", landau()); return 0; }\n",
    "timed": "#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"in %d\\n\", getpid()); return 0; }\n",
    "varies": "#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"%d\\n\", getpid()); return 0; }\n",
    "broken": "int main(void) { return nothing; }\n",
}


class Run(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)
        (self.folder / "suites.py").write_text(SUITES, encoding="utf-8")
        (self.folder / "expected").mkdir()
        for name, text in PROGRAMS.items():
            (self.folder / f"{name}.c").write_text(text, encoding="utf-8")

    def tearDown(self):
        self.place.cleanup()

    def run_peers(self, *arguments, expected=None):
        if expected is not None:
            (self.folder / "expected" / "tiny.txt").write_text(expected, encoding="utf-8")
        return subprocess.run([sys.executable, HERE / "run", f"--suites={self.folder}/suites.py",
                               f"--work={self.folder}/work", *arguments], capture_output=True, text=True, check=False,
                              env=dict(os.environ, LANDAU=LANDAU))

    def test_counts_and_differences(self):
        done = self.run_peers()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\ntiny +6 +2 +0 +2 +2\n")
        self.assertIn("\n  status: status: 1, not 0: ", done.stdout)
        self.assertIn("\n  output: output: 2 bytes, not 2, or others", done.stdout)
        self.assertIn("\nmoon             skipped: there is no moon\n", done.stdout)
        self.assertEqual(self.run_peers("moon").returncode, 77)
        done = self.run_peers("--only=same", "tiny")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\ntiny +1 +1 +0 +0 +0\n")
        self.assertIn("same\tsame\t", (self.folder / "work" / "tiny.results").read_text(encoding="utf-8"))

    def test_known_differences(self):
        known = "# why\nstatus: status: it asks who is there\noutput: output: it says who is there\n"
        done = self.run_peers("tiny", expected=known)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"\ntiny +6 +2 +2 +0 +2\n")
        done = self.run_peers("--only=same", "tiny", expected="same: output: it used to\n")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("same: no longer differs (output)", done.stdout)
        done = self.run_peers("tiny", expected="same\n")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("expected/tiny.txt:1: this is not NAME: WHAT: WHY", done.stderr)

    def test_bad_usage(self):
        for arguments, said in (["nonsense"], "there is no suite 'nonsense'"), (["--every=0"], "take a number from 1"):
            done = self.run_peers(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
        self.assertIn("tiny programs (native)", self.run_peers("--list").stdout)


class Directives(unittest.TestCase):
    def test_gcc(self):
        text = "/* { dg-do run } */\n// { dg-options \"-O3 -foffload=x\" }\n/* { dg-additional-options \"-mfpu=neon\" { target arm* } } */\n" \
               "! { dg-set-target-env-var OMP_PLACES \"cores\" }\n/* { dg-additional-sources \"two.c\" } */\n"
        self.assertEqual(directives.gcc_test(text), (["-O3"], ["two.c"], {"OMP_PLACES": "cores"}))
        self.assertIsNone(directives.gcc_test("/* { dg-do compile } */\n"))
        self.assertEqual(directives.gcc_test("int main;\n"), ([], [], {}))

    def test_llvm(self):
        self.assertEqual(directives.llvm_test("// RUN: %libomp-compile-and-run\n"), [])
        self.assertIsNone(directives.llvm_test("// RUN: %libomp-compile && env A=1 %libomp-run\n"))

    def test_tsan(self):
        text = "// RUN: %clangxx_tsan -O1 %s -DX=1 -o %t && %deflake %run %t | FileCheck %s\n"
        self.assertEqual(directives.tsan_test(text), ["-O1", "-DX=1"])
        self.assertEqual(directives.tsan_test("// RUN: %clang_tsan %s -o %t\n// RUN: %run %t\n"), [])
        self.assertIsNone(directives.tsan_test("// RUN: %clang_tsan %s -shared -o %t.so\n"))
        self.assertIsNone(directives.tsan_test("// REQUIRES: x\n" + text))

    def test_valgrind(self):
        self.assertEqual(directives.valgrind_test("prog: a\nargs: 1 2\nvgopts: -q\nenv: X=y\n"),
                         ("a", "1 2", None, {"X": "y"}))


if __name__ == "__main__":
    unittest.main()
