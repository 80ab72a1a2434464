// SPDX-License-Identifier: GPL-2.0-or-later
// browser.mjs - the page in a real browser, made by landau html from real profiles.
//
// The environment: LANDAU (the command), CHROMIUM, and as modules.mjs says. STORE, if given, is a directory with
// slow.data and fast.data, recorded profiles of store.c, and store.c itself; without it a replayed trace serves
// alone. SCREENSHOTS, if given, is where pictures of the main views go.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import {
	calm,
	digits,
	file,
	forget,
	listed,
	names,
	open,
	page,
	run,
	saved,
	show,
	start,
	stop,
} from "./browsing.mjs";
import { writePage } from "./encode.mjs";
import { dataCode, template } from "./modules.mjs";
import { takePictures } from "./pictures.mjs";
import { HOSTILE_NAMES, payloads } from "./synthetic.mjs";
import { makeTrace } from "./trace.mjs";

const code = await dataCode();
const store = process.env.STORE;
const pictures = process.env.SCREENSHOTS;

before(start);
after(stop);

test("the numbers of the page are those of landau export", async () => {
	forget();
	const profile = JSON.parse(run("export", "--format=json", file("trace.data")));
	await open(file("trace.html"), "#share=0");
	assert.equal(await listed(), profile.routines.length);
	let few = 0;
	for (const routine of profile.routines) {
		await show(
			`#${new URLSearchParams({ routine: routine.name, object: routine.object, file: routine.file, charts: "all" })}`,
		);
		assert.equal(await page.textContent("h1 .name"), routine.name);
		for (const [id, value] of [
			["calls", routine.calls],
			["cost", routine.cost],
			["self", routine.self],
			["points", routine.trms.length],
		])
			assert.equal(digits(await page.textContent(`#figure-${id}`)), value, `${routine.name} ${id}`);
		if (routine.trms.length < 3) {
			// One sentence has all that the points say, and there is no plot.
			const said = await page.textContent(".few");
			const words = routine.trms.map(
				([n, , , max]) =>
					new RegExp(`n = ${code.exact(n)} (costs )?at most ${code.exact(max)} basic blocks`),
			);
			for (const word of words) assert.match(said, word);
			assert.equal(await page.$$eval("[data-chart]", (charts) => charts.length), 0, routine.name);
			few++;
			continue;
		}
		const { bytes } = await saved(".cost-row [data-save=CSV]");
		const rows = bytes
			.toString("utf8")
			.trim()
			.split("\r\n")
			.slice(1)
			.map((line) => line.split(",").map(Number));
		assert.deepEqual(
			rows.map(([n, calls, min, max, sum, , , rms, thread, external]) => [
				n,
				calls,
				min,
				max,
				sum,
				rms,
				thread,
				external,
			]),
			routine.trms,
			routine.name,
		);
		const rmsFile = await saved("[data-chart=rms] [data-save=CSV]");
		const rms = rmsFile.bytes
			.toString("utf8")
			.trim()
			.split("\r\n")
			.slice(1)
			.map((line) => line.split(",").map(Number));
		assert.deepEqual(rms, routine.rms, `${routine.name} rms`);
		const callees = await page.$$eval(
			"section.relation:nth-child(2) tbody tr:not(.spacer)",
			(rows) => rows.length,
		);
		assert.equal(callees, routine.callees?.length ?? callees, `${routine.name} callees`);
		if (routine.model?.class)
			assert.equal(
				await page.textContent(".fit .formula"),
				routine.model.formula
					.replace(/\^2/g, "²")
					.replace(/\^3/g, "³")
					.replace(/\^1\.5/g, "¹·⁵")
					.replaceAll("log2", "log₂"),
			);
	}
	assert.equal(few, 3);
	const csv = await (async () => {
		await show("#view=overview&share=0");
		return saved(".chip-row [data-save=CSV]");
	})();
	assert.equal(csv.bytes.toString("utf8").trim().split("\r\n").length, profile.routines.length + 1);
	await show("#view=program");
	const figures = await page.$$eval(".figures dd", (list) => list.map((dd) => dd.textContent));
	assert.deepEqual(figures.slice(0, 4).map(digits), [
		profile.routines.length,
		profile.routines.reduce((s, r) => s + r.trms.length, 0),
		profile.totals.calls,
		profile.totals.cost,
	]);
	calm();
});

