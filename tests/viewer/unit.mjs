// SPDX-License-Identifier: GPL-2.0-or-later
// unit.mjs - the data code of the page, in node: reading, models, grouping, words, comparing, filters.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { deflateSync } from "node:zlib";
import { encode } from "./encode.mjs";
import { dataCode, scratch } from "./modules.mjs";
import { demo, hostile } from "./synthetic.mjs";

const code = await dataCode();
after(() => rmSync(scratch, { recursive: true }));
const open = (plain) => new code.Profile(code.openPayload(encode(plain)));

test("what was written is read back, row by row", () => {
	const plain = demo({ routineCount: 40 });
	const profile = open(plain);
	assert.equal(profile.routines.length, 40);
	plain.routines.forEach((routine, i) => {
		const { trms, rms, threads, callees } = profile.block(i);
		assert.equal(profile.routines[i].name, routine.name);
		assert.deepEqual(
			[...trms.size],
			routine.trms.map((r) => r.n),
		);
		assert.deepEqual(
			[...trms.calls],
			routine.trms.map((r) => r.calls),
		);
		assert.deepEqual(
			[...trms.min],
			routine.trms.map((r) => r.min),
		);
		assert.deepEqual(
			[...trms.max],
			routine.trms.map((r) => r.max),
		);
		assert.deepEqual(
			[...trms.sum],
			routine.trms.map((r) => r.sum),
		);
		assert.deepEqual(
			[...trms.rms],
			routine.trms.map((r) => r.rms ?? r.n * r.calls),
		);
		assert.deepEqual(
			[...trms.external],
			routine.trms.map((r) => r.external ?? 0),
		);
		assert.deepEqual(
			[...rms.size],
			(routine.rms ?? routine.trms).map((r) => r.n),
		);
		assert.deepEqual(
			threads.map((t) => t.calls),
			routine.threads.map((t) => t.calls),
		);
		assert.deepEqual(
			threads.flatMap((t) => [...t.costs.max]).sort(),
			routine.threads.flatMap((t) => t.rows.map((r) => r.max)).sort(),
		);
		assert.deepEqual(
			callees.map((e) => [e.callee, e.calls, e.bySize.count]),
			routine.callees.map((e) => [e.callee, e.calls, e.rows.length]),
		);
	});
});

test("callers are the callees seen from the other side", () => {
	const profile = open(demo({ routineCount: 40 }));
	let edges = 0;
	for (const routine of profile.routines) {
		for (const edge of profile.callers(routine.index)) {
			assert.equal(edge.callee, routine.index);
			assert.ok(
				profile
					.block(edge.caller)
					.callees.some((e) => e.callee === routine.index && e.calls === edge.calls),
			);
			edges++;
		}
	}
	assert.equal(edges, profile.header.edges.caller.length);
});

test("notes are with their routines", () => {
	const plain = demo({ routineCount: 5 });
	plain.notes = { routine: [3, 1, 3], text: ["first", "of another", "second"] };
	assert.deepEqual(
		open(plain).routines.map((r) => r.notes),
		[[], ["of another"], [], ["first", "second"], []],
	);
	assert.deepEqual(open(demo({ routineCount: 5 })).routines[3].notes, []);
});

test("the compressed text of the page opens", async () => {
	const payload = await code.unpack(
		`\n${deflateSync(encode(demo({ routineCount: 5 }))).toString("base64")}\n`,
	);
	assert.equal(payload.header.routines.name.length, 5);
});

test("numbers up to 2^53 are exact, larger ones round as JSON does", () => {
	const rows = [2 ** 53 - 1, 2 ** 53, 2n ** 64n - 1n].map((cost, i) => ({
		n: i + 1,
		calls: 1,
		min: cost,
		max: cost,
		sum: cost,
	}));
	const profile = open({
		program: "p",
		totals: {},
		threads: [],
		routines: [
			{
				name: "f",
				object: "",
				file: "",
				calls: 3,
				cost: 0,
				self: 0,
				trms: rows,
			},
		],
	});
	assert.deepEqual([...profile.block(0).trms.sum], [2 ** 53 - 1, 2 ** 53, 18446744073709551615]);
});

