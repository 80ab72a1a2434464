// SPDX-License-Identifier: GPL-2.0-or-later
// gestures.ts - mouse, touch and keys on a chart.
//
// Drag: zoom, pan or select, by the chart's mode. Shift-drag or middle button: pan. Ctrl-wheel or pinch on a
// pad or with two fingers: zoom around the place. Double click: all. Keys: arrows walk along points, shift-arrows pan, + - 0 zoom.

import { h } from "../ui/dom.ts";
import type { Chart, View } from "./chart.ts";
import { shiftRange, valueAt, zoomRange } from "./scale.ts";

export type GestureMode = "zoom" | "pan" | "select";

/** Two fingers: how far apart they were, around which place, over what. */
interface Pinch {
	apart: number;
	shareX: number;
	shareY: number;
	view: View;
}

interface Drag {
	id: number;
	startX: number;
	startY: number;
	mode: GestureMode;
	view: View;
}

const SMALL = 6;

function within(
	chart: Chart,
	body: HTMLElement,
	event: MouseEvent,
): { x: number; y: number; width: number; height: number } | null {
	const box = chart.box();
	if (!box) return null;
	const outer = body.getBoundingClientRect();
	return {
		x: event.clientX - outer.left - box.left,
		y: event.clientY - outer.top - box.top,
		width: box.width,
		height: box.height,
	};
}

function zoomAt(chart: Chart, shareX: number, shareY: number, factor: number): void {
	const spec = chart.current;
	if (!spec) return;
	const view = chart.view();
	chart.show({
		x: zoomRange(view.x, spec.x.log, shareX, factor),
		y: zoomRange(view.y, spec.y.log, shareY, factor),
	});
}

function panBy(chart: Chart, from: View, shareX: number, shareY: number): void {
	const spec = chart.current;
	if (!spec) return;
	chart.show({ x: shiftRange(from.x, spec.x.log, shareX), y: shiftRange(from.y, spec.y.log, shareY) });
}

function boxed(chart: Chart, drag: Drag, x: number, y: number, width: number, height: number): View {
	const spec = chart.current!;
	const share = (value: number, length: number) => Math.max(0, Math.min(1, value / length));
	let [left, right] = [share(Math.min(drag.startX, x), width), share(Math.max(drag.startX, x), width)];
	let [bottom, top] = [
		share(height - Math.max(drag.startY, y), height),
		share(height - Math.min(drag.startY, y), height),
	];
	if (Math.abs(x - drag.startX) < SMALL * 2) [left, right] = [0, 1];
	if (Math.abs(y - drag.startY) < SMALL * 2) [bottom, top] = [0, 1];
	const at = (range: View["x"], log: boolean, from: number, to: number) => ({
		min: valueAt(range, log, from),
		max: valueAt(range, log, to),
	});
	return { x: at(drag.view.x, spec.x.log, left, right), y: at(drag.view.y, spec.y.log, bottom, top) };
}

