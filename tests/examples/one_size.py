#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""one_size.py LANDAU [--all] - one run at one size names mistakes of examples/quadratic, and none where they are mended. Prints TAP.

Three examples; with --all, those that are told, and the fixes of the others, too.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import check, finish  # noqa: E402

LANDAU = pathlib.Path(sys.argv[1]).resolve()
SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "quadratic" / "one-size"
# What is said of the bug; nothing like it of the fix.
EXPECTED = {"sorted_insertion": "read_sorted: n^2", "collisions": "count_keys: n^2", "list_size": "take_all: n^2"}
MORE = {"concatenation": "make_page: n^2", "erase_front": "serve_all: n^2", "regex": "re_search_internal: n^2",
        "sscanf": "load_prices: n^2", "strcat": "join_words: n^2", "search": None, "thundering_herd": None}


def main():
    with tempfile.TemporaryDirectory() as directory:
        expectations = EXPECTED | MORE if "--all" in sys.argv[2:] else EXPECTED
        for example, expected in expectations.items():
            for variant in ("bug", "fix") if expected else ("fix",):
                done = subprocess.run([SCRIPT, LANDAU, directory, example, variant], check=False, capture_output=True,
                                      text=True)
                check(f"{example} {variant} runs", done.returncode == 0, done.stderr)
                lines = done.stdout.splitlines()
                if variant == "bug":
                    check(f"{example}: {expected}", expected in lines, done.stdout)
                else:
                    check(f"{example} {variant} raises no alarm", not any("n^" in line or "at least" in line for line in lines), done.stdout)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
