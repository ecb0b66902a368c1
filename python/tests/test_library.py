"""Answers equal what the command prints, for every game of the library, errors included."""

import json
from itertools import islice

import pytest

import bouton

IDS = [entry["id"] for entry in bouton.library()]


def three(game):
    """Three small positions: the first ones that have moves, else the first ones."""
    positions = game.positions(to=4, sums=True, limit=40)
    for size in (8, 16, 40):
        if len(positions) >= 3:
            break
        positions = game.positions(to=size, sums=True, limit=40)
    moving = [p for p in positions if p.moves()]
    return [str(p) for p in islice(dict.fromkeys([*moving, *positions]), 3)]


def test_the_library_is_listed(printed):
    assert bouton.library() == printed("list")
    assert len(IDS) > 60


@pytest.mark.parametrize("name", IDS)
def test_answers_are_those_of_the_command(name, command):
    game = bouton.game(name)
    positions = three(game)
    assert positions, name
    for position in positions:
        code, out, err = command("--json", "--", name, *position.split(" "))
        assert game.solve(position).to_dict() == json.loads(out), (name, position)
    code, out, err = command("--", name, "no", "such", "position", "?")
    with pytest.raises(bouton.BoutonError) as wrong:
        game.solve("no such position ?")
    assert (str(wrong.value), wrong.value.exit_code) == (err.rstrip("\n"), code)


@pytest.mark.parametrize("name", IDS[::4])
def test_many_answers_and_moves(name, command):
    game = bouton.game(name)
    positions = three(game)
    # One solver for all, and a mistake among them.
    lines = [*positions, "no such position ?"]
    batch = [data.to_dict() for data in game.solve_many(lines)]
    _, out, _ = command("--json", "--batch", "-", name, text="\n".join(lines) + "\n")
    assert batch == [json.loads(line) for line in out.splitlines()]
    # Moves are those of the answer.
    every = game.solve(positions[0], all_moves=True).all_moves
    # (A theorem lists none.)
    assert not every or [(m.move, m.to) for m in every] == [(str(m), str(m.to)) for m in game.moves(positions[0])]


@pytest.mark.parametrize("name", IDS[::12])
def test_answers_in_chinese(name, command):
    bouton.language("zh")
    game = bouton.game(name)
    position = three(game)[0]
    _, out, _ = command("--json", "--", name, *position.split(" "), lang="zh")
    assert game.solve(position).to_dict() == json.loads(out)
