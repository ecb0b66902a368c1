// The input of C++ programs: what every program has, then methods by name, each after those that it needs.

//= input
// The input: numbers and words between blanks, or whole lines.
struct Input {
    string text{istreambuf_iterator<char>(cin), istreambuf_iterator<char>()};
    size_t at = 0;

    void blanks() {
        while (at < text.size() && isspace((unsigned char)text[at])) at++;
    }

//= end
bool end() {
    blanks();
    return at >= text.size();
}

//= end_of_lines
bool end_of_lines() { return at >= text.size(); }

//= word
Text word() {
    blanks();
    size_t start = at;
    while (at < text.size() && !isspace((unsigned char)text[at])) at++;
    return wide(text.substr(start, at - start));
}

//= number
Int number() {
    blanks();
    bool negative = at < text.size() && text[at] == '-';
    if (negative) at++;
    if (at >= text.size() || !isdigit((unsigned char)text[at])) stop("The input should have a number here: " + text.substr(at, 20));
    Int n = 0;
    for (; at < text.size() && isdigit((unsigned char)text[at]); at++) {
        Int digit = text[at] - '0';
        if (n > (LARGEST - digit) / 10) stop("A number of the input is too large.");
        n = 10 * n + digit;
    }
    return negative ? -n : n;
}

//= line
Text line() {
    size_t stop = min(text.find('\n', at), text.size());
    string all = text.substr(at, stop - at);
    at = stop + 1;
    while (!all.empty() && isspace((unsigned char)all.back())) all.pop_back();
    size_t start = 0;
    while (start < all.size() && isspace((unsigned char)all[start])) start++;
    return wide(all.substr(start));
}

//= expect
bool expect(const string& words) {
    for (char c : words) {
        if (isspace((unsigned char)c)) continue;
        blanks();
        if (at >= text.size() || text[at++] != c) stop("The input should have this: " + words);
    }
    return true;
}

//= stands
// Is this all that is left?
bool stands(const string& words) {
    istringstream left(text.substr(min(at, text.size()))), wanted(words);
    string a, b;
    while (wanted >> b)
        if (!(left >> a) || a != b) return false;
    return !(left >> a);
}

//= words
// The pieces of a line, with blanks or this between them.
vector<Text> words(const string& between) {
    size_t stop = min(text.find('\n', at), text.size());
    string all = text.substr(at, stop - at), one;
    at = stop + 1;
    for (char& c : all)
        if (between.find(c) != string::npos) c = ' ';
    istringstream pieces(all);
    vector<Text> out;
    while (pieces >> one) out.push_back(wide(one));
    return out;
}

//= numbers number
// The numbers of a line, with blanks or this between them.
vector<Int> numbers(const string& between) {
    size_t stop = min(text.find('\n', at), text.size());
    vector<Int> all;
    while (true) {
        while (at < stop && (isspace((unsigned char)text[at]) || between.find(text[at]) != string::npos)) at++;
        if (at >= stop) break;
        all.push_back(number());
    }
    at = stop + 1;
    return all;
}
