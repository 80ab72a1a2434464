#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Records real programs: they do what they do natively, and their profiles make sense.

usage: real.py LANDAU quick|long|NAME...

`quick` is the part of every test run, `long` the rest: servers and image programs. A program that
is not installed is reported as skipped. Each case runs natively and under landau record and compares
what comes out. Of each profile is known: how the program ended, that its numbers fit together, how
many threads it has at least, and the names of some of its routines.
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from run import consistent

HERE = os.path.dirname(os.path.abspath(__file__))
TIME_LIMIT = 1200
QUICK, LONG = {}, {}


class Failure(Exception):
    """A case failed, and this is why."""


class Skip(Exception):
    """A program is not there."""


def case(group):
    def register(function):
        group[function.__name__.rstrip("_")] = function
        return function
    return register


def find(name, *more):
    """The program's path; /usr/bin before anything that a user may have put in front of it."""
    for candidate in (name,) + more:
        path = shutil.which(candidate, path="/usr/bin:/usr/sbin:/bin:/sbin") or shutil.which(candidate)
        if path:
            return path
    raise Skip(f"{name} is not installed")


def run(command, **options):
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=TIME_LIMIT, **options)


def must(command, **options):
    result = run(command, **options)
    if result.returncode != 0:
        raise Failure(f"{' '.join(command)}: status {result.returncode}: "
                      f"{result.stderr.decode(errors='replace')[:500]}")
    return result.stdout


class Bench:
    """What the cases need: the command, and a folder."""

    def __init__(self, landau, folder):
        self.landau = landau
        self.folder = folder
        self.notes = ""

    def path(self, name):
        return os.path.join(self.folder, name)

    def record(self, command):
        return [self.landau, "record", "--quiet", "-o", self.path("landau.data"), "--"] + command

    def profile(self, threads=1, routines=(), path=None, ends=("exit", 0), least=50):
        path = path or self.path("landau.data")
        profile = json.loads(must([self.landau, "export", "--format=json", path]))
        names = {routine["name"] for routine in profile["routines"]}
        for routine in profile["routines"]:
            problem = consistent(routine)
            if problem:
                raise Failure(f"{routine['name']}: {problem}")
        if (profile["exit"]["kind"], profile["exit"]["code"]) != ends:
            raise Failure(f"the profile says that it ended by {profile['exit']}, not {ends}")
        if len(profile["threads"]) < threads:
            raise Failure(f"{len(profile['threads'])} threads, fewer than {threads}")
        if len(names) < least:
            raise Failure(f"only {len(names)} routines")
        for pattern in routines:
            if not any(re.search(pattern, name) for name in names):
                raise Failure(f"no routine matches {pattern}")
        if sum(routine["external_input"] for routine in profile["routines"]) <= 0:
            raise Failure("no routine has external input")
        if threads > 1 and profile["totals"]["thread_input"] == 0:
            raise Failure("no thread has input from another")
        self.notes = (f"{len(names)} routines, {len(profile['threads'])} threads, "
                      f"{profile['totals']['calls']} calls")
        return profile

    def same(self, command, files=(), **options):
        """Runs natively and recorded, and compares status, output and the files written."""
        inputs = options.pop("input", None)

        def both(line):
            for name in files:
                if os.path.exists(self.path(name)):
                    os.remove(self.path(name))
            extra = {"input": inputs, "stdin": None} if inputs is not None else {}
            result = run(line, cwd=self.folder, **options, **extra)
            contents = [open(self.path(name), "rb").read() for name in files]
            return result, (result.returncode, result.stdout, contents)

        native, expected = both(command)
        if native.returncode != 0:
            raise Failure(f"{command} fails natively: {native.stderr.decode(errors='replace')[:300]}")
        recorded, actual = both(self.record(command))
        if actual != expected:
            raise Failure(f"differs from the native run: status {recorded.returncode}, "
                          f"{len(recorded.stdout)} bytes of output, not {len(native.stdout)}; "
                          f"{recorded.stderr.decode(errors='replace')[:500]}")

    def text(self, name, size):
        """A file that compresses, but not too well."""
        seed, words = 1, []
        while sum(map(len, words[-1:])) + len(words) * 8 < size:
            seed = (seed * 1103515245 + 12345) % 2**31
            words.append(f"{seed >> 13:x} " if seed & 4096 else "landau ")
        with open(self.path(name), "w", encoding="ascii") as file:
            file.write("".join(words)[:size])
        return self.path(name)

    def image(self, name, width, height):
        with open(self.path(name), "wb") as file:
            file.write(f"P6 {width} {height} 255\n".encode())
            file.write(bytes((x * 7 + y * 13 + 31 * channel) % 256
                             for y in range(height) for x in range(width) for channel in range(3)))
        return self.path(name)


