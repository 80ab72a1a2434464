// SPDX-License-Identifier: GPL-2.0-or-later
// help.ts - the keys and the words of the page, shown by "?".

import { h } from "./dom.ts";

const KEYS: [string, string][] = [
	["/", "search"],
	["↑ ↓  or  k j", "move in the list"],
	["Enter", "open the routine"],
	["g", "grid or table"],
	["f", "favourite"],
	["[  ]", "previous and next routine"],
	["o  p  d  c", "overview, program, data (recorded with sources), compare"],
	["t", "light or dark"],
	["Esc", "back to the overview"],
	["?", "this help"],
];

const CHART: [string, string][] = [
	["drag", "zoom, pan or select, as chosen above the chart"],
	["Shift-drag", "pan"],
	["Ctrl-wheel, pinch", "zoom around the pointer"],
	["double click, 0", "show all"],
	["← →", "walk along the points (chart focused)"],
	["Shift-arrows, + −", "pan and zoom (chart focused)"],
];

const FLAME: [string, string][] = [
	["click, Enter", "zoom to a frame; its own page, if it is zoomed to already"],
	["double click", "open the routine"],
	["arrows", "walk from frame to frame (graph focused)"],
	["Backspace, Esc", "to the caller, to the whole program"],
];

const WORDS: [string, string][] = [
	[
		"Input size n",
		"trms: cells that an activation read for the first time, or that another thread or the kernel had written since it last read them",
	],
	["rms", "the same, without what others wrote while the activation ran"],
	["Point", "all activations of a routine with one input size"],
	["Worst, mean, best", "greatest, mean and least cost of the activations of a point"],
	["Thread, external input", "reads of what another thread, or the outside world, wrote"],
];

function list(rows: [string, string][], keys: boolean): HTMLElement {
	return h(
		"dl",
		{},
		...rows.flatMap(([term, text]) => [h("dt", {}, keys ? h("kbd", {}, term) : term), h("dd", {}, text)]),
	);
}

export function showHelp(): void {
	const open = document.querySelector<HTMLDialogElement>("dialog.help");
	if (open) {
		open.close();
		return;
	}
	const dialog = h(
		"dialog",
		{ class: "help", "aria-labelledby": "help-title", onclose: () => dialog.remove() },
		h(
			"header",
			{},
			h("h2", { id: "help-title" }, "Keys and words"),
			h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"),
		),
		h(
			"div",
			{ class: "help-columns" },
			h("section", {}, h("h3", {}, "Page"), list(KEYS, true)),
			h(
				"section",
				{},
				h("h3", {}, "Charts"),
				list(CHART, true),
				h("h3", {}, "Flame graph"),
				list(FLAME, true),
				h("h3", {}, "Words"),
				list(WORDS, false),
			),
		),
	);
	document.body.append(dialog);
	dialog.showModal();
}
