"""Games written in Python, on the same engines.

A class with ``moves(position)`` is a game; positions are anything that can be hashed. Every position that is met is asked for its
moves once, in Python, and that is what it costs: some microseconds a position, where rules of a file take nanoseconds. It is meant for
small games, and for checking a rules file against one's own idea of the game (:meth:`OwnGame.compare`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _bouton
from ._ask import Memory, Progress, Time, ask
from .answers import Outcome
from .errors import NotApplicable

if TYPE_CHECKING:
    from .games import Game, Position


class Step:
    """A move that earns the mover something, or lets the mover move again."""

    __slots__ = ("again", "gain", "to")

    def __init__(self, to: Hashable, gain: int = 0, again: bool = False) -> None:
        self.to = to
        self.gain = gain
        self.again = again

    def __repr__(self) -> str:
        return f"Step({self.to!r}, gain={self.gain}, again={self.again})"


class OwnGame:
    """A game of two players who move in turns, as one class.

    ``moves(position)`` gives the positions (or :class:`Step`) that the player to move can go to. ``ends(position)`` may give ``"win"``,
    ``"lose"`` or ``"draw"`` for the player to move where a rule ends the game. Who cannot move loses, or wins with ``misere = True``.
    Where play can go on for ever, ``endless`` says what that means. Where it matters who moves, the mover is part of the position.

    >>> import bouton
    >>> class Take(bouton.OwnGame):
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 3, 4) if k <= n]
    >>> Take().outcome(7), Take().grundy(10)
    (<Outcome.LOSE: 'lose'>, 1)
    """

    #: Does whoever cannot move win?
    misere: bool = False
    #: What endless play is for the player to move: "draw", "win" or "lose"; None where it cannot happen.
    endless: Optional[str] = None
    #: Does a move lead to a tuple of independent parts?
    parts: bool = False

    def moves(self, position: Any) -> Iterable[Any]:
        """The positions that the player to move can go to."""
        raise NotImplementedError("a game of one's own has a method moves(position)")

    def _ask(self, what: str, position: Hashable, time: Time, memory: Memory, progress: Progress) -> Any:
        engines: dict[str, _bouton.OwnEngine] = self.__dict__.setdefault("_engines", {})

        def once(engine: _bouton.OwnEngine) -> Any:
            return ask(engine.ask, position, wrap=lambda found: found, time=time, memory=memory, progress=progress)

        found = once(engines[what]) if what in engines else None
        if found is None:
            # The first question, or another thread is asking now: an engine of its own, which knows nothing yet.
            ends = getattr(self, "ends", None)
            engine = _bouton.OwnEngine(what, self.moves, ends, self.misere, self.endless or "draw", Step)
            try:
                found = once(engine)
            finally:
                engines[what] = engine
        return found[0]

    def outcome(self, position: Hashable, *, time: Time = None, memory: Memory = None, progress: Progress = None) -> Outcome:
        """Who wins, for the player to move."""
        if self.parts:
            return Outcome.LOSE if self.grundy(position, time=time, memory=memory) == 0 else Outcome.WIN
        what = "outcome" if self.endless is None else "endless"
        return Outcome(self._ask(what, position, time, memory, progress)[0])

    def remoteness(self, position: Hashable, *, time: Time = None, memory: Memory = None, progress: Progress = None) -> Optional[int]:
        """Moves to the end with best play; None for a draw."""
        found: Optional[int] = self._ask("endless", position, time, memory, progress)[1]
        return found

    def score(self, position: Hashable, *, time: Time = None, memory: Memory = None, progress: Progress = None) -> int:
        """What the player to move gets more than the other, with best play; moves are :class:`Step` with gains."""
        return int(self._ask("score", position, time, memory, progress))

    def grundy(self, position: Hashable, *, time: Time = None, memory: Memory = None, progress: Progress = None) -> int:
        """The Grundy value, under normal play; of a part where moves lead to tuples of parts."""
        return int(self._ask("parts" if self.parts else "grundy", position, time, memory, progress))

    def winning_moves(self, position: Hashable, *, time: Time = None, memory: Memory = None) -> list[Any]:
        """The positions to go to that win."""
        if self.parts:
            raise NotApplicable("with parts=True, positions are sums: ask for Grundy values and add them by xor")
        out: list[Any] = []
        for move in self.moves(position):
            step = move if isinstance(move, Step) else Step(move)
            wanted = Outcome.WIN if step.again else Outcome.LOSE
            if self.outcome(step.to, time=time, memory=memory) is wanted:
                out.append(step.to)
        return out

    def compare(
        self,
        game: Game,
        positions: Iterable[Position],
        to: Optional[Callable[[Position], Hashable]] = None,
    ) -> Optional[tuple[Position, Any, Any]]:
        """Is a rules file the same game? The first position at which the two differ with both answers, or None. ``to`` gives the
        own position of a position of the rules; without it a single part is taken as it is, and several as a tuple."""
        for at in positions:
            own = to(at) if to is not None else (at[0] if len(at) == 1 else tuple(at))
            if self.parts:
                theirs: Union[int, Outcome] = game.grundy(at)
                ours: Union[int, Outcome] = self.grundy(own)
            else:
                theirs, ours = game.outcome(at), self.outcome(own)
            if theirs != ours:
                return at, theirs, ours
        return None


class _FromMoves(OwnGame):
    def __init__(self, moves: Callable[[Any], Iterable[Any]], misere: bool, endless: Optional[str], parts: bool) -> None:
        self._moves = moves
        self.misere = misere
        self.endless = endless
        self.parts = parts

    def moves(self, position: Any) -> Iterable[Any]:
        return self._moves(position)


def from_moves(
    moves: Callable[[Any], Iterable[Any]], *, misere: bool = False, endless: Optional[str] = None, parts: bool = False
) -> OwnGame:
    """A game from a function that gives the positions a position can go to; with ``parts`` each as a tuple of independent parts.

    >>> import bouton
    >>> kayles = bouton.from_moves(lambda n: [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)], parts=True)
    >>> [kayles.grundy(n) for n in range(10)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    return _FromMoves(moves, misere, endless, parts)
