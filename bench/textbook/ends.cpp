// Take any number from the left or from the right end of a row, for points: the table of all intervals with running
// maxima, O(n²). `ends N` prints the seconds and the score of N numbers from -1000 to 1000.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    int n = argc > 1 ? std::atoi(argv[1]) : 0;
    std::vector<int> sum(n + 1);
    std::uint64_t x = 1;
    for (int i = 0; i < n; i++) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        sum[i + 1] = sum[i] + static_cast<int>((x >> 33) % 2001) - 1000;
    }
    auto start = std::chrono::steady_clock::now();
    const int none = -2000000000;
    using Table = std::vector<std::vector<int>>;
    // score[i][j]: best difference on [i, j). left[i][j]: best of sum[k] - score[k][j] over i < k <= j, and right likewise.
    Table score(n + 1, std::vector<int>(n + 1)), left(n + 1, std::vector<int>(n + 1, none)), right = left;
    for (int length = 1; length <= n; length++) {
        for (int i = 0; i + length <= n; i++) {
            int j = i + length;
            left[i][j] = std::max(left[i + 1][j], sum[i + 1] - score[i + 1][j]);
            right[i][j] = std::max(right[i][j - 1], -sum[j - 1] - score[i][j - 1]);
            score[i][j] = std::max(left[i][j] - sum[i], right[i][j] + sum[j]);
        }
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%.6f %d\n", seconds, score[0][n]);
}
