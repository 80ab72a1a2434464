// SPDX-License-Identifier: GPL-2.0-or-later
// badge.ts - a growth class as colour and text.

import { GROWTHS, type Growth, growthText } from "../data/growth.ts";
import { growthLabel } from "../data/model.ts";
import type { Model } from "../data/profile.ts";
import { h } from "./dom.ts";

/** Name of the class's colour in the style sheet. */
export function growthColour(growth: Growth | null): string {
	return growth === null ? "growth-none" : `growth-${GROWTHS.indexOf(growth)}`;
}

export function badge(model: Model | null): HTMLSpanElement {
	const growth = model?.growth ?? null;
	return h(
		"span",
		{
			class: growth === null ? "badge unknown" : "badge",
			title:
				growth === null
					? "The growth class is not known"
					: `Worst case grows as ${growthText(growth)}`,
		},
		h("i", { "aria-hidden": "true", style: { background: `var(--${growthColour(growth)})` } }),
		growthLabel(model),
	);
}
