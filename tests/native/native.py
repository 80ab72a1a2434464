#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tests of the native engine: native.py TOOLS ORACLE LANDAU CASE

A case compiles programs of programs/ with the wrappers, runs them and looks at the profiles (place.py says what
the arguments are). Each case fails by an exception.
"""
import os
import resource
import shutil
import signal
import subprocess
import sys

import children
import loops
import threads
from place import C_COMPILERS, CXX_COMPILERS, HERE, LANDAU, TOOLS, Place, Profile, check


# -- One thread ---------------------------------------------------------------------------------------


def case_exact(place):
    for compiler in C_COMPILERS:
        for level in ("-O0", "-O1", "-O2"):
            program = place.compile(compiler, "sums.c", level)
            profile, text = place.run(program, status=3)
            check(text == "1499835 610\n" or text.endswith(" 610\n"), text)
            check(profile.run[:3] == ["native", "exit", "3"], profile.run)
            if level == "-O0":
                # Locals are in memory there: what is read of them is not asked for here.
                check(profile.of("sum")[0] == 9, profile.of("sum"))
                continue
            calls, points = profile.of("sum")
            check(calls == 9, compiler, level, calls)
            check(points == {5: 1, 10: 2, 50: 1, 100: 2, 500: 1, 1000: 2}, compiler, level, points)
            check(profile.of("twice")[1] == {10: 1, 100: 1, 1000: 1}, profile.of("twice"))
            check(profile.of("own") == (3, {0: 3}), profile.of("own"))
            if level == "-O1":
                check(profile.of("fibonacci")[0] == 1973, profile.of("fibonacci"))
            source = [r for r in profile.routines.values() if r[1] == "sum"][0]
            check(source == ["7", "sum", "prog", "sums.c"], source)


def case_cells(place):
    program = place.compile("gcc", "sums.c", "-O1")
    for cell, factor in (("1", 4), ("2", 2), ("4", 1), ("8", 0.5)):
        profile, _ = place.run(program, status=3, LANDAU_CELL=cell)
        sizes = profile.of("own")[1], sorted(profile.of("twice")[1])
        check(sizes == ({0: 3}, [10 * factor, 100 * factor, 1000 * factor]), cell, sizes)
    profile, _ = place.run(program, status=3, LANDAU_COST="time")
    cost = {n: r.cost for n, _, r in profile.records}
    check(cost["main"] >= cost["fibonacci"] > 0, cost)
    profile, _ = place.run(program, status=3, LANDAU_CONTEXTS="1")
    check(profile.of("sum")[0] == 1 or len(profile.records) > 4)


def case_paths(place):
    """What the hooks do by themselves finds the same as the whole way that the oracle is compared with."""
    for compiler in C_COMPILERS:
        for level in ("-O1", "-O3"):
            for how, plugin, options in (("yes", "no", ()), ("yes", "no", ("-fPIC",)), ("no", "no", ()), ("yes", "yes", ())):
                os.environ |= {"LANDAU_INLINE": how, "LANDAU_PLUGIN": plugin}
                program = place.compile(compiler, "widths.c", level, *options)
                fast, _ = place.run(program, LANDAU_CURVE_FLOOR="2")
                slow, _ = place.run(program, log=True, LANDAU_CURVE_FLOOR="2")
                place.agrees()
                check(len(fast.curves) > (5 if plugin == "no" else 2) and fast.curves == slow.curves, fast.curves, slow.curves)
                # With the log, the constructor that calls __tsan_init cannot be taken back.
                slow, fast = ({n: r for n, _, r in p.records if not n.startswith("_sub_I")} for p in (slow, fast))
                check(len(fast) > 20 and fast.keys() == slow.keys(), fast.keys(), slow.keys())
                for name, record in fast.items():
                    check(record == slow[name], compiler, level, how, options, name, record, slow[name])
    del os.environ["LANDAU_INLINE"], os.environ["LANDAU_PLUGIN"]


def case_texts(place):
    """What functions of the C library look at, in one form of words or the other, and by write stamps."""
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "texts.c", "-O1", "-fno-builtin", "-pthread")
        for arguments, calls in (((), 1), (("threads",), 4)):
            for log in (False, True):
                profile, text = place.run(program, *arguments, log=log)
                expected = dict(line.split() for line in text.splitlines())
                check(len(expected) > 20, expected)
                for name, cells in expected.items():
                    check(profile.of(name) == (calls, {int(cells): calls}), compiler, arguments, log, name, cells,
                          profile.of(name))
            place.agrees()


def case_external(place):
    data = place.folder / "data"
    data.write_bytes(b"".join((b"%03d\n" % i) for i in range(1000)))
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "external.c", "-O1")
        profile, text = place.run(program, str(data))
        check(text == "1 4000\n", text)
        for name in ("read", "pread", "readv", "recv", "random", "mmap"):
            check(profile.sums("after_" + name) == (1000, 0, 1000), name, profile.sums("after_" + name))
        check(profile.sums("after_copy") == (1000, 0, 0), profile.sums("after_copy"))
        check(profile.sums("again") == (1000, 0, 0), profile.sums("again"))
        check(profile.sums("moved") == (1024, 0, 0), profile.sums("moved"))  # the page as a whole
        check(profile.sums("output")[0] == 1000, profile.sums("output"))
        trms, _, external = profile.sums("lines")
        check(external == 1000 and trms < 1200, "lines", trms, external)
        check(profile.sums("main")[2] >= 8000, profile.sums("main"))


def case_zeros(place):
    """calloc: what is fresh from the kernel was not accessed before, whatever was there."""
    many, page = 1 << 18, 1024
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "zeros.c", "-O1", "-fno-inline")
        for log in (False, True):
            # Meson would have the allocator fill all blocks.
            profile, text = place.run(program, log=log, MALLOC_PERTURB_="0")
            # The allocator uses the first page itself.
            check(2 * (many - page) <= profile.sums("large")[0] <= 2 * many, compiler, profile.sums("large"))
            check(profile.sums("small") == (0, 0, 0), compiler, profile.sums("small"))
            check(profile.sums("sparse") == (10, 0, 0), compiler, profile.sums("sparse"))
            check(text.split()[0] == "0" and int(text.split()[1]) < 32 << 10, compiler, text)
        place.agrees()


def case_exceptions(place):
    for compiler in CXX_COMPILERS:
        program = place.compile(compiler, "exceptions.cpp", "-O1")
        profile, _ = place.run(program)
        for name in ("outer(int)", "middle(int)", "leaf(int)"):
            check(profile.of(name)[0] == 100, compiler, name, profile.of(name))
        sizes = profile.of("leaf(int)")[1]
        # The odd ones read the text of the exception too.
        check(all(sizes.get(n, 0) >= 1 for n in range(0, 100, 2)), compiler, sizes)
        after = [n for n, _, _ in profile.records if n.startswith("after(")]
        check(len(after) == 1, after)
        check(list(profile.of(after[0])[1])[0] in range(500, 510), profile.of(after[0]))
        check(profile.of("main")[0] == 1)


def case_jumps(place):
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "jumps.c", "-O1")
        profile, _ = place.run(program, log=True)
        place.agrees()
        check(profile.of("jump")[0] == 10 and profile.of("deep")[0] == 65, profile.of("deep"))
        check(profile.of("handler")[0] == 10 and profile.of("fault")[0] == 10, "faults")
        check(profile.of("after") == (1, {50: 1}), profile.of("after"))
        check(profile.of("main")[0] == 1)


def case_guarded(place):
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "guarded.c", "-O1")
        profile, said = place.run(program, log=True)
        place.agrees()
        for profile, said in ((profile, said), place.run(program)):
            check(said == "225 5\n", compiler, said)
            check(profile.of("handler")[0] == 5, compiler, profile.of("handler"))
            # The longs, and what the handler reads.
            check(profile.of("sum") == (5, {20 + 3: 5}), compiler, profile.of("sum"))


def case_signals(place):
    program = place.compile("gcc", "signals.c", "-O1")
    for limit in ("0", "5000"):
        settings = {"LANDAU_STAMP_LIMIT": limit} if limit != "0" else {}
        profile, text = place.run(program, **settings)
        rounds = int(text.split()[0])
        check(profile.of("work")[0] == rounds and profile.of("leaf")[0] == 1000 * rounds, rounds)
        check(profile.of("handler")[0] >= 1000, profile.of("handler"))
        check(profile.of("handler")[0] == profile.of("in_handler")[0], profile.of("in_handler"))
        check(profile.of("main")[0] == 1)
    _, text = place.run(place.compile("gcc", "answers.c", "-O1", "-pthread"))
    check(text == "all answered\n", text)
    for compiler in C_COMPILERS:
        profile, _ = place.run(place.compile(compiler, "dispositions.c", "-O1", "-w"))
        check(profile.of("handler") == (3, {1: 3}) and profile.of("other")[0] == 1, compiler, profile.of("handler"))


def case_locked(place):
    for compiler in C_COMPILERS:
        place.run(place.compile(compiler, "locked.c", "-O1"))
        place.run(place.folder / "prog", LANDAU_OUT="")


def case_fortran(place):
    program = place.compile("gfortran", "fortran.f90", "-O1")
    profile, _ = place.run(program)
    calls, points = profile.of("total_")
    check(calls == 3 and all(n - 3 <= want <= n for n, want in zip(sorted(points), (10, 100, 1000))),
          points)


def case_places(place):
    """landau-symbolise names the file and the line of a routine that begins with code of a header."""
    parts = HERE.parent / "record" / "programs"
    for compiler in C_COMPILERS:
        program = place.folder / f"header-{compiler}"
        subprocess.run([compiler, "-O2", "-g", "-w", "-no-pie", f"-I{parts}", parts / "header.c", "-o", program],
                       check=True, timeout=60)
        symbols = subprocess.run(["nm", program], check=True, capture_output=True, text=True, timeout=60).stdout
        address = int(next(line for line in symbols.splitlines() if line.endswith(" caller")).split()[0], 16)
        question = f"{program}\t{address - 0x400000:x}\n"
        answer = subprocess.run([TOOLS / "landau-symbolise"], input=question, capture_output=True, text=True,
                                check=True, timeout=60).stdout
        # Where the name stands, or the brace behind it.
        check(answer in ("caller\theader.c\t13\n", "caller\theader.c\t14\n"), compiler, answer)


def case_names(place):
    """The program's own routines are in the program by the name that the user has called it by."""
    program = place.compile("gcc", "sums.c", "-O1", output="prog-1.0")
    (place.folder / "prog").symlink_to(program)
    for command, path in (("./prog", os.environ["PATH"]), ("prog", f"/nowhere:{place.folder}")):
        profile, _ = place.run(command, status=3, PATH=path)
        objects = {words[2] for words in profile.routines.values() if words[1] == "sum"}
        check(objects == {"prog"}, command, path, objects)


