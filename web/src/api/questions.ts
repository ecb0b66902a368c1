// From the place that the address names to the questions that the server understands.
import type { Place, Term } from "../state/link";
import type { Asked, GameRef } from "./types";

export function gameRef(t: Term): GameRef {
  return {
    ...(t.rules === null ? { name: t.game ?? "" } : { rules: t.rules }),
    ...(Object.keys(t.set).length > 0 ? { set: t.set } : {}),
    ...(t.misere ? { misere: true } : {}),
  };
}

/** The games on the screen, by name or rules. */
export function subjectOf(place: Place): readonly GameRef[] {
  return place.terms.map(gameRef);
}

export function asked(place: Place): Asked {
  return {
    terms: place.terms.map((t) => ({ game: gameRef(t), position: t.at })),
    first: place.first,
    moves: place.moves,
  };
}

/** The parameters of a game as they are typed. */
export function typedSet(game: GameRef): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(game.set ?? {}).map(([name, value]) => [name, String(value)]));
}

/** The term that a game of the server's answer stands for. */
export function termOf(game: GameRef, position: string): Term {
  return { game: game.name ?? null, rules: game.rules ?? null, set: typedSet(game), misere: game.misere ?? false, at: position };
}
