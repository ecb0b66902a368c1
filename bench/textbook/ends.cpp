// Take any number from the left or from the right end of a row, for points: the table of all intervals with running
// maxima, O(n²). `ends N` prints the seconds and the score of N numbers from -1000 to 1000.
#include "heap.h"
#include <algorithm>

int main(int count, char **words) {
    int n = argument(count, words, 2000);
    std::vector<int> sum(n + 1);
    uint64_t x = 1;
    for (int i = 0; i < n; i++) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        sum[i + 1] = sum[i] + (int)((x >> 33) % 2001) - 1000;
    }
    const int none = -2000000000;
    using Table = std::vector<std::vector<int>>;
    // score[i][j]: best difference on [i, j). left[i][j]: best of sum[k] - score[k][j] over i < k <= j, and right likewise.
    Table score(n + 1, std::vector<int>(n + 1)), left(n + 1, std::vector<int>(n + 1, none)), right = left;
    double start = seconds();
    for (int length = 1; length <= n; length++) {
        for (int i = 0; i + length <= n; i++) {
            int j = i + length;
            left[i][j] = std::max(left[i + 1][j], sum[i + 1] - score[i + 1][j]);
            right[i][j] = std::max(right[i][j - 1], -sum[j - 1] - score[i][j - 1]);
            score[i][j] = std::max(left[i][j] - sum[i], right[i][j] + sum[j]);
        }
    }
    report(start, std::vector<int>{score[0][n]});
}
