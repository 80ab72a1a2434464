// SPDX-License-Identifier: GPL-2.0-or-later
// routine.ts - one routine: its figures, its cost plot with controls, and all its other charts and tables.

import { Chart, Linked, type View as Range } from "../charts/chart.ts";
import type { Pair } from "../data/compare.ts";
import { GROWTHS, type Growth, growthText, isGrowth } from "../data/growth.ts";
import { exponentOf } from "../data/model.ts";
import { costName, exact, fixed, percent } from "../data/numbers.ts";
import type { Case } from "../data/points.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { describeByRun, describeRoutine, fewPoints, remedyOf } from "../data/words.ts";
import { toldBadge } from "../ui/badge.ts";
import { type Child, choice, h, segmented, toggle } from "../ui/dom.ts";
import { starButton } from "../ui/favourites.ts";
import { remedyLine } from "../ui/remedy.ts";
import { go, parameters, remember, routineAddress, routineHref, setting } from "../ui/state.ts";
import { CASES, costChart, makeSubject, type Settings, type Subject } from "./cost_chart.ts";
import { sortRoutines } from "./filters.ts";
import {
	amortisedChart,
	boundChart,
	compositionChart,
	sizeChart,
	threadChart,
	totalChart,
	varianceChart,
	workloadChart,
} from "./point_charts.ts";
import { originTables } from "./origin.ts";
import { costSection } from "./costs.ts";
import { callersAndCallees, contextSection } from "./relations.ts";
import { sandwichSection } from "./sandwich.ts";
import { aheadPanel, fitPanel, SelectionPanel } from "./side.ts";
import { sourceSection } from "./source.ts";
import { pairsOf, type Session, type View } from "./view.ts";
import { drawnWithin, firstSize, type Size, withinChart } from "./within.ts";

const SMALL = 220;

function readSettings(): Settings {
	const axes = setting("log");
	const cases = setting("show", "worst").split(",");
	const ahead = Number(setting("n"));
	return {
		logX: axes.includes("x"),
		logY: axes.includes("y"),
		cases: new Set(CASES.map(([key]) => key).filter((key) => cases.includes(key))),
		colour: setting("colour") === "case" ? "case" : "calls",
		perDecade: Number(setting("group")) || 0,
		smoothing: Number(setting("smooth")) || 1,
		fit: setting("fit") !== "no",
		ahead: ahead > 0 ? ahead : NaN,
	};
}

function figure(name: string, value: Child, title = ""): HTMLElement {
	return h("div", { title: title || null }, h("dt", {}, name), h("dd", {}, value));
}

function head(session: Session, routine: Routine, pair: Pair | null): HTMLElement {
	const { profile } = session;
	const { totals, cost } = profile.header;
	const unit = costName(cost);
	const ordered = sortRoutines(profile.routines, "growth", true);
	const at = ordered.indexOf(routine);
	const step = (by: number, text: string, label: string) =>
		ordered[at + by]
			? h(
					"a",
					{
						href: routineHref(profile, ordered[at + by]),
						title: `${label}: ${ordered[at + by].name}`,
						"data-step": by,
					},
					text,
				)
			: h("span", { class: "faint" }, text);
	const place = [
		routine.object || "unknown object",
		routine.file && `${routine.file}${routine.line ? `:${routine.line}` : ""}`,
	]
		.filter(Boolean)
		.join(" · ");
	const induced = routine.threadInput + routine.externalInput > 0;
	const byRun = describeByRun(profile, routine);
	return h(
		"header",
		{ class: "routine-head" },
		h(
			"nav",
			{ class: "crumbs", "aria-label": "Routines" },
			h("a", { href: "#view=overview" }, "← All routines"),
			h("span", { class: "spring" }),
			step(-1, "‹ previous", "Previous routine ([)"),
			step(1, "next ›", "Next routine (])"),
		),
		h("h1", {}, h("span", { class: "name" }, routine.name), starButton(routine)),
		h("p", { class: "place" }, place),
		h(
			"p",
			{ class: "story" },
			describeRoutine(routine, cost),
			pair?.before
				? ` Against the old profile: ${pair.change}.`
				: session.before
					? " The old profile does not have this routine."
					: "",
		),
		byRun && h("p", { class: "story by-run" }, byRun),
		routine.points > 0 &&
			routine.byRun?.strength !== "class" &&
			remedyLine(remedyOf(profile, routine.worst)),
		h(
			"dl",
			{ class: "figures" },
			figure("Growth", toldBadge(routine)),
			figure("Exponent", fixed(exponentOf(routine.told)), "Over the top decade of sizes"),
			figure("Calls", h("span", { id: "figure-calls" }, exact(routine.calls))),
			figure(
				`Cost`,
				h(
					"span",
					{
						id: "figure-cost",
						title: `${percent(totals.cost > 0 ? routine.cost / totals.cost : 0)} of the total`,
					},
					exact(routine.cost),
				),
				`${unit}, callees included`,
			),
			figure(
				"Self",
				h("span", { id: "figure-self" }, exact(routine.self)),
				`${unit}, callees left out`,
			),
			figure(
				"Points",
				h("span", { id: "figure-points" }, exact(routine.points)),
				"Distinct trms values",
			),
			figure(
				"Thread / external",
				induced
					? `${percent(routine.threadInput / 100)} / ${percent(routine.externalInput / 100)}`
					: "none",
				"Shares of the induced input, which others wrote while the routine ran",
			),
		),
	);
}

