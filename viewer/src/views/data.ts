// SPDX-License-Identifier: GPL-2.0-or-later
// data.ts - who feeds whom: the heaviest flow in a sentence, a graph in layers, a matrix of threads or routines, all flows, files and
// sockets. All parts show what the filter leaves, and the filter is in the address.

import { EVERYTHING, type Feed, type Filter, type Flows, flowsOf, type Party } from "../data/flows.ts";
import { growthRank } from "../data/growth.ts";
import { exact, percent, plural, short } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { choice, h, replace, segmented } from "../ui/dom.ts";
import { remember, setting } from "../ui/state.ts";
import { DataTable } from "../ui/table.ts";
import { drawable, flowGraph } from "./flow_graph.ts";
import { routineMatrix, threadMatrix } from "./flow_matrix.ts";
import { feedBadge, feedSentence, partyLink } from "./flow_words.ts";
import type { Session, View } from "./view.ts";

const DRAWN = 24;

function numberOfThread(profile: Profile, id: string): number | null {
	if (id === "outside") return -1;
	const at = id === "" ? -1 : profile.header.threads.id.indexOf(Number(id));
	return at < 0 ? null : at;
}

function readFilter(profile: Profile): Filter {
	const only = setting("only");
	const routine = setting("of") === "" ? null : profile.find(setting("of"), null, null);
	return {
		only: only === "threads" || only === "outside" || only === "apart" ? only : "all",
		reader: numberOfThread(profile, setting("reader")),
		writer: numberOfThread(profile, setting("writer")),
		routine: routine?.index ?? null,
	};
}

function withoutFlows(): View {
	return {
		element: h(
			"div",
			{},
			h("h1", { class: "title" }, "Data"),
			h(
				"p",
				{ class: "empty" },
				"This profile does not say whose the input was: record the program with ",
				h("code", {}, "landau record --sources"),
				".",
			),
		),
		title: "Data",
	};
}

/** What crosses threads tells most, then what comes from outside; else whatever is heaviest. */
function heaviest(flows: Flows): Feed | undefined {
	const read = flows.feeds.filter(
		(feed) => feed.self > 0 && feed.kind !== "nobody" && feed.purpose === "data",
	);
	return (
		read.find((feed) => feed.crosses && feed.kind === "routine") ??
		read.find((feed) => feed.kind === "external") ??
		read[0]
	);
}

function summary(profile: Profile, flows: Flows): HTMLElement {
	const first = heaviest(flows);
	const sum = (of: (feed: Feed) => number) => flows.feeds.reduce((total, feed) => total + of(feed), 0);
	const between = sum((feed) => (feed.crosses && feed.purpose === "data" ? feed.induced : 0));
	const locks = sum((feed) => (feed.purpose === "synchronisation" ? feed.self : 0));
	const kept = sum((feed) => (feed.purpose === "allocation" ? feed.self : 0));
	const files = flows.consumed();
	const bytes = files.reduce((sum, row) => sum + row.bytes, 0);
	return h(
		"div",
		{ class: "summary" },
		h("p", {}, first ? feedSentence(profile, flows, first) : "No routine has read anything itself."),
		h(
			"p",
			{},
			between > 0
				? `Threads read ${plural(between, "cell")} that other threads had written.`
				: "No thread read what another one had written.",
		),
		h(
			"p",
			{},
			files.length > 0
				? `${short(bytes)} bytes came from ${plural(files.length, "file, socket or the like", "files, sockets and the like")}.`
				: "Nothing came from files or sockets.",
		),
		locks > 0 &&
			h("p", {}, `${plural(locks, "cell")} more went through locks, atomics and the like: no data.`),
		kept > 0 &&
			h("p", {}, `${plural(kept, "cell")} more were what allocators keep of their blocks: no data.`),
	);
}

