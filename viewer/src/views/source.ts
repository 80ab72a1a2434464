// SPDX-License-Identifier: GPL-2.0-or-later
// source.ts - the source of a routine, and how its lines grow where they were counted.

import { Chart } from "../charts/chart.ts";
import type { ChartSpec } from "../charts/spec.ts";
import { statementText } from "../data/growth.ts";
import { type Line, linesOf } from "../data/lines.ts";
import { costUnit, exact, percent, short } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { statementBadge } from "../ui/badge.ts";
import { h, replace } from "../ui/dom.ts";
import { type Settings, sizeAxis } from "./cost_chart.ts";

const HEIGHT = 220;

/** What one line did, against the routine's input. */
function lineChart(profile: Profile, routine: Routine, line: Line, settings: Settings): ChartSpec {
	const runs = line.executions > 0;
	const what = runs ? "executions" : `cost (${costUnit(profile.header.cost)})`;
	const x = Float64Array.from(line.n);
	const y = Float64Array.from(line.value);
	const last = x.length - 1;
	return {
		title: `${line.file || routine.file}:${line.line}`,
		note: runs
			? `Executions in a call: ${statementText(line.executing)}; the line's cost: ${statementText(line.costing.text)}.`
			: `The line's cost in a call: ${statementText(line.costing.text)}.`,
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
		sheet: () => ({ columns: ["n", what], rows: line.n.map((n, i) => [n, line.value[i]]) }),
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
	const show = (line: Line) => {
		if (!chart) {
			chart = new Chart(HEIGHT);
			chart.element.setAttribute("data-chart", "line");
			replace(plot, chart.element);
		}
		chart.set(lineChart(profile, routine, line, settings));
	};
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
		h("ol", { class: "source", start: source.line }, ...rows),
		plot,
	);
}
