// SPDX-License-Identifier: GPL-2.0-or-later
// real.mjs - what landau html puts into a page, read by the page's own code, is what landau export and the model say.
//
// The environment: LANDAU, CURVE (curve.c), and as modules.mjs says. PROFILES, if given, are more profiles to check.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { dataCode, scratch } from "./modules.mjs";
import { makeTrace } from "./trace.mjs";

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
const near = (a, b, tolerance) => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

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
		if (routine.model) {
			assert.deepEqual(
				[own.worst.growth, own.worst.verdict, own.worst.runnerUp],
				[routine.model.class || null, routine.model.verdict, routine.model.runner_up || null],
				routine.name,
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
		const [n, cost, low, high] = numbers.map(Number);
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
