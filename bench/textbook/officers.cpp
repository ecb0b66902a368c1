// Officers, the octal game 0.6: take one counter and leave one heap or two. The values of heaps 0 to n, one core,
// every value verified, by the method of rare and common values on bitmaps.
//
// A value is rare if its bits outside 0b10001 are even in number. Rare values are a space: rare ^ rare and
// common ^ common are rare, rare ^ common is common. Few heaps have a rare value (1,584 are known, the last is 20,627), so
// the least common value that is no option comes from few pairs; it is the value if every smaller rare one is an
// option, and that is shown with pairs of common heaps. Bit 1 of a value follows from the rest and from its kind, so it
// is dropped, which leaves a byte. There is a bitmap of heaps for each byte; one load serves 248 heaps at once.
#include "heap.h"
#include <algorithm>
#include <cstring>

typedef uint64_t Lane __attribute__((vector_size(32)));
typedef long long Signed __attribute__((vector_size(32)));
typedef uint8_t Bytes __attribute__((vector_size(32)));

static const int START = 24576;  // found the plain way; all rare heaps lie below
static const int BLOCK = 248;    // 256 bits less the 8 of a load that begins between two bytes
static const int CHUNK = 2048;   // partners whose bits stay in the nearest cache
static const int PARTNERS = 1000;
static const int KINDS = 256;

static bool rare(int value) { return __builtin_parity(value & ~0x11) == 0; }
static int packed(int value) { return ((value >> 1) & ~1) | (value & 1); }
static int common(int byte) {
    int value = (byte & ~1) << 1 | (byte & 1);
    return rare(value) ? value | 2 : value;
}

static size_t stride;  // bytes of a bitmap
static std::vector<uint8_t> maps;
static uint8_t *map(int kind) { return &maps[kind * stride + 64]; }

// Heaps and their values, by where a load for them begins within a byte, in chunks of near heaps.
struct Partner {
    int byte, high, low;
};
struct Partners {
    std::vector<std::vector<Partner>> groups;  // chunk * 8 + shift
    void add(int heap, int kind) {
        size_t chunk = heap / CHUNK;
        if (groups.size() < 8 * chunk + 8) groups.resize(8 * chunk + 8);
        groups[8 * chunk + (7 - heap % 8)].push_back({heap / 8 + 1, kind >> 3, kind & 7});
    }
};

static Lane sums[8][KINDS];

// Which kinds of eights [from, to) the partners give to the heaps n, n + 1, …: a bit for each heap, in `found`.
static void options(const Partners &partners, int n, int from, int to, Lane *found) {
    for (auto &sum : sums) std::fill(sum + 8 * from, sum + 8 * to, Lane{});
    size_t row[8][8];
    for (int low = 0; low < 8; low++)
        for (int j = 0; j < 8; j++) row[low][j] = (j ^ low) * stride;
    for (size_t chunk = 0; chunk < partners.groups.size(); chunk += 8)
        for (int eight = from; eight < to; eight++)
            for (int shift = 0; shift < 8; shift++) {
                auto &group = partners.groups[chunk + shift];
                if (group.empty()) continue;
                Lane sum[8];
                std::memcpy(sum, &sums[shift][8 * eight], sizeof sum);
                for (const Partner &p : group) {
                    const uint8_t *at = map(8 * (eight ^ p.high)) + n / 8 - p.byte;
#pragma GCC unroll 8
                    for (int j = 0; j < 8; j++) {
                        Lane bits;
                        std::memcpy(&bits, at + row[p.low][j], sizeof bits);
                        sum[j] |= bits;
                    }
                }
                std::memcpy(&sums[shift][8 * eight], sum, sizeof sum);
            }
    for (int kind = 8 * from; kind < 8 * to; kind++) {
        found[kind] = sums[0][kind];
        for (int shift = 1; shift < 8; shift++) {
            Lane x = sums[shift][kind];
            Lane next = {x[1], x[2], x[3], 0};
            found[kind] |= x >> shift | next << (64 - shift);
        }
    }
}

