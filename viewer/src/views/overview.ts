// SPDX-License-Identifier: GPL-2.0-or-later
// overview.ts - all routines, as a grid of plots or as a table, searched, filtered and sorted.

import { kindMark, toldBadge, withinNote } from "../ui/badge.ts";
import { GROWTHS, growthText, isGrowth } from "../data/growth.ts";
import { plainExponent, type Kind, kindOf, SMALL_SHARE, toldLabel, WEAK } from "../data/model.ts";
import { shortName } from "../data/names.ts";
import { costName, exact, fixed, percent, plural, short } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { overallRemedy, type Sentence, summarise } from "../data/words.ts";
import { FlameChart } from "../charts/flame_chart.ts";
import { thumbnail } from "../charts/thumbnail.ts";
import { announce, type Child, choice, h, replace, segmented, toggle } from "../ui/dom.ts";
import { remedyLine } from "../ui/remedy.ts";
import { isFavourite, starButton, toggleFavourite } from "../ui/favourites.ts";
import { go, parameters, remember, routineAddress, routineHref, setting } from "../ui/state.ts";
import { type Column, DataTable } from "../ui/table.ts";
import { onTheme } from "../ui/theme.ts";
import { isListed, isPlain, matches, readFilter, SHARES, SORTS, sortRoutines } from "./filters.ts";
import { RoutineGrid } from "./grid.ts";
import type { Session, View } from "./view.ts";

const STICKY = 110;
const SEARCH_HELP = "Words, globs such as parse_*, or a regular expression between slashes";

/** Names go up and all else goes down, unless the address says otherwise. */
function isDescending(sort: string, order: string): boolean {
	return order === "" ? sort !== "name" : order === "down";
}

