# What Python programs need beside the language: functions of the rules language.
# A line with #= begins a function: its name, then the functions that it needs, which stand before it.

#= inside
def inside(size, i):
    """The place of the i-th of so many, from 0."""
    if i < 1 or i > size:
        sys.exit('The rules read or change an element that is not there.')
    return i - 1

#= element inside
def element(all, i):
    """The i-th element."""
    return all[inside(len(all), i)]

#= slice_of
def slice_of(all, i, j=None):
    """The elements from place i to place j, counted from 1; to the end where j is not given."""
    j = len(all) if j is None else j
    if i < 1 or i > j + 1 or j > len(all):
        sys.exit('The rules read elements that are not there.')
    return all[i - 1:j]

#= divisor
def divisor(x):
    """A number that something is divided by."""
    if x == 0:
        sys.exit('The rules divide by 0 here.')
    return x

#= floor_log2
def floor_log2(n):
    return n.bit_length() - 1

#= popcount
def popcount(n):
    return bin(n).count('1')

#= floor_root math
def floor_root(p, q, d, r):
    """floor((p + q * sqrt(d)) / r), exactly."""
    square = q * q * d
    root = math.isqrt(square)
    if q < 0:
        root = -root if root * root == square else -root - 1
    return (p + root) // r if r > 0 else (-p - root - (root * root != square)) // -r

#= xor_of
def xor_of(numbers):
    result = 0
    for x in numbers:
        result ^= x
    return result

#= gcd_of math
def gcd_of(numbers):
    result = 0
    for x in numbers:
        result = math.gcd(result, x)
    return result

#= bits_both
def bits_both(a, b):
    return a & b

#= bits_either
def bits_either(a, b):
    return a | b

#= shift_left
def shift_left(a, k):
    return a << k

#= shift_right
def shift_right(a, k):
    return a >> k

#= digits_of
def digits_of(n, base):
    """The digits of n, the leading one first."""
    digits = [n % base]
    n //= base
    while n:
        digits.append(n % base)
        n //= base
    return tuple(reversed(digits))

#= distance_on
def distance_on(graph, start, end):
    """The edges of a shortest way; as many as there are nodes where there is no way."""
    found = {start: 0}
    waiting = [start]
    for node in waiting:
        if end in found:
            break
        for head in graph[node]:
            if head not in found:
                found[head] = found[node] + 1
                waiting.append(head)
    return found.get(end, len(graph))

#= divisors
def divisors(n):
    small = [d for d in range(1, math.isqrt(n) + 1) if n % d == 0]
    return tuple(sorted(set(small + [n // d for d in small])))

#= without
def without(a, x):
    """a with the first x left out."""
    if x not in a:
        return a
    i = a.index(x)
    return a[:i] + a[i + 1:]

#= compositions
def compositions(total, parts):
    """All lists of so many natural numbers with this sum."""
    if total < 0 or parts < 0 or (parts == 0 and total > 0):
        return
    if parts == 0:
        yield ()
        return
    for first in range(total + 1) if parts > 1 else (total,):
        for rest in compositions(total - first, parts - 1):
            yield (first,) + rest

#= below
def below(top):
    """All vectors that are nowhere above this one."""
    return itertools.product(*(range(x + 1) for x in top))

#= sublists
def sublists(a):
    for length in range(len(a) + 1):
        yield from itertools.combinations(a, length)

#= subsets sublists
def subsets(a):
    for chosen in sublists(tuple(a)):
        yield frozenset(chosen)

#= partitions
def partitions(n, largest=None):
    """All falling lists of positive numbers with this sum."""
    if n == 0:
        yield ()
    for first in range(min(n, n if largest is None else largest), 0, -1):
        for rest in partitions(n - first, first):
            yield (first,) + rest

#= lines
def lines(board, k):
    """All straight runs of k cells: along rows, columns and diagonals."""
    height, width = len(board), len(board[0]) if board else 0
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if k > 1 else ((0, 1),) if k == 1 else ():
        for r in range(height):
            for c in range(width):
                if r + down * (k - 1) < height and 0 <= c + right * (k - 1) < width:
                    yield tuple(board[r + down * i][c + right * i] for i in range(k))

#= regions
def regions(board, value, fill):
    """The connected areas of a value, each cut out of its box, with fill in the cells around it."""
    seen = set()
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] != value or (r, c) in seen:
                continue
            area, waiting = {(r, c)}, [(r, c)]
            while waiting:
                i, j = waiting.pop()
                for x, y in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
                    if 0 <= x < len(board) and 0 <= y < len(board[0]) and (x, y) not in area \
                            and board[x][y] == value:
                        area.add((x, y))
                        waiting.append((x, y))
            seen |= area
            top, bottom = min(x for x, _ in area), max(x for x, _ in area)
            left, right = min(y for _, y in area), max(y for _, y in area)
            yield tuple(tuple(value if (x, y) in area else fill for y in range(left, right + 1))
                        for x in range(top, bottom + 1))

#= rows
def rows(longest, values):
    for length in range(longest + 1):
        yield from itertools.product(values, repeat=length)

#= bags
def bags(longest, values):
    values = sorted(set(values) - {0})
    for length in range(longest + 1):
        yield from itertools.combinations_with_replacement(values, length)

#= words rows
def words(longest, letters):
    return (''.join(row) for row in rows(longest, letters))

#= is_fibonacci
def is_fibonacci(n):
    a, b = 1, 2
    while a < n:
        a, b = b, a + b
    return a == n

#= is_prime
def is_prime(n):
    if n < 2:
        return False
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    for p in bases:
        if n % p == 0:
            return n == p
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True

#= is_square
def is_square(n):
    return n >= 0 and math.isqrt(n) ** 2 == n

#= is_power2
def is_power2(n):
    return n > 0 and n & (n - 1) == 0

#= is_factorial
def is_factorial(n):
    f, k = 1, 1
    while f < n:
        k += 1
        f *= k
    return f == n

#= fibonacci_to
def fibonacci_to(most):
    a, b = 1, 2
    while a <= most:
        yield a
        a, b = b, a + b

#= primes_to
PRIMES = []
SIEVED = [1]


def primes_to(most):
    if most > SIEVED[0]:
        SIEVED[0] = max(2 * SIEVED[0], most, 1000)
        sieve = bytearray([1]) * (SIEVED[0] + 1)
        sieve[:2] = b'\0\0'
        for p in range(2, math.isqrt(SIEVED[0]) + 1):
            if sieve[p]:
                sieve[p * p::p] = bytes(len(range(p * p, SIEVED[0] + 1, p)))
        PRIMES[:] = [p for p in range(SIEVED[0] + 1) if sieve[p]]
    return PRIMES[:bisect.bisect_right(PRIMES, most)]

#= squares_to
def squares_to(most):
    return (k * k for k in range(1, math.isqrt(max(most, 0)) + 1))

#= powers2_to
def powers2_to(most):
    power = 1
    while power <= most:
        yield power
        power *= 2

#= factorials_to
def factorials_to(most):
    f, k = 1, 1
    while f <= most:
        yield f
        k += 1
        f *= k
