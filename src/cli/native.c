/* SPDX-License-Identifier: GPL-2.0-or-later */
/* native.c - recognises instrumented programs and asks them for a profile; see native.h. */
#include "cli/native.h"

#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file in memory; every access is checked against its size. */
struct image {
	const unsigned char *bytes;
	uint64_t size;
};

static const void *part(const struct image *image, uint64_t offset, uint64_t size)
{
	if (offset > image->size || size > image->size - offset)
		return NULL;
	return image->bytes + offset;
}

/* A copy: nothing in a file that is not sound need lie where it could be read in place. */
static bool read_part(const struct image *image, uint64_t offset, void *copy, size_t size)
{
	const void *found = part(image, offset, size);

	if (found)
		memcpy(copy, found, size);
	return found != NULL;
}

static bool read_segment(const struct image *image, const Elf64_Ehdr *header, unsigned i,
			 Elf64_Phdr *segment)
{
	return header->e_phoff <= image->size &&
	       read_part(image, header->e_phoff + i * sizeof(*segment), segment, sizeof(*segment));
}

/* Where in the file the address is; UINT64_MAX: nowhere. */
static uint64_t offset_of(const struct image *image, const Elf64_Ehdr *header, uint64_t address)
{
	for (unsigned i = 0; i < header->e_phnum; i++) {
		Elf64_Phdr load;

		if (read_segment(image, header, i, &load) && load.p_type == PT_LOAD &&
		    address >= load.p_vaddr && address - load.p_vaddr < load.p_filesz)
			return address - load.p_vaddr + load.p_offset;
	}
	return UINT64_MAX;
}

static bool needs_runtime(const struct image *image, const Elf64_Ehdr *header,
			  const Elf64_Phdr *dynamic)
{
	static const char wanted[] = "liblandau.so";
	uint64_t count = dynamic->p_filesz / sizeof(Elf64_Dyn);
	uint64_t strings = UINT64_MAX;
	Elf64_Dyn entry;

	if (!part(image, dynamic->p_offset, dynamic->p_filesz))
		return false;
	for (uint64_t i = 0; i < count && strings == UINT64_MAX; i++)
		if (read_part(image, dynamic->p_offset + i * sizeof(entry), &entry,
			      sizeof(entry)) &&
		    entry.d_tag == DT_STRTAB)
			strings = offset_of(image, header, entry.d_un.d_ptr);
	if (strings > image->size)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		const char *name;

		if (!read_part(image, dynamic->p_offset + i * sizeof(entry), &entry,
			       sizeof(entry)) ||
		    entry.d_tag == DT_NULL)
			break;
		if (entry.d_tag != DT_NEEDED || entry.d_un.d_val > image->size)
			continue;
		name = part(image, strings + entry.d_un.d_val, sizeof(wanted));
		if (name && memcmp(name, wanted, sizeof(wanted)) == 0)
			return true;
	}
	return false;
}

static bool image_is_native(const struct image *image)
{
	const Elf64_Ehdr *header = part(image, 0, sizeof(*header));

	if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64 ||
	    header->e_phentsize != sizeof(Elf64_Phdr))
		return false;
	for (unsigned i = 0; i < header->e_phnum; i++) {
		Elf64_Phdr dynamic;

		if (read_segment(image, header, i, &dynamic) && dynamic.p_type == PT_DYNAMIC)
			return needs_runtime(image, header, &dynamic);
	}
	return false;
}

bool landau_is_native(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	bool result = false;

	if (file < 0)
		return false;
	if (fstat(file, &status) == 0 && status.st_size > 0) {
		struct image image = {.size = (uint64_t)status.st_size};
		void *bytes = mmap(NULL, image.size, PROT_READ, MAP_PRIVATE, file, 0);

		if (bytes != MAP_FAILED) {
			image.bytes = bytes;
			result = image_is_native(&image);
			munmap(bytes, image.size);
		}
	}
	close(file);
	return result;
}

/* NULL: not in the environment. */
static bool set_or_unset(const char *name, const char *value)
{
	return (value ? setenv(name, value, 1) : unsetenv(name)) == 0;
}

bool landau_native_ask(const struct landau_native_wish *wish)
{
	return setenv("LANDAU_OUT", wish->output, 1) == 0 &&
	       setenv("LANDAU_COST", wish->cost, 1) == 0 &&
	       setenv("LANDAU_CELL", wish->cell, 1) == 0 &&
	       setenv("LANDAU_CONTEXTS", wish->contexts ? "1" : "0", 1) == 0 &&
	       setenv("LANDAU_CHILDREN", wish->children ? "1" : "0", 1) == 0 &&
	       set_or_unset("LANDAU_STAMP_LIMIT", wish->stamp_limit) &&
	       set_or_unset("LANDAU_COLLECT", wish->collect) &&
	       set_or_unset("LANDAU_SNAPSHOT", wish->snapshot);
}