# -- Processes ----------------------------------------------------------------------------------------


def case_ends(place):
    program = place.compile("gcc", "ends.c", "-O1", "-pthread")
    ways = {
        "exit": (5, "exit", 5), "_exit": (6, "exit", 6), "quick_exit": (7, "exit", 7),
        "return": (9, "exit", 9), "pthread_exit": (0, "exit", 0), "exec": (8, "exec", 0),
        "abort": (-signal.SIGABRT, "signal", 6), "fault": (-signal.SIGSEGV, "signal", 11),
        "overflow": (-signal.SIGSEGV, "signal", 11), "term": (-signal.SIGTERM, "signal", 15),
        "kill-self": (-signal.SIGUSR1, "signal", 10),
    }
    for way, (status, kind, code) in ways.items():
        profile, _ = place.run(program, way, status=status)
        check(profile, way, "no profile")
        check(profile.run[1:3] == [kind, str(code)], way, profile.run)
        check(profile.of("main")[0] == 1 and profile.of("pending")[0] == 1, way)
        check(profile.of("step", 1)[0] == 1, way)


def case_forks(place):
    program = place.compile("gcc", "forks.c", "-O1")
    profile, text = place.run(program)
    child, status = text.split()
    check(status == "4", text)
    check(profile.of("use") == (6, {10: 5, 30: 1}), profile.of("use"))
    child_profile = Profile(place.folder / f"out.data.{child}")
    check(child_profile.of("use") == (3, {20: 3}), child_profile.of("use"))
    check(child_profile.of("main")[0] == 1 and child_profile.run[1:3] == ["exit", "4"])


