# SPDX-License-Identifier: GPL-2.0-or-later
"""mariadb.py - the case study of a database server: Debian's mariadbd, unmodified.

Three recordings. `select`: every row of tables of growing size, in MyISAM, which reads through a buffer,
and in InnoDB with the smallest buffer pool. `clients`: many clients at once, by mariadb-slap. `flush`:
key blocks that were changed are written, more each time.
"""
import contextlib
import os
import subprocess
import time

import common

ENGINES = ("myisam", "innodb")
# Rows have the same number of digits in all columns, so that no row costs more than another.
COLUMNS = "1000000 + seq, 100000 + seq * 7919 % 100000, concat('value ', 1000000 + seq)"

# Whose workload is drawn: they end an answer, to queries with rows, to others, and to all.
WORKLOADS = ("Protocol::net_send_eof", "Protocol::net_send_ok", "Protocol::end_statement")


class Server:
    """A private mariadbd in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.socket = folder / "socket"
        user = ["--user=root"] if os.geteuid() == 0 else []
        self.command = [
            "mariadbd", "--no-defaults", *user, "--skip-networking", f"--datadir={folder / 'data'}",
            f"--socket={self.socket}", f"--pid-file={folder / 'pid'}", "--skip-log-bin",
            "--max-connections=100",
            # The smallest pool, so that large tables do not stay in memory.
            "--innodb-buffer-pool-size=6M", "--innodb-log-file-size=4M", "--innodb-flush-method=fsync",
            # Under Valgrind asynchronous I/O of the kernel hangs, and terabytes cannot be reserved.
            "--innodb-use-native-aio=0", "--loose-innodb-buffer-pool-size-max=64M",
        ]
        subprocess.run(["mariadb-install-db", "--no-defaults", f"--datadir={folder / 'data'}",
                        "--auth-root-authentication-method=normal", "--skip-test-db", *user],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def client(self, program="mariadb"):
        return [program, "--no-defaults", "--user=root", f"--socket={self.socket}"]

    def ask(self, text, database=None):
        arguments = [f"--database={database}"] if database else []
        done = subprocess.run(self.client() + ["--batch", *arguments], input=text, capture_output=True,
                              text=True, check=True)
        return done.stdout

    @contextlib.contextmanager
    def running(self, wrap=lambda command: command):
        """The server, natively or under what `wrap` puts around it, until the block is done."""
        with open(self.folder / "log", "a", encoding="utf-8") as log, \
                subprocess.Popen(wrap(self.command), stdout=log, stderr=log) as process:
            try:
                deadline = time.monotonic() + 300
                while subprocess.run(self.client("mariadb-admin") + ["--silent", "ping"], check=False,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
                    if process.poll() is not None or time.monotonic() > deadline:
                        raise RuntimeError(f"mariadbd did not start: {self.folder / 'log'}")
                    time.sleep(0.2)
                yield
                subprocess.run(self.client("mariadb-admin") + ["--silent", "shutdown"], check=True)
                process.wait(timeout=300)
            except BaseException:
                process.terminate()
                raise
            if process.returncode:
                raise RuntimeError(f"mariadbd ended with {process.returncode}")


def table_sizes(quick):
    """Rows of the tables of each engine: far into more than the read buffer, or the buffer pool, holds."""
    if quick:
        return {"myisam": [500 * i for i in range(1, 9)], "innodb": [500 * i for i in range(1, 9)]}
    return {"myisam": [1000 * i for i in range(1, 11)] + [12000, 15000, 18000, 22000, 26000, 30000],
            "innodb": [10000 * i for i in range(1, 16)]}


def create_tables(server, sizes):
    script = ["create database d; use d;"]
    for engine, rows in sizes.items():
        for count in rows:
            name = f"{engine}{count}"
            script.append(f"create table {name} (id int, k int, v char(40)) engine={engine};")
            script.append(f"insert into {name} select {COLUMNS} from seq_1_to_{count};")
    server.ask("\n".join(script))


def record_select(evaluation, server, sizes, profiles):
    for engine, rows in sizes.items():
        profile = profiles[engine]
        with server.running(lambda command, to=profile: evaluation.record_command(to, command)):
            for count in rows:
                answer = server.ask(f"select * from {engine}{count};", "d")
                if answer.count("\n") != count + 1:
                    raise RuntimeError(f"{engine}{count}: {answer.count(chr(10))} lines came back")


def slap_size(quick):
    """Clients and queries; what mysqlslap does in the paper, with queries of its own making."""
    return (5, 50) if quick else (50, 1000)


def record_clients(evaluation, server, profile):
    clients, queries = slap_size(evaluation.quick)
    with server.running(lambda command: evaluation.record_command(profile, command)):
        subprocess.run(server.client("mariadb-slap") + [
            f"--concurrency={clients}", f"--number-of-queries={queries}", "--auto-generate-sql",
            "--auto-generate-sql-load-type=mixed", "--number-char-cols=3", "--number-int-cols=3", "--silent"],
            check=True, stdout=subprocess.DEVNULL)


def record_flush(evaluation, server, profile):
    """Changed blocks of an index are kept until they are flushed; each round changes more of them."""
    rounds = [50 * 2 ** (i / 2) for i in range(6 if evaluation.quick else 16)]
    with server.running(lambda command: evaluation.record_command(profile, command)):
        server.ask("create table d.f (v char(200), key (v)) engine=myisam delay_key_write=1;"
                   "insert into d.f values ('first'); flush tables d.f;")
        for i, rows in enumerate(map(int, rounds)):
            server.ask(f"insert into f select sha2(seq * {i + 2}, 512) from seq_1_to_{rows}; flush tables f;", "d")


def record(evaluation, sizes, select, clients, flush):
    evaluation.need("mariadbd", "mariadb", "mariadb-admin", "mariadb-install-db", "mariadb-slap")
    server = Server(evaluation.work("mariadb"))
    with server.running():
        create_tables(server, sizes)
    record_select(evaluation, server, sizes, select)
    record_clients(evaluation, server, clients)
    record_flush(evaluation, server, flush)


# -- What comes out of it -----------------------------------------------------------------------

def describe_select(evaluation, folder, profiles, sizes):
    shown = {}
    for engine, profile in profiles.items():
        shown[engine] = evaluation.show(profile, "mysql_select")
        evaluation.picture(profile, "mysql_select", folder / f"mariadb-select-{engine}.svg", axes="linear")
    columns = []
    for engine, routine in shown.items():
        trms, threads, outside = common.input_of(routine)
        columns.append([engine, f"{sizes[engine][0]} to {sizes[engine][-1]}", routine["calls"], len(routine["trms"]),
                        len(routine["rms"]), routine["trms"][-1][0], max(row[0] for row in routine["rms"]),
                        common.growth(routine["model"]), common.growth(routine["rms_model"]), common.factors(routine),
                        common.per_cent(outside / trms), common.per_cent(threads / trms)])
    heads = ["engine", "rows", "calls", "trms values", "rms values", "largest trms", "largest rms",
             "growth by trms", "growth by rms", "cost / rms / trms, median to largest call", "external input",
             "thread input"]
    turned = [[head] + [column[i] for column in columns] for i, head in enumerate(heads)]
    return common.table(turned[0], turned[1:]), shown


def protocol_rows(exported):
    """Routines that talk to clients, those that trms tells most of first."""
    rows = [r for r in exported["routines"] if r["name"].startswith(("Protocol::", "Protocol_text::", "net_"))
            and r["calls"] >= 20]
    if not rows:
        raise RuntimeError("no routine of the protocol was seen")
    return sorted(rows, key=lambda r: (-len(r["trms"]) / len(r["rms"]), -len(r["trms"]), r["name"]))


def short(routine):
    return routine["name"].split("(")[0]


def draw_workloads(evaluation, folder, profile, rows):
    """Calls by trms and by rms of the routines that end an answer; returns the links to the pictures."""
    links = []
    for r in rows:
        name = short(r)
        if name in WORKLOADS:
            picture = f"mariadb-{name.split('::')[1]}.svg"
            evaluation.picture(profile, r["name"], folder / picture, plots="workload,rms-workload")
            links.append(f"![Calls of {name} by trms and by rms.]({picture})")
    return "\n\n".join(links)


def findings(select, protocol, rows, flush):
    looks = {engine: common.apparent_exponent(routine) for engine, routine in select.items()}
    richer = sum(len(r["trms"]) > len(r["rms"]) for r in rows)
    return common.findings([
        ("`mysql_select` is linear by trms",
         ", ".join(f"{engine}: {routine['model']['class'] or routine['model']['verdict']}" for engine, routine in select.items()),
         all(routine["model"]["class"] == "n" for routine in select.values())),
        ("by rms it seems at least quadratic: rms stays at the size of a buffer while the cost grows",
         ", ".join(f"{engine}: {common.apparent_words(looks[engine])}" for engine in select), all(value >= 2 for value in looks.values())),
        ("the workload of `Protocol::send_eof` has more sizes by trms than by rms",
         f"`{short(protocol)}`, which does the work now: {len(protocol['trms'])} by trms, {len(protocol['rms'])} by rms; "
         f"{richer} of {len(rows)} routines of the protocol have more by trms", len(protocol["trms"]) > len(protocol["rms"])),
        ("`buf_flush_buffered_writes` is superlinear by trms, linear by rms",
         "Debian's mariadbd does not export InnoDB's names; `flush_key_blocks` of MyISAM: "
         f"{len(flush['trms'])} sizes by trms, {len(flush['rms'])} by rms, {common.growth(flush['model'])}",
         flush["model"]["class"] in ("n log n", "n^1.5", "n^2") and flush["rms_model"]["class"] == "n"),
    ])


def run(evaluation):
    folder = evaluation.folder("mariadb")
    sizes = table_sizes(evaluation.quick)
    clients, queries = slap_size(evaluation.quick)
    profiles = {engine: evaluation.recording("mariadb", f"select-{engine}") for engine in sizes}
    clients_profile, flush_profile = (evaluation.recording("mariadb", name) for name in ("clients", "flush"))
    if not evaluation.has(*profiles.values(), clients_profile, flush_profile):
        record(evaluation, sizes, profiles, clients_profile, flush_profile)
    select_table, select = describe_select(evaluation, folder, profiles, sizes)
    rows = protocol_rows(evaluation.export(clients_profile))
    protocol = next((r for r in rows if short(r) == "Protocol::net_send_eof"), rows[0])
    pictures = draw_workloads(evaluation, folder, clients_profile, rows)
    flush = evaluation.show(flush_profile, "flush_key_blocks")
    evaluation.picture(flush_profile, "flush_key_blocks", folder / "mariadb-flush.svg", axes="linear")
    keys = ("name", "calls", "trms", "rms", "model", "rms_model")
    common.write_json(folder / "mariadb.json", {
        "select": {engine: {key: routine[key] for key in keys} for engine, routine in select.items()},
        "protocol": [{key: r[key] for key in ("name", "calls", "trms", "rms")} for r in rows],
        "flush": {key: flush[key] for key in keys}})
    return common.fill("mariadb", {
        "version": " ".join(common.first_line("mariadbd", "--version").split(" for ")[0].split()),
        "select_table": select_table, "clients": clients, "queries": queries,
        "protocol_table": common.table(["routine", "calls", "trms values", "rms values", "input volume"], [
            [f"`{short(r)}`", r["calls"], len(r["trms"]), len(r["rms"]), f"{r['input_volume']:.3f}"] for r in rows[:8]]),
        "protocol_pictures": pictures, "flush_growth": common.growth(flush["model"]), "findings": findings(select, protocol, rows, flush)})
