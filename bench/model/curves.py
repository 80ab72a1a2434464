# SPDX-License-Identifier: GPL-2.0-or-later
"""curves.py LANDAU ROUNDS - time and memory with progress curves and without; for bench/curves.sh, in the folder of its inputs."""
import math
import os
import subprocess
import sys
import tempfile

RUNS = {
    "xmllint": ["xmllint", "--noout", "data.xml"],
    "sqlite": ["sqlite3", ":memory:", ".read program.sql"],
    "bzip2": ["bzip2", "-c", "words.txt"],
    "grep": ["grep", "-c", "e[a-m]*s", "words.txt"],
    "troff": ["troff", "-Tascii", "text.tr"],
    "git-log": ["git", "-C", "repository", "log", "--stat"],
}
FLOORS = 0, 256  # without curves, with them


def once(landau, command, floor, profile):
    """Processor time in seconds and the largest resident size in KiB."""
    with subprocess.Popen([landau, "record", "-q", "-o", profile, f"--curve-floor={floor}", "--", *command],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime, usage.ru_maxrss


def main():
    landau, rounds = sys.argv[1], int(sys.argv[2])
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, command in RUNS.items():
            best = dict.fromkeys(FLOORS, (math.inf, math.inf))
            for _ in range(rounds):
                for floor in FLOORS:
                    found = once(landau, command, floor, os.path.join(folder, "curves.data"))
                    best[floor] = tuple(map(min, best[floor], found))
            ratios.append([best[FLOORS[1]][i] / best[FLOORS[0]][i] for i in range(2)])
            print(f"{name:8} time {best[0][0]:.2f} -> {best[256][0]:.2f} s ({100 * (ratios[-1][0] - 1):+.1f} %), "
                  f"memory {best[0][1] / 1024:.1f} -> {best[256][1] / 1024:.1f} MiB ({100 * (ratios[-1][1] - 1):+.2f} %)",
                  flush=True)
    time, memory = (100 * (math.prod(column) ** (1 / len(RUNS)) - 1) for column in zip(*ratios))
    print(f"{'mean':8} time {time:+.1f} %, memory {memory:+.2f} %")


main()
