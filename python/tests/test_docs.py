"""Every example of docs/python.md, of README.md and of the docstrings is run; the notebooks are executed."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import bouton

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["bouton", *(f"bouton.{m.name}" for m in pkgutil.iter_modules(bouton.__path__) if m.name != "_bouton")]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert len(found) > 12


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.S)
    assert blocks
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    names = {"bouton": bouton}
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, names, f"{page}[{number}]", page, 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        bouton.language("en")
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("notebook", sorted((ROOT / "python/notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks(notebook):
    nbclient = pytest.importorskip("nbclient")
    import nbformat

    book = nbformat.read(notebook, as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    assert sum(cell.cell_type == "code" for cell in book.cells) >= 6
