// Tokens on a random graph without cycles, edges to smaller numbers: `dag grundy NODES EDGES` finds the Grundy
// values by memory and a stamp for each value seen; `dag win NODES EDGES` finds who wins, one byte a node, stopping at
// the first lost option. The graph is in memory before the clock starts.
#include "heap.h"
#include "random.h"
#include <algorithm>
#include <cstring>

static std::vector<std::vector<int>> options;
static std::vector<int> value, stamp;

// The depth of a random graph is a few hundred moves: recursion is fine here.
static int grundy(int node) {
    if (value[node] >= 0) return value[node];
    for (int next : options[node]) grundy(next);
    for (int next : options[node]) stamp[value[next]] = node;
    int mex = 0;
    while (stamp[mex] == node) mex++;
    return value[node] = mex;
}

template <class Edge> static void edges(int nodes, long count, Edge edge) {
    Random random;
    for (long made = 0; made < count;) {
        int a = random.below(nodes), b = random.below(nodes);
        if (a == b) continue;
        edge(std::max(a, b), std::min(a, b));
        made++;
    }
}

int main(int count, char **words) {
    if (count < 4) return 2;
    int nodes = std::atoi(words[2]);
    long size = std::atol(words[3]);
    if (!std::strcmp(words[1], "grundy")) {
        options.resize(nodes);
        edges(nodes, size, [](int from, int to) { options[from].push_back(to); });
        value.assign(nodes, -1);
        stamp.assign(100000, -1);
        double start = seconds();
        for (int node = 0; node < nodes; node++) grundy(node);
        report(start, value);
        return 0;
    }
    std::vector<uint64_t> first(nodes + 1);
    std::vector<uint32_t> to(size);
    edges(nodes, size, [&](int from, int) { first[from + 1]++; });
    for (int node = 0; node < nodes; node++) first[node + 1] += first[node];
    std::vector<uint64_t> place(first.begin(), first.end() - 1);
    edges(nodes, size, [&](int from, int head) { to[place[from]++] = head; });
    std::vector<uint8_t> won(nodes);
    double start = seconds();
    for (int node = 0; node < nodes; node++)
        for (uint64_t i = first[node]; i < first[node + 1] && !won[node]; i++) won[node] = !won[to[i]];
    double taken = seconds() - start;
    uint64_t sum = 0;
    for (uint8_t cell : won) sum = sum * 31 + cell;
    std::printf("%.6f %016llx\n", taken, (unsigned long long)sum);
}
