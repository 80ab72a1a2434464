#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
space.py - memory, input and output of a program whose amounts are known by construction.

Each call of its routines has to have what is written below; with the C library's allocator, and with others that are preloaded in place of
it, as far as they are installed. What landau replay makes of the event dump has to be the same as the engine's. With a compiler of landau's,
and the oracle, it is the native engine; then the values of all calls of a routine are added up.

usage: space.py LANDAU PROGRAM.cc [COMPILER ORACLE]
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

landau, source = sys.argv[1:3]
compiler, oracle = sys.argv[3:] if len(sys.argv) > 3 else ("g++", None)
FOLDERS = "/usr/lib/*/"
ALLOCATORS = ["", "libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.2.0"]
SPACE = ["alloc", "allocs", "live", "peak"]
SIZES = (4, 8, 16, 32, 64)
COSTS = "--cost=bb,alloc,allocs,live,peak,bytes-in,bytes-out,syscalls,stack," + ("time,wait" if oracle else "instr")


def expected(n):
    """By routine: alloc, allocs, live, peak of each of its calls for n."""
    triangle = 16 * n * (n + 1) // 2
    return {
        "tail": [(100 * n, 1, 100 * n, 100 * n)],
        "keep": [(11 * n, 2, 10 * n, 11 * n)],
        "grow": [(triangle + 32 * n, n + 1, 0, 32 * n)],
        "align": [(224 * n, 3, 0, 192 * n)],
        "objects": [(8 * n + 4, 2, 0, 8 * n + 4)],
        "replace": [(n, 1, n, 0), (20 * n, 1, 20 * n, 19 * n)],
        "replaces": [(31 * n, 3, 0, 20 * n)],
        "maps": [(4096 * n, 1, 4096 * (n - 1), 4096 * n)],
        "unmaps": [(0, 0, 0, 0)],
        "remaps": [(4096 * (3 * n + 1), 3, 4096, 4096 * 2 * n)],
        "breaks": [(4096 * n, 1, 4096, 4096 * n)],
        # The block that it frees is the other thread's.
        "consume": [(5, 1, 0, 5)],
        "produce": [(6 * n, 3, 5 * n, 5 * n)],
    }


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def values_of(text):
    """By routine: what each call has of each cost."""
    calls = {}
    for line in text.splitlines():
        fields = line.split()
        costs = dict(field.split(":") for field in fields[2:] if ":" in field)
        calls.setdefault(fields[1], []).append({cost: int(value) for cost, value in costs.items()})
    return calls


def further_lines(path):
    with open(path, "rb") as file:
        return [line for line in file if line.startswith(b"x-cost")]


def check_one_cost(path, program):
    """A profile with further costs has lines of its own for them; one with one cost has none."""
    lines = further_lines(path)
    names = set(COSTS.partition(",")[2].encode().split(b","))
    assert set(lines[0].split()) == names | {b"x-costs"} and len(lines) > 20, lines
    run(landau, "record", "-q", "-o", path, program)
    assert not further_lines(path), further_lines(path)


def check(folder, program, allocator):
    paths = {name: os.path.join(folder, name) for name in ("data", "activations", "trace")}
    environment = dict(os.environ, **({"LD_PRELOAD": allocator} if allocator else {}))
    more = [] if allocator else ["--dump-trace", paths["trace"]]
    run(landau, "record", "-q", COSTS, "-o", paths["data"], "--dump-activations", paths["activations"], *more, program,
        env=environment)
    with open(paths["activations"], encoding="utf-8") as file:
        text = file.read()
    calls = values_of(text)
    for routine in expected(4):
        wanted = [call for n in (4, 8, 16, 32, 64) for call in expected(n)[routine]]
        found = [tuple(call.get(cost, 0) for cost in SPACE) for call in calls[routine]]
        assert found == wanted, f"{allocator or 'malloc'}: {routine}\n{found}\n{wanted}"
    pipes = [(call.get("bytes-in"), call.get("bytes-out"), call.get("syscalls")) for call in calls["pipes"]]
    assert pipes == [(n, n, 5) for n in SIZES], pipes
    if not allocator:
        assert run(landau, "replay", "--activations", paths["trace"]) == text, "replay differs"
        check_one_cost(paths["data"], program)
    return sum(len(calls[routine]) for routine in expected(4))


def summed(rows):
    """What all calls of a routine have, of rows n, min, max, sum: the smallest, the largest and the sum."""
    return min(row[1] for row in rows), max(row[2] for row in rows), sum(row[3] for row in rows)


def check_native(folder, program, allocator):
    """By the profile; the native engine's own log has no names."""
    path = os.path.join(folder, "data")
    environment = dict(os.environ, **({"LD_PRELOAD": allocator} if allocator else {}))
    run(landau, "record", "-q", COSTS, "-o", path, program, env=environment)
    profile = json.loads(run(landau, "export", "--format=json", path))
    costs = {routine["name"]: routine["costs"] for routine in profile["routines"]}
    calls = 0
    for routine in expected(4):
        wanted = [call for n in SIZES for call in expected(n)[routine]]
        calls += len(wanted)
        for i, cost in enumerate(SPACE):
            values = [call[i] for call in wanted]
            found = summed(costs[routine][cost])
            assert found == (min(values), max(values), sum(values)), (allocator, routine, cost, found, values)
    for cost, amounts in (("bytes-in", SIZES), ("bytes-out", SIZES), ("syscalls", [5] * len(SIZES))):
        found = summed(costs["pipes"][cost])
        assert found == (min(amounts), max(amounts), sum(amounts)), (cost, found)
    if not allocator:
        log = os.path.join(folder, "log")
        run(landau, "record", "-q", COSTS, "-o", path, program, env=dict(environment, LANDAU_LOG=log))
        with open(log + ".activations", encoding="utf-8") as file:
            text = file.read()
        assert "peak:" in text and run(landau, "replay", "--activations", log) == text, "replay differs"
        with open(log, encoding="utf-8") as file:
            assert run(oracle, stdin=file) == text, "the oracle differs"
        check_one_cost(path, program)
    return calls


with tempfile.TemporaryDirectory() as directory:
    binary = os.path.join(directory, "space")
    run(compiler, "-O1", "-g", "-fno-builtin", "-foptimize-sibling-calls", "-pthread", "-o", binary, source)
    for name in ALLOCATORS:
        library = glob.glob(FOLDERS + name)[:1] if name else [""]
        for path in library:
            how = check_native if oracle else check
            print(f"{name or 'malloc'}: {how(directory, binary, path)} calls are right")