function flowTable(profile: Profile, flows: Flows, open: (feed: Feed) => void): DataTable<Row> {
	return new DataTable<Row>({
		title: "flows",
		rowHeight: 36,
		sort: "cells",
		preview: 20,
		empty: "No flow is among what was asked for.",
		onOpen: ({ feed }) => open(feed),
		columns: [
			{
				key: "reader",
				label: "Reader",
				value: ({ feed }) => profile.routines[feed.routine].name,
				cell: ({ feed }) => partyLink(profile, flows.reader(feed)),
			},
			{
				key: "writer",
				label: "Written by",
				value: ({ feed }) => flows.writer(feed).name,
				cell: ({ feed }) => partyLink(profile, flows.writer(feed)),
			},
			{
				key: "crosses",
				label: "Thread",
				width: "6rem",
				wide: true,
				hint: "Was it written by another thread than the one that read it?",
				value: ({ feed }) =>
					feed.crosses ? "another" : feed.kind === "external" ? "outside" : "same",
			},
			{
				key: "growth",
				label: "Growth",
				width: "9.5rem",
				numeric: true,
				hint: "How the cells of a call from this source grow with its n, in the mean",
				value: ({ feed }) => growthRank(feed.growth.open.at(-1) ?? null),
				cell: ({ feed }) => feedBadge(feed),
			},
			{
				key: "cells",
				label: "Cells",
				width: "6rem",
				numeric: true,
				hint: "Read by the routine itself, not by those that it calls",
				value: ({ volume }) => volume,
				cell: ({ volume }) => h("span", { title: exact(volume) }, short(volume)),
			},
			{
				key: "share",
				label: "Of its input",
				width: "6.5rem",
				numeric: true,
				wide: true,
				hint: "The share of this source in all the input of the reader, what it calls included",
				value: ({ feed }) => feed.cells / (flows.whole(feed.routine) || 1),
				cell: ({ feed }) => percent(feed.cells / (flows.whole(feed.routine) || 1)),
			},
		],
	});
}

type Row = { feed: Feed; volume: number };

function outsideTable(profile: Profile, flows: Flows): HTMLElement {
	const rows = flows.consumed();
	const table = new DataTable<(typeof rows)[number]>({
		title: "files and sockets",
		rowHeight: 36,
		sort: "bytes",
		preview: 20,
		empty: "Nothing was read from files, sockets, pipes or devices.",
		columns: [
			{ key: "kind", label: "Kind", width: "7rem", value: (row) => flows.externals[row.external].kind },
			{
				key: "name",
				label: "Name",
				value: (row) => flows.externals[row.external].name,
				cell: (row) =>
					h(
						"span",
						{ class: "name", title: flows.externals[row.external].name },
						flows.externals[row.external].name || "–",
					),
			},
			{
				key: "reader",
				label: "Most of it read by",
				value: (row) => flows.reader(row.feeds[0]).name,
				cell: (row) => partyLink(profile, flows.reader(row.feeds[0])),
			},
			{
				key: "bytes",
				label: "Bytes",
				width: "7rem",
				numeric: true,
				hint: "Read after they came in; what nobody looked at is not counted",
				value: (row) => row.bytes,
				cell: (row) => h("span", { title: exact(row.bytes) }, short(row.bytes)),
			},
		],
	});
	table.set(rows);
	return h(
		"section",
		{ class: "outside-table" },
		h("h2", {}, "From outside", h("small", {}, ` ${rows.length}`)),
		table.element,
	);
}

