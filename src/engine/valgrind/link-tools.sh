#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes a directory that serves as VALGRIND_LIB: links to the distribution's files, and our tool.
#   link-tools.sh TOOLS TOOL DIRECTORY STAMP       in the build directory
#   link-tools.sh --install TOOLS DIRECTORY        at installation, where the tool is already
set -euo pipefail

link_all() {
	local tools=$1 directory=$2 file

	mkdir -p "$directory"
	for file in "$tools"/*; do
		ln -sfn "$file" "$directory/$(basename "$file")"
	done
}

if [ "$1" = --install ]; then
	link_all "$2" "$MESON_INSTALL_DESTDIR_PREFIX/$3"
else
	link_all "$1" "$3"
	ln -sfn "$(realpath "$2")" "$3/$(basename "$2")"
	touch "$4"
fi
