/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boost.cc - Boost's graphs, big numbers and flat containers. Graphs have four edges a vertex. */
#include "judged.h"

#include <boost/container/flat_map.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/bellman_ford_shortest_paths.hpp>
#include <boost/graph/betweenness_centrality.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/floyd_warshall_shortest.hpp>
#include <boost/graph/johnson_all_pairs_shortest.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>
#include <boost/graph/prim_minimum_spanning_tree.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/dynamic_bitset.hpp>
#include <vector>

using weight = boost::property<boost::edge_weight_t, int>;
using graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
				    boost::no_property, weight>;
using directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
				       boost::no_property, weight>;
using boost::multiprecision::cpp_int;

/* truth: shortest_from_one | n log n | Dijkstra's algorithm with a heap */
ROUTINE void shortest_from_one(const graph &g)
{
	std::vector<int> distance(num_vertices(g));
	dijkstra_shortest_paths(g, 0, boost::distance_map(distance.data()));
	judged_sink += (uint64_t)distance.back();
}

/* truth: search_breadth | n | each edge twice */
ROUTINE void search_breadth(const graph &g)
{
	breadth_first_search(g, 0, boost::visitor(boost::default_bfs_visitor()));
	judged_sink++;
}

/* truth: components | n | each edge twice */
ROUTINE void components(const graph &g)
{
	std::vector<int> component(num_vertices(g));
	judged_sink += (uint64_t)connected_components(g, component.data());
}

/* truth: tree_by_edges | n log n | Kruskal's algorithm sorts the edges */
ROUTINE void tree_by_edges(const graph &g)
{
	std::vector<boost::graph_traits<graph>::edge_descriptor> edges;
	kruskal_minimum_spanning_tree(g, std::back_inserter(edges));
	judged_sink += edges.size();
}

/* truth: tree_by_vertices | n log n | Prim's algorithm with a heap */
ROUTINE void tree_by_vertices(const graph &g)
{
	std::vector<boost::graph_traits<graph>::vertex_descriptor> parents(num_vertices(g));
	prim_minimum_spanning_tree(g, parents.data());
	judged_sink += parents.back();
}

/* truth: order_of_tasks | n | each edge once */
ROUTINE void order_of_tasks(const directed &g)
{
	std::vector<size_t> order;
	topological_sort(g, std::back_inserter(order));
	judged_sink += order.size();
}

/* truth: strong | n | each edge once */
ROUTINE void strong(const directed &g)
{
	std::vector<int> component(num_vertices(g));
	judged_sink += (uint64_t)strong_components(g, component.data());
}

/* truth: all_by_tables | n^3 | Floyd and Warshall, n vertices and as many edges times four */
ROUTINE void all_by_tables(const graph &g)
{
	std::vector<std::vector<int>> distance(num_vertices(g), std::vector<int>(num_vertices(g)));
	floyd_warshall_all_pairs_shortest_paths(g, distance);
	judged_sink += (uint64_t)distance[0].back();
}

/* truth: all_by_heaps | n^2 log n | Johnson: Dijkstra's algorithm from each vertex */
ROUTINE void all_by_heaps(const directed &g)
{
	std::vector<std::vector<int>> distance(num_vertices(g), std::vector<int>(num_vertices(g)));
	johnson_all_pairs_shortest_paths(g, distance);
	judged_sink += (uint64_t)distance[0].back();
}

/* truth: relax_backwards | n^2 | Bellman and Ford on a path whose edges come last first */
ROUTINE void relax_backwards(const directed &g)
{
	std::vector<int> distance(num_vertices(g), 1 << 28);
	distance[num_vertices(g) - 1] = 0;
	bellman_ford_shortest_paths(g, (int)num_vertices(g), boost::distance_map(distance.data()));
	judged_sink += (uint64_t)distance[0];
}

