"""The rows of the bench as data: what is measured, our program, theirs, and the bar.

A command is a list of words; `{n}` stands for the size and `{10n}` for ten times that. Its first word names a program: of ours an example of a crate
(`EXAMPLES`) or the command `bouton`, of theirs a file of bench/textbook, a peer (kit/peers.py) or an example. Every program prints
the seconds that the work took and a checksum of everything it found; the checksums of a row must be equal.
"""

from dataclasses import dataclass, field, replace

# The programs of ours that are examples of a crate.
EXAMPLES = {"bench", "graph", "moves"}


@dataclass(frozen=True)
class Faster:
    """At least so many times as fast as the opponent."""

    times: float

    def __str__(self):
        return f"≥ {self.times:g}×"

    def met(self, ours, theirs):
        return theirs / ours >= self.times


@dataclass(frozen=True)
class Within:
    """At most so many times the opponent's time."""

    times: float

    def __str__(self):
        return f"≤ {self.times:g}× its time"

    def met(self, ours, theirs):
        return ours / theirs <= self.times


@dataclass(frozen=True)
class Opponent:
    """Another program for the same work; `bar` is `None` where it is measured for information only."""

    name: str
    command: list
    bar: object = None


@dataclass(frozen=True)
class Input:
    """A large file that a command of ours writes, and rules that read it as `input.txt`."""

    command: list
    rules: str


@dataclass(frozen=True)
class Row:
    number: int
    work: str
    ours: list
    theirs: list = field(default_factory=list)
    # The size that is measured, one small enough for a test, and those of bench/growth.
    size: int = 0
    tiny: int = 0
    growth: tuple = ()
    # Runs longer than this many seconds are given up.
    patience: float = 300.0
    # A bar of our own time alone, from the start of the process to its exit: most seconds (the median of many starts), or
    # least megabytes a second of the file `input` (the best of several).
    seconds: float = None
    rate: float = None
    input: object = None

    def without_opponents(self):
        """The same row with our side only."""
        return replace(self, theirs=[])


TOKENS = 'param G = graph file "input.txt"; heaps v in G; move slide w in G[v]: v -> w'
CHOMP = (
    "position a in 1.., b, c; require b <= a; require c <= b;"
    "move upper k in 1..a-1: a -> k, b -> min(b, k), c -> min(c, k);"
    "move middle k in 0..b-1: b -> k, c -> min(c, k);"
    "move lower k in 0..c-1: c -> k"
)
TAKE = "heaps n; move take k in {1, 3, 4}: n -> n - k"
BOARD = "3 7 1 9 4 8 2 6 5 10 3 7 1 9 4 8"


def _grid(cells, width):
    words = cells.split()
    return " / ".join(" ".join(words[i : i + width]) for i in range(0, len(words), width))


def _cram(rows, cols, bar):
    board = _grid("0 " * (rows * cols), cols)
    return Row(
        17,
        f"Cram {rows} × {cols}, Grundy value, from rules",
        ["bench", "nimber", "cram", board],
        [Opponent("igsolve, br-asp-set", ["igsolve", str(rows), str(cols)], Faster(bar))],
        patience=120.0,
    )


# Games on boards for values, typed as anybody would.
_NEAR = (
    "define near(b, r, c, x) = any(b[i,j] = x for i in max(1, r-1)..min(|b|, r+1), j in max(1, c-1)..min(|b[1]|, c+1)"
    " if abs(i - r) + abs(j - c) = 1);"
)
SNORT = (
    f"players Left, Right; position grid b of 0..2; {_NEAR}"
    "move paint by Left r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0 and not near(b, r, c, 2): b[r,c] -> 1;"
    "move paint by Right r in 1..|b|, c in 1..|b[1]| if b[r,c] = 0 and not near(b, r, c, 1): b[r,c] -> 2"
)


