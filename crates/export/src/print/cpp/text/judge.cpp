#if numbers
// All numbers that are typed.
vector<Int> numbers(const vector<Position>& parts) {
    vector<Int> out;
    for (const Position& p : parts) {
$typed
    }
    return out;
}

#end
// What is said of a move; what is not said is empty.
struct Said {
    vector<Int> heap, before, after, to;
    vector<string> name;
$choices
};

// A move: where it leads, whether the same player moves again, and how it is printed.
struct Made {
    vector<Position> parts;
    bool again;
    string text;
};

// All moves that fit; at most so many.
vector<Made> fitting(const vector<Position>& parts, int mover, const Said& said, size_t most) {
    vector<Made> found;
    (void)mover;
    for (size_t i = 0; i < parts.size(); i++) {
        if (!said.heap.empty() && said.heap[0] != (Int)i) continue;
        const Position& p = parts[i];
        (void)p;
$lines
    }
    return found;
}

Int number_of(InStream& in, const string& word) {
    size_t start = word[0] == '-' ? 1 : 0;
    bool digits = word.size() > start && word.size() < start + 19;
    for (size_t i = start; i < word.size(); i++) digits = digits && isdigit((unsigned char)word[i]);
    if (!digits) in.quitf(_pe, "a number was expected, not '%s'", word.c_str());
    return stoll(word);
}

void take(vector<Int>& to, InStream& in, const string& word) { to = {number_of(in, word)}; }
void take(vector<Text>& to, InStream&, const string& word) { to = {$word}; }

#if checks
// Is the answer in a stream right? Anything else than a winning move ends the checker.
bool right(InStream& in, const vector<Position>& parts, int mover, int number) {
    bool won = verdict(parts, mover) > 0;
    if (!won) {
$no
        return true;
    }
$yes
    Said said;
$said
    vector<Made> moves = fitting(parts, mover, said, 1000000);
    if (moves.empty()) in.quitf(_wa, "case %d: this is not a legal move", number);
    for (const Made& m : moves) {
        if (m.again ? verdict(m.parts, mover) > 0 : verdict(m.parts, 1 - mover) < 0) return true;
    }
    in.quitf(_wa, "case %d: this move does not win", number);
    return false;
}
#else
// One game: the contestant has the side that can win, and must.
void play(vector<Position> parts, int mover, int number) {
    int due = verdict(parts, mover);
    bool first = due >= 0;
    bool mine = !first;  // the jury moves
$told
    cout << (first ? "first" : "second") << endl;
    Said anything;
    while (true) {
        vector<Made> some = fitting(parts, mover, anything, 100000);
        if (some.empty()) {
            int end = verdict(parts, mover);  // for the player who cannot move
            int got = mine ? -end : end;
            cout << (got > 0 ? "win" : got < 0 ? "lose" : "draw") << endl;
            if (got < (due != 0 ? 1 : 0)) quitf(_wa, "case %d: the contestant could have won", number);
            return;
        }
        Made made;
        if (mine) {
            vector<size_t> best;
            for (int wanted = 1; wanted >= -1 && best.empty(); wanted--) {
                for (size_t k = 0; k < some.size(); k++) {
                    int v = some[k].again ? verdict(some[k].parts, mover) : -verdict(some[k].parts, 1 - mover);
                    if (v == wanted) best.push_back(k);
                }
            }
            made = some[best[rnd.next((int)best.size())]];
            cout << made.text << endl;
        } else {
            Said said;
$said
            vector<Made> meant = fitting(parts, mover, said, 1000);
            if (meant.empty()) {
                cout << "lose" << endl;
                quitf(_wa, "case %d: this is not a legal move", number);
            }
            made = meant[0];
            tout << made.text << endl;
        }
        parts = made.parts;
        if (!made.again) { mover = 1 - mover; mine = !mine; }
    }
}
#end
