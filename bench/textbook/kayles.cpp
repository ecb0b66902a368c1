// Kayles: take one or two neighbouring pins from a row, which may leave two rows. Every value by the mex of
// all options, with stamps instead of a set that must be cleared.
#include "heap.h"

int main(int count, char **words) {
    int n = argument(count, words, 50000);
    double start = seconds();
    std::vector<int> value(n + 1), stamp(4 * n + 4, -1);
    for (int row = 1; row <= n; row++) {
        for (int take = 1; take <= 2 && take <= row; take++) {
            int rest = row - take;
            for (int part = 0; 2 * part <= rest; part++) stamp[value[part] ^ value[rest - part]] = row;
        }
        int mex = 0;
        while (stamp[mex] == row) mex++;
        value[row] = mex;
    }
    report(start, value);
}
