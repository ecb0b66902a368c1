"""What can go wrong. The text of an exception is the picture that the command prints; the place stands in its fields.

>>> import bouton
>>> try:
...     bouton.rules("heaps n; move k in 1..n where k != 2: n -> n - k")
... except bouton.RulesError as wrong:
...     print(wrong.line, wrong.column, wrong.hint)
1 25 A choice is written  k in 1..3 , a condition  if k != 2 .
"""

from __future__ import annotations

from typing import Any, Optional


class BoutonError(Exception):
    """A question without an answer.

    ``file``, ``line``, ``column`` and ``hint`` (what to write instead) are there for mistakes in rules, ``diagnostics`` lists all of them,
    ``exit_code`` is what the command would exit with.
    """

    def __init__(
        self,
        text: str,
        *,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        hint: Optional[str] = None,
        diagnostics: Optional[list[dict[str, Any]]] = None,
        exit_code: int = 2,
    ) -> None:
        super().__init__(text)
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint
        self.diagnostics = diagnostics or []
        self.exit_code = exit_code


class RulesError(BoutonError, ValueError):
    """The rules are wrong; all their mistakes stand in ``diagnostics``."""


class RunError(BoutonError, ArithmeticError):
    """The rules failed while they were run."""


class InputError(BoutonError, ValueError):
    """Something that was typed is wrong: a game, a position, a move, a value."""


class EndlessError(BoutonError):
    """Play can go on for ever and the rules do not say what that means."""


class NotApplicable(BoutonError, ValueError):
    """The question makes no sense for this game."""


class FileError(BoutonError, OSError):
    """A file could not be read or written."""


class OverBudget(BoutonError, RuntimeError):
    """Memory or time ran out before there was an answer."""


class InternalError(BoutonError, RuntimeError):
    """A fault of bouton itself: please report it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or the stop button of a notebook. ``partial`` is what was found before, where there is something."""

    def __init__(self, text: str = "", *, partial: Any = None, exit_code: int = 130) -> None:
        super().__init__(text)
        self.partial = partial
        self.exit_code = exit_code
