// SPDX-License-Identifier: GPL-2.0-or-later
// chromium.mjs - Chromium with an empty profile of its own, talking to nobody.

const ARGUMENTS = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

export function launch({ chromium }, userDirectory, options = {}) {
	return chromium.launchPersistentContext(userDirectory, {
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		args: ARGUMENTS,
		viewport: { width: 1280, height: 900 },
		...options,
	});
}
