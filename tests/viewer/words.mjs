// SPDX-License-Identifier: GPL-2.0-or-later
// words.mjs - the sentences of the page, in node: each strength of a statement, bounds, few points, sweeps.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { encode } from "./encode.mjs";
import { dataCode, scratch } from "./modules.mjs";
import { demo } from "./synthetic.mjs";

const code = await dataCode();
after(() => rmSync(scratch, { recursive: true }));
const open = (plain) => new code.Profile(code.openPayload(encode(plain)));

function summary(profile) {
	return code
		.summarise(profile)
		.map((sentence) =>
			sentence.map((piece) => (typeof piece === "string" ? piece : piece.routine.name)).join(""),
		)
		.join(" ");
}

test("each strength of a statement has its words, its colours and its remedy", () => {
	const plain = demo();
	const profile = open(plain);
	const first = (strength, more = () => true) =>
		profile.routines.find((r) => r.worst.strength === strength && r.points > 0 && more(r));
	const said = (routine) => code.describeRoutine(routine, "bb");
	const known = first("class", (r) => r.worst.growth === "n^2");
	assert.match(said(known), /^The worst case grows as n²; of the other classes .* At n = /);
	assert.equal(code.remedyOf(profile, known.worst), null);
	const late = {
		...known.worst,
		reason: "its exponent is 1.58 because a part that grows less still counts at these sizes",
	};
	assert.match(
		said({ ...known, worst: late }),
		/\. Here its exponent is 1\.58 because a part .* sizes\. At n = /,
	);
	assert.equal(code.plainExponent(late), null);
	assert.equal(code.plainExponent(known.worst), known.worst.exponent);
	const between = first("between");
	assert.equal(code.plainExponent({ ...between.worst, high: between.worst.powerLow - 0.2 }), null);
	for (const [low, high, tells] of [
		[1, 1, true],
		[1, 1.5, false],
		[1.5, 2, true],
	])
		assert.equal(code.growthTells({ ...between.worst, powerLow: low, powerHigh: high }), tells);
	assert.match(
		said(between),
		/^The worst case grows as .+ or .+; its class is not known: its points do not tell one class from another\. The exponent/,
	);
	assert.equal(code.coloursOf(between.worst).length, 2);
	const least = first("at least", (r) => r.worst.verdict === "no clear trend");
	assert.match(
		said(least),
		/^The worst case grows at least as fast as n⁰·⁸; its class is not known: its points/,
	);
	assert.equal(code.growthLabel(least.worst), "at least n⁰·⁸");
	assert.deepEqual(code.coloursOf(least.worst, 0.8), ["n"]);
	assert.deepEqual(code.coloursOf(least.worst, 1.9), ["n^2"]);
	assert.deepEqual(code.coloursOf(first("at most").worst, -Infinity, 1.2), ["n log n"]);
	const few = first("unknown", (r) => r.worst.verdict === "too few sizes");
	assert.equal(said(few), "Its growth is not known: it was seen with 3 sizes.");
	assert.deepEqual(code.coloursOf(few.worst), []);
	assert.deepEqual(code.remedyOf(profile, few.worst), {
		text: "Record more sizes",
		command: plain.advice.command,
	});
	assert.equal(code.remedyOf(profile, between.worst).text, "Record inputs ten times smaller or larger");
	const guess = open({ ...plain, advice: { condition: "if 640 is a size", text: null, command: "x" } });
	assert.equal(code.remedyOf(guess, few.worst).text, "If 640 is a size, record more sizes");
	const server = open({ ...plain, advice: { condition: null, text: "it is a server", command: null } });
	assert.deepEqual(code.remedyOf(server, few.worst), { text: "It is a server", command: null });
	assert.equal(code.statementText("n^2 or n^2 log n"), "n² or n² log n");
	assert.equal(code.statementText("at most n^1.25"), "at most n¹·²⁵");
	assert.equal(code.statementText("sqrt n or n"), "√n or n");
});

test("the curve T(n)/f(n) says no more than the statement", () => {
	const profile = open(demo());
	const model = (strength, more = () => true) =>
		profile.routines.find((r) => r.worst.strength === strength && more(r.worst)).worst;
	const square = model("class", (m) => m.growth === "n^2");
	assert.equal(
		code.boundText("levels off", "n^2", square),
		"The curve levels off over the sizes seen: n² describes the growth.",
	);
	assert.match(code.boundText("rises", "n", square), /: the cost grows faster than n\.$/);
	assert.match(code.boundText("falls", "n^3", square), /: the cost grows more slowly than n³\.$/);
	assert.match(
		code.boundText("levels off", "n^2 log n", square),
		/: the cost grows more slowly than n² log n\.$/,
	);
	const between = model("between", (m) => m.open[0] === "n");
	assert.match(code.boundText("levels off", "n", between), /: n is one of the two possible classes\.$/);
	assert.match(code.boundText("rises", "1", between), /grows faster than 1\.$/);
	const least = {
		...square,
		strength: "at least",
		open: ["n^2", "n^3"],
		powerLow: 1.9,
		powerHigh: Infinity,
	};
	assert.match(code.boundText("levels off", "n^2", least), /; n² is one of the possible classes\.$/);
	assert.match(code.boundText("rises", "n", least), /grows faster than n\.$/);
	const most = { ...square, strength: "at most", open: ["1", "n"], powerLow: -Infinity, powerHigh: 1.2 };
	assert.match(code.boundText("falls", "n^2", most), /grows more slowly than n²\.$/);
	for (const none of [null, model("unknown")])
		assert.equal(
			code.boundText("levels off", "n^2", none),
			"The curve levels off over the sizes seen; how it continues is not known.",
		);
	assert.match(code.boundText("unknown", "n", square), /^There are too few points/);
});