/* truth: between | n^2 | Brandes: a breadth-first search from each vertex */
ROUTINE void between(const graph &g)
{
	std::vector<double> central(num_vertices(g));
	brandes_betweenness_centrality(
		g, boost::make_iterator_property_map(central.begin(), get(boost::vertex_index, g)));
	judged_sink += (uint64_t)central[0];
}

/* truth: to_decimal | n^2 | a division of all that is left for each few digits */
ROUTINE void to_decimal(const cpp_int &number)
{
	judged_sink += number.str().size();
}

/* truth: from_decimal | n^2 | a multiplication of all so far for each few digits */
ROUTINE void from_decimal(const char *text)
{
	cpp_int number(text);
	judged_sink += (uint64_t)(number & 255);
}

/* truth: add_big | n | each limb once */
ROUTINE void add_big(const cpp_int &a, const cpp_int &b, cpp_int &to)
{
	to = a + b;
}

/* truth: divide_big | n^2 | a number of n limbs by one of half as many, as in school */
ROUTINE void divide_big(const cpp_int &a, const cpp_int &b, cpp_int &to)
{
	to = a / b;
}

/* truth: product_of_all | n^2 | a product that grows by each factor */
ROUTINE void product_of_all(const int *values, int n, cpp_int &to)
{
	to = 1;
	for (int i = 0; i < n; i++)
		to *= values[i] | 1 << 30;
}

/* truth: fill_flat_map | n^2 | each insertion moves half of the others */
ROUTINE void fill_flat_map(const int *values, int n)
{
	boost::container::flat_map<int, int> map;
	for (int i = 0; i < n; i++)
		map[values[i]] = i;
	judged_sink += map.size();
}

/* truth: count_bits | n | each block once */
ROUTINE void count_bits(const boost::dynamic_bitset<> &bits)
{
	judged_sink += bits.count();
}

template <class Graph> static Graph some_graph(int n, bool forward)
{
	Graph made((size_t)n);
	for (int i = 0; i < 4 * n; i++) {
		size_t from = i < n - 1 ? (size_t)i : judged_random() % (size_t)n;
		size_t to = i < n - 1 ? from + 1 : judged_random() % (size_t)n;
		if (forward && from > to)
			std::swap(from, to);
		if (from != to)
			add_edge(from, to, (int)(judged_random() % 1000) + 1, made);
	}
	return made;
}

static cpp_int some_number(int limbs)
{
	cpp_int made = 1;
	for (int i = 0; i < limbs; i++)
		made = (made << 64) + judged_random();
	return made;
}

int main()
{
	FOR_SIZES(n, 8, 3000, 22)
	{
		graph g = some_graph<graph>(n, false);
		directed d = some_graph<directed>(n, true), e = some_graph<directed>(n, false);
		cpp_int a = some_number(n), b = some_number(n), c;
		boost::dynamic_bitset<> bits((size_t)n * 32, 77);

		shortest_from_one(g);
		search_breadth(g);
		components(g);
		tree_by_edges(g);
		tree_by_vertices(g);
		order_of_tasks(d);
		strong(e);
		add_big(a, b, c);
		count_bits(bits);
	}
	FOR_SIZES(n, 5, 600, 20)
	{
		cpp_int a = some_number(n), b = some_number(n / 2), c;
		int *values = judged_values(2 * n);
		char *digits = judged_letters(19 * n, '7');

		to_decimal(a);
		from_decimal(digits);
		divide_big(a, b, c);
		product_of_all(values, 2 * n, c);
		fill_flat_map(values, 2 * n);
		free(digits);
		free(values);
	}
	FOR_SIZES(n, 6, 130, 18)
	{
		graph g = some_graph<graph>(n, false);
		directed d = some_graph<directed>(n, false), path((size_t)n);

		for (int i = 0; i + 1 < n; i++)
			add_edge((size_t)i + 1, (size_t)i, 1, path);
		between(g);
		relax_backwards(path);
		all_by_heaps(d);
		all_by_tables(g);
	}
	return 0;
}
