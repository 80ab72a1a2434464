// SPDX-License-Identifier: GPL-2.0-or-later
// statements.mjs - what the page says of growth, in a real browser: marks, sentences and commands of each strength.
// The environment is that of browser.mjs.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { calm, file, forget, names, open, page, run, saved, show, start, stop } from "./browsing.mjs";
import { writePage } from "./encode.mjs";
import { template } from "./modules.mjs";
import { payloads } from "./synthetic.mjs";
import { traceOfExternalInput, traceOfLongCalls } from "./trace.mjs";

before(start);
after(stop);

/** What the eye sees of a mark: how many colours it is filled with, whether it has a rim, whether it is cut. */
function shapes(selector) {
	return page.$$eval(selector, (marks) =>
		marks.map((mark) => {
			const style = getComputedStyle(mark);
			return [
				style.backgroundImage !== "none"
					? "two colours"
					: style.backgroundColor === "rgba(0, 0, 0, 0)"
						? "hollow"
						: "full",
				parseFloat(style.borderTopWidth) > 0 ? "rim" : "",
				style.clipPath === "none" ? "" : style.clipPath.startsWith("polygon(50% 0") ? "up" : "down",
			].join(" ");
		}),
	);
}

test("strengths are told by shape, words and remedies, in light and dark", async () => {
	forget();
	writePage(template, file("demo.html"), payloads("demo"));
	const expected = {
		class: "full  ",
		between: "two colours  ",
		"at-least": "full  up",
		"at-most": "full  down",
		unknown: "hollow rim ",
	};
	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		for (const [kind, words] of [
			["n^2", /^n²$/],
			["between", /^\S.* or \S.*$/],
			["at least", /^at least n/],
			["at most", /^at most n/],
			["unknown", /^(few sizes|narrow range|no trend)$/],
		]) {
			await open(file("demo.html"), `#class=${encodeURIComponent(kind)}`);
			const name = kind === "n^2" ? "class" : kind.replace(" ", "-");
			const found = new Set(await shapes("td.c-growth .mark"));
			assert.deepEqual([...found], [expected[name]], `${kind} ${colorScheme}`);
			for (const text of await page.$$eval("td.c-growth .badge", (all) =>
				all.map((e) => e.textContent),
			))
				assert.match(text, words);
			assert.equal((await shapes(`.chips [data-class="${kind}"] .mark`)).length, 1);
			await page.click("tbody tr:not(.spacer):nth-child(2) a.name");
			const story = await page.textContent(".story");
			assert.match(
				story,
				{
					class: /^The worst case grows as n²/,
					between: /^The worst case grows as .* or .*; its class is not known: /,
					"at-least": /^The worst case grows at least as fast as n.*; its class is not known: /,
					"at-most": /^The worst case grows no faster than n.*; its class is not known: /,
					unknown: /^Its growth is not known: /,
				}[name],
			);
			const commands = await page.$$eval(".remedy code", (all) => all.map((e) => e.textContent));
			assert.deepEqual(
				commands,
				name === "class"
					? []
					: ["landau sweep --sizes=200..6400:x1.5 -- ./shopd --items {n} 'all of it'"],
			);
			const why = await page.$$eval(".fit .why", (all) => all.length);
			assert.equal(why, name === "class" || (await page.$(".few")) ? 0 : 2);
			if (await page.$("[data-chart=bound]")) {
				const note = await page.textContent("[data-chart=bound] figcaption");
				assert.equal(/describes the growth/.test(note), name === "class", note);
			}
			if (name === "between")
				assert.match(await page.textContent(".cost-row .legend"), /Worst fit: .* or /);
			if (name === "at-least")
				assert.match(await page.textContent(".cost-row .legend"), /Worst: through the points/);
		}
	}
	await page.emulateMedia({ colorScheme: "light" });
	await open(file("demo.html"), "#layout=grid&class=between");
	assert.deepEqual([...new Set(await shapes(".card .mark"))], [expected.between]);
	await open(file("demo.html"), "#view=program");
	const commands = await page.$$eval("td.c-command", (cells) => cells.map((cell) => cell.textContent));
	assert.deepEqual(commands, ["./shopd --name '' --items 6400 'all of it'"]);
	calm();
});

test("the page lists what will hurt in the order of the report, and says what to run", async () => {
	forget();
	const report = JSON.parse(run("report", "--json", "--all", file("trace.data"))).routines;
	await open(file("trace.html"), "#share=0");
	assert.deepEqual(
		await names(),
		report.map((routine) => routine.name),
	);
	assert.match(
		await page.textContent(".summary p"),
		/^Growth known for 100\u202f% of the cost \(\d+ of 10 routines\)\. quadratic, \d+\u202f% of the cost, grows as n²\.$/,
	);
	// A run of one size, of a program with an argument.
	const trace = "call 1 main\nread 1 64 400\ncost 1 9\nreturn 1\n";
	writeFileSync(file("one.trace"), trace);
	run("replay", "-o", file("one.data"), file("one.trace"));
	writeFileSync(
		file("one.data"),
		readFileSync(file("one.data"), "utf8").replace(/^run replay .*$/m, "run valgrind exit 0 p p -v 6400"),
	);
	run("html", "-o", file("one.html"), file("one.data"));
	await open(file("one.html"));
	const command = "landau sweep --sizes=200..6400:x1.5 -- p -v {n}";
	assert.equal(await page.textContent(".remedy code"), command);
	assert.ok(run("report", file("one.data")).includes(`next: ${command}\n`));
	await show("#routine=main");
	assert.match(await page.textContent(".remedy"), /^If 6400 is a size, record more sizes:landau sweep/);
	assert.match(
		await page.textContent(".few"),
		/^n = 100 costs at most 9 basic blocks\. One size is not enough for a plot\.$/,
	);
	calm();
});