test("damaged data is an error, never a hang or a wrong page", () => {
	const bytes = encode(demo({ routineCount: 5 }));
	assert.throws(() => code.openPayload(bytes.subarray(0, 6)), /not a Landau profile/);
	assert.throws(() => code.openPayload(bytes.subarray(0, 100)), /cut short/);
	assert.throws(() => new code.Profile(code.openPayload(bytes.subarray(0, bytes.length - 1))), /cut short/);
	const payload = code.openPayload(bytes);
	const huge = new Uint8Array(16).fill(0xff);
	assert.throws(() => code.readBlock(huge, 0, 16, 0), /ends in the middle/);
	assert.throws(() => code.readBlock(Uint8Array.of(0, 0xff, 0xff, 0x7f), 0, 4, 0), /has fewer rows/);
	assert.throws(
		() =>
			new code.Profile({
				...payload,
				bytes: payload.bytes.subarray(0, payload.start + 2),
			}),
		/cut short/,
	);
});

test("any names are found again by their address", () => {
	const profile = open(hostile());
	for (const routine of profile.routines)
		assert.equal(profile.find(routine.name, routine.object, routine.file), routine);
	assert.equal(profile.find("no such routine", null, null), null);
});

test("a curve is evaluated as the model states it", () => {
	const model = {
		guess: "n^2",
		constant: 5,
		linear: 2,
		leading: 3,
		shift: 1,
		base: 0,
		scatter: 0.1,
		reach: 1.96,
		covariance: [0, 0, 0, 0, 0, 0],
	};
	assert.equal(code.predict(model, 11), 5 + 22 + 300);
	assert.equal(code.predict({ ...model, guess: "2^n", base: 2, leading: 1, linear: 0 }, 10), 5 + 1024);
	assert.equal(code.predict({ ...model, guess: "1", leading: 0, linear: 0 }, 1e9), 5);
	assert.ok(Number.isNaN(code.predict({ ...model, guess: null }, 3)));
	const [low, high] = code.interval(model, 11);
	assert.ok(Math.abs(low * high - 327 ** 2) < 1e-6 && Math.abs(high / 327 - Math.exp(0.196)) < 1e-9);
	assert.equal(code.growthValue("n log n", 8), 24);
	assert.equal(code.growthValue("log n", 0), 0);
});

test("grouping keeps calls, sums and extremes; smoothing takes medians", () => {
	const { trms } = open(demo({ routineCount: 5 })).block(0);
	const grouped = code.group(trms, 4);
	const total = (values) => values.reduce((a, b) => a + b, 0);
	assert.ok(grouped.count < trms.count);
	assert.equal(total(grouped.calls), total(trms.calls));
	assert.equal(total(grouped.sum), total(trms.sum));
	assert.equal(Math.max(...grouped.max), Math.max(...trms.max));
	assert.equal(Math.min(...grouped.min), Math.min(...trms.min));
	for (let i = 1; i < grouped.count; i++) assert.ok(grouped.size[i] > grouped.size[i - 1]);
	assert.deepEqual([...code.smooth(Float64Array.of(1, 9, 2, 3, 100), 3)], [1, 2, 3, 3, 100]);
	assert.equal(code.group(trms, 0), trms);
	assert.deepEqual(
		[
			...code.amortised({
				sum: Float64Array.of(10, 20),
				calls: Float64Array.of(1, 4),
			}),
		],
		[10, 6],
	);
});

test("T(n)/f(n) rises, falls or levels off", () => {
	const size = Float64Array.from({ length: 40 }, (_, i) => 1.3 ** i);
	const cost = size.map((n) => 3 * n * n);
	const over = (f) =>
		code.trendOfRatio(
			size,
			cost.map((c, i) => c / code.growthValue(f, size[i])),
		);
	assert.equal(over("n"), "rises");
	assert.equal(over("n^2"), "levels off");
	assert.equal(over("n^3"), "falls");
	assert.equal(code.trendOfRatio(Float64Array.of(), Float64Array.of()), "unknown");
});

