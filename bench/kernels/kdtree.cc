// SPDX-License-Identifier: GPL-2.0-or-later
// kdtree THREADS SCALE - building a k-d tree and nearest neighbours, std::thread (as 376.kdtree).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>
#include <vector>

struct Point {
	double at[3];
};

struct Node {
	Point point;
	std::unique_ptr<Node> low, high;
};

static std::unique_ptr<Node> build(std::vector<Point> &points, size_t from, size_t to, int axis)
{
	if (from == to)
		return nullptr;
	size_t middle = (from + to) / 2;
	std::nth_element(points.begin() + (long)from, points.begin() + (long)middle,
			 points.begin() + (long)to, [axis](const Point &a, const Point &b) {
				 return a.at[axis] < b.at[axis];
			 });
	auto node = std::make_unique<Node>();
	node->point = points[middle];
	node->low = build(points, from, middle, (axis + 1) % 3);
	node->high = build(points, middle + 1, to, (axis + 1) % 3);
	return node;
}

static double square_distance(const Point &a, const Point &b)
{
	double sum = 0;

	for (int i = 0; i < 3; i++)
		sum += (a.at[i] - b.at[i]) * (a.at[i] - b.at[i]);
	return sum;
}

static void nearest(const Node *node, const Point &query, int axis, double &best)
{
	if (!node)
		return;
	double distance = square_distance(node->point, query);
	if (distance > 0)
		best = std::min(best, distance);
	double side = query.at[axis] - node->point.at[axis];
	nearest(side < 0 ? node->low.get() : node->high.get(), query, (axis + 1) % 3, best);
	if (side * side < best)
		nearest(side < 0 ? node->high.get() : node->low.get(), query, (axis + 1) % 3, best);
}

int main(int argc, char **argv)
{
	size_t threads = argc > 1 ? (size_t)atoi(argv[1]) : 4;
	size_t count = 20000 * (argc > 2 ? (size_t)atoi(argv[2]) : 1);
	std::mt19937 random(3);
	std::uniform_real_distribution<double> uniform(0, 1);
	std::vector<Point> points(count);
	std::vector<double> sums(threads);
	std::vector<std::thread> workers;

	for (Point &point : points)
		point = {{uniform(random), uniform(random), uniform(random)}};
	std::vector<Point> queries = points;
	std::unique_ptr<Node> root = build(points, 0, count, 0);
	for (size_t t = 0; t < threads; t++)
		workers.emplace_back([&, t] {
			double sum = 0;

			for (size_t i = t; i < count; i += threads) {
				double best = 9;

				nearest(root.get(), queries[i], 0, best);
				sum += best;
			}
			sums[t] = sum;
		});
	for (std::thread &worker : workers)
		worker.join();
	double total = 0;
	for (double sum : sums)
		total += sum;
	printf("kdtree %.6e\n", total);
	return 0;
}
