#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# model.sh - how often the model and its peers name the right growth class, and how fast it is.
#
# usage: bench/model.sh BUILD_DIRECTORY [--trials N] [--seed N] [--classes]
set -euo pipefail
build=${1:?usage: bench/model.sh BUILD_DIRECTORY [OPTIONS]}
shift
ninja -C "$build" bench/model/bench_model >/dev/null
exec "$build/bench/model/bench_model" "$@"
