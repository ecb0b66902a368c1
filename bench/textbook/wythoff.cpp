// Wythoff's game on a square board, each cell by looking at every move: `wythoff win N` or `wythoff grundy N`.
// `wythoff bitset N` is the better method one would write next for the values: a set of values for each row,
// column and diagonal, and a scan of the three for the first that is missing.
#include "heap.h"
#include <cstring>

static void win(int n) {
    double start = seconds();
    std::vector<std::vector<char>> won(n, std::vector<char>(n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            char lost_option = 0;
            for (int k = 1; k <= i && !lost_option; k++)
                if (!won[i - k][j]) lost_option = 1;
            for (int k = 1; k <= j && !lost_option; k++)
                if (!won[i][j - k]) lost_option = 1;
            for (int k = 1; k <= i && k <= j && !lost_option; k++)
                if (!won[i - k][j - k]) lost_option = 1;
            won[i][j] = lost_option;
        }
    double taken = seconds() - start;
    std::vector<char> cells;
    for (auto &row : won) cells.insert(cells.end(), row.begin(), row.end());
    report_taken(taken, cells);
}

static void grundy(int n) {
    double start = seconds();
    std::vector<int> value((size_t)n * n), stamp(3 * n + 1, -1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int cell = i * n + j;
            for (int k = 1; k <= i; k++) stamp[value[cell - k * n]] = cell;
            for (int k = 1; k <= j; k++) stamp[value[cell - k]] = cell;
            for (int k = 1; k <= i && k <= j; k++) stamp[value[cell - k * n - k]] = cell;
            int mex = 0;
            while (stamp[mex] == cell) mex++;
            value[cell] = mex;
        }
    report(start, value);
}

static void bitset(int n) {
    double start = seconds();
    size_t words = (3 * (size_t)n + 64) / 64;
    std::vector<int> value((size_t)n * n);
    std::vector<uint64_t> row(words), columns(n * words), diagonals(2 * n * words);
    for (int i = 0; i < n; i++) {
        std::fill(row.begin(), row.end(), 0);
        for (int j = 0; j < n; j++) {
            uint64_t *column = &columns[j * words], *diagonal = &diagonals[(size_t)(i - j + n) * words];
            size_t word = 0;
            while (!~(row[word] | column[word] | diagonal[word])) word++;
            int bit = __builtin_ctzll(~(row[word] | column[word] | diagonal[word]));
            row[word] |= 1ull << bit;
            column[word] |= 1ull << bit;
            diagonal[word] |= 1ull << bit;
            value[(size_t)i * n + j] = (int)word * 64 + bit;
        }
    }
    report(start, value);
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int n = std::atoi(words[2]);
    if (!std::strcmp(words[1], "win")) win(n);
    else if (!std::strcmp(words[1], "grundy")) grundy(n);
    else if (!std::strcmp(words[1], "bitset")) bitset(n);
    else return 2;
}