def _clobber(player, own, other):
    return (
        f"move clobber by {player} r in 1..|b|, c in 1..|b[1]|, i in max(1, r-1)..min(|b|, r+1), j in max(1, c-1)..min(|b[1]|, c+1)"
        f" if abs(i - r) + abs(j - c) = 1 and b[r,c] = {own} and b[i,j] = {other}: b[r,c] -> 0, b[i,j] -> {own}"
    )


CLOBBER = f"players Left, Right; position grid b of 0..2; {_clobber('Left', 1, 2)}; {_clobber('Right', 2, 1)}"


def _checkered(rows, cols):
    return " / ".join(" ".join(str(1 + (r + c) % 2) for c in range(cols)) for r in range(rows))


def _value(work, game, position, theirs):
    return Row(
        23,
        f"{work}, canonical form, from rules",
        ["bench", "value", game, position],
        [Opponent("cgt", ["cgt", *theirs], Faster(3))],
        patience=120.0,
    )


ROWS = [
    Row(
        1,
        "take 1, 3 or 4, values of heaps to {n}, from rules",
        ["bench", "fill", TAKE, "{n}"],
        [Opponent("array and mex", ["subtraction", "{n}"], Faster(20))],
        size=100_000_000,
        tiny=1000,
        growth=(50_000_000, 100_000_000, 200_000_000),
    ),
    Row(
        2,
        "Grundy values on a random graph without cycles, {n} nodes, {10n} edges, in memory",
        ["graph", "grundy", "{n}", "{10n}"],
        [Opponent("memory and stamps", ["dag", "grundy", "{n}", "{10n}"], Faster(8))],
        size=1_000_000,
        tiny=1000,
    ),
    Row(
        3,
        "the same from a text file, whole command",
        ["bouton", "{rules}", "{n}"],
        size=999_999,
        rate=200.0,
        input=Input(["graph", "edges", "1000000", "10000000"], TOKENS),
    ),
    Row(
        4,
        "who wins on a random graph without cycles, {n} nodes, {10n} edges, in memory",
        ["graph", "win", "{n}", "{10n}"],
        [Opponent("one sweep, a byte a node", ["dag", "win", "{n}", "{10n}"], Faster(3))],
        size=10_000_000,
        tiny=1000,
    ),
    Row(
        5,
        "win, lose or draw with the number of moves, a graph with cycles, {n} nodes, {4n} edges, in memory",
        ["graph", "draws", "{n}", "{4n}"],
        [Opponent("a good attractor", ["attractor", "{n}", "{4n}"], Faster(1))],
        size=12_500_000,
        tiny=1000,
    ),
    Row(
        6,
        "Lasker's Nim by table, heaps to {n}, from rules",
        ["bench", "breaks", "lasker", "{n}"],
        [Opponent("stamps", ["lasker", "{n}"], Faster(5))],
        size=50_000,
        tiny=300,
        growth=(25_000, 50_000, 100_000),
    ),
    Row(
        7,
        "Kayles by table, heaps to {n}, from rules",
        ["bench", "breaks", "kayles", "{n}"],
        [Opponent("stamps", ["kayles", "{n}"], Faster(3))],
        size=50_000,
        tiny=300,
    ),
    Row(
        8,
        "Officers (0.6), heaps to {n}, every value verified, from rules",
        ["bench", "sparse", "officers", "{n}"],
        [
            Opponent("ogsolve, rc2s", ["ogsolve", "0.6", "{n}"], Faster(4)),
            Opponent("the same on bitmaps", ["officers", "{n}"], Faster(1)),
        ],
        size=1_000_000,
        tiny=3000,
        growth=(500_000, 1_000_000, 2_000_000),
    ),
    Row(
        9,
        "Wythoff, who wins, {n} × {n}, from rules",
        ["bench", "win", "wythoff", "{n}"],
        [Opponent("every move of every cell", ["wythoff", "win", "{n}"], Faster(500))],
        size=2000,
        tiny=100,
        growth=(2000, 4000, 8000),
    ),
    Row(
        10,
        "Wythoff, Grundy values, {n} × {n}, from rules",
        ["bench", "grundy", "wythoff", "{n}"],
        [Opponent("every move of every cell", ["wythoff", "grundy", "{n}"], Faster(50))],
        size=1000,
        tiny=60,
        growth=(1000, 2000, 4000),
    ),
    Row(
        11,
        "Wythoff, Grundy values, {n} × {n}, from rules",
        ["bench", "grundy", "wythoff", "{n}"],
        [Opponent("sets as bits", ["wythoff", "bitset", "{n}"], Faster(10))],
        size=10_000,
        tiny=60,
    ),
    Row(
        12,
        "Rake It In, k = {n}, from rules",
        ["bench", "score", "rake", _grid(BOARD, 4), "k={n}"],
        [Opponent("plain minimax", ["rake", "{n}", *BOARD.split()], Faster(20))],
        size=4,
        tiny=2,
    ),
    Row(
        13,
        "take any number from either end, {n} numbers, for points, from rules",
        ["bench", "ends", "ends", "{n}"],
        [Opponent("all intervals, running maxima", ["ends", "{n}"], Faster(1))],
        size=2000,
        tiny=100,
        growth=(2000, 4000, 8000),
    ),
    Row(
        14,
        "Digital Deletions, who wins every string of at most 6 digits (1,111,111), from rules",
        ["bench", "below", "digits", "{n}", "outcome"],
        [
            Opponent("looking at every option", ["digits", "look", "{n}"], Faster(1)),
            Opponent("marking from lost strings", ["digits", "mark", "{n}"]),
        ],
        size=999_999,
        tiny=99,
    ),
    Row(
        15,
        "moves of six heaps, take 1 to 3, hashing every option, rules compiled before; time of one move",
        ["moves", "machine", "{n}"],
        [Opponent("the loop written in Rust", ["moves", "native", "{n}"], Within(1.5))],
        size=2_000_000,
        tiny=1000,
    ),
    Row(
        16,
        "Chomp with three rows of at most {n}, all lost positions, from rules",
        ["bench", "lost", CHOMP, "{n}"],
        [Opponent("every bite of every position", ["chomp", "{n}"], Faster(20))],
        size=300,
        tiny=20,
    ),
    _cram(4, 5, 0.5),
    _cram(5, 5, 0.5),
    _cram(5, 7, 1),
    _cram(5, 8, 1),
    _cram(4, 11, 1),
    Row(
        19,
        "first answer: bouton nim 3 4 5, from start to exit, median of 51",
        ["bouton", "nim", "3", "4", "5"],
        seconds=0.015,
    ),
    Row(
        21,
        "Nim, 1000 heaps of at most 1000, from start to exit, median of 51",
        ["bouton", "nim", *(str(i * 7919 % 1000 + 1) for i in range(500)), *(str(i * i * 31 % 1000 + 1) for i in range(500))],
        seconds=0.3,
    ),
    Row(
        22,
        "Officers (0.6), heaps to {n}, every value verified, from rules",
        ["bench", "sparse", "officers", "{n}"],
        [Opponent("ogsolve, rc2s", ["ogsolve", "0.6", "{n}"], Faster(4))],
        size=10_000_000,
        tiny=3000,
    ),
    _value("Domineering 4 × 4", "domineering", "4x4", ["domineering", "4", "4"]),
    _value("Domineering 4 × 5", "domineering", "4x5", ["domineering", "4", "5"]),
    _value("Domineering 5 × 5", "domineering", "5x5", ["domineering", "5", "5"]),
    _value("Clobber 3 × 5", CLOBBER, _checkered(3, 5), ["clobber", "3", "5"]),
    _value("Snort 3 × 4", SNORT, "3x4", ["snort", "3", "4"]),
    _value("Toads and Frogs T⁷□³F⁷", "toads-frogs", "TTTTTTT...FFFFFFF", ["toads", "TTTTTTT...FFFFFFF"]),
    Row(
        24,
        "{n} sums of two small values, in canonical form",
        ["bench", "sums", "-", "{n}"],
        [Opponent("cgt", ["cgt", "sums", "{n}"], Faster(3))],
        size=100_000,
        tiny=200,
    ),
]
