// SPDX-License-Identifier: GPL-2.0-or-later
// synthetic.mjs - profiles of any size and shape for the tests of the page; the same seed, the same profile.
//
//   node synthetic.mjs TEMPLATE OUTPUT demo|compare|large|hostile

import { pathToFileURL } from "node:url";
import { encode, writePage } from "./encode.mjs";

const CLASSES = ["1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3"];
const FUNCTIONS = [
	() => 0,
	Math.log2,
	Math.sqrt,
	(n) => n,
	(n) => n * Math.log2(n),
	(n) => n ** 1.5,
	(n) => n * n,
	(n) => n * n * Math.log2(n),
	(n) => n ** 3,
];
const EXPONENTS = [0, 0.1, 0.5, 1, 1.1, 1.5, 2, 2.1, 3];

function random(seed) {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const POWERS = [0, 0, 0.5, 1, 1, 1.5, 2, 2, 3];

/** [statement, open, text, reason, power_low, power_high] of a strength. */
function statement(strength, growth, reason) {
	const power = POWERS[growth];
	const all = CLASSES.map((_, i) => i);
	const bits = (list) => list.reduce((sum, i) => sum | (2 << i), 0);
	switch (strength) {
		case "class":
			return [4, bits([growth]), CLASSES[growth], "", power, power];
		case "between": {
			const first = Math.min(growth, CLASSES.length - 2);
			const text = `${CLASSES[first]} or ${CLASSES[first + 1]}`;
			return [3, bits([first, first + 1]), text, reason, POWERS[first], POWERS[first + 1]];
		}
		case "at least": {
			const low = Math.round(10 * (power - 0.2)) / 10;
			return [2, bits(all.filter((i) => POWERS[i] >= low)), `at least n^${low}`, reason, low, null];
		}
		case "at most": {
			const high = Math.round(10 * (power + 0.2)) / 10;
			return [1, bits(all.filter((i) => POWERS[i] <= high)), `at most n^${high}`, reason, null, high];
		}
		default:
			return [0, 0, "unknown", reason, null, null];
	}
}

function model(growth, constant, leading, sizes, strength) {
	const largest = sizes[sizes.length - 1] ?? 0;
	const verdict = sizes.length < 6 ? 1 : largest / Math.max(1, sizes[0]) < 10 ? 2 : 0;
	const known = verdict === 0 && strength === "class";
	const reason =
		verdict === 1
			? `it was seen with ${sizes.length} sizes`
			: verdict === 2
				? `its ${sizes.length} sizes lie between ${sizes[0]} and ${largest}`
				: "its points do not tell one class from another";
	const text = `${constant} + ${leading.toPrecision(2)}·${CLASSES[growth]}`;
	const exponent = sizes.length < 3 ? null : EXPONENTS[growth];
	return [
		known ? growth + 1 : 0,
		sizes.length < 2 ? 0 : growth + 1,
		known && growth > 0 ? growth : 0,
		verdict === 0 && !known ? 3 : verdict,
		known ? text : "",
		...statement(
			verdict === 0 || (verdict === 2 && strength !== "class") ? strength : "unknown",
			growth,
			reason,
		),
		exponent,
		exponent === null ? null : exponent - 0.04,
		exponent === null ? null : exponent + 0.05,
		constant,
		0,
		growth === 0 ? 0 : leading,
		0,
		0,
		0.06,
		1.96,
		sizes[0] ?? 0,
		largest,
		sizes.length,
		4,
		0,
		0,
		0,
		0,
		(leading * 0.2) ** 2,
	];
}

/** Points of a routine that grows like CLASSES[growth]. */
function makeRoutine(
	next,
	{
		name,
		object,
		file,
		growth,
		count,
		largest,
		induced = 0,
		thread = 0,
		leading = 2,
		threads = 1,
		strength = "class",
	},
) {
	const sizes = new Set();
	const span = Math.log(largest / 4);
	while (sizes.size < count)
		sizes.add(Math.round(next() < 0.6 ? 4 * Math.exp(next() * span) : 4 + next() * largest));
	const constant = 20 + Math.floor(next() * 60);
	const sorted = [...sizes].sort((a, b) => a - b);
	const trms = sorted.map((n) => {
		const calls = next() < 0.35 ? 1 : 1 + Math.floor(40 * next() ** 3 * (1 + 200 / n));
		const base = constant + leading * FUNCTIONS[growth](n);
		const min = Math.round(base * (0.78 + 0.1 * next()));
		const max = calls === 1 ? min : Math.round(base * (0.98 + 0.1 * next()));
		const sum =
			calls === 1
				? min
				: min + max + Math.round((calls - 2) * (min + (max - min) * (0.3 + 0.4 * next())));
		const row = {
			n,
			calls,
			min,
			max,
			sum,
			deviation: calls > 1 ? (max - min) * 0.3 : 0,
		};
		if (induced > 0) {
			const total = Math.floor(n * calls * induced * (0.5 + 0.5 * next()));
			row.thread = Math.floor(total * thread);
			row.external = total - row.thread;
			row.rms = n * calls - total;
		}
		return row;
	});
	const calls = trms.reduce((s, r) => s + r.calls, 0);
	const cost = trms.reduce((s, r) => s + r.sum, 0);
	const routine = {
		name,
		object,
		file,
		line: 10 + Math.floor(next() * 900),
		calls,
		cost,
		self: Math.round(cost * (0.2 + 0.6 * next())),
		trms,
		worst: model(growth, constant, leading, sorted, strength),
		mean: model(growth, constant, leading * 0.9, sorted, strength),
	};
	if (induced > 0) {
		const folded = new Map();
		for (const row of trms) {
			const n = Math.max(1, Math.round(row.rms / row.calls));
			const old = folded.get(n);
			folded.set(
				n,
				old
					? {
							n,
							calls: old.calls + row.calls,
							min: Math.min(old.min, row.min),
							max: Math.max(old.max, row.max),
							sum: old.sum + row.sum,
						}
					: { n, calls: row.calls, min: row.min, max: row.max, sum: row.sum },
			);
		}
		routine.rms = [...folded.values()].sort((a, b) => a.n - b.n);
		const sum = (key) => trms.reduce((s, r) => s + r[key], 0);
		routine.inputVolume = 1 - sum("rms") / trms.reduce((s, r) => s + r.n * r.calls, 0);
		routine.richness = (trms.length - routine.rms.length) / routine.rms.length;
		routine.threadInput = thread * 100;
		routine.externalInput = 100 - thread * 100;
	}
	routine.threads = Array.from({ length: threads }, (_, t) => {
		const rows = trms.filter((_, i) => i % threads === t);
		return {
			thread: t,
			calls: rows.reduce((s, r) => s + r.calls, 0),
			cost: rows.reduce((s, r) => s + r.sum, 0),
			self: 0,
			threadInput: rows.reduce((s, r) => s + (r.thread ?? 0), 0),
			externalInput: rows.reduce((s, r) => s + (r.external ?? 0), 0),
			rows,
		};
	});
	return routine;
}

const STEMS = [
	"parse",
	"scan",
	"hash",
	"sort",
	"merge",
	"load",
	"flush",
	"copy",
	"walk",
	"find",
	"insert",
	"split",
	"pack",
	"emit",
	"read",
	"write",
	"lock",
	"queue",
	"render",
	"encode",
];
const NOUNS = [
	"table",
	"row",
	"page",
	"block",
	"tree",
	"list",
	"token",
	"buffer",
	"index",
	"record",
	"cache",
	"frame",
	"node",
	"string",
	"key",
];

function finish(profile) {
	const { routines } = profile;
	const total = routines.reduce((s, r) => s + r.self, 0);
	profile.totals = {
		cost: total,
		calls: routines.reduce((s, r) => s + r.calls, 0),
		thread_input: 41200,
		external_input: 90400,
	};
	return profile;
}

export function demo({ routineCount = 200, seed = 7, tweak = () => {}, label = "landau.data" } = {}) {
	const next = random(seed);
	const objects = ["shopd", "libstore.so.2", "libc.so.6"];
	const routines = [];
	for (let i = 0; i < routineCount; i++) {
		const pick = next();
		const growth =
			i === 3
				? 6
				: i === 11
					? 7
					: pick < 0.3
						? 0
						: pick < 0.38
							? 1
							: pick < 0.42
								? 2
								: pick < 0.8
									? 3
									: pick < 0.95
										? 4
										: pick < 0.97
											? 5
											: 3;
		const options = {
			name: `${STEMS[i % STEMS.length]}_${NOUNS[Math.floor(i / STEMS.length) % NOUNS.length]}${i >= 300 ? `_${i}` : ""}`,
			object: objects[Math.floor(next() * 2.4)],
			file: `src/${NOUNS[i % NOUNS.length]}.c`,
			growth,
			count: i % 9 === 5 ? 3 : 12 + Math.floor(next() ** 2 * 140),
			largest: growth > 5 ? 3000 : 2e3 * 10 ** (2 * next()),
			induced: next() < 0.3 ? next() : 0,
			thread: next() < 0.3 ? 1 : next() < 0.5 ? 0 : next(),
			leading: 1 + 5 * next(),
			threads: i % 4 === 0 ? 3 : 1,
			strength:
				i % 23 === 6
					? "between"
					: i % 23 === 12 && growth > 2
						? "at least"
						: i % 23 === 16
							? "at most"
							: i % 23 === 19
								? "unknown"
								: "class",
		};
		tweak(options, i);
		routines.push(makeRoutine(next, options));
	}
	routines.forEach((routine, i) => {
		routine.callees = [1, 2, 3].slice(0, i % 4).map((step) => {
			const callee = (i + step * 7) % routineCount;
			const rows = routine.trms.map((row) => ({
				n: row.n,
				calls: row.calls,
				min: step === 1 ? 1 : row.n,
				max: step === 1 ? 1 + (row.n % 3) : 2 * row.n,
				sum: row.calls === 1 ? (step === 1 ? 1 : row.n) : row.calls * (step === 1 ? 1 : row.n),
			}));
			return {
				callee,
				calls: rows.reduce((s, r) => s + r.sum, 0),
				cost: Math.round(routine.cost * 0.2),
				rows,
				growth: step === 1 ? 1 : 4,
				formula: step === 1 ? "1" : "2·n",
			};
		});
	});
	routines[3].source = {
		line: routines[3].line - 2,
		text: "/* Sorts the rows of a table in place. */\nstatic void\nsort_table(struct table *table)\n{\n\tfor (size_t i = 1; i < table->count; i++)\n\t\tfor (size_t j = i; j > 0 && less(table, j, j - 1); j--)\n\t\t\tswap(table, j, j - 1);\n}\n",
	};
	return finish({
		program: "/usr/bin/shopd",
		label,
		advice: {
			condition: null,
			text: null,
			command: "landau sweep --sizes=200..6400:x1.5 -- ./shopd --items {n} 'all of it'",
		},
		runs: [
			{
				program: "/usr/bin/shopd",
				command: ["./shopd", "--name", "", "--items", "6400", "all of it"],
				engine: "valgrind",
				exit: { kind: "exit", code: 0 },
			},
		],
		threads: [
			{ id: 1, name: "main", cost: 9e6, externalInput: 88000 },
			{
				id: 2,
				name: "worker",
				cost: 5e6,
				threadInput: 21200,
				externalInput: 2000,
			},
			{
				id: 3,
				name: "worker",
				cost: 4e6,
				threadInput: 20000,
				externalInput: 400,
			},
		],
		routines,
	});
}

export function large({ routineCount = 10000, pointCount = 1000000, biggest = 100000, seed = 3 } = {}) {
	const next = random(seed);
	const routines = [];
	const each = Math.floor((pointCount - biggest) / (routineCount - 1));
	for (let i = 0; i < routineCount; i++) {
		const count = i === 0 ? biggest : Math.max(1, Math.round(each * (0.1 + 1.8 * next())));
		routines.push(
			makeRoutine(next, {
				name: i === 0 ? "biggest" : `${STEMS[i % 20]}_${NOUNS[Math.floor(i / 20) % 15]}_${i}`,
				object: `lib${i % 12}.so`,
				file: `src/f${i % 300}.c`,
				growth: i % 50 === 7 ? 6 : i % 5,
				count,
				largest: count * 8 + 100,
			}),
		);
	}
	return finish({
		program: "large",
		threads: [{ id: 1, name: "main", cost: 1 }],
		routines,
	});
}

export const HOSTILE_NAMES = [
	"<script>window.pwned=1</script>",
	'"><img src=x onerror="window.pwned=1">',
	"</script><script>window.pwned=1</script>",
	"javascript:window.pwned=1",
	"{{constructor.constructor('window.pwned=1')()}}",
	"a\u202Eb",
	"x".repeat(5000),
	"=cmd|' /C calc'!A0",
	"__proto__",
	"constructor",
	"&lt;b&gt;",
	"<!--",
	"]]>",
	"'; DROP TABLE routines; --",
	"\u0000\u0007",
	"%00#routine=x&view=program",
];

export function hostile() {
	const next = random(5);
	const routines = HOSTILE_NAMES.map((name, i) =>
		makeRoutine(next, {
			name,
			object: i % 2 ? name : "prog",
			file: i % 3 ? name : "",
			growth: i % 9,
			count: 1 + i * 2,
			largest: 500,
			induced: i % 2 ? 0.5 : 0,
			thread: 0.5,
		}),
	);
	for (const routine of routines)
		routine.source = {
			line: 1,
			text: `${routine.name}\n</pre><script>window.pwned=1</script>`,
		};
	routines.push({
		name: "never_returned",
		object: "prog",
		file: "",
		calls: 0,
		cost: 0,
		self: 0,
		trms: [],
		worst: 0,
		mean: 0,
		threads: [],
	});
	return finish({
		program: "<img src=x onerror=window.pwned=1>",
		label: "<b>x</b>",
		threads: [{ id: 1, name: "<svg onload=window.pwned=1>", cost: 1 }],
		runs: [
			{
				program: "<i>",
				command: ["<script>window.pwned=1</script>", "a b"],
				engine: "replay",
				exit: { kind: "signal", code: 11 },
			},
		],
		routines,
	});
}

export function payloads(kind) {
	if (kind === "demo") return [encode(demo())];
	if (kind === "large") return [encode(large())];
	if (kind === "hostile") return [encode(hostile())];
	if (kind === "compare")
		return [
			encode(demo({ label: "old.data" })),
			encode(
				demo({
					label: "new.data",
					routineCount: 201,
					tweak: (options, i) => {
						if (i === 21) options.growth = 6;
						if (i === 3) options.growth = 4;
						if (i % 17 === 4) options.leading *= 1.8;
						if (i === 40) options.name = "renamed_routine";
					},
				}),
			),
		];
	throw new Error(`no kind ${kind}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	const [template, output, kind] = process.argv.slice(2);
	writePage(template, output, payloads(kind));
}
