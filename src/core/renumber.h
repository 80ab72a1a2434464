/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * renumber.h - making room on the clock.
 *
 * Stamps have 28 bits, which call-heavy code uses up in seconds. Renumbering maps all stamps to
 * small ones such that no comparison that the core will ever make changes its result, and resets
 * the clock to just above the largest. It takes time proportional to the shadow in use.
 */
#ifndef LANDAU_CORE_RENUMBER_H
#define LANDAU_CORE_RENUMBER_H

struct landau_core;

void landau_renumber(struct landau_core *core);

#endif
