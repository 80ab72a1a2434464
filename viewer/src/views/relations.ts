// SPDX-License-Identifier: GPL-2.0-or-later
// relations.ts - who calls a routine and whom it calls, with calls against input size; calling contexts; source.

import { Chart } from "../charts/chart.ts";
import type { ChartSpec } from "../charts/spec.ts";
import { costsThumbnail } from "../charts/thumbnail.ts";
import { formulaText, growthText, statementText } from "../data/growth.ts";
import { growthOrder } from "../data/model.ts";
import { shortName } from "../data/names.ts";
import { costUnit, exact, percent, plural, power, short } from "../data/numbers.ts";
import { meanCost } from "../data/points.ts";
import type { ContextPart, Edge, Profile, Routine } from "../data/profile.ts";
import { fewCalls } from "../data/words.ts";
import { growthColour, statementBadge } from "../ui/badge.ts";
import { h } from "../ui/dom.ts";
import { routineHref } from "../ui/state.ts";
import { type Column, DataTable } from "../ui/table.ts";
import type { Settings } from "./cost_chart.ts";

function callsGrow(edge: Edge): string {
	const { strength, text } = edge.calling;
	if (strength === "unknown") return "";
	if (edge.growth === null) return `The number of calls in the worst case: ${statementText(text)}. `;
	if (edge.growth === "1") return "The number of calls does not grow with the size. ";
	return `The number of calls in the worst case grows as ${growthText(edge.growth)}: ${formulaText(edge.formula)}. `;
}

function callsChart(profile: Profile, edge: Edge, settings: Settings): ChartSpec {
	const caller = profile.routines[edge.caller].name;
	const callee = profile.routines[edge.callee].name;
	const rows = edge.bySize;
	return {
		title: `Calls of ${callee} from one activation of ${caller}`,
		note: `${callsGrow(edge)}Sizes are those of ${caller}; activations that made no such call are not counted.`,
		description: `${plural(rows.count, "size")} of ${caller}.`,
		x: {
			label: `input size of ${caller.length > 40 ? "the caller" : caller}`,
			log: settings.logX,
			format: settings.logX ? power : short,
		},
		y: {
			label: "calls per activation",
			integer: true,
			log: settings.logY,
			format: settings.logY ? power : short,
		},
		series: [
			{
				kind: "points",
				label: "most",
				x: rows.size,
				y: rows.max,
				colour: "worst",
				shape: "circle",
				radius: 2.8,
			},
			{
				kind: "points",
				label: "mean",
				x: rows.size,
				y: meanCost(rows),
				colour: "mean",
				shape: "diamond",
				radius: 2.4,
			},
		],
		empty: rows.count === 0 ? "The profile does not hold these calls by input size." : undefined,
		hover: (_series, i) => [
			{ name: "n of the caller", value: exact(rows.size[i]) },
			{ name: "its activations", value: exact(rows.calls[i]) },
			{ name: "most calls", value: exact(rows.max[i]) },
			{ name: "mean", value: exact(rows.sum[i] / rows.calls[i]) },
			{ name: "fewest", value: exact(rows.min[i]) },
		],
		sheet: () => ({
			columns: ["n", "activations", "min_calls", "max_calls", "calls"],
			rows: Array.from({ length: rows.count }, (_, i) => [
				rows.size[i],
				rows.calls[i],
				rows.min[i],
				rows.max[i],
				rows.sum[i],
			]),
		}),
	};
}

