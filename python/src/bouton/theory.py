"""Values of partizan games, thermographs, misère quotients."""

from __future__ import annotations

from typing import Any, Optional

from . import _bouton, html
from ._ask import Memory, Progress, Time, ask
from .answers import Data, Status, status
from .errors import NotApplicable
from .proofs import Certificate


class Value(Data):
    """The value of a partizan position, of a sum, or of an expression.

    >>> import bouton
    >>> v = bouton.value("{1|-1} + *")
    >>> v.value, v.temperature, v.outcome_class
    ('+-(1*)', '1', 'N')
    """

    @property
    def value(self) -> Optional[str]:
        """The canonical form in ASCII."""
        return self._data.get("value")

    @property
    def unicode(self) -> Optional[str]:
        """The same in Unicode."""
        return self._data.get("unicode")

    @property
    def outcome_class(self) -> Optional[str]:
        """L, R, N or P (``class`` in the data)."""
        return self._data.get("class")

    @property
    def temperature(self) -> Optional[str]:
        """The tax at which nobody wants to move."""
        return self._data.get("temperature")

    @property
    def mean(self) -> Optional[str]:
        """What one copy is worth when there are many."""
        return self._data.get("mean")

    @property
    def stops(self) -> tuple[Optional[str], Optional[str]]:
        """Where play ends when Left begins, and when Right does."""
        return self._data.get("left_stop"), self._data.get("right_stop")

    @property
    def atomic_weight(self) -> Optional[str]:
        """How many ups it is about, where it is all-small."""
        return self._data.get("atomic_weight")

    @property
    def compared(self) -> Optional[dict[str, Any]]:
        """How two values stand to each other, where that was asked: ``bouton.value("tiny(2) < ^")``."""
        return self._data.get("compared")

    @property
    def status(self) -> Optional[Status]:
        """PROVED: values are computed completely or not at all."""
        return status(self._data.get("status"))

    @property
    def why(self) -> list[str]:
        """Why, in words."""
        return self._data.get("why", [])  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return str(self.unicode or self.value or "")

    def __repr__(self) -> str:
        return f"<{self._data['position']} = {self} · {self._data.get('class', '')}>"

    def _repr_html_(self) -> str:
        keys = ("value", "class", "left_stop", "right_stop", "temperature", "mean", "atomic_weight", "birthday")
        rows = [(key.replace("_", " "), html.escape(str(self._data[key]))) for key in keys if self._data.get(key) is not None]
        rows += [("", html.escape(one)) for one in self.why]
        return html.facts(rows, f"<b>{html.escape(str(self._data['position']))} = {html.escape(str(self))}</b>")


class Thermograph(Data):
    """The walls of a thermograph: ``left`` and ``right``, each a list of points (tax, at)."""

    def __init__(self, data: dict[str, Any], svg: str) -> None:
        super().__init__(data)
        #: The picture.
        self.svg = svg

    @property
    def left(self) -> list[dict[str, str]]:
        """The left wall from tax 0 up."""
        return self._data["left"]  # type: ignore[no-any-return]

    @property
    def right(self) -> list[dict[str, str]]:
        """The right wall from tax 0 up."""
        return self._data["right"]  # type: ignore[no-any-return]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<thermograph of {self._data['value']}: temperature {self._data['temperature']}, mean {self._data['mean']}>"


class Quotient(Data):
    """A misère quotient: what decides every sum when whoever cannot move wins.

    >>> import bouton
    >>> q = bouton.game("heaps n; octal 0.3").quotient()
    >>> q.order, q.tame, q.status
    (2, True, <Status.PROVED: 'PROVED'>)
    """

    def __init__(self, data: dict[str, Any], certificate: Optional[str], texts: tuple[str, str]) -> None:
        super().__init__(data)
        self._certificate = certificate
        #: As LaTeX, and as a table for GAP.
        self.latex, self.gap = texts

    @property
    def order(self) -> int:
        """How many elements there are."""
        return int(self._data["order"])

    @property
    def tame(self) -> bool:
        """Is it the quotient of a game of Nim?"""
        return bool(self._data["tame"])

    @property
    def elements(self) -> list[str]:
        """The names of all elements, the unit first."""
        return self._data["elements"]  # type: ignore[no-any-return]

    @property
    def lost(self) -> list[str]:
        """The lost elements."""
        return self._data["lost"]  # type: ignore[no-any-return]

    @property
    def table(self) -> list[list[int]]:
        """Products, by the numbers of elements."""
        return self._data["table"]  # type: ignore[no-any-return]

    @property
    def heaps(self) -> dict[str, str]:
        """The element of each heap."""
        return {one["heap"]: one["element"] for one in self._data["heaps"]}

    @property
    def relations(self) -> list[list[str]]:
        """Pairs of words that are equal."""
        return self._data["relations"]  # type: ignore[no-any-return]

    @property
    def period(self) -> Optional[dict[str, int]]:
        """From which heap on the elements repeat."""
        return self._data.get("period")

    @property
    def status(self) -> Optional[Status]:
        """PROVED for all sums, or CHECKED for sums of heaps to a size."""
        return status(self._data["status"])

    @property
    def certificate(self) -> Certificate:
        """Its certificate."""
        if self._certificate is None:
            raise NotApplicable(
                "There is no certificate: one is written where the quotient is proved for all heaps of a take-and-break code "
                "that leaves at most two heaps, in rules of normal play."
            )
        return Certificate(self._certificate)

    def product(self, *elements: str) -> str:
        """The product of elements by their names."""
        at = 0
        for name in elements:
            at = self.table[at][self.elements.index(name)]
        return self.elements[at]

    def is_lost(self, *heaps: int) -> bool:
        """Is the sum of these heaps lost for the player to move, in misère play?"""
        images = self.heaps
        return self.product(*(images.get(str(heap), "1") if heap else "1" for heap in heaps)) in self.lost

    def __repr__(self) -> str:
        return f"<misère quotient of order {self.order}, {'tame' if self.tame else 'wild'} · {self.status}>"

    def _repr_html_(self) -> str:
        relations = ", ".join(f"{a} = {b}" for a, b in self.relations)
        heaps = ", ".join(f"Φ({heap}) = {element}" for heap, element in list(self.heaps.items())[:40])
        rows = [
            ("order", f"{self.order} · {'tame' if self.tame else 'wild'}"),
            ("relations", html.escape(relations)),
            ("P", html.escape(", ".join(self.lost))),
            ("Φ", html.escape(heaps)),
            (str(self.status or "–"), html.escape(str(self._data["reason"]))),
        ]
        return html.facts(rows)


def value(line: str, *, outcome: bool = False, time: Time = None, memory: Memory = None, progress: Progress = None) -> Value:
    """What a sum of positions or an expression is worth: ``bouton.value("toads-frogs TT.F - 2 * clobber XO")``."""
    return ask(_bouton.value, [(1, None, line)], outcome, wrap=Value, time=time, memory=memory, progress=progress)


def thermograph(line: str, *, dark: bool = False, time: Time = None, memory: Memory = None) -> Thermograph:
    """The thermograph of a sum or an expression: ``bouton.thermograph("{4|0}")``."""
    return ask(
        _bouton.thermograph,
        [(1, None, line)],
        dark,
        wrap=lambda found: Thermograph(*found),
        time=time,
        memory=memory,
    )
