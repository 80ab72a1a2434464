// SPDX-License-Identifier: GPL-2.0-or-later
// costs.ts - choosing what cost means, and one routine by all costs, side by side.

import { thumbnail } from "../charts/thumbnail.ts";
import { costName, exact, percent } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { toldBadge } from "../ui/badge.ts";
import { choice, h } from "../ui/dom.ts";
import { advance } from "../ui/state.ts";
import type { Session } from "./view.ts";

const WIDTH = 220;
const HEIGHT = 110;

/** Nothing if there is one cost. */
export function costChoice(session: Session): HTMLElement | null {
	if (session.costs.length < 2) return null;
	const options = session.costs.map(({ name }): [string, string] => [name, name]);
	return choice("Cost", options, session.profile.header.cost, (name) => {
		advance({ by: name });
		session.reload();
	});
}

function card(session: Session, name: string, profile: Profile, routine: Routine): HTMLElement[] {
	const costs = profile.block(routine.index).trms;
	let most = 0;
	for (let i = 0; i < costs.count; i++) if (costs.max[i] > most) most = costs.max[i];
	const total = profile.header.totals.cost;
	const isShown = name === session.profile.header.cost;
	return [
		h(
			"h3",
			{},
			h(
				"button",
				{
					type: "button",
					"aria-pressed": String(isShown),
					title: `Show all by ${costName(name)}`,
					onclick: () => {
						advance({ by: name });
						session.reload();
					},
				},
				name,
			),
			toldBadge(routine),
		),
		thumbnail(profile, routine, WIDTH, HEIGHT),
		h(
			"p",
			{},
			`At most ${exact(most)} ${costName(name)} in a call, ${percent(total > 0 ? routine.cost / total : 0)} of the run.`,
		),
	];
}

/** The plots of a routine by each cost. They come as they are unpacked. */
export function costSection(session: Session, routine: Routine): HTMLElement | null {
	if (session.costs.length < 2) return null;
	const cards = session.costs.map(({ name, load }) => {
		const element = h("li", { "data-cost": name });
		void load().then((profile) => {
			const same = profile.find(routine.name, routine.object, routine.file);
			if (same) element.append(...card(session, name, profile, same));
		});
		return element;
	});
	return h(
		"section",
		{ class: "costs", "aria-label": "By each cost" },
		h("h2", {}, "By each cost"),
		h("ul", {}, ...cards),
	);
}
