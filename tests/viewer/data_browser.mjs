// SPDX-License-Identifier: GPL-2.0-or-later
// data_browser.mjs - who feeds whom in a real browser: graph, matrix, tables, the filter in the address, and whose the input of a
// routine was. All numbers have to be those of landau flows. The environment is that of browser.mjs.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { calm, digits, file, forget, open, page, run, start, stop } from "./browsing.mjs";

const SIZES = [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120];
const TOTAL = SIZES.reduce((a, b) => a + b);

/** Three threads hand a file on, under a lock; main looks at what has become of it. */
function* pipeline() {
	for (const n of SIZES) {
		yield `call 1 main\ncall 1 load\nkwrite 1 0x10000 ${4 * n} file:/in\nread 1 0x10000 ${4 * n}`;
		yield `write 1 0x20000 ${4 * n}\nreturn 1\ncall 1 pthread_mutex_unlock\nwrite 1 0x90000 4\nreturn 1`;
		yield `call 2 pthread_mutex_lock\nread 2 0x90000 4\nreturn 2`;
		yield `call 2 parse\nread 2 0x20000 ${4 * n}\nwrite 2 0x30000 ${4 * n}\nreturn 2`;
		yield `call 3 sum\nread 3 0x30000 ${4 * n}\nwrite 3 0x40000 4\nreturn 3`;
		yield `call 1 show\nread 1 0x40000 4\nreturn 1\nreturn 1`;
	}
}

before(async () => {
	await start();
	writeFileSync(file("pipeline"), [...pipeline()].join("\n"));
	run("replay", "--sources", "-o", file("pipeline.data"), file("pipeline"));
	run("html", "-o", file("pipeline.html"), file("pipeline.data"));
});
after(stop);

const address = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).toString());
const drawn = () =>
	page.$$eval("path.flow", (all) =>
		all
			.map((path) => [
				path.getAttribute("aria-label").split(":")[0],
				Number(path.dataset.volume),
				path.classList.contains("crosses"),
			])
			.sort(),
	);
const rows = () =>
	page.$$eval(".flow-table tbody tr:not(.spacer)", (all) =>
		all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)),
	);
const matrix = () =>
	page.$$eval(".flow-matrix tr", (all) =>
		all.map((row) =>
			[...row.children].map((cell) =>
				cell.querySelector("button")
					? Number(cell.querySelector("button").dataset.value)
					: cell.textContent,
			),
		),
	);

test("the graph has the flows of landau flows, drawn by volume, growth and thread", async () => {
	forget();
	await open(file("pipeline.html"));
	await page.click("nav >> text=Data");
	assert.match(
		await page.textContent(".summary p"),
		/^100\u202f% of the input of parse \(10\u202f230 cells\) was written by load on thread 1, and that grows as n\.$/,
	);
	assert.match(await page.textContent(".summary"), /20\u202f470 cells that other threads had written/);
	assert.match(await page.textContent(".summary"), /10 cells more went through locks/);
	const flows = JSON.parse(run("flows", "--json", file("pipeline.data"))).flows;
	assert.deepEqual(
		await drawn(),
		flows
			.map((flow) => [
				`${flow.kind === "file" ? "file " : ""}${flow.name} to ${flow.routine}`,
				flow.self,
				flow.other_thread,
			])
			.sort(),
	);
	assert.deepEqual(await drawn(), [
		["file /in to load", TOTAL, false],
		["load to parse", TOTAL, true],
		["parse to sum", TOTAL, true],
		["sum to show", SIZES.length, true],
	]);
	const [heavy, light] = await page.$$eval("path.flow", (all) =>
		["load to parse", "sum to show"].map((name) => {
			const { strokeWidth, stroke } = all.find((p) =>
				p.getAttribute("aria-label").startsWith(name),
			).style;
			return [Number.parseFloat(strokeWidth), stroke];
		}),
	);
	assert.deepEqual(heavy, [30, "var(--growth-3)"], "linear");
	assert.deepEqual(light, [1.5, "var(--growth-none)"], "always one cell: not known");
	const places = await page.$$eval(".flow-node", (all) =>
		Object.fromEntries(
			all.map((node) => [
				node.querySelector("text").textContent,
				Number(node.querySelector("rect").getAttribute("x")),
			]),
		),
	);
	const order = ["file /in", "load", "parse", "sum", "show"].map((name) => places[name]);
	assert.deepEqual(
		order,
		[...order].sort((a, b) => a - b),
	);
	calm();
});

