# Solutions of judges' problems, right and wrong: wrong.py PROBLEM right|wrong
import sys
from math import isqrt

WORDS = sys.stdin.read().split()
WRONG = sys.argv[2] == "wrong"


def xor(values):
    total = 0
    for v in values:
        total ^= v
    return total


def numbers():
    return iter(map(int, WORDS))


def pairs():
    w = numbers()
    t = next(w)
    for _ in range(t):
        yield next(w), next(w)


def lists():
    w = numbers()
    t = next(w)
    for _ in range(t):
        yield [next(w) for _ in range(next(w))]


def say(cases, won, yes, no):
    for case in cases:
        print(yes if won(case) else no)


def mex(values):
    v = 0
    while v in values:
        v += 1
    return v


def poj1067(p):
    a, b = min(p), max(p)
    d = b - a
    return a ^ b != 0 and a != b if WRONG else (d + isqrt(5 * d * d)) // 2 != a


def lasker(v):
    if WRONG or v == 0:
        return v
    return v - 1 if v % 4 == 0 else v + 1 if v % 4 == 3 else v


def table(takes, to, strict):
    g = []
    for n in range(to):
        g.append(mex({g[n - k] for k in takes if (k < n if strict else k <= n)}))
    return g


def fibonacci(n):
    a, b = 1, 2
    while a < n and not (WRONG and a > 10**6):
        a, b = b, a + b
    return a != n


def georgia(p):
    p = sorted(p)
    if WRONG:
        return xor(p) != 0
    gaps = [b - a - 1 for a, b in zip([0] + p, p)]
    return xor(gaps[::-1][::2]) != 0


def redistribute(a):
    if WRONG:
        return xor(a) != 0
    a = sorted(v for v in a if v)
    return not (len(a) % 2 == 0 and all(a[i] == a[i + 1] for i in range(0, len(a), 2)))


def mock(p):
    def g(n):
        if WRONG:
            return n
        return 0 if n == 0 else 2 * (n - 1) + (bin(n - 1).count("1") % 2 == 0)

    return xor(map(g, p)) != 0


def squares(n, memo):
    if WRONG:
        moves = 0
        while n:
            n -= isqrt(n) ** 2
            moves += 1
        return moves % 2 == 1
    while len(memo) <= n:
        m = len(memo)
        memo.append(any(not memo[m - k * k] for k in range(1, isqrt(m) + 1)))
    return memo[n]


def main(problem):
    w = numbers()
    if problem == "POJ1067":
        say(pairs(), poj1067, "1", "0")
    elif problem == "HDU3032":
        say(lists(), lambda a: xor(map(lasker, a)) != 0, "Alice", "Bob")
    elif problem == "LuoguP2197":
        say(lists(), lambda a: sum(a) % 2 == 1 if WRONG else xor(a) != 0, "Yes", "No")
    elif problem == "HDU1848":
        g = table([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987], 1001, WRONG)
        say(lists(), lambda a: xor(g[v] for v in a) != 0, "Fibo", "Nacci")
    elif problem == "HDU2516":
        next(w)
        say(w, fibonacci, "First win", "Second win")
    elif problem == "HDU2147":
        odd = lambda p: (p[0] + p[1]) % 2 == 1 if WRONG else p[0] % 2 == 0 or p[1] % 2 == 0
        say(pairs(), odd, "Wonderful!", "What a pity!")
    elif problem == "POJ1704":
        say(lists(), georgia, "Georgia will win", "Bob will win")
    elif problem == "POJ2484":
        next(w)
        say(w, lambda n: n % 2 == 1 if WRONG else 1 <= n <= 2, "Alice", "Bob")
    elif problem == "POJ1740":
        say(lists(), redistribute, "1", "0")
    elif problem == "CSES1099":
        say(lists(), lambda p: xor(p if WRONG else p[1::2]) != 0, "first", "second")
    elif problem == "HDU3537":
        say(lists(), mock, "No", "Yes")
    elif problem == "LeetCode1510":
        next(w)
        memo = []
        say(w, lambda n: squares(n, memo), "true", "false")
    else:
        sys.exit(1)


main(sys.argv[1])
