#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes a directory that serves as VALGRIND_LIB in the build: links to the distribution's files, and our tool.
#   link-tools.sh TOOLS TOOL DIRECTORY STAMP FILE...
set -euo pipefail
tools=$1 tool=$2 directory=$3 stamp=$4
shift 4

rm -rf "$directory"
mkdir -p "$directory"
for file; do
	ln -s "$tools/$file" "$directory/$file"
done
ln -s "$(realpath "$tool")" "$directory/$(basename "$tool")"
touch "$stamp"
