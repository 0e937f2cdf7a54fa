// Intrinsics by the names that Schoku uses, for GCC and Clang.
#pragma once
#include <immintrin.h>
#include <x86intrin.h>

#ifndef __popcnt16
static inline unsigned __popcnt16(unsigned short value) { return static_cast<unsigned>(__builtin_popcount(value)); }
#endif
static inline unsigned char _bittestandreset64(long long *word, long long bit) {
    unsigned char was = static_cast<unsigned char>(*word >> bit & 1);
    *word &= ~(1LL << bit);
    return was;
}
template <typename Word>
static inline unsigned char _bittestandreset(Word *word, long bit) {
    unsigned char was = static_cast<unsigned char>(*word >> bit & 1);
    *word &= ~(static_cast<Word>(1) << bit);
    return was;
}