def case_title(place):
    """What the program does to its arguments and its environment later does not matter."""
    place.compile("gcc", "plugin.c", "-O1", "-shared", "-fPIC", "-DNAME=late", output="late.so")
    program = place.compile("gcc", "title.c", "-O1")
    profile, _ = place.run(program, "one", "two", LANDAU_COLLECT="late")
    check({name for name, _, _ in profile.records} == {"late"}, profile.records)
    check(profile.run[1:] == ["exit", "0", str(program), str(program), "one", "two"], profile.run)
    children = list(place.folder.glob("out.data.*"))
    check(len(children) == 1 and Profile(children[0]).run[1:3] == ["exit", "7"], children)


def case_objects(place):
    """Shared objects: linked, loaded, unloaded; and a program that is instrumented in part."""
    for compiler in C_COMPILERS:
        for name in ("first", "second"):
            place.compile(compiler, "plugin.c", "-O1", "-shared", "-fPIC", f"-DNAME={name}",
                          "-Wl,--no-undefined", output=f"{name}.so")
        # libpq's build refuses what may call anything with exit in its name; -O2 jumps to the hook.
        place.compile(compiler, "widths.c", "-O2", "-c", output="widths.o")
        needs = subprocess.run(["nm", "-u", "widths.o"], cwd=place.folder, capture_output=True, text=True, check=True)
        check("landau_func_leave" in needs.stdout and "exit" not in needs.stdout, compiler, needs.stdout)
        program = place.compile(compiler, "plugins.c", "-O1")
        profile, text = place.run(program, "./first.so", "./second.so")
        check(text == "0\n", text)
        check(profile.of("first") == (3, {10: 3}), profile.of("first"))
        check(profile.of("second") == (3, {20: 3}), profile.of("second"))
        objects = {r[1]: r[2] for r in profile.routines.values()}
        check(objects["first"] == "first.so" and objects["second"] == "second.so", objects)
        # The main program is not instrumented, only what it loads.
        plain = place.folder / "plain"
        subprocess.run(["gcc", str(HERE / "programs" / "plugins.c"), "-o", str(plain)], check=True)
        profile, _ = place.run(plain, "./first.so", "./second.so")
        check(profile is None and "LD_PRELOAD" in place.said, place.said)
        profile, _ = place.run(plain, "./first.so", "./second.so",
                               LD_PRELOAD=str(TOOLS / "liblandau.so"))
        check(profile.of("first") == (3, {10: 3}), profile.of("first"))


