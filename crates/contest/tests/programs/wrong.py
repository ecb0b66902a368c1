# Solutions of judges' problems, right and wrong: wrong.py PROBLEM right|wrong
import re
import sys
from math import isqrt

TEXT = sys.stdin.read()
WRONG = sys.argv[2] == "wrong"


def xor(values):
    total = 0
    for v in values:
        total ^= v
    return total


def mex(values):
    v = 0
    while v in values:
        v += 1
    return v


def numbers():
    return iter(map(int, re.findall(r"-?\d+", TEXT)))


def until(w, last):
    """Tuples of numbers until the last one, or the end."""
    for first in w:
        case = (first, *(next(w) for _ in last[1:]))
        if case == last:
            return
        yield case


def counted(w, size):
    return (tuple(next(w) for _ in range(size)) for _ in range(next(w)))


def lists(w, stop=None):
    for n in w:
        if n == stop:
            return
        yield [next(w) for _ in range(n)]


def counted_lists(w):
    return ([next(w) for _ in range(next(w))] for _ in range(next(w)))


def say(cases, won, yes, no):
    for case in cases:
        print(yes if won(case) else no)


def bash(p):
    n, m = p
    # Wrong: whoever takes as much as possible every time wins.
    return -(-n // m) % 2 == 1 if WRONG else n % (m + 1) != 0


def wythoff(p):
    a, b = min(p), max(p)
    d = b - a
    # Wrong: in floating point.
    return (int(d * (1 + 5**0.5) / 2) if WRONG else (d + isqrt(5 * d * d)) // 2) != a


def lasker(v):
    # Wrong: as in Nim.
    if WRONG or v == 0:
        return v
    return v - 1 if v % 4 == 0 else v + 1 if v % 4 == 3 else v


def table(takes, to, strict):
    g = []
    for n in range(to + 1):
        # Wrong: taking everything is forgotten.
        g.append(mex({g[n - k] for k in takes if (k < n if strict else k <= n)}))
    return g


def fibonacci(n):
    a, b = 1, 2
    # Wrong: a table that ends too early.
    while a < n and not (WRONG and a > 10**6):
        a, b = b, a + b
    return a != n


def georgia(p):
    p = sorted(p)
    # Wrong: the squares themselves.
    if WRONG:
        return xor(p) != 0
    gaps = [b - a - 1 for a, b in zip([0] + p, p)]
    return xor(gaps[::-1][::2]) != 0


def redistribute(a):
    if WRONG:
        return xor(a) != 0
    a = sorted(v for v in a if v)
    return not (len(a) % 2 == 0 and all(a[i] == a[i + 1] for i in range(0, len(a), 2)))


def mock(n):
    # Wrong: the place itself is the value.
    return n + 1 if WRONG else 2 * n + (bin(n).count("1") % 2 == 0)


def squares(n):
    if WRONG:
        moves = 0
        while n:
            n -= isqrt(n) ** 2
            moves += 1
        return moves % 2 == 1
    memo = []
    for m in range(n + 1):
        memo.append(any(not memo[m - k * k] for k in range(1, isqrt(m) + 1)))
    return memo[n]


def euclid(p):
    a, b = max(p), min(p)
    if WRONG:
        # Wrong: always as many times as possible.
        moves = 0
        while b:
            a, b = b, a % b
            moves += 1
        return moves % 2 == 1
    won = True
    while b and a // b == 1:
        a, b = b, a - b
        won = not won
    return won if b else not won


def digits():
    """Lost strings as numbers, each marked from those it can be reached from; strings with a leading zero win at once."""
    won = bytearray(10**6)
    for n in range(1, 10**6):
        if won[n]:
            continue
        place = 1
        while place <= n:
            for more in range(n // place % 10 + 1, 10):
                won[n + (more - n // place % 10) * place] = 1
            place *= 10
        longer, count = n * 10, 1
        while longer < 10**6:
            # Wrong: only the zero is erased, and not what follows.
            for m in range(longer, longer + (1 if WRONG else count)):
                won[m] = 1
            if WRONG:
                break
            longer, count = longer * 10, count * 10
    return won


def s_nim(w):
    for k in w:
        if k == 0:
            return
        takes = [next(w) for _ in range(k)]
        queries = list(counted_lists(w))
        g = table(takes, max(max(q, default=0) for q in queries), WRONG)
        yield "".join("W" if xor(g[v] for v in q) else "L" for q in queries)


def nim_moves(a):
    x = xor(a)
    if x == 0:
        print("No")
        return
    print("Yes")
    for v in a:
        # Wrong: v - x is left.
        if v ^ x < v:
            print(v, max(v - x, 0) if WRONG else v ^ x)


def winning(a):
    x = xor(a)
    # Wrong: every heap larger than the xor can be moved.
    return sum(v >= x if WRONG else v ^ x < v for v in a) if x else 0


def main(problem):
    w = numbers()
    if problem == "51nod1066":
        say(counted(w, 2), bash, "A", "B")
    elif problem == "AtCoderDPK":
        size, n = next(w), next(w)
        g = table(list(w)[:size], n, WRONG)
        print("First" if g[n] else "Second")
    elif problem == "CSES1099":
        # Wrong: all stairs count.
        say(counted_lists(w), lambda p: xor(p if WRONG else p[1::2]) != 0, "first", "second")
    elif problem == "CSES1729":
        n, _ = next(w), next(w)
        print("".join("W" if v else "L" for v in table(list(w), n, WRONG)[1:]))
    elif problem == "HDU1404":
        won = digits()
        say(TEXT.split(), lambda d: d[0] == "0" or won[int(d)], "Yes", "No")
    elif problem == "HDU1848":
        g = table([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987], 1000, WRONG)
        say(until(w, (0, 0, 0)), lambda a: xor(g[v] for v in a) != 0, "Fibo", "Nacci")
    elif problem == "HDU2147":
        # Wrong: the parity of the sum.
        won = lambda p: (p[0] + p[1]) % 2 == 1 if WRONG else p[0] % 2 == 0 or p[1] % 2 == 0
        say(until(w, (0, 0)), won, "Wonderful!", "What a pity!")
    elif problem == "HDU2176":
        for a in lists(w, 0):
            nim_moves(a)
    elif problem == "HDU2516":
        say(until(w, (0,)), lambda p: fibonacci(p[0]), "First win", "Second win")
    elif problem == "HDU3032":
        say(counted_lists(w), lambda a: xor(map(lasker, a)) != 0, "Alice", "Bob")
    elif problem == "HDU3537":
        say(lists(w), lambda p: xor(map(mock, set(p))) != 0, "No", "Yes")
    elif problem == "LeetCode1510":
        say(w, squares, "true", "false")
    elif problem == "LuoguP1290":
        say(counted(w, 2), euclid, "Stan wins", "Ollie wins")
    elif problem == "LuoguP2197":
        say(counted_lists(w), lambda a: sum(a) % 2 == 1 if WRONG else xor(a) != 0, "Yes", "No")
    elif problem == "POJ1067":
        say(until(w, (None, None)), wythoff, "1", "0")
    elif problem == "POJ1704":
        say(counted_lists(w), georgia, "Georgia will win", "Bob will win")
    elif problem == "POJ1740":
        say(lists(w, 0), redistribute, "1", "0")
    elif problem == "POJ2484":
        # Wrong: as if the coins did not have to be adjacent.
        say(until(w, (0,)), lambda p: p[0] % 3 != 0 if WRONG else p[0] <= 2, "Alice", "Bob")
    elif problem == "POJ2960":
        for line in s_nim(w):
            print(line)
    elif problem == "POJ2975":
        for a in lists(w, 0):
            print(winning(a))
    else:
        sys.exit(1)


main(sys.argv[1])
