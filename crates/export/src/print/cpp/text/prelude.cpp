// What C++ programs need beside the language: functions of the rules language.
// A line with //= begins a function: its name, then the functions that it needs, which stand before it.

//= stop
// Ends the program with a reason.
[[noreturn]] void stop(const string& why) {
    cout << flush;
    cerr << why << "\n";
    exit(1);
}

//= add stop
// Sums and products that might not fit are checked.
Int add(Int a, Int b) {
    Int result;
    if (__builtin_add_overflow(a, b, &result)) stop("A number is too large for this program.");
    return result;
}

//= sub stop
Int sub(Int a, Int b) {
    Int result;
    if (__builtin_sub_overflow(a, b, &result)) stop("A number is too large for this program.");
    return result;
}

//= mul stop
Int mul(Int a, Int b) {
    Int result;
    if (__builtin_mul_overflow(a, b, &result)) stop("A number is too large for this program.");
    return result;
}

//= within stop
// Numbers of positions are no larger than those of the input.
Int within(Int x) {
    if (x < -LARGEST || x > LARGEST) stop("A number is too large for this program.");
    return x;
}

template <class T> vector<T> within(vector<T> all) {
    for (T& x : all) x = within(x);
    return all;
}

//= inside stop
// The place of the i-th of so many, from 0.
size_t inside(Int size, Int i) {
    if (i < 1 || i > size) stop("The rules read or change an element that is not there.");
    return (size_t)(i - 1);
}

//= element inside
// The i-th element.
template <class C> typename C::value_type element(const C& all, Int i) { return all[inside((Int)all.size(), i)]; }

//= divisor stop
// A number that something is divided by.
Int divisor(Int x) {
    if (x == 0) stop("The rules divide by 0 here.");
    return x;
}

//= absolute
Int absolute(Int x) { return x < 0 ? -x : x; }

//= gcd_of_two
Int gcd_of_two(Int a, Int b) {
    while (b != 0) { Int rest = a % b; a = b; b = rest; }
    return a < 0 ? -a : a;
}

//= isqrt
// The largest r with r * r <= n.
Int isqrt(Int n) {
    Int r = 0;
    for (int bit = sizeof(Int) * 4 - 1; bit >= 0; bit--) {
        Int more = r + ((Int)1 << bit);
        if (more <= n / more) r = more;
    }
    return r;
}

//= floor_log2
Int floor_log2(Int n) {
    Int result = 0;
    while (n > 1) { n /= 2; result++; }
    return result;
}

//= popcount
Int popcount(Int n) {
    Int result = 0;
    for (; n > 0; n /= 2) result += n % 2;
    return result;
}

//= power mul
Int power(Int a, Int b) {
    Int result = 1;
    for (; b > 0; b--) result = mul(result, a);
    return result;
}