def case_record(place):
    """landau record sees that a program profiles itself."""
    landau = place.landau
    place.compile("gcc", "sums.c", "-O1")
    result = landau("record", "./prog", status=3)
    check("next: landau report" in result.stderr, result.stderr)
    profile = Profile(place.folder / "landau.data")
    check(profile.run[0] == "native" and profile.of("sum")[0] == 9, profile.run)
    calls = sum(record.calls for _, _, record in profile.records)
    said = f"landau.data: {calls} calls of {len(profile.routines)} routines, "
    check(said in result.stderr and " blocks\n" in result.stderr, result.stderr)
    check("twice" in landau("report").stdout)
    landau("record", "--cost=time", "--cell=8", "--contexts", "-o", "%p.data", "./prog", status=3)
    check(len(list(place.folder.glob("*.data"))) == 2)
    check(landau("record", "-q", "./prog", status=3).stderr == "")
    landau("record", "--cost=instr", "./prog", status=2)
    refused = landau("record", "--files=distinct", "./prog", status=2).stderr
    check("--files=distinct" in refused and "without landau-gcc" in refused, refused)
    landau("record", "--files=all", "./prog", status=3)
    landau("record", "--engine=native", "/bin/true", status=2)
    check("without landau-gcc" in landau("record", "--engine=valgrind", "./prog", status=2).stderr)
    landau("record", "--cost=time", "/bin/true", status=2)


