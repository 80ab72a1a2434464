/* SPDX-License-Identifier: GPL-2.0-or-later */
/* errors.h - why the kernel has refused to write a profile, in words; freestanding. */
#ifndef LANDAU_ENGINE_ERRORS_H
#define LANDAU_ENGINE_ERRORS_H

#include <asm/errno.h>
#include <stddef.h>

/* NULL: there are no words for this number. */
static inline const char *landau_error_text(int error)
{
	switch (error) {
	case ENOSPC:
	case EDQUOT:
		return "there is no space left on the device";
	case EACCES:
	case EPERM:
		return "permission denied";
	case ENOENT:
		return "no such directory";
	case EROFS:
		return "the file system is read-only";
	case EFBIG:
		return "the file would be too large";
	case EISDIR:
		return "it is a directory";
	default:
		return NULL;
	}
}

#endif
