// SPDX-License-Identifier: GPL-2.0-or-later
// real.mjs - what landau html puts into a page, read by the page's own code, is what landau export, report and diff and the model say.
//
// The environment: LANDAU, CURVE (curve.c), and as modules.mjs says. PROFILES, if given, are more profiles to check,
// PAIR two to compare.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { dataCode, scratch } from "./modules.mjs";
import { makeTrace, traceOfExternalInput, traceOfLongCalls } from "./trace.mjs";

const code = await dataCode();
const landau = process.env.LANDAU;
const run = (command, ...words) => execFileSync(command, words, { encoding: "utf8", maxBuffer: 1 << 28 });
after(() => rmSync(scratch, { recursive: true, force: true }));

async function pageOf(file) {
	const page = run(landau, "html", "-o", "-", file);
	const text = /<script type="application\/x-landau">([^<]*)</.exec(page)[1];
	return new code.Profile(await code.unpack(text));
}

const costs = (rows) =>
	Array.from({ length: rows.count }, (_, i) => [
		rows.size[i],
		rows.calls[i],
		rows.min[i],
		rows.max[i],
		rows.sum[i],
	]);
const points = (rows) => costs(rows).map((row, i) => [...row, rows.rms[i], rows.thread[i], rows.external[i]]);
/** Standard deviations are single precision in the page. */
const near = (a, b, tolerance) => a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

/** The statement of a routine, as the table of the report writes it. */
function columnOf({ told, within }) {
	const mark = within ? " +" : "";
	return told.text.replace(" or ", " | ").replace("at least", ">=").replace("at most", "<=") + mark;
}

/** What is told from within a call is told of the same routines, in the same words and with the same mark. */
function compareMarks(page, file, report) {
	const printed = run(landau, "report", "--all", file);
	const lines = printed.split("\n");
	const rows = lines.slice(lines.findIndex((line) => line.startsWith("growth ")) + 1);
	report.forEach((row, i) => {
		const routine = page.routines.find(
			(one) => one.name === row.name && one.object === row.object && one.file === row.file,
		);
		assert.equal(/^.{1,16} \+ /.test(rows[i]), routine.within !== null, `${row.name}: ${rows[i]}`);
		if (!routine.within) return;
		const said = columnOf(routine);
		assert.ok(rows[i].startsWith(`${said} `), `${said}: ${rows[i]}`);
		const { kind, model } = [row.within, row.within.external, row.within.steps].find(
			(one) => one?.kind === "growth",
		);
		assert.deepEqual(
			[kind, routine.within.strength, routine.within.open],
			["growth", model.statement, model.classes],
		);
		assert.ok(code.describeRoutine(routine, "").includes(`the cost ${code.growthPhrase(routine.told)}.`));
	});
	assert.equal(
		printed.includes(`\n${code.WITHIN_NOTE}; `),
		page.routines.some((routine) => routine.within),
	);
}

/** By external input alone the curve of a call is that of the export, too. */
function compareExternal({ n, cost, fit, text }, exported, name) {
	assert.deepEqual(
		n.map((size, k) => [size, cost[k]]),
		exported.points,
		`${name} by external input`,
	);
	const { class: named, statement } = exported.model;
	assert.equal(fit.length, statement === "class" ? n.length : 0, name);
	if (statement === "class")
		assert.ok(text.includes(`how it grows: ${named}, by its external input.`), text);
	else if (exported.kind === "growth")
		assert.match(text, /shows by itself how it grows: .*, by its external input\.$/);
	else assert.ok(text.includes(`does not show how it grows: ${exported.reason}`), text);
}

