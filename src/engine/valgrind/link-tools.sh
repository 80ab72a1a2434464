#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes a directory that serves as VALGRIND_LIB in the build: links to the distribution's files, and our programs.
#   link-tools.sh TOOLS DIRECTORY STAMP PROGRAM... -- FILE...
set -euo pipefail
tools=$1 directory=$2 stamp=$3
shift 3

rm -rf "$directory"
mkdir -p "$directory"
while [[ $1 != -- ]]; do
	ln -s "$(realpath "$1")" "$directory/$(basename "$1")"
	shift
done
shift
for file; do
	ln -s "$tools/$file" "$directory/$file"
done
touch "$stamp"
