// SPDX-License-Identifier: GPL-2.0-or-later
// sandwich.ts - on the page of a routine: all its callers above it, all its callees below it, drawn as frames.

import { FrameBoard } from "../charts/frame_board.ts";
import type { Frame } from "../data/flame.ts";
import { costName, percent, short } from "../data/numbers.ts";
import type { Profile, Routine } from "../data/profile.ts";
import { sandwichOf } from "../data/sandwich.ts";
import { toldPhrase } from "../data/words.ts";
import { toldBadge } from "../ui/badge.ts";
import { announce, h, replace } from "../ui/dom.ts";
import { go, routineAddress, routineHref } from "../ui/state.ts";

export function sandwichSection(
	profile: Profile,
	routine: Routine,
): { element: HTMLElement; start: () => void } {
	const line = h("p", { class: "flame-line" });
	let middle: Frame | null = null;
	const share = (frame: Frame) => percent(middle && middle.cost > 0 ? frame.cost / middle.cost : 0);
	const isCaller = (frame: Frame) => frame.depth < middle!.depth;
	/** What the share is of: above, where the routine is called from; below, what it spends its cost on. */
	const phrase = (frame: Frame) =>
		frame === middle
			? ""
			: `${share(frame)} of it ${isCaller(frame) ? "is called through here" : "is spent here"}`;
	const describe = (frame: Frame | null) => {
		if (!frame?.routine || frame === middle)
			replace(
				line,
				"Above it stands what calls it, below it what it calls. Click a frame to go to its routine.",
			);
		else
			replace(
				line,
				h("a", { class: "name", href: routineHref(profile, frame.routine) }, frame.routine.name),
				`${phrase(frame)}, ${short(frame.cost)} ${costName(profile.header.cost)}`,
				toldBadge(frame.routine),
			);
	};
	const open = (frame: Frame) => {
		if (frame.routine && frame !== middle) go(routineAddress(profile, frame.routine));
	};
	const layout = () => {
		if (board.width === 0) return;
		const { frames, middle: own } = sandwichOf(profile, routine, 0.6 / board.width);
		middle = own;
		board.chosen = null;
		board.set(frames, own);
		board.reveal(own);
		describe(null);
	};
	const board = new FrameBoard({
		label: `Callers and callees of ${routine.name}`,
		describedBy: "sandwich-keys",
		rootName: "",
		marksHome: true,
		onWidth: layout,
		onLook: describe,
		onClick: open,
		onOpen: open,
		onKey: (key, frame) => {
			if (key !== "Enter") return false;
			open(frame);
			return true;
		},
		onWalk: (frame) => {
			const growth = frame.routine?.told ? toldPhrase(frame.routine) : "";
			announce([frame.routine?.name, phrase(frame), growth].filter(Boolean).join(", "));
		},
	});
	const element = h(
		"section",
		{ class: "sandwich" },
		h("h2", {}, "Callers above, callees below"),
		board.element,
		line,
		h(
			"p",
			{ class: "flame-note", id: "sandwich-keys" },
			profile.header.contexts
				? "Width: cost in the recorded calling contexts. "
				: "Width: cost, apportioned along the call edges. ",
			"Arrows walk, Enter opens the routine.",
		),
	);
	return {
		element,
		start: () => {
			layout();
			board.start();
		},
	};
}
