// Contestants' programs, right and wrong, chosen by name: zoo NAME. All read until the end of their input.
#include <cmath>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>
using namespace std;
typedef long long ll;

static ll isqrt(unsigned long long n) {
    ll r = (ll)sqrtl((long double)n);
    while ((unsigned long long)r * r > n) r--;
    while ((unsigned long long)(r + 1) * (r + 1) <= n) r++;
    return r;
}

// Wythoff: is the lower number floor(phi * difference)?
static void wythoff(bool doubles) {
    ll a, b;
    while (cin >> a >> b) {
        if (a > b) swap(a, b);
        ll d = b - a;
        ll low = doubles ? (ll)(d * (1 + sqrt(5.0)) / 2) : (d + isqrt(5ULL * d * d)) / 2;
        cout << (low == a ? "B" : "A") << "\n";
    }
}

// Nim: heap and number of stones to take, or "lose".
static void nim_move(bool takes_xor) {
    int n;
    while (cin >> n) {
        vector<ll> a(n);
        ll x = 0;
        for (auto &v : a) cin >> v, x ^= v;
        if (!x) {
            cout << "lose\n";
            continue;
        }
        for (int i = 0; i < n; i++)
            if ((a[i] ^ x) < a[i]) {
                cout << i + 1 << " " << (takes_xor ? min(x, a[i]) : a[i] - (a[i] ^ x)) << "\n";
                break;
            }
    }
}

// Take 1, 3 or 4: Grundy values by a table.
static void table(bool strict) {
    vector<int> g(4000);
    int take[] = {1, 3, 4};
    for (int n = 0; n < 4000; n++) {
        bool seen[8] = {};
        for (int k : take)
            if (strict ? k < n : k <= n) seen[g[n - k]] = true;
        while (seen[g[n]]) g[n]++;
    }
    int n;
    while (cin >> n) cout << g[n] << "\n";
}

// Kayles by recursion; the marks of the outer call are lost when they are global.
static int memo[400];
static bool mark[64];
static int kayles(int n, bool global) {
    if (memo[n] >= 0) return memo[n];
    bool own[64];
    bool *seen = global ? mark : own;
    memset(seen, 0, sizeof own);
    for (int take = 1; take <= 2; take++)
        for (int left = 0; left + take <= n; left++) seen[kayles(left, global) ^ kayles(n - take - left, global)] = true;
    int g = 0;
    while (seen[g]) g++;
    return memo[n] = g;
}
static void rows(bool global) {
    memset(memo, -1, sizeof memo);
    int n;
    while (cin >> n) {
        int x = 0;
        for (int i = 0, v; i < n; i++) cin >> v, x ^= kayles(v, global);
        cout << (x ? "Yes" : "No") << "\n";
    }
}

// A coin from the corner of a board.
static void board(bool swapped) {
    ll r, c;
    while (cin >> r >> c) {
        bool first = !(r % 2 && c % 2);
        cout << (first != swapped ? "First" : "Second") << "\n";
    }
}

// Take a factorial: the values look periodic with period 25.
static void factorial(bool periodic) {
    const int N = 60000;
    vector<int> g(N);
    int take[] = {1, 2, 6, 24, 120, 720, 5040, 40320};
    for (int n = 0; n < N; n++) {
        bool seen[16] = {};
        for (int k : take)
            if (k <= n) seen[g[n - k]] = true;
        while (seen[g[n]]) g[n]++;
    }
    ll n;
    while (cin >> n) cout << (g[periodic ? n % 25 : n] ? "win" : "lose") << "\n";
}

static void misere(bool normal) {
    int n;
    while (cin >> n) {
        ll x = 0, v;
        bool big = false;
        for (int i = 0; i < n; i++) cin >> v, x ^= v, big |= v > 1;
        cout << ((normal || big) == (x != 0) ? "Yes" : "No") << "\n";
    }
}

// Lasker's Nim by formula.
static void lasker(bool zero, bool narrow) {
    int n;
    while (cin >> n) {
        ll x = 0, v;
        for (int i = 0; i < n; i++) {
            cin >> v;
            ll g = narrow ? (int)v : v;
            ll m = g % 4;
            if (m == 0 && (zero || g)) g--;
            else if (m == 3) g++;
            x ^= g;
        }
        cout << (x ? "Alice" : "Bob") << "\n";
    }
}

int main(int argc, char **argv) {
    string what = argc > 1 ? argv[1] : "";
    if (what == "wythoff") wythoff(false);
    else if (what == "wythoff-doubles") wythoff(true);
    else if (what == "nim-move") nim_move(false);
    else if (what == "nim-move-xor") nim_move(true);
    else if (what == "table") table(false);
    else if (what == "table-strict") table(true);
    else if (what == "rows") rows(false);
    else if (what == "rows-global") rows(true);
    else if (what == "board") board(false);
    else if (what == "board-swapped") board(true);
    else if (what == "factorial") factorial(false);
    else if (what == "factorial-25") factorial(true);
    else if (what == "misere") misere(false);
    else if (what == "misere-normal") misere(true);
    else if (what == "lasker") lasker(false, false);
    else if (what == "lasker-zero") lasker(true, false);
    else if (what == "lasker-int") lasker(false, true);
    else return 1;
}
