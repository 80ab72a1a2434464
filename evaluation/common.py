# SPDX-License-Identifier: GPL-2.0-or-later
"""common.py - what the parts of the evaluation share: where things are, Landau's commands, the circumstances.

A part is a module with a function `run(evaluation)`. It records programs, writes its data and its
pictures into `evaluation.folder(PART)` and returns the text that goes into the document. Numbers in
the text come from the data, so that another run gives another text.
"""
import datetime
import json
import math
import os
import pathlib
import platform
import shutil
import string
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TEXTS = ROOT / "evaluation" / "text"
sys.path.insert(0, str(ROOT / "bench"))


class Missing(Exception):
    """Something that the part needs is not installed."""


def first_line(*command):
    """What a command says of its version; empty where there is no such command."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return (done.stdout or done.stderr).strip().split("\n")[0]


def processor():
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as info:
        for line in info:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown processor"


def busy_seconds():
    """For how long the processors have run something, all together, since the machine was started."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _idle, _wait, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Circumstances:
    """What stands under each result: the day, the machine, the versions, and what else ran on it."""

    def __init__(self, landau):
        self.landau = landau
        self.begin, self.load = time.monotonic(), os.getloadavg()[0]
        self.busy, self.own = busy_seconds(), own_seconds()

    def text(self):
        """To be asked when the work is done and its processes have been waited for."""
        seconds = time.monotonic() - self.begin
        others = max(0, busy_seconds() - self.busy - (own_seconds() - self.own))
        release = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
        return (f"Taken on {datetime.date.today().isoformat()} in {seconds:.0f} s: {release}, Linux {platform.release()}, "
                f"{processor()}, {os.cpu_count()} processors, {first_line('valgrind', '--version')}, "
                f"{first_line(self.landau, '--version')}. The load average was {self.load:.1f} before and "
                f"{os.getloadavg()[0]:.1f} after; other programs had {others / max(seconds, 0.1):.1f} processors' time "
                "meanwhile.")


class Evaluation:
    """One run of the evaluation: its options and its places."""

    def __init__(self, build, output, scratch, quick=False, reuse=False):
        self.build = pathlib.Path(build).resolve()
        self.landau = str(self.build / "landau")
        self.output = pathlib.Path(output).resolve()
        self.scratch = pathlib.Path(scratch).resolve()
        self.quick = quick  # tiny inputs: to see that everything works, not to learn something
        self.reuse = reuse  # what was recorded or measured before is taken again
        self.reused = False  # something was
        self.complaints = []  # what had to be left out

    def folder(self, part):
        folder = self.output / part
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def recording(self, part, name):
        """Where a profile is kept."""
        folder = self.folder(part) / "recordings"
        folder.mkdir(exist_ok=True)
        return folder / f"{name}.data"

    def has(self, *paths):
        """Is there no need to make these files?"""
        there = self.reuse and all(path.exists() for path in paths)
        self.reused = self.reused or there
        return there

    def complain(self, words):
        self.complaints.append(words)

    def work(self, name):
        """An empty directory to run programs in."""
        folder = self.scratch / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def need(self, *programs):
        for program in programs:
            if not shutil.which(program):
                raise Missing(f"{program} is not installed")

    def build_kernels(self):
        """The bench's own programs, which are not built otherwise."""
        self.need("ninja")
        subprocess.run(["ninja", "-C", self.build, "kernels"], check=True, stdout=subprocess.DEVNULL)

    # -- Landau ---------------------------------------------------------------------------------

    def record_command(self, profile, command, *options):
        pathlib.Path(profile).unlink(missing_ok=True)  # or it would be kept as profile.old
        # Basic blocks, as in the paper.
        return [self.landau, "record", "--quiet", "--cost=bb", *options, "-o", str(profile), "--", *map(str, command)]

    def record(self, profile, command, *options, **settings):
        settings.setdefault("stdout", subprocess.DEVNULL)
        subprocess.run(self.record_command(profile, command, *options), check=True, **settings)

    def export(self, profile):
        done = subprocess.run([self.landau, "export", "--format=json", str(profile)], capture_output=True,
                              check=True)
        return json.loads(done.stdout)

    def show(self, profile, routine):
        done = subprocess.run([self.landau, "show", "--json", routine, str(profile)], capture_output=True,
                              check=True)
        return json.loads(done.stdout)

    def merge(self, profile, profiles):
        pathlib.Path(profile).unlink(missing_ok=True)
        subprocess.run([self.landau, "merge", "-o", str(profile), *map(str, profiles)], check=True)

    def picture(self, profile, routine, path, plots="trms,rms", axes=None):
        options = [f"--axes={axes}"] if axes else []
        subprocess.run([self.landau, "export", "--format=svg", f"--routine={routine}", f"--plots={plots}",
                        *options, "-o", str(path), str(profile)], check=True)


