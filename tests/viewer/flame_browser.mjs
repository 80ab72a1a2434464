// SPDX-License-Identifier: GPL-2.0-or-later
// flame_browser.mjs - the flame graph in a real browser: mouse, keys, the way back, the slider, search, words, picture. The
// environment is that of browser.mjs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calm, digits, file, forget, open, page, run, saved, start, stop } from "./browsing.mjs";

before(start);
after(stop);

const shares = () =>
	page.$$eval(".flame-words li", (items) =>
		Object.fromEntries(
			items.map((item) => {
				const [, name, share] = /^(.*?): <?\u202f?([\d.]+)\u202f%/.exec(item.textContent);
				return [name, Number(share)];
			}),
		),
	);
const line = () => page.textContent(".flame-line");
const address = () => page.evaluate(() => location.hash);
const pixel = (x, y) =>
	page.$eval(
		".flame-body canvas",
		(canvas, [x, y]) => {
			// From a copy: Chromium has something to say about reading from a canvas again and again.
			const ratio = canvas.width / canvas.clientWidth;
			const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
			copy.drawImage(canvas, -x * ratio, -y * ratio);
			return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3);
		},
		[x, y],
	);
const colour = (name) =>
	page.evaluate((key) => {
		const hex = getComputedStyle(document.documentElement).getPropertyValue(`--${key}`).trim();
		return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
	}, name);

async function move(value) {
	await page.$eval(
		"#scale",
		(slider, to) => {
			slider.value = to;
			slider.dispatchEvent(new Event("input"));
			slider.dispatchEvent(new Event("change"));
		},
		value,
	);
}

test("the words and the colours are those of the profile, also with a larger input", async () => {
	forget();
	const profile = JSON.parse(run("export", "--format=json", file("trace.data")));
	const total = profile.totals.cost;
	await open(file("trace.html"));
	await page.click(".flame-words summary");
	await page.waitForSelector(".flame-words li");
	const now = await shares();
	for (const { name, cost } of profile.routines)
		if (cost >= 0.02 * total)
			assert.ok(Math.abs(now[name] - (100 * cost) / total) <= 0.51, `${name}: ${now[name]} %`);
	await move(40);
	assert.match(await page.textContent(".flame-factor"), /^× 100: at least [\d.]+\u202f?k? times the cost$/);
	const then = await shares();
	assert.ok(then.quadratic > 98 && then.quadratic > now.quadratic, "the quadratic eats the program");
	assert.match(await address(), /scale=100/);
	// Second row below the program: main, and under it the widest first.
	assert.deepEqual(await pixel(40, 2 * 20 + 3), await colour("growth-6"));
	await page.reload();
	await page.waitForSelector("html[data-ready]");
	assert.match(await page.textContent(".flame-factor"), /^× 100:/);
	await move(0);
	assert.equal(await page.textContent(".flame-factor"), "× 1");
	calm();
});

test("a click zooms, and the way back leads back", async () => {
	forget();
	await open(file("trace.html"));
	const box = await page.locator(".flame-body").boundingBox();
	await page.mouse.move(box.x + 30, box.y + 50);
	assert.match(await line(), /^quadratic\d+\u202f% of the cost/);
	await page.mouse.click(box.x + 30, box.y + 50);
	assert.match(await address(), /frame=\d+\.\d+/);
	assert.deepEqual(await pixel(box.width - 30, 2 * 20 + 3), await colour("growth-6"));
	await page.goBack();
	await page.waitForFunction(() => !location.hash.includes("frame="));
	assert.notDeepEqual(await pixel(box.width - 30, 2 * 20 + 3), await colour("growth-6"));
	await page.goForward();
	await page.waitForFunction(() => location.hash.includes("frame="));
	await page.click(".flame button:has-text('Whole program')");
	assert.doesNotMatch(await address(), /frame=/);
	await page.mouse.dblclick(box.x + 30, box.y + 50);
	assert.equal(await page.textContent("h1 .name"), "quadratic");
	calm();
});

