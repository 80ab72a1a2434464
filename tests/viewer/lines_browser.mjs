// SPDX-License-Identifier: GPL-2.0-or-later
// lines_browser.mjs - the source of a routine in a real browser: what each line did, what was inlined in it, and its plot.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { calm, file, open, page, run, start, stop } from "./browsing.mjs";

const SIZES = [10, 20, 40, 80, 160, 320, 640, 1280];
const SOURCE = `int pairs(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += one(i);
	return sum;
}
`;

const sum = (values) => values.reduce((a, b) => a + b, 0);

/** A line that runs and costs so much in a call. */
function line(place, runs, costs) {
	const own = sum(SIZES.map(costs));
	const points = SIZES.map((n) => `${n} 1 ${runs(n)} ${costs(n)}`);
	return `x-line 0 ${place} ${sum(SIZES.map(runs))} ${own} ${own} ${points.join(" ")}`;
}

function profile() {
	const cost = (n) => n * n + 2 * n;
	const lines = ["landau 1", "cost instr", "cell 4", "contexts no", "run valgrind exit 0 p p"];
	const total = sum(SIZES.map(cost));
	lines.push(`thread 1 ${total} 0 0 main`, "routine 0 1 pairs p pairs.c");
	lines.push(`record 0 1 - ${SIZES.length} ${total} ${total} same`);
	for (const n of SIZES) lines.push(`t ${n} 1 ${cost(n)} ${cost(n)} ${cost(n)} ${cost(n) ** 2} ${n} 0 0`);
	lines.push(
		line(
			"pairs.c 4 0",
			(n) => n,
			(n) => 2 * n,
		),
		line(
			"one.h 9 1 one pairs.c 5",
			(n) => n * n,
			(n) => n * n,
		),
	);
	const points = (trips) => SIZES.map((n) => `${n} 1 ${trips(n)}`).join(" ");
	lines.push(`x-loop 0 16 0 0 5 pairs.c 4 0 ${sum(SIZES)} ${points((n) => n)}`);
	lines.push(
		`x-loop 0 32 16 0 11 one.h 8 1 one pairs.c 5 ${sum(SIZES.map((n) => n * n))} ${points((n) => n * n)}`,
	);
	return [...lines, `end ${lines.length + 1}`, ""].join("\n");
}

before(async () => {
	await start();
	writeFileSync(file("pairs.c"), SOURCE);
	writeFileSync(file("pairs.data"), profile());
	run("html", `--source=${file(".")}`, "-o", file("pairs.html"), file("pairs.data"));
	await open(file("pairs.html"), "#routine=pairs");
});
after(stop);

const row = (at) => `.source li[data-line="${at}"]`;
const texts = (at) =>
	page.$$eval(`${row(at)} > *`, (all) =>
		all.map((one) => one.textContent.replace(/[\u202f\u00a0]/g, " ").trim()),
	);

test("each line has what it did beside it, and the hottest one is marked", async () => {
	const share = (100 * sum(SIZES.map((n) => 2 * n))) / sum(SIZES.map((n) => n * n + 2 * n));
	const [executions, part, growth] = await texts(4);
	assert.match(executions, /^2\.55/);
	assert.equal(parseFloat(part).toFixed(1), share.toFixed(1));
	assert.equal(growth, "n");
	assert.deepEqual((await texts(3)).slice(0, 3), ["", "", ""]);
	const inner = await texts(5);
	assert.equal(inner[0], "", "a call of which nothing is left has no executions of its own");
	assert.equal(inner[2], "n²");
	assert.deepEqual(await page.$$eval(".source .hottest", (all) => all.map((one) => one.dataset.line)), [
		"5",
	]);
	const width = await page.$eval(`${row(5)} .part i`, (bar) => bar.getBoundingClientRect().width);
	assert.ok(width > 20, `the bar is ${width} wide`);
});

test("what was inlined in a line unfolds", async () => {
	assert.equal(await page.isVisible(row("one.h:9")), false);
	await page.click(`${row(5)} .unfold`);
	assert.equal(await page.isVisible(row("one.h:9")), true);
	assert.match((await texts("one.h:9")).join(" "), /n² .*one\.h:9 {2}one/);
	await page.click(`${row(5)} .unfold`);
	assert.equal(await page.isVisible(row("one.h:9")), false);
});

test("a click on a line draws its executions", async () => {
	assert.equal(await page.$('[data-chart="line"]'), null);
	await page.click(`${row(4)} > button:last-child`);
	await calm();
	assert.match(
		await page.textContent('[data-chart="line"]'),
		/pairs\.c:4.*Executions in a call: n; the line's cost: n\./s,
	);
	await page.click(`${row(5)} .unfold`);
	await page.click(`${row("one.h:9")} button`);
	await calm();
	assert.match(await page.textContent('[data-chart="line"]'), /one\.h:9.*Executions in a call: n²/s);
});

test("loops have brackets beside their lines, names and plots", async () => {
	assert.deepEqual(await page.$$eval(".loop-list li", (all) => all.map((one) => one.textContent)), [
		"Loop at line 4: n trips",
		"Loop at line 5 in one, inside the loop at line 4: n² trips",
	]);
	const bracketsOf = (at) =>
		page.$$eval(`${row(at)} .loops > *`, (all) =>
			all.map((one) => one.className.replace("loop", "").trim()),
		);
	assert.deepEqual(await bracketsOf(4), ["first", ""]);
	assert.deepEqual(await bracketsOf(5), ["last", "first last"]);
	assert.deepEqual(await bracketsOf(6), ["", ""]);
	await page.click(".loop-list li:last-child button");
	await calm();
	assert.match(await page.textContent('[data-chart="line"]'), /Loop at line 5 .*In a call: n² trips/s);
	await page.click(`${row(4)} .loop.first`);
	await calm();
	assert.match(await page.textContent('[data-chart="line"]'), /Loop at line 4.*In a call: n trips/s);
});
