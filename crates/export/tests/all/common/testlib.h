// A stand-in for testlib.h, for tests: as much of its interface as written files use, with its exit codes.
#pragma once
#include <bits/stdc++.h>

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3 };

[[noreturn]] inline void quit_with(TResult result, const char* format, va_list args) {
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    std::exit(result);
}

[[noreturn]] inline void quitf(TResult result, const char* format, ...) {
    va_list args;
    va_start(args, format);
    quit_with(result, format, args);
}

#define ensuref(cond, ...) \
    do { if (!(cond)) quitf(_fail, __VA_ARGS__); } while (0)

struct InStream {
    std::istream* in = nullptr;
    std::ifstream file;
    bool strict = false;
    TResult worst = _fail;  // what a mistake in this stream means

    void open(const char* path, TResult mistake) {
        file.open(path);
        in = &file;
        worst = mistake;
    }

    [[noreturn]] void quitf(TResult result, const char* format, ...) {
        va_list args;
        va_start(args, format);
        quit_with(worst == _fail ? _fail : result, format, args);
    }

    [[noreturn]] void bad(const std::string& why) { quitf(_pe, "%s", why.c_str()); }

    int peek() { return in->peek(); }
    bool eof() { return peek() == EOF; }
    bool eoln() { return peek() == '\n' || eof(); }
    void blanks() { while (!strict && !eof() && isspace(peek())) in->get(); }
    bool seekEof() {
        while (!eof() && isspace(peek())) in->get();
        return eof();
    }

    void readChar(char c) {
        int found = in->get();
        if (found != c) bad(std::string("expected '") + c + "'");
    }
    void readSpace() { readChar(' '); }
    void readEoln() { readChar('\n'); }
    void readEof() { if (!eof()) bad("expected the end"); }

    std::string readToken() {
        blanks();
        std::string word;
        while (!eof() && !isspace(peek())) word += (char)in->get();
        if (word.empty()) bad("expected a word");
        return word;
    }
    std::string readToken(const std::string& pattern, const std::string& name = "") {
        std::string word = readToken();
        if (!std::regex_match(word, std::regex(pattern))) bad(name + ": '" + word + "' does not fit " + pattern);
        return word;
    }
    std::string readLine() {
        std::string line;
        std::getline(*in, line);
        return line;
    }
    std::string readLine(const std::string& pattern, const std::string& name = "") {
        std::string line = readLine();
        if (!std::regex_match(line, std::regex(pattern))) bad(name + ": '" + line + "' does not fit " + pattern);
        return line;
    }

    long long readLong() {
        std::string word = readToken();
        if (!std::regex_match(word, std::regex("0|-?[1-9][0-9]{0,18}"))) bad("'" + word + "' is no number");
        return stoll(word);
    }
    long long readLong(long long lo, long long hi, const std::string& name = "") {
        long long n = readLong();
        if (n < lo || n > hi) bad(name + " is out of its bounds");
        return n;
    }
    int readInt(int lo, int hi, const std::string& name = "") { return (int)readLong(lo, hi, name); }
};

struct Random {
    std::mt19937 engine{7};
    int next(int n) { return (int)(engine() % (unsigned)n); }
};

inline InStream inf, ouf, ans;
inline std::ofstream tout;
inline Random rnd;

inline void registerValidation(int, char**) {
    inf.in = &std::cin;
    inf.strict = true;
}

inline void registerTestlibCmd(int, char** argv) {
    inf.open(argv[1], _fail);
    ouf.open(argv[2], _wa);
    ans.open(argv[3], _fail);
}

inline void registerInteraction(int, char** argv) {
    inf.open(argv[1], _fail);
    ouf.in = &std::cin;
    ouf.worst = _wa;
    tout.open(argv[2]);
}
