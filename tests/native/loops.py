# SPDX-License-Identifier: GPL-2.0-or-later
"""loops.py - the plug-in for gcc: programs have the same profile with it and without it.

Random loops read and write one buffer by several pointers, with steps, offsets, sizes and orders of all kinds, so that
what one iteration writes another one reads.
"""
import os
import random
import subprocess

from place import TOOLS, check

TYPES = ("char", "short", "int", "long", "float", "double")


def one_access(chooser, name):
    step = chooser.choice(("i", "i", "i", "2 * i", "3 * i", "i * s", "-i", "s"))
    return f"{name}[{step} + {chooser.choice((0, 0, 0, 1, -1, 2, -3, 8))}]"


def one_statement(chooser, names):
    to, left, right = (one_access(chooser, chooser.choice(names)) for _ in range(3))
    return chooser.choice((f"{to} = i;", f"{to} += {left};", f"{to} = {left} + {right};", f"t += {left};",
                           f"t += {left} * {right};", f"{to} = t;", f"if (i % 3) {to} = {left};",
                           f"t += {names[0]}[index[i] % 64];", f"{names[0]}[index[i] % 64] = t;",
                           f"if ({left} > 1) t++;", f"t += t > 3 ? {left} : 1;"))


def one_routine(chooser, number):
    types = [chooser.choice(TYPES) for _ in range(3)]
    pointers = "".join(f"\t{kind} *{name} = (void *)(buffer + 8192 + {chooser.choice((0, 64, 256, 4096))}"
                       f" + sizeof({kind}) * p * {chooser.choice((0, 1, 2))});\n"
                       for name, kind in zip("abc", types))
    body = "".join(f"\t\t{one_statement(chooser, 'abc')}\n" for _ in range(chooser.choice((1, 1, 2, 3, 5))))
    head = chooser.choice(("for (long i = 0; i < n; i++)", "for (int i = 0; i < n; i++)",
                           "for (long i = n - 1; i >= 0; i--)", "for (long i = 1; i < n; i += 2)",
                           "for (unsigned long i = 0; i < (unsigned long)n; i++)"))
    return (f"__attribute__((noinline)) long f{number}(char *buffer, const int *index, long n, long p, long s)\n{{\n"
            f"\tlong t = n + p;\n{pointers}\t{head} {{\n{body}\t}}\n\treturn t;\n}}\n")


def source(seed, routines):
    chooser = random.Random(seed)
    calls = "".join(f"\ttotal += f{k}(buffer, index, n, p, s);\n" for k in range(routines))
    return ("#include <pthread.h>\n#include <stdio.h>\nstatic char buffer[1 << 16];\nstatic int index[1024];\nstatic long total;\n"
            + "".join(one_routine(chooser, k) for k in range(routines))
            + f"__attribute__((noinline)) void all(long n, long p, long s)\n{{\n{calls}}}\n"
            "static void *work(void *unused)\n{\n"
            "\tstatic const long sizes[] = {0, 1, 2, 5, 19, 64, 700};\n"
            "\tfor (unsigned k = 0; k < 21; k++)\n\t\tall(sizes[k % 7], (long)(k % 5), (long)(k % 4) - 1);\n"
            "\treturn unused;\n}\n"
            "int main(void)\n{\n\tpthread_t thread;\n\n"
            "\tfor (int i = 0; i < 1024; i++)\n\t\tindex[i] = i * 37 % 1024;\n"
            "\twork(NULL);\n"
            "\tfor (int k = 0; k < 2; k++) {\n"
            "\t\tpthread_create(&thread, NULL, work, NULL);\n\t\tpthread_join(thread, NULL);\n\t}\n"
            "\twork(NULL);\n\tprintf(\"%ld\\n\", total);\n\treturn 0;\n}\n")


def is_there():
    return (TOOLS / "compiler" / "plugin" / "landau_gcc.so").exists()


def compile_both(place, compiler, program, *options):
    """With the plug-in, and without it."""
    with_it = place.compile(compiler, program, *options, output="with")
    os.environ["LANDAU_PLUGIN"] = "no"
    without = place.compile(compiler, program, *options, output="without")
    del os.environ["LANDAU_PLUGIN"]
    return with_it, without


def has_events_of_loops(program):
    return "landau_loop" in subprocess.run(["nm", "-u", str(program)], capture_output=True, text=True, check=True).stdout


def same(one, other, *what):
    one, other = ({(n, t): r for n, t, r in p.records if not n.startswith("_sub_I")} for p in (one, other))
    check(one.keys() == other.keys(), *what, sorted(one), sorted(other))
    for key, record in one.items():
        check(record == other[key], *what, key, record, other[key])


def case_loops(place):
    if not is_there():
        print("there is no plug-in in this build")
        return
    for seed, level in ((1, "-O1"), (2, "-O2"), (3, "-O3"), (4, "-O2")):
        path = place.folder / f"loops{seed}.c"
        path.write_text(source(seed, 30))
        options = ("-fno-strict-aliasing", "-fwrapv", "-w", level) + (("-fPIC",) if seed == 4 else ())
        programs = compile_both(place, "gcc", [str(path)], *options)
        check([has_events_of_loops(p) for p in programs] == [True, False], seed)
        (one, text), (other, text_too) = (place.run(p) for p in programs)
        check(text == text_too, seed, text, text_too)
        same(one, other, seed)
        for cell in ("4",) if seed < 4 else ("8", "1"):
            place.run(programs[0], log=True, LANDAU_CELL=cell)
            place.agrees(cell)


def case_plugin(place):
    """The other tests' programs."""
    if not is_there():
        print("there is no plug-in in this build")
        return
    for compiler, program, *rest in (("gcc", "sums.c"), ("gcc", "widths.c"), ("g++", "exceptions.cpp"), ("gfortran", "fortran.f90"),
                                     ("gcc", "jumps.c"), ("gcc", "guarded.c")):
        for level in ("-O1", "-O3"):
            one, other = (place.run(p, status=3 if program == "sums.c" else 0)[0]
                          for p in compile_both(place, compiler, program, level, *rest))
            same(one, other, program, level)
