// SPDX-License-Identifier: GPL-2.0-or-later
// flame.mjs - the tree of the flame graph: what is apportioned to whom, and what a larger input makes of it.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { encode } from "./encode.mjs";
import { dataCode, scratch } from "./modules.mjs";

const code = await dataCode();
after(() => rmSync(scratch, { recursive: true, force: true }));

const CLASSES = ["1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2"];
const POWERS = [0, 0, 0.5, 1, 1, 1.5, 2];

/** A model of that class without other terms, the largest size 100. */
function model(name) {
	const growth = CLASSES.indexOf(name);
	const power = POWERS[growth];
	const statement = [4, 2 << growth, name, "", power, power];
	const curve = [0, 0, 1, 0, 2, 0.1, 2, 1, 100, 20, 0, 0, 0, 0, 0, 0];
	if (growth === 0) [curve[0], curve[2]] = [1, 0];
	return [growth + 1, growth + 1, 0, 0, name, ...statement, power, power, power, ...curve];
}

function atLeast(power) {
	const packed = model("n");
	packed.splice(5, 6, 2, 0, `at least n^${power}`, "few sizes", power, null);
	return packed;
}

const row = (n, cost) => ({ n, calls: 1, min: cost, max: cost, sum: cost });

/** [name, cost, self, model or 0, {callee: cost or [cost, growth of calls]}] of each routine. */
function profileOf(rows, extra = {}) {
	const index = new Map(rows.map(([name], i) => [name, i]));
	const routines = rows.map(([name, cost, self, worst, callees = {}]) => ({
		name,
		object: "o",
		file: "f.c",
		calls: 1,
		cost,
		self,
		startup: extra.startup?.includes(name) ? 1 : 0,
		worst,
		mean: worst,
		trms: [row(100, cost)],
		threads: [{ thread: 0, calls: 1, cost, self, rows: [] }],
		callees: Object.entries(callees).map(([to, value]) => {
			const [part, growth] = [value].flat();
			return { callee: index.get(to), calls: 1, cost: part, growth: growth ?? 0, rows: [] };
		}),
		contexts: extra.contextRows?.[name] ?? [],
	}));
	const cost = rows.reduce((sum, one) => sum + one[2], 0);
	const profile = {
		program: "p",
		threads: [{ id: 1, name: "main", cost }],
		totals: { cost, calls: 1, thread_input: 0, external_input: 0 },
		contexts: extra.contexts,
		by_run: extra.by_run,
		routines: routines.map((r, i) => ({ ...r, by_run: extra.runs?.[i] ?? 0 })),
	};
	return new code.Profile(code.openPayload(encode(profile)));
}

/** Names along the path of each frame, and its cost. */
function costsOf(flame, which = "cost") {
	const named = (frame) =>
		frame.above?.routine
			? `${named(frame.above)}/${frame.routine.name}`
			: (frame.routine?.name ?? (frame.above ? "start-up" : ""));
	return Object.fromEntries(flame.frames("", 0).map((frame) => [named(frame), Math.round(frame[which])]));
}

/** No frame is wider than what it is under, nor are all that are under one together. */
function checkWidths(frames) {
	const sums = new Map();
	for (const { above, node, left, width } of frames) {
		assert.ok(Number.isFinite(width) && width >= 0 && left >= 0);
		if (!above) continue;
		sums.set(above, (sums.get(above) ?? 0) + width);
		assert.ok(left >= above.left - 1e-9 && left + width <= above.left + above.width + 1e-9);
		for (let at = above; at; at = at.above) assert.notEqual(at.node, node, "a routine in its own frame");
	}
	for (const [above, sum] of sums) assert.ok(sum <= above.width + 1e-9);
}

test("a routine of several callers is apportioned among them, and so are its callees", () => {
	const flame = new code.Flame(
		profileOf([
			["main", 100, 10, 0, { a: 60, b: 30 }],
			["a", 60, 30, 0, { c: 30 }],
			["b", 30, 20, 0, { c: 10 }],
			["c", 40, 20, 0, { d: 20 }],
			["d", 20, 20, 0],
			["idle", 7, 7, 0],
		]),
	);
	assert.equal(flame.isExact, false);
	assert.deepEqual(costsOf(flame, "now"), {
		"": 107,
		main: 100,
		"main/a": 60,
		"main/a/c": 30,
		"main/a/c/d": 15,
		"main/b": 30,
		"main/b/c": 10,
		"main/b/c/d": 5,
		idle: 7,
	});
	checkWidths(flame.frames("", 0));
	// Seen from a frame, those above it are as wide as it is, and the others are not there.
	const zoomed = flame.frames("0.1", 0);
	assert.deepEqual(
		zoomed.map((frame) => [frame.routine?.name ?? "", frame.left, Math.round(1000 * frame.width) / 1000]),
		[
			["", 0, 1],
			["main", 0, 1],
			["a", 0, 1],
			["c", 0, 0.5],
			["d", 0, 0.25],
		],
	);
	assert.deepEqual(
		flame.frames("0.99.1", 0).map((frame) => frame.width > 0),
		flame.frames("0", 0).map(() => true),
		"a path that leads nowhere ends where it can",
	);
});

