/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stdcxx.cc - the C++ standard library. */
#include "judged.h"

#include <algorithm>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

using ints = std::vector<int>;
using strings = std::vector<std::string>;

/* truth: push_back_all | n | doubled room, constant on average */
ROUTINE void push_back_all(const ints &values, ints &to)
{
	for (int value : values)
		to.push_back(value);
}

/* truth: insert_front_all | n^2 | each insertion moves all that follows */
ROUTINE void insert_front_all(const ints &values, ints &to)
{
	for (int value : values)
		to.insert(to.begin(), value);
}

/* truth: insert_middle_strings | n^2 | each insertion moves half of the strings */
ROUTINE void insert_middle_strings(const strings &words, strings &to)
{
	for (const std::string &word : words)
		to.insert(to.begin() + (long)to.size() / 2, word);
}

/* truth: erase_front_all | n^2 | each erasure moves all that follows */
ROUTINE void erase_front_all(ints &values)
{
	while (!values.empty()) {
		judged_sink += (uint64_t)values.front();
		values.erase(values.begin());
	}
}

/* truth: remove_if_odd | n | erase-remove goes over it once */
ROUTINE void remove_if_odd(ints &values)
{
	values.erase(std::remove_if(values.begin(), values.end(), [](int v) { return v & 1; }),
		     values.end());
}

/* truth: sort_ints | n log n | introsort */
ROUTINE void sort_ints(ints &values)
{
	std::sort(values.begin(), values.end());
	judged_sink += (uint64_t)values[0];
}

/* truth: sort_strings | n log n | introsort of words of one length */
ROUTINE void sort_strings(strings &words)
{
	std::sort(words.begin(), words.end());
	judged_sink += (uint64_t)words[0][0];
}

struct record {
	int key;
	char rest[60];
	bool operator<(const record &other) const
	{
		return key < other.key;
	}
};

/* truth: sort_records | n log n | introsort of records of 64 bytes */
ROUTINE void sort_records(std::vector<record> &records)
{
	std::sort(records.begin(), records.end());
	judged_sink += (uint64_t)records[0].key;
}

/* truth: sort_stably | n log n | merge sort with a buffer */
ROUTINE void sort_stably(ints &values)
{
	std::stable_sort(values.begin(), values.end());
	judged_sink += (uint64_t)values[0];
}

/* truth: sort_heap_all | n log n | takes all off a heap */
ROUTINE void sort_heap_all(ints &values)
{
	std::sort_heap(values.begin(), values.end());
	judged_sink += (uint64_t)values[0];
}

/* truth: make_heap_all | n | heapify */
ROUTINE void make_heap_all(ints &values)
{
	std::make_heap(values.begin(), values.end());
	judged_sink += (uint64_t)values[0];
}

/* truth: median | n | nth_element of numbers in no order */
ROUTINE void median(ints &values)
{
	std::nth_element(values.begin(), values.begin() + (long)values.size() / 2, values.end());
	judged_sink += (uint64_t)values[0];
}

/* truth: ten_smallest | n | partial_sort of a fixed number */
ROUTINE void ten_smallest(ints &values)
{
	std::partial_sort(values.begin(), values.begin() + 8, values.end());
	judged_sink += (uint64_t)values[0];
}

/* truth: lower_bound_all | n log n | a binary search for each */
ROUTINE void lower_bound_all(const ints &values)
{
	for (int value : values)
		judged_sink += (uint64_t)(std::lower_bound(values.begin(), values.end(), value) -
					  values.begin());
}

/* truth: find_each | n^2 | a linear search for each */
ROUTINE void find_each(const ints &values)
{
	for (int value : values)
		judged_sink +=
			(uint64_t)(std::find(values.begin(), values.end(), value) - values.begin());
}

/* truth: is_reversed | n^2 | is_permutation of the reversed counts each in all */
ROUTINE void is_reversed(const ints &values, const ints &others)
{
	judged_sink += std::is_permutation(values.begin(), values.end(), others.begin());
}

/* truth: unique_sorted | n | std::unique */
ROUTINE void unique_sorted(ints &values)
{
	values.erase(std::unique(values.begin(), values.end()), values.end());
}

