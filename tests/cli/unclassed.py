#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""unclassed.py LANDAU - landau diff on profiles whose routines have no class. Prints TAP."""
import json
import math
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from profiles import SIZES, landau, write_profile  # noqa: E402
from tap import check, finish  # noqa: E402


def test_diff_without_class():
    """Exponents and the cost at equal n are compared where there is no class."""
    def wavy(power, factor=1, swing=0.0):
        return {n: round(factor * n ** power * (1 + swing * (-1) ** number)) for number, n in enumerate(sorted(SIZES))}

    laws = {"hurt": (wavy(1.25), wavy(2.5)), "healed": (wavy(2.5), wavy(1.25)), "dear": (wavy(2.5), wavy(2.5, 3)),
            "cheap": (wavy(1.25, 30000), wavy(1.25, 10000)), "alike": (wavy(2.5), wavy(2.5)),
            # Noise of a fifth, another one on each side; and less of a constant, which makes the exponent greater.
            "noisy": (wavy(1.25, 10, 0.2), wavy(1.25, 10, -0.2)),
            "leaner": ({n: 10 ** 9 + round(n ** 2.5) for n in SIZES}, wavy(2.5)),
            "apart": (wavy(1.25), {n + 10 ** 4: round(n ** 2.5) for n in SIZES})}
    for path, side in (("without-old.data", 0), ("without-new.data", 1)):
        write_profile(path, [(name, "p", points[side], sum(points[side].values())) for name, points in laws.items()])
    rows = json.loads(landau("diff", "--json", "--all", "without-old.data", "without-new.data", status=1).stdout)
    rows = {row["name"]: row for row in rows["routines"]}
    check("there are no classes", not any(rows[name][side]["class"] for name in ("hurt", "healed", "dear", "cheap",
          "alike") for side in ("before", "after")), rows)
    changes = {name: row["change"] for name, row in rows.items()}
    check("what changed is found without a class", {name: changes[name] for name in ("hurt", "healed", "dear",
          "cheap", "alike")} == {"hurt": "worse", "healed": "better", "dear": "slower", "cheap": "faster",
                                 "alike": "same"}, changes)
    check("noise is no change", changes["noisy"] in ("unknown", "same"), rows["noisy"])
    check("nor is a constant that has gone for the worse", changes["leaner"] in ("faster", "unknown"), rows["leaner"])
    check("nothing is said of sizes that differ", changes["apart"] == "unknown", rows["apart"])
    check("the factor is measured", rows["dear"]["is_measured"]
          and math.isclose(rows["dear"]["cost_factor"], 3, rel_tol=0.01), rows["dear"])
    at = rows["hurt"]["at"]
    check("at a size near the largest that both have seen", max(SIZES) / 2 <= at <= max(SIZES)
          and math.isclose(rows["hurt"]["cost_factor"], at ** 1.25, rel_tol=0.2), rows["hurt"])
    text = landau("diff", "without-old.data", "without-new.data", status=1).stdout
    check("bounds, exponents and costs are in the table", re.search(
        r"\nworse   \S.* -> >= n\^2\.\d +1\.25 -> 2\.50 +[\d.e+]+x more  *1\.\dk  hurt\n", "\n" + text), text)
    check("less is less", re.search(r"\nfaster .* 3\.00x less .* cheap\n", text), text)
    check("no line is wider than 100 columns", max(map(len, text.split("\n"))) <= 100, text)
    landau("diff", "without-old.data", "without-old.data")


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        test_diff_without_class()
        os.chdir("/")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
