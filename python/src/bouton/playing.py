"""A game in progress, against an opponent that sees through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

from . import _bouton, html
from ._ask import Memory, Time, ask
from .answers import MoveEntry, Outcome, outcome

if TYPE_CHECKING:
    from .games import Game, Move, Position


class Playing:
    """A game in progress.

    >>> import bouton
    >>> match = bouton.game("nim").playing([3, 4, 5])
    >>> match.play("take 2 @1").position
    <Nim · 1 4 5>
    >>> reply = match.reply()
    >>> match.hint(1)
    'You are winning.'
    """

    def __init__(self, game: Game, start: str, first: Optional[str], mistakes: float, seed: int) -> None:
        self.game = game
        self._table = _bouton.Playing(game, start, first, mistakes, seed)

    def _state(self) -> dict[str, Any]:
        return self._table.state()

    @property
    def position(self) -> Position:
        """Where it stands."""
        return self.game.position(self._state()["position"])

    @property
    def mover(self) -> int:
        """Who moves, 0 or 1."""
        return int(self._state()["mover"])

    @property
    def moves(self) -> list[MoveEntry]:
        """What the player to move can do."""
        return [MoveEntry(one, self.game) for one in self._state()["moves"]]

    @property
    def over(self) -> Optional[Outcome]:
        """None while it goes on; then what the player to move has."""
        return outcome(self._state()["over"])

    @property
    def totals(self) -> Optional[list[int]]:
        """Points so far, in a game for points."""
        return self._state()["totals"]  # type: ignore[no-any-return]

    def play(self, move: Union[str, Move, MoveEntry]) -> Playing:
        """Makes a move of the player to move."""
        self._table.follow(str(move))
        return self

    def reply(self, *, time: Time = None, memory: Memory = None) -> Optional[MoveEntry]:
        """Lets the opponent move; None where the game is over."""

        def wrap(made: Optional[dict[str, Any]]) -> Optional[MoveEntry]:
            return None if made is None else MoveEntry(made, self.game)

        return ask(self._table.reply, wrap=wrap, time=time, memory=memory)

    def hint(self, step: int = 1, *, time: Time = None, memory: Memory = None) -> Optional[str]:
        """A hint: 1 who is winning, 2 where to look, 3 the move. None where the position is too big."""
        found: Optional[str] = ask(self._table.hint, step, wrap=lambda text: text, time=time, memory=memory)
        return found

    def undo(self, player: int = 0) -> bool:
        """Takes back to where a player had to move last; False where there is nothing to take back."""
        return self._table.undo(player)

    @property
    def history(self) -> list[dict[str, Any]]:
        """Every state so far: position, mover, outcome, grundy, score, and the move that led there."""
        return self._table.history()["states"]  # type: ignore[no-any-return]

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        """The moves that gave something away, with what would have kept it."""
        return self._table.history()["mistakes"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        state = self._state()
        over = f" · over: {state['over']} for the player to move" if state["over"] else ""
        return f"<{self.game.title} · {state['position']} · player {state['mover'] + 1} moves{over}>"

    def _repr_html_(self) -> str:
        return html.position(self.position) + f"<div>{html.escape(repr(self))}</div>"