test("numbers are written and read as people do", () => {
	assert.equal(code.exact(1234567), "1\u202f234\u202f567");
	assert.equal(code.exact(1e18), "1\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000");
	assert.equal(code.short(999999), "1\u202fM");
	assert.equal(code.short(12345678), "12.3\u202fM");
	assert.equal(code.power(3e6), "3·10⁶");
	assert.equal(code.percent(0.0001), "<\u202f0.1\u202f%");
	assert.equal(code.fixed(-0.004), "0.00");
	assert.equal(code.fixed(-0.006), "-0.01");
	assert.equal(code.fixed(1.5), "1.50");
	assert.equal(code.fixed(null), "–");
	for (const [text, value] of [
		["1e6", 1e6],
		["2.5M", 2.5e6],
		["10^6", 1e6],
		["1 000 000", 1e6],
		["3*10^4", 3e4],
		["1,000", 1000],
		["5k", 5000],
	])
		assert.equal(code.parseNumber(text), value, text);
	for (const text of ["", "n", "-3", "1e", "<b>"]) assert.ok(Number.isNaN(code.parseNumber(text)), text);
});

test("ticks lie in the range and are few", () => {
	for (const [min, max] of [
		[0, 1],
		[0, 7e9],
		[3, 4],
		[0.001, 0.002],
	]) {
		const ticks = code.linearTicks(min, max, 6);
		assert.ok(
			ticks.length >= 2 &&
				ticks.length <= 13 &&
				ticks.every((t) => t >= min - 1e-9 && t <= max * 1.0000001),
			`${min} ${max}: ${ticks}`,
		);
	}
	assert.deepEqual(code.logTicks(1, 1e4, 6), [1, 10, 100, 1000, 10000]);
	assert.ok(code.logTicks(10, 13, 5).length >= 2);
	assert.ok(code.logTicks(1, 1e30, 6).length <= 12);
});

test("long names of C++ are cut to what tells them apart", () => {
	for (const [name, short] of [
		["short(int)", "short(int)"],
		["x".repeat(80), "x".repeat(80)],
		[
			"v8::internal::Runtime_CompileLazy(int, unsigned long*, v8::internal::Isolate*)",
			"v8::internal::Runtime_CompileLazy",
		],
		[
			"v8::internal::ParserBase<v8::internal::Parser>::ParseIfStatement(v8::internal::ZoneList<a const*>*)",
			"…internal::ParserBase<…>::ParseIfStatement",
		],
		[
			"bool v8::(anonymous namespace)::Execute<a::B<c>, d>(a::B<c> const&, std::vector<int>&, e)",
			"v8::Execute<…>",
		],
		[
			"std::map<std::string, int>::operator<(std::map<std::string, int> const&) const",
			"std::map<…>::operator<",
		],
		[
			"std::function<void (int, long, char const*)>::operator()(int, long, char const*) const",
			"std::function<…>::operator()",
		],
		[
			"std::allocator<std::pair<int const, std::string> >::operator new(unsigned long)",
			"std::allocator<…>::operator new",
		],
		[
			"a_long_scope::another_long_scope::yet_another_one::cooperator_of<int>(int)",
			"…yet_another_one::cooperator_of<…>",
		],
		["(".repeat(60), "(".repeat(60)],
		["a<".repeat(40), "a<".repeat(40)],
	])
		assert.equal(code.shortName(name), short);
});

function summary(profile) {
	return code
		.summarise(profile)
		.map((sentence) =>
			sentence.map((piece) => (typeof piece === "string" ? piece : piece.routine.name)).join(""),
		)
		.join(" ");
}

