// SPDX-License-Identifier: GPL-2.0-or-later
// view.ts - what every view gets and gives.

import { compareProfiles, type Pair } from "../data/compare.ts";
import type { Cost } from "../data/costs.ts";
import type { Profile } from "../data/profile.ts";

export interface Session {
	/** The profile that all views show; the newer one when two are compared. */
	profile: Profile;
	before: Profile | null;
	/** The profile by its first cost, which alone has source lines. */
	main: Profile;
	/** What cost can mean: the main one first. */
	costs: Cost[];
	/** Shows the same view again, by the cost that the address names. */
	reload: () => void;
	/** Made when first asked for. */
	pairs?: Pair[];
}

/** The routines of two profiles, matched; none if there is only one profile. */
export function pairsOf(session: Session): Pair[] {
	session.pairs ??= session.before ? compareProfiles(session.before, session.profile) : [];
	return session.pairs;
}

export interface View {
	element: HTMLElement;
	title: string;
	/** A key that the page itself does not use; true if the view did something with it. */
	key?: (event: KeyboardEvent) => boolean;
	/** Called once the element is in the page. */
	start?: () => void;
}
