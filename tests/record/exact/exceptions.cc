// SPDX-License-Identifier: GPL-2.0-or-later
// exceptions.cc - threads that throw and catch, and pass an exception on to the one that waits for them.
#include <exception>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::map<std::string, int> seen;

static int check(int value)
{
	if (value % 3 == 0)
		throw std::out_of_range("three");
	if (value % 5 == 0)
		throw value;
	return value;
}

static int attempt(int value)
{
	try {
		return check(value);
	} catch (const std::exception &error) {
		std::lock_guard<std::mutex> guard(lock);
		return ++seen[error.what()];
	} catch (int number) {
		return -number;
	}
}

static int work(int first)
{
	int total = 0;

	for (int i = 0; i < 8; i++)
		total += attempt(first + i);
	if (first > 16)
		throw std::runtime_error("too far");
	return total;
}

int main()
{
	std::vector<std::future<int>> results;
	int total = 0, failures = 0;

	for (int i = 0; i < 4; i++)
		results.push_back(std::async(std::launch::async, work, 1 + 8 * i));
	for (auto &result : results) {
		try {
			total += result.get();
		} catch (const std::runtime_error &) {
			failures++;
		}
	}
	std::cout << failures << " failures, " << seen["three"] << " times three\n";
	return total > -1000 ? 0 : 1;
}
