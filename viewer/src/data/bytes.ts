// SPDX-License-Identifier: GPL-2.0-or-later
// bytes.ts - reads the binary part of the page's data: little-endian base-128 numbers.
//
// Numbers up to 2^53 are exact; larger ones round to the nearest double, as JSON does.

export class Reader {
	private readonly view: DataView;

	constructor(
		private readonly bytes: Uint8Array,
		public position: number,
		private readonly end: number,
	) {
		this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	number(): number {
		let value = 0;
		let scale = 1;
		for (;;) {
			if (this.position >= this.end) throw new Error("the data ends in the middle of a number");
			const byte = this.bytes[this.position++];
			value += (byte & 127) * scale;
			if (byte < 128) return value;
			scale *= 128;
		}
	}

	float(): number {
		if (this.position + 4 > this.end) throw new Error("the data ends in the middle of a number");
		const value = this.view.getFloat32(this.position, true);
		this.position += 4;
		return value;
	}

	column(count: number): Float64Array {
		const values = new Float64Array(count);
		for (let i = 0; i < count; i++) values[i] = this.number();
		return values;
	}

	/** A count of things that take at least a byte each, so that damaged data cannot ask for all memory. */
	count(): number {
		const count = this.number();
		if (count > this.end - this.position) throw new Error("the data has fewer rows than it says");
		return count;
	}
}
