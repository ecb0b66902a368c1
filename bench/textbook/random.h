// Random numbers that the programs on both sides draw in the same way (xorshift).
#pragma once
#include <cstdint>

struct Random {
    uint64_t state = 88172645463325252ull;
    uint32_t below(uint32_t n) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return (uint32_t)(((state >> 32) * (uint64_t)n) >> 32);
    }
};
