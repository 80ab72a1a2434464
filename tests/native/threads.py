# SPDX-License-Identifier: GPL-2.0-or-later
"""threads.py - cases of native.py: programs with several threads."""
import re
import shutil
import subprocess

from place import C_COMPILERS, TOOLS, check


def case_shared(place):
    compare_paths_of_threads(place, "shared.c")


def case_groups(place):
    data = place.folder / "data"
    data.write_bytes(bytes(range(256)) * 256)
    compare_paths_of_threads(place, "groups.c", str(data))
    compare_paths_of_threads(place, "groups.c", "no-barriers", str(data))


def case_halves(place):
    data = place.folder / "data"
    data.write_bytes(bytes(range(256)) * 256)
    compare_paths_of_threads(place, "halves.c", str(data))


def case_forms(place):
    """Words change from one form to the other while another thread looks at them."""
    longs = 1600 * 2048
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "forms.c", "-O1", "-pthread")
        for arguments in ((), ("early",)):
            profile, text = place.run(program, *arguments)
            check(text == f"{sum(range(longs))}\n", text)
            check(profile.sums("take") == (2 * longs, 2 * longs, 0), compiler, arguments, profile.sums("take"))


def case_waits(place):
    """Calls that wait return for no signal of the runtime's, by which it stops threads in the end."""
    for compiler in C_COMPILERS:
        for fortify in ("-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"):
            program = place.compile(compiler, "waits.c", "-O1", "-pthread", fortify)
            for _ in range(3):
                profile, text = place.run(program)
                check(text == "end\n", compiler, text)
                check(profile.sums("take") == (4, 0, 4), compiler, profile.sums("take"))
    # One of twenty fails where the thread works on while all have to stand still.
    program = place.compile("gcc", "cancelled.c", "-O1", "-pthread")
    for _ in range(60):
        place.run(program)


def compare_paths_of_threads(place, source, *arguments):
    """The same among several threads, whatever the numbers of the clocks."""
    for compiler in C_COMPILERS:
        for level in ("-O1", "-O2"):
            program = place.compile(compiler, source, level, "-pthread")
            place.run(program, *arguments, log=True, LANDAU_CURVE_FLOOR="4")
            place.agrees()
            results, curves = [], []
            for limit, log in ((0, False), (0, True), (200, False), (200, True)):
                profile, _ = place.run(program, *arguments, log=log, LANDAU_STAMP_LIMIT=str(limit or 1 << 27),
                                       LANDAU_CURVE_FLOOR="4")
                curves.append(profile.curves)
                results.append({(n, t): r for n, t, r in profile.records if not n.startswith("_sub_I")})
            check(len(results[0]) > 15, results[0].keys())
            check(len(curves[0]) > 5 and all(c == curves[0] for c in curves), compiler, level, curves)
            for name, record in results[0].items():
                for result in results[1:]:
                    check(record.points == result[name].points and record.rms == result[name].rms, compiler, level,
                          name, record, result[name])


def case_pairs(place):
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "pairs.c", "-O1", "-pthread")
        for limit in (None, "64", "1000"):
            settings = {"LANDAU_STAMP_LIMIT": limit} if limit else {}
            profile, text = place.run(program, **settings)
            check(text == "370000 2000\n", text)
            check(profile.of("consume") == (50, {100: 50}), profile.of("consume"))
            check(profile.sums("consume") == (5000, 5000, 0), profile.sums("consume"))
            check(profile.sums("consume_all")[1] == 5000, profile.sums("consume_all"))
            check(profile.of("produce") == (50, {0: 50}), profile.of("produce"))
            check(profile.of("increment")[0] == 2000, profile.of("increment"))
            check(len(profile.threads) == 4, profile.threads)


def case_oracle(place):
    """Recorded parallel runs against the definition, also while stamps are renumbered all the time."""
    total = 0
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "contend.c", "-O1", "-pthread")
        for threads in ("2", "4"):
            for limit in (None, "64", "200", "3000"):
                settings = {"LANDAU_STAMP_LIMIT": limit} if limit else {}
                place.run(program, threads, "200", log=True, **settings)
                total += place.agrees()
        place.run(program, "3", "200", log=True, LANDAU_CELL="1")
        total += place.agrees("1")
    print(total, "activations agree")


def case_recycle(place):
    """Memory that goes from thread to thread through the allocator, against the definition."""
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "recycle.c", "-O1", "-pthread")
        for limit in (None, "1000"):
            settings = {"LANDAU_STAMP_LIMIT": limit} if limit else {}
            _, text = place.run(program, log=True, **settings)
            check(text == "1\n", text)
            place.agrees()


def case_contention(place):
    """Without the log, as fast as it goes: what must add up."""
    program = place.compile("gcc", "contend.c", "-O1", "-pthread")
    for limit in (None, "20000"):
        settings = {"LANDAU_STAMP_LIMIT": limit} if limit else {}
        profile, _ = place.run(program, "4", "5000", **settings)
        check(profile.of("work")[0] == 4 and len(profile.threads) == 5, profile.threads)
        check(profile.of("use_barrier")[0] == 4 * 625, profile.of("use_barrier"))


