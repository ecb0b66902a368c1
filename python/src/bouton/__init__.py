"""Bouton: from the rules of a two-player game to its theory.

>>> import bouton
>>> nim = bouton.game("nim")
>>> answer = nim.solve([3, 4, 5])
>>> answer.outcome, answer.grundy
(<Outcome.WIN: 'win'>, 2)
>>> for move in answer.winning_moves:
...     print(move, "→", move.to)
take 2 @1 → 1 4 5

Games come from the library, a file or rules (:func:`game`); everything else is asked of a :class:`Game`. The names are those of the
command's JSON, and ``to_dict()`` of an answer equals what ``--json`` prints. Arrays need NumPy
when they are asked for, ``.plot()`` matplotlib, ``.to_pandas()`` pandas.
"""

from . import environment
from ._bouton import __version__, language
from .answers import Answer, Data, MoveEntry, Outcome, Status
from .errors import (
    BoutonError,
    EndlessError,
    FileError,
    InputError,
    InternalError,
    Interrupted,
    NotApplicable,
    OverBudget,
    RulesError,
    RunError,
)
from .games import Check, Game, Move, Position, Sum, game, library, load, rules
from .own import OwnGame, Step, from_moves
from .patterns import Found, Patterns, find_pattern
from .playing import Playing
from .proofs import Certificate, Theorem, Verified, verify
from .tables import Table
from .theory import Quotient, Thermograph, Value, thermograph, value

__all__ = [
    "Answer",
    "BoutonError",
    "Certificate",
    "Check",
    "Data",
    "EndlessError",
    "FileError",
    "Found",
    "Game",
    "InputError",
    "InternalError",
    "Interrupted",
    "Move",
    "MoveEntry",
    "NotApplicable",
    "Outcome",
    "OverBudget",
    "OwnGame",
    "Patterns",
    "Playing",
    "Position",
    "Quotient",
    "RulesError",
    "RunError",
    "Status",
    "Step",
    "Sum",
    "Table",
    "Theorem",
    "Thermograph",
    "Value",
    "Verified",
    "__version__",
    "environment",
    "find_pattern",
    "from_moves",
    "game",
    "language",
    "library",
    "load",
    "rules",
    "thermograph",
    "value",
    "verify",
]
