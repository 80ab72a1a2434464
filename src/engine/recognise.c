/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recognise.c - finds the names of the libraries that a program needs; see recognise.h. */
#include "engine/recognise.h"

#include <elf.h>

struct program {
	landau_file_reader *read;
	void *context;
	Elf64_Ehdr header;
};

static bool read_at(const struct program *program, uint64_t start, uint64_t offset, void *copy,
		    size_t size)
{
	return start <= INT64_MAX && offset <= INT64_MAX - start &&
	       program->read(program->context, start + offset, copy, size);
}

static bool read_segment(const struct program *program, unsigned i, Elf64_Phdr *segment)
{
	return read_at(program, program->header.e_phoff, i * sizeof(*segment), segment,
		       sizeof(*segment));
}

/* Entry of a dynamic section; false: there are no more. */
static bool read_entry(const struct program *program, const Elf64_Phdr *dynamic, uint64_t i,
		       Elf64_Dyn *entry)
{
	return i < dynamic->p_filesz / sizeof(*entry) &&
	       read_at(program, dynamic->p_offset, i * sizeof(*entry), entry, sizeof(*entry)) &&
	       entry->d_tag != DT_NULL;
}

/* Where in the file the address is; UINT64_MAX: nowhere. */
static uint64_t offset_of(const struct program *program, uint64_t address)
{
	Elf64_Phdr load;

	for (unsigned i = 0; i < program->header.e_phnum && read_segment(program, i, &load); i++)
		if (load.p_type == PT_LOAD && address >= load.p_vaddr &&
		    address - load.p_vaddr < load.p_filesz)
			return address - load.p_vaddr + load.p_offset;
	return UINT64_MAX;
}

static bool is_runtime(const struct program *program, uint64_t strings, uint64_t name)
{
	static const char wanted[] = "liblandau.so";
	char found[sizeof(wanted)];

	if (!read_at(program, strings, name, found, sizeof(found)))
		return false;
	for (size_t i = 0; i < sizeof(wanted); i++)
		if (found[i] != wanted[i])
			return false;
	return true;
}

static bool needs_runtime(const struct program *program, const Elf64_Phdr *dynamic)
{
	uint64_t strings = UINT64_MAX;
	Elf64_Dyn entry;

	for (uint64_t i = 0; read_entry(program, dynamic, i, &entry); i++)
		if (entry.d_tag == DT_STRTAB) {
			strings = offset_of(program, entry.d_un.d_ptr);
			break;
		}
	for (uint64_t i = 0; read_entry(program, dynamic, i, &entry); i++)
		if (entry.d_tag == DT_NEEDED && is_runtime(program, strings, entry.d_un.d_val))
			return true;
	return false;
}

bool landau_recognise_native(landau_file_reader *read, void *context)
{
	struct program program = {.read = read, .context = context};
	const unsigned char *start = program.header.e_ident;
	Elf64_Phdr segment;

	if (!read_at(&program, 0, 0, &program.header, sizeof(program.header)) ||
	    start[EI_MAG0] != ELFMAG0 || start[EI_MAG1] != ELFMAG1 || start[EI_MAG2] != ELFMAG2 ||
	    start[EI_MAG3] != ELFMAG3 || start[EI_CLASS] != ELFCLASS64 ||
	    program.header.e_machine != EM_X86_64 ||
	    program.header.e_phentsize != sizeof(Elf64_Phdr))
		return false;
	for (unsigned i = 0; i < program.header.e_phnum && read_segment(&program, i, &segment); i++)
		if (segment.p_type == PT_DYNAMIC)
			return needs_runtime(&program, &segment);
	return false;
}
