#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""
sources.py - landau record --sources on a program whose flows are known by construction.

All cells of what the program's own routines read and whose they were have to be those that are written below, with
the short cuts and without them; and what landau replay makes of the event dump has to be the same.

With a COMPILER that makes programs for the native engine the same has to be found by that one; there memcpy and realloc are no routines
of their own, so that who calls them has made the copy.

usage: sources.py LANDAU PROGRAM.c [COMPILER]
"""
import os
import subprocess
import sys
import tempfile
from urllib.parse import unquote

landau, source = sys.argv[1:3]
native = sys.argv[3:]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")


def flows_of(path):
    """{routine: {source: [cells, self, induced, points]}}, of the program's own routines, over all threads of the reader."""
    routines, externals, flows = {}, {}, {}
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file]
    for kind, *fields in lines:
        if kind == "routine":
            routines[fields[0]] = fields[2]
        elif kind == "x-external":
            externals[fields[0]] = f"{fields[1]}:{unquote(fields[2]) if fields[2] != '-' else ''}"
    for kind, *fields in lines:
        if kind != "x-flow" or routines[fields[0]] not in OWN:
            continue
        thread, number = fields[2:4]
        origin = externals.get(number, "nobody") if thread == "-" else f"{routines.get(number, '-')}@{thread}"
        numbers = [int(field) for field in fields[4:]]
        points = [tuple(numbers[i:i + 5]) for i in range(2, len(numbers), 5)]
        row = flows.setdefault(routines[fields[0]], {}).setdefault(origin, [0, 0, 0, []])
        row[0] += sum(point[4] for point in points)
        row[1] += numbers[0]
        row[2] += numbers[1]
        row[3] += points
    return flows


with tempfile.TemporaryDirectory() as folder:
    data = os.path.join(folder, "in put")
    with open(data, "wb") as file:
        file.write(bytes(4000))
    sizes = range(100, 1001, 100)
    total = sum(sizes)
    parsed = [(n, 1, n, n, n) for n in sizes]
    EXPECTED = {
        # The first time that a thread sees what others wrote is induced.
        "parse": {f"file:{data}": [total, total, 1000, parsed]},
        "collect": {f"work@{thread}": [100, 100, 100, [(400, 1, 100, 100, 100)]] for thread in range(4, 8)},
        "use_copy": {"duplicate@1": [300, 0, 0, [(300, 1, 300, 300, 300)]]},
        "use_mapped": {f"file:{data}": [500, 0, 0, [(500, 1, 500, 500, 500)]]},
        "use_pipe": {"pipe:descriptor 4": [200, 0, 0, [(200, 1, 200, 200, 200)]]},
        "use_socket": {"socket:descriptor 6": [150, 0, 0, [(150, 1, 150, 150, 150)]]},
        "use_counter": {"atomic:count": [1, 0, 0, [(1, 1, 1, 1, 1)]]},
        "use_random": {"device:/dev/urandom": [20, 0, 0, [(20, 1, 20, 20, 20)]]},
    }
    # Those that memcpy or memmove has copied: whose they are with --through=memcpy.
    COPIED = {"use_moved": ("parse@3", 250), "use_grown": ("fill@1", 100)}
    WORKER = {"parse@3": [100, 100, 100, [(100, 1, 100, 100, 100)]]}
    OWN = [*EXPECTED, *COPIED, "work", "use_arguments", "consume", "duplicate"]
    program = os.path.join(folder, "program")
    run(*(native or ["cc"]), "-O1", "-g", "-pthread", source, "-o", program)

    def record(name, *options):
        output = os.path.join(folder, name)
        run(landau, "record", "-q", "--sources", *options, "-o", output, "--", program, data)
        return output

    failed = False

    def expect(label, found, wanted):
        global failed
        if found != wanted:
            failed = True
            print(f"{label}: {found}\n    and not {wanted}")

    trace = os.path.join(folder, "trace")
    profiles = {"inline": record("inline"), "through": record("through", "--through=memcpy")}
    if native:
        profiles["contexts"] = record("contexts", "--contexts")
        done = subprocess.run([landau, "record", "--sources", "--through=work", "--", program, data], capture_output=True, text=True)
        expect("--through=work", (done.returncode, "memcpy and its kin" in done.stderr), (2, True))
    else:
        profiles["reference"] = record("reference", "--reference")
        profiles["dumped"] = record("dumped", f"--dump-trace={trace}")
        through = os.path.join(folder, "through.trace")
        profiles["through, dumped"] = record("through-dumped", "--through=memcpy", f"--dump-trace={through}")
        for label, dump in (("replayed", trace), ("through, replayed", through)):
            profiles[label] = os.path.join(folder, label)
            run(landau, "replay", "--sources", "-o", profiles[label], dump)
    for label, path in profiles.items():
        flows = flows_of(path)
        # In a trace a name is one word.
        name = {key: {origin.replace("in_put", "in put").replace("descriptor_", "descriptor "): row
                      for origin, row in rows.items()} for key, rows in flows.items()}
        for routine, rows in EXPECTED.items():
            expect(f"{label}: {routine}", name[routine], rows)
        for routine, (writer, cells) in COPIED.items():
            [(origin, row)] = name[routine].items()
            expect(f"{label}: {routine}", row, [cells, 0, 0, [(cells, 1, cells, cells, cells)]])
            if "through" in label:
                expect(f"{label}: {routine}", origin, writer)
            else:
                copier = origin == "main@1" if native else origin.endswith("@1") and "mem" in origin
                expect(f"{label}: {routine} has it from a copier", copier, True)
        expect(f"{label}: work", name["work"], {"parse@3": [400, 400, 400, WORKER["parse@3"][3] * 4]})
        expect(f"{label}: consume", name["consume"]["parse@3"][:3],
               [total + 250, total + 250, 1000] if "through" in label else [total, total, 1000])
        # The event dump does not have the first stack.
        if "replayed" not in label:
            expect(f"{label}: use_arguments", [*name["use_arguments"]], ["arguments:"])
    merged = os.path.join(folder, "merged")
    run(landau, "merge", "-o", merged, profiles["inline"], profiles["inline"])
    expect("merged: collect", flows_of(merged)["collect"]["work@5"], [200, 200, 200, [(400, 2, 100, 100, 200)]])
    sys.exit(failed)