def case_collect(place):
    """Only what is to be collected, as the definition and the Valgrind engine have it."""
    include = f"-I{HERE.parents[1] / 'include'}"
    requested = {10: 2, 12: 1, 13: 1, 16: 1, 21: 1, 23: 1, 30: 2, 5: 1, 2: 1, 1: 2, 15: 1, 7: 1, 3: 1}
    expected = {
        "": ({"main": 1, "outer": 2, "inner": 9, "stops": 1, "jumps": 5, "handler": 1, "work": 1,
              "with_thread": 1}, requested),
        "inner": ({"inner": 9}, {10: 1, 5: 1, 2: 1, 1: 2, 30: 1, 15: 1, 7: 1, 3: 1}),
        "in*r": ({"inner": 9}, {10: 1, 5: 1, 2: 1, 1: 2, 30: 1, 15: 1, 7: 1, 3: 1}),
        "nothing": ({}, None),
    }
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "collect.c", "-O1", "-fno-inline", "-pthread", include)
        for pattern, (calls, sums) in expected.items():
            for log in (False, True):
                profile, text = place.run(program, log=log, LANDAU_COLLECT=pattern)
                check(text == "16 20\n" and place.said == "", text, place.said)
                # Not inlined here, and with the log the constructor that calls __tsan_init is not taken back.
                found = {n for n, _, r in profile.records
                         if r.calls and n != "landau_request" and not n.startswith("_sub_I")}
                check(found == set(calls) | ({"sum"} if sums else set()), compiler, pattern, found)
                for name, count in calls.items():
                    check(profile.of(name)[0] == count, compiler, pattern, name, profile.of(name))
                if sums:
                    check(profile.of("sum")[1] == sums, compiler, pattern, profile.of("sum"))
                    # What is in between costs nothing.
                    check(max(r.cost for _, _, r in profile.records) < 2000, compiler, pattern)
                    if log:
                        place.agrees()
    plain = place.folder / "plain"
    subprocess.run(["gcc", "-g", "-O1", "-fno-inline", "-pthread", include, str(HERE / "programs" / "collect.c"),
                    "-o", str(plain)], check=True)
    for pattern in ("inner", None):
        profiles = []
        for executable in (program, plain):
            command = [str(LANDAU), "record", "-q", "-o", str(place.folder / "c.data"), str(executable)]
            if pattern:
                command.insert(2, f"--collect={pattern}")
            subprocess.run(command, check=True, timeout=100, stdout=subprocess.DEVNULL)
            profiles.append(Profile(place.folder / "c.data"))
        check([p.run[0] for p in profiles] == ["native", "valgrind"])
        for name in ("sum", "inner"):
            check(profiles[0].of(name) == profiles[1].of(name), pattern, name, *(p.of(name) for p in profiles))


