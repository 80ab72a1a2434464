#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""memory.py LANDAU - landau check refuses what the programs in examples/memory take, and passes what their fixes do. Prints TAP."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import check, finish  # noqa: E402

LANDAU = pathlib.Path(sys.argv[1]).resolve()
EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "memory"


def landau(*arguments, status=0):
    result = subprocess.run([LANDAU, *arguments], capture_output=True, text=True, check=False)
    check(f"landau {' '.join(map(str, arguments))[:70]} exits with {status}", result.returncode == status,
          result.stdout + result.stderr)
    return result.stdout


def record(source, program, *flags):
    """What the program prints."""
    subprocess.run([os.environ.get("CC", "gcc"), "-O1", "-fno-optimize-sibling-calls", "-g", *flags, "-o", program, EXAMPLE / source],
                   check=True)
    return landau("record", "-q", "--cost=instr,live,stack", "-o", f"{program}.data", "--", f"./{program}")


def try_example(source, routine, cost, growth, bound):
    name = source.removesuffix(".c")
    printed = record(source, f"{name}-bug")
    check(f"{name}: bug and fix print the same", printed.endswith("\n") and record(source, f"{name}-fix", "-DFIXED") == printed, printed)
    budget = f"--budget={EXAMPLE / 'landau.budget'}"
    text = landau("check", budget, f"{name}-bug.data", status=1)
    check(f"{name}: the bug", text.startswith(f"FAILED   {routine}: grows as {growth}, its bound is {cost} {bound} "), text)
    text = landau("check", budget, f"{name}-fix.data")
    check(f"{name}: the fix", text.endswith("1 within, 0 exceeded, 0 close, 0 unknown\n"), text)
    landau("diff", f"--by={cost}", f"{name}-bug.data", f"{name}-fix.data")
    landau("diff", f"--by={cost}", f"{name}-fix.data", f"{name}-bug.data", status=1)


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        try_example("table.c", "make_table", "live", "n^2", "n")
        try_example("recursion.c", "read_list", "stack", "n", "1")
    return finish()


sys.exit(main())
