"""How numbers are written: seconds, ratios, sizes."""

import re
import unicodedata


def seconds(value):
    """Three figures with a unit: `1.28 s`, `31.2 ms`."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if value >= scale or unit == "ns":
            number = value / scale
            return f"{number:.{max(0, 3 - len(str(int(number))))}f} {unit}"


def ratio(value):
    return f"{value:.0f}×" if value >= 100 else f"{value:.1f}×" if value >= 10 else f"{value:.2f}×"


def size(n):
    """`10^8`, `1.25·10^7`, `2000`."""
    if n < 10_000:
        return str(n)
    power = len(str(n)) - 1
    lead = f"{n / 10**power:g}"
    return f"10^{power}" if lead == "1" else f"{lead}·10^{power}"


def sized(text, n, write=str):
    """`{n}` and `{10n}` in a text as numbers."""
    return re.sub(r"\{([0-9]*)n\}", lambda m: write(int(m[1] or 1) * n), text)


def aligned(head, rows):
    """Lines of a table for a terminal."""
    wide = lambda s: sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in s)
    widths = [max(wide(r[i]) for r in [head, *rows]) for i in range(len(head))]
    return ["  ".join(c + " " * (w - wide(c)) for c, w in zip(r, widths)).rstrip() for r in [head, *rows]]
