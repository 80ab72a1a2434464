# SPDX-License-Identifier: GPL-2.0-or-later
#
# The hooks' fast paths in place of calls. At a call all registers that a function may change are free,
# and so are the flags. HOT(n) is the field at offset n of struct landau_hot (native.h), BASE what must be
# done before it can be used, PLACE where the struct is: local.sed and shared.sed know. The mask is LANDAU_OFFSET_MASK
# (windows.h). read_write.c checks all numbers.
#
# A read loads the threshold before the word: if the thread is stopped in between to renumber, the word has
# become smaller and the slow path is taken. A write compares for equality; between its two loads and
# the jump the code counts as the runtime's own. So its comparisons have a prefix of no effect, %ds, by which
# in_inlined_hook in world.c knows them.
/^\t\(callq*\|jmp\)\t__[st]/!b

# Processors that forward a store to a load without delay do so by the base register: a counter without one
# takes the time of several instructions.
s/^\tcallq*\t__sanitizer_cov_trace_pc\(@PLT\)*$/\tmovq\tPLACE, %r11\n\taddq\t$1, %fs:16(%r11)/
s/^\tcallq*\t\(__tsan_read[124]\)\(@PLT\)*$/ADDRESS\tmovl\tHOT(24), %esi\n\taddq\tHOT(0), %rax\n\tcmpl\t%esi, (%rax)\n\tjae\t7770f\n\tcall\t\1@PLT\n7770:/
# A first read of 8 bytes tells the hook what it will find there (read_write.c). The program reads it next anyway; if that
# is a fault, it is one of the program's own code.
s/^\tcallq*\t__tsan_read8\(@PLT\)*$/GRANULE\tmovl\tHOT(24), %esi\n\taddq\tHOT(8), %rax\n\tcmpl\t%esi, (%rax)\n\tjae\t7770f\n7771:\n\tmovq\t(%rdi), %rsi\n\tcall\t__tsan_read8@PLT\n7770:/
s/^\tcallq*\t__tsan_read16\(@PLT\)*$/GRANULE\tmovl\tHOT(24), %esi\n\taddq\tHOT(8), %rax\n\tcmpl\t%esi, (%rax)\n\tjb\t7771f\n\tcmpl\t%esi, 4(%rax)\n\tjae\t7770f\n7771:\n\tcall\t__tsan_read16@PLT\n7770:/
# Each routine has a variable for its number.
s/^\tcallq*\t__tsan_func_entry\(@PLT\)*$/\t.pushsection\t.bss\n\t.balign\t4\n7772:\n\t.zero\t4\n\t.popsection\n\tleaq\t7772b(%rip), %rsi\n\tcall\tlandau_func_entry@PLT/
# By another name: some builds refuse a library that may call anything with exit in its name (libpq's of PostgreSQL).
s/^\t\(callq*\|jmp\)\t__tsan_func_exit\(@PLT\)*$/\t\1\tlandau_func_leave@PLT/
# What was written at this threshold has been accessed too: one comparison does for a read and a write.
s/^\tcallq*\t\(__tsan_\(read_\)*write[124]\)\(@PLT\)*$/ADDRESS\taddq\tHOT(0), %rax\n\tmovl\tHOT(28), %esi\n\tds cmpl\t%esi, (%rax)\n\tje\t7770f\n\tcall\t\1@PLT\n7770:/
s/^\tcallq*\t\(__tsan_\(read_\)*write8\)\(@PLT\)*$/GRANULE\taddq\tHOT(8), %rax\n\tmovl\tHOT(28), %esi\n\tds cmpl\t%esi, (%rax)\n\tje\t7770f\n7771:\n\tcall\t\1@PLT\n7770:/
s/^\tcallq*\t\(__tsan_\(read_\)*write16\)\(@PLT\)*$/GRANULE\taddq\tHOT(8), %rax\n\tmovl\tHOT(28), %esi\n\tds cmpl\t%esi, (%rax)\n\tjne\t7771f\n\tds cmpl\t%esi, 4(%rax)\n\tje\t7770f\n7771:\n\tcall\t\1@PLT\n7770:/
s/^ADDRESS/BASE\tmovabsq\t$0x200ffffffffc, %rax\n\tandq\t%rdi, %rax\n/
# Wide words (granules.h) are of 8 bytes that begin at a multiple of 8.
s/^GRANULE/BASE\ttestb\t$4, %dil\n\tjne\t7771f\n\tmovabsq\t$0x200ffffffff8, %rax\n\tandq\t%rdi, %rax\n\tshrq\t%rax\n/