test("recursion is folded and adds nothing", () => {
	const flame = new code.Flame(
		profileOf([
			["main", 100, 0, 0, { expression: 100 }],
			["expression", 100, 30, 0, { term: 260, expression: 500, token: 10 }],
			["term", 90, 30, 0, { factor: 240 }],
			["factor", 80, 30, 0, { expression: 230, token: 20 }],
			["token", 30, 30, 0],
			["alone", 20, 10, 0, { together: 10 }],
			["together", 20, 10, 0, { alone: 10 }],
		]),
	);
	const costs = costsOf(flame, "now");
	assert.equal(costs["main/expression"], 100);
	assert.equal(costs["main/expression/term"], 90);
	assert.equal(costs["main/expression/token"], 10);
	assert.ok(Object.keys(costs).every((path) => !/(expression|term).*\1/.test(path)));
	for (const scale of [1, 10, 1000]) {
		flame.rescale(scale);
		checkWidths(flame.frames("", 0));
	}
	assert.ok("alone" in costs || "together" in costs, "what only calls itself is somewhere");
});

test("with a larger input the curves decide, and what is not known stays", () => {
	const profile = profileOf([
		["main", 1000, 100, 0, { square: 100, line: 700, other: 100 }],
		["square", 100, 100, model("n^2")],
		["line", 700, 0, model("n"), { leaf: [600, 4], rest: 100 }],
		["leaf", 600, 600, model("1")],
		["rest", 100, 100, model("n^2")],
		["other", 100, 100, 0],
	]);
	const flame = new code.Flame(profile);
	flame.rescale(10);
	const costs = costsOf(flame);
	assert.equal(costs["main/square"], 10_000);
	assert.equal(costs["main/other"], 100);
	// Its curve has seen all of it: what it calls shares that out, by the number of calls and by its own growth.
	assert.equal(costs["main/line"], 7000);
	assert.equal(costs["main/line/leaf"], Math.round((7000 * 6000) / 16000));
	assert.equal(costs["main/line/rest"], Math.round((7000 * 10000) / 16000));
	assert.equal(costs.main, 100 + 10_000 + 7000 + 100);
	assert.equal(flame.total, costs.main);
	checkWidths(flame.frames("", 0));
	flame.rescale(1);
	assert.equal(flame.total, 1000);
	assert.equal(costsOf(flame).main, 1000);
});

test("a bound counts as far as it tells, and runs of a sweep before all else", () => {
	const rows = [
		["fast", 10, 10, atLeast(1.5)],
		["slow", 10, 10, atLeast(0.5)],
	];
	const flame = new code.Flame(profileOf(rows));
	flame.rescale(100);
	assert.deepEqual(costsOf(flame), { "": 10_010, fast: 10_000, slow: 10 });
	const by_run = { unit: "{n}", sizes: 9, smallest: 10, largest: 1000, routine: 0, whole: 1, culprit: 0 };
	const swept = new code.Flame(
		profileOf(rows, {
			by_run: { ...by_run, share: 1, strength: 4, text: "n" },
			runs: [
				[9, 4, "n", "n", "1"],
				[9, 0, "unknown", "unknown", "unknown"],
			],
		}),
	);
	swept.rescale(100);
	assert.deepEqual(costsOf(swept), { "": 1010, fast: 1000, slow: 10 });
	for (const [text, factor] of [
		["n^2", 100],
		["n^2 or n^2 log n", 100],
		["at least n^1.5", 10 ** 1.5],
		["at least n", null],
		["at most n", 1],
		["at most n^2", null],
		["unknown", null],
	])
		assert.equal(code.spokenFactor(text, 1000, 10), factor, text);
});

test("start-up is one frame, and what it starts begins the tree", () => {
	const rows = [
		["_start", 110, 4, 0, { main: 90, init: 16 }],
		["init", 16, 6, 0, { _start: 5, set_up: 10 }],
		["main", 90, 60, 0, { open: 30 }],
		["set_up", 10, 10, 0],
		["open", 30, 10, 0, { loader: 20 }],
		["loader", 20, 20, 0],
	];
	const flame = new code.Flame(profileOf(rows, { startup: ["_start", "init", "loader"] }));
	const costs = costsOf(flame, "now");
	assert.deepEqual(costs, {
		"": 110,
		main: 90,
		"main/open": 30,
		"main/open/loader": 20, // not on the way to main: the program's own doing
		"start-up": 10,
		set_up: 10,
	});
	flame.rescale(100);
	assert.deepEqual(costsOf(flame), costs);
	const none = new code.Flame(profileOf(rows));
	assert.equal(costsOf(none, "now")._start, 110);
});

