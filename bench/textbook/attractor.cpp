// Win, lose or draw and the number of moves on a random graph with cycles: `attractor NODES EDGES`. One node in
// twenty is an end, the others lead anywhere. This is the method of a good solver of such games: edges turned round by
// counting, a queue from the ends with the next steps fetched ahead, large pages. The graph is in memory before the
// clock starts; turning it round is part of the work.
#include "heap.h"
#include "random.h"
#include <sys/mman.h>

// Memory on large pages, all zero.
template <class T> struct Table {
    T *cells;
    explicit Table(size_t count) {
        const size_t page = 2u << 20;
        size_t bytes = (count * sizeof(T) + page - 1) / page * page;
        char *raw = (char *)mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (raw == MAP_FAILED) std::exit(1);
        cells = (T *)(((uintptr_t)raw + page - 1) / page * page);
        madvise(cells, bytes, MADV_HUGEPAGE);
    }
    T &operator[](size_t i) { return cells[i]; }
};

int main(int count, char **words) {
    if (count < 3) return 2;
    uint32_t nodes = std::atoi(words[1]);
    uint64_t most = std::atoll(words[2]);
    uint32_t each = most / nodes;
    Random random;
    Table<uint32_t> first(nodes + 1), to(most);
    uint32_t edges = 0;
    for (uint32_t node = 0; node < nodes; node++) {
        first[node] = edges;
        if (random.below(100) >= 5)
            for (uint32_t i = 0; i < each; i++) to[edges++] = random.below(nodes);
    }
    first[nodes] = edges;

    double start = seconds();
    Table<uint32_t> back(nodes + 1), from(edges), place(nodes);
    for (uint32_t i = 0; i < edges; i++) back[to[i] + 1]++;
    for (uint32_t node = 0; node < nodes; node++) back[node + 1] += back[node];
    for (uint32_t node = 0; node < nodes; node++) place[node] = back[node];
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t i = first[node]; i < first[node + 1]; i++) {
            if (i + 32 < edges) __builtin_prefetch(&place[to[i + 32]], 1);
            from[place[to[i]]++] = node;
        }

    // Options not yet won for the opponent; 255 when decided. (More than 254 options do not occur here.)
    const uint8_t decided = 255;
    Table<uint8_t> left(nodes);
    Table<uint32_t> queue(nodes), distance(nodes);
    size_t end = 0;
    for (uint32_t node = 0; node < nodes; node++) {
        left[node] = first[node + 1] - first[node];
        distance[node] = UINT32_MAX;
        if (left[node] == 0) {
            left[node] = decided;
            distance[node] = 0;
            queue[end++] = node;
        }
    }
    for (size_t at = 0; at < end; at++) {
        if (at + 32 < end) __builtin_prefetch(&back[queue[at + 32]]);
        if (at + 16 < end) __builtin_prefetch(&from[back[queue[at + 16]]]);
        if (at + 8 < end)
            for (uint32_t i = back[queue[at + 8]], k = 0; k < 8 && i < back[queue[at + 8] + 1]; i++, k++)
                __builtin_prefetch(&left[from[i]]);
        uint32_t node = queue[at], next = distance[node] + 1;
        bool lost = distance[node] % 2 == 0;
        for (uint32_t i = back[node]; i < back[node + 1]; i++) {
            uint32_t tail = from[i];
            if (left[tail] == decided || (!lost && --left[tail] > 0)) continue;
            left[tail] = decided;
            distance[tail] = next;
            queue[end++] = tail;
        }
    }
    double taken = seconds() - start;
    uint64_t sum = 0;
    for (uint32_t node = 0; node < nodes; node++) sum = sum * 31 + distance[node];
    std::printf("%.6f %016llx\n", taken, (unsigned long long)sum);
}
