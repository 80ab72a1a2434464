// SPDX-License-Identifier: GPL-2.0-or-later
// program.ts - the whole program: how rich its profile is, where its input comes from, all activations.

import { Chart } from "../charts/chart.ts";
import { inducedShares } from "../data/measures.ts";
import { commandText, costName, costUnit, exact, percent, short } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { type Child, h, segmented } from "../ui/dom.ts";
import { remember, setting } from "../ui/state.ts";
import { DataTable, plainTable } from "../ui/table.ts";
import { cloudChart, inducedChart, MEASURES, measureChart, totalChart } from "./program_charts.ts";
import type { Session, View } from "./view.ts";

function runTable({ profile, before }: Session): HTMLElement {
	const runs = [
		...(before ? before.header.runs.map((run) => ({ run, from: before.header.label })) : []),
		...profile.header.runs.map((run) => ({ run, from: profile.header.label })),
	];
	const ended = (exit: { kind: string; code: number }) =>
		exit.kind === "exit"
			? `exit ${exit.code}`
			: exit.kind === "signal"
				? `signal ${exit.code}`
				: exit.kind === "exec"
					? "executed another program"
					: "still running";
	const table = new DataTable<(typeof runs)[number]>({
		title: "runs",
		rowHeight: 34,
		empty: "The profile does not say which runs it is from.",
		columns: [
			{
				key: "command",
				label: "Command",
				value: (r) => commandText(r.run.command) || r.run.program,
				cell: (r) => {
					const text = commandText(r.run.command) || r.run.program;
					return h("span", { class: "name", title: text }, text);
				},
			},
			{ key: "engine", label: "Engine", width: "6rem", wide: true, value: (r) => r.run.engine },
			{ key: "end", label: "Ended", width: "11rem", value: (r) => ended(r.run.exit) },
			{ key: "from", label: "Profile", width: "11rem", wide: true, value: (r) => r.from },
		],
	});
	table.set(runs);
	return h("section", {}, h("h2", {}, "Runs"), table.element);
}

function threadTable(profile: Profile): HTMLElement {
	const { id, name, cost, thread_input, external_input } = profile.header.threads;
	const total = cost.reduce((a, b) => a + b, 0) || 1;
	const table = new DataTable<number>({
		title: "threads",
		rowHeight: 34,
		sort: "cost",
		empty: "The profile has no threads.",
		columns: [
			{
				key: "id",
				label: "Thread",
				width: "6rem",
				numeric: true,
				ascending: true,
				value: (i) => id[i],
			},
			{
				key: "name",
				label: "Name",
				value: (i) => name[i],
				cell: (i) =>
					name[i]
						? h("span", { class: "name" }, name[i])
						: h("span", { class: "faint" }, "unnamed"),
			},
			{
				key: "cost",
				label: `Cost (${costName(profile.header.cost)})`,
				width: "13rem",
				numeric: true,
				value: (i) => cost[i],
				cell: (i) => `${exact(cost[i])} (${percent(cost[i] / total)})`,
			},
			{
				key: "thread",
				label: "Thread input",
				width: "9rem",
				numeric: true,
				wide: true,
				value: (i) => thread_input[i],
				cell: (i) => exact(thread_input[i]),
			},
			{
				key: "external",
				label: "External input",
				width: "9rem",
				numeric: true,
				wide: true,
				value: (i) => external_input[i],
				cell: (i) => exact(external_input[i]),
			},
		],
	});
	table.set(id.map((_, i) => i));
	return h("section", {}, h("h2", {}, "Threads"), table.element);
}

function figures(profile: Profile): HTMLElement {
	const { header, routines, pointCount } = profile;
	const figure = (name: string, value: Child) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
	return h(
		"dl",
		{ class: "figures" },
		figure("Routines", exact(routines.length)),
		figure("Points", exact(pointCount)),
		figure("Activations", exact(header.totals.calls)),
		figure(`Cost (${costUnit(header.cost)})`, exact(header.totals.cost)),
		figure("Threads", exact(header.threads.id.length)),
		figure("Runs", exact(header.runs.length)),
		figure("Cell", `${header.cell} bytes`),
	);
}

export function programView(session: Session): View {
	const { profile } = session;
	const measures = MEASURES.map((measure) => ({ measure, chart: new Chart(230) }));
	const bars = inducedShares(profile);
	const induced = new Chart(260);
	const whole = new Chart(260);
	const cloud = new Chart(440);
	let log = setting("axes") !== "linear";
	const counts = plainTable(
		"Measures",
		["Measure", "Routines above zero", "Greatest"],
		MEASURES.map((m) => {
			const values = profile.routines.map((r) => m.value(profile, r.index));
			return [
				m.title,
				exact(values.filter((v) => v > 0).length),
				short(values.reduce((a, b) => Math.max(a, b), 0)),
			];
		}),
		() => ({
			columns: ["routine", "richness", "input_volume", "thread_input", "external_input"],
			rows: profile.routines.map((r) => [
				r.name,
				r.richness,
				r.inputVolume,
				r.threadInput,
				r.externalInput,
			]),
		}),
	);
	const element = h(
		"div",
		{ class: "program-view" },
		h("h1", { class: "title" }, "The program"),
		figures(profile),
		h(
			"div",
			{ class: "controls" },
			h(
				"div",
				{ class: "control" },
				h("span", {}, "Axes"),
				segmented(
					"Axes",
					[
						["log", "Log"],
						["linear", "Linear"],
					],
					log ? "log" : "linear",
					(v) => {
						log = v === "log";
						remember({ axes: log ? "" : "linear" });
						cloud.set(cloudChart(profile, log));
					},
				),
			),
		),
		cloud.element,
		h("div", { class: "charts two" }, ...measures.map(({ chart }) => chart.element)),
		h("div", { class: "induced" }, induced.element, whole.element),
		h("section", {}, h("h2", {}, "Measures"), counts),
		threadTable(profile),
		runTable(session),
	);
	return {
		element,
		title: "Program",
		start: () => {
			for (const { measure, chart } of measures) chart.set(measureChart(session, measure));
			induced.set(inducedChart(profile, bars));
			whole.set(totalChart(session));
			cloud.set(cloudChart(profile, log));
		},
	};
}