test("the summary counts steep routines and says when one takes over", () => {
	const profile = open(demo());
	const text = summary(profile);
	const total = profile.header.totals.cost;
	const steep = profile.routines
		.filter((r) => r.worst.powerLow > 1 && r.cost >= 0.001 * total)
		.sort((x, y) => x.rank - y.rank);
	assert.ok(steep.length > 4);
	const { known } = profile.header;
	assert.ok(
		text.startsWith(
			`Growth known for ${Math.floor(100 * known.share)}\u202f% of the cost (${known.routines} of 200 routines). ${steep[0].name}, `,
		),
		text,
	);
	assert.ok(text.includes(` of the cost, ${code.growthPhrase(steep[0].worst)}.`), text);
	assert.ok(
		text.includes(
			`${steep.length - 1} more grow faster than n log n: ${steep[1].name}, ${steep[2].name}, ${steep[3].name} and ${steep.length - 4} more.`,
		),
		text,
	);
	assert.match(text, /will dominate from n ≈|already dominates/);
	const dearest = Math.max(
		...steep.filter((r) => code.hasCurve(r.worst)).map((r) => code.predict(r.worst, r.worst.largest)),
	);
	for (const [factor, words] of [
		[
			1.25,
			/already dominates: its largest activation, n = [\d\u202f ]+, costs about 80\u202f% of the run/,
		],
		[3, /will dominate from n ≈/],
	]) {
		const plain = demo();
		const other = open({ ...plain, totals: { ...plain.totals, cost: factor * dearest } });
		assert.match(summary(other), words, String(factor));
	}
	const model = profile.routines[11].worst;
	const size = code.sizeForCost(model, 1e9);
	assert.ok(Math.abs(code.predict(model, size) / 1e9 - 1) < 0.01);
	assert.ok(Number.isNaN(code.sizeForCost({ ...model, guess: "1", leading: 0 }, 1e9)));
	const none = open({
		program: "p",
		totals: { cost: 0 },
		threads: [],
		routines: [],
	});
	assert.match(summary(none), /^Growth known for 0\u202f% of the cost \(0 of 0 routines\)\. $/);
	const plain = demo();
	const calm = open({
		...plain,
		routines: plain.routines
			.filter((r) => r.worst[0] > 0 && r.worst[0] < 6)
			.map((r) => ({ ...r, callees: [] })),
	});
	assert.match(summary(calm), /None of these is known to grow faster than n log n\./);
});

test("a command is written as a shell would have to read it", () => {
	assert.equal(code.commandText(["./p", "", "a b", "it's", "-n=3"]), "./p '' 'a b' 'it'\\''s' -n=3");
});

test("two profiles are matched by name, object and file, and judged", () => {
	const before = open(demo({ routineCount: 60 }));
	const after = open(
		demo({
			routineCount: 60,
			tweak: (options, i) => {
				if (i === 21) options.growth = 6;
				if (i === 3) options.growth = 4;
				if (i === 8) options.leading *= 3;
				if (i === 40) options.name = "renamed";
			},
		}),
	);
	const change = new Map(code.compareProfiles(before, after).map((pair) => [pair.name, pair.change]));
	const name = (i) => before.routines[i].name;
	assert.equal(change.get(name(21)), "grows faster");
	assert.equal(change.get(name(3)), "grows slower");
	assert.equal(change.get("renamed"), "added");
	assert.equal(change.get(name(40)), "removed");
	assert.equal(change.get(name(10)), "same");
	assert.equal(code.compareProfiles(before, after).length, 61);
});

test("namesakes stay apart when profiles are matched", () => {
	const row = [{ n: 1, calls: 1, min: 1, max: 1, sum: 1 }];
	const make = (object) =>
		open({
			program: "p",
			totals: {},
			threads: [],
			routines: ["a.c", "b.c"].map((file) => ({
				name: "init",
				object,
				file,
				calls: 1,
				cost: 1,
				self: 1,
				trms: row,
			})),
		});
	const pairs = code.matchRoutines(make("/old/prog"), make("/new/prog"));
	assert.equal(pairs.length, 2);
	for (const [old, now] of pairs) assert.equal(old.file, now.file);
});