export function sentenceNodes(profile: Profile, sentence: Sentence): Node[] {
	return sentence.map((piece) =>
		typeof piece === "string"
			? document.createTextNode(piece)
			: h(
					"a",
					{ class: "name", href: routineHref(profile, piece.routine), title: piece.routine.name },
					shortName(piece.routine.name),
				),
	);
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

function share(part: number, whole: number): HTMLElement {
	const value = whole > 0 ? part / whole : 0;
	return h(
		"span",
		{ class: "share", title: exact(part) },
		h("i", { "aria-hidden": "true" }, h("b", { style: { width: `${Math.min(100, 100 * value)}%` } })),
		h("span", {}, percent(value)),
	);
}

function columns(profile: Profile, changed: () => void): Column<Routine>[] {
	const total = profile.header.totals.cost;
	const unit = costName(profile.header.cost);
	return [
		{
			key: "star",
			label: "",
			width: "2rem",
			unsortable: true,
			value: (r) => (isFavourite(r) ? "yes" : ""),
			cell: (r) => starButton(r, changed),
		},
		{
			key: "name",
			label: "Routine",
			value: (r) => r.name,
			cell: (r) =>
				h(
					"div",
					{ class: "routine-cell" },
					h(
						"a",
						{ class: "name", href: routineHref(profile, r), title: r.name },
						shortName(r.name),
					),
					h(
						"small",
						{ title: `${r.object} ${r.file}` },
						h("span", { class: "narrow" }, `${percent(total > 0 ? r.cost / total : 0)} · `),
						[baseName(r.object), r.file && `${baseName(r.file)}${r.line ? `:${r.line}` : ""}`]
							.filter(Boolean)
							.join(" · ") || "unknown object",
					),
				),
		},
		{
			key: "plot",
			label: "Worst cost",
			width: "7rem",
			unsortable: true,
			hint: "Worst cost against input size, both from zero",
			value: () => "",
			cell: (r) => thumbnail(profile, r, 88, 34),
		},
		{
			key: "growth",
			label: "Growth",
			width: "11.2rem",
			hint: "What is known about the growth of the worst case. Sorted by a lower bound of the cost at ten times the input",
			numeric: false,
			ascending: false,
			value: (r) => toldLabel(r),
			cell: (r) => withOutlook(toldBadge(r), r),
		},
		{
			key: "exponent",
			label: "Exponent",
			width: "6rem",
			numeric: true,
			wide: true,
			hint: "Exponent over the top decade of sizes",
			value: (r) => plainExponent(r.told) ?? NaN,
			cell: (r) =>
				h(
					"span",
					{
						title:
							plainExponent(r.told) === null
								? "Not known, or explained on the page of the routine"
								: `95 % interval ${fixed(r.told!.low)} to ${fixed(r.told!.high)}`,
					},
					fixed(plainExponent(r.told)),
				),
		},
		{
			key: "cost",
			label: "Cost",
			width: "9.4rem",
			numeric: true,
			hint: `Share of all ${unit}, callees included`,
			value: (r) => r.cost,
			cell: (r) => share(r.cost, total),
		},
		{
			key: "self",
			label: "Self",
			width: "5.2rem",
			numeric: true,
			wide: true,
			hint: `Share of all ${unit}, callees left out`,
			value: (r) => r.self,
			cell: (r) => h("span", { title: exact(r.self) }, percent(total > 0 ? r.self / total : 0)),
		},
		{
			key: "calls",
			label: "Calls",
			width: "5.5rem",
			numeric: true,
			wide: true,
			value: (r) => r.calls,
			cell: (r) => h("span", { title: exact(r.calls) }, short(r.calls)),
		},
		{
			key: "points",
			label: "Points",
			width: "5rem",
			numeric: true,
			wide: true,
			hint: "Distinct input sizes",
			value: (r) => r.points,
			cell: (r) => h("span", { title: exact(r.points) }, short(r.points)),
		},
		{
			key: "thread",
			label: "Thread",
			width: "5.2rem",
			numeric: true,
			wide: true,
			hint: "Share of the induced input that other threads wrote",
			value: (r) => r.threadInput,
			cell: (r) => induced(r, r.threadInput),
		},
		{
			key: "external",
			label: "External",
			width: "5.5rem",
			numeric: true,
			wide: true,
			hint: "Share of the induced input that came from outside",
			value: (r) => r.externalInput,
			cell: (r) => induced(r, r.externalInput),
		},
	];
}

/** With what the list is sorted by. */
function withOutlook(element: HTMLElement, routine: Routine): HTMLElement {
	if (routine.told && routine.told.strength !== "unknown")
		element.title += `. At ten times the largest input: at least ${percent(routine.predicted)} of what the program costs now`;
	return element;
}

function induced(routine: Routine, value: number): HTMLElement {
	if (routine.threadInput + routine.externalInput === 0)
		return h("span", { class: "faint", title: "No induced input" }, "–");
	return h("span", { title: `${value} %` }, percent(value / 100));
}

const KIND_NAMES: Record<(typeof WEAK)[number], string> = {
	between: "two classes",
	"at least": "at least",
	"at most": "at most",
	unknown: "not known",
};

/** The classes and the weaker statements that are there, with their counts; each is a switch of the filter. */
function classChips(profile: Profile, chosen: Set<Kind>, changed: () => void): HTMLElement {
	const counts = new Map<Kind, number>();
	for (const routine of profile.routines) {
		const key = kindOf(routine.told);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const chips = h("div", { class: "chips", role: "group", "aria-label": "Growth classes" });
	for (const key of [...[...GROWTHS].reverse(), ...WEAK]) {
		const count = counts.get(key);
		if (!count) continue;
		const chip = h(
			"button",
			{
				type: "button",
				"data-class": key,
				"aria-pressed": String(chosen.has(key)),
				onclick: () => {
					if (!chosen.delete(key)) chosen.add(key);
					chip.setAttribute("aria-pressed", String(chosen.has(key)));
					changed();
				},
			},
			kindMark(key),
			isGrowth(key) ? growthText(key) : KIND_NAMES[key],
			h("b", {}, exact(count)),
		);
		chips.append(chip);
	}
	return chips;
}

/** What the list leaves out, and the way to see it. */
function foldedWords(
	matching: Routine[],
	listed: Routine[],
	share: number | null,
	showAll: () => void,
): Child[] {
	const count = matching.length - listed.length;
	if (count === 0) return [];
	const startup = share === null ? matching.filter((routine) => routine.isStartup).length : 0;
	const least = percent(share ?? SMALL_SHARE);
	const small =
		count > startup &&
		`${plural(count - startup, "routine")} below ${least} of the cost, now and at ten times the input`;
	const words = [small, startup > 0 && `${plural(startup, "routine")} of start-up`]
		.filter(Boolean)
		.join(", ");
	return [
		`Not listed: ${words}. `,
		h(
			"button",
			{ type: "button", class: "quiet", onclick: showAll },
			`Show all ${exact(matching.length)}`,
		),
	];
}

export function overviewView({ profile }: Session): View {
	const chosen = readFilter(parameters(), profile).growths;
	let listed: Routine[] = [];
	let layout = setting("layout", "table");
	const count = h("output", { class: "count", "aria-live": "polite" });
	const table = new DataTable<Routine>({
		title: `${profile.header.program || "landau"} routines`,
		columns: columns(profile, () => setting("favourites") === "yes" && apply()),
		rowHeight: 46,
		empty: "No routine matches these filters. Clear the search or a filter to see more.",
		onSort: (key, descending) => {
			remember({
				sort: key === "growth" ? "" : key,
				order: descending === isDescending(key, "") ? "" : descending ? "down" : "up",
			});
			sorts.querySelector("select")!.value = key;
			apply();
		},
		onOpen: (routine) => go(routineAddress(profile, routine)),
		hideTools: true,
	});
	const grid = new RoutineGrid(
		profile,
		"No routine matches these filters. Clear the search or a filter to see more.",
	);
	const stage = h("div", { class: "stage" });
	const rest = h("p", { class: "rest" });
	const note = h("div");
	const flame = profile.routines.length > 0 ? new FlameChart(profile) : null;

	const apply = () => {
		const filter = readFilter(parameters(), profile);
		const sort = setting("sort", "growth");
		const descending = isDescending(sort, setting("order"));
		const { error } = filter.search;
		search.setAttribute("aria-invalid", String(error !== null));
		search.title = error ?? SEARCH_HELP;
		const total = profile.header.totals.cost;
		const matching = profile.routines.filter((routine) => matches(routine, filter, isFavourite));
		listed = sortRoutines(
			matching.filter((routine) => isListed(routine, filter, total)),
			sort,
			descending,
		);
		replace(note, withinNote(listed));
		replace(rest, ...foldedWords(matching, listed, filter.share, () => shareChoice("0")));
		count.textContent =
			listed.length === profile.routines.length
				? plural(listed.length, "routine")
				: `${exact(listed.length)} of ${plural(profile.routines.length, "routine")}`;
		flame?.find(isPlain(filter) ? null : new Set(listed.map((routine) => routine.index)));
		if (layout === "grid") grid.set(listed);
		else table.set(listed, sort, descending);
	};
	const change = (values: Record<string, string>) => {
		remember(values);
		apply();
	};
	const place = () => {
		replace(stage, layout === "grid" ? grid.element : table.element);
		apply();
	};

	const search = h("input", {
		type: "search",
		id: "search",
		placeholder: "Search routines  ( / )",
		"aria-label": "Search routines",
		value: setting("q"),
		autocomplete: "off",
		spellcheck: "false",
		oninput: () => change({ q: search.value }),
	});
	const points = h("input", {
		type: "number",
		min: 0,
		value: setting("points"),
		placeholder: "0",
		"aria-label": "Fewest points",
		oninput: () => change({ points: points.value === "0" ? "" : points.value }),
	});
	const shares = choice("Share ≥", SHARES, setting("share"), (value) => change({ share: value }));
	const shareChoice = (value: string) => {
		shares.querySelector("select")!.value = value;
		change({ share: value });
	};
	const objects = [...new Set(profile.routines.map((r) => r.object))].sort();
	const { id } = profile.header.threads;
	const sorts = choice("Sort", SORTS, setting("sort", "growth"), (value) =>
		change({ sort: value === "growth" ? "" : value, order: "" }),
	);
	const bar = h(
		"div",
		{ class: "filters" },
		search,
		objects.length > 1 &&
			choice(
				"Object",
				[["", "all"], ...objects.map((o): [string, string] => [o, baseName(o) || "unknown"])],
				setting("object"),
				(value) => change({ object: value }),
			),
		id.length > 1 &&
			choice(
				"Thread",
				[["", "all"], ...id.map((n, i): [string, string] => [String(n), profile.threadName(i)])],
				setting("thread"),
				(value) => change({ thread: value }),
			),
		choice(
			"Input",
			[
				["", "any"],
				["thread", "from threads"],
				["external", "from outside"],
			],
			setting("input"),
			(value) => change({ input: value }),
		),
		shares,
		h("label", { class: "choice" }, h("span", {}, "Points ≥"), points),
		toggle("Favourites", setting("favourites") === "yes", (on) =>
			change({ favourites: on ? "yes" : "" }),
		),
	);
	const layouts = segmented(
		"Layout",
		[
			["table", "Table"],
			["grid", "Grid"],
		],
		layout,
		(value) => {
			layout = value;
			remember({ layout: value === "table" ? "" : value });
			place();
		},
	);
	const chips = classChips(profile, chosen, () => change({ class: [...chosen].join(",") }));
	const summary = h(
		"section",
		{ class: "summary", "aria-label": "Summary" },
		...summarise(profile).map((sentence) => h("p", {}, ...sentenceNodes(profile, sentence))),
	);
	const element = h(
		"div",
		{ class: "overview" },
		summary,
		flame?.element,
		remedyLine(overallRemedy(profile)),
		bar,
		h(
			"div",
			{ class: "chip-row" },
			chips,
			h("span", { class: "spring" }),
			count,
			sorts,
			layouts,
			h(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-save": "CSV",
					title: "Save the listed routines as CSV",
					onclick: () => {
						table.set(listed, setting("sort", "growth"));
						table.save();
					},
				},
				"CSV",
			),
		),
		stage,
		note,
		rest,
	);

	const openCurrent = (): boolean => {
		const routine = layout === "grid" ? grid.current : table.current;
		if (routine) go(routineAddress(profile, routine));
		return routine !== null;
	};
	return {
		element,
		title: profile.header.program || "Overview",
		start: () => {
			flame?.start();
			place();
			onTheme(element, place);
		},
		key: (event) => {
			const across = layout === "grid" ? grid.across : 1;
			if (event.key === "ArrowDown" || event.key === "j")
				return layout === "grid" ? grid.move(across, STICKY) : table.move(1, STICKY);
			if (event.key === "ArrowUp" || event.key === "k")
				return layout === "grid" ? grid.move(-across, STICKY) : table.move(-1, STICKY);
			if (layout === "grid" && event.key === "ArrowRight") return grid.move(1, STICKY);
			if (layout === "grid" && event.key === "ArrowLeft") return grid.move(-1, STICKY);
			if (event.key === "Enter") return openCurrent();
			if (event.key === "g") {
				layouts
					.querySelector<HTMLButtonElement>(`[data-key=${layout === "grid" ? "table" : "grid"}]`)
					?.click();
				return true;
			}
			const routine = layout === "grid" ? grid.current : table.current;
			if (event.key === "f" && routine) {
				announce(
					toggleFavourite(routine)
						? `${routine.name} is a favourite`
						: `${routine.name} is no longer a favourite`,
				);
				apply();
				return true;
			}
			return false;
		},
	};
}
