#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau bisect in a repository of twenty commits, one of which makes a routine quadratic.

usage: first_bad.py LANDAU
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import repository
from repository import COMMITS, CULPRIT, check, run

LANDAU = os.path.abspath(sys.argv[1])


def main():
    if not shutil.which("git"):
        print("1..0 # SKIP there is no git here")
        return
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        record = repository.make(LANDAU)
        bisect = [LANDAU, "bisect", "--routine=parse", "--bound=n log n"]
        head = subprocess.check_output(["git", "rev-parse", "HEAD"], text=True)

        judged = run(*bisect, "--judge", "--", *record, status=1)
        check("a bad commit is said to be one", "parse: n^2, which is bad" in judged.stderr, judged.stderr)
        run(LANDAU, "bisect", "--judge", "--routine=parse", "--bound=n^2", status=0)
        run(LANDAU, "bisect", "--judge", "--routine=absent", "--bound=n^2", status=125)
        run(*bisect, "--judge", "--", "false", status=125)
        check("what was there before is not judged", not pathlib.Path("landau.data").exists())

        found = run(*bisect, f"--good=HEAD~{COMMITS - 1}", "--", *record)
        lines = found.stdout.splitlines()
        check("the commit that made it quadratic is found", len(lines) == 2
              and lines[0] == "the first commit in which parse grows faster than n log n:"
              and lines[1].endswith(f" Commit number {CULPRIT}"), found.stdout)
        check("all is as before", subprocess.check_output(["git", "rev-parse", "HEAD"], text=True) == head
              and not pathlib.Path(".git/BISECT_START").exists())

        none = run(*bisect, "--good=HEAD~3", "--bad=nowhere", "--", *record, status=2)
        check("a commit that is not there is an error", "landau: bisect: git cannot begin" in none.stderr,
              none.stderr)
        run(*bisect, f"--good=HEAD~{COMMITS - 1}", "--", "false", status=2)
        check("all is as before", not pathlib.Path(".git/BISECT_START").exists())
        for words in (["--bound=n", "--good=HEAD", "--", "true"], ["--routine=f", "--bound=m", "--good=HEAD", "true"],
                      ["--routine=f", "--bound=n", "true"], ["--routine=f", "--bound=n", "--good=HEAD"]):
            wrong = run(LANDAU, "bisect", *words, status=2)
            check("which is said in one line", wrong.stderr.startswith("landau: bisect: ")
                  and wrong.stderr.count("\n") == 1, wrong.stderr)
    print(f"1..{repository.done}")


main()