/** What research asks of a routine and few others do: closed, unless the address says otherwise. */
function furtherCharts(routine: Routine, charts: Chart[], sizes: Chart[]): HTMLDetailsElement {
	const all = h(
		"details",
		{
			class: "further",
			open: setting("charts") === "all",
			ontoggle: () => remember({ charts: all.open ? "all" : "" }),
		},
		h(
			"summary",
			{},
			"More charts: workload, total and amortised cost, variance, curve bounding, rms and trms",
		),
		h(
			"dl",
			{ class: "figures" },
			figure("rms points", exact(routine.rmsPoints), "Distinct rms values"),
			figure("Richness", fixed(routine.richness), "(|trms| − |rms|) / |rms|"),
			figure("Input volume", fixed(routine.inputVolume), "1 − Σrms / Σtrms"),
		),
		h("div", { class: "charts" }, ...charts.map((chart) => chart.element)),
		h(
			"div",
			{ class: "charts" },
			...sizes.map((chart) => chart.element),
			sizes.length === 1 && h("p", { class: "empty" }, "By trms it is the same: nothing was induced."),
		),
	);
	return all;
}

/** The share of others in what the routine reads, and by which thread it ran. */
function inputSection(profile: Profile, routine: Routine, charts: Chart[] | null): HTMLElement {
	const others = routine.threadInput + routine.externalInput > 0;
	return h(
		"section",
		{},
		h("h2", {}, "Where its input comes from"),
		others
			? charts && h("div", { class: "charts" }, ...charts.map((chart) => chart.element))
			: h(
					"p",
					{ class: "empty" },
					"All of it was in memory: nothing was written by others while the routine ran.",
				),
		originTables(profile, routine),
	);
}

function missing(): View {
	return {
		element: h(
			"div",
			{},
			h(
				"p",
				{ class: "empty" },
				"This profile has no routine of that name. ",
				h("a", { href: "#view=overview" }, "All routines"),
			),
		),
		title: "No such routine",
	};
}

