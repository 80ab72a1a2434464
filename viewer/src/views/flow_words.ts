// SPDX-License-Identifier: GPL-2.0-or-later
// flow_words.ts - flows in words, as marks and as links, for the view of the data and that of a routine.

import { statementText } from "../data/growth.ts";
import type { Feed, Flows, Party } from "../data/flows.ts";
import { coloursOf } from "../data/model.ts";
import { exact, percent } from "../data/numbers.ts";
import type { Profile } from "../data/profile.ts";
import { growthColour, mark } from "../ui/badge.ts";
import { h } from "../ui/dom.ts";
import { routineHref } from "../ui/state.ts";

export function feedColour(feed: Feed): string {
	return growthColour(coloursOf(feed.growth, feed.low, feed.high).at(-1) ?? null);
}

export function feedBadge(feed: Feed): HTMLElement {
	const unknown = feed.growth.strength === "unknown";
	return h(
		"span",
		{
			class: unknown ? "badge unknown" : "badge",
			title: "How many cells a call has from there, against its n, in the mean",
		},
		mark(feed.growth, feed.low, feed.high),
		unknown ? "not known" : statementText(feed.growth.text),
	);
}

export function growthWords(feed: Feed): string {
	const { strength, text } = feed.growth;
	const words = statementText(text);
	if (strength === "unknown") return "how that grows is not known";
	if (text === "1") return "that does not grow";
	const bound = /^(at (?:least|most)) (.*)$/.exec(words);
	return bound ? `that grows ${bound[1]} as ${bound[2]}` : `that grows as ${words}`;
}

/** "thread 3", "threads 1, 2 and 5", "9 threads"; numbers are those of the profile. */
export function threadWords(profile: Profile, threads: number[]): string {
	const ids = threads.map((thread) => profile.header.threads.id[thread]);
	if (ids.length === 1) return `thread ${ids[0]}`;
	if (ids.length > 4) return `${ids.length} threads`;
	return `threads ${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}

/** A routine is a link to its page, all else is text. */
export function partyLink(profile: Profile, party: Party): HTMLElement {
	if (party.kind !== "routine") return h("span", { class: "name", title: party.name }, party.name);
	const routine = profile.routines[party.number];
	return h("a", { class: "name", href: routineHref(profile, routine), title: routine.name }, party.name);
}

/** "88 % of the input of consume (10 230 cells) was written by parse on thread 2, and that grows as n." */
export function feedSentence(profile: Profile, flows: Flows, feed: Feed): string {
	const whole = flows.whole(feed.routine);
	const writer = flows.writer(feed);
	const threads = flows.writers(feed);
	const by =
		feed.kind === "external"
			? `came from ${writer.name}`
			: feed.kind === "nobody"
				? "was written by nobody who was seen"
				: `was written by ${writer.name}${threads.length > 0 ? ` on ${threadWords(profile, threads)}` : ""}`;
	return (
		`${percent(whole > 0 ? feed.cells / whole : 0)} of the input of ${flows.reader(feed).name} ` +
		`(${exact(feed.cells)} ${feed.cells === 1 ? "cell" : "cells"}) ${by}, and ${growthWords(feed)}.`
	);
}
