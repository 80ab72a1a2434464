# SPDX-License-Identifier: GPL-2.0-or-later
"""cases.py - routines of Debian's programs that take far longer than they have to, and how to meet them.

Each case makes inputs of growing size, runs a program on them that shows the problem (`bug`) and something
that does the same work without it (`fix`). In commands, {n} is the size and {in} the folder of the inputs; a word
may be a function of the size.
"""
import dataclasses
import pathlib
import subprocess
from typing import Callable

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Variant:
    """One program on the inputs of a case, and the routine that is looked at.

    Without `routine` it is the one of those with a class and half of the cost that landau report ranks first.
    """
    what: str
    command: list
    package: str
    expected: str  # growth class
    routine: str = ""
    environment: dict = dataclasses.field(default_factory=dict)
    options: tuple = ()
    sizes: tuple = ()  # other ones than those of the case


@dataclasses.dataclass
class Case:
    name: str
    title: str
    text: str
    sizes: tuple  # first, last, factor
    quick: tuple
    input: str  # what an input looks like
    make: Callable  # (folder, sizes): writes the inputs
    bug: Variant
    fix: Variant
    named: Variant = None  # the bug again, where the names of routines can be had


def sizes_of(first, last, factor):
    """The sizes of landau sweep --sizes=FIRST..LAST:xFACTOR."""
    sizes, power = [], 0
    while (size := int(first * factor ** power + 0.5)) <= last:
        if not sizes or size != sizes[-1]:
            sizes.append(size)
        power += 1
    return sizes


def files(pattern, contents):
    """A maker of one file a size: its name has the size for %d, its text is contents(n)."""
    def make(folder, sizes):
        for n in sizes:
            (folder / (pattern % n)).write_text(contents(n), encoding="utf-8")
    return make


def both(first, second):
    def make(folder, sizes):
        first(folder, sizes)
        second(folder, sizes)
    return make


def compile_driver(source, *libraries):
    """A program of ours against a package's static library, in the folder of the inputs."""
    def make(folder):
        flags = subprocess.run(["pkg-config", "--cflags", *[word[1:] for word in libraries if word[0] == "@"]],
                               capture_output=True, text=True, check=True).stdout.split()
        subprocess.run(["gcc", "-O1", "-o", folder / source.removesuffix(".c"), HERE / source, *flags,
                        *[word for word in libraries if word[0] == "-"]], check=True)
    return make


# -- Shared objects, each needing the one before ------------------------------------------------------

def chain_of_objects(folder, sizes):
    """lib1.so to libN.so, each of which needs the one before, and a program n that needs lib n.

    The programs leave without running destructors: then the loader sorts once only.
    """
    def run(*command, **settings):
        subprocess.run(command, cwd=folder, check=True, **settings)

    run("as", "-o", "empty.o", "-", input=b'.section .note.GNU-stack,"",@progbits\n')
    for i in range(1, max(sizes) + 1):
        needed = [f"lib{i - 1}.so"] if i > 1 else []
        run("ld", "-shared", "-soname", f"lib{i}.so", "-rpath", folder, "-rpath-link", folder, "-o", f"lib{i}.so",
            "empty.o", "--no-as-needed", *needed)
    run("gcc", "-O1", "-c", "-o", "main.o", "-x", "c", "-",
        input=b"#include <unistd.h>\nint main(void) { _exit(0); }\n")
    for n in sizes:
        run("gcc", "-o", f"program-{n}", "main.o", "-Wl,--no-as-needed", f"-Wl,-rpath,{folder}",
            f"-Wl,-rpath-link,{folder}", f"./lib{n}.so")


def tunable(value):
    return {"GLIBC_TUNABLES": f"glibc.rtld.dynamic_sort={value}"}


# -- make -------------------------------------------------------------------------------------------------

def makefile(before, n, after):
    return "".join(f"{before}{i:0100d}{after}" for i in range(n)) + "\nall:\n"


# -- expat ----------------------------------------------------------------------------------------------

def pieces(deferral):
    """xmlwf that reads in pieces, and expat that waits for the end of a token or does not.

    Without the fix there is no option -q, and nothing waits; then the file in one piece is what to compare with.
    """
    done = subprocess.run(["sh", "-c", "xmlwf -h"], capture_output=True, text=True, check=False)
    if "disable reparse deferral" in done.stdout + done.stderr:
        return ["xmlwf", "-r"] if deferral else ["xmlwf", "-r", "-q"]
    return ["xmlwf"] if deferral else ["xmlwf", "-r"]