//= floor_div
// Rounds down, also below 0.
Int floor_div(Int a, Int b) {
    Int q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

//= shift_left mul
// a * 2 to the power k.
Int shift_left(Int a, Int k) {
    for (; k > 0 && a != 0; k--) a = mul(a, 2);
    return a;
}

//= shift_right floor_div
// a divided by 2 to the power k, rounded down.
Int shift_right(Int a, Int k) {
    for (; k > 0 && a != 0 && a != -1; k--) a = floor_div(a, 2);
    return a;
}

//= floor_mod
// Has the sign of the modulus.
Int floor_mod(Int a, Int b) {
    Int r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

//= floor_root mul isqrt floor_div
// floor((p + q * sqrt(d)) / r), exactly.
Int floor_root(Int p, Int q, Int d, Int r) {
    if (r < 0) { p = -p; q = -q; r = -r; }
    Int square = mul(mul(q, q), d), root = isqrt(square);
    if (q < 0) root = root * root == square ? -root : -root - 1;
    return floor_div(p + root, r);
}

//= min_of
template <class C> Int min_of(const C& all) { return *min_element(all.begin(), all.end()); }

//= max_of
template <class C> Int max_of(const C& all) { return all.empty() ? 0 : *max_element(all.begin(), all.end()); }

//= sum_of add
template <class C> Int sum_of(const C& all) {
    Int result = 0;
    for (Int x : all) result = add(result, x);
    return result;
}

//= xor_of
template <class C> Int xor_of(const C& all) {
    Int result = 0;
    for (Int x : all) result ^= x;
    return result;
}

//= gcd_of gcd_of_two
template <class C> Int gcd_of(const C& all) {
    Int result = 0;
    for (Int x : all) result = gcd_of_two(result, x);
    return result;
}

//= count_true
Int count_true(const vector<bool>& all) { return count(all.begin(), all.end(), true); }

//= count_equal
template <class T> Int count_equal(const vector<T>& all, const T& x) { return count(all.begin(), all.end(), x); }

//= any_of_
bool any_of_(const vector<bool>& all) { return find(all.begin(), all.end(), true) != all.end(); }

//= all_of_
bool all_of_(const vector<bool>& all) { return find(all.begin(), all.end(), false) == all.end(); }

//= bits_both
Int bits_both(Int a, Int b) { return a & b; }

//= bits_either
Int bits_either(Int a, Int b) { return a | b; }

//= digits_of
// The digits of n, the leading one first.
vector<Int> digits_of(Int n, Int base) {
    vector<Int> all;
    do { all.push_back(n % base); n /= base; } while (n > 0);
    reverse(all.begin(), all.end());
    return all;
}

//= divisors
vector<Int> divisors(Int n) {
    set<Int> all;
    for (Int d = 1; d * d <= n; d++)
        if (n % d == 0) { all.insert(d); all.insert(n / d); }
    return vector<Int>(all.begin(), all.end());
}

//= range_list
// The numbers from lo to hi.
vector<Int> range_list(Int lo, Int hi) {
    vector<Int> all;
    for (Int x = lo; x <= hi; x++) all.push_back(x);
    return all;
}

//= slice_of stop
// The elements from place i to place j, counted from 1.
template <class C> C slice_of(const C& all, Int i, Int j) {
    if (i < 1 || i > j + 1 || j > (Int)all.size()) stop("The rules read elements that are not there.");
    return C(all.begin() + (long long)(i - 1), all.begin() + (long long)j);
}

//= concat
template <class C> C concat(C a, const C& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

//= reversed_of
template <class C> C reversed_of(C all) {
    reverse(all.begin(), all.end());
    return all;
}

//= sorted_of
template <class C> C sorted_of(C all) {
    sort(all.begin(), all.end());
    return all;
}

//= repeat
template <class T> vector<T> repeat(const T& x, Int times) { return vector<T>((size_t)times, x); }

//= repeat_text
Text repeat_text(const Text& x, Int times) {
    Text all;
    for (Int i = 0; i < times; i++) all += x;
    return all;
}

//= without
// The list with the first x left out.
template <class T> vector<T> without(vector<T> all, const T& x) {
    auto at = find(all.begin(), all.end(), x);
    if (at != all.end()) all.erase(at);
    return all;
}

//= without_text
Text without_text(Text all, const Text& x) {
    size_t at = all.find(x);
    if (at != Text::npos) all.erase(at, x.size());
    return all;
}

//= compositions
// All lists of so many natural numbers with this sum.
vector<vector<Int>> compositions(Int total, Int parts) {
    vector<vector<Int>> all;
    if (total < 0 || parts < 0 || (parts == 0 && total > 0)) return all;
    vector<Int> v((size_t)parts, 0);
    if (parts > 0) v.back() = total;
    while (true) {
        all.push_back(v);
        Int i = parts - 1;
        while (i > 0 && v[i] == 0) i--;
        if (i <= 0) return all;
        Int rest = v[i] - 1;
        v[i] = 0;
        v[i - 1]++;
        v.back() = rest;
    }
}

//= below
// All vectors that are nowhere above this one.
vector<vector<Int>> below(const vector<Int>& top) {
    vector<vector<Int>> all;
    vector<Int> v(top.size(), 0);
    while (true) {
        all.push_back(v);
        size_t i = v.size();
        while (i > 0 && v[i - 1] == top[i - 1]) v[--i] = 0;
        if (i == 0) return all;
        v[i - 1]++;
    }
}

//= sublists
template <class T> vector<vector<T>> sublists(const vector<T>& from) {
    vector<vector<T>> all = {{}};
    for (const T& x : from)
        for (size_t i = 0, known = all.size(); i < known; i++) {
            all.push_back(all[i]);
            all.back().push_back(x);
        }
    return all;
}

//= subsets sublists
template <class T> vector<set<T>> subsets(const vector<T>& from) {
    vector<set<T>> all;
    for (const vector<T>& chosen : sublists(from)) all.emplace_back(chosen.begin(), chosen.end());
    return all;
}

//= partitions
// All falling lists of positive numbers with this sum.
vector<vector<Int>> partitions(Int n) {
    vector<vector<Int>> all;
    if (n < 0) return all;
    vector<Int> v;
    if (n > 0) v.push_back(n);
    while (true) {
        all.push_back(v);
        Int rest = 0;
        while (!v.empty() && v.back() == 1) { v.pop_back(); rest++; }
        if (v.empty()) return all;
        Int part = --v.back();
        for (rest++; rest > 0; rest -= min(rest, part)) v.push_back(min(rest, part));
    }
}

//= lines
// All straight runs of k cells: along rows, columns and diagonals.
template <class T> vector<vector<T>> lines(const vector<vector<T>>& board, Int k) {
    vector<vector<T>> all;
    Int height = board.size(), width = board.empty() ? 0 : board[0].size();
    const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int s = 0; s < (k > 1 ? 4 : k == 1 ? 1 : 0); s++)
        for (Int r = 0; r < height; r++)
            for (Int c = 0; c < width; c++) {
                Int last_r = r + steps[s][0] * (k - 1), last_c = c + steps[s][1] * (k - 1);
                if (last_r >= height || last_c < 0 || last_c >= width) continue;
                vector<T> line;
                for (Int i = 0; i < k; i++) line.push_back(board[r + steps[s][0] * i][c + steps[s][1] * i]);
                all.push_back(line);
            }
    return all;
}

//= regions
// The connected areas of a value, each cut out of its box, with fill in the cells around it.
template <class T> vector<vector<vector<T>>> regions(const vector<vector<T>>& board, const T& value, const T& fill) {
    vector<vector<vector<T>>> all;
    int height = board.size(), width = board.empty() ? 0 : board[0].size();
    vector<vector<int>> area(height, vector<int>(width, 0));
    int count = 0;
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++) {
            if (area[r][c] || board[r][c] != value) continue;
            area[r][c] = ++count;
            vector<pair<int, int>> waiting = {{r, c}};
            int top = r, bottom = r, left = c, right = c;
            while (!waiting.empty()) {
                auto [i, j] = waiting.back();
                waiting.pop_back();
                top = min(top, i), bottom = max(bottom, i), left = min(left, j), right = max(right, j);
                const pair<int, int> near[4] = {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}};
                for (auto [x, y] : near) {
                    if (x < 0 || x >= height || y < 0 || y >= width || area[x][y] || board[x][y] != value) continue;
                    area[x][y] = count;
                    waiting.push_back({x, y});
                }
            }
            vector<vector<T>> box;
            for (int i = top; i <= bottom; i++) {
                box.emplace_back();
                for (int j = left; j <= right; j++) box.back().push_back(area[i][j] == count ? value : fill);
            }
            all.push_back(box);
        }
    return all;
}

