// Lasker's Nim: take any number from a heap, or split it into two. Every value by the mex of all options,
// with stamps instead of a set that must be cleared.
#include "heap.h"

int main(int count, char **words) {
    int n = argument(count, words, 50000);
    double start = seconds();
    std::vector<int> value(n + 1), stamp(4 * n + 4, -1);
    for (int heap = 1; heap <= n; heap++) {
        for (int rest = 0; rest < heap; rest++) stamp[value[rest]] = heap;
        for (int part = 1; 2 * part <= heap; part++) stamp[value[part] ^ value[heap - part]] = heap;
        int mex = 0;
        while (stamp[mex] == heap) mex++;
        value[heap] = mex;
    }
    report(start, value);
}
