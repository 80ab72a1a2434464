/* SPDX-License-Identifier: GPL-2.0-or-later */
/* early_file.c - a descriptor that is kept, and known again; see early_file.h. */
#include "early_file.h"

#include "engine/native/runtime/raw.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Programs close the first few, or expect them to be free. */
enum { ABOVE_THE_PROGRAMS = 200 };

void landau_early_file_keep(struct landau_early_file *file, long descriptor)
{
	struct stat status;

	file->descriptor = landau_raw3(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, ABOVE_THE_PROGRAMS);
	landau_raw3(SYS_close, descriptor, 0, 0);
	if (file->descriptor < 0 || landau_raw3(SYS_fstat, file->descriptor, &status, 0) < 0) {
		file->descriptor = -1;
		return;
	}
	file->device = status.st_dev;
	file->inode = status.st_ino;
}

bool landau_early_file_is_there(const struct landau_early_file *file)
{
	struct stat status;

	return file->descriptor >= 0 && landau_raw3(SYS_fstat, file->descriptor, &status, 0) >= 0 &&
	       status.st_dev == file->device && status.st_ino == file->inode;
}

void landau_early_file_close(struct landau_early_file *file)
{
	if (landau_early_file_is_there(file))
		landau_raw3(SYS_close, file->descriptor, 0, 0);
	file->descriptor = -1;
}
