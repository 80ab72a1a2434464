/* SPDX-License-Identifier: GPL-2.0-or-later */
/* python.c - functions of Python, each run by a routine of its own on lists and strings that are there already. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "judged.h"

static PyObject *module;

static void run(const char *name)
{
	PyObject *result = PyObject_CallMethod(module, name, NULL);
	if (!result) {
		PyErr_Print();
		exit(1);
	}
	Py_DECREF(result);
}

#define FUNCTION(NAME)                                                                             \
	ROUTINE void NAME(void)                                                                    \
	{                                                                                          \
		run(#NAME);                                                                        \
		judged_sink++;                                                                     \
	}

static const char functions[] =
	"import random, re, json, heapq, bisect, collections, itertools, copy as copying, difflib, "
	"csv, io\n"
	"def prepare(n):\n"
	"  global v, copy, words, text, document, h, rows, other\n"
	"  random.seed(7); v = [7 * i + 300 for i in range(n)]; random.shuffle(v); copy = list(v); "
	"other = v[::-1]\n"
	"  words = ['word%06d' % x for x in v]; text = ' '.join(words); document = json.dumps(v)\n"
	"  h = {x: 1 for x in v}; rows = '\\n'.join('%d,%d,x' % (x, x) for x in v)\n"
	"def prepare_matrix(s):\n"
	"  global m, side\n"
	"  side = s; m = [[float(i * j + 1) for i in range(s)] for j in range(s)]\n"
	"def add_up(): return sum(v)\n"
	"def append_all():\n  r = []\n  for x in v: r.append(x)\n"
	"def insert_front():\n  r = []\n  for x in v: r.insert(0, x)\n"
	"def pop_front():\n  r = list(v)\n  while r: r.pop(0)\n"
	"def sort_values(): copy.sort()\n"
	"def sort_words(): return sorted(words)\n"
	"def sort_by_function(): return sorted(v, key=lambda x: -x)\n"
	"def fill_dict():\n  r = {}\n  for x in v: r[x] = 1\n"
	"def fill_set(): return len(set(words))\n"
	"def find_each(): return sum(x in v for x in v)\n"
	"def join_words(): return len(','.join(words))\n"
	"def add_bytes():\n  r = b''\n  for w in words: r = r + b'12345678'\n"
	"def prepend_text():\n  r = ''\n  for w in words: r = w + r\n"
	"def add_tuples():\n  r = ()\n  for x in v: r += (x,)\n"
	"def sum_lists(): return len(sum([[x] for x in v], []))\n"
	"def find_all(): return len(re.findall('[a-z]+', text))\n"
	"def use_heap():\n  r = []\n  for x in v: heapq.heappush(r, x)\n  while r: "
	"heapq.heappop(r)\n"
	"def insert_sorted():\n  r = []\n  for x in v: bisect.insort(r, x)\n"
	"def write_json(): return len(json.dumps(v))\n"
	"def read_json(): return len(json.loads(document))\n"
	"def use_deque():\n  r = collections.deque()\n  for x in v: r.appendleft(x)\n  while r: "
	"r.pop()\n"
	"def count_words(): return len(collections.Counter(words))\n"
	"def pairs(): return sum(a + b == 1000 for a, b in itertools.combinations(v, 2))\n"
	"def triples(): return sum(1 for a, b, c in itertools.combinations(v, 3) if a + b == c)\n"
	"def replace_text(): return len(text.replace('word', 'w'))\n"
	"def split_text(): return len(text.split())\n"
	"def deep_copy(): return len(copying.deepcopy(v))\n"
	"def copy_dict(): return len(dict(h))\n"
	"def list_squares(): return len([x * x for x in v])\n"
	"def multiply_all():\n  r = 1\n  for x in v: r *= x\n"
	"def read_rows(): return sum(int(r[0]) for r in csv.reader(io.StringIO(rows)))\n"
	"def common():\n"
	"  r = [0] * (len(v) + 1)\n"
	"  for x in v:\n"
	"    d = 0\n"
	"    for j in range(len(v)):\n"
	"      u = r[j + 1]; r[j + 1] = d + 1 if x == other[j] else max(u, r[j]); d = u\n"
	"def multiply():\n"
	"  return [[sum(m[i][k] * m[k][j] for k in range(side)) for j in range(side)] for i in "
	"range(side)]\n"
	"def paths():\n"
	"  for k in range(side):\n"
	"    for i in range(side):\n"
	"      for j in range(side):\n"
	"        if m[i][k] + m[k][j] < m[i][j]: m[i][j] = m[i][k] + m[k][j]\n"
	"def look_up_all(): return sum(x in h for x in v)\n"
	"def search_all():\n  for x in v: bisect.bisect(copy, x)\n";

/* truth: add_up | n | each element once */
FUNCTION(add_up)
/* truth: append_all | n | room grows by a factor */
FUNCTION(append_all)
/* truth: insert_front | n^2 | moves all the others */
FUNCTION(insert_front)
/* truth: pop_front | n^2 | moves all the others */
FUNCTION(pop_front)
/* truth: sort_values | n log n | timsort of numbers in no order */
FUNCTION(sort_values)
/* truth: sort_words | n log n | timsort of words of one length */
FUNCTION(sort_words)
/* truth: sort_by_function | n log n | timsort, a key for each */
FUNCTION(sort_by_function)
/* truth: fill_dict | n | a hash table that grows */
FUNCTION(fill_dict)
/* truth: fill_set | n | a hash table that grows */
FUNCTION(fill_set)
/* truth: find_each | n^2 | looks through the list for each */
FUNCTION(find_each)
/* truth: join_words | n | each word once */
FUNCTION(join_words)
/* truth: add_bytes | n^2 | copies all so far */
FUNCTION(add_bytes)
/* truth: prepend_text | n^2 | copies all so far */
FUNCTION(prepend_text)
/* truth: add_tuples | n^2 | copies all so far */
FUNCTION(add_tuples)
/* truth: sum_lists | n^2 | copies all so far */
FUNCTION(sum_lists)
/* truth: find_all | n | each letter once */
FUNCTION(find_all)
/* truth: use_heap | n log n | a heap */
FUNCTION(use_heap)
/* truth: insert_sorted | n^2 | moves half of the others */
FUNCTION(insert_sorted)
/* truth: write_json | n | each element once */
FUNCTION(write_json)
/* truth: read_json | n | each byte once */
FUNCTION(read_json)
/* truth: use_deque | n | constant each */
FUNCTION(use_deque)
/* truth: count_words | n | a hash table */
FUNCTION(count_words)
/* truth: pairs | n^2 | each pair */
FUNCTION(pairs)
/* truth: triples | n^3 | each three */
FUNCTION(triples)
/* truth: replace_text | n | each letter once */
FUNCTION(replace_text)
/* truth: split_text | n | each letter once */
FUNCTION(split_text)
/* truth: deep_copy | n | each element once */
FUNCTION(deep_copy)
/* truth: copy_dict | n | each entry once */
FUNCTION(copy_dict)
/* truth: list_squares | n | each element once */
FUNCTION(list_squares)
/* truth: multiply_all | n^2 | a product that grows by each factor */
FUNCTION(multiply_all)
/* truth: read_rows | n | each letter once */
FUNCTION(read_rows)
/* truth: common | n^2 | a table of n by n */
FUNCTION(common)
/* truth: multiply | n^1.5 | three loops over the sides of matrices of n cells */
FUNCTION(multiply)
/* truth: paths | n^1.5 | three loops over the sides of matrices of n cells */
FUNCTION(paths)
/* truth: look_up_all | n | a hash table */
FUNCTION(look_up_all)
/* truth: search_all | n log n | a binary search for each */
FUNCTION(search_all)

