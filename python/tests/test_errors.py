"""Mistakes: the text of an exception is the picture that the command prints, with the place in its fields; no panic crosses the border."""

import subprocess
import sys

import pytest

import bouton
from bouton import _bouton

BAD_RULES = [
    "heaps n; move take k in 1..n: n -> n - q",
    "heaps n; move take k in 1..n n -> n - k",
    "heaps n\nmove take k in 1..n: m -> n - k",
    "position a, b; move k in 1..a: a -> a - k, b -> ",
    "heaps n; move take k in {1, 3, : n -> n - k",
    "heaps n; move k in 1..n: n -> n - k; claim lose iff x = 0",
    "like nosuchgame",
    "heaps n; 移动 k: n",
]


@pytest.mark.parametrize("text", BAD_RULES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_rules(text, lang, command):
    bouton.language(lang)
    code, _, err = command("--", text, "7", lang=lang)
    with pytest.raises(bouton.RulesError) as wrong:
        bouton.game(text)
    assert (str(wrong.value), wrong.value.exit_code) == (err.rstrip("\n"), code)
    assert wrong.value.line >= 1 and wrong.value.column >= 1 and wrong.value.diagnostics
    assert isinstance(wrong.value, ValueError)


def test_places():
    with pytest.raises(bouton.RulesError) as wrong:
        bouton.rules("heaps n\nmove take k in 1..n: n -> n - q")
    assert (wrong.value.file, wrong.value.line, wrong.value.column) == ("rules", 2, 31)
    assert wrong.value.diagnostics[0]["severity"] == "error" and wrong.value.diagnostics[0]["message"]


WRONG = [
    (["nimm", "3"], lambda: bouton.game("nimm")),
    (["qqqqqq", "3"], lambda: bouton.game("qqqqqq")),
    (["./none.game", "3"], lambda: bouton.load("./none.game")),
    (["nim", "x"], lambda: bouton.game("nim").solve("x")),
    (["nim", "-1"], lambda: bouton.game("nim").solve(-1)),
    (["nim", "3.5"], lambda: bouton.game("nim").solve(3.5)),
    (["wythoff", "3"], lambda: bouton.game("wythoff").solve(3)),
    (["bash", "3", "--set", "q=3"], lambda: bouton.game("bash", q=3)),
    (["nim", "3", "--set", "q=3"], lambda: bouton.game("nim", q=3)),
    (["hexapawn", "--first", "Red"], lambda: bouton.game("hexapawn").solve(first="Red")),
    (["ends", "1", "2", "--misere"], lambda: bouton.game("ends", misere=True)),
    (["table", "hexapawn", "--show", "grundy"], lambda: bouton.game("hexapawn").table(show="grundy")),
    (["table", "wythoff", "a=0..100000", "b=0..100000"], lambda: bouton.game("wythoff").table(a=100000, b=100000)),
    (["value", "{1|"], lambda: bouton.value("{1|")),
    (["check", "nim", "--claim", "grundy = q"], lambda: bouton.game("nim").check("grundy = q")),
    (["plot", "hexapawn", "--svg", "no.svg"], lambda: bouton.game("hexapawn").table().svg()),
    (["heaps n; move 1: n -> n + 1", "3"], lambda: bouton.game("heaps n; move 1: n -> n + 1").solve(3)),
    (
        ["nim", "3", "+", "ends", "4", "5"],
        lambda: (bouton.game("nim").position(3) + bouton.game("ends").position("4 5")).solve(),
    ),
]


@pytest.mark.parametrize("case", WRONG, ids=lambda case: " ".join(case[0]))
def test_the_exception_says_what_the_command_says(case, command):
    words, call = case
    code, _, err = command(*words)
    with pytest.raises(bouton.BoutonError) as wrong:
        call()
    assert (str(wrong.value), wrong.value.exit_code) == (err.rstrip("\n"), code)


def test_huge_numbers(printed):
    huge = 10**40
    assert bouton.game("nim").solve(huge).to_dict() == printed("nim", str(huge))
    kayles = bouton.game("kayles")
    # The period of 12 from 71 on is proved.
    assert kayles.grundy(10**15) == kayles.values(200)[72 + (10**15 - 72) % 12] > 0
    assert bouton.game("wythoff").solve([10**30, 10**31]).outcome is bouton.Outcome.WIN


def test_wrong_types():
    nim = bouton.game("nim")
    for call in (
        lambda: nim.values("x"),
        lambda: nim.values(1.5),
        lambda: nim.table(n="x"),
        lambda: nim.table(n=range(0, 10, 2)),
        lambda: nim.solve([3], time="soon"),
        lambda: nim.solve([3], memory=-1),
        lambda: bouton.language("fr"),
        lambda: bouton.game(3),
        lambda: nim.table(show="colours"),
        lambda: nim.playing(3, mistakes=2),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()
    with pytest.raises(TypeError, match=r"bouton\.OwnGame, not dict"):
        bouton.game({})
    with pytest.raises(OverflowError):
        nim.values(-1)


def test_a_panic_is_an_exception():
    with pytest.raises(bouton.InternalError, match="an engine of the tests broke"):
        _bouton.broken()
    assert bouton.game("nim").solve([3, 4, 5]).win


def test_endless_play(command):
    rules = "position a; move back: a -> 1 - a"
    _, _, err = command("--", rules, "0")
    with pytest.raises(bouton.EndlessError) as wrong:
        bouton.game(rules).solve(0)
    assert str(wrong.value) == err.rstrip("\n")


def test_numpy_that_cannot_be_loaded_is_an_exception():
    code = "import sys; sys.modules['numpy'] = None\nimport bouton\ntry: bouton.game('nim').values(10)\nexcept ImportError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "numpy" in done.stdout