export function attachGestures(chart: Chart, body: HTMLElement): void {
	let drag: Drag | null = null;
	const fingers = new Map<number, { x: number; y: number }>();
	let pinch: Pinch | null = null;
	const rubber = h("div", { class: "rubber" });

	body.addEventListener("pointerdown", (event) => {
		const at = within(chart, body, event);
		if (!at || at.x < 0 || at.y < 0 || at.x > at.width || at.y > at.height || event.button > 1) return;
		const mode = event.shiftKey || event.button === 1 ? "pan" : chart.mode;
		fingers.set(event.pointerId, at);
		if (fingers.size === 2) {
			drag = null;
			rubber.remove();
			const [one, two] = [...fingers.values()];
			pinch = {
				apart: Math.max(SMALL, Math.hypot(one.x - two.x, one.y - two.y)),
				shareX: (one.x + two.x) / 2 / at.width,
				shareY: 1 - (one.y + two.y) / 2 / at.height,
				view: chart.view(),
			};
			return;
		}
		drag = { id: event.pointerId, startX: at.x, startY: at.y, mode, view: chart.view() };
		body.setPointerCapture(event.pointerId);
		if (event.button === 1) event.preventDefault();
	});

	body.addEventListener("pointermove", (event) => {
		const at = within(chart, body, event);
		if (!at) return;
		if (pinch && fingers.has(event.pointerId)) {
			fingers.set(event.pointerId, at);
			const [one, two] = [...fingers.values()];
			const spec = chart.current;
			const factor = pinch.apart / Math.max(SMALL, Math.hypot(one.x - two.x, one.y - two.y));
			if (spec)
				chart.show({
					x: zoomRange(pinch.view.x, spec.x.log, pinch.shareX, factor),
					y: zoomRange(pinch.view.y, spec.y.log, pinch.shareY, factor),
				});
			return;
		}
		if (!drag) {
			chart.hover(at.x, at.y);
			return;
		}
		if (drag.id !== event.pointerId) return;
		if (drag.mode === "pan") {
			panBy(chart, drag.view, (drag.startX - at.x) / at.width, (at.y - drag.startY) / at.height);
			return;
		}
		const dx = Math.abs(at.x - drag.startX);
		const dy = Math.abs(at.y - drag.startY);
		if (Math.max(dx, dy) < SMALL) return;
		const box = chart.box()!;
		const wide = dx >= SMALL * 2;
		const tall = dy >= SMALL * 2;
		body.append(rubber);
		rubber.style.left = `${box.left + (wide ? Math.min(drag.startX, at.x) : 0)}px`;
		rubber.style.width = `${wide ? dx : box.width}px`;
		rubber.style.top = `${box.top + (tall ? Math.min(drag.startY, at.y) : 0)}px`;
		rubber.style.height = `${tall ? dy : box.height}px`;
	});

	const finish = (event: PointerEvent) => {
		const at = within(chart, body, event);
		const done = drag;
		drag = null;
		fingers.delete(event.pointerId);
		if (fingers.size < 2) pinch = null;
		rubber.remove();
		if (!done || !at || done.id !== event.pointerId || event.type === "pointercancel") return;
		const moved = Math.max(Math.abs(at.x - done.startX), Math.abs(at.y - done.startY));
		if (moved < SMALL) {
			if (chart.hover(at.x, at.y) && event.pointerType === "mouse") chart.open(at.x, at.y);
			return;
		}
		if (done.mode === "pan") return;
		const view = boxed(chart, done, at.x, at.y, at.width, at.height);
		if (done.mode === "select") chart.onSelect?.(view);
		else chart.show(view);
	};
	body.addEventListener("pointerup", finish);
	body.addEventListener("pointercancel", finish);
	body.addEventListener("pointerleave", () => chart.hideTip());
	body.addEventListener("dblclick", () => chart.show(null));

	body.addEventListener(
		"wheel",
		(event) => {
			const at = within(chart, body, event);
			if (!event.ctrlKey || !at || !chart.current || chart.current.empty) return;
			event.preventDefault();
			zoomAt(
				chart,
				at.x / at.width,
				1 - at.y / at.height,
				Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004),
			);
		},
		{ passive: false },
	);

	body.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const sideways = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
		const upwards = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
		if (event.shiftKey && (sideways || upwards))
			panBy(chart, chart.view(), sideways * 0.1, upwards * 0.1);
		else if (sideways) chart.walk(sideways);
		else if (event.key === "Home") chart.walk(-1e9);
		else if (event.key === "End") chart.walk(1e9);
		else if (event.key === "+" || event.key === "=") zoomAt(chart, 0.5, 0.5, 0.8);
		else if (event.key === "-") zoomAt(chart, 0.5, 0.5, 1.25);
		else if (event.key === "0") chart.show(null);
		else return;
		event.preventDefault();
		event.stopPropagation();
	});
}
