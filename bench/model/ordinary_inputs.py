# SPDX-License-Identifier: GPL-2.0-or-later
"""ordinary_inputs.py - the inputs of bench/ordinary.sh, made in the current folder; the same each time."""
import gzip
import json
import pathlib
import random
import subprocess

random.seed(1)
SYLLABLES = ["the", "an", "es", "on", "mar", "ti", "re", "lo", "qua", "sin", "da", "be", "ha", "ck", "ing", "or"]
WORDS = ["".join(random.choices(SYLLABLES, k=random.randint(1, 4))) for _ in range(3000)]


def write(name, text):
    pathlib.Path(name).write_text(text, encoding="utf-8")


def lines(count):
    return [" ".join(random.choices(WORDS, k=random.randint(4, 12))) for _ in range(count)]


text = lines(4000)
write("words.txt", "\n".join(text) + "\n")
changed = [line for line in text if random.random() > 0.02]
for i in range(0, len(changed), 37):
    changed[i] = changed[i] + " changed"
write("words2.txt", "\n".join(changed) + "\n")
with open("words.diff", "w", encoding="utf-8") as file:
    subprocess.run(["diff", "-u", "words.txt", "words2.txt"], stdout=file, check=False)
write("sorted.txt", "\n".join(sorted(text)) + "\n")
write("sorted2.txt", "\n".join(sorted(changed)) + "\n")
pathlib.Path("words.gz").write_bytes(gzip.compress(("\n".join(text) + "\n").encode(), mtime=0))
write("table.csv", "".join(f"{i},{random.choice(WORDS)},{random.randint(0, 10**6)}\n" for i in range(4000)))
write("data.json", json.dumps([{"name": random.choice(WORDS), "value": random.random(), "tags": random.choices(WORDS, k=4)}
                               for _ in range(3000)]))
write("data.xml", "<list>\n" + "".join(f'<item id="{i}"><name>{random.choice(WORDS)}</name></item>\n'
                                       for i in range(3000)) + "</list>\n")
write("program.sql", "create table t(a integer primary key, b text, c integer);\nbegin;\n" +
      "".join(f"insert into t values({i}, '{random.choice(WORDS)}', {random.randint(0, 1000)});\n" for i in range(2000)) +
      "commit;\nselect c, count(*) from t group by c order by 2 desc limit 5;\n"
      "create index i on t(b);\nselect count(*) from t where b like 'the%';\n")
functions = "".join(f"""
static int f{i}(int a, const int *b)
{{
	int sum = a;
	for (int i = 0; i < {i % 50 + 3}; i++)
		sum += b[i] * {i} + (b[i] > sum ? a : -a);
	return sum;
}}
""" for i in range(250))
calls = "".join(f"\tsum += f{i}(sum, values);\n" for i in range(250))
write("program.c", functions + "\nint main(void)\n{\n\tstatic int values[64];\n\tint sum = 1;\n" + calls + "\treturn sum & 1;\n}\n")
subprocess.run(["gcc", "-O1", "-S", "-o", "program.s", "program.c"], check=True)
subprocess.run(["gcc", "-O1", "-c", "-o", "program.o", "program.c"], check=True)
subprocess.run(["gcc", "-O1", "-Dmain=other", "-c", "-o", "program2.o", "program.c"], check=True)
write("program.py", """
count = {}
for line in open("words.txt"):
    for word in line.split():
        count[word] = count.get(word, 0) + 1
print(sorted(count.items(), key=lambda item: -item[1])[:10])
""")
write("program.sh", """
total=0
while read -r first rest; do
	case $first in
	the*) total=$((total + 1)) ;;
	esac
done <words.txt
echo $total
""")
write("program.m4", "define(`twice', `$1 $1')dnl\n" + "".join(f"define(`name{i}', `twice({w})')dnl\nname{i}\n"
                                                           for i, w in enumerate(WORDS[:1500])))
write("program.mk", "all: " + " ".join(f"t{i}" for i in range(600)) + "\n" +
      "".join(f"t{i}: words.txt\n\techo {WORDS[i]} >$@\n" for i in range(600)))
write("program.bc", "define f(n) {\n  auto i, s\n  for (i = 0; i < n; i++) s = s + i * i % 7\n  return s\n}\nf(20000)\nquit\n")
write("text.tr", ".ll 60n\n" + "\n".join(text[:1500]) + "\n")
write("program.ed", "g/the/s//THE/g\nw ed.out\nq\n")
write("program.tcl", """
set file [open words.txt]
while {[gets $file line] >= 0} {
	foreach word [split $line] { incr count($word) }
}
puts [array size count]
""")
