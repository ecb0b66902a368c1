"""Games written in Python, compared with the rules language and with plain recursion."""

import threading
from functools import lru_cache

import pytest

import bouton
from bouton import Outcome, Step


class Take(bouton.OwnGame):
    def moves(self, n):
        return [n - k for k in (1, 3, 4) if k <= n]


class Wythoff(bouton.OwnGame):
    def moves(self, position):
        a, b = position
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def test_compared_with_rules():
    take, rules = Take(), bouton.game("heaps n; move take k in {1, 3, 4}: n -> n - k")
    values = rules.values(200).tolist()
    assert [take.grundy(n) for n in range(201)] == values
    assert take.compare(rules, rules.positions(to=60)) is None
    wythoff = Wythoff()
    game = bouton.game("wythoff")
    assert wythoff.compare(game, game.positions(to=14), to=lambda p: tuple(p[0])) is None
    assert wythoff.winning_moves((3, 3)) == [(1, 2), (2, 1), (0, 0)] or (0, 0) in wythoff.winning_moves((3, 3))
    wrong = bouton.from_moves(lambda n: [n - k for k in (1, 3, 5) if k <= n])
    at, theirs, ours = wrong.compare(rules, rules.positions(to=60))
    assert theirs != ours and str(at)


def test_any_hashable_position():
    @lru_cache(None)
    def wins(row):
        return any(not wins(row[:i] + row[i + 2 :]) for i in range(len(row) - 1) if row[i] != row[i + 1])

    game = bouton.from_moves(lambda row: [row[:i] + row[i + 2 :] for i in range(len(row) - 1) if row[i] != row[i + 1]])
    for row in ("ABAB", "AABB", "ABBA", "ABABAB", ""):
        assert (game.outcome(row) is Outcome.WIN) == wins(row)
    assert bouton.from_moves(lambda s: [s - {x} for x in s]).grundy(frozenset("abc")) == 1


def test_endings_scores_and_endless_play():
    class Misere(Take):
        misere = True

    assert [Misere().outcome(n) is Outcome.LOSE for n in (0, 1, 2, 3)] == [False, True, False, True]

    class Race(bouton.OwnGame):
        def moves(self, n):
            return [n + 1, n + 2]

        def ends(self, n):
            return "lose" if n >= 10 else None

    assert Race().outcome(10) is Outcome.LOSE and Race().outcome(9) is Outcome.WIN

    class Ends(bouton.OwnGame):
        def moves(self, row):
            if row:
                yield Step(row[1:], gain=row[0])
                yield Step(row[:-1], gain=row[-1])

    @lru_cache(None)
    def best(row):
        return max(row[0] - best(row[1:]), row[-1] - best(row[:-1])) if row else 0

    for row in [(3, 9, 1, 2), (4, -10, 7), (5,), ()]:
        assert Ends().score(row) == best(row)

    class Walk(bouton.OwnGame):
        endless = "draw"

        def moves(self, n):
            return {0: [1], 1: [0, 2], 2: [3], 3: []}[n]

    walk = Walk()
    assert walk.outcome(3) is Outcome.LOSE and walk.remoteness(2) == 1 and walk.outcome(1) is Outcome.DRAW

    class Again(bouton.OwnGame):
        def moves(self, n):
            return [Step(n - 1, again=n % 2 == 0)] if n else []

    assert Again().outcome(2) is Outcome.WIN


def test_mistakes_in_own_games():
    with pytest.raises(ZeroDivisionError):
        bouton.from_moves(lambda n: [1 // 0]).outcome(3)
    with pytest.raises(TypeError):
        bouton.from_moves(lambda n: [[n]]).outcome(3)
    with pytest.raises(bouton.EndlessError, match="0 → 1 → 0"):
        bouton.from_moves(lambda n: [1 - n]).outcome(0)
    with pytest.raises(TypeError, match="tuple of parts"):
        bouton.from_moves(lambda n: [n - 1] if n else [], parts=True).grundy(3)
    with pytest.raises(bouton.NotApplicable):
        bouton.from_moves(lambda n: [Step(n - 1, again=True)] if n else []).grundy(3)
    with pytest.raises(bouton.OverBudget):
        bouton.from_moves(lambda n: [n + 1]).outcome(0, time=0.3)

    class Bad(Take):
        def ends(self, n):
            return "maybe"

    with pytest.raises(ValueError, match="no outcome"):
        Bad().outcome(3)


def test_threads_share_a_game():
    take = Take()
    truth = [take.grundy(n) for n in range(100)]
    wrong = []

    def work():
        for n in range(100):
            if take.grundy(n) != truth[n] or Take().outcome(n) != (Outcome.WIN if truth[n] else Outcome.LOSE):
                wrong.append(n)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
