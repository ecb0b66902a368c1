# Contestants' programs, right and wrong, chosen by name: zoo.py NAME. All read until the end of their input.
import sys
from math import isqrt


def words():
    return iter(map(int, sys.stdin.read().split()))


def heaps(w):
    for n in w:
        yield [next(w) for _ in range(n)]


def pairs(w):
    for a in w:
        yield a, next(w)


def xor(values):
    total = 0
    for v in values:
        total ^= v
    return total


def wythoff(doubles):
    for a, b in pairs(words()):
        a, b = min(a, b), max(a, b)
        d = b - a
        low = int(d * (1 + 5**0.5) / 2) if doubles else (d + isqrt(5 * d * d)) // 2
        print("B" if low == a else "A")


def nim_move(takes_xor):
    for a in heaps(words()):
        x = xor(a)
        if x == 0:
            print("lose")
            continue
        for i, v in enumerate(a):
            if v ^ x < v:
                print(i + 1, min(x, v) if takes_xor else v - (v ^ x))
                break


def table(strict):
    g = []
    for n in range(4000):
        seen = {g[n - k] for k in (1, 3, 4) if (k < n if strict else k <= n)}
        v = 0
        while v in seen:
            v += 1
        g.append(v)
    for n in words():
        print(g[n])


MARK = set()


def kayles(n, memo, share):
    if n in memo:
        return memo[n]
    seen = MARK if share else set()
    seen.clear()
    for take in (1, 2):
        for left in range(n - take + 1):
            seen.add(kayles(left, memo, share) ^ kayles(n - take - left, memo, share))
    v = 0
    while v in seen:
        v += 1
    memo[n] = v
    return v


def rows(share):
    sys.setrecursionlimit(10000)
    memo = {}
    for a in heaps(words()):
        print("Yes" if xor(kayles(v, memo, share) for v in a) else "No")


def board(swapped):
    for r, c in pairs(words()):
        first = not (r % 2 and c % 2)
        print("First" if first != swapped else "Second")


def factorial(periodic):
    g = []
    for n in range(25 if periodic else 60000):
        seen = [g[n - k] for k in (1, 2, 6, 24, 120, 720, 5040, 40320) if k <= n]
        v = 0
        while v in seen:
            v += 1
        g.append(v)
    for n in words():
        print("win" if g[n % 25 if periodic else n] else "lose")


def misere(normal):
    for a in heaps(words()):
        big = normal or any(v > 1 for v in a)
        print("Yes" if big == (xor(a) != 0) else "No")


def lasker(zero, narrow):
    def g(v):
        if narrow:
            v = (v + 2**31) % 2**32 - 2**31
        if v % 4 == 0 and (zero or v):
            return v - 1
        return v + 1 if v % 4 == 3 else v

    for a in heaps(words()):
        print("Alice" if xor(map(g, a)) else "Bob")


def ends():
    for a in heaps(words()):
        assert all(v <= 10**18 for v in a), a
        best = {}
        for width in range(len(a) + 1):
            for i in range(len(a) - width + 1):
                j = i + width
                best[i, j] = max(a[i] - best[i + 1, j], a[j - 1] - best[i, j - 1]) if width else 0
        print(best[0, len(a)])


def lines(wins):
    for line in sys.stdin:
        print("A" if wins(*map(int, line.split())) else "B")


PROGRAMS = {
    "fours": lambda: lines(lambda n, *_: n % 4 != 0),
    "years": lambda: lines(lambda y, m: (2006 - y + 3 - m) % 2 == 1),
    "wythoff": lambda: wythoff(False),
    "wythoff-doubles": lambda: wythoff(True),
    "nim-move": lambda: nim_move(False),
    "nim-move-xor": lambda: nim_move(True),
    "table": lambda: table(False),
    "table-strict": lambda: table(True),
    "rows": lambda: rows(False),
    "rows-global": lambda: rows(True),
    "board": lambda: board(False),
    "board-swapped": lambda: board(True),
    "factorial": lambda: factorial(False),
    "factorial-25": lambda: factorial(True),
    "misere": lambda: misere(False),
    "misere-normal": lambda: misere(True),
    "lasker": lambda: lasker(False, False),
    "lasker-zero": lambda: lasker(True, False),
    "lasker-int": lambda: lasker(False, True),
    "ends": ends,
}
PROGRAMS[sys.argv[1]]()
