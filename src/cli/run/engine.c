/* SPDX-License-Identifier: GPL-2.0-or-later */
/* engine.c - finds the engine and the distribution's Valgrind; see engine.h. */
#include "cli/run/engine.h"
#include "cli/command.h"
#include "cli/run/process.h"
#include "cli/valgrind-version.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* From the folder of the command: installed, and in the build folder. */
static const char *const places[] = {"../libexec/landau", "valgrind"};

enum { PLACE_COUNT = sizeof(places) / sizeof(places[0]) };

/* Debian starts Valgrind by a script that changes the environment; the program should not see that.
 */
static const char *const launchers[] = {"valgrind.bin", "valgrind"};

enum { LAUNCHER_COUNT = sizeof(launchers) / sizeof(launchers[0]) };

static bool is_executable_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool landau_find_in_path(const char *name, char *path, size_t size)
{
	const char *folders = getenv("PATH");

	if (!folders)
		folders = "/usr/local/bin:/usr/bin:/bin";
	while (true) {
		size_t length = strcspn(folders, ":");
		int written = length == 0
				      ? snprintf(path, size, "./%s", name)
				      : snprintf(path, size, "%.*s/%s", (int)length, folders, name);
		if (written > 0 && (size_t)written < size && is_executable_file(path))
			return true;
		if (folders[length] == '\0')
			return false;
		folders += length + 1;
	}
}

static bool find_folder(char *folder)
{
	char command[PATH_MAX];
	char file[PATH_MAX + 64];
	ssize_t length = readlink("/proc/self/exe", command, sizeof(command) - 1);

	if (length <= 0)
		return false;
	command[length] = '\0';
	char *slash = strrchr(command, '/');
	if (!slash)
		return false;
	*slash = '\0';
	for (int i = 0; i < PLACE_COUNT; i++) {
		snprintf(file, sizeof(file), "%s/%s", command, places[i]);
		if (!realpath(file, folder))
			continue;
		snprintf(file, sizeof(file), "%s/" LANDAU_ENGINE_NAME, folder);
		if (is_executable_file(file))
			return true;
	}
	landau_complain("the engine " LANDAU_ENGINE_NAME " is neither in %s/%s nor in %s/%s; "
			"build Landau with the 'valgrind' package installed",
			command, places[0], command, places[1]);
	return false;
}

bool landau_engine_find(struct landau_engine *engine)
{
	char file[PATH_MAX + 64];

	if (!find_folder(engine->folder))
		return false;
	for (int i = 0; i < LAUNCHER_COUNT; i++)
		if (landau_find_in_path(launchers[i], engine->launcher, sizeof(engine->launcher)))
			break;
		else
			engine->launcher[0] = '\0';
	if (!engine->launcher[0]) {
		landau_complain("valgrind is not in PATH; install the 'valgrind' package");
		return false;
	}
	snprintf(file, sizeof(file), "%s/vgpreload_core-" LANDAU_ENGINE_PLATFORM ".so",
		 engine->folder);
	if (access(file, R_OK) != 0) {
		landau_complain("%s: the file is missing, because the 'valgrind' package was "
				"removed or replaced; install it and build Landau again",
				file);
		return false;
	}
	return true;
}

/* Such as "3.19.0"; "" if the launcher does not say. */
static void find_version(const char *launcher, char *version, size_t size)
{
	static const char prefix[] = "valgrind-";
	char line[64] = "";
	int ends[2];

	version[0] = '\0';
	if (pipe(ends) != 0)
		return;
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execl(launcher, launcher, "--version", (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	if (child > 0) {
		FILE *output = fdopen(ends[0], "r");
		if (output) {
			if (!fgets(line, sizeof(line), output))
				line[0] = '\0';
			fclose(output);
		} else {
			close(ends[0]);
		}
		landau_wait_for(child);
	} else {
		close(ends[0]);
	}
	if (strncmp(line, prefix, sizeof(prefix) - 1) != 0)
		return;
	line[strcspn(line, "\n")] = '\0';
	snprintf(version, size, "%s", line + sizeof(prefix) - 1);
}

void landau_engine_warn_of_version(const struct landau_engine *engine)
{
	char version[64];

	if (LANDAU_VALGRIND_VERSION[0] == '\0')
		return;
	find_version(engine->launcher, version, sizeof(version));
	if (version[0] && strcmp(version, LANDAU_VALGRIND_VERSION) != 0)
		landau_complain("the engine was built for Valgrind " LANDAU_VALGRIND_VERSION
				", but Valgrind %s is installed; build Landau again if it fails",
				version);
}

bool landau_process_is_engine(pid_t pid)
{
	char link[64];
	char target[PATH_MAX];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	length = readlink(link, target, sizeof(target) - 1);
	if (length <= 0)
		return false;
	target[length] = '\0';
	const char *slash = strrchr(target, '/');
	const char *name = slash ? slash + 1 : target;
	/* The file may have been built anew since: then the kernel says so behind its name. */
	return strncmp(name, LANDAU_ENGINE_NAME, sizeof(LANDAU_ENGINE_NAME) - 1) == 0;
}

static const char *temporary_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder ? folder : "/tmp";
}

/* -- A name without blanks ------------------------------------------------------------------------ */

static bool can_be_preloaded(const char *path)
{
	return !strpbrk(path, " :");
}

/* The link is in a folder of its own, which nobody else can have made. */
bool landau_engine_open(struct landau_engine *engine)
{
	const char *parent = temporary_folder();
	char folder[PATH_MAX - sizeof("/valgrind")];

	engine->link[0] = '\0';
	if (can_be_preloaded(engine->folder))
		return true;
	if (!can_be_preloaded(parent))
		parent = "/tmp";
	if ((size_t)snprintf(folder, sizeof(folder), "%s/landau-XXXXXX", parent) < sizeof(folder) &&
	    mkdtemp(folder)) {
		snprintf(engine->link, sizeof(engine->link), "%s/valgrind", folder);
		if (symlink(engine->folder, engine->link) == 0) {
			snprintf(engine->folder, sizeof(engine->folder), "%s", engine->link);
			return true;
		}
		rmdir(folder);
	}
	landau_complain("%s: cannot make a link there to the engine in %s: %s", parent,
			engine->folder, strerror(errno));
	return false;
}

void landau_engine_close(const struct landau_engine *engine)
{
	char folder[PATH_MAX];

	if (!engine->link[0])
		return;
	unlink(engine->link);
	snprintf(folder, sizeof(folder), "%s", engine->link);
	*strrchr(folder, '/') = '\0';
	rmdir(folder);
}

/* -- What it needs -------------------------------------------------------------------------------- */

/* Valgrind keeps a few small files there and would give up in its own words. */
static bool check_temporary_folder(void)
{
	const char *folder = temporary_folder();

	if (access(folder, W_OK | X_OK) == 0)
		return true;
	landau_complain("%s: cannot write temporary files there: %s; set TMPDIR to another folder",
			folder, strerror(errno));
	return false;
}

/* Valgrind gives up in its own words where it has too little for itself. */
static bool check_address_space(void)
{
	enum { LEAST_MEGABYTES = 128 };
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur >> 20 >= LEAST_MEGABYTES)
		return true;
	landau_complain("the limit on address space (ulimit -v) is %lu MB; the Valgrind engine "
			"needs %d MB, and more for the program",
			(unsigned long)(limit.rlim_cur >> 20), LEAST_MEGABYTES);
	return false;
}

bool landau_engine_can_start(void)
{
	return check_temporary_folder() && check_address_space();
}
