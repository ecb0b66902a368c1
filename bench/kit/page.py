"""Writes results into docs/performance.md, between the markers of the command that made them."""

from kit.machine import describe
from kit.programs import ROOT, stop

PAGE = ROOT / "docs" / "performance.md"


def cells(head, rows):
    """A table of Markdown."""
    line = lambda words: "| " + " | ".join(words) + " |"
    return [line(head), "|" + "---|" * len(head), *(line(r) for r in rows)]


def write(name, lines):
    """Replaces what stands between `<!-- NAME -->` and `<!-- end of NAME -->`."""
    text = PAGE.read_text(encoding="utf-8")
    before, found, rest = text.partition(f"<!-- {name} -->\n")
    _, ended, after = rest.partition(f"<!-- end of {name} -->\n")
    if not found or not ended:
        stop(f"docs/performance.md has lost its markers of {name}.")
    body = "\n".join(["", describe(), "", *lines, "", ""])
    PAGE.write_text(f"{before}{found}{body}<!-- end of {name} -->\n{after}", encoding="utf-8")
    print(f"\nwritten to {PAGE.relative_to(ROOT)}")
