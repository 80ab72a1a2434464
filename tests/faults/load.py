#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Servers under landau record and under load: load.py LANDAU redis|mariadb...

redis: no answer is wrong, of 200,000 requests by fifty clients. mariadb: what a client was told to be
committed is there after the server was stopped in the middle, by TERM and by KILL.
"""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "record"))
from real import Bench, Failure, Server, Skip, find, free_port, must, run  # noqa: E402

CLIENTS = 50
REQUESTS = 100000


class Redis:
    """A client that knows what the answers must be."""

    def __init__(self, port, number):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=600)
        self.stream = self.socket.makefile("rwb")
        self.number = number

    def ask(self, *words):
        self.stream.write(b"*%d\r\n" % len(words))
        for word in words:
            self.stream.write(b"$%d\r\n%s\r\n" % (len(word), word))
        self.stream.flush()
        return self.answer()

    def answer(self):
        line = self.stream.readline().rstrip(b"\r\n")
        kind, rest = line[:1], line[1:]
        if kind == b"$":
            return None if rest == b"-1" else self.stream.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self.answer() for _ in range(int(rest))]
        return int(rest) if kind == b":" else line

    def must(self, wanted, *words):
        answer = self.ask(*words)
        if answer != wanted:
            raise Failure(f"{words}: {answer!r}, not {wanted!r}")

    def work(self, rounds):
        """Five requests a round."""
        values = []
        for i in range(rounds):
            key = b"key:%d:%d" % (self.number, i % 97)
            value = b"%d." % (self.number * 1000003 + i) * (1 + i % 50)
            values.append(b"%d" % i)
            self.must(b"+OK", b"SET", key, value)
            self.must(value, b"GET", key)
            self.must(i + 1, b"RPUSH", b"list:%d" % self.number, values[-1])
            self.must(values[-10:], b"LRANGE", b"list:%d" % self.number, b"-10", b"-1")
            self.ask(b"INCR", b"shared")


def redis(bench):
    server, load = find("redis-server"), find("redis-benchmark")
    port = free_port()
    command = bench.record([server, "--port", str(port), "--save", "", "--dir", bench.folder])
    problems = []

    def client(number):
        try:
            Redis(port, number).work(REQUESTS // CLIENTS // 5)
        except (Failure, OSError) as problem:
            problems.append(f"client {number}: {problem}")

    with Server(command) as running:
        running.wait_for(lambda: run([find("redis-cli"), "-p", str(port), "ping"]).stdout == b"PONG\n")
        threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if problems:
            raise Failure("; ".join(problems[:3]))
        last = Redis(port, CLIENTS)
        last.must(b"%d" % (REQUESTS // 5), b"GET", b"shared")
        output = must([load, "-p", str(port), "-n", str(REQUESTS), "-c", str(CLIENTS), "-q", "-t", "set"])
        if b"requests per second" not in output or b"rror" in output:
            raise Failure(f"redis-benchmark: {output!r}")
        last.ask(b"SHUTDOWN", b"NOSAVE")
        if running.end() != 0:
            raise Failure(f"the server ended with {running.process.returncode}: {running.said()}")
    profile = bench.profile(threads=4, routines=["processCommand"])
    calls = sum(routine["calls"] for routine in profile["routines"] if routine["name"] == "processCommand")
    if calls and calls < 2 * REQUESTS:
        raise Failure(f"processCommand was called {calls} times")


def insert_until_it_stops(connect, first, acknowledged, enough):
    """Rows one by one, each committed by itself; notes those of which the server says so."""
    with subprocess.Popen(connect + ["--batch", "--skip-column-names", "--unbuffered", "d"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as client:
        try:
            for i in range(first, first + 1000000):
                client.stdin.write(f"insert into t values ({i}, repeat('x', {i % 200})); select {i};\n")
                client.stdin.flush()
                line = client.stdout.readline()
                if line.strip() != str(i):
                    break
                acknowledged.append(i)
                if len(acknowledged) == 30:
                    enough.set()
        except BrokenPipeError:
            pass
        finally:
            enough.set()
            try:
                client.stdin.close()
            except BrokenPipeError:
                pass


def mariadb(bench):
    server, install = find("mariadbd"), find("mariadb-install-db", "mysql_install_db")
    user = ["--user=root"] if os.geteuid() == 0 else []
    common = ["--no-defaults", f"--datadir={bench.path('data')}"] + user
    must([install, "--auth-root-authentication-method=normal", "--skip-test-db"] + common)
    command = [server] + common + [
        f"--socket={bench.path('socket')}", "--skip-networking", f"--pid-file={bench.path('pid')}",
        "--innodb-buffer-pool-size=8M", "--loose-innodb-buffer-pool-size-max=64M",
        "--innodb-log-file-size=4M", "--innodb-flush-method=fsync", "--innodb-use-native-aio=0",
        "--skip-log-bin"]
    connect = [find("mariadb"), "--no-defaults", "-uroot", f"--socket={bench.path('socket')}"]

    def alive():
        return run(connect + ["-e", "select 1"]).returncode == 0

    def native_session(text):
        with Server(command) as running:
            running.wait_for(alive)
            answer = must(connect + ["--batch", "--skip-column-names"], input=text.encode(), stdin=None)
            if running.end(signal.SIGTERM) != 0:
                raise Failure(f"the native server ended with {running.process.returncode}")
        return answer.decode().split("\n")

    native_session("create database d; create table d.t (id int primary key, text varchar(255)) engine=innodb;")
    record = bench.record(command)
    record[2:2] = ["--snapshot=2"]
    for number, first in ((signal.SIGTERM, 0), (signal.SIGKILL, 10000000)):
        acknowledged = [[], []]
        enough = threading.Event()
        with Server(record) as running:
            running.wait_for(alive)
            clients = [threading.Thread(target=insert_until_it_stops,
                                        args=(connect, first + 1000000 * (1 + i), acknowledged[i], enough))
                       for i in range(2)]
            for thread in clients:
                thread.start()
            enough.wait(600)
            if number == signal.SIGTERM:
                status = running.end(number)
                wanted = 0
            else:
                running.wait_for(lambda: os.path.exists(bench.path("landau.data")))
                pid = running.process.pid
                with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
                    os.kill(int(children.read().split()[0]), number)
                status = running.end()
                wanted = 128 + number
            for thread in clients:
                thread.join()
            if status != wanted:
                raise Failure(f"status {status}, not {wanted}: {running.said()}")
        ends = ("exit", 0) if number == signal.SIGTERM else ("running", 0)
        bench.profile(threads=8, ends=ends, least=1000)
        answer = native_session("check table d.t; select id from d.t;")
        if "status\tOK" not in answer[0]:
            raise Failure(f"the table is damaged: {answer[0]}")
        rows = {int(row) for row in answer[1:] if row}
        told = set(acknowledged[0] + acknowledged[1])
        if not told or told - rows:
            raise Failure(f"{len(told - rows)} of {len(told)} committed rows are lost")
        bench.notes += f"; {len(told)} rows kept after {signal.Signals(number).name}"
        os.remove(bench.path("landau.data"))


def main():
    failed, skipped = 0, 0
    os.environ["LC_ALL"] = "C"
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory(prefix="landau-load-") as folder:
            bench = Bench(os.path.abspath(sys.argv[1]), folder)
            try:
                {"redis": redis, "mariadb": mariadb}[name](bench)
                print(f"ok   {name}: {bench.notes}", flush=True)
            except Skip as skip:
                print(f"skip {name}: {skip}", flush=True)
                skipped += 1
            except (Failure, subprocess.TimeoutExpired) as failure:
                print(f"FAIL {name}: {failure}", flush=True)
                failed += 1
    return 1 if failed else 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
