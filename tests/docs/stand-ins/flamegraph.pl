#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# flamegraph.pl - stands in for the script of that name: are these folded stacks?
awk '!/^[^ ].* [0-9]+$/ { exit 1 } END { exit NR == 0 }'
