#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What goes wrong while a program is recorded: faults.py LANDAU TOOLS CASE...

TOOLS is the folder with landau-gcc. Whatever happens, the outcome is a right profile or a message that
begins with "landau: ": never a crash, a hang or a wrong number. Each case fails by an exception.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LANDAU = pathlib.Path(sys.argv[1]).resolve()
TOOLS = pathlib.Path(sys.argv[2]).resolve()
TIME_LIMIT = 3600  # nothing is measured here, and machines are busy; meson has a limit for each case
SKIPPED = 77

# Sent to itself: all that kill, but for KILL (see case_killed), STKFLT (16; nothing sends it, and Valgrind ignores
# it), and the last real-time signal, which both engines use themselves. Two are the C library's own.
SENT = sorted(int(number) for number in signal.valid_signals() - {
    signal.SIGKILL, signal.SIGCHLD, signal.SIGCONT, signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU,
    signal.SIGURG, signal.SIGWINCH, 16, signal.SIGRTMAX})
CAUSED = {
    "segv": signal.SIGSEGV, "overflow": signal.SIGSEGV, "bus": signal.SIGBUS, "fpe": signal.SIGFPE,
    "ill": signal.SIGILL, "trap": signal.SIGTRAP, "abort": signal.SIGABRT, "sys": signal.SIGSYS,
    "pipe": signal.SIGPIPE, "alarm": signal.SIGALRM, "virtual": signal.SIGVTALRM,
    "profile": signal.SIGPROF, "cpu": signal.SIGXCPU, "size": signal.SIGXFSZ,
}


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in what))


