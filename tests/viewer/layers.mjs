// SPDX-License-Identifier: GPL-2.0-or-later
// layers.mjs - the graph of flows in layers: where boxes and ribbons are, also in circles.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { dataCode, scratch } from "./modules.mjs";

const { layOut } = await dataCode();
after(() => rmSync(scratch, { recursive: true, force: true }));

const SIZES = { nodeWidth: 100, nodeHeight: 20, across: 50, down: 10, width: 0, leastWidth: 60 };
const ribbons = (...rows) => rows.map(([from, to, width = 4]) => ({ from, to, width }));
const layers = (layout) =>
	Object.fromEntries([...layout.nodes.values()].map(({ key, layer }) => [key, layer]));

/** No two boxes on each other, all ribbons at the edges of their boxes and, at each, beside each other. */
function isTidy(all, layout) {
	const nodes = [...layout.nodes.values()];
	for (const a of nodes)
		for (const b of nodes)
			if (a !== b && a.layer === b.layer)
				assert.ok(
					a.y + a.height <= b.y || b.y + b.height <= a.y,
					`${a.key} and ${b.key} are on each other`,
				);
	for (const end of ["from", "to"]) {
		for (const node of nodes) {
			const mine = layout.ribbons
				.filter(({ index }) => all[index][end] === node.key)
				.map((drawn) => ({
					x: end === "from" ? drawn.x1 : drawn.x2,
					y: end === "from" ? drawn.y1 : drawn.y2,
					width: all[drawn.index].width,
				}))
				.sort((a, b) => a.y - b.y);
			mine.forEach(({ x, y, width }, i) => {
				assert.equal(x, end === "from" ? node.x + layout.nodeWidth : node.x);
				assert.ok(y - width / 2 >= node.y - 1e-9 && y + width / 2 <= node.y + node.height + 1e-9);
				if (i > 0) assert.ok(y - width / 2 >= mine[i - 1].y + mine[i - 1].width / 2 - 1e-9);
			});
		}
	}
	for (const { x, y, height } of nodes)
		assert.ok(
			x >= 0 &&
				y >= -1e-9 &&
				x + layout.nodeWidth <= layout.width &&
				y + height <= layout.height + 1e-9,
		);
}

test("what feeds stands before what is fed", () => {
	const all = ribbons(["a", "b"], ["b", "c"], ["a", "c"], ["d", "c"]);
	const layout = layOut(all, SIZES);
	/* d stands next to the one that it feeds. */
	assert.deepEqual(layers(layout), { a: 0, b: 1, c: 2, d: 1 });
	assert.equal(layout.layers, 3);
	assert.equal(layout.width, 2 * 150 + 100);
	isTidy(all, layout);
});

test("more room draws the layers apart", () => {
	const layout = layOut(ribbons(["a", "b"], ["b", "c"]), { ...SIZES, width: 1000 });
	assert.equal(layout.width, 1000);
	assert.equal(layout.nodes.get("b").x, 450);
});

test("less room draws layers and boxes together, down to a least width", () => {
	const chain = ribbons(["a", "b"], ["b", "c"], ["c", "d"]);
	const narrow = layOut(chain, { ...SIZES, width: 440 });
	assert.equal(narrow.nodeWidth, 80);
	assert.ok(Math.abs(narrow.width - 440) < 1e-9);
	assert.ok(Math.abs(narrow.nodes.get("b").x - 120) < 1e-9);
	isTidy(chain, narrow);
	/* Where it has to be scrolled anyway, nothing is made narrower. */
	const wide = layOut(chain, { ...SIZES, width: 320 });
	assert.deepEqual([wide.nodeWidth, wide.width], [100, 550]);
	isTidy(chain, wide);
});

test("a circle has one way back, the thin one", () => {
	const all = ribbons(["a", "b", 9], ["b", "c", 9], ["c", "a", 1]);
	const layout = layOut(all, SIZES);
	assert.deepEqual(layers(layout), { a: 0, b: 1, c: 2 });
	const back = layout.ribbons.filter(({ x1, x2 }) => x2 < x1).map(({ index }) => index);
	assert.deepEqual(back, [2]);
	isTidy(all, layout);
});

test("a box is as high as the ribbons of one side together", () => {
	const all = ribbons(["a", "s", 30], ["b", "s", 30], ["s", "z", 10]);
	const layout = layOut(all, SIZES);
	assert.equal(layout.nodes.get("s").height, 66);
	assert.equal(layout.nodes.get("z").height, 20);
	isTidy(all, layout);
});

test("neighbours stand beside each other", () => {
	const all = ribbons(["a", "x"], ["b", "y"], ["c", "z"], ["a", "x"], ["c", "z"]);
	const { nodes } = layOut(all, SIZES);
	const order = (...keys) => keys.sort((p, q) => nodes.get(p).y - nodes.get(q).y);
	const letters = { a: "x", b: "y", c: "z" };
	assert.deepEqual(
		order("a", "b", "c").map((key) => letters[key]),
		order("x", "y", "z"),
	);
});

test("any graph is laid out", () => {
	let seed = 1;
	const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
	for (let round = 0; round < 200; round++) {
		const count = 1 + random(20);
		const all = ribbons(
			...Array.from({ length: 1 + random(40) }, () => [random(count), random(count), 1 + random(20)])
				.filter(([from, to]) => from !== to)
				.map(([from, to, width]) => [`n${from}`, `n${to}`, width]),
		);
		if (all.length > 0) isTidy(all, layOut(all, SIZES));
	}
});
