// SPDX-License-Identifier: GPL-2.0-or-later
// compare.ts - two profiles: what grows faster now, what costs more, what came and went.

import { Chart } from "../charts/chart.ts";
import type { ChartSpec, Series } from "../charts/spec.ts";
import { thumbnail } from "../charts/thumbnail.ts";
import { CHANGES, type Change, type Pair } from "../data/compare.ts";
import { exponentOf, toldLabel } from "../data/model.ts";
import { shortName } from "../data/names.ts";
import { costUnit, exact, fixed, plural, power, short } from "../data/numbers.ts";
import type { Model, Profile, Routine } from "../data/profile.ts";
import { toldBadge, withinNote } from "../ui/badge.ts";
import { type Child, h } from "../ui/dom.ts";
import { go, remember, routineAddress, routineHref, setting } from "../ui/state.ts";
import { type Column, DataTable } from "../ui/table.ts";
import { pairsOf, type Session, type View } from "./view.ts";

const WORSE = new Set<Change>(["grows faster", "more expensive"]);
const BETTER = new Set<Change>(["grows slower", "cheaper"]);

function tone(change: Change): string {
	return WORSE.has(change) ? "worse" : BETTER.has(change) ? "better" : "even";
}

function sign(change: Change): string {
	return WORSE.has(change)
		? "▲"
		: BETTER.has(change)
			? "▼"
			: change === "added"
				? "+"
				: change === "removed"
					? "−"
					: "·";
}

function summary(pairs: Pair[], profile: Profile): HTMLElement {
	const faster = pairs.filter((p) => p.change === "grows faster");
	const slower = pairs.filter((p) => p.change === "grows slower");
	const dearer = pairs.filter((p) => p.change === "more expensive");
	const cheaper = pairs.filter((p) => p.change === "cheaper");
	const compared = pairs.filter((p) => Number.isFinite(p.ratio)).length;
	const links = (list: Pair[]): Child[] =>
		list
			.slice(0, 3)
			.flatMap((p, i): Child[] => [
				i > 0 ? ", " : ": ",
				p.after
					? h(
							"a",
							{ class: "name", href: routineHref(profile, p.after), title: p.name },
							shortName(p.name),
						)
					: shortName(p.name),
			]);
	const first =
		faster.length > 0
			? h(
					"p",
					{},
					`${plural(faster.length, "routine")} ${faster.length === 1 ? "grows" : "grow"} faster than before`,
					...links(faster),
					faster.length > 3 ? ` and ${faster.length - 3} more.` : ".",
				)
			: h(
					"p",
					{},
					compared === 0
						? "There is nothing to compare: no routine has a class, or enough sizes in common, in both profiles."
						: `Of ${plural(compared, "routine")} that can be compared, none grows faster than before.`,
				);
	const rest = [
		slower.length > 0 &&
			`${plural(slower.length, "routine")} ${slower.length === 1 ? "grows" : "grow"} more slowly.`,
		dearer.length > 0 &&
			`${plural(dearer.length, "routine")} ${dearer.length === 1 ? "costs" : "cost"} over 5 % more at the same size.`,
		cheaper.length > 0 &&
			`${plural(cheaper.length, "routine")} ${cheaper.length === 1 ? "costs" : "cost"} over 5 % less.`,
	].filter(Boolean);
	return h(
		"section",
		{ class: "summary", "aria-label": "Summary" },
		first,
		h("p", {}, rest.join(" ") || (compared > 0 ? "Nothing else changed notably." : "")),
	);
}