static void prepare(const char *name, int n)
{
	PyObject *result = PyObject_CallMethod(module, name, "i", n);
	if (!result) {
		PyErr_Print();
		exit(1);
	}
	Py_DECREF(result);
}

int main(void)
{
	Py_Initialize();
	if (PyRun_SimpleString(functions) != 0)
		return 1;
	module = PyImport_AddModule("__main__");
	FOR_SIZES(n, 8, 3500, 22)
	{
		prepare("prepare", n);
		add_up();
		append_all();
		sort_values();
		sort_words();
		sort_by_function();
		fill_dict();
		fill_set();
		join_words();
		find_all();
		use_heap();
		write_json();
		read_json();
		use_deque();
		count_words();
		replace_text();
		split_text();
		deep_copy();
		copy_dict();
		list_squares();
		read_rows();
		look_up_all();
		search_all();
	}
	FOR_SIZES(n, 8, 1200, 20)
	{
		prepare("prepare", n);
		insert_front();
		pop_front();
		add_bytes();
		prepend_text();
		add_tuples();
		sum_lists();
		insert_sorted();
		multiply_all();
	}
	FOR_SIZES(n, 8, 180, 16)
	{
		prepare("prepare", n);
		find_each();
		pairs();
		common();
		if (n < 50)
			triples();
	}
	FOR_SIZES(side, 3, 30, 15)
	{
		prepare("prepare_matrix", side);
		multiply();
		paths();
	}
	return 0;
}
