// SPDX-License-Identifier: GPL-2.0-or-later
// build.mjs - bundles the viewer into one HTML template and writes it as page.html and as page_template.c.
//
//   node build.mjs OUTPUT_DIRECTORY [NODE_MODULES]
//
// The template is split where the data goes: landau html writes the head, the data, the tail.

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = resolve(process.argv[2] ?? join(here, "build"));
const modules = resolve(process.argv[3] ?? join(here, "node_modules"));
const { build } = createRequire(join(modules, "_"))("esbuild");

async function bundle(entry, options) {
	const result = await build({
		entryPoints: [join(here, "src", entry)],
		bundle: true,
		minify: true,
		write: false,
		charset: "utf8",
		legalComments: "inline",
		target: ["chrome110", "firefox115", "safari16.4"],
		nodePaths: [modules],
		logLevel: "warning",
		...options,
	});
	return result.outputFiles[0].text;
}

/** What ends a script or a style element must not occur in it. */
function inline(text, tag) {
	const safe = text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
	if (tag === "style" && safe !== text) throw new Error("the style sheet contains a closing tag");
	return safe.trim();
}

function hash(text) {
	return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

function bytes(name, text) {
	const data = Buffer.from(text, "utf8");
	const lines = [];
	for (let i = 0; i < data.length; i += 24) lines.push(`\t${[...data.subarray(i, i + 24)].join(",")},`);
	return `const unsigned char ${name}[] = {\n${lines.join("\n")}\n};\nconst size_t ${name}_size = ${data.length};\n`;
}

// Its licence wants to be in every copy, and a page is one.
const licence = `/*! The charts are drawn by uPlot.\n\n${readFileSync(join(modules, "uplot", "LICENSE"), "utf8").trim()}\n*/`;
const script = inline(await bundle("main.ts", { format: "iife", banner: { js: licence } }), "script");
const style = inline(await bundle("style/style.css", {}), "style");
const policy = [
	"default-src 'none'",
	`script-src ${hash(script)}`,
	`style-src ${hash(style)}`,
	"img-src data: blob:",
	"base-uri 'none'",
	"form-action 'none'",
].join("; ");
const template = readFileSync(join(here, "page.html"), "utf8");
const page = ["POLICY", policy, "STYLE", style, "SCRIPT", script].reduce(
	(text, value, i, all) => (i % 2 ? text.replace(`@${all[i - 1]}@`, () => value) : text),
	template,
);
const [head, tail, ...more] = page.split("@DATA@\n");
if (tail === undefined || more.length > 0)
	throw new Error("the template needs exactly one place for the data");

mkdirSync(output, { recursive: true });
writeFileSync(join(output, "page.html"), page);
writeFileSync(
	join(output, "page_template.c"),
	`/* Made by viewer/build.mjs. */\n#include "cli/page/template.h"\n\n${bytes("landau_page_head", head)}\n${bytes("landau_page_tail", tail)}`,
);