async function compare(file) {
	const page = await pageOf(file);
	const json = JSON.parse(run(landau, "export", "--format=json", file));
	const { header } = page;
	assert.equal(header.program, json.program);
	assert.equal(header.cost, json.cost);
	assert.equal(header.cell, json.cell);
	assert.deepEqual(header.totals, json.totals);
	assert.deepEqual(
		header.threads.id,
		json.threads.map((t) => t.id),
	);
	assert.deepEqual(
		header.threads.name,
		json.threads.map((t) => t.name),
	);
	assert.deepEqual(
		header.runs.map((r) => r.command),
		json.runs.map((r) => r.command),
	);
	assert.equal(page.routines.length, json.routines.length);
	json.routines.forEach((routine, i) => {
		const own = page.routines[i];
		const block = page.block(i);
		for (const key of ["name", "object", "file", "line", "calls", "cost", "self", "richness"])
			assert.equal(own[key], routine[key], `${routine.name} ${key}`);
		assert.deepEqual(
			[own.inputVolume, own.threadInput, own.externalInput],
			[routine.input_volume, routine.thread_input, routine.external_input],
		);
		assert.deepEqual(points(block.trms), routine.trms, `${routine.name} trms`);
		assert.deepEqual(costs(block.rms), routine.rms, `${routine.name} rms`);
		assert.deepEqual([own.points, own.rmsPoints], [routine.trms.length, routine.rms.length]);
		assert.deepEqual(
			own.threads.map((t) => header.threads.id[t]),
			routine.threads.map((t) => t.id),
		);
		block.threads.forEach((part, k) => {
			const thread = routine.threads[k];
			assert.deepEqual([part.calls, part.cost, part.self], [thread.calls, thread.cost, thread.self]);
			assert.deepEqual(
				costs(part.costs),
				thread.trms.map((row) => row.slice(0, 5)),
				`${routine.name} thread ${thread.id}`,
			);
		});
		assert.deepEqual(
			block.callees.map((e) => [e.callee, e.calls, e.cost, costs(e.bySize)]),
			routine.callees.map((e) => [e.routine, e.calls, e.cost, e.by_size]),
			`${routine.name} callees`,
		);
		const runs = routine.by_run;
		assert.equal(own.byRun === null, !runs, `${routine.name} by run`);
		if (runs) {
			const { sizes, strength, cost, calls, largest } = own.byRun;
			assert.deepEqual([sizes, strength], [runs.cost.points.length, runs.cost.model.statement]);
			for (const [text, model] of [
				[cost, runs.cost.model],
				[calls, runs.calls.model],
				[largest, runs.largest.model],
			])
				assert.equal(
					/^at (most|least)/.exec(text)?.[0] ?? text,
					{ class: model.class, between: model.classes.join(" or ") }[model.statement] ??
						model.statement,
					`${routine.name} by run`,
				);
		}
		// The slider of the flame graph foresees at ten times the input what the command does.
		const total = header.totals.cost;
		const ahead = code.growthTells(own.told)
			? (own.cost / total) * code.growthFactor(own.told, 10)
			: own.self / total;
		if (total > 0 && own.calls > 0)
			assert.ok(near(own.predicted, ahead, 1e-6), `${routine.name}: ${own.predicted}, ${ahead}`);
		if (own.curve) {
			// Where calls at a standstill tell, they are drawn.
			const way = own.curve.of === "way";
			const drawn = way ? routine.within : routine.within.steps;
			if (!way)
				assert.equal(drawn.of, `what was ${own.curve.of === "left" ? "left" : "done"}`, routine.name);
			assert.deepEqual(
				own.curve.n.map((n, k) => [n, own.curve.cost[k]]),
				drawn.points,
				`${routine.name} within a call`,
			);
			const named = drawn.model.class;
			assert.equal(own.curve.fit.length, named ? own.curve.n.length : 0, routine.name);
			const text = way ? `how it grows: ${named}.` : `how it grows: ${named}, by the calls that `;
			if (named) assert.ok(own.curve.text.includes(text), own.curve.text);
			const { external } = routine.within;
			assert.equal(own.curve.external !== null, way && external !== undefined, routine.name);
			if (own.curve.external) compareExternal(own.curve.external, external, routine.name);
		}
		if (routine.model) {
			assert.deepEqual(
				[own.worst.growth, own.worst.verdict, own.worst.runnerUp],
				[routine.model.class || null, routine.model.verdict, routine.model.runner_up || null],
				routine.name,
			);
			assert.deepEqual(
				[own.worst.strength, own.worst.open, own.worst.reason],
				[routine.model.statement, routine.model.classes, routine.model.reason ?? ""],
				`${routine.name} statement`,
			);
			// The export rounds to four significant digits.
			for (const [key, name] of [
				["exponent", "exponent"],
				["low", "exponent_low"],
				["high", "exponent_high"],
			]) {
				const said = routine.model[name] ?? null;
				assert.ok(
					said === null
						? own.worst[key] === null
						: Math.abs(own.worst[key] - said) <= 0.000501 * Math.max(0.001, Math.abs(said)),
					`${routine.name} ${key}`,
				);
			}
			assert.equal(own.worst.formula, routine.model.formula ?? "");
		}
	});
	// The order and the headline are those of the report.
	const report = JSON.parse(run(landau, "report", "--json", "--all", file)).routines;
	const called = page.routines.filter((routine) => routine.calls > 0);
	assert.deepEqual(
		code.sortRoutines(called, "growth", true).map((r) => [r.name, r.object, r.file]),
		report.map((r) => [r.name, r.object, r.file]),
	);
	compareMarks(page, file, report);
	const printed = run(landau, "report", file);
	const sentences = code
		.summarise(page)
		.map((sentence) =>
			sentence.map((one) => (typeof one === "string" ? one : one.routine.name)).join(""),
		);
	if (header.by_run) {
		const [, where, part] = /^against ([^,]+), .*: (.*)$/m.exec(printed);
		const same = sentences.shift().replaceAll("\u202f", " ");
		assert.ok(same.startsWith(`Against ${where}, `), same);
		assert.ok(same.endsWith(`: ${code.statementText(part)}.`), `${same} ${part}`);
	}
	const headline = /.*growth known for.*/.exec(printed)[0];
	const share = /growth known for ([\d.]+ %) of the cost \((\d+) of (\d+) routine/.exec(headline);
	const said = sentences[0];
	const ours = /^Growth known for (.+) of the cost \(([\d\u202f]+) of [\d\u202f]+ routine/.exec(said);
	assert.deepEqual(
		[ours[1].replace("\u202f", " "), ours[2].replaceAll("\u202f", "")],
		[share[1].replace(/^0\.0 %/, "0 %"), share[2]],
		`${said} ${headline}`,
	);
	if (json.contexts) {
		assert.deepEqual(
			header.contexts.routine,
			json.contexts.map((c) => c.routine),
		);
		assert.deepEqual(
			header.contexts.parent,
			json.contexts.map((c) => c.parent ?? -1),
		);
		const parts = page.routines.flatMap((r) =>
			page
				.block(r.index)
				.contexts.map((c) => [
					c.context,
					header.threads.id[c.thread],
					c.calls,
					c.cost,
					c.self,
					costs(c.costs),
				]),
		);
		assert.deepEqual(
			parts,
			json.context_records.map((c) => [
				c.context,
				c.thread,
				c.calls,
				c.cost,
				c.self,
				c.trms.map((row) => row.slice(0, 5)),
			]),
		);
	} else assert.equal(header.contexts, null);
	let checked = 0;
	for (const line of run(process.env.CURVE, file).trim().split("\n").filter(Boolean)) {
		const [routine, which, ...numbers] = line.split(" ");
		const [n, cost, low, high] = numbers.map((text) => (text === "inf" ? Infinity : Number(text)));
		const model = page.routines[Number(routine)][which];
		const around = code.interval(model, n);
		assert.ok(
			near(code.predict(model, n), cost, 1e-9) &&
				near(around[0], low, 1e-9) &&
				near(around[1], high, 1e-9),
			`${line}: ${code.predict(model, n)} ${around}`,
		);
		checked++;
	}
	return { page, checked };
}

test("a replayed trace", async () => {
	const file = join(scratch, "trace.data");
	writeFileSync(join(scratch, "trace"), makeTrace());
	run(landau, "replay", "-o", file, join(scratch, "trace"));
	const { page, checked } = await compare(file);
	assert.ok(checked > 50, String(checked));
	const linear = page.block(page.find("linear", null, null).index).trms;
	// Activations of one size cost c, 1.05 c, 1.1 c, …
	const spread = linear.deviation.findIndex((d, i) => linear.calls[i] === 2 && d > 0);
	assert.ok(near(linear.deviation[spread], (linear.max[spread] - linear.min[spread]) / 2, 1e-6));
	const leaf = page.block(page.find("caller", null, null).index).callees[0];
	assert.equal(leaf.growth, "n");
});

for (const file of (process.env.PROFILES ?? "").split(":").filter(Boolean))
	test(`a recorded profile, ${file.slice(file.lastIndexOf("/") + 1)}`, async () => {
		const { page } = await compare(file);
		assert.ok(page.routines.length > 10);
	});

const CHANGES = {
	worse: "grows faster",
	better: "grows slower",
	slower: "more expensive",
	faster: "cheaper",
	new: "added",
	gone: "removed",
	same: "same",
	unknown: "unknown",
};

/** What became of each routine of two profiles, as the command says it and as the page does. */
async function compareChanges(before, after) {
	const diff = spawnSync(landau, ["diff", "--json", "--all", before, after], { encoding: "utf8" });
	assert.ok(diff.status <= 1, diff.stderr);
	const rows = JSON.parse(diff.stdout).routines;
	const pairs = code.compareProfiles(await pageOf(before), await pageOf(after));
	const key = (name, change, factor) =>
		`${name} ${change} ${Number.isFinite(factor) ? factor.toPrecision(3) : "-"}`;
	// The page has routines too that have not returned.
	const ours = pairs
		.filter((pair) => (pair.after ?? pair.before).calls > 0)
		.map((pair) => key(pair.name, pair.change, pair.ratio));
	const theirs = rows.map((row) => key(row.name, CHANGES[row.change], row.cost_factor ?? NaN));
	assert.deepEqual(ours.sort(), theirs.sort());
	return new Set(rows.map((row) => row.change));
}

/** One activation for each size: it costs what the law says. */
function profileOf(name, laws) {
	const lines = Object.entries(laws).flatMap(([routine, [sizes, law]]) =>
		sizes.flatMap((n) => [
			`call 1 ${routine}`,
			`read 1 65536 ${4 * n}`,
			`cost 1 ${Math.round(law(n))}`,
			"return 1",
		]),
	);
	const file = join(scratch, name);
	writeFileSync(`${file}.trace`, `${lines.join("\n")}\n`);
	run(landau, "replay", "-o", file, `${file}.trace`);
	return file;
}

function longCalls(name, laws) {
	const file = join(scratch, name);
	writeFileSync(`${file}.trace`, traceOfLongCalls(laws));
	run(landau, "replay", "-o", file, `${file}.trace`);
	return file;
}

test("single calls by external input alone", async () => {
	const file = join(scratch, "external.data");
	writeFileSync(`${file}.trace`, traceOfExternalInput());
	run(landau, "replay", "-o", file, `${file}.trace`);
	const { page } = await compare(file);
	const [mixed, late] = ["mixed", "late"].map((name) => page.find(name, null, null).curve);
	assert.deepEqual([mixed.fit.length > 0, mixed.external.fit.length > 0], [true, true]);
	assert.deepEqual([late.fit.length, late.external.fit.length > 0], [0, true]);
	assert.ok(
		Math.abs(late.external.fit.at(-1) / late.cost.at(-1) - 1) < 0.2,
		"the fit is by external input",
	);
});

test("what single calls show on their way", async () => {
	const [line, square] = [(n) => 700 * n, (n) => (n * n) / 2];
	const before = longCalls("within-before.data", { kept: square, hurt: line, healed: square });
	const after = longCalls("within-after.data", { kept: square, hurt: square, healed: line });
	const { page } = await compare(before);
	const said = (name) => {
		const { told, within, worst } = page.find(name, null, null);
		assert.equal(worst.strength, "unknown");
		assert.equal(told, within);
		return code.toldLabel({ told, within });
	};
	assert.deepEqual(["kept", "hurt", "healed"].map(said), ["n² +", "n +", "n² +"]);
	// The headline and the flame graph know them too.
	const text = code
		.summarise(page)
		.flat()
		.map((piece) => (typeof piece === "string" ? piece : piece.routine.name))
		.join("");
	assert.match(text, /grows as n² within a call\./);
	const flame = new code.Flame(page);
	const now = flame.total;
	flame.rescale(10);
	assert.ok(flame.total > 10 * now, `${flame.total} ${now}`);
	assert.deepEqual([...(await compareChanges(before, after))].sort(), ["better", "same", "worse"]);
});

test("two profiles, with classes and without", async () => {
	const wide = Array.from({ length: 25 }, (_, i) => Math.round(10 * 1.3 ** i));
	const narrow = Array.from({ length: 20 }, (_, i) => 100 + 10 * i);
	const before = profileOf("before.data", {
		same: [wide, (n) => 3 * n],
		hurt: [wide, (n) => 3 * n],
		healed: [wide, (n) => n * n],
		dear: [narrow, (n) => 3 * n],
		cheap: [narrow, (n) => 30 * n],
		still: [narrow, (n) => 3 * n],
		steeper: [narrow, (n) => 3 * n],
		flatter: [narrow, (n) => n * n],
		once: [[7], () => 3],
		gone: [wide, (n) => n],
	});
	const after = profileOf("after.data", {
		same: [wide, (n) => 3 * n],
		hurt: [wide, (n) => n * n],
		healed: [wide, (n) => 3 * n],
		dear: [narrow.map((n) => n + 5), (n) => 6 * n],
		cheap: [narrow, (n) => 3 * n],
		still: [narrow, (n) => 3 * n],
		steeper: [narrow, (n) => n * n],
		flatter: [narrow, (n) => 3 * n],
		once: [[7], () => 3],
		new: [wide, (n) => n],
	});
	assert.deepEqual([...(await compareChanges(before, after))].sort(), Object.keys(CHANGES).sort());
});

if (process.env.PAIR)
	test("two recorded profiles", async () => {
		const [before, after] = process.env.PAIR.split(":");
		assert.ok((await compareChanges(before, after)).size > 2);
	});