function edgeTable(
	profile: Profile,
	routine: Routine,
	kind: "callers" | "callees",
	edges: Edge[],
	settings: Settings,
): HTMLElement {
	const other = (edge: Edge) => profile.routines[kind === "callers" ? edge.caller : edge.callee];
	const chart = new Chart(230);
	const few = h("p", { class: "few-calls", "aria-live": "polite" });
	const section = h("section", { class: "relation" });
	const open = (edge: Edge) => {
		const { caller, callee, bySize } = edge;
		const names = [caller, callee].map((index) => shortName(profile.routines[index].name));
		few.textContent = fewCalls(names[0], names[1], bySize) ?? "";
		if (few.textContent) {
			chart.element.remove();
			section.append(few);
		} else {
			few.remove();
			section.append(chart.element);
			chart.set(callsChart(profile, edge, settings));
		}
	};
	const columns: Column<Edge>[] = [
		{
			key: "name",
			label: kind === "callers" ? "Caller" : "Callee",
			value: (e) => other(e).name,
			cell: (e) =>
				other(e) === routine
					? h("span", { class: "name" }, `${shortName(other(e).name)} (itself)`)
					: h(
							"a",
							{ class: "name", href: routineHref(profile, other(e)), title: other(e).name },
							shortName(other(e).name),
						),
		},
		{
			key: "plot",
			label: "Calls by size",
			width: "7.2rem",
			unsortable: true,
			value: () => "",
			cell: (e) =>
				h(
					"button",
					{
						type: "button",
						class: "plot-button",
						title: "Draw calls against input size",
						"aria-label": `Draw calls against input size, ${other(e).name}`,
						onclick: () => open(e),
					},
					costsThumbnail(e.bySize, growthColour(e.calling.open.at(-1) ?? null), 88, 28),
				),
		},
		{
			key: "growth",
			label: "Growth",
			width: "10rem",
			wide: true,
			hint: "How the number of calls from one activation of the caller grows with its input size, in the worst case",
			value: (e) => (e.calling.strength === "unknown" ? "" : statementText(e.calling.text)),
			cell: (e) => statementBadge(e.calling),
		},
		{
			key: "calls",
			label: "Calls",
			width: "6.5rem",
			numeric: true,
			value: (e) => e.calls,
			cell: (e) => h("span", { title: exact(e.calls) }, short(e.calls)),
		},
		{
			key: "cost",
			label: "Cost",
			width: "6.5rem",
			numeric: true,
			wide: true,
			hint: "Cost of these calls, with all that they call",
			value: (e) => e.cost,
			cell: (e) =>
				h("span", { title: `${exact(e.cost)} ${costUnit(profile.header.cost)}` }, short(e.cost)),
		},
	];
	const table = new DataTable<Edge>({
		title: `${kind} of ${routine.name}`,
		columns,
		rowHeight: 38,
		sort: "cost",
		preview: 10,
		empty:
			kind === "callers"
				? "Nothing calls this routine: it is where a thread starts, or its callers were not recorded."
				: "This routine calls nothing that was recorded.",
	});
	table.set(edges);
	section.append(
		h("h2", {}, kind === "callers" ? "Callers" : "Callees", h("small", {}, ` ${edges.length}`)),
		table.element,
	);
	if (edges.length > 0)
		open(
			[...edges].sort((a, b) => growthOrder(b.calling) - growthOrder(a.calling) || b.cost - a.cost)[0],
		);
	return section;
}

export function callersAndCallees(profile: Profile, routine: Routine, settings: Settings): HTMLElement {
	const { callees } = profile.block(routine.index);
	return h(
		"div",
		{ class: "pair" },
		edgeTable(profile, routine, "callers", profile.callers(routine.index), settings),
		edgeTable(profile, routine, "callees", callees, settings),
	);
}

export function contextSection(profile: Profile, routine: Routine): HTMLElement {
	const heading = h("h2", {}, "Calling contexts");
	const { contexts } = profile.block(routine.index);
	if (!profile.header.contexts)
		return h(
			"section",
			{},
			heading,
			h(
				"p",
				{ class: "empty" },
				"This profile was recorded without calling contexts; record with --contexts to see them.",
			),
		);
	const path = (part: ContextPart) =>
		profile.contextPath(part.context).map((index) => profile.routines[index].name);
	const total = routine.cost || 1;
	const table = new DataTable<ContextPart>({
		title: `contexts of ${routine.name}`,
		rowHeight: 38,
		sort: "cost",
		preview: 10,
		empty: "No context of this routine was recorded.",
		columns: [
			{
				key: "path",
				label: "Called through",
				value: (c) => path(c).join(" > "),
				cell: (c) =>
					h(
						"span",
						{ class: "name path", title: path(c).join(" › ") },
						path(c).slice(-6, -1).join(" › ") || "the start of a thread",
					),
			},
			{
				key: "plot",
				label: "Worst cost",
				width: "7.2rem",
				wide: true,
				unsortable: true,
				value: () => "",
				cell: (c) => costsThumbnail(c.costs, "worst", 88, 28),
			},
			{
				key: "thread",
				label: "Thread",
				width: "7rem",
				wide: true,
				value: (c) => profile.header.threads.id[c.thread],
				cell: (c) => profile.threadName(c.thread),
			},
			{
				key: "points",
				label: "Points",
				width: "5rem",
				numeric: true,
				wide: true,
				value: (c) => c.costs.count,
			},
			{
				key: "calls",
				label: "Calls",
				width: "6rem",
				numeric: true,
				value: (c) => c.calls,
				cell: (c) => h("span", { title: exact(c.calls) }, short(c.calls)),
			},
			{
				key: "cost",
				label: "Cost",
				width: "7rem",
				numeric: true,
				value: (c) => c.cost,
				cell: (c) => h("span", { title: exact(c.cost) }, percent(Math.min(1, c.cost / total))),
			},
			{
				key: "self",
				label: "Self",
				width: "6rem",
				numeric: true,
				wide: true,
				value: (c) => c.self,
				cell: (c) => h("span", { title: exact(c.self) }, short(c.self)),
			},
		],
	});
	table.set(contexts);
	return h("section", {}, heading, table.element);
}