class Place:
    """A folder with the programs, compiled for both engines."""

    ENGINES = ("valgrind", "native")

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def compile(self, name, *options):
        """Both ways; returns the programs by engine."""
        programs = {}
        for engine, compiler in (("valgrind", "gcc"), ("native", str(TOOLS / "landau-gcc"))):
            program = f"./{name}-{engine}"
            result = subprocess.run(
                [compiler, "-O1", "-g", "-D_GNU_SOURCE", *options, str(HERE / "programs" / f"{name}.c"),
                 "-o", program], cwd=self.folder, capture_output=True, text=True, check=False)
            check(result.returncode == 0, result.stderr)
            programs[engine] = program
        return programs

    def start(self, *words, **settings):
        """landau record, in the background."""
        return subprocess.Popen([str(LANDAU), "record", *words], cwd=self.folder, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                **settings)

    def record(self, *words, status=0, says=None, **settings):
        """landau record with these words; returns what it said."""
        with self.start(*words, **settings) as process:
            try:
                out, said = process.communicate(timeout=TIME_LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                raise AssertionError(f"{words}: does not end") from None
        check(process.returncode == status, *words, "status", process.returncode, "not", status, said)
        check("impossible" not in said and "Assertion" not in said, *words, said)
        if says:
            lines = [line for line in said.splitlines() if says in line]
            check(lines and lines[0].startswith("landau: "), *words, f"does not say '{says}':", said)
        return out + said

    def profile(self, name="x.data"):
        result = subprocess.run([str(LANDAU), "export", "--format=json", name], cwd=self.folder,
                                capture_output=True, text=True, check=False, timeout=TIME_LIMIT)
        check(result.returncode == 0, name, result.stderr)
        return json.loads(result.stdout)

    def calls(self, routine, name="x.data"):
        return sum(r["calls"] for r in self.profile(name)["routines"] if r["name"] == routine)

    def ended(self, kind, code, name="x.data"):
        found = self.profile(name)["exit"]
        check(found == {"kind": kind, "code": code}, name, "ended by", found, "not", kind, code)

    def clean(self, *keep):
        for path in self.folder.glob("x.data*"):
            if path.name not in keep:
                path.unlink()

    def left(self):
        """The profiles and what else is left of writing them."""
        return sorted(path.name for path in self.folder.glob("x.data*"))


# -- Much of everything ---------------------------------------------------------------------------


# Between the starts of routines. Of smaller ones side by side Valgrind's table of translations makes a list.
STRIDE = 144


def assemble(place, count, native):
    """`count` small functions of one size each, in one object; returns its name."""
    body = "\tmov numbers(%rip), %eax\n"
    if native:
        body = ("\tmov (%rsp), %rdi\n\tsub $8, %rsp\n\tcall __tsan_func_entry@PLT\n" + body +
                "\tcall __tsan_func_exit@PLT\n\tadd $8, %rsp\n")
    with open(place.folder / "many.s", "w", encoding="ascii") as source:
        source.write("\t.data\n\t.globl first\nfirst:\t.quad f0\n\t.text\n")
        for i in range(count):
            source.write(f"\t.type f{i}, @function\nf{i}:\n{body}\tret\n\t.size f{i}, .-f{i}\n"
                         f"\t.skip {STRIDE} - (. - f{i})\n")
        source.write('\t.section .note.GNU-stack,"",@progbits\n')
    subprocess.run(["as", "many.s", "-o", "many.o"], cwd=place.folder, check=True)
    return "many.o"


def many_routines(place, count, rounds):
    for engine in Place.ENGINES:
        place.clean()
        code = assemble(place, count, engine == "native")
        compiler = "gcc" if engine == "valgrind" else str(TOOLS / "landau-gcc")
        subprocess.run([compiler, "-O1", f"-DCOUNT={count}", f"-DROUNDS={rounds}", f"-DSTRIDE={STRIDE}", str(HERE / "programs" / "many.c"), code, "-o",
                        "many"], cwd=place.folder, check=True)
        place.record("-q", "-o", "x.data", "./many")
        found = 0
        with subprocess.Popen([str(LANDAU), "export", "--format=csv", "x.data"], cwd=place.folder,
                              stdout=subprocess.PIPE, text=True) as export:
            for line in export.stdout:
                name, *rest = line.split(",")
                if name[0] == "f" and name[1:].isdigit() and rest[4] == "trms":
                    check(rest[6] == str(rounds), engine, line)
                    found += 1
        check(export.returncode == 0 and found == count, engine, found, "routines, not", count)


def case_routines(place):
    """Five thousand routines, each called twice."""
    many_routines(place, 5000, 2)


def case_million(place):
    """A million routines. Called again, they would all be translated again: Valgrind forgets them."""
    many_routines(place, 1000000, 1)


def case_crowd(place):
    """More threads at once than an engine can have is said. As many as it can have: thread-many.c."""
    programs = place.compile("crowd", "-pthread")
    place.record("-q", "-o", "x.data", programs["valgrind"], "999", status=2, says="it has 999 threads at once")
    place.ended("running", 0)
    check(place.calls("begin") >= 900 and place.calls("main") == 1, place.calls("begin"))
    place.record("-q", "-o", "x.data", programs["valgrind"], "998")
    place.record("-q", "-o", "x.data", programs["native"], "600", status=2, says="more threads at once")
    place.record("-q", "-o", "x.data", programs["native"], "500")


def case_threads(place):
    """Threads that end, or end the process, while others run."""
    programs = place.compile("leaves", "-pthread")
    ways = {"main": ("exit", 0, 0), "exit": ("exit", 6, 6), "crash": ("signal", 11, 139),
            "exec": ("exec", 0, 8), "churn": ("exit", 0, 0), "term": ("signal", 15, 143)}
    for engine in Place.ENGINES:
        for way, (kind, code, status) in ways.items():
            place.clean()
            place.record("-q", "-o", "x.data", programs[engine], way, status=status)
            place.ended(kind, code)
            check(place.calls("worker") == 3, engine, way, place.calls("worker"))
            check(place.calls("sum") >= 300, engine, way, place.calls("sum"))
            if way == "churn":
                check(place.calls("short_life") == 200, engine, place.calls("short_life"))
            if way == "main":
                check(place.calls("sum") == 400, engine, place.calls("sum"))


def case_day(place):
    """The short clock of renumbering.c, which has the right counts in faults-programs, is one of a day."""
    program = place.compile("renumbering", "-pthread", "-I", str(HERE.parent / "record" / "programs"))["valgrind"]
    said = place.record("-o", "x.data", "--stamp-limit=64", program)
    found = re.search("renumbered ([0-9]+) times", said)
    check(found and int(found[1]) > 5000, said)
    check(place.calls("outer") == 200000, place.calls("outer"))


# -- The program is killed ------------------------------------------------------------------------


def die_of(place, deaths):
    """The profile is written, the status is 128 + N. Deaths are (engine, how, number)."""
    programs = place.compile("dies")

    def one(engine, how, number):
        name = f"{engine}.{how}.data"
        place.record("-q", "-o", name, programs[engine], str(how), status=128 + number)
        place.ended("signal", number, name)
        check(place.calls("sum", name) >= 100, name, "sum was called", place.calls("sum", name))

    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for death in [pool.submit(one, *death) for death in deaths]:
            death.result()


def case_signals(place):
    """By every signal that a program can cause, and by all that can be sent to a native one."""
    die_of(place, [(engine, how, number) for engine in Place.ENGINES for how, number in CAUSED.items()] +
           [("native", number, number) for number in SENT])


def case_sent(place):
    """The rest of those that can be sent."""
    die_of(place, [("valgrind", number, number) for number in SENT])


def case_filters(place):
    """Filters of system calls: what they refuse is told to the program, or the end is explained."""
    programs = place.compile("filters")
    for engine in Place.ENGINES:
        place.clean()
        out = place.record("-q", "-o", "x.data", programs[engine], "handled", status=3)
        check("refused 110" in out, engine, out)
        place.ended("exit", 3)
        place.clean()
        # Neither can the profile be written, nor can the engine do anything about it.
        place.record("-q", "-o", "x.data", programs[engine], "no-files", status=128 + signal.SIGSYS,
                     says="no profile was written: the program's own system call filter")
        check(place.left() == [], engine, place.left())
        place.record("-q", "-o", "x.data", programs[engine], "strict", status=128 + signal.SIGKILL,
                     says="no profile was written")


# -- The profiler is killed -----------------------------------------------------------------------


def begin(place, *words):
    """landau record of a program that says when it is ready."""
    process = place.start(*words)
    line = process.stdout.readline()
    check(line == "ready\n", *words, line, process.stderr.read() if line == "" else "")
    return process


def engine_of(process):
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
    check(children.split(), "landau record has no child")
    return int(children.split()[0])


def wait_for(condition, what):
    end = time.monotonic() + TIME_LIMIT
    while not condition():
        check(time.monotonic() < end, what)
        time.sleep(0.05)


def finish(process):
    _, said = process.communicate(timeout=TIME_LIMIT)
    return process.returncode, said


def case_profiler(place):
    """TERM, INT and HUP to landau record and to the engine; KILL to landau record alone."""
    programs = place.compile("waits", "-pthread")
    for engine in Place.ENGINES:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            for way in ("spin", "sleep"):
                place.clean()
                process = begin(place, "-o", "x.data", programs[engine], way)
                os.kill(engine_of(process) if way == "spin" else process.pid, number)
                status, said = finish(process)
                check(status == 128 + number, engine, number, way, status, said)
                check(f"killed by signal {number}" in said, said)
                place.ended("signal", number)
                check(place.calls("sum") >= 1000, engine, number, place.calls("sum"))
                check(place.left() == ["x.data"], place.left())
        # Without landau record the program goes on, and its profile is written all the same.
        place.clean()
        process = begin(place, "-q", "-o", "x.data", programs[engine], "sleep")
        child = engine_of(process)
        process.kill()
        process.wait()
        os.kill(child, signal.SIGTERM)
        wait_for((place.folder / "x.data").exists, "no profile after landau record was killed")
        place.ended("signal", signal.SIGTERM)
        process.communicate()


def case_killed(place):
    """KILL: nothing half-written is left, and the last snapshot is whole."""
    programs = place.compile("waits", "-pthread")
    for engine in Place.ENGINES:
        place.clean()
        process = begin(place, "-o", "x.data", programs[engine], "sleep")
        os.kill(engine_of(process), signal.SIGKILL)
        status, said = finish(process)
        check(status == 137 and "landau: " in said and "no profile was written" in said, status, said)
        check("--snapshot=SECONDS" in said, said)
        check(place.left() == [], place.left())
    for wrong in ("0", "x", "-1", "1.5", "99999999"):
        place.record(f"--snapshot={wrong}", programs["valgrind"], status=2, says="number of seconds")
    # Many points take long to write: the signal comes while it is being written, or not.
    for milliseconds, engine in itertools.product((0, 3, 10, 30, 100, 300), Place.ENGINES):
        place.clean()
        process = begin(place, "--snapshot=1", "-o", "x.data", programs[engine], "points")
        place.clean()  # one from before it was ready
        wait_for((place.folder / "x.data").exists, "no snapshot")
        time.sleep(milliseconds / 1000)
        os.kill(engine_of(process), signal.SIGKILL)
        status, said = finish(process)
        check(status == 137 and "the profile is the last snapshot" in said, status, said)
        place.ended("running", 0)
        check(place.calls("sum") > 1000, place.calls("sum"))
        check(place.left() == ["x.data"], place.left())


def case_snapshots(place):
    """They come again and again, also of forked children, and the last profile is the final one."""
    for program in place.compile("waits", "-pthread").values():
        look_at_snapshots(place, program)


def look_at_snapshots(place, program):
    place.clean()
    process = begin(place, "--snapshot=1", "-q", "-o", "x.data", program, "points")
    path = place.folder / "x.data"
    seen = set()
    wait_for(lambda: path.exists() and (seen.add(path.stat().st_ino) or len(seen) >= 3), "snapshots")
    first = place.calls("sum")
    place.ended("running", 0)
    check(path.stat().st_mode & 0o777 == 0o600, oct(path.stat().st_mode))
    os.kill(process.pid, signal.SIGTERM)
    check(finish(process)[0] == 143)
    place.ended("signal", 15)
    check(place.calls("sum") > first, place.calls("sum"), first)
    check(place.left() == ["x.data"], place.left())
    # A program that waits has what it did before in a snapshot as soon as it is due.
    place.clean()
    process = begin(place, "--snapshot=1", "-o", "x.data", program, "naps")
    wait_for(path.exists, "no snapshot of a program that sleeps now and then")
    os.kill(process.pid, signal.SIGTERM)
    finish(process)
    place.clean()
    place.record("--snapshot=1", "-q", "-o", "x.data", program, "fork")
    place.ended("exit", 0)
    children = [name for name in place.left() if name != "x.data"]
    check(len(children) == 1, place.left())
    place.ended("exit", 5, children[0])


# -- Where the profile goes -----------------------------------------------------------------------


def case_paths(place):
    """Nothing is written through links, into pipes or devices; what cannot work is said before."""
    programs = place.compile("waits", "-pthread")
    victim = place.folder / "victim"
    for engine in Place.ENGINES:
        program = programs[engine]
        victim.write_text("untouched", encoding="ascii")
        for target in ("victim", "missing"):
            place.clean()
            (place.folder / "x.data").symlink_to(target)
            place.record("-q", "-o", "x.data", program)
            check(not (place.folder / "x.data").is_symlink(), "the profile is a link")
            place.ended("exit", 0)
            check((place.folder / "x.data.old").is_symlink(), "the link is not kept")
        # The program knows its own number, and so the name under which the profile is written first.
        place.clean()
        place.record("-q", "-o", "x.data", program, "link", str(place.folder / "x.data"))
        place.ended("exit", 0)
        check(victim.read_text(encoding="ascii") == "untouched", "written through a link")
        check(not (place.folder / "missing").exists(), "made through a link")
        check((place.folder / "x.data").stat().st_mode & 0o777 == 0o600, "others can read it")
        place.clean()
        (place.folder / "folder").mkdir(exist_ok=True)
        if not (place.folder / "pipe").exists():
            os.mkfifo(place.folder / "pipe")
        for output, reason in (("folder", "not a regular file"), ("pipe", "not a regular file"),
                               ("/dev/null", "not a regular file"), ("/dev/full", "not a regular file"),
                               ("victim/x", "victim is not a folder"), ("", "not the name of a file"),
                               ("none/x", "No such file"), ("/proc/x", "cannot create a file there"),
                               ("n" * 250, "File name too long")):
            out = place.record("-o", output, program, status=2, says=reason)
            check(not out.startswith("ready"), output, "the program ran")
        check(list((place.folder / "folder").iterdir()) == [], "something is left in the folder")
        # The folder goes away while the program runs.
        place.record("-o", "folder/x", program, "remove", "folder", status=2, says="no profile")
        # A folder where the profile should be.
        place.record("-o", "x.data", program, "mkdir", "x.data", status=2, says="there is no profile"
                     if engine == "valgrind" else "cannot be written")
        check(place.left() == ["x.data"], place.left())
        (place.folder / "x.data").rmdir()


def mount(place, name, *options):
    """A file system of its own, or None where that is not allowed."""
    folder = place.folder / name
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(command, check=False, capture_output=True).returncode:
        print("skipped: cannot mount")
        return None
    return folder


def case_disk(place):
    """Full and read-only disks; limits on the size of files."""
    programs = place.compile("waits", "-pthread")
    small = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))}
    for engine in Place.ENGINES:
        place.record("-q", "-o", "x.data", programs[engine], status=2, says="the file would be too large",
                     **small)
        check(place.left() == [], place.left())
    folder = mount(place, "small", "size=8k")
    if not folder:
        return
    try:
        for engine in Place.ENGINES:
            place.record("-q", "-o", "small/x.data", programs[engine], "fill", "small/filler", status=2,
                         says="there is no space left on the device")
            check([path.name for path in folder.iterdir()] == ["filler"], list(folder.iterdir()))
            (folder / "filler").unlink()
        # A snapshot that does not fit is said once.
        for engine in Place.ENGINES:
            place.record("-q", "-o", "x.data", programs[engine], "fill", "small/filler")
            process = begin(place, "-q", "--snapshot=1", "-o", "small/x.data", programs[engine], "spin")
            time.sleep(4)
            process.send_signal(signal.SIGTERM)
            _, said = finish(process)
            check(said.count("there is no snapshot") == 1, said)
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        for engine in Place.ENGINES:
            place.record("-o", "small/x.data", programs[engine], status=2, says="Read-only file system")
    finally:
        subprocess.run(["umount", str(folder)], check=False)


