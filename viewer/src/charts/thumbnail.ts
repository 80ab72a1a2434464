// SPDX-License-Identifier: GPL-2.0-or-later
// thumbnail.ts - a small cost plot: worst cost by size, linear from zero, with the fitted curve.

import { colourOf, hasCurve, predict } from "../data/model.ts";
import { thin } from "../data/points.ts";
import type { Costs, Model, Profile, Routine } from "../data/profile.ts";
import { h } from "../ui/dom.ts";
import { theme } from "../ui/theme.ts";
import { growthColour } from "../ui/badge.ts";

const MOST = 90;

function draw(
	canvas: HTMLCanvasElement,
	costs: Costs,
	model: Model | null,
	colourName: string,
	width: number,
	height: number,
): void {
	const ratio = Math.max(1, devicePixelRatio || 1);
	canvas.width = Math.round(width * ratio);
	canvas.height = Math.round(height * ratio);
	const context = canvas.getContext("2d");
	if (!context || costs.count === 0) return;
	context.scale(ratio, ratio);
	const colours = theme();
	const margin = 3;
	const right = costs.size[costs.count - 1] || 1;
	let top = 0;
	for (let i = 0; i < costs.count; i++) if (costs.max[i] > top) top = costs.max[i];
	const px = (n: number) => margin + (n / right) * (width - 2 * margin);
	const py = (cost: number) => height - margin - (cost / (top || 1)) * (height - 2 * margin);
	context.strokeStyle = colours.grid;
	context.lineWidth = 1;
	context.beginPath();
	context.moveTo(margin - 1.5, margin);
	context.lineTo(margin - 1.5, height - margin + 1.5);
	context.lineTo(width - margin, height - margin + 1.5);
	context.stroke();
	const colour = colourName === "growth-none" ? colours.colour("faint") : colours.colour(colourName);
	const rows = thin(costs.count, MOST);
	context.fillStyle = colour;
	/* One path of all points: a thumbnail must cost next to nothing, since rows of them scroll by. */
	const radius = costs.count > 60 ? 1 : costs.count > 3 ? 1.4 : 2;
	context.beginPath();
	for (const i of rows) {
		const x = px(costs.size[i]);
		const y = py(costs.max[i]);
		if (costs.count > 60) context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
		else {
			context.moveTo(x + radius, y);
			context.arc(x, y, radius, 0, 7);
		}
	}
	context.fill();
	if (!model || !hasCurve(model)) return;
	context.strokeStyle = colours.ink;
	context.globalAlpha = 0.55;
	context.beginPath();
	for (let i = 0; i <= 40; i++) {
		const n = (right * i) / 40;
		context.lineTo(px(n), py(predict(model, n)));
	}
	context.stroke();
}

export function thumbnail(
	profile: Profile,
	routine: Routine,
	width: number,
	height: number,
): HTMLCanvasElement {
	const canvas = h("canvas", {
		class: "thumbnail",
		"aria-hidden": "true",
		style: { width: `${width}px`, height: `${height}px` },
	});
	draw(
		canvas,
		profile.block(routine.index).trms,
		routine.worst,
		growthColour(colourOf(routine.told)),
		width,
		height,
	);
	return canvas;
}

export function costsThumbnail(
	costs: Costs,
	colour: string,
	width: number,
	height: number,
): HTMLCanvasElement {
	const canvas = h("canvas", {
		class: "thumbnail",
		"aria-hidden": "true",
		style: { width: `${width}px`, height: `${height}px` },
	});
	draw(canvas, costs, null, colour, width, height);
	return canvas;
}