def case_snapshots(place):
    """At the program's own request, and by landau dump; the program goes on."""
    include = f"-I{HERE.parents[1] / 'include'}"
    program = place.compile("gcc", "snapshots.c", "-O1", "-pthread", include)
    profile, text = place.run(program)
    check(text == "1 0 -1\n", text)
    check(place.said == "", place.said)
    check(profile.of("sum") == (12, {10: 3, 20: 4, 30: 5}), profile.of("sum"))
    part = Profile(place.folder / "out.data.second_part")
    check(part.run[1] == "running" and part.of("sum") == (7, {10: 3, 20: 4}), part.run, part.of("sum"))
    # main has not returned.
    check(not any(n == "main" and r.calls for n, _, r in part.records), "main")
    check(sorted(p.name for p in place.folder.glob("out.data*")) ==
          ["out.data", "out.data.second_part"])
    # Not recorded, and with the header but without the wrappers: nothing happens.
    plain = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    check(plain == "0 0 -1\n", plain)
    subprocess.run(["gcc", str(HERE / "programs" / "snapshots.c"), include, "-pthread", "-o",
                    str(place.folder / "plain")], check=True)
    plain = subprocess.run([str(place.folder / "plain")], capture_output=True, text=True, check=True).stdout
    check(plain == "0 0 -1\n", plain)
    # The last profile stays the last one.
    (place.folder / "out.data.second_part").unlink()
    for _ in range(10):
        profile, _ = place.run(program, "end")
        check(profile.run[1] == "exit" and profile.of("sum") == (7, {40: 7}), profile.run, place.said)
        check(place.said == "" and [p.name for p in place.folder.glob("out.data*")] == ["out.data"], place.said)
    for what in ("wait", "work"):
        with subprocess.Popen([str(LANDAU), "record", "-q", "-o", "whole.data", str(program), what],
                              cwd=place.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
            check(run.stdout.readline() == b"ready\n")
            for turn in ("one", "two"):
                dump = subprocess.run([str(LANDAU), "dump", "-q", "-o", f"{turn}.data", str(run.pid)],
                                      cwd=place.folder, capture_output=True, text=True, timeout=100, check=False)
                check(dump.returncode == 0, what, dump.stderr)
            check(run.poll() is None, what, "has ended")
            run.stdin.close()
            check(run.wait(60) == 0, what, run.returncode)
        profiles = [Profile(place.folder / f"{name}.data") for name in ("one", "two", "whole")]
        counts = [profile.of("sum")[0] for profile in profiles]
        check([p.run[1] for p in profiles] == ["running", "running", "exit"], what)
        check(counts == sorted(counts) and counts[0] >= 7, what, counts)
        check(all(p.of("sum", 1) == (7, {40: 7}) for p in profiles), what)
        check(counts[0] == 7 if what == "wait" else counts[2] > 1000, what, counts)
    ended = subprocess.run([str(LANDAU), "dump", str(os.getpid())], cwd=place.folder, capture_output=True,
                           text=True, check=False)
    check(ended.returncode == 2 and "does not run under" in ended.stderr, ended.stderr)


AUTOTOOLS = {
    "configure.ac": "AC_INIT([greet], [1])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nAC_PROG_RANLIB\n"
                    "AM_PROG_AR\nAC_CHECK_FUNCS([getline strndup])\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n",
    "Makefile.am": "noinst_LIBRARIES = libwork.a\nlibwork_a_SOURCES = work.c\nbin_PROGRAMS = greet\n"
                   "greet_SOURCES = greet.c\ngreet_LDADD = libwork.a\n",
}
CMAKE = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.10)\nproject(greet C)\n"
                      "add_library(work SHARED work.c)\nadd_executable(greet greet.c)\n"
                      "target_link_libraries(greet work)\n",
}
MESON = {
    "meson.build": "project('greet', 'c')\nwork = shared_library('work', 'work.c')\n"
                   "executable('greet', 'greet.c', link_with: work)\n",
}
SOURCES = {
    "work.c": "int cells[100];\nint work(int n);\nint work(int n) { int s = 0; for (int i = 0; i < n; i++) "
              "s += cells[i]; return s; }\n",
    "greet.c": "int work(int n);\nint main(void) { return work(10) + work(100); }\n",
}