/* truth: rotate_all | n | std::rotate */
ROUTINE void rotate_all(ints &values)
{
	std::rotate(values.begin(), values.begin() + (long)values.size() / 3, values.end());
}

/* truth: add_up | n | std::accumulate */
ROUTINE void add_up(const ints &values)
{
	judged_sink += (uint64_t)std::accumulate(values.begin(), values.end(), 0);
}

/* truth: intersect | n | std::set_intersection goes over both once */
ROUTINE void intersect(const ints &values, const ints &others, ints &to)
{
	std::set_intersection(values.begin(), values.end(), others.begin(), others.end(),
			      std::back_inserter(to));
}

/* truth: fill_map | n log n | a red-black tree, keys in no order */
ROUTINE void fill_map(const ints &values, std::map<int, int> &to)
{
	for (int value : values)
		to[value] = 1;
}

/* truth: walk_map | n | each node once */
ROUTINE void walk_map(const std::map<int, int> &map)
{
	for (auto &entry : map)
		judged_sink += (uint64_t)entry.first;
}

/* truth: look_up_map | n log n | a walk down the tree for each */
ROUTINE void look_up_map(const ints &values, const std::map<int, int> &map)
{
	for (int value : values)
		judged_sink += map.count(value);
}

/* truth: count_with_set | n log n | a set of strings */
ROUTINE void count_with_set(const strings &words)
{
	std::set<std::string> set(words.begin(), words.end());
	judged_sink += set.size();
}

/* truth: count_by_distance | n^2 | std::distance of a map's iterators walks there for each key */
ROUTINE void count_by_distance(const std::map<int, int> &map)
{
	for (auto at = map.begin(); at != map.end(); ++at)
		judged_sink += (uint64_t)std::distance(map.begin(), at);
}

/* truth: fill_unordered | n | hashing, rehashed when twice as large */
ROUTINE void fill_unordered(const ints &values, std::unordered_map<int, int> &to)
{
	for (int value : values)
		to[value] = 1;
}

/* truth: look_up_unordered | n | hashing */
ROUTINE void look_up_unordered(const ints &values, const std::unordered_map<int, int> &map)
{
	for (int value : values)
		judged_sink += map.count(value);
}

struct bad_hash {
	size_t operator()(int value) const
	{
		return (size_t)value & 0;
	}
};

/* truth: fill_badly_hashed | n^2 | all in one bucket */
ROUTINE void fill_badly_hashed(const ints &values)
{
	std::unordered_set<int, bad_hash> set;
	for (int value : values)
		set.insert(value);
	judged_sink += set.size();
}

/* truth: count_words | n | hashing of words of one length */
ROUTINE void count_words(const strings &words)
{
	std::unordered_map<std::string, int> counts;
	for (const std::string &word : words)
		counts[word]++;
	judged_sink += counts.size();
}

/* truth: append_words | n | string doubled */
ROUTINE void append_words(const strings &words, std::string &to)
{
	for (const std::string &word : words)
		to += word;
}

/* truth: add_words | n^2 | s = s + word copies all so far */
ROUTINE void add_words(const strings &words, std::string &to)
{
	for (const std::string &word : words)
		to = to + word;
}

/* truth: insert_words_front | n^2 | each insertion moves all so far */
ROUTINE void insert_words_front(const strings &words, std::string &to)
{
	for (const std::string &word : words)
		to.insert(0, word);
}

/* truth: take_first_words | n^2 | erase of the first word moves all that is left */
ROUTINE void take_first_words(std::string &text)
{
	for (size_t end; (end = text.find(' ')) != std::string::npos;)
		text.erase(0, end + 1);
	judged_sink += text.size();
}

/* truth: find_word | n | the word begins with a letter that is rare */
ROUTINE void find_word(const std::string &text)
{
	judged_sink += text.find("!andau");
}

/* truth: reverse_text | n | each byte once */
ROUTINE void reverse_text(std::string &text)
{
	std::reverse(text.begin(), text.end());
}

