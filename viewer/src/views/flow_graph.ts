// SPDX-License-Identifier: GPL-2.0-or-later
// flow_graph.ts - who feeds whom as a graph in layers: routines, files and sockets are boxes, flows are ribbons. Width is volume, colour
// is growth, dashes are flows between threads.

import type { Feed, Flows, Party } from "../data/flows.ts";
import { type Layout, layOut } from "../data/layers.ts";
import { exact } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { h, s } from "../ui/dom.ts";
import { routineHref } from "../ui/state.ts";
import { feedColour, feedSentence } from "./flow_words.ts";

const SIZES = { nodeWidth: 168, nodeHeight: 26, across: 60, down: 14, leastWidth: 84 };
const WIDEST = 30;
const NARROWEST = 1.5;
const MARGIN = 8;
/** So far beside the boxes go curves that lead back. */
const BEND = 40;
/** Of the frame around the picture, both sides. */
const FRAME = 14;
/** Beside the text of a box, on each side, and the width of a letter. */
const [INSET, LETTER] = [9, 7.25];

export interface Shown {
	feed: Feed;
	volume: number;
}

interface Callbacks {
	/** A flow is pointed at or has the focus, or none. */
	look: (feed: Feed | null) => void;
	choose: (feed: Feed) => void;
	/** Of a file, a socket, ...: routines are links. */
	chooseParty: (party: Party) => void;
}

function clipped(name: string, letters: number): string {
	return name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
}

/** The ends of a long path tell more than its beginning. */
function label(party: Party, letters: number): string {
	if (party.kind !== "external" || party.name.length <= letters) return clipped(party.name, letters);
	const base = party.name.slice(party.name.lastIndexOf("/") + 1);
	return clipped(base ? `…/${base}` : party.name, letters);
}

/** What a routine reads that it wrote itself is not drawn, nor what nobody wrote. */
export function drawable(flows: Flows, shown: Shown[]): Shown[] {
	return shown.filter(
		({ feed }) => feed.kind !== "nobody" && flows.writer(feed).key !== flows.reader(feed).key,
	);
}

function box(profile: Profile, party: Party, layout: Layout, callbacks: Callbacks): SVGElement {
	const { x, y, height } = layout.nodes.get(party.key)!;
	const width = layout.nodeWidth;
	const letters = Math.floor((width - 2 * INSET) / LETTER);
	const inner = [
		s("title", {}, party.kind === "routine" ? profile.routines[party.number].name : party.name),
		s("rect", { x, y, width, height, rx: party.kind === "routine" ? 4 : 13 }),
		s("text", { x: x + INSET, y: y + height / 2 + 4 }, label(party, letters)),
	];
	if (party.kind === "routine")
		return s(
			"a",
			{ class: "flow-node", href: routineHref(profile, profile.routines[party.number]) },
			...inner,
		);
	return s(
		"g",
		{
			class: "flow-node outside",
			role: "button",
			tabindex: 0,
			"aria-label": party.name,
			onclick: () => callbacks.chooseParty(party),
			onkeydown: (event: Event) => pressed(event, () => callbacks.chooseParty(party)),
		},
		...inner,
	);
}

function pressed(event: Event, action: () => void): void {
	const { key } = event as KeyboardEvent;
	if (key !== "Enter" && key !== " ") return;
	event.preventDefault();
	event.stopPropagation();
	action();
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
	/* A curve that goes back leaves to the right all the same. */
	const reach = x2 < x1 ? 1.6 * BEND : Math.max(Math.min(48, x2 - x1), (x2 - x1) / 2);
	return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`;
}

export function flowGraph(
	profile: Profile,
	flows: Flows,
	shown: Shown[],
	width: number,
	callbacks: Callbacks,
): HTMLElement {
	const largest = Math.max(...shown.map(({ volume }) => volume), 1);
	const parties = new Map<string, Party>();
	const ribbons = shown.map(({ feed, volume }) => {
		const [from, to] = [flows.writer(feed), flows.reader(feed)];
		parties.set(from.key, from);
		parties.set(to.key, to);
		return { from: from.key, to: to.key, width: Math.max(NARROWEST, (WIDEST * volume) / largest) };
	});
	const layout = layOut(ribbons, { ...SIZES, width: width - 2 * (MARGIN + BEND) - FRAME });
	const paths = layout.ribbons.map(({ index, x1, y1, x2, y2 }) => {
		const { feed, volume } = shown[index];
		const sentence = feedSentence(profile, flows, feed);
		return s(
			"path",
			{
				class: feed.crosses ? "flow crosses" : "flow",
				d: curve(x1, y1, x2, y2),
				style: {
					stroke: `var(--${feedColour(feed)})`,
					"stroke-width": String(ribbons[index].width),
				},
				role: "button",
				tabindex: 0,
				"data-feed": feed.index,
				"data-volume": volume,
				"aria-label": `${flows.writer(feed).name} to ${flows.reader(feed).name}: ${sentence}`,
				onmouseenter: () => callbacks.look(feed),
				onmouseleave: () => callbacks.look(null),
				onfocus: () => callbacks.look(feed),
				onblur: () => callbacks.look(null),
				onclick: () => callbacks.choose(feed),
				onkeydown: (event: Event) => pressed(event, () => callbacks.choose(feed)),
			},
			s("title", {}, `${exact(volume)} cells. ${sentence}`),
		);
	});
	const room = MARGIN + (layout.ribbons.some(({ x1, x2 }) => x2 < x1) ? BEND : 0);
	const [w, tall] = [layout.width + 2 * room, layout.height + 2 * MARGIN];
	return h(
		"div",
		{ class: "flow-graph" },
		s(
			"svg",
			{
				viewBox: `${-room} ${-MARGIN} ${w} ${tall}`,
				width: w,
				height: tall,
				role: "group",
				"aria-label": "Who feeds whom, from left to right",
			},
			...paths,
			...[...parties.values()].map((party) => box(profile, party, layout, callbacks)),
		),
	);
}