# -- What the program does ------------------------------------------------------------------------


def case_limits(place):
    """Little address space, no descriptors left, one piece of memory that is too large."""
    programs = place.compile("waits", "-pthread")
    for size in (200 << 20, 4 << 30, 200 << 30):
        less = {"preexec_fn": lambda size=size: resource.setrlimit(resource.RLIMIT_AS, (size, size))}
        place.record("-q", "-o", "x.data", programs["valgrind"], **less)
        check(place.calls("sum") == 1000, size, place.calls("sum"))
        place.record("-q", "-o", "x.data", programs["native"], status=2, says="ulimit -v", **less)
    def limited(*words, megabytes):
        limit = (megabytes << 20, megabytes << 20)
        process = place.start("-q", "-o", "x.data", programs["valgrind"], *words,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit))
        status, said = finish(process)
        check(status in (0, 2, 127) and (status == 0) == (said == ""), megabytes, status, said)
        check(status != 2 or said.startswith("landau: "), megabytes, said)
        return said

    check("(ulimit -v)" in limited(megabytes=100))
    for megabytes in (128, 140, 160):
        limited(megabytes=megabytes)
    for megabytes in (200, 400):
        limited("hog", megabytes=megabytes)
    for engine in Place.ENGINES:
        place.clean()
        place.record("-q", "-o", "x.data", programs[engine], "descriptors")
        check(place.calls("sum") == 1000, engine, place.calls("sum"))
    place.record("-q", "-o", "x.data", programs["valgrind"], "piece", status=SKIPPED,
                 says="128 GB of address space")
    place.record("-q", "-o", "x.data", programs["native"], "piece", says="cannot tell apart")


