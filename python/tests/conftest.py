"""What tests share: the command to compare with, and English."""

import json
import os
import shutil
import subprocess

import pytest

import bouton

# Nobody looks: the command folds nothing.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
COMMAND = os.environ.get("BOUTON") or shutil.which("bouton")


@pytest.fixture(autouse=True)
def english():
    bouton.language("en")
    yield
    bouton.language("en")


@pytest.fixture(scope="session")
def command():
    """Runs the command and gives its exit code, what it printed and what it complained of."""
    if COMMAND is None:
        pytest.fail("BOUTON must name the command to compare with (python/check sets it)")

    def run(*words, text=None, lang="en"):
        done = subprocess.run([COMMAND, "--lang", lang, *words], input=text, capture_output=True, text=True, check=False, env=ENVIRONMENT)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture(scope="session")
def printed(command):
    """What the command prints with --json."""

    def run(*words, lang="en"):
        _, out, err = command("--json", *words, lang=lang)
        assert out, f"{words}: {err}"
        return json.loads(out)

    return run
