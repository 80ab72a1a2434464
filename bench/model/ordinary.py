# SPDX-License-Identifier: GPL-2.0-or-later
"""ordinary.py LANDAU VERDICTS DIRECTORY [NAME...] - what growth within calls says of ordinary runs.

DIRECTORY has the profiles of bench/ordinary.sh. For each is printed of how much of its cost the growth is known, from calls alone
and with what long calls show on their way, and what is claimed within them by routines with 1 % of the cost or more. Claims
and statements are looked up in VERDICTS, which has been filled by hand: run, routine, right or wrong, and what it really does
there. A claim of growth beyond n log n that is not there is said.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LEAST_SHARE = 0.01


def report(landau, profile):
    done = subprocess.run([landau, "report", "--all", "--json", profile], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def without_curves(profile, folder):
    """The same profile as if no call had a curve."""
    lines = [line for line in profile.read_text().splitlines()[:-1] if not line.startswith(("x-curve ", "x-called ", "x-steps "))]
    copy = pathlib.Path(folder) / profile.name
    copy.write_text("\n".join([*lines, f"end {len(lines) + 1}"]) + "\n")
    return copy


def claims_of(routine):
    """What is told from within: nothing where the calls themselves tell."""
    within = routine["within"]
    if not within or routine["model"]["statement"] in ("class", "between", "at least"):
        return None
    for verdict in (within, within.get("external"), within.get("steps")):
        if verdict and verdict["kind"] == "growth":
            return verdict["model"]
    return None


def is_superlinear(model):
    if model["statement"] == "at least":
        return True
    classes = {"n", "n log n", "log n", "sqrt n", "1"}
    return model["statement"] in ("class", "between") and not classes & set(model["classes"])


def statement(model):
    if model["statement"] in ("class", "between"):
        return " or ".join(model["classes"])
    return f"{model['statement']} (exponent {model['exponent_low']} to {model['exponent_high']})"


def main():
    landau, verdicts, folder, *names = sys.argv[1:]
    judged = {}
    for line in pathlib.Path(verdicts).read_text().splitlines():
        if line and not line.startswith("#"):
            run, routine, verdict, _ = line.split("\t")
            judged[run, routine] = verdict
    runs = claims = right = open_claims = statements = 0
    found = {"right": 0, "wrong": 0}
    sums = [0.0, 0.0]
    print(f"{'run':14} {'calls':>6} {'within':>6}  claims beyond n log n")
    for profile in sorted(pathlib.Path(folder).glob("*.data")):
        name = profile.stem
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            before = report(landau, without_curves(profile, temporary))
        after = report(landau, profile)
        runs += 1
        sums[0] += before["known_share"]
        sums[1] += after["known_share"]
        said = []
        for routine in after["routines"]:
            model = claims_of(routine)
            if not model or routine["share"] < LEAST_SHARE:
                continue
            statements += 1
            verdict = judged.get((name, routine["name"]))
            if verdict:
                found[verdict] += 1
            if not is_superlinear(model):
                continue
            claims += 1
            right += verdict == "right"
            open_claims += verdict is None
            said.append(f"{routine['name']}: {statement(model)} ({verdict or 'not judged'})")
        print(f"{name:14} {100 * before['known_share']:5.1f}% {100 * after['known_share']:5.1f}%  {'; '.join(said)}")
    if runs:
        print(f"{runs} runs; growth known for {100 * sums[0] / runs:.1f} % of the cost in the mean from calls alone, "
              f"{100 * sums[1] / runs:.1f} % with what is shown within calls")
    print(f"{statements} statements within calls of routines with 1 % of the cost or more; of those that are judged "
          f"{found['right']} are right, {found['wrong']} wrong")
    print(f"{claims} of growth beyond n log n: {right} right, {claims - right - open_claims} wrong, {open_claims} not judged")


if __name__ == "__main__":
    main()