test("with calling contexts the tree is the recorded one", () => {
	const part = (context, self) => ({ context, thread: 0, calls: 1, cost: self, self, rows: [] });
	const profile = profileOf(
		[
			["main", 100, 10, 0, { a: 60, b: 30 }],
			["a", 60, 10, 0, { c: 50 }],
			["b", 30, 20, 0, { c: 10 }],
			["c", 60, 60, 0],
		],
		{
			contexts: { parent: [-1, 0, 0, 1, 2, 3], routine: [0, 1, 2, 3, 3, 3] },
			contextRows: {
				main: [part(0, 10)],
				a: [part(1, 10)],
				b: [part(2, 20)],
				c: [part(3, 45), part(4, 10), part(5, 5)],
			},
		},
	);
	const flame = new code.Flame(profile);
	assert.equal(flame.isExact, true);
	assert.deepEqual(costsOf(flame, "now"), {
		"": 100,
		main: 100,
		"main/a": 60,
		"main/a/c": 50,
		"main/a/c/c": 5,
		"main/b": 30,
		"main/b/c": 10,
	});
});

/** Rows of a sandwich, the outermost callers first: names with their costs. */
function rowsOf(profile, name) {
	const { frames, middle } = code.sandwichOf(profile, profile.find(name, null, null), 0.001);
	assert.equal(middle.width, 1);
	const rows = [];
	for (const { depth, routine, cost, left, width } of [...frames].sort((a, b) => a.left - b.left)) {
		assert.ok(left >= 0 && left + width <= 1 + 1e-9);
		(rows[depth] ??= []).push(`${routine.name} ${Math.round(cost)}`);
	}
	return rows.map((row) => row.join(", "));
}

test("a sandwich has all callers above and all callees below", () => {
	const profile = profileOf([
		["main", 100, 10, 0, { a: 60, b: 30 }],
		["a", 60, 30, 0, { c: 30 }],
		["b", 30, 20, 0, { c: 10 }],
		["c", 40, 10, 0, { d: 20, c: 5, e: 10 }],
		["d", 20, 20, 0],
		["e", 10, 10, 0, { c: 1 }],
	]);
	// 30 of the 41 that c costs its callers are under a, and 1 under e, which it calls itself.
	assert.deepEqual(rowsOf(profile, "c"), ["main 29, main 10", "a 29, b 10, e 1", "c 40", "d 20, e 10"]);
	assert.deepEqual(rowsOf(profile, "main")[0], "main 100");
});

test("a sandwich of contexts puts those of a routine together, recursion counted once", () => {
	const part = (context, self) => ({ context, thread: 0, calls: 1, cost: self, self, rows: [] });
	const profile = profileOf(
		[
			["main", 100, 10, 0, {}],
			["a", 60, 10, 0, {}],
			["c", 60, 60, 0, {}],
			["d", 30, 30, 0, {}],
		],
		{
			// main { a { c { c { d } } } c { d } }
			contexts: { parent: [-1, 0, 1, 2, 3, 0, 5], routine: [0, 1, 2, 2, 3, 2, 3] },
			contextRows: {
				main: [part(0, 10)],
				a: [part(1, 10)],
				c: [part(2, 20), part(3, 5), part(5, 25)],
				d: [part(4, 10), part(6, 20)],
			},
		},
	);
	assert.deepEqual(rowsOf(profile, "c"), ["main 35", "main 45, a 35", "c 80", "d 20, c 15", "d 10"]);
});

test("ten thousand routines that call each other make no more frames than can be seen", () => {
	const count = 10_000;
	const models = [0, model("n"), 0, model("n^2"), 0, model("1"), atLeast(1.2)];
	const rows = Array.from({ length: count }, (_, i) => {
		const cost = 10 * (count - i);
		const callees = [1, 2, 7, 50, 400].map((step) => i + step).filter((to) => to < count);
		const parts = callees.map((to, k) => [`f${to}`, [Math.floor(cost / (2 + k)), k]]);
		return [`f${i}`, cost, 10, models[i % models.length], Object.fromEntries(parts)];
	});
	const flame = new code.Flame(profileOf(rows));
	for (const scale of [1, 30, 1000]) {
		flame.rescale(scale);
		const frames = flame.frames("", 1 / 3000);
		assert.ok(frames.length > 100 && frames.length <= 20_001, String(frames.length));
		checkWidths(frames.slice(0, 2000));
		const ends = new Map();
		for (const { depth, left, width } of [...frames].sort(
			(a, b) => a.depth - b.depth || a.left - b.left,
		)) {
			assert.ok(left >= (ends.get(depth) ?? 0) - 1e-9, "frames of a row do not overlap");
			ends.set(depth, left + width);
		}
	}
});