def case_builds(place):
    """The wrappers in place of the compiler in the usual build systems."""

    def build(name, files, *commands, program="greet"):
        folder = place.folder / name
        folder.mkdir()
        for path, text in (SOURCES | files).items():
            (folder / path).write_text(text)
        environment = dict(os.environ, CC=str(TOOLS / "landau-gcc"), CFLAGS="-O1 -g")
        for command in commands:
            result = subprocess.run(command, shell=True, cwd=folder, env=environment,
                                    capture_output=True, text=True, timeout=100, check=False)
            check(result.returncode == 0, name, command, result.stdout[-2000:], result.stderr[-2000:])
        profile, _ = place.run(folder / program)
        check(profile.of("work") == (2, {10: 1, 100: 1}), name, profile.of("work"))

    build("make", {"Makefile": "greet: greet.o work.o\n"}, "make")
    if shutil.which("autoreconf") and shutil.which("automake"):
        build("autotools", AUTOTOOLS, "autoreconf -i", "./configure", "make")
    if shutil.which("cmake"):
        build("cmake", CMAKE, "cmake .", "make")
    build("meson", MESON, "meson setup out", "ninja -C out", program="out/greet")


def case_assembler(place):
    """The stand-in for the assembler: through a pipe too, and text that is cut off is refused."""
    objects = []
    for compiler in C_COMPILERS:
        for options in ((), ("-pipe",)):
            objects.append(place.compile(compiler, "sums.c", "-O1", "-c", *options, output="sums.o").read_bytes())
            check(b"landau_hot" in objects[-1] and b"landau_func_entry" in objects[-1], compiler, options)
        # Without the hooks put in the code is shorter.
        check(objects[-1] == objects[-2], compiler, options, len(objects[-1]), len(objects[-2]))
    # The first half of the text, which is no error in itself, and then no more.
    place.script("sed", 'PATH=${PATH#*:} exec awk \'/^main:/ { exit 1 } { print }\' "$6"')
    (place.folder / "sums.o").unlink()
    environment = dict(os.environ, PATH=f"{place.folder}:{os.environ['PATH']}")
    result = subprocess.run([str(TOOLS / "landau-gcc"), "-O1", "-c", str(HERE / "programs" / "sums.c"), "-o", "sums.o"],
                            cwd=place.folder, capture_output=True, text=True, env=environment, check=False)
    check(result.returncode == 1 and "sed failed" in result.stderr, result.returncode, result.stderr)
    check(not (place.folder / "sums.o").exists())


def case_agreement(place):
    """Calls as the Valgrind engine counts them; prints a table of what differs in input."""
    data = place.folder / "data"
    data.write_bytes(b"".join((b"%03d\n" % i) for i in range(1000)))
    rows = []
    for source, *arguments in (("sums.c",), ("pairs.c",), ("external.c", str(data)), ("jumps.c",)):
        options = ("-O1", "-fno-inline", "-pthread")
        native, _ = place.run(place.compile("gcc", source, *options), *arguments,
                              status=3 if source == "sums.c" else 0)
        plain = place.folder / "plain"
        subprocess.run(["gcc", "-g", *options, str(HERE / "programs" / source), "-o", str(plain)],
                       check=True)
        subprocess.run([str(LANDAU), "record", "-q", "-o", str(place.folder / "v.data"), str(plain),
                        *arguments], capture_output=True, check=False, timeout=100)
        valgrind = Profile(place.folder / "v.data")
        ours = {r[1] for r in native.routines.values() if r[2] == "prog"}
        theirs = {r[1] for r in valgrind.routines.values() if r[2] == "plain" and r[3] == source}
        # A routine that neither accesses memory nor calls anything has no hooks.
        check(ours >= theirs - {"__longjmp"} - {n for n in theirs if valgrind.sums(n)[0] == 0},
              source, theirs - ours)
        for name in sorted(ours & theirs):
            check(native.of(name)[0] == valgrind.of(name)[0], source, name, native.of(name)[0],
                  valgrind.of(name)[0])
            rows.append((source, name, native.of(name)[0], *native.sums(name), *valgrind.sums(name)))
            # Routines that call nothing of the C library.
            if name in ("sum", "twice", "consume", "produce") or name.startswith("after_"):
                check(abs(native.sums(name)[0] - valgrind.sums(name)[0]) <=
                      2 * native.of(name)[0] and native.sums(name)[1:] == valgrind.sums(name)[1:],
                      source, name, native.sums(name), valgrind.sums(name))
    print("| program | routine | calls | native: trms, thread, external | Valgrind |")
    print("|---|---|---|---|---|")
    for row in rows:
        print("| {} | {} | {} | {}, {}, {} | {}, {}, {} |".format(*row))


