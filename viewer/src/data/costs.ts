// SPDX-License-Identifier: GPL-2.0-or-later
// costs.ts - the costs of a profile: the main one, which opens with the page, and those that are unpacked when they are asked for.

import { unpack } from "./payload.ts";
import { Profile } from "./profile.ts";

/** What the profile is when this is what cost means. */
export interface Cost {
	name: string;
	load: () => Promise<Profile>;
}

export function loadedCost(profile: Profile): Cost {
	return { name: profile.header.cost, load: () => Promise.resolve(profile) };
}

export function packedCost(name: string, text: string): Cost {
	let profile: Promise<Profile> | null = null;
	return {
		name,
		load: () => {
			profile ??= unpack(text).then((payload) => new Profile(payload));
			return profile;
		},
	};
}
