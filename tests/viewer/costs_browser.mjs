// SPDX-License-Identifier: GPL-2.0-or-later
// costs_browser.mjs - a profile with several costs in a real browser: choosing one, and all of them side by side.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { calm, file, names, open, page, run, start, stop } from "./browsing.mjs";

const SIZES = [10, 20, 40, 80, 160, 320, 640, 1280, 2560];

/** One routine is linear in time and keeps n^2 bytes, the other is quadratic and keeps nothing. */
function trace() {
	const lines = ["call 1 main"];
	let address = 0x10000000;
	for (const n of SIZES) {
		lines.push("call 1 keeps", `read 1 0x10000 ${4 * n}`, `cost 1 ${7 * n}`);
		lines.push(`alloc 1 ${(address += 64)} ${n * n}`, "return 1");
		lines.push("call 1 works", `read 1 0x10000 ${4 * n}`, `cost 1 ${n * n}`, "return 1");
	}
	return `${lines.join("\n")}\n`;
}

before(async () => {
	await start();
	writeFileSync(file("costs"), trace());
	run("replay", "-o", file("costs.data"), file("costs"));
	run("html", "-o", file("costs.html"), file("costs.data"));
	run("html", "--by=peak", "-o", file("peak.html"), file("costs.data"));
});
after(stop);

const chosen = () => page.inputValue("header.top select");
const growth = () => page.textContent(".figures .badge");

test("all views follow the cost that is chosen, and so does the address", async () => {
	await open(file("costs.html"));
	assert.equal(await chosen(), "bb");
	assert.equal((await names())[0], "works");
	await page.selectOption("header.top select", "live");
	await page.waitForFunction(() => /by=live/.test(location.hash));
	await page.waitForFunction(
		() => document.querySelector(".overview tbody a.name")?.textContent === "keeps",
	);
	await page.click(".overview tbody a.name");
	await page.waitForSelector("h1 .name");
	assert.equal(await chosen(), "live");
	assert.equal(await growth(), "n²");
	assert.match(page.url(), /by=live/);
	calm();
});

test("a routine is there by each cost, side by side", async () => {
	await open(file("costs.html"), "#routine=keeps");
	assert.equal(await growth(), "n");
	await page.waitForFunction(() => document.querySelectorAll(".costs canvas").length === 5);
	assert.match(await page.textContent(".costs li[data-cost=live]"), /n².*6\u202f553\u202f600 bytes kept/);
	await page.click(".costs li[data-cost=live] button");
	await page.waitForFunction(() => document.querySelector("header.top select").value === "live");
	assert.equal(await growth(), "n²");
	calm();
});

test("a page begins with the cost that --by names, and one with one cost has no choice", async () => {
	await open(file("peak.html"));
	assert.equal(await chosen(), "peak");
	await open(file("trace.html"));
	assert.equal(await page.locator("header.top select").count(), 0);
	calm();
});