export function dataView({ profile }: Session): View {
	const flows = flowsOf(profile);
	if (!flows) return withoutFlows();
	let filter = readFilter(profile);
	let drawn = Number(setting("drawn")) || DRAWN;
	let byRoutine = setting("matrix") === "routines";
	let chosen: number | null = setting("flow") === "" ? null : Number(setting("flow"));
	const graph = h("div");
	const line = h("p", { class: "flow-line", "aria-live": "polite" });
	const matrix = h("div");
	const asked = h("p", { class: "flow-asked" });
	const count = h("small");
	const table = flowTable(profile, flows, (feed) => choose(feed.index));

	const say = (feed: Feed | null) => {
		const at = feed ?? (chosen === null ? undefined : flows.feeds[chosen]);
		replace(
			line,
			at
				? h("span", {}, feedSentence(profile, flows, at), " ")
				: h("span", { class: "faint" }, "Point at a flow, or click on one, to read what it is."),
			at && partyLink(profile, flows.reader(at)),
			at?.kind === "routine" && h("span", {}, " · "),
			at?.kind === "routine" && partyLink(profile, flows.writer(at)),
		);
	};
	const choose = (feed: number) => {
		chosen = chosen === feed ? null : feed;
		remember({ flow: chosen === null ? "" : String(chosen) });
		mark();
		drawMatrix();
	};
	const mark = () => {
		const paths = [...graph.querySelectorAll("path.flow")];
		const isChosen = (path: Element) => Number(path.getAttribute("data-feed")) === chosen;
		const isDrawn = paths.some(isChosen);
		for (const path of paths) {
			path.classList.toggle("chosen", isChosen(path));
			path.classList.toggle("dim", isDrawn && !isChosen(path));
		}
		say(null);
	};
	const askFor = (changes: Partial<Filter>) => {
		filter = { ...filter, ...changes };
		chosen = null;
		const id = (thread: number | null) =>
			thread === null ? "" : thread < 0 ? "outside" : String(profile.header.threads.id[thread]);
		remember({
			only: filter.only === "all" ? "" : filter.only,
			reader: id(filter.reader),
			writer: id(filter.writer),
			of: filter.routine === null ? "" : profile.routines[filter.routine].name,
			flow: "",
		});
		draw();
	};
	const drawMatrix = () =>
		replace(
			matrix,
			byRoutine
				? routineMatrix(profile, flows, filter, chosen, choose)
				: threadMatrix(profile, flows, filter, (reader, writer) => {
						const same = filter.reader === reader && filter.writer === writer;
						askFor(same ? { reader: null, writer: null } : { reader, writer });
					}),
		);
	const drawGraph = (rows: Row[]) => {
		const all = drawable(flows, rows);
		const shown = all.slice(0, drawn);
		if (shown.length === 0) {
			replace(
				graph,
				h("p", { class: "empty" }, "No flow between two parties is among what was asked for."),
			);
			return;
		}
		replace(
			graph,
			flowGraph(profile, flows, shown, graph.clientWidth || 1200, {
				look: say,
				choose: (feed) => choose(feed.index),
				chooseParty: (party: Party) => {
					const first = shown.find(({ feed }) => flows.writer(feed).key === party.key);
					if (first) choose(first.feed.index);
				},
			}),
			h(
				"p",
				{ class: "note" },
				shown.length < all.length
					? `The ${exact(shown.length)} heaviest of ${exact(all.length)} flows. `
					: `${plural(shown.length, "flow")}. `,
				"Width: cells that the reader read itself. Colour: how that grows with the reader's n. ",
				h("span", { class: "dashes", "aria-hidden": "true" }),
				" Dashed: between threads. What a routine reads of its own is not drawn.",
			),
		);
	};
	const draw = () => {
		const rows = flows.filtered(filter);
		const parts = [
			filter.routine !== null && `of ${profile.routines[filter.routine].name}`,
			filter.reader !== null && `read by thread ${profile.threadName(filter.reader)}`,
			filter.writer !== null &&
				(filter.writer < 0
					? "from outside"
					: `written by thread ${profile.threadName(filter.writer)}`),
		].filter((part): part is string => part !== false);
		replace(
			asked,
			parts.length > 0 && h("span", {}, `Only flows ${parts.join(", ")}. `),
			parts.length > 0 &&
				h(
					"button",
					{
						type: "button",
						class: "quiet",
						onclick: () => askFor({ ...EVERYTHING, only: filter.only }),
					},
					"All flows",
				),
		);
		drawGraph(rows);
		drawMatrix();
		count.textContent = ` ${rows.length}`;
		table.set(rows);
		mark();
	};
	const element = h(
		"div",
		{ class: "data-view" },
		h("h1", { class: "title" }, "Data"),
		summary(profile, flows),
		h(
			"div",
			{ class: "controls" },
			h(
				"div",
				{ class: "control" },
				h("span", {}, "Flows"),
				segmented(
					"Flows",
					[
						["all", "All data"],
						["threads", "Threads"],
						["outside", "Outside"],
						["apart", "Set apart"],
					],
					filter.only,
					(only) => askFor({ only: only as Filter["only"] }),
				),
			),
			choice(
				"Drawn",
				["12", "24", "48", "96"].map((n): [string, string] => [n, n]),
				String(drawn),
				(n) => {
					drawn = Number(n);
					remember({ drawn: drawn === DRAWN ? "" : n });
					draw();
				},
			),
		),
		asked,
		graph,
		line,
		h(
			"section",
			{},
			h("h2", {}, "Who reads what who wrote"),
			h(
				"div",
				{ class: "control" },
				segmented(
					"Matrix",
					[
						["threads", "Threads"],
						["routines", "Routines"],
					],
					byRoutine ? "routines" : "threads",
					(v) => {
						byRoutine = v === "routines";
						remember({ matrix: byRoutine ? v : "" });
						drawMatrix();
					},
				),
			),
			matrix,
		),
		h("section", { class: "flow-table" }, h("h2", {}, "Flows", count), table.element),
		outsideTable(profile, flows),
	);
	return { element, title: "Data", start: draw };
}
