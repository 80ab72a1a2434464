# SPDX-License-Identifier: GPL-2.0-or-later
"""suites.py - the suites: where their sources are, and what programs they have.

A suite is a function from sources.Sources to programs.Program, with the engine and the compilers.
"""
import collections
import os
import re
import shutil

import directives
import sources
from programs import Program, quoted

Suite = collections.namedtuple("Suite", "about engine compilers programs")
SUITES = {}
GCC = {"CC": "gcc", "CXX": "g++", "FC": "gfortran"}
CLANG = {"CC": "clang", "CXX": "clang++"}
BY_ENDING = {".c": "$CC", ".C": "$CXX", ".cc": "$CXX", ".cpp": "$CXX"}


def suite(name, about, engine, compilers):
    def register(function):
        SUITES[name] = Suite(about, engine, compilers, function)
        return function
    return register


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")


def installed_gcc():
    """Debian's source package of the compiler that runs here: its suite is about this version."""
    return "gcc-" + sources.run("gcc", "-dumpversion", folder="/").strip()


# -- gcc -----------------------------------------------------------------------------------------------

MEMBERS = ["*/libgomp/testsuite/*", "*/testsuite/c-c++-common/tsan/*", "*/testsuite/g++.dg/tsan/*",
           "*/testsuite/gcc.dg/tsan/*"]


def gcc_programs(folder, files, options):
    for path in files:
        found = directives.gcc_test(text_of(path))
        if found:
            own, more, environment = found
            compiler = BY_ENDING.get(path.suffix, "$FC")
            words = quoted("-g", *options, *own, f"-I{path.parent}", path, *[path.parent / name for name in more],
                           "-o", "t", "-lm")
            yield Program(str(path.relative_to(folder)), f"{compiler} {words}", environment=environment)


def libgomp(fetch, *parts):
    folder = fetch(installed_gcc(), *MEMBERS, nested=True) / "libgomp" / "testsuite"
    files = [path for part in parts for path in sorted((folder / part).rglob("*"))
             if path.suffix.lower() in (".c", ".f90", ".f", ".f03", ".f95")]
    return list(gcc_programs(folder, files, ["-fopenmp", "-O2"]))


@suite("libgomp-c", "libgomp's tests in C", "native", GCC)
def libgomp_c(fetch):
    return libgomp(fetch, "libgomp.c", "libgomp.c-c++-common")


@suite("libgomp-c++", "libgomp's tests in C++", "native", GCC)
def libgomp_cxx(fetch):
    return libgomp(fetch, "libgomp.c++")


@suite("libgomp-fortran", "libgomp's tests in Fortran", "native", GCC)
def libgomp_fortran(fetch):
    if not shutil.which("gfortran"):
        raise sources.Missing("there is no gfortran")
    return libgomp(fetch, "libgomp.fortran")


@suite("gcc-tsan", "gcc's tests of its thread sanitizer", "native", GCC)
def gcc_tsan(fetch):
    folder = fetch(installed_gcc(), *MEMBERS, nested=True) / "gcc" / "testsuite"
    files = sorted(path for part in ("c-c++-common", "gcc.dg", "g++.dg") for path in (folder / part / "tsan").glob("*.[cC]"))
    return list(gcc_programs(folder, files, ["-O1", "-w", "-pthread"]))


# -- LLVM ----------------------------------------------------------------------------------------------

def installed_llvm():
    version = sources.run("clang", "-dumpversion", folder="/").strip()
    return "llvm-toolchain-" + version.split(".", maxsplit=1)[0]


# The barriers of the sanitizer's tests are the sanitizer's own; here threads take turns until all have come.
BARRIER = """
#include <sched.h>
void __tsan_testonly_barrier_init(unsigned *barrier, unsigned count) { *barrier = count; }
void __tsan_testonly_barrier_wait(unsigned *barrier)
{
	unsigned before = __atomic_fetch_add(barrier, 256, __ATOMIC_RELAXED), count = before & 255, round = before / 256 / count;

	while (__atomic_load_n(barrier, __ATOMIC_RELAXED) / 256 / count == round)
		sched_yield();
}
"""
LLVM_MEMBERS = ["*/openmp/runtime/test/*", "*/compiler-rt/test/tsan/*", "*/compiler-rt/test/sanitizer_common/*.h"]


@suite("libomp", "the tests of LLVM's OpenMP library, without those of tools", "native", CLANG)
def libomp(fetch):
    folder = fetch(installed_llvm(), *LLVM_MEMBERS) / "openmp" / "runtime" / "test"
    for path in sorted(folder.rglob("*.c")) + sorted(folder.rglob("*.cpp")):
        own = directives.llvm_test(text_of(path))
        if own is not None and "ompt" not in path.parts:
            words = quoted("-g", "-O1", "-w", "-fopenmp", *own, f"-I{folder}", f"-I{path.parent}", path, "-o", "t", "-lm")
            yield Program(str(path.relative_to(folder)), f"{BY_ENDING[path.suffix]} {words}")


