# SPDX-License-Identifier: GPL-2.0-or-later
"""A profile the plain way: landau.data(5) as dictionaries, for comparison with what landau does.

Shares nothing with the C code. Strings are bytes. Sums saturate.
"""
import random

MOST = 2**64 - 1
MOST_WIDE = 2**128 - 1


def unescape(field):
    if field == b"-":
        return b""
    head, *rest = field.split(b"%")
    return head + b"".join(bytes([int(r[:2], 16)]) + r[2:] for r in rest)


def escape(string):
    if not string:
        return b"-"
    if string == b"-":
        return b"%2d"
    return b"".join(b"%%%02x" % c if c <= 0x20 or c in (0x7F, 0x25) else bytes([c]) for c in string)


def add(a, b, most=MOST):
    return min(a + b, most)


def add_costs(table, n, calls, low, high, total, *more):
    """more: sum of squares, rms, thread, external."""
    if n not in table:
        table[n] = [calls, low, high, total, *more]
        return
    row = table[n]
    row[:4] = [add(row[0], calls), min(row[1], low), max(row[2], high), add(row[3], total)]
    if more:
        row[4] = add(row[4], more[0], MOST_WIDE)
        row[5:] = [add(a, b) for a, b in zip(row[5:], more[1:])]


class Profile:
    def __init__(self):
        self.head = None
        self.runs = []
        self.threads = {}  # id -> [cost, thread input, external input, name]
        self.routines = {}  # (name, object, file) -> line
        self.paths = set()
        self.records = {}  # (routine, thread, path) -> [calls, cost, self, trms, rms]
        self.edges = {}  # (caller, callee, thread, path, path) -> [calls, cost, by size]
        self.curves = {}  # (routine, thread) -> the most expensive, each (end, marks) by cost, trms, ...
        self.lines = {}  # (routine, file, line, inlined) -> [executions, cost, self, size -> [calls, executions, cost]]
        self.totals = {}  # (routine, size) -> [runs, [min, max, sum] of cost, calls, largest call]

    def __eq__(self, other):
        return vars(self) == vars(other)

    def add_text(self, text):
        lines = text.split(b"\n")
        assert lines[-1] == b"" and lines[-2] == b"end %d" % (len(lines) - 1)
        assert lines[0] == b"landau 1"
        assert self.head in (None, lines[1:4])
        self.head = lines[1:4]
        routines, paths = {}, {b"-": None}
        table = None
        for line in lines[4:-2]:
            kind, *fields = line.split(b" ")
            if kind == b"run":
                strings = [unescape(f) for f in fields[3:]]
                self.runs.append((unescape(fields[0]), fields[1], int(fields[2]), strings,
                                  b"", 0))
            elif kind == b"x-size":
                self.runs[-1] = (*self.runs[-1][:4], fields[0], int(fields[1]))
            elif kind == b"x-runs":
                self.add_totals((routines[fields[0]], int(fields[1])), *map(int, fields[2:]))
            elif kind == b"x-curve":
                self.add_curve((routines[fields[0]], int(fields[1])), *map(int, fields[2:]))
            elif kind == b"x-line":
                self.add_line(routines[fields[0]], *fields[1:])
            elif kind == b"thread":
                number, *sums = map(int, fields[:4])
                name = unescape(fields[4])
                old = self.threads.get(number, [0, 0, 0, b""])
                name = min(filter(None, (name, old[3])), default=b"")
                self.threads[number] = [add(a, b) for a, b in zip(old, sums)] + [name]
            elif kind == b"routine":
                key = tuple(map(unescape, fields[2:]))
                routines[fields[0]] = key
                lines_known = filter(None, (self.routines.get(key, 0), int(fields[1])))
                self.routines[key] = min(lines_known, default=0)
            elif kind == b"context":
                path = (paths[fields[1]] or ()) + (routines[fields[2]],)
                paths[fields[0]] = path
                self.paths.add(path)
            elif kind == b"record":
                key = (routines[fields[0]], int(fields[1]), paths[fields[2]])
                record = self.records.setdefault(key, [0, 0, 0, {}, {}])
                record[:3] = [add(a, int(b)) for a, b in zip(record, fields[3:6])]
                differs = fields[6] == b"differs"
                table = record
            elif kind == b"t":
                numbers = list(map(int, fields))
                add_costs(table[3], *numbers)
                if not differs:
                    add_costs(table[4], *numbers[:5])
            elif kind == b"r":
                add_costs(table[4], *map(int, fields))
            elif kind == b"edge":
                caller, callee = routines[fields[0]], routines[fields[1]]
                key = (caller, callee, int(fields[2]), paths[fields[3]], paths[fields[4]])
                edge = self.edges.setdefault(key, [0, 0, {}])
                edge[:2] = [add(edge[0], int(fields[5])), add(edge[1], int(fields[6]))]
                table = edge
            elif kind == b"c":
                add_costs(table[2], *map(int, fields))
            else:
                raise AssertionError(line)
        self.runs.sort()
        return self

    def add_totals(self, key, runs, *numbers):
        if runs == 1:
            numbers = [number for number in numbers for _ in range(3)]
        new = [numbers[i:i + 3] for i in range(0, 9, 3)]
        if key not in self.totals:
            self.totals[key] = [runs, *map(list, new)]
            return
        old = self.totals[key]
        old[0] = add(old[0], runs)
        for a, b in zip(old[1:], new):
            a[:] = [min(a[0], b[0]), max(a[1], b[1]), add(a[2], b[2])]

    def add_curve(self, key, *numbers):
        marks = [(*numbers[i + 4:i + 5], *numbers[i:i + 4]) for i in range(0, len(numbers), 5)]
        curves = self.curves.setdefault(key, [])
        curves.append((marks[-1], len(marks), marks))
        curves.sort(reverse=True)
        del curves[3:]

    def add_line(self, routine, file, line, depth, *rest):
        depth = 3 * int(depth)
        numbers = list(map(int, rest[depth:]))
        inlined = [unescape(f) for f in rest[:depth]]
        row = self.lines.setdefault((routine, unescape(file), int(line), tuple(inlined)), [0, 0, 0, {}])
        row[:3] = [add(a, b) for a, b in zip(row[:3], numbers)]
        for i in range(3, len(numbers), 4):
            old = row[3].get(numbers[i], [0, 0, 0])
            row[3][numbers[i]] = [add(a, b) for a, b in zip(old, numbers[i + 1:i + 4])]

    def summary(self, routine, thread=None):
        """calls, cost, self, trms, rms of a routine over contexts, and threads unless one is given."""
        result = [0, 0, 0, {}, {}]
        for (of_routine, of_thread, _), record in self.records.items():
            if of_routine != routine or thread not in (None, of_thread):
                continue
            result[:3] = [add(a, b) for a, b in zip(result[:3], record[:3])]
            for table, more in zip(result[3:], record[3:]):
                for n, row in more.items():
                    add_costs(table, n, *row)
        return result

    def by_run(self, routine):
        """Rows of n, runs, min, max, sum by kind; nothing if sizes are of different things."""
        if len({run[4] for run in self.runs} - {b""}) != 1:
            return {}
        mine = sorted((n, total) for (of, n), total in self.totals.items() if of == routine)
        return {kind: [[n, total[0], *total[i + 1]] for n, total in mine]
                for i, kind in enumerate(["cost", "calls", "largest"]) if mine}

    def callees(self, caller):
        result = {}
        for key, edge in self.edges.items():
            if key[0] != caller:
                continue
            sums = result.setdefault(key[1], [0, 0, {}])
            sums[:2] = [add(sums[0], edge[0]), add(sums[1], edge[1])]
            for n, row in edge[2].items():
                add_costs(sums[2], n, *row)
        return result