test("a size that is typed is extrapolated to, with an interval", async () => {
	await open(file("trace.html"), `#${new URLSearchParams({ routine: "quadratic" })}`);
	const formula = await page.textContent(".fit .formula");
	assert.match(formula, /n²/);
	await page.fill("#ahead", "1e4");
	const answer = await page.textContent(".answer");
	const match =
		/About ([\d.]+)\u202f([kMG]?) .*95 %: ([\d.]+)\u202f([kMG]?) to ([\d.]+)\u202f([kMG]?)/.exec(answer);
	assert.ok(match, answer);
	const unit = { "": 1, k: 1e3, M: 1e6, G: 1e9 };
	const value = (i) => Number(match[i]) * unit[match[i + 1]];
	assert.ok(value(3) <= value(1) && value(1) <= value(5), answer);
	assert.ok(value(1) > 0.9 * 1e8 && value(1) < 1.5 * 1e8, answer);
	assert.match(page.url(), /n=10000/);
});

test("search, filters, order, layout and favourites", async () => {
	forget();
	await open(file("trace.html"));
	const all = await listed();
	await page.keyboard.press("/");
	await page.keyboard.type("QUADRA");
	assert.deepEqual(await names(), ["quadratic"]);
	assert.match(page.url(), /q=QUADRA/);
	await page.fill("#search", "qu?dr*");
	assert.deepEqual(await names(), ["quadratic"]);
	await page.fill("#search", "/^(log)?linear$/");
	assert.deepEqual((await names()).sort(), ["linear", "loglinear"]);
	await page.fill("#search", "/(/");
	assert.equal(await page.getAttribute("#search", "aria-invalid"), "true");
	await page.fill("#search", "no such routine");
	assert.match(await page.textContent(".table .empty"), /No routine matches/);
	await page.fill("#search", "");
	assert.equal(await listed(), all);
	await page.click(".chips [data-class='n^2']");
	assert.ok((await names()).includes("quadratic") && (await listed()) < all);
	await page.click(".chips [data-class='n^2']");
	await page.fill(".filters input[type=number]", "20");
	assert.ok((await listed()) < all);
	await page.fill(".filters input[type=number]", "");
	await page.selectOption(".filters label:has-text('Input') select", "thread");
	assert.deepEqual((await names()).sort(), ["consumer", "second"]);
	await page.selectOption(".filters label:has-text('Input') select", "external");
	assert.ok((await names()).includes("reader") && !(await names()).includes("quadratic"));
	await page.selectOption(".filters label:has-text('Input') select", "");
	await page.selectOption(".filters label:has-text('Thread') select", "2");
	assert.deepEqual((await names()).sort(), ["consumer", "second"]);
	await page.selectOption(".filters label:has-text('Thread') select", "");
	await page.click("th.c-name button");
	const ordered = await names();
	assert.deepEqual(ordered, [...ordered].sort());
	await page.click("th.c-calls button");
	const calls = await page.$$eval("td.c-calls span", (cells) =>
		cells.map((c) => Number(c.title.replace(/\D/g, ""))),
	);
	assert.deepEqual(
		calls,
		[...calls].sort((a, b) => b - a),
	);
	await page.click("tbody tr:nth-child(2) .star");
	await page.click(".filters .toggle input");
	assert.equal(await listed(), 1);
	await page.click(".filters .toggle input");
	await page.click(".segmented [data-key=grid]");
	assert.equal(await page.$$eval(".card", (cards) => cards.length), all);
	await page.reload();
	await page.waitForSelector("html[data-ready]");
	assert.equal(await page.$$eval(".card", (cards) => cards.length), all);
	calm();
});

test("what is small, and start-up, is folded", async () => {
	forget();
	const { routines, totals } = JSON.parse(run("export", "--format=json", file("trace.data")));
	const quiet = routines.filter(({ cost }) => cost < 0.001 * totals.cost).map(({ name }) => name);
	await open(file("trace.html"));
	const shown = await names();
	const left = routines.length - shown.length;
	assert.ok(left > 0 && quiet.length >= left && quiet.some((name) => !shown.includes(name)));
	assert.match(
		await page.textContent(".rest"),
		new RegExp(`^Not listed: ${left} routines? below 0.1\u202f%`),
	);
	await page.fill(
		"#search",
		quiet.find((name) => !shown.includes(name)),
	);
	assert.equal((await names()).length, 1);
	await page.fill("#search", "");
	await page.click(".rest button");
	assert.equal(await listed(), routines.length);
	assert.equal(await page.textContent(".rest"), "");
	assert.match(page.url(), /share=0/);
	calm();
});

