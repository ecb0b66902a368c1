// The checker: the same moves as those of the jury, WORDS words each, in any order from one blank line or other word to
// the next.

#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

const bool ANY_CASE = IGNORE_CASE;  // capital and small letters are the same

string plain(string word) {
    if (ANY_CASE) for (char& c : word) c = (char)tolower((unsigned char)c);
    return word;
}

// The lines of a stream, each as its words, runs of lines of WORDS words sorted.
vector<string> moves(InStream& in) {
    vector<string> lines;
    size_t run = 0;
    while (!in.seekEof()) {
        istringstream line(in.readLine());
        string word, all;
        size_t words = 0;
        while (line >> word) {
            all += (words ? " " : "") + plain(word);
            words++;
        }
        if (words == 0) continue;
        lines.push_back(all);
        if (words != WORDS) {
            sort(lines.begin() + run, lines.end() - 1);
            run = lines.size();
        }
    }
    sort(lines.begin() + run, lines.end());
    return lines;
}

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    vector<string> right = moves(ans), found = moves(ouf);
    for (size_t i = 0; i < right.size() && i < found.size(); i++) {
        if (right[i] != found[i]) quitf(_wa, "'%s' was expected, and '%s' found", right[i].c_str(), found[i].c_str());
    }
    if (right.size() != found.size()) quitf(_wa, "%d lines were expected, and %d found", (int)right.size(), (int)found.size());
    quitf(_ok, "%d lines", (int)right.size());
}
