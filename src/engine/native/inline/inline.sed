# SPDX-License-Identifier: GPL-2.0-or-later
#
# The hooks' fast paths in place of calls. At a call all registers that a function may change are free,
# and so are the flags. Offsets are those of struct landau_hot (native.h), the mask is
# LANDAU_OFFSET_MASK (shadow.h); hooks.c checks both. The threshold is loaded before the word: if
# the thread is stopped in between to renumber, the word has become smaller and the slow path is taken.
# A write compares for equality; between its two loads and the jump the code counts as the runtime's own
# (in_inlined_hook in world.c knows these instructions).
s/^\tcallq*\t__sanitizer_cov_trace_pc\(@PLT\)*$/\tmovq\tlandau_hot@gottpoff(%rip), %r11\n\taddq\t$1, %fs:16(%r11)/
s/^\tcallq*\t\(__tsan_read[124]\)\(@PLT\)*$/\tmovq\tlandau_hot@gottpoff(%rip), %rdx\n\tmovabsq\t$0x200ffffffffc, %rax\n\tandq\t%rdi, %rax\n\tmovl\t%fs:8(%rdx), %esi\n\tmovq\t%fs:(%rdx), %rcx\n\tcmpl\t%esi, (%rcx,%rax)\n\tjae\t7770f\n\tcall\t\1@PLT\n7770:/
s/^\tcallq*\t__tsan_read8\(@PLT\)*$/\tmovq\tlandau_hot@gottpoff(%rip), %rdx\n\tmovabsq\t$0x200ffffffffc, %rax\n\tandq\t%rdi, %rax\n\tmovl\t%fs:8(%rdx), %esi\n\taddq\t%fs:(%rdx), %rax\n\tcmpl\t%esi, (%rax)\n\tjb\t7771f\n\tcmpl\t%esi, 4(%rax)\n\tjae\t7770f\n7771:\n\tcall\t__tsan_read8@PLT\n7770:/
s/^\tcallq*\t\(__tsan_write[124]\)\(@PLT\)*$/\tmovq\tlandau_hot@gottpoff(%rip), %rdx\n\tmovabsq\t$0x200ffffffffc, %rax\n\tandq\t%rdi, %rax\n\tmovl\t%fs:12(%rdx), %esi\n\tmovq\t%fs:(%rdx), %rcx\n\tcmpl\t%esi, (%rcx,%rax)\n\tje\t7770f\n\tcall\t\1@PLT\n7770:/
s/^\tcallq*\t__tsan_write8\(@PLT\)*$/\tmovq\tlandau_hot@gottpoff(%rip), %rdx\n\tmovabsq\t$0x200ffffffffc, %rax\n\tandq\t%rdi, %rax\n\tmovl\t%fs:12(%rdx), %esi\n\tmovq\t%fs:(%rdx), %rcx\n\tcmpl\t%esi, (%rcx,%rax)\n\tjne\t7771f\n\tcmpl\t%esi, 4(%rcx,%rax)\n\tje\t7770f\n7771:\n\tcall\t__tsan_write8@PLT\n7770:/
