/* SPDX-License-Identifier: GPL-2.0-or-later */
/* locked.c - locks all memory of the process, which shadows are not to be a part of. Ends with the line of what is wrong, or 0. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

int main(void)
{
	static const struct rlimit none = {0, 0};

	if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
		return __LINE__;
	if (munlockall() != 0)
		return __LINE__;
	errno = 0;
	if (mlockall(0) != -1 || errno != EINVAL)
		return __LINE__;
	errno = 0;
	if (mlockall(MCL_CURRENT | 64) != -1 || errno != EINVAL)
		return __LINE__;
	errno = 0;
	/* Who has the right to lock needs no limit. */
	if (setrlimit(RLIMIT_MEMLOCK, &none) != 0)
		return __LINE__;
	if (mlockall(MCL_CURRENT) != 0 && errno != EPERM && errno != ENOMEM)
		return __LINE__;
	return 0;
}
