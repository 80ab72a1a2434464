/* SPDX-License-Identifier: GPL-2.0-or-later */
/* btree THREADS SCALE - a B-tree that one thread fills and all threads look keys up in (as an index in memory). */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace
{

constexpr int order = 16;

struct Node {
	int count = 0;
	bool leaf = true;
	uint64_t keys[2 * order - 1];
	Node *children[2 * order];
};

class Tree
{
      public:
	Tree() : root_(new Node)
	{
	}
	~Tree()
	{
		remove(root_);
	}
	Tree(const Tree &) = delete;
	Tree &operator=(const Tree &) = delete;

	void insert(uint64_t key)
	{
		if (root_->count == 2 * order - 1) {
			Node *above = new Node;

			above->leaf = false;
			above->children[0] = root_;
			split(above, 0);
			root_ = above;
		}
		insert_below(root_, key);
	}

	bool contains(uint64_t key) const
	{
		const Node *node = root_;

		for (;;) {
			int i = place_in(node, key);

			if (i < node->count && node->keys[i] == key)
				return true;
			if (node->leaf)
				return false;
			node = node->children[i];
		}
	}

      private:
	Node *root_;

	static int place_in(const Node *node, uint64_t key)
	{
		int low = 0, high = node->count;

		while (low < high) {
			int middle = (low + high) / 2;

			if (node->keys[middle] < key)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	static void split(Node *above, int i)
	{
		Node *left = above->children[i], *right = new Node;

		right->leaf = left->leaf;
		right->count = order - 1;
		for (int k = 0; k < order - 1; k++)
			right->keys[k] = left->keys[k + order];
		for (int k = 0; !left->leaf && k < order; k++)
			right->children[k] = left->children[k + order];
		left->count = order - 1;
		for (int k = above->count; k > i; k--) {
			above->children[k + 1] = above->children[k];
			above->keys[k] = above->keys[k - 1];
		}
		above->children[i + 1] = right;
		above->keys[i] = left->keys[order - 1];
		above->count++;
	}

	static void insert_below(Node *node, uint64_t key)
	{
		while (!node->leaf) {
			int i = place_in(node, key);

			if (node->children[i]->count == 2 * order - 1) {
				split(node, i);
				if (key > node->keys[i])
					i++;
			}
			node = node->children[i];
		}
		int i = place_in(node, key);

		for (int k = node->count; k > i; k--)
			node->keys[k] = node->keys[k - 1];
		node->keys[i] = key;
		node->count++;
	}

	static void remove(Node *node)
	{
		for (int i = 0; !node->leaf && i <= node->count; i++)
			remove(node->children[i]);
		delete node;
	}
};

uint64_t scatter(uint64_t i)
{
	i = (i ^ (i >> 31)) * 0xbf58476d1ce4e5b9U;
	return (i ^ (i >> 29)) % 1000003;
}

} // namespace

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 4;
	int scale = argc > 2 ? atoi(argv[2]) : 1;
	int keys = 20000 * scale;
	std::vector<long> found(static_cast<size_t>(threads));
	std::vector<std::thread> readers;
	Tree tree;
	long sum = 0;

	for (int i = 0; i < keys; i++)
		tree.insert(scatter(static_cast<uint64_t>(i)));
	for (int t = 0; t < threads; t++)
		readers.emplace_back([&tree, &found, keys, threads, t] {
			long hits = 0;

			for (int i = t; i < 2 * keys; i += threads)
				hits += tree.contains(scatter(static_cast<uint64_t>(i) * 3));
			found[static_cast<size_t>(t)] = hits;
		});
	for (std::thread &reader : readers)
		reader.join();
	for (long hits : found)
		sum += hits;
	std::printf("btree %ld\n", sum);
	return 0;
}
