"""A game as an environment for learning programs, in PettingZoo's form for players who move in turns (AEC), and perfect play as a policy.

PettingZoo is not needed: the class has the methods of its ``AECEnv`` and plain Python data. Positions are observations (a text, and
the list of legal moves); an action is the number of a move in that list. The reward at the end is 1 for the winner and -1 for the
loser, 0 for a draw.

>>> import bouton
>>> env = bouton.environment.Environment(bouton.game("nim"), [3, 4, 5])
>>> policy = bouton.environment.Perfect(env.game)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination else policy.action(observation))
>>> env.rewards
{'first': 1, 'second': -1}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Optional

from .answers import Outcome, outcome
from .games import At, Game

#: An observation: the position as text and the moves that can be made, as they are typed.
Observation = dict[str, Any]


class Environment:
    """A game that two agents play in turns."""

    metadata: ClassVar[dict[str, Any]] = {"name": "bouton", "is_parallelizable": False}

    def __init__(self, game: Game, start: At = "") -> None:
        self.game = game
        self.start = game.position(start)
        self.possible_agents = ["first", "second"]
        self.reset()

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Back to the start; ``options={"position": …}`` begins somewhere else."""
        at = (options or {}).get("position", self.start)
        self._match = self.game.playing(at)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, int] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: dict[str, int] = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def _settle(self) -> None:
        """Looks at the game: whose turn, what moves, is it over?"""
        state = self._match._state()
        self._observed: Observation = {"position": state["position"], "moves": [one["move"] for one in state["moves"]]}
        self.agent_selection = self.possible_agents[state["mover"]]
        over = outcome(state["over"])
        if over is None:
            return
        self.terminations = dict.fromkeys(self.possible_agents, True)
        won = {Outcome.WIN: 1, Outcome.LOSE: -1, Outcome.DRAW: 0}[over]
        for agent in self.possible_agents:
            self.rewards[agent] = won if agent == self.agent_selection else -won
            self._cumulative_rewards[agent] += self.rewards[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees: everything."""
        return self._observed

    def last(self, observe: bool = True) -> tuple[Optional[Observation], int, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent to move."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Optional[int]) -> None:
        """Makes the move of this number; after the end, None takes the agent out."""
        if self.terminations[self.agent_selection]:
            self.agents.remove(self.agent_selection)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        moves = self._observed["moves"]
        if action is None or not 0 <= action < len(moves):
            raise ValueError(f"action {action}: there are the moves 0 to {len(moves) - 1}")
        self._match.play(moves[action])
        self._settle()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in turn until all are out."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def action_mask(self) -> list[int]:
        """A one for every legal move."""
        return [1] * len(self._observed["moves"])

    def render(self) -> str:
        """The position."""
        return str(self._observed["position"])

    def close(self) -> None:
        """Nothing to be closed."""


class Perfect:
    """Perfect play as a policy: probabilities of moves, and a move.

    A policy in OpenSpiel's sense has ``action_probabilities(state)``; the state here is an observation of :class:`Environment`.
    """

    def __init__(self, game: Game, seed: int = 1) -> None:
        import random

        self.game = game
        self._random = random.Random(seed)

    def action_probabilities(self, observation: Observation) -> dict[int, float]:
        """Moves with best results are equally likely; the others are not played."""
        found = self.game.solve(observation["position"], all_moves=True)
        order = {"lose": 2, "draw": 1, "win": 0}
        worth: dict[str, tuple[int, int]] = {}
        for entry in found.all_moves:
            # A score is what the mover gets; else the worse for the opponent, the better.
            worth[entry.move] = (order[str(entry.leads_to or "draw")], entry.score or 0)
        if found.score is not None:
            worth = {move: (0, score) for move, (_, score) in worth.items()}
        moves: list[str] = observation["moves"]
        if not moves:
            return {}
        best = max(worth.get(move, (0, 0)) for move in moves)
        good = [i for i, move in enumerate(moves) if worth.get(move, (0, 0)) == best]
        return {i: 1 / len(good) for i in good}

    def action(self, observation: Optional[Observation]) -> Optional[int]:
        """One of the best moves by its number; None where there is none."""
        chances = self.action_probabilities(observation) if observation else {}
        return self._random.choice(sorted(chances)) if chances else None
