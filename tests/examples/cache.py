#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""cache.py LANDAU - landau check refuses the memory of the cache in examples/cache and passes that of its fix. Prints TAP."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import check, finish  # noqa: E402

LANDAU = pathlib.Path(sys.argv[1]).resolve()
EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "cache"


def landau(*arguments, status=0):
    result = subprocess.run([LANDAU, *arguments], capture_output=True, text=True, check=False)
    check(f"landau {' '.join(map(str, arguments))[:70]} exits with {status}", result.returncode == status,
          result.stdout + result.stderr)
    return result.stdout


def record(program, *flags):
    """What the program prints."""
    subprocess.run([os.environ.get("CC", "gcc"), "-O1", "-g", *flags, "-o", program, EXAMPLE / "answers.c"], check=True)
    return landau("record", "-q", "--cost=instr,peak,live", "-o", f"{program}.data", "--", f"./{program}")


def growths(profile, cost):
    """Of answer_batch, by a cost of the profile."""
    text = landau("report", f"--by={cost}", profile)
    rows = [line.split() for line in text.splitlines() if line.endswith(" answer_batch")]
    if cost != "instr":
        check("levels of start-up are not added up", " routines of the loader and the C library: --all\n" in text, text)
    return [row[0] for row in rows if len(row) > 6]


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        printed = record("bug")
        check("bug and fix answer alike", printed.endswith("\n") and record("fix", "-DFIXED") == printed, printed)
        budget = f"--budget={EXAMPLE / 'landau.budget'}"
        text = landau("check", budget, "bug.data", status=1)
        check("the cache that is never trimmed", text.startswith("FAILED   answer_batch: grows as n, its bound is peak 1 "), text)
        text = landau("check", budget, "fix.data")
        check("the one that is", text == "1 within, 0 exceeded, 0 close, 0 unknown\n", text)
        for cost, expected in (("instr", ["n", "n"]), ("peak", ["n", "1"]), ("live", ["n", "1"])):
            found = growths("bug.data", cost) + growths("fix.data", cost)
            check(f"{cost}: {' and '.join(expected)}", found == expected, found)
        landau("diff", "--by=peak", "bug.data", "fix.data")
        landau("diff", "--by=peak", "fix.data", "bug.data", status=1)
        landau("diff", "bug.data", "fix.data")
        text = landau("report", "bug.data")
        check("the report says whose memory grows",
              "\nmemory: answer_batch keeps 16·n bytes, " in text and "\nmemory: answer_batch needs 16·n bytes at its peak" in text, text)
        check("and nothing of the fix's", "\nmemory: " not in landau("report", "fix.data"))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
