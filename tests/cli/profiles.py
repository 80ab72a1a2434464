# SPDX-License-Identifier: GPL-2.0-or-later
"""Profiles whose growth is known, and the landau that the tests of this folder ask about them: its first argument."""
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check  # noqa: E402

LANDAU = os.path.realpath(sys.argv[1])
LAWS = {
    "quadratic": lambda n: n * n,
    "sorting": lambda n: round(n * math.log2(n)),
    "linear": lambda n: 3 * n + 5,
    "constant": lambda n: 7,
}
CLASSES = {"quadratic": "n^2", "sorting": "n log n", "linear": "n", "constant": "1"}
SIZES = [10 * 2 ** i for i in range(9)] + [15 * 2 ** i for i in range(8)]


def landau(*arguments, status=0, stdin=None):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    result = subprocess.run([LANDAU, *arguments], input=stdin, capture_output=True, text=True,
                            env=environment, check=False)
    check(f"landau {' '.join(arguments)[:70]} exits with {status}", result.returncode == status,
          result.stdout + result.stderr)
    return result


def activation(name, n, cost, inner=(), thread=1):
    """Lines of a trace: one activation that reads n cells, with what happens inside it."""
    lines = [f"call {thread} {name}", f"read {thread} 0x10000 {4 * n}", *inner,
             f"cost {thread} {cost}", f"return {thread}"]
    return lines


def make_profile(path, laws, wrap=None):
    lines = []
    for name, law in laws.items():
        for n in SIZES:
            inner = activation(name, n, law(n))
            lines += activation(wrap, n, 1, inner) if wrap == "outer" and name == "quadratic" else inner
    landau("replay", "-o", path, stdin="\n".join(lines) + "\n")


def write_profile(path, routines, program="./p", lines_of=None):
    """A profile of routines (name, object, {n: cost}, self cost), each called once for each n.

    What has a line in lines_of is in p.c.
    """
    lines = ["landau 1", "cost bb", "cell 4", "contexts no", f"run valgrind exit 0 {program} {program}",
             f"thread 1 {sum(self for *_, self in routines)} 0 0 main"]
    routines = sorted(routines, key=lambda routine: routine[:2])
    for number, (name, where, _, _) in enumerate(routines):
        line = (lines_of or {}).get(name, 0)
        lines.append(f"routine {number} {line} {name} {where} {'p.c' if line else '-'}")
    for number, (_, _, points, self) in enumerate(routines):
        lines.append(f"record {number} 1 - {len(points)} {sum(points.values())} {self} same")
        lines += [f"t {n} 1 {cost} {cost} {cost} {cost * cost} {n} 0 0" for n, cost in sorted(points.items())]
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")
