"""How numbers are written: seconds, ratios, sizes."""

import unicodedata


def seconds(value):
    """Four figures with a unit: `1.275 s`, `31.20 ms`."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= scale or unit == "µs":
            number = value / scale
            return f"{number:.{max(0, 3 - len(str(int(number))))}f} {unit}"


def ratio(value):
    return f"{value:.0f}×" if value >= 100 else f"{value:.1f}×" if value >= 10 else f"{value:.2f}×"


def size(n):
    """`10^8`, `5·10^4`, `2000`."""
    digits = str(n).rstrip("0")
    zeros = len(str(n)) - len(digits)
    if zeros < 4:
        return str(n)
    power = f"10^{zeros}"
    return power if digits == "1" else f"{digits}·{power}"


def aligned(head, rows):
    """Lines of a table for a terminal."""
    wide = lambda s: sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in s)
    widths = [max(wide(r[i]) for r in [head, *rows]) for i in range(len(head))]
    return ["  ".join(c + " " * (w - wide(c)) for c, w in zip(r, widths)).rstrip() for r in [head, *rows]]
