"""Patterns in values, with the status that they have earned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from . import _bouton, html
from .answers import Data, Status, status


class Found(Data):
    """One pattern."""

    @property
    def kind(self) -> str:
        """``period``, ``formula``, ``digits``, …"""
        return str(self._data["kind"])

    @property
    def status(self) -> Optional[Status]:
        """How far it can be trusted."""
        return status(self._data["status"])

    @property
    def formula(self) -> str:
        """The pattern as a formula."""
        return str(self._data["formula"])

    @property
    def reason(self) -> str:
        """Why it has this status."""
        return str(self._data["reason"])

    @property
    def claim(self) -> Optional[str]:
        """Lines that can be pasted into rules."""
        return self._data.get("claim")

    @property
    def period(self) -> Optional[int]:
        """The length of a period."""
        return self._data.get("period")

    @property
    def saltus(self) -> Optional[int]:
        """What a period adds; 0 if nothing."""
        return self._data.get("saltus")

    @property
    def first(self) -> Optional[int]:
        """The first n from which a period holds for ever (``from`` in the data)."""
        return self._data.get("from")

    @property
    def exceptions(self) -> list[str]:
        """Where it does not hold."""
        return self._data.get("exceptions", [])  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<{self.formula} · {self.status}>"


class Patterns(Data):
    """Everything that was found, the best first.

    >>> import bouton
    >>> bouton.find_pattern([4, 5, 6] * 4).found[0].formula
    'a(n) = n mod 3 + 4'
    """

    @property
    def found(self) -> list[Found]:
        """The patterns, the best first."""
        return [Found(one) for one in self._data["found"]]

    @property
    def traps(self) -> list[Any]:
        """Patterns that the first values show and a later one breaks."""
        return self._data.get("traps", [])  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return "\n".join(f"{one.formula} · {one.status}" for one in self.found) or "<no pattern found>"

    def _repr_html_(self) -> str:
        rows = [(one.status or "–", one.kind, one.formula, one.reason) for one in self.found]
        return html.table(["", "", "", ""], rows)


def find_pattern(numbers: Iterable[int], *, start: int = 0, max_period: Optional[int] = None, exceptions: Optional[int] = None) -> Patterns:
    """The rule behind a list of numbers, without a game; everything is GUESSED then."""
    return Patterns(_bouton.pattern_in([int(n) for n in numbers], start, max_period, exceptions))