//= rows
// All lists of these values, so long at most.
template <class T> vector<vector<T>> rows(Int longest, const vector<T>& values) {
    vector<vector<T>> all = {{}};
    for (size_t i = 0; i < all.size(); i++) {
        if ((Int)all[i].size() >= longest) continue;
        for (const T& x : values) {
            vector<T> more = all[i];
            more.push_back(x);
            all.push_back(more);
        }
    }
    return all;
}

//= bags rows
// All rising lists of these values without zeros.
template <class T> vector<vector<T>> bags(Int longest, const vector<T>& values) {
    set<T> some(values.begin(), values.end());
    some.erase(T());
    vector<vector<T>> all;
    for (const vector<T>& row : rows(longest, vector<T>(some.begin(), some.end())))
        if (is_sorted(row.begin(), row.end())) all.push_back(row);
    return all;
}

//= words rows
vector<Text> words(Int longest, const vector<Letter>& letters) {
    vector<Text> all;
    for (const vector<Letter>& row : rows(longest, letters)) all.emplace_back(row.begin(), row.end());
    return all;
}

//= is_fibonacci
bool is_fibonacci(Int n) {
    Int a = 1, b = 2;
    while (a < n) { Int c = a + b; a = b; b = c; }
    return a == n;
}

//= is_prime
// Miller-Rabin with the first twelve primes: a proof below 2^64.
bool is_prime(Int number) {
    if (number < 2) return false;
    unsigned long long n = number;
    const unsigned long long bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (unsigned long long p : bases)
        if (n % p == 0) return n == p;
    auto times = [&](unsigned long long a, unsigned long long b) { return (unsigned long long)((__int128)a * b % n); };
    unsigned long long odd = n - 1;
    int twos = 0;
    while (odd % 2 == 0) odd /= 2, twos++;
    for (unsigned long long base : bases) {
        unsigned long long x = 1, b = base;
        for (unsigned long long e = odd; e > 0; e /= 2, b = times(b, b))
            if (e % 2) x = times(x, b);
        bool passes = x == 1 || x == n - 1;
        for (int i = 1; i < twos && !passes; i++) {
            x = times(x, x);
            passes = x == n - 1;
        }
        if (!passes) return false;
    }
    return true;
}