function ratioChart(pairs: Pair[], before: Profile, profile: Profile): ChartSpec {
	const shown = pairs.filter((p) => Number.isFinite(p.ratio) && p.ratio > 0 && p.before && p.after);
	const cost = (r: Routine) => Math.max(1, r.cost);
	const series: Series[] = (["even", "better", "worse"] as const).map((kind, i): Series => {
		const list = shown.filter((p) => tone(p.change) === kind);
		return {
			kind: "points",
			label: ["about the same", "better", "worse"][i],
			x: Float64Array.from(list, (p) => cost(p.after!)),
			y: Float64Array.from(list, (p) => p.ratio),
			colour: ["best", "better", "worse"][i],
			shape: (["circle", "diamond", "triangle"] as const)[i],
			radius: kind === "even" ? 2.4 : 4,
		};
	});
	const lists = (["even", "better", "worse"] as const).map((kind) =>
		shown.filter((p) => tone(p.change) === kind),
	);
	const least = shown.reduce((low, p) => Math.min(low, cost(p.after!)), Infinity);
	const most = shown.reduce((high, p) => Math.max(high, cost(p.after!)), 1);
	const line = Float64Array.of(least / 2, most * 2);
	return {
		title: "Cost now over cost before, at the largest size that both profiles have",
		note: "Above 1, a routine is more expensive than before. Click a point to open the routine.",
		description: `${plural(shown.length, "routine")} compared.`,
		x: { label: `cost of the routine now (${costUnit(profile.header.cost)})`, log: true, format: power },
		y: { label: "new / old", log: true, format: power },
		series: [
			...series,
			{
				kind: "line",
				label: "1",
				x: line,
				y: Float64Array.of(1, 1),
				colour: "muted",
				dash: [4, 4],
				width: 1,
				quiet: true,
				loose: true,
			},
		],
		walk: 2,
		empty:
			shown.length === 0
				? `No routine has a fitted curve in both ${before.header.label} and ${profile.header.label}, so costs cannot be compared.`
				: undefined,
		hover: (number, i) => {
			const pair = lists[number]?.[i];
			return pair
				? [
						{ name: pair.name, value: "" },
						{ name: "change", value: pair.change },
						{ name: "new / old", value: short(pair.ratio) },
						{ name: "at n", value: short(pair.at) },
					]
				: [];
		},
		open: (number, i) => {
			const after = lists[number]?.[i]?.after;
			if (after) go(routineAddress(profile, after));
		},
		sheet: () => ({
			columns: ["routine", "change", "ratio", "n", "old_class", "new_class"],
			rows: shown.map((p) => [
				p.name,
				p.change,
				p.ratio,
				p.at,
				toldLabel(p.before!),
				toldLabel(p.after!),
			]),
		}),
	};
}

function columns(before: Profile, profile: Profile): Column<Pair>[] {
	const model = (routine: Routine | null): Model | null => routine?.told ?? null;
	const side = (routine: Routine | null): Child =>
		routine ? toldBadge(routine) : h("span", { class: "faint" }, "absent");
	const plot = (owner: Profile, routine: Routine | null): Child =>
		routine && thumbnail(owner, routine, 84, 32);
	return [
		{
			key: "change",
			label: "Change",
			width: "9.4rem",
			ascending: true,
			value: (p) => p.change,
			cell: (p) =>
				h(
					"span",
					{ class: `change ${tone(p.change)}` },
					h("i", { "aria-hidden": "true" }, sign(p.change)),
					p.change,
				),
		},
		{
			key: "name",
			label: "Routine",
			value: (p) => p.name,
			cell: (p) =>
				p.after
					? h(
							"a",
							{ class: "name", href: routineHref(profile, p.after), title: p.name },
							shortName(p.name),
						)
					: h("span", { class: "name", title: p.name }, shortName(p.name)),
		},
		{
			key: "oldplot",
			label: "Old",
			width: "7.2rem",
			wide: true,
			unsortable: true,
			value: () => "",
			cell: (p) => plot(before, p.before),
		},
		{
			key: "newplot",
			label: "New",
			width: "7.2rem",
			wide: true,
			unsortable: true,
			value: () => "",
			cell: (p) => plot(profile, p.after),
		},
		{
			key: "old",
			label: "Old growth",
			width: "11.2rem",
			value: (p) => (p.before ? toldLabel(p.before) : ""),
			cell: (p) => side(p.before),
		},
		{
			key: "new",
			label: "New growth",
			width: "11.2rem",
			value: (p) => (p.after ? toldLabel(p.after) : ""),
			cell: (p) => side(p.after),
		},
		{
			key: "exponents",
			label: "Exponents",
			width: "7.5rem",
			numeric: true,
			wide: true,
			value: (p) => (exponentOf(model(p.after)) ?? NaN) - (exponentOf(model(p.before)) ?? NaN),
			cell: (p) => `${fixed(exponentOf(model(p.before)))} → ${fixed(exponentOf(model(p.after)))}`,
		},
		{
			key: "ratio",
			label: "Cost ratio",
			width: "6rem",
			numeric: true,
			wide: true,
			hint: "New over old, at the largest size that both profiles have",
			value: (p) => p.ratio,
			cell: (p) =>
				h(
					"span",
					{ title: Number.isFinite(p.at) ? `at n = ${exact(p.at)}` : "No common fit" },
					Number.isFinite(p.ratio) ? `${p.ratio < 1000 ? fixed(p.ratio) : short(p.ratio)} ×` : "–",
				),
		},
	];
}

