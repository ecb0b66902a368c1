"""How answers are drawn in notebooks: tables, heaps and boards as SVG. Colours are those of the page: orange is lost, blue is won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape as escape
from typing import TYPE_CHECKING, Any, Optional

from . import _bouton

if TYPE_CHECKING:
    from .answers import Answer
    from .games import Game, Position

LOST = "#c2410c"
WON = "#1d4ed8"
DRAWN = "#6b7280"
STONE = "#64748b"
_COLOURS = {"win": WON, "lose": LOST, "draw": DRAWN}
_WORDS = {
    "en": {
        "win": "The player to move WINS.",
        "lose": "The player to move LOSES.",
        "draw": "DRAW with best play.",
        None: "Not decided.",
        "move": "move",
        "to": "leads to",
        "why": "why",
        "status": "status",
    },
    "zh": {
        "win": "先手必胜。",
        "lose": "先手必败。",
        "draw": "双方都走最佳时为平局。",
        None: "未定。",
        "move": "走法",
        "to": "到达",
        "why": "理由",
        "status": "依据",
    },
}


def word(key: Optional[str]) -> str:
    """A word in the language of now."""
    return _WORDS[_bouton.language()][key]


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> str:
    """A plain table."""
    cells = "".join("<tr>" + "".join(f"<td style='text-align:left'>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    heads = "".join(f"<th style='text-align:left'>{escape(one)}</th>" for one in head)
    name = f"<caption style='text-align:left;caption-side:top'>{title}</caption>" if title else ""
    return f"<table>{name}<thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>"


def facts(rows: Iterable[tuple[str, str]], title: str = "") -> str:
    """Names and what stands behind them; the second is HTML already."""
    cells = "".join(
        f"<tr><th style='text-align:left;vertical-align:top'>{escape(name)}</th><td style='text-align:left'>{text}</td></tr>"
        for name, text in rows
    )
    name = f"<caption style='text-align:left;caption-side:top'>{title}</caption>" if title else ""
    return f"<table>{name}<tbody>{cells}</tbody></table>"


def answer(found: Answer) -> str:
    """Who wins, the winning moves, the reasons."""
    data = found.to_dict()
    colour = _COLOURS.get(data["outcome"] or "", DRAWN)
    title = f"<b>{escape(found.game)}</b> · {escape(found.position)}"
    banner = f"<div style='color:{colour};font-weight:bold'>{escape(word(data['outcome']))}</div>"
    picture = ""
    if found._game is not None:
        picture = position(found._game.position(found.position))
    moves = found.winning_moves
    listed = ""
    if moves:
        listed = table([word("move"), word("to")], [(move.text, move.to) for move in moves[:12]])
        if len(moves) > 12:
            listed += f"<div>… {len(moves)}</div>"
    rows = [(word("why"), "<br>".join(escape(one) for one in found.why))] if found.why else []
    trust = f"{found.status or '–'} · {escape(found.how)}"
    if found.known:
        rows.append(("", escape(found.known)))
    rows.append((word("status"), trust))
    return f"<div>{title}</div>{picture}{banner}{listed}{facts(rows)}"


def position(at: Position) -> str:
    """A drawing of a position, where it is small: heaps of stones, rows of numbers, boards. Its text otherwise."""
    drawn = _drawn(at.game, at)
    return drawn if drawn else f"<code>{escape(str(at))}</code>"


def _drawn(game: Game, at: Position) -> Optional[str]:
    kinds = [kind for _, kind in game.fields]
    parts = list(at)
    if kinds == ["number"] and game.is_sum and parts and all(isinstance(n, int) and 0 <= n <= 60 for n in parts):
        return _heaps([int(n) for n in parts]) if len(parts) <= 30 else None
    if len(parts) != 1 or len(kinds) != 1:
        return None
    (value,) = parts
    if kinds[0] in ("row", "bag", "set") and isinstance(value, tuple) and 0 < len(value) <= 40:
        return _cells([[str(one) for one in value]])
    if kinds[0] == "word" and 0 < len(value) <= 60:
        return _cells([[str(one) for one in value]])
    if kinds[0] == "grid" and isinstance(value, tuple) and value and len(value) <= 20:
        return _cells([[str(one) for one in row] for row in value])
    return None


def _heaps(heaps: list[int]) -> str:
    """Stones in columns, the size below each."""
    step, most = 16, max([*heaps, 1])
    width, height = max(1, len(heaps)) * 30 + 10, most * step + 26
    out = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' role='img'>"]
    out.append(f"<title>{escape(' '.join(map(str, heaps)))}</title>")
    for i, heap in enumerate(heaps):
        x = 20 + i * 30
        for k in range(heap):
            out.append(f"<circle cx='{x}' cy='{height - 28 - k * step}' r='7' fill='{STONE}'/>")
        out.append(f"<text x='{x}' y='{height - 6}' font-size='12' text-anchor='middle' fill='{STONE}'>{heap}</text>")
    return "".join(out) + "</svg>"


def _cells(rows: list[list[str]]) -> str:
    """A row or a board of cells."""
    wide = max(len(cell) for row in rows for cell in row) if any(rows) else 1
    side, across = 26, max(26, 9 * wide + 10)
    width, height = max(len(row) for row in rows) * across + 2, len(rows) * side + 2
    out = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' role='img'>"]
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            x, y = 1 + j * across, 1 + i * side
            out.append(f"<rect x='{x}' y='{y}' width='{across}' height='{side}' fill='none' stroke='{STONE}'/>")
            out.append(f"<text x='{x + across / 2}' y='{y + 18}' font-size='14' text-anchor='middle' fill='{STONE}'>{escape(cell)}</text>")
    return "".join(out) + "</svg>"