//= is_square isqrt
bool is_square(Int n) { return n >= 0 && isqrt(n) * isqrt(n) == n; }

//= is_power2
bool is_power2(Int n) { return n > 0 && (n & (n - 1)) == 0; }

//= is_factorial
bool is_factorial(Int n) {
    Int f = 1;
    for (Int k = 2; f < n; k++) f *= k;
    return f == n;
}

//= fibonacci_to
vector<Int> fibonacci_to(Int most) {
    vector<Int> all;
    for (Int a = 1, b = 2; a <= most;) { all.push_back(a); Int c = a + b; a = b; b = c; }
    return all;
}

//= primes_to
vector<Int> primes_to(Int most) {
    static vector<Int> known;
    static Int sieved = 1;
    if (most > sieved) {
        sieved = max<Int>({2 * sieved, most, 1000});
        vector<bool> composite((size_t)sieved + 1);
        known.clear();
        for (Int p = 2; p <= sieved; p++) {
            if (composite[p]) continue;
            known.push_back(p);
            for (Int m = p * p; m <= sieved; m += p) composite[m] = true;
        }
    }
    return vector<Int>(known.begin(), upper_bound(known.begin(), known.end(), most));
}

//= squares_to
vector<Int> squares_to(Int most) {
    vector<Int> all;
    for (Int k = 1; k * k <= most; k++) all.push_back(k * k);
    return all;
}

//= powers2_to
vector<Int> powers2_to(Int most) {
    vector<Int> all;
    for (Int x = 1; x <= most; x *= 2) all.push_back(x);
    return all;
}

//= factorials_to
vector<Int> factorials_to(Int most) {
    vector<Int> all;
    for (Int f = 1, k = 2; f <= most; f *= k++) all.push_back(f);
    return all;
}

//= union_of
template <class T> set<T> union_of(set<T> a, const set<T>& b) {
    a.insert(b.begin(), b.end());
    return a;
}

//= difference_of
template <class T> set<T> difference_of(set<T> a, const set<T>& b) {
    for (const T& x : b) a.erase(x);
    return a;
}

//= contains
template <class C, class T> bool contains(const C& all, const T& x) { return find(all.begin(), all.end(), x) != all.end(); }
template <class T> bool contains(const set<T>& all, const T& x) { return all.count(x) > 0; }

//= to_set
template <class T> set<T> to_set(const vector<T>& all) { return set<T>(all.begin(), all.end()); }

//= to_list
template <class T> vector<T> to_list(const set<T>& all) { return vector<T>(all.begin(), all.end()); }

//= letters
vector<Letter> letters(const Text& text) { return vector<Letter>(text.begin(), text.end()); }

//= from_letters
Text from_letters(const vector<Letter>& all) { return Text(all.begin(), all.end()); }

//= nodes
template <class T> vector<T> nodes(const map<T, vector<T>>& graph) {
    vector<T> all;
    for (const auto& row : graph) all.push_back(row.first);
    return all;
}

//= distance_on
// The edges of a shortest way; as many as there are nodes where there is no way.
template <class T> Int distance_on(const map<T, vector<T>>& graph, const T& from, const T& to) {
    map<T, Int> found;
    vector<T> waiting(1, from);
    found[from] = 0;
    for (size_t i = 0; i < waiting.size() && !found.count(to); i++) {
        T node = waiting[i];
        for (const T& next : graph.at(node))
            if (!found.count(next)) { found[next] = found[node] + 1; waiting.push_back(next); }
    }
    return found.count(to) ? found[to] : (Int)graph.size();
}

//= wide
// Letters beyond ASCII, from the bytes of the input.
Text wide(const string& bytes) {
    Text text;
    for (size_t i = 0; i < bytes.size();) {
        unsigned char c = bytes[i++];
        int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
        char32_t letter = more == 3 ? c & 7 : more == 2 ? c & 15 : more == 1 ? c & 31 : c;
        for (; more > 0 && i < bytes.size(); more--) letter = letter << 6 | (bytes[i++] & 63);
        text += letter;
    }
    return text;
}

//= shown
// A number of 128 bits as text.
string shown(Int n) {
    if (n < 0) return "-" + shown(-n);
    string text(1, char('0' + (int)(n % 10)));
    return n < 10 ? text : shown(n / 10) + text;
}