test("what is told from within one call has the mark of the report, which is explained", async () => {
	forget();
	const laws = { square: (n) => (n * n) / 2, line: (n) => 700 * n };
	for (const [name, all] of [
		["long", laws],
		["other", { square: laws.line, line: laws.line }],
	]) {
		writeFileSync(file(`${name}.trace`), traceOfLongCalls(all));
		run("replay", "-o", file(`${name}.data`), file(`${name}.trace`));
	}
	run("html", "-o", file("long.html"), file("long.data"));
	run("html", "-o", file("both.html"), file("other.data"), file("long.data"));
	const texts = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));
	const note = /^\+ within one call, by what each new cell, or each call that it made, cost on its way\.$/;
	await open(file("long.html"));
	assert.deepEqual(await names(), ["square", "line"]);
	assert.deepEqual(await texts("td.c-growth .badge"), ["n²+", "n+"]);
	assert.deepEqual(await shapes("td.c-growth .mark"), ["full  ", "full  "]);
	assert.match(await page.textContent(".within-note"), note);
	assert.match(
		await page.textContent(".summary"),
		/square, \d+\u202f% of the cost, grows as n² within a call\./,
	);
	await page.click(".flame-words summary");
	await page.waitForSelector(".flame-words li");
	assert.ok((await texts(".flame-words li")).some((text) => /^square: \d+\u202f%.*, n² \+/.test(text)));
	await page.click("tbody a.name >> text=square");
	assert.match(
		await page.textContent(".story"),
		/^Within one call, by what it cost on its way, the cost grows as n²\. Calls as a whole do not tell: /,
	);
	assert.deepEqual(await texts(".routine-head .figures .badge"), ["n²+"]);
	assert.match(
		await page.textContent("[data-curve=within] figcaption"),
		/shows by itself how it grows: n²\.$/,
	);
	/* Its curve is extrapolated as that of a plot is: to n²/2, with what the steps on the way leave open. */
	assert.equal(await page.textContent(".answer"), "Largest size seen: 20\u202f000.");
	await page.fill("#ahead", "1e5");
	const answer = await page.textContent(".answer");
	const ahead = /^About ([\d.]+)\u202fG basic blocks\. .* One call shows it as it reads on\.$/.exec(answer);
	assert.ok(Math.abs(Number(ahead?.[1]) - 5) < 0.5, answer);
	assert.match(await page.textContent("[data-curve=within] .legend"), /Predicted at n = 100\u202fk/);
	await show("");
	/* Without such a routine there is nothing to explain. */
	writePage(template, file("demo.html"), payloads("demo"));
	await open(file("demo.html"));
	assert.deepEqual(await texts(".within-note"), []);
	await open(file("both.html"), "#view=compare");
	assert.match(await page.textContent(".within-note"), note);
	assert.deepEqual(await texts("tbody .change"), ["▲grows faster", "·same"]);
	calm();
});

test("a call that reads mostly external input is drawn by that alone, too, as landau show does", async () => {
	forget();
	writeFileSync(file("external"), traceOfExternalInput());
	run("replay", "-o", file("external.data"), file("external"));
	run("html", "-o", file("external.html"), file("external.data"));
	const { routines } = JSON.parse(run("export", "--format=json", file("external.data")));
	const curve = "[data-curve=within]";
	const words = () => page.textContent(`${curve} figcaption`);
	const press = (key) => page.click(`${curve} .segmented [data-key=${key}]`);
	const points = async () => {
		const rows = (await saved(`${curve} [data-save=CSV]`)).bytes.toString().trim().split(/\r?\n/);
		return [rows[0], rows.slice(1).map((row) => row.split(",").map(Number))];
	};
	/* It is drawn at first by what shows how it grows: that is all input of the one, and only external input of the other. */
	for (const [name, first, all, external] of [
		["mixed", "all", /shows by itself how it grows: n\.$/, /how it grows: n, by its external input\.$/],
		["late", "external", /does not show how it grows: /, /how it grows: n², by its external input\.$/],
	]) {
		const { within } = routines.find((routine) => routine.name === name);
		await open(file("external.html"), `#routine=${name}`);
		assert.equal(await page.getAttribute(`${curve} [aria-pressed=true]`, "data-key"), first);
		assert.match(await words(), { all, external }[first]);
		await press("external");
		assert.match(await words(), external);
		assert.deepEqual(await points(), ["external_input,cost", within.external.points]);
		assert.match(
			await page.getAttribute(`${curve} .chart-body`, "aria-label"),
			/marks from external input = \d+ to 16.000;/,
		);
		await press("all");
		assert.match(await words(), all);
		assert.deepEqual(await points(), ["n,cost", within.points]);
		const other = first === "all" ? "external" : "all";
		await press(other);
		assert.match(await page.evaluate(() => location.hash), new RegExp(`within=${other}`));
		await page.reload();
		await page.waitForSelector("html[data-ready]");
		assert.match(await words(), { all, external }[other]);
	}
	/* A call that reads nothing from outside has nothing to choose. */
	await open(file("long.html"), "#routine=square");
	assert.equal(await page.$(`${curve} .segmented`), null);
	calm();
});