def case_clones(place):
    """Processes and threads that are made past the C library."""
    programs = place.compile("clones")
    threads = {"sharing": 0x100, "thread": 0x10f00}
    for engine in Place.ENGINES:
        for how in ("fork", "clone", "clone-vfork", "clone-call", "fork-call", "vfork-call"):
            place.clean()
            out = place.record("-q", "-o", "x.data", programs[engine], how)
            check("child 5" in out, engine, how, out)
            check(place.calls("sum") == 2, engine, how, place.calls("sum"))
            children = [name for name in place.left() if name != "x.data"]
            check(len(children) == 1, engine, how, place.left())
            place.ended("exit", 5, children[0])
            check(place.calls("sum", children[0]) == 1, engine, how, place.calls("sum", children[0]))
    for how in threads:
        place.clean()
        place.record("-q", "-o", "x.data", programs["native"], how, status=2,
                     says="compile it without landau-gcc")
        place.ended("running", 0)
        check(place.calls("sum") == 1, how, place.calls("sum"))
    place.record("-q", "-o", "x.data", programs["valgrind"], "sharing", status=2,
                 says="Valgrind does not support general clone()")
    place.ended("running", 0)
    check(place.calls("sum") == 1, place.calls("sum"))
    place.record("-q", "-o", "x.data", programs["valgrind"], "thread")
    check(place.calls("sum") == 3, place.calls("sum"))


