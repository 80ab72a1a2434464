# SPDX-License-Identifier: GPL-2.0-or-later
"""subjects.py - the programs that the bench and the evaluation run: our kernels and programs from Debian.

A subject has a name, a command made for a number of threads, and is run in a scratch directory that
`prepare` has filled. A server is started, driven by a client until the work is done, and stopped; the
server alone is measured.
"""
import os
import random
import shutil
import socket
import subprocess
import time

# Scales that give each kernel about 0.2 s of CPU time natively. PARALLEL are in the manner of SPEC OMP and PARSEC; the
# engines were made faster with these in sight. CODES are in the manner of the NAS benchmarks, BOTS and other solvers and
# programs, and came later: they tell how fast an engine is on code that nobody had in sight.
PARALLEL = {
    "align": 2, "hashjoin": 8, "kdtree": 8, "lattice": 4, "moldyn": 2, "montecarlo": 4,
    "msort": 12, "nbody": 6, "pipeline": 6, "pool": 6, "sparselu": 6, "stencil": 12,
}
CODES = {
    "blocktri": 130, "btree": 20, "conjugate": 80, "fourier": 26, "interpreter": 100, "multigrid": 120, "queens": 360,
    "shallow": 250, "ssor": 60, "strassen": 26, "treesearch": 300, "wards": 100,
}
KERNELS = PARALLEL | CODES
# By how much more work there is in long runs, in which `none` takes 2 to 4 s, so that the start-up that all
# tools share says little. pool stays shorter: helgrind takes a hundred times as long.
LONG = {
    "align": 1.5, "hashjoin": 2.25, "kdtree": 3.5, "lattice": 1.75, "moldyn": 2, "montecarlo": 0.5, "msort": 2,
    "nbody": 1, "pipeline": 4, "pool": 6, "sparselu": 1.4, "stencil": 3,
    "blocktri": 1, "btree": 4, "conjugate": 1.5, "fourier": 2.5, "interpreter": 2.5, "multigrid": 1.5, "queens": 3,
    "shallow": 1, "ssor": 3, "strassen": 1, "treesearch": 1, "wards": 2.5, "cc1": 0.5, "perl": 2, "git": 3,
    "vips": 2, "imagemagick": 4, "pbzip2": 8, "zstd": 3, "xz": 6, "sqlite3": 4, "redis": 4, "mariadbd": 2,
}
COMPILERS = {".c": "gcc", ".cc": "g++", ".f90": "gfortran"}
# Tools that are compiled into the kernels.
COMPILED = ("landau-native", "native-unplugged", "native-sources", "tsan")


class Subject:
    """A command to be run to its end."""

    def __init__(self, name, needs, command, prepare=None):
        self.name = name
        self.needs = needs
        self.command = command  # threads -> list of arguments
        self.prepare = prepare or (lambda: None)
        self.compiled = {}  # by tool of COMPILED: the same for the program that was compiled for it

    def missing(self):
        return not all(shutil.which(need) for need in self.needs)

    def environment(self, threads):
        # Threads that wait must not spin: under Valgrind only one runs at a time.
        return {"OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": str(threads),
                "VIPS_CONCURRENCY": str(threads), "MAGICK_THREAD_LIMIT": str(threads),
                "TSAN_OPTIONS": "report_bugs=0"}

    def drive(self, _process):
        """Nothing to do but wait."""


class Server(Subject):
    """A command that runs until a client has finished with it."""

    def __init__(self, name, needs, command, address, client, prepare=None):
        super().__init__(name, needs, command, prepare)
        self.address = address
        self.client = client

    def wait_until_ready(self, process):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            kind = socket.AF_UNIX if isinstance(self.address, str) else socket.AF_INET
            with socket.socket(kind) as probe:
                try:
                    probe.connect(self.address)
                    return
                except OSError:
                    time.sleep(0.1)
        raise RuntimeError(f"{self.name} did not start")

    def drive(self, process):
        try:
            self.wait_until_ready(process)
            self.client()
        except (RuntimeError, subprocess.SubprocessError):
            process.terminate()
            raise


def text_file(name, size):
    """A file of words, the same each time."""
    words = [f"word{i * 7919 % 1000}" for i in range(1000)]
    chooser = random.Random(1)
    with open(name, "w", encoding="ascii") as out:
        written = 0
        while written < size:
            line = " ".join(chooser.choices(words, k=12)) + "\n"
            written += out.write(line)