def case_bad(place):
    """A clear message or a correct profile, never a wrong one."""
    program = place.compile("gcc", "sums.c", "-O1")
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
    profile, _ = place.run(program, status=2, before=limit)
    check(profile is None and "ulimit -v" in place.said, place.said)
    for name, value in (("CELL", "3"), ("CELL", "x"), ("COST", "joules"), ("STAMP_LIMIT", "7"),
                        ("CURVE_FLOOR", "-1")):
        profile, _ = place.run(program, status=2, **{"LANDAU_" + name: value})
        check(profile is None and f"LANDAU_{name}" in place.said, name, place.said)
    place.run(program, status=3, LANDAU_OUT="/nonexistent/folder/out")
    check("cannot be written" in place.said, place.said)
    if os.geteuid() == 0:
        # With more rights than its user: not recorded.
        place.folder.chmod(0o755)
        program.chmod(0o4755)
        profile, text = place.run(program, status=3, before=lambda: os.setuid(65534))
        check(profile is None and text and "more rights" in place.said, place.said)
        program.chmod(0o755)
    # Without being asked to record it just runs.
    quiet = subprocess.run([str(program)], cwd=place.folder, capture_output=True, check=False)
    check(quiet.returncode == 3 and not (place.folder / "landau.data").exists())
    # Linked with the sanitizer's library by mistake.
    place.compile("gcc", "sums.c", "-O1", "-c", output="sums.o")
    result = subprocess.run(["gcc", "-fsanitize=thread", "sums.o"], cwd=place.folder, capture_output=True,
                            text=True, check=False)
    check(result.returncode != 0 and "landau" in result.stderr, result.stderr)
    for option in ("-static", "-fsanitize=thread", "-ltsan"):
        result = subprocess.run(
            [str(TOOLS / "landau-gcc"), option, str(HERE / "programs" / "sums.c")],
            cwd=place.folder, capture_output=True, text=True, check=False)
        check(result.returncode == 2 and "landau: " in result.stderr and option in result.stderr)
    program = place.compile("gcc", "sums.c", "-O1", "-Wl,--exclude-libs,ALL")
    profile, _ = place.run(program, status=2)
    check(profile is None and "landau_hot" in place.said, place.said)
    profile, _ = place.run(place.compile("gcc", "outdated.c", "-O1"), status=2)
    check(profile is None and "compile it again" in place.said, place.said)
    program = place.compile("gcc", "allocator.c", "-O1", "-pthread", "-fno-builtin")
    profile, _ = place.run(program)
    check(profile.of("sum") == (4, {100: 4}), profile.of("sum"))


def main():
    case = sys.argv[4]
    place = Place()
    try:
        next(vars(module)["case_" + case] for module in (sys.modules["__main__"], children, loops, threads)
             if "case_" + case in vars(module))(place)
    finally:
        shutil.rmtree(place.folder, ignore_errors=True)
    print("ok", case)


main()