class Server:
    """A server under landau record, or a native one; always ended."""

    def __init__(self, command, **options):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=subprocess.STDOUT, start_new_session=True, **options)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()

    def said(self, most=1500):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")[-most:]

    def wait_for(self, ready, seconds=600):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure(f"the server ended with {self.process.returncode}: {self.said()}")
            if ready():
                return
            time.sleep(0.3)
        raise Failure(f"the server does not answer: {self.said()}")

    def end(self, number=None):
        if number:
            self.process.send_signal(number)
        try:
            return self.process.wait(600)
        except subprocess.TimeoutExpired:
            raise Failure(f"the server does not end: {self.said()}") from None


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


# -- In every test run -----------------------------------------------------------------------------

@case(QUICK)
def ls(bench):
    bench.same([find("ls"), "-l", "/usr/bin"])
    bench.profile(routines=[r"^ls(\+0x[0-9a-f]+)?$|^main$", "readdir"])


@case(QUICK)
def bash(bench):
    script = """
        declare -A count
        f() { local n=$1; if ((n < 2)); then echo 1; else echo $(( $(f $((n - 1))) + n )); fi; }
        for word in one two three two one two; do count[$word]=$((count[$word] + 1)); done
        for key in one two three; do echo "$key ${count[$key]}"; done
        f 4
        sort <<<"$(for i in {1..30}; do echo $((i * 37 % 31)); done)" | head -n 3
    """
    bench.same([find("bash"), "-c", script])
    bench.profile(routines=["execute_command"])


@case(QUICK)
def sqlite3(bench):
    queries = """
        create table t (id integer primary key, name text, value integer);
        with recursive c(n) as (select 1 union all select n + 1 from c where n < 300)
            insert into t select n, 'name ' || (n % 17), n * n % 101 from c;
        create index by_name on t (name);
        select name, count(*), sum(value) from t group by name order by 3 desc limit 5;
        select a.id, b.id from t a join t b on a.value = b.id where a.id < 20;
        delete from t where id % 2;
        select count(*), avg(value) from t;
    """
    bench.same([find("sqlite3"), ":memory:"], input=queries.encode())
    bench.profile(routines=["sqlite3"])


@case(QUICK)
def pigz(bench):
    name = bench.text("text", 300000)
    bench.same([find("pigz"), "-n", "-p", "2", "-c", name])
    bench.profile(threads=2)


@case(QUICK)
def zstd(bench):
    name = bench.text("text", 300000)
    bench.same([find("zstd"), "-q", "-3", "-T2", "-B65536", "-c", name])
    bench.profile(threads=3)


@case(QUICK)
def fortran(bench):
    must([find("gfortran"), "-O2", "-g", "-fno-inline", "-fopenmp", "-o", bench.path("parallel"),
          os.path.join(HERE, "real", "parallel.f90")], cwd=bench.folder)
    bench.same([bench.path("parallel")])
    profile = bench.profile(threads=3, routines=["smooth", "GOMP_parallel"])
    smooth = [routine for routine in profile["routines"]
              if routine["name"] == "stencil::smooth"]
    if not smooth or smooth[0]["calls"] != 36:
        raise Failure("smooth was not called 36 times")


@case(QUICK)
def cplusplus(bench):
    must([find("g++"), "-O2", "-g", "-fno-inline", "-pthread", "-o", bench.path("exceptions"),
          os.path.join(HERE, "exact", "exceptions.cc")])
    bench.same([bench.path("exceptions")])
    bench.profile(threads=5, routines=[r"^attempt\(int\)$", "__cxa_throw"])


