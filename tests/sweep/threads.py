#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""landau sweep --threads: what is communicated more as threads are added, on a pool whose flows are known by construction.

usage: threads.py LANDAU
"""
import json
import os
import subprocess
import sys
import tempfile

LANDAU = os.path.abspath(sys.argv[1])

# t workers take tasks by an atomic counter, read the input that main wrote, and leave 100 results each; main merges them.
POOL = r"""
#include <pthread.h>
#include <stdlib.h>
static int input[1200], results[16][100], next, done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline)) static void load(void) { for (int i = 0; i < 1200; i++) input[i] = i; }
__attribute__((noinline)) static void work(int worker, int t)
{
	for (int i = 0; i < 1200 / t; i++)
		results[worker][i % 100] = input[worker * (1200 / t) + i];
}
static void *run(void *t)
{
	int worker = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);

	work(worker, (int)(long)t);
	pthread_mutex_lock(&lock);
	done++;
	pthread_mutex_unlock(&lock);
	return NULL;
}
__attribute__((noinline)) static long merge_results(int t)
{
	long sum = 0;
	for (int worker = 0; worker < t; worker++)
		for (int i = 0; i < 100; i++)
			sum += results[worker][i];
	return sum;
}
int main(int argc, char **argv)
{
	pthread_t threads[16];
	int t = argc > 1 ? atoi(argv[1]) : 0;
	long sum;
	load();
	for (long i = 0; i < t; i++)
		pthread_create(&threads[i], NULL, run, (void *)(long)t);
	for (int i = 0; i < t; i++)
		pthread_join(threads[i], NULL);
	sum = merge_results(t);
	return t == 13 ? 3 : sum < 0;
}
"""

count = 0
failed = False


def check(label, good, found=""):
    global count, failed
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {label}")
    if not good:
        failed = True
        print(f"# {found}")


def sweep(*words, status=0):
    done = subprocess.run([LANDAU, "sweep", *words], capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"{words}: status {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("pool.c", "w", encoding="utf-8") as file:
        file.write(POOL)
    subprocess.run(["cc", "-O1", "-pthread", "-o", "pool", "pool.c"], check=True)
    text = sweep("--threads=1,2,4,8", "--keep-profiles=each", "--", "./pool", "{t}")
    lines = text.splitlines()
    first = next(line for line in lines if "other threads at" in line)
    check("what grows most is named first",
          first == "merge_results reads 4x from other threads at 8 threads what it read at 2 (200 cells)", text)
    start = next(i for i, line in enumerate(lines) if line.split() == ["1", "2", "4", "8", "more", "cost", "reader"])
    table = lines[start + 1:lines.index("", start)]
    rows = {line.split()[-1]: line.split()[:-1] for line in table}
    check("cells by number of threads", rows["merge_results"][:5] == ["100", "200", "400", "800", "4x"], text)
    # Together the workers always read the 1200 cells of the input, so that there is nothing to tell.
    check("what is only shared out does not grow", "work" not in rows, text)
    # `done` is a variable under a lock: each worker but the first reads what another one has left there. `next` and the lock are none.
    check("what a lock guards is data, the lock is none", rows["run"][:5] == [".", "1", "3", "7", "7x"], text)
    # The C library of Debian 13 has a variable that its threads read (__set_vma_name).
    own = sorted(rows.keys() & {"main", "load", "work", "run", "merge_results"})
    check("and that is all of the program's own", own == ["merge_results", "run"], text)
    check("the sweep is remembered", b"x-size threads 8\n" in open("landau.data", "rb").read(), text)
    check("no word of profiles that are kept", "--keep-profiles" not in text, text)
    check("the profile of each run is kept", sorted(os.listdir("each")) == ["1-1.data", "2-2.data", "3-4.data", "4-8.data"], os.listdir("each"))
    for name, cells in (("2-2.data", 200), ("4-8.data", 800)):
        done = subprocess.run([LANDAU, "flows", "--json", f"each/{name}"], capture_output=True, text=True, check=True)
        own = sum(flow["induced"] for flow in json.loads(done.stdout)["flows"] if flow["routine"] == "merge_results" and flow["other_thread"])
        check(f"{name}: the flows of that number of threads", own == cells, own)
    text = sweep("--threads=1,4", "--", "./pool", "{t}")
    check("what shows the flows by number of threads is named", "--keep-profiles=DIR" in text, text)
    check("one number above 1 is too few", "two numbers of threads above 1" in text, text)
    text = sweep("--threads=2,4,13", "--", "./pool", "{t}", status=1)
    check("what failed is left out", "n = 13: exit status 3" in text and "reads 2x from other threads at 4 threads" in text, text)
    for words, message in [(("--threads=1,2", "./pool"), "{t} is not among"),
                           (("--threads=1,2", "--sizes=1,2", "./pool", "{t}"), "cannot be swept together"),
                           (("--threads=1,2", "--stdin", "./pool", "{t}"), "no inputs are made"),
                           (("--threads=1..100:+1", "./pool", "{t}"), "at most 64"),
                           (("--threads=0", "./pool", "{t}"), "not a list")]:
        text = sweep(*words, status=2)
        check(f"{' '.join(words)}: {message}", message in text, text)
    print(f"1..{count}")
sys.exit(failed)