test("keys lead everywhere", async () => {
	forget();
	await open(file("trace.html"));
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	const second = await page.textContent("tr.current a.name");
	await page.keyboard.press("Enter");
	assert.equal(await page.textContent("h1 .name"), second);
	await page.keyboard.press("[");
	assert.notEqual(await page.textContent("h1 .name"), second);
	await page.keyboard.press("]");
	assert.equal(await page.textContent("h1 .name"), second);
	// One with points enough for a plot.
	await page.evaluate(() => {
		location.hash = "routine=quadratic";
	});
	await page.focus(".cost-row .chart-body");
	await page.keyboard.press("ArrowRight");
	assert.match(await page.textContent("#announcer"), /^n \d/);
	assert.ok(await page.isVisible(".cost-row .tip"));
	await page.keyboard.press("+");
	assert.ok(await page.isVisible(".cost-row button:has-text('Reset zoom')"));
	await page.keyboard.press("0");
	assert.ok(!(await page.isVisible(".cost-row button:has-text('Reset zoom')")));
	await page.evaluate(() => document.activeElement.blur());
	await page.keyboard.press("?");
	assert.ok(await page.isVisible("dialog.help"));
	await page.keyboard.press("Escape");
	assert.ok(!(await page.isVisible("dialog.help")));
	await page.keyboard.press("p");
	assert.match(page.url(), /view=program/);
	await page.keyboard.press("o");
	assert.match(page.url(), /view=overview/);
	await page.keyboard.press("t");
	assert.equal(await page.getAttribute("html", "data-theme"), "dark");
	await page.keyboard.press("t");
	await page.goBack();
	assert.match(page.url(), /view=program/);
	calm();
});

test("charts zoom, select, change axes, group, and save", async () => {
	forget();
	await open(file("trace.html"), "#routine=quadratic");
	assert.deepEqual(
		await page.$$eval(".routine h2", (all) => all.map((e) => e.textContent.replace(/ \d+$/, ""))),
		[
			"Source",
			"Callers above, callees below",
			"Callers",
			"Callees",
			"Where its input comes from",
			"Calling contexts",
		],
		"in the order of the questions",
	);
	assert.ok(!(await page.isVisible("[data-chart=variance]")));
	await page.click(".further > summary");
	assert.ok(await page.isVisible("[data-chart=variance]"));
	await page.waitForFunction(() => location.hash.includes("charts=all"));
	await page.evaluate(() => scrollTo(0, 0));
	const body = await page.locator(".cost-row .u-over").boundingBox();
	const drag = async (x1, y1, x2, y2) => {
		await page.mouse.move(body.x + x1 * body.width, body.y + y1 * body.height);
		await page.mouse.down();
		await page.mouse.move(body.x + x2 * body.width, body.y + y2 * body.height, {
			steps: 4,
		});
		await page.mouse.up();
	};
	await drag(0.2, 0.2, 0.7, 0.9);
	assert.ok(await page.isVisible(".cost-row button:has-text('Reset zoom')"));
	await page.mouse.dblclick(body.x + body.width / 2, body.y + 20);
	assert.ok(!(await page.isVisible(".cost-row button:has-text('Reset zoom')")));
	await page.click(".segmented [data-key=select]");
	await drag(0.001, 0.001, 1.01, 1.02);
	const chosen = digits((await page.textContent(".selection p")).split(" point")[0]);
	assert.ok(chosen >= 20, String(chosen));
	const rows =
		(await saved(".selection [data-save=CSV]")).bytes.toString("utf8").trim().split("\r\n").length - 1;
	assert.equal(rows, chosen);
	await page.click(".segmented[aria-label='Size axis'] [data-key=log]");
	await page.click(".segmented[aria-label='Cost axis'] [data-key=log]");
	assert.match(page.url(), /log=xy/);
	await page.selectOption(".controls label:has-text('Group') select", "4");
	const grouped =
		(await saved(".cost-row [data-save=CSV]")).bytes.toString("utf8").trim().split("\r\n").length - 1;
	assert.ok(grouped > 2 && grouped < chosen);
	await page.selectOption(".controls label:has-text('Smooth') select", "3");
	await page.check(".controls label:has-text('Mean') input");
	await page.check(".controls label:has-text('Best') input");
	await page.selectOption(".bound select", "n^3");
	assert.match(await page.textContent("figure:has(.bound) figcaption"), /falls/);
	const charts = await page.$$eval("figure.chart", (all) => all.length);
	assert.ok(charts >= 8);
	for (let i = 0; i < charts; i++) {
		const chart = page.locator("figure.chart").nth(i);
		if (await chart.locator(".is-empty, p.empty").count())
			assert.ok((await chart.locator("p.empty").textContent()).length > 20, "an empty chart says why");
		else assert.ok((await chart.locator("canvas").count()) > 0);
	}
	const svg = await saved(".cost-row [data-save=SVG]");
	assert.match(svg.bytes.toString("utf8"), /^<svg[^>]*>.*<path/);
	assert.match(svg.name, /quadratic.*\.svg$/);
	const png = await saved(".cost-row [data-save=PNG]");
	assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
	assert.ok(png.bytes.length > 5000);
	calm();
});

