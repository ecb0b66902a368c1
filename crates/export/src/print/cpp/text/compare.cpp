// The checker: the output is that of the jury, word by word.

#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

const bool ANY_CASE = IGNORE_CASE;  // capital and small letters are the same

string plain(string word) {
    if (ANY_CASE) for (char& c : word) c = (char)tolower((unsigned char)c);
    return word;
}

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    int place = 0;
    while (!ans.seekEof()) {
        place++;
        string right = ans.readToken();
        if (ouf.seekEof()) quitf(_wa, "the output ends before word %d", place);
        string found = ouf.readToken();
        if (plain(right) != plain(found)) {
            quitf(_wa, "word %d: '%s' was expected, and '%s' found", place, right.c_str(), found.c_str());
        }
    }
    if (!ouf.seekEof()) quitf(_wa, "more than the %d words of the answers", place);
    quitf(_ok, "%d words", place);
}