def case_odd(place):
    """What people name by mistake."""
    def make(name, text, mode=0o755):
        path = place.folder / name
        path.write_bytes(text)
        path.chmod(mode)
        return f"./{name}"

    program = place.compile("waits", "-pthread")["valgrind"]
    whole = (place.folder / program).read_bytes()
    bad = [
        (make("lost", b"#!/no/such/interpreter\n"), 127, "its interpreter '/no/such/interpreter'"),
        (make("folded", b"#!/tmp -x\n"), 126, "its interpreter '/tmp' cannot be executed"),
        (make("dos", b"#!/bin/sh\r\necho\r\n"), 127, "carriage return"),
        (make("binary", b"\0\1\2\3"), 126, "neither a program nor a script"),
        (make("short", whole[:3000]), 126, "the ELF file is truncated"),
        (make("loader", whole.replace(b"/lib64/ld-linux-x86-64.so.2", b"/lib64/ld-linux-x86-64.so.9")),
         127, "its loader '/lib64/ld-linux-x86-64.so.9'"),
        (make("plain", b"echo", 0o644), 126, "not executable"),
        ("./" + "n" * 300, 126, "File name too long"),
        ("", 127, "the name of the program is empty"),
        ("./lost/below", 127, "Not a directory"),
    ]
    for name, status, reason in bad:
        place.record("-o", "x.data", name, status=status, says=reason)
    check(place.left() == [], place.left())
    place.record("--engine=native", "-o", "x.data", make("good", b"#!/bin/sh\nexit 3\n"), status=2,
                 says="not compiled for the native engine")
    for name, status in (("./good", 3), (make("empty", b""), 0), (make("bare", b"exit 4\n"), 4),
                         (make("nobody", b"#!\nexit 5\n"), 5), (make("blank", b"#! /bin/sh -e\nfalse\n"), 1)):
        place.record("-q", "-o", "x.data", name, status=status)
        place.ended("exit", status)
    if os.geteuid() == 0 and shutil.which("setpriv"):
        place.folder.chmod(0o777)
        make("secret", whole, 0o711)
        result = subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", str(LANDAU), "record", "./secret"],
            cwd=place.folder, capture_output=True, text=True, check=False, timeout=TIME_LIMIT)
        check(result.returncode == 126 and "landau: ./secret: cannot be recorded: no read permission" in result.stderr,
              result.returncode, result.stderr)


def main():
    # What is ignored here, as under nohup, the programs would ignore too.
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    for name in sys.argv[3:]:
        with tempfile.TemporaryDirectory(prefix="landau-faults-") as folder:
            start = time.monotonic()
            globals()[f"case_{name}"](Place(folder))
            print(f"ok   {name} ({time.monotonic() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