test("a sweep is told by the size of its runs first", () => {
	const plain = demo();
	plain.by_run = {
		unit: "{n}",
		sizes: 9,
		smallest: 200,
		largest: 6400,
		routine: 1,
		whole: 0.97,
		culprit: 3,
		share: 0.92,
		strength: 4,
		text: "n^2",
	};
	plain.routines[3].by_run = [9, 4, "n^2", "1", "n^2 or n^2 log n"];
	plain.routines[4].by_run = [9, 0, "unknown", "1", "unknown"];
	plain.routines[5].by_run = [9, 1, "at most n^1.2", "unknown", "n"];
	const profile = open(plain);
	assert.match(
		summary(open({ ...plain, by_run: { ...plain.by_run, whole: 0.933, share: 0.4 } })),
		/: \S+, 93\u202f% of the cost at 6400, grows as n², 42\u202f% of it in /,
	);
	const [first, second] = [profile.routines[1].name, profile.routines[3].name];
	assert.ok(
		summary(profile).startsWith(
			`Against {n}, 9 sizes from 200 to 6.4\u202fk: ${first} grows as n², 94\u202f% of it in ${second}. Growth known for `,
		),
		summary(profile),
	);
	assert.equal(
		code.describeByRun(profile, profile.routines[3]),
		"Against {n}, over runs of 9 sizes: the cost of all its calls is n², the number of calls 1, the cost of the largest call n² or n² log n.",
	);
	assert.equal(code.describeByRun(profile, profile.routines[4]), null);
	assert.equal(
		code.describeByRun(profile, profile.routines[5]),
		"Against {n}, over runs of 9 sizes: the cost of all its calls is at most n¹·², the number of calls not known, the cost of the largest call n.",
	);
	assert.equal(code.describeByRun(profile, profile.routines[6]), null);
});

test("one and two points are said in a sentence", () => {
	const points = (...rows) => ({
		count: rows.length,
		size: rows.map(([n]) => n),
		max: rows.map(([, cost]) => cost),
	});
	assert.equal(
		code.fewPoints(points([7, 30]), "basic blocks"),
		"n = 7 costs at most 30 basic blocks. One size is not enough for a plot.",
	);
	assert.equal(
		code.fewPoints(points([7, 30], [9, 50]), "basic blocks"),
		"n = 7 costs at most 30 basic blocks, n = 9 at most 50 basic blocks. Two sizes are not enough for a plot.",
	);
	assert.equal(code.fewPoints(points([1, 1], [2, 2], [3, 3]), "basic blocks"), null);
	assert.equal(code.fewPoints(points(), "basic blocks"), null);
});

test("calls from one size of a caller are said in a sentence", () => {
	const rows = (...all) => ({
		count: all.length,
		size: all.map(([n]) => n),
		max: all.map(([, most]) => most),
	});
	const said = (...all) => code.fewCalls("main", "sort", rows(...all));
	assert.equal(
		said([7, 30]),
		"With n = 7 one activation of main calls sort at most 30 times. One size is not enough for a plot.",
	);
	assert.equal(
		said([7, 1]),
		"With n = 7 one activation of main calls sort once. One size is not enough for a plot.",
	);
	assert.equal(said([7, 30], [8, 31]), null);
	assert.equal(said(), null);
});

test("the headline names what landau report does: no start-up that does not hurt, and first what is worth it", () => {
	const named = (plain) => summary(open(plain)).match(/routines?\)\. (\S+), .* of the cost, grows/)[1];
	const plain = demo();
	const total = plain.totals?.cost ?? open(plain).header.totals.cost;
	const first = named(plain);
	const change = (changes) => ({
		...plain,
		routines: plain.routines.map((r) => (r.name === first ? { ...r, ...changes } : r)),
	});
	assert.notEqual(named(change({ startup: 1, self: 0 })), first);
	assert.equal(named(change({ startup: 1, self: Math.ceil(total / 50) })), first);
	const small = change({ cost: Math.ceil(total / 500) });
	assert.notEqual(named(small), first);
	assert.ok(summary(open(small)).includes(first));
});

test("what is known to tell how the cost goes on is what the command takes for it", () => {
	const tells = (strength, powerLow, powerHigh) => code.growthTells({ strength, powerLow, powerHigh });
	assert.ok(tells("class", 1, 1) && tells("class", 2, 2));
	assert.ok(tells("between", 2, 2) && tells("between", 1.5, 2) && tells("between", 0.5, 1));
	assert.ok(!tells("between", 1, 1.5), "n log n or n^1.5");
	assert.ok(tells("at most", -Infinity, 1) && !tells("at most", -Infinity, 1.5));
	assert.ok(tells("at least", 1.2, Infinity) && !tells("at least", 1, Infinity));
	assert.ok(!tells("unknown", -Infinity, Infinity) && !code.growthTells(null));
});