@suite("llvm-tsan", "LLVM's tests of its thread sanitizer", "native", CLANG)
def llvm_tsan(fetch):
    folder = fetch(installed_llvm(), *LLVM_MEMBERS) / "compiler-rt" / "test" / "tsan"
    for path in sorted(folder.glob("*.c")) + sorted(folder.glob("*.cpp")) + sorted((folder / "Linux").glob("*.cpp")):
        own = directives.tsan_test(text_of(path))
        if own is not None:
            words = quoted("-g", *own, "-w", "-pthread", f"-I{folder}", f"-I{folder.parent}", path, "barrier.o", "-o", "t", "-lm", "-ldl", "-lrt")
            barrier = "$CC -g -c -x c - -o barrier.o <<'END'\n" + BARRIER + "END\n"
            yield Program(str(path.relative_to(folder)), f"{barrier}{BY_ENDING[path.suffix]} {words}")


# -- Valgrind ------------------------------------------------------------------------------------------

def valgrind_programs(folder, part):
    """Only those of one file: these are built without Valgrind's own makefiles."""
    place = folder / part / "tests"
    for path in sorted(place.glob("*.vgtest")):
        name, arguments, given, environment = directives.valgrind_test(text_of(path))
        files = [place / (name + ending) for ending in (".c", ".cpp") if (place / (name + ending)).exists()]
        if not files or "/" in name:
            continue
        words = quoted("-g", "-O0", "-w", "-pthread", f"-I{folder}", f"-I{folder}/include", f"-I{place}", files[0],
                       "-o", "t", "-lm", "-ldl", "-lrt")
        yield Program(f"{part}/{path.stem}", f"{BY_ENDING[files[0].suffix]} {words}", arguments.split(), environment,
                      place / given if given else None)


def register_valgrind(part):
    @suite(f"valgrind-{part}", f"the programs of Valgrind's {part} tests", "valgrind", GCC)
    def programs(fetch):
        folder = fetch("valgrind")
        if not (folder / "config.h").exists():
            sources.run("./configure", "-q", folder=folder)
        return list(valgrind_programs(folder, part))
    return programs


for tests in "none", "memcheck", "helgrind", "drd":
    register_valgrind(tests)


# -- POSIX ---------------------------------------------------------------------------------------------

# Numbers of processes, addresses and times.
NUMBERS = r"0x[0-9a-f]+|\d\d+(\.\d+)?"


def posix_programs(fetch):
    """Some set the clock or take a processor for themselves, if they may."""
    folder = fetch("posixtestsuite")
    if os.geteuid() == 0:
        raise sources.Missing("the suite is for a user without rights, since it sets the clock: setpriv --reuid=nobody tests/peers/run")
    for path in sorted((folder / "conformance" / "interfaces").rglob("*.c")):
        if re.fullmatch(r"[\d-]+\.c", path.name):
            words = quoted("-g", "-O1", "-w", "-D_GNU_SOURCE", "-pthread", f"-I{folder / 'include'}", f"-I{path.parent}", path, "-o", "t",
                           "-lm", "-lrt")
            yield Program("/".join(path.relative_to(folder).with_suffix("").parts[2:]), f"$CC {words}", idle=NUMBERS)


@suite("posix", "the open POSIX test suite", "native", GCC)
def posix(fetch):
    return list(posix_programs(fetch))


@suite("posix-valgrind", "the same under Valgrind", "valgrind", GCC)
def posix_valgrind(fetch):
    return list(posix_programs(fetch))


# -- Libraries that have tests of one program ------------------------------------------------------------

@suite("libraries", "the tests of tinyxml2, zlib and libpng", "native", GCC)
def libraries(fetch):
    xml, zlib, png = fetch("tinyxml2"), fetch("zlib"), fetch("libpng1.6")
    sources_of_zlib = sorted(zlib.glob("*.c"))
    sources_of_png = [path for path in sorted(png.glob("png*.c")) if path.name != "pngtest.c"]
    with_png = quoted("-g", "-O2", "-w", "-I.", f"-I{png}", *sources_of_png)
    configure = quoted("cp", png / "scripts" / "pnglibconf.h.prebuilt", "pnglibconf.h")
    # On processors without SIMD code of the library's own, which other folders have.
    plain = "-DPNG_INTEL_SSE_OPT=0 -lz -lm -o t"
    return [
        Program("tinyxml2/xmltest", f"cp -r {quoted(xml / 'resources')} . && mkdir -p resources/out && "
                f"$CXX {quoted('-g', '-O1', f'-I{xml}', xml / 'tinyxml2.cpp', xml / 'xmltest.cpp')} -o t",
                idle="Parsing .*"),
        Program("zlib/example", "$CC " + quoted("-g", "-O2", "-w", "-DHAVE_UNISTD_H", f"-I{zlib}", *sources_of_zlib,
                                                zlib / "test" / "example.c", "-o", "t"), ["example.gz"]),
        Program("zlib/infcover", "$CC " + quoted("-g", "-O2", "-w", "-DHAVE_UNISTD_H", f"-I{zlib}", *sources_of_zlib,
                                                 zlib / "test" / "infcover.c", "-o", "t")),
        Program("libpng/pngtest", f"{configure} && $CC {with_png} {quoted(png / 'pngtest.c')} {plain}",
                [str(png / "pngtest.png"), "out.png"]),
        Program("libpng/pngvalid", f"{configure} && $CC {with_png} {quoted(png / 'contrib' / 'libtests' / 'pngvalid.c')} {plain}",
                ["--transform"]),
        Program("libpng/pngunknown", f"{configure} && $CC {with_png} {quoted(png / 'contrib' / 'libtests' / 'pngunknown.c')} {plain}",
                ["--strict", "default=discard", str(png / "pngtest.png")]),
    ]
