// Take 1, 3 or 4 counters from a heap: the value of every heap to n, by the mex of its options.
#include "heap.h"

int main(int count, char **words) {
    int n = argument(count, words, 100000000);
    const int takes[] = {1, 3, 4};
    std::vector<int> value(n + 1);
    double start = seconds();
    for (int heap = 0; heap <= n; heap++) {
        bool seen[8] = {};
        for (int take : takes)
            if (take <= heap) seen[value[heap - take]] = true;
        int mex = 0;
        while (seen[mex]) mex++;
        value[heap] = mex;
    }
    report(start, value);
}