/* truth: read_numbers | n | a stream goes on where it was */
ROUTINE void read_numbers(std::istringstream &stream)
{
	for (int number; stream >> number;)
		judged_sink += (uint64_t)number;
}

/* truth: print_numbers | n | a stream into a string */
ROUTINE void print_numbers(const ints &values)
{
	std::ostringstream stream;
	for (int value : values)
		stream << value << ',';
	judged_sink += stream.str().size();
}

/* truth: print_and_look | n^2 | str() copies all so far for each number */
ROUTINE void print_and_look(const ints &values)
{
	std::ostringstream stream;
	for (int value : values) {
		stream << value << ',';
		judged_sink += stream.str().size();
	}
}

/* truth: split_lines | n | std::getline */
ROUTINE void split_lines(std::istringstream &stream, strings &lines)
{
	for (std::string line; std::getline(stream, line, ' ');)
		lines.push_back(line);
}

/* truth: fill_list | n | a node for each */
ROUTINE void fill_list(const ints &values, std::list<int> &to)
{
	for (int value : values)
		to.push_back(value);
}

/* truth: sort_list | n log n | merge sort */
ROUTINE void sort_list(std::list<int> &list)
{
	list.sort();
	judged_sink += (uint64_t)list.front();
}

/* truth: take_nth_of_list | n^2 | std::next walks from the beginning for each */
ROUTINE void take_nth_of_list(const std::list<int> &list, int n)
{
	for (int i = 0; i < n; i++)
		judged_sink += (uint64_t)*std::next(list.begin(), i);
}

/* truth: insert_sorted_list | n^2 | walks to the place of each */
ROUTINE void insert_sorted_list(const ints &values, std::forward_list<int> &to)
{
	for (int value : values) {
		auto before = to.before_begin();
		for (auto at = to.begin(); at != to.end() && *at < value; ++at)
			before = at;
		to.insert_after(before, value);
	}
}

/* truth: queue_through | n | a deque, in at one end and out at the other */
ROUTINE void queue_through(const ints &values)
{
	std::deque<int> queue;
	for (int value : values)
		queue.push_front(value);
	for (; !queue.empty(); queue.pop_back())
		judged_sink += (uint64_t)queue.back();
}

/* truth: order_by_priority | n log n | a heap */
ROUTINE void order_by_priority(const ints &values)
{
	std::priority_queue<int> queue;
	for (int value : values)
		queue.push(value);
	for (; !queue.empty(); queue.pop())
		judged_sink += (uint64_t)queue.top();
}

/* truth: multiply_matrices | n^1.5 | three loops over matrices of n cells, slices of valarray */
ROUTINE void multiply_matrices(const std::valarray<double> &a, const std::valarray<double> &b,
			       size_t side)
{
	for (size_t i = 0; i < side; i++)
		for (size_t j = 0; j < side; j++) {
			std::valarray<double> row = a[std::slice(i * side, side, 1)];
			std::valarray<double> column = b[std::slice(j, side, side)];
			judged_sink += (uint64_t)(row * column).sum();
		}
}

/* truth: count_triples | n^3 | three loops */
ROUTINE void count_triples(const ints &values)
{
	for (size_t i = 0; i < values.size(); i++)
		for (size_t j = i + 1; j < values.size(); j++)
			for (size_t k = j + 1; k < values.size(); k++)
				judged_sink += values[i] + values[j] == values[k];
}

/* truth: count_subset_sums | 2^n | each subset */
ROUTINE void count_subset_sums(const ints &values)
{
	for (size_t set = 0; set < (size_t)1 << values.size(); set++) {
		int sum = 0;
		for (size_t rest = set; rest; rest &= rest - 1)
			sum += values[(size_t)__builtin_ctzl(rest)];
		judged_sink += sum == 100;
	}
}

/* truth: longest_common | n^2 | a table of n by n, two rows kept */
ROUTINE void longest_common(const ints &a, const ints &b)
{
	ints row(b.size() + 1);
	for (int left : a) {
		int diagonal = 0;
		for (size_t j = 1; j <= b.size(); j++) {
			int up = row[j];
			row[j] = left == b[j - 1] ? diagonal + 1 : std::max(up, row[j - 1]);
			diagonal = up;
		}
	}
	judged_sink += (uint64_t)row.back();
}

