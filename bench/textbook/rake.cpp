// Rake It In: two players take turns to pick a block of 2 by 2 on a board of 4 by 4, add its sum to the common
// score and turn it; the first wants a high score, the second a low one. Plain minimax of `rake K A B C …`: the
// board row by row, k turns for each player.
#include "heap.h"
#include <algorithm>

static int board[4][4];

// Not `static`: the compiler's own copies of a function that only it can see are slower here.
int best(int turns, bool high) {
    if (turns == 0) return 0;
    int found = high ? -1 : 1 << 30;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = board[i][j], b = board[i][j + 1], c = board[i + 1][j], d = board[i + 1][j + 1];
            board[i][j] = b;
            board[i][j + 1] = d;
            board[i + 1][j] = a;
            board[i + 1][j + 1] = c;
            int value = a + b + c + d + best(turns - 1, !high);
            board[i][j] = a;
            board[i][j + 1] = b;
            board[i + 1][j] = c;
            board[i + 1][j + 1] = d;
            found = high ? std::max(found, value) : std::min(found, value);
        }
    return found;
}

int main(int count, char **words) {
    if (count < 18) return 2;
    for (int cell = 0; cell < 16; cell++) board[cell / 4][cell % 4] = std::atoi(words[2 + cell]);
    double start = seconds();
    std::vector<int> value{best(2 * std::atoi(words[1]), true)};
    report(start, value);
}
