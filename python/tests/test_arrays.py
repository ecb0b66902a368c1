"""Arrays, data frames and pictures."""

import numpy as np
import pytest

import bouton

TAKE = "heaps n; move take k in {1, 3, 4}: n -> n - k"


def mex_program(n, takes):
    """The definition, in Python."""
    values = []
    for heap in range(n + 1):
        seen = {values[heap - k] for k in takes if k <= heap}
        values.append(next(g for g in range(len(seen) + 1) if g not in seen))
    return values


def test_values_are_handed_over():
    values = bouton.game(TAKE).values(1000)
    assert values.tolist() == mex_program(1000, (1, 3, 4))
    # The array holds the engine's memory, which it frees itself: it owns no copy.
    assert values.dtype == np.uint8 and not values.flags.owndata and values.base is not None and values.flags.writeable
    assert bouton.game("nim").values(300).tolist() == list(range(301))
    assert len(bouton.game("kayles").values(0)) == 1


def test_values_of_other_rules():
    euclid = bouton.rules("position n; move k in 1..n if n mod 2 = 0: n -> n - k; move one if n mod 2 = 1: n -> n - 1")
    table = euclid.table(n=30)
    assert euclid.values(30).tolist() == table.grundy.tolist()
    with pytest.raises(bouton.NotApplicable):
        bouton.game("wythoff").values(10)
    with pytest.raises(bouton.NotApplicable):
        bouton.game("kayles", misere=True).values(10)


def test_tables():
    wythoff = bouton.game("wythoff").table(a=20, b=30)
    assert wythoff.grundy.shape == (21, 31) and wythoff.values.dtype == np.uint8
    assert (wythoff.outcome == np.where(wythoff.grundy == 0, -1, 1)).all()
    assert wythoff.axes["b"] == list(range(31))
    solved = bouton.game("wythoff")
    for a, b in [(0, 0), (1, 2), (7, 9), (20, 30)]:
        assert solved.solve((a, b)).grundy == wythoff.grundy[a, b]
    assert wythoff.lost[:3] == ["0 0", "1 2", "2 1"]
    assert np.asarray(wythoff).sum() == wythoff.grundy.sum()
    assert (bouton.game("wythoff").table(a=6, b=6).remoteness >= 0).all()
    score = bouton.game("ends").table(to=3)
    assert score.show == "score" and score.score.dtype.kind == "i" and len(score) == len(score.positions)


def test_gaps_are_the_smallest_number():
    halves = bouton.rules("position a, b; require a <= b; move k in 1..b - a: b -> b - k; move k in 1..a: a -> a - k")
    grundy = halves.table(a=3, b=3).grundy
    assert grundy[3, 0] == np.iinfo(grundy.dtype).min and grundy[0, 0] == 0


def test_pictures(tmp_path, command):
    table = bouton.game("wythoff").table(a=20, b=20)
    table.save(tmp_path / "python.svg", colour="mod 3")
    command("plot", "wythoff", "a=0..20", "b=0..20", "--colour", "mod 3", "--svg", str(tmp_path / "command.svg"))
    assert (tmp_path / "python.svg").read_text() == (tmp_path / "command.svg").read_text()
    table.save(tmp_path / "python.png")
    assert (tmp_path / "python.png").read_bytes()[:4] == b"\x89PNG"


def test_pandas_and_matplotlib():
    pandas = pytest.importorskip("pandas")
    frame = bouton.game("wythoff").table(a=3, b=4).to_pandas()
    assert frame.loc[1, 2] == 0 and frame.index.name == "a" and frame.columns.name == "b"
    strip = bouton.game("kayles").table(to=5).to_pandas()
    assert isinstance(strip, pandas.DataFrame) and strip["grundy"].tolist() == [0, 1, 2, 3, 1, 4]
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert bouton.game("wythoff").table(a=10, b=10).plot().get_xlabel() == "b"
    assert bouton.game("kayles").table(to=20).plot().get_xlabel() == "n"