/* truth: match_pattern | n | std::regex_search of a class that is not there */
ROUTINE void match_pattern(const std::regex &pattern, const std::string &text)
{
	judged_sink += std::regex_search(text, pattern);
}

/* truth: run_ahead | n^2 | b+! is tried from each letter up to the end */
ROUTINE void run_ahead(const std::regex &pattern, const std::string &text)
{
	judged_sink += std::regex_search(text, pattern);
}

static strings words_of(int n)
{
	strings words;
	for (int i = 0; i < n; i++) {
		char *text = judged_text(12);
		words.push_back(text);
		free(text);
	}
	return words;
}

int main()
{
	std::regex digits("[0-9]"), ahead("b+!");

	FOR_SIZES(n, 10, 9000, 25)
	{
		int *array = judged_values(n);
		const ints values(array, array + n);
		ints copy, sorted = values, other, heap = values;
		const strings words = words_of(n);
		char *text = judged_text(n), *numbers = judged_digits(n);
		std::string string = text, joined;
		std::istringstream stream(numbers), lines(numbers);
		std::map<int, int> map;
		std::unordered_map<int, int> unordered;
		std::list<int> list;
		strings parts = words;
		std::vector<record> records((size_t)n);

		for (int i = 0; i < n; i++)
			records[(size_t)i].key = values[(size_t)i];
		push_back_all(values, copy);
		remove_if_odd(copy);
		sort_ints(sorted);
		copy = values;
		sort_stably(copy);
		intersect(sorted, copy, other);
		unique_sorted(copy);
		lower_bound_all(sorted);
		rotate_all(sorted);
		sort_strings(parts);
		sort_records(records);
		make_heap_all(heap);
		sort_heap_all(heap);
		copy = values;
		median(copy);
		copy = values;
		ten_smallest(copy);
		add_up(values);
		fill_map(values, map);
		walk_map(map);
		look_up_map(values, map);
		count_with_set(words);
		fill_unordered(values, unordered);
		look_up_unordered(values, unordered);
		count_words(words);
		append_words(words, joined);
		find_word(string);
		reverse_text(string);
		read_numbers(stream);
		print_numbers(values);
		parts.clear();
		split_lines(lines, parts);
		fill_list(values, list);
		sort_list(list);
		queue_through(values);
		order_by_priority(values);
		if (n < 4000)
			match_pattern(digits, string);
		free(array);
		free(text);
		free(numbers);
	}
	FOR_SIZES(n, 10, 1100, 22)
	{
		int *array = judged_values(n);
		const ints values(array, array + n);
		ints copy, reversed(values.rbegin(), values.rend());
		strings words = words_of(n), to;
		std::string joined, front, numbers = judged_digits(n);
		std::map<int, int> map;
		std::list<int> list(array, array + n);
		std::forward_list<int> sorted;

		for (int value : values)
			map[value] = value;
		insert_front_all(values, copy);
		erase_front_all(copy);
		insert_middle_strings(words, to);
		find_each(values);
		is_reversed(values, reversed);
		count_by_distance(map);
		fill_badly_hashed(values);
		add_words(words, joined);
		insert_words_front(words, front);
		take_first_words(numbers);
		print_and_look(values);
		take_nth_of_list(list, n);
		insert_sorted_list(values, sorted);
		longest_common(values, reversed);
		run_ahead(ahead, std::string((size_t)n, 'b'));
		free(array);
	}
	FOR_SIZES(side, 3, 60, 18)
	{
		std::valarray<double> a(1.5, (size_t)(side * side)), b(2.5, (size_t)(side * side));
		multiply_matrices(a, b, (size_t)side);
	}
	FOR_SIZES(n, 8, 200, 20)
	{
		int *array = judged_values(n);
		count_triples(ints(array, array + n));
		free(array);
	}
	for (int n = 2; n <= 18; n++) {
		int *array = judged_values(n);
		count_subset_sums(ints(array, array + n));
		free(array);
	}
	return 0;
}
