// SPDX-License-Identifier: GPL-2.0-or-later
// source.ts - the source of a routine, and how its lines grow where they were counted.

import { Chart } from "../charts/chart.ts";
import type { ChartSpec } from "../charts/spec.ts";
import { statementText } from "../data/growth.ts";
import { type Line, type Lines, linesOf, type Loop } from "../data/lines.ts";
import { costUnit, exact, percent, short } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { statementBadge } from "../ui/badge.ts";
import { h, replace } from "../ui/dom.ts";
import { type Settings, sizeAxis } from "./cost_chart.ts";

const HEIGHT = 220;

/** What is plotted against the routine's input. */
interface Plotted {
	title: string;
	note: string;
	what: string;
	n: number[];
	value: number[];
}

function ofLine(profile: Profile, routine: Routine, line: Line): Plotted {
	const runs = line.executions > 0;
	return {
		title: `${line.file || routine.file}:${line.line}`,
		note: runs
			? `Executions in a call: ${statementText(line.executing)}; the line's cost: ${statementText(line.costing.text)}.`
			: `The line's cost in a call: ${statementText(line.costing.text)}.`,
		what: runs ? "executions" : `cost (${costUnit(profile.header.cost)})`,
		n: line.n,
		value: line.value,
	};
}

/** "Loop at line 41, inside the loop at line 38" */
function loopName(loop: Loop): string {
	const inside = loop.inside > 0 ? `, inside the loop at line ${loop.inside}` : "";
	return `Loop at line ${loop.line}${loop.inlined ? ` in ${loop.inlined}` : ""}${inside}`;
}

function ofLoop(loop: Loop): Plotted {
	return {
		title: loopName(loop),
		note: `In a call: ${statementText(loop.trips)}.`,
		what: "trips",
		n: loop.n,
		value: loop.value,
	};
}

function plottedChart(plotted: Plotted, settings: Settings): ChartSpec {
	const what = plotted.what;
	const x = Float64Array.from(plotted.n);
	const y = Float64Array.from(plotted.value);
	const last = x.length - 1;
	return {
		title: plotted.title,
		note: plotted.note,
		description: `${x.length} sizes from ${exact(x[0])} to ${exact(x[last])}; ${what} from ${short(y[0])} to ${short(y[last])}.`,
		x: sizeAxis(settings),
		y: { label: what, log: settings.logY, format: short },
		series: [
			{ kind: "points", label: what, x, y, colour: "worst", shape: "circle", radius: 2.8, quiet: true },
		],
		walk: 0,
		hover: (_, i) => [
			{ name: "n", value: exact(x[i]) },
			{ name: what, value: short(y[i]) },
		],
		sheet: () => ({ columns: ["n", what], rows: plotted.n.map((n, i) => [n, plotted.value[i]]) }),
	};
}

/** Executions, share of the cost as a bar, growth: the columns before the text of a line. */
function counts(line: Line | undefined): HTMLElement[] {
	if (!line) return ["executions", "part", "growth"].map((name) => h("span", { class: name }));
	return [
		h(
			"span",
			{
				class: "executions",
				title: line.executions > 0 ? `${exact(line.executions)} executions: ${line.executing}` : null,
			},
			line.executions > 0 && short(line.executions),
		),
		h(
			"span",
			{ class: "part", title: `${percent(line.share)} of the cost of the routine's lines` },
			h("i", { style: { width: `${Math.min(100, 100 * line.share).toFixed(1)}%` } }),
			h("b", {}, percent(line.share)),
		),
		h("span", { class: "growth" }, statementBadge(line.costing)),
	];
}

/** Brackets of the loops that the line is in, a column for each depth. */
function brackets(counted: Lines, number: number, show: (loop: Loop) => void): HTMLElement | null {
	const deepest = Math.max(0, ...counted.loops.map((loop) => loop.depth));
	if (deepest === 0) return null;
	const columns = [...Array(deepest).keys()].map((i) => {
		const loop = counted.loops.find(
			(one) => one.depth === i + 1 && one.line <= number && number <= one.last,
		);
		if (!loop) return h("i");
		const ends = [loop.line === number && "first", loop.last === number && "last"];
		return h("button", {
			type: "button",
			class: ["loop", ...ends].filter(Boolean).join(" "),
			title: `${loopName(loop)}: ${statementText(loop.trips)}`,
			"aria-label": `Plot the trips of the loop at line ${loop.line}`,
			tabindex: loop.line === number ? null : "-1",
			onclick: () => show(loop),
		});
	});
	return h("span", { class: "loops" }, ...columns);
}