# -- The cases ----------------------------------------------------------------------------------------

PYTHON = ["/usr/bin/python3", "-I", "-S", "-X", "int_max_str_digits=0", "-c"]

CASES = [
    Case(
        name="attributes", title="libxml2: the attributes of an element",
        text="""\
An element must not have an attribute twice. libxml2 2.9 compares each attribute with all before it
(`xmlParseStartTag2`), and then walks the list to its end to append it (`xmlNewNsPropEatName`). Later versions
have a hash table. So has expat, which reads the same files in linear time.""",
        sizes=(1000, 16000, 1.18), quick=(1000, 11000, 1.3),
        input="an element with n attributes: `<a a000000=\"v\" a000001=\"v\" .../>`",
        make=files("%d.xml", lambda n: "<a " + " ".join(f'a{i:06d}="v"' for i in range(n)) + "/>\n"),
        bug=Variant("xmllint", ["xmllint", "--noout", "{in}/{n}.xml"], "libxml2-utils libxml2", "n^2"),
        fix=Variant("xmlwf on the same files", ["xmlwf", "{in}/{n}.xml"], "expat libexpat1", "n"),
        named=Variant("with libxml2.a", ["{in}/parse_xml", "{in}/{n}.xml"], "libxml2-dev", "n^2"),
    ),
    Case(
        name="substitution", title="bash: `${s// /ab}`",
        text="""\
For each place in the string where the pattern may match, bash looks at the whole rest of the string first:
whether it has characters of several bytes (`mbsmbchar`), and how long it is. sed takes one step for each
match.""",
        sizes=(1200, 26000, 1.22), quick=(400, 8000, 1.35),
        input="a string of n blanks",
        make=files("%d.txt", lambda n: " " * n + "\n"),
        bug=Variant("bash", ["bash", "-c", ': "${1// /ab}"', "bash", lambda n: " " * n], "bash", "n^2", "pat_subst",
                    {"LC_ALL": "C.UTF-8"}),
        fix=Variant("sed s/ /ab/g", ["sed", "s/ /ab/g", "{in}/{n}.txt"], "sed", "n", "",
                    {"LC_ALL": "C.UTF-8"}, sizes=(2000, 128000, 1.6)),
    ),
    Case(
        name="loader", title="the dynamic loader: `dynamic_sort=1`",
        text="""\
Before it runs initialisers the loader sorts the shared objects by their dependencies. The old way, which
`GLIBC_TUNABLES=glibc.rtld.dynamic_sort=1` brings back, looks for each object through the dependencies of all
others; the new one (`2`, the default since glibc 2.35) is a depth-first search. The names in the loader come
from `libc6-dbg`, on which Debian's `valgrind` depends. With either, Landau shows another one in the loader:
`_dlfo_sort_mappings`, a selection sort of all objects by their address.""",
        sizes=(8, 420, 1.25), quick=(8, 256, 1.35),
        input="a program that needs a shared object, which needs another, and so on, n in all",
        make=chain_of_objects,
        bug=Variant("dynamic_sort=1", ["{in}/program-{n}"], "libc6", "n^2", "_dl_sort_maps", tunable(1)),
        fix=Variant("dynamic_sort=2", ["{in}/program-{n}"], "libc6", "n", "_dl_sort_maps", tunable(2)),
    ),
    Case(
        name="brackets", title="cmark: brackets in brackets",
        text="""\
Links may not contain links, images may. When a link ends, cmark 0.30.2 goes through all brackets that are
still open, to mark the links among them as unusable; here they are images, and stay. Later versions remember
that there is none left to mark. Plain nested brackets, for which cmark has a test, are linear.""",
        sizes=(200, 12000, 1.25), quick=(200, 6000, 1.35),
        input="`![[]()` n times; for comparison n times `[`, a letter, and n times `]`",
        make=both(files("images-%d.md", lambda n: "![[]()" * n + "\n"),
                  files("nested-%d.md", lambda n: "[" * n + "a" + "]" * n + "\n")),
        bug=Variant("cmark on ![[]()", ["cmark", "{in}/images-{n}.md"], "cmark", "n^2"),
        fix=Variant("cmark on nested brackets", ["cmark", "{in}/nested-{n}.md"], "cmark", "n"),
        named=Variant("with libcmark.a", ["{in}/render_markdown", "{in}/images-{n}.md"], "libcmark-dev", "n^2"),
    ),
    Case(
        name="token", title="expat: a large token in pieces",
        text="""\
A token that has not ended yet is scanned from its beginning again with each piece of it that arrives. Since
the fix of CVE-2023-52425 expat waits until it has twice as much as before; `xmlwf -q` switches that off. Each
call of `XML_ParseBuffer` is linear: the routine that makes the calls is quadratic.""",
        sizes=(16384, 1700000, 1.3), quick=(16384, 400000, 1.6),
        input="an attribute of n bytes: `<a b=\"xxx...\"/>`, read in pieces of 8 KiB",
        make=files("%d.xml", lambda n: '<a b="' + "x" * n + '"/>\n'),
        bug=Variant(" ".join(pieces(False)), [*pieces(False), "{in}/{n}.xml"], "expat libexpat1", "n^2"),
        fix=Variant(" ".join(pieces(True)), [*pieces(True), "{in}/{n}.xml"], "expat libexpat1", "n"),
    ),
    Case(
        name="union", title="libxml2: the union of two node sets",
        text="""\
`xmlXPathNodeSetMerge` looks for each node of the second set whether it is in the first. A predicate that says
the same is linear.""",
        sizes=(100, 6000, 1.3), quick=(100, 2000, 1.6),
        input="n elements `<a/>` and n elements `<b/>`",
        make=files("%d.xml", lambda n: "<r>" + "<a/><b/>" * n + "</r>\n"),
        bug=Variant("xmllint --xpath 'count(//a|//b)'", ["xmllint", "--xpath", "count(//a|//b)", "{in}/{n}.xml"],
                    "libxml2-utils libxml2", "n^2", "xmlXPathNodeSetMerge"),
        fix=Variant("xmllint --xpath 'count(//*[self::a or self::b])'",
                    ["xmllint", "--xpath", "count(//*[self::a or self::b])", "{in}/{n}.xml"],
                    "libxml2-utils libxml2", "n", "xmlXPathEval"),
    ),
    Case(
        name="append", title="make: `+=`",
        text="""\
Each `+=` copies the whole value. A list that is written as one definition is linear. Cost is instructions
here, since the C library copies 128 bytes and more in one basic block.""",
        sizes=(100, 2500, 1.22), quick=(100, 1600, 1.4),
        input="a makefile with n lines `SOURCES += WORD`, the word of 100 bytes; for comparison one definition "
              "with as many words",
        make=both(files("append-%d.mk", lambda n: "SOURCES =\n" + makefile("SOURCES += ", n, "\n")),
                  files("list-%d.mk", lambda n: "SOURCES = \\\n" + makefile("", n, " \\\n"))),
        bug=Variant("make, n lines", ["make", "-n", "-f", "{in}/append-{n}.mk"], "make", "n^2", "read_all_makefiles",
                    options=("--cost=instr",)),
        fix=Variant("make, one definition", ["make", "-n", "-f", "{in}/list-{n}.mk"], "make", "n", "read_all_makefiles",
                    options=("--cost=instr",)),
    ),
    Case(
        name="digits", title="Python: a number of many digits",
        text="""\
`int()` takes the digits of a decimal number one group after another and multiplies all that it has so far.
Python 3.11 therefore refuses more than 4300 digits unless told otherwise. In base 16 the digits are bits, and
the work is linear.""",
        sizes=(2000, 200000, 1.4), quick=(2000, 64000, 1.5),
        input="n digits",
        make=files("%d.txt", lambda n: "7" * n),
        bug=Variant("int(s)", [*PYTHON, "import sys; int(open(sys.argv[1]).read())", "{in}/{n}.txt"],
                    "python3.11-minimal", "n^2", "PyLong_FromString"),
        fix=Variant("int(s, 16)", [*PYTHON, "import sys; int(open(sys.argv[1]).read(), 16)", "{in}/{n}.txt"],
                    "python3.11-minimal", "n", "PyLong_FromString"),
    ),
]

DRIVERS = {
    "attributes": compile_driver("parse_xml.c", "@libxml-2.0", "-l:libxml2.a", "-licuuc", "-lz", "-l:liblzma.so.5",
                                 "-lm"),
    "brackets": compile_driver("render_markdown.c", "@libcmark", "-l:libcmark.a"),
}