@case(QUICK)
def python3(bench):
    script = """
import hashlib, threading, zlib
results = {}
def work(n):
    data = b"".join(hashlib.sha256(bytes([i % 251])).digest() for i in range(n))
    results[n] = zlib.crc32(data), sum(sorted(data)[:10])
threads = [threading.Thread(target=work, args=(n,)) for n in (100, 200, 300)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sorted(results.items()))
"""
    bench.same([find("python3"), "-S", "-E", "-c", script])
    bench.profile(threads=4, routines=["PyEval"])


@case(QUICK)
def node(bench):
    bench.same([find("node"), "--single-threaded", "-e",
                "console.log([3, 1, 2].sort().join(), JSON.stringify({a: [1, 2, {b: null}]}))"])
    bench.profile(routines=["v8::"], least=1000)


# -- The rest --------------------------------------------------------------------------------------

@case(LONG)
def pbzip2(bench):
    name = bench.text("text", 400000)
    bench.same([find("pbzip2"), "-q", "-p2", "-1", "-b1", "-c", name])
    bench.profile(threads=3)


@case(LONG)
def xz(bench):
    name = bench.text("text", 300000)
    bench.same([find("xz"), "-T2", "-1", "--block-size=65536", "-c", name])
    bench.profile(threads=3)


@case(LONG)
def vips(bench):
    bench.image("in.ppm", 300, 200)
    bench.same([find("vips"), "gaussblur", "in.ppm", "out.raw", "2"], files=["out.raw"],
               env=dict(os.environ, VIPS_CONCURRENCY="2"))
    bench.profile(threads=2, routines=["vips_"])


@case(LONG)
def imagemagick(bench):
    bench.image("in.ppm", 150, 100)
    bench.same([find("convert-im6.q16", "convert", "magick"), "in.ppm", "-resize", "50%", "-blur", "0x1", "out.ppm"],
               files=["out.ppm"], env=dict(os.environ, OMP_NUM_THREADS="2"))
    bench.profile(routines=["ResizeImage|BlurImage"])


@case(LONG)
def redis(bench):
    server, client, load = find("redis-server"), find("redis-cli"), find("redis-benchmark")
    port = str(free_port())
    command = [server, "--port", port, "--save", "", "--dir", bench.folder]

    def ask(*words):
        return run([client, "-p", port] + list(words)).stdout

    def session():
        must([load, "-p", port, "-n", "300", "-c", "5", "-q", "-t", "set,get,lpush,lrange_100"])
        for i in range(20):
            ask("zadd", "scores", str(i * 7 % 11), f"member{i}")
        return [ask("set", "key", "value"), ask("get", "key"), ask("zrange", "scores", "0", "-1"),
                ask("llen", "mylist"), ask("incrby", "counter", "5"), ask("dbsize")]

    outputs = []
    for line in (command, bench.record(command)):
        with Server(line) as running:
            running.wait_for(lambda: ask("ping") == b"PONG\n")
            outputs.append(session())
            ask("shutdown", "nosave")
            if running.end() != 0:
                raise Failure(f"the server ended with {running.process.returncode}: {running.said()}")
    if outputs[0] != outputs[1]:
        raise Failure(f"answers {outputs[1]}, natively {outputs[0]}")
    bench.profile(threads=4, routines=["processCommand", "^main$"])


@case(LONG)
def nginx(bench):
    server = find("nginx")
    port = free_port()
    os.makedirs(bench.path("www"))
    bench.text("www/page.txt", 50000)
    os.chmod(bench.folder, 0o755)
    with open(bench.path("nginx.conf"), "w", encoding="ascii") as file:
        file.write(f"""daemon off; worker_processes 1; pid {bench.path('pid')};
            {'user root;' if os.geteuid() == 0 else ''}
            error_log stderr warn;
            events {{ worker_connections 64; }}
            http {{ access_log off; gzip on; gzip_types text/plain;
                client_body_temp_path {bench.path('body')}; proxy_temp_path {bench.path('proxy')};
                fastcgi_temp_path {bench.path('fastcgi')}; uwsgi_temp_path {bench.path('uwsgi')};
                scgi_temp_path {bench.path('scgi')};
                server {{ listen 127.0.0.1:{port}; root {bench.path('www')}; }} }}""")
    command = [server, "-p", bench.folder, "-e", "stderr", "-c", bench.path("nginx.conf")]

    def get(encoding="identity"):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/page.txt",
                                         headers={"Accept-Encoding": encoding})
        try:
            return urllib.request.urlopen(request, timeout=60).read()
        except OSError:
            return None

    outputs = []
    for line in (command, bench.record(command)):
        with Server(line) as running:
            running.wait_for(get)
            outputs.append([get() for _ in range(20)] + [get("gzip") for _ in range(3)])
            if running.end(signal.SIGQUIT) != 0:
                raise Failure(f"the server ended with {running.process.returncode}: {running.said()}")
    if outputs[0] != outputs[1]:
        raise Failure("the pages differ from those of the native server")
    bench.profile(routines=["ngx_"])
    workers = [name for name in os.listdir(bench.folder) if re.fullmatch(r"landau\.data\.\d+", name)]
    if len(workers) != 1:
        raise Failure(f"{len(workers)} profiles of workers")
    bench.profile(path=bench.path(workers[0]), routines=["ngx_http_"])


