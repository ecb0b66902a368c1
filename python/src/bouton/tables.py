"""Tables of values as arrays, pictures and data frames."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _bouton, html
from .errors import NotApplicable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.integer[Any]]

#: Notebooks draw tables up to so many cells.
_DRAWN = 40_000


class Table:
    """Values for a range of positions. Arrays have an axis for every axis of the table, the first one slowest.

    >>> import bouton
    >>> t = bouton.game("wythoff").table(a=3, b=3)
    >>> t.grundy.tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5], [3, 4, 5, 6]]
    >>> t.outcome.tolist()[0]
    [-1, 1, 1, 1]
    """

    def __init__(self, data: _bouton.TableData, again: Optional[Callable[[str], _bouton.TableData]] = None) -> None:
        self._data = data
        self._again = again
        self._others: dict[str, _bouton.TableData] = {data.show: data}

    def to_dict(self) -> dict[str, Any]:
        """What the command prints with ``table … --json``."""
        return self._data.to_dict()

    @property
    def game(self) -> str:
        """The title of the game."""
        return self._data.game

    @property
    def show(self) -> str:
        """What it shows."""
        return self._data.show

    @property
    def bound(self) -> str:
        """What is listed."""
        return self._data.bound

    @property
    def complete(self) -> bool:
        """Was everything reached? Otherwise ``stopped`` says why, and cells that were not reached are gaps."""
        return self._data.complete

    @property
    def stopped(self) -> Optional[str]:
        """Why not everything was reached."""
        return self._data.stopped

    @property
    def axes(self) -> dict[str, list[Any]]:
        """The values along each axis; empty where positions are listed by size."""
        return dict(self._data.axes)

    @property
    def positions(self) -> list[Optional[str]]:
        """The positions in order, as they can be typed."""
        return self._data.positions()

    @property
    def values(self) -> Array:
        """What it shows, as an array of the narrowest type. A place without a legal position holds the smallest number of the type,
        which then has a sign; outcomes are 1 (win), 0 (draw), -1 (lose)."""
        return self._array(self.show)

    @property
    def grundy(self) -> Array:
        """Grundy values."""
        return self._array("grundy")

    @property
    def outcome(self) -> Array:
        """Who wins: 1 (win), 0 (draw), -1 (lose) for the player to move."""
        return self._array("win")

    @property
    def score(self) -> Array:
        """Scores."""
        return self._array("score")

    @property
    def moves(self) -> Array:
        """How many moves there are."""
        return self._array("moves")

    @property
    def remoteness(self) -> Array:
        """Moves to the end with best play; -1 for a draw."""
        return self._array("remoteness")

    @property
    def lost(self) -> list[str]:
        """The positions that are lost for the player to move."""
        outcomes = self.outcome.ravel().tolist()
        return [position for position, outcome in zip(self.positions, outcomes) if position is not None and outcome == -1]

    def _array(self, show: str) -> Array:
        if show == "win" and "win" not in self._others:
            # Values, scores and distances tell who wins as well.
            told: Optional[Array] = self._data.array("outcome")
            if told is not None:
                return told
        if show not in self._others:
            if self._again is None:
                raise NotApplicable(f"this table shows {self.show}")
            self._others[show] = self._again(show)
        found: Optional[Array] = self._others[show].array("outcome" if show == "win" else "number")
        if found is None:
            raise NotApplicable(f"{show} is no number: see to_dict()")
        return found

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        found = self.values
        return found if dtype is None else found.astype(dtype)

    def __len__(self) -> int:
        return len(self._data)

    def to_pandas(self) -> Any:
        """A data frame: of two axes a matrix with the values of the axes as labels, otherwise a row for every position."""
        import pandas

        if len(self._data.axes) == 2 and self.show not in ("best", "value"):
            (down, rows), (across, columns) = self._data.axes
            return pandas.DataFrame(self.values, index=pandas.Index(rows, name=down), columns=pandas.Index(columns, name=across))
        return pandas.DataFrame([{**row.pop("values"), **row} for row in self.to_dict()["rows"]])

    def svg(
        self,
        *,
        colour: str = "value",
        dark: bool = False,
        wrap: Optional[int] = None,
        cell: Optional[int] = None,
        lost: bool = False,
    ) -> str:
        """The picture that ``bouton plot --svg`` writes. ``colour`` is value, outcome, or a residue such as ``"mod 3"``."""
        return self._data.picture("svg", colour, dark, wrap, cell, None, lost).decode("utf-8")

    def save(self, path: Union[str, os.PathLike[str]], **look: Any) -> None:
        """Writes the picture into a file, ``.png`` or ``.svg``."""
        name = os.fspath(path)
        form = "png" if name.lower().endswith(".png") else "svg"
        picture = self._data.picture(
            form,
            look.pop("colour", "value"),
            look.pop("dark", False),
            look.pop("wrap", None),
            look.pop("cell", None),
            look.pop("scale", None),
            look.pop("lost", False),
        )
        if look:
            raise TypeError(f"unknown: {', '.join(look)}")
        with open(f"{name}.part", "wb") as file:
            file.write(picture)
        os.replace(f"{name}.part", name)

    def plot(self, ax: Any = None, **look: Any) -> Any:
        """Draws it with matplotlib (needed only here) and gives the axes: a heat map of two axes, a step line of one."""
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots()
        axes = self._data.axes
        if len(axes) == 2:
            (down, rows), (across, columns) = axes
            values = self.outcome if look.pop("show", self.show) == "win" else self.values
            look.setdefault("origin", "lower")
            look.setdefault("cmap", "Blues")
            ax.imshow(values, extent=(columns[0] - 0.5, columns[-1] + 0.5, rows[0] - 0.5, rows[-1] + 0.5), **look)
            ax.set_xlabel(across)
            ax.set_ylabel(down)
        elif len(axes) == 1:
            ((name, along),) = axes
            ax.plot(along, self.values, **look)
            ax.set_xlabel(name)
            ax.set_ylabel(self.show)
        else:
            raise NotApplicable("A picture needs one axis or two.")
        ax.set_title(self.game)
        return ax

    def __repr__(self) -> str:
        state = "" if self.complete else f" · not complete: {self.stopped}"
        return f"<{self.game} · {self.show} · {self.bound}{state}>"

    def _repr_html_(self) -> str:
        if 1 <= len(self._data.axes) <= 2 and self.show not in ("best", "value") and len(self) <= _DRAWN:
            return self.svg()
        rows = self.to_dict()["rows"][:30]
        cells = [(row["position"], row.get(self.to_dict()["show"])) for row in rows]
        return html.table(["", self.show], cells, html.escape(f"{self.game} · {self.bound}"))
