// Digital Deletions: lower a digit, or erase a 0 with everything to its right. Who wins every string of a length or
// less, by counting upwards: a number stands for the string without leading zeros, and a string that begins with
// 0 is won, for all of it can be erased. `digits look 999999` looks at all options of every number, as contest notes
// have it; `digits mark 999999` marks, from every lost number, those that can move to it. The last word is the
// largest string.
#include "heap.h"
#include <cstring>

static int limit = 1;

// From each number to smaller ones.
static std::vector<char> look() {
    std::vector<char> lost(limit);
    for (int number = 1; number < limit; number++) {
        bool lost_option = false;
        int place = 1;
        for (; number / place >= 10; place *= 10) {
            int digit = number / place % 10;
            if (digit == 0) lost_option |= lost[number / place / 10];
            for (int by = 1; by <= digit; by++) lost_option |= lost[number - place * by];
        }
        for (int by = 1; by < number / place; by++) lost_option |= lost[number - place * by];
        lost[number] = !lost_option;
    }
    return lost;
}

// From each lost number to larger ones: a digit raised, or a 0 and any digits behind it put back.
static std::vector<char> mark() {
    std::vector<char> won(limit);
    for (int number = 1; number < limit; number++) {
        if (won[number]) continue;
        for (int place = 1; place <= number; place *= 10)
            for (int by = 1; by <= 9 - number / place % 10; by++) won[number + place * by] = true;
        for (long from = number * 10L, many = 1; from < limit; from *= 10, many *= 10)
            std::memset(&won[from], true, many);
    }
    for (char &cell : won) cell = !cell;
    return won;
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int digits = std::strlen(words[2]);
    for (int i = 0; i < digits; i++) limit *= 10;
    double start = seconds();
    std::vector<char> lost = std::strcmp(words[1], "mark") ? look() : mark();
    double taken = seconds() - start;
    // Every string, shorter ones first and in the order of the alphabet: the empty one is lost.
    std::vector<int> won{0};
    for (int length = 1, end = 10; length <= digits; length++, end *= 10)
        for (int number = 0; number < end; number++) won.push_back(number < end / 10 || !lost[number]);
    report_taken(taken, won);
}
