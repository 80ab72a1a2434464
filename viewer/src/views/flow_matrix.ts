// SPDX-License-Identifier: GPL-2.0-or-later
// flow_matrix.ts - who feeds whom as a matrix: a row reads, a column wrote, a cell is as dark as it holds much.

import type { Flows, Filter, Party } from "../data/flows.ts";
import { exact, plural, short } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { type Child, h } from "../ui/dom.ts";
import { partyLink } from "./flow_words.ts";

/** More than that nobody reads; landau flows --csv has them all. */
const MOST_THREADS = 48;
const MOST_PARTIES = 14;

interface Cell {
	value: number;
	label: string;
	pressed: boolean;
	choose: () => void;
}

function cellOf({ value, label, pressed, choose }: Cell, largest: number): HTMLElement {
	if (value === 0) return h("td", { class: "none" }, "·");
	/* Volumes differ by powers of ten, and so does the shade. */
	const share = largest > 1 ? Math.log(value + 1) / Math.log(largest + 1) : 1;
	return h(
		"td",
		{ style: { "--share": `${Math.round(6 + 64 * share)}%` } },
		h(
			"button",
			{
				type: "button",
				title: label,
				"aria-label": label,
				"aria-pressed": String(pressed),
				"data-value": value,
				onclick: choose,
			},
			short(value),
		),
	);
}

function tableOf(title: string, heads: Child[], rows: [Child, HTMLElement[]][]): HTMLElement {
	return h(
		"div",
		{ class: "flow-matrix", tabindex: 0, role: "region", "aria-label": title },
		h(
			"table",
			{ "aria-label": title },
			h(
				"thead",
				{},
				h(
					"tr",
					{},
					h("th", { scope: "col", class: "corner" }, "reader \\ writer"),
					...heads.map((head) => h("th", { scope: "col" }, head)),
				),
			),
			h(
				"tbody",
				{},
				...rows.map(([head, cells]) => h("tr", {}, h("th", { scope: "row" }, head), ...cells)),
			),
		),
	);
}

export function threadMatrix(
	profile: Profile,
	flows: Flows,
	filter: Filter,
	choose: (reader: number, writer: number) => void,
): HTMLElement {
	const { readers, writers, value, largest, left } = flows.threads(MOST_THREADS, filter.only === "apart");
	if (readers.length === 0)
		return h("p", { class: "empty" }, "No thread has read what another one or the kernel wrote.");
	const name = (thread: number) => (thread < 0 ? "outside" : profile.threadName(thread));
	const head = (thread: number) =>
		h(
			"span",
			{ title: name(thread) },
			thread < 0 ? "outside" : String(profile.header.threads.id[thread]),
		);
	const rows = readers.map((reader): [Child, HTMLElement[]] => [
		name(reader),
		writers.map((writer) =>
			cellOf(
				{
					value: value(reader, writer),
					label: `Thread ${name(reader)} has read ${plural(value(reader, writer), "cell")} of what ${
						writer < 0 ? "came from outside" : `thread ${name(writer)} wrote`
					}`,
					pressed: filter.reader === reader && filter.writer === writer,
					choose: () => choose(reader, writer),
				},
				largest,
			),
		),
	]);
	return h(
		"div",
		{},
		tableOf("Threads: who reads what others wrote", writers.map(head), rows),
		h(
			"p",
			{ class: "note" },
			"Cells that a thread read after another one, or the outside, had written them, each once each time that it was written.",
			left > 0 &&
				` The ${exact(readers.length)} threads that exchange most; ${exact(left)} are left out.`,
		),
	);
}

export function routineMatrix(
	profile: Profile,
	flows: Flows,
	filter: Filter,
	chosen: number | null,
	choose: (feed: number) => void,
): HTMLElement {
	const matrix = flows.parties(filter, MOST_PARTIES);
	if (matrix.readers.length === 0)
		return h("p", { class: "empty" }, "No flow is among what was asked for.");
	const link = (party: Party) => partyLink(profile, party);
	const rows = matrix.readers.map((reader, i): [Child, HTMLElement[]] => [
		link(reader),
		matrix.writers.map((writer, j) => {
			const feeds = matrix.feeds(reader.key, writer.key);
			return cellOf(
				{
					value: matrix.value(i, j),
					label: `${reader.name} has itself read ${plural(matrix.value(i, j), "cell")} of ${
						writer.kind === "external" ? writer.name : `what ${writer.name} wrote`
					}`,
					pressed: feeds.some((feed) => feed.index === chosen),
					choose: () => choose(feeds[0].index),
				},
				matrix.largest,
			);
		}),
	]);
	return h(
		"div",
		{},
		tableOf("Routines: who reads what others wrote", matrix.writers.map(link), rows),
		h(
			"p",
			{ class: "note" },
			"Cells that a routine read itself, not by those that it calls, where that counted as its input.",
			matrix.left > 0 && " The heaviest readers and writers; the table below has them all.",
		),
	);
}
