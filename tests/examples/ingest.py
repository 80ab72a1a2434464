#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""ingest.py LANDAU - the answers about examples/ingest, whose worst routine has no clear class.

Records it as it is and fixed. The report has to lead with distinct_users and must not give an all-clear,
check has to refuse it under n log n, and diff has to tell better from worse, both ways. Prints TAP.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, finish  # noqa: E402

LANDAU = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "ingest" / "ingest.c"


def landau(*arguments, status=0):
    result = subprocess.run([LANDAU, *arguments], capture_output=True, text=True, check=False,
                            env=dict(os.environ, LC_ALL="C.UTF-8"))
    check(f"landau {' '.join(arguments)[:70]} exits with {status}", result.returncode == status,
          result.stdout + result.stderr)
    return result.stdout


def record(program, *flags):
    subprocess.run([os.environ.get("CC", "gcc"), "-O1", "-g", "-pthread", *flags, "-o", program, SOURCE], check=True)
    return landau("record", "-q", "-o", f"{program}.data", "--", f"./{program}")


def check_report():
    text = landau("report", "bug.data")
    headline = re.match(r"\./bug: growth known for (\d+) % of the cost \(\d+ of \d+ routines\)[^;]*;\s"
                        r"distinct_users, (\d+) %, grows (as|at least as fast as) n\^", text)
    check("the headline counts in shares of the cost, and names the routine", headline, text)
    check("more is known than the routine itself", headline and int(headline[1]) >= int(headline[2]) > 60, text)
    check("no all-clear", "none of these" not in text, text)
    check("it is the first row", re.search(r"\ngrowth [^\n]*\n[^?\n]*n\^[^\n]* distinct_users\n", text), text)
    check("and the one to look at next", "\nnext: landau show distinct_users bug.data\n" in text, text)
    check("start-up is folded", re.search(r"\nstart-up: \d+ routines of the loader and the C library, ", text)
          and "start_thread" not in text, text)
    rows = json.loads(landau("report", "--json", "bug.data"))["routines"]
    check("its caller comes after it", [row["name"] for row in rows[:2]] == ["distinct_users", "work_up"], rows[:3])
    text = landau("report", "fix.data")
    check("fixed, it is not the first row", "\nnext: landau show distinct_users" not in text, text)
    check("and the all-clear has its share", re.match(r"\./fix: growth known for \d+ % of the cost \(\d+ of \d+ "
          r"routines\)[^;]*;\snone of these is known to grow faster than n log n[;\n]", text), text)


def check_budget():
    with open("test.budget", "w", encoding="ascii") as file:
        file.write("default: n log n\n")
    text = landau("check", "--budget=test.budget", "bug.data", status=1)
    check("check refuses it", re.search(r"^FAILED   distinct_users: grows .* n\^\S+.*, its bound is n log n", text,
                                        re.MULTILINE), text)
    check("and says so of its caller", "by its calls of distinct_users" in text, text)
    text = landau("check", "--budget=test.budget", "fix.data")
    check("fixed, it passes", "FAILED" not in text, text)
    landau("check", "--budget=test.budget", "--max-unknown=10", "fix.data", status=1)
    landau("check", "--init", "--budget=bug.budget", "bug.data")
    landau("check", "--budget=bug.budget", "bug.data")
    landau("check", "--init", "--budget=fix.budget", "fix.data")
    landau("check", "--budget=fix.budget", "bug.data", status=1)


def check_diff():
    def rows_of(old, new, status):
        rows = json.loads(landau("diff", "--json", "--all", old, new, status=status))["routines"]
        return {row["name"]: row for row in rows}

    better, worse = rows_of("bug.data", "fix.data", 0), rows_of("fix.data", "bug.data", 1)
    for name in ("distinct_users", "work_up"):
        check(f"{name} got better", better[name]["change"] == "better" and better[name]["cost_factor"] < 0.1, better[name])
        check(f"{name} got worse", worse[name]["change"] == "worse" and worse[name]["cost_factor"] > 10, worse[name])
    # The thread's own routine calls work_up: it may show within its one call.
    check("nothing else did", {name for name, row in worse.items() if row["change"] == "worse"}
          <= {"distinct_users", "work_up", "consume"}, [row for row in worse.values() if row["change"] == "worse"])
    check("the factor is the reverse", abs(better["distinct_users"]["cost_factor"]
                                          * worse["distinct_users"]["cost_factor"] - 1) < 0.05)
    # Another recording: threads take turns differently, and nothing got worse.
    again = rows_of("bug.data", "again.data", 0)
    check("nothing changes by itself", not [name for name, row in again.items() if row["change"] in ("worse", "better")])


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        outputs = {record("bug"), record("fix", "-DFIXED")}
        check("both print the same", len(outputs) == 1, outputs)
        landau("record", "-q", "-o", "again.data", "--", "./bug")
        check_report()
        check_budget()
        check_diff()
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
