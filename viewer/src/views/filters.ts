// SPDX-License-Identifier: GPL-2.0-or-later
// filters.ts - which routines the overview lists, and in which order. No DOM here.

import { isGrowth } from "../data/growth.ts";
import { exponentOf, type Kind, kindOf, SMALL_SHARE, WEAK } from "../data/model.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { readSearch, type Search } from "../data/search.ts";

export interface Filter {
	search: Search;
	object: string;
	growths: Set<Kind>;
	points: number;
	/** Number of the thread among the profile's, -1 for all. */
	thread: number;
	input: "" | "thread" | "external";
	favourites: boolean;
	/** Least share of the cost, now or as predicted, 0 to 1; null where only the list as it begins leaves some out. */
	share: number | null;
}

/** By which share the overview can be filtered; by itself it leaves out what is small, and start-up. */
export const SHARES: [string, string][] = [
	["", "0.1 %"],
	["1", "1 %"],
	["10", "10 %"],
	["0", "all"],
];

export const SORTS: [string, string][] = [
	["growth", "Predicted cost"],
	["cost", "Cost"],
	["self", "Self cost"],
	["calls", "Calls"],
	["points", "Points"],
	["exponent", "Exponent"],
	["thread", "Thread input"],
	["external", "External input"],
	["name", "Name"],
];

export function readFilter(values: URLSearchParams, profile: Profile): Filter {
	const thread = Number(values.get("thread") ?? "NaN");
	const input = values.get("input");
	const growths = (values.get("class") ?? "")
		.split(",")
		.filter((text): text is Kind => isGrowth(text) || (WEAK as string[]).includes(text));
	return {
		search: readSearch(values.get("q") ?? ""),
		object: values.get("object") ?? "",
		growths: new Set(growths),
		points: Math.max(0, Number(values.get("points")) || 0),
		thread: profile.header.threads.id.indexOf(thread),
		input: input === "thread" || input === "external" ? input : "",
		favourites: values.get("favourites") === "yes",
		share: values.get("share") ? (Number(values.get("share")) || 0) / 100 : null,
	};
}

/** Does the filter ask for anything, or is this the list as it begins? */
export function isPlain({
	search,
	object,
	growths,
	points,
	thread,
	input,
	favourites,
	share,
}: Filter): boolean {
	const asked = !search.isEmpty || object !== "" || growths.size > 0 || points > 0 || thread >= 0;
	return !asked && input === "" && !favourites && !share;
}

/** Share of the cost, now or at ten times the input. */
function greatestShare(routine: Routine, total: number): number {
	return Math.max(routine.predicted, total > 0 ? routine.cost / total : 0);
}

/** Is the routine large enough to be listed? Whoever asks for something shall find the small ones too. */
export function isListed(routine: Routine, filter: Filter, total: number): boolean {
	if (filter.share !== null) return greatestShare(routine, total) >= filter.share;
	if (!isPlain(filter)) return true;
	return !routine.isStartup && greatestShare(routine, total) >= SMALL_SHARE;
}

export function matches(
	routine: Routine,
	filter: Filter,
	isFavourite: (routine: Routine) => boolean,
): boolean {
	if (filter.favourites && !isFavourite(routine)) return false;
	if (filter.object && routine.object !== filter.object) return false;
	if (filter.growths.size > 0 && !filter.growths.has(kindOf(routine.told))) return false;
	if (routine.points < filter.points) return false;
	if (filter.thread >= 0 && !routine.threads.includes(filter.thread)) return false;
	if (filter.input === "thread" && !(routine.threadInput > 0)) return false;
	if (filter.input === "external" && !(routine.externalInput > 0)) return false;
	return filter.search.finds(routine);
}

const KEYS: Record<string, (routine: Routine) => number> = {
	growth: (r) => -r.rank,
	cost: (r) => r.cost,
	self: (r) => r.self,
	calls: (r) => r.calls,
	points: (r) => r.points,
	exponent: (r) => exponentOf(r.told) ?? -Infinity,
	thread: (r) => r.threadInput,
	external: (r) => r.externalInput,
};

/** Equal ones: the more expensive first, then by place in the profile. */
export function sortRoutines(routines: Routine[], key: string, descending: boolean): Routine[] {
	const sign = descending ? -1 : 1;
	const value = KEYS[key];
	return [...routines].sort((a, b) => {
		const first = value ? value(a) - value(b) : a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
		return (Number.isNaN(first) ? 0 : sign * first) || b.cost - a.cost || a.index - b.index;
	});
}