export function routineView(session: Session): View {
	const { profile } = session;
	const values = parameters();
	const routine = profile.find(values.get("routine") ?? "", values.get("object"), values.get("file"));
	if (!routine) return missing();
	const pair = pairsOf(session).find(({ after }) => after === routine) ?? null;
	const older = pair?.before ?? null;
	const settings = readSettings();
	const make = (): Subject =>
		makeSubject(
			profile,
			routine,
			settings,
			older && session.before ? { profile: session.before, routine: older } : null,
		);
	let subject = make();
	let selected: number[] = [];
	const asked = setting("bound");
	let bound: Growth = isGrowth(asked) ? asked : (routine.worst?.growth ?? routine.worst?.guess ?? "n");

	const cost = new Chart(420);
	const link = new Linked();
	const small = {
		workload: new Chart(SMALL),
		total: new Chart(SMALL),
		variance: new Chart(SMALL),
		amortised: new Chart(SMALL),
		bound: new Chart(SMALL),
		composition: new Chart(SMALL),
		thread: new Chart(SMALL),
		rms: new Chart(SMALL, link),
		trms: new Chart(SMALL, link),
	};
	for (const [name, chart] of Object.entries({ cost, ...small }))
		chart.element.setAttribute("data-chart", name);
	const selection = new SelectionPanel(
		() => subject,
		() => select([]),
	);
	const relations = h("div", {}, callersAndCallees(profile, routine, settings));

	const drawCost = () => cost.set(costChart(subject, selected));
	const select = (indices: number[]) => {
		selected = indices;
		selection.set(indices);
		drawCost();
	};
	/** rms and trms share one range, so that the same place on both means the same. */
	const shareRange = () => {
		const specs = [sizeChart(subject, "rms"), sizeChart(subject, "trms")];
		const { trms, rms } = subject.block;
		const largest = Math.max(trms.size[trms.count - 1] ?? 0, rms.size[rms.count - 1] ?? 0);
		const least = Math.min(
			...[...trms.size, ...rms.size].filter((n) => n > 0).slice(0, 1),
			...[...rms.size].filter((n) => n > 0).slice(0, 1),
		);
		for (const spec of specs)
			if (largest > 0)
				spec.x.whole = settings.logX
					? { min: (Number.isFinite(least) ? least : 1) / 1.12, max: largest * 1.12 }
					: { min: 0, max: largest * 1.05 };
		small.rms.set(specs[0]);
		small.trms.set(specs[1]);
	};
	const few = older ? null : fewPoints(subject.block.trms, costName(profile.header.cost));
	/* Where calls as a whole have no plot to go on with, one call may have. */
	const fromCall = few ? drawnWithin(routine) : null;
	const within = new Chart(SMALL);
	within.element.setAttribute("data-curve", "within");
	let bySize: Size =
		setting("within") === "all" || setting("within") === "external"
			? (setting("within") as Size)
			: firstSize(routine);
	const drawWithin = () => {
		const spec = withinChart(subject, bySize, bySize === "all" ? fromCall : null);
		if (spec) within.set(spec);
	};
	const drawBound = () => small.bound.set(boundChart(subject, bound));
	const drawAll = () => {
		drawCost();
		small.workload.set(workloadChart(subject));
		small.total.set(totalChart(subject));
		small.variance.set(varianceChart(subject));
		small.amortised.set(amortisedChart(subject));
		drawBound();
		small.composition.set(compositionChart(subject));
		small.thread.set(threadChart(subject));
		shareRange();
		drawWithin();
	};
	const change = (address: Record<string, string>) => {
		remember(address);
		subject = make();
		selected = [];
		selection.set([]);
		drawAll();
	};
	cost.onSelect = (range: Range) => {
		const inside: number[] = [];
		const { points } = subject;
		const curves = CASES.filter(([key]) => settings.cases.has(key)).map(([key]) =>
			key === "worst"
				? points.max
				: key === "best"
					? points.min
					: points.sum.map((v, i) => v / points.calls[i]),
		);
		for (let i = 0; i < points.count; i++)
			if (
				points.size[i] >= range.x.min &&
				points.size[i] <= range.x.max &&
				curves.some((y) => y[i] >= range.y.min && y[i] <= range.y.max)
			)
				inside.push(i);
		select(inside);
	};

	const axes = () => `${settings.logX ? "x" : ""}${settings.logY ? "y" : ""}`;
	const controls = h(
		"div",
		{ class: "controls", role: "group", "aria-label": "Charts" },
		h(
			"div",
			{ class: "control" },
			h("span", {}, "Size"),
			segmented(
				"Size axis",
				[
					["lin", "Linear"],
					["log", "Log"],
				],
				settings.logX ? "log" : "lin",
				(v) => {
					settings.logX = v === "log";
					change({ log: axes() });
				},
			),
		),
		h(
			"div",
			{ class: "control" },
			h("span", {}, "Cost"),
			segmented(
				"Cost axis",
				[
					["lin", "Linear"],
					["log", "Log"],
				],
				settings.logY ? "log" : "lin",
				(v) => {
					settings.logY = v === "log";
					change({ log: axes() });
				},
			),
		),
		h(
			"div",
			{ class: "control" },
			...CASES.map(([key, label]) =>
				toggle(label, settings.cases.has(key), (on) => {
					toggleCase(key, on);
				}),
			),
		),
		h(
			"div",
			{ class: "control" },
			toggle("Fit", settings.fit, (on) => {
				settings.fit = on;
				change({ fit: on ? "" : "no" });
			}),
			toggle("Calls as colour", settings.colour === "calls", (on) => {
				settings.colour = on ? "calls" : "case";
				change({ colour: on ? "" : "case" });
			}),
		),
		choice(
			"Group",
			[
				["0", "off"],
				["32", "32 a decade"],
				["16", "16 a decade"],
				["8", "8 a decade"],
				["4", "4 a decade"],
			],
			String(settings.perDecade),
			(v) => {
				settings.perDecade = Number(v);
				change({ group: v === "0" ? "" : v });
			},
		),
		choice(
			"Smooth",
			[
				["1", "off"],
				["3", "median of 3"],
				["5", "median of 5"],
				["9", "median of 9"],
				["21", "median of 21"],
			],
			String(settings.smoothing),
			(v) => {
				settings.smoothing = Number(v);
				change({ smooth: v === "1" ? "" : v });
			},
		),
		h("span", { class: "spring" }),
		h(
			"div",
			{ class: "control" },
			h("span", {}, "Drag"),
			segmented(
				"Drag to",
				[
					["zoom", "Zoom"],
					["pan", "Pan"],
					["select", "Select"],
				],
				"zoom",
				(v) => {
					cost.mode = v as Chart["mode"];
				},
			),
		),
	);
	const toggleCase = (key: Case, on: boolean) => {
		if (on) settings.cases.add(key);
		else settings.cases.delete(key);
		change({ show: [...settings.cases].join(",") || "none" });
	};
	const ahead = aheadPanel(subject, fromCall ?? routine.worst, setting("n"), (n, text) => {
		settings.ahead = n;
		remember({ n: Number.isFinite(n) ? String(n) : text === "" ? "" : setting("n") });
		if (fromCall) drawWithin();
		else drawCost();
	});
	small.bound.element.querySelector("header")!.after(
		h(
			"div",
			{ class: "bound" },
			choice(
				"f(n) =",
				GROWTHS.filter((g) => g !== "2^n").map((g): [string, string] => [g, growthText(g)]),
				bound,
				(v) => {
					if (isGrowth(v)) bound = v;
					remember({ bound });
					drawBound();
				},
			),
		),
	);

	const costPlot = few
		? [h("p", { class: "few" }, few)]
		: [
				controls,
				h(
					"div",
					{ class: "cost-row" },
					cost.element,
					h(
						"aside",
						{ "aria-label": "Fit, prediction, selection" },
						fitPanel(subject),
						ahead,
						selection.element,
					),
				),
			];
	const { workload, total, amortised, variance, composition, thread, rms, trms } = small;
	const sandwich = sandwichSection(profile, routine);
	/* In the order in which one asks. */
	const element = h(
		"div",
		{ class: "routine" },
		head(session, routine, pair),
		...costPlot,
		sourceSection(
			session.main,
			session.main.find(routine.name, routine.object, routine.file) ?? routine,
			settings,
		),
		costSection(session, routine),
		sandwich.element,
		relations,
		inputSection(profile, routine, few ? null : [composition]),
		contextSection(profile, routine),
		!few &&
			furtherCharts(
				routine,
				[workload, total, small.bound, amortised, variance, thread],
				subject.block.rms === subject.block.trms ? [rms] : [rms, trms],
			),
	);
	/* Of routines with few sizes it is all that there is to see. */
	if (routine.curve) {
		drawWithin();
		if (routine.curve.external)
			within.element.querySelector("header")!.after(
				h(
					"div",
					{ class: "bound" },
					segmented(
						"Input within a call",
						[
							["all", "All input"],
							["external", "External input"],
						],
						bySize,
						(v) => {
							bySize = v as Size;
							remember({ within: bySize === firstSize(routine) ? "" : v });
							drawWithin();
						},
					),
				),
			);
		element
			.querySelector(".cost-row, .few")!
			.after(
				h(
					"div",
					{ class: "charts" },
					within.element,
					fromCall && h("aside", { "aria-label": "Prediction" }, ahead),
				),
			);
	}
	return {
		element,
		title: routine.name,
		start: () => {
			sandwich.start();
			if (!few) drawAll();
		},
		key: (event) => {
			const by =
				event.key === "[" || event.key === "ArrowLeft"
					? -1
					: event.key === "]" || event.key === "ArrowRight"
						? 1
						: 0;
			if (by !== 0) {
				const ordered = sortRoutines(profile.routines, "growth", true);
				const next = ordered[ordered.indexOf(routine) + by];
				if (next) go(routineAddress(profile, next));
				return true;
			}
			if (event.key === "f") {
				element.querySelector<HTMLButtonElement>("h1 .star")?.click();
				return true;
			}
			return false;
		},
	};
}
