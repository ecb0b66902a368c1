"""Writes results into docs/performance.md, between the markers of the command that made them: a table for each processor."""

from kit.machine import describe, processor
from kit.programs import ROOT, stop

PAGE = ROOT / "docs" / "performance.md"
TITLE = "### "


def cells(head, rows):
    """A table of Markdown."""
    line = lambda words: "| " + " | ".join(words) + " |"
    return [line(head), "|" + "---|" * len(head), *(line(r) for r in rows)]


def sections(body):
    """What stands under each processor's title, in order."""
    found = {}
    for line in body.strip().splitlines():
        if line.startswith(TITLE):
            title = line[len(TITLE) :]
            found[title] = []
        elif found:
            found[title].append(line)
    return {title: "\n".join(lines).strip() for title, lines in found.items()}


def write(name, lines):
    """Replaces what stands for this processor between `<!-- NAME -->` and `<!-- end of NAME -->`; that of others stays."""
    text = PAGE.read_text(encoding="utf-8")
    before, found, rest = text.partition(f"<!-- {name} -->\n")
    old, ended, after = rest.partition(f"<!-- end of {name} -->\n")
    if not found or not ended:
        stop(f"docs/performance.md has lost its markers of {name}.")
    all_tables = {**sections(old), processor(): "\n".join([describe(), "", *lines])}
    body = "".join(f"\n{TITLE}{title}\n\n{table}\n" for title, table in sorted(all_tables.items()))
    PAGE.write_text(f"{before}{found}{body}\n<!-- end of {name} -->\n{after}", encoding="utf-8")
    print(f"\nwritten to {PAGE.relative_to(ROOT)}")
