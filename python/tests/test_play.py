"""Games in progress, the environment, and perfect play as a policy."""

import random

import pytest

import bouton
from bouton.environment import Environment, Perfect


@pytest.mark.parametrize(("name", "start"), [("nim", "3 4 5"), ("kayles", "9"), ("wythoff", "7 9"), ("tictactoe", ""), ("ends", "4 -10 7")])
def test_a_perfect_opponent_never_loses_what_it_has(name, start):
    game = bouton.game(name)
    for seed in range(3):
        luck = random.Random(seed)
        match = game.playing(start, seed=seed)
        due = game.solve(match.position).outcome
        # The opponent moves first: it gets what is due to it at least.
        while match.over is None:
            if match.reply() is None or match.over is not None:
                break
            match.play(luck.choice(match.moves))
        assert match.over is not None
        if due is bouton.Outcome.WIN and game.solve(start).score is None:
            first_has = match.over if match.mover == 0 else {"win": "lose", "lose": "win", "draw": "draw"}[match.over.value]
            assert str(first_has) == "win", (name, seed, match.history)


def test_play_hints_and_mistakes():
    match = bouton.game("nim").playing("3 4 5")
    assert "winning" in match.hint(1) and "→" in match.hint(3)
    match.play("take 1 @1")
    assert match.mistakes and match.mistakes[0]["player"] == 0 and match.mistakes[0]["say"]
    assert match.undo(0) and str(match.position) == "3 4 5" and not match.undo(0)
    with pytest.raises(bouton.InputError):
        match.play("take 9 @1")
    assert [one["position"] for one in match.history] == ["3 4 5"]


def test_the_environment_is_played():
    env = Environment(bouton.game("kayles"), 9)
    perfect, luck = Perfect(env.game), random.Random(1)
    for _ in range(4):
        env.reset()
        for agent in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                env.step(None)
            elif agent == "first":
                env.step(perfect.action(seen))
            else:
                env.step(luck.randrange(len(seen["moves"])))
        assert env.rewards == {"first": 1, "second": -1}
    env.reset(options={"position": "1"})
    with pytest.raises(ValueError, match="action 7"):
        env.step(7)


def test_perfect_play_is_a_policy():
    nim = bouton.game("nim")
    env = Environment(nim, [3, 4, 5])
    chances = Perfect(nim).action_probabilities(env.observe("first"))
    assert {env.observe("first")["moves"][i] for i in chances} == {"take 2 @1"} and sum(chances.values()) == 1
    points = Environment(bouton.game("ends"), [4, -10, 7])
    best = Perfect(points.game).action_probabilities(points.observe("first"))
    assert {points.observe("first")["moves"][i] for i in best} == {str(m) for m in points.start.solve().best_moves}


def test_pettingzoo_accepts_it():
    pettingzoo = pytest.importorskip("pettingzoo")
    env = Environment(bouton.game("nim"), [1, 2])
    needed = ("reset", "step", "observe", "last", "agent_iter", "render", "close")
    assert all(callable(getattr(env, name)) and hasattr(pettingzoo.AECEnv, name) for name in needed)