int main(int count, char **words) {
    int n = argument(count, words, 1000000);
    double start = seconds();
    int end = std::max(n, START) / BLOCK * BLOCK + 2 * BLOCK + START;
    std::vector<int> value(end);
    std::vector<int> stamp(4096, -1);
    for (int heap = 2; heap < std::min(START, n + 1); heap++) {
        for (int part = 0; 2 * part <= heap - 1; part++) stamp[value[part] ^ value[heap - 1 - part]] = heap;
        int mex = 0;
        while (stamp[mex] == heap) mex++;
        value[heap] = mex;
    }
    if (n < START) {
        value.resize(n + 1);
        report(start, value);
        return 0;
    }
    stride = (end / 8 + 4096) / 4096 * 4096 + 192;
    maps.resize(KINDS * stride + 128);
    Partners rares, near, commons;
    // The kinds of all heaps, forwards and backwards, to look for a pair.
    std::vector<uint8_t> kinds(end), back(end + 64);
    int last_rare = 0, partners = 0;
    auto know = [&](int heap, int kind) { kinds[heap] = back[end - 1 - heap] = kind; };
    for (int heap = 0; heap < START; heap++) {
        int kind = packed(value[heap]);
        know(heap, kind);
        if (rare(value[heap])) {
            rares.add(heap, kind);
            if (heap < BLOCK) near.add(heap, kind);
            last_rare = heap;
        } else {
            map(kind)[heap / 8] |= 1 << heap % 8;
            if (partners < PARTNERS) commons.add(heap, kind), partners++;
        }
    }
    static Lane far[KINDS], inside[KINDS], reached[KINDS], missing[KINDS];
    const Lane all = {~0ull, ~0ull, ~0ull, ~0ull >> 8};
    auto empty = [](Lane x) { return __builtin_ia32_ptestz256((Signed)x, (Signed)x) != 0; };
    auto each = [](Lane x, auto visit) {
        for (int word = 0; word < 4; word++)
            for (uint64_t bits = x[word]; bits; bits &= bits - 1) visit(64 * word + __builtin_ctzll(bits));
    };
    for (int first = START; first <= n; first += BLOCK) {
        // Values by guessing: a heap of this block may be the partner of another one.
        int guess[256], seen[256], eights = 17, most = 0;
        auto mark = [&](int heap, int kind) { map(kind)[heap / 8] ^= 1 << heap % 8; };
        options(rares, first, 0, eights, far);
        std::memset(inside, 0, sizeof inside);
        for (int round = 0;; round++) {
            if (round) options(near, first, 0, eights, inside);
            Lane open = all;
            for (int kind = 0; !empty(open); kind++) {
                if (kind == KINDS) return std::fprintf(stderr, "a value does not fit\n"), 1;
                if (kind == 8 * eights) {
                    options(rares, first, eights, eights + 1, far);
                    if (round) options(near, first, eights, eights + 1, inside);
                    eights++;
                }
                missing[kind] = open & ~(far[kind] | inside[kind]);
                open &= ~missing[kind];
                each(missing[kind], [&](int k) { seen[k] = kind; });
                most = kind;
            }
            if (round && !std::memcmp(seen, guess, BLOCK * sizeof(int))) break;
            for (int k = 0; k < BLOCK; k++) {
                if (round) mark(first + k, guess[k]);
                mark(first + k, guess[k] = seen[k]);
            }
        }
        for (int k = 0; k < BLOCK; k++) {
            know(first + k, guess[k]);
            value[first + k] = common(guess[k]);
        }
        // Is every smaller rare value an option? Pairs of the first common heaps show it for nearly all.
        options(commons, first, 0, most / 8 + 1, reached);
        Lane open = all;
        for (int kind = 0; kind <= most; kind++) {
            Lane larger = open & ~missing[kind];
            Lane needed = (common(kind) & 2 ? open : larger) & ~reached[kind];
            open = larger;
            bool shown = true;
            each(needed, [&](int k) {
                int heap = first + k;
                const uint8_t *a = &kinds[last_rare + 1], *b = &back[end - heap + last_rare + 1];
                for (int i = 0; 2 * i < heap - 1 - 2 * last_rare; i += 32) {
                    Bytes x, y;
                    std::memcpy(&x, a + i, sizeof x);
                    std::memcpy(&y, b + i, sizeof y);
                    if (!empty((Lane)((x ^ y) == (uint8_t)kind))) return;
                }
                for (int part = 0; 2 * part <= heap - 1; part++)
                    if ((value[part] ^ value[heap - 1 - part]) == (common(kind) ^ 2)) return;
                shown = false;
            });
            if (!shown) return std::fprintf(stderr, "a rare value near heap %d\n", first), 1;
        }
    }
    value.resize(n + 1);
    report(start, value);
}
