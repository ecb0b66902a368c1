"""Answers: the data that ``--json`` prints, with names, and drawn in notebooks.

Every answer has :meth:`Answer.to_dict`, which equals what the command prints with ``--json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Optional

from . import html
from ._ask import integer

if TYPE_CHECKING:
    from .games import Game, Position


class Outcome(str, Enum):
    """What a position is for the player to move. Equal to its word, so ``answer.outcome == "win"`` works too."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"

    def __str__(self) -> str:
        return self.value


class Status(str, Enum):
    """How far a statement can be trusted."""

    PROVED = "PROVED"
    CHECKED = "CHECKED"
    GUESSED = "GUESSED"
    FALSE = "FALSE"

    def __str__(self) -> str:
        return self.value


def outcome(word: Optional[str]) -> Optional[Outcome]:
    """The outcome that a word names."""
    return None if word is None else Outcome(word)


def status(word: Optional[str]) -> Optional[Status]:
    """The status that a word names."""
    return None if word is None else Status(word)


class Data:
    """An answer as plain data."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """What the command prints with ``--json``."""
        return self._data

    def __getitem__(self, key: str) -> Any:
        return self._data[key]

    def get(self, key: str, otherwise: Any = None) -> Any:
        """The value under a key, if there is one."""
        return self._data.get(key, otherwise)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._data)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Data) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]


class MoveEntry(Data):
    """A move of an answer. ``str`` is how it is typed.

    >>> import bouton
    >>> move = bouton.game("nim").solve([3, 4, 5]).winning_moves[0]
    >>> print(move, "→", move.to)
    take 2 @1 → 1 4 5
    """

    def __init__(self, data: dict[str, Any], game: Optional[Game] = None) -> None:
        super().__init__(data)
        self._game = game

    @property
    def move(self) -> str:
        """As it can be typed."""
        return str(self._data["move"])

    @property
    def part(self) -> int:
        """Which part of the position, from 1."""
        return int(self._data["part"])

    @property
    def choices(self) -> Mapping[str, Any]:
        """The values of the choices by name."""
        choices: Mapping[str, Any] = self._data["choices"]
        return choices

    @property
    def text(self) -> str:
        """In words."""
        return str(self._data["text"])

    @property
    def to(self) -> str:
        """The position that it leads to, as it can be typed."""
        return str(self._data["to"])

    @property
    def position(self) -> Position:
        """The position that it leads to, as an object (not in a sum of games)."""
        if self._game is None:
            raise ValueError("a move in a sum of games leads to no position of one game")
        return self._game.position(self.to)

    @property
    def leads_to(self) -> Optional[Outcome]:
        """The outcome of that position for whoever moves there."""
        return outcome(self._data.get("leads_to"))

    @property
    def grundy(self) -> Optional[int]:
        """The Grundy value of that position."""
        return integer(self._data.get("grundy"))

    @property
    def score(self) -> Optional[int]:
        """What the mover gets in all by this move, in a game for points."""
        return integer(self._data.get("score"))

    def __str__(self) -> str:
        return self.move

    def __repr__(self) -> str:
        return f"<{self.move} → {self.to}>"


class Answer(Data):
    """Who wins, by which moves, and why.

    >>> import bouton
    >>> answer = bouton.game("heaps n; move take k in {1, 3, 4}: n -> n - k").solve("7 10")
    >>> answer.outcome, answer.grundy, answer.status
    (<Outcome.WIN: 'win'>, 1, <Status.PROVED: 'PROVED'>)
    """

    def __init__(self, data: dict[str, Any], why: list[str], ending: str = "", game: Optional[Game] = None) -> None:
        super().__init__(data)
        #: The reasons, in sentences.
        self.why = why
        #: Who wins when nobody can move, in words.
        self.ending = ending
        self._game = game

    @property
    def game(self) -> str:
        """The title of the game; titles joined by `` + `` for a sum."""
        return str(self._data["game"])

    @property
    def position(self) -> str:
        """The position as it can be typed."""
        return str(self._data["position"])

    @property
    def outcome(self) -> Optional[Outcome]:
        """For the player to move; None over budget (then ``known`` is there)."""
        return outcome(self._data["outcome"])

    @property
    def win(self) -> bool:
        """Does the player to move win?"""
        return self.outcome is Outcome.WIN

    @property
    def known(self) -> Optional[str]:
        """What is known all the same when the budget ran out."""
        return self._data.get("known")

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """What each player gets when moving first, in a partizan game."""
        return {name: Outcome(word) for name, word in self._data.get("outcomes", {}).items()}

    @property
    def outcome_class(self) -> Optional[str]:
        """N, P, L or R, in a partizan game (``class`` in the data)."""
        return self._data.get("class")

    @property
    def grundy(self) -> Optional[int]:
        """The Grundy value, where the theory applies."""
        return integer(self._data.get("grundy"))

    @property
    def score(self) -> Optional[int]:
        """The score with best play, in a game for points."""
        return integer(self._data.get("score"))

    @property
    def remoteness(self) -> Optional[int]:
        """Moves to the end with best play, where it was computed."""
        return integer(self._data.get("remoteness"))

    @property
    def status(self) -> Optional[Status]:
        """How far it can be trusted; None over budget."""
        return status(self._data["status"])

    @property
    def checked_to(self) -> Optional[str]:
        """The bound, beside CHECKED."""
        return self._data.get("checked_to")

    @property
    def how(self) -> str:
        """How it was found."""
        return str(self._data["how"])

    @property
    def moves(self) -> Optional[int]:
        """How many moves there are."""
        return self._data["moves"]  # type: ignore[no-any-return]

    @property
    def options(self) -> Optional[int]:
        """How many distinct positions they lead to."""
        return self._data["options"]  # type: ignore[no-any-return]

    @property
    def winning_moves(self) -> list[MoveEntry]:
        """The winning moves; in a game for points the best ones."""
        return self._entries("winning_moves") or self._entries("best_moves")

    @property
    def best_moves(self) -> list[MoveEntry]:
        """The best moves of a game for points, else the winning ones."""
        return self.winning_moves

    @property
    def all_moves(self) -> list[MoveEntry]:
        """Every move with its outcome, where ``all_moves=True`` asked for them."""
        return self._entries("all_moves")

    @property
    def line(self) -> list[dict[str, Any]]:
        """The best line of a game for points."""
        return self._data.get("line", [])  # type: ignore[no-any-return]

    @property
    def terms(self) -> list[dict[str, Any]]:
        """The games of a sum with their values."""
        return self._data.get("terms", [])  # type: ignore[no-any-return]

    @property
    def complete(self) -> bool:
        """Are all winning moves listed or counted?"""
        return bool(self._data.get("complete", True))

    def _entries(self, key: str) -> list[MoveEntry]:
        return [MoveEntry(one, self._game) for one in self._data.get(key, [])]

    def __iter__(self) -> Iterator[MoveEntry]:
        return iter(self.winning_moves)

    def __repr__(self) -> str:
        worth = [f"{key} {self._data[key]}" for key in ("grundy", "score", "class") if self._data.get(key) is not None]
        moves = [str(move) for move in self.winning_moves[:4]]
        more = " …" if len(self.winning_moves) > 4 else ""
        found = str(self.outcome) if self.outcome is not None else str(self._data.get("known") or "not decided")
        by = f" by {', '.join(moves)}{more}" if moves else ""
        return f"<{self.game} · {self.position}: {found}{by}{''.join(f' · {one}' for one in worth)} · {self.status}>"

    def _repr_html_(self) -> str:
        return html.answer(self)