test("keys walk the frames", async () => {
	forget();
	await open(file("trace.html"));
	await page.focus(".flame-body");
	await page.keyboard.press("ArrowDown");
	assert.match(await page.textContent("#announcer"), /^main, \d+\u202f% of the cost/);
	await page.keyboard.press("ArrowDown");
	assert.match(await page.textContent("#announcer"), /^quadratic, .* grows as n²$/);
	await page.keyboard.press("ArrowRight");
	const second = (await page.textContent("#announcer")).split(",")[0];
	assert.notEqual(second, "quadratic");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("Enter");
	assert.match(await address(), /frame=\d+\.\d+/);
	await page.keyboard.press("Backspace");
	assert.match(await address(), /frame=\d+$/);
	await page.keyboard.press("Escape");
	assert.doesNotMatch(await address(), /frame=/);
	assert.equal(await page.$$eval("tr.current", (rows) => rows.length), 0, "the list did not move");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	assert.equal(await page.textContent("h1 .name"), "quadratic");
	calm();
});

test("what is searched for stands out, with its share", async () => {
	forget();
	await open(file("trace.html"), "#q=quadratic");
	const own = Number(/in ([\d.]+)\u202f%/.exec(await line())[1]);
	const profile = JSON.parse(run("export", "--format=json", file("trace.data")));
	const { cost } = profile.routines.find((routine) => routine.name === "quadratic");
	assert.ok(Math.abs(own - (100 * cost) / profile.totals.cost) <= 0.51);
	assert.deepEqual(await pixel(40, 2 * 20 + 3), await colour("growth-6"));
	await page.fill("#search", "leaf");
	await page.waitForTimeout(60);
	assert.notDeepEqual(await pixel(40, 2 * 20 + 3), await colour("growth-6"));
	calm();
});

test("the picture has a box and a name for each frame that is seen", async () => {
	forget();
	await open(file("trace.html"));
	const { name, bytes } = await saved(".flame [data-save=SVG]");
	const svg = bytes.toString("utf8");
	assert.match(name, /flame-graph\.svg$/);
	assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
	for (const routine of ["main", "quadratic"]) assert.ok(svg.includes(`>${routine}<`), routine);
	assert.ok((svg.match(/<path/g) ?? []).length >= 4);
	const height = Number(/height="(\d+)"/.exec(svg)[1]);
	assert.ok(height > 100 && height < 400, String(height));
	assert.ok(digits(/width="(\d+)"/.exec(svg)[1]) > 800);
	calm();
});

test("a routine stands between its callers and its callees", async () => {
	forget();
	await open(file("trace.html"), "#routine=caller");
	await page.focus(".sandwich .flame-body");
	await page.keyboard.press("ArrowDown");
	assert.match(await page.textContent("#announcer"), /^leaf, .*% of it is spent here/);
	assert.match(await page.textContent(".sandwich .flame-line"), /^leaf/);
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("ArrowUp");
	assert.match(await page.textContent("#announcer"), /^main, .*% of it is called through here/);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.equal(await page.textContent("h1 .name"), "leaf");
	const box = await page.locator(".sandwich .flame-body").boundingBox();
	await page.mouse.click(box.x + 50, box.y + 30);
	assert.equal(await page.textContent("h1 .name"), "caller");
	await page.goBack();
	await page.waitForFunction(() => document.querySelector("h1 .name").textContent === "leaf");
	calm();
});

test("on a telephone nothing is wider than the page", async () => {
	forget();
	await page.setViewportSize({ width: 390, height: 844 });
	await open(file("trace.html"));
	await move(60);
	const wide = await page.evaluate(
		() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
	);
	assert.ok(wide <= 0, `${wide} pixels too wide`);
	await page.setViewportSize({ width: 1280, height: 900 });
	calm();
});