def image_file(name, side):
    chooser = random.Random(2)
    rows = [bytes(chooser.getrandbits(8) for _ in range(3 * side)) for _ in range(16)]
    with open(name, "wb") as out:
        out.write(b"P6 %d %d 255\n" % (side, side))
        for i in range(side):
            out.write(rows[i % 16])


def sql_script(name, rows):
    with open(name, "w", encoding="ascii") as out:
        out.write("create table t(id integer primary key, k int, v varchar(40));\nbegin;\n")
        for i in range(rows):
            out.write(f"insert into t values({i}, {i * 7919 % 10007}, 'value {i}');\n")
        out.write("commit;\ncreate index i on t(k);\n"
                  "select count(*), sum(a.id) from t a join t b on a.k = b.id;\n"
                  "select k, count(*) from t group by k order by 2 desc, 1 limit 3;\n")


def redis_client(requests):
    subprocess.run(["redis-benchmark", "-s", os.path.abspath("redis.sock"), "-n", str(requests), "-c", "10",
                    "-q", "-t", "set,get,lpush,lrange_100"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["redis-cli", "-s", os.path.abspath("redis.sock"), "shutdown", "nosave"],
                   check=False, stdout=subprocess.DEVNULL)


def mariadb_prepare(rows):
    subprocess.run(["mariadb-install-db", "--no-defaults", "--datadir=" + os.path.abspath("db"),
                    "--auth-root-authentication-method=normal", "--user=root"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    sql_script("maria.sql", rows)


def mariadb_client():
    options = ["mariadb", "--no-defaults", "-S", os.path.abspath("db.sock"), "-u", "root"]
    subprocess.run(options + ["-e", "drop database if exists bench; create database bench"], check=True)
    with open("maria.sql", encoding="ascii") as script:
        subprocess.run(options + ["bench"], stdin=script, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(options + ["-e", "shutdown"], check=True)


def c_source(name, functions):
    """C that an optimiser has something to do with."""
    with open(name, "w", encoding="ascii") as out:
        for i in range(functions):
            out.write(f"static int f{i}(int *a, int n)\n{{\n\tint s = {i};\n"
                      f"\tfor (int k = 0; k < n; k++) {{\n\t\tif (a[k] % {i + 2} > {i % 7})\n"
                      f"\t\t\ts += a[k] * {i + 3};\n\t\telse\n\t\t\ta[k] ^= s >> {i % 5};\n\t}}\n"
                      + (f"\treturn s + f{i - 1}(a, n / 2);\n}}\n" if i else "\treturn s;\n}\n"))
        out.write(f"int last(int *a, int n) {{ return f{functions - 1}(a, n); }}\n")


PERL_SCRIPT = """
my (%count, @long);
while (<>) {
    for my $word (split) { $count{$word}++; push @long, "$word-$." if $word =~ /^w.*[13579]\\d7$/; }
}
my $sum = 0;
$sum += $count{$_} * length for sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
print "$sum ", scalar(@long), " ", join(",", (sort @long)[0 .. 4]), "\n";
"""


def git_repository(name, commits):
    """A history in which each commit changes some lines of a text."""
    chooser = random.Random(3)
    lines = [" ".join(chooser.choices("abcdefgh", k=20)) for _ in range(2000)]
    subprocess.run(["git", "init", "-q", name], check=True)
    for number in range(commits):
        for i in chooser.sample(range(len(lines)), 30):
            lines[i] = f"{number} {lines[i][::-1]}"[:60]
        with open(os.path.join(name, "text"), "w", encoding="ascii") as out:
            out.write("\n".join(lines) + "\n")
        git = ["git", "-C", name, "-c", "user.name=bench", "-c", "user.email=bench"]
        subprocess.run([*git, "add", "text"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", f"change {number}"], check=True)


def compiler_proper():
    """The path of cc1, or a name that is nowhere."""
    if not shutil.which("gcc"):
        return "cc1"
    return subprocess.run(["gcc", "-print-prog-name=cc1"], check=True, capture_output=True, text=True).stdout.strip()


def factor(name, long):
    return LONG[name] if long else 1


def group_of(name):
    """What kind of subject it is: each kind has a mean of its own."""
    return "PARALLEL" if name in PARALLEL else "CODES" if name in CODES else "programs"


def kernel_subjects(build, long=False, times=1, kernels=None):
    """The kernels, all or the given ones, with so many times their work."""
    folder = os.path.join(build, "bench", "kernels")
    return [Subject(name, [os.path.join(folder, name)],
                    lambda threads, name=name, scale=round(scale * factor(name, long) * times):
                    [os.path.join(folder, name), str(threads), str(scale)])
            for name, scale in (kernels or KERNELS).items()]


def compile_for(tool, subject, build):
    """Compiles a kernel for a tool of COMPILED, into the current directory."""
    sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")
    source = next(path for path in (os.path.join(sources, subject.name + end) for end in COMPILERS)
                  if os.path.exists(path))
    compiler = COMPILERS[os.path.splitext(source)[1]]
    if tool != "tsan":
        command = [os.path.join(build, "src", "engine", "native", "landau-" + compiler)]
    else:
        command = [compiler, "-fsanitize=thread"]
    program = os.path.abspath(f"{subject.name}-{tool}")
    plugin = "no" if tool == "native-unplugged" else "yes"
    subprocess.run([*command, "-O2", "-g", "-fopenmp", source, "-o", program, "-lm", "-pthread"], check=True,
                   env=dict(os.environ, LANDAU_PLUGIN=plugin))
    subject.compiled[tool] = lambda threads: [program, *subject.command(threads)[1:]]


def program_subjects(long=False):
    def times(name, size):
        return round(size * factor(name, long))

    def side(name, pixels):
        return round(pixels * factor(name, long) ** 0.5)

    cc1 = compiler_proper()
    return [
        Subject("cc1", [cc1], lambda _t: [cc1, "-quiet", "-O2", "source.c", "-o", "source.s"],
                lambda: c_source("source.c", times("cc1", 120))),
        Subject("perl", ["perl"], lambda _t: ["perl", "-e", PERL_SCRIPT, "text4"],
                lambda: text_file("text4", times("perl", 4000000))),
        Subject("git", ["git"], lambda _t: ["git", "-C", "history", "--no-pager", "log", "-p", "--stat"],
                lambda: git_repository("history", times("git", 120))),
        Subject("vips", ["vips"], lambda _t: ["vips", "sharpen", "in.ppm", "vips.ppm"],
                lambda: image_file("in.ppm", side("vips", 700))),
        Subject("imagemagick", ["convert-im6"],
                lambda _t: ["convert-im6", "small.ppm", "-resize", "150%", "-blur", "0x2", "im.ppm"],
                lambda: image_file("small.ppm", side("imagemagick", 300))),
        Subject("pbzip2", ["pbzip2"], lambda t: ["pbzip2", f"-p{t}", "-b2", "-kf", "text"],
                lambda: text_file("text", times("pbzip2", 1500000))),
        Subject("zstd", ["zstd"], lambda t: ["zstd", "-q", "-f", f"-T{t}", "-B1MB", "-9", "text2"],
                lambda: text_file("text2", times("zstd", 4000000))),
        Subject("xz", ["xz"], lambda t: ["xz", "-k", "-f", "-2", f"-T{t}", "--block-size=500KiB", "text3"],
                lambda: text_file("text3", times("xz", 1500000))),
        Subject("sqlite3", ["sqlite3"], lambda _t: ["sqlite3", ":memory:", ".read lite.sql"],
                lambda: sql_script("lite.sql", times("sqlite3", 20000))),
        Server("redis", ["redis-server", "redis-benchmark"],
               lambda _t: ["redis-server", "--port", "0", "--unixsocket", os.path.abspath("redis.sock"),
                          "--save", ""],
               os.path.join(os.getcwd(), "redis.sock"), lambda: redis_client(times("redis", 4000))),
        Server("mariadbd", ["mariadbd", "mariadb-install-db", "mariadb"],
               # Under Valgrind asynchronous I/O of the kernel hangs, and terabytes cannot be reserved.
               lambda _t: ["mariadbd", "--no-defaults", "--user=root", "--skip-networking",
                           "--innodb-use-native-aio=0", "--innodb-buffer-pool-size=16M",
                           "--loose-innodb-buffer-pool-size-max=64M",
                           "--datadir=" + os.path.abspath("db"), "--socket=" + os.path.abspath("db.sock")],
               os.path.join(os.getcwd(), "db.sock"), mariadb_client,
               lambda: mariadb_prepare(times("mariadbd", 3000))),
    ]