test("hovering shows the exact point", async () => {
	await open(file("trace.html"), "#routine=linear");
	const profile = JSON.parse(run("export", "--format=json", file("trace.data")));
	const last = profile.routines.find((r) => r.name === "linear").trms.at(-1);
	await page.focus(".cost-row .chart-body");
	await page.keyboard.press("End");
	const shown = await page.$$eval(".cost-row .tip b", (list) => list.map((b) => b.textContent));
	assert.deepEqual(shown.slice(0, 3).map(digits), [last[0], last[1], last[3]]);
	const ring = await page.locator(".cost-row .ring").boundingBox();
	await page.mouse.move(ring.x + 30, ring.y - 40);
	await page.mouse.move(ring.x + 7, ring.y + 7);
	assert.deepEqual(
		(await page.$$eval(".cost-row .tip b", (list) => list.map((b) => b.textContent)))
			.slice(0, 2)
			.map(digits),
		[last[0], last[1]],
	);
});

test("a hostile profile stays inert", async () => {
	forget();
	run(
		"replay",
		"-o",
		file("hostile.data"),
		(() => {
			const lines = HOSTILE_NAMES.filter(
				(name) => /^[\x21-\x7e]+$/.test(name) && !name.includes("#"),
			).map((name) => `call 1 ${name}\nread 1 4096 64\ncost 1 5\nreturn 1`);
			writeFileSync(file("hostile.trace"), `${lines.join("\n")}\n`);
			return file("hostile.trace");
		})(),
	);
	run("html", "-o", file("hostile-real.html"), file("hostile.data"));
	writePage(template, file("hostile.html"), payloads("hostile"));
	for (const one of ["hostile.html", "hostile-real.html"]) {
		await open(file(one), "#share=0");
		const shown = await page.$$eval(".overview tbody a.name", (links) =>
			links.map((a) => [a.textContent, a.href]),
		);
		assert.ok(shown.length >= 4);
		if (one === "hostile.html") assert.equal(shown.length, HOSTILE_NAMES.length + 1);
		for (const [name, href] of shown) {
			await open(file(one), new URL(href).hash);
			assert.equal(await page.textContent("h1 .name"), name);
		}
		await show("#view=program");
		assert.equal(await page.evaluate(() => window.pwned), undefined);
		assert.equal(await page.$$eval("main img, main script, main iframe", (all) => all.length), 0);
	}
	const policy = await page.getAttribute("meta[http-equiv]", "content");
	assert.match(policy, /default-src 'none'/);
	assert.doesNotMatch(policy, /unsafe/);
	calm();
	// The policy holds even against code that got in.
	await page.evaluate(() => {
		const script = document.createElement("script");
		script.textContent = "window.pwned = 1";
		document.body.append(script);
	});
	assert.equal(await page.evaluate(() => window.pwned), undefined);
	forget();
});