@case(LONG)
def mariadb(bench):
    server, client, admin = find("mariadbd"), find("mariadb"), find("mariadb-admin", "mysqladmin")
    install = find("mariadb-install-db", "mysql_install_db")
    socket_path = bench.path("socket")
    common = ["--no-defaults", f"--datadir={bench.path('data')}"]
    user = ["--user=root"] if os.geteuid() == 0 else []
    must([install, "--auth-root-authentication-method=normal", "--skip-test-db"] + common + user)
    command = [server] + common + user + [
        f"--socket={socket_path}", "--skip-networking", f"--pid-file={bench.path('pid')}",
        "--innodb-buffer-pool-size=8M", "--loose-innodb-buffer-pool-size-max=64M",
        "--innodb-log-file-size=4M", "--innodb-flush-method=fsync", "--innodb-use-native-aio=1",
        "--skip-log-bin"]
    connect = [client, "--no-defaults", "-uroot", f"--socket={socket_path}"]
    session = """
        create database d; use d;
        create table t (id int primary key auto_increment, name varchar(20), value int, key (value))
            engine=innodb;
        insert into t (name, value) select concat('name', seq % 13), seq * 7 % 101 from seq_1_to_300;
        select name, count(*), sum(value) from t group by name order by 3, 1 limit 5;
        select a.id, b.id from t a join t b on a.value = b.id where a.id < 10 order by 1, 2;
        update t set value = value + 1 where id % 3 = 0;
        select count(*), sum(value) from t where value > 50;
        drop database d;
    """
    outputs = []
    for line in (command, bench.record(command)):
        with Server(line) as running:
            running.wait_for(lambda: run(connect + ["-e", "select 1"]).returncode == 0)
            outputs.append(must(connect, input=session.encode(), stdin=None))
            must([admin, "--no-defaults", "-uroot", f"--socket={socket_path}", "shutdown"])
            if running.end() != 0:
                raise Failure(f"the server ended with {running.process.returncode}: {running.said()}")
            if line == command:  # where the kernel has io_uring, MariaDB uses it
                uring = ["^io_uring_submit$"] if "Using io_uring" in running.said(8000) else []
    if outputs[0] != outputs[1]:
        raise Failure(f"answers differ: {outputs[1]}, natively {outputs[0]}")
    bench.profile(threads=8, routines=["mysql_select", "mysql_execute_command"] + uring, least=1000)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    landau = os.path.abspath(sys.argv[1])
    every = {**QUICK, **LONG}
    chosen = {}
    for word in sys.argv[2:]:
        chosen.update({"quick": QUICK, "long": LONG}.get(word) or {word: every[word]})
    failed = 0
    os.environ["LC_ALL"] = "C"
    for name, function in chosen.items():
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="landau-real-") as folder:
            bench = Bench(landau, folder)
            try:
                function(bench)
                print(f"ok   {name}: {bench.notes} ({time.monotonic() - start:.0f} s)", flush=True)
            except Skip as skip:
                print(f"skip {name}: {skip}", flush=True)
            except (Failure, subprocess.TimeoutExpired) as failure:
                print(f"FAIL {name}: {failure}", flush=True)
                failed += 1
    print(f"{failed} of {len(chosen)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
