/* SPDX-License-Identifier: GPL-2.0-or-later */
/* peers.h - the rules by which other tools name a growth class, from their descriptions. */
#ifndef LANDAU_BENCH_PEERS_H
#define LANDAU_BENCH_PEERS_H

#include "generate.h"

/* The class that the tool names; LANDAU_GROWTH_NONE for one that is not among Landau's. */
typedef enum landau_growth peer_rule(const struct trial *trial);

peer_rule peer_google_benchmark;
peer_rule peer_big_o;
peer_rule peer_extra_p;

#endif
