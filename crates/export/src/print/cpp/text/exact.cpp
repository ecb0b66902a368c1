// The input of a judge's C++ programs: what every program has, then methods by name, each after those that it needs.

//= input
// The input, read to the last blank.
struct Input {

//= gap
// What stands between two values.
bool gap(const string& text) {
    for (char c : text) {
        if (c == ' ') inf.readSpace();
        else if (c == '\n') inf.readEoln();
        else inf.readChar(c);
    }
    return true;
}

//= number
Int number(long long least, long long most, const string& name) { return inf.readLong(least, most, name); }

//= word
Text word(const string& pattern, const string& name) { return wide(inf.readToken(pattern, name)); }

//= line
Text line(const string& pattern, const string& name) { return wide(inf.readLine(pattern, name)); }

//= numbers gap number
// The numbers of a line.
vector<Int> numbers(long long least, long long most, const string& name, const string& between) {
    vector<Int> all;
    while (!inf.eoln()) {
        if (!all.empty()) gap(between);
        all.push_back(number(least, most, name));
    }
    return all;
}

//= words gap word
// The words of a line.
vector<Text> words(const string& pattern, const string& name, const string& between) {
    vector<Text> all;
    while (!inf.eoln()) {
        if (!all.empty()) gap(between);
        all.push_back(word(pattern, name));
    }
    return all;
}
