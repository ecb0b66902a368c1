"""Games, positions and moves, and everything that is asked of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _bouton, html
from ._ask import Memory, Progress, Range, Time, ask, ranges, setting, size, typed
from .answers import Answer, Data, MoveEntry, Outcome
from .patterns import Patterns
from .proofs import Theorem
from .tables import Table
from .theory import Quotient, Thermograph, Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .playing import Playing

#: A position as it may be given: a text, a number, a list of heaps, a dictionary of fields, or an object.
At = Union[str, int, Iterable[Any], Mapping[str, Any], "Position"]


class Position:
    """A position of a game: hashable, comparable, and a sequence of its parts.

    >>> import bouton
    >>> p = bouton.game("nim").position([3, 4, 5])
    >>> str(p), list(p), p == bouton.game("nim").position("3 4 5")
    ('3 4 5', [3, 4, 5], True)
    """

    __slots__ = ("_key", "game", "parts", "text")

    def __init__(self, game: Game, text: str, parts: tuple[Any, ...]) -> None:
        self.game = game
        #: As it can be typed.
        self.text = text
        #: Its parts: a number or text each, or a tuple where a part has several fields.
        self.parts = parts
        self._key = (game._identity, text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.game.title} · {self.text}>"

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key == other._key

    def __lt__(self, other: Position) -> bool:
        return self.parts < other.parts

    def __iter__(self) -> Iterator[Any]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, i: int) -> Any:
        return self.parts[i]

    def __add__(self, other: Union[Position, Sum]) -> Sum:
        return Sum([self]) + other

    def _repr_html_(self) -> str:
        return f"<div><b>{html.escape(self.game.title)}</b></div>{html.position(self)}"

    def moves(self, first: Optional[str] = None) -> list[Move]:
        """Every move."""
        return self.game.moves(self, first)

    def play(self, move: Union[str, Move, MoveEntry], first: Optional[str] = None) -> Position:
        """The position after a move."""
        return self.game.play(self, move, first)

    def solve(self, **asked: Any) -> Answer:
        """Who wins; see :meth:`Game.solve`."""
        return self.game.solve(self, **asked)

    @property
    def outcome(self) -> Outcome:
        """Who wins."""
        return self.game.outcome(self)

    @property
    def grundy(self) -> int:
        """Its Grundy value."""
        return self.game.grundy(self)


class Move:
    """A legal move, with the position that it leads to."""

    __slots__ = ("again", "choices", "gain", "move", "part", "text", "to")

    def __init__(self, entry: dict[str, Any], to: Position, gain: int, again: bool) -> None:
        #: As it can be typed.
        self.move = str(entry["move"])
        #: Which part of the position, from 1.
        self.part = int(entry["part"])
        #: The values of the choices by name.
        self.choices: dict[str, Any] = entry["choices"]
        #: In words.
        self.text = str(entry["text"])
        #: The position that it leads to.
        self.to = to
        #: What the mover gains, in a game for points.
        self.gain = gain
        #: Does the mover move again?
        self.again = again

    def __str__(self) -> str:
        return self.move

    def __repr__(self) -> str:
        return f"<{self.move} → {self.to}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.move, self.to) == (other.move, other.to)

    def __hash__(self) -> int:
        return hash((self.move, self.to))


class Sum:
    """Positions of several games side by side: ``nim.position("3 4") + kayles.position("7")``.

    >>> import bouton
    >>> both = bouton.game("nim").position("3 4") + bouton.game("kayles").position("7")
    >>> both.solve().grundy
    5
    """

    def __init__(self, terms: list[Position]) -> None:
        self.terms = terms

    def __add__(self, other: Union[Position, Sum]) -> Sum:
        return Sum(self.terms + (other.terms if isinstance(other, Sum) else [other]))

    def __str__(self) -> str:
        return " + ".join(str(term) for term in self.terms)

    def __repr__(self) -> str:
        return f"<{' + '.join(term.game.title for term in self.terms)} · {self}>"

    def solve(
        self,
        *,
        first: Optional[str] = None,
        all_moves: bool = False,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
    ) -> Answer:
        """Who wins the sum, by which moves, and why."""
        terms = [(term.game, term.text) for term in self.terms]
        game = self.terms[0].game if len(self.terms) == 1 else None
        return ask(
            _bouton.solve,
            terms,
            first,
            all_moves,
            wrap=lambda found: Answer(found[0], found[1], found[2], game),
            time=time,
            memory=memory,
            progress=progress,
        )

    def value(self, *, outcome: bool = False, time: Time = None, memory: Memory = None, progress: Progress = None) -> Value:
        """What the sum of partizan positions is worth; with ``outcome`` only who wins, by search of the hottest part first."""
        terms = [(1, term.game, term.text) for term in self.terms]
        return ask(_bouton.value, terms, outcome, wrap=Value, time=time, memory=memory, progress=progress)


class Game(_bouton.Game):
    """A game: rules, parameters, and the ending in force. :func:`bouton.game` makes one.

    >>> import bouton
    >>> nim = bouton.game("nim")
    >>> nim.solve([3, 4, 5]).winning_moves
    [<take 2 @1 → 1 4 5>]
    >>> nim.grundy([3, 4, 5])
    2
    """

    _identity: tuple[Any, ...]

    def __new__(
        cls,
        named: Union[str, os.PathLike[str]],
        how: str = "any",
        misere: bool = False,
        settings: Optional[Mapping[str, Any]] = None,
        memory: Memory = None,
    ) -> Game:
        if not isinstance(named, (str, os.PathLike)):
            wanted = "a game is a name of the library, a path, or rules as text; one written in Python is a bouton.OwnGame"
            raise TypeError(f"{wanted}, not {type(named).__name__}")
        given = [(name, setting(value)) for name, value in (settings or {}).items()]
        game = super().__new__(cls, os.fspath(named), how, misere, given, size(memory))
        game._identity = (game.rules, misere, tuple(given))
        game._named = (os.fspath(named), how, misere, dict(settings or {}))
        return game

    def __repr__(self) -> str:
        changed = "".join(f" · {name} = {value}" for name, value in self._identity[2])
        return f"<{self.title}{changed}{' · misère' if self._identity[1] else ''}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game, self._named)

    def _repr_html_(self) -> str:
        note = f"<div>{html.escape(self.note)}</div>" if self.note else ""
        return f"<div><b>{html.escape(self.title)}</b></div>{note}<pre>{html.escape(self.rules.rstrip())}</pre>"

    def set(self, **parameters: Any) -> Game:
        """The same game with parameters changed: ``bouton.game("bash").set(m=5)``."""
        named, how, misere, settings = self._named
        return Game(named, how, misere, {**settings, **parameters})

    def misere(self) -> Game:
        """The same game where the last mover loses."""
        named, how, _, settings = self._named
        return Game(named, how, True, settings)

    # Positions

    def position(self, at: At) -> Position:
        """A position, given as a text, a number, a list of heaps, a dictionary of fields, or an object."""
        if isinstance(at, Position) and at.game is self:
            return at
        return Position(self, *self.read(self._text(at)))

    def _text(self, at: At) -> str:
        return at.text if isinstance(at, Position) else typed(at)

    def positions(self, to: int, *, sums: bool = False, limit: int = 1_000_000, time: Time = None) -> list[Position]:
        """All legal positions of size up to ``to``, the smallest first; for heaps single heaps, or sums of them with ``sums``."""

        def wrap(found: list[tuple[str, tuple[Any, ...]]]) -> list[Position]:
            return [Position(self, *one) for one in found]

        return ask(self.positions_of, to, not sums, limit, wrap=wrap, time=time)

    def moves(self, at: At, first: Optional[str] = None) -> list[Move]:
        """Every legal move."""
        return [Move(entry, Position(self, *to), gain, again) for entry, to, gain, again in self.moves_of(self._text(at), first)]

    def play(self, at: At, move: Union[str, Move, MoveEntry], first: Optional[str] = None) -> Position:
        """The position after a move, typed or from a list.

        >>> import bouton
        >>> str(bouton.game("nim").play([3, 4, 5], "take 2 @1"))
        '1 4 5'
        """
        return Position(self, *self.play_move(self._text(at), str(move), first))

    # Questions

    def outcome(self, at: At, *, first: Optional[str] = None, time: Time = None, memory: Memory = None) -> Outcome:
        """Who wins, and no more. What was found is remembered, so that many positions cost little more than one."""
        return ask(self.outcome_of, self._text(at), first, wrap=Outcome, time=time, memory=memory, progress=False)

    def solve(
        self,
        at: At = "",
        *,
        first: Optional[str] = None,
        all_moves: bool = False,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
    ) -> Answer:
        """Who wins a position, by which moves, and why. ``to_dict()`` is what the command prints with ``--json``."""
        return ask(
            _bouton.solve,
            [(self, self._text(at))],
            first,
            all_moves,
            wrap=lambda found: Answer(found[0], found[1], found[2], self),
            time=time,
            memory=memory,
            progress=progress,
        )

    def solve_many(
        self,
        positions: Iterable[At],
        *,
        first: Optional[str] = None,
        all_moves: bool = False,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
    ) -> list[Union[Answer, Data]]:
        """Answers for many positions, as ``--batch --json`` gives them: one solver remembers for all. A position that
        is none gives its mistake (``error`` in the data); every position has the whole time."""

        def wrap(found: list[tuple[dict[str, Any], list[str]]]) -> list[Union[Answer, Data]]:
            return [Data(data) if "error" in data else Answer(data, why, "", self) for data, why in found]

        texts = [self._text(at) for at in positions]
        return ask(
            _bouton.solve_many,
            self,
            texts,
            first,
            all_moves,
            wrap=wrap,
            time=time,
            memory=memory,
            progress=progress,
        )

    def explain(
        self,
        at: At,
        move: Union[str, Move, MoveEntry, None] = None,
        *,
        depth: int = 1,
        first: Optional[str] = None,
        time: Time = None,
        memory: Memory = None,
    ) -> Data:
        """The moves and their answers as a tree, or what one move does."""
        by = None if move is None else str(move)
        terms = [(self, self._text(at))]
        return ask(_bouton.explain, terms, first, by, depth, wrap=Data, time=time, memory=memory)

    def values(self, to: int, *, time: Time = None, memory: Memory = None, progress: Progress = None) -> npt.NDArray[np.integer[Any]]:
        """The Grundy values of heaps 0 to ``to`` as an array: ``values(100)[100]`` is the value of a heap of 100. The engine's memory
        is handed over, not copied.

        >>> import bouton
        >>> bouton.game("kayles").values(12).tolist()
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
        """
        found: npt.NDArray[np.integer[Any]] = ask(
            _bouton.values, self, to, wrap=lambda array: array, time=time, memory=memory, progress=progress
        )
        return found

    def table(
        self,
        to: Optional[int] = None,
        *,
        show: Optional[str] = None,
        first: Optional[str] = None,
        sums: bool = False,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
        **axes: Range,
    ) -> Table:
        """The values for a range of positions: ``table(a=200, b=200)``, ``table(n=range(50))``, ``table(to=20)``. ``show`` is grundy, win,
        best, score, moves, remoteness or value."""

        def asked(show: Optional[str]) -> _bouton.TableData:
            found: _bouton.TableData = ask(
                _bouton.table,
                self,
                ranges(axes),
                to,
                show,
                first,
                sums,
                wrap=lambda data: data,
                time=time,
                memory=memory,
                progress=progress,
            )
            return found

        return ask(
            _bouton.table,
            self,
            ranges(axes),
            to,
            show,
            first,
            sums,
            wrap=lambda data: Table(data, asked),
            time=time,
            memory=memory,
            progress=progress,
        )

    def pattern(
        self,
        to: Optional[int] = None,
        *,
        show: Optional[str] = None,
        max_period: Optional[int] = None,
        exceptions: Optional[int] = None,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
        **axes: Range,
    ) -> Patterns:
        """The rule behind the values, with the status that it has earned.

        >>> import bouton
        >>> bouton.game("bash").pattern().found[0].status
        <Status.PROVED: 'PROVED'>
        """
        return ask(
            _bouton.pattern,
            self,
            ranges(axes),
            to,
            show,
            max_period,
            exceptions,
            wrap=Patterns,
            time=time,
            memory=memory,
            progress=progress,
        )

    def prove(
        self,
        at: Optional[At] = None,
        *,
        numeration: Optional[str] = None,
        automaton: bool = False,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
    ) -> Theorem:
        """A theorem about all sizes, found from the rules and proved; a position of any size is judged by it."""
        position = None if at is None else self._text(at)
        return ask(
            _bouton.prove,
            self,
            position,
            numeration,
            automaton,
            wrap=lambda found: Theorem(found, self, position),
            time=time,
            memory=memory,
            progress=progress,
        )

    def check(
        self,
        claim: Optional[str] = None,
        *,
        to: Optional[int] = None,
        inductive: bool = False,
        seed: Optional[int] = None,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
    ) -> Check:
        """Are the examples and claims of the rules true, or this claim?

        >>> import bouton
        >>> bouton.game("lasker").check("grundy = n", to=40).counterexample
        '3'
        """
        return ask(
            _bouton.check,
            self,
            claim,
            to,
            inductive,
            seed,
            wrap=Check,
            time=time,
            memory=memory,
            progress=progress,
        )

    def starts(
        self,
        given: Optional[int] = None,
        *,
        to: Optional[int] = None,
        limit: int = 20,
        time: Time = None,
        memory: Memory = None,
        **axes: Range,
    ) -> Data:
        """Which starts are lost for the player to move; for a setup game, which win for the player who sets up."""
        return ask(_bouton.starts, self, ranges(axes), given, to, limit, wrap=Data, time=time, memory=memory)

    def same(
        self,
        other: Game,
        *,
        to: Optional[int] = None,
        show: Optional[str] = None,
        maps: Iterable[str] = (),
        time: Time = None,
        memory: Memory = None,
        **axes: Range,
    ) -> Data:
        """Is another game the same, position by position?"""
        return ask(_bouton.same, self, other, ranges(axes), to, show, list(maps), wrap=Data, time=time, memory=memory)

    def value(self, at: At, *, outcome: bool = False, time: Time = None, memory: Memory = None, progress: Progress = None) -> Value:
        """The value of a partizan position in canonical form."""
        terms = [(1, self, self._text(at))]
        return ask(_bouton.value, terms, outcome, wrap=Value, time=time, memory=memory, progress=progress)

    def thermograph(self, at: At, *, dark: bool = False, time: Time = None, memory: Memory = None) -> Thermograph:
        """How the stops of a partizan position move with the tax on moves, drawn."""
        terms = [(1, self, self._text(at))]
        return ask(_bouton.thermograph, terms, dark, wrap=lambda found: Thermograph(*found), time=time, memory=memory)

    def quotient(
        self,
        at: Optional[At] = None,
        *,
        to: Optional[int] = None,
        time: Time = None,
        memory: Memory = None,
        progress: Progress = None,
    ) -> Quotient:
        """The misère quotient of the heaps, or of what follows from a position."""
        position = None if at is None else self._text(at)
        return ask(
            _bouton.misere,
            self,
            position,
            to,
            time is not None,
            wrap=lambda found: Quotient(*found),
            time=time,
            memory=memory,
            progress=progress,
        )

    def playing(self, at: At = "", *, first: Optional[str] = None, mistakes: float = 0.0, seed: int = 1) -> Playing:
        """A game in progress against an opponent that is perfect, or errs at this rate."""
        from .playing import Playing

        return Playing(self, self._text(at), first, mistakes, seed)


class Check(Data):
    """What became of examples and claims."""

    @property
    def ok(self) -> bool:
        """Is nothing false?"""
        return bool(self._data["ok"])

    @property
    def claims(self) -> list[dict[str, Any]]:
        """What became of each claim."""
        return self._data["claims"]  # type: ignore[no-any-return]

    @property
    def counterexample(self) -> Optional[str]:
        """The smallest counterexample of the first claim that is false."""
        return next((one["counterexample"] for one in self.claims if "counterexample" in one), None)

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        lines = [str(one["message"]) for one in self._data["examples"] + self.claims if one.get("message")]
        return "\n".join(lines) or f"<{self._data['game']}: {'ok' if self.ok else 'FALSE'}>"

    def _repr_html_(self) -> str:
        rows = [(one["status"], one["text"], one.get("message") or "") for one in self.claims]
        return html.table(["", "", ""], rows, html.escape(str(self._data["game"])))


def game(named: Union[str, os.PathLike[str]], *, misere: bool = False, memory: Memory = None, **parameters: Any) -> Game:
    """A game: a name of the library, a path, or the rules themselves; parameters by name.

    >>> import bouton
    >>> bouton.game("bash", m=3)
    <Bash: take 1 to m · m = 3>
    """
    how = "any" if isinstance(named, str) else "file"
    return Game(named, how, misere, parameters, memory)


def rules(text: str, *, misere: bool = False, memory: Memory = None, **parameters: Any) -> Game:
    """A game from its rules."""
    return Game(text, "rules", misere, parameters, memory)


def load(path: Union[str, os.PathLike[str]], *, misere: bool = False, memory: Memory = None, **parameters: Any) -> Game:
    """A game from a file."""
    return Game(path, "file", misere, parameters, memory)


def library(*words: str) -> list[dict[str, Any]]:
    """The games of the library that mention all these words: id, title, aliases, note, source, claims.

    >>> import bouton
    >>> [entry["id"] for entry in bouton.library("hdu3032")]
    ['lasker']
    """
    return _bouton.library(list(words))
