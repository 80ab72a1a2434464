// SPDX-License-Identifier: GPL-2.0-or-later
// save.ts - gives the user a file: SVG, PNG (drawn from the SVG at twice its size) or CSV.

import { type Sheet, toCsv } from "../data/csv.ts";

export function fileName(text: string, extension: string): string {
	const clean =
		text
			.replace(/[^\p{L}\p{N}._-]+/gu, "-")
			.replace(/^-+|-+$/g, "")
			.slice(0, 80) || "landau";
	return `${clean}.${extension}`;
}

function download(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function saveCsv(sheet: Sheet, title: string): void {
	download(new Blob([toCsv(sheet)], { type: "text/csv;charset=utf-8" }), fileName(title, "csv"));
}

export function saveSvg(svg: string, title: string): void {
	download(new Blob([svg], { type: "image/svg+xml" }), fileName(title, "svg"));
}

export async function savePng(svg: string, width: number, height: number, title: string): Promise<void> {
	const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
	try {
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = document.createElement("canvas");
		canvas.width = width * 2;
		canvas.height = height * 2;
		canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
		const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
		if (blob) download(blob, fileName(title, "png"));
	} finally {
		URL.revokeObjectURL(url);
	}
}
