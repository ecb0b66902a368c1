// What the textbook programs share: the clock, the checksum and the argument.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline double seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

inline int argument(int count, char **words, int usual) {
    return count > 1 ? std::atoi(words[1]) : usual;
}

// Prints the seconds since `start` and a checksum of the values.
inline void report(double start, const std::vector<int> &values) {
    double taken = seconds() - start;
    uint64_t sum = 0;
    for (int value : values) sum = sum * 31 + value;
    std::printf("%.6f %016llx\n", taken, (unsigned long long)sum);
}