test("filters and orders", () => {
	const profile = open(demo());
	const list = (text) => {
		const filter = code.readFilter(new URLSearchParams(text), profile);
		return profile.routines.filter((routine) => code.matches(routine, filter, (r) => r.index === 5));
	};
	assert.equal(list("").length, 200);
	assert.ok(list("q=SORT table").every((r) => r.name === "sort_table"));
	assert.ok(list("class=n^2").length > 0 && list("class=n^2").every((r) => r.worst.growth === "n^2"));
	assert.ok(
		["between", "at least", "at most", "unknown"].every((kind) => {
			const some = list(`class=${kind}`);
			return some.length > 0 && some.every((r) => r.worst.strength === kind && r.worst.growth === null);
		}),
	);
	assert.ok(list("points=50").every((r) => r.points >= 50));
	assert.ok(list("thread=3").length > 0 && list("thread=3").every((r) => r.threads.includes(2)));
	assert.ok(list("input=thread").every((r) => r.threadInput > 0));
	assert.deepEqual(
		list("q=s*_ta?le+*.c"),
		list("q=s _ta").filter((r) => /^s.*_ta.le$/.test(r.name)),
	);
	assert.deepEqual(list("q=[r-t]ort_ta?le LIBC*"), list("q=sort_table libc.so.6"));
	assert.ok(list("q=*.c").length === 200 && list("q=*.h").length === 0);
	assert.ok(list("q=%2F^(sort|parse)_%2F").every((r) => /^(sort|parse)_/.test(r.name)));
	assert.equal(list("q=%2Fno such (name|routine)%2F").length, 0);
	assert.match(code.readSearch("/(/").error, /Invalid regular expression/);
	assert.equal(
		code.readSearch("operator[z-a]").finds({ name: "operator[z-a]", object: "", file: "" }),
		true,
	);
	assert.equal(code.readSearch("a.c*").finds({ name: "abc", object: "", file: "" }), false);
	assert.equal(code.readSearch("[!a]b").finds({ name: "ab", object: "", file: "" }), false);
	assert.deepEqual(
		list("favourites=yes").map((r) => r.index),
		[5],
	);
	assert.ok(list("object=libc.so.6").every((r) => r.object === "libc.so.6"));
	const shown = (text) => {
		const filter = code.readFilter(new URLSearchParams(text), profile);
		const { cost } = profile.header.totals;
		return profile.routines.filter((r) => code.isListed(r, filter, cost)).map((r) => r.index);
	};
	const share = (index) =>
		Math.max(
			profile.routines[index].predicted,
			profile.routines[index].cost / profile.header.totals.cost,
		);
	profile.routines[3].isStartup = true;
	assert.ok(shown("").every((i) => i !== 3 && share(i) >= 0.001));
	assert.ok(shown("share=1").length > 0 && shown("share=1").every((i) => share(i) >= 0.01));
	assert.equal(shown("share=0").length, 200);
	assert.equal(shown("q=x").length, 200, "who searches finds the small ones too");
	for (const [text, plain] of [
		["", true],
		["share=0", true],
		["share=1", false],
		["q=a", false],
		["class=n", false],
		["sort=cost", true],
	])
		assert.equal(code.isPlain(code.readFilter(new URLSearchParams(text), profile)), plain, text);
	const costs = code.sortRoutines(profile.routines, "cost", true).map((r) => r.cost);
	assert.deepEqual(
		costs,
		[...costs].sort((a, b) => b - a),
	);
	const ranked = code.sortRoutines(profile.routines, "growth", true).map((r) => r.rank);
	assert.deepEqual(ranked, [...profile.routines.keys()], "in the order of landau report");
	assert.deepEqual(
		code.sortRoutines(profile.routines, "growth", false).map((r) => r.rank),
		[...profile.routines.keys()].reverse(),
	);
});

test("curves of the program: the share of routines that have at least a value", () => {
	const { x, y } = code.exceedance([0, 3, NaN, 1, 0]);
	assert.deepEqual([...y], [3, 1, 0, 0]);
	assert.deepEqual([...x], [25, 50, 75, 100]);
	const profile = open(demo());
	const bars = code.inducedShares(profile);
	assert.ok(
		bars.length > 0 &&
			bars.every((bar) => bar.thread + bar.external > 0 && bar.thread + bar.external <= 100.0001),
	);
	assert.equal(code.allPoints(profile).size.length, profile.pointCount);
});

test("a file of values cannot run in a spreadsheet", () => {
	const text = code.toCsv({
		columns: ["a", "b"],
		rows: [
			["=cmd()", 1],
			['x"y,z', NaN],
			["@x", -2],
		],
	});
	assert.equal(text, 'a,b\r\n\'=cmd(),1\r\n"x""y,z",\r\n\'@x,-2\r\n');
});
