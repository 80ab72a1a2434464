// SPDX-License-Identifier: GPL-2.0-or-later
// browsing.mjs - a page of landau html in Chromium, for the tests in browser.mjs and its neighbours: a replayed trace,
// steps in the page, and what should never happen. The environment is that of browser.mjs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { launch } from "./chromium.mjs";
import { npmPackage, scratch } from "./modules.mjs";
import { makeTrace } from "./trace.mjs";

const landau = resolve(process.env.LANDAU ?? "build/landau");
export const file = (name) => join(scratch, name);
export const run = (...words) =>
	execFileSync(landau, words, { encoding: "utf8", maxBuffer: 1 << 28, cwd: process.env.STORE });

let context;
export let page;
/** Everything that should not happen: errors on the console, requests to anywhere. */
let troubles = [];
export const forget = () => (troubles = []);

export function watch(one) {
	one.on("console", (message) => {
		if (["error", "warning"].includes(message.type())) troubles.push(message.text());
	});
	one.on("pageerror", (error) => troubles.push(error.stack));
	one.on("request", (request) => {
		if (!/^(file|data|blob):/.test(request.url())) troubles.push(`request to ${request.url()}`);
	});
	one.on("dialog", (dialog) => troubles.push(`dialog ${dialog.message()}`));
}

export async function open(path, hash = "") {
	await page.goto("about:blank");
	await page.goto(`file://${path}${hash}`);
	await page.waitForSelector("html[data-ready]");
	assert.equal(await page.getAttribute("html", "data-ready"), "yes");
}

export async function show(hash) {
	await page.evaluate((to) => (location.hash = to), hash);
	await page.waitForTimeout(100);
}

export const digits = (text) => Number(text.replace(/[^\d.-]/g, ""));
export const names = () => page.$$eval(".overview tbody a.name", (links) => links.map((a) => a.textContent));
export const listed = async () => digits((await page.textContent(".count")).split(" of ")[0]);
export const calm = () => assert.deepEqual(troubles, []);

export async function saved(selector) {
	const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
	const stream = await download.createReadStream();
	const parts = [];
	for await (const part of stream) parts.push(part);
	return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}

export async function start() {
	writeFileSync(file("trace"), makeTrace());
	run("replay", "-o", file("trace.data"), file("trace"));
	run("html", "-o", file("trace.html"), file("trace.data"));
	context = await launch(npmPackage("playwright-core"), mkdtempSync(join(scratch, "user-")));
	page = await context.newPage();
	watch(page);
}

export async function stop() {
	await context?.close();
	rmSync(scratch, { recursive: true, force: true });
}
