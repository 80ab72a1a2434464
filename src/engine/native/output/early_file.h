/* SPDX-License-Identifier: GPL-2.0-or-later */
/* early_file.h - a file that is opened while the program has the right to, for the time when the profile is written. */
#ifndef LANDAU_NATIVE_EARLY_FILE_H
#define LANDAU_NATIVE_EARLY_FILE_H

#include <stdbool.h>
#include <sys/types.h>

struct landau_early_file {
	long descriptor; /* -1: there is none */
	dev_t device;
	ino_t inode;
};

/* Takes a descriptor over, out of the way of the program's. */
void landau_early_file_keep(struct landau_early_file *file, long descriptor);

/* Whether it is open still: the program may have closed it, and opened another one of this number. */
bool landau_early_file_is_there(const struct landau_early_file *file);

void landau_early_file_close(struct landau_early_file *file);

#endif
