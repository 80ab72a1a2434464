// SPDX-License-Identifier: GPL-2.0-or-later
// colours.mjs - every colour of the page can be read on its ground, and classes can be told apart, also by people
// who do not see red, green or blue. Contrast is that of WCAG 2; deficiencies are simulated after Machado et al.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const text = readFileSync(join(process.env.VIEWER_SOURCE ?? "viewer", "src/style/colours.css"), "utf8");
const parse = (block) =>
	Object.fromEntries(
		[...block.matchAll(/--([\w-]+):\s*#([0-9a-f]{6});/g)].map(([, name, hex]) => [
			name,
			[0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255),
		]),
	);
const [light, dark] = text.split('[data-theme="dark"]').map(parse);
const themes = { light, dark: { ...light, ...dark } };

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => rgb.map(linear).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
function contrast(a, b) {
	const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (high + 0.05) / (low + 0.05);
}

const EYES = {
	all: [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	],
	"no red": [
		[0.152286, 1.052583, -0.204868],
		[0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998],
	],
	"no green": [
		[0.367322, 0.860646, -0.227968],
		[0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881],
	],
	"no blue": [
		[1.255528, -0.076749, -0.178779],
		[-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039],
	],
};

/** CIE Lab of a colour as an eye sees it. */
function lab(rgb, eye) {
	const seen = EYES[eye]
		.map((row) => row.reduce((sum, weight, i) => sum + weight * linear(rgb[i]), 0))
		.map((c) => Math.max(0, Math.min(1, c)));
	const xyz = [
		[0.4124, 0.3576, 0.1805],
		[0.2126, 0.7152, 0.0722],
		[0.0193, 0.1192, 0.9505],
	].map((row, i) => row.reduce((sum, weight, k) => sum + weight * seen[k], 0) / [0.95047, 1, 1.08883][i]);
	const [x, y, z] = xyz.map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116));
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a, b, eye) => Math.hypot(...lab(a, eye).map((v, i) => v - lab(b, eye)[i]));

for (const [name, theme] of Object.entries(themes)) {
	test(`${name}: text can be read`, () => {
		for (const ink of ["ink", "muted", "faint", "accent", "worse", "better"])
			for (const ground of ["paper", "surface"])
				assert.ok(
					contrast(theme[ink], theme[ground]) >= 4.5,
					`${ink} on ${ground}: ${contrast(theme[ink], theme[ground]).toFixed(2)}`,
				);
		assert.ok(contrast(theme.accent, theme["accent-soft"]) >= 4.5);
	});
	test(`${name}: points, lines and classes can be seen`, () => {
		const marks = Object.keys(theme).filter((key) =>
			/^(growth-\d|growth-none|line-\d|worst|mean|best|fit|rms|thread|external|before|after|ramp-[123])$/.test(
				key,
			),
		);
		assert.ok(marks.length > 20);
		for (const mark of marks)
			assert.ok(
				contrast(theme[mark], theme.surface) >= 3,
				`${mark}: ${contrast(theme[mark], theme.surface).toFixed(2)}`,
			);
	});
	test(`${name}: neighbouring classes and the parts of charts differ for every eye`, () => {
		const pairs = [
			...Array.from({ length: 9 }, (_, i) => [`growth-${i}`, `growth-${i + 1}`]),
			["thread", "external"],
			["thread", "own"],
			["external", "own"],
			["worst", "mean"],
			["before", "after"],
			["worst", "rms"],
			["worse", "better"],
		];
		for (const eye of Object.keys(EYES))
			for (const [a, b] of pairs)
				assert.ok(
					distance(theme[a], theme[b], eye) >= 9,
					`${eye}: ${a} and ${b}: ${distance(theme[a], theme[b], eye).toFixed(1)}`,
				);
		// What does not grow is known not to; what is not known may do anything.
		for (const eye of Object.keys(EYES))
			for (let i = 0; i < 10; i++) {
				const apart = distance(theme["growth-none"], theme[`growth-${i}`], eye);
				assert.ok(
					apart >= (i === 0 ? 20 : 9),
					`${eye}: not known and class ${i}: ${apart.toFixed(1)}`,
				);
			}
	});
}
