// Digital Deletions: lower a digit, or erase a 0 with everything to its right. Who wins every string of a length or
// less, by counting upwards: a number stands for the string without leading zeros, and a string that begins with
// 0 is won, for all of it can be erased. `digits 999999` names the largest string.
#include "heap.h"
#include <cstring>

int main(int count, char **words) {
    int digits = count > 1 ? std::strlen(words[1]) : 6, n = 1;
    for (int i = 0; i < digits; i++) n *= 10;
    double start = seconds();
    std::vector<char> lost(n);
    for (int number = 1; number < n; number++) {
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
    double taken = seconds() - start;
    // Every string, shorter ones first and in the order of the alphabet: the empty one is lost.
    std::vector<int> won{0};
    for (int length = 1, end = 10; length <= digits; length++, end *= 10)
        for (int number = 0; number < end; number++) won.push_back(number < end / 10 || !lost[number]);
    report_taken(taken, won);
}