test("a profile without points, and damaged data, are explained", async () => {
	writeFileSync(file("empty.trace"), "cost 1 3\n");
	run("replay", "-o", file("empty.data"), file("empty.trace"));
	run("html", "-o", file("empty.html"), file("empty.data"));
	forget();
	await open(file("empty.html"));
	assert.match(
		await page.textContent(".summary"),
		/^Growth known for 0\u202f% of the cost \(0 of 0 routines\)/,
	);
	assert.match(await page.textContent(".remedy"), /^Record inputs of several sizes and merge them\.$/);
	await show("#view=program");
	assert.match(await page.textContent("main"), /The profile holds no points/);
	calm();
	writeFileSync(
		file("broken.html"),
		readFileSync(file("trace.html"), "utf8").replace(/(application\/x-landau">.{40})[^<]*/, "$1"),
	);
	await page.goto(`file://${file("broken.html")}`);
	await page.waitForSelector("html[data-ready=failed]");
	assert.match(await page.textContent("[role=alert]"), /cannot be shown/);
	forget();
});

test("numbers at their limits and names that are no text are shown", async () => {
	forget();
	const most = 2n ** 64n - 1n;
	const lines = [
		"landau 1",
		"cost bb",
		"cell 4",
		"contexts no",
		"run replay exit 0 %ff%fe -",
		`thread 1 ${most} ${most} ${most} <b>`,
		"routine 0 0 huge%20name - -",
		"routine 1 9 %80%81 o f.c",
		`record 0 1 - 3 ${most} ${most} same`,
		"t 0 1 0 0 0 0 0 0 0",
		`t 1 1 ${most} ${most} ${most} ${most * most} 1 0 0`,
		`t ${most} 1 ${most} ${most} ${most} ${most * most} ${most} 0 0`,
		`record 1 1 - ${most} ${most} 0 same`,
		`t 7 ${most} 0 ${most} ${most} ${2n ** 128n - 1n} ${most} 0 0`,
	];
	writeFileSync(file("huge.data"), `${lines.join("\n")}\nend ${lines.length + 1}\n`);
	run("html", "-o", file("huge.html"), file("huge.data"));
	for (const hash of [
		"",
		"#layout=grid",
		"#view=program",
		"#view=program&axes=linear",
		"#routine=huge+name",
		"#routine=huge+name&log=xy&group=4&smooth=3&show=worst,mean,best",
		"#routine=%EF%BF%BD%EF%BF%BD&log=y",
	]) {
		await open(file("huge.html"), hash);
		if (hash.includes("huge"))
			assert.equal(digits(await page.textContent("#figure-cost")), 18446744073709551615);
	}
	assert.equal(await page.textContent("h1 .name"), "\ufffd\ufffd");
	calm();
});

test("two profiles are compared", async () => {
	forget();
	writeFileSync(file("new.trace"), makeTrace({ linearIsQuadratic: true }));
	run("replay", "-o", file("new.data"), file("new.trace"));
	run("html", "-o", file("compare.html"), file("trace.data"), file("new.data"));
	await open(file("compare.html"));
	assert.match(await page.textContent(".summary"), /1 routine grows faster than before: linear/);
	const first = await page.$$eval("tbody tr:not(.spacer):nth-child(2) td", (cells) =>
		cells.map((c) => c.textContent),
	);
	assert.match(first[0], /grows faster/);
	assert.equal(first[1], "linear");
	await page.click("[data-change=same]");
	assert.ok(
		(await page.$$eval("td.c-change", (cells) => cells.map((c) => c.textContent))).every((text) =>
			text.endsWith("same"),
		),
	);
	run("html", "-o", file("same.html"), file("trace.data"), file("trace.data"));
	await open(file("same.html"));
	assert.match(await page.textContent(".summary"), /Of [2-9]\d* routines that can be compared, none grows/);
	await open(file("compare.html"));
	await show("#routine=linear");
	assert.match(await page.textContent(".cost-row .legend"), /Old worst/);
	assert.match(await page.textContent(".story"), /grows faster/);
	calm();
});

test("narrow and wide, light and dark: nothing overflows, nothing jumps", async () => {
	forget();
	for (const width of [390, 720, 800, 1000, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		await open(file("trace.html"));
		const name = await page.$eval("td.c-name", (cell) => cell.getBoundingClientRect().width);
		assert.ok(name >= 100, `${width}: ${name} pixels for the names of routines`);
		for (const hash of ["", "#layout=grid", "#routine=quadratic", "#view=program"]) {
			await open(file("trace.html"), hash);
			const wide = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			assert.ok(wide <= 0, `${width} ${hash}: ${wide} pixels too wide`);
			const cut = await page.$$eval("td.c-plot canvas, td.c-growth .badge, td.c-cost .share", (all) =>
				all
					.filter((e) => {
						const cell = e.closest("td");
						const inner = e.getBoundingClientRect();
						const outer = cell.getBoundingClientRect();
						if (inner.width === 0) return false; // the column is hidden
						return (
							inner.right > outer.right - parseFloat(getComputedStyle(cell).paddingRight) ||
							inner.top < outer.top ||
							inner.bottom > outer.bottom
						);
					})
					.map((e) => e.parentElement.className + " " + e.textContent),
			);
			assert.deepEqual(cut, [], `${width} ${hash}: cut off`);
			// A cost of many digits.
			const figures = await page.$$eval(".figures dd", (all) =>
				all.map((e) => {
					e.textContent = "1\u202f151\u202f472\u202f430";
					return e.scrollWidth - e.clientWidth;
				}),
			);
			assert.ok(
				figures.every((over) => over <= 0),
				`${width} ${hash}: figures cut off by ${figures}`,
			);
		}
		await open(file("trace.html"), "#routine=quadratic");
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		await page.click(".segmented[aria-label='Size axis'] [data-key=log]");
		assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
	}
	// Long names: of routines in titles of charts, and in the words of commands.
	writePage(template, file("demo.html"), payloads("demo"));
	await page.setViewportSize({ width: 390, height: 844 });
	await open(file("demo.html"));
	for (const kind of ["n^2", "between", "at least", "at most", "unknown"]) {
		await open(file("demo.html"), `#class=${encodeURIComponent(kind)}`);
		await page.$eval(".overview tbody a.name", (link) => (location.hash = new URL(link.href).hash));
		await page.waitForTimeout(100);
		await page.$$eval("figure.chart h3, .remedy code", (all) =>
			all.forEach((e) => (e.textContent += "a_name_without_any_place_to_break_it_at")),
		);
		const wide = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		assert.ok(wide <= 0, `${kind}: ${wide} pixels too wide`);
	}
	await page.setViewportSize({ width: 1280, height: 900 });
	calm();
});

test("every control has a name for screen readers", async () => {
	for (const hash of ["", "#routine=consumer", "#view=program"]) {
		await open(file("trace.html"), hash);
		const nameless = await page.$$eval("button, a[href], input, select, [role=img]", (all) =>
			all
				.filter(
					(e) =>
						!(
							e.getAttribute("aria-label") ||
							e.textContent.trim() ||
							e.title ||
							e.closest("label")?.textContent.trim()
						),
				)
				.map((e) => e.outerHTML.slice(0, 100)),
		);
		assert.deepEqual(nameless, []);
		assert.equal(await page.$$eval("main", (all) => all.length), 1);
		assert.ok((await page.$$eval("h1, h2, .summary", (all) => all.length)) > 0);
	}
});

test("a recorded program", { skip: !store && "no recorded profile was given" }, async () => {
	forget();
	run("html", "-o", file("slow.html"), "slow.data");
	run("html", "-o", file("both.html"), "fast.data", "slow.data");
	await open(file("slow.html"), "#routine=sort_by_hand");
	assert.match(await page.textContent(".figures"), /n²/);
	assert.match(await page.textContent(".source"), /Quadratic|insert\(values/);
	assert.equal(await page.$$eval(".source .here", (all) => all.length), 1);
	await show("#routine=take");
	assert.match(await page.textContent(".figures"), /100\u202f% \/ 0\u202f%/);
	await show("#routine=read_orders");
	assert.match(await page.textContent(".figures"), /0\u202f% \/ 100\u202f%/);
	await open(file("both.html"));
	assert.match(await page.textContent(".summary"), /serve/);
	if (pictures) await takePictures(page, open, pictures, file("slow.html"), file("both.html"));
	calm();
});