NAMES = [b"", b"-", b"f", b"g", b"operator()(int, char)", b"a\"b", b"\n\r\t", b"%41", b"\xff\xfe",
         "größe".encode(), b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\\", b"</script>",
         b"\x7f\x01", b"\xe2\x82", b"a,b", b"end 3", b"\xf0\x9f\x8d\x8b", b"x" * 300]


def random_text(seed, contexts):
    """A valid file in no particular order."""
    chance = random.Random(seed)
    lines = [b"landau 1", b"cost instr", b"cell 8", b"contexts " + (b"yes" if contexts else b"no")]

    def name():
        return escape(chance.choice(NAMES))

    def amount():
        return chance.choice([chance.randrange(60), chance.randrange(60), chance.randrange(2**64),
                              MOST])

    def emit(*fields):
        lines.append(b" ".join(f if isinstance(f, bytes) else b"%d" % f for f in fields))

    def costs(calls):
        values = [amount() for _ in range(calls)]
        return calls, min(values), max(values), min(sum(values), MOST)

    for _ in range(chance.randrange(1, 3)):
        emit(b"run", b"native", chance.choice([b"exit", b"signal", b"exec", b"running"]),
             chance.randrange(9), name(), *(name() for _ in range(chance.randrange(4))))
        if chance.random() < 0.5:
            emit(b"x-size", chance.choice([b"n", b"lines", b"bytes"]), amount())
    threads = chance.sample(range(9), 3)
    for thread in threads:
        emit(b"thread", thread, amount(), amount(), amount(), name())
    routines = chance.sample(range(999), 7)
    for routine in routines:
        emit(b"routine", routine, chance.randrange(5), name(), name(), name())
    nodes = [(routine, b"-") for routine in routines]
    if contexts:
        nodes = []
        for i in range(9):
            parent = chance.choice([b"-"] + [node[1] for node in nodes])
            nodes.append((chance.choice(routines), b"%d" % (70 - i)))
            emit(b"context", nodes[-1][1], parent, nodes[-1][0])
    for _ in range(chance.randrange(12)):
        routine, context = chance.choice(nodes)
        sizes = sorted(chance.sample(range(12), chance.randrange(5)))
        calls = [chance.randrange(1, 4) for _ in sizes]
        differs = bool(sizes) and chance.random() < 0.5
        emit(b"record", routine, chance.choice(threads), context, sum(calls), amount(), amount(),
             b"differs" if differs else b"same")
        for n, k in zip(sizes, calls):
            induced = chance.randrange(n * k + 1)
            thread = chance.randrange(induced + 1)
            emit(b"t", n, *costs(k), chance.randrange(2**100), chance.randrange(n * k + 1), thread,
                 induced - thread)
        if differs:
            chance.shuffle(calls)
            for n, k in zip(sizes, calls):
                emit(b"r", n, *costs(k))
    for _ in range(chance.randrange(8)):
        (caller, caller_context), (callee, callee_context) = chance.choices(nodes, k=2)
        by_size = [(n, chance.randrange(1, 50)) for n in sorted(chance.sample(range(9), 2))]
        emit(b"edge", caller, callee, chance.choice(threads), caller_context, callee_context,
             sum(m for _, m in by_size) + chance.randrange(3), amount())
        for n, m in by_size:
            emit(b"c", n, 1, m, m, m)
    for _ in range(chance.randrange(9)):
        runs = chance.choice([1, 1, 2, 3])
        ranges = [costs(runs)[1:] for _ in range(3)]
        numbers = [r[0] for r in ranges] if runs == 1 else [x for r in ranges for x in r]
        emit(b"x-runs", chance.choice(routines), chance.randrange(4), runs, *numbers)
    for _ in range(chance.randrange(12)):
        marks = [[chance.randrange(1, 3) for _ in range(5)]]
        marks[0][0] += 7
        for _ in range(chance.randrange(1, 4)):
            marks.append([number + chance.randrange(2) for number in marks[-1]])
            marks[-1][0] = marks[-2][0] + 3
        emit(b"x-curve", chance.choice(routines[:2]), chance.choice(threads[:2]),
             *(number for mark in marks for number in mark))
    for _ in range(chance.randrange(9)):
        depth = chance.randrange(3)
        points = sorted(chance.sample(range(6), chance.randrange(4)))
        inlined = [(name(), chance.choice([b"-", b"h"]), chance.randrange(2)) for _ in range(depth)]
        emit(b"x-line", chance.choice(routines[:2]), name(), chance.randrange(3), depth,
             *(field for part in inlined for field in part), chance.choice([300, MOST]), 400, chance.randrange(400),
             *(field for n in points
               for field in (n, chance.choice([1, 5, MOST]), chance.randrange(99), chance.randrange(99))))
    lines.append(b"end %d" % (len(lines) + 1))
    return b"\n".join(lines) + b"\n"
