"""What every question has: limits of time and memory, progress, and ranges as they are handed to the engines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Optional, TypeVar, Union

from . import _bouton
from .errors import Interrupted

T = TypeVar("T")

#: Called with the work done, how much there is (where that is known) and the seconds since the start.
Tell = Callable[[int, Optional[int], float], None]
#: Seconds, or a text such as ``"30s"``.
Time = Union[float, int, str, None]
#: Bytes, or a text such as ``"2G"``.
Memory = Union[int, str, None]
#: Show progress: always, never, or (None) where somebody looks; or tell it to a function.
Progress = Union[bool, Tell, None]
#: ``a=200`` is 0 to 200, ``a=range(3, 9)`` is 3 to 8, ``a=(3, 8)`` is 3 to 8.
Range = Union[int, range, tuple[int, int]]

#: Seconds of silence before a bar appears.
_PATIENCE = 1.0


class _Bar:
    """A bar of tqdm that appears when work takes more than a second."""

    def __init__(self) -> None:
        self._bar: Any = None

    def __call__(self, done: int, of: Optional[int], seconds: float) -> None:
        if seconds < _PATIENCE:
            return
        if self._bar is None:
            import warnings

            with warnings.catch_warnings():
                # A notebook without widgets gets a bar of text, and no word about it.
                warnings.simplefilter("ignore")
                from tqdm.auto import tqdm

            self._bar = tqdm(total=of, unit="", leave=False, desc="bouton")
        bar = self._bar
        if of != bar.total:
            bar.total = of
        bar.update(max(0, done - bar.n))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _somebody_looks() -> bool:
    if "IPython" in sys.modules:
        shell = sys.modules["IPython"].get_ipython()
        if shell is not None:
            return True
    return sys.stderr is not None and sys.stderr.isatty()


def _has_tqdm() -> bool:
    if "tqdm" in sys.modules:
        return True
    from importlib.util import find_spec

    return find_spec("tqdm") is not None


def seconds(time: Time) -> Optional[float]:
    """A limit of time in seconds."""
    if time is None:
        return None
    found = _bouton.amount("time", time) if isinstance(time, str) else float(time)
    if not 0 <= found <= 1e9:
        raise ValueError(f"time={time!r}: seconds from 0 on, or a text such as '30s'")
    return found


def size(memory: Memory) -> Optional[int]:
    """A limit of memory in bytes."""
    if memory is None:
        return None
    found = int(_bouton.amount("memory", memory)) if isinstance(memory, str) else int(memory)
    if found < 1:
        raise ValueError(f"memory={memory!r}: bytes, or a text such as '2G'")
    return found


def ask(
    question: Callable[..., Any],
    *given: Any,
    wrap: Callable[[Any], T],
    time: Time = None,
    memory: Memory = None,
    progress: Progress = None,
) -> T:
    """Asks the engines. What was found before an interrupt is wrapped like an answer."""
    if time is None and memory is None and progress is None and not _somebody_looks():
        limits: Optional[tuple[Optional[float], Optional[int], Optional[Tell]]] = None
        bar: Optional[_Bar] = None
    else:
        bar = _Bar() if progress is True or (progress is None and _somebody_looks() and _has_tqdm()) else None
        tell = bar if bar is not None else (progress if callable(progress) else None)
        limits = (seconds(time), size(memory), tell)
    try:
        return wrap(question(*given, limits))
    except Interrupted as stop:
        if stop.partial is not None:
            stop.partial = wrap(stop.partial)
        raise
    finally:
        if bar is not None:
            bar.close()


def ranges(given: dict[str, Range]) -> list[tuple[str, int, Optional[int]]]:
    """Axes as the engines take them: name, first, last."""
    out: list[tuple[str, int, Optional[int]]] = []
    for name, over in given.items():
        if isinstance(over, range):
            if over.step != 1 or len(over) == 0:
                raise ValueError(f"{name}={over!r}: a range of neighbours is needed, such as range(0, 50)")
            out.append((name, over.start, over.stop - 1))
        elif isinstance(over, tuple):
            first, last = over
            out.append((name, int(first), int(last)))
        elif isinstance(over, int):
            out.append((name, 0, over))
        else:
            raise TypeError(f"{name}={over!r}: write the last value (200), range(0, 50), or (first, last)")
    return out


def typed(value: Any) -> str:
    """A value as it is typed: ``[7, 10]`` is ``7 10``, ``[(2, 0), (3, 3)]`` is ``2,0 3,3``,
    ``{"n": 12, "limit": 4}`` is ``n=12 limit=4``."""
    text = getattr(value, "text", value)
    if isinstance(text, str):
        return text
    if isinstance(value, dict):
        return " ".join(f"{name}={_within(one)}" for name, one in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (set, frozenset)):
        return " ".join(_within(one) for one in sorted(value))
    if isinstance(value, Iterable):
        return " ".join(_within(one) for one in value) or "[]"
    return str(value)


def _within(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (set, frozenset)):
        return ",".join(str(one) for one in sorted(value))
    if isinstance(value, Iterable):
        return ",".join(_within(one) for one in value)
    return str(value)


def setting(value: Any) -> str:
    """A value of a parameter as the rules language writes it: ``{1, 3, 4}`` or ``[1, 3, 4]`` is ``1,3,4``."""
    if isinstance(value, os.PathLike):
        return f"@{os.fspath(value)}"
    return _within(value)


def integer(value: Any) -> Optional[int]:
    """A number of JSON, which is a text of digits beyond 2^53."""
    return None if value is None else int(value)


def sequence(value: object) -> bool:
    """Is it a list of things and no text?"""
    return isinstance(value, Sequence) and not isinstance(value, str)
