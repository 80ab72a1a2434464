// SPDX-License-Identifier: GPL-2.0-or-later
// remedy.ts - what would tell more: a sentence, and the command that does it, to be copied.

import type { Remedy } from "../data/words.ts";
import { announce, h } from "./dom.ts";

export function remedyLine(remedy: Remedy | null): HTMLElement | false {
	if (!remedy) return false;
	const { text, command } = remedy;
	if (!command) return h("p", { class: "remedy" }, `${text}.`);
	return h(
		"p",
		{ class: "remedy" },
		h("span", {}, `${text}:`),
		h("code", {}, command),
		h(
			"button",
			{
				type: "button",
				class: "quiet",
				title: "Copy the command",
				onclick: () => void navigator.clipboard?.writeText(command).then(() => announce("Copied")),
			},
			"Copy",
		),
	);
}
