# SPDX-License-Identifier: GPL-2.0-or-later
"""one_run.py LANDAU DIRECTORY [--quick] [CASE...] - accidental quadratics of packages, each program run once at the largest size.

The cases are those of evaluation/wild, their programs as they are (bug) and what does the same work without the mistake
(fix). For each is printed which routines with 1 % of the cost or more are said to grow faster than n log n: from within one call
(+) or by their calls. --quick takes the largest size of the quick ones.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "evaluation" / "wild")]
import cases  # noqa: E402
from ordinary import claims_of, is_superlinear, statement  # noqa: E402


def record(landau, variant, inputs, n, profile):
    words = [word(n) if callable(word) else word.replace("{in}", str(inputs)).replace("{n}", str(n))
             for word in variant.command]
    subprocess.run([landau, "record", "--quiet", *variant.options, "-o", profile, "--", *words], check=False,
                   env=dict(os.environ, **variant.environment), stdout=subprocess.DEVNULL)


def said_of(landau, profile):
    done = subprocess.run([landau, "report", "--json", "--all", profile], capture_output=True, text=True, check=True)
    said = []
    for routine in json.loads(done.stdout)["routines"]:
        within = claims_of(routine)
        model = within or routine["model"]
        if routine["share"] >= 0.01 and is_superlinear(model):
            said.append(f"{routine['name']} {statement(model)}{' +' if within else ''}")
    return said


def main():
    landau, folder, *names = sys.argv[1:]
    quick = "--quick" in names
    names = [name for name in names if name != "--quick"]
    named = {"bug": 0, "fix": 0}
    count = 0
    for case in cases.CASES:
        if names and case.name not in names:
            continue
        n = cases.sizes_of(*(case.quick if quick else case.sizes))[-1]
        inputs = pathlib.Path(folder).resolve() / f"{case.name}-inputs"
        shutil.rmtree(inputs, ignore_errors=True)
        inputs.mkdir(parents=True)
        case.make(inputs, [n])
        count += 1
        for kind in "bug", "fix":
            variant = getattr(case, kind)
            if not shutil.which(variant.command[0].replace("{in}", str(inputs)).replace("{n}", str(n))):
                print(f"{case.name} {kind}: there is no {variant.command[0]}")
                continue
            profile = inputs.with_name(f"{case.name}-{kind}.data")
            record(landau, variant, inputs, n, profile)
            said = said_of(landau, profile)
            named[kind] += any(text.endswith(" +") for text in said)
            print(f"{case.name} {kind}, n = {n}: {'; '.join(said) or 'nothing'}", flush=True)
    print(f"{count} programs: {named['bug']} with a mistake are said to grow faster than n log n from within, "
          f"{named['fix']} without it")


main()