/** Each loop in a sentence. */
function loopList(counted: Lines, show: (loop: Loop) => void): HTMLElement | null {
	if (counted.loops.length === 0) return null;
	return h(
		"ul",
		{ class: "loop-list" },
		...counted.loops.map((loop) =>
			h(
				"li",
				{},
				h(
					"button",
					{ type: "button", onclick: () => show(loop), title: "Plot its trips" },
					`${loopName(loop)}: `,
					h("b", {}, statementText(loop.trips)),
				),
			),
		),
	);
}

/** A line of another file that was inlined. */
function inlinedRow(line: Line, show: (line: Line) => void): HTMLElement {
	return h(
		"li",
		{ class: "inlined", hidden: true, "data-line": `${line.file}:${line.line}` },
		...counts(line),
		h("span", { class: "unfold" }),
		h(
			"button",
			{ type: "button", onclick: () => show(line), title: "Plot this line" },
			`${line.file}:${line.line}  ${line.inlined || "inlined"}`,
		),
	);
}

function unfoldButton(parts: HTMLElement[]): HTMLElement {
	const button = h(
		"button",
		{
			type: "button",
			class: "unfold",
			"aria-expanded": "false",
			title: "What was inlined here",
			onclick: () => {
				const open = parts[0].hidden;
				button.setAttribute("aria-expanded", String(open));
				button.textContent = open ? "−" : "+";
				for (const part of parts) part.hidden = !open;
			},
		},
		"+",
	);
	return button;
}

export function sourceSection(profile: Profile, routine: Routine, settings: Settings): HTMLElement {
	const source = profile.source(routine.index);
	const counted = linesOf(profile, routine.index);
	if (!source) {
		const why = !routine.file
			? "The profile does not have the source file of this routine; compile with -g."
			: `${routine.file}${routine.line ? `:${routine.line}` : ""} was not found when this page was written.`;
		return h("section", {}, h("h2", {}, "Source"), h("p", { class: "empty" }, why));
	}
	const plot = h("div", { class: "line-plot" });
	let chart: Chart | null = null;
	const plotIt = (plotted: Plotted) => {
		if (!chart) {
			chart = new Chart(HEIGHT);
			chart.element.setAttribute("data-chart", "line");
			replace(plot, chart.element);
		}
		chart.set(plottedChart(plotted, settings));
	};
	const show = (line: Line) => plotIt(ofLine(profile, routine, line));
	const showLoop = (loop: Loop) => plotIt(ofLoop(loop));
	/** One line, and what was inlined in it from other files. */
	const rowOf = (number: number, text: string | null): HTMLElement[] => {
		const own = counted?.lines.find((line) => line.file === "" && line.line === number);
		const code = h("code", {}, text ?? `(${own?.inlined || "elsewhere in the file"})`);
		const here = number === routine.line ? "here" : null;
		if (!counted) return [h("li", { class: here, "data-line": number }, code)];
		const parts = counted.lines
			.filter((line) => line.file !== "" && line.place === number)
			.sort((a, b) => b.share - a.share)
			.map((line) => inlinedRow(line, show));
		return [
			h(
				"li",
				{ class: number === counted.hottest ? "hottest" : here, "data-line": number },
				...counts(own),
				parts.length > 0 ? unfoldButton(parts) : h("span", { class: "unfold" }),
				brackets(counted, number, showLoop),
				own
					? h("button", { type: "button", onclick: () => show(own), title: "Plot this line" }, code)
					: code,
			),
			...parts,
		];
	};
	const texts = source.text.replace(/\n$/, "").split("\n");
	const end = source.line + texts.length;
	/* Helpers that were inlined may stand anywhere in the file. */
	const elsewhere = (counted?.lines ?? [])
		.filter(({ file, line }) => file === "" && line > 0 && (line < source.line || line >= end))
		.map(({ line }) => line);
	const rows = [
		...elsewhere.filter((number) => number < source.line).flatMap((number) => rowOf(number, null)),
		...texts.flatMap((text, i) => rowOf(source.line + i, text || " ")),
		...elsewhere.filter((number) => number >= end).flatMap((number) => rowOf(number, null)),
	];
	return h(
		"section",
		{},
		h("h2", {}, "Source", h("small", {}, ` ${routine.file}:${routine.line}`)),
		counted &&
			h(
				"p",
				{ class: "line-note" },
				h("span", { class: "of-executions" }, "Executions. "),
				`Share of the cost with what was called, and growth of that, in ${exact(counted.watched)} calls; a line's text opens its plot.`,
			),
		counted && loopList(counted, showLoop),
		h("ol", { class: "source", start: source.line }, ...rows),
		plot,
	);
}