def case_races(place):
    """Who comes to the memory of another thread while that one writes it misses nothing."""
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "races.c", "-O1", "-pthread")
        for limit in (None, "5000"):
            settings = {"LANDAU_STAMP_LIMIT": limit} if limit else {}
            profile, text = place.run(program, **settings)
            check(text == "5\n", text)
            check(profile.of("sum_half") == (12000, {2048: 12000}), profile.of("sum_half"))
            check(profile.sums("sum_half")[1] == 12000 * 2048, profile.sums("sum_half"))
            check(profile.sums("raise_half")[1] == 0, profile.sums("raise_half"))
    program = place.compile("gcc", "visits.c", "-O1", "-pthread")
    for _ in range(4):
        profile, text = place.run(program)
        check(text == "1\n", text)
        check(profile.of("read_all") == (72, {64 * 4096: 72}), profile.of("read_all"))
        check(profile.sums("read_all")[1] == 72 * 64 * 4095, profile.sums("read_all"))


def case_openmp(place):
    for compiler in C_COMPILERS:
        program = place.compile(compiler, "openmp.c", "-O1", "-fopenmp")
        profile, text = place.run(program, OMP_WAIT_POLICY="passive")
        check(text == "8017800\n", text)
        trms, thread, _ = profile.sums("fill")
        check((trms, thread) == (0, 0), compiler, "fill", trms, thread)
        calls, points = profile.of("part")
        check(calls == 8 and points == {1000: 4, 100: 4}, compiler, points)
        # Not recorded it runs as it would without the runtime.
        plain = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
        check((plain.returncode, plain.stdout) == (0, text), compiler, plain.returncode, plain.stderr)
        # Each block of 1000 was filled by the other thread.
        check(4000 <= profile.sums("part")[1] <= 4400, compiler, profile.sums("part"))
        check(profile.of("final")[1] == {16: 1}, compiler, profile.of("final"))


def entries_of(program, name):
    """What programs can be linked with in the library of that name, which this one needs: names and their versions."""
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    library = re.search(rf"{name}\S* => (\S+)", libraries)[1]
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r" [TWi] ((?:GOMP|omp|__kmpc)_\w+)@@(\S+)$", symbols, re.MULTILINE))


def case_entries(place):
    """Each entry of OpenMP's libraries can be linked and is found, by the runtime or, if that does not know it, as without it."""
    symbols = subprocess.run(["nm", "-D", TOOLS / "liblandau.so"], capture_output=True, text=True, check=True).stdout
    ours = dict(re.findall(r" T ((?:GOMP|omp)_\w+)@(\S+)$", symbols, re.MULTILINE))
    check(len(ours) > 60, ours)
    for compiler, name in (("gcc", "libgomp.so"), ("clang", "libomp.so")):
        if not shutil.which(compiler):
            continue
        entries = entries_of(place.compile(compiler, "openmp.c", "-fopenmp"), name)
        check(len(entries) > 200, compiler, entries)
        source = place.folder / "entries.c"
        source.write_text("#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n"
                          + "".join(f"void e{i}(void) __asm__(\"{entry}\");\n" for i, entry in enumerate(entries))
                          + "static void say(const char *name, void (*function)(void))\n{\n\tDl_info found;\n"
                          + "\tprintf(\"%s %s\\n\", name, dladdr((void *)function, &found) ? found.dli_fname : \"-\");\n}\n"
                          + "int main(void)\n{\n"
                          + "".join(f"\tsay(\"{entry}\", e{i});\n" for i, entry in enumerate(entries)) + "}\n")
        program = place.compile(compiler, [str(source)], "-O1", "-fopenmp", "-Wl,--as-needed")
        _, text = place.run(program)
        found = dict(line.split() for line in text.splitlines())
        check(found.keys() == entries.keys(), compiler, found.keys() ^ entries.keys())
        for entry, place_of_it in found.items():
            known = ours.get(entry) == entries[entry]
            check(("liblandau" if known else name) in place_of_it, compiler, entry, entries[entry], place_of_it)
        # What is interposed is there under this very name and version.
        if compiler == "gcc":
            check(ours.items() <= entries.items(), ours.items() - entries.items())


def case_many(place):
    program = place.compile("gcc", "many.c", "-O1", "-pthread")
    profile, _ = place.run(program)
    check(len(profile.threads) == 1301, len(profile.threads))
    check(profile.of("step") == (1300, {5: 1000, 7: 300}), profile.of("step"))
    check(profile.sums("take") == (2 * 300 * 300, 2 * 300 * 299, 0), profile.sums("take"))
    check(profile.of("recurse")[0] == 200001, profile.of("recurse")[0])
