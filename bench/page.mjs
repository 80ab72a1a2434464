// SPDX-License-Identifier: GPL-2.0-or-later
// page.mjs - makes a large profile, and measures its page in Chromium; see page.sh.

import { closeSync, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { launch } from "../tests/viewer/chromium.mjs";

const ROUTINES = 10000;
const POINTS = 1000000;
const BIGGEST = 100000;
const GROWTHS = [() => 60, (n) => 20 * Math.log2(n), (n) => 4 * n, (n) => 2 * n * Math.log2(n), (n) => n * n];

function make(path) {
	const file = openSync(path, "w");
	let text = "";
	let lines = 0;
	const say = (line) => {
		text += `${line}\n`;
		lines++;
		if (text.length > 1 << 20) {
			writeSync(file, text);
			text = "";
		}
	};
	let state = 1;
	const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
	for (const line of [
		"landau 1",
		"cost bb",
		"cell 4",
		"contexts no",
		"run valgrind exit 0 large large",
		"thread 1 0 0 0 main",
	])
		say(line);
	for (let i = 0; i < ROUTINES; i++)
		say(
			`routine ${i} ${1 + (i % 900)} ${i === 0 ? "biggest" : `routine_${i}`} lib${i % 20}.so file${i % 400}.c`,
		);
	const each = Math.floor((POINTS - BIGGEST) / (ROUTINES - 1));
	for (let i = 0; i < ROUTINES; i++) {
		const count = i === 0 ? BIGGEST : each;
		const grows = GROWTHS[i === 0 ? 3 : i % 50 === 7 ? 4 : i % 4];
		const rows = [];
		let calls = 0;
		let cost = 0;
		let n = 3;
		for (let k = 0; k < count; k++) {
			n += 1 + Math.floor(random() * 12);
			const base = 50 + grows(n);
			const least = Math.round(base * (0.9 + 0.08 * random()));
			const most = Math.round(base * (1 + 0.1 * random()));
			rows.push(
				`t ${n} 2 ${least} ${most} ${least + most} ${BigInt(least) ** 2n + BigInt(most) ** 2n} ${2 * n} 0 0`,
			);
			calls += 2;
			cost += least + most;
		}
		say(`record ${i} 1 - ${calls} ${cost} ${cost} same`);
		for (const row of rows) say(row);
	}
	say(`end ${lines + 1}`);
	writeSync(file, text);
	closeSync(file);
}

/** Runs `step` in each of `count` frames and gives the times between frames, longest first. */
function frames(page, count, step) {
	return page.evaluate(
		async ([count, step]) => {
			const act = new Function("i", step.startsWith("(") ? `return (${step})(i)` : step);
			const times = [];
			let last = performance.now();
			for (let i = 0; i < count; i++) {
				act(i);
				await new Promise((done) => requestAnimationFrame(done));
				const now = performance.now();
				times.push(now - last);
				last = now;
			}
			return times.slice(1).sort((a, b) => b - a);
		},
		[count, step],
	);
}

const report = (name, times) =>
	console.log(
		`${name}: median frame ${times[times.length >> 1].toFixed(1)} ms, 95th percentile ${times[Math.floor(times.length / 20)].toFixed(1)} ms, longest ${times[0].toFixed(1)} ms`,
	);

async function open(path, work) {
	const playwright = createRequire(join(process.env.VIEWER_BUILD, "node_modules", "_"))("playwright-core");
	const context = await launch(playwright, join(work, "user"), {
		bypassCSP: true,
	});
	const page = await context.newPage();
	const timed = async (name, hash) => {
		await page.goto("about:blank");
		const start = Date.now();
		await page.goto(`file://${path}${hash}`);
		await page.waitForSelector("html[data-ready=yes]");
		await page.evaluate(
			() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
		);
		console.log(`${name}: ${Date.now() - start} ms`);
	};
	await timed("open the overview", "");
	report("scroll the table", await frames(page, 240, "scrollBy(0, 150)"));
	await page.fill("#search", "");
	const typed = Date.now();
	await page.type("#search", "routine_99");
	console.log(`type a search of 10 letters: ${Date.now() - typed} ms`);
	await timed("open the grid", "#layout=grid");
	report("scroll the grid", await frames(page, 240, "scrollBy(0, 150)"));
	await timed("open the routine of 100,000 points", "#routine=biggest");
	const zoom =
		'document.querySelector("[data-chart=cost] .chart-body").dispatchEvent(new KeyboardEvent("keydown", { key: i % 40 < 20 ? "+" : "-", bubbles: true }))';
	report("zoom it", await frames(page, 80, zoom));
	const pan =
		'document.querySelector("[data-chart=cost] .chart-body").dispatchEvent(new KeyboardEvent("keydown", { key: i % 40 < 20 ? "ArrowRight" : "ArrowLeft", shiftKey: true, bubbles: true }))';
	report("pan it", await frames(page, 80, pan));
	await timed("open the program, all points", "#view=program");
	await context.close();
}

if (process.argv[2] === "make") make(process.argv[3]);
else await open(process.argv[3], process.argv[4]);
