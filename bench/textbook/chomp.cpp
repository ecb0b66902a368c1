// Chomp with three rows a >= b >= c, nobody may take the poisoned square: the table of who wins, every bite of every
// position tried until a good one is found. `chomp N` lists the lost positions with rows of up to N.
#include "heap.h"
#include <algorithm>

int main(int count, char **words) {
    int n = argument(count, words, 300);
    double start = seconds();
    size_t side = n + 1;
    std::vector<char> lost(side * side * side);
    auto at = [&](int a, int b, int c) -> char & { return lost[(a * side + b) * side + c]; };
    std::vector<int> found;
    for (int a = 1; a <= n; a++) {
        for (int b = 0; b <= a; b++) {
            for (int c = 0; c <= b; c++) {
                bool won = false;
                for (int k = 1; k < a && !won; k++) won = at(k, std::min(b, k), std::min(c, k));
                for (int k = 0; k < b && !won; k++) won = at(a, k, std::min(c, k));
                for (int k = 0; k < c && !won; k++) won = at(a, b, k);
                if (won) continue;
                at(a, b, c) = 1;
                found.insert(found.end(), {a, b, c});
            }
        }
    }
    report(start, found);
}
