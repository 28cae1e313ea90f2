// Functions that are compiled several times, for newer processors too; the best one is chosen when the program starts.
//
// All versions do the same operations in the same order on each number, without fused multiply-add, so that their
// results are equal to the last bit.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define RAILBIRD_CLONES __attribute__((target_clones("avx2", "default"), flatten))
#else
#define RAILBIRD_CLONES
#endif
