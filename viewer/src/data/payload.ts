// SPDX-License-Identifier: GPL-2.0-or-later
// payload.ts - from the base64 text inside the page to a header and bytes. README.md has the format.

import type { Header } from "./profile.ts";

const MAGIC = "LDP1";

export interface Payload {
	header: Header;
	bytes: Uint8Array;
	/** Where the blocks of the routines start in `bytes`. */
	start: number;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	const decoder = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
	if (decoder.fromBase64) return decoder.fromBase64(text);
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
	if (typeof DecompressionStream === "undefined")
		throw new Error(
			"this browser cannot unpack the data (it lacks DecompressionStream); use a browser from 2023 or later",
		);
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function openPayload(bytes: Uint8Array): Payload {
	const magic = String.fromCharCode(...bytes.subarray(0, 4));
	if (bytes.length < 8 || magic !== MAGIC) throw new Error("the data in this page is not a Landau profile");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const length = view.getUint32(4, true);
	if (8 + length > bytes.length) throw new Error("the data in this page is cut short");
	const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Header;
	if (header.format !== 1)
		throw new Error(`the data has format ${header.format}; this page reads format 1`);
	return { header, bytes, start: 8 + length };
}

export async function unpack(base64: string): Promise<Payload> {
	return openPayload(await inflate(fromBase64(base64.trim())));
}
