"""Theorems for all sizes, certificates, and the independent checker."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _bouton, html
from ._ask import Memory, Progress, Time, ask
from .answers import Data, Status, status
from .errors import FileError, NotApplicable

if TYPE_CHECKING:
    from .games import At, Game


class Certificate:
    """Everything that a small independent program needs to see that a statement is true."""

    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it into a file, whole or not at all."""
        path = os.fspath(path)
        beside = f"{path}.part"
        with open(beside, "w", encoding="utf-8") as file:
            file.write(self.text)
        os.replace(beside, path)

    def to_dict(self) -> dict[str, Any]:
        """The certificate as data."""
        return json.loads(self.text)  # type: ignore[no-any-return]

    @property
    def kind(self) -> str:
        """What it proves."""
        return str(self.to_dict()["kind"])

    def verify(self, *, time: Time = None) -> Verified:
        """Asks the checker, which shares nothing with the provers."""
        return ask(_bouton.verify, self.text, "certificate", wrap=Verified, time=time)

    def __repr__(self) -> str:
        return f"<certificate: {self.kind}, {len(self.text)} bytes>"


class Theorem(Data):
    """A theorem about all sizes, or why there is none.

    >>> import bouton
    >>> theorem = bouton.game("heaps n; move take k in {1, 3, 4}: n -> n - k").prove()
    >>> theorem.status, theorem.period
    (<Status.PROVED: 'PROVED'>, 7)
    """

    def __init__(self, finding: _bouton.Finding, game: Game, position: Optional[str] = None) -> None:
        super().__init__(finding.to_dict())
        self._finding = finding
        self._game = game
        self._position = position

    @property
    def status(self) -> Optional[Status]:
        """PROVED, or None."""
        return status(self._data["status"])

    @property
    def proved(self) -> bool:
        """Is there a theorem?"""
        return self.status is Status.PROVED

    @property
    def theorem(self) -> Optional[str]:
        """In words."""
        return self._data.get("theorem")

    @property
    def formula(self) -> Optional[str]:
        """What follows ``claim`` in rules, where a known form fits."""
        return self._data.get("formula")

    @property
    def reason(self) -> Optional[str]:
        """Why there is none."""
        return self._data.get("reason")

    @property
    def how(self) -> list[str]:
        """How it was proved."""
        return self._data.get("how", [])  # type: ignore[no-any-return]

    @property
    def period(self) -> Optional[int]:
        """The period of the values, where they repeat."""
        return self._data.get("period")

    @property
    def claims(self) -> list[dict[str, Any]]:
        """The claims of the rules, decided by it."""
        return self._data.get("claims", [])  # type: ignore[no-any-return]

    @property
    def position(self) -> Optional[dict[str, Any]]:
        """What it says of the position that was asked for."""
        return self._data.get("position")

    @property
    def certificate(self) -> Certificate:
        """Its certificate, for :func:`bouton.verify`."""
        return self._certificate(None)

    def certificate_of(self, at: At, *, time: Time = None, memory: Memory = None) -> Certificate:
        """The certificate of one position, whose whole game tree is small."""
        return self._certificate(self._game._text(at), time=time, memory=memory)

    def _certificate(self, position: Optional[str], time: Time = None, memory: Memory = None) -> Certificate:
        text, why = ask(self._finding.certificate, position, wrap=lambda pair: pair, time=time, memory=memory, progress=False)
        if text is None:
            raise NotApplicable(why or "")
        return Certificate(text)

    def at(self, at: At, *, time: Time = None) -> Optional[dict[str, Any]]:
        """What it says of a position of any size: position, outcome, grundy, winning_move."""
        found: Optional[dict[str, Any]] = ask(self._finding.at, self._game._text(at), wrap=lambda judged: judged, time=time, progress=False)
        return found

    @property
    def svg(self) -> Optional[str]:
        """The automaton drawn, where it has one."""
        drawn = self._finding.drawings()
        return drawn[0] if drawn else None

    @property
    def dot(self) -> Optional[str]:
        """The automaton for Graphviz."""
        drawn = self._finding.drawings()
        return drawn[1] if drawn else None

    def __bool__(self) -> bool:
        return self.proved

    def __repr__(self) -> str:
        return f"<{self.theorem or self.reason} · {self.status or 'not proved'}>"

    def _repr_html_(self) -> str:
        rows = [(str(self.status or "–"), html.escape(self.theorem or self.reason or ""))]
        if self.formula:
            rows.append(("claim", f"<code>{html.escape(self.formula)}</code>"))
        rows += [("", html.escape(one)) for one in self.how]
        return html.facts(rows, html.escape(str(self._data["game"]))) + (self.svg or "")


class Verified(Data):
    """What the checker says of a certificate. True if it was accepted."""

    @property
    def accepted(self) -> bool:
        """Does the certificate prove what it says?"""
        return bool(self._data["accepted"])

    @property
    def statement(self) -> Optional[str]:
        """What it proves."""
        return self._data.get("statement")

    @property
    def reason(self) -> Optional[str]:
        """Why it was refused."""
        return self._data.get("reason")

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        return f"<{'accepted' if self.accepted else 'refused'}: {self.statement or self.reason}>"


def verify(path: Union[str, os.PathLike[str]], *, time: Time = None, progress: Progress = None) -> Verified:
    """Checks a certificate in a file by an independent checker: ``bouton.verify("w.json")``."""
    name = os.fspath(path)
    try:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{name} cannot be used: {error}.", file=name) from error
    return ask(_bouton.verify, text, name, wrap=Verified, time=time, progress=progress)
