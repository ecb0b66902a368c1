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

// Prints the seconds and a checksum of the values.
template <class Values> void report_taken(double taken, const Values &values) {
    uint64_t sum = 0;
    for (auto value : values) sum = sum * 31 + value;
    std::printf("%.6f %016llx\n", taken, (unsigned long long)sum);
}

// The same, with the seconds since `start`.
template <class Values> void report(double start, const Values &values) {
    report_taken(seconds() - start, values);
}