def write_json(path, data):
    with open(path, "w", encoding="utf-8") as out:
        json.dump(data, out, indent=1)
        out.write("\n")


def fill(name, values):
    """The text evaluation/text/NAME.md with its $words replaced; all of them must be known."""
    text = (TEXTS / f"{name}.md").read_text(encoding="utf-8")
    filled = string.Template(text).substitute(values)
    return "\n".join(line.rstrip() for line in filled.split("\n"))


def table(heads, rows):
    """A table in Markdown; numbers to the right."""
    lines = ["| " + " | ".join(heads) + " |",
             "|" + "|".join("---:" if i else "---" for i in range(len(heads))) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


# -- What is said of a routine ------------------------------------------------------------------

def growth(model):
    """A model in words: its class with the exponent, or why there is none."""
    if model["verdict"] != "ok":
        return model["verdict"]
    text = model["class"]
    if model["exponent"] is not None:
        text += f" (exponent {model['exponent']:.2f}, {model['exponent_low']:.2f} to {model['exponent_high']:.2f})"
    return text


def upper_half(routine):
    """By what factors trms, rms and cost grow from the median activation to the largest, by trms."""
    rows = [row for row in routine["trms"] if row[0] > 0]
    middle, last = rows[len(rows) // 2], rows[-1]
    return (last[0] / middle[0], (last[5] / last[1]) / max(1, middle[5] / middle[1]), last[3] / middle[3])


def apparent_exponent(routine):
    """What a reader of the rms plot takes the upper half for; infinite where rms stands still."""
    _, rms, cost = upper_half(routine)
    return math.log(cost) / math.log(rms) if rms > 1.01 else math.inf


def apparent_words(exponent):
    if exponent == math.inf:
        return "rms does not grow"
    return f"exponent {exponent:.1f}" if exponent < 6 else "rms hardly grows"


def slopes(routine):
    """Of the larger half of the activations, by trms: the cost of one more cell in its first and in its second part.

    Where both are the same the points are on a line, which need not begin at 0.
    """
    rows = routine["trms"][len(routine["trms"]) // 2:]
    first, middle, last = rows[0], rows[len(rows) // 2], rows[-1]
    return ((middle[3] - first[3]) / max(1, middle[0] - first[0]), (last[3] - middle[3]) / max(1, last[0] - middle[0]))


def factors(routine):
    trms, rms, cost = upper_half(routine)
    return f"× {cost:.1f} / {rms:.2f} / {trms:.1f}"


def findings(rows):
    """What the paper found and what was found here: rows of (paper, here, do they agree?); a word says how they
    do not."""
    def word(agree):
        return "agrees" if agree is True else f"**{agree or 'differs'}**"

    return table(["the paper", "here", ""], [[paper, here, word(agree)] for paper, here, agree in rows]).replace(
        "|---|---:|---:|", "|---|---|---|")


def per_cent(share):
    return f"{100 * share:.1f} %"


def input_of(routine):
    """Sums over all activations of an exported routine: trms, from threads, from outside."""
    return (sum(row[0] * row[1] for row in routine["trms"]), sum(row[6] for row in routine["trms"]),
            sum(row[7] for row in routine["trms"]))
