// SPDX-License-Identifier: GPL-2.0-or-later
// origin.ts - of one routine: who wrote its input, and who reads what it writes.

import { type Feed, type Flows, flowsOf } from "../data/flows.ts";
import { growthRank } from "../data/growth.ts";
import { exact, percent, short } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { h } from "../ui/dom.ts";
import { type Column, DataTable } from "../ui/table.ts";
import { feedBadge, partyLink, threadWords } from "./flow_words.ts";

function growthColumn(): Column<Feed> {
	return {
		key: "growth",
		label: "Growth",
		width: "9.5rem",
		numeric: true,
		hint: "How the cells of a call from this source grow with its n, in the mean",
		value: (feed) => growthRank(feed.growth.open.at(-1) ?? null),
		cell: feedBadge,
	};
}

function sources(profile: Profile, flows: Flows, routine: Routine): HTMLElement {
	const whole = flows.whole(routine.index) || 1;
	const table = new DataTable<Feed>({
		title: `sources of ${routine.name}`,
		rowHeight: 36,
		sort: "cells",
		preview: 10,
		empty: "This routine has read nothing that counts as input.",
		columns: [
			{
				key: "writer",
				label: "Written by",
				value: (feed) => flows.writer(feed).name,
				cell: (feed) =>
					feed.kind === "routine" && feed.from === routine.index
						? h("span", { class: "name" }, `${flows.writer(feed).name} (itself)`)
						: partyLink(profile, flows.writer(feed)),
			},
			{
				key: "thread",
				label: "On",
				width: "11rem",
				wide: true,
				value: (feed) =>
					flows.writers(feed).length > 0 ? threadWords(profile, flows.writers(feed)) : "–",
				cell: (feed) =>
					flows.writers(feed).length === 0
						? "–"
						: h(
								"span",
								{},
								threadWords(profile, flows.writers(feed)),
								feed.crosses && h("small", {}, " (another)"),
							),
			},
			growthColumn(),
			{
				key: "cells",
				label: "Cells",
				width: "6rem",
				numeric: true,
				hint: "What the routine calls included, as in trms",
				value: (feed) => feed.cells,
				cell: (feed) => h("span", { title: exact(feed.cells) }, short(feed.cells)),
			},
			{
				key: "share",
				label: "Share",
				width: "5rem",
				numeric: true,
				value: (feed) => feed.cells / whole,
				cell: (feed) => percent(feed.cells / whole),
			},
		],
	});
	table.set(flows.into(routine.index));
	return h("section", { class: "relation origin-sources" }, h("h3", {}, "Written by"), table.element);
}

function readers(profile: Profile, flows: Flows, routine: Routine): HTMLElement {
	const table = new DataTable<Feed>({
		title: `readers of ${routine.name}`,
		rowHeight: 36,
		sort: "cells",
		preview: 10,
		empty: "No routine has read what this one wrote.",
		columns: [
			{
				key: "reader",
				label: "Read by",
				value: (feed) => flows.reader(feed).name,
				cell: (feed) =>
					feed.routine === routine.index
						? h("span", { class: "name" }, `${flows.reader(feed).name} (itself)`)
						: partyLink(profile, flows.reader(feed)),
			},
			{
				key: "thread",
				label: "Thread",
				width: "6rem",
				wide: true,
				value: (feed) => (feed.crosses ? "another" : "same"),
			},
			growthColumn(),
			{
				key: "cells",
				label: "Cells",
				width: "6rem",
				numeric: true,
				hint: "Read by that routine itself, not by those that it calls",
				value: (feed) => feed.self,
				cell: (feed) => h("span", { title: exact(feed.self) }, short(feed.self)),
			},
		],
	});
	table.set(flows.outOf(routine.index));
	return h("section", { class: "relation origin-readers" }, h("h3", {}, "Read by"), table.element);
}

/** Two tables and the way to the graph; of a profile without sources, how to get them. */
export function originTables(profile: Profile, routine: Routine): HTMLElement {
	const flows = flowsOf(profile);
	if (!flows)
		return h(
			"p",
			{ class: "note" },
			"Recorded with ",
			h("code", {}, "--sources"),
			", the profile says which routine on which thread wrote it, or which file it came from.",
		);
	return h(
		"div",
		{ class: "origin" },
		h("div", { class: "pair" }, sources(profile, flows, routine), readers(profile, flows, routine)),
		h(
			"p",
			{},
			h(
				"a",
				{ href: `#${new URLSearchParams({ view: "data", of: routine.name }).toString()}` },
				"Its flows as a graph →",
			),
		),
	);
}
