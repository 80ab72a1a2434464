// SPDX-License-Identifier: GPL-2.0-or-later
// hashjoin THREADS SCALE - partitioned hash join of two tables, std::thread and std::unordered_map.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unordered_map>
#include <vector>

struct Row {
	uint32_t key;
	uint32_t value;
};

using Table = std::vector<Row>;

static Table make_table(size_t rows, uint32_t seed, uint32_t keys)
{
	Table table(rows);
	uint32_t random = seed;

	for (Row &row : table) {
		random = random * 1664525 + 1013904223;
		row = {(random >> 8) % keys, random};
	}
	return table;
}

static std::vector<Table> partition(const Table &table, size_t parts)
{
	std::vector<Table> result(parts);

	for (const Row &row : table)
		result[row.key % parts].push_back(row);
	return result;
}

static uint64_t join(const Table &build, const Table &probe)
{
	std::unordered_multimap<uint32_t, uint32_t> map;
	uint64_t sum = 0;

	for (const Row &row : build)
		map.emplace(row.key, row.value);
	for (const Row &row : probe) {
		auto range = map.equal_range(row.key);

		for (auto i = range.first; i != range.second; ++i)
			sum += i->second ^ row.value;
	}
	return sum;
}

int main(int argc, char **argv)
{
	size_t threads = argc > 1 ? (size_t)atoi(argv[1]) : 4;
	size_t rows = 100000 * (argc > 2 ? (size_t)atoi(argv[2]) : 1);
	std::vector<Table> build = partition(make_table(rows, 5, (uint32_t)rows), threads);
	std::vector<Table> probe = partition(make_table(2 * rows, 6, (uint32_t)rows), threads);
	std::vector<uint64_t> sums(threads);
	std::vector<std::thread> workers;
	uint64_t total = 0;

	for (size_t t = 0; t < threads; t++)
		workers.emplace_back([&, t] { sums[t] = join(build[t], probe[t]); });
	for (std::thread &worker : workers)
		worker.join();
	for (uint64_t sum : sums)
		total += sum;
	printf("hashjoin %llu\n", (unsigned long long)total);
	return 0;
}
