// SPDX-License-Identifier: GPL-2.0-or-later
// side.ts - beside the cost plot: the fits in numbers, a size to extrapolate to, the selected points.

import { saveCsv } from "../charts/save.ts";
import { formulaText, growthText } from "../data/growth.ts";
import { exponentText, hasCurve, interval, predict } from "../data/model.ts";
import { costName, exact, parseNumber, percent, plural, short } from "../data/numbers.ts";
import type { Model } from "../data/profile.ts";
import { badge } from "../ui/badge.ts";
import { h, replace } from "../ui/dom.ts";
import { pointSheet, type Subject } from "./cost_chart.ts";

function fitRow(name: string, model: Model | null): HTMLElement {
	const formula = model?.growth
		? h("p", { class: "formula" }, formulaText(model.formula))
		: h("p", { class: "why" }, model ? `No class: ${model.reason}.` : "There is no model.");
	const second = model?.runnerUp ? ` · next best ${growthText(model.runnerUp)}` : "";
	const scatter = model?.guess ? ` · scatter ${percent(model.scatter)}` : "";
	return h(
		"div",
		{ class: "fit" },
		h("div", { class: "fit-head" }, h("span", {}, name), badge(model)),
		formula,
		h("small", {}, exponentText(model) + second + scatter),
	);
}

export function fitPanel(subject: Subject): HTMLElement {
	const { routine, before } = subject;
	return h(
		"section",
		{ class: "panel" },
		h("h3", {}, "Fitted curves"),
		fitRow("Worst", routine.worst),
		fitRow("Mean", routine.mean),
		before && fitRow("Old worst", before.routine.worst),
		...routine.notes.map((note) => h("p", { class: "why" }, note)),
	);
}

function aheadText(subject: Subject, model: Model | null, n: number): string {
	const { routine, profile } = subject;
	if (!model?.guess) return "No curve was fitted, so there is nothing to extrapolate.";
	const cost = predict(model, n);
	/* What each cell of one call cost scatters in another way than calls do. */
	const around = model === routine.within ? null : interval(model, n);
	const range = around ? ` (95 %: ${short(around[0])} to ${short(around[1])})` : "";
	const run = profile.header.totals.cost;
	const factor = run > 0 ? cost / run : NaN;
	const whole = Number.isFinite(factor)
		? ` That is ${factor < 1 ? percent(factor) : `${short(factor)} times the cost`} of this whole run.`
		: "";
	const trust =
		model.growth === null
			? ` This is uncertain: ${hasCurve(model) ? "" : "the curve only follows the points; "}${model.reason}.`
			: n > model.largest * 100
				? ` This is uncertain: n is ${short(n / model.largest)} times the largest size seen.`
				: "";
	const source = model === routine.within ? " One call shows it as it reads on." : "";
	return `About ${short(cost)} ${costName(profile.header.cost)}${range}.${whole}${source}${trust}`;
}

/** By a model of the routine: of calls as a whole, or of one. */
export function aheadPanel(
	subject: Subject,
	model: Model | null,
	text: string,
	changed: (n: number, text: string) => void,
): HTMLElement {
	const answer = h("p", { class: "answer", "aria-live": "polite" });
	const say = (n: number, typed: string) => {
		if (typed === "")
			answer.textContent = model?.guess
				? `Largest size seen: ${exact(model.largest)}.`
				: "No curve was fitted, so there is nothing to extrapolate.";
		else
			answer.textContent =
				Number.isFinite(n) && n > 0
					? aheadText(subject, model, n)
					: "Write a size such as 5000, 1e6 or 2M.";
	};
	const field = h("input", {
		id: "ahead",
		type: "text",
		inputmode: "numeric",
		placeholder: model?.largest ? short(model.largest * 10).replace(/\s/g, "") : "1e6",
		value: text,
		"aria-label": "Size to extrapolate to",
		disabled: !model?.guess,
		oninput: () => {
			const n = parseNumber(field.value);
			say(n, field.value);
			changed(n > 0 ? n : NaN, field.value);
		},
	});
	say(parseNumber(text), text);
	return h(
		"section",
		{ class: "panel" },
		h("h3", {}, "Extrapolate"),
		h("label", { class: "choice" }, h("span", {}, "at n ="), field),
		answer,
	);
}

/** Redrawn with each selection. */
export class SelectionPanel {
	readonly element = h("section", { class: "panel selection" });

	constructor(
		private readonly subject: () => Subject,
		private readonly clear: () => void,
	) {
		this.set([]);
	}

	set(indices: number[]): void {
		const { points, routine } = this.subject();
		if (indices.length === 0) {
			replace(
				this.element,
				h("h3", {}, "Selection"),
				h(
					"p",
					{ class: "faint" },
					"Choose “Select” above the plot and drag over points to list them here.",
				),
			);
			return;
		}
		const calls = indices.reduce((sum, i) => sum + points.calls[i], 0);
		const cost = indices.reduce((sum, i) => sum + points.sum[i], 0);
		const rows = indices
			.slice(0, 200)
			.map((i) =>
				h(
					"tr",
					{},
					h("td", { class: "numeric" }, exact(points.size[i])),
					h("td", { class: "numeric" }, exact(points.calls[i])),
					h("td", { class: "numeric" }, exact(points.max[i])),
				),
			);
		const sheet = () => {
			const all = pointSheet(points);
			return { columns: all.columns, rows: indices.map((i) => all.rows[i]) };
		};
		replace(
			this.element,
			h(
				"h3",
				{},
				"Selection",
				h("span", { class: "spring" }),
				h(
					"button",
					{
						type: "button",
						class: "quiet",
						"data-save": "CSV",
						onclick: () => saveCsv(sheet(), `${routine.name} selection`),
					},
					"CSV",
				),
				h("button", { type: "button", class: "quiet", onclick: () => this.clear() }, "Clear"),
			),
			h(
				"p",
				{},
				`${plural(indices.length, "point")}, ${plural(calls, "call")}, ${percent(
					Math.min(
						1,
						cost /
							Math.max(
								1,
								points.sum.reduce((a, b) => a + b, 0),
							),
					),
				)} of the cost.`,
			),
			h(
				"div",
				{ class: "scroll", tabindex: 0, role: "region", "aria-label": "Selected points" },
				h(
					"table",
					{},
					h(
						"thead",
						{},
						h(
							"tr",
							{},
							...["n", "calls", "worst"].map((c) =>
								h("th", { class: "numeric", scope: "col" }, c),
							),
						),
					),
					h("tbody", {}, ...rows),
				),
			),
			indices.length > 200 &&
				h("p", { class: "faint" }, "The first 200 are listed; the CSV file has all."),
		);
	}
}
