#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""evaluation/wild/run on two of its cases with small inputs: the routine, its class, the files.

usage: wild.py LANDAU
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

LANDAU = os.path.abspath(sys.argv.pop())
RUN = pathlib.Path(__file__).resolve().parents[2] / "evaluation" / "wild" / "run"


def run(*arguments):
    return subprocess.run([sys.executable, RUN, *arguments], capture_output=True, text=True, check=False,
                          env=dict(os.environ, LANDAU=LANDAU))


class Wild(unittest.TestCase):
    def test_cases(self):
        with tempfile.TemporaryDirectory() as name:
            done = run("--quick", name, "loader", "token")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            folder = pathlib.Path(name)
            cases = json.loads((folder / "wild.json").read_text(encoding="utf-8"))["cases"]
            text = (folder / "wild.md").read_text(encoding="utf-8")
            self.assertEqual([case["name"] for case in cases], ["loader", "token"])
            for case in cases:
                self.assertIn(f"### {case['title']}\n", text)
                bug, fix = case["variants"]
                self.assertEqual((bug["model"]["class"], fix["model"]["class"]), ("n^2", "n"))
                self.assertLessEqual(bug["rank"], 20)
                self.assertEqual(len(bug["sizes"]), len(bug["points"]))
                for found in bug, fix:
                    picture = f"wild-{case['name']}-{found['kind']}.svg"
                    self.assertIn(f"({picture})", text)
                    xml.etree.ElementTree.parse(folder / picture)
            self.assertEqual({found["routine"] for found in cases[0]["variants"]}, {"_dl_sort_maps"})

    def test_what_is_expected_can_fail(self):
        """Another class than the expected one is said, and the status tells."""
        with tempfile.TemporaryDirectory() as name:
            changed = pathlib.Path(name)
            for source in RUN.parent.iterdir():
                if source.is_file():
                    (changed / source.name).write_bytes(source.read_bytes())
            cases = changed / "cases.py"
            text = cases.read_text(encoding="utf-8")
            cases.write_text(text.replace("tunable(1)", "tunable(2)"), encoding="utf-8")
            done = subprocess.run([sys.executable, changed / "run", "--quick", changed / "out", "loader"],
                                  capture_output=True, text=True, check=False, env=dict(os.environ, LANDAU=LANDAU))
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("_dl_sort_maps: n, expected n^2", done.stdout)

    def test_bad_usage(self):
        for arguments, message in ((), "where to"), (("out", "nonsense"), "no case 'nonsense'"):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
        self.assertIn("loader\n", run("--list").stdout)


if __name__ == "__main__":
    unittest.main()
