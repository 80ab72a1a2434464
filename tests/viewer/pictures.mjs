// SPDX-License-Identifier: GPL-2.0-or-later
// pictures.mjs - takes the pictures of the main views that are in docs/images.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

const VIEWS = [
	{ name: "overview", hash: "" },
	{ name: "flame", hash: "#scale=31.6", height: 470 },
	{ name: "grid", hash: "#layout=grid&points=5", dark: true },
	{ name: "routine", hash: "#routine=serve", point: "End", height: 1700 },
	{ name: "routine-dark", hash: "#routine=sort_by_merging&log=xy", dark: true },
	{ name: "program", hash: "#view=program" },
	{ name: "data", hash: "#view=data", height: 1100 },
	{ name: "compare", hash: "", both: true },
	{ name: "phone", hash: "", width: 390, height: 844 },
];

/** Puts the pointer on the point that a key leads to. */
async function pointAt(page, key) {
	await page.focus("[data-chart=cost] .chart-body");
	await page.keyboard.press(key);
	const ring = await page.locator("[data-chart=cost] .ring").boundingBox();
	await page.evaluate(() => document.activeElement.blur());
	await page.mouse.move(ring.x + 6, ring.y + 6);
}

export async function takePictures(page, open, directory, one, two) {
	mkdirSync(directory, { recursive: true });
	for (const { name, hash, both, dark, point, width = 1280, height = 860 } of VIEWS) {
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
		await page.evaluate(() => localStorage.clear());
		await open(both ? two : one, hash);
		await page.mouse.move(5, 5);
		if (point) await pointAt(page, point);
		await page.waitForTimeout(250);
		await page.screenshot({ path: join(directory, `${name}.png`) });
	}
	await page.emulateMedia({ colorScheme: "light" });
}
