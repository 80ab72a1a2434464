// SPDX-License-Identifier: GPL-2.0-or-later
// modules.mjs - what the tests use of the viewer and of npm's packages. The environment says where they are:
// VIEWER_SOURCE (viewer/), VIEWER_BUILD (where the template and node_modules are).

import { createRequire } from "node:module";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const source = resolve(process.env.VIEWER_SOURCE ?? "viewer");
export const build = resolve(process.env.VIEWER_BUILD ?? "build/viewer");
export const template = join(build, "page.html");
export const scratch = mkdtempSync(join(tmpdir(), "landau-viewer-"));
export const npmPackage = createRequire(join(build, "node_modules", "_"));

/** The data code of the page, as a module for node. */
export async function dataCode() {
	const files = [
		"payload",
		"profile",
		"growth",
		"model",
		"names",
		"numbers",
		"points",
		"csv",
		"words",
		"compare",
		"measures",
		"outlook",
		"search",
		"flame",
		"sandwich",
		"flows",
		"layers",
	].map((name) => `./data/${name}.ts`);
	const contents = [...files, "./views/filters.ts", "./charts/scale.ts"]
		.map((file) => `export * from "${file}";`)
		.join("\n");
	const { outputFiles } = await npmPackage("esbuild").build({
		stdin: { contents, resolveDir: join(source, "src"), loader: "ts" },
		bundle: true,
		format: "esm",
		platform: "node",
		write: false,
	});
	const file = join(scratch, "data.mjs");
	writeFileSync(file, outputFiles[0].text);
	return import(pathToFileURL(file).href);
}