test("the matrix of threads asks, and the address remembers", async () => {
	forget();
	await open(file("pipeline.html"), "#view=data");
	assert.deepEqual(await matrix(), [
		["reader \\ writer", "1", "2", "3", "outside"],
		["1", "·", "·", 10, TOTAL],
		["2", TOTAL, "·", "·", "·"],
		["3", "·", TOTAL, "·", "·"],
	]);
	const csv = run("flows", "--csv", file("pipeline.data"));
	assert.equal(csv, `reader,1,2,3\n1,0,0,10\n2,${TOTAL},0,0\n3,0,${TOTAL},0\n`);
	await page.click(`.flow-matrix tr:nth-child(3) button`);
	assert.deepEqual(await drawn(), [["parse to sum", TOTAL, true]]);
	assert.deepEqual(await rows(), [["sum", "parse", "another"]]);
	assert.equal(await address(), "view=data&reader=3&writer=2");
	assert.match(await page.textContent(".flow-asked"), /read by thread 3, written by thread 2/);
	await page.reload();
	await page.waitForSelector("html[data-ready]");
	assert.deepEqual(await drawn(), [["parse to sum", TOTAL, true]]);
	await page.click(".flow-asked button");
	assert.equal((await drawn()).length, 4);
	assert.equal(await address(), "view=data");
	await page.click("button[data-key=outside]");
	assert.deepEqual(await drawn(), [["file /in to load", TOTAL, false]]);
	await page.click("button[data-key=apart]");
	assert.deepEqual(await rows(), [["pthread_mutex_lock", "pthread_mutex_unlock", "another"]]);
	assert.deepEqual((await matrix())[2], ["2", 10, "·"]);
	calm();
});

test("a click leads from flow to routine and back", async () => {
	forget();
	await open(file("pipeline.html"), "#view=data");
	await page.focus("path.flow.crosses");
	assert.match(await page.textContent(".flow-line"), /written by/);
	await page.keyboard.press("Enter");
	assert.match(await address(), /flow=\d/);
	assert.equal(await page.$$eval("path.chosen", (all) => all.length), 1);
	assert.equal(await page.$$eval("path.dim", (all) => all.length), 3);
	await page.click(".flow-node:has-text('parse')");
	await page.waitForSelector("h1 .name:text-is('parse')");
	const table = (part) =>
		page.$$eval(`.origin-${part} tbody tr:not(.spacer)`, (all) =>
			all.map((row) => [...row.children].map((cell) => cell.textContent)),
		);
	assert.deepEqual(await table("sources"), [
		["load", "thread 1 (another)", "n", "10.2\u202fk", "100\u202f%"],
	]);
	assert.deepEqual(await table("readers"), [["sum", "another", "n", "10.2\u202fk"]]);
	await page.click(".origin-readers a.name");
	await page.waitForSelector("h1 .name:text-is('sum')");
	await page.click(".origin >> text=as a graph");
	await page.waitForSelector("#main.view-data");
	assert.equal(await page.getAttribute("#main", "class"), "view-data");
	assert.deepEqual(await drawn(), [
		["parse to sum", TOTAL, true],
		["sum to show", 10, true],
	]);
	calm();
});

