// SPDX-License-Identifier: GPL-2.0-or-later
// badge.ts - what is known of a growth as colour, shape and text. The shape says how sure it is: a class is a full
// square, two neighbours are one in two halves, a bound is a triangle that points up or down, nothing is a ring.

import { GROWTHS, type Growth } from "../data/growth.ts";
import { coloursOf, growthLabel, type Kind } from "../data/model.ts";
import { growthPhrase, WITHIN_NOTE } from "../data/words.ts";
import type { Model, Routine, Statement } from "../data/profile.ts";
import { statementText } from "../data/growth.ts";
import { h } from "./dom.ts";

/** Name of the class's colour in the style sheet. */
export function growthColour(growth: Growth | null): string {
	return growth === null ? "growth-none" : `growth-${GROWTHS.indexOf(growth)}`;
}

function shape(strength: string, colours: Growth[], any = false): HTMLElement {
	const first = `var(--${growthColour(colours[0] ?? null)})`;
	const second = colours.length > 1 ? `var(--${growthColour(colours[colours.length - 1])})` : first;
	return h("i", {
		class: `mark ${strength.replace(" ", "-")}${any ? " any" : ""}`,
		"aria-hidden": "true",
		style: { "--first": first, "--second": second },
	});
}

export function mark(statement: Statement | null, low = -Infinity, high = Infinity): HTMLElement {
	return shape(statement?.strength ?? "unknown", coloursOf(statement, low, high));
}

/** The mark that stands for all routines of a kind. */
export function kindMark(kind: Kind): HTMLElement {
	const isClass = (GROWTHS as readonly string[]).includes(kind);
	return isClass ? shape("class", [kind as Growth]) : shape(kind, [], true);
}

/** Without a model's reasons: how the number of calls grows. */
export function statementBadge(statement: Statement): HTMLElement {
	return h(
		"span",
		{ class: statement.strength === "unknown" ? "badge unknown" : "badge" },
		mark(statement),
		statement.strength === "unknown" ? "not known" : statementText(statement.text),
	);
}

export function badge(model: Model | null): HTMLSpanElement {
	const unknown = !model || model.strength === "unknown";
	const why = model?.reason ? `: ${model.reason}` : "";
	return h(
		"span",
		{
			class: unknown ? "badge unknown" : "badge",
			title: model ? `The worst case ${growthPhrase(model)}${why}` : "There is no model",
		},
		mark(model, model?.powerLow, model?.powerHigh),
		growthLabel(model),
	);
}

/** What is told of a routine; with the mark + where that is from within one call. */
export function toldBadge({ told, within }: Routine): HTMLSpanElement {
	const element = badge(told);
	if (within) {
		element.title = `Within one call the cost ${growthPhrase(within)}`;
		element.append(h("span", { class: "within", title: WITHIN_NOTE }, "+"));
	}
	return element;
}

/** Explains the mark, if one of these routines has it. */
export function withinNote(routines: Iterable<Routine | null>): HTMLElement | null {
	for (const routine of routines)
		if (routine?.within) return h("p", { class: "within-note" }, `${WITHIN_NOTE}.`);
	return null;
}