export function compareView(session: Session): View {
	const { profile } = session;
	const before = session.before!;
	const pairs = pairsOf(session);
	const counts = new Map<Change, number>();
	for (const pair of pairs) counts.set(pair.change, (counts.get(pair.change) ?? 0) + 1);
	const chosen = new Set(setting("change").split(",").filter(Boolean));
	const chart = new Chart(300);
	const table = new DataTable<Pair>({
		title: "comparison",
		columns: columns(before, profile),
		rowHeight: 44,
		empty: "No routine matches: clear the search or choose other changes.",
		onOpen: (pair) => pair.after && go(routineAddress(profile, pair.after)),
	});
	const apply = () => {
		const words = setting("q").toLowerCase().split(/\s+/).filter(Boolean);
		table.set(
			pairs.filter(
				(p) =>
					(chosen.size === 0 || chosen.has(p.change)) &&
					words.every((word) => p.name.toLowerCase().includes(word)),
			),
		);
	};
	const search = h("input", {
		type: "search",
		id: "search",
		placeholder: "Search routines  ( / )",
		"aria-label": "Search routines",
		value: setting("q"),
		oninput: () => {
			remember({ q: search.value });
			apply();
		},
	});
	const chips = h("div", { class: "chips", role: "group", "aria-label": "Changes" });
	for (const change of CHANGES) {
		const count = counts.get(change);
		if (!count) continue;
		const chip = h(
			"button",
			{
				type: "button",
				"data-change": change,
				"aria-pressed": String(chosen.has(change)),
				onclick: () => {
					if (!chosen.delete(change)) chosen.add(change);
					chip.setAttribute("aria-pressed", String(chosen.has(change)));
					remember({ change: [...chosen].join(",") });
					apply();
				},
			},
			h(
				"span",
				{ class: `change ${tone(change)}` },
				h("i", { "aria-hidden": "true" }, sign(change)),
				change,
			),
			h("b", {}, exact(count)),
		);
		chips.append(chip);
	}
	const element = h(
		"div",
		{ class: "compare" },
		summary(pairs, profile),
		h(
			"p",
			{ class: "place versus" },
			h("span", {}, h("i", { style: { background: "var(--before)" } }), `old ${before.header.label}`),
			h("span", {}, h("i", { style: { background: "var(--after)" } }), `new ${profile.header.label}`),
		),
		chart.element,
		h("div", { class: "filters compare-filters" }, search, chips),
		table.element,
		withinNote(pairs.flatMap((pair) => [pair.before, pair.after])),
	);
	return {
		element,
		title: "Compare",
		start: () => {
			chart.set(ratioChart(pairs, before, profile));
			apply();
		},
		key: (event) => {
			if (event.key === "ArrowDown" || event.key === "j") return table.move(1, 90);
			if (event.key === "ArrowUp" || event.key === "k") return table.move(-1, 90);
			const after = table.current?.after;
			if (event.key === "Enter" && after) {
				go(routineAddress(profile, after));
				return true;
			}
			return false;
		},
	};
}
