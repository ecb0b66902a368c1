// Chomp with three rows a >= b >= c, nobody may take the poisoned square: the table of who wins, every bite of every
// position tried until a good one is found. `chomp N` prints the seconds, how many positions with rows of up to N are
// lost, and the sum of their rows.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    int n = argc > 1 ? std::atoi(argv[1]) : 0;
    auto start = std::chrono::steady_clock::now();
    std::size_t side = n + 1;
    std::vector<char> lost(side * side * side);
    auto at = [&](int a, int b, int c) -> char & { return lost[(a * side + b) * side + c]; };
    std::uint64_t count = 0, sum = 0;
    for (int a = 1; a <= n; a++) {
        for (int b = 0; b <= a; b++) {
            for (int c = 0; c <= b; c++) {
                bool won = false;
                for (int k = 1; k < a && !won; k++) won = at(k, std::min(b, k), std::min(c, k));
                for (int k = 0; k < b && !won; k++) won = at(a, k, std::min(c, k));
                for (int k = 0; k < c && !won; k++) won = at(a, b, k);
                if (won) continue;
                at(a, b, c) = 1;
                count++;
                sum += a + b + c;
            }
        }
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%.6f %llu:%llu\n", seconds, (unsigned long long)count, (unsigned long long)sum);
}