test("routines as a matrix, files in a table", async () => {
	forget();
	await open(file("pipeline.html"), "#view=data");
	await page.click("button[data-key=routines]");
	const found = await matrix();
	const at = (reader, writer) => found.find((row) => row[0] === reader)[found[0].indexOf(writer)];
	assert.equal(at("parse", "load"), TOTAL);
	assert.equal(at("load", "file /in"), TOTAL);
	assert.equal(at("show", "sum"), 10);
	assert.equal(at("parse", "sum"), "·");
	await page.click(".flow-matrix button[data-value='10']");
	assert.match(
		await page.textContent(".flow-line"),
		/100\u202f% of the input of show .* sum on thread 3, and how that grows is not known/,
	);
	const outside = await page.$$eval(".outside-table tbody tr:not(.spacer) td", (all) =>
		all.map((cell) => cell.textContent),
	);
	assert.deepEqual(outside.slice(0, 3), ["file", "/in", "load"]);
	assert.equal(
		digits(await page.getAttribute(".outside-table tbody td:last-child span", "title")),
		4 * TOTAL,
	);
	calm();
});

test("a profile without sources says how to get them", async () => {
	forget();
	await open(file("trace.html"));
	assert.equal(await page.$$eval("nav >> text=Data", (all) => all.length), 0);
	await open(file("trace.html"), "#view=data");
	assert.match(await page.textContent("#main"), /landau record --sources/);
	await open(file("trace.html"), "#routine=main");
	assert.match(await page.textContent("#main"), /Recorded with --sources/);
	calm();
});

test("a chain of nine is seen whole at 1280 pixels, and a phone scrolls it", async () => {
	forget();
	const names = Array.from({ length: 9 }, (_, i) => `stage_with_a_long_name_${i}`);
	const lines = names.flatMap((name, i) => [
		`call 1 ${name}`,
		`read 1 ${0x10000 * i + 0x10000} 400`,
		`write 1 ${0x10000 * i + 0x20000} 400`,
		"return 1",
	]);
	writeFileSync(file("chain"), lines.join("\n"));
	run("replay", "--sources", "-o", file("chain.data"), file("chain"));
	run("html", "-o", file("chain.html"), file("chain.data"));
	/* How many pixels of the graph are not seen, and by how many a text is wider than its box. */
	const hidden = () =>
		page.$eval(".flow-graph", (graph) => {
			const boxes = [...graph.querySelectorAll(".flow-node")];
			const spare = boxes.map((box) => {
				const [text, rect] = ["text", "rect"].map((part) =>
					box.querySelector(part).getBoundingClientRect(),
				);
				return rect.right - text.right;
			});
			return [boxes.length, graph.scrollWidth - graph.clientWidth, Math.min(...spare)];
		});
	for (const [width, scrolls] of [
		[1280, false],
		[390, true],
	]) {
		await page.setViewportSize({ width, height: 844 });
		await open(file("chain.html"), "#view=data");
		const [count, beyond, spare] = await hidden();
		assert.equal(count, 9);
		assert.equal(beyond > 0, scrolls, `${beyond} pixels are not seen at ${width}`);
		assert.ok(spare >= 0, `a name is ${-spare} pixels wider than its box at ${width}`);
	}
	const titles = await page.$$eval(".flow-node title", (all) => all.map((one) => one.textContent));
	assert.deepEqual(titles.sort(), names);
	await page.setViewportSize({ width: 1280, height: 900 });
	calm();
});

test("nothing is wider than the page, and every flow has a name", async () => {
	forget();
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		for (const hash of ["#view=data", "#view=data&matrix=routines", "#routine=parse"]) {
			await open(file("pipeline.html"), hash);
			const wide = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			assert.ok(wide <= 0, `${hash} at ${width}: ${wide} pixels too wide`);
			const nameless = await page.$$eval(
				"main button, main [role=button]",
				(all) =>
					all.filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.title))
						.length,
			);
			assert.equal(nameless, 0);
		}
	}
	await page.setViewportSize({ width: 1280, height: 900 });
	calm();
});
